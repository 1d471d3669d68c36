"""Whole games by machine: plays them with a bar on a terminal, stops at Ctrl-C, keeps logs if asked.

What only these need is loaded when they begin.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Generator, Iterator, Sized
from contextlib import closing, contextmanager
from errno import EACCES
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.opening import leave, print_json
from cli.options import ForceOption, JsonOption, complete_game
from cli.views.console import out, outlive_readers, program
from cli.views.faults import say_reason
from cli.views.progress import show_bar
from solver.english import any_of, fold, nearest
from solver.game import Game
from solver.games import every_game, named_game, unknown_game
from solver.language import say, say_count

if TYPE_CHECKING:
    from cli.lab import Lab
    from solver.lab.simulation import NoCluster, PlayedGame, Simulation


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
    from solver.lab.simulation import NoCluster, play_games

    if cluster is not None:
        outlive_readers()
    if of_table and folder is None:
        leave(
            say("--table says which logs are written, but not where."),
            say("Name a folder as well: {example}", example="--log games --table"),
        )
    game = named_game(name)
    if game is None:
        leave(*unknown_game(name))
    lab = lab_of(game)
    if lab is None:
        able = any_of(f"`{program()} simulate {known.name}`" for known in every_game() if lab_of(known))
        leave(say("{game} is not played by machine.", game=game.title), say("Try {calls}.", calls=able))
    simulation = lab.simulation()
    ways = read_seats(seats, simulation)
    if folder is not None:
        _prepare(folder, force)
    with _listening() as heard:
        cores = workers or os.cpu_count() or 1
        running = play_games(simulation, ways, games, seed, cores, cluster, stopped=lambda: heard)
        played, trouble = gather(running, games, folder, of_table, heard)
        if isinstance(trouble, NoCluster) and not played:
            leave(f"--cluster {cluster}: {trouble.problem}", trouble.hint)
        report = simulation.report(ways, played)
        if as_json:
            complete = len(played) == games
            print_json({"game": game.name, "seed": seed, "asked": games, "complete": complete, **report.data()})
        else:
            lab.show_report(out(), report, games)
    if isinstance(trouble, NoCluster):
        leave(f"--cluster {cluster}: {trouble.problem}", trouble.hint)
    if trouble:
        leave(*_cannot_write(folder, trouble))


def lab_of(game: Game) -> Lab | None:
    """The laboratory of a game that the machine can play."""
    if game.name == "think-str8":
        from cli.games.think_str8.lab import ThinkStr8Lab

        return ThinkStr8Lab()
    if game.name == "tricoda":
        from cli.games.tricoda.lab import TricodaLab

        return TricodaLab()
    return None


def read_seats(text: str | None, simulation: Simulation) -> tuple[str, ...]:
    """The ways of playing, one per seat, as typed: `best,pad,pad`; without a text, as many as there are."""
    seats = tuple(fold(word) for word in (_example(simulation) if text is None else text).replace(",", " ").split())
    for seat in seats:
        if seat not in simulation.ways:
            ways = "; ".join(f"{way}: {words}" for way, words in simulation.ways.items())
            meant = nearest(seat, simulation.ways)
            hint = say("Did you mean `{word}`?", word=meant) if meant else f"{ways}."
            leave(say("{option}: nobody plays `{way}`.", option="--seats", way=seat), hint)
    if len(seats) not in simulation.sizes:
        problem = say_count(
            "{option}: {count} seat, but {sizes} play.",
            "{option}: {count} seats, but {sizes} play.",
            len(seats),
            option="--seats",
            sizes=any_of(simulation.sizes),
        )
        example = f"--seats {_example(simulation)}"
        leave(problem, say("Name one way of playing per seat: {example}", example=example))
    return seats


def _example(simulation: Simulation) -> str:
    return ",".join((list(simulation.ways) * max(simulation.sizes))[: max(simulation.sizes)])


def _prepare(folder: Path, force: bool) -> None:
    """The folder for the logs; one that holds logs already is left alone, unless it may be overwritten."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        leave(
            say("{option}: this is a file, not a folder.", option=f"--log {folder}"), say("Name a folder for the logs.")
        )
    except (OSError, ValueError) as failed:
        leave(*_cannot_write(folder, failed))
    if not os.access(folder, os.W_OK):
        leave(*_cannot_write(folder, PermissionError(EACCES, os.strerror(EACCES))))
    if not force and any(folder.glob("*.game")):
        leave(
            say("{option}: there are logs in it already.", option=f"--log {folder}"),
            say("Name a new folder, or overwrite them with --force."),
        )


def _cannot_write(folder: Path | None, failed: OSError | ValueError) -> tuple[str, str]:
    return f"--log {folder}: {say_reason(failed)}.", say("Name a folder where you may write.")


def gather(
    running: Generator[tuple[int, PlayedGame], None, None],
    games: int,
    folder: Path | None,
    of_table: bool,
    heard: Sized,
) -> tuple[list[PlayedGame], OSError | NoCluster | None]:
    """The games in the order of their numbers, and what went wrong meanwhile; once Ctrl-C is heard, no more."""
    from solver.lab.simulation import NoCluster

    played: dict[int, PlayedGame] = {}
    trouble: OSError | NoCluster | None = None
    try:
        with show_bar(games, say("playing"), say("games")) as advance, closing(running):
            for number, game in running:
                played[number] = game
                if folder is not None:
                    text = game.table_log if of_table else game.log
                    (folder / f"{number + 1:0{len(str(games))}}.game").write_text(text, encoding="utf-8")
                advance()
                if heard:
                    break
    except (OSError, NoCluster) as failed:
        trouble = failed
    return [played[number] for number in sorted(played)], trouble


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
