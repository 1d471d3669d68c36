"""Replays a log event by event: checks the rules of Tricoda and keeps the record that becomes a `Table`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import replace
from functools import singledispatchmethod

import solver.replay
from solver.english import capital, whose
from solver.games.tricoda.rules import (
    PIECES,
    PLAYERS,
    POINTS_TO_WIN,
    QUESTIONS,
    Ask,
    Cross,
    Declare,
    Edition,
    Mix,
    Reveal,
    See,
    Stone,
    Uncross,
    Was,
    format_answer,
    neutrals_of,
    question,
)
from solver.games.tricoda.table import (
    Asked,
    Declared,
    Rack,
    RackHistory,
    Table,
    count_again,
    racks_in_sight,
    say_false_outcome,
)
from solver.grammar import Broken, Event, Players
from solver.log import Line, LogError, Word, against_rules, name_lines, unreadable
from solver.replay import Reading


def replay(reading: Reading, upto: int | None = None) -> tuple[Table | None, tuple[LogError, ...]]:
    """The table at the end of the log, or before the question after `upto`, and all lines that break a rule."""
    table, errors = go_on(Replay(reading.opening.me or "", reading.log.name), reading.events, upto)
    return (None if reading.errors else table), errors


def go_on(
    replayed: Replay, events: Iterable[Event], upto: int | None = None
) -> tuple[Table | None, tuple[LogError, ...]]:
    """The same with these events after those that were replayed."""
    for event in events:
        if upto is not None and comes_after(event, replayed.asked_lines, upto):
            break
        replayed.feed(event)
    replayed.end()
    return (None if replayed.errors else replayed.table()), replayed.errors


def stop_at_crosses(reading: Reading) -> Iterator[tuple[Cross, Table]]:
    """Every cross on the owner's sheet with the table as it stood then, in one pass: crosses in a row share one."""
    replayed, table = Replay(reading.opening.me or "", reading.log.name), None
    for event in reading.events:
        if isinstance(event, Cross) and event.player is None:
            table = table or replayed.table()
            yield event, table
        elif not isinstance(event, Cross | Uncross):
            table = None
        replayed.feed(event)


def comes_after(event: Event, number: int, upto: int) -> bool:
    asks = isinstance(event, Ask) or (isinstance(event, Broken) and event.verb == "ask")
    return (asks and number >= upto) or isinstance(event, Reveal)


class Replay(solver.replay.Replay):
    """The table while it is being replayed."""

    def __init__(self, me: str, file: str = "log") -> None:
        super().__init__(me, file)
        self.players: tuple[str, ...] = ()
        self.at_most = False
        self.history = RackHistory(self.me)
        self.asked: list[Asked] = []
        self.asked_lines = 0  # questions, including those that could not be read
        self.pass_lines: dict[int, Line] = {}  # the cards read in this pass of the pile
        self.declared: list[Declared] = []
        self.won: tuple[str, Line] | None = None
        self.short = False  # a missing `mix` line has been reported
        self.guessed = False  # a faulty line may have hidden a declaration: what follows is not judged by it
        self.crosses = 0
        self.crossed: dict[int | Stone, Line] = {}

    def fork(self) -> Replay:
        """The same so far, to go on from in another way."""
        twin = copy(self)
        twin.history = self.history.fork()
        twin.asked, twin.declared = list(self.asked), list(self.declared)
        twin.pass_lines, twin.crossed = dict(self.pass_lines), dict(self.crossed)
        twin._take = twin.take
        return twin

    @singledispatchmethod
    def take(self, event: Event) -> None:
        """Other opening lines change nothing at the table."""

    @take.register
    def _(self, event: Players) -> None:
        if len(event.names) not in PLAYERS:
            problem = f"{len(event.names)} player{'s' * (len(event.names) != 1)}."
            self.fault(event.line.words[-1], problem, "Tricoda is played by two, three or four.")
        self.players = event.names
        self.history = RackHistory(self.me, (*self.players, *neutrals_of(self.players)))

    @take.register
    def _(self, event: Edition) -> None:
        if self.asked:
            raise against_rules(None, "The game has begun.", "Put the `card` line right after the `me` line.")
        self.at_most = event.at_most

    @take.register
    def _(self, event: Broken) -> None:
        self.asked_lines += event.verb == "ask"
        self.guessed = self.guessed or event.verb in (None, "declare", "see")

    # Stones.

    @take.register
    def _(self, event: See) -> None:
        rack = self.history.current(event.holder)
        stones = [named.stone for named in event.stones]
        if self.history.is_another(rack, stones):
            rack = self.history.settle(rack)
        if self.guessed and rack.stones and Counter(stones) - Counter(rack.kinds):
            return  # a faulty line came between: this one is not to blame
        self.note(*self.history.learn(rack, event.stones, event.line))

    @take.register
    def _(self, event: Reveal) -> None:
        rack = self.history.current(event.player)
        self.note(*self.history.learn(rack, event.stones, event.line, to_owner=True, revealed=True))

    @take.register
    def _(self, event: Was) -> None:
        earlier = [rack for rack in self.history.racks[event.player] if rack.until is not None]
        if not earlier:
            if self.guessed:
                return
            problem = f"{capital(whose(event.player, self.me))} rack has not been replaced yet."
            raise against_rules(event.line.words[0], problem, "Type the declaration first: declare Ben 2 5 7 wrong")
        if self.history.current(event.player).doubtful:
            self.history.settle(self.history.current(event.player))
        rack = earlier[-1]
        self.note(*self.history.learn(rack, event.stones, event.line, to_owner=True))
        self.check_declared(self.history.racks[event.player][rack.order - 1], None)

    @take.register
    def _(self, _: Mix) -> None:
        if not self.declared:
            raise against_rules(None, "No stones lie beside the pile yet.", "Delete this line.")
        last = self.declared[-1]
        self.history.mix(last.line.number if last.after == self.asked_lines else 0)

    # Questions.

    @take.register
    def _(self, event: Ask) -> None:
        self.asked_lines += 1
        self.check_going_on()
        if self.history.pile < 0 and not self.guessed and not self.short:
            self.short = True
            problem = f"Too many of the {len(PIECES)} stones were laid aside to fill the racks again."
            self.fault(None, problem, "Type `mix` before this line if stones were mixed in again.")
        first = self.pass_lines.get(event.card)
        if first or len(self.pass_lines) == len(QUESTIONS):
            if first and len(self.pass_lines) < len(QUESTIONS):
                problem = f"Question {event.card} was read in line {first.number}, and the other cards come first."
                self.warn(event.card_at, problem, "Check the number of the card; the answer is used all the same.")
            self.pass_lines = {}
        self.pass_lines[event.card] = event.line
        self.asked.append(Asked(self.asked_lines, event.player, event.card, event.answer, event.line))

    def check_going_on(self) -> None:
        if self.won:
            winner, line = self.won
            problem = f"{winner} won with the third point (line {line.number})."
            raise against_rules(None, problem, "Only `reveal` can follow: delete this line or correct that one.")

    # Declarations.

    @take.register
    def _(self, event: Declare) -> None:
        self.check_going_on()
        right = self.judge(event)
        claim = Declared(event.player, event.code, right, self.asked_lines, event.line)
        self.declared.append(claim)
        wins = sum(other.right for other in self.declared if other.player == event.player) == POINTS_TO_WIN
        rack = self.history.close(claim)
        self.check_declared(rack, event.right_at)
        if wins:
            self.won = (event.player, event.line)
        else:
            self.history.renew(event.player, self.asked_lines, event.line.number)
        if right and not wins:
            self.replace_unowned()
        if event.player == self.me:
            self.crossed = {}

    def judge(self, event: Declare) -> bool:
        """Right or wrong as typed, or else by the stones typed."""
        if event.right is not None:
            return event.right
        code = self.history.current(event.player).code
        if code is None:
            problem = f"Was that right or wrong? Not all of {event.player}'s stones are typed."
            raise unreadable(event.right_at, problem, "Say `right` or `wrong`.")
        return code == event.code

    def replace_unowned(self) -> None:
        """After a right declaration: with three players the unowned rack, with two one of the two."""
        neutrals = neutrals_of(self.players)
        for neutral in neutrals:
            self.history.renew(neutral, self.asked_lines, self.line.number, doubtful=len(neutrals) > 1)

    def check_declared(self, rack: Rack, at: Word | None) -> None:
        """Right or wrong must agree with the stones that were there."""
        claim, false = rack.declared, say_false_outcome(rack, self.me)
        if claim is None or not false or self.guessed:
            return
        others = {claim.line, *(held.line for held in rack.stones)} - {self.line}
        self.warn(at, f"{capital(false)}.", f"Correct this line or {name_lines(others)}.")

    # My sheet.

    @take.register
    def _(self, event: Cross) -> None:
        if event.player is not None:
            return  # the table's own log: such a cross is judged in that player's log
        self.crosses += 1
        self.crossed |= dict.fromkeys(event.marks, event.line)

    @take.register
    def _(self, event: Uncross) -> None:
        for mark in event.marks if event.player is None else ():
            if self.crossed.pop(mark, None) is None:
                self.warn(None, f"{mark} is not crossed out.".capitalize(), "Nothing to take back.")

    # The end.

    def end(self) -> None:
        """Answers of my own can be counted again."""
        own = (asked for asked in self.asked if asked.reader == self.me and asked.answer is not None)
        for asked in own if self.players and not self.errors else ():
            true = self.count_again(asked)
            if true is not None and true != asked.answer:
                self.line, should = asked.line, format_answer(question(asked.card, self.at_most), true)
                problem = f"By the stones typed here your answer should have been `{should}`."
                self.warn(asked.line.words[-1], problem, "Tell the others if it was wrong, or correct the stones.")

    def count_again(self, asked: Asked) -> int | None:
        """What the reader must have said by the stones typed; None if some in sight are not."""
        return count_again(question(asked.card, self.at_most), racks_in_sight(self.history.racks, asked))

    def work_out(self, asked: Asked) -> Asked:
        """An answer not typed follows from the stones, whenever they were typed."""
        return asked if asked.answer is not None else replace(asked, answer=self.count_again(asked))

    def table(self) -> Table:
        return Table(
            players=self.players,
            me=self.me,
            at_most=self.at_most,
            racks=self.history.as_filled(),
            asked=tuple(map(self.work_out, self.asked)),
            declared=tuple(self.declared),
            crosses=self.crosses,
            crossed=self.crossed,
            warnings=tuple(sorted(self.warnings, key=lambda warning: warning.line)),
        )
