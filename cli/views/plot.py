"""Where everything of a plot lies on a page. Lines differ by dash and mark, so that colour only helps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import log10

from solver.chronicle import Curve, Plot

DASHES = ("", "7 3", "2 3", "9 3 2 3", "12 4", "4 2 1 2")
MARKS = (  # a disc, a square, a triangle, a diamond, a cross, a triangle on its tip
    "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
    "M-2.7-2.7h5.4v5.4h-5.4z",
    "M0-3.6L3.4 2.6H-3.4z",
    "M0-4L4 0L0 4L-4 0z",
    "M-3.5-1h2.5v-2.5h2v2.5h2.5v2h-2.5v2.5h-2v-2.5h-2.5z",
    "M0 3.6L3.4-2.6H-3.4z",
)


@dataclass(frozen=True, slots=True)
class DrawnLine:
    name: str
    points: tuple[tuple[float, float], ...]
    colour: str
    dash: str
    mark: str

    @property
    def path(self) -> str:
        return " ".join(f"{x},{y}" for x, y in self.points)


class Graph:
    """A plot drawn into a box."""

    width, height, left, right, top, bottom = 350, 210, 50, 340, 10, 180

    def __init__(self, plot: Plot) -> None:
        self.plot = plot
        values = [value for curve in plot.curves for value in curve.values if value is not None]
        self._most = max(values, default=1)
        self._powers = max(1.0, log10(max(self._most, 1)))

    @property
    def label(self) -> str:
        """The plot for those who cannot see it."""
        return f"{self.plot.caption}: {'; '.join(map(_tell, self.plot.curves))}"

    @property
    def levels(self) -> Iterator[tuple[float, str]]:
        if self.plot.log_scale:
            return ((self._y(10**power), f"{10**power:,}") for power in range(int(self._powers) + 1))
        step = next(step for step in _STEPS if self._most <= 6 * step)
        return ((self._y(value), f"{value:,}") for value in range(0, self._most + 1, step))

    @property
    def ticks(self) -> Iterator[tuple[float, str]]:
        """So few that they do not touch."""
        every = 1 + (len(self.plot.ticks) - 1) // 16
        return ((self._x(place), tick) for place, tick in enumerate(self.plot.ticks) if place % every == 0)

    @property
    def lines(self) -> Iterator[DrawnLine]:
        for place, curve in enumerate(self.plot.curves):
            points = tuple((self._x(i), self._y(value)) for i, value in enumerate(curve.values) if value is not None)
            look = place % len(DASHES)
            yield DrawnLine(_name(curve), points, f"--curve-{look + 1}", DASHES[look], MARKS[look])

    def _x(self, place: int) -> float:
        return round(self.left + place * (self.right - self.left) / max(1, len(self.plot.ticks) - 1), 1)

    def _y(self, value: int) -> float:
        share = log10(max(value, 1)) / self._powers if self.plot.log_scale else value / max(self._most, 1)
        return round(self.bottom - share * (self.bottom - self.top), 1)


_STEPS = [lead * 10**power for power in range(9) for lead in (1, 2, 5)]


def _tell(curve: Curve) -> str:
    return f"{_name(curve)} {', '.join('-' if value is None else f'{value:,}' for value in curve.values)}"


def _name(curve: Curve) -> str:
    return f"{curve.name} ({curve.note})" if curve.note else curve.name
