"""A log of Tricoda that answers questions: what a line was understood to say, what comes next, what each seat saw.

Of the table's own log nothing else may reach a seat: the stones on a player's own rack are left out until they are laid
beside the pile or the game is won, other players' crosses for good. What follows from the stones, so that the table
need not type it, is written out: answers, whether a declaration was right, the stones its player had, all racks at the
end.

What needs numpy or ortools is imported inside the methods.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import accumulate
from typing import TYPE_CHECKING

from solver import game as contract
from solver.game import (
    Aloud,
    Awaited,
    HasData,
    Hints,
    Meaning,
    NextStep,
    Opened,
    RanksQuestions,
    SetupQuestion,
    Wish,
    ask_yes_no,
    expect,
    override,
)
from solver.games.tricoda.corrections import list_meanings
from solver.games.tricoda.events import Ask, Declare, Reveal, See, Was
from solver.games.tricoda.rules import (
    COLOURS,
    KINDS,
    POINTS_TO_WIN,
    QUESTIONS,
    STONES,
    Compare,
    Named,
    Stone,
    format_answer,
    say_called,
    say_holder,
)
from solver.games.tricoda.table import Declared, Table
from solver.games.tricoda.words.aloud import list_heard
from solver.grammar import NOBODY, Event, Opening, Words
from solver.language import say
from solver.log import Fault, Line, parse_line
from solver.replay import Timeline

if TYPE_CHECKING:
    from solver.games.tricoda.advice import Advice
    from solver.games.tricoda.sheet import Sheet
    from solver.games.tricoda.why import Answer
    from solver.proof.conflicts import Check


class TricodaLog(Opened, Hints, RanksQuestions):
    table: Table
    timeline: Timeline[Table]

    @override
    def show(self, seat: str) -> Sheet:
        from solver.games.tricoda.sheet import make_sheet

        return make_sheet(self.table, seat)

    @override
    def why(self, seat: str, claim: Sequence[str]) -> Sequence[Answer]:
        from solver.games.tricoda.why import explain

        return explain(self.table, seat, claim)

    @override
    def check(self, seat: str) -> Check:
        from solver.games.tricoda.check import check

        return check(self.timeline, self.table, seat)

    @override
    def advise(self, seat: str, wish: Wish) -> Advice:  # noqa: ARG002 - no options, so nothing to wish
        from solver.games.tricoda.advice import make_advice

        return make_advice(self.table, seat)

    @override
    def hint(self, seat: str, level: int) -> HasData | None:
        from solver.games.tricoda.why import give_hint

        return give_hint(self.table, seat, level)

    @override
    def questions(self, seat: str) -> HasData | None:
        from solver.games.tricoda.advice import weigh_questions

        return weigh_questions(self.table, seat)

    @override
    def holds_together(self, seat: str) -> bool:
        from solver.games.tricoda.facts import find_clashes

        return not any(True for _ in find_clashes(self.table, seat))

    @override
    def misheard(self, seat: str) -> Sequence[str]:
        from solver.games.tricoda.words.proofs import tell_misheard

        return tell_misheard(self.table, seat)

    @override
    def tell_news(self, before: contract.Sheet | None, after: contract.Sheet) -> Sequence[str]:
        from solver.games.tricoda.sheet import Sheet, find_news
        from solver.games.tricoda.words.sheet import tell_news

        news = find_news(None if before is None else expect(Sheet, before), expect(Sheet, after))
        return tuple(tell_news(news)) if news else ()

    @override
    def stays_true(self, event: Event) -> bool:  # noqa: ARG002 - every question is a round of its own
        return True

    @override
    def may_mean(self, event: Event) -> Iterable[Meaning]:
        if not isinstance(event, See):
            return ()
        racks = (old for old in reversed(self.reading.events) if isinstance(old, See) and old.holder == event.holder)
        return list_meanings(next(racks, event), event, self.table)

    # What comes next.

    @override
    def next_step(self) -> NextStep:
        """New stones to be typed come first, then the player whose turn it is reads a question."""
        table = self.table
        if table.winner:
            title = say("{player} wins with {points} points", player=table.winner, points=POINTS_TO_WIN)
            lacking = table.me in table.racks and table.current(table.me).shown is None
            return NextStep(title, ("reveal ",)) if lacking else NextStep(title, offer="review")
        if table.players and all(table.current(player).revealed for player in table.players):
            title = say("All racks are turned over")  # the pile may be empty before anybody has won
            return NextStep(title, offer="review")
        number = table.round + 1
        for holder, history in table.racks.items():
            if holder != table.me and len(history) > 1 and not history[-1].stones:
                title = say("Question {number} · {player} has new stones", number=number, player=say_holder(holder))
                return NextStep(title, (f"see {holder} ", "ask "))
        own = table.racks.get(table.me, ())
        if len(own) > 1 and not own[-2].stones and own[-2].until == table.round:
            return NextStep(say("Question {number} · which stones did you have?", number=number), ("was ", "ask "))
        if table.reader == table.me:
            example = say("6 (card 6; the answer is worked out)")
            return NextStep(say("Question {number} · you read", number=number), ("ask ", "declare "), example=example)
        title = say("Question {number} · {player} reads", number=number, player=table.reader)
        return NextStep(title, (f"ask {table.reader} ", "declare "))

    @override
    def awaited(self) -> Sequence[Awaited]:
        """The lines of the moment: stones to be typed, a question by whose turn it is, a declaration of mine."""
        table, me = self.table, (self.table.me,)
        if table.winner:
            return (Awaited("reveal", me),)
        unseen = [holder for holder, history in table.racks.items() if holder != table.me and not history[-1].stones]
        own = table.racks.get(table.me, ())
        seeing = (Awaited("see", tuple(unseen)),) if unseen else ()
        had = (Awaited("was", me),) if len(own) > 1 and not own[-2].stones else ()
        reader = (table.reader,) if table.reader else table.players
        return (*seeing, *had, Awaited("ask", reader, in_order=len(reader) == 1), Awaited("declare", me))

    @override
    def next_question(self, skipped: Collection[str]) -> SetupQuestion | None:
        table = self.table
        if table.asked or table.declared:
            return None
        if "card" not in skipped and not table.at_most and not any(rack[0].stones for rack in table.racks.values()):
            return ask_yes_no("card", say("Does your card 2 ask for '12 or less'?"), "card 2 at-most")
        for holder, history in table.racks.items():
            if holder != table.me and holder not in skipped and not history[0].stones:
                return _ask_stones(holder, holder in table.players)
        return None

    @override
    def words(self) -> Mapping[str, Iterable[str]]:
        return {"COLOUR": COLOURS, "PLAYER": self.table.neutrals}

    # What is to be seen.

    @override
    def seen_from(self, seat: str) -> Iterator[Event]:
        for event in self.reading.events:
            full = event.in_full(self.table)
            if isinstance(full, Ask) and full.answer is None:  # a rack is not typed
                continue
            if (seen := full.seen_by(seat)) is not None:
                yield seen
            if isinstance(event, Declare):
                claim = next(claim for claim in self.table.declared if claim.line == event.line)
                if event.player == seat:
                    yield from self._lay_aside(claim)
                if claim is self.table.declared[-1] and self.table.winner == event.player:
                    yield from self._end(event.line)

    def _lay_aside(self, claim: Declared) -> Iterator[Was]:
        """The stones declared lie beside the pile, where their owner sees them; nothing if a line says so already."""
        rack = next(rack for rack in self.table.racks[claim.player] if rack.declared == claim)
        if rack.stones and rack.shown is None:
            yield Was(claim.player, tuple(map(Named, rack.kinds)), line=claim.line)

    def _end(self, line: Line) -> Iterator[Reveal]:
        """The game is won: all look at their racks, typed or not. The winner's stones lie beside the pile."""
        turned = {self.table.winner, *(event.player for event in self.reading.events if isinstance(event, Reveal))}
        for player in self.table.players:
            if player not in turned and self.table.current(player).stones:
                yield Reveal(player, tuple(map(Named, self.table.current(player).kinds)), line=line)

    @override
    def left_to_table(self, line: str) -> Event | None:
        """Another's question without its answer, or a declaration of one's own without saying whether it was right."""
        verbs = {verb.name: verb for verb in self.game.verbs if verb.name in ("ask", "declare")}
        name, _, rest = line.partition(" ")
        event: Event | None = None
        for text in (line, f"{name} {self.me} {rest}") if name in verbs else ():
            with suppress(Fault):
                event = event or verbs[name].read(Words(parse_line(0, text), verbs[name], self._of_nobody))
        if isinstance(event, Ask):
            return event if event.answer is None and event.player != self.me else None
        return event if isinstance(event, Declare) and event.right is None and event.player == self.me else None

    @property
    def _of_nobody(self) -> Opening:
        return self.opening._replace(me=NOBODY)

    @override
    def stands(self, event: Event) -> bool:
        """Also the stones that told an answer."""
        if isinstance(event, See):
            asked = (one for one in self.reading.events if isinstance(one, Ask) and one.line.number > event.line.number)
            return any(self.stands(one) for one in asked)
        return super().stands(event)

    # What is entered and said aloud at a table.

    @override
    def said_aloud(self) -> Iterable[Aloud]:
        return list_heard(self.table)

    @override
    def waits_for(self, whole: Opened) -> Collection[str]:  # noqa: ARG002 - nothing is done in secret
        """Who sees stones that are not entered, then who reads the next question."""
        table = self.table
        lacking = [holder for holder in table.racks if holder != table.me and not table.current(holder).stones]
        if lacking and not table.winner:
            return tuple(player for player in table.players if any(holder != player for holder in lacking))
        return () if self.over or table.reader is None else (table.reader,)

    @override
    def rounds_of_events(self) -> Sequence[int]:
        return list(accumulate(isinstance(event, Ask) for event in self.reading.events))

    @override
    def scene(self) -> contract.Data:
        """Racks in sight, the question cards, what was asked and declared, points, my crosses."""
        table = self.table
        return {
            "question": table.round + 1,
            "reader": table.reader,
            "points": table.points,
            "points_to_win": POINTS_TO_WIN,
            "racks": {
                holder: _list_stones(table.current(holder).kinds) for holder in table.racks if holder != table.me
            },
            "revealed": _list_stones(table.current(table.me).kinds) if table.me in table.racks else [],
            "kinds": [{"number": kind.number, "colour": kind.colour, "count": STONES[kind]} for kind in KINDS],
            "cards": [_describe_card(table, number) for number in QUESTIONS],
            "left": list(table.cards_left),
            "asked": [
                {
                    "number": asked.number,
                    "reader": asked.reader,
                    "card": asked.card,
                    "answer": table.format_answer(asked),
                }
                for asked in table.asked
            ],
            "declared": [
                {"player": one.player, "code": list(one.code), "right": one.right, "after": one.after}
                for one in table.declared
            ],
            "crossed": [str(mark) for mark in table.crossed],
            "winner": table.winner,
        }


def _ask_stones(holder: str, owned: bool) -> SetupQuestion:
    if owned:
        text = say("{player}'s stones (such as green 1, blue 7, blue 7 or g1 b7 b7)", player=holder)
    elif holder.endswith("2"):
        text = say("Second neutral stones (such as green 1, blue 7, blue 7 or g1 b7 b7)")
    else:
        text = say("The neutral stones (such as green 1, blue 7, blue 7 or g1 b7 b7)")
    return SetupQuestion(holder, text, lambda answer: f"see {holder} {answer}", skippable=True)


def _list_stones(kinds: Iterable[Stone]) -> list[dict[str, object]]:
    return [{"number": kind.number, "colour": kind.colour} for kind in kinds]


def _describe_card(table: Table, number: int) -> dict[str, object]:
    question = table.question(number)
    return {
        "number": number,
        "text": question.said,
        "answers": [format_answer(question, answer) for answer in question.answers],
        "called": [say_called(question, answer) for answer in question.answers],
        "compares": isinstance(question, Compare),
    }
