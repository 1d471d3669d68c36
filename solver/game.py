"""The contract of a game: what a front end may ask of it, and of a log of it, in types.

`Game` is what a game is before there is a log; `Opened` is a log, read and replayed, that answers questions about
itself. What every game has is abstract in these two; what a game may have on top is a class of its own (`Hints`,
`Repairs`, `Recounts`), and `isinstance` decides. Tables, sheets, answers, advice and reviews are each
game's own types behind the protocols here. Numpy and ortools are slow to load: a game imports what needs them inside
its methods.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol, Self, TypeVar

from solver.english import FollowUp, Saying, fold, say_remark
from solver.grammar import AID, COMMON, OPENING, Aid, Event, Opening, Verb
from solver.language import language_spoken, say, say_count
from solver.log import Fault, Line, Log, LogError, unreadable
from solver.replay import Notation, Reading, Timeline
from solver.tongues import is_short_for, meaning_of

if TYPE_CHECKING:
    from typing_extensions import override as override  # type checkers know it without its being installed

    from solver.chronicle import Chronicle, Part
    from solver.pad import DrawnPad
    from solver.proof.conflicts import Check
else:

    def override(method: Callable[..., object]) -> Callable[..., object]:
        """Says that a method is one of the contract's: mypy then finds a name that the contract does not have."""
        return method


Data = dict[str, object]
Wish = Mapping[str, str]  # options of `advise` by their names, as typed; one that is only switched on has no text

# What is asked for.


class Option(NamedTuple):
    """Something that `advise` can be told beyond the log, in one game only. `form` is an example of its value.

    With `words` the value may be several words; without a form there is no value, the option is just given.
    """

    name: str
    form: str
    means: str
    words: bool = False


class NextStep(NamedTuple):
    """Where the game stands, and the beginnings of the lines that would come next, likeliest first.

    `offer` is the question the moment calls for: what to bet at the end, how the game went once it is over.
    `example` is a short line for the first of them, where the game's usual one would be refused.
    """

    title: str
    proposals: tuple[str, ...] = ()
    offer: str = ""
    example: str = ""


class Awaited(NamedTuple):
    """A kind of line that may come next, by its verb, and whom it can be about; a line about nobody has no players.

    With `in_order` they come in this order, so that nobody named means the first; otherwise it can be any of them.
    With `by_name` it is not what one waits for, but a name says that it is meant. With `of_these` a name of somebody
    else says that it is not meant.
    """

    verb: str
    players: tuple[str, ...] = ()
    in_order: bool = True
    by_name: bool = False
    of_these: bool = False

    @property
    def next(self) -> tuple[str, ...]:
        """Who may be meant if nobody is named; `""` if the line is about nobody."""
        if self.by_name:
            return ()
        return (self.players[:1] if self.in_order else self.players) or ("",)


class Unclear(Exception):
    """An answer that makes no sense."""


class SetupQuestion(NamedTuple):
    """Something the set-up asks. `line` makes the log's line of an answer, or None if nothing need be written.

    It raises Unclear if the answer is none of the `choices`. `means` says what each of them does, if that is not clear.
    """

    key: str
    text: str
    line: Callable[[str], str | None]
    default: str = ""
    skippable: bool = False
    choices: tuple[str, ...] = ()  # the answers there are, if they can be listed
    means: Mapping[str, str] = MappingProxyType({})
    example: str = ""


class SetupChoice(NamedTuple):
    """Something to choose for a new log of a table: texts, each with the line it writes, or a line to be typed.

    Texts are shown by say(text).
    """

    key: str
    text: str
    choices: tuple[tuple[str, str], ...]
    typed: str = ""  # a line as it can be typed instead


def ask_yes_no(key: str, text: str, line: str) -> SetupQuestion:
    """A yes writes the line, and so does typing the line itself; a no writes nothing."""

    def read(answer: str) -> str | None:
        said = meaning_of(answer, ("yes", "no")) or " ".join(fold(answer).split())
        if said == line or is_short_for(said, "yes"):
            return line
        if is_short_for(said, "no"):
            return None
        raise Unclear

    return SetupQuestion(
        key, say("{question} (y or n)", question=text), read, "n", skippable=True, choices=("yes", "no")
    )


# What is answered.


class Table(Protocol):
    """What happened at the table, as a game records it."""

    @property
    def round(self) -> int: ...

    @property
    def warnings(self) -> Sequence[LogError]: ...


class HasData(Protocol):
    """Anything that can be handed to another program: `data` has the keys that outside programs rely on."""

    def data(self) -> Data: ...


class Suggested(HasData, Protocol):
    """What the others' moves suggest: always with the exact figure beside the one that is read."""

    @property
    def sentences(self) -> Sequence[str]: ...

    @property
    def assumes(self) -> str:
        """What it rests on."""


class Sheet(HasData, Protocol):
    """What a seat can know."""

    def pad_data(self) -> Data:
        """The part of `data` that is not worked out: the crosses, what lies in sight, what happened."""

    @property
    def fits(self) -> bool:
        """There is something the seat could hold."""

    @property
    def consistent(self) -> bool:
        """Nothing in the log contradicts anything else in it."""
        return self.fits


class Advice(HasData, Protocol):
    """What to do now."""

    @property
    def consistent(self) -> bool: ...

    @property
    def refusal(self) -> tuple[Saying, Saying] | None:
        """Why nothing can be advised, and what to do about it."""
        if not self.consistent:
            hint = say_remark("`{ask}` says why.", ask=FollowUp("check"))
            return say("Nothing fits this log, so nothing can be advised."), hint
        if self.move:
            return None
        return say("The game is over."), say_remark("`{ask}` looks back on it.", ask=FollowUp("review"))

    @property
    def move(self) -> str:
        """The advised move as the line that says it, with more after a `;`; nothing if there is nothing to do."""


class Review(HasData, Protocol):
    """How the game went."""

    @property
    def consistent(self) -> bool: ...


class Taught(NamedTuple):
    """A line of the log, and what was new by it."""

    line: Line
    news: tuple[str, ...]


class PlainReview(NamedTuple):
    """A review for games without one of their own: what every line taught the seat."""

    game: str
    seat: str
    consistent: bool
    taught: tuple[Taught, ...]

    def data(self) -> Data:
        lines = [one.line.data() | {"taught": list(one.news)} for one in self.taught]
        return {"game": self.game, "seat": self.seat, "consistent": self.consistent, "lines": lines}


@dataclass(frozen=True, slots=True)
class Aloud:
    """Something that was said aloud at a table. `about` is what it is: two that are about the same are the same.

    It is said in the language of whoever reads it, so it is put into words when it is shown. `tone` is one of hit,
    wrong, won, plain, corrected. `turned`: how many hands are turned at the end before it is said.
    """

    about: tuple[object, ...]
    tone: str
    words: Callable[[], str] = field(compare=False)
    turned: int = field(default=0, compare=False)


# The contract.


class Game(ABC):
    """A game that logs are written about."""

    name: ClassVar[str]  # as the first line of a log has it
    title: ClassVar[str]
    seating: ClassVar[str]  # in which order players are named; said later, as all texts here are
    legend: ClassVar[str]  # short words that lines may use
    claims: ClassVar[tuple[str, ...]]  # what `why` can be asked, by examples
    counts: ClassVar[str] = "round"  # what a sheet of an earlier moment counts
    agreed: ClassVar[tuple[str, ...]] = (AID.name,)  # verbs of lines that the whole table decides on, not one seat
    remembered: ClassVar[tuple[str, ...]] = ()  # verbs of lines that are the same for every evening with a box
    options: ClassVar[tuple[Option, ...]] = ()  # of `advise`
    chosen: ClassVar[tuple[str, ...]] = ()  # verbs of lines that say which of its games is played
    seats: ClassVar[tuple[int, int]] = (2, 4)  # the fewest and the most players
    setup: ClassVar[tuple[SetupChoice, ...]] = ()  # what a new table's log can be asked for by taps
    secret: ClassVar[tuple[str, ...]] = ()  # verbs of lines that nobody says for another who is there
    turns_hands: ClassVar[bool] = False  # at the end, player by player, before it is said who has won
    private: ClassVar[tuple[str, ...]] = ()  # what of a scene is the owner's alone
    short: ClassVar[Mapping[str, str]] = {}  # by `VERB` or, of others, `VERB NAME`: lines that need no verb, explained

    @abstractmethod
    def notation(self) -> Notation:
        """How its lines are read and written."""

    def read(self, log: Log) -> Reading:
        """The events of a log, and all that cannot be read."""
        return self.notation().read(log)

    def format_event(self, event: Event) -> str:
        """The canonical line of an event, which reads back as the same event."""
        return self.notation().write(event)

    @abstractmethod
    def replay(self, reading: Reading, upto: int | None = None) -> Opened | tuple[LogError, ...]:
        """Play the events through, up to the end of a round; or all that is against the rules."""

    def open(self, log: Log, upto: int | None = None) -> Opened | tuple[LogError, ...]:
        """Read and replay a log up to the end of a round; if anything is wrong, all of it is returned at once."""
        reading = self.read(log)
        replayed = self.replay(reading, upto)
        if not isinstance(replayed, Opened):
            return tuple(sorted((*reading.errors, *replayed), key=lambda error: (error.line, error.column)))
        return reading.errors or replayed

    def review(self, logs: Sequence[Opened], seat: str) -> Review:
        """Look back on one evening or several. Raises a Fault if that cannot be."""
        if len(logs) != 1:
            problem = say("{game} is reviewed one game at a time.", game=self.title)
            raise unreadable(None, problem, say("Name one log."))
        return _list_taught(logs[0], seat)

    def tell_rounds(self, typed: int) -> tuple[str, str]:
        """What is wrong with asking for a later round than is typed, and what to ask instead."""
        problem = say_count("This log has only {count} round.", "This log has only {count} rounds.", typed)
        return problem, say("Ask for an earlier round.")

    def tell_when(self, round_: int, told: str) -> str:
        """What was so in that round, or before the first."""
        if not round_:
            return say("Before round 1: {told}", told=told)
        return say("Round {round}: {told}", round=round_, told=told)

    def option_of(self, word: str) -> str | None:  # noqa: ARG002 - most games have no such words
        """The option whose value a word is, where that is clear without its name."""
        return None

    def load(self) -> None:
        """Load what the first answers need, which takes a while: a session does so while the person reads and types."""
        import solver.engine.cpsat
        import solver.engine.worlds  # noqa: F401

    @property
    def verbs(self) -> tuple[Verb, ...]:
        first, players, *rest = COMMON
        first = first._replace(examples=(f"game {self.name}",))
        players = players._replace(means=say("who plays, {seating}", seating=say(self.seating)))
        return (first, players, *rest, *self.notation().verbs)


class Meaning(NamedTuple):
    """What a line that the log denies could mean: another `line` said `instead`, or that was forgotten `before` one.

    Without `instead` nobody but the person knows what `line` said. With `then` the denied line comes as well.
    """

    told: str
    covered: str  # as everybody may know it
    line: int = 0
    instead: Event | None = None
    before: int = 0  # 0 is the end
    then: bool = False


class Opened(ABC):
    """A log that can be worked with. Questions that cannot be answered as they are put raise a Fault."""

    table: Table  # a game says here which its own is

    def __init__(self, game: Game, timeline: Timeline[Table], table: Table) -> None:
        self.game, self.timeline, self.table = game, timeline, table
        self.reading, self.upto = timeline.reading, timeline.upto
        self.language = language_spoken()

    @property
    def opening(self) -> Opening:
        return self.reading.opening

    @property
    def me(self) -> str:
        return str(self.opening.me)

    def at(self, place: int) -> Opened | None:
        """The log as it was after so many events, if it could be worked with then."""
        then = self.game.replay(self.reading._replace(events=self.reading.events[:place]), self.upto)
        return then if isinstance(then, Opened) else None

    def said_anew(self) -> Opened:
        """The same log: what is wrong with its lines was said when it was opened, and now in the language spoken."""
        if self.language == language_spoken() or not self.table.warnings:
            return self
        again = self.game.replay(self.reading, self.upto)
        return again if isinstance(again, Opened) else self

    @property
    def aid(self) -> Aid:
        """How much help it asks for."""
        return self.opening.aid

    def under(self, aid: Aid) -> Self:
        """The same log, as if it asked for that much help."""
        other = copy(self)
        other.reading = self.reading._replace(opening=self.opening._replace(aid=aid))
        return other

    def with_events(self, events: tuple[Event, ...]) -> Self:
        """The same table, as if its log said this."""
        other = copy(self)
        other.reading = self.reading._replace(events=events)
        return other

    @property
    def over(self) -> bool:
        """There is nothing left to find out, so that looking back gives nothing away."""
        return self.next_step().offer == "review"

    # Questions.

    @abstractmethod
    def show(self, seat: str) -> Sheet: ...

    @abstractmethod
    def why(self, seat: str, claim: Sequence[str]) -> Sequence[HasData]:
        """Reasons for what is claimed; none if nothing fits the log, so that only `check` has something to say."""

    @abstractmethod
    def check(self, seat: str) -> Check: ...

    @abstractmethod
    def advise(self, seat: str, wish: Wish) -> Advice: ...

    def doubts(self, seat: str) -> Sequence[Saying]:  # noqa: ARG002
        """What could make an answer about the seat's cards wrong."""
        return ()

    def misheard(self, seat: str) -> Sequence[str]:  # noqa: ARG002
        """What cannot be true of others, a sentence each."""
        return ()

    def holds_together(self, seat: str) -> bool:
        """Whether nothing contradicts anything else, as far as the seat can know; it may be quicker than a sheet."""
        return self.show(seat).consistent and not self.misheard(seat)

    @abstractmethod
    def seen_from(self, seat: str) -> Iterable[Event]:
        """Of the table's own log, the events that the seat can know, as that player would have written them."""

    def in_public(self, event: Event) -> Event | None:
        """An event as anybody at the table may know it, with what has been told; None if it is the owner's alone."""
        return event.aloud(self.table).in_public(self.table)

    def as_seen(self, event: Event, seat: str) -> Event | None:
        """One event as that player sees it; None if there is nothing to see."""
        return event.seen_by(seat)

    def laid_open(self, event: Event) -> Event:
        """Of a seat's event what everybody may see once the game is over."""
        return event

    def complete(self, line: str, seat: str) -> str:  # noqa: ARG002
        """A line for the table's own log with what the player who sends it cannot know, but the table does.

        Where others have entered something else about that player's own cards, it is what the player says.
        """
        return line

    # What a seat may enter while all sit at one table. Files and sessions of one player are not held to it.

    def out_of_turn(self, event: Event) -> Fault | None:
        """Why the owner of this log may not enter that now, at a table where everything is entered as it happens."""
        return event.out_of_turn(self.table)

    def left_to_table(self, line: str) -> Event | None:  # noqa: ARG002
        """What a line of the owner says that is too short for a log like this, as the table's own log knows the rest.

        It goes by the form of the line alone, whatever the cards are.
        """
        return None

    def stands(self, event: Event) -> bool:
        """In the table's own log: whether an event has shown somebody something, so that no seat takes it back."""
        return event.stands(self.table)

    def closed(self, event: Event) -> bool:
        """Whether no seat may put an event right any more, even if all agree: what it was about has been shown."""
        return event.closed(self.table)

    def as_entered(self, event: Event) -> Event:
        """An event of the owner's log without what the table may have added to it."""
        return event.as_entered()

    def said_aloud(self) -> Iterable[Aloud]:
        """What was said at the table so far, for everybody to hear; the owner's log tells nothing else."""
        return ()

    def learnt(self) -> str:
        """What the owner was last told of their own cards, until the next bet; nothing if there is nothing."""
        return ""

    def tell_entry(self, event: Event) -> str:
        """What somebody entered, in a few words."""
        return event.tell_entry()

    def in_common(self, event: Event, other: Event) -> Event:
        """Of an event what is about the same pieces as another."""
        return event.in_common(other)

    def ask_back(self, event: Event) -> str:
        """Whether the owner really wants to take that back."""
        return event.ask_back(self.me)

    def waits_for(self, whole: Opened) -> Collection[str]:  # noqa: ARG002 - what others did in secret, only that knows
        """Who is awaited, by what the owner can know and by who has done it already in the table's own log, `whole`."""
        first = next(iter(self.awaited()), None)
        return () if self.over or first is None else first.players or self.opening.players

    def rounds_of_events(self) -> Sequence[int]:
        """In which round each event stands; 0 before the first."""
        return [int(self.timeline.at(place).round) for place in range(1, len(self.reading.events) + 1)]

    @abstractmethod
    def scene(self) -> Data:
        """What lies on the table, as the owner of the log sees it: for a page to draw, and for other programs."""

    # While it is typed.

    def tell(self, event: Event) -> str:
        """What was understood, as a sentence to the log's owner."""
        return event.tell(self.table)

    def tell_change(self, old: Event, new: Event) -> str:
        """What was so, and not as the line has it, as people say it at the table."""
        return old.tell_change(new, self.table)

    def put_right(self, old: Event, new: Event) -> Event | None:
        """An earlier event as it is if a new one is true; None if the two are not about the same thing."""
        return old.put_right(new, self.table)

    def stays_true(self, event: Event) -> bool:
        """Whether what such a line says is not about its round alone."""
        return event.lasting

    def may_mean(self, event: Event) -> Iterable[Meaning]:  # noqa: ARG002
        """What else could be meant by a line that the log denies."""
        return ()

    @abstractmethod
    def tell_news(self, before: Sheet | None, after: Sheet) -> Sequence[str]:
        """What a line taught."""

    @abstractmethod
    def next_step(self) -> NextStep: ...

    def awaited(self) -> Sequence[Awaited]:
        """What may come next, so that a line can be typed without its verb or its player."""
        return tuple(Awaited(proposal.split()[0]) for proposal in self.next_step().proposals)

    def next_question(self, skipped: Collection[str]) -> SetupQuestion | None:  # noqa: ARG002 - some need no more lines
        """What a new log still lacks; answers given or skipped are not asked for again."""
        return None

    @abstractmethod
    def words(self) -> Mapping[str, Iterable[str]]:
        """What the parts of a verb's form can be, for completion."""


def _list_taught(opened: Opened, seat: str) -> PlainReview:
    """What the seat learnt, line by line."""
    taught, before, events = list[Taught](), None, opened.reading.events
    for number in range(len(OPENING), len(events) + 1):
        if then := opened.at(number):
            sheet = then.show(seat)
            taught.append(Taught(events[number - 1].line, tuple(then.tell_news(before, sheet))))
            before = sheet
    return PlainReview(opened.game.name, seat, before is None or before.consistent, tuple(taught[1:]))


# What a game may have.


class Reads(ABC):
    """An opened log from which the others' moves can be read: evidence, apart from all that is exact."""

    @abstractmethod
    def suggest(self, seat: str) -> Suggested | None:
        """What the table suggests; None if there is nothing, or the log does not want it."""

    def knowing(self, earlier: Sequence[Opened]) -> Opened:  # noqa: ARG002 - not every game learns from evenings before
        """The same log, read by what these people did on evenings before. Raises a Fault if that cannot be."""
        raise unreadable(None, say("This game does not learn from evenings before."), say("Leave --people out."))

    def keep_up(self, seat: str) -> None:  # noqa: B027 - not every game has something to keep
        """Take in what is new, so that a later reading is quick; a session asks for it line by line."""


class Hints(ABC):
    """An opened log that can point at a deduction not made yet."""

    @abstractmethod
    def hint(self, seat: str, level: int) -> HasData | None:
        """The easiest one: where to look, then what, then why. None if nothing fits the log."""


class RanksQuestions(ABC):
    """An opened log of a game in which cards with questions are read."""

    @abstractmethod
    def questions(self, seat: str) -> HasData | None:
        """What each card would tell the seat now. None if nothing fits the log."""


class Repairs(ABC):
    """A game that proposes repairs for a log that breaks a rule."""

    @abstractmethod
    def check_broken(self, reading: Reading, errors: Sequence[LogError], upto: int | None) -> Check: ...


class Recounts(ABC):
    """A game whose reviews can be told as a story."""

    @abstractmethod
    def recount(self, logs: Sequence[Opened], review: Review) -> Chronicle:
        """The story of a review of these logs."""

    @abstractmethod
    def compare(self, reviews: Mapping[str, Review]) -> Sequence[Part]:
        """What the reviews of all seats of one table tell together: everybody's curve, who could have known first."""


class CopiesPaper(ABC):
    """An opened log that may be a copy of a paper sheet: every place on the sheet is a line of the log."""

    mark: ClassVar[str]  # the line by which a log says that it is a copy
    retype: ClassVar[str]  # how to type again what was copied wrongly, shown by say(retype)

    @property
    @abstractmethod
    def is_copy(self) -> bool: ...

    @abstractmethod
    def describe_sheet(self) -> Data:
        """All that is on the sheet, for a page to draw."""

    @abstractmethod
    def ask_kind(self, skipped: Collection[str]) -> SetupQuestion | None:
        """Whether a new log is a copy, or of a game that is played now: the first question of a game."""

    @abstractmethod
    def part_row(self, typed: str) -> tuple[str, ...]:
        """What is typed at once for a row of the sheet, as one line for each place."""

    @abstractmethod
    def put_row(self, row: int, typed: str) -> str:
        """The text of the log with what is typed in that row: the whole row, or only some places of it."""

    @abstractmethod
    def put_at_place(self, place: str, line: str) -> str:
        """The text of the log with this line at a place of the sheet; an empty line takes away what is there."""


class HasPad(ABC):
    """A game in which everybody has a pad of paper."""

    @abstractmethod
    def draw_pad(self, opened: Opened | None, seat: str = "") -> DrawnPad:
        """What a seat has on its pad by a log; without a log a pad as it comes out of the box."""


T = TypeVar("T")


def expect(kind: type[T], thing: object) -> T:
    """A game's own type behind a protocol: a game gets back what it handed out."""
    if not isinstance(thing, kind):
        raise TypeError(f"{kind.__module__}.{kind.__name__} expected, not {type(thing).__name__}")
    return thing
