"""The exercises of a log: what its lines rule out, what thrown cards can add up to, and what to do.

An exercise about deducing needs its line: without it nothing that is asked would follow. Its level and pattern are
those of the easiest way to a right answer (`patterns.py`), and hold with its smallest proof, which comes along.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice

from solver.engine.facts import Fact, Puzzle, SumIn
from solver.game import Game
from solver.games.think_str8.events import Dice
from solver.games.think_str8.facts import list_lines, seen_numbers
from solver.games.think_str8.opened import Str8Log
from solver.games.think_str8.patterns import (
    DIFFERENCE,
    LEVEL,
    add_up,
    list_sums,
    name_pattern,
    name_proof,
    rule_out,
)
from solver.games.think_str8.practice import words
from solver.games.think_str8.practice.choices import ask_bet, ask_final, ask_lay_off
from solver.games.think_str8.practice.misheard import find_slips
from solver.games.think_str8.practice.moments import Moment, list_moments, open_text
from solver.games.think_str8.review.lessons import judge_pad
from solver.games.think_str8.review.moments import Story
from solver.games.think_str8.rules import NAME, NUMBERS
from solver.log import Line
from solver.practice import EVERY_KIND, LEVELS, Exercise, Task
from solver.proof.smallest import Claim, Proof, find_smallest, prove
from solver.proof.steps import tell

_FEW = 2  # sums: what takes only one is of the lowest levels, so no proof above these is shorter
_DEAR = 100  # what a sum costs where the fewest of them are asked for, however many cards in sight that takes

Mark = tuple[str, int]


def find_exercises(
    opened: Str8Log, source: str, kinds: Collection[Task] = EVERY_KIND, levels: Collection[int] = LEVELS
) -> Iterator[Exercise]:
    """Every exercise of a player's log up to the final bets; none of moments at which nothing fits.

    A paper sheet has no moments: its boxes are black from the first line on.
    """
    if opened.table.paper:
        return
    before: Moment | None = None
    missed = list_missed(opened) if Task.CROSS in kinds else frozenset()
    for moment in list_moments(opened):
        if not moment.worlds.count:
            return
        asks = {
            Task.CROSS: partial(_ask_cross, moment, before, missed, levels),
            Task.SUM: partial(_ask_sum, moment, levels),
            Task.BET: partial(ask_bet, moment),
            Task.LAY_OFF: partial(ask_lay_off, moment),
        }
        found = [ask() for kind, ask in asks.items() if kind in kinds]
        asked = (one for one in found if one and one.level in levels)
        yield from (one._replace(id=f"{source}:{moment.line.number}:{one.kind}") for one in asked)
        before = moment
    ended = before is not None and before.table.round == before.table.round_count and Task.FINAL in kinds
    if before and ended and (final := ask_final(before)) and final.level in levels:
        yield final._replace(id=f"{source}:{before.line.number}:{final.kind}")


def invent_exercises(game: Game, seed: int, kinds: Collection[Task], levels: Collection[int]) -> Iterator[Exercise]:
    """Those of a game played by machine, and one in which a line was misheard."""
    from solver.games.think_str8.practice.dealing import deal_game

    text, source = deal_game(game, seed), f"{NAME} {seed}"
    opened = open_text(game, text)
    assert opened is not None, text
    yield from find_exercises(opened, source, kinds, levels)
    if Task.SLIP in kinds:
        yield from islice(find_slips(game, text, source, levels), 1)


# What the line rules out.


def list_missed(opened: Str8Log) -> frozenset[tuple[int, Mark]]:
    """What was out by the end of a round and not crossed by then, as the review has it: the round, and what."""
    story = Story(opened.timeline, opened.table)
    return frozenset(
        (missed.since, (missed.colour, number)) for missed in judge_pad(story).missed for number in missed.numbers
    )


def _ask_cross(
    moment: Moment, before: Moment | None, missed: Collection[tuple[int, Mark]], levels: Collection[int]
) -> Exercise | None:
    if before is None or isinstance(moment.event, Dice):
        return None
    new = list_new(moment, before)
    level, easiest_marks = _least_level(moment.puzzle, new)
    if level not in levels:
        return None
    ways = {mark: _prove(moment.puzzle, mark) for mark in easiest_marks}
    best = [mark for mark, way in ways.items() if way.sums and LEVEL[way.pattern] == level]
    if not best:
        return None  # nothing new, or the smallest proof is not the easiest: people would argue
    first = min(best, key=lambda mark: (ways[mark].sums, ways[mark].steps))
    easiest = ways[first]
    if easiest.sums > _FEW and any(_prove(moment.puzzle, mark).sums < easiest.sums for mark in new if mark != first):
        return None  # another way is harder and yet shorter: people would argue
    return Exercise(
        id="",
        kind=Task.CROSS,
        game=NAME,
        log=moment.log,
        seat=moment.opened.me,
        asks=words.CROSS_QUESTION,
        answers=tuple(f"{colour} {number}" for colour, number in (first, *(mark for mark in new if mark != first))),
        level=level,
        pattern=easiest.pattern,
        proof=list_lines(easiest.proof.because),
        sums=easiest.sums,
        steps=easiest.steps,
        open=len(new),
        line=moment.line.event,
        missed=any((moment.table.round, mark) in missed for mark in new),
    )


def list_new(moment: Moment, before: Moment) -> list[Mark]:
    """What is out now, in sight nowhere, and was not out before the line; a card just laid off is another one now."""
    table, seat = moment.table, moment.opened.me
    found = []
    for card, old in zip(moment.puzzle.hand, before.puzzle.hand, strict=True):
        seen = seen_numbers(table, seat, card.name)
        if card == old:
            out = before.possible(card) - moment.possible(card)
            found += [(card.name, number) for number in NUMBERS if number in out and number not in seen]
    return found


@dataclass(frozen=True, slots=True)
class _Way:
    """The smallest proof of one number, and its pattern."""

    pattern: str
    proof: Proof
    sums: int
    steps: int


def _least_level(puzzle: Puzzle, marks: Sequence[Mark]) -> tuple[int, Sequence[Mark]]:
    """The least skill that finds one of these, and those that it finds; 0 if there are none."""
    for level in LEVELS[:-1] if marks else ():
        left = {card.name: numbers for card, numbers in rule_out(puzzle, level).items() if card in puzzle.hand}
        if found := [mark for mark in marks if mark[1] not in left[mark[0]]]:
            return level, found
    return (LEVELS[-1] if marks else 0), marks


def _prove(puzzle: Puzzle, mark: Mark) -> _Way:
    colour, number = mark
    card = next(card for card in puzzle.hand if card.name == colour)
    proof = prove(puzzle, Claim.is_not(card, number))
    assert proof is not None, "what no world has can be proved"
    return _Way(name_proof(puzzle, proof), proof, len(list_sums(proof.because)), len(tell(proof).steps))


# What the thrown cards can add up to.


def _ask_sum(moment: Moment, levels: Collection[int]) -> Exercise | None:
    terms = moment.thrown
    if not terms:
        return None
    sums = moment.worlds.counts_of_sum(terms)
    least, most = min(sums), max(sums)
    skilled = (level for level in LEVELS[:-1] if add_up(moment.puzzle, level, terms) == (least, most))
    level = next(skilled, LEVELS[-1])
    if level not in levels:
        return None
    every = range(sum(times * max(card.values) for card, times in terms) + 1)
    denial = Fact(Line(0, "", ()), (SumIn(terms, frozenset(every) - set(range(least, most + 1))),), None, 0)
    told = (replace(fact, cost=_DEAR) if list_sums([fact]) else fact for fact in moment.puzzle.facts)
    proof = find_smallest(replace(moment.puzzle, facts=(*told, denial)), None) or ()
    because = tuple(fact for fact in proof if fact.cost)
    used = list_sums(because)
    if not used or (len(used) == 1 and level >= LEVEL[DIFFERENCE]):
        return None  # black boxes tell as much, or these very dice lay there before
    return Exercise(
        id="",
        kind=Task.SUM,
        game=NAME,
        log=moment.log,
        seat=moment.opened.me,
        asks=words.SUM_QUESTION,
        answers=(f"{least}-{most}",),
        level=level,
        pattern=name_pattern(level, used, moment.puzzle.hand),
        proof=list_lines(because),
        sums=len(used),
        steps=len(used),
        open=1,
    )
