"""What to do now, in Thinkaboxin: every move with its chances, from the dice alone and with bids believed."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from cli.views.console import clean, say, show_notes
from solver.english import remark, with_option
from solver.games.thinkaboxin.advice import Advice, Odds, Option
from solver.games.thinkaboxin.sheet import format_chance

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
        rest = remark(f"… and {more} more moves, none better; ", with_option("all"), " lists them")
        say(console, rest, 2, style="dim")
    console.print()
    meaning = "unhurt: another is wrong or goes on · true: the bid · doubted: next one lifts"
    console.print(Text(meaning, style="dim"))
    if advice.trust:
        trusted = f"Bids are not facts. They are believed with trust {float(advice.trust):g}; "
        say(console, remark(trusted, with_option("trust", "0"), " leaves them out."), style="dim")


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
