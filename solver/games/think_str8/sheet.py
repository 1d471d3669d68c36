"""The deduction sheet of a seat: per colour what is seen, what is ruled out, what can be and how likely it is.

With it goes what a line taught, and what the log does not tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from solver.engine.facts import Fact, Puzzle
from solver.engine.worlds import Worlds, solve
from solver.english import Ask, Saying, all_of, remark, whose
from solver.games.think_str8.facts import Clash, find_other_clashes, list_lines, make_puzzle, seen_numbers
from solver.games.think_str8.rules import NAME, NUMBERS
from solver.games.think_str8.table import Table


@dataclass(frozen=True, slots=True)
class Column:
    """One colour of the pad; `seen`, the numbers counted, and `ruled_out` share 0 to 7 between them."""

    colour: str
    seen: tuple[int, ...]
    count: dict[int, int]
    hands: int

    @property
    def possible(self) -> tuple[int, ...]:
        return tuple(self.count)

    @property
    def ruled_out(self) -> tuple[int, ...]:
        return tuple(number for number in NUMBERS if number not in self.seen and number not in self.count)

    @property
    def certain(self) -> int | None:
        return self.possible[0] if len(self.count) == 1 else None

    def chance(self, number: int) -> float:
        return self.count.get(number, 0) / self.hands if self.hands else 0.0


@dataclass(frozen=True, slots=True)
class Sheet:
    """What `show` shows. `conflict` holds facts that contradict each other `about` a player's cards.

    If they are about the seat's own, `hands` is 0: nothing fits. `sums` counts hands by the sum of the dice that lie.
    """

    table: Table
    seat: str
    puzzle: Puzzle
    hands: int
    columns: tuple[Column, ...]
    conflict: tuple[Fact, ...]
    about: str
    gaps: tuple[Saying, ...]
    sums: dict[int, int]

    @property
    def fits(self) -> bool:
        """Whether there is a hand the seat could hold."""
        return self.hands > 0

    @property
    def consistent(self) -> bool:
        return self.fits and not self.conflict

    def crossed(self, colour: str) -> tuple[int, ...]:
        """What the log's owner crossed out; it has no other player's crosses."""
        mine = self.table.crossed if self.seat == self.table.me else {}
        return tuple(number for number in NUMBERS if (colour, number) in mine)

    def data(self) -> dict[str, object]:
        """The sheet under the keys that outside programs rely on."""
        return self.pad_data() | {
            "consistent": self.consistent,
            "hands": self.hands,
            "cards": {column.colour: _column_data(column) for column in self.columns},
            "conflict": [line.data() for line in list_lines(self.conflict)],
        }

    def pad_data(self) -> dict[str, object]:
        """The same without anything worked out: what is in sight, what was crossed out, what happened."""
        table, track = self.table, self.table.final_track or self.table.track
        cards = {
            column.colour: {"seen": list(column.seen), "crossed": list(self.crossed(column.colour))}
            for column in self.columns
        }
        return {
            "game": NAME,
            "seat": self.seat,
            "round": table.round,
            "rounds": table.round_count,
            "cards": cards,
            "scores": track.scores(),
            "thrower": table.thrower,
            "order": list(table.order) if table.order else None,
            "piles": {colour: table.pile(colour) for colour in table.colours},
            "final_points": dict(table.final_points) if table.finished else None,
            "winner": list(table.winner),
            "worked_out": [
                {"round": this.number, "player": bet.player, "answer": bet.answer, "sum": bet.total}
                for this in table.rounds
                for bet in this.bets.values()
                if bet.total is not None
            ],
            "missing": list(map(str, self.gaps)),
            "warnings": [warning.data() for warning in table.warnings],
        }


def _column_data(column: Column) -> dict[str, object]:
    return {
        "seen": list(column.seen),
        "possible": list(column.possible),
        "ruled_out": list(column.ruled_out),
        "count": {str(number): count for number, count in column.count.items()},
        "chance": {str(number): round(column.chance(number), 4) for number in column.count},
    }


def make_sheet(table: Table, seat: str) -> Sheet:
    puzzle = make_puzzle(table, seat)
    worlds = solve(puzzle)
    columns = tuple(
        Column(card.name, seen_numbers(table, seat, card.name), worlds.counts(card), worlds.count)
        for card in puzzle.hand
    )
    clash = next(find_other_clashes(table, seat), None) if worlds.count else Clash(seat, puzzle)
    return Sheet(
        table=table,
        seat=seat,
        puzzle=puzzle,
        hands=worlds.count,
        columns=columns,
        conflict=clash.explain().because if clash else (),
        about=clash.player if clash else seat,
        gaps=find_gaps(table, seat),
        sums=_count_sums(table, seat, puzzle, worlds),
    )


def _count_sums(table: Table, seat: str, puzzle: Puzzle, worlds: Worlds) -> dict[int, int]:
    """Hands by the sum that the seat's cards have on the dice; none if no dice lie, or a card is laid off already."""
    this = table.rounds[-1] if table.rounds and table.round_open else None
    if this is None or not this.dice or seat in this.swaps:
        return {}
    return worlds.counts_of_sum(
        tuple((card, this.dice.count(card.name)) for card in puzzle.hand if card.name in this.dice)
    )


# What is new.


def tell_news(before: Sheet | None, after: Sheet) -> tuple[str, ...]:
    """What a line taught the seat: numbers newly out, cards newly certain, and how many hands are left."""
    if before is None or before.table.colours != after.table.colours:
        return ("1 hand is possible." if after.hands == 1 else f"{after.hands:,} hands are possible.",)
    if not after.hands:
        return ("No hand is left: the log contradicts itself, and `check` shows where.",)
    pairs = zip(before.columns, after.columns, strict=True)
    news = [sentence for old, new in pairs if (sentence := _column_news(before, after, old, new))]
    if not news and before.hands == after.hands:
        return ()
    hand = "1 hand" if after.hands == 1 else f"{after.hands:,} hands"
    return (*news, f"{hand} left" + (f" of {before.hands:,}." if after.hands < before.hands else "."))


def _column_news(before: Sheet, after: Sheet, old: Column, new: Column) -> str | None:
    colour = new.colour
    was, now = (sheet.table.current(sheet.seat, colour).first for sheet in (before, after))
    if was != now:
        return f"{colour}: {'a new card' if now > was else 'the card before'}, {all_of(new.possible)} possible."
    out = [number for number in old.possible if number not in new.possible]
    if not out:
        return None
    if new.certain is not None:
        return f"{colour} is certain: {new.certain}."
    return f"{colour}: {all_of(out)} {'is' if len(out) == 1 else 'are'} out."


# What the log does not tell.


USUAL_TOKENS = "Scores use the usual token points, 1:7 to 7:1; a `tokens` line changes them."


def find_gaps(table: Table, seat: str, looking_back: bool = False) -> tuple[Saying, ...]:
    """Sentences about what is missing, the weightiest for this seat's cards first.

    Somebody who looks back on the game need not be told that the cards are turned over.
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
            f"After your wrong bet in {_rounds(wrong)} no swap is typed: it is assumed that you laid off no card. "
            f"If you did, add it there (swap yellow 2)."
        )
    elif gaps and seat != table.me:
        yield (
            f"A swap of {seat} may be missing in {_rounds(gaps)}: what {seat} heard up to round {gaps[-1]} "
            f"is left out, since it may be about other cards."
        )


def _unseen(table: Table, seat: str) -> Iterator[str]:
    for holder in table.holders:
        unseen = table.unknown(holder)
        if holder == seat or not unseen:
            continue
        cards = "cards" if unseen == table.colours else all_of(unseen)
        if holder == table.me:
            yield f"{seat} sees {holder}'s {cards}, but this log does not: {seat} may know more than is written here."
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
        yield remark(
            "Your cards are turned over; `", Ask("show", round=table.round), "` shows the sheet as it was before."
        )


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
