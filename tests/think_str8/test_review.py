"""The review against truth and naive twins: planted faults are found, sums close, a perfect player loses nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from solver.games import open_log
from solver.games.think_str8.advice.bets import BetOption
from solver.games.think_str8.opened import Str8Log
from solver.games.think_str8.review.decisions import BET, Ledger, judge_decisions
from solver.games.think_str8.review.lessons import judge_pad
from solver.games.think_str8.review.moments import Story
from solver.games.think_str8.review.review import Review
from solver.games.think_str8.review.rounds import check_hints
from solver.games.think_str8.review.words.account import tell_points, tell_sums
from solver.games.think_str8.review.words.choices import tell_lessons
from solver.games.think_str8.review.words.rounds import tell_missed
from solver.games.think_str8.rules import final_score
from solver.log import parse_log
from tests.conftest import EXAMPLES
from tests.think_str8.brute_force import count_hands
from tests.think_str8.played_games import Evening, perfect_game
from tests.think_str8.random_games import Game, random_game

FALSE_HINT = (EXAMPLES / "false_hint.game").read_text(encoding="utf-8")
EVENING = (EXAMPLES / "evening.game").read_text(encoding="utf-8")
CLOSE = 1e-9
SEEN = """game think-str8
players Anna Ben
me Anna
see Ben 0 0 0 0 0 0
see neutral 1 1 1 1 1 1
see neutral2 7 2 2 2 2 2
"""


def review_of(text: str, seat: str | None = None, upto: int | None = None) -> Review:
    opened = open_log(parse_log(text), upto)
    assert isinstance(opened, Str8Log), opened
    review = opened.game.review([opened], seat or opened.me)
    assert isinstance(review, Review)
    return review


def story_of(text: str) -> Story:
    opened = open_log(parse_log(text))
    assert isinstance(opened, Str8Log), opened
    return Story(opened.timeline, opened.table)


def ledger_of(text: str, seat: str) -> Ledger:
    return judge_decisions(story_of(text), seat)


def line_with(text: str, words: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if line.startswith(words))


# Hints.


def turned(answer: str, length: int) -> str:
    """An answer that cannot be true if `answer` is."""
    if length == 1:
        return "miss" if answer == "hit" else "hit"
    return {"hit": "low", "low": "high", "high": "low"}[answer]


def with_false_hint(game: Game, rng: random.Random) -> tuple[str, int, str]:
    """The log with one answer of a wrong bet's direction turned: text, line, player."""
    bets = [i for i, line in enumerate(game.lines) if line.startswith("bet") and line.endswith(("low", "high"))]
    place = rng.choice(bets)
    *head, answer = game.lines[place].split()
    lines = [*game.lines[:place], " ".join((*head, turned(answer, 2))), *game.lines[place + 1 :]]
    return "\n".join(lines) + "\n", place + 1, head[1]


@pytest.mark.parametrize("seed", range(5))
def test_a_planted_false_hint_is_the_only_one_found(seed: int) -> None:
    game = random_game(seed, players=2 + seed % 3, end=True)
    assert check_hints(story_of(game.text)).false == ()
    text, line, player = with_false_hint(game, random.Random(seed))
    hints = check_hints(story_of(text))
    assert hints.checked == hints.answers == len(game.players) * len(game.hands)
    (found,) = hints.false
    truth = game.hands[found.round - 1][player]
    assert (found.line.number, found.player) == (line, player)
    assert found.heard.total == sum(truth[colour] for colour in found.heard.round.dice or ())
    assert found.right in game.lines[line - 1]


@pytest.mark.parametrize("seed", range(4))
def test_what_a_false_hint_to_me_spoiled(seed: int) -> None:
    """Against brute force: with the hint and without it, round by round."""
    game = random_game(seed, players=3, grey=False, end=True)
    own = [i for i, line in enumerate(game.lines) if line.startswith("bet Anna") and line.endswith(("low", "high"))]
    place = own[len(own) // 2]
    *head, answer = game.lines[place].split()
    lines = [*game.lines[:place], " ".join((*head, turned(answer, 2))), *game.lines[place + 1 :]]
    without = [*game.lines[:place], *game.lines[place + 1 :]]
    (found,) = check_hints(story_of("\n".join(lines))).false
    noticed: int | None = None
    spoiled: dict[str, int] = {}
    for number in range(found.round, len(game.hands) + 1):
        belief, truth = (count_hands("\n".join(text), number) for text in (lines, without))
        if not any(belief.values()):
            noticed = number
            break
        hand = game.hands[number]["Anna"] if number < len(game.hands) else game.final_hands["Anna"]
        for colour, card in hand.items():
            if card in truth[colour] and card not in belief[colour]:
                spoiled.setdefault(f"{colour} {card}", number)
    assert found.noticed == noticed
    assert {str(one.card): one.since for one in found.spoiled} == spoiled


def test_the_example_with_a_false_hint() -> None:
    review = review_of(FALSE_HINT)
    (found,) = review.hints.false
    line = line_with(FALSE_HINT, "bet 8-11 low")
    assert (found.round, found.line.number, found.player) == (5, line, "Anna")
    assert (found.heard.bet.answer, found.right, found.heard.total) == ("low", "high", 5)
    assert [(str(one.card), one.since) for one in found.spoiled] == [("blue 5", 5), ("purple 0", 5), ("red 1", 5)]
    assert found.noticed == 6
    assert [one.doubted for one in review.rounds] == [False] * 5 + [True] * 5
    assert all(one.hands for one in review.rounds)
    assert any("left out" in str(sentence) for sentence in review.missing)
    assert not review.consistent
    assert review_of(FALSE_HINT, "Ben").hints.false[0].player == "Anna"


def test_points_that_were_not_due_or_withheld() -> None:
    text = SEEN + "dice b b b\nbet {}\nreveal blue 2\n"
    assert review_of(text.format("9-12 hit")).hints.false[0].points == 4
    assert review_of(text.format("5-8 high")).hints.false[0].points == -4
    assert review_of(text.format("9-12 low")).hints.false[0].points == 0
    assert review_of(text.format("6-6 miss")).hints.false[0].right == "hit"
    assert review_of(text.format("5-5 hit")).hints.false[0].right == "miss"


# The pad.


def with_crosses(game: Game, rng: random.Random, count: int) -> list[str]:
    """The log with single crosses at chance places between the first throw and the final bets."""
    lines = list(game.lines)
    for _ in range(count):
        first = next(i for i, line in enumerate(lines) if line.startswith("dice"))
        last = next(i for i, line in enumerate(lines) if line.startswith("final"))
        lines.insert(rng.randint(first + 1, last), f"cross {rng.choice(game.colours)} {rng.randint(0, 7)}")
    return lines


def my_card(game: Game, lines: list[str], place: int, colour: str) -> int:
    """What I held when line `place` was typed."""
    above = lines[:place]
    number = sum(line.startswith("dice") for line in above)
    round_lines = above[max(i for i, line in enumerate(above) if line.startswith("dice")) :]
    after = any(line.startswith(f"swap {game.me} {colour}") for line in round_lines)
    hands = [*(hand[game.me] for hand in game.hands), game.final_hands[game.me]]
    return hands[number if after else number - 1][colour]


@pytest.mark.parametrize("seed", range(5))
def test_crosses_are_judged_as_brute_force_would(seed: int) -> None:
    game, rng = random_game(seed, players=3, grey=False, end=True), random.Random(seed)
    lines = with_crosses(game, rng, 12)
    judged = {crossing.line.number: crossing for crossing in judge_pad(story_of("\n".join(lines))).crossings}
    for place, line in enumerate(lines):
        if line.startswith("cross"):
            _, colour, digit = line.split()
            provable = int(digit) not in count_hands("\n".join(lines[:place]))[colour]
            mine = my_card(game, lines, place, colour) == int(digit)
            verdict = "justified" if provable else "wrong" if mine else "premature"
            assert judged[place + 1].verdict == verdict, line
    assert {crossing.verdict for crossing in judged.values()} >= {"justified", "premature"}


def naive_open(lines: list[str], game: Game) -> Iterator[tuple[str, int, int]]:
    """Colour, number, round: out by deduction at the end of the round, and not crossed."""
    throws = [i for i, line in enumerate(lines) if line.startswith("dice")]
    last = next(i for i, line in enumerate(lines) if line.startswith("final"))
    for number, end in enumerate([*throws[1:], last], 1):
        above = lines[:end]
        sights = [line for line in above if line.split()[0] not in ("bet", "told")]
        counts, seen = count_hands("\n".join(above)), count_hands("\n".join(sights))
        for colour in game.colours:
            crossed: set[int] = set()
            for words in (line.split() for line in above):
                if words[0] == "swap" and words[1:3] == [game.me, colour]:
                    crossed = set()
                elif words[:2] == ["cross", colour]:
                    crossed.add(int(words[2]))
            for one in set(seen[colour]) - set(counts[colour]) - crossed:
                yield colour, one, number


@pytest.mark.parametrize("seed", range(3))
def test_missed_deductions_are_those_brute_force_finds(seed: int) -> None:
    game = random_game(seed, players=4, grey=False, end=True)
    lines = with_crosses(game, random.Random(seed), 6)
    found: dict[tuple[str, int], set[int]] = {}
    for missed in judge_pad(story_of("\n".join(lines))).missed:
        for one in missed.numbers:
            found.setdefault((missed.colour, one), set()).update((missed.since, missed.until))
    naive: dict[tuple[str, int], list[int]] = {}
    for colour, one, number in naive_open(lines, game):
        naive.setdefault((colour, one), []).append(number)
    assert found.keys() == naive.keys()
    assert all({min(rounds), max(rounds)} <= found[key] for key, rounds in naive.items())


def test_the_crosses_of_the_example() -> None:
    review = review_of(FALSE_HINT)
    verdicts = {str(crossing.card): (crossing.verdict, crossing.round) for crossing in review.pad.crossings}
    assert verdicts["red 6"] == ("premature", 2)
    assert verdicts["yellow 2"] == ("wrong", 4)
    assert verdicts["purple 0"] == ("misled", 5)
    assert verdicts["red 0"] == ("justified", 5)
    by_card = {str(crossing.card): crossing for crossing in review.pad.crossings}
    assert by_card["red 6"].provable == 3
    assert by_card["yellow 2"].taken_back is not None
    assert by_card["red 6"].taken_back is None
    missed = {(one.colour, number): one for one in review.pad.missed for number in one.numbers}
    assert (missed["yellow", 7].since, missed["yellow", 7].crossed) == (3, 8)
    assert (missed["yellow", 6].since, missed["yellow", 6].crossed) == (3, None)
    truth = {"blue": 5, "purple": 0, "red": 1, "yellow": 2}
    assert not [key for key in truth.items() if key in missed], "what a false hint ruled out is not missed"


def test_without_crosses_nothing_is_called_missed() -> None:
    review = review_of(random_game(1, end=True).text)
    assert (review.pad.crossings, review.pad.missed) == ((), ())
    assert any("No crosses are typed" in str(sentence) for sentence in review.missing)


# Skill and luck.


def made(game: Game, name: str) -> int:
    """The points of a player, by the truth and the lines alone."""
    points = 0
    for words in (line.replace(",", "").split() for line in game.lines):
        if words[:2] == ["bet", name] and words[3] == "hit":
            low, high = map(int, words[2].split("-"))
            points += 8 - (high - low + 1)
        if words[:2] == ["final", name]:
            bets: dict[str, list[int]] = {}
            for word in words[2:]:
                if word in game.colours:
                    bets[word] = []
                else:
                    bets[list(bets)[-1]].append(int(word))
            points += final_score(game.final_hands[name], bets)
    return points


@pytest.mark.parametrize("seed", range(4, 8))
def test_sums_close_for_every_seat(seed: int) -> None:
    game = random_game(seed, players=2 + seed % 3, grey=seed != 4, end=True)
    for name in game.players:
        ledger = ledger_of(game.text, name)
        assert ledger.total == ledger.points == made(game, name)
        assert abs(ledger.par - ledger.given_up + ledger.luck - ledger.points) < CLOSE
        assert (ledger.aside, ledger.complete, ledger.unjudged) == (0.0, True, [])
        assert all(decision.given_up >= 0 for decision in ledger.decisions)


@pytest.mark.parametrize("seed", range(2))
def test_sums_close_in_torn_and_false_logs(seed: int) -> None:
    game = random_game(seed, players=3, end=True)
    texts = [with_false_hint(game, random.Random(seed))[0], random_game(seed, end=True, miss_chance=0.15).text]
    texts += ["\n".join(game.lines[:cut]) for cut in (8, 30)]
    for text in texts:
        for name in game.players:
            ledger = ledger_of(text, name)
            assert abs(ledger.par - ledger.given_up + ledger.luck + ledger.aside - ledger.total) < CLOSE


def with_score(place: str, score: str) -> str:
    """The log with a score line before the first line that begins with `place`."""
    return FALSE_HINT.replace(f"\n{place}", f"\n{score}\n{place}", 1)


@pytest.mark.parametrize(
    ("text", "points", "moved"),
    [
        (with_score("dice red grey red", "score Anna 30"), 61, [11]),
        (with_score("bet 8-9 hit", "score Anna 10"), 47, [-3]),  # 13 by then; the hit comes after
        (with_score("final ", "score Anna 26"), 50, []),
        (with_score("final Ben", "score Anna 28"), 52, [2]),  # still before the final scoring
        (with_score("reveal Ben", "score Anna 53"), 53, [3]),  # after it
        (with_score("dice red grey red", "score Anna 20") + "score Anna 52\n", 52, [1, 1]),
        (with_score("dice red grey red", "score Anna 19").replace("bet 10-12 hit\n", ""), 50, [5]),
        (with_score("bet Ben 4-4", "score Anna 18").replace("bet 8-9 hit\n", ""), 49, [5]),
        (FALSE_HINT.replace("reveal     2 5 2 0 1 7\n", "") + "score Anna 50\n", 50, [24]),
    ],
)
@pytest.mark.seldom
def test_score_lines_are_in_the_account(text: str, points: int, moved: list[int]) -> None:
    """A typed score counts on the track, so it counts here; no choice and no luck brought it."""
    review = review_of(text)
    ledger, track = review.ledger, review.table.final_track
    assert track is not None
    assert ledger.points == ledger.total == track.space("Anna") == points
    assert (ledger.complete, ledger.open_end) == (True, False)
    assert [scored.points for scored in ledger.scored] == moved
    assert abs(ledger.par - ledger.given_up + ledger.luck + ledger.aside - points) < CLOSE
    assert ledger.data()["aside"] == pytest.approx(ledger.skipped + sum(moved), abs=1e-4)
    told = " ".join(tell_sums(review))
    assert tell_points(review).startswith(f"You made {points} points")
    assert ("by a score line" in told, "by score lines" in told) == (len(moved) == 1, len(moved) == 2)
    assert all(f"Line {scored.line.number}, `score Anna" in told for scored in ledger.scored)


@pytest.mark.parametrize("seed", range(4))
def test_luck_has_a_mean_of_zero(seed: int) -> None:
    """Over all answers a bet may get, each as likely as the hands that are left with it."""
    game = random_game(seed, players=3, grey=False, rounds=3)
    lines = [*game.lines, "dice red blue blue"]
    before = sum(count_hands("\n".join(lines))["red"].values())
    low, high = 5, 9
    mean, whole = 0.0, 0
    for answer in ("hit", "low", "high"):
        text = "\n".join((*lines, f"bet Anna {low}-{high} {answer}"))
        hands = sum(count_hands(text)["red"].values())
        if hands:
            decision = ledger_of(text, "Anna").decisions[-1]
            assert decision.luck is not None
            mean, whole = mean + hands * decision.luck, whole + hands
    assert whole == before
    assert abs(mean / whole) < CLOSE


@pytest.mark.parametrize("seed", range(2))
def test_luck_of_a_swap_and_of_the_final_bets_has_a_mean_of_zero(seed: int) -> None:
    game = random_game(seed, players=3, grey=False, rounds=2)
    lines = [*game.lines, "dice red blue blue", "bet Anna 0-0 miss"]
    counts = count_hands("\n".join(lines))
    swaps = {n: ledger_of("\n".join((*lines, f"swap Anna green {n}")), "Anna") for n in counts["green"]}
    luck = [(counts["green"][n], ledger.decisions[-1].luck or 0.0) for n, ledger in swaps.items()]
    assert abs(sum(count * one for count, one in luck)) < 1e-6
    final = [*lines, "final Anna blue 3, red 1 2"]
    total = sum(counts["red"].values())
    expected = review_of("\n".join(final)).ledger.decisions[-1].value
    naive = 5 * counts["blue"].get(3, 0) - 2 * (total - counts["blue"].get(3, 0))
    right = counts["red"].get(1, 0) + counts["red"].get(2, 0)
    naive += 2 * right - 2 * (total - right) - 2 * 3 * total  # no bet on three colours
    assert expected == pytest.approx(naive / total)


@pytest.mark.parametrize(("seed", "players"), [(1, 2), (2, 3), (3, 4)])
def test_a_perfect_player_loses_nothing(seed: int, players: int) -> None:
    review = review_of(perfect_game(seed, players).text)
    assert [decision.given_up for decision in review.ledger.decisions] == [0.0] * len(review.ledger.decisions)
    assert len(review.ledger.decisions) > len(review.rounds)
    assert (review.ledger.given_up, review.turning) == (0.0, None)
    assert review.ledger.par + review.ledger.luck == pytest.approx(review.ledger.points)


class Blunder(Evening):
    """In round 4 the owner takes the worst bet there is."""

    def choose_bet(self, name: str) -> tuple[int, int]:
        if name != self.me or sum(line.startswith("dice") for line in self.lines) != 4:
            return super().choose_bet(name)
        options = self.advised().options  # type: ignore[attr-defined]
        worst = min(options, key=lambda option: option.value)
        self.cost = options[0].value - worst.value
        return worst.low, worst.high


def test_a_planted_blunder_is_the_turning_point() -> None:
    evening = Blunder(4, 3)
    for _ in range(9):
        evening.play_round()
    evening.end()
    review = review_of(evening.text)
    blunders = [decision for decision in review.ledger.decisions if decision.given_up]
    assert [(decision.kind, decision.round) for decision in blunders] == [(BET, 4)]
    assert blunders[0].given_up == pytest.approx(evening.cost)
    assert evening.cost > 1
    turning = review.turning
    assert turning is not None
    assert (turning.kind, turning.round, turning.cost) == (BET, 4, blunders[0].given_up)
    assert turning.line.text.startswith("bet Anna")


@pytest.mark.parametrize("run", ["8-9", "9-10", "11-12", "12-13"])
def test_equally_good_choices_cost_nothing_however_they_turn_out(run: str) -> None:
    """Blue is 3 or 4, so three times blue is 9 or 12: a token of two spaces may lie around either."""
    lines = SEEN.replace("me Anna\n", "me Anna\ntokens 2:6 4:4\n") + "dice b b b\nbet 9-12 hit\ndice b b b\n"
    hit, miss = (ledger_of(f"{lines}bet {run} {answer}\n", "Anna").decisions[-1] for answer in ("hit", "miss"))
    assert (hit.given_up, miss.given_up) == (0.0, 0.0)
    assert hit.luck is not None
    assert miss.luck is not None
    assert hit.luck > 0 > miss.luck


def test_tokens_taken_before_me_were_no_choice() -> None:
    game = perfect_game(2, 3)
    lines = game.text.splitlines()
    for decision in review_of(game.text).ledger.decisions:
        if decision.kind == BET:
            assert isinstance(decision.best, BetOption)
            above = lines[max(i for i in range(decision.line.number) if lines[i].startswith("dice")) :]
            earlier = above[: above.index(decision.line.text)]
            taken = {int(b) - int(a) + 1 for a, b in (line.split()[2].split("-") for line in earlier[1:])}
            assert decision.best.token not in taken


def test_final_bets_that_cost_more_together_are_told_with_the_turning_point() -> None:
    """Each is a decision of its own, but the table of decisions has them in one row."""
    review = review_of(random_game(7, players=4, end=True).text)
    turning, costs = review.turning, {one.kind: one.given_up for one in review.ledger.decisions}
    assert turning is not None
    assert turning.kind == BET
    assert costs["final"] > turning.cost
    assert f"The final bets gave up {costs['final']:.1f} points together, none of them more than this." in turning.text
    planted = review_of(FALSE_HINT).turning
    assert planted is not None
    assert "together" not in planted.text


def test_a_missed_deduction_can_be_the_turning_point() -> None:
    """Green was certain; the final bet named two more numbers, and the pad had them open."""
    text = """game think-str8
players Anna Ben
me Anna
see Ben 0 0 0 0 0 0
see neutral 1 1 1 1 1 1
see neutral2 2 2 2 2 2 2
dice g g g
bet 9-9 hit
bet Ben 0-1 hit
cross blue 0
final blue 3 4 5, green 3 4, yellow 3 4 5, purple 3 4 5, red 3 4 5, grey 3 4 5
reveal 3 3 3 3 3 3
"""
    turning = review_of(text).turning
    assert turning is not None
    assert (turning.kind, turning.round) == ("missed", 1)
    assert turning.cost == pytest.approx(3)
    assert "green 4, 5, 6 and 7 (out since round 1), but never crossed" in turning.text


@pytest.mark.parametrize("text", [EVENING, FALSE_HINT, random_game(5, players=4, end=True).text])
def test_every_point_given_up_is_in_one_lesson_and_the_dearest_comes_first(text: str) -> None:
    review = review_of(text)
    costs = [lesson.cost for lesson in review.lessons]
    assert sum(costs) == pytest.approx(review.ledger.given_up)
    assert costs == sorted(costs, reverse=True)
    told = tell_lessons(review)
    assert 1 <= len(told) <= 3
    assert [cost for _, cost in told if cost is not None] == costs[: len(told)]


def test_what_is_crossed_after_the_final_bets_is_not_called_never_crossed() -> None:
    missed = [one for one in review_of(EVENING).pad.missed if one.crossed is None and not one.laid_off]
    cards = [f"{one.colour} {' '.join(map(str, one.numbers))}" for one in missed]
    review = review_of(f"{EVENING}cross {', '.join(cards)}\n")
    again = {(one.colour, one.numbers): tell_missed(one) for one in review.pad.missed}
    assert len(missed) > 3
    for one, card in zip(missed, cards, strict=True):
        told = again[one.colour, one.numbers]
        assert told.endswith(f": crossed in round 9, out since round {one.since}."), card


def test_a_cross_on_a_card_is_not_taken_for_one_on_the_card_before() -> None:
    """The grey 1 that was open when the card was laid off may be crossed on the new card: both are said."""
    (missed,) = (one for one in review_of(EVENING).pad.missed if one.colour == "grey")
    assert tell_missed(missed) == "grey 1 on the card that was laid off later: never crossed, out since round 6."
