"""Attempts as plain text, when an exercise comes again, and where to go on."""

from __future__ import annotations

from datetime import datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from solver.practice import LEVELS, PAUSES, Attempt, choose_level, find_due, read_attempts, sum_up

NOON = datetime(2026, 11, 18, 12, 0)
WORD = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=9)
ATTEMPTS = st.builds(
    Attempt,
    when=st.datetimes(datetime(2020, 1, 1), datetime(2040, 1, 1)).map(
        lambda when: when.replace(second=0, microsecond=0)
    ),
    id=st.lists(WORD, min_size=1, max_size=3).map(" ".join),
    kind=st.sampled_from(["cross", "lay off"]),
    level=st.sampled_from(LEVELS),
    pattern=st.sampled_from(["", "one sum", "two sums less each other"]),
    right=st.booleans(),
    seconds=st.integers(0, 9999).map(lambda tenths: tenths / 10),
)


@given(st.lists(ATTEMPTS))
def test_what_is_written_is_read_again(attempts: list[Attempt]) -> None:
    assert list(read_attempts("".join(f"{attempt.write()}\n" for attempt in attempts))) == attempts


def test_what_is_no_attempt_is_passed_over() -> None:
    attempt = Attempt(NOON, "x:1", "cross", 2, "one sum", True, 14.25)
    assert read_attempts(f"# mine\n\n{attempt.write()}\nbroken  line\n")[0].level == 2
    assert len(read_attempts(f"# mine\n\n{attempt.write()}\nbroken  line\n")) == 1


def tried(right: bool, ago: timedelta, id_: str = "x:1") -> Attempt:
    return Attempt(NOON - ago, id_, "cross", 2, "one sum", right, 10.0)


def test_what_was_missed_comes_back_after_growing_pauses() -> None:
    missed = tried(False, PAUSES[0])
    assert find_due([missed], NOON) == ("x:1",)
    assert find_due([missed], NOON - timedelta(minutes=1)) == ()
    assert find_due([tried(True, timedelta(days=99))], NOON) == (), "what was never missed does not come back"
    again = [tried(False, timedelta(days=2)), tried(True, PAUSES[1] - timedelta(minutes=1))]
    assert find_due(again, NOON) == ()
    assert find_due(again, NOON + timedelta(minutes=1)) == ("x:1",)
    learnt = [
        tried(False, timedelta(days=900)),
        *[tried(True, timedelta(days=800 - each)) for each in range(len(PAUSES))],
    ]
    assert find_due(learnt, NOON) == ()
    assert find_due([*learnt, tried(False, timedelta(days=1))], NOON) == ("x:1",), "missed once more, it comes back"


def test_the_longest_overdue_comes_first() -> None:
    attempts = [tried(False, timedelta(days=1), "b"), tried(False, timedelta(days=3), "a")]
    assert find_due(attempts, NOON) == ("a", "b")


def test_the_level_goes_up_after_four_of_five_and_down_after_three_wrong() -> None:
    def five(*right: bool) -> list[Attempt]:
        return [tried(one, timedelta(0)) for one in right]

    assert choose_level([]) == 1
    assert choose_level(five(True, True)) == 2
    assert choose_level(five(True, False, True, True, True)) == 3
    assert choose_level(five(False, True, False, True, True)) == 2
    assert choose_level(five(False, True, False, True, False)) == 1


def test_progress_is_told_by_pattern_the_slowest_last() -> None:
    slow = Attempt(NOON, "y", "cross", 4, "by trying", True, 50.0)
    never = Attempt(NOON, "z", "cross", 3, "both ends", False, 5.0)
    quick = tried(True, timedelta(0))
    assert [(one.pattern, one.tried, one.right, one.seconds) for one in sum_up([slow, never, quick])] == [
        ("one sum", 1, 1, 10.0),
        ("by trying", 1, 1, 50.0),
        ("both ends", 1, 0, None),
    ]
