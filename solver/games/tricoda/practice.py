"""Exercises of Tricoda: which numbers an answer rules out, and whether to declare.

How hard a deduction is, is said by how many answers must be held together, and whether stones in sight matter. A
declaration is the easier the further its chance lies from where waiting is worth as much.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING

from solver.engine.facts import Puzzle
from solver.engine.worlds import Weighed, weigh_worlds
from solver.english import all_of, fold
from solver.game import Game
from solver.games.tricoda.advice import LEAST, QUESTION_WORTH, Choice, make_advice
from solver.games.tricoda.events import Ask, Declare
from solver.games.tricoda.facts import Answered, list_lines, make_puzzle
from solver.games.tricoda.patterns import LEVEL, MANY, MEANS, ONE, SEEN, THREE, TWO, count_answers, name_proof
from solver.games.tricoda.possible_racks import ALL, RACK_STONES, racks_that_have
from solver.games.tricoda.rules import (
    CARDS,
    FIRST,
    NUMBERS,
    PIECES,
    RACK,
    RACKS,
    SAME,
    SECOND,
    Compare,
    Stone,
    code_of,
    format_code,
    neutrals_of,
    true_answer,
)
from solver.games.tricoda.sheet import rank_codes, spread
from solver.games.tricoda.why import parse_claims
from solver.games.tricoda.words.advice import say_reason
from solver.games.tricoda.words.proofs import word_proof
from solver.language import as_typed, later, say, say_percent
from solver.log import Line, parse_log, text_before, unreadable
from solver.practice import AS_GOOD, EVERY_KIND, LEVELS, Exercise, Judged, Pattern, Task
from solver.proof.smallest import Claim, Proof, prove
from solver.tongues import meaning_of

if TYPE_CHECKING:
    from solver.games.tricoda.opened import TricodaLog

WAIT = later("wait")
CROSS_QUESTION = later("“{line}”: which numbers can you not have, that you could have had before?")
DECLARE_QUESTION = later("Declare or wait?")
RIGHT = later("Right.")
RIGHT_AND_MORE = later("Right. {rest} can be crossed out as well.")
OUT_BEFORE = later("You cannot have a {number}, but that was so before this answer. Look for what is new.")
FITS = later("You can still have a {number}: {stones} would fit everything.")
DECLARE_RIGHT = later("Right: {reason}")
DECLARE_NOW = later("Better declare {code}: its chance is {chance}, and {reason}")
BETTER_WAIT = later("Better wait: the best code has a chance of {chance}, and {reason}")
OTHER_CODE = later("{code} has a chance of {chance}, {best} one of {most}.")
LOOK_LINES = later("Look at {lines}.")
LOOK_SIGHT = later("Count what you see, and what the reader sees besides.")
LOOK_PATTERN = later("The way to it is called “{pattern}”: {means}")
CHOICE_HINTS = (
    later("List the codes that are left, and in how many ways stones can make each."),
    later("A right declaration is a point; a wrong one costs the rack and all that you know of it."),
    later("Declare if one more question would lift the chance by less than the time it takes."),
)

_EXAMPLES = {
    ONE: (0, 7),
    SEEN: (20, 12),
    TWO: (12, 8),
    THREE: (36, 10),
    MANY: (4, 17),
}  # seeds, and lines of the games dealt


def find_exercises(
    opened: TricodaLog, source: str, kinds: Collection[Task] = EVERY_KIND, levels: Collection[int] = LEVELS
) -> Iterator[Exercise]:
    """Every exercise of a player's log, up to where nothing fits any more."""
    from solver.games.tricoda.opened import TricodaLog

    before: frozenset[int] | None = None
    declared = False
    events = opened.reading.events
    for number, event in enumerate(events, 1):
        then = opened.at(number)
        if not isinstance(then, TricodaLog) or then.me not in then.table.racks:
            continue
        puzzle = make_puzzle(then.table, then.me)
        weighed = weigh_worlds(puzzle)
        if not weighed.total:
            return
        possible = frozenset(number for number in NUMBERS if racks_that_have(number) & weighed.ways.keys())
        if isinstance(event, Ask) and before is not None:
            moment = _Moment(opened, then, event.line, puzzle, weighed)
            choice = moment.ask_declare() if Task.DECLARE in kinds and not declared else None
            declared = declared or (choice is not None and choice.answers != (WAIT,))
            cross = moment.ask_cross(before - possible, levels) if Task.CROSS in kinds else None
            asked = (one for one in (cross, choice) if one and one.level in levels)
            yield from (one._replace(id=f"{source}:{event.line.number}:{one.kind}") for one in asked)
        declared = declared and not isinstance(event, Declare)
        before = possible


def invent_exercises(game: Game, seed: int, kinds: Collection[Task], levels: Collection[int]) -> Iterator[Exercise]:
    source = f"tricoda {seed}"
    return find_exercises(_open(game, deal_game(seed), source), source, kinds, levels)


@dataclass(frozen=True, slots=True)
class _Moment:
    whole: TricodaLog
    opened: TricodaLog
    line: Line
    puzzle: Puzzle
    weighed: Weighed

    @property
    def log(self) -> str:
        return text_before(self.whole.reading.log, self.line.number + 1)

    def ask_cross(self, new: frozenset[int], levels: Collection[int]) -> Exercise | None:
        """Only where each number needs this line, which it does as it was not out before."""
        alone = self.tells_alone(new)
        if not new or not any((level < LEVEL[TWO]) == alone for level in levels):
            return None
        proofs = {number: _prove(self.puzzle, number) for number in sorted(new)}
        first = min(proofs, key=lambda number: _ease(proofs[number]))
        easiest = proofs[first]
        pattern = name_proof(easiest)
        if not pattern or (LEVEL[pattern] < LEVEL[TWO]) != alone:
            return None
        crossed = {mark for mark in self.whole.table.crossed if isinstance(mark, int)}
        return Exercise(
            id="",
            kind=Task.CROSS,
            game="tricoda",
            log=self.log,
            seat=self.opened.me,
            asks=CROSS_QUESTION,
            answers=tuple(map(str, (first, *sorted(new - {first})))),
            level=LEVEL[pattern],
            pattern=pattern,
            proof=list_lines(easiest.because),
            sums=count_answers(easiest),
            steps=len(easiest.because),
            open=len(new),
            line=self.line.event,
            missed=bool(self.whole.table.crossed) and not crossed & new,
        )

    def tells_alone(self, new: frozenset[int]) -> bool:
        """Whether one of these is out without any other answer: quicker than a proof, and enough for a first look."""
        told = (fact for fact in self.puzzle.facts if not isinstance(fact.told, Answered) or fact.line == self.line)
        left = weigh_worlds(replace(self.puzzle, facts=tuple(told))).ways.keys()
        return any(not racks_that_have(number) & left for number in new)

    def ask_declare(self) -> Exercise | None:
        if rank_codes(*spread(self.weighed))[0].chance < LEAST:
            return None  # nobody would think of it
        content = make_advice(self.opened.table, self.opened.me).content
        if not isinstance(content, Choice):
            return None
        tied = [guess for guess in (content.best, *content.others) if guess.chance > content.best.chance - 1e-9]
        codes = tuple(f"declare {format_code(guess.code)}" for guess in tied)
        return Exercise(
            id="",
            kind=Task.DECLARE,
            game="tricoda",
            log=self.log,
            seat=self.opened.me,
            asks=DECLARE_QUESTION,
            answers=codes if content.declare else (WAIT,),
            level=_closeness(content),
            pattern="",
            proof=(),
            sums=0,
            steps=0,
            open=len(self.weighed.ways),
        )


def _closeness(content: Choice) -> int:
    """1 where the code is certain; the closer waiting and declaring are to each other, the higher."""
    if content.best.chance == 1:
        return LEVELS[0]
    gain = abs(content.next.chance - content.best.chance - QUESTION_WORTH) + max(0.0, LEAST - content.best.chance)
    return LEVELS[-1] - min(3, int(gain / AS_GOOD))


def _prove(puzzle: Puzzle, number: int) -> Proof:
    proof = prove(puzzle, Claim(puzzle.hand[0], ALL - racks_that_have(number)))
    assert proof is not None, "what no rack has can be proved"
    return proof


def _ease(proof: Proof) -> tuple[int, int]:
    return count_answers(proof), len(proof.because)


# Answers.


def judge(game: Game, exercise: Exercise, answer: str) -> Judged:
    opened = open_exercise(game, exercise)
    return _judge_numbers(exercise, opened, answer) if exercise.kind is Task.CROSS else _judge_move(opened, answer)


def open_exercise(game: Game, exercise: Exercise) -> TricodaLog:
    return _open(game, exercise.log, exercise.id)


def _open(game: Game, text: str, name: str) -> TricodaLog:
    from solver.games.tricoda.opened import TricodaLog

    opened = game.open(parse_log(text, name))
    assert isinstance(opened, TricodaLog), opened
    return opened


def _judge_numbers(exercise: Exercise, opened: TricodaLog, answer: str) -> Judged:
    words = answer.replace(",", " ").split()
    if not words or not all(word in map(str, NUMBERS) for word in words):
        raise unreadable(None, say("A cross is a number from 1 to 7."), say("Type one or more, for example: 2 4"))
    weighed = weigh_worlds(make_puzzle(opened.table, opened.me))
    denied, old = [], []
    for number in map(int, dict.fromkeys(words)):
        if having := sorted(racks_that_have(number) & weighed.ways.keys()):
            stones = all_of(map(name_stone, RACK_STONES[having[0]]))
            denied.append(say(FITS, number=number, stones=stones))
        elif str(number) not in exercise.answers:
            old.append(say(OUT_BEFORE, number=number))
    if denied:
        return Judged(False, tuple(denied))
    if len(old) == len(set(words)):
        return Judged(None, tuple(old))
    rest = [number for number in sorted(exercise.answers) if number not in words]
    return Judged(True, (say(RIGHT_AND_MORE, rest=all_of(rest)) if rest else say(RIGHT), *old))


def _judge_move(opened: TricodaLog, answer: str) -> Judged:
    content = make_advice(opened.table, opened.me).content
    assert isinstance(content, Choice)
    waits = fold(answer.strip()) in ("w", fold(say(WAIT))) or meaning_of(answer.strip(), as_typed("wait")) is not None
    code = () if waits else _read_code(answer)
    reason, best = say_reason(content.reason), content.best
    right = say(DECLARE_RIGHT, reason=reason)
    if waits:
        said = say(DECLARE_NOW, code=format_code(best.code), chance=say_percent(best.chance), reason=reason)
        return Judged(False, (said,)) if content.declare else Judged(True, (right,))
    if not content.declare:
        return Judged(False, (say(BETTER_WAIT, chance=say_percent(best.chance), reason=reason),))
    chance = next((guess.chance for guess in (best, *content.others) if guess.code == code), 0.0)
    if chance > best.chance - 1e-9:
        return Judged(True, (right,))
    chances = {"chance": say_percent(chance), "most": say_percent(best.chance)}
    return Judged(False, (say(OTHER_CODE, code=format_code(code), best=format_code(best.code), **chances),))


def _read_code(answer: str) -> tuple[int, ...]:
    asked = parse_claims(re.sub(r"^\D+", "", answer).split())  # in whatever language it is declared
    about = asked[0].about if len(asked) == 1 else None
    if not isinstance(about, tuple) or isinstance(about, Stone):
        problem = say("`{answer}` is not a code.", answer=answer)
        raise unreadable(None, problem, say("Type three numbers, for example: 4 5 5, or: wait"))
    return about


def name_stone(stone: Stone) -> str:
    return f"{say(stone.colour)} {stone.number}"


def give_hints(exercise: Exercise) -> tuple[str, ...]:
    if exercise.kind is not Task.CROSS:
        return tuple(map(say, CHOICE_HINTS))
    asked = (line for line in exercise.proof if line.words[0].key.startswith("a"))
    lines = all_of(say("line {number} ({event})", number=line.number, event=line.event) for line in asked)
    pattern, means = say(exercise.pattern), say(MEANS[exercise.pattern])
    return (say(LOOK_SIGHT), say(LOOK_LINES, lines=lines), say(LOOK_PATTERN, pattern=pattern, means=means))


def name_answer(exercise: Exercise, answer: str) -> str:
    if exercise.kind is Task.CROSS:
        return answer
    return say(WAIT) if answer == WAIT else say("declare {code}", code=answer.removeprefix("declare "))


def write_signs(game: Game, exercise: Exercise) -> str:
    """`5: Ben · 8 → 6 · 7: Gina · 13 → second ⇒ ≠ 3`: question, reader, card and answer."""
    if exercise.kind is not Task.CROSS:
        return ""
    table, numbers = open_exercise(game, exercise).table, {line.number for line in exercise.proof}
    asked = [one for one in table.asked if one.line.number in numbers]
    told = " · ".join(f"{one.number}: {one.reader} {one.card} → {table.format_answer(one)}" for one in asked)
    return f"{told} ⇒ ≠ {exercise.answers[0]}"


def explain(game: Game, exercise: Exercise) -> tuple[str, ...]:
    opened = open_exercise(game, exercise)
    if exercise.kind is not Task.CROSS:
        return judge(game, exercise, exercise.answers[0]).says
    puzzle = make_puzzle(opened.table, opened.me)
    proof = _prove(puzzle, int(exercise.answers[0]))
    return tuple(sentence.text for sentence in word_proof(proof.because, opened.table, opened.me))


def list_patterns(game: Game) -> Sequence[Pattern]:
    return [Pattern(name, LEVEL[name], MEANS[name], *_example(game, name)) for name in LEVEL]


def _example(game: Game, name: str) -> tuple[str, str]:
    """The beginning of a dealt game, and what its last line rules out that way."""
    seed, line = _EXAMPLES[name]
    log = "".join(f"{each}\n" for each in deal_game(seed).splitlines()[:line])
    opened = _open(game, log, "example")
    puzzle = make_puzzle(opened.table, opened.me)
    weighed = weigh_worlds(puzzle)
    out = [number for number in NUMBERS if not racks_that_have(number) & weighed.ways.keys()]
    return log, next((str(number) for number in out if name_proof(_prove(puzzle, number)) == name), "")


# Games to take them from.

NAMES = ("Ben", "Cleo", "Dirk", "Eva", "Finn", "Gina")
QUESTIONS = 14  # after that a rack is known or hopeless


def deal_game(seed: int) -> str:
    """One rack, and questions about it: the log of Anna, who sees all other racks."""
    chance = Random(seed)
    players = [*chance.sample(NAMES, chance.choice((1, 2, 3, 3))), "Anna"]
    chance.shuffle(players)
    pieces = chance.sample(PIECES, RACK * RACKS)
    holders = (*players, *neutrals_of(tuple(players)))
    racks = {name: tuple(pieces[RACK * place : RACK * (place + 1)]) for place, name in enumerate(holders)}
    lines = ["game tricoda", f"players {' '.join(players)}", "me Anna"]
    lines += [f"see {name} {', '.join(map(str, rack))}" for name, rack in racks.items() if name != "Anna"]
    for place, card in enumerate(chance.sample(CARDS, QUESTIONS)):
        reader = players[place % len(players)]
        seen = [rack for name, rack in racks.items() if name != reader]
        answer = true_answer(card, seen)
        told = {FIRST: "first", SECOND: "second", SAME: "same"}[answer] if isinstance(card, Compare) else str(answer)
        lines.append(f"ask {reader} {card.number} {told}")
    lines.append(f"declare Anna {format_code(code_of(racks['Anna']))} right")
    return "".join(f"{line}\n" for line in lines)
