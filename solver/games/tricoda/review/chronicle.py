"""The story of a game of Tricoda: the review put into parts, with the stones drawn. All sentences are in `words`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

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
    Said,
    Standing,
    Tone,
    Turning,
    note_warnings,
    of_log,
)
from solver.english import format_chance
from solver.games.tricoda.review.courses import Course, Deduction, Point
from solver.games.tricoda.review.review import Review, Reviews
from solver.games.tricoda.review.words import (
    LUCK,
    count,
    opening_rack,
    opening_who,
    tell_account,
    tell_answers,
    tell_course,
    tell_declaration,
    tell_evening,
    tell_false_answers,
    tell_known_first,
    tell_lessons,
    tell_most,
    tell_result,
    tell_turning,
)
from solver.games.tricoda.rules import Stone, format_code, say_answer
from solver.games.tricoda.table import Asked, Rack, Table
from solver.grammar import NOBODY
from solver.log import Log


def recount(review: Review, log: Log) -> Chronicle:
    table, seat = review.table, review.seat
    turning = tell_turning(review, seat)
    return Chronicle(
        game="Tricoda",
        title=f"{seat}'s game, {count(table.round, 'question')}",
        result=tell_result(table),
        podium=tuple(_podium(table)),
        account=tuple(map(Said, tell_account(review, seat))),
        hidden=tuple(_racks(review, seat)),
        turning=Turning(*turning) if turning else None,
        lessons=tuple(Lesson(text, cost) for text, cost in tell_lessons(review, seat)),
        parts=tuple(_parts(review)),
        notes=(*review.notes, *note_warnings(table.warnings)),
        logs=((log.name, log.lines),),
    )


def compare(review: Review) -> tuple[Part, ...]:
    """What is the same for all who sat at a table, from the review of one of them; nobody is called you."""
    alike = replace(review, table=replace(review.table, me=NOBODY), seat=NOBODY)
    return tuple(_shared_parts(alike))


def recount_games(reviews: Reviews, logs: Sequence[Log]) -> Chronicle:
    """Several games: each in short, since every one has a story of its own."""
    games = reviews.games
    return Chronicle(
        game="Tricoda",
        title=count(len(games), "game"),
        result=tell_evening([game.table for game in games]),
        podium=(),
        account=(),
        hidden=(),
        turning=None,
        lessons=(),
        parts=tuple(_game(place, game) for place, game in enumerate(games, 1)),
        notes=("A review of one log alone has its questions and proofs.",),
        logs=tuple((log.name, log.lines) for log in logs),
    )


def _game(place: int, review: Review) -> Part:
    lessons = tuple(Said(of_log(place, text)) for text, _ in tell_lessons(review, review.seat))
    blocks: list[Block] = [
        Said(tell_result(review.table), Tone.STRONG),
        *map(Said, tell_account(review, review.seat)),
        *((Listed(lessons),) if lessons else ()),
        *((_declarations(review),) if review.judged else ()),
        *(Said(note, Tone.SOFT) for note in review.notes),
    ]
    return Part(f"Game {place}", tuple(blocks), brief=count(review.table.round, "question"))


def _podium(table: Table) -> Iterator[Standing]:
    for player, points in sorted(table.points.items(), key=lambda entry: -entry[1]):
        yield Standing(player, str(points), 1 + sum(other > points for other in table.points.values()))


def _racks(review: Review, player: str) -> Iterator[Row]:
    """The player's own racks, whose stones that player could not see."""
    for course in (course for course in review.courses if course.rack.holder == player):
        yield Row(opening_rack(course, review.table), draw_rack(course.rack), _fate(course))


def _fate(course: Course) -> str:
    claim = course.rack.declared
    return f"declared {'right' if claim.right else 'wrong'}" if claim else ""


def draw_rack(rack: Rack) -> tuple[Piece, ...]:
    unknown = (Piece("stone", "?"),) * (3 - len(rack.kinds))
    return (*map(_stone, sorted(rack.kinds)), *unknown)


def _stone(stone: Stone) -> Piece:
    return Piece("stone", str(stone.number), stone.colour)


# Parts.


def _parts(review: Review) -> Iterator[Part]:
    own = [course for course in review.courses if course.rack.holder == review.seat and course.points]
    if own:
        yield Part("Rack by rack", chapters=tuple(_chapter(review, course) for course in own))
    yield from _shared_parts(review)


def _shared_parts(review: Review) -> Iterator[Part]:
    if review.table.asked:
        yield Part("How the doubt shrank", (Said(tell_known_first(review)), _plot(review)), shared=True)
        yield Part("What every question told", tuple(_questions(review)), shared=True)
    if review.judged:
        yield Part("Every declaration", (_declarations(review),), shared=True)
        yield Part("What was luck", (_luck(review), Said(LUCK, Tone.SOFT)), shared=True)
    false = tuple(Said(text, Tone.BAD) for text in tell_false_answers(review.table, review.false_answers))
    blocks = (Said(tell_answers(review)), *((Listed(false),) if false else ()))
    yield Part("Were the answers true?", blocks, shared=True)


def _chapter(review: Review, course: Course) -> Part:
    table = review.table
    blocks: list[Block] = [Rows((Row("", draw_rack(course.rack)),))]
    blocks += map(Said, tell_course(course, table))
    blocks.append(_points(course, table))
    known = [one for one in review.deductions if one.course is course]
    if known:
        shown = tuple(map(_known, known))
        blocks.append(Proofs("What could be known", shown, max(shown, key=_effort)))
    first, last = course.points[0].asked.number, course.points[-1].asked.number
    span = f"question {first}" if first == last else f"questions {first} to {last}"
    return Part(opening_rack(course, table), tuple(blocks), brief=span)


def _points(course: Course, table: Table) -> Grid:
    """The questions about one rack, and what was left after each."""
    columns = (
        Column("", True),
        Column("reader", spare=True),
        Column("heard"),
        Column("codes", True),
        Column("best", True),
        Column("chance", True, spare=True),
    )
    return Grid(columns, tuple(_row(course, point, table) for point in course.points))


def _row(course: Course, point: Point, table: Table) -> GridRow:
    asked, best = point.asked, point.known.best
    tone = Tone.GOOD if point is course.ripe else Tone.STRONG if point is course.most_telling else Tone.PLAIN
    left = (format_code(best.code), format_chance(best.chance)) if best else ("–", "")
    heard = "?" if asked.answer is None else say_answer(table.question(asked.card), asked.answer)
    reader = opening_who(asked.reader, table)
    return GridRow((str(asked.number), reader, heard, str(len(point.known.guesses)), *left), tone)


def _known(deduction: Deduction) -> Known:
    claim = f"After question {deduction.asked.number}: {deduction.text}"
    sentences, lines = deduction.prove()
    return Known(claim, lambda: sentences, tuple(lines), deduction.question)


def _effort(known: Known) -> tuple[bool, int]:
    """How long the proof is; those that can be asked for come first."""
    return known.ask is not None, len(known.prove())


def _plot(review: Review) -> Plot:
    ticks = ("deal", *(str(asked.number) for asked in review.table.asked))
    return Plot(
        "Codes left after each question; a new rack starts again",
        ticks,
        tuple(Curve(player, tuple(_curve(review, player))) for player in review.table.players),
    )


def _curve(review: Review, player: str) -> Iterator[int | None]:
    """The codes left to a player before the first question and after each; nothing where none fits."""
    points = [point for course in review.courses if course.rack.holder == player for point in course.points]
    yield len(points[0].before.guesses) or None
    yield from (len(point.known.guesses) or None for point in points)


def _questions(review: Review) -> Iterator[Block]:
    table, most = review.table, review.most_telling
    players = (Column(opening_who(player, table), True) for player in table.players)
    columns = Column("", True), Column("card", True), Column("answer"), *players
    rows = (GridRow(_told(review, asked), Tone.STRONG if asked is most else Tone.PLAIN) for asked in table.asked)
    yield Said(f"Codes left to each player; who reads learns nothing, and a dot is nothing new. {tell_most(review)}")
    yield Grid(columns, tuple(rows))


def _told(review: Review, asked: Asked) -> tuple[str, ...]:
    left = {course.rack.holder: point for course, point in review.points_of(asked)}
    cells = (_change(left[player]) if player in left else "" for player in review.table.players)
    return (str(asked.number), str(asked.card), review.table.format_answer(asked) or "?", *cells)


def _change(point: Point) -> str:
    return str(len(point.known.guesses)) if point.factor > 1 else "·"


def _declarations(review: Review) -> Rows:
    return Rows(
        tuple(
            Row(format_code(one.claim.code), draw_rack(one.course.rack), tell_declaration(one, review.table))
            for one in review.judged
        ),
        named=True,
    )


def _luck(review: Review) -> Grid:
    columns = (
        Column("player"),
        Column("declared", True),
        Column("promised", True, spare=True),
        Column("won", True),
        Column("luck with questions", True),
        Column("with declarations", True),
    )
    rows = []
    for luck in review.luck:
        mine = [one for one in review.judged if one.claim.player == luck.player]
        promised, won = sum(one.chance for one in mine), sum(one.claim.right for one in mine)
        name, strong = opening_who(luck.player, review.table), luck.player == review.seat
        cells = (
            name,
            str(len(mine)),
            f"{promised:.2f}",
            str(won),
            f"{luck.questions:+.2f}",
            f"{luck.declarations:+.2f}",
        )
        rows.append(GridRow(cells, Tone.STRONG if strong else Tone.PLAIN))
    return Grid(columns, tuple(rows))
