"""`deduce notation`: the verbs of a game, from the table that the reader itself uses."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from cli.views.console import say
from solver.game import Game
from solver.grammar import Verb


def show_notation(console: Console, game: Game) -> None:
    console.print(Text.assemble((game.title, "bold"), f": the lines of a log (game {game.name})"))
    for verb in game.verbs:
        console.print()
        show_verb(console, verb)
    console.print()
    say(console, game.legend)
    console.print("Verbs and names may be cut short while they fit only one. # starts a comment.")


def show_verb(console: Console, verb: Verb) -> None:
    console.print(Text(verb.form, style="bold cyan"))
    say(console, verb.means, indent=4)
    for example in verb.examples:
        say(console, example, indent=8, style="green")
