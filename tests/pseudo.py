"""A language that turns every letter over and keeps the places: what is still in plain letters is in no catalogue.

`python -m tests.pseudo` runs many commands in it and shows the lines that have English words left.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import Formatter, ascii_lowercase, ascii_uppercase
from tempfile import TemporaryDirectory
from unittest.mock import patch

from typer.testing import CliRunner

from cli.app import app
from cli.options import COMMANDS
from cli.play.inquiries import INQUIRIES
from cli.play.orders import COMMANDS as ORDERS
from hatch_build import compile_catalogues
from solver.games import every_game
from tests.catalogues import ROOT, save, template

TURNED = str.maketrans(ascii_lowercase + ascii_uppercase, "âƀĉđêƒĝĥîĵķļɱñôþǫŕšţûṽŵẋýžÂƁĈĐÊƑĜĤÎĴĶĻṀÑÔÞǪŔŠŢÛṼŴẊÝŽ")
PSEUDO = "eo"  # a language code that we have no catalogue for


def turn(sentence: str, longer: bool = False) -> str:
    """The sentence with its letters turned over, the names of its places kept; each word longer by three tenths."""
    if sentence == "1,234.5":
        return "1.234,5"
    if "{" not in sentence:
        return _turn_words(sentence, longer)
    return "".join(_piece(longer, *piece) for piece in Formatter().parse(sentence))


def _turn_words(text: str, longer: bool) -> str:
    if longer:
        text = re.sub(r"`[^`]*`|[A-Za-z]{3,}", _lengthen, text)
    return text.translate(TURNED)


def _lengthen(found: re.Match[str]) -> str:
    word = found.group()
    return word if word.startswith("`") else word + word[: -(-3 * len(word) // 10)]


def _piece(longer: bool, text: str, name: str | None, form: str | None, _: str | None) -> str:
    turned = _turn_words(text, longer).replace("{", "{{").replace("}", "}}")
    return turned if name is None else f"{turned}{{{name}{':' if form else ''}{form or ''}}}"


def build(folder: Path, longer: bool = False) -> None:
    """A catalogue of this language, compiled, in a folder outside of the project."""
    catalogue = template(PSEUDO)
    for message in catalogue:
        if message.id:
            ids = message.id
            message.string = turn(ids, longer) if isinstance(ids, str) else tuple(turn(one, longer) for one in ids)
    save(catalogue, folder / f"{PSEUDO}.po")
    compile_catalogues(folder)


def words_left(shown: str, names: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """The lines that have words in plain letters, and these words.

    Names are no such words, nor is what is typed or could be: between backquotes, and from a verb or a command on.
    """
    known = {*NAMES, *names}
    typed = _TYPED.sub("", shown)
    for line in typed.splitlines():
        plain = re.sub(r"[\w./-]+\.(?:game|html)|--[\w-]+(?:[ =][^ ]+)*|[A-Z]{2,}|\b[bgypre]{3}\b", "", line)
        words = re.findall(r"(?<![\w])[A-Za-z]{2,}(?![\w])", _VERB.sub("", plain))
        left = [word for word in words if word not in known]
        if left:
            yield line, left


VERBS = {verb.name for game in every_game() for verb in game.verbs} | {*COMMANDS, *ORDERS, *INQUIRIES}
_TYPED = re.compile(  # by a person, a log with a mark or a comment, what could be typed
    r"(?m)^[>$].*$|^.*\n +\^+$|#.*$|`[^`]*`|→[^→]*?round\s+\d+"
)
_VERB = re.compile(rf"(?<!\w)(?:{'|'.join(sorted(VERBS - {'?'}, key=len, reverse=True))})(?!\w).*")
PLAYERS = "Ann Anna Ben Bea Cleo Dirk Eva Ina Jan Tom Zoe Inka Markus Thomas Katrin Nora Emil Jonas Tess Opa Lena"
MORE = "neutral Spieler"  # the second is taken for a name in a session that is typed in German
GAMES = "Think Tricoda Thinkaboxin think tricoda thinkaboxin deduce"
ANSWERS = "pad hints full table plain nuggets goldrush sheriff yes no wait as after round win"
NAMES = frozenset(f"{PLAYERS} {MORE} {GAMES} {ANSWERS}".split())
EXAMPLE = "examples/think_str8/evening.game"
OTHER = "examples/think_str8/four_players.game"
MY_BET = "".join(f"{line}\n" for line in (ROOT / EXAMPLE).read_text("utf-8").splitlines()[:33])  # read from `-`
CONTRADICTION = "examples/think_str8/faulty/contradiction.game"
CALLS = (
    "--help",
    *(f"{command} --help" for command in COMMANDS),
    "notation think-str8",
    "show --nonsense",
    "show",
    f"show {EXAMPLE} Anna",
    f"show {EXAMPLE} --round",
    f"show {EXAMPLE} --round few",
    f"show {EXAMPLE} --json=3",
    "simulate think-str8 --games 0",
    "simulate think-str8 --table",
    "simulate think-str8 --seats best",
    "simulate mastermind",
    "serve new.game --port 99999",
    "shows",
    "show examples/nowhere.game",
    "show .",
    f"show {EXAMPLE} --as Zoe",
    f"show {EXAMPLE}",
    f"show {EXAMPLE} --round 3",
    f"show {OTHER}",
    f"check {EXAMPLE}",
    f"check {OTHER}",
    f"check {CONTRADICTION}",
    f"show {CONTRADICTION}",
    "show examples/think_str8/faulty/another_score.game",
    f"why {OTHER} purple 1",
    f"why {OTHER} green",
    f"why {EXAMPLE} red 6 --round 2",
    f"hint {EXAMPLE} --round 3",
    f"hint {EXAMPLE} --round 3 --more",
    f"hint {EXAMPLE} --full",
    f"advise {EXAMPLE}",
    f"advise {EXAMPLE} --round 8",
    "advise examples/think_str8/inka.game",
    "show -",
    "hint -",
    "hint - --more",
    "why - yellow",
    "advise -",
    "advise - --all",
    f"advise {OTHER} --final",
    f"advise {OTHER} --final --aim win",
    "advise examples/think_str8/markus.game --final --aim 20",
    "advise examples/think_str8/markus.game --dice y g b",
    f"review {EXAMPLE}",
    f"review {EXAMPLE} --html - --json",
)


def run(call: str, language: str = PSEUDO) -> str:
    """What a command shows in a language."""
    return CliRunner().invoke(app, ["--lang", language, *call.split()], input=MY_BET).output


def main() -> None:
    with TemporaryDirectory() as folder, patch("solver.language.CATALOGUES", Path(folder)):
        build(Path(folder))
        for call in sys.argv[1:] or CALLS:
            shown = run(call)
            left = list(words_left(shown, ()))
            print(f"\n$ deduce {call}\n  {len(left)} of {len(shown.splitlines())} lines have plain words")
            print(*(f"    {line}" for line, _ in left), sep="\n")


if __name__ == "__main__":
    main()
