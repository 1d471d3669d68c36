"""After the game: were the answers true, what could be known when, when to have declared, and what was luck."""
