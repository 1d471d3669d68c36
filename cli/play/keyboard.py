"""Where typed lines come from: a terminal with line editing, or a pipe that is read line by line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from io import TextIOWrapper
from textwrap import fill
from typing import TYPE_CHECKING, Any, Protocol

from rich.console import Console

from cli.views.console import clean

if TYPE_CHECKING:
    from prompt_toolkit.completion import CompleteEvent, Completion
    from prompt_toolkit.document import Document

Suggest = Callable[[str], Iterable[str]]


class Keyboard(Protocol):
    """`ask` gives what was typed, or pasted in several lines.

    It raises EOFError when the person leaves and KeyboardInterrupt when the line is cancelled.
    """

    live: bool

    def ask(self, prompt: str, text: str = "", proposal: str = "", suggest: Suggest | None = None) -> str: ...


class Pipe:
    """Reads plain lines and repeats them, so that what comes out reads like a session."""

    live = False

    def __init__(self, console: Console) -> None:
        self.console = console
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="surrogateescape")  # a byte that is not text is refused with its line

    def ask(self, prompt: str, text: str = "", proposal: str = "", suggest: Suggest | None = None) -> str:  # noqa: ARG002
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        self.console.print(f"{prompt}\n> {clean(line.rstrip())}", soft_wrap=True)
        return line.rstrip("\r\n")


class Terminal:
    """Line editing by prompt_toolkit: history by arrows, completion by Tab, a line of key hints."""

    live = True
    HINTS = " Tab completes · ↑ earlier lines · help · undo · Ctrl-D leaves "

    def __init__(self) -> None:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.history import InMemoryHistory

        self.session: PromptSession[str] = PromptSession(history=InMemoryHistory())

    def ask(self, prompt: str, text: str = "", proposal: str = "", suggest: Suggest | None = None) -> str:
        width = self.session.output.get_size().columns
        return self.session.prompt(
            f"{fill(prompt, max(width, 20))}\n> ",
            default=text,
            placeholder=proposal and f"{proposal}…",
            completer=_completer(suggest or (lambda _: ())),  # None would keep the completer of the last question
            complete_while_typing=False,
            bottom_toolbar=self.HINTS,
            handle_sigint=False,  # Ctrl-C is a key here; for the signal the session listens itself
        )


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
