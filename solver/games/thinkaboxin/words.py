"""What people read at the table: what a line was understood to say, what the log lacks, and what comes next."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from solver.english import all_of, any_of, capital, who, whose
from solver.game import Awaited, Question, Step
from solver.games.thinkaboxin.rules import (
    GOLDRUSH,
    GOLDRUSH_DICE,
    MODES,
    NUGGETS,
    SHERIFF,
    Bid,
    Cup,
    Donkey,
    FreeRaise,
    Lift,
    Mode,
    NewSet,
    Roll,
    Said,
    Tally,
    format_bid,
)
from solver.games.thinkaboxin.table import Round, Sight, Table, pick_finalists
from solver.grammar import NOBODY, Event, Players, tell_common


def tell(event: Event, table: Table) -> str:
    """What the program understood, as a sentence to the log's owner."""
    match event:
        case Players(names):
            return f"Around the table: {all_of(names)}."
        case Mode(mode):
            return f"Mode: {mode}; {table.scoring} are counted."
        case FreeRaise():
            return "A higher amount may come with any value."
        case NewSet():
            return _tell_set(event, table)
        case Roll(dice, player):
            owner = f"{player}'s" if player else "Your"
            return f"{owner} dice: {_list_dice(dice)}; {table.total} dice in all."
        case Said(player, bid):
            bids = "You bid" if player == table.me else f"{player} bids"
            count = "counts" if bid.amount == 1 else "count"
            return f"{bids} {format_bid(bid)}: at least {plural_dice(bid.amount)} that {count} as {bid.value}."
        case Lift(player):
            return f"{'You lift' if player == table.me else f'{player} lifts'}. {_end(table)}"
        case Cup(player, dice):
            return f"Under the cup of {player}: {_list_dice(dice)}. {_end(table)}"
        case Donkey(players):
            return f"The donkey: {all_of(players)}. All others put one die away. {_tell_dice(table)}"
        case Tally(player, points):
            return f"{player or 'The pool'}: {points} {table.scoring}."
    return tell_common(event)


def _tell_set(event: NewSet, table: Table) -> str:
    last = table.set
    assert last is not None
    stake = f", stake {last.stake}" if last.stake else ""
    kind = "Knock-out set" if event.knockout else "Set"
    return f"{kind} {last.number}: {all_of(last.players)}, {plural_dice(last.dice)} each{stake}."


def _end(table: Table) -> str:
    """How the last round ended, once that is known."""
    outcome = tell_outcome(table.rounds[-1], table.me)
    return f"{capital(outcome)}. {_tell_dice(table)}" if outcome else "Type the cups, or who was right."


def tell_outcome(this: Round, me: str | None = None) -> str:
    """`seven fives were there: Dev was wrong`; nothing if the log does not tell who was."""
    if this.loser is None:
        return ""
    count = this.count(this.doubted.bid.value) if this.doubted else None
    there = ""
    if this.doubted and count is not None:
        there = f"{format_bid(Bid(count, this.doubted.bid.value))} {'was' if count == 1 else 'were'} there: "
    loser = "you were" if this.loser == me else f"{this.loser} was"
    return f"{there}{loser} {'said to be wrong, against the dice' if this.clash else 'wrong'}"


def _tell_dice(table: Table) -> str:
    """What everybody has left in the set."""
    left = (f"{who(player, table.me)} {'?' if dice is None else dice}" for player, dice in table.dice.items())
    return f"Dice left: {', '.join(left)}."


def _list_dice(dice: Sequence[int]) -> str:
    return " ".join(map(str, dice))


def plural_dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"


def tell_start(table: Table) -> str:
    """What to type before anything has happened."""
    first, other = sorted(table.players[:2], key=lambda player: player != table.me)
    begun = {NUGGETS: "First the stake: set stake 2. ", SHERIFF: f"First who duels: set {first} {other}. "}
    before = "" if table.sets else begun.get(table.mode, "")
    dice = f"everybody's dice: roll {first} 2551" if table.me == NOBODY else "your dice: roll 2551"
    return (
        f"{before}Each round begins with {dice}. Then type every bid as it is made (bid {other} 3x5 is three fives), "
        f"and when somebody lifts: lift {first}."
    )


# What was so, and not as typed.


def tell_change(old: Event, new: Event, table: Table) -> str:
    """`Ben's cup was 3 3 1 6, not 3 3 1 5`; empty if the two lines are not about the same thing."""
    match old, new:
        case Lift(), Lift() if old.player == new.player:
            was = "you lifted and were" if new.player == table.me else f"{new.player} lifted and was"
            return f"{was} right, not wrong" if new.right else f"{was} wrong, not right"
        case Said(), Said() if old.player == new.player:
            return f"{who(new.player, table.me)} bid {format_bid(new.bid)}, not {format_bid(old.bid)}"
        case Roll() | Cup(), Roll() | Cup() if old.player == new.player:
            owner = whose(new.player or table.me, table.me)
            return f"{owner} cup was {_list_dice(new.dice)}, not {_list_dice(old.dice)}"
    return ""


# What the log does not tell.


def find_gaps(table: Table, sight: Sight) -> tuple[str, ...]:
    """Sentences about what is missing, the weightiest for this seat's chances first."""
    return (
        *_own_dice(table, sight),
        *_cups(table, sight),
        *_players(table),
        *_loser(table),
        *_scores(table),
        *_leaning(table),
    )


def _own_dice(table: Table, sight: Sight) -> Iterator[str]:
    this = table.current
    if sight.own is not None or not sight.hidden:
        return
    if not sight.playing:
        yield f"{'You have' if sight.seat == table.me else f'{sight.seat} has'} no dice here: all dice are hidden."
    elif sight.seat == table.me and this is None:
        yield "Chances before you have looked under your cup; then type: roll 2 5 5 1"
    elif sight.seat == table.me:
        yield f"Not typed: your dice in round {this.number if this else 1} (roll …). All dice count as hidden."
    else:
        yield f"{sight.seat}'s dice in this round are not in the log: all dice count as hidden."


def _cups(table: Table, sight: Sight) -> Iterator[str]:
    this = table.current
    if not this or not this.lifter or not sight.hidden:
        return
    unseen = [player for player in this.active if player not in this.cups]
    if unseen:
        yield f"Not typed: what lay under the cup{'s' * (len(unseen) > 1)} of {all_of(unseen)} (cup {unseen[0]} …)."


def _players(table: Table) -> Iterator[str]:
    if table.unsure and table.set:
        names, rest = any_of(table.unsure), [player for player in table.dice if player not in table.unsure]
        line = f"set {' '.join(rest)}" if len(rest) > 1 else "set NAME NAME"
        yield f"Not known: whether {names} plays in set {table.set.number}; if not, type: {line}. All dice are counted."


def _loser(table: Table) -> Iterator[str]:
    open_dice = [player for player, dice in table.dice.items() if dice is None and player not in table.unsure]
    if open_dice:
        last = table.round
        yield f"Who was wrong in round {last} is not typed: {any_of(open_dice)} (lift {open_dice[-1]} right)."


def _scores(table: Table) -> Iterator[str]:
    lost = [player for player, score in table.scores.items() if score is None]
    if not lost:
        return
    last = table.set
    if table.mode == NUGGETS and last and last.stake is None and not last.over:
        yield f"Not typed: the stake of set {last.number} (set 4 stake 2); so nuggets are not known."
    else:
        yield f"Not known: what {all_of(lost)} {'has' if len(lost) == 1 else 'have'} (tally {lost[0]} 12)."


def _leaning(table: Table) -> Iterator[str]:
    this, finalists = table.current, table.finalists
    if this and this.bid and not this.over and not table.free:
        yield "Raises as the sheet words them; `raise free` at the top allows more dice of a lower value."
    best = [player for player, points in table.scores.items() if points == max(table.scores.values(), key=_known)]
    if finalists and len(best) > 1 and pick_finalists(table.scores) != table.players:
        yield f"{all_of(best)} tie for first, so nobody is number two: they alone go to the final (our reading)."


def _known(points: int | None) -> int:
    return -1 if points is None else points


def next_step(table: Table) -> Step:
    """A set, then a roll, then bids until somebody lifts, then the cups."""
    last, this = table.set, table.current
    lacking = _cups_lacking(this, table) if this else []
    if this and lacking:
        title = f"Set {this.set_number}, round {this.number} · Cups still to type: {', '.join(lacking)}"
        return Step(title, tuple(f"cup {name} " for name in lacking), example=_example(this.dice[lacking[0]], "3316"))
    if last is None or last.over:
        return _new_set(table)
    if this is None or this.over:
        return _new_round(table, last.number)
    place = f"Set {last.number}, round {this.number}"
    if unrolled := _find_unrolled(this, table):
        title, example = f"{place} · Still to roll: {', '.join(unrolled)}", _example(this.dice[unrolled[0]], "2551")
        return Step(title, tuple(f"roll {player} " for player in unrolled), example=example)
    names = ["me" if player == table.me else player for player in this.turn or ()]
    bid = f" · {format_bid(this.bid)} on the table" if this.bid else ""
    told = ["you" if name == "me" else name for name in names]
    whose_turn = "your turn:" if names == ["me"] else f"{any_of(told)} to"
    turn = f" · {whose_turn} {'raise or lift' if this.bid else 'bid'}" if names else " · who bids first?"
    verbs = ("bid",) if this.bid is None else ("bid", "lift") if this.bid.amount < this.total else ("lift", "bid")
    named = ("",) if names == ["me"] else tuple(f"{name} " for name in names or _anyone(table))
    proposals = tuple(f"{verb} {name}" for name in named for verb in verbs)
    return Step(
        f"{place}{bid}{turn}", proposals, example=_bid_example(this.bid, this.total) if verbs[0] == "bid" else ""
    )


def _example(dice: int | None, usual: str) -> str:
    """As many dice as there are."""
    return usual[: dice or None]


def _bid_example(last: Bid | None, dice: int) -> str:
    """A first bid, or one that may follow the last."""
    higher = Bid(last.amount + 1, last.value) if last else Bid(min(3, dice), 5)
    return f"{higher} ({format_bid(higher)}){', or lift' if last else ''}"


def _new_set(table: Table) -> Step:
    """What the mode has next: a set, a duel, the final race, or nothing more."""
    title = f"Set {table.set.number} is over" if table.set else "Before the first set"
    if table.champion:
        return Step(f"{title} · {table.champion} has won", offer="review")
    if table.finalists:
        return Step(f"{title} · the final race", (f"knockout {' '.join(table.finalists)}",))
    if table.mode == SHERIFF and not table.duels_left:
        return Step(f"{title} · all duels are played", offer="review")
    if table.duels_left:
        return Step(f"{title} · the next duel", tuple(f"set {one} {other}" for one, other in table.duels_left))
    if table.mode != NUGGETS and table.me in table.players and not table.set:
        example = _example(GOLDRUSH_DICE[0] if table.mode == GOLDRUSH else None, "2551")
        return Step(f"{title} · it begins with your dice", ("roll ", "set ", "knockout "), example=example)
    return Step(f"{title} · a new set", ("set ", "knockout "), example=_set_example(table))


def _set_example(table: Table) -> str:
    """Goldrush says how many dice; a stake has to be said as long as everybody is in."""
    if table.mode == GOLDRUSH:
        return "set (a new one begins)"
    stake = table.mode == NUGGETS and 0 not in table.scores.values()
    return "set 4 stake 2 (four dice and two nuggets each)" if stake else "set 4 (four dice each)"


def _new_round(table: Table, set_number: int) -> Step:
    rolling = _find_rolling(table)
    if table.me in rolling:
        example = _example(table.dice[table.me], "2551")
        return Step(f"Set {set_number} · a new round: type your dice", ("roll ",), example=example)
    if rolling:
        example = _example(table.dice[rolling[0]], "2551")
        lines = tuple(f"roll {name} " for name in rolling)
        return Step(f"Set {set_number} · a new round: type everybody's dice", lines, example=example)
    begin = _find_beginners(table)
    title, example = f"Set {set_number} · a new round: {any_of(begin)} to bid", _bid_example(None, table.total)
    return Step(title, tuple(f"bid {name} " for name in begin), example=example)


def _find_rolling(table: Table) -> tuple[str, ...]:
    """Whose dice a new round begins with: the owner's, if there are any, or everybody's in the table's own log."""
    holding = _find_holding(table)
    return holding if table.me == NOBODY else tuple(player for player in holding if player == table.me)


def _find_holding(table: Table) -> tuple[str, ...]:
    """Who has dice in the set under way; before a set anybody may."""
    begun = table.set is not None and not table.set.over
    return tuple(player for player, dice in table.dice.items() if dice != 0) if begun else table.players


def _find_beginners(table: Table) -> tuple[str, ...]:
    return table.starters or _find_holding(table)


def _find_unrolled(this: Round, table: Table) -> tuple[str, ...]:
    """Whose dice the table's own log still lacks before anybody bids."""
    waiting = table.me == NOBODY and not this.bids
    return tuple(player for player in this.active if player not in this.cups) if waiting else ()


def _anyone(table: Table) -> tuple[str, ...]:
    return table.players if table.me == NOBODY else ("me",)


def list_awaited(table: Table) -> tuple[Awaited, ...]:
    """The lines of the moment: cups after a lift, dice before the bids, then bids and a lift by whose turn it is."""
    last, this = table.set, table.current
    if last is None or last.over or this is None or this.over:
        lacking = _cups_lacking(this, table) if this else []
        cups = (_await("cup", lacking),) if lacking else ()
        shown = (Awaited("cup", this.active, by_name=True),) if this and this.lifter else ()
        return (*cups, *shown, *_await_round(_find_rolling(table), _find_beginners(table)))
    turn = this.turn or this.active
    unrolled = tuple(player for player in this.active if player not in this.cups) if table.me == NOBODY else ()
    if not this.bids:
        return _await_round(unrolled, turn)
    return _await("bid", turn), _await("lift", turn), Awaited("roll", unrolled, by_name=True)


def _await_round(rolling: tuple[str, ...], beginners: tuple[str, ...]) -> tuple[Awaited, ...]:
    """Dice, then a bid; as long as there are dice to type, numbers alone are dice and a bid needs its name."""
    if rolling:
        return _await("roll", rolling), Awaited("bid", beginners, by_name=True)
    return (_await("bid", beginners),)


def _await(verb: str, players: Sequence[str]) -> Awaited:
    """Of several players any may be meant: dice are typed as they come, and a first bidder chooses the direction."""
    return Awaited(verb, tuple(players), in_order=len(players) == 1)


def _cups_lacking(this: Round, table: Table) -> list[str]:
    """Whose dice would tell who was right, if that is not known yet."""
    if not this.lifter or this.loser is not None:
        return []
    return [player for player in this.active if player not in this.cups and player != table.me]


def next_question(table: Table, skipped: Collection[str]) -> Question | None:
    plain = MODES[0]
    if table.sets or table.mode != plain or "mode" in skipped:
        return None
    ask = f"Which mode? ({', '.join(MODES)})"
    return Question("mode", ask, _mode_line, plain, skippable=True, choices=MODES)


def _mode_line(answer: str) -> str | None:
    return None if answer.lower() == MODES[0] else f"mode {answer}"


def words(table: Table) -> dict[str, tuple[str, ...]]:  # noqa: ARG001 - players are always offered
    return {}
