"""A game told as a story once it is over: the same for a terminal and a page, and for every game.

A game fills it in from its review; a front end shows it and adds no words of its own. It begins with what everybody
asks first (who won, by how much, what was hidden, where it turned, what to learn), goes on with parts made of blocks,
and ends with the log. Whatever says `line 12` means that line of the log, `log 2, line 12` that of the second log.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import sqrt

from solver.english import FollowUp, Saying, format_figure, remark
from solver.language import later, say
from solver.log import Line, LogError
from solver.pad import Pads
from solver.proof.conflicts import Sentence


class Tone(StrEnum):
    """How a sentence or a row is meant, so that a front end can set it off. The words say it too."""

    PLAIN = ""
    GOOD = "good"
    BAD = "bad"
    SOFT = "soft"  # small print
    STRONG = "strong"


# What can be drawn.


@dataclass(frozen=True, slots=True)
class Piece:
    """A card, a die, a stone or a chip: what is printed on it and its colour."""

    kind: str  # card, die, stone or chip
    text: str
    colour: str = ""

    def __str__(self) -> str:
        return " ".join(dict.fromkeys(word for word in (say(self.colour), self.text) if word))


@dataclass(frozen=True, slots=True)
class PieceRow:
    """Pieces that lie side by side: a hand, a throw, a rack. `of_all` is its label where not only its owner reads."""

    label: str
    pieces: tuple[Piece, ...]
    note: Saying = ""
    of_all: str = ""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a ruler: the bet that was made, the best one, where the truth lay."""

    label: str
    first: int
    last: int
    tone: Tone = Tone.PLAIN


# Blocks: what a part is made of.


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A sentence or two."""

    saying: Saying
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Listed:
    """Sentences, one under the other."""

    sayings: tuple[Paragraph, ...]


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of pieces; with `named` each has its label beside it, such as whose they are."""

    rows: tuple[PieceRow, ...]
    named: bool = False


@dataclass(frozen=True, slots=True)
class Ruler:
    """Stretches of numbers from `first` to `last`, to be compared."""

    first: int
    last: int
    stretches: tuple[Stretch, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that could be known, with what it follows from. A proof takes a while to word, so it is worded late."""

    claim: str
    prove: Callable[[], Sequence[Sentence]]
    lines: tuple[Line, ...]
    ask: FollowUp | None = None  # the question that proves it, where one can be asked


@dataclass(frozen=True, slots=True)
class Proofs:
    """What could be known by then; `lead` is what it is called. Only the proof of the hardest is worth a question.

    With `told` the proofs are the story itself, and not only for those who ask.
    """

    lead: str
    known: tuple[Finding, ...]
    hardest: Finding | None = None
    told: bool = False


@dataclass(frozen=True, slots=True)
class Curve:
    """How something went for a player, tick by tick; None where there is nothing to show."""

    name: str
    values: tuple[int | None, ...]
    note: str = ""  # at most, for one


@dataclass(frozen=True, slots=True)
class Plot:
    """Curves over the same ticks; on a log scale each step down is the same share gone."""

    caption: str
    ticks: tuple[str, ...]
    curves: tuple[Curve, ...]
    log_scale: bool = True


@dataclass(frozen=True, slots=True)
class Heading:
    title: str
    figures: bool = False  # set flush right
    spare: bool = False  # left out where there is little room


@dataclass(frozen=True, slots=True)
class GridRow:
    cells: tuple[str | Piece | tuple[Piece, ...], ...]
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Grid:
    columns: tuple[Heading, ...]
    rows: tuple[GridRow, ...]


Block = Paragraph | Listed | Rows | Ruler | Proofs | Plot | Grid | Pads


@dataclass(frozen=True, slots=True)
class Part:
    """A heading and what stands under it; `brief` is said beside the heading. Chapters are short, rounds for one."""

    title: str
    blocks: tuple[Block, ...] = ()
    chapters: tuple[Part, ...] = ()
    parts: tuple[Part, ...] = ()
    brief: str = ""
    folded: bool = False  # for those whom it concerns: shut until somebody opens it
    shared: bool = False  # the same for everybody at the table


# The beginning.


@dataclass(frozen=True, slots=True)
class Standing:
    """A player on the podium. The same place twice is a tie; without a place it is not known."""

    player: str
    score: str
    place: int | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Lesson:
    """Something to learn, and what it cost; without a cost nothing was lost by it."""

    saying: Saying
    cost: float | None = None
    dice: bool = False  # counted in dice put away, else in points

    @property
    def price(self) -> tuple[str, str] | None:
        """The cost and what it is counted in; None if it would read as 0."""
        figure = format_figure(self.cost or 0.0)
        if figure == "0":
            return None
        if self.dice:
            return figure, say("die") if figure == "1" else say("dice")
        return figure, say("point") if figure == "1" else say("points")


@dataclass(frozen=True, slots=True)
class Turning:
    """Where the game turned, in a sentence, and what to do next time."""

    saying: Saying
    next_time: Saying = ""


@dataclass(frozen=True, slots=True)
class Chronicle:
    """The whole story. `logs` are what it was told from, by name."""

    game: str
    title: str
    result: Saying  # who won, and by how much
    parts: tuple[Part, ...]
    notes: tuple[Saying, ...]  # what this rests on, and what is missing
    logs: tuple[tuple[str, tuple[Line, ...]], ...]
    podium: tuple[Standing, ...] = ()
    account: tuple[Paragraph, ...] = ()  # the points of the one whose story it is
    hidden: tuple[PieceRow, ...] = ()
    turning: Turning | None = None
    lessons: tuple[Lesson, ...] = ()

    @property
    def to_learn(self) -> str:
        """What the lessons are called."""
        return say(_TO_LEARN[min(len(self.lessons), 3)])


_TO_LEARN = {1: later("One thing to learn"), 2: later("Two things to learn"), 3: later("Three things to learn")}


def rank(scores: Mapping[str, int | None]) -> tuple[Standing, ...]:
    """Everybody by score, highest first; places only if all scores are known."""
    known = [score for score in scores.values() if score is not None]
    podium = []
    for player, score in sorted(scores.items(), key=lambda entry: -1 if entry[1] is None else entry[1], reverse=True):
        place = None if score is None or len(known) < len(scores) else 1 + sum(other > score for other in known)
        podium.append(Standing(player, "?" if score is None else str(score), place))
    return tuple(podium)


def tell_scores(scores: Mapping[str, int | None]) -> str:
    return ", ".join(f"{standing.player} {standing.score}" for standing in rank(scores))


Z = 1.959964  # 95%


def confidence(wins: float, games: int) -> tuple[float, float]:
    """Between which rates the true one lies with 95% confidence (Wilson's interval)."""
    if not games:
        return 0.0, 1.0
    rate = wins / games
    middle = rate + Z * Z / (2 * games)
    spread = Z * sqrt(rate * (1 - rate) / games + Z * Z / (4 * games * games))
    scale = 1 + Z * Z / games
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def note_warnings(warnings: Iterable[LogError]) -> Iterator[str]:
    """What was odd in the log, a sentence or two each."""
    said = later("Line {line}: {text}")
    return (say(said, line=warning.line, text=f"{warning.problem} {warning.hint}") for warning in warnings)


def of_log(place: int, saying: Saying) -> Saying:
    """A sentence about the log in that place among several: every line that it names is one of that log."""
    if not isinstance(saying, str):
        return saying
    in_log = later("log {log}, line {line}")
    return re.sub(rf"\b{say('line')} (\d+)", lambda found: say(in_log, log=place, line=found[1]), saying)


# The whole table.


def gather(stories: Mapping[str, Chronicle], shared: Iterable[Part]) -> Chronicle:
    """One story for the whole table: what all share first, then a part for each player with what is left."""
    first = next(iter(stories.values()))
    return replace(
        first,
        title=say("the whole table"),
        account=(),
        hidden=tuple(replace(row, label=row.of_all or row.label) for story in stories.values() for row in story.hidden),
        turning=None,
        lessons=(),
        parts=(*shared, *(_part_of(*one) for one in stories.items())),
        notes=(),
    )


def _part_of(player: str, story: Chronicle) -> Part:
    own = tuple(part for part in story.parts if not part.shared)
    return _seat(Part(say("For {player}", player=player), tuple(_blocks_of(story)), parts=own, folded=True), player)


def _seat(part: Part, player: str) -> Part:
    """The same part, but whatever it suggests to ask is asked from that player's seat."""
    chapters, parts = ([_seat(inner, player) for inner in each] for each in (part.chapters, part.parts))
    blocks = (_seat_block(block, player) for block in part.blocks)
    return replace(part, blocks=tuple(blocks), chapters=tuple(chapters), parts=tuple(parts))


def _seat_block(block: Block, player: str) -> Block:
    if isinstance(block, Listed):
        return Listed(tuple(replace(said, saying=_ask_from(said.saying, player)) for said in block.sayings))
    if not isinstance(block, Proofs):
        return block
    known = [replace(one, ask=one.ask and one.ask._replace(seat=player)) for one in block.known]
    hardest = known[block.known.index(block.hardest)] if block.hardest else None
    return replace(block, known=tuple(known), hardest=hardest)


def _ask_from(saying: Saying, player: str) -> Saying:
    if isinstance(saying, str):
        return saying
    return remark(*(part._replace(seat=player) if isinstance(part, FollowUp) else part for part in saying.parts))


def _blocks_of(story: Chronicle) -> Iterator[Block]:
    yield from (said for said in story.account if said.tone is not Tone.SOFT)
    if story.turning:
        yield Paragraph(story.turning.saying)
        yield Paragraph(story.turning.next_time, Tone.STRONG)
    if story.lessons:
        yield Listed(tuple(Paragraph(lesson.saying) for lesson in story.lessons))
    if story.notes:
        yield Listed(tuple(Paragraph(note, Tone.SOFT) for note in story.notes))
