"""What can be said to a command of the shell, and its help.

Most options are shared by every game; a game declares itself what can be said to `advise`.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Sequence
from functools import cache, partial
from glob import escape
from inspect import cleandoc
from pathlib import Path
from textwrap import fill
from typing import Annotated, Any, TypeVar

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption
from typer.main import get_command

from cli.opening import leave, load
from solver.english import all_of, fold, match_beginning
from solver.game import Game, Opened, Option, Wish
from solver.games import every_game, open_log
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
AsOption = Annotated[
    str | None,
    typer.Option("--as", metavar="PLAYER", help="From another player's seat.", autocompletion=complete_player),
]
RoundOption = Annotated[
    int | None,
    typer.Option("--round", metavar="N", min=0, help="As things stood at the end of round N (Tricoda: question N)."),
]
ForceOption = Annotated[bool, typer.Option("--force", help="Overwrite what is there.")]
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
    panel = f"Only for {all_of(game.title for game in games)}"
    kind = typer.Option(f"--{option.name}", metavar=option.form or None, help=option.means, rich_help_panel=panel)
    default, typed = (None, Annotated[str | None, kind]) if option.form else (False, Annotated[bool, kind])
    return inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=typed)


def part_words(first: str, more: Sequence[str], wish: Wish) -> tuple[str, Wish]:
    """The log's name and the wish. Of `--dice y g b` the shell hands over `y`, and `g` and `b` among the names.

    Without such an option there is one name. With it the log is the word that is a file; else the longest is taken.
    """
    several = [option.name for game in every_game() for option in game.options if option.words and option.name in wish]
    words = [first, *more]
    if len(words) > 1 and not several:
        leave(f"One log at a time; `{more[0]}` is one word too many.", "Example: deduce advise evening.game")
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
        return [*(one.display_name_raw if one.required else f"[{one.display_name_raw}]" for one in named), "[options]"]

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write(_tell(self, ctx))


class PlainGroup(TyperGroup):
    """Lists all commands, and builds the one that is called: to build them all takes typer as long as reading a log."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands.update({name: PlainCommand(name, help=one.__doc__) for name, one in COMMANDS.items()})

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        return _build(cmd_name) if cmd_name in COMMANDS else None

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        _take_as_typed(self.get_params(ctx))
        return super().parse_args(ctx, args)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:  # noqa: ARG002
        return ["COMMAND …"]

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write(_tell(self, ctx))


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


def _tell(command: TyperCommand | TyperGroup, ctx: Any) -> str:
    paragraphs = [f"Usage: {ctx.command_path} {' '.join(command.collect_usage_pieces(ctx))}"]
    paragraphs += cleandoc(command.help or "").split("\n\n")
    parts = [fill(" ".join(paragraph.split()), WIDTH) for paragraph in paragraphs]
    panels: dict[str, list[str]] = {}
    if isinstance(command, TyperGroup):
        panels["Commands"] = [
            _row(name, cleandoc(one.help or "").partition("\n\n")[0]) for name, one in command.commands.items()
        ]
    for one in command.get_params(ctx):
        if isinstance(one, TyperArgument | TyperOption) and not one.hidden:
            panel = one.rich_help_panel or ("Arguments" if isinstance(one, TyperArgument) else "Options")
            panels.setdefault(panel, []).append(_row(_name(one), _means(one)))
    parts += ["\n".join([title, *rows]) for title, rows in panels.items()]
    return "\n\n".join(parts) + "\n"


def _name(one: TyperArgument | TyperOption) -> str:
    if isinstance(one, TyperArgument):
        return one.display_name_raw
    return " ".join(filter(None, (", ".join(sorted(one.opts, key=len)), one.metavar)))


def _means(one: TyperArgument | TyperOption) -> str:
    usual = one.default if isinstance(one.default, int | str) and not isinstance(one.default, bool) else None
    return f"{one.help or ''}{f' Usually {usual}.' if usual else ''}"


def _row(name: str, means: str) -> str:
    """A name and what it means; a name too long for its column gets a row of its own."""
    head, indent = f"  {name}", " " * LEFT
    if len(head) > LEFT - 2:
        return f"{head}\n{fill(' '.join(means.split()), WIDTH, initial_indent=indent, subsequent_indent=indent)}"
    return fill(" ".join(means.split()), WIDTH, initial_indent=head.ljust(LEFT), subsequent_indent=indent)
