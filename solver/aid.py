"""How much help a log asks for: the four levels of its `aid` line, and what each of them allows."""

from __future__ import annotations

from enum import StrEnum

from solver.log import Fault, Kind


class Withheld(Fault):
    """More help is asked for than the log wants to give."""


class Aid(StrEnum):
    """From thinking alone to being shown everything; each level allows all that those before it do."""

    PAD = "pad"
    CHECK = "check"
    HINTS = "hints"
    FULL = "full"

    def covers(self, other: Aid) -> bool:
        """Whether this level allows what `other` does."""
        levels = list(Aid)
        return levels.index(self) >= levels.index(other)

    def allow(self, needed: Aid) -> None:
        """Nothing happens if this level allows what `needed` does."""
        if not self.covers(needed):
            problem = f"This log asks for less help than that: `aid {self}` ({MEANING[self]})."
            raise Withheld(Kind.AGAINST_RULES, None, problem, f"A line `aid {needed}` allows it.")


MEANING = {
    Aid.PAD: "only what is in sight and the crosses on the pad",
    Aid.CHECK: "also whether those crosses are right",
    Aid.HINTS: "also hints and reasons",
    Aid.FULL: "everything, with chances and advice",
}
