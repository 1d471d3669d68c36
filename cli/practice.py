"""Practice between evenings, in a terminal: the pad as on paper, a question, one line to type, the proof, the next.

Nothing has to be set. What was answered stands in a text file of the player's own, one line each, written as soon as it
is answered; what was missed comes back after growing pauses. Exercises are made while the person thinks.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import copy_context
from datetime import datetime
from itertools import chain, islice
from pathlib import Path
from queue import Full, Queue
from threading import Event, Thread
from time import monotonic
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from cli.games import look_of
from cli.opening import find_seat, leave, load, open_named, print_json
from cli.options import AsOption, JsonOption, complete_game, complete_log
from cli.views.console import add_figures, add_texts, clean, out, plain_table, program, put, show_table
from solver.english import capital
from solver.game import Game, Opened
from solver.games import every_game, named_game, open_log, unknown_game
from solver.gate import take_seat
from solver.language import as_typed, later, say, say_count, say_percent
from solver.log import Fault, Line, Log, parse_log
from solver.practice import (
    LEVEL_MEANS,
    LEVELS,
    Attempt,
    Exercise,
    Judged,
    Practises,
    Task,
    choose_level,
    find_due,
    place_of,
    put_in_order,
    read_attempts,
    sum_up,
)
from solver.tongues import meaning_of

RESULTS = "practice.txt"
_AS = " as "  # between a table's log and the player whose exercises they are
_CHOICES = later("choices")  # exercises that have no pattern
AHEAD = 3  # exercises made while the person thinks
SEEDS_APART = 1_000  # so that two sessions have different games
ORDERS = later("hint · why (shows it) · skip · q (stops)")


def practice(
    logs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="LOG…", help="Your own logs: what you missed there comes first.", autocompletion=complete_log
        ),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="Which game, without a log.", autocompletion=complete_game),
    ] = None,
    level: Annotated[
        int | None,
        typer.Option("--level", metavar="1-5", min=LEVELS[0], max=LEVELS[-1], help="How hard; left out: as you go."),
    ] = None,
    count: Annotated[int, typer.Option("--count", metavar="N", min=1, help="How many exercises.")] = 10,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", min=0, help="The same number gives the same exercises.")
    ] = None,
    patterns: Annotated[bool, typer.Option("--patterns", help="The ways of deducing, with an example each.")] = False,
    how: Annotated[bool, typer.Option("--how", help="How you do, by pattern.")] = False,
    as_: AsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Exercises from real moments: what can be crossed out, which bet, what to lay off, the final bets.

    Example: deduce practice evening.game

    Without a log the moments come from games played by machine. `q` stops, and nothing is lost.
    """
    if how:
        show_progress(out(), read_results())
    elif patterns or as_json:
        opened = dict(open_own(log, as_, as_json) for log in logs or ())
        game = _find_game(name, next(iter(opened.values())).game if opened else None)
        if patterns:
            show_patterns(out(), game)
        else:
            row = choose(game, opened, (), lambda: level, seed or 0)
            print_json({"exercises": [exercise.data() for exercise in islice(row, count)]})
    else:
        with begin_training(logs or (), name, level, seed, as_) as training:
            Session(out(), training, count).run()


@contextmanager
def begin_training(
    logs: Sequence[str],
    name: str | None,
    level: int | None = None,
    seed: int | None = None,
    player: str | None = None,
) -> Iterator[Training]:
    """A training that begins with what is due and what was missed in these logs, and goes on without end."""
    opened = dict(open_own(log, player) for log in logs)
    game, done = _find_game(name, next(iter(opened.values())).game if opened else None), list(read_results())
    first = SEEDS_APART * len(done) if seed is None else seed
    row = choose(game, opened, done, lambda: choose_level(done) if level is None else level, first)
    with made_ahead(row) as exercises:
        yield Training(game, exercises, done)


def _find_game(name: str | None, of_logs: Game | None) -> Practises:
    able = [game for game in every_game() if isinstance(game, Practises)]
    game = of_logs or (able[0] if name is None else named_game(name))
    if game is None:
        leave(*unknown_game(name or ""))
    if not isinstance(game, Practises):
        call = f"{program()} practice --game {able[0].name}"
        leave(say("There are no exercises for {game}.", game=game.title), say("Try: {call}", call=call))
    return game


def practise_log(console: Console, opened: Opened, count: int, read: Callable[[], str]) -> None:
    """Exercises from a log that is open already, what was missed there first; `read` takes what is typed."""
    game, done = _find_game(None, opened.game), list(read_results())
    row = put_in_order(game, game.exercises(opened, opened.reading.log.name), lambda: choose_level(done), len(done))
    with made_ahead(row) as exercises:
        Session(console, Training(game, exercises, done), count, read).run()


# Which exercises.


def open_own(name: str, player: str | None, as_json: bool = False) -> tuple[str, Opened]:
    """A log to practise with, and what its exercises are called after; of a table's log what that player had."""
    whole = open_named(name, None, as_json)
    opened, seat = find_seat(whole, player)
    if seat != opened.me:
        leave(
            say("This is {owner}'s own log.", owner=opened.me),
            say("Leave --as out: exercises are about what its owner could know."),
        )
    return (f"{name}{_AS}{seat}" if whole.opening.of_table else name), opened


def choose(
    game: Practises, opened: Mapping[str, Opened], done: Sequence[Attempt], level: Callable[[], int | None], seed: int
) -> Iterator[Exercise]:
    """What is due again, then your own logs, then games by machine."""
    if any(one.game is not game for one in opened.values()):
        leave(say("These logs are of different games."), say("Practise with the logs of one game at a time."))
    due = (found for id_ in find_due(done, datetime.now()) if (found := find_again(game, id_)))
    own = chain.from_iterable(game.exercises(one, log) for log, one in opened.items())
    return chain(due, put_in_order(game, own, level, seed))


def find_again(game: Practises, id_: str) -> Exercise | None:
    """An exercise by its id; None if its log is gone, or it is of another game."""
    with suppress(ValueError, Fault):
        source, _, kind = place_of(id_)
        title, _, seed = source.rpartition(" ")
        if title == game.name and seed.isdecimal():
            found = game.invent(int(seed), {Task(kind)})
        else:
            name, _, seat = source.partition(_AS)
            log = load(name)
            whole = open_log(log) if isinstance(log, Log) else None
            if not isinstance(whole, Opened) or whole.game is not game or whole.opening.of_table != bool(seat):
                return None
            opened, _ = take_seat(whole, seat or None)
            found = game.exercises(opened, source)
        return next((exercise for exercise in found if exercise.id == id_), None)
    return None


@contextmanager
def made_ahead(row: Iterator[Exercise]) -> Iterator[Iterator[Exercise]]:
    """The same exercises, made by a thread while the person thinks, so that the next is there at once.

    Whoever stops waits for the one in the making: an engine stopped in the middle would end the whole program.
    """
    made: Queue[Exercise | Exception | None] = Queue(AHEAD)
    stopped = Event()

    def put(one: Exercise | Exception | None) -> None:
        waits = True
        while waits and not stopped.is_set():
            with suppress(Full):
                made.put(one, timeout=0.1)
                waits = False

    def make() -> None:
        try:
            for exercise in row:
                put(exercise)
                if stopped.is_set():
                    return
            put(None)
        except Exception as failed:
            put(failed)

    def take() -> Iterator[Exercise]:
        while (found := made.get()) is not None:
            if isinstance(found, Exception):
                raise found
            yield found

    maker = Thread(target=copy_context().run, args=(make,))  # in the language of this one
    maker.start()
    try:
        yield take()
    finally:
        stopped.set()
        maker.join()


# Results.


def results_file() -> Path:
    return Path(typer.get_app_dir("deduce")) / RESULTS


def read_results() -> tuple[Attempt, ...]:
    with suppress(OSError, UnicodeDecodeError):
        return read_attempts(results_file().read_text(encoding="utf-8"))
    return ()


def keep(attempt: Attempt) -> bool:
    """Write one line at the end; whether that could be done."""
    place = results_file()
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("a", encoding="utf-8") as file:
            file.write(f"{attempt.write()}\n")
    except OSError:
        return False
    return True


def show_progress(console: Console, attempts: Sequence[Attempt]) -> None:
    if not attempts:
        put(console, say("Nothing practised yet. `{program} practice` begins.", program=program()))
        return
    right = sum(attempt.right for attempt in attempts)
    so_far = say_count(
        "{count} exercise so far, {right} right at the first try.",
        "{count} exercises so far, {right} right at the first try.",
        len(attempts),
        right=right,
    )
    put(console, so_far)
    console.print()
    grid = plain_table()
    add_texts(grid, (say("pattern"), 42))
    add_figures(grid, (say("tried"), 7), (say("right"), 8), (say("seconds"), 10))
    for each in sum_up(attempts):
        seconds = "-" if each.seconds is None else f"{each.seconds:.0f}"
        grid.add_row(say(each.pattern or _CHOICES), str(each.tried), say_percent(each.right / each.tried), seconds)
    show_table(console, grid)
    due = find_due(attempts, datetime.now())
    if due:
        console.print()
        back = say_count(
            "{count} that you missed comes back the next time.",
            "{count} that you missed come back the next time.",
            len(due),
        )
        put(console, back)


def show_patterns(console: Console, game: Practises) -> None:
    for place, pattern in enumerate(game.patterns()):
        if place:
            console.print()
        console.print(Text(f"{say(pattern.name)}  ({say('level {level}', level=pattern.level)})", style="bold"))
        put(console, say(pattern.means), indent=2)
        console.print()
        for row in pattern.example.splitlines():
            console.print(Text(f"    {clean(row)}"))
        console.print()
        put(console, say("So {what} is out:", what=" ".join(map(say, pattern.answer.split()))), indent=2)
        opened = game.open(parse_log(pattern.example))
        if isinstance(opened, Opened):
            for answer in opened.why(opened.me, pattern.answer.split()):
                look_of(game).show_answers(console, [answer])
    console.print()
    put(console, say(LEVEL_MEANS))
    put(console, say(game.graded))


# One row of exercises, wherever it is shown.


class Training:
    """A row of exercises, one after the other, and how it goes. Only the first try at each counts."""

    def __init__(self, game: Practises, row: Iterator[Exercise], done: list[Attempt]) -> None:
        self.game, self.row, self.done = game, row, done
        self.streak, self.right, self.tried, self.place = 0, 0, 0, 0
        self.kept = True
        self.current: Exercise | None = None

    def advance(self) -> Exercise | None:
        """The next exercise; None if there is no more."""
        self.current = next(self.row, None)
        self.begun, self.first, self.solved, self.hinted = monotonic(), True, False, 0
        self.place += 1
        return self.current

    @property
    def exercise(self) -> Exercise:
        assert self.current is not None, "there is one"
        return self.current

    @property
    def seconds(self) -> float:
        return round(monotonic() - self.begun, 1)

    def opened(self) -> Opened:
        opened = self.game.open(parse_log(self.exercise.log, self.exercise.id))
        assert isinstance(opened, Opened), opened
        return opened

    def name_place(self, count: int | None) -> list[str]:
        """Which exercise it is, of how many, how hard, and how it went so far."""
        place = say("Exercise {place}", place=self.place)
        if count is not None:
            place = say("Exercise {place} of {count}", place=self.place, count=count)
        head = [place, say("level {level}", level=self.exercise.level)]
        head += [say("{count} in a row", count=self.streak)] * (self.streak > 1)
        return head + [say("you missed this one")] * self.exercise.missed

    def judge(self, answer: str) -> Judged:
        """Raises a Fault if the answer cannot be read."""
        judged = self.game.judge(self.exercise, answer)
        if judged.right is not None:
            self.note(judged.right)
        self.solved = bool(judged.right)
        return judged

    def give_up(self) -> None:
        self.note(False)

    def note(self, right: bool) -> None:
        """Write down how the first try went."""
        if not self.first:
            return
        exercise, self.first = self.exercise, False
        self.tried, self.right = self.tried + 1, self.right + right
        self.streak = self.streak + 1 if right else 0
        when = datetime.now().replace(second=0, microsecond=0)
        attempt = Attempt(when, exercise.id, exercise.kind, exercise.level, exercise.pattern, right, self.seconds)
        self.done.append(attempt)
        self.kept = keep(attempt) and self.kept

    def hint(self) -> str:
        hints = self.game.hints(self.exercise)
        self.hinted += 1
        if self.hinted <= len(hints):
            return hints[self.hinted - 1]
        return say("That is all there is to say; `why` shows the answer.")

    def name_answers(self) -> str:
        """All right answers; of final bets, which are long, the best."""
        exercise = self.exercise
        answers = exercise.answers[: 1 if exercise.kind is Task.FINAL else None]
        return ", ".join(self.game.name_answer(exercise, answer) for answer in answers)

    def sum_up(self) -> str:
        return say("{right} of {tried} right at the first try.", right=self.right, tried=self.tried)


# The session.


class Session:
    """Exercises in a terminal. Whoever stops, or whose terminal closes, loses only the open question."""

    def __init__(self, console: Console, training: Training, count: int, read: Callable[[], str] | None = None) -> None:
        self.console, self.training, self.count = console, training, count
        self.read = read or (lambda: console.input("> "))
        self.asked: set[Task] = set()

    def run(self) -> None:
        training = self.training
        try:
            with hearing_interrupts():
                while training.place < self.count and training.advance():
                    self.show()
                    if not self.ask():
                        break
        except (KeyboardInterrupt, EOFError):
            self.console.print()
        self.leave()

    def show(self) -> None:
        console, exercise, opened = self.console, self.training.exercise, self.training.opened()
        console.print()
        console.print(Text(" · ".join(self.training.name_place(self.count)), style="bold"))
        console.print()
        look_of(self.training.game).show_exercise(console, opened.show(exercise.seat))
        if exercise.kind is Task.SLIP:
            for line in list_told(opened):
                number = say("line {number}", number=f"{line.number:>3}")
                console.print(Text(f"  {number}   {clean(line.event)}"))
            console.print()
        put(console, exercise.question, style="bold")
        if exercise.kind not in self.asked:
            self.asked.add(exercise.kind)
            self.tell_form()

    def tell_form(self) -> None:
        """What can be typed: said with the first of a kind, and whenever it is asked for."""
        example, orders = exercise_example(self.training.exercise), say(ORDERS)
        form = say("Type an answer, for example {example}; or: {orders}", example=example, orders=orders)
        put(self.console, form, indent=2, style="dim")

    def ask(self) -> bool:
        """One exercise until it is answered; False if the person stops."""
        console, training = self.console, self.training
        while True:
            typed = self.read().strip()
            order = meaning_of(typed, as_typed("quit hint why skip help")) or typed.casefold()
            match order:
                case "q" | "quit" | "exit" | "stop":
                    return False
                case "hint" | "h":
                    put(console, training.hint(), indent=2)
                    continue
                case "why" | "w" | "skip":
                    training.give_up()
                    if order != "skip":
                        self.explain()
                    return True
                case "" | "help" | "?":
                    self.tell_form()
                    continue
            try:
                judged = training.judge(typed)
            except Fault as fault:
                put(console, fault.problem, indent=2, style="red")
                put(console, fault.hint, indent=2)
                continue
            tone = {True: "green", False: "red", None: "yellow"}[judged.right]
            for sentence in judged.says:
                put(console, sentence, indent=2, style=tone)
            if judged.right:
                self.sign()
                return True

    def sign(self) -> None:
        """What was right, in signs, and how long it took."""
        training, exercise = self.training, self.training.exercise
        signs = training.game.write_signs(exercise)
        if signs:
            put(self.console, signs, indent=4)
        taken = say_count("{count} second.", "{count} seconds.", round(training.seconds))
        named = f"{capital(say(exercise.pattern))} · {taken}" if exercise.pattern else taken
        put(self.console, named, indent=4, style="dim")

    def explain(self) -> None:
        training, exercise = self.training, self.training.exercise
        put(self.console, say("Right would be: {answers}.", answers=training.name_answers()), indent=2)
        if exercise.pattern:
            pattern = say("{what}:", what=capital(say(exercise.pattern)))
            put(self.console, pattern, indent=2, style="dim")
        for sentence in training.game.explain(exercise):
            put(self.console, sentence, indent=4)

    def leave(self) -> None:
        training = self.training
        if training.tried:
            self.console.print()
            how = say("`{program} practice --how` shows how you do.", program=program())
            put(self.console, f"{training.sum_up()} {how}", style="bold")
        if not training.kept:
            lost = say("This could not be kept in {file}.", file=results_file())
            put(self.console, lost, style="yellow", mark="! ")


@contextmanager
def hearing_interrupts() -> Iterator[None]:
    """While this lasts, Ctrl-C is an exception and can be answered; else it ends the program without a word."""
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def list_told(opened: Opened) -> list[Line]:
    """The lines after the opening ones, one of which was misheard."""
    return [line for line in opened.reading.log.lines if line.words and line.number > 3]


def exercise_example(exercise: Exercise) -> str:
    """What an answer looks like; never this exercise's own."""
    red = f"{say('red')} 6"
    forms = {"cross": red if exercise.game == "think-str8" else "4", "sum": "5-14", "bet": "7-10"}
    forms |= {"lay off": say("yellow"), "slip": say("line {number}", number=12)}
    forms |= {"final": "25 0 1 3 - 2", "declare": "4 5 5"}
    code, wait = f"`{forms[exercise.kind]}`", say("wait")
    return say("{code} or `{wait}`", code=code, wait=wait) if exercise.kind is Task.DECLARE else code
