"""One evening: who sits around the table, and the logs that they play, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from pathlib import Path

from cli.logfile import LogFile
from cli.serve.room import Room
from cli.serve.seats import Seats
from cli.serve.table import Refused, unfit
from solver.game import Data, Game, Opened
from solver.games import every_game, named_game, open_log
from solver.grammar import MEANING, Aid
from solver.language import say
from solver.log import parse_log
from solver.tongues import word_for


class Gathering:
    """The table that is played at now, or None as long as nobody has said which game it is."""

    def __init__(self, seats: Seats, room: Room | None, file: LogFile | None = None) -> None:
        self.seats, self._room, self._blank = seats, room, file
        self._done: list[LogFile] = []

    @property
    def room(self) -> Room | None:
        return self._room

    @property
    def names(self) -> tuple[str, ...]:
        """Who can sit down."""
        return self._room.seats if self._room else ()

    # The first phone says what is played.

    def set_up(self, game: str, players: Sequence[str], lines: Sequence[str], aid: str) -> None:
        """Begin the log. Raises Refused with what is wrong, or OSError."""
        if self._room is not None or self._blank is None:
            raise Refused(unfit("", say("This table is set up already.")), late=True)
        found = named_game(game)
        known = (*found.chosen, *found.remembered) if found else ()
        if strange := [line for line in lines if line and line.split()[:1] not in [[verb] for verb in known]]:
            raise Refused(unfit(strange[0], say("`{line}` is not among what there is to choose.", line=strange[0])))
        text = write_opening(game, players, lines, aid)
        opened = open_log(parse_log(text, say("the set-up")))
        if not isinstance(opened, Opened):
            raise Refused(opened)
        self._blank.save(text)
        self._begin(Room(self._blank, self.seats.start))

    def _begin(self, room: Room) -> None:
        self._room = room
        room.load()

    # Another game with the same seats.

    @property
    def wants_next(self) -> bool:
        """Whether all who sit here want to play again."""
        here = [name for name in self.names if name in self.seats.taken]
        return self._room is not None and bool(here) and all(name in self._room.rematch for name in here)

    def play_next(self) -> None:
        """Begin the next log beside this one. Raises OSError."""
        if self._room is None:
            return
        place = next_place(self._room.path)
        file = LogFile(place)
        file.save(self._room.opening)
        seats = Seats(place, self.seats)
        self.seats.go_on_in(place)
        self.seats = seats
        self._done.append(file)
        self._begin(Room(file, seats.start))

    def close(self) -> None:
        for file in self._done:
            file.close()


def next_place(path: Path) -> Path:
    """friday.game, friday-2.game, friday-3.game: the first that is not there yet."""
    stem, _, number = path.stem.rpartition("-")
    if not (stem and number.isdecimal()):
        stem, number = path.stem, "1"
    names = (path.with_name(f"{stem}-{following}{path.suffix}") for following in count(int(number) + 1))
    return next(name for name in names if not name.exists())


def write_opening(game: str, players: Sequence[str], lines: Sequence[str], aid: str) -> str:
    """The opening of a table's log; names are made into what a log can hold."""
    names = " ".join("".join(name.replace(",", " ").replace("#", " ").split()) or "?" for name in players)
    found = named_game(game)
    begun = (f"game {found.name if found else game}", f"players {names}", "me nobody")
    rows = (*begun, *filter(None, lines), f"aid {aid}")
    return "".join(f"{' '.join(row.split())}\n" for row in rows)


def list_choices() -> Data:
    """What there is to choose for a new log."""
    return {
        "games": [_describe_game(game) for game in every_game()],
        "aids": [{"name": str(level), "title": word_for(str(level)), "means": say(MEANING[level])} for level in Aid],
    }


def _describe_game(game: Game) -> Data:
    return {
        "name": game.name,
        "title": game.title,
        "seating": say(game.seating),
        "fewest": game.seats[0],
        "most": game.seats[1],
        "options": [
            {
                "key": option.key,
                "text": say(option.text),
                "choices": [{"text": say(text), "line": line} for text, line in option.choices],
                "typed": option.typed or None,
            }
            for option in game.setup
        ],
    }
