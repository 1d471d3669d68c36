"""The sentences of a review, the same on the terminal and on the page."""

from __future__ import annotations

from solver.games.think_str8.bets import BetOption
from solver.games.think_str8.review.decisions import SWAP, Decision
from solver.games.think_str8.review.hints import FalseHint, Hints
from solver.games.think_str8.review.last_bets import FinalBets, Winning
from solver.games.think_str8.review.pad import JUSTIFIED, MISLED, PREMATURE, WRONG, Crossing, Missed
from solver.games.think_str8.review.rounds import Deduction, RoundReview
from solver.games.think_str8.review.whole import Review
from solver.games.think_str8.swaps import SwapOption
from solver.games.think_str8.table import Table
from solver.grammar import all_of, whose

PAR = (
    "Points = par - given up + luck. Par is what the best choices could expect, with the dice as they lay, the tokens "
    "left and the cards that came in sight; luck is what came, less what the choice made could expect."
)
_SAID = {"hit": "a hit", "low": "too low", "high": "too high", "miss": "wrong"}


def format_hands(hands: int) -> str:
    """Short: 412, 2.3k, 15.6k."""
    return str(hands) if hands < 1000 else f"{hands / 1000:.1f}k"


def format_signed(number: float) -> str:
    """Two places with a sign, and never a nought below nought."""
    return f"{round(number, 2) + 0.0:+.2f}"


# The account.


def tell_par(review: Review) -> str:
    """What the sums mean, in a sentence; who was told something false is told where that went."""
    misled = any(hint.player == review.seat for hint in review.hints.false)
    return PAR + " What false hints did is counted as luck." * misled


def tell_sums(review: Review) -> list[str]:
    ledger = review.ledger
    parts = f"{ledger.par:.2f} par - {ledger.given_up:.2f} given up {_signed(ledger.luck)} luck"
    if abs(ledger.aside) > 1e-9:
        parts += f" {_signed(ledger.aside)} not judged"
    if not ledger.complete:
        return [f"Not all points are in the log; what it tells: {parts} = {ledger.total:.2f}."]
    if ledger.open_end:
        made = f"{_points(ledger.points)} so far and {ledger.level:.2f} to be expected of the final bets"
        return [f"{made}:", f"{parts} = {ledger.total:.2f}."]
    made = f"{_points(ledger.points)}, {ledger.rounds_points} in the rounds and {ledger.final_points} in the final bets"
    return [f"{made}:", f"{parts} = {ledger.total:.2f}."]


def _signed(number: float) -> str:
    return f"{'-' if number < 0 else '+'} {abs(number):.2f}"


def _points(points: int) -> str:
    return f"{points} point{'s' * (abs(points) != 1)}"


# Hints.


def tell_hints(hints: Hints) -> str:
    if not hints.checked:
        return "No answer can be checked: the cards held then are not in the log."
    which = f"All {hints.answers}" if hints.checked == hints.answers else f"{hints.checked} of {hints.answers}"
    false = len(hints.false)
    found = "all were true" if not false else f"{false} {'was' if false == 1 else 'were'} false"
    return f"{which} answers were worked out again from the cards held then: {found}."


def tell_false_hint(hint: FalseHint, table: Table) -> list[str]:
    """What was said and what was right, then what it cost."""
    mine = hint.player == table.me
    who, whose_cards = ("you were", "your") if mine else (f"{hint.player} was", f"{hint.player}'s")
    bet, colours = hint.bet, " + ".join(hint.heard.round.dice or ())
    said = f"{who} told {_SAID[bet.answer or 'miss']} for {bet.low}-{bet.high} on {colours}"
    first = f"Round {hint.round}, line {hint.line.number}: {said}; {whose_cards} sum was {hint.heard.total}, so "
    return [f"{first}{_SAID[hint.right]} was right.", *_costs(hint, table)]


def _costs(hint: FalseHint, table: Table) -> list[str]:
    owner, costs = whose(hint.player, table.me), []
    if hint.points:
        costs.append(
            f"It brought {_points(hint.points)} that were not due."
            if hint.points > 0
            else f"{_points(-hint.points)} were due, and a card was laid off for nothing."
        )
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


def why_words(review: Review, one: RoundReview, deduction: Deduction) -> str | None:
    """What to ask for the proof, as of that round; at the table the words alone are enough.

    None where `why` knows less: it leaves no hint out, and from another seat it does not see the owner's cards.
    """
    if one.doubted or review.seat != review.table.me:
        return None
    return f"why {deduction.claim} --round {one.number}"


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
