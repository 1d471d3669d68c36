"""What the others' bets suggest, in sentences: always both figures, the bet that told most, and what is assumed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.english import format_chance, whose
from solver.games.think_str8.reading.beliefs import ASSUMES, Evidence, Suggestion
from solver.remarks import Saying, remark, with_option

if TYPE_CHECKING:  # a sheet needs none of these
    from solver.games.think_str8.advice.by_reading import ByReading, Figures
    from solver.games.think_str8.review.readings import ReadingReview, RivalRead
    from solver.games.think_str8.review.review import Review

TELLING = 0.05  # bits on average from which a rival's bets told something


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
    from solver.games.think_str8.advice.by_reading import HIT

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


# Looking back.


def name_readings(review: Review) -> str:
    return f"Had {'you' if review.table.you(review.seat) else review.seat} read the others' bets"


def tell_review(readings: ReadingReview, me: str) -> list[str]:
    """Whether reading paid, whose bets told something, and what could have been read in time."""
    gained = readings.exact - readings.read
    loss = f"log-loss {readings.read:.2f} bits instead of {readings.exact:.2f}"
    at = f"{readings.decisions} decision{'s' * (readings.decisions != 1)}"
    lines = [f"On average over {at} the true hand was {_tell_times(gained)} ({loss})."]
    lines.append(" · ".join(f"{rival.player}: {_tell_rival(rival)}" for rival in readings.rivals))
    for each in readings.in_time:
        when = "the final bets" if each.round is None else f"the bet of round {each.round}"
        lines.append(f"In time for {when}, {tell_suggestion(each.suggestion, me)}")
    return lines


def _tell_times(bits: float) -> str:
    likely = "likely as by the hands alone"
    return f"{2**bits:.1f} times as {likely}" if bits >= 0 else f"only {2**bits:.0%} as {likely}"


def _tell_rival(rival: RivalRead) -> str:
    what = "could be read" if rival.bits > TELLING else "misled" if rival.bits < -TELLING else "told next to nothing"
    return f"{rival.bets} bet{'s' * (rival.bets != 1)} {what} ({rival.bits:+.2f} bits)"
