"""The story of a game of Tricoda: the review put into parts, with the stones drawn. All sentences are in `words`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from solver.chronicle import (
    Block,
    Chronicle,
    Curve,
    Finding,
    Grid,
    GridRow,
    Heading,
    Listed,
    Paragraph,
    Part,
    Piece,
    PieceRow,
    Plot,
    Proofs,
    Rows,
    Tone,
    note_warnings,
    of_log,
    rank,
)
from solver.english import capital, format_chance, who
from solver.games.tricoda.courses import Course, Deduction, Point
from solver.games.tricoda.review import Review
from solver.games.tricoda.rules import format_code, say_called
from solver.games.tricoda.table import Asked, Rack, Table
from solver.games.tricoda.words.answers import say_answer
from solver.games.tricoda.words.review import (
    LUCK,
    name_rack,
    tell_account,
    tell_answers,
    tell_course,
    tell_declaration,
    tell_false_answers,
    tell_known_first,
    tell_lessons,
    tell_most,
    tell_result,
    tell_turning,
)
from solver.grammar import NOBODY
from solver.language import say, say_count, say_number
from solver.log import Log


def recount(review: Review, log: Log) -> Chronicle:
    table, seat = review.table, review.seat
    return Chronicle(
        game="Tricoda",
        title=_tell_length(table, seat),
        result=tell_result(table),
        podium=rank(table.points),
        account=tuple(map(Paragraph, tell_account(review))),
        hidden=tuple(_hidden(course, table) for course in review.courses_of(seat)),
        turning=tell_turning(review),
        lessons=tell_lessons(review),
        parts=tuple(_parts(review)),
        notes=(*review.notes, *note_warnings(table.warnings)),
        logs=((log.name, log.lines),),
    )


def _tell_length(table: Table, player: str) -> str:
    return say_count(
        "{player}'s game, {count} question", "{player}'s game, {count} questions", table.round, player=player
    )


def compare(review: Review) -> tuple[Part, ...]:
    """What is the same for all who sat at a table, from the review of one of them; nobody is called you."""
    alike = replace(review, table=replace(review.table, me=NOBODY), seat=NOBODY)
    return tuple(_shared_parts(alike))


def tell_game(place: int, review: Review) -> Part:
    lessons = tuple(Paragraph(of_log(place, lesson.saying)) for lesson in tell_lessons(review))
    blocks: list[Block] = [
        Paragraph(tell_result(review.table), Tone.STRONG),
        *map(Paragraph, tell_account(review)),
        *((Listed(lessons),) if lessons else ()),
        *((_declarations(review),) if review.judged else ()),
        *(Paragraph(note, Tone.SOFT) for note in review.notes),
    ]
    brief = say_count("{count} question", "{count} questions", review.table.round)
    return Part(say("Game {number}", number=place), tuple(blocks), brief=brief)


def _hidden(course: Course, table: Table) -> PieceRow:
    """A rack whose stones its owner could not see."""
    label, of_all = (capital(name_rack(course, look)) for look in (table, replace(table, me="")))
    return PieceRow(label, draw_rack(course.rack), _tell_claim(course.rack), of_all)


def _tell_claim(rack: Rack) -> str:
    if rack.declared is None:
        return ""
    return say("declared right") if rack.declared.right else say("declared wrong")


def draw_rack(rack: Rack) -> tuple[Piece, ...]:
    unknown = (Piece("stone", "?"),) * (3 - len(rack.kinds))
    return (*(Piece("stone", str(stone.number), stone.colour) for stone in sorted(rack.kinds)), *unknown)


# Parts.


def _parts(review: Review) -> Iterator[Part]:
    own = [course for course in review.courses_of(review.seat) if course.points]
    if own:
        yield Part(say("Rack by rack"), chapters=tuple(_chapter(review, course) for course in own))
    yield from _shared_parts(review)


def _shared_parts(review: Review) -> Iterator[Part]:
    if review.table.asked:
        yield Part(say("How the doubt shrank"), (Paragraph(tell_known_first(review)), _plot(review)), shared=True)
        yield Part(say("What every question told"), tuple(_questions(review)), shared=True)
    if review.judged:
        yield Part(say("Every declaration"), (_declarations(review),), shared=True)
        yield Part(say("What was luck"), (_luck(review), Paragraph(say(LUCK), Tone.SOFT)), folded=True, shared=True)
    false = tuple(Paragraph(text, Tone.BAD) for text in tell_false_answers(review.table, review.false_answers))
    blocks = (Paragraph(tell_answers(review)), *((Listed(false),) if false else ()))
    yield Part(say("Were the answers true?"), blocks, shared=True)


def _chapter(review: Review, course: Course) -> Part:
    table = review.table
    blocks: list[Block] = [Rows((PieceRow("", draw_rack(course.rack)),))]
    blocks += map(Paragraph, tell_course(course, table))
    blocks.append(_points(course, table))
    known = [one for one in review.deductions if one.course is course]
    if known:
        shown = tuple(map(_known, known))
        hardest = max(shown, key=lambda one: (one.ask is not None, len(one.prove())))  # one that can be asked for
        blocks.append(Proofs(say("What could be known"), shown, hardest))
    first, last = course.points[0].asked.number, course.points[-1].asked.number
    span = say("question {number}", number=first)
    if first != last:
        span = say("questions {first} to {last}", first=first, last=last)
    return Part(capital(name_rack(course, table)), tuple(blocks), brief=span)


def _points(course: Course, table: Table) -> Grid:
    """The questions about one rack, and what was left after each."""
    columns = (
        Heading("", True),
        Heading(say("reader"), spare=True),
        Heading(say("heard")),
        Heading(say("codes"), True),
        Heading(say("best"), True),
        Heading(say("chance"), True, spare=True),
    )
    return Grid(columns, tuple(_row(course, point, table) for point in course.points))


def _row(course: Course, point: Point, table: Table) -> GridRow:
    asked, best = point.asked, point.known.best
    tone = Tone.GOOD if point is course.ripe else Tone.STRONG if point is course.most_telling else Tone.PLAIN
    left = (format_code(best.code), format_chance(best.chance)) if best else ("–", "")
    heard = "?" if asked.answer is None else say_answer(table.question(asked.card), asked.answer)
    return GridRow(
        (str(asked.number), who(asked.reader, table.me, say("You")), heard, str(len(point.known.guesses)), *left), tone
    )


def _known(deduction: Deduction) -> Finding:
    claim = say("After question {number}: {news}", number=deduction.asked.number, news=deduction.text)
    if deduction.pattern:
        claim = f"{claim} · {say(deduction.pattern)}"
    sentences, lines = deduction.prove()
    return Finding(claim, lambda: sentences, tuple(lines), deduction.question)


def _plot(review: Review) -> Plot:
    ticks = (say("deal"), *(str(asked.number) for asked in review.table.asked))
    curves = tuple(Curve(player, tuple(_curve(review, player))) for player in review.table.players)
    return Plot(say("Codes left after each question; a new rack starts again"), ticks, curves)


def _curve(review: Review, player: str) -> Iterator[int | None]:
    """The codes left to a player before the first question and after each; nothing where none fits."""
    points = [point for course in review.courses_of(player) for point in course.points]
    yield len(points[0].before.guesses) or None
    yield from (len(point.known.guesses) or None for point in points)


def _questions(review: Review) -> Iterator[Block]:
    table, most = review.table, review.most_telling
    players = (Heading(who(player, table.me, say("You")), True) for player in table.players)
    columns = Heading("", True), Heading(say("card"), True), Heading(say("answer")), *players
    rows = (GridRow(_told(review, asked), Tone.STRONG if asked is most else Tone.PLAIN) for asked in table.asked)
    told = say("Codes left to each player; who reads learns nothing, and a dot is nothing new.")
    yield Paragraph(f"{told} {tell_most(review)}")
    yield Grid(columns, tuple(rows))


def _told(review: Review, asked: Asked) -> tuple[str, ...]:
    left = dict.fromkeys(review.table.players, "")
    for course, point in review.points_of(asked):
        left[course.rack.holder] = str(len(point.known.guesses)) if point.factor > 1 else "·"
    heard = "?" if asked.answer is None else say_called(review.table.question(asked.card), asked.answer)
    return (str(asked.number), str(asked.card), heard, *left.values())


def _declarations(review: Review) -> Rows:
    return Rows(
        tuple(
            PieceRow(format_code(one.claim.code), draw_rack(one.course.rack), tell_declaration(one, review.table))
            for one in review.judged
        ),
        named=True,
    )


def _luck(review: Review) -> Grid:
    columns = (
        Heading(say("player")),
        Heading(say("declared"), True),
        Heading(say("promised"), True, spare=True),
        Heading(say("won"), True),
        Heading(say("luck with questions"), True),
        Heading(say("with declarations"), True),
    )
    rows = []
    for player in review.table.players:
        mine, luck = review.judged_of(player), review.luck_of(player)
        won = (
            str(len(mine)),
            say_number(sum(one.chance for one in mine), ".2f"),
            str(sum(one.claim.right for one in mine)),
        )
        by_luck = say_number(luck.questions, "+.2f"), say_number(luck.declarations, "+.2f")
        cells = who(player, review.table.me, say("You")), *won, *by_luck
        rows.append(GridRow(cells, Tone.STRONG if player == review.seat else Tone.PLAIN))
    return Grid(columns, tuple(rows))
