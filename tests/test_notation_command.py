"""`deduce notation` shows the table that the reader works from."""

from __future__ import annotations

from pathlib import Path

from solver.games import GAMES
from solver.games.think_str8.game import ThinkStr8
from solver.grammar import OPENING
from tests.conftest import Deduce


def test_every_verb_is_shown_with_its_examples(deduce: Deduce) -> None:
    result = deduce("notation", "think-str8")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = [line.strip() for line in result.stdout.splitlines()]
    for verb in ThinkStr8().verbs:
        assert verb.form in lines
        assert all(example in lines for example in verb.examples)
        assert verb.means.split("`")[0].strip() in " ".join(lines)


def test_the_opening_verbs_come_first() -> None:
    for game in GAMES:
        assert [verb.name for verb in game.verbs[: len(OPENING)]] == [verb.name for verb in OPENING]
        assert game.verbs[0].examples == (f"game {game.name}",)


def test_without_a_name_all_games_are_shown(deduce: Deduce) -> None:
    result = deduce("notation")
    assert result.exit_code == 0
    assert all(game.title in result.stdout for game in GAMES)


def test_a_name_may_be_spelt_freely_and_an_unknown_one_is_refused(deduce: Deduce) -> None:
    assert deduce("notation", "Think-Str8!").stdout == deduce("notation", "think-str8").stdout
    unknown = deduce("notation", "think-str9")
    assert unknown.exit_code == 2
    assert "Did you mean `think-str8`?" in unknown.stderr


def test_eighty_columns_are_enough(deduce: Deduce) -> None:
    assert max(map(len, deduce("notation").stdout.splitlines())) <= 80


def test_the_examples_shown_can_be_typed_in_their_order(deduce: Deduce, tmp_path: Path) -> None:
    """The examples of the opening lines and one throw make a log that works."""
    shown = deduce("notation", "think-str8").stdout.splitlines()
    examples = [line.strip() for line in shown if line.startswith(" " * 8)]
    log = tmp_path / "typed.game"
    log.write_text("\n".join([*examples[:3], *(line for line in examples if line.split()[0] in ("see", "dice"))]))
    assert deduce("show", log).exit_code == 0
