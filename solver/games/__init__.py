"""The games this program knows, and how a log finds its game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from solver.english import any_of, nearest
from solver.game import Question, Step
from solver.grammar import COMMON, Opening, Reading, Verb
from solver.log import Kind, Log, LogError, fold, unreadable
from solver.wishes import Wish

if TYPE_CHECKING:
    from solver.simulation import Simulation


@dataclass(frozen=True, slots=True)
class Game:
    """What every command needs of a game. Tables, sheets and advice are the game's own types."""

    name: str
    title: str
    seating: str  # in which order players are named
    legend: str  # short words that lines may use
    notation: Callable[[], tuple[Verb, ...]]
    read: Callable[[Log], Reading]
    replay: Callable[[Reading, int | None], tuple[Any, tuple[LogError, ...]]]
    show: Callable[[Any, str], Any]
    advise: Callable[[Any, str, Wish], Any]
    say_move: Callable[[Any], str]  # what was advised, as the line to type; nothing if there is nothing to do
    review: Callable[[Sequence[tuple[Reading, Any]], str, int | None], Any]  # logs read and replayed, seat, last round
    tell: Callable[[object, Any], str]
    tell_news: Callable[[Any, Any], tuple[str, ...]]
    next_step: Callable[[Any], Step]
    next_question: Callable[[Any, Collection[str]], Question | None]
    words: Callable[[Any], Mapping[str, Iterable[str]]]
    simulation: Callable[[], Simulation] | None = None  # ways of playing by machine, where there are any
    why: Callable[[Any, str, Sequence[str]], tuple[Any, ...]] | None = None
    check: Callable[[Reading, Any, str, int | None], Any] | None = None
    check_broken: Callable[[Reading, Sequence[LogError], int | None], Any] | None = None
    hint: Callable[[Any, str, int], Any] | None = None
    doubts: Callable[[Any, str], tuple[str, ...]] | None = None  # what could make an answer wrong, in sentences
    misheard: Callable[[Any, str], tuple[str, ...]] = lambda *_: ()  # what others heard that cannot be, in sentences
    counts: str = "round"  # what --round counts
    remembered: tuple[str, ...] = ()  # verbs of lines that are the same for every evening with a box

    @property
    def verbs(self) -> tuple[Verb, ...]:
        first, players, *rest = COMMON
        first = replace(first, examples=(f"game {self.name}",))
        players = replace(players, means=f"{players.means}, {self.seating}")
        return (first, players, *rest, *self.notation())


def _in(package: str) -> Callable[[str], Callable[..., Any]]:
    """Functions of a game, loaded when first called: numpy and ortools are slow to load, and errors need neither."""

    def named(place: str) -> Callable[..., Any]:
        module, _, name = place.rpartition(".")

        def call(*arguments: Any) -> Any:
            return getattr(import_module(f"solver.games.{package}.{module}"), name)(*arguments)

        return call

    return named


_str8, _tricoda, _box = _in("think_str8"), _in("tricoda"), _in("thinkaboxin")

GAMES = {
    "think-str8": Game(
        name="think-str8",
        title="Think Str8!",
        seating="the stone on top of the starting stack first",
        legend="Colours are words or b g y p r e (e is grey), also run together: gyb. Answers: hit (yes, =), low (the "
        "sum is above: >), high (the sum is below: <), miss (no); `higher` and `lower` could mean either.",
        notation=_str8("notation.list_verbs"),
        read=_str8("notation.read_log"),
        replay=_str8("replay.replay"),
        show=_str8("sheet.make_sheet"),
        advise=_str8("advice.advise.make_advice"),
        say_move=_str8("advice.advise.say_move"),
        review=_str8("review.review.review_log"),
        tell=_str8("words.lines.tell"),
        tell_news=_str8("words.lines.tell_news"),
        next_step=_str8("prompts.next_step"),
        next_question=_str8("prompts.next_question"),
        words=_str8("prompts.words"),
        simulation=_str8("simulation.report.make_simulation"),
        why=_str8("why.explain"),
        check=_str8("check.check"),
        check_broken=_str8("check.check_broken"),
        hint=_str8("check.give_hint"),
        doubts=_str8("gaps.find_doubts"),
        misheard=_str8("misheard.tell_misheard"),
        remembered=("tokens",),
    ),
    "tricoda": Game(
        name="tricoda",
        title="Tricoda",
        seating="in turn order",
        legend="Stones are a colour and a number; colours may be cut short: green 6, gre6, g6. Comparisons are "
        "answered first, second or same.",
        notation=_tricoda("notation.list_verbs"),
        read=_tricoda("notation.read_log"),
        replay=_tricoda("replay.replay"),
        show=_tricoda("sheet.make_sheet"),
        advise=_tricoda("advice.make_advice"),
        say_move=_tricoda("advice.say_move"),
        tell=_tricoda("words.tell"),
        tell_news=_tricoda("words.tell_news"),
        next_step=_tricoda("prompts.next_step"),
        next_question=_tricoda("prompts.next_question"),
        words=_tricoda("prompts.words"),
        simulation=_tricoda("simulation.report.make_simulation"),
        why=_tricoda("why.explain"),
        check=_tricoda("check.check"),
        check_broken=_tricoda("check.check_broken"),
        hint=_tricoda("why.give_hint"),
        review=_tricoda("review.review_logs"),
        counts="question",
    ),
    "thinkaboxin": Game(
        name="thinkaboxin",
        title="Thinkaboxin",
        seating="around the table",
        legend="A bid is an amount and a value: 3x5.",
        notation=_box("notation.list_verbs"),
        read=_box("notation.read_log"),
        replay=_box("replay.replay"),
        show=_box("sheet.make_sheet"),
        advise=_box("advice.make_advice"),
        say_move=_box("advice.say_move"),
        tell=_box("words.tell"),
        tell_news=_box("words.tell_news"),
        next_step=_box("prompts.next_step"),
        next_question=_box("prompts.next_question"),
        words=_box("prompts.words"),
        why=_box("why.answer"),
        check=_box("check.check"),
        review=_box("review.review_logs"),
    ),
}


@dataclass(frozen=True, slots=True)
class Opened:
    """A log that can be worked with: read without fault and replayed."""

    game: Game
    reading: Reading
    table: Any

    @property
    def opening(self) -> Opening:
        return self.reading.opening

    @property
    def parts(self) -> tuple[Reading, Any]:
        return self.reading, self.table


def open_log(log: Log, upto: int | None = None) -> Opened | tuple[LogError, ...]:
    """Read and replay a log up to the end of a round; if anything is wrong, all of it is returned at once."""
    game = find_game(log)
    if isinstance(game, LogError):
        return (game,)
    reading = game.read(log)
    table, broken = game.replay(reading, upto)
    errors = sorted((*reading.errors, *broken), key=lambda error: (error.line, error.column))
    return Opened(game, reading, table) if not errors else tuple(errors)


def find_game(log: Log) -> Game | LogError:
    """The game named in the first event."""
    first = next((line for line in log.lines if line.words), None)
    if first is None:
        empty = LogError(log.name, 0, 0, 0, Kind.UNREADABLE, "The log is empty.", f"It begins with: {_begin()}")
        return replace(empty, unfinished=True)
    verb, *rest = first.words
    if not "game".startswith(verb.key):
        fault = unreadable(verb, "The first line must say which game it is.", f"Type first: {_begin()}")
        return fault.on(first, log.name)
    if not rest:
        return unreadable(verb, "`game` needs the name of a game.", f"Type: {_begin()}").on(first, log.name)
    game = named_game(rest[0].text)
    return game or unreadable(rest[0], *unknown_game(rest[0].text)).on(first, log.name)


def named_game(name: str) -> Game | None:
    """The game called so; dashes, blanks and signs do not count."""
    return next((game for key, game in GAMES.items() if _letters(key) == _letters(name)), None)


def fitting_games(part: str) -> list[str]:
    """The games with this in their names."""
    return [key for key in GAMES if _letters(part) and _letters(part) in _letters(key)]


def unknown_game(name: str) -> tuple[str, str]:
    """What to say of a game nobody here knows."""
    fitting = fitting_games(name)
    if len(fitting) > 1:
        return f"The game `{name}` could be {any_of(fitting)}.", "Type more of the name."
    meant = fitting[0] if fitting else nearest(fold(name), GAMES)
    known = f"Known games: {', '.join(GAMES)}."
    return f"The game `{name}` is not known.", f"Did you mean `{meant}`? {known}" if meant else known


def _letters(name: str) -> str:
    return "".join(sign for sign in fold(name) if sign.isalnum())


def _begin() -> str:
    return f"game {next(iter(GAMES))}"
