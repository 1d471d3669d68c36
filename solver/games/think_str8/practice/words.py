"""What practice says about Think Str8!: whole sentences with named places, said where they are shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from solver.english import all_of
from solver.games.think_str8.patterns import BOTH_ENDS, DIFFERENCE, DOUBLED, LAID_OFF, LEVEL, ONE_SUM, TRYING
from solver.language import later, say
from solver.log import Line
from solver.practice import Pattern, Task

CROSS_QUESTION = later("“{line}”: what can you cross out now that you could not before?")
SUM_QUESTION = later("What is the least and the most that your cards can add up to?")
BET_QUESTION = later("Which bet do you lay?")
LAY_OFF_QUESTION = later("Which card do you lay off?")
FINAL_QUESTION = later("What are your final bets?")
SLIP_QUESTION = later("These lines cannot all be true: somebody misheard or mistyped one of them. Which line?")

RIGHT = later("Right.")
RIGHT_AND_MORE = later("Right. {rest} can be crossed out as well.")
OUT_BEFORE = later("{card} is out, but it was out before this line. Look for what is new.")
IN_SIGHT = later("{card} lies in sight, or lay there: that is a black box, not a deduction.")
FITS = later("{card} can still be: {others} would fit everything.")
SUM_RIGHT = later("Right: from {least} to {most}.")
SUM_WRONG_LEAST = later("It can be {total} as well: {others} would fit everything.")
SUM_WRONG_CANNOT = later("It cannot be {total}: no cards that are left add up to it.")
BEST_BET = later("Right: {bet} is worth {value}, what it teaches included. No other bet is worth more than {best}.")
WORSE_BET = later("{bet} is worth {value}, what it teaches included. {best_bet} is worth {best}: {reason}.")
NO_BET = later("{bet} cannot be laid: no free token is {length} long.")
BEST_CARD = later("Right: with {colour} laid off you can expect {value} from the final bets.")
WORSE_CARD = later("With {colour} laid off you can expect {value}, with {best_colour} {best}: {reason}.")
NO_CARD = later("No {colour} card can be laid off: its pile is empty.")
BEST_FINAL = later("Right: you can expect {value}. The best bets bring {best}.")
WORSE_FINAL = later("You can expect {value}. These would bring {best}: {bets}.")
SLIP_WRONG = later("Line {number} was right. Without any change to it the log would still contradict itself.")

LOOK_COLOUR = later("Look at {colours}.")
LOOK_LINES = later("Look at {lines}.")
SUM_FROM = later("These lines settle it: {lines}.")
CHOICE_HINTS = {
    Task.BET: (
        later("First work out what your sum can be, then where most of it lies."),
        later("A short token is worth more; count how many sums it still covers."),
        later("A bet that may be wrong teaches more than one that is sure."),
    ),
    Task.LAY_OFF: (
        later("A card that you know well is worth keeping; one of which much is open is not."),
        later("A card that you lay off is known, and sharpens all sums it was part of."),
        later("Look at the colour that lay most often."),
    ),
    Task.FINAL: (
        later("One number right is 5 points, one of two 2, one of three 1, and a miss costs 2."),
        later("Two numbers equally likely: name one, and you win 5 half of the time."),
        later("Name a second number only if the first is far from sure."),
    ),
    Task.SLIP: (
        later("Two of the lines say opposite things about the same cards."),
        later("Work out what each sum allows without the others."),
        later("The line that, left out, makes all others fit is the one."),
    ),
    Task.DECLARE: (),
}
LOOK_PATTERN = later("The way to it is called “{pattern}”: {means}")


def name_card(mark: str) -> str:
    """`red 6`, a colour and a number, as it is said."""
    colour, number = mark.split()
    return f"{say(colour)} {number}"


def name_cards(hand: Mapping[str, int]) -> str:
    return all_of(f"{say(colour)} {number}" for colour, number in hand.items())


def name_lines(lines: Iterable[Line]) -> str:
    return all_of(say("line {number} ({event})", number=line.number, event=line.event) for line in lines)


def name_bets(bets: Mapping[str, Sequence[int]]) -> str:
    """`blue 2 6, red 3`."""
    return ", ".join(f"{say(colour)} {' '.join(map(str, own))}" for colour, own in bets.items() if own)


MEANS = {
    ONE_SUM: later("One sum is enough: take from it the least or the most that its other cards can be."),
    DOUBLED: later("A colour that lies twice counts twice, so a small change of that card is a large one of the sum."),
    LAID_OFF: later(
        "A card laid off is known, and counted in an older sum: take it away there, and what is left is sharper."
    ),
    BOTH_ENDS: later("One sum tells how low a card can be, or how high, and with that another sum tells more."),
    DIFFERENCE: later("Two sums share cards: take one from the other, and the shared cards fall away."),
    TRYING: later("Suppose a number, follow it through the sums, and see that nothing fits any more."),
}
_START = "game think-str8\nplayers Anna Ben Cleo\nme Anna\n"
EXAMPLES: dict[str, tuple[str, str]] = {
    ONE_SUM: (f"{_START}dice blue green yellow\nbet 0-4 hit\n", "blue 6"),
    DOUBLED: (f"{_START}dice yellow yellow green\nbet 0-5 hit\n", "yellow 3"),
    LAID_OFF: (
        f"{_START}dice blue green yellow\nbet 2-8 hit\ndice red red grey\nbet 7-7 miss\nswap yellow 7\n",
        "blue 5",
    ),
    BOTH_ENDS: (
        f"{_START}dice blue blue green\nbet 0-5 hit\ndice blue red grey\nbet 12-16 hit\n",
        "red 2",
    ),
    DIFFERENCE: (
        f"{_START}dice blue green yellow\nbet 3-4 hit\ndice green yellow red\nbet 8-10 hit\n",
        "red 3",
    ),
    TRYING: (
        f"{_START}dice green blue green\nbet 7-8 hit\ndice yellow green blue\nbet 7-10 hit\n",
        "yellow 7",
    ),
}


def list_patterns() -> Sequence[Pattern]:
    return [Pattern(name, LEVEL[name], MEANS[name], *EXAMPLES[name]) for name in LEVEL]
