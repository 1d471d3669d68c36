"""Declare or wait in Tricoda, for people: the move first, then the figures it rests on."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from cli.views.console import add_figures, add_texts, clean, plain_table, say, show_notes, show_table
from cli.views.faults import show_error
from solver.english import Saying, format_chance, remark, with_option
from solver.games.tricoda.advice import Advice, Choice, Next, Waiting
from solver.games.tricoda.questions import Questions
from solver.games.tricoda.rules import format_code

CARDS_SHOWN = 5
MOST_TELLING = 3


def show_advice(console: Console, advice: Advice, every: bool = False) -> None:
    table, content = advice.table, advice.content
    asked = f"after {table.round} question{'s' * (table.round != 1)}" if table.round else "before the first question"
    title = f" · what {clean(advice.seat)} should do · {asked}"
    console.print(Text.assemble(("Tricoda", "bold"), title))
    console.print()
    if isinstance(content, Waiting):
        console.print(Text(clean(content.text), style="bold"))
        say(console, content.hint, indent=2, style="green")
    else:
        show_choice(console, content, every)
    show_notes(console, advice.notes)
    for warning in table.warnings:
        show_error(console, warning)


def show_choice(console: Console, choice: Choice, every: bool) -> None:
    say(console, f"{choice.text}: {choice.reason}", style="bold", mark="▶ ")
    console.print()
    show_codes(console, choice)
    show_next(console, choice, every)
    codes = f"{choice.fresh_codes} codes, the best at {format_chance(choice.fresh)}"
    heard = f" and the {choice.lost} answer{'s' * (choice.lost != 1)} about it" if choice.lost else ""
    say(console, f"Declaring costs this rack{heard}; if wrong, no point. A new rack: about {codes}.")
    console.print()
    show_rivals(console, choice)


def show_codes(console: Console, choice: Choice) -> None:
    console.print(Text("The best code now", style="bold"))
    grid = plain_table(head=False)
    add_texts(grid, ("", 10))
    add_figures(grid, ("", 4))
    for guess in (choice.best, *choice.others):
        grid.add_row(f"  {format_code(guess.code)}", format_chance(guess.chance))
    show_table(console, grid)
    console.print()


def show_next(console: Console, choice: Choice, every: bool) -> None:
    coming, best = choice.next, choice.best.chance
    own = "after your own turn " if coming.ahead > 1 else ""
    chances = f"{format_chance(best)} now, {format_chance(coming.chance)} after it on average"
    console.print(Text("The next answer", style="bold"))
    say(console, f"{own}{coming.reader} reads; {chances}.", indent=2)
    if best < 1:
        say(console, _telling(coming, best, every), indent=2, style="dim")
    console.print()


def _telling(coming: Next, best: float, every: bool) -> Saying:
    """The cards that raise the chance most."""
    if coming.cards[0][1] <= best:
        unseen = f"What a card tells is open: not all stones {coming.reader} sees are typed."
        return "No card that is left can raise it." if coming.typed else unseen
    shown = coming.cards if every else coming.cards[:CARDS_SHOWN]
    cards = ", ".join(f"card {card} {format_chance(chance)}" for card, chance in shown)
    all_shown = every or len(coming.cards) <= CARDS_SHOWN
    more = () if all_shown else ("; ", with_option("all"), " lists every card")
    return remark(f"Most telling: {cards}", *more, ".")


def show_questions(console: Console, questions: Questions) -> None:
    """A row for every card, with a mark at those that tell most."""
    codes = f"{questions.codes} code{'s' * (questions.codes != 1)} possible"
    now = f"now {codes}, the best at {format_chance(questions.chance)}"
    say(console, f"What each question would tell if {questions.reader} read it; {now}.", style="bold")
    grid = plain_table()
    add_texts(grid, ("", 2))
    add_figures(grid, ("card", 4))
    add_texts(grid, ("  counts", 47))
    add_figures(grid, ("codes left", 11), ("best code", 10))
    add_texts(grid, ("", 2), ("", 4))
    telling = questions.telling[:MOST_TELLING]
    for card in questions.cards:
        codes = "?" if card.codes is None else f"{card.codes:.1f}"
        chance = "?" if card.chance is None else format_chance(card.chance)
        row = "▶" if card in telling else "", f"{card.question.number}", f"  {card.question.text}", codes, chance
        grid.add_row(*row, "", "read" if card.read else "")
    show_table(console, grid)
    say(console, "▶ tells most · figures are averages over the answers", style="dim")
    if any(card.codes is None for card in questions.cards):
        say(console, f"? not all stones that {questions.reader} sees are typed", style="dim")


def show_rivals(console: Console, choice: Choice) -> None:
    console.print(Text("How close the others can be", style="bold"))
    grid = plain_table(head=False)
    add_texts(grid, ("", 13), ("", 10), ("", 21), ("", 5))
    add_figures(grid, ("", 4))
    add_texts(grid, ("", 11))
    add_figures(grid, ("", 4))
    for rival in choice.rivals:
        points, codes = f"{rival.points} point{'s' * (rival.points != 1)}", f"{rival.codes:.1f} codes possible"
        best, sure = format_chance(rival.best), format_chance(rival.certain)
        grid.add_row(f"  {clean(rival.player)}", points, codes, "best ", best, "   certain ", sure)
    show_table(console, grid)
    console.print(Text("  averaged over your possible racks, from what each sees and heard", style="dim"))
    console.print()
