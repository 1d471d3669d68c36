"""What the log does not tell, in sentences: nothing is guessed."""

from __future__ import annotations

from collections.abc import Iterator

from solver.english import all_of, whose
from solver.games.tricoda.table import Table
from solver.remarks import Ask, Saying, remark


def find_gaps(table: Table, seat: str) -> tuple[Saying, ...]:
    """Sentences about what is missing, the weightiest for this seat's rack first."""
    return (
        *_unfilled(table, seat),
        *_unseen(table, seat),
        *_unshown(table, seat),
        *_skipped(table),
        *_revealed(table, seat),
    )


def _unfilled(table: Table, seat: str) -> Iterator[str]:
    for holder, history in table.racks.items():
        if history[-1].short:
            owner = "your" if holder == seat == table.me else f"{holder}'s"
            yield (
                f"The pile could not fill {owner} rack: it is taken that the stones beside it were mixed in again. "
                f"If the game goes on, type `mix`."
            )


def _unseen(table: Table, seat: str) -> Iterator[str]:
    for holder, history in table.racks.items():
        lacking = [rack for rack in history if not rack.known]
        if holder == seat or not lacking:
            continue
        if holder == table.me:
            yield f"{seat} sees {holder}'s stones, but this log does not: {seat} may know more than stands here."
            continue
        now = lacking[-1].until is None
        which = "stones" if len(history) == 1 else "new stones" if now else "earlier stones"
        verb = "see" if now else "was"
        use = "answers about them are used only as far as they are sure"
        yield f"Not typed: {holder}'s {which} ({verb} {holder} …); {use}."


def _unshown(table: Table, seat: str) -> Iterator[str]:
    lacking = [rack for rack in table.racks[seat][:-1] if not rack.known]
    if lacking:
        lines = [rack.declared.line.number for rack in lacking if rack.declared]
        typed = f"(was {'' if seat == table.me else seat + ' '}…)"
        who = "you" if seat == table.me else seat
        use = "chances weigh what they may have been"
        yield f"Not typed: the stones {who} had at line {all_of(lines)} {typed}; {use}."


def _skipped(table: Table) -> Iterator[str]:
    """A question that must have been read in between."""
    for before, after in zip(table.asked, table.asked[1:], strict=False):
        turn = table.players[(table.players.index(before.reader) + 1) % len(table.players)]
        if after.reader != turn:
            yield f"Before line {after.line.number} it was {whose(turn, table.me)} turn to read: is a question missing?"
            return


def _revealed(table: Table, seat: str) -> Iterator[Saying]:
    if table.current(seat).revealed:
        yield remark("This rack was revealed; `", Ask("show", round=table.round), "` is the form as it stood before.")
