"""How a session begins: which log to play, for somebody who named none, and the questions that set up a new one."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from cli.logfile import without_quotes
from cli.opening import load
from cli.play.entries import catch_up, enter, refuse
from cli.play.inquiries import INQUIRIES
from cli.play.keyboard import Keyboard, Prompt, Turned
from cli.play.memory import kept, recall
from cli.play.orders import COMMANDS, obey_order
from cli.play.session import Play, leaves, tell_left
from cli.views.console import clean, put
from cli.views.faults import say_reason, show_call_fault, show_error
from solver.english import Saying, all_of, any_of, fold, match_beginning
from solver.game import Opened, SetupQuestion, Unclear
from solver.games import every_game, find_game, open_log
from solver.grammar import OPENING
from solver.language import say
from solver.log import (
    LARGEST,
    LONGEST,
    Fault,
    Log,
    LogError,
    check_typed,
    parse_line,
    parse_log,
    part_lines,
    without_unclean,
)
from solver.session import add_line, mask_line, next_question
from solver.tongues import meaning_of, part_meaning, word_for

MOST = 5  # logs that are listed, the newest first


class ChosenLog(NamedTuple):
    """The log to play, the lines with which a new one begins, and what was pasted besides and is still to be taken."""

    name: str
    begun: Sequence[str] = ()
    pasted: Sequence[str] = ()


def choose_log(console: Console, keyboard: Keyboard) -> ChosenLog:
    """Ask which log to play. Raises EOFError or KeyboardInterrupt if the person leaves."""
    answers = Answers(console, keyboard)
    try:
        name, begun = _choose(answers)
    except (EOFError, KeyboardInterrupt):
        tell_left(console, answers.pasted)
        raise
    return ChosenLog(name, begun, answers.pasted)


class Answers:
    """What is answered before a log is open: typed or pasted, and taken line by line."""

    def __init__(self, console: Console, keyboard: Keyboard) -> None:
        self.console, self.keyboard = console, keyboard
        self.pasted: list[str] = []  # still to be taken; once refused, to be changed by the person first
        self.refused = False

    def ask(self, title: str, words: Sequence[str] = ()) -> str:
        """The next answer. What is refused waits at the prompt, with what was pasted behind it."""
        prompt = Prompt(
            title, suggest=lambda begun: [word for word in words if word.startswith(begun)], before_all=True
        )
        while True:
            if self.refused or not self.pasted:
                self.pasted = self._ask_person(prompt)
            line = self.pasted.pop(0)
            try:
                check_typed(parse_line(1, line))
            except Fault as fault:
                self.refuse(without_unclean(line)[:LONGEST], fault.problem, fault.hint)
                continue
            if leaves(line.strip()):
                raise EOFError
            return line.strip()

    def refuse(self, line: str, problem: Saying, hint: Saying) -> None:
        show_call_fault(problem, hint, self.console)
        self.pasted.insert(0, line)
        self.refused = True

    def _ask_person(self, prompt: Prompt) -> list[str]:
        prompt = replace(prompt, text="\n".join(self.pasted), refused=self.refused)
        self.pasted, self.refused = [], False
        while True:
            try:
                return [*part_lines(self.keyboard.ask(prompt))]
            except Turned as turned:  # there is no sheet to uncover yet
                prompt = replace(prompt, text=turned.text, refused=prompt.refused and turned.text == prompt.text)


def _choose(answers: Answers) -> tuple[str, Sequence[str]]:
    """The name of a log, and for a new one its first lines."""
    logs = _find_logs(Path())
    if logs:
        answers.console.print(Text(say("Logs here, the newest first:"), style="bold"))
        for place, (path, opened) in enumerate(logs.items(), 1):
            about = f"{opened.game.title}, {all_of(opened.opening.players)}; {opened.next_step().title}"
            put(answers.console, f"{path.name}: {about}", mark=f"{place:>3}. ")
        typed = answers.ask(say("Go on with which? A number, or the name of a file; Enter begins a new game."))
        if _is_line(typed):
            answers.pasted.insert(0, typed)
        elif typed:
            numbered = typed.isdecimal() and 0 < int(typed[:3]) <= len(logs)
            return str(list(logs)[int(typed) - 1]) if numbered else without_quotes(typed), ()
    return _begin(answers)


def _find_logs(folder: Path) -> dict[Path, Opened]:
    """The logs that can be read there; in a folder that cannot be entered there are none."""
    found: dict[Path, Opened] = {}
    try:
        there = sorted(filter(_may_be_log, folder.iterdir()), key=lambda path: -path.stat().st_mtime)
    except OSError:
        return {}
    for path in there:
        log = load(str(path))
        opened = open_log(log) if isinstance(log, Log) and len(found) < MOST else ()
        if isinstance(opened, Opened):
            found[path] = opened
    return found


def _may_be_log(path: Path) -> bool:
    """A log may have any name; what is not called one begins with its `game` line, comments aside."""
    if path.name.startswith(".") or not path.is_file() or path.stat().st_size > LARGEST:
        return False
    if path.suffix == ".game":
        return True
    try:
        with path.open("rb") as file:
            begun = file.read(2_000).decode("utf-8", "replace").removeprefix("\ufeff")
    except OSError:
        return False
    rows = (row.split("#")[0].split() for row in begun.splitlines())
    return next((bool(meaning_of(row[0], (OPENING[0].name,))) for row in rows if row), False)


def _begin(answers: Answers) -> tuple[str, Sequence[str]]:
    game, begun = _ask_game(answers)
    proposed = propose_name(game, date.today(), os.path.exists)
    while True:
        name = answers.ask(say("In which file? (Enter: {name})", name=proposed))
        if _is_line(name):  # of a log that is pasted
            answers.pasted.insert(0, name)
            answers.console.print(say("In which file? {name} (`save as` goes on in another).", name=proposed))
            name = ""
        name = without_quotes(name) or proposed
        if not Path(name).suffix and not os.path.exists(name):
            name += ".game"  # as all logs are called, so that they are found and completed
        problem = cannot_begin(Path(name))
        if not problem:
            return name, begun
        answers.refuse(name, *problem)


def cannot_begin(path: Path) -> tuple[str, str] | None:
    """Why no log can be begun under this name, and what to do: said before anything is asked for it."""
    folder = path.parent
    try:
        if not folder.is_dir():
            return (
                say("There is no folder {folder}.", folder=clean(str(folder))),
                say("Make it first, or choose a folder that is there."),
            )
        TemporaryFile(dir=folder).close()
    except OSError as failed:
        return (
            say("Nothing can be written in {folder}: {reason}.", folder=clean(str(folder)), reason=say_reason(failed)),
            say("Choose another folder."),
        )
    return None


def _ask_game(answers: Answers) -> tuple[str, Sequence[str]]:
    """Its name, and the lines of the log that say so: comments may stand before it."""
    names = [game.name for game in every_game()]
    listed = ", ".join(f"{place} {name}" for place, name in enumerate(names, 1))
    comments: list[str] = []
    while True:
        title = say("Which game? ({games}; Enter: {first})", games=listed, first=names[0])
        typed = answers.ask(title, names) or names[0]
        if typed.startswith("#"):
            comments.append(typed)
        elif _is_line(typed):
            game = find_game(parse_log(typed))
            if not isinstance(game, LogError):
                return game.name, [*comments, typed]
            answers.refuse(typed, game.problem, game.hint)
        else:
            numbered = typed.isdecimal() and 0 < int(typed[:3]) <= len(names)
            found = [names[int(typed) - 1]] if numbered else _match_game(typed, names)
            if len(found) == 1:
                return found[0], [*comments, f"game {found[0]}"]
            problem = say("`{name}` is not one of the games.", name=clean(typed))
            answers.refuse(typed, problem, say("Type {names}.", names=any_of(names)))


def _match_game(typed: str, names: Sequence[str]) -> list[str]:
    """The games that this may mean: how a name begins, or part of it as people say it, such as `Str8!`."""
    said = "".join(filter(str.isalnum, fold(typed)))
    return match_beginning(fold(typed), names) or [name for name in names if said and said in name.replace("-", "")]


def _is_line(typed: str) -> bool:
    """Whether this is a comment or a line of the opening, and no answer: logs that are pasted begin with them."""
    verb, rest = part_meaning(typed, [verb.name for verb in OPENING])
    return typed.startswith("#") or bool(verb and rest)


def propose_name(game: str, day: date, taken: Callable[[str], bool]) -> str:
    """`tricoda-2026-11-20.game`; the second one of a day ends in -2."""
    names = (f"{game}-{day.isoformat()}{f'-{number}' if number > 1 else ''}.game" for number in range(1, 1_000))
    return next(name for name in names if not taken(name))


# The questions that set up a new log. Every answer is a line of the log at once, so nothing is lost.


def set_up(play: Play) -> None:
    """Ask until nothing is lacking. What is remembered from an earlier log is written once without asking."""
    skipped = {"aid"} if play.unaided else set[str]()
    recalled: set[str] = set()
    while (question := next_question(play.state.log, skipped)) is not None:
        known = recall(question.key) if question.key not in recalled and question.key in kept(play.state) else ""
        recalled.add(question.key)
        if known and (line := question.line(known)) and not (after := add_line(play.state, line)).faults:
            asked = question.text.partition(" (")[0]
            told = say(
                "{question} {answer}, as last time (a `{verb}` line changes it).",
                question=clean(asked),
                answer=known,
                verb=question.key,
            )
            play.console.print(told)
            play.save(play.judge(after))
            continue
        _ask_question(play, question, skipped)


def _ask_question(play: Play, question: SetupQuestion, skipped: set[str]) -> None:
    try:
        mask = partial(_mask, play, question)
        with play.instead_of_sheet(partial(_show_begun, play, question)):
            answer = play.ask(_word(question), question.example, partial(_suggest, question), mask)
        answer = answer or question.default
    except KeyboardInterrupt:
        return
    if leaves(answer):
        raise EOFError
    catch_up(play)
    before = play.state
    own = fold(answer) in map(fold, question.choices)  # `check` is an answer where it is one of those asked for
    if not own and obey_order(play, answer):
        if play.state.text != before.text:
            skipped.clear()
        return
    if not own and _is_more(play, answer):
        return
    try:
        line = _make_line(play, question, answer) if answer else None
    except Unclear:
        problem = say("`{answer}` is not an answer to that.", answer=clean(answer))
        play.fault(problem, say("Type {names}.", names=any_of(map(word_for, question.choices))))
        play.draft = answer
        return
    if line is None:
        if answer or question.skippable:
            skipped.add(question.key)
        return
    after = add_line(play.state, line)
    if after.faults:
        refuse(play, after.faults, answer, lambda state: add_line(state, line))
        return
    play.save(play.judge(after))
    for warning in after.opened.table.warnings if after.opened else ():
        if warning.line == len(after.log.lines):
            show_error(play.console, warning)


def _make_line(play: Play, question: SetupQuestion, answer: str) -> str | None:
    """The line that an answer becomes; asked for Ben's cards, people answer `Ben 3 1 6`, too.

    A comment, or a whole line of the opening, is what it is: logs that are pasted begin with them.
    """
    if answer.startswith("#") or part_meaning(answer, [verb.name for verb in OPENING])[0]:
        return answer
    line = question.line(answer)
    name, _, rest = answer.strip().partition(" ")
    if line and rest and fold(name.rstrip(":,")) == fold(question.key) and add_line(play.state, line).faults:
        return question.line(rest)
    return line


def _is_more(play: Play, answer: str) -> bool:
    """A question about the log as it stands, or a whole line for it: whoever types that knows the way."""
    opened, word = play.state.opened, _first_word(answer)
    if word in INQUIRIES and opened is None:
        play.fault(say("There is nothing to ask about yet."), say("First answer this question."))
    elif word in INQUIRIES:
        play.inquire(answer)
    elif opened is not None and part_meaning(answer, [verb.name for verb in opened.game.verbs])[0]:
        enter(play, answer)
    else:
        return False
    return True


def _first_word(answer: str) -> str:
    return next((word.key for word in parse_line(0, answer).words), "")


def _word(question: SetupQuestion) -> str:
    """The question with what Enter alone does."""
    enter = (
        say("Enter: {answer}", answer=word_for(question.default))
        if question.default
        else say("Enter skips")
        if question.skippable
        else ""
    )
    if not enter:
        return question.text
    return f"{question.text[:-1]}; {enter})" if question.text.endswith(")") else f"{question.text} ({enter})"


def _suggest(question: SetupQuestion, begun: str) -> list[str]:
    """What Tab offers: the answers there are, and at first the commands too."""
    words = begun.replace(",", " ").split(" ")
    offered = (*map(word_for, question.choices), *(COMMANDS if len(words) == 1 else ()))
    return [word for word in offered if fold(word).startswith(fold(words[-1]))]


def _mask(play: Play, question: SetupQuestion, answer: str) -> str:
    """An answer as it is repeated while somebody may look: cards are not."""
    if not play.board.hidden:
        return answer
    try:
        line = _make_line(play, question, answer)
    except Unclear:
        return answer
    return answer if line is None or mask_line(play.state, line) == line else "…"


def _show_begun(play: Play, question: SetupQuestion, console: Console) -> None:
    """The lines that the answers have become, and what the next answer may be."""
    for line in (play.public if play.board.hidden else play.state).log.lines:
        console.print(clean(line.text.removeprefix("# ")), style="dim", soft_wrap=True)
    known = {word_for(choice): means for choice, means in question.means.items()}
    width = max(7, *(cell_len(choice) + 1 for choice in known), 0)
    for choice, means in known.items():
        put(console, means, mark=f"  {choice:<{width}}")
