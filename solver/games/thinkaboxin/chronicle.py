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
    Grid,
    GridRow,
    Heading,
    Lesson,
    Paragraph,
    Part,
    Piece,
    PieceRow,
    Rows,
    Tone,
    Turning,
    confidence,
    note_warnings,
    of_log,
    rank,
    tell_scores,
)
from solver.english import Saying, all_of, capital, fold, format_figure
from solver.games.thinkaboxin.advice import EVEN
from solver.games.thinkaboxin.review import HIGHER, LIFTED, OTHER, RAISED, Habits, Move, Review
from solver.games.thinkaboxin.rules import count_dice, format_bid
from solver.games.thinkaboxin.sheet import format_chance
from solver.games.thinkaboxin.table import Round, Set, Table, tell_outcome
from solver.grammar import NOBODY
from solver.language import later, say, say_count, say_number, say_percent
from solver.log import Log

RISK = later(
    "Safest: how often the safest moves there were would be wrong. Dared: how much oftener the moves made would be, "
    "whatever came of them. Luck: what the dice and the next player then made of it."
)
MOVES = later(
    "True: the chance of the bid seen from under that player's cup. Unhurt: the chance not to be wrong with this move. "
    "A bluff is more likely false than true; a move is sensible if no other was clearly better (10%), from the dice."
)
RATES = later("In brackets: how often it may well be in the long run. After few moves nobody can say more exactly.")
NO_MOVES = later("Nothing to judge yet: no bid is typed.")


def name(player: str, review: Review, opening: bool = False) -> str:
    """Who it is to whoever reads; `opening` stands alone or first."""
    if not is_me(player, review):
        return player
    return say("You") if opening else say("you")


def is_me(player: str, review: Review) -> bool:
    """Whether it is the player who reads this, in whatever log."""
    return fold(player) == fold(review.seat) == fold(review.tables[0].me)


# The result.


def tell_title(review: Review) -> str:
    if len(review.tables) > 1:
        return say("{player}'s game, {number} logs", player=review.seat, number=len(review.tables))
    table = review.tables[0]
    sets = say_count("{count} set", "{count} sets", len(table.sets))
    rounds = say_count("{count} round", "{count} rounds", table.round)
    return say("{player}'s game, {sets}, {rounds}", player=review.seat, sets=sets, rounds=rounds)


def tell_result(table: Table) -> str:
    """Who has won, where the rules say so, and everybody's score."""
    won = say("{player} wins.", player=table.champion) if table.champion else ""
    scores = say("{scoring}: {scores}.", scoring=capital(say(table.scoring)), scores=tell_scores(table.scores))
    return f"{won} {scores}".lstrip()


def tell_end(over: Set) -> str:
    """How a set ended."""
    if not over.over:
        return say("not over")
    if over.knockout:
        return say("out: {player}", player=over.out or "?")
    if over.winners is None:
        return say("who won it is not known")
    return say("won by {players}", players=all_of(over.winners))


def tell_account(review: Review, habits: Habits) -> str:
    """How often a player was wrong, and how often that was to be expected with these moves and with the safest."""
    you = is_me(habits.player, review)
    if not habits.judged:
        told = later("None of your moves can be judged: the dice are not in the log.")
        named = later("None of {name}'s moves can be judged: the dice are not in the log.")
        return say(told) if you else say(named, name=habits.player)
    moves, wrong = say_count("{count} move", "{count} moves", habits.judged), habits.wrong
    told, named = _NEVER_WRONG if not wrong else _WRONG_ONCE if wrong == 1 else _WRONG_OFTEN
    made = say(told if you else named, name=habits.player, times=wrong, moves=moves)
    return f"{made} {' '.join(_tell_causes(habits))}"


_NEVER_WRONG = later("You were never wrong in {moves}."), later("{name} was never wrong in {moves}.")
_WRONG_ONCE = later("You were wrong once in {moves}."), later("{name} was wrong once in {moves}.")
_WRONG_OFTEN = later("You were wrong {times} times in {moves}."), later("{name} was wrong {times} times in {moves}.")


def _tell_causes(habits: Habits) -> Iterator[str]:
    """What was to be expected, what of it could have been avoided, and what luck did."""
    expected, safest = format_figure(float(habits.risk)), format_figure(float(habits.unavoidable))
    if expected == safest:
        yield say("Such moves are wrong {expected} times on average; none were safer.", expected=expected)
    else:
        told = later("Such moves are wrong {expected} times on average, the safest ones {safest} times.")
        yield say(told, expected=expected, safest=safest)
    if habits.luck >= EVEN:
        yield say("The dice were kind.")
    if habits.luck <= -EVEN:
        yield say("The dice were unkind.")
    if habits.sensible == habits.judged:
        yield say("Every move was sensible.")


# The turning point, and what to learn.

_RULE = {
    HIGHER: later("Bid no higher than you must."),
    LIFTED: later("Do not lift while a safe raise is left."),
    RAISED: later("Lift a bid that is likely false, rather than raise it."),
    OTHER: later("Bid on what you hold, and leave the next player no reason to lift."),
}
_NEXT_TIME = {
    HIGHER: later("Next time bid no higher than you must."),
    LIFTED: later("Next time raise: a safe raise was left."),
    RAISED: later("Next time lift: no raise was as safe."),
    OTHER: later("Next time choose the bid that the next player will let pass."),
}


def tell_turning(review: Review, moves: Sequence[Move]) -> Turning | None:
    """The costliest slip that went wrong, or any slip; without one, the worst luck."""
    slips = [move for move in moves if move.slip]
    if slips:
        worst = max(slips, key=lambda move: (move.right is False, move.given_up))
        slip = capital(tell_slip(worst, review))
        if worst.right is False and is_me(worst.player, review):
            slip = f"{slip} {say('You were wrong.')}"
        elif worst.right is False:
            slip = f"{slip} {say('{player} was wrong.', player=worst.player)}"
        return Turning(slip, say(_NEXT_TIME[worst.slip or OTHER]))
    lost = max((move for move in moves if move.right is False and move.odds), key=_chance, default=None)
    if lost is None:
        return None
    told = later("{moment}: {move} at {chance} and was wrong.")
    if is_me(lost.player, review):
        told = later("{moment}: {move} at {chance} and were wrong.")
    chance = format_chance(_chance(lost))
    text = capital(say(told, moment=_moment(lost, review), move=_did(lost, review), chance=chance))
    return Turning(text, say("That was luck. Do the same next time."))


def _moment(move: Move, review: Review) -> str:
    places = {"round": move.round, "log": move.log, "line": move.line}
    if len(review.tables) > 1:
        return say("round {round}, log {log}, line {line}", **places)
    return say("round {round}, line {line}", **places)


def _did(move: Move, review: Review) -> str:
    bid = format_bid(move.bid)
    if is_me(move.player, review):
        return say("you lifted {bid}", bid=bid) if move.lift else say("you bid {bid}", bid=bid)
    if move.lift:
        return say("{player} lifted {bid}", player=move.player, bid=bid)
    return say("{player} bid {bid}", player=move.player, bid=bid)


def _chance(move: Move) -> Fraction:
    return move.odds.unhurt if move.odds else Fraction(0)


def name_best(move: Move) -> str:
    """The best move there was, and its chance."""
    assert move.best is not None
    chance = format_chance(move.best.dice.unhurt)
    if move.best.bid is None:
        return say("a lift {chance}", chance=chance)
    return f"{format_bid(move.best.bid)} {chance}"


def tell_slip(move: Move, review: Review) -> str:
    """A move and the better one, not as the beginning of a sentence."""
    places = {"moment": _moment(move, review), "move": _did(move, review)}
    chance, best = format_chance(_chance(move)), name_best(move)
    return say("{moment}: {move}: unhurt {chance} of the time, with {best}.", chance=chance, best=best, **places)


def tell_lessons(review: Review, moves: Sequence[Move]) -> tuple[Lesson, ...]:
    """At most three things to learn, the costliest first."""
    lessons: list[tuple[float, str]] = []
    for kind in dict.fromkeys(move.slip for move in moves if move.slip):
        group = [move for move in moves if move.slip == kind]
        dearest = tell_slip(max(group, key=lambda move: move.given_up), review)
        often = say_count("Once: {slip}", "{count} times. The costliest: {slip}", len(group), slip=dearest)
        lessons.append((float(sum(move.given_up for move in group)), f"{say(_RULE[kind])} {often}"))
    return tuple(Lesson(text, cost, dice=True) for cost, text in sorted(lessons, key=lambda one: -one[0])[:3])


# Habits.


def tell_rate(part: int, whole: int) -> str:
    """`2 of 15 (4-38%)`."""
    if not whole:
        return "–"
    low, high = confidence(part, whole)
    return say(
        "{part} of {whole} ({low}-{high})",
        part=part,
        whole=whole,
        low=say_number(100 * low, ".0f"),
        high=say_percent(high),
    )


def tell_bluffers(review: Review) -> str:
    """Who bluffs most and least, and whether that is more than chance."""
    judged = [habits for habits in review.habits if habits.judged_bids]
    if len(judged) < 2:
        return ""
    by_rate = sorted(judged, key=lambda habits: habits.bluffs / habits.judged_bids)
    least, most = by_rate[0], by_rate[-1]
    if most.bluff_rate == least.bluff_rate:
        return say("Nobody bluffed more often than the others.")
    clear = confidence(most.bluffs, most.judged_bids)[0] > confidence(least.bluffs, least.judged_bids)[1]
    you = 0 if is_me(most.player, review) else 1 if is_me(least.player, review) else 2
    return say((_BLUFF_CLEARLY if clear else _BLUFF)[you], most=most.player, least=least.player)


_BLUFF_CLEARLY = (
    later("You bluffed most often, {least} least; so clearly that it is a habit."),
    later("{most} bluffed most often, you least; so clearly that it is a habit."),
    later("{most} bluffed most often, {least} least; so clearly that it is a habit."),
)
_BLUFF = (
    later("You bluffed most often, {least} least; but so few bids could differ by chance."),
    later("{most} bluffed most often, you least; but so few bids could differ by chance."),
    later("{most} bluffed most often, {least} least; but so few bids could differ by chance."),
)


# Moves.


def tell_move(move: Move, review: Review) -> str:
    """`Ben bids three fives`."""
    bid = format_bid(move.bid)
    if is_me(move.player, review):
        return say("You lift {bid}", bid=bid) if move.lift else say("You bid {bid}", bid=bid)
    if move.lift:
        return say("{player} lifts {bid}", player=move.player, bid=bid)
    return say("{player} bids {bid}", player=move.player, bid=bid)


def tell_verdict(move: Move) -> str:
    """What a move was worth at the time, and whether the dice were kind."""
    if not move.odds:
        return say("dice not known")
    words = [say("bluff")] if move.bluff else []
    words.append(say("sensible") if move.sensible else say("better: {best}", best=name_best(move)))
    words += [say(move.luck)] if move.luck else []
    return ", ".join(words)


def tell_end_of_round(this: Round, review: Review) -> str:
    if this.donkeys:
        return say("The donkey: {players}.", players=all_of(name(player, review) for player in this.donkeys))
    me = next((player for player in this.dice if is_me(player, review)), None)
    told = tell_outcome(this, me) or (say("who was wrong is not typed") if this.over else say("not over"))
    return f"{capital(told)}."


def tell_missing(review: Review) -> Iterator[str]:
    if review.unjudged:
        yield say_count(
            "{count} move not judged: the dice of the player are not in the log (cup …).",
            "{count} moves not judged: the dice of the player are not in the log (cup …).",
            review.unjudged,
        )
    if len(review.tables) > 1:
        yield say("A review of one log alone shows its moves.")


OPEN_SETS = 2  # with more they are folded, so that a long evening stays clear


def recount(review: Review, logs: Sequence[Log]) -> Chronicle:
    alone = len(review.tables) == 1
    own = [move for moves in review.moves for move in moves if fold(move.player) == fold(review.seat)]
    mine = (habits for habits in review.habits if fold(habits.player) == fold(review.seat))
    account = (Paragraph(tell_account(review, habits), Tone.STRONG) for habits in mine)
    return Chronicle(
        game="Thinkaboxin",
        title=tell_title(review),
        result=tell_result(review.tables[0]) if alone else "",
        podium=rank(review.tables[0].scores) if alone else (),
        account=tuple(account) if any(review.moves) else (Paragraph(say(NO_MOVES)),),
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
        yield Part(
            say("Luck and daring apart, in figures"),
            (_risks(review), Paragraph(say(RISK), Tone.SOFT)),
            folded=True,
            shared=True,
        )
        yield Part(say("Everybody's habits"), tuple(_habits(review)), shared=True)
    if len(review.tables) == 1:
        table = review.tables[0]
        played = [one for one in table.sets if any(this.set_number == one.number for this in table.rounds)]
        yield from (_set(review, table, one, folded=len(played) > OPEN_SETS) for one in played)


def _risks(review: Review) -> Grid:
    columns = (
        Heading(say("player")),
        Heading(say("moves"), True),
        Heading(say("wrong"), True),
        Heading(say("safest"), True, spare=True),
        Heading(say("dared"), True),
        Heading(say("luck"), True),
        Heading(say("rounds lost"), True, spare=True),
    )
    return Grid(columns, tuple(_risk(review, habits) for habits in review.habits))


def _risk(review: Review, habits: Habits) -> GridRow:
    safest, dared = say_number(float(habits.unavoidable), ".2f"), say_number(float(habits.nerve), ".2f")
    figures = safest, dared, say_number(float(habits.luck), "+.2f")
    judged = name(habits.player, review, opening=True), str(habits.judged), str(habits.wrong)
    return GridRow((*judged, *figures, str(habits.rounds_lost)), _tone(habits.player, review))


def _tone(player: str, review: Review) -> Tone:
    return Tone.STRONG if is_me(player, review) or fold(player) == fold(review.seat) else Tone.PLAIN


def _habits(review: Review) -> Iterator[Block]:
    columns = Heading(say("player")), Heading(say("bluffs")), Heading(say("lifts right")), Heading(say("sensible"))
    rows = []
    for habits in review.habits:
        known = habits.lifts_right + habits.lifts_wrong
        rates = (habits.bluffs, habits.judged_bids), (habits.lifts_right, known), (habits.sensible, habits.judged)
        cells = (name(habits.player, review, opening=True), *(tell_rate(*rate) for rate in rates))
        rows.append(GridRow(cells, _tone(habits.player, review)))
    yield Grid(columns, tuple(rows))
    if told := tell_bluffers(review):
        yield Paragraph(told)
    yield Paragraph(say(RATES), Tone.SOFT)


# Round by round.


def _set(review: Review, table: Table, one: Set, folded: bool) -> Part:
    rounds = [this for this in table.rounds if this.set_number == one.number]
    title = say("Knock-out set {set}", set=one.number) if one.knockout else say("Set {set}", set=one.number)
    brief = f"{say('{dice} each', dice=count_dice(one.dice))} · {tell_end(one)}"
    blocks = (Paragraph(say(MOVES), Tone.SOFT),) if one is table.sets[0] else ()
    chapters = tuple(_round(review, this) for this in rounds)
    return Part(title, blocks, chapters, brief=brief, folded=folded, shared=True)


def _round(review: Review, this: Round) -> Part:
    moves = [move for move in review.moves[0] if move.round == this.number]
    cups = tuple(
        PieceRow(name(player, review, opening=True), tuple(Piece("die", str(die)) for die in sorted(dice)))
        for player, dice in this.cups.items()
    )
    tone = Tone.BAD if this.loser and is_me(this.loser, review) else Tone.PLAIN
    columns = (
        Heading(say("move")),
        Heading(say("true"), True),
        Heading(say("unhurt"), True),
        Heading(say("at the time")),
    )
    blocks: list[Block] = [Grid(columns, tuple(_move(review, move) for move in moves))] if moves else []
    blocks += [Rows(cups, named=True)] if cups else []
    blocks.append(Paragraph(tell_end_of_round(this, review), tone))
    return Part(say("Round {round_of_set}", round_of_set=this.number), tuple(blocks), brief=count_dice(this.total))


def _move(review: Review, move: Move) -> GridRow:
    odds = (format_chance(move.odds.true), format_chance(move.odds.unhurt)) if move.odds else ("?", "?")
    cells = (tell_move(move, review), *odds, tell_verdict(move))
    return GridRow(cells, _tone(move.player, review))
