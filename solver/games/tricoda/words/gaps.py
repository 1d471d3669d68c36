"""What the log does not tell, in sentences that say what to type."""

from __future__ import annotations

from collections.abc import Sequence

from solver.english import FollowUp, Saying, all_of, say_remark
from solver.games.tricoda.gaps import Gap, OwnersStones, Revealed, Skipped, Unfilled, Unseen, Unshown, find_gaps
from solver.games.tricoda.rules import say_holder
from solver.games.tricoda.table import Table
from solver.language import later, say


def tell_gaps(table: Table, seat: str) -> tuple[Saying, ...]:
    return tuple(say_gap(gap, table, seat) for gap in find_gaps(table, seat))


def say_gap(gap: Gap, table: Table, seat: str) -> Saying:
    match gap:
        case Unfilled(holder):
            return _unfilled(holder, holder == seat == table.me)
        case OwnersStones(owner):
            return say(
                "{seat} sees {owner}'s stones, but this log does not: {seat} may know more than is written here.",
                seat=seat,
                owner=owner,
            )
        case Unseen():
            told = _UNSEEN_NEUTRAL if gap.holder in table.neutrals else _UNSEEN
            rack = name_neutral(gap.holder)
            return say(told[gap.first, gap.present], name=gap.holder, rack=rack)
        case Unshown(lines):
            return _unshown(all_of(lines), seat, seat == table.me)
        case Skipped(line, turn) if turn == table.me:
            return say("Before line {line} it was your turn to read: is a question missing?", line=line)
        case Skipped(line, turn):
            return say(
                "Before line {line} it was {player}'s turn to read: is a question missing?", line=line, player=turn
            )
        case Revealed(number):
            earlier = FollowUp("show", round=number)
            return say_remark("This rack was revealed; `{ask}` shows the sheet as it was before.", ask=earlier)


def _unfilled(holder: str, mine: bool) -> str:
    if mine:
        return say(
            "The pile could not fill your rack: it is assumed that the stones beside it were mixed in again. "
            "If the game goes on, type `mix`."
        )
    return say(
        "The pile could not fill {holder}'s rack: it is assumed that the stones beside it were mixed in again. "
        "If the game goes on, type `mix`.",
        holder=say_holder(holder),
    )


_UNSEEN = {  # by whether it was the first rack and stands there
    (True, True): later(
        "Not typed: {name}'s stones (see {name} …); answers about them are used only as far as they are sure."
    ),
    (True, False): later(
        "Not typed: {name}'s stones (was {name} …); answers about them are used only as far as they are sure."
    ),
    (False, True): later(
        "Not typed: {name}'s new stones (see {name} …); answers about them are used only as far as they are sure."
    ),
    (False, False): later(
        "Not typed: {name}'s earlier stones (was {name} …); answers about them are used only as far as they are sure."
    ),
}


_UNSEEN_NEUTRAL = {
    (True, True): later(
        "Not typed: the stones of {rack} (see {name} …); answers about them are used only as far as they are sure."
    ),
    (True, False): later(
        "Not typed: the stones of {rack} (was {name} …); answers about them are used only as far as they are sure."
    ),
    (False, True): later(
        "Not typed: the new stones of {rack} (see {name} …); answers about them are used only as far as they are sure."
    ),
    (False, False): later(
        "Not typed: the earlier stones of {rack} (was {name} …); answers about them are used only as far as they are "
        "sure."
    ),
}


def name_neutral(holder: str) -> str:
    """A rack that nobody owns; with two players there are two."""
    return say("the second neutral rack") if holder.endswith("2") else say("the neutral rack")


def name_stones(holders: Sequence[str]) -> str:
    """Whose stones: Ben's stones and the stones of the two neutral racks."""
    neutral = [holder for holder in holders if holder.startswith("neutral")]
    named = [say("{name}'s stones", name=holder) for holder in holders if holder not in neutral]
    if len(neutral) > 1:
        named.append(say("the stones of the two neutral racks"))
    elif neutral:
        named.append(say("the neutral stones"))
    return all_of(named)


def _unshown(lines: str, seat: str, mine: bool) -> str:
    if mine:
        return say(
            "Not typed: the stones you had at line {lines} (was …); chances weigh what they may have been.", lines=lines
        )
    return say(
        "Not typed: the stones {seat} had at line {lines} (was {seat} …); chances weigh what they may have been.",
        lines=lines,
        seat=seat,
    )
