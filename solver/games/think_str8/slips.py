"""Slips of ear, eye and finger: what of a line is taken for something else, and how common that is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from solver.english import fold, match_beginning
from solver.games.think_str8.events import NOT, NOTATION
from solver.games.think_str8.pieces import ANSWERS, colours_of, neutrals_of
from solver.games.think_str8.rules import CODES, NUMBERS, SUMS, TOKENS, find_colour
from solver.grammar import Opening
from solver.log import Line, Word
from solver.proof import repairs
from solver.proof.repairs import Change, Slip, Slips, exchange, exchange_two

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
    "box": 0.8,
    "not": 0.3,
}
# Digits that look or sound alike, or lie above each other on a number pad; next neighbours are one off anyway.
_ALIKE = set(map(frozenset, ["17", "38", "35", "06", "08", "56", "14", "27", "25", "36", "47", "69", "89", "03"]))
_ALIKE_COLOURS = {frozenset(("green", "grey")), frozenset(("blue", "purple")), frozenset(("red", "purple"))}
_RANGE = re.compile(r"(\d{1,4})(?:(\s*(?:[-–—−]|\.\.)\s*)(\d{1,4}))?")


def propose(line: Line, opening: Opening, only: str = "") -> tuple[Change, ...]:
    """All single changes to a line that are slips people make, or those of one kind."""
    return repairs.propose(line, SLIPS, NOTATION, opening, only)


def _other_answers(typed: str, _: Opening) -> Iterator[tuple[str, float]]:
    answer = ANSWERS.get(fold("-".join(typed.split())))
    for other in ("hit", "low", "high", "miss") if answer else ():
        if other != answer:
            turned = {answer, other} == {"low", "high"}
            yield other if typed[0].isalpha() else f" {other}", LIKELY["turned" if turned else "answer"]


def _other_ranges(typed: str, _: Opening) -> Iterator[tuple[str, float]]:
    """Each by its likeliest slip: shifted, one end off, the ends swapped, a digit misread."""
    found = _RANGE.fullmatch(typed)
    assert found
    low, dash, high = found[1], found[2] or "-", found[3] or found[1]
    first, last = int(low), int(high)
    yield f"{last}{dash}{first}", LIKELY["backwards"]
    for step in (-1, 1):
        yield from _span(first + step, last + step, dash, LIKELY["shifted"])
        yield from _span(first + step, last, dash, LIKELY["end"])
        yield from _span(first, last + step, dash, LIKELY["end"])
    for misread, likely in _misread(low):
        yield from _span(misread, last, dash, likely)
    for misread, likely in _misread(high):
        yield from _span(first, misread, dash, likely)


def _span(first: int, last: int, dash: str, likely: float) -> Iterator[tuple[str, float]]:
    if 0 <= first <= last <= SUMS[-1]:
        yield f"{first}{dash}{last}", likely


def _misread(typed: str) -> Iterator[tuple[int, float]]:
    for at, sign in enumerate(typed):
        for digit, likely in _other_digits(sign, "0123456789"):
            yield int(typed[:at] + digit + typed[at + 1 :]), likely * LIKELY["digit"]


def _other_digits(typed: str, digits: Iterable[str]) -> Iterator[tuple[str, float]]:
    for digit in digits:
        if digit != typed:
            alike = "alike digit" if frozenset((typed, digit)) in _ALIKE else "other digit"
            yield digit, LIKELY["one off" if abs(int(digit) - int(typed)) == 1 else alike]


def _other_numbers(typed: str, _: Opening) -> Iterator[tuple[str, float]]:
    return _other_digits(typed, map(str, NUMBERS))


def _boxes(typed: str, _: Opening) -> Iterator[tuple[str, float]]:
    """A box blacked out by mistake, the only one of its colour or not, or instead of another."""
    yield "", LIKELY["box"]
    yield "-", LIKELY["box"]
    yield from _other_digits(typed, map(str, NUMBERS))


def _opposite(typed: str, _: Opening) -> Iterator[Slip]:
    """A bet that was wrong, copied as the right range, or the other way round; no bet is longer than a token."""
    said, *rest = typed.split(maxsplit=1)
    if fold(said) == NOT:
        yield Slip(" ".join(rest), "not", LIKELY["not"])
    elif (found := _RANGE.fullmatch(typed)) and int(found[3] or found[1]) - int(found[1]) < max(TOKENS):
        yield Slip(f"{NOT} {typed}", "not", LIKELY["not"])


def _other_colours(typed: str, opening: Opening) -> Iterator[tuple[str, float]]:
    """Colours as words and by their codes, also run together as dice are."""
    colour = find_colour(Word(typed, 0))
    for other in colours_of(opening) if colour else ():
        if other != colour:
            code = next(code for code, of in CODES.items() if of == other)
            alike = frozenset((colour, other)) in _ALIKE_COLOURS
            yield other if len(typed) > 1 else code, LIKELY["alike" if alike else "colour"]
    if colour is None and set(fold(typed)) <= set(CODES):
        for at, sign in enumerate(typed):
            for other, likely in _other_colours(sign, opening):
                yield f"{typed[:at]}{other}{typed[at + 1 :]}", likely


def _players(typed: str, opening: Opening) -> Iterator[Slip]:
    """The line is another player's, whether it names one or not; a beginning of a name may be a colour as well."""
    first, _, rest = typed.partition(" ")
    names, named = (*opening.players, *neutrals_of(opening.players)), _named(first, opening)
    whole = fold(first) in map(fold, named)
    for name in names:
        for text in ([f"{name} {rest}"] if named else []) + ([] if whole else [f"{name} {typed}"]):
            yield Slip(text.rstrip(), "player", LIKELY["player"])


def _named(word: str, opening: Opening) -> list[str]:
    return match_beginning(fold(word), ("me", *opening.players, *neutrals_of(opening.players)))


def _behind_name(slips: Slips) -> Slips:
    """A name may have digits of its own, which are no cards."""

    def behind(typed: str, opening: Opening) -> Iterator[Slip]:
        name, _, rest = typed.partition(" ")
        if not rest or not _named(name, opening):
            return slips(typed, opening)
        return (slip._replace(text=f"{name} {slip.text}") for slip in slips(rest, opening))

    return behind


def _mine(typed: str, opening: Opening) -> Iterator[Slip]:
    """My own new card is not seen, so that a swap given to me loses it."""
    yield Slip(" ".join([str(opening.me), *typed.split()[1:-1]]), "player", LIKELY["player"])


_PIECES: dict[str, Slips] = {  # by what a verb says can be misheard of it
    "answer": exchange("answer", r"(?i:too\s+(?:low|high)\b)|\s*[=<>]|[^\s,\d=<>]+", _other_answers),
    "range": exchange("range", rf"(?<![\w-]){_RANGE.pattern}", _other_ranges),
    "number": _behind_name(exchange("number", r"\d", _other_numbers)),
    "exchanged": _behind_name(exchange_two("exchanged", r"\d", LIKELY["exchanged"])),
    "colour": exchange("colour", r"[^\W\d]+", _other_colours),
    "player": _players,
    "mine": _mine,
    "box": exchange("box", r"\d", _boxes),
    "opposite": _opposite,
}
SLIPS = {name: tuple(_PIECES[piece] for piece in kind.misheard) for name, kind in NOTATION.kinds.items()}
