"""The games this program knows, and how a log finds its game.

A game from another package is found by its entry point in the group `deduce.games`, whose name is the game's and whose
value is an object of a class derived from `solver.game.Game`. Our own games come first.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from solver.english import any_of, fold, nearest
from solver.game import Game, Opened
from solver.games.think_str8.game import ThinkStr8
from solver.games.thinkaboxin.game import Thinkaboxin
from solver.games.tricoda.game import Tricoda
from solver.grammar import GameLine
from solver.language import say
from solver.log import Kind, Log, LogError, unreadable
from solver.tongues import meanings_of

GAMES: tuple[Game, ...] = (ThinkStr8(), Tricoda(), Thinkaboxin())
GROUP = "deduce.games"


def every_game() -> tuple[Game, ...]:
    """Ours, and those that other packages have brought."""
    return (*GAMES, *games_from_outside())


@cache
def games_from_outside() -> tuple[Game, ...]:
    from importlib.metadata import entry_points  # slow to load, and needed only where our own games do not answer

    ours = {_letters(game.name) for game in GAMES}
    return tuple(_checked(found.load()) for found in entry_points(group=GROUP) if _letters(found.name) not in ours)


def _checked(game: object) -> Game:
    if not isinstance(game, Game):
        raise TypeError(f"the entry point must be an object of a class derived from {Game.__module__}.Game")
    return game


def open_log(log: Log, upto: int | None = None) -> Opened | tuple[LogError, ...]:
    """A log of any game, opened by the game that its first event names."""
    game = find_game(log)
    return (game,) if isinstance(game, LogError) else game.open(log, upto)


def find_game(log: Log) -> Game | LogError:
    """The game named in the first event."""
    first = next((line for line in log.lines if line.words), None)
    if first is None:
        hint = say("It begins with: {line}", line=_begin())
        return LogError(log.name, 0, 0, 0, Kind.UNREADABLE, say("The log is empty."), hint, unfinished=True)
    verb, *rest = first.words
    if not "game".startswith(verb.key) and GameLine.word not in meanings_of(verb.text):
        problem = say("The first line must say which game it is.")
        return unreadable(verb, problem, say("Type first: {line}", line=_begin())).on(first, log.name)
    if not rest:
        problem = say("`game` needs the name of a game.")
        return unreadable(verb, problem, say("Type: {line}", line=_begin())).on(first, log.name)
    game = named_game(rest[0].text)
    return game or unreadable(rest[0], *unknown_game(rest[0].text)).on(first, log.name)


def named_game(name: str) -> Game | None:
    """The game of that name; dashes, blanks and other marks do not count."""
    return next((game for game in _ours_first() if _letters(game.name) == _letters(name)), None)


def _ours_first() -> Iterator[Game]:
    """Other packages are asked only when none of ours will do."""
    yield from GAMES
    yield from games_from_outside()


def fitting_games(part: str) -> list[str]:
    """The games with this in their names."""
    return [game.name for game in every_game() if _letters(part) and _letters(part) in _letters(game.name)]


def unknown_game(name: str) -> tuple[str, str]:
    """What to say of a game nobody here knows."""
    fitting, names = fitting_games(name), [game.name for game in every_game()]
    if len(fitting) > 1:
        problem = say("The game `{name}` could be {games}.", name=name, games=any_of(fitting))
        return problem, say("Type more of the name.")
    meant, problem = (
        fitting[0] if fitting else nearest(fold(name), names),
        say("The game `{name}` is not known.", name=name),
    )
    if meant:
        return problem, say("Did you mean `{name}`? Known games: {games}.", name=meant, games=", ".join(names))
    return problem, say("Known games: {games}.", games=", ".join(names))


def _letters(name: str) -> str:
    return "".join(sign for sign in fold(name) if sign.isalnum())


def _begin() -> str:
    return f"game {GAMES[0].name}"
