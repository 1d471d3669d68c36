"""What people read, in the language of whoever reads it; CONTRIBUTING.md says how to word it.

A sentence is whole, with named places: `say("{player} lays off {card}.", player=…, card=…)`. The English sentence is
its own key. Nothing to the right of this asks which language is spoken: the door (a call, a session, a request) sets
it by `speaking`. What is made when a module is read is marked by `later` and said when it is shown. Cards and colours
are names: `say(colour)`. Figures go through `say_number` and `say_percent`. English never touches a file.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

CATALOGUES = Path(__file__).parent / "locale"  # one file for each language, `de.po`; what is read is compiled from it
ENGLISH = "en"
TYPED = "typed"  # the context of messages that are words which people type

_AS_WRITTEN = NullTranslations()
spoken: ContextVar[NullTranslations] = ContextVar("spoken", default=_AS_WRITTEN)


def say(sentence: str, /, **places: object) -> str:
    """The sentence as it is said, its places filled."""
    said = spoken.get().gettext(sentence) if sentence else ""
    return said.format(**places) if places else said


def say_count(one: str, many: str, count: int, /, **places: object) -> str:
    """The sentence for one or the one for many; `{count}` is a place of both."""
    return spoken.get().ngettext(one, many, count).format(count=say_number(count), **places)


def later(sentence: str, /) -> str:
    """A sentence that is written down now and said later, by `say`: for constants made when a module is read."""
    return sentence


def later_count(one: str, many: str, /) -> tuple[str, str]:
    """A pair of sentences that is said later, by `say_count(*PAIR, count)`."""
    return one, many


def as_typed(words: str, /) -> tuple[str, ...]:
    """English words that people type. A catalogue has, in the context `typed`, what its language says for each."""
    return tuple(words.split())


def say_number(number: float, form: str = ",") -> str:
    """A number with the signs of the language; `form` is Python's: `,` parts thousands, `.2f` has two digits more."""
    sample = say("1,234.5")  # a language says by this number which signs it uses
    written = format(number, form)
    return written.translate({ord(","): sample[1:-5], ord("."): sample[-2]}) if sample != "1,234.5" else written


def say_percent(share: float, form: str = ".0%") -> str:
    """A share of one as percents: 24%, in other languages 24 %."""
    return say("{number}%", number=say_number(share, form).rstrip("%"))


# Which language.


def languages() -> tuple[str, ...]:
    """Those that can be spoken, English first."""
    return ENGLISH, *sorted(path.stem for path in CATALOGUES.glob("*.mo"))


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Whatever is said inside is said in that language, one of `languages`; another thread starts with English."""
    token = spoken.set(catalogue(language))
    try:
        yield
    finally:
        spoken.reset(token)


def language_spoken() -> str:
    """For what is kept as it was said, and for the head of a page."""
    return spoken.get().info().get("language", ENGLISH)


def typed_in(language: str) -> Iterator[tuple[str, str]]:
    """The English words that people type, and what they type for them in a language."""
    for key, said in vars(catalogue(language))["_catalog"].items():
        if isinstance(key, str) and key.startswith(f"{TYPED}\x04"):
            yield key.partition("\x04")[2], said


@cache
def catalogue(language: str) -> NullTranslations:
    """All that is said in a language."""
    if language == ENGLISH:
        return _AS_WRITTEN
    with (CATALOGUES / f"{language}.mo").open("rb") as file:
        return GNUTranslations(file)
