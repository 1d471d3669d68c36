"""One self-contained page for a browser: nothing is loaded from anywhere, it reads on a phone and prints on paper.

Templates lie beside the code that fills them. Whatever they are given is escaped, and signs that no log should have
are shown as dots.
"""

from __future__ import annotations

from pathlib import Path

from cli.views.console import clean

HERE = Path(__file__).parent.parent
# By this a page is known as ours when it is written again.
PAGE_BEGIN = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="deduce">"""


def fill_page(template: str, **values: object) -> str:
    """The page that a template makes of these values."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # slow to load, and few commands write a page
    from markupsafe import Markup

    def finish(value: object) -> object:
        return value if isinstance(value, Markup) else clean(str(value))

    pages = Environment(
        loader=FileSystemLoader(HERE),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=finish,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return pages.get_template(template).render(begin=Markup(PAGE_BEGIN), **values) + "\n"
