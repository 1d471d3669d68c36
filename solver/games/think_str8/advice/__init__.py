"""What to do now: bets, dice, swaps and final bets, each weighed by what it brings and what it teaches."""
