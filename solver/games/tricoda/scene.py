"""What lies on the table of Tricoda as the log's owner sees it, for a page to draw."""

from __future__ import annotations

from collections.abc import Iterable

from solver.games.tricoda.rules import KINDS, POINTS_TO_WIN, QUESTIONS, STONES, Compare, Stone, format_answer
from solver.games.tricoda.table import Table


def describe_table(table: Table) -> dict[str, object]:
    """Racks in sight, the question cards, what was asked and declared, points, my crosses."""
    return {
        "question": table.round + 1,
        "reader": table.reader,
        "points": table.points,
        "points_to_win": POINTS_TO_WIN,
        "racks": {holder: _stones(table.current(holder).kinds) for holder in table.racks if holder != table.me},
        "revealed": _stones(table.current(table.me).kinds) if table.me in table.racks else [],
        "stones": [{"number": kind.number, "colour": kind.colour, "count": STONES[kind]} for kind in KINDS],
        "cards": [_card(table, number) for number in QUESTIONS],
        "left": list(table.cards_left),
        "asked": [
            {
                "number": asked.number,
                "reader": asked.reader,
                "card": asked.card,
                "answer": table.format_answer(asked),
            }
            for asked in table.asked
        ],
        "declared": [
            {"player": one.player, "code": list(one.code), "right": one.right, "after": one.after}
            for one in table.declared
        ],
        "crossed": [str(mark) for mark in table.crossed],
        "winner": table.winner,
    }


def _stones(kinds: Iterable[Stone]) -> list[dict[str, object]]:
    return [{"number": kind.number, "colour": kind.colour} for kind in kinds]


def _card(table: Table, number: int) -> dict[str, object]:
    question = table.question(number)
    answers = [format_answer(question, answer) for answer in question.answers]
    return {"number": number, "text": question.text, "answers": answers, "compares": isinstance(question, Compare)}
