"""What it costs an English table that other languages are understood: the same evening without them beside it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from cli.logfile import LogFile
from cli.play.keyboard import Pipe
from cli.play.loop import obey
from cli.play.session import Play
from solver import language
from solver.tongues import meanings_of
from tests.bench.figures import hold, least
from tests.short_forms import short_forms
from tests.think_str8.random_games import random_game


def test_enter_in_english_costs_what_it_did(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole lines and short ones, as a session takes them. What is read once stays read, so each run has new names."""
    game = random_game(0, players=3)
    begun = next(place for place, line in enumerate(game.lines) if line.startswith("dice"))
    whole = game.lines[begun:][:40]
    lines = [
        (short_forms(line, game.players, game.me) or [line])[-1] if place % 2 and line[:3] in ("dic", "bet") else line
        for place, line in enumerate(whole)
    ]
    runs = iter(range(1_000_000))

    def evening() -> None:
        path = tmp_path / f"{next(runs)}.game"
        path.write_text("\n".join(game.lines[:begun]) + "\n")
        console = Console(file=io.StringIO(), width=80)
        play = Play(console, Pipe(console), LogFile(path), pad=True)
        for line in lines:
            obey(play, play.in_english(line))

    def measure(catalogues: Path) -> float:
        monkeypatch.setattr(language, "CATALOGUES", catalogues)
        return least(evening, 3)

    assert meanings_of("ja"), "the catalogues are read"
    evening()
    here = language.CATALOGUES
    both = [(measure(here), measure(tmp_path)) for _ in range(5)]
    understood, alone = (min(column) for column in zip(*both, strict=True))
    hold("40 lines of a session, four languages understood", understood, 1.05, alone, "English alone")
