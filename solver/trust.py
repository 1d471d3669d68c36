"""How far the others' bets and bids are believed: the `trust` line of a log, and the option of the same name.

What others say is never a fact. 0 leaves it out, 1 believes it as far as it was measured to be worth believing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from solver.english import say_remark, with_option
from solver.game import Option
from solver.grammar import Aid, Event, Opening, Words
from solver.language import later, say
from solver.log import Line, at_line, unreadable

if TYPE_CHECKING:
    from fractions import Fraction  # slow to load, and every game is asked for its options

OPTION = Option("trust", "0.5", later("How far the others' bets or bids are believed: 0 not at all, 1 fully."))
_SHARE = re.compile(r"[01]|[01]?\.[0-9]{1,6}")


def parse_trust(text: str) -> Fraction | None:
    from fractions import Fraction

    share = Fraction(text) if _SHARE.fullmatch(text) else None
    return share if share is not None and share <= 1 else None


@dataclass(frozen=True, slots=True)
class TrustLine(Event):
    """How far the others are believed from here on."""

    word = "trust"
    form = later("trust SHARE")
    means = later("how far the others are believed, from 0 to 1")
    examples = ("trust 0.5", "trust 0")
    aside = True

    share: Fraction
    line: Line = at_line()

    @classmethod
    def read(cls, words: Words) -> Self:
        word = words.take(say("a number from 0 to 1"))
        words.done()
        share = parse_trust(word.text)
        if share is None:
            problem = say("`{word}` is not a number from 0 to 1.", word=word.text)
            raise unreadable(word, problem, say("0 does not believe the others at all, 1 does fully: trust 0.5"))
        return cls(share, words.line)

    def write(self) -> str:
        return f"trust {float(self.share):g}"

    def settle(self, opening: Opening) -> Opening:
        return opening._replace(trust=self.share)


def choose_trust(opening: Opening, usual: Fraction, option: str | None = None) -> Fraction:
    """The option if it is given, else the log's line, else what is usual; with less than full aid nothing is read."""
    share = opening.trust if option is None else parse_trust(option)
    if option is not None and share is None:
        hint = say_remark("Say a number from 0 (not at all) to 1 (fully): {ask}", ask=with_option("trust", "0.5"))
        problem = say_remark("{ask}: trust goes from 0 to 1.", ask=with_option("trust", option))
        raise unreadable(None, problem, hint)
    return usual * 0 if opening.aid is not Aid.FULL else usual if share is None else share
