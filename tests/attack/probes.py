"""Twins probed: two tables that differ only in what one seat cannot know, and everything that this seat can send.

Both are served by the program itself. Every answer to the seat, its state, its log and its version must be the same to
the last byte, after every line, undo, question or correction, whether they make sense or not, and whatever the others
do in secret meanwhile, at one table or at the other. Once a probe shows everybody what was hidden (a card laid off, the
answer when all have bet, cups lifted), the twins are different tables, and others are begun.

    python -m tests.attack.probes --count 1000 --seed 1
"""

from __future__ import annotations

import json
import os
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

from tests.attack.bystanders import APART, act_beside
from tests.attack.phones import GONE, Phone, Reply, Server
from tests.attack.terminals import Lost
from tests.attack.twins import TWINS, State, Twins, may_show, without_links

PROBES = 60  # at most, of one pair
COLOURS = ("blue", "green", "yellow", "purple", "red", "grey")
STONES = ("g1", "y2", "b3", "b4", "r5", "b5", "p6", "g6", "b7", "y7", "p7")
CLAIMS = ("red+6", "red+not+3", "sum+9", "5", "not+5", "2x5", "red+0+blue+1")
PAGES = ("/", "/review", "/board", "/board/state", "/help", *(f"/api/why?claim={claim}" for claim in CLAIMS))
PAGES += tuple(f"/api/{name}" for name in ("state", "log", "check", "hint?more=2", "hint", "advise", "review"))


# What a seat may send.


def _probe_str8(rng: Random, who: str) -> str:
    colour, number, low = rng.choice(COLOURS), rng.randrange(8), rng.randrange(20)
    row = "".join(str(rng.randrange(8)) for _ in COLOURS)
    answer, bet = rng.choice(("hit", "low", "high", "miss")), f"{low}-{min(21, low + rng.randrange(7))}"
    return rng.choice(
        (
            f"see {who} {colour} {number}",
            f"see {who} {row}",
            f"see neutral {colour} {number}",
            f"see {rng.choice(('neutral', 'neutral2'))} {row}",
            f"swap {who} {colour}",
            f"swap {who} {colour} {number}",
            f"swap {who} {colour} {number} {rng.randrange(8)}",
            f"swap {colour} {number}",
            f"swap {colour}",
            f"bet {who} {bet}",
            f"bet {who} {bet} {answer}",
            f"told {who} {answer}",
            f"cross {colour} {number}",
            f"uncross {colour} {number}",
            f"cross {who} {colour} {number}",
            f"score {who} {rng.randrange(30)}",
            f"final {who} {' '.join(row)}",
            f"final {who} {colour} {number}",
            f"reveal {who} {row}",
            f"reveal {who} {colour} {number}",
            f"dice {' '.join(rng.choices(COLOURS, k=3))}",
            f"says {who} see neutral {colour} {number}",
            *("without grey", "tokens 1:9", "trust 0", "aid full", bet, "=", "<", f"{colour[0]}{number}", row, "gyb"),
        )
    )


def _probe_tricoda(rng: Random, who: str) -> str:
    stones, card = " ".join(rng.choices(STONES, k=rng.randint(1, 3))), rng.randint(1, 23)
    code = " ".join(str(rng.randint(1, 7)) for _ in range(3))
    return rng.choice(
        (
            f"see {who} {stones}",
            f"see neutral {stones}",
            f"see neutral2 {stones}",
            f"ask {who} {card}",
            f"ask {card}",
            f"ask {who} {card} {rng.choice(('0', '1', '2', '3', 'first', 'same', 'second'))}",
            f"declare {who} {code}",
            f"declare {code} {rng.choice(('right', 'wrong'))}",
            f"declare {code}",
            f"was {who} {stones}",
            f"was {stones}",
            f"reveal {who} {stones}",
            f"cross {rng.randint(1, 7)}",
            f"uncross {rng.randint(1, 7)}",
            f"says {who} see neutral {stones}",
            *("mix", "card 2 at-most", "aid full", str(card), stones, f"{card} first"),
        )
    )


def _probe_thinkaboxin(rng: Random, who: str) -> str:
    dice = " ".join(str(rng.randint(1, 6)) for _ in range(rng.randint(1, 4)))
    bid = f"{rng.randint(1, 9)}x{rng.randint(1, 6)}"
    return rng.choice(
        (
            f"roll {dice}",
            f"roll {who} {dice}",
            "roll ?",
            f"bid {who} {bid}",
            f"bid {bid}",
            f"bid {who} {bid} {rng.choice(('left', 'right'))}",
            f"lift {who}",
            f"lift {who} {rng.choice(('right', 'wrong'))}",
            f"cup {who} {dice}",
            f"donkey {who}",
            f"tally {who} {rng.randint(0, 12)}",
            f"says {who} roll {who} {dice}",
            *("set", "set 2", "set 4", "knockout", "mode nuggets", "raise free", "trust 0", "aid full", bid, "lift"),
        )
    )


def _sweep(rng: Random, twins: Twins) -> list[str]:
    """One line about the seat's own cards with everything that they could be."""
    if twins.game == "think-str8":
        begin = f"{rng.choice(('see', 'reveal', 'swap'))} {twins.seat} {rng.choice(COLOURS)}"
        return [f"{begin} {number}" for number in range(8)]
    if twins.game == "tricoda":
        begin = f"{rng.choice(('see', 'reveal', 'was'))} {twins.seat}"
        return [f"{begin} {stone}" for stone in STONES]
    other = rng.choice([player for player in twins.players if player != twins.seat])
    return [f"{rng.choice(('cup', 'roll'))} {other} {die}" for die in range(1, 7)]


LINES = {"think-str8": _probe_str8, "tricoda": _probe_tricoda, "thinkaboxin": _probe_thinkaboxin}
Probe = Callable[[Phone], Reply]


def make_probes(rng: Random, twins: Twins) -> Iterator[str]:
    """Lines to send, without end."""
    while True:
        yield from _sweep(rng, twins) if rng.random() < 0.04 else ()
        yield LINES[twins.game](rng, rng.choice((*twins.players, twins.seat, "me")))


def make_probe(rng: Random, lines: Iterator[str], state: State, twins: Twins) -> tuple[str, Probe]:
    """Something to send, and how it is told."""
    version = int(state["version"])
    stale = version if rng.random() < 0.85 else rng.randint(1_000_000, version)
    what, ask = rng.random(), rng.random() < 0.4
    if what < 0.06:
        return "/undo", lambda phone: phone.post("/api/undo", version=stale)
    if what < 0.16:
        path = "/table" if rng.random() < 0.1 and not state["prompt"]["over"] else rng.choice(PAGES)
        return path, lambda phone: phone.fetch(path)
    if what < 0.24:
        which = choose_entry(rng, state)
        return f"/undo {which}", lambda phone: phone.post("/api/undo", id=which, ask=ask)
    if what < 0.28:
        path, body = choose_answer(rng, state)
        return f"{path} {body}", lambda phone: phone.post(f"/api{path}", **body)
    line = next(lines)
    if what < 0.3:
        place = {"before": rng.randint(1, 30)}
        return f"/before {line}", lambda phone: phone.post("/api/lines", line=line, version=stale, **place)
    if what < 0.5:
        line, instead = choose_correction(rng, state, line)
        told = f"/instead {instead} {ask} {line}"
        return told, lambda phone: phone.post("/api/lines", line=line, version=stale, ask=ask, **instead)
    if what < 0.54:
        absent = rng.choice((*twins.players, "nobody"))
        return f"{line} for {absent}", lambda phone: phone.post(
            "/api/lines", line=line, version=stale, **{"for": absent}
        )
    return line, lambda phone: phone.post("/api/lines", line=line, version=stale)


def choose_entry(rng: Random, state: State) -> int:
    """The number of an entry, or of none."""
    ids = [int(entry["id"]) for entry in state["entries"]]
    return rng.choice(ids) if ids and rng.random() < 0.9 else 1_000_000 + rng.randrange(200)


def choose_answer(rng: Random, state: State) -> tuple[str, dict[str, object]]:
    """To what was asked, which may be the seat's own; whether another game is wanted, or another hand turned."""
    ids = [int(asked["id"]) for asked in state["asked"]] or [1_000_000 + rng.randrange(200)]
    yes = rng.random() < 0.5
    if rng.random() < 0.2:
        return "/rematch", {"agree": yes}
    if rng.random() < 0.2:
        return "/turn", {"turned": rng.randrange(4)}
    return "/agree", {"id": rng.choice(ids), "agree": yes}


def choose_correction(rng: Random, state: State, line: str) -> tuple[str, dict[str, object]]:
    """Another line in place of an entry: any line, or that entry's own with another word."""
    where: dict[str, object] = {"instead": choose_entry(rng, state)}
    if rng.random() < 0.2:
        where = {"instead": True} | ({"round": rng.randrange(9)} if rng.random() < 0.5 else {})
    known = next((str(entry["line"]) for entry in state["entries"] if entry["id"] == where["instead"]), "")
    if not known or rng.random() < 0.3:
        return line, where
    words = known.split()
    place = rng.randrange(len(words))
    words[place] = rng.choice((str(rng.randrange(8)), rng.choice(COLOURS), f"{rng.randrange(9)}-{rng.randrange(22)}"))
    return " ".join(words), where


# Both tables at once.


class Leak(Exception):
    """The twins answered a seat differently."""


def probe_twins(rng: Random, twins: Twins, phones: Sequence[dict[str, Phone]], probes: int = PROBES) -> Counter[str]:
    """Send everything to both; how often what was sent. Raises Leak."""
    seats, sent, told = [each[twins.seat] for each in phones], Counter[str](), list[str]()
    state, lines, rest = _look(seats, told), make_probes(rng, twins), list(twins.rest)
    for _ in range(probes):
        if rng.random() < 0.25:
            told.append(deed := act_beside(rng, twins, phones, state, rest))
            sent[f"others: {deed.split()[0]}"] += 1
            if deed == APART or (now := _look_again(seats, twins, state, deed, told)) is None:
                return sent
            state = now
        line, probe = make_probe(rng, lines, state, twins)
        told.append(line)
        first, second = (probe(seat) for seat in seats)
        sent[f"{line.split()[0].partition('?')[0]} {first.status}"] += 1
        if _parts(first) != _parts(second):
            if may_show(twins, state, line):
                return sent
            raise Leak(f"{told}: {first}, {second}")
        if (now := _look_again(seats, twins, state, line if first.status == 200 else "/", told)) is None:
            return sent
        state = now
    return sent


def _parts(reply: Reply) -> tuple[object, ...]:
    """All that a phone gets; only the clock on the wall goes on between two answers."""
    body = without_links(reply.body)
    headers = {name: text for name, text in reply.headers.items() if name != "date"}
    return reply.status, body, headers if body == reply.body else ()


def _look_again(seats: Sequence[Phone], twins: Twins, before: State, line: str, told: Sequence[str]) -> State | None:
    """What the seat sees now; nothing if the line has shown everybody what the twins differ in."""
    try:
        return _look(seats, told)
    except Leak:
        if may_show(twins, before, line):
            return None
        raise


def _look(seats: Sequence[Phone], told: Sequence[str]) -> State:
    """What the seat sees at each of the tables: the same."""
    states, logs = ([seat.fetch(path) for seat in seats] for path in ("/api/state", "/api/log"))
    for first, second in (states, logs):
        if _parts(first) != _parts(second):
            raise Leak(f"{list(told)}: {first}, {second}")
    return dict(states[0].data)


def _probe_both(rng: Random, twins: Twins, servers: Sequence[Server], most: int) -> Counter[str]:
    try:
        phones = [server.sit_all(list(twins.players)) for server in servers]
        for server, each in zip(servers, phones, strict=True) if rng.random() < 0.2 else ():
            each[twins.seat].post("/api/leave")  # and back again
            each[twins.seat].join(server.code, twins.seat)
        return probe_twins(rng, twins, phones, most)
    except GONE as gone:  # a wire that was long unused is nobody's fault; a server that has ended is
        if not all(server.terminal.look(0.5) for server in servers):
            raise Lost(f"a server has ended: {gone!r}") from gone
        return Counter()


def attack(seed: int, count: int, folder: Path, most: int = PROBES) -> Iterator[tuple[str, Counter[str], str]]:
    """Game, what was sent and, if there is one, the leak of each pair of tables; games take turns."""
    os.environ.update({"TERM": "xterm", "XDG_CONFIG_HOME": str(folder)})
    for number, game in zip(range(count), cycle(TWINS), strict=False):
        rng = Random(f"probes {seed} {number}")
        twins, fault, sent = TWINS[game](rng), "", Counter[str]()
        aid = rng.choice(("pad", "pad", "check", "full"))
        away = [player for player in twins.players if player != twins.seat and rng.random() < 0.2]
        servers = [Server(folder / f"{number}-{twin}" / "friday.game") for twin in range(2)]
        for server, log in zip(servers, twins.logs, strict=True):
            server.log.parent.mkdir()
            server.log.write_text(log.replace("me nobody\n", f"me nobody\naid {aid}\n"), encoding="utf-8")
            kept = json.dumps({"lines": [], "away": away})  # as the table's screen has said on an evening before
            server.log.with_name(f".{server.log.name}.by").write_text(kept, encoding="utf-8")
        try:
            servers[0].start()
            with servers[0].terminal:
                servers[1].start()
                with servers[1].terminal:
                    sent = _probe_both(rng, twins, servers, most)
        except (Leak, Lost) as found:
            fault = f"pair {number} of seed {seed}, {game}, {twins.seat}: {found}\n{twins.logs[0]}\n{twins.logs[1]}"
        yield game, sent, fault


def main(
    count: Annotated[int, typer.Option(help="How many pairs of tables are probed.")] = 1000,
    seed: Annotated[int, typer.Option(help="The same number sends the same to the same tables.")] = 1,
    probes: Annotated[int, typer.Option(help="How many are sent to a pair, at most.")] = PROBES,
) -> None:
    console, begun, faults, sent = Console(), time.monotonic(), 0, Counter[str]()
    random.seed(seed)
    with TemporaryDirectory() as folder:
        for _, answered, fault in track(attack(seed, count, Path(folder), probes), "probes", count, console=console):
            sent += answered
            if fault:
                faults += 1
                console.print(fault, markup=False, highlight=False)
    console.print(", ".join(f"{line} {times}" for line, times in sent.most_common(60)), highlight=False)
    minutes = (time.monotonic() - begun) / 60
    console.print(f"{count:,} pairs, {sum(sent.values()):,} probes in {minutes:.1f} minutes, {faults} leaks")
    raise typer.Exit(1 if faults else 0)


if __name__ == "__main__":
    typer.run(main)
