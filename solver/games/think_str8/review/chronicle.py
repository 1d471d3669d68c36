"""The story of a game of Think Str8!: the review put into parts, with what can be drawn of it.

All words are here or in `words`; terminal and page only set them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solver.chronicle import (
    Block,
    Chronicle,
    Column,
    Curve,
    Grid,
    GridRow,
    Known,
    Lesson,
    Listed,
    Part,
    Piece,
    Plot,
    Proofs,
    Row,
    Rows,
    Ruler,
    Said,
    Standing,
    Stretch,
    Tone,
    Turning,
    note_warnings,
)
from solver.games.think_str8.advice.bets import BetOption
from solver.games.think_str8.facts import list_lines
from solver.games.think_str8.review import words
from solver.games.think_str8.review.decisions import Decision, name_choice
from solver.games.think_str8.review.lessons import JUSTIFIED
from solver.games.think_str8.review.moments import FinalBets
from solver.games.think_str8.review.review import Review
from solver.games.think_str8.review.rounds import Course, Deduction, RoundReview
from solver.games.think_str8.rules import SUMS
from solver.games.think_str8.table import Table
from solver.log import Log

VALUE = "Value is points at once and, for what is known then, those of the best final bets."


def recount(review: Review, log: Log) -> Chronicle:
    table = review.table
    turning = review.turning
    return Chronicle(
        game="Think Str8!",
        title=f"{review.seat}'s game, {words.tell_rounds(table)}",
        result=words.tell_result(table),
        podium=tuple(_podium(table)),
        account=(Said(words.tell_points(review)),),
        hidden=tuple(_hands(review)),
        turning=Turning(words.tell_turning(turning), f"Next time {turning.next_time}") if turning else None,
        lessons=tuple(Lesson(text, cost) for text, cost in words.tell_lessons(review)),
        parts=tuple(_parts(review)),
        notes=(*review.missing, *note_warnings(table.warnings)),
        logs=((log.name, log.lines),),
    )


def _podium(table: Table) -> Iterator[Standing]:
    """Foremost first; players with the same points share a place, whoever's stone is below."""
    spaces = {player: table.standing(player) for player in table.ranked()}
    for player, space in spaces.items():
        place = None if space is None else 1 + sum((other or 0) > space for other in spaces.values())
        yield Standing(player, "?" if space is None else str(space), place)


def _hands(review: Review) -> Iterator[Row]:
    """The cards that nobody knew of their own, as they lay at the end."""
    label = "Your hand" if review.table.you(review.seat) else f"{review.seat}'s hand"
    cards = review.cards.items()
    yield Row(label, tuple(Piece("card", "?" if number is None else str(number), colour) for colour, number in cards))


def compare(reviews: Sequence[Review]) -> Part:
    return Part("Who could have known first", tuple(_together(reviews)))


def _together(reviews: Sequence[Review]) -> Iterator[Block]:
    """Everybody's curve and account, and who could have been certain of a card first."""
    yield from map(Said, words.tell_first(reviews))
    yield _plot(reviews[0].table, [course for one in reviews for course in one.courses if course.player == one.seat])
    columns = Column("player"), *(Column(name, figures=True) for name in ("points", "given up", "luck", "hands left"))
    yield Grid(columns, tuple(GridRow(_figures(review)) for review in reviews))
    yield Said(words.PAR, Tone.SOFT)


def _figures(review: Review) -> tuple[str, ...]:
    ledger = review.ledger
    sums = f"{ledger.total:.2f}".removesuffix(".00"), f"{ledger.given_up:.2f}", words.format_signed(ledger.luck)
    return (review.seat, *sums, f"{review.rounds[-1].hands:,}" if review.rounds else "")


# Parts.


def _parts(review: Review) -> Iterator[Part]:
    if review.rounds:
        yield Part("Round by round", chapters=tuple(_chapter(review, one) for one in review.rounds))
    if len(review.courses[0].hands) > 1:
        yield Part("How the doubt shrank", tuple(_courses(review)))
    finals = review.final_bets
    if finals is not None:
        yield Part("The final bets", (_final_bets(review, finals), Said(words.tell_winning(finals))))
    if review.pad.missed:
        yield Part(
            "Crossed late, or never", (Listed(tuple(Said(words.tell_missed(missed)) for missed in review.pad.missed)),)
        )
    if review.ledger.decisions or review.ledger.scored:
        yield Part("Every choice, skill apart from luck", tuple(_decisions(review)))
    yield Part("Were the hints true?", tuple(_hints(review)))
    if review.readings is not None:
        told = words.tell_readings(review.readings, review.table.you(review.seat))
        yield Part(words.name_readings(review), (Listed(tuple(map(Said, told))),))


def _chapter(review: Review, one: RoundReview) -> Part:
    decisions = [decision for decision in review.ledger.decisions if decision.round == one.number]
    choices = [decision for decision in decisions if not isinstance(decision.chosen, FinalBets)]
    blocks: list[Block] = [Rows((Row("Dice", tuple(Piece("die", colour, colour) for colour in one.round.dice or ())),))]
    blocks += _ruler(review, one, choices)
    blocks.append(Said(" ".join(filter(None, (words.tell_bet(review, one), words.tell_luck(choices))))))
    better = words.tell_better(choices)
    dear = any(choice.given_up >= 1 for choice in choices)
    blocks += [Said(better, Tone.BAD if dear else Tone.PLAIN)] if better else []
    if one.deductions:
        known = tuple(_known(review, one, deduction) for deduction in one.deductions)
        hardest = known[one.deductions.index(one.hardest)] if one.hardest else None
        blocks.append(Proofs("What could be known now", known, hardest))
    crossings = review.pad.of_round(one.number)
    if crossings:
        tones = {True: Tone.GOOD, False: Tone.BAD}
        blocks.append(
            Listed(tuple(Said(words.tell_crossing(x, review.pad), tones[x.verdict == JUSTIFIED]) for x in crossings))
        )
    return Part(f"Round {one.number}", tuple(blocks), brief=words.tell_hands(one))


def _ruler(review: Review, one: RoundReview, choices: list[Decision]) -> Iterator[Ruler]:
    """The bet on the sums there are, and under it the best one, if that was another."""
    bet = one.round.bets.get(review.seat)
    if bet is None:
        return
    tone = Tone.PLAIN if bet.answer is None else Tone.GOOD if bet.answer == "hit" else Tone.BAD
    stretches = [Stretch("bet", bet.low, bet.high, tone)]
    better = (one.best for one in choices if isinstance(one.best, BetOption) and one.given_up)
    stretches += (Stretch("best", best.low, best.high) for best in better)
    yield Ruler(SUMS[0], SUMS[-1], tuple(stretches))


def _known(review: Review, one: RoundReview, deduction: Deduction) -> Known:
    ask = words.ask_proof(review, one, deduction)
    lines = tuple(list_lines(deduction.proof.because))
    return Known(words.tell_deduction(deduction), lambda: deduction.sentences, lines, ask)


def _courses(review: Review) -> Iterator[Block]:
    yield _plot(review.table, review.courses)
    if any(course.at_most for course in review.courses):
        yield Said("At most: not all cards that the player saw are in the log.", Tone.SOFT)


def _plot(table: Table, courses: Sequence[Course]) -> Plot:
    values = {one: tuple(hands or None for hands in one.hands) for one in courses}
    curves = (Curve(one.player, hands, "at most" * one.at_most) for one, hands in values.items())
    ticks = ("deal", *(str(one.number) for one in table.rounds))
    return Plot("Hands left after each round, on a log scale", ticks, tuple(curves))


def _final_bets(review: Review, finals: FinalBets) -> Grid:
    columns = Column("card"), Column("bet"), Column("expected", True, True), Column("best"), Column("given up", True)
    rows = []
    for loss in finals.colours:
        number = review.cards[loss.colour]
        card = Piece("card", "?" if number is None else str(number), loss.colour)
        bet, best = (" ".join(map(str, numbers)) or "–" for numbers in (loss.numbers, loss.best))
        better = f"{best}: {loss.best_expected:+.2f}" if loss.given_up else "best"
        lost = f"{loss.given_up:.2f}" if loss.given_up else "–"
        tone = Tone.PLAIN if number is None else Tone.GOOD if number in loss.numbers else Tone.BAD
        rows.append(GridRow((card, bet, f"{loss.expected:+.2f}", better, lost), tone))
    return Grid(columns, tuple(rows))


def _decisions(review: Review) -> Iterator[Block]:
    ledger = review.ledger
    rows = [
        GridRow(_decision(one), Tone.STRONG if one.given_up >= 1 else Tone.PLAIN) for one in review.ledger.decisions
    ]
    sums = ("", "total", "", "", "", f"{ledger.given_up:.2f}", words.format_signed(ledger.luck), "")
    columns = (
        Column("", True),
        Column("choice"),
        Column("value", True, True),
        Column("best"),
        Column("value", True, True),
        Column("given up", True),
        Column("luck", True),
        Column("result", spare=True),
    )
    yield Grid(columns, (*rows, GridRow(sums, Tone.STRONG)))
    yield from map(Said, words.tell_sums(review))
    yield Said(f"{words.tell_par(review)} {VALUE}", Tone.SOFT)
    if ledger.doubted:
        yield Said(f"Luck has {ledger.doubted:+.2f} from finding out that a hint was false.", Tone.SOFT)


def _decision(one: Decision) -> tuple[str, ...]:
    best = "best" if not one.given_up else "above" if isinstance(one.best, FinalBets) else name_choice(one.best)
    luck = "?" if one.luck is None else words.format_signed(one.luck)
    lost = f"{one.given_up:.2f}" if one.given_up else "–"
    value, most = f"{one.value:.2f}", f"{one.best_value:.2f}"
    return (words.name_moment(one), words.name_decision(one), value, best, most, lost, luck, words.tell_outcome(one))


def _hints(review: Review) -> Iterator[Block]:
    yield Said(words.tell_hints(review.hints))
    for hint in review.hints.false:
        first, *rest = words.tell_false_hint(hint, review)
        yield Said(first, Tone.BAD)
        yield Listed(tuple(map(Said, rest)))
