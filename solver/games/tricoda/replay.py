"""Replays a log event by event: checks the rules of Tricoda and keeps the record that becomes a `Table`."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import singledispatchmethod

import solver.replay
from solver.game import override
from solver.games.tricoda.events import Ask, Cross, Declare, Edition, Mix, Reveal, See, Uncross, Was
from solver.games.tricoda.rules import (
    PLAYERS,
    POINTS_TO_WIN,
    QUESTIONS,
    Stone,
    neutrals_of,
    question,
    say_called,
)
from solver.games.tricoda.table import (
    Asked,
    Declared,
    Rack,
    RackHistory,
    Table,
    count_again,
    racks_in_sight,
)
from solver.games.tricoda.words import faults
from solver.grammar import Broken, Event, Players
from solver.log import Line, Word
from solver.replay import Reading, Timeline


def replay(reading: Reading, upto: int | None = None) -> Timeline[Table]:
    """The log in time, as it was before the question after `upto` if one is named."""
    return Timeline(reading, Replay, upto)


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
        self.mixed: list[Line] = []
        self.won: tuple[str, Line] | None = None
        self.short = False  # a missing `mix` line has been reported
        self.guessed = False  # a faulty line may have hidden a declaration: what follows is not judged by it
        self.crosses = 0
        self.crossed: dict[int | Stone, Line] = {}

    def goes_beyond(self, event: Event, upto: int) -> bool:
        asks = isinstance(event, Ask) or (isinstance(event, Broken) and event.verb == "ask")
        return (asks and self.asked_lines >= upto) or isinstance(event, Reveal)

    @singledispatchmethod
    def take(self, event: Event) -> None:
        """Other opening lines change nothing at the table."""

    @override
    def take_said(self, event: Event) -> None:
        """More stones of a kind than there are may be on the racks: nobody knows yet which of them is wrong."""
        self.take(event)
        if isinstance(event, See):
            self.history.fill(event.holder, event.stones, event.line)

    @take.register
    def _(self, event: Players) -> None:
        if len(event.names) not in PLAYERS:
            self.note(faults.wrong_number_of_players(len(event.names), event.line.words[-1]))
        self.players = event.names
        self.history = RackHistory(self.me, (*self.players, *neutrals_of(self.players)))

    @take.register
    def _(self, event: Edition) -> None:
        if self.asked:
            raise faults.card_too_late()
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
        self.learn(rack, event)

    @take.register
    def _(self, event: Reveal) -> None:
        rack = self.history.current(event.player)
        self.learn(rack, event, to_owner=True, revealed=True)

    def learn(self, rack: Rack, event: See | Was | Reveal, to_owner: bool = False, revealed: bool = False) -> None:
        for what in self.history.learn(rack, event.stones, event.line, to_owner, revealed):
            self.note(faults.misplaced(what, self.me))

    @take.register
    def _(self, event: Was) -> None:
        earlier = [rack for rack in self.history.racks[event.player] if rack.until is not None]
        if not earlier:
            if self.guessed:
                return
            raise faults.not_replaced_yet(event.player, self.me, event.line.words[0])
        if self.history.current(event.player).doubtful:
            self.history.settle(self.history.current(event.player))
        rack = earlier[-1]
        self.learn(rack, event, to_owner=True)
        self.check_declared(self.history.racks[event.player][rack.order - 1], None)

    @take.register
    def _(self, event: Mix) -> None:
        if not self.declared:
            raise faults.nothing_beside()
        last = self.declared[-1]
        self.history.mix(last.line if last.after == self.asked_lines else None)
        self.mixed.append(event.line)

    # Questions.

    @take.register
    def _(self, event: Ask) -> None:
        self.asked_lines += 1
        self.check_going_on()
        if self.history.pile < 0 and not self.guessed and not self.short:
            self.short = True
            self.note(faults.pile_too_small())
        first = self.pass_lines.get(event.card)
        if first or len(self.pass_lines) == len(QUESTIONS):
            if first and len(self.pass_lines) < len(QUESTIONS):
                self.note(faults.read_before(event.card, first, event.card_at))
            self.pass_lines = {}
        self.pass_lines[event.card] = event.line
        self.asked.append(Asked(self.asked_lines, event.player, event.card, event.answer, event.line))

    def check_going_on(self) -> None:
        if self.won:
            raise faults.game_won(*self.won)

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
            raise faults.right_or_wrong(event.player, event.right_at)
        return code == event.code

    def replace_unowned(self) -> None:
        """After a right declaration: with three players the unowned rack, with two one of the two."""
        neutrals = neutrals_of(self.players)
        for neutral in neutrals:
            self.history.renew(neutral, self.asked_lines, self.line.number, doubtful=len(neutrals) > 1)

    def check_declared(self, rack: Rack, at: Word | None) -> None:
        """Right or wrong must agree with the stones that were there."""
        if rack.declared is None or not rack.denies or self.guessed:
            return
        others = {rack.declared.line, *(held.line for held in rack.stones)} - {self.line}
        self.note(faults.declared_falsely(rack, others, self.me, at))

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
                self.note(faults.not_crossed(mark))

    # The end.

    def end(self, cut: bool) -> None:  # noqa: ARG002 - it makes no difference here
        """Answers of my own can be counted again."""
        own = (asked for asked in self.asked if asked.reader == self.me and asked.answer is not None)
        for asked in own if self.players and not self.errors else ():
            true = self.count_again(asked)
            if true is not None and true != asked.answer:
                self.line, should = asked.line, say_called(question(asked.card, self.at_most), true)
                self.note(faults.own_answer_false(should, asked.line.words[-1]))

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
            mixed=tuple(self.mixed),
            crosses=self.crosses,
            crossed=self.crossed,
            warnings=tuple(sorted(self.warnings, key=lambda warning: warning.line)),
        )
