"""`deduce show` from outside: every example, JSON, options, exit codes, and bad input without a traceback."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from typer.testing import CliRunner

from cli.app import app
from tests.conftest import EXAMPLES, FAULTY, ROOT, Deduce
from tests.think_str8.brute_force import count_hands
from tests.think_str8.random_games import random_game

LOGS = sorted(EXAMPLES.glob("*.game"))
SHEETS = Path(__file__).parent / "think_str8" / "sheets"
OPENING = "game think-str8\nplayers Anna Ben Bea\nme Anna\n"
CONTRADICTORY = EXAMPLES / "false_hint.game"
each_log = pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
each_true_log = pytest.mark.parametrize("log", [log for log in LOGS if log != CONTRADICTORY], ids=lambda log: log.stem)


# The sheet.


@each_log
def test_golden_sheet(log: Path, deduce: Deduce, golden: Callable[[Path, str], None]) -> None:
    result = deduce.inside(EXAMPLES)("show", log.name)
    assert (result.exit_code, result.stderr) == (int(log == CONTRADICTORY), "")
    golden(SHEETS / f"{log.stem}.txt", result.stdout)


def test_no_golden_sheet_without_its_log() -> None:
    assert {path.stem for path in SHEETS.glob("*.txt")} == {log.stem for log in LOGS}


@each_true_log
def test_eighty_columns_are_enough_from_every_seat_and_at_every_round(log: Path, deduce: Deduce) -> None:
    data = json.loads(deduce("show", log, "--json").stdout)
    calls = [("show", log, "--as", player) for player in data["scores"]]
    calls += [("show", log, "--round", str(number)) for number in range(0, data["round"] + 1, 2)]
    for call in calls:
        result = deduce(*call)
        assert result.exit_code == 0
        assert max(map(len, result.stdout.splitlines())) <= 80, call


def test_what_the_rule_sheet_says_is_shown(deduce: Deduce) -> None:
    assert "Certain: green 1\n" in deduce("show", EXAMPLES / "markus.game").stdout
    assert "4-10 low: 11-21" in deduce("show", EXAMPLES / "inka.game").stdout
    scoring = deduce("show", EXAMPLES / "scoring.game").stdout
    assert [line.split()[-1] for line in scoring.splitlines() if line.startswith(" cards")] == [
        "+11",
        "+13",
        "+12",
        "+21",
    ]
    assert "Thomas wins" in scoring
    assert "Anna wins" in deduce("show", EXAMPLES / "evening.game").stdout


def test_before_the_green_zero_is_in_sight_green_could_be_zero_or_one(deduce: Deduce) -> None:
    text = (EXAMPLES / "markus.game").read_text().replace("see Inka   1 0 1", "see Inka   1 ? 1")
    data = json.loads(deduce("show", "-", "--json", text=text).stdout)
    assert data["cards"]["green"]["possible"] == [0, 1]


# JSON.


@each_true_log
def test_json_has_the_keys_that_programs_rely_on(log: Path, deduce: Deduce) -> None:
    result = deduce("show", log, "--json")
    data = json.loads(result.stdout)
    assert result.stdout.count("\n") == 1
    keys = {"game", "seat", "round", "rounds", "consistent", "hands", "cards", "scores", "thrower"}
    assert keys <= set(data)
    assert (data["game"], data["consistent"]) == ("think-str8", True)
    for card in data["cards"].values():
        assert sorted(card["seen"] + card["possible"] + card["ruled_out"]) == list(range(8))
        assert list(card["count"]) == list(card["chance"]) == [str(number) for number in card["possible"]]
        assert sum(card["count"].values()) == data["hands"]
        assert sum(card["chance"].values()) == pytest.approx(1, abs=0.001)
        assert all(isinstance(count, int) and count > 0 for count in card["count"].values())


@pytest.mark.parametrize("seed", range(6))
def test_json_matches_brute_force_to_the_last_count(seed: int, deduce: Deduce) -> None:
    game = random_game(100 + seed, players=2 + seed % 3, grey=seed % 2 == 0, miss_chance=seed % 3 / 10)
    data = json.loads(deduce("show", "-", "--json", "--round", "4", text=game.text).stdout)
    counts = {colour: {int(number): n for number, n in card["count"].items()} for colour, card in data["cards"].items()}
    assert counts == count_hands(game.text, 4)


def test_json_of_a_faulty_log(deduce: Deduce) -> None:
    result = deduce("show", FAULTY / "many_mistakes.game", "--json")
    errors = json.loads(result.stdout)["errors"]
    assert (result.exit_code, result.stderr) == (2, "")
    assert set(errors[0]) == {"line", "column", "kind", "problem", "hint"}
    assert [(error["line"], error["column"]) for error in errors[:3]] == [(4, 17), (5, 17), (8, 1)]


def test_json_of_a_contradiction(deduce: Deduce) -> None:
    result = deduce("show", FAULTY / "contradiction.game", "--json")
    data = json.loads(result.stdout)
    assert (result.exit_code, data["consistent"], data["hands"]) == (1, False, 0)
    assert [fact["line"] for fact in data["conflict"]] == [15, 20]


# Options.


def test_another_seat(deduce: Deduce) -> None:
    data = json.loads(deduce("show", EXAMPLES / "four_players.game", "--as", "te", "--json").stdout)
    assert data["seat"] == "Tess"
    assert any("sees Nora's" in sentence for sentence in data["missing"])
    wrong = deduce("show", EXAMPLES / "four_players.game", "--as", "Zoe")
    assert wrong.exit_code == 2
    assert "Nobody here is called `Zoe`" in wrong.stderr


def test_as_of_a_round(deduce: Deduce) -> None:
    for number in range(10):
        data = json.loads(deduce("show", EXAMPLES / "evening.game", "--round", str(number), "--json").stdout)
        assert (data["round"], data["final_points"]) == (number, None)
    assert json.loads(deduce("show", EXAMPLES / "evening.game", "--round", "0", "--json").stdout)["hands"] == 5**6
    for command in ("show", "check"):
        late = deduce(command, EXAMPLES / "evening.game", "--round", "10", "--json")
        assert (late.exit_code, list(json.loads(late.stdout))) == (2, ["errors"]), (
            "nothing to correct, nothing to search"
        )
        assert "This log has only 9 rounds." in late.stdout
    for bad in ("-1", "two", ""):
        assert deduce("show", EXAMPLES / "evening.game", "--round", bad).exit_code == 2


def test_standard_input(deduce: Deduce) -> None:
    text = (EXAMPLES / "inka.game").read_bytes()
    assert deduce("show", "-", text=text).stdout == deduce("show", EXAMPLES / "inka.game").stdout
    empty = deduce("show", "-", text=b"")
    assert (empty.exit_code, "standard input" in empty.stderr, "The log is empty." in empty.stderr) == (2, True, True)


def test_calls_that_make_no_sense(deduce: Deduce) -> None:
    for call in (["show"], ["shwo", "x"], ["show", "x", "--jsno"], ["notation", "chess"], ["show", "a", "b"]):
        result = deduce(*call)
        assert result.exit_code == 2, call
        assert result.stderr
        assert "Traceback" not in result.stderr


# Bad input.


def refused(result, *sentences: str) -> None:  # type: ignore[no-untyped-def]
    assert result.exit_code == 2
    assert result.stdout == ""
    said = " ".join(result.stderr.split())
    for sentence in sentences:
        assert sentence in said
    assert "Traceback" not in said
    assert "mistake of its own" not in said


def test_files_that_are_no_logs(tmp_path: Path, deduce: Deduce) -> None:
    (tmp_path / "empty.game").touch()
    (tmp_path / "noise.game").write_bytes(random.Random(1).randbytes(10_000_000))
    (tmp_path / "text.game").write_text("so much to say\n" * 700_000)
    (tmp_path / "binary.game").write_bytes(bytes(range(256)))
    folder = deduce.inside(tmp_path)
    refused(folder("show", "empty.game"), "empty.game", "The log is empty.", "game think-str8")
    refused(folder("show", "noise.game"), "cannot be read as a log")
    refused(folder("show", "text.game"), "more than 200,000 bytes")
    refused(folder("show", "binary.game"), "not a text file")
    refused(folder("show", "."), "This is a folder.")
    refused(folder("show", "nothing.game"), "There is no nothing.game.", "binary.game, empty.game")
    assert folder("show", "nothing.game").stderr.startswith("  There is no nothing.game."), (
        "that it is unreadable is not so"
    )
    assert json.loads(folder("show", "nothing.game", "--json").stdout)["errors"][0]["kind"] == "missing"
    refused(folder("show", "no/such/folder.game"), "There is no no/such/folder.game.")
    refused(folder("show", "empty.game/x"), "cannot be read")
    refused(folder("show", "x" * 5000), "cannot be read")
    refused(folder("show", "a\0b"), "cannot be read")
    for command in ("show", "advise", "check", "review", "play"):
        refused(folder(command, "x" * 300), "cannot be read: File name too long")


@pytest.fixture
def nobody(deduce: Deduce) -> Iterator[None]:
    """Root may read everything, so for a while we are somebody else; what is loaded late is loaded before."""
    deduce("review", EXAMPLES / "evening.game", "--html", "-")
    deduce("simulate", "think-str8", "--games", "1")
    deduce("play", EXAMPLES / "evening.game", text="")
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    yield
    if root:
        os.seteuid(0)


@pytest.mark.seldom
@pytest.mark.usefixtures("nobody")
def test_no_permission(deduce: Deduce) -> None:
    with TemporaryDirectory() as place:
        log, folder = Path(place) / "secret.game", Path(place) / "closed"
        log.write_text(OPENING)
        folder.mkdir()
        log.chmod(0)
        folder.chmod(0)
        for command in ("show", "advise", "check", "review", "play"):
            refused(deduce(command, log), "You may not read this file.")
            refused(deduce(command, folder / "x.game"), "You may not read this file.")
        page = deduce("review", EXAMPLES / "evening.game", "--html", folder / "page.html")
        refused(page, "cannot be written: Permission denied")
        logs = deduce("simulate", "think-str8", "--games", "1", "--log", folder / "logs")
        refused(logs, "Permission denied. Name a folder where you may write.")


@pytest.mark.usefixtures("nobody")
def test_play_begins_in_a_folder_that_cannot_be_entered(deduce: Deduce, monkeypatch: pytest.MonkeyPatch) -> None:
    with TemporaryDirectory() as place:
        monkeypatch.chdir(place)
        Path("a.game").write_text(OPENING)
        for mode in (0, 0o400):  # not even to be listed; listed, but no file in it can be looked at
            Path(place).chmod(mode)
            assert deduce("play", text="").exit_code == 0
            begun = deduce("play", text="\n\n")
            assert "Nothing can be written in .: Permission denied." in begun.output  # and it asks again
        Path(place).chmod(0o700)


def test_noise_of_a_log_s_size(deduce: Deduce) -> None:
    rng = random.Random(2)
    words = [
        "bet",
        "b",
        "dice",
        "swap",
        "see",
        "Ben",
        "blue",
        "5-9",
        "hit",
        "\x1b[2J",
        "zwap",
        "ygb",
        "3",
        "final",
        "reveal",
    ]
    noise = OPENING + "\n".join(" ".join(rng.choices(words, k=rng.randint(1, 6))) for _ in range(600))
    refused(deduce("show", "-", text=noise), "more lines with mistakes")


@pytest.mark.parametrize("seed", range(5))
def test_a_log_with_scrambled_words_is_shown_or_refused(seed: int, deduce: Deduce) -> None:
    rng = random.Random(seed)
    lines = random_game(seed, players=2 + seed % 3, end=True).lines
    for _ in range(8):
        torn = list(lines)
        for _ in range(rng.randint(1, 5)):
            at = rng.randrange(len(torn))
            words = torn[at].split()
            deed = rng.choice(["drop", "double", "swap", "line", "digit"])
            if deed == "drop":
                words.pop(rng.randrange(len(words)))
            elif deed == "double":
                words.insert(0, rng.choice(words))
            elif deed == "swap":
                rng.shuffle(words)
            elif deed == "digit":
                words = [word.translate({ord("3"): "9", ord("-"): "--"}) for word in words]
            else:
                torn.insert(at, rng.choice(lines))
            torn[at] = " ".join(words)
        assert deduce("show", "-", text="\n".join(torn)).exit_code in (0, 1, 2)


def test_long_lines_are_cut(deduce: Deduce) -> None:
    for line in ("bet " + "9" * 50_000, "x" * 50_000, "see " + "blue 3 " * 5_000, "bet Ben 4-9 " + "hit " * 5_000):
        result = deduce("show", "-", text=f"{OPENING}dice ygb\n{line}\n")
        refused(result, "line 5")
        assert max(map(len, result.stderr.splitlines())) <= 80
        assert len(result.stderr) < 1000


def test_escape_sequences_do_not_reach_the_terminal(deduce: Deduce) -> None:
    for line in (
        "\x1b[31mbet\x1b[0m 4-9",
        "bet \x9b2J",
        "bet \x07\x08 4-9 hit",
        "players A\x1bB C",
        "bet Ben 4-9 hit # \x1b[2J",
    ):
        text = f"{OPENING}dice ygb\n{line}\nxxx \x1b[2J\n"
        shown, data = deduce("show", "-", text=text), deduce("show", "-", "--json", text=text)
        assert (shown.exit_code, data.exit_code) == (2, 2)
        for output in (shown.stderr, data.stdout):
            assert all(sign.isprintable() or sign == "\n" for sign in output)
        json.loads(data.stdout)


def test_the_marks_stand_under_the_word(deduce: Deduce) -> None:
    for line in ("bet\tBen  4-9 hihg", "bet Ben 4-9 hihg", "  bet 4-9 hihg # naïve"):
        rows = deduce("show", "-", text=f"{OPENING}dice ygb\n{line}\n").stderr.splitlines()
        at = rows[2].index("^")
        assert rows[1][at : at + rows[2].count("^")] == "hihg"


def test_windows_files_and_accents_work(deduce: Deduce, tmp_path: Path) -> None:
    log = tmp_path / "été.game"
    text = "\ufeffgame think-str8\nplayers Żaneta Renée Rene\nme żaneta\nsee RENÉE blue 3\n"
    text += "dice niebieski vert grün\nbet ŻA 4-9 hit\nbet rene 3-7 low\n"
    log.write_bytes(text.replace("\n", "\r\n").encode())
    result = deduce("show", log)
    assert result.exit_code == 0
    assert "Żaneta's sheet" in result.stdout
    data = json.loads(deduce("show", log, "--json").stdout)
    assert data["scores"] == {"Żaneta": 2, "Renée": 0, "Rene": 0}


def test_names_that_begin_alike(deduce: Deduce) -> None:
    refused(deduce("show", "-", text=OPENING + "dice ygb\nbet Be 4-9 hit\n"), "`Be` could be Ben or Bea.")
    assert deduce("show", "-", text=OPENING + "dice ygb\nbet Bea 4-9 hit\n").exit_code == 0
    assert deduce("show", "-", "--as", "b", text=OPENING).exit_code == 2


def test_logs_of_other_games(deduce: Deduce) -> None:
    refused(deduce("show", "-", text="game chess\nplayers A B\n"), "The game `chess` is not known.", "think-str8")
    refused(deduce("show", "-", text="e2 e4\n"), "The first line must say which game it is.")


# The real program: few, since each start costs half a second.


def run(*words: str, text: bytes | None = None, **env: str) -> subprocess.CompletedProcess[bytes]:
    plain = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    command = [sys.executable, "-m", "cli", *words]
    return subprocess.run(command, input=text, capture_output=True, cwd=ROOT, env=plain | env, check=False)


def test_a_pipe_gives_plain_text() -> None:
    result = run("show", str(EXAMPLES / "inka.game"))
    assert (result.returncode, result.stderr) == (0, b"")
    assert b"\x1b" not in result.stdout
    golden = (SHEETS / "inka.txt").read_text(encoding="utf-8")
    assert [line.rstrip() for line in result.stdout.decode().splitlines()] == golden.splitlines()


def test_colours_can_be_forced_and_forbidden() -> None:
    assert b"\x1b[" in run("show", str(EXAMPLES / "inka.game"), FORCE_COLOR="1").stdout
    assert b"\x1b[3" not in run("show", str(EXAMPLES / "inka.game"), FORCE_COLOR="1", NO_COLOR="1").stdout


def test_a_terminal_that_lacks_signs_still_gets_the_sheet() -> None:
    result = run("show", str(EXAMPLES / "inka.game"), PYTHONIOENCODING="ascii")
    assert result.returncode == 0
    assert b"Inka's sheet" in result.stdout


def test_control_c_while_it_starts_ends_it_without_a_word(tmp_path: Path) -> None:
    (tmp_path / "typer.py").write_text("import os, time\nos.kill(os.getpid(), 2)\ntime.sleep(9)\n")
    result = run("show", str(EXAMPLES / "inka.game"), PYTHONPATH=os.pathsep.join((str(tmp_path), str(ROOT))))
    assert (result.returncode, result.stdout, result.stderr) == (-signal.SIGINT, b"", b"")


NARROW_CALLS = [
    *([command, f"{log}.game"] for command in ("show", "advise", "check", "review") for log in ("inka", "false_hint")),
    ["show", "faulty/many_mistakes.game"],
    ["show", "nothing.game"],
    ["simulate", "chess"],
    ["play", "evening.game"],
    ["notation"],
    ["--help"],
]


@pytest.mark.parametrize("call", NARROW_CALLS, ids=" ".join)
def test_a_terminal_one_column_wide_is_no_fault(call: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES)
    monkeypatch.setenv("COLUMNS", "1")
    monkeypatch.setenv("FORCE_COLOR", "1")  # as in a terminal
    result = CliRunner().invoke(app, call, input="help\n", catch_exceptions=False)
    assert result.exit_code in (0, 1, 2)


def test_a_reader_that_stops_early_is_no_fault() -> None:
    piped = f"{sys.executable} -m cli show {EXAMPLES / 'evening.game'} | true; echo ${{PIPESTATUS[0]}}"
    result = subprocess.run(["bash", "-c", piped], capture_output=True, cwd=ROOT, check=False)
    assert result.stderr == b""
    assert int(result.stdout) == 128 + signal.SIGPIPE  # as of any program, and not 1: that would blame the log


WITHOUT_ORTOOLS = """
import sys
from cli.app import main
for words in (["--version"], ["--help"], ["show", "--help"], ["notation"], ["show", "nothing.game"], ["nonsense"],
              ["show", "examples/think_str8/faulty/many_mistakes.game"],
              ["show", "examples/think_str8/faulty/many_mistakes.game", "--json"],
              ["show", "examples/think_str8/evening.game", "--round", "99"],
              ["show", "examples/think_str8/evening.game", "--as", "Zoe"]):
    sys.argv = ["deduce", *words]
    try:
        main()
    except SystemExit as leave:
        assert leave.code in (0, 2, None), (words, leave.code)
    assert not {"ortools", "numpy", "pandas"} & set(sys.modules), words
"""


def test_help_and_every_error_answer_without_ortools() -> None:
    result = subprocess.run([sys.executable, "-c", WITHOUT_ORTOOLS], capture_output=True, cwd=ROOT, check=False)
    assert result.returncode == 0, result.stderr.decode()
    assert b"deduce 0." in result.stdout
