"""The questions of a new log: which game is meant, and what is remembered of the box."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.play.memory import recall, remember
from solver.session import judge, read_state
from tests.conftest import ROOT
from tests.test_play import session, typed

USUAL, OTHER = "1:7 2:6 3:5 4:4 5:3 6:2 7:1", "1:8 2:6 3:5 4:4 5:3 6:2 7:1"
OPENING = ("think-str8", "Anna Ben", "Anna", "table", "", "n")


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config" / "deduce" / "tokens"


def test_the_last_tokens_are_remembered(tmp_path: Path, config: Path) -> None:
    typed(tmp_path / "a.game", *OPENING, USUAL, f"edit 4 tokens {OTHER}", "quit")
    assert config.read_text(encoding="utf-8") == f"{OTHER}\n"
    typed(tmp_path / "b.game", *OPENING, "quit")
    assert f"tokens {OTHER}\n" in (tmp_path / "b.game").read_text(encoding="utf-8")


def test_a_correction_at_the_table_is_remembered_too(tmp_path: Path, config: Path) -> None:
    log = tmp_path / "a.game"
    log.write_text(f"game think-str8\nplayers Anna Ben\nme Anna\ntokens {USUAL}\ndice bgy\n", encoding="utf-8")
    typed(log, "bet 3-5 hit", "quit")
    assert not config.exists()  # nothing new of the box
    typed(log, f"edit 4 tokens {OTHER}", "quit")
    assert config.read_text(encoding="utf-8") == f"{OTHER}\n"


def test_tokens_that_look_wrong_are_not_remembered(tmp_path: Path, config: Path) -> None:
    _, answer = typed(tmp_path / "a.game", *OPENING, "1:2", "quit")
    assert "1 token; the box has 7." in answer
    assert not config.exists()


def test_a_log_as_it_was_teaches_nothing(config: Path) -> None:
    text = f"game think-str8\nplayers Anna Ben\nme Anna\ntokens {OTHER}\n"
    state = judge(read_state(text, "a.game"))
    remember(state, state)
    assert not config.exists()


@pytest.mark.parametrize("answer", ["Think Str8!", "str8", "think-str8", "THINKSTR8"])
def test_a_game_is_known_by_its_letters(tmp_path: Path, answer: str) -> None:
    typed(tmp_path / "a.game", answer, "quit")
    assert (tmp_path / "a.game").read_text(encoding="utf-8") == "game think-str8\n"


def test_a_part_that_fits_two_games_is_said(tmp_path: Path) -> None:
    _, answer = typed(tmp_path / "a.game", "think", "quit")
    assert "The game `think` could be think-str8 or thinkaboxin. Type more of the name." in answer


def test_a_hand_typed_for_two_is_one_fault_and_not_saved(tmp_path: Path) -> None:
    keyboard, answer = typed(tmp_path / "a.game", *OPENING, USUAL, "316027", "316027", "quit")
    assert answer.count("against the rules") == 1
    assert "Not saved." in answer
    assert keyboard.waiting[-1] == "316027"


@pytest.mark.parametrize("name", ["Ben", "ben:", "Blue"])
def test_the_name_that_was_asked_about_may_be_repeated(tmp_path: Path, name: str) -> None:
    holder = name.strip(":").capitalize()
    opening = ("think-str8", f"Anna {holder}", "Anna", "", "", "n")
    typed(tmp_path / "a.game", *opening, USUAL, f"{name} 3 1 6 0 2 7", "quit")
    assert f"see {holder} 3 1 6 0 2 7\n" in (tmp_path / "a.game").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["think_str8/evening", "tricoda/three_players", "thinkaboxin/nuggets", "table/monday"])
@pytest.mark.seldom
def test_a_whole_log_may_be_pasted(tmp_path: Path, name: str) -> None:
    """Comments and lines of the opening are no answers to what is asked."""
    text = "# An evening of ours.\n" + (ROOT / "examples" / f"{name}.game").read_text(encoding="utf-8")
    typed(tmp_path / "a.game", text, "quit")
    saved = (tmp_path / "a.game").read_text(encoding="utf-8")
    assert saved.splitlines() == [line.strip() for line in text.splitlines() if line.strip()]


def test_a_line_of_the_opening_in_the_wrong_place_is_refused_and_no_name(tmp_path: Path) -> None:
    _, answer = typed(
        tmp_path / "a.game", "tricoda", "game think-str8", "me Anna", "players Anna Ben", "me, Anna", "quit"
    )
    assert answer.count("Not saved.") == 2
    assert (tmp_path / "a.game").read_text(encoding="utf-8") == "game tricoda\nplayers Anna Ben\nme, Anna\n"


def test_what_is_asked_before_there_is_anything_to_ask_about_makes_no_players(tmp_path: Path) -> None:
    _, answer = typed(tmp_path / "a.game", "tricoda", "advise", "hint more", "Anna Ben", "why 7", "quit")
    assert answer.count("There is nothing to ask about yet. First answer this question.") == 3
    assert (tmp_path / "a.game").read_text(encoding="utf-8") == "game tricoda\nplayers Anna Ben\n"


def test_a_colour_that_is_a_name_is_still_a_colour(tmp_path: Path) -> None:
    typed(tmp_path / "a.game", "think-str8", "Anna Blue", "Anna", "", "", "n", USUAL, "blue 3, green 1", "quit")
    assert "see Blue blue 3, green 1\n" in (tmp_path / "a.game").read_text(encoding="utf-8")


def test_every_question_fits_a_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = session(tmp_path / "a.game", [*OPENING, USUAL, "", "", ""], monkeypatch).splitlines()
    assert "Second neutral cards, blue green yellow purple red grey (such as 316027; Enter skips)" in rows
    assert f"What is on the tokens? (length:points; Enter: {USUAL})" in rows


def test_what_was_remembered_at_the_old_place_is_still_known(
    tmp_path: Path, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("typer.get_app_dir", lambda name: str(tmp_path / "Library" / name))  # as on another system
    config.parent.mkdir(parents=True)
    config.write_text(f"{OTHER}\n", encoding="utf-8")
    assert recall("tokens") == OTHER


@pytest.mark.parametrize("unset", ["", "relative"])
def test_without_a_folder_for_settings_the_usual_one_is_taken(
    tmp_path: Path, unset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", unset)
    monkeypatch.chdir(tmp_path)
    typed(tmp_path / "a.game", *OPENING, OTHER, "quit")
    kept = tmp_path / ".config" / "deduce" / "tokens"
    assert kept.read_text(encoding="utf-8") == f"{OTHER}\n"


def test_what_no_log_can_hold_is_not_recalled(config: Path) -> None:
    config.parent.mkdir(parents=True)
    config.write_text(f"{OTHER}\ndice bgy\n", encoding="utf-8")
    assert recall("tokens") == ""


def test_and_between_names_is_nobody_wherever_it_is_typed() -> None:
    opened = read_state("game think-str8\nplayers Anna and Ben, Cleo\nme Anna\n", "a.game").opened
    assert opened is not None
    assert opened.opening.players == ("Anna", "Ben", "Cleo")
