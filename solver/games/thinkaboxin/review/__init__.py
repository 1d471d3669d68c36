"""After the game: every bid and lift against its odds, nerve and luck apart, everybody's habits."""
