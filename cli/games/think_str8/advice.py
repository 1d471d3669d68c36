"""What to do now in Think Str8!, for people: the move first, then the figures it rests on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from cli.views.console import add_figures, add_texts, badge, clean, plain_table, say, show_notes, show_table
from cli.views.faults import show_error
from solver.english import any_of, format_chance, remark, with_option
from solver.games.think_str8.advice.advise import Advice
from solver.games.think_str8.advice.bets import BetOption, DiceOption
from solver.games.think_str8.advice.final_bets import ColourBets
from solver.games.think_str8.advice.moves import (
    POINTS,
    WIN,
    BetAdvice,
    ByReading,
    DiceAdvice,
    FinalAdvice,
    SwapAdvice,
    tell_by_reading,
)
from solver.games.think_str8.beliefs import tell_assumed
from solver.games.think_str8.rules import final_points

FEW = 5
HERE = "▶"
BLOCKS = " ▁▂▃▄▅▆▇█"
ROWS, STEP, INDENT = 4, 3, 4
WRONG = {"high": "too high", "low": "too low", "miss": "wrong"}
TIMES = {1: "", 2: "two ", 3: "three "}


def show_advice(console: Console, advice: Advice, every: bool = False) -> None:
    show_title(console, advice)
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
        say(console, content.hint, indent=2, style="green")
    if advice.reading:
        show_by_reading(console, advice, advice.reading)
    show_notes(console, advice.notes)
    for warning in advice.table.warnings:
        show_error(console, warning)


def show_title(console: Console, advice: Advice) -> None:
    table = advice.table
    where = f"round {table.round} of {table.round_count}" if table.round else "before the first throw"
    left = f"{advice.hands:,} hand{'s' * (advice.hands != 1)} left"
    title = f" · what {clean(advice.seat)} should do · {where} · {left}"
    console.print(Text.assemble(("Think Str8!", "bold"), title))
    console.print()


def _say(console: Console, move: str, reason: str) -> None:
    console.print(Text(move, style="bold"))
    say(console, f"{reason[:1].upper()}{reason[1:]}.", indent=2)
    console.print()


# Bets.


def show_bets(console: Console, bets: BetAdvice, every: bool) -> None:
    best = bets.best
    _say(console, f"Bet {_run(best)} on {' + '.join(bets.dice)}, with the token of {best.token}.", best.reason)
    show_chart(console, bets.chances, best)
    console.print(Text(f"{'':17}{'points':>6}{'points':>7}{'':9}{'hands left if told':>21}", style="bold"))
    grid = plain_table()
    add_texts(grid, ("", 2), ("", 5))
    add_figures(grid, ("hit", 5), ("pays", 5), ("now", 6), ("later", 7), ("together", 9))
    add_figures(grid, ("hit", 7), ("high", 7), ("low", 7))
    add_texts(grid, ("", 2), ("", 18))
    shown = [bet for place, bet in enumerate(bets.options) if every or place < FEW or bets.words_of(bet)]
    for option in shown:
        figures = f"{option.points}", f"{option.expected:.2f}", f"{option.final:+.2f}", f"{option.value:.2f}"
        mark, words = HERE if option is best else "", " ".join(bets.words_of(option))
        grid.add_row(mark, _run(option), format_chance(option.hit), *figures, *_left(option), "", words)
    show_table(console, grid)
    console.print()
    _explain_bets(console, bets, len(shown))


def _left(option: BetOption) -> tuple[str, ...]:
    """Hands left after each answer; with the shortest token `miss` stands for high and low."""
    hit, *wrong = (_hands(outcome.hands) for outcome in option.outcomes)
    return (hit, "miss", *wrong) if len(wrong) == 1 else (hit, *wrong)


def _hands(hands: int) -> str:
    """Six places at most: a log without cards in sight leaves a quarter of a million."""
    return f"{hands:,}" if hands < 100_000 else f"{hands // 1000}k"


def _explain_bets(console: Console, bets: BetAdvice, shown: int) -> None:
    told: dict[str, list[str]] = {}
    for outcome in bets.best.outcomes:
        if outcome.swap:
            told.setdefault(outcome.swap, []).append(WRONG[outcome.answer])
    if told:
        advised = "; ".join(f"{any_of(answers)}: lay off {colour}" for colour, answers in told.items())
        console.print(f"If that is {advised}.")
    lines = (
        "points now: this round's, on average · together: points now and points later",
        f"points later: final bets after the answer and, if wrong, a swap ({bets.now:+.2f} so far)",
        "safe: likeliest hit · sharp: most now · curious: most later, the answer is open",
    )
    for line in lines:
        console.print(Text(line, style="dim"))
    if shown < len(bets.options):
        say(
            console,
            remark(f"{len(bets.options)} bets are possible; `", with_option("all"), "` lists them."),
            style="dim",
        )
    console.print()


def _run(option: BetOption) -> str:
    return f"{option.low}-{option.high}"


def show_chart(console: Console, chances: Sequence[float], bet: BetOption) -> None:
    """How likely each sum is, with the run of the bet under it."""
    top = max(chances)
    heights = [round(chance / top * ROWS * 8) or (chance > 0) for chance in chances]
    for row in reversed(range(ROWS)):
        bars = "".join(f" {BLOCKS[min(8, max(0, height - row * 8))] * (STEP - 1)}" for height in heights)
        label = format_chance(top) if row == ROWS - 1 else ""
        console.print(Text(f"{label:>{INDENT}}{bars}".rstrip()))
    console.print(Text(" " * INDENT + "".join(f"{total:>{STEP}}" for total in range(len(chances)))))
    width = STEP * (bet.high - bet.low + 1) - 1
    run = f"└{'─' * (width - 2)}┘"
    console.print(Text(" " * (INDENT + STEP * bet.low + 1) + f"{run} {format_chance(bet.hit)}"))
    console.print()


# Dice.


def show_dice(console: Console, dice: DiceAdvice, every: bool) -> None:
    best = dice.best
    _say(console, f"{_turn(best)}: dice {' '.join(best.dice)}.", best.reason)
    show_chart(console, dice.chances, best.bet)
    grid = plain_table()
    add_texts(grid, ("", 2), ("dice", 24), ("turn", 23))
    add_figures(grid, ("best bet", 10), ("hit", 7), ("together", 9))
    shown = dice.options if every else dice.options[:FEW]
    kept = [option for option in dice.options if not option.turned and option not in shown]
    for option in (*shown, *kept):
        figures = _run(option.bet), format_chance(option.bet.hit), f"{option.value:.2f}"
        grid.add_row(HERE if option is best else "", " ".join(option.dice), _turns(option), *figures)
    show_table(console, grid)
    console.print()
    console.print(Text("together: points now and points later (final bets), with the best bet", style="dim"))
    if len(shown) + len(kept) < len(dice.options):
        made = f"{len(dice.options)} throws can be made of these dice; "
        say(console, remark(made, "`", with_option("all"), "` lists them."), style="dim")
    console.print()


def _turn(option: DiceOption) -> str:
    if not option.turned:
        return "Turn no die"
    return "Turn " + ", ".join(f"{TIMES[times]}{one} to {two}" for (one, two), times in Counter(option.turned).items())


def _turns(option: DiceOption) -> str:
    """In a column: of several dice only which; what they become stands beside it."""
    if len(option.turned) < 2:
        return "".join(f"{one} to {two}" for one, two in option.turned) or "-"
    return " ".join(one for one, _ in option.turned)


# Swaps.


def show_swaps(console: Console, swaps: SwapAdvice) -> None:
    best = swaps.best
    _say(console, f"Lay off {best.colour}.", best.reason)
    grid = plain_table()
    add_texts(grid, ("", 2), ("", 10))
    add_figures(grid, ("later", 7), ("kept", 8), ("new", 8), ("unseen", 8), ("shows", 8), ("pile", 6))
    for option in swaps.options:
        figures = f"{option.value:+.2f}", f"{option.card_now:+.2f}", f"{option.card_new:+.2f}", f"{option.unseen}"
        grid.add_row(
            HERE if option is best else "", badge(option.colour), *figures, f"{option.sharpens:+.2f}", f"{option.pile}"
        )
    show_table(console, grid)
    console.print()
    lines = (
        f"later: points to expect of the final bets after the swap ({swaps.now:+.2f} without one)",
        "kept, new: points of this colour as it is, and of a new card (one of the unseen)",
        "shows: what seeing the old card adds to the other colours",
    )
    for line in lines:
        console.print(Text(line, style="dim"))
    console.print()


# Final bets.


def show_final(console: Console, advice: Advice, final: FinalAdvice) -> None:
    done = advice.table.round == advice.table.round_count
    if not done:
        console.print("The final bets as if the game ended now.")
    line = ", ".join(f"{colour} {' '.join(map(str, numbers))}" for colour, numbers in final.best.bets.items())
    console.print(Text(f"final {line}", style="bold"))
    for line in _verdict(final):
        say(console, line, indent=2)
    console.print()
    show_colours(console, final)
    console.print()
    show_choices(console, final)


def _verdict(final: FinalAdvice) -> list[str]:
    lines = []
    if final.cannot:
        lines.append(f"The chance to win cannot be worked out: {clean(final.cannot)} These are the bets for points.")
    elif final.best.chance is not None:
        what = "to win" if final.aim == WIN else f"of at least {final.aim} points"
        lines.append(f"Chance {what}: {final.best.chance:.1%} {_certainty(final)}")
    low, high = min(final.spread), max(final.spread)
    reach = "whatever the hand is" if low == high else f"between {low:+d} and {high:+d}"
    lines.append(f"{final.best.expected:+.2f} points expected, {reach}.")
    return lines


def _certainty(final: FinalAdvice) -> str:
    if final.sampled is not None and final.error is not None:
        drawn = f"from {final.sampled:,} hands drawn by chance"
        return f"± {final.error:.1%} (standard error; {drawn}; better bets may exist)."
    if not final.proved and final.bound is not None:
        most = f", but none above {final.bound:.1%}" if final.bound < 1 else ""
        return f"(exact; better bets may exist{most})."
    return "(exact, and proved that no bets have more)."


def show_colours(console: Console, final: FinalAdvice) -> None:
    """Each colour with its bet, and below it the chances of its numbers."""
    grid, chances = plain_table(), []
    add_texts(grid, ("", 2), ("", 8), ("bet", 9))
    add_figures(grid, ("right", 6), ("expected", 10))
    add_texts(grid, ("", 3), ("bolder", 15), ("safer", 15))
    for column in final.colours:
        chosen = final.best.bets[column.colour]
        hit = round(sum(column.chances.get(number, 0.0) for number in chosen), 9)
        expected = round(sum(chance * final_points(n, chosen) for n, chance in column.chances.items()), 6) + 0.0
        others = (_other(column, len(chosen) + step, expected) for step in (-1, 1))
        figures = format_chance(hit), f"{expected:+.2f}"
        grid.add_row(HERE, badge(column.colour), " ".join(map(str, chosen)), *figures, "", *others)
        likely = "  ".join(f"{number} {format_chance(chance)}" for number, chance in column.chances.items())
        chances.append(Text(f"{'':10}{likely}", style="dim"))
    show_table(console, grid, below=chances)


def _other(column: ColourBets, size: int, expected: float) -> str:
    """What the best bet with one number fewer or more would change."""
    found = next((shape for shape in column.shapes if len(shape.numbers) == size), None)
    return f"{' '.join(map(str, found.numbers))}: {found.expected - expected:+.2f}" if found else "-"


def show_choices(console: Console, final: FinalAdvice) -> None:
    chance = "" if final.aim == POINTS or final.cannot else "to win" if final.aim == WIN else f"{final.aim} or more"
    grid = plain_table()
    add_texts(grid, ("", 2), ("", 8))
    add_figures(grid, (chance, 12), ("expected", 10))
    add_texts(grid, ("", 3), ("bets, in pad order", 45))
    for choice in (final.best, *final.others):
        figure = "" if choice.chance is None else f"{choice.chance:.1%}"
        bets = " · ".join(" ".join(map(str, numbers)) for numbers in choice.bets.values())
        grid.add_row(HERE if choice is final.best else "", choice.name, figure, f"{choice.expected:+.2f}", "", bets)
    show_table(console, grid)
    legend = "bold: one number each · safe: up to three"
    points = any(choice.name == "points" for choice in final.others)
    console.print(Text(legend + " · points: the most expected points" * points, style="dim"))
    console.print()


# What the others' bets speak for.


def show_by_reading(console: Console, advice: Advice, reading: ByReading) -> None:
    console.print(Text("Reading the others' bets as well", style="bold"))
    for line in tell_by_reading(reading, advice.table.you(advice.seat)):
        say(console, line, indent=2)
    say(console, tell_assumed(), indent=2, style="dim")
    console.print()
