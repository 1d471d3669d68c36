"""After the game: were the hints true, what could be known when, what was crossed, decided, and left to luck."""
