"""Many evenings: what players gave up, missed and hit over all of them, with how sure that is, and month by month.

A name in small and in large letters is one player. Evenings are worked out beside each other.
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf, sqrt
from multiprocessing import get_all_start_methods, get_context
from statistics import fmean, stdev
from threading import active_count, current_thread, main_thread
from typing import NamedTuple, TypeVar

from solver.chronicle import Block, Chronicle, Curve, Grid, GridRow, Heading, Paragraph, Part, Plot, Tone
from solver.english import Saying, fold
from solver.evenings import Conduct, KeepsEvenings, Rate, Retrospect
from solver.game import Data, Opened
from solver.language import language_spoken, later, say, say_count, say_number, say_percent, speaking
from solver.log import Fault, Log, parse_log, unreadable

FEW = 3  # of fewer evenings nobody can say how much they vary
_STUDENT = (12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23)  # 95%, by degrees of freedom from 1 on
Key = TypeVar("Key")


class Mean(NamedTuple):
    """A mean and between what the true one lies with 95% confidence; of few values, or equal ones, nobody can say."""

    value: float
    low: float | None
    high: float | None

    def data(self) -> Data:
        between = None if self.low is None or self.high is None else [round(self.low, 4), round(self.high, 4)]
        return {"mean": round(self.value, 4), "between": between}


def find_mean(values: Sequence[float], least: float = -inf) -> Mean | None:
    """By Student's distribution; `least` is what no value can be below."""
    if not values:
        return None
    middle = fmean(values)
    if len(values) < FEW or not stdev(values):
        return Mean(middle, None, None)
    free = len(values) - 1
    spread = (_STUDENT[free - 1] if free <= len(_STUDENT) else 1.96 + 2.4 / free) * stdev(values) / sqrt(len(values))
    return Mean(middle, max(least, middle - spread), middle + spread)


# Looking back, evening by evening.


def gather_evenings(
    game: KeepsEvenings, logs: Sequence[Opened], cores: int = 1, heard: Callable[[int], None] = lambda _: None
) -> Evenings:
    """Look back on every evening, on several cores beside each other; `heard` is told how many are done."""
    tasks = [(game, one.reading.log.name, one.reading.log.text, one.upto, at) for at, one in enumerate(logs, 1)]
    found: dict[int, Retrospect] = {}
    if min(cores, len(tasks)) < 2:
        for task, opened in zip(tasks, logs, strict=True):
            found[task[-1]] = game.look_back(opened, task[-1])
            heard(len(found))
    else:
        with ProcessPoolExecutor(min(cores, len(tasks)), get_context("fork" if _can_fork() else "spawn")) as pool:
            with _unheard():
                running = {pool.submit(_look_back, *task, language_spoken()): task[-1] for task in tasks}
            try:
                for done in as_completed(running):
                    told = done.result()
                    if not isinstance(told, Retrospect):
                        raise unreadable(None, *told)
                    found[running[done]] = told
                    heard(len(found))
            except BaseException:  # Ctrl-C, too: what has not begun is left undone
                pool.shutdown(wait=False, cancel_futures=True)
                raise
    return Evenings(game, logs[0].me, tuple(found[place] for place in sorted(found)))


@contextmanager
def _unheard() -> Iterator[None]:
    """Workers that begin now do not hear Ctrl-C: it reaches them as well, and who waits for them tells them to end."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _can_fork() -> bool:
    """Cheaper, but a thread that holds a lock would hold it for good."""
    return "fork" in get_all_start_methods() and active_count() == 1


def _look_back(
    game: KeepsEvenings, name: str, text: str, upto: int | None, place: int, language: str
) -> Retrospect | tuple[Saying, Saying]:
    """In a process of its own, from where no fault comes back but in words."""
    with speaking(language):
        opened = game.open(parse_log(text, name), upto)
        assert isinstance(opened, Opened), name
        try:
            return game.look_back(opened, place)
        except Fault as fault:
            return fault.problem, fault.hint


# Player by player.


@dataclass(frozen=True, slots=True)
class Person:
    """What a player did over all evenings."""

    player: str
    played: tuple[Conduct, ...]
    won: Rate

    @property
    def points(self) -> Mean | None:
        return find_mean([one.points for one in self.played if one.points is not None])

    @property
    def places(self) -> dict[int, int]:
        return dict(sorted(Counter(one.place for one in self.played if one.place is not None).items()))

    @property
    def judged(self) -> list[Mapping[str, float]]:
        """What was given up, evening by evening."""
        return [one.given_up for one in self.played if one.given_up is not None]

    @property
    def given_up(self) -> Mean | None:
        return find_mean([sum(kinds.values()) for kinds in self.judged], least=0.0)

    def given_up_by(self, kind: str) -> Mean | None:
        return find_mean([kinds.get(kind, 0.0) for kinds in self.judged], least=0.0)

    @property
    def bets(self) -> dict[int, Rate]:
        return dict(sorted(_add_up(one.bets for one in self.played).items()))

    @property
    def missed(self) -> dict[str, Rate]:
        return _add_up(one.missed for one in self.played)

    @property
    def read(self) -> Mean | None:
        return find_mean([one.read for one in self.played if one.read is not None])

    def data(self, kinds: Iterable[str]) -> Data:
        by_kind = {kind: mean.data() for kind in kinds if (mean := self.given_up_by(kind))}
        return {
            "evenings": len(self.played),
            "won": self.won.data(),
            "places": {str(place): times for place, times in self.places.items()},
            "points": self.points.data() if self.points else None,
            "given_up": self.given_up.data() if self.given_up else None,
            "given_up_by_kind": by_kind,
            "bets": {str(token): tally.data() for token, tally in self.bets.items()},
            "missed": {pattern: tally.data() for pattern, tally in self.missed.items()},
            "read_bits": self.read.data() if self.read else None,
        }


def _name(played: Sequence[Conduct]) -> str:
    """As the name is written most often."""
    return Counter(one.player for one in played).most_common(1)[0][0]


def _add_up(tallies: Iterable[Mapping[Key, Rate]]) -> dict[Key, Rate]:
    found: dict[Key, Rate] = {}
    for each in tallies:
        for key, tally in each.items():
            found[key] = found.get(key, Rate()).add(tally)
    return found


@dataclass(frozen=True, slots=True)
class Evenings:
    """The review of many evenings."""

    game: KeepsEvenings
    seat: str
    evenings: tuple[Retrospect, ...]

    @property
    def consistent(self) -> bool:
        return all(one.consistent for one in self.evenings)

    @property
    def people(self) -> tuple[Person, ...]:
        """Everybody who was there, those who came most often first."""
        parts: dict[str, list[Conduct]] = {}
        won: Counter[str] = Counter()
        over: Counter[str] = Counter()
        for evening in self.evenings:
            for one in evening.played:
                parts.setdefault(fold(one.player), []).append(one)
                over[fold(one.player)] += evening.finished
            won.update(fold(player) for player in evening.winner)
        people = (Person(_name(own), tuple(own), Rate(won[key], over[key])) for key, own in parts.items())
        return tuple(sorted(people, key=lambda person: -len(person.played)))

    def data(self) -> Data:
        alone = [one.alone for one in self.evenings if one.alone is not None]
        return {
            "game": self.game.name,
            "seat": self.seat,
            "consistent": self.consistent,
            "evenings": [one.data() for one in self.evenings],
            "players": {person.player: person.data(self.game.lessons()) for person in self.people},
            **({"games": alone} if alone else {}),
        }


# The story.

BETWEEN = later(
    "In brackets: between what the true figure lies, as far as so few evenings tell (95%). A figure without brackets "
    "is from fewer than three evenings, or was the same on all of them."
)


def recount_evenings(review: Evenings, logs: Sequence[Log]) -> Chronicle:
    won = [(person.player, person.won.times) for person in review.people if person.won.times]
    counted = ", ".join(f"{player} {times}" for player, times in sorted(won, key=lambda one: -one[1]))
    return Chronicle(
        game=review.game.title,
        title=say_count("{count} evening", "{count} evenings", len(review.evenings)),
        result=say("Games won: {scores}.", scores=counted) if counted else say("Nobody has won a game yet."),
        parts=tuple(_parts(review)),
        notes=tuple(_notes(review)),
        logs=tuple((log.name, log.lines) for log in logs),
    )


def _notes(review: Evenings) -> Iterator[str]:
    open_ = sum(not one.finished for one in review.evenings)
    if open_:
        yield say_count(
            "{count} of these games is not over: no points are counted for it.",
            "{count} of these games are not over: no points are counted for them.",
            open_,
        )
    if not all(one.consistent for one in review.evenings):
        named = ", ".join(one.log for one in review.evenings if not one.consistent)
        yield say("These logs contradict themselves: {logs}.", logs=named)
    yield say("A review of one log alone has its moments and proofs.")


def _parts(review: Evenings) -> Iterator[Part]:
    people = review.people
    yield Part(say("Everybody"), (_everybody(review), Paragraph(say(BETWEEN), Tone.SOFT)))
    if plot := _months(review):
        dated = all(one.month for one in review.evenings)
        yield Part(say("Month by month") if dated else say("Evening by evening"), (plot,))
    if any(person.judged for person in people):
        yield Part(say("What was given up, by kind of lesson"), tuple(_kinds(review)))
    if any(person.missed for person in people):
        yield Part(say("Missed deductions, by pattern"), tuple(_missed(review)))
    if any(person.bets for person in people):
        yield Part(say("How often bets hit, by token"), tuple(_bets(people)))
    if any(person.read for person in people):
        yield Part(say("How much the others' moves told"), tuple(_read(people)))
    shorts = tuple(one.short for one in review.evenings if one.short)
    yield from shorts


def _tone(review: Evenings, person: Person) -> Tone:
    return Tone.STRONG if fold(person.player) == fold(review.seat) else Tone.PLAIN


def _everybody(review: Evenings) -> Grid:
    columns = (
        Heading(say("player")),
        Heading(say("evenings"), True),
        Heading(say("won")),
        Heading(say("places"), spare=True),
        Heading(say("points")),
        Heading(say("given up")),
    )
    rows = []
    for person in review.people:
        places = " ".join(f"{place}:{times}" for place, times in person.places.items())
        won = f"{person.won.times} {say_between(person.won)}" if person.won.of else "–"
        cells = person.player, str(len(person.played)), won, places
        means = say_mean(person.points), say_mean(person.given_up)
        rows.append(GridRow((*cells, *means), _tone(review, person)))
    return Grid(columns, tuple(rows))


def say_mean(mean: Mean | None) -> str:
    """`51.2 (47.0–55.4)`."""
    if mean is None:
        return "–"
    value = say_number(mean.value, ".1f")
    if mean.low is None or mean.high is None:
        return value
    return f"{value} ({say_number(mean.low, '.1f')}–{say_number(mean.high, '.1f')})"


def say_tally(tally: Rate) -> str:
    """`12 of 30 (25%–58%)`."""
    if not tally.of:
        return "–"
    told = say("{times} of {all}", times=tally.times, all=tally.of)
    return f"{told} {say_between(tally)}"


def say_between(tally: Rate) -> str:
    low, high = tally.between
    return f"({say_percent(low)}–{say_percent(high)})"


def _months(review: Evenings) -> Plot | None:
    """Points per evening by month; without dates in the names of the logs, evening by evening."""
    if len(review.evenings) < 2:
        return None
    months = [one.month for one in review.evenings]
    known = [month for month in months if month]
    ticks = sorted(set(known)) if len(known) == len(months) else [str(at) for at in range(1, len(months) + 1)]
    place = dict(zip(ticks, range(len(ticks)), strict=True))
    curves = []
    for person in review.people:
        found: dict[int, list[int]] = {}
        for at, evening in enumerate(review.evenings, 1):
            key = place[evening.month or ""] if len(known) == len(months) else at - 1
            own = (one.points for one in evening.played if fold(one.player) == fold(person.player))
            found.setdefault(key, []).extend(points for points in own if points is not None)
        values = tuple(round(fmean(found[at])) if found.get(at) else None for at in range(len(ticks)))
        if any(value is not None for value in values):
            curves.append(Curve(person.player, tuple(None if v is None else max(0, v) for v in values)))
    caption = say("Points, evening by evening")
    if len(known) == len(months):
        caption = say("Points an evening, on average, month by month")
    if len(known) == len(months):
        ticks = [_name_month(tick, with_year=not at or tick.endswith("-01")) for at, tick in enumerate(ticks)]
    return Plot(caption, tuple(ticks), tuple(curves), log_scale=False) if curves else None


def _name_month(month: str, *, with_year: bool) -> str:
    """`2026-03` as `3/26`, or as `3`: short, since months stand close together."""
    year, number = month.split("-")
    return f"{int(number)}/{year[-2:]}" if with_year else str(int(number))


def _kinds(review: Evenings) -> Iterator[Block]:
    """Points an evening, the dearest kind first."""
    people = [person for person in review.people if person.judged]
    names = review.game.lessons()
    means = {kind: [person.given_up_by(kind) for person in people] for kind in names}
    cost = {kind: sum(mean.value for mean in own if mean) for kind, own in means.items()}
    kinds = sorted((kind for kind in means if cost[kind]), key=lambda kind: -cost[kind])
    columns = Heading(say("kind of lesson")), *(Heading(person.player) for person in people)
    rows = [GridRow((say(names[kind]), *map(say_mean, means[kind]))) for kind in kinds]
    yield Grid(columns, tuple(rows))
    yield Paragraph(say("Points an evening that better choices could have expected."), Tone.SOFT)


def _missed(review: Evenings) -> Iterator[Block]:
    people = [person for person in review.people if person.missed]
    patterns = list(dict.fromkeys(pattern for person in people for pattern in person.missed))
    columns = Heading(say("pattern")), *(Heading(person.player) for person in people)
    rows = [
        GridRow((say(pattern), *(say_tally(person.missed.get(pattern, Rate())) for person in people)))
        for pattern in patterns
    ]
    yield Grid(columns, tuple(rows))
    yield Paragraph(say("How many of the deductions that there were came late, or never."), Tone.SOFT)


def _bets(people: Sequence[Person]) -> Iterator[Block]:
    people = [person for person in people if person.bets]
    tokens = sorted({token for person in people for token in person.bets})
    columns = Heading(say("token"), True), *(Heading(person.player) for person in people)
    rows = [
        GridRow((str(token), *(say_tally(person.bets.get(token, Rate())) for person in people))) for token in tokens
    ]
    yield Grid(columns, tuple(rows))


def _read(people: Sequence[Person]) -> Iterator[Block]:
    columns = Heading(say("player")), Heading(say("times as likely"))
    yield Grid(columns, tuple(GridRow((one.player, say_mean(_as_times(one.read)))) for one in people if one.read))
    yield Paragraph(
        say("How many times as likely the true hand was with this player's moves read as by the hands alone."),
        Tone.SOFT,
    )


def _as_times(bits: Mean) -> Mean:
    low, high = (None if value is None else 2**value for value in (bits.low, bits.high))
    return Mean(2**bits.value, low, high)
