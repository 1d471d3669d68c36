"""`deduce notation`: the verbs of a game, from the table that the reader itself uses."""

from __future__ import annotations

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from solver.games import Game
from solver.grammar import Verb


def show_notation(console: Console, game: Game) -> None:
    console.print(Text.assemble((game.title, "bold"), f": the lines of a log (game {game.name})"))
    for verb in game.verbs:
        console.print()
        show_verb(console, verb)
    console.print()
    console.print(game.legend)
    console.print("Verbs and names may be cut short while they fit only one. # starts a comment.")


def show_verb(console: Console, verb: Verb) -> None:
    console.print(Text(verb.form, style="bold cyan"))
    console.print(Padding(Text(verb.means), (0, 0, 0, 4)))
    for example in verb.examples:
        console.print(Padding(Text(example, style="green"), (0, 0, 0, 8)))
