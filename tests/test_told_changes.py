"""What is told of a change is the change: whoever knows the old line and hears the sentence knows the new line."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from solver.game import Opened
from solver.games.think_str8 import slips
from solver.games.think_str8.events import Swap
from solver.games.think_str8.opened import Str8Log
from solver.games.tricoda.check import propose
from solver.grammar import Event, read_line
from solver.log import parse_line
from solver.session import read_state
from tests.attack.true_logs import make_log
from tests.reading_changes import read_change

GAMES = ("think-str8", "tricoda", "thinkaboxin")
LOGS = 4  # of each game and seed
MOST = 12  # changes of one line by each way


def changes(opened: Opened, rng: Random) -> Iterator[tuple[Event, Event]]:
    """What repairs propose, and what other lines of the log would put right, each of them once."""
    for old in opened.reading.events:
        proposed = _propose(opened, old)
        others = [other for other in opened.reading.events if type(other) is type(old)]
        right = [better for other in others if (better := opened.put_right(old, other)) is not None]
        for new in (*rng.sample(proposed, min(MOST, len(proposed))), *rng.sample(right, min(MOST, len(right)))):
            if meant(opened, old, old) != meant(opened, old, new):
                yield old, new


def _propose(opened: Opened, old: Event) -> list[Event]:
    if opened.game.name == "think-str8":
        return [change.event for change in slips.propose(old.line, opened.reading.opening)]
    if opened.game.name == "tricoda":
        return [change.event for change in propose(old, opened.reading, in_conflict=True)]
    return []


def in_full(opened: Opened, old: Event, event: Event) -> Event:
    """A swap with both of its numbers, as far as the card laid off was known then."""
    if isinstance(event, Swap) and isinstance(opened, Str8Log):
        return event.as_meant(old.line, opened.table)
    return event


def meant(opened: Opened, old: Event, event: Event) -> str:
    """A line in its canonical form, a swap with both of its numbers, stones and cards in any order."""
    event = in_full(opened, old, event)
    verb, _, rest = opened.game.format_event(event).partition(" ")
    player, _, cards = rest.partition(" ")
    if verb not in ("see", "was", "reveal"):
        return f"{verb} {rest}"
    return f"{verb} {player} {', '.join(sorted(cards.split(', ')))}"


def read_back(opened: Opened, old: Event, told: str) -> str:
    """The line that a person makes of a sentence."""
    written = opened.game.format_event(in_full(opened, old, old))
    players = opened.reading.opening.players
    text = read_change(told, written, opened.me, players)
    verbs = {verb.name: verb for verb in opened.game.verbs}
    event = read_line(parse_line(0, text), verbs, opened.reading.opening).event
    assert event is not None, (told, text)
    return meant(opened, old, event)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("game", GAMES)
def test_a_told_change_is_the_change(game: str, seed: int) -> None:
    rng, count = Random(f"{game} {seed}"), 0
    for _ in range(LOGS):
        log = make_log(rng, game)
        opened = read_state("".join(f"{line}\n" for line in log.lines), "a.game").opened
        if opened is None or log.of_table:
            continue
        for old, new in changes(opened, rng):
            told, count = opened.tell_change(old, new), count + 1
            assert read_back(opened, old, told) == meant(opened, old, new), (told, old.write(), new.write())
    assert count


def test_a_sentence_that_leaves_something_out_is_caught() -> None:
    """As it was once: the bet is told, and not that the answer is another as well."""
    log = "game think-str8\nplayers Anna Ben\nme Anna\nsee Ben 657376\ndice gyb\nbet Ben 4-9 low\n"
    opened = read_state(log, "a.game").opened
    assert opened is not None
    old = opened.reading.events[-1]
    assert read_back(opened, old, "Ben's bet was 3-8, not 4-9") == "bet Ben 3-8 low"
    both = "Ben's bet was 3-8, not 4-9 and Ben's 3-8 was too high, not too low"
    assert read_back(opened, old, both) == "bet Ben 3-8 high"
    with pytest.raises(AssertionError, match="Nobody can say"):
        read_back(opened, old, "Ben's old green is 2, not 5")
