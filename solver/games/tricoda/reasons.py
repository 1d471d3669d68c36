"""Why one should declare, or wait."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Certain:
    """The code is certain."""


@dataclass(frozen=True, slots=True)
class RivalClose:
    """A player one point from winning may know their own code."""

    player: str


@dataclass(frozen=True, slots=True)
class LikelyWrong:
    """A declaration would more likely lose the rack than win the point."""


@dataclass(frozen=True, slots=True)
class LittleToGain:
    """One more question is worth less than the time it takes."""


@dataclass(frozen=True, slots=True)
class MuchToGain:
    """One more question lifts the chance by this much."""

    gain: float


Grounds = Certain | RivalClose | LikelyWrong | LittleToGain | MuchToGain
