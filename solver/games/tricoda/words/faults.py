"""What is wrong with a line, in sentences, and what to type instead."""

from __future__ import annotations

from collections.abc import Iterable

from solver.english import capital
from solver.games.tricoda.rules import PIECES, Stone, format_code, say_holder, say_mark
from solver.games.tricoda.table import Misplaced, OtherStones, Rack, TooMany, say_stones
from solver.language import say, say_count
from solver.log import Fault, Kind, Line, Word, against_rules, name_lines, unreadable

# The table.


def wrong_number_of_players(names: int, at: Word) -> Fault:
    problem = say_count("{count} player.", "{count} players.", names)
    return against_rules(at, problem, say("Tricoda is played by two, three or four."))


def card_too_late() -> Fault:
    return against_rules(None, say("The game has begun."), say("Put the `card` line right after the `me` line."))


def game_won(winner: str, line: Line) -> Fault:
    problem = say("{player} won with the third point (line {line}).", player=winner, line=line.number)
    return against_rules(None, problem, say("Only `reveal` can follow: delete this line or correct that one."))


# Stones.


def misplaced(what: Misplaced, me: str) -> Fault:
    """Stones that cannot be where a line has them."""
    return _other_stones(what, me) if isinstance(what, OtherStones) else _too_many(what)


def _other_stones(what: OtherStones, me: str) -> Fault:
    rack, at = what.rack, what.named[0].at
    told = {"stones": say_stones(rack.kinds), "lines": name_lines(held.line for held in rack.stones)}
    problem = say("{player}'s rack held {stones} ({lines}).", player=capital(say_holder(rack.holder)), **told)
    if rack.holder == me:
        problem = say("Your rack held {stones} ({lines}).", **told)
    if rack.holder.startswith("neutral"):
        hint = say("It changes only after a right declaration: type that first, or correct one of the lines.")
    elif rack.until is None:
        hint = say(
            "It changes only when {player} declares: type that first, or correct one of the lines.", player=rack.holder
        )
    else:
        hint = say("Correct one of the lines.")
    return against_rules(at, problem, hint)


def _too_many(what: TooMany) -> Fault:
    problem = _tell_too_many(what.named.stone, len(what.lines), name_lines(what.lines))
    return against_rules(what.named.at, problem, say("One of the lines is wrong, or a `mix` line is missing."))


def _tell_too_many(stone: Stone, there: int, lines: str) -> str:
    if there == 1:
        return say("A second {stone}: the only one is in {lines}.", stone=stone.said, lines=lines)
    if there == 2:
        return say("A third {stone}: the box has two, named in {lines}.", stone=stone.said, lines=lines)
    if there == 3:
        return say("A fourth {stone}: the box has three, named in {lines}.", stone=stone.said, lines=lines)
    return say("A fifth {stone}: the box has four, named in {lines}.", stone=stone.said, lines=lines)


def not_replaced_yet(player: str, me: str, at: Word) -> Fault:
    problem = say("{player}'s rack has not been replaced yet.", player=capital(player))
    if player == me:
        problem = say("Your rack has not been replaced yet.")
    return against_rules(at, problem, say("Type the declaration first: {line}", line="declare Ben 2 5 7 wrong"))


def nothing_beside() -> Fault:
    return against_rules(None, say("No stones lie beside the pile yet."), say("Delete this line."))


def pile_too_small() -> Fault:
    problem = say("Too many of the {number} stones were laid aside to fill the racks again.", number=len(PIECES))
    return against_rules(None, problem, say("Type `mix` before this line if stones were mixed in again."))


# Questions and declarations.


def read_before(card: int, first: Line, at: Word) -> Fault:
    problem = say(
        "Question {card} was read in line {line}, and the other cards come first.", card=card, line=first.number
    )
    hint = say("Check the number of the card; the answer is used all the same.")
    return Fault(Kind.WARNING, at, problem, hint)


def own_answer_false(should: str, at: Word) -> Fault:
    problem = say("By the stones typed here your answer should have been `{answer}`.", answer=should)
    hint = say("Tell the others if it was wrong, or correct the stones.")
    return Fault(Kind.WARNING, at, problem, hint)


def right_or_wrong(player: str, at: Word) -> Fault:
    problem = say("Was that right or wrong? Not all of {player}'s stones are typed.", player=player)
    return unreadable(at, problem, say("Say `right` or `wrong`."))


def declared_falsely(rack: Rack, others: Iterable[Line], me: str, at: Word | None) -> Fault:
    problem = f"{capital(false_outcome(rack, me))}."
    return Fault(Kind.WARNING, at, problem, say("Correct this line or {lines}.", lines=name_lines(others)))


def false_outcome(rack: Rack, me: str) -> str:
    """Of a declaration that the stones deny: what they were, and so what it was."""
    claim = rack.declared
    assert claim is not None
    told = {"stones": say_stones(rack.kinds), "code": format_code(claim.code)}
    if rack.holder == me:
        if claim.right:
            return say("your stones were {stones}, so {code} was wrong", **told)
        return say("your stones were {stones}, so {code} was right", **told)
    if claim.right:
        return say("{player}'s stones were {stones}, so {code} was wrong", player=rack.holder, **told)
    return say("{player}'s stones were {stones}, so {code} was right", player=rack.holder, **told)


# My sheet.


def not_crossed(mark: int | Stone) -> Fault:
    problem = capital(say("{mark} is not crossed out.", mark=say_mark(mark)))
    return Fault(Kind.WARNING, None, problem, say("Nothing to take back."))
