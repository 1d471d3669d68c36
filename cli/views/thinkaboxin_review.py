"""The review of Thinkaboxin: every bid and lift with its chances at the time, and everybody's habits."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from cli.views.console import clean
from solver.games.thinkaboxin.odds import format_chance
from solver.games.thinkaboxin.review import Habits, Move, Review
from solver.games.thinkaboxin.rules import Bid, format_bid
from solver.games.thinkaboxin.table import Round

NAME = 12


def show_review(console: Console, review: Review, name: str = "LOG") -> None:  # noqa: ARG001
    if len(review.moves) == 1:
        show_moves(console, review)
    else:
        console.print(f"{len(review.moves)} logs; `deduce review` with one of them shows its moves.")
        console.print()
    show_habits(console, review)
    if review.unjudged:
        many = f"{review.unjudged} move{'s' * (review.unjudged != 1)}"
        console.print(Text(f"! {many} not judged: the dice of the player are not in the log (cup …).", style="yellow"))


def show_moves(console: Console, review: Review) -> None:
    console.print(Text(f"  {'move':{NAME + 12}}{'true':>8}{'unhurt':>9}   at the time", style="bold"))
    for this in review.tables[0].rounds:
        console.print(Text(f"Round {this.number}", style="bold"))
        for move in (move for move in review.moves[0] if move.round == this.number):
            console.print(_row(move))
        if outcome := _outcome(this):
            console.print(f"  {outcome}")
    console.print()


def _row(move: Move) -> Text:
    what = f"lifts {move.bid}" if move.lift else f"bids {move.bid}"
    row = Text(f"  {clean(move.player)[:NAME]:{NAME}}{what:12}")
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
    if this.loser is None or this.bid is None:
        return "who was wrong is not typed" if this.over else "not over"
    count = this.count(this.bid.value)
    lay = f"{format_bid(Bid(count, this.bid.value))} lay there: " if count is not None else ""
    return f"{lay}{clean(this.loser)} was wrong"


def show_habits(console: Console, review: Review) -> None:
    heads = f"{'bids':>6}{'bluffs':>14}{'lifts':>8}{'right':>7}{'sensible':>14}{'lost':>7}"
    console.print(Text(f"  {'player':{NAME}}{heads}", style="bold"))
    for habits in review.habits:
        console.print(f"  {clean(habits.player)[:NAME]:{NAME}}{_habit(habits)}")
    console.print()
    console.print(Text("bluff: seen from the own cup the bid was more likely false than true", style="dim"))
    console.print(Text("sensible: no other move was clearly better (10%), by the dice alone", style="dim"))


def _habit(habits: Habits) -> str:
    bluffs = _share(habits.bluffs, habits.judged_bids)
    sensible = _share(habits.sensible, habits.judged)
    numbers = f"{habits.bids:>6}{bluffs:>14}{habits.lifts:>8}{habits.lifts_right:>7}"
    return f"{numbers}{sensible:>14}{habits.rounds_lost:>7}"


def _share(part: int, whole: int) -> str:
    return f"{part}/{whole} {part / whole:>5.0%}" if whole else "-"
