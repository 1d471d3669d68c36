"""What need not be typed: answers that cards in sight give, and the card another player lays off."""

from __future__ import annotations

import random
import re

import pytest

from solver.games import open_log
from solver.games.think_str8.check import check
from solver.games.think_str8.events import read_log
from solver.games.think_str8.facts import find_clashes, make_puzzle
from solver.games.think_str8.opened import Str8Log
from solver.games.think_str8.replay import replay
from solver.games.think_str8.review.review import review_log
from solver.games.think_str8.sheet import make_sheet
from solver.games.think_str8.table import Table
from solver.log import parse_log
from tests.think_str8.random_games import random_game
from tests.think_str8.reading import THREE, faults_of, table_of

CARDS = f"{THREE}see Ben 6 0 7 1 4 5\nsee Cleo 1 3 4 4 0 3\nsee neutral 2 2 6 7 2 6\ndice green yellow blue\n"


def bare(line: str, me: str) -> str:
    """A line without what the cards in sight tell."""
    verb, player, *rest = line.split()
    if player == me or verb not in ("bet", "swap"):
        return line
    return f"bet {player} {rest[0]}" if verb == "bet" else f"swap {player} {rest[0]} {rest[-1]}"


def stripped(lines: list[str], me: str) -> list[str]:
    """The log without anything that is determined; what the cards do not tell stays."""
    short: list[str] = []
    for line in lines:
        told = events_in_full([*short, bare(line, me)])
        short.append(bare(line, me) if told and told[-1] == events_in_full([*short, line])[-1] else line)
    return short


def events_in_full(lines: list[str]) -> list[str]:
    """The canonical lines of a log with what is worked out; none if it is against the rules."""
    reading = read_log(parse_log("\n".join(lines)))
    table = replay(reading).table
    return [] if table is None else [event.in_full(table).write() for event in reading.events]


def table_at(text: str, upto: int | None) -> Table:
    log = replay(read_log(parse_log(text)), upto)
    assert log.table is not None, log.errors
    return log.table


def seen(table: Table, seat: str) -> dict[str, object]:
    data = make_sheet(table, seat).data()
    del data["worked_out"]
    return data


@pytest.mark.parametrize("seed", range(12))  # every mix of players, grey cards, gaps and ends
def test_a_log_without_what_is_determined_says_the_same(seed: int) -> None:
    missing = 0.08 if seed % 3 == 0 else 0.0
    game = random_game(seed, players=2 + seed % 3, grey=seed % 4 > 0, miss_chance=missing, end=seed % 2 > 0)
    full, short = game.text, "\n".join(stripped(game.lines, game.me))
    assert missing or not re.search(r"^bet (?!Anna).*(hit|low|high|miss)", short, re.M)
    for upto in (*range(table_of(full).round + 1), None):
        whole, bared = table_at(full, upto), table_at(short, upto)
        for seat in game.players:
            assert seen(bared, seat) == seen(whole, seat), (upto, seat)


@pytest.mark.parametrize("seed", range(40))
def test_what_is_worked_out_is_true_whatever_lines_are_missing(seed: int) -> None:
    game = random_game(seed, players=2 + seed % 3, miss_chance=0.15)
    short = [line if line.startswith("swap") else bare(line, game.me) for line in game.lines]
    for this in table_of("\n".join(short)).rounds:
        for bet in (bet for bet in this.bets.values() if bet.total is not None):
            assert game.lines[bet.lines[0].number - 1].split()[-1] == bet.answer
            assert bet.total == sum(game.hands[this.number - 1][bet.player][colour] for colour in this.dice or ())


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.seldom
def test_a_review_says_the_same(seed: int) -> None:
    game = random_game(seed, players=2 + seed % 3, end=True)
    logs = [parse_log(text) for text in (game.text, "\n".join(stripped(game.lines, game.me)))]
    for seat in game.players:
        whole, bared = (review_log(replay(read_log(log)), table_at(log.text, None), seat).data() for log in logs)
        for key in ("timeline", "sums", "winner", "scores", "turning_point", "missed", "consistent"):
            assert bared[key] == whole[key], (seat, key)


@pytest.mark.parametrize("seed", range(8))
def test_the_events_in_full_are_those_of_the_full_log(seed: int) -> None:
    game = random_game(seed)
    assert events_in_full(stripped(game.lines, game.me)) == events_in_full(game.lines)


@pytest.mark.parametrize("seed", range(8))
def test_cards_typed_late_answer_earlier_bets(seed: int) -> None:
    """One round is played before anybody types the cards; nobody can have changed any but by a typed swap."""
    game = random_game(seed, rounds=3)
    lines = stripped(game.lines, game.me)
    sights = [line for line in lines if line.startswith("see")]
    first = next(place for place, line in enumerate(lines) if line.startswith("dice"))
    swap = next((place for place, line in enumerate(lines) if line.startswith(("swap", "dice")) and place > first))
    late = [line for line in lines[:swap] if line not in sights] + sights + lines[swap:]
    now, then = table_of("\n".join(late)), table_of("\n".join(lines))
    assert (now.track, [this.order for this in now.rounds]) == (then.track, [this.order for this in then.rounds])


# Answers.


def test_a_bet_is_answered_by_the_cards_in_sight() -> None:
    table = table_of(f"{CARDS}bet Ben 4-9\nbet Cleo 5-9\n")
    ben, cleo = table.rounds[0].bets["Ben"], table.rounds[0].bets["Cleo"]
    assert (ben.answer, ben.total, ben.typed) == ("low", 13, False)
    assert (cleo.answer, cleo.total) == ("hit", 8)
    assert table.track.scores() == {"Anna": 0, "Ben": 0, "Cleo": 3}
    assert table.unanswered(table.rounds[0]) == ("Anna",)


def test_a_colour_thrown_twice_counts_twice_and_the_shortest_token_tells_no_direction() -> None:
    text = CARDS.replace("dice green yellow blue", "dice blue blue red")
    bets = table_of(f"{text}bet Ben 12-12\nbet Cleo 2-3").rounds[0].bets
    assert [(bet.answer, bet.total) for bet in bets.values()] == [("miss", 16), ("hit", 2)]


@pytest.mark.parametrize("unsure", ["see Ben 6 ? 7 1 4 5", "see Ben purple 1, red 4"])
def test_nothing_is_worked_out_from_cards_that_are_not_typed(unsure: str) -> None:
    bet = table_of(f"{CARDS.replace('see Ben 6 0 7 1 4 5', unsure)}bet Ben 4-9").rounds[0].bets["Ben"]
    assert (bet.answer, bet.total) == (None, None)


def test_nor_after_a_round_in_which_a_swap_may_be_missing() -> None:
    table = table_of(f"{CARDS}bet Ben 4-9\ndice green yellow blue\nbet Ben 10-14")
    assert table.rounds[1].bets["Ben"].answer is None
    swapped = table_of(f"{CARDS}bet Ben 4-9\nswap Ben red 4 1\ndice green yellow blue\nbet Ben 10-14")
    assert swapped.rounds[1].bets["Ben"].answer == "hit"


def test_a_typed_answer_stands_above_and_a_difference_is_told() -> None:
    table = table_of(f"{CARDS}bet Ben 4-9\ntold Ben hit")
    bet = table.rounds[0].bets["Ben"]
    assert (bet.answer, bet.typed, table.track.space("Ben")) == ("hit", True, 2)
    assert [str(clash) for clash in find_clashes(table, "Anna")] == [
        "What Ben was told in round 1 does not fit the cards typed for Ben."
    ]
    assert [clash.player for clash in find_clashes(table_of(f"{CARDS}bet Ben 9-14\ntold Ben low"), "Ben")] == ["Ben"]
    assert not list(find_clashes(table_of(f"{CARDS}bet Ben 4-9\ntold Ben low"), "Anna"))


def test_a_typed_answer_takes_back_what_was_worked_out() -> None:
    text = f"{CARDS}bet Ben 9-14\n"
    assert table_of(text).track.space("Ben") == 2
    assert table_of(f"{text}told Ben low").track.space("Ben") == 0
    assert table_of(f"{text}score Ben 12\ntold Ben hit").track.space("Ben") == 14


def test_all_follows_when_a_card_is_mended() -> None:
    text = f"{CARDS}bet Ben 4-9\nbet 1-7 hit\nbet Cleo 9-13 high\ndice y r e\n"
    assert table_of(text).track.scores() == {"Anna": 1, "Ben": 0, "Cleo": 0}
    corrected = text.replace("see Ben 6 0 7 1 4 5", "see Ben 0 0 7 1 4 5")
    assert table_of(corrected).track.scores() == {"Anna": 1, "Ben": 2, "Cleo": 0}


def test_who_lays_off_a_card_was_wrong_whatever_the_cards_say() -> None:
    text = f"{CARDS}bet Ben 9-14\nswap Ben red 4 6\n"
    table = table_of(text)
    assert (table.rounds[0].bets["Ben"].answer, table.track.space("Ben")) == ("miss", 0)
    (clash,) = find_clashes(table, "Anna")
    assert {fact.line.number for fact in clash.explain().because} >= {4, 8}
    verdict = check(replay(read_log(parse_log(text))), table, "Anna")
    assert verdict.conflict is not None
    assert [line.number for line in verdict.conflict.lines][-2:] == [8, 9]
    assert 4 in [repair.line.number for repair in verdict.repairs]


def test_what_is_worked_out_is_no_evidence_about_my_cards() -> None:
    text = f"{CARDS}bet 13-19\nfinal red 1\nreveal 7 5 5 0 1 2\n"
    table = table_of(text)
    assert table.rounds[0].bets["Anna"].answer is None
    at_table = CARDS.replace("me Anna\n", "me nobody\nsee Anna 7 5 5 0 1 2\n")
    whole = table_of(f"{at_table}bet Anna 13-19\nfinal Anna red 1\nreveal Anna 7 5 5 0 1 2\n")
    assert whole.rounds[0].bets["Anna"].total == 17
    assert all(fact.cost == 1 for fact in make_puzzle(table, "Anna").facts)


def test_the_table_log_works_out_every_answer() -> None:
    text = CARDS.replace("me Anna", "me nobody").replace("see neutral", "see Anna")
    table = table_of(f"{text}bet Anna 9-11\nbet Ben 4-9\nbet Cleo 9-13\nswap Ben yellow 0\n")
    assert [(bet.player, bet.answer) for bet in table.rounds[0].bets.values()] == [
        ("Anna", "hit"),
        ("Ben", "low"),
        ("Cleo", "high"),
    ]
    assert str(table.rounds[0].swaps["Ben"].old) == "yellow 7"


# Swaps.


def test_one_number_of_a_known_card_is_the_new_one() -> None:
    text = f"{CARDS}bet Ben 4-9\n"
    swap = table_of(f"{text}swap Ben red 1").rounds[0].swaps["Ben"]
    assert (swap.old.number, swap.new and swap.new.number) == (4, 1)
    same = table_of(f"{text}swap Ben red 4").rounds[0].swaps["Ben"]
    assert (same.old.number, same.new) == (4, None)
    assert table_of(f"{text}swap Ben red 1").current("Ben", "red").number == 1


def test_one_number_of_a_card_not_known_is_the_old_one() -> None:
    swap = table_of(f"{THREE}dice green yellow blue\nbet Ben 4-9 low\nswap Ben red 1").rounds[0].swaps["Ben"]
    assert (swap.old.number, swap.new) == (1, None)
    mine = table_of(f"{CARDS}bet 4-9 low\nswap red 1").rounds[0].swaps["Anna"]
    assert (mine.old.number, mine.new) == (1, None)


def test_the_new_card_exists_once() -> None:
    problem = "A second red 2: the first is neutral's (line 6)."
    assert faults_of(f"{CARDS}bet Ben 4-9\nswap Ben red 2\n") == [(9, problem)]


# What is said.


def said(text: str) -> str:
    opened = open_log(parse_log(text))
    assert isinstance(opened, Str8Log), opened
    return opened.tell(opened.reading.events[-1])


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("bet Ben 9-14", "Ben: 13, a hit, +2, now on 2."),
        ("bet Ben 4-9", "Ben: 13, too low."),
        ("bet Ben 14-17", "Ben: 13, too high."),
        ("bet Ben 14", "Ben: 13, wrong."),
        ("bet Ben 9-14 hit", "Ben: hit, the sum is 9 to 14; 2 points, now on 2."),
        ("bet Ben 4-9\nswap Ben red 1", "Ben laid off red 4 and now shows 1 (2 red cards left to draw)."),
    ],
)
def test_the_session_tells_what_was_worked_out(line: str, told: str) -> None:
    assert said(CARDS + line) == told


def test_a_slip_is_found_by_what_was_worked_out_too() -> None:
    """One of Ben's cards was typed wrong: his swaps show it, and the line of that card is among the repairs."""
    rng = random.Random(5)
    found = 0
    for seed in range(10):
        game = random_game(seed, rounds=4)
        lines = stripped(game.lines, game.me)
        place = next(place for place, line in enumerate(lines) if line.startswith("see Ben"))
        cards = lines[place].split(", ")
        wrong = rng.randrange(len(cards))
        taken = {int(number) for line in lines for number in re.findall(rf"{game.colours[wrong]} (\d)", line)}
        free = [number for number in range(8) if number not in taken]
        if not free:
            continue
        cards[wrong] = cards[wrong][:-1] + str(free[0])
        text = "\n".join([*lines[:place], ", ".join(cards), *lines[place + 1 :]])
        log = replay(read_log(parse_log(text)))
        if log.table is not None and list(find_clashes(log.table, "Anna")):
            verdict = check(log, log.table, "Anna")
            found += place + 1 in [repair.line.number for repair in verdict.repairs]
    assert found


def test_a_card_turned_at_the_end_may_have_been_drawn_in_the_last_round() -> None:
    """Nobody typed how Ben's last bet went: he may have laid off the 6 that was a hit before."""
    log = f"{THREE}dice blue blue blue\nbet Ben 18-18 hit\n" + "dice red red red\nbet Ben 0-6 hit\n" * 8
    turned = "reveal Ben 1 0 0 0 0 0\n"
    assert [clash.player for clash in find_clashes(table_of(log + turned), "Anna")] == ["Ben"]
    open_end = log.removesuffix("bet Ben 0-6 hit\n") + turned
    assert list(find_clashes(table_of(open_end), "Anna")) == []
