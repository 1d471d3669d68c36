"""The lines of a Think Str8! log, a class for each verb: how it is typed, read and written, who sees it, what is told.

A field `*_at` is the word to mark if the event breaks a rule. Nothing slow is imported here: every log is read by it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Self

from solver import grammar
from solver.english import all_of, any_of, capital
from solver.games.think_str8.pieces import (
    NO_BET,
    NUMBER,
    colours_of,
    format_cards,
    in_a_row,
    in_pad_order,
    is_answer,
    looks_numeric,
    neutrals_of,
    read_answer,
    read_card,
    read_final_groups,
    read_groups,
    read_hand,
    read_number,
    read_player,
    read_range,
    read_subject,
    say_cards,
)
from solver.games.think_str8.rules import (
    COLOURS,
    DICE,
    PILE,
    SAID,
    SUMS,
    Card,
    find_colour,
    format_span,
    parse_colour,
    parse_colours,
    say_span,
)
from solver.games.think_str8.table import LaidOff, Placed, Round, Table
from solver.grammar import Event, Opening, Words, format_crosser, is_full_name, no_name, read_crosser, read_names
from solver.language import as_typed, later, say, say_count
from solver.log import Fault, Line, Word, against_rules, at_line, at_word, unreadable
from solver.replay import Notation
from solver.trust import TrustLine

BEGUN = "begun"  # a setting: cards or dice have been typed
ON_PAPER = "paper"  # a setting: the log is copied from a sheet
(NOT,) = as_typed("not")
_ONE_OF_TWO = later("Type one of the two: the bet with its answer, or the range that was right.")
_TOKEN = re.compile(r"(\d{1,2}):(\d{1,3})")


def _all_have_bet(table: Table) -> bool:
    """The final bets are in: cards are turned, and nothing about them can be put right."""
    return set(table.finals) == set(table.players)


def _with_cards(old: tuple[Card, ...], new: Collection[Card]) -> tuple[Card, ...]:
    """These cards instead of those of their colours; none if another colour is among them."""
    now = {card.colour: card for card in new}
    return tuple(now.get(card.colour, card) for card in old) if now.keys() <= {card.colour for card in old} else ()


def _too_early(problem: str, waiting: Collection[str]) -> Fault:
    if not waiting:
        return against_rules(None, problem, say("Go on with what is awaited."))
    return against_rules(None, problem, say("Still awaited: {players}.", players=all_of(sorted(waiting))))


class Seating(grammar.Players):
    """Who plays, the stone on top of the starting stack first."""

    __slots__ = ()

    @classmethod
    def read(cls, words: Words) -> Self:
        names = read_names(words)
        taken = [word for word in words.line.words[1:] if word.key.startswith("neutral")]
        if taken:
            raise no_name(taken[0])
        return cls(names, words.line)

    def tell(self, table: Table) -> str:
        return say(
            "{players} play {rounds} rounds; {first} is on top and throws first.",
            players=all_of(self.names),
            rounds=table.round_count,
            first=self.names[0],
        )


@dataclass(frozen=True, slots=True)
class Without(Event):
    """The game is played without this colour."""

    word = "without"
    form = "without grey"
    means = later("the introductory game with five colours")
    examples = ("without grey",)

    colour: str
    line: Line = at_line()

    @classmethod
    def read(cls, words: Words) -> Self:
        word = words.take(say("a colour"))
        words.done()
        colour = parse_colour(word)
        if colour != "grey":
            problem = capital(say("{colour} cannot be left out.", colour=say(colour)))
            raise against_rules(word, problem, say("Only grey can: without grey"))
        return cls(colour, words.line)

    def write(self) -> str:
        return f"without {self.colour}"

    def settle(self, opening: Opening) -> Opening:
        return self.settle_unread(opening)

    @classmethod
    def settle_unread(cls, opening: Opening) -> Opening:
        """After the first cards or dice the line is a mistake itself, and those after it are read as those before."""
        return opening if BEGUN in opening.settings else opening._replace(settings=opening.settings | {"grey"})

    def tell(self, table: Table) -> str:
        return say(
            "Played without {colour}: {colours}.", colour=say(self.colour), colours=all_of(map(say, table.colours))
        )


@dataclass(frozen=True, slots=True)
class Paper(Event):
    """The log is copied from a paper sheet after the game."""

    word = "paper"
    form = "paper"
    means = later("copied from a paper sheet: a range alone is the right one of its round, and crosses have no date")
    examples = ("paper",)
    aside = True
    later = True

    line: Line = at_line()

    @classmethod
    def read(cls, words: Words) -> Self:
        words.done()
        if words.opening.of_table:
            problem = say("This is the table's own log: a paper sheet is one player's.")
            hint = say("Copy it into a log of its own: me Anna, then paper")
            raise against_rules(words.line.words[0], problem, hint)
        return cls(words.line)

    def write(self) -> str:
        return "paper"

    def settle(self, opening: Opening) -> Opening:
        return opening._replace(settings=opening.settings | {ON_PAPER})

    def tell(self, table: Table) -> str:
        return say("Copied from a paper sheet: crosses are judged by everything on it.")


@dataclass(frozen=True, slots=True)
class Seen(Event):
    """Black boxes on my sheet: the cards lie or lay in sight somewhere; whose they are and since when is not said."""

    word = "seen"
    form = later("seen COLOUR NUMBER …  or a group of numbers per colour in pad order")
    means = later("black boxes: cards seen somewhere, whoever holds them; in pad order `-` means none")
    examples = ("seen blue 1 3 4", "seen 134 057 2 - 36 0")
    misheard = ("box",)
    aside = True
    later = True

    cards: tuple[Card, ...]
    line: Line = at_line()

    @classmethod
    def read(cls, words: Words) -> Self:
        if words.opening.of_table:
            problem = say("This is the table's own log: every holder's cards are typed in it.")
            raise against_rules(words.line.words[0], problem, say("Say whose they are: see Ben blue 1, green 3"))
        first = words.peek()
        cards = read_final_groups(words) if first and in_a_row(first) else read_groups(words)
        return cls(tuple(dict.fromkeys(cards)), words.line)

    def write(self) -> str:
        return f"seen {format_cards(self.cards) or NO_BET[0]}"

    def settle(self, opening: Opening) -> Opening:
        return _begin(opening)

    def in_public(self, table: Table) -> Event | None:
        return None

    def put_right(self, new: Event, table: Table) -> Event | None:
        if not (isinstance(new, Seen) and table.paper):
            return None
        cards = _with_columns(self.cards, new.cards, new.line)
        return None if cards is None else replace(self, cards=cards)

    def tell(self, table: Table) -> str:
        return say("Blacked out: {cards}.", cards=say_cards(self.cards) or say("none"))

    def tell_change(self, new: Event, table: Table) -> str:
        if not isinstance(new, Seen):
            return Event.tell_change(self, new, table)
        gone, come = (
            say_cards(tuple(card for card in one if card not in other))
            for one, other in ((self.cards, new.cards), (new.cards, self.cards))
        )
        if gone and come:
            return say("black: {new}, not {old}", new=come, old=gone)
        return say("not black: {cards}", cards=gone) if gone else say("black as well: {cards}", cards=come)


def _with_columns(old: tuple[Card, ...], new: tuple[Card, ...], line: Line) -> tuple[Card, ...] | None:
    """Other boxes or crosses of a sheet: all if the line has every column, else those of the colours that it names."""
    if in_a_row(line.words[1]):
        return new
    named = {card.colour for card in new}
    if not named <= {card.colour for card in old}:
        return None
    kept = [card for card in old if card.colour not in named]
    return tuple(sorted((*kept, *new), key=lambda card: (COLOURS.index(card.colour), card.number)))


@dataclass(frozen=True, slots=True)
class Sum(Event):
    """The range that was right in this round, as it is written on the sheet; or what the sum was not."""

    word = "sum"
    form = later("sum LOW-HIGH  or  sum not NUMBER")
    means = later("the range written beside this round, whatever bet it came from; `not`: the shortest token missed")
    examples = ("sum 11-21", "sum 8", "sum not 8")
    misheard = ("range", "opposite")
    aside = True
    later = True

    low: int
    high: int
    wrong: bool = False
    line: Line = at_line()
    range_at: Word = at_word()

    @classmethod
    def needs_no_verb(cls, line: Line, opening: Opening) -> bool:
        first = line.words[0]
        return ON_PAPER in opening.settings and (first.text[:1].isdecimal() or first.key == NOT)

    @classmethod
    def read(cls, words: Words) -> Self:
        first = words.peek()
        wrong = first is not None and first.key == NOT
        if wrong:
            words.take(NOT)
        low, high, at = read_range(words)
        words.done()
        if words.opening.of_table:
            problem = say("This is the table's own log: what was right follows from the cards.")
            raise against_rules(words.line.words[0], problem, say("Type the bet: bet Ben 4-9"))
        return cls(low, high, wrong, words.line, at)

    @property
    def span(self) -> str:
        return format_span(self.low, self.high)

    def write(self) -> str:
        return f"sum {NOT} {self.span}" if self.wrong else f"sum {self.span}"

    def put_right(self, new: Event, table: Table) -> Event | None:
        return new if isinstance(new, Sum) else None

    def faults(self, this: Round, me: str) -> Iterator[Fault]:
        """A second range in a round, or one beside a bet of mine."""
        if this.noted:
            line = this.noted.lines[0].number
            problem = say("The range of round {round} is in line {line} already.", round=this.number, line=line)
            yield against_rules(self.range_at, problem, say("One range a round; the next round begins with `dice`."))
        elif me in this.bets:
            line = this.bets[me].lines[0].number
            problem = say("Your bet of this round is in line {line}; a range says the same once more.", line=line)
            yield against_rules(self.range_at, problem, say(_ONE_OF_TWO))

    def tell(self, table: Table) -> str:
        if self.wrong:
            return say("Round {round}: your sum is not {range}.", round=table.round, range=self.span)
        if self.low == self.high:
            return say("Round {round}: your sum is {number}.", round=table.round, number=self.low)
        return say("Round {round}: your sum is {low} to {high}.", round=table.round, low=self.low, high=self.high)

    def tell_change(self, new: Event, table: Table) -> str:
        if not isinstance(new, Sum):
            return Event.tell_change(self, new, table)
        if new.wrong != self.wrong and new.wrong:
            return say("{range} was a wrong bet, not the right range", range=new.span)
        if new.wrong != self.wrong:
            return say("{range} was the right range, not a wrong bet", range=new.span)
        told = later("the wrong bet was {new}, not {old}" if self.wrong else "the right range was {new}, not {old}")
        return say(told, new=new.span, old=self.span)


@dataclass(frozen=True, slots=True)
class Tokens(Event):
    """Which token is worth how many points, by its length."""

    word = "tokens"
    form = later("tokens LENGTH:POINTS …")
    means = later("what is printed on the betting tokens, if it is not 1:7 to 7:1")
    examples = ("tokens 1:7 2:6 3:5 4:4 5:3 6:2 7:1",)

    points: tuple[tuple[int, int], ...]
    line: Line = at_line()

    @classmethod
    def read(cls, words: Words) -> Self:
        points: dict[int, int] = {}
        while words.left() or not points:
            word = words.take(say("the tokens as length:points"))
            found = _TOKEN.fullmatch(word.text)
            if not found:
                problem = say("`{word}` is not a token.", word=word.text)
                raise unreadable(word, problem, say("Type length:points, for example 3:5."))
            length = int(found[1])
            if length in points or not 0 < length <= len(SUMS):
                twice = say("Two tokens of length {length}.", length=length)
                problem = twice if length in points else say("No token is {length} long.", length=length)
                hint = say("All lengths differ and lie between 1 and {longest}.", longest=len(SUMS))
                raise against_rules(word, problem, hint)
            points[length] = int(found[2])
        return cls(tuple(points.items()), words.line)

    def write(self) -> str:
        return f"tokens {' '.join(f'{length}:{points}' for length, points in self.points)}"

    def tell(self, table: Table) -> str:
        tokens = ", ".join(f"{length}:{points}" for length, points in self.points)
        return say("Tokens, spaces:points: {tokens}.", tokens=tokens)


@dataclass(frozen=True, slots=True)
class See(Event):
    """Cards that a holder shows to all but its owner."""

    word = "see"
    form = later("see PLAYER COLOUR NUMBER …  or six numbers in pad order")
    means = later("cards that I see; the card holders that belong to nobody are `neutral` and `neutral2`")
    examples = ("see Ben blue 6, green 0, red 4", "see Cleo 1 3 4 4 0 3", "see neutral 226726")
    lasting = True
    misheard = ("number", "exchanged", "colour", "player")

    holder: str
    cards: tuple[Card, ...]
    line: Line = at_line()

    @classmethod
    def read(cls, words: Words) -> Self:
        word = words.peek()
        holder = words.player(neutrals_of(words.opening.players))
        if holder == words.opening.me:
            hint = say("Your cards come in by `swap COLOUR NUMBER` when you lay one off, and by `reveal` at the end.")
            raise against_rules(word, say("You cannot see your own cards."), hint)
        return cls(holder, read_hand(words), words.line)

    def write(self) -> str:
        return f"see {self.holder} {', '.join(map(str, self.cards))}"

    def settle(self, opening: Opening) -> Opening:
        return _begin(opening)

    def seen_by(self, seat: str) -> Event | None:
        return None if self.holder == seat else self

    def in_public(self, table: Table) -> Event | None:
        return None

    def put_right(self, new: Event, table: Table) -> Event | None:
        """By a better look at the same holder, or by what its player lays off."""
        better: tuple[Card, ...] = ()
        if isinstance(new, See) and new.holder == self.holder:
            better = new.cards
        elif isinstance(new, Swap) and new.player == self.holder:
            better = (new.old,)
        right = _with_cards(self.cards, better) if better else ()
        return replace(self, cards=right) if right else None

    def in_common(self, other: Event) -> Event:
        return replace(self, cards=_in_common(self.holder, self.cards, other))

    def tell(self, table: Table) -> str:
        return say("{player}: {cards}.", player=self.holder, cards=say_cards(self.cards))

    def tell_entry(self) -> str:
        return say("{player}'s cards {cards}", player=self.holder, cards=say_cards(self.cards))

    def ask_back(self, me: str) -> str:
        return say("Take back {player}'s cards: {cards}?", player=self.holder, cards=say_cards(self.cards))

    def tell_change(self, new: Event, table: Table) -> str:
        told = _tell_cards(self.cards, new.cards, self.holder, new.holder, "") if isinstance(new, See) else ""
        return told or Event.tell_change(self, new, table)


def _begin(opening: Opening) -> Opening:
    return opening._replace(settings=opening.settings | {BEGUN})


def _in_common(owner: str, cards: tuple[Card, ...], other: Event) -> tuple[Card, ...]:
    """Of a hand only the cards that another line has somewhere else, or as others; all if there are none."""
    if isinstance(other, See):
        holder, theirs = other.holder, other.cards
    elif isinstance(other, Reveal | Swap):
        holder, theirs = other.player, other.cards if isinstance(other, Reveal) else (other.old,)
    else:
        return cards
    numbers = {(card.colour, card.number) for card in theirs}
    if holder == owner:
        colours = {card.colour for card in theirs}
        same = [card for card in cards if card.colour in colours and (card.colour, card.number) not in numbers]
    else:
        same = [card for card in cards if (card.colour, card.number) in numbers]
    return tuple(same) or cards


def _tell_cards(old: tuple[Card, ...], new: tuple[Card, ...], old_owner: str, new_owner: str, me: str) -> str:
    """`Cleo's grey is 5, not 4`; of cards of other colours, or another's, only those that differ are named."""
    if old_owner != new_owner:
        cards = say_cards(new)
        if new_owner == me:
            return say("your cards are {cards}, not {player}'s", cards=cards, player=old_owner)
        if old_owner == me:
            return say("{player}'s cards are {cards}, not yours", cards=cards, player=new_owner)
        return say("{player}'s cards are {cards}, not {other}'s", cards=cards, player=new_owner, other=old_owner)
    was, now = ({card.colour: card.number for card in cards} for cards in (old, new))
    if was.keys() == now.keys():
        changed = [(colour, now[colour], was[colour]) for colour in now if was[colour] != now[colour]]
        return all_of(_tell_card(new_owner, colour, number, before, me) for colour, number, before in changed)
    gone, come = (tuple(card for card in one if card not in other) for one, other in ((old, new), (new, old)))
    if not (gone and come):
        return ""
    if new_owner == me:
        return say("your cards are {new}, not {old}", new=say_cards(come), old=say_cards(gone))
    return say("{player}'s cards are {new}, not {old}", player=new_owner, new=say_cards(come), old=say_cards(gone))


def _tell_card(owner: str, colour: str, number: int, before: int, me: str) -> str:
    if owner == me:
        return say("your {colour} is {number}, not {old}", colour=say(colour), number=number, old=before)
    places = {"player": owner, "colour": say(colour), "number": number, "old": before}
    return say("{player}'s {colour} is {number}, not {old}", **places)


@dataclass(frozen=True, slots=True)
class Dice(Event):
    """A new round: the colours that the dice show, after one was turned."""

    word = "dice"
    form = later("dice COLOUR COLOUR COLOUR")
    means = later("a new round: the dice, after one was turned or none")
    examples = ("dice green yellow blue", "dice yyr")
    misheard = ("colour",)

    colours: tuple[str, ...]
    line: Line = at_line()

    @classmethod
    def read(cls, words: Words) -> Self:
        colours: list[str] = []
        while words.left() or not colours:
            colours += parse_colours(word := words.take(say("three colours")), colours_of(words.opening))
        if len(colours) != DICE:
            problem = say_count(
                "{count} colour, but there are {dice} dice.",
                "{count} colours, but there are {dice} dice.",
                len(colours),
                dice=DICE,
            )
            raise unreadable(word, problem, say("Type one colour per die: dice yellow yellow red"))
        return cls(tuple(colours), words.line)

    def write(self) -> str:
        return f"dice {' '.join(self.colours)}"

    def out_of_turn(self, table: Table) -> Fault | None:
        betting = table.waiting().betting
        return _too_early(say("Round {round} is not over yet.", round=table.round), betting) if betting else None

    def stands(self, table: Table) -> bool:
        """Once answers were told that rest on it."""
        untold = table.untold()
        mine = (this for this in table.rounds if this.line == self.line)
        return any(bet.answer and bet not in untold for this in mine for bet in this.bets.values())

    def closed(self, table: Table) -> bool:
        return _all_have_bet(table)

    def put_right(self, new: Event, table: Table) -> Event | None:
        return new if isinstance(new, Dice) else None

    def settle(self, opening: Opening) -> Opening:
        return _begin(opening)

    def tell_entry(self) -> str:
        return say("the dice {colours}", colours=all_of(map(say, self.colours)))

    def ask_back(self, me: str) -> str:
        return say("Take back the dice {colours}?", colours=all_of(map(say, self.colours)))

    def tell(self, table: Table) -> str:
        """Also what the round before lacks, said at once, while people still remember."""
        told = say(
            "Round {round} of {rounds}: {colours}.",
            round=table.round,
            rounds=table.round_count,
            colours=all_of(map(say, self.colours)),
        )
        before = table.rounds[-2] if table.round > 1 else None
        lacking = _tell_lacking(before, table) if before else []
        if before is None or not lacking:
            return told
        places = {"round": before.number, "lacking": all_of(lacking)}
        return f"{told} {say('Round {round} lacks {lacking}: `round {round}: …` puts it in.', **places)}"

    def tell_change(self, new: Event, table: Table) -> str:
        if isinstance(new, Dice):
            come, gone = (all_of(map(say, dice.colours)) for dice in (new, self))
            return say("the dice were {new}, not {old}", new=come, old=gone)
        return Event.tell_change(self, new, table)


def _tell_lacking(before: Round, table: Table) -> list[str]:
    """What is not typed of a round, and whose it is."""
    lacking = []
    if unanswered := table.unanswered(before):
        lacking.append(say("{owners} bet or answer", owners=_owners(unanswered, table.me)))
    if unswapped := table.unswapped(before):
        lacking.append(say("{owners} swap", owners=_owners(unswapped, table.me)))
    return lacking


def _owners(players: Collection[str], me: str) -> str:
    return all_of(say("your") if player == me else say("{player}'s", player=player) for player in players)


@dataclass(frozen=True, slots=True)
class Bet(Event):
    """A range in which the player's sum is said to be, and the answer if it came at once."""

    word = "bet"
    form = later("bet [PLAYER] LOW-HIGH [hit|low|high|miss]")
    means = later(
        "a bet and what was told: `low` is 'too low', the sum is above the range; not needed where I see the cards"
    )
    examples = ("bet 13-19 hit", "bet Ben 4-9 low", "bet 8-8 miss", "bet Cleo 2-7", "bet 10-15=")
    misheard = ("answer", "range", "player")

    player: str
    low: int
    high: int
    answer: str | None = None
    line: Line = at_line()
    range_at: Word = at_word()
    answer_at: Word = at_word()

    @classmethod
    def read(cls, words: Words) -> Self:
        word = words.peek()
        unnamed = word is None or (looks_numeric(word) and not is_full_name(words, word))
        player = words.owner() if unnamed else read_player(words, later("A neutral card holder never bets."))
        low, high, range_at = read_range(words)
        bet = cls(player, low, high, None, words.line, range_at)
        if words.left():
            answer, answer_at = read_answer(words, high, low)
            bet = replace(bet, answer=answer, answer_at=answer_at)
        words.done()
        return bet

    def write(self) -> str:
        return f"bet {self.player} {self.low}-{self.high}" + (f" {self.answer}" if self.answer else "")

    def second(self, earlier: Placed, this: Round, me: str) -> Fault:
        """A player bets once a round."""
        places = {"round": this.number, "line": earlier.lines[0].number}
        if self.player == me:
            problem = say("Your bet of round {round} is in line {line} already.", **places)
        else:
            problem = say("{player}'s bet of round {round} is in line {line} already.", player=self.player, **places)
        hint = say("Type its answer with `told`; the next round begins with `dice`.")
        return against_rules(self.range_at, problem, hint)

    def beside_sum(self, noted: Line) -> Fault:
        """My bet in a round of which the range that was right is typed."""
        problem = say("Your range of this round is in line {line}; a bet says the same once more.", line=noted.number)
        return against_rules(self.range_at, problem, say(_ONE_OF_TWO))

    def faults(self, this: Round, tokens: Mapping[int, int], me: str) -> Iterator[Fault]:
        """A token that does not exist, or that somebody has; `tokens` is empty if the line could not be read."""
        length = self.high - self.low + 1
        if tokens and length not in tokens:
            hint = say(
                "{range} covers {length} numbers; the tokens cover {lengths}.",
                range=f"{self.low}-{self.high}",
                length=length,
                lengths=any_of(sorted(tokens)),
            )
            yield against_rules(self.range_at, say("No token is {length} long.", length=length), hint)
        for other in this.bets.values():
            if other.length == length:
                places = {"length": length, "line": other.lines[0].number}
                if other.player == me:
                    problem = say("The token of length {length} is taken: you have it (line {line}).", **places)
                else:
                    problem = say(
                        "The token of length {length} is taken: {player} has it (line {line}).",
                        player=other.player,
                        **places,
                    )
                yield against_rules(self.range_at, problem, say("One of the two ranges is wrong."))

    def out_of_turn(self, table: Table) -> Fault | None:
        others = [player for player in table.waiting().betting if player != self.player]
        return _too_early(say("Answers come when all have bet."), others) if self.answer and others else None

    def stands(self, table: Table) -> bool:
        """Once the cards have told its answer."""
        return self.answer is None and self.aloud(table) != self

    def aloud(self, table: Table) -> Event:
        """No bet is answered before all have bet."""
        return self if any(bet.lines[0] == self.line for bet in table.untold()) else self.in_full(table)

    def in_full(self, table: Table) -> Event:
        bets = (this.bets.get(self.player) for this in table.rounds)
        placed = next((bet for bet in bets if bet and bet.lines[0] == self.line), None)
        return self if placed is None or placed.typed else replace(self, answer=placed.answer)

    def as_entered(self) -> Event:
        """An answer may be worked out; and if the range was another, so was the answer."""
        return replace(self, answer=None)

    def closed(self, table: Table) -> bool:
        return _all_have_bet(table)

    def put_right(self, new: Event, table: Table) -> Event | None:
        if not isinstance(new, Bet | Told) or new.player != self.player:
            return None
        if isinstance(new, Told):
            return replace(self, answer=new.answer) if self.answer else None
        return replace(self, low=new.low, high=new.high, answer=new.answer or self.answer)

    def tell_entry(self) -> str:
        return say("{player}'s bet {span}", player=self.player, span=say_span(self.low, self.high))

    def ask_back(self, me: str) -> str:
        if self.player != me:
            return Event.ask_back(self, me)
        return say("Take back your bet {span}?", span=say_span(self.low, self.high))

    def tell(self, table: Table) -> str:
        return _tell_placed(table.rounds[-1].bets[self.player], table)

    def tell_change(self, new: Event, table: Table) -> str:
        """`your 4-10 was too low, not a hit`."""
        if not isinstance(new, Bet):
            return Event.tell_change(self, new, table)
        span, mine = format_span(new.low, new.high), new.player == table.me
        if self.player != new.player and (self.low, self.high, self.answer) == (new.low, new.high, new.answer):
            return _tell_other_better(span, self.player, new.player, table.me)
        if self.player != new.player:
            return Event.tell_change(self, new, table)
        told = [] if (self.low, self.high) == (new.low, new.high) else [self._tell_other_range(new, mine)]
        return all_of([*told, *([] if told and new.answer == self.answer else [self._tell_other_answer(new, mine)])])

    def _tell_other_range(self, new: Bet, mine: bool) -> str:
        places = {"range": format_span(new.low, new.high), "old": format_span(self.low, self.high)}
        if mine:
            return say("your bet was {range}, not {old}", **places)
        return say("{player}'s bet was {range}, not {old}", player=new.player, **places)

    def _tell_other_answer(self, new: Bet, mine: bool) -> str:
        if new.answer is None:
            return say("what you were told is missing now") if mine else say("the answer follows from the cards")
        span = format_span(new.low, new.high)
        places = {"range": span, "answer": say(SAID[new.answer]), "old": say(SAID[self.answer])}
        if self.answer is None:
            return (
                say("your {range} was {answer}", **places)
                if mine
                else say("{player}'s {range} was {answer}", player=new.player, **places)
            )
        if mine:
            return say("your {range} was {answer}, not {old}", **places)
        return say("{player}'s {range} was {answer}, not {old}", player=new.player, **places)


def _tell_other_better(span: str, old: str, new: str, me: str) -> str:
    """The bet was somebody else's."""
    if new == me:
        return say("{range} was your bet, not {player}'s", range=span, player=old)
    if old == me:
        return say("{range} was {player}'s bet, not yours", range=span, player=new)
    return say("{range} was {player}'s bet, not {other}'s", range=span, player=new, other=old)


def _tell_placed(bet: Placed, table: Table) -> str:
    score, points = table.track.space(bet.player), table.tokens[bet.length]
    name = say("You") if bet.player == table.me else bet.player
    if bet.answer is None:
        return _tell_unanswered(bet, points, table.me)
    if bet.total is not None and bet.answer != "hit":
        return say("{player}: {sum}, {answer}.", player=name, sum=bet.total, answer=say(SAID[bet.answer]))
    hit = {"player": name, "points": points, "score": score}
    if bet.total is not None and score is None:
        return say("{player}: {sum}, a hit, +{points}.", player=name, sum=bet.total, points=points)
    if bet.total is not None:
        return say("{player}: {sum}, a hit, +{points}, now on {score}.", sum=bet.total, **hit)
    if bet.answer == "hit" and score is None:
        return say_count(
            "{player}: hit, the sum is {range}; {count} point.",
            "{player}: hit, the sum is {range}; {count} points.",
            points,
            player=name,
            range=bet.span,
        )
    if bet.answer == "hit":
        return say_count(
            "{player}: hit, the sum is {range}; {count} point, now on {score}.",
            "{player}: hit, the sum is {range}; {count} points, now on {score}.",
            points,
            player=name,
            range=bet.span,
            score=score,
        )
    if bet.answer == "low":
        ends = {"end": bet.high, "first": bet.high + 1, "last": SUMS[-1]}
        return say("{player}: sum above {end}, so {first} to {last}.", player=name, **ends)
    if bet.answer == "high":
        return say("{player}: sum below {end}, so 0 to {last}.", player=name, end=bet.low, last=bet.low - 1)
    return say("{player}: wrong, the sum is not {range}.", player=name, range=bet.span)


def _tell_unanswered(bet: Placed, points: int, me: str) -> str:
    spaces = say_count("{count} space", "{count} spaces", bet.length)
    worth = say_count("{count} point", "{count} points", points)
    if bet.player == me:
        return say("You bet on {range}: {spaces} for {points}.", range=bet.span, spaces=spaces, points=worth)
    places = {"player": bet.player, "range": bet.span, "spaces": spaces, "points": worth}
    return say("{player} bets on {range}: {spaces} for {points}.", **places)


@dataclass(frozen=True, slots=True)
class Told(Event):
    """The answer to a bet that was typed without one."""

    word = "told"
    form = later("told [PLAYER] hit|low|high|miss")
    means = later("the answer to a bet typed without one")
    examples = ("told hit", "told Cleo high")
    misheard = ("answer", "player")

    player: str
    answer: str
    line: Line = at_line()
    answer_at: Word = at_word()

    @classmethod
    def read(cls, words: Words) -> Self:
        first = words.peek()
        alone = words.left() == 1  # then even somebody called Hit is not meant
        full_name = first is not None and is_full_name(words, first) and not (alone and is_answer(first))
        named = full_name or (words.left() > 1 and first is not None and first.key != "too")
        player = read_player(words, later("A neutral card holder never bets.")) if named else words.owner()
        answer, answer_at = read_answer(words)
        words.done()
        return cls(player, answer, words.line, answer_at)

    def write(self) -> str:
        return f"told {self.player} {self.answer}"

    def faults(self, this: Round, me: str) -> Iterator[Fault]:
        bet, mine = this.bets.get(self.player), self.player == me
        if bet is None:
            name = "" if mine else f"{self.player} "
            hint = say("Type it with its range: {line}", line=f"bet {name}4-10 {self.answer}")
            yield against_rules(self.answer_at, self._tell_not_typed(this, mine), hint)
        elif bet.typed:
            line = bet.lines[-1].number
            if mine:
                problem = say("You were told already: line {line}.", line=line)
            else:
                problem = say("{player} was told already: line {line}.", player=bet.player, line=line)
            hint = say("Correct that line, or begin the next round with `dice`.")
            yield against_rules(self.answer_at, problem, hint)
        elif self.answer == "hit" and self.player in this.swaps:
            line = this.swaps[self.player].line.number
            if mine:
                problem = say("You laid off a card (line {line}), so the bet was wrong.", line=line)
            else:
                problem = say(
                    "{player} laid off a card (line {line}), so the bet was wrong.", player=self.player, line=line
                )
            hint = say("Only a wrong bet is followed by a swap: correct one of the two.")
            yield against_rules(self.answer_at, problem, hint)

    def _tell_not_typed(self, this: Round, mine: bool) -> str:
        if mine:
            return say("Your bet of round {round} is not typed.", round=this.number)
        return say("{player}'s bet of round {round} is not typed.", player=self.player, round=this.number)

    def out_of_turn(self, table: Table) -> Fault | None:
        betting = table.waiting().betting
        return _too_early(say("Answers come when all have bet."), betting) if betting else None

    def closed(self, table: Table) -> bool:
        return _all_have_bet(table)

    def put_right(self, new: Event, table: Table) -> Event | None:
        return new if isinstance(new, Told) and new.player == self.player else None

    def tell_entry(self) -> str:
        return say("the answer to {player}'s bet", player=self.player)

    def tell(self, table: Table) -> str:
        return _tell_placed(table.rounds[-1].bets[self.player], table)

    def tell_change(self, new: Event, table: Table) -> str:
        if not isinstance(new, Told):
            return Event.tell_change(self, new, table)
        me, answer = table.me, say(SAID[new.answer])
        if new.player != self.player and new.player == me:
            return say("it was your bet that was {answer}, not {player}'s", answer=answer, player=self.player)
        if new.player != self.player and self.player == me:
            return say("it was {player}'s bet that was {answer}, not yours", player=new.player, answer=answer)
        if new.player != self.player:
            places = {"player": new.player, "answer": answer, "other": self.player}
            return say("it was {player}'s bet that was {answer}, not {other}'s", **places)
        old = say(SAID[self.answer])
        if new.player == me:
            return say("your bet was {answer}, not {old}", answer=answer, old=old)
        return say("{player}'s bet was {answer}, not {old}", player=new.player, answer=answer, old=old)


@dataclass(frozen=True, slots=True)
class Swap(Event):
    """`old` is laid off face up; `new` is what the others now see, None if the owner drew it or it was not typed."""

    word = "swap"
    form = later("swap [PLAYER] COLOUR OLD [NEW]")
    means = later(
        "a card laid off after a wrong bet, and the new one if I see it; if the old one is known, "
        "`swap Ben yellow 0` is enough"
    )
    examples = ("swap Ben yellow 7 0", "swap Ben yellow 0", "swap yellow 2")
    misheard = ("number", "exchanged", "colour", "player", "mine")

    player: str
    old: Card
    new: Card | None = None
    line: Line = at_line()

    @classmethod
    def read(cls, words: Words) -> Self:
        player = read_subject(words)
        old = read_card(words)
        new = read_number(words.take(say("a number")), old.colour) if words.left() else None
        if new is not None and player == words.opening.me:
            hint = say("Type only what you laid off: {line}", line=f"swap {old}")
            raise against_rules(new.at, say("You cannot see your new card."), hint)
        if new is not None and new.number == old.number:
            line = f"swap {player} {old.colour} 7 0"
            hint = say("Type what was laid off, then what was drawn: {line}", line=line)
            problem = say("The {card} was laid off, so it cannot be the new card.", card=old.said)
            raise against_rules(new.at, problem, hint)
        words.done()
        return cls(player, old, new, words.line)

    def write(self) -> str:
        return f"swap {self.player} {self.old}" + (f" {self.new.number}" if self.new else "")

    def faults(self, this: Round, rounds: Sequence[Round], me: str) -> Iterator[Fault]:
        """A swap after a hit, a second one, or one from an empty pile."""
        bet, earlier, colour = this.bets.get(self.player), this.swaps.get(self.player), self.old.colour
        if bet and bet.typed and bet.answer == "hit":
            hint = say("Only a player whose bet was wrong lays off a card: correct one of the two lines.")
            yield against_rules(None, self._tell_hit(bet.lines[-1].number, me), hint)
        if earlier:
            hint = say("Each lays off one card a round; the next round begins with `dice`.")
            yield against_rules(None, self._tell_second(this.number, earlier.line.number, me), hint)
        drawn = [swap.line.number for r in rounds for swap in r.swaps.values() if swap.old.colour == colour]
        if len(drawn) >= PILE:
            problem = say(
                "The {colour} draw pile is empty: its cards went in lines {lines}.",
                colour=say(colour),
                lines=all_of(drawn),
            )
            hint = say("Only a colour with cards left to draw can be laid off.")
            yield against_rules(self.old.at, problem, hint)

    def _tell_hit(self, line: int, me: str) -> str:
        if self.player == me:
            return say("Your bet was a hit (line {line}).", line=line)
        return say("{player}'s bet was a hit (line {line}).", player=self.player, line=line)

    def _tell_second(self, number: int, line: int, me: str) -> str:
        if self.player == me:
            return say("Your swap of round {round} is in line {line} already.", round=number, line=line)
        places = {"player": self.player, "round": number, "line": line}
        return say("{player}'s swap of round {round} is in line {line} already.", **places)

    def out_of_turn(self, table: Table) -> Fault | None:
        this, waiting = table.rounds[-1] if table.rounds else None, table.waiting()
        if waiting.betting:
            return _too_early(say("Cards are laid off when all have bet."), waiting.betting)
        if this is None:
            return _too_early(say("A swap before the first throw."), ())
        if self.player in (*waiting.laying_off, *this.swaps):
            return next(self.faults(this, table.rounds, table.me), None)
        if self.player == table.me:
            problem = say("You cannot lay off a card now.")
        else:
            problem = say("{player} cannot lay off a card now.", player=self.player)
        return against_rules(None, problem, say("Only who was told to be wrong lays one off, and once."))

    def stands(self, table: Table) -> bool:
        return True

    def closed(self, table: Table) -> bool:
        """Also what one has laid off oneself, which all have seen."""
        return self.player == table.me or _all_have_bet(table)

    def put_right(self, new: Event, table: Table) -> Event | None:
        """By the same card laid off, or by a look at the one that was drawn."""
        if isinstance(new, Swap):
            return new if new.player == self.player else None
        if not isinstance(new, See) or new.holder != self.player or new.holder == table.me:
            return None
        meant, cards = self.as_meant(self.line, table), new.cards
        same = meant.new is not None and [card.colour for card in cards] == [meant.new.colour]
        return replace(meant, new=cards[0]) if same else None

    def in_full(self, table: Table) -> Event:
        swaps = (this.swaps.get(self.player) for this in table.rounds)
        laid_off = next((swap for swap in swaps if swap and swap.line == self.line), None)
        return self if laid_off is None else replace(self, old=laid_off.old, new=laid_off.new)

    def seen_by(self, seat: str) -> Event | None:
        """All but its owner see the card drawn."""
        return replace(self, new=None) if self.player == seat else self

    def in_public(self, table: Table) -> Event | None:
        return replace(self, new=None)

    def tell_entry(self) -> str:
        return say("{player} lays off {card}", player=self.player, card=self.old.said)

    def tell(self, table: Table) -> str:
        swap: LaidOff = table.rounds[-1].swaps[self.player]
        colour = swap.old.colour
        left = say_count("{count} {colour} card", "{count} {colour} cards", table.pile(colour), colour=say(colour))
        told = {"card": swap.old.said, "left": left}
        if swap.player == table.me:
            sentence = say(
                "You laid off {card}; your new {colour} card is unknown ({left} left to draw).",
                colour=say(colour),
                **told,
            )
            lacking = table.rounds[-1].lacks_direction(swap.player, min(table.tokens, default=1))
            asked = say("So your bet was wrong: too low or too high? (told low, told high)")
            return f"{sentence} {asked}" if lacking else sentence
        if swap.new is None:
            return say(
                "{player} laid off {card} and drew a new card ({left} left to draw).", player=swap.player, **told
            )
        return say(
            "{player} laid off {card} and now shows {number} ({left} left to draw).",
            player=swap.player,
            number=swap.new.number,
            **told,
        )

    def tell_change(self, new: Event, table: Table) -> str:
        if not isinstance(new, Swap):
            return Event.tell_change(self, new, table)
        return _tell_other_swap(self.as_meant(self.line, table), new.as_meant(self.line, table), table.me)

    def complete(self, known: int | None) -> Swap:
        """With one number, where the card laid off is known to be another: that is the number of the new card."""
        if self.new is not None or known is None or known == self.old.number:
            return self
        return replace(self, old=Card(self.old.colour, known, self.old.at), new=self.old)

    def as_meant(self, line: Line, table: Table) -> Swap:
        """In that line, with both numbers as far as the card laid off was known then."""
        if self.player == table.me:
            return self
        cards = table.holders[self.player][self.old.colour]
        known = [held for held in cards if held.line is not None and held.line.number < line.number]
        return self.complete(known[-1].number if known else None)


def _tell_other_swap(old: Swap, new: Swap, me: str) -> str:
    mine, colour = new.player == me, say(new.old.colour)
    if old.player != new.player and old.player == me:
        return say("{laid_off}, not you", laid_off=_laid_off(new, me))
    if old.player != new.player:
        return say("{laid_off}, not {player}", laid_off=_laid_off(new, me), player=old.player)
    if old.old == new.old and old.new and new.new:
        drawn = {"colour": colour, "number": new.new.number, "old": old.new.number}
        if mine:
            return say("your new {colour} is {number}, not {old}", **drawn)
        return say("{player}'s new {colour} is {number}, not {old}", player=new.player, **drawn)
    if old.old.colour == new.old.colour and (old.new and old.new.number) == (new.new and new.new.number):
        gone = {"colour": colour, "number": new.old.number, "old": old.old.number}
        if mine:
            return say("your old {colour} was {number}, not {old}", **gone)
        return say("{player}'s old {colour} was {number}, not {old}", player=new.player, **gone)
    return say("{laid_off}, not {other}", laid_off=_laid_off(new, me), other=_both(old))


def _laid_off(swap: Swap, me: str) -> str:
    if swap.player == me:
        return say("you laid off {card}", card=_both(swap))
    return say("{player} laid off {card}", player=swap.player, card=_both(swap))


def _both(swap: Swap) -> str:
    if swap.new is None:
        return swap.old.said
    return say("{card} and drew a {number}", card=swap.old.said, number=swap.new.number)


@dataclass(frozen=True, slots=True)
class Crosses(Event):
    """Crosses on a pad: the owner's, or in the table's own log those of the `player` named."""

    cards: tuple[Card, ...]
    player: str | None = None
    line: Line = at_line()

    @classmethod
    def read(cls, words: Words) -> Self:
        player, first = read_crosser(words, find_colour), words.peek()
        in_columns = ON_PAPER in words.opening.settings and first is not None and in_a_row(first)
        return cls(read_final_groups(words) if in_columns else read_groups(words), player, words.line)

    def write(self) -> str:
        return f"{self.word} {format_crosser(self.player)}{format_cards(self.cards) or NO_BET[0]}"

    def seen_by(self, seat: str) -> Event | None:
        return replace(self, player=None) if self.player == seat else None

    def in_public(self, table: Table) -> Event | None:
        return None

    def tell_entry(self) -> str:
        return say("the cross at {cards}", cards=say_cards(self.cards))


class Cross(Crosses):
    """Crossed out."""

    __slots__ = ()

    word = "cross"
    form = later("cross COLOUR NUMBER …")
    means = later("crossed out on my own pad; in the table's own log `cross Ben red 5`, which the others do not see")
    examples = ("cross red 5 7",)

    def put_right(self, new: Event, table: Table) -> Event | None:
        if not (isinstance(new, Cross) and table.paper):
            return None
        cards = _with_columns(self.cards, new.cards, new.line)
        return None if cards is None else replace(self, cards=cards)

    def tell(self, table: Table) -> str:
        cards = say_cards(self.cards) or say("none")
        if self.player in (None, table.me):
            return say("Crossed out on your pad: {cards}.", cards=cards)
        return say("Crossed out on {player}'s pad: {cards}.", player=self.player, cards=cards)


class Uncross(Crosses):
    """Crosses taken back."""

    __slots__ = ()

    word = "uncross"
    form = later("uncross COLOUR NUMBER …")
    means = later("a cross taken back")
    examples = ("uncross red 5",)

    def tell(self, table: Table) -> str:
        return say("No longer crossed out: {cards}.", cards=say_cards(self.cards))


@dataclass(frozen=True, slots=True)
class Score(Event):
    """A space of the scoring track, as typed."""

    word = "score"
    form = later("score [PLAYER] POINTS")
    means = later("where a stone stands on the track, whatever was typed before")
    examples = ("score Ben 12",)

    player: str
    points: int
    line: Line = at_line()

    @classmethod
    def read(cls, words: Words) -> Self:
        first = words.peek()
        named = first is not None and (words.left() > 1 or is_full_name(words, first))
        player = read_player(words, later("A neutral card holder has no stone.")) if named else words.owner()
        word = words.take(say("the points"))
        words.done()
        if not NUMBER.fullmatch(word.text):
            problem = say("`{word}` is not a number.", word=word.text)
            raise unreadable(word, problem, say("Type the space on the track: score Ben 12"))
        return cls(player, int(word.text), words.line)

    def write(self) -> str:
        return f"score {self.player} {self.points}"

    def put_right(self, new: Event, table: Table) -> Event | None:
        return new if isinstance(new, Score) and new.player == self.player else None

    def tell(self, table: Table) -> str:
        if self.player == table.me:
            return say("You stand on {points}.", points=self.points)
        return say("{player} stands on {points}.", player=self.player, points=self.points)


class Trust(TrustLine):
    """How far the others' bets are believed."""

    __slots__ = ()

    means = later("how far the others' bets are believed, from 0 to 1 (1 without such a line)")


@dataclass(frozen=True, slots=True)
class Final(Event):
    """Final bets: every card named is one bet on that colour."""

    word = "final"
    form = later("final [PLAYER] COLOUR NUMBER …  or a group of numbers per colour in pad order")
    means = later("final bets: one to three numbers per colour; in pad order `-` means no bet")
    examples = ("final blue 4 7, green 5, yellow 1 3", "final Ben blue 6, green 0 1", "final 256 0 1 02 2 -")

    player: str
    cards: tuple[Card, ...]
    line: Line = at_line()

    @classmethod
    def read(cls, words: Words) -> Self:
        first = words.peek()
        if first is not None and in_pad_order(words):
            named = is_full_name(words, first) or not in_a_row(first)
            player = read_player(words, later("A neutral card holder never bets.")) if named else words.owner()
            cards = read_final_groups(words)
        else:
            player, cards = read_subject(words), read_groups(words)
        for _, group in groupby(sorted(cards, key=lambda card: card.colour), lambda card: card.colour):
            numbers = list(group)
            if len(numbers) > 3:
                colour = say(numbers[0].colour)
                problem = say("{numbers} numbers for {colour}.", numbers=len(numbers), colour=colour)
                raise against_rules(numbers[3].at, problem, say("Bet one, two or three numbers per colour."))
            if len({card.number for card in numbers}) < len(numbers):
                problem = say("A number twice for {colour}.", colour=say(numbers[0].colour))
                raise against_rules(numbers[-1].at, problem, say("Type each number once."))
        return cls(player, cards, words.line)

    def write(self) -> str:
        return f"final {self.player} {format_cards(self.cards) or NO_BET[0]}"

    def out_of_turn(self, table: Table) -> Fault | None:
        waiting = next(filter(None, table.waiting()), ())
        if _all_have_bet(table):
            return against_rules(None, say("All have made their final bets."), say("Look at the cards."))
        if not table.finished and (table.round < table.round_count or waiting):
            return _too_early(say("Final bets come after the last round."), waiting)
        return None

    def stands(self, table: Table) -> bool:
        """Once all have seen it."""
        return _all_have_bet(table)

    def closed(self, table: Table) -> bool:
        return _all_have_bet(table)

    def put_right(self, new: Event, table: Table) -> Event | None:
        return new if isinstance(new, Final) and new.player == self.player else None

    def tell_entry(self) -> str:
        bets = say_cards(self.cards) or say("none")
        return say("{player}'s final bets {cards}", player=self.player, cards=bets)

    def ask_back(self, me: str) -> str:
        return say("Take back your final bets?") if self.player == me else Event.ask_back(self, me)

    def in_public(self, table: Table) -> Event | None:
        """One's own only once those of others are, or a hand is turned."""
        return self if self.player != table.me or table.turned or set(table.finals) - {table.me} else None

    def tell(self, table: Table) -> str:
        cards = say_cards(self.cards) or say("none")
        if self.player == table.me:
            return say("Your final bets: {cards}.", cards=cards)
        return say("{player}'s final bets: {cards}.", player=self.player, cards=cards)


@dataclass(frozen=True, slots=True)
class Reveal(Event):
    """The cards that a player turns at the end."""

    word = "reveal"
    form = later("reveal [PLAYER] COLOUR NUMBER …  or six numbers in pad order")
    means = later("a hand when all cards are turned over")
    examples = ("reveal 7 5 1 0 1 2", "reveal Ben blue 6, grey 5")
    misheard = ("number", "exchanged", "colour", "player")

    player: str
    cards: tuple[Card, ...]
    line: Line = at_line()

    @classmethod
    def read(cls, words: Words) -> Self:
        return cls(read_subject(words, bare=True), read_hand(words), words.line)

    def write(self) -> str:
        return f"reveal {self.player} {', '.join(map(str, self.cards))}"

    def out_of_turn(self, table: Table) -> Fault | None:
        late = _all_have_bet(table)
        return None if late else _too_early(say("Cards are turned when all have made their final bets."), ())

    def stands(self, table: Table) -> bool:
        return True

    def put_right(self, new: Event, table: Table) -> Event | None:
        right = _with_cards(self.cards, new.cards) if isinstance(new, Reveal) and new.player == self.player else ()
        return replace(self, cards=right) if right else None

    def in_common(self, other: Event) -> Event:
        return replace(self, cards=_in_common(self.player, self.cards, other))

    def tell_entry(self) -> str:
        return say("{player}'s cards {cards}", player=self.player, cards=say_cards(self.cards))

    def tell(self, table: Table) -> str:
        cards, won = say_cards(self.cards), table.final_points[self.player]
        if self.player == table.me:
            told = say("Your cards: {cards}.", cards=cards)
        else:
            told = say("{player}'s cards: {cards}.", player=self.player, cards=cards)
        return told if won is None else f"{told} {say('Final bets: {points} points.', points=f'{won:+d}')}"

    def tell_change(self, new: Event, table: Table) -> str:
        if not isinstance(new, Reveal):
            return Event.tell_change(self, new, table)
        told = _tell_cards(self.cards, new.cards, self.player, new.player, table.me)
        return told or Event.tell_change(self, new, table)


OPENINGS, ROWS, ENDINGS = (Seating, Without, Paper, Tokens, See, Seen), (Dice, Bet, Told, Sum, Swap), (Final, Reveal)
NOTATION = Notation(*OPENINGS, *ROWS, Cross, Uncross, Score, Trust, *ENDINGS)
read_log = NOTATION.read
