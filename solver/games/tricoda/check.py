"""Is the log free of contradictions, and was every cross on my sheet right? What I have yet to find is not
given away.

Where lines contradict each other, the likeliest single changes that make the log fit again are found: each is replayed
and counted, and weighed by how common such a slip is and how many ways the changed log leaves. Nothing is changed
automatically.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, islice

from solver.engine.worlds import weigh, weigh_worlds
from solver.english import capital, fold
from solver.games.tricoda.events import NOTATION, SETTING, Ask, Cross, Declare, Reveal, See, Uncross, Was
from solver.games.tricoda.facts import Denied, RackClash, find_clashes, find_denied, list_lines, make_puzzle
from solver.games.tricoda.possible_racks import CODES, RACK_STONES
from solver.games.tricoda.replay import replay
from solver.games.tricoda.rules import (
    COLOURS,
    KINDS,
    NUMBERS,
    STONES,
    Code,
    Compare,
    Named,
    Stone,
    question,
    say_mark,
)
from solver.games.tricoda.sheet import find_conflict_once, seen_stones
from solver.games.tricoda.table import Table
from solver.games.tricoda.words.proofs import say_denied, word_proof
from solver.grammar import Broken, Event, Opening
from solver.language import say
from solver.log import Kind, Line, LogError
from solver.proof import repairs
from solver.proof.conflicts import Check, Conflict, JudgedCross, JudgedPad, Repair, Sentence
from solver.proof.repairs import ALSO, Change, Slips, Tried, exchange, rank
from solver.proof.smallest import find_two_lines
from solver.replay import Reading, Timeline

MOST_TRIED = 150  # changes, the most usual slips first: each takes a few milliseconds
ANSWER, STONE, READER, OUTCOME, CODE = "the answer", "a stone", "the reader", "right or wrong", "a number declared"
_USUAL = {ANSWER: 4.0, STONE: 1.0, READER: 1.0, OUTCOME: 0.5, CODE: 3.0}
_NEAR = 2.0  # times as usual: a count that is one off, a stone with the same number or colour

Doubtful = Ask | See | Was | Reveal | Declare


def find_repairs(log: Timeline[Table], seat: str, conflict: Conflict | None = None) -> tuple[Repair, ...]:
    """Repairs of a log that contradicts itself or breaks a rule: the likeliest line first.

    Every repair of a contradiction touches the lines in conflict, unless it changes which racks there were. Whose rack
    does not fit is asked first of every change: most do not help.
    """
    broken = {error.line for error in log.reading.errors}
    if len(broken) > 1 or any(error.kind is not Kind.AGAINST_RULES for error in log.reading.errors):
        return ()  # what cannot be read at all comes first, and no single change corrects several lines
    suspects = None if conflict is None else {line.number for line in conflict.lines}
    attempt = _Attempt(log, seat, conflict.player if conflict else "")
    proposed = [
        (place, change)
        for place, event in enumerate(log.events)
        if (event.line.number in broken if broken else attempt.may_be_wrong(place, event, suspects))
        for change in propose(event, log.reading, suspects is not None and event.line.number in suspects)
    ]
    tried = sorted(range(len(proposed)), key=lambda at: -proposed[at][1].likely)[:MOST_TRIED]
    found = (attempt.weigh(*proposed[at]) for at in sorted(tried))
    return rank((each for each in found if each), _repair)


class _Attempt:
    """A log in which one event is changed."""

    def __init__(self, log: Timeline[Table], seat: str, about: str = "") -> None:
        self.log, self.seat, self.about = log, seat, about
        self.typed = {warning.problem for warning in log.table.warnings} if log.table else set()

    def may_be_wrong(self, place: int, event: Event, suspects: Collection[int] | None) -> bool:
        """Could a change to this line help? Which rules are broken depends on stones and declarations, not on answers.

        A log without the line knows less than one with the line changed: where deleting does not help, no change can.
        """
        if isinstance(event, Declare):
            return True
        suspect = isinstance(event, Doubtful) and (
            not isinstance(event, Ask) if suspects is None else event.line.number in suspects
        )
        return suspect and self.count_ways(place) > 0

    def weigh(self, place: int, change: Change) -> Tried | None:
        ways = self.count_ways(place, change.event)
        return Tried(change, ways, change.likely * ways) if ways else None

    def count_ways(self, place: int, *instead: Event) -> int:
        """The ways left with another event in this place, or none; 0 if that breaks a rule or brings a new warning."""
        table = self.log.instead(place, *instead)
        if table is None or any(self._warns_of(table, event.line) for event in instead):
            return 0
        denied = () if self.about else find_denied(table)  # what did not fit is looked at first
        if any(True for _ in chain(denied, find_clashes(table, self.about or self.seat))):
            return 0
        return weigh_worlds(make_puzzle(table, self.seat)).total

    def _warns_of(self, table: Table, line: Line) -> bool:
        """Whether the changed line brings a warning that the log as typed, if it can be read, does not have."""
        new = (one for one in table.warnings if one.problem not in self.typed)
        return not self.log.reading.errors and any(one.line == line.number for one in new)


def _repair(group: Sequence[Tried]) -> Repair:
    (best, ways, _), *others = group
    also = tuple(other.event.write() for other, *_ in others[:ALSO])
    return Repair(best.line, best.event.write(), best.slip, ways, also)


def propose(event: Event, reading: Reading, in_conflict: bool) -> Iterator[Change]:
    """What a line may have been meant to say instead."""
    if isinstance(event, Ask):
        yield from _other_answers(event, SETTING in reading.opening.settings)
        for player in reading.opening.players:
            if player != event.player:
                yield _change(replace(event, player=player), READER)
    elif isinstance(event, See | Was | Reveal):
        yield from _other_stones(event)
    elif isinstance(event, Broken):
        yield from repairs.propose(event.line, SLIPS, NOTATION, reading.opening)
    elif isinstance(event, Declare) and event.right is not None:
        yield _change(replace(event, right=not event.right), OUTCOME)
        for code in _other_codes(event) if in_conflict and event.right else ():  # a wrong code could be any
            yield _change(replace(event, code=code), CODE)


def _change(event: Event, slip: str, times: float = 1.0) -> Change:
    return Change(event.line, event.write(), event, slip, _USUAL[slip] * times)


def _other_codes(event: Declare) -> set[Code]:
    """The codes with one number changed, as far as there are stones for them."""
    return {code for code in CODES if sum((Counter(code) - Counter(event.code)).values()) == 1}


def _other_answers(event: Ask, at_most: bool) -> Iterator[Change]:
    asked = question(event.card, at_most)
    for other in asked.answers:
        near = not isinstance(asked, Compare) and event.answer is not None and abs(other - event.answer) == 1
        if other != event.answer:
            yield _change(replace(event, answer=other), ANSWER, _NEAR if near else 1.0)


def _other_stones(event: See | Was | Reveal) -> Iterator[Change]:
    for named in dict.fromkeys(event.stones):
        place = event.stones.index(named)
        for stone in KINDS:
            if stone != named.stone:
                near = stone.number == named.stone.number or stone.colour == named.stone.colour
                stones = (*event.stones[:place], Named(stone, named.at), *event.stones[place + 1 :])
                yield _change(replace(event, stones=stones), STONE, _NEAR if near else 1.0)


def _all_numbers(_typed: str, _: Opening) -> Iterator[tuple[str, float]]:
    return ((str(number), 1.0) for number in (0, *NUMBERS))


def _all_colours(typed: str, _: Opening) -> Iterator[tuple[str, float]]:
    return ((colour, 1.0) for colour in COLOURS if fold(typed) in COLOURS)


def _words(kind: str) -> tuple[Slips, ...]:
    """Of a line that names what the box does not have: every other number and colour."""
    return exchange(kind, r"[^\W\d]+", _all_colours), exchange(kind, r"\b\d+\b", _all_numbers)


SLIPS = {
    "see": _words(STONE),
    "was": _words(STONE),
    "reveal": _words(STONE),
    "ask": _words(ANSWER),
    "declare": _words(CODE),
}


# My sheet. How many more crosses could be made is given away, but not which.


def judge_pad(log: Timeline[Table], table: Table) -> JudgedPad:
    """Judge the crosses of a log that fits together."""
    now = possible_stones(table, table.me)
    order = table.current(table.me).order
    crosses: list[JudgedCross] = []
    for cross, place in islice(_crosses_and_places(log), table.crosses):
        before = log.at(place)
        then, same = possible_stones(before, table.me), before.current(table.me).order == order
        for mark in cross.marks:
            justified = _is_out(mark, then)
            late = not justified and same and _is_out(mark, now)
            name = say_mark(mark)
            crosses.append(JudgedCross(cross.line, name, say("{mark} is out", mark=name), justified, late))
    return JudgedPad(tuple(crosses), len(list_uncrossed(table, table.me, now)))


def _crosses_and_places(log: Timeline[Table]) -> Iterator[tuple[Cross, int]]:
    """Every cross on the owner's sheet, and the place whose table it is judged by: crosses in a row share one."""
    stop: int | None = None
    for place, event in enumerate(log.reading.events):
        if isinstance(event, Cross) and event.player is None:
            stop = place if stop is None else stop
            yield event, stop
        elif not isinstance(event, Cross | Uncross):
            stop = None


@lru_cache(maxsize=32)
def possible_stones(table: Table, seat: str) -> frozenset[Stone]:
    """The kinds of stones that can be on the rack; none if no rack fits."""
    racks = weigh_worlds(make_puzzle(table, seat)).weights
    return frozenset(stone for rack in racks for stone in RACK_STONES[rack])


def list_uncrossed(table: Table, seat: str, possible: frozenset[Stone]) -> list[Stone]:
    """Stones that are ruled out but not crossed out, in sheet order.

    A kind needs no cross if all its stones are in sight. The log has only its owner's crosses.
    """
    crossed = table.crossed.keys() if seat == table.me else set()
    seen = seen_stones(table, seat)
    return [
        stone
        for stone in KINDS
        if stone not in possible and seen[stone] < STONES[stone] and not {stone, stone.number} & crossed
    ]


def _is_out(mark: int | Stone, possible: frozenset[Stone]) -> bool:
    return all(mark not in (stone, stone.number) for stone in possible)


# The log.

MOST_LINES = 8  # in conflict: with more, two of them tell nothing
MOST_UNKNOWN = 3  # racks of a player: with more, too much is open for any two lines to contradict each other


def check(log: Timeline[Table], table: Table, seat: str) -> Check:
    """Check a log that was read and replayed without fault."""
    weigh(make_puzzle(table, seat))  # raises if the two engines disagree
    clash = next(find_clashes(table, seat), None)
    if clash is None:
        return Check(seat, table.me, pad=judge_pad(log, table) if seat == table.me else JudgedPad())
    conflict = _explain(clash, table)
    repairs = find_repairs(log, seat, conflict)
    pair = () if repairs or len(conflict.lines) > MOST_LINES else _find_pair(clash, table)
    return Check(seat, table.me, conflict, repairs, pair)


def check_broken(reading: Reading, errors: Sequence[LogError], upto: int | None = None) -> Check:
    """Repairs for a log that breaks a rule."""
    me = reading.opening.me or ""
    repairs = find_repairs(replay(reading, upto), me) if me else ()
    return Check(me, me, repairs=repairs, errors=tuple(errors))


def _explain(clash: RackClash, table: Table) -> Conflict:
    """The fewest lines that cannot hold together, and why."""
    if isinstance(clash, Denied):
        return Conflict("", (), clash.lines, (Sentence("", 0, f"{capital(say_denied(table, clash))}."),))
    proof = find_conflict_once(clash.puzzle)
    assert proof is not None
    sentences = word_proof(proof.because, table, clash.player)
    return Conflict(clash.player, proof.because, list_lines(proof.because), sentences)


def _find_pair(clash: RackClash, table: Table) -> tuple[Line, ...]:
    """Two lines to look at first."""
    if isinstance(clash, Denied):
        return ()
    unknown = sum(rack.until is None or not rack.known for rack in table.racks[clash.player])
    return find_two_lines(clash.puzzle) if unknown <= MOST_UNKNOWN else ()
