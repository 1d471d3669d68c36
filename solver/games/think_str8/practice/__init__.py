"""Exercises of Think Str8!: which moments ask something, what is right, and how hard it is.

`moments.py` walks through a log; `exercises.py` asks about deducing, `choices.py` what to do, `misheard.py` which line
is wrong; `judging.py` judges answers and explains; `dealing.py` plays games to take moments from.
"""
