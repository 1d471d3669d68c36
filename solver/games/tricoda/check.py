"""Is the log free of contradictions, and was every cross on my sheet right? What I have yet to find is not
given away.

Where lines contradict each other, the likeliest single changes that make the log fit again are found: each is replayed
and counted, and weighed by how common such a slip is and how many ways the changed log leaves. Nothing is changed
automatically.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain, islice

from solver.engine.worlds import weigh, weigh_worlds
from solver.english import capital
from solver.games.tricoda.facts import Clash, Denied, find_clashes, find_denied, list_lines, make_puzzle, word_proof
from solver.games.tricoda.notation import SETTING, format_event, read_log
from solver.games.tricoda.possible_racks import CODES, RACK_STONES
from solver.games.tricoda.replay import Replay, comes_after, go_on, replay, stop_at_crosses
from solver.games.tricoda.rules import (
    COLOURS,
    KINDS,
    NUMBERS,
    STONES,
    Ask,
    Code,
    Compare,
    Declare,
    Named,
    Reveal,
    See,
    Stone,
    Was,
    question,
)
from solver.games.tricoda.sheet import find_conflict_once, seen_stones
from solver.games.tricoda.table import Table
from solver.grammar import Event
from solver.log import Kind, Line, LogError, parse_log
from solver.proof.conflicts import Check, Conflict, JudgedCross, Pad, Repair, Sentence
from solver.proof.smallest import find_two_lines
from solver.replay import Reading

MOST = 5  # repairs suggested
MOST_TRIED = 150  # changes, the most usual slips first: each takes a few milliseconds
ANSWER, STONE, READER, OUTCOME, CODE = "the answer", "a stone", "the reader", "right or wrong", "a number declared"
_USUAL = {ANSWER: 4.0, STONE: 1.0, READER: 1.0, OUTCOME: 0.5, CODE: 3.0}

Doubtful = Ask | See | Was | Reveal | Declare


@dataclass(frozen=True, slots=True)
class Change:
    event: Event
    slip: str
    near: bool = False  # a count that is one off, a stone with the same number or colour

    @property
    def usual(self) -> float:
        """How often such a slip happens."""
        return _USUAL[self.slip] * (2 if self.near else 1)


def find_repairs(
    reading: Reading, seat: str, upto: int | None = None, conflict: Conflict | None = None
) -> tuple[Repair, ...]:
    """Repairs of a log that contradicts itself or breaks a rule: the likeliest line first.

    Every repair of a contradiction touches the lines in conflict, unless it changes which racks there were. Whose rack
    does not fit is asked first of every change: most do not help.
    """
    if any(error.kind is not Kind.AGAINST_RULES for error in reading.errors):
        return ()  # what cannot be read at all comes first
    if reading.errors:
        return _repair_broken(reading, seat, upto)
    suspects = None if conflict is None else {line.number for line in conflict.lines}
    about = conflict.player if conflict else ""
    attempt = _Attempt(reading, seat, upto, about)
    proposed = [
        change
        for event in attempt.walk()
        if _is_suspect(event, suspects) and (isinstance(event, Declare) or attempt.count_ways(None))
        for change in propose(event, reading, suspects is not None and event.line.number in suspects)
    ]
    tried: dict[int, list[Change]] = {}
    for place in sorted(sorted(range(len(proposed)), key=lambda place: -proposed[place].usual)[:MOST_TRIED]):
        tried.setdefault(proposed[place].event.line.number, []).append(proposed[place])
    found: dict[int, list[tuple[float, int, Change]]] = {}
    attempt = _Attempt(reading, seat, upto, about)
    for event in attempt.walk():
        for change in tried.get(event.line.number, []):
            ways = attempt.count_ways(change.event)
            if ways:
                found.setdefault(event.line.number, []).append((change.usual * ways, ways, change))
    ranked = sorted(found.values(), key=lambda changes: -sum(score for score, _, _ in changes))
    return tuple(_repair(changes) for changes in ranked[:MOST])


class _Attempt:
    """A log in which one event is changed: what came before it is replayed once for all changes."""

    def __init__(self, reading: Reading, seat: str, upto: int | None, about: str = "") -> None:
        self.reading, self.seat, self.upto, self.about = reading, seat, upto, about
        self.before, self.after = Replay(reading.opening.me or "", reading.log.name), reading.events

    def walk(self) -> Iterator[Event]:
        """Every event in turn, as the one that can be changed."""
        for event in self.reading.events:
            self.after = self.after[1:]
            if self.upto is not None and comes_after(event, self.before.asked_lines, self.upto):
                return
            yield event
            self.before.feed(event)

    def count_ways(self, instead: Event | None) -> int:
        """The ways left with another event in this place, or none; 0 if that breaks a rule or brings a new warning.

        A log without the line knows less than one with the line changed: where deleting does not help, no change can.
        """
        events = (instead, *self.after) if instead else self.after
        table, errors = go_on(self.before.fork(), events, self.upto)
        if errors or table is None or (instead and self._warns_of(table, instead.line)):
            return 0
        denied = () if self.about else find_denied(table)  # what did not fit is looked at first
        if any(True for _ in chain(denied, find_clashes(table, self.about or self.seat))):
            return 0
        return weigh_worlds(make_puzzle(table, self.seat)).total

    def _warns_of(self, table: Table, line: Line) -> bool:
        """Whether the changed line brings a warning that the log as typed does not have."""
        return any(warning.line == line.number and warning.problem not in self._typed for warning in table.warnings)

    @cached_property
    def _typed(self) -> set[str]:
        """What the log as typed is warned of."""
        table, _ = replay(self.reading, self.upto)
        return {warning.problem for warning in table.warnings} if table else set()


def _is_suspect(event: Event, suspects: Collection[int] | None) -> bool:
    """Could a change to this line help? Which rules are broken depends on stones and declarations, not on answers."""
    if suspects is None:
        return isinstance(event, See | Was | Reveal | Declare)
    return isinstance(event, Declare) or (isinstance(event, Doubtful) and event.line.number in suspects)


def _repair_broken(reading: Reading, seat: str, upto: int | None) -> tuple[Repair, ...]:
    """For a line that names a stone the box does not have: other numbers and colours in its place, each read again."""
    lines = [line for line in reading.log.lines if line.number in {error.line for error in reading.errors}]
    if len(lines) != 1:
        return ()  # no single change corrects several lines
    found = []
    for text in _other_words(lines[0]):
        texts = (text if line.number == lines[0].number else line.text for line in reading.log.lines)
        again = read_log(parse_log("\n".join(texts), reading.log.name))
        attempt = _Attempt(again, seat, upto)
        event = next((event for event in attempt.walk() if event.line.number == lines[0].number), None)
        if again.errors or not isinstance(event, Doubtful):
            continue
        ways = attempt.count_ways(event)
        if ways:
            found.append((float(ways), ways, Change(replace(event, line=lines[0]), STONE)))
    return (_repair(found),) if found else ()


def _other_words(line: Line) -> Iterator[str]:
    for word in line.words[1:]:
        others: Sequence[object] = NUMBERS if word.text.isdecimal() else COLOURS if word.key in COLOURS else ()
        for other in others:
            if str(other) != word.key:
                yield line.text[: word.start] + str(other) + line.text[word.end :]


def _repair(changes: Sequence[tuple[float, int, Change]]) -> Repair:
    (_, ways, best), *others = sorted(changes, key=lambda entry: -entry[0])
    also = tuple(format_event(change.event) for _, _, change in others[:3])
    return Repair(best.event.line, format_event(best.event), best.slip, ways, also)


def propose(event: Event, reading: Reading, in_conflict: bool) -> Iterator[Change]:
    """What a line may have been meant to say instead."""
    if isinstance(event, Ask):
        yield from _other_answers(event, SETTING in reading.opening.settings)
        for player in reading.opening.players:
            if player != event.player:
                yield Change(replace(event, player=player), READER)
    elif isinstance(event, See | Was | Reveal):
        yield from _other_stones(event)
    elif isinstance(event, Declare) and event.right is not None:
        yield Change(replace(event, right=not event.right), OUTCOME)
        for code in _other_codes(event) if in_conflict and event.right else ():  # a wrong code could be any
            yield Change(replace(event, code=code), CODE)


def _other_codes(event: Declare) -> set[Code]:
    """The codes with one number changed, as far as there are stones for them."""
    return {code for code in CODES if sum((Counter(code) - Counter(event.code)).values()) == 1}


def _other_answers(event: Ask, at_most: bool) -> Iterator[Change]:
    asked = question(event.card, at_most)
    for other in asked.answers:
        near = not isinstance(asked, Compare) and event.answer is not None and abs(other - event.answer) == 1
        if other != event.answer:
            yield Change(replace(event, answer=other), ANSWER, near)


def _other_stones(event: See | Was | Reveal) -> Iterator[Change]:
    for named in dict.fromkeys(event.stones):
        place = event.stones.index(named)
        for stone in KINDS:
            if stone != named.stone:
                near = stone.number == named.stone.number or stone.colour == named.stone.colour
                stones = (*event.stones[:place], Named(stone, named.at), *event.stones[place + 1 :])
                yield Change(replace(event, stones=stones), STONE, near)


# My sheet. How many more crosses could be made is given away, but not which.


def judge_pad(reading: Reading, table: Table) -> Pad:
    """Judge the crosses of a log that fits together."""
    now = possible_stones(table, table.me)
    order = table.current(table.me).order
    crosses: list[JudgedCross] = []
    for cross, before in islice(stop_at_crosses(reading), table.crosses):
        then, same = possible_stones(before, table.me), before.current(table.me).order == order
        for mark in cross.marks:
            justified = _is_out(mark, then)
            late = not justified and same and _is_out(mark, now)
            crosses.append(JudgedCross(cross.line, str(mark), f"{mark} is out", justified, late))
    return Pad(tuple(crosses), len(list_uncrossed(table, table.me, now)))


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


def check(reading: Reading, table: Table, seat: str, upto: int | None = None) -> Check:
    """Check a log that was read and replayed without fault."""
    weigh(make_puzzle(table, seat))  # raises if the two engines disagree
    clash = next(find_clashes(table, seat), None)
    if clash is None:
        return Check(seat, table.me, pad=judge_pad(reading, table) if seat == table.me else Pad())
    conflict = _explain(clash, table)
    repairs = find_repairs(reading, seat, upto, conflict)
    pair = () if repairs or len(conflict.lines) > MOST_LINES else _find_pair(clash, table)
    return Check(seat, table.me, conflict, repairs, pair)


def check_broken(reading: Reading, errors: Sequence[LogError], upto: int | None = None) -> Check:
    """Repairs for a log that breaks a rule."""
    me = reading.opening.me or ""
    repairs = find_repairs(reading, me, upto) if me else ()
    return Check(me, me, repairs=repairs, errors=tuple(errors))


def _explain(clash: Clash, table: Table) -> Conflict:
    """The fewest lines that cannot hold together, and why."""
    if isinstance(clash, Denied):
        return Conflict("", (), clash.lines, (Sentence("", 0, f"{capital(clash.text)}."),))
    proof = find_conflict_once(clash.puzzle)
    assert proof is not None
    sentences = word_proof(proof.because, table, clash.player)
    return Conflict(clash.player, proof.because, list_lines(proof.because), sentences)


def _find_pair(clash: Clash, table: Table) -> tuple[Line, ...]:
    """Two lines to look at first."""
    if isinstance(clash, Denied):
        return ()
    unknown = sum(rack.until is None or not rack.known for rack in table.racks[clash.player])
    return find_two_lines(clash.puzzle) if unknown <= MOST_UNKNOWN else ()
