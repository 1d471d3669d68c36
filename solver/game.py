"""The contract of a game: what a front end may ask of it, and of a log of it, in types.

`Game` is what a game is before there is a log; `Opened` is a log, read and replayed, that answers questions about
itself. What every game has is abstract in these two; what a game may have on top is a class of its own (`Hints`,
`Repairs`, `Recounts`, `Simulates`), and `isinstance` decides. Tables, sheets, answers, advice and reviews are each
game's own types behind the protocols here. Numpy and ortools are slow to load: a game imports what needs them inside
its methods.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol, Self, TypeVar

from solver.english import Ask, Saying, fold, remark
from solver.grammar import COMMON, OPENING, Aid, Event, Opening, Verb
from solver.log import Line, Log, LogError, unreadable
from solver.replay import Notation, Reading

if TYPE_CHECKING:
    from typing_extensions import override as override  # type checkers know it without its being installed

    from solver.chronicle import Chronicle, Part
    from solver.proof.conflicts import Check
    from solver.simulation import Simulation  # loads what only simulated games need
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


class Step(NamedTuple):
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
    With `by_name` it is not what one waits for, but a name says that it is meant.
    """

    verb: str
    players: tuple[str, ...] = ()
    in_order: bool = True
    by_name: bool = False

    @property
    def next(self) -> tuple[str, ...]:
        """Who may be meant if nobody is named; `""` if the line is about nobody."""
        if self.by_name:
            return ()
        return (self.players[:1] if self.in_order else self.players) or ("",)


class Unclear(Exception):
    """An answer that makes no sense."""


class Question(NamedTuple):
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


def ask_yes_no(key: str, text: str, line: str) -> Question:
    """A yes writes the line, and so does typing the line itself; a no writes nothing."""

    def read(answer: str) -> str | None:
        said = " ".join(fold(answer).split())
        if said == line or "yes".startswith(said):
            return line
        if "no".startswith(said):
            return None
        raise Unclear

    return Question(key, f"{text} (y or n)", read, "n", skippable=True, choices=("yes", "no"))


# What is answered.


class Table(Protocol):
    """What happened at the table, as a game records it."""

    @property
    def round(self) -> int: ...

    @property
    def warnings(self) -> Sequence[LogError]: ...


class Told(Protocol):
    """Anything that can be handed to another program: `data` has the keys that outside programs rely on."""

    def data(self) -> Data: ...


class Suggested(Told, Protocol):
    """What the others' moves suggest: always with the exact figure beside the one that is read."""

    @property
    def sentences(self) -> Sequence[str]: ...

    @property
    def assumes(self) -> str:
        """What it rests on."""


class Sheet(Told, Protocol):
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


class Advice(Told, Protocol):
    """What to do now."""

    @property
    def consistent(self) -> bool: ...

    @property
    def refusal(self) -> tuple[Saying, Saying] | None:
        """Why nothing can be advised, and what to do about it."""
        if not self.consistent:
            return "Nothing fits this log, so nothing can be advised.", remark("`", Ask("check"), "` says why.")
        return None if self.move else ("The game is over.", remark("`", Ask("review"), "` looks back on it."))

    @property
    def move(self) -> str:
        """The advised move as the line that says it; nothing if there is nothing to do."""


class Review(Told, Protocol):
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


# The contract.


class Game(ABC):
    """A game that logs are written about."""

    name: ClassVar[str]  # as the first line of a log has it
    title: ClassVar[str]
    seating: ClassVar[str]  # in which order players are named
    legend: ClassVar[str]  # short words that lines may use
    claims: ClassVar[tuple[str, ...]]  # what `why` can be asked, by examples
    counts: ClassVar[str] = "round"  # what a sheet of an earlier moment counts
    remembered: ClassVar[tuple[str, ...]] = ()  # verbs of lines that are the same for every evening with a box
    options: ClassVar[tuple[Option, ...]] = ()  # of `advise`
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

    def review(self, logs: Sequence[Opened], seat: str) -> Review:
        """Look back on one evening or several. Raises a Fault if that cannot be."""
        if len(logs) != 1:
            raise unreadable(None, f"{self.title} is reviewed one game at a time.", "Name one log.")
        return _retrace(logs[0], seat)

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
        players = players._replace(means=f"{players.means}, {self.seating}")
        return (first, players, *rest, *self.notation().verbs)


class Opened(ABC):
    """A log that can be worked with. Questions that cannot be answered as they are put raise a Fault."""

    table: Table  # a game says here which its own is

    def __init__(self, game: Game, reading: Reading, upto: int | None, table: Table) -> None:
        self.game, self.reading, self.upto, self.table = game, reading, upto, table

    @property
    def opening(self) -> Opening:
        return self.reading.opening

    @property
    def me(self) -> str:
        return str(self.opening.me)

    @property
    def aid(self) -> Aid:
        """How much help it asks for."""
        return self.opening.aid

    def under(self, aid: Aid) -> Self:
        """The same log, as if it asked for that much help."""
        other = copy(self)
        other.reading = self.reading._replace(opening=self.opening._replace(aid=aid))
        return other

    @property
    def over(self) -> bool:
        """There is nothing left to find out, so that looking back gives nothing away."""
        return self.next_step().offer == "review"

    # Questions.

    @abstractmethod
    def show(self, seat: str) -> Sheet: ...

    @abstractmethod
    def why(self, seat: str, claim: Sequence[str]) -> Sequence[Told]:
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

    @abstractmethod
    def seen_from(self, seat: str) -> Iterable[Event]:
        """Of the table's own log, the events that the seat can know, as that player would have written them."""

    @abstractmethod
    def in_public(self, event: Event) -> Event | None:
        """An event as anybody at the table may know it, whoever holds the card; None if it is the owner's alone."""

    def complete(self, line: str) -> str:
        """A line for the table's own log with what the player who sends it cannot know, but the table does."""
        return line

    @abstractmethod
    def scene(self) -> Data:
        """What lies on the table, as the owner of the log sees it: for a page to draw, and for other programs."""

    # While it is typed.

    @abstractmethod
    def tell(self, event: Event) -> str:
        """What was understood, as a sentence to the log's owner."""

    def tell_change(self, old: Event, new: Event) -> str:
        """What was so, and not as the line has it, as people say it at the table."""
        return f"{self.game.format_event(new)}, not {self.game.format_event(old)}"

    @abstractmethod
    def tell_news(self, before: Sheet | None, after: Sheet) -> Sequence[str]:
        """What a line taught."""

    @abstractmethod
    def next_step(self) -> Step: ...

    def awaited(self) -> Sequence[Awaited]:
        """What may come next, so that a line can be typed without its verb or its player."""
        return tuple(Awaited(proposal.split()[0]) for proposal in self.next_step().proposals)

    def next_question(self, skipped: Collection[str]) -> Question | None:  # noqa: ARG002 - some need no more lines
        """What a new log still lacks; answers given or skipped are not asked for again."""
        return None

    @abstractmethod
    def words(self) -> Mapping[str, Iterable[str]]:
        """What the parts of a verb's form can be, for completion."""


def _retrace(opened: Opened, seat: str) -> PlainReview:
    """What the seat learnt, line by line."""
    taught, before, events = list[Taught](), None, opened.reading.events
    for number in range(len(OPENING), len(events) + 1):
        then = opened.game.replay(opened.reading._replace(events=events[:number]), opened.upto)
        if isinstance(then, Opened):
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

    def keep_up(self, seat: str) -> None:  # noqa: B027 - not every game has something to keep
        """Take in what is new, so that a later reading is quick; a session asks for it line by line."""


class Hints(ABC):
    """An opened log that can point at a deduction not made yet."""

    @abstractmethod
    def hint(self, seat: str, level: int) -> Told | None:
        """The easiest one: where to look, then what, then why. None if nothing fits the log."""


class Questions(ABC):
    """An opened log of a game in which cards with questions are read."""

    @abstractmethod
    def questions(self, seat: str) -> Told | None:
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


class Simulates(ABC):
    """A game that the machine can play."""

    @abstractmethod
    def simulation(self) -> Simulation: ...


T = TypeVar("T")


def expect(kind: type[T], thing: object) -> T:
    """A game's own type behind a protocol: a game gets back what it handed out."""
    if not isinstance(thing, kind):
        raise TypeError(f"{kind.__module__}.{kind.__name__} expected, not {type(thing).__name__}")
    return thing
