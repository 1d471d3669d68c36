"""The lines that seats send to their table, and what they agree on: who plays again, who has left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from cli.serve.changes import Contested, Corrections, Done, Pending, describe_taken
from cli.serve.table import YOURS, Refused, unfit, who_plays
from cli.serve.views import View
from solver.corrections import Corrected, change, put_in, take_out
from solver.game import Opened
from solver.games import open_log
from solver.gate import with_entry
from solver.grammar import Event, Says
from solver.language import later, say
from solver.log import Fault, Kind, LogError, check_typed, parse_line, parse_log, with_line, with_line_changed
from solver.session import State, expand, in_english, read_line, state_before

NO_FIT = later("This does not fit what the others have entered.")


class Repeated(Exception):
    """A line that somebody else has entered just so, before: whoever sent it too has nothing to put right."""


class Room(Corrections):
    """One table, to which phones write."""

    # Writing.

    def write(self, seat: str, text: str, version: int, on_behalf: str = "") -> View:
        """Take a line from a seat: on the disk when this returns. Raises Refused with what is wrong, or OSError.

        `on_behalf`: what the line says somebody else does, who need not be named in it.
        """
        self._catch_up()
        view = self.views[seat]
        self._check_plain(text)
        try:
            if self.of_table:
                return self._enter(view, text, version, on_behalf)
        except Repeated:
            return replace(self.views[seat], repeated=True)
        line = self._expand(view, text)
        opened = self._judge(view, line, version)
        longer = opened.reading.log.text
        self._keep(seat, opened, self._added(seat, longer), note=not parse_line(0, line).words)
        return self.views[seat]

    def _expand(self, view: View, text: str) -> str:
        """The full line that the seat means."""
        readings = expand(_state_of(view), text)
        if len(readings) > 1:
            problem = say("This could be: {lines}.", lines="; ".join(readings))
            raise Refused(unfit(text, problem, say("Send one of them."), Kind.AMBIGUOUS))
        return readings[0]

    def _judge(self, view: View, line: str, version: int) -> Opened:
        """The seat's own log with the line, which must be all right there."""
        return self._check_sound(view, self._check_quicker(view, line, version), version != view.version)

    def _check_sound(self, view: View, after: Opened | tuple[LogError, ...], late: bool) -> Opened:
        if not isinstance(after, Opened):
            number = len(view.opened.reading.log.lines) + 1
            raise Refused([error for error in after if error.line == number] or after, late)
        return after

    def _check_quicker(self, view: View, line: str, version: int) -> Opened | tuple[LogError, ...]:
        """The same, or what is wrong there, unless somebody has said as much since that version."""
        after = open_log(parse_log(with_line(view.text, line), YOURS))
        if version != view.version and isinstance(after, Opened):
            self._check_settled(view, after, version)
        elif version != view.version and (event := self._read(view, line)) in self._since(view, version):
            raise Repeated(event)
        return after

    def _check_settled(self, view: View, after: Opened, version: int) -> None:
        """Whether a line that came since that version says the same kind of thing of the same player, or just that."""
        since, mine = self._since(view, version), after.reading.events[-1]
        if mine in since:
            raise Repeated(mine)
        subject = _subject(after.game.format_event(mine), self.seats)
        if subject in [_subject(after.game.format_event(event), self.seats) for event in since]:
            raise Refused(unfit("", say("Somebody has entered this already.")), late=True)

    def _since(self, view: View, version: int) -> tuple[Event, ...]:
        return view.opened.reading.events[self.lengths.get((view.seat, version), self.begun[view.seat]) :]

    def _read(self, view: View, line: str) -> Event | None:
        return read_line(view.opened, {verb.name: verb for verb in view.opened.game.verbs}, line)

    def _enter(self, view: View, text: str, version: int, on_behalf: str) -> View:
        """A seat's line at a table: judged by nothing but what the seat can know, then taken, whatever others entered.

        What the table adds, such as the number of a card laid off, is known to all from then on. What is secret is said
        for another only while the laptop says that the player is away; then as that player's seat would say it.
        """
        acting = self._acting(view, text, on_behalf)
        own, late = acting.opened, acting is view and version != view.version
        line = self._named(acting, self._expand(acting, text), "" if acting is not view else on_behalf)
        short = own.left_to_table(line)
        event = short or self._read(acting, line) or self._judge(acting, line, version).reading.events[-1]
        self._check_allowed(acting, event, line)
        since = version if acting is view else acting.version
        after = None if short else self._check_quicker(acting, own.game.format_event(event), since)
        if after is not None and not isinstance(after, Opened):
            after = self._check_quicker(acting, line, since)  # what is wrong is shown in what was typed
        fault = own.out_of_turn(event)
        if fault is not None:
            raise Refused(unfit(line, str(fault.problem), str(fault.hint)), late)
        if after is not None:
            after = self._check_sound(acting, after, late)
        opened = with_entry(self._opened, acting.seat, line, own=short is None)
        if not isinstance(opened, Opened):
            hint = say("Say it in full: the number of the card, or whether it was right.")
            raise Refused(unfit(line, say("Nobody has entered enough to tell.") if short else say(NO_FIT), hint), late)
        longer = opened.reading.log.text
        self._keep(view.seat, opened, self._added(view.seat, longer), awaited={acting.seat: after})
        return self.views[view.seat]

    def _acting(self, view: View, text: str, on_behalf: str) -> View:
        """By whose log a line is judged: by the sender's, but for what is secret by that of whom it is about."""
        if on_behalf and on_behalf not in self.seats:
            raise Refused(unfit(text, say("Nobody here is called `{name}`.", name=on_behalf)))
        words = [word.text for word in parse_line(0, text).words]
        secret = bool(words) and words[0] in view.opened.game.secret
        named = on_behalf or next((name for name in self.seats if words[1:2] == [name]), view.seat)
        if not secret or named == view.seat:
            return view
        if named not in self.away:
            problem = say("Only {player} enters that: it is secret.", player=named)
            hint = say("If {player} is away, the table's screen has to say so first.", player=named)
            raise Refused(unfit(text, problem, hint))
        return self.views[named]

    def _named(self, view: View, line: str, on_behalf: str) -> str:
        """The line in English, with the player whom it is about, if that is another than who sends it."""
        line = in_english(view.opened, line)
        line = " ".join(word.text for word in parse_line(0, line).words)
        if not on_behalf or on_behalf == view.seat:
            return line
        verb, _, rest = line.partition(" ")
        full = f"{verb} {on_behalf} {rest}".rstrip()
        return line if rest.partition(" ")[0] in self.seats or self._read(view, full) is None else full

    def _check_allowed(self, view: View, event: Event, line: str) -> None:
        """The table's affairs are not one phone's, and what is secret nobody says for another."""
        own = view.opened
        if own.game.format_event(event).partition(" ")[0] in own.game.agreed:
            problem = say("What this line says the whole table decides, not one phone.")
            raise Refused(unfit(line, problem, say("Whoever runs the table can put it into the log.")))
        if isinstance(event, Says):
            raise Refused(unfit(line, say("Enter the line itself.")))
        subject = getattr(event, "player", None)
        if event.word in own.game.secret and subject not in (None, view.seat):
            raise Refused(unfit(line, say("Only {player} enters that: it is secret.", player=subject)))

    def _check_plain(self, text: str) -> None:
        """One line that a log can hold. Notes are for a log of one's own: no extract has them."""
        line = parse_line(0, text)
        try:
            check_typed(line)
        except Fault as fault:
            raise Refused([fault.on(line, YOURS)]) from None
        if not line.words and (self.of_table or not text.startswith("#")):
            raise Refused(unfit(text, say("This is not one plain line.")))

    # A log of one's own.

    def correct(self, seat: str, text: str, version: int, number: int, instead: bool, ask: bool = False) -> View:
        """Put a line before line `number` of a player's own log, or in its place, where an empty one takes it out.

        What cannot be true any more is named, and goes with it only if the player says so, by `ask`. At a table nobody
        may: no seat knows the numbers of its lines.
        """
        self._catch_up()
        view = self._unchanged(seat, version)
        if self.of_table:
            problem = say("At a table no line is put in before another.")
            raise Refused(unfit(text, problem, say("Put right what was entered, or enter what is awaited.")))
        if not 0 < number <= len(view.opened.reading.log.lines):
            raise Refused(unfit(text, say("There is no line {number}.", number=number), say("Look at the log again.")))
        if text or not instead:
            self._check_plain(text)
        corrected = _correct(_state_of(view), number, text, instead)
        after = corrected.state
        if corrected.errors or after.opened is None:
            raise Refused(corrected.errors or after.errors)
        if who_plays(after.opened) != who_plays(view.opened):
            problem = say("Which game it is, who plays and whose log it is cannot be changed from a phone.")
            raise Refused(unfit(text, problem, say("Change it on the computer while nobody is seated.")))
        if corrected.fallen and not ask:
            gone = {fall.line.number: fall.error for fall in corrected.fallen if fall.error}
            raise Contested(view, [one for one in view.entries if one.event.line.number in gone], (), [*gone.values()])
        then = state_before(after, number + 1).opened
        told = partial(_tell_line, then if text else None, number)
        self._keep(seat, after.opened, self.authors.aligned(_rows_of(after.opened)), note=True)
        self.views[seat] = replace(self.views[seat], told=told)
        return self.views[seat]

    def _unchanged(self, seat: str, version: int | None) -> View:
        """The seat's view, if it is still the one of that version."""
        if version != self.views[seat].version:
            raise Refused(unfit("", say("Something else has happened since.")), late=True)
        return self.views[seat]

    def undo(
        self, seat: str, version: int | None = None, which: int | None = None, ask: bool = False
    ) -> Done | Pending:
        """Take back what the seat entered last, or what is named; in a player's own log the last correction."""
        if self.of_table:
            return self.take_back(seat, which, version, ask)
        self._catch_up()
        view = self.views[seat] if which else self._unchanged(seat, version)
        before, after = self._changed
        entry = view.find(which) if which else view.entries[-1] if view.entries else None
        if self._file.text == after and not which:
            opened, entry = open_log(parse_log(before, str(self._file.path))), None
        elif entry is None:
            raise Refused(unfit("", say("There is nothing of yours to take back.")), late=True)
        else:
            opened = open_log(parse_log(with_line_changed(self._file.text, entry.uid, None), str(self._file.path)))
        if not isinstance(opened, Opened):
            raise Refused(unfit("", say("There is nothing of yours to take back.")), late=True)
        self._keep(seat, opened, self.authors.aligned(_rows_of(opened)))
        return Done(self.views[seat], back=True, took=describe_taken(entry, view.opened) if entry else None)

    # Coming and going.

    def set_away(self, player: str, away: bool) -> None:
        """The table's screen says that somebody is away, or back: until then others may enter what is secret."""
        self.away = tuple(one for one in self.players if (away if one == player else one in self.away))
        self.authors.keep_away(self.away)
        self._refresh()

    def turn(self, seat: str, hands: int) -> View:
        """Somebody has seen enough of a hand: the next one is turned for all; said again, it changes nothing."""
        if not self.over:
            raise Refused(unfit("", say("The game is not over.")), late=True)
        if hands == self.turned + 1 <= len(self.players):
            self.authors.keep_turned(hands)
            self._refresh()
        return self.views[seat]

    def play_again(self, seat: str, yes: bool) -> View:
        """Whether a seat wants another game, once this one is over."""
        if not self.over:
            raise Refused(unfit("", say("The game is not over.")), late=True)
        self.rematch = tuple(one for one in self.players if (yes if one == seat else one in self.rematch))
        self._refresh()
        return self.views[seat]


def _correct(state: State, number: int, text: str, instead: bool) -> Corrected:
    if not instead:
        return put_in(state, number, expand(state_before(state, number), text)[0], rules_only=True)
    return change(state, number, text, rules_only=True) if text else take_out(state, number, rules_only=True)


def _tell_line(then: Opened | None, number: int) -> str:
    if then is None:
        return say("Line {number} is taken out.", number=number)
    return then.tell(then.reading.events[-1])


def _rows_of(opened: Opened) -> list[str]:
    return [line.text for line in opened.reading.log.lines]


def _state_of(view: View) -> State:
    return State(view.opened.reading.log, view.opened, (), None)


def _subject(line: str, players: Sequence[str]) -> tuple[str, str]:
    """What a line is about: its verb, and the player it names."""
    verb, _, rest = line.partition(" ")
    named = rest.partition(" ")[0]
    return (verb, named if named in players else "") if verb not in ("cross", "uncross") else (verb, rest)
