"""What each of the 23 question cards would tell a seat now, if the next player who sees its rack read it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solver.engine.worlds import weigh
from solver.games.tricoda.advice import Weights, best_chance, chance_after, next_reader, racks_seen_by
from solver.games.tricoda.facts import make_puzzle
from solver.games.tricoda.possible_racks import Sight, answers_for, sum_by_code
from solver.games.tricoda.rules import CARDS, Question
from solver.games.tricoda.sheet import spread
from solver.games.tricoda.table import Table


@dataclass(frozen=True, slots=True)
class Worth:
    """What a card would tell: the codes left and the chance of the best one after it, averaged over its answers.

    Both are None if the answer depends on stones that are not typed.
    """

    question: Question
    read: bool  # already, so that it comes again only when all cards have been read
    codes: float | None
    chance: float | None

    def data(self) -> dict[str, object]:
        codes = None if self.codes is None else round(self.codes, 2)
        chance = None if self.chance is None else round(self.chance, 4)
        about = {"card": self.question.number, "text": self.question.text, "read": self.read}
        return about | {"codes": codes, "chance": chance}


@dataclass(frozen=True, slots=True)
class Questions:
    """All cards in their order, and how things stand before any is read."""

    reader: str
    codes: int
    chance: float
    cards: tuple[Worth, ...]

    @property
    def telling(self) -> tuple[Worth, ...]:
        """The unread cards that leave fewer codes, those that leave the fewest first."""
        known = [(card.codes, card) for card in self.cards if card.codes is not None and not card.read]
        return tuple(card for codes, card in sorted(known, key=lambda pair: pair[0]) if codes < self.codes)

    def data(self) -> dict[str, object]:
        cards = [card.data() for card in self.cards]
        return {"reader": self.reader, "codes": self.codes, "chance": round(self.chance, 4), "cards": cards}


def weigh_questions(table: Table, seat: str) -> Questions | None:
    """None if no rack fits the log. The seat's own reading tells it nothing, so another player reads."""
    weights = spread(weigh(make_puzzle(table, seat))).weights
    if not weights.sum():
        return None
    reader, _ = next_reader(table, seat)
    sight = racks_seen_by(table, reader, seat)
    cards = tuple(_weigh(table.question(card.number), card.number, table, sight, weights) for card in CARDS)
    return Questions(reader, _count_codes(weights), best_chance(weights), cards)


def _weigh(asked: Question, number: int, table: Table, sight: Sight, weights: Weights) -> Worth:
    least, most = answers_for(asked, sight)
    read = number not in table.cards_left
    if not np.array_equal(least, most):
        return Worth(asked, read, None, None)
    after = [np.where(least == answer, weights, 0) for answer in np.unique(least)]
    codes = sum(_count_codes(left) * float(left.sum()) for left in after) / float(weights.sum())
    return Worth(asked, read, codes, chance_after(asked, sight, weights))


def _count_codes(weights: Weights) -> int:
    return int((sum_by_code(weights) > 0).sum())
