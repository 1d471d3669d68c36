"""The sets of an evening while it is replayed: who plays, with how many dice, for which stake, and what it came to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from solver.english import all_of
from solver.games.thinkaboxin.events import NewSet, Tally
from solver.games.thinkaboxin.rules import (
    BOX_DICE,
    DICE,
    GOLDRUSH,
    GOLDRUSH_DICE,
    NUGGETS,
    PLAIN,
    SHERIFF,
    STAKES,
    SUPPLY,
)
from solver.games.thinkaboxin.table import Set, pick_finalists, rich_alone, seat_order
from solver.language import say, say_count
from solver.log import Fault, Kind, against_rules
from solver.replay import Forks


class Span(NamedTuple):
    """At least so many and at most so many: dice of which the log does not tell the number."""

    least: int
    most: int

    @property
    def known(self) -> int | None:
        return self.most if self.least == self.most else None

    def at_least(self, number: int) -> Span:
        return Span(min(max(number, self.least), self.most), self.most)

    def less(self, sure: bool) -> Span:
        """One is put away; perhaps, if that is not sure."""
        return Span(max(0, self.least - 1), max(0, self.most - sure))


class Evening(Forks):
    """Sets in a row with their scores. Faults come back as values, so that the replay can go on."""

    def __init__(self, players: tuple[str, ...]) -> None:
        self.players = players
        self.mode = PLAIN
        self.sets: tuple[Set, ...] = ()
        self.purse = Purse(dict.fromkeys(players, SUPPLY))
        self.points: Mapping[str, int | None] = dict.fromkeys(players, 0)  # on the notepad
        self.tallies: tuple[Tally, ...] = ()  # typed since anybody last bid or lifted
        self.unsure: tuple[str, ...] = ()  # who may be out of nuggets and not play in this set

    def fork(self) -> Evening:
        return copy(self)

    @property
    def ordinary(self) -> tuple[Set, ...]:
        return tuple(one for one in self.sets if not one.knockout)

    def default_dice(self, knockout: bool = False) -> int:
        if self.mode == GOLDRUSH and not knockout:
            return GOLDRUSH_DICE[min(len(self.ordinary), len(GOLDRUSH_DICE) - 1)]
        return DICE

    def scores(self) -> dict[str, int | None]:
        known, open_ = self.purse.supplies if self.mode == NUGGETS else self.points, self._open_scores()
        return {player: None if player in open_ else score for player, score in known.items()}

    def told(self, event: Tally) -> None:
        if event.player is None and self.mode != NUGGETS:
            raise against_rules(event.line.words[1], say("Only nuggets has a pool."), _type("tally Ben 12"))
        if self.mode == NUGGETS:
            self.purse = self.purse.told(event.player, event.points)
        elif event.player is not None:
            self.points = {**self.points, event.player: event.points}
        self.tallies += (event,)

    def pool(self) -> int | None:
        return self.purse.pool if self.mode == NUGGETS and None not in self._open_scores() else None

    def _open_scores(self) -> tuple[str | None, ...]:
        """Whose result is open since the last set may be over, unless it is tallied; None is the pool."""
        if not self.sets or not self.sets[-1].may_be_over:
            return ()
        tallied = [tally.player for tally in self.tallies]
        return tuple(player for player in (*self.sets[-1].players, None) if player not in tallied)

    def go_on(self) -> None:
        """The set goes on: it is not over, and what it comes to is still to be tallied."""
        self.tallies = ()
        if self.sets:
            self.sets = (*self.sets[:-1], self.sets[-1]._replace(may_be_over=False))

    # The beginning of a set.

    def begin(self, event: NewSet) -> tuple[Set, list[Fault]]:
        """The new set as the line and the mode have it, and what is wrong with it."""
        faults = self._leave_last()
        self.unsure = self.purse.may_be_out if self.mode == NUGGETS and not event.players else ()
        players, wrong = self._choose_players(event)
        dice, number = event.dice, len(self.sets) + 1
        if dice is None or not 0 < dice * len(players) <= BOX_DICE:
            dice = self.default_dice(event.knockout)
        wrong = self._check_mode(event, players) or wrong
        faults += [*wrong, *self._check_dice(event, players)]
        stake = self._find_stake(event, faults) if self.mode == NUGGETS else None
        begun = Set(number, dice, players, event.line, stake, event.knockout, put_away=dict.fromkeys(players, 0))
        if self.mode == NUGGETS:
            faults += [] if wrong else self._check_supplies(players, stake)
            self.purse = self.purse.staked(players, stake)
        self.sets += (begun,)
        return begun, faults

    def _leave_last(self) -> list[Fault]:
        """If the last set was left before anybody had won it, its result is not known."""
        if not self.sets or self.sets[-1].over:
            return []
        last = self.sets[-1]._replace(over=self.sets[-1].may_be_over)
        self.sets = (*self.sets[:-1], last)
        self.note_result(last)
        if last.over:
            return []  # that its last round is not told is said there
        problem = say("According to the log set {set} is not over, so its result is not known.", set=last.number)
        return [Fault(Kind.WARNING, None, problem, say("Is a round missing? `tally NAME N` says what somebody has."))]

    def _choose_players(self, event: NewSet) -> tuple[tuple[str, ...], list[Fault]]:
        chosen = seat_order(self.players, event.players or self._usual_players(event))
        if len(chosen) > 1:
            return chosen, []
        if event.players:
            hint = say("Name all who play this set.")
            return self.players, [against_rules(None, say("One player cannot play alone."), hint)]
        if event.knockout:
            hint = say("Name those who go on: {line}", line="knockout Anna Ben")
            return self.players, [against_rules(None, say("The log does not tell who plays this knock-out set."), hint)]
        problem = say("Nobody is left to play.")
        if winner := self.mode == NUGGETS and rich_alone(self.purse.supplies, self.purse.pool):
            problem = say("{player} has all the nuggets: the game is over.", player=winner)
        return self.players, [against_rules(None, problem, say("One log is one game: start a new file."))]

    def _usual_players(self, event: NewSet) -> tuple[str, ...]:
        last = self.sets[-1] if self.sets else None
        if event.knockout and last and last.knockout and len(last.players) > 2:
            return tuple(player for player in last.players if player != last.out) if last.out else ()
        if event.knockout and self.mode == GOLDRUSH:
            return pick_finalists(self.points) or ()
        if self.mode == NUGGETS:
            out = self.purse.out
            return tuple(player for player in self.players if player not in out)
        return self.players

    def _check_mode(self, event: NewSet, players: tuple[str, ...]) -> list[Fault]:
        if self.mode == SHERIFF:
            return self._check_duel(event, players)
        if event.stake is not None and self.mode != NUGGETS:
            hint = say("Leave the stake out, or put `mode nuggets` at the top.")
            return [against_rules(event.stake_at, say("There is a stake only in nuggets."), hint)]
        if event.knockout and self.mode == NUGGETS:
            return [against_rules(None, say("Nuggets has no knock-out race."), _type("set 4 stake 2"))]
        if self.mode == GOLDRUSH:
            return self._check_goldrush(event, players)
        return []

    def _check_duel(self, event: NewSet, players: tuple[str, ...]) -> list[Fault]:
        if event.knockout:
            return [against_rules(None, say("The Next Sheriff is played in duels."), _type("set Anna Ben"))]
        if len(players) != 2:
            hint = say("Name them: {line}", line="set Anna Ben")
            return [against_rules(None, say("A duel is between two players."), hint)]
        for earlier in self.sets:
            if set(earlier.players) == set(players):
                told = {"players": all_of(players), "line": earlier.line.number}
                problem = say("{players} have had their duel (line {line}).", **told)
                return [against_rules(None, problem, say("Each pair duels once: name another pair."))]
        return []

    def _check_goldrush(self, event: NewSet, players: tuple[str, ...]) -> list[Fault]:
        played, all_sets = len(self.ordinary), len(GOLDRUSH_DICE)
        if event.knockout and played < all_sets:
            told = {"sets": all_sets, "played": played}
            problem = say("The knock-out race comes after {sets} sets; the log has {played}.", **told)
            return [against_rules(None, problem, _type("set"))]
        if not event.knockout and played >= all_sets:
            hint = say("Next comes the final race: {line}", line="knockout Anna Ben")
            return [against_rules(None, say("Goldrush has only {sets} sets.", sets=all_sets), hint)]
        if not event.knockout and players != self.players:
            return [against_rules(None, say("In Goldrush all play every set."), _type("set"))]
        finalists = pick_finalists(self.points) if event.knockout and not self.sets[-1].knockout else None
        if finalists and set(finalists) != set(players):
            hint = say("With ties, numbers one and two are {players}.", players=all_of(finalists))
            problem = say("The final is between {players}.", players=all_of(players))
            return [Fault(Kind.WARNING, None, problem, hint)]
        return []

    def _check_dice(self, event: NewSet, players: tuple[str, ...]) -> list[Fault]:
        usual = self.default_dice(event.knockout)
        if event.dice is None or event.dice == usual:
            return []
        if not 0 < event.dice * len(players) <= BOX_DICE:
            told = {"dice": event.dice, "players": len(players), "box": BOX_DICE}
            problem = say("{dice} dice for each of {players}; the box has {box} dice.", **told)
            hint = say("The usual number is {number}: {line}", number=usual, line=f"set {usual}")
            return [against_rules(event.dice_at, problem, hint)]
        if self.mode == GOLDRUSH and not event.knockout and len(self.ordinary) < len(GOLDRUSH_DICE):
            problem = say_count(
                "Set {set} of Goldrush is played with {count} die each, not {typed}.",
                "Set {set} of Goldrush is played with {count} dice each, not {typed}.",
                usual,
                set=len(self.ordinary) + 1,
                typed=event.dice,
            )
            return [against_rules(event.dice_at, problem, _type(f"set {usual}"))]
        return []

    # Nuggets.

    def _find_stake(self, event: NewSet, faults: list[Fault]) -> int | None:
        """The stake typed; once a player is out it is the smallest supply, typed or not."""
        forced = self.purse.smallest if self.purse.out else None
        unsure = self.purse.out or None in self.purse.supplies.values()
        if forced is not None and event.stake not in (None, forced):
            problem = say_count(
                "{players} is out, so the stake is the smallest supply.",
                "{players} are out, so the stake is the smallest supply.",
                len(self.purse.out),
                players=all_of(self.purse.out),
            )
            faults.append(against_rules(event.stake_at, problem, _type(f"set {event.dice or DICE} stake {forced}")))
        elif event.stake is not None and event.stake not in STAKES and not unsure:
            problem = say("The stake is 2 or 4 nuggets while nobody is out.")
            faults.append(against_rules(event.stake_at, problem, _type(f"set {event.dice or DICE} stake 2")))
        return forced if event.stake is None else event.stake

    def _check_supplies(self, players: tuple[str, ...], stake: int | None) -> list[Fault]:
        faults = []
        for player in players:
            supply = self.purse.supplies[player]
            if supply == 0:
                problem = say("{player} has no nuggets left and is out of the game.", player=player)
                hint = say("Name those who play: {line}", line="set 4 Anna Ben")
                faults.append(against_rules(None, problem, hint))
            elif supply is not None and stake is not None and supply < stake:
                told = {"stake": stake, "player": player, "supply": supply}
                problem = say(
                    "The stake is {stake}, {player} has only {supply}; the sheet does not say what then.", **told
                )
                hint = say("Type after the set what all have: {line}", line="tally Ben 3")
                faults.append(Fault(Kind.WARNING, None, problem, hint))
        return faults

    # The end of a set.

    def follow(self, dice: Mapping[str, Span], total: int) -> None:
        """After a round: the dice won so far, and if the set is over, its result."""
        sure = {player: span for player, span in dice.items() if player not in self.unsure}
        put_away = dict.fromkeys(dice) | {
            player: None if span.known is None else self.sets[-1].dice - span.known for player, span in sure.items()
        }
        this = self.sets[-1]._replace(put_away=put_away)
        this = _end_race(this, sure, total) if this.knockout else _end_set(this, sure, dice, total)
        self.sets = (*self.sets[:-1], this)
        if this.over:
            self.note_result(this)

    def note_result(self, ended: Set) -> None:
        """What it came to; what is tallied since the last bid counts it already."""
        self.note_points(ended)
        won = [one for one in ended.players if not ended.over or ended.put_away.get(one) in (None, ended.dice)]
        self.purse = self.purse.shared(ended.winners) if ended.winners else self.purse.lost(won)
        tallies, self.tallies = self.tallies, ()
        for tally in tallies:
            self.told(tally)

    def note_points(self, ended: Set) -> None:
        """The notepad counts sets won in the plain game, dice put away in Goldrush and The Next Sheriff; no races."""
        for player in () if ended.knockout else ended.players:
            before, won = self.points[player], ended.put_away.get(player) if ended.over else None
            if self.mode == PLAIN and won is not None:
                won = int(won == ended.dice)
            self.points = {**self.points, player: None if before is None or won is None else before + won}


def _type(line: str) -> str:
    return say("Type: {line}", line=line)


def _end_race(this: Set, dice: Mapping[str, Span], total: int) -> Set:
    """A set of a knock-out race is over when only one has dice."""
    left = [player for player, span in dice.items() if span.most]
    if total > 1 and len(left) > 1:
        return this._replace(may_be_over=sum(span.least > 0 for span in dice.values()) < 2)
    return this._replace(over=True, out=left[0] if len(left) == 1 else None)


def _end_set(this: Set, sure: Mapping[str, Span], dice: Mapping[str, Span], total: int) -> Set:
    """Any other set is over when one has none; who of those that may have none has won is open."""
    winners = tuple(player for player, span in sure.items() if not span.most)
    unclear = any(not span.least for player, span in dice.items() if player not in winners)
    over = bool(winners) or sum(max(1, span.least) for span in sure.values()) > total
    return this._replace(over=over, winners=None if unclear else winners or None, may_be_over=unclear and not over)


@dataclass(frozen=True, slots=True)
class Purse:
    """Everybody's nuggets and the pool; of who has how many is not known, `least` says how many at least."""

    supplies: Mapping[str, int | None]
    pool: int | None = 0
    least: Mapping[str, int] = field(default_factory=dict)

    @property
    def out(self) -> tuple[str, ...]:
        """Who has none left; meaningful only between sets."""
        return tuple(player for player, supply in self.supplies.items() if supply == 0)

    @property
    def may_be_out(self) -> tuple[str, ...]:
        """Of whom the log does not tell whether they have any left."""
        return tuple(one for one, supply in self.supplies.items() if supply is None and not self.least.get(one))

    @property
    def smallest(self) -> int | None:
        """The smallest supply of those still in, if all are known."""
        rest = [supply for supply in self.supplies.values() if supply != 0]
        known = [supply for supply in rest if supply is not None]
        return min(known) if known and len(known) == len(rest) else None

    def staked(self, players: Sequence[str], stake: int | None) -> Purse:
        """Everybody puts in the stake. The rule sheet does not cover somebody who has less: unknown from then on."""
        supplies, least, pool = dict(self.supplies), dict(self.least), self.pool
        for player in players:
            supply, supplies[player] = supplies[player], None
            had = least.get(player, 0) if supply is None else supply
            least[player] = 0 if stake is None else max(0, had - stake)
            if supply is None or stake is None or supply < stake:
                pool = None
            else:
                supplies[player] = supply - stake
                pool = None if pool is None else pool + stake
        return Purse(supplies, pool, least)

    def shared(self, winners: Sequence[str]) -> Purse:
        """The winners share the pool evenly; the rest stays in it."""
        if self.pool is None:
            return replace(self, supplies={**self.supplies, **dict.fromkeys(winners)})
        share, rest = divmod(self.pool, len(winners))
        supplies = dict(self.supplies)
        for player in winners:
            supply = supplies[player]
            supplies[player] = None if supply is None else supply + share
        return replace(self, supplies=supplies, pool=rest)

    def lost(self, players: Sequence[str]) -> Purse:
        """Who won the set is not known, so neither is what those who may have won it have."""
        return replace(self, supplies={**self.supplies, **dict.fromkeys(players)}, pool=None)

    def told(self, player: str | None, number: int) -> Purse:
        if player is None:
            return replace(self, pool=number)
        return replace(self, supplies={**self.supplies, player: number}, least={**self.least, player: number})
