"""Proofs, conflicts, repairs, crosses and hints of Tricoda, held against counting on random games."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from typer.testing import CliRunner

from cli.app import app
from solver.engine.cpsat import find_world
from solver.engine.facts import Fact, Hidden, OneOf, Puzzle
from solver.engine.worlds import weigh_worlds
from solver.games import open_log
from solver.games.tricoda.check import check
from solver.games.tricoda.facts import Answered, make_puzzle
from solver.games.tricoda.opened import TricodaLog
from solver.games.tricoda.possible_racks import ALL
from solver.games.tricoda.rules import KINDS, NUMBERS, Stone
from solver.games.tricoda.why import Answer, Query, answer, give_hint, parse_claims
from solver.games.tricoda.words.proofs import word_proof
from solver.log import Fault, parse_log
from solver.proof.conflicts import Check
from solver.proof.shortages import fits_some_world
from solver.proof.smallest import WHERE, WHY, Claim, find_conflict, prove
from tests.conftest import ROOT, Deduce
from tests.tricoda.brute_force import count_racks
from tests.tricoda.random_games import BOX, random_game
from tests.tricoda.random_games import answer as true_answer

THREE = (ROOT / "examples" / "tricoda" / "three_players.game").read_text(encoding="utf-8")


def opened_of(text: str) -> TricodaLog:
    opened = open_log(parse_log(text))
    assert isinstance(opened, TricodaLog), opened
    return opened


def ask(text: str, *words: str) -> tuple[Answer, ...]:
    table = opened_of(text).table
    return answer(table, "Anna", parse_claims(words))


def left_by(puzzle: Puzzle, facts: tuple[Fact, ...]) -> set[int]:
    return set(weigh_worlds(replace(puzzle, facts=facts)).weights)


@pytest.mark.parametrize("seed", range(5))
def test_a_proof_forces_its_claim_and_nothing_smaller_does(seed: int) -> None:
    game = random_game(seed, 2 + seed % 3, questions=8 + seed, declarations=1)
    table = opened_of(game.text).table
    puzzle = make_puzzle(table, "Anna")
    answers = answer(table, "Anna", [*map(Query, KINDS), *map(Query, NUMBERS)])
    assert any(found.proof for found in answers)
    sights = tuple(fact for fact in puzzle.facts if not isinstance(fact.told, Answered))
    heard = [fact for fact in puzzle.facts if isinstance(fact.told, Answered)]
    for found in answers:
        if found.proof is None:
            assert 0 < found.count < found.hands
            continue
        true = found.question.racks()
        wrong = true if found.verdict == "impossible" else ALL - true
        assert not left_by(puzzle, found.proof.because) & wrong
        for fact in found.proof.because:
            rest = tuple(other for other in found.proof.because if other is not fact)
            assert left_by(puzzle, rest) & wrong, "a needless fact"
        needed = sum(isinstance(fact.told, Answered) for fact in found.proof.because)
        for fewer in combinations(heard, min(2, needed - 1)) if 0 < needed < 4 else ():
            assert left_by(puzzle, (*sights, *fewer)) & wrong, "fewer answers would do"


def test_a_proof_with_an_earlier_rack_nobody_typed() -> None:
    players = "game tricoda\nplayers Anna Ben Cleo Dirk\nme Anna\n"
    text = players + "see Ben r5 r5 r5\nsee Cleo b4 b4 b4\nsee Dirk b3 b3 b3\ndeclare 1 2 2 right\n"
    (found,) = ask(text, "green", "1")
    assert found.verdict == "impossible"
    assert [line["line"] for line in found.data()["because"]] == [7]  # type: ignore[attr-defined]


@pytest.mark.timeout(60)  # once it did not end: too many racks were in question, and so were too many choices of facts
def test_a_proof_is_about_as_few_racks_as_possible() -> None:
    text = (ROOT / "tests" / "tricoda" / "seven_untyped_racks.game").read_text(encoding="utf-8")
    table = opened_of(text).table
    puzzle = make_puzzle(table, "Dirk")
    (found,) = answer(table, "Dirk", parse_claims(["5"]))
    assert found.verdict == "certain"
    assert found.proof
    wrong = frozenset(ALL - found.question.racks())
    denial = Fact(puzzle.facts[0].line, (OneOf(puzzle.hand[0], wrong),), None, 0)
    own = [card for card in puzzle.cards if card.name.startswith("rack") and card not in puzzle.hand]

    def proves(facts: Iterable[Fact]) -> bool:
        return find_world(replace(puzzle, hand=()), (*facts, denial)) is None

    def about(fact: Fact) -> set[Hidden]:
        return {card for limit in fact.limits for card in limit.cards}

    used = {card for fact in found.proof.because for card in about(fact)}.intersection(own)
    assert (len(own), len(used)) == (6, 2)
    assert proves(found.proof.because)
    for fact in found.proof.because:
        assert not proves(other for other in found.proof.because if other is not fact), "a needless fact"
    for one in own:  # with the present rack and one more nothing is proved
        assert not proves(fact for fact in puzzle.facts if not about(fact) & ({*own} - {one}))
    told = " ".join(sentence.text for sentence in word_proof(found.proof.because, table, "Dirk"))
    assert "pink stones than red stones (about your 5th rack)" in told
    assert "green 6s than yellow 7s (about the rack before)" in told
    for two in combinations(own, 2):  # nor with two, if both are not later than those of the proof
        if proves(fact for fact in puzzle.facts if not about(fact) & ({*own} - {*two})):
            assert [*map(own.index, two)] <= [*map(own.index, sorted(used, key=own.index))]


def test_a_rack_that_one_answer_settles_may_need_more_stones_than_there_are(deduce: Deduce) -> None:
    """Ben must have all three green 6s, and then Anna shows one: once no proof of that was found, which is a fault."""
    racks = ["see Anna yellow 7, brown 4, yellow 7", "see neutral blue 7, red 5, blue 7"]
    lines = ["players Cleo Ben Anna", "me Cleo", "ask 13 first", *racks, "declare Anna 2 3 6", "see Anna green 6"]
    text = "\n".join(["game tricoda", *lines, ""])
    for command in ("show", "check", "advise", "review"):
        assert deduce(command, "-", text=text).exit_code == 1
    conflict = json.loads(deduce("check", "-", "--as", "Ben", "--json", text=text).stdout)["conflict"]
    assert [line["line"] for line in conflict] == [4, 5, 6, 8]


@pytest.mark.parametrize("seed", range(150))
def test_a_conflict_is_found_where_there_is_one(seed: int) -> None:
    """Lines made up at random, many of which cannot be true together: counting, proofs and CP-SAT agree on that."""
    rng = Random(seed)
    players = ["Anna", "Ben", "Cleo", "Dirk"][: rng.randint(2, 4)]
    others = [*players[1:], "neutral", "neutral2"][:3]
    pile = rng.sample(BOX, len(BOX))

    def see(holder: str) -> str:
        return f"see {holder} {', '.join(pile.pop() for _ in range(min(len(pile), rng.choice([1, 2, 3, 3]))))}"

    lines = ["game tricoda", f"players {' '.join(players)}", "me Anna"]
    lines += [see(one) for one in others[: rng.randint(0, 3)]]
    for _ in range(rng.randint(1, 9)):
        player, card = rng.choice(players), rng.randint(1, 23)
        told = rng.choice(["0", "1", "2", "3"] if card < 12 else ["first", "second", "same"])
        if rng.random() < 0.7:
            lines.append(f"ask {player} {card} {told}")
        else:
            lines.append(f"declare {player} 2 {rng.randint(2, 5)} {rng.randint(5, 7)} wrong")
            lines += [see(player)] if player != "Anna" and len(pile) > 3 else []
    opened = open_log(parse_log("\n".join(lines)))
    if not isinstance(opened, TricodaLog):
        return  # some are against the rules
    for player in players:
        puzzle = make_puzzle(opened.table, player)
        possible = find_world(puzzle, puzzle.facts) is not None
        assert (find_conflict(puzzle) is None) == possible
        assert fits_some_world(puzzle) == bool(weigh_worlds(puzzle).total) == possible


def test_a_proof_where_no_rack_was_out_at_the_same_time(deduce: Deduce) -> None:
    lines = ["me Dirk", "ask Anna 4 3", "declare 4 5 6 wrong", "was yellow 2, pink 7, pink 6", "mix"]
    told = deduce("hint", "-", "--more", text="\n".join(["game tricoda", "players Dirk Anna", *lines, ""]))
    assert told.exit_code == 1
    assert told.stdout.splitlines()[1:3] == ["  line   4   ask Anna 4 3", "  line   6   was yellow 2, pink 7, pink 6"]


def test_ways_are_present_racks_and_chances_weigh_the_earlier_one() -> None:
    players = "game tricoda\nplayers Anna Ben Cleo Dirk\nme Anna\n"
    stones = "see Ben green 1 black 3 red 5\nsee Cleo black 3 yellow 2 brown 4\nsee Dirk green 6 black 3 pink 7\n"
    text = players + stones + "ask Ben 8 6\nask Cleo 7 0\ndeclare Anna 6 6 7 wrong\nask Dirk 23 second\n"
    worlds, racks = count_racks(text), count_racks(text, weighed=False)
    (found,) = ask(text, "7")
    having = [rack for rack in racks if any(stone.endswith("7") for stone in rack)]
    assert (found.count, found.hands) == (sum(racks[rack] for rack in having), racks.total())
    assert found.chance == pytest.approx(sum(worlds[rack] for rack in having) / worlds.total())
    assert found.chance != pytest.approx(found.count / found.hands)


def test_nothing_is_known_of_an_empty_log() -> None:
    (found,) = ask("game tricoda\nplayers Anna Ben\nme Anna\n", "b7")
    assert (found.verdict, found.proof) == ("possible", None)
    puzzle = make_puzzle(opened_of("game tricoda\nplayers Anna Ben\nme Anna\n").table, "Anna")
    assert prove(puzzle, Claim(puzzle.hand[0], frozenset({0}))) is None


def test_words_of_a_proof() -> None:
    (found,) = ask(THREE, "y2")
    assert [sentence.text for sentence in found.sentences] == [
        "2 yellow 7s are in sight: Cleo (line 16) and neutral (line 17).",
        "Line 12, card 14: Cleo sees as many yellow 2s as yellow 7s. Without your rack that is 0 and 0.",
    ]
    (found,) = ask(THREE, "667")
    assert found.sentences[0].text.endswith("Without your rack that is 0, so your rack is none of them.")


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (("blue", "7"), [Stone(7, "blue")]),
        (("b7", "5"), [Stone(7, "blue"), 5]),
        (("4", "5", "5"), [(4, 5, 5)]),
        (("545",), [(4, 5, 5)]),
        (("7", "blue"), [Stone(7, "blue")]),
    ],
)
def test_claims(words: tuple[str, ...], asked: list[object]) -> None:
    assert [question.about for question in parse_claims(words)] == asked


@pytest.mark.parametrize("words", [(), ("mauve",), ("blue", "6"), ("111",), ("9",), ("blue",)])
def test_claims_that_cannot_be(words: tuple[str, ...]) -> None:
    with pytest.raises(Fault) as fault:
        parse_claims(words)
    assert fault.value.hint


def changed(seed: int) -> tuple[str, int, str] | None:
    """A log with one false answer that no rack fits, the line of it, and the true line."""
    game = random_game(seed, 4, questions=11, declarations=0)
    place = next(i for i, line in enumerate(game.lines) if line.startswith(("ask Ben", "ask Cleo")))
    true = game.lines[place]
    words = true.split()
    others = [rack for holder, rack in game.racks[0].items() if holder != words[1]]
    assert true_answer(int(words[2]), others) == words[3]
    words[3] = {"first": "second", "second": "first", "same": "first"}.get(words[3]) or str((int(words[3]) + 1) % 4)
    if words[2] in ("8", "10"):
        return None
    text = "\n".join([*game.lines[:place], " ".join(words), *game.lines[place + 1 :]])
    opened = open_log(parse_log(text))
    if not isinstance(opened, TricodaLog) or weigh_worlds(make_puzzle(opened.table, "Anna")).total:
        return None
    return text, place + 1, true


def checked(text: str) -> Check:
    opened = opened_of(text)
    return check(opened.timeline, opened.table, "Anna")


def test_a_false_answer_is_found_and_its_repair_fits() -> None:
    faulty = [found for seed in range(40) if (found := changed(seed))][:6]
    assert len(faulty) == 6
    first = 0
    for text, line, true in faulty:
        result = checked(text)
        assert not result.consistent
        assert result.conflict is not None
        puzzle = make_puzzle(opened_of(text).table, "Anna")
        assert not left_by(puzzle, result.conflict.because)
        lines = text.splitlines()
        for repair in result.repairs:
            corrected = [*lines[: repair.line.number - 1], repair.instead, *lines[repair.line.number :]]
            assert weigh_worlds(make_puzzle(opened_of("\n".join(corrected)).table, "Anna")).total == repair.hands > 0
        proposals = [words for repair in result.repairs for words in (repair.instead, *repair.also)]
        first += any(repair.line.number == line for repair in result.repairs[:2])
        assert true.split() in [_plain(words) for words in proposals] or line in [r.line.number for r in result.repairs]
    assert first >= 4, "the false answer is among the first two lines in most logs"


def _plain(line: str) -> list[str]:
    return line.replace(",", "").split()


def test_crosses_and_hints() -> None:
    text = THREE + "cross green 1\ncross 2 7\n"
    pad = checked(text).pad
    assert [cross.mark for cross in pad.crosses if cross.justified] == ["green 1", "2"]
    assert [cross.mark for cross in pad.crosses if not cross.justified] == ["7"]
    assert pad.more == 1
    hint = give_hint(opened_of(text).table, "Anna", WHY)
    assert hint is not None
    assert hint.stone == Stone(6, "green")
    assert hint.where == "Look at the answers in lines 12 and 18."
    assert hint.proof is not None
    nothing = give_hint(opened_of(text + "cross green 6\n").table, "Anna", WHERE)
    assert nothing is not None
    assert nothing.left == 0
    early = THREE.replace("ask Ben 6 0\n", "cross green 1\nask Ben 6 0\n")
    assert [(cross.justified, cross.late) for cross in checked(early).pad.crosses] == [(False, True)]


def test_counts_of_a_comparison_stand_in_the_order_of_its_answer() -> None:
    text = "game tricoda\nplayers Anna Ben Cleo\nme Anna\nsee neutral b7 b7 b7\nsee Cleo g1 y2 y2\nsee Ben r5 r5 r5\n"
    conflict = checked(text + "ask Ben 16 second\n").conflict
    assert conflict is not None
    assert conflict.sentences[-1].text == (
        "Line 7, card 16: Ben sees more other 7s than blue 7s. "
        "Without your rack that is 0 and 3, and one rack cannot make up the difference."
    )


def test_commands(deduce: Deduce) -> None:
    folder = ROOT / "examples" / "tricoda"
    assert "No yellow 2 can be on the rack" in deduce("why", folder / "three_players.game", "y2").stdout
    false = deduce("check", folder / "false_answer.game")
    assert false.exit_code == 1
    assert "ask Cleo 10 2" in false.stdout
    assert "leaves 8 ways" in false.stdout
    assert "Cleo sees no number missing. Without your rack that is 3." in false.stdout
    again = deduce("check", folder / "faulty" / "fifth_blue_7.game")
    assert " ways" in again.stdout
    assert "hand" not in again.stdout
    assert deduce("check", folder / "three_players.game").exit_code == 0
    assert deduce("check", folder / "faulty" / "fifth_blue_7.game").exit_code == 2
    assert "answer in line 12" in deduce("hint", folder / "three_players.game").stdout
    assert deduce("hint", folder / "false_answer.game").exit_code == 1


def test_a_stone_the_box_does_not_have_is_mended_in_its_own_line() -> None:
    log = "game tricoda\nplayers Anna Ben\nme Anna\nsee Ben red 5, brown 4, black 5\n"
    log += "see neutral yellow 7, brown 2, green 6\nask Anna 9 0\n"
    result = CliRunner().invoke(app, ["check", "-", "--json"], input=log)
    assert result.exit_code == 2
    (repair,) = json.loads(result.stdout)["repairs"]
    assert repair["line"] == 5
    for instead in (repair["instead"], *repair["also"]):
        corrected = log.replace("see neutral yellow 7, brown 2, green 6", instead)
        assert CliRunner().invoke(app, ["check", "-"], input=corrected).exit_code == 0


def test_a_card_read_twice_can_be_repaired_like_any_other() -> None:
    """The line has a warning as typed, which is no reason against another answer."""
    text = (ROOT / "examples" / "tricoda" / "three_players.game").read_text(encoding="utf-8")
    opened = opened_of(f"{text.rstrip()}\nask Ben 9 0\n")
    assert any("was read in line" in warning.problem for warning in opened.table.warnings)
    assert "ask Ben 9 1" in [repair.instead for repair in check(opened.timeline, opened.table, "Anna").repairs]
