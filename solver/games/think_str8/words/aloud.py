"""What is said aloud at a table of Think Str8!, what its owner was told last, and entries in a few words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from solver.english import all_of
from solver.game import Aloud
from solver.games.think_str8.events import Bet, Crosses, Dice, Final, Reveal, See, Swap, Told
from solver.games.think_str8.pieces import say_cards
from solver.games.think_str8.rules import SUMS, Card, say_card
from solver.games.think_str8.table import LaidOff, Placed, Table
from solver.grammar import Event
from solver.language import later, say

SHOUTED = {  # shown by say(SHOUTED[…]): an answer, in large letters
    "low": later("{player}: {span} is TOO LOW"),
    "high": later("{player}: {span} is TOO HIGH"),
    "miss": later("{player}: {span} is WRONG"),
}


def list_heard(table: Table) -> Iterator[Aloud]:
    """Answers, cards laid off, the final bets from the last on the track to the first, and who has won."""
    about: tuple[object, ...]
    untold = table.untold()
    for this in table.rounds:
        for bet in this.bets.values():
            if bet.answer and bet not in untold:
                about = ("answer", this.number, bet.player, bet.low, bet.high, bet.answer)
                yield Aloud(about, "hit" if bet.answer == "hit" else "wrong", partial(_tell_answer, bet, table))
        for swap in this.swaps.values():
            about = ("swap", this.number, swap.player, swap.old.colour, swap.old.number)
            yield Aloud(about, "plain", partial(_tell_swap, swap))
    points = {player: won for player, won in table.final_points.items() if won is not None}
    if points and len(points) == len(table.players):
        for player in reversed(table.track.order() or table.players):
            yield Aloud(("points", player, points[player]), "plain", partial(_tell_points, player, points[player]))
        yield Aloud(("won", table.winner), "won", partial(_tell_winner, table))


def _tell_answer(bet: Placed, table: Table) -> str:
    if bet.answer in SHOUTED:
        return say(SHOUTED[bet.answer or ""], player=bet.player, span=_span(bet))
    return say("{player} hits: +{points}", player=bet.player, points=table.tokens.get(bet.length, 0))


def _span(bet: Placed | Bet) -> str:
    return str(bet.low) if bet.low == bet.high else say("{low} to {high}", low=bet.low, high=bet.high)


def _tell_swap(swap: LaidOff) -> str:
    return say("{player} lays off {card}.", player=swap.player, card=say_card(swap.old.colour, swap.old.number))


def _tell_points(player: str, points: int) -> str:
    return say("{player}'s final bets: {points}", player=player, points=f"{points:+d}")


def _tell_winner(table: Table) -> str:
    if len(table.winner) != 1:
        return say("The game is over: a tie of {players}.", players=all_of(table.winner))
    return say("{player} wins with {points}.", player=table.winner[0], points=table.standing(table.winner[0]))


def tell_learnt(table: Table) -> str:
    """The answer to the owner's last bet, as what it says of their own sum."""
    bets = [bet for this in table.rounds if (bet := this.judged(table.me))]
    bet = bets[-1] if bets and bets[-1] not in table.untold() and not table.finished else None
    if bet is None or bet.answer is None:
        return ""
    least, most = bet.high + 1, bet.low - 1
    if bet.answer == "low" and least < SUMS[-1]:
        return say("Your sum is {sum} or more.", sum=least)
    if bet.answer == "high" and most > SUMS[0]:
        return say("Your sum is {sum} or less.", sum=most)
    if bet.answer == "miss":
        return say("Your sum is not {sum}.", sum=_span(bet))
    return say("Your sum is {sum}.", sum={"low": least, "high": most}.get(bet.answer, _span(bet)))


def tell_entry(event: Event) -> str:
    match event:
        case Bet():
            return say("{player}'s bet {span}", player=event.player, span=_span(event))
        case Told():
            return say("the answer to {player}'s bet", player=event.player)
        case Dice():
            return say("the dice {colours}", colours=all_of(map(say, event.colours)))
        case See():
            return say("{player}'s cards {cards}", player=event.holder, cards=say_cards(event.cards))
        case Reveal():
            return say("{player}'s cards {cards}", player=event.player, cards=say_cards(event.cards))
        case Swap():
            card = say_card(event.old.colour, event.old.number)
            return say("{player} lays off {card}", player=event.player, card=card)
        case Final():
            bets = say_cards(event.cards) or say("none")
            return say("{player}'s final bets {cards}", player=event.player, cards=bets)
        case Crosses():
            return say("the cross at {cards}", cards=say_cards(event.cards))
    return event.write()


def in_common(event: Event, other: Event) -> Event:
    """Of a hand only the card that another line has somewhere else, or as another."""
    if not isinstance(event, See | Reveal) or not isinstance(other, See | Reveal | Swap):
        return event
    owner, cards = (
        (other.holder, other.cards)
        if isinstance(other, See)
        else (other.player, other.cards if isinstance(other, Reveal) else (other.old,))
    )
    mine = event.holder if isinstance(event, See) else event.player
    same = [card for card in event.cards if any(_meets(card, one, mine == owner) for one in cards)]
    return replace(event, cards=tuple(same)) if same else event


def _meets(card: Card, other: Card, same_holder: bool) -> bool:
    return card.colour == other.colour and (card.number != other.number if same_holder else card.number == other.number)


def ask_back(event: Event, me: str) -> str:
    """`Take back your bet 8 to 13?`, or nothing for what is seldom taken back."""
    match event:
        case Bet() if event.player == me:
            return say("Take back your bet {span}?", span=_span(event))
        case Final() if event.player == me:
            return say("Take back your final bets?")
        case See():
            return say("Take back {player}'s cards: {cards}?", player=event.holder, cards=say_cards(event.cards))
        case Dice():
            return say("Take back the dice {colours}?", colours=all_of(map(say, event.colours)))
    return ""
