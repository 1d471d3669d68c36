"""A session of `play` as one call of the attack: the log is typed or pasted, with orders and questions in between.

The options of the call: `type 3` or `paste 3` if three lines stand in the file already, `type` or `paste` if no file is
named, and what follows each of the others.
"""

from __future__ import annotations

import codecs
import sys
from collections.abc import Iterator
from contextlib import chdir, contextmanager, nullcontext
from dataclasses import replace
from difflib import unified_diff
from itertools import cycle
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unittest.mock import patch

from rich.console import Console

from cli.play.keyboard import Prompt
from cli.play.session import Play
from solver.session import read_state
from tests.attack.calls import Answer, Call, ask

QUESTIONS = [
    "show", "show as Ben", "show after round 1", "show --json", "rounds", "log", "peek", "open", "cover", "help",
    "?", "help bet", "help nothing", "check", "check as Cleo", "hint", "hint more", "hint full", "advise",
    "advise all", "advise win", "advise gyb", "advise 9", "questions", "review", "why", "why red 6", "why not red 6",
    "why 7", "why 3x5", "why \x1b[2J", "what", "what if bet 9-13 low", "what if ask Ben 4 1", "what if bid Ben 2x3",
    "what if undo", "deduce show LOG", "save", "save as", "save as log.game", "save as no/such/place.game",
    "save as \0", "whta", "\x00", "\x0b", "# \x1b]0;x\x07",
]  # fmt: skip
CHANGES = [
    "undo", "undo", "undo", "redo", "redo", "edit", "edit 5", "edit 999", "edit 7 bet 4-9 low", "edit 6 see Ben 1",
    "insert 6 bet Ben 4-9", "insert 1 # first", "insert 0 undo", "insert 5 see Ben 0 0 0 0 0 0", "insert 6 mix",
    "round 1: told Ben hit", "round 0: mix", "question 1: ask Ben 4 1", "round 2: cup Ben 1111", "1", "2", "0",
    "yes", "no", "keep", "Ben", "8-14", "8-14>", "gyb", "r1", "=", "<", "16 first", "3x5", "lift", "2551", "316027",
    "# a comment", "aid pad", "aid full", "me nobody", "save as other.game",
]  # fmt: skip


def make_session(rng: Random, log: bytes) -> Call:
    """The whole log typed, its end, or only what is asked about it; one in three sessions changes nothing besides."""
    lines = len(log.splitlines())
    way, begun = rng.choice(["type", "paste"]), rng.choice(["", 0, 3, 3, rng.randint(0, lines), lines])
    pool = rng.choice([QUESTIONS, CHANGES, QUESTIONS + CHANGES])
    orders = (rng.choice([rng.choice(pool), "", ""]) for _ in range(rng.randint(1, 20)))
    return Call("play", (f"{way} {begun}".strip(), *orders), coloured=way == "paste")


def part_log(call: Call, log: bytes) -> tuple[bytes, bytes]:
    """What is in the file, and what is typed. Enter alone would accept what is proposed, so it is not pressed."""
    begun, orders = int(call.options[0].partition(" ")[2] or 0), call.options[1:]
    lines = log.removeprefix(codecs.BOM_UTF8).splitlines()
    pairs = zip([*lines[begun:], b""], cycle(order.encode() for order in orders))
    typed = (part for pair in pairs for part in pair if part.strip())
    return b"".join(line + b"\n" for line in lines[:begun]), b"".join(part + b"\n" for part in typed)


def count_typed(call: Call, log: bytes) -> int:
    return part_log(call, log)[1].count(b"\n")


def hold_session(call: Call, log: bytes) -> tuple[Answer, str]:
    """The answer, and the log as it is on the disk afterwards."""
    begun, typed = part_log(call, log)
    with TemporaryDirectory() as folder, chdir(folder), patch.dict("os.environ", XDG_CONFIG_HOME=folder):
        named = ("log.game",) if " " in call.options[0] else ()
        for name in named:
            Path(name).write_bytes(begun)
        with at_terminal() if call.options[0].startswith("paste") else nullcontext():
            answer = ask(Call("play", named, call.coloured), typed)
        saved = [Path(name).read_text(encoding="utf-8", errors="replace") for name in named or find_last()]
        return replace(answer, call=call), "".join(saved)


def find_last() -> list[Path]:
    """The log that was written last, if there is one: `save as` goes on in another."""
    return sorted(filter(Path.is_file, Path().iterdir()), key=lambda path: path.stat().st_mtime_ns)[-1:]


class Pastes:
    """A terminal into which several lines are pasted at once. Of a refused one the person lets go, not of the rest."""

    live = True

    def __init__(self, _: Console) -> None:
        self.lines = sys.stdin.buffer.read().decode("utf-8", "surrogateescape").split("\n")

    def ask(self, prompt: Prompt) -> str:
        waiting = prompt.text.split("\n")[1:] if prompt.refused else []
        count = 0 if waiting else 1 + len(self.lines) % 7
        pasted, self.lines = [*waiting, *self.lines[:count]], self.lines[count:]
        if pasted in ([], [""]):
            raise EOFError
        return "\n".join(pasted)

    def press(self, title: str) -> str:  # noqa: ARG002
        return "\r"

    def rows(self, prompt: Prompt) -> int:
        return 3 + prompt.text.count("\n")


@contextmanager
def at_terminal() -> Iterator[None]:
    """As in a terminal, but nothing is wiped: what is left of control characters came from the log."""
    wiping = patch.object(Console, "clear"), patch.object(Console, "set_alt_screen")
    with patch("cli.play.loop.open_keyboard", Pastes), patch.object(Play, "_load_ahead"), wiping[0], wiping[1]:
        yield


def judge_session(log: bytes, answer: Answer, saved: str, true: bool) -> Iterator[tuple[str, str]]:
    """What is wrong with the log that a session leaves, as kind and details.

    A log that could be read can be read afterwards. A true one has all its lines, if nothing else was typed and no line
    was asked about because it could mean two things.
    """
    call = answer.call
    begun, faults = part_log(call, log)[0].decode("utf-8", "replace"), read_state(saved, "log.game").faults
    if faults and not read_state(begun, "log.game").faults:
        yield "session breaks the log", f"{faults[0]}"
    if true and not {*call.options} & {*CHANGES} and "` could be:" not in answer.out:
        texts = saved, log.decode("utf-8-sig")
        kept, typed = ([line.strip() for line in text.splitlines() if line.strip()] for text in texts)
        if kept != typed:
            yield "session refuses a true line", "\n".join(unified_diff(typed, kept, lineterm="", n=0))
