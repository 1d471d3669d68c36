"""The phones around the table: one log, one private pad per seat.

`room` keeps the log and the seats, and lets a seat see only what comes through the gate; `answers` makes what a
seat is told from its view alone; `web` takes requests; `start` is the command; `pages` is what phones load.
"""
