"""The board for a shared screen: what all seats see, and nothing that any of them may not."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from cli.serve.answers import list_news
from cli.serve.views import LAST_HEARD, View
from solver.game import Data, Opened
from solver.language import say

NOTHING = object()


def describe_board(
    views: Sequence[View], here: Collection[str], standing: str, number: Callable[[int], int] = int
) -> Data:
    """What is the same for everybody, without what is each player's own.

    `number` makes the board's own numbers of the first seat's, which tell how much that seat has heard of alone.
    """
    first = views[0]
    heard = [{one.heard.about for one in view.news} for view in views]
    alike = [one for one in first.news if one.heard.tone != "corrected"]  # of that each seat has words of its own
    shared = [one for one in alike if all(one.heard.about in known for known in heard)][-LAST_HEARD:]
    news = [one._replace(id=number(one.id)) for one in shared]
    clashes = [{(clash.player, clash.says) for clash in view.clashes} for view in views]
    players, turned = first.opening_players, first.turned
    of_table = len(views) > 1
    turning = of_table and first.opened.over and first.opened.game.turns_hands and turned < len(players)
    return {
        "title": first.opened.game.title,
        "prompt": say("The cards are turned, hand by hand.") if turning else standing,
        "over": first.opened.over,
        "turned": turned,
        "turning": turning,
        "players": [{"name": name, "here": name in here, "away": name in first.away} for name in players],
        "table": find_table(views),
        "news": list_news(one for one in news if not turning or one.heard.turned <= turned),
        "waiting": [name for name in players if all(name in view.waiting for view in views)],
        "clashes": len(set.intersection(*clashes)),
    }


def find_table(views: Sequence[View]) -> Data:
    """From nothing but what is public: what one seat's cards tell it would be missing here, and so be told."""
    if len(views) == 1:
        return _without_private(views[0].opened)
    tables = [view.in_public for view in views]
    shared = _shared([_without_private(table) if table else {} for table in tables])
    return shared if isinstance(shared, dict) else {}


def _without_private(opened: Opened) -> Data:
    return {key: told for key, told in opened.scene().items() if key not in opened.game.private}


def _shared(all_told: Sequence[object]) -> object:
    """What is the same in all: of tables those entries that all have, else the value, or NOTHING."""
    first = all_told[0]
    if all(isinstance(told, dict) for told in all_told):
        tables = [told for told in all_told if isinstance(told, Mapping)]
        both = {
            key: _shared([table[key] for table in tables]) for key in tables[0] if all(key in one for one in tables)
        }
        return {key: told for key, told in both.items() if told is not NOTHING}
    rows = [told for told in all_told if isinstance(told, list) and all(isinstance(one, dict) for one in told)]
    if len(rows) == len(all_told) and len({len(row) for row in rows}) == 1:
        return [_shared(cells) for cells in zip(*rows, strict=True)]
    return first if all(told == first for told in all_told) else NOTHING
