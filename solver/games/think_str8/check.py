"""Is the log free of contradictions, and are my crosses right? Nothing is given away that I have not found.

A contradiction comes with the smallest set of lines that cannot hold together and the likeliest repairs; a broken rule
with repairs only, since the fault itself names the lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice

from solver.engine.facts import Puzzle
from solver.engine.worlds import count_worlds
from solver.games.think_str8.facts import Clash, find_clashes, list_lines, make_puzzle
from solver.games.think_str8.repairs import find_repairs
from solver.games.think_str8.replay import replay_stepwise
from solver.games.think_str8.rules import NUMBERS, Cross, Dice, Uncross
from solver.games.think_str8.sheet import seen_numbers
from solver.games.think_str8.table import Table
from solver.games.think_str8.words.proofs import word_proof
from solver.log import LogError
from solver.proof.conflicts import Check, Conflict, JudgedCross, Pad, Sentence
from solver.proof.smallest import (
    WHAT,
    WHY,
    Claim,
    Proof,
    find_easiest,
    find_two_lines,
    possible_at_crosses,
    possible_numbers,
    prove,
)
from solver.proof.steps import tell
from solver.replay import Reading


def check(reading: Reading, table: Table, seat: str, upto: int | None = None) -> Check:
    """Check a log that was read and replayed without fault."""
    clash = next(find_clashes(table, seat), None)
    if clash is None:
        return Check(seat, table.me, pad=judge_pad(reading, table) if seat == table.me else Pad())
    repairs = find_repairs(reading, table, seat if clash.heard else clash.player, upto)
    pair = () if repairs or clash.heard else find_two_lines(clash.puzzle)
    return Check(seat, table.me, _word(clash, table), repairs, pair)


def check_broken(reading: Reading, errors: Sequence[LogError], upto: int | None = None) -> Check:
    """Repairs for a log that breaks a rule."""
    me = reading.opening.me or ""
    repairs = find_repairs(reading, None, me, upto) if me else ()
    return Check(me, me, repairs=repairs, errors=tuple(errors))


def _word(clash: Clash, table: Table) -> Conflict:
    proof = clash.explain()
    sentences = word_proof(tell(proof), table, clash.player)
    return Conflict(clash.player, proof.because, list_lines(proof.because), sentences)


# The owner's pad. How many more crosses could be made is told, not which.


def judge_pad(reading: Reading, table: Table) -> Pad:
    """Judge the crosses of a log that fits together, but for those that were taken back."""
    back = _taken_back(reading, table)
    steps = zip(reading.events, replay_stepwise(reading), strict=False)
    stops = ((event, now) for event, now in steps if isinstance(event, Cross) and event.player is None)
    moments = ((cross, make_puzzle(now, table.me)) for cross, now in islice(stops, table.crosses))
    crosses = tuple(
        JudgedCross(cross.line, str(card), str(card), card.number not in possible[card.colour])
        for cross, possible in possible_at_crosses(moments)
        for card in cross.cards
        if back.get((card.colour, card.number), 0) < cross.line.number
    )
    marked = _marked(table, table.me)
    full = tuple(colour for colour in table.colours if all((colour, number) in marked for number in NUMBERS))
    return Pad(crosses, len(list_uncrossed(table, table.me)), full)


def _taken_back(reading: Reading, table: Table) -> dict[tuple[str, int], int]:
    """The last line that takes a cross back, for every number, up to the round at which the table stands."""
    rounds, found = 0, {}
    for event in reading.events:
        rounds += isinstance(event, Dice)
        if rounds > table.round:
            break
        if isinstance(event, Uncross):
            found.update({(card.colour, card.number): event.line.number for card in event.cards})
    return found


def list_uncrossed(table: Table, seat: str) -> list[tuple[str, int]]:
    """Numbers that are out but neither seen nor crossed out on the pad, in pad order; only the log's owner has one."""
    puzzle, marked = make_puzzle(table, seat), _marked(table, seat)
    possible = possible_numbers(puzzle)
    return [
        (colour, number)
        for colour in table.colours
        for number in NUMBERS
        if number not in possible[colour] and (colour, number) not in marked
    ]


def _marked(table: Table, seat: str) -> set[tuple[str, int]]:
    seen = {(colour, number) for colour in table.colours for number in seen_numbers(table, seat, colour)}
    return seen | (set(table.crossed) if seat == table.me else set())


# The easiest deduction not yet on the pad: where to look, then what, then why.


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
            found["because"] = [line.data() for line in lines]
            found["steps"] = [sentence.text for sentence in self.sentences]
        return found


def give_hint(table: Table, seat: str, level: int) -> Hint | None:
    """The easiest number to cross out; None if no hand fits the log."""
    puzzle = make_puzzle(table, seat)
    if not count_worlds(puzzle).count:
        return None
    easiest = find_easiest(list_uncrossed(table, seat), partial(_prove, puzzle), _ease)
    if easiest is None:
        return Hint(level, 0)
    left, (colour, number), proof = easiest.left, easiest.mark, easiest.proof
    if level < WHY:
        return Hint(level, left, colour, number if level >= WHAT else None)
    return Hint(level, left, colour, number, proof, word_proof(tell(proof), table, seat))


def _prove(puzzle: Puzzle, mark: tuple[str, int]) -> Proof | None:
    colour, number = mark
    card = next(card for card in puzzle.hand if card.name == colour)
    return prove(puzzle, Claim.is_not(card, number))


def _ease(proof: Proof) -> tuple[int, ...]:
    """Cheap facts, few facts, early lines; of equals the first in pad order."""
    return proof.cost, len(proof.because), *sorted((fact.line.number for fact in proof.because), reverse=True)
