"""Twins probed without a network: whatever one seat sends, tables that it cannot tell apart answer alike."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from starlette.testclient import TestClient

from cli.logfile import LogFile
from cli.serve.room import Room
from cli.serve.seats import Seats
from cli.serve.web import make_app
from tests.attack.phones import Phone, Reply
from tests.attack.probes import probe_twins
from tests.attack.twins import TWINS


@dataclass
class Near(Phone):
    """A phone in this very process."""

    client: TestClient | None = None

    def fetch(self, path: str) -> Reply:
        assert self.client is not None
        answer = self.client.get(path)
        return Reply(answer.status_code, answer.content, dict(answer.headers))

    def post(self, path: str, **body: object) -> Reply:
        assert self.client is not None
        answer = self.client.post(path, content=json.dumps(body), headers={"content-type": "application/json"})
        return Reply(answer.status_code, answer.content, dict(answer.headers))


@contextmanager
def phones_at(log: Path, text: str, players: tuple[str, ...]) -> Iterator[dict[str, Phone]]:
    log.write_text(text, encoding="utf-8")
    file, seats = LogFile(log), Seats(log)
    app = make_app(Room(file, seats.start), seats, ["testserver"])
    phones: dict[str, Phone] = {player: Near(0, client=TestClient(app)) for player in players}
    for player, phone in phones.items():
        assert phone.post(f"/join/{seats.code}", player=player).status == 200
    try:
        yield phones
    finally:
        file.close()


def probe(game: str, seed: str, folder: Path, most: int) -> int:
    """How many were sent to a pair of tables. Raises Leak."""
    rng = Random(f"near {game} {seed}")
    twins = TWINS[game](rng)
    aid = rng.choice(("pad", "pad", "check", "full"))
    first, second = (text.replace("me nobody\n", f"me nobody\naid {aid}\n") for text in twins.logs)
    with (
        phones_at(folder / f"{game}-{seed}-1.game", first, twins.players) as one,
        phones_at(folder / f"{game}-{seed}-2.game", second, twins.players) as other,
    ):
        return sum(probe_twins(rng, twins, (one, other), most).values())


@pytest.mark.seldom
@pytest.mark.parametrize("game", TWINS)
def test_many_twins_answer_alike(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.serve.web.EVEN", 0.001)
    assert sum(probe(game, f"many {seed}", tmp_path, 60) for seed in range(25)) > 100
