"""Colours that can be read on a black screen and on a white one: at least 4.5:1 (WCAG AA), which a test computes.

They are numbers of the 256-colour palette, which terminals keep as it is; the sixteen named ones are anybody's taste. A
card's colour is a badge with a ground of its own. Nothing is told by colour alone: NO_COLOR loses no word and no mark.
"""

from __future__ import annotations

from rich.text import Text
from rich.theme import Theme

QUIET, GOOD, BAD, NAME = "color(243)", "color(29)", "color(131)", "color(63)"
THEME = Theme(  # the usual names of styles mean these tones on our screens
    {
        "dim": QUIET,
        "green": GOOD,
        "bold green": f"bold {GOOD}",
        "red": BAD,
        "bold red": f"bold {BAD}",
        "yellow": BAD,
        "bold yellow": f"bold {BAD}",
        "cyan": NAME,
        "bold cyan": f"bold {NAME}",
    }
)
_BLACK, _WHITE = "color(16)", "color(231)"
BADGES = {
    "blue": f"{_WHITE} on color(21)",
    "green": f"{_WHITE} on color(28)",
    "yellow": f"{_BLACK} on color(220)",
    "purple": f"{_WHITE} on color(91)",
    "red": f"{_WHITE} on color(160)",
    "grey": f"{_BLACK} on color(248)",
    "black": f"{_WHITE} on color(16)",
    "brown": f"{_WHITE} on color(94)",
    "pink": f"{_BLACK} on color(213)",
}


def badge(colour: str, text: str = "") -> Text:
    """The colour's name, or a text about it, on a ground of that colour; blanks around it have none."""
    return Text().append(text or colour, style=BADGES[colour])
