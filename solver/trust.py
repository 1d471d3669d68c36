"""How far the others' bets and bids are believed: the `trust` line of a log, and the option of the same name.

What others say is never a fact. 0 leaves it out, 1 believes it as far as it was measured to be worth believing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from solver.english import remark, with_option
from solver.game import Option
from solver.grammar import Aid, Event, Opening, Verb, Words
from solver.log import Line, at_line, unreadable

if TYPE_CHECKING:
    from fractions import Fraction  # slow to load, and every game is asked for its options

OPTION = Option("trust", "0.5", "How far the others' bets or bids are believed: 0 not at all, 1 fully.")
_SHARE = re.compile(r"[01]|[01]?\.[0-9]{1,6}")


@dataclass(frozen=True, slots=True)
class TrustLine:
    """How far the others are believed from here on."""

    share: Fraction
    line: Line = at_line()


def parse_trust(text: str) -> Fraction | None:
    from fractions import Fraction

    share = Fraction(text) if _SHARE.fullmatch(text) else None
    return share if share is not None and share <= 1 else None


def read_trust(words: Words) -> TrustLine:
    word = words.take("a number from 0 to 1")
    words.done()
    share = parse_trust(word.text)
    if share is None:
        problem = f"`{word.text}` is not a number from 0 to 1."
        raise unreadable(word, problem, "0 does not believe the others at all, 1 does fully: trust 0.5")
    return TrustLine(share, words.line)


def format_trust(event: TrustLine) -> str:
    return f"trust {float(event.share):g}"


def trust_verb(said: str, usual: str) -> Verb:
    """The line that says it; `said` is what is believed in the game, and `usual` how far without such a line."""
    means = f"how far the others' {said} are believed, from 0 to 1 ({usual} without such a line)"
    return Verb("trust", "trust SHARE", means, ("trust 0.5", "trust 0"), read_trust, aside=True)


def settle_trust(event: Event, opening: Opening) -> Opening:
    return opening._replace(trust=event.share) if isinstance(event, TrustLine) else opening


def choose_trust(opening: Opening, usual: Fraction, option: str | None = None) -> Fraction:
    """The option if it is given, else the log's line, else what is usual; with less than full aid nothing is read."""
    share = opening.trust if option is None else parse_trust(option)
    if option is not None and share is None:
        hint = remark("Say a number from 0 (not at all) to 1 (fully): ", with_option("trust", "0.5"))
        raise unreadable(None, remark(with_option("trust", option), ": trust goes from 0 to 1."), hint)
    return usual * 0 if opening.aid is not Aid.FULL else usual if share is None else share
