"""Tables with phones around them; in the end every server stops."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.serve.phones import PLAYERS, Phones


@pytest.fixture(scope="session")
def spare() -> list[Any]:
    """Phones that nobody needs any more."""
    return []


@pytest.fixture
def table(browser: Any, spare: list[Any], tmp_path: Path) -> Iterator[Any]:
    """Lays a table for a game, with what was begun already; these players take their seats."""
    laid: list[Phones] = []

    def lay(game: str, seats: Collection[str] = PLAYERS, begun: str = "", aid: str = "full") -> Phones:
        log = tmp_path / "friday.game"
        log.write_text(begun, encoding="utf-8")
        laid.append(Phones(browser, log, game, seats, aid, spare))
        return laid[-1]

    yield lay
    for phones in laid:
        phones.leave()
