"""How the game ended, and the account of one seat to the last point."""

from __future__ import annotations

from collections.abc import Iterator

from solver.english import all_of, format_figure, say_points
from solver.games.think_str8.review.decisions import Ledger, Scored
from solver.games.think_str8.review.review import Review
from solver.games.think_str8.review.turning import LITTLE
from solver.games.think_str8.table import Table
from solver.language import later, say, say_count, say_number

ADDS_UP = later(
    "The best choices: what they could expect, with the dice as they lay, the tokens left and the cards that came in "
    "sight. Given up: what the choices made could expect less. Luck: what came, less what the choice made could expect."
)
HALF_A_CENT = 0.005  # of a point: less would read as 0.00


def format_signed(number: float) -> str:
    """Two places with a sign, and never `-0.00`."""
    return say_number(round(number, 2) + 0.0, "+.2f")


def tell_meaning(review: Review) -> str:
    """What the sums mean; who was told something false is told where that went."""
    misled = any(hint.player == review.seat for hint in review.hints.false)
    return f"{say(ADDS_UP)} {say('What false hints did is counted as luck.')}" if misled else say(ADDS_UP)


def tell_points(review: Review) -> str:
    """The points made, and what choices and luck did to them."""
    ledger = review.ledger
    if not ledger.complete:
        return say("Not all points are in the log.")
    places = {"name": review.seat, "points": say_points(ledger.points)}
    if ledger.open_end:
        made = _SO_FAR
        places["level"] = format_figure(ledger.level)
    elif ledger.final_points is not None:
        made = _IN_ALL
        places |= {"rounds": str(ledger.rounds_points), "finals": str(ledger.final_points)}
    else:
        made = _MADE
    return " ".join((say(made[bool(review.table.you(review.seat))], **places), *_tell_causes(ledger)))


_MADE = {True: later("You made {points}."), False: later("{name} made {points}.")}  # by whether it is you
_SO_FAR = {
    True: later("You made {points} so far and can expect {level} from the final bets."),
    False: later("{name} made {points} so far and can expect {level} from the final bets."),
}
_IN_ALL = {
    True: later("You made {points}: {rounds} in the rounds and {finals} in the final bets."),
    False: later("{name} made {points}: {rounds} in the rounds and {finals} in the final bets."),
}


def _tell_causes(ledger: Ledger) -> Iterator[str]:
    """What better choices would have brought, and what luck did."""
    if ledger.given_up >= LITTLE:
        yield say("With better choices {points} more could be expected.", points=say_points(ledger.given_up))
    if ledger.luck >= LITTLE:
        yield say("Luck added {points}.", points=say_points(ledger.luck))
    if ledger.luck <= -LITTLE:
        yield say("Bad luck took {points}.", points=say_points(-ledger.luck))


def tell_sums(review: Review) -> list[str]:
    """The account to the last point."""
    ledger = review.ledger
    return [f"{' '.join(_sum_up(ledger))} = {_size(ledger.total)}.", *map(_tell_scored, ledger.scored)]


def _sum_up(ledger: Ledger) -> Iterator[str]:
    """The terms, each with its sign."""
    yield say("{figure} with the best choices", figure=_size(ledger.par))
    yield f"- {say('{figure} given up', figure=_size(ledger.given_up))}"
    yield f"{_sign(ledger.luck)} {say('{figure} luck', figure=_size(abs(ledger.luck)))}"
    if abs(ledger.skipped) > HALF_A_CENT:
        yield f"{_sign(ledger.skipped)} {say('{figure} not judged', figure=_size(abs(ledger.skipped)))}"
    if ledger.scored:
        size = _size(abs(ledger.by_score_lines))
        typed = say_count("{figure} by a score line", "{figure} by score lines", len(ledger.scored), figure=size)
        yield f"{_sign(ledger.by_score_lines)} {typed}"


def _sign(number: float) -> str:
    return "-" if number < 0 else "+"


def _size(number: float) -> str:
    return say_number(number, ".2f")


def _tell_scored(scored: Scored) -> str:
    return say(
        "Line {line}, `{text}`: {points} beside what the bets in this log brought.",
        line=scored.line.number,
        text=scored.line.event,
        points="+" * (scored.points > 0) + say_points(scored.points),
    )


def tell_title(review: Review) -> str:
    """Whose game it was, and how long, or how far it has come."""
    named = {"player": review.seat, "played": review.table.round, "rounds": review.table.round_count}
    if _whole(review.table):
        return say("{player}'s game, {rounds} rounds", **named)
    return say("{player}'s game, {played} of {rounds} rounds", **named)


def _whole(table: Table) -> bool:
    return table.finished and table.round == table.round_count


def tell_result(table: Table) -> str:
    """Who won, by how much, and how all stand; before the final bets who is how far."""
    spaces = {player: table.standing(player) for player in table.ranked()}
    scores = ", ".join(f"{player} {'?' if space is None else space}" for player, space in spaces.items())
    if table.final_track is None:
        so_far = {"played": table.round, "rounds": table.round_count, "scores": scores}
        if _whole(table):
            return say("After {rounds} rounds: {scores}.", **so_far)
        return say("After {played} of {rounds} rounds: {scores}.", **so_far)
    if not table.winner:
        return say("Who won is not known: {scores}.", scores=scores)
    if len(table.winner) > 1:
        tied = all_of(table.winner)
        return say("A tie of {players}, and who lies below is not known: {scores}.", players=tied, scores=scores)
    (winner,), (first, second, *_) = table.winner, (space or 0 for space in spaces.values())
    if first == second:
        return say("{player} wins: {scores}, and the stone of {player} lies below.", player=winner, scores=scores)
    return say("{player} wins by {points}: {scores}.", player=winner, points=say_points(first - second), scores=scores)
