"""The arithmetic of one step in words: a bound and how it is reckoned, or, where bounds do not do, every way tried."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from solver.engine.facts import Hidden, SumIn
from solver.english import any_of
from solver.proof.steps import Step, bounds

_MANY = 3  # numbers struck by one step that are still gone through one by one
Left = Mapping[Hidden, Sequence[int]]  # of the other cards: the numbers that are not struck
Name = Callable[[Hidden], str]
Pick = Callable[[Iterable[int]], int]  # min or max


@dataclass(frozen=True, slots=True)
class Said:
    """What is said of another card ("at least 1"), and the numbers that must be out for it."""

    text: str
    out: Sequence[int]


@dataclass(frozen=True, slots=True)
class Part:
    """What must be said of the other cards, and what follows."""

    says: Mapping[Hidden, Said]
    therefore: str


@dataclass(frozen=True, slots=True)
class StepWords:
    """As much of the sum as matters, and one part for each bound that is reckoned."""

    span: str
    parts: tuple[Part, ...]


def plus(terms: Sequence[tuple[Hidden, int]], name: Name = lambda card: card.name) -> str:
    """`yellow + red + red`, and `purple - red` for what is left of two sums; `name` tells cards of one colour apart."""
    colours = [card.name for card, _ in terms]
    names = [(card.name if colours.count(card.name) == 1 else name(card), times) for card, times in terms]
    added = " + ".join(called for called, times in names for _ in range(times))
    return added + "".join(f" - {called}" for called, times in names for _ in range(-times))


def reckon(limit: SumIn, step: Step, name: Name) -> StepWords:
    """By bounds if they say all that the step does; only the sides that matter are told."""
    left = {card: step.left(card) for card in limit.cards if card != step.card}
    low, high = min(limit.sums), max(limit.sums)
    if step.card is None:
        above, below = _total(limit, left, min) > high, _total(limit, left, max) < low
        parts = [_unreachable(limit, left, name, pick) for pick, true in ((min, above), (max, below)) if true]
    else:
        least, most = bounds(limit, step.card, left)
        above, below = max(step.out) > most, min(step.out) < least
        inside = any(least <= number <= most for number in step.out)
        sides = ((min, above and not inside), (max, below and not inside))
        parts = [_bound(limit, step.card, left, name, pick) for pick, true in sides if true]
        if len(parts) > 1 and parts[0].says and parts[0].says == parts[1].says:
            parts[1] = Part({}, f"likewise {parts[1].therefore}")
    if not parts:
        return StepWords(f"{low} to {high}", (_ways(limit, step, left, name),))
    span = f"{low} to {high}" if above and below else f"at most {high}" if above else f"at least {low}"
    return StepWords(span, tuple(parts))


def _ends(limit: SumIn, left: Left, pick: Pick) -> dict[Hidden, int]:
    """The number of every other card with which it adds the least or most."""
    times = dict(limit.terms)
    return {card: pick(times[card] * number for number in numbers) // times[card] for card, numbers in left.items()}


def _total(limit: SumIn, left: Left, pick: Pick) -> int:
    times = dict(limit.terms)
    return sum(times[card] * number for card, number in _ends(limit, left, pick).items())


def _says(left: Left, ends: Mapping[Hidden, int]) -> dict[Hidden, Said]:
    """Of every other card the end that matters; that no card is below 0 need not be said."""
    says = {}
    for card, end in ends.items():
        if len(left[card]) == 1:
            says[card] = Said(str(end), [number for number in card.values if number != end])
        elif end == max(left[card]):
            says[card] = Said(f"at most {end}", [number for number in card.values if number > end])
        elif end > 0:
            says[card] = Said(f"at least {end}", [number for number in card.values if number < end])
    return says


def _bound(limit: SumIn, card: Hidden, left: Left, name: Name, pick: Pick) -> Part:
    """`red + red is at most 5 - 1 = 4: red is at most 2`."""
    times, ends = dict(limit.terms), _ends(limit, left, pick)
    side, total = ("at most", max(limit.sums)) if pick is min else ("at least", min(limit.sums))
    taken = [("-" if times[other] > 0 else "+", end) for other, end in ends.items() for _ in range(abs(times[other]))]
    reckoned = " ".join([str(total), *(f"{sign} {number}" for sign, number in taken if number)])
    if any(ends.values()):
        reckoned += f" = {total - _total(limit, left, pick)}"
    own = " + ".join([name(card)] * times[card])
    least, most = bounds(limit, card, left)
    alone = f": {name(card)} is {side} {most if pick is min else least}" if times[card] > 1 else ""
    return Part(_says(left, ends), f"{own} is {side} {reckoned}{alone}")


def _unreachable(limit: SumIn, left: Left, name: Name, pick: Pick) -> Part:
    """`the sum is at least 7 + 5 + 4 = 16: impossible`."""
    ends = _ends(limit, left, pick)
    added = [("+" if times > 0 else "-", ends[card]) for card, times in limit.terms for _ in range(abs(times))]
    made = " ".join(f"{sign} {number}" for sign, number in sorted(added, key=lambda entry: entry[0])).removeprefix("+ ")
    total = "the sum" if all(times > 0 for _, times in limit.terms) else plus(limit.terms, name)
    side = "least" if pick is min else "most"
    return Part(_says(left, ends), f"{total} is at {side} {made} = {_total(limit, left, pick)}: impossible")


def _ways(limit: SumIn, step: Step, left: Left, name: Name) -> Part:
    """Any other step: which sums the other cards make, and which they would have to make."""
    says = {
        card: Said(any_of(numbers), [number for number in card.values if number not in numbers])
        for card, numbers in left.items()
        if len(numbers) < len(card.values)
    }
    times = dict(limit.terms)
    made = _made(times, left)
    others = plus([(card, times[card]) for card in left], name)
    can = f"{others} can only be {format_runs(made)}"
    if step.card is None:
        return Part(says, f"{can}: impossible")
    own, card, out = times[step.card], name(step.card), sorted(step.out)
    if not left:
        sums = [f"{' + '.join([str(number)] * own)} = {own * number}" for number in out]
        return Part(says, f"{card} is not {any_of(out)}: {'; '.join(sums)}")
    alone = [times[other] for other in left] == [1]  # what the one other card can be is said already
    if len(out) > _MANY:
        rest = f"{card} can only be {any_of(n for n in step.card.values if n not in step.out)}"
        return Part(says, rest if alone else f"{can}, so {rest}")
    ever = _made(times, {other: other.values for other in left})
    tried = []
    for number in out:
        wanted = {total - own * number for total in limit.sums}
        within = [total for total in wanted if min(ever) <= total <= max(ever)]
        too = "much" if min(ever) > max(wanted) else "little"
        would = f"{others} would have to be {format_runs(within)}" if within else f"it is too {too}"
        tried.append(f"with {card} {number}, {would}")
    verdict, why = f"{card} is not {any_of(out)}", "; ".join(tried)
    return Part(says, f"{verdict}: {why}" if alone else f"{can}; {why}, so {verdict}")


def _made(times: Mapping[Hidden, int], left: Mapping[Hidden, Iterable[int]]) -> set[int]:
    """All that these cards can add up to."""
    made = {0}
    for card, numbers in left.items():
        made = {one + times[card] * number for one in made for number in numbers}
    return made


def format_runs(numbers: Iterable[int]) -> str:
    """`3, 5 to 8 or 12`."""
    return any_of(list_runs(numbers))


def list_runs(numbers: Iterable[int]) -> list[str]:
    """`3`, `5 to 8`, `12`."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
