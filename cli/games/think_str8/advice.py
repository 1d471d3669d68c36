"""What to do now in Think Str8!, for people: the move first, then the figures it rests on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from cli.games.think_str8.heads import say_left, say_where
from cli.views.console import (
    add_figures,
    add_rest,
    add_texts,
    badge,
    clean,
    plain_table,
    put,
    say_text,
    show_notes,
    show_table,
)
from cli.views.faults import show_error
from solver.english import any_of, capital, format_chance, format_figure, say_remark, with_option
from solver.games.think_str8.advice.advise import Advice
from solver.games.think_str8.advice.bets import BetOption, DiceOption
from solver.games.think_str8.advice.final_bets import ColourBets
from solver.games.think_str8.advice.moves import (
    POINTS,
    WIN,
    BetAdvice,
    DiceAdvice,
    FinalAdvice,
    SwapAdvice,
)
from solver.games.think_str8.rules import COLOURS, SAID, final_points
from solver.games.think_str8.words.readings import ByReading, tell_assumed, tell_by_reading
from solver.language import later, say, say_number, say_percent

FEW = 5
HERE = "▶"
BLOCKS = " ▁▂▃▄▅▆▇█"
ROWS, STEP, INDENT = 4, 3, 4
WORDS = {"safe": later("safe"), "sharp": later("sharp"), "curious": later("curious")}
NAMES = {"best": later("best"), "bold": later("bold"), "safe": later("safe"), "points": later("points")}
TURNED = {1: later("{one} to {other}"), 2: later("two {one} to {other}"), 3: later("three {one} to {other}")}


def show_advice(console: Console, advice: Advice, every: bool = False) -> None:
    show_title(console, advice)
    if advice.reading and advice.reading.differs:
        put(console, advice.reading.says, style="bold")
        console.print()
    content = advice.content
    if isinstance(content, BetAdvice):
        show_bets(console, content, every)
    elif isinstance(content, DiceAdvice):
        show_dice(console, content, every)
    elif isinstance(content, SwapAdvice):
        show_swaps(console, content)
    elif isinstance(content, FinalAdvice):
        show_final(console, advice, content)
    else:
        console.print(Text(clean(content.text), style="bold"))
        put(console, content.hint, indent=2, style="green")
    if advice.reading:
        show_by_reading(console, advice, advice.reading)
    show_notes(console, advice.notes)
    for warning in advice.table.warnings:
        show_error(console, warning)


def show_title(console: Console, advice: Advice) -> None:
    table = advice.table
    head = say_text(
        "{title} · what {player} should do · {where} · {left}",
        title=Text("Think Str8!", style="bold"),
        player=clean(advice.seat),
        where=say_where(table),
        left=say_left(advice.hands),
    )
    console.print(head)
    console.print()


def _say(console: Console, move: str, reason: str) -> None:
    put(console, move, style="bold")
    put(console, f"{capital(reason)}.", indent=2)
    console.print()


# Bets.


def show_bets(console: Console, bets: BetAdvice, every: bool) -> None:
    best = bets.best
    move = say(
        "Bet {bet} on {dice}, with the token of {length}.",
        bet=best.span,
        dice=" + ".join(map(say, bets.dice)),
        length=best.token,
    )
    _say(console, move, best.reason)
    show_chart(console, bets.chances, best)
    grid = plain_table()
    add_texts(grid, ("", 2), ("", 5))
    points = cell_len(say("points"))
    add_figures(
        grid, (say("hit"), 5), (say("pays"), 5), (say("now"), max(6, points)), (say("later"), max(7, points + 1))
    )
    add_figures(grid, (say("together"), 9), (say("hit"), 7), (say("high"), 7), (say("low"), 7))
    add_texts(grid, ("", 2))
    add_rest(grid)
    console.print(_head_above([column.width or 0 for column in grid.columns]))
    shown = [bet for place, bet in enumerate(bets.options) if every or place < FEW or bets.words_of(bet)]
    for option in shown:
        figures = (
            f"{option.points}",
            *map(say_number, (option.expected, option.final, option.value), (".2f", "+.2f", ".2f")),
        )
        mark, words = HERE if option is best else "", " ".join(say(WORDS[word]) for word in bets.words_of(option))
        grid.add_row(mark, _run(option), format_chance(option.hit), *figures, *_left(option), "", words)
    show_table(console, grid)
    console.print()
    _explain_bets(console, bets, len(shown))


def _head_above(widths: Sequence[int]) -> Text:
    """What the heads of some columns have in common."""
    points, left = say("points"), say("hands left if told")
    before, now, later_, rest = sum(widths[:4]), widths[4], widths[5], sum(widths[6:10])
    return Text(f"{'':{before}}{points:>{now}}{points:>{later_}}{left:>{rest}}", style="bold")


def _left(option: BetOption) -> tuple[str, ...]:
    """Hands left after each answer; with the shortest token `miss` stands for high and low."""
    hit, *wrong = (_hands(outcome.hands) for outcome in option.outcomes)
    return (hit, say("miss"), *wrong) if len(wrong) == 1 else (hit, *wrong)


def _hands(hands: int) -> str:
    """Six places at most: a log without cards in sight leaves a quarter of a million."""
    return say_number(hands) if hands < 100_000 else f"{hands // 1000}k"


def _explain_bets(console: Console, bets: BetAdvice, shown: int) -> None:
    told: dict[str, list[str]] = {}
    for outcome in bets.best.outcomes:
        if outcome.swap:
            told.setdefault(outcome.swap, []).append(say(SAID[outcome.answer]))
    if told:
        put(console, _say_swaps([(any_of(answers), say(colour)) for colour, answers in told.items()]))
    lines = (
        say("points now: this round's, on average · together: points now and points later"),
        say(
            "points later: final bets after the answer and, if wrong, a swap ({points} so far)",
            points=format_figure(bets.now, "+"),
        ),
        say("safe: likeliest hit · sharp: most now · curious: most later, the answer is open"),
    )
    for line in lines:
        put(console, line, style="dim")
    if shown < len(bets.options):
        possible = say_remark(
            "{count} bets are possible; `{ask}` lists them.", count=len(bets.options), ask=with_option("all")
        )
        put(console, possible, style="dim")
    console.print()


def _say_swaps(advised: Sequence[tuple[str, str]]) -> str:
    """What to lay off after which answers: too low and too high are all that can be told of a wrong bet."""
    (answers, colour), *more = advised
    if not more:
        return say("If that is {answers}: lay off {colour}.", answers=answers, colour=colour)
    places = {"answers": answers, "colour": colour, "others": more[0][0], "other": more[0][1]}
    return say("If that is {answers}: lay off {colour}; {others}: lay off {other}.", **places)


def _run(option: BetOption) -> str:
    return option.span


def show_chart(console: Console, chances: Sequence[float], bet: BetOption) -> None:
    """How likely each sum is, with the run of the bet under it."""
    top = max(chances)
    heights = [round(chance / top * ROWS * 8) or (chance > 0) for chance in chances]
    highest = format_chance(top)
    indent = max(INDENT, cell_len(highest))
    for row in reversed(range(ROWS)):
        bars = "".join(f" {BLOCKS[min(8, max(0, height - row * 8))] * (STEP - 1)}" for height in heights)
        label = highest if row == ROWS - 1 else ""
        console.print(Text(f"{label:>{indent}}{bars}".rstrip()))
    console.print(Text(" " * indent + "".join(f"{total:>{STEP}}" for total in range(len(chances)))))
    width = STEP * (bet.high - bet.low + 1) - 1
    run = f"└{'─' * (width - 2)}┘"
    console.print(Text(" " * (indent + STEP * bet.low + 1) + f"{run} {format_chance(bet.hit)}"))
    console.print()


# Dice.


def show_dice(console: Console, dice: DiceAdvice, every: bool) -> None:
    best = dice.best
    move = say("{turn}: dice {dice}.", turn=_turn(best), dice=" ".join(map(say, best.dice)))
    _say(console, move, best.reason)
    show_chart(console, dice.chances, best.bet)
    grid = plain_table()
    longest = max(cell_len(" ".join(map(say, option.dice))) for option in dice.options)
    add_texts(grid, ("", 2), (say("dice"), max(24, longest + 1)))
    add_rest(grid, f"{say('turn'):<23}")
    add_figures(grid, (say("best bet"), 10), (say("hit"), 7), (say("together"), 9))
    shown = dice.options if every else dice.options[:FEW]
    kept = [option for option in dice.options if not option.turned and option not in shown]
    for option in (*shown, *kept):
        figures = _run(option.bet), format_chance(option.bet.hit), say_number(option.value, ".2f")
        grid.add_row(HERE if option is best else "", " ".join(map(say, option.dice)), _turns(option), *figures)
    show_table(console, grid)
    console.print()
    put(console, say("together: points now and points later (final bets), with the best bet"), style="dim")
    if len(shown) + len(kept) < len(dice.options):
        made = say_remark(
            "{count} throws can be made of these dice; `{ask}` lists them.",
            count=len(dice.options),
            ask=with_option("all"),
        )
        put(console, made, style="dim")
    console.print()


def _turn(option: DiceOption) -> str:
    if not option.turned:
        return say("Turn no die")
    turned = Counter(option.turned).items()
    return say(
        "Turn {dice}", dice=", ".join(say(TURNED[times], one=say(one), other=say(two)) for (one, two), times in turned)
    )


def _turns(option: DiceOption) -> str:
    """In a column: of several dice only which; what they become stands beside it."""
    if len(option.turned) < 2:
        return "".join(say(TURNED[1], one=say(one), other=say(two)) for one, two in option.turned) or "-"
    return " ".join(say(one) for one, _ in option.turned)


# Swaps.


def show_swaps(console: Console, swaps: SwapAdvice) -> None:
    best = swaps.best
    _say(console, say("Lay off {colour}.", colour=say(best.colour)), best.reason)
    grid = plain_table()
    add_texts(grid, ("", 2), ("", _colour_width(10)))
    add_figures(grid, (say("later"), 7), (say("kept"), 8), (say("new"), 8), (say("unseen"), 8))
    add_figures(grid, (say("shows"), 8), (say("pile"), 6))
    for option in swaps.options:
        later_, kept, new, shows = (
            say_number(value, "+.2f") for value in (option.value, option.card_now, option.card_new, option.sharpens)
        )
        here = HERE if option is best else ""
        grid.add_row(here, badge(option.colour), later_, kept, new, f"{option.unseen}", shows, f"{option.pile}")
    show_table(console, grid)
    console.print()
    lines = (
        say(
            "later: points to expect of the final bets after the swap ({points} without one)",
            points=format_figure(swaps.now, "+"),
        ),
        say("kept, new: points of this colour as it is, and of a new card (one of the unseen)"),
        say("shows: what seeing the old card adds to the other colours"),
    )
    for line in lines:
        put(console, line, style="dim")
    console.print()


def _colour_width(least: int) -> int:
    return max(least, *(cell_len(say(colour)) + 1 for colour in COLOURS))


# Final bets.


def show_final(console: Console, advice: Advice, final: FinalAdvice) -> None:
    done = advice.table.round == advice.table.round_count
    if not done:
        put(console, say("The final bets as if the game ended now."))
    line = ", ".join(f"{colour} {' '.join(map(str, numbers))}" for colour, numbers in final.best.bets.items())
    console.print(Text(f"final {line}", style="bold"))
    for line in _verdict(final):
        put(console, line, indent=2)
    console.print()
    show_colours(console, final)
    console.print()
    show_choices(console, final)


def _verdict(final: FinalAdvice) -> list[str]:
    lines = []
    if final.cannot:
        told = say(
            "The chance to win cannot be worked out: {reason} These are the bets for points.",
            reason=clean(final.cannot),
        )
        lines.append(told)
    elif final.best.chance is not None:
        chance, certainty = say_percent(final.best.chance, ".1%"), _certainty(final)
        lines.append(
            say("Chance to win: {chance} {certainty}", chance=chance, certainty=certainty)
            if final.aim == WIN
            else say(
                "Chance of at least {points} points: {chance} {certainty}",
                points=final.aim,
                chance=chance,
                certainty=certainty,
            )
        )
    low, high, points = min(final.spread), max(final.spread), format_figure(final.best.expected, "+")
    lines.append(
        say("{points} points expected, whatever the hand is.", points=points)
        if low == high
        else say(
            "{points} points expected, between {low} and {high}.", points=points, low=f"{low:+d}", high=f"{high:+d}"
        )
    )
    return lines


def _certainty(final: FinalAdvice) -> str:
    if final.sampled is not None and final.error is not None:
        return say(
            "± {error} (standard error; from {count} hands drawn by chance; better bets may exist).",
            error=say_percent(final.error, ".1%"),
            count=say_number(final.sampled),
        )
    if final.proved or final.bound is None:
        return say("(exact, and proved that no bets have more).")
    if final.bound >= 1:
        return (
            say("(exact; no other bets on one colour or two have more; better bets may exist).")
            if final.settled
            else say("(exact; better bets may exist).")
        )
    most = say_percent(final.bound, ".1%")
    return (
        say(
            "(exact; no other bets on one colour or two have more; better bets may exist, but none above {most}).",
            most=most,
        )
        if final.settled
        else say("(exact; better bets may exist, but none above {most}).", most=most)
    )


def show_colours(console: Console, final: FinalAdvice) -> None:
    """Each colour with its bet, and below it the chances of its numbers."""
    grid, chances = plain_table(), []
    add_texts(grid, ("", 2), ("", _colour_width(8)), (say("bet"), 9))
    add_figures(grid, (say("right"), 6), (say("expected"), 10))
    add_texts(grid, ("", 3), (say("bolder"), 15), (say("safer"), 15))
    for column in final.colours:
        chosen = final.best.bets[column.colour]
        hit = round(sum(column.chances.get(number, 0.0) for number in chosen), 9)
        expected = round(sum(chance * final_points(n, chosen) for n, chance in column.chances.items()), 6) + 0.0
        others = (_other(column, len(chosen) + step, expected) for step in (-1, 1))
        figures = format_chance(hit), say_number(expected, "+.2f")
        grid.add_row(HERE, badge(column.colour), " ".join(map(str, chosen)), *figures, "", *others)
        likely = "  ".join(f"{number} {format_chance(chance)}" for number, chance in column.chances.items())
        chances.append(Text(f"{'':10}{likely}", style="dim"))
    show_table(console, grid, below=chances)


def _other(column: ColourBets, size: int, expected: float) -> str:
    """What the best bet with one number fewer or more would change."""
    found = next((shape for shape in column.shapes if len(shape.numbers) == size), None)
    return f"{' '.join(map(str, found.numbers))}: {say_number(found.expected - expected, '+.2f')}" if found else "-"


def show_choices(console: Console, final: FinalAdvice) -> None:
    chance = (
        ""
        if final.aim == POINTS or final.cannot
        else say("to win")
        if final.aim == WIN
        else say("{points} or more", points=final.aim)
    )
    grid = plain_table()
    names = [say(NAMES[choice.name]) for choice in (final.best, *final.others)]
    add_texts(grid, ("", 2), ("", max(8, *map(cell_len, names))))
    add_figures(grid, (chance, 12), (say("expected"), 10))
    add_texts(grid, ("", 3), (say("bets, in pad order"), 45))
    for choice in (final.best, *final.others):
        figure = "" if choice.chance is None else say_percent(choice.chance, ".1%")
        bets = " · ".join(" ".join(map(str, numbers)) for numbers in choice.bets.values())
        expected = say_number(choice.expected, "+.2f")
        grid.add_row(HERE if choice is final.best else "", say(NAMES[choice.name]), figure, expected, "", bets)
    show_table(console, grid)
    put(
        console,
        say("bold: one number each · safe: up to three · points: the most expected points")
        if any(choice.name == "points" for choice in final.others)
        else say("bold: one number each · safe: up to three"),
        style="dim",
    )
    console.print()


# What the others' bets speak for.


def show_by_reading(console: Console, advice: Advice, reading: ByReading) -> None:
    console.print(Text(say("Reading the others' bets as well"), style="bold"))
    for line in tell_by_reading(reading, advice.table.you(advice.seat)):
        put(console, line, indent=2)
    put(console, tell_assumed(), indent=2, style="dim")
    console.print()
