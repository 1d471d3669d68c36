"""What was understood, and what is new, in one sentence each: the answer to every line typed at the table."""

from __future__ import annotations

from functools import singledispatch

from solver.english import all_of, whose
from solver.games.think_str8.rules import (
    SUMS,
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
)
from solver.games.think_str8.sheet import Column, Sheet
from solver.games.think_str8.table import Placed, Table
from solver.grammar import Event, Players, tell_common


@singledispatch
def tell(event: Event, table: Table) -> str:  # noqa: ARG001 - the plain case does not need it
    """What the program understood, as a sentence to the log's owner."""
    return tell_common(event)


@tell.register
def _(event: Players, table: Table) -> str:
    return f"{all_of(event.names)} play {table.round_count} rounds; {event.names[0]} is on top and throws first."


@tell.register
def _(event: Without, table: Table) -> str:
    return f"Played without {event.colour}: {all_of(table.colours)}."


@tell.register
def _(event: Tokens, table: Table) -> str:  # noqa: ARG001
    return "Tokens, spaces:points: " + ", ".join(f"{length}:{points}" for length, points in event.points) + "."


@tell.register
def _(event: See, table: Table) -> str:  # noqa: ARG001
    return f"{event.holder}: {_cards(event.cards)}."


@tell.register
def _(event: Dice, table: Table) -> str:
    return f"Round {table.round} of {table.round_count}: {all_of(event.colours)}.{_left_open(table)}"


def _left_open(table: Table) -> str:
    """What the round before lacks, said at once, while people still remember."""
    before = table.rounds[-2] if table.round > 1 else None
    lacking = table.unanswered(before) if before else ()
    if before is None or not lacking:
        return ""
    names = all_of(whose(player, table.me) for player in lacking)
    return f" Round {before.number} lacks {names} bet or answer: `round {before.number}: …` puts it in."


@tell.register
def _(event: Bet, table: Table) -> str:
    return _told(table.rounds[-1].bets[event.player], table)


@tell.register
def _(event: Told, table: Table) -> str:
    return _told(table.rounds[-1].bets[event.player], table)


def _told(bet: Placed, table: Table) -> str:
    who = "You" if bet.player == table.me else bet.player
    verb = "bet" if bet.player == table.me else "bets"
    if bet.total is not None:
        return f"{who}: {bet.total}, {_worked_out(bet, table)}."
    if bet.answer is None:
        return f"{who} {verb} on {_span(bet)}: {bet.length} space{'s' * (bet.length > 1)} for {_points(bet, table)}."
    if bet.answer == "hit":
        score = table.track.space(bet.player)
        stands = "" if score is None else f", now on {score}"
        return f"{who}: hit, the sum is {_span(bet)}; {_points(bet, table)}{stands}."
    if bet.answer == "miss":
        return f"{who}: wrong, the sum is not {_span(bet)}."
    if bet.answer == "low":
        return f"{who}: sum above {bet.high}, so {bet.high + 1} to {SUMS[-1]}."
    return f"{who}: sum below {bet.low}, so 0 to {bet.low - 1}."


def _worked_out(bet: Placed, table: Table) -> str:
    """What the cards in sight say of a bet: `a hit, +2, now on 9`, `too low`."""
    if bet.answer != "hit":
        return {"low": "too low", "high": "too high"}.get(bet.answer or "", "wrong")
    score = table.track.space(bet.player)
    return f"a hit, +{table.tokens[bet.length]}" + ("" if score is None else f", now on {score}")


def _points(bet: Placed, table: Table) -> str:
    points = table.tokens[bet.length]
    return f"{points} point{'s' * (points != 1)}"


def _span(bet: Placed) -> str:
    return str(bet.low) if bet.low == bet.high else f"{bet.low} to {bet.high}"


@tell.register
def _(event: Swap, table: Table) -> str:
    event = table.rounds[-1].swaps[event.player]
    left = table.pile(event.old.colour)
    pile = f"{left} {event.old.colour} card{'s' * (left != 1)} left to draw"
    if event.player == table.me:
        return f"You laid off {event.old}; your new {event.old.colour} card is unknown ({pile})."
    shows = f" and now shows {event.new.number}" if event.new else " and drew a new card"
    return f"{event.player} laid off {event.old}{shows} ({pile})."


@tell.register
def _(event: Cross, table: Table) -> str:  # noqa: ARG001
    owner = f"{event.player}'s" if event.player else "your"
    return f"Crossed out on {owner} pad: {_cards(event.cards)}."


@tell.register
def _(event: Uncross, table: Table) -> str:  # noqa: ARG001
    return f"No longer crossed out: {_cards(event.cards)}."


@tell.register
def _(event: Score, table: Table) -> str:
    return f"{'You stand' if event.player == table.me else f'{event.player} stands'} on {event.points}."


@tell.register
def _(event: Final, table: Table) -> str:
    whose = "Your" if event.player == table.me else f"{event.player}'s"
    return f"{whose} final bets: {_cards(event.cards) or 'none'}."


@tell.register
def _(event: Reveal, table: Table) -> str:
    whose = "Your" if event.player == table.me else f"{event.player}'s"
    points = table.final_points[event.player]
    won = "" if points is None else f" Final bets: {points:+d} points."
    return f"{whose} cards: {_cards(event.cards)}.{won}"


def _cards(cards: tuple[Card, ...]) -> str:
    """`red 5, red 7, blue 1` as people say it: red 5 7, blue 1."""
    parts: list[str] = []
    for before, card in zip((None, *cards), cards, strict=False):
        if before and before.colour == card.colour:
            parts[-1] += f" {card.number}"
        else:
            parts.append(str(card))
    return ", ".join(parts)


# What was so, and not as typed.

ANSWERS = {"hit": "a hit", "low": "too low", "high": "too high", "miss": "wrong", None: "not answered"}


def tell_change(old: Event, new: Event, table: Table) -> str:
    """Empty if the two lines are not about the same thing."""
    if isinstance(old, Dice) and isinstance(new, Dice):
        return f"the dice were {all_of(new.colours)}, not {all_of(old.colours)}"
    if isinstance(old, Bet) and isinstance(new, Bet):
        return _change_bet(old, new, table)
    if isinstance(old, Told) and isinstance(new, Told) and old.player == new.player:
        return f"{whose(new.player, table.me)} bet was {ANSWERS[new.answer]}, not {ANSWERS[old.answer]}"
    if isinstance(old, See) and isinstance(new, See) and old.holder == new.holder:
        return _change_cards(f"{old.holder}'s", old.cards, new.cards)
    if isinstance(old, Swap) and isinstance(new, Swap) and old.player == new.player:
        owner = whose(old.player, table.me)
        if old.old == new.old and old.new and new.new:
            return _change_cards(f"{owner} new", (old.new,), (new.new,))
        return _change_cards(f"{owner} old", (old.old,), (new.old,))
    return ""


def _change_bet(old: Bet, new: Bet, table: Table) -> str:
    owner, span = whose(new.player, table.me), f"{new.low}-{new.high}"
    if old.player != new.player:
        return f"{span} was {owner} bet, not {whose(old.player, table.me)}"
    if (old.low, old.high) != (new.low, new.high):
        return f"{owner} bet was {span}, not {old.low}-{old.high}"
    return f"{owner} {span} was {ANSWERS[new.answer]}, not {ANSWERS[old.answer]}"


def _change_cards(owner: str, old: tuple[Card, ...], new: tuple[Card, ...]) -> str:
    """`Cleo's grey is 5, not 4`; empty if it is about cards of other colours too."""
    was = {card.colour: card.number for card in old}
    changed = [card for card in new if was.get(card.colour) != card.number]
    if was.keys() != {card.colour for card in new}:
        return ""
    return all_of(f"{owner} {card.colour} is {card.number}, not {was[card.colour]}" for card in changed)


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
