"""What to do now, in Thinkaboxin: every move with its chances, from the dice alone and with bids believed."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from cli.views.console import clean, say, show_notes
from solver.games.thinkaboxin.advice import Advice, Option
from solver.games.thinkaboxin.odds import format_chance
from solver.remarks import remark, with_option

MOST_OPTIONS = 8


def show_advice(console: Console, advice: Advice, every: bool = False) -> None:
    console.print(Text(clean(advice.reason), style="bold" if advice.options else ""))
    if advice.options:
        console.print()
        show_options(console, advice, every)
    show_notes(console, advice.lacks)


def show_options(console: Console, advice: Advice, every: bool) -> None:
    shown = list(advice.options) if every else _chosen(advice)
    believes = advice.trust > 0
    suggested = f"with bids believed (trust {float(advice.trust):g})" if believes else ""
    console.print(Text(f"{'':18}{'from the dice alone':^27}   {suggested:^27}".rstrip(), style="bold"))
    heads = f"{'unhurt':>9}{'true':>9}{'doubted':>9}"
    console.print(Text(f"  {'move':16}{heads}{'   ' + heads if believes else ''}", style="bold"))
    for option in shown:
        mark = "▶" if option is advice.best else " "
        move = f"{option} to {clean(option.to)}" if option.to else str(option)
        row = f"{mark} {move[:15]:16}{_column(option, False)}"
        row += f"   {_column(option, True)}" if believes else ""
        console.print(row.rstrip(), style="" if mark == " " else "bold")
    more = len(advice.options) - len(shown)
    if more:
        say(
            console,
            remark(f"… and {more} more moves, none better; ", with_option("all"), " lists them"),
            2,
            style="dim",
        )
    console.print()
    meaning = "unhurt: another is wrong or goes on · true: the bid · doubted: next one lifts"
    console.print(Text(meaning, style="dim"))
    if believes:
        say(console, remark("Bids are not facts; ", with_option("trust", "0"), " leaves them out."), style="dim")


def _chosen(advice: Advice) -> list[Option]:
    """The best moves; a lift is always among them."""
    chosen = list(advice.options[:MOST_OPTIONS])
    lift = [option for option in advice.options if option.bid is None]
    return chosen if not lift or lift[0] in chosen else [*chosen[:-1], lift[0]]


def _column(option: Option, believed: bool) -> str:
    odds = option.believed if believed else option.dice
    doubted = "" if option.bid is None else format_chance(odds.doubted)
    return f"{format_chance(odds.unhurt):>9}{format_chance(odds.true):>9}{doubted:>9}"
