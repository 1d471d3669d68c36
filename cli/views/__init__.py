"""What people see, whatever the game. How one game looks is in `cli.games`."""
