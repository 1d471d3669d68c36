"""What can be said to a session besides lines for the log: undo, edit, what if, save as and so on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from cli.logfile import Locked, LogFile
from cli.views import view_of
from cli.views.console import clean
from cli.views.faults import show_error
from cli.views.play import show_help as show_all_help
from solver.log import Line
from solver.session import add_line, change_line, read_state

if TYPE_CHECKING:
    from cli.play import Play


def undo(play: Play, _: str) -> None:
    last = play.state.last_event
    if last is None:
        play.fault("There is nothing to undo.", "Type a line first.")
        return
    play.undone.append(play.state.text)
    play.console.print(f"Taken back: {clean(last.event)}")
    play.keep(change_line(play.state, last.number, None))


def redo(play: Play, _: str) -> None:
    if not play.undone:
        play.fault("There is nothing to redo.", "`redo` brings back what `undo` took.")
        return
    play.keep(read_state(play.undone.pop(), play.state.log.name))


def edit(play: Play, rest: str) -> None:
    """`edit 14` brings the line back for editing; `edit 14 bet 9-15 low` changes it at once."""
    number, _, event = rest.partition(" ")
    line = find_line(play, number)
    if line is None:
        return
    if not event:
        try:
            event = play.keyboard.ask(f"Line {line.number}", line.event, "", play.suggest).strip()
        except KeyboardInterrupt:
            return
    after = change_line(play.state, line.number, event or None)
    wrong = [error for error in after.errors if error not in play.state.errors]
    if wrong and len(after.errors) >= len(play.state.errors):
        play.refuse(wrong, f"edit {line.number} {event}")
        return
    if play.contradicts(after):
        chosen = play.choose(after)
        if chosen is None:
            return
        after = chosen
    play.undone.clear()
    play.console.print(f"Line {line.number} was: {clean(line.event)}")
    play.keep(after)


def find_line(play: Play, number: str) -> Line | None:
    lines = {str(line.number): line for line in play.state.log.lines if line.words}
    if number not in lines:
        play.fault(f"There is no line `{number}` to edit.", "Type its number: edit 14 (`log` lists them).")
    return lines.get(number)


def show_sheet(play: Play, _: str) -> None:
    if play.state.opened is None:
        play.show_faults()
    elif play.pad:
        view_of(play.state.opened.game.name).show_compact(play.console, play.state.sheet, None, True)
    else:
        view_of(play.state.opened.game.name).show_sheet(play.console, play.state.sheet)


def show_rounds(play: Play, _: str) -> None:
    if play.state.opened is not None:
        view_of(play.state.opened.game.name).show_progress(play.console, play.state.sheet)


def list_lines(play: Play, _: str) -> None:
    for line in play.state.log.lines:
        play.console.print(f"{line.number:>4}  {clean(line.text)}", soft_wrap=True)


def what_if(play: Play, rest: str) -> None:
    """What would follow from a line, without saving it."""
    play.redraw()
    line = rest.removeprefix("if").strip()
    if not line:
        play.fault("What if what?", "Type the line to try: what if bet 9-13 low")
        return
    after = add_line(play.state, line)
    opened = after.opened
    if opened is None or play.state.opened is None:
        for error in after.errors:
            show_error(play.console, error)
        return
    play.console.print(Text(f"If so: {clean(opened.game.tell(opened.reading.events[-1], opened.table))}"))
    if not after.sheet.consistent:
        play.console.print("Then no hand would be left: it cannot be.", style="bold")
    elif play.pad:
        play.console.print("The log allows it.")
    else:
        for sentence in opened.game.tell_news(play.state.sheet, after.sheet) or ("Nothing new would follow.",):
            play.console.print(Text(clean(sentence)))
    play.console.print("Nothing was saved.", style="dim")


def save_as(play: Play, rest: str) -> None:
    name = rest.removeprefix("as").strip()
    if not name:
        play.fault("Save under which name?", "Type: save as evening2.game")
        return
    try:
        file = LogFile(Path(name))
        if file.text:
            file.close()
            play.fault(f"{name} is there already.", "Choose a name that is free.")
            return
        file.rewrite(play.state.text)
    except Locked:
        play.fault(f"{name} is open in another session.", "Choose another name.")
    except (OSError, UnicodeDecodeError) as failed:
        play.fault(f"{name} cannot be written: {failed}.", "Choose another place.")
    else:
        play.file.close()
        play.file, play.unsaved = file, False
        play.state = read_state(play.state.text, name)
        play.console.print(f"Saved. From now on every line goes to {name}.")


def show_help(play: Play, _: str) -> None:
    show_all_help(play.console, play.state.opened)


COMMANDS: dict[str, Callable[[Play, str], None]] = {
    "undo": undo,
    "redo": redo,
    "edit": edit,
    "what": what_if,
    "show": show_sheet,
    "rounds": show_rounds,
    "log": list_lines,
    "save": save_as,
    "help": show_help,
    "?": show_help,
}
