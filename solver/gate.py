"""The one gate between the table's own log and a seat: a player's own log, and nothing that the player cannot know.

Every question about the table's own log is asked of what comes through here, so that nothing can leak around it. An
extract is written anew, line by line, in the canonical form: comments and spelling of the table's log are left out,
since they could give something away.
"""

from __future__ import annotations

from dataclasses import replace

from solver.game import Opened
from solver.grammar import Me, find_player
from solver.log import Word, against_rules


def extract(opened: Opened, player: str) -> str:
    """The text of the player's own log. A log of one player is that already, but for nobody else."""
    seat, owner = find_player(Word(player, 0), opened.opening), str(opened.opening.me)
    if opened.opening.of_table:
        seen = (replace(event, player=seat) if isinstance(event, Me) else event for event in opened.seen_from(seat))
        return "".join(f"{opened.game.format_event(event)}\n" for event in seen)
    if seat != owner:
        problem = f"This is {owner}'s own log: what {seat} saw and heard is not in it."
        raise against_rules(None, problem, f"Only {owner} can be extracted from it; all can from the table's own log.")
    return opened.reading.log.text
