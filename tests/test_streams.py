"""What the machine refuses is said in a sentence, and not taken for a mistake of the program: streams, pipes, disks."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import EXAMPLES, ROOT, Deduce

pytestmark = pytest.mark.seldom

FULL = Path("/dev/full")


def in_shell(words: str) -> tuple[int, str]:
    """Exit code and what was said, of `deduce` in a line of a shell."""
    line = words.replace("deduce", f"{sys.executable} -m cli")
    done = subprocess.run(["bash", "-c", line], cwd=ROOT, capture_output=True, text=True, timeout=60)
    return done.returncode, " ".join((done.stdout + done.stderr).split())


@pytest.mark.parametrize("words", ["notation", f"show {EXAMPLES}/evening.game --json"])
def test_a_closed_standard_output_is_said(words: str) -> None:
    code, said = in_shell(f"deduce {words} >&-")
    assert (code, said) == (2, "Standard output is closed: there is no place for an answer. Leave `>&-` out.")


@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full here")
@pytest.mark.parametrize("words", ["notation", f"show {EXAMPLES}/evening.game --json", "--version"])
def test_a_full_disk_is_said(words: str) -> None:
    code, said = in_shell(f"deduce {words} > {FULL}")
    assert code == 2
    assert said.startswith("The computer refuses: No space left on device.")


@pytest.mark.parametrize(("words", "code"), [("show -", 2), ("play {}", 0), ("serve {} --game think-str8", 2)])
def test_where_nobody_answers(words: str, code: int, tmp_path: Path) -> None:
    found, said = in_shell(f"deduce {words.format(tmp_path / 'new.game')} <&-")
    assert found == code
    assert "mistake" not in said


def test_a_pipe_is_no_log_unless_a_shell_made_it(tmp_path: Path, deduce: Deduce) -> None:
    os.mkfifo(tmp_path / "a.game")
    for command in ("show", "play", "serve"):
        refused = deduce(command, str(tmp_path / "a.game"))
        assert refused.exit_code == 2
        assert "pipe" in refused.stderr
    code, said = in_shell(f"deduce check <(cat {EXAMPLES}/evening.game)")
    assert (code, "No contradiction" in said) == (0, True)
