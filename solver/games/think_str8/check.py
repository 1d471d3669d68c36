"""Is the log free of contradictions, and are my own crosses justified? Nothing is given away that I have not found.

A contradiction comes with the smallest set of lines that cannot hold together and the likeliest repairs; a broken rule
with repairs only, since the fault itself names the lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from solver.engine.facts import Puzzle
from solver.engine.worlds import count_worlds
from solver.games.think_str8.events import Card, Cross, Dice, Uncross
from solver.games.think_str8.facts import list_lines, make_puzzle
from solver.games.think_str8.misheard import explain_misheard, find_misheard
from solver.games.think_str8.repairs.likeliest import find_repairs
from solver.games.think_str8.replay import replay
from solver.games.think_str8.rules import NUMBERS
from solver.games.think_str8.sheet import seen_numbers
from solver.games.think_str8.table import Table
from solver.games.think_str8.words.proofs import word_proof
from solver.grammar import Reading
from solver.log import Line, LogError
from solver.proof.blame import find_two_lines
from solver.proof.conflicts import Check, Conflict, NoPad, Sentence
from solver.proof.smallest import Claim, Proof, find_conflict, prove
from solver.proof.steps import tell


def check(reading: Reading, table: Table, seat: str, upto: int | None = None) -> Check:
    """Check a log that was read and replayed without fault."""
    puzzle = make_puzzle(table, seat)
    conflict = explain_conflict(table, seat, puzzle)
    if conflict is None:
        return Check(seat, table.me, pad=judge_pad(reading, table) if seat == table.me else NoPad())
    repairs = find_repairs(reading, table, seat, upto)
    pair = () if repairs or conflict.player != seat else find_two_lines(puzzle)
    return Check(seat, table.me, conflict, repairs, pair)


def check_broken(reading: Reading, errors: Sequence[LogError], upto: int | None = None) -> Check:
    """Repairs for a log that breaks a rule."""
    me = reading.opening.me or ""
    repairs = find_repairs(reading, None, me, upto) if me else ()
    return Check(me, me, repairs=repairs, errors=tuple(errors))


def explain_conflict(table: Table, seat: str, puzzle: Puzzle | None = None) -> Conflict | None:
    """Lines that cannot hold together: about the seat's own cards, else about another player's."""
    own = find_conflict(puzzle or make_puzzle(table, seat))
    if own is not None:
        return _word(own, table, seat)
    for heard in find_misheard(table, seat):
        return _word(explain_misheard(heard), table, heard.player)
    return None


def _word(proof: Proof, table: Table, player: str) -> Conflict:
    return Conflict(player, proof.because, list_lines(proof.because), word_proof(tell(proof), table, player))


# The owner's pad. How many more crosses could be made is told, not which.


@dataclass(frozen=True, slots=True)
class JudgedCross:
    """One number crossed out. Whether it is out by now is not said: that would give it away."""

    line: Line
    card: Card
    justified: bool

    def data(self) -> dict[str, object]:
        return {"line": self.line.number, "claim": str(self.card), "justified": self.justified}


@dataclass(frozen=True, slots=True)
class Pad:
    """The crosses judged, colours crossed out whole, and how many numbers could still be crossed out."""

    crosses: tuple[JudgedCross, ...] = ()
    full: tuple[str, ...] = ()
    more: int = 0

    @property
    def fine(self) -> bool:
        return not self.full and all(cross.justified for cross in self.crosses)

    def data(self) -> dict[str, object]:
        return {
            "crosses": [cross.data() for cross in self.crosses],
            "full": list(self.full),
            "more": self.more,
        }


def judge_pad(reading: Reading, table: Table) -> Pad:
    """Judge the crosses of a log that fits together."""
    crosses = tuple(cross for event in table.crosses for cross in _judge(reading, event, table))
    marked = _marked(table, table.me)
    full = tuple(colour for colour in table.colours if all((colour, number) in marked for number in NUMBERS))
    return Pad(crosses, full, len(list_uncrossed(table, table.me)))


def list_uncrossed(table: Table, seat: str) -> list[tuple[str, int]]:
    """Numbers that are out but neither seen nor crossed out on the pad, in pad order; only the log's owner has one."""
    possible, marked = _possible(table, seat), _marked(table, seat)
    return [
        (colour, number)
        for colour in table.colours
        for number in NUMBERS
        if number not in possible[colour] and (colour, number) not in marked
    ]


def _marked(table: Table, seat: str) -> set[tuple[str, int]]:
    seen = {(colour, number) for colour in table.colours for number in seen_numbers(table, seat, colour)}
    return seen | (set(table.crossed) if seat == table.me else set())


def _possible(table: Table, seat: str) -> dict[str, set[int]]:
    puzzle = make_puzzle(table, seat)
    worlds = count_worlds(puzzle)
    return {card.name: set(worlds.counts(card)) for card in puzzle.hand}


def _judge(reading: Reading, event: Cross, table: Table) -> Iterator[JudgedCross]:
    """Each number of a line, but for those that were taken back."""
    possible = _possible(_table_before(reading, event), table.me)
    taken_back = _taken_back(reading, event, table)
    for card in event.cards:
        if (card.colour, card.number) not in taken_back:
            yield JudgedCross(event.line, card, card.number not in possible[card.colour])


def _taken_back(reading: Reading, event: Cross, table: Table) -> set[tuple[str, int]]:
    """What later `uncross` lines name, up to the round at which the table stands."""
    rounds, found = 0, set()
    for other in reading.events:
        rounds += isinstance(other, Dice)
        if rounds > table.round:
            break
        if isinstance(other, Uncross) and other.line.number > event.line.number:
            found |= {(card.colour, card.number) for card in other.cards}
    return found


def _table_before(reading: Reading, event: Cross) -> Table:
    """The table as it stood when the cross was made: the lines above it."""
    place = next(place for place, other in enumerate(reading.events) if other is event)
    table, _ = replay(replace(reading, events=reading.events[:place]))
    assert table is not None  # the whole log was replayed without fault
    return table


# The easiest deduction not yet on the pad: where to look, then what, then why.


WHERE, WHAT, WHY = 0, 1, 2  # how much a hint tells


@dataclass(frozen=True, slots=True)
class Hint:
    """How many numbers are left to find; of the easiest the colour, and as far as asked the number and its proof."""

    level: int
    left: int
    colour: str | None = None
    number: int | None = None
    proof: Proof | None = None
    sentences: tuple[Sentence, ...] = ()

    def data(self) -> dict[str, object]:
        found: dict[str, object] = {"left": self.left, "colour": self.colour}
        if self.number is not None:
            found["number"] = self.number
        if self.proof is not None:
            lines = list_lines(self.proof.because)
            found["because"] = [{"line": line.number, "text": line.event} for line in lines]
            found["steps"] = [sentence.text for sentence in self.sentences]
        return found


def give_hint(table: Table, seat: str, level: int) -> Hint | None:
    """The easiest number to cross out; None if no hand fits the log."""
    puzzle = make_puzzle(table, seat)
    if not count_worlds(puzzle).count:
        return None
    open_ = list_uncrossed(table, seat)
    proofs = [(proof, colour, number) for colour, number in open_ if (proof := _prove(puzzle, colour, number))]
    if not proofs:
        return Hint(level, 0)
    proof, colour, number = min(proofs, key=lambda found: _ease(found[0]))
    if level < WHY:
        return Hint(level, len(proofs), colour, number if level >= WHAT else None)
    return Hint(level, len(proofs), colour, number, proof, word_proof(tell(proof), table, seat))


def _prove(puzzle: Puzzle, colour: str, number: int) -> Proof | None:
    card = next(card for card in puzzle.hand if card.name == colour)
    return prove(puzzle, Claim.is_not(card, number))


def _ease(proof: Proof) -> tuple[int, int, list[int]]:
    """Cheap facts, few facts, early lines; of equals the first in pad order."""
    return proof.cost, len(proof.because), sorted((fact.line.number for fact in proof.because), reverse=True)
