"""The box of Think Str8!, and what can happen with it: colours and words for them, cards, points, events.

A sum is that of three cards, 0 to 21. An event is one frozen value per line of the log; `*_at` is the word to mark.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cache

from solver.english import nearest, plain
from solver.grammar import Event
from solver.log import Line, Word, against_rules, at_line, at_word, unreadable

NAME = "think-str8"
COLOURS = ("blue", "green", "yellow", "purple", "red", "grey")  # the order of the deduction pad
NUMBERS = range(8)
HOLDERS = 4
PILE = 3  # cards per colour left to draw: 8 less one in the box and one in each holder
ROUNDS = {2: 10, 3: 9, 4: 8}
DICE = 3
SUMS = range(DICE * NUMBERS[-1] + 1)
TOKENS = {length: 8 - length for length in range(1, 8)}  # ours: the sheet does not print the tokens
FINAL_POINTS = {1: 5, 2: 2, 3: 1}
FINAL_LOSS = 2
SAID = {"hit": "a hit", "low": "too low", "high": "too high", "miss": "wrong", None: "not answered"}


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
        hint = f"Did you mean {COLOUR_WORDS[meant]}?" if meant and len(word.text) > 1 else _CHOICE
        raise unreadable(word, f"`{word.text}` is not a colour.", hint)
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
        raise against_rules(word, f"This game is played without {colour}.", f"The colours are {', '.join(colours)}.")
    return colour


_CHOICE = "The colours are " + ", ".join(f"{code} {colour}" for code, colour in CODES.items()) + "."


@dataclass(frozen=True, slots=True)
class Card:
    """A card with its number, as a line names it."""

    colour: str
    number: int
    at: Word = at_word()

    def __str__(self) -> str:
        return f"{self.colour} {self.number}"


@dataclass(frozen=True, slots=True)
class Without:
    """The game is played without this colour."""

    colour: str
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class Tokens:
    """Which token is worth how many points, by its length."""

    points: tuple[tuple[int, int], ...]
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class See:
    """Cards that a holder shows to all but its owner."""

    holder: str
    cards: tuple[Card, ...]
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class Dice:
    """The colours that the dice show, after one was turned."""

    colours: tuple[str, ...]
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class Bet:
    """A range in which the player's sum is said to be, and the answer if it came at once."""

    player: str
    low: int
    high: int
    answer: str | None = None
    line: Line = at_line()
    range_at: Word = at_word()
    answer_at: Word = at_word()


@dataclass(frozen=True, slots=True)
class Told:
    """The answer to a bet that was typed without one."""

    player: str
    answer: str
    line: Line = at_line()
    answer_at: Word = at_word()


@dataclass(frozen=True, slots=True)
class Swap:
    """`old` is laid off face up; `new` is what the others now see, None if the owner drew it or it was not typed."""

    player: str
    old: Card
    new: Card | None = None
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class Cross:
    """Crossed out on a pad: the owner's, or in the table's own log that of the `player` named."""

    cards: tuple[Card, ...]
    player: str | None = None
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class Uncross:
    """Crosses taken back."""

    cards: tuple[Card, ...]
    player: str | None = None
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class Score:
    """A space of the scoring track, as typed."""

    player: str
    points: int
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class Final:
    """Final bets: every card named is one bet on that colour."""

    player: str
    cards: tuple[Card, ...]
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class Reveal:
    """The cards that a player turns at the end."""

    player: str
    cards: tuple[Card, ...]
    line: Line = at_line()


# What a player sees of them.


def as_seen(event: Event, player: str) -> Event | None:
    """One event as that player sees it; None if there is nothing to see."""
    if isinstance(event, See):
        return None if event.holder == player else event
    if isinstance(event, Swap):
        return hide_drawn(event, player)
    if isinstance(event, Cross | Uncross):
        return replace(event, player=None) if event.player == player else None
    return event


def hide_drawn(swap: Swap, player: str) -> Swap:
    """All but its owner see the card drawn."""
    return replace(swap, new=None) if swap.player == player else swap
