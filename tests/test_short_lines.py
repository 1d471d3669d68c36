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


SEEN = "see Ben g1 b7 b7\nsee Cleo r5 r5 br4\nsee neutral r5 r5 br4\n"
RACKS = f"game tricoda\nplayers Anna Ben Cleo\nme Anna\n{SEEN}ask 10\n"
NEW_RACK = f"{RACKS}declare Ben 1 7 7 right\n"
BIDS = "game thinkaboxin\nplayers Anna Ben Jan\nme Anna\nroll 2 5 5 1\nbid Anna 2x5\nbid Ben 5x5\n"


@pytest.mark.parametrize(
    ("text", "typed", "line"),
    [
        (RACKS, "22 more red", "ask Ben 22 red"),
        (RACKS, "22 more red than black", "ask Ben 22 red"),
        (RACKS, "12 more pink 6s than 3s", "ask Ben 12 pink"),
        (RACKS, "17 more blue stones", "ask Ben 17 blue"),
        (RACKS, "16 more other 7s", "ask Ben 16 other"),
        (RACKS, "12 more 3s", "ask Ben 12 3s"),
        (RACKS, "22 as many", "ask Ben 22 same"),
        (NEW_RACK, "3 2 p6", "see Ben black 3, yellow 2, pink 6"),
        (NEW_RACK, "2 blue 7 3 black", "see Ben yellow 2, blue 7, black 3"),
        (NEW_RACK, "7 yellow", "see Ben yellow 7"),
        (NEW_RACK, "3, 5 black, 4", "see Ben black 3, black 5, brown 4"),
        (BIDS, "jan lifts", "lift Jan"),
        (BIDS, "jan doubts", "lift Jan"),
        (BIDS, "jan right", "lift Jan right"),
        (f"{BIDS}lift Jan\n", "right", "lift Jan right"),
        (f"{BIDS}lift Jan\n", "jan was wrong", "lift Jan wrong"),
        (f"{BIDS}lift Jan\n", "ben 3316", "cup Ben 3 3 1 6"),
    ],
)
def test_what_people_say_is_understood(text: str, typed: str, line: str) -> None:
    state = judge(read_state(text, "a.game"))
    assert expand(state, typed) == (line,)
    assert not add_line(state, line).errors


@pytest.mark.parametrize(
    ("text", "typed", "problem"),
    [
        (NEW_RACK, "yel 1", "There is no yellow 1."),
        (NEW_RACK, "2 blue", "There is no blue 2."),
        (RACKS, "22 more red than red", "Question 22 compares: black stones or red stones."),
        (RACKS, "22 more pink", "`pink` is not an answer to question 22 (black stones or red stones)."),
        (f"{BIDS}lift Jan\n", "ben right", "Jan lifted in line 7 already."),
    ],
)
def test_what_cannot_be_is_refused_for_what_it_says(text: str, typed: str, problem: str) -> None:
    state = judge(read_state(text, "a.game"))
    assert [error.problem for error in add_line(state, expand(state, typed)[0]).errors] == [problem]


def test_who_reads_is_told_that_the_answer_is_worked_out() -> None:
    state = judge(read_state(f"{RACKS}ask Ben 4 2\nask Cleo 5 1\n", "a.game"))
    assert state.opened is not None
    step = state.opened.next_step()
    assert word_invitation(state.opened.game, step) == "such as 6 (card 6; the answer is worked out)"
    assert not add_line(state, expand(state, "6")[0]).errors
