"""The help of the shell in plain words: how a command is called, what it does, and what can be said to it."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import cleandoc
from textwrap import fill
from typing import Any

from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

WIDTH, LEFT = 80, 22

# Contexts and formatters are typer's own, which it does not name in public: hence Any.


class PlainCommand(TyperCommand):
    def collect_usage_pieces(self, ctx: Any) -> list[str]:  # noqa: ARG002
        return [*_arguments(self), "[options]"]

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write(_tell(self, ctx))


class PlainGroup(TyperGroup):
    def collect_usage_pieces(self, ctx: Any) -> list[str]:  # noqa: ARG002
        return ["COMMAND …"]

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write(_tell(self, ctx))


def _arguments(command: TyperCommand) -> Iterator[str]:
    for one in command.params:
        if isinstance(one, TyperArgument) and not one.hidden:
            yield one.display_name_raw if one.required else f"[{one.display_name_raw}]"


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
            panels.setdefault(_panel(one), []).append(_row(_name(one), _means(one)))
    parts += ["\n".join([title, *rows]) for title, rows in panels.items()]
    return "\n\n".join(parts) + "\n"


def _panel(one: TyperArgument | TyperOption) -> str:
    return one.rich_help_panel or ("Arguments" if isinstance(one, TyperArgument) else "Options")


def _name(one: TyperArgument | TyperOption) -> str:
    if isinstance(one, TyperArgument):
        return one.display_name_raw
    return " ".join(filter(None, (", ".join(sorted(one.opts, key=len)), one.metavar)))


def _means(one: TyperArgument | TyperOption) -> str:
    usual = one.default if isinstance(one.default, int | str) and not isinstance(one.default, bool) else None
    return f"{one.help or ''}{f' Usually {usual}.' if usual else ''}"


def _row(name: str, means: str) -> str:
    """A name and what it means; a name that is too long for its column stands above."""
    head, indent = f"  {name}", " " * LEFT
    if len(head) > LEFT - 2:
        return f"{head}\n{fill(' '.join(means.split()), WIDTH, initial_indent=indent, subsequent_indent=indent)}"
    return fill(" ".join(means.split()), WIDTH, initial_indent=head.ljust(LEFT), subsequent_indent=indent)
