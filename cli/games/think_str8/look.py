"""Think Str8! as people see it: the pad they know, with chances. Every mark differs by shape, colour only helps."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from cli.games.think_str8.heads import say_left, say_where
from cli.look import Look, ShowsHints
from cli.views import reasons
from cli.views.console import WIDTH, badge, clean, plain_table, put, say_text, show_notes, show_table
from cli.views.faults import show_lacks
from solver import game as contract
from solver.english import format_chance
from solver.game import HasData, expect, override
from solver.games.think_str8.facts import list_lines
from solver.games.think_str8.opened import Str8Log
from solver.games.think_str8.rules import CODES, NUMBERS, final_points, format_span, say_card
from solver.games.think_str8.sheet import Column, Sheet
from solver.games.think_str8.table import Placed, Round, Table, Track, tell_range
from solver.language import later, say, say_percent

SEEN, CROSSED, DIE = "███", "✗", "●"
LABEL, CELL = 7, 9
LABELS = (later("round"), later("final"), later("bets"), later("cards"), later("Track"), later("Sum"))
TOLD = {"hit": later("hit"), "low": later("low"), "high": later("high"), "miss": later("miss")}
LETTERS = {colour: letter for letter, colour in CODES.items()}


class ThinkStr8Look(Look, ShowsHints):
    @override
    def show_sheet(self, console: Console, sheet: contract.Sheet, pad: bool = False) -> None:
        own = expect(Sheet, sheet)
        if pad:
            show_marks(console, own, None, pad)
            console.print()
        else:
            show_found(console, own)
        self.show_progress(console, own)
        if own.fits and own.conflict and not pad:
            console.print()
            show_conflict(console, own)
        show_lacks(console, own.gaps, own.table.warnings)

    @override
    def show_compact(self, console: Console, sheet: contract.Sheet, before: contract.Sheet | None, pad: bool) -> None:
        """All that the next bet needs: the pad, the rounds beside it, the track, what my sum can be on these dice."""
        own = expect(Sheet, sheet)
        old = None if before is None else expect(Sheet, before)
        last = own.table.rounds[0 if pad else -len(NUMBERS) - 1 :]  # as many as the pad has rows with its heading
        show_marks(console, own, old, pad, [_sum_up(this, own.seat, pad) for this in last])
        show_standings(console, own.table)
        show_winner(console, own.table)
        if own.sums and not pad:
            show_sums(console, own)
        console.print()

    @override
    def show_public(self, console: Console, opened: contract.Opened, brief: bool = False) -> None:
        table = expect(Str8Log, opened).table
        if not (brief and table.final_track):
            show_rounds(console, table, table.me)
        show_standings(console, table)
        show_finals(console, table)

    @override
    def show_progress(self, console: Console, sheet: contract.Sheet, pad: bool = False) -> None:  # noqa: ARG002
        own = expect(Sheet, sheet)
        show_rounds(console, own.table, own.seat)
        show_standings(console, own.table)
        show_finals(console, own.table)

    @override
    def show_advice(self, console: Console, advice: contract.Advice, every: bool) -> None:
        from cli.games.think_str8.advice import show_advice
        from solver.games.think_str8.advice.advise import Advice

        show_advice(console, expect(Advice, advice), every)

    @override
    def show_answers(self, console: Console, answers: Sequence[HasData]) -> None:
        from cli.games.think_str8.answers import show_answers
        from solver.games.think_str8.why import Answer

        show_answers(console, [expect(Answer, answer) for answer in answers])

    @override
    def show_hint(self, console: Console, hint: HasData) -> None:
        from cli.games.think_str8.answers import show_hint
        from solver.games.think_str8.why import Hint

        show_hint(console, expect(Hint, hint))


def show_found(console: Console, sheet: Sheet) -> None:
    _name_sheet(console, sheet)
    if certain := _certain(sheet):
        console.print(certain)
    console.print()
    if sheet.hands:
        show_pad(console, sheet)
    else:
        show_conflict(console, sheet)


def _name_sheet(console: Console, sheet: Sheet, pad: bool = False) -> None:
    table = sheet.table
    left = say_left(sheet.hands) if sheet.hands else say("no hand fits")
    head = say_text(
        "{title} · {player}'s sheet · {where} · {left}",
        title=Text("Think Str8!", style="bold"),
        player=clean(sheet.seat),
        where=say_where(table),
        left=Text(say("your pad") if pad else left, style="bold"),
    )
    console.print(head)


def _certain(sheet: Sheet) -> Text:
    certain = [say_card(column.colour, column.certain) for column in sheet.columns if column.certain is not None]
    told = say("Certain: {cards}", cards=", ".join(certain)) if certain and sheet.hands else ""
    return Text(told, style="bold")


# The pad.


def show_pad(console: Console, sheet: Sheet) -> None:
    grid = _columns(sheet.table)
    for number in NUMBERS:
        grid.add_row(Text(str(number), style="bold"), *(_box(column, number) for column in sheet.columns))
    show_table(console, grid)
    console.print()
    marks = (
        f"{SEEN} {say('seen')}",
        f"{CROSSED} {say('ruled out')}",
        say("{percent} chance", percent=say_percent(0.24)),
        f"▶3◀ {say('certain')}",
    )
    put(console, "   ".join(marks), indent=3, style="dim")
    console.print()


def _columns(table: Table, label: str = "", last: str = "", head: bool = True, longest: int = 0) -> Grid:
    """The columns of the pad, with a label before and a few words after them, which need that much room."""
    grid, before = plain_table(head), label_width()
    room = WIDTH - before - max(longest, cell_len(last))
    width = min(CELL, max(CELL - 1, room // len(table.colours)))
    grid.add_column(Text(label, style="not bold", justify="left"), width=before, justify="center")
    for colour in table.colours:
        grid.add_column(badge(colour), width=width, justify="center", no_wrap=True)
    grid.add_column(Text(last, style="not bold"))
    return grid


def label_width() -> int:
    """The same for all that stands below the pad, so that its columns go on."""
    return max(LABEL, *(cell_len(say(word)) + 1 for word in LABELS))


def _box(column: Column, number: int) -> Text:
    if number in column.seen:
        return Text(SEEN, style="dim")
    if number not in column.count:
        return Text(CROSSED, style="dim")
    if column.certain == number:
        return Text(f"▶{number}◀", style="bold reverse")
    return Text(f"{format_chance(column.chance(number)):>4}")


# At the table: the pad alone, with a mark where the last line changed something.


def show_marks(console: Console, sheet: Sheet, before: Sheet | None, pad: bool, beside: Sequence[str] = ()) -> None:
    """The pad, always in the same rows; with `pad` only what I saw and crossed out myself."""
    _name_sheet(console, sheet, pad)
    console.print("" if pad else _certain(sheet))
    if sheet.fits and sheet.conflict and not pad:
        owned = reasons.whose_things(sheet.about, sheet.table.me, reasons.CARDS)
        show_notes(console, [say("The log contradicts itself about {cards}: `check` shows the lines.", cards=owned)])
    if not sheet.hands and not pad:
        show_conflict(console, sheet)
        return
    head, beside = (
        (beside[0], beside[1:])
        if len(beside) > len(NUMBERS)
        else (f"  {say('dice'):<4} {say('bet'):<5} {say('told')}" if beside else "", beside)
    )
    if cell_len(head) > WIDTH - label_width() - (CELL - 1) * len(sheet.table.colours):
        head = ""  # in two rows it would move the pad
    grid = _columns(sheet.table, last=head, longest=max(map(len, beside), default=0))
    known = before.columns if before and len(before.columns) == len(sheet.columns) else [None] * len(sheet.columns)
    for number in NUMBERS:
        boxes = (
            _own_box(sheet, column, number) if pad else _marked_box(column, old, number)
            for column, old in zip(sheet.columns, known, strict=True)
        )
        grid.add_row(Text(str(number), style="bold"), *boxes, *beside[number : number + 1])
    for more in beside[len(NUMBERS) :]:
        grid.add_row("", *("" for _ in sheet.columns), more)
    show_table(console, grid)


def _sum_up(this: Round, seat: str, swaps: bool) -> str:
    """A round in short: dice by their letters, bet and answer, or the range that a paper sheet has there.

    With `swaps` also what I laid off after it: older sums have that card in them.
    """
    dice, bet = "".join(LETTERS[colour] for colour in this.dice or ()) or "???", this.bets.get(seat)
    told = f"{format_span(bet.low, bet.high):<5} {say(TOLD[bet.answer]) if bet.answer else '…'}" if bet else "-"
    told = tell_range(noted) if (noted := _noted(this, seat)) else told
    swap = this.swaps.get(seat) if swaps else None
    return f"{this.number} {dice} {told}" + (f" ↓{LETTERS[swap.old.colour]}{swap.old.number}" if swap else "")


def show_sums(console: Console, sheet: Sheet) -> None:
    """How likely each sum is on the dice that lie."""
    likely = {number: count / sheet.hands for number, count in sheet.sums.items()}
    row = range(min(likely), max(likely) + 1)
    console.print(Text.assemble(_label_row(say("Sum")), "".join(f"{number:>3}" for number in row)))
    chances = "".join(f"{_percent(likely.get(number, 0)):>3}" for number in row)
    console.print(Text.assemble(_label_row("   %"), chances))


def _percent(chance: float) -> str:
    return "-" if not chance else "<1" if chance < 0.005 else f"{100 * chance:.0f}"


def _own_box(sheet: Sheet, column: Column, number: int) -> Text:
    if number in column.seen:
        return Text(SEEN, style="dim")
    crossed = number in sheet.crossed(column.colour)
    return Text(CROSSED if crossed else "·")


def _marked_box(column: Column, before: Column | None, number: int) -> Text:
    """A box that could be true before the last line and cannot now stands in brackets."""
    if before is None or number not in before.count or number in column.count:
        return _box(column, number)
    return Text(f"[{SEEN if number in column.seen else CROSSED}]", style="bold")


# The rounds, in the columns of the pad.


def show_rounds(console: Console, table: Table, seat: str) -> None:
    if not table.rounds:
        return
    told = [tell_range(_noted(this, seat)) or _told(this.judged(seat)) for this in table.rounds]
    grid = _columns(table, say("round"), say("bet and answer"), longest=max(map(len, told)))
    for this, bet in zip(table.rounds, told, strict=True):
        dice = (_die(this, colour, seat) for colour in table.colours)
        grid.add_row(str(this.number), *dice, bet)
    show_table(console, grid)
    laid_off = next((this.swaps[seat].old.number for this in table.rounds if seat in this.swaps), None)
    legend = f"   {DIE} {say('thrown')}"
    if laid_off is not None:
        legend += f"   ↓{laid_off} {say('laid off a {number}', number=laid_off)}"
    console.print()
    console.print(Text(legend, style="dim"))
    console.print()


def _noted(this: Round, seat: str) -> Placed | None:
    """The range that the owner has on paper; nobody else's."""
    return this.noted if this.noted and this.noted.player == seat else None


def _die(this: Round, colour: str, seat: str) -> Text:
    marks = DIE * (this.dice or ()).count(colour)
    swap = this.swaps.get(seat)
    if swap and swap.old.colour == colour:
        marks = f"{marks} ↓{swap.old.number}".strip()
    return badge(colour, marks) if marks else Text()


def _told(bet: Placed | None) -> str:
    """The bet with its answer, and the sum that this leaves."""
    if bet is None:
        return "-"
    told = "…" if bet.sums is None or bet.answer is None else say(TOLD[bet.answer])
    if bet.sums is not None and bet.answer not in ("hit", "miss"):
        *below, most = bet.sums or (say("none"),)
        told = f"{told}: {below[0]}-{most}" if below else f"{told}: {most}"
    return f"{format_span(bet.low, bet.high)} {told}"


# The track and the end.


def show_standings(console: Console, table: Table) -> None:
    if table.final_track or table.paper:
        return
    order = table.track.order() or table.players
    scores = [f"{clean(player)} {_points(table.track.space(player))}" for player in order]
    console.print(Text.assemble(_label_row(say("Track")), " · ".join(scores), f"   {_turn(table)}"))


def _label_row(word: str) -> tuple[str, str]:
    """What stands before a row, as wide as the labels of the pad."""
    return f"{word:<{label_width()}}", "bold"


def _points(space: int | None) -> str:
    return "?" if space is None else str(space)


def _turn(table: Table) -> str:
    if table.round == table.round_count and not table.round_open:
        return say("final bets next")
    if table.thrower is None:
        return say("who throws is not known")
    player = clean(table.thrower)
    return say("{player} threw", player=player) if table.round_open else say("{player} throws next", player=player)


def show_finals(console: Console, table: Table) -> None:
    if not table.final_track:
        return
    show_table(console, _columns(table, say("final"), say("points")))
    for player, bets in table.finals.items():
        console.print(Text(clean(player), style="bold"))
        named = [bets.get(colour, ()) for colour in table.colours]
        cards = [table.current(player, colour).number for colour in table.colours]
        grid = _columns(table, head=False)
        grid.add_row(_label(say("bets")), *(" ".join(map(str, numbers)) or "-" for numbers in named))
        scored = (
            "?" if card is None else f"{card} ({final_points(card, numbers):+d})"
            for card, numbers in zip(cards, named, strict=True)
        )
        won = table.final_points[player]
        grid.add_row(_label(say("cards")), *scored, "?" if won is None else f"{won:+d}")
        show_table(console, grid)
    console.print()
    show_winner(console, table)


def _label(word: str) -> Padding:
    return Padding(Text(word, justify="right"), (0, 1, 0, 0))


def _stands(table: Table, final: Track, player: str) -> str:
    """The points in the end, or those so far if the cards are not turned yet."""
    space, so_far = final.space(player), table.track.space(player)
    return _points(space) if so_far is None or space is not None else f"{so_far} + ?"


def show_winner(console: Console, table: Table) -> None:
    final = table.final_track
    if final is None or table.paper:
        return
    order = final.order() or table.players
    scores = " · ".join(f"{clean(player)} {_stands(table, final, player)}" for player in reversed(order))
    text = Text.assemble(_label_row(say("Track")), scores)
    if len(table.winner) == 1:
        text.append("   " + say("{player} wins", player=clean(table.winner[0])), style="bold")
    elif table.winner:
        names = ", ".join(map(clean, table.winner))
        text.append("   " + say("a tie: who lies below is not known ({names})", names=names))
    console.print(text)


def show_conflict(console: Console, sheet: Sheet) -> None:
    owned = reasons.whose_things(sheet.about, sheet.table.me, reasons.CARDS)
    head = reasons.contradicts() if sheet.fits else say("No hand fits this log")
    reasons.show_conflict(console, head, list_lines(sheet.conflict), owned)
    console.print()
