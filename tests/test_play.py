"""The session under hard conditions: a disk that refuses, a second session, a real terminal, Ctrl-C at any moment."""

from __future__ import annotations

import io
import os
import pty
import random
import re
import select
import shutil
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NoReturn

import pytest
from rich.console import Console

from cli.games import look_of
from cli.logfile import LogFile, without_quotes
from cli.play.board import PEEK
from cli.play.inquiries import INQUIRIES, show_help
from cli.play.keyboard import Pipe, Prompt, Suggest, Terminal, say_hints
from cli.play.loop import run, word_invitation
from cli.play.orders import COMMANDS
from cli.play.session import Play
from cli.views import console as consoles
from solver.english import say_ask
from solver.game import Opened
from solver.games import open_log
from solver.log import parse_log
from solver.session import judge, read_state
from tests.conftest import Deduce

ROOT = Path(__file__).parent.parent
SHORT = "game think-str8\nplayers Anna Ben\nme Anna\ndice b b b\nreveal 3 1 6 0 2 7\n"  # one hand only: quick to answer
LOG = (ROOT / "examples" / "think_str8" / "notation.game").read_text(encoding="utf-8").partition("final")[0]


def session(path: Path, lines: list[str], monkeypatch: pytest.MonkeyPatch) -> str:
    """Play the lines on the log; what was answered."""
    output = io.StringIO()
    console = consoles.Screen(say_ask, file=output, width=80)
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    file = LogFile(path)
    play = Play(console, Pipe(console), file, pad=False)
    run(play)
    play.file.close()
    return output.getvalue()


# A disk that refuses.


def refusing(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_full_disk_is_said_and_typing_goes_on_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "full.game"
    path.write_text(LOG, encoding="utf-8")

    def append(place: Path, data: bytes) -> None:
        refusing() if place == path else place.write_bytes(data)

    monkeypatch.setattr("cli.logfile._append", append)
    answer = session(path, ["cross blue 0", f"save as {tmp_path / 'other.game'}"], monkeypatch)
    assert "No space left on device" in " ".join(answer.split())
    assert "Type `save as" in answer
    assert path.read_text(encoding="utf-8") == LOG
    saved = (tmp_path / "other.game").read_text(encoding="utf-8")
    assert "cross blue 0\n" in saved


def test_unsaved_lines_are_printed_when_leaving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "full.game"
    path.write_text(LOG, encoding="utf-8")
    monkeypatch.setattr("cli.logfile._append", refusing)
    assert "cross blue 0" in session(path, ["cross blue 0"], monkeypatch).rpartition("lacks the last lines")[2]


def test_log_with_faults_can_be_mended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "cut.game"
    path.write_text(LOG + "bet Be", encoding="utf-8")
    last = len(LOG.splitlines()) + 1
    answer = session(path, ["dice r r r", f"edit {last} dice b b b"], monkeypatch)
    assert "must be corrected" in answer
    assert isinstance(open_log(parse_log(path.read_text(encoding="utf-8"))), Opened)


@pytest.mark.parametrize(("content", "says"), [(None, "This is a folder."), (b"\x00\xff", "not a text file")])
def test_what_is_no_log_is_refused(tmp_path: Path, deduce: Deduce, content: bytes | None, says: str) -> None:
    path = tmp_path / "x.game"
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)
    result = deduce("play", path)
    assert result.exit_code == 2
    assert says in result.stderr


def test_a_folder_that_cannot_be_written_to_is_said_before_anything_is_asked(tmp_path: Path, deduce: Deduce) -> None:
    for folder, says in (
        (tmp_path / "nowhere", "There is no folder"),
        (Path("/proc"), "Nothing can be written in /proc"),
    ):
        refused = deduce("play", folder / "x.game", text="think-str8\n")
        assert refused.exit_code == 2
        assert refused.stdout == ""
        assert says in refused.stderr
        assert "folder" in refused.stderr.splitlines()[-1]
    begun = deduce.inside(tmp_path)("play", text="\nnowhere/x.game\nx.game\n").stdout
    assert begun.count("In which file?") == 2
    assert (tmp_path / "x.game").read_text(encoding="utf-8") == "game think-str8\n"


def test_a_log_whose_folder_goes_is_said_to_be_unsaved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = " ".join(session(tmp_path / "nowhere" / "x.game", ["", "quit"], monkeypatch).split())
    assert "Not saved to" in answer
    assert "save as" in answer


# A log that must be corrected, a line that contradicts it, a file that others change.


def test_a_log_that_needs_mending_takes_no_further_faults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG + "dice b b x\n", encoding="utf-8")
    answer = session(path, ["xyzzy foo", "bet 99-3", "bet Ben 4-9"], monkeypatch)
    last = len(LOG.splitlines()) + 1
    assert answer.count(f"Not saved: line {last} of the log must be corrected first.") == 3
    assert path.read_text(encoding="utf-8") == LOG + "dice b b x\n"


def test_a_mend_may_bring_other_faults_to_light(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, begun = tmp_path / "a.game", "game think-str8\nplayers Anna Ben Cleo\nme "
    rest = "\nsee Ben 316027\nsee Cleo 316027\ndice ygb\n"
    path.write_text(f"{begun}Ann2{rest}", encoding="utf-8")
    answer = session(path, ["edit 3 me Ann3", "edit 3 me Anna"], monkeypatch)
    assert "Line 3 was: me Ann2" in answer
    assert "a.game, line 5" in answer.rpartition("Line 3 was")[2]
    assert path.read_text(encoding="utf-8") == f"{begun}Anna{rest}"


MISHEARD = """game think-str8
players Anna Ben Cleo
me Anna
see Ben 657376
see Cleo 144120
see neutral 531562
dice ggg
bet 3-9 hit
"""


def test_what_another_cannot_have_been_told_is_asked_about(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.game"
    path.write_text(MISHEARD, encoding="utf-8")
    answer = session(path, ["bet Ben 4-7 hit", "t"], monkeypatch)
    assert "cannot all be true of Ben's cards" in answer
    assert path.read_text(encoding="utf-8") == MISHEARD
    session(path, ["bet Ben 4-7 hit", "1"], monkeypatch)
    assert path.read_text(encoding="utf-8") == MISHEARD + "bet Ben 4-7 low\n"
    assert "cannot all be true of Ben's cards" in session(path, ["edit 9 bet Ben 4-7 hit", "k"], monkeypatch)
    assert path.read_text(encoding="utf-8") == MISHEARD + "bet Ben 4-7 hit\n"
    assert "cannot all be true" not in session(path, ["bet Cleo 3-9 low"], monkeypatch), "asked once is enough"


def test_a_kept_contradiction_about_another_stays_in_sight(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.game"
    path.write_text(MISHEARD + "bet Ben 4-7 hit\n", encoding="utf-8")
    assert "! The log contradicts itself about Ben's cards: `check` shows the lines." in session(path, [], monkeypatch)
    path.write_text(MISHEARD + "bet Ben 4-7 low\n", encoding="utf-8")
    assert "contradicts itself" not in session(path, [], monkeypatch)


TWICE = """game think-str8
players Anna Ben Cleo
me Anna
see Ben 601145
see Cleo 134403
see neutral 226726
dice yellow green green
bet 0-3 hit
dice yellow green red
bet 12-14 hit
dice red purple grey
"""


def test_a_second_contradiction_has_its_own_proof_and_repairs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.game"
    path.write_text(TWICE, encoding="utf-8")
    assert "cannot be" not in session(path, ["bet 0-3 hit"], monkeypatch), "it contradicts nothing else"
    answer = session(path, ["dice red purple grey", "bet 15-21 hit", "k", "dice red purple red"], monkeypatch)
    told = " ".join(answer.split())
    assert "apart from the contradiction kept before. This log contradicts itself" in told
    assert "line 12 bet 0-3 hit line 14 bet 15-21 hit" in told
    assert told.count("kept before") == 1, "asked once is enough"
    begun = TWICE + "bet 0-3 hit\ndice red purple grey\n"
    path.write_text(begun, encoding="utf-8")
    assert "Line 12 was: bet 0-3 hit" in session(path, ["bet 15-21 hit", "1"], monkeypatch)
    old, new = f"{begun}bet 15-21 hit\n".splitlines(), path.read_text(encoding="utf-8").splitlines()
    assert [place for place, line in enumerate(old, 1) if line != new[place - 1]] == [12], "the first stays as kept"


def test_what_if_says_that_another_cannot_have_been_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.game"
    path.write_text(MISHEARD, encoding="utf-8")
    answer = " ".join(session(path, ["what if bet Ben 4-7 hit"], monkeypatch).split())
    assert "That cannot be. What Ben was told in round 1 does not fit the cards typed for Ben." in answer


def test_show_and_advise_point_to_check(tmp_path: Path, deduce: Deduce) -> None:
    path = tmp_path / "a.game"
    path.write_text(MISHEARD + "bet Ben 4-7 hit\n", encoding="utf-8")
    assert "check" in deduce("show", path).stdout
    assert "a.game` explains the contradiction" in " ".join(deduce("show", path).stdout.split())
    assert "a.game` shows the lines" in " ".join(deduce("advise", path).stdout.split())
    path.write_text(MISHEARD + "bet Ben 4-7 low\n", encoding="utf-8")
    assert "check`" not in deduce("show", path).stdout


def test_redo_never_loses_what_was_typed_since(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG + "cross blue 0\n", encoding="utf-8")
    answer = session(path, ["undo", "# a note", "redo"], monkeypatch)
    assert "nothing to redo" in answer
    assert path.read_text(encoding="utf-8") == LOG + "# a note\n"


def test_undo_takes_back_the_last_change_and_redo_makes_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.game"
    begun = LOG + "cross blue 0\ncross blue 3\n"
    path.write_text(begun, encoding="utf-8")
    number = len(begun.splitlines()) - 1
    edited = LOG + "cross blue 4\ncross blue 3\n"
    edit = f"edit {number} cross blue 4"
    answer = session(path, [edit, "cross blue 7", "undo", "undo"], monkeypatch)
    assert "Taken back: cross blue 7" in answer
    assert f"Line {number} is again: cross blue 0" in answer
    assert path.read_text(encoding="utf-8") == begun
    answer = session(path, [edit, "undo", "redo", "undo", "redo"], monkeypatch)
    assert answer.count(f"Line {number} is again: cross blue 4") == 2
    assert path.read_text(encoding="utf-8") == edited
    answer = session(path, [f"edit {number}", "", "undo"], monkeypatch)
    assert f"Line {number} is gone: cross blue 4" in answer
    assert "Back again: cross blue 4" in answer
    assert path.read_text(encoding="utf-8") == edited


def test_undo_of_a_line_with_a_comment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG + "cross blue 0  # sure?\n", encoding="utf-8")
    assert "Taken back: cross blue 0\n" in session(path, ["undo"], monkeypatch)
    assert path.read_text(encoding="utf-8") == LOG + "# sure?\n"


def test_undo_takes_back_a_repair_with_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.game"
    shutil.copy(ROOT / "examples" / "think_str8" / "markus.game", path)
    session(path, ["dice g g g"], monkeypatch)
    before = path.read_text(encoding="utf-8")
    answer = session(path, ["bet 6-8 hit", "2", "undo"], monkeypatch)
    assert "Line 23 was: dice g g g\n" in answer
    assert "Line 23 is again: dice g g g\nTaken back: bet 6-8 hit\n" in answer
    assert path.read_text(encoding="utf-8") == before


class Typed:
    """A keyboard of a test: lines to type, or things to do first; it keeps what waited at the prompt."""

    live = False

    def __init__(self, *lines: str | Callable[[], object] | type[BaseException]) -> None:
        self.lines = list(lines)
        self.waiting: list[str] = []
        self.suggest: Suggest | None = None

    def ask(self, prompt: Prompt) -> str:
        self.waiting.append(prompt.text)
        self.suggest = prompt.suggest
        while self.lines:
            line = self.lines.pop(0)
            if isinstance(line, str):
                return line
            if isinstance(line, type):
                raise line
            line()
        raise EOFError

    def press(self, title: str) -> str:
        raise AssertionError(f"only a terminal has pages: {title}")

    def rows(self, prompt: Prompt) -> int:
        raise AssertionError(f"only a terminal has rows: {prompt}")


def typed(path: Path, *lines: str | Callable[[], object] | type[BaseException]) -> tuple[Typed, str]:
    output, keyboard = io.StringIO(), Typed(*lines)
    play = Play(Console(file=output, width=80), keyboard, LogFile(path), pad=False)
    run(play)
    play.file.close()
    return keyboard, " ".join(output.getvalue().split())


def test_what_another_program_writes_into_the_log_counts(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG, encoding="utf-8")
    theirs = LOG + "cross blue 3\n"
    _, answer = typed(path, "cross blue 0", lambda: path.write_text(theirs, encoding="utf-8"), "cross red 1")
    assert "changed by another program" in answer
    assert path.read_text(encoding="utf-8") == theirs + "cross red 1\n"


def test_lines_that_an_editor_drops_are_named_and_kept(tmp_path: Path) -> None:
    path, copy = tmp_path / "a.game", tmp_path / "a.game.bak"
    path.write_text(LOG, encoding="utf-8")
    number, full = len(LOG.splitlines()) + 1, LOG + "cross blue 0\n# a note\n"
    save_old_buffer = partial(path.write_text, LOG.replace("players Anna", "players  Anna"), encoding="utf-8")
    _, answer = typed(path, "cross blue 0", "# a note", save_old_buffer, "undo", "cross red 1")
    assert "a.game was changed by another program" in answer
    assert f"Line 2 was: {' '.join(LOG.splitlines()[1].split())}" in answer
    assert f"Line {number} is gone: cross blue 0 Line {number + 1} is gone: # a note" in answer
    assert "`undo` brings the old text back; it is also in a.game.bak." in answer
    assert copy.read_text(encoding="utf-8") == full
    assert path.read_text(encoding="utf-8") == full + "cross red 1\n"


def test_what_is_only_added_elsewhere_needs_no_copy(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG, encoding="utf-8")
    _, answer = typed(path, lambda: path.write_text(LOG + "cross blue 3\n", encoding="utf-8"), "cross red 1")
    assert "read again" in answer
    assert os.listdir(tmp_path) == ["a.game"]


def test_a_read_only_log_is_refused_at_every_line(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG, encoding="utf-8")
    path.chmod(0o444)
    _, answer = typed(path, "cross blue 0", "cross red 1")
    assert answer.count("Not saved to") == 2
    assert path.read_text(encoding="utf-8") == LOG
    assert os.listdir(tmp_path) == ["a.game"]


def test_a_log_that_is_gone_is_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG, encoding="utf-8")
    typed(path, path.unlink, "cross red 1")
    assert path.read_text(encoding="utf-8") == LOG + "cross red 1\n"


@pytest.mark.parametrize("leave", ["quit", EOFError])
def test_a_log_that_is_gone_when_leaving_is_written_anew(tmp_path: Path, leave: str | type[BaseException]) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG, encoding="utf-8")
    _, answer = typed(path, path.unlink, leave)
    assert "it has been written again" in answer
    assert path.read_text(encoding="utf-8") == LOG


def test_a_log_that_cannot_be_written_anew_is_printed_when_leaving(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG, encoding="utf-8")
    _, answer = typed(path, path.unlink, path.mkdir, "cross red 1", "quit")
    assert answer.count("Not saved to") == 1
    assert "cross red 1" in answer.rpartition("lacks the last lines")[2]


# Whatever the terminal sends, only whole, clean lines reach the log.


UNCLEAN = {"nul": "\0", "escape": "\x1b[2J", "bell": "\x07", "c1": "\x9b", "byte": "\udcff", "separator": "\u2028"}


@pytest.mark.parametrize(
    "line", ["# a note {}", "cross blue 0 # {}", "cross {}blue 0", "edit 3 me {}Anna", "save as {}"]
)
@pytest.mark.parametrize("sign", UNCLEAN.values(), ids=UNCLEAN)
def test_signs_that_a_log_cannot_hold_are_refused(tmp_path: Path, line: str, sign: str) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG, encoding="utf-8")
    keyboard, answer = typed(path, line.format(sign))
    assert "A log cannot hold this character. Type the line without it. Not saved." in answer
    assert keyboard.waiting == ["", line.format(sign[1:])]
    assert path.read_text(encoding="utf-8") == LOG


def test_a_refused_sign_is_marked(tmp_path: Path, golden: Callable[[Path, str], None]) -> None:
    path = tmp_path / "a.game"
    path.write_text(SHORT, encoding="utf-8")
    output = io.StringIO()
    play = Play(Console(file=output, width=80), Typed("# not\x07e", f"# {'long ' * 300}"), LogFile(path), pad=False)
    run(play)
    play.file.close()
    said = output.getvalue().replace(str(path), "a.game").partition("a.game, line 6")
    golden(ROOT / "tests" / "cli" / "refusals" / "unclean_lines.txt", said[1] + said[2].partition("Saved. Go on")[0])


def test_in_an_answer_to_a_question_as_well(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    _, answer = typed(path, "str8", "Anna\0 Ben", "Anna Ben", "Anna\udcff", "edit 2", "players Anna\0 Bea", "quit")
    assert answer.count("A log cannot hold this character.") == 3
    assert path.read_text(encoding="utf-8") == "game think-str8\nplayers Anna Ben\n"


def test_a_paste_is_taken_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG, encoding="utf-8")
    keyboard, _ = typed(path, "# a note\ncross blue 0\r\n\ncross red 1\r# two", "undo")
    assert path.read_text(encoding="utf-8") == LOG + "# a note\ncross blue 0\n# two\n"
    assert keyboard.waiting == ["", "", ""]


def test_what_is_pasted_behind_a_refused_line_waits_with_it(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG, encoding="utf-8")
    keyboard, _ = typed(
        path, "# note\nbet Ben 30-31\ncross blue 0\n# last", "cross blue 3\n# \0\n# end", KeyboardInterrupt
    )
    assert keyboard.waiting == ["", "bet Ben 30-31\ncross blue 0\n# last", "# \n# end", ""]
    assert path.read_text(encoding="utf-8") == LOG + "# note\ncross blue 3\n"


@pytest.mark.parametrize(("first", "left"), [("# \0", "# "), ("\0", "")], ids=["some", "nothing"])
@pytest.mark.parametrize("before", ["", "# note\n"], ids=["first", "later"])
def test_it_waits_whatever_is_left_of_an_unclean_line(tmp_path: Path, before: str, first: str, left: str) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG, encoding="utf-8")
    keyboard, _ = typed(path, f"{before}{first}\ncross blue 0\n# last", "cross blue 3\n# end")
    assert keyboard.waiting == ["", f"{left}\ncross blue 0\n# last", ""]
    assert path.read_text(encoding="utf-8") == f"{LOG}{before}cross blue 3\n# end\n"


def test_a_paste_answers_the_questions_of_a_new_log_but_not_those_about_a_contradiction(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    typed(path, "str8\nAnna Ben\nAnna", "quit")
    assert path.read_text(encoding="utf-8") == "game think-str8\nplayers Anna Ben\nme Anna\n"
    path.write_text(MISHEARD, encoding="utf-8")
    keyboard, _ = typed(path, "bet Ben 4-7 hit\nk\n# note", "t", KeyboardInterrupt)
    assert keyboard.waiting == ["", "", "bet Ben 4-7 hit\nk\n# note", ""]
    assert path.read_text(encoding="utf-8") == MISHEARD


@pytest.mark.seldom
def test_a_log_does_not_grow_until_it_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text(SHORT + "# a long note\n" * 14_275, encoding="utf-8")
    before = path.read_bytes()
    _, answer = typed(path, f"# {'x' * 500}", f"cross blue 0 # {'x' * 500}")
    assert answer.count("more than 200,000 bytes") == 2
    assert path.read_bytes() == before


def test_from_a_pipe_too(tmp_path: Path, deduce: Deduce) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG, encoding="utf-8")
    answer = deduce("play", path, text=b"# \xff\n# \0\n# caf\xc3\xa9\n")
    assert answer.exit_code == 0
    assert answer.stdout.count("A log cannot hold this character.") == 2
    assert path.read_text(encoding="utf-8") == LOG + "# café\n"


def test_a_contradicting_line_taken_back_waits_at_the_prompt(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text(MISHEARD, encoding="utf-8")
    keyboard, _ = typed(path, "bet Ben 4-7 hit", KeyboardInterrupt)
    assert keyboard.waiting == ["", "", "bet Ben 4-7 hit"]


def test_questions_are_answered_at_a_contradiction_and_what_would_change_the_log_waits(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text(MISHEARD, encoding="utf-8")
    asked = ("show", "why green 5", "help told", "?", "undo", "")
    _, answer = typed(path, "bet Ben 4-7 hit", *asked, "4-7>", "cleo 3-8")
    assert answer.count("That was about the log without the new line. Nothing is decided yet.") == 2
    assert "Anna's sheet" in answer
    assert "Green is not 5." in answer
    assert "told [PLAYER]" in answer
    assert "take back the last change" in answer
    assert "Nothing is decided yet. `undo` must wait." in answer
    assert path.read_text(encoding="utf-8") == MISHEARD + "bet Ben 4-7 low\nbet Cleo 3-8\n"


def test_another_line_may_answer_what_a_short_one_means(tmp_path: Path) -> None:
    path, begun = tmp_path / "a.game", "game thinkaboxin\nplayers Anna Ben Cleo\nme Anna\nroll 2 5 5 1\n"
    path.write_text(begun, encoding="utf-8")
    keyboard, answer = typed(path, "2 3", "ben 2 3", "3 3", "")
    assert answer.count("could be:") == 2
    assert keyboard.waiting == ["", "", "", "", "3 3"]
    assert path.read_text(encoding="utf-8") == begun + "bid Ben 2x3\n"


def test_of_two_contradictions_the_new_one_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text(MISHEARD + "bet Ben 4-7 hit\n", encoding="utf-8")
    _, answer = typed(path, "bet Cleo 5-6 hit", "t")
    assert "apart from the contradiction kept before. This log contradicts itself" in answer
    assert "cannot all be true of Cleo's cards" in answer
    assert "to make that change, t to take" in answer


def test_a_swap_that_may_be_missing_is_named_at_a_contradiction(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text("game think-str8\nplayers Anna Ben\nme Anna\ndice ygb\nbet 3-9 low\nbet Ben 3-4\ndice ygb\n")
    _, answer = typed(path, "bet 0-3 hit", "t")
    assert "After your wrong bet in round 1 no swap is typed" in answer


@pytest.mark.parametrize("leave", ["quit", "Q", EOFError])
def test_leaving_at_a_contradiction_saves_nothing_and_says_so(tmp_path: Path, leave: str | type[BaseException]) -> None:
    path = tmp_path / "a.game"
    path.write_text(MISHEARD, encoding="utf-8")
    _, answer = typed(path, "bet Ben 4-7 hit", leave, "bet Ben 4-7 low")
    assert " to make that change, t to take the line back" in answer
    assert "Not saved: bet Ben 4-7 hit" in answer
    assert path.read_text(encoding="utf-8") == MISHEARD


@pytest.mark.parametrize("leave", ["quit", EOFError])
def test_leaving_says_how_much_of_a_paste_was_not_taken(tmp_path: Path, leave: str | type[BaseException]) -> None:
    path = tmp_path / "a.game"
    path.write_text(MISHEARD, encoding="utf-8")
    _, answer = typed(path, "bet Ben 4-7 hit\ncross blue 0\n# last", leave)
    assert "Not saved: bet Ben 4-7 hit Not taken: 2 more lines of what was pasted. Saved. Go on" in answer
    assert path.read_text(encoding="utf-8") == MISHEARD
    _, answer = typed(path, "# note\nquit\n# last")
    assert "Not taken: 1 more line of what was pasted." in answer
    assert path.read_text(encoding="utf-8") == f"{MISHEARD}# note\n"


@pytest.mark.parametrize("leave", ["quit", EOFError])
def test_leaving_where_a_short_line_could_be_two_says_so_too(tmp_path: Path, leave: str | type[BaseException]) -> None:
    path, begun = tmp_path / "a.game", "game thinkaboxin\nplayers Anna Ben Cleo\nme Anna\nroll 2 5 5 1\n"
    path.write_text(begun, encoding="utf-8")
    _, answer = typed(path, "2 3\nben 3 3", leave)
    assert "Not saved: 2 3 Not taken: 1 more line of what was pasted." in answer
    assert path.read_text(encoding="utf-8") == begun


# The questions of a new log, and commands.


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A name for a new log; nothing is remembered from an earlier one."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "new.game"


def test_ctrl_c_cancels_an_answer_and_not_the_session(fresh: Path) -> None:
    typed(fresh, KeyboardInterrupt, "str8", KeyboardInterrupt, "Anna Ben")
    assert fresh.read_text(encoding="utf-8") == "game think-str8\nplayers Anna Ben\n"


def test_commands_work_between_the_questions(fresh: Path) -> None:
    other = fresh.with_name("other.game")
    _, answer = typed(fresh, "tricoda", "help", "undo", "think-str8", f"save as {other}", "Anna Ben", "Quit")
    assert "take back the last change" in answer
    assert other.read_text(encoding="utf-8") == "game think-str8\nplayers Anna Ben\n"


def test_whole_lines_and_questions_are_taken_between_the_questions(fresh: Path) -> None:
    cards = ("see Cleo 316027", "advise", "dice gyb")
    _, answer = typed(
        fresh, "1", "Anna Ben Cleo", "Anna", "aid hints", "without grey", "undo", "", "n", "", *cards, "8-14>"
    )
    assert "This log asks for less help than that" in answer
    assert fresh.read_text(encoding="utf-8").splitlines()[3:] == [
        "aid hints",
        "tokens 1:7 2:6 3:5 4:4 5:3 6:2 7:1",
        "see Cleo 316027",
        "dice gyb",
        "bet Anna 8-14 low",
    ]


def test_undo_goes_back_behind_a_remembered_answer(fresh: Path) -> None:
    typed(fresh, "", "Anna Ben", "me", "Anna", "", "", "n", "", "quit")
    again = fresh.with_name("again.game")
    typed(again, "", "Anna Ben", "Anna", "", "", "n", "undo", "undo", "Ben", "quit")
    assert again.read_text(encoding="utf-8") == "game think-str8\nplayers Anna Ben\nme Ben\n"


def test_tab_offers_the_answers(fresh: Path) -> None:
    keyboard, _ = typed(fresh, "", "Anna Ben")
    assert keyboard.suggest is not None
    assert keyboard.suggest("A") == ["Anna"]
    assert keyboard.suggest("sa") == ["save"]


@pytest.mark.parametrize(
    ("begun", "offered"),
    [
        ("why r", ["red"]),
        ("why red 6, b", ["blue"]),
        ("what ", ["if"]),
        ("what if sw", ["swap"]),
        ("what if swap pu", ["purple"]),
        ("edit 12 sw", ["swap"]),
        ("help b", ["bet"]),
        ("help ch", ["change", "check"]),
        ("sw", ["swap"]),
        ("ed", ["edit"]),
        ("undo ", []),
    ],
)
def test_tab_goes_on_after_a_command(tmp_path: Path, begun: str, offered: list[str]) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG, encoding="utf-8")
    keyboard, _ = typed(path)
    assert keyboard.suggest is not None
    assert keyboard.suggest(begun) == offered


@pytest.mark.parametrize(("answer", "line"), [("Yes", True), ("without grey", True), ("N", False), ("grey", None)])
def test_yes_and_no(fresh: Path, answer: str, line: bool | None) -> None:
    _, said = typed(fresh, "", "Anna Ben", "Anna", "", "", answer)
    assert ("without grey" in fresh.read_text(encoding="utf-8")) == bool(line)
    assert ("Type yes or no." in said) == (line is None)


def test_save_as(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    lines = ["SAVE AS b.game", "save asparagus.game", "save as asparagus.game", f"save as {'x' * 300}.game"]
    lines += ["save as a\0b.game", "QUIT"]
    answer = " ".join(session(path, lines, monkeypatch).split())
    assert sorted(os.listdir(tmp_path)) == ["a.game", "asparagus.game", "b.game"]
    assert "asparagus.game is the file of this log" in answer
    assert "A log cannot hold this character." in answer
    assert "Errno" not in answer


def test_after_save_as_no_lock_stays_behind(tmp_path: Path, deduce: Deduce) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG, encoding="utf-8")
    assert deduce("play", path, text=f"save as {tmp_path / 'b.game'}\n").exit_code == 0
    assert sorted(os.listdir(tmp_path)) == ["a.game", "b.game"]


def test_lines_on_no_disk_can_be_copied_and_the_shell_is_told(
    tmp_path: Path, deduce: Deduce, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, note = tmp_path / "a.game", f"# {'a long note ' * 10}".strip()
    path.write_text(LOG, encoding="utf-8")
    monkeypatch.setattr("cli.logfile._append", refusing)
    result = deduce("play", path, text=f"{note}\n")
    assert result.exit_code == 2
    assert f"\n{note}\n" in result.stdout.rpartition("lacks the last lines")[2]


def test_words_too_many_are_not_swallowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG, encoding="utf-8")
    assert "`undo` takes no other words." in session(path, ["undo 2"], monkeypatch)
    assert path.read_text(encoding="utf-8") == LOG
    assert "Which line?" in session(path, ["edit"], monkeypatch)
    assert "No line begins with `iffy`" in session(path, ["what iffy"], monkeypatch)
    assert "Ben's sheet" in session(path, ["show --as Ben"], monkeypatch)
    assert "Ben's sheet" in session(path, ["show as Ben"], monkeypatch)


def test_commands_may_be_typed_as_in_the_shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG, encoding="utf-8")
    answer = session(path, ["deduce hint", "deduce advise LOG --dice y g b", f"Deduce check {path}"], monkeypatch)
    plain = session(path, ["hint", "advise gyb", "check"], monkeypatch)
    assert [row for row in answer.splitlines() if row[:1] != ">"] == [
        row for row in plain.splitlines() if row[:1] != ">"
    ]
    assert "begins with" not in answer
    assert "No line or command begins with `deduce`" in session(path, ["deduce", "deduce cross blue 0"], monkeypatch)
    assert path.read_text(encoding="utf-8") == LOG


@pytest.mark.parametrize("name", ["think_str8/notation", "tricoda/evening", "thinkaboxin/notation"])
def test_help_fits_a_small_screen_and_cuts_no_word(name: str) -> None:
    opened = open_log(parse_log((ROOT / "examples" / f"{name}.game").read_text(encoding="utf-8")))
    assert isinstance(opened, Opened)
    output = io.StringIO()
    show_help(Console(file=output, width=80), opened)
    rows = output.getvalue().splitlines()
    assert len(rows) <= 23, "the page needs one of 24 rows for its prompt"
    assert max(map(len, rows)) <= 80
    show_help(Console(file=output, width=80), opened, opened.game.verbs[-1].name)
    assert opened.game.verbs[-1].form in output.getvalue()


@pytest.mark.parametrize("word", ["edit", "what", "WHY", "quit", *COMMANDS, *INQUIRIES])
def test_help_about_every_command(word: str) -> None:
    output = io.StringIO()
    show_help(Console(file=output, width=80), None, word if word != "?" else "help")
    assert "There is no help" not in output.getvalue()
    assert len(output.getvalue().splitlines()) <= 4


def test_help_about_nothing_known_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG, encoding="utf-8")
    answer = session(path, ["help zzz", "help edit"], monkeypatch)
    assert "There is no help about `zzz`." in answer
    assert "take the last change" not in answer
    assert "if you empty it, it is deleted" in " ".join(answer.split())


def test_one_hand_is_no_hands() -> None:
    after = judge(read_state(SHORT, "a.game"))
    assert after.opened is not None
    assert after.sheet is not None
    assert after.opened.tell_news(None, after.sheet) == ("1 hand is possible.",)


@pytest.mark.parametrize(("name", "early"), [("think_str8/evening", 12), ("tricoda/evening", 10)])
@pytest.mark.seldom
def test_the_sheet_keeps_its_rows_when_something_becomes_certain(name: str, early: int) -> None:
    lines = (ROOT / "examples" / f"{name}.game").read_text(encoding="utf-8").splitlines()
    rows = []
    for count in range(early, len(lines) + 1):
        state = judge(read_state("\n".join(lines[:count]), "a.game"))
        if state.opened is not None and state.sheet is not None and state.sheet.consistent:
            output = io.StringIO()
            look_of(state.opened.game).show_compact(Console(file=output, width=80), state.sheet, None, False)
            shown = output.getvalue().splitlines()
            last = next(place for place, row in enumerate(shown) if row.lstrip().startswith("7 "))
            rows.append((last, "Certain:" in shown[1]))
    assert len({height for height, _ in rows}) == 1
    assert {certain for _, certain in rows} == {True, False}


@pytest.mark.parametrize("name", ["think_str8/evening", "tricoda/evening", "thinkaboxin/notation"])
def test_what_stays_in_sight_leaves_room_for_a_line_and_its_answer(name: str) -> None:
    lines = (ROOT / "examples" / f"{name}.game").read_text(encoding="utf-8").splitlines()
    for count in range(8, len(lines) + 1, 3):
        state = judge(read_state("\n".join(lines[:count]), "a.game"))
        if state.opened is not None and state.sheet is not None and state.sheet.consistent:
            output = io.StringIO()
            look_of(state.opened.game).show_compact(Console(file=output, width=80), state.sheet, None, False)
            assert len(output.getvalue().splitlines()) <= 19, output.getvalue()


# A second session, a real terminal.


PROMPT = "\x1b[?2004h"  # from here on a paste is told from typing: each prompt begins with it


def open_always(folder: Path) -> Path:
    """A folder for settings in which the sheet is never covered."""
    (folder / "deduce").mkdir(exist_ok=True)
    (folder / "deduce" / "open").write_text("yes\n", encoding="utf-8")
    return folder


def wait_for(descriptor: int, *what: str, seconds: float = 60) -> str:
    """What a terminal shows until all of this stood there, one after the other."""
    screen, end, awaited = "", time.monotonic() + seconds, re.compile(".*".join(map(re.escape, what)), re.DOTALL)
    while not awaited.search(screen) and time.monotonic() < end:
        if select.select([descriptor], [], [], 0.2)[0]:
            try:
                screen += os.read(descriptor, 65536).decode("utf-8", "replace")
            except OSError:
                break
    assert awaited.search(screen), screen
    return screen


@pytest.fixture
def terminal(tmp_path: Path) -> Callable[[Path], int]:
    def start(path: Path) -> int:
        child, descriptor = pty.fork()
        if child == 0:
            env = os.environ | {"TERM": "xterm", "COLUMNS": "80", "LINES": "24", "PROMPT_TOOLKIT_NO_CPR": "1"}
            env["XDG_CONFIG_HOME"] = str(open_always(tmp_path))
            os.chdir(ROOT)
            os.execve(sys.executable, [sys.executable, "-m", "cli", "play", str(path)], env)
        return descriptor

    return start


def test_in_a_terminal(tmp_path: Path, terminal: Callable[[Path], int]) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG, encoding="utf-8")
    keys = terminal(path)
    wait_for(keys, "you throw")
    os.write(keys, b"bet Ben 30-31\r")
    wait_for(keys, "Not saved", PROMPT)
    os.write(keys, b"\x03")  # the refused text is back at the prompt; Ctrl-C clears it
    os.write(keys, b"cross blue 0\r")
    wait_for(keys, "Crossed out")
    second = subprocess.run(
        [sys.executable, "-m", "cli", "play", str(path)], cwd=ROOT, capture_output=True, text=True, input=""
    )
    assert second.returncode == 2
    assert "is open in another session" in " ".join(second.stderr.split())
    os.write(keys, b"\x04")
    wait_for(keys, "Saved. Go on")
    assert path.read_text(encoding="utf-8") == LOG + "cross blue 0\n"


def test_bytes_and_pastes_in_a_terminal(tmp_path: Path, terminal: Callable[[Path], int]) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG, encoding="utf-8")
    keys = terminal(path)
    wait_for(keys, PROMPT)
    for line in (b"# \xff", b"# \x11\0", b"# \x11\x1b[2J"):  # Ctrl-Q takes the next key as it is
        os.write(keys, line + b"\r")
        wait_for(keys, "A log cannot hold this", PROMPT)
        os.write(keys, b"\x03")
        wait_for(keys, PROMPT)
    os.write(keys, b"\x1b[200~bet Ben 30-31\n# two\x1b[201~\r")
    wait_for(keys, "Not saved", PROMPT, "# two")
    os.write(keys, b"\x1b[200~# one\ncross blue 0\n# \xc3\xa9\n# end\x1b[201~\r")  # instead of what is marked
    wait_for(keys, "Crossed out", PROMPT)
    os.write(keys, b"\x04")
    wait_for(keys, "Saved. Go on")
    assert path.read_text(encoding="utf-8") == LOG + "# one\ncross blue 0\n# é\n# end\n"


def test_each_line_of_a_paste_is_told_as_of_that_line(tmp_path: Path, terminal: Callable[[Path], int]) -> None:
    """All of it is painted at the end, when Ben's swap is no more of the last round."""
    path, begun = tmp_path / "a.game", "game think-str8\nplayers Anna Ben\nme Anna\ndice bbb\n"
    text = "bet Ben 4-9 low\nswap Ben red 4 6\ndice ggg\nbet Ben 4-9 hit\n"
    path.write_text(begun, encoding="utf-8")
    keys = terminal(path)
    wait_for(keys, PROMPT)
    os.write(keys, f"\x1b[200~{text}\x1b[201~\r".encode())
    wait_for(keys, "Ben laid off red 4", "Round 2 of", PROMPT)
    os.write(keys, b"\x04")
    wait_for(keys, "Saved. Go on")
    assert path.read_text(encoding="utf-8") == begun + text


# Ctrl-C while an answer is computed.

SLOW = """
import faulthandler, signal, sys
faulthandler.register(signal.SIGUSR1)
from itertools import count
from cli.play import loop, session
from solver.engine.cpsat import find_world, list_numbers
from tests.test_stopping import crowd, shop

def search(): find_world(shop(40, 5), shop(40, 5).facts)
def walk():
    for _ in count(): list_numbers(crowd(3, 60))
def think():
    for _ in count(): pass

judge, ways, number = session.judge, (search, walk, think), count()
def judge_slowly(state):
    print("Thinking", flush=True)
    ways[next(number) % 3]()
    return judge(state)

session.judge = judge_slowly
loop.play_log(sys.argv[1], False)
"""


@pytest.mark.seldom
def test_fifty_times_ctrl_c_stops_the_answer_and_not_the_session(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    rng, path = random.Random(1), tmp_path / "a.game"
    path.write_text(SHORT, encoding="utf-8")
    child, keys = pty.fork()
    if child == 0:
        os.chdir(ROOT)
        env = os.environ | {"TERM": "xterm", "PYTHONPATH": str(ROOT), "PROMPT_TOOLKIT_NO_CPR": "1"}
        env["XDG_CONFIG_HOME"] = str(open_always(tmp_path_factory.mktemp("settings")))
        os.execve(sys.executable, [sys.executable, "-c", SLOW, str(path)], env)
    wait_for(keys, "Thinking")
    os.kill(child, signal.SIGINT)
    wait_for(keys, "The sheet is not worked out yet: type `show`.", PROMPT)
    for number in range(49):
        os.write(keys, f"score Ben {number}\r".encode())
        wait_for(keys, "Thinking")
        assert not termios.tcgetattr(keys)[3] & termios.ECHO, "keys pressed meanwhile would show"
        time.sleep(rng.uniform(0, 0.06))
        if number % 2:
            os.kill(child, signal.SIGINT)
        else:
            os.write(keys, b"\x03")
        try:
            wait_for(keys, "Stopped; the line is saved.", PROMPT)
        except AssertionError:
            os.kill(child, signal.SIGUSR1)
            pytest.fail(f"Ctrl-C {number} was not heard: {wait_for(keys, 'Current thread')}")
    os.write(keys, b"\x04")
    wait_for(keys, "Saved. Go on")
    assert os.waitpid(child, 0)[1] == 0
    typed_lines = "".join(f"score Ben {number}\n" for number in range(49))
    assert path.read_text(encoding="utf-8") == SHORT + typed_lines
    assert os.listdir(tmp_path) == ["a.game"]


def stop(*_: object) -> NoReturn:
    raise KeyboardInterrupt


def test_a_stopped_line_is_saved_and_its_sheet_can_be_had_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG, encoding="utf-8")
    slow = partial(monkeypatch.setattr, "cli.play.session.judge", stop)
    quick = partial(monkeypatch.setattr, "cli.play.session.judge", judge)
    _, answer = typed(path, slow, "cross blue 0", "cross red 1", "undo", "rounds", quick, "show")
    assert answer.count("Stopped; the line is saved.") == 2
    assert "Taken back: cross red 1 Stopped; the change is saved." in answer
    assert "Stopped." in answer.partition("Taken back")[2]
    assert "hands left" in answer.rpartition("Stopped")[2]
    assert path.read_text(encoding="utf-8") == LOG + "cross blue 0\n"


def test_a_stopped_question_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG, encoding="utf-8")
    monkeypatch.setattr("cli.play.session.answer", stop)
    _, answer = typed(path, "why red 6", "cross blue 0")
    assert answer.count("Stopped.") == 1
    assert path.read_text(encoding="utf-8") == LOG + "cross blue 0\n"


def test_a_contradiction_whose_reason_is_stopped_is_asked_about_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.game"
    path.write_text(MISHEARD, encoding="utf-8")
    monkeypatch.setattr("solver.games.think_str8.opened.Str8Log.check", stop)
    _, answer = typed(path, "bet Ben 4-7 hit", "t")
    assert "That cannot be. What Ben was told in round 1 does not fit the cards typed for Ben." in answer
    assert "Type t to take the line back, k to keep it, or any line as it should be." in answer
    assert path.read_text(encoding="utf-8") == MISHEARD


ENDED = "The session has ended."


class Screen:
    """A session in a window of tmux, which stays when it has ended. Of a folder it asks which log to play."""

    def __init__(self, path: Path, width: int, height: int, covered: bool = False, peek: float = PEEK) -> None:
        folder, log = (path, "") if path.is_dir() else (path.parent, path)
        self.tmux = ["tmux", "-S", str(folder / "tmux")]
        settings = f"PYTHONPATH={ROOT} XDG_CONFIG_HOME={folder if covered else open_always(folder)}"
        start = f"from cli.__main__ import main; from cli.play import session; session.PEEK = {peek}; main()"
        run = f"cd {folder} && {settings} {sys.executable} -c '{start}' play {log}; echo {ENDED}; sleep 60"
        self.order("new-session", "-d", "-x", str(width), "-y", str(height), run)

    def __enter__(self) -> Screen:
        self.see("Tab completes")
        return self

    def __exit__(self, *_: object) -> None:
        subprocess.run([*self.tmux, "kill-server"], check=False)

    def order(self, *words: str) -> str:
        return subprocess.run([*self.tmux, *words], capture_output=True, text=True, check=True).stdout

    def type(self, *keys: str) -> None:
        self.order("send-keys", *keys)

    def paste(self, text: str) -> None:
        self.order("set-buffer", text)
        self.order("paste-buffer", "-p")

    def see(self, *what: str, gone: str | None = None) -> str:
        """The screen once all of `what` stands on it and what is `gone` does not.

        It is drawn piece by piece, and a busy machine can stop between two: what was not waited for may still come.
        """
        screen, end = "", time.monotonic() + 60
        while time.monotonic() < end:
            before, screen = screen, self.order("capture-pane", "-p")
            if screen == before and all(text in screen for text in what) and (gone is None or gone not in screen):
                return screen
            time.sleep(0.04)
        raise AssertionError(f"{what} should be there, {gone} should not:\n{screen}")


needs_tmux = pytest.mark.skipif(not shutil.which("tmux"), reason="needs tmux")


@needs_tmux
def test_after_a_resize_to_80x24_sheet_and_prompt_fit_the_screen(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG, encoding="utf-8")
    with Screen(path, 120, 40) as screen:
        screen.order("resize-window", "-x", "80", "-y", "24")
        screen.type("cross blue 0", "Enter")
        screen.see("Crossed out on your pad: blue 0.", "Anna's sheet", "you throw", "Ctrl-D leaves")


@needs_tmux
def test_a_window_made_wider_is_used(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG, encoding="utf-8")
    with Screen(path, 40, 24) as screen:
        screen.order("resize-window", "-x", "120", "-y", "24")
        screen.type("cross blue 0", "Enter")
        screen.see("Crossed out on your pad: blue 0.", "blue     green   yellow   purple     red     grey")


@needs_tmux
def test_on_a_small_screen_what_matters_stays_in_sight(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG + "dice g g g\n", encoding="utf-8")
    with Screen(path, 80, 24) as screen:
        screen.type("advise", "Enter")
        assert screen.see("Enter for more").startswith("Think Str8! · what Anna should do")
        screen.type("Enter")
        screen.see("In short: bet ")
        screen.type("help", "Enter")
        assert screen.see("all is saved already", "Any key goes back.").startswith("  without grey")
        screen.type("undo", "Enter")
        screen.see("Taken back: dice g g g", "sheet")
        screen.type("redo", "Enter")
        screen.see("Back again: dice g g g")
        screen.type("edit 8 see neutral 2 2 6 7 2 0", "Enter")
        screen.see("Line 8 was: see neutral 2 2 6 7 2 6")


@needs_tmux
def test_all_that_the_next_bet_needs_is_on_one_small_screen(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG, encoding="utf-8")
    with Screen(path, 80, 24) as screen:
        screen.type("gyb", "Enter")
        screen.see("Round 3 of 9: green, yellow and blue.", "Ctrl-D leaves")
        screen.see("Anna's sheet", "1 gyb 13-19 hit", "Track  Anna 1", "Sum  ", "Still to bet")


@needs_tmux
def test_advice_waits_at_the_prompt_and_one_key_takes_it(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG + "dice g g g\n", encoding="utf-8")
    with Screen(path, 80, 24) as screen:
        screen.type("advise", "Enter")
        screen.see("Enter for more")
        screen.type("Escape")
        advised = re.search(r"> (bet \S+) +\(Tab or → takes it\)", screen.see("> bet ", "(Tab or → takes it)"))
        assert advised is not None
        screen.type("Right")
        screen.see(f"> {advised[1]}\n", gone="takes it")
        screen.type("Enter")
        screen.see("You bet on")
        assert path.read_text(encoding="utf-8").endswith(f"{advised[1]}\n")
        screen.see("Still to bet", "Ctrl-D leaves", gone="takes it")  # it was advised for another moment


@needs_tmux
def test_typing_replaces_a_refused_line_and_an_arrow_keeps_it(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG, encoding="utf-8")
    with Screen(path, 80, 24) as screen:
        screen.see("> such as gyb", "Ctrl-U clears")
        screen.type("dice b b x", "Enter")
        screen.see("Not saved.")
        screen.type("End", "BSpace", "b", "Enter")
        screen.see("Round 3 of 9: blue, blue and blue.")
        screen.type("bet Ben 30-31", "Enter")
        screen.see("Not saved.")
        screen.type("C-u")
        assert screen.see("> such as 13-19= (a hit").startswith("Think Str8!"), "a long name takes two rows"
        screen.type("ben 4-9", "Enter")
        screen.see("Ben: 18, too low.")
    assert path.read_text(encoding="utf-8") == LOG + "dice b b b\nbet Ben 4-9\n"


@needs_tmux
def test_what_is_typed_instead_of_a_refused_line_is_not_replaced_after_a_peek(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG, encoding="utf-8")
    with Screen(path, 80, 24, covered=True, peek=60.0) as screen:
        screen.type("bet Ben 30-31", "Enter")
        screen.see("Not saved.", "> bet Ben 30-31")
        screen.type("F2")
        screen.see("Anna's sheet", "> bet Ben 30-31")
        screen.type("cross ")
        screen.see("> cross", gone="> bet Ben")
        screen.type("F2")
        screen.see("covered", "> cross")
        screen.type("blue 0", "Enter")
        screen.see("> such as")
    assert path.read_text(encoding="utf-8") == LOG + "cross blue 0\n"


def test_an_edit_that_changes_nothing_is_no_step_of_undo(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG + "cross blue 0\n", encoding="utf-8")
    _, answer = typed(path, "edit 3 me Anna", "undo")
    assert "Line 3 stays as it is." in answer
    assert "Taken back: cross blue 0" in answer


@needs_tmux
def test_a_contradiction_with_its_repairs_fits_a_small_screen(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    shutil.copy(ROOT / "examples" / "think_str8" / "four_players.game", path)
    with Screen(path, 80, 24) as screen:
        screen.type("dice eeg", "Enter")
        screen.see("Round 6 of 8: grey, grey and green.")
        screen.type("bet 0-5 hit", "Enter")
        why = "line  53   bet 0-5 hit\nWhy: type w for the steps."
        first = " 1. Round 6: your 0-5 was too low, not a hit (24 hands)\n 2. Round"
        shown = screen.see("Which?", why, first, "Type 1, 2 or 3 to make that change", "Ctrl-D leaves")
        assert shown.startswith("This log contradicts itself")
        screen.type("w", "Enter")
        screen.see("Enter for more")
        screen.type("Enter")
        screen.see("purple - red is at most 3 - 5 = -2", "impossible.")
        screen.type("Escape")
        screen.see("Which?", " 1. Round 6")


@needs_tmux
def test_long_names_are_all_read_and_tab_leaves_a_blank(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    names = "Maximiliane Bartholomew Wilhelmine"
    path.write_text(f"game think-str8\nplayers {names} Al\nme Al\ndice g g g\n", encoding="utf-8")
    with Screen(path, 80, 24) as screen:
        assert "Still to bet: Maximiliane, Bartholomew, Wilhelmine, you" in " ".join(screen.see("Ctrl-D").split())
        screen.type("bet Max", "Tab")
        screen.see("> bet Maximiliane")
        screen.type("3-9", "Enter")
        screen.see("Maximiliane bets on 3 to 9")


@needs_tmux
def test_that_a_line_is_not_saved_is_seen_in_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG, encoding="utf-8")
    with Screen(path, 80, 24) as screen:
        path.unlink()
        path.mkdir()
        screen.type("cross blue 0", "Enter")
        screen.see("Not saved to")
        screen.see("Crossed out", "save as ELSEWHERE.game")


@needs_tmux
@pytest.mark.parametrize("refused", ["", "# \x07\n"])
def test_nothing_of_a_log_pasted_at_the_first_question_stays_on_the_screen(tmp_path: Path, refused: str) -> None:
    text = "game think-str8\nplayers Anna Ben\nme Anna\nsee Ben 316027\ndice bbb\n"
    with Screen(tmp_path, 80, 40, covered=True) as screen:
        screen.paste(f"{refused}{text}")
        screen.see("see Ben 316027")
        screen.type("Enter")
        if refused:
            screen.see("A log cannot hold this character.")
            screen.paste(text)
            screen.type("Enter")
        screen.see("covered", gone="316027")
        screen.type("C-d")
        screen.see("Which game?", "> game think-str8 …", "Saved. Go on", gone="316027")


# What a new user gets wrong.


def test_an_answer_that_nothing_waits_for_is_no_slip_of_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "now.game"
    path.write_text("game think-str8\nplayers Anna Ben Cleo\nme Anna\ndice green yellow blue\n", encoding="utf-8")
    answer = session(path, ["open", "hit"], monkeypatch)
    assert "`hit` is an answer, and nothing that was typed waits for one." in answer
    assert "hint" not in answer


def test_what_if_takes_the_lines_that_people_type(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "now.game"
    path.write_text("game think-str8\nplayers Anna Ben Cleo\nme Anna\ndice green yellow blue\n", encoding="utf-8")
    answer = session(path, ["open", "what if 9-13<"], monkeypatch)
    assert "If so: You: sum below 9, so 0 to 8." in answer
    assert "bet" not in path.read_text(encoding="utf-8")


def test_after_a_bet_of_one_number_no_direction_is_offered() -> None:
    log = "game think-str8\nplayers Anna Ben Cleo\nme Anna\ndice green yellow blue\n"
    log += "bet Ben 14-18 hit\nbet Cleo 4-9 hit\nbet Anna 12\n"
    shown = {}
    for text in (log, log.replace("12", "11-12")):
        opened = open_log(parse_log(text))
        assert isinstance(opened, Opened)
        shown[text] = word_invitation(opened.game, opened.next_step())
    assert [("low" in one, "miss" in one) for one in shown.values()] == [(False, True), (True, False)]


def test_a_card_laid_off_that_lies_elsewhere_offers_the_line_that_may_be_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "now.game"
    text = "game think-str8\nplayers Anna Ben Cleo\nme Anna\nsee Ben yellow 2\ndice green yellow blue\nbet 9-13 low\n"
    path.write_text(text, encoding="utf-8")
    assert "1 line 4 is wrong: Ben's yellow is not 2" in session(path, ["open", "swap yellow 2"], monkeypatch)


def test_a_refusal_at_a_question_names_no_card_while_the_screen_is_covered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    path = tmp_path / "new.game"
    path.write_text("game think-str8\nplayers Anna Ben Cleo\nme Anna\nsee Ben blue 2\n", encoding="utf-8")
    file, output = LogFile(path), io.StringIO()
    console = consoles.Screen(say_ask, file=output, width=80)
    monkeypatch.setattr("sys.stdin", io.StringIO("full\ntable\nn\n\n316027\n216027\n"))
    play = Play(console, Pipe(console), file, pad=False, covered=True)
    run(play)
    play.file.close()
    assert "Ben's" not in output.getvalue().partition("Cleo's cards")[2]
    assert "Not saved." in output.getvalue()


def test_key_hints_that_have_no_room_are_left_out() -> None:
    assert say_hints(Terminal.HINTS, 80) == (
        " Tab completes · ↑ earlier · Ctrl-U clears · F2 peeks · help · Ctrl-D leaves"
    )
    assert say_hints(Terminal.HINTS, 60) == " Tab completes · F2 peeks · help · Ctrl-D leaves"


def test_a_number_that_nobody_offered_is_no_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was a bet of the shortest token."""
    path = tmp_path / "a.game"
    begun = (
        "game think-str8\nplayers Tom Ina Ben\nme Tom\nsee Ina 701234\nsee Ben 610715\nsee neutral 135046\ndice gyb\n"
    )
    path.write_text(begun, encoding="utf-8")
    answer = session(path, ["ben yellow 4", "2", "1", "q"], monkeypatch)
    assert "`2` is not an answer to that." in answer
    assert "Line 5 was: see Ben 610715\nNow: Ben's yellow is 4, not 0\n" in answer
    assert "bet" not in path.read_text(encoding="utf-8")


def test_what_stands_there_already_is_said_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.game"
    path.write_text("game think-str8\nplayers Tom Ina\nme Tom\ndice gyb\nbet 9-15 hit\n", encoding="utf-8")
    assert "Line 5 says that already: bet 9-15 hit" in session(path, ["hit"], monkeypatch)


@pytest.mark.parametrize(
    ("said", "kept"),
    [("hit", "bet Eva 5-10 hit"), ("5-9", "bet Eva 5-9"), ("fix eva 6-10", "bet Eva 6-10")],
)
def test_a_contradiction_takes_words_for_its_own_line_with_nobody_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, kept: str
) -> None:
    path = tmp_path / "a.game"
    begun = "game think-str8\nplayers Tom Ina Eva\nme Tom\nsee Eva 135046\nsee Ina 701234\ndice yyp\n"
    path.write_text(begun, encoding="utf-8")
    answer = session(path, ["bet Eva 5-10 high", "edit 52 low", said, "q"], monkeypatch)
    assert "There is no line `52` to edit." in answer
    assert path.read_text(encoding="utf-8").endswith(f"{kept}\n")


def test_a_file_name_may_stand_in_quotes() -> None:
    assert without_quotes('"my evening"') == without_quotes("'my evening'") == "my evening"
    assert without_quotes("my evening's") == "my evening's"
