"""One self-contained page for a browser: nothing is loaded from anywhere, it reads on a phone and prints on paper."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from cli.views.console import clean

STYLE = """
:root { color-scheme: light dark; --ink: #1c1b19; --paper: #fdfcf9; --soft: #6a665e; --line: #d9d4c8; --card: #f3f0e8;
  --good: #1f6b3a; --bad: #a3261b; --one: #0b5cad; --two: #a3481b; --three: #1f6b3a; --four: #6d2f8e; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece8df; --paper: #181715; --soft: #a39d91; --line: #3b3833;
  --card: #24221f; --good: #7fcf98; --bad: #ff9a8d; --one: #7db8f5; --two: #f0a579; --three: #86d39e;
  --four: #cf9fe8; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere; }
main { max-width: 46rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; line-height: 1.2; margin: .5rem 0; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; border-bottom: 1px solid var(--line); padding-bottom: .2rem; }
h3 { font-size: 1rem; margin: 1.2rem 0 .3rem; }
p, ul, ol { margin: .4rem 0; } ul, ol { padding-left: 1.4rem; }
.soft { color: var(--soft); font-size: .9rem; } .bad { color: var(--bad); font-weight: 600; }
.good { color: var(--good); }
.sums { display: grid; grid-template-columns: repeat(4, 1fr); gap: .5rem; margin: .8rem 0; }
.sums div { background: var(--card); border-radius: .5rem; padding: .5rem .3rem; text-align: center; }
.sums b { display: block; font-size: 1.25rem; } .sums span { font-size: .8rem; color: var(--soft); }
.call { border-left: 4px solid var(--two); background: var(--card); padding: .5rem .8rem; margin: .8rem 0; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .3rem; border-bottom: 1px solid var(--line); text-align: left; overflow-wrap: normal; }
th.n, td.n { text-align: right; } td.n, td.k { white-space: nowrap; } tr.sum td, tr.dear td { font-weight: 600; }
.pad { table-layout: fixed; break-inside: avoid; } .pad th:first-child { width: 1.6rem; }
.pad th, .pad td { text-align: center; padding: .2rem 0; font-size: .85rem; } .pad .yes { font-weight: 700; }
.pad .true { outline: 2px solid var(--ink); outline-offset: -2px; border-radius: .3rem; }
.pad .out, .pad .seen { color: var(--soft); }
details { margin: .2rem 0; } summary { cursor: pointer; padding: .15rem 0; }
details > div { border-left: 2px solid var(--line); margin: .2rem 0 .6rem .3rem; padding-left: .8rem;
  font-size: .92rem; }
code { font-family: ui-monospace, monospace; font-size: .9em; }
svg { display: block; width: 100%; max-width: 34rem; height: auto; margin: .5rem auto; }
svg text { fill: var(--ink); font: 11.5px system-ui, sans-serif; } svg .grid { stroke: var(--line); stroke-width: .7; }
@media (max-width: 34rem) { .wide { display: none; } table { font-size: .84rem; } .sums b { font-size: 1.05rem; } }
@media (max-width: 24rem) { .slim { display: none; } main { padding: .6rem; } }
@media print {
  :root { color-scheme: light; --ink: #000; --paper: #fff; --soft: #444; --line: #999; --card: #fff; --good: #000;
    --bad: #000; --one: #0b5cad; --two: #a3481b; --three: #1f6b3a; --four: #6d2f8e; }
  @page { margin: 15mm; }
  body { font-size: 10.5pt; } main { max-width: none; padding: 0; }
  details > div { font-size: 8.5pt; line-height: 1.3; } details .soft { font-size: 8.5pt; }
  h2, h3, summary { break-after: avoid; } tr, svg, .call, .sums, li { break-inside: avoid; }
  .sums div { border: 1px solid var(--line); } svg { max-width: 13cm; }
  details::details-content { content-visibility: visible; height: auto; } summary { list-style: none; }
}
"""
# Paper cannot be unfolded: every proof is opened before printing, and shut again after.
SCRIPT = """
addEventListener("beforeprint", () => document.querySelectorAll("details:not([open])").forEach(
  fold => { fold.open = true; fold.dataset.shut = "1"; }));
addEventListener("afterprint", () => document.querySelectorAll("details[data-shut]").forEach(
  fold => { fold.open = false; delete fold.dataset.shut; }));
"""
# By this a page is known as ours when it is written again.
PAGE_BEGIN = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="deduce">"""
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


def make_document(title: str, body: Iterable[str]) -> str:
    return "\n".join(
        (
            PAGE_BEGIN,
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{safe(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>",
            *body,
            f"</main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n",
        )
    )


def safe(text: object) -> str:
    """Text from a log, harmless in a page."""
    return escape(clean(str(text)))


def paragraph(text: str, kind: str = "") -> str:
    return f"<p{_class(kind)}>{safe(text)}</p>"


def bullets(texts: Iterable[str]) -> str:
    """A list of pieces that are safe already."""
    return "<ul>" + "".join(f"<li>{text}</li>" for text in texts) + "</ul>"


def fold(claim: str, inside: str) -> str:
    """A claim with what is behind it."""
    return f"<details><summary>{claim}</summary><div>{inside}</div></details>"


def table(head: Sequence[tuple[str, str]], rows: Iterable[tuple[str, Sequence[str]]], kind: str = "") -> str:
    """`head` has a title and a class per column, each row a class and its texts."""
    titles = "".join(f'<th scope="col"{_class(style)}>{safe(title)}</th>' for title, style in head)
    body = "".join(
        f"<tr{_class(row_kind)}>"
        + "".join(f"<td{_class(style)}>{safe(text)}</td>" for text, (_, style) in zip(row, head, strict=True))
        + "</tr>"
        for row_kind, row in rows
    )
    return f"<table{_class(kind)}><thead><tr>{titles}</tr></thead><tbody>{body}</tbody></table>"


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""
