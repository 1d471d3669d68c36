"""The story of a game of Think Str8!: the review put into parts, with what can be drawn of it.

All words are here or in `words`; terminal and page only set them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solver.chronicle import (
    Block,
    Chronicle,
    Curve,
    Finding,
    Grid,
    GridRow,
    Heading,
    Lesson,
    Listed,
    Paragraph,
    Part,
    Piece,
    PieceRow,
    Plot,
    Proofs,
    Rows,
    Ruler,
    Standing,
    Stretch,
    Tone,
    Turning,
    note_warnings,
)
from solver.english import format_figure
from solver.games.think_str8.advice.bets import BetOption
from solver.games.think_str8.facts import list_lines
from solver.games.think_str8.review.decisions import Decision, name_choice
from solver.games.think_str8.review.lessons import JUSTIFIED
from solver.games.think_str8.review.moments import FinalBets
from solver.games.think_str8.review.review import Review
from solver.games.think_str8.review.rounds import Course, Deduction, RoundReview
from solver.games.think_str8.review.turning import TurningPoint
from solver.games.think_str8.review.words import account, choices, rounds
from solver.games.think_str8.rules import SUMS
from solver.games.think_str8.table import Table
from solver.language import later, say, say_number
from solver.log import Log

VALUE = later("Value is points at once and, for what is known then, those of the best final bets.")


def recount(review: Review, log: Log) -> Chronicle:
    table = review.table
    turning = review.turning
    return Chronicle(
        game="Think Str8!",
        title=account.tell_title(review),
        result=account.tell_result(table),
        podium=tuple(_podium(table)),
        account=(Paragraph(account.tell_points(review)),),
        hidden=tuple(_hands(review)),
        turning=_turn(turning) if turning else None,
        lessons=tuple(Lesson(text, cost) for text, cost in choices.tell_lessons(review)),
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


def _turn(turning: TurningPoint) -> Turning:
    return Turning(choices.tell_turning(turning), say("Next time {what}", what=turning.next_time))


def _hands(review: Review) -> Iterator[PieceRow]:
    """The cards that nobody knew of their own, as they lay at the end."""
    of_all = say("{player}'s hand", player=review.seat)
    label = say("Your hand") if review.table.you(review.seat) else of_all
    cards = review.cards.items()
    pieces = tuple(Piece("card", "?" if number is None else str(number), colour) for colour, number in cards)
    yield PieceRow(label, pieces, of_all=of_all)


def compare(reviews: Sequence[Review]) -> Part:
    return Part(say("Who could have known first"), tuple(_together(reviews)))


def _together(reviews: Sequence[Review]) -> Iterator[Block]:
    """Everybody's curve and account, and who could have been certain of a card first."""
    yield from map(Paragraph, choices.tell_first(reviews))
    yield _plot(reviews[0].table, [course for one in reviews for course in one.courses if course.player == one.seat])
    titles = say("points"), say("given up"), say("luck"), say("hands left")
    columns = Heading(say("player")), *(Heading(title, figures=True) for title in titles)
    yield Grid(columns, tuple(GridRow(_figures(review)) for review in reviews))
    yield Paragraph(say(account.ADDS_UP), Tone.SOFT)


def _figures(review: Review) -> tuple[str, ...]:
    ledger = review.ledger
    sums = format_figure(ledger.total), format_figure(ledger.given_up), format_figure(ledger.luck, "+")
    return (review.seat, *sums, say_number(review.rounds[-1].hands) if review.rounds else "")


# Parts.


def _parts(review: Review) -> Iterator[Part]:
    if review.rounds:
        yield Part(say("Round by round"), chapters=tuple(_chapter(review, one) for one in review.rounds))
    if len(review.courses[0].hands) > 1:
        yield Part(say("How the doubt shrank"), tuple(_courses(review)))
    finals = review.final_bets
    if finals is not None:
        yield Part(say("The final bets"), (_final_bets(review, finals), Paragraph(choices.tell_winning(finals))))
    if review.pad.missed:
        yield Part(
            say("Crossed late, or never"),
            (Listed(tuple(Paragraph(rounds.tell_missed(missed)) for missed in review.pad.missed)),),
        )
    if review.ledger.decisions or review.ledger.scored:
        yield Part(say("Every choice, skill apart from luck"), tuple(_decisions(review)), folded=True)
    yield Part(say("Were the hints true?"), tuple(_hints(review)))
    if review.readings is not None:
        told = choices.tell_readings(review.readings, review.table.you(review.seat))
        yield Part(choices.name_readings(review), (Listed(tuple(map(Paragraph, told))),))


def _chapter(review: Review, one: RoundReview) -> Part:
    decisions = [decision for decision in review.ledger.decisions if decision.round == one.number]
    made = [decision for decision in decisions if not isinstance(decision.chosen, FinalBets)]
    dice = tuple(Piece("die", say(colour), colour) for colour in one.round.dice or ())
    blocks: list[Block] = [Rows((PieceRow(say("Dice"), dice),))]
    blocks += _ruler(review, one, made)
    blocks.append(Paragraph(" ".join(filter(None, (rounds.tell_bet(review, one), choices.tell_luck(made))))))
    better = choices.tell_better(made)
    dear = any(choice.given_up >= 1 for choice in made)
    blocks += [Paragraph(better, Tone.BAD if dear else Tone.PLAIN)] if better else []
    if one.deductions:
        known = tuple(_known(review, one, deduction) for deduction in one.deductions)
        hardest = known[one.deductions.index(one.hardest)] if one.hardest else None
        blocks.append(Proofs(say("What could be known now"), known, hardest))
    crossings = review.pad.of_round(one.number)
    if crossings:
        tones = {True: Tone.GOOD, False: Tone.BAD}
        blocks.append(
            Listed(
                tuple(Paragraph(rounds.tell_crossing(x, review.pad), tones[x.verdict == JUSTIFIED]) for x in crossings)
            )
        )
    title = say("Round {round}", round=one.number)
    return Part(title, tuple(blocks), brief=rounds.tell_hands(one))


def _ruler(review: Review, one: RoundReview, made: list[Decision]) -> Iterator[Ruler]:
    """The bet on the sums there are, and under it the best one, if that was another."""
    bet = one.round.bets.get(review.seat)
    if bet is None:
        return
    tone = Tone.PLAIN if bet.answer is None else Tone.GOOD if bet.answer == "hit" else Tone.BAD
    stretches = [Stretch(say("bet"), bet.low, bet.high, tone)]
    better = (one.best for one in made if isinstance(one.best, BetOption) and one.given_up)
    stretches += (Stretch(say("best"), best.low, best.high) for best in better)
    yield Ruler(SUMS[0], SUMS[-1], tuple(stretches))


def _known(review: Review, one: RoundReview, deduction: Deduction) -> Finding:
    ask = rounds.ask_proof(review, one, deduction)
    lines = tuple(list_lines(deduction.proof.because))
    told = rounds.tell_deduction(deduction)
    claim = f"{told} · {say(deduction.pattern)}" if deduction.pattern else told
    return Finding(claim, lambda: deduction.sentences, lines, ask)


def _courses(review: Review) -> Iterator[Block]:
    yield _plot(review.table, review.courses)
    if any(course.at_most for course in review.courses):
        yield Paragraph(say("At most: not all cards that the player saw are in the log."), Tone.SOFT)


def _plot(table: Table, courses: Sequence[Course]) -> Plot:
    values = {one: tuple(hands or None for hands in one.hands) for one in courses}
    curves = (Curve(one.player, hands, say("at most") if one.at_most else "") for one, hands in values.items())
    ticks = (say("deal"), *(str(one.number) for one in table.rounds))
    return Plot(say("Hands left after each round, on a log scale"), ticks, tuple(curves))


def _final_bets(review: Review, finals: FinalBets) -> Grid:
    columns = (
        Heading(say("card")),
        Heading(say("bet")),
        Heading(say("expected"), True, True),
        Heading(say("best")),
        Heading(say("given up"), True),
    )
    rows = []
    for loss in finals.colours:
        number = review.cards[loss.colour]
        card = Piece("card", "?" if number is None else str(number), loss.colour)
        bet, best = (" ".join(map(str, numbers)) or "–" for numbers in (loss.numbers, loss.best))
        better = f"{best}: {say_number(loss.best_expected, '+.1f')}" if loss.given_up else say("best")
        lost = say_number(loss.given_up, ".1f") if loss.given_up else "–"
        tone = Tone.PLAIN if number is None else Tone.GOOD if number in loss.numbers else Tone.BAD
        rows.append(GridRow((card, bet, say_number(loss.expected, "+.1f"), better, lost), tone))
    return Grid(columns, tuple(rows))


def _decisions(review: Review) -> Iterator[Block]:
    ledger = review.ledger
    rows = [
        GridRow(_decision(one), Tone.STRONG if one.given_up >= 1 else Tone.PLAIN) for one in review.ledger.decisions
    ]
    given_up, luck = say_number(ledger.given_up, ".2f"), account.format_signed(ledger.luck)
    sums = ("", say("total"), "", "", "", given_up, luck, "")
    columns = (
        Heading("", True),
        Heading(say("choice")),
        Heading(say("value"), True, True),
        Heading(say("best")),
        Heading(say("value"), True, True),
        Heading(say("given up"), True),
        Heading(say("luck"), True),
        Heading(say("result"), spare=True),
    )
    yield Grid(columns, (*rows, GridRow(sums, Tone.STRONG)))
    yield from map(Paragraph, account.tell_sums(review))
    yield Paragraph(f"{account.tell_meaning(review)} {say(VALUE)}", Tone.SOFT)
    if ledger.doubted:
        found = say_number(ledger.doubted, "+.2f")
        yield Paragraph(say("Luck has {points} from finding out that a hint was false.", points=found), Tone.SOFT)


def _decision(one: Decision) -> tuple[str, ...]:
    above = isinstance(one.best, FinalBets)
    best = say("best") if not one.given_up else say("above") if above else say(name_choice(one.best))
    luck = "?" if one.luck is None else account.format_signed(one.luck)
    lost = say_number(one.given_up, ".2f") if one.given_up else "–"
    value, most = say_number(one.value, ".2f"), say_number(one.best_value, ".2f")
    moment, chosen, outcome = choices.name_moment(one), choices.name_decision(one), choices.tell_outcome(one)
    return (moment, chosen, value, best, most, lost, luck, outcome)


def _hints(review: Review) -> Iterator[Block]:
    yield Paragraph(rounds.tell_hints(review.hints))
    for hint in review.hints.false:
        first, *rest = rounds.tell_false_hint(hint, review)
        yield Paragraph(first, Tone.BAD)
        yield Listed(tuple(map(Paragraph, rest)))
