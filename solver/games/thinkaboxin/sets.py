"""The sets of an evening while it is replayed: who plays, with how many dice, for which stake, and what it came to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from solver.english import all_of
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
    NewSet,
    Tally,
)
from solver.games.thinkaboxin.table import Set, pick_finalists, rich_alone, seat_order
from solver.log import Fault, Kind, against_rules


class Evening:
    """Sets in a row with their scores. Faults come back as values, so that the replay can go on."""

    def __init__(self, players: tuple[str, ...]) -> None:
        self.players = players
        self.mode = PLAIN
        self.sets: tuple[Set, ...] = ()
        self.purse = Purse(dict.fromkeys(players, SUPPLY))
        self.points: Mapping[str, int | None] = dict.fromkeys(players, 0)  # on the notepad

    @property
    def ordinary(self) -> tuple[Set, ...]:
        return tuple(one for one in self.sets if not one.knockout)

    def default_dice(self, knockout: bool = False) -> int:
        if self.mode == GOLDRUSH and not knockout:
            return GOLDRUSH_DICE[min(len(self.ordinary), len(GOLDRUSH_DICE) - 1)]
        return DICE

    def scores(self) -> dict[str, int | None]:
        return dict(self.purse.supplies if self.mode == NUGGETS else self.points)

    def told(self, event: Tally) -> None:
        if event.player is None and self.mode != NUGGETS:
            raise against_rules(event.line.words[1], "Only nuggets has a pool.", "Type: tally Ben 12")
        if self.mode == NUGGETS:
            self.purse = self.purse.told(event.player, event.points)
        elif event.player is not None:
            self.points = {**self.points, event.player: event.points}

    # What is not known.

    @property
    def may_be_out(self) -> tuple[str, ...]:
        """Players of whom the log does not tell whether they have nuggets left."""
        return tuple(player for player, supply in self.purse.supplies.items() if supply is None)

    def leave_out(self, players: Sequence[str]) -> None:
        """Assume that they are out of nuggets."""
        self.purse = replace(self.purse, supplies={**self.purse.supplies, **dict.fromkeys(players, 0)})

    def forget_scores(self) -> None:
        self.purse = self.purse.lost(self.players)
        self.points = dict.fromkeys(self.players)

    # The beginning of a set.

    def begin(self, event: NewSet) -> tuple[Set, list[Fault]]:
        """The new set as the line and the mode have it, and what is wrong with it."""
        faults = self._leave_last()
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
        last = self.sets[-1]
        self.note_points(last)
        self.purse = self.purse.lost(last.players)
        problem = f"According to the log set {last.number} is not over, so its result is not known."
        return [Fault(Kind.WARNING, None, problem, "Is a round missing? `tally NAME N` says what somebody has.")]

    def _choose_players(self, event: NewSet) -> tuple[tuple[str, ...], list[Fault]]:
        chosen = seat_order(self.players, event.players or self._usual_players(event))
        if len(chosen) > 1:
            return chosen, []
        if event.players:
            return self.players, [against_rules(None, "One player cannot play alone.", "Name all who play this set.")]
        if event.knockout:
            hint = "Name those who go on: knockout Anna Ben"
            return self.players, [against_rules(None, "The log does not tell who plays this knock-out set.", hint)]
        winner = self.mode == NUGGETS and rich_alone(self.purse.supplies, self.purse.pool)
        problem = f"{winner} has all the nuggets: the game is over." if winner else "Nobody is left to play."
        return self.players, [against_rules(None, problem, "One log is one game: start a new file.")]

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
            hint = "Leave the stake out, or put `mode nuggets` at the top."
            return [against_rules(event.stake_at, "There is a stake only in nuggets.", hint)]
        if event.knockout and self.mode == NUGGETS:
            return [against_rules(None, "Nuggets has no knock-out race.", "Type: set 4 stake 2")]
        if self.mode == GOLDRUSH:
            return self._check_goldrush(event, players)
        return []

    def _check_duel(self, event: NewSet, players: tuple[str, ...]) -> list[Fault]:
        if event.knockout:
            return [against_rules(None, "The Next Sheriff is played in duels.", "Type: set Anna Ben")]
        if len(players) != 2:
            return [against_rules(None, "A duel is between two players.", "Name them: set Anna Ben")]
        for earlier in self.sets:
            if set(earlier.players) == set(players):
                problem = f"{all_of(players)} have had their duel (line {earlier.line.number})."
                return [against_rules(None, problem, "Each pair duels once: name another pair.")]
        return []

    def _check_goldrush(self, event: NewSet, players: tuple[str, ...]) -> list[Fault]:
        played, all_sets = len(self.ordinary), len(GOLDRUSH_DICE)
        if event.knockout and played < all_sets:
            problem = f"The knock-out race comes after {all_sets} sets; the log has {played}."
            return [against_rules(None, problem, "Type: set")]
        if not event.knockout and played >= all_sets:
            problem = f"Goldrush has only {all_sets} sets."
            return [against_rules(None, problem, "Next comes the final race: knockout Anna Ben")]
        if not event.knockout and players != self.players:
            return [against_rules(None, "In Goldrush all play every set.", "Type: set")]
        finalists = pick_finalists(self.points) if event.knockout and not self.sets[-1].knockout else None
        if finalists and set(finalists) != set(players):
            hint = f"With ties, numbers one and two are {all_of(finalists)}."
            return [Fault(Kind.WARNING, None, f"The final is between {all_of(players)}.", hint)]
        return []

    def _check_dice(self, event: NewSet, players: tuple[str, ...]) -> list[Fault]:
        usual = self.default_dice(event.knockout)
        if event.dice is None or event.dice == usual:
            return []
        if not 0 < event.dice * len(players) <= BOX_DICE:
            problem = f"{event.dice} dice for each of {len(players)}; the box has {BOX_DICE} dice."
            return [against_rules(event.dice_at, problem, f"The usual number is {usual}: set {usual}")]
        if self.mode == GOLDRUSH and not event.knockout and len(self.ordinary) < len(GOLDRUSH_DICE):
            dice = f"{usual} {'die' if usual == 1 else 'dice'} each, not {event.dice}"
            problem = f"Set {len(self.ordinary) + 1} of Goldrush is played with {dice}."
            return [against_rules(event.dice_at, problem, f"Type: set {usual}")]
        return []

    # Nuggets.

    def _find_stake(self, event: NewSet, faults: list[Fault]) -> int | None:
        """The stake typed; once a player is out it is the smallest supply, typed or not."""
        forced = self.purse.smallest if self.purse.out else None
        unsure = self.purse.out or None in self.purse.supplies.values()
        if forced is not None and event.stake not in (None, forced):
            out = all_of(self.purse.out)
            problem = f"{out} {'is' if len(self.purse.out) == 1 else 'are'} out, so the stake is the smallest supply."
            faults.append(against_rules(event.stake_at, problem, f"Type: set {event.dice or DICE} stake {forced}"))
        elif event.stake is not None and event.stake not in STAKES and not unsure:
            problem = "The stake is 2 or 4 nuggets while nobody is out."
            faults.append(against_rules(event.stake_at, problem, f"Type: set {event.dice or DICE} stake 2"))
        return forced if event.stake is None else event.stake

    def _check_supplies(self, players: tuple[str, ...], stake: int | None) -> list[Fault]:
        faults = []
        for player in players:
            supply = self.purse.supplies[player]
            if supply == 0:
                problem = f"{player} has no nuggets left and is out of the game."
                faults.append(against_rules(None, problem, "Name those who play: set 4 Anna Ben"))
            elif supply is not None and stake is not None and supply < stake:
                problem = f"The stake is {stake}, {player} has only {supply}; the sheet does not say what then."
                faults.append(Fault(Kind.WARNING, None, problem, "Type after the set what all have: tally Ben 3"))
        return faults

    # The end of a set.

    def follow(self, dice: Mapping[str, int]) -> None:
        """After a round: the dice won so far, and if the set is over, its result."""
        this = self.sets[-1]
        this = this._replace(put_away={player: this.dice - left for player, left in dice.items()})
        holders = [player for player, left in dice.items() if left]
        if this.knockout and len(holders) == 1:
            this = this._replace(over=True, out=holders[0])
        elif not this.knockout and len(holders) < len(dice):
            this = this._replace(over=True, winners=tuple(player for player, left in dice.items() if not left))
        self.sets = (*self.sets[:-1], this)
        if this.over:
            self.note_points(this)
        if this.winners is not None:
            self.purse = self.purse.shared(this.winners)

    def note_points(self, ended: Set) -> None:
        """The notepad counts sets won in the plain game, dice put away in Goldrush and The Next Sheriff; no races."""
        for player in () if ended.knockout else ended.players:
            before, won = self.points[player], ended.put_away.get(player) if ended.over else None
            if self.mode == PLAIN:
                won = None if ended.winners is None else int(player in ended.winners)
            self.points = {**self.points, player: None if before is None or won is None else before + won}


@dataclass(frozen=True, slots=True)
class Purse:
    """Everybody's nuggets and the pool."""

    supplies: Mapping[str, int | None]
    pool: int | None = 0

    @property
    def out(self) -> tuple[str, ...]:
        """Who has none left; meaningful only between sets."""
        return tuple(player for player, supply in self.supplies.items() if supply == 0)

    @property
    def smallest(self) -> int | None:
        """The smallest supply of those still in, if all are known."""
        rest = [supply for supply in self.supplies.values() if supply != 0]
        known = [supply for supply in rest if supply is not None]
        return min(known) if known and len(known) == len(rest) else None

    def staked(self, players: Sequence[str], stake: int | None) -> Purse:
        """Everybody puts in the stake. The rule sheet does not cover somebody who has less: unknown from then on."""
        supplies, pool = dict(self.supplies), self.pool
        for player in players:
            supply, supplies[player] = supplies[player], None
            if supply is None or stake is None or supply < stake:
                pool = None
            else:
                supplies[player] = supply - stake
                pool = None if pool is None else pool + stake
        return Purse(supplies, pool)

    def shared(self, winners: Sequence[str]) -> Purse:
        """The winners share the pool evenly; the rest stays in it."""
        if self.pool is None:
            return replace(self, supplies={**self.supplies, **dict.fromkeys(winners)})
        share, rest = divmod(self.pool, len(winners))
        supplies = dict(self.supplies)
        for player in winners:
            supply = supplies[player]
            supplies[player] = None if supply is None else supply + share
        return Purse(supplies, rest)

    def lost(self, players: Sequence[str]) -> Purse:
        """Who won the set is not known, so neither is what those who played it have."""
        return Purse({**self.supplies, **dict.fromkeys(players)}, None)

    def told(self, player: str | None, number: int) -> Purse:
        if player is None:
            return replace(self, pool=number)
        return replace(self, supplies={**self.supplies, player: number})
