"""A log of Think Str8! that answers questions: what a line was understood to say, what comes next, what each seat saw.

Of the table's own log nothing else may reach a seat: a player's own cards are left out until they are laid off or
turned, other players' final bets until all are in, and their crosses for good. What the cards tell, so that the table
need not type it, is written out: answers once all have bet, the hands when all final bets are in.

What needs numpy or ortools is imported inside the methods.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from solver import game as contract
from solver.english import Saying, all_of, plural, who, whose
from solver.game import Awaited, Hints, Opened, Question, Reads, Step, Wish, ask_yes_no, expect, override
from solver.games.think_str8.notation import format_cards
from solver.games.think_str8.referee import opening_whose
from solver.games.think_str8.rules import (
    NUMBERS,
    SAID,
    SUMS,
    TOKENS,
    Bet,
    Card,
    Cross,
    Dice,
    Final,
    Reveal,
    Score,
    See,
    Swap,
    Tokens,
    Told,
    Uncross,
    Without,
    as_seen,
    find_colour,
)
from solver.games.think_str8.table import Placed, Round, Table
from solver.grammar import Event, Players, tell_common
from solver.log import Line, Word, parse_line
from solver.trust import choose_trust

if TYPE_CHECKING:
    from solver.games.think_str8.advice.advise import Advice
    from solver.games.think_str8.beliefs import TableReading
    from solver.games.think_str8.sheet import Sheet
    from solver.games.think_str8.why import Answer
    from solver.proof.conflicts import Check

TRUST = Fraction(1)  # in the others' bets, if nothing else is said


class Str8Log(Opened, Hints, Reads):
    table: Table

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

        return check(self.reading, self.table, seat, self.upto)

    @override
    def advise(self, seat: str, wish: Wish) -> Advice:
        from solver.games.think_str8.advice.advise import make_advice

        return make_advice(self.table, seat, wish, float(choose_trust(self.opening, TRUST, wish.get("trust"))))

    @override
    def suggest(self, seat: str) -> TableReading | None:
        if self.table.finished or not self.trust:
            return None
        from solver.games.think_str8.beliefs import suggest

        return suggest(self.table, seat, self.trust)

    @override
    def keep_up(self, seat: str) -> None:
        from solver.games.think_str8.beliefs import read_bets

        read_bets(self.table, seat, self.trust)

    @property
    def trust(self) -> float:
        """How far the log wants the others' bets to be believed."""
        return float(choose_trust(self.opening, TRUST))

    @override
    def hint(self, seat: str, level: int) -> contract.Told | None:
        from solver.games.think_str8.why import give_hint

        return give_hint(self.table, seat, level)

    @override
    def doubts(self, seat: str) -> Sequence[Saying]:
        from solver.games.think_str8.sheet import find_doubts

        return find_doubts(self.table, seat)

    @override
    def misheard(self, seat: str) -> Sequence[str]:
        from solver.games.think_str8.facts import tell_misheard

        return tell_misheard(self.table, seat)

    @override
    def tell_news(self, before: contract.Sheet | None, after: contract.Sheet) -> Sequence[str]:
        from solver.games.think_str8.sheet import Sheet, tell_news

        return tell_news(None if before is None else expect(Sheet, before), expect(Sheet, after))

    # What was understood.

    @override
    def tell(self, event: Event) -> str:
        table, me = self.table, self.table.me
        match event:
            case Players(names):
                return f"{all_of(names)} play {table.round_count} rounds; {names[0]} is on top and throws first."
            case Without(colour):
                return f"Played without {colour}: {all_of(table.colours)}."
            case Tokens(tokens):
                return f"Tokens, spaces:points: {', '.join(f'{length}:{points}' for length, points in tokens)}."
            case See(holder, cards):
                return f"{holder}: {format_cards(cards)}."
            case Dice(colours):
                return f"Round {table.round} of {table.round_count}: {all_of(colours)}.{self._left_open()}"
            case Bet(player) | Told(player):
                return self._tell_bet(table.rounds[-1].bets[player])
            case Swap(player):
                return self._tell_swap(table.rounds[-1].swaps[player])
            case Cross(cards, player):
                return f"Crossed out on {whose(player or me, me)} pad: {format_cards(cards)}."
            case Uncross(cards):
                return f"No longer crossed out: {format_cards(cards)}."
            case Score(player, points):
                return f"{'You stand' if player == me else f'{player} stands'} on {points}."
            case Final(player, cards):
                return f"{opening_whose(player, me)} final bets: {format_cards(cards) or 'none'}."
            case Reveal(player, cards):
                made = table.final_points[player]
                won = "" if made is None else f" Final bets: {made:+d} points."
                return f"{opening_whose(player, me)} cards: {format_cards(cards)}.{won}"
        return tell_common(event)

    def _left_open(self) -> str:
        """What the round before lacks, said at once, while people still remember."""
        before = self.table.rounds[-2] if self.table.round > 1 else None
        lacking = self.table.unanswered(before) if before else ()
        if before is None or not lacking:
            return ""
        names = all_of(whose(player, self.table.me) for player in lacking)
        return f" Round {before.number} lacks {names} bet or answer: `round {before.number}: …` puts it in."

    def _tell_bet(self, bet: Placed) -> str:
        who, bets = ("You", "bet") if bet.player == self.table.me else (bet.player, "bets")
        points, score = self.table.tokens[bet.length], self.table.track.space(bet.player)
        worth, stands = plural(points, "point"), "" if score is None else f", now on {score}"
        if bet.total is not None:
            found = f"a hit, +{points}{stands}" if bet.answer == "hit" else SAID[bet.answer]
            return f"{who}: {bet.total}, {found}."
        if bet.answer is None:
            return f"{who} {bets} on {bet.span}: {plural(bet.length, 'space')} for {worth}."
        told = {
            "hit": f"hit, the sum is {bet.span}; {worth}{stands}",
            "miss": f"wrong, the sum is not {bet.span}",
            "low": f"sum above {bet.high}, so {bet.high + 1} to {SUMS[-1]}",
            "high": f"sum below {bet.low}, so 0 to {bet.low - 1}",
        }
        return f"{who}: {told[bet.answer]}."

    def _tell_swap(self, swap: Swap) -> str:
        colour = swap.old.colour
        pile = f"{plural(self.table.pile(colour), f'{colour} card')} left to draw"
        if swap.player == self.table.me:
            return f"You laid off {swap.old}; your new {colour} card is unknown ({pile})."
        shows = f" and now shows {swap.new.number}" if swap.new else " and drew a new card"
        return f"{swap.player} laid off {swap.old}{shows} ({pile})."

    @override
    def tell_change(self, old: Event, new: Event) -> str:
        """`your 4-10 was too low, not a hit`."""
        return self._tell_change(old, new) or super().tell_change(old, new)

    def _tell_change(self, old: Event, new: Event) -> str:
        """Empty if the two lines are not about the same thing."""
        me = self.table.me
        match old, new:
            case Dice(), Dice():
                return f"the dice were {all_of(new.colours)}, not {all_of(old.colours)}"
            case Bet(), Bet():
                return self._change_bet(old, new)
            case Told(), Told() if old.player == new.player:
                return f"{whose(new.player, me)} bet was {SAID[new.answer]}, not {SAID[old.answer]}"
            case See(), See() if old.holder == new.holder:
                return _change_cards(f"{old.holder}'s", old.cards, new.cards)
            case Swap(), Swap() if old.player == new.player and old.old == new.old and old.new and new.new:
                return _change_cards(f"{whose(old.player, me)} new", (old.new,), (new.new,))
            case Swap(), Swap() if old.player == new.player:
                return _change_cards(f"{whose(old.player, me)} old", (old.old,), (new.old,))
        return ""

    def _change_bet(self, old: Bet, new: Bet) -> str:
        owner, span = whose(new.player, self.table.me), f"{new.low}-{new.high}"
        if old.player != new.player:
            return f"{span} was {owner} bet, not {whose(old.player, self.table.me)}"
        if (old.low, old.high) != (new.low, new.high):
            return f"{owner} bet was {span}, not {old.low}-{old.high}"
        return f"{owner} {span} was {SAID[new.answer]}, not {SAID[old.answer]}"

    # What comes next.

    @override
    def next_step(self) -> Step:
        """Who is awaited: bets in the order of choosing, then answers, then swaps, then the next throw."""
        table = self.table
        if not table.rounds:
            return Step(f"Round 1 of {table.round_count} · {self._throws()}", ("dice ",))
        this = table.rounds[-1]
        if table.finished:
            return self._ending()
        title = f"Round {this.number} of {table.round_count} · {' '.join(this.dice or ())}"
        for waiting, what, line in self._waiting(this):
            if waiting:
                unknown = " (the order is not known)" if len(waiting) > 1 and this.order is None else ""
                return Step(f"{title} · Still to {what}: {self._list(waiting)}{unknown}", self._begin(line, waiting))
        if this.number == table.round_count:
            return Step("All rounds are played · final bets", ("final ",), "advise", self._final_example())
        return Step(f"Round {this.number} is over · {self._throws()}", ("dice ",))

    def _waiting(self, this: Round) -> list[tuple[list[str], str, str]]:
        table = self.table
        order = this.order or sorted(table.players, key=lambda player: player == table.me)  # bets that lie can be read
        open_players = [player for player in order if player in table.unanswered(this)]
        wrong = [player for player in order if player in this.bets and this.bets[player].answer not in (None, "hit")]
        return [
            ([player for player in open_players if player not in this.bets], "bet", "bet"),
            ([player for player in open_players if player in this.bets], "hear the answer", "told"),
            ([player for player in wrong if player not in this.swaps and table.piles()], "lay off a card", "swap"),
        ]

    def _ending(self) -> Step:
        table = self.table
        without = [player for player in table.players if player not in table.finals]
        if without:
            title = f"Final bets · Still to bet: {self._list(without)}"
            return Step(title, self._begin("final", without), example=self._final_example())
        hidden = [player for player in table.players if table.final_points[player] is None]
        if hidden:
            turn = "Turn over your cards" if table.me in hidden else f"Still to turn over: {self._list(hidden)}"
            example = f"{'316027'[: len(table.colours)]} (blue 3, green 1, and so on)"
            return Step(f"The final bets are made · {turn}", self._begin("reveal", hidden), example=example)
        first = all_of(table.winner)
        wins = f" · {first} wins" if len(table.winner) == 1 else f" · a tie of {first}" if table.winner else ""
        return Step(f"The game is over{wins}", offer="review")

    def _final_example(self) -> str:
        groups = ("26", "0", "1", "02", "2", "23")[: len(self.table.colours)]
        return f"{' '.join(groups)} (blue 2 or 6, green 0, and so on)"

    def _begin(self, verb: str, players: list[str]) -> tuple[str, ...]:
        return tuple(f"{verb} " if player == self.table.me else f"{verb} {player} " for player in players)

    def _list(self, players: list[str]) -> str:
        return ", ".join(who(player, self.table.me) for player in players)

    def _throws(self) -> str:
        thrower = self.table.thrower
        if thrower is None:
            return "who throws is not known"
        return "you throw" if thrower == self.table.me else f"{thrower} throws"

    @override
    def awaited(self) -> Sequence[Awaited]:
        """The lines of the moment; a new throw is always one of them, since what others did need not be typed."""
        table, this = self.table, self.table.rounds[-1] if self.table.rounds else None
        under_way = this is not None and any(waiting for waiting, _, _ in self._waiting(this))
        if table.finished or (table.round == table.round_count and not under_way):
            players = sorted(table.players, key=lambda player: player != table.me)
            betting = [player for player in players if player not in table.finals]
            turning = [player for player in players if table.final_points.get(player) is None]
            return (Awaited("final", tuple(betting)),) if betting else (Awaited("reveal", tuple(turning)),)
        hidden = [holder for holder in table.holders if holder != table.me and table.unknown(holder)]
        seeing = (Awaited("see", tuple(hidden)),) if hidden else ()
        return (*(self._list_open(this) if this else ()), *seeing, Awaited("dice"))

    def _list_open(self, this: Round) -> Iterator[Awaited]:
        (betting, *_), (told, *_), (laying_off, *_) = self._waiting(this)
        me, known = self.table.me, this.order is not None
        if betting:
            yield Awaited("bet", tuple(betting), in_order=known or len(betting) == 1)
        heard = sorted(told, key=lambda player: player != me)
        worked_out = [player for player, bet in this.bets.items() if player not in told and not bet.typed]
        if heard or worked_out:
            yield Awaited("told", (*heard, *worked_out), in_order=heard[:1] == [me] or len(heard) == 1)
        if laying_off:
            yield Awaited("swap", tuple(laying_off), in_order=known or len(laying_off) == 1)

    @override
    def next_question(self, skipped: Collection[str]) -> Question | None:
        """What a new log still lacks before the first throw."""
        table = self.table
        if table.rounds or table.finished:
            return None
        if not table.tokens_typed:
            if "grey" not in skipped and "grey" in table.colours:
                return ask_yes_no("grey", "Introductory game without grey?", "without grey")
            usual = " ".join(f"{length}:{points}" for length, points in TOKENS.items())
            return Question("tokens", "What is on the tokens? (length:points)", "tokens {}".format, usual)
        for holder in table.holders:
            if holder != table.me and holder not in skipped and table.unknown(holder) == table.colours:
                neutral = "Second neutral cards" if holder.endswith("2") else "The neutral cards"
                cards = f"{holder}'s cards" if holder in table.players else neutral
                ask = f"{cards}, {' '.join(table.colours)} (such as {'316027'[: len(table.colours)]})"
                return Question(holder, ask, partial("see {} {}".format, holder), skippable=True)
        return None

    @override
    def words(self) -> Mapping[str, Iterable[str]]:
        return {"COLOUR": self.table.colours, "PLAYER": self.table.neutrals}

    # The gate.

    @override
    def seen_from(self, seat: str) -> Iterator[Event]:
        events, table, answers = self.reading.events, self.table, self._untyped_answers()
        turned = {event.player for event in events if isinstance(event, Reveal)}
        finals_open = set(table.players) in (set(table.finals), turned)  # all have bet, or all cards are turned
        last_final = next((event for event in reversed(events) if isinstance(event, Final)), None)
        for event, full in zip(events, in_full(events, table), strict=True):
            seen = as_seen(full, seat)
            if isinstance(event, Bet):
                yield replace(event, answer=event.answer or answers.get(event.line.number))
            elif seen is not None and (finals_open or not isinstance(event, Final) or event.player == seat):
                yield seen
            if finals_open and event is last_final:
                yield from self._turn_cards(turned, event.line)

    def _untyped_answers(self) -> dict[int, str | None]:
        """By the line of the bet, what is told without being typed: nothing before all have bet."""
        table = self.table
        return {
            bet.lines[0].number: bet.answer
            for this in table.rounds
            if this is not table.rounds[-1] or table.finished or this.swaps or len(this.bets) == len(table.players)
            for bet in this.bets.values()
            if not bet.typed
        }

    def _turn_cards(self, turned: Collection[str], line: Line) -> Iterator[Reveal]:
        """When the last final bet is in, everybody's cards are turned, typed or not."""
        for player in self.table.players:
            cards = tuple(Card(colour, number) for colour, number in self._hand(player).items() if number is not None)
            if cards and player not in turned:
                yield Reveal(player, cards, line=line)

    def _hand(self, holder: str) -> dict[str, int | None]:
        return {colour: self.table.current(holder, colour).number for colour in self.table.colours}

    @override
    def in_public(self, event: Event) -> Event | None:
        """No card in a holder, no cross, no final bets of one's own.

        What was told aloud is written out, since the cards that tell it are left out.
        """
        events, me = self.reading.events, self.table.me
        if isinstance(event, See | Cross | Uncross):
            return None
        if isinstance(event, Final) and event.player == me:
            others = any(isinstance(one, Final | Reveal) and one.player != me for one in events)
            return event if others or any(isinstance(one, Reveal) for one in events) else None
        if isinstance(event, Bet):
            return replace(event, answer=event.answer or self._untyped_answers().get(event.line.number))
        if isinstance(event, Swap):
            (full,) = in_full([event], self.table)
            return replace(full, new=None) if isinstance(full, Swap) else full
        return event

    @override
    def complete(self, line: str) -> str:
        """`swap Ben red` with the number of the card: Ben does not know it before it is shown, but the table does."""
        verb, player, colour = (parse_line(0, line).words + (Word("", 0),) * 3)[:3]
        found = find_colour(colour)
        if not colour.text or not "swap".startswith(verb.key) or player.text not in self.table.players or found is None:
            return line
        number = self.table.current(player.text, found).number
        return line if number is None or not line.endswith(colour.text) else f"{line} {number}"

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
            "final_points": dict(table.final_points),
            "revealed": {colour: held.number if held.shown else None for colour, held in turned.items()},
            "winner": list(table.winner),
        }

    def _laid_off(self) -> dict[str, list[int]]:
        """Numbers that lie face up beside the holders, by colour."""
        holders = self.table.holders.values()
        gone = [held for colours in holders for cards in colours.values() for held in cards if held.last]
        found = {colour: {held.number for held in gone if held.colour == colour} for colour in self.table.colours}
        return {colour: sorted(number for number in numbers if number is not None) for colour, numbers in found.items()}


def _change_cards(owner: str, old: tuple[Card, ...], new: tuple[Card, ...]) -> str:
    """`Cleo's grey is 5, not 4`; empty if it is about cards of other colours too."""
    was = {card.colour: card.number for card in old}
    changed = [card for card in new if was.get(card.colour) != card.number]
    if was.keys() != {card.colour for card in new}:
        return ""
    return all_of(f"{owner} {card.colour} is {card.number}, not {was[card.colour]}" for card in changed)


def in_full(events: Iterable[Event], table: Table) -> Iterator[Event]:
    """The events of a log with all that need not be typed."""
    bets = {bet.lines[0]: bet for this in table.rounds for bet in this.bets.values()}
    swaps = {swap.line: swap for this in table.rounds for swap in this.swaps.values()}
    for event in events:
        if isinstance(event, Bet) and event.line in bets and not bets[event.line].typed:
            yield replace(event, answer=bets[event.line].answer)
        else:
            yield swaps.get(event.line, event) if isinstance(event, Swap) else event


def _describe_round(this: Round) -> dict[str, object]:
    bets = {player: {"low": bet.low, "high": bet.high, "answer": bet.answer} for player, bet in this.bets.items()}
    swaps = {player: swap.old.colour for player, swap in this.swaps.items()}
    return {"number": this.number, "dice": list(this.dice or ()), "bets": bets, "swaps": swaps}
