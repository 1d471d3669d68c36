"""A log while it is being typed: what a new line would do, before anything is saved. For every front end that types."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from solver.game import Opened, Question, Sheet
from solver.games import every_game, find_game, fitting_games, open_log
from solver.log import Line, Log, LogError, decode_log, parse_log, with_line, with_line_changed


@dataclass(frozen=True, slots=True)
class State:
    """A log as far as it is typed: opened and with its sheet, or with all that is wrong with it."""

    log: Log
    opened: Opened | None
    errors: tuple[LogError, ...]
    sheet: Sheet | None
    conflicts: tuple[str, ...] = ()  # what cannot be, a sentence each

    @property
    def text(self) -> str:
        return self.log.text

    @property
    def faults(self) -> tuple[LogError, ...]:
        """What is wrong, apart from opening lines that are still to come."""
        return tuple(error for error in self.errors if not error.unfinished)

    @property
    def last_event(self) -> Line | None:
        return next((line for line in reversed(self.log.lines) if line.words), None)


def read_state(text: str, name: str) -> State:
    log, read = parse_log(text, name), decode_log(text.encode("utf-8", "surrogatepass"), name)
    opened = (read,) if isinstance(read, LogError) else open_log(log)
    if not isinstance(opened, Opened):
        return State(log, None, opened, None)
    sheet = opened.show(opened.me)
    none_left = () if sheet.fits else ("Nothing you could hold fits the log.",)
    misheard = opened.misheard(opened.me)
    return State(log, opened, (), sheet, (*none_left, *misheard))


def add_line(state: State, line: str) -> State:
    """What would be if the line were added."""
    return read_state(with_line(state.text, line), state.log.name)


def change_line(state: State, number: int, event: str | None) -> State:
    """What would be if line `number` said something else, or were taken out."""
    return read_state(with_line_changed(state.text, number, event), state.log.name)


def new_conflicts(before: State, after: State) -> tuple[str, ...]:
    """What cannot be any more."""
    return tuple(conflict for conflict in after.conflicts if conflict not in before.conflicts)


def next_question(log: Log, skipped: Collection[str]) -> Question | None:
    """What a log that is only begun asks for next: the opening lines, then what its game wants to know."""
    if not any(line.words for line in log.lines):
        names = tuple(game.name for game in every_game())
        return Question("game", f"Which game? ({', '.join(names)})", _game_line, names[0], choices=names)
    game = find_game(log)
    if isinstance(game, LogError):
        return None
    reading = game.read(log)
    if any(not error.unfinished for error in reading.errors):
        return None
    if not reading.opening.players:
        return Question("players", f"Who plays? {game.seating.capitalize()}", lambda answer: f"players {answer}")
    if reading.opening.me is None:
        return Question("me", "Which of them are you?", lambda answer: f"me {answer}", choices=reading.opening.players)
    opened = game.replay(reading)
    return opened.next_question(skipped) if isinstance(opened, Opened) else None


def _game_line(answer: str) -> str:
    """A part of a name will do if it fits one game only."""
    found = fitting_games(answer)
    return f"game {found[0] if len(found) == 1 else answer}"
