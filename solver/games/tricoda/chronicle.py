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
    Listed,
    Part,
    Piece,
    Plot,
    Proofs,
    Row,
    Rows,
    Said,
    Tone,
    note_warnings,
    of_log,
    rank,
)
from solver.english import capital, format_chance, plural, who
from solver.games.tricoda.courses import Course, Deduction, Point
from solver.games.tricoda.review import Review, Reviews
from solver.games.tricoda.review_words import (
    LUCK,
    name_rack,
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
from solver.games.tricoda.rules import format_code, say_answer
from solver.games.tricoda.table import Asked, Rack, Table
from solver.grammar import NOBODY
from solver.log import Log


def recount(review: Review, log: Log) -> Chronicle:
    table, seat = review.table, review.seat
    return Chronicle(
        game="Tricoda",
        title=f"{seat}'s game, {plural(table.round, 'question')}",
        result=tell_result(table),
        podium=rank(table.points),
        account=tuple(map(Said, tell_account(review))),
        hidden=tuple(_hidden(course, table) for course in review.courses_of(seat)),
        turning=tell_turning(review),
        lessons=tell_lessons(review),
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
        title=plural(len(games), "game"),
        result=tell_evening([game.table for game in games]),
        parts=tuple(_game(place, game) for place, game in enumerate(games, 1)),
        notes=("A review of one log alone has its questions and proofs.",),
        logs=tuple((log.name, log.lines) for log in logs),
    )


def _game(place: int, review: Review) -> Part:
    lessons = tuple(Said(of_log(place, lesson.saying)) for lesson in tell_lessons(review))
    blocks: list[Block] = [
        Said(tell_result(review.table), Tone.STRONG),
        *map(Said, tell_account(review)),
        *((Listed(lessons),) if lessons else ()),
        *((_declarations(review),) if review.judged else ()),
        *(Said(note, Tone.SOFT) for note in review.notes),
    ]
    return Part(f"Game {place}", tuple(blocks), brief=plural(review.table.round, "question"))


def _hidden(course: Course, table: Table) -> Row:
    """A rack whose stones its owner could not see."""
    claim = course.rack.declared
    return Row(capital(name_rack(course, table)), draw_rack(course.rack), f"declared {claim.outcome}" if claim else "")


def draw_rack(rack: Rack) -> tuple[Piece, ...]:
    unknown = (Piece("stone", "?"),) * (3 - len(rack.kinds))
    return (*(Piece("stone", str(stone.number), stone.colour) for stone in sorted(rack.kinds)), *unknown)


# Parts.


def _parts(review: Review) -> Iterator[Part]:
    own = [course for course in review.courses_of(review.seat) if course.points]
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
        hardest = max(shown, key=lambda one: (one.ask is not None, len(one.prove())))  # one that can be asked for
        blocks.append(Proofs("What could be known", shown, hardest))
    first, last = course.points[0].asked.number, course.points[-1].asked.number
    span = f"question {first}" if first == last else f"questions {first} to {last}"
    return Part(capital(name_rack(course, table)), tuple(blocks), brief=span)


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
    return GridRow(
        (str(asked.number), who(asked.reader, table.me, "You"), heard, str(len(point.known.guesses)), *left), tone
    )


def _known(deduction: Deduction) -> Known:
    claim = f"After question {deduction.asked.number}: {deduction.text}"
    sentences, lines = deduction.prove()
    return Known(claim, lambda: sentences, tuple(lines), deduction.question)


def _plot(review: Review) -> Plot:
    ticks = ("deal", *(str(asked.number) for asked in review.table.asked))
    curves = tuple(Curve(player, tuple(_curve(review, player))) for player in review.table.players)
    return Plot("Codes left after each question; a new rack starts again", ticks, curves)


def _curve(review: Review, player: str) -> Iterator[int | None]:
    """The codes left to a player before the first question and after each; nothing where none fits."""
    points = [point for course in review.courses_of(player) for point in course.points]
    yield len(points[0].before.guesses) or None
    yield from (len(point.known.guesses) or None for point in points)


def _questions(review: Review) -> Iterator[Block]:
    table, most = review.table, review.most_telling
    players = (Column(who(player, table.me, "You"), True) for player in table.players)
    columns = Column("", True), Column("card", True), Column("answer"), *players
    rows = (GridRow(_told(review, asked), Tone.STRONG if asked is most else Tone.PLAIN) for asked in table.asked)
    yield Said(f"Codes left to each player; who reads learns nothing, and a dot is nothing new. {tell_most(review)}")
    yield Grid(columns, tuple(rows))


def _told(review: Review, asked: Asked) -> tuple[str, ...]:
    left = dict.fromkeys(review.table.players, "")
    for course, point in review.points_of(asked):
        left[course.rack.holder] = str(len(point.known.guesses)) if point.factor > 1 else "·"
    return (str(asked.number), str(asked.card), review.table.format_answer(asked) or "?", *left.values())


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
    for player in review.table.players:
        mine, luck = review.judged_of(player), review.luck_of(player)
        won = str(len(mine)), f"{sum(one.chance for one in mine):.2f}", str(sum(one.claim.right for one in mine))
        by_luck = f"{luck.questions:+.2f}", f"{luck.declarations:+.2f}"
        cells = who(player, review.table.me, "You"), *won, *by_luck
        rows.append(GridRow(cells, Tone.STRONG if player == review.seat else Tone.PLAIN))
    return Grid(columns, tuple(rows))
