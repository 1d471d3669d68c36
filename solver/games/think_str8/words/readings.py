"""What the others' bets suggest, in sentences: always both figures, the bet that told most, and what is assumed."""

from __future__ import annotations

from solver.english import format_chance, whose
from solver.games.think_str8.advice.by_reading import HIT, ByReading, Figures
from solver.games.think_str8.reading.beliefs import ASSUMES, Evidence, Suggestion
from solver.remarks import Saying, remark, with_option


def tell_assumed() -> Saying:
    """What a reading leans on, and how to do without it."""
    return remark(f"{ASSUMES} `", with_option("trust", "0"), "` leaves it out.")


def tell_suggestion(suggestion: Suggestion, me: str) -> str:
    told = _tell_evidence(suggestion.evidence, suggestion.exact, suggestion.read, me)
    return f"{suggestion.colour} {suggestion.number}: {_tell_chances(suggestion.exact, suggestion.read)}{told}."


def tell_by_reading(reading: ByReading, me: str) -> list[str]:
    """The move that the bets speak for, with the figures of both moves if it is another."""
    if not reading.differs:
        lines = [f"The same move: {_tell_figures(reading, reading.move, me)}."]
    else:
        lines = [
            f"{reading.move.short}: {_tell_figures(reading, reading.move, me)}.",
            f"{reading.instead_of.short}, as above: {_tell_figures(reading, reading.instead_of)}.",
        ]
    if reading.suggestion:
        lines.append(f"Above all they suggest {tell_suggestion(reading.suggestion, me)}")
    return lines


def _tell_figures(reading: ByReading, figures: Figures, me: str | None = None) -> str:
    """With `me` also which bet told most."""
    exact, read = figures.exact, figures.read
    if exact is None or read is None:
        return f"{read:.1%} reading the bets" if exact is None else f"{exact:.1%} by the hands alone"
    if reading.measure != HIT:
        return f"{exact:+.2f} final-bet points by the hands alone, reading the bets {read:+.2f}"
    told = _tell_evidence(reading.evidence, exact, read, me) if reading.evidence and me is not None else ""
    return f"a hit with {_tell_chances(exact, read)}{told}"


def _tell_chances(exact: float, read: float) -> str:
    return f"{format_chance(exact)} of the hands; reading the bets {format_chance(read)}"


def _tell_evidence(evidence: Evidence, exact: float, read: float, me: str) -> str:
    """The bet that told most; if others told much of the same, it is not said to have told most of it all."""
    bet = f"{whose(evidence.player, me)} {evidence.low}-{evidence.high} in round {evidence.round}"
    most = abs(read - evidence.without) >= abs(read - exact) / 2
    told = f", most of it from {bet}" if most else f"; {bet} told most"
    return f"{told} (without it {format_chance(evidence.without)})"
