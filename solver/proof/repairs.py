"""Repairs of a log: a slip is a piece of a line exchanged for its like, and the grammar refuses nonsense.

A game says which pieces of its lines are taken for one another and how commonly; it judges every change by what would
follow from it. What is left is ranked by line, since people look for the wrong line first and then for what is wrong
with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

from solver.grammar import Event, Opening, Unnamed, Words, find_verb
from solver.log import Fault, Line, parse_line
from solver.proof.conflicts import Repair
from solver.replay import Notation

MOST = 5  # lines suggested
ALSO = 3  # further changes to the same line


class Slip(NamedTuple):
    """What a line may have been meant to say after its verb, by what kind of slip, and how common such a slip is."""

    text: str
    kind: str
    likely: float


Slips = Callable[[str, Opening], Iterator[Slip]]  # all slips of a kind in what stands behind a verb


class Change(NamedTuple):
    """Another wording of a line, and the event that it stands for."""

    line: Line
    text: str
    event: Event
    slip: str
    likely: float


class Tried(NamedTuple):
    """A change after which the log fits, how many hands that leaves, and how likely it is among all changes."""

    change: Change
    hands: int
    weight: float


Others = Callable[[str, Opening], Iterable[tuple[str, float]]]  # what a piece may have been, and how commonly


def exchange(kind: str, pieces: str, others: Others) -> Slips:
    """Every piece of that pattern for each of its likes."""
    pattern = re.compile(pieces)

    def slips(typed: str, opening: Opening) -> Iterator[Slip]:
        for piece in pattern.finditer(typed):
            for other, likely in others(piece[0], opening):
                yield Slip(typed[: piece.start()] + other + typed[piece.end() :], kind, likely)

    return slips


def exchange_two(kind: str, pieces: str, likely: float) -> Slips:
    """Two pieces of a line for each other; neighbours are thrice as likely."""
    pattern = re.compile(pieces)

    def slips(typed: str, _: Opening) -> Iterator[Slip]:
        found = list(pattern.finditer(typed))
        for place, one in enumerate(found):
            for other in found[place + 1 :]:
                between = typed[one.end() : other.start()]
                text = f"{typed[: one.start()]}{other[0]}{between}{one[0]}{typed[other.end() :]}"
                near = 3 if other is found[place + 1] else 1
                yield Slip(text, kind, likely / max(1, len(found) - 1) * near)

    return slips


def propose(
    line: Line, slips: Mapping[str, Sequence[Slips]], notation: Notation, opening: Opening, only: str = ""
) -> tuple[Change, ...]:
    """All single changes to a line that are slips people make, or slips of one kind `only`, and that can be read."""
    if not line.words[1:]:
        return ()
    try:
        verb = find_verb(line.words[0], notation.own)
    except Fault:
        return ()
    english = line
    if line.english != line.text:
        english = notation.with_verb(parse_line(line.number, line.english), opening)
    start, end = english.words[1].start, english.extent[1]
    before, typed, after = english.text[:start], english.text[start:end], english.text[end:]
    found: dict[str, Slip] = {}
    for slip in (slip for kind in slips.get(verb.name, ()) for slip in kind(typed, opening)):
        if slip.text != typed and (slip.text not in found or slip.likely > found[slip.text].likely):
            found[slip.text] = slip
    changes = []
    for slip in (slip for slip in found.values() if only in ("", slip.kind)):
        changed = notation.with_verb(parse_line(line.number, f"{before}{slip.text}{after}"), opening)
        try:
            event = verb.read(Words(changed, verb, opening))
        except (Fault, Unnamed):
            continue
        changes.append(Change(line, changed.text, event, slip.kind, slip.likely))
    return tuple(changes)


def rank(tried: Iterable[Tried], repair: Callable[[Sequence[Tried]], Repair | None]) -> tuple[Repair, ...]:
    """The likeliest line first, each with its likeliest change first."""
    lines: dict[int, list[Tried]] = {}
    for each in sorted(tried, key=attrgetter("weight"), reverse=True):
        lines.setdefault(each.change.line.number, []).append(each)
    ranked = sorted(lines.values(), key=lambda group: -sum(each.weight for each in group))
    return tuple(found for group in ranked if (found := repair(group)))[:MOST]
