"""Round by round: what could be known after it, what was new, which deduction was the hardest; and the timeline.

Every answer is worked out again from the cards held then, and a false one shows its cost.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solver.engine.facts import Hidden
from solver.engine.worlds import count_worlds
from solver.games.think_str8.facts import Answered, Heard, hidden, list_lines, make_puzzle, seen_numbers
from solver.games.think_str8.patterns import name_proof
from solver.games.think_str8.review.moments import Position, Story, without
from solver.games.think_str8.rules import NUMBERS, Card, right_answer
from solver.games.think_str8.table import Round
from solver.games.think_str8.words.proofs import word_proof
from solver.log import Line
from solver.proof.conflicts import Sentence
from solver.proof.smallest import Claim, Proof, find_smallest, prove
from solver.proof.steps import tell


@dataclass(frozen=True, slots=True)
class Deduction:
    """Something that could be known for the first time: the card is this number, or is none of these.

    With `misled` it rests on a false hint. The proof is put into sentences only when somebody asks for them.
    """

    colour: str
    numbers: tuple[int, ...]
    certain: bool
    misled: bool
    proof: Proof
    position: Position
    seat: str

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        return word_proof(tell(self.proof), self.position.table, self.seat)

    @property
    def pattern(self) -> str:
        """The way to it that has a name; nothing where there is none."""
        return name_proof(self.position.puzzle, self.proof)

    @property
    def claim(self) -> str:
        """The claim as `why` takes it."""
        return f"{self.colour} {' '.join(map(str, self.numbers))}"

    def data(self) -> dict[str, object]:
        lines = list_lines(self.proof.because)
        return {
            "claim": self.claim,
            "verdict": "certain" if self.certain else "impossible",
            "leans_on_a_false_hint": self.misled,
            "pattern": self.pattern,
            "because": [line.data() for line in lines],
            "steps": [sentence.text for sentence in self.sentences],
        }


@dataclass(frozen=True, slots=True)
class RoundReview:
    """A round from one seat: hands left after it, and what was new. `hardest` is one of the `deductions`."""

    round: Round
    hands: int
    doubted: bool
    deductions: tuple[Deduction, ...]
    hardest: Deduction | None

    @property
    def number(self) -> int:
        return self.round.number

    @property
    def certain(self) -> tuple[Deduction, ...]:
        return tuple(deduction for deduction in self.deductions if deduction.certain)

    def data(self) -> dict[str, object]:
        return {
            "round": self.number,
            "hands": self.hands,
            "without_false_hints": self.doubted,
            "certain": [deduction.claim for deduction in self.certain],
            "deductions": [deduction.data() for deduction in self.deductions],
            "hardest": self.hardest.claim if self.hardest else None,
        }


def review_rounds(story: Story, seat: str) -> tuple[RoundReview, ...]:
    return tuple(_review(story, seat, this) for this in story.table.rounds)


def _review(story: Story, seat: str, this: Round) -> RoundReview:
    after = story.at(story.after_round(this.number), seat)
    look = story.honestly_at if after.doubted else story.at  # false beliefs do not tell what is new
    before = look(story.after_round(this.number - 1), seat)
    if not after.hands:
        return RoundReview(this, 0, after.doubted, (), None)
    deductions = tuple(_deduce(story, seat, before, after))
    hardest = max(deductions, key=lambda one: (not one.misled, one.proof.cost, one.certain), default=None)
    return RoundReview(this, after.hands, after.doubted, deductions, hardest)


def _deduce(story: Story, seat: str, before: Position, after: Position) -> Iterator[Deduction]:
    """What is new after a round, colour by colour; what merely came into sight is not a deduction."""
    table = after.table
    for colour in table.colours:
        held, old = table.current(seat, colour), before.table.current(seat, colour)
        card = hidden(held)
        can, seen = after.possible(card), seen_numbers(table, seat, colour)
        could = before.possible(card) if old.first == held.first else frozenset(NUMBERS)
        out = [number for number in NUMBERS if number in could and number not in can and number not in seen]
        if len(can) == 1 and len(could) > 1:
            yield _explain(story, seat, after, Claim(card, can), tuple(can), certain=True)
        elif out:
            for numbers in _by_proof(after, card, out):
                none_of = Claim(card, frozenset(card.values) - frozenset(numbers))
                yield _explain(story, seat, after, none_of, numbers, certain=False)


def _by_proof(position: Position, card: Hidden, out: list[int]) -> list[tuple[int, ...]]:
    """Numbers that the same sums rule out belong together."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for number in out:
        because = find_smallest(position.puzzle, Claim.is_not(card, number)) or ()
        dear = tuple(fact.line.number for fact in because if fact.cost > 1)
        groups.setdefault(dear, []).append(number)
    return [tuple(numbers) for numbers in groups.values()]


def _explain(
    story: Story, seat: str, position: Position, claim: Claim, numbers: tuple[int, ...], certain: bool
) -> Deduction:
    proof = prove(position.puzzle, claim)
    assert proof is not None  # the worlds just counted leave nothing else
    false = story.false_rounds(seat)
    misled = any(isinstance(fact.told, Answered) and fact.told.round.number in false for fact in proof.because)
    return Deduction(claim.card.name, numbers, certain, misled, proof, position, seat)


# The timeline.


@dataclass(frozen=True, slots=True)
class Course:
    """Hands left for a player, before the first round and after each. With `at_most` the player saw more cards."""

    player: str
    hands: tuple[int, ...]
    at_most: bool

    def data(self) -> dict[str, object]:
        return {"player": self.player, "hands": list(self.hands), "at_most": self.at_most}


def draw_courses(story: Story) -> tuple[Course, ...]:
    return tuple(_course(story, player) for player in story.table.players)


def _course(story: Story, player: str) -> Course:
    positions = [story.at(story.after_round(number), player) for number in range(story.table.round + 1)]
    seen = [colours for holder, colours in positions[-1].table.holders.items() if holder != player]
    at_most = any(held.number is None for colours in seen for cards in colours.values() for held in cards)
    return Course(player, tuple(position.hands for position in positions), at_most)


# Were the hints true?


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
    def line(self) -> Line:
        """Where the answer stands."""
        return self.heard.bet.lines[-1]

    def data(self) -> dict[str, object]:
        return {
            "round": self.round,
            "line": self.line.number,
            "text": self.line.event,
            "player": self.player,
            "range": [self.heard.bet.low, self.heard.bet.high],
            "said": self.heard.bet.answer,
            "right": self.right,
            "sum": self.heard.total,
            "points": self.points,
            "wrongly_ruled_out": {colour: list(numbers) for colour, numbers in self.wrongly_out},
            "true_cards_ruled_out": [spoiled.data() for spoiled in self.spoiled],
            "no_hand_from_round": self.noticed,
        }


@dataclass(frozen=True, slots=True)
class AnswersHeard:
    """How many answers the log has, how many could be checked, and the false ones."""

    answers: int
    checked: int
    false: tuple[FalseHint, ...]

    def data(self) -> dict[str, object]:
        return {"answers": self.answers, "checked": self.checked, "false": [hint.data() for hint in self.false]}


def check_hints(story: Story) -> AnswersHeard:
    answers = sum(bet.typed for this in story.table.rounds for bet in this.bets.values())
    checked = sum(heard.bet.typed for heard in story.heard)
    false = tuple(_look_into(story, heard) for heard in story.heard if not heard.fits)
    return AnswersHeard(answers, checked, false)


def _look_into(story: Story, heard: Heard) -> FalseHint:
    """Round after round, what the hint ruled out for the player who believed it and all that was true."""
    player, first, bet = heard.player, heard.round.number, heard.bet
    false, noticed = story.false_rounds(player), None
    worst: dict[str, tuple[int, ...]] = {}
    spoiled: dict[tuple[str, int], Spoiled] = {}
    for number in range(first, story.table.round + 1):
        table = story.seen_by(story.after_round(number), player)
        told = make_puzzle(table, player)
        truth, belief = (count_worlds(without(told, rounds)) for rounds in (false, false - {first}))
        if not belief.count:
            noticed = number
            break
        for colour in table.colours:
            held = table.current(player, colour)
            can, believed = (frozenset(worlds.counts(hidden(held))) for worlds in (truth, belief))
            out = tuple(sorted(can - believed))
            if len(out) > len(worst.get(colour, ())):
                worst[colour] = out
            card = story.true_card(held)
            if card in out and card is not None:
                spoiled.setdefault((colour, held.first), Spoiled(Card(colour, card), number))
    right = right_answer(bet.low, bet.high, heard.total, bet.length == min(story.table.tokens))
    points = story.table.tokens[bet.length] * ((bet.answer == "hit") - (right == "hit"))
    return FalseHint(heard, right, points, tuple(worst.items()), tuple(spoiled.values()), noticed)
