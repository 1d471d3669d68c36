"""The commands of `deduce`: they parse the call, ask `solver`, and hand the answer to a view.

Exit codes: 0 fine, 1 the log contradicts itself, 2 the log or the call cannot be used, 3 a fault of this program.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import Annotated

import typer

from cli import __version__
from cli.call import (
    BAD_INPUT,
    CONTRADICTION,
    OWN_FAULT,
    AsOption,
    ForceOption,
    HtmlOption,
    JsonOption,
    LogArgument,
    RoundOption,
    TrustOption,
    find_seat,
    in_session,
    print_json,
    read,
    refuse_call,
    write_page,
)
from cli.play.help import show_in_short
from cli.reasons import check, hint, why
from cli.seats import GamesOption, LogsOption, SeatsOption, SeedOption, WorkersOption
from cli.thrown import AimOption, AllOption, DiceOption, FinalOption, MoreArgument, TakenOption, part_dice
from cli.views import has_view, view_of
from cli.views.console import out
from cli.views.faults import show_call_fault, show_own_fault
from cli.views.notation import show_notation
from solver.engine import Disagreement
from solver.games import GAMES, named_game, unknown_game
from solver.log import Fault
from solver.wishes import Wish

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def about(
    version_: Annotated[bool, typer.Option("--version", help="Show the version.", is_eager=True)] = False,
) -> None:
    """The friend at your elbow for deduction games: type what happens at the table, see what your own cards can be.

    A log is a plain text file with one event per line; `deduce notation` lists the lines.

    Example: deduce show examples/think_str8/evening.game
    """
    if version_:
        out().print(f"deduce {__version__}")
        raise typer.Exit


@app.command()
def show(log: LogArgument, as_: AsOption = None, round_: RoundOption = None, as_json: JsonOption = False) -> None:
    """The sheet: what is still possible, how likely it is, the rounds so far, the standings.

    Example: deduce show evening.game --round 4
    """
    opened = read(log, round_, as_json)
    seat = find_seat(opened, as_)
    sheet = opened.game.show(opened.table, seat)
    verdict = None if sheet.consistent or not opened.game.check else opened.game.check(*opened.parts, seat, round_)
    if as_json:
        print_json(sheet.data() | ({"repairs": verdict.data()["repairs"]} if verdict else {}))
    else:
        view_of(opened.game.name).show_sheet(out(), sheet)
        if verdict:
            view_of(opened.game.name, "why").show_best_repair(out(), verdict)
    if not sheet.consistent:
        raise typer.Exit(CONTRADICTION)


app.command()(why)
app.command()(check)
app.command()(hint)


@app.command()
def advise(
    log: LogArgument,
    more: MoreArgument = None,
    dice: DiceOption = None,
    taken: TakenOption = None,
    every: AllOption = False,
    final: FinalOption = False,
    aim: AimOption = None,
    trust: TrustOption = None,
    as_: AsOption = None,
    round_: RoundOption = None,
    as_json: JsonOption = False,
) -> None:
    """What to do now, with the figures: bet, die to turn, card to lay off, final bets; declare or wait; lift or raise.

    Example: deduce advise evening.game --taken 7,5

    Which die to turn, before the dice are typed: deduce advise evening.game --dice y g b

    Final bets with the best chance to win: deduce advise evening.game --aim win
    """
    name, thrown = part_dice(log, more or [], dice)
    opened = read(name, round_, as_json)
    seat, wish = find_seat(opened, as_), Wish(dice=thrown, taken=taken, final=final, aim=aim, trust=trust)
    try:
        advice = opened.game.advise(opened.table, seat, wish)
    except Fault as fault:
        refuse_call(fault)
    if as_json:
        print_json(advice.data())
    elif advice.consistent:
        view_of(opened.game.name, "advice").show_advice(out(), advice, every)
        if in_session(name) and (move := opened.game.say_move(advice)):
            show_in_short(out(), move)
    else:
        show_call_fault(advice.content.text, advice.content.hint.replace("LOG", name))
    if not advice.consistent or opened.game.misheard(opened.table, seat):
        raise typer.Exit(CONTRADICTION)


@app.command()
def review(
    logs: Annotated[list[str], typer.Argument(metavar="LOG …", help="One log, or several of the same game.")],
    as_: AsOption = None,
    round_: RoundOption = None,
    html: HtmlOption = None,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """After the game, move by move: were the hints true, what could be known, what was skill and what luck.

    Several logs of Thinkaboxin show everybody's habits.

    Example: deduce review evening.game --html evening.html
    """
    opened = [read(log, round_, as_json) for log in logs]
    if len({one.game.name for one in opened}) > 1:
        show_call_fault("These logs are of different games.", "Review the logs of one game at a time.")
        raise typer.Exit(BAD_INPUT)
    game, seat = opened[0].game, find_seat(opened[0], as_)
    if html is not None and not has_view(game.name, "page"):
        show_call_fault(f"There is no page for a review of {game.title}.", "Leave --html out.")
        raise typer.Exit(BAD_INPUT)
    if html == "-" and as_json:
        show_call_fault("--html - and --json both write to standard output.", "Name a file: --html review.html")
        raise typer.Exit(BAD_INPUT)
    try:
        looked = game.review([(one.reading, one.table) for one in opened], seat, round_)
    except Fault as fault:
        refuse_call(fault)
    if html is not None:
        write_page(html, view_of(game.name, "page").make_page(looked, logs[0]), force)
    if as_json:
        print_json(looked.data())
    elif html is None:
        view_of(game.name, "review").show_review(out(), looked, logs[0])
    if not looked.consistent:
        raise typer.Exit(CONTRADICTION)


@app.command()
def notation(game: Annotated[str | None, typer.Argument(metavar="[GAME]")] = None) -> None:
    """The lines that can be typed, with examples.

    Example: deduce notation think-str8
    """
    games = [named_game(game)] if game else list(GAMES.values())
    for place, found in enumerate(games):
        if found is None:
            show_call_fault(*unknown_game(game or ""))
            raise typer.Exit(BAD_INPUT)
        if place:
            out().print()
        show_notation(out(), found)


@app.command()
def play(
    log: Annotated[str, typer.Argument(metavar="LOG", help="The log to begin or to go on with.")],
    pad: Annotated[bool, typer.Option("--pad", help="Show only what I crossed out myself.")] = False,
) -> None:
    """The companion at the table: begins a log or goes on with one.

    Example: deduce play evening.game
    """
    from cli.play.session import play_log

    play_log(log, pad)


@app.command()
def simulate(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game to play, for example think-str8.")],
    seats: SeatsOption = None,
    games: GamesOption = 100,
    seed: SeedOption = 1,
    workers: WorkersOption = None,
    logs: LogsOption = None,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Whole games by machine, to measure the advice: who wins, with how many points, and what with.

    Example: deduce simulate think-str8 --seats best,pad,pad,points --games 1000 --seed 7

    Ctrl-C stops and shows the games so far.
    """
    from cli.simulate import simulate_game

    simulate_game(game, seats, games, seed, workers, logs, force, as_json)


def main() -> None:
    """Run a command; whatever goes wrong, the person gets a sentence and never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that lacks a sign still shows the rest
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `| head` ends this as other programs, not with exit code 1
    try:
        app()
    except Disagreement as disagreement:
        show_own_fault(f"the two engines disagree about {disagreement}", "Do not trust this sheet.")
        sys.exit(OWN_FAULT)
    except Exception as unexpected:
        if os.environ.get("DEDUCE_DEBUG"):
            raise
        show_own_fault(f"{type(unexpected).__name__}: {unexpected}", "DEDUCE_DEBUG=1 shows where.")
        sys.exit(OWN_FAULT)


if __name__ == "__main__":
    main()
