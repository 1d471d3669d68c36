"""The one gate between the table's own log and a seat: a player's own log, and nothing that the player cannot know.

Every question about the table's own log is asked of what comes through here, so that nothing can leak around it. An
extract is written afresh, line by line, in the canonical form: comments and spelling of the table's log are left out,
since they could give something away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from solver.english import Ask, remark
from solver.game import Opened
from solver.games import open_log
from solver.grammar import Event, Me, Opening, find_player
from solver.log import Fault, LogError, Word, against_rules, parse_log, unreadable


def take_seat(opened: Opened, player: str | None) -> tuple[Opened, str]:
    """The log that a question from this seat is about, and the seat by its full name.

    A player's log answers for its owner if nobody is named, and as far as it can for the others. Of the table's own log
    a seat has what comes through the gate.
    """
    if not opened.opening.of_table:
        return opened, opened.me if player is None else find_player(Word(player, 0), opened.opening)
    if player is None:
        raise _nobody_asks(opened.opening)
    seat = find_player(Word(player, 0), opened.opening)
    own = open_log(parse_log(extract(opened, seat), opened.reading.log.name), opened.upto)
    if not isinstance(own, Opened):
        raise _unfit(seat, own)
    return own, seat


def look_back(opened: Opened) -> dict[str, Opened]:
    """What every seat had of a game that is over, each line with its place in the table's own log.

    Nobody may look at the whole table before that.
    """
    if not opened.opening.of_table or not opened.over:
        raise _nobody_asks(opened.opening)
    return {seat: _sit(opened, seat) for seat in opened.opening.players}


def _sit(opened: Opened, seat: str) -> Opened:
    opening, events = opened.opening._replace(me=seat), tuple(_seen(opened, seat))
    own = opened.game.replay(opened.reading._replace(opening=opening, events=events), opened.upto)
    if not isinstance(own, Opened):
        raise _unfit(seat, own)
    return own


def extract(opened: Opened, player: str) -> str:
    """The text of the player's own log. One player's log is that already, but for that player only."""
    seat, owner = find_player(Word(player, 0), opened.opening), opened.me
    if opened.opening.of_table:
        return "".join(f"{opened.game.format_event(event)}\n" for event in _seen(opened, seat))
    if seat != owner:
        problem = f"This is {owner}'s own log: what {seat} saw and heard is not in it."
        raise against_rules(None, problem, f"It can be extracted for {owner} only; the table's own log for everybody.")
    return opened.reading.log.text


def _seen(opened: Opened, seat: str) -> Iterator[Event]:
    events = _whole(opened).seen_from(seat)
    return (replace(event, player=seat) if isinstance(event, Me) else event for event in events)


def _whole(opened: Opened) -> Opened:
    """The log to its end, even if it was opened as of an earlier round: when a line became public may be told later."""
    whole = opened if opened.upto is None else opened.game.replay(opened.reading)
    if not isinstance(whole, Opened):
        first = whole[0]
        problem = f"Line {first.line}, which comes later, is against the rules: {first.problem}"
        raise against_rules(None, problem, first.hint)
    return whole


def _unfit(seat: str, errors: Sequence[LogError]) -> Fault:
    return against_rules(None, f"What {seat} saw does not fit together: {errors[0].problem}", errors[0].hint)


def _nobody_asks(opening: Opening) -> Fault:
    first, *others = (Ask("", seat=player, again=True) for player in opening.players)
    rest = [part for other in others for part in (", ", other)]
    hint = remark("Ask from a seat: ", first, *rest)
    return unreadable(None, "This is the table's own log: it belongs to no seat.", hint)
