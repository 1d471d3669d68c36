"""Every command on every log of Think Str8! that lies here, true or faulty: an answer or a refusal, never a crash.

A log that contradicts itself has the same exit code in all of them, in words and as JSON.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tests.conftest import EXAMPLES, FAULTY, Deduce
from tests.think_str8.random_games import random_game

LOGS = sorted((*EXAMPLES.glob("*.game"), *FAULTY.glob("*.game")))
COMMANDS = (("why", "red", "6"), ("hint", "--full"), ("advise",), ("advise", "--final"), ("review",), ("check",))


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
@pytest.mark.seldom
def test_every_command_answers_or_refuses(log: Path, deduce: Deduce) -> None:
    shown = deduce("show", log, "--json").exit_code
    assert shown in (0, 1, 2)
    for command, *words in COMMANDS:
        result = deduce(command, log, *words, "--json")
        data = json.loads(result.stdout)
        unjustified = [cross for cross in data.get("crosses", ()) if command == "check" and not cross["justified"]]
        assert result.exit_code == (1 if unjustified else shown), (command, result.stdout)
        if shown < 2 or command == "check":
            in_words = deduce(command, log, *words, *(("--html", "-") if command == "review" else ()))
            assert in_words.exit_code == result.exit_code
            assert in_words.stdout or in_words.stderr


SLIPS = (("hit", "low"), ("low", "high"), ("high", "hit"))


@pytest.mark.parametrize("seed", range(12))
def test_all_commands_agree_on_whether_a_log_contradicts_itself(seed: int, deduce: Deduce, tmp_path: Path) -> None:
    """One answer was typed wrong, or the owner's last card: from every seat, all see it or none does."""
    rng, game = random.Random(seed), random_game(seed, rounds=5, end=True)
    lines = [line for line in game.lines if not line.startswith("reveal")]
    lines += [f"reveal {colour} {game.final_hands[game.me][colour]}" for colour in rng.sample(game.colours, 3)]
    if seed % 3:
        old, new = rng.choice(SLIPS)
        place = rng.choice([place for place, line in enumerate(lines) if line.endswith(old)])
        lines[place] = lines[place].removesuffix(old) + new
    log = tmp_path / "slip.game"
    log.write_text("\n".join(lines))
    for seat in game.players:
        codes = [deduce(command, log, *words, "--as", seat).exit_code for command, *words in (("show",), *COMMANDS)]
        assert len(set(codes)) == 1, (seat, codes)
        assert (
            codes[0] == 2
            or bool(codes[0]) != json.loads(deduce("show", log, "--json", "--as", seat).stdout)["consistent"]
        )
