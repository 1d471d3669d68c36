"""What Think Str8! says of a game, in whole sentences; what is told of a line is in `events`."""
