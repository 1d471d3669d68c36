"""What a line says that an earlier one denies: the earlier line put right, a swap that was forgotten, another's bet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from solver.game import Meaning
from solver.games.think_str8.events import Bet, Cross, Dice, Final, Reveal, Score, See, Seen, Sum, Swap, Told
from solver.games.think_str8.pieces import in_a_row
from solver.games.think_str8.rules import COLOURS, Card
from solver.games.think_str8.table import Round, Table
from solver.grammar import Event
from solver.language import say

Shows = TypeVar("Shows", See, Reveal)
Marks = TypeVar("Marks", Seen, Cross)


def put_right(table: Table, old: Event, new: Event) -> Event | None:
    """An earlier line as it is if a new one is true; None if they are not about the same thing."""
    match old, new:
        case Dice(), Dice():
            return new
        case Bet(), Bet() if old.player == new.player:
            return replace(old, low=new.low, high=new.high, answer=new.answer or old.answer)
        case Bet(), Told() if old.player == new.player and old.answer:
            return replace(old, answer=new.answer)
        case Told(), Told() if old.player == new.player:
            return new
        case See(), See() if old.holder == new.holder:
            return _with_cards(old, new.cards)
        case See(), Swap() if old.holder == new.player:
            return _with_cards(old, [new.old])
        case Swap(), See() if old.player == new.holder != table.me:
            return _with_new_card(old.as_meant(old.line, table), new.cards)
        case Reveal(), Reveal() if old.player == new.player:
            return _with_cards(old, new.cards)
        case Swap(), Swap() if old.player == new.player:
            return new
        case Score(), Score() if old.player == new.player:
            return new
        case Final(), Final() if old.player == new.player:
            return new
        case Sum(), Sum():
            return new
        case Seen(), Seen() if table.paper:
            return _with_columns(old, new)
        case Cross(), Cross() if table.paper:
            return _with_columns(old, new)
    return None


def _with_columns(old: Marks, new: Marks) -> Marks | None:
    """Other boxes or crosses of a sheet: all if the line has every column, else those of the colours that it names."""
    if in_a_row(new.line.words[1]):
        return new
    named = {card.colour for card in new.cards}
    if not named <= {card.colour for card in old.cards}:
        return None
    kept: list[Card] = [card for card in old.cards if card.colour not in named]
    return replace(old, cards=tuple(sorted((*kept, *new.cards), key=_in_pad_order)))


def _in_pad_order(card: Card) -> tuple[int, int]:
    return COLOURS.index(card.colour), card.number


def _with_cards(old: Shows, cards: Sequence[Card]) -> Shows | None:
    """These cards instead of those of their colours, if the line names them."""
    now = {card.colour: card for card in cards}
    if not now.keys() <= {card.colour for card in old.cards}:
        return None
    return replace(old, cards=tuple(now.get(card.colour, card) for card in old.cards))


def _with_new_card(swap: Swap, cards: Sequence[Card]) -> Swap | None:
    if swap.new is None or [card.colour for card in cards] != [swap.new.colour]:
        return None
    return replace(swap, new=cards[0])


def list_meanings(table: Table, event: Event) -> Iterator[Meaning]:
    """What else could be meant by a line that the log denies."""
    if isinstance(event, See):
        yield from _forgotten_swap(table, event)
        yield from _elsewhere(table, event.holder, event.cards)
    elif isinstance(event, Swap):
        yield from _elsewhere(table, event.player, [card for card in (event.old, event.new) if card is not None])
    elif isinstance(event, Bet) and table.rounds:
        yield from _bet_of_another(table, event)


def _forgotten_swap(table: Table, event: See) -> Iterator[Meaning]:
    """A card in sight has become another one: its holder drew it, most likely where a swap is lacking."""
    if len(event.cards) != 1 or event.holder not in table.players:
        return
    (card,) = event.cards
    known = table.current(event.holder, card.colour).number
    if known in (None, card.number):
        return
    swap = Swap(event.holder, Card(card.colour, known), card)
    for this in sorted(table.rounds, key=lambda this: -this.number):
        bet = this.bets.get(event.holder)
        if event.holder not in this.swaps and bet is not None and bet.answer != "hit":
            places = {"player": event.holder, "number": card.number, "round": this.number}
            told = say("{player} drew the {number} in round {round} (a swap)", **places)
            after = next((later.line.number for later in table.rounds if later.number == this.number + 1), 0)
            covered = say("{player} drew it in round {round} (a swap)", player=event.holder, round=this.number)
            yield Meaning(told, covered, instead=swap, before=after)
            return


def _elsewhere(table: Table, holder: str, cards: Sequence[Card]) -> Iterator[Meaning]:
    """A card that lies or lay with somebody else: that line is wrong, and only the person knows what it should say."""
    for card in cards:
        for other, colours in table.holders.items():
            held = next((held for held in colours[card.colour] if held.number == card.number), None)
            if other != holder and held is not None and held.line is not None:
                line = held.line.number
                places = {"line": line, "colour": say(card.colour), "number": card.number}
                if other == table.me:
                    told = say("line {line} is wrong: your {colour} is not {number}", **places)
                else:
                    told = say("line {line} is wrong: {player}'s {colour} is not {number}", player=other, **places)
                yield Meaning(told, say("line {line} is wrong", line=line), line=line, then=True)


def _bet_of_another(table: Table, event: Bet) -> Iterator[Meaning]:
    """The bet typed for this player before was another's: of somebody who has not bet yet."""
    this: Round = table.rounds[-1]
    earlier = this.bets.get(event.player)
    if earlier is None or len(earlier.lines) > 1:
        return
    number = earlier.lines[0].number
    for player in (player for player in table.players if player not in this.bets):
        if player == table.me:
            told = say("line {line} was your bet", line=number)
        else:
            told = say("line {line} was {player}'s bet", line=number, player=player)
        answer = earlier.answer if earlier.typed else None
        theirs = Bet(player, earlier.low, earlier.high, answer)
        yield Meaning(told, told, line=number, instead=theirs, then=True)
