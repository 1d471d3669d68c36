"""Who holds which card while a log is replayed, and where every number was first seen: each card exists once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from solver.english import all_of, any_of, whose
from solver.games.think_str8.events import Card
from solver.games.think_str8.table import Held
from solver.log import Fault, Kind, Line, Word, against_rules


def opening_whose(player: str, me: str) -> str:
    """The same at the beginning of a sentence; names keep their spelling."""
    return "Your" if player == me else f"{player}'s"


class Hands:
    """All holders with the history of each colour. Faults come back as values, so that the replay can go on."""

    def __init__(self, me: str) -> None:
        self.me = me
        self.cards: dict[str, dict[str, list[Held]]] = {}
        self.sights: dict[tuple[str, int], tuple[str, Line]] = {}

    def deal(self, holders: Sequence[str], colours: Sequence[str]) -> None:
        self.cards = {name: {colour: [Held(name, colour)] for colour in colours} for name in holders}

    def learn(
        self, holder: str, cards: Sequence[Card], line: Line, gaps: Sequence[int], to_owner: bool = False
    ) -> list[Fault]:
        """The log says that the cards are in the holder now, and with `to_owner` that their owner came to know them.

        In the rounds `gaps` a swap of the holder may be missing.
        """
        shown = line if to_owner else None
        faults: list[Fault] = []
        seconds: dict[tuple[str, Line], list[Card]] = {}  # where the first ones are
        for card in cards:
            known = self.cards[holder][card.colour][-1]
            if known.number == card.number:
                self._amend(known, shown=shown)
                continue
            if known.number is not None:
                faults.append(self._changed(known, card, line, [gap for gap in gaps if gap >= known.first]))
                if faults[-1].kind != Kind.WARNING:
                    continue
            if first := self.sights.get((card.colour, card.number)):
                seconds.setdefault(first, []).append(card)
            else:
                self.sights[card.colour, card.number] = (holder, line)
            self._amend(self.cards[holder][card.colour][-1], number=card.number, line=line, shown=shown)
        return [*faults, *(self._twice(same, line, *first) for first, same in seconds.items())]

    def renew(self, holder: str, colour: str, round_number: int) -> None:
        """After this round another card of the colour is in the holder, not seen yet."""
        self._amend(self.cards[holder][colour][-1], last=round_number)
        self.cards[holder][colour].append(Held(holder, colour, first=round_number + 1))

    def known_hand(self, holder: str) -> dict[str, int] | None:
        """The present hand if every card of it is known."""
        hand = {colour: cards[-1].number for colour, cards in self.cards[holder].items()}
        known = {colour: number for colour, number in hand.items() if number is not None}
        return known if len(known) == len(hand) else None

    def _amend(self, held: Held, **changes: object) -> None:
        self.cards[held.holder][held.colour][-1] = replace(held, **changes)  # type: ignore[arg-type]

    def _changed(self, known: Held, card: Card, now: Line, gaps: Sequence[int]) -> Fault:
        """A card turned into another one: a warning if a swap may be missing from the log, else one line is wrong."""
        line = known.line.number if known.line else 0
        told = f"{opening_whose(known.holder, self.me)} {card.colour} card was a {known.number} (line {line})."
        if not gaps:
            return against_rules(card.at, told, f"Type {known.number}, or mend line {line}.")
        self._amend(known, last=gaps[-1], shown=now)
        self.cards[known.holder][card.colour].append(Held(known.holder, card.colour, first=gaps[0] + 1))
        hint = f"A swap of {known.holder} seems to be missing in round {any_of(gaps)}."
        return Fault(Kind.WARNING, card.at, told, hint)

    def _twice(self, cards: Sequence[Card], now: Line, holder: str, line: Line) -> Fault:
        """Cards of a line that are those of a holder by an earlier one."""
        at = Word(now.text[cards[0].at.start : cards[-1].at.end], cards[0].at.start)
        owner = "yours" if holder == self.me else whose(holder, self.me)
        first = "first is" if len(cards) == 1 else "first ones are"
        problem = f"A second {all_of(cards)}: the {first} {owner} (line {line.number})."
        return against_rules(at, problem, "One of the two lines is wrong.")
