"""The constraint engine: compiles facts to CP-SAT and asks. The only importer of ortools, which takes a while to load.

Traps kept in mind: one worker and no presolve for small models; a time-out would not mean "impossible", so none is set.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ortools.sat.python import cp_model

from solver.facts import Fact, Hidden, OneOf, Puzzle, SumIn


class _Model:
    """One literal per card and number."""

    def __init__(self, cards: Iterable[Hidden]) -> None:
        self.model = cp_model.CpModel()
        self.has = {card: {value: self.model.new_bool_var("") for value in card.values} for card in cards}
        for literals in self.has.values():
            self.model.add_exactly_one(literals.values())
        self.solver = cp_model.CpSolver()
        self.solver.parameters.num_workers = 1
        self.solver.parameters.cp_model_presolve = False

    def add(self, fact: Fact) -> None:
        for limit in fact.limits:
            if isinstance(limit, OneOf):
                self._one_of(limit)
            else:
                self._sum(limit)

    def _one_of(self, limit: OneOf) -> None:
        for value, has in self.has[limit.card].items():
            if value not in limit.numbers:
                self.model.add_bool_or(~has)

    def _sum(self, limit: SumIn) -> None:
        terms = [(times * value, has) for card, times in limit.terms for value, has in self.has[card].items()]
        total = cp_model.LinearExpr.weighted_sum([has for _, has in terms], [points for points, _ in terms])
        self.model.add_linear_expression_in_domain(total, cp_model.Domain.from_values(sorted(limit.sums)))

    def solve(self) -> dict[Hidden, int] | None:
        """A world that fits, or None if there is none."""
        status = self.solver.solve(self.model)
        if status == cp_model.INFEASIBLE:
            return None
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise RuntimeError(f"CP-SAT stopped without an answer: {self.solver.status_name(status)}")
        value = self.solver.boolean_value
        return {card: next(v for v, has in literals.items() if value(has)) for card, literals in self.has.items()}


def possible_numbers(puzzle: Puzzle) -> dict[Hidden, frozenset[int]]:
    """What each card of the hand can be, empty if no hand fits.

    Every world found is a witness for all its numbers; the next one must show a number not yet witnessed. When there is
    none, the rest is proved impossible.
    """
    model = _Model(puzzle.cards)
    for fact in puzzle.facts:
        model.add(fact)
    found: dict[Hidden, set[int]] = {card: set() for card in puzzle.hand}
    while (world := model.solve()) is not None:
        for card, numbers in found.items():
            numbers.add(world[card])
        new = [has for card in puzzle.hand for value, has in model.has[card].items() if value not in found[card]]
        if not new:
            break
        model.model.add_bool_or(new)
    return {card: frozenset(numbers) for card, numbers in found.items()}


def find_world(puzzle: Puzzle, facts: Sequence[Fact]) -> dict[Hidden, int] | None:
    """A world in which these facts hold."""
    model = _Model(puzzle.cards)
    for fact in facts:
        model.add(fact)
    return model.solve()
