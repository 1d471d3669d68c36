"""Mastermind as people see it in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from cli.look import Look
from cli.views import reasons
from cli.views.console import add_figures, add_texts, plain_table
from cli.views.faults import show_error
from deduce_mastermind.codes import CODES, LISTED, Advice, Answer, Sheet
from deduce_mastermind.game import MastermindLog
from deduce_mastermind.rules import COLOURS, PEGS, Table
from solver import game as contract
from solver.english import format_chance
from solver.game import HasData, expect, override
from solver.language import say_count

SHOWN = 5  # guesses that advice lists


class MastermindLook(Look):
    things = reasons.Things("your board", "{player}'s board", "the board typed", ("{count} code", "{count} codes"))

    @override
    def show_compact(self, console: Console, sheet: contract.Sheet, before: contract.Sheet | None, pad: bool) -> None:
        """The chance of each colour in each place; what the last line ruled out is marked."""
        now, old = expect(Sheet, sheet), expect(Sheet, before) if before else None
        left = "" if pad else f" · {say_count('{count} code', '{count} codes', len(now.left))} left"
        after = say_count(" · after {count} guess", " · after {count} guesses", now.table.round)
        console.print(Text.assemble(("Mastermind", "bold"), after, left))
        if not pad:
            self._show_chances(console, now, old)
        _show_guesses(console, now.table)

    def _show_chances(self, console: Console, now: Sheet, old: Sheet | None) -> None:
        grid = plain_table()
        add_texts(grid, ("", 7))
        add_figures(grid, *((f"place {peg + 1}", 9) for peg in range(PEGS)))
        for colour in COLOURS if now.fits else ():
            grid.add_row(colour, *(_cell(now, old, peg, colour) for peg in range(PEGS)))
        console.print(grid)
        if now.fits and len(now.left) <= LISTED:
            for place in now.left:
                console.print(f"  {' '.join(CODES[place])}")

    @override
    def show_progress(self, console: Console, sheet: contract.Sheet, pad: bool = False) -> None:  # noqa: ARG002
        _show_guesses(console, expect(Sheet, sheet).table)

    @override
    def show_public(self, console: Console, opened: contract.Opened, brief: bool = False) -> None:  # noqa: ARG002
        _show_guesses(console, expect(MastermindLog, opened).table)

    @override
    def show_advice(self, console: Console, advice: contract.Advice, every: bool) -> None:
        own = expect(Advice, advice)
        console.print(Text(f"▶ {own.move}", style="bold"))
        grid = plain_table()
        add_texts(grid, ("guess", 27))
        add_figures(grid, ("scores", 8), ("leaves on average", 19), ("at most", 9), ("is it", 7))
        for one in own.options if every else own.options[:SHOWN]:
            grid.add_row(one.guess, str(one.scores), f"{one.leaves:.1f}", str(one.most), format_chance(one.chance))
        console.print(grid)

    @override
    def show_answers(self, console: Console, answers: Sequence[HasData]) -> None:
        for answer in (expect(Answer, told) for told in answers):
            codes = say_count("{count} code", "{count} codes", answer.codes)
            fits = f" is possible: {answer.count} of {codes}, such as {answer.example}"
            said = fits if answer.proof is None else f" is {answer.verdict}"
            console.print(Text(f"{answer.claim}{said}.".capitalize(), style="bold"), soft_wrap=True)
            if answer.proof:
                reasons.show_proof(console, [fact.line for fact in answer.proof.because], answer.sentences)


def _show_guesses(console: Console, table: Table) -> None:
    for number, guess in enumerate(table.guesses, 1):
        console.print(f"  {number:>2}  {' '.join(guess.code):<28}{guess.score}")
    for warning in table.warnings:
        show_error(console, warning)


def _cell(sheet: Sheet, before: Sheet | None, peg: int, colour: str) -> str:
    chance = sheet.chance(peg, colour)
    new = before is not None and not chance and before.chance(peg, colour) > 0
    return format_chance(chance) if chance else "[✗]" if new else "✗"


LOOK = MastermindLook()
