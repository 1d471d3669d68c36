"""What a person makes of a change that is told: the line as it was and the sentence give the line as it is.

Nothing of the program reads these sentences, so they are read here by their words alone, as people do: `Eva's new green
is 2, not 5` leaves everything else of Eva's swap as it was. A part that a sentence does not name is a part that stays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from re import Match

COLOUR = "blue|green|yellow|purple|red|grey|pink|black|brown"
NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
VALUES = {f"{name}{many}": value for value, name in enumerate(NUMBERS[1:7], 1) for many in ("", "s", "es")}
ANSWERS = {"a hit": "hit", "too low": "low", "too high": "high", "wrong": "miss"}
ANSWER = "|".join(ANSWERS)
SPAN, CARDS, STONE = r"\d+(?:-\d+)?", rf"(?:{COLOUR}) \d(?:, (?:{COLOUR}) \d)*", rf"an? (?:{COLOUR}) \d"
STONES = rf"{STONE}(?:(?:, | and ){STONE})*"


def read_change(told: str, old: str, me: str, players: Sequence[str]) -> str:
    """The line as it is now. `old` is the line as it was, in its canonical form, with both numbers of a swap."""
    verb = old.split()[0]
    if told.endswith(f", not {old}"):
        return told.removesuffix(f", not {old}")
    new = old
    for part in re.split(r" and (?=(?:your|\S+'s) [^,]+? (?:is|was) |the answer |what you were told )", told):
        new = _read_part(verb, part, new, me, players)
    return new


def _read_part(verb: str, told: str, old: str, me: str, players: Sequence[str]) -> str:
    who = "|".join(map(re.escape, sorted({*players, "neutral", "neutral2"}, key=len, reverse=True)))
    for form, read in RULES[verb]:
        if found := re.fullmatch(form.replace("WHOSE", rf"(your|(?:{who})'s)").replace("WHO", rf"(you|{who})"), told):
            words = [me if word in ("you", "your") else (word or "").removesuffix("'s") for word in found.groups()]
            return read(old, found, words)
    raise AssertionError(f"Nobody can say what this changes: {told}")


# One rule for each sentence: what it says, and what of the old line it leaves.

Reader = Callable[[str, Match[str], list[str]], str]


def _whole(form: str) -> Reader:
    return lambda _, __, words: form.format(*words)


def _card(old: str, _: Match[str], words: list[str]) -> str:
    """`Ben's yellow is 4, not 0`."""
    assert old.split()[1] == words[0]
    assert f"{words[1]} {words[3]}" in old
    return re.sub(rf"\b{words[1]} \d", f"{words[1]} {words[2]}", old)


def _cards(old: str, _: Match[str], words: list[str]) -> str:
    """`Ben's cards are green 2, not blue 2`: these instead of those."""
    verb, holder, rest = old.split(" ", 2)
    assert holder == words[0]
    now = [card for card in rest.split(", ") if card not in words[2].split(", ")]
    return f"{verb} {holder} {', '.join([*now, *words[1].split(', ')])}"


def _range(old: str, _: Match[str], words: list[str]) -> str:
    verb, player, span, *answer = old.split()
    assert (player, _span(words[2])) == (words[0], span)
    return " ".join((verb, player, _span(words[1]), *answer))


def _answer(old: str, _: Match[str], words: list[str]) -> str:
    verb, player, span, *_rest = old.split()
    assert (player, _span(words[1])) == (words[0], span)
    return " ".join((verb, player, span, ANSWERS[words[2]]))


def _unanswered(old: str, _: Match[str], __: list[str]) -> str:
    return " ".join(old.split()[:3])


def _owner(old: str, _: Match[str], words: list[str]) -> str:
    verb, player, span, *answer = old.split()
    assert span == _span(words[0])
    assert player != words[1]
    return " ".join((verb, words[1], span, *answer))


def _swap(_: str, __: Match[str], words: list[str]) -> str:
    """`Ben laid off green 3 and drew a 5`: all of it."""
    return f"swap {words[0]} {words[1]}" + (f" {words[2]}" if words[2] else "")


def _new_card(old: str, _: Match[str], words: list[str]) -> str:
    verb, player, colour, gone, come = old.split()
    assert (player, colour, come) == (words[0], words[1], words[3])
    return f"{verb} {player} {colour} {gone} {words[2]}"


def _old_card(old: str, _: Match[str], words: list[str]) -> str:
    verb, player, colour, gone, *come = old.split()
    assert (player, colour, gone) == (words[0], words[1], words[3])
    return " ".join((verb, player, colour, words[2], *come))


def _stones(old: str, _: Match[str], words: list[str]) -> str:
    """`Ben has a blue 7, not a red 5`: each of these is one stone less or more."""
    verb, holder, rest = old.split(" ", 2)
    assert holder == words[0]
    stones = rest.split(", ")
    for gone in re.findall(rf"(?:{COLOUR}) \d", words[2]):
        stones.remove(gone)
    return f"{verb} {holder} {', '.join([*stones, *re.findall(rf'(?:{COLOUR}) [1-7]', words[1])])}"


def _asked(old: str, _: Match[str], words: list[str]) -> str:
    verb, player, card, said = old.split()
    assert (player, said) == (words[0], words[2])
    return f"{verb} {player} {card} {words[1]}"


def _reader(old: str, _: Match[str], words: list[str]) -> str:
    verb, player, card, *said = old.split()
    assert (card, player) == (words[0], words[2])
    return " ".join((verb, words[1], card, *said))


def _code(old: str, _: Match[str], words: list[str]) -> str:
    verb, player, *code, right = old.split()
    assert (player, " ".join(code)) == (words[0], words[2])
    return f"{verb} {player} {words[1]} {right}"


def _right(old: str, _: Match[str], words: list[str]) -> str:
    verb, player, *code, right = old.split()
    assert (player, " ".join(code), right) == (words[0], words[1], words[3])
    return f"{verb} {player} {words[1]} {words[2]}"


def _bid(old: str, _: Match[str], words: list[str]) -> str:
    verb, player, bid, *way = old.split()
    assert (player, _read_bid(words[2])) == (words[0], bid)
    return " ".join((verb, player, _read_bid(words[1]), *way))


def _dice(old: str, _: Match[str], words: list[str]) -> str:
    assert old.split()[-len(words[2].split()) :] == words[2].split()
    return f"{old.removesuffix(words[2])}{words[1]}"


def _lift(old: str, _: Match[str], words: list[str]) -> str:
    verb, player, *_right = old.split()
    assert player == words[0]
    return f"{verb} {player} {words[1]}"


def _span(said: str) -> str:
    return said if "-" in said else f"{said}-{said}"


def _read_bid(said: str) -> str:
    amount, value = said.split()
    return f"{NUMBERS.index(amount) if amount in NUMBERS else amount}x{VALUES[value]}"


WHOLE = rf"WHOSE cards are ({CARDS}), not (?:\S+'s|yours)"
CARD_RULES: list[tuple[str, Reader]] = [
    (rf"WHOSE ({COLOUR}) is (\d), not (\d)", _card),
    (rf"WHOSE cards are ({CARDS}), not ({CARDS})", _cards),
]
STONE_RULES: list[tuple[str, Reader]] = [(rf"WHO ha[sd] ({STONES}), not ({STONES})", _stones)]
RULES: dict[str, list[tuple[str, Reader]]] = {
    "dice": [(r"the dice were (.*), not (.*)", lambda _, found, __: f"dice {' '.join(_colours(found[1]))}")],
    "see": [*CARD_RULES, (WHOLE, _whole("see {0} {1}")), *STONE_RULES],
    "reveal": [
        *CARD_RULES,
        (WHOLE, _whole("reveal {0} {1}")),
        *STONE_RULES,
    ],
    "was": STONE_RULES,
    "bet": [
        (rf"WHOSE bet was ({SPAN}), not ({SPAN})", _range),
        (rf"WHOSE ({SPAN}) was ({ANSWER})(?:, not (?:{ANSWER}))?", _answer),
        (r"the answer follows from the cards|what you were told is missing now", _unanswered),
        (rf"({SPAN}) was WHOSE bet, not (?:\S+'s|yours)", _owner),
    ],
    "told": [
        (
            rf"WHOSE bet was ({ANSWER}), not (?:{ANSWER})",
            lambda _, __, words: f"told {words[0]} {ANSWERS[words[1]]}",
        ),
        (
            rf"it was WHOSE bet that was ({ANSWER}), not (?:\S+'s|yours)",
            lambda _, __, words: f"told {words[0]} {ANSWERS[words[1]]}",
        ),
    ],
    "swap": [
        (rf"WHO laid off ((?:{COLOUR}) \d)(?: and drew a (\d))?, not .*", _swap),
        (rf"WHOSE new ({COLOUR}) is (\d), not (\d)", _new_card),
        (rf"WHOSE old ({COLOUR}) was (\d), not (\d)", _old_card),
    ],
    "ask": [
        (r"WHO answered (\w+), not (\w+)", _asked),
        (r"card (\d+) was read by WHO, not by WHO", _reader),
    ],
    "declare": [
        (r"WHO declared ([\d ]+), not ([\d ]+)", _code),
        (r"WHOSE ([\d ]+) was (right|wrong), not (right|wrong)", _right),
    ],
    "bid": [(r"WHO bid (\w+ \w+), not (\w+ \w+)", _bid)],
    "lift": [(r"WHO lifted and (?:was|were) (right|wrong)(?:, not (?:right|wrong))?", _lift)],
    "roll": [(r"WHOSE cup was ([\d ]+), not ([\d ]+)", _dice)],
    "cup": [(r"WHOSE cup was ([\d ]+), not ([\d ]+)", _dice)],
}


def _colours(listed: str) -> list[str]:
    return re.findall(COLOUR, listed)
