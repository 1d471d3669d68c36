"""A session at the table: what it knows, what it asks at the prompt, what it says, and how the log gets to disk.

Nothing is typed into the void: a line that is accepted is on disk before its answer is printed; one that cannot be read
comes back to the prompt; one that contradicts the log waits for the person's choice.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from threading import Thread

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from cli.games import look_of
from cli.logfile import LogFile
from cli.play.board import PEEK, Board, Show
from cli.play.inquiries import answer
from cli.play.keyboard import Interrupts, Keyboard, Prompt, Suggest, Turned
from cli.play.memory import remember
from cli.views.console import clean, put, say_text
from cli.views.faults import say_reason, show_call_fault, show_some
from solver.engine import Stopped
from solver.english import Saying, all_of, fold
from solver.game import CopiesPaper, Game, NextStep, Sheet
from solver.grammar import Aid, AidLine, suggest_words
from solver.language import as_typed, later, say, say_count
from solver.log import LONGEST, Fault, Line, LogError, check_typed, parse_line, part_lines, without_unclean
from solver.offers import tell_changed
from solver.session import State, cover, expand, judge, mask_line, read_line, read_state, says_more
from solver.tongues import meanings_of, part_meaning

STOPPED, ONLY_STOPPED = later("Stopped; the line is saved."), later("Stopped.")
LEAVING = ("quit", "exit", "q")
EDITING = ("edit", "correct", "fix", "change")
ORDERS = as_typed(  # what other languages have words for; `what` is `what if` there
    "undo redo edit insert round question what show rounds heard log peek open cover save help quit "
    "advise why check hint questions review practice"
)
HOLDING = (*EDITING, "insert", "round", "question", "what")  # commands with a line for the log inside
UNCOVER = later("F2 or `peek` shows more.")
OF_TABLE = later("The table's own log: it has no sheet. `show as NAME` shows a player's.")
OF_OWNER = later("F2 or `peek` shows your sheet for a moment; `open` leaves it open.")
WAS, IS_GONE = later("Line {number} was: {line}"), later("Line {number} is gone: {line}")


def leaves(line: str) -> bool:
    return line.lower() in LEAVING


def tell_left(console: Console, pasted: Sequence[str]) -> None:
    """Whoever leaves hears what of a paste was not taken any more."""
    if pasted:
        told = say_count(
            "Not taken: {count} more line of what was pasted.",
            "Not taken: {count} more lines of what was pasted.",
            len(pasted),
        )
        console.print(told)


class Play:
    """One session on one log."""

    def __init__(self, console: Console, keyboard: Keyboard, file: LogFile, pad: bool, covered: bool = False) -> None:
        self.keyboard, self.file = keyboard, file
        self.board = Board(console, keyboard, covered)
        self.unaided = pad  # until an `aid` line says otherwise
        self.interrupts = Interrupts()
        if keyboard.live:
            self.interrupts.start()
        self.state = read_state(file.text, str(file.path))
        self.board.alone = self.copying
        self._public = (self.state, cover(self.state))
        self.before: Sheet | None = None  # the sheet before the last line, to mark what changed
        self.changed: list[tuple[str, str]] = []  # the text before and after a change of other lines than the last
        self.undone: list[tuple[str, str]] = []  # the text before an `undo` and after it
        self.unsaved = False
        self.offered: set[str] = set()
        self.advised = ("", "")  # the text of the log, and the line advised then
        self.draft = ""  # a refused line, back at the prompt for editing
        self.rest: tuple[str, State | None] = "", None  # a log that contradicts itself, and what of it fits together
        self.pasted: list[str] = []  # lines that came at once, and are still to be taken one by one
        self.notes: list[tuple[Text, Text]] = []  # to be said once the screen is drawn, for the owner and for all
        self.top: Show = self.show_top
        self.loaded: Game | None = None  # the game whose parts are loaded or being loaded

    @property
    def console(self) -> Console:
        return self.board.console

    @property
    def public(self) -> State:
        """The log as anybody at the table may know it."""
        return self._cover(self.state)

    def _cover(self, state: State) -> State:
        if self._public[0] is not state:
            self._public = (state, cover(state))
        return self._public[1]

    # At the prompt.

    def ask(
        self,
        prompt: str,
        invites: str = "",
        suggest: Suggest | None = None,
        mask: Callable[[str], str] | None = None,
    ) -> str:
        """The next line, pasted or typed."""
        if self.pasted and not self.draft:
            line = self.pasted.pop(0).strip()
            if self.is_clean(line):
                return self.in_english(line)
        behind, self.pasted = self.pasted, []
        asked = Prompt(prompt, invites=invites, suggest=suggest, mask=mask or self.mask)
        return self.ask_person(self._propose(self._hand_back(asked, behind)))

    def _hand_back(self, prompt: Prompt, behind: Sequence[str]) -> Prompt:
        """A refused line waits at the prompt, and what was pasted behind it as well, even if nothing is left of it."""
        waiting, self.draft = "\n".join((self.draft, *behind)), ""
        return replace(prompt, text=waiting, refused=bool(waiting))

    def _propose(self, prompt: Prompt) -> Prompt:
        """What was advised for this moment waits to be taken; while the screen is covered, without being read."""
        text, move = self.advised
        if not move or text != self.state.text:
            return prompt
        takes = f"   ({say('Tab or → takes it')})"
        room = self.console.width - cell_len(f"> {takes} ")
        seen = move if len(move) <= room else f"{move[: room - 1]}…"
        shown = say("Tab takes the advised line") if self.board.hidden else seen + takes
        return replace(prompt, advised=move, invites=shown)

    def ask_person(self, prompt: Prompt) -> str:
        """A line that is typed now, after all that is still to be said; of a paste the first one."""
        while True:
            self.show_notes()
            line, *rest = self._part(self._ask_keyboard(prompt))
            self.board.clear()
            if self.is_clean(line):
                self.pasted = [*rest, *self.pasted]
                return self.in_english(line.strip())
            prompt = self._hand_back(prompt, rest)

    def _part(self, typed: str) -> list[str]:
        """Line by line; of a paper sheet a whole row may be typed at once."""
        opened, rows = self.state.opened, list(part_lines(typed))
        if isinstance(opened, CopiesPaper) and opened.is_copy:
            return [line for row in rows for line in opened.part_row(row)]
        return rows

    @property
    def copying(self) -> bool:
        """Whether a paper sheet is copied: its owner sees what is copied, and what follows from it if asked for."""
        return isinstance(self.state.opened, CopiesPaper) and self.state.opened.is_copy

    def _ask_keyboard(self, prompt: Prompt) -> str:
        """Paint the screen and ask; if the sheet is to be covered or uncovered meanwhile, what was typed stays."""
        while True:
            if self.keyboard.live:
                key = self.board.paint(self.top, self.keyboard.rows(prompt))
                self._load_ahead()
                prompt = replace(prompt, text=prompt.text or key, seconds=PEEK if self.board.peeking else None)
            try:
                return self.keyboard.ask(prompt)
            except Turned as turned:
                self.board.turn()
                untouched = turned.text == prompt.text
                prompt = replace(prompt, text=turned.text, refused=prompt.refused and untouched)
            except EOFError:
                self.board.clear()
                raise

    def _load_ahead(self) -> None:
        """While the person reads and types, load what the answers will need. Leaving waits until that is done: to end
        in the middle of it could crash."""
        game = self.state.opened.game if self.state.opened else None
        if game is not None and game is not self.loaded:
            self.loaded = game
            Thread(target=_load, args=(game,)).start()

    def in_english(self, line: str) -> str:
        """An order in another language with its English word; what can be a line of the log is none."""
        order, rest = part_meaning(line, ORDERS)
        if not order or fold(line.split()[0]) == order:
            return line
        opened = self.state.opened
        verbs = {verb.name: verb for verb in opened.game.verbs} if opened else {}
        if opened and any(read_line(opened, verbs, one) for one in expand(self.state, line)):
            return line
        return f"{order} {rest}".rstrip(" ?!.")

    def mask(self, text: str) -> str:
        """How a typed line is repeated: while the screen is covered, as anybody may know it."""
        if not self.board.hidden or not text.strip():
            return text
        order, held = part_meaning(text, HOLDING)
        if order:
            number, *more = held.split(maxsplit=1) or [""]
            return f"{text[: len(text) - len(held)].strip()} {number} …" if more else text
        return mask_line(self.state, text)

    def covers(self, line: Line) -> bool:
        """Whether a line of the log says more than anybody may see now."""
        return self.board.hidden and says_more(line, self.public.log.lines[line.number - 1].text)

    @contextmanager
    def instead_of_sheet(self, top: Show) -> Iterator[None]:
        """Questions that have the screen to themselves."""
        before, self.top = self.top, top
        try:
            yield
        finally:
            self.top = before

    def is_clean(self, line: str) -> bool:
        """Whatever a terminal may send, only what a log can hold gets any further."""
        read = parse_line(len(self.state.log.lines) + 1, line)
        try:
            check_typed(read)
        except Fault as fault:
            self.refuse([fault.on(read, self.state.log.name)], without_unclean(line)[:LONGEST])
            return False
        return True

    def step(self) -> NextStep:
        if self.state.opened is None:
            return NextStep(say("This log must be corrected: {edit}", edit="edit N"), ("edit ",))
        return self.state.opened.next_step()

    def suggest_line(self, begun: str) -> list[str]:
        """How a line of the log may go on: proposals and verbs first, then names, colours and answers."""
        opened = self.state.opened
        if not begun.strip():
            return [proposal.rstrip() for proposal in self.step().proposals]
        if opened is None:
            return []
        return suggest_words(begun, opened.game.verbs, opened.opening, opened.words())

    def inquire(self, line: str, if_stopped: str = ONLY_STOPPED) -> None:
        """A question about the log as it stands."""
        try:
            with self.interrupts.allowed():
                self.board.answer(partial(self._answer, line))
        except Fault as fault:
            self.fault(fault.problem, fault.hint)
        except (KeyboardInterrupt, Stopped):
            if self.keyboard.live:
                self.board.renew()
            self.console.print(say(if_stopped))

    def _answer(self, line: str, console: Console) -> None:
        if move := answer(console, self.state, line, self.aid):
            self.advised = (self.state.text, move)

    # The log.

    def judge(self, state: State, if_stopped: str = ONLY_STOPPED) -> State:
        """Work out what follows from a log; if Ctrl-C stops that, it stays open, and what was typed counts."""
        try:
            with self.interrupts.allowed():
                return judge(state)
        except (KeyboardInterrupt, Stopped):
            self.note(say(if_stopped))
            return state

    def refuse(self, errors: Sequence[LogError], line: str, all_may_know: Sequence[LogError] | None = None) -> None:
        """Say why a line is not taken; what is wrong with it may lie in cards that not everybody may know."""
        self.show_notes()
        self.board.say(
            lambda console: _show_refusal(console, errors),
            lambda console: _show_refusal(console, errors if all_may_know is None else all_may_know),
        )
        self.draft = line

    def keep(self, after: State, added: bool = False) -> None:
        """Save first, then tell."""
        old = self.state
        self.save(after)
        self.before = old.sheet
        if added and after.opened and isinstance(after.opened.reading.events[-1], AidLine):
            self.unaided = False
        self.tell(old, added)

    def save(self, after: State) -> None:
        """To disk before anything else; if the disk refuses, the session goes on and says where it stands."""
        before, self.state = self.state, after
        self.board.alone = self.copying
        try:
            if theirs := self.file.save(after.text):
                self.note(say("Another program had changed the log: its text is in {file}.", file=theirs), "bold")
            self.unsaved = False
        except OSError as failed:
            self.unsaved = True
            path, reason = self.file.path, say_reason(failed)
            problem = say("Not saved to {file}: {reason}. All of it is kept here.", file=path, reason=reason)
            self.note(problem, "bold")
            self.note(say("Type `save as ELSEWHERE.game` to go on in another place."), "green")
        remember(before, after)

    # Answers.

    @property
    def aid(self) -> Aid:
        """How much help is wanted."""
        opened = self.state.opened
        return Aid.PAD if self.unaided else opened.aid if opened else Aid.FULL

    @property
    def pad(self) -> bool:
        """Only what the player found may be shown."""
        return not self.aid.covers(Aid.FULL)

    @property
    def only_found(self) -> bool:
        """The same as long as nobody asks: what follows from a copied sheet is for its owner to find."""
        return self.pad or (self.board.alone and self.board.shut)

    def tell(self, old: State, added: bool) -> None:
        """What was understood and what is new; while the screen is covered, what everybody heard."""
        self.show_notes()
        opened = self.state.opened
        if opened is None:
            self.show_faults()
            return
        news = () if self.only_found or not self.state.sheet else opened.tell_news(old.sheet, self.state.sheet)
        number = len(self.state.log.lines) if added else 0
        now = self.state  # it may be painted only after further lines of a paste
        self.board.say(
            lambda console: _tell_line(console, now, number, news),
            lambda console: _tell_line(console, self._cover(now), number),
        )
        shown = news or isinstance(opened.reading.events[-1], AidLine)
        if shown and not self.keyboard.live and not self.board.hidden:
            self.show_top(self.console)
        if added:
            self.offer()

    def offer(self) -> None:
        """At the end of the rounds the best final bets (if help is wanted), at the end of the game its review; once.

        Nobody asked for them, so while the sheet is covered they are only named.
        """
        offer = self.step().offer if self.state.sheet else ""
        if not offer or offer in self.offered or (self.pad and offer == "advise"):
            return
        self.offered.add(offer)
        if self.board.shut:
            put(
                self.console,
                say("`{ask}` says how it went.", ask=offer)
                if offer == "review"
                else say("`{ask}` says what to do now.", ask=offer),
            )
            return
        self.board.show_first(self.top)
        self.console.print()
        if offer == "review":
            self.show_progress()
        self.inquire(offer, STOPPED)

    def note(self, sentence: str, style: str = "", covered: str | None = None) -> None:
        """Something to say beneath the sheet, once that is drawn; covered, something else if it is about a line."""
        note = (Text(clean(sentence), style=style), Text(clean(sentence if covered is None else covered), style=style))
        if note not in self.notes:
            self.notes.append(note)

    def note_line(self, said: str, line: Line, of: State, text: str = "") -> None:
        """A note about a line of a log: its text, or while the screen is covered what anybody may know of it.

        `said` is a sentence with the places `number` and `line`, said here.
        """
        hidden = cover(of).log.lines[line.number - 1].text.removeprefix("# ")
        number = line.number
        self.note(say(said, number=number, line=text or line.event), covered=say(said, number=number, line=hidden))

    def note_change(self, was: Line, now: Line | None, after: State) -> None:
        """A line of the log that says something else now, or is gone; covered, as far as everybody may know."""
        stays = now is not None and bool(now.words)
        self.note_line(WAS if stays else IS_GONE, was, self.state)
        change, public = tell_changed(self.state, was, after, now) if now and stays else ("", False)
        if change:
            told = say("Now: {change}", change=change)
            self.note(told, covered=told if public else say("Now it is changed."))

    def show_notes(self) -> None:
        for note, covered in self.notes:
            self.board.say(partial(_print, note), partial(_print, covered))
        self.notes.clear()

    def show_top(self, console: Console) -> None:
        """What stays in sight; of the table's own log nothing does, since it belongs to no seat."""
        opened, sheet = self.state.opened, self.state.sheet
        if opened is not None and self.board.hidden:
            self.show_covered(console, opened.game)
        elif opened is not None and sheet is not None:
            look_of(opened.game).show_compact(console, sheet, self.before, self.only_found)
            if isinstance(opened, CopiesPaper) and opened.is_copy:
                put(console, say(opened.retype), style="dim")
        elif self.state.unjudged:
            put(console, say("The sheet is not worked out yet: type `{ask}`.", ask="show"), style="dim")

    def show_covered(self, console: Console, game: Game) -> None:
        title, file = Text(game.title, style="bold"), clean(self.file.path.name)
        console.print(say_text("{title} · {file} · covered", title=title, file=file))
        of_table = self.state.opened is not None and self.state.opened.opening.of_table
        put(console, say(OF_TABLE if of_table else OF_OWNER), style="dim")
        console.print()
        shown = self.state.opened if self.state.opened and self.state.opened.over else self.public.opened
        if shown is not None:  # once all is over, all cards lie on the table
            look_of(game).show_public(console, shown, brief=True)
            console.print()

    def show_progress(self) -> None:
        self.state = self.judge(self.state)
        opened, sheet = self.state.opened, self.state.sheet
        if opened is None or self.state.unjudged:
            return
        public = self.public.opened
        if sheet is not None and not self.board.hidden:
            self.board.answer(lambda console: look_of(opened.game).show_progress(console, sheet, self.pad))
        elif public is not None:
            self.board.answer(lambda console: look_of(opened.game).show_public(console, public))

    def show_faults(self) -> None:
        faults = self.state.faults
        self.board.say(
            lambda console: show_some(console, faults),
            lambda console: put(console, f"{_name_wrong(faults)} {say(UNCOVER)}"),
        )

    def fault(self, problem: Saying, hint: Saying) -> None:
        show_call_fault(problem, hint, self.console)


def _name_wrong(faults: Sequence[LogError]) -> str:
    return say("Wrong: {lines}.", lines=all_of(say("line {number}", number=fault.line) for fault in faults))


def _load(game: Game) -> None:
    with suppress(Exception):  # whoever needs it will say what is wrong
        game.load()
        look_of(game)
        meanings_of("")  # the words of other languages
        gc.freeze()  # what is loaded stays: to go through it again and again for garbage would be felt at Enter


def _print(text: Text, console: Console) -> None:
    console.print(text)


def _show_refusal(console: Console, errors: Sequence[LogError]) -> None:
    show_some(console, errors)
    if not errors:
        put(console, f"{say('That does not fit what you typed before.')} {say(UNCOVER)}", indent=2)
    console.print(f"  {say('Not saved.')}", style="bold")


def _tell_line(console: Console, state: State, number: int, news: Sequence[str] = ()) -> None:
    """What the line means and what is new; of a line that only the owner may see, that it is there."""
    if state.opened is None:
        return
    event = next((event for event in state.opened.reading.events if event.line.number == number), None)
    told = [state.opened.tell(event)] if event else [say("Noted.")] * bool(number)
    for sentence in (*told, *news):
        console.print(Text(clean(sentence)))
    show_some(console, (warning for warning in state.opened.table.warnings if number and warning.line == number))
