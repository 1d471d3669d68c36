"""Were the hints true? Every answer is worked out again from the cards held then, and a false one shows its cost."""

from __future__ import annotations

from dataclasses import dataclass, replace

from solver.engine.facts import Puzzle
from solver.engine.worlds import Worlds, count_worlds
from solver.games.think_str8.events import Card
from solver.games.think_str8.facts import Answered, hidden, make_puzzle
from solver.games.think_str8.misheard import Heard
from solver.games.think_str8.review.moments import Story, without
from solver.games.think_str8.rules import right_answer
from solver.games.think_str8.table import Placed, Table
from solver.log import Line


@dataclass(frozen=True, slots=True)
class Spoiled:
    """A true card that a false hint ruled out, and the round from which on it did."""

    card: Card
    since: int

    def data(self) -> dict[str, object]:
        return {"card": str(self.card), "from_round": self.since}


@dataclass(frozen=True, slots=True)
class FalseHint:
    """An answer that the cards prove wrong: what was said, what was right, and which deductions it spoiled."""

    heard: Heard
    right: str
    points: int  # moved too far, or below 0 too little
    wrongly_out: tuple[tuple[str, tuple[int, ...]], ...]  # the most it ever ruled out, by colour
    spoiled: tuple[Spoiled, ...]
    noticed: int | None  # the first round after which no hand fitted all that was told

    @property
    def player(self) -> str:
        return self.heard.player

    @property
    def round(self) -> int:
        return self.heard.round.number

    @property
    def bet(self) -> Placed:
        return self.heard.round.bets[self.heard.player]

    @property
    def line(self) -> Line:
        """Where the answer stands."""
        return self.bet.lines[-1]

    def data(self) -> dict[str, object]:
        return {
            "round": self.round,
            "line": self.line.number,
            "text": self.line.event,
            "player": self.player,
            "range": [self.bet.low, self.bet.high],
            "said": self.bet.answer,
            "right": self.right,
            "sum": self.heard.total,
            "points": self.points,
            "wrongly_ruled_out": {colour: list(numbers) for colour, numbers in self.wrongly_out},
            "true_cards_ruled_out": [spoiled.data() for spoiled in self.spoiled],
            "no_hand_from_round": self.noticed,
        }


@dataclass(frozen=True, slots=True)
class Hints:
    """How many answers the log has, how many could be checked, and the false ones."""

    answers: int
    checked: int
    false: tuple[FalseHint, ...]

    def data(self) -> dict[str, object]:
        return {"answers": self.answers, "checked": self.checked, "false": [hint.data() for hint in self.false]}


def check_hints(story: Story) -> Hints:
    answers = sum(bet.typed for this in story.table.rounds for bet in this.bets.values())
    checked = sum(heard.round.bets[heard.player].typed for heard in story.heard)
    false = tuple(_look_into(story, heard) for heard in story.heard if not heard.fits)
    return Hints(answers, checked, false)


def _look_into(story: Story, heard: Heard) -> FalseHint:
    table, bet = story.table, heard.round.bets[heard.player]
    right = right_answer(bet.low, bet.high, heard.total, bet.length == min(table.tokens))
    points = table.tokens[bet.length] * ((bet.answer == "hit") - (right == "hit"))
    wrongly, spoiled, noticed = _follow(story, heard)
    return FalseHint(heard, right, points, wrongly, spoiled, noticed)


def _follow(
    story: Story, heard: Heard
) -> tuple[tuple[tuple[str, tuple[int, ...]], ...], tuple[Spoiled, ...], int | None]:
    """Round after round, what the hint ruled out for the player who believed it and all that was true."""
    player, first = heard.player, heard.round.number
    worst: dict[str, tuple[int, ...]] = {}
    spoiled: dict[tuple[str, int], Spoiled] = {}
    for number in range(first, story.table.round + 1):
        table = story.seen_by(story.after_round(number), player)
        truth, belief = _truth_and_belief(story, table, heard)
        if not belief.count:
            return tuple(worst.items()), tuple(spoiled.values()), number
        for colour in table.colours:
            held = table.current(player, colour)
            can, believed = (frozenset(worlds.counts(hidden(held))) for worlds in (truth, belief))
            out = tuple(sorted(can - believed))
            if len(out) > len(worst.get(colour, ())):
                worst[colour] = out
            card = story.true_card(held)
            if card in out and card is not None:
                spoiled.setdefault((colour, held.first), Spoiled(Card(colour, card), number))
    return tuple(worst.items()), tuple(spoiled.values()), None


def _truth_and_belief(story: Story, table: Table, heard: Heard) -> tuple[Worlds, Worlds]:
    """All worlds without any false hint, and those with this one."""
    told = make_puzzle(table, heard.player)
    puzzle = without(told, story.false_rounds(heard.player))
    return count_worlds(puzzle), count_worlds(_with(puzzle, told, heard))


def _with(puzzle: Puzzle, told: Puzzle, heard: Heard) -> Puzzle:
    facts = [
        fact for fact in told.facts if isinstance(fact.told, Answered) and fact.told.round.number == heard.round.number
    ]
    return replace(puzzle, facts=(*puzzle.facts, *facts))
