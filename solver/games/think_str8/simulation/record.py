"""The log of a simulated game. Every move becomes a line that goes through the reader and the replay of all logs:
what they would refuse from a person is an illegal move of a seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from solver.games.think_str8.events import Bet, Swap
from solver.games.think_str8.gate import hide_drawn
from solver.games.think_str8.notation import VERBS, format_event
from solver.games.think_str8.replay import Replay
from solver.games.think_str8.table import Table
from solver.grammar import COMMON, NOBODY, Event, GameLine, Me, Opening, Players, Words
from solver.log import Fault, parse_line
from solver.simulation import IllegalMove

_VERBS = {verb.name: verb for verb in (*COMMON, *VERBS)}


class Record:
    """One player's log and the table it makes, line by line."""

    def __init__(self, players: Sequence[str], me: str) -> None:
        self.lines: list[str] = []
        self.replay = Replay(me)
        self._opening = Opening()
        self.write(GameLine("think-str8"))
        self.write(Players(tuple(players)))
        self._opening = Opening(tuple(players), None)
        self.write(Me(me))
        self._opening = Opening(tuple(players), me)

    @property
    def text(self) -> str:
        return "".join(f"{line}\n" for line in self.lines)

    def write(self, event: Event) -> None:
        """Add a line; it is read and replayed like any other."""
        line = parse_line(len(self.lines) + 1, format_event(event))
        self.lines.append(line.text)
        verb = _VERBS[line.words[0].text]
        try:
            self.replay.feed(verb.read(Words(line, verb, self._opening)))
        except Fault as fault:
            raise IllegalMove(f"{line.text}: {fault.problem}") from None
        for wrong in (*self.replay.errors, *self.replay.warnings):
            raise IllegalMove(f"{line.text}: {wrong.problem}")


def write_table(players: Sequence[str], events: Sequence[Event]) -> str:
    """The table's own log of these events: all cards, and not what they tell: answers to bets, and cards laid off."""
    opening: tuple[Event, ...] = (GameLine("think-str8"), Players(tuple(players)), Me(NOBODY))
    return "".join(f"{format_event(event)}\n" for event in (*opening, *map(_as_typed, events)))


def _as_typed(event: Event) -> Event:
    if isinstance(event, Bet):
        return replace(event, answer=None)
    return replace(event, old=event.new or event.old, new=None) if isinstance(event, Swap) else event


def replay_all(players: Sequence[str], events: Sequence[Event]) -> Table:
    """The table after these events as nobody sees it: every card is known."""
    replay = Replay("")
    for event in (Players(tuple(players)), *events):
        replay.feed(event)
    return replay.table()


def table_seen(table: Table, player: str) -> Table:
    """Of such a table what one player sees: of the own cards only those laid off or revealed."""
    own = {
        colour: tuple(held if held.shown else replace(held, number=None, line=None) for held in cards)
        for colour, cards in table.holders[player].items()
    }
    rounds = tuple(
        replace(this, swaps={one: hide_drawn(swap, player) for one, swap in this.swaps.items()})
        for this in table.rounds
    )
    return replace(table, me=player, holders={**table.holders, player: own}, rounds=rounds)
