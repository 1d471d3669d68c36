"""For translators: what a catalogue still lacks, as JSON, and translations of it back into the catalogue.

`python -m tests.catalogues todo de --from 200 --count 100` lists what is not translated among the messages 200 to 299,
in the order of the files that say them, so that what is read together is translated together. Each has `id`, for
counts `plural`, for words that people type `ctxt`, and the `places` that a translation must have. Put `text` beside it
(or `texts`, a list with a form for each number, one and many in our languages) and hand the list to `fill`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from typing import Any

from babel.messages.catalog import Catalog

from tests.catalogues import faults_of, name, places, template, texts


def list_open(catalogue: Catalog, begin: int = 0, count: int | None = None) -> list[dict[str, object]]:
    """What is not translated among so many messages from a number on; these numbers stay, whatever is filled in."""
    order = {(one.id, one.context): place for place, one in enumerate(template())}
    messages = sorted((one for one in catalogue if one.id), key=lambda one: order.get((one.id, one.context), 0))
    chosen = messages[begin:] if count is None else messages[begin : begin + count]
    return [_describe(message) for message in chosen if not all(texts(message))]


def _describe(message: Any) -> dict[str, object]:
    one, many = message.id if isinstance(message.id, tuple) else (message.id, "")
    told: dict[str, object] = {"id": one}
    told |= {"plural": many} if many else {}
    told |= {"ctxt": message.context} if message.context else {}
    told |= {"places": sorted(places(many or one))} if places(many or one) else {}
    told |= {"note": " ".join(message.auto_comments)} if message.auto_comments else {}
    return told | {"files": [file for file, _ in message.locations], ("texts" if many else "text"): [] if many else ""}


def fill(catalogue: Catalog, translations: Iterable[Mapping[str, Any]]) -> tuple[int, list[str]]:
    """Put translations into a catalogue: how many were taken, and what is wrong with those that were not."""
    taken, refused = 0, list[str]()
    for one in translations:
        given = tuple(one.get("texts") or filter(None, [one.get("text", "")]))
        message = catalogue.get(one.get("id", one.get("msgid")), one.get("ctxt"))
        if not any(given):
            continue  # left for later
        problems = _problems(catalogue, message, given)
        if problems or message is None:
            refused += [f"{one.get('id')!r}: {problem}" for problem in problems]
            continue
        message.string = given if isinstance(message.id, tuple) else given[0]
        message.flags.discard("fuzzy")
        taken += 1
    return taken, refused


def _problems(catalogue: Catalog, message: Any, given: tuple[str, ...]) -> list[str]:
    if message is None:
        return ["there is no such message"]
    wanted = catalogue.num_plurals if isinstance(message.id, tuple) else 1
    if len(given) != wanted or not all(given):
        return [f"it needs {wanted} texts, not {len(given)}"]
    tried = copy(message)
    tried.string = given if isinstance(message.id, tuple) else given[0]
    return [f"{name(message)} {fault}" for fault in faults_of(tried)]
