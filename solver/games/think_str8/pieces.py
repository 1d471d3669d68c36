"""The pieces a Think Str8! line is made of: whose line it is, cards, ranges, answers."""

from __future__ import annotations

import re

from solver.english import any_of, match_beginning, nearest
from solver.games.think_str8.rules import COLOURS, HOLDERS, NUMBERS, SUMS, Card, find_colour, parse_colour
from solver.grammar import NO_OWNER, Opening, Words, is_full_name
from solver.log import Fault, Word, against_rules, unreadable

ANSWER_WORDS = {
    "hit": ("hit", "yes", "right", "in", "="),
    "low": ("low", "too-low", "above", ">"),
    "high": ("high", "too-high", "below", "<"),
    "miss": ("miss", "no", "wrong"),
}
_ANSWERS = {word: answer for answer, words in ANSWER_WORDS.items() for word in words}
_REFUSED = {"higher": ("low", "above"), "lower": ("high", "below")}
_RANGE = re.compile(r"(\d{1,4})(?:[-–—]|\.\.)(\d{1,4})")
NO_BET = ("-", "–", "—")  # in a row of final bets
NUMBER = re.compile(r"[+-]?\d{1,4}")
_GLUED = re.compile(r"([^\W\d]+)(\d)")  # a colour and a number without a blank


def colours_of(opening: Opening) -> tuple[str, ...]:
    return tuple(colour for colour in COLOURS if colour not in opening.settings)


def neutrals_of(players: tuple[str, ...]) -> tuple[str, ...]:
    """The holders that nobody owns: `neutral`, then `neutral2`."""
    return NO_OWNER[: max(0, HOLDERS - len(players))]


def read_number(word: Word, colour: str) -> Card:
    if not NUMBER.fullmatch(word.text):
        raise unreadable(word, f"`{word.text}` is not a number.", "Cards have the numbers 0 to 7.")
    if int(word.text) not in NUMBERS:
        raise against_rules(word, f"There is no {colour} {int(word.text)}.", "Cards have the numbers 0 to 7.")
    return Card(colour, int(word.text), word)


def read_card(words: Words) -> Card:
    """A colour and a number, also run together: `r1`."""
    word = words.take("a colour")
    if (found := _GLUED.fullmatch(word.text)) and find_colour(Word(found[1], word.start)):
        colour = parse_colour(Word(found[1], word.start), colours_of(words.opening))
        return read_number(Word(found[2], word.start + len(found[1])), colour)
    colour = parse_colour(word, colours_of(words.opening))
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
    return _read_pad_order(words) if in_a_row(first) else _read_by_colour(words)


def _read_by_colour(words: Words) -> tuple[Card, ...]:
    cards: list[Card] = []
    while words.left():
        card = read_card(words)
        if card.colour in [earlier.colour for earlier in cards]:
            raise against_rules(card.at, f"Two {card.colour} cards.", "A holder has one card of each colour.")
        cards.append(card)
    return tuple(cards)


def _read_pad_order(words: Words) -> tuple[Card, ...]:
    colours = colours_of(words.opening)
    row = [words.take("the cards") for _ in range(words.left())]
    digits = row if len(row) == len(colours) else [digit for word in row for digit in _split_digits(word)]
    bad = next((word for word in digits if word.text != "?" and not NUMBER.fullmatch(word.text)), None)
    if bad is not None:
        hint = f"Type numbers alone, in pad order ({', '.join(colours)}), or each with its colour: blue 6, red 4."
        raise unreadable(bad, f"`{bad.text}` in a row of numbers.", hint)
    if len(digits) != len(colours):
        problem = f"{len(digits)} number{'s' * (len(digits) != 1)}, but there are {len(colours)} colours."
        hint = f"In pad order: {', '.join(colours)}; a `?` for a card not known; or name the colours: blue 6, red 4."
        raise unreadable(digits[-1], problem, hint)
    return tuple(read_number(word, colour) for word, colour in zip(digits, colours, strict=True) if word.text != "?")


def _split_digits(word: Word) -> list[Word]:
    if all(sign.isdecimal() or sign == "?" for sign in word.text):
        return [Word(sign, word.start + i) for i, sign in enumerate(word.text)]
    return [word]


def read_final_groups(words: Words) -> tuple[Card, ...]:
    """Final bets in pad order, the numbers of a colour run together, `-` for no bet: `256 0 1 02 - 23`."""
    colours = colours_of(words.opening)
    groups = [words.take("the final bets") for _ in range(words.left())]
    if len(groups) == 1 and groups[0].text in NO_BET:
        return ()
    if len(groups) != len(colours):
        problem = f"{len(groups)} group{'s' * (len(groups) != 1)} of numbers, but there are {len(colours)} colours."
        hint = f"In pad order ({', '.join(colours)}), `-` for no bet; or name the colours: blue 4 7, red 1."
        raise unreadable(groups[-1], problem, hint)
    bets = [(colour, group) for colour, group in zip(colours, groups, strict=True) if group.text not in NO_BET]
    return tuple(read_number(digit, colour) for colour, group in bets for digit in _split_digits(group))


def in_pad_order(words: Words) -> bool:
    """Final bets without colours, with or without a name before them.

    A colour with its numbers is not such a row, so `final b 4 7` is about my blue card even with Ben at the table. But
    no colour goes with a dash alone: `final b -` says that Ben bets nothing.
    """
    first, *groups = words.rest()
    if in_a_row(first):
        return True
    whole = len(groups) == len(colours_of(words.opening)) or [group.text in NO_BET for group in groups] == [True]
    named = whole or (is_player(words, first) and not find_colour(first))
    return bool(groups) and named and all(map(in_a_row, groups))


def looks_numeric(word: Word) -> bool:
    return word.text.lstrip("+-")[:1].isdigit()


def read_range(words: Words) -> tuple[int, int, Word]:
    word = _part_answer(words, words.take("a range such as 9-15"))
    if (dash := words.peek()) and dash.text in "-–—" and (end := words.peek(1)) and NUMBER.fullmatch(word.text):
        words.take("a dash")
        end = _part_answer(words, words.take("the end of the range"))
        word = Word(words.line.text[word.start : end.end], word.start)
    text = re.sub(r"\s", "", word.text)
    found = _RANGE.fullmatch(text)
    if not found and not text.isdecimal():
        raise unreadable(word, f"`{word.text}` is not a range.", "Type the first and the last number: 9-15.")
    low, high = (int(found[1]), int(found[2])) if found else (int(text[:9]), int(text[:9]))
    if (end := words.peek()) and not found and NUMBER.fullmatch(end.text):
        raise unreadable(end, f"`{end.text}` is not an answer.", f"Type a range with a dash: {low}-{end.text}")
    if low > high:
        raise against_rules(word, f"The range {low}-{high} runs backwards.", f"Type {high}-{low}.")
    if high not in SUMS:
        raise against_rules(word, f"{word.text} leaves the betting track.", f"The track runs from 0 to {SUMS[-1]}.")
    return low, high, word


def _part_answer(words: Words, word: Word) -> Word:
    """The word just taken without an answer that follows it without a blank: 9-15="""
    length = find_sign(word)
    return word if length is None else words.part(length)


def find_sign(word: Word) -> int | None:
    """Where the sign of an answer begins that ends a word of numbers."""
    return len(word.text) - 1 if word.text[0].isdecimal() and word.text[-1] in "=<>" else None


def is_answer(word: Word) -> bool:
    return word.key in _ANSWERS


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
    if not is_answer(word):
        meant = nearest(word.key, [word for word in _ANSWERS if len(word) > 2])
        hint = f"Did you mean `{meant}`?" if meant else "Say `hit`, `low`, `high` or `miss`."
        raise unreadable(word, f"`{word.text}` is not an answer.", hint)
    return _ANSWERS[word.key], word


def read_subject(words: Words, bare: bool = False) -> str:
    """The player a line is about: named, or the owner. A colour (or with `bare` a row of numbers) follows a name.

    So `swap b 3` is about my blue card even with Ben at the table, and `swap b y 7 0` about Ben's yellow one.
    """
    first, second, third = (words.peek(ahead) for ahead in range(3))
    if first is None or (in_a_row(first) and not is_full_name(words, first)):
        return words.owner()
    named = second is not None and (find_colour(second) is not None or _GLUED.fullmatch(second.text) is not None)
    if bare and second is not None and in_a_row(second):
        named = len(second.text) > 1 or (third is not None and in_a_row(third))
    if _GLUED.fullmatch(first.text) and not is_player(words, first):
        return words.owner()
    if named or (not find_colour(first) and is_player(words, first)):
        return read_player(words, "never changes")
    return words.owner()  # a misspelt colour says so itself


def in_a_row(word: Word) -> bool:
    return looks_numeric(word) or word.text.startswith("?") or word.text in NO_BET


def is_player(words: Words, word: Word) -> bool:
    return word.key == "me" or bool(match_beginning(word.key, words.opening.players))


def read_player(words: Words, never: str) -> str:
    """A player, not a neutral holder, which `never` does such a thing."""
    word = words.peek()
    try:
        return words.player()
    except Fault:
        if word and match_beginning(word.key, NO_OWNER):
            hint = f"Name a player: {any_of(words.opening.players)}."
            raise against_rules(word, f"A neutral card holder {never}.", hint) from None
        raise
