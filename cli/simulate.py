"""Whole games by machine: plays them with a bar on a terminal, stops at Ctrl-C, keeps logs if asked.

What only these need is loaded when they begin.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator, Iterator, Sized
from contextlib import closing, contextmanager
from errno import EACCES
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.games import look_of
from cli.look import ShowsReports
from cli.opening import leave, print_json
from cli.options import ForceOption, JsonOption, complete_game
from cli.views.console import err, out
from solver.english import any_of, fold, nearest
from solver.game import Simulates
from solver.games import every_game, named_game, unknown_game

if TYPE_CHECKING:
    from solver.simulation import PlayedGame, Simulation


def simulate(
    name: Annotated[
        str,
        typer.Argument(metavar="GAME", help="The game to play, for example think-str8.", autocompletion=complete_game),
    ],
    seats: Annotated[
        str | None,
        typer.Option("--seats", metavar="WAY,WAY…", help="How each seat plays; left out: all ways there are."),
    ] = None,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="The same number gives the same games.")] = 1,
    workers: Annotated[
        int | None, typer.Option("--workers", metavar="N", min=1, help="How many play at once; left out: one per core.")
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            "--cluster",
            metavar="ADDRESS",
            help="A Dask scheduler whose workers play; `local` starts one on this machine.",
        ),
    ] = None,
    folder: Annotated[
        Path | None, typer.Option("--log", metavar="DIR", help="Write every game there as a log, first seat's view.")
    ] = None,
    of_table: Annotated[
        bool, typer.Option("--table", help="With --log: the table's own logs, which show all cards.")
    ] = False,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Whole games by machine, to measure the advice: who wins, with how many points, and what with.

    Example: deduce simulate think-str8 --seats best,pad,pad,points --games 1000 --seed 7

    Ctrl-C stops and shows the games so far.
    """
    from solver.simulation import NoCluster, play_games

    if of_table and folder is None:
        leave("--table says which logs are written, but not where.", "Name a folder as well: --log games --table")
    game = named_game(name)
    if game is None:
        leave(*unknown_game(name))
    look = look_of(game)
    if not isinstance(game, Simulates) or not isinstance(look, ShowsReports):
        able = any_of(f"`deduce simulate {known.name}`" for known in every_game() if isinstance(known, Simulates))
        leave(f"{game.title} is not played by machine.", f"Try {able}.")
    simulation = game.simulation()
    ways = read_seats(seats, simulation)
    if folder is not None:
        _prepare(folder, force)
    with _listening() as heard:
        cores = workers or os.cpu_count() or 1
        running = play_games(simulation, ways, games, seed, cores, cluster, stopped=lambda: heard)
        try:
            played, unwritten = gather(running, games, folder, of_table, heard)
        except NoCluster as nobody:
            leave(f"--cluster {cluster}: {nobody.problem}", nobody.hint)
        report = simulation.report(ways, played)
        if as_json:
            complete = len(played) == games
            print_json({"game": game.name, "seed": seed, "asked": games, "complete": complete, **report.data()})
        else:
            look.show_report(out(), report, games)
    if unwritten:
        leave(*_cannot_write(folder, unwritten))


def read_seats(text: str | None, simulation: Simulation) -> tuple[str, ...]:
    """The ways of playing, one per seat, as typed: `best,pad,pad`; without a text, as many as there are."""
    seats = tuple(fold(word) for word in (_example(simulation) if text is None else text).replace(",", " ").split())
    for seat in seats:
        if seat not in simulation.ways:
            ways = "; ".join(f"{way}: {words}" for way, words in simulation.ways.items())
            meant = nearest(seat, simulation.ways)
            hint = f"Did you mean `{meant}`?" if meant else f"{ways}."
            leave(f"--seats: nobody plays `{seat}`.", hint)
    if len(seats) not in simulation.sizes:
        problem = f"--seats: {len(seats)} seat{'s' * (len(seats) != 1)}, but {any_of(simulation.sizes)} play."
        leave(problem, f"Name one way of playing per seat: --seats {_example(simulation)}")
    return seats


def _example(simulation: Simulation) -> str:
    return ",".join((list(simulation.ways) * max(simulation.sizes))[: max(simulation.sizes)])


def _prepare(folder: Path, force: bool) -> None:
    """The folder for the logs; one that holds logs already is left alone, unless it may be overwritten."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        leave(f"--log {folder}: this is a file, not a folder.", "Name a folder for the logs.")
    except (OSError, ValueError) as failed:
        leave(*_cannot_write(folder, failed))
    if not os.access(folder, os.W_OK):
        leave(*_cannot_write(folder, PermissionError(EACCES, os.strerror(EACCES))))
    if not force and any(folder.glob("*.game")):
        leave(f"--log {folder}: there are logs in it already.", "Name a new folder, or overwrite them with --force.")


def _cannot_write(folder: Path | None, failed: OSError | ValueError) -> tuple[str, str]:
    reason = failed.strerror if isinstance(failed, OSError) else str(failed)
    return f"--log {folder}: {reason}.", "Name a folder where you may write."


def gather(
    running: Generator[tuple[int, PlayedGame], None, None],
    games: int,
    folder: Path | None,
    of_table: bool,
    heard: Sized,
) -> tuple[list[PlayedGame], OSError | None]:
    """The games in the order of their numbers, and why a log could not be written; once Ctrl-C is heard, no more."""
    played: dict[int, PlayedGame] = {}
    unwritten: OSError | None = None
    with _bar(games) as advance, closing(running):
        for number, game in running:
            played[number] = game
            try:
                if folder is not None:
                    text = game.table_log if of_table else game.log
                    (folder / f"{number + 1:0{len(str(games))}}.game").write_text(text, encoding="utf-8")
            except OSError as failed:
                unwritten = failed
                break
            advance()
            if heard:
                break
    return [played[number] for number in sorted(played)], unwritten


@contextmanager
def _listening() -> Iterator[list[int]]:
    """Each Ctrl-C that was heard; games under way are then played to their end, and the figures shown undisturbed."""
    heard: list[int] = []
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.SIG_IGN:  # as it is for a job in the background
        signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    try:
        yield heard
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN if heard else before)


@contextmanager
def _bar(games: int) -> Iterator[Callable[[], None]]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = err()
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=games)
        yield lambda: progress.advance(task)
