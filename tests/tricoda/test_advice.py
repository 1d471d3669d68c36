"""Declare or wait: figures against naive counts on random games, and the rule by which one of the two is advised."""

from __future__ import annotations

import io
import re
from collections import Counter
from pathlib import Path

import pytest
from rich.console import Console

from cli.games.tricoda.answers import show_questions
from solver import commands
from solver.game import Opened, expect
from solver.games import open_log
from solver.games.tricoda.advice import Advice, Choice, Next, RankedCards, Rival, decide
from solver.games.tricoda.opened import TricodaLog
from solver.games.tricoda.sheet import Guess
from solver.log import parse_log
from tests.conftest import ROOT, Deduce
from tests.test_play import session
from tests.tricoda.brute_force import count_racks
from tests.tricoda.random_games import answer, random_game
from tests.tricoda.test_counts import as_codes

EXAMPLES = ROOT / "examples" / "tricoda"


def advice_of(text: str, seat: str | None = None) -> Advice:
    opened = open_log(parse_log(text))
    assert isinstance(opened, TricodaLog), opened
    advice = opened.advise(seat or opened.me, {})
    assert isinstance(advice, Advice)
    return advice


def naive_next(text: str, reader: str, card: int, racks: dict[str, list[str]]) -> float:
    """The chance of the best code after this question, averaged over the answers."""
    possible = count_racks(text)
    others = [rack for holder, rack in racks.items() if holder not in (reader, "Anna")]
    by_answer: dict[str, dict[tuple[int, ...], int]] = {}
    for rack, ways in possible.items():
        code = tuple(sorted(int(stone.split()[1]) for stone in rack))
        codes = by_answer.setdefault(answer(card, [list(rack), *others]), {})
        codes[code] = codes.get(code, 0) + ways
    return sum(max(codes.values()) for codes in by_answer.values()) / possible.total()


@pytest.mark.parametrize("seed", range(4))
def test_chances_now_and_after_the_next_question(seed: int) -> None:
    game = random_game(seed, players=2 + seed % 3, questions=5, declarations=1)
    choice = advice_of(game.text).content
    assert isinstance(choice, Choice)
    codes = as_codes(count_racks(game.text))
    assert choice.best.chance == pytest.approx(max(codes.values()) / sum(codes.values()))
    for card, chance in choice.next.cards:
        assert chance == pytest.approx(naive_next(game.text, choice.next.reader, card, game.racks[-1]))
    assert choice.next.chance == pytest.approx(sum(chance for _, chance in choice.next.cards) / 18)


@pytest.mark.parametrize("seed", range(3))
def test_how_close_the_others_are(seed: int) -> None:
    """Ben's view of the truth, over all my racks, from logs of his own in which my rack is typed."""
    game = random_game(seed, players=4, questions=8, declarations=0)
    racks = game.racks[-1]
    choice = advice_of(game.text).content
    assert isinstance(choice, Choice)
    possible = count_racks(game.text)
    codes = certain = best = 0.0
    for mine, ways in possible.items():
        lines = [line.replace("me Anna", "me Ben") for line in game.lines if not line.startswith("see Ben")]
        lines.insert(3, f"see Anna {', '.join(mine)}")
        theirs = as_codes(count_racks("\n".join(lines)))
        codes += ways * len(theirs)
        certain += ways * (len(theirs) == 1)
        best += ways * max(theirs.values()) / sum(theirs.values())
    ben = choice.rivals[0]
    assert racks["Ben"]
    assert (ben.codes, ben.certain, ben.best) == pytest.approx(
        tuple(figure / possible.total() for figure in (codes, certain, best))
    )


def naive_codes(text: str, reader: str, card: int, racks: dict[str, list[str]]) -> float:
    """The codes left after this question, averaged over the answers."""
    possible = count_racks(text)
    others = [rack for holder, rack in racks.items() if holder not in (reader, "Anna")]
    said = {rack: answer(card, [list(rack), *others]) for rack in possible}
    left = {word: as_codes(Counter(rack for rack in possible if said[rack] == word)) for word in said.values()}
    return sum(ways * len(left[said[rack]]) for rack, ways in possible.items()) / possible.total()


@pytest.mark.parametrize("seed", range(3))
def test_what_each_question_would_tell(seed: int) -> None:
    game = random_game(seed, players=2 + seed % 3, questions=5, declarations=1)
    opened = open_log(parse_log(game.text))
    assert isinstance(opened, TricodaLog), opened
    questions = opened.questions("Anna")
    assert isinstance(questions, RankedCards)
    assert [card.question.number for card in questions.cards] == list(range(1, 24))
    assert [card.question.number for card in questions.cards if not card.read] == sorted(opened.table.cards_left)
    codes = as_codes(count_racks(game.text))
    assert questions.codes == len(codes)
    assert questions.chance == pytest.approx(max(codes.values()) / sum(codes.values()))
    for card in questions.cards:
        about = game.text, questions.reader, card.question.number, game.racks[-1]
        assert card.codes == pytest.approx(naive_codes(*about))
        assert card.chance == pytest.approx(naive_next(*about))


def test_questions_in_a_session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.game"
    path.write_text((EXAMPLES / "three_players.game").read_text(encoding="utf-8"), encoding="utf-8")
    rows = session(path, ["questions"], monkeypatch).partition("What each question would tell")[2].splitlines()
    cards = [row for row in rows if re.match(r"[ ▶] +\d+  \w", row)]
    assert [int(row[1:6]) for row in cards] == list(range(1, 24)), "every card has its row"
    assert sum(row.startswith("▶") for row in cards) == 3
    assert all("…" not in row and len(row) <= 80 for row in cards)
    path.write_text("game thinkaboxin\nplayers Anna Ben\nme Anna\naid full\nset 4\nroll 1 2 3 4\n", encoding="utf-8")
    assert "Thinkaboxin has no question cards." in session(path, ["questions"], monkeypatch)
    path.write_text((EXAMPLES / "evening.game").read_text(encoding="utf-8"), encoding="utf-8")
    assert "no question is read any more" in session(path, ["questions"], monkeypatch)


def guess(chance: float) -> Guess:
    return Guess((4, 5, 6), 1, chance)


def coming(chance: float) -> Next:
    return Next("Ben", 1, chance, ())


@pytest.mark.parametrize(
    ("now", "after", "declares"),
    [(1.0, 1.0, True), (0.9, 0.95, True), (0.6, 0.8, False), (0.4, 0.42, False), (0.5, 0.57, True)],
)
def test_declare_when_waiting_gains_less_than_a_question(now: float, after: float, declares: bool) -> None:
    assert decide(guess(now), coming(after), ())[0] is declares


def test_a_rival_about_to_win_hurries() -> None:
    close, far = (
        Rival(
            "Ben",
            2,
            1.2,
            0.9,
            certain,
        )
        for certain in (0.8, 0.0)
    )
    assert decide(guess(0.4), coming(0.6), (close,))[0]
    assert not decide(guess(0.4), coming(0.6), (far,))[0]


def test_without_the_stones_in_sight_questions_say_what_is_lacking() -> None:
    begun = "game tricoda\nplayers Anna Ben Cleo\nme Anna\n"
    assert ask_questions(begun).splitlines() == [
        "What a question would tell depends on all that Ben sees.",
        "Not typed yet: Cleo's stones and the neutral stones.",
    ]
    shown = ask_questions(begun + "see Cleo green 1, yellow 2, blue 7\n")
    assert "Not typed yet: the neutral stones." in shown
    assert "codes left" in ask_questions(begun + "see Cleo green 1, yellow 2, blue 7\nsee neutral b3 br4 p6\n")


def ask_questions(text: str) -> str:
    opened, output = open_log(parse_log(text)), io.StringIO()
    assert isinstance(opened, Opened)
    show_questions(Console(file=output, width=80), expect(RankedCards, commands.questions(opened, "Anna")))
    return output.getvalue()


def test_stones_that_are_not_typed_tell_nothing(deduce: Deduce) -> None:
    shown = deduce("advise", "-", text="game tricoda\nplayers Anna Ben\nme Anna\n").stdout
    assert "Most telling" not in shown
    assert "What a card tells is open: not all stones Ben sees are typed." in shown
    assert "Declaring costs this rack; if wrong" in shown


def test_command(deduce: Deduce) -> None:
    shown = deduce("advise", EXAMPLES / "three_players.game")
    assert shown.exit_code == 0
    assert "▶ Wait" in shown.stdout
    assert deduce("advise", EXAMPLES / "false_answer.game").exit_code == 1
    assert "game is over" in deduce("advise", EXAMPLES / "evening.game").stdout
    assert deduce("advise", EXAMPLES / "three_players.game", "--taken", "7").exit_code == 2
