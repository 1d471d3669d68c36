"""What to learn from a game: the pad, looked through again, and every choice that gave points up, by its kind.

Was each cross justified when it was made, what was never crossed, and where did the game turn?
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from solver.english import all_of, format_chance
from solver.games.think_str8.advice.bets import BetOption, SwapOption
from solver.games.think_str8.facts import hidden
from solver.games.think_str8.review.decisions import FINAL, SAME, Decision, Ledger, name_choice
from solver.games.think_str8.review.moments import ColourLoss, FinalBets, Story
from solver.games.think_str8.rules import NUMBERS, Card, Cross, Swap, Uncross
from solver.games.think_str8.table import Table
from solver.games.think_str8.why import list_marked
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
class Pad:
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


def judge_pad(story: Story) -> Pad:
    if not story.table.crosses:
        return Pad()
    return Pad(tuple(_judge_all(story)), tuple(_find_missed(story)))


# Crosses.


def _judge_all(story: Story) -> Iterator[Crossing]:
    taken_back = _taken_back(story)
    for place, event in enumerate(story.reading.events):
        if isinstance(event, Cross):
            for card in event.cards:
                yield _judge(story, min(place, story.end), event.line, card, taken_back.get((place, card)))


def _taken_back(story: Story) -> dict[tuple[int, Card], Line]:
    """For each cross, by its place, where it was taken back; a swap of the colour wipes what was crossed before."""
    next_uncross: dict[Card, Line] = {}
    found = {}
    for place, event in reversed(tuple(enumerate(story.reading.events))):
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
    for later in range(number, story.table.round + 1):
        position = story.honestly_at(story.after_round(later), story.table.me)
        held = position.table.current(story.table.me, card.colour)
        if held.first != first:
            return None
        if card.number not in position.possible(hidden(held)):
            return later
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


HALF_A_CENT = 0.005  # of a point: less would read as 0.00
UNCROSSED, LAID_OFF, TOO_LONG, TOO_SHORT, ELSEWHERE, FINALS = (
    "not crossed",
    "laid off",
    "too long",
    "too short",
    "elsewhere",
    "final bets",
)


@dataclass(frozen=True, slots=True)
class Slip:
    """A choice that gave something up, of final bets one colour: what was chosen, what would have been better."""

    kind: str
    decision: Decision
    chosen: str
    best: str
    cost: float
    loss: ColourLoss | None = None  # of a final bet
    missed: tuple[Missed, ...] = ()  # what was out by then and still open on the pad

    @property
    def round(self) -> int:
        return self.decision.round

    def data(self) -> dict[str, object]:
        return {"round": self.round, "chosen": self.chosen, "best": self.best, "cost": round(self.cost, 4)}


@dataclass(frozen=True, slots=True)
class Lesson:
    """All slips of a kind, the costliest first."""

    kind: str
    slips: tuple[Slip, ...]

    @property
    def cost(self) -> float:
        return sum(slip.cost for slip in self.slips)

    def data(self) -> dict[str, object]:
        return {"kind": self.kind, "cost": round(self.cost, 4), "slips": [slip.data() for slip in self.slips]}


def find_slips(table: Table, ledger: Ledger, pad: Pad) -> list[Slip]:
    """Every point given up is in one of them."""
    return [slip for decision in ledger.decisions for slip in _slips(table, decision, pad)]


def _slips(table: Table, decision: Decision, pad: Pad) -> Iterator[Slip]:
    chosen, best = decision.chosen, decision.best
    if isinstance(chosen, FinalBets):
        for loss in chosen.colours:
            if loss.given_up:
                bet, better = (" ".join(map(str, numbers)) or "nothing" for numbers in (loss.numbers, loss.best))
                yield Slip(FINALS, decision, bet, better, loss.given_up, loss)
    elif decision.given_up:
        dice = table.rounds[decision.round - 1].dice or ()
        colours = (chosen.colour, name_choice(best)) if isinstance(chosen, SwapOption) else dice
        missed = pad.open_in(decision.round, colours)
        kind = UNCROSSED if missed else _kind(chosen, best)
        yield Slip(kind, decision, name_choice(chosen), name_choice(best), decision.given_up, missed=missed)


def find_lessons(slips: Sequence[Slip]) -> tuple[Lesson, ...]:
    dearest = sorted(slips, key=lambda slip: -round(slip.cost, 9))
    lessons = [
        Lesson(kind, tuple(slip for slip in dearest if slip.kind == kind))
        for kind in dict.fromkeys(slip.kind for slip in dearest)
    ]
    return tuple(sorted(lessons, key=lambda lesson: -round(lesson.cost, 9)))


def _kind(chosen: BetOption | SwapOption, best: BetOption | SwapOption | FinalBets) -> str:
    if not isinstance(chosen, BetOption) or not isinstance(best, BetOption):
        return LAID_OFF
    if chosen.token == best.token:
        return ELSEWHERE
    return TOO_LONG if chosen.token > best.token else TOO_SHORT


# The turning point: the single decision, or missed deduction, that cost most.


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """What cost most. `kind` is bet, swap, final, or missed: a final bet that a missed deduction would have avoided."""

    kind: str
    round: int
    line: Line
    cost: float
    text: str
    next_time: str

    def data(self) -> dict[str, object]:
        place = {"kind": self.kind, "round": self.round, "line": self.line.number}
        return {**place, "cost": round(self.cost, 4), "text": self.text, "next_time": self.next_time}


def find_turning_point(table: Table, slips: Sequence[Slip], ledger: Ledger, pad: Pad) -> TurningPoint | None:
    """The costliest of all; among equals the earlier. None if no choice cost anything."""
    dearest = max(slips, key=lambda slip: round(slip.cost, 9), default=None)
    if dearest is None:
        return None
    turning = _turn_at_final(dearest, dearest.loss, pad) if dearest.loss else _turn_at(table, dearest)
    finals = sum(decision.given_up for decision in ledger.decisions if decision.kind == FINAL)
    if finals < turning.cost + SAME:
        return turning
    together = f"The final bets gave up {finals:.2f} together, none of them more than this."
    return replace(turning, text=f"{turning.text} {together}")


def _turn_at(table: Table, slip: Slip) -> TurningPoint:
    decision = slip.decision
    more = f"{slip.best} was worth {_more(slip.cost, decision.value, decision.best_value)}"
    if isinstance(decision.chosen, SwapOption):
        text = f"{slip.chosen} was laid off, and {more}"
    else:
        text = f"the bet on {' + '.join(table.rounds[slip.round - 1].dice or ())} was {slip.chosen}, and {more}"
    if slip.missed:
        text += f". Not crossed by then: {format_missed(slip.missed)}"
    return TurningPoint(decision.kind, slip.round, decision.line, slip.cost, f"{text}.", _instead(decision))


def _more(lost: float, value: float, best: float) -> str:
    return f"{lost:.2f} more: {best:.2f} points instead of {value:.2f}"


def _instead(decision: Decision) -> str:
    """What to do next time, and what is better about it."""
    chosen, best = decision.chosen, decision.best
    if isinstance(chosen, BetOption) and isinstance(best, BetOption):
        later = best.final - chosen.final
        rest = f", and {abs(later):.2f} {'more' if later > 0 else 'fewer'} to expect from the final bets"
        now = f"bet {name_choice(best)}: {_prospect(best)} points instead of {_prospect(chosen)}"
        return now + rest * (abs(later) >= HALF_A_CENT) + "."
    assert isinstance(chosen, SwapOption)
    assert isinstance(best, SwapOption)
    gains = best.card_new - best.card_now - (chosen.card_new - chosen.card_now)
    if best.sharpens - chosen.sharpens > gains:
        tells = f"seeing it adds {best.sharpens:.2f} points to the other colours"
        return f"lay off {best.colour}: {tells}, {chosen.colour} only {chosen.sharpens:.2f}."
    knows = f"as it is it brings only {best.card_now:.2f} points, {chosen.colour} {chosen.card_now:.2f}"
    return f"lay off {best.colour}: {knows}."


def _prospect(bet: BetOption) -> str:
    return f"a sure {bet.points}" if bet.hit == 1 else f"a {format_chance(bet.hit)} chance of {bet.points}"


def _turn_at_final(slip: Slip, loss: ColourLoss, pad: Pad) -> TurningPoint:
    colour, line, cost = loss.colour, slip.decision.line, slip.cost
    more = _more(cost, loss.expected, loss.best_expected)
    text = f"the final bet on {colour} was {slip.chosen}, and {slip.best} could expect {more}"
    never = (missed for missed in pad.missed if missed.crossed is None and missed.until == slip.round)
    open_ = tuple(missed for missed in never if missed.colour == colour)
    if not open_:
        instead = f"bet {slip.best} on {colour}."
        return TurningPoint(slip.decision.kind, slip.round, line, cost, f"{text}.", instead)
    text = f"{format_missed(open_)}, but never crossed; {text}."
    instead = f"cross out what cannot be before the final bets; then {slip.best} is what is left for {colour}."
    return TurningPoint("missed", min(missed.since for missed in open_), line, cost, text, instead)


def format_missed(missed: tuple[Missed, ...]) -> str:
    return ", ".join(f"{one.colour} {all_of(one.numbers)} (out since round {one.since})" for one in missed)
