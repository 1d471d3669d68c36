"""Words of other languages, as people type them, and the English words that they mean.

Logs are English. What cannot be read as English is read once more with words of all our languages, whichever of them is
spoken: `bet Ben 4-9 zu tief`, `pari Ben 4-9 trop bas`. A catalogue has them as messages in the context `typed`: an
English word, and all that people type for it. Such a word is known whole, never cut short, with or without its
accents. No catalogue is opened before something could not be read.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from pathlib import Path

from solver import language
from solver.english import fold, plain
from solver.log import Line, Word

MOST = 64  # ways to understand one line
_GAP = re.compile(r"[\s,]+")  # parts words
_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})

Meanings = Mapping[tuple[str, ...], tuple[str, ...]]  # by the words of a phrase


def understood(line: Line) -> Iterator[Line]:
    """The line in every way that words of other languages can be meant, those first in which most of them are."""
    meanings = _meanings(language.CATALOGUES)
    keys = [plain(word.text) for word in line.words]
    if any((key,) in meanings or _begins(key) for key in keys):
        every = (line._replace(words=words) for words in _ways(line, keys, 0, meanings))
        yield from (one for one in islice(every, MOST) if one != line)


def _ways(line: Line, keys: Sequence[str], at: int, meanings: Meanings) -> Iterator[tuple[Word, ...]]:
    if at == len(keys):
        yield ()
        return
    first, longest = line.words[at], _begins(keys[at])
    for end in range(min(at + longest, len(keys)), at, -1):
        text = line.text[first.start : line.words[end - 1].end]
        for meaning in meanings.get(tuple(keys[at:end]), ()):
            for rest in _ways(line, keys, end, meanings):
                yield (Word(text, first.start, meaning), *rest)
    for rest in _ways(line, keys, at + 1, meanings):
        yield (first, *rest)


def meaning_of(typed: str, known: Collection[str]) -> str | None:
    """The one of these English words that was typed, in any language; None if it is none, or could be several."""
    if fold(typed) in known:
        return fold(typed)
    meant = [word for word in meanings_of(typed) if word in known]
    return meant[0] if len(meant) == 1 else None


def meanings_of(typed: str) -> tuple[str, ...]:
    """The English words that a word or a phrase of another language can mean."""
    return _meanings(language.CATALOGUES).get(tuple(plain(typed).split()), ())


def part_meaning(typed: str, known: Collection[str]) -> tuple[str, str]:
    """The one of these English words that a text begins with, in any language, and the rest; `""` if there is none."""
    first, *rest = _GAP.split(typed.strip(), 1)
    if fold(first) in known:
        return fold(first), "".join(rest)
    for count in range(_begins(plain(first)), 0, -1):
        words = _GAP.split(typed.strip(), count)
        if meant := meaning_of(" ".join(words[:count]), known):
            return meant, "".join(words[count:])
    return "", typed


def words_for(meaning: str) -> tuple[str, ...]:
    """What the language that is spoken has for an English word that people type, the usual one first."""
    said = language.spoken.get().pgettext(language.TYPED, meaning)
    return () if said == meaning else tuple(word.strip() for word in said.split(","))


def word_for(meaning: str) -> str:
    """How the language that is spoken calls an English word that people type."""
    return next(iter(words_for(meaning)), meaning)


def is_short_for(typed: str, meaning: str) -> bool:
    """Whether an English word begins like this, or one that the language spoken has for it: `j` for yes."""
    return any(fold(word).startswith(fold(typed)) for word in (meaning, *words_for(meaning)))


def _begins(key: str) -> int:
    """How many words the longest phrase has that begins with this one."""
    return _longest(language.CATALOGUES).get(key, 0)


@cache
def _meanings(catalogues: Path) -> Meanings:  # noqa: ARG001 - tests have their own
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    for one in language.languages()[1:]:
        for meaning, words in language.typed_in(one):
            for word in words.split(","):
                for spelt in {plain(word), plain(word.casefold().translate(_TWO_LETTERS))}:
                    key = tuple(spelt.split())
                    found[key] = tuple(dict.fromkeys((*found.get(key, ()), meaning)))
    found.pop((), None)
    return found


@cache
def _longest(catalogues: Path) -> Mapping[str, int]:
    longest: dict[str, int] = {}
    for first, *rest in _meanings(catalogues):
        longest[first] = max(longest.get(first, 0), 1 + len(rest))
    return longest
