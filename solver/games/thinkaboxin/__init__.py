"""Thinkaboxin: bids on the dice under all cups, of which everybody sees only the own."""
