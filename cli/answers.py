"""The answers of `solver.commands` in a terminal, in the shell and in a session alike."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from cli.games import look_of
from cli.look import ShowsHints, ShowsQuestions, ShowsReviews
from cli.views.console import clean, say, show_notes
from cli.views.faults import show_call_fault
from solver.commands import Advised, Checked, Hinted, Reasons, Shown, TableReview
from solver.game import Game, Opened, PlainReview, Recounts, Review, Suggested, Told
from solver.grammar import Verb


def show_shown(game: Game, console: Console, shown: Shown) -> None:
    look = look_of(game)
    look.show_sheet(console, shown.sheet, shown.pad)
    if shown.verdict:
        look.show_best_repair(console, shown.verdict)
    if shown.reading:
        show_suggested(console, shown.reading)


def show_suggested(console: Console, reading: Suggested) -> None:
    """Apart from the sheet, whose every figure is exact."""
    console.print()
    console.print(Text("The table suggests", style="bold"))
    for sentence in reading.sentences:
        say(console, sentence, indent=2)
    say(console, reading.assumes, indent=2, style="dim")


def show_reasons(game: Game, console: Console, reasons: Reasons) -> None:
    if reasons.verdict:
        look_of(game).show_verdict(console, reasons.verdict)
    else:
        look_of(game).show_answers(console, reasons.answers)
    show_notes(console, reasons.notes)


def show_checked(game: Game, console: Console, checked: Checked) -> None:
    look_of(game).show_verdict(console, checked.verdict)
    show_notes(console, checked.notes)


def show_hinted(game: Game, console: Console, hinted: Hinted) -> None:
    look = look_of(game)
    if hinted.verdict:
        look.show_verdict(console, hinted.verdict)
    elif hinted.hint and isinstance(look, ShowsHints):
        look.show_hint(console, hinted.hint)
    show_notes(console, hinted.notes)


def show_questions(game: Game, console: Console, questions: Told) -> None:
    look = look_of(game)
    if isinstance(look, ShowsQuestions):
        look.show_questions(console, questions)


def show_advised(
    game: Game, console: Console, advised: Advised, every: bool = False, aside: Console | None = None
) -> None:
    """The advice; a refusal goes to the console for what goes wrong."""
    if advised.advice.refusal:
        show_call_fault(*advised.advice.refusal, console=aside or console)
    else:
        look_of(game).show_advice(console, advised.advice, every)


def show_in_short(console: Console, move: str) -> None:
    """The advised move once more, where it is still on the screen after all its figures."""
    console.print(Text(f"In short: {clean(move)}", style="bold"))


def show_reviewed(logs: Sequence[Opened], console: Console, review: Review) -> None:
    game = logs[0].game
    look = look_of(game)
    if isinstance(look, ShowsReviews):
        look.show_review(console, review)
    elif isinstance(game, Recounts):
        from cli.views.story import show_story

        show_story(console, game.recount(logs, review))
    elif isinstance(review, PlainReview):
        for line, news in review.taught:
            console.print(Text(f"Line {line.number}: {clean(line.event)}", style="bold"))
            for sentence in news:
                say(console, sentence, indent=2)


def show_table_reviewed(console: Console, review: TableReview) -> None:
    from cli.views.story import show_story

    show_story(console, review.story)


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
