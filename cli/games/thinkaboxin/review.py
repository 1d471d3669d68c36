"""The review of Thinkaboxin: everybody's habits and luck, then every bid and lift with its chances at the time."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from cli.games.thinkaboxin.sheet import show_scores, tell_end
from cli.views.console import clean, say, show_notes
from cli.views.faults import show_error
from solver.games.thinkaboxin.review import Habits, Move, Review
from solver.games.thinkaboxin.rounds import Round
from solver.games.thinkaboxin.sheet import format_chance
from solver.games.thinkaboxin.table import Set, Table
from solver.games.thinkaboxin.words import tell_outcome
from solver.log import fold

NAME = 14  # with the mark before it
OWN = "▶"


def show_review(console: Console, review: Review) -> None:
    show_title(console, review)
    if any(review.moves):
        show_habits(console, review)
    else:
        console.print("Nothing to judge yet: no bid is typed.\n")
    if len(review.tables) == 1:
        show_sets(console, review, review.tables[0])
    else:
        say(console, "`deduce review` with one of the logs shows its moves.")
    show_unjudged(console, review)


def show_title(console: Console, review: Review) -> None:
    one = review.tables[0] if len(review.tables) == 1 else None
    played = f"{_many(len(one.sets), 'set')}, {_many(one.round, 'round')}" if one else f"{len(review.tables)} logs"
    console.print(Text.assemble(("Thinkaboxin", "bold"), f" · {clean(review.seat)}'s review · {played}"))
    if one:
        show_scores(console, one)
    console.print()


def _many(count: int, thing: str) -> str:
    return f"{count} {thing}{'s' * (count != 1)}"


def _mark(review: Review, player: str) -> str:
    """A name; the seat's own rows stand out."""
    return f"{OWN if fold(player) == fold(review.seat) else ' '} {clean(player)}"


# Habits.


def show_habits(console: Console, review: Review) -> None:
    table = RichTable(box=None, pad_edge=False)
    table.add_column("  player", width=NAME, no_wrap=True)
    for head in ("bids", "bluffs", "lifts", "right", "sensible", "lost", "luck"):
        table.add_column(head, justify="right", no_wrap=True)
    for habits in review.habits:
        table.add_row(_mark(review, habits.player), *_habit(habits))
    console.print(table)
    console.print()
    for meaning in (
        f"{OWN} marks {clean(review.seat)}",
        "bluff: seen from under that cup the bid was more likely false than true",
        "right: lifts of a false bid, by the cups where they are typed",
        "sensible: no other move was clearly better (10%), by the dice alone",
        "lost: rounds in which the table said that the player was wrong",
        "luck: times the dice beat the odds, for (+) and against (-) the player",
    ):
        console.print(Text(meaning, style="dim"))
    console.print()


def _habit(habits: Habits) -> tuple[str, ...]:
    bluffs = _share(habits.bluffs, habits.judged_bids)
    sensible = _share(habits.sensible, habits.judged)
    lifts, right, lost = str(habits.lifts), str(habits.lifts_right), str(habits.rounds_lost)
    return str(habits.bids), bluffs, lifts, right, sensible, lost, f"+{habits.lucky} -{habits.unlucky}"


def _share(part: int, whole: int) -> str:
    return f"{part}/{whole} {part / whole:>5.0%}" if whole else "-"


# Move by move.


def show_sets(console: Console, review: Review, table: Table) -> None:
    for one in table.sets:
        rounds = [this for this in table.rounds if this.set_number == one.number]
        if not rounds:
            continue
        console.print(Text(_set(one), style="bold"))
        console.print(_list_moves(review, (), heads=True))
        for this in rounds:
            console.print(Text(f"Round {this.number}", style="bold"))
            moves = [move for move in review.moves[0] if move.round == this.number]
            console.print(_list_moves(review, moves)) if moves else None
            console.print(f"  {_outcome(this)}")
        console.print()


def _set(one: Set) -> str:
    kind = "Knock-out set" if one.knockout else "Set"
    dice = f"{one.dice} {'die' if one.dice == 1 else 'dice'} each"
    return f"{kind} {one.number} · {dice} · {tell_end(one) if one.over else 'not over'}"


def _list_moves(review: Review, moves: Sequence[Move], heads: bool = False) -> RichTable:
    """The moves of a round; rounds are lists of their own, so all columns have their widths."""
    table = RichTable(box=None, pad_edge=False, show_header=heads)
    table.add_column("  move", width=NAME, no_wrap=True)
    table.add_column(width=11, no_wrap=True)
    table.add_column("true", justify="right", width=6)
    table.add_column("unhurt", justify="right", width=6)
    table.add_column("at the time")
    for move in moves:
        what = f"lifts {move.bid}" if move.lift else f"bids {move.bid}"
        true = format_chance(move.odds.true) if move.odds else "?"
        unhurt = format_chance(move.odds.unhurt) if move.odds else "?"
        verdict = _verdict(move) if move.odds else "dice not known"
        table.add_row(_mark(review, move.player), what, true, unhurt, verdict)
    return table


def _verdict(move: Move) -> str:
    words = ["bluff"] if move.bluff else []
    if move.sensible:
        words.append("sensible")
    elif move.best:
        words.append(f"better: {move.best} {format_chance(move.best.dice.unhurt)}")
    words += [move.luck] if move.luck else []
    return ", ".join(words)


def _outcome(this: Round) -> str:
    if this.donkeys:
        return f"the donkey: {' and '.join(map(clean, this.donkeys))}"
    return clean(tell_outcome(this) or ("who was wrong is not typed" if this.over else "not over"))


def show_unjudged(console: Console, review: Review) -> None:
    if review.unjudged:
        many = _many(review.unjudged, "move")
        show_notes(console, [f"{many} not judged: the dice of the player are not in the log (cup …)."])
    for warning in (warning for table in review.tables for warning in table.warnings):
        show_error(console, warning)
