"""What can be said to a session besides lines for the log: undo, edit, what if, save as and so on.

An order that cannot be followed raises a Fault.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.text import Text

from cli.games import look_of
from cli.logfile import Locked, LogFile
from cli.play.entries import choose, compare_lines, refuse, settle
from cli.play.inquiries import show_help as show_all_help
from cli.play.keyboard import Prompt
from cli.play.memory import OPEN, forget_setting, keep_setting
from cli.play.session import Play
from cli.views.console import clean
from cli.views.faults import show_some
from solver.game import Opened
from solver.grammar import Aid
from solver.log import Fault, Line, unreadable
from solver.session import (
    State,
    add_line,
    change_line,
    end_of_round,
    expand,
    insert_line,
    new_conflicts,
    read_state,
    state_before,
)

STOPPED = "Stopped; the change is saved."


def undo(play: Play, _: str) -> None:
    """Take the last change back: an edit if nothing was typed since, else the last line."""
    last = play.state.last_event
    if play.changed and play.changed[-1][1] == play.state.text:
        after = read_state(play.changed.pop()[0], play.state.log.name)
    elif last is not None:
        after = change_line(play.state, last.number, None)
    else:
        raise unreadable(None, "There is nothing to undo.", "Type a line first.")
    play.undone.append((play.state.text, after.text))
    go_back(play, after)


def redo(play: Play, _: str) -> None:
    """Bring back what `undo` took, as long as nothing else was typed since."""
    if not play.undone or play.undone[-1][1] != play.state.text:
        raise unreadable(None, "There is nothing to redo.", "`redo` brings back what `undo` took, right after it.")
    text, before = play.undone.pop()
    play.changed.append((before, text))
    go_back(play, read_state(text, play.state.log.name))


def go_back(play: Play, after: State) -> None:
    """Return to an older state of the log, and say what that does to its lines."""
    for now, then in compare_lines(play.state, after):
        said, again = now.event if now else "", then.event if then else ""
        if now and said and not again:
            play.note_line("Taken back", now, play.state)
        elif then and again and not said:
            play.note_line("Back again", then, after)
        elif then and said != again:
            play.note_line(f"Line {then.number} is again", then, after)
    play.keep(play.judge(after, STOPPED))


def edit(play: Play, rest: str) -> None:
    """`edit 14` brings the line back for editing (emptied it goes); `edit 14 bet 9-15 low` changes it at once."""
    number, _, event = rest.partition(" ")
    line = find_line(play, number)
    if not event:
        if play.covers(line):
            whole = f"Type `open` first, or the whole line: edit {line.number} …"
            raise unreadable(None, f"Line {line.number} is covered.", whole)
        try:
            title = f"Line {line.number}: change it, or empty it to delete it; Ctrl-C leaves it as it is."
            event = play.ask_person(Prompt(title, line.event, suggest=play.suggest_line, mask=play.mask))
        except KeyboardInterrupt:
            return
    if event == line.event:
        play.console.print(f"Line {line.number} stays as it is.")
        return
    typed, better = f"edit {line.number} {event}", partial(corrects, play.state, line.number)
    chosen = _weigh(play, typed, event, lambda state, said: change_line(state, line.number, said or None), better)
    if chosen is not None:
        play.note_line(f"Line {line.number} {'was' if event else 'is gone'}", line, play.state)
        _keep(play, chosen)


def _weigh(
    play: Play,
    typed: str,
    event: str,
    change: Callable[[State, str], State],
    allows: Callable[[State], bool] = lambda _: False,
) -> State | None:
    """The log as a change leaves it, or as the person chooses if nothing fits any more; None if it breaks a rule.

    `allows` says of a log with new faults whether it is better than before all the same.
    """
    after = change(play.state, event)
    wrong = [error for error in after.faults if error not in play.state.faults]
    if wrong and not allows(after):
        refuse(play, wrong, typed, lambda log: change(log, event))
        return None
    return choose(play, play.judge(after, STOPPED), typed, partial(change, play.state))


def _keep(play: Play, chosen: State) -> None:
    play.changed.append((play.state.text, chosen.text))
    play.keep(chosen)


def insert(play: Play, rest: str) -> None:
    """`insert 20 bet Ben 4-9` puts a forgotten line in before line 20."""
    number, _, event = rest.partition(" ")
    most = len(play.state.log.lines) + 1
    if not number.isdecimal() or not event.strip():
        example = "Type the number of the line it comes before: insert 20 bet Ben 4-9"
        raise unreadable(None, "Which line goes where?", example)
    if not 0 < int(number[:9]) <= most:
        problem = f"The log has {most - 1} lines, so nothing can go before line {number}."
        raise unreadable(None, problem, "`log` lists the lines.")
    put_in(play, int(number), event.strip(), f"insert {rest}")


def add_to_round(play: Play, rest: str) -> None:
    """`round 2: told Cleo hit` puts a forgotten line at the end of round 2."""
    number, colon, event = rest.partition(":")
    counts = play.state.opened.game.counts if play.state.opened else "round"
    if not number.strip().isdecimal() or not colon or not event.strip():
        raise unreadable(None, f"What was forgotten in which {counts}?", f"Type: {counts} 2: and the line")
    place = end_of_round(play.state, int(number.strip()[:9]))
    if place is None:
        raise unreadable(None, f"There is no {counts} {number.strip()} in the log.", "`rounds` lists what there is.")
    put_in(play, place, event.strip(), f"{counts} {rest}")


def put_in(play: Play, number: int, event: str, typed: str) -> None:
    """A forgotten line in its place, if it does not spoil anything."""
    full = settle(play, typed, expand(state_before(play.state, number), event))
    if full is None:
        return
    chosen = _weigh(play, typed, full, lambda state, said: insert_line(state, number, said))
    if chosen is not None:
        play.note_line(f"Put in as line {number}", chosen.log.lines[number - 1], chosen)
        _keep(play, chosen)


def corrects(before: State, number: int, after: State) -> bool:
    """Whether fewer faults are left, or the line's own is gone: faults elsewhere were only hidden by it."""
    if any(not error.line for error in after.faults):
        return False  # it could not even be read as a log
    own = [{error.line for error in state.faults} & {number} for state in (before, after)]
    return len(after.faults) < len(before.faults) or own == [{number}, set()]


def find_line(play: Play, number: str) -> Line:
    for line in play.state.log.lines:
        if line.words and str(line.number) == number:
            return line
    problem = f"There is no line `{number}` to edit." if number else "Which line?"
    raise unreadable(None, problem, "Type its number: edit 14 (`log` lists them).")


def show_sheet(play: Play, options: str) -> None:
    play.state = play.judge(play.state)
    if play.state.opened is None:
        play.show_faults()
    elif play.state.unjudged:
        pass  # Ctrl-C did not wait for it
    elif options or play.state.sheet is None:
        play.inquire(f"show {options}")
    else:
        look, sheet = look_of(play.state.opened.game), play.state.sheet
        play.board.answer(lambda console: look.show_sheet(console, sheet, play.pad))


def list_lines(play: Play, _: str) -> None:
    """The lines by number; while the screen is covered, without what only the owner may see."""
    state = play.public if play.board.hidden else play.state

    def show(console: Console) -> None:
        for line in state.log.lines:
            text = line.text if state is play.state else line.text.removeprefix("# ")
            console.print(f"{line.number:>4}  {clean(text)}", soft_wrap=True)

    play.board.answer(show)


def what_if(play: Play, rest: str) -> None:
    """What would follow from a line, without saving it."""
    line = _without(rest, "if")
    if not line:
        raise unreadable(None, "What if what?", "Type the line to try: what if bet 9-13 low")
    play.aid.allow(Aid.CHECK)
    after = play.judge(add_line(play.state, line))
    opened = after.opened
    if after.unjudged:
        return
    if opened is None or play.state.opened is None:
        errors = after.errors
        play.board.answer(lambda console: show_some(console, errors))
        return
    play.board.answer(lambda console: _show_if_so(console, play, after, opened))


def _show_if_so(console: Console, play: Play, after: State, opened: Opened) -> None:
    console.print(Text(f"If so: {clean(opened.tell(opened.reading.events[-1]))}"))
    conflicts = new_conflicts(play.state, after)
    if conflicts:
        sentences = tuple(f"That cannot be. {conflict}" for conflict in conflicts)
    elif play.pad or after.sheet is None:
        sentences = ("The log allows it.",)
    else:
        sentences = tuple(opened.tell_news(play.state.sheet, after.sheet)) or ("Nothing new would follow.",)
    for sentence in sentences:
        console.print(Text(clean(sentence), style="bold" if conflicts else ""))
    console.print("Nothing was saved.", style="dim")


def save_as(play: Play, rest: str) -> None:
    name = _without(rest, "as")
    path = Path(name)
    if not name:
        raise unreadable(None, "Save under which name?", "Type: save as evening2.game")
    file = None
    try:
        if play.file.is_at(path):
            problem = f"{name} is the file of this log: every line goes there."
            raise unreadable(None, problem, "For a copy choose another name.")
        if path.exists() and path.stat().st_size:
            raise unreadable(None, f"{name} already exists.", "Choose a name that is free.")
        file = LogFile(path)
        file.save(play.state.text)
    except Locked:
        raise unreadable(None, f"{name} is open in another session.", "Choose another name.") from None
    except (OSError, ValueError) as failed:
        if file:
            file.close()
        reason = failed.strerror if isinstance(failed, OSError) else str(failed)
        raise unreadable(None, f"{name} cannot be written: {reason}.", "Choose another place.") from None
    play.file.close()
    play.file, play.unsaved = file, False
    play.state = play.judge(read_state(play.state.text, name))
    play.console.print(f"Saved. From now on every line goes to {name}.")


def _without(rest: str, word: str) -> str:
    """What follows the word, if it is there: `as y.game` and `y.game` both give `y.game`."""
    first, _, more = rest.partition(" ")
    return more.strip() if first.lower() == word else rest


def show_help(play: Play, word: str) -> None:
    play.board.answer(lambda console: show_all_help(console, play.state.opened, word))


def peek(play: Play, _: str) -> None:
    """Uncover the sheet until the next line, or for some seconds."""
    if play.keyboard.live:
        play.board.peeking = play.board.covered
        return
    was, play.board.peeking = play.board.peeking, True
    play.show_top(play.console)
    play.board.peeking = was


def uncover(play: Play, rest: str) -> None:
    """`open` leaves the sheet open in this session, `open always` in all to come."""
    if rest.lower() not in ("", "always", "for good"):
        raise unreadable(None, f"`open {rest}` is not a command.", "Type: open, or: open always")
    play.board.covered = False
    if rest:
        keep_setting(OPEN, "yes")
    play.console.print("The sheet lies open, from now on in every session." if rest else "The sheet lies open.")
    if not play.keyboard.live:
        play.show_top(play.console)


def cover_up(play: Play, _: str) -> None:
    """Everybody may look; and so it is in sessions to come."""
    play.board.covered = True
    forget_setting(OPEN)
    play.console.print("Covered.")


ALONE = ("undo", "redo", "rounds", "log", "peek", "cover")  # commands without further words
COMMANDS: dict[str, Callable[[Play, str], None]] = {
    "undo": undo,
    "redo": redo,
    "edit": edit,
    "insert": insert,
    "round": add_to_round,
    "question": add_to_round,
    "what": what_if,
    "show": show_sheet,
    "rounds": lambda play, _: play.show_progress(),
    "log": list_lines,
    "peek": peek,
    "open": uncover,
    "cover": cover_up,
    "save": save_as,
    "help": show_help,
    "?": show_help,
}


def obey_order(play: Play, line: str) -> bool:
    """Do what the line says if it is one of these."""
    word, _, rest = line.partition(" ")
    order = COMMANDS.get(word.lower())
    if order is None:
        return False
    try:
        if rest.strip() and word.lower() in ALONE:
            raise unreadable(None, f"`{word.lower()}` takes no other words.", f"Type: {word.lower()}")
        order(play, rest.strip())
    except Fault as fault:
        play.fault(fault.problem, fault.hint)
    return True
