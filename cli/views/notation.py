"""`deduce notation`: the verbs of a game, from the table that the reader itself uses."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from cli.views.console import print_indented
from solver.games import Game


def show_notation(console: Console, game: Game) -> None:
    console.print(Text.assemble((game.title, "bold"), f": the lines of a log (game {game.name})"))
    for verb in game.verbs:
        console.print()
        console.print(Text(verb.form, style="bold cyan"))
        print_indented(console, Text(verb.means), 4)
        for example in verb.examples:
            print_indented(console, Text(example, style="green"), 8)
    console.print()
    console.print("Verbs and names may be cut short while they fit only one. # starts a comment.")
