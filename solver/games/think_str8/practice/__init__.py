"""Exercises of Think Str8!: which moments ask something, what is right, and how hard it is.

`exercises.py` finds moments and asks;
`judging.py` judges answers and explains; `dealing.py` plays games to take moments from.
"""
