"""One evening of Tricoda among many: what each player gave up, won and missed, and the game in short."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from solver.evenings import Conduct, Rate, Retrospect
from solver.games.tricoda.chronicle import tell_game
from solver.games.tricoda.practice import find_exercises
from solver.games.tricoda.review import EARLY, LATE, NEVER, OTHER, Review, make_review
from solver.language import later
from solver.practice import Task

if TYPE_CHECKING:
    from solver.games.tricoda.opened import TricodaLog

KINDS = {
    EARLY: later("declared too early"),
    LATE: later("declared too late"),
    OTHER: later("another code declared"),
    NEVER: later("never declared"),
}


def look_back(opened: TricodaLog, place: int) -> Retrospect:
    table = opened.table
    review = make_review(table, opened.me)
    return Retrospect(
        log=opened.reading.log.name,
        owner=opened.me,
        finished=table.winner is not None,
        consistent=review.consistent,
        scores=table.points,
        winner=(table.winner,) if table.winner else (),
        played=tuple(_look_at_all(opened, review)),
        short=tell_game(place, review),
        alone=review.data(),
    )


def _look_at_all(opened: TricodaLog, review: Review) -> Iterator[Conduct]:
    table = opened.table
    for player in table.players:
        score = table.points[player] if table.winner else None
        given_up = {
            kind: sum(cost.points for cost in review.costs if (cost.player, cost.kind) == (player, kind))
            for kind in KINDS
        }
        yield Conduct(
            player=player,
            points=score,
            place=None if score is None else 1 + sum(other > score for other in table.points.values()),
            given_up=given_up,
            missed=_count_missed(opened) if player == opened.me and table.crossed else {},
        )


def _count_missed(opened: TricodaLog) -> Mapping[str, Rate]:
    """By pattern, of the answers that ruled a number out, those after which it was not crossed out."""
    found: dict[str, Rate] = {}
    for exercise in find_exercises(opened, "", {Task.CROSS}):
        found[exercise.pattern] = found.get(exercise.pattern, Rate()).add(Rate(int(exercise.missed), 1))
    return found
