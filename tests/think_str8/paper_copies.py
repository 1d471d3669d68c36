"""A player's own log as that player's paper sheet would have it: black boxes, rows with the right range, crosses."""

from __future__ import annotations

from solver.games.think_str8.facts import seen_numbers
from solver.games.think_str8.opened import Str8Log

COLOURS = ("blue", "green", "yellow", "purple", "red", "grey")
CODES = dict(zip("bgypre", COLOURS, strict=True))


def read(log: str) -> list[list[str]]:
    """The lines of a dealt log, colours written out, everybody named."""
    rows = []
    for words in (line.split() for line in log.splitlines()):
        if words[0] in ("bet", "swap") and (words[1] in CODES or words[1][0].isdecimal()):
            words = [words[0], "Anna", *words[1:]]
        rows.append(words)
    return rows


def copy(log: str, crosses: dict[str, set[int]] | None = None) -> str:
    """The sheet of Anna, whose log it is."""
    boxes: dict[str, set[int]] = {colour: set() for colour in COLOURS}
    rows: list[str] = []
    for verb, *rest in read(log):
        if verb == "see":
            for colour, digit in zip(COLOURS, rest[1], strict=True):
                boxes[colour].add(int(digit))
        elif verb == "dice":
            rows.append(f"dice {rest[0]}")
        elif verb == "bet" and rest[0] == "Anna":
            rows.append(right_range(rest[1], rest[2]))
        elif verb == "swap":
            boxes[CODES[rest[1]]] |= {int(number) for number in rest[2:]}
            rows += [f"swap {rest[1]}{rest[2]}"] if rest[0] == "Anna" else []
    seen = " ".join("".join(map(str, sorted(boxes[colour]))) or "-" for colour in COLOURS)
    marks = [f"{colour} {' '.join(map(str, sorted(out)))}" for colour, out in (crosses or {}).items() if out]
    players = next(line for line in log.splitlines() if line.startswith("players"))
    head = ["game think-str8", players, "me Anna", "paper", f"seen {seen}"]
    return "".join(f"{row}\n" for row in (*head, *rows, *([f"cross {', '.join(marks)}"] if marks else [])))


def right_range(bet: str, answer: str) -> str:
    low, high = map(int, bet.split("-"))
    return {"hit": f"{low}-{high}", "low": f"{high + 1}-21", "high": f"0-{low - 1}", "miss": f"not {bet}"}[answer]


def copy_seat(own: Str8Log) -> str:
    """The sheet of a player whose own log was kept: final bets and the own cards too, if they were turned."""
    table, me = own.table, own.me
    letter = {colour: code for code, colour in CODES.items()}
    turned = {c: table.current(me, c).number for c in table.colours if table.current(me, c).shown}
    seen = ["".join(map(str, seen_numbers(table, me, colour))) or "-" for colour in table.colours]
    rows = []
    for this in table.rounds:
        rows.append(f"dice {''.join(letter[colour] for colour in this.dice or ())}")
        bet, swap = this.judged(me), this.swaps.get(me)
        rows += [right_range(f"{bet.low}-{bet.high}", bet.answer)] if bet and bet.answer else []
        rows += [f"swap {letter[swap.old.colour]}{swap.old.number}"] if swap else []
    crossed = {c: sorted(n for colour, n in table.crossed if colour == c) for c in table.colours}
    marks = ["".join(map(str, crossed[colour])) or "-" for colour in table.colours]
    final = ["".join(map(str, table.finals.get(me, {}).get(colour, ()))) or "-" for colour in table.colours]
    lines = [
        "game think-str8",
        f"players {' '.join(table.players)}",
        f"me {me}",
        "paper",
        f"seen {' '.join(seen)}",
        *rows,
    ]
    lines += [f"cross {' '.join(marks)}"] * any(crossed.values())
    lines += [f"final {' '.join(final)}"] * (me in table.finals)
    lines += [f"reveal {''.join(map(str, turned.values()))}"] * (len(turned) == len(table.colours))
    return "".join(f"{line}\n" for line in lines)
