"""What the lines of a Think Str8! log are made of, as people type it: cards, hands, ranges, answers, names.

What could be read in two ways is decided here, or asked about.
"""

from __future__ import annotations

import re
from itertools import groupby

from solver.english import any_of, match_beginning, nearest
from solver.games.think_str8.rules import (
    COLOURS,
    HOLDERS,
    NUMBERS,
    SUMS,
    Card,
    find_colour,
    list_colours,
    parse_colour,
    say_card,
)
from solver.grammar import NO_OWNER, Opening, Words, is_full_name
from solver.language import as_typed, later, say, say_count
from solver.log import Fault, Word, against_rules, unreadable

_SAID = {
    "hit": (*as_typed("hit yes right"), "in", "="),
    "low": (*as_typed("low"), "too-low", "above", ">"),
    "high": (*as_typed("high"), "too-high", "below", "<"),
    "miss": as_typed("miss no wrong"),
}
ANSWERS = {word: answer for answer, words in _SAID.items() for word in words}
_HIGHER, _LOWER = as_typed("higher lower")  # people say so of the sum
_RANGE = re.compile(r"(\d{1,4})(?:[-–—−]|\.\.)(\d{1,4})")
NO_BET = ("-", "–", "—", "−")  # in a row of final bets
NUMBER = re.compile(r"[+-]?\d{1,4}")
_GLUED = re.compile(r"([^\W\d]+)(\d+)")  # a colour and its numbers without a blank


def colours_of(opening: Opening) -> tuple[str, ...]:
    return tuple(colour for colour in COLOURS if colour not in opening.settings)


def neutrals_of(players: tuple[str, ...]) -> tuple[str, ...]:
    """The holders that nobody owns: `neutral`, then `neutral2`."""
    return NO_OWNER[: max(0, HOLDERS - len(players))]


def read_number(word: Word, colour: str) -> Card:
    if not NUMBER.fullmatch(word.text):
        problem = say("`{word}` is not a number.", word=word.text)
        raise unreadable(word, problem, say("Cards have the numbers 0 to 7."))
    if int(word.text) not in NUMBERS:
        problem = say("There is no {card}.", card=say_card(colour, int(word.text)))
        raise against_rules(word, problem, say("Cards have the numbers 0 to 7."))
    return Card(colour, int(word.text), word)


def read_card(words: Words) -> Card:
    """A colour and a number, also run together: `r1`."""
    colour, number = _part(words, words.take(say("a colour")))
    return read_number(number or words.take(say("the number of the {colour} card", colour=say(colour))), colour)


def _part(words: Words, word: Word) -> tuple[str, Word | None]:
    """A colour, and the numbers that follow it without a blank."""
    found = _GLUED.fullmatch(word.text)
    if found is None or not find_colour(colour := Word(found[1], word.start)):
        return parse_colour(word, colours_of(words.opening)), None
    return parse_colour(colour, colours_of(words.opening)), Word(found[2], colour.end)


def read_groups(words: Words) -> tuple[Card, ...]:
    """Colours with one or more numbers each: `red 5 7, blue 1`, or `r57 b1`."""
    cards: list[Card] = []
    while True:
        colour, numbers = _part(words, words.take(say("a colour and its numbers")))
        first = _split_digits(numbers) if numbers else [_take_numbers(words, colour)]
        cards += [read_number(number, colour) for number in first]
        while (word := words.peek()) and looks_numeric(word):
            cards.append(read_number(words.take(say("a number")), colour))
        if not words.left():
            return tuple(cards)


def _take_numbers(words: Words, colour: str) -> Word:
    return words.take(say("the numbers of {colour}", colour=say(colour)))


def read_hand(words: Words) -> tuple[Card, ...]:
    """A holder's cards: by colour, `blue 6, green 0`, or bare in pad order, `6 0 7 1 4 5`, `607145`, `?` not known."""
    first = words.peek()
    if first is None:
        raise words.lacking(say("the cards"))
    return _read_pad_order(words) if in_a_row(first) else _read_by_colour(words)


def _read_by_colour(words: Words) -> tuple[Card, ...]:
    cards: list[Card] = []
    while words.left():
        card = read_card(words)
        if card.colour in [earlier.colour for earlier in cards]:
            problem = say("Two {colour} cards.", colour=say(card.colour))
            raise against_rules(card.at, problem, say("A holder has one card of each colour."))
        cards.append(card)
    return tuple(cards)


def _read_pad_order(words: Words) -> tuple[Card, ...]:
    colours = colours_of(words.opening)
    row = [words.take(say("the cards")) for _ in range(words.left())]
    digits = row if len(row) == len(colours) else [digit for word in row for digit in _split_digits(word)]
    bad = next((word for word in digits if word.text != "?" and not NUMBER.fullmatch(word.text)), None)
    if bad is not None:
        hint = say(
            "Type numbers alone, in pad order ({colours}), or each with its colour: blue 6, red 4.",
            colours=list_colours(colours),
        )
        raise unreadable(bad, say("`{word}` in a row of numbers.", word=bad.text), hint)
    if len(digits) != len(colours):
        problem = say_count(
            "{count} number, but there are {colours} colours.",
            "{count} numbers, but there are {colours} colours.",
            len(digits),
            colours=len(colours),
        )
        hint = say(
            "In pad order: {colours}; a `?` for a card not known; or name the colours: blue 6, red 4.",
            colours=list_colours(colours),
        )
        raise unreadable(digits[-1], problem, hint)
    return tuple(read_number(word, colour) for word, colour in zip(digits, colours, strict=True) if word.text != "?")


def _split_digits(word: Word) -> list[Word]:
    if all(sign.isdecimal() or sign == "?" for sign in word.text):
        return [Word(sign, word.start + i) for i, sign in enumerate(word.text)]
    return [word]


def read_final_groups(words: Words) -> tuple[Card, ...]:
    """Final bets, or marks of a sheet, in pad order, the numbers of a colour run together: `256 0 1 02 - 23`."""
    colours = colours_of(words.opening)
    groups = [words.take(say("the final bets")) for _ in range(words.left())]
    if len(groups) == 1 and groups[0].text in NO_BET:
        return ()
    if len(groups) != len(colours):
        problem = say_count(
            "{count} group of numbers, but there are {colours} colours.",
            "{count} groups of numbers, but there are {colours} colours.",
            len(groups),
            colours=len(colours),
        )
        hint = say(
            "In pad order ({colours}), `-` for none; or name the colours: blue 4 7, red 1.",
            colours=list_colours(colours),
        )
        raise unreadable(groups[-1], problem, hint)
    bets = [(colour, group) for colour, group in zip(colours, groups, strict=True) if group.text not in NO_BET]
    return tuple(read_number(digit, colour) for colour, group in bets for digit in _split_digits(group))


def in_pad_order(words: Words) -> bool:
    """Final bets without colours, with or without a name before them.

    A colour with its numbers is not such a row, so `final b 4 7` is about my blue card even with Ben at the table. But
    no colour goes with a dash alone: `final b -` says that Ben bets nothing.
    """
    first, *groups = words.rest()
    if in_a_row(first) and not is_full_name(words, first):
        return True
    whole = len(groups) == len(colours_of(words.opening)) or [group.text in NO_BET for group in groups] == [True]
    named = whole or (is_player(words, first) and not find_colour(first))
    return bool(groups) and named and all(map(in_a_row, groups))


def looks_numeric(word: Word) -> bool:
    return word.text.lstrip("+-")[:1].isdigit()


def read_range(words: Words) -> tuple[int, int, Word]:
    word = _part_answer(words, words.take(say("a range such as 9-15")))
    if (dash := words.peek()) and dash.text in "-–—−" and (end := words.peek(1)) and NUMBER.fullmatch(word.text):
        words.take(say("a dash"))
        end = _part_answer(words, words.take(say("the end of the range")))
        word = Word(words.line.text[word.start : end.end], word.start)
    text = re.sub(r"\s", "", word.key)
    found = _RANGE.fullmatch(text)
    if not found and not text.isdecimal():
        problem = say("`{word}` is not a range.", word=word.text)
        raise unreadable(word, problem, say("Type the first and the last number: 9-15."))
    low, high = (int(found[1]), int(found[2])) if found else (int(text[:9]), int(text[:9]))
    if (end := words.peek()) and not found and NUMBER.fullmatch(end.text):
        meant = "-".join(map(str, sorted((low, int(end.text)))))
        problem = say("`{word}` is not an answer.", word=end.text)
        raise unreadable(end, problem, say("Type a range with a dash: {range}", range=meant))
    if low > high:
        problem = say("The range {range} runs backwards.", range=f"{low}-{high}")
        raise against_rules(word, problem, say("Type {range}.", range=f"{high}-{low}"))
    if high not in SUMS:
        problem = say("{range} leaves the betting track.", range=word.text)
        raise against_rules(word, problem, say("The track runs from 0 to {last}.", last=SUMS[-1]))
    return low, high, word


def _part_answer(words: Words, word: Word) -> Word:
    """The word just taken without an answer that follows it without a blank: 9-15="""
    length = find_sign(word)
    return word if length is None else words.part(length)


def find_sign(word: Word) -> int | None:
    """Where the sign of an answer begins that ends a word of numbers."""
    return len(word.text) - 1 if word.text[0].isdecimal() and word.text[-1] in "=<>" else None


def is_answer(word: Word) -> bool:
    return word.key in ANSWERS


def read_answer(words: Words, high: int | None = None, low: int | None = None) -> tuple[str, Word]:
    word = words.take(say("an answer: hit, low, high or miss"))
    if word.key == "too" and (second := words.peek()) and second.key in ("low", "high"):
        words.take(say("an answer"))
        return second.key, Word(words.line.text[word.start : second.end], word.start)
    if word.key in (_HIGHER, _LOWER):
        problem = say("`{word}` could mean the bet or the sum.", word=word.text)
        raise unreadable(word, problem, _tell_higher(high) if word.key == _HIGHER else _tell_lower(low))
    if not is_answer(word):
        meant = nearest(word.key, [word for word in ANSWERS if len(word) > 2])
        hint = say("Did you mean `{word}`?", word=meant) if meant else say("Say `hit`, `low`, `high` or `miss`.")
        raise unreadable(word, say("`{word}` is not an answer.", word=word.text), hint)
    return ANSWERS[word.key], word


def _tell_higher(end: int | None) -> str:
    if end is None:
        return say("Say `low`: the bet was too low, the sum is above the range.")
    return say("Say `low`: the bet was too low, the sum is above {end}.", end=end)


def _tell_lower(end: int | None) -> str:
    if end is None:
        return say("Say `high`: the bet was too high, the sum is below the range.")
    return say("Say `high`: the bet was too high, the sum is below {end}.", end=end)


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
        return read_player(words, later("A neutral card holder never changes."))
    return words.owner()  # a misspelt colour says so itself


def in_a_row(word: Word) -> bool:
    return looks_numeric(word) or word.text.startswith("?") or word.text in NO_BET


def is_player(words: Words, word: Word) -> bool:
    return word.key == "me" or bool(match_beginning(word.key, words.opening.players))


def read_player(words: Words, never: str) -> str:
    """A player, not a neutral holder: it `never` does such a thing."""
    word = words.peek()
    try:
        return words.player()
    except Fault:
        if word and match_beginning(word.key, NO_OWNER):
            hint = say("Name a player: {players}.", players=any_of(words.opening.players))
            raise against_rules(word, say(never), hint) from None
        raise


# Writing.


def format_cards(cards: tuple[Card, ...]) -> str:
    """`red 5, red 7, blue 1` in short, as a log has it: red 5 7, blue 1."""
    groups = groupby(cards, lambda card: card.colour)
    return ", ".join(f"{colour} {' '.join(str(card.number) for card in group)}" for colour, group in groups)


def say_cards(cards: tuple[Card, ...]) -> str:
    """The same as it is said."""
    groups = groupby(cards, lambda card: card.colour)
    return ", ".join(f"{say(colour)} {' '.join(str(card.number) for card in group)}" for colour, group in groups)
