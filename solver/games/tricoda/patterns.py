"""The ways of deducing that people have names for: how many answers are held together, and whether sight matters."""

from __future__ import annotations

from solver.games.tricoda.facts import Answered
from solver.language import later
from solver.proof.smallest import Proof

ONE = later("one answer")
SEEN = later("one answer and the stones in sight")
TWO = later("two answers together")
THREE = later("three answers together")
MANY = later("many answers together")
LEVEL = {ONE: 1, SEEN: 2, TWO: 3, THREE: 4, MANY: 5}
MEANS = {
    ONE: later("One answer is enough: count what the reader sees without your rack."),
    SEEN: later("One answer says which stones it could be, and all of those lie in sight."),
    TWO: later("Neither answer says it alone: hold the racks that fit one against those that fit the other."),
    THREE: later("Three answers leave no rack with this number, any two of them would."),
    MANY: later("It takes four answers or more: cross out racks, not numbers."),
}


def name_proof(proof: Proof) -> str:
    """The pattern by which a proof about the rack comes out; nothing where stones in sight say it all."""
    answers = count_answers(proof)
    if answers == 1:
        return ONE if len(proof.because) == 1 else SEEN
    return "" if not answers else {2: TWO, 3: THREE}.get(answers, MANY)


def count_answers(proof: Proof) -> int:
    return sum(isinstance(fact.told, Answered) for fact in proof.because)
