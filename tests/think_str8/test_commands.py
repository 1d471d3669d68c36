"""Every command on every log of Think Str8! that lies here, true or faulty: an answer or a refusal, never a crash.

A log that contradicts itself has the same exit code in all of them, in words and as JSON.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import EXAMPLES, FAULTY, Deduce

LOGS = sorted((*EXAMPLES.glob("*.game"), *FAULTY.glob("*.game")))
COMMANDS = (("why", "red", "6"), ("hint", "--full"), ("advise",), ("advise", "--final"), ("review",), ("check",))


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_every_command_answers_or_refuses(log: Path, deduce: Deduce) -> None:
    shown = deduce("show", log, "--json").exit_code
    assert shown in (0, 1, 2)
    for command, *words in COMMANDS:
        result = deduce(command, log, *words, "--json")
        data = json.loads(result.stdout)
        unjustified = [cross for cross in data.get("crosses", ()) if command == "check" and not cross["justified"]]
        assert result.exit_code == (1 if unjustified else shown), (command, result.stdout)
        if shown < 2 or command == "check":
            in_words = deduce(command, log, *words)
            assert in_words.exit_code == result.exit_code
            assert in_words.stdout or in_words.stderr
    if shown < 2:
        assert deduce("review", log, "--html", "-").exit_code == shown
