"""The lines of a Think Str8! log: what can be typed is read as what it means, and written events read back the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.english import fold
from solver.games.think_str8.events import (
    NOTATION,
    Bet,
    Cross,
    Dice,
    Final,
    Reveal,
    Score,
    Seating,
    See,
    Swap,
    Tokens,
    Told,
    Uncross,
    Without,
    read_log,
)
from solver.games.think_str8.rules import CODES, COLOUR_WORDS, COLOURS, Card
from solver.grammar import OPENING, Event, GameLine, Me
from solver.log import Kind, parse_line, parse_log
from tests.conftest import CHARACTERS
from tests.think_str8.reading import THREE, first_fault, read_line

NAMES = [
    "Anna",
    "Anne",
    "B",
    "y",
    "Ben",
    "Żaneta",
    "Renée",
    "Rene\u0301",
    "blue",
    "Hit",
    "Tom",
    "Too",
    "3PO",
    "Ö",
    "李",
    "O'Neil",
    "Dr.No",
]
TABLES = st.lists(st.sampled_from(NAMES), min_size=2, max_size=4, unique_by=fold)
NUMBERS = st.integers(0, 7)
ANSWERS = st.sampled_from(["hit", "low", "high", "miss"])
HANDS = st.dictionaries(st.sampled_from(COLOURS), NUMBERS, min_size=1).map(
    lambda hand: tuple(Card(colour, number) for colour, number in hand.items())
)
GROUPS = st.dictionaries(
    st.sampled_from(COLOURS), st.lists(NUMBERS, min_size=1, max_size=3, unique=True), min_size=1
).map(lambda groups: tuple(Card(colour, number) for colour, numbers in groups.items() for number in numbers))
RANGES = st.tuples(st.integers(0, 21), st.integers(0, 21)).map(sorted)
TOKENS = st.dictionaries(st.integers(1, 22), st.integers(0, 99), min_size=1).map(lambda points: tuple(points.items()))


def events(players: list[str]) -> st.SearchStrategy[Event]:
    """Every kind of event at a table whose owner is the first player."""
    anyone, others = (
        st.sampled_from(players),
        st.sampled_from([*players[1:], *["neutral", "neutral2"][: 4 - len(players)]]),
    )
    swaps = st.builds(
        lambda player, colour, numbers, shows: Swap(
            player, Card(colour, numbers[0]), Card(colour, numbers[1]) if shows and player != players[0] else None
        ),
        anyone,
        st.sampled_from(COLOURS),
        st.lists(NUMBERS, min_size=2, max_size=2, unique=True),
        st.booleans(),
    )
    return st.one_of(
        st.just(Without("grey")),
        st.builds(Tokens, TOKENS),
        st.builds(See, others, HANDS),
        st.builds(Dice, st.tuples(*[st.sampled_from(COLOURS)] * 3)),
        st.builds(lambda who, span, answer: Bet(who, span[0], span[1], answer), anyone, RANGES, st.none() | ANSWERS),
        st.builds(Told, anyone, ANSWERS),
        swaps,
        st.builds(Cross, GROUPS),
        st.builds(Uncross, GROUPS),
        st.builds(Score, anyone, st.integers(-99, 999)),
        st.builds(Final, anyone, GROUPS | st.just(())),
        st.builds(Reveal, anyone, HANDS),
    )


@given(TABLES.flatmap(lambda players: st.tuples(st.just(players), events(players))))
def test_a_written_event_reads_back_as_the_same_event(case: tuple[list[str], Event]) -> None:
    players, event = case
    head = f"game think-str8\nplayers {' '.join(players)}\nme {players[0]}\n"
    assert read_line(event.write(), head) == event


def test_opening_lines_read_back_too() -> None:
    line = parse_line(0, "")
    events: tuple[Event, ...] = (GameLine("think-str8", line), Seating(("Anna", "Ben"), line), Me("Ben", line))
    reading = read_log(parse_log("\n".join(event.write() for event in events)))
    assert (reading.events, reading.errors) == (events, ())


@pytest.mark.parametrize("verb", [*OPENING, *NOTATION.verbs], ids=lambda verb: verb.name)
def test_every_example_in_the_verb_table_can_be_read(verb) -> None:  # type: ignore[no-untyped-def]
    assert verb.examples
    for example in verb.examples:
        assert example.split()[0] == verb.name
        if verb not in OPENING:
            read_line(example)


def test_the_opening_examples_fit_together() -> None:
    reading = read_log(parse_log("\n".join(verb.examples[0] for verb in OPENING)))
    assert not reading.errors


# Colours.

WORDS = {
    "English": "blue green yellow purple red grey",
    "German": "blau grün gelb lila rot grau",
    "French": "bleu vert jaune violet rouge gris",
    "Dutch": "blauw groen geel paars rood grijs",
    "Polish": "niebieski zielony żółty fioletowy czerwony szary",
    "Swedish": "blå grön gul lila röd grå",
    "variants": "BLUE gruen zolty violett Röd gray",
}


@pytest.mark.parametrize("language", WORDS)
def test_colour_words_of_six_languages(language: str) -> None:
    words = WORDS[language].split()
    for three, colours in ((words[:3], COLOURS[:3]), (words[3:], COLOURS[3:])):
        assert read_line(f"dice {' '.join(three)}") == Dice(colours)


def test_no_colour_word_could_be_three_dice_run_together() -> None:
    assert not [word for word in COLOUR_WORDS if len(word) == 3 and set(word) <= set(CODES)]


@pytest.mark.parametrize(
    ("typed", "colours"),
    [
        ("ygb", ("yellow", "green", "blue")),
        ("yyr", ("yellow", "yellow", "red")),
        ("y r e", ("yellow", "red", "grey")),
        ("Y,R,E", ("yellow", "red", "grey")),
        ("yy red", ("yellow", "yellow", "red")),
        ("grey gp", ("grey", "green", "purple")),
    ],
)
def test_codes_may_be_run_together(typed: str, colours: tuple[str, ...]) -> None:
    assert read_line(f"dice {typed}") == Dice(colours)


@pytest.mark.parametrize("typed", ["yel gre blu", "bl g y", "yg", "ygbr", "x", ""])
def test_colours_are_never_cut_and_dice_are_three(typed: str) -> None:
    assert first_fault(f"dice {typed}").kind == Kind.UNREADABLE


# Answers.


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("hit", "hit yes right in = HIT"),
        ("low", "low too-low above > Low"),
        ("high", "high too-high below <"),
        ("miss", "miss no wrong"),
    ],
)
def test_synonyms_of_answers(answer: str, words: str) -> None:
    for word in words.split():
        assert read_line(f"bet Ben 4-9 {word}") == Bet("Ben", 4, 9, answer)
        assert read_line(f"told Ben {word}") == Told("Ben", answer)
        assert read_line(f"told {word}") == Told("Anna", answer)
    assert read_line("bet 4-9 too low") == Bet("Anna", 4, 9, "low")
    assert read_line("told Ben too high") == Told("Ben", "high")


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("bet 9-15 higher", "Say `low`: the bet was too low, the sum is above 15."),
        ("bet 9-15 LOWER", "Say `high`: the bet was too high, the sum is below 9."),
        ("told Ben higher", "Say `low`: the bet was too low, the sum is above the range."),
    ],
)
def test_higher_and_lower_are_refused(line: str, hint: str) -> None:
    fault = first_fault(f"dice ygb\n{line}")
    assert (fault.kind, fault.hint) == (Kind.UNREADABLE, hint)
    assert fault.text[fault.column - 1 :][: fault.width].lower() in ("higher", "lower")


# Bets.


@pytest.mark.parametrize(
    ("typed", "span"),
    [
        ("4-9", (4, 9)),
        ("4 - 9", (4, 9)),
        ("4–9", (4, 9)),
        ("4−9", (4, 9)),
        ("4..9", (4, 9)),
        ("8", (8, 8)),
        ("0-0", (0, 0)),
        ("٤-٩", (4, 9)),
    ],
)
def test_ranges(typed: str, span: tuple[int, int]) -> None:
    assert read_line(f"bet {typed}") == Bet("Anna", *span)
    assert read_line(f"bet Ben {typed} hit") == Bet("Ben", *span, "hit")


@pytest.mark.parametrize(
    ("typed", "kind"),
    [
        ("", Kind.UNREADABLE),
        ("Ben", Kind.UNREADABLE),
        ("9-", Kind.UNREADABLE),
        ("-9", Kind.UNREADABLE),
        ("9 15", Kind.UNREADABLE),
        ("²", Kind.UNREADABLE),
        ("4-9\u200b", Kind.UNREADABLE),
        ("4-9 hit hit", Kind.UNREADABLE),
        ("4-9-12", Kind.UNREADABLE),
        ("9-4", Kind.AGAINST_RULES),
        ("16-22", Kind.AGAINST_RULES),
        ("99999999999999999999", Kind.AGAINST_RULES),
    ],
)
def test_ranges_that_are_none(typed: str, kind: Kind) -> None:
    assert first_fault(f"bet {typed}").kind == kind


# Hands.

HAND = tuple(Card(colour, number) for colour, number in zip(COLOURS, (6, 0, 7, 1, 4, 5), strict=True))


@pytest.mark.parametrize(
    "typed",
    [
        "6 0 7 1 4 5",
        "607145",
        "607 145",
        "6,0,7,1,4,5",
        "blue 6, green 0, yellow 7, purple 1, red 4, grey 5",
        "b 6 g 0 y 7 p 1 r 4 e 5",
    ],
)
def test_hands(typed: str) -> None:
    assert read_line(f"see Ben {typed}") == See("Ben", HAND)
    assert read_line(f"reveal Ben {typed}") == Reveal("Ben", HAND)
    assert read_line(f"reveal {typed}") == Reveal("Anna", HAND)


def test_a_question_mark_is_a_card_not_known() -> None:
    assert read_line("see Ben 6?7 1 ? 5") == See("Ben", (HAND[0], HAND[2], HAND[3], HAND[5]))
    assert read_line("reveal ?????5") == Reveal("Anna", HAND[5:])
    assert read_line("see Ben ??????") == See("Ben", ())


def test_without_grey_a_hand_has_five_numbers() -> None:
    assert read_line("see Ben 60714", THREE + "without grey\n") == See("Ben", HAND[:5])
    assert first_fault("see Ben 607145", THREE + "without grey\n").kind == Kind.UNREADABLE


@pytest.mark.parametrize(
    "typed", ["", "6", "60714", "6071456", "607148", "6 0 7 1 4 x", "blue", "blue 8", "blue 6 blue 6", "6 0 red 4"]
)
def test_hands_that_are_none(typed: str) -> None:
    first_fault(f"see Ben {typed}")


# Whose line it is: one-letter names that are colour codes too.

LETTERS = "game think-str8\nplayers B Y Ben\nme Y\n"


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("swap b 3", Swap("Y", Card("blue", 3))),
        ("swap b b 3 4", Swap("B", Card("blue", 3), Card("blue", 4))),
        ("swap be y 3", Swap("Ben", Card("yellow", 3))),
        ("final b 3 4", Final("Y", (Card("blue", 3), Card("blue", 4)))),
        ("final b b 3 4", Final("B", (Card("blue", 3), Card("blue", 4)))),
        ("reveal b 3", Reveal("Y", (Card("blue", 3),))),
        ("reveal b b 3", Reveal("B", (Card("blue", 3),))),
        ("reveal b 607145", Reveal("B", HAND)),
        ("reveal b ? 0 7 1 4 5", Reveal("B", HAND[1:])),
        ("score y 3", Score("Y", 3)),
        ("score 3", Score("Y", 3)),
        ("told b low", Told("B", "low")),
        ("bet y 3-4", Bet("Y", 3, 4)),
        ("see b 607145", See("B", HAND)),
        ("cross y 3", Cross((Card("yellow", 3),))),
    ],
)
def test_one_letter_names(line: str, event: Event) -> None:
    assert read_line(line, LETTERS) == event


def test_an_answer_alone_is_not_a_player_of_that_name() -> None:
    head = "game think-str8\nplayers Hit Ben\nme Ben\n"
    assert read_line("told hit", head) == Told("Ben", "hit")
    assert read_line("told Hit hit", head) == Told("Hit", "hit")
    assert "needs an answer" in first_fault("told Ben", head).problem


def test_a_name_may_begin_with_a_digit() -> None:
    head = "game think-str8\nplayers 3PO Ben\nme Ben\n"
    assert read_line("bet 3PO 4-9 hit", head) == Bet("3PO", 4, 9, "hit")
    assert read_line("final 3PO blue 0", head) == Final("3PO", (Card("blue", 0),))
    assert read_line("bet 3", head) == Bet("Ben", 3, 3)
    assert read_line("swap 3po blue 3 4", head) == Swap("3PO", Card("blue", 3), Card("blue", 4))


@given(st.text(CHARACTERS, max_size=30))
def test_any_text_after_a_verb_is_read_or_refused(text: str) -> None:
    for verb in (
        "see",
        "bet",
        "swap",
        "final",
        "reveal",
        "score",
        "told",
        "dice",
        "tokens",
        "cross",
        "without",
        "players",
        "me",
    ):
        read_log(parse_log(f"{THREE}{verb} {text}"))


# Short ways to write.


@pytest.mark.parametrize(
    ("line", "same"),
    [
        ("final 256 0 1 02 2 23", "final blue 2 5 6, green 0, yellow 1, purple 0 2, red 2, grey 2 3"),
        ("final Ben 256,0,1,02,2,23", "final Ben blue 2 5 6, green 0, yellow 1, purple 0 2, red 2, grey 2 3"),
        ("final 4 - - 1 - 7", "final blue 4, purple 1, grey 7"),
        ("final - 1 2 3 4 5", "final green 1, yellow 2, purple 3, red 4, grey 5"),
        ("final me 1 1 1 1 1 1", "final b 1, g 1, y 1, p 1, r 1, e 1"),
        ("final b 1 1 1 1 1 1", "final Ben b 1, g 1, y 1, p 1, r 1, e 1"),
        ("bet 10-15=", "bet 10-15 hit"),
        ("bet Ben 4-9<", "bet Ben 4-9 high"),
        ("bet 4 - 9>", "bet 4-9 low"),
        ("bet 14=", "bet 14-14 hit"),
        ("bet 10..15>", "bet 10-15 low"),
    ],
)
def test_short_ways_to_write_say_the_same(line: str, same: str) -> None:
    assert read_line(line) == read_line(same)


def test_a_colour_with_its_numbers_stays_a_colour_whoever_is_at_the_table() -> None:
    assert read_line("final b 4 7") == Final("Anna", (Card("blue", 4), Card("blue", 7)))
    assert read_line("final -") == Final("Anna", ())
    assert read_line("final Ben -") == Final("Ben", ())


def test_final_bets_in_pad_order_have_as_many_groups_as_the_game_has_colours() -> None:
    grey_less = f"{THREE}without grey\n"
    assert read_line("final 4 5 6 7 01", grey_less) == read_line("final b 4, g 5, y 6, p 7, r 0 1", grey_less)
    assert first_fault("final 4 5 6 7 01").problem == "5 groups of numbers, but there are 6 colours."
    assert first_fault("final 4 5 6 7 01 2", grey_less).problem == "6 groups of numbers, but there are 5 colours."
    assert first_fault("final blu 4 7").problem == "`blu` is not a colour."
    assert first_fault("final 0 1 2 3 4 58").problem == "There is no grey 8."
