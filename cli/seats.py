"""The options of `simulate`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

SeatsOption = Annotated[
    str | None, typer.Option("--seats", metavar="WAY,WAY…", help="How each seat plays; left out: all ways there are.")
]
GamesOption = Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many games.")]
SeedOption = Annotated[int, typer.Option("--seed", metavar="N", help="The same number gives the same games.")]
WorkersOption = Annotated[
    int | None, typer.Option("--workers", metavar="N", min=1, help="How many play at once; left out: one per core.")
]
LogsOption = Annotated[
    Path | None, typer.Option("--log", metavar="DIR", help="Write every game there as a log, first seat's view.")
]
