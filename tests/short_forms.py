"""The shortest ways to type a line, as people do at the table; which of them is enough depends on the moment."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

SIGNS = {"hit": "=", "low": ">", "high": "<", "miss": " no"}
LETTERS = {"blue": "b", "green": "g", "yellow": "y", "purple": "p", "red": "r", "grey": "e"}
PLAYERLESS = ("dice", "was", "mix", "set")


def short_forms(line: str, players: Sequence[str], me: str) -> list[str]:
    """What may be typed for a line in its canonical form, shortest first; empty if its verb cannot be left out."""
    verb, _, rest = line.partition(" ")
    player, _, after = rest.partition(" ")
    if player in (*players, "neutral", "neutral2"):
        rest = after
    elif verb not in PLAYERLESS:
        player = me
    rests = list(_shorten(verb, rest.strip(), mine=player == me))
    named = [f"{'me' if player == me else player} {short}" for short in rests if verb not in (*PLAYERLESS, "lift")]
    return [*rests, *named]


def _shorten(verb: str, rest: str, mine: bool) -> Iterator[str]:
    """The line without its verb and its player."""
    if verb == "dice":
        yield "".join(LETTERS[colour] for colour in rest.split())
    elif verb in ("bet", "told"):
        yield re.sub(r" ?\b(hit|low|high|miss)$", lambda answer: SIGNS[answer[1]], rest).strip()
    elif verb == "swap":
        colour, old, *new = rest.split()
        if new:
            yield f"{LETTERS[colour]}{new[0]}"
        yield " ".join((f"{LETTERS[colour]}{old}", *new))
    elif verb in ("see", "reveal") and rest[:1].isalpha() and rest.count(",") in (4, 5) and "purple" in rest:
        yield "".join(re.findall(r"\d", rest))
    elif verb == "final":
        yield " ".join(_group(rest, colour) for colour in LETTERS if colour != "grey" or "grey" in rest)
        yield rest
    elif verb == "roll" or (verb == "cup" and not mine):
        yield rest.replace(" ", "")
    elif verb == "lift" and not rest:
        yield "lift"
    elif verb == "bid":
        yield rest
        yield rest.replace("x", " ")
    elif verb in ("see", "ask", "was", "reveal") or (verb == "declare" and mine):
        yield rest


def _group(rest: str, colour: str) -> str:
    found = re.search(rf"{colour} ([\d ]+)", rest)
    return found[1].replace(" ", "") if found else "-"
