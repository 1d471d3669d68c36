"""Moments of a log that ask something: what the last line rules out, what the thrown cards can add up to, what to do.

An exercise about deducing needs its line: without it nothing that is asked would follow. Its level and pattern are
those of the easiest way to a right answer (`patterns.py`), and hold with its smallest proof, which comes along.
Exercises about a choice are graded by the least skill whose knowledge makes the same choice, or one as good; where
knowing more would lead to a worse choice, luck would decide, and nothing is asked. A misheard line is graded by the
least skill to which every other line, had it been the wrong one, would still leave a contradiction.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice, product
from math import prod

import numpy as np

from solver.engine.facts import Fact, Hidden, Puzzle, SumIn
from solver.engine.worlds import Worlds, count_worlds
from solver.game import Game
from solver.games.think_str8.advice.advise import make_advice
from solver.games.think_str8.advice.bets import BetOption
from solver.games.think_str8.advice.final_bets import (
    Bets,
    bets_for_points,
    expected_points,
    possible_bets,
    weigh_colours,
)
from solver.games.think_str8.advice.moves import BetAdvice, SwapAdvice
from solver.games.think_str8.events import Bet, Dice, Final, Reveal, See, Swap, Told
from solver.games.think_str8.facts import Known, know, list_lines, make_puzzle, seen_numbers
from solver.games.think_str8.opened import Str8Log
from solver.games.think_str8.patterns import (
    DIFFERENCE,
    LEVEL,
    NumbersLeft,
    add_up,
    black_boxes,
    list_sums,
    name_pattern,
    name_proof,
    rule_out,
)
from solver.games.think_str8.practice import words
from solver.games.think_str8.review.lessons import judge_pad
from solver.games.think_str8.review.moments import Story
from solver.games.think_str8.rules import NAME, NUMBERS
from solver.games.think_str8.table import Table
from solver.grammar import Event
from solver.log import Line, parse_log, text_before, with_line_changed
from solver.practice import AS_GOOD, EVERY_KIND, LEVELS, Exercise, Task
from solver.proof.smallest import Claim, Proof, count_without, find_smallest, prove
from solver.proof.steps import tell

_FEW = 2  # sums: what takes only one is of the lowest levels, so no proof above these is shorter
MOST_WORLDS = 8**8  # more nobody could keep in mind, nor this machine: where so much is open nothing is asked
MOST_FINALS, _MOST_TRIED = 50, 5_000  # final bets that are all right, and that are weighed to find them

Mark = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Moment:
    """The log after some line, and what its owner could know just then."""

    line: Line
    event: Event
    opened: Str8Log
    puzzle: Puzzle
    worlds: Worlds

    @property
    def table(self) -> Table:
        return self.opened.table

    def possible(self, card: Hidden) -> frozenset[int]:
        return frozenset(self.worlds.counts(card))


def find_exercises(
    opened: Str8Log, source: str, kinds: Collection[Task] = EVERY_KIND, levels: Collection[int] = LEVELS
) -> Iterator[Exercise]:
    """Every exercise of a player's log up to the final bets; none of moments at which nothing fits.

    A paper sheet has no moments: its boxes are black from the first line on.
    """
    if opened.table.paper:
        return
    before: Moment | None = None
    missed = list_missed(opened) if Task.CROSS in kinds else frozenset()
    for moment in _moments(opened):
        if not moment.worlds.count:
            return
        asks = {
            Task.CROSS: partial(_ask_cross, moment, before, missed, levels),
            Task.SUM: partial(_ask_sum, moment, levels),
            Task.BET: partial(_ask_bet, moment),
            Task.LAY_OFF: partial(_ask_lay_off, moment),
        }
        found = [ask() for kind, ask in asks.items() if kind in kinds]
        asked = (one for one in found if one and one.level in levels)
        yield from (one._replace(id=f"{source}:{moment.line.number}:{one.kind}") for one in asked)
        before = moment
    ended = before is not None and before.table.round == before.table.round_count and Task.FINAL in kinds
    if before and ended and (final := _ask_final(before)) and final.level in levels:
        yield final._replace(id=f"{source}:{before.line.number}:{final.kind}")


def invent_exercises(game: Game, seed: int, kinds: Collection[Task], levels: Collection[int]) -> Iterator[Exercise]:
    """Those of a game played by machine, and one in which a line was misheard."""
    from solver.games.think_str8.practice.dealing import deal_game

    text, source = deal_game(game, seed), f"{NAME} {seed}"
    opened = _open(game, text)
    assert opened is not None, text
    yield from find_exercises(opened, source, kinds, levels)
    if Task.SLIP in kinds:
        yield from islice(find_slips(game, text, source, levels), 1)


def _moments(opened: Str8Log) -> Iterator[Moment]:
    """After each line that tells something or asks for a choice."""
    events = opened.reading.events
    for number, event in enumerate(events, 1):
        if isinstance(event, Final | Reveal):
            return
        if not isinstance(event, Bet | Told | See | Swap | Dice):
            continue
        then = opened.at(number)
        if isinstance(then, Str8Log) and then.table.rounds:
            puzzle = make_puzzle(then.table, then.me)
            if prod(map(len, black_boxes(puzzle).values())) <= MOST_WORLDS:
                yield Moment(event.line, event, then, puzzle, count_worlds(puzzle))


def cut_after(opened: Str8Log, line: Line) -> str:
    """The log up to a line, as it stands there."""
    return text_before(opened.reading.log, line.number + 1)


# What the line rules out.


def list_missed(opened: Str8Log) -> frozenset[tuple[int, Mark]]:
    """What was out by the end of a round and not crossed by then, as the review has it: the round, and what."""
    story = Story(opened.timeline, opened.table)
    return frozenset(
        (missed.since, (missed.colour, number)) for missed in judge_pad(story).missed for number in missed.numbers
    )


def _ask_cross(
    moment: Moment, before: Moment | None, missed: Collection[tuple[int, Mark]], levels: Collection[int]
) -> Exercise | None:
    if before is None or isinstance(moment.event, Dice):
        return None
    new = list_new(moment, before)
    level, easiest_marks = _least_level(moment.puzzle, new)
    if level not in levels:
        return None
    ways = {mark: _prove(moment.puzzle, mark) for mark in easiest_marks}
    best = [mark for mark, way in ways.items() if way.sums and LEVEL[way.pattern] == level]
    if not best:
        return None  # nothing new, or the smallest proof is not the easiest: people would argue
    first = min(best, key=lambda mark: (ways[mark].sums, ways[mark].steps))
    easiest = ways[first]
    if easiest.sums > _FEW and any(_prove(moment.puzzle, mark).sums < easiest.sums for mark in new if mark != first):
        return None  # another way is harder and yet shorter: people would argue
    return Exercise(
        id="",
        kind=Task.CROSS,
        game=NAME,
        log=cut_after(moment.opened, moment.line),
        seat=moment.opened.me,
        asks=words.CROSS_QUESTION,
        answers=tuple(f"{colour} {number}" for colour, number in (first, *(mark for mark in new if mark != first))),
        level=level,
        pattern=easiest.pattern,
        proof=list_lines(easiest.proof.because),
        sums=easiest.sums,
        steps=easiest.steps,
        open=len(new),
        line=moment.line.event,
        missed=any((moment.table.round, mark) in missed for mark in new),
    )


def list_new(moment: Moment, before: Moment) -> list[Mark]:
    """What is out now, in sight nowhere, and was not out before the line; a card just laid off is another one now."""
    table, seat = moment.table, moment.opened.me
    found = []
    for card, old in zip(moment.puzzle.hand, before.puzzle.hand, strict=True):
        seen = seen_numbers(table, seat, card.name)
        if card == old:
            out = before.possible(card) - moment.possible(card)
            found += [(card.name, number) for number in NUMBERS if number in out and number not in seen]
    return found


@dataclass(frozen=True, slots=True)
class _Way:
    """The smallest proof of one number, and its pattern."""

    pattern: str
    proof: Proof
    sums: int
    steps: int


def _least_level(puzzle: Puzzle, marks: Sequence[Mark]) -> tuple[int, Sequence[Mark]]:
    """The least skill that finds one of these, and those that it finds; 0 if there are none."""
    for level in LEVELS[:-1] if marks else ():
        left = {card.name: numbers for card, numbers in rule_out(puzzle, level).items() if card in puzzle.hand}
        if found := [mark for mark in marks if mark[1] not in left[mark[0]]]:
            return level, found
    return (LEVELS[-1] if marks else 0), marks


def _prove(puzzle: Puzzle, mark: Mark) -> _Way:
    colour, number = mark
    card = next(card for card in puzzle.hand if card.name == colour)
    proof = prove(puzzle, Claim.is_not(card, number))
    assert proof is not None, "what no world has can be proved"
    return _Way(name_proof(puzzle, proof), proof, len(list_sums(proof.because)), len(tell(proof).steps))


# What the thrown cards can add up to.


def _ask_sum(moment: Moment, levels: Collection[int]) -> Exercise | None:
    terms = _thrown(moment)
    if not terms:
        return None
    sums = moment.worlds.counts_of_sum(terms)
    least, most = min(sums), max(sums)
    skilled = (level for level in LEVELS[:-1] if add_up(moment.puzzle, level, terms) == (least, most))
    level = next(skilled, LEVELS[-1])
    if level not in levels:
        return None
    every = range(sum(times * max(card.values) for card, times in terms) + 1)
    denial = Fact(Line(0, "", ()), (SumIn(terms, frozenset(every) - set(range(least, most + 1))),), None, 0)
    proof = find_smallest(replace(moment.puzzle, facts=(*moment.puzzle.facts, denial)), None) or ()
    because = tuple(fact for fact in proof if fact.cost)
    used = list_sums(because)
    if not used or (len(used) == 1 and level >= LEVEL[DIFFERENCE]):
        return None  # black boxes tell as much, or these very dice lay there before
    return Exercise(
        id="",
        kind=Task.SUM,
        game=NAME,
        log=cut_after(moment.opened, moment.line),
        seat=moment.opened.me,
        asks=words.SUM_QUESTION,
        answers=(f"{least}-{most}",),
        level=level,
        pattern=name_pattern(level, used, moment.puzzle.hand),
        proof=list_lines(because),
        sums=len(used),
        steps=len(used),
        open=1,
    )


def _thrown(moment: Moment) -> tuple[tuple[Hidden, int], ...]:
    """The seat's cards on the dice just thrown."""
    if not isinstance(moment.event, Dice):
        return ()
    dice = moment.event.colours
    return tuple((card, dice.count(card.name)) for card in moment.puzzle.hand if card.name in dice)


# What to do.


def _ask_bet(moment: Moment) -> Exercise | None:
    """Which bet, graded by what it is worth; not where nearly all bets are as good."""
    if not isinstance(moment.event, Dice):
        return None
    options = rank_options(moment.table, moment.opened.me)
    good = [option for option in options if is_as_good(option, options)]
    if not options or len(good) > len(options) // 4:
        return None
    spans = {(one.low, one.high) for one in good}
    answers = tuple(one.span for one in good)
    return _choice(moment, Task.BET, words.BET_QUESTION, answers, lambda left: _bet_of(moment, left) in spans)


def rank_options(table: Table, seat: str) -> tuple[BetOption, ...]:
    """All bets, the best first, from exact chances alone."""
    content = make_advice(table, seat, {}).content
    return tuple(content.options) if isinstance(content, BetAdvice) else ()


def is_as_good(option: BetOption, options: Sequence[BetOption]) -> bool:
    return is_near(option.value, options[0].value)


def _ask_lay_off(moment: Moment) -> Exercise | None:
    if not isinstance(moment.event, Bet | Told) or moment.event.player != moment.opened.me:
        return None
    content = make_advice(moment.table, moment.opened.me, {}).content
    if not isinstance(content, SwapAdvice) or len(content.options) < 2:
        return None
    good = [option.colour for option in content.options if is_near(option.value, content.options[0].value)]
    if len(good) > len(content.options) // 2:
        return None

    def worst(left: NumbersLeft) -> bool:
        """The card of which most is open."""
        cards = [card for card in moment.puzzle.hand if card.name in moment.table.piles()]
        return max(cards, key=lambda card: len(left[card])).name in good

    return _choice(moment, Task.LAY_OFF, words.LAY_OFF_QUESTION, tuple(good), worst)


def _ask_final(moment: Moment) -> Exercise | None:
    known = know(moment.table, moment.opened.me, moment.worlds)
    good = list_good_finals(known)
    if not good:
        return None
    most = expected_points(known, good[0])

    def as_good(left: NumbersLeft) -> bool:
        guess = _one_by_one(moment, left)
        return is_near(expected_points(known, bets_for_points(weigh_colours(guess))), most)

    return _choice(moment, Task.FINAL, words.FINAL_QUESTION, tuple(map(write_bets, good)), as_good)


def list_good_finals(known: Known) -> Sequence[Bets]:
    """All final bets as good as the best, the best first; none where so many are as good that they ask nothing."""
    best = dict(bets_for_points(weigh_colours(known)))
    most = expected_points(known, best)
    rows = []
    for colour, choices in zip(known.colours, possible_bets(known), strict=True):
        others = (bet for bet in choices if bet != best[colour])
        near = (bet for bet in others if is_near(expected_points(known, best | {colour: bet}), most))
        rows.append([best[colour], *near])
    if prod(map(len, rows)) > _MOST_TRIED:
        return ()
    every = (dict(zip(known.colours, bets, strict=True)) for bets in product(*rows))
    good = [bets for bets in every if is_near(expected_points(known, bets), most)]
    return good if len(good) <= MOST_FINALS else ()


def is_near(value: float, most: float) -> bool:
    return value >= most - AS_GOOD


def write_bets(bets: Bets) -> str:
    """Final bets as they can be typed in every language."""
    return ", ".join(f"{colour} {' '.join(map(str, numbers))}" for colour, numbers in bets.items() if numbers)


def _least_skill(moment: Moment, chooses_well: Callable[[NumbersLeft], bool]) -> int | None:
    """The skill from which on all choose well; None if a higher one does not where a lower one does by luck."""
    well = [chooses_well(rule_out(moment.puzzle, skill)) for skill in LEVELS[:-1]]
    return LEVELS[well.count(False)] if well == sorted(well) else None


def _bet_of(moment: Moment, left: NumbersLeft) -> tuple[int, int]:
    """The bet with the most points on average, for a player who knows cards one by one."""
    terms = _thrown(moment)
    chances = np.ones(1)
    for card, times in terms:
        row = np.zeros(times * 7 + 1)
        row[[times * number for number in left[card]]] = 1 / max(1, len(left[card]))
        chances = np.convolve(chances, row)
    tokens = {length: moment.table.tokens[length] for length in moment.table.free_tokens()}
    chances = np.pad(chances, (0, 22 - len(chances)))
    places = [
        (points * chances[low : low + length].sum(), low, low + length - 1)
        for length, points in tokens.items()
        for low in range(22 - length + 1)
    ]
    _, low, high = max(places)
    return low, high


def _one_by_one(moment: Moment, left: NumbersLeft) -> Known:
    """What somebody knows who has crossed out this much, and takes all that is left for equally likely."""
    known = know(moment.table, moment.opened.me, moment.worlds)
    rows = [sorted(left[card]) for card in moment.puzzle.hand]
    hands = np.array(list(product(*rows)), dtype=np.int64)
    return replace(known, hands=hands, ways=np.ones(len(hands), dtype=np.int64))


def _choice(
    moment: Moment, kind: Task, asks: str, answers: tuple[str, ...], chooses_well: Callable[[NumbersLeft], bool]
) -> Exercise | None:
    level = _least_skill(moment, chooses_well)
    if level is None:
        return None
    return Exercise(
        id="",
        kind=kind,
        game=NAME,
        log=cut_after(moment.opened, moment.line),
        seat=moment.opened.me,
        asks=asks,
        answers=answers,
        level=level,
        pattern="",
        proof=(),
        sums=0,
        steps=0,
        open=len(answers),
    )


# Somebody misheard.


def find_slips(game: Game, text: str, source: str, levels: Collection[int] = LEVELS) -> Iterator[Exercise]:
    """One line of a true log told wrong, where that contradicts the rest and no other line could be the wrong one."""
    whole = _open(game, text)
    if whole is None:
        return
    for event in whole.reading.events:
        if isinstance(event, Bet) and event.player == whole.me and event.answer in _OPPOSITE and event.low < event.high:
            wrong = f"bet {event.low}-{event.high} {_OPPOSITE[event.answer]}"
            changed = with_line_changed(text, event.line.number, wrong)
            if not _fits(game, changed) and (found := _ask_slip(game, changed, event.line.number, source, levels)):
                yield found


_OPPOSITE = {"low": "high", "high": "low", "hit": "low"}


def _ask_slip(game: Game, text: str, number: int, source: str, levels: Collection[int]) -> Exercise | None:
    """The log as far as it has to go until nothing fits."""
    lines = parse_log(text).lines
    last = next(last for last in range(number, len(lines) + 1) if not _fits(game, _cut(lines, last)))
    opened = _open(game, _cut(lines, last))
    if opened is None:
        return None
    puzzle = make_puzzle(opened.table, opened.me)
    level = next((level for level in LEVELS if _suspects(puzzle, level) == {number}), 0)
    if level not in levels:
        return None
    verdict = opened.check(opened.me)
    if verdict.conflict is None or {repair.line.number for repair in verdict.repairs} != {number}:
        return None
    others = (fact for fact in puzzle.facts if fact.line.number != number and fact in verdict.conflict.because)
    if any(count_without(puzzle, [fact]) for fact in others):
        return None  # a card seen wrongly would explain it as well
    used = list_sums(verdict.conflict.because)
    small = replace(puzzle, facts=verdict.conflict.because)
    seen = next((level for level in LEVELS[:-1] if not all(rule_out(small, level).values())), LEVELS[-1])
    if seen != level:
        return None  # the smallest contradiction is not what gives the line away
    return Exercise(
        id=f"{source}:{number}:{Task.SLIP}",
        kind=Task.SLIP,
        game=NAME,
        log=opened.reading.log.text,
        seat=opened.me,
        asks=words.SLIP_QUESTION,
        answers=(f"line {number}",),
        level=level,
        pattern=name_pattern(level, used, puzzle.hand),
        proof=verdict.conflict.lines,
        sums=len(used),
        steps=len(verdict.conflict.sentences),
        open=len(verdict.conflict.lines),
    )


def _suspects(puzzle: Puzzle, skill: int) -> set[int]:
    """The lines of answers that may be the misheard one, for such a player: if it was, all seems to fit."""
    found = set()
    for place, fact in enumerate(puzzle.facts):
        if sums := list_sums([fact]):
            others = tuple(_unlike(limit) for limit in sums)
            facts = (*puzzle.facts[:place], replace(fact, limits=others), *puzzle.facts[place + 1 :])
            if all(rule_out(replace(puzzle, facts=facts), skill).values()):
                found.add(fact.line.number)
    return found


def _unlike(limit: SumIn) -> SumIn:
    """What any other answer would have said."""
    every = range(sum(times * max(card.values) for card, times in limit.terms) + 1)
    return limit._replace(sums=frozenset(every) - limit.sums)


def _cut(lines: Sequence[Line], last: int) -> str:
    return "".join(f"{line.text}\n" for line in lines[:last])


def _open(game: Game, text: str) -> Str8Log | None:
    opened = game.open(parse_log(text))
    return opened if isinstance(opened, Str8Log) else None


def _fits(game: Game, text: str) -> bool:
    opened = _open(game, text)
    return opened is not None and count_worlds(make_puzzle(opened.table, opened.me)).count > 0
