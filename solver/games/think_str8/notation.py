"""The lines of a Think Str8! log: the pieces they are made of, a reader for each verb, and how events are written.

One table of verbs serves both the reader and `deduce notation`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import groupby

from solver.english import any_of, match_beginning, nearest
from solver.games.think_str8.rules import (
    COLOURS,
    DICE,
    HOLDERS,
    NUMBERS,
    SUMS,
    Bet,
    Card,
    Cross,
    Dice,
    Final,
    Reveal,
    Score,
    See,
    Swap,
    Tokens,
    Told,
    Uncross,
    Without,
    find_colour,
    parse_colour,
    parse_colours,
)
from solver.grammar import (
    COMMON,
    NO_OWNER,
    Broken,
    Event,
    Opening,
    Players,
    Verb,
    Words,
    format_crosser,
    is_full_name,
    no_name,
    read_crosser,
)
from solver.log import Fault, Word, against_rules, unreadable
from solver.replay import Notation
from solver.trust import TrustLine, format_trust, settle_trust, trust_verb

_SAID = {
    "hit": "hit yes right in =",
    "low": "low too-low above >",
    "high": "high too-high below <",
    "miss": "miss no wrong",
}
ANSWERS = {word: answer for answer, words in _SAID.items() for word in words.split()}
_REFUSED = {"higher": ("low", "above"), "lower": ("high", "below")}
_RANGE = re.compile(r"(\d{1,4})(?:[-–—]|\.\.)(\d{1,4})")
NO_BET = ("-", "–", "—")  # in a row of final bets
NUMBER = re.compile(r"[+-]?\d{1,4}")
_GLUED = re.compile(r"([^\W\d]+)(\d+)")  # a colour and its numbers without a blank


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
    colour, number = _part(words, words.take("a colour"))
    return read_number(number or words.take(f"the number of the {colour} card"), colour)


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
        colour, numbers = _part(words, words.take("a colour and its numbers"))
        first = _split_digits(numbers) if numbers else [words.take(f"the numbers of {colour}")]
        cards += [read_number(number, colour) for number in first]
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
    if in_a_row(first) and not is_full_name(words, first):
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
        meant = "-".join(map(str, sorted((low, int(end.text)))))
        raise unreadable(end, f"`{end.text}` is not an answer.", f"Type a range with a dash: {meant}")
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
    return word.key in ANSWERS


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
        meant = nearest(word.key, [word for word in ANSWERS if len(word) > 2])
        hint = f"Did you mean `{meant}`?" if meant else "Say `hit`, `low`, `high` or `miss`."
        raise unreadable(word, f"`{word.text}` is not an answer.", hint)
    return ANSWERS[word.key], word


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


BEGUN = "begun"  # a setting: cards or dice have been typed
_TOKEN = re.compile(r"(\d{1,2}):(\d{1,3})")


# One reader per verb.


def read_without(words: Words) -> Without:
    word = words.take("a colour")
    words.done()
    colour = parse_colour(word)
    if colour != "grey":
        raise against_rules(word, f"{colour.capitalize()} cannot be left out.", "Only grey can: without grey")
    return Without(colour, words.line)


def read_tokens(words: Words) -> Tokens:
    points: dict[int, int] = {}
    while words.left() or not points:
        word = words.take("the tokens as length:points")
        found = _TOKEN.fullmatch(word.text)
        if not found:
            raise unreadable(word, f"`{word.text}` is not a token.", "Type length:points, for example 3:5.")
        length = int(found[1])
        if length in points or not 0 < length <= len(SUMS):
            problem = f"Two tokens of length {length}." if length in points else f"No token is {length} long."
            raise against_rules(word, problem, f"All lengths differ and lie between 1 and {len(SUMS)}.")
        points[length] = int(found[2])
    return Tokens(tuple(points.items()), words.line)


def read_see(words: Words) -> See:
    word = words.peek()
    holder = words.player(neutrals_of(words.opening.players))
    if holder == words.opening.me:
        hint = "Your cards come in by `swap COLOUR NUMBER` when you lay one off, and by `reveal` at the end."
        raise against_rules(word, "You cannot see your own cards.", hint)
    return See(holder, read_hand(words), words.line)


def read_dice(words: Words) -> Dice:
    colours: list[str] = []
    while words.left() or not colours:
        colours += parse_colours(word := words.take("three colours"), colours_of(words.opening))
    if len(colours) != DICE:
        problem = f"{len(colours)} colour{'s' * (len(colours) != 1)}, but there are {DICE} dice."
        raise unreadable(word, problem, "Type one colour per die: dice yellow yellow red")
    return Dice(tuple(colours), words.line)


def read_bet(words: Words) -> Bet:
    word = words.peek()
    unnamed = word is None or (looks_numeric(word) and not is_full_name(words, word))
    player = words.owner() if unnamed else read_player(words, "never bets")
    low, high, range_at = read_range(words)
    bet = Bet(player, low, high, None, words.line, range_at)
    if words.left():
        answer, answer_at = read_answer(words, high, low)
        bet = replace(bet, answer=answer, answer_at=answer_at)
    words.done()
    return bet


def read_told(words: Words) -> Told:
    first = words.peek()
    alone = words.left() == 1  # then even somebody called Hit is not meant
    full_name = first is not None and is_full_name(words, first) and not (alone and is_answer(first))
    named = full_name or (words.left() > 1 and first is not None and first.key != "too")
    player = read_player(words, "never bets") if named else words.owner()
    answer, answer_at = read_answer(words)
    words.done()
    return Told(player, answer, words.line, answer_at)


def read_swap(words: Words) -> Swap:
    player = read_subject(words)
    old = read_card(words)
    new = read_number(words.take("a number"), old.colour) if words.left() else None
    if new is not None and player == words.opening.me:
        hint = f"Type only what you laid off: swap {old}"
        raise against_rules(new.at, "You cannot see your new card.", hint)
    if new is not None and new.number == old.number:
        hint = f"Type what was laid off, then what was drawn: swap {player} {old.colour} 7 0"
        raise against_rules(new.at, f"The {old} was laid off, so it cannot be the new card.", hint)
    words.done()
    return Swap(player, old, new, words.line)


def read_final(words: Words) -> Final:
    first = words.peek()
    if first is not None and in_pad_order(words):
        named = is_full_name(words, first) or not in_a_row(first)
        player = read_player(words, "never bets") if named else words.owner()
        cards = read_final_groups(words)
    else:
        player, cards = read_subject(words), read_groups(words)
    for _, group in groupby(sorted(cards, key=lambda card: card.colour), lambda card: card.colour):
        numbers = list(group)
        if len(numbers) > 3:
            problem = f"{len(numbers)} numbers for {numbers[0].colour}."
            raise against_rules(numbers[3].at, problem, "Bet one, two or three numbers per colour.")
        if len({card.number for card in numbers}) < len(numbers):
            raise against_rules(numbers[-1].at, f"A number twice for {numbers[0].colour}.", "Type each number once.")
    return Final(player, cards, words.line)


def read_reveal(words: Words) -> Reveal:
    return Reveal(read_subject(words, bare=True), read_hand(words), words.line)


def read_cross(words: Words) -> Cross:
    player = read_crosser(words, find_colour)
    return Cross(read_groups(words), player, words.line)


def read_uncross(words: Words) -> Uncross:
    player = read_crosser(words, find_colour)
    return Uncross(read_groups(words), player, words.line)


def read_score(words: Words) -> Score:
    first = words.peek()
    named = first is not None and (words.left() > 1 or is_full_name(words, first))
    player = read_player(words, "has no stone") if named else words.owner()
    word = words.take("the points")
    words.done()
    if not NUMBER.fullmatch(word.text):
        raise unreadable(word, f"`{word.text}` is not a number.", "Type the space on the track: score Ben 12")
    return Score(player, int(word.text), words.line)


VERBS = (
    Verb("without", "without grey", "the introductory game with five colours", ("without grey",), read_without),
    Verb(
        "tokens",
        "tokens LENGTH:POINTS …",
        "what is printed on the betting tokens, if it is not 1:7 to 7:1",
        ("tokens 1:7 2:6 3:5 4:4 5:3 6:2 7:1",),
        read_tokens,
    ),
    Verb(
        "see",
        "see PLAYER COLOUR NUMBER …  or six numbers in pad order",
        "cards that I see; the card holders that belong to nobody are `neutral` and `neutral2`",
        ("see Ben blue 6, green 0, red 4", "see Cleo 1 3 4 4 0 3", "see neutral 226726"),
        read_see,
    ),
    Verb(
        "dice",
        "dice COLOUR COLOUR COLOUR",
        "a new round: the dice, after one was turned or none",
        ("dice green yellow blue", "dice yyr"),
        read_dice,
    ),
    Verb(
        "bet",
        "bet [PLAYER] LOW-HIGH [hit|low|high|miss]",
        "a bet and what was told: `low` is 'too low', the sum is above the range; not needed where I see the cards",
        ("bet 13-19 hit", "bet Ben 4-9 low", "bet 8-8 miss", "bet Cleo 2-7", "bet 10-15="),
        read_bet,
    ),
    Verb(
        "told",
        "told [PLAYER] hit|low|high|miss",
        "the answer to a bet typed without one",
        ("told hit", "told Cleo high"),
        read_told,
    ),
    Verb(
        "swap",
        "swap [PLAYER] COLOUR OLD [NEW]",
        "a card laid off after a wrong bet, and the new one if I see it; if the old one is known, "
        "`swap Ben yellow 0` is enough",
        ("swap Ben yellow 7 0", "swap Ben yellow 0", "swap yellow 2"),
        read_swap,
    ),
    Verb(
        "cross",
        "cross COLOUR NUMBER …",
        "crossed out on my own pad; in the table's own log `cross Ben red 5`, which the others do not see",
        ("cross red 5 7",),
        read_cross,
    ),
    Verb("uncross", "uncross COLOUR NUMBER …", "a cross taken back", ("uncross red 5",), read_uncross),
    Verb(
        "score",
        "score [PLAYER] POINTS",
        "where a stone stands on the track, whatever was typed before",
        ("score Ben 12",),
        read_score,
    ),
    trust_verb("bets", "1"),
    Verb(
        "final",
        "final [PLAYER] COLOUR NUMBER …  or a group of numbers per colour in pad order",
        "final bets: one to three numbers per colour; in pad order `-` means no bet",
        ("final blue 4 7, green 5, yellow 1 3", "final Ben blue 6, green 0 1", "final 256 0 1 02 2 -"),
        read_final,
    ),
    Verb(
        "reveal",
        "reveal [PLAYER] COLOUR NUMBER …  or six numbers in pad order",
        "a hand when all cards are turned over",
        ("reveal 7 5 1 0 1 2", "reveal Ben blue 6, grey 5"),
        read_reveal,
    ),
)


def _settle(event: Event, opening: Opening) -> Opening:
    """Grey is out from a `without` line on, even from a misspelt one, so that one slip is one error.

    After the first cards or dice such a line is a mistake itself, and the lines after it are read as those before.
    """
    if isinstance(event, Players):
        taken = [word for word in event.line.words[1:] if word.key.startswith("neutral")]
        if taken:
            raise no_name(taken[0])
    without = isinstance(event, Without) or (isinstance(event, Broken) and event.verb == "without")
    if without and BEGUN not in opening.settings:
        return opening._replace(settings=opening.settings | {"grey"})
    if isinstance(event, See | Dice):
        return opening._replace(settings=opening.settings | {BEGUN})
    return settle_trust(event, opening)


# Writing: the canonical form of every event, which reads back as the same event.


def format_cards(cards: tuple[Card, ...]) -> str:
    """`red 5, red 7, blue 1` as people say it: red 5 7, blue 1."""
    groups = groupby(cards, lambda card: card.colour)
    return ", ".join(f"{colour} {' '.join(str(card.number) for card in group)}" for colour, group in groups)


def _format_bet(bet: Bet) -> str:
    return f"bet {bet.player} {bet.low}-{bet.high}" + (f" {bet.answer}" if bet.answer else "")


def _format_swap(swap: Swap) -> str:
    return f"swap {swap.player} {swap.old}" + (f" {swap.new.number}" if swap.new else "")


_FORMATS: dict[type, Callable[..., str]] = {
    TrustLine: format_trust,
    Without: lambda event: f"without {event.colour}",
    Tokens: lambda event: "tokens " + " ".join(f"{length}:{points}" for length, points in event.points),
    See: lambda event: f"see {event.holder} {', '.join(map(str, event.cards))}",
    Dice: lambda event: f"dice {' '.join(event.colours)}",
    Bet: _format_bet,
    Told: lambda event: f"told {event.player} {event.answer}",
    Swap: _format_swap,
    Cross: lambda event: f"cross {format_crosser(event.player)}{format_cards(event.cards)}",
    Uncross: lambda event: f"uncross {format_crosser(event.player)}{format_cards(event.cards)}",
    Score: lambda event: f"score {event.player} {event.points}",
    Final: lambda event: f"final {event.player} {format_cards(event.cards) or NO_BET[0]}",
    Reveal: lambda event: f"reveal {event.player} {', '.join(map(str, event.cards))}",
}
NOTATION = Notation(VERBS, _FORMATS, _settle)
BY_NAME = {verb.name: verb for verb in (*COMMON, *VERBS)}
read_log, format_event = NOTATION.read, NOTATION.write
