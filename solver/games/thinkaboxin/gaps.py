"""What the log does not tell, in sentences: nothing is guessed, and answers that lean on a decision of ours say so."""

from __future__ import annotations

from collections.abc import Iterator

from solver.english import all_of, any_of
from solver.games.thinkaboxin.rules import NUGGETS
from solver.games.thinkaboxin.table import Sight, Table, pick_finalists


def find_gaps(table: Table, sight: Sight) -> tuple[str, ...]:
    """Sentences about what is missing, the weightiest for this seat's chances first."""
    return (
        *_own_dice(table, sight),
        *_cups(table, sight),
        *_players(table),
        *_loser(table),
        *_scores(table),
        *_leaning(table),
    )


def _own_dice(table: Table, sight: Sight) -> Iterator[str]:
    this = table.current
    if sight.own is not None or not sight.hidden:
        return
    if not sight.playing:
        yield f"{'You have' if sight.seat == table.me else f'{sight.seat} has'} no dice here: all dice are hidden."
    elif sight.seat == table.me and this is None:
        yield "Chances before you have looked under your cup; then type: roll 2 5 5 1"
    elif sight.seat == table.me:
        yield f"Not typed: your dice in round {this.number if this else 1} (roll …). All dice count as hidden."
    else:
        yield f"{sight.seat}'s dice in this round are not in the log: all dice count as hidden."


def _cups(table: Table, sight: Sight) -> Iterator[str]:
    this = table.current
    if not this or not this.lifter or not sight.hidden:
        return
    unseen = [player for player in this.active if player not in this.cups]
    if unseen:
        yield f"Not typed: what lay under the cup{'s' * (len(unseen) > 1)} of {all_of(unseen)} (cup {unseen[0]} …)."


def _players(table: Table) -> Iterator[str]:
    if table.unsure and table.set:
        names, rest = any_of(table.unsure), [player for player in table.dice if player not in table.unsure]
        line = f"set {' '.join(rest)}" if len(rest) > 1 else "set NAME NAME"
        yield f"Not known: whether {names} plays in set {table.set.number}; if not, type: {line}. All dice are counted."


def _loser(table: Table) -> Iterator[str]:
    open_dice = [player for player, dice in table.dice.items() if dice is None and player not in table.unsure]
    if open_dice:
        last = table.round
        yield f"Who was wrong in round {last} is not typed: {any_of(open_dice)} (lift {open_dice[-1]} right)."


def _scores(table: Table) -> Iterator[str]:
    lost = [player for player, score in table.scores.items() if score is None]
    if not lost:
        return
    last = table.set
    if table.mode == NUGGETS and last and last.stake is None and not last.over:
        yield f"Not typed: the stake of set {last.number} (set 4 stake 2); so nuggets are not known."
    else:
        yield f"Not known: what {all_of(lost)} {'has' if len(lost) == 1 else 'have'} (tally {lost[0]} 12)."


def _leaning(table: Table) -> Iterator[str]:
    this, finalists = table.current, table.finalists
    if this and this.bid and not this.over and not table.free:
        yield "Raises as the sheet words them; `raise free` at the top allows more dice of a lower value."
    best = [player for player, points in table.scores.items() if points == max(table.scores.values(), key=_known)]
    if finalists and len(best) > 1 and pick_finalists(table.scores) != table.players:
        yield f"{all_of(best)} tie for first, so nobody is number two: they alone go to the final (our reading)."


def _known(points: int | None) -> int:
    return -1 if points is None else points
