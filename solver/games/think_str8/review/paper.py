"""Looking back on a paper sheet: what it tells could be known, and after which row; which of that was crossed out.

A sheet has no bets, no order and no scores, and its crosses have no date. So nothing is said of points in a round, of
luck, or of being late: only what the black boxes and the ranges imply, what the crosses made of it, and what the final
bets gained. Cards of others that were turned at the end count as black boxes; one's own turned cards tell which crosses
were wrong, not which were justified.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from solver.chronicle import (
    Block,
    Chronicle,
    Finding,
    Grid,
    GridRow,
    Heading,
    Listed,
    Paragraph,
    Part,
    Piece,
    PieceRow,
    Proofs,
    Tone,
)
from solver.engine.facts import Hidden, Puzzle
from solver.engine.worlds import count_worlds, solve
from solver.english import FollowUp, all_of, any_of, capital
from solver.games.think_str8.advice.final_bets import bets_for_points, expected_points, weigh_colours
from solver.games.think_str8.check import check
from solver.games.think_str8.facts import Answered, Shown, before_turning, know, list_lines, seen_numbers
from solver.games.think_str8.pad import draw_boxes
from solver.games.think_str8.patterns import name_proof
from solver.games.think_str8.review.words import paper as words
from solver.games.think_str8.rules import FINAL_LOSS, FINAL_POINTS, NAME, NUMBERS, final_points, say_card
from solver.games.think_str8.table import Table
from solver.games.think_str8.words.proofs import word_proof
from solver.language import say, say_number
from solver.log import Line, Log, in_order
from solver.pad import BoxMark, DrawnPad, Pads
from solver.proof.conflicts import Check, Sentence
from solver.proof.smallest import Claim, Proof, prove
from solver.proof.steps import tell
from solver.replay import Timeline


@dataclass(frozen=True, slots=True)
class Provable:
    """A number that the sheet rules out, the row after which it was, and the smallest proof from then."""

    colour: str
    number: int
    row: int
    proof: Proof
    pattern: str
    sentences: tuple[Sentence, ...]
    crossed: bool

    def data(self) -> dict[str, object]:
        return {
            "claim": f"{self.colour} {self.number}",
            "row": self.row,
            "crossed": self.crossed,
            "pattern": self.pattern,
            "because": [line.data() for line in list_lines(self.proof.because)],
            "steps": [sentence.text for sentence in self.sentences],
        }


@dataclass(frozen=True, slots=True)
class PaperCross:
    """A cross on the sheet. `wrong`: it was my own card; `cost` is what a bet as long with that card brings more."""

    colour: str
    number: int
    line: Line
    justified: bool
    wrong: bool
    cost: int | None = None

    def data(self) -> dict[str, object]:
        claim = {"line": self.line.number, "claim": f"{self.colour} {self.number}", "justified": self.justified}
        return claim | {"wrong": self.wrong, "cost": self.cost}


@dataclass(frozen=True, slots=True)
class PaperFinal:
    """Final bets of one colour: the bet, the best by the sheet, and what both brought if the card is known."""

    colour: str
    bet: tuple[int, ...]
    best: tuple[int, ...]
    card: int | None

    @property
    def points(self) -> int | None:
        return None if self.card is None else final_points(self.card, self.bet)

    @property
    def best_points(self) -> int | None:
        return None if self.card is None else final_points(self.card, self.best)

    def data(self) -> dict[str, object]:
        return {
            "colour": self.colour,
            "bet": list(self.bet),
            "best": list(self.best),
            "card": self.card,
            "points": self.points,
            "best_points": self.best_points,
        }


@dataclass(frozen=True, slots=True)
class PaperReview:
    """All that a sheet tells; where its rows contradict each other only the verdict on that."""

    table: Table
    seat: str
    verdict: Check
    provable: tuple[Provable, ...]
    crosses: tuple[PaperCross, ...]
    finals: tuple[PaperFinal, ...]
    expected: float | None  # of the final bets made
    best_expected: float | None

    @property
    def consistent(self) -> bool:
        return self.verdict.conflict is None

    def data(self) -> dict[str, object]:
        return {
            "game": NAME,
            "seat": self.seat,
            "paper": True,
            "consistent": self.consistent,
            "conflict": self.verdict.data()["conflict"],
            "repairs": self.verdict.data()["repairs"],
            "provable": [one.data() for one in self.provable],
            "crosses": [one.data() for one in self.crosses],
            "final": [one.data() for one in self.finals],
            "expected": None if self.expected is None else round(self.expected, 4),
            "best_expected": None if self.best_expected is None else round(self.best_expected, 4),
        }


def review_paper(log: Timeline[Table], table: Table, seat: str) -> PaperReview:
    verdict = check(log, table, seat)
    if verdict.conflict is not None:
        return PaperReview(table, seat, verdict, (), (), (), None, None)
    puzzle = before_turning(table, seat)
    provable = tuple(_find_provable(table, seat, puzzle))
    bets = {colour: tuple(table.finals.get(seat, {}).get(colour, ())) for colour in table.colours}
    known = know(_unturned(table, seat), seat, solve(puzzle)) if seat in table.finals else None
    best = bets_for_points(weigh_colours(known)) if known else {}
    finals = tuple(
        PaperFinal(colour, bets[colour], best[colour], table.current(seat, colour).number)
        for colour in (table.colours if known else ())
    )
    return PaperReview(
        table=table,
        seat=seat,
        verdict=verdict,
        provable=provable,
        crosses=tuple(_judge_crosses(table, seat, provable, finals)),
        finals=finals,
        expected=expected_points(known, bets) if known else None,
        best_expected=expected_points(known, best) if known else None,
    )


def _unturned(table: Table, seat: str) -> Table:
    """The table before the seat's own cards were turned."""
    own = {
        colour: tuple(held if held.last else held._replace(number=None, line=None, shown=None) for held in cards)
        for colour, cards in table.holders[seat].items()
    }
    return replace(table, holders={**table.holders, seat: own})


def after_row(puzzle: Puzzle, row: int) -> Puzzle:
    """What was known after a row, with all black boxes: the ranges and the numbers laid off up to there."""

    def kept(told: object) -> bool:
        if isinstance(told, Answered):
            return told.round.number <= row
        return not (isinstance(told, Shown) and told.held.last is not None and told.held.last > row)

    return replace(puzzle, facts=tuple(fact for fact in puzzle.facts if kept(fact.told)))


def _find_provable(table: Table, seat: str, puzzle: Puzzle) -> Iterator[Provable]:
    """Row by row what is newly out of the cards held at the end, each with its proof as of that row."""
    found: set[tuple[Hidden, int]] = set()
    for row in range(table.round + 1):
        then = after_row(puzzle, row)
        worlds = count_worlds(then)
        for card in then.hand:
            black = seen_numbers(table, seat, card.name)
            for number in NUMBERS:
                if number in worlds.counts(card) or number in black or (card, number) in found:
                    continue
                found.add((card, number))
                proof = prove(then, Claim.is_not(card, number))
                assert proof is not None, "what no world has can be proved"
                crossed = (card.name, number) in table.crossed
                sentences = word_proof(tell(proof), table, seat)
                yield Provable(card.name, number, row, proof, name_proof(then, proof), sentences, crossed)


def _judge_crosses(
    table: Table, seat: str, provable: tuple[Provable, ...], finals: tuple[PaperFinal, ...]
) -> Iterator[PaperCross]:
    out = {(one.colour, one.number) for one in provable}
    of_colour = {final.colour: final for final in finals}
    for (colour, number), line in table.crossed.items():
        wrong = table.current(seat, colour).number == number
        final = of_colour.get(colour)
        lost = wrong and final is not None and number not in final.bet
        cost = FINAL_POINTS[len(final.bet) or 1] + FINAL_LOSS if lost and final else None
        yield PaperCross(colour, number, line, (colour, number) in out, wrong, cost)


# As a story.


def recount_paper(review: PaperReview, log: Log) -> Chronicle:
    held = [review.table.current(review.seat, colour) for colour in review.table.colours]
    row = [Piece("card", "?" if one.number is None else str(one.number), one.colour) for one in held]
    return Chronicle(
        game="Think Str8!",
        title=words.tell_paper_title(review.seat, review.table.round),
        result=_result(review),
        hidden=(PieceRow(say(words.PAPER_HAND), tuple(row)),),
        parts=tuple(_parts(review)),
        notes=tuple(map(say, words.PAPER_NOTES)),
        logs=((log.name, log.lines),),
    )


def _result(review: PaperReview) -> str:
    if not review.consistent:
        return say(words.PAPER_CONFLICT)
    missed = sum(not one.crossed for one in review.provable)
    if not review.provable:
        return say(words.PAPER_NOTHING)
    return words.tell_provable(len(review.provable), len(review.provable) - missed)


def _parts(review: PaperReview) -> Iterator[Part]:
    if review.verdict.conflict is not None:
        yield Part(say(words.PAPER_ROWS), tuple(_conflict(review.verdict)))
        return
    yield Part(say(words.PAPER_PADS), (_pads(review),))
    if review.crosses:
        yield Part(say(words.PAPER_CROSSES), (Listed(tuple(_tell_crosses(review))),))
    if review.provable:
        yield Part(say(words.PAPER_PROVABLE), chapters=tuple(_rows(review)))
    if review.finals:
        yield Part(say(words.PAPER_FINALS), (_finals(review), Paragraph(_tell_finals(review))))


def _conflict(verdict: Check) -> Iterator[Block]:
    assert verdict.conflict is not None
    lines = (Paragraph(say(words.PAPER_LINE, line=line.number, text=line.event)) for line in verdict.conflict.lines)
    yield Listed(tuple(lines))
    yield Listed(tuple(Paragraph(sentence.text) for sentence in verdict.conflict.sentences))
    for one in verdict.misplaced:
        told = say(words.PAPER_MISPLACED, line=one.line.number, text=one.line.event, rows=any_of(one.rounds))
        yield Paragraph(told)
    for repair in verdict.repairs[:3]:
        yield Paragraph(say(words.PAPER_SLIP, line=repair.line.number, text=repair.line.event, instead=repair.instead))


def _pads(review: PaperReview) -> Pads:
    """The player's own pad, and the one with all that could be crossed out: what differs has a mark of its own."""
    table, seat = review.table, review.seat
    mine = draw_boxes(table, seat)
    out = {(one.colour, one.number) for one in review.provable}
    full = tuple(
        tuple(_compare(mark, (colour, number) in out) for colour, mark in zip(table.colours, mine[number], strict=True))
        for number in NUMBERS
    )
    return Pads(
        (DrawnPad(say(words.PAPER_PAD), table.colours, mine), DrawnPad(say(words.PAPER_FULL_PAD), table.colours, full))
    )


def _compare(mark: BoxMark, out: bool) -> BoxMark:
    if mark is BoxMark.CROSS and not out:
        return BoxMark.DOUBTFUL
    return BoxMark.MISSED if mark is BoxMark.OPEN and out else mark


def _tell_crosses(review: PaperReview) -> Iterator[Paragraph]:
    justified = sum(one.justified for one in review.crosses)
    yield Paragraph(words.tell_justified(justified, len(review.crosses)))
    for one in review.crosses:
        card = say_card(one.colour, one.number)
        if one.wrong and one.cost:
            yield Paragraph(capital(say(words.PAPER_WRONG_COST, card=card, cost=one.cost)), Tone.BAD)
        elif one.wrong:
            yield Paragraph(capital(say(words.PAPER_WRONG, card=card)), Tone.BAD)
        elif not one.justified:
            turned = review.table.current(review.seat, one.colour).number is not None
            told = words.PAPER_LUCKY if turned else words.PAPER_UNJUSTIFIED
            yield Paragraph(capital(say(told, card=card)), Tone.BAD)


def _rows(review: PaperReview) -> Iterator[Part]:
    """For each row what could be crossed out after it at the earliest."""
    for row in sorted({one.row for one in review.provable}):
        found = [one for one in review.provable if one.row == row]
        missed = sum(not one.crossed for one in found)
        alike: dict[tuple[object, ...], list[Provable]] = {}
        for one in found:
            alike.setdefault((one.crossed, *one.sentences), []).append(one)
        known = tuple(map(_known, alike.values()))
        brief = words.tell_missed(missed) if missed else say(words.PAPER_ALL_CROSSED)
        title = say(words.PAPER_AFTER, row=row) if row else say(words.PAPER_BEFORE)
        yield Part(title, (Proofs(say(words.PAPER_OUT), known, told=True),), brief=brief)


def _known(alike: Sequence[Provable]) -> Finding:
    """Numbers that the same sentences rule out."""
    first, cards = alike[0], all_of(say_card(one.colour, one.number) for one in alike)
    claim = say(words.PAPER_CROSSED if first.crossed else words.PAPER_NOT_CROSSED, cards=cards)
    ask = FollowUp("why", (first.colour, str(first.number)), round=first.row or None)
    lines = in_order(line for one in alike for line in list_lines(one.proof.because))
    return Finding(claim, lambda: first.sentences, lines, ask)


def _finals(review: PaperReview) -> Grid:
    brought = Heading(say("points"), True)
    bets = Heading(say("bet")), brought, Heading(say("best by the sheet")), brought
    rows = []
    for one in review.finals:
        card = Piece("card", "?" if one.card is None else str(one.card), one.colour)
        bet, best = (" ".join(map(str, numbers)) or "–" for numbers in (one.bet, one.best))
        points, most = ("?" if each is None else say_number(each, "+d") for each in (one.points, one.best_points))
        tone = Tone.PLAIN if one.card is None else Tone.GOOD if one.card in one.bet else Tone.BAD
        rows.append(GridRow((card, bet, points, best, most), tone))
    return Grid((Heading(say("card")), *bets), tuple(rows))


def _tell_finals(review: PaperReview) -> str:
    made = [one.points for one in review.finals]
    best = [one.best_points for one in review.finals]
    expected, most = say_number(review.expected or 0.0, ".1f"), say_number(review.best_expected or 0.0, ".1f")
    if any(points is None for points in made):
        return say(words.PAPER_FINAL_EXPECTED, expected=expected, most=most)
    gained, could = (say_number(sum(points or 0 for points in each), "+d") for each in (made, best))
    return say(words.PAPER_FINAL_MADE, points=gained, best=could, expected=expected, most=most)
