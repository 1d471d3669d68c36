"""Answers of Thinkaboxin on the screen: moves with their chances, why a bid has its chance, if the log is sound."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from cli.views.console import clean, say, show_notes
from cli.views.reasons import show_lines
from solver.english import Ask, remark, with_option
from solver.games.thinkaboxin.advice import Advice, Odds, Option
from solver.games.thinkaboxin.sheet import format_chance
from solver.games.thinkaboxin.table import WHAT_COUNTS
from solver.games.thinkaboxin.why import Reason
from solver.proof.conflicts import Check

MOST_OPTIONS = 8
WIDEST_MOVE = 17


def show_advice(console: Console, advice: Advice, every: bool = False) -> None:
    console.print(Text(clean(advice.reason), style="bold" if advice.options else ""))
    if advice.options:
        console.print()
        show_options(console, advice, every)
    show_notes(console, advice.lacks)


def show_options(console: Console, advice: Advice, every: bool) -> None:
    shown = list(advice.options) if every else _chosen(advice)
    side_by_side = Table.grid(padding=(0, 3, 0, 0))
    columns = [_list_moves(advice, shown), _list_odds("from the dice alone", shown, [move.dice for move in shown])]
    if advice.trust:
        columns.append(_list_odds("with bids believed", shown, [move.believed for move in shown]))
    side_by_side.add_row(*columns)
    console.print(side_by_side)
    more = len(advice.options) - len(shown)
    if more:
        rest = remark(f"… and {more} more moves, none better; `", with_option("all"), "` lists them")
        say(console, rest, 2, style="dim")
    console.print()
    meaning = "unhurt: another is wrong or goes on · true: the bid · doubted: next one lifts"
    console.print(Text(meaning, style="dim"))
    if advice.trust:
        trusted = f"Bids are not facts. They are believed with trust {float(advice.trust):g}; `"
        say(console, remark(trusted, with_option("trust", "0"), "` leaves them out."), style="dim")


def _chosen(advice: Advice) -> list[Option]:
    """The best moves; a lift is always among them."""
    chosen = list(advice.options[:MOST_OPTIONS])
    lift = [option for option in advice.options if option.bid is None]
    return chosen if not lift or lift[0] in chosen else [*chosen[:-1], lift[0]]


def _list_moves(advice: Advice, shown: Sequence[Option]) -> Table:
    moves = Table(title=" ", box=None, pad_edge=False)
    moves.add_column("  move", max_width=WIDEST_MOVE, no_wrap=True)
    for option in shown:
        move = f"{option} to {clean(option.to)}" if option.to else str(option)
        moves.add_row(f"{'▶' if option is advice.best else ' '} {move}", style=_style(option, shown))
    return moves


def _list_odds(title: str, shown: Sequence[Option], odds: Sequence[Odds]) -> Table:
    """The chances of the moves, one set of columns; a lift cannot be doubted."""
    columns = Table(title=title, title_style="bold", box=None, pad_edge=False)
    for head in ("unhurt", "true", "doubted"):
        columns.add_column(head, justify="right", min_width=7)
    for option, one in zip(shown, odds, strict=True):
        doubted = "" if option.bid is None else format_chance(one.doubted)
        columns.add_row(format_chance(one.unhurt), format_chance(one.true), doubted, style=_style(option, shown))
    return columns


def _style(option: Option, shown: Sequence[Option]) -> str:
    return "bold" if option is shown[0] else ""


def show_verdict(console: Console, verdict: Check) -> None:
    if verdict.conflict:
        title = "This log contradicts itself: the cups and who was said to be right do not fit."
        say(console, title, style="bold red")
        show_lines(console, verdict.conflict.lines)
        console.print()
        for sentence in verdict.conflict.sentences:
            say(console, sentence.text)
        say(console, f"One of the lines is wrong. {WHAT_COUNTS}")
        for place, repair in enumerate(verdict.repairs, 1):
            console.print()
            if repair.told:
                say(console, repair.told, mark=f"{place:>2}. ")
                continue
            say(console, repair.line.event, mark=f"{place:>2}. line {repair.line.number:>3}   ")
            say(console, repair.instead, mark="    instead    ", style="green")
        return
    console.print(Text("No rule is broken: turns, raises, dice and cups fit together.", style="bold green"))
    say(console, remark("A false bid is not a fault of the log; `", Ask("review"), "` judges those."))


def show_why(console: Console, reason: Reason) -> None:
    console.print(Text.assemble((f"{reason.bid} ", "bold"), clean(reason.sentence)))
    if len(reason.terms) > 1:
        console.print()
        console.print(_add_up(reason))
    console.print()
    show_lines(console, reason.because)


def _add_up(reason: Reason) -> Table:
    """The chances of exactly this many more, and their sum."""
    sums = Table.grid(padding=(0, 3, 0, 2))
    sums.add_column()
    sums.add_column(justify="right")
    for count, chance in reason.terms:
        sums.add_row(f"exactly {count:>2}", format_chance(chance))
    sums.add_row("together", format_chance(reason.chance), style="bold")
    return sums
