"""The attack finds what is planted, makes it small, and finds nothing else in a few fixed cases."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from cli.logfile import LogFile
from tests.attack import cases
from tests.attack.calls import Answer, Call, ask
from tests.attack.cases import Case, attack, make_case, read_sheet
from tests.attack.mutations import break_text, mishear
from tests.attack.shrinking import drop_parts, shrink
from tests.attack.true_logs import PLAY, TABLES, TrueLog, forget, leave_out, make_log, may_be_missing, spell

SHEET = {"seat": "Anna", "consistent": True, "cards": {"blue": {"possible": [3]}}}
TRUE = TrueLog("think-str8", "Anna", ("Anna", "Ben"), (("game think-str8", {"Anna": ["blue 3"]}),))
SHOW, CHECK, PAGE = Call("show", ("--json",)), Call("check", ("--json",)), Call("review", ("--html", "-"))


def said(call: Call, **changes: object) -> Answer:
    """An answer that is fine, but for the changes."""
    fine = Answer(call, 0, json.dumps(SHEET) if call.in_json else "fine\n", "", None, 0.1, 150.0)
    return replace(fine, **changes)  # type: ignore[arg-type]


def find(monkeypatch: pytest.MonkeyPatch, *answers: Answer, true: TrueLog | None = None) -> list[str]:
    """The kinds of findings in these answers."""
    told = {answer.call: answer for answer in answers}
    monkeypatch.setattr(cases, "ask", lambda call, _: told[call])
    case = Case("think-str8", b"game think-str8\n", true, (tuple(told),))
    return sorted({finding.kind for finding in attack(case, timed=True)})


def test_fine_answers_are_no_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not find(monkeypatch, said(SHOW), said(CHECK), said(PAGE), true=TRUE)


@pytest.mark.parametrize(
    ("kind", "answer"),
    [
        ("crash", said(SHOW, code=1, crash="KeyError in solver/log.py:plain: 'grey'")),
        ("exit code", said(SHOW, code=3)),
        ("no JSON", said(SHOW, out="{")),
        ("no JSON", said(SHOW, out="")),
        ("silence", said(SHOW, code=2, out="")),
        ("control sign", said(Call("show"), out="Ben\x1b[2J\n")),
        ("control sign", said(Call("show"), err="a\u202eb\n")),
        ("control sign", said(Call("show", coloured=True), out="\x1b[31mBen\x1b[0m\x07\n")),
        ("markup on the page", said(PAGE, out="<td><script data-attack></td>")),
        ("slow", said(SHOW, seconds=2.5)),
        ("large", said(SHOW, megabytes=600.0)),
    ],
)
def test_a_planted_fault_is_found(monkeypatch: pytest.MonkeyPatch, kind: str, answer: Answer) -> None:
    assert find(monkeypatch, answer) == [kind]


@pytest.mark.parametrize(
    "check",
    [
        said(CHECK, code=2, out='{"errors": []}'),
        said(CHECK, code=1, out='{"consistent": false}'),
        said(CHECK, code=0, out='{"consistent": false}'),
    ],
)
def test_commands_that_disagree_are_found(monkeypatch: pytest.MonkeyPatch, check: Answer) -> None:
    assert find(monkeypatch, said(SHOW), check) == ["commands disagree"]


@pytest.mark.parametrize(
    ("game", "sheet", "claims"),
    [
        (
            "think-str8",
            {"hands": 4, "cards": {"red": {"count": {"6": 4}}, "blue": {"count": {"1": 3, "2": 1}}}},
            {"red 6": "certain", "red 5": "impossible", "blue 1": "possible", "blue": None, "blue 1 round 2": None},
        ),
        (
            "tricoda",
            {"ways": 5, "stones": {"red 5": 0.6}, "codes": [{"numbers": [4, 5, 5], "ways": 5}]},
            {"red 5": "possible", "5": "certain", "4 5 5": "certain", "5 5 5": "impossible"},
        ),
        (
            "thinkaboxin",
            {"odds": [{"amount": 1, "value": 2, "fraction": "1/1"}, {"amount": 2, "value": 2, "fraction": "1/3"}]},
            {"1x2": "certain", "2x2": "possible", "9x2": None},
        ),
    ],
)
def test_simple_claims_are_read_off_the_sheet(game: str, sheet: dict[str, object], claims: dict[str, str]) -> None:
    assert {claim: read_sheet(game, claim, sheet) for claim in claims} == claims


def test_a_reason_for_something_else_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = json.dumps(SHEET | {"hands": 1, "cards": {"blue": {"possible": [3], "count": {"3": 1}}}})
    why = Call("why", ("blue", "3", "--json"))
    for verdict, kinds in (("certain", []), ("possible", ["why and show differ"])):
        told = said(why, out=json.dumps({"claim": "blue 3", "verdict": verdict}))
        assert find(monkeypatch, said(SHOW, out=sheet), told) == kinds


def test_a_cross_that_is_not_justified_is_no_contradiction(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not find(monkeypatch, said(SHOW), said(CHECK, code=1), true=TRUE)


@pytest.mark.parametrize(
    ("kind", "answer"),
    [
        ("true log refused", said(SHOW, code=2, out='{"errors": [{"problem": "No token is 3 long."}]}')),
        ("true log contradictory", said(SHOW, code=1, out='{"consistent": false}')),
        (
            "truth ruled out",
            said(SHOW, out='{"seat": "Anna", "consistent": true, "cards": {"blue": {"possible": [4]}}}'),
        ),
    ],
)
def test_a_true_log_treated_as_false_is_found(monkeypatch: pytest.MonkeyPatch, kind: str, answer: Answer) -> None:
    assert find(monkeypatch, answer, true=TRUE) == [kind]


# Sessions.


def hold(monkeypatch: pytest.MonkeyPatch, *options: str, lose: str = "", add: str = "") -> list[str]:
    """The kinds of findings if a session loses or adds something on the way to the disk."""
    log = b"game think-str8\nplayers Anna Ben\nme Anna\ndice gyb\nbet 9-15 hit\n"
    true = TrueLog("think-str8", "Anna", ("Anna", "Ben"), tuple((line, {}) for line in log.decode().splitlines()))
    save = LogFile.save
    monkeypatch.setattr(LogFile, "save", lambda file, text: save(file, text.replace(lose, "") + add))
    return [
        finding.kind
        for finding in attack(Case("think-str8", log, true, ((Call("play", options, "paste" in options[0]),),)))
    ]


def test_a_session_is_held_to_its_log(monkeypatch: pytest.MonkeyPatch) -> None:
    assert hold(monkeypatch, "type 0", "why red 6", "", "advise") == []
    assert hold(monkeypatch, "paste 0", "why red 6", "", "advise") == []
    assert hold(monkeypatch, "paste 3", "undo") == []
    assert hold(monkeypatch, "type", "why red 6", "\0", "advise") == []
    assert hold(monkeypatch, "paste", "why red 6", "\0", "advise") == []


def test_a_session_that_loses_a_line_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert hold(monkeypatch, "type 3", "why red 6", lose="dice gyb\n") == [
        "session breaks the log",
        "session refuses a true line",
    ]


@pytest.mark.parametrize("way", ["type", "paste"])
def test_a_line_is_missed_where_no_log_was_named_too(monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    assert hold(monkeypatch, way, "why red 6", lose="bet 9-15 hit\n") == ["session refuses a true line"]


def test_a_session_that_writes_something_else_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert hold(monkeypatch, "type 3", "undo", add="bet 9-99\n") == ["session breaks the log"]


# The logs.


@pytest.mark.seldom
def test_a_case_is_the_same_for_ever() -> None:
    assert [make_case(1, number).log for number in range(20)] == [make_case(1, number).log for number in range(20)]
    assert make_case(1, 3) != make_case(2, 3)


@pytest.mark.parametrize("game", PLAY)
def test_only_what_may_be_missing_is_left_out(game: str) -> None:
    for seed in range(10):
        log = make_log(Random(seed), game)
        needed = [line for line in log.lines if not may_be_missing(log, line)]
        assert leave_out(log, lambda _: True).lines == needed
        kept = iter(log.lines)
        for line in forget(Random(seed), log).lines:
            assert any(set(line.replace(",", "").split()) <= set(whole.replace(",", "").split()) for whole in kept)


def test_spelling_changes_no_word_but_a_name() -> None:
    log = make_log(Random(2), "tricoda")
    for seed in range(40):
        text = spell(Random(seed), log).removeprefix("\ufeff")
        rows = [row.partition("#")[0].replace(",", " ").lower().split() for row in text.splitlines()]
        for row, line in zip(filter(None, rows), log.lines, strict=True):
            words = line.replace(",", " ").lower().split()
            assert words[1:2] == row[1:2] or words[1].startswith(row[1])
            assert words[:1] + words[2:] == row[:1] + row[2:]


@pytest.mark.parametrize(
    ("game", "wanted"),
    [
        ("think-str8", ["without grey", "tokens", "told", "score", "cross", "final", "reveal", "see neutral2"]),
        ("tricoda", ["mix", "card 2", "was", "right", "wrong", "reveal", "?"]),
        ("thinkaboxin", ["nuggets", "goldrush", "sheriff", "knockout", "donkey", "cup", "tally", "raise free"]),
    ],
)
@pytest.mark.seldom
def test_everything_happens_in_the_games(game: str, wanted: list[str]) -> None:
    play, most = PLAY[game]
    tables = [play(Random(seed), TABLES[0][: 2 + seed % (most - 1)]) for seed in range(40)]
    text = "\n".join(line for logs in tables for log in logs.values() for line, _ in log)
    assert [word for word in wanted if word not in text] == []


def test_broken_logs_differ_from_the_true_one() -> None:
    log = make_log(Random(1), "think-str8")
    broken = {break_text(Random(seed), log.lines) for seed in range(50)}
    assert len(broken - {"\n".join(log.lines).encode() + b"\n"}) > 40


@pytest.mark.parametrize("game", ["think-str8", "tricoda"])
@pytest.mark.seldom
def test_of_misheard_logs_most_can_be_read_and_many_contradict_themselves(game: str) -> None:
    logs = [mishear(Random(seed), make_log(Random(seed), game).lines) for seed in range(12)]
    calls = [(Call("show", ("--as", log[1].split()[1])), "\n".join(log).encode()) for log in logs]
    codes = Counter(ask(call, log).code for call, log in calls)
    assert codes[1] >= 2
    assert codes[2] <= len(logs) / 2


# Shrinking.


def test_parts_are_dropped_until_each_is_needed() -> None:
    assert drop_parts(range(100), lambda kept: {17, 58, 59} <= set(kept)) == [17, 58, 59]
    assert drop_parts(range(5), lambda _: True) == []


def planted(fails: Callable[[bytes], bool]) -> Callable[[Call, bytes], Answer]:
    return lambda call, log: said(call, crash="Fault in here: x" if fails(log) else None)


def test_a_crash_shrinks_to_the_words_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cases, "ask", planted(lambda log: b"bet" in log and b"dice red" in log))
    case = Case("think-str8", b"players A B\nsee A red\n  dice red blue\nbet A 4-5\ndice\n", None, ((SHOW, CHECK),))
    assert shrink(case, attack(case)[0]).log == b"dice red\nbet\n"


def test_a_true_log_stays_true_while_it_shrinks(monkeypatch: pytest.MonkeyPatch) -> None:
    log = make_log(Random(5), "tricoda")
    monkeypatch.setattr(cases, "ask", planted(lambda log: b"ask" in log))
    case = Case("tricoda", "\n".join(log.lines).encode(), log, ((Call("show"),),))
    small = shrink(case, attack(case)[0])
    lines = small.log.decode().splitlines()
    first = log.lines.index(lines[-1])
    assert lines == [line for line in log.lines[:first] if not may_be_missing(log, line)] + [log.lines[first]]


def test_a_true_log_without_a_set_shrinks_too(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ("game thinkaboxin", "players Anna Ben", "me Anna", "roll 2551", "bid Anna 1x2")
    log = TrueLog("thinkaboxin", "Anna", ("Anna", "Ben"), tuple((line, {}) for line in lines))
    monkeypatch.setattr(cases, "ask", planted(lambda log: b"bid" in log))
    case = Case("thinkaboxin", "\n".join(lines).encode(), log, ((Call("show"),),))
    assert shrink(case, attack(case)[0]).log.decode().splitlines() == [*lines[:3], lines[4]]


@pytest.mark.parametrize(("begins", "may"), [("roll Anna 255", True), ("roll Ben 255", False), ("bid Anna 1x2", False)])
def test_a_lift_is_left_out_only_where_the_same_players_dice_part_two_rounds(begins: str, may: bool) -> None:
    lines = ("roll Anna 2551", "bid Anna 1x3", "lift Ben right", begins, "set 4")
    log = TrueLog("thinkaboxin", "nobody", ("Anna", "Ben"), tuple((line, {}) for line in lines))
    logs = [forget(Random(seed), log).lines for seed in range(300)]
    left = [lines for lines in logs if not any(line.startswith("lift") for line in lines) and "roll Anna 2551" in lines]
    assert any(begins in lines for lines in left) == may


# The attack itself.


@pytest.mark.parametrize("number", range(25))
@pytest.mark.seldom
def test_fixed_cases(number: int) -> None:
    found = attack(make_case(7, number))
    assert not found, "\n".join(f"{finding.cause}: {finding.told}" for finding in found)


def test_a_pad_is_no_sheet_to_hold_reasons_against(monkeypatch: pytest.MonkeyPatch) -> None:
    pad = said(SHOW, out=json.dumps({"seat": "Anna", "aid": "hints"}))
    why = said(Call("why", ("blue", "3", "--json")), out=json.dumps({"claim": "blue 3", "verdict": "certain"}))
    assert not find(monkeypatch, pad, why)
