"""What to learn from a game: the pad, looked through again, and every choice that gave points up, by its kind.

Was each cross justified when it was made, and what was never crossed?
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from solver.games.think_str8.advice.bets import BetOption, SwapOption
from solver.games.think_str8.events import Cross, Swap, Uncross
from solver.games.think_str8.facts import hidden
from solver.games.think_str8.review.decisions import Decision, Ledger, name_choice
from solver.games.think_str8.review.moments import ColourLoss, FinalBets, Story
from solver.games.think_str8.rules import NUMBERS, Card
from solver.games.think_str8.table import Table
from solver.games.think_str8.why import list_marked
from solver.language import later
from solver.log import Line

JUSTIFIED, PREMATURE, WRONG, MISLED, UNPROVED = "justified", "premature", "wrong", "misled", "unproved"


@dataclass(frozen=True, slots=True)
class Crossing:
    """A number crossed out, judged by what could be known just then.

    premature: right, but not yet to be proved (`provable` is the round from which it was); wrong: the card was that
    one; misled: the same, but a false hint seemed to prove it; unproved: not to be proved, and the card is not known.
    """

    line: Line
    round: int
    card: Card
    verdict: str
    provable: int | None = None
    taken_back: Line | None = None

    def data(self) -> dict[str, object]:
        return {
            "line": self.line.number,
            "round": self.round,
            "claim": f"{self.card} is out",
            "verdict": self.verdict,
            "provable_from_round": self.provable,
            "taken_back_in_line": self.taken_back.number if self.taken_back else None,
        }


@dataclass(frozen=True, slots=True)
class Missed:
    """Numbers of one card that were out from a round on; crossed later than that, or never."""

    colour: str
    numbers: tuple[int, ...]
    since: int
    crossed: int | None  # the round in which it was crossed after all
    until: int  # the last round in which it was open
    laid_off: bool  # the card was laid off later, so a later cross of the number is another's

    def data(self) -> dict[str, object]:
        return {
            "colour": self.colour,
            "numbers": list(self.numbers),
            "from_round": self.since,
            "crossed_in_round": self.crossed,
            "until_round": self.until,
        }


@dataclass(frozen=True, slots=True)
class PadWork:
    """All crosses and all that was missed. Without a single cross in the log nothing is said to be missed."""

    crossings: tuple[Crossing, ...] = ()
    missed: tuple[Missed, ...] = ()

    def late(self, crossing: Crossing) -> int | None:
        """The round since which the number was out, if it was crossed only later."""
        card = crossing.card
        same = (m for m in self.missed if m.colour == card.colour and card.number in m.numbers)
        return next((missed.since for missed in same if missed.crossed == crossing.round), None)

    def of_round(self, number: int) -> tuple[Crossing, ...]:
        return tuple(crossing for crossing in self.crossings if crossing.round == number)

    def open_in(self, number: int, colours: tuple[str, ...]) -> tuple[Missed, ...]:
        """What could have been crossed before the throw of a round and was not, in these colours."""
        return tuple(m for m in self.missed if m.since < number <= m.until + 1 and m.colour in colours)

    def data(self) -> dict[str, object]:
        crossings, missed = [c.data() for c in self.crossings], [m.data() for m in self.missed]
        return {"crosses": crossings, "missed": missed}


def judge_pad(story: Story) -> PadWork:
    if not story.table.crosses:
        return PadWork()
    return PadWork(tuple(_judge_all(story)), tuple(_find_missed(story)))


# Crosses.


def _judge_all(story: Story) -> Iterator[Crossing]:
    taken_back = _taken_back(story)
    for place, event in enumerate(story.events):
        if isinstance(event, Cross):
            for card in event.cards:
                yield _judge(story, min(place, story.end), event.line, card, taken_back.get((place, card)))


def _taken_back(story: Story) -> dict[tuple[int, Card], Line]:
    """For each cross, by its place, where it was taken back; a swap of the colour wipes what was crossed before."""
    next_uncross: dict[Card, Line] = {}
    found = {}
    for place, event in reversed(tuple(enumerate(story.events))):
        if isinstance(event, Uncross):
            next_uncross |= dict.fromkeys(event.cards, event.line)
        elif isinstance(event, Swap) and event.player == story.table.me:
            next_uncross = {card: line for card, line in next_uncross.items() if card.colour != event.old.colour}
        elif isinstance(event, Cross):
            found.update({(place, card): next_uncross[card] for card in event.cards if card in next_uncross})
    return found


def _judge(story: Story, place: int, line: Line, card: Card, taken_back: Line | None) -> Crossing:
    position, number = story.at(place, story.table.me), story.round_of(place)
    held = position.table.current(story.table.me, card.colour)
    true = story.true_card(held)
    provable = None
    if card.number not in position.possible(hidden(held)):
        verdict = MISLED if true == card.number else JUSTIFIED
    elif true is None:
        verdict = UNPROVED
    elif true == card.number:
        verdict = WRONG
    else:
        verdict, provable = PREMATURE, _first_provable(story, number, card, held.first)
    return Crossing(line, number, card, verdict, provable, taken_back)


def _first_provable(story: Story, number: int, card: Card, first: int) -> int | None:
    for after in range(number, story.table.round + 1):
        position = story.honestly_at(story.after_round(after), story.table.me)
        held = position.table.current(story.table.me, card.colour)
        if held.first != first:
            return None
        if card.number not in position.possible(hidden(held)):
            return after
    return None


# What was missed.


def _find_missed(story: Story) -> Iterator[Missed]:
    """Per card and stretch of rounds, the numbers that could have been crossed."""
    stretches: dict[tuple[str, int, int], list[int]] = {}  # colour, held since, number: rounds it was open
    me = story.table.me
    for number in range(1, story.table.round + 1):
        position = story.honestly_at(story.after_round(number), me)  # what is not true cannot be missed
        marked = list_marked(position.table, me)
        for colour in position.table.colours:
            held = position.table.current(me, colour)
            possible = position.possible(hidden(held))
            for one in NUMBERS:
                if one not in possible and (colour, one) not in marked:
                    stretches.setdefault((colour, held.first, one), []).append(number)
    groups: dict[tuple[str, int, int, int, int | None], list[int]] = {}
    for (colour, first, one), rounds in stretches.items():
        crossed = _crossed_later(story, Card(colour, one), first, rounds[-1])
        groups.setdefault((colour, first, rounds[0], rounds[-1], crossed), []).append(one)
    for (colour, first, since, until, crossed), numbers in sorted(groups.items(), key=lambda group: group[0][2]):
        laid_off = story.table.current(me, colour).first != first
        yield Missed(colour, tuple(sorted(numbers)), since, crossed, until, laid_off)


def _crossed_later(story: Story, card: Card, first: int, last: int) -> int | None:
    """The round in which the number was crossed, if it was while the card was still held; the end is the last round."""
    number = min(last + 1, story.table.round)
    table = story.table if number == last else story.table_at(story.after_round(number))
    held = table.current(story.table.me, card.colour)
    return number if held.first == first and (card.colour, card.number) in table.crossed else None


# What choices gave up.


NOTHING = later("nothing")  # no final bet
UNCROSSED, LAID_OFF, TOO_LONG, TOO_SHORT, ELSEWHERE, FINALS = (
    "not crossed",
    "laid off",
    "too long",
    "too short",
    "elsewhere",
    "final bets",
)


@dataclass(frozen=True, slots=True)
class Mistake:
    """A choice that gave something up, of final bets one colour: what was chosen, what would have been better."""

    kind: str
    decision: Decision
    chosen: str
    best: str  # these are said when they are shown: a colour, a range, numbers or nothing
    cost: float
    loss: ColourLoss | None = None  # of a final bet
    missed: tuple[Missed, ...] = ()  # what was out by then and still open on the pad

    @property
    def round(self) -> int:
        return self.decision.round

    def data(self) -> dict[str, object]:
        return {"round": self.round, "chosen": self.chosen, "best": self.best, "cost": round(self.cost, 4)}


@dataclass(frozen=True, slots=True)
class Mistakes:
    """All slips of a kind, the costliest first."""

    kind: str
    slips: tuple[Mistake, ...]

    @property
    def cost(self) -> float:
        return sum(slip.cost for slip in self.slips)

    def data(self) -> dict[str, object]:
        return {"kind": self.kind, "cost": round(self.cost, 4), "slips": [slip.data() for slip in self.slips]}


def find_slips(table: Table, ledger: Ledger, pad: PadWork) -> list[Mistake]:
    """Every point given up is in one of them."""
    return [slip for decision in ledger.decisions for slip in _slips(table, decision, pad)]


def _slips(table: Table, decision: Decision, pad: PadWork) -> Iterator[Mistake]:
    chosen, best = decision.chosen, decision.best
    if isinstance(chosen, FinalBets):
        for loss in chosen.colours:
            if loss.given_up:
                bet, better = (" ".join(map(str, numbers)) or NOTHING for numbers in (loss.numbers, loss.best))
                yield Mistake(FINALS, decision, bet, better, loss.given_up, loss)
    elif decision.given_up:
        dice = table.rounds[decision.round - 1].dice or ()
        colours = (chosen.colour, name_choice(best)) if isinstance(chosen, SwapOption) else dice
        missed = pad.open_in(decision.round, colours)
        kind = UNCROSSED if missed else _kind(chosen, best)
        yield Mistake(kind, decision, name_choice(chosen), name_choice(best), decision.given_up, missed=missed)


def find_lessons(slips: Sequence[Mistake]) -> tuple[Mistakes, ...]:
    dearest = sorted(slips, key=lambda slip: -round(slip.cost, 9))
    lessons = [
        Mistakes(kind, tuple(slip for slip in dearest if slip.kind == kind))
        for kind in dict.fromkeys(slip.kind for slip in dearest)
    ]
    return tuple(sorted(lessons, key=lambda lesson: -round(lesson.cost, 9)))


def _kind(chosen: BetOption | SwapOption, best: BetOption | SwapOption | FinalBets) -> str:
    if not isinstance(chosen, BetOption) or not isinstance(best, BetOption):
        return LAID_OFF
    if chosen.token == best.token:
        return ELSEWHERE
    return TOO_LONG if chosen.token > best.token else TOO_SHORT
