"""The games this program knows, and how a log finds its game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from solver.errors import Kind, LogError, unreadable
from solver.games import think_str8, tricoda
from solver.grammar import OPENING, Opening, Reading, Verb, nearest
from solver.log import Log, fold


@dataclass(frozen=True, slots=True)
class Game:
    """What every command needs of a game. Tables and sheets are the game's own types."""

    name: str
    title: str
    verbs: tuple[Verb, ...]
    read: Callable[[Log], Reading]
    replay: Callable[[Reading, int | None], tuple[Any, tuple[LogError, ...]]]
    show: Callable[[Any, str], Any]
    counts: str = "round"  # what --round counts


GAMES = {
    "think-str8": Game(
        "think-str8",
        "Think Str8!",
        (*OPENING, *think_str8.VERBS),
        think_str8.read_log,
        think_str8.replay,
        think_str8.show,
    ),
    "tricoda": Game(
        "tricoda",
        "Tricoda",
        (*OPENING, *tricoda.VERBS),
        tricoda.read_log,
        tricoda.replay,
        tricoda.show,
        counts="question",
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
        return LogError(log.name, 0, 0, 0, Kind.UNREADABLE, "The log is empty.", f"It begins with: {_begin()}")
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


def unknown_game(name: str) -> tuple[str, str]:
    """What to say of a game nobody here knows."""
    meant = nearest(fold(name), GAMES)
    known = f"Known games: {', '.join(GAMES)}."
    return f"The game `{name}` is not known.", f"Did you mean `{meant}`? {known}" if meant else known


def _letters(name: str) -> str:
    return "".join(sign for sign in fold(name) if sign.isalnum())


def _begin() -> str:
    return f"game {next(iter(GAMES))}"
