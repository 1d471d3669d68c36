"""Answers of Think Str8! on the screen: proofs and hints."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from cli.views.console import badge, put, say_text
from cli.views.reasons import FULL, MORE, show_proof
from solver.english import any_of, capital, format_chance, remark, say_remark
from solver.games.think_str8.facts import list_lines
from solver.games.think_str8.rules import say_card
from solver.games.think_str8.why import Answer, Hint
from solver.language import say, say_count, say_number
from solver.proof.smallest import CERTAIN, IMPOSSIBLE, WHY

# Proofs.


def show_answers(console: Console, answers: Sequence[Answer]) -> None:
    for place, answer in enumerate(answers):
        if place:
            console.print()
        show_answer(console, answer)


def show_answer(console: Console, answer: Answer) -> None:
    console.print(Text(_verdict(answer), style="bold"))
    if answer.proof and answer.proof.because:
        show_proof(console, list_lines(answer.proof.because), answer.sentences, answer.pattern)
    if answer.example and answer.verdict != CERTAIN:
        console.print()
        console.print(say("One hand that fits everything:"))
        console.print(_hand(answer.example))


def _verdict(answer: Answer) -> str:
    question, hands = answer.question, answer.hands
    card = say(question.colour)
    if question.round is not None:
        card = say("{colour} of round {round}", colour=card, round=question.round)
    number, left = question.number, any_of(answer.numbers)
    if answer.verdict == IMPOSSIBLE:
        return capital(say("{card} is not {number}.", card=card, number=number))
    if answer.verdict == CERTAIN:
        return capital(say("{card} is {number}: certain.", card=card, number=left))
    if number is None:
        return capital(say("{card} can be {numbers}.", card=card, numbers=left))
    told = say_count(
        "{card} can still be {number}: {count} of {hands} hands fits ({chance}).",
        "{card} can still be {number}: {count} of {hands} hands fit ({chance}).",
        answer.count,
        card=card,
        number=number,
        hands=say_number(hands),
        chance=format_chance(answer.count / hands),
    )
    return capital(told)


def _badge_card(colour: str, number: int) -> Text:
    return badge(colour).append(f" {number}")


def _hand(hand: dict[str, int]) -> Text:
    text = Text("  ")
    for place, (colour, number) in enumerate(hand.items()):
        text.append(", " if place else "").append_text(badge(colour, say_card(colour, number)))
    return text


# Hints.


def show_hint(console: Console, hint: Hint) -> None:
    if hint.colour is None:
        put(console, say("Nothing is left to find: all that can be ruled out is seen or crossed out."))
        return
    if hint.number is None:
        console.print(say_text("Look at {colour}.", colour=badge(hint.colour)))
        left = say_count("{count} number is left to find.", "{count} numbers are left to find.", hint.left)
        more = say_remark("`{more}` tells the number, `{full}` the proof.", more=MORE, full=FULL)
        put(console, remark(f"{left} ", *more.parts), style="dim")
        return
    console.print(say_text("{card} can be crossed out.", card=_badge_card(hint.colour, hint.number)))
    if hint.level < WHY:
        put(console, say_remark("`{ask}` tells why.", ask=FULL), style="dim")
    elif hint.proof:
        show_proof(console, list_lines(hint.proof.because), hint.sentences, hint.pattern)
