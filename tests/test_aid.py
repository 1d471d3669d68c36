"""`aid` at work: what each level allows, in every command and in a session."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from solver.commands import advise, check, hint, review, show, why
from solver.game import Opened
from solver.games import open_log
from solver.grammar import Aid
from solver.log import Fault, parse_log
from tests.conftest import ROOT, Deduce
from tests.test_play import typed

LOGS = {
    "think-str8": (ROOT / "examples/think_str8/four_players.game", ["red"]),
    "tricoda": (ROOT / "examples/tricoda/three_players.game", ["5"]),
    "thinkaboxin": (ROOT / "examples/thinkaboxin/in_progress.game", ["3x5"]),
}
COMMANDS: dict[str, tuple[Aid, Callable[[Opened, list[str]], object]]] = {
    "show": (Aid.PAD, lambda opened, _: show(opened, opened.me)),
    "check": (Aid.CHECK, lambda opened, _: check(opened, opened.me)),
    "hint": (Aid.HINTS, lambda opened, _: hint(opened, opened.me, 2)),
    "why": (Aid.HINTS, lambda opened, claim: why(opened, opened.me, claim)),
    "advise": (Aid.FULL, lambda opened, _: advise(opened, opened.me, {})),
    "review": (Aid.FULL, lambda opened, _: review([opened], opened.me)),
}
WORKED_OUT = {  # keys of a sheet that nobody has who thinks alone
    *("consistent", "conflict", "repairs", "hands", "possible", "ruled_out", "count", "chance"),
    *("ways", "codes", "stones", "certain", "odds"),
}


LOG = "game think-str8\nplayers Anna Ben Cleo Dirk\nme Anna\ntokens 1:7 2:6 3:5 4:4 5:3 6:2 7:1\n"
HANDS = "see Ben 607145\nsee Cleo 226726\nsee Dirk 015251\n"


def open_text(text: str) -> Opened:
    opened = open_log(parse_log(text))
    assert isinstance(opened, Opened), opened
    return opened


def open_with(game: str, aid: Aid | None) -> Opened:
    return open_text(LOGS[game][0].read_text(encoding="utf-8") + (f"aid {aid}\n" if aid else ""))


@pytest.mark.parametrize("level", Aid)
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("game", LOGS)
def test_a_level_allows_what_it_says_and_no_more(game: str, command: str, level: Aid) -> None:
    needed, ask = COMMANDS[command]
    if (game, command) == ("thinkaboxin", "hint"):
        pytest.skip("Thinkaboxin has no hints")
    if level.covers(needed):
        ask(open_with(game, level), LOGS[game][1])
        return
    with pytest.raises(Fault) as refused:
        ask(open_with(game, level), LOGS[game][1])
    assert f"`aid {level}`" in str(refused.value.problem)
    assert f"`aid {needed}`" in str(refused.value.hint)


def keys_of(data: object) -> set[str]:
    if isinstance(data, dict):
        return set(data).union(*map(keys_of, data.values()))
    return set().union(*map(keys_of, data)) if isinstance(data, list) else set()


@pytest.mark.parametrize("level", Aid)
@pytest.mark.parametrize("game", LOGS)
def test_below_full_the_sheet_holds_nothing_worked_out(game: str, level: Aid) -> None:
    data = show(open_with(game, level), open_with(game, level).me).data()
    if level is Aid.FULL:
        assert data == show(open_with(game, None), open_with(game, None).me).data()
        assert keys_of(data) & WORKED_OUT
    else:
        assert not keys_of(data) & WORKED_OUT
        assert data["aid"] == level


def test_the_pad_has_own_crosses_and_cards_in_sight() -> None:
    text = f"{LOG}aid pad\nsee Ben 607145\ncross red 3 6\nuncross red 6\n"
    cards = show(open_text(text), "Anna").data()["cards"]
    assert isinstance(cards, dict)
    assert cards["red"] == {"seen": [4], "crossed": [3]}
    assert cards["blue"] == {"seen": [6], "crossed": []}
    assert show(open_text(text), "Ben").data()["cards"]["red"] == {"seen": [], "crossed": []}  # type: ignore[index]


def test_who_thinks_alone_is_not_told_that_nothing_fits(deduce: Deduce) -> None:
    log = ROOT / "examples/think_str8/faulty/contradiction.game"
    assert deduce("show", log).exit_code == 1
    result = deduce("show", "-", text=log.read_text(encoding="utf-8") + "aid pad\n")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "your pad" in result.stdout
    assert "fits" not in result.stdout


def test_when_the_game_is_over_everybody_may_look_back() -> None:
    for log in ("think_str8/evening.game", "thinkaboxin/plain_set.game"):
        opened = open_text((ROOT / "examples" / log).read_text(encoding="utf-8") + "aid pad\n")
        assert review([opened], opened.me).data()


@pytest.mark.parametrize(("answer", "lines"), [("", ""), ("f", ""), ("PAD", "aid pad\n"), ("h", "aid hints\n")])
def test_a_new_log_asks_once(answer: str, lines: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    path = tmp_path / "a.game"
    typed(path, "think-str8", "Anna Ben", "Anna", "", answer, "y", "quit")
    assert path.read_text(encoding="utf-8") == f"game think-str8\nplayers Anna Ben\nme Anna\n{lines}without grey\n"
    assert "How much help" not in typed(path, "quit")[1]


def test_a_session_shows_what_the_log_asks_for_and_an_aid_line_switches(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG + HANDS, encoding="utf-8")
    _, said = typed(path, "aid pad", "dice bbb", "bet 0-4 hit", "advise", "aid full", "advise", "quit")
    alone, shown = said.split("everything, with chances and advice.")
    assert "your pad" in alone
    assert "This log asks for less help than that: `aid pad`" in alone
    assert "A line `aid full` allows it." in alone
    assert "hands left" not in alone.split("only what is in sight")[1]
    assert "what Anna should do" in shown


def test_who_begins_with_pad_gets_no_help_until_a_line_says_so(deduce: Deduce, tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text(LOG + HANDS + "dice bbb\nbet 0-4 hit\n", encoding="utf-8")
    result = deduce("play", "--pad", path, text="advise\nshow\naid full\nadvise\nquit\n")
    alone, shown = result.stdout.split("everything, with chances and advice.")
    assert "less help than that" in alone
    assert "%" not in alone
    assert "what Anna should do" in shown
    assert path.read_text(encoding="utf-8").endswith("aid full\n")


def test_a_contradiction_is_told_from_check_on(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    for level in Aid:
        path.write_text(f"{LOG}{HANDS}aid {level}\ndice bbb\n", encoding="utf-8")
        _, said = typed(path, "bet 20-20 hit", "quit")
        assert ("t to take the line back" in said) == level.covers(Aid.CHECK)


def test_json_of_the_shell(deduce: Deduce) -> None:
    result = deduce("show", "-", "--json", text=f"{LOG}{HANDS}aid hints\n")
    assert json.loads(result.stdout)["aid"] == "hints"
    refused = deduce("advise", "-", "--json", text=f"{LOG}{HANDS}aid hints\n")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "`aid full`" in refused.stderr
