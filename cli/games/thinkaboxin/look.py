"""Thinkaboxin as people see it: chances of all bids, the bid and the raises marked by shape; bids, turns, standings."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from cli.look import Look
from cli.views.console import clean, say, show_notes
from cli.views.faults import show_lacks
from cli.views.reasons import show_lines
from solver import game as contract
from solver.english import Ask, Saying, all_of, remark, with_option
from solver.game import Told, expect, override
from solver.games.thinkaboxin.opened import ThinkaboxinLog, tell_start
from solver.games.thinkaboxin.rules import JOKER, VALUES, Bid, format_bid, format_number, format_value
from solver.games.thinkaboxin.sheet import Sheet, format_chance
from solver.games.thinkaboxin.table import WHAT_COUNTS, Round, Set, Table, tell_outcome

if TYPE_CHECKING:  # what a command does not need is not loaded
    from solver.games.thinkaboxin.advice import Advice, Odds, Option
    from solver.games.thinkaboxin.why import Reason
    from solver.proof.conflicts import Check

MOST_OPTIONS = 8
WIDEST_MOVE = 17
CELL, RAISE = 9, "+"
FAINT = 0.001  # below this a whole row of the table says nothing
UNLIKELY, MOST_ROWS = 0.01, 6  # the same at the table, where the sheet and what is said beneath share 24 rows


class ThinkaboxinLook(Look):
    @override
    def show_sheet(self, console: Console, sheet: contract.Sheet, pad: bool = False) -> None:
        own = expect(Sheet, sheet)
        show_title(console, own)
        if own.odds and not pad:
            show_odds(console, own, range(1, _last_row(own, FAINT) + 1))
            console.print()
        show_now(console, own, pad)
        show_lacks(console, own.lacks, own.table.warnings)

    @override
    def show_compact(self, console: Console, sheet: contract.Sheet, before: contract.Sheet | None, pad: bool) -> None:  # noqa: ARG002
        """All that a turn needs: chances, few enough for a small screen (with `pad` none), the bids, dice, scores."""
        own = expect(Sheet, sheet)
        show_title(console, own)
        if own.odds and own.table.rounds and not pad:
            show_odds(console, own, _compact_rows(own))
        if own.this and own.this.bids:
            console.print(Text.assemble(("Bids   ", "bold"), _trail(own.this)))
        show_standings(console, own.table)
        console.print()

    @override
    def show_public(self, console: Console, opened: contract.Opened, brief: bool = False) -> None:
        table = expect(ThinkaboxinLog, opened).table
        show_start(console, table)
        if not brief:
            show_earlier_rounds(console, table)
        if table.current:
            show_bids(console, table.current)
        show_standings(console, table)

    @override
    def show_progress(self, console: Console, sheet: contract.Sheet, pad: bool = False) -> None:
        own = expect(Sheet, sheet)
        show_earlier_rounds(console, own.table)
        show_now(console, own, pad)

    @override
    def show_advice(self, console: Console, advice: contract.Advice, every: bool) -> None:
        from solver.games.thinkaboxin.advice import Advice

        show_advice(console, expect(Advice, advice), every)

    @override
    def show_answers(self, console: Console, answers: Sequence[Told]) -> None:
        from solver.games.thinkaboxin.why import Reason

        for answer in answers:
            show_why(console, expect(Reason, answer))

    @override
    def show_verdict(self, console: Console, verdict: Check) -> None:
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

    @override
    def show_choice(self, console: Console, verdict: Check, doubts: Sequence[Saying], rows: int | None) -> None:  # noqa: ARG002
        self.show_verdict(console, verdict)


def show_now(console: Console, sheet: Sheet, pad: bool) -> None:
    if sheet.this:
        show_bids(console, sheet.this, "" if pad else f": {format_chance(sheet.chance)} from the dice alone")
    show_standings(console, sheet.table)


def show_title(console: Console, sheet: Sheet) -> None:
    table, sight = sheet.table, sheet.sight
    owner = "my" if sheet.seat == table.me else f"{clean(sheet.seat)}'s"
    dice = f"{sight.total} dice, {sight.hidden} hidden" if sight.total else "the set is over"
    console.print(Text.assemble(("Thinkaboxin", "bold"), f" · {owner} view · {_place(sheet)} · ", (dice, "bold")))
    if sight.own is not None:
        whose = "My dice" if sheet.seat == table.me else f"Dice of {clean(sheet.seat)}"
        console.print(Text.assemble(f"{whose}: ", (" ".join(map(str, sight.own)), "bold")))
    for player, cup in sight.shown.items():
        console.print(f"Under the cup of {clean(player)}: {' '.join(map(str, cup))}")
    console.print()
    show_start(console, table)


def show_start(console: Console, table: Table) -> None:
    """What to type, for somebody who has typed nothing yet."""
    if not table.rounds:
        say(console, tell_start(table))
        console.print()


def _place(sheet: Sheet) -> str:
    last, this = sheet.table.set, sheet.this
    if last is None:
        return "before the first set"
    name = "knock-out set" if last.knockout else "set"
    return f"{name} {last.number}, round {this.number if this else sheet.table.round + (not last.over)}"


# The table of chances.


def _last_row(sheet: Sheet, faint: float) -> int:
    """The highest amount with a chance worth a row; the bid on the table has one in any case."""
    likely = [bid.amount for bid, chance in sheet.odds.items() if chance >= faint]
    return max([*likely, sheet.said.bid.amount] if sheet.said else likely)


def _compact_rows(sheet: Sheet) -> range:
    """The highest amounts that are not unlikely, with the bid among them."""
    last = _last_row(sheet, UNLIKELY)
    first = max(1, last - MOST_ROWS + 1)
    if sheet.said:
        first = min(first, sheet.said.bid.amount)
    return range(first, min(last, first + MOST_ROWS - 1) + 1)


def show_odds(console: Console, sheet: Sheet, rows: range) -> None:
    """A row for every amount: how likely it is that at least this many dice count as each value."""
    if rows[0] > 1:
        console.print(f"{_span(range(1, rows[0]))}: as likely or likelier")
    console.print(_tabulate(sheet, rows))
    above = range(rows[-1] + 1, sheet.sight.total + 1)
    if above:
        marks = f" (raises too: {RAISE})" if sheet.said and any(bid.amount in above for bid in sheet.legal) else ""
        likeliest = max(sheet.odds[Bid(above[0], value)] for value in VALUES)
        console.print(f"{_span(above)}: {_at_most(likeliest)}{marks}")
    console.print()
    raises = f"   53.2%{RAISE} a raise" if sheet.legal else ""
    marks = f"[53.2%] the bid{raises}   " if sheet.said else ""
    console.print(Text(f"{marks}a one is a joker: it counts as any value", style="dim"))


def _tabulate(sheet: Sheet, rows: range) -> Grid:
    """Chances right-aligned; what marks the bid and the raises has a narrow column of its own."""
    odds = Grid(box=None, padding=0, pad_edge=False)
    odds.add_column(style="bold", no_wrap=True)
    for value in VALUES:
        odds.add_column(_face(value), justify="right", min_width=CELL, no_wrap=True)
        odds.add_column(width=1)
    for amount in rows:
        cells = [cell for value in VALUES for cell in _box(sheet, Bid(amount, value))]
        odds.add_row(f"at least {format_number(amount)}", *cells)
    return odds


def _face(value: int) -> str:
    return format_value(value) if value != JOKER else f"{format_value(value)} only"


def _at_most(chance: Fraction) -> str:
    """What to say of bids of which none is likelier than this."""
    if chance == 0:
        return "impossible"
    if chance < FAINT:
        return f"almost never (less than {FAINT:.1%} each)"
    return f"less than {UNLIKELY:.0%} each" if chance < UNLIKELY else "even less likely"


def _span(amounts: range) -> str:
    return f"at least {amounts[0]} to {amounts[-1]}" if len(amounts) > 1 else f"at least {format_number(amounts[0])}"


def _box(sheet: Sheet, bid: Bid) -> tuple[Text, Text]:
    """A chance and its mark."""
    chance = format_chance(sheet.odds[bid])
    if sheet.said and bid == sheet.said.bid:
        return Text(f"[{chance}", "bold reverse"), Text("]", "bold reverse")
    if sheet.said and bid in sheet.legal:
        return Text(chance, "green"), Text(RAISE, "green")
    return Text(chance, "dim" if sheet.said else ""), Text()


# What was said.


def show_earlier_rounds(console: Console, table: Table) -> None:
    """What was bid in the set so far, and what came of it."""
    for this in table.rounds:
        if table.set and this.set_number == table.set.number and this is not table.current:
            told = f"donkey {all_of(this.donkeys)}" if this.donkeys else _next(this)
            say(console, f"{_trail(this)} · {told}" if this.bids else told, mark=f"Round {this.number:<3}")


def show_bids(console: Console, this: Round, chance: str = "") -> None:
    if this.bids:
        console.print(Text.assemble(("Bids   ", "bold"), _trail(this)), soft_wrap=False)
    if this.bids and not this.over:
        said = this.bids[-1]
        words = f"at least {format_bid(said.bid)}{chance}"
        console.print(Text.assemble(("Bid    ", "bold"), f"{clean(said.player)} says {words}"))
    console.print(Text.assemble(("Over   " if this.over else "Turn   ", "bold"), _next(this)))


def _trail(this: Round) -> str:
    bids = " · ".join(f"{clean(said.player)} {said.bid}" for said in this.bids)
    return f"{bids} · {clean(this.lifter)} lifts" if this.lifter else bids


def _next(this: Round) -> str:
    if this.lifter:
        return clean(tell_outcome(this) or "who was wrong is not typed")
    if this.turn is None:
        return "whoever bids first"
    names = " or ".join(map(clean, this.turn))
    return f"{names} to {'raise or lift' if this.bids else 'begin'}"


# Standings.


def show_standings(console: Console, table: Table) -> None:
    left = [f"{clean(player)} {_known(dice)}" for player, dice in table.dice.items()]
    starts = f"   {' or '.join(map(clean, table.starters))} begins" if _between(table) and table.starters else ""
    console.print(Text.assemble(("Dice   ", "bold"), " · ".join(left), starts))
    show_scores(console, table)


def show_scores(console: Console, table: Table) -> None:
    """What everybody has, and who has won."""
    scores = [f"{clean(player)} {_known(score)}" for player, score in table.scores.items()]
    pool = f"   pool {_known(table.pool)}" if table.mode == "nuggets" else ""
    console.print(Text.assemble((f"{table.scoring.capitalize()}   ", "bold"), " · ".join(scores), pool))
    last = table.set
    if last and last.over:
        console.print(f"Set {last.number} is over, {tell_end(last)}")
    if table.champion:
        console.print(Text(f"{clean(table.champion)} wins", style="bold"))
    elif table.finalists:
        console.print(f"Final knock-out race: {', '.join(map(clean, table.finalists))}")
    if table.duels_left:
        console.print(f"Duels to come: {', '.join(f'{clean(a)}-{clean(b)}' for a, b in table.duels_left)}")


def tell_end(over: Set) -> str:
    if over.knockout:
        return f"out: {clean(over.out or '?')}"
    return "who won it is not known yet" if over.winners is None else f"won by {clean(all_of(over.winners))}"


def _between(table: Table) -> bool:
    this = table.current
    return (this is None or this.over) and not (table.set and table.set.over)


def _known(number: int | None) -> str:
    return "?" if number is None else str(number)


# Advice, and why a bid has its chance.


def show_advice(console: Console, advice: Advice, every: bool = False) -> None:
    console.print(Text(clean(advice.reason), style="bold" if advice.options else ""))
    if advice.options:
        console.print()
        show_options(console, advice, every)
    show_notes(console, advice.lacks)


def show_options(console: Console, advice: Advice, every: bool) -> None:
    shown = list(advice.options) if every else _chosen(advice)
    side_by_side = Grid.grid(padding=(0, 3, 0, 0))
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


def _list_moves(advice: Advice, shown: Sequence[Option]) -> Grid:
    moves = Grid(title=" ", box=None, pad_edge=False)
    moves.add_column("  move", max_width=WIDEST_MOVE, no_wrap=True)
    for option in shown:
        move = f"{option} to {clean(option.to)}" if option.to else str(option)
        moves.add_row(f"{'▶' if option is advice.best else ' '} {move}", style=_style(option, shown))
    return moves


def _list_odds(title: str, shown: Sequence[Option], odds: Sequence[Odds]) -> Grid:
    """The chances of the moves, one set of columns; a lift cannot be doubted."""
    columns = Grid(title=title, title_style="bold", box=None, pad_edge=False)
    for head in ("unhurt", "true", "doubted"):
        columns.add_column(head, justify="right", min_width=7)
    for option, one in zip(shown, odds, strict=True):
        doubted = "" if option.bid is None else format_chance(one.doubted)
        columns.add_row(format_chance(one.unhurt), format_chance(one.true), doubted, style=_style(option, shown))
    return columns


def _style(option: Option, shown: Sequence[Option]) -> str:
    return "bold" if option is shown[0] else ""


def show_why(console: Console, reason: Reason) -> None:
    console.print(Text.assemble((f"{reason.bid} ", "bold"), clean(reason.sentence)))
    if len(reason.terms) > 1:
        console.print()
        console.print(_add_up(reason))
    console.print()
    show_lines(console, reason.because)


def _add_up(reason: Reason) -> Grid:
    """The chances of exactly this many more, and their sum."""
    sums = Grid.grid(padding=(0, 3, 0, 2))
    sums.add_column()
    sums.add_column(justify="right")
    for count, chance in reason.terms:
        sums.add_row(f"exactly {count:>2}", format_chance(chance))
    sums.add_row("together", format_chance(reason.chance), style="bold")
    return sums
