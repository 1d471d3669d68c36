"""What only measures us in Think Str8!: the ways to play (`seats`, and with a habit `people`), whole games and their
report (`match`).
"""
