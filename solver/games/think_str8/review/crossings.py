"""The owner's pad: was each cross justified when it was made, and which numbers were out but never crossed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solver.games.think_str8.events import Card, Cross, Swap, Uncross
from solver.games.think_str8.facts import hidden
from solver.games.think_str8.review.moments import Position, Story
from solver.games.think_str8.rules import NUMBERS
from solver.games.think_str8.sheet import seen_numbers
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
        yield Missed(colour, tuple(sorted(numbers)), since, crossed, until, first)


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
    """The round in which the number was crossed, if it was while the card was still held."""
    if last == story.table.round:
        return None
    table = story.table_at(story.after_round(last + 1))
    held = table.current(story.table.me, card.colour)
    return last + 1 if held.first == first and (card.colour, card.number) in table.crossed else None
