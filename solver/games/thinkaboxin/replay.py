"""Replays a log event by event, and makes of all stories that fit it the one `Table`: what they agree on.

Of several stories those with the fewest broken rules are kept; those that need the fewest lines left out are told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from solver.games.thinkaboxin.rounds import Round
from solver.games.thinkaboxin.rules import NUGGETS, PLAYERS, Donkey, NewSet, Roll, Said
from solver.games.thinkaboxin.story import Story
from solver.games.thinkaboxin.table import Set, Table
from solver.grammar import Broken, Event, Players
from solver.log import LogError
from solver.replay import Reading

MOST_STORIES = 24  # with more, scores that differ are given up
MOST_DOUBT = 6  # a story that needs this many more lines left out than the best one is not kept


def replay(reading: Reading, upto: int | None = None) -> tuple[Table | None, tuple[LogError, ...]]:
    """The table at the end of the log, or of round `upto` counted over all sets, and all lines that break a rule."""
    replayed = _Replay(reading)
    for event in reading.events:
        if upto is not None and replayed.goes_beyond(event, upto):
            break
        replayed.take(event)
    table, errors = replayed.end()
    return (None if errors or reading.errors else table), errors


class _Replay:
    """All stories that the log may tell."""

    def __init__(self, reading: Reading) -> None:
        self.file, self.me = reading.log.name, reading.opening.me or ""
        self.players: tuple[str, ...] = ()
        self.stories: list[Story] = []
        self.narrowed = False  # some that would fit are not among them: there were too many

    def take(self, event: Event) -> None:
        if isinstance(event, Players):
            self.begin(event)
        self.stories = [after for story in self.stories for after in story.prepare(event)]
        before = [story.fork() for story in self.stories] if self.narrowed else []
        self.hear(event)
        if before and all(after.errors != story.errors for after, story in zip(self.stories, before, strict=True)):
            self.stories = before  # the story that was true may not be among those kept
            for story in self.stories:
                story.lose_the_thread()
            self.hear(event)
        self.keep_best()

    def hear(self, event: Event) -> None:
        for story in self.stories:
            story.hear(event, self.count_dice)

    def keep_best(self) -> None:
        """Those with the fewest broken rules, each once; those that need the fewest lines left out come first."""
        if len(self.stories) < 2:
            return
        fewest = min(len(story.errors) for story in self.stories)
        best = join_alike([story for story in self.stories if len(story.errors) == fewest])
        if len(best) > MOST_STORIES and best[MOST_STORIES].missing == best[0].missing:
            for story in best:
                story.evening.forget_scores()
            best = join_alike(best)
        near = [story for story in best if story.missing <= best[0].missing + MOST_DOUBT]
        self.stories = near[:MOST_STORIES]
        self.narrowed = self.narrowed or len(near) > MOST_STORIES

    def begin(self, event: Players) -> None:
        self.players = event.names
        story = Story(self.file, self.me, self.players)
        story.line = event.line
        if len(event.names) not in PLAYERS:
            problem = f"{len(event.names)} player{'s' * (len(event.names) != 1)}."
            story.fault(event.line.words[-1], problem, "Thinkaboxin is played by two to six.")
        self.stories = [story]

    def count_dice(self, player: str) -> tuple[int, ...]:
        """How many dice a player may have, most first."""
        return tuple(sorted({story.dice.get(player, 0) for story in self.stories}, reverse=True))

    def goes_beyond(self, event: Event, upto: int) -> bool:
        """Whether the event belongs to what came after round `upto`."""
        story = self.stories[0] if self.stories else None
        if story is None or len(story.rounds) < upto:
            return False
        if isinstance(event, Roll):
            return not story.joins(event)
        verb = event.verb if isinstance(event, Broken) else None
        if isinstance(event, NewSet) or verb in ("set", "knockout", "roll"):
            return True
        begins = isinstance(event, Said | Donkey) or verb in ("bid", "donkey")
        return begins and (story.this is None or story.this.over)

    def end(self) -> tuple[Table | None, tuple[LogError, ...]]:
        if not self.stories:
            return None, ()  # who plays could not be read, and that is reported
        self.stories = [after for story in self.stories for after in story.finish(lapse=False)]
        self.keep_best()
        first = self.stories[0]
        told = [story for story in self.stories if (story.missing, story.shape) == (first.missing, first.shape)]
        return make_table(told, self.players, self.me), first.errors


# Stories that are one.


def join_alike(stories: list[Story]) -> list[Story]:
    """Stories that go on alike are one; what they disagree about is left open in it."""
    groups: dict[object, list[Story]] = {}
    for story in stories:
        groups.setdefault(story.outlook, []).append(story)
    return sorted(map(_join, groups.values()), key=lambda story: story.missing)


def _join(group: list[Story]) -> Story:
    fewest = min(story.missing for story in group)
    best = [story for story in group if story.missing == fewest]
    first = best[0]
    if len(best) > 1:
        rounds = tuple(map(agree_on_round, zip(*(story.rounds for story in best), strict=True)))
        first.past, first.this = rounds[:-1], rounds[-1] if rounds else None
        first.evening.sets = tuple(map(agree_on_set, zip(*(story.evening.sets for story in best), strict=True)))
        points = agree_on_numbers([story.evening.notepad.points for story in best])
        first.evening.notepad = replace(first.evening.notepad, points=points)
        first.warnings = agree_on_warnings(best)
    return first


# What they agree on.

T = TypeVar("T")


def make_table(stories: Sequence[Story], players: tuple[str, ...], me: str) -> Table:
    first, evenings = stories[0], [story.evening for story in stories]
    dice = [story.dice or dict.fromkeys(players, story.evening.default_dice()) for story in stories]
    return Table(
        players=players,
        me=me,
        mode=first.evening.mode,
        free=first.free,
        sets=tuple(map(agree_on_set, zip(*(evening.sets for evening in evenings), strict=True))),
        rounds=tuple(map(agree_on_round, zip(*(story.rounds for story in stories), strict=True))),
        dice=agree_on_numbers(dice),
        total=max(sum(left.values()) for left in dice),
        starters=agree_on_players([story.starters for story in stories]),
        scores=agree_on_numbers([evening.scores() for evening in evenings]),
        pool=agree(evening.purse.pool for evening in evenings) if first.evening.mode == NUGGETS else None,
        warnings=agree_on_warnings(stories),
        unsure=tuple(player for player in players if len({player in left for left in dice}) > 1),
    )


def agree(values: Iterable[T]) -> T | None:
    """The value all have; None if they differ."""
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


def agree_on_round(rounds: Sequence[Round]) -> Round:
    return replace(
        rounds[0],
        dice=agree_on_numbers([this.dice for this in rounds]),
        total=max(this.total for this in rounds),
        starters=agree_on_players([this.starters for this in rounds]),
        direction=agree(this.direction for this in rounds),
        loser=agree(this.loser for this in rounds),
    )


def agree_on_set(sets: Sequence[Set]) -> Set:
    return replace(
        sets[0],
        players=max((one.players for one in sets), key=len),
        stake=agree(one.stake for one in sets),
        over=all(one.over for one in sets),
        winners=agree(one.winners for one in sets),
        out=agree(one.out for one in sets),
        put_away=agree_on_numbers([one.put_away for one in sets]),
    )


def agree_on_warnings(stories: Sequence[Story]) -> tuple[LogError, ...]:
    return tuple(note for note in stories[0].warnings if all(note in story.warnings for story in stories))
