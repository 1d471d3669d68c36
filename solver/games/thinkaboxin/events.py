"""The lines of a Thinkaboxin log, a class for each verb: how it is typed, read and written, who sees it, what is told.

A field `*_at` is the word to mark if the event breaks a rule. Nothing slow is imported here: every log is read by it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from solver import grammar
from solver.english import all_of, any_of, capital, match_beginning, nearest
from solver.games.thinkaboxin.rules import BOX_DICE, FACES, MODES, Bid, Said, count_dice, format_bid
from solver.games.thinkaboxin.table import DIRECTIONS, LEFT, Table, tell_outcome
from solver.grammar import NOBODY, Event, Words, no_name, read_names
from solver.language import as_typed, later, say, say_count
from solver.log import Fault, Line, Word, against_rules, at_line, at_word, unreadable
from solver.replay import Notation
from solver.trust import TrustLine

_BID = re.compile(r"0*(\d+)[x×*]0*(\d+)")
_DIGITS = 30  # more make no difference: no table has that many dice
_NUMBER = re.compile(r"\d{1,4}")
_DICE = re.compile(r"\d+")
_UNKNOWN = "?"
_STAKE, _POOL = as_typed("stake pool")
_SAYING = ("lift", *as_typed("lifts doubts was"))  # `Jan lifts`, `Jan was right`
_VERDICTS = dict(zip(as_typed("right wrong"), (True, False), strict=True))
_WAYS = dict(zip(as_typed("left right"), DIRECTIONS, strict=True))
_WORDS_OF_WAYS = {direction: word for word, direction in _WAYS.items()}
_KEPT = (_STAKE, _POOL, *_VERDICTS)  # words with a meaning of their own where a player may be named


# What the lines are made of.


def parse_bid(word: Word) -> Bid:
    """`2x3` is two threes."""
    found = _BID.fullmatch(word.key)
    if not found:
        problem = say("`{word}` is not a bid.", word=word.text)
        raise unreadable(word, problem, say("Type the amount, x, the value: 2x3 is two threes."))
    amount, value = (int(digits[:_DIGITS]) for digits in found.groups())
    if not 1 <= value <= FACES:
        hint = say("Type for example {bid}.", bid="2x3")
        if 1 <= amount <= FACES:
            hint = say("The amount comes first: {bid}?", bid=f"{value}x{amount}")
        raise unreadable(word, say("No die shows {number}.", number=value), hint)
    if amount == 0:
        hint = say("The lowest is {bid} with this value.", bid=f"1x{value}")
        raise against_rules(word, say("A bid names at least one die."), hint)
    return Bid(amount, value)


def list_dice(dice: Sequence[int]) -> str:
    return " ".join(map(str, dice))


def _choose(word: Word, known: tuple[str, ...], problem: str) -> str:
    """One of these words; `problem` is said if it is none of them."""
    found = match_beginning(word.key, known)
    if len(found) == 1:
        return found[0]
    meant = nearest(word.key, known)
    hint = say("Type {words}.", words=any_of(f"`{name}`" for name in known))
    if meant:
        hint = say("Did you mean `{word}`?", word=meant)
    raise unreadable(word, say(problem, word=word.text), hint)


def _number(word: Word, problem: str, example: str) -> int:
    if not _NUMBER.fullmatch(word.text):
        raise unreadable(word, say(problem, word=word.text), say("Type: {line}", line=example))
    return int(word.text)


def _read_players(words: Words) -> tuple[str, ...]:
    names: list[str] = []
    while word := words.peek():
        names.append(words.player())
        if names[-1] in names[:-1]:
            raise unreadable(word, say("{player} is named twice.", player=names[-1]), say("Name everybody once."))
    return tuple(names)


def _read_player(words: Words) -> str:
    """Who a line is about: its owner if it goes straight on to a number."""
    word = words.peek()
    return words.owner() if word is None or word.text[0].isdigit() else words.player()


def _at_unknown(words: Words) -> bool:
    """A `?` and nothing after it: dice that are not known."""
    return [word.text for word in words.rest()] == [_UNKNOWN]


def _read_dice(words: Words) -> tuple[int, ...]:
    """Dice as single numbers or run together: `2 5 5 1` or `2551`."""
    dice: list[int] = []
    while words.left() or not dice:
        word = words.take(say("the dice"))
        if not _DICE.fullmatch(word.text):
            raise unreadable(word, say("`{word}` is not a die.", word=word.text), _type_example(words))
        wrong = [sign for sign in word.text if not 1 <= int(sign) <= FACES]
        if wrong:
            problem = say("A die shows 1 to {last}, not {number}.", last=FACES, number=wrong[0])
            raise unreadable(word, problem, _type_example(words))
        dice += map(int, word.text)
    if len(dice) > BOX_DICE:
        problem = say("{dice}; the box has {number}.", dice=count_dice(len(dice)), number=BOX_DICE)
        raise against_rules(None, problem, _type_example(words))
    return tuple(dice)


def _type_example(words: Words) -> str:
    return say("Type: {line}", line=words.verb.examples[0])


def _too_early(problem: str) -> Fault:
    return against_rules(None, problem, say("Go on with what is awaited."))


def _not_the_turn(player: str, table: Table) -> Fault | None:
    if player in table.acting:
        return None
    if player == table.me:
        return _too_early(say("It is not your turn."))
    return _too_early(say("It is not {player}'s turn.", player=player))


def _tell_end(table: Table) -> str:
    """How the last round ended, once that is known."""
    outcome = tell_outcome(table.rounds[-1], table.me)
    return f"{capital(outcome)}. {_tell_left(table)}" if outcome else say("Type the cups, or who was right.")


def _tell_left(table: Table) -> str:
    """What everybody has left in the set."""
    left = (
        f"{say('you') if player == table.me else player} {'?' if dice is None else dice}"
        for player, dice in table.dice.items()
    )
    return say("Dice left: {dice}.", dice=", ".join(left))


# The lines.


class Seating(grammar.Players):
    """Who plays, around the table."""

    __slots__ = ()

    @classmethod
    def read(cls, words: Words) -> Self:
        names = read_names(words)
        for word in words.line.words[1:]:
            if word.key in _KEPT or word.text[0].isdigit():
                taken, kept = no_name(word), any_of(f"`{name}`" for name in ("me", NOBODY, *_KEPT))
                taken.hint = say("Use a name that begins with a letter and is not {words}.", words=kept)
                raise taken
        return cls(names, words.line)

    def tell(self, table: Table) -> str:
        return say("Around the table: {players}.", players=all_of(self.names))


@dataclass(frozen=True, slots=True)
class Mode(Event):
    """Which of the games in the box."""

    word = "mode"
    form = f"mode {'|'.join(MODES)}"
    means = later("which of the games in the box; plain if the line is missing")
    examples = ("mode nuggets",)

    mode: str
    line: Line = at_line()

    @classmethod
    def read(cls, words: Words) -> Self:
        word = words.take(say("a mode"))
        words.done()
        return cls(_choose(word, MODES, later("`{word}` is not a mode.")), words.line)

    def write(self) -> str:
        return f"mode {self.mode}"

    def tell(self, table: Table) -> str:
        return say("Mode: {mode}; {scoring} are counted.", mode=self.mode, scoring=say(table.scoring))


@dataclass(frozen=True, slots=True)
class FreeRaise(Event):
    """A house rule."""

    word = "raise"
    form = "raise free"
    means = later("house rule: a higher amount may come with any value")
    examples = ("raise free",)

    line: Line = at_line()

    @classmethod
    def read(cls, words: Words) -> Self:
        word = words.take(say("`free`"))
        words.done()
        _choose(word, as_typed("free"), later("`{word}` is not a way to raise."))
        return cls(words.line)

    def write(self) -> str:
        return "raise free"

    def tell(self, table: Table) -> str:
        return say("A higher amount may come with any value.")


@dataclass(frozen=True, slots=True)
class NewSet(Event):
    """A new set. `dice` and `players` are None where the mode decides; `knockout` is a set of a knock-out race."""

    word = "set"
    form = later("set [DICE] [stake N] [PLAYER …]")
    means = later(
        "a new set: dice in each cup (4, or what the mode says), the stake in nuggets, who plays if not all do"
    )
    examples: ClassVar[tuple[str, ...]] = ("set 4", "set 4 stake 2", "set Anna Cleo")

    dice: int | None = None
    stake: int | None = None
    players: tuple[str, ...] | None = None
    knockout: bool = False
    line: Line = at_line()
    dice_at: Word = at_word()
    stake_at: Word = at_word()

    @classmethod
    def read(cls, words: Words) -> NewSet:
        begun = NewSet(line=words.line)
        if (word := words.peek()) and word.text[0].isdigit():
            dice = _number(words.take(say("a number")), later("`{word}` is not a number of dice."), "set 4")
            begun = replace(begun, dice=dice, dice_at=word)
        if (word := words.peek()) and word.key == _STAKE:
            words.take(say("`stake`"))
            at = words.take(say("the stake after `stake`"))
            stake = _number(at, later("`{word}` is not a number of nuggets."), "set 4 stake 2")
            begun = replace(begun, stake=stake, stake_at=at)
        return replace(begun, players=_read_players(words) or None)

    def write(self) -> str:
        words = ["knockout" if self.knockout else "set"]
        words += [str(self.dice)] if self.dice is not None else []
        words += [f"stake {self.stake}"] if self.stake is not None else []
        return " ".join((*words, *(self.players or ())))

    def out_of_turn(self, table: Table) -> Fault | None:
        under_way = (table.set and not table.set.over) or not table.round_over
        return _too_early(say("The set is not over yet.")) if under_way else None

    def tell_entry(self) -> str:
        return say("a new set")

    def tell(self, table: Table) -> str:
        begun = table.set
        if begun is None:
            return Event.tell(self, table)
        told = {"set": begun.number, "players": all_of(begun.players), "dice": count_dice(begun.dice)}
        if self.knockout:
            return say("Knock-out set {set}: {players}, {dice} each.", **told)
        if begun.stake:
            return say("Set {set}: {players}, {dice} each, stake {stake}.", stake=begun.stake, **told)
        return say("Set {set}: {players}, {dice} each.", **told)


class Knockout(NewSet):
    """How a set of a knock-out race is typed."""

    __slots__ = ()

    word = "knockout"
    form = later("knockout [DICE] [PLAYER …]")
    means = later("a new set of a knock-out race: it goes on until only one has dice, who is out")
    examples = ("knockout Anna Ben",)

    @classmethod
    def read(cls, words: Words) -> NewSet:
        begun = NewSet.read(words)
        if begun.stake is not None:
            problem, hint = say("There is no stake in a knock-out race."), say("Type: {line}", line=cls.examples[0])
            raise against_rules(begun.stake_at, problem, hint)
        return replace(begun, knockout=True)


@dataclass(frozen=True, slots=True)
class Roll(Event):
    """Dice under a cup: the owner's, or in the table's own log those of the `player` named.

    Without `dice` a new round is all it tells: the owner has none in it, or they are not known.
    """

    word = "roll"
    form = later("roll DIE …|?")
    means = later(
        "the dice under my cup, a new round; `?` if I have none in it or they are not known; in the table's own log "
        "`roll Ben 2 5 5 1` for everybody"
    )
    examples = ("roll 2 5 5 1", "roll 2551", "roll ?")

    dice: tuple[int, ...]
    player: str | None = None
    line: Line = at_line()

    @classmethod
    def read(cls, words: Words) -> Self:
        word, player = words.peek(), words.owner() if _at_unknown(words) else _read_player(words)
        if player != words.opening.me and not words.opening.of_table:
            hint = later(
                "Type your own dice, `roll 2 5 5 1`; {player}'s come by `cup {player} …` once a cup is lifted."
            )
            if _at_unknown(words):
                hint = later("Type `roll ?` for a new round; {player}'s come by `cup {player} …` once a cup is lifted.")
            raise against_rules(word, say("You cannot see {player}'s dice.", player=player), say(hint, player=player))
        dice = () if _at_unknown(words) else _read_dice(words)
        return cls(dice, player if words.opening.of_table else None, words.line)

    def write(self) -> str:
        dice = list_dice(self.dice) or _UNKNOWN
        return f"roll {self.player} {dice}" if self.player else f"roll {dice}"

    def seen_by(self, seat: str) -> Event | None:
        """Dice under a cup only to whom they belong."""
        return replace(self, player=None) if self.player == seat else None

    def in_public(self, table: Table) -> Event | None:
        """Dice under a cup only once the cups are lifted."""
        rolled = next((this for this in table.rounds if self.line in this.cup_lines.values()), None)
        return self if not self.dice or (rolled and rolled.lifter) else None

    def out_of_turn(self, table: Table) -> Fault | None:
        this = table.current
        known = this is not None and not this.over and table.me in {**this.cups, **this.unseen}
        return _too_early(say("The dice of this round are entered already.")) if known else None

    def stands(self, table: Table) -> bool:
        """Once the cups are lifted."""
        return any(self.line in this.cup_lines.values() for this in table.rounds if this.lifter)

    def put_right(self, new: Event, table: Table) -> Event | None:
        return new if isinstance(new, Roll) and new.dice else None

    def tell_entry(self) -> str:
        dice = list_dice(self.dice) or _UNKNOWN
        if self.player is None:
            return say("your dice {dice}", dice=dice)
        return say("{player}'s dice {dice}", player=self.player, dice=dice)

    def tell(self, table: Table) -> str:
        told = {"player": self.player, "dice": list_dice(self.dice), "total": table.total}
        if not self.dice and self.player:
            return say("A new round, dice of {player} not known; {total} dice in all.", **told)
        if not self.dice:
            return say("A new round; {total} dice in all.", **told)
        if self.player:
            return say("{player}'s dice: {dice}; {total} dice in all.", **told)
        return say("Your dice: {dice}; {total} dice in all.", **told)

    def tell_change(self, new: Event, table: Table) -> str:
        return _tell_other_dice(self, new, table) or Event.tell_change(self, new, table)


def _tell_other_dice(old: Roll | Cup, new: Event, table: Table) -> str:
    """`Ben's cup was 3 3 1 6, not 3 3 1 5`."""
    if not isinstance(new, Roll | Cup) or new.player != old.player:
        return ""
    now, typed = list_dice(new.dice), list_dice(old.dice)
    if new.player in (None, table.me):
        return say("your cup was {now}, not {typed}", now=now, typed=typed)
    return say("{player}'s cup was {now}, not {typed}", player=new.player, now=now, typed=typed)


class BidLine(Said, Event):
    """A bid, as typed."""

    __slots__ = ()

    word = "bid"
    form = later("bid [PLAYER] AMOUNTxVALUE [left|right]")
    means = later(
        "a bid or a raise (2x3 is two threes); the first of a round may say which way it goes on: left is to the "
        "next of `players`, clockwise"
    )
    examples = ("bid Ben 2x3", "bid 4x5", "bid Ben 2x3 left")

    @classmethod
    def read(cls, words: Words) -> Self:
        player = _read_player(words)
        at = words.take(say("a bid"))
        if at.text.isdecimal() and (value := words.peek()) and value.text.isdecimal():
            at = Word(f"{at.text}x{words.take(say('a value')).text}", at.start)
        said = cls(player, Bid(1, 1), words.line, at)
        if (way := words.peek()) and (meant := match_beginning(way.key, _WAYS)):
            words.take(say("a bid"))
            said = replace(said, direction=_WAYS[meant[0]], direction_at=way)
        words.done()
        return replace(said, bid=parse_bid(at))

    def write(self) -> str:
        if self.direction is None:
            return f"bid {self.player} {self.bid}"
        return f"bid {self.player} {self.bid} {_WORDS_OF_WAYS[self.direction]}"

    def out_of_turn(self, table: Table) -> Fault | None:
        return _not_the_turn(self.player, table)

    def closed(self, table: Table) -> bool:
        """Once a cup was lifted."""
        lifts = (this.end_line.number for this in table.rounds if this.lifter and this.end_line)
        return self.line.number < max(lifts, default=0)

    def put_right(self, new: Event, table: Table) -> Event | None:
        if not isinstance(new, BidLine) or new.player != self.player:
            return None
        return new if new.direction else replace(new, direction=self.direction, direction_at=self.direction_at)

    def tell_entry(self) -> str:
        return say("{player} bids {bid}", player=self.player, bid=format_bid(self.bid))

    def tell(self, table: Table) -> str:
        if self.direction is None or not table.turn:
            return self._tell_bid(table)
        onward = say("It goes on to the left, to {player}.", player=table.turn[0])
        if self.direction != LEFT:
            onward = say("It goes on to the right, to {player}.", player=table.turn[0])
        return f"{self._tell_bid(table)} {onward}"

    def _tell_bid(self, table: Table) -> str:
        told = {"bid": format_bid(self.bid), "value": self.bid.value}
        if self.player == table.me:
            return say_count(
                "You bid {bid}: at least {count} die that counts as {value}.",
                "You bid {bid}: at least {count} dice that count as {value}.",
                self.bid.amount,
                **told,
            )
        return say_count(
            "{player} bids {bid}: at least {count} die that counts as {value}.",
            "{player} bids {bid}: at least {count} dice that count as {value}.",
            self.bid.amount,
            player=self.player,
            **told,
        )

    def tell_change(self, new: Event, table: Table) -> str:
        if isinstance(new, BidLine) and (new.player, new.direction) == (self.player, self.direction):
            told = {"player": new.player, "now": format_bid(new.bid), "typed": format_bid(self.bid)}
            if new.player == table.me:
                return say("you bid {now}, not {typed}", **told)
            return say("{player} bid {now}, not {typed}", **told)
        return Event.tell_change(self, new, table)


@dataclass(frozen=True, slots=True)
class Lift(Event):
    """A cup is lifted; `right` says whether the lifter was, None if the cups tell or it was not typed."""

    word = "lift"
    form = later("lift [PLAYER] [right|wrong]")
    means = later("somebody doubts the bid and lifts; with the dice typed by `cup`, who was right need not be said")
    examples = ("lift Anna", "lift Anna right")

    player: str
    right: bool | None = None
    line: Line = at_line()

    @classmethod
    def read(cls, words: Words) -> Self:
        word, right = words.peek(), None
        player = words.owner() if word is None or word.key in _VERDICTS else words.player()
        if (said := words.peek()) and said.key in _SAYING:
            words.take(say("`right` or `wrong`"))
        if words.left():
            right = cls._read_verdict(words.take(say("`right` or `wrong`")))
        words.done()
        return cls(player, right, words.line)

    @staticmethod
    def _read_verdict(word: Word) -> bool:
        if word.key not in _VERDICTS:
            hint = say("Say whether the one who lifted was `right` (the bid was false) or `wrong` (the bid was true).")
            raise unreadable(word, say("`{word}` does not say who was right.", word=word.text), hint)
        return _VERDICTS[word.key]

    def write(self) -> str:
        if self.right is None:
            return f"lift {self.player}"
        return f"lift {self.player} {'right' if self.right else 'wrong'}"

    def out_of_turn(self, table: Table) -> Fault | None:
        unbid = table.round_over or (table.current is not None and not table.current.bids)
        return _not_the_turn(self.player, table) or (_too_early(say("Nobody has bid yet.")) if unbid else None)

    def stands(self, table: Table) -> bool:
        return True

    def closed(self, table: Table) -> bool:
        return True

    def put_right(self, new: Event, table: Table) -> Event | None:
        """Also by who bid: if that player was right, who lifted was not."""
        if not isinstance(new, Lift):
            return None
        bids = next((this.bids for this in table.rounds if this.end_line == self.line), ())
        if new.player != self.player and new.right is not None and bids and bids[-1].player == new.player:
            return replace(self, right=not new.right)
        return new if new.player == self.player else None

    def tell_entry(self) -> str:
        return say("{player} lifts", player=self.player)

    def tell(self, table: Table) -> str:
        if self.player == table.me:
            return f"{say('You lift.')} {_tell_end(table)}"
        return f"{say('{player} lifts.', player=self.player)} {_tell_end(table)}"

    def tell_change(self, new: Event, table: Table) -> str:
        if not isinstance(new, Lift) or new.player != self.player:
            return Event.tell_change(self, new, table)
        if new.right is None:
            return Event.tell_change(self, new, table)
        if self.right is None:
            return self._tell_who_was_right(new, table.me)
        if new.player == table.me and new.right:
            return say("you lifted and were right, not wrong")
        if new.player == table.me:
            return say("you lifted and were wrong, not right")
        if new.right:
            return say("{player} lifted and was right, not wrong", player=new.player)
        return say("{player} lifted and was wrong, not right", player=new.player)

    def _tell_who_was_right(self, new: Lift, me: str) -> str:
        if new.player == me:
            return say("you lifted and were right") if new.right else say("you lifted and were wrong")
        if new.right:
            return say("{player} lifted and was right", player=new.player)
        return say("{player} lifted and was wrong", player=new.player)


@dataclass(frozen=True, slots=True)
class Cup(Event):
    """What was under a cup."""

    word = "cup"
    form = later("cup [PLAYER] DIE …")
    means = later("what was under a cup")
    examples = ("cup Ben 3 3 1 6",)

    player: str
    dice: tuple[int, ...]
    line: Line = at_line()

    @classmethod
    def read(cls, words: Words) -> Self:
        return cls(_read_player(words), _read_dice(words), words.line)

    def write(self) -> str:
        return f"cup {self.player} {list_dice(self.dice)}"

    def out_of_turn(self, table: Table) -> Fault | None:
        this = table.current
        if this is None or not this.lifter:
            return _too_early(say("Cups are shown when one is lifted."))
        if self.player not in this.cups:
            return None
        if self.player == table.me:
            return _too_early(say("Your dice of this round are known already."))
        return _too_early(say("{player}'s dice of this round are known already.", player=capital(self.player)))

    def stands(self, table: Table) -> bool:
        return True

    def put_right(self, new: Event, table: Table) -> Event | None:
        return new if isinstance(new, Cup) and new.player == self.player else None

    def tell_entry(self) -> str:
        return say("{player}'s dice {dice}", player=self.player, dice=list_dice(self.dice))

    def tell(self, table: Table) -> str:
        told = say("Under the cup of {player}: {dice}.", player=self.player, dice=list_dice(self.dice))
        return f"{told} {_tell_end(table)}"

    def tell_change(self, new: Event, table: Table) -> str:
        return _tell_other_dice(self, new, table) or Event.tell_change(self, new, table)


@dataclass(frozen=True, slots=True)
class Donkey(Event):
    """Whose dice rolled out, or lay on top of each other."""

    word = "donkey"
    form = later("donkey [PLAYER …]")
    means = later("whose dice rolled out or lay on top of each other; all others put one die away")
    examples = ("donkey Ben",)

    players: tuple[str, ...]
    line: Line = at_line()

    @classmethod
    def read(cls, words: Words) -> Self:
        return cls(_read_players(words) or (words.owner(),), words.line)

    def write(self) -> str:
        return f"donkey {' '.join(self.players)}"

    def tell_entry(self) -> str:
        return say("the donkey: {players}", players=all_of(self.players))

    def tell(self, table: Table) -> str:
        told = say("The donkey: {players}. All others put one die away.", players=all_of(self.players))
        return f"{told} {_tell_left(table)}"


class Trust(TrustLine):
    """How far the others' bids are believed."""

    __slots__ = ()

    means = later("how far the others' bids are believed, from 0 to 1 (0.5 without such a line)")


@dataclass(frozen=True, slots=True)
class Tally(Event):
    """What somebody has, in points or nuggets, whatever was typed before; `player` None is the pool."""

    word = "tally"
    form = later("tally [PLAYER|pool] N")
    means = later("nuggets or points somebody has, or nuggets in the pool, whatever was typed before")
    examples = ("tally Ben 12", "tally pool 1")

    player: str | None
    points: int
    line: Line = at_line()

    @classmethod
    def read(cls, words: Words) -> Self:
        word, player = words.peek(), None
        if word is not None and word.key == _POOL:
            words.take(say("`pool`"))
        else:
            player = _read_player(words)
        problem = later("`{word}` is not a number of points or nuggets.")
        points = _number(words.take(say("how many")), problem, "tally Ben 12")
        words.done()
        return cls(player, points, words.line)

    def write(self) -> str:
        return f"tally {self.player or 'pool'} {self.points}"

    def out_of_turn(self, table: Table) -> Fault | None:
        return None if table.round_over else _too_early(say("The round is not over yet."))

    def tell(self, table: Table) -> str:
        told = {"player": self.player, "number": self.points, "scoring": say(table.scoring)}
        if self.player is None:
            return say("The pool: {number} {scoring}.", **told)
        return say("{player}: {number} {scoring}.", **told)


NOTATION = Notation(Seating, Mode, FreeRaise, NewSet, Knockout, Roll, BidLine, Lift, Cup, Donkey, Trust, Tally)
read_log = NOTATION.read
