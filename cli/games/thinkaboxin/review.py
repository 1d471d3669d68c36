"""The review of Thinkaboxin: everybody's habits and luck, then every bid and lift with its chances at the time."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from cli.games.thinkaboxin.sheet import show_scores, tell_end
from cli.views.console import clean, say, show_notes
from cli.views.faults import show_error
from solver.games.thinkaboxin.odds import format_chance
from solver.games.thinkaboxin.review import Habits, Move, Review
from solver.games.thinkaboxin.rounds import Round
from solver.games.thinkaboxin.table import Set, Table
from solver.games.thinkaboxin.words import tell_outcome
from solver.log import fold

NAME = 12
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
    """The seat's own rows stand out."""
    return OWN if fold(player) == fold(review.seat) else " "


# Habits.


def show_habits(console: Console, review: Review) -> None:
    heads = f"{'bids':>6}{'bluffs':>14}{'lifts':>8}{'right':>7}{'sensible':>14}{'lost':>7}{'luck':>9}"
    console.print(Text(f"  {'player':{NAME}}{heads}", style="bold"))
    for habits in review.habits:
        console.print(f"{_mark(review, habits.player)} {clean(habits.player)[:NAME]:{NAME}}{_habit(habits)}")
    console.print()
    for meaning in (
        f"{OWN} marks {clean(review.seat)}",
        "bluff: seen from the own cup the bid was more likely false than true",
        "right: lifts of a false bid, by the cups where they are typed",
        "sensible: no other move was clearly better (10%), by the dice alone",
        "lost: rounds in which the table said that the player was wrong",
        "luck: times the dice beat the odds, for (+) and against (-) the player",
    ):
        console.print(Text(meaning, style="dim"))
    console.print()


def _habit(habits: Habits) -> str:
    bluffs = _share(habits.bluffs, habits.judged_bids)
    sensible = _share(habits.sensible, habits.judged)
    numbers = f"{habits.bids:>6}{bluffs:>14}{habits.lifts:>8}{habits.lifts_right:>7}"
    luck = f"+{habits.lucky} -{habits.unlucky}"
    return f"{numbers}{sensible:>14}{habits.rounds_lost:>7}{luck:>9}"


def _share(part: int, whole: int) -> str:
    return f"{part}/{whole} {part / whole:>5.0%}" if whole else "-"


# Move by move.


def show_sets(console: Console, review: Review, table: Table) -> None:
    for one in table.sets:
        rounds = [this for this in table.rounds if this.set_number == one.number]
        if rounds:
            console.print(Text(_set(one), style="bold"))
            heads = f"  {'move':{NAME + 12}}{'true':>8}{'unhurt':>9}   at the time"
            console.print(Text(heads, style="bold"))
        for this in rounds:
            show_round(console, review, this)
        if rounds:
            console.print()


def _set(one: Set) -> str:
    kind = "Knock-out set" if one.knockout else "Set"
    dice = f"{one.dice} {'die' if one.dice == 1 else 'dice'} each"
    return f"{kind} {one.number} · {dice} · {tell_end(one) if one.over else 'not over'}"


def show_round(console: Console, review: Review, this: Round) -> None:
    console.print(Text(f"Round {this.number}", style="bold"))
    for move in (move for move in review.moves[0] if move.round == this.number):
        console.print(Text(f"{_mark(review, move.player)} ").append_text(_row(move)))
    console.print(f"  {_outcome(this)}")


def _row(move: Move) -> Text:
    what = f"lifts {move.bid}" if move.lift else f"bids {move.bid}"
    row = Text(f"{clean(move.player)[:NAME]:{NAME}}{what:12}")
    if move.odds is None:
        return row.append(f"{'?':>8}{'?':>9}   dice not known")
    row.append(f"{format_chance(move.odds.true):>8}{format_chance(move.odds.unhurt):>9}   ")
    return row.append(_verdict(move))


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
