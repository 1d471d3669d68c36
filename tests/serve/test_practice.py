"""Exercises on one phone: what it is told and what it is not, taps, languages, and how it looks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from cli.practice import Training, read_results
from cli.serve.practice import Practice, make_practice
from solver.games.think_str8.game import ThinkStr8
from solver.games.tricoda.game import Tricoda
from solver.practice import Exercise, Practises, Task
from tests.conftest import Deduce
from tests.serve.looks import examine
from tests.serve.servers import Start

HOST = "127.0.0.1:8777"
SMALL = {"width": 390, "height": 664}  # a phone with its browser's bars


@pytest.fixture(autouse=True)
def own_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("typer.get_app_dir", lambda name: str(tmp_path / name))


class Phone:
    """One phone, with its exercises."""

    def __init__(self, game: Practises, *exercises: Exercise) -> None:
        self.practice = Practice(Training(game, iter(exercises), []))
        self.practice.advance()
        self.client = TestClient(make_practice(self.practice, [HOST]), base_url=f"http://{HOST}")
        self.link = f"/join/{self.practice.code}"

    def show(self) -> dict[str, Any]:
        return dict(self.client.get(f"{self.link}/exercise").json())

    def tap(self, act: str, **more: object) -> dict[str, Any]:
        body = {"id": self.practice.training.exercise.id, **more}
        return dict(self.client.post(f"{self.link}/{act}", json=body).json())


def of_kind(kind: Task, game: Practises | None = None) -> Exercise:
    game = game or ThinkStr8()
    return next(one for seed in range(9) for one in game.invent(seed, {kind}))


def test_a_phone_is_told_the_pad_and_the_question_and_no_answer() -> None:
    exercise = of_kind(Task.CROSS)
    shown = Phone(ThinkStr8(), exercise).show()
    assert shown["question"] == exercise.question
    assert shown["pad"]["colours"][0] == "blue"
    assert not {"answers", "proof", "signs", "pattern"} & shown.keys()
    columns = shown["pad"]["cards"].values()
    assert all(column.keys() == {"seen", "crossed"} for column in columns), "what is worked out is not told"


def test_a_wrong_tap_is_denied_and_a_right_one_proved_in_signs() -> None:
    exercise, other = of_kind(Task.CROSS), of_kind(Task.SUM)
    phone = Phone(ThinkStr8(), exercise, other)
    unreadable = phone.tap("answer", answer="rd 6")
    assert unreadable["right"] is None
    wrong = phone.tap("answer", answer="red 0" if "red 0" not in exercise.answers else "red 1")
    assert wrong["right"] is False
    assert not {"answers", "signs"} & wrong.keys()
    right = phone.tap("answer", answer=exercise.answers[0])
    assert right["right"] is True
    assert "⇒" in right["signs"]
    assert set(right["answers"]) == set(exercise.answers)
    assert [one.right for one in read_results()] == [False], "only the first try counts"
    assert phone.tap("steps")["steps"]
    assert phone.tap("next")["other"]["id"] == other.id
    assert phone.tap("next")["other"] == {"over": True, "told": "0 of 1 right at the first try."}


def test_the_proof_is_told_only_to_who_has_answered_or_gives_up() -> None:
    phone = Phone(ThinkStr8(), of_kind(Task.CROSS))
    hints = [phone.tap("hint")["says"][0] for _ in range(4)]
    assert len(set(hints)) == 4
    given_up = phone.tap("why")
    assert given_up["steps"]
    assert given_up["says"][0].startswith("Right would be")
    assert [one.right for one in read_results()] == [False]


def test_what_is_meant_for_another_exercise_shows_the_one_there_is() -> None:
    phone = Phone(ThinkStr8(), of_kind(Task.CROSS))
    answer = phone.client.post(f"{phone.link}/answer", json={"id": "long ago", "answer": "red 6"}).json()
    assert answer["other"]["id"] == phone.practice.training.exercise.id
    assert not read_results()


@pytest.mark.parametrize("body", ["", "[]", "{}", '{"id": 1}', '{"answer": 6}', "{" * 4000])
def test_nonsense_is_refused(body: str) -> None:
    phone = Phone(ThinkStr8(), of_kind(Task.CROSS))
    answered = phone.client.post(f"{phone.link}/answer", content=body)
    assert answered.status_code == 400
    assert phone.client.post(f"{phone.link}/nothing", json={}).status_code == 400


def test_nobody_gets_in_without_the_link_or_from_another_site() -> None:
    phone = Phone(ThinkStr8(), of_kind(Task.CROSS))
    assert phone.client.get("/join/guessed/exercise").status_code == 404
    assert phone.client.get(phone.link, headers={"host": "elsewhere.example"}).status_code == 421
    answer = phone.client.post(f"{phone.link}/hint", json={}, headers={"origin": "http://elsewhere.example"})
    assert answer.status_code == 403
    assert phone.client.get("/files/room.py").status_code == 404


def test_the_page_speaks_the_language_of_the_phone() -> None:
    phone = Phone(ThinkStr8(), of_kind(Task.CROSS))
    assert '<html lang="en">' in phone.client.get(phone.link).text
    assert '<html lang="de">' in phone.client.get(phone.link, headers={"accept-language": "de-AT"}).text


@pytest.mark.seldom
@pytest.mark.parametrize("game", [ThinkStr8(), Tricoda()], ids=["think-str8", "tricoda"])
def test_every_kind_can_be_shown(game: Practises) -> None:
    for kind in game.turns:
        exercise = of_kind(kind, game)
        shown = Phone(game, exercise).show()
        assert (shown["kind"], shown["seat"]) == (str(kind), exercise.seat)
        assert bool(shown["lines"]) == (kind is Task.SLIP)


def test_the_call(deduce: Deduce) -> None:
    refused = deduce("serve")
    assert (refused.exit_code, "A table needs a log." in refused.stderr) == (2, True)
    assert "no exercises for Thinkaboxin" in deduce("serve", "--practice", "--game", "thinkaboxin").stderr


# In a browser.


@contextmanager
def on_a_phone(browser: Any, link: str) -> Iterator[Any]:
    context = browser.new_context(viewport=SMALL, has_touch=True, reduced_motion="reduce")
    page = context.new_page()
    page.faults = []
    page.set_default_timeout(90_000)  # exercises are made while a person thinks; a test does not
    page.on("pageerror", lambda fault: page.faults.append(str(fault)))
    page.on("console", lambda message: page.faults.append(message.text))
    page.goto(link)
    page.wait_for_selector("#next h2")
    yield page
    assert page.faults == []
    context.close()


def ask(page: Any) -> dict[str, Any]:
    return dict(page.evaluate("fetch(`${location.pathname}/exercise`).then((answer) => answer.json())"))


@pytest.mark.seldom
@pytest.mark.parametrize("game", ["think-str8", "tricoda"])
def test_exercises_are_tapped_and_look_well(
    game: str, browser: Any, start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    server = start("--practice", "--game", game, "--port", "8850")
    met = set()
    with on_a_phone(browser, server.link) as page:
        for _ in range(12):
            kind = ask(page)["kind"]
            if kind not in met:
                met.add(kind)
                assert examine(page) == [], kind
                page.get_by_role("button", name="Hint").tap()
                page.wait_for_selector(".said")
                page.get_by_role("button", name="Show it").tap()
                page.get_by_role("button", name="Next").wait_for()
                assert examine(page) == [], f"{kind}, shown"
            else:
                page.get_by_role("button", name="Show it").tap()
            page.get_by_role("button", name="Next").tap()
            page.get_by_role("button", name="Show it").wait_for()
    assert len(met) >= 2


@pytest.mark.seldom
def test_one_tap_is_an_answer(browser: Any, start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    server = start("--practice", "--port", "8860")
    with on_a_phone(browser, server.link) as page:
        shown = ask(page)
        assert shown["kind"] == "cross"
        first = next(one for one in ThinkStr8().invent(0, {Task.CROSS}) if one.id == shown["id"])
        boxes = page.locator("#pad button")
        labels = boxes.evaluate_all("(boxes) => boxes.map((box) => box.getAttribute('aria-label'))")
        wrong = next(label for label in labels if label not in first.answers)
        page.get_by_role("button", name=wrong, exact=True).tap()
        page.wait_for_selector(".said .bad")
        page.get_by_role("button", name=first.answers[0], exact=True).tap()
        page.wait_for_selector(".said .good")
        assert re.match(r"R\d+: ", page.locator(".signs").inner_text())
        assert page.locator(".signs .chip").count() >= 2
        assert page.locator("#pad .right").count() == len(first.answers)
