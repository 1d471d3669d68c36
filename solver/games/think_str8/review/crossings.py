"""Were the hints true, was each cross on the owner's pad justified when it was made, and what was never crossed?

Every answer is worked out again from the cards held then, and a false one shows its cost.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from solver.engine.facts import Puzzle
from solver.engine.worlds import Worlds, count_worlds
from solver.games.think_str8.facts import Answered, Heard, hidden, make_puzzle
from solver.games.think_str8.review.moments import Position, Story, without
from solver.games.think_str8.rules import NUMBERS, Card, Cross, Swap, Uncross, right_answer
from solver.games.think_str8.sheet import seen_numbers
from solver.games.think_str8.table import Placed, Table
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
    first: int  # since which round the card was held
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
    for number in range(1, story.table.round + 1):
        position = story.honestly_at(story.after_round(number), story.table.me)  # nobody misses what is not so
        for colour, out in open_numbers(position, story.table.me).items():
            first = position.table.current(story.table.me, colour).first
            for one in out:
                stretches.setdefault((colour, first, one), []).append(number)
    groups: dict[tuple[str, int, int, int, int | None], list[int]] = {}
    for (colour, first, one), rounds in stretches.items():
        crossed = _crossed_later(story, Card(colour, one), first, rounds[-1])
        groups.setdefault((colour, first, rounds[0], rounds[-1], crossed), []).append(one)
    for (colour, first, since, until, crossed), numbers in sorted(groups.items(), key=lambda group: group[0][2]):
        laid_off = story.table.current(story.table.me, colour).first != first
        yield Missed(colour, tuple(sorted(numbers)), since, crossed, until, first, laid_off)


def open_numbers(position: Position, seat: str) -> dict[str, tuple[int, ...]]:
    """Numbers that are out by deduction alone and not crossed on the pad. Cards in sight need no cross."""
    table, found = position.table, {}
    for colour in table.colours:
        possible = position.possible(hidden(table.current(seat, colour)))
        seen = seen_numbers(table, seat, colour)
        out = [n for n in NUMBERS if n not in possible and n not in seen and (colour, n) not in table.crossed]
        if out:
            found[colour] = tuple(out)
    return found


def _crossed_later(story: Story, card: Card, first: int, last: int) -> int | None:
    """The round in which the number was crossed, if it was while the card was still held; the end is the last round."""
    number = min(last + 1, story.table.round)
    table = story.table if number == last else story.table_at(story.after_round(number))
    held = table.current(story.table.me, card.colour)
    return number if held.first == first and (card.colour, card.number) in table.crossed else None


@dataclass(frozen=True, slots=True)
class Spoiled:
    """A true card that a false hint ruled out, and the round from which on it did."""

    card: Card
    since: int

    def data(self) -> dict[str, object]:
        return {"card": str(self.card), "from_round": self.since}


@dataclass(frozen=True, slots=True)
class FalseHint:
    """An answer that the cards prove wrong: what was said, what was right, and which deductions it spoiled."""

    heard: Heard
    right: str
    points: int  # moved too far, or below 0 too little
    wrongly_out: tuple[tuple[str, tuple[int, ...]], ...]  # the most it ever ruled out, by colour
    spoiled: tuple[Spoiled, ...]
    noticed: int | None  # the first round after which no hand fitted all that was told

    @property
    def player(self) -> str:
        return self.heard.player

    @property
    def round(self) -> int:
        return self.heard.round.number

    @property
    def bet(self) -> Placed:
        return self.heard.round.bets[self.heard.player]

    @property
    def line(self) -> Line:
        """Where the answer stands."""
        return self.bet.lines[-1]

    def data(self) -> dict[str, object]:
        return {
            "round": self.round,
            "line": self.line.number,
            "text": self.line.event,
            "player": self.player,
            "range": [self.bet.low, self.bet.high],
            "said": self.bet.answer,
            "right": self.right,
            "sum": self.heard.total,
            "points": self.points,
            "wrongly_ruled_out": {colour: list(numbers) for colour, numbers in self.wrongly_out},
            "true_cards_ruled_out": [spoiled.data() for spoiled in self.spoiled],
            "no_hand_from_round": self.noticed,
        }


@dataclass(frozen=True, slots=True)
class Hints:
    """How many answers the log has, how many could be checked, and the false ones."""

    answers: int
    checked: int
    false: tuple[FalseHint, ...]

    def data(self) -> dict[str, object]:
        return {"answers": self.answers, "checked": self.checked, "false": [hint.data() for hint in self.false]}


def check_hints(story: Story) -> Hints:
    answers = sum(bet.typed for this in story.table.rounds for bet in this.bets.values())
    checked = sum(heard.round.bets[heard.player].typed for heard in story.heard)
    false = tuple(_look_into(story, heard) for heard in story.heard if not heard.fits)
    return Hints(answers, checked, false)


def _look_into(story: Story, heard: Heard) -> FalseHint:
    table, bet = story.table, heard.round.bets[heard.player]
    right = right_answer(bet.low, bet.high, heard.total, bet.length == min(table.tokens))
    points = table.tokens[bet.length] * ((bet.answer == "hit") - (right == "hit"))
    wrongly, spoiled, noticed = _follow(story, heard)
    return FalseHint(heard, right, points, wrongly, spoiled, noticed)


def _follow(
    story: Story, heard: Heard
) -> tuple[tuple[tuple[str, tuple[int, ...]], ...], tuple[Spoiled, ...], int | None]:
    """Round after round, what the hint ruled out for the player who believed it and all that was true."""
    player, first = heard.player, heard.round.number
    worst: dict[str, tuple[int, ...]] = {}
    spoiled: dict[tuple[str, int], Spoiled] = {}
    for number in range(first, story.table.round + 1):
        table = story.seen_by(story.after_round(number), player)
        truth, belief = _truth_and_belief(story, table, heard)
        if not belief.count:
            return tuple(worst.items()), tuple(spoiled.values()), number
        for colour in table.colours:
            held = table.current(player, colour)
            can, believed = (frozenset(worlds.counts(hidden(held))) for worlds in (truth, belief))
            out = tuple(sorted(can - believed))
            if len(out) > len(worst.get(colour, ())):
                worst[colour] = out
            card = story.true_card(held)
            if card in out and card is not None:
                spoiled.setdefault((colour, held.first), Spoiled(Card(colour, card), number))
    return tuple(worst.items()), tuple(spoiled.values()), None


def _truth_and_belief(story: Story, table: Table, heard: Heard) -> tuple[Worlds, Worlds]:
    """All worlds without any false hint, and those with this one."""
    told = make_puzzle(table, heard.player)
    puzzle = without(told, story.false_rounds(heard.player))
    return count_worlds(puzzle), count_worlds(_with(puzzle, told, heard))


def _with(puzzle: Puzzle, told: Puzzle, heard: Heard) -> Puzzle:
    facts = [
        fact for fact in told.facts if isinstance(fact.told, Answered) and fact.told.round.number == heard.round.number
    ]
    return replace(puzzle, facts=(*puzzle.facts, *facts))
