"""Looking back with the dice shown: was each bid and lift sensible at the time, what was luck, who bluffs how often.

A bluff is a bid that was more likely false than true, seen from the bidder's own cup with all other dice fair. A move
is sensible if no other move's chance to come out unhurt was more than `SLACK` better, by the dice alone.
Nerve and luck are told apart: of the chance to be wrong that a move took, part could not be avoided by any move, and
the rest is nerve, whatever came of it. Luck is what the dice and the next player then made of it. So, over all moves
with known dice, times wrong = unavoidable + nerve - luck. All others put a die away then, so all of it counts dice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from solver.chronicle import confidence
from solver.english import fold
from solver.games.thinkaboxin.advice import EVEN, Bidding, BidOrLift, Odds, find_position, weigh_moves
from solver.games.thinkaboxin.rules import Bid
from solver.games.thinkaboxin.table import Round, Table
from solver.language import later
from solver.log import Line

SLACK = Fraction(1, 10)
LUCKY, UNLUCKY = later("lucky"), later("unlucky")
LIFTED, RAISED, HIGHER, OTHER = "lifted", "raised", "higher", "other"  # kinds of slips


@dataclass(frozen=True, slots=True)
class Move:
    """A bid, or a lift (`bid` is the one doubted). `odds` and `best` are None if the player's dice are not known."""

    round: int
    player: str
    lift: bool
    bid: Bid
    line: int
    odds: Odds | None = None
    best: BidOrLift | None = None
    held: bool | None = None  # whether the bid was true, if all cups are known or it was told
    count: int | None = None
    log: int = 1  # in which of the logs

    @property
    def bluff(self) -> bool:
        return not self.lift and self.odds is not None and self.odds.true < EVEN

    @property
    def sensible(self) -> bool | None:
        return self.given_up <= SLACK if self.odds and self.best else None

    @property
    def risk(self) -> Fraction:
        """The chance of being wrong that the move took."""
        return 1 - self.odds.unhurt if self.odds else Fraction(0)

    @property
    def right(self) -> bool | None:
        """Whether the player was right, where cups were lifted about this move."""
        return None if self.held is None else self.held != self.lift

    @property
    def given_up(self) -> Fraction:
        """How much better the chance to come out unhurt was with the best move."""
        return self.best.dice.unhurt - self.odds.unhurt if self.odds and self.best else Fraction(0)

    @property
    def slip(self) -> str | None:
        """What was wrong with a move that was not sensible, by what would have been best."""
        if self.sensible is not False or self.best is None:
            return None
        if self.lift or self.best.bid is None:
            return LIFTED if self.lift else RAISED
        return HIGHER if self.best.bid.amount < self.bid.amount else OTHER

    @property
    def luck(self) -> str | None:
        """`lucky` or `unlucky` if the round's last bid came out against the odds of its bidder or lifter."""
        if self.held is None or self.odds is None or self.odds.true == EVEN or self.held == (self.odds.true > EVEN):
            return None
        return LUCKY if self.right else UNLUCKY

    def data(self) -> dict[str, object]:
        return {
            "round": self.round,
            "line": self.line,
            "player": self.player,
            "move": "lift" if self.lift else "bid",
            "bid": str(self.bid),
            "odds": self.odds.data() if self.odds else None,
            "best": self.best.data() if self.best else None,
            "bluff": self.bluff if self.odds else None,
            "sensible": self.sensible,
            "given_up": round(float(self.given_up), 4) if self.odds else None,
            "held": self.held,
            "count": self.count,
            "luck": self.luck,
        }


@dataclass(frozen=True, slots=True)
class Habits:
    """One player over all rounds of all logs; only moves with known dice count as judged."""

    player: str
    bids: int = 0
    judged_bids: int = 0
    bluffs: int = 0
    lifts: int = 0
    lifts_right: int = 0
    lifts_wrong: int = 0
    rounds_lost: int = 0
    judged: int = 0
    sensible: int = 0
    lucky: int = 0
    unlucky: int = 0
    wrong: int = 0  # with judged moves
    risk: Fraction = Fraction(0)  # how often those moves could be expected to be wrong
    nerve: Fraction = Fraction(0)  # the part of the risk that better moves would have avoided

    @property
    def bluff_rate(self) -> Fraction | None:
        return Fraction(self.bluffs, self.judged_bids) if self.judged_bids else None

    @property
    def unavoidable(self) -> Fraction:
        return self.risk - self.nerve

    @property
    def luck(self) -> Fraction:
        """How many times fewer the player was wrong than could be expected."""
        return self.risk - self.wrong

    def data(self) -> dict[str, object]:
        rate = self.bluff_rate
        names = [name for name in self.__slots__ if name not in ("player", "risk", "nerve")]
        return {
            **{name: getattr(self, name) for name in names},
            "bluff_rate": None if rate is None else float(rate),
            "bluff_rate_between": list(confidence(self.bluffs, self.judged_bids)),
            "unavoidable": float(self.unavoidable),
            "nerve": float(self.nerve),
            "luck": float(self.luck),
        }


@dataclass(frozen=True, slots=True)
class Review:
    """What `review` shows: the moves of each log, and everybody's habits over all of them."""

    seat: str
    tables: tuple[Table, ...]
    moves: tuple[tuple[Move, ...], ...]
    habits: tuple[Habits, ...]

    @property
    def consistent(self) -> bool:
        return not any(table.clashes for table in self.tables)

    @property
    def unjudged(self) -> int:
        return sum(move.odds is None for moves in self.moves for move in moves)

    def data(self) -> dict[str, object]:
        return {
            "game": "thinkaboxin",
            "seat": self.seat,
            "consistent": self.consistent,
            "standings": [
                {"scoring": table.scoring, "scores": dict(table.scores), "winner": table.champion}
                for table in self.tables
            ],
            "logs": [[move.data() for move in moves] for moves in self.moves],
            "players": {habits.player: habits.data() for habits in self.habits},
            "not_judged": self.unjudged,
            "warnings": [warning.data() for table in self.tables for warning in table.warnings],
        }


def review(tables: Sequence[Table], seat: str) -> Review:
    moves = tuple(
        tuple(replace(move, log=place) for move in judge_moves(table)) for place, table in enumerate(tables, 1)
    )
    return Review(seat, tuple(tables), moves, sum_habits(tables, moves))


def judge_moves(table: Table) -> Iterator[Move]:
    for this in table.rounds:
        for place, said in enumerate(this.bids):
            yield _judge(table, this, place, said.player, said.line)
        if this.lifter and this.doubted and this.end_line:
            yield _judge(table, this, len(this.bids), this.lifter, this.end_line)


def _judge(table: Table, this: Round, place: int, player: str, line: Line) -> Move:
    """The bid in this place of the round, or the lift after the last."""
    lift = place == len(this.bids)
    said = this.bids[-1] if lift else this.bids[place]
    odds, best = _weigh(table, this, player, place, None if lift else said.bid)
    held, count = (has_held(this), this.count_shown(said.bid.value)) if lift or said is this.doubted else (None, None)
    return Move(this.number, player, lift, said.bid, line.number, odds, best, held, count)


def has_held(this: Round) -> bool | None:
    """Whether the last bid was true: the cups count, not what was said, even if dice were put away by that."""
    judged = this.judge()
    false = this.verdict if judged is None else judged
    return None if false is None else not false


def _weigh(table: Table, this: Round, player: str, bids: int, move: Bid | None) -> tuple[Odds | None, BidOrLift | None]:
    """The odds of the move made and the best move, by the dice alone, as the player could know them."""
    position = find_position(this, player, table.free, bids)
    return (None, None) if position is None or position.own is None else compare_with_best(position, move)


@lru_cache(maxsize=4096)
def compare_with_best(position: Bidding, move: Bid | None) -> tuple[Odds | None, BidOrLift | None]:
    """Asked once, though every seat of a table looks back on every move."""
    options = weigh_moves(position, Fraction(0))
    made = next((option for option in options if option.bid == move), None)
    return (made.dice, options[0]) if made else (None, None)


def sum_habits(tables: Sequence[Table], logs: Sequence[Sequence[Move]]) -> tuple[Habits, ...]:
    """Everybody's habits; a name in two logs is one player."""
    names = {fold(player): player for table in reversed(tables) for player in table.players}
    order = dict.fromkeys(fold(player) for table in tables for player in table.players)
    moves = [move for log in logs for move in log]
    losers = [fold(this.loser) for table in tables for this in table.rounds if this.loser]
    return tuple(
        _sum_up(names[key], [move for move in moves if fold(move.player) == key], losers.count(key)) for key in order
    )


def _sum_up(player: str, moves: Sequence[Move], lost: int) -> Habits:
    bids, lifts = [move for move in moves if not move.lift], [move for move in moves if move.lift]
    return Habits(
        player=player,
        bids=len(bids),
        judged_bids=sum(move.odds is not None for move in bids),
        bluffs=sum(move.bluff for move in bids),
        lifts=len(lifts),
        lifts_right=sum(move.held is False for move in lifts),
        lifts_wrong=sum(move.held is True for move in lifts),
        rounds_lost=lost,
        judged=sum(move.sensible is not None for move in moves),
        sensible=sum(move.sensible is True for move in moves),
        lucky=sum(move.luck == LUCKY for move in moves),
        unlucky=sum(move.luck == UNLUCKY for move in moves),
        wrong=sum(move.right is False for move in moves if move.odds),
        risk=sum((move.risk for move in moves), Fraction(0)),
        nerve=sum((move.given_up for move in moves), Fraction(0)),
    )
