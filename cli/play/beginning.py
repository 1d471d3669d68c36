"""Which log to play, for somebody who named none: one in this folder, or a new one with a proposed name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from rich.console import Console
from rich.text import Text

from cli.opening import load
from cli.play.keyboard import Keyboard, Prompt, Turned
from cli.play.session import leaves
from cli.views.console import clean, say
from cli.views.faults import show_call_fault
from solver.english import all_of, any_of, match_beginning
from solver.game import Opened
from solver.games import every_game, open_log
from solver.log import Log, fold

MOST = 5  # logs that are listed, the newest first


@dataclass(frozen=True, slots=True)
class Chosen:
    """The log's name, and for a new one its first line."""

    name: str
    begin: str = ""


def choose_log(console: Console, keyboard: Keyboard) -> Chosen:
    """Ask which log it is to be. Raises EOFError if the person leaves."""
    logs = _find_logs(Path())
    if logs:
        console.print(Text("Logs here, the newest first:", style="bold"))
        for place, (path, opened) in enumerate(logs.items(), 1):
            say(console, f"{path.name}: {_describe(opened)}", mark=f"{place:>3}. ")
        typed = _ask(keyboard, "Go on with which? A number, or the name of a file; Enter begins a new game.")
        if typed:
            numbered = typed.isdecimal() and 0 < int(typed[:3]) <= len(logs)
            return Chosen(str(list(logs)[int(typed) - 1]) if numbered else typed)
    return _begin(console, keyboard)


def _find_logs(folder: Path) -> dict[Path, Opened]:
    found: dict[Path, Opened] = {}
    for path in sorted(filter(Path.is_file, folder.glob("*.game")), key=lambda path: -path.stat().st_mtime):
        log = load(str(path))
        opened = open_log(log) if isinstance(log, Log) and len(found) < MOST else ()
        if isinstance(opened, Opened):
            found[path] = opened
    return found


def _describe(opened: Opened) -> str:
    return f"{opened.game.title}, {all_of(opened.opening.players)}; {opened.next_step().title}"


def _begin(console: Console, keyboard: Keyboard) -> Chosen:
    game = _ask_game(console, keyboard)
    proposed = propose_name(game, date.today(), lambda name: Path(name).exists())
    return Chosen(_ask(keyboard, f"In which file? [{proposed}]") or proposed, f"game {game}")


def _ask_game(console: Console, keyboard: Keyboard) -> str:
    names = [game.name for game in every_game()]
    while True:
        typed = _ask(keyboard, f"Which game? ({', '.join(names)}) [{names[0]}]", names) or names[0]
        found = match_beginning(fold(typed), names)
        if len(found) == 1:
            return found[0]
        show_call_fault(f"`{clean(typed)}` is not one of the games.", f"Type {any_of(names)}.", console)


def propose_name(game: str, day: date, taken: Callable[[str], bool]) -> str:
    """`tricoda-2026-11-20.game`; the second one of a day ends in -2."""
    names = (f"{game}-{day.isoformat()}{f'-{number}' if number > 1 else ''}.game" for number in range(1, 1_000))
    return next(name for name in names if not taken(name))


def _ask(keyboard: Keyboard, title: str, words: Sequence[str] = (), begun: str = "") -> str:
    prompt = Prompt(title, begun, suggest=lambda begun: [word for word in words if word.startswith(begun)])
    try:
        typed = keyboard.ask(prompt).strip()
    except Turned as turned:  # there is no sheet yet that could be uncovered
        return _ask(keyboard, title, words, turned.text)
    if leaves(typed):
        raise EOFError
    return typed
