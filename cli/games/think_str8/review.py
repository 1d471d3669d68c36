"""The review of a game of Think Str8! on the terminal: the account first, then hints, timeline, rounds and choices."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from rich.console import Console
from rich.table import Table
from rich.text import Text

from cli.games.think_str8.sheet import format_told
from cli.views.console import clean, say, show_notes
from cli.views.faults import show_error
from cli.views.tables import add_figures, add_texts, plain_table, show_table
from solver.games.think_str8.review.crossings import JUSTIFIED
from solver.games.think_str8.review.decisions import Decision, name_choice
from solver.games.think_str8.review.moments import FinalBets
from solver.games.think_str8.review.review import Review
from solver.games.think_str8.review.rounds import Course, RoundReview
from solver.games.think_str8.words.reviews import (
    ask_proof,
    format_hands,
    format_signed,
    name_decision,
    name_moment,
    name_readings,
    tell_crossing,
    tell_deduction,
    tell_false_hint,
    tell_hints,
    tell_missed,
    tell_outcome,
    tell_par,
    tell_readings,
    tell_result,
    tell_sums,
    tell_turning,
    tell_winning,
)
from solver.remarks import remark

BLOCKS = " ▁▂▃▄▅▆▇█"
TALL = 2  # rows of a player's bars
LABEL, CELL = 9, 6


def show_review(console: Console, review: Review) -> None:
    show_title(console, review)
    show_account(console, review)
    show_hints(console, review)
    show_timeline(console, review.courses)
    show_rounds(console, review)
    show_missed(console, review)
    show_decisions(console, review)
    show_final_bets(console, review)
    show_readings(console, review)
    show_missing(console, review)


def _head(console: Console, title: str) -> None:
    console.print(Text(title, style="bold"))


def show_title(console: Console, review: Review) -> None:
    table = review.table
    title = f" · {clean(review.seat)}'s review · {table.round} of {table.round_count} rounds"
    console.print(Text.assemble(("Think Str8!", "bold"), title))
    result = tell_result(table)
    if result:
        say(console, result)
    console.print()


# The account.


def show_account(console: Console, review: Review) -> None:
    for sentence in tell_sums(review):
        say(console, sentence, style="bold")
    say(console, tell_par(review), indent=2, style="dim")
    if review.turning:
        say(console, f"The turning point. {tell_turning(review.turning)} Next time {review.turning.next_time}")
    else:
        say(console, "No turning point: no choice gave anything up.")
    console.print()


def show_hints(console: Console, review: Review) -> None:
    _head(console, "Were the hints true?")
    say(console, tell_hints(review.hints), indent=2)
    for hint in review.hints.false:
        first, *rest = tell_false_hint(hint, review)
        say(console, first, indent=2, style="bold red", mark="✗ ")
        for sentence in rest:
            say(console, sentence, indent=4)
    console.print()


# The timeline.


def show_timeline(console: Console, courses: Sequence[Course]) -> None:
    """Bars whose height is the logarithm of the hands left: each step down is the same share of hands gone."""
    if not courses or len(courses[0].hands) < 2:
        return
    most = max(max(course.hands) for course in courses)
    _head(console, "Hands left after each round (bars on a log scale)")
    rounds = "".join(f"{number or 'deal':>{CELL}}" for number in range(len(courses[0].hands)))
    console.print(Text(f"{'':{LABEL}}{rounds}", style="dim"))
    for course in courses:
        heights = [_height(hands, most) for hands in course.hands]
        for row in reversed(range(TALL)):
            name = f"{clean(course.player)[: LABEL - 2]:<{LABEL}}" if row == TALL - 1 else " " * LABEL
            bars = "".join(f"{BLOCKS[min(8, max(0, height - 8 * row))] * 3:>{CELL}}" for height in heights)
            console.print(Text(f"{name}{bars}".rstrip()))
        counts = "".join(f"{format_hands(hands):>{CELL}}" for hands in course.hands)
        console.print(Text(f"{'  at most' if course.at_most else '':{LABEL}}{counts}"))
    console.print()


def _height(hands: int, most: int) -> int:
    """Eighths of a row: 1 for a single hand, none if no hand fits."""
    if not hands:
        return 0
    return 1 + round((8 * TALL - 1) * log(hands) / log(max(most, 2)))


# Round by round.


def show_rounds(console: Console, review: Review) -> None:
    if not review.rounds:
        return
    _head(console, "Round by round: what could be known, and what was crossed")
    for one in review.rounds:
        show_round(console, review, one)
    asked = [ask_proof(review, one, one.hardest) for one in review.rounds if one.hardest]
    if None in asked:
        which = "Proofs that leave false hints out are" if any(asked) else "The proofs are"
        say(console, f"{which} on the page that --html writes.", 2, style="dim")
    console.print()


def show_round(console: Console, review: Review, one: RoundReview) -> None:
    bet = one.round.bets.get(review.seat)
    told = f"{bet.low}-{bet.high} {format_told(bet)}" if bet else "no bet typed"
    left = f"{one.hands:,} hand{'s' * (one.hands != 1)} left" if one.hands else "no hand fits"
    dice = " ".join(one.round.dice or ())
    row = Text(f"{one.number:>3}  ").append(left, style="bold").append(f" · {dice} · {clean(told)}")
    console.print(row.append(" · without false hints" * one.doubted))
    news = [tell_deduction(deduction) for deduction in one.deductions]
    if one.hardest:
        hardest = f"Hardest: {tell_deduction(one.hardest)}. " if len(news) > 1 else ""
        ask = ask_proof(review, one, one.hardest)
        proof = ("→ ", ask) if ask else ()
        say(console, remark(f"New: {', '.join(news)}. {hardest}", *proof), indent=5)
    for crossing in review.pad.of_round(one.number):
        good = crossing.verdict == JUSTIFIED
        say(console, tell_crossing(crossing), 5, style="" if good else "yellow", mark="✓ " if good else "! ")


def show_missed(console: Console, review: Review) -> None:
    if review.pad.missed:
        _head(console, "Missed, or crossed late")
        for missed in review.pad.missed:
            say(console, tell_missed(missed), indent=2)
        console.print()


# Decisions.


def show_decisions(console: Console, review: Review) -> None:
    decisions = review.ledger.decisions
    if not decisions:
        return
    _head(console, "Decisions")
    grid, ledger = plain_table(), review.ledger
    add_figures(grid, ("", 5))
    add_texts(grid, ("", 2), ("choice", 18))
    add_figures(grid, ("value", 7))
    add_texts(grid, ("", 2), ("best", 12))
    add_figures(grid, ("value", 7), ("given up", 10), ("luck", 8))
    add_texts(grid, ("", 2))
    grid.add_column("result")
    for decision in decisions:
        add_decision(grid, decision)
    sums = f"{ledger.given_up:.2f}", format_signed(ledger.luck)
    grid.add_row("", "", "total", "", "", "", "", *sums, style="bold")
    show_table(console, grid)
    legend = "value: points at once and, for what is known then, those of the best final bets"
    say(console, legend, indent=2, style="dim")
    if ledger.doubted:
        say(console, f"Luck has {ledger.doubted:+.2f} from finding out that a hint was false.", indent=2, style="dim")
    console.print()


def add_decision(grid: Table, decision: Decision) -> None:
    best = "best" if not decision.given_up else "below" if isinstance(decision.best, FinalBets) else ""
    best = best or name_choice(decision.best)
    lost = f"{decision.given_up:.2f}" if decision.given_up else "-"
    luck = "?" if decision.luck is None else format_signed(decision.luck)
    chosen = name_moment(decision), "", name_decision(decision), f"{decision.value:.2f}"
    against = "", best, f"{decision.best_value:.2f}", lost, luck, "", tell_outcome(decision)
    grid.add_row(*chosen, *against, style="bold" if decision.given_up >= 1 else "")


def show_final_bets(console: Console, review: Review) -> None:
    finals = review.final_bets
    if finals is None:
        return
    _head(console, "Final bets, colour by colour")
    grid = plain_table()
    add_texts(grid, ("", 2), ("", 10), ("bet", 9))
    add_figures(grid, ("expected", 9))
    add_texts(grid, ("", 3), ("best", 9))
    add_figures(grid, ("expected", 9), ("given up", 10))
    add_texts(grid, ("", 3), ("card", 4))
    for loss in finals.colours:
        bet, best = (" ".join(map(str, numbers)) or "-" for numbers in (loss.numbers, loss.best))
        best = best if loss.given_up else "best"
        lost = f"{loss.given_up:.2f}" if loss.given_up else "-"
        card = review.cards[loss.colour]
        figures = f"{loss.expected:+.2f}", "", best, f"{loss.best_expected:+.2f}", lost
        grid.add_row("", loss.colour, bet, *figures, "", "?" if card is None else str(card))
    show_table(console, grid)
    say(console, tell_winning(finals), indent=2)
    console.print()


def show_readings(console: Console, review: Review) -> None:
    if review.readings is None:
        return
    _head(console, name_readings(review))
    for line in tell_readings(review.readings, review.table.you(review.seat)):
        say(console, line, indent=2)
    console.print()


def show_missing(console: Console, review: Review) -> None:
    show_notes(console, review.missing)
    for warning in review.table.warnings:
        console.print()
        show_error(console, warning)
