"""The lines of a Thinkaboxin log: one table of verbs that both the reader and `deduce notation` use."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from solver.english import any_of, match_beginning, nearest
from solver.games.thinkaboxin.rules import (
    BOX_DICE,
    FACES,
    MODES,
    Bid,
    Cup,
    Donkey,
    FreeRaise,
    Lift,
    Mode,
    NewSet,
    Roll,
    Said,
    Tally,
)
from solver.grammar import NOBODY, Event, Opening, Players, Verb, Words, no_name
from solver.log import Word, against_rules, unreadable
from solver.replay import Notation
from solver.trust import TrustLine, format_trust, settle_trust, trust_verb

_BID = re.compile(r"0*(\d+)[x×*]0*(\d+)")
_DIGITS = 30  # more make no difference: no table has that many dice
_NUMBER = re.compile(r"\d{1,4}")
_DICE = re.compile(r"\d+")
_UNKNOWN = "?"
_VERDICTS = {"right": True, "wrong": False}
_KEPT = ("stake", "pool", *_VERDICTS)  # words with a meaning of their own where a player may be named


# One reader per verb.


def read_mode(words: Words) -> Mode:
    word = words.take("a mode")
    words.done()
    return Mode(_choose(word, MODES, "mode"), words.line)


def read_raise(words: Words) -> FreeRaise:
    word = words.take("`free`")
    words.done()
    _choose(word, ("free",), "way to raise")
    return FreeRaise(words.line)


def _choose(word: Word, known: tuple[str, ...], what: str) -> str:
    found = match_beginning(word.key, known)
    if len(found) == 1:
        return found[0]
    meant = nearest(word.key, known)
    hint = f"Did you mean `{meant}`?" if meant else f"Type {any_of(f'`{name}`' for name in known)}."
    raise unreadable(word, f"`{word.text}` is not a {what}.", hint)


def read_set(words: Words) -> NewSet:
    begun = NewSet(line=words.line)
    if (word := words.peek()) and word.text[0].isdigit():
        begun = replace(begun, dice=_number(words.take("a number"), "dice", "set 4"), dice_at=word)
    if (word := words.peek()) and word.key == "stake":
        words.take("`stake`")
        at = words.take("the stake after `stake`")
        begun = replace(begun, stake=_number(at, "nuggets", "set 4 stake 2"), stake_at=at)
    return replace(begun, players=_players(words) or None)


def read_knockout(words: Words) -> NewSet:
    begun = read_set(words)
    if begun.stake is not None:
        raise against_rules(begun.stake_at, "There is no stake in a knock-out race.", "Type: knockout Anna Ben")
    return replace(begun, knockout=True)


def _number(word: Word, what: str, example: str) -> int:
    if not _NUMBER.fullmatch(word.text):
        raise unreadable(word, f"`{word.text}` is not a number of {what}.", f"Type: {example}")
    return int(word.text)


def _players(words: Words) -> tuple[str, ...]:
    names: list[str] = []
    while word := words.peek():
        names.append(words.player())
        if names[-1] in names[:-1]:
            raise unreadable(word, f"{names[-1]} is named twice.", "Name everybody once.")
    return tuple(names)


def read_roll(words: Words) -> Roll:
    word, player = words.peek(), words.owner() if _at_unknown(words) else _read_player(words)
    if player != words.opening.me and not words.opening.of_table:
        own = "Type `roll ?` for a new round" if _at_unknown(words) else "Type your own dice, `roll 2 5 5 1`"
        hint = f"{own}; {player}'s come by `cup {player} …` once a cup is lifted."
        raise against_rules(word, f"You cannot see {player}'s dice.", hint)
    dice = () if _at_unknown(words) else _read_dice(words)
    return Roll(dice, player if words.opening.of_table else None, words.line)


def _at_unknown(words: Words) -> bool:
    """A `?` and nothing after it: dice that are not known."""
    return [word.text for word in words.rest()] == [_UNKNOWN]


def _read_player(words: Words) -> str:
    """Who a line is about: its owner if it goes straight on to a number."""
    word = words.peek()
    return words.owner() if word is None or word.text[0].isdigit() else words.player()


def _read_dice(words: Words) -> tuple[int, ...]:
    """Dice as single numbers or run together: `2 5 5 1` or `2551`."""
    dice: list[int] = []
    while words.left() or not dice:
        word = words.take("the dice")
        if not _DICE.fullmatch(word.text):
            raise unreadable(word, f"`{word.text}` is not a die.", f"Type: {words.verb.examples[0]}")
        wrong = [sign for sign in word.text if not 1 <= int(sign) <= FACES]
        if wrong:
            raise unreadable(word, f"A die shows 1 to {FACES}, not {wrong[0]}.", f"Type: {words.verb.examples[0]}")
        dice += map(int, word.text)
    if len(dice) > BOX_DICE:
        raise against_rules(None, f"{len(dice)} dice; the box has {BOX_DICE}.", f"Type: {words.verb.examples[0]}")
    return tuple(dice)


def read_bid(words: Words) -> Said:
    player = _read_player(words)
    at = words.take("a bid")
    if at.text.isdecimal() and (value := words.peek()) and value.text.isdecimal():
        at = Word(f"{at.text}x{words.take('a value').text}", at.start)
    words.done()
    return Said(player, parse_bid(at), words.line, at)


def parse_bid(word: Word) -> Bid:
    """`2x3` is two threes."""
    found = _BID.fullmatch(word.key)
    if not found:
        raise unreadable(word, f"`{word.text}` is not a bid.", "Type the amount, x, the value: 2x3 is two threes.")
    amount, value = (int(digits[:_DIGITS]) for digits in found.groups())
    if not 1 <= value <= FACES:
        swapped = f"The amount comes first: {value}x{amount}?" if 1 <= amount <= FACES else "Type for example 2x3."
        raise unreadable(word, f"No die shows {value}.", swapped)
    if amount == 0:
        raise against_rules(word, "A bid names at least one die.", f"The lowest is 1x{value} with this value.")
    return Bid(amount, value)


def read_lift(words: Words) -> Lift:
    word, right = words.peek(), None
    player = words.owner() if word is None or word.key in _VERDICTS else words.player()
    if words.left():
        right = _read_verdict(words.take("`right` or `wrong`"))
    words.done()
    return Lift(player, right, words.line)


def _read_verdict(word: Word) -> bool:
    if word.key not in _VERDICTS:
        hint = "Say whether the one who lifted was `right` (the bid was false) or `wrong` (the bid was true)."
        raise unreadable(word, f"`{word.text}` does not say who was right.", hint)
    return _VERDICTS[word.key]


def read_tally(words: Words) -> Tally:
    word, player = words.peek(), None
    if word is not None and word.key == "pool":
        words.take("`pool`")
    else:
        player = _read_player(words)
    points = _number(words.take("how many"), "points or nuggets", "tally Ben 12")
    words.done()
    return Tally(player, points, words.line)


VERBS = (
    Verb(
        "mode",
        f"mode {'|'.join(MODES)}",
        "which of the games in the box; plain if the line is missing",
        ("mode nuggets",),
        read_mode,
    ),
    Verb("raise", "raise free", "house rule: a higher amount may come with any value", ("raise free",), read_raise),
    Verb(
        "set",
        "set [DICE] [stake N] [PLAYER …]",
        "a new set: dice in each cup (4, or what the mode says), the stake in nuggets, who plays if not all do",
        ("set 4", "set 4 stake 2", "set Anna Cleo"),
        read_set,
    ),
    Verb(
        "knockout",
        "knockout [DICE] [PLAYER …]",
        "a new set of a knock-out race: it goes on until only one has dice, who is out",
        ("knockout Anna Ben",),
        read_knockout,
    ),
    Verb(
        "roll",
        "roll DIE …|?",
        "the dice under my cup, a new round; `?` if I have none in it or they are not known; in the table's own log "
        "`roll Ben 2 5 5 1` for everybody",
        ("roll 2 5 5 1", "roll 2551", "roll ?"),
        read_roll,
    ),
    Verb(
        "bid",
        "bid [PLAYER] AMOUNTxVALUE",
        "a bid or a raise: 2x3 is two threes",
        ("bid Ben 2x3", "bid 4x5"),
        read_bid,
    ),
    Verb(
        "lift",
        "lift [PLAYER] [right|wrong]",
        "somebody doubts the bid and lifts; with the dice typed by `cup`, who was right need not be said",
        ("lift Anna", "lift Anna right"),
        read_lift,
    ),
    Verb(
        "cup",
        "cup [PLAYER] DIE …",
        "what was under a cup",
        ("cup Ben 3 3 1 6",),
        lambda words: Cup(_read_player(words), _read_dice(words), words.line),
    ),
    Verb(
        "donkey",
        "donkey [PLAYER …]",
        "whose dice rolled out or lay on top of each other; all others put one die away",
        ("donkey Ben",),
        lambda words: Donkey(_players(words) or (words.owner(),), words.line),
    ),
    trust_verb("bids", "0.5"),
    Verb(
        "tally",
        "tally [PLAYER|pool] N",
        "nuggets or points somebody has, or nuggets in the pool, whatever was typed before",
        ("tally Ben 12", "tally pool 1"),
        read_tally,
    ),
)


def _settle(event: Event, opening: Opening) -> Opening:
    if isinstance(event, Players):
        for word in event.line.words[1:]:
            if word.key in _KEPT or word.text[0].isdigit():
                taken, names = no_name(word), any_of(f"`{name}`" for name in ("me", NOBODY, *_KEPT))
                taken.hint = f"Use a name that begins with a letter and is not {names}."
                raise taken
    return settle_trust(event, opening)


# Writing: the canonical form of every event, which reads back as the same event.


def _format_set(event: NewSet) -> str:
    words = ["knockout" if event.knockout else "set"]
    words += [str(event.dice)] if event.dice is not None else []
    words += [f"stake {event.stake}"] if event.stake is not None else []
    return " ".join((*words, *(event.players or ())))


_OUTCOME = {True: " right", False: " wrong", None: ""}


def _format_dice(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice))


_FORMATS: dict[type, Callable[..., str]] = {
    TrustLine: format_trust,
    Mode: lambda event: f"mode {event.mode}",
    FreeRaise: lambda _: "raise free",
    NewSet: _format_set,
    Roll: lambda event: f"roll {f'{event.player} ' if event.player else ''}{_format_dice(event.dice) or _UNKNOWN}",
    Said: lambda event: f"bid {event.player} {event.bid}",
    Lift: lambda event: f"lift {event.player}{_OUTCOME[event.right]}",
    Cup: lambda event: f"cup {event.player} {_format_dice(event.dice)}",
    Donkey: lambda event: f"donkey {' '.join(event.players)}",
    Tally: lambda event: f"tally {event.player or 'pool'} {event.points}",
}
NOTATION = Notation(VERBS, _FORMATS, _settle)
read_log, format_event = NOTATION.read, NOTATION.write
