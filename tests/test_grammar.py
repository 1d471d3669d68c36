"""Verbs and names cut short, `me`, what is ambiguous, nearest spellings, the opening lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.english import match_beginning, nearest, slips
from solver.games import GAMES, named_game, open_log
from solver.games.think_str8.events import NOTATION, read_log
from solver.games.thinkaboxin.opened import ThinkaboxinLog
from solver.games.tricoda.game import Tricoda
from solver.grammar import COMMON, NOBODY, Aid, Broken, Opening, find_player, find_verb
from solver.log import Fault, Kind, Word, parse_log

TABLE = {verb.name: verb for verb in (*COMMON, *NOTATION.verbs)}
TABLE_OF_THREE = Opening(("Anna", "Ben", "Bea"), "Anna")


@pytest.mark.parametrize("name", TABLE)
def test_a_verb_may_be_cut_to_any_beginning_that_fits_only_one(name: str) -> None:
    for length in range(1, len(name) + 1):
        every = [verb for verb in TABLE if verb.startswith(name[:length])]
        first = [verb for verb in every if not TABLE[verb].later] or every  # what came first stands first
        fits = [verb for verb in first if not TABLE[verb].aside] or first  # a wish gives way to an event
        if len(fits) == 1 or name[:length] in TABLE:
            assert find_verb(Word(name[:length].upper(), 0), TABLE).name == fits[0]
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
    assert named_game(name) is named_game("think-str8")


def tables_log(game: str, *lines: str) -> str:
    return "\n".join([f"game {game}", "players Anna Ben Cleo", "me nobody", *lines, ""])


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_aid_stands_anywhere_after_the_opening_and_the_last_one_counts(game: str) -> None:
    read = next(known for known in GAMES if known.name == game).read
    text = f"game {game}\nplayers Anna Ben\nme Anna\n"
    assert read(parse_log(text)).opening.aid is Aid.FULL
    assert read(parse_log(text + "aid pad\n")).opening.aid is Aid.PAD
    assert read(parse_log(text + "aid pad\nAID Hi\n")).opening.aid is Aid.HINTS
    early = read(parse_log(f"game {game}\naid pad\nplayers Anna Ben\nme Anna\n"))
    assert [error.problem for error in early.errors] == ["Before this line there must be a `players` line."]


def test_a_verb_of_the_game_comes_before_aid() -> None:
    reading = Tricoda().read(parse_log("game tricoda\nplayers Anna Ben\nme Anna\na Ben 4 2\nai pad\n"))
    assert not reading.errors
    assert [type(event).__name__ for event in reading.events[3:]] == ["Ask", "AidLine"]


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        ("think-str8", ["see Anna 6 0 7 1 4 5", "see Ben 1 3 4 4 0 3", "cross A red 5", "uncross anna red 5"]),
        ("tricoda", ["see Anna g1 y2 b7", "see Ben r5 r5 r5", "cross Ben 2 b7", "uncross ben 2"]),
        ("thinkaboxin", ["roll Anna 2551", "roll Ben 1111", "bid Anna 2x5", "roll Cleo 6 6 6 6", "lift Ben"]),
    ],
)
def test_in_the_tables_own_log_every_holder_is_seen_and_lines_name_their_player(game: str, lines: list[str]) -> None:
    opened = open_log(parse_log(tables_log(game, *lines)))
    assert not isinstance(opened, tuple), opened
    assert (opened.opening.me, opened.opening.of_table) == (NOBODY, True)
    assert not opened.table.warnings


def test_dice_of_all_cups_are_of_one_round_until_somebody_rolls_again() -> None:
    rolls = ["roll Anna 2551", "roll Ben 1111", "bid Anna 2x5", "roll Cleo 6666", "lift Ben"]
    opened = open_log(parse_log(tables_log("thinkaboxin", *rolls, "roll Ben 1111", "roll Anna 222")))
    assert isinstance(opened, ThinkaboxinLog), opened
    first, second = opened.table.rounds
    assert (set(first.cups), first.loser) == ({"Anna", "Ben", "Cleo"}, "Ben")
    assert set(second.cups) == {"Anna", "Ben"}
    assert open_log(parse_log(tables_log("thinkaboxin", *rolls, "roll Ben 1111")), 1).table.round == 1  # type: ignore[union-attr]


def test_dice_typed_twice_name_whose_they_are() -> None:
    errors = open_log(parse_log(tables_log("thinkaboxin", "roll Anna 2551", "roll Ben 1111", "roll Anna 2251")))
    assert isinstance(errors, tuple)
    assert [error.problem for error in errors] == ["Anna's dice of round 1 are in line 4 already, and nobody has bid."]


def test_another_players_dice_are_not_seen() -> None:
    log = parse_log("game thinkaboxin\nplayers Anna Ben\nme Anna\nroll Anna 2551\nbid Anna 2x5\nroll Ben 1111\n")
    errors = open_log(log)
    assert isinstance(errors, tuple)
    assert [(error.line, error.problem) for error in errors] == [(6, "You cannot see Ben's dice.")]
