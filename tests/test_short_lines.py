"""What is typed without its verb or its player means the same as the whole line, at every moment of any game."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from random import Random

import pytest

from cli.play.loop import word_invitation
from solver.game import Opened
from solver.games import open_log
from solver.log import parse_log
from solver.session import State, add_line, expand, judge, read_state
from tests.attack.true_logs import OPENING, make_log
from tests.short_forms import short_forms

ROOT = Path(__file__).parent.parent

MOMENTS = 6  # of each game
WHOLE = ("right", "wrong")  # who says so types the whole line


@lru_cache(maxsize=64)  # short forms of a line often mean the same
def means(text: str, line: str) -> object:
    """What a log with this line at its end says: the sheet and what comes next."""
    opened = open_log(parse_log(f"{text}{line}\n"))
    assert isinstance(opened, Opened), (line, opened)
    shown = {} if opened.opening.of_table else opened.show(opened.me).data()
    return shown | opened.scene() | {"next": opened.next_step()}


def readings(state: State, form: str) -> list[str]:
    """The full lines that a short one can mean, as far as the rules allow them; asked about if there are several."""
    full = [line for line in expand(state, form) if line != form or form == "lift"]
    return [line for line in full if isinstance(open_log(parse_log(f"{state.text}{line}\n")), Opened)]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("game", ["think-str8", "tricoda", "thinkaboxin"])
def test_a_short_line_means_what_the_whole_line_means(game: str, seed: int) -> None:
    rng = Random(f"{game} {seed}")
    log = make_log(rng, game)
    places = [place for place, line in enumerate(log.lines) if line.split()[0] not in OPENING]
    for place in sorted(rng.sample(places, min(MOMENTS, len(places)))):
        text = "".join(f"{line}\n" for line in log.lines[:place])
        state = judge(read_state(text, "a.game"))
        assert state.opened is not None
        whole = open_log(parse_log(f"{text}{log.lines[place]}\n"))
        assert isinstance(whole, Opened)
        line = whole.game.format_event(whole.reading.events[-1])
        forms = short_forms(line, log.players, log.seat)
        expected = means(text, line)
        right = [form for form in forms if expected in [means(text, reading) for reading in readings(state, form)]]
        due = line.split()[0] in [one.verb for one in state.opened.awaited()]
        assert right or not due or not forms or line.endswith(WHOLE), (line, forms)


@pytest.mark.parametrize("game", ["think_str8", "tricoda", "thinkaboxin"])
def test_what_the_prompt_invites_can_be_typed(game: str) -> None:
    invited = set()
    for path in sorted((ROOT / "examples" / game).glob("*.game")):
        lines = path.read_text(encoding="utf-8").splitlines()
        for count in range(4, len(lines), max(2, len(lines) // 20)):
            state = read_state("\n".join(lines[:count]), "a.game")
            step = state.opened.next_step() if state.opened and not state.opened.opening.of_table else None
            if state.opened and step and step.proposals:
                text = word_invitation(state.opened.game, step)
                verb = step.proposals[0].split()[0]
                awaited = {line.verb for line in state.opened.awaited()}
                if text.startswith("such as ") and verb in awaited:
                    invited.add(verb)
                    short = text.removeprefix("such as ").partition(" (")[0]
                    assert verb in {line.split()[0] for line in expand(state, short)}, text
                    legal = [line for line in expand(state, short) if not add_line(state, line).errors]
                    assert legal or game != "thinkaboxin", text
    assert len(invited) > 1
