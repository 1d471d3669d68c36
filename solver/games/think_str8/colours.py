"""The colours as people type them: words of the box's six languages, pad codes, codes run together."""

from __future__ import annotations

from solver.english import nearest
from solver.games.think_str8.rules import COLOURS
from solver.log import Word, against_rules, plain, unreadable

CODES = {"b": "blue", "g": "green", "y": "yellow", "p": "purple", "r": "red", "e": "grey"}

# English · German · French · Dutch · Polish · Swedish, typed with or without their accents.
_WORDS = {
    "blue": "blue blau bleu bleue blauw niebieski niebieska blå blått blaa",
    "green": "green grün gruen vert verte groen zielony zielona grön grönt",
    "yellow": "yellow gelb jaune geel żółty żółta gul gult",
    "purple": "purple violet violett violette lila paars fioletowy fioletowa",
    "red": "red rot rouge rood czerwony czerwona röd rött",
    "grey": "grey gray grau gris grise grijs szary szara grå grått graa",
}


COLOUR_WORDS = CODES | {plain(word): colour for colour, words in _WORDS.items() for word in words.split()}


def parse_colour(word: Word, colours: tuple[str, ...] = COLOURS) -> str:
    """One colour; `colours` are those of this game."""
    colour = find_colour(word)
    if colour is None:
        meant = nearest(plain(word.text), COLOUR_WORDS)
        hint = f"Did you mean {COLOUR_WORDS[meant]}?" if meant and len(word.text) > 1 else _CHOICE
        raise unreadable(word, f"`{word.text}` is no colour.", hint)
    return _in_game(word, colour, colours)


def parse_colours(word: Word, colours: tuple[str, ...] = COLOURS) -> tuple[str, ...]:
    """One colour, or several codes run together such as `yyr`."""
    if find_colour(word) is None and len(word.text) > 1 and set(word.key) <= set(CODES):
        return tuple(_in_game(word, CODES[code], colours) for code in word.key)
    return (parse_colour(word, colours),)


def find_colour(word: Word) -> str | None:
    return COLOUR_WORDS.get(plain(word.text))


def _in_game(word: Word, colour: str, colours: tuple[str, ...]) -> str:
    if colour not in colours:
        raise against_rules(word, f"This game is played without {colour}.", f"The colours are {', '.join(colours)}.")
    return colour


_CHOICE = "The colours are " + ", ".join(f"{code} {colour}" for code, colour in CODES.items()) + "."
