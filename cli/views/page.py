"""Pages for a browser, from one set of templates: the story of a game as one self-contained file, and the phones.

Whatever a template is given is escaped, and signs that no log should have are shown as dots. In a story whatever says
`line 12` leads to that line of the log, which is at its end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import log10
from pathlib import Path
from typing import TYPE_CHECKING

from cli.views.console import Voice, clean, put_in_words
from solver.english import say_ask
from solver.language import language_spoken, say, say_number

if TYPE_CHECKING:  # every command can recognise a page, but few make one
    from jinja2 import Environment
    from markupsafe import Markup

    from solver.chronicle import Chronicle, Curve, Plot
    from solver.english import Saying

SHARED = Path(__file__).parent / "pages"
# By this a page is known as ours when it is written again; `base.html` begins so.
_OURS = re.compile(
    rb'<!doctype html>\n<html lang="[\w-]+">\n<head>\n<meta charset="utf-8">\n<meta name="generator" content="deduce">'
)
LONGEST_BEGINNING = 200  # bytes in which all that is
UNBROKEN = "\u2011"  # a non-breaking hyphen: 8-10 stays together
_RANGE = re.compile(r"(?<=\d)-(?=\d)")
_INTERVAL = re.compile(r"\([\d.,%–−-]+\)")  # stays on one line
_CODE = re.compile(r"`([^`]+)`")


def make_page(story: Chronicle, back: bool = False, logs: bool = True, voice: Voice = say_ask) -> str:
    """The whole story as one file that depends on no other; `back` to the pad from where a phone shows it."""
    from markupsafe import Markup, escape

    shown = story.logs if logs else ()
    known = {(place, line.number) for place, (_, lines) in enumerate(shown, 1) for line in lines}
    mention = _find_mentions()

    def show(saying: Saying) -> Markup:
        """A sentence: what can be typed set as code, and every line that it names as a link."""
        pieces = enumerate(_CODE.split(str(escape(clean(put_in_words(saying, voice))))))
        text = "".join(f"<code>{piece}</code>" if i % 2 else _RANGE.sub(UNBROKEN, piece) for i, piece in pieces)
        text = _INTERVAL.sub(r'<span class="whole">\g<0></span>', text)
        return Markup(mention.sub(lambda found: _link(found, known), text))

    pages = open_templates()
    pages.filters |= {"show": show, "anchor": _anchor, "graph": Graph, "kind": lambda block: type(block).__name__}
    pages.filters["filename"] = lambda name: Path(name).name
    return pages.get_template("story.html").render(story=story, logs=shown, back=back) + "\n"


def is_ours(beginning: bytes) -> bool:
    """Whether a page that begins so was written by us, in whatever language."""
    return _OURS.match(beginning) is not None


def _find_mentions() -> re.Pattern[str]:
    """Where a sentence names lines of the log: `line 12`, `log 2, line 12`, `lines 3, 4 and 7`."""
    log, line, lines = (f"(?i:{re.escape(name)})" for name in (say("log"), say("line"), say("lines")))
    joined = "|".join(re.escape(f" {word} ") for word in (say("and"), say("or"), say("to")))
    return re.compile(rf"(?:\b{log} (\d+), )?\b(?P<where>{lines} \d+(?:(?:, |{joined})\d+)*|{line} \d+)")


def _link(found: re.Match[str], known: set[tuple[int, int]]) -> str:
    log = int(found[1] or 1)
    head = found.start("where") - found.start()

    def link(number: re.Match[str]) -> str:
        line = int(number[0])
        return f'<a href="#{_anchor(log, line)}">{line}</a>' if (log, line) in known else number[0]

    return found[0][:head] + re.sub(r"\d+", link, found[0][head:])


def _anchor(log: int, line: int) -> str:
    return f"line-{line}" if log == 1 else f"log-{log}-line-{line}"


def open_templates(*more: Path) -> Environment:
    """The templates that all pages share, and those in `more` folders."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # slow to load, and few commands write a page
    from markupsafe import Markup

    def finish(value: object) -> object:
        return value if isinstance(value, Markup) else clean(str(value))

    pages = Environment(
        loader=FileSystemLoader([SHARED, *more]),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=finish,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    pages.globals |= {"say": say, "language": language_spoken}
    pages.filters["said"] = say
    return pages


# Plots: where everything lies. Lines differ by dash and mark, so that colour only helps.

DASHES = ("", "7 3", "2 3", "9 3 2 3", "12 4", "4 2 1 2")
MARKS = (  # a disc, a square, a triangle, a diamond, a cross, a triangle upside down
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
        return say("{what}: {values}", what=self.plot.caption, values="; ".join(map(_tell, self.plot.curves)))

    @property
    def levels(self) -> Iterator[tuple[float, str]]:
        if self.plot.log_scale:
            return ((self._y(10**power), say_number(10**power)) for power in range(int(self._powers) + 1))
        step = next(step for step in _STEPS if self._most <= 6 * step)
        return ((self._y(value), say_number(value)) for value in range(0, self._most + 1, step))

    @property
    def ticks(self) -> Iterator[tuple[float, str]]:
        """The labels below the plot: so few that none runs into the next."""
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
    return f"{_name(curve)} {', '.join('-' if value is None else say_number(value) for value in curve.values)}"


def _name(curve: Curve) -> str:
    return f"{curve.name} ({curve.note})" if curve.note else curve.name
