"""The books of a replay: who holds which card, what cards answer untyped, which lines break rules, how stones move.

Each card exists once, so every number remembers where it was first seen. Faults come back as values, so that the replay
can note them and go on. All that moved a stone is kept, so that they can move again when an answer comes late.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace

from solver.english import all_of, any_of, capital
from solver.games.think_str8.rules import NUMBERS, Card, right_answer
from solver.games.think_str8.table import Held, Holders, Placed, Round, Table, Track
from solver.language import say
from solver.log import Fault, Kind, Line, Word, against_rules
from solver.replay import Forks


class Hands(Forks):
    """All holders with the history of each colour."""

    def __init__(self, me: str) -> None:
        self.me = me
        self.cards: dict[str, dict[str, list[Held]]] = {}
        self.sights: dict[tuple[str, int], tuple[str, Line]] = {}
        self._seen: Holders | None = None  # as they stand, until something changes

    def fork(self) -> Hands:
        twin = copy(self)
        twin.cards = {name: {c: list(held) for c, held in cards.items()} for name, cards in self.cards.items()}
        twin.sights = dict(self.sights)
        return twin

    def deal(self, holders: Sequence[str], colours: Sequence[str]) -> None:
        self.cards = {name: {colour: [Held(name, colour)] for colour in colours} for name in holders}
        self._seen = None

    def as_they_stand(self) -> Holders:
        """Every holder with its history; later changes do not touch what was handed out."""
        if self._seen is None:
            self._seen = {name: {c: tuple(held) for c, held in cards.items()} for name, cards in self.cards.items()}
        return self._seen

    def learn(
        self,
        holder: str,
        cards: Sequence[Card],
        line: Line,
        gaps: Sequence[int],
        to_owner: bool = False,
        remembered: bool = False,
    ) -> list[Fault]:
        """The log says that the cards are in the holder now, and with `to_owner` that their owner came to know them.

        In the rounds `gaps` a swap of the holder may be missing. What is only `remembered` of others may be one of my
        cards as well: no rule is broken by that, but then not all can be true, as `check` explains.
        """
        shown = line if to_owner else None
        faults: list[Fault] = []
        seconds: dict[tuple[str, Line], list[Card]] = {}  # where the first ones are
        for card in cards:
            known = self.cards[holder][card.colour][-1]
            if known.number == card.number:
                self._amend(known, shown=shown)
                continue
            if known.number is not None:
                faults.append(self._changed(known, card, line, [gap for gap in gaps if gap >= known.first]))
                if faults[-1].kind != Kind.WARNING:
                    continue
            if first := self.sights.get((card.colour, card.number)):
                if not (remembered and self.me in (holder, first[0])):
                    seconds.setdefault(first, []).append(card)
            else:
                self.sights[card.colour, card.number] = (holder, line)
            self._amend(self.cards[holder][card.colour][-1], number=card.number, line=line, shown=shown)
        return [*faults, *(self._twice(same, line, *first) for first, same in seconds.items())]

    def renew(self, holder: str, colour: str, round_number: int) -> None:
        """After this round another card of the colour is in the holder, not seen yet."""
        self._amend(self.cards[holder][colour][-1], last=round_number)
        self._add(Held(holder, colour, first=round_number + 1))

    def number_of(self, holder: str, colour: str) -> int | None:
        """The present card, if the log tells it."""
        return self.cards[holder][colour][-1].number

    def known_hand(self, holder: str) -> dict[str, int] | None:
        """The present hand if every card of it is known."""
        hand = {colour: cards[-1].number for colour, cards in self.cards[holder].items()}
        known = {colour: number for colour, number in hand.items() if number is not None}
        return known if len(known) == len(hand) else None

    def _amend(self, held: Held, **changes: object) -> None:
        self.cards[held.holder][held.colour][-1] = held._replace(**changes)  # type: ignore[arg-type]
        self._seen = None

    def _add(self, held: Held) -> None:
        self.cards[held.holder][held.colour].append(held)
        self._seen = None

    def _changed(self, known: Held, card: Card, now: Line, gaps: Sequence[int]) -> Fault:
        """A card turned into another one: a warning if a swap may be missing from the log, else one line is wrong."""
        line = known.line.number if known.line else 0
        places = {"colour": say(card.colour), "number": known.number, "line": line}
        if known.holder == self.me:
            told = say("Your {colour} card was a {number} (line {line}).", **places)
        else:
            told = say("{player}'s {colour} card was a {number} (line {line}).", player=known.holder, **places)
        if not gaps:
            hint = say("Type {number}, or correct line {line}.", number=known.number, line=line)
            return against_rules(card.at, told, hint)
        self._amend(known, last=gaps[-1], shown=now)
        self._add(Held(known.holder, card.colour, first=gaps[0] + 1))
        holder = known.holder
        hint = say("A swap of {player} seems to be missing in round {rounds}.", player=holder, rounds=any_of(gaps))
        return Fault(Kind.WARNING, card.at, told, hint)

    def _twice(self, cards: Sequence[Card], now: Line, holder: str, line: Line) -> Fault:
        """Cards of a line that are those of a holder by an earlier one."""
        at = Word(now.text[cards[0].at.start : cards[-1].at.end], cards[0].at.start)
        places = {"cards": all_of(card.said for card in cards), "line": line.number}
        if len(cards) == 1 and holder == self.me:
            problem = say("A second {cards}: the first is yours (line {line}).", **places)
        elif len(cards) == 1:
            problem = say("A second {cards}: the first is {player}'s (line {line}).", player=holder, **places)
        elif holder == self.me:
            problem = say("A second {cards}: the first ones are yours (line {line}).", **places)
        else:
            problem = say("A second {cards}: the first ones are {player}'s (line {line}).", player=holder, **places)
        return against_rules(at, problem, say("One of the two lines is wrong."))


# What need not be typed: it is worked out again whenever the log is read, so that it follows when a card is corrected.
# It rests on typed cards only, and a typed answer always comes first. It is never evidence about the cards of the log's
# owner, who sees none of them.


def work_out_answer(bet: Placed, this: Round, table: Table) -> Placed:
    """The bet with the answer that the player's cards give; without one if the log does not tell them for sure.

    A player who lays off a card was told to be wrong, whatever the cards say: then the typed cards are in doubt.
    """
    cards = table.sure_cards(bet.player, this)
    if cards is None:
        return bet._replace(answer=None, lines=bet.lines[:1], total=None)
    total = sum(held.number or 0 for held in cards for colour in this.dice or () if colour == held.colour)
    answer = right_answer(bet.low, bet.high, total, bet.length == min(table.tokens))
    swap = this.swaps.get(bet.player)
    if swap is not None and answer == "hit":
        return bet._replace(answer="miss", lines=(bet.lines[0], swap.line), total=total)
    return bet._replace(answer=answer, lines=bet.lines[:1], total=total)


def answer_faults(answer: str, at: Word, shortest: bool) -> Iterator[Fault]:
    """Only a wrong bet with the shortest token is told without its direction."""
    if answer == "miss" and not shortest:
        problem = say("Only with the shortest token is the direction not told.")
        yield Fault(Kind.WARNING, at, problem, say("Was it too low or too high?"))
    if answer in ("low", "high") and shortest:
        problem = say("With the shortest token no direction is told.")
        yield Fault(Kind.WARNING, at, problem, say("If none was, say `miss`."))


# A paper sheet: black boxes and crosses.


def box_faults(
    card: Card, boxes: Mapping[Card, Line], hands: Hands, crossed: Mapping[tuple[str, int], Line]
) -> Iterator[Fault]:
    """A box that is crossed as well, that my own turned card denies, or one too many of a colour."""
    held = next(
        (held for held in hands.cards[hands.me][card.colour] if held.shown and held.number == card.number), None
    )
    if held is not None and held.shown is not None and held.last is None:
        problem = say("{card} was your own card, turned in line {line}.", card=card.said, line=held.shown.number)
        yield _turned(card, capital(problem))
    yield from _both(card, crossed.get((card.colour, card.number)))
    if card not in boxes and sum(box.colour == card.colour for box in boxes) >= len(NUMBERS) - 1:
        problem = say(
            "All eight {colour} boxes would be black: then you could not have had any {colour} card.",
            colour=say(card.colour),
        )
        hint = say("At most seven boxes of a colour are black; look at the sheet again.")
        yield against_rules(card.at, problem, hint)


def crossed_faults(card: Card, boxes: Mapping[Card, Line]) -> Iterator[Fault]:
    """A cross in a black box."""
    yield from _both(card, boxes.get(card))


def _both(card: Card, other: Line | None) -> Iterator[Fault]:
    if other is not None:
        problem = say("{card} is black and crossed out (line {line}).", card=card.said, line=other.number)
        hint = say("A box is one or the other: leave it out of one of the two lines.")
        yield against_rules(card.at, capital(problem), hint)


def turned_faults(card: Card, boxes: Mapping[Card, Line]) -> Iterator[Fault]:
    """My own card, turned at the end, that I blacked out."""
    if card in boxes:
        problem = say(
            "{card} was your own card, and it is black on your sheet (line {line}).",
            card=card.said,
            line=boxes[card].number,
        )
        yield _turned(card, capital(problem))


def _turned(card: Card, problem: str) -> Fault:
    hint = say("What you saw elsewhere cannot be yours: correct one of the two lines.")
    return against_rules(card.at, problem, hint)


@dataclass(frozen=True, slots=True)
class _Happening:
    """In a round a player's bet was laid or answered, or (with a space) a score was typed.

    `hit` is the line of a score where the stone has moved by a bet whose answer is not typed yet.
    """

    round: int
    player: str
    space: int | None = None
    hit: Line | None = None


class Standings(Forks):
    """The track, and what happened on it in the order of the log."""

    def __init__(self, players: tuple[str, ...]) -> None:
        self.players = players
        self.track = Track.start(players)
        self._happened: list[_Happening] = []

    def fork(self) -> Standings:
        twin = copy(self)
        twin._happened = list(self._happened)
        return twin

    def lay(self, this: Round, player: str) -> None:
        """A bet counts from here on, if it has an answer."""
        self._happened.append(_Happening(this.number, player))

    def answer(self, this: Round, player: str, tokens: Mapping[int, int]) -> None:
        """The bet of the round under way has an answer."""
        self.track = _move(self.track, this, player, tokens)

    def postpone(self, this: Round, player: str) -> tuple[bool, Line | None]:
        """A bet counts only from here on, unless a score typed since it was laid counts it as a hit already.

        Returns whether there is a score of the player since then, and the line of one that does.
        """
        laid = self._happened.index(_Happening(this.number, player))
        since = self._happened[laid + 1 :]
        scores = [one for one in since if one.player == player]
        hit = next((one.hit for one in scores if one.hit), None)
        if hit is None:
            self._happened[laid:] = [*since, self._happened[laid]]
        return bool(scores), hit

    def expects(self, this: Round | None, player: str, tokens: Mapping[int, int]) -> tuple[int | None, int | None]:
        """Where the stone stands, None if that is not known; and where if its bet, not answered yet, was a hit."""
        space, bet = self.track.space(player), this.bets.get(player) if this else None
        if space is None or bet is None or bet.answer:
            return space, None
        return space, space + tokens.get(bet.length, 0)

    def score(self, number: int, player: str, space: int, hit: Line | None) -> None:
        """In round `number` the track was typed like this; with `hit` the player's bet is counted in it."""
        self._happened.append(_Happening(number, player, space, hit))
        self.track = self.track.placed(player, space)

    def close(self, this: Round) -> None:
        """Nothing more will be typed of a round: a stone whose bet was not answered may stand anywhere from now on."""
        scored = {one.player for one in self._happened if one.round == this.number and one.space is not None}
        for player in self.players:
            bet = this.bets.get(player)
            if not ((bet and bet.answer) or player in this.swaps or player in scored):
                self.track = self.track.lost(player)

    def follow(self, rounds: Sequence[Round], tokens: Mapping[int, int], closed: bool) -> list[Round]:
        """Go through all rounds again; each comes back with who threw and in which order all chose.

        `closed`: nothing more will be typed of the last one either.
        """
        self.track, followed = Track.start(self.players), []
        for number in range(len(rounds) + 1):
            this = None
            if number:
                this = replace(rounds[number - 1], thrower=self.track.last(), order=self.track.order())
                followed.append(this)
            for one in (one for one in self._happened if one.round == number):
                if one.space is not None:
                    self.track = self.track.placed(one.player, one.space)
                elif this is not None:
                    self.track = _move(self.track, this, one.player, tokens)
            if this is not None and (closed or number < len(rounds)):
                self.close(this)
        return followed


def _move(track: Track, this: Round, player: str, tokens: Mapping[int, int]) -> Track:
    bet = this.bets[player]
    if bet.answer != "hit":
        return track
    when = (this.number, this.order.index(player)) if this.order else None
    return track.moved(player, tokens.get(bet.length, 0), when)
