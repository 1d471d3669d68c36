"""What one seat knows of its table: its own log, who entered what of it, what was said aloud, who is awaited."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from solver.game import Aloud, Opened
from solver.gate import Clash as Clash
from solver.gate import find_clashes, find_sides, in_public
from solver.grammar import OPENING, Event, unsaid
from solver.language import say

LAST_HEARD = 8  # of what was said aloud
KEPT_HEARD = 40  # so that the board has as many, although each seat hears of things that others do not
CROSSES = ("cross", "uncross")  # a tap makes them and a tap takes them back


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that somebody entered, as far as the seat sees it.

    `place` is where it stands in the seat's own log, `event` what was entered, without what the table has added to it;
    `owners` are those who need nobody's leave, and nobody does if there are none. What is `firm` has shown somebody
    something, and what is `closed` no seat can put right any more.
    """

    id: int
    uid: int
    place: int
    kind: str
    event: Event
    by: str
    owners: frozenset[str]
    firm: bool
    closed: bool

    @property
    def about(self) -> str | None:
        return about(self.event)

    def is_mine(self, seat: str) -> bool:
        return not self.closed and not self.firm and (not self.owners or seat in self.owners)


class Announced(NamedTuple):
    """What was said aloud, by a number that grows."""

    id: int
    heard: Aloud


@dataclass(frozen=True, slots=True)
class Proposed:
    """A change that somebody has asked the others for: of the entry `uid`, to what `typed` says, or to nothing.

    `falls` are entries that would go with it, with those who entered them; `needs` are all who have to agree.
    """

    id: int
    by: str
    uid: int
    typed: str | None
    new: Event | None
    falls: tuple[tuple[int, str], ...]
    needs: tuple[str, ...]
    agreed: tuple[str, ...] = ()

    @property
    def still_needs(self) -> tuple[str, ...]:
        return tuple(player for player in self.needs if player not in self.agreed)

    def concerns(self, seat: str) -> bool:
        return seat in (self.by, *self.needs)


@dataclass(frozen=True, slots=True)
class Asking:
    """A change that waits for others, as a seat may know of it. `falls` are entries, or who entered what it cannot see.

    `entry` is None if the seat does not see what is to be changed; without `new` it is to be taken back.
    """

    id: int
    by: str
    entry: Entry | None
    new: Event | None
    falls: tuple[Entry | str, ...]
    needs: tuple[str, ...]
    agreed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class View:
    """What a seat may know: its own log, opened, and a number that grows whenever anything of this changes."""

    seat: str
    opened: Opened
    events: tuple[Event, ...]  # as they stand in the table's log
    version: int
    entries: tuple[Entry, ...] = ()
    news: tuple[Announced, ...] = ()
    waiting: tuple[str, ...] = ()
    asked: tuple[Asking, ...] = ()
    away: tuple[str, ...] = ()
    turned: int = 0  # hands that all have looked at, at the end
    rematch: tuple[str, ...] = ()
    repeated: bool = False  # the last line was there already, entered by somebody else
    told: Callable[[], str] | None = field(default=None, compare=False)  # what the last change meant, if it was another

    @property
    def text(self) -> str:
        return self.opened.reading.log.text

    @property
    def in_public(self) -> Opened | None:
        """What anybody may know of it, whatever cards there are; None if they make none."""
        return _in_public(self.opened)

    @property
    def opening_players(self) -> tuple[str, ...]:
        return self.opened.opening.players

    @property
    def said(self) -> str:
        """What the last line meant, in a sentence to this player."""
        return self.told() if self.told else self.opened.tell(unsaid(self.opened.reading.events[-1]))

    @property
    def clashes(self) -> tuple[Clash, ...]:
        """What was entered that cannot all be true, as far as this seat sees it."""
        return find_clashes(self.opened)

    def sides_of(self, clash: Clash) -> tuple[int, ...]:
        """The places of what does not go together."""
        return find_sides(self.opened, clash)

    def said_anew(self) -> View:
        """What is wrong with lines is said when a log is opened: here in the language that is spoken now."""
        return replace(self, opened=self.opened.said_anew())

    def find(self, number: int) -> Entry | None:
        return next((entry for entry in self.entries if entry.id == number), None)

    def find_uid(self, uid: int) -> Entry | None:
        return next((entry for entry in self.entries if entry.uid == uid), None)

    @property
    def last_own(self) -> Entry | None:
        """What it was that this seat entered last, if it can be taken back; crosses only if there is nothing else."""
        own = [entry for entry in self.entries if entry.by == self.seat or self.seat in entry.owners]
        last = next((entry for entry in reversed(own) if entry.kind not in CROSSES), own[-1] if own else None)
        return last if last and last.is_mine(self.seat) else None

    def knows_as_much(self, other: View) -> bool:
        """Nothing is there for this seat that was not there before."""
        texts = self.text == other.text
        return texts and replace(self, version=0, opened=other.opened, events=other.events) == replace(other, version=0)


def tell_clash(opened: Opened, clash: Clash, sides: Sequence[int], by: str) -> str:
    """Who says what. `by`: who entered the other side."""
    if len(sides) < 2:
        return say("{problem} Look again.", problem=clash.problem)
    one, two = (unsaid(opened.reading.events[place]) for place in sides)
    this, that = opened.tell_entry(opened.in_common(one, two)), opened.tell_entry(opened.in_common(two, one))
    if clash.player not in opened.opening.players or not by:
        return say("These do not go together: {this}; {that}. Look again.", this=this, that=that)
    return say(
        "{one} says: {this}. {other} says: {that}. Look again.", one=clash.player, this=this, other=by, that=that
    )


@lru_cache(maxsize=16)
def _in_public(own: Opened) -> Opened | None:
    """Looked at again and again by those who watch the board, while few logs change."""
    return in_public(own)


def about(event: Event) -> str | None:
    """Whom a line is about, a holder without owner too."""
    named = getattr(event, "player", None) or getattr(event, "holder", None)
    return named if isinstance(named, str) else None


def list_entries(
    whole: Opened, own: Opened, events: Sequence[Event], seat: str, marks: Mapping[int, tuple[int, str]], ids: Ids
) -> Iterator[Entry]:
    """What somebody entered of what a seat sees: `marks` are the number and the author of each line of the table's log.

    What the table has worked out is no entry: a rack laid aside, cards turned over.
    """
    typed = {event.line.number: unsaid(event) for event in whole.reading.events}
    opening = {verb.name for verb in OPENING}
    listed: set[int] = set()
    for place, seen in enumerate(events):
        number, event = seen.line.number, unsaid(seen)
        entered = typed.get(number)
        if entered is None or number in listed or entered.word in opening:
            continue
        hidden = whole.as_seen(entered, seat) is None
        if type(event) is type(entered) and hidden:
            continue  # another's, and told of something else
        listed.add(number)
        uid, by = marks[number]
        own_event = unsaid(own.reading.events[place])
        firm = hidden or whole.stands(event) or whole.stands(entered)
        closed = own.closed(own_event) or event.word in (*own.game.agreed, *own.game.chosen)
        subject = about(entered) if hasattr(entered, "player") else None
        owners = frozenset(filter(None, (by, subject if subject in own.opening.players else None)))
        yield Entry(ids.of(uid), uid, place, event.word, own.as_entered(event), by, owners, firm, closed)


def list_own_entries(own: Opened) -> Iterator[Entry]:
    """The lines of a player's own log: the owner's, by their numbers."""
    opening = {verb.name for verb in OPENING}
    for place, event in enumerate(own.reading.events):
        if event.word not in opening:
            number = event.line.number
            yield Entry(number, number, place, event.word, event, "", frozenset(), firm=False, closed=False)


class Ids:
    """By which numbers one seat calls entries, changes and news: in the order in which it came to see them.

    A number that counted for all would tell how much the others do in secret.
    """

    def __init__(self, start: int) -> None:
        self.start, self._known = start, dict[int, int]()
        self._news = 0

    def of(self, uid: int) -> int:
        return self.start + self._known.setdefault(uid, len(self._known) + 1)

    def add_news(self, before: Sequence[Announced], heard: Iterable[Aloud]) -> tuple[Announced, ...]:
        """All that was said aloud of late."""
        added = []
        for one in heard:
            self._news += 1
            added.append(Announced(self.start + self._news, one))
        return (*before, *added)[-KEPT_HEARD:]


def heard_since(before: Opened, after: Opened) -> list[Aloud]:
    """What was said aloud in one log and not in the other."""
    known = {one.about for one in before.said_aloud()}
    return [one for one in after.said_aloud() if one.about not in known]
