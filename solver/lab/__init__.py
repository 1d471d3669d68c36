"""The laboratory: whole games by machine, to measure our advice and our readings. Nothing here is for players.

A game that simulates has a `lab` of its own; only `cli/simulate.py` knows them, so what people need never waits for it.
"""
