"""Why something is true of the code: the smallest proof. Where the lines cannot all be true: which score is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from deduce_mastermind.rules import COLOURS, PEGS, SCORES, Guess, Score, format_event, read_colour
from deduce_mastermind.sheet import CODES, HIDDEN, PLACE, codes_left, make_puzzle
from deduce_mastermind.table import Table, replay
from solver.engine.facts import Fact, OneOf, Puzzle
from solver.log import Word, unreadable
from solver.proof.conflicts import Check, Conflict, Repair, Sentence
from solver.proof.smallest import CERTAIN, IMPOSSIBLE, POSSIBLE, Claim, Proof, find_conflict, find_two_lines, settle
from solver.replay import Reading

EXAMPLE = "Ask for a colour: red; a place: 2; both: 2 red; or a code: red red blue green."


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
    return tuple(Sentence("", 0, text) for text in _narrow(facts))


def _narrow(facts: Iterable[Fact]) -> Iterator[str]:
    left = frozenset(HIDDEN.values)
    for fact in facts:
        before = f"{len(left):,}"
        left = left.intersection(*(limit.numbers for limit in fact.limits if isinstance(limit, OneOf)))
        yield f"Line {fact.line.number} leaves {len(left) or 'none'} of {before} codes."


# Is the log sound, and if not, which score is wrong?


def check(reading: Reading, table: Table, seat: str, upto: int | None) -> Check:
    puzzle = make_puzzle(table, seat)
    proof = None if codes_left(puzzle) else find_conflict(puzzle)
    if proof is None:
        return Check(seat, table.me)
    conflict = Conflict(seat, proof.because, tuple(fact.line for fact in proof.because), word_proof(proof.because))
    repairs = find_repairs(reading, seat, upto)
    return Check(seat, table.me, conflict, repairs, () if repairs else find_two_lines(puzzle))


def find_repairs(reading: Reading, seat: str, upto: int | None) -> tuple[Repair, ...]:
    """For every guess the likeliest other score that makes the log fit; of these the likeliest first."""
    found = []
    for place, event in enumerate(reading.events):
        if isinstance(event, Guess):
            changes = [replace(event, score=other) for other in SCORES if other != event.score]
            counted = [
                (_slip(event.score, one.score), -_count(reading, place, one, seat, upto), one) for one in changes
            ]
            fitting = sorted((one for one in counted if one[1]), key=lambda one: one[:2])
            if fitting:
                (slip, left, best), *others = fitting
                also = tuple(format_event(one) for _, _, one in others[:3])
                found.append((slip, left, Repair(event.line, format_event(best), "the score", -left, also)))
    return tuple(repair for _, _, repair in sorted(found, key=lambda one: one[:2]))


def _slip(typed: Score, meant: Score) -> int:
    """How unusual the slip is: black and white mixed up, then how many key pegs off."""
    return 0 if meant == typed[::-1] else abs(typed.black - meant.black) + abs(typed.white - meant.white)


def _count(reading: Reading, place: int, event: Guess, seat: str, upto: int | None) -> int:
    """How many codes fit with this event instead; none if it breaks a rule."""
    events = (*reading.events[:place], event, *reading.events[place + 1 :])
    table, errors = replay(reading._replace(events=events), upto)
    return 0 if errors else len(codes_left(make_puzzle(table, seat)))
