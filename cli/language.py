"""Which language is spoken at a door: asked for, else that of the machine or of the phone, if we have it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from gettext import GNUTranslations

from solver.language import ENGLISH, languages, spoken

OPTION = "--lang"


def part_language(args: Sequence[str]) -> tuple[str | None, list[str]]:
    """What `--lang` asks for, wherever it stands in a call, and the call without it."""
    kept, asked = list(args), None
    end = kept.index("--") if "--" in kept else len(kept)
    for place in reversed(range(end)):
        word, given, value = kept[place].partition("=")
        if word == OPTION:
            asked = value if given else "".join(kept[place + 1 : place + 2])
            del kept[place : place + (1 if given else 2)]
    return asked, kept


def of_call(args: Sequence[str], environ: Mapping[str, str]) -> str:
    """What a call asks for, else what its machine speaks."""
    asked, _ = part_language(args)
    return first_known([asked]) if asked else of_machine(environ)


def of_machine(environ: Mapping[str, str]) -> str:
    """DEDUCE_LANG, else the locale, as other programs take it: the first of these that is set counts."""
    names = ("DEDUCE_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    return first_known(next(([environ[name]] for name in names if environ.get(name)), []))


def of_phone(chosen: str | None, accepted: str | None) -> str:
    """What was chosen on that phone (its cookie), else what its browser asks for (Accept-Language)."""
    wishes = [wish.partition(";") for wish in (accepted or "").split(",")]
    liked = sorted(wishes, key=lambda wish: -_weight(wish[2]))
    return first_known([chosen or "", *(wish[0].strip() for wish in liked)])


def _weight(quality: str) -> float:
    try:
        return float(quality.strip().removeprefix("q=") or 1)
    except ValueError:
        return 0.0


def first_known(wishes: Iterable[str]) -> str:
    """The first of these that we have: `de`, `de_AT.UTF-8` and `de-CH` are all German."""
    known = languages()
    return next((code for code in map(code_of, wishes) if code in known), ENGLISH)


def code_of(wish: str) -> str:
    return wish.lower().replace("_", "-").replace(".", "-").partition("-")[0]


# What pages say themselves, in their scripts: `say("…")` and `sayCount("…", "…", count)`, each text in one piece.

_TEXT = r'"((?:[^"\\]|\\.)+)"'
_SAID = rf"\bsay\(\s*{_TEXT}"
_COUNTED = rf"\bsayCount\(\s*{_TEXT},\s*{_TEXT}"
COUNTS = 200  # however high they go, languages count by the last two figures


def sentences_of_page(script: str) -> list[str | tuple[str, str]]:
    """The sentences of a script or a template, and the pairs for one and for many."""
    said = [json.loads(f'"{text}"') for text in re.findall(_SAID, script)]
    return [*said, *((json.loads(f'"{one}"'), json.loads(f'"{many}"')) for one, many in re.findall(_COUNTED, script))]


def words_of_page(scripts: Iterable[str]) -> dict[str, object]:
    """What `words.js` needs to say the sentences of these scripts in the language that is spoken.

    `say` has each sentence and how it is said, `count` the forms of each pair by its first, and `forms` which of them
    is for 0, 1, 2 …; what is not there is said in English.
    """
    language = spoken.get()
    if not isinstance(language, GNUTranslations):
        return {}
    keys = [key for script in scripts for key in sentences_of_page(script)]
    form = [int(vars(language)["plural"](count)) for count in range(COUNTS)]
    counts = [form.index(kind) for kind in range(max(form) + 1)]  # for each form a count that it is for
    return {
        "say": {key: language.gettext(key) for key in keys if isinstance(key, str)},
        "count": {key[0]: [language.ngettext(*key, at) for at in counts] for key in keys if isinstance(key, tuple)},
        "forms": form,
    }
