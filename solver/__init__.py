"""Everything that thinks: reads logs, replays tables, counts worlds, proves. Prints nothing, asks nothing."""
