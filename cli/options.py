"""What can be said to a command of the shell, and its help.

Most options are shared by every game; a game declares itself what can be said to `advise`.
"""

from __future__ import annotations

import inspect
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from glob import escape
from inspect import cleandoc
from pathlib import Path
from textwrap import fill
from typing import Annotated, Any, TypeVar

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption
from typer.exceptions import TyperException
from typer.main import get_command

from cli.language import code_of, of_call, part_language
from cli.opening import BAD_INPUT, leave, load
from cli.views.console import program
from cli.views.faults import show_call_fault
from solver.english import all_of, fold, match_beginning
from solver.game import Game, Opened, Option, Wish
from solver.games import every_game, open_log
from solver.language import languages, later, say, speaking
from solver.log import Log


def complete_log(incomplete: str) -> list[str]:
    """Logs and folders that a half-typed name may mean."""
    folder, _, begun = incomplete.rpartition("/")
    shown = f"{folder}/" if "/" in incomplete else ""
    there = sorted(Path(shown or ".").glob(f"{escape(begun)}*"))
    return [f"{shown}{path.name}{'/' * path.is_dir()}" for path in there if path.is_dir() or path.suffix == ".game"]


def complete_player(ctx: typer.Context, incomplete: str) -> list[str]:
    """The players of the log that the call names; an option that lacks its value leaves the names unparsed."""
    named = next((word for word in (ctx.params.get("log"), *ctx.args) if word and os.path.isfile(word)), None)
    log = load(named) if named else None
    opened = open_log(log) if isinstance(log, Log) else None
    return match_beginning(fold(incomplete), opened.opening.players) if isinstance(opened, Opened) else []


def complete_game(incomplete: str) -> list[str]:
    return match_beginning(fold(incomplete), [game.name for game in every_game()])


LogArgument = Annotated[
    str,
    typer.Argument(metavar="LOG", help="The log of a game; `-` for standard input.", autocompletion=complete_log),
]
LogOrNoneArgument = Annotated[
    str | None,
    typer.Argument(metavar="LOG", help="The log of a game; `-` for standard input.", autocompletion=complete_log),
]
AsOption = Annotated[
    str | None,
    typer.Option("--as", metavar="PLAYER", help="From another player's seat.", autocompletion=complete_player),
]
RoundOption = Annotated[
    int | None,
    typer.Option("--round", metavar="N", min=0, help="As things stood at the end of round N (Tricoda: question N)."),
]
ForceOption = Annotated[bool, typer.Option("--force", help="Overwrite what is there.")]
PeopleOption = Annotated[
    str | None,
    typer.Option("--people", metavar="FOLDER", help="Earlier evenings, from which the others' bets are read."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="For programs: JSON on standard output.")]

Command = Callable[..., None]


def with_game_options(command: Command) -> Command:
    """A command that takes a `wish` has every option that some game declares, and gets what was said as one wish."""
    plain = inspect.signature(command, eval_str=True).parameters
    if "wish" not in plain:
        return command
    games = every_game()
    options = {option.name: option for game in games for option in game.options}
    declared = [_parameter(option, [game for game in games if option in game.options]) for option in options.values()]
    taken = [*(one for one in plain.values() if one.name != "wish"), *declared]

    def wishing(**given: object) -> None:
        said = {one.name: given.pop(one.name) for one in declared}
        command(**given, wish={name: "" if value is True else str(value) for name, value in said.items() if value})

    wishing.__doc__, wishing.__name__ = command.__doc__, command.__name__
    wishing.__signature__ = inspect.Signature(taken)  # type: ignore[attr-defined]
    wishing.__annotations__ = {one.name: one.annotation for one in taken}
    return wishing


def _parameter(option: Option, games: Sequence[Game]) -> inspect.Parameter:
    titles = "\n".join(game.title for game in games)  # listed when it is shown, in the language spoken then
    kind = typer.Option(f"--{option.name}", metavar=option.form or None, help=option.means, rich_help_panel=titles)
    default, typed = (None, Annotated[str | None, kind]) if option.form else (False, Annotated[bool, kind])
    return inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=typed)


def part_words(first: str, more: Sequence[str], wish: Wish) -> tuple[str, Wish]:
    """The log's name and the wish. Of `--dice y g b` the shell hands over `y`, and `g` and `b` among the names.

    Without such an option there is one name. With it the log is the word that is a file; else the longest is taken.
    """
    several = [option.name for game in every_game() for option in game.options if option.words and option.name in wish]
    words = [first, *more]
    if len(words) > 1 and not several:
        problem = say("One log at a time; `{word}` is one word too many.", word=more[0])
        leave(problem, say("Example: {program} advise evening.game", program=program()))
    log = next((word for word in words if word == "-" or os.path.isfile(word)), max(words, key=len))
    words.remove(log)
    return log, {name: " ".join((value, *words)) if name in several else value for name, value in wish.items()}


# Help in plain words: how a command is called, what it does, and what can be said to it.

WIDTH, LEFT = 80, 22

# Contexts and formatters are typer's own, which it does not name in public: hence Any.


class PlainCommand(TyperCommand):
    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        _take_as_typed(self.get_params(ctx))
        return super().parse_args(ctx, args)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:  # noqa: ARG002
        named = [one for one in self.params if isinstance(one, TyperArgument) and not one.hidden]
        return [
            *(one.display_name_raw if one.required else f"[{one.display_name_raw}]" for one in named),
            say("[options]"),
        ]

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write(_tell(self, ctx))


class PlainGroup(TyperGroup):
    """Lists all commands, and builds the one that is called: to build them all takes typer as long as reading a log."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands.update({name: PlainCommand(name, help=one.__doc__) for name, one in COMMANDS.items()})

    def main(self, args: Sequence[str] | None = None, *rest: Any, **settings: Any) -> Any:
        """Everything that is said from here on is said in one language, help and refusals too."""
        args = sys.argv[1:] if args is None else args
        asked, call = part_language(args)
        with speaking(of_call(args, os.environ)):
            if asked is None or code_of(asked) in languages():
                return super().main(call, *rest, **settings)
            show_call_fault(
                say("`--lang` needs a language: {known}.", known=", ".join(languages())), say("Example: --lang de")
            )
            sys.exit(BAD_INPUT)

    def make_context(self, info_name: str | None, args: list[str], *rest: Any, **settings: Any) -> Any:  # noqa: ARG002
        with _refusing():
            return super().make_context(program(), args, *rest, **settings)

    def invoke(self, ctx: Any) -> Any:
        with _refusing():
            return super().invoke(ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        return _build(cmd_name) if cmd_name in COMMANDS else None

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        _take_as_typed(self.get_params(ctx))
        return super().parse_args(ctx, args)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:  # noqa: ARG002
        return [say("COMMAND …")]

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write(_tell(self, ctx))


# What typer finds wrong with a call, and how we say that; what it may yet learn to say is told in its own words.

INVALID = r"Invalid value for '(?P<word>.*)': Input should be"
REFUSALS = (
    (r"No such option: (?P<word>\S+).*", later("No such option: {word}")),
    (
        r"No such command '(?P<word>.*)'\. Did you mean (?P<meant>.*)\?",
        later("No such command: {word}. Did you mean {meant}?"),
    ),
    (r"No such command '(?P<word>.*)'\.", later("No such command: {word}")),
    (r"Missing argument '(?P<word>.*)'\.", later("Missing: {word}")),
    (r"Option '(?P<word>.*)' requires an argument\.", later("{word} needs a value.")),
    (r"Option '(?P<word>.*)' does not take a value\.", later("{word} takes no value.")),
    (r"Got unexpected extra arguments?(?:\(s\))? \((?P<word>.*)\)", later("Too much: {word}")),
    (rf"{INVALID} greater than or equal to (?P<least>.*)", later("{word} needs {least} or more.")),
    (rf"{INVALID} less than or equal to (?P<most>.*)", later("{word} needs {most} or less.")),
    (rf"{INVALID} a valid integer.*", later("{word} needs a whole number.")),
)


def say_refusal(message: str) -> str:
    found = ((sentence, re.fullmatch(pattern, message, re.DOTALL)) for pattern, sentence in REFUSALS)
    return next((say(sentence, **match.groupdict()) for sentence, match in found if match), message)


@contextmanager
def _refusing() -> Iterator[None]:
    """A call that cannot be understood is refused as everything else is."""
    try:
        yield
    except TyperException as wrong:
        ctx = getattr(wrong, "ctx", None)
        call = program() if ctx is None else _call(ctx.command, ctx)
        show_call_fault(say_refusal(wrong.format_message()), say("Type: {call} (--help tells more)", call=call))
        raise typer.Exit(BAD_INPUT) from None


COMMANDS: dict[str, Command] = {}
C = TypeVar("C", bound=Command)


def command(function: C) -> C:
    """A command of the shell, by the name of its function."""
    COMMANDS[function.__name__] = function
    return function


@cache
def _build(name: str) -> Any:
    lone = typer.Typer(add_completion=False)
    lone.command(name, cls=PlainCommand)(with_game_options(COMMANDS[name]))
    return get_command(lone)


def _take_as_typed(params: Sequence[object]) -> None:
    """Text is text, and what was left out stays so: to find that, typer would load pydantic, slower than any log."""
    for one in params:
        if isinstance(one, TyperArgument | TyperOption):
            one.process_value = partial(_take, one)  # type: ignore[method-assign]


def _take(one: TyperArgument | TyperOption, ctx: Any, value: Any) -> Any:
    kind = one.type_descriptor.annotation
    if (value is None and not one.required) or type(value) is kind:
        return one.callback(ctx, one, value) if one.callback else value
    return list(value) if value and kind == list[str] else type(one).process_value(one, ctx, value)


def _call(command: TyperCommand | TyperGroup, ctx: Any) -> str:
    return f"{ctx.command_path} {' '.join(command.collect_usage_pieces(ctx))}"


def _tell(command: TyperCommand | TyperGroup, ctx: Any) -> str:
    usage = say("Usage: {call}", call=_call(command, ctx))
    parts = [fill(paragraph, WIDTH, break_on_hyphens=False) for paragraph in (usage, *_paragraphs(command))]
    panels: dict[str, list[str]] = {}
    if isinstance(command, TyperGroup):
        panels[say("Commands")] = [_row(name, _paragraphs(one)[0]) for name, one in command.commands.items()]
    for one in command.get_params(ctx):
        if isinstance(one, TyperArgument | TyperOption) and not one.hidden:
            panels.setdefault(_panel(one), []).append(_row(_name(one), _means(one)))
    parts += ["\n".join([title, *rows]) for title, rows in panels.items()]
    return "\n\n".join(parts) + "\n"


def _paragraphs(command: Any) -> list[str]:
    """What a command's function says of itself; the calls in it work as this one was started."""
    said = (say(" ".join(paragraph.split())) for paragraph in cleandoc(command.help or "").split("\n\n"))
    return [re.sub(r"\bdeduce\b", lambda _: program(), paragraph) for paragraph in said]


def _panel(one: TyperArgument | TyperOption) -> str:
    if one.rich_help_panel:  # the games that have this option
        return say("Only for {games}", games=all_of(one.rich_help_panel.split("\n")))
    return say("Arguments") if isinstance(one, TyperArgument) else say("Options")


def _name(one: TyperArgument | TyperOption) -> str:
    if isinstance(one, TyperArgument):
        return one.display_name_raw
    return " ".join(filter(None, (", ".join(sorted(one.opts, key=len)), one.metavar)))


def _means(one: TyperArgument | TyperOption) -> str:
    usual = one.default if isinstance(one.default, int | str) and not isinstance(one.default, bool) else None
    means = say(one.help or "")
    return say("{means} Usually {usual}.", means=means, usual=usual) if usual else means


TYPERS_OWN = (  # what typer says of the options that it adds
    later("Show this message and exit."),
    later("Install completion for the current shell."),
    later("Show completion for the current shell, to copy it or customize the installation."),
)


def _row(name: str, means: str) -> str:
    """A name and what it means; a name too long for its column gets a row of its own."""
    head, indent = f"  {name}", " " * LEFT
    said = re.sub(r"[ \n]+", " ", means)  # no-break blanks stay
    if len(head) > LEFT - 2:
        return f"{head}\n{fill(said, WIDTH, initial_indent=indent, subsequent_indent=indent)}"
    return fill(said, WIDTH, initial_indent=head.ljust(LEFT), subsequent_indent=indent)
