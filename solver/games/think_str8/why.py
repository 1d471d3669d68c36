"""Proofs for people. "Why": the smallest proof that a number is out or certain, or a hand that shows it is possible.

A hint is the easiest proof of something that is not on the pad yet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from solver.engine.facts import Hidden, Puzzle
from solver.engine.worlds import Worlds, count_worlds, sum_table
from solver.games.think_str8.facts import before_turning, hidden, list_lines, make_puzzle, seen_numbers
from solver.games.think_str8.patterns import name_proof
from solver.games.think_str8.pieces import NUMBER, read_number
from solver.games.think_str8.rules import NUMBERS, find_colour, parse_colour
from solver.games.think_str8.table import Table
from solver.games.think_str8.words.proofs import word_proof
from solver.language import as_typed, later, say
from solver.log import Fault, Word, unreadable
from solver.proof.conflicts import Sentence
from solver.proof.smallest import (
    CERTAIN,
    IMPOSSIBLE,
    POSSIBLE,
    WHAT,
    WHY,
    Claim,
    Proof,
    find_easiest,
    possible_numbers,
    prove,
)
from solver.proof.steps import tell
from solver.tongues import meaning_of

_EXAMPLE = later("Ask for a colour and a number: red 6; for a colour: red; for an older card: red 6 round 3.")
(ROUND,) = as_typed("round")
_JOINED = re.compile(r"([^\W\d_]+)(\d)")


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question, and why. `numbers` is everything the card can be.

    A proof comes with its sentences; a number still possible with how many of all `hands` have it, and one `example`.
    """

    question: CardAsked
    verdict: str
    numbers: tuple[int, ...]
    proof: Proof | None
    sentences: tuple[Sentence, ...]
    count: int
    hands: int
    example: dict[str, int] | None
    pattern: str = ""  # the way to it that has a name

    def data(self) -> dict[str, object]:
        """The answer under the keys that outside programs rely on."""
        lines = list_lines(self.proof.because) if self.proof else ()
        return {
            "claim": str(self.question),
            "verdict": self.verdict,
            "pattern": self.pattern,
            "because": [line.data() for line in lines],
            "numbers": list(self.numbers),
            "steps": [sentence.text for sentence in self.sentences],
            "count": self.count,
            "hands": self.hands,
            "example": self.example,
        }


def explain(table: Table, seat: str, words: Sequence[str]) -> tuple[Answer, ...]:
    """Answer what was asked in words, in that order: `red 6`, `red`, `red 6 round 3`.

    Empty if no hand fits the log, since then only that needs explaining. What could be known before the cards of a
    paper sheet were turned is proved without them.
    """
    questions, puzzle = parse_claims(words, table), make_puzzle(table, seat)
    worlds = count_worlds(puzzle)
    if not worlds.count:
        return ()
    found = [_answer(table, seat, question, puzzle, worlds) for question in questions]
    if table.paper:
        puzzle = before_turning(table, seat)
        earlier = [_answer(table, seat, question, puzzle, count_worlds(puzzle)) for question in questions]
        found = [then if then.verdict == now.verdict else now for then, now in zip(earlier, found, strict=True)]
    return tuple(found)


def _answer(table: Table, seat: str, question: CardAsked, puzzle: Puzzle, worlds: Worlds) -> Answer:
    card = find_card(table, seat, question)
    counts = worlds.counts(card)
    number, numbers = question.number, tuple(counts)
    claim, verdict = Claim(card, frozenset(numbers)), POSSIBLE
    if number is not None and number not in counts:
        claim, verdict = Claim.is_not(card, number), IMPOSSIBLE
    elif len(numbers) == 1:
        verdict = CERTAIN
    elif number is not None:
        claim = Claim.is_not(card, number)
    proof = prove(puzzle, claim)
    return Answer(
        question=question,
        verdict=verdict,
        numbers=numbers,
        proof=proof,
        sentences=word_proof(tell(proof), table, seat) if proof else (),
        count=worlds.count if number is None else counts.get(number, 0),
        hands=worlds.count,
        example=None if proof and number is not None else _example(worlds, puzzle, card, number),
        pattern=name_proof(puzzle, proof) if proof else "",
    )


def find_card(table: Table, seat: str, question: CardAsked) -> Hidden:
    if question.round is None:
        return hidden(table.current(seat, question.colour))
    held = table.held_in(seat, question.colour, question.round)
    if held is None:
        problem = say(
            "The log leaves open which {colour} card {player} had in round {round}.",
            colour=say(question.colour),
            player=seat,
            round=question.round,
        )
        raise unreadable(None, problem, say("Add the missing swap, or ask for another round."))
    return hidden(held)


def _example(worlds: Worlds, puzzle: Puzzle, card: Hidden, number: int | None) -> dict[str, int]:
    """The first hand in pad order that fits everything (and has the number)."""
    alive = worlds.alive
    if number is not None:
        alive = alive & (sum_table(worlds, ((card, 1),)) == number)
    place = np.unravel_index(int(alive.argmax()), alive.shape)
    world = {own: worlds.values[i][place[i]] for i, own in enumerate(worlds.cards)}
    return {own.name: world[own] for own in puzzle.hand}


# What was asked.


@dataclass(frozen=True, slots=True)
class CardAsked:
    """A card of the seat, by colour and (for a card held earlier) round; with or without a number."""

    colour: str
    number: int | None
    round: int | None

    def __str__(self) -> str:
        number = "" if self.number is None else f" {self.number}"
        return f"{self.colour}{number}" + ("" if self.round is None else f" round {self.round}")


def parse_claims(words: Sequence[str], table: Table) -> tuple[CardAsked, ...]:
    """Read the words of a call; raises a Fault that says what to type instead."""
    parts = [part for word in words for part in re.split(r"[\s,]+", word) if part]
    queue = [Word(part, 0, meaning_of(part, (ROUND,)) or "") for typed in parts for part in _apart(typed)]
    if not queue:
        raise unreadable(None, say("Nothing is asked."), say(_EXAMPLE))
    questions: list[CardAsked] = []
    while queue:
        questions += _read_group(queue, table)
    return tuple(dict.fromkeys(questions))


def _apart(typed: str) -> Iterator[str]:
    """`red6` is `red 6`."""
    joined = _JOINED.fullmatch(typed)
    yield from joined.groups() if joined and find_colour(Word(joined[1], 0)) else (typed,)


def _read_group(queue: list[Word], table: Table) -> Iterator[CardAsked]:
    """One colour with its numbers and round."""
    word = queue.pop(0)
    if NUMBER.fullmatch(word.text) or word.key == ROUND:
        raise unreadable(word, say("`{word}` comes without a colour.", word=word.text), say(_EXAMPLE))
    colour = parse_colour(word, table.colours)
    numbers: list[int | None] = []
    while queue and queue[0].key != ROUND and find_colour(queue[0]) is None:
        numbers.append(_read_number(queue.pop(0), colour))
    round_ = _read_round(queue, table) if queue and queue[0].key == ROUND else None
    for number in numbers or [None]:
        yield CardAsked(colour, number, round_)


def _read_number(word: Word, colour: str) -> int:
    try:
        return read_number(word, colour).number
    except Fault as fault:
        raise unreadable(word, fault.problem, f"{fault.hint} {say(_EXAMPLE)}") from None


def _read_round(queue: list[Word], table: Table) -> int:
    queue.pop(0)
    word = queue.pop(0) if queue else Word("", 0)
    if not word.text.isdecimal():
        raise unreadable(word, say("`round` needs the number of a round."), say(_EXAMPLE))
    number = int(word.text[:4])
    if not 1 <= number <= table.round:
        none = say("No round is typed yet.")
        typed = say("Rounds 1 to {last} are typed.", last=table.round) if table.round else none
        raise unreadable(word, say("There is no round {round}.", round=number), typed)
    return number


def list_uncrossed(table: Table, seat: str) -> list[tuple[str, int]]:
    """Numbers that are out but neither seen nor crossed out on the pad, in pad order; only the log's owner has one."""
    puzzle, marked = _judged_by(table, seat), list_marked(table, seat)
    possible = possible_numbers(puzzle)
    return [
        (colour, number)
        for colour in table.colours
        for number in NUMBERS
        if number not in possible[colour] and (colour, number) not in marked
    ]


def _judged_by(table: Table, seat: str) -> Puzzle:
    """A paper sheet is copied after the game, but crossed out is what followed before the cards were turned."""
    return before_turning(table, seat) if table.paper else make_puzzle(table, seat)


def list_marked(table: Table, seat: str) -> set[tuple[str, int]]:
    seen = {(colour, number) for colour in table.colours for number in seen_numbers(table, seat, colour)}
    return seen | (set(table.crossed) if seat == table.me else set())


# The easiest deduction not yet on the pad: where to look, then what, then why.


@dataclass(frozen=True, slots=True)
class Hint:
    """How many numbers are left to find; the colour of the easiest and, if asked for, the number and its proof."""

    level: int
    left: int
    colour: str | None = None
    number: int | None = None
    proof: Proof | None = None
    sentences: tuple[Sentence, ...] = ()
    pattern: str = ""

    def data(self) -> dict[str, object]:
        found: dict[str, object] = {"left": self.left, "colour": self.colour}
        if self.number is not None:
            found["number"] = self.number
        if self.proof is not None:
            lines = list_lines(self.proof.because)
            found["because"] = [line.data() for line in lines]
            found["steps"] = [sentence.text for sentence in self.sentences]
            found["pattern"] = self.pattern
        return found


def give_hint(table: Table, seat: str, level: int) -> Hint | None:
    """The easiest number to cross out; None if no hand fits the log."""
    puzzle = _judged_by(table, seat)
    if not count_worlds(make_puzzle(table, seat)).count:
        return None
    easiest = find_easiest(list_uncrossed(table, seat), partial(_prove, puzzle), _ease)
    if easiest is None:
        return Hint(level, 0)
    left, (colour, number), proof = easiest.left, easiest.mark, easiest.proof
    if level < WHY:
        return Hint(level, left, colour, number if level >= WHAT else None)
    told = word_proof(tell(proof), table, seat)
    return Hint(level, left, colour, number, proof, told, name_proof(puzzle, proof))


def _prove(puzzle: Puzzle, mark: tuple[str, int]) -> Proof | None:
    colour, number = mark
    card = next(card for card in puzzle.hand if card.name == colour)
    return prove(puzzle, Claim.is_not(card, number))


def _ease(proof: Proof) -> tuple[int, ...]:
    """Cheap facts, few facts, early lines; among equals the first in pad order."""
    return proof.cost, len(proof.because), *sorted((fact.line.number for fact in proof.because), reverse=True)
