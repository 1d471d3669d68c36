"""The table as the log tells it: cards, rounds, bets, the stones on the scoring track. What it lacks stays unknown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from solver.games.think_str8.rules import HOLDERS, PILE, ROUNDS, SUMS, Card, format_span, say_span, sums_told
from solver.language import say
from solver.log import Line, LogError

AFTER_ALL_ROUNDS = 1000  # orders the landings of the final scoring after those of every round


class Stone(NamedTuple):
    """A player's stone. `landed` orders the stones of one space from bottom to top; None or the same is not known."""

    player: str
    space: int | None
    landed: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Track:
    """All stones, immutable: every move gives a new track."""

    stones: tuple[Stone, ...]

    @staticmethod
    def start(players: tuple[str, ...]) -> Track:
        """All stones in one stack, the first player on top."""
        return Track(tuple(Stone(player, 0, (0, -height)) for height, player in enumerate(players)))

    def space(self, player: str) -> int | None:
        return self._stone(player).space

    def scores(self) -> dict[str, int | None]:
        return {stone.player: stone.space for stone in self.stones}

    def moved(self, player: str, points: int, when: tuple[int, int] | None) -> Track:
        """The stone goes on; it lands on top of those that came before `when`."""
        stone = self._stone(player)
        if stone.space is None or not points:
            return self
        return self._with(stone._replace(space=stone.space + points, landed=when))

    def placed(self, player: str, space: int) -> Track:
        """The stone is said to stand on `space`; if that is new, nobody knows above or below whom."""
        stone = self._stone(player)
        return self if stone.space == space else self._with(Stone(player, space, None))

    def lost(self, player: str) -> Track:
        """Nobody typed what became of the stone."""
        return self._with(Stone(player, None, None))

    def order(self) -> tuple[str, ...] | None:
        """Last to first, on one space the top stone first; None if the log does not tell."""
        ranked = self._ranked(self.stones)
        return tuple(stone.player for stone in ranked) if ranked is not None else None

    def last(self) -> str | None:
        """Who throws: last on the track, the top stone of a stack."""
        spaces = [stone.space for stone in self.stones if stone.space is not None]
        if len(spaces) < len(self.stones):
            return None
        ranked = self._ranked(tuple(stone for stone in self.stones if stone.space == min(spaces)))
        return ranked[0].player if ranked else None

    def first(self) -> tuple[str, ...]:
        """Who leads: foremost, in a stack the bottom stone; several if the log leaves it open, none if scores lack."""
        spaces = [stone.space for stone in self.stones if stone.space is not None]
        if len(spaces) < len(self.stones):
            return ()
        foremost = tuple(stone for stone in self.stones if stone.space == max(spaces))
        ranked = self._ranked(foremost)
        return (ranked[-1].player,) if ranked else tuple(stone.player for stone in foremost)

    def ahead(self, player: str, other: str) -> bool:
        """Whether a stone is sure to rank before another: further on, or below it on the same space."""
        ranked = self._ranked((self._stone(player), self._stone(other)))
        return ranked is not None and ranked[-1].player == player

    def scored_at_end(self, points: Mapping[str, int | None]) -> Track:
        """The track after the final scoring of these players, from the last to the first; None is not known.

        A stone that stays lies below all that land. Stones of one stack whose order is not known land at the same time.
        """
        track, stones = self, tuple(stone for stone in self.stones if stone.player in points)
        for stone in stones:
            won, space = points[stone.player], stone.space
            if won is None or space is None:
                track = track.lost(stone.player)
                continue
            ranked = self._ranked(tuple(other for other in stones if other.space == space))
            turn = ranked.index(stone) if ranked else 0
            landed = (AFTER_ALL_ROUNDS, space, turn) if won else (0, -turn)
            track = track._with(Stone(stone.player, space + won, landed))
        return track

    def _ranked(self, stones: tuple[Stone, ...]) -> list[Stone] | None:
        for stone in stones:
            if stone.space is None:
                return None
            stacked = [other for other in stones if other.space == stone.space]
            times = {other.landed for other in stacked}
            if len(stacked) > 1 and (None in times or len(times) < len(stacked)):
                return None
        top_first = sorted(stones, key=lambda stone: stone.landed or (0, 0), reverse=True)
        return sorted(top_first, key=lambda stone: stone.space or 0)

    def _stone(self, player: str) -> Stone:
        return next(stone for stone in self.stones if stone.player == player)

    def _with(self, stone: Stone) -> Track:
        return Track(tuple(stone if other.player == stone.player else other for other in self.stones))


class Held(NamedTuple):
    """One card in one holder: its number if the log tells it, and the rounds in which it counted.

    After a swap the same holder has another `Held` of that colour. `last` is None while the card is in the holder.
    """

    holder: str
    colour: str
    number: int | None = None
    first: int = 1
    last: int | None = None
    line: Line | None = None  # where the log names the number
    shown: Line | None = None  # where its owner came to know it: laid off, or revealed at the end

    def counted_in(self, round_number: int) -> bool:
        return self.first <= round_number and (self.last is None or round_number <= self.last)


Holders = Mapping[str, Mapping[str, tuple[Held, ...]]]  # by holder and colour: each card that was there, in order


class Placed(NamedTuple):
    """A bet on the table: the run of numbers, and what was told once it is checked.

    An answer that nobody typed may be worked out from the player's cards: `total` is then what they add up to.
    """

    player: str
    low: int
    high: int
    answer: str | None
    lines: tuple[Line, ...]  # the bet, then the answer if it came on a line of its own
    total: int | None = None

    @property
    def typed(self) -> bool:
        """Somebody typed the answer, which then overrides what the cards say."""
        return self.answer is not None and self.total is None

    @property
    def length(self) -> int:
        return self.high - self.low + 1

    @property
    def span(self) -> str:
        return say_span(self.low, self.high)

    @property
    def sums(self) -> tuple[int, ...] | None:
        """The sums that agree with the answer."""
        return None if self.answer is None else sums_told(self.low, self.high, self.answer)


@dataclass(frozen=True, slots=True)
class LaidOff:
    """`old` was laid off face up; `new` is what the others now see, None if the owner drew it or it was not typed."""

    player: str
    old: Card
    new: Card | None
    line: Line


class Outstanding(NamedTuple):
    """Who still has to bet, to hear the answer, to lay off a card: in the order of choosing, as far as it is known."""

    betting: tuple[str, ...]
    told: tuple[str, ...]
    laying_off: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Round:
    """One round; `dice` is None if the line could not be read."""

    number: int
    dice: tuple[str, ...] | None
    line: Line
    thrower: str | None
    order: tuple[str, ...] | None
    bets: Mapping[str, Placed] = field(default_factory=dict)
    swaps: Mapping[str, LaidOff] = field(default_factory=dict)
    noted: Placed | None = (
        None  # the range that was right, as the owner's paper sheet has it, whatever bet it came from
    )

    def judged(self, player: str) -> Placed | None:
        """A player's bet as its player knows it: who laid off a card was told to be wrong, whatever was typed."""
        bet, swap = self.bets.get(player), self.swaps.get(player)
        if self.noted and self.noted.player == player:
            return self.noted
        if bet is None or swap is None or bet.answer is not None:
            return bet
        return bet._replace(answer="miss", lines=(*bet.lines, swap.line))

    def lacks_direction(self, player: str, shortest: int) -> bool:
        """Whether a swap tells that the bet was wrong and nothing whether too low or too high, which both could be."""
        bet, judged = self.bets.get(player), self.judged(player)
        either = bet is not None and SUMS[0] < bet.low and bet.high < SUMS[-1] and bet.length > shortest
        return either and bet is not judged


@dataclass(frozen=True, slots=True)
class Table:
    """All that the log says happened, up to where it ends."""

    players: tuple[str, ...]
    me: str
    colours: tuple[str, ...]
    tokens: Mapping[int, int]
    tokens_typed: bool
    holders: Holders
    rounds: tuple[Round, ...]
    round_ended: bool  # nothing more will be added to the last round
    track: Track
    finals: Mapping[str, Mapping[str, tuple[int, ...]]]
    final_points: Mapping[str, int | None]
    final_track: Track | None
    crosses: int  # lines with crosses so far
    crossed: Mapping[tuple[str, int], Line]
    warnings: tuple[LogError, ...]
    boxes: Mapping[Card, Line] = field(default_factory=dict)  # blacked out on the owner's sheet: seen somewhere
    turned: bool = False  # some hand, at the end
    paper: bool = False  # copied from a paper sheet after the game

    @property
    def round_count(self) -> int:
        return ROUNDS[len(self.players)]

    @property
    def round(self) -> int:
        """The round under way or just ended; 0 before the first throw."""
        return len(self.rounds)

    def you(self, seat: str) -> str:
        """Who is called `you`: the owner of the log; from another seat nobody is, and everyone is named."""
        return self.me if seat == self.me else ""

    @property
    def finished(self) -> bool:
        return bool(self.finals)

    @property
    def round_open(self) -> bool:
        """Whether somebody's bet in the last typed round still awaits its answer."""
        return bool(self.rounds) and not self.round_ended and bool(self.unanswered(self.rounds[-1]))

    @property
    def thrower(self) -> str | None:
        """Who threw in the open round, else who throws next; None after the last round or if the log does not tell."""
        if self.round_open:
            return self.rounds[-1].thrower
        return self.track.last() if self.round < self.round_count and not self.finished else None

    @property
    def order(self) -> tuple[str, ...] | None:
        """The order of choosing tokens in the open round, else in the next."""
        return self.rounds[-1].order if self.round_open else self.track.order()

    @property
    def winner(self) -> tuple[str, ...]:
        return self.final_track.first() if self.final_track else ()

    @property
    def turned_in_order(self) -> tuple[str, ...]:
        """Whose hand is turned when, at the end: from the last on the track to the first."""
        return self.track.order() or self.players

    def standing(self, player: str) -> int | None:
        """Where a stone stands: after the final bets, once they are in."""
        return (self.final_track or self.track).space(player)

    def ranked(self) -> tuple[str, ...]:
        """The players as they stand, foremost first; if the log leaves a tie open, by their seats."""
        order = (self.final_track or self.track).order()
        known = sorted(self.players, key=lambda player: (self.standing(player) or 0, player in self.winner))
        return tuple(reversed(order or known))

    @property
    def neutrals(self) -> tuple[str, ...]:
        return tuple(self.holders)[len(self.players) : HOLDERS]

    def unanswered(self, this: Round) -> tuple[str, ...]:
        """Players whose bet in this round has no answer; one who laid off a card was told to be wrong."""
        answered = {player for player, bet in this.bets.items() if bet.answer} | set(this.swaps)
        answered |= {this.noted.player} if this.noted else set()
        asked = (self.me,) if self.paper else self.players  # a paper sheet is about one player only
        return tuple(player for player in asked if player not in answered)

    def waiting(self) -> Outstanding:
        """Who is to do what in the round under way."""
        this = self.rounds[-1] if self.rounds and not self.finished else None
        if this is None:
            return Outstanding((), (), ())
        order = this.order or sorted(self.players, key=lambda player: player == self.me)  # bets that lie can be read
        unanswered = [player for player in order if player in self.unanswered(this)]
        wrong = [player for player in order if player in this.bets and this.bets[player].answer not in (None, "hit")]
        return Outstanding(
            tuple(player for player in unanswered if player not in this.bets),
            tuple(player for player in unanswered if player in this.bets),
            tuple(player for player in wrong if player not in this.swaps and self.piles()),
        )

    def unswapped(self, this: Round) -> tuple[str, ...]:
        """Players whose bet in this round was wrong and who laid off no card, though one could be drawn."""
        wrong = [player for player, bet in this.bets.items() if bet.answer not in (None, "hit")]
        return tuple(player for player in wrong if player not in this.swaps and self.piles(this.number))

    def untold(self) -> tuple[Placed, ...]:
        """Bets that nobody was told the answer of yet: it comes once all have bet."""
        this = self.rounds[-1] if self.rounds else None
        if this is None or self.finished or this.swaps or len(this.bets) == len(self.players):
            return ()
        return tuple(bet for bet in this.bets.values() if not bet.typed)

    @property
    def closed_rounds(self) -> tuple[Round, ...]:
        """The rounds to which nothing more will be added."""
        return self.rounds if self.round_ended else self.rounds[:-1]

    def lacking_swaps(self, player: str) -> tuple[int, ...]:
        """Closed rounds that may have ended with a swap of the player which the log does not have."""
        return tuple(
            this.number
            for this in self.closed_rounds
            if player not in this.swaps
            and not (player in this.bets and this.bets[player].answer == "hit")
            and self.piles(this.number)
        )

    def pile(self, colour: str, upto: int | None = None) -> int:
        """Cards left to draw at the end of a round, as far as swaps were typed."""
        swaps = [swap for this in self.rounds[:upto] for swap in this.swaps.values()]
        return PILE - sum(swap.old.colour == colour for swap in swaps)

    def piles(self, upto: int | None = None) -> dict[str, int]:
        """Colours that can still be drawn, and how many cards of each."""
        return {colour: left for colour in self.colours if (left := self.pile(colour, upto)) > 0}

    def free_tokens(self) -> tuple[int, ...]:
        """The lengths nobody has taken yet in the round under way."""
        taken = {bet.length for bet in self.rounds[-1].bets.values()} if self.rounds else set()
        return tuple(length for length in sorted(self.tokens) if length not in taken)

    def current(self, holder: str, colour: str) -> Held:
        return self.holders[holder][colour][-1]

    def known_to_owner(self, player: str) -> Mapping[str, tuple[Held, ...]]:
        """A player's cards as that player knows them: only those laid off or turned at the end have a number."""
        return {
            colour: tuple(held if held.shown else held._replace(number=None, line=None) for held in cards)
            for colour, cards in self.holders[player].items()
        }

    def unknown(self, holder: str) -> tuple[str, ...]:
        """The colours of which the log does not tell the present card."""
        return tuple(colour for colour in self.colours if self.current(holder, colour).number is None)

    def sure_cards(self, player: str, this: Round) -> tuple[Held, ...] | None:
        """The player's cards in the thrown colours, if the log tells for sure which they were in that round."""
        held = [self.held_in(player, colour, this.number) for colour in dict.fromkeys(this.dice or ())]
        known = tuple(card for card in held if card and card.number is not None)
        if not known or len(known) < len(held):
            return None
        gaps = () if player == self.me else self.lacking_swaps(player)  # my own swaps are all typed
        return known if not gaps or all(self._is_sure(card, this.number, gaps) for card in known) else None

    def _is_sure(self, held: Held, number: int, gaps: Sequence[int]) -> bool:
        """No swap can be missing between a round and the line that names the card, nor at the end of that round."""
        if held.line is None:
            return False
        named = sum(this.line.number < held.line.number for this in self.rounds)
        return not any(named <= gap < number or number <= gap <= named for gap in gaps)

    def held_in(self, holder: str, colour: str, round_number: int) -> Held | None:
        """The card that counted in a round; None if the log leaves open which of two it was."""
        held = [card for card in self.holders[holder][colour] if card.counted_in(round_number)]
        return held[0] if len(held) == 1 else None


def tell_range(bet: Placed | None) -> str:
    """The sums that were right; with the shortest token nobody tells on which side they are."""
    if bet is None or not bet.sums:
        return ""
    first, last = bet.sums[0], bet.sums[-1]
    if len(bet.sums) == last - first + 1:
        return format_span(first, last)
    return say("not {range}", range=format_span(bet.low, bet.high))
