"""What is said around an advice: what is waited for where there is nothing to choose, and what an answer rests on."""

from __future__ import annotations

from collections.abc import Iterator

from solver.english import FollowUp, Saying, all_of, any_of, say_remark, with_option
from solver.game import Wish
from solver.games.think_str8.advice.moves import WIN, Waiting
from solver.games.think_str8.rules import format_span
from solver.games.think_str8.table import Table
from solver.games.think_str8.words.gaps import USUAL_TOKENS
from solver.language import later, say


def tell_waiting(table: Table, seat: str, phase: str) -> Waiting:
    if phase == "over":
        before = FollowUp("advise", round=table.round, again=True)
        hint = say_remark("`{ask}` goes back to before the final bets, a smaller number further.", ask=before)
        return Waiting(say("The game is over: the final bets are made."), hint)
    if phase == "answer":
        return _tell_missing_answer(table, seat)
    thrower = table.track.last() if not table.round_open else None
    number = table.round + 1
    if thrower == seat:
        if seat == table.me:
            text = say("You throw the dice of round {round}.", round=number)
        else:
            text = say("{player} throws the dice of round {round}.", player=seat, round=number)
        ask = FollowUp("advise", options=(("dice", "y g b"),))
        hint = say_remark("Which die to turn: {ask} (the dice as thrown).", ask=ask)
        return Waiting(text, hint, thrower)
    if thrower is None:
        text = say("The dice of round {round} come next. Who throws is not known.", round=number)
    elif thrower == table.me:
        text = say("The dice of round {round} come next. You throw.", round=number)
    else:
        text = say("The dice of round {round} come next. {player} throws.", round=number, player=thrower)
    return Waiting(text, say("Type the dice once they are set: dice yellow green blue"), thrower)


def _tell_missing_answer(table: Table, seat: str) -> Waiting:
    bet, name = table.rounds[-1].bets[seat], "" if seat == table.me else f"{seat} "
    span = format_span(bet.low, bet.high)
    answers = ("hit", "miss") if bet.length == min(table.tokens) else ("hit", "low", "high")
    hint = say("Type it: {lines}", lines=any_of(f"told {name}{answer}" for answer in answers))
    if seat == table.me:
        return Waiting(say("The answer to your bet {bet} is still missing.", bet=span), hint)
    return Waiting(say("The answer to {player}'s bet {bet} is still missing.", player=seat, bet=span), hint)


def find_notes(table: Table, seat: str, phase: str, wish: Wish, aim: str) -> Iterator[Saying]:
    """What the answer rests on, and wishes that do not matter now."""
    if not table.tokens_typed and (phase in ("bet", "dice") or (phase == "final" and aim == WIN)):
        yield say(USUAL_TOKENS)
    if phase == "bet":
        yield from _untyped_bets(table, seat)
    if phase == "dice":
        yield say("What the dice do for the others is not counted.")
        if table.round_open or table.track.last() is None:
            yield say("Who throws is not known from the log.")
    if phase == "final" and aim == WIN:
        yield from _standing_notes(table)
    if phase == "final" and not wish.get("aim") and table.round == table.round_count:
        ask = with_option("aim", "win")
        yield say_remark("The bets with the best chance to win may be others: {ask}", ask=ask)
    if phase not in ("bet", "dice") and wish.get("taken"):
        yield say_remark("`{ask}` matters only before a bet.", ask=with_option("taken"))
    if phase != "final" and wish.get("aim"):
        both = FollowUp("advise", options=(("final", ""), ("aim", wish["aim"])))
        yield say_remark("An aim is for the final bets; as if the game ended now: {ask}", ask=both)
    if phase == "final" and wish.get("dice"):
        yield say_remark("`{ask}` matters only before a throw.", ask=with_option("dice"))


def _untyped_bets(table: Table, seat: str) -> Iterator[Saying]:
    this = table.rounds[-1]
    before = this.order[: this.order.index(seat)] if this.order else ()
    untyped = [player for player in before if player not in this.bets]
    if untyped:
        places = {"players": all_of(untyped), "player": seat, "ask": with_option("taken", "7,5")}
        if seat == table.me:
            told = later("{players} bet before you: type those bets first, or say which tokens are gone with `{ask}`.")
        else:
            told = later(
                "{players} bet before {player}: type those bets first, or say which tokens are gone with `{ask}`."
            )
        yield say_remark(told, **places)


def _standing_notes(table: Table) -> Iterator[str]:
    if table.track.order() is None:
        yield say("Which stone lies on top is not known: a tie that depends on it counts as not won.")
    if table.round_open:
        yield say(
            "No answer is typed for {players} in round {round}: the track counts as it stands.",
            players=all_of(table.unanswered(table.rounds[-1])),
            round=table.round,
        )
