"""Two engines on the same facts: `worlds` counts, `cpsat` searches and proves; `agreement` holds one to the other."""


class Disagreement(Exception):
    """The two engines contradict each other: a fault of this program, never of the log."""
