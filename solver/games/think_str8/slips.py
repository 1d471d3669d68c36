"""Slips of ear, eye and finger: what a line may have been meant to say, one change at a time, how common each is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from solver.english import match_beginning
from solver.games.think_str8.notation import ANSWERS, BY_NAME, colours_of, find_sign, looks_numeric, neutrals_of
from solver.games.think_str8.rules import CODES, NUMBERS, SUMS, Card, find_colour
from solver.grammar import Event, Opening, Unnamed, Words, find_verb
from solver.log import Fault, Line, Word, parse_line

_RANGE = re.compile(r"(\d{1,4})(\s*(?:[-–—]|\.\.)\s*)(\d{1,4})")
# Digits that look or sound alike, or lie above each other on a number pad; next neighbours are one off anyway.
_ALIKE = set(map(frozenset, ["17", "38", "35", "06", "08", "56", "14", "27", "25", "36", "47", "69", "89", "03"]))
_ALIKE_COLOURS = {frozenset(("green", "grey")), frozenset(("blue", "purple")), frozenset(("red", "purple"))}


class Slip(StrEnum):
    ANSWER = "answer"
    RANGE = "range"
    NUMBER = "number"
    COLOUR = "colour"
    PLAYER = "player"
    EXCHANGED = "exchanged"


@dataclass(frozen=True, slots=True)
class Change:
    """Another wording of a line and how common such a slip is; it names the cards `instead` in place of `cards`."""

    line: Line
    text: str
    slip: Slip
    likely: float
    cards: frozenset[Card] = frozenset()
    instead: frozenset[Card] = frozenset()


def propose(line: Line, opening: Opening) -> tuple[Change, ...]:
    """All single changes to a line that are slips people make."""
    verbs = match_beginning(line.words[0].key, BY_NAME) if line.words else []
    if len(verbs) != 1 or not line.words[1:]:
        return ()
    found: dict[str, Change] = {}
    for change in _Proposals(line, verbs[0], opening).all():
        if change.text != line.text and change.likely > found.get(change.text, _NEVER).likely:
            found[change.text] = change
    return tuple(found.values())


def read_change(change: Change, opening: Opening) -> Event | None:
    """The event that the changed line stands for; None if it cannot be read."""
    line = parse_line(change.line.number, change.text)
    try:
        verb = find_verb(line.words[0], BY_NAME)
        return verb.read(Words(line, verb, opening))
    except (Fault, Unnamed):
        return None


class _Proposals:
    def __init__(self, line: Line, verb: str, opening: Opening) -> None:
        self.line, self.verb, self.opening = line, verb, opening
        self.colours = colours_of(opening)

    def all(self) -> Iterator[Change]:
        if self.verb in ("bet", "told"):
            yield from self.answers()
        if self.verb == "bet":
            yield from self.ranges()
        if self.verb in ("see", "swap", "reveal"):
            cards = self.named()
            yield from self.numbers(cards)
            yield from self.exchanged(cards)
        if self.verb in ("see", "swap", "reveal", "dice"):
            yield from self.recoloured()
        if self.verb in ("bet", "told", "see", "swap", "reveal"):
            yield from self.players()

    def change(
        self,
        slip: Slip,
        likely: float,
        *edits: tuple[Word, str],
        cards: Sequence[Card] = (),
        instead: Sequence[Card] = (),
    ) -> Change:
        text = self.line.text
        for at, new in sorted(edits, key=lambda edit: -edit[0].start):
            text = text[: at.start] + new + text[at.end :]
        return Change(self.line, text, slip, likely, frozenset(cards), frozenset(instead))

    # Bets.

    def answers(self) -> Iterator[Change]:
        at = self.line.words[-1]
        if joined := find_sign(at):
            at = Word(at.text[joined:], at.start + joined)
        answer = ANSWERS.get(at.key)
        if answer is None:
            return
        if len(self.line.words) > 2 and self.line.words[-2].key == "too":
            start = self.line.words[-2].start
            at = Word(self.line.text[start : at.end], start)
        for other in ("hit", "low", "high", "miss"):
            if other != answer:
                likely = LIKELY["turned"] if {answer, other} == {"low", "high"} else LIKELY["answer"]
                yield self.change(Slip.ANSWER, likely, (at, f" {other}" if joined else other))

    def ranges(self) -> Iterator[Change]:
        at = next((word for word in self.line.words[1:] if looks_numeric(word)), None)
        if at is None:
            return
        found = _RANGE.match(self.line.text, at.start)
        alone = at.text[: find_sign(at)]
        low, high = (found[1], found[3]) if found else (alone, alone)
        if not (low.isdecimal() and high.isdecimal()):
            return
        whole = Word(found[0] if found else alone, at.start)
        dash = found[2] if found else "-"
        for (first, last), likely in _range_slips(low, high).items():
            if 0 <= first <= last <= SUMS[-1]:
                yield self.change(Slip.RANGE, likely, (whole, f"{first}{dash}{last}"))

    # Cards.

    def named(self) -> list[Card]:
        """The numbers of the line with their colours: named one by one, or in pad order."""
        words = [word for word in self.line.words[1:] if looks_numeric(word) or find_colour(word) or word.text == "?"]
        if any(find_colour(word) for word in words):
            return list(_named_by_colour(words))
        digits = [word for word in words if len(word.text) == 1]
        for word in self.line.words[1:]:
            if len(word.text) == len(self.colours) and set(word.text) <= set("0123456789?"):
                digits = [Word(sign, word.start + place) for place, sign in enumerate(word.text)]
        if len(digits) != len(self.colours):
            return []
        pairs = zip(digits, self.colours, strict=True)
        return [Card(colour, int(at.text), at) for at, colour in pairs if at.text.isdecimal()]

    def numbers(self, cards: list[Card]) -> Iterator[Change]:
        for card in cards:
            for number in NUMBERS:
                if str(number) != card.at.text:
                    likely, new = _misread(card.at.text, str(number)), Card(card.colour, number)
                    yield self.change(Slip.NUMBER, likely, (card.at, str(number)), cards=[card], instead=[new])

    def exchanged(self, cards: list[Card]) -> Iterator[Change]:
        for place, one in enumerate(cards):
            for other in cards[place + 1 :]:
                likely = LIKELY["exchanged"] / max(1, len(cards) - 1) * (3 if other is cards[place + 1] else 1)
                edits = ((one.at, other.at.text), (other.at, one.at.text))
                new = [Card(one.colour, other.number), Card(other.colour, one.number)]
                yield self.change(Slip.EXCHANGED, likely, *edits, cards=[one, other], instead=new)

    def recoloured(self) -> Iterator[Change]:
        named_colours = {colour for _, colour in self.coloured()}  # a holder has one card of each
        for at, colour in self.coloured():
            named = [card for card in self.named() if card.colour == colour] if self.verb != "dice" else []
            for other in self.colours:
                if other != colour and (self.verb == "dice" or other not in named_colours):
                    likely = LIKELY["alike" if frozenset((colour, other)) in _ALIKE_COLOURS else "colour"]
                    new = other if len(at.text) > 1 else next(code for code, c in CODES.items() if c == other)
                    instead = [Card(other, card.number) for card in named]
                    yield self.change(Slip.COLOUR, likely, (at, new), cards=named, instead=instead)

    def coloured(self) -> Iterator[tuple[Word, str]]:
        """Colour words, and the single codes of words such as `yyr`; a player's name may look like a colour."""
        words = self.line.words[2 if self.verb != "dice" and self.has_player() else 1 :]
        for word in words:
            colour = find_colour(word)
            if colour is not None:
                yield word, colour
            elif self.verb == "dice" and set(word.key) <= set(CODES):
                for place, code in enumerate(word.key):
                    yield Word(code, word.start + place), CODES[code]

    # Players.

    def has_player(self) -> bool:
        """The line names whose it is: a word that is not a number and, if it could be a colour, is followed by one."""
        first = self.line.words[1]
        second = self.line.words[2] if len(self.line.words) > 2 else None
        if looks_numeric(first) or first.text.startswith("?") or first.key in ANSWERS or first.key == "too":
            return False
        return not (find_colour(first) and (second is None or not find_colour(second)))

    def players(self) -> Iterator[Change]:
        """The line is another player's. My own new card is not seen, so that a swap given to me loses it."""
        names = self.opening.players
        at = self.line.words[1]
        if self.has_player():
            known = (*names, *neutrals_of(names))
            found = match_beginning(at.key, known) if at.key != "me" else [self.opening.me or ""]
        else:
            at, found = Word("", at.start), [self.opening.me or ""]
        for other in (*names, *(neutrals_of(names) if self.verb == "see" else ())):
            if found == [other] or len(found) != 1:
                continue
            edits = [(at, other if at.text else f"{other} ")]
            cards = self.named() if self.verb == "swap" else []
            if self.verb == "swap" and other == self.opening.me and len(cards) == 2:
                new = cards[1].at
                edits.append((Word(self.line.text[cards[0].at.end : new.end], cards[0].at.end), ""))
            yield self.change(Slip.PLAYER, LIKELY["player"], *edits)


def _named_by_colour(words: Sequence[Word]) -> Iterator[Card]:
    colour = ""
    for word in words:
        found = find_colour(word)
        if found:
            colour = found
        elif colour and word.text.isdecimal() and len(word.text) == 1:
            yield Card(colour, int(word.text), word)


def _range_slips(low: str, high: str) -> dict[tuple[int, int], float]:
    """Other ranges, each by its likeliest slip: shifted, one end off, the ends swapped, a digit misread."""
    first, last = int(low), int(high)
    found: dict[tuple[int, int], float] = {}

    def add(range_: tuple[int, int], likely: float) -> None:
        found[range_] = max(likely, found.get(range_, 0.0))

    add((last, first), LIKELY["backwards"])
    for step in (-1, 1):
        add((first + step, last + step), LIKELY["shifted"])
        add((first + step, last), LIKELY["end"])
        add((first, last + step), LIKELY["end"])
    for place, typed in enumerate((low, high)):
        for at in range(len(typed)):
            for digit in "0123456789":
                if digit != typed[at]:
                    read = int(typed[:at] + digit + typed[at + 1 :])
                    likely = _misread(typed[at], digit) * LIKELY["digit"]
                    add((first, read) if place else (read, last), likely)
    return found


def _misread(typed: str, meant: str) -> float:
    if abs(int(typed) - int(meant)) == 1:
        return LIKELY["one off"]
    return LIKELY["alike digit"] if frozenset((typed, meant)) in _ALIKE else LIKELY["other digit"]


# How common a slip is, compared with the others; tests/bench/measure_slips.py measures what they are good for.
LIKELY = {
    "turned": 1.0,
    "answer": 0.6,
    "backwards": 1.0,
    "shifted": 0.5,
    "end": 0.5,
    "digit": 0.4,
    "one off": 0.5,
    "alike digit": 0.4,
    "other digit": 0.02,
    "exchanged": 0.3,
    "alike": 0.3,
    "colour": 0.15,
    "player": 0.5,
}
_NEVER = Change(Line(0, "", ()), "", Slip.ANSWER, 0.0)
