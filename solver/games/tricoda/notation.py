"""The lines of a Tricoda log: stones, codes and answers as people type them, and one table of verbs.

The reader and `deduce notation` both work from the table; `format_event` writes what reads back as the same event.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from solver.english import all_of, any_of, match_beginning, nearest, plain
from solver.games.tricoda.rules import (
    AT_MOST,
    COLOURS,
    FIRST,
    KINDS,
    NUMBERS,
    PIECES,
    QUESTIONS,
    RACK,
    SAME,
    SECOND,
    Ask,
    Code,
    Compare,
    Cross,
    Declare,
    Edition,
    Mix,
    Named,
    Question,
    Racks,
    Reveal,
    See,
    Stone,
    Uncross,
    Was,
    format_answer,
    format_code,
    neutrals_of,
    question,
)
from solver.grammar import Event, Opening, Verb, Words, format_crosser, is_full_name, read_crosser
from solver.log import Line, Word, against_rules, unreadable
from solver.replay import Notation

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
    hint = f"Stones have the numbers 1 to {NUMBERS[-1]}."
    if not _NUMBER.fullmatch(word.text):
        raise unreadable(word, f"`{word.text}` is not a number.", hint)
    if int(word.text) not in NUMBERS:
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
        raise unreadable(word, f"`{word.text}` is not a colour.", hint)
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
        word = words.peek()
        if word and looks_numeric(word) and not is_short_stone(word) and not colour_follows(words):
            marks.append(read_number(words.take("a number")))
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
        raise unreadable(
            word, f"`{word.text}` is not the number of a question card.", f"Type its number, 1 to {len(QUESTIONS)}."
        )
    if int(word.text) not in QUESTIONS:
        hint = f"The question cards are 1 to {len(QUESTIONS)}."
        raise against_rules(word, f"There is no question {int(word.text)}.", hint)
    return int(word.text), word


def read_answer(words: Words, asked: Question) -> int:
    word = words.take(f"the answer: {_answers(asked)}")
    if words.left() and not looks_numeric(word):  # `pink 6s`, `other 7s`
        last = words.take("the answer")
        word = Word(words.line.text[word.start : last.end], word.start)
    if isinstance(asked, Compare):
        return _read_side(word, asked)
    if not _NUMBER.fullmatch(word.text):
        problem = f"Question {asked.number} is answered with a number ({asked.text})."
        raise unreadable(word, problem, f"Say {_answers(asked)}.")
    answer = int(word.text)
    if answer not in asked.answers:
        if isinstance(asked, Racks):
            problem = f"{answer} racks, but every reader sees three."
        else:
            problem = f"{answer} cannot be: question {asked.number} counts {asked.text}."
        raise against_rules(word, problem, f"Say {_answers(asked)}.")
    return answer


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
    raise unreadable(word, f"`{word.text}` is not an answer to question {asked.number} ({asked.text}).", hint)


def _answers(asked: Question) -> str:
    if isinstance(asked, Compare):
        return f"`first` ({asked.first.text}), `second` ({asked.second.text}) or `same`"
    return any_of(asked.answers)


# Lines.

SETTING = "card 2 at-most"
_EDITIONS = {"at-most": True, "at-least": False}


def read_edition(words: Words) -> Edition:
    word = words.take("the card: card 2 at-most")
    if word.text != str(AT_MOST.number):
        raise against_rules(word, "Only card 2 differs between editions.", "Type: card 2 at-most")
    says = words.take("`at-most` or `at-least`")
    words.done()
    if says.key not in _EDITIONS:
        meant = nearest(says.key, _EDITIONS)
        hint = f"Did you mean `{meant}`?" if meant else "Say `at-most` (12 or less) or `at-least` (12 or more)."
        raise unreadable(says, f"`{says.text}` is not known.", hint)
    return Edition(_EDITIONS[says.key], words.line)


def read_see(words: Words) -> See:
    word = words.peek()
    holder = words.player(neutrals_of(words.opening.players))
    if holder == words.opening.me:
        hint = "Your stones come in by `was` after you declared, and by `reveal` at the end."
        raise against_rules(word, "You cannot see your own stones.", hint)
    return See(holder, read_stones(words), words.line)


def _read_player(words: Words) -> str:
    """The player a line of numbers is about: its owner if it begins with a number."""
    first = words.peek()
    named = first is not None and (not looks_numeric(first) or is_full_name(words, first))
    return words.player() if named else words.owner()


def read_ask(words: Words) -> Ask:
    player = _read_player(words)
    card, card_at = read_card(words)
    if not words.left() and (player == words.opening.me or words.opening.of_table):
        return Ask(player, card, None, words.line, card_at)
    answer = read_answer(words, question(card, SETTING in words.opening.settings))
    words.done()
    return Ask(player, card, answer, words.line, card_at)


def read_declare(words: Words) -> Declare:
    player = _read_player(words)
    code = read_code(words)
    if not words.left() and player != words.opening.me:
        return Declare(player, code, None, words.line, words.line.words[-1])
    right, right_at = read_right(words)
    words.done()
    return Declare(player, code, right, words.line, right_at)


def read_mix(words: Words) -> Mix:
    words.done()
    return Mix(words.line)


def _subject(words: Words, others: tuple[str, ...] = ()) -> str:
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


def _read_crossed(words: Words) -> tuple[tuple[int | Stone, ...], str | None, Line]:
    player = read_crosser(words, _is_mark)
    return read_marks(words), player, words.line


def _is_mark(word: Word) -> bool:
    return looks_numeric(word) or is_short_stone(word) or is_colour(word)


VERBS = (
    Verb("card", "card 2 at-most", "my edition's card 2 asks for '12 or less'", ("card 2 at-most",), read_edition),
    Verb(
        "see",
        "see PLAYER COLOUR NUMBER, COLOUR NUMBER, COLOUR NUMBER",
        "the stones of a rack I see, new ones too; racks without owner are `neutral` and `neutral2`",
        ("see Ben green 1, yellow 2, blue 7", "see Cleo g1 y2 b7", "see neutral black 3, red 5, ?"),
        read_see,
    ),
    Verb(
        "ask",
        "ask [PLAYER] QUESTION ANSWER",
        "the player reads the question card and answers it: a count, or `first`, `second`, `same`, or the side's word; "
        "the answer to a question I read myself follows from the stones I see",
        ("ask Ben 16 first", "ask Ben 16 blue", "ask Cleo 4 2", "ask 17 same"),
        read_ask,
    ),
    Verb(
        "declare",
        "declare [PLAYER] NUMBER NUMBER NUMBER right|wrong",
        "a code declared; the rack is replaced, and `see` shows another player's new stones. That somebody declares, "
        "or does not, is never taken as a sign of anybody's stones",
        ("declare Ben 1 2 7 right", "declare 2 5 7 wrong"),
        read_declare,
    ),
    Verb(
        "was",
        "was [PLAYER] COLOUR NUMBER, …",
        "the stones I had when I declared, now beside the pile",
        ("was yellow 2, black 5, pink 7",),
        lambda words: Was(_subject(words, neutrals_of(words.opening.players)), read_stones(words), words.line),
    ),
    Verb("mix", "mix", "the stones beside the pile are mixed in again, because the pile ran out", ("mix",), read_mix),
    Verb(
        "cross",
        "cross NUMBER|STONE …",
        "crossed out on my sheet; in the table's own log `cross Ben 2 4`, which the others do not see",
        ("cross 2 4", "cross blue 7"),
        lambda words: Cross(*_read_crossed(words)),
    ),
    Verb(
        "uncross",
        "uncross NUMBER|STONE …",
        "a cross taken back",
        ("uncross 4",),
        lambda words: Uncross(*_read_crossed(words)),
    ),
    Verb(
        "reveal",
        "reveal [PLAYER] COLOUR NUMBER, …",
        "the stones on a rack when the game is over",
        ("reveal red 5, red 5, brown 4",),
        lambda words: Reveal(_subject(words), read_stones(words), words.line),
    ),
)


def _settle(event: Event, opening: Opening) -> Opening:
    if isinstance(event, Edition):
        settings = opening.settings | {SETTING} if event.at_most else opening.settings - {SETTING}
        return opening._replace(settings=settings)
    return opening


# Writing: the canonical form of every event, which reads back as the same event.


def _said(event: Ask) -> str:
    return "" if event.answer is None else f" {format_answer(question(event.card), event.answer)}"


def _listed(some: Sequence[object]) -> str:
    return ", ".join(map(str, some))


_OUTCOME = {True: " right", False: " wrong", None: ""}


_FORMATS: dict[type, Callable[..., str]] = {
    Edition: lambda event: f"card {AT_MOST.number} {'at-most' if event.at_most else 'at-least'}",
    See: lambda event: f"see {event.holder} {_listed(event.stones)}",
    Ask: lambda event: f"ask {event.player} {event.card}{_said(event)}",
    Declare: lambda event: f"declare {event.player} {format_code(event.code)}{_OUTCOME[event.right]}",
    Mix: lambda _: "mix",
    Was: lambda event: f"was {event.player} {_listed(event.stones)}",
    Reveal: lambda event: f"reveal {event.player} {_listed(event.stones)}",
    Cross: lambda event: f"cross {format_crosser(event.player)}{_listed(event.marks)}",
    Uncross: lambda event: f"uncross {format_crosser(event.player)}{_listed(event.marks)}",
}
NOTATION = Notation(VERBS, _FORMATS, _settle)
read_log, format_event = NOTATION.read, NOTATION.write
