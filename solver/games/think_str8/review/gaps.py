"""What a review could not look at, for lack of lines or of hands that fit."""

from __future__ import annotations

from collections.abc import Iterator

from solver.english import FollowUp, Saying, all_of, say_remark
from solver.games.think_str8.facts import find_clashes
from solver.games.think_str8.review.decisions import FINAL, Ledger, list_unjudged
from solver.games.think_str8.review.moments import Story, see_as
from solver.games.think_str8.review.rounds import AnswersHeard, RoundReview
from solver.games.think_str8.table import Table
from solver.games.think_str8.words.gaps import find_gaps
from solver.language import later, say, say_count


def find_missing(
    story: Story, seat: str, hints: AnswersHeard, rounds: tuple[RoundReview, ...], ledger: Ledger
) -> Iterator[Saying]:
    """What a review could not look at, the weightiest first."""
    table = story.table
    if story.cut:
        yield _tell_cut(table)
    else:
        yield from _unfinished(table, seat)
        yield from _hidden_cards(table, seat)
    if hints.checked < hints.answers:
        yield _tell_unchecked(hints)
    yield from _doubts(rounds, hints, seat, table.me)
    if not any(one.doubted or not one.hands for one in rounds):
        told = (clash for clash in find_clashes(table, seat) if clash.heard is None)
        yield from (
            say_remark("{clash} `{ask}` shows the lines.", clash=clash, ask=FollowUp("check")) for clash in told
        )
    if seat != table.me:
        yield say(
            "The crosses in this log are {owner}'s, so {player}'s pad is not reviewed.", owner=table.me, player=seat
        )
    elif not table.crosses and story.cut:
        yield say("No crosses are typed by then, so nothing is said about your pad.")
    elif not table.crosses:
        yield say("No crosses are typed, so nothing is said about your pad.")
    yield from (say("Not judged: {reason}.", reason=reason) for reason in list_unjudged(ledger.unjudged))
    finals = any(decision.kind == FINAL for decision in ledger.decisions)
    yield from find_gaps(see_as(table, table, seat), seat, looking_back=True, finals=finals)


def _tell_cut(table: Table) -> str:
    if not table.round:
        return say("This looks at the game up to the first throw.")
    end = {"round": table.round, "rounds": table.round_count}
    return say("This looks at the game up to the end of round {round} of {rounds}.", **end)


def _tell_unchecked(hints: AnswersHeard) -> str:
    if hints.answers == 1:
        return say("The one answer cannot be checked for lack of cards.")
    unknown = {"number": hints.answers - hints.checked, "answers": hints.answers}
    return say("{number} of {answers} answers cannot be checked for lack of cards.", **unknown)


def _unfinished(table: Table, seat: str) -> Iterator[str]:
    if table.round < table.round_count:
        yield say_count(
            "The game is not finished: {count} of {rounds} rounds is played.",
            "The game is not finished: {count} of {rounds} rounds are played.",
            table.round,
            rounds=table.round_count,
        )
    elif not table.finals.get(seat):
        if seat == table.me:
            yield say("Not typed: your final bets.")
        else:
            yield say("Not typed: {player}'s final bets.", player=seat)


def _hidden_cards(table: Table, seat: str) -> Iterator[str]:
    """Players whose cards nobody turned, as far as the log has not seen them."""
    for player in table.players:
        if colours := table.unknown(player):
            yield _tell_hidden(player, "" if colours == table.colours else all_of(map(say, colours)), table, seat)


def _tell_hidden(player: str, colours: str, table: Table, seat: str) -> str:
    """Without colours all cards are meant."""
    line = "reveal" if player == table.me else f"reveal {player}"
    if player == table.you(seat):
        if not colours:
            return say("Your cards at the end: not typed ({line} 3 1 6 …).", line=line)
        return say("Your {colours} at the end: not typed ({line} 3 1 6 …).", colours=colours, line=line)
    if not colours:
        return say("{player}'s cards at the end: not typed ({line} 3 1 6 …).", player=player, line=line)
    named = {"player": player, "colours": colours, "line": line}
    return say("{player}'s {colours} at the end: not typed ({line} 3 1 6 …).", **named)


def _doubts(rounds: tuple[RoundReview, ...], hints: AnswersHeard, seat: str, me: str) -> Iterator[Saying]:
    doubted = next((one.number for one in rounds if one.doubted), None)
    empty = next((one.number for one in rounds if not one.hands), None)
    if doubted is not None:
        yield say(
            "After round {round} no hand fits all that was told: from there on false hints are left out.", round=doubted
        )
    if empty is not None:
        ask = FollowUp("check", seat=None if seat == me else seat)
        yield say_remark(_NONE_LEFT if hints.false else _NONE_FITS, round=empty, ask=ask)


_NONE_FITS = later("After round {round} no hand fits, and which hint is false cannot be told: `{ask}` names the lines.")
_NONE_LEFT = later("After round {round} no hand fits, with false hints left out, too: `{ask}` names the lines.")
