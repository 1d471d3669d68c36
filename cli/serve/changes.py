"""Entries put right and taken back: everybody their own, and nobody another's unless that one agrees.

What a seat asks for is judged by its own log, so that no answer tells what it cannot see; then it is done to the
table's log, where whatever does not go with it stays as what its player says.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial

from cli.serve.authors import LAPTOP
from cli.serve.table import ANYBODY, Refused, TableLog, unfit
from cli.serve.views import Entry, Proposed, View
from solver.agreements import Revision, find_correction, find_place, judge_change, judge_removal
from solver.game import Aloud, Data, Opened
from solver.gate import Changed, with_entry_changed
from solver.grammar import Event, unsaid
from solver.language import say
from solver.log import Fault, LogError


class Contested(Refused):
    """A change that takes more away, or that others have to agree to: the entries that go with it, and who is asked.

    Where that is nobody, the seat itself decides; `errors` say why what goes cannot be true any more.
    """

    def __init__(
        self, view: View, falls: Sequence[Entry], needs: Sequence[str], errors: Sequence[LogError] = ()
    ) -> None:
        decide = say("Others have entered this, or have seen what follows from it: they decide.")
        super().__init__(errors or unfit("", decide))
        self.late, self.view, self.falls, self.needs = True, view, tuple(falls), tuple(needs)


@dataclass(frozen=True, slots=True)
class Done:
    """A change that was made: what the seat knows now, and who else sees that; or what it took back."""

    view: View
    told: tuple[str, ...] = ()
    back: bool = False
    took: Data | None = None


@dataclass(frozen=True, slots=True)
class Pending:
    """A change that waits for others, by its number."""

    view: View
    id: int


class Corrections(TableLog):
    """A table whose entries can be put right."""

    def put_right(
        self, seat: str, which: int | None, round_: int | None, typed: str, ask: bool = False
    ) -> Done | Pending:
        """Another line in place of an entry; without a number it is the last that the line is about."""
        self._catch_up()
        view = self.views[seat]
        if which is None:
            place = find_place(view.opened, typed, round_)
            entry = next((entry for entry in view.entries if entry.place == place), None)
        else:
            entry = view.find(which)
        if entry is None:
            raise Refused(unfit(typed, say("This entry is not there any more.")), late=True)
        return self._revise(view, entry, typed, ask)

    def take_back(self, seat: str, which: int | None, version: int | None, ask: bool = False) -> Done | Pending:
        """The seat's own last entry, or the one named."""
        self._catch_up()
        view = self.views[seat]
        if which is None and version != view.version:
            raise Refused(unfit("", say("Something else has happened since.")), late=True)
        entry = view.last_own if which is None else view.find(which)
        if entry is None or entry.firm or entry.closed:
            raise Refused(unfit("", say("There is nothing of yours to take back.")), late=True)
        return self._revise(view, entry, None, ask)

    def _revise(self, view: View, entry: Entry, typed: str | None, ask: bool) -> Done | Pending:
        if entry.closed:
            problem = say("What all have seen by now is not changed from a phone.")
            raise Refused(unfit(typed or "", problem, say("Whoever runs the table can put it right.")), late=True)
        judged = self._judge_revision(view, entry, typed)
        falls = [other for other in view.entries if other.place in judged.falls and other.uid != entry.uid]
        needs = self._needs(view.seat, entry, falls, judged.new)
        if not needs and (ask or all(other.owners for other in falls)):
            return self._apply(view.seat, entry, judged.new, [other.uid for other in falls])
        if not needs:  # what goes is of the log as it was begun: nobody else is asked, but it does not go unseen
            raise Contested(view, falls, (), unfit(typed or "", say("This does not fit what the others have entered.")))
        if not ask:
            raise Contested(view, falls, needs)
        listed = tuple((other.uid, other.by) for other in falls)
        change = Proposed(self.authors.next_uid(), view.seat, entry.uid, typed, judged.new, listed, needs)
        same = [other for other in self.changes if (other.by, other.uid) == (change.by, change.uid)]
        self.changes = (*(other for other in self.changes if other not in same), change)
        self._refresh()
        return Pending(self.views[view.seat], self._ids[view.seat].of(change.id))

    def _judge_revision(self, view: View, entry: Entry, typed: str | None) -> Revision:
        """What the change does to the seat's own log. Raises Refused."""
        judged = judge_removal(view.opened, entry.place) if typed is None else self._judge_line(view, entry, typed)
        if judged.errors:
            raise Refused(judged.errors)
        return judged

    def _judge_line(self, view: View, entry: Entry, typed: str) -> Revision:
        try:
            judged = judge_change(view.opened, entry.place, entry.event, typed)
        except Fault as fault:
            raise Refused(unfit(typed, str(fault.problem), str(fault.hint))) from None
        if judged.new is not None:
            self._check_revised(view, entry, judged.new, typed)
        return judged

    def _check_revised(self, view: View, entry: Entry, new: Event, typed: str) -> None:
        """What is secret is nobody else's, and stays whose it was."""
        subject, was = getattr(new, "player", None), getattr(entry.event, "player", None)
        if new.word in view.opened.game.secret and subject not in (None, view.seat, was):
            raise Refused(unfit(typed, say("Only {player} enters that: it is secret.", player=subject)))

    def _needs(self, seat: str, entry: Entry, falls: Collection[Entry], new: Event | None) -> tuple[str, ...]:
        """Who has to agree: whose entries are concerned, and all who are there if it has shown somebody something."""
        needs: set[str] = set()
        if seat not in entry.owners:
            needs |= entry.owners
        for other in falls:
            needs |= set() if seat in other.owners else other.owners
        if entry.firm or any(other.firm for other in falls) or (new is None and not entry.owners):
            needs |= set(self.players)
        return tuple(player for player in self.players if player in needs - {seat})

    def agree(self, seat: str, which: int, yes: bool) -> View:
        """What a seat says to a change that was asked for; once all agree it is made."""
        self._catch_up()
        change = next((one for one in self.changes if self._ids[seat].of(one.id) == which and one.concerns(seat)), None)
        if change is None:
            raise Refused(unfit("", say("This was not asked, or not any more.")), late=True)
        rest = tuple(one for one in self.changes if one is not change)
        if not yes:
            self.changes = rest
            self._refresh()
            return self.views[seat]
        change = replace(change, agreed=tuple(one for one in change.needs if one == seat or one in change.agreed))
        self.changes = tuple(change if one.id == change.id else one for one in self.changes)
        if not change.still_needs:
            self._carry_out(change, rest)
        else:
            self._refresh()
        return self.views[seat]

    def _carry_out(self, change: Proposed, rest: tuple[Proposed, ...]) -> None:
        """All have agreed. If more has happened meanwhile that others have a say in, they are asked as well."""
        view = self.views[change.by]
        entry = view.find_uid(change.uid)
        try:
            if entry is None or entry.closed:
                raise Refused(unfit("", say("This entry is not there any more.")), late=True)
            judged = self._judge_revision(view, entry, change.typed)
        except Refused:
            self.changes = rest
            self._refresh()
            raise
        falls = [other for other in view.entries if other.place in judged.falls and other.uid != entry.uid]
        needs = self._needs(change.by, entry, falls, judged.new)
        if set(needs) <= set(change.agreed):
            before, self.changes = self.changes, rest
            try:
                self._apply(change.by, entry, judged.new, [other.uid for other in falls])
            except OSError:
                self.changes = before
                raise
            return
        again = replace(change, needs=needs, falls=tuple((other.uid, other.by) for other in falls))
        self.changes = tuple(again if one.id == change.id else one for one in self.changes)
        self._refresh()

    def has_shown(self, typed: str) -> bool:
        """Whether what the line would put right has shown somebody something by now."""
        found = find_correction(self._opened, typed)
        events = [unsaid(event) for event in self._opened.reading.events if found and event.line.number == found[0]]
        return any(map(self._opened.stands, events))

    def put_right_here(self, typed: str) -> str:
        """At the table's own screen: the last line that this one is about says it now. Nobody has to agree."""
        self._catch_up()
        found = find_correction(self._opened, typed)
        if found is None:
            raise Refused(unfit(typed, say("There is no line that says something like that."), ""))
        number, new = found
        changed = with_entry_changed(self._opened, LAPTOP, number, self._opened.game.format_event(new))
        if not isinstance(changed, Changed):
            raise Refused(changed)
        mark = self.authors.marks[number - 1]
        told = self._tell_change(LAPTOP, mark.uid, new)
        self._keep("", changed.opened, self.authors.changed(LAPTOP, number, changed.kept), told, note=True)
        return say("Put right. All phones that see it are told.")

    def _apply(self, seat: str, entry: Entry, new: Event | None, falls: Collection[int]) -> Done:
        """Do it to the table's log, and tell all who see the entry."""
        numbers = {mark.uid: number for number, mark in enumerate(self.authors.marks, 1)}
        number, gone = numbers[entry.uid], [numbers[uid] for uid in falls if uid in numbers]
        line = None if new is None else self._opened.game.format_event(new)
        changed = with_entry_changed(self._opened, seat, number, line, gone)
        if not isinstance(changed, Changed):
            raise Refused(unfit(line or "", say("This does not fit what the others have entered.")))
        words = partial(_tell_done, self.views[seat].opened, entry.event, new)
        marks = self.authors.changed(seat, number, changed.kept)
        told = self._tell_change(seat, entry.uid, new)
        self._keep(seat, changed.opened, marks, told, note=True)
        self.views[seat] = replace(self.views[seat], told=words)
        if new is None:
            return Done(self.views[seat], back=True, took=describe_taken(entry, self.views[seat].opened))
        return Done(self.views[seat], tuple(player for player in told if player not in (seat, ANYBODY)))

    def _tell_change(self, seat: str, uid: int, new: Event | None) -> dict[str, Sequence[Aloud]]:
        """What is said of it on the phones that see the entry, and on others that notice; of secrets, nothing."""
        told: dict[str, Sequence[Aloud]] = {}
        number = self.authors.next_uid()
        for other, view in self.views.items():
            seen = view.find_uid(uid)
            if seen is None or not self.of_table:
                continue
            known = None if new is None else self._opened.as_seen(new, other) or new
            words = partial(_tell_corrected, seat, view.opened, seen.event, known)
            told[other] = (Aloud(("corrected", number), "corrected", words),)
        follows = Aloud(("corrected", number), "corrected", partial(_tell_follows, seat))
        return told | {ANYBODY: (follows,)} if set(told) != {seat} else {seat: (), ANYBODY: (follows,)}


def describe_taken(entry: Entry, own: Opened) -> Data:
    """So that a phone can send it again, as it was or a little different."""
    return {"id": entry.id, "line": own.game.format_event(entry.event), "text": own.tell_entry(entry.event)}


def _tell_corrected(by: str, before: Opened, old: Event, new: Event | None) -> str:
    if not by:
        return say("Put right at the table: {change}", change=before.tell_change(old, new or old))
    if new is None:
        return say("{player} takes back: {entry}", player=by, entry=before.tell_entry(old))
    return say("{player} corrects: {change}", player=by, change=before.tell_change(old, new))


def _tell_follows(by: str) -> str:
    if not by:
        return say("Something that you do not see was put right: what you were told is worked out again.")
    return say("{player} corrects something that you do not see: what you were told is worked out again.", player=by)


def _tell_done(before: Opened, old: Event, new: Event | None) -> str:
    if new is None:
        return say("Taken back: {entry}.", entry=before.tell_entry(old))
    return say("Corrected: {change}.", change=before.tell_change(old, new))
