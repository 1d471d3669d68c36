"""What comes next at the table: the state of the round for the prompt, and the questions that set a new log up."""

from __future__ import annotations

from collections.abc import Collection

from solver.english import all_of, any_of
from solver.game import Awaited, Question, Step
from solver.games.thinkaboxin.rounds import Round
from solver.games.thinkaboxin.rules import MODES, format_bid
from solver.games.thinkaboxin.table import Table
from solver.grammar import NOBODY


def next_step(table: Table) -> Step:
    """A set, then a roll, then bids until somebody lifts, then the cups."""
    last, this = table.set, table.current
    lacking = _cups_lacking(this, table) if this else []
    if this and lacking:
        cups = f"cup{'s' * (len(lacking) > 1)} of {all_of(lacking)}"
        title = f"Set {this.set_number}, round {this.number} · {cups} still to type"
        return Step(title, tuple(f"cup {name} " for name in lacking))
    if last is None or last.over:
        title = f"Set {last.number} is over" if last else "Before the first set"
        return Step(f"{title} · a new set", ("set ", "knockout "))
    if this is None or this.over:
        return _new_round(table, last.number)
    place = f"Set {last.number}, round {this.number}"
    if unrolled := _find_unrolled(this, table):
        return Step(f"{place} · {all_of(unrolled)} still to roll", tuple(f"roll {player} " for player in unrolled))
    names = ["me" if player == table.me else player for player in this.turn or ()]
    bid = f" · {format_bid(this.bid)} on the table" if this.bid else ""
    turn = f" · {any_of(names or ['somebody'])} to {'raise or lift' if this.bid else 'bid'}"
    verbs = ("bid", "lift") if this.bid else ("bid",)
    return Step(f"{place}{bid}{turn}", tuple(f"{verb} {name} " for name in names or _anyone(table) for verb in verbs))


def _new_round(table: Table, set_number: int) -> Step:
    if table.me != NOBODY:
        return Step(f"Set {set_number} · a new round: your dice", ("roll ",))
    rolls = tuple(f"roll {player} " for player in _find_rolling(table))
    return Step(f"Set {set_number} · a new round: everybody's dice", rolls)


def _find_rolling(table: Table) -> tuple[str, ...]:
    """Whose dice a new round begins with."""
    playing = table.players if table.set is None or table.set.over else table.dice
    return tuple(player for player in playing if table.dice.get(player) != 0) if table.me == NOBODY else (table.me,)


def _find_unrolled(this: Round, table: Table) -> tuple[str, ...]:
    """Whose dice the table's own log still lacks before anybody bids."""
    waiting = table.me == NOBODY and not this.bids
    return tuple(player for player in this.active if player not in this.cups) if waiting else ()


def _anyone(table: Table) -> tuple[str, ...]:
    return table.players if table.me == NOBODY else ("me",)


def list_awaited(table: Table) -> tuple[Awaited, ...]:
    """The lines of the moment: cups after a lift, my dice before the bids, then bids and a lift by whose turn it is."""
    last, this = table.set, table.current
    shown = this.cups if this else ()
    covered = [player for player in this.active if player not in shown] if this and this.over else []
    cups = (Awaited("cup", tuple(covered), in_order=len(covered) == 1),) if covered else ()
    if this is None or this.over:
        rolling, starting = _find_rolling(table), (table.starters if last and not last.over else None) or table.players
        rolls = Awaited("roll", rolling, in_order=len(rolling) == 1)
        return (*cups, rolls, Awaited("bid", starting, in_order=len(starting) == 1))
    unrolled = [player for player in this.active if player not in this.cups] if table.me == NOBODY else []
    rolls_left = (Awaited("roll", tuple(unrolled), in_order=len(unrolled) == 1),) if unrolled else ()
    turn = this.turn or this.active
    lift = (Awaited("lift", turn, in_order=len(turn) == 1),) if this.bid else ()
    return (*rolls_left, Awaited("bid", turn, in_order=len(turn) == 1), *lift)


def _cups_lacking(this: Round, table: Table) -> list[str]:
    """Whose dice would tell who was right, if that is not known yet."""
    if not this.over or this.loser is not None or this.donkeys:
        return []
    return [player for player in this.active if player not in this.cups and player != table.me]


def next_question(table: Table, skipped: Collection[str]) -> Question | None:
    plain = MODES[0]
    if table.sets or table.mode != plain or "mode" in skipped:
        return None
    ask = f"Which mode? ({', '.join(MODES)})"
    return Question("mode", ask, _mode_line, plain, skippable=True, choices=MODES)


def _mode_line(answer: str) -> str | None:
    return None if answer.lower() == MODES[0] else f"mode {answer}"


def words(table: Table) -> dict[str, tuple[str, ...]]:  # noqa: ARG001 - players are always offered
    return {}
