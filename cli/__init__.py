"""The command line on top of `solver`: parses calls, prints results."""

__version__ = "0.2.0"
