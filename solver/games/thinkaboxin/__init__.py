"""Thinkaboxin: bids on the dice under all cups, of which each player sees only their own."""
