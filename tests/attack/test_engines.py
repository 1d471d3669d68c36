"""A sample of the positions in which both engines are held against brute force; `engines` has them all."""

from __future__ import annotations

import pytest

from tests.attack.engines import COMPARE, differ


@pytest.mark.parametrize(("what", "positions"), [("hands", 20), ("sheets", 20), ("racks", 20), ("cups", 40)])
@pytest.mark.seldom
def test_the_engines_agree_with_brute_force(what: str, positions: int) -> None:
    assert [told for seed in range(positions) if (told := differ(what, seed))] == []


def test_a_difference_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def compare(_: int) -> None:
        raise AssertionError("4 hands, not 5")

    monkeypatch.setitem(COMPARE, "hands", compare)
    assert differ("hands", 3) == "hands 3: 4 hands, not 5"
