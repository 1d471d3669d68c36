"""Verbs and names cut short, `me`, what is ambiguous, nearest spellings, the opening lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.english import match_beginning, nearest, slips
from solver.games import GAMES, named_game
from solver.games.think_str8.notation import VERBS, read_log
from solver.grammar import OPENING, Broken, Opening, find_player, find_verb
from solver.log import Fault, Kind, Word, parse_log

TABLE = {verb.name: verb for verb in (*OPENING, *VERBS)}
TABLE_OF_THREE = Opening(("Anna", "Ben", "Bea"), "Anna")


@pytest.mark.parametrize("name", TABLE)
def test_a_verb_may_be_cut_to_any_beginning_that_fits_only_one(name: str) -> None:
    for length in range(1, len(name) + 1):
        fits = [verb for verb in TABLE if verb.startswith(name[:length])]
        if len(fits) == 1 or name[:length] in TABLE:
            assert find_verb(Word(name[:length].upper(), 0), TABLE).name == name
        else:
            with pytest.raises(Fault) as fault:
                find_verb(Word(name[:length], 0), TABLE)
            assert fault.value.kind == Kind.AMBIGUOUS
            assert all(verb in str(fault.value.problem) for verb in fits)


def test_short_verbs_that_people_will_type() -> None:
    shorts = {"d": "dice", "b": "bet", "c": "cross", "u": "uncross", "f": "final", "r": "reveal", "w": "without"}
    assert {short: find_verb(Word(short, 0), TABLE).name for short in shorts} == shorts


@pytest.mark.parametrize(
    ("typed", "player"), [("A", "Anna"), ("an", "Anna"), ("BEN", "Ben"), ("bea", "Bea"), ("me", "Anna"), ("Me", "Anna")]
)
def test_names_may_be_cut_and_me_is_the_owner(typed: str, player: str) -> None:
    assert find_player(Word(typed, 0), TABLE_OF_THREE) == player


@pytest.mark.parametrize(
    ("typed", "kind", "hint"),
    [
        ("B", Kind.AMBIGUOUS, "more"),
        ("be", Kind.AMBIGUOUS, "more"),
        ("Bne", Kind.UNREADABLE, "Ben?"),
        ("Zoe", Kind.UNREADABLE, "Anna, Ben and Bea"),
        ("Anna2", Kind.UNREADABLE, "Anna?"),
    ],
)
def test_names_that_do_not_fit(typed: str, kind: Kind, hint: str) -> None:
    with pytest.raises(Fault) as fault:
        find_player(Word(typed, 0), TABLE_OF_THREE)
    assert fault.value.kind == kind
    assert hint in str(fault.value.hint)


def test_a_name_in_full_wins_over_longer_ones() -> None:
    opening = Opening(("Ann", "Anna", "Annabel"), "Ann")
    assert [find_player(Word(name, 0), opening) for name in ("ann", "anna", "annab")] == ["Ann", "Anna", "Annabel"]


def test_players_come_before_holders_without_owner() -> None:
    opening = Opening(("Nele", "Ben"), "Ben")
    assert find_player(Word("n", 0), opening, ("neutral", "neutral2")) == "Nele"
    assert find_player(Word("neutral", 0), opening, ("neutral", "neutral2")) == "neutral"


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [("", "", 0), ("bte", "bet", 1), ("bet", "bets", 1), ("hti", "hit", 1), ("abc", "xyz", 3)],
)
def test_slips(one: str, other: str, count: int) -> None:
    assert slips(one, other) == slips(other, one) == count


@given(st.text(alphabet="abc", max_size=6), st.text(alphabet="abc", max_size=6))
def test_slips_are_none_for_the_same_word_and_at_most_its_length(one: str, other: str) -> None:
    assert (slips(one, other) == 0) == (one == other)
    assert slips(one, other) <= max(len(one), len(other))


def test_nearest_spelling_is_near_or_none() -> None:
    assert nearest("yelow", ["blue", "yellow"]) == "yellow"
    assert nearest("orange", ["blue", "yellow"]) is None
    assert nearest("x" * 100_000, ["blue"]) is None


def test_match_beginning_is_empty_for_a_stranger() -> None:
    assert match_beginning("z", ["Anna"]) == []


def test_opening_lines_that_fail_are_reported_once() -> None:
    reading = read_log(parse_log("game think-str8\ndice ygb\nbet 4-9 hit\nplayers Anna Ben\nme Anna\nbet 4-9 hit\n"))
    assert [(error.line, error.problem) for error in reading.errors] == [
        (2, "Before this line there must be a `players` line."),
    ]


def test_a_line_that_cannot_be_read_still_tells_what_it_seems_to_be() -> None:
    reading = read_log(parse_log("game think-str8\nplayers Anna Ben\nme Anna\ndcie ygb\nxxx\n"))
    assert [event.verb for event in reading.events if isinstance(event, Broken)] == ["dice", None]


@pytest.mark.parametrize("name", ["think-str8", "Think-Str8!", "THINKSTR8", "think_str8"])
def test_games_are_found_however_they_are_spelt(name: str) -> None:
    assert named_game(name) is GAMES["think-str8"]
