"""The session under hard conditions: killed at any moment, a disk that refuses, a second session, a real terminal."""

from __future__ import annotations

import io
import os
import pty
import random
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from cli.keyboard import Pipe
from cli.logfile import LogFile
from cli.play import Play
from solver.games import Opened, open_log
from solver.log import parse_log
from tests.conftest import Deduce

ROOT = Path(__file__).parent.parent
LOG = (ROOT / "examples" / "think_str8" / "notation.game").read_text(encoding="utf-8").partition("final")[0]


def session(path: Path, lines: list[str], monkeypatch: pytest.MonkeyPatch) -> str:
    """Play the lines on the log; what was answered."""
    output = io.StringIO()
    console = Console(file=output, width=80)
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    file = LogFile(path)
    play = Play(console, Pipe(console), file, pad=False)
    play.run()
    play.file.close()
    return output.getvalue()


# Killed at any moment.

SHORT = "game think-str8\nplayers Anna Ben\nme Anna\nreveal 3 1 6 0 2 7\n"  # one hand only: quick to answer
LINES = ["cross blue 0", "undo", "cross grey 7", "uncross grey 7", "score Cleo 5", "undo", "redo", "# note"]


def texts_after_each_line(path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the file holds before and after each of the lines."""
    texts = [SHORT]
    for count in range(1, len(LINES) + 1):
        path.write_text(SHORT, encoding="utf-8")
        session(path, LINES[:count], monkeypatch)
        texts.append(path.read_text(encoding="utf-8"))
    return texts


def kill_session(path: Path, delay: float) -> int:
    """Feed all lines to a session in a process of its own, kill it after `delay`; how many lines it had answered."""
    typed_out, typed_in = os.pipe()
    answer_out, answer_in = os.pipe()
    child = os.fork()
    if child == 0:
        sys.stdin = open(typed_out, encoding="utf-8")  # noqa: SIM115
        console = Console(file=os.fdopen(answer_in, "w", buffering=1), width=80)
        Play(console, Pipe(console), LogFile(path), pad=False).run()
        os._exit(0)
    os.close(typed_out)
    os.close(answer_in)
    os.write(typed_in, "".join(f"{line}\n" for line in LINES).encode())
    time.sleep(delay)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(typed_in)
    with open(answer_out, encoding="utf-8") as answers:
        echoed = answers.read().count("\n> ")  # a line is echoed first, and answered before the next one is
    return max(0, echoed - 1)


def test_killed_hundreds_of_times_no_answered_line_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rng, path = random.Random(1), tmp_path / "killed.game"
    begin = time.monotonic()
    texts = texts_after_each_line(path, monkeypatch)
    whole = 2 * (time.monotonic() - begin) / len(LINES)  # sessions of one line up to all, so twice the mean
    reached = set()
    for _ in range(200):
        path.write_text(SHORT, encoding="utf-8")
        answered = kill_session(path, rng.uniform(0, whole))
        left = path.read_text(encoding="utf-8")
        assert left in texts[answered:], f"after {answered} answers"
        assert isinstance(open_log(parse_log(left)), Opened)
        reached.add(answered)
    assert len(reached) > 3, "the kills should come at many different moments"


# A disk that refuses.


def refusing(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_full_disk_is_said_and_typing_goes_on_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "full.game"
    path.write_text(LOG, encoding="utf-8")
    monkeypatch.setattr("cli.logfile._append", refusing)
    answer = session(path, ["cross blue 0", f"save as {tmp_path / 'other.game'}", "cross blue 3"], monkeypatch)
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
    assert "needs mending" in answer
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


def test_a_folder_that_is_not_there_is_said_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = " ".join(session(tmp_path / "nowhere" / "x.game", ["", "quit"], monkeypatch).split())
    assert "Not saved to" in answer
    assert "save as" in answer


# A second session, a real terminal.


def wait_for(descriptor: int, what: str, seconds: float = 20) -> str:
    screen, end = "", time.monotonic() + seconds
    while what not in screen and time.monotonic() < end:
        if select.select([descriptor], [], [], 0.2)[0]:
            try:
                screen += os.read(descriptor, 65536).decode("utf-8", "replace")
            except OSError:
                break
    assert what in screen, screen
    return screen


@pytest.fixture
def terminal(tmp_path: Path) -> Callable[[Path], int]:
    def start(path: Path) -> int:
        child, descriptor = pty.fork()
        if child == 0:
            env = os.environ | {"TERM": "xterm", "COLUMNS": "80", "LINES": "24", "XDG_CONFIG_HOME": str(tmp_path)}
            os.chdir(ROOT)
            os.execve(sys.executable, [sys.executable, "-m", "cli.app", "play", str(path)], env)
        return descriptor

    return start


def test_in_a_terminal(tmp_path: Path, terminal: Callable[[Path], int]) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG, encoding="utf-8")
    keys = terminal(path)
    wait_for(keys, "you throw")
    os.write(keys, b"bet Ben 30-31\r")
    wait_for(keys, "Not saved")
    wait_for(keys, "you throw")
    os.write(keys, b"\x03")  # the refused text is back at the prompt; Ctrl-C clears it
    os.write(keys, b"cross blue 0\r")
    wait_for(keys, "Crossed out")
    second = subprocess.run(
        [sys.executable, "-m", "cli.app", "play", str(path)], cwd=ROOT, capture_output=True, text=True, input=""
    )
    assert second.returncode == 2
    assert "is open in another session" in " ".join(second.stderr.split())
    os.write(keys, b"\x04")
    wait_for(keys, "Saved in")
    assert path.read_text(encoding="utf-8") == LOG + "cross blue 0\n"


@pytest.mark.skipif(not shutil.which("tmux"), reason="needs tmux")
def test_after_a_resize_to_80x24_sheet_and_prompt_fit_the_screen(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG, encoding="utf-8")
    tmux = ["tmux", "-S", str(tmp_path / "tmux")]
    run = f"cd {ROOT} && XDG_CONFIG_HOME={tmp_path} {sys.executable} -m cli.app play {path}"
    subprocess.run([*tmux, "new-session", "-d", "-x", "120", "-y", "40", run], check=True)
    try:
        seen_on(tmux, "Ctrl-D leaves")
        subprocess.run([*tmux, "resize-window", "-x", "80", "-y", "24"], check=True)
        subprocess.run([*tmux, "send-keys", "cross blue 0", "Enter"], check=True)
        screen = seen_on(tmux, "Crossed out on your pad: blue 0.")
        assert "Anna's sheet" in screen
        assert "you throw" in screen
        assert "Ctrl-D leaves" in screen
    finally:
        subprocess.run([*tmux, "kill-server"], check=False)


def seen_on(tmux: list[str], what: str) -> str:
    for _ in range(100):
        screen = subprocess.run([*tmux, "capture-pane", "-p"], capture_output=True, text=True, check=True).stdout
        if what in screen:
            time.sleep(0.2)
            return subprocess.run([*tmux, "capture-pane", "-p"], capture_output=True, text=True, check=True).stdout
        time.sleep(0.1)
    raise AssertionError(screen)
