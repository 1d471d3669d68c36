"""The log of a simulated game. Every move becomes a line that goes through the reader and the replay of all logs:
what they would refuse from a person is an illegal move of a seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from solver.games.think_str8.events import See, Swap
from solver.games.think_str8.notation import VERBS, format_event
from solver.games.think_str8.replay import Replay
from solver.games.think_str8.table import Table
from solver.grammar import COMMON, Event, GameLine, Me, Opening, Players, Words
from solver.log import Fault, Line, parse_line
from solver.simulation import IllegalMove

_VERBS = {verb.name: verb for verb in (*COMMON, *VERBS)}
_NOWHERE = Line(0, "", ())


class Record:
    """One player's log and the table it makes, line by line."""

    def __init__(self, players: Sequence[str], me: str) -> None:
        self.lines: list[str] = []
        self.replay = Replay(me)
        self._opening = Opening()
        self.write(GameLine("think-str8", _NOWHERE))
        self.write(Players(tuple(players), _NOWHERE))
        self._opening = Opening(tuple(players), None)
        self.write(Me(me, _NOWHERE))
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


def as_seen(event: Event, player: str) -> Event | None:
    """The event as that player sees it; None if there is nothing to see. Own cards stay hidden."""
    if isinstance(event, See) and event.holder == player:
        return None
    if isinstance(event, Swap):
        return _swap_seen(event, player)
    return event


def _swap_seen(swap: Swap, player: str) -> Swap:
    return replace(swap, new=None) if swap.player == player else swap


def replay_all(players: Sequence[str], events: Sequence[Event]) -> Table:
    """The table after these events as nobody sees it: every card is known."""
    replay = Replay("")
    for event in (Players(tuple(players), _NOWHERE), *events):
        replay.feed(event)
    return replay.table()


def table_seen(table: Table, player: str) -> Table:
    """Of such a table what one player sees: of the own cards only those laid off or revealed."""
    own = {
        colour: tuple(held if held.shown else replace(held, number=None, line=None) for held in cards)
        for colour, cards in table.holders[player].items()
    }
    rounds = tuple(
        replace(this, swaps={one: _swap_seen(swap, player) for one, swap in this.swaps.items()})
        for this in table.rounds
    )
    return replace(table, me=player, holders={**table.holders, player: own}, rounds=rounds)
