"""The lines of a Tricoda log: one table of verbs that both the reader and `deduce notation` use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from solver.english import match_beginning, nearest
from solver.errors import against_rules, unreadable
from solver.games.tricoda.events import Ask, Cross, Declare, Edition, Mix, Named, Reveal, See, Uncross, Was
from solver.games.tricoda.pieces import (
    COLOUR_WORDS,
    is_short_stone,
    looks_numeric,
    read_answer,
    read_card,
    read_code,
    read_marks,
    read_right,
    read_stones,
)
from solver.games.tricoda.questions import AT_MOST, format_answer, question
from solver.games.tricoda.rules import neutrals_of
from solver.grammar import GameLine, Me, Opening, Players, Reading, Verb, Words, read_events
from solver.log import Log, plain

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
    return Edition(AT_MOST.number, _EDITIONS[says.key], words.line)


def read_see(words: Words) -> See:
    word = words.peek()
    holder = words.player(neutrals_of(words.opening.players))
    if holder == words.opening.me:
        hint = "Your stones come in by `was` after you declared, and by `reveal` at the end."
        raise against_rules(word, "You cannot see your own stones.", hint)
    return See(holder, read_stones(words), words.line)


def read_ask(words: Words) -> Ask:
    first = words.peek()
    player = words.owner() if first is None or looks_numeric(first) else words.player()
    card, card_at = read_card(words)
    answer, answer_at = read_answer(words, question(card, SETTING in words.opening.settings))
    words.done()
    return Ask(player, card, answer, words.line, card_at, answer_at)


def read_declare(words: Words) -> Declare:
    first = words.peek()
    player = words.owner() if first is None or looks_numeric(first) else words.player()
    code = read_code(words)
    right, right_at = read_right(words)
    words.done()
    return Declare(player, code, right, words.line, right_at)


def read_was(words: Words) -> Was:
    return Was(_subject(words, neutrals_of(words.opening.players)), read_stones(words), words.line)


def read_mix(words: Words) -> Mix:
    words.done()
    return Mix(words.line)


def read_reveal(words: Words) -> Reveal:
    return Reveal(_subject(words), read_stones(words), words.line)


def _subject(words: Words, others: tuple[str, ...] = ()) -> str:
    """The player a line of stones is about: the owner if the line begins with a stone, misspelt or not."""
    first, second = words.peek(), words.peek(1)
    if first is None or first.text == "?" or looks_numeric(first) or is_short_stone(first):
        return words.owner()
    known = match_beginning(first.key, (*words.opening.players, *others)) or first.key == "me"
    number_follows = second is not None and looks_numeric(second) and not is_short_stone(second)
    if number_follows and not (known and plain(first.text) not in COLOUR_WORDS and words.left() % 2):
        return words.owner()
    return words.owner() if plain(first.text) in COLOUR_WORDS and not known else words.player(others)


def read_cross(words: Words) -> Cross:
    return Cross(read_marks(words), words.line)


def read_uncross(words: Words) -> Uncross:
    return Uncross(read_marks(words), words.line)


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
        "the player reads the question card and answers it: a count, or `first`, `second`, `same`, or the side's word",
        ("ask Ben 16 first", "ask Ben 16 blue", "ask Cleo 4 2", "ask 17 same"),
        read_ask,
    ),
    Verb(
        "declare",
        "declare [PLAYER] NUMBER NUMBER NUMBER right|wrong",
        "a code declared; the rack is replaced, and `see` shows another player's new stones",
        ("declare Ben 1 2 7 right", "declare 2 5 7 wrong"),
        read_declare,
    ),
    Verb(
        "was",
        "was [PLAYER] COLOUR NUMBER, …",
        "the stones I had when I declared, now beside the pile",
        ("was yellow 2, black 5, pink 7",),
        read_was,
    ),
    Verb(
        "mix",
        "mix",
        "the stones beside the pile are mixed in again, because the pile ran out",
        ("mix",),
        read_mix,
    ),
    Verb("cross", "cross NUMBER|STONE …", "crossed out on my form", ("cross 2 4", "cross blue 7"), read_cross),
    Verb("uncross", "uncross NUMBER|STONE …", "a cross taken back", ("uncross 4",), read_uncross),
    Verb(
        "reveal",
        "reveal [PLAYER] COLOUR NUMBER, …",
        "the stones on a rack when the game is over",
        ("reveal red 5, red 5, brown 4",),
        read_reveal,
    ),
)


def list_verbs() -> tuple[Verb, ...]:
    return VERBS


def read_log(log: Log) -> Reading:
    return read_events(log, VERBS, _settle)


def _settle(event: object, opening: Opening) -> Opening:
    if isinstance(event, Edition):
        settings = opening.settings | {SETTING} if event.at_most else opening.settings - {SETTING}
        return replace(opening, settings=settings)
    return opening


# Writing: the canonical form of every event, which reads back as the same event.


def format_event(event: object) -> str:
    return _FORMATS[type(event)](event)


def format_stones(stones: tuple[Named, ...]) -> str:
    return ", ".join(map(str, stones))


_FORMATS: dict[type, Callable[..., str]] = {
    GameLine: lambda event: f"game {event.name}",
    Players: lambda event: f"players {' '.join(event.names)}",
    Me: lambda event: f"me {event.player}",
    Edition: lambda event: f"card {event.card} {'at-most' if event.at_most else 'at-least'}",
    See: lambda event: f"see {event.holder} {format_stones(event.stones)}",
    Ask: lambda event: f"ask {event.player} {event.card} {format_answer(question(event.card), event.answer)}",
    Declare: lambda event: (
        f"declare {event.player} {' '.join(map(str, event.code))} {'right' if event.right else 'wrong'}"
    ),
    Mix: lambda _: "mix",
    Was: lambda event: f"was {event.player} {format_stones(event.stones)}",
    Reveal: lambda event: f"reveal {event.player} {format_stones(event.stones)}",
    Cross: lambda event: f"cross {', '.join(map(str, event.marks))}",
    Uncross: lambda event: f"uncross {', '.join(map(str, event.marks))}",
}
