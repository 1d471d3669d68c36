"""The words of proofs, read as a player reads them: citations, sums and conclusions must agree without the solver."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from typer.testing import CliRunner

from cli.app import app
from solver.games.think_str8.facts import find_clashes
from solver.games.think_str8.words.proofs import word_proof
from solver.proof.conflicts import Sentence
from solver.proof.steps import tell
from tests.think_str8.random_games import random_game
from tests.think_str8.test_why import MARKUS, OPENING, ask, table_of, told

NUMBERS = set(range(8))
LIST = r"\d(?:(?:, \d)* or \d)?"
CARD = r"(?:blue|green|yellow|purple|red|grey)(?: of round \d+)?"
# Of a card: `at least 3`, `at most 3` or a list of numbers; then why.
CITED = re.compile(rf"({CARD}) (is|was) (at least \d|at most \d|{LIST})(?: then)? \(((?:[^()])*)\)", re.IGNORECASE)
BOUND = re.compile(rf"({CARD}(?: then)?) is at (least|most) (?:[-+ \d]* = )?(\d)(?= and|$)", re.IGNORECASE)
WAYS = re.compile(rf"({CARD}(?: then)?) (is not|can only be) ({LIST})(?:$|: \d|: with)", re.IGNORECASE)
REASON = re.compile(r"(?:the )?(\d) (?:is|was) (?:in|your own|laid off|\w+'s own)")


def numbers(text: str) -> set[int]:
    return set(map(int, re.findall(r"\d+", text)))


def runs(text: str) -> set[int]:
    """`3, 5 to 8 or 12`."""
    ends = re.findall(r"(-?\d+)(?: to (-?\d+))?", text)
    return {number for first, last in ends for number in range(int(first), int(last or first) + 1)}


def concluded(text: str) -> tuple[str, set[int]] | None:
    """The card a step speaks of in the end, and the numbers it takes from it."""
    found: dict[str, set[int]] = {}
    for part in text.removesuffix(".").split(". "):
        if not re.match("Round|The first", part):
            end = part.split(", so ")[-1]
            for name, side, bound in BOUND.findall(end):
                out = {n for n in NUMBERS if (n < int(bound) if side == "least" else n > int(bound))}
                found[name.lower()] = found.get(name.lower(), set()) | out
            for name, verb, listed in WAYS.findall(end):
                out = numbers(listed) if verb == "is not" else NUMBERS - numbers(listed)
                found[name.lower()] = found.get(name.lower(), set()) | out
    assert len(found) < 2, text
    return next(iter(found.items()), None)


def check_citations(text: str, said: dict[int, tuple[str, set[int]]]) -> None:
    for card, verb, what, why in CITED.findall(text):
        name = f"{card.lower()} then" if verb == "was" and "round" not in card else card.lower()
        listed = numbers(what)
        if re.search(r"supposed|(laid off|turned up), line \d+$", why) and "own:" not in why:
            assert len(listed) == 1
            assert ";" not in why, f"a reason too many: {text}"
            continue
        out = {int(number) for number in REASON.findall(why)}
        parts = [out]
        for number in numbers(found[1]) if (found := re.search(r"steps? ([\d, and]+)$", why)) else ():
            assert said[number][0] == name, f"{text}: step {number} is about {said[number]}"
            parts.append(said[number][1])
        struck = set().union(*parts)
        if what.startswith("at least"):
            assert min(NUMBERS - struck) == min(listed), text
        elif what.startswith("at most"):
            assert max(NUMBERS - struck) == max(listed), text
        else:
            assert NUMBERS - struck == listed, text


def check_sums(text: str) -> None:
    """All that is reckoned is right, and begins with the end of the sum that was named."""
    for reckoned, result in re.findall(r"(-?\d+(?: [-+] \d+)+) = (-?\d+)", text):
        assert eval(reckoned) == int(result), text
    for can, tried in re.findall(r"can only be ([\d, tor-]+); (with [^.]*), so", text):
        for wanted in re.findall(r"would have to be ([\d, tor-]+?)(?:;|$)", tried):
            assert not runs(can) & runs(wanted), text
    head = re.search(r"The first less the second: [^.]* is at (least|most) (-?\d+)\. (.*)", text)
    if head and "impossible" not in text:
        ends = re.findall(r" is at (least|most) (-?\d+)(?: [-+] \d+)*(?: = -?\d+)?(?=[.:])", head[3].split(", so ")[-1])
        assert (head[1], head[2]) in ends, text


def check_sentences(sentences: tuple[Sentence, ...]) -> None:
    said: dict[int, tuple[str, set[int]]] = {}
    for sentence in sentences:
        check_citations(sentence.text, said)
        check_sums(sentence.text)
        assert "none" not in sentence.text
        if sentence.label and "impossible" not in sentence.text and "is out:" not in sentence.text:
            conclusion = concluded(sentence.text)
            assert conclusion, sentence.text
            said[int(sentence.label)] = conclusion


def contradictions(seed: int) -> Iterator[str]:
    lines = random_game(seed, players=2 + seed % 3, grey=seed % 2 == 0).lines
    for place, line in enumerate(lines):
        turned = line.replace("low", "high") if line.endswith("low") else line.replace("high", "low")
        if line.startswith("bet Anna") and line != turned:
            yield "\n".join([*lines[:place], turned, *lines[place + 1 :]])
    rng, text = random.Random(seed), OPENING
    for _ in range(10):
        low = rng.randint(0, 18)
        dice = " ".join(rng.choices(["red", "blue", "green"], k=3))
        text += f"dice {dice}\nbet {low}-{low + 3} {rng.choice(['hit', 'low', 'high'])}\n"
    yield text


@pytest.mark.parametrize("seed", range(24))
def test_proofs_can_be_followed_word_by_word(seed: int) -> None:
    game = random_game(seed, players=2 + seed % 3, grey=seed % 2 == 0)
    claims = [f"{colour} {number}" for colour in game.colours for number in NUMBERS]
    for answer in ask(game.text, *game.colours, *claims):
        check_sentences(answer.sentences)


def word_conflict(text: str) -> tuple[Sentence, ...]:
    """Why the lines cannot all be true; nothing if they can."""
    table = table_of(text)
    clash = next(find_clashes(table, "Anna"), None)
    return word_proof(tell(clash.explain()), table, clash.player) if clash else ()


@pytest.mark.parametrize("seed", range(16))
def test_conflicts_can_be_followed_word_by_word(seed: int) -> None:
    for text in contradictions(seed):
        conflict = word_conflict(text)
        if conflict:
            check_sentences(conflict)


# Words for people.


def test_a_step_is_cited_for_all_it_says() -> None:
    text = OPENING + (
        "dice green green green\nbet 16-21 hit\ndice green purple red\nbet 11-13 hit\n"
        "dice red red red\nbet 21-21 miss\nswap red 3\n"
    )
    words = (
        "Round 1 (line 5): green + green + green is 16 to 21. Green + green + green is at least 16: "
        "green is at least 6.\n"
        "Round 2 (line 7): green + purple + red is 11 to 13. Green is at least 6 (step 1) and red was 3 then "
        "(laid off, line 10), so purple is at most 13 - 6 - 3 = 4."
    )
    assert told(text, "purple 6") == words.splitlines()


def test_only_the_side_that_matters_is_told_of_a_difference() -> None:
    text = OPENING + "dice red purple green\nbet 16-18 hit\ndice grey grey green\nbet 19-21 hit\nreveal purple 7\n"
    words = (
        "Round 1 (line 5): red + purple + green is 16 to 18. Round 2 (line 7): grey + grey + green is 19 to 21. "
        "The first less the second: red + purple - grey - grey is at most -1. Purple is 7 (turned up, line 8) and "
        "grey is at most 7, so red is at most -1 - 7 + 7 + 7 = 6."
    )
    assert told(text, "red 7") == words.splitlines()


def test_two_bounds_are_two_sentences() -> None:
    words = (
        "Round 1 (line 5): purple + purple + grey is 10 to 13. Purple + purple is at most 13: purple is at most 6. "
        "Grey is at most 7, so purple + purple is at least 10 - 7 = 3: purple is at least 2."
    )
    assert told(OPENING + "dice purple purple grey\nbet 10-13 hit\n", "purple") == words.splitlines()


def test_two_bounds_for_one_reason_say_it_once() -> None:
    text = OPENING + "dice blue blue yellow\nbet 7-9 hit\nreveal yellow 5\n"
    words = (
        "Round 1 (line 5): blue + blue + yellow is 7 to 9. Yellow is 5 (turned up, line 6), so blue + blue is at most "
        "9 - 5 = 4: blue is at most 2. Likewise blue + blue is at least 7 - 5 = 2: blue is at least 1."
    )
    assert told(text, "blue") == words.splitlines()


def test_ways_of_one_other_card() -> None:
    text = OPENING + "see Ben blue 3\ndice yellow yellow blue\nbet 5-5 hit\n"
    head = "Round 1 (line 6): yellow + yellow + blue is 5. Blue is 0, 1, 2, 4, 5, 6 or 7 (3 is in Ben's holder, line 4)"
    assert told(text, "yellow 1") == [f"{head}, so yellow is not 1: with yellow 1, blue would have to be 3."]


def test_the_same_cards_told_twice() -> None:
    text = OPENING + "dice purple yellow blue\nbet 12-13 low\ndice blue purple yellow\nbet 2-8 hit\n"
    conflict = word_conflict(text)
    assert conflict
    words = (
        "Round 1 (line 5): purple + yellow + blue is 14 or more. Round 2 (line 7): blue + purple + yellow is 2 to 8. "
        "These are the same cards: impossible."
    )
    assert [sentence.text for sentence in conflict] == words.splitlines()
    for command in (["check"], ["show"], ["why", "red"], ["hint"]):
        assert CliRunner().invoke(app, [command[0], "-", *command[1:]], input=text).exit_code == 1


def test_a_card_shown_has_its_number() -> None:
    assert told(MARKUS, "yellow round 1") == ["Yellow was 2 then (laid off, line 9)."]
    assert told(OPENING + "reveal green 2\n", "green 1") == ["Green is 2 (turned up, line 4)."]


def test_two_cards_of_a_colour_are_told_apart() -> None:
    """Each has its own reasons, even if a reason for the one strikes a number of the other as well."""
    text = OPENING + (
        "dice grey grey purple\nbet 14-17 high\nswap purple 6\ndice grey grey purple\nbet 4-10 low\nswap purple 1\n"
    )
    conflict = word_conflict(text)
    assert conflict
    words = (
        "Round 1 (line 5): grey + grey + purple is 13 or less. Round 2 (line 8): grey + grey + purple is 11 or more. "
        "The first less the second: purple of round 1 - purple of round 2 is at most 2. Purple of round 1 was 6 (laid "
        "off, line 6) and purple of round 2 was 1 (laid off, line 9), so purple of round 1 - purple of round 2 is at "
        "least 6 - 1 = 5: impossible."
    )
    assert [sentence.text for sentence in conflict] == words.splitlines()


@pytest.mark.parametrize("command", ["check", "show"])
def test_one_line_that_cannot_be_true(command: str) -> None:
    text = OPENING + "dice blue blue blue\nbet 10-10 hit\n"
    shown = CliRunner().invoke(app, [command, "-"], input=text)
    assert "this line cannot be true of your cards." in shown.stdout
