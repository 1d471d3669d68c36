"""What the log does not tell, in sentences: nothing is guessed, and answers that lean on a decision of ours say so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from solver.english import all_of, whose
from solver.games.think_str8.table import Table
from solver.remarks import Ask, Saying, remark

USUAL_TOKENS = "Scores use the usual token points, 1:7 to 7:1; a `tokens` line changes them."


def find_gaps(table: Table, seat: str, looking_back: bool = False) -> tuple[Saying, ...]:
    """Sentences about what is missing, the weightiest for this seat's cards first.

    Who looks back on the game need not be told that the cards are turned.
    """
    return (
        *_unswapped(table, seat),
        *_unseen(table, seat),
        *_unanswered(table, seat, (seat,)),
        *_unanswered(table, seat, [player for player in table.players if player != seat]),
        *_unswapped_others(table, seat),
        *(() if looking_back else _turned(table)),
        *_unfinished(table, seat),
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
        yield (
            f"After your wrong bet in {_rounds(wrong)} no swap is typed: it is taken that you laid off no card. "
            f"If you did, add it there (swap yellow 2)."
        )
    elif gaps and seat != table.me:
        yield (
            f"A swap of {seat} may be missing in {_rounds(gaps)}: what {seat} heard up to round {gaps[-1]} "
            f"is left out, since it may be about other cards."
        )


def _unseen(table: Table, seat: str) -> Iterator[str]:
    for holder, colours in table.holders.items():
        unseen = [colour for colour, cards in colours.items() if cards[-1].number is None]
        if holder == seat or not unseen:
            continue
        cards = "cards" if len(unseen) == len(colours) else f"{all_of(unseen)}"
        if holder == table.me:
            yield f"{seat} sees {holder}'s {cards}, but this log does not: {seat} may know more than stands here."
        else:
            yield f"Not typed: {holder}'s {cards} (see {holder} …)."


def _unanswered(table: Table, seat: str, players: Iterable[str]) -> Iterator[str]:
    for player in players:
        open_rounds = [this.number for this in table.closed_rounds if player in table.unanswered(this)]
        if open_rounds:
            owner, score = whose(player, table.you(seat)), table.track.space(player)
            lost = " (a `score` line helps)" if score is None else ""
            yield f"Not typed: {owner} bet or its answer in {_rounds(open_rounds)}{lost}."


def _unswapped_others(table: Table, seat: str) -> Iterator[str]:
    for player in table.players:
        wrong = _wrong_without_swap(table, player)
        if wrong and player != seat:
            yield f"Not typed: {whose(player, table.you(seat))} swap after the wrong bet in {_rounds(wrong)}."


def _turned(table: Table) -> Iterator[Saying]:
    if table.finished and all(table.current(table.me, colour).shown for colour in table.colours):
        yield remark("Your cards are turned; `", Ask("show", round=table.round), "` is the sheet as it stood before.")


def _unfinished(table: Table, seat: str) -> Iterator[str]:
    if not table.finished:
        return
    if table.round < table.round_count:
        yield f"The final bets are typed, but only {table.round} of {table.round_count} rounds."
    for player in table.players:
        if player not in table.finals:
            yield f"Not typed: {whose(player, table.you(seat))} final bets."
        elif table.final_points[player] is None:
            yield f"Not typed: {whose(player, table.you(seat))} cards at the end (reveal …)."


def _leaning(table: Table) -> Iterator[str]:
    hits = any(bet.answer == "hit" for this in table.rounds for bet in this.bets.values())
    if hits and not table.tokens_typed:
        yield USUAL_TOKENS


def _rounds(numbers: Sequence[int]) -> str:
    return f"round{'s' * (len(numbers) > 1)} {all_of(numbers)}"
