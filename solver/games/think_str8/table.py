"""The table as the log tells it: holders with their history, rounds, piles, tokens, the track, final bets.

`Table` is the finished record that `replay` makes. What the log lacks is None here, never a guess.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from solver.games.think_str8.events import Swap
from solver.games.think_str8.rules import HOLDERS, PILE, ROUNDS, sums_told
from solver.games.think_str8.track import Track
from solver.log import Line, LogError


@dataclass(frozen=True, slots=True)
class Held:
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


@dataclass(frozen=True, slots=True)
class Placed:
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
        """Somebody typed the answer, which then stands above what the cards say."""
        return self.answer is not None and self.total is None

    @property
    def length(self) -> int:
        return self.high - self.low + 1

    @property
    def sums(self) -> tuple[int, ...] | None:
        """The sums that agree with the answer."""
        return None if self.answer is None else sums_told(self.low, self.high, self.answer)


@dataclass(frozen=True, slots=True)
class Round:
    """One round; `dice` is None if the line could not be read."""

    number: int
    dice: tuple[str, ...] | None
    line: Line
    thrower: str | None
    order: tuple[str, ...] | None
    bets: Mapping[str, Placed] = field(default_factory=dict)
    swaps: Mapping[str, Swap] = field(default_factory=dict)


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
        """Somebody's bet of the last typed round still waits for its answer."""
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
    def neutrals(self) -> tuple[str, ...]:
        return tuple(self.holders)[len(self.players) : HOLDERS]

    def unanswered(self, this: Round) -> tuple[str, ...]:
        """Players whose bet in this round has no answer; one who laid off a card was told to be wrong."""
        answered = {player for player, bet in this.bets.items() if bet.answer} | set(this.swaps)
        return tuple(player for player in self.players if player not in answered)

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
            and any(self.pile(colour, this.number) for colour in self.colours)
        )

    def pile(self, colour: str, upto: int | None = None) -> int:
        """Cards left to draw at the end of a round, as far as swaps were typed."""
        swaps = [swap for this in self.rounds[:upto] for swap in this.swaps.values()]
        return PILE - sum(swap.old.colour == colour for swap in swaps)

    def free_tokens(self) -> tuple[int, ...]:
        """The lengths nobody has taken yet in the round under way."""
        taken = {bet.length for bet in self.rounds[-1].bets.values()} if self.rounds else set()
        return tuple(length for length in sorted(self.tokens) if length not in taken)

    def current(self, holder: str, colour: str) -> Held:
        return self.holders[holder][colour][-1]

    def sure_cards(self, player: str, this: Round) -> tuple[Held, ...] | None:
        """The player's cards in the thrown colours, if the log tells for sure which they were in that round."""
        held = [self.held_in(player, colour, this.number) for colour in dict.fromkeys(this.dice or ())]
        known = tuple(card for card in held if card and card.number is not None)
        if not known or len(known) < len(held):
            return None
        gaps = self.lacking_swaps(player)
        return known if not gaps or all(self._is_sure(card, this.number, gaps) for card in known) else None

    def _is_sure(self, held: Held, number: int, gaps: Sequence[int]) -> bool:
        """No swap can be missing between a round and when the log names the card."""
        if held.line is None:
            return False
        named = sum(this.line.number < held.line.number for this in self.rounds)
        return not any(min(number, named) <= gap < max(number, named) for gap in gaps)

    def held_in(self, holder: str, colour: str, round_number: int) -> Held | None:
        """The card that counted in a round; None if the log leaves open which of two it was."""
        held = [card for card in self.holders[holder][colour] if card.counted_in(round_number)]
        return held[0] if len(held) == 1 else None
