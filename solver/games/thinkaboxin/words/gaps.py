"""What the log does not tell, and what a chance counts instead."""

from __future__ import annotations

from collections.abc import Iterator

from solver.english import all_of, any_of
from solver.games.thinkaboxin.rules import NUGGETS
from solver.games.thinkaboxin.table import Sight, Table, pick_finalists
from solver.language import say, say_count


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
    this, mine = table.current, sight.seat == table.me
    if sight.own is not None or not sight.hidden:
        return
    if not sight.playing and mine:
        yield say("You have no dice here: all dice are hidden.")
    elif not sight.playing:
        yield say("{player} has no dice here: all dice are hidden.", player=sight.seat)
    elif mine and this is None:
        yield say("Chances before you have looked under your cup; then type: roll 2 5 5 1")
    elif mine:
        number = this.number if this else 1
        yield say("Not typed: your dice in round {round} (roll …). All dice count as hidden.", round=number)
    else:
        yield say("{player}'s dice in this round are not in the log: all dice count as hidden.", player=sight.seat)


def _cups(table: Table, sight: Sight) -> Iterator[str]:
    this = table.current
    if not this or not this.lifter or not sight.hidden:
        return
    unseen = [player for player in this.active if player not in this.cups]
    if unseen:
        yield say_count(
            "Not typed: what lay under the cup of {players} (cup {first} …).",
            "Not typed: what lay under the cups of {players} (cup {first} …).",
            len(unseen),
            players=all_of(unseen),
            first=unseen[0],
        )


def _players(table: Table) -> Iterator[str]:
    if table.unsure and table.set:
        names, rest = any_of(table.unsure), [player for player in table.dice if player not in table.unsure]
        line = f"set {' '.join(rest)}" if len(rest) > 1 else "set NAME NAME"
        yield say(
            "Not known: whether {players} plays in set {set}; if not, type: {line}. All dice are counted.",
            players=names,
            set=table.set.number,
            line=line,
        )


def _loser(table: Table) -> Iterator[str]:
    open_dice = [player for player, dice in table.dice.items() if dice is None and player not in table.unsure]
    if open_dice and table.set:
        this_set = (this for this in table.rounds if this.set_number == table.set.number)
        untold = [this.number for this in this_set if this.over and this.loser is None and not this.donkeys]
        yield say_count(
            "Who was wrong in round {rounds} is not typed: {players} (lift {last} right).",
            "Who was wrong in rounds {rounds} is not typed: {players} (lift {last} right).",
            max(len(untold), 1),
            rounds=all_of(untold),
            players=any_of(open_dice),
            last=open_dice[-1],
        )
        if table.set.knockout:
            yield say("So it is not known who has dice left: at most {dice} are counted.", dice=table.total)


def _scores(table: Table) -> Iterator[str]:
    lost = [player for player, score in table.scores.items() if score is None]
    if not lost:
        return
    last = table.set
    if table.mode == NUGGETS and last and last.stake is None and not last.over:
        yield say(
            "Not typed: the stake of set {set} (set 4 stake 2); so nuggets are not known.",
            set=last.number,
        )
    else:
        yield say_count(
            "Not known: what {players} has (tally {first} 12).",
            "Not known: what {players} have (tally {first} 12).",
            len(lost),
            players=all_of(lost),
            first=lost[0],
        )


def _leaning(table: Table) -> Iterator[str]:
    this, finalists = table.current, table.finalists
    if this and this.bid and not this.over and not table.free:
        yield say("Raises as the sheet words them; `raise free` at the top allows more dice of a lower value.")
    most = max((points for points in table.scores.values() if points is not None), default=None)
    best = [player for player, points in table.scores.items() if points == most]
    if finalists and len(best) > 1 and pick_finalists(table.scores) != table.players:
        yield say(
            "{players} tie for first, so nobody is number two: they alone go to the final (our reading).",
            players=all_of(best),
        )
