"""Round by round: what could be known after it, what was new, which deduction was the hardest; and the timeline."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solver.engine.facts import Hidden
from solver.games.think_str8.facts import Answered, hidden, list_lines
from solver.games.think_str8.review.moments import Position, Story
from solver.games.think_str8.rules import NUMBERS
from solver.games.think_str8.sheet import seen_numbers
from solver.games.think_str8.table import Round
from solver.games.think_str8.words.proofs import word_proof
from solver.proof.conflicts import Sentence
from solver.proof.smallest import Claim, Proof, find_smallest, prove
from solver.proof.steps import tell


@dataclass(frozen=True, slots=True)
class Deduction:
    """Something that could be known for the first time: the card is this number, or is none of these.

    With `misled` it rests on a false hint. Only the page and programs want the proof in sentences, so these come late.
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
    def claim(self) -> str:
        """The claim as `why` takes it."""
        return f"{self.colour} {' '.join(map(str, self.numbers))}"

    def data(self) -> dict[str, object]:
        lines = list_lines(self.proof.because)
        return {
            "claim": self.claim,
            "verdict": "certain" if self.certain else "impossible",
            "leans_on_a_false_hint": self.misled,
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

    @property
    def out(self) -> tuple[Deduction, ...]:
        return tuple(deduction for deduction in self.deductions if not deduction.certain)

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
                yield _explain(story, seat, after, _none_of(card, numbers), numbers, certain=False)


def _none_of(card: Hidden, numbers: tuple[int, ...]) -> Claim:
    return Claim(card, frozenset(card.values) - frozenset(numbers))


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
    return Course(player, tuple(position.hands for position in positions), _saw_more(positions, player))


def _saw_more(positions: list[Position], player: str) -> bool:
    """Some card that the player saw is not in the log."""
    last = positions[-1].table
    holders = [cards for holder, colours in last.holders.items() if holder != player for cards in colours.values()]
    return any(held.number is None for cards in holders for held in cards)
