"""What the others' bets suggest, and how that is said: never as a percentage, since bets are no count."""

from __future__ import annotations

from dataclasses import dataclass

from solver.english import Saying, format_chance, format_figure, say_remark, with_option
from solver.games.think_str8.rules import format_span
from solver.language import later, say, say_percent

ASSUMES = later("This assumes that the others bet sensibly by what they see. It proves nothing.")
LEAST = 0.05  # a smaller change of a chance is not worth a word


@dataclass(frozen=True, slots=True)
class Evidence:
    """The bet that told most, and the chance there would be without it."""

    player: str
    round: int
    low: int
    high: int
    without: float

    def data(self) -> dict[str, object]:
        bet = {"player": self.player, "round": self.round, "range": [self.low, self.high]}
        return bet | {"without": round(self.without, 4)}


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A number whose chance the bets change: of the hands, and reading the bets."""

    colour: str
    number: int
    exact: float
    read: float
    evidence: Evidence

    def data(self) -> dict[str, object]:
        chances = {"exact": round(self.exact, 4), "reading": round(self.read, 4)}
        return {"colour": self.colour, "number": self.number, **chances, "told_most": self.evidence.data()}


@dataclass(frozen=True, slots=True)
class TableReading:
    """What the table suggests: beneath an exact sheet, never in it."""

    trust: float
    suggestions: tuple[Suggestion, ...]
    me: str

    @property
    def assumes(self) -> str:
        return say(ASSUMES)

    @property
    def sentences(self) -> tuple[str, ...]:
        return tuple(tell_suggestion(suggestion, self.me) for suggestion in self.suggestions)

    def data(self) -> dict[str, object]:
        suggests = [suggestion.data() for suggestion in self.suggestions]
        return {"trust": self.trust, "suggests": suggests, "assumes": say(ASSUMES)}


HIT, AIM = "hit", "aim"  # what figures are, beside final-bet points: the chance of a hit, or to reach an aim


@dataclass(frozen=True, slots=True)
class Figures:
    """A move by both: the chance of a hit, or the points it brings, from the hands alone and reading the bets."""

    line: str  # the line of the log that would say it
    short: str  # the same, or of final bets only those that differ
    exact: float | None
    read: float | None

    def data(self) -> dict[str, object]:
        exact, read = (None if figure is None else round(figure, 4) for figure in (self.exact, self.read))
        return {"line": self.line, "exact": exact, "reading": read}


@dataclass(frozen=True, slots=True)
class ByReading:
    """What reading the bets would do. `measure` is what the figures are: HIT, AIM, or points.

    `evidence` is the bet that told most about the hit; where no bet is advised, `suggestion` is the number that the
    bets changed most.
    """

    trust: float
    measure: str
    move: Figures
    instead_of: Figures  # the move from exact chances
    evidence: Evidence | None
    suggestion: Suggestion | None

    @property
    def differs(self) -> bool:
        return self.move.line != self.instead_of.line

    @property
    def says(self) -> str:
        """Which of the two moves to take, and why; nothing if they are one."""
        if not self.differs:
            return ""
        move, other = self.move.short, self.instead_of.short
        return say(
            "Take {move}: the others' bets speak for it. By the hands alone it would be {other}.",
            move=move,
            other=other,
        )

    def data(self) -> dict[str, object]:
        return {
            "trust": self.trust,
            "differs": self.differs,
            "says": self.says,
            "measure": self.measure,
            "move": self.move.data(),
            "instead_of": self.instead_of.data(),
            "told_most": self.evidence.data() if self.evidence else None,
            "suggests": self.suggestion.data() if self.suggestion else None,
            "assumes": say(ASSUMES),
        }


def tell_assumed() -> Saying:
    """What a reading rests on, and how to do without it."""
    return say_remark("{assumes} `{ask}` leaves it out.", assumes=say(ASSUMES), ask=with_option("trust", "0"))


def tell_suggestion(suggestion: Suggestion, me: str) -> str:
    exact, read = suggestion.exact, suggestion.read
    told = tell_evidence(tell_chances(exact, read), suggestion.evidence, exact, read, me)
    return say("{colour} {number}: {chances}.", colour=say(suggestion.colour), number=suggestion.number, chances=told)


STEPS = (
    (0.95, later("nearly sure")),
    (0.8, later("very likely")),
    (0.6, later("likely")),
    (0.4, later("about even")),
    (0.2, later("unlikely")),
    (0.0, later("very unlikely")),
)


def tell_likely(chance: float) -> str:
    """How likely something is by reading."""
    return say(next(words for least, words in STEPS if chance >= least))


def tell_chances(exact: float, read: float) -> str:
    """Both; of what is certain by the hands, bets tell nothing."""
    hands = format_chance(exact)
    if exact in (0, 1):
        return say("{chance} of the hands", chance=hands)
    if tell_likely(read) != tell_likely(exact):
        return say("{chance} of the hands; reading the bets, {likely}", chance=hands, likely=tell_likely(read))
    if read >= exact:
        return say("{chance} of the hands; reading the bets, a little likelier", chance=hands)
    return say("{chance} of the hands; reading the bets, a little less likely", chance=hands)


def tell_evidence(chances: str, evidence: Evidence, exact: float, read: float, me: str) -> str:
    """The bet that told most; if others told much of the same, it is not said to have told most of it all."""
    most = abs(read - evidence.without) >= abs(read - exact) / 2
    told = {"chances": chances, "bet": _name_bet(evidence, me), "without": tell_likely(evidence.without)}
    if told["without"] == tell_likely(read):
        return say("{chances}, most of it from {bet}", **told) if most else say("{chances}; {bet} told most", **told)
    if most:
        return say("{chances}, most of it from {bet} (without it {without})", **told)
    return say("{chances}; {bet} told most (without it {without})", **told)


def _name_bet(bet: Evidence, me: str) -> str:
    if bet.player == me:
        return say("your {bet} in round {round}", bet=format_span(bet.low, bet.high), round=bet.round)
    name = {"player": bet.player, "bet": format_span(bet.low, bet.high), "round": bet.round}
    return say("{player}'s {bet} in round {round}", **name)


def tell_by_reading(reading: ByReading, me: str) -> list[str]:
    """The move that the bets speak for, with the figures of both moves if it is another."""
    move = _tell_figures(reading, reading.move, me)
    if not reading.differs:
        lines = [say("The same move: {figures}.", figures=move)]
    else:
        instead_of = _tell_figures(reading, reading.instead_of)
        lines = [
            say("{move}: {figures}.", move=reading.move.short, figures=move),
            say("{move}, as above: {figures}.", move=reading.instead_of.short, figures=instead_of),
        ]
    if reading.suggestion:
        lines.append(say("Above all they suggest {suggestion}", suggestion=tell_suggestion(reading.suggestion, me)))
    return lines


def _tell_figures(reading: ByReading, figures: Figures, me: str | None = None) -> str:
    """With `me` also which bet told most."""
    exact, read = figures.exact, figures.read
    if read is None:
        return say("{chance} by the hands alone", chance=say_percent(exact or 0.0, ".1%"))
    if exact is None:
        return say("reading the bets, {likely}", likely=tell_likely(read))
    if reading.measure != HIT:
        points = {"exact": format_figure(exact, "+"), "read": format_figure(read, "+")}
        return say("{exact} final-bet points by the hands alone, reading the bets {read}", **points)
    told = tell_chances(exact, read)
    if reading.evidence and me is not None and abs(exact - read) >= LEAST:
        told = tell_evidence(told, reading.evidence, exact, read, me)
    return say("a hit with {chances}", chances=told)
