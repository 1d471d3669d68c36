"""All 1,296 codes at once: which are left and how likely, why, which score is wrong, and what to guess next.

A guess is better the more different scores it can get (Kooi, "Yet Another Mastermind Strategy", ICGA Journal 28, 2005);
of equals the one that can be the code, then the one that leaves the fewest codes on average. Knuth's strategy ("The
Computer as Master Mind", Journal of Recreational Mathematics 9, 1976) looks at the worst case instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deduce_mastermind.rules import COLOURS, PEGS, SCORES, Code, Guess, Score, Table, read_colour
from solver import game as contract
from solver.engine.facts import Fact, Hidden, OneOf, Puzzle
from solver.engine.worlds import solve
from solver.log import Word, unreadable
from solver.proof.conflicts import Check, Conflict, Repair, Sentence
from solver.proof.smallest import CERTAIN, IMPOSSIBLE, POSSIBLE, Claim, Proof, find_conflict, find_two_lines, settle
from solver.replay import Timeline

EXAMPLE = "Ask for a colour: red; a place: 2; both: 2 red; or a code: red red blue green."
CODES: tuple[Code, ...] = tuple(product(COLOURS, repeat=PEGS))
PLACE = {code: place for place, code in enumerate(CODES)}
HIDDEN = Hidden("code", 0, range(len(CODES)))
GUESS_COST, SHOWN_COST = 10, 1
LISTED = 12  # this many codes are listed one by one


@cache
def score_table() -> NDArray[np.int8]:
    """`[guess, code]`: the place of the score among SCORES."""
    pegs = np.array([[COLOURS.index(colour) for colour in code] for code in CODES], dtype=np.int8)
    counts = (pegs[:, :, None] == np.arange(len(COLOURS))).sum(axis=1, dtype=np.int8)
    black = sum((pegs[:, None, peg] == pegs[None, :, peg]).astype(np.int8) for peg in range(PEGS))
    common = sum(np.minimum(counts[:, None, of], counts[None, :, of]) for of in range(len(COLOURS)))
    place = np.zeros((PEGS + 1, PEGS + 1), dtype=np.int8)
    for number, score in enumerate(SCORES):
        place[score] = number
    return np.asarray(place[black, common - black])


def make_puzzle(table: Table, seat: str) -> Puzzle:
    """One hidden card, the code, and what every line tells of it."""
    facts = list[Fact]()
    for guess in table.guesses:
        fitting = np.flatnonzero(score_table()[PLACE[guess.code]] == SCORES.index(guess.score))
        facts.append(Fact(guess.line, (OneOf(HIDDEN, frozenset(fitting.tolist())),), guess, GUESS_COST))
    if shown := table.code_for(seat):
        facts.append(Fact(shown.line, (OneOf(HIDDEN, frozenset({PLACE[shown.code]})),), shown, SHOWN_COST))
    return Puzzle((HIDDEN,), (HIDDEN,), tuple(facts))


def codes_left(puzzle: Puzzle) -> tuple[int, ...]:
    """What the code can be, after both engines have agreed on it."""
    return tuple(solve(puzzle).counts(HIDDEN))


@dataclass(frozen=True, slots=True)
class Sheet(contract.Sheet):
    table: Table
    seat: str
    left: tuple[int, ...]  # places of the codes that fit, one as likely as the other

    @property
    def fits(self) -> bool:
        return bool(self.left)

    def chance(self, peg: int, colour: str) -> float:
        return sum(CODES[place][peg] == colour for place in self.left) / max(1, len(self.left))

    def data(self) -> contract.Data:
        pegs = [{colour: round(self.chance(peg, colour), 4) for colour in COLOURS} for peg in range(PEGS)]
        listed = [" ".join(CODES[place]) for place in self.left] if len(self.left) <= LISTED else None
        counted = {"consistent": self.consistent, "codes": len(self.left), "left": listed}
        return self.pad_data() | counted | {"pegs": [{of: c for of, c in peg.items() if c} for peg in pegs]}

    def pad_data(self) -> contract.Data:
        """What the board shows."""
        board = {"game": "mastermind", "seat": self.seat, "round": self.table.round, "found": self.table.found}
        return board | {"warnings": [warning.data() for warning in self.table.warnings]}


def make_sheet(table: Table, seat: str) -> Sheet:
    return Sheet(table, seat, codes_left(make_puzzle(table, seat)))


# Why something is true of the code: the smallest proof.


@dataclass(frozen=True, slots=True)
class Answer:
    """What is true of a claim, and why. `count` of all the codes left have it; `example` is one of them."""

    claim: str
    proof: Proof | None
    sentences: tuple[Sentence, ...]
    count: int
    codes: int
    example: str

    @property
    def verdict(self) -> str:
        return POSSIBLE if self.proof is None else CERTAIN if self.count else IMPOSSIBLE

    def data(self) -> dict[str, object]:
        because = [fact.line.data() for fact in self.proof.because] if self.proof else []
        told = {"claim": self.claim, "verdict": self.verdict, "because": because, "example": self.example}
        return told | {"steps": [one.text for one in self.sentences], "count": self.count, "codes": self.codes}


def explain(table: Table, seat: str, words: Sequence[str]) -> tuple[Answer, ...]:
    """Read what is asked and answer it; nothing if no code fits the log."""
    claims, puzzle = parse_claims(words), make_puzzle(table, seat)
    left = codes_left(puzzle)
    return tuple(_answer(puzzle, left, *claim) for claim in claims) if left else ()


def _answer(puzzle: Puzzle, left: tuple[int, ...], claim: str, true: frozenset[int]) -> Answer:
    having = [place for place in left if place in true]
    proof = settle(puzzle, Claim(HIDDEN, true), left)
    example = " ".join(CODES[having[0]]) if having else ""
    ends = Sentence("", 0, f"It is true of {'all' if having else 'none'} of them.")
    sentences = (*word_proof(proof.because), ends) if proof else ()
    return Answer(claim, proof, sentences, len(having), len(left), example)


def parse_claims(words: Sequence[str]) -> list[tuple[str, frozenset[int]]]:
    """What is asked, and the codes of which it is true. Raises a Fault that says what can be asked."""
    parts = [Word(part, 0) for word in words for part in re.split(r"[\s,]+", word) if part]
    places = [word.text for word in parts if word.text.isdecimal()]
    colours = tuple(read_colour(word) for word in parts if not word.text.isdecimal())
    if len(places) == 1 and places[0] in "1234" and len(colours) <= 1:
        peg = int(places[0]) - 1
        return [(f"{colour} in place {peg + 1}", _having(colour, [peg])) for colour in colours or COLOURS]
    if places or len(colours) not in (1, PEGS):
        raise unreadable(None, f"`{' '.join(words)}` cannot be asked." if words else "Nothing is asked.", EXAMPLE)
    if len(colours) == PEGS:
        return [(" ".join(colours), frozenset({PLACE[colours]}))]
    return [(colours[0], _having(colours[0], range(PEGS)))]


def _having(colour: str, pegs: Iterable[int]) -> frozenset[int]:
    return frozenset(place for place, code in enumerate(CODES) if any(code[peg] == colour for peg in pegs))


def word_proof(facts: Iterable[Fact]) -> tuple[Sentence, ...]:
    """How the lines narrow the codes down, one after the other."""
    left, told = frozenset(HIDDEN.values), list[Sentence]()
    for fact in facts:
        before = f"{len(left):,}"
        left = left.intersection(*(limit.numbers for limit in fact.limits if isinstance(limit, OneOf)))
        told.append(Sentence("", 0, f"Line {fact.line.number} leaves {len(left) or 'none'} of {before} codes."))
    return tuple(told)


# Is the log sound, and if not, which score is wrong?


def check(log: Timeline[Table], table: Table, seat: str) -> Check:
    puzzle = make_puzzle(table, seat)
    proof = None if codes_left(puzzle) else find_conflict(puzzle)
    if proof is None:
        return Check(seat, table.me)
    conflict = Conflict(seat, proof.because, tuple(fact.line for fact in proof.because), word_proof(proof.because))
    found = (_find_repair(log, place, seat) for place in range(len(log.events)))
    repairs = tuple(repair for _, repair in sorted((one for one in found if one), key=lambda one: one[0]))
    return Check(seat, table.me, conflict, repairs, () if repairs else find_two_lines(puzzle))


def _find_repair(log: Timeline[Table], place: int, seat: str) -> tuple[tuple[int, int], Repair] | None:
    """The likeliest other score of a guess that makes the log fit, after how unlikely it is."""
    event, fitting = log.events[place], []
    if not isinstance(event, Guess):
        return None
    for other in SCORES:
        table = log.instead(place, change := replace(event, score=other))
        left = 0 if table is None or other == event.score else len(codes_left(make_puzzle(table, seat)))
        if left:
            fitting.append(((_slip(event.score, other), -left), change.write()))
    if not fitting:
        return None
    (rank, best), *others = sorted(fitting)
    return rank, Repair(event.line, best, "the score", -rank[1], tuple(also for _, also in others[:3]))


def _slip(typed: Score, meant: Score) -> int:
    """How unusual the slip is: black and white mixed up, then how many key pegs off."""
    return 0 if meant == typed[::-1] else abs(typed.black - meant.black) + abs(typed.white - meant.white)


# The next guess.


class Option(NamedTuple):
    """A guess: how many different scores it can get, how many codes it leaves on average and at most, its chance."""

    guess: str
    scores: int
    leaves: float
    most: int
    chance: float


def judge_guesses(left: tuple[int, ...]) -> list[Option]:
    """Every guess, in the order of the codes, by how its score would divide what is left."""
    scores, possible = score_table()[:, left], frozenset(left)
    parts = np.stack([(scores == number).sum(axis=1) for number in range(len(SCORES))], axis=1)
    figures = zip((parts > 0).sum(axis=1), (parts**2).sum(axis=1) / len(left), parts.max(axis=1), strict=True)
    return [
        Option(" ".join(CODES[place]), int(count), float(leaves), int(most), (place in possible) / len(left))
        for place, (count, leaves, most) in enumerate(figures)
    ]


def rank_guesses(left: tuple[int, ...]) -> list[Option]:
    return sorted(judge_guesses(left), key=lambda option: (-option.scores, -option.chance, option.leaves))


@dataclass(frozen=True, slots=True)
class Advice(contract.Advice):
    options: tuple[Option, ...]
    consistent: bool

    @property
    def move(self) -> str:
        return f"guess {self.options[0].guess}" if self.options else ""

    def data(self) -> contract.Data:
        options = [option._asdict() for option in self.options]
        return {"phase": "guess" if options else "over", "best": options[0] if options else None, "options": options}


def advise(table: Table, seat: str) -> Advice:
    left = codes_left(make_puzzle(table, seat))
    return Advice(() if table.over or not left else tuple(rank_guesses(left)), bool(left))
