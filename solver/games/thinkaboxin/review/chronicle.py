"""The story of an evening of Thinkaboxin: the review in parts, with the dice drawn. All sentences are in `words`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from solver.chronicle import (
    Block,
    Chronicle,
    Column,
    Grid,
    GridRow,
    Lesson,
    Part,
    Piece,
    Row,
    Rows,
    Said,
    Standing,
    Tone,
    Turning,
    note_warnings,
    of_log,
)
from solver.english import Saying, fold
from solver.games.thinkaboxin.review.review import Habits, Move, Review
from solver.games.thinkaboxin.review.words import (
    MOVES,
    NO_MOVES,
    RATES,
    RISK,
    count_dice,
    is_me,
    opening_who,
    rank_scores,
    tell_account,
    tell_bluffers,
    tell_end,
    tell_end_of_round,
    tell_lessons,
    tell_missing,
    tell_move,
    tell_rate,
    tell_result,
    tell_title,
    tell_turning,
    tell_verdict,
)
from solver.games.thinkaboxin.rounds import Round
from solver.games.thinkaboxin.sheet import format_chance
from solver.games.thinkaboxin.table import Set, Table
from solver.grammar import NOBODY
from solver.log import Log

OPEN_SETS = 2  # more of them are folded, so that a long evening can be looked over


def recount(review: Review, logs: Sequence[Log]) -> Chronicle:
    alone = len(review.tables) == 1
    own = [move for moves in review.moves for move in moves if fold(move.player) == fold(review.seat)]
    mine = [habits for habits in review.habits if fold(habits.player) == fold(review.seat)]
    turning = tell_turning(review, own) if alone else None
    return Chronicle(
        game="Thinkaboxin",
        title=tell_title(review),
        result=tell_result(review.tables[0]) if alone else "",
        podium=tuple(_podium(review.tables[0])) if alone else (),
        account=tuple(_account(review, mine)),
        hidden=(),
        turning=Turning(*turning) if turning else None,
        lessons=tuple(Lesson(text, cost, "dice") for text, cost in tell_lessons(review, own)) if own else (),
        parts=tuple(_parts(review)),
        notes=(*tell_missing(review), *_warnings(review)),
        logs=tuple((log.name, log.lines) for log in logs),
    )


def compare(review: Review) -> tuple[Part, ...]:
    """What is the same for all who sat at a table, by the review of one of them; nobody is called you."""
    return tuple(_parts(replace(review, seat=NOBODY)))


def _warnings(review: Review) -> Iterator[Saying]:
    for place, table in enumerate(review.tables, 1):
        for note in note_warnings(table.warnings):
            yield of_log(place, note) if len(review.tables) > 1 else note


def _podium(table: Table) -> Iterator[Standing]:
    known = [score for score in table.scores.values() if score is not None]
    for player, score in rank_scores(table):
        place = None if score is None or len(known) < len(table.scores) else 1 + sum(other > score for other in known)
        yield Standing(player, "?" if score is None else str(score), place)


def _account(review: Review, mine: Sequence[Habits]) -> Iterator[Said]:
    if not any(review.moves):
        yield Said(NO_MOVES)
        return
    yield from (Said(tell_account(review, habits), Tone.STRONG) for habits in mine)


# Parts.


def _parts(review: Review) -> Iterator[Part]:
    if any(review.moves):
        yield Part("Luck and nerve apart", (_risks(review), Said(RISK, Tone.SOFT)), shared=True)
        yield Part("Everybody's habits", tuple(_habits(review)), shared=True)
    if len(review.tables) == 1:
        table = review.tables[0]
        played = [one for one in table.sets if any(this.set_number == one.number for this in table.rounds)]
        yield from (_set(review, table, one, folded=len(played) > OPEN_SETS) for one in played)


def _risks(review: Review) -> Grid:
    columns = (
        Column("player"),
        Column("moves", True),
        Column("wrong", True),
        Column("unavoidable", True, spare=True),
        Column("nerve", True),
        Column("luck", True),
        Column("rounds lost", True, spare=True),
    )
    return Grid(columns, tuple(_risk(review, habits) for habits in review.habits))


def _risk(review: Review, habits: Habits) -> GridRow:
    figures = f"{float(habits.unavoidable):.2f}", f"{float(habits.nerve):.2f}", f"{float(habits.luck):+.2f}"
    name, tone = opening_who(habits.player, review), _tone(habits.player, review)
    return GridRow((name, str(habits.judged), str(habits.wrong), *figures, str(habits.rounds_lost)), tone)


def _tone(player: str, review: Review) -> Tone:
    return Tone.STRONG if is_me(player, review) or fold(player) == fold(review.seat) else Tone.PLAIN


def _habits(review: Review) -> Iterator[Block]:
    columns = Column("player"), Column("bluffs"), Column("lifts right"), Column("sensible")
    rows = []
    for habits in review.habits:
        known = habits.lifts_right + habits.lifts_wrong
        rates = (habits.bluffs, habits.judged_bids), (habits.lifts_right, known), (habits.sensible, habits.judged)
        cells = (opening_who(habits.player, review), *(tell_rate(*rate) for rate in rates))
        rows.append(GridRow(cells, _tone(habits.player, review)))
    yield Grid(columns, tuple(rows))
    if told := tell_bluffers(review):
        yield Said(told)
    yield Said(RATES, Tone.SOFT)


# Round by round.


def _set(review: Review, table: Table, one: Set, folded: bool) -> Part:
    rounds = [this for this in table.rounds if this.set_number == one.number]
    title = f"{'Knock-out set' if one.knockout else 'Set'} {one.number}"
    brief = f"{count_dice(one.dice)} each · {tell_end(one)}"
    blocks = (Said(MOVES, Tone.SOFT),) if one is table.sets[0] else ()
    chapters = tuple(_round(review, this) for this in rounds)
    return Part(title, blocks, chapters, brief=brief, folded=folded, shared=True)


def _round(review: Review, this: Round) -> Part:
    moves = [move for move in review.moves[0] if move.round == this.number]
    cups = tuple(Row(opening_who(player, review), _dice(dice)) for player, dice in this.cups.items())
    tone = Tone.BAD if this.loser and is_me(this.loser, review) else Tone.PLAIN
    blocks: list[Block] = [_moves(review, moves)] if moves else []
    blocks += [Rows(cups, named=True)] if cups else []
    blocks.append(Said(tell_end_of_round(this, review), tone))
    return Part(f"Round {this.number}", tuple(blocks), brief=count_dice(this.total))


def _dice(dice: Sequence[int]) -> tuple[Piece, ...]:
    return tuple(Piece("die", str(die)) for die in sorted(dice))


def _moves(review: Review, moves: Sequence[Move]) -> Grid:
    columns = Column("move"), Column("true", True), Column("unhurt", True), Column("at the time")
    return Grid(columns, tuple(_move(review, move) for move in moves))


def _move(review: Review, move: Move) -> GridRow:
    odds = (format_chance(move.odds.true), format_chance(move.odds.unhurt)) if move.odds else ("?", "?")
    cells = (tell_move(move, review), *odds, tell_verdict(move))
    return GridRow(cells, _tone(move.player, review))
