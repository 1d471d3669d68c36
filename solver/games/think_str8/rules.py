"""The box of Think Str8!: colours and words for them, cards, answers, points. A sum is that of three cards, 0 to 21."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache

from solver.english import nearest, plain
from solver.language import later, say
from solver.log import Word, against_rules, at_word, unreadable

NAME = "think-str8"
COLOURS = (  # in the order of the deduction pad
    later("blue"),
    later("green"),
    later("yellow"),
    later("purple"),
    later("red"),
    later("grey"),
)
NUMBERS = range(8)
BOXES = ("126", "037", "246", "1", "04", "35")  # an example of black boxes, column by column
HOLDERS = 4
PILE = 3  # cards per colour left to draw: 8 less one in the box and one in each holder
ROUNDS = {2: 10, 3: 9, 4: 8}
DICE = 3
SUMS = range(DICE * NUMBERS[-1] + 1)
TOKENS = {length: 8 - length for length in range(1, 8)}  # ours: the sheet does not print the tokens
FINAL_POINTS = {1: 5, 2: 2, 3: 1}
FINAL_LOSS = 2
SAID = {  # shown by say(SAID[…])
    "hit": later("a hit"),
    "low": later("too low"),
    "high": later("too high"),
    "miss": later("wrong"),
    None: later("not answered"),
}


def say_card(colour: str, number: object) -> str:
    """A card or a number of the pad by its name, or several numbers: red 6, rot 6 und 7."""
    return f"{say(colour)} {number}"


def format_span(low: int, high: int) -> str:
    """The numbers of a bet; one is only itself."""
    return str(low) if low == high else f"{low}-{high}"


def say_span(low: int, high: int) -> str:
    return str(low) if low == high else say("{low} to {high}", low=low, high=high)


@cache
def sums_told(low: int, high: int, answer: str) -> tuple[int, ...]:
    """The sums that agree with what was answered to a bet on `low` to `high`."""
    return tuple(total for total in SUMS if answer in true_answers(low, high, total))


def true_answers(low: int, high: int, total: int) -> tuple[str, ...]:
    """What may be said of such a bet when the cards add up to `total`."""
    if low <= total <= high:
        return ("hit",)
    return ("low", "miss") if total > high else ("high", "miss")


def right_answer(low: int, high: int, total: int, shortest: bool) -> str:
    """What must be said of such a bet; with the shortest token no direction is told."""
    answers = true_answers(low, high, total)
    return answers[-1] if shortest else answers[0]


def final_points(card: int, bets: Collection[int]) -> int:
    """What the final bets on one colour bring: the fewer numbers, the more; -2 if the card is not among them."""
    return FINAL_POINTS[len(bets)] if card in bets else -FINAL_LOSS


def final_score(hand: Mapping[str, int], bets: Mapping[str, Collection[int]]) -> int:
    """The points of all final bets; a colour without a bet counts as not guessed (ours)."""
    return sum(final_points(card, bets.get(colour, ())) for colour, card in hand.items())


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
        colour = COLOUR_WORDS[meant] if meant and len(word.text) > 1 else None
        hint = say("Did you mean {word}?", word=say(colour)) if colour else _tell_codes()
        raise unreadable(word, say("`{word}` is not a colour.", word=word.text), hint)
    return check_in_game(word, colour, colours)


def parse_colours(word: Word, colours: tuple[str, ...] = COLOURS) -> tuple[str, ...]:
    """One colour, or several codes run together such as `yyr`."""
    if find_colour(word) is None and len(word.text) > 1 and set(word.key) <= set(CODES):
        return tuple(check_in_game(word, CODES[code], colours) for code in word.key)
    return (parse_colour(word, colours),)


def find_colour(word: Word) -> str | None:
    return COLOUR_WORDS.get(plain(word.text))


def check_in_game(word: Word | None, colour: str, colours: Collection[str]) -> str:
    if colour not in colours:
        problem = say("This game is played without {colour}.", colour=say(colour))
        raise against_rules(word, problem, say("The colours are {colours}.", colours=list_colours(colours)))
    return colour


def _tell_codes() -> str:
    codes = ", ".join(f"{code} {say(colour)}" for code, colour in CODES.items())
    return say("The colours are {colours}.", colours=codes)


def list_colours(colours: Collection[str]) -> str:
    return ", ".join(map(say, colours))


@dataclass(frozen=True, slots=True)
class Card:
    """A card with its number, as a line names it."""

    colour: str
    number: int
    at: Word = at_word()

    def __str__(self) -> str:
        """As a log has it."""
        return f"{self.colour} {self.number}"

    @property
    def said(self) -> str:
        return say_card(self.colour, self.number)
