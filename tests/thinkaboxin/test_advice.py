"""Advice against its naive twin: every throw of every hidden die, one by one."""

from __future__ import annotations

import random
from fractions import Fraction
from inspect import getsource, isfunction
from itertools import product

import pytest

from solver import commands
from solver.games import open_log
from solver.games.thinkaboxin.advice import Advice, Bidding, BidReading, advise, best_from_dice, weigh_moves
from solver.games.thinkaboxin.opened import ThinkaboxinLog
from solver.games.thinkaboxin.rules import VALUES, Bid, Said, is_raise
from solver.log import parse_log
from tests.test_rooms import own_imports
from tests.thinkaboxin.test_evenings import table_of

NONE = Fraction(0)


def matches(dice: tuple[int, ...], value: int) -> int:
    return len([die for die in dice if die == value or die == 1])


def looks_false(bid: Bid, cup: tuple[int, ...], unseen: int) -> bool:
    throws = list(product(range(1, 7), repeat=unseen))
    return 2 * sum(matches(cup + throw, bid.value) >= bid.amount for throw in throws) < len(throws)


def twin(position: Bidding, bid: Bid | None, to: str) -> Fraction:
    """The chance to come out unhurt, by walking through every throw of the others."""
    others = [player for player in position.dice if player != position.player]
    doubts: dict[tuple[int, ...], bool] = {}
    good = total = 0
    for throws in product(*(list(product(range(1, 7), repeat=position.dice[player])) for player in others)):
        cups = dict(zip(others, throws, strict=True))
        said = bid or position.bids[-1].bid
        true = matches(sum(throws, position.own or ()), said.value) >= said.amount
        cup = tuple(sorted(cups[to]))
        if bid and cup not in doubts:
            every = [Bid(amount, value) for amount in range(1, position.total + 1) for value in VALUES]
            stuck = not any(is_raise(bid, other, position.free) for other in every)
            doubts[cup] = stuck or looks_false(bid, cup, position.total - len(cup))
        good += not true if bid is None else true or not doubts[cup]
        total += 1
    return Fraction(good, total)


@pytest.mark.parametrize("seed", range(6))
def test_every_move_against_all_throws(seed: int) -> None:
    rng = random.Random(seed)
    dice = {"Anna": rng.randint(1, 2), "Ben": rng.randint(1, 2), "Cleo": rng.randint(1, 2)}
    own = tuple(rng.randint(1, 6) for _ in range(dice["Anna"]))
    bids = (Said("Cleo", Bid(1, rng.choice((2, 3, 5)))),)
    position = Bidding("Anna", own, dice, bids, ("Ben",), free=seed % 2 == 0)
    options = weigh_moves(position, NONE)
    assert {option.bid for option in options} == {None, *position.raises}
    for option in options:
        assert option.dice == option.believed
        assert option.dice.unhurt == twin(position, option.bid, "Ben"), option


def test_a_first_bid_goes_where_it_is_safer() -> None:
    position = Bidding("Anna", (2, 3), {"Anna": 2, "Ben": 3, "Cleo": 1}, (), ("Ben", "Cleo"))
    options = {option.bid: option for option in weigh_moves(position, NONE)}
    for bid in (Bid(2, 6), Bid(3, 2), Bid(3, 4)):
        by_way = {to: twin(position, bid, to) for to in ("Ben", "Cleo")}
        assert options[bid].dice.unhurt == max(by_way.values())
        if len(set(by_way.values())) > 1:
            assert by_way[options[bid].to or ""] == max(by_way.values())


OPEN = "game thinkaboxin\nplayers Anna Ben Cleo\nme Anna\nset 4\nroll {}\nbid Ben 2x3\nbid Cleo {}\n"


def test_lift_what_cannot_be() -> None:
    advice = advise(table_of(OPEN.format("2 2 4 4", "9x3")), "Anna")
    assert advice.best
    assert advice.best.bid is None
    assert advice.best.dice.unhurt == 1
    assert "Lift" in advice.reason


def test_do_not_lift_what_must_be() -> None:
    advice = advise(table_of(OPEN.format("1 1 1 5", "3x3")), "Anna")
    assert advice.best
    assert advice.best.bid is not None
    lift = next(option for option in advice.options if option.bid is None)
    assert lift.dice.unhurt == 0
    assert advice.best.dice.unhurt == 1


def test_trust_moves_only_the_second_column() -> None:
    table = table_of(OPEN.format("2 5 5 1", "5x3"))
    sober, trusting = advise(table, "Anna", NONE), advise(table, "Anna", Fraction(1))
    alone = {option.bid: option.dice for option in sober.options}
    assert alone == {option.bid: option.dice for option in trusting.options}
    assert all(option.dice == option.believed for option in sober.options)
    lift = next(option for option in trusting.options if option.bid is None)
    assert lift.believed.unhurt < lift.dice.unhurt  # Cleo's threes are believed a little


def test_no_advice_out_of_turn() -> None:
    table = table_of(OPEN.format("2 5 5 1", "3x3"))
    assert advise(table, "Ben").phase == "wait"
    assert not advise(table, "Ben").options
    begun = table_of("game thinkaboxin\nplayers Anna Ben\nme Anna\nset 4\n")
    assert advise(begun, "Anna").phase == "over"
    assert "roll" in advise(begun, "Anna").reason


def test_without_my_dice_the_advice_says_so() -> None:
    text = OPEN.format("2 5 5 1", "3x3").replace("roll 2 5 5 1\n", "")
    advice = advise(table_of(text), "Anna")
    assert advice.lacks
    lift = next(option for option in advice.options if option.bid is None)
    assert lift.dice.true == Fraction(3**12 - 2**12 - 12 * 2**11 - 66 * 2**10, 3**12)


def test_another_move_from_the_dice_alone_is_named() -> None:
    """Both moves are named whenever believing the bids changes the best one, and only then."""
    begun = "game thinkaboxin\nplayers Anna Ben Cleo\nme Anna\nset 4\n"
    seen = set()
    for roll, first, second in product(("2 5 5 1", "3 3 4 6", "6 6 6 2"), ("2x3", "2x5"), ("3x5", "4x6", "5x6")):
        table = table_of(f"{begun}roll {roll}\nbid Ben {first}\nbid Cleo {second}\n")
        advice = advise(table, "Anna", Fraction(1))
        assert advice.options
        differs = best_from_dice(advice.options) is not advice.best
        assert ("From the dice alone it would be" in advice.reason) == differs
        seen.add(differs)
    assert seen == {True, False}


# How far bids are believed.

DOUBTFUL = OPEN.format("2 5 5 1", "5x3")


def shown(text: str, **wish: str) -> tuple[BidReading | None, Advice]:
    opened = open_log(parse_log(text))
    assert isinstance(opened, ThinkaboxinLog)
    return opened.suggest("Anna"), opened.advise("Anna", wish)


def test_what_bids_suggest_stands_apart_with_both_figures() -> None:
    reading, advice = shown(DOUBTFUL)
    assert reading is not None
    lift = next(option for option in advice.options if option.bid is None)
    assert (reading.exact, reading.read) == (lift.dice.true, lift.believed.true)
    assert reading.exact != reading.read
    assert reading.sentences[0].startswith("Cleo's five threes: ")


def test_a_trust_line_turns_beliefs_down_or_off_and_the_option_stands_above_it() -> None:
    fully, half = shown(f"{DOUBTFUL}trust 1\n")[0], shown(DOUBTFUL)[0]
    assert fully is not None
    assert half is not None
    assert abs(fully.read - fully.exact) > abs(half.read - half.exact)
    off, advice = shown(f"{DOUBTFUL}trust 0\n")
    assert off is None
    assert advice.trust == 0
    assert shown(f"{DOUBTFUL}trust 0\n", trust="0.25")[1].trust == Fraction(1, 4)


@pytest.mark.parametrize("level", ["pad", "check", "hints"])
def test_below_full_aid_no_bid_is_read(level: str) -> None:
    assert shown(f"{DOUBTFUL}aid {level}\n")[0] is None


@pytest.mark.parametrize("room", ["sheet", "why", "replay", "table"])
def test_what_is_exact_does_not_know_of_beliefs(room: str) -> None:
    package, reached = "solver.games.thinkaboxin", set[str]()
    left = [f"{package}.{room}"]
    while left:
        one = left.pop()
        if one not in reached:
            reached.add(one)
            left += [known for known in own_imports(one) if known.startswith(f"{package}.")]
    assert f"{package}.rules" in reached
    assert f"{package}.advice" not in reached  # where bids are believed


def test_only_advice_and_what_is_suggested_ask_for_beliefs() -> None:
    methods = {name: getsource(method) for name, method in vars(ThinkaboxinLog).items() if isfunction(method)}
    assert {name for name, source in methods.items() if ".advice import" in source} == {"advise", "suggest"}


def test_a_bid_is_advised_as_a_line_and_to_whom_behind_it() -> None:
    """A session offers to take over what stands before the `;`."""
    position = Bidding("Anna", (2, 5, 5), {"Anna": 3, "Ben": 1, "Cleo": 5}, (), ("Ben", "Cleo"))
    options = weigh_moves(position, NONE)
    best = next(option for option in options if option.to)
    advice = Advice("open", "Anna", position.own, None, NONE, (best,), "")
    line, _, to = advice.move.partition("; to ")
    assert to == best.to
    log = parse_log(f"game thinkaboxin\nplayers Anna Ben Cleo\nme Anna\nset 4\nroll 2 5 5 1\n{line}\n")
    assert isinstance(open_log(log), ThinkaboxinLog)


def test_the_line_that_takes_the_advice_is_one_that_the_log_takes() -> None:
    def line_of(text: str) -> str:
        opened = open_log(parse_log(text))
        assert not isinstance(opened, tuple)
        return commands.advise(opened, opened.me, {}).line

    box = "game thinkaboxin\nplayers Anna Ben Cleo\nme Anna\nset 4\nroll 2 5 5 1\n"
    assert line_of(box) == "bid 3x5"
    stones = "game tricoda\nplayers Anna Ben Cleo\nme Anna\nsee Ben p7 p6 g6\nsee Cleo g1 y2 b3\n"
    assert line_of(stones) == "", "waiting is advised, and is no line"
