"""When another program changes the log during a session: its text counts, and what went with the old one is kept."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import zip_longest

from cli.play.session import Play
from solver.log import Line
from solver.session import State, read_state

MOST_NAMED = 5  # lines that went and are named one by one


def catch_up(play: Play) -> None:
    """Take over what another program wrote; a file that is gone, or no longer a log, is written again."""
    if play.unsaved or (text := play.file.read()) == play.file.text:
        return
    if not text:
        play.unsaved = True
        play.save(play.state)
        if not play.unsaved:
            play.note(f"{play.file.path} was gone or is not text any more: it has been written again.", "bold")
        return
    old, play.file.text, play.before = play.state, text, None
    play.state = play.judge(read_state(text, old.log.name, judged=False))
    play.note(f"{play.file.path} was changed by another program and has been read again.", "bold")
    _keep_what_went(play, old)


def _keep_what_went(play: Play, old: State) -> None:
    """An editor may have saved what it read long ago: the lines typed since are named, and the old text is kept."""
    went = [(now, then) for now, then in compare_lines(old, play.state) if now and now.text.strip()]
    if not went:
        return
    for now, then in went[:MOST_NAMED]:
        play.note_line(f"Line {now.number} {'was' if then else 'is gone'}", now, old, now.text.strip())
    if len(went) > MOST_NAMED:
        play.note(f"… and {len(went) - MOST_NAMED} more lines")
    play.changed.append((old.text, play.state.text))
    try:
        where = f"it is also in {play.file.set_aside(old.text).name}"
    except OSError as failed:
        where = f"no copy of it could be written: {failed.strerror}"
    play.note(f"`undo` brings the old text back; {where}.", "bold")


def compare_lines(before: State, after: State) -> Iterator[tuple[Line | None, Line | None]]:
    """The lines that differ: what each was and what it is, None if it was not there or is gone."""
    old, new = before.log.lines, after.log.lines
    moves = SequenceMatcher(None, [line.text for line in old], [line.text for line in new], autojunk=False)
    for same, start, end, new_start, new_end in moves.get_opcodes():
        if same != "equal":
            yield from zip_longest(old[start:end], new[new_start:new_end])
