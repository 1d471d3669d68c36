"""Whole games of Think Str8! played by machine: the deal, the seats, the log that every move becomes, the figures."""
