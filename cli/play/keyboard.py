"""Where typed lines come from: a terminal with line editing, or a pipe that is read line by line; and Ctrl-C."""

from __future__ import annotations

import _thread
import asyncio
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import TextIOWrapper
from select import select
from socket import socketpair
from textwrap import fill
from threading import Lock, Thread
from types import FrameType
from typing import TYPE_CHECKING, Any, Protocol

from rich.cells import cell_len
from rich.console import Console

from cli.views.console import clean
from solver.engine import searching, stop_searches
from solver.language import later, say
from solver.log import part_lines

try:
    import termios
except ImportError:  # Windows
    termios = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from prompt_toolkit.completion import CompleteEvent, Completion
    from prompt_toolkit.document import Document
    from prompt_toolkit.history import History
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

STYLE = {  # what prompt_toolkit shows: 4.5:1 on black and on white, and never by colour alone
    "placeholder": "#767676",
    "completion-menu": "bg:#303030 #ffffff",
    "completion-menu.completion.current": "bg:#303030 #ffffff reverse",
    "scrollbar.background": "bg:#585858",
    "scrollbar.button": "bg:#c6c6c6",
    "search": "bg:#303030 #ffffff",
    "control-character": "#5f5fff",
    "digraph": "#5f5fff",
    "aborting": "#767676",
    "exiting": "#767676",
}
WIPE = b"\x1b[2J\x1b[H\x1b[?1049l\x1b[0m\x1b[?25h\x1b[?2004l"  # cards, screen, style, cursor, paste mode
PAUSE = 0.02  # seconds between two attempts to interrupt

ENTERS, COMPLETES, CLEARS = later("Enter takes the line"), later("Tab completes"), later("Ctrl-U clears")
EARLIER, PEEKS, LEAVES = later("↑ earlier"), later("F2 peeks"), later("Ctrl-D leaves")

Suggest = Callable[[str], Iterable[str]]


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is asked, and with what the line begins; a text that was `refused` is marked, so that typing replaces it.

    As long as nothing is typed, grey words say what could be; what is `advised` is taken by one key. `mask` is how a
    typed line is repeated where somebody may look; after that many seconds the question is put again.
    """

    title: str
    text: str = ""
    invites: str = ""
    suggest: Suggest | None = None
    advised: str = ""
    refused: bool = False
    mask: Callable[[str], str] = str
    seconds: float | None = None
    keys: str = ""  # signs that are an answer by themselves, without Enter, as long as nothing is typed
    before_all: bool = False  # no log is open yet, so there is nothing to look at, and no help about it


class Turned(Exception):
    """The sheet is to be covered or uncovered; what is typed so far stays."""

    def __init__(self, text: str) -> None:
        self.text = text


class Keyboard(Protocol):
    """`ask` gives what was typed, or pasted in several lines.

    It raises EOFError when the person leaves, KeyboardInterrupt when the line is cancelled, and Turned.
    """

    live: bool

    def ask(self, prompt: Prompt) -> str: ...

    def press(self, title: str) -> str:
        """One key; Enter is a carriage return."""

    def rows(self, prompt: Prompt) -> int:
        """How many rows of the screen a prompt takes."""


class Pipe:
    """Reads plain lines and repeats them, so that what comes out reads like a session."""

    live = False

    def __init__(self, console: Console) -> None:
        self.console = console
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="surrogateescape")  # a byte that is not text is refused with its line

    def ask(self, prompt: Prompt) -> str:
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        self.console.print(f"{prompt.title}\n> {clean(prompt.mask(line.rstrip()))}", soft_wrap=True)
        return line.rstrip("\r\n")

    def press(self, title: str) -> str:  # noqa: ARG002 - nothing is ever paged
        return ""

    def rows(self, prompt: Prompt) -> int:  # noqa: ARG002
        return 0


class Terminal:
    """Line editing by prompt_toolkit: history by arrows, completion by Tab, a line of key hints."""

    live = True
    HINTS = COMPLETES, EARLIER, CLEARS, PEEKS, "help", LEAVES
    HINTS_BEFORE = ENTERS, COMPLETES, CLEARS, LEAVES
    HINTS_TYPING = ENTERS, COMPLETES, CLEARS, PEEKS  # Ctrl-D leaves no typed line

    def __init__(self) -> None:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.styles import Style

        self.style = Style.from_dict(STYLE)
        self.mask: Callable[[str], str] = str
        self.advised, self.answers = "", ""
        self.session: PromptSession[str] = PromptSession(
            history=_history(self), reserve_space_for_menu=4, style=self.style
        )
        self.keys, self.any_key = _bind_keys(self), _bind_any_key()
        self.mode = termios.tcgetattr(sys.stdin) if termios and sys.stdin.isatty() else None

    def ask(self, prompt: Prompt) -> str:
        self.mask, self.advised, self.answers = prompt.mask, prompt.advised, prompt.keys
        self.session.app.erase_when_done = prompt.before_all  # not yet on a screen that is wiped
        typed = self.session.prompt(
            f"{self._fill(prompt.title)}\n> ",
            default=prompt.text,
            placeholder=[("class:placeholder", prompt.invites)],
            completer=_completer(prompt.suggest or (lambda _: ())),  # None would keep the last question's completer
            complete_while_typing=False,
            bottom_toolbar=lambda: self._hint(prompt),
            key_bindings=self.keys,
            pre_run=lambda: self._begin(prompt),
            handle_sigint=False,  # Ctrl-C is a key here; for the signal the session listens itself
        )
        if prompt.before_all:
            first, *more = part_lines(typed)
            sys.stdout.write(f"{self._fill(prompt.title)}\n> {clean(first)}{' …' * bool(more)}\n")
        return typed

    def press(self, title: str) -> str:
        from prompt_toolkit import PromptSession

        session: PromptSession[str] = PromptSession(key_bindings=self.any_key, style=self.style)
        return session.prompt(title, handle_sigint=False)

    def rows(self, prompt: Prompt) -> int:
        typed = sum(1 + (cell_len(line) + 2) // self._width for line in prompt.text.split("\n"))
        return self._fill(prompt.title).count("\n") + 1 + typed + 1  # the row of key hints

    def echo(self, wanted: bool) -> None:
        """Whether keys pressed while an answer is worked out show on the screen; the next prompt has them anyway."""
        if self.mode is not None:
            mode = list(self.mode)
            if not wanted:
                mode[3] &= ~termios.ECHO
            with suppress(termios.error):
                termios.tcsetattr(sys.stdin, termios.TCSANOW, mode)

    def wipe(self) -> None:
        """Leave the terminal as it was found, in the middle of anything: hence past all buffers."""
        with suppress(OSError):
            os.write(sys.stdout.fileno(), WIPE)
        self.echo(True)

    def _hint(self, prompt: Prompt) -> str:
        if prompt.before_all:
            return say_hints(self.HINTS_BEFORE, self._width)
        return say_hints(self.HINTS_TYPING if self.session.default_buffer.text else self.HINTS, self._width)

    @property
    def _width(self) -> int:
        return max(self.session.output.get_size().columns, 20)

    def _fill(self, title: str) -> str:
        return fill(title, self._width)

    def _begin(self, prompt: Prompt) -> None:
        buffer = self.session.default_buffer
        if prompt.refused and prompt.text:
            buffer.cursor_position = 0
            buffer.start_selection()
            if buffer.selection_state:
                buffer.selection_state.enter_shift_mode()
            buffer.cursor_position = len(prompt.text)
        if prompt.seconds is not None:
            self.session.app.create_background_task(self._ring(prompt.seconds))

    async def _ring(self, after: float) -> None:
        await asyncio.sleep(after)
        if self.session.app.is_running and not self.session.app.is_done:
            self.session.app.exit(exception=Turned(self.session.app.current_buffer.text))


def say_hints(hints: Sequence[str], width: int) -> str:
    """The keys that can be pressed, in one row; where they have no room, those that people know best are left out."""
    for known in ("", EARLIER, CLEARS, PEEKS, ENTERS, COMPLETES):
        hints = [hint for hint in hints if hint != known]
        told = " " + " · ".join(map(say, hints))
        if cell_len(told) < width:
            break
    return told


def _history(terminal: Terminal) -> History:
    """Earlier lines, without those that must not be repeated while somebody may look."""
    from prompt_toolkit.history import InMemoryHistory

    class _Lines(InMemoryHistory):
        def append_string(self, string: str) -> None:
            if terminal.mask(string) == string:
                super().append_string(string)

    return _Lines()


def _bind_keys(terminal: Terminal) -> KeyBindings:
    from prompt_toolkit.filters import Condition, shift_selection_mode
    from prompt_toolkit.key_binding import KeyBindings

    keys = KeyBindings()
    proposed = Condition(lambda: bool(terminal.advised) and not terminal.session.default_buffer.text)

    @keys.add("tab", filter=proposed)
    @keys.add("right", filter=proposed)
    def _(event: KeyPressEvent) -> None:
        event.app.current_buffer.insert_text(terminal.advised)

    def answers(sign: str) -> Condition:
        return Condition(lambda: sign in terminal.answers and not terminal.session.default_buffer.text)

    for sign in "123456789":

        @keys.add(sign, filter=answers(sign))
        def _(event: KeyPressEvent) -> None:
            event.app.exit(result=event.data)

    @keys.add("c-c", eager=True)  # with marked text it would wait whether `>` follows
    def _(event: KeyPressEvent) -> None:
        event.app.exit(exception=KeyboardInterrupt)

    @keys.add("c-u", eager=True)  # marked text would stay
    def _(event: KeyPressEvent) -> None:
        event.app.current_buffer.exit_selection()
        event.app.current_buffer.text = ""

    @keys.add("<bracketed-paste>", filter=shift_selection_mode)  # a key replaces marked text, a paste would join it
    def _(event: KeyPressEvent) -> None:
        event.app.current_buffer.cut_selection()
        event.app.current_buffer.insert_text("\n".join(part_lines(event.data)))

    @keys.add("f2")
    @keys.add("c-t")
    def _(event: KeyPressEvent) -> None:
        event.app.exit(exception=Turned(event.app.current_buffer.text))

    return keys


def _bind_any_key() -> KeyBindings:
    from prompt_toolkit.key_binding import KeyBindings

    keys = KeyBindings()

    @keys.add("<any>")
    def _(event: KeyPressEvent) -> None:
        event.app.exit(result=event.data)

    for key in ("enter", "c-c", "c-d", "escape", "up", "down", "left", "right", "pageup", "pagedown", "tab", "f2"):
        keys.add(key, eager=True)(_)
    return keys


def _completer(suggest: Suggest) -> Any:
    from prompt_toolkit.completion import Completer, Completion

    class _Words(Completer):
        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:  # noqa: ARG002
            begun = document.text_before_cursor
            last = begun.replace(",", " ").split(" ")[-1]
            for word in suggest(begun):
                yield Completion(f"{word} ", start_position=-len(last), display=word)

    return _Words()


def open_keyboard(console: Console) -> Keyboard:
    return Terminal() if sys.stdin.isatty() and sys.stdout.isatty() else Pipe(console)


# Ctrl-C stops a long answer, at a point where nothing is left half done, and ends nothing else. Python hears a signal
# only between two of its own steps, and a search takes its time outside Python. So a thread hears it too and stops the
# search; then it interrupts the session again and again, until that is at a point where it may be stopped.


def end_cleanly(tidy: Callable[[], None]) -> None:
    """When the system ends the session, tidy up before ending as the signal would have.

    Nothing is unwound: what is accepted is on disk already, and what is half written there does no harm.
    """

    def end(number: int, _: FrameType | None) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C under way would break off the end
        tidy()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, end)


class Interrupts:
    """Whether Ctrl-C was heard, and may stop what is being done. Until `start` it does what it does to any program."""

    def __init__(self) -> None:
        self._started = self._heard = self._listening = False
        self._bell, self._door = socketpair()  # rung by the system at every signal, and answered by another thread
        self._bell.setblocking(False)
        self._door.setblocking(False)
        self._answering = Lock()

    def start(self) -> None:
        signal.signal(signal.SIGINT, self._hear)
        self._started = True
        Thread(target=self._watch, daemon=True).start()

    def forget(self) -> None:
        """A new line is taken up: what was pressed before was not about it, though its bell may only now be heard."""
        with self._answering:
            self._answer()
        self._heard = False

    @contextmanager
    def allowed(self) -> Iterator[None]:
        """Within this, Ctrl-C raises one KeyboardInterrupt; one that came too early for it raises it at once."""
        if self._started:
            signal.set_wakeup_fd(self._bell.fileno(), warn_on_full_buffer=False)  # each prompt takes it for itself
        self._listening = True
        try:
            if self._heard:
                self._stop()
            yield
        finally:
            self._listening = False

    def _hear(self, _: int, frame: FrameType | None) -> None:
        """A module half loaded would stay so for good, and ortools has no place for an exception."""
        self._heard = True
        if not searching() and not _loading(frame):
            self._stop()

    def _stop(self) -> None:
        if self._listening:
            self._heard = self._listening = False  # at once, so that a second Ctrl-C meets nobody on the way out
            raise KeyboardInterrupt

    def _watch(self) -> None:
        while select([self._door], [], []):
            with self._answering:
                self._heard |= self._answer() and self._listening
            while self._interrupt():
                time.sleep(PAUSE)

    def _answer(self) -> bool:
        """Whether the bell was rung by Ctrl-C: every signal rings it, with its number."""
        with suppress(BlockingIOError):
            return signal.SIGINT in self._door.recv(4096)
        return False

    def _interrupt(self) -> bool:
        with self._answering:
            if self._heard and self._listening:
                stop_searches()
                _thread.interrupt_main()
                return True
        return False


def _loading(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False
