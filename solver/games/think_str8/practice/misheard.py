"""Exercises about a line that somebody misheard: no other line could be the wrong one.

They are graded by the least skill to which every other answer, had it been the wrong one, would still leave a
contradiction.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from solver.engine.facts import Puzzle, SumIn
from solver.engine.worlds import count_worlds
from solver.game import Game
from solver.games.think_str8.events import Bet
from solver.games.think_str8.facts import make_puzzle
from solver.games.think_str8.patterns import list_sums, name_pattern, rule_out
from solver.games.think_str8.practice import words
from solver.games.think_str8.practice.moments import open_text
from solver.games.think_str8.rules import NAME
from solver.log import Line, parse_log, with_line_changed
from solver.practice import LEVELS, Exercise, Task
from solver.proof.smallest import count_without


def find_slips(game: Game, text: str, source: str, levels: Collection[int]) -> Iterator[Exercise]:
    """One line of a true log told wrong, where that contradicts the rest and no other line could be the wrong one."""
    whole = open_text(game, text)
    if whole is None:
        return
    for event in whole.reading.events:
        if isinstance(event, Bet) and event.player == whole.me and event.answer in _OPPOSITE and event.low < event.high:
            wrong = f"bet {event.low}-{event.high} {_OPPOSITE[event.answer]}"
            changed = with_line_changed(text, event.line.number, wrong)
            if not _fits(game, changed) and (found := _ask_slip(game, changed, event.line.number, source, levels)):
                yield found


_OPPOSITE = {"low": "high", "high": "low", "hit": "low"}


def _ask_slip(game: Game, text: str, number: int, source: str, levels: Collection[int]) -> Exercise | None:
    """The log as far as it has to go until nothing fits."""
    lines = parse_log(text).lines
    last = next(last for last in range(number, len(lines) + 1) if not _fits(game, _cut(lines, last)))
    opened = open_text(game, _cut(lines, last))
    if opened is None:
        return None
    puzzle = make_puzzle(opened.table, opened.me)
    level = next((level for level in LEVELS if _suspects(puzzle, level) == {number}), 0)
    if level not in levels:
        return None
    verdict = opened.check(opened.me)
    if verdict.conflict is None or {repair.line.number for repair in verdict.repairs} != {number}:
        return None
    others = (fact for fact in puzzle.facts if fact.line.number != number and fact in verdict.conflict.because)
    if any(count_without(puzzle, [fact]) for fact in others):
        return None  # a card seen wrongly would explain it as well
    used = list_sums(verdict.conflict.because)
    small = replace(puzzle, facts=verdict.conflict.because)
    seen = next((level for level in LEVELS[:-1] if not all(rule_out(small, level).values())), LEVELS[-1])
    if seen != level:
        return None  # the smallest contradiction is not what gives the line away
    return Exercise(
        id=f"{source}:{number}:{Task.SLIP}",
        kind=Task.SLIP,
        game=NAME,
        log=opened.reading.log.text,
        seat=opened.me,
        asks=words.SLIP_QUESTION,
        answers=(f"line {number}",),
        level=level,
        pattern=name_pattern(level, used, puzzle.hand),
        proof=verdict.conflict.lines,
        sums=len(used),
        steps=len(verdict.conflict.sentences),
        open=len(verdict.conflict.lines),
    )


def _suspects(puzzle: Puzzle, skill: int) -> set[int]:
    """The lines of answers that may be the misheard one, for such a player: if it was, all seems to fit."""
    found = set()
    for place, fact in enumerate(puzzle.facts):
        if sums := list_sums([fact]):
            others = tuple(_unlike(limit) for limit in sums)
            facts = (*puzzle.facts[:place], replace(fact, limits=others), *puzzle.facts[place + 1 :])
            if all(rule_out(replace(puzzle, facts=facts), skill).values()):
                found.add(fact.line.number)
    return found


def _unlike(limit: SumIn) -> SumIn:
    """What any other answer would have said."""
    every = range(sum(times * max(card.values) for card, times in limit.terms) + 1)
    return limit._replace(sums=frozenset(every) - limit.sums)


def _cut(lines: Sequence[Line], last: int) -> str:
    return "".join(f"{line.text}\n" for line in lines[:last])


def _fits(game: Game, text: str) -> bool:
    opened = open_text(game, text)
    return opened is not None and count_worlds(make_puzzle(opened.table, opened.me)).count > 0
