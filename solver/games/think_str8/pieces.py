"""The pieces a Think Str8! line is made of: whose line it is, cards, ranges, answers."""

from __future__ import annotations

import re

from solver.errors import Fault, against_rules, unreadable
from solver.games.think_str8.colours import find_colour, parse_colour
from solver.games.think_str8.events import Card
from solver.games.think_str8.rules import COLOURS, HOLDERS, NUMBERS, SUMS
from solver.grammar import Opening, Words, match_beginning, nearest
from solver.log import Word

ANSWER_WORDS = {
    "hit": ("hit", "yes", "right", "in", "="),
    "low": ("low", "too-low", "above", ">"),
    "high": ("high", "too-high", "below", "<"),
    "miss": ("miss", "no", "wrong"),
}
_ANSWERS = {word: answer for answer, words in ANSWER_WORDS.items() for word in words}
_REFUSED = {"higher": ("low", "above"), "lower": ("high", "below")}
_RANGE = re.compile(r"(\d{1,4})(?:[-–—]|\.\.)(\d{1,4})")
NUMBER = re.compile(r"[+-]?\d{1,4}")


def colours_of(opening: Opening) -> tuple[str, ...]:
    return tuple(colour for colour in COLOURS if colour not in opening.settings)


def neutrals_of(players: tuple[str, ...]) -> tuple[str, ...]:
    """The holders without owner: `neutral`, then `neutral2`."""
    return ("neutral", "neutral2")[: HOLDERS - len(players)]


def read_number(word: Word, colour: str) -> Card:
    if not NUMBER.fullmatch(word.text):
        raise unreadable(word, f"`{word.text}` is no number.", "Cards have the numbers 0 to 7.")
    if int(word.text) not in NUMBERS:
        raise against_rules(word, f"There is no {colour} {int(word.text)}.", "Cards have the numbers 0 to 7.")
    return Card(colour, int(word.text), word)


def read_card(words: Words) -> Card:
    colour = parse_colour(words.take("a colour"), colours_of(words.opening))
    return read_number(words.take(f"the number of the {colour} card"), colour)


def read_groups(words: Words) -> tuple[Card, ...]:
    """Colours with one or more numbers each: `red 5 7, blue 1`."""
    cards: list[Card] = []
    while True:
        colour = parse_colour(words.take("a colour and its numbers"), colours_of(words.opening))
        cards.append(read_number(words.take(f"the numbers of {colour}"), colour))
        while (word := words.peek()) and looks_numeric(word):
            cards.append(read_number(words.take("a number"), colour))
        if not words.left():
            return tuple(cards)


def read_hand(words: Words) -> tuple[Card, ...]:
    """A holder's cards: by colour, `blue 6, green 0`, or bare in pad order, `6 0 7 1 4 5`, `607145`, `?` not known."""
    first = words.peek()
    if first is None:
        raise words.lacking("the cards")
    if find_colour(first):
        cards = []
        while words.left():
            cards.append(read_card(words))
        return tuple(cards)
    return _read_pad_order(words)


def _read_pad_order(words: Words) -> tuple[Card, ...]:
    colours = colours_of(words.opening)
    digits = [word for _ in range(words.left()) for word in _split_digits(words.take("the cards"), len(colours))]
    bad = next((word for word in digits if word.text != "?" and not NUMBER.fullmatch(word.text)), None)
    if bad is not None and len(digits) != len(colours):
        raise unreadable(bad, f"`{bad.text}` is neither a colour nor a number.", f"Type: {words.verb.form}")
    if len(digits) != len(colours):
        problem = f"{len(digits)} number{'s' * (len(digits) != 1)}, but there are {len(colours)} colours."
        hint = f"In pad order: {', '.join(colours)}; a `?` for a card not known; or name the colours: blue 6, red 4."
        raise unreadable(digits[-1], problem, hint)
    return tuple(
        read_number(word, colour) for word, colour in zip(digits, colours, strict=True) if word.text != "?"
    )


def _split_digits(word: Word, count: int) -> list[Word]:
    if len(word.text) == count and all(sign in "01234567?89" for sign in word.text):
        return [Word(sign, word.start + i) for i, sign in enumerate(word.text)]
    return [word]


def looks_numeric(word: Word) -> bool:
    return word.text.lstrip("+-")[:1].isdigit()


def read_range(words: Words) -> tuple[int, int, Word]:
    word = words.take("a range such as 9-15")
    if (dash := words.peek()) and dash.text in "-–—" and (end := words.peek(1)) and NUMBER.fullmatch(word.text):
        words.take("a dash")
        words.take("the end of the range")
        word = Word(words.line.text[word.start : end.end], word.start)
    text = re.sub(r"\s", "", word.text)
    found = _RANGE.fullmatch(text)
    if not found and not text.isdecimal():
        raise unreadable(word, f"`{word.text}` is no range.", "Type the first and the last number: 9-15.")
    low, high = (int(found[1]), int(found[2])) if found else (int(text[:4]), int(text[:4]))
    if low > high:
        raise against_rules(word, f"The range {low}-{high} runs backwards.", f"Type {high}-{low}.")
    if high not in SUMS:
        raise against_rules(word, f"{low}-{high} leaves the betting track.", f"The track runs from 0 to {SUMS[-1]}.")
    return low, high, word


def read_answer(words: Words, high: int | None = None, low: int | None = None) -> tuple[str, Word]:
    word = words.take("an answer: hit, low, high or miss")
    if word.key == "too" and (second := words.peek()) and second.key in ("low", "high"):
        words.take("an answer")
        return second.key, Word(words.line.text[word.start : second.end], word.start)
    if word.key in _REFUSED:
        say, side = _REFUSED[word.key]
        edge = "" if high is None else f" {high if side == 'above' else low}"
        hint = f"Say `{say}`: the bet was too {say}, the sum is {side}{edge or ' the range'}."
        raise unreadable(word, f"`{word.text}` could mean the bet or the sum.", hint)
    if word.key not in _ANSWERS:
        meant = nearest(word.key, [word for word in _ANSWERS if len(word) > 2])
        hint = f"Did you mean `{meant}`?" if meant else "Say `hit`, `low`, `high` or `miss`."
        raise unreadable(word, f"`{word.text}` is no answer.", hint)
    return _ANSWERS[word.key], word


def read_subject(words: Words, bare: bool = False) -> str:
    """The player a line is about: named, or the owner. A colour (or with `bare` a row of numbers) follows a name.

    So `swap b 3` is about my blue card even with Ben at the table, and `swap b y 7 0` about Ben's yellow one.
    """
    first, second, third = (words.peek(ahead) for ahead in range(3))
    if first is None or looks_numeric(first) or first.text.startswith("?"):
        return words.owner()
    named = second is not None and find_colour(second) is not None
    if bare and second is not None and looks_numeric(second):
        named = len(second.text) > 1 or (third is not None and looks_numeric(third))
    if named or (not find_colour(first) and is_player(words, first)):
        return _player_with_cards(words)
    return words.owner()  # a misspelt colour says so itself


def is_player(words: Words, word: Word) -> bool:
    return word.key == "me" or bool(match_beginning(word.key, words.opening.players))


def _player_with_cards(words: Words) -> str:
    word = words.peek()
    try:
        return words.player()
    except Fault:
        if word and match_beginning(word.key, ("neutral", "neutral2")):
            raise against_rules(word, "A holder without owner never changes.", "Name a player.") from None
        raise
