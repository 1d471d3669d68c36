"""Pages for a browser, from one set of templates: the story of a game as one whole file, and the phones.

Whatever a template is given is escaped, and signs that no log should have are shown as dots. In a story whatever says
`line 12` leads to that line of the log, which is at its end.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from cli.views.console import clean

if TYPE_CHECKING:  # every command knows a page when it sees one, but few make one
    from jinja2 import Environment
    from markupsafe import Markup

    from solver.chronicle import Chronicle
    from solver.remarks import Saying

SHARED = Path(__file__).parent / "pages"
# By this a page is known as ours when it is written again.
PAGE_BEGIN = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="deduce">"""
UNBROKEN = "\u2011"  # a hyphen at which no row ends: 8-10 stays together
_RANGE = re.compile(r"(?<=\d)-(?=\d)")
_CODE = re.compile(r"`([^`]+)`")
_MENTION = re.compile(r"(?:\b[Ll]og (\d+), )?\b(?P<where>[Ll]ine \d+|[Ll]ines \d+(?:(?:, | and | or | to )\d+)*)")


def make_page(story: Chronicle) -> str:
    """The whole story as one file that needs nothing else."""
    from markupsafe import Markup, escape

    from cli.views.plot import Graph

    known = {(place, line.number) for place, (_, lines) in enumerate(story.logs, 1) for line in lines}

    def say(saying: Saying) -> Markup:
        """A sentence: what can be typed set as code, and every line that it names as a link."""
        pieces = enumerate(_CODE.split(str(escape(clean(str(saying))))))
        text = "".join(f"<code>{piece}</code>" if i % 2 else _RANGE.sub(UNBROKEN, piece) for i, piece in pieces)
        return Markup(_MENTION.sub(lambda found: _link(found, known), text))

    pages = open_templates()
    pages.filters |= {"say": say, "anchor": _anchor, "graph": Graph, "kind": lambda block: type(block).__name__}
    pages.filters["filename"] = lambda name: Path(name).name
    return pages.get_template("story.html").render(story=story) + "\n"


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
    pages.globals["begin"] = Markup(PAGE_BEGIN)
    return pages
