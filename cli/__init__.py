"""The command line on top of `solver`: parses calls, prints results."""

import gc

__version__ = "0.1.0"

gc.disable()  # a command lives half a second, and collecting during its imports costs a tenth of that
