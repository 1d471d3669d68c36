"""What the log does not tell, in sentences: nothing is guessed, and answers that lean on a decision of ours say so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solver.games.think_str8.hands import whose
from solver.games.think_str8.table import Round, Table
from solver.grammar import all_of


def find_lacks(table: Table, seat: str) -> tuple[str, ...]:
    """Sentences about what is missing, the weightiest for this seat's cards first."""
    return (
        *_unswapped(table, seat),
        *_unseen(table, seat),
        *_unanswered(table, (seat,)),
        *_unanswered(table, [player for player in table.players if player != seat]),
        *_unswapped_others(table, seat),
        *_unfinished(table),
        *_leaning(table),
    )


def _closed(table: Table) -> tuple[Round, ...]:
    """The rounds to which nothing more will be added."""
    return table.rounds if table.finished else table.rounds[:-1]


def _wrong_without_swap(table: Table, player: str) -> list[int]:
    """Rounds that should have ended with a swap of the player; with all piles empty there is none."""
    rounds = [this for this in _closed(table) if player not in this.swaps and player in this.bets]
    wrong = [this.number for this in rounds if this.bets[player].answer not in (None, "hit")]
    return [number for number in wrong if any(_pile_after(table, colour, number) for colour in table.colours)]


def _pile_after(table: Table, colour: str, number: int) -> int:
    later = [swap for this in table.rounds[number:] for swap in this.swaps.values() if swap.old.colour == colour]
    return table.pile(colour) + len(later)


def _unswapped(table: Table, seat: str) -> Iterator[str]:
    wrong = _wrong_without_swap(table, seat)
    if wrong:
        told, rounds = whose(seat, table.me), _rounds(wrong)
        yield (
            f"After {told} wrong bet in {rounds} no swap is typed: the sheet takes it that no card was laid off. "
            f"If one was, add it (swap yellow 2)."
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


def _unanswered(table: Table, players: Iterable[str]) -> Iterator[str]:
    for player in players:
        open_rounds = [this.number for this in _closed(table) if player in table.unanswered(this)]
        if open_rounds:
            owner, score = whose(player, table.me), table.track.space(player)
            lost = " (a `score` line helps)" if score is None else ""
            yield f"Not typed: {owner} bet or its answer in {_rounds(open_rounds)}{lost}."


def _unswapped_others(table: Table, seat: str) -> Iterator[str]:
    for player in table.players:
        wrong = _wrong_without_swap(table, player)
        if wrong and player != seat:
            yield f"Not typed: {whose(player, table.me)} swap after the wrong bet in {_rounds(wrong)}."


def _unfinished(table: Table) -> Iterator[str]:
    if not table.finished:
        return
    if all(table.current(table.me, colour).shown for colour in table.colours):
        yield f"Your cards are turned; --round {table.round} shows the sheet as it stood before."
    if table.round < table.round_count:
        yield f"The final bets are typed, but only {table.round} of {table.round_count} rounds."
    for player in table.players:
        if player not in table.finals:
            yield f"Not typed: {whose(player, table.me)} final bets."
        elif table.final_points[player] is None:
            yield f"Not typed: {whose(player, table.me)} cards at the end (reveal …)."


def _leaning(table: Table) -> Iterator[str]:
    hits = any(bet.answer == "hit" for this in table.rounds for bet in this.bets.values())
    if hits and not table.tokens_typed:
        yield "Scores count the usual token points, 1:7 to 7:1; a `tokens` line says otherwise."


def _rounds(numbers: list[int]) -> str:
    return f"round{'s' * (len(numbers) > 1)} {all_of(numbers)}"
