"""The sentences of a review, the same on the terminal and on the page."""

from __future__ import annotations

from solver.english import all_of, whose
from solver.games.think_str8.advice.bets import BetOption, SwapOption
from solver.games.think_str8.reading.beliefs import tell_suggestion
from solver.games.think_str8.review.crossings import (
    JUSTIFIED,
    MISLED,
    PREMATURE,
    WRONG,
    Crossing,
    FalseHint,
    Hints,
    Missed,
)
from solver.games.think_str8.review.decisions import FINAL, SWAP, Decision, Scored
from solver.games.think_str8.review.moments import FinalBets, Winning
from solver.games.think_str8.review.review import ReadingReview, Review, RivalRead, TurningPoint
from solver.games.think_str8.review.rounds import Deduction, RoundReview
from solver.games.think_str8.table import Table
from solver.remarks import Ask

PAR = (
    "Points = par - given up + luck. Par is what the best choices could expect, with the dice as they lay, the tokens "
    "left and the cards that came in sight; luck is what came, less what the choice made could expect."
)
_SAID = {"hit": "a hit", "low": "too low", "high": "too high", "miss": "wrong"}


def format_hands(hands: int) -> str:
    """Short, five signs at most: 412, 2.3k, 15.6k, 118k."""
    return str(hands) if hands < 1000 else f"{hands / 1000:.1f}k" if hands < 99_950 else f"{hands / 1000:.0f}k"


def format_signed(number: float) -> str:
    """Two places with a sign, and never `-0.00`."""
    return f"{round(number, 2) + 0.0:+.2f}"


# The account.


def tell_par(review: Review) -> str:
    """What the sums mean, in a sentence; who was told something false is told where that went."""
    misled = any(hint.player == review.seat for hint in review.hints.false)
    return PAR + " What false hints did is counted as luck." * misled


def tell_sums(review: Review) -> list[str]:
    ledger = review.ledger
    parts = f"{ledger.par:.2f} par - {ledger.given_up:.2f} given up {_signed(ledger.luck)} luck"
    if abs(ledger.skipped) > 1e-9:
        parts += f" {_signed(ledger.skipped)} not judged"
    if ledger.scored:
        parts += f" {_signed(ledger.by_score_lines)} by {'a score line' if len(ledger.scored) == 1 else 'score lines'}"
    parts += f" = {ledger.total:.2f}."
    if not ledger.complete:
        return [f"Not all points are in the log; what it tells: {parts}", *map(_tell_scored, ledger.scored)]
    made = _points(ledger.points)
    if ledger.open_end:
        made += f" so far and {ledger.level:.2f} to be expected of the final bets"
    elif ledger.final_points is not None:
        made += f", {ledger.rounds_points} in the rounds and {ledger.final_points} in the final bets"
    return [f"{made}:", parts, *map(_tell_scored, ledger.scored)]


def _tell_scored(scored: Scored) -> str:
    where, sign = f"Line {scored.line.number}, `{scored.line.event}`", "+" * (scored.points > 0)
    return f"{where}: {sign}{_points(scored.points)} beside what the bets in this log brought."


def tell_turning(turning: TurningPoint | None) -> tuple[str, str]:
    """Where it was, and what."""
    if turning is None:
        return "", "none, no choice gave anything up."
    where = "final bets" if turning.kind == FINAL else f"round {turning.round}"
    return f" ({where}, line {turning.line.number}, {turning.cost:.2f} points)", turning.text


def tell_result(table: Table) -> str | None:
    """Who won and how the stones stand, once final bets are typed."""
    track = table.final_track
    if track is None:
        return None
    by_space = sorted(table.players, key=lambda player: (track.space(player) or 0, player in table.winner))
    standings = (track.order() or by_space)[::-1]
    scores = ", ".join(f"{player} {_space(track.space(player))}" for player in standings)
    if len(table.winner) != 1:
        tied = f"a tie of {all_of(table.winner)}; who lies below is" if table.winner else "who won is"
        return f"Final standings: {scores}; {tied} not known."
    lower = track.space(standings[0]) == track.space(standings[1])
    return f"{table.winner[0]} wins: {scores}{'; on one space the lower stone is ahead' * lower}."


def _space(space: int | None) -> str:
    return "?" if space is None else str(space)


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
    bet, colours = hint.bet, " + ".join(hint.heard.round.dice or ())
    said = f"{who} told {_SAID[bet.answer or 'miss']} for {bet.low}-{bet.high} on {colours}"
    first = f"Round {hint.round}, line {hint.line.number}: {said}; {owner} sum was {hint.heard.total}, so "
    return [f"{first}{_SAID[hint.right]} was right.", *_costs(hint, owner)]


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


def tell_deduction(deduction: Deduction) -> str:
    misled = " (by a false hint)" * deduction.misled
    if deduction.certain:
        return f"{deduction.colour} is {deduction.numbers[0]}{misled}"
    return f"{deduction.colour} {all_of(deduction.numbers)} out{misled}"


def ask_proof(review: Review, one: RoundReview, deduction: Deduction) -> Ask | None:
    """What to ask for the proof, as of that round.

    None where `why` knows less: it leaves no hint out, and from another seat it does not see the owner's cards.
    """
    if one.doubted or review.seat != review.table.me:
        return None
    return Ask("why", tuple(deduction.claim.split()), round=one.number)


def tell_crossing(crossing: Crossing) -> str:
    verdicts = {JUSTIFIED: "justified", WRONG: "wrong, it was your card", MISLED: "wrong, but a false hint said so"}
    said = verdicts.get(crossing.verdict, "not to be proved then; your card is not known")
    if crossing.verdict == PREMATURE:
        later = f"provable after round {crossing.provable}" if crossing.provable else "never to be proved"
        said = f"right, but premature: {later}"
    back = f" (taken back, line {crossing.taken_back.number})" if crossing.taken_back else ""
    return f"crossed {crossing.card}, line {crossing.line.number}: {said}{back}"


def tell_missed(missed: Missed) -> str:
    numbers = f"{missed.colour} {all_of(missed.numbers)}"
    out = f"{numbers}: out since round {missed.since}"
    if missed.crossed is not None:
        return f"{out}, crossed in round {missed.crossed}."
    return f"{out}, never crossed."


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
    bets = ", ".join(f"{colour} {' '.join(map(str, numbers))}" for colour, numbers in winning.bets.items())
    return f"Chance to win {winning.chance:.1%}; the best found{judged}: {winning.best:.1%} with {bets}."


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
    for each in readings.in_time:
        when = "the final bets" if each.round is None else f"the bet of round {each.round}"
        lines.append(f"In time for {when}, {tell_suggestion(each.suggestion, me)}")
    return lines


def _tell_times(bits: float) -> str:
    likely = "likely as by the hands alone"
    return f"{2**bits:.1f} times as {likely}" if bits >= 0 else f"only {2**bits:.0%} as {likely}"


def _tell_rival(rival: RivalRead) -> str:
    what = "could be read" if rival.bits > TELLING else "misled" if rival.bits < -TELLING else "told next to nothing"
    return f"{rival.bets} bet{'s' * (rival.bets != 1)} {what} ({rival.bits:+.2f} bits)"
