"""The commands that give reasons: `why`, `check` and `hint`."""

from __future__ import annotations

from typing import Annotated, Any, NoReturn

import typer

from cli.call import (
    BAD_INPUT,
    CONTRADICTION,
    AsOption,
    JsonOption,
    LogArgument,
    RoundOption,
    find_seat,
    load,
    offered,
    print_json,
    read,
    read_loaded,
    refuse_call,
)
from cli.views import view_of
from cli.views.console import out, show_notes
from cli.views.faults import show_errors
from solver.games import Game, Opened, find_game, open_log
from solver.log import Fault, Log, LogError

ClaimArgument = Annotated[
    list[str] | None,
    typer.Argument(metavar="CLAIM…", help="A colour, a colour and a number; `round 3` for older cards; a bid: 3x5."),
]
MoreOption = Annotated[int, typer.Option("--more", count=True, help="Once: the number. Twice: the proof.")]
FullOption = Annotated[bool, typer.Option("--full", help="The number and the proof.")]


def why(
    log: LogArgument,
    claim: ClaimArgument = None,
    as_: AsOption = None,
    round_: RoundOption = None,
    as_json: JsonOption = False,
) -> None:
    """The shortest proof: why a number is out, or certain, or still possible.

    Example: deduce why evening.game red 6

    More: `red` (why these numbers), `red 6 round 3` (a card held then), `red 6, blue 1` (several at once)
    """
    opened = read(log, round_, as_json)
    seat = find_seat(opened, as_)
    try:
        answers = offered(opened, "why")(opened.table, seat, tuple(claim or ()))
    except Fault as fault:
        refuse_call(fault)
    if not answers:
        _show_contradiction(opened, seat, round_, as_json)
    misheard = opened.game.misheard(opened.table, seat)
    doubts = (*(f"{told} `check` shows the lines." for told in misheard), *find_doubts(opened, seat))
    if as_json:
        data = [answer.data() for answer in answers]
        print_json((data[0] if len(data) == 1 else {"claims": data}) | {"notes": list(doubts)})
    else:
        view_of(opened.game.name, "why").show_answers(out(), answers)
        show_notes(out(), doubts)
    if misheard:
        raise typer.Exit(CONTRADICTION)


def check(log: LogArgument, as_: AsOption = None, round_: RoundOption = None, as_json: JsonOption = False) -> None:
    """Is the log free of contradictions, and are my crosses justified? Gives nothing away; names the likeliest slip.

    Example: deduce check evening.game
    """
    loaded = load(log)
    _check_broken(loaded, round_, as_json)
    opened = read_loaded(loaded, round_, as_json)
    seat = find_seat(opened, as_)
    verdict = offered(opened, "check")(*opened.parts, seat, round_)
    _show_verdict(opened.game, verdict, find_doubts(opened, seat), as_json)
    if not verdict.fine:
        raise typer.Exit(CONTRADICTION)


def hint(
    log: LogArgument,
    more: MoreOption = 0,
    full: FullOption = False,
    as_: AsOption = None,
    round_: RoundOption = None,
    as_json: JsonOption = False,
) -> None:
    """The easiest deduction I have not crossed out yet: first where to look, with --more what, with --full why.

    Example: deduce hint evening.game --more
    """
    opened = read(log, round_, as_json)
    seat = find_seat(opened, as_)
    found = offered(opened, "hint")(opened.table, seat, 2 if full else min(more, 2))
    if found is None:
        _show_contradiction(opened, seat, round_, as_json)
    misheard = opened.game.misheard(opened.table, seat)
    doubts = (*(f"{told} `check` shows the lines." for told in misheard), *find_doubts(opened, seat))
    if as_json:
        print_json(found.data() | {"notes": list(doubts)})
    else:
        view_of(opened.game.name, "why").show_hint(out(), found)
        show_notes(out(), doubts)
    if misheard:
        raise typer.Exit(CONTRADICTION)


def find_doubts(opened: Opened, seat: str) -> tuple[str, ...]:
    """What could make the answer wrong, where the game can tell."""
    return opened.game.doubts(opened.table, seat) if opened.game.doubts else ()


def _check_broken(log: Log | LogError, upto: int | None, as_json: bool) -> None:
    """A log that breaks a rule: all faults as everywhere, then what would mend it."""
    if isinstance(log, LogError):
        return
    game, opened = find_game(log), open_log(log, upto)
    if isinstance(game, LogError) or isinstance(opened, Opened) or game.check_broken is None:
        return
    verdict = game.check_broken(game.read(log), opened, upto)
    if as_json:
        print_json(verdict.data())
    else:
        show_errors(opened)
        view_of(game.name, "why").show_repairs(out(), verdict)
    raise typer.Exit(BAD_INPUT)


def _show_contradiction(opened: Opened, seat: str, upto: int | None, as_json: bool) -> NoReturn:
    """Nothing can be explained but the contradiction itself."""
    if opened.game.check is not None:
        verdict = opened.game.check(*opened.parts, seat, upto)
        _show_verdict(opened.game, verdict, find_doubts(opened, seat), as_json)
    raise typer.Exit(CONTRADICTION)


def _show_verdict(game: Game, verdict: Any, doubts: tuple[str, ...], as_json: bool) -> None:
    if as_json:
        print_json(verdict.data() | {"notes": list(doubts)})
    else:
        view_of(game.name, "why").show_verdict(out(), verdict)
        show_notes(out(), doubts)
