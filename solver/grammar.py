"""How lines are read, whatever the game: verbs and names cut short, nearest spellings, the lines every game has.

A game lists its verbs in one table; the reader and `deduce notation` both work from it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple, Protocol

from solver.english import all_of, any_of, fold, match_beginning, nearest
from solver.log import Fault, Kind, Line, Word, against_rules, ambiguous, at_line, unreadable

LONGEST_NAME = 40
NO_OWNER = ("neutral", "neutral2")  # what stands open to all when fewer than four play
NOBODY = "nobody"  # who owns the table's own log, in which every holder's cards are typed


class Withheld(Fault):
    """More help is asked for than the log wants to give."""


class Aid(StrEnum):
    """From thinking alone to being shown everything; each level allows all that those before it do."""

    PAD = "pad"
    CHECK = "check"
    HINTS = "hints"
    FULL = "full"

    def covers(self, other: Aid) -> bool:
        """Whether this level allows what `other` does."""
        levels = list(Aid)
        return levels.index(self) >= levels.index(other)

    def allow(self, needed: Aid) -> None:
        """Nothing happens if this level allows what `needed` does."""
        if not self.covers(needed):
            problem = f"This log asks for less help than that: `aid {self}` ({MEANING[self]})."
            raise Withheld(Kind.AGAINST_RULES, None, problem, f"A line `aid {needed}` allows it.")


MEANING = {
    Aid.PAD: "only what is in sight and the crosses on the pad",
    Aid.CHECK: "also whether those crosses are right",
    Aid.HINTS: "also hints and reasons",
    Aid.FULL: "everything, with chances and advice",
}


class Verb(NamedTuple):
    """One kind of line: how it is written, what it means, how its words become an event.

    A line `aside` is a wish, not an event of the game: a short list of what can be typed leaves it out, and a verb
    cut short means another line if there is one.
    """

    name: str
    form: str
    means: str
    examples: tuple[str, ...]
    read: Callable[[Words], Event]
    aside: bool = False


class Opening(NamedTuple):
    """What the opening lines settle and later lines are read by. `aid` is the last level a line asked for."""

    players: tuple[str, ...] = ()
    me: str | None = None
    settings: frozenset[str] = frozenset()
    aid: Aid = Aid.FULL
    trust: Fraction | None = None  # how far others are believed, if a line says so

    @property
    def of_table(self) -> bool:
        """It is the table's own log: it belongs to no seat."""
        return self.me == NOBODY


@dataclass(frozen=True, slots=True)
class GameLine:
    """Which game it is."""

    name: str
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class Players:
    """Who plays, in the order of the seats."""

    names: tuple[str, ...]
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class Me:
    """Whose log it is."""

    player: str
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class AidLine:
    """How much help is wanted from here on."""

    level: Aid
    line: Line = at_line()


@dataclass(frozen=True, slots=True)
class Broken:
    """A line that could not be read; `verb` is what it seems to be, so that what follows is still understood."""

    verb: str | None
    line: Line = field(compare=False, repr=False)


class Event(Protocol):
    """Anything a line can say: every event knows its line."""

    @property
    def line(self) -> Line: ...


class Unnamed(Exception):
    """A line needs the players' names, but the opening lines are at fault and have been reported."""


class Words:
    """The words of one line after its verb, taken from left to right."""

    def __init__(self, line: Line, verb: Verb, opening: Opening) -> None:
        self.line, self.verb, self.opening = line, verb, opening
        self._words = line.words[1:]
        self._next = 0

    def peek(self, ahead: int = 0) -> Word | None:
        at = self._next + ahead
        return self._words[at] if at < len(self._words) else None

    def left(self) -> int:
        return len(self._words) - self._next

    def rest(self) -> tuple[Word, ...]:
        return self._words[self._next :]

    def take(self, what: str) -> Word:
        word = self.peek()
        if word is None:
            raise self.lacking(what)
        self._next += 1
        return word

    def part(self, length: int) -> Word:
        """Cut the word just taken in two: the first part is taken, and the rest comes next."""
        word, place = self._words[self._next - 1], self._next
        parts = (Word(word.text[:length], word.start), Word(word.text[length:], word.start + length))
        self._words = (*self._words[: place - 1], *parts, *self._words[place:])
        return parts[0]

    def lacking(self, what: str) -> Fault:
        return unreadable(self.line.words[-1], f"`{self.verb.name}` needs {what}.", f"Type: {self.verb.form}")

    def done(self) -> None:
        word = self.peek()
        if word is not None:
            raise unreadable(word, f"`{word.text}` does not belong here.", f"Type: {self.verb.form}")

    def player(self, others: tuple[str, ...] | None = None) -> str:
        """Take a player's name, `me`, or one of the `others` that nobody owns, if there are any."""
        return find_player(self.take("a player's name"), self.opening, others)

    def owner(self) -> str:
        """The player a line is about if it names nobody; in the table's own log it must name somebody."""
        if self.opening.me is None:
            raise Unnamed
        if not self.opening.of_table:
            return self.opening.me
        word, players = self.peek(), self.opening.players
        if word and (match_beginning(word.key, players) or nearest(word.key, players)):
            return self.player()
        problem = "This is the table's own log, so the line must name its player."
        raise unreadable(word or self.line.words[0], problem, f"Type: {self.verb.name} {players[0]} …")


def is_full_name(words: Words, word: Word) -> bool:
    """A player may be called 3PO or B2, so a whole name is a name whatever else it looks like."""
    return word.key in map(fold, words.opening.players)


def find_player(word: Word, opening: Opening, others: tuple[str, ...] | None = None) -> str:
    if not opening.players or opening.me is None:
        raise Unnamed
    if word.key == "me" and opening.of_table:
        problem = "This is the table's own log: nobody is `me` in it."
        raise unreadable(word, problem, f"Type a player's name: {any_of(opening.players)}.")
    if word.key == "me":
        return opening.me
    for names in (opening.players, others or ()):
        found = match_beginning(word.key, names)
        if len(found) == 1:
            return found[0]
        if found:
            raise ambiguous(word, f"`{word.text}` could be {any_of(found)}.", "Type more of the name.")
    known = (*opening.players, *(others or ()))
    meant = nearest(word.key, known)
    hint = f"Did you mean {meant}?" if meant else f"At this table: {all_of(known)}."
    if others is not None and word.key in NO_OWNER:
        raise against_rules(word, f"With {len(opening.players)} players there is no `{word.text}`.", hint)
    raise unreadable(word, f"Nobody here is called `{word.text}`.", hint)


def find_word(word: Word, names: Iterable[str], noun: str) -> str:
    """The one of these names that a word means, which may be cut short; `noun` says what kind of names they are."""
    names = list(names)
    found = match_beginning(word.key, names)
    if len(found) == 1:
        return found[0]
    if found:
        raise ambiguous(word, f"`{word.text}` could be {any_of(found)}.", "Type one letter more.")
    meant = nearest(word.key, names)
    hint = f"Did you mean {meant}?" if meant else f"Type {any_of(names)}."
    raise unreadable(word, f"`{word.text}` is not a {noun}.", hint)


def read_crosser(words: Words, is_mark: Callable[[Word], object]) -> str | None:
    """Whose pad a line of crosses is about; None is the log's owner, the only one whose crosses a player's log has.

    In the table's own log a name comes first. `is_mark` tells what can be crossed out from a name.
    """
    first, opening = words.peek(), words.opening
    if first is None or not opening.players:
        return None
    if opening.of_table:
        return words.owner()
    if is_mark(first) or first.key not in ("me", *map(fold, opening.players)):
        return None
    if words.player() != opening.me:
        raise against_rules(
            first, "Your log holds only your own crosses.", f"Type without a name: {words.verb.examples[0]}"
        )
    return None


def format_crosser(player: str | None) -> str:
    return "" if player is None else f"{player} "


def read_game(words: Words) -> GameLine:
    """The first line. `solver.games` has chosen the game by it already, so that any spelling is right here."""
    name = words.take("the name of a game").key
    words.done()
    return GameLine(name, words.line)


def read_players(words: Words) -> Players:
    names: list[str] = []
    while words.left():
        word = words.take("names")
        if word.key in ("me", NOBODY) or not any(sign.isalpha() for sign in word.text):
            raise no_name(word)
        if len(word.text) > LONGEST_NAME or not word.text.isprintable():
            hint = f"Use at most {LONGEST_NAME} letters, and no control characters."
            raise unreadable(word, "This name cannot be shown on a sheet.", hint)
        if word.key in map(fold, names):
            raise unreadable(word, f"Two players are called {word.text}.", "Tell them apart: Anna1 Anna2.")
        names.append(word.text)
    if not names:
        raise words.lacking("the players' names")
    return Players(tuple(names), words.line)


def no_name(word: Word) -> Fault:
    """A word that would be taken for something else if it were a player's name."""
    return unreadable(
        word, f"`{word.text}` cannot be a player's name.", "Use a name with letters, not `me` or `nobody`."
    )


def read_me(words: Words) -> Me:
    word = words.take("your name")
    words.done()
    if not words.opening.players:
        raise Unnamed
    if word.key == "me":
        raise unreadable(word, "Which of the players are you?", f"Type: me {words.opening.players[0]}")
    if word.key == NOBODY:
        return Me(NOBODY, words.line)
    return Me(find_player(word, words.opening._replace(me=word.text)), words.line)


OPENING = (
    Verb("game", "game NAME", "which game; always the first line", ("game think-str8",), read_game),
    Verb("players", "players NAME NAME …", "who plays", ("players Anna Ben Cleo",), read_players),
    Verb(
        "me",
        "me NAME|nobody",
        "which of them I am, then `me` is my name too; `nobody` makes it the table's own log, which shows all cards",
        ("me Anna", "me nobody"),
        read_me,
    ),
)


def read_aid(words: Words) -> AidLine:
    word = words.take(f"how much help: {any_of(Aid)}")
    words.done()
    found = match_beginning(word.key, Aid)
    if len(found) != 1:
        meant = nearest(word.key, Aid)
        hint = f"Did you mean `{meant}`?" if meant else "; ".join(f"{level}: {MEANING[level]}" for level in Aid) + "."
        raise unreadable(word, f"`{word.text}` is not a level of help.", hint)
    return AidLine(Aid(found[0]), words.line)


AID = Verb(
    "aid",
    f"aid {'|'.join(Aid)}",
    f"how much help I want, `full` without such a line: {'; '.join(f'{level} {MEANING[level]}' for level in Aid)}",
    ("aid pad",),
    read_aid,
)
COMMON = (*OPENING, AID)

FORMATS: dict[type, Callable[..., str]] = {  # the canonical form of what all games have, which reads back as the same
    GameLine: lambda event: f"game {event.name}",
    Players: lambda event: f"players {' '.join(event.names)}",
    Me: lambda event: f"me {event.player}",
    AidLine: lambda event: f"aid {event.level}",
}


def tell_common(event: Event) -> str:
    """What was understood of a line that every game has, as a sentence to the log's owner."""
    if isinstance(event, Me):
        of_table = "This is the table's own log: every holder is typed, and every line names its player."
        return of_table if event.player == NOBODY else f"You are {event.player}."
    if isinstance(event, AidLine):
        return f"Shown from now on: {MEANING[event.level]}."
    return "Noted."


def suggest_words(begun: str, verbs: Iterable[Verb], opening: Opening, words: Mapping[str, Iterable[str]]) -> list[str]:
    """How a half-typed line may go on: a verb, or the words that the verb's form asks for.

    `words` says what may stand for a part of a form, such as the colours for COLOUR.
    """
    *typed, last = re.split(r"[\s,]+", begun.lstrip())
    table = {verb.name: verb for verb in verbs}
    if not typed:
        return [name for name in table if name.startswith(last.lower())]
    found = matching_verbs(fold(typed[0]), table)
    form = table[found[0]].form if len(found) == 1 else ""
    players = ("me", *opening.players, *words.get("PLAYER", ()))
    asked: list[str] = []
    for part in re.findall(r"[A-Z]{3,}|[a-z]+(?:\|[a-z]+)+", form):
        asked += players if part == "PLAYER" else words.get(part, part.split("|"))
    return [word for word in dict.fromkeys(asked) if fold(word).startswith(fold(last)) and not word.isupper()]


def matching_verbs(key: str, verbs: Iterable[str]) -> list[str]:
    """The verbs with this beginning. A game's own come before `aid`: `a` is `ask` in Tricoda, as it always was."""
    found = match_beginning(key, verbs)
    return [name for name in found if name != AID.name] if len(found) > 1 else found


def find_verb(word: Word, verbs: Mapping[str, Verb]) -> Verb:
    every = matching_verbs(word.key, verbs)
    found = [name for name in every if not verbs[name].aside] or every
    if len(found) == 1:
        return verbs[found[0]]
    if found:
        raise ambiguous(word, f"`{word.text}` could be {any_of(found)}.", "Type one letter more.")
    meant = nearest(word.key, verbs) or next((name for name in verbs if word.key.startswith(name)), None)
    hint = f"Did you mean `{meant}`? Type: {verbs[meant].form}" if meant else f"A line begins with {any_of(verbs)}."
    raise unreadable(word, f"No line begins with `{word.text}`.", hint)
