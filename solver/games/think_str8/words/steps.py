"""What is to be typed next, and what a new log is asked for before the first throw."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import partial

from solver.english import all_of
from solver.game import NextStep, SetupQuestion, ask_yes_no
from solver.games.think_str8.rules import BOXES, TOKENS
from solver.games.think_str8.table import Table
from solver.grammar import NOBODY
from solver.language import later, say

AWAITED = {  # by the verb: in the order of choosing, and where that is not known
    "bet": (later("Still to bet: {players}"), later("Still to bet: {players} (the order is not known)")),
    "told": (
        later("Still to hear the answer: {players}"),
        later("Still to hear the answer: {players} (the order is not known)"),
    ),
    "swap": (
        later("Still to lay off a card: {players}"),
        later("Still to lay off a card: {players} (the order is not known)"),
    ),
}


def tell_next(table: Table) -> NextStep:
    """Who is awaited: bets in the order of choosing, then answers, then swaps, then the next throw."""
    if not table.rounds:
        begun = say("Round {round} of {rounds}", round=1, rounds=table.round_count)
        return NextStep(f"{begun} · {_throws(table)}", ("dice ",))
    this = table.rounds[-1]
    if table.finished:
        return _tell_ending(table)
    title = say("Round {round} of {rounds}", round=this.number, rounds=table.round_count)
    dice = " ".join(map(say, this.dice or ()))
    for line, waiting in zip(("bet", "told", "swap"), table.waiting(), strict=True):
        if waiting:
            in_order, in_any = AWAITED[line]
            known = len(waiting) == 1 or this.order is not None
            awaited = say(in_order if known else in_any, players=_listed(waiting, table))
            bet = this.bets.get(waiting[0])
            shortest = line == "told" and bet is not None and bet.length == min(table.tokens)
            example = say("hit (or: miss, the bet was wrong)") if shortest else ""  # no direction is told
            return NextStep(f"{title} · {dice} · {awaited}", _begin(line, waiting, table), example=example)
    if this.number == table.round_count:
        over = say("All rounds are played · final bets")
        return NextStep(over, ("final ",), "advise", _final_example(table))
    return NextStep(f"{say('Round {round} is over', round=this.number)} · {_throws(table)}", ("dice ",))


def _tell_ending(table: Table) -> NextStep:
    without = [player for player in table.players if player not in table.finals]
    if without:
        title = say("Final bets · Still to bet: {players}", players=_listed(without, table))
        return NextStep(title, _begin("final", without, table), example=_final_example(table))
    hidden = [player for player in table.players if table.final_points[player] is None]
    if hidden:
        title = say("The final bets are made · Still to turn over: {players}", players=_listed(hidden, table))
        if table.me in hidden:
            title = say("The final bets are made · Turn over your cards")
        example = say("{line} (blue 3, green 1, and so on)", line="316027"[: len(table.colours)])
        return NextStep(title, _begin("reveal", hidden, table), example=example)
    first = all_of(table.winner)
    if len(table.winner) == 1:
        return NextStep(say("The game is over · {player} wins", player=first), offer="review")
    if table.winner:
        return NextStep(say("The game is over · a tie of {players}", players=first), offer="review")
    return NextStep(say("The game is over"), offer="review")


def _final_example(table: Table) -> str:
    groups = ("26", "0", "1", "02", "2", "23")[: len(table.colours)]
    return say("{line} (blue 2 or 6, green 0, and so on)", line=" ".join(groups))


def _begin(verb: str, players: Sequence[str], table: Table) -> tuple[str, ...]:
    return tuple(f"{verb} " if player == table.me else f"{verb} {player} " for player in players)


def _listed(players: Sequence[str], table: Table) -> str:
    return ", ".join(say("you") if player == table.me else player for player in players)


def _throws(table: Table) -> str:
    if table.thrower is None:
        return say("who throws is not known")
    return say("you throw") if table.thrower == table.me else say("{player} throws", player=table.thrower)


def ask_next(table: Table, skipped: Collection[str]) -> SetupQuestion | None:
    """What a new log still lacks before the first throw."""
    if not table.tokens_typed:
        if "grey" not in skipped and "grey" in table.colours:
            return ask_yes_no("grey", say("Introductory game without grey?"), "without grey")
        usual = " ".join(f"{length}:{points}" for length, points in TOKENS.items())
        return SetupQuestion("tokens", say("What is on the tokens? (length:points)"), "tokens {}".format, usual)
    for holder in () if table.boxes else table.holders:
        if holder != table.me and holder not in skipped and table.unknown(holder) == table.colours:
            boxes = " ".join(BOXES[: len(table.colours)])
            example = say("{boxes} · your black boxes, instead of all holders", boxes=boxes)
            return SetupQuestion(
                key=holder,
                text=_ask_cards(holder, table),
                line=partial(_see_or_black_out, table, holder),
                skippable=True,
                example="" if table.me == NOBODY else example,
            )
    return None


def _see_or_black_out(table: Table, holder: str, answer: str) -> str:
    """Cards of a holder; or groups of several numbers or none, column by column, which are black boxes."""
    groups = answer.split()
    boxes = len(groups) == len(table.colours) and all(re.fullmatch("[0-9]+|-", group) for group in groups)
    if boxes and table.me != NOBODY and any(len(group) > 1 or group == "-" for group in groups):
        return f"seen {answer}"
    return f"see {holder} {answer}"


def _ask_cards(holder: str, table: Table) -> str:
    cards = {"colours": " ".join(map(say, table.colours)), "example": "316027"[: len(table.colours)]}
    if holder in table.players:
        return say("{player}'s cards, {colours} (such as {example})", player=holder, **cards)
    if holder.endswith("2"):
        return say("Second neutral cards, {colours} (such as {example})", **cards)
    return say("The neutral cards, {colours} (such as {example})", **cards)
