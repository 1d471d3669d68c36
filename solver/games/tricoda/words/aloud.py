"""What is said aloud at a table of Tricoda."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from solver.game import Aloud
from solver.games.tricoda.rules import POINTS_TO_WIN, format_code
from solver.games.tricoda.table import Asked, Declared, Table
from solver.games.tricoda.words.answers import say_answer
from solver.language import say


def list_heard(table: Table) -> Iterator[Aloud]:
    """Answers and declarations in their order, and who has won."""
    about: tuple[object, ...]
    said: list[tuple[int, Aloud]] = []
    for asked in table.asked:
        if asked.answer is not None:
            about = ("ask", asked.number, asked.reader, asked.card, asked.answer)
            said.append((asked.line.number, Aloud(about, "plain", partial(_tell_answer, asked, table))))
    points = dict.fromkeys(table.players, 0)
    for claim in table.declared:
        points[claim.player] += claim.right
        told = partial(_tell_claim, claim, points[claim.player])
        about = ("declare", claim.after, claim.player, claim.code, claim.right)
        said.append((claim.line.number, Aloud(about, "hit" if claim.right else "wrong", told)))
    yield from (heard for _, heard in sorted(said, key=lambda one: one[0]))
    if table.winner:
        yield Aloud(("won", table.winner), "won", partial(_tell_winner, table.winner))


def _tell_answer(asked: Asked, table: Table) -> str:
    answer = say_answer(table.question(asked.card), asked.answer or 0)
    return say("Card {card}: {player} sees {answer}.", card=asked.card, player=asked.reader, answer=answer)


def _tell_claim(claim: Declared, points: int) -> str:
    code = format_code(claim.code)
    if not claim.right:
        return say("{player} declares {code}: wrong", player=claim.player, code=code)
    return say(
        "{player} declares {code}: right, {points} of {all} points",
        player=claim.player,
        code=code,
        points=points,
        all=POINTS_TO_WIN,
    )


def _tell_winner(player: str) -> str:
    return say("{player} wins with {points} points", player=player, points=POINTS_TO_WIN)
