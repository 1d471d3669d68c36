"""The lines of a Tricoda log: what can be typed is read as what it means, and written events read back the same."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.games import open_log
from solver.games.tricoda.events import NOTATION, Ask, Cross, Declare, Edition, Reveal, See, Uncross, Was, read_log
from solver.games.tricoda.opened import TricodaLog
from solver.games.tricoda.rules import CARDS, KINDS, NUMBERS, Named, Stone
from solver.grammar import Event
from solver.log import parse_log
from tests.conftest import ROOT, Deduce
from tests.tricoda.test_counts import sheet_of

OPENING = "game tricoda\nplayers Anna Ben Bruno\nme Anna\n"
EXAMPLES = ROOT / "examples" / "tricoda"


def read_line(line: str, head: str = OPENING) -> Event:
    reading = read_log(parse_log(head + line))
    assert not reading.errors, reading.errors
    return reading.events[-1]


def stones(*names: str) -> tuple[Named, ...]:
    return tuple(Named(Stone(int(name.split()[1]), name.split()[0])) for name in names)


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("see Ben green 1, yellow 2, blue 7", See("Ben", stones("green 1", "yellow 2", "blue 7"))),
        ("see Ben g1 Y2 7b", See("Ben", stones("green 1", "yellow 2", "blue 7"))),
        ("see Ben bro4 PIN7 gre 6", See("Ben", stones("brown 4", "pink 7", "green 6"))),
        ("see Ben 4bro 7 pin b 5", See("Ben", stones("brown 4", "pink 7", "black 5"))),
        ("cross 2 7 blu bro4", Cross((2, Stone(7, "blue"), Stone(4, "brown")))),
        ("see Ben 7 blue 5 zwart", See("Ben", stones("blue 7", "black 5"))),
        ("see neutral ? blau 7 ?", See("neutral", stones("blue 7"))),
        ("ask Ben 16 first", Ask("Ben", 16, 1)),
        ("ask Ben 16 blue", Ask("Ben", 16, 1)),
        ("ask Ben 16 blauw", Ask("Ben", 16, 1)),
        ("ask Ben 16 other", Ask("Ben", 16, -1)),
        ("ask Ben 16 other 7s", Ask("Ben", 16, -1)),
        ("ask Br 17 brown", Ask("Bruno", 17, 1)),
        ("ask Ben 17 blue stones", Ask("Ben", 17, -1)),
        ("ask Ben 12 3s", Ask("Ben", 12, 1)),
        ("ask Ben 12 pink 6s", Ask("Ben", 12, -1)),
        ("ask Ben 14 7s", Ask("Ben", 14, -1)),
        ("ask 17 =", Ask("Anna", 17, 0)),
        ("ask me 4 2", Ask("Anna", 4, 2)),
        ("d Ben 7 1 2 right", Declare("Ben", (1, 2, 7), True)),
        ("declare 257 no", Declare("Anna", (2, 5, 7), False)),
        ("was yellow 2, black 5, pink 7", Was("Anna", stones("yellow 2", "black 5", "pink 7"))),
        ("was y2 b5 p7", Was("Anna", stones("yellow 2", "black 5", "pink 7"))),
        ("was Ben y2 b5 p7", Was("Ben", stones("yellow 2", "black 5", "pink 7"))),
        ("reveal Bruno yellow 2, black 5", Reveal("Bruno", stones("yellow 2", "black 5"))),
        ("was Ben 7 blue, 5 red, 5 red", Was("Ben", stones("blue 7", "red 5", "red 5"))),
        ("reveal red 5", Reveal("Anna", stones("red 5"))),
        ("cross 2 4", Cross((2, 4))),
        ("cross 2, blue 7 4 r5", Cross((2, Stone(7, "blue"), 4, Stone(5, "red")))),
        ("uncross 4", Uncross((4,))),
        ("card 2 at-most", Edition(at_most=True)),
        ("card 2 at-least", Edition(at_most=False)),
    ],
)
def test_line_means(line: str, event: Event) -> None:
    assert read_line(line) == event


def test_one_letter_and_the_number_are_enough() -> None:
    assert len({(stone.number, stone.colour[0]) for stone in KINDS}) == len(KINDS)


PLAYERS = st.sampled_from(["Anna", "Ben", "Bruno"])
SOME = st.lists(st.sampled_from(KINDS), min_size=1, max_size=3).map(lambda kinds: tuple(map(Named, kinds)))
EVENTS = st.one_of(
    st.builds(See, st.sampled_from(["Ben", "Bruno", "neutral"]), SOME),
    st.builds(Was, PLAYERS, SOME),
    st.builds(Reveal, PLAYERS, SOME),
    st.sampled_from(CARDS).flatmap(
        lambda card: st.builds(Ask, PLAYERS, st.just(card.number), st.sampled_from(card.answers))
    ),
    st.builds(Declare, PLAYERS, st.sampled_from([(1, 2, 7), (5, 5, 5), (2, 2, 6)]), st.booleans()),
    st.builds(
        Cross, st.lists(st.one_of(st.sampled_from(NUMBERS), st.sampled_from(KINDS)), min_size=1, max_size=4).map(tuple)
    ),
)


@given(EVENTS)
def test_written_events_read_back_the_same(event: Event) -> None:
    assert read_line(event.write()) == event


@pytest.mark.parametrize("verb", NOTATION.verbs, ids=lambda verb: verb.name)
def test_examples_of_the_notation_can_be_read(verb: object) -> None:
    for example in verb.examples:  # type: ignore[attr-defined]
        reading = read_log(parse_log(OPENING.replace("Bruno", "Cleo") + example))
        assert not reading.errors


def test_the_contract_of_show_json(deduce: Deduce) -> None:
    data = json.loads(deduce("show", EXAMPLES / "three_players.game", "--json").stdout)
    assert (data["game"], data["seat"], data["round"], data["consistent"], data["ways"]) == (
        ("tricoda", "Anna", 13, True, 15)
    )
    assert data["codes"][0] == {"numbers": [4, 5, 5], "ways": 6, "chance": 0.4}
    assert [code["ways"] for code in data["codes"]] == sorted((code["ways"] for code in data["codes"]), reverse=True)
    assert sum(code["ways"] for code in data["codes"]) == data["ways"]
    assert data["stones"]["red 5"] == 0.8
    assert data["scores"] == {"Anna": 0, "Ben": 0, "Cleo": 1}


def test_from_another_seat_after_so_many_questions_and_from_standard_input(deduce: Deduce) -> None:
    text = (EXAMPLES / "three_players.game").read_text(encoding="utf-8")
    shown = deduce("show", "-", "--as", "Cleo", "--round", "5", text=text)
    assert shown.exit_code == 0
    assert "Cleo's sheet · after 5 questions" in shown.stdout
    refused = deduce("show", "-", "--round", "14", text=text)
    assert refused.exit_code == 2
    assert "This log has only 13 questions." in refused.stderr


# Racks that come and go.


def test_two_players_the_unowned_rack_that_shows_other_stones_was_replaced() -> None:
    opening = "game tricoda\nplayers Anna Ben\nme Anna\nsee Ben r5 r5 r5\nsee neutral b4 b4 b4\nsee neutral2 b3 b3 b3\n"
    text = opening + "ask Anna 1 0\ndeclare Ben 5 5 5 right\nask Ben 4 1\nsee neutral2 p6 p6 p6\nsee Ben g6 g6 g6\n"
    opened = open_log(parse_log(text))
    assert isinstance(opened, TricodaLog)
    neutral, neutral2 = (opened.table.racks[name] for name in ("neutral", "neutral2"))
    assert [len(neutral), len(neutral2)] == [1, 2]
    assert (neutral2[0].until, neutral2[1].since) == (1, 1)
    assert "three different colours" in open_log_text(text)
    unsaid = open_log(parse_log(opening + "declare Ben 5 5 5 right\nask Ben 4 1\n"))
    assert isinstance(unsaid, TricodaLog)
    assert not any(unsaid.table.current(name).stones for name in ("neutral", "neutral2"))


def test_only_a_rack_shown_by_reveal_is_hidden_again_by_round() -> None:
    """`--round` goes back before `reveal`, but not before a declaration and its `was`."""
    evening = (ROOT / "examples" / "tricoda" / "evening.game").read_text(encoding="utf-8")
    assert not any("as it stood before" in str(gap) for gap in sheet_of(evening).gaps)
    revealed = evening.partition("declare")[0] + "reveal blue 7, pink 6, yellow 7\n"
    (gap,) = sheet_of(revealed).gaps
    assert str(gap) == "This rack was revealed; `show after round 6` shows the sheet as it was before."
    assert sheet_of(revealed).ways == 1 < sheet_of(revealed, 6).ways


def open_log_text(text: str) -> str:
    sheet = sheet_of(text)
    return " ".join(sheet.table.question(asked.card).said for asked in sheet.table.asked)


def test_stones_mixed_in_again_can_come_back_but_not_to_a_rack_filled_before() -> None:
    players = "game tricoda\nplayers Anna Ben Cleo Dirk\nme Anna\n"
    opening = players + "see Ben g1 r5 r5\nsee Cleo b4 b4 b4\nsee Dirk b3 b3 b3\n"
    aside = opening + "declare Ben 1 5 5 right\n"
    assert sheet_of(aside).data()["stones"]["green 1"] == 0  # type: ignore[index]
    assert sheet_of(aside + "mix\n").data()["stones"]["green 1"] == 0  # type: ignore[index]
    later = sheet_of(aside + "mix\ndeclare 6 6 6 wrong\nwas p6 p6 g6\n")
    assert later.data()["stones"]["green 1"] > 0  # type: ignore[index]
    seen_again = sheet_of(aside + "mix\nsee Ben g1 r5 r5\n")
    assert seen_again.ways == sheet_of(opening).ways


SIXTH_DECLARATION = """game tricoda
players Anna Ben Cleo Dirk
me Anna
see Ben green 1, yellow 2, black 3
see Cleo yellow 2, black 3, brown 4
see Dirk black 3, brown 4, brown 4
declare Ben 1 2 3 right
see Ben red 5, red 5, red 5
declare Cleo 2 3 4 right
see Cleo red 5, black 5, pink 6
declare Dirk 3 4 4 right
see Dirk pink 6, pink 6, green 6
declare Ben 5 5 5 right
see Ben green 6, green 6, blue 7
declare Cleo 5 5 6 right
see Cleo blue 7, blue 7, blue 7
declare 4 6 7 wrong
"""


def test_a_pile_that_cannot_fill_a_rack_is_no_contradiction() -> None:
    """A sixth rack of four players needs the stones laid aside: it is taken that they were mixed in, and said."""
    for more in ("", "was brown 4, yellow 7, yellow 7\n"):
        log = SIXTH_DECLARATION + more
        short, mixed = sheet_of(log), sheet_of(log + "mix\n")
        assert short.consistent
        assert any("could not fill your rack" in str(gap) for gap in short.gaps)
        assert not any("could not fill" in str(gap) for gap in mixed.gaps)
        assert short.ways == mixed.ways
        assert short.guesses == mixed.guesses


def test_a_colour_and_its_number_may_run_together() -> None:
    opening = "game tricoda\nplayers Anna Ben Cleo\nme Anna\n"
    run, apart = (sheet_of(f"{opening}see Ben {told}\n") for told in ("pink7, blue7 g1", "pink 7, blue 7, green 1"))
    assert run.guesses == apart.guesses


def test_a_name_may_look_like_a_number_or_a_stone() -> None:
    head = "game tricoda\nplayers 3PO Noah2 Ben\nme Ben\n"
    assert read_line("ask 3PO 16 first", head) == Ask("3PO", 16, 1)
    assert read_line("declare 3po 3 4 5 wrong", head) == Declare("3PO", (3, 4, 5), False)
    assert read_line("was Noah2 red 5, red 5, blue 7", head) == Was("Noah2", stones("red 5", "red 5", "blue 7"))
    assert read_line("was noah2 b7", head) == Was("Noah2", stones("blue 7"))
    assert read_line("was g6 b7", head) == Was("Ben", stones("green 6", "blue 7"))
