"""How lines are read, whatever the game: verbs and names cut short, nearest spellings, the lines every game has.

A verb is one class, an `Event`: its fields, its form and examples, how it is read and written, who may see what of it,
and what is told of it. The reader and `deduce notation` both work from the classes that a game lists.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple, Self

from solver.english import all_of, any_of, fold, match_beginning, nearest, without_joiners
from solver.language import as_typed, later, say
from solver.log import Fault, Kind, Line, Word, against_rules, ambiguous, at_line, unreadable
from solver.tongues import understood

LONGEST_NAME = 40
SAYS = "says"  # is never cut short, and no list of what can be typed has it
NO_OWNER = as_typed("neutral neutral2")  # what stands open to all when fewer than four play
(NOBODY,) = as_typed("nobody")  # who owns the table's own log, in which every holder's cards are typed


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
            line, meaning = f"aid {self}", say(MEANING[self])
            problem = say("This log asks for less help than that: `{line}` ({meaning}).", line=line, meaning=meaning)
            raise Withheld(Kind.AGAINST_RULES, None, problem, say("A line `{line}` allows it.", line=f"aid {needed}"))


MEANING = {
    Aid.PAD: later("only what is in sight and the crosses on the pad"),
    Aid.CHECK: later("also whether those crosses are right"),
    Aid.HINTS: later("also hints and reasons"),
    Aid.FULL: later("everything, with chances and advice"),
}


class Verb(NamedTuple):
    """How a kind of line is typed: its form, what it means, how its words are read; form and meaning are said later.

    A line `aside` is a wish, or seldom typed at a table: a short list of what can be typed leaves it out, and a verb
    cut short means another line if there is one. So it does for a `later` verb, which the first logs did not have.
    """

    name: str
    form: str
    means: str
    examples: tuple[str, ...]
    read: Callable[[Words], Event]
    aside: bool = False
    later: bool = False


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


class Event:
    """What a line says, as a frozen dataclass; each kind of line is a class that knows all that is said of it."""

    __slots__ = ()

    word: ClassVar[str]  # the verb
    form: ClassVar[str]
    means: ClassVar[str]
    examples: ClassVar[tuple[str, ...]]
    aside: ClassVar[bool] = False
    later: ClassVar[bool] = False
    lasting: ClassVar[bool] = False  # what it says is not about its round alone
    misheard: ClassVar[tuple[str, ...]] = ()  # the pieces that are taken for others, as the game's repairs name them
    line: Line

    @classmethod
    def read(cls, words: Words) -> Event:
        """Raises a Fault if the words after the verb cannot be read."""
        raise NotImplementedError

    @classmethod
    def needs_no_verb(cls, line: Line, opening: Opening) -> bool:  # noqa: ARG003 - most lines have a verb
        """Whether this line, as it stands in a log, is of this kind though it has no verb."""
        return False

    def write(self) -> str:
        """The canonical form, which reads back as the same event."""
        raise NotImplementedError

    def settle(self, opening: Opening) -> Opening:
        """What later lines are read by."""
        return opening

    @classmethod
    def settle_unread(cls, opening: Opening) -> Opening:
        """The same of such a line that could not be read, so that one slip is one error."""
        return opening

    def in_full(self, table: Any) -> Event:
        """With what need not be typed, since the rest of the log tells it."""
        return self

    def aloud(self, table: Any) -> Event:
        """In full, as far as it has been said at the table by now."""
        return self.in_full(table)

    def seen_by(self, seat: str) -> Event | None:
        """Of the table's own log, the event as that player sees it; None if there is nothing to see."""
        return self

    def in_public(self, table: Any) -> Event | None:
        """Of a player's log, the event as anybody at the table knows it; None if it is the owner's alone."""
        return self

    def out_of_turn(self, table: Any) -> Fault | None:
        """Why it may not be entered now, at a table where everything is entered as it happens."""
        return None

    def stands(self, table: Any) -> bool:
        """In the table's own log: whether it has shown somebody something, so that no seat takes it back."""
        return False

    def as_entered(self) -> Event:
        """Without what a table may have added to it."""
        return self

    def closed(self, table: Any) -> bool:
        """In a player's log: whether no seat may put it right any more, since what it was about has been shown."""
        return False

    def put_right(self, new: Event, table: Any) -> Event | None:
        """This line as it is if a new one is true; None if the two are not about the same thing."""
        return None

    def in_common(self, other: Event) -> Event:
        """Of a long line what is about the same pieces as another."""
        return self

    def tell(self, table: Any) -> str:
        """What was understood, as a sentence to the log's owner; `table` is the game's own, with this line."""
        return say("Noted.")

    def tell_entry(self) -> str:
        """What somebody entered, in a few words."""
        return self.write()

    def ask_back(self, me: str) -> str:
        """Whether the owner of the log really wants to take that back."""
        return say("Take back “{entry}”?", entry=self.tell_entry())

    def tell_change(self, new: Event, table: Any) -> str:
        """What was so, and not as this line has it, as people say it at the table."""
        return say("{new}, not {old}", new=new.write(), old=self.write())


def verb_of(kind: type[Event]) -> Verb:
    return Verb(kind.word, kind.form, kind.means, kind.examples, kind.read, kind.aside, kind.later)


@dataclass(frozen=True, slots=True)
class GameLine(Event):
    """Which game it is."""

    word = "game"
    form = later("game NAME")
    means = later("which game; always the first line")
    examples = ("game think-str8",)

    name: str
    line: Line = at_line()

    @classmethod
    def read(cls, words: Words) -> Self:
        """`solver.games` has chosen the game by it already, so that any spelling is right here."""
        name = words.take(say("the name of a game")).key
        words.done()
        return cls(name, words.line)

    def write(self) -> str:
        return f"game {self.name}"


AND = ("and", "&", "+", "und", "et", "en")  # between names; nobody is called so


@dataclass(frozen=True, slots=True)
class Players(Event):
    """Who plays, in the order of the seats."""

    word = "players"
    form = later("players NAME NAME …")
    means = later("who plays")
    examples = ("players Anna Ben Cleo",)

    names: tuple[str, ...]
    line: Line = at_line()

    @classmethod
    def read(cls, words: Words) -> Self:
        return cls(read_names(words), words.line)

    def write(self) -> str:
        return f"players {' '.join(self.names)}"

    def settle(self, opening: Opening) -> Opening:
        return opening._replace(players=self.names)


@dataclass(frozen=True, slots=True)
class Me(Event):
    """Whose log it is."""

    word = "me"
    form = later("me NAME|nobody")
    means = later(
        "which of them I am, then `me` is my name too; `nobody` makes it the table's own log, which shows all cards"
    )
    examples = ("me Anna", "me nobody")

    player: str
    line: Line = at_line()

    @classmethod
    def read(cls, words: Words) -> Self:
        word = words.take(say("your name"))
        words.done()
        if not words.opening.players:
            raise Unnamed
        if word.key == "me":
            line = f"me {words.opening.players[0]}"
            raise unreadable(word, say("Which of the players are you?"), say("Type: {line}", line=line))
        if word.key == NOBODY:
            return cls(NOBODY, words.line)
        return cls(find_player(word, words.opening._replace(me=word.text)), words.line)

    def write(self) -> str:
        return f"me {self.player}"

    def settle(self, opening: Opening) -> Opening:
        return opening._replace(me=self.player)

    def tell(self, table: Any) -> str:
        if self.player == NOBODY:
            return say("This is the table's own log: every holder is typed, and every line names its player.")
        return say("You are {player}.", player=self.player)


@dataclass(frozen=True, slots=True)
class AidLine(Event):
    """How much help is wanted from here on."""

    word = "aid"
    form = f"aid {'|'.join(Aid)}"
    means = later(
        "how much help I want, `full` without such a line: pad only what is in sight and the crosses on the pad; "
        "check also whether those crosses are right; hints also hints and reasons; "
        "full everything, with chances and advice"
    )
    examples = ("aid pad",)
    later = True

    level: Aid
    line: Line = at_line()

    @classmethod
    def read(cls, words: Words) -> Self:
        word = words.take(say("how much help: {levels}", levels=any_of(Aid)))
        words.done()
        found = match_beginning(word.key, Aid)
        if len(found) != 1:
            meant = nearest(word.key, Aid)
            levels = "; ".join(say("{what}: {values}", what=level, values=say(MEANING[level])) for level in Aid)
            hint = say("Did you mean `{word}`?", word=meant) if meant else f"{levels}."
            raise unreadable(word, say("`{word}` is not a level of help.", word=word.text), hint)
        return cls(Aid(found[0]), words.line)

    def write(self) -> str:
        return f"aid {self.level}"

    def settle(self, opening: Opening) -> Opening:
        return opening._replace(aid=self.level)

    def tell(self, table: Any) -> str:
        return say("Shown from now on: {shown}.", shown=say(MEANING[self.level]))


@dataclass(frozen=True, slots=True)
class Broken(Event):
    """A line that could not be read; `verb` is what it seems to be, so that what follows is still understood."""

    verb: str | None
    line: Line = field(compare=False, repr=False)

    def write(self) -> str:
        return self.line.event


KINDS: tuple[type[Event], ...] = (GameLine, Players, Me, AidLine)  # what every game has
COMMON = tuple(map(verb_of, KINDS))
*OPENING, AID = COMMON


@dataclass(frozen=True, slots=True)
class Says(Event):
    """What a player entered by what that player sees, though it clashes with what others entered: both are kept.

    Only a table writes such lines; nobody types them. It counts for the rest of the log as far as it can.
    """

    player: str  # `nobody` if it is not known who
    event: Event
    line: Line = at_line()

    def write(self) -> str:
        return f"{SAYS} {self.player} {self.event.write()}"


def unsaid(event: Event) -> Event:
    """What a line says, whoever says it."""
    return event.event if isinstance(event, Says) else event


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
        """`what` it is, as it is said where it is lacking."""
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
        problem = say("`{verb}` needs {what}.", verb=self.verb.name, what=what)
        return unreadable(self.line.words[-1], problem, say("Type: {line}", line=say(self.verb.form)))

    def done(self) -> None:
        word = self.peek()
        if word is not None:
            problem = say("`{word}` does not belong here.", word=word.text)
            raise unreadable(word, problem, say("Type: {line}", line=say(self.verb.form)))

    def player(self, others: tuple[str, ...] | None = None) -> str:
        """Take a player's name, `me`, or one of the `others` that nobody owns, if there are any."""
        return find_player(self.take(say("a player's name")), self.opening, others)

    def owner(self) -> str:
        """The player a line is about if it names nobody; in the table's own log it must name somebody."""
        if self.opening.me is None:
            raise Unnamed
        if not self.opening.of_table:
            return self.opening.me
        word, players = self.peek(), self.opening.players
        if word and (match_beginning(word.key, players) or nearest(word.key, players)):
            return self.player()
        problem = say("This is the table's own log, so the line must name its player.")
        line = f"{self.verb.name} {players[0]} …"
        raise unreadable(word or self.line.words[0], problem, say("Type: {line}", line=line))


def is_full_name(words: Words, word: Word) -> bool:
    """A player may be called 3PO or B2, so a whole name is a name whatever else it looks like."""
    return word.key in map(fold, words.opening.players)


def find_player(word: Word, opening: Opening, others: tuple[str, ...] | None = None) -> str:
    if not opening.players or opening.me is None:
        raise Unnamed
    if word.key == "me" and opening.of_table:
        problem = say("This is the table's own log: nobody is `me` in it.")
        raise unreadable(word, problem, say("Type a player's name: {players}.", players=any_of(opening.players)))
    if word.key == "me":
        return opening.me
    for names in (opening.players, others or ()):
        found = [name for name in names if not word.meant or fold(name) == word.key]
        found = match_beginning(word.key, found)
        if len(found) == 1:
            return found[0]
        if found:
            problem = say("`{word}` could be {words}.", word=word.text, words=any_of(found))
            raise ambiguous(word, problem, say("Type more of the name."))
    known = (*opening.players, *(others or ()))
    meant = nearest(word.key, known)
    everybody = say("At this table: {players}.", players=all_of(known))
    hint = say("Did you mean {word}?", word=meant) if meant else everybody
    if others is not None and word.key in NO_OWNER:
        problem = say("With {count} players there is no `{word}`.", count=len(opening.players), word=word.text)
        raise against_rules(word, problem, hint)
    raise unreadable(word, say("Nobody here is called `{word}`.", word=word.text), hint)


def find_word(word: Word, names: Iterable[str], not_one: str) -> str:
    """The one of these names that a word means, which may be cut short.

    If it is none of them `not_one` is said, which has the place `{word}`: "`{word}` is not a mode."
    """
    names = list(names)
    found = match_beginning(word.key, names)
    if len(found) == 1:
        return found[0]
    if found:
        problem = say("`{word}` could be {words}.", word=word.text, words=any_of(found))
        raise ambiguous(word, problem, say("Type one letter more."))
    meant = nearest(word.key, names)
    hint = say("Did you mean {word}?", word=meant) if meant else say("Type {words}.", words=any_of(names))
    raise unreadable(word, say(not_one, word=word.text), hint)


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
        hint = say("Type without a name: {line}", line=words.verb.examples[0])
        raise against_rules(first, say("Your log holds only your own crosses."), hint)
    return None


def format_crosser(player: str | None) -> str:
    return "" if player is None else f"{player} "


def read_names(words: Words) -> tuple[str, ...]:
    """The names of a `players` line."""
    names: list[str] = []
    while words.left():
        word = words.take(say("names"))
        if word.key in AND:
            continue
        if word.key in ("me", NOBODY) or not any(sign.isalpha() for sign in word.text):
            raise no_name(word)
        if len(word.text) > LONGEST_NAME or not without_joiners(word.text).isprintable():
            hint = say("Use at most {count} letters, and no control characters.", count=LONGEST_NAME)
            raise unreadable(word, say("This name cannot be shown on a sheet."), hint)
        if word.key in map(fold, names):
            problem = say("Two players are called {name}.", name=word.text)
            raise unreadable(word, problem, say("Tell them apart: Anna1 Anna2."))
        names.append(word.text)
    if not names:
        raise words.lacking(say("the players' names"))
    return tuple(names)


def no_name(word: Word) -> Fault:
    """A word that would be taken for something else if it were a player's name."""
    problem = say("`{word}` cannot be a player's name.", word=word.text)
    return unreadable(word, problem, say("Use a name with letters, not `me` or `nobody`."))


def read_says(line: Line, verbs: Mapping[str, Verb], opening: Opening) -> Says:
    """`says Ben see neutral green 5`: one of a game's own lines, and who says so."""
    words = line.words
    if len(words) < 3:
        hint = say("Type: {line}", line="says Ben see Anna blue 3")
        raise unreadable(words[-1], say("`says` needs a name and a line."), hint)
    player = NOBODY if words[1].key == NOBODY else find_player(words[1], opening)
    rest = Line(line.number, line.text, words[2:])
    return Says(player, read_line(rest, verbs, opening).result(), line)


class ReadLine(NamedTuple):
    """What came of reading a line: its verb, as far as it has one, and its event, or what is wrong with it."""

    line: Line
    verb: Verb | None
    event: Event | None
    fault: Fault | Unnamed | None

    def result(self) -> Event:
        """Raises what is wrong."""
        if self.event is None:
            raise self.fault or Unnamed
        return self.event


def read_line(
    line: Line,
    verbs: Mapping[str, Verb],
    opening: Opening,
    with_verb: Callable[[Line, Opening], Line] | None = None,
) -> ReadLine:
    """Read a line as English or, if that cannot be done, with words of other languages.

    Nothing is guessed: what means several things in other languages is ambiguous. `with_verb` puts a verb before what
    needs none.
    """
    attempt = _read_words(line if with_verb is None else with_verb(line, opening), verbs, opening)
    if not isinstance(attempt.fault, Fault):
        return attempt
    lines = understood(line, opening.players)
    if with_verb is not None:
        lines = (with_verb(one, opening) for one in lines)
    others = [_read_words(other, verbs, opening) for other in lines]
    sound = {repr(one.event): one for one in others if one.event is not None}
    if len(sound) > 1:
        readings = [one.event.write() for one in sound.values() if one.event]
        problem = say("`{line}` could be {readings}.", line=line.event, readings=any_of(f"`{one}`" for one in readings))
        return attempt._replace(fault=ambiguous(None, problem, say("Did you mean `{word}`?", word=readings[0])))
    return next(iter(sound.values()), max((attempt, *others), key=_got_to))


def _got_to(attempt: ReadLine) -> tuple[int, bool]:
    """How much of a line could be read, and whether with a word of another language."""
    start = attempt.fault.at.start if isinstance(attempt.fault, Fault) and attempt.fault.at else -1
    return start, any(word.meant for word in attempt.line.words)


def _read_words(line: Line, verbs: Mapping[str, Verb], opening: Opening) -> ReadLine:
    verb = None
    try:
        verb = find_verb(line.words[0], verbs)
        return ReadLine(line, verb, verb.read(Words(line, verb, opening)), None)
    except (Fault, Unnamed) as fault:
        return ReadLine(line, verb, None, fault)


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


def matching_verbs(key: str, verbs: Mapping[str, Verb]) -> list[str]:
    """The verbs with this beginning. Those that came first stand first: `a` is `ask` in Tricoda, as it always was."""
    found = match_beginning(key, verbs)
    return [name for name in found if not verbs[name].later] or found


def find_verb(word: Word, verbs: Mapping[str, Verb]) -> Verb:
    every = matching_verbs(word.key, verbs)
    found = [name for name in every if not verbs[name].aside] or every
    if len(found) == 1:
        return verbs[found[0]]
    if found:
        problem = say("`{word}` could be {words}.", word=word.text, words=any_of(found))
        raise ambiguous(word, problem, say("Type one letter more."))
    meant = nearest(word.key, verbs) or next((name for name in verbs if word.key.startswith(name)), None)
    if meant:
        hint = say("Did you mean `{word}`? Type: {line}", word=meant, line=say(verbs[meant].form))
    else:
        hint = say("A line begins with {words}.", words=any_of(verbs))
    raise unreadable(word, say("No line begins with `{word}`.", word=word.text), hint)
