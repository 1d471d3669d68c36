"""The table as the log tells it: which stones were on which rack when, questions and answers, declarations, points.

`Table` is the finished record that `replay` makes; `RackHistory` is kept while it does. What the log lacks stays empty
here, never a guess.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import NamedTuple

from solver.games.tricoda.rules import (
    PIECES,
    POINTS_TO_WIN,
    QUESTIONS,
    RACK,
    STONES,
    Code,
    Named,
    Question,
    Stone,
    code_of,
    format_answer,
    question,
    true_answer,
)
from solver.log import Line, LogError
from solver.replay import Forks


@dataclass(frozen=True, slots=True)
class Held:
    """A stone on a rack, and where the log names it. `again`: the next rack may name the same stone once more."""

    stone: Stone
    line: Line
    again: bool = False


@dataclass(frozen=True, slots=True)
class Rack:
    """Three stones on one stand, from after question `since` to question `until` (None: still there).

    `stones` are those the log names; `shown` is the line that showed them to their owner, `revealed` if that was at the
    end of the game.
    """

    holder: str
    order: int  # the first, second, … rack on this stand
    since: int
    until: int | None = None
    stones: tuple[Held, ...] = ()
    declared: Declared | None = None
    shown: Line | None = None
    revealed: bool = False
    filled: int = 0  # the line after which it stood there
    short: bool = False  # the pile did not have enough stones to fill it
    first: int = 0  # how many times stones had been mixed in again when it was filled
    mixed: int | None = None  # the mixing that put its stones back into the pile
    doubtful: bool = False  # two players: nobody said whether this unowned rack was replaced; it may be the one before

    @property
    def kinds(self) -> tuple[Stone, ...]:
        return tuple(held.stone for held in self.stones)

    @property
    def known(self) -> bool:
        return len(self.stones) == RACK

    @property
    def code(self) -> Code | None:
        return code_of(self.kinds) if self.known else None

    @property
    def denies(self) -> bool:
        """Whether its stones were declared right though they were others, or wrong though they were these."""
        claim, code = self.declared, self.code
        return claim is not None and code is not None and (code == claim.code) != claim.right

    def is_out(self, moment: int) -> bool:
        """Whether its stones are out of the pile between the mixing with this number and the next."""
        return self.first <= moment and (self.mixed is None or moment < self.mixed)

    def counted_in(self, number: int) -> bool:
        return self.since < number and (self.until is None or number <= self.until)


@dataclass(frozen=True, slots=True)
class Asked:
    """The `number`-th question of the game: who read which card and what the answer was, typed or worked out.

    It is None where neither it nor all the stones its reader saw are typed.
    """

    number: int
    reader: str
    card: int
    answer: int | None
    line: Line


@dataclass(frozen=True, slots=True)
class Declared:
    """A declaration after the question with number `after`."""

    player: str
    code: Code
    right: bool
    after: int
    line: Line

    @property
    def outcome(self) -> str:
        return "right" if self.right else "wrong"


@dataclass(frozen=True, slots=True)
class Table:
    """All that the log says happened, up to where it ends."""

    __hash__ = object.__hash__  # by identity, so that what is worked out from a table can be cached

    players: tuple[str, ...]
    me: str
    at_most: bool
    racks: Mapping[str, tuple[Rack, ...]]
    asked: tuple[Asked, ...]
    declared: tuple[Declared, ...]
    mixed: tuple[Line, ...]  # the lines that say that stones were mixed in again
    crosses: int  # lines that crossed something out
    crossed: Mapping[int | Stone, Line]
    warnings: tuple[LogError, ...]

    @property
    def round(self) -> int:
        """Questions answered so far."""
        return len(self.asked)

    @property
    def neutrals(self) -> tuple[str, ...]:
        return tuple(self.racks)[len(self.players) :]

    @property
    def points(self) -> dict[str, int]:
        right = Counter(claim.player for claim in self.declared if claim.right)
        return {player: right[player] for player in self.players}

    @property
    def winner(self) -> str | None:
        return next((player for player, points in self.points.items() if points >= POINTS_TO_WIN), None)

    @property
    def reader(self) -> str | None:
        """Whose turn it is to read the next question; None when the game is won."""
        return None if self.winner else self.turn(1)

    def turn(self, ahead: int) -> str:
        """Who reads the question `ahead` of the last one, if nobody is skipped."""
        last = self.players.index(self.asked[-1].reader) if self.asked else -1
        return self.players[(last + ahead) % len(self.players)]

    @property
    def cards_left(self) -> tuple[int, ...]:
        """The question cards that can come next: those not read in this pass of the pile.

        A card read twice begins a new pass.
        """
        read: set[int] = set()
        for asked in self.asked:
            read = {asked.card} if asked.card in read or len(read) == len(QUESTIONS) else read | {asked.card}
        return tuple(card for card in QUESTIONS if card not in read) or tuple(QUESTIONS)

    def question(self, card: int) -> Question:
        return question(card, self.at_most)

    def format_answer(self, asked: Asked) -> str | None:
        """The answer as a log has it; None if nobody knows it."""
        return None if asked.answer is None else format_answer(self.question(asked.card), asked.answer)

    def current(self, holder: str) -> Rack:
        return self.racks[holder][-1]

    def before(self, line: int) -> Table:
        """The table as it stood before that line of the log. Racks that stood there keep what is known of them now."""
        return replace(
            self,
            racks={
                holder: tuple(rack for rack in history if rack.filled < line) for holder, history in self.racks.items()
            },
            asked=tuple(asked for asked in self.asked if asked.line.number < line),
            declared=tuple(claim for claim in self.declared if claim.line.number < line),
            mixed=tuple(mix for mix in self.mixed if mix.number < line),
        )

    @property
    def moments(self) -> range:
        """The stretches between one mixing of the stones and the next in which a rack was filled."""
        return range(1 + max(rack.first for history in self.racks.values() for rack in history))

    @property
    def latest(self) -> int:
        """The moment in which the next rack would be filled."""
        return len(self.mixed) + any(history[-1].short for history in self.racks.values())

    @property
    def pile(self) -> int:
        """How many stones are left to draw."""
        return count_pile(self.racks, self.latest)

    def count_out(self, moment: int, *without: Rack, since: int | None = None) -> Counter[Stone]:
        """The stones named in the log that were out of the pile at a moment, except those of some racks.

        With `since` only those that have been out from that moment on.
        """
        return Counter(
            held.stone
            for history in self.racks.values()
            for rack in history
            if rack not in without and rack.is_out(moment) and (since is None or rack.is_out(since))
            for held in rack.stones
            if not held.again
        )

    def seen_at(self, asked: Asked) -> tuple[Rack, ...]:
        """The racks its reader had in sight."""
        return racks_in_sight(self.racks, asked)


def say_stones(stones: Sequence[Stone]) -> str:
    return ", ".join(stone.said for stone in stones)


def racks_in_sight(racks: Mapping[str, Sequence[Rack]], asked: Asked) -> tuple[Rack, ...]:
    """Of every holder but the reader the rack that counted for the question."""
    others = (history for holder, history in racks.items() if holder != asked.reader)
    return tuple(next(rack for rack in history if rack.counted_in(asked.number)) for history in others)


def count_again(card: Question, racks: Sequence[Rack]) -> int | None:
    """What the stones typed say the answer was; None if not all that its reader saw are typed."""
    return true_answer(card, [rack.kinds for rack in racks]) if all(rack.known for rack in racks) else None


def count_pile(racks: Mapping[str, Sequence[Rack]], moment: int) -> int:
    """How many stones are left to draw at a moment; below 0 the log lacks a `mix`."""
    out = [rack for history in racks.values() for rack in history if rack.is_out(moment)]
    doubtful = [rack for rack in out if rack.doubtful and racks[rack.holder][rack.order - 2].is_out(moment)]
    either = {rack.filled for rack in doubtful}
    return len(PIECES) - RACK * (len(out) - len(either))  # of two doubtful racks only one was filled


class OtherStones(NamedTuple):
    """Stones named on a rack that holds others."""

    rack: Rack
    named: Sequence[Named]


class TooMany(NamedTuple):
    """A stone named though these lines name all there are of its kind."""

    named: Named
    lines: Sequence[Line]


Misplaced = OtherStones | TooMany


class RackHistory(Forks):
    """All racks of all holders, past ones too."""

    def __init__(self, me: str, holders: Sequence[str] = ()) -> None:
        self.me = me
        self.racks = {holder: [Rack(holder, 1, 0)] for holder in holders}
        self.mixings = 0

    def fork(self) -> RackHistory:
        """The same so far, to go on from in another way."""
        twin = copy(self)
        twin.racks = {holder: list(history) for holder, history in self.racks.items()}
        return twin

    def current(self, holder: str) -> Rack:
        return self.racks[holder][-1]

    @property
    def pile(self) -> int:
        return count_pile(self.racks, self.mixings)

    def _before(self, rack: Rack) -> Rack:
        return self.racks[rack.holder][rack.order - 2]

    def _put(self, rack: Rack) -> Rack:
        self.racks[rack.holder][rack.order - 1] = rack
        return rack

    # What the log says of stones.

    def learn(
        self, rack: Rack, stones: Sequence[Named], line: Line, to_owner: bool = False, revealed: bool = False
    ) -> list[Misplaced]:
        """The log says that these stones are or were on the rack; with `to_owner` their owner knows them now.

        What cannot be there is left out and told.
        """
        known = Counter(rack.kinds)
        if sum((known | Counter(named.stone for named in stones)).values()) > RACK:
            return [OtherStones(rack, stones)]
        misplaced, held = list[Misplaced](), list(rack.stones)
        for named in stones:
            if known[named.stone]:
                known[named.stone] -= 1
                continue
            if rack.doubtful:
                self._name_again(rack, named.stone)
            if lines := self._named_too_often(rack, named.stone, held[len(rack.stones) :]):
                misplaced.append(TooMany(named, lines))
            else:
                held.append(Held(named.stone, line))
        self._put(replace(rack, stones=tuple(held), shown=line if to_owner else rack.shown, revealed=revealed))
        return misplaced

    def fill(self, holder: str, stones: Sequence[Named], line: Line) -> None:
        """These stones are on a rack that is not full, even if no such stones are left."""
        rack = self.current(holder)
        more = (Counter(named.stone for named in stones) - Counter(rack.kinds)).elements()
        self._put(replace(rack, stones=(*rack.stones, *(Held(stone, line) for stone in more))[:RACK]))

    def _named_too_often(self, rack: Rack, stone: Stone, new: Iterable[Held]) -> list[Line]:
        """The lines that name all stones of this kind while the rack's are out of the pile; none if one is left."""
        for moment in range(rack.first, self.mixings + 1 if rack.mixed is None else rack.mixed):
            out = [each for history in self.racks.values() for each in history if each.is_out(moment)]
            held = [*(held for each in out for held in each.stones if not held.again), *new]
            lines = [each.line for each in held if each.stone == stone]
            if len(lines) >= STONES[stone]:
                return lines
        return []

    # Racks that come and go.

    def close(self, claim: Declared) -> Rack:
        """The rack declared no longer counts."""
        return self._put(replace(self.current(claim.player), until=claim.after, declared=claim))

    def renew(self, holder: str, after: int, line: int, doubtful: bool = False) -> None:
        """After this question three other stones stand there, not seen yet; if doubtful, perhaps the same three."""
        rack, short = self._put(replace(self.current(holder), until=after)), self.pile < RACK
        new = Rack(holder, rack.order + 1, after, filled=line, short=short, first=self.mixings, doubtful=doubtful)
        self.racks[holder].append(new)

    def mix(self, declared: Line | None = None) -> None:
        """The stones laid aside go back into the pile. Racks not seen yet that a declaration just before emptied are
        filled from it, as are those that could not be filled before.
        """
        self.mixings += 1
        for history in self.racks.values():
            just_emptied = declared is not None and history[-1].filled == declared.number
            if (just_emptied or history[-1].short) and not history[-1].stones:
                self._put(replace(history[-1], first=self.mixings, short=False))
            for rack in history[:-1]:
                if rack.mixed is None:
                    self._put(replace(rack, mixed=self.mixings))

    def as_filled(self) -> dict[str, tuple[Rack, ...]]:
        """All racks; if one could not be filled, as if the stones laid aside had been mixed in again."""
        filled, short = self, {holder for holder, history in self.racks.items() if history[-1].short}
        if short:
            filled = self.fork()
            filled.mix()
        return {
            holder: (*history[:-1], replace(history[-1], short=holder in short)) if history else ()
            for holder, history in filled.racks.items()
        }

    # Two players: one of the two unowned racks is replaced, and only its stones tell which.

    def is_another(self, rack: Rack, stones: Sequence[Stone]) -> bool:
        """Whether these cannot be the stones from before the doubt, so that this rack was the one replaced."""
        now = Counter(rack.kinds) | Counter(stones)
        return rack.doubtful and sum((now | Counter(self._before(rack).kinds)).values()) > RACK

    def settle(self, replaced: Rack) -> Rack:
        """This one of two doubtful racks was replaced, so the other still holds what it did."""
        for rack in self._earlier(replaced):
            self._put(replace(rack, stones=tuple(replace(held, again=False) for held in rack.stones)))
        for holder, history in self.racks.items():
            twin = history[-1]
            if holder != replaced.holder and twin.doubtful and twin.filled == replaced.filled:
                before = self._before(twin)
                history.pop()
                stones = tuple(replace(held, again=False) for held in before.stones)
                self._put(replace(before, until=None, mixed=None, stones=(*stones, *_besides(twin, before))))
        return self._put(replace(replaced, doubtful=False))

    def _name_again(self, rack: Rack, stone: Stone) -> None:
        """A stone named on a doubtful rack may be one that was named there before: it is counted once."""
        for earlier in self._earlier(rack):
            for place, held in enumerate(earlier.stones):
                if held.stone == stone and not held.again:
                    stones = (*earlier.stones[:place], replace(held, again=True), *earlier.stones[place + 1 :])
                    self._put(replace(earlier, stones=stones))
                    return

    def _earlier(self, rack: Rack) -> Iterator[Rack]:
        """The racks that a doubtful one may be the same as, latest first."""
        while rack.doubtful:
            rack = self._before(rack)
            yield rack


def _besides(rack: Rack, other: Rack) -> Iterator[Held]:
    """What the log names on one rack but not on the other."""
    left = Counter(other.kinds)
    for held in rack.stones:
        if left[held.stone]:
            left[held.stone] -= 1
        else:
            yield held
