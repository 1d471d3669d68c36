"""What comes next at the table: the state of the round for the prompt, and the questions that set a new log up."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from solver.english import all_of, any_of
from solver.game import Awaited, Question, Step
from solver.games.thinkaboxin.rounds import Round
from solver.games.thinkaboxin.rules import MODES, SHERIFF, format_bid
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
        return _new_set(table)
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


def _new_set(table: Table) -> Step:
    """What the mode has next: a set, a duel, the final race, or nothing more."""
    title = f"Set {table.set.number} is over" if table.set else "Before the first set"
    if table.champion:
        return Step(f"{title} · {table.champion} has won", offer="review")
    if table.finalists:
        return Step(f"{title} · the final race", (f"knockout {' '.join(table.finalists)}",))
    if table.mode == SHERIFF and not table.duels_left:
        return Step(f"{title} · all duels are played", offer="review")
    if table.duels_left:
        return Step(f"{title} · the next duel", tuple(f"set {one} {other}" for one, other in table.duels_left))
    return Step(f"{title} · a new set", ("set ", "knockout "))


def _new_round(table: Table, set_number: int) -> Step:
    rolling = _find_rolling(table)
    if table.me in rolling:
        return Step(f"Set {set_number} · a new round: your dice", ("roll ",))
    if rolling:
        return Step(f"Set {set_number} · a new round: everybody's dice", tuple(f"roll {name} " for name in rolling))
    begin = _find_beginners(table)
    return Step(f"Set {set_number} · a new round: {any_of(begin)} to bid", tuple(f"bid {name} " for name in begin))


def _find_rolling(table: Table) -> tuple[str, ...]:
    """Whose dice a new round begins with: the owner's, if there are any, or everybody's in the table's own log."""
    holding = _find_holding(table)
    return holding if table.me == NOBODY else tuple(player for player in holding if player == table.me)


def _find_holding(table: Table) -> tuple[str, ...]:
    """Who has dice in the set under way; before a set anybody may."""
    begun = table.set is not None and not table.set.over
    return tuple(player for player, dice in table.dice.items() if dice != 0) if begun else table.players


def _find_beginners(table: Table) -> tuple[str, ...]:
    return table.starters or _find_holding(table)


def _find_unrolled(this: Round, table: Table) -> tuple[str, ...]:
    """Whose dice the table's own log still lacks before anybody bids."""
    waiting = table.me == NOBODY and not this.bids
    return tuple(player for player in this.active if player not in this.cups) if waiting else ()


def _anyone(table: Table) -> tuple[str, ...]:
    return table.players if table.me == NOBODY else ("me",)


def list_awaited(table: Table) -> tuple[Awaited, ...]:
    """The lines of the moment: cups after a lift, dice before the bids, then bids and a lift by whose turn it is."""
    last, this = table.set, table.current
    if last is None or last.over or this is None or this.over:
        lacking = _cups_lacking(this, table) if this else []
        cups = (_await("cup", lacking),) if lacking else ()
        shown = (Awaited("cup", this.active, by_name=True),) if this and this.lifter else ()
        return (*cups, *shown, *_await_round(_find_rolling(table), _find_beginners(table)))
    turn = this.turn or this.active
    unrolled = tuple(player for player in this.active if player not in this.cups) if table.me == NOBODY else ()
    if not this.bids:
        return _await_round(unrolled, turn)
    return _await("bid", turn), _await("lift", turn), Awaited("roll", unrolled, by_name=True)


def _await_round(rolling: tuple[str, ...], beginners: tuple[str, ...]) -> tuple[Awaited, ...]:
    """Dice, then a bid; as long as there are dice to type, numbers alone are dice and a bid needs its name."""
    if rolling:
        return _await("roll", rolling), Awaited("bid", beginners, by_name=True)
    return (_await("bid", beginners),)


def _await(verb: str, players: Sequence[str]) -> Awaited:
    """Of several players any may be meant: dice are typed as they come, and a first bidder chooses the direction."""
    return Awaited(verb, tuple(players), in_order=len(players) == 1)


def _cups_lacking(this: Round, table: Table) -> list[str]:
    """Whose dice would tell who was right, if that is not known yet."""
    if not this.lifter or this.loser is not None:
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
