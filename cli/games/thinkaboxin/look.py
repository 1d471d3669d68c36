"""Thinkaboxin as people see it: chances of all bids, the bid and the raises marked by shape; bids, turns, standings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from cli.look import Look
from cli.views.console import clean, put, say_text, show_notes
from cli.views.faults import show_lacks
from cli.views.reasons import name_line, show_lines
from solver import game as contract
from solver.english import FollowUp, Saying, all_of, any_of, capital, say_remark, say_remark_count, with_option
from solver.game import HasData, expect, override
from solver.games.thinkaboxin.opened import ThinkaboxinLog, tell_start
from solver.games.thinkaboxin.rules import JOKER, VALUES, Bid, format_bid, format_number, format_value
from solver.games.thinkaboxin.sheet import Sheet, format_chance
from solver.games.thinkaboxin.table import WHAT_COUNTS, Round, Set, Table, tell_outcome
from solver.language import say, say_number, say_percent

if TYPE_CHECKING:  # what a command does not need is not loaded
    from solver.games.thinkaboxin.advice import Advice, BidOrLift, Odds
    from solver.games.thinkaboxin.why import ChanceReason
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
            console.print(_label(say("Bids"), _trail(own.this)))
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
    def show_answers(self, console: Console, answers: Sequence[HasData]) -> None:
        from solver.games.thinkaboxin.why import ChanceReason

        for answer in answers:
            show_why(console, expect(ChanceReason, answer))

    @override
    def show_verdict(self, console: Console, verdict: Check, which: bool = False) -> None:  # noqa: ARG002
        if verdict.conflict:
            title = say("This log contradicts itself: the cups and who was said to be right do not fit.")
            put(console, title, style="bold red")
            show_lines(console, verdict.conflict.lines)
            console.print()
            for sentence in verdict.conflict.sentences:
                put(console, sentence.text)
            put(console, f"{say('One of the lines is wrong.')} {say(WHAT_COUNTS)}")
            for place, repair in enumerate(verdict.repairs, 1):
                console.print()
                if repair.told:
                    put(console, repair.told, mark=f"{place:>2}. ")
                    continue
                put(console, repair.line.event, mark=f"{place:>2}. {name_line(repair.line.number)}   ")
                put(console, repair.instead, mark=f"    {say('instead'):<11}", style="green")
            return
        console.print(Text(say("No rule is broken: turns, raises, dice and cups fit together."), style="bold green"))
        put(console, say_remark("A false bid is not a fault of the log; `{ask}` judges those.", ask=FollowUp("review")))

    @override
    def show_choice(self, console: Console, verdict: Check, doubts: Sequence[Saying], rows: int | None) -> None:  # noqa: ARG002
        self.show_verdict(console, verdict)


def show_now(console: Console, sheet: Sheet, pad: bool) -> None:
    if sheet.this:
        show_bids(console, sheet.this, "" if pad else format_chance(sheet.chance))
    show_standings(console, sheet.table)


def show_title(console: Console, sheet: Sheet) -> None:
    table, sight = sheet.table, sheet.sight
    mine, dice = sheet.seat == table.me, say("the set is over")
    if sight.total:
        dice = say("{total} dice, {hidden} hidden", total=sight.total, hidden=sight.hidden)
    places = {"game": Text("Thinkaboxin", "bold"), "place": _place(sheet), "dice": Text(dice, "bold")}
    if mine:
        console.print(say_text("{game} · my view · {place} · {dice}", **places))
    else:
        console.print(say_text("{game} · {player}'s view · {place} · {dice}", player=clean(sheet.seat), **places))
    if sight.own is not None:
        own = Text(" ".join(map(str, sight.own)), "bold")
        if mine:
            console.print(say_text("My dice: {dice}", dice=own))
        else:
            console.print(say_text("Dice of {player}: {dice}", player=clean(sheet.seat), dice=own))
    for player, cup in sight.shown.items():
        told = say("Under the cup of {player}: {dice}", player=clean(player), dice=" ".join(map(str, cup)))
        console.print(told)
    console.print()
    show_start(console, table)


def show_start(console: Console, table: Table) -> None:
    """What to type, for somebody who has typed nothing yet."""
    if not table.rounds:
        put(console, tell_start(table))
        console.print()


def _place(sheet: Sheet) -> str:
    last, this = sheet.table.set, sheet.this
    if last is None:
        return say("before the first set")
    round_ = this.number if this else sheet.table.round + (not last.over)
    if last.knockout:
        return say("knock-out set {set}, round {round}", set=last.number, round=round_)
    return say("set {set}, round {round}", set=last.number, round=round_)


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
        console.print(say("{amounts}: as likely or likelier", amounts=_span(range(1, rows[0]))))
    console.print(_tabulate(sheet, rows))
    above = range(rows[-1] + 1, sheet.sight.total + 1)
    if above:
        likeliest = max(sheet.odds[Bid(above[0], value)] for value in VALUES)
        told = {"amounts": _span(above), "chance": _at_most(likeliest), "mark": RAISE}
        if sheet.said and any(bid.amount in above for bid in sheet.legal):
            console.print(say("{amounts}: {chance} (raises too: {mark})", **told))
        else:
            console.print(say("{amounts}: {chance}", **told))
    console.print()
    console.print(Text("   ".join(_explain_marks(sheet)), style="dim"))


def _explain_marks(sheet: Sheet) -> Iterator[str]:
    sample = say_percent(0.532, ".1%")
    if sheet.said:
        yield say("[{chance}] the bid", chance=sample)
    if sheet.said and sheet.legal:
        yield say("{chance}{mark} a raise", chance=sample, mark=RAISE)
    yield say("a one is a joker: it counts as any value")


def _tabulate(sheet: Sheet, rows: range) -> Grid:
    """Chances right-aligned; what marks the bid and the raises has a narrow column of its own."""
    odds = Grid(box=None, padding=0, pad_edge=False)
    odds.add_column(style="bold")  # where its words are long it gives way
    for value in VALUES:
        odds.add_column(_face(value), justify="right", min_width=CELL, no_wrap=True)
        odds.add_column(width=1, no_wrap=True)
    for amount in rows:
        cells = [cell for value in VALUES for cell in _box(sheet, Bid(amount, value))]
        odds.add_row(say("at least {number}", number=format_number(amount)), *cells)
    return odds


def _face(value: int) -> str:
    return format_value(value) if value != JOKER else say("ones only")


def _at_most(chance: Fraction) -> str:
    """What to say of bids of which none is likelier than this."""
    if chance == 0:
        return say("impossible")
    if chance < FAINT:
        return say("almost never (less than {chance} each)", chance=say_percent(FAINT, ".1%"))
    if chance < UNLIKELY:
        return say("less than {chance} each", chance=say_percent(UNLIKELY))
    return say("even less likely")


def _span(amounts: range) -> str:
    if len(amounts) > 1:
        return say("at least {first} to {last}", first=amounts[0], last=amounts[-1])
    return say("at least {number}", number=format_number(amounts[0]))


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
            told = say("donkey {players}", players=all_of(this.donkeys)) if this.donkeys else _next(this)
            mark = say("Round {round_of_set}", round_of_set=f"{this.number:<3}")
            put(console, f"{_trail(this)} · {told}" if this.bids else told, mark=mark)


def show_bids(console: Console, this: Round, chance: str = "") -> None:
    if this.bids:
        console.print(_label(say("Bids"), _trail(this)), soft_wrap=False)
    if this.bids and not this.over:
        said = this.bids[-1]
        told = {"player": clean(said.player), "bid": format_bid(said.bid), "chance": chance}
        words = say("{player} says at least {bid}", **told)
        if chance:
            words = say("{player} says at least {bid}: {chance} from the dice alone", **told)
        console.print(_label(say("Bid"), words))
    console.print(_label(say("Over") if this.over else say("Turn"), _next(this)))


def _label(name: str, text: str) -> Text:
    """What stands one below the other begins alike, unless a name needs more room."""
    return Text.assemble((f"{name:<6} ", "bold"), text)


def _trail(this: Round) -> str:
    bids = [f"{clean(said.player)} {said.bid}" for said in this.bids]
    lifted = [say("{player} lifts", player=clean(this.lifter))] if this.lifter else []
    return " · ".join((*bids, *lifted))


def _next(this: Round) -> str:
    if this.lifter:
        return clean(tell_outcome(this) or say("who was wrong is not typed"))
    if this.turn is None:
        return say("whoever bids first")
    names = any_of(map(clean, this.turn))
    return say("{players} to raise or lift", players=names) if this.bids else say("{players} to begin", players=names)


# Standings.


def show_standings(console: Console, table: Table) -> None:
    left = [f"{clean(player)} {_known(dice)}" for player, dice in table.dice.items()]
    starts = ""
    if _between(table) and table.starters:
        starts = f"   {say('{player} begins', player=any_of(map(clean, table.starters)))}"
    console.print(_label(say("Dice"), f"{' · '.join(left)}{starts}"))
    show_scores(console, table)


def show_scores(console: Console, table: Table) -> None:
    """What everybody has, and who has won."""
    scores = [f"{clean(player)} {_known(score)}" for player, score in table.scores.items()]
    pool = f"   {say('pool {number}', number=_known(table.pool))}" if table.mode == "nuggets" else ""
    console.print(Text.assemble((f"{capital(say(table.scoring))}   ", "bold"), " · ".join(scores), pool))
    last = table.set
    if last and last.over:
        console.print(tell_end(last))
    if table.champion:
        console.print(Text(say("{player} wins", player=clean(table.champion)), style="bold"))
    elif table.finalists:
        console.print(say("Final knock-out race: {players}", players=", ".join(map(clean, table.finalists))))
    if table.duels_left:
        pairs = ", ".join(f"{clean(a)}-{clean(b)}" for a, b in table.duels_left)
        console.print(say("Duels to come: {pairs}", pairs=pairs))


def tell_end(over: Set) -> str:
    if over.knockout:
        return say("Set {set} is over, out: {player}", set=over.number, player=clean(over.out or "?"))
    if over.winners is None:
        return say("Set {set} is over, who won it is not known yet", set=over.number)
    return say("Set {set} is over, won by {players}", set=over.number, players=clean(all_of(over.winners)))


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
    columns = [_list_moves(advice, shown), _list_odds(say("from the dice alone"), shown, [move.dice for move in shown])]
    if advice.trust:
        columns.append(_list_odds(say("with bids believed"), shown, [move.believed for move in shown]))
    side_by_side.add_row(*columns)
    console.print(side_by_side)
    more = len(advice.options) - len(shown)
    if more:
        rest = say_remark_count(
            "… and {count} more moves, none better; `{ask}` lists them",
            "… and {count} more moves, none better; `{ask}` lists them",
            more,
            ask=with_option("all"),
        )
        put(console, rest, 2, style="dim")
    console.print()
    meaning = say("unhurt: another is wrong or goes on · true: the bid · doubted: next one lifts")
    console.print(Text(meaning, style="dim"))
    if advice.trust:
        trusted = say_remark(
            "Bids are not facts. They are believed with trust {trust}; `{ask}` leaves them out.",
            trust=say_number(float(advice.trust), "g"),
            ask=with_option("trust", "0"),
        )
        put(console, trusted, style="dim")


def _chosen(advice: Advice) -> list[BidOrLift]:
    """The best moves; a lift is always among them."""
    chosen = list(advice.options[:MOST_OPTIONS])
    lift = [option for option in advice.options if option.bid is None]
    return chosen if not lift or lift[0] in chosen else [*chosen[:-1], lift[0]]


def _list_moves(advice: Advice, shown: Sequence[BidOrLift]) -> Grid:
    moves = Grid(title=" ", box=None, pad_edge=False)
    moves.add_column(f"  {say('move')}", max_width=WIDEST_MOVE, no_wrap=True)
    for option in shown:
        move = say("{bid} to {player}", bid=option, player=clean(option.to)) if option.to else str(option)
        moves.add_row(f"{'▶' if option is advice.best else ' '} {move}", style=_style(option, shown))
    return moves


def _list_odds(title: str, shown: Sequence[BidOrLift], odds: Sequence[Odds]) -> Grid:
    """The chances of the moves, one set of columns; a lift cannot be doubted."""
    columns = Grid(title=title, title_style="bold", box=None, pad_edge=False)
    for head in (say("unhurt"), say("true"), say("doubted")):
        columns.add_column(head, justify="right", min_width=7)
    for option, one in zip(shown, odds, strict=True):
        doubted = "" if option.bid is None else format_chance(one.doubted)
        columns.add_row(format_chance(one.unhurt), format_chance(one.true), doubted, style=_style(option, shown))
    return columns


def _style(option: BidOrLift, shown: Sequence[BidOrLift]) -> str:
    return "bold" if option is shown[0] else ""


def show_why(console: Console, reason: ChanceReason) -> None:
    console.print(Text.assemble((f"{reason.bid} ", "bold"), clean(reason.sentence)))
    if len(reason.terms) > 1:
        console.print()
        console.print(_add_up(reason))
    console.print()
    show_lines(console, reason.because)


def _add_up(reason: ChanceReason) -> Grid:
    """The chances of exactly this many more, and their sum."""
    sums = Grid.grid(padding=(0, 3, 0, 2))
    sums.add_column()
    sums.add_column(justify="right")
    for count, chance in reason.terms:
        sums.add_row(say("exactly {number}", number=f"{count:>2}"), format_chance(chance))
    sums.add_row(say("together"), format_chance(reason.chance), style="bold")
    return sums
