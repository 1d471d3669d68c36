"""Everything on the screen can be read on black and on white, and nothing is told by colour alone."""

from __future__ import annotations

import asyncio
import itertools
import re
from contextlib import suppress
from pathlib import Path

import pytest
from prompt_toolkit import Application
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from prompt_toolkit.styles import Attrs, default_ui_style, merge_styles
from prompt_toolkit.styles import Style as PromptStyle
from rich.color import Color
from rich.color_triplet import ColorTriplet
from rich.style import Style
from rich.text import Text
from typer.testing import CliRunner

from cli.app import app
from cli.play.keyboard import STYLE, Prompt, Terminal
from cli.views.console import BADGES, THEME
from solver.games.think_str8.rules import COLOURS
from solver.games.tricoda.rules import COLOURS as STONE_COLOURS
from tests.conftest import ROOT

pytestmark = pytest.mark.seldom

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
@pytest.mark.seldom
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


# The prompt of a session, as prompt_toolkit paints it.


def paint(keys: str, prompt: Prompt) -> dict[str, set[str]]:
    """The styles of what stands on the screen at a prompt after these keys, each with the words in it."""
    found: dict[str, set[str]] = {}

    def look(app: Application[str]) -> None:
        screen = app.renderer.last_rendered_screen
        for row in screen.data_buffer.values() if screen else ():
            for style, cells in itertools.groupby(row.values(), lambda cell: cell.style):
                if text := "".join(cell.char for cell in cells).strip():
                    found.setdefault(style, set()).add(text)

    async def type_slowly() -> None:
        for key in keys:
            await asyncio.sleep(0.1)  # what it does is painted before the next one
            typed.send_text(key)
        await asyncio.sleep(0.1)
        app.exit(exception=EOFError)

    def begin(app: Application[str]) -> None:
        app.after_render -= begin
        app.create_background_task(type_slowly())

    with create_pipe_input() as typed, create_app_session(input=typed, output=DummyOutput()):
        terminal = Terminal()
        app = terminal.session.app
        app.after_render += look
        app.after_render += begin
        with suppress(EOFError):
            terminal.ask(prompt)
    style = merge_styles([default_ui_style(), terminal.style])
    painted: dict[str, set[str]] = {}
    for name, words in found.items():
        painted.setdefault(word_style(style.get_attrs_for_style_str(name)), set()).update(words)
    return painted


def word_style(attrs: Attrs) -> str:
    """The same colours as Rich writes them; what has none is the person's own, and can be read."""
    colours = [f"#{colour}" if re.fullmatch("[0-9a-f]{6}", colour or "") else colour for colour in attrs[:2]]
    front, ground = reversed(colours) if attrs.reverse else colours
    return f"{front or 'default'}{f' on {ground}' if ground else ''}"


PROMPTS = {  # Ctrl-U clears, Ctrl-R searches, Ctrl-Q takes the next key as it is
    "invited": ("", Prompt("Who bets?", invites="such as 4-9"), "such as 4-9"),
    "completed": ("b\t\t\x15", Prompt("Who bets?", suggest=lambda _: ["bet", "blue"]), "blue"),
    "refused": ("\x15", Prompt("Who bets?", text="bet 4-x", refused=True), "bet 4-x"),
    "searched": ("bet\x12e\x07\x15", Prompt("Who bets?"), "bet"),
    "quoted": ("\x11\x01\x15", Prompt("Who bets?"), "^A"),
}


@pytest.mark.parametrize(("keys", "prompt", "shown"), PROMPTS.values(), ids=PROMPTS)
def test_all_at_a_prompt_can_be_read(keys: str, prompt: Prompt, shown: str) -> None:
    styles = paint(keys, prompt)
    words = set().union(*styles.values())
    assert any(shown in word for word in words), words
    assert any("Ctrl-U clears" in word for word in words)
    for style, texts in styles.items():
        assert style == "default" or can_be_read(Style.parse(style)), f"{style}: {texts}"


def test_every_style_of_the_prompt_can_be_read_and_is_exact_in_256_colours() -> None:
    style = merge_styles([default_ui_style(), PromptStyle.from_dict(STYLE)])
    palette = {Color.from_ansi(number).get_truecolor().hex for number in range(PALETTE, 256)}
    for name in STYLE:
        attrs = style.get_attrs_for_style_str(f"class:{name}")
        if not name.startswith("scrollbar"):  # there is no text on it
            assert can_be_read(Style.parse(word_style(attrs))), name
        for colour in re.findall("#[0-9a-f]{6}", word_style(attrs)):
            assert colour in palette, name
    chosen = style.get_attrs_for_style_str("class:completion-menu.completion.current")
    assert chosen.reverse, "what is chosen is seen without colours too"
