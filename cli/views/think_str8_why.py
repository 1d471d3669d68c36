"""Proofs, contradictions, checks and hints of Think Str8! on the screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from cli.views.console import clean
from cli.views.think_str8 import STYLES, format_chance
from solver.games.think_str8.check import Check
from solver.games.think_str8.crosses import Pad
from solver.games.think_str8.facts import list_lines
from solver.games.think_str8.hands import whose
from solver.games.think_str8.hint import WHY, Hint
from solver.games.think_str8.why import CERTAIN, IMPOSSIBLE, Answer
from solver.games.think_str8.wording import Sentence
from solver.grammar import all_of, any_of
from solver.log import Line


def show_answers(console: Console, answers: Sequence[Answer]) -> None:
    for place, answer in enumerate(answers):
        if place:
            console.print()
        show_answer(console, answer)


def show_answer(console: Console, answer: Answer) -> None:
    console.print(Text(_verdict(answer), style="bold"))
    if answer.proof and answer.proof.because:
        show_lines(console, list_lines(answer.proof.because))
        console.print()
        show_sentences(console, answer.sentences)
    if answer.example and answer.verdict != CERTAIN:
        console.print()
        console.print("One hand that fits everything:")
        console.print(_hand(answer.example))


def _verdict(answer: Answer) -> str:
    question, hands = answer.question, answer.hands
    card = question.colour if question.round is None else f"{question.colour} of round {question.round}"
    name, left = card.capitalize(), any_of(answer.numbers)
    if answer.verdict == IMPOSSIBLE:
        return f"{name} is not {question.number}."
    if answer.verdict == CERTAIN:
        return f"{name} is {left}: certain."
    if question.number is None:
        return f"{name} can be {left}."
    share = format_chance(answer.count / hands)
    fits = "fits" if answer.count == 1 else "fit"
    return f"{name} can still be {question.number}: {answer.count:,} of {hands:,} hands {fits} ({share})."


def _hand(hand: dict[str, int]) -> Text:
    text = Text("  ")
    for place, (colour, number) in enumerate(hand.items()):
        text.append(", " if place else "").append(f"{colour} {number}", style=STYLES[colour])
    return text


def show_lines(console: Console, lines: Iterable[Line]) -> None:
    for line in lines:
        console.print(f"  line {line.number:>3}   {clean(line.event)}", no_wrap=True, overflow="ellipsis")


def show_sentences(console: Console, sentences: Iterable[Sentence]) -> None:
    for sentence in sentences:
        row = Grid.grid(padding=(0, 1))
        row.add_column(width=2, justify="right")
        row.add_column()
        row.add_row(sentence.label, Text(clean(sentence.text)))
        console.print(Padding(row, (0, 0, 0, 2 * sentence.depth)))


# Checks.


def show_verdict(console: Console, verdict: Check) -> None:
    if verdict.conflict is None:
        console.print(Text("No contradiction: all lines fit together.", style="bold green"))
        if verdict.seat == verdict.me:
            show_crosses(console, verdict.pad)
        return
    player = verdict.conflict.player
    owner = whose(player, verdict.me)
    title = f"This log contradicts itself: these lines cannot all be true of {clean(owner)} cards."
    console.print(Text(title, style="bold red"))
    show_lines(console, verdict.conflict.lines)
    console.print()
    console.print("Why:")
    show_sentences(console, verdict.conflict.sentences)
    console.print()
    show_repairs(console, verdict)


def show_crosses(console: Console, pad: Pad) -> None:
    wrong = [cross for cross in pad.crosses if not cross.justified]
    for cross in wrong:
        text = f"Line {cross.line.number}: crossing out {cross.card} was not justified at that time."
        console.print(Text(f"✗ {text}", style="red"))
    for colour in pad.full:
        text = f"Every {colour} number is seen or crossed out: one of the crosses must be wrong."
        console.print(Text(f"✗ {text}", style="red"))
    if pad.crosses and not wrong:
        count = len(pad.crosses)
        text = "Your cross is justified." if count == 1 else f"All your {count} crosses are justified."
        console.print(Text(f"✓ {text}"))
    if pad.more:
        numbers = "1 more number" if pad.more == 1 else f"{pad.more} more numbers"
        console.print(f"{numbers} could be crossed out now; `deduce hint` shows where to look.")
    else:
        console.print("Nothing more could be crossed out now.")


def show_repairs(console: Console, verdict: Check) -> None:
    if verdict.repairs:
        one = len(verdict.repairs) == 1
        title = "One change to one line mends it:" if one else "Changes that would mend it, the likeliest first:"
        console.print(Text(title, style="bold"))
    for place, repair in enumerate(verdict.repairs, 1):
        show_entry(console, f"{place:>2}. line {repair.line.number:>3}", repair.line.event)
        show_entry(console, "    instead", repair.instead, "green")
        left = f"leaves {repair.hands:,} hand{'s' * (repair.hands != 1)}"
        other = f"; or {any_of(f'`{clean(also)}`' for also in repair.also)}" if repair.also else ""
        show_entry(console, "", left + other, "dim")
    if verdict.pair:
        console.print(Text("No single change helps. Look at these two lines first:", style="bold"))
        show_lines(console, verdict.pair)
    elif not verdict.repairs and verdict.conflict:
        console.print("No single change helps: more than one line must be wrong. Look at those above first.")
    if verdict.repairs:
        console.print("Nothing is changed by itself: mend the line in the log if you agree.")


def show_entry(console: Console, label: str, text: str, style: str = "") -> None:
    """A label and a line that may need more than one row."""
    row = Grid.grid(padding=(0, 2))
    row.add_column(width=12)
    row.add_column()
    row.add_row(label, Text(clean(text), style=style))
    console.print(row)


def show_best_repair(console: Console, verdict: Check) -> None:
    """Below a sheet: the likeliest repair only."""
    if verdict.repairs:
        best = verdict.repairs[0]
        console.print()
        console.print(Text(f"Likeliest slip: line {best.line.number}.", style="bold"))
        show_entry(console, "    typed", best.line.event)
        show_entry(console, "    instead", best.instead, "green")
    elif verdict.pair:
        console.print(f"Look first at lines {all_of(line.number for line in verdict.pair)}.")
    console.print("`deduce check` explains the contradiction and lists all repairs.")


# Hints.


def show_hint(console: Console, hint: Hint) -> None:
    if hint.colour is None:
        console.print("Nothing is left to find: all that can be ruled out is seen or crossed out.")
        return
    left = "1 number is" if hint.left == 1 else f"{hint.left} numbers are"
    colour = Text(hint.colour, style=f"bold {STYLES[hint.colour]}")
    if hint.number is None:
        console.print(Text("Look at ").append_text(colour).append("."))
        console.print(Text(f"{left} left to find. --more tells the number, --full the proof.", style="dim"))
        return
    console.print(colour.append(f" {hint.number} can be crossed out."))
    if hint.level < WHY:
        console.print(Text("--full tells why.", style="dim"))
    elif hint.proof:
        show_lines(console, list_lines(hint.proof.because))
        console.print()
        show_sentences(console, hint.sentences)

