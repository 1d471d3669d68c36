"""What else a line can mean that an earlier one denies: a swap that was forgotten, another's bet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solver.game import Meaning
from solver.games.think_str8.events import Bet, See, Swap, Told
from solver.games.think_str8.rules import Card
from solver.games.think_str8.table import Round, Table
from solver.grammar import Event
from solver.language import say


def list_meanings(table: Table, event: Event) -> Iterator[Meaning]:
    """What else could be meant by a line that the log denies."""
    if isinstance(event, See):
        yield from _forgotten_swap(table, event)
        yield from _elsewhere(table, event.holder, event.cards)
    elif isinstance(event, Swap):
        yield from _elsewhere(table, event.player, [card for card in (event.old, event.new) if card is not None])
        yield from _no_hit(table, event)
    elif isinstance(event, Bet) and table.rounds:
        yield from _bet_of_another(table, event)
        yield from _token_of_another(table, event)


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


def _no_hit(table: Table, event: Swap) -> Iterator[Meaning]:
    """Whoever lays off a card was not told a hit: too low or too high, or just wrong with the shortest token."""
    bet = table.rounds[-1].bets.get(event.player) if table.rounds else None
    if bet is None or bet.answer != "hit" or not bet.typed:
        return
    for answer in ("miss",) if bet.length == 1 else ("low", "high"):
        old, new = (
            Bet(bet.player, bet.low, bet.high, said) if len(bet.lines) == 1 else Told(bet.player, said)
            for said in ("hit", answer)
        )
        number = bet.lines[-1].number
        told = say("correct line {line}: {change}", line=number, change=old.tell_change(new, table))
        yield Meaning(told, told, line=number, instead=new, then=True)


def _token_of_another(table: Table, event: Bet) -> Iterator[Meaning]:
    """Two bets of one length: the person knows which is wrong, and what it should be."""
    for bet in table.rounds[-1].bets.values():
        if bet.player != event.player and bet.length == event.high - event.low + 1:
            places = {"line": bet.lines[0].number, "range": bet.span}
            if bet.player == table.me:
                told = say("line {line} is wrong: your bet was not {range}", **places)
            else:
                told = say("line {line} is wrong: {player}'s bet was not {range}", player=bet.player, **places)
            yield Meaning(told, told, line=bet.lines[0].number, then=True)
