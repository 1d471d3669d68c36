"""What the caller of `advise` asks for beyond the log, as typed; a game takes what it understands."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wish:
    """`dice` as thrown and not yet in the log, tokens `taken`, the `final` bets now, their `aim`, `trust` in bids."""

    dice: str | None = None
    taken: str | None = None
    final: bool = False
    aim: str | None = None
    trust: float | None = None
