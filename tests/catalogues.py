"""The catalogues of the languages: `python -m tests.catalogues` finds all that is said and brings them up to date.

python -m tests.catalogues            # new sentences come into every catalogue, old ones go; what is missing is named
python -m tests.catalogues new pl     # a catalogue for Polish, with everything still to be translated
python -m tests.catalogues unsaid     # what looks like a sentence and is not said yet, file by file
python -m tests.catalogues todo de --from 0 --count 100    # what is to be translated, as JSON
python -m tests.catalogues fill de FILE.json               # translations into the catalogue
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from inspect import cleandoc
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from cli import __version__
from cli.language import sentences_of_page
from hatch_build import compile_catalogues
from solver.language import CATALOGUES, TYPED

ROOT = Path(__file__).parent.parent
COMPLETE: tuple[str, ...] = (
    "de",
    "fr",
    "nl",
)  # languages in which nothing may be left in English, and no word be missing
SAYING = {  # how many of the first words are sentences
    "say": 1,
    "later": 1,
    "say_remark": 1,
    "say_text": 1,
    "say_count": 2,
    "say_remark_count": 2,
    "later_count": 2,
}
COMMAND = {"command", "callback"}  # what stands above a function makes its docstring a help text
HEADER = "# What deduce says. CONTRIBUTING.md tells how a catalogue is made, and what is wrong with one."
ALSO_TYPED = "Typed by people: all words for it, the best one first, parted by commas."
IN_SIGNS = "A translation may say it in signs: {signs} in the place of others."  # stands beside the message
LIMITS = "--from", "--count"
INTERNAL = {"NotImplementedError", "ValueError", "TypeError", "RuntimeError", "AssertionError", "compile", "TypeVar"}

Key = str | tuple[str, str]


class Found(NamedTuple):
    """A sentence that is said, or a word that is typed: the key of its message, and where."""

    key: Key
    file: str
    note: str = ""
    context: str | None = None


@cache
def find_all() -> tuple[Found, ...]:
    """All that is said in Python, in pages and in their scripts, and the English words that are typed."""
    return tuple(_find())


def _find() -> Iterator[Found]:
    for room in ("solver", "cli"):
        for path in sorted((ROOT / room).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix == ".py":
                module = ast.parse(path.read_text("utf-8"))
                yield from (Found(key, name) for key in sentences_of_module(module))
                yield from (Found(key, name, IN_SIGNS) for key in sentences_in_signs(module))
                yield from (Found(word, name, ALSO_TYPED, TYPED) for word in words_typed(module))
            elif path.suffix in (".js", ".html"):
                yield from (Found(key, name) for key in sentences_of_page(path.read_text("utf-8")))


def sentences_of_module(module: ast.Module) -> Iterator[Key]:
    for node in ast.walk(module):
        if isinstance(node, ast.Call):
            yield from (text for word in node.keywords if word.arg == "help" for text in _texts(word.value))
            count = SAYING.get(_name(node.func), 0)
            said = [list(_texts(argument)) for argument in node.args[:count]]
            if count == 1 and said:
                yield from said[0]
            elif count == 2 and all(said):
                yield said[0][0], said[1][0]
        elif isinstance(node, ast.FunctionDef) and _is_command(node):
            yield from (" ".join(part.split()) for part in cleandoc(ast.get_docstring(node) or "").split("\n\n"))


def sentences_in_signs(module: ast.Module) -> Iterator[str]:
    """Those that are handed their arithmetic in signs, too."""
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and _name(node.func) == "say" and "signs" in {word.arg for word in node.keywords}:
            yield from _texts(node.args[0])


def words_typed(module: ast.Module) -> Iterator[str]:
    """The verbs of lines, and what `as_typed` marks."""
    for node in ast.walk(module):
        if isinstance(node, ast.ClassDef):
            named = (one for one in node.body if isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == "word")
            yield from (word for one in named for word in _texts(one.value))
        elif isinstance(node, ast.Call) and _name(node.func) == "as_typed" and node.args:
            words = node.args[0].args[0] if isinstance(node.args[0], ast.Call) else node.args[0]  # also said
            yield from (word for text in _texts(words) for word in text.split() if word.strip("=<>"))


def _texts(node: ast.expr) -> Iterator[str]:
    """The sentence, or the sentences that one of is chosen from."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)


def _is_command(function: ast.FunctionDef) -> bool:
    """Whether its docstring is a help text: it is one by its decorator, or by the options that it takes."""
    options = ast.unparse(function.args)
    return any(_called(one) in COMMAND for one in function.decorator_list) or "typer.Option(" in options


def _called(node: ast.expr) -> str:
    return _name(node.func if isinstance(node, ast.Call) else node)


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def template(locale: str | None = None) -> Catalog:
    """A catalogue with everything still to be translated."""
    catalogue = Catalog(
        locale, header_comment=HEADER, project="deduce", version=__version__, fuzzy=False, charset="utf-8"
    )
    for key, file, note, context in find_all():
        if key and key != ("", ""):
            catalogue.add(key, locations=[(file, None)], auto_comments=[note] if note else [], context=context)
    return catalogue


def open_catalogue(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file)


def bring_up_to_date(path: Path, now: Catalog) -> Catalog:
    catalogue = open_catalogue(path)
    catalogue.update(now, no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    save(catalogue, path)
    return catalogue


def save(catalogue: Catalog, path: Path) -> None:
    with path.open("wb") as file:
        write_po(file, catalogue, width=120, sort_output=True, include_lineno=False)


# What is wrong with a catalogue.


def find_faults(catalogue: Catalog) -> list[str]:
    """What is not translated, and what is not written as the English sentence asks for."""
    return [*find_missing(catalogue), *find_wrong(catalogue)]


def find_missing(catalogue: Catalog) -> list[str]:
    return [f"{name(message)} is not translated" for message in catalogue if message.id and not all(texts(message))]


def find_wrong(catalogue: Catalog) -> list[str]:
    """What is wrong with the translations that are there, sentences and typed words."""
    every = [(message, fault) for message in catalogue if message.id for fault in faults_of(message)]
    plurals = (
        f"{name(message)} has {len(texts(message))} forms, the language {catalogue.num_plurals}"
        for message in catalogue
        if isinstance(message.id, tuple) and any(texts(message)) and len(texts(message)) != catalogue.num_plurals
    )
    return [*(f"{name(message)} {fault}" for message, fault in every), *plurals]


def faults_of(message: Any) -> Iterator[str]:
    """What is wrong with the texts of a message that are there."""
    english = message.id[-1] if isinstance(message.id, tuple) else message.id
    for one in filter(None, texts(message)):
        if message.context == TYPED:
            yield from _faults_of_words(one)
        else:
            yield from _faults_of_text(english, one, IN_SIGNS in message.auto_comments)


def _faults_of_words(words: str) -> Iterator[str]:
    for word in words.split(","):
        if not word.strip() or re.search(r"[#{}`]", word):
            yield f"has {word!r}, which nobody can type"


def _faults_of_text(english: str, text: str, in_signs: bool) -> Iterator[str]:
    try:
        wanted, found = places(english), places(text)
    except ValueError as fault:
        yield f"is no text with places: {fault}"
        return
    signs = in_signs and "signs" in found and found <= wanted | {"signs"}
    if found not in (wanted, wanted - {"count"}) and not signs:
        yield f"has the places {sorted(wanted)}, its translation {sorted(found)}"
    if [text[:1].isspace(), text[-1:].isspace()] != [english[:1].isspace(), english[-1:].isspace()]:
        yield f"has other blanks at its ends: {text!r}"
    if english.count("`") != text.count("`"):
        yield f"has {english.count('`')} of the sign `, its translation {text.count('`')}"


def texts(message: Any) -> tuple[str, ...]:
    return message.string if isinstance(message.string, tuple) else (message.string,)


def name(message: Any) -> str:
    """How a message is named to a translator."""
    english = message.id[0] if isinstance(message.id, tuple) else message.id
    return f"the typed word {english!r}" if message.context == TYPED else repr(english)


def places(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


# What is not said yet.


def find_unsaid(module: ast.Module) -> Iterator[tuple[int, str]]:
    """Texts of several words that no `say` takes: most are sentences, some are not."""
    passed: set[int] = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and (_name(node.func) in SAYING or _name(node.func) in INTERNAL):
            passed.update(id(one) for argument in node.args for one in ast.walk(argument))
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):  # a docstring
            passed.add(id(node.value))
        elif isinstance(node, ast.JoinedStr):
            passed.update(id(one) for one in node.values)
    for node in ast.walk(module):
        if isinstance(node, ast.Constant | ast.JoinedStr) and id(node) not in passed:
            text = node.value if isinstance(node, ast.Constant) else ast.unparse(node)
            if isinstance(text, str) and re.search(r"[A-Za-z]{2,}[,:;]? [`{a-zA-Z]", text):
                yield node.lineno, text


def main() -> None:
    match sys.argv[1:]:
        case ["new", language]:
            path = CATALOGUES / f"{language}.po"
            path.parent.mkdir(exist_ok=True)
            save(template(language), path)
            print(f"{path.relative_to(ROOT)} is there to be filled.")
        case ["unsaid", *rooms]:
            for path in (path for room in rooms or ("solver", "cli") for path in sorted((ROOT / room).rglob("*.py"))):
                for line, text in find_unsaid(ast.parse(path.read_text("utf-8"))):
                    print(f"{path.relative_to(ROOT)}:{line}: {text}")
        case []:
            now = template()
            for path in sorted(CATALOGUES.glob("*.po")):
                faults = find_faults(bring_up_to_date(path, now))
                print(f"{path.name}: {len(now)} sentences, {len(faults)} faults", *faults[:20], sep="\n  ")
            compile_catalogues()
        case ["todo", language, *options]:
            from tests.translating import list_open

            begin, count = (int(options[options.index(one) + 1]) if one in options else None for one in LIMITS)
            found = list_open(open_catalogue(CATALOGUES / f"{language}.po"), begin or 0, count)
            print(json.dumps(found, ensure_ascii=False, indent=1))
        case ["fill", language, file]:
            from tests.translating import fill

            path = CATALOGUES / f"{language}.po"
            catalogue = open_catalogue(path)
            taken, refused = fill(catalogue, json.loads(Path(file).read_text("utf-8")))
            save(catalogue, path)
            compile_catalogues()
            print(f"{path.name}: {taken} taken, {len(refused)} refused", *refused, sep="\n  ")
        case _:
            print(__doc__)


if __name__ == "__main__":
    main()
