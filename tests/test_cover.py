"""A covered screen: whoever looks over the owner's shoulder learns nothing of cards that not all may know.

The strongest test: for random games, all that is written is the same, byte for byte, for two logs that differ only in
what is the owner's alone.
"""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from cli.logfile import LogFile
from cli.play.keyboard import Pipe
from cli.play.loop import run
from cli.play.session import Play
from solver.session import cover, judge, read_state
from tests.attack.true_logs import make_log
from tests.conftest import Deduce
from tests.test_play import ENDED, Screen, needs_tmux

ROOT = Path(__file__).parent.parent
GAMES = ("think-str8", "tricoda", "thinkaboxin")
EVENING = (ROOT / "examples" / "think_str8" / "four_players.game").read_text(encoding="utf-8")
HIDDEN = ("see", "roll", "swap", "cross", "#")
STONES = ("green 1", "yellow 2", "black 3", "brown 4", "red 5", "black 5", "pink 6", "green 6", "blue 7", "yellow 7")


def covered_session(path: Path, lines: list[str], monkeypatch: pytest.MonkeyPatch) -> str:
    """All that is written when these lines are typed into a covered session on a new log."""
    path.unlink(missing_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines[:3]), encoding="utf-8")
    output = io.StringIO()
    console = Console(file=output, width=80)
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines[3:])))
    monkeypatch.setattr("cli.play.loop.set_up", lambda _: None)
    play = Play(console, Pipe(console), LogFile(path), pad=False, covered=True)
    run(play)
    play.file.close()
    return output.getvalue()


def other_cards(rng: Random, game: str, line: str) -> str:
    """The line with other cards, dice or notes in it."""
    verb, *words = line.split()
    if verb == "#":
        return f"# {rng.random()}"
    if verb == "roll":
        return f"roll {' '.join(str(rng.randint(1, 6)) for _ in words)}"
    if verb == "see" and game == "tricoda":
        return f"see {words[0]} {', '.join(rng.sample(STONES, 3))}"
    if verb == "see":
        return f"see {words[0]} {re.sub('[0-7]', lambda _: str(rng.randint(0, 7)), ' '.join(words[1:]))}"
    if verb == "swap" and words[2:] and words[-2].isdecimal() and words[-1].isdecimal():
        return f"{line.rpartition(' ')[0]} {rng.randint(0, 7)}"
    if verb == "cross":
        return re.sub(r"\d", lambda _: str(rng.randint(0, 7)), line)
    return line


def fits(lines: list[str]) -> bool:
    """Whether the log and all its beginnings can be true: else a contradiction is asked about in one of them."""
    state = judge(read_state("".join(f"{line}\n" for line in lines), "a.game"))
    return state.opened is not None and not state.conflicts and not state.errors


def pairs(game: str, count: int, seed: int = 0) -> Iterator[tuple[list[str], list[str]]]:
    """Logs of one evening that differ in what is their owner's alone, and in nothing else."""
    while count:
        seed += 1
        rng = Random(seed)
        log = make_log(rng, game)
        if log.of_table or not 6 <= len(log.lines) <= 24:  # every line is a whole screen, twice
            continue
        lines = [line for line in log.lines if not line.startswith(("final", "reveal", "aid"))]
        typed = full_answers([*lines, "# Ben looks worried"] if seed % 5 == 0 else lines)
        if typed is None or not any(line.startswith(HIDDEN) for line in typed):
            continue
        for _ in range(30 if fits(typed) else 0):
            place = rng.choice([place for place, line in enumerate(typed) if line.startswith(HIDDEN)])
            other = [*typed]
            other[place] = other_cards(rng, game, other[place])
            if other != typed and public(other) == public(typed) and fits(other):
                yield typed, other
                count -= 1
                break


def full_answers(lines: list[str]) -> list[str] | None:
    """The log with all that everybody heard written out, so that it does not follow from the cards."""
    state = read_state("".join(f"{line}\n" for line in lines), "a.game")
    if state.opened is None:
        return None
    rows = cover(state).log.lines
    return [
        line if row.text.startswith("#") or line.startswith("swap") else row.text
        for line, row in zip(lines, rows, strict=True)
    ]


def public(lines: list[str]) -> list[str]:
    return [line.text for line in cover(read_state("".join(f"{line}\n" for line in lines), "")).log.lines]


@pytest.mark.parametrize("game", GAMES)
def test_two_logs_that_differ_in_hidden_cards_look_the_same(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    orders = ["log", "rounds", "undo", "redo", "undo", "undo", "redo", "nonsense 5", "edit 99"]
    for one, other in pairs(game, 2):
        seen = [covered_session(tmp_path / "a.game", [*lines, *orders], monkeypatch) for lines in (one, other)]
        assert one != other
        assert seen[0] == seen[1]


def corrections(rng: Random, lines: list[str]) -> list[str]:
    """Lines of the log typed once more, of which some pieces are others: what they deny is offered, or refused."""
    held = [line for line in lines if line.split()[0] not in ("game", "players", "me", "#")]
    typed: list[str] = []
    for line in rng.sample(held, min(5, len(held))):
        verb, _, rest = line.partition(" ")
        other = re.sub(r"\d", lambda found: str((int(found[0]) + rng.randint(0, 3)) % 8), rest, count=rng.randint(1, 3))
        number = lines.index(line) + 1
        ways = f"{verb} {other}", other, f"fix {other}", f"edit {number} {other}", f"insert {number} {line}"
        typed += [rng.choice(ways), rng.choice(["", "1", "2", "7", "t"])]
    return typed


def shape(written: str) -> list[str]:
    """What a session asks and refuses, without what it is about."""
    asks = "Enter leaves it.", "Enter adds it as typed.", "Which?", "the line.", "Not saved.", "as it is."
    return [row for row in written.splitlines() if row.endswith(asks)]


@pytest.mark.seldom
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_offered_that_was_not_typed(
    game: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever corrects under the cover sees what was typed just now, and no card of the line that stands there.

    Whether a line can stand may depend on the cards, and so may an answer that all heard; both must be said. Wherever
    they are the same, so is every word.
    """
    path, alike = tmp_path / "a.game", 0
    for number, both in enumerate(pairs(game, 2, seed * 1_000)):
        typed = corrections(Random(f"{seed} {number}"), both[0])
        seen, known = [], []
        for lines in both:
            seen.append(covered_session(path, [*lines, *typed, "log"], monkeypatch))
            known.append(public(path.read_text(encoding="utf-8").splitlines()))
        if known[0] == known[1] and shape(seen[0]) == shape(seen[1]):
            assert seen[0] == seen[1]
            alike += 1
    assert alike or seed


# One by one.


def test_a_short_line_that_could_be_a_card_in_sight_is_not_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.game"
    begun = ["game think-str8", "players Anna Ben Cleo", "me Anna", "dice gyb", "bet 8-14 low", "bet Ben 4-8 hit"]
    seen = covered_session(path, [*begun, "r1", "2"], monkeypatch)
    assert "`…` could be:\n  1. swap Anna …\n  2. see Ben …\n" in seen
    assert "r1" not in seen
    assert "red 1" not in seen
    assert path.read_text(encoding="utf-8").endswith("see Ben red 1\n")


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config" / "deduce"


CARDS = """game think-str8
players Anna Ben Cleo
me Anna
tokens 1:7 2:6 3:5 4:4 5:3 6:2 7:1
see Ben 657376
see Cleo 144120
see neutral 531562
"""


def play(deduce: Deduce, path: Path, *lines: str) -> str:
    path.write_text(CARDS, encoding="utf-8")
    return str(deduce("play", path, text="".join(f"{line}\n" for line in lines)).stdout)


@pytest.mark.usefixtures("settings")
def test_a_session_opens_covered_and_masks_what_is_typed_about_cards(tmp_path: Path, deduce: Deduce) -> None:
    answer = play(deduce, tmp_path / "a.game", "ggg", "4-7>", "ben 3-9", "# Ben has a 7", "log", "undo", "redo")
    assert "covered" in answer
    assert "Track  Anna 0 · Ben 0 · Cleo 0" in answer
    assert not re.search(r"657376|144120|531562|has a 7|hands|%", answer)
    assert "   5  see …\n" in answer
    assert "You: sum above 7, so 8 to 21." in answer
    assert "bet Ben 3-9" in (tmp_path / "a.game").read_text(encoding="utf-8")


@pytest.mark.usefixtures("settings")
def test_peek_shows_the_sheet_once_and_open_until_cover(tmp_path: Path, deduce: Deduce) -> None:
    answer = play(deduce, tmp_path / "a.game", "peek", "ggg", "open", "4-7>", "cover", "ben 3-9")
    assert answer.count("Anna's sheet") == 3, "peeked at, opened, and after an answer"
    assert "Anna's sheet" not in answer.rpartition("Covered.")[2]


def test_open_for_good_is_remembered_until_it_is_covered(tmp_path: Path, deduce: Deduce, settings: Path) -> None:
    path = tmp_path / "a.game"
    assert "Anna's sheet" not in play(deduce, path)
    play(deduce, path, "open")
    assert "Anna's sheet" not in play(deduce, path), "open alone is for one session"
    play(deduce, path, "open always")
    assert (settings / "open").exists()
    assert "Anna's sheet" in play(deduce, path)
    play(deduce, path, "cover")
    assert "Anna's sheet" not in play(deduce, path)
    assert "`open sesame` is not a command." in play(deduce, path, "open sesame")


@pytest.mark.usefixtures("settings")
def test_a_contradiction_is_covered_too(tmp_path: Path, deduce: Deduce) -> None:
    answer = play(deduce, tmp_path / "a.game", "ggg", "ben 4-7=", "peek", "1")
    before, _, after = answer.partition("> peek")
    assert "That line does not fit the rest of the log. F2 or `peek` shows more." in " ".join(before.split())
    assert "657376" not in before
    assert "657376" in after.partition("> 1")[0]
    assert (tmp_path / "a.game").read_text(encoding="utf-8").endswith("bet Ben 4-7 low\n")


@pytest.mark.usefixtures("settings")
def test_why_a_line_is_refused_may_lie_under_the_cover(tmp_path: Path, deduce: Deduce) -> None:
    open_log = play(deduce, tmp_path / "a.game", "open", "ggg", "ben 4-7", "swap Ben green 4 1")
    covered = play(deduce, tmp_path / "a.game", "ggg", "ben 4-7", "swap Ben green 4 1", "bet Ben 30-31")
    assert "5" in open_log.partition("> swap Ben green 4 1")[2]
    assert "That does not fit what you typed before. F2 or `peek` shows more.\n  Not saved." in covered
    assert "30-31" in covered.rpartition("\n    bet Ben")[2], "what has nothing to do with cards is told"


def test_when_all_is_over_a_covered_screen_shows_how_it_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = (ROOT / "examples" / "think_str8" / "evening.game").read_text(encoding="utf-8").splitlines()
    kept = [line for line in whole if not line.startswith(("reveal Ben", "reveal Cleo"))]  # their cards are typed
    over = covered_session(tmp_path / "a.game", ["\n".join(kept), "# all", "# over"], monkeypatch)
    _, _, after = over.rpartition("covered\n")
    assert "Anna wins" in after
    assert "?" not in after.partition("Track")[2].partition("\n")[0]


@pytest.mark.usefixtures("settings")
def test_cards_of_a_new_log_are_masked(tmp_path: Path, deduce: Deduce) -> None:
    lines = ["str8", "Anna Ben", "Anna", "", "", "n", "", "657376", "144120", "531562"]
    answer = deduce("play", tmp_path / "new.game", text="".join(f"{line}\n" for line in lines)).stdout
    assert "> Anna Ben\n" in answer
    assert answer.count("> …\n") == 3
    assert "see Ben 657376" in (tmp_path / "new.game").read_text(encoding="utf-8")


@pytest.mark.seldom
@needs_tmux
def test_a_peek_in_a_terminal_ends_by_itself_and_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text(CARDS, encoding="utf-8")
    with Screen(path, 80, 24, covered=True, peek=2.0) as screen:
        screen.see("you throw", "covered")
        screen.type("gg", "F2")
        screen.see("Anna's sheet", "> gg")  # what is typed stays
        screen.type("g")
        screen.see("covered", "> ggg")
        screen.type("Enter")
        screen.see("Round 1 of 9: green")
        screen.type("why green 5", "Enter")
        screen.see("Any key goes back.", "see Ben 657376")
        screen.type("4")
        screen.see("> 4", gone="657376")
        screen.type("C-u", "# Ben has a 7", "Enter")
        screen.see("> such as")
        screen.type("Up")
        assert "7" not in screen.see("> why green 5").partition("Round 1")[2].replace("4-7", "")
        screen.type("C-u", "peek", "Enter")
        screen.see("Anna's sheet")
        screen.type("quit", "Enter")
        screen.see("Saved. Go on", gone="sheet")
        assert "657376" not in screen.order("capture-pane", "-p", "-S", "-1000")


@pytest.mark.seldom
@pytest.mark.usefixtures("settings")
def test_a_covered_line_is_not_brought_back_for_editing(tmp_path: Path, deduce: Deduce) -> None:
    """What waits at the prompt can be read by anybody; a line that all may know still comes back."""
    answer = play(
        deduce, tmp_path / "a.game", "ggg", "edit 5", "4-7>", "edit 9", "bet 4-8 low", "edit 5 see Ben 657375"
    )
    assert "Line 5 (see …): type it as it should be; Enter leaves it as it is." in answer
    assert not re.search("65737", answer)
    lines = (tmp_path / "a.game").read_text(encoding="utf-8").splitlines()
    assert lines[4] == "see Ben 657375"
    assert lines[8] == "bet 4-8 low"
    opened = play(deduce, tmp_path / "a.game", "open", "edit 5", "see Ben 657375")
    assert "Line 5 was: see Ben 657376" in opened


@needs_tmux
def test_nothing_waits_at_a_covered_prompt_and_nothing_is_left_by_ctrl_d(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text(CARDS, encoding="utf-8")
    with Screen(path, 80, 24, covered=True) as screen:
        screen.type("edit 5", "Enter")
        assert "657376" not in screen.see("Line 5 (see …)", "Ctrl-D leaves")
        screen.type("", "Enter")
        screen.type("open", "Enter")
        screen.type("see Ben 657376", "Enter")
        screen.see("Ben: blue 6")
        screen.type("C-d")
        screen.see("Saved. Go on", gone="blue")


@needs_tmux
@pytest.mark.parametrize(
    ("asked", "number"),
    [("", signal.SIGTERM), ("", signal.SIGHUP), ("advise", signal.SIGHUP), ("why green 5", signal.SIGTERM)],
)
def test_a_session_ended_from_outside_leaves_no_cards_and_a_whole_log(
    number: signal.Signals, asked: str, tmp_path: Path
) -> None:
    """At the prompt and at a page alike: the screen is clean, the terminal echoes, the log is whole and free.

    Both signals are heard by the same function, so it is enough that each comes once at the prompt and once elsewhere.
    """
    path = tmp_path / "a.game"
    path.write_text(f"{CARDS}dice ggg\n", encoding="utf-8")
    with Screen(path, 80, 24) as screen:
        screen.type("cross blue 0", "Enter")
        screen.see("Crossed out")
        if asked:
            screen.type(asked, "Enter")
            screen.see("goes back" if asked == "advise" else "see Ben")
        assert re.search("sheet|green", screen.see("Tab completes" if asked != "advise" else "goes back"))
        os.kill(int((tmp_path / ".a.game.lock").read_text(encoding="utf-8")), number)
        screen.see(ENDED)
        left = screen.order("capture-pane", "-p", "-S", "-1000")
        assert not re.search("sheet|green|blue|657376|hands", left), left
        assert screen.order("display-message", "-p", "#{alternate_on}").strip() == "0"
        tty = screen.order("display-message", "-p", "#{pane_tty}").strip()
        modes = subprocess.run(["stty", "-a", "-F", tty], capture_output=True, text=True, check=True).stdout.split()
        assert {"echo", "icanon"} <= {*modes}
    assert path.read_text(encoding="utf-8") == f"{CARDS}dice ggg\ncross blue 0\n"
    assert not (tmp_path / ".a.game.lock").exists()
