"""Help in plain words, and what Tab offers in a shell."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.app import app
from cli.options import COMMANDS
from tests.conftest import EXAMPLES, ROOT, Deduce

RIDDLES = re.compile(r"\{[A-Z]|<[a-z\[\]]+>|\[more\]|\[OPTIONS\]|\[ARGS\]|x>=")


@pytest.mark.parametrize("words", [[], *([command] for command in COMMANDS)], ids=" ".join)
def test_help_is_plain(words: list[str], deduce: Deduce) -> None:
    told = deduce(*words, "--help").stdout
    assert not RIDDLES.search(told), RIDDLES.search(told)
    assert told.startswith("Usage: ")
    assert "Example: deduce" in told
    assert max(map(len, told.splitlines())) <= 80
    assert "--help" in told


def test_help_lists_every_command_and_says_for_which_game_an_option_is(deduce: Deduce) -> None:
    told = deduce("--help").stdout
    assert all(re.search(rf"^  {command} +\w", told, re.MULTILINE) for command in COMMANDS)
    assert "Only for Think Str8!\n  --dice y g b" in deduce("advise", "-h").stdout


def test_a_wrong_call_shows_the_plain_usage(deduce: Deduce) -> None:
    told = deduce("advise").stderr
    assert "advise LOG [options]" in told
    assert not RIDDLES.search(told)


def offered(monkeypatch: pytest.MonkeyPatch, line: str) -> list[str]:
    words = line.split(" ")
    monkeypatch.setenv("_DEDUCE_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    return CliRunner().invoke(app, [], prog_name="deduce").stdout.split()


def test_tab_offers_logs_folders_players_games_and_commands(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(EXAMPLES / "evening.game", tmp_path / "evening.game")
    (tmp_path / "evening.txt").touch()
    (tmp_path / "evenings").mkdir()
    shutil.copy(EXAMPLES / "inka.game", tmp_path / "evenings" / "inka.game")
    assert offered(monkeypatch, "deduce show e") == ["evening.game", "evenings/"]
    assert offered(monkeypatch, "deduce review evenings/") == ["evenings/inka.game"]
    assert offered(monkeypatch, "deduce play even") == ["evening.game", "evenings/"]
    assert offered(monkeypatch, "deduce show evening.game --as ") == ["Anna", "Ben", "Cleo"]
    assert offered(monkeypatch, "deduce advise evening.game --json --as B") == ["Ben"]
    assert offered(monkeypatch, "deduce show nothing.game --as ") == []
    assert offered(monkeypatch, "deduce show evening.txt --as ") == []
    assert offered(monkeypatch, f"deduce extract {ROOT / 'examples' / 'table' / 'friday.game'} B") == ["Ben"]
    assert offered(monkeypatch, "deduce simulate tri") == ["tricoda"]
    assert offered(monkeypatch, "deduce he") == []
    assert offered(monkeypatch, "deduce hi") == ["hint"]


def test_completion_can_be_installed(deduce: Deduce) -> None:
    assert "--install-completion" in deduce("--help").stdout


@pytest.mark.parametrize(
    ("call", "problem"),
    [
        ("show --nonsense", "No such option: --nonsense"),
        ("shows", "No such command: shows. Did you mean 'show'?"),
        ("nonsense", "No such command: nonsense"),
        ("why", "Missing: LOG"),
        ("show a.game b.game", "Too much: b.game"),
        ("show a.game --round", "--round needs a value."),
        ("show a.game --json=3", "--json takes no value."),
        ("show a.game --round few", "--round needs a whole number."),
        ("simulate think-str8 --games 0", "--games needs 1 or more."),
        ("serve a.game --port 99999", "--port needs 65535 or less."),
    ],
)
def test_a_call_that_cannot_be_understood_is_refused_in_our_words(call: str, problem: str, deduce: Deduce) -> None:
    done = deduce(*call.split())
    assert done.exit_code == 2
    first, more = done.stderr.splitlines()
    assert first == f"  {problem}"
    assert more.startswith("  Type: deduce ")


def test_help_names_calls_that_work_as_this_one_was_started(monkeypatch: pytest.MonkeyPatch, deduce: Deduce) -> None:
    monkeypatch.setattr("sys.argv", [str(ROOT / "cli" / "__main__.py")])
    assert "Example: python -m cli show" in deduce("show", "--help").stdout
    assert "Type: python -m cli show " in deduce("show", "--nonsense").stderr
