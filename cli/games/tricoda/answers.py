"""Answers of Tricoda on the screen: declare or wait, what questions tell, proofs and hints."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from cli.views.console import WIDTH, add_figures, add_texts, clean, plain_table, put, say_text, show_notes, show_table
from cli.views.faults import show_error
from cli.views.reasons import FULL, MORE, show_proof
from solver.english import Saying, capital, format_chance, say_points, say_remark, say_remark_count, with_option
from solver.games.tricoda.advice import Advice, Choice, Next, RankedCards, Rival, Waiting
from solver.games.tricoda.facts import list_lines
from solver.games.tricoda.rules import Stone, format_code, say_mark
from solver.games.tricoda.table import say_stones
from solver.games.tricoda.why import Answer, Hint
from solver.games.tricoda.words.advice import say_reason
from solver.games.tricoda.words.gaps import name_stones
from solver.games.tricoda.words.sheet import say_when
from solver.language import later, say, say_count, say_number
from solver.proof.smallest import CERTAIN, IMPOSSIBLE, WHY

CARDS_SHOWN = 5
MOST_TELLING = 3


def show_advice(console: Console, advice: Advice, every: bool = False) -> None:
    table, content = advice.table, advice.content
    console.print(
        say_text(
            "{game} · what {player} should do · {where}",
            game=Text("Tricoda", "bold"),
            player=clean(advice.seat),
            where=say_when(table.round) or say("before the first question"),
        )
    )
    console.print()
    if isinstance(content, Waiting):
        console.print(Text(clean(content.text), style="bold"))
        put(console, content.hint, indent=2, style="green")
    else:
        show_choice(console, content, every)
    show_notes(console, advice.notes)
    for warning in table.warnings:
        show_error(console, warning)


def show_choice(console: Console, choice: Choice, every: bool) -> None:
    put(console, say("{move}: {reason}", move=choice.text, reason=say_reason(choice.reason)), style="bold", mark="▶ ")
    console.print()
    show_codes(console, choice)
    show_next(console, choice, every)
    fresh = say_count(
        "A new rack: about {count} code, the best at {chance}.",
        "A new rack: about {count} codes, the best at {chance}.",
        round(choice.fresh.codes),
        chance=format_chance(choice.fresh.best),
    )
    put(console, f"{_tell_price(choice.lost)} {fresh}")
    console.print()
    show_rivals(console, choice)


def _tell_price(answers: int) -> str:
    """What a declaration throws away."""
    if not answers:
        return say("Declaring costs this rack; if wrong, no point.")
    return say_count(
        "Declaring costs this rack and the {count} answer about it; if wrong, no point.",
        "Declaring costs this rack and the {count} answers about it; if wrong, no point.",
        answers,
    )


def show_codes(console: Console, choice: Choice) -> None:
    console.print(Text(say("The best code now"), style="bold"))
    grid = plain_table(head=False)
    add_texts(grid, ("", 10))
    add_figures(grid, ("", 4))
    for guess in (choice.best, *choice.others):
        grid.add_row(f"  {format_code(guess.code)}", format_chance(guess.chance))
    show_table(console, grid)
    console.print()


def show_next(console: Console, choice: Choice, every: bool) -> None:
    coming, best = choice.next, choice.best.chance
    places = {"player": coming.reader, "now": format_chance(best), "then": format_chance(coming.chance)}
    console.print(Text(say("The next answer"), style="bold"))
    if coming.ahead > 1:
        told = say("after your own turn {player} reads; {now} now, {then} after it on average.", **places)
    else:
        told = say("{player} reads; {now} now, {then} after it on average.", **places)
    put(console, told, indent=2)
    if best < 1:
        put(console, _telling(coming, best, every), indent=2, style="dim")
    console.print()


def _telling(coming: Next, best: float, every: bool) -> Saying:
    """The cards that raise the chance most."""
    if coming.cards[0][1] <= best:
        if coming.typed:
            return say("No card that is left can raise it.")
        return say("What a card tells is open: not all stones {player} sees are typed.", player=coming.reader)
    shown = coming.cards if every else coming.cards[:CARDS_SHOWN]
    cards = ", ".join(say("card {card} {chance}", card=card, chance=format_chance(chance)) for card, chance in shown)
    if every or len(coming.cards) <= CARDS_SHOWN:
        return say("Most telling: {cards}.", cards=cards)
    return say_remark("Most telling: {cards}; `{ask}` lists every card.", cards=cards, ask=with_option("all"))


def show_questions(console: Console, questions: RankedCards) -> None:
    """A row for every card, with a mark at those that tell most."""
    if all(card.codes is None for card in questions.cards):
        open_ = say("What a question would tell depends on all that {player} sees.", player=questions.reader)
        put(console, open_, style="bold")
        put(console, say("Not typed yet: {stones}.", stones=clean(name_stones(questions.untyped))))
        return
    told = say_count(
        "What each question would tell if {player} read it; now {count} code possible, the best at {chance}.",
        "What each question would tell if {player} read it; now {count} codes possible, the best at {chance}.",
        questions.codes,
        player=questions.reader,
        chance=format_chance(questions.chance),
    )
    put(console, told, style="bold")
    grid = plain_table()
    add_texts(grid, ("", 2))
    add_figures(grid, (say("card"), 4))
    add_texts(grid, ("", 2))
    grid.add_column(say("counts"), width=0)
    add_figures(grid, (say("codes left"), 11), (say("best code"), 10))
    add_texts(grid, ("", 2), ("", max(4, cell_len(say("read")))))
    grid.columns[3].width = WIDTH - sum(column.width or 0 for column in grid.columns)  # the questions have the rest
    telling = questions.telling[:MOST_TELLING]
    for card in questions.cards:
        codes = "?" if card.codes is None else say_number(card.codes, ".1f")
        chance = "?" if card.chance is None else format_chance(card.chance)
        row = "▶" if card in telling else "", f"{card.question.number}", "", card.question.said, codes, chance
        grid.add_row(*row, "", say("read") if card.read else "")
    show_table(console, grid)
    put(console, say("▶ tells most · figures are averages over the answers"), style="dim")
    if any(card.codes is None for card in questions.cards):
        lacking = clean(name_stones(questions.untyped))
        put(console, say("? depends on {stones}, not typed yet", stones=lacking), style="dim")


def show_rivals(console: Console, choice: Choice) -> None:
    console.print(Text(say("How close the others can be"), style="bold"))
    rows = [_tell_rival(rival) for rival in choice.rivals]
    grid = plain_table(head=False)
    for place, least in enumerate((13, 10, 21, 5, 4, 11, 4)):
        width = max(least, *(cell_len(row[place]) for row in rows))
        (add_figures if place in (4, 6) else add_texts)(grid, ("", width))
    for row in rows:
        grid.add_row(*row)
    show_table(console, grid)
    averaged = say("averaged over your possible racks, from what each sees and heard")
    console.print(Text(f"  {averaged}", style="dim"))
    console.print()


def _tell_rival(rival: Rival) -> tuple[str, ...]:
    codes = say("{number} codes possible", number=say_number(rival.codes, ".1f"))
    best, sure = format_chance(rival.best), format_chance(rival.certain)
    points = f"{say_points(rival.points)} "
    return f"  {clean(rival.player)}", points, f"{codes} ", f"{say('best')} ", best, f"   {say('certain')} ", sure


def show_answers(console: Console, answers: Sequence[Answer]) -> None:
    for place, answer in enumerate(answers):
        if place:
            console.print()
        show_answer(console, answer)


def show_answer(console: Console, answer: Answer) -> None:
    console.print(Text(_verdict(answer), style="bold"))
    if answer.proof and answer.proof.because:
        show_proof(console, list_lines(answer.proof.because), answer.sentences, answer.pattern)
    if answer.example:
        console.print(say("One rack that fits everything: {stones}", stones=say_stones(answer.example)))


def _verdict(answer: Answer) -> str:
    about = answer.question.about
    if not isinstance(about, Stone | int):
        return _verdict_on_code(answer)
    stone = say_mark(about)
    if answer.verdict == IMPOSSIBLE:
        return say("No {stone} can be on the rack.", stone=stone)
    if answer.verdict == CERTAIN:
        return say("A {stone} is on the rack: certain.", stone=stone)
    told = later("A {stone} can be on the rack: {count} of {all} ways fit (chance {chance}).")
    return say(told, stone=stone, **_figures(answer))


def _verdict_on_code(answer: Answer) -> str:
    if answer.verdict == IMPOSSIBLE:
        return say("The code {code} is impossible.", code=answer.question)
    if answer.verdict == CERTAIN:
        return say("The code {code} is certain.", code=answer.question)
    told = later("The code {code} can be: {count} of {all} ways fit (chance {chance}).")
    return say(told, code=answer.question, **_figures(answer))


def _figures(answer: Answer) -> dict[str, str]:
    count, hands = say_number(answer.count), say_number(answer.hands)
    return {"count": count, "all": hands, "chance": format_chance(answer.chance)}


# Hints.


def show_hint(console: Console, hint: Hint) -> None:
    if hint.stone is None:
        console.print(hint.where)
        if hint.left:
            left = say_remark_count(
                "{count} stone is left to find. {more} tells which, {full} the proof.",
                "{count} stones are left to find. {more} tells which, {full} the proof.",
                hint.left,
                more=MORE,
                full=FULL,
            )
            put(console, left, style="dim")
        return
    console.print(Text(capital(say("{stone} can be crossed out.", stone=hint.stone.said)), style="bold"))
    if hint.level < WHY:
        put(console, say_remark("`{ask}` tells why.", ask=FULL), style="dim")
    elif hint.proof:
        show_proof(console, list_lines(hint.proof.because), hint.sentences, hint.pattern)
