"""The commands of `deduce`: they parse the call, ask `solver.commands`, and hand the answer to a view.

Exit codes: 0 fine, 1 the log contradicts itself, 2 the log or the call cannot be used, 3 a fault of this program.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Annotated, NoReturn, Protocol, TypeVar

import typer
from rich.console import Console
from rich.text import Text

from cli import __version__
from cli.games import look_of
from cli.language import of_call
from cli.look import (
    Look,
    show_advised,
    show_checked,
    show_hinted,
    show_notation,
    show_reasons,
    show_reviewed,
    show_shown,
    show_whole_table,
)
from cli.opening import (
    BAD_INPUT,
    CONTRADICTION,
    OWN_FAULT,
    find_seat,
    leave,
    list_logs,
    load_or_leave,
    meet_people,
    open_from,
    open_named,
    print_json,
    refuse,
    write_page,
    write_story,
)
from cli.options import (
    AsOption,
    ForceOption,
    JsonOption,
    LogArgument,
    LogOrNoneArgument,
    PeopleOption,
    PlainGroup,
    RoundOption,
    command,
    complete_game,
    complete_log,
    complete_player,
    part_words,
)
from cli.practice import hearing_interrupts, practice
from cli.simulate import simulate
from cli.views.console import err, in_shell, out, program
from cli.views.faults import say_reason, show_call_fault, show_errors, show_own_fault
from cli.views.progress import show_bar
from solver import commands, gate
from solver.engine import Disagreement
from solver.game import Data, HasPad, Opened, Recounts, Review, Wish
from solver.games import every_game, find_game, named_game, unknown_game
from solver.language import say, speaking
from solver.log import Fault, Log, LogError

if TYPE_CHECKING:
    from solver.chronicle import Chronicle

app = typer.Typer(
    cls=PlainGroup,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def about(
    ctx: typer.Context,
    version_: Annotated[bool, typer.Option("--version", help="Show the version.", is_eager=True)] = False,
    lang: Annotated[  # noqa: ARG001 - `PlainGroup` has taken it, wherever it stands
        str | None,
        typer.Option("--lang", metavar="LANG", help="The language, of every command: en, de, fr, nl."),
    ] = None,
) -> None:
    """The friend at your elbow for deduction games: type what happens at the table, see what your own cards can be.

    A log is a plain text file with one event per line; `deduce notation` lists the lines.

    Example: deduce show examples/think_str8/evening.game
    """
    if version_:
        out().print(f"deduce {__version__}")
        raise typer.Exit
    if ctx.invoked_subcommand is None and sys.stdin.isatty() and sys.stdout.isatty():
        play()
    elif ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


class _Answer(Protocol):
    @property
    def consistent(self) -> bool: ...

    def data(self) -> Data: ...


A = TypeVar("A", bound=_Answer)


def answer(
    opened: Opened,
    log: str,
    as_json: bool,
    ask: Callable[[], A],
    show: Callable[[Look, Console, A], None],
    write: Callable[[A], None] | None = None,
) -> None:
    """Ask, then tell on the screen, as JSON or in a file; the exit code says whether the log contradicts itself."""
    try:
        answered = ask()
    except Fault as fault:
        leave(fault.problem, fault.hint, log)
    if write:
        write(answered)
    if as_json:
        print_json(answered.data())
    elif not write:
        show(look_of(opened.game), out(in_shell(log)), answered)
    if not answered.consistent:
        raise typer.Exit(CONTRADICTION)


@command
def show(
    log: LogOrNoneArgument = None,
    pad: Annotated[
        bool, typer.Option("--pad", help="The pad as it is on paper; without a log an empty one for the table.")
    ] = False,
    html: Annotated[
        str | None,
        typer.Option("--html", metavar="FILE", help="With --pad: a page to print on A4 or A5; `-` as above."),
    ] = None,
    force: ForceOption = False,
    people: PeopleOption = None,
    as_: AsOption = None,
    round_: RoundOption = None,
    as_json: JsonOption = False,
) -> None:
    """The sheet: what is still possible, how likely it is, the rounds so far, the standings.

    Example: deduce show evening.game --round 4

    An empty deduction pad to print: deduce show --pad --html pad.html
    """
    if pad:
        _show_pad(log, html, force, as_, round_, as_json)
        return
    if html is not None:
        leave(say("--html draws the pad on a page."), say("Say --pad as well."))
    if log is None:
        leave(say("Which log?"), say("Name one, or draw an empty pad: --pad"))
    opened, seat = open_from(log, as_, round_, as_json)
    opened = meet_people(opened, people, as_json)
    answer(opened, log, as_json, lambda: commands.show(opened, seat), show_shown)


def _show_pad(log: str | None, html: str | None, force: bool, as_: str | None, upto: int | None, as_json: bool) -> None:
    """The pad of a seat by its log, or an empty one of the first game that has pads."""
    if as_json:
        leave(say("--pad is a drawing, and --json is for programs."), say("Leave one of them out."))
    opened, seat = (None, "") if log is None else open_from(log, as_, upto, as_json)
    game = opened.game if opened else next(one for one in every_game() if isinstance(one, HasPad))
    if not isinstance(game, HasPad):
        leave(say("{game} has no pad that could be drawn.", game=game.title), say("Leave --pad out."))
    from cli.views.pad import make_pad_page, show_pads
    from solver.pad import Pads

    drawn = game.draw_pad(opened, seat)
    if html is None:
        out().print(Text(drawn.title, style="bold"))
        show_pads(out(), Pads((drawn,)))
    else:
        write_page(html, make_pad_page(drawn), force)


@command
def why(
    log: LogArgument,
    claim: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="CLAIM…", help="A colour, a colour and a number; `round 3` for older cards; a bid: 3x5."
        ),
    ] = None,
    as_: AsOption = None,
    round_: RoundOption = None,
    as_json: JsonOption = False,
) -> None:
    """The shortest proof: why a number is out, or certain, or still possible.

    Example: deduce why evening.game red 6

    More: `red` (why these numbers), `red 6 round 3` (a card held then), `red 6, blue 1` (several at once)
    """
    opened, seat = open_from(log, as_, round_, as_json)
    answer(opened, log, as_json, lambda: commands.why(opened, seat, claim or ()), show_reasons)


@command
def check(
    log: LogArgument,
    which: Annotated[bool, typer.Option("--which", help="Of a paper sheet: which crosses are not justified.")] = False,
    as_: AsOption = None,
    round_: RoundOption = None,
    as_json: JsonOption = False,
) -> None:
    """Does everything fit together, and are my crosses right? Gives nothing away; names the likeliest slip.

    Example: deduce check evening.game
    """
    loaded = load_or_leave(log, as_json)
    whole = commands.open_at(loaded, round_)
    if not isinstance(whole, Opened):
        _check_broken(loaded, whole, round_, as_json)
    opened, seat = find_seat(whole, as_)
    answer(opened, log, as_json, lambda: commands.check(opened, seat), partial(show_checked, which=which))


def _check_broken(log: Log, errors: tuple[LogError, ...], upto: int | None, as_json: bool) -> NoReturn:
    """A log that breaks a rule: all faults as everywhere, then what would correct it."""
    verdict, game = commands.check_broken(log, errors, upto), find_game(log)
    if verdict is None or isinstance(game, LogError):
        refuse(errors, as_json)
    if as_json:
        print_json(verdict.data())
    else:
        show_errors(errors)
        look_of(game).show_repairs(out(in_shell(log.name)), verdict)
    raise typer.Exit(BAD_INPUT)


@command
def hint(
    log: LogArgument,
    more: Annotated[int, typer.Option("--more", count=True, help="Once: the number. Twice: the proof.")] = 0,
    full: Annotated[bool, typer.Option("--full", help="The number and the proof.")] = False,
    as_: AsOption = None,
    round_: RoundOption = None,
    as_json: JsonOption = False,
) -> None:
    """The easiest deduction I have not crossed out yet: first where to look, with --more what, with --full why.

    Example: deduce hint evening.game --more
    """
    opened, seat = open_from(log, as_, round_, as_json)
    answer(opened, log, as_json, lambda: commands.hint(opened, seat, 2 if full else more), show_hinted)


@command
def advise(
    log: LogArgument,
    more: Annotated[list[str] | None, typer.Argument(hidden=True)] = None,
    every: Annotated[bool, typer.Option("--all", help="List everything, not only the best few.")] = False,
    people: PeopleOption = None,
    as_: AsOption = None,
    round_: RoundOption = None,
    as_json: JsonOption = False,
    *,
    wish: Wish,
) -> None:
    """What to do now, with the figures: bet, die to turn, card to lay off, final bets; declare or wait; lift or raise.

    Example: deduce advise evening.game --taken 7,5

    Which die to turn, before the dice are typed: deduce advise evening.game --dice y g b

    Final bets with the best chance to win: deduce advise evening.game --aim win
    """
    name, wish = part_words(log, more or (), wish)
    opened, seat = open_from(name, as_, round_, as_json)
    opened = meet_people(opened, people, as_json)
    show = partial(show_advised, every=every, aside=err(in_shell(name)))
    answer(opened, name, as_json, lambda: commands.advise(opened, seat, wish), show)


@command
def review(
    logs: Annotated[
        list[str],
        typer.Argument(
            metavar="LOG…", help="One log, several of the same game, or a folder.", autocompletion=complete_log
        ),
    ],
    as_: AsOption = None,
    round_: RoundOption = None,
    html: Annotated[
        str | None,
        typer.Option(
            "--html", metavar="FILE", help="Write one page for a browser or a printer; `-` for standard output."
        ),
    ] = None,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """After the game, move by move: were the hints true, what could be known, what was skill and what luck.

    Several logs show everybody's habits, with how sure they are, and month by month.

    Example: deduce review evening.game --html evening.html
    """
    if html == "-" and as_json:
        leave(
            say("--html - and --json both write to standard output."),
            say("Name a file: {example}", example="--html review.html"),
        )
    logs = list_logs(logs)
    first = open_named(logs[0], round_, as_json)
    if as_ is None and first.opening.of_table and len(logs) == 1:
        answer(
            first,
            logs[0],
            as_json,
            lambda: commands.review_table(gate.look_back(first)),
            lambda _, console, told: show_whole_table(console, told),
            None if html is None else lambda told: write_story(html, told.story, force),
        )
        return
    first, seat = find_seat(first, as_)
    opened = [first, *(open_from(log, as_, round_, as_json)[0] for log in logs[1:])]
    answer(
        first,
        logs[0],
        as_json,
        lambda: commands.review(opened, seat) if len(opened) == 1 else _review_evenings(opened),
        lambda _, console, told: show_reviewed(console, opened, told),
        None if html is None else lambda told: write_story(html, _recount(opened, told), force),
    )


def _review_evenings(logs: Sequence[Opened]) -> Review:
    """With a bar; whoever does not wait for the end is left in peace by the workers."""
    try:
        with hearing_interrupts(), show_bar(len(logs), say("looking back on"), say("evenings")) as advance:
            return commands.review_evenings(logs, lambda _: advance())
    except KeyboardInterrupt:
        raise typer.Exit(128 + signal.SIGINT) from None  # as if nobody had heard it


def _recount(logs: Sequence[Opened], reviewed: Review) -> Chronicle:
    game = logs[0].game
    if not isinstance(game, Recounts):
        leave(say("There is no page for a review of {game}.", game=game.title), say("Leave --html out."))
    return game.recount(logs, reviewed)


@command
def extract(
    log: LogArgument,
    player: Annotated[
        str, typer.Argument(metavar="PLAYER", help="Whose log it will be.", autocompletion=complete_player)
    ],
) -> None:
    """A player's own log out of the table's: what that player saw and heard, and nothing else.

    Comments of the table's log are left out, since they could give something away.

    Example: deduce extract friday.game Ben > ben.game
    """
    opened = open_named(log, None, as_json=False)
    try:
        sys.stdout.write(gate.extract(*gate.take_seat(opened, player)))
    except Fault as fault:
        leave(fault.problem, fault.hint, log)


@command
def notation(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="One game; without it all of them.", autocompletion=complete_game),
    ] = None,
) -> None:
    """The lines that can be typed, with examples.

    Example: deduce notation think-str8
    """
    games = [named_game(game)] if game else every_game()
    for place, found in enumerate(games):
        if found is None:
            leave(*unknown_game(game or ""))
        if place:
            out().print()
        show_notation(out(), found)


@command
def play(
    log: Annotated[
        str | None,
        typer.Argument(metavar="LOG", help="The log to begin or to go on with.", autocompletion=complete_log),
    ] = None,
    pad: Annotated[bool, typer.Option("--pad", help="Show only what I crossed out myself.")] = False,
) -> None:
    """The companion at the table: begins a log or goes on with one.

    Example: deduce play evening.game

    Without a name it lists the logs in this folder, and proposes a name for a new one. `deduce` alone does the same.
    """
    from cli.play.loop import play_log

    play_log(log, pad)


@command
def serve(
    log: Annotated[
        str | None,
        typer.Argument(metavar="LOG", help="The table's log to begin or to go on with.", autocompletion=complete_log),
    ] = None,
    game: Annotated[str | None, typer.Option("--game", metavar="NAME", help="For a new log: which game.")] = None,
    players: Annotated[
        str | None, typer.Option("--players", metavar="ANNA,BEN", help="For a new log: who plays, in order.")
    ] = None,
    aid: Annotated[
        str | None,
        typer.Option("--aid", metavar="LEVEL", help="How much help: pad (for a new log), check, hints or full."),
    ] = None,
    free: Annotated[
        str | None, typer.Option("--free", metavar="PLAYER", help="A phone is lost: its seat is free again.")
    ] = None,
    bind: Annotated[str, typer.Option("--bind", metavar="ADDRESS", help="Where to listen.")] = "0.0.0.0",
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=1, max=65535, help="The next free one if taken.")
    ] = 8777,
    cert: Annotated[str | None, typer.Option("--cert", metavar="FILE", help="A certificate, for https.")] = None,
    key: Annotated[str | None, typer.Option("--key", metavar="FILE", help="Its key.")] = None,
    line: Annotated[
        list[str] | None,
        typer.Option("--line", metavar="LINE", help="Of a new log, such as 'without grey'; as often as you like."),
    ] = None,
    paper: Annotated[
        bool, typer.Option("--paper", help="No table: one page like a paper sheet, to copy yours after the game.")
    ] = False,
    practice: Annotated[
        bool,
        typer.Option("--practice", help="Exercises on one phone, no table; LOG is your own log, or none."),
    ] = False,
) -> None:
    """Phones around the table: one link, and every phone is its player's private pad.

    Example: deduce serve friday.game --game think-str8 --players Anna,Ben,Cleo

    A paper sheet, copied after the game: deduce serve my.game --paper --players Anna,Ben,Cleo
    """
    from cli.serve.start import Wishes, serve_log

    wishes = Wishes(game, players, aid, free, bind, port, cert, key, tuple(line or ()))
    if practice:
        from cli.serve.practice import serve_practice

        serve_practice([log] if log else [], game, wishes)
    elif log is None:
        leave(say("A table needs a log."), say("Name one, old or new: {call}", call=f"{program()} serve friday.game"))
    elif paper:
        from cli.serve.paper import serve_paper

        serve_paper(log, wishes)
    else:
        serve_log(log, wishes)


command(practice)
command(simulate)


def main() -> None:
    """Run a command; whatever goes wrong, the person gets a sentence and never a traceback."""
    _mend_streams()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that lacks a character still shows the rest
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `| head` ends this as other programs, not with exit code 1
    with speaking(of_call(sys.argv[1:], os.environ)):
        _run()


def _run() -> None:
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except OSError as failed:  # the machine's fault, not ours
        if os.environ.get("DEDUCE_DEBUG"):
            raise
        _drop_output()
        file, why = failed.filename, say_reason(failed)
        show_call_fault(
            say("The computer refuses {file}: {why}.", file=file, why=why)
            if file
            else say("The computer refuses: {why}.", why=why),
            say("Look at its disk, and at what you may do there."),
        )
        sys.exit(BAD_INPUT)
    except Disagreement as disagreement:
        show_own_fault(f"the two engines disagree about {disagreement}", say("Do not trust this sheet."))
        sys.exit(OWN_FAULT)
    except Exception as unexpected:
        if os.environ.get("DEDUCE_DEBUG"):
            raise
        show_own_fault(f"{type(unexpected).__name__}: {unexpected}", say("DEDUCE_DEBUG=1 shows where."))
        sys.exit(OWN_FAULT)


def _mend_streams() -> None:
    """A shell may start a program with streams closed (`<&-`); nobody answers there, and nobody hears."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - as long as the program runs
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        show_call_fault(say("Standard output is closed: there is no place for an answer."), say("Leave `>&-` out."))
        sys.exit(BAD_INPUT)


def _drop_output() -> None:
    """What could not be written would be tried once more when Python ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
