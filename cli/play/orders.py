"""What can be said to a session besides lines for the log: undo, edit, what if, save as and so on.

An order that cannot be followed raises a Fault.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.text import Text

from cli.games import look_of
from cli.logfile import Locked, LogFile, without_quotes
from cli.play.corrections import add_to_round, edit, insert
from cli.play.entries import compare_lines, settle
from cli.play.inquiries import show_help as show_all_help
from cli.play.inquiries import type_this
from cli.play.keyboard import Prompt
from cli.play.memory import OPEN, forget_setting, keep_setting
from cli.play.session import EDITING, Play
from cli.practice import practise_log
from cli.views.console import clean
from cli.views.faults import say_reason, show_some
from solver.game import Opened
from solver.grammar import Aid
from solver.language import as_typed, later, say
from solver.log import Fault, unreadable
from solver.session import (
    State,
    add_line,
    change_line,
    expand,
    new_conflicts,
    read_state,
)
from solver.tongues import meaning_of

STOPPED = later("Stopped; the change is saved.")
TAKEN_BACK = later("Taken back: {line}")
BACK_AGAIN = later("Back again: {line}")
IS_AGAIN = later("Line {number} is again: {line}")
PRACTISED = 10  # exercises, if it is not said how many


def undo(play: Play, _: str) -> None:
    """Take the last change back: an edit if nothing was typed since, else the last line."""
    last = play.state.last_event
    if play.changed and play.changed[-1][1] == play.state.text:
        after = read_state(play.changed.pop()[0], play.state.log.name)
    elif last is not None:
        after = change_line(play.state, last.number, None)
    else:
        raise unreadable(None, say("There is nothing to undo."), say("Type a line first."))
    play.undone.append((play.state.text, after.text))
    go_back(play, after)


def redo(play: Play, _: str) -> None:
    """Bring back what `undo` took, as long as nothing else was typed since."""
    if not play.undone or play.undone[-1][1] != play.state.text:
        hint = say("`redo` brings back what `undo` took, right after it.")
        raise unreadable(None, say("There is nothing to redo."), hint)
    text, before = play.undone.pop()
    play.changed.append((before, text))
    go_back(play, read_state(text, play.state.log.name))


def go_back(play: Play, after: State) -> None:
    """Return to an older state of the log, and say what that does to its lines."""
    for now, then in compare_lines(play.state, after):
        said, again = now.event if now else "", then.event if then else ""
        if now and said and not again:
            play.note_line(TAKEN_BACK, now, play.state)
        elif then and again and not said:
            play.note_line(BACK_AGAIN, then, after)
        elif then and said != again:
            play.note_line(IS_AGAIN, then, after)
    play.keep(play.judge(after, STOPPED))


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
        raise unreadable(
            None, say("What if what?"), say("Type the line to try: {example}", example="what if bet 9-13 low")
        )
    play.aid.allow(Aid.CHECK)
    full = settle(play, f"what {rest}", expand(play.state, line))
    if full is None:
        return
    after = play.judge(add_line(play.state, full))
    opened = after.opened
    if after.unjudged:
        return
    if opened is None or play.state.opened is None:
        errors = after.errors
        play.board.answer(lambda console: show_some(console, errors))
        return
    play.board.answer(lambda console: _show_if_so(console, play, after, opened))


def _show_if_so(console: Console, play: Play, after: State, opened: Opened) -> None:
    console.print(Text(say("If so: {told}", told=clean(opened.tell(opened.reading.events[-1])))))
    conflicts = new_conflicts(play.state, after)
    if conflicts:
        sentences = tuple(say("That cannot be. {conflict}", conflict=conflict) for conflict in conflicts)
    elif play.pad or after.sheet is None:
        sentences = (say("The log allows it."),)
    else:
        sentences = tuple(opened.tell_news(play.state.sheet, after.sheet)) or (say("Nothing new would follow."),)
    for sentence in sentences:
        console.print(Text(clean(sentence), style="bold" if conflicts else ""))
    console.print(say("Nothing was saved."), style="dim")


def save_as(play: Play, rest: str) -> None:
    name = _without(rest, *as_typed("as"))
    name = without_quotes(name)
    path = Path(name)
    if not name:
        raise unreadable(None, say("Save under which name?"), type_this("save as evening2.game"))
    file = None
    try:
        if play.file.is_at(path):
            problem = say("{name} is the file of this log: every line goes there.", name=name)
            raise unreadable(None, problem, say("For a copy choose another name."))
        if path.exists() and path.stat().st_size:
            raise unreadable(None, say("{name} already exists.", name=name), say("Choose a name that is free."))
        file = LogFile(path)
        file.save(play.state.text)
    except Locked:
        problem = say("{name} is open in another session.", name=name)
        raise unreadable(None, problem, say("Choose another name.")) from None
    except (OSError, ValueError) as failed:
        if file:
            file.close()
        problem = say("{name} cannot be written: {reason}.", name=name, reason=say_reason(failed))
        raise unreadable(None, problem, say("Choose another place.")) from None
    play.file.close()
    play.file, play.unsaved = file, False
    play.state = play.judge(read_state(play.state.text, name))
    play.console.print(say("Saved. From now on every line goes to {name}.", name=name))


def _without(rest: str, word: str) -> str:
    """What follows the word, if it is there: `as y.game` and `y.game` both give `y.game`."""
    first, _, more = rest.partition(" ")
    return more.strip() if meaning_of(first, (word,)) else rest


def practise(play: Play, rest: str) -> None:
    """Exercises from this game once it is over, as many as are asked for."""
    opened = play.state.opened
    if opened is None or not opened.over:
        raise unreadable(None, say("The game is not over."), say("Practise afterwards, with what you missed."))
    count = _without(rest, "count") or str(PRACTISED)
    if not count.isdecimal() or not int(count):
        raise unreadable(None, say("How many exercises?"), say("Type a number: practice 4"))
    practise_log(play.console, opened, int(count), lambda: play.keyboard.ask(Prompt(say("Your answer"))))


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
    if rest and not meaning_of(rest, (*as_typed("always"), "for good")):
        raise unreadable(
            None, say("`{typed}` is not a command.", typed=f"open {rest}"), say("Type: open, or: open always")
        )
    play.board.covered = False
    if rest:
        keep_setting(OPEN, "yes")
    play.console.print(
        say("The sheet lies open, from now on in every session.") if rest else say("The sheet lies open.")
    )
    if not play.keyboard.live:
        play.show_top(play.console)


def cover_up(play: Play, _: str) -> None:
    """Everybody may look; and so it is in sessions to come."""
    play.board.covered = True
    forget_setting(OPEN)
    play.console.print(say("Covered."))


ALONE = ("undo", "redo", "rounds", "heard", "log", "peek", "cover")  # commands without further words
COMMANDS: dict[str, Callable[[Play, str], None]] = {
    "undo": undo,
    "redo": redo,
    **dict.fromkeys(EDITING, edit),
    "insert": insert,
    "round": add_to_round,
    "question": add_to_round,
    "what": what_if,
    "show": show_sheet,
    "rounds": lambda play, _: play.show_progress(),
    "heard": lambda play, _: play.show_progress(),
    "log": list_lines,
    "peek": peek,
    "open": uncover,
    "cover": cover_up,
    "save": save_as,
    "practice": practise,
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
            problem = say("`{word}` takes no other words.", word=word.lower())
            raise unreadable(None, problem, type_this(word.lower()))
        order(play, rest.strip())
    except Fault as fault:
        play.fault(fault.problem, fault.hint)
    return True
