"""The command line on top of `solver`: parses calls, prints results."""
