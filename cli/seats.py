"""The options of `simulate`, and how the seats are read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from solver.english import any_of, nearest
from solver.log import Fault, fold, unreadable

if TYPE_CHECKING:
    from solver.simulation import Simulation

SeatsOption = Annotated[
    str | None, typer.Option("--seats", metavar="WAY,WAY…", help="How each seat plays; left out: all ways there are.")
]
GamesOption = Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many games.")]
SeedOption = Annotated[int, typer.Option("--seed", metavar="N", help="The same number gives the same games.")]
WorkersOption = Annotated[
    int | None, typer.Option("--workers", metavar="N", min=1, help="How many play at once; left out: one per core.")
]
ClusterOption = Annotated[
    str | None,
    typer.Option(
        "--cluster", metavar="ADDRESS", help="A Dask scheduler whose workers play; `local` starts one on this machine."
    ),
]
LogsOption = Annotated[
    Path | None, typer.Option("--log", metavar="DIR", help="Write every game there as a log, first seat's view.")
]
TableOption = Annotated[bool, typer.Option("--table", help="With --log: the table's own logs, which show all cards.")]


def read_seats(text: str | None, simulation: Simulation) -> tuple[str, ...]:
    """The ways of playing, one per seat, as typed: `best,pad,pad`; without a text, as many as there are."""
    seats = tuple(fold(word) for word in (_example(simulation) if text is None else text).replace(",", " ").split())
    for seat in seats:
        if seat not in simulation.ways:
            raise _unknown(seat, simulation)
    if len(seats) not in simulation.sizes:
        problem = f"--seats: {len(seats)} seat{'s' * (len(seats) != 1)}, but {any_of(simulation.sizes)} play."
        raise unreadable(None, problem, f"Name one way of playing per seat: --seats {_example(simulation)}")
    return seats


def _unknown(seat: str, simulation: Simulation) -> Fault:
    meant = nearest(seat, simulation.ways)
    ways = "; ".join(f"{way}: {words}" for way, words in simulation.ways.items())
    return unreadable(None, f"--seats: nobody plays `{seat}`.", f"Did you mean `{meant}`?" if meant else f"{ways}.")


def _example(simulation: Simulation) -> str:
    return ",".join((list(simulation.ways) * max(simulation.sizes))[: max(simulation.sizes)])
