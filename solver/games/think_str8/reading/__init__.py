"""What the others' bets tell about my own cards: evidence, never a proof, and kept out of all that is exact."""
