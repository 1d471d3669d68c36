"""A log of Think Str8! that answers questions: what a line was understood to say, what comes next, what each seat saw.

Of the table's own log nothing else may reach a seat: a player's own cards are left out until they are laid off or
turned, other players' final bets until all are in, and their crosses for good. What the cards tell, so that the table
need not type it, is written out: answers once all have bet, the hands when all final bets are in.

What needs numpy or ortools is imported inside the methods.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING

from solver import game as contract
from solver.english import Saying
from solver.game import (
    Aloud,
    Awaited,
    CopiesPaper,
    Hints,
    Meaning,
    NextStep,
    Opened,
    Reads,
    SetupQuestion,
    Wish,
    expect,
    override,
)
from solver.games.think_str8.copying import (
    ask_for_boxes,
    ask_table_or_sheet,
    list_awaited,
    next_row,
    part_row,
    write_row,
)
from solver.games.think_str8.corrections import list_meanings
from solver.games.think_str8.events import (
    Dice,
    Final,
    Reveal,
    Swap,
)
from solver.games.think_str8.places import describe_sheet, put_at_place, put_row
from solver.games.think_str8.rules import COLOURS, NUMBERS, SUMS, Card, find_colour
from solver.games.think_str8.table import Round, Table
from solver.games.think_str8.words.aloud import list_heard, tell_learnt
from solver.games.think_str8.words.steps import ask_next, tell_next
from solver.grammar import SAYS, Event
from solver.language import later
from solver.log import Line, Word, parse_line
from solver.replay import Timeline
from solver.trust import choose_trust

if TYPE_CHECKING:
    from solver.games.think_str8.advice.advise import Advice
    from solver.games.think_str8.reader import People
    from solver.games.think_str8.sheet import Sheet
    from solver.games.think_str8.why import Answer
    from solver.games.think_str8.words.readings import TableReading
    from solver.proof.conflicts import Check

TRUST = Fraction(1)  # in the others' bets, if nothing else is said


class Str8Log(Opened, Hints, Reads, CopiesPaper):
    mark = "paper"
    retype = later("Copied wrongly? `edit row 1 gyb 9-15`, `edit seen blue 1 3`, `undo`.")
    table: Table
    timeline: Timeline[Table]
    people: People = ()  # what is known of the others from evenings before

    @override
    def show(self, seat: str) -> Sheet:
        from solver.games.think_str8.sheet import make_sheet

        return make_sheet(self.table, seat)

    @override
    def why(self, seat: str, claim: Sequence[str]) -> Sequence[Answer]:
        from solver.games.think_str8.why import explain

        return explain(self.table, seat, claim)

    @override
    def check(self, seat: str) -> Check:
        from solver.games.think_str8.check import check

        return check(self.timeline, self.table, seat)

    @override
    def advise(self, seat: str, wish: Wish) -> Advice:
        from solver.games.think_str8.advice.advise import make_advice

        trust = float(choose_trust(self.opening, TRUST, wish.get("trust")))
        return make_advice(self.table, seat, wish, trust, self.people)

    @override
    def suggest(self, seat: str) -> TableReading | None:
        if self.table.finished or not self.trust:
            return None
        from solver.games.think_str8.beliefs import suggest

        return suggest(self.table, seat, self.trust, self.people)

    @override
    def knowing(self, earlier: Sequence[Opened]) -> Str8Log:
        from solver.games.think_str8.beliefs import learn_people

        twin = copy(self)
        twin.people = learn_people(log.table for log in earlier if isinstance(log, Str8Log) and not log.table.paper)
        return twin

    @override
    def keep_up(self, seat: str) -> None:
        from solver.games.think_str8.beliefs import read_bets

        read_bets(self.table, seat, self.trust, self.people)

    @property
    def trust(self) -> float:
        """How far the log wants the others' bets to be believed."""
        return float(choose_trust(self.opening, TRUST))

    @override
    def hint(self, seat: str, level: int) -> contract.HasData | None:
        from solver.games.think_str8.why import give_hint

        return give_hint(self.table, seat, level)

    @override
    def doubts(self, seat: str) -> Sequence[Saying]:
        from solver.games.think_str8.words.gaps import find_doubts

        return find_doubts(self.table, seat)

    @override
    def holds_together(self, seat: str) -> bool:
        from solver.games.think_str8.facts import find_clashes

        return not any(True for _ in find_clashes(self.table, seat))

    @override
    def misheard(self, seat: str) -> Sequence[str]:
        from solver.games.think_str8.facts import tell_misheard

        return tell_misheard(self.table, seat)

    @override
    def tell_news(self, before: contract.Sheet | None, after: contract.Sheet) -> Sequence[str]:
        from solver.games.think_str8.sheet import Sheet
        from solver.games.think_str8.words.news import tell_news

        return tell_news(None if before is None else expect(Sheet, before), expect(Sheet, after))

    # What an earlier line denies.

    @override
    def may_mean(self, event: Event) -> Iterable[Meaning]:
        return list_meanings(self.table, event)

    # A paper sheet.

    @property
    @override
    def is_copy(self) -> bool:
        return self.table.paper

    @override
    def describe_sheet(self) -> contract.Data:
        return describe_sheet(self.table)

    @override
    def ask_kind(self, skipped: Collection[str]) -> SetupQuestion | None:
        asked = self.table.paper or "paper" in skipped or self.opening.of_table or self._begun()
        return None if asked or self.table.rounds or self.table.finished else ask_table_or_sheet()

    @override
    def part_row(self, typed: str) -> tuple[str, ...]:
        table = self.table
        return part_row(typed, table.round < table.round_count or any(table.unanswered(this) for this in table.rounds))

    @override
    def put_row(self, row: int, typed: str) -> str:
        return put_row(self.reading.log, self.me, row, write_row(typed))

    @override
    def put_at_place(self, place: str, line: str) -> str:
        return put_at_place(self.reading.log, self.reading.events, self.me, place, line)

    # What comes next.

    @override
    def next_step(self) -> NextStep:
        return next_row(self.table) if self.table.paper else tell_next(self.table)

    @override
    def awaited(self) -> Sequence[Awaited]:
        """The lines of the moment; a new throw is always one of them, since what others did need not be typed."""
        table, this = self.table, self.table.rounds[-1] if self.table.rounds else None
        if table.paper:
            return tuple(list_awaited(table))
        under_way = this is not None and any(table.waiting())
        if table.finished or (table.round == table.round_count and not under_way):
            players = sorted(table.players, key=lambda player: player != table.me)
            betting = [player for player in players if player not in table.finals]
            turning = [player for player in players if table.final_points.get(player) is None]
            return (Awaited("final", tuple(betting)),) if betting else (Awaited("reveal", tuple(turning)),)
        hidden = [
            holder for holder in table.holders if holder != table.me and table.unknown(holder) and not table.boxes
        ]
        seeing = (Awaited("see", tuple(hidden)),) if hidden else ()
        return (*(self._list_open(this) if this else ()), *seeing, Awaited("dice"))

    def _list_open(self, this: Round) -> Iterator[Awaited]:
        betting, told, laying_off = self.table.waiting()
        me, known = self.table.me, this.order is not None
        if betting:
            yield Awaited("bet", tuple(betting), in_order=known or len(betting) == 1)
        heard = sorted(told, key=lambda player: player != me)
        worked_out = tuple(player for player, bet in this.bets.items() if player not in told and not bet.typed)
        if heard:
            yield Awaited("told", (*heard, *worked_out), in_order=heard[:1] == [me] or len(heard) == 1)
        elif worked_out:
            yield Awaited("told", worked_out, by_name=True)  # an answer alone is about my bet, whatever was typed
        if laying_off:
            yield Awaited("swap", tuple(laying_off), in_order=known or len(laying_off) == 1, of_these=True)

    @override
    def next_question(self, skipped: Collection[str]) -> SetupQuestion | None:
        table = self.table
        if table.rounds or table.finished:
            return None
        if table.paper:
            return ask_for_boxes(table, skipped)
        return ask_next(table, skipped)

    def _begun(self) -> bool:
        """Whether anything is typed that is only typed at the table."""
        table = self.table
        seen = any(table.unknown(holder) != table.colours for holder in table.holders)
        return table.tokens_typed or len(table.colours) < len(COLOURS) or bool(table.boxes) or seen

    @override
    def words(self) -> Mapping[str, Iterable[str]]:
        return {"COLOUR": self.table.colours, "PLAYER": self.table.neutrals}

    # The gate.

    @override
    def seen_from(self, seat: str) -> Iterator[Event]:
        events, table = self.reading.events, self.table
        turned = {event.player for event in events if isinstance(event, Reveal)}
        finals_open = set(table.players) in (set(table.finals), turned)  # all have bet, or all cards are turned
        last_final = next((event for event in reversed(events) if isinstance(event, Final)), None)
        for event in events:
            seen = event.aloud(table).seen_by(seat)
            if seen is not None and (finals_open or not isinstance(event, Final) or event.player == seat):
                yield seen
            if finals_open and event is last_final:
                yield from self._turn_cards(turned, event.line)

    def _turn_cards(self, turned: Collection[str], line: Line) -> Iterator[Reveal]:
        """When the last final bet is in, everybody's cards are turned, typed or not."""
        for player in self.table.players:
            cards = tuple(Card(colour, number) for colour, number in self._hand(player).items() if number is not None)
            if cards and player not in turned:
                yield Reveal(player, cards, line=line)

    def _hand(self, holder: str) -> dict[str, int | None]:
        return {colour: self.table.current(holder, colour).number for colour in self.table.colours}

    @override
    def complete(self, line: str, seat: str) -> str:
        """`swap Ben red` with the number of the card: Ben does not know it before it is shown, but the table does."""
        verb, player, colour, *rest = parse_line(0, line).words + (Word("", 0),) * 3
        found = find_colour(colour)
        if verb.key != "swap" or player.text not in self.table.players or found not in self.table.colours:
            return line
        number = self.table.current(player.text, found).number
        if number is None or rest[0].text == str(number):
            return line
        if rest[0].text:  # of a card of another it is the new one
            return f"{SAYS} {seat} {line}" if player.text == seat else line
        return f"{line} {number}"

    @override
    def left_to_table(self, line: str) -> Event | None:
        """`swap red`: a player lays off a card that the others know."""
        words = parse_line(0, line).words
        colour = find_colour(words[1]) if len(words) == 2 and words[0].key == "swap" else None
        return Swap(self.me, Card(colour, 0)) if colour in self.table.colours else None

    # What is entered and said aloud at a table.

    @override
    def said_aloud(self) -> Iterable[Aloud]:
        return list_heard(self.table)

    @override
    def learnt(self) -> str:
        return tell_learnt(self.table)

    @override
    def waits_for(self, whole: Opened) -> Collection[str]:
        """Final bets are made in secret: only the table's own log knows who has done it."""
        first = next(iter(self.awaited()), None)
        if self.over or first is None:
            return ()
        if first.verb == "final":
            done = expect(Str8Log, whole).table.finals
            return tuple(player for player in self.table.players if player not in done)
        if first.verb == "bet":
            return first.next
        if first.verb == "see":
            return tuple(player for player in self.table.players if any(one != player for one in first.players))
        if first.verb == "dice":
            return (self.table.thrower,) if self.table.thrower else self.table.players
        return first.players

    @override
    def rounds_of_events(self) -> Sequence[int]:
        return list(accumulate(isinstance(event, Dice) for event in self.reading.events))

    @override
    def scene(self) -> contract.Data:
        """Round, dice, tokens, the track, cards in sight, my crosses, the rounds so far. My own cards are not in it."""
        table, this = self.table, self.table.rounds[-1] if self.table.rounds else None
        turned = {colour: table.current(table.me, colour) for colour in table.colours if table.me in table.holders}
        return {
            "round": table.round,
            "rounds": table.round_count,
            "colours": list(table.colours),
            "numbers": list(NUMBERS),
            "sums": len(SUMS),
            "dice": list(this.dice) if this and this.dice else None,
            "tokens": {str(length): points for length, points in sorted(table.tokens.items())},
            "free": list(table.free_tokens()),
            "thrower": table.thrower,
            "order": list(table.order) if table.order else None,
            "scores": (table.final_track or table.track).scores(),
            "piles": {colour: table.pile(colour) for colour in table.colours},
            "holders": {holder: self._hand(holder) for holder in table.holders if holder != table.me},
            "laid_off": self._laid_off(),
            "crossed": {
                colour: sorted(number for crossed, number in table.crossed if crossed == colour)
                for colour in table.colours
            },
            "history": [_describe_round(one) for one in table.rounds],
            "finals": {
                player: {colour: list(bets) for colour, bets in finals.items()}
                for player, finals in table.finals.items()
            },
            "final_points": dict(table.final_points) if table.finished else None,
            "revealed": {colour: held.number if held.shown else None for colour, held in turned.items()},
            "all_hands": [{"player": player, "cards": self._turned(player)} for player in table.turned_in_order]
            if table.winner
            else [],
            "winner": list(table.winner),
        }

    def _turned(self, player: str) -> dict[str, int | None]:
        """A hand at the end, as far as its cards are seen."""
        held = {colour: self.table.current(player, colour) for colour in self.table.colours}
        return {colour: one.number if one.shown or player != self.table.me else None for colour, one in held.items()}

    def _laid_off(self) -> dict[str, list[int]]:
        """Numbers that lie face up beside the holders, by colour."""
        holders = self.table.holders.values()
        gone = [held for colours in holders for cards in colours.values() for held in cards if held.last]
        found = {colour: {held.number for held in gone if held.colour == colour} for colour in self.table.colours}
        return {colour: sorted(number for number in numbers if number is not None) for colour, numbers in found.items()}


def _describe_round(this: Round) -> dict[str, object]:
    bets = {player: {"low": bet.low, "high": bet.high, "answer": bet.answer} for player, bet in this.bets.items()}
    swaps = {player: swap.old.colour for player, swap in this.swaps.items()}
    return {"number": this.number, "dice": list(this.dice or ()), "bets": bets, "swaps": swaps}
