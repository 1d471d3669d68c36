"""What comes next at the table: whose turn it is for the prompt, and the questions that set a new log up."""

from __future__ import annotations

from collections.abc import Callable, Collection

from solver.game import Awaited, Question, Step, ask_yes_no
from solver.games.tricoda.rules import COLOURS, POINTS_TO_WIN
from solver.games.tricoda.table import Table


def next_step(table: Table) -> Step:
    """New stones to be typed come first, then the player whose turn it is reads a question."""
    if table.winner:
        title = f"{table.winner} wins with {POINTS_TO_WIN} points"
        lacking = table.me in table.racks and table.current(table.me).shown is None
        return Step(title, ("reveal ",)) if lacking else Step(title, offer="review")
    title = f"Question {table.round + 1}"
    for holder, history in table.racks.items():
        if holder != table.me and len(history) > 1 and not history[-1].stones:
            return Step(f"{title} · {holder} has new stones", (f"see {holder} ", "ask "))
    own = table.racks.get(table.me, ())
    if len(own) > 1 and not own[-2].stones and own[-2].until == table.round:
        return Step(f"{title} · which stones did you have?", ("was ", "ask "))
    reader = table.reader or table.me
    if reader == table.me:
        return Step(f"{title} · you read", ("ask ", "declare "))
    return Step(f"{title} · {reader} reads", (f"ask {reader} ", "declare "))


def list_awaited(table: Table) -> tuple[Awaited, ...]:
    """The lines of the moment: stones to be typed, a question by whose turn it is, a declaration of mine."""
    if table.winner:
        return (Awaited("reveal", (table.me,)),)
    unseen = [holder for holder, history in table.racks.items() if holder != table.me and not history[-1].stones]
    own = table.racks.get(table.me, ())
    seeing = (Awaited("see", tuple(unseen)),) if unseen else ()
    had = (Awaited("was", (table.me,)),) if len(own) > 1 and not own[-2].stones else ()
    reader = (table.reader,) if table.reader else table.players
    return (*seeing, *had, Awaited("ask", reader, in_order=len(reader) == 1), Awaited("declare", (table.me,)))


def next_question(table: Table, skipped: Collection[str]) -> Question | None:
    """What a new log still lacks before the first question; answers given or skipped are not asked for again."""
    if table.asked or table.declared:
        return None
    if "card" not in skipped and not table.at_most and not any(rack[0].stones for rack in table.racks.values()):
        return ask_yes_no("card", "Does your card 2 ask for '12 or less'?", "card 2 at-most")
    for holder, history in table.racks.items():
        if holder != table.me and holder not in skipped and not history[0].stones:
            whose = f"{holder}'s stones" if holder in table.players else f"Stones of {holder}"
            return Question(holder, f"{whose} (green 1, blue 7, blue 7 or g1 b7 b7)", _see(holder), skippable=True)
    return None


def _see(holder: str) -> Callable[[str], str]:
    return lambda answer: f"see {holder} {answer}"


def words(table: Table) -> dict[str, tuple[str, ...]]:
    """What the parts of a verb's form can be, for completion."""
    return {"COLOUR": COLOURS, "PLAYER": table.neutrals}
