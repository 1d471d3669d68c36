"""Whether a page can be read, reached and understood: axe's rules, and room for a thumb."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

SMALLEST = 44  # pixels of a target for a thumb
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
ROOM = """() => [...document.querySelectorAll("button, a, summary, input")].map((node) => {
    const box = node.getBoundingClientRect();
    return [node.getAttribute("aria-label") || node.textContent.trim(), box.width, box.height];
}).filter(([name, width, height]) => !name || (width && Math.min(width, height) < 44))"""
WIDE = """() => Math.max(...[document.documentElement, ...document.querySelectorAll(".dock, .sheet")].map(
    (node) => node.scrollWidth - node.clientWidth))"""


def examine(page: Any) -> list[str]:
    """All that is wrong with it, by day and by night."""
    return [*check_layout(page), *(fault for light in ("light", "dark") for fault in ask_axe(page, light))]


def check_layout(page: Any) -> list[str]:
    """Nothing to push sideways; every button has a name and room for a thumb."""
    wide = page.evaluate(WIDE)
    small = page.evaluate(ROOM)
    return [*(f"too small or nameless: {one}" for one in small), *([f"{wide} pixels too wide"] if wide > 0 else [])]


def ask_axe(page: Any, light: str) -> list[str]:
    page.emulate_media(color_scheme=light, reduced_motion="reduce")
    if not page.evaluate("'axe' in window"):
        page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
    only = {"type": "tag", "values": RULES} if light == "light" else {"type": "rule", "values": ["color-contrast"]}
    found = page.evaluate("(only) => axe.run({runOnly: only, resultTypes: ['violations'], preload: false})", only)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    return [f"{light}: {one['id']}: {node['html'][:200]}" for one in found["violations"] for node in one["nodes"]]


def find_broken_words() -> str:
    """The words of buttons, headings and table heads that are broken somewhere in the middle."""
    return """() => {
        const broken = [];
        for (const node of document.querySelectorAll("button, h1, h2, th, .head, .die, .track span")) {
            const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
            for (let text = texts.nextNode(); text; text = texts.nextNode())
                for (const word of text.data.matchAll(/\\p{L}{2,}/gu)) {
                    const range = document.createRange();
                    range.setStart(text, word.index);
                    range.setEnd(text, word.index + word[0].length);
                    const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
                    if (lines.size > 1) broken.push(word[0]);
                }
        }
        return broken;
    }"""
