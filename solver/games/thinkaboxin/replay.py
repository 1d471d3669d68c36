"""Replays a log event by event, and makes one `Table` of what all possible games that fit it agree on.

The games with the fewest broken rules are kept; the table is made of those that need the fewest missing lines.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from copy import copy
from operator import attrgetter, is_
from typing import TypeVar

from solver.games.thinkaboxin.possible_game import MOST_DOUBT, Past, PossibleGame
from solver.games.thinkaboxin.rules import NUGGETS, PLAYERS, Donkey, NewSet, Roll, Said
from solver.games.thinkaboxin.table import Round, Set, Table
from solver.grammar import Broken, Event, Players
from solver.log import LogError
from solver.replay import Reading

MOST_GAMES = 24  # with more, scores that differ are forgotten


def replay(reading: Reading, upto: int | None = None) -> tuple[Table | None, tuple[LogError, ...]]:
    """The table at the end of the log, or of round `upto` counted over all sets, and all lines that break a rule."""
    global _latest
    begun = max((one for one in _latest if one.begins(reading)), key=lambda one: len(one.events), default=None)
    replayed = _Replay(reading) if begun is None or upto is not None else begun.fork()
    for event in reading.events[len(replayed.events) :]:
        if upto is not None and replayed.goes_beyond(event, upto):
            break
        replayed.take(event)
    if upto is None:
        _latest = (replayed.fork(), *_latest[: _KEPT - 1])
    table, errors = replayed.end()
    return (None if errors or reading.errors else table), errors


Depends = Callable[[PossibleGame], Hashable]  # what of a game matters for what comes next
later_lines: Depends = attrgetter("outlook")
before_set: Depends = attrgetter("prospect")
_KEPT = 16  # logs replayed last: a line added or taken back does not mean replaying the whole log
_latest: tuple[_Replay, ...] = ()


class _Replay:
    """All possible games that fit the log, as far as its events are taken."""

    def __init__(self, reading: Reading) -> None:
        self.file, self.me = reading.log.name, reading.opening.me or ""
        self.events: list[Event] = []
        self.players: tuple[str, ...] = ()
        self.games: list[PossibleGame] = []
        self.narrowed = False  # some that would fit were dropped: there were too many

    def begins(self, reading: Reading) -> bool:
        """Whether what it has taken begins this log: the very events, since equal ones may stand in other lines."""
        same = (self.file, self.me) == (reading.log.name, reading.opening.me or "")
        return same and len(self.events) <= len(reading.events) and all(map(is_, self.events, reading.events))

    def fork(self) -> _Replay:
        other = copy(self)
        other.events, other.games = list(self.events), [game.fork() for game in self.games]
        return other

    def take(self, event: Event) -> None:
        self.events.append(event)
        if isinstance(event, Players):
            self.begin(event)
        self.games = [after for game in self.games for after in game.end_round(event)]
        if isinstance(event, NewSet):
            self.keep_best(before_set)  # or nobody's nuggets known would be multiplied by nobody's dice known
            self.games = [after for game in self.games for after in game.seat(event)]
        checked = self.narrowed and not all(game.shaky for game in self.games)
        before = [game.fork() for game in self.games] if checked else []
        self.hear(event)
        if before and all(after.errors != game.errors for after, game in zip(self.games, before, strict=True)):
            self.games = before  # the true game may have been dropped
            for game in self.games:
                game.lose_the_thread()
            self.hear(event)
        self.keep_best()

    def hear(self, event: Event) -> None:
        for game in self.games:
            game.hear(event, self.count_dice)

    def keep_best(self, depends: Depends = later_lines) -> None:
        """Those with the fewest broken rules, each once; those that need the fewest missing lines come first."""
        if len(self.games) < 2:
            return
        fewest = min(len(game.errors) for game in self.games)
        best = group_alike([game for game in self.games if len(game.errors) == fewest], depends)
        if len(best) > MOST_GAMES and best[MOST_GAMES][0].missing == best[0][0].missing:
            games = [game for group in best for game in group]
            for game in games:
                game.evening.forget_scores()
            best = group_alike(games, depends)
        near = [group for group in best if group[0].missing <= best[0][0].missing + MOST_DOUBT]
        self.games = [join(group) for group in near[:MOST_GAMES]]
        self.narrowed = self.narrowed or len(near) > MOST_GAMES

    def begin(self, event: Players) -> None:
        self.players = event.names
        game = PossibleGame(self.file, self.me, self.players)
        game.line = event.line
        if len(event.names) not in PLAYERS:
            problem = f"{len(event.names)} player{'s' * (len(event.names) != 1)}."
            game.fault(event.line.words[-1], problem, "Thinkaboxin is played by two to six.")
        self.games = [game]

    def count_dice(self, player: str) -> tuple[int, ...]:
        """How many dice a player may have, most first."""
        return tuple(sorted({game.dice.get(player, 0) for game in self.games}, reverse=True))

    def goes_beyond(self, event: Event, upto: int) -> bool:
        """Whether the event belongs to what came after round `upto`."""
        game = self.games[0] if self.games else None
        if game is None or game.shape[1] < upto:
            return False
        if isinstance(event, Roll):
            return not game.joins(event)
        verb = event.verb if isinstance(event, Broken) else None
        if isinstance(event, NewSet) or verb in ("set", "knockout", "roll"):
            return True
        begins = isinstance(event, Said | Donkey) or verb in ("bid", "donkey")
        return begins and (game.this is None or game.this.over)

    def end(self) -> tuple[Table | None, tuple[LogError, ...]]:
        if not self.games:
            return None, ()  # who plays could not be read, and that is reported
        self.games = [after for game in self.games for after in game.finish(lapse=False)]
        self.keep_best()
        first = self.games[0]
        told = [game for game in self.games if (game.missing, game.shape) == (first.missing, first.shape)]
        return make_table(told, self.players, self.me), first.errors


# Games that have become one.


def group_alike(games: list[PossibleGame], depends: Depends) -> list[list[PossibleGame]]:
    """Games that go on alike, and of these the ones that need the fewest missing lines; such groups come first."""
    groups: dict[object, list[PossibleGame]] = {}
    for game in games:
        group = groups.setdefault(depends(game), [game])
        if game.missing < group[0].missing:
            group[:] = [game]
        elif game is not group[0] and game.missing == group[0].missing:
            group.append(game)
    return sorted(groups.values(), key=lambda group: group[0].missing)


def join(group: list[PossibleGame]) -> PossibleGame:
    """One game of several that go on alike; what they disagree about is left open in it."""
    first = group[0]
    if len(group) > 1:
        first.past = agree_on_past([game.past for game in group])
        first.this = agree_on_round([game.this for game in group if game.this]) if first.this else None
        first.evening.sets = tuple(map(agree_on_set, zip(*(game.evening.sets for game in group), strict=True)))
        first.evening.points = agree_on_numbers([game.evening.points for game in group])
        first.warnings = agree_on_warnings(group)
    return first


# What they agree on.

T = TypeVar("T")


def make_table(games: Sequence[PossibleGame], players: tuple[str, ...], me: str) -> Table:
    first, evenings = games[0], [game.evening for game in games]
    dice = [game.dice or dict.fromkeys(players, game.evening.default_dice()) for game in games]
    return Table(
        players=players,
        me=me,
        mode=first.evening.mode,
        free=first.free,
        sets=tuple(map(agree_on_set, zip(*(evening.sets for evening in evenings), strict=True))),
        rounds=tuple(map(agree_on_round, zip(*(game.rounds for game in games), strict=True))),
        dice=agree_on_numbers(dice),
        total=max(sum(left.values()) for left in dice),
        starters=agree_on_players([game.starters for game in games]),
        scores=agree_on_numbers([evening.scores() for evening in evenings]),
        pool=agree(evening.purse.pool for evening in evenings) if first.evening.mode == NUGGETS else None,
        warnings=agree_on_warnings(games),
        unsure=tuple(player for player in players if len({player in left for left in dice}) > 1),
    )


def agree(values: Iterable[T]) -> T | None:
    """The value they share; None if they differ."""
    found = list(values)
    return found[0] if all(value == found[0] for value in found) else None


def agree_on_numbers(numbers: Sequence[Mapping[str, int | None]]) -> dict[str, int | None]:
    """A number for everybody named in any of them; None where one differs."""
    names = dict.fromkeys(name for some in numbers for name in some)
    return {name: agree(some.get(name) for some in numbers) for name in names}


def agree_on_players(several: Sequence[tuple[str, ...] | None]) -> tuple[str, ...] | None:
    """Everybody named in any of them; None if one tells nothing."""
    known = [players for players in several if players is not None]
    return (
        tuple(dict.fromkeys(player for players in known for player in players)) if len(known) == len(several) else None
    )


def agree_on_past(pasts: Sequence[Past | None]) -> Past | None:
    """As far back as they differ; of what they share nothing is looked at."""
    differing, together = list[tuple[Past, ...]](), list(pasts)
    while any(past is not together[0] for past in together):
        differing.append(tuple(past for past in together if past))
        together = [past.before for past in differing[-1]]
    agreed = together[0]
    for first, *others in reversed(differing):
        last = agree_on_round([first.last, *(past.last for past in others)])
        agreed = first if first.before is agreed and first.last is last else Past(agreed, last)
    return agreed


def agree_on_round(rounds: Sequence[Round]) -> Round:
    first = rounds[0]
    if _equal(rounds):
        return first
    return first._replace(
        dice=agree_on_numbers([this.dice for this in rounds]),
        total=max(this.total for this in rounds),
        starters=agree_on_players([this.starters for this in rounds]),
        direction=agree(this.direction for this in rounds),
        loser=agree(this.loser for this in rounds),
    )


def agree_on_set(sets: Sequence[Set]) -> Set:
    first = sets[0]
    if _equal(sets):
        return first
    return first._replace(
        players=max((one.players for one in sets), key=len),
        stake=agree(one.stake for one in sets),
        over=all(one.over for one in sets),
        winners=agree(one.winners for one in sets),
        out=agree(one.out for one in sets),
        put_away=agree_on_numbers([one.put_away for one in sets]),
    )


def _equal(values: Sequence[Round] | Sequence[Set]) -> bool:
    """Whether all are alike; then the first stands for all, so that games with the same past soon share it."""
    return all(value is values[0] or value == values[0] for value in values)


def agree_on_warnings(games: Sequence[PossibleGame]) -> tuple[LogError, ...]:
    return tuple(note for note in games[0].warnings if all(note in game.warnings for game in games))
