"""Everything on the screen can be read on black and on white, and nothing is told by colour alone."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from rich.color import Color
from rich.color_triplet import ColorTriplet
from rich.style import Style
from rich.text import Text
from typer.testing import CliRunner

from cli.app import app
from cli.views.console import BADGES, THEME
from solver.games.think_str8.rules import COLOURS
from solver.games.tricoda.rules import COLOURS as STONE_COLOURS
from tests.conftest import ROOT

BLACK, WHITE = ColorTriplet(0, 0, 0), ColorTriplet(255, 255, 255)
LEAST = 4.5  # WCAG 2.2, 1.4.3
PALETTE = 16  # colours below are what the person's terminal makes of them
EXAMPLES = ROOT / "examples"
LOGS = [
    EXAMPLES / "think_str8" / "evening.game",
    EXAMPLES / "think_str8" / "false_hint.game",
    EXAMPLES / "think_str8" / "faulty" / "many_mistakes.game",
    EXAMPLES / "tricoda" / "three_players.game",
    EXAMPLES / "tricoda" / "false_answer.game",
    EXAMPLES / "thinkaboxin" / "in_progress.game",
    EXAMPLES / "thinkaboxin" / "clash.game",
]
CALLS = {"show": (), "why": (), "check": (), "hint": ("--full",), "advise": ("--all",), "review": ()}
CLAIMS = {"think_str8": ("red", "6"), "tricoda": ("7",), "thinkaboxin": ("3x5",)}


def luminance(colour: ColorTriplet) -> float:
    parts = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized)
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


def contrast(one: ColorTriplet, other: ColorTriplet) -> float:
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def can_be_read(style: Style) -> bool:
    if style.dim or not all(_is_fixed(colour) for colour in (style.color, style.bgcolor) if colour):
        return False
    if style.color is None:
        return style.bgcolor is None
    grounds = [style.bgcolor.get_truecolor()] if style.bgcolor else [BLACK, WHITE]
    return all(contrast(style.color.get_truecolor(), ground) >= LEAST for ground in grounds)


def _is_fixed(colour: Color) -> bool:
    return colour.number is None or colour.number >= PALETTE


def shown(monkeypatch: pytest.MonkeyPatch, *words: str | Path, typed: str | None = None, coloured: bool = True) -> str:
    monkeypatch.setenv("COLUMNS", "80")
    for name, on in (("FORCE_COLOR", coloured), ("NO_COLOR", not coloured)):
        monkeypatch.setenv(name, "1") if on else monkeypatch.delenv(name, raising=False)
    result = CliRunner().invoke(app, [str(word) for word in words], input=typed)
    return result.stdout + result.stderr


def styles_of(output: str) -> set[Style]:
    return {span.style for span in Text.from_ansi(output).spans if isinstance(span.style, Style)}


def test_contrast_is_reckoned_as_the_guidelines_do() -> None:
    assert contrast(BLACK, WHITE) == pytest.approx(21)
    assert contrast(ColorTriplet(0x76, 0x76, 0x76), WHITE) == pytest.approx(4.54, abs=0.005)
    for unreadable in ("blue", "white", "yellow", "dim", "color(226)", "color(16)", "color(243) on color(248)"):
        assert not can_be_read(Style.parse(unreadable)), unreadable


def test_tones_and_badges_can_be_read() -> None:
    tones = {name: THEME.styles[name] for name in ("dim", "green", "red", "yellow", "cyan", "bold red", "bold cyan")}
    badges = {colour: Style.parse(style) for colour, style in BADGES.items()}
    assert not [name for name, style in (tones | badges).items() if not can_be_read(style)]
    assert {*COLOURS, *STONE_COLOURS} == BADGES.keys(), "every colour of a card or a stone has a badge"


@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}-{log.stem}")
def test_all_that_is_shown_can_be_read(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    used: set[Style] = set()
    for command, options in CALLS.items():
        claim = CLAIMS.get(log.parent.name, ()) if command == "why" else ()
        output = shown(monkeypatch, command, log, *claim, *options)
        for style in styles_of(output):
            assert can_be_read(style), f"{command} of {log.stem} uses {style}"
            used.add(style)
    assert any(style.color for style in used), "nothing is coloured: the test sees no styles"


def test_a_session_and_help_can_be_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text((EXAMPLES / "think_str8" / "notation.game").read_text(encoding="utf-8"), encoding="utf-8")
    typed = "help\nhelp bet\nbte 5\nfoo\nbet Ben 4-9 low\nwhat if bet 1-7 hit\nhint full\nadvise\nquit\n"
    outputs = shown(monkeypatch, "play", path, typed=typed), shown(monkeypatch, "notation", "tricoda")
    for style in itertools.chain.from_iterable(map(styles_of, outputs)):
        assert can_be_read(style), style


@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}-{log.stem}")
def test_colour_is_never_the_only_carrier_of_meaning(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without colours every sign stands where it stood."""
    coloured = shown(monkeypatch, "show", log)
    plain = shown(monkeypatch, "show", log, coloured=False)
    assert "\x1b[38" not in plain
    assert Text.from_ansi(coloured).plain.split() == Text.from_ansi(plain).plain.split()
