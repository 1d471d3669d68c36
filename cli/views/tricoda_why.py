"""Proofs, contradictions, checks and hints of Tricoda on the screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from cli.views.console import clean
from cli.views.tricoda import format_chance
from solver.games.tricoda.check import Check
from solver.games.tricoda.crosses import Pad
from solver.games.tricoda.facts import list_lines
from solver.games.tricoda.hint import WHY, Hint
from solver.games.tricoda.rules import Stone
from solver.games.tricoda.stands import format_stones, whose
from solver.games.tricoda.why import CERTAIN, IMPOSSIBLE, Answer
from solver.games.tricoda.wording import Sentence
from solver.grammar import any_of
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
    share = format_chance(answer.count / hands)
    return f"{what} can be{where}: {answer.count:,} of {hands:,} ways fit ({share})."


def show_lines(console: Console, lines: Iterable[Line]) -> None:
    for line in lines:
        console.print(f"  line {line.number:>3}   {clean(line.event)}", no_wrap=True, overflow="ellipsis")


def show_sentences(console: Console, sentences: Iterable[Sentence]) -> None:
    for sentence in sentences:
        console.print(Padding(Text(clean(sentence.text)), (0, 0, 0, 2)))


# Checks.


def show_verdict(console: Console, verdict: Check) -> None:
    if verdict.conflict is None:
        console.print(Text("No contradiction: all lines fit together.", style="bold green"))
        if verdict.seat == verdict.me:
            show_crosses(console, verdict.pad)
        return
    owner = clean(whose(verdict.conflict.player, verdict.me))
    title = f"This log contradicts itself: these lines cannot all be true of {owner} stones."
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
        text = f"✗ Line {cross.line.number}: crossing out {cross.mark} was not justified at that time."
        console.print(Text(text, style="red"))
    if pad.crosses and not wrong:
        count = len(pad.crosses)
        console.print("✓ Your cross is justified." if count == 1 else f"✓ All your {count} crosses are justified.")
    if pad.more:
        stones = "1 more stone" if pad.more == 1 else f"{pad.more} more stones"
        console.print(f"{stones} could be crossed out now; `deduce hint` shows where to look.")
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
        left = f"leaves {repair.hands:,} way{'s' * (repair.hands != 1)}"
        other = f"; or {any_of(f'`{clean(also)}`' for also in repair.also)}" if repair.also else ""
        console.print(Padding(Text(left + other, style="dim"), (0, 0, 0, 14)))
    if verdict.pair:
        console.print(Text("No single change helps. Look at these two lines first:", style="bold"))
        show_lines(console, verdict.pair)
    elif not verdict.repairs and verdict.conflict:
        console.print("No single change helps: more than one line must be wrong. Look at those above first.")
    if verdict.repairs:
        console.print("Nothing is changed by itself: mend the line in the log if you agree.")


def show_entry(console: Console, label: str, text: str, style: str = "") -> None:
    console.print(Text(f"{label:<12}  ").append(clean(text), style=style))


def show_best_repair(console: Console, verdict: Check) -> None:
    """Below a form: the likeliest repair only."""
    if verdict.repairs:
        best = verdict.repairs[0]
        console.print()
        console.print(Text(f"Likeliest slip: line {best.line.number}.", style="bold"))
        show_entry(console, "    typed", best.line.event)
        show_entry(console, "    instead", best.instead, "green")
    console.print("`deduce check` explains the contradiction and lists all repairs.")


# Hints.


def show_hint(console: Console, hint: Hint) -> None:
    if hint.stone is None:
        console.print(hint.where)
        if hint.left:
            left = "1 stone is" if hint.left == 1 else f"{hint.left} stones are"
            console.print(Text(f"{left} left to find. --more tells which, --full the proof.", style="dim"))
        return
    console.print(Text(f"{str(hint.stone).capitalize()} can be crossed out.", style="bold"))
    if hint.level < WHY:
        console.print(Text("--full tells why.", style="dim"))
    elif hint.proof:
        show_lines(console, list_lines(hint.proof.because))
        console.print()
        show_sentences(console, hint.sentences)
