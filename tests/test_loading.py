"""What takes long to load is loaded while the person types: before Enter, and without a trace if it cannot be."""

from __future__ import annotations

import io
from pathlib import Path
from threading import Event

import pytest
from rich.console import Console

from cli.logfile import LogFile
from cli.play.keyboard import Interrupts, Pipe, Prompt
from cli.play.loop import run
from cli.play.session import Play
from solver.games.think_str8.game import ThinkStr8
from tests.conftest import EXAMPLES


class Typist(Pipe):
    """Somebody at a terminal who leaves once all is loaded."""

    def __init__(self, console: Console, loaded: Event, live: bool) -> None:
        super().__init__(console)
        self.loaded, self.live, self.waited = loaded, live, False

    def ask(self, prompt: Prompt) -> str:  # noqa: ARG002
        self.waited = self.loaded.wait(10 if self.live else 0)
        raise EOFError


@pytest.mark.parametrize("live", [True, False])
def test_only_a_terminal_loads_ahead(live: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = Event()
    monkeypatch.setattr(ThinkStr8, "load", lambda _: loaded.set())
    assert sit(tmp_path, monkeypatch, loaded, live)[0].waited is live


def test_what_cannot_be_loaded_is_not_spoken_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    tried = Event()

    def fail(_: ThinkStr8) -> None:
        tried.set()
        raise ImportError("no such thing")

    monkeypatch.setattr(ThinkStr8, "load", fail)
    assert "no such thing" not in sit(tmp_path, monkeypatch, tried, live=True)[1] + capfd.readouterr().err


def sit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, loaded: Event, live: bool) -> tuple[Typist, str]:
    """A session until its first prompt; what it said."""
    path = tmp_path / "a.game"
    path.write_text((EXAMPLES / "evening.game").read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(Interrupts, "start", lambda _: None)
    console = Console(file=io.StringIO(), width=80)
    typist = Typist(console, loaded, live)
    play = Play(console, typist, LogFile(path), pad=False)
    run(play)
    return typist, str(console.file.getvalue())  # type: ignore[attr-defined]
