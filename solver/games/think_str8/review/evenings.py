"""One evening of Think Str8! among many: what each player gave up, hit and missed, as far as the log tells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from solver.evenings import Conduct, Rate, Retrospect
from solver.games.think_str8.facts import find_clashes
from solver.games.think_str8.practice.exercises import find_exercises
from solver.games.think_str8.review.decisions import judge_decisions
from solver.games.think_str8.review.lessons import (
    ELSEWHERE,
    FINALS,
    LAID_OFF,
    TOO_LONG,
    TOO_SHORT,
    UNCROSSED,
    PadWork,
    find_slips,
    judge_pad,
)
from solver.games.think_str8.review.moments import Story
from solver.games.think_str8.review.review import judge_readings
from solver.games.think_str8.table import Table
from solver.language import later
from solver.practice import Task

if TYPE_CHECKING:
    from solver.games.think_str8.opened import Str8Log

KINDS = {
    UNCROSSED: later("what was not crossed out"),
    TOO_LONG: later("too long a token"),
    TOO_SHORT: later("too short a token"),
    ELSEWHERE: later("the token in another place"),
    LAID_OFF: later("another card laid off"),
    FINALS: later("final bets"),
}


def look_back(opened: Str8Log) -> Retrospect:
    table = opened.table
    return Retrospect(
        log=opened.reading.log.name,
        owner=opened.me,
        finished=table.finished,
        consistent=not any(find_clashes(table, opened.me)),
        scores=(table.final_track or table.track).scores(),
        winner=tuple(table.winner),
        played=tuple(_look_at_all(opened)),
    )


def _look_at_all(opened: Str8Log) -> Iterator[Conduct]:
    table, owner = opened.table, opened.me
    story = Story(opened.timeline, table)
    pad, read = judge_pad(story), _read(opened)
    scores = (table.final_track or table.track).scores()
    for player in table.players:
        ledger = judge_decisions(story, player)
        slips = find_slips(table, ledger, pad if player == owner else PadWork())
        given_up = {kind: sum(slip.cost for slip in slips if slip.kind == kind) for kind in KINDS}
        score = scores[player] if table.finished else None
        yield Conduct(
            player=player,
            points=score,
            place=None if score is None else 1 + sum((other or 0) > score for other in scores.values()),
            given_up=given_up if ledger.decisions else None,
            bets=_count_bets(table, player),
            missed=_count_missed(opened) if player == owner and table.crosses else {},
            read=read.get(player),
        )


def _count_bets(table: Table, player: str) -> Mapping[int, Rate]:
    found: dict[int, Rate] = {}
    for this in table.rounds:
        bet = this.bets.get(player)
        if bet and (bet.answer or player in this.swaps):
            hit = Rate(int(bet.answer == "hit"), 1)
            found[bet.length] = found.get(bet.length, Rate()).add(hit)
    return found


def _count_missed(opened: Str8Log) -> Mapping[str, Rate]:
    """By pattern, of the moments at which something could be deduced, those at which it was not."""
    found: dict[str, Rate] = {}
    for exercise in find_exercises(opened, "", {Task.CROSS}):
        found[exercise.pattern] = found.get(exercise.pattern, Rate()).add(Rate(int(exercise.missed), 1))
    return found


def _read(opened: Str8Log) -> Mapping[str, float]:
    """By how many bits each rival's bets told the owner of the true hand."""
    readings = judge_readings(opened.table, opened.me, opened.trust)
    return {rival.player: rival.bits for rival in readings.rivals} if readings else {}
