"""Words of other languages, as people type them, and the English words that they mean.

Logs are English. What cannot be read as English is read once more with words of all our languages, whichever of them is
spoken: `bet Ben 4-9 zu tief`, `pari Ben 4-9 trop bas`. A catalogue has them as messages in the context `typed`: an
English word, and all that people type for it. Such a word is known whole, never cut short, with or without its
accents. No catalogue is opened before something could not be read.

Nor is anybody refused for what says nothing: signs at the end of a word (`warum rot 6?`) and words such as `and` are
left out, and `13 bis 19` is 13-19.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from solver import language
from solver.english import fold, plain
from solver.log import Line, Word

MOST = 64  # ways to understand one line
AND, TO, BE = language.as_typed("and to be")  # `and` says nothing between the words of a line, nor does `be` in a claim
ENGLISH = {AND: "and the is was it between", TO: "to and", BE: "be can", "me": "i"}  # what English has for them
_GAP = r"[\s,]+"  # parts words
_ENDS = ".!:;"  # signs behind a word that say nothing; `?` is a card or a die that is not known
_ASKED = _ENDS + "?"  # behind a claim
_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})

Meanings = Mapping[tuple[str, ...], tuple[str, ...]]  # by the words of a phrase


def understood(line: Line, names: Iterable[str] = ()) -> Iterator[Line]:
    """The line in every way that words of other languages can be meant, those first in which most of them are.

    Nothing is left out that may be one of these names, nor anything where players are named: one may be called Was.
    """
    keys = [_key(word.text) for word in line.words]
    if keys and any("players" in _meant(keys[:end]) for end in range(1, _begins(keys[0]) + 1)):
        names = keys
    if any(key != plain(word.text) or _begins(key) for key, word in zip(keys, line.words, strict=True)):
        every = _Ways(line, keys, tuple(map(plain, names))).after(0)
        yield from (one for one in (line._replace(words=words) for words in islice(every, MOST)) if one != line)


class _Ways(NamedTuple):
    """In which ways a line can be meant; its words are looked up by their keys."""

    line: Line
    keys: Sequence[str]
    names: tuple[str, ...]

    def after(self, at: int) -> Iterator[tuple[Word, ...]]:
        """The words from a place on."""
        if at == len(self.keys):
            yield ()
            return
        for end in range(min(at + _begins(self.keys[at]), len(self.keys)), at, -1):
            for meaning in _meant(self.keys[at:end]):
                yield from self._with(at, end, meaning) if meaning != BE else ()
        ranges = self._range_at(at)
        if ranges:
            yield from self._with(at, at + 3, f"{self.keys[at]}-{self.keys[at + 2]}")
        if AND in ranges or not ranges:
            first, bare = self.line.words[at], self.line.words[at].text.rstrip(_ENDS)
            kept = ((first,), (first._replace(text=bare),)) if bare else ((),)
            yield from ((*words, *rest) for words in dict.fromkeys(kept) for rest in self.after(at + 1))

    def _with(self, at: int, end: int, meaning: str) -> Iterator[tuple[Word, ...]]:
        """What stands there, taken for one word or left out."""
        first, last = self.line.words[at], self.line.words[end - 1]
        if meaning != AND:
            word = Word(self.line.text[first.start : last.end], first.start, meaning)
            yield from ((word, *rest) for rest in self.after(end))
        elif not any(name.startswith(self.keys[at]) for name in self.names):
            yield from self.after(end)

    def _range_at(self, at: int) -> tuple[str, ...]:
        """What the word can mean that stands between two numbers, if it makes a range of them: `13 bis 19`."""
        begin, *between = self.keys[at : at + 3]
        numbers = len(between) == 2 and begin.isdecimal() and between[1].isdecimal()
        meant = meanings_of(between[0]) if numbers else ()
        return meant if TO in meant else ()


def without_small(words: Iterable[str], *others: str) -> list[str]:
    """Words of a claim without those that say nothing, or one of these others, and without signs behind them."""
    bare = (word.rstrip(_ASKED) for word in words)
    return [word for word in bare if word and meaning_of(word, (AND, BE, *others)) is None]


def _key(typed: str, ends: str = _ENDS) -> str:
    return plain(typed).rstrip(ends)


def meaning_of(typed: str, known: Collection[str]) -> str | None:
    """The one of these English words that was typed, in any language; None if it is none, or could be several."""
    if fold(typed) in known:
        return fold(typed)
    meant = [word for word in meanings_of(typed) if word in known]
    return meant[0] if len(meant) == 1 else None


def meanings_of(typed: str) -> tuple[str, ...]:
    """The English words that a word or a phrase of another language can mean."""
    return _meant(_key(typed, _ASKED).split())


def _meant(keys: Sequence[str]) -> tuple[str, ...]:
    return _meanings(language.CATALOGUES).get(tuple(keys), ())


def part_meaning(typed: str, known: Collection[str]) -> tuple[str, str]:
    """The one of these English words that a text begins with, in any language, and the rest; `""` if there is none."""
    first, *rest = re.split(_GAP, typed.strip(), maxsplit=1)
    if fold(first) in known:
        return fold(first), "".join(rest)
    for count in range(_begins(_key(first, _ASKED)), 0, -1):
        words = re.split(_GAP, typed.strip(), maxsplit=count)
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
    ours = ((meaning, words.replace(" ", ",")) for meaning, words in ENGLISH.items())
    for every in (ours, *map(language.typed_in, language.languages()[1:])):
        for meaning, words in every:
            for word in words.split(","):
                for spelt in {plain(word), plain(word.casefold().translate(_TWO_LETTERS))}:
                    parts = [part.rstrip(_ENDS) for part in spelt.split()]  # `K.o.`: so are words looked up
                    for key in {tuple(parts), ("".join(parts),), ("-".join(parts),)}:  # zu hoch, zuhoch, zu-hoch
                        found[key] = tuple(dict.fromkeys((*found.get(key, ()), meaning)))
    for nothing in ((), ("",)):
        found.pop(nothing, None)
    return found


@cache
def _longest(catalogues: Path) -> Mapping[str, int]:
    longest: dict[str, int] = {}
    for first, *rest in _meanings(catalogues):
        longest[first] = max(longest.get(first, 0), 1 + len(rest))
    return longest
