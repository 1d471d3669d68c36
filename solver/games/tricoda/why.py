"""Answers to "why": the smallest proof that something is out or certain, or a rack that shows it is possible.

People ask about a stone, `blue 7` or `b7`, a number, `7`, or a whole code, `4 5 5` or `455`. A hint is the proof that
is easiest to find: first where to look, then what follows, then why.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from solver.engine.facts import Puzzle
from solver.engine.worlds import Weighed, weigh_worlds
from solver.games.tricoda.check import list_uncrossed, possible_stones
from solver.games.tricoda.facts import Answered, list_lines, make_puzzle
from solver.games.tricoda.patterns import name_proof
from solver.games.tricoda.pieces import colour_follows, is_short_stone, looks_numeric, read_number, read_stone
from solver.games.tricoda.possible_racks import ALL, CODES, RACK_STONES, racks_that_have
from solver.games.tricoda.rules import RACK, Code, Stone, format_code
from solver.games.tricoda.table import Table
from solver.games.tricoda.words.hints import say_where
from solver.games.tricoda.words.proofs import word_proof
from solver.grammar import Event, Opening, Verb, Words
from solver.language import later, say
from solver.log import Fault, Line, parse_line, unreadable
from solver.proof.conflicts import Sentence
from solver.proof.smallest import CERTAIN, IMPOSSIBLE, POSSIBLE, WHAT, WHY, Claim, Proof, find_easiest, prove, settle

_EXAMPLE = later("Ask for a stone: blue 7; for a number: 7; or for a code: 4 5 5.")
_WHY = Verb("why", _EXAMPLE, "", (), Event.read)


# What is asked.


@dataclass(frozen=True, slots=True)
class Query:
    """Is such a stone, such a number, or this code on the rack?"""

    about: Stone | int | Code

    def __str__(self) -> str:
        return str(self.about) if isinstance(self.about, Stone | int) else format_code(self.about)

    def racks(self) -> frozenset[int]:
        """All racks of which it is true."""
        return racks_that_have(self.about)


def parse_claims(words: Sequence[str]) -> tuple[Query, ...]:
    """Read the words of a call; raises a Fault that says what to type instead."""
    text = " ".join(re.sub(r"[\s,]+", " ", word) for word in words)
    line = Words(parse_line(0, f"why {text}"), _WHY, Opening())
    if not line.left():
        raise unreadable(None, say("Nothing is asked."), say(_EXAMPLE))
    try:
        return tuple(dict.fromkeys(_read(line)))
    except Fault as fault:
        hint, example = str(fault.hint), say(_EXAMPLE)
        raise unreadable(None, fault.problem, example if example in hint else f"{hint} {example}") from None


def _read(words: Words) -> list[Query]:
    numbers: list[int] = []
    found: list[Query] = []
    while (word := words.peek()) is not None:
        if is_short_stone(word) or not looks_numeric(word) or colour_follows(words):
            found.append(Query(read_stone(words).stone))
        elif len(word.text) == RACK and word.text.isdecimal():
            found.append(_code(tuple(sorted(map(int, words.take(say("a code")).text)))))
        else:
            numbers.append(read_number(words.take(say("a number"))))
    if len(numbers) == RACK:
        return [*found, _code(tuple(sorted(numbers)))]
    return [*found, *map(Query, numbers)]


def _code(code: Code) -> Query:
    if code not in CODES:
        problem = say("No three stones of the box are {code}.", code=format_code(code))
        raise unreadable(None, problem, say(_EXAMPLE))
    return Query(code)


# What is true.


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question, and why.

    A proof comes with its sentences; something merely possible with how many of the `hands` have it, how likely it is,
    and an `example`.
    """

    question: Query
    verdict: str
    proof: Proof | None
    sentences: tuple[Sentence, ...]
    count: int
    hands: int
    chance: float
    example: tuple[Stone, ...] | None
    pattern: str = ""  # the way to it that has a name

    def data(self) -> dict[str, object]:
        """The answer under the keys that outside programs rely on."""
        lines = list_lines(self.proof.because) if self.proof else ()
        return {
            "claim": str(self.question),
            "verdict": self.verdict,
            "pattern": self.pattern,
            "because": [line.data() for line in lines],
            "steps": [sentence.text for sentence in self.sentences],
            "count": self.count,
            "hands": self.hands,
            "chance": round(self.chance, 4),
            "example": list(map(str, self.example)) if self.example else None,
        }


def explain(table: Table, seat: str, words: Sequence[str]) -> tuple[Answer, ...]:
    """Read what is asked and answer it; raises a Fault that says what to type instead."""
    return answer(table, seat, parse_claims(words))


def answer(table: Table, seat: str, questions: Sequence[Query]) -> tuple[Answer, ...]:
    """Answers in the order asked; empty if no rack fits the log, since then only that needs explaining."""
    puzzle = make_puzzle(table, seat)
    weighed = weigh_worlds(puzzle)
    return tuple(_answer(table, seat, question, puzzle, weighed) for question in questions) if weighed.total else ()


def _answer(table: Table, seat: str, question: Query, puzzle: Puzzle, weighed: Weighed) -> Answer:
    true = question.racks()
    having = sorted(true & weighed.ways.keys())
    proof = settle(puzzle, Claim(puzzle.hand[0], true), weighed.ways)
    verdict = POSSIBLE if proof is None else CERTAIN if having else IMPOSSIBLE
    return Answer(
        question=question,
        verdict=verdict,
        proof=proof,
        sentences=word_proof(proof.because, table, seat) if proof else (),
        count=sum(weighed.ways[rack] for rack in having),
        hands=weighed.total,
        chance=sum(weighed.weights[rack] for rack in having) / sum(weighed.weights.values()),
        example=RACK_STONES[having[0]] if verdict == POSSIBLE else None,
        pattern=name_proof(proof) if proof else "",
    )


# Hints.


@dataclass(frozen=True, slots=True)
class Hint:
    """How many stones are left to find; where to look for the easiest and, if asked for, the stone and its proof.

    `lines` are the answers to look at, none if the stones in sight suffice.
    """

    level: int
    left: int
    lines: tuple[Line, ...] = ()
    stone: Stone | None = None
    proof: Proof | None = None
    sentences: tuple[Sentence, ...] = ()
    pattern: str = ""

    @property
    def where(self) -> str:
        return say_where(self.left, self.lines)

    def data(self) -> dict[str, object]:
        found: dict[str, object] = {"left": self.left, "where": self.where}
        if self.stone is not None:
            found["stone"] = str(self.stone)
        if self.proof is not None:
            lines = list_lines(self.proof.because)
            found["because"] = [line.data() for line in lines]
            found["steps"] = [sentence.text for sentence in self.sentences]
            found["pattern"] = self.pattern
        return found


def give_hint(table: Table, seat: str, level: int) -> Hint | None:
    """The stone that is easiest to cross out; None if no rack fits the log."""
    puzzle = make_puzzle(table, seat)
    possible = possible_stones(table, seat)
    if not possible:
        return None
    easiest = find_easiest(list_uncrossed(table, seat, possible), partial(_prove, puzzle), lambda proof: (proof.cost,))
    if easiest is None:
        return Hint(level, 0)
    left, stone, proof = easiest.left, easiest.mark, easiest.proof
    lines = tuple(fact.line for fact in proof.because if isinstance(fact.told, Answered))
    if level < WHY:
        return Hint(level, left, lines, stone if level >= WHAT else None)
    told = word_proof(proof.because, table, seat)
    return Hint(level, left, lines, stone, proof, told, name_proof(proof))


def _prove(puzzle: Puzzle, stone: Stone) -> Proof | None:
    return prove(puzzle, Claim(puzzle.hand[0], ALL - racks_that_have(stone)))
