"""The pieces of Tricoda's lines as people type them: stones, numbers, colours, codes, cards, answers, players."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from solver.english import all_of, any_of, match_beginning, nearest, plain
from solver.games.tricoda.rules import (
    BLUE,
    COLOURS,
    FIRST,
    KINDS,
    NUMBERS,
    PIECES,
    QUESTIONS,
    RACK,
    SAME,
    SECOND,
    Code,
    Compare,
    Named,
    Question,
    Racks,
    Stone,
)
from solver.grammar import Words, is_full_name
from solver.language import as_typed, say, say_count
from solver.log import Word, against_rules, unreadable

# English · German · French · Dutch, typed with or without their accents.
_WORDS = {
    "green": "green grün gruen grüne gruene vert verte verts vertes groen groene",
    "yellow": "yellow gelb gelbe jaune jaunes geel gele",
    "black": "black schwarz schwarze noir noire noirs noires zwart zwarte",
    "brown": "brown braun braune brun brune bruns brunes marron bruin bruine",
    "red": "red rot rote rouge rouges rood rode",
    "pink": "pink rosa rose roses roze",
    "blue": "blue blau blaue bleu bleue bleus bleues blauw blauwe",
}
COLOUR_WORDS = {plain(word): colour for colour, words in _WORDS.items() for word in words.split()}
_RUN = re.compile(r"[^\W\d]+\d|\d[^\W\d]+")  # blue7, b7 or 7b
_SAME = (*as_typed("same"), "equal", "even", "tie", "as many", "=")
_MORE = as_typed("more")
_THAN = ("than", "als", "que")  # `more red than black`
_NUMBER = re.compile(r"\d{1,4}")
_RIGHT = dict.fromkeys((*as_typed("right yes"), "correct"), True) | dict.fromkeys(as_typed("wrong no"), False)


def looks_numeric(word: Word) -> bool:
    return word.text[:1].isdigit()


def is_short_stone(word: Word) -> bool:
    return _RUN.fullmatch(word.key) is not None


# Stones.


def read_stones(words: Words) -> tuple[Named, ...]:
    """One to three stones: `blue 7, red 5`, `7 blue`, `b7`, `blu 7`, `3`; `?` for a stone not known."""
    stones: list[Named] = []
    places = 0
    while words.left() or not places:
        places += 1
        word = words.peek()
        if word and word.text == "?":
            words.take(say("a stone"))
        else:
            stones.append(read_stone(words))
        if places > RACK:
            raise against_rules(word, say("More than three stones; a rack has three."), _type(words))
    if not stones:
        raise words.lacking(say("the stones"))
    return tuple(stones)


def read_stone(words: Words) -> Named:
    word = words.take(say("the stones, such as {stone}", stone=Stone(7, BLUE).said))
    if is_short_stone(word):
        cut = 1 if looks_numeric(word) else len(word.text) - 1
        parts = Word(word.text[:cut], word.start), Word(word.text[cut:], word.start + cut)
        letters, digit = sorted(parts, key=looks_numeric)
        stone = _stone(word, read_number(digit), read_colours(letters))
    elif looks_numeric(word):
        number = read_number(word)
        stone = _find_only(words, number) or _stone(
            word, number, read_colours(words.take(say("the colour of the {number}", number=number)))
        )
    else:
        colours = read_colours(word)
        second = words.take(say("the number of the {colour} stone", colour=any_of(map(say, colours))))
        stone = _stone(second, read_number(second), colours)
    return Named(stone, word)


def _find_only(words: Words, number: int) -> Stone | None:
    """A number alone is a stone where only one colour of it exists: the 3 in `3 r5`, the 2 in `2 blue 7`."""
    (only, *others), then, after = [kind for kind in KINDS if kind.number == number], words.peek(), words.peek(1)
    if others or then is None or not is_colour(then):
        return None if others else only
    belongs_to_next = only.colour not in _colours_of(then) and after is not None and looks_numeric(after)
    return only if belongs_to_next else None


def read_number(word: Word) -> int:
    hint = say("Stones have the numbers 1 to {number}.", number=NUMBERS[-1])
    if not _NUMBER.fullmatch(word.text):
        raise unreadable(word, say("`{word}` is not a number.", word=word.text), hint)
    if int(word.text) not in NUMBERS:
        raise against_rules(word, say("There is no {number}.", number=int(word.text)), hint)
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
        hint = say("The colours are {colours}.", colours=all_of(map(say, COLOURS)))
        if meant:
            hint = say("Did you mean {word}?", word=say(COLOUR_WORDS[meant]))
        raise unreadable(word, say("`{word}` is not a colour.", word=word.text), hint)
    return colours


def _stone(at: Word, number: int, colours: Sequence[str]) -> Stone:
    """The number tells which colour a beginning means: no two colours of a number begin with the same letter."""
    same = [stone for stone in KINDS if stone.number == number]
    for stone in same:
        if stone.colour in colours:
            return stone
    there = all_of(say(stone.colour) for stone in same)
    hint = say("The {number}s are {colours}.", number=number, colours=there)
    if len(colours) == 1:
        hint = say(
            "The {number}s are {colours}; {colour} is on {numbers}.",
            number=number,
            colours=there,
            colour=say(colours[0]),
            numbers=all_of(stone.number for stone in KINDS if stone.colour == colours[0]),
        )
    lacking = any_of(Stone(number, colour).said for colour in colours)
    raise against_rules(at, say("There is no {stones}.", stones=lacking), hint)


def read_marks(words: Words) -> tuple[int | Stone, ...]:
    """Numbers, `2 4`, or kinds of stones, `blue 7`, `b7`."""
    marks: list[int | Stone] = []
    while words.left() or not marks:
        word = words.peek()
        if word and looks_numeric(word) and not is_short_stone(word) and not colour_follows(words):
            marks.append(read_number(words.take(say("a number"))))
        else:
            marks.append(read_stone(words).stone)
    return tuple(marks)


def colour_follows(words: Words) -> bool:
    """Whether the next word's colour comes after it: in `2 blue 7` the colour belongs to the 7."""
    then, after = words.peek(1), words.peek(2)
    return then is not None and is_colour(then) and not (after and looks_numeric(after))


# Codes.


def read_code(words: Words) -> Code:
    numbers: list[int] = []
    while len(numbers) < RACK:
        word = words.take(say("three numbers"))
        if len(word.text) == RACK and not numbers and word.text.isdecimal():
            numbers = [read_number(Word(digit, word.start + i)) for i, digit in enumerate(word.text)]
        else:
            numbers.append(read_number(word))
    code = tuple(sorted(numbers))
    for number in set(code):
        there = sum(stone.number == number for stone in PIECES)
        if code.count(number) > there:
            problem = say_count(
                "There is only {count} stone with a {number}.",
                "There are only {count} stones with a {number}.",
                there,
                number=number,
            )
            raise against_rules(word, problem, say("Check the numbers."))
    return code


def read_right(words: Words) -> tuple[bool, Word]:
    word = words.take(say("`right` or `wrong`"))
    if word.key not in _RIGHT:
        if looks_numeric(word):
            raise against_rules(word, say("More than three numbers; a rack has three stones."), _type(words))
        meant = nearest(word.key, _RIGHT)
        hint = say("Did you mean `{word}`?", word=meant) if meant else say("Say `right` or `wrong`.")
        raise unreadable(word, say("`{word}` is neither right nor wrong.", word=word.text), hint)
    return _RIGHT[word.key], word


# Questions and answers.


def read_card(words: Words) -> tuple[int, Word]:
    last = len(QUESTIONS)
    word = words.take(say("the number of a question card, 1 to {last}", last=last))
    if not _NUMBER.fullmatch(word.text):
        problem = say("`{word}` is not the number of a question card.", word=word.text)
        raise unreadable(word, problem, say("Type its number, 1 to {last}.", last=last))
    if int(word.text) not in QUESTIONS:
        hint = say("The question cards are 1 to {last}.", last=last)
        raise against_rules(word, say("There is no question {number}.", number=int(word.text)), hint)
    return int(word.text), word


def read_answer(words: Words, asked: Question) -> int:
    word = words.take(say("the answer: {answers}", answers=_answers(asked)))
    if word.key in _MORE and words.left():  # `more red`, as the sheet has it
        word = words.take(say("the answer"))
    word = _join_side(word, words)
    if isinstance(asked, Compare):
        return _read_side(word, asked, words)
    if not _NUMBER.fullmatch(word.text):
        problem = say("Question {number} is answered with a number ({text}).", number=asked.number, text=asked.said)
        raise unreadable(word, problem, _say_one(asked))
    answer = int(word.text)
    if answer not in asked.answers:
        if isinstance(asked, Racks):
            problem = say("{number} racks, but every reader sees three.", number=answer)
        else:
            told = {"answer": answer, "number": asked.number, "text": asked.said}
            problem = say("{answer} cannot be: question {number} counts {text}.", **told)
        raise against_rules(word, problem, _say_one(asked))
    return answer


def _join_side(word: Word, words: Words) -> Word:
    """A side that is named by two words: `pink 6s`, `other 7s`."""
    following = words.peek()
    if following is None or looks_numeric(word) or following.key in _THAN:
        return word
    last = words.take(say("the answer"))
    meant = f"{word.key} {last.key}" if word.meant or last.meant else ""
    return Word(words.line.text[word.start : last.end], word.start, meant)


def _read_side(word: Word, asked: Compare, words: Words) -> int:
    """The side of which there is more, which may be told from the other: `red`, `red than black`."""
    answer, than = _find_side(word, asked), words.peek()
    if than is not None and than.key in _THAN and answer != SAME:
        words.take(say("the answer"))
        other = words.take(say("the answer"))
        if _find_side(_join_side(other, words), asked) != -answer:
            problem = say("Question {number} compares: {text}.", number=asked.number, text=asked.said)
            raise against_rules(other, problem, _say_one(asked))
    return answer


def _find_side(word: Word, asked: Compare) -> int:
    key = " ".join(plain(word.key).split())
    if key in _SAME:
        return SAME
    for answer, side in ((FIRST, asked.first), (SECOND, asked.second)):
        words = {"first" if answer == FIRST else "second", side.word, side.text, side.text.removesuffix(" stones")}
        if key in words or COLOUR_WORDS.get(key) == side.word:
            return answer
    if looks_numeric(word):
        problem = say("Question {number} compares: {text}.", number=asked.number, text=asked.said)
        raise against_rules(word, problem, _say_one(asked))
    known = (*as_typed("first second same"), asked.first.word, asked.second.word)
    meant = nearest(key, known)
    hint = say("Did you mean `{word}`?", word=meant) if meant else _say_one(asked)
    told = {"word": word.text, "number": asked.number, "text": asked.said}
    raise unreadable(word, say("`{word}` is not an answer to question {number} ({text}).", **told), hint)


def _say_one(asked: Question) -> str:
    return say("Say {answers}.", answers=_answers(asked))


def _answers(asked: Question) -> str:
    if isinstance(asked, Compare):
        first, second = asked.first.said, asked.second.said
        return say("`first` ({first}), `second` ({second}) or `same`", first=first, second=second)
    return any_of(asked.answers)


def _type(words: Words) -> str:
    return say("Type: {line}", line=say(words.verb.form))


# Players.


def read_player(words: Words) -> str:
    """The player a line of numbers is about: its owner if it begins with a number."""
    first = words.peek()
    named = first is not None and (not looks_numeric(first) or is_full_name(words, first))
    return words.player() if named else words.owner()


def read_subject(words: Words, others: tuple[str, ...] = ()) -> str:
    """The player a line of stones is about: the owner if the line begins with a stone, misspelt or not."""
    first, second = words.peek(), words.peek(1)
    if first is None or first.text == "?":
        return words.owner()
    if (looks_numeric(first) or is_short_stone(first)) and not is_full_name(words, first):
        return words.owner()
    known = match_beginning(first.key, (*words.opening.players, *others)) or first.key == "me"
    number_follows = second is not None and looks_numeric(second) and not is_short_stone(second)
    if number_follows and not (known and plain(first.text) not in COLOUR_WORDS and words.left() % 2):
        return words.owner()
    return words.owner() if plain(first.text) in COLOUR_WORDS and not known else words.player(others)


def is_mark(word: Word) -> bool:
    return looks_numeric(word) or is_short_stone(word) or is_colour(word)


# As they are written.


def format_list(some: Iterable[object]) -> str:
    return ", ".join(map(str, some))
