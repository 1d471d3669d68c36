"""What a log does not tell, and what could make an answer wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from solver.english import FollowUp, Saying, all_of, say_remark
from solver.games.think_str8.table import Table
from solver.language import later, say

BOXES_ONLY = later("You black boxes out, so whose cards they are is not known: the others' answers are not worked out.")
USUAL_TOKENS = later("Scores use the usual token points, 1:7 to 7:1; a `tokens` line changes them.")


def find_gaps(table: Table, seat: str, looking_back: bool = False, finals: bool = True) -> tuple[Saying, ...]:
    """Sentences about what is missing, the weightiest for this seat's cards first.

    Somebody who looks back on the game need not be told that the cards are turned over. What no paper sheet has is not
    asked of one, and who blacks boxes out is told once what that leaves out. Without `finals`
    it does not matter that final bets are not typed.
    """
    if table.paper:
        return () if looking_back else tuple(_turned(table))
    if table.boxes and seat == table.me:
        return (
            say(BOXES_ONLY),
            *_unswapped(table, seat),
            *_unanswered(table, seat, (seat,)),
            *(() if looking_back else _turned(table)),
            *_leaning(table),
        )
    return (
        *_unswapped(table, seat),
        *_undirected(table, seat),
        *_unseen(table, seat),
        *_unanswered(table, seat, (seat,)),
        *_unanswered(table, seat, [player for player in table.players if player != seat]),
        *_unswapped_others(table, seat),
        *(() if looking_back else _turned(table)),
        *_unfinished(table, seat, finals),
        *_leaning(table),
    )


def find_doubts(table: Table, seat: str) -> tuple[str, ...]:
    """What could make an answer about this seat's cards wrong, and not only poorer."""
    return tuple(_unswapped(table, seat)) if seat == table.me else ()


def _wrong_without_swap(table: Table, player: str) -> list[int]:
    """Rounds that should have ended with a swap of the player."""
    answers = {this.number: this.bets[player].answer for this in table.rounds if player in this.bets}
    return [number for number in table.lacking_swaps(player) if answers.get(number)]


def _unswapped(table: Table, seat: str) -> Iterator[str]:
    wrong, gaps = _wrong_without_swap(table, seat), table.lacking_swaps(seat)
    if wrong and seat == table.me:
        yield say(
            "After your wrong bet in {rounds} no swap is typed: it is assumed that you laid off no card. "
            "If you did, add it there (swap yellow 2).",
            rounds=_rounds(wrong),
        )
    elif gaps and seat != table.me:
        yield say(
            "A swap of {player} may be missing in {rounds}: what {player} heard up to round {last} "
            "is left out, since it may be about other cards.",
            player=seat,
            rounds=_rounds(gaps),
            last=gaps[-1],
        )


def _undirected(table: Table, seat: str) -> Iterator[str]:
    rounds = [this.number for this in table.rounds if this.lacks_direction(seat, min(table.tokens, default=1))]
    if not rounds:
        return
    name = "" if seat == table.me else f"{seat} "
    places = {"rounds": _rounds(rounds), "low": f"told {name}low", "high": f"told {name}high"}
    if seat == table.you(seat):
        yield say(
            "Your swap in {rounds} tells that the bet was wrong, but not whether it was too low or too high: "
            "add `{low}` or `{high}` there.",
            **places,
        )
    else:
        yield say(
            "{player}'s swap in {rounds} tells that the bet was wrong, but not whether it was too low or too high: "
            "add `{low}` or `{high}` there.",
            player=seat,
            **places,
        )


def _unseen(table: Table, seat: str) -> Iterator[str]:
    for holder in table.holders:
        unseen = table.unknown(holder)
        if holder == seat or not unseen:
            continue
        whole, colours = unseen == table.colours, all_of(map(say, unseen))
        if holder == table.me and whole:
            told = later(
                "{player} sees {holder}'s cards, but this log does not: {player} may know more than is written here."
            )
            yield say(told, player=seat, holder=holder)
        elif holder == table.me:
            yield say(
                "{player} sees {holder}'s {colours}, but this log does not: "
                "{player} may know more than is written here.",
                player=seat,
                holder=holder,
                colours=colours,
            )
        elif whole:
            yield say("Not typed: {player}'s cards (see {player} …).", player=holder)
        else:
            yield say("Not typed: {player}'s {colours} (see {player} …).", player=holder, colours=colours)


def _unanswered(table: Table, seat: str, players: Iterable[str]) -> Iterator[str]:
    for player in players:
        open_rounds = [this.number for this in table.closed_rounds if player in table.unanswered(this)]
        if open_rounds:
            yield _tell_unanswered(table, seat, player, _rounds(open_rounds))


def _tell_unanswered(table: Table, seat: str, player: str, rounds: str) -> str:
    lost = table.track.space(player) is None
    if player == table.you(seat) and lost:
        return say("Not typed: your bet or its answer in {rounds} (a `score` line helps).", rounds=rounds)
    if player == table.you(seat):
        return say("Not typed: your bet or its answer in {rounds}.", rounds=rounds)
    if lost:
        told = later("Not typed: {player}'s bet or its answer in {rounds} (a `score` line helps).")
        return say(told, player=player, rounds=rounds)
    return say("Not typed: {player}'s bet or its answer in {rounds}.", player=player, rounds=rounds)


def _unswapped_others(table: Table, seat: str) -> Iterator[str]:
    for player in table.players:
        wrong = _wrong_without_swap(table, player)
        if not wrong or player == seat:
            continue
        if player == table.you(seat):
            yield say("Not typed: your swap after the wrong bet in {rounds}.", rounds=_rounds(wrong))
        else:
            told = later("Not typed: {player}'s swap after the wrong bet in {rounds}.")
            yield say(told, player=player, rounds=_rounds(wrong))


def _turned(table: Table) -> Iterator[Saying]:
    if table.finished and all(table.current(table.me, colour).shown for colour in table.colours):
        ask = FollowUp("show", round=table.round)
        yield say_remark("Your cards are turned over; `{ask}` shows the sheet as it was before.", ask=ask)


def _unfinished(table: Table, seat: str, finals: bool) -> Iterator[str]:
    if not table.finished:
        return
    if finals and table.round < table.round_count:
        told = later("The final bets are typed, but only {round} of {rounds} rounds.")
        yield say(told, round=table.round, rounds=table.round_count)
    for player in table.players:
        mine = player == table.you(seat)
        if player in table.finals and table.final_points[player] is None:
            cards = say("Not typed: {player}'s cards at the end (reveal …).", player=player)
            yield say("Not typed: your cards at the end (reveal …).") if mine else cards
        elif finals and player not in table.finals:
            bets = say("Not typed: {player}'s final bets.", player=player)
            yield say("Not typed: your final bets.") if mine else bets


def _leaning(table: Table) -> Iterator[str]:
    hits = any(bet.answer == "hit" for this in table.rounds for bet in this.bets.values())
    if hits and not table.tokens_typed:
        yield say(USUAL_TOKENS)


def _rounds(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return say("round {number}", number=numbers[0])
    return say("rounds {numbers}", numbers=all_of(numbers))
