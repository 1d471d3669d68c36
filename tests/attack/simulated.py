"""True games out of `deduce simulate`: seats that think, so logs that a good player, or the table, would keep."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from typer.testing import CliRunner

from cli.app import app

SEATS = {
    "think-str8": ["pad,points", "random,pad,points", "points,random,points,pad"],
    "tricoda": ["certain,random", "best,random,certain", "random,best,certain,random"],
}
BATCH = 4  # games per run: the start of a run costs more than a game


def simulated_game(rng: Random, game: str) -> list[str]:
    """A whole game, as the first seat's log or as the table's own."""
    return list(rng.choice(_play_batch(game, rng.choice(SEATS[game]), rng.randrange(8), rng.random() < 0.3)))


@cache
def _play_batch(game: str, seats: str, seed: int, of_table: bool) -> list[list[str]]:
    with TemporaryDirectory() as folder:
        options = ["--seats", seats, "--games", str(BATCH), "--seed", str(seed), "--workers", "1", "--log", folder]
        options += ["--table"] if of_table else []
        done = CliRunner().invoke(app, ["simulate", game, *options], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return [path.read_text(encoding="utf-8").splitlines() for path in sorted(Path(folder).iterdir())]
