"""What is said of a paper sheet."""

from __future__ import annotations

from solver.language import later, say_count


def tell_paper_title(seat: str, rows: int) -> str:
    return say_count("{seat}'s sheet, one row filled in", "{seat}'s sheet, {count} rows filled in", rows, seat=seat)


def tell_provable(provable: int, crossed: int) -> str:
    return say_count(
        "By this sheet {count} number could be crossed out; {crossed} of them you did.",
        "By this sheet {count} numbers could be crossed out; {crossed} of them you did.",
        provable,
        crossed=crossed,
    )


def tell_justified(justified: int, crosses: int) -> str:
    return say_count(
        "{count} of {crosses} crosses follows from the sheet.",
        "{count} of {crosses} crosses follow from the sheet.",
        justified,
        crosses=crosses,
    )


def tell_missed(missed: int) -> str:
    return say_count("{count} number not crossed out", "{count} numbers not crossed out", missed)


PAPER_HAND = later("Your hand")
PAPER_NOTES = (
    later("Copied from a paper sheet: crosses have no date, so they are judged by everything on it."),
    later("A black box is taken as seen from the start: the true moment may have been later."),
)
PAPER_CONFLICT = later("These rows cannot all be true, so nothing can be judged yet.")
PAPER_NOTHING = later("The black boxes and ranges rule nothing out, so there was nothing to cross out.")
PAPER_ROWS = later("Rows that contradict each other")
PAPER_LINE = later("Line {line}: {text}")
PAPER_SLIP = later("Likely slip: line {line}, “{text}”, was meant as “{instead}”.")
PAPER_MISPLACED = later("Likely slip: line {line}, “{text}”, belongs to row {rows}.")
PAPER_PADS = later("Your pad, and beside it the full one")
PAPER_PAD = later("Your pad")
PAPER_FULL_PAD = later("The full pad")
PAPER_CROSSES = later("Your crosses")
PAPER_WRONG = later("{card} was your own card.")
PAPER_WRONG_COST = later("{card} was your own card. A final bet with it would have brought {cost} points more.")
PAPER_UNJUSTIFIED = later("{card} did not follow from the sheet.")
PAPER_LUCKY = later("{card} did not follow from the sheet, though it was right.")
PAPER_PROVABLE = later("What could be crossed out, and after which row")
PAPER_BEFORE = later("Before the first row")
PAPER_AFTER = later("After row {row}")
PAPER_OUT = later("Out from here on")
PAPER_ALL_CROSSED = later("all crossed out")
PAPER_CROSSED = later("{cards}: crossed out")
PAPER_NOT_CROSSED = later("{cards}: not crossed out")
PAPER_FINALS = later("The final bets")
PAPER_FINAL_MADE = later(
    "They brought {points} points, the best bets by this sheet would have brought {best}. "
    "On average yours bring {expected}, the best {most}."
)
PAPER_FINAL_EXPECTED = later("On average your bets bring {expected} points, the best bets by this sheet {most}.")
