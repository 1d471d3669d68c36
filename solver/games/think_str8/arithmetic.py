"""The arithmetic of one step in words: a bound and how it is reckoned, or, where bounds do not do, every way tried."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from solver.facts import Hidden, SumIn
from solver.grammar import all_of, any_of
from solver.steps import Step

_MANY = 3  # numbers struck by one step that are still gone through one by one
Left = Mapping[Hidden, Sequence[int]]  # of the other cards: the numbers that are not struck
Name = Callable[[Hidden], str]


@dataclass(frozen=True, slots=True)
class StepWords:
    """What must be said of the other cards ("at least 1"), and what follows."""

    says: Mapping[Hidden, str]
    therefore: str


def plus(terms: Sequence[tuple[Hidden, int]]) -> str:
    """`yellow + red + red`, and `purple - red` for what is left of two sums."""
    added = " + ".join(card.name for card, times in terms for _ in range(times))
    return added + "".join(f" - {card.name}" for card, times in terms for _ in range(-times))


def bound_words(limit: SumIn, step: Step, left: Left, name: Name) -> StepWords | None:
    """A step that is a bound: the largest and smallest sum less what the other cards have at least or at most."""
    low, high = min(limit.sums), max(limit.sums)
    if len(limit.sums) != high - low + 1:
        return None
    times = dict(limit.terms)
    smallest = sum(min(times[card] * number for number in numbers) for card, numbers in left.items())
    largest = sum(max(times[card] * number for number in numbers) for card, numbers in left.items())
    if step.card is None:
        return _unreachable(limit, smallest, largest, left)
    own = times[step.card]
    most, least = (high - smallest) // own, -((largest - low) // own)
    above, below = any(n > most for n in step.out), any(n < least for n in step.out)
    if any(least <= number <= most for number in step.out):
        return None
    says = {card: said for card in left if (said := _bounds(left[card], times[card], above, below))}
    card, parts = step.card, []
    if above:
        parts.append(_reckon(name(card), own, "at most", high, most, _extremes(left, times, min)))
    if below:
        parts.append(_reckon(name(card), own, "at least", low, least, _extremes(left, times, max)))
    return StepWords(says, " and ".join(parts))


def _extremes(left: Left, times: Mapping[Hidden, int], pick: Callable[[Iterable[int]], int]) -> list[tuple[int, int]]:
    """What every other card adds to the sum at its smallest or largest: how often it counts, and its number then."""
    return [(times[card], pick(times[card] * n for n in numbers) // times[card]) for card, numbers in left.items()]


def _bounds(numbers: Sequence[int], times: int, above: bool, below: bool) -> str:
    """Of another card, the side that matters; that no card is below 0 need not be said."""
    if len(numbers) == 1:
        return str(numbers[0])
    if times < 0:
        above, below = below, above
    said = [f"at least {min(numbers)}"] if above and min(numbers) > 0 else []
    said += [f"at most {max(numbers)}"] if below else []
    return all_of(said) if said else ""


def _reckon(name: str, own: int, side: str, total: int, bound: int, others: list[tuple[int, int]]) -> str:
    """`red + red is at most 5 - 1 = 4, so red is at most 2`."""
    minus = [number if times > 0 else -number for times, number in others for _ in range(abs(times)) if number]
    rest = total - sum(minus)
    signed = " ".join(f"{'-' if number > 0 else '+'} {abs(number)}" for number in minus)
    reckoned = f"{total} {signed} = {rest}" if minus else str(total)
    if bound < 0 or rest < 0:
        return f"{' + '.join([name] * own)} would be {side} {reckoned}: impossible"
    if own == 1:
        return f"{name} is {side} {reckoned}"
    return f"{' + '.join([name] * own)} is {side} {reckoned}: {name} is {side} {bound}"


def _unreachable(limit: SumIn, smallest: int, largest: int, left: Left) -> StepWords | None:
    if min(limit.sums) <= largest and smallest <= max(limit.sums):
        return None
    above, times = smallest > max(limit.sums), dict(limit.terms)
    total = "the sum" if min(times.values()) > 0 else plus(limit.terms)
    says = {card: said for card in left if (said := _bounds(left[card], times[card], above, not above))}
    parts = [(n, number) for n, number in _extremes(left, times, min if above else max) for _ in range(abs(n))]
    signed = " ".join(f"{'+' if n > 0 else '-'} {number}" for n, number in sorted(parts, key=lambda part: -part[0]))
    made = f"{signed.removeprefix('+ ')} = {smallest if above else largest}"
    return StepWords(says, f"{total} is at {'least' if above else 'most'} {made}: impossible")


def way_words(limit: SumIn, step: Step, left: Left, name: Name) -> StepWords:
    """Any other step: which sums the other cards make, and which they would have to make."""
    times = dict(limit.terms)
    says = {card: any_of(numbers) for card, numbers in left.items() if len(numbers) < len(card.values)}
    made = {
        sum(times[card] * number for card, number in zip(left, way, strict=True)) for way in product(*left.values())
    }
    others = plus([(card, times[card]) for card in left])
    if step.card is None:
        return StepWords(says, f"{others} can only be {format_runs(made)}: impossible")
    if not left:
        own = times[step.card]
        made_alone = [f"{' + '.join([str(number)] * own)} = {own * number}" for number in sorted(step.out)]
        return StepWords(says, f"{name(step.card)} is not {any_of(sorted(step.out))}: {'; '.join(made_alone)}")
    if len(step.out) > _MANY:
        left_over = [number for number in step.card.values if number not in step.out]
        can = f"can only be {any_of(left_over)}" if left_over else "cannot be anything"
        return StepWords(says, f"{others} can only be {format_runs(made)}, and {name(step.card)} {can}")
    parts = []
    for number in sorted(step.out):
        needs = {total - times[step.card] * number for total in limit.sums if total >= times[step.card] * number}
        wanted = f"would have to be {format_runs(needs)}" if needs else "would be too much"
        parts.append(f"with {name(step.card)} {number}, {others} {wanted}")
    return StepWords(says, f"{others} can only be {format_runs(made)}; {'; '.join(parts)}")


def format_runs(numbers: set[int]) -> str:
    """`3, 5 to 8 or 12`."""
    return any_of(list_runs(numbers))


def list_runs(numbers: set[int]) -> list[str]:
    """`3`, `5 to 8`, `12`."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
