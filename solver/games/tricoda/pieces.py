"""The pieces a Tricoda line is made of: stones, codes, questions and answers, as people type them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from solver.english import all_of, any_of, nearest
from solver.errors import against_rules, unreadable
from solver.games.tricoda.events import Named
from solver.games.tricoda.questions import FIRST, QUESTIONS, SAME, SECOND, Compare, Question, Racks
from solver.games.tricoda.rules import COLOURS, KINDS, NUMBERS, PIECES, RACK, SEEN_RACKS, Code, Stone
from solver.grammar import Words
from solver.log import Word, plain

# English · German · French · Dutch, typed with or without their accents.
_WORDS = {
    "green": "green grün gruen vert verte groen groene",
    "yellow": "yellow gelb jaune geel gele",
    "black": "black schwarz noir noire zwart zwarte",
    "brown": "brown braun brun brune marron bruin bruine",
    "red": "red rot rouge rood rode",
    "pink": "pink rosa rose roze",
    "blue": "blue blau bleu bleue blauw blauwe",
}
COLOUR_WORDS = {plain(word): colour for colour, words in _WORDS.items() for word in words.split()}
_RUN = re.compile(r"[^\W\d]+\d|\d[^\W\d]+")  # blue7, b7 or 7b
_SAME = ("same", "equal", "even", "tie", "=")
_NUMBER = re.compile(r"\d{1,4}")
_RIGHT = {"right": True, "yes": True, "correct": True, "wrong": False, "no": False}


def looks_numeric(word: Word) -> bool:
    return word.text[:1].isdigit()


def is_short_stone(word: Word) -> bool:
    return _RUN.fullmatch(word.key) is not None


# Stones.


def read_stones(words: Words) -> tuple[Named, ...]:
    """One to three stones: `blue 7, red 5`, `7 blue`, `b7`, `blu 7`; `?` for a stone not known."""
    stones: list[Named] = []
    places = 0
    while words.left() or not places:
        places += 1
        word = words.peek()
        if word and word.text == "?":
            words.take("a stone")
        else:
            stones.append(read_stone(words))
        if places > RACK:
            raise against_rules(word, "More than three stones; a rack has three.", f"Type: {words.verb.form}")
    if not stones:
        raise words.lacking("the stones")
    return tuple(stones)


def read_stone(words: Words) -> Named:
    word = words.take("the stones, such as blue 7")
    if is_short_stone(word):
        cut = 1 if looks_numeric(word) else len(word.text) - 1
        parts = Word(word.text[:cut], word.start), Word(word.text[cut:], word.start + cut)
        letters, digit = sorted(parts, key=looks_numeric)
        stone = _stone(word, read_number(digit), read_colours(letters))
    elif looks_numeric(word):
        number = read_number(word)
        stone = _stone(word, number, read_colours(words.take(f"the colour of the {number}")))
    else:
        colours = read_colours(word)
        second = words.take(f"the number of the {any_of(colours)} stone")
        stone = _stone(second, read_number(second), colours)
    return Named(stone, word)


def read_number(word: Word) -> int:
    if not _NUMBER.fullmatch(word.text):
        raise unreadable(word, f"`{word.text}` is no number.", f"Stones have the numbers 1 to {NUMBERS[-1]}.")
    if int(word.text) not in NUMBERS:
        hint = f"Stones have the numbers 1 to {NUMBERS[-1]}."
        raise against_rules(word, f"There is no {int(word.text)}.", hint)
    return int(word.text)


def is_colour(word: Word) -> bool:
    return bool(_colours_of(word))


def _colours_of(word: Word) -> tuple[str, ...]:
    """The colours a word can mean: a whole word one, a beginning perhaps several."""
    key = plain(word.text)
    return (COLOUR_WORDS[key],) if key in COLOUR_WORDS else tuple(c for c in COLOURS if c.startswith(key))


def read_colours(word: Word) -> tuple[str, ...]:
    colours = _colours_of(word)
    if not colours:
        meant = nearest(plain(word.text), COLOUR_WORDS)
        hint = f"Did you mean {COLOUR_WORDS[meant]}?" if meant else f"The colours are {all_of(COLOURS)}."
        raise unreadable(word, f"`{word.text}` is no colour.", hint)
    return colours


def _stone(at: Word, number: int, colours: Sequence[str]) -> Stone:
    """The number tells which colour a beginning means: no two colours of a number begin with the same letter."""
    same = [stone for stone in KINDS if stone.number == number]
    for stone in same:
        if stone.colour in colours:
            return stone
    hint = f"The {number}s are {all_of(stone.colour for stone in same)}"
    if len(colours) == 1:
        hint += f"; {colours[0]} is on {all_of(stone.number for stone in KINDS if stone.colour == colours[0])}"
    raise against_rules(at, f"There is no {any_of(Stone(number, colour) for colour in colours)}.", f"{hint}.")


def read_marks(words: Words) -> tuple[int | Stone, ...]:
    """Numbers, `2 4`, or kinds of stones, `blue 7`, `b7`."""
    marks: list[int | Stone] = []
    while words.left() or not marks:
        word, then = words.peek(), words.peek(1)
        alone = word is not None and looks_numeric(word) and not is_short_stone(word)
        if alone and not (then and is_colour(then) and not _colour_of_next(words)):
            marks.append(read_number(words.take("a number")))
        else:
            marks.append(read_stone(words).stone)
    return tuple(marks)


def _colour_of_next(words: Words) -> bool:
    """In `2 blue 7` the colour belongs to the number after it."""
    after = words.peek(2)
    return after is not None and looks_numeric(after)


# Codes.


def read_code(words: Words) -> Code:
    numbers: list[int] = []
    while len(numbers) < RACK:
        word = words.take("three numbers")
        if len(word.text) == RACK and not numbers and word.text.isdecimal():
            numbers = [read_number(Word(digit, word.start + i)) for i, digit in enumerate(word.text)]
        else:
            numbers.append(read_number(word))
    code = tuple(sorted(numbers))
    for number in set(code):
        there = sum(stone.number == number for stone in PIECES)
        if code.count(number) > there:
            problem = f"There {'is' if there == 1 else 'are'} only {there} stone{'s' * (there != 1)} with a {number}."
            raise against_rules(word, problem, "Check the numbers.")
    return code


def read_right(words: Words) -> tuple[bool, Word]:
    word = words.take("`right` or `wrong`")
    if word.key not in _RIGHT:
        if looks_numeric(word):
            raise against_rules(word, "More than three numbers; a rack has three stones.", f"Type: {words.verb.form}")
        meant = nearest(word.key, _RIGHT)
        hint = f"Did you mean `{meant}`?" if meant else "Say `right` or `wrong`."
        raise unreadable(word, f"`{word.text}` is neither right nor wrong.", hint)
    return _RIGHT[word.key], word


# Questions and answers.


def read_card(words: Words) -> tuple[int, Word]:
    word = words.take(f"the number of a question card, 1 to {len(QUESTIONS)}")
    if not _NUMBER.fullmatch(word.text):
        raise unreadable(word, f"`{word.text}` is no question card.", f"Type its number, 1 to {len(QUESTIONS)}.")
    if int(word.text) not in QUESTIONS:
        hint = f"The question cards are 1 to {len(QUESTIONS)}."
        raise against_rules(word, f"There is no question {int(word.text)}.", hint)
    return int(word.text), word


def read_answer(words: Words, asked: Question) -> tuple[int, Word]:
    word = words.take(f"the answer: {_answers(asked)}")
    if words.left() and not looks_numeric(word):  # `pink 6s`, `other 7s`
        last = words.take("the answer")
        word = Word(words.line.text[word.start : last.end], word.start)
    if isinstance(asked, Compare):
        return _read_side(word, asked), word
    if not _NUMBER.fullmatch(word.text):
        problem = f"Question {asked.number} is answered with a number ({asked.text})."
        raise unreadable(word, problem, f"Say {_answers(asked)}.")
    answer = int(word.text)
    if answer not in asked.answers:
        if isinstance(asked, Racks):
            problem = f"{answer} racks, but every reader sees {_WORD_FOR[SEEN_RACKS]}."
        else:
            problem = f"{answer} cannot be: question {asked.number} counts {asked.text}."
        raise against_rules(word, problem, f"Say {_answers(asked)}.")
    return answer, word


_WORD_FOR = {1: "one", 2: "two", 3: "three", 4: "four"}


def _read_side(word: Word, asked: Compare) -> int:
    key = " ".join(plain(word.text).split())
    if key in _SAME:
        return SAME
    for answer, side in ((FIRST, asked.first), (SECOND, asked.second)):
        words = {"first" if answer == FIRST else "second", side.word, side.text, side.text.removesuffix(" stones")}
        if key in words or COLOUR_WORDS.get(key) == side.word:
            return answer
    if looks_numeric(word):
        problem = f"Question {asked.number} compares: {asked.text}."
        raise against_rules(word, problem, f"Say {_answers(asked)}.")
    known = ("first", "second", "same", asked.first.word, asked.second.word)
    meant = nearest(key, known)
    hint = f"Did you mean `{meant}`?" if meant else f"Say {_answers(asked)}."
    raise unreadable(word, f"`{word.text}` is no answer to question {asked.number} ({asked.text}).", hint)


def _answers(asked: Question) -> str:
    if isinstance(asked, Compare):
        return f"`first` ({asked.first.text}), `second` ({asked.second.text}) or `same`"
    return any_of(asked.answers)
