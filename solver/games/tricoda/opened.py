"""A log of Tricoda that answers questions: what a line was understood to say, what comes next, what each seat saw.

Of the table's own log nothing else may reach a seat: the stones on a player's own rack are left out until they are laid
beside the pile or the game is won, other players' crosses for good. What follows from the stones, so that the table
need not type it, is written out: answers, whether a declaration was right, the stones its player had, all racks at the
end.

What needs numpy or ortools is imported inside the methods.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from solver import game as contract
from solver.english import all_of, capital, who, whose
from solver.game import Awaited, Hints, Opened, Question, Questions, Step, Told, Wish, ask_yes_no, expect, override
from solver.games.tricoda.rules import (
    COLOURS,
    KINDS,
    POINTS_TO_WIN,
    QUESTIONS,
    STONES,
    Ask,
    Compare,
    Cross,
    Declare,
    Edition,
    Mix,
    Named,
    Reveal,
    See,
    Stone,
    Uncross,
    Was,
    format_answer,
    format_code,
    say_answer,
)
from solver.games.tricoda.table import Declared, Table
from solver.grammar import Event, Players, tell_common
from solver.log import Line

if TYPE_CHECKING:
    from solver.games.tricoda.advice import Advice
    from solver.games.tricoda.sheet import Sheet
    from solver.games.tricoda.why import Answer
    from solver.proof.conflicts import Check


class TricodaLog(Opened, Hints, Questions):
    table: Table

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

        return check(self.reading, self.table, seat, self.upto)

    @override
    def advise(self, seat: str, wish: Wish) -> Advice:  # noqa: ARG002 - no options, so nothing to wish
        from solver.games.tricoda.advice import make_advice

        return make_advice(self.table, seat)

    @override
    def hint(self, seat: str, level: int) -> Told | None:
        from solver.games.tricoda.why import give_hint

        return give_hint(self.table, seat, level)

    @override
    def questions(self, seat: str) -> Told | None:
        from solver.games.tricoda.advice import weigh_questions

        return weigh_questions(self.table, seat)

    @override
    def misheard(self, seat: str) -> Sequence[str]:
        from solver.games.tricoda.facts import tell_misheard

        return tell_misheard(self.table, seat)

    @override
    def tell_news(self, before: contract.Sheet | None, after: contract.Sheet) -> Sequence[str]:
        from solver.games.tricoda.sheet import Sheet, tell_news

        return tell_news(None if before is None else expect(Sheet, before), expect(Sheet, after))

    # What was understood.

    @override
    def tell(self, event: Event) -> str:
        me = self.me
        match event:
            case Players(names):
                return f"{all_of(names)} play to {POINTS_TO_WIN} points; {names[0]} reads first."
            case Edition():
                return f"Card 2 counts {self.table.question(2).text}."
            case See(holder, stones):
                return f"{holder}: {all_of(stones)}."
            case Ask():
                return self._tell_question(event)
            case Declare():
                return self._tell_declaration(event)
            case Was(player, stones):
                return f"Beside the pile: {whose(player, me)} {all_of(stones)}."
            case Mix():
                return "The stones beside the pile are mixed in again."
            case Reveal(player, stones):
                return f"{capital(whose(player, me))} stones: {all_of(stones)}."
            case Cross(marks, player):
                return f"Crossed out on {whose(player or me, me)} sheet: {all_of(marks)}."
            case Uncross(marks):
                return f"No longer crossed out: {all_of(marks)}."
        return tell_common(event)

    def _tell_question(self, event: Ask) -> str:
        question, answer = self.table.question(event.card), self._answer(event)
        if answer is None:
            return f"Card {event.card}: {question.text}. The answer follows once all stones in sight are typed."
        sees = "you see" if event.player == self.me else f"{event.player} sees"
        return f"Card {event.card}: {sees} {say_answer(question, answer)}."

    def _tell_declaration(self, event: Declare) -> str:
        points = f"{self.table.points[event.player]} of {POINTS_TO_WIN} points"
        declared = f"{who(event.player, self.me, 'You')} declared {format_code(event.code)}"
        outcome = f"right, {points}" if self._right(event) else "wrong"
        return f"{declared}: {outcome}. {capital(whose(event.player, self.me))} rack is new."

    def _answer(self, event: Ask) -> int | None:
        """As typed, or as the stones tell it."""
        return next((asked.answer for asked in self.table.asked if asked.line == event.line), event.answer)

    def _right(self, event: Declare) -> bool | None:
        return next((claim.right for claim in self.table.declared if claim.line == event.line), event.right)

    @override
    def tell_change(self, old: Event, new: Event) -> str:
        """`Ben answered 2, not 3`."""
        return self._tell_change(old, new) or super().tell_change(old, new)

    def _tell_change(self, old: Event, new: Event) -> str:
        match old, new:
            case Ask(), Ask() if old.card == new.card:
                return self._change_question(old, new)
            case See(), See() if old.holder == new.holder:
                return _change_stones(f"{old.holder} has", old.stones, new.stones)
            case Was() | Reveal(), Was() | Reveal() if old.player == new.player:
                return _change_stones(f"{who(old.player, self.me)} had", old.stones, new.stones)
            case Declare(), Declare() if old.player == new.player and old.code != new.code:
                return f"{who(new.player, self.me)} declared {format_code(new.code)}, not {format_code(old.code)}"
            case Declare(), Declare() if old.player == new.player:
                right, wrong = ("right", "wrong") if new.right else ("wrong", "right")
                return f"{whose(new.player, self.me)} {format_code(new.code)} was {right}, not {wrong}"
        return ""

    def _change_question(self, old: Ask, new: Ask) -> str:
        if old.player != new.player:
            return f"card {new.card} was read by {who(new.player, self.me)}, not by {who(old.player, self.me)}"
        if old.answer is None or new.answer is None:
            return ""
        said, typed = (format_answer(self.table.question(new.card), answer) for answer in (new.answer, old.answer))
        return f"{who(new.player, self.me)} answered {said}, not {typed}"

    # What comes next.

    @override
    def next_step(self) -> Step:
        """New stones to be typed come first, then the player whose turn it is reads a question."""
        table = self.table
        if table.winner:
            title = f"{table.winner} wins with {POINTS_TO_WIN} points"
            lacking = table.me in table.racks and table.current(table.me).shown is None
            return Step(title, ("reveal ",)) if lacking else Step(title, offer="review")
        if table.players and all(table.current(player).revealed for player in table.players):
            return Step("All racks are turned over", offer="review")  # the pile may be empty before anybody has won
        title = f"Question {table.round + 1}"
        for holder, history in table.racks.items():
            if holder != table.me and len(history) > 1 and not history[-1].stones:
                return Step(f"{title} · {holder} has new stones", (f"see {holder} ", "ask "))
        own = table.racks.get(table.me, ())
        if len(own) > 1 and not own[-2].stones and own[-2].until == table.round:
            return Step(f"{title} · which stones did you have?", ("was ", "ask "))
        if table.reader == table.me:
            return Step(f"{title} · you read", ("ask ", "declare "))
        return Step(f"{title} · {table.reader} reads", (f"ask {table.reader} ", "declare "))

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
    def next_question(self, skipped: Collection[str]) -> Question | None:
        table = self.table
        if table.asked or table.declared:
            return None
        if "card" not in skipped and not table.at_most and not any(rack[0].stones for rack in table.racks.values()):
            return ask_yes_no("card", "Does your card 2 ask for '12 or less'?", "card 2 at-most")
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
        answers = {asked.line.number: asked.answer for asked in self.table.asked}
        claims = {claim.line.number: claim for claim in self.table.declared}
        for event in self.reading.events:
            if isinstance(event, Ask):
                if (answer := answers.get(event.line.number)) is not None:  # else a rack is not typed
                    yield replace(event, answer=answer)
            elif isinstance(event, Declare):
                claim = claims[event.line.number]
                yield replace(event, right=claim.right)
                if event.player == seat:
                    yield from self._lay_aside(claim)
                if claim is self.table.declared[-1] and self.table.winner == event.player:
                    yield from self._end(event.line)
            elif (seen := as_seen(event, seat)) is not None:
                yield seen

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
    def in_public(self, event: Event) -> Event | None:
        """No stone on a rack, no cross; answers are written out."""
        if isinstance(event, See | Cross | Uncross):
            return None
        if isinstance(event, Ask):
            return replace(event, answer=self._answer(event))
        return replace(event, right=self._right(event)) if isinstance(event, Declare) else event

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
            "stones": [{"number": kind.number, "colour": kind.colour, "count": STONES[kind]} for kind in KINDS],
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


def as_seen(event: Event, player: str) -> Event | None:
    """One event as that player sees it; None if there is nothing to see."""
    if isinstance(event, See):
        return None if event.holder == player else event
    if isinstance(event, Cross | Uncross):
        return replace(event, player=None) if event.player == player else None
    return event


def _change_stones(has: str, old: tuple[Named, ...], new: tuple[Named, ...]) -> str:
    """Only the stones that differ; empty if one of the two lines just has more."""
    was, now = (Counter(named.stone for named in stones) for stones in (old, new))
    other, typed = (all_of(f"a {stone}" for stone in stones.elements()) for stones in (now - was, was - now))
    return f"{has} {other}, not {typed}" if now - was and was - now else ""


def _ask_stones(holder: str, owned: bool) -> Question:
    neutral = "Second neutral stones" if holder.endswith("2") else "The neutral stones"
    text = f"{whose(holder, '') + ' stones' if owned else neutral} (such as green 1, blue 7, blue 7 or g1 b7 b7)"
    return Question(holder, text, lambda answer: f"see {holder} {answer}", skippable=True)


def _list_stones(kinds: Iterable[Stone]) -> list[dict[str, object]]:
    return [{"number": kind.number, "colour": kind.colour} for kind in kinds]


def _describe_card(table: Table, number: int) -> dict[str, object]:
    question = table.question(number)
    answers = [format_answer(question, answer) for answer in question.answers]
    return {"number": number, "text": question.text, "answers": answers, "compares": isinstance(question, Compare)}
