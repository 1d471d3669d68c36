"""What a seat can know of the code: how many codes are left, and how likely each colour is in each place."""

from __future__ import annotations

from dataclasses import dataclass

from deduce_mastermind.codes import CODES, codes_left, make_puzzle
from deduce_mastermind.rules import COLOURS, PEGS
from deduce_mastermind.table import Table

LISTED = 12  # this many codes are listed one by one


@dataclass(frozen=True, slots=True)
class Sheet:
    table: Table
    seat: str
    left: tuple[int, ...]  # places of the codes that fit

    @property
    def fits(self) -> bool:
        return bool(self.left)

    @property
    def consistent(self) -> bool:
        return self.fits

    def chance(self, peg: int, colour: str) -> float:
        return sum(CODES[place][peg] == colour for place in self.left) / max(1, len(self.left))

    def data(self) -> dict[str, object]:
        """Every code that is left is as likely as any other."""
        return self.pad_data() | {
            "consistent": self.consistent,
            "codes": len(self.left),
            "pegs": [
                {colour: round(self.chance(peg, colour), 4) for colour in COLOURS if self.chance(peg, colour)}
                for peg in range(PEGS)
            ],
            "left": [" ".join(CODES[place]) for place in self.left] if len(self.left) <= LISTED else None,
        }

    def pad_data(self) -> dict[str, object]:
        """What the board shows."""
        return {
            "game": "mastermind",
            "seat": self.seat,
            "round": self.table.round,
            "found": self.table.found,
            "warnings": [warning.data() for warning in self.table.warnings],
        }


def make_sheet(table: Table, seat: str) -> Sheet:
    return Sheet(table, seat, codes_left(make_puzzle(table, seat)))
