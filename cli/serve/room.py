"""The log of the table while phones write to it, and who sits around it. A seat sees its own extract and nothing else.

The only place of the server that holds the table's log. Every answer to a seat is made from its `View`; a version of a
view counts only changes that its seat can know of, so that not even a number tells what the others do in secret.
"""

from __future__ import annotations

import hmac
import json
import os
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from cli.logfile import LogFile
from solver.game import Opened
from solver.games import open_log
from solver.gate import extract, look_back
from solver.grammar import AidLine, GameLine, Me, Players, Withheld
from solver.log import Kind, LogError, decode_log, parse_line, parse_log, with_line, with_line_changed
from solver.session import State, change_line, expand, insert_line, state_before

STEP = 1_000_000  # versions that one run of the server may use
LONGEST = 1_000  # characters of a line
REMEMBERED = 1_000  # versions for which it is kept how much a seat knew
NO_FIT = "This does not fit what the others have entered."
FAR_BACK = 40  # how many lines back the last one is looked for that a seat knows of


@dataclass(frozen=True, slots=True)
class View:
    """What a seat may know: its own log, opened, and a number that grows whenever that log changes."""

    seat: str
    text: str
    opened: Opened
    version: int
    said: str = ""  # what the last line meant, in a sentence to this player


class Refused(Exception):
    """A line that was not taken. `late` if it may have been right when it was sent."""

    def __init__(self, errors: Sequence[LogError], late: bool = False) -> None:
        super().__init__(errors[0].problem if errors else "")
        self.errors, self.late = tuple(errors), late


class Room:
    """One table. `start` is a number that no earlier start of the server on this log has had."""

    def __init__(self, file: LogFile, start: int) -> None:
        self._file = file
        opened = open_log(parse_log(file.text, str(file.path)))
        if not isinstance(opened, Opened):
            raise Refused(opened)
        self._opened = opened
        self.start = start * STEP  # the first version; a phone with an older one knows what was on the disk by then
        self._changed = ("", "")  # the text before and after the last change that is not just a line at its end
        self.views = {seat: _look(seat, extract(opened, seat), self.start) for seat in self.seats}
        self.begun = {seat: len(view.opened.reading.events) for seat, view in self.views.items()}
        self.lengths: dict[tuple[str, int], int] = {}  # events that a seat knew of at each version since

    @property
    def title(self) -> str:
        return self._opened.game.title

    @property
    def standing(self) -> str:
        """Where the game stands and who is awaited: nothing that not everybody may hear."""
        return self._opened.next_step().title

    @property
    def seats(self) -> tuple[str, ...]:
        """Who can sit down: everybody at the table's own log, the owner alone at a player's."""
        opening = self._opened.opening
        return opening.players if opening.of_table else (self._opened.me,)

    def view(self, seat: str) -> View:
        return self.views[seat]

    def look_back(self) -> dict[str, Opened]:
        """What every seat had: for everybody's eyes once the game is over, and for nobody's before."""
        if not self._opened.opening.of_table or not self._opened.over:
            problem = "The game is not over: until then everybody sees their own pad only."
            raise Withheld(Kind.AGAINST_RULES, None, problem, "Go back to the pad.")
        return look_back(self._opened)

    # Writing.

    def write(self, seat: str, text: str, version: int) -> View:
        """Take a line from a seat: on the disk when this returns. Raises Refused with what is wrong with it."""
        view = self.views[seat]
        line = self._understand(view, text, version)
        for candidate in map(self._opened.complete, _name_player(line, seat)):
            longer = with_line(self._file.text, candidate)
            opened = open_log(parse_log(longer, str(self._file.path)))
            if not isinstance(opened, Opened):
                continue
            if self._opened.opening.of_table and isinstance(opened.reading.events[-1], AidLine):
                problem = "How much help there is, the whole table decides, not one phone."
                raise Refused(_unfit(text, problem, "Whoever runs the table can start it again with another --aid."))
            self._keep(longer, opened, version != view.version, note=not parse_line(0, candidate).words)
            return self.views[seat]
        raise Refused(_unfit(text, NO_FIT), version != view.version)

    def _understand(self, view: View, text: str, version: int) -> str:
        """The full line that the seat means, judged by what the seat can know."""
        late = version != view.version
        self._check_plain(text)
        readings = expand(_state_of(view), text)
        if len(readings) > 1:
            problem = f"This could be: {'; '.join(readings)}."
            raise Refused(_unfit(text, problem, "Send one of them.", Kind.AMBIGUOUS))
        after = open_log(parse_log(with_line(view.text, readings[0]), "your log"))
        if late and isinstance(after, Opened) and self._settled(view, after, version):
            raise Refused(_unfit(text, "Somebody has entered this already."), late=True)
        if isinstance(after, Opened) or self._only_the_table_knows(view, readings[0]):
            return readings[0]
        number = len(view.opened.reading.log.lines) + 1
        raise Refused([error for error in after if error.line == number] or after, late)

    def _check_plain(self, text: str) -> None:
        """One line that a log can hold. Notes are for a log of one's own: no extract has them."""
        says_something = parse_line(0, text).words or (text.startswith("#") and not self._opened.opening.of_table)
        plain = len(text) <= LONGEST and text.isprintable() and not isinstance(decode_log(text.encode()), LogError)
        if not says_something or not plain:
            raise Refused(_unfit(text, "This is not one plain line."))

    def _settled(self, view: View, after: Opened, version: int) -> bool:
        """Whether a line that came since that version says the same kind of thing of the same player."""
        known = self.lengths.get((view.seat, version), self.begun[view.seat])
        *before, mine = (_subject(after.game.format_event(event), self.seats) for event in after.reading.events)
        return mine in before[known:]

    def _only_the_table_knows(self, view: View, line: str) -> bool:
        """Whether a line says too little for a player's own log, but enough where the cards are known: `swap red`."""
        return self._opened.opening.of_table and any(
            isinstance(open_log(parse_log(with_line(self._file.text, self._opened.complete(named)))), Opened)
            for named in list(_name_player(line, view.seat))[1:]
        )

    def correct(self, seat: str, text: str, version: int, number: int, instead: bool) -> View:
        """Put a line before line `number` of a player's own log, or in its place, where an empty one takes it out.

        At a table nobody may: what the others entered later rests on it, and no seat knows the numbers of its lines.
        """
        view = self._unchanged(seat, version)
        if self._opened.opening.of_table:
            problem = "At a table only the last line can be taken back: the others rely on what came before it."
            raise Refused(_unfit(text, problem, "Take lines back one by one, and enter them again."))
        if not 0 < number <= len(view.opened.reading.log.lines):
            raise Refused(_unfit(text, f"There is no line {number}.", "Look at the log again."))
        if text or not instead:
            self._check_plain(text)
        state = _state_of(view)
        after = change_line(state, number, text or None) if instead else insert_line(state, number, text)
        if after.opened is None:
            raise Refused(after.errors)
        if _who_plays(after.opened) != _who_plays(view.opened):
            problem = "Which game it is, who plays and whose log it is cannot be changed from a phone."
            raise Refused(_unfit(text, problem, "Change it on the computer while nobody is seated."))
        then = state_before(after, number + 1).opened
        said = then.tell(then.reading.events[-1]) if text and then else f"Line {number} is taken out."
        self._keep(after.text, after.opened, note=True)
        self.views[seat] = replace(self.views[seat], said=said)
        return self.views[seat]

    def _unchanged(self, seat: str, version: int) -> View:
        """The seat's view, if it is still the one of that version."""
        if version != self.views[seat].version:
            raise Refused(_unfit("", "Something else has happened since."), late=True)
        return self.views[seat]

    def undo(self, seat: str, version: int) -> View:
        """Take back the last line that the seat knows of, if it was still the last when the seat asked."""
        view = self._unchanged(seat, version)
        for text in self._without_one():
            opened = open_log(parse_log(text, str(self._file.path)))
            if not isinstance(opened, Opened):
                break
            if extract(opened, seat) != view.text:
                self._keep(text, opened, late=True)
                return self.views[seat]
        raise Refused(_unfit("", "There is nothing of yours to take back."), late=True)

    def _without_one(self) -> Iterator[str]:
        """The log without its last line, without the one before, and so on; what all agreed on stays.

        A note, or a correction of an earlier line, is taken back as a whole as long as nothing else was entered.
        """
        before, after = self._changed
        if self._file.text == after:
            yield before
        agreed = (GameLine, Players, Me, AidLine) if self._opened.opening.of_table else (GameLine, Players, Me)
        lines = [event.line for event in self._opened.reading.events if not isinstance(event, agreed)]
        for line in reversed(lines[-FAR_BACK:]):
            yield with_line_changed(self._file.text, line.number, None)

    def _keep(self, text: str, opened: Opened, late: bool = False, note: bool = False) -> None:
        """To disk, if every seat can still read its own log; then every seat whose own log has changed has a new view.

        All that can be refused is refused before: what is saved is never answered with a refusal. `note` if it is not
        just an event at the end.
        """
        changed: list[View] = []
        for seat, before in self.views.items():
            own = extract(opened, seat)
            if own != before.text:
                try:
                    changed.append(_look(seat, own, before.version + 1))
                except Refused:  # what is wrong there is none of the other seats' business
                    raise Refused(_unfit("", NO_FIT), late) from None
        known = self._file.text
        self._file.save(text)
        self._opened = opened
        self._changed = (known, text) if note else self._changed
        for view in changed:
            self.views[view.seat] = view
            self.lengths[view.seat, view.version] = len(view.opened.reading.events)
            self.lengths.pop((view.seat, view.version - REMEMBERED), None)


def _look(seat: str, text: str, version: int) -> View:
    own = open_log(parse_log(text, "your log"))
    if not isinstance(own, Opened):
        raise Refused(own)
    return View(seat, text, own, version, own.tell(own.reading.events[-1]) if own.reading.events else "")


def _state_of(view: View) -> State:
    return State(view.opened.reading.log, view.opened, (), None)


def _who_plays(opened: Opened) -> tuple[str, str, tuple[str, ...]]:
    return opened.game.name, opened.me, opened.opening.players


def _subject(line: str, players: Sequence[str]) -> tuple[str, str]:
    """What a line is about: its verb, and the player it names."""
    verb, _, rest = line.partition(" ")
    named = rest.partition(" ")[0]
    return (verb, named if named in players else "") if verb not in ("cross", "uncross") else (verb, rest)


def _name_player(line: str, seat: str) -> Iterator[str]:
    """A seat's line as the table's own log may want it: as it is, or with the player named after the verb."""
    yield line
    verb, _, rest = parse_line(0, line).event.partition(" ")
    yield f"{verb} {seat} {rest}".rstrip()


def _unfit(
    text: str,
    problem: str,
    hint: str = "Look at what has been entered, and enter it again if it is still missing.",
    kind: Kind = Kind.AGAINST_RULES,
) -> list[LogError]:
    return [LogError("your log", 0, 1, max(1, len(text)), kind, problem, hint, text)]


class Seats:
    """Who sits where: the code in the link, and the cookie of each phone. Kept beside the log, so that all stay seated.

    Only a digest of a cookie is kept: whoever reads the file cannot sit down with it. `start` counts how often the
    server was started on this log.
    """

    def __init__(self, log: Path) -> None:
        self.place = log.with_name(f".{log.name}.seats")
        kept = self._read()
        self.code = str(kept.get("code") or secrets.token_urlsafe(9))
        self.start = _number(kept.get("start")) + 1
        taken = kept.get("taken")
        self.taken = {str(seat): str(digest) for seat, digest in taken.items()} if isinstance(taken, dict) else {}
        self._write()

    def sit_down(self, seat: str) -> str | None:
        """A new cookie for a free seat; None if it is taken."""
        if seat in self.taken:
            return None
        cookie = secrets.token_urlsafe(32)
        self.taken[seat] = _digest(cookie)
        self._write()
        return cookie

    def stand_up(self, seat: str) -> None:
        """Free a seat, for a phone that was lost."""
        if self.taken.pop(seat, None):
            self._write()

    def seat_of(self, cookie: str) -> str | None:
        digest = _digest(cookie)
        return next((seat for seat, kept in self.taken.items() if hmac.compare_digest(kept, digest)), None)

    def fits(self, code: str) -> bool:
        return hmac.compare_digest(self.code.encode(), code.encode())

    def _read(self) -> dict[str, object]:
        try:
            kept = json.loads(self.place.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return kept if isinstance(kept, dict) else {}

    def _write(self) -> None:
        """In one step, and readable by nobody else."""
        beside = self.place.with_name(f"{self.place.name}.new")
        data = json.dumps({"code": self.code, "start": self.start, "taken": self.taken}).encode()
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            os.write(descriptor, data)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(beside, self.place)


def _digest(cookie: str) -> str:
    return sha256(cookie.encode()).hexdigest()


def _number(kept: object) -> int:
    return kept if isinstance(kept, int) else 0
