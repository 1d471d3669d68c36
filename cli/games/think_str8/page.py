"""The review of a game of Think Str8! as one page: the sheet, the timeline, and every proof behind its claim."""

from __future__ import annotations

from collections.abc import Iterator
from math import log10

from cli.games.think_str8.sheet import CROSSED, format_told
from cli.views.page import bullets, fold, make_document, paragraph, safe, table
from solver.english import format_chance
from solver.games.think_str8.facts import list_lines
from solver.games.think_str8.review.crossings import JUSTIFIED
from solver.games.think_str8.review.decisions import Decision, name_choice
from solver.games.think_str8.review.judged_finals import FinalBets
from solver.games.think_str8.review.review import Review
from solver.games.think_str8.review.rounds import Course, Deduction, RoundReview
from solver.games.think_str8.rules import NUMBERS
from solver.games.think_str8.sheet import Column
from solver.games.think_str8.words.readings import name_readings, tell_review
from solver.games.think_str8.words.reviews import (
    format_signed,
    name_decision,
    name_moment,
    tell_crossing,
    tell_deduction,
    tell_false_hint,
    tell_hints,
    tell_missed,
    tell_outcome,
    tell_par,
    tell_result,
    tell_sums,
    tell_turning,
    tell_winning,
)

UNBROKEN = "\u2011"  # a hyphen at which no line is broken
SEEN = "■"
LINES = (  # colour, dash and mark of each player's line
    ("--one", "", "circle"),
    ("--two", "6 3", "square"),
    ("--three", "2 3", "up"),
    ("--four", "8 3 2 3", "diamond"),
)
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 360, 220, 48, 10, 28, 34


def make_page(review: Review, name: str) -> str:
    title = f"Think Str8! · {review.seat}'s review"
    return make_document(title, _sections(review, title, name))


def _sections(review: Review, title: str, name: str) -> Iterator[str]:
    yield f"<h1>{safe(title)}</h1>"
    yield paragraph(f"{name} · {review.table.round} of {review.table.round_count} rounds", "soft")
    result = tell_result(review.table)
    if result:
        yield paragraph(result)
    yield from _account(review)
    yield "<h2>Were the hints true?</h2>"
    yield from _hints(review)
    yield "<h2>Hands left, round by round</h2>"
    yield draw_timeline(review.courses)
    if any(course.at_most for course in review.courses):
        yield paragraph("≤: at most so many, since not all cards that the player saw are in the log.", "soft")
    yield "<h2>The sheet before the final bets</h2>"
    yield from _sheet(review)
    yield "<h2>Round by round</h2>"
    for one in review.rounds:
        yield from _round(review, one)
    if review.pad.missed:
        yield "<h2>Missed, or crossed late</h2>"
        yield bullets(safe(tell_missed(missed)) for missed in review.pad.missed)
    yield from _decisions(review)
    yield from _final_bets(review)
    if review.readings:
        yield f"<h2>{safe(name_readings(review))}</h2>"
        yield bullets(map(safe, tell_review(review.readings, review.table.you(review.seat))))
    if review.missing:
        yield "<h2>What this leans on, and what is missing</h2>"
        yield bullets(map(safe, review.missing))


# The account and the hints.


def _account(review: Review) -> Iterator[str]:
    ledger = review.ledger
    figures = (
        ("points" if not ledger.open_end else "points and expected", f"{ledger.total:.2f}".removesuffix(".00")),
        ("par", f"{ledger.par:.2f}"),
        ("given up", f"{ledger.given_up:.2f}"),
        ("luck", format_signed(ledger.luck)),
    )
    cells = "".join(f"<div><b>{safe(figure)}</b><span>{safe(word)}</span></div>" for word, figure in figures)
    yield f'<div class="sums">{cells}</div>'
    yield paragraph(" ".join(tell_sums(review)))
    yield paragraph(tell_par(review), "soft")
    where, what = tell_turning(review.turning)
    yield f'<p class="call"><b>Turning point</b>{where}: {safe(what)}</p>'


def _hints(review: Review) -> Iterator[str]:
    yield paragraph(tell_hints(review.hints))
    for hint in review.hints.false:
        first, *rest = tell_false_hint(hint, review)
        yield paragraph(f"✗ {first}", "bad") + bullets(map(safe, rest))


# The sheet.


def _sheet(review: Review) -> Iterator[str]:
    head = "".join(f'<th scope="col">{safe(column.colour)}</th>' for column in review.columns)
    rows = "".join(
        f'<tr><th scope="row">{number}</th>'
        + "".join(_box(column, number, review.cards[column.colour]) for column in review.columns)
        + "</tr>"
        for number in NUMBERS
    )
    yield f'<table class="pad"><thead><tr><th></th>{head}</tr></thead><tbody>{rows}</tbody></table>'
    legend = f"{SEEN} seen · {CROSSED} ruled out · 24% chance · ▶3◀ certain · framed: the card it was"
    yield paragraph(legend, "soft")


def _box(column: Column, number: int, card: int | None) -> str:
    kind = "true" if card == number else ""
    if number in column.seen:
        return f'<td class="seen">{SEEN}</td>'
    if column.certain == number:
        return f'<td class="yes {kind}">▶{number}◀</td>'
    if number not in column.count:
        return f'<td class="out {kind}">{CROSSED}</td>'
    return f'<td class="{kind}">{safe(format_chance(column.chance(number)))}</td>'


# Rounds.


def _round(review: Review, one: RoundReview) -> Iterator[str]:
    bet = one.round.bets.get(review.seat)
    told = f"{bet.low}-{bet.high} {format_told(bet)}" if bet else "no bet typed"
    left = f"{one.hands:,} hand{'s' * (one.hands != 1)} left" if one.hands else "no hand fits"
    yield f"<h3>{one.number} · {left}</h3>"
    doubted = " · without false hints" * one.doubted
    yield paragraph(f"{' + '.join(one.round.dice or ())} · {told}{doubted}", "soft")
    for deduction in one.deductions:
        hardest = " · the hardest" if deduction is one.hardest and len(one.deductions) > 1 else ""
        yield fold(safe(f"{tell_deduction(deduction)}{hardest}"), _proof(deduction))
    crossings = review.pad.of_round(one.number)
    if crossings:
        yield bullets(
            f'<span class="{"good" if crossing.verdict == JUSTIFIED else "bad"}">'
            f"{'✓' if crossing.verdict == JUSTIFIED else '!'}</span> {safe(tell_crossing(crossing))}"
            for crossing in crossings
        )


def _proof(deduction: Deduction) -> str:
    steps = "".join(
        f'<li style="list-style:none;margin-left:{sentence.depth}rem">'
        f"{f'{safe(sentence.label)}. ' if sentence.label else ''}{safe(sentence.text)}</li>"
        for sentence in deduction.sentences
    )
    lines = list_lines(deduction.proof.because)
    because = " · ".join(f"<code>{safe(line.event)}</code> (line {line.number})" for line in lines)
    return f'<ul style="padding-left:0">{steps}</ul><p class="soft">From these lines: {because}</p>'


# Decisions.


def _decisions(review: Review) -> Iterator[str]:
    if not review.ledger.decisions:
        return
    yield "<h2>Decisions, skill apart from luck</h2>"
    head = (
        ("round", "n"),
        ("choice", ""),
        ("value", "n wide"),
        ("best", ""),
        ("value", "n wide"),
        ("given up", "n"),
        ("luck", "n"),
        ("came", "slim"),
    )
    rows = [("dear" if one.given_up >= 1 else "", _decision(one)) for one in review.ledger.decisions]
    ledger = review.ledger
    total = ("", "in all", "", "", "", f"{ledger.given_up:.2f}", format_signed(ledger.luck), "")
    yield table(head, [*rows, ("sum", total)])
    yield paragraph("Value: points at once and, for what is known then, those of the best final bets.", "soft")
    if ledger.doubted:
        yield paragraph(f"Luck has {format_signed(ledger.doubted)} from finding out that a hint was false.", "soft")


def _decision(one: Decision) -> tuple[str, ...]:
    best = "the same" if not one.given_up else "below" if isinstance(one.best, FinalBets) else name_choice(one.best)
    luck = "?" if one.luck is None else format_signed(one.luck)
    lost = f"{one.given_up:.2f}" if one.given_up else "–"
    value, most = f"{one.value:.2f}", f"{one.best_value:.2f}"
    chosen, best = (text.replace("-", UNBROKEN) for text in (name_decision(one), best))
    return (name_moment(one), chosen, value, best, most, lost, luck, tell_outcome(one))


def _final_bets(review: Review) -> Iterator[str]:
    finals = review.final_bets
    if finals is None:
        return
    yield "<h2>Final bets</h2>"
    head = (("colour", ""), ("bet", "k"), ("expected", "n slim"), ("best", ""), ("given up", "n"), ("card", "n"))
    rows = []
    for loss in finals.colours:
        bet, best = (" ".join(map(str, numbers)) or "–" for numbers in (loss.numbers, loss.best))
        card = review.cards[loss.colour]
        lost = f"{loss.given_up:.2f}" if loss.given_up else "–"
        best = f"{best}: {loss.best_expected:+.2f}" if loss.given_up else "the same"
        rows.append(("", (loss.colour, bet, f"{loss.expected:+.2f}", best, lost, "?" if card is None else str(card))))
    yield table(head, rows)
    yield paragraph(tell_winning(finals))


# The timeline.


def draw_timeline(courses: tuple[Course, ...]) -> str:
    """A line per player on a log scale; lines differ by dash and mark, so colour only helps."""
    powers = max(1.0, log10(max(max(course.hands) for course in courses) or 1))
    rounds = len(courses[0].hands)
    parts = [*_grid(powers, rounds)]
    for course, (colour, dash, mark) in zip(courses, LINES, strict=False):
        points = [(_x(i, rounds), _y(hands, powers)) for i, hands in enumerate(course.hands) if hands]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        style = f'style="stroke:var({colour});fill:none;stroke-width:1.6" stroke-dasharray="{dash}"'
        parts.append(f'<polyline points="{path}" {style}/>')
        parts += [_mark(mark, x, y, colour) for x, y in points]
    parts += _legend(courses)
    label = "Hands left after each round: " + "; ".join(
        f"{course.player} {', '.join(map(str, course.hands))}" for course in courses
    )
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{safe(label)}">{"".join(parts)}</svg>'


def _x(place: int, rounds: int) -> float:
    return LEFT + place * (WIDTH - LEFT - RIGHT) / max(1, rounds - 1)


def _y(hands: int, powers: float) -> float:
    return HEIGHT - BOTTOM - log10(hands) / powers * (HEIGHT - TOP - BOTTOM)


def _grid(powers: float, rounds: int) -> Iterator[str]:
    for power in range(int(powers) + 1):
        y = _y(10**power, powers)
        yield f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{10**power:,}</text>'
    for place in range(rounds):
        x = _x(place, rounds)
        yield f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 15}" text-anchor="middle">{place or "deal"}</text>'
    middle = (WIDTH + LEFT) / 2
    yield f'<text x="{middle}" y="{HEIGHT - 3}" text-anchor="middle">hands left after each round, on a log scale</text>'


def _legend(courses: tuple[Course, ...]) -> Iterator[str]:
    step = (WIDTH - LEFT) / len(courses)
    for i, (course, (colour, dash, mark)) in enumerate(zip(courses, LINES, strict=False)):
        x = LEFT + i * step
        style = f'style="stroke:var({colour});stroke-width:1.6" stroke-dasharray="{dash}"'
        yield f'<line x1="{x:.1f}" x2="{x + 18:.1f}" y1="9" y2="9" {style}/>' + _mark(mark, x + 9, 9, colour)
        name = ("≤ " if course.at_most else "") + course.player[:8]
        yield f'<text x="{x + 22:.1f}" y="13">{safe(name)}</text>'


def _mark(shape: str, x: float, y: float, colour: str) -> str:
    paint = f'style="fill:var({colour})"'
    if shape == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.8" {paint}/>'
    corners = {
        "square": ((-2.5, -2.5), (2.5, -2.5), (2.5, 2.5), (-2.5, 2.5)),
        "up": ((0, -3.4), (3.2, 2.4), (-3.2, 2.4)),
        "diamond": ((0, -3.6), (3.6, 0), (0, 3.6), (-3.6, 0)),
    }[shape]
    points = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners)
    return f'<polygon points="{points}" {paint}/>'
