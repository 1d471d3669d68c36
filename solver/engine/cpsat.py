"""The constraint engine: compiles facts to CP-SAT and asks. The only importer of ortools, which takes a while to load.

Traps kept in mind: one worker and no presolve for small models; a time-out would not mean "impossible", so none is set;
ortools forgets who listened to Ctrl-C before it, so its own handling of signals is off.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from types import ModuleType
from typing import NamedTuple

from solver.engine import Stopped, stoppable
from solver.engine.facts import Fact, Hidden, OneOf, Puzzle, Stock, SumIn

# ortools names pandas in the signatures of a few methods that work on whole series of variables. Nobody here calls
# them, so while ortools is loaded an empty class stands in for pandas: that saves a third of the time a command takes.
# If that ever fails, ortools is loaded as it is.
if "pandas" in sys.modules:
    from ortools.sat.python import cp_model
else:
    stand_in = ModuleType("pandas")
    stand_in.Index = stand_in.Series = stand_in.DataFrame = type("Unused", (), {})  # type: ignore[attr-defined]
    sys.modules["pandas"] = stand_in
    try:
        from ortools.sat.python import cp_model
    except Exception:
        sys.modules.pop("pandas", None)
        from ortools.sat.python import cp_model
    finally:
        if sys.modules.get("pandas") is stand_in:
            del sys.modules["pandas"]


def _make_solver() -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False
    return solver


def _search(
    solver: cp_model.CpSolver, model: cp_model.CpModel, collector: cp_model.CpSolverSolutionCallback | None = None
) -> bool:
    """Whether there is a solution, found or proved not to exist: a search cut short answers nothing."""
    with stoppable(solver.stop_search):
        status = solver.solve(model, collector)
    if status == cp_model.UNKNOWN or (collector and status == cp_model.FEASIBLE):
        raise Stopped
    if status == cp_model.MODEL_INVALID:
        raise RuntimeError("CP-SAT was given a model that is not valid")
    return status != cp_model.INFEASIBLE


class _Unaliased(cp_model.CpModel):
    """A model without the method names of old versions, which take longer to add than a small model takes to solve."""

    def _add_pre_pep8_methods(self) -> None:
        pass


class _Model:
    """A literal per card and number that facts about the card alone leave; sums, and for each moment its stock.

    Where cards are made of parts, those that nothing is told of are left out, unless they are in the hand.
    """

    def __init__(self, puzzle: Puzzle, facts: Iterable[Fact]) -> None:
        self.model, self.solver = _Unaliased(), _make_solver()
        self.solver.parameters.cp_model_presolve = False
        limits = [limit for fact in facts for limit in fact.limits]
        told = {card for limit in limits for card in limit.cards}
        left = {
            card: set(card.values) for card in puzzle.cards if not puzzle.stocks or card in told or card in puzzle.hand
        }
        for limit in limits:
            if isinstance(limit, OneOf):
                left[limit.card] &= limit.numbers
        self.has = {card: {number: self.model.new_bool_var("") for number in sorted(left[card])} for card in left}
        for literals in self.has.values():
            self.model.add_exactly_one(literals.values())
        for limit in limits:
            if isinstance(limit, SumIn):
                self._sum(limit)
        for stock in puzzle.stocks:
            self._limit(stock)

    def _sum(self, limit: SumIn) -> None:
        if not limit.sums:  # of a constant CP-SAT takes "none of all numbers" for any number
            self.model.add_bool_or()
            return
        terms = [(times * value, has) for card, times in limit.terms for value, has in self.has[card].items()]
        total = cp_model.LinearExpr.weighted_sum([has for _, has in terms], [points for points, _ in terms])
        self.model.add_linear_expression_in_domain(total, cp_model.Domain.from_values(sorted(limit.sums)))

    def _limit(self, stock: Stock) -> None:
        cards = [card for card in stock.cards if card in self.has]
        for part, most in enumerate(stock.most):
            terms = [
                (has, card.parts.rows[value][part])
                for card in cards
                for value, has in self.has[card].items()
                if card.parts is not None and card.parts.rows[value][part]
            ]
            if terms:
                literals, counts = zip(*terms, strict=True)
                self.model.add(cp_model.LinearExpr.weighted_sum(literals, counts) <= most)

    def solve(self) -> dict[Hidden, int] | None:
        """A world that fits, without the cards left out; None if there is none."""
        if not _search(self.solver, self.model):
            return None
        value = self.solver.boolean_value
        return {card: number for card, literals in self.has.items() for number, has in literals.items() if value(has)}


def possible_numbers(puzzle: Puzzle) -> dict[Hidden, frozenset[int]]:
    """What each card of the hand can be, empty if no hand fits.

    Every world found is a witness for all its numbers; the next one must show a number not yet witnessed. When there is
    none, the rest is proved impossible. To look first for a new number of every card at once saves most of the solves.
    """
    model = _Model(puzzle, puzzle.facts)
    found: dict[Hidden, set[int]] = {card: set() for card in puzzle.hand}
    while (world := model.solve()) is not None:
        for card, numbers in found.items():
            numbers.add(world[card])
        new = {card: model.has[card].keys() - numbers for card, numbers in found.items()}
        if not any(new.values()):
            break
        model.model.add_bool_or(model.has[card][number] for card, numbers in new.items() for number in numbers)
        model.model.clear_hints()  # type: ignore[no-untyped-call]
        for card, numbers in new.items():
            if numbers:
                model.model.add_hint(model.has[card][min(numbers)], True)
    return {card: frozenset(numbers) for card, numbers in found.items()}


def find_world(puzzle: Puzzle, facts: Sequence[Fact]) -> dict[Hidden, int] | None:
    """A world in which these facts hold."""
    return _Model(puzzle, facts).solve()


class _Collector(cp_model.CpSolverSolutionCallback):
    """Keeps what a sum is over all worlds found."""

    def __init__(self, total: cp_model.LinearExprT) -> None:
        super().__init__()
        self.total, self.found = total, set[int]()

    def on_solution_callback(self) -> None:
        self.found.add(self.value(self.total))


def list_numbers(puzzle: Puzzle) -> frozenset[int]:
    """What the hand's only card can be: all worlds are enumerated, by one worker, since more can lose worlds."""
    (card,) = puzzle.hand
    model = _Model(puzzle, puzzle.facts)
    model.solver.parameters.enumerate_all_solutions = True
    numbers, literals = list(model.has[card]), list(model.has[card].values())
    collector = _Collector(cp_model.LinearExpr.weighted_sum(literals, numbers))
    _search(model.solver, model.model, collector)
    return frozenset(collector.found)


def find_other(puzzle: Puzzle, known: frozenset[int]) -> int | None:
    """A number the hand's only card can have besides those known; None if it is proved that there is none."""
    (card,) = puzzle.hand
    model = _Model(puzzle, puzzle.facts)
    model.model.add_bool_or(has for number, has in model.has[card].items() if number not in known)
    world = model.solve()
    return None if world is None else world[card]


def can_be(puzzle: Puzzle, number: int) -> bool:
    """Whether there is a world in which the hand's only card has this number."""
    (card,) = puzzle.hand
    model = _Model(puzzle, puzzle.facts)
    if number not in model.has[card]:
        return False
    model.model.add_bool_or(model.has[card][number])
    return model.solve() is not None


# Bets.


class Goal(NamedTuple):
    """If the cards are these and the gains reach `need`, `weight` is won."""

    cards: tuple[int, ...]
    need: int
    weight: int


class Cover(NamedTuple):
    """The numbers named for each card, the weight won, a bound on it, and whether the two are proved equal."""

    numbers: tuple[tuple[int, ...], ...]
    weight: int
    bound: float
    proved: bool


def cover_most(
    goals: Sequence[Goal], gains: Mapping[int, int], hint: Sequence[tuple[int, ...]], patience: float
) -> Cover:
    """Name a few numbers per card so that the goals won weigh most: a card among k numbers named gains `gains[k]`.

    The hint must be a legal choice; it is where the search starts and what is returned if nothing better is found.
    `patience` is measured by the work that CP-SAT counts, 0.1 of it about a second, so that the same question has the
    same answer on any machine, busy or not.
    """
    model = _CoverModel(goals, gains, hint)
    return model.solve(patience)


class _CoverModel:
    """A literal says that a card's number is named among k; another, per goal, that it is won."""

    def __init__(self, goals: Sequence[Goal], gains: Mapping[int, int], hint: Sequence[tuple[int, ...]]) -> None:
        self.model, self.gains, self.hint = _Unaliased(), gains, hint
        self.named: list[dict[tuple[int, int], cp_model.IntVar]] = []
        for card, numbers in enumerate(hint):
            self._add_card(sorted({goal.cards[card] for goal in goals} | set(numbers)), set(numbers))
        self.most = sum(goal.weight for goal in goals)
        won = [(self._add_goal(goal), goal.weight) for goal in goals]
        self.model.maximize(cp_model.LinearExpr.weighted_sum([var for var, _ in won], [weight for _, weight in won]))

    def _add_card(self, numbers: list[int], hinted: set[int]) -> None:
        sizes = {size: self.model.new_bool_var("") for size in self.gains if size <= len(numbers)}
        named = {(number, size): self.model.new_bool_var("") for number in numbers for size in sizes}
        self.model.add_exactly_one(sizes.values())
        for size, chosen in sizes.items():
            self.model.add(sum(named[number, size] for number in numbers) == size * chosen)
            self.model.add_hint(chosen, size == len(hinted))
            for number in numbers:
                self.model.add_implication(named[number, size], chosen)
                self.model.add_hint(named[number, size], size == len(hinted) and number in hinted)
        self.named.append(named)

    def _add_goal(self, goal: Goal) -> cp_model.IntVar:
        won = self.model.new_bool_var("")
        terms = [
            (self.gains[size], var)
            for card, number in enumerate(goal.cards)
            for (value, size), var in self.named[card].items()
            if value == number
        ]
        gained = cp_model.LinearExpr.weighted_sum([var for _, var in terms], [gain for gain, _ in terms])
        self.model.add(gained >= goal.need * won)
        reached = sum(
            self.gains[len(numbers)] for number, numbers in zip(goal.cards, self.hint, strict=True) if number in numbers
        )
        self.model.add_hint(won, reached >= goal.need)
        return won

    def solve(self, patience: float) -> Cover:
        solver = _make_solver()
        solver.parameters.linearization_level = 0  # the relaxation is too weak to pay for itself here
        solver.parameters.max_deterministic_time = patience
        with stoppable(solver.stop_search):
            status = solver.solve(self.model)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):  # no time even for the hint, so no bound is known
            return Cover(tuple(self.hint), 0, self.most, False)
        numbers = tuple(
            tuple(sorted(number for (number, _), var in named.items() if solver.boolean_value(var)))
            for named in self.named
        )
        return Cover(numbers, round(solver.objective_value), solver.best_objective_bound, status == cp_model.OPTIMAL)
