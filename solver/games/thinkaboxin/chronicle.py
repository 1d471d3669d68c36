"""The story of an evening of Thinkaboxin: its sentences, the same on a terminal and on a page, and its parts with the
dice drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

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
    Tone,
    Turning,
    note_warnings,
    of_log,
    rank,
    tell_scores,
)
from solver.english import Saying, all_of, capital, fold, plural
from solver.games.thinkaboxin.review import HIGHER, LIFTED, OTHER, RAISED, Habits, Move, Review
from solver.games.thinkaboxin.rules import count_dice, format_bid
from solver.games.thinkaboxin.sheet import format_chance
from solver.games.thinkaboxin.table import Round, Set, Table, tell_outcome
from solver.grammar import NOBODY
from solver.log import Log
from solver.simulation import confidence

RISK = (
    "Unavoidable: the risk of the safest moves there were. Nerve: the risk taken beyond it, whatever came of it. Luck: "
    "what the dice and the next player then made of it. All others put a die away then, so all of it counts dice."
)
MOVES = (
    "True: the chance of the bid seen from under that player's cup. Unhurt: the chance not to be wrong with this move. "
    "A bluff is more likely false than true; a move is sensible if no other was clearly better (10%), from the dice."
)
RATES = "In brackets: where the true rate lies with 95% confidence (Wilson's interval); few cases leave it wide."
NO_MOVES = "Nothing to judge yet: no bid is typed."


def name(player: str, review: Review, you: str = "you") -> str:
    return you if is_me(player, review) else player


def is_me(player: str, review: Review) -> bool:
    """Whether it is the player who reads this, in whatever log."""
    return fold(player) == fold(review.seat) == fold(review.tables[0].me)


# The result.


def tell_title(review: Review) -> str:
    whose = f"{review.seat}'s game"
    if len(review.tables) > 1:
        return f"{whose}, {len(review.tables)} logs"
    table = review.tables[0]
    return f"{whose}, {plural(len(table.sets), 'set')}, {plural(table.round, 'round')}"


def tell_result(table: Table) -> str:
    """Who has won, where the rules say so, and everybody's score."""
    won = f"{table.champion} wins. " if table.champion else ""
    return f"{won}{table.scoring.capitalize()}: {tell_scores(table.scores)}."


def tell_end(over: Set) -> str:
    """How a set ended."""
    if not over.over:
        return "not over"
    if over.knockout:
        return f"out: {over.out or '?'}"
    return "who won it is not known" if over.winners is None else f"won by {all_of(over.winners)}"


def tell_account(review: Review, habits: Habits) -> str:
    """How often a player was wrong, and why: what no move could avoid, nerve, luck."""
    if not habits.judged:
        whose_moves = "your" if is_me(habits.player, review) else f"{habits.player}'s"
        return f"None of {whose_moves} moves can be judged: the dice are not in the log."
    were = "were" if is_me(habits.player, review) else "was"
    times = {0: "never wrong", 1: "wrong once"}.get(habits.wrong, f"wrong {habits.wrong} times")
    luck = float(habits.luck)
    by_luck = f"{'-' if luck >= 0 else '+'} {abs(luck):.2f} {'good' if luck >= 0 else 'bad'} luck"
    parts = f"{float(habits.unavoidable):.2f} unavoidable + {float(habits.nerve):.2f} nerve {by_luck}"
    fine = " Every move was sensible." if habits.sensible == habits.judged else ""
    moves = plural(habits.judged, "move")
    return f"{name(habits.player, review, 'You')} {were} {times} in {moves}: {parts} = {habits.wrong}.{fine}"


# The turning point, and what to learn.

_RULE = {
    HIGHER: "Bid no higher than you must.",
    LIFTED: "Do not lift while a safe raise is left.",
    RAISED: "Lift a bid that is likely false, rather than to raise it.",
    OTHER: "Bid on what you hold, and leave the next player no reason to lift.",
}
_NEXT_TIME = {
    HIGHER: "Next time bid no higher than you must.",
    LIFTED: "Next time raise: a safe raise was left.",
    RAISED: "Next time lift: no raise was as safe.",
    OTHER: "Next time choose the bid that the next player will let pass.",
}


def tell_turning(review: Review, moves: Sequence[Move]) -> Turning | None:
    """The costliest slip that went wrong, or any slip; without one, the worst luck."""
    slips = [move for move in moves if move.slip]
    if slips:
        worst = max(slips, key=lambda move: (move.right is False, move.given_up))
        wrong = f" {name(worst.player, review, 'You')} {_were(worst, review)} wrong." if worst.right is False else ""
        return Turning(f"{tell_slip(worst, review)}{wrong}", _NEXT_TIME[worst.slip or OTHER])
    lost = max((move for move in moves if move.right is False and move.odds), key=_chance, default=None)
    if lost is None:
        return None
    text = f"{_moment(lost, review)} {_did(lost)} at {format_chance(_chance(lost))} and {_were(lost, review)} wrong."
    return Turning(text, "That was luck. Do the same next time.")


def _were(move: Move, review: Review) -> str:
    return "were" if is_me(move.player, review) else "was"


def _moment(move: Move, review: Review) -> str:
    log = f"log {move.log}, " if len(review.tables) > 1 else ""
    return f"Round {move.round}, {log}line {move.line}: {name(move.player, review)}"


def _did(move: Move) -> str:
    return f"{'lifted' if move.lift else 'bid'} {format_bid(move.bid)}"


def _chance(move: Move) -> Fraction:
    return move.odds.unhurt if move.odds else Fraction(0)


def name_best(move: Move) -> str:
    """The best move there was, and its chance."""
    assert move.best is not None
    bid = move.best.bid
    return f"{'a lift' if bid is None else format_bid(bid)} {format_chance(move.best.dice.unhurt)}"


def tell_slip(move: Move, review: Review) -> str:
    """A move and the better one."""
    unhurt = f"unhurt {format_chance(_chance(move))} of the time"
    return f"{_moment(move, review)} {_did(move)}: {unhurt}, with {name_best(move)}."


def tell_lessons(review: Review, moves: Sequence[Move]) -> tuple[Lesson, ...]:
    """At most three things to learn, the costliest first."""
    lessons: list[tuple[float, str]] = []
    for kind in dict.fromkeys(move.slip for move in moves if move.slip):
        group = [move for move in moves if move.slip == kind]
        dearest = tell_slip(max(group, key=lambda move: move.given_up), review)
        often = f"{len(group)} times. The costliest" if len(group) > 1 else "Once"
        text = f"{_RULE[kind]} {often}: {dearest[0].lower()}{dearest[1:]}"
        lessons.append((float(sum(move.given_up for move in group)), text))
    return tuple(Lesson(text, cost, "dice") for cost, text in sorted(lessons, key=lambda one: -one[0])[:3])


# Habits.


def tell_rate(part: int, whole: int) -> str:
    """`2 of 15 (4-38%)`."""
    if not whole:
        return "–"
    low, high = confidence(part, whole)
    return f"{part} of {whole} ({low:.0%}-{high:.0%})".replace("%-", "-")


def tell_bluffers(review: Review) -> str:
    """Who bluffs most and least, and whether that is more than chance."""
    judged = [habits for habits in review.habits if habits.judged_bids]
    if len(judged) < 2:
        return ""
    by_rate = sorted(judged, key=lambda habits: habits.bluffs / habits.judged_bids)
    least, most = by_rate[0], by_rate[-1]
    if most.bluff_rate == least.bluff_rate:
        return "Nobody bluffed more often than the others."
    clear = confidence(most.bluffs, most.judged_bids)[0] > confidence(least.bluffs, least.judged_bids)[1]
    names = f"{name(most.player, review, 'You')} bluffed most often, {name(least.player, review)} least"
    return f"{names}; {'so clearly that it is a habit' if clear else 'but so few bids could differ by chance'}."


# Moves.


def tell_move(move: Move, review: Review) -> str:
    """`Ben bids three fives`."""
    ending = "" if is_me(move.player, review) else "s"
    return f"{name(move.player, review, 'You')} {'lift' if move.lift else 'bid'}{ending} {format_bid(move.bid)}"


def tell_verdict(move: Move) -> str:
    """What a move was worth at the time, and whether the dice were kind."""
    if not move.odds:
        return "dice not known"
    words = ["bluff"] if move.bluff else []
    words.append("sensible" if move.sensible else f"better: {name_best(move)}")
    words += [move.luck] if move.luck else []
    return ", ".join(words)


def tell_end_of_round(this: Round, review: Review) -> str:
    if this.donkeys:
        return f"The donkey: {all_of(name(player, review) for player in this.donkeys)}."
    me = next((player for player in this.dice if is_me(player, review)), None)
    told = tell_outcome(this, me) or ("who was wrong is not typed" if this.over else "not over")
    return f"{capital(told)}."


def tell_missing(review: Review) -> Iterator[str]:
    if review.unjudged:
        yield f"{plural(review.unjudged, 'move')} not judged: the dice of the player are not in the log (cup …)."
    if len(review.tables) > 1:
        yield "A review of one log alone shows its moves."


OPEN_SETS = 2  # with more they are folded, so that a long evening stays clear


def recount(review: Review, logs: Sequence[Log]) -> Chronicle:
    alone = len(review.tables) == 1
    own = [move for moves in review.moves for move in moves if fold(move.player) == fold(review.seat)]
    mine = (habits for habits in review.habits if fold(habits.player) == fold(review.seat))
    account = (Said(tell_account(review, habits), Tone.STRONG) for habits in mine)
    return Chronicle(
        game="Thinkaboxin",
        title=tell_title(review),
        result=tell_result(review.tables[0]) if alone else "",
        podium=rank(review.tables[0].scores) if alone else (),
        account=tuple(account) if any(review.moves) else (Said(NO_MOVES),),
        turning=tell_turning(review, own) if alone else None,
        lessons=tell_lessons(review, own),
        parts=tuple(_parts(review)),
        notes=(*tell_missing(review), *_warnings(review)),
        logs=tuple((log.name, log.lines) for log in logs),
    )


def compare(review: Review) -> tuple[Part, ...]:
    """What is the same for all who sat at a table, from the review of one of them; nobody is called you."""
    return tuple(_parts(replace(review, seat=NOBODY)))


def _warnings(review: Review) -> Iterator[Saying]:
    for place, table in enumerate(review.tables, 1):
        for note in note_warnings(table.warnings):
            yield of_log(place, note) if len(review.tables) > 1 else note


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
    judged = name(habits.player, review, "You"), str(habits.judged), str(habits.wrong)
    return GridRow((*judged, *figures, str(habits.rounds_lost)), _tone(habits.player, review))


def _tone(player: str, review: Review) -> Tone:
    return Tone.STRONG if is_me(player, review) or fold(player) == fold(review.seat) else Tone.PLAIN


def _habits(review: Review) -> Iterator[Block]:
    columns = Column("player"), Column("bluffs"), Column("lifts right"), Column("sensible")
    rows = []
    for habits in review.habits:
        known = habits.lifts_right + habits.lifts_wrong
        rates = (habits.bluffs, habits.judged_bids), (habits.lifts_right, known), (habits.sensible, habits.judged)
        cells = (name(habits.player, review, "You"), *(tell_rate(*rate) for rate in rates))
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
    cups = tuple(
        Row(name(player, review, "You"), tuple(Piece("die", str(die)) for die in sorted(dice)))
        for player, dice in this.cups.items()
    )
    tone = Tone.BAD if this.loser and is_me(this.loser, review) else Tone.PLAIN
    columns = Column("move"), Column("true", True), Column("unhurt", True), Column("at the time")
    blocks: list[Block] = [Grid(columns, tuple(_move(review, move) for move in moves))] if moves else []
    blocks += [Rows(cups, named=True)] if cups else []
    blocks.append(Said(tell_end_of_round(this, review), tone))
    return Part(f"Round {this.number}", tuple(blocks), brief=count_dice(this.total))


def _move(review: Review, move: Move) -> GridRow:
    odds = (format_chance(move.odds.true), format_chance(move.odds.unhurt)) if move.odds else ("?", "?")
    cells = (tell_move(move, review), *odds, tell_verdict(move))
    return GridRow(cells, _tone(move.player, review))
