"""What was told in a round, what could be known then, and what was crossed out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from solver.english import FollowUp, all_of, say_points
from solver.games.think_str8.review.lessons import (
    JUSTIFIED,
    MISLED,
    PREMATURE,
    UNPROVED,
    WRONG,
    Crossing,
    Missed,
    PadWork,
)
from solver.games.think_str8.review.review import Review
from solver.games.think_str8.review.rounds import AnswersHeard, Deduction, FalseHint, RoundReview
from solver.games.think_str8.review.words.names import name_cards, name_dice
from solver.games.think_str8.rules import SAID, format_span, say_card
from solver.games.think_str8.table import Placed
from solver.language import later, say, say_count

# Hints.


def tell_hints(hints: AnswersHeard) -> str:
    """How many answers could be checked, and how many of these were false."""
    answers, checked, false = hints.answers, hints.checked, len(hints.false)
    if not answers:
        return say("There is no answer to check.")
    if not checked:
        return say("No answer can be checked: the cards held then are not in the log.")
    if answers == 1:
        return say(_THE_ONE[bool(false)])
    if checked == 1:
        return say(_ONE_OF[bool(false)], answers=answers)
    some = {"checked": checked, "answers": answers}
    if checked < answers:
        return say(_SOME_TRUE, **some) if not false else _count_false_of_some(false, some)
    return say(_ALL_TRUE, **some) if not false else _count_false_of_all(false, some)


_THE_ONE = {  # by whether it was false
    True: later("The one answer was worked out again from the cards held then: it was false."),
    False: later("The one answer was worked out again from the cards held then: it was true."),
}
_ONE_OF = {
    True: later("1 of {answers} answers was worked out again from the cards held then: it was false."),
    False: later("1 of {answers} answers was worked out again from the cards held then: it was true."),
}
_ALL_TRUE = later("All {answers} answers were worked out again from the cards held then: all were true.")
_SOME_TRUE = later("{checked} of {answers} answers were worked out again from the cards held then: all were true.")


def _count_false_of_all(false: int, some: Mapping[str, int]) -> str:
    return say_count(
        "All {answers} answers were worked out again from the cards held then: {count} was false.",
        "All {answers} answers were worked out again from the cards held then: {count} were false.",
        false,
        **some,
    )


def _count_false_of_some(false: int, some: Mapping[str, int]) -> str:
    return say_count(
        "{checked} of {answers} answers were worked out again from the cards held then: {count} was false.",
        "{checked} of {answers} answers were worked out again from the cards held then: {count} were false.",
        false,
        **some,
    )


def tell_false_hint(hint: FalseHint, review: Review) -> list[str]:
    """What was said and what was right, then what it cost."""
    mine, bet = hint.player == review.table.you(review.seat), hint.heard.bet
    told = _YOU_WERE_TOLD if mine else _WAS_TOLD
    first = say(
        told,
        round=hint.round,
        line=hint.line.number,
        player=hint.player,
        answer=say(SAID[bet.answer]),
        bet=format_span(bet.low, bet.high),
        dice=name_dice(hint.heard.round.dice),
        sum=hint.heard.total,
        right=say(SAID[hint.right]),
    )
    return [first, *_costs(hint, mine)]


_YOU_WERE_TOLD = later(
    "Round {round}, line {line}: you were told {answer} for {bet} on {dice}; your sum was {sum}, so {right} was right."
)
_WAS_TOLD = later(
    "Round {round}, line {line}: {player} was told {answer} for {bet} on {dice}; {player}'s sum was {sum}, "
    "so {right} was right."
)


def _costs(hint: FalseHint, mine: bool) -> list[str]:
    costs = list(_tell_costs(hint, mine))
    none = later("It spoiled none of your deductions." if mine else "It spoiled none of {player}'s deductions.")
    return costs or [say(none, player=hint.player)]


def _tell_costs(hint: FalseHint, mine: bool) -> Iterator[str]:
    if hint.points > 0:
        yield say_count(
            "It brought {count} point that was not due.", "It brought {count} points that were not due.", hint.points
        )
    elif hint.points and hint.player in hint.heard.round.swaps:
        yield say_count(
            "{count} point was due, and a card was laid off for nothing.",
            "{count} points were due, and a card was laid off for nothing.",
            -hint.points,
        )
    elif hint.points:
        yield say_count("{count} point was due.", "{count} points were due.", -hint.points)
    if hint.wrongly_out:
        out = ", ".join(name_cards(hint.wrongly_out))
        yield say("Who believed it had to rule out wrongly: {cards}.", cards=out)
    if hint.spoiled:
        yield _tell_spoiled(hint, mine)
    if hint.noticed is not None:
        noticed = later("After round {round} no hand fitted it any more: there it could be noticed.")
        yield say(noticed, round=hint.noticed)


def _tell_spoiled(hint: FalseHint, mine: bool) -> str:
    true = [say("{card} from round {round} on", card=one.card.said, round=one.since) for one in hint.spoiled]
    cards = {"player": hint.player, "cards": ", ".join(true)}
    if mine:
        return say_count(
            "Among them your true card: {cards}.", "Among them your true cards: {cards}.", len(true), **cards
        )
    return say_count(
        "Among them {player}'s true card: {cards}.", "Among them {player}'s true cards: {cards}.", len(true), **cards
    )


# Rounds.


def tell_hands(one: RoundReview) -> str:
    """How many hands are left after a round."""
    if not one.hands:
        return say("no hand fits without false hints") if one.doubted else say("no hand fits")
    if one.doubted:
        return say_count("{count} hand left without false hints", "{count} hands left without false hints", one.hands)
    return say_count("{count} hand left", "{count} hands left", one.hands)


def tell_bet(review: Review, one: RoundReview) -> str:
    """The seat's bet, what was told, and the card laid off."""
    this, mine = one.round, bool(review.table.you(review.seat))
    bet, swap = this.bets.get(review.seat), this.swaps.get(review.seat)
    told = say("No bet is typed.") if bet is None else _tell_placed(review, bet, mine)
    if swap is None:
        return told
    card = swap.old.said
    laid_off = later("You laid off {card}." if mine else "{player} laid off {card}.")
    return f"{told} {say(laid_off, player=review.seat, card=card)}"


def _tell_placed(review: Review, bet: Placed, mine: bool) -> str:
    return say(
        _PLACED[mine][bet.answer],
        player=review.seat,
        bet=bet.span,
        points=say_points(review.table.tokens[bet.length]),
        low=bet.low,
        high=bet.high,
    )


_PLACED = {  # by whether it is mine, and the answer
    True: {
        None: later("You bet on {bet}: no answer is typed."),
        "hit": later("You bet on {bet}: a hit, {points}."),
        "low": later("You bet on {bet}: too low, the sum is above {high}."),
        "high": later("You bet on {bet}: too high, the sum is below {low}."),
        "miss": later("You bet on {bet}: wrong."),
    },
    False: {
        None: later("{player} bet on {bet}: no answer is typed."),
        "hit": later("{player} bet on {bet}: a hit, {points}."),
        "low": later("{player} bet on {bet}: too low, the sum is above {high}."),
        "high": later("{player} bet on {bet}: too high, the sum is below {low}."),
        "miss": later("{player} bet on {bet}: wrong."),
    },
}


def tell_deduction(deduction: Deduction) -> str:
    colour, (first, *rest) = say(deduction.colour), deduction.numbers
    if deduction.certain:
        told = say("{colour} is {number}", colour=colour, number=first)
    elif not rest:
        told = say("{colour} is not {number}", colour=colour, number=first)
    elif len(rest) == 1:
        told = say("{colour} is neither {number} nor {other}", colour=colour, number=first, other=rest[0])
    else:
        told = say("{colour} is none of {numbers}", colour=colour, numbers=all_of(deduction.numbers))
    return say("{deduction} (by a false hint)", deduction=told) if deduction.misled else told


def ask_proof(review: Review, one: RoundReview, deduction: Deduction) -> FollowUp | None:
    """What to ask for the proof, as of that round.

    None where `why` knows less: it leaves no hint out, and from another seat it does not see the owner's cards.
    """
    if one.doubted or review.seat != review.table.me:
        return None
    return FollowUp("why", tuple(deduction.claim.split()), round=one.number)


def tell_crossing(crossing: Crossing, pad: PadWork) -> str:
    told = say(_VERDICTS[crossing.verdict])
    if crossing.verdict == PREMATURE and crossing.provable:
        told = say("right, but premature: provable after round {round}", round=crossing.provable)
    since = pad.late(crossing)
    if since is not None:
        told = say("{verdict}, out since round {round}", verdict=told, round=since)
    if crossing.taken_back:
        told = say("{verdict} (taken back, line {line})", verdict=told, line=crossing.taken_back.number)
    card = crossing.card.said
    return say("Crossed {card} (line {line}): {verdict}.", card=card, line=crossing.line.number, verdict=told)


_VERDICTS = {
    JUSTIFIED: later("justified"),
    WRONG: later("wrong, it was your card"),
    MISLED: later("wrong, but a false hint said so"),
    PREMATURE: later("right, but premature: never to be proved"),
    UNPROVED: later("not to be proved then; your card is not known"),
}


def tell_missed(missed: Missed) -> str:
    cards = say_card(missed.colour, all_of(missed.numbers))
    kind = _MISSED_KEPT if missed.laid_off else _MISSED
    return say(kind[missed.crossed is None], cards=cards, crossed=missed.crossed, round=missed.since)


_MISSED = {  # by whether it was never crossed
    True: later("{cards}: never crossed, out since round {round}."),
    False: later("{cards}: crossed in round {crossed}, out since round {round}."),
}
_MISSED_KEPT = {
    True: later("{cards} on the card that was laid off later: never crossed, out since round {round}."),
    False: later("{cards} on the card that was laid off later: crossed in round {crossed}, out since round {round}."),
}
