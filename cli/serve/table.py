"""The table's log on the disk, and what every seat sees of it.

The only place of the server that holds the table's log. Every answer to a seat is made from its `View`; a version of a
view counts only changes that its seat can know of, so that not even a number tells what the others do in secret.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from cli.logfile import LogFile
from cli.serve.authors import Authored, Authors
from cli.serve.views import Asking, Entry, Ids, Proposed, View, heard_since, list_entries, list_own_entries, tell_clash
from solver.english import fold
from solver.game import Aloud, Opened
from solver.games import open_log
from solver.gate import Clash, Seat, find_clashes, find_sides, look_back, sit
from solver.grammar import OPENING, SAYS, Withheld
from solver.language import ENGLISH, later, say, speaking
from solver.log import LARGEST, Fault, Kind, Line, LogError, parse_log

YOURS = later("your log")  # is what a log is called to its seat: where the table's own lies is none of its business
STEP = 1_000_000  # versions that one run of the server may use
REMEMBERED = 1_000  # versions for which it is kept how much a seat knew
LOOK_AGAIN = later("Look at what has been entered, and enter it again if it is still missing.")
MOST_CROSSES = 10_000  # characters: no seat can fill the log
MOST_ENTERED = 25_000  # characters of a seat: what is left for it tells nothing of what the others have entered
ANYBODY = ""  # no seat's name: whoever notices that something has changed
Hearings = Mapping[str, Sequence[Aloud]]  # what every seat hears of a change beside what the log tells


class Refused(Exception):
    """A line that was not taken. `late` if it may have been right when it was sent."""

    def __init__(self, errors: Sequence[LogError], late: bool = False) -> None:
        super().__init__(errors[0].problem if errors else "")
        self.errors, self.late = tuple(errors), late


def unfit(text: str, problem: str, hint: str | None = None, kind: Kind = Kind.AGAINST_RULES) -> list[LogError]:
    shown = say(LOOK_AGAIN) if hint is None else hint
    return [LogError(YOURS, 0, 1, max(1, len(text)), kind, problem, shown, text)]


class TableLog:
    """One table. `start` is a number that no earlier start of the server on this log has had."""

    def __init__(self, file: LogFile, start: int) -> None:
        self._file = file
        opened = open_log(parse_log(file.text, str(file.path)))
        if not isinstance(opened, Opened):
            raise Refused(opened)
        self._opened = opened
        self.start = start * STEP  # the first version; a phone with an older one knows what was on the disk by then
        self.trouble = ""  # with the file on the disk, for whoever runs the table
        self._changed = ("", "")  # the text before and after the last change that is not just a line at its end
        self.authors = Authors(file.path, _rows(file.text))
        self._ids = {seat: Ids(self.start) for seat in self.seats}
        self.changes: tuple[Proposed, ...] = ()  # that wait for others
        self.away = tuple(player for player in self.players if player in self.authors.away)  # says the table's screen
        self.rematch: tuple[str, ...] = ()  # who wants to play again
        self.views = {view.seat: view for view in self._look(opened, self.authors.marks, {}, {})}
        self.begun = {seat: len(view.opened.reading.events) for seat, view in self.views.items()}
        self.lengths: dict[tuple[str, int], int] = {}  # events that a seat knew of at each version since

    @property
    def name(self) -> str:
        """Of the game."""
        return self._opened.game.name

    @property
    def title(self) -> str:
        return self._opened.game.title

    @property
    def path(self) -> Path:
        return self._file.path

    @property
    def opening(self) -> str:
        """What a next log begins with: the same players, the same game as it was set up, as much help."""
        opened = self._opened
        verbs = {*(verb.name for verb in OPENING), *opened.game.agreed, *opened.game.chosen}
        lines = (opened.game.format_event(event) for event in opened.reading.events)
        kept = dict.fromkeys(line for line in lines if line.partition(" ")[0] in verbs)
        return "".join(f"{line}\n" for line in kept)

    @property
    def standing(self) -> str:
        """Where the game stands and who is awaited: nothing that not everybody may hear."""
        return self._opened.next_step().title

    @property
    def clashes(self) -> tuple[Clash, ...]:
        """What was entered that cannot all be true, for the screen of the table."""
        return find_clashes(self._opened)

    def tell_clashes(self) -> list[str]:
        """The same in words, with the cards: not for the eyes of whoever holds them."""
        told = []
        for clash in self.clashes:
            sides = find_sides(self._opened, clash)
            number = self._opened.reading.events[sides[-1]].line.number
            told.append(tell_clash(self._opened, clash, sides, self.authors.marks[number - 1].by))
        return told

    @property
    def turned(self) -> int:
        """How many hands all have looked at, at the end."""
        return self.authors.turned

    @property
    def of_table(self) -> bool:
        return self._opened.opening.of_table

    @property
    def over(self) -> bool:
        return self._opened.over

    @property
    def players(self) -> tuple[str, ...]:
        return self._opened.opening.players

    @property
    def seats(self) -> tuple[str, ...]:
        """Who can sit down: everybody at the table's own log, the owner alone at a player's."""
        return self.players if self.of_table else (self._opened.me,)

    @property
    def moment(self) -> object:
        """Another object after every change."""
        return self._opened

    def load(self) -> None:
        """What answers need, before anybody waits for one."""
        self._opened.game.load()

    def view(self, seat: str) -> View:
        return self.views[seat]

    def look_back(self) -> dict[str, Opened]:
        """What every seat had: for everybody's eyes once the game is over, and for nobody's before."""
        if not self.of_table or not self.over:
            problem = say("The game is not over: until then everybody sees their own pad only.")
            raise Withheld(Kind.AGAINST_RULES, None, problem, say("Go back to the pad."))
        return look_back(self._opened)

    # What every seat sees.

    def _look(
        self,
        opened: Opened,
        marks: Sequence[Authored],
        told: Hearings,
        awaited: Mapping[str, Opened | None],
    ) -> list[View]:
        """What every seat sees of this log; another version if it is not what it sees now."""
        before = getattr(self, "views", {})
        known = {number: (mark.uid, mark.by) for number, mark in enumerate(marks, 1)}
        with speaking(ENGLISH):  # whoever reads it has it said in another language
            return [self._look_from(seat, opened, known, before.get(seat), told, awaited) for seat in self.seats]

    def _look_from(
        self,
        seat: str,
        opened: Opened,
        known: Mapping[int, tuple[int, str]],
        before: View | None,
        told: Hearings,
        awaited: Mapping[str, Opened | None],
    ) -> View:
        expected = awaited.get(seat)
        last = Seat(before.opened, before.events) if before else None
        try:
            own, events = sit(opened, seat, last, None if expected and expected.table.warnings else expected, YOURS)
        except Fault as fault:
            raise Refused(unfit("", str(fault.problem), str(fault.hint))) from None
        ids = self._ids[seat]
        if opened.opening.of_table:
            entries = tuple(list_entries(opened, own, events, seat, known, ids))
        else:
            entries = tuple(list_own_entries(own))
        changed = before is not None and own.reading.log.text != before.text
        heard = list(told.get(seat, told.get(ANYBODY, ()) if changed else ()))
        heard += heard_since(before.opened, own) if before else own.said_aloud()
        waiting = own.waits_for(opened if opened.opening.of_table else own)
        view = View(
            seat,
            own,
            events,
            before.version + 1 if before else self.start,
            entries,
            ids.add_news(before.news if before else (), heard),
            tuple(player for player in own.opening.players if player in waiting or (player == seat and "" in waiting)),
            tuple(self._asking(seat, entries, change) for change in self.changes if change.concerns(seat)),
            self.away,
            self.authors.turned,
            self.rematch,
        )
        return replace(before, events=events) if before and view.knows_as_much(before) else view

    def _asking(self, seat: str, entries: Sequence[Entry], change: Proposed) -> Asking:
        """A change as a seat may know of it."""
        seen = {entry.uid: entry for entry in entries}
        entry = seen.get(change.uid)
        falls = tuple(seen.get(uid, by) for uid, by in change.falls)
        return Asking(
            self._ids[seat].of(change.id), change.by, entry, change.new, falls, change.still_needs, change.agreed
        )

    def _refresh(self, told: Hearings = MappingProxyType({})) -> None:
        """What is known beside the log has changed."""
        self._show(self._opened, self._look(self._opened, self.authors.marks, told, {}))

    # The disk.

    def _added(self, by: str, text: str) -> tuple[Authored, ...]:
        return self.authors.added(by, _rows(text))

    def _keep(
        self,
        seat: str,
        opened: Opened,
        marks: tuple[Authored, ...],
        told: Hearings = MappingProxyType({}),
        note: bool = False,
        awaited: Mapping[str, Opened | None] = MappingProxyType({}),
    ) -> None:
        """To disk; then every seat that knows of something new has a new view, and a new version.

        All that can be refused is refused before: what is saved is never answered with a refusal. `note` if it is not
        just an event at the end; `awaited` if what a seat's own log will be is opened already.
        """
        text = opened.reading.log.text
        if len(text) > len(self._file.text):
            self._check_size(text, marks, seat)
        looks = self._look(opened, marks, told, awaited)
        known = self._file.text
        try:
            kept = self._file.save(text)
        except OSError as failed:
            self.trouble = say(
                "Not saved to {file}: {why}. The phones keep it, and send it again.",
                file=self._file.path,
                why=failed.strerror,
            )
            raise
        if kept:
            self.trouble = say("Another program had changed the log: its text is in {file}.", file=kept)
        self.authors.keep(_rows(text), marks)
        self._changed = (known, text) if note else self._changed
        self._show(opened, looks)

    def _show(self, opened: Opened, looks: Sequence[View]) -> None:
        changed = [view for view in looks if view.version != self.views[view.seat].version]
        self._opened = opened
        self.views |= {view.seat: view for view in looks}
        for view in changed:
            self.lengths[view.seat, view.version] = len(view.opened.reading.events)
            self.lengths.pop((view.seat, view.version - REMEMBERED), None)

    def _check_size(self, text: str, marks: Sequence[Authored], seat: str) -> None:
        """Whatever is taken here every command can read, and no seat takes the others' place."""
        lines = parse_log(text).lines
        crosses = sum(len(line.text) for line in lines if _crosses(line, seat))
        if self.of_table and crosses > MOST_CROSSES:
            problem = say("So many crosses are more than one pad can hold.")
            raise Refused(unfit("", problem, say("Take some of them back.")))
        entered = sum(_length(line) for line, mark in zip(lines, marks, strict=True) if mark.by == seat)
        if (self.of_table and seat and entered > MOST_ENTERED) or len(text.encode()) > LARGEST:
            raise Refused(unfit("", say("This log is full."), say("Take back what nobody needs, or begin a new log.")))

    def _catch_up(self) -> None:
        """Take over what an editor has saved meanwhile, and keep what was here before, if that is not part of it.

        What is no log of this table is not taken over: saving keeps it beside the log, and says so.
        """
        self.trouble = ""
        text, known = self._file.read(), self._file.text
        if not text or text == known:
            return
        opened = open_log(parse_log(text, str(self._file.path)))
        if not isinstance(opened, Opened) or who_plays(opened) != who_plays(self._opened):
            return
        rows = _rows(text)
        marks = self.authors.aligned(rows)
        try:
            changed = self._look(opened, marks, {}, {})
        except Refused:
            return
        self.trouble = say("{file} was changed by another program and has been read again.", file=self._file.path)
        if not text.startswith(known):
            aside = self._file.set_aside(known)
            self.trouble = say(
                "{file} was changed by another program and has been read again. What it was before is in {aside}.",
                file=self._file.path,
                aside=aside,
            )
        self._file.text = text
        self.authors.keep(rows, marks)
        self._show(opened, changed)


def who_plays(opened: Opened) -> tuple[str, str, tuple[str, ...]]:
    return opened.game.name, opened.me, opened.opening.players


def _rows(text: str) -> list[str]:
    return [line.text for line in parse_log(text).lines]


def _length(line: Line) -> int:
    """As the seat has sent it: whether others have entered something else does not count."""
    said = line.words[2:] if line.words and line.words[0].key == SAYS else line.words
    return sum(len(word.text) + 1 for word in said)


def _crosses(line: Line, seat: str) -> bool:
    return len(line.words) > 1 and line.words[0].key in ("cross", "uncross") and line.words[1].key == fold(seat)
