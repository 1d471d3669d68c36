"""The lines of a Tricoda log, a class for each verb: how it is typed, read and written, who sees it, what is told.

A field `*_at` is the word to mark if the event breaks a rule. Nothing slow is imported here: every log is read by it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from solver import grammar
from solver.english import all_of, capital, nearest
from solver.games.tricoda.pieces import (
    format_list,
    is_mark,
    read_answer,
    read_card,
    read_code,
    read_marks,
    read_player,
    read_right,
    read_stones,
    read_subject,
)
from solver.games.tricoda.rules import (
    AT_MOST,
    POINTS_TO_WIN,
    RACK,
    Code,
    Named,
    Stone,
    format_answer,
    format_code,
    neutrals_of,
    question,
    say_called,
    say_holder,
    say_mark,
)
from solver.games.tricoda.table import Declared, Table
from solver.games.tricoda.words.addressed import Addressed
from solver.games.tricoda.words.answers import say_answer
from solver.grammar import Event, Opening, Words, format_crosser, read_crosser
from solver.language import as_typed, later, say
from solver.log import Fault, Line, Word, against_rules, at_line, at_word, unreadable
from solver.replay import Notation

SETTING = "card 2 at-most"
_EDITIONS = dict(zip(as_typed("at-most at-least"), (True, False), strict=True))
_OUTCOME = {True: " right", False: " wrong", None: ""}


class Seating(grammar.Players):
    """Who plays, in turn order."""

    __slots__ = ()

    def tell(self, table: Table) -> str:
        told = {"players": all_of(self.names), "points": POINTS_TO_WIN, "first": self.names[0]}
        return say("{players} play to {points} points; {first} reads first.", **told)


@dataclass(frozen=True, slots=True)
class Edition(Event):
    """What my edition prints on card 2, the only one that differs."""

    word = "card"
    form = later("card 2 at-most")
    means = later("my edition's card 2 asks for '12 or less'")
    examples = ("card 2 at-most",)

    at_most: bool
    line: Line = at_line()

    @classmethod
    def read(cls, words: Words) -> Self:
        word = words.take(say("the card: {line}", line=SETTING))
        if word.text != str(AT_MOST.number):
            raise against_rules(word, say("Only card 2 differs between editions."), say("Type: {line}", line=SETTING))
        says = words.take(say("`at-most` or `at-least`"))
        words.done()
        if says.key not in _EDITIONS:
            meant = nearest(says.key, _EDITIONS)
            hint = say("Say `at-most` (12 or less) or `at-least` (12 or more).")
            if meant:
                hint = say("Did you mean `{word}`?", word=meant)
            raise unreadable(says, say("`{word}` is not known.", word=says.text), hint)
        return cls(_EDITIONS[says.key], words.line)

    def write(self) -> str:
        return f"card {AT_MOST.number} {'at-most' if self.at_most else 'at-least'}"

    def settle(self, opening: Opening) -> Opening:
        settings = opening.settings | {SETTING} if self.at_most else opening.settings - {SETTING}
        return opening._replace(settings=settings)

    def tell(self, table: Table) -> str:
        return say("Card 2 counts {what}.", what=table.question(2).said)


@dataclass(frozen=True, slots=True)
class See(Event):
    """Stones on a rack that all but its owner see."""

    word = "see"
    form = later("see PLAYER COLOUR NUMBER, COLOUR NUMBER, COLOUR NUMBER")
    means = later("the stones of a rack I see, new ones too; racks without owner are `neutral` and `neutral2`")
    examples = ("see Ben green 1, yellow 2, blue 7", "see Cleo g1 y2 b7", "see neutral black 3, red 5, ?")

    holder: str
    stones: tuple[Named, ...]
    line: Line = at_line()

    @classmethod
    def read(cls, words: Words) -> Self:
        word = words.peek()
        holder = words.player(neutrals_of(words.opening.players))
        if holder == words.opening.me:
            hint = say("Your stones come in by `was` after you declared, and by `reveal` at the end.")
            raise against_rules(word, say("You cannot see your own stones."), hint)
        return cls(holder, read_stones(words), words.line)

    def write(self) -> str:
        return f"see {self.holder} {format_list(self.stones)}"

    def seen_by(self, seat: str) -> Event | None:
        return None if self.holder == seat else self

    def in_public(self, table: Table) -> Event | None:
        return None

    def put_right(self, new: Event, table: Table) -> Event | None:
        """Of one stone alone it must be clear which it was taken for."""
        if not isinstance(new, See) or new.holder != self.holder:
            return None
        alike = [changed for changed, like in self.misread(new) if like]
        return new if len(new.stones) >= len(self.stones) else alike[0] if len(alike) == 1 else None

    def misread(self, new: See) -> Iterator[tuple[See, bool]]:
        """The whole rack with the one stone that is new in place of each that it could have been taken for.

        With each, whether the two are alike: of one colour or of one number.
        """
        come = [named for named in new.stones if named.stone not in [held.stone for held in self.stones]]
        if len(come) != 1 or len(self.stones) != RACK or len(new.stones) == RACK:
            return
        stone, known = come[0].stone, [named.stone for named in self.stones]
        for place, held in enumerate(known):
            if held not in [named.stone for named in new.stones] and held not in known[:place]:
                stones = (*self.stones[:place], come[0], *self.stones[place + 1 :])
                yield replace(self, stones=stones), held.colour == stone.colour or held.number == stone.number

    def tell_entry(self) -> str:
        return say("{player}'s stones {stones}", player=self.holder, stones=_list(self.stones))

    def tell(self, table: Table) -> str:
        return say("{player}: {stones}.", player=say_holder(self.holder), stones=_list(self.stones))

    def tell_change(self, new: Event, table: Table) -> str:
        if isinstance(new, See) and new.holder == self.holder and (differ := _differ(self.stones, new.stones)):
            now, typed = differ.now, differ.typed
            return say("{player} has {now}, not {typed}", player=say_holder(self.holder), now=now, typed=typed)
        return Event.tell_change(self, new, table)


@dataclass(frozen=True, slots=True)
class _Differ:
    """The stones in which two lines differ."""

    now: str
    typed: str


def _differ(old: tuple[Named, ...], new: tuple[Named, ...]) -> _Differ | None:
    """None if one of the two lines just has more."""
    was, now = (Counter(named.stone for named in stones) for stones in (old, new))
    more, less = (
        [say("a {stone}", stone=stone.said) for stone in stones.elements()] for stones in (now - was, was - now)
    )
    return _Differ(all_of(more), all_of(less)) if more and less else None


@dataclass(frozen=True, slots=True)
class Ask(Event):
    """`player` reads question `card` and answers it; a comparison is answered 1 first, 0 same, -1 second.

    Without an answer the stones in sight tell it.
    """

    word = "ask"
    form = later("ask [PLAYER] QUESTION ANSWER")
    means = later(
        "the player reads the question card and answers it: a count, or `first`, `second`, `same`, or the side's word; "
        "the answer to a question I read myself follows from the stones I see"
    )
    examples = ("ask Ben 16 first", "ask Ben 16 blue", "ask Cleo 4 2", "ask 17 same")

    player: str
    card: int
    answer: int | None
    line: Line = at_line()
    card_at: Word = at_word()

    @classmethod
    def read(cls, words: Words) -> Self:
        player = read_player(words)
        card, card_at = read_card(words)
        if not words.left() and (player == words.opening.me or words.opening.of_table):
            return cls(player, card, None, words.line, card_at)
        answer = read_answer(words, question(card, SETTING in words.opening.settings))
        words.done()
        return cls(player, card, answer, words.line, card_at)

    def write(self) -> str:
        said = "" if self.answer is None else f" {format_answer(question(self.card), self.answer)}"
        return f"ask {self.player} {self.card}{said}"

    def in_full(self, table: Table) -> Ask:
        """The answer as typed, or as the stones tell it."""
        answers = (asked.answer for asked in table.asked if asked.line == self.line)
        return replace(self, answer=next(answers, self.answer))

    def out_of_turn(self, table: Table) -> Fault | None:
        """Questions are read by turns, and answered by all stones in sight."""
        me = table.me
        if table.reader not in (None, self.player) and not table.winner:
            return against_rules(None, _NOT_THE_TURN.to(self.player, me), _NEXT.to(table.reader or "", me))
        sights = [holder for holder in table.racks if holder not in (me, self.player)]
        unseen = [holder for holder in sights if not table.current(holder).known]
        if self.answer is not None or not unseen:
            return None
        players = all_of(map(say_holder, unseen))
        problem = say("Nobody can count yet: stones of {players} are not entered.", players=players)
        return against_rules(None, problem, say("Enter them first, or say the answer."))

    def stands(self, table: Table) -> bool:
        """Once stones have told its answer."""
        return self.answer is None and self.in_full(table).answer is not None

    def put_right(self, new: Event, table: Table) -> Event | None:
        same = isinstance(new, Ask) and (new.player, new.card) == (self.player, self.card) and new.answer is not None
        return new if same else None

    def tell_entry(self) -> str:
        return say("{player} reads card {card}", player=self.player, card=self.card)

    def tell(self, table: Table) -> str:
        asked, answer = table.question(self.card), self.in_full(table).answer
        if answer is None:
            open_ = later("Card {card}: {text}. The answer follows once all stones in sight are typed.")
            return say(open_, card=self.card, text=asked.said)
        return _SEES.to(self.player, table.me, card=self.card, answer=say_answer(asked, answer))

    def tell_change(self, new: Event, table: Table) -> str:
        """`Ben answered 2, not 3`."""
        if not isinstance(new, Ask) or new.card != self.card:
            return Event.tell_change(self, new, table)
        if new.player != self.player and new.answer == self.answer:
            return self._tell_reader(new, table.me)
        if new.player != self.player or self.answer is None or new.answer is None:
            return Event.tell_change(self, new, table)
        said, typed = (say_called(table.question(new.card), answer) for answer in (new.answer, self.answer))
        return _ANSWERED.to(new.player, table.me, said=said, typed=typed)

    def _tell_reader(self, new: Ask, me: str) -> str:
        if new.player == me:
            return say("card {card} was read by you, not by {player}", card=new.card, player=self.player)
        if self.player == me:
            return say("card {card} was read by {player}, not by you", card=new.card, player=new.player)
        told = {"card": new.card, "player": new.player, "other": self.player}
        return say("card {card} was read by {player}, not by {other}", **told)


_NOT_THE_TURN = Addressed(
    later("It is not your turn to read a question."), later("It is not {name}'s turn to read a question.")
)
_NEXT = Addressed(later("You read next."), later("{name} reads next."))
_SEES = Addressed(later("Card {card}: you see {answer}."), later("Card {card}: {name} sees {answer}."))
_ANSWERED = Addressed(later("you answered {said}, not {typed}"), later("{name} answered {said}, not {typed}"))


@dataclass(frozen=True, slots=True)
class Declare(Event):
    """A player says which numbers stand on their own rack."""

    word = "declare"
    form = later("declare [PLAYER] NUMBER NUMBER NUMBER right|wrong")
    means = later(
        "a code declared; the rack is replaced, and `see` shows another player's new stones. That somebody declares, "
        "or does not, is never taken as a sign of anybody's stones"
    )
    examples = ("declare Ben 1 2 7 right", "declare 2 5 7 wrong")

    player: str
    code: Code
    right: bool | None  # None where the stones typed tell it
    line: Line = at_line()
    right_at: Word = at_word()

    @classmethod
    def read(cls, words: Words) -> Self:
        player = read_player(words)
        code = read_code(words)
        if not words.left() and player != words.opening.me:
            return cls(player, code, None, words.line, words.line.words[-1])
        right, right_at = read_right(words)
        words.done()
        return cls(player, code, right, words.line, right_at)

    def write(self) -> str:
        return f"declare {self.player} {format_code(self.code)}{_OUTCOME[self.right]}"

    def find(self, table: Table) -> Declared | None:
        """The declaration as the table has it."""
        return next((claim for claim in table.declared if claim.line == self.line), None)

    def in_full(self, table: Table) -> Declare:
        claim = self.find(table)
        return self if claim is None else replace(self, right=claim.right)

    def stands(self, table: Table) -> bool:
        return True

    def closed(self, table: Table) -> bool:
        return True

    def put_right(self, new: Event, table: Table) -> Event | None:
        return new if isinstance(new, Declare) and new.player == self.player else None

    def tell_entry(self) -> str:
        return say("{player} declares {code}", player=self.player, code=format_code(self.code))

    def tell(self, table: Table) -> str:
        told = {"code": format_code(self.code), "points": table.points[self.player], "all": POINTS_TO_WIN}
        if self.player == table.me:
            if self.in_full(table).right:
                return say("You declared {code}: right, {points} of {all} points. Your rack is new.", **told)
            return say("You declared {code}: wrong. Your rack is new.", **told)
        told |= {"player": self.player, "owner": capital(self.player)}
        if self.in_full(table).right:
            right = later("{player} declared {code}: right, {points} of {all} points. {owner}'s rack is new.")
            return say(right, **told)
        return say("{player} declared {code}: wrong. {owner}'s rack is new.", **told)

    def tell_change(self, new: Event, table: Table) -> str:
        if not isinstance(new, Declare) or new.player != self.player:
            return Event.tell_change(self, new, table)
        now, typed = format_code(new.code), format_code(self.code)
        told = [_DECLARED.to(new.player, table.me, now=now, typed=typed)] if now != typed else []
        if new.right == self.right:
            return all_of(told)
        if new.right is None or self.right is None:
            return Event.tell_change(self, new, table)
        return all_of([*told, (_WAS_RIGHT if new.right else _WAS_WRONG).to(new.player, table.me, code=now)])


_DECLARED = Addressed(later("you declared {now}, not {typed}"), later("{name} declared {now}, not {typed}"))
_WAS_RIGHT = Addressed(later("your {code} was right, not wrong"), later("{name}'s {code} was right, not wrong"))
_WAS_WRONG = Addressed(later("your {code} was wrong, not right"), later("{name}'s {code} was wrong, not right"))


@dataclass(frozen=True, slots=True)
class ShownRack(Event):
    """The stones of a rack, seen by its owner too."""

    player: str
    stones: tuple[Named, ...]
    line: Line = at_line()

    def write(self) -> str:
        return f"{self.word} {self.player} {format_list(self.stones)}"

    def stands(self, table: Table) -> bool:
        return True

    def put_right(self, new: Event, table: Table) -> Event | None:
        return new if isinstance(new, ShownRack) and type(new) is type(self) and new.player == self.player else None

    def tell_entry(self) -> str:
        return say("{player}'s stones {stones}", player=self.player, stones=_list(self.stones))

    def tell_change(self, new: Event, table: Table) -> str:
        same = isinstance(new, ShownRack) and new.player == self.player
        if isinstance(new, ShownRack) and same and (differ := _differ(self.stones, new.stones)):
            return _HAD.to(self.player, table.me, now=differ.now, typed=differ.typed)
        return Event.tell_change(self, new, table)


_HAD = Addressed(later("you had {now}, not {typed}"), later("{name} had {now}, not {typed}"))


class Was(ShownRack):
    """The rack was laid beside the pile."""

    __slots__ = ()

    word = "was"
    form = later("was [PLAYER] COLOUR NUMBER, …")
    means = later("the stones I had when I declared, now beside the pile")
    examples = ("was yellow 2, black 5, pink 7",)

    @classmethod
    def read(cls, words: Words) -> Self:
        return cls(read_subject(words, neutrals_of(words.opening.players)), read_stones(words), words.line)

    def tell(self, table: Table) -> str:
        return _BESIDE.to(self.player, table.me, stones=_list(self.stones))


_BESIDE = Addressed(later("Beside the pile: your {stones}."), later("Beside the pile: {name}'s {stones}."))


@dataclass(frozen=True, slots=True)
class Mix(Event):
    """The stones beside the pile are mixed in again. The rule sheet does not say what to do when the pile is empty."""

    word = "mix"
    form = "mix"
    means = later("the stones beside the pile are mixed in again, because the pile ran out")
    examples = ("mix",)

    line: Line = at_line()

    @classmethod
    def read(cls, words: Words) -> Self:
        words.done()
        return cls(words.line)

    def write(self) -> str:
        return "mix"

    def tell_entry(self) -> str:
        return say("the stones are mixed in again")

    def tell(self, table: Table) -> str:
        return say("The stones beside the pile are mixed in again.")


@dataclass(frozen=True, slots=True)
class Marked(Event):
    """Marks on a sheet: all stones of a number, or one kind. In the table's own log `player` says whose."""

    marks: tuple[int | Stone, ...]
    player: str | None = None
    line: Line = at_line()

    @classmethod
    def read(cls, words: Words) -> Self:
        player = read_crosser(words, is_mark)
        return cls(read_marks(words), player, words.line)

    def write(self) -> str:
        return f"{self.word} {format_crosser(self.player)}{format_list(self.marks)}"

    def seen_by(self, seat: str) -> Event | None:
        return replace(self, player=None) if self.player == seat else None

    def in_public(self, table: Table) -> Event | None:
        return None

    def tell_entry(self) -> str:
        return say("the cross at {cards}", cards=all_of(map(say_mark, self.marks)))


class Cross(Marked):
    """Crossed out."""

    __slots__ = ()

    word = "cross"
    form = later("cross NUMBER|STONE …")
    means = later("crossed out on my sheet; in the table's own log `cross Ben 2 4`, which the others do not see")
    examples = ("cross 2 4", "cross blue 7")

    def tell(self, table: Table) -> str:
        return _CROSSED.to(self.player or table.me, table.me, marks=all_of(map(say_mark, self.marks)))


_CROSSED = Addressed(later("Crossed out on your sheet: {marks}."), later("Crossed out on {name}'s sheet: {marks}."))


class Uncross(Marked):
    """No longer so."""

    __slots__ = ()

    word = "uncross"
    form = later("uncross NUMBER|STONE …")
    means = later("a cross taken back")
    examples = ("uncross 4",)

    def tell(self, table: Table) -> str:
        return say("No longer crossed out: {marks}.", marks=all_of(map(say_mark, self.marks)))


class Reveal(ShownRack):
    """The game is over."""

    __slots__ = ()

    word = "reveal"
    form = later("reveal [PLAYER] COLOUR NUMBER, …")
    means = later("the stones on a rack when the game is over")
    examples = ("reveal red 5, red 5, brown 4",)

    @classmethod
    def read(cls, words: Words) -> Self:
        return cls(read_subject(words), read_stones(words), words.line)

    def out_of_turn(self, table: Table) -> Fault | None:
        hint = say("Racks are turned over when somebody has won.")
        return None if table.winner else against_rules(None, say("The game is not over."), hint)

    def tell(self, table: Table) -> str:
        if self.player == table.me:
            return say("Your stones: {stones}.", stones=_list(self.stones))
        return say("{player}'s stones: {stones}.", player=capital(self.player), stones=_list(self.stones))


def _list(stones: tuple[Named, ...]) -> str:
    return all_of(named.said for named in stones)


NOTATION = Notation(Seating, Edition, See, Ask, Declare, Was, Mix, Cross, Uncross, Reveal)
read_log = NOTATION.read
