"""How this game looks."""
