"""The sentences of a review, the same on the terminal and on the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solver.english import Ask, all_of, whose
from solver.games.think_str8.advice.bets import BetOption, SwapOption
from solver.games.think_str8.advice.final_bets import format_bets
from solver.games.think_str8.beliefs import tell_suggestion
from solver.games.think_str8.review.decisions import FINAL, SWAP, Decision, Scored, name_choice
from solver.games.think_str8.review.lessons import (
    ELSEWHERE,
    FINALS,
    HALF_A_CENT,
    JUSTIFIED,
    LAID_OFF,
    MISLED,
    PREMATURE,
    TOO_LONG,
    TOO_SHORT,
    UNCROSSED,
    WRONG,
    Crossing,
    Lesson,
    Missed,
    Pad,
    Slip,
    TurningPoint,
    format_missed,
)
from solver.games.think_str8.review.moments import FinalBets, Winning
from solver.games.think_str8.review.review import InTime, ReadingReview, Review, RivalRead
from solver.games.think_str8.review.rounds import Deduction, FalseHint, Hints, RoundReview
from solver.games.think_str8.rules import SAID
from solver.games.think_str8.table import Placed, Table

PAR = (
    "Points = par - given up + luck. Par is what the best choices could expect, with the dice as they lay, the tokens "
    "left and the cards that came in sight; luck is what came, less what the choice made could expect."
)
LITTLE = 0.05  # points: less is not worth a sentence


def format_signed(number: float) -> str:
    """Two places with a sign, and never `-0.00`."""
    return f"{round(number, 2) + 0.0:+.2f}"


# The account.


def tell_par(review: Review) -> str:
    """What the sums mean, in a sentence; who was told something false is told where that went."""
    misled = any(hint.player == review.seat for hint in review.hints.false)
    return PAR + " What false hints did is counted as luck." * misled


def tell_points(review: Review) -> str:
    """The points made, and what choices and luck did to them."""
    ledger = review.ledger
    if not ledger.complete:
        return "Not all points are in the log."
    made = f"{_who(review)} made {_points(ledger.points)}"
    if ledger.open_end:
        made += f" so far and can expect {ledger.level:.2f} from the final bets"
    elif ledger.final_points is not None:
        made += f": {ledger.rounds_points} in the rounds and {ledger.final_points} in the final bets"
    luck = f"luck {'added' if ledger.luck >= 0 else 'took'} {abs(ledger.luck):.2f}"
    return f"{made}. Choices gave up {ledger.given_up:.2f}, {luck}."


def tell_sums(review: Review) -> list[str]:
    """The account to the last point."""
    ledger = review.ledger
    parts = f"{ledger.par:.2f} par - {ledger.given_up:.2f} given up {_signed(ledger.luck)} luck"
    if abs(ledger.skipped) > HALF_A_CENT:
        parts += f" {_signed(ledger.skipped)} not judged"
    if ledger.scored:
        parts += f" {_signed(ledger.by_score_lines)} by {'a score line' if len(ledger.scored) == 1 else 'score lines'}"
    return [f"{parts} = {ledger.total:.2f}.", *map(_tell_scored, ledger.scored)]


def _tell_scored(scored: Scored) -> str:
    where, sign = f"Line {scored.line.number}, `{scored.line.event}`", "+" * (scored.points > 0)
    return f"{where}: {sign}{_points(scored.points)} beside what the bets in this log brought."


def tell_rounds(table: Table) -> str:
    """How long the game was, or how far it has come."""
    whole = table.finished and table.round == table.round_count
    return f"{table.round} rounds" if whole else f"{table.round} of {table.round_count} rounds"


def tell_result(table: Table) -> str:
    """Who won, by how much, and how all stand; before the final bets who is how far."""
    spaces = {player: table.standing(player) for player in table.ranked()}
    scores = ", ".join(f"{player} {'?' if space is None else space}" for player, space in spaces.items())
    if table.final_track is None:
        return f"After {tell_rounds(table)}: {scores}."
    if len(table.winner) != 1:
        tied = f"A tie of {all_of(table.winner)}, and who lies below" if table.winner else "Who won"
        return f"{tied} is not known: {scores}."
    (winner,), (first, second, *_) = table.winner, (space or 0 for space in spaces.values())
    margin = first - second
    by = f" by {_points(margin)}" if margin else ""
    return f"{winner} wins{by}: {scores}{'' if margin else f', and the stone of {winner} lies below'}."


def _signed(number: float) -> str:
    return f"{'-' if number < 0 else '+'} {abs(number):.2f}"


def _points(points: int) -> str:
    return f"{points} point{'s' * (abs(points) != 1)}"


# Hints.


def tell_hints(hints: Hints) -> str:
    answers, checked, false = hints.answers, hints.checked, len(hints.false)
    if not answers:
        return "There is no answer to check."
    if not checked:
        return "No answer can be checked: the cards held then are not in the log."
    which = "All" if checked == answers else f"{checked} of"
    which = "The one answer" if answers == 1 else f"{which} {answers} answers"
    found = f"{false} {_were(false)} false" if false else "all were true"
    found = f"it was {'false' if false else 'true'}" if checked == 1 else found
    return f"{which} {_were(checked)} worked out again from the cards held then: {found}."


def _were(count: int) -> str:
    return "was" if count == 1 else "were"


def tell_false_hint(hint: FalseHint, review: Review) -> list[str]:
    """What was said and what was right, then what it cost."""
    you = review.table.you(review.seat)
    who, owner = "you were" if hint.player == you else f"{hint.player} was", whose(hint.player, you)
    bet, colours = hint.heard.bet, " + ".join(hint.heard.round.dice or ())
    said = f"{who} told {SAID[bet.answer]} for {bet.low}-{bet.high} on {colours}"
    first = f"Round {hint.round}, line {hint.line.number}: {said}; {owner} sum was {hint.heard.total}, so "
    return [f"{first}{SAID[hint.right]} was right.", *_costs(hint, owner)]


def _costs(hint: FalseHint, owner: str) -> list[str]:
    costs, were = [], _were(abs(hint.points))
    if hint.points > 0:
        costs.append(f"It brought {_points(hint.points)} that {were} not due.")
    elif hint.points:
        swapped = hint.player in hint.heard.round.swaps
        costs.append(f"{_points(-hint.points)} {were} due{', and a card was laid off for nothing' * swapped}.")
    if hint.wrongly_out:
        out = [f"{colour} {all_of(numbers)}" for colour, numbers in hint.wrongly_out]
        costs.append(f"Who believed it had to rule out wrongly: {', '.join(out)}.")
    if hint.spoiled:
        true = [f"{spoiled.card} from round {spoiled.since} on" for spoiled in hint.spoiled]
        costs.append(f"Among them {owner} true card{'s' * (len(true) > 1)}: {', '.join(true)}.")
    if hint.noticed is not None:
        costs.append(f"After round {hint.noticed} no hand fitted it any more: there it could be noticed.")
    return costs or [f"It spoiled none of {owner} deductions."]


# Rounds.


def tell_hands(one: RoundReview) -> str:
    """How many hands are left after a round."""
    left = f"{one.hands:,} hand{'s' * (one.hands != 1)} left" if one.hands else "no hand fits"
    return left + " without false hints" * one.doubted


def tell_bet(review: Review, one: RoundReview) -> str:
    """The seat's bet, what was told, and the card laid off."""
    this, who = one.round, _who(review)
    bet, swap = this.bets.get(review.seat), this.swaps.get(review.seat)
    laid_off = f" {who} laid off {swap.old}." if swap else ""
    if bet is None:
        return f"No bet is typed.{laid_off}"
    return f"{who} bet on {bet.span}: {_came(review, bet)}.{laid_off}"


def _came(review: Review, bet: Placed) -> str:
    if bet.answer is None:
        return "no answer is typed"
    if bet.answer == "hit":
        return f"a hit, {_points(review.table.tokens[bet.length])}"
    above = {"low": f"too low, the sum is above {bet.high}", "high": f"too high, the sum is below {bet.low}"}
    return above.get(bet.answer, "wrong")


def tell_better(decisions: Sequence[Decision]) -> str:
    """What better choices would have been worth; nothing if there were none."""
    better = [f"{_name_better(one)} ({one.given_up:.2f} more)" for one in decisions if one.given_up >= HALF_A_CENT]
    return f"Worth more: {' and '.join(better)}." if better else ""


def _name_better(decision: Decision) -> str:
    best = decision.best
    return f"laying off {best.colour}" if isinstance(best, SwapOption) else f"the bet {name_choice(best)}"


def tell_luck(decisions: Sequence[Decision]) -> str:
    """What chance made of the round's choices; nothing if that is not worth a word."""
    luck = sum(decision.luck or 0.0 for decision in decisions)
    if abs(luck) < LITTLE:
        return ""
    return (
        f"{'Luck' if luck > 0 else 'Bad luck'}: {abs(luck):.2f} points {'more' if luck > 0 else 'fewer'} than expected."
    )


def _who(review: Review) -> str:
    return "You" if review.table.you(review.seat) else review.seat


def tell_deduction(deduction: Deduction) -> str:
    misled = " (by a false hint)" * deduction.misled
    if deduction.certain:
        return f"{deduction.colour} is {deduction.numbers[0]}{misled}"
    first, *rest = deduction.numbers
    none = f"is not {first}" if not rest else f"is neither {first} nor {rest[0]}" if len(rest) == 1 else ""
    return f"{deduction.colour} {none or f'is none of {all_of(deduction.numbers)}'}{misled}"


def ask_proof(review: Review, one: RoundReview, deduction: Deduction) -> Ask | None:
    """What to ask for the proof, as of that round.

    None where `why` knows less: it leaves no hint out, and from another seat it does not see the owner's cards.
    """
    if one.doubted or review.seat != review.table.me:
        return None
    return Ask("why", tuple(deduction.claim.split()), round=one.number)


def tell_crossing(crossing: Crossing, pad: Pad) -> str:
    verdicts = {JUSTIFIED: "justified", WRONG: "wrong, it was your card", MISLED: "wrong, but a false hint said so"}
    said = verdicts.get(crossing.verdict, "not to be proved then; your card is not known")
    if crossing.verdict == PREMATURE:
        later = f"provable after round {crossing.provable}" if crossing.provable else "never to be proved"
        said = f"right, but premature: {later}"
    back = f" (taken back, line {crossing.taken_back.number})" if crossing.taken_back else ""
    since = pad.late(crossing)
    late = f", out since round {since}" if since is not None else ""
    return f"Crossed {crossing.card} (line {crossing.line.number}): {said}{late}{back}."


def tell_missed(missed: Missed) -> str:
    numbers = f"{missed.colour} {all_of(missed.numbers)}"
    when = "never crossed" if missed.crossed is None else f"crossed in round {missed.crossed}"
    kept = " on the card that was laid off later" * missed.laid_off
    return f"{numbers}{kept}: {when}, out since round {missed.since}."


# Decisions.


def name_moment(decision: Decision) -> str:
    """Final bets are made after the last round."""
    return "end" if decision.kind == FINAL else str(decision.round)


def name_decision(decision: Decision) -> str:
    chosen = decision.chosen
    if isinstance(chosen, BetOption):
        return f"bet {chosen.low}-{chosen.high}"
    return f"lay off {chosen.colour}" if isinstance(chosen, SwapOption) else "final bets"


def tell_outcome(decision: Decision) -> str:
    if decision.kind == SWAP:
        return ""
    if decision.points is None:
        return "not typed"
    if isinstance(decision.chosen, BetOption):
        return f"hit {decision.points}" if decision.points else "wrong"
    return f"{decision.points:+d}"


def tell_winning(finals: FinalBets) -> str:
    winning = finals.winning
    if not isinstance(winning, Winning):
        return f"The chance to win cannot be worked out: {winning}"
    if not winning.best and winning.sampled is None:
        return "The game could not be won any more, whatever the bets."
    judged = "" if winning.sampled is None else f", judged on {winning.sampled} hands drawn by chance"
    if winning.best - winning.chance < 5e-4:
        return f"For winning they were as good as any found: {winning.chance:.1%}{judged}."
    best = f"{winning.best:.1%} with {format_bets(winning.bets)}"
    return f"Chance to win {winning.chance:.1%}; the best found{judged}: {best}."


# Reading judged afterwards.

TELLING = 0.05  # bits on average from which a rival's bets told something


def name_readings(review: Review) -> str:
    return f"Had {'you' if review.table.you(review.seat) else review.seat} read the others' bets"


def tell_readings(readings: ReadingReview, me: str) -> list[str]:
    """Whether reading paid, whose bets told something, and what could have been read in time."""
    gained = readings.exact - readings.read
    loss = f"log-loss {readings.read:.2f} bits instead of {readings.exact:.2f}"
    at = f"{readings.decisions} decision{'s' * (readings.decisions != 1)}"
    lines = [f"On average over {at} the true hand was {_tell_times(gained)} ({loss})."]
    lines.append(" · ".join(f"{rival.player}: {_tell_rival(rival)}" for rival in readings.rivals))
    return [*lines, *(tell_in_time(each, me) for each in readings.in_time)]


def tell_in_time(each: InTime, me: str) -> str:
    when = "the final bets" if each.round is None else f"the bet of round {each.round}"
    return f"In time for {when}, {tell_suggestion(each.suggestion, me)}"


def _tell_times(bits: float) -> str:
    likely = "likely as by the hands alone"
    return f"{2**bits:.1f} times as {likely}" if bits >= 0 else f"only {2**bits:.0%} as {likely}"


def _tell_rival(rival: RivalRead) -> str:
    what = "could be read" if rival.bits > TELLING else "misled" if rival.bits < -TELLING else "told next to nothing"
    return f"{rival.bets} bet{'s' * (rival.bets != 1)} {what} (the true hand {2**rival.bits:.1f} times as likely)"


# Where the game turned, what to learn from it, and who could have known first.


WORTH = 0.02  # chance to win: less is not worth a lesson
MOST_LESSONS, MOST_EXAMPLES = 3, 3
_LESSONS = {
    UNCROSSED: "Cross out first, then choose. Certain, but still open",
    LAID_OFF: "Choose better which card to lay off",
    TOO_LONG: "Dare shorter bets",
    TOO_SHORT: "Take longer bets",
    ELSEWHERE: "Bet where the likely sums are",
    FINALS: "Weigh the final bets again",
}


def tell_turning(turning: TurningPoint) -> str:
    """Where the game turned, and what was done there."""
    where = "At the end" if turning.kind == FINAL else f"Round {turning.round}"
    return f"{where}, line {turning.line.number}: {turning.text}"


def tell_lessons(review: Review) -> list[tuple[str, float | None]]:
    """Three things to learn with what they cost, the dearest first; if less was lost, what else could be better."""
    told = [(_tell_lesson(lesson), lesson.cost) for lesson in review.lessons if lesson.cost >= LITTLE]
    return [*told, *((text, None) for text in _tell_more(review))][:MOST_LESSONS]


def _tell_lesson(lesson: Lesson) -> str:
    if lesson.kind == UNCROSSED:
        return f"{_LESSONS[lesson.kind]}: {'; '.join(_tell_uncrossed(lesson))}."
    return f"{_LESSONS[lesson.kind]}: {', '.join(map(_tell_slip, lesson.slips[:MOST_EXAMPLES]))}."


def _tell_slip(slip: Slip) -> str:
    if slip.loss:
        return f"{slip.best} on {slip.loss.colour} instead of {slip.chosen}"
    return f"{slip.best} instead of {slip.chosen} in round {slip.round}"


def _tell_uncrossed(lesson: Lesson) -> Iterator[str]:
    """Round by round, the dearest ones, what was certain and still open."""
    for number in sorted(list(dict.fromkeys(slip.round for slip in lesson.slips))[:MOST_EXAMPLES]):
        out: dict[str, set[int]] = {}
        for missed in (missed for slip in lesson.slips if slip.round == number for missed in slip.missed):
            out.setdefault(missed.colour, set()).update(missed.numbers)
        yield f"{all_of(f'{colour} {all_of(sorted(numbers))}' for colour, numbers in out.items())} in round {number}"


def _tell_more(review: Review) -> Iterator[str]:
    finals = review.final_bets
    if finals and isinstance(finals.winning, Winning) and finals.winning.best - finals.winning.chance >= WORTH:
        told = tell_winning(finals)
        yield f"Bet for the win at the end: {told[0].lower()}{told[1:]}"
    late = [missed for missed in review.pad.missed if missed.crossed is None]
    if late:
        yield f"Cross out as soon as it is certain: {format_missed(tuple(late[:MOST_EXAMPLES]))}."
    if review.readings and review.readings.in_time:
        yield f"Read the others' bets. {tell_in_time(review.readings.in_time[0], review.table.you(review.seat))}"


def tell_first(reviews: Sequence[Review]) -> Iterator[str]:
    """Who could be certain of a card first, and who later or never."""
    found = [(next((one for one in review.rounds if one.certain), None), review.seat) for review in reviews]
    early = sorted(((one, seat) for one, seat in found if one), key=lambda each: each[0].number)
    told = [(seat, f"{all_of(each.claim for each in one.certain)}, after round {one.number}") for one, seat in early]
    for seat, what in told[:1]:
        yield f"{seat} could be certain of a card first: {what}."
    if told[1:]:
        yield f"Then {all_of(f'{seat} ({what})' for seat, what in told[1:])}."
    never = [seat for one, seat in found if not one]
    if never:
        yield f"{all_of(never)} could not be certain of any card."
