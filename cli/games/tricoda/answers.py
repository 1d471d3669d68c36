"""Answers of Tricoda on the screen: declare or wait, what questions tell, proofs and hints, simulated games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from cli.views.console import add_figures, add_texts, clean, plain_table, say, show_head, show_notes, show_table
from cli.views.faults import show_error
from cli.views.reasons import FULL, MORE, show_proof
from solver.english import Saying, all_of, format_chance, remark, with_option
from solver.games.tricoda.advice import Advice, Choice, Next, Questions, Waiting
from solver.games.tricoda.facts import list_lines
from solver.games.tricoda.rules import Stone, format_code
from solver.games.tricoda.table import format_stones
from solver.games.tricoda.why import Answer, Hint
from solver.proof.smallest import CERTAIN, IMPOSSIBLE, WHY

if TYPE_CHECKING:
    from solver.games.tricoda.simulation import Report, Row  # loads what only simulated games need

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
    more = () if all_shown else ("; `", with_option("all"), "` lists every card")
    return remark(f"Most telling: {cards}", *more, ".")


def show_questions(console: Console, questions: Questions) -> None:
    """A row for every card, with a mark at those that tell most."""
    if all(card.codes is None for card in questions.cards):
        say(console, f"What a question would tell depends on all that {questions.reader} sees.", style="bold")
        say(console, f"Not typed yet: {all_of(map(_name_stones, questions.untyped))}.")
        return
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
        lacking = all_of(map(_name_stones, questions.untyped))
        say(console, f"? depends on {lacking}, not typed yet", style="dim")


def _name_stones(holder: str) -> str:
    return "the neutral stones" if holder.startswith("neutral") else f"{clean(holder)}'s stones"


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


def show_answers(console: Console, answers: Sequence[Answer]) -> None:
    for place, answer in enumerate(answers):
        if place:
            console.print()
        show_answer(console, answer)


def show_answer(console: Console, answer: Answer) -> None:
    console.print(Text(_verdict(answer), style="bold"))
    if answer.proof and answer.proof.because:
        show_proof(console, list_lines(answer.proof.because), answer.sentences)
    if answer.example:
        console.print(f"One rack that fits everything: {format_stones(answer.example)}")


def _verdict(answer: Answer) -> str:
    about, hands = answer.question.about, answer.hands
    what = f"A {about}" if isinstance(about, Stone | int) else f"The code {answer.question}"
    where = " on the rack" if isinstance(about, Stone | int) else ""
    if answer.verdict == IMPOSSIBLE:
        return f"No {about} can be{where}." if where else f"{what} is impossible."
    if answer.verdict == CERTAIN:
        return f"{what} is{where}: certain." if where else f"{what} is certain."
    return f"{what} can be{where}: {answer.count:,} of {hands:,} ways fit (chance {format_chance(answer.chance)})."


# Hints.


def show_hint(console: Console, hint: Hint) -> None:
    if hint.stone is None:
        console.print(hint.where)
        if hint.left:
            left = "1 stone is" if hint.left == 1 else f"{hint.left} stones are"
            say(console, remark(f"{left} left to find. ", MORE, " tells which, ", FULL, " the proof."), style="dim")
        return
    console.print(Text(f"{str(hint.stone).capitalize()} can be crossed out.", style="bold"))
    if hint.level < WHY:
        say(console, remark("`", FULL, "` tells why."), style="dim")
    elif hint.proof:
        show_proof(console, list_lines(hint.proof.because), hint.sentences)


# Simulated games.


def show_report(console: Console, report: Report, asked: int) -> None:
    show_head(console, "Tricoda", report.seats, report.games, asked)
    if not report.rows:
        return
    console.print()
    show_results(console, report)
    console.print()
    show_ends(console, report)


def show_results(console: Console, report: Report) -> None:
    grid = plain_table()
    add_texts(grid, ("", 9))
    add_figures(grid, ("wins", 7), ("95% sure", 16), ("points", 8), ("declared", 10), ("right", 8))
    add_figures(grid, ("questions a point", 20))
    for row in report.rows:
        grid.add_row(row.way, *_result(row))
    show_table(console, grid)
    each = " Figures are per seat and game." if report.games > 1 else ""
    console.print(Text(f"By luck alone a seat wins {format_chance(report.chance)}.{each}", style="dim"))


def _result(row: Row) -> tuple[str, ...]:
    low, high = (f"{edge:.1%}" for edge in row.between)
    declared = row.points + row.wrong
    right = f"{row.points / declared:.1%}" if declared else "-"
    questions = "-" if row.questions is None else f"{row.questions:.1f}"
    return f"{row.win:.1%}", f"{low} - {high}", f"{row.points:.2f}", f"{declared:.2f}", right, questions


def show_ends(console: Console, report: Report) -> None:
    """How games ended. What happens when the pile is empty is not in the rules, so it is said here."""
    from solver.games.tricoda.simulation import LATE, MOST_QUESTIONS, PILE, POINT

    console.print(Text("How the games ended", style="bold"))
    words = {
        POINT: "with a third point",
        PILE: "the pile could not fill a rack: the most points win, a tie is shared",
        LATE: f"after {MOST_QUESTIONS} questions: the most points win too",
    }
    for end, count in report.ended.items():
        if count:
            console.print(Text(f"{count / report.games:>7.1%}  {words[end]}"))
    console.print(Text(f"{report.questions:.1f} questions a game.", style="dim"))
