"""How each game looks in a terminal and on a page."""
