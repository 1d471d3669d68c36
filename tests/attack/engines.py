"""Both engines against brute force: `python -m tests.attack.engines`.

`show` counts and asks CP-SAT, and breaks off if the two differ; what it then says is held against a third opinion that
shares no code with them and tries everything there is. A position is a random game at a random moment.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from multiprocessing import get_context
from random import Random
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import track

from tests.attack.calls import Call, ask
from tests.attack.thinkaboxin_games import MODES, Scribe, Table
from tests.think_str8.brute_force import count_hands
from tests.think_str8.random_games import random_game as random_str8
from tests.think_str8.random_games import write_sheet
from tests.tricoda.brute_force import count_racks, worlds_to_try
from tests.tricoda.random_games import random_game as random_tricoda

Odds = dict[tuple[int, int], Fraction]
MOST_TRIED = 70_000  # worlds, two racks of which nothing is known


def show(text: str, *options: str) -> dict[str, Any]:
    answer = ask(Call("show", ("--json", *options)), text.encode())
    assert not answer.crash, f"{answer.crash}\n{text}"
    assert answer.code == 0, f"{answer.out}{answer.err}\n{text}"
    data: dict[str, Any] = json.loads(answer.out)
    return data


def compare_hands(seed: int) -> None:
    """Think Str8!: in how many hands each colour has each number. From another seat only if nothing is missing."""
    rng = Random(f"hands {seed}")
    missing = rng.choice([0.0, 0.0, 0.1, 0.3])
    game = random_str8(seed, rng.randint(2, 4), rng.random() < 0.7, None, missing, end=True)
    seat = rng.choice(game.players) if not missing else game.me
    upto = rng.choice([None, *range(len(game.hands) + 1)])
    options = ["--as", seat, *(["--round", str(upto)] if upto is not None else [])]
    sheet = show(game.text, *options)
    counts = count_hands(game.text, upto, seat)
    told = {colour: {int(n): ways for n, ways in card["count"].items()} for colour, card in sheet["cards"].items()}
    assert told == counts, f"{options}\n{game.text}"
    assert sheet["hands"] == sum(next(iter(counts.values())).values()), f"{options}\n{game.text}"


def compare_sheets(seed: int) -> None:
    """Think Str8! on paper: the same with black boxes, some of them forgotten, and ranges."""
    rng = Random(f"sheets {seed}")
    game = random_str8(seed, rng.randint(2, 4), rng.random() < 0.7, end=rng.random() < 0.5)
    text = write_sheet(game, seed, rng.random() < 0.7, rng.choice([0.0, 0.2, 0.6]))
    upto = rng.choice([None, *range(1, len(game.hands) + 1)])
    sheet, counts = show(text, *(["--round", str(upto)] if upto is not None else [])), count_hands(text, upto)
    told = {colour: {int(n): ways for n, ways in card["count"].items()} for colour, card in sheet["cards"].items()}
    assert told == counts, f"{upto}\n{text}"
    assert sheet["hands"] == sum(next(iter(counts.values())).values()), f"{upto}\n{text}"


def compare_racks(seed: int) -> None:
    """Tricoda: how many ways each code has, and how likely it is, with stones mixed in again or not.

    Earlier racks of mine are left untyped only as long as few worlds are to be tried.
    """
    rng = Random(f"racks {seed}")
    players, questions, declarations = rng.randint(2, 4), rng.randint(8, 40), rng.randint(0, 10)
    at_most, mixes, was = rng.random() < 0.2, rng.random() < 0.5, rng.random() < 0.6
    between = 0.2 if mixes and rng.random() < 0.5 else 0.0
    game = random_tricoda(seed, players, questions, declarations, was, at_most, mixes=mixes, between=between)
    upto = rng.randint(0, len(game.racks) - 1)
    if worlds_to_try(game.text, upto) > MOST_TRIED:
        game = random_tricoda(seed, players, questions, declarations, True, at_most, mixes=mixes, between=between)
    sheet = show(game.text, "--round", str(upto))
    ways, worlds = (codes_of(count_racks(game.text, upto, weighed)) for weighed in (False, True))
    told = {tuple(code["numbers"]): code["ways"] for code in sheet["codes"]}
    assert (sheet["ways"], told) == (ways.total(), ways), f"{upto}\n{game.text}"
    for code in sheet["codes"]:
        chance = worlds[tuple(code["numbers"])] / worlds.total()
        assert abs(code["chance"] - chance) < 1e-4, f"{code} {chance}, {upto}\n{game.text}"


def codes_of(racks: Counter[tuple[str, ...]]) -> Counter[tuple[int, ...]]:
    codes: Counter[tuple[int, ...]] = Counter()
    for rack, ways in racks.items():
        codes[tuple(sorted(int(stone.split()[1]) for stone in rack))] += ways
    return codes


def compare_cups(seed: int) -> None:
    """Thinkaboxin: the dice nobody has shown, and the chance of every bid."""
    rng = Random(f"cups {seed}")
    deal = Table(rng, ["Anna", "Ben", "Cleo", "Dirk", "Emma", "Finn"][: rng.randint(2, 6)], rng.choice(MODES)).play()
    rounds = [place for place, event in enumerate(deal.events) if event[0] == "roll"]
    at = rng.choice(rounds)
    throws = deal.events[at][1]
    end = next(place for place in range(at + 1, len(deal.events)) if deal.events[place][0] in ("lift", "donkey"))
    deal.events = deal.events[: rng.randint(at + 1, end)]
    seat = rng.choice(list(throws))
    scribe = Scribe(deal, seat, rng)
    scribe.told = rng.choice(["cups", "verdict"])
    text = "".join(f"{line}\n" for line, _ in scribe.write())
    sheet, own, dice = show(text), throws[seat], sum(map(len, throws.values()))
    assert sheet["hidden_dice"] == dice - len(own), text
    told = {(bid["amount"], bid["value"]): Fraction(bid["fraction"]) for bid in sheet["odds"]}
    assert told == count_odds(own, dice - len(own)), text


def count_odds(own: list[int], hidden: int) -> Odds:
    """The chance of every bid, throw by throw: one hidden die after the other shows one of six faces."""
    odds: Odds = {}
    for value in range(1, 7):
        throws = Counter({sum(die in (value, 1) for die in own): 1})
        for _ in range(hidden):
            shown: Counter[int] = Counter()
            for count, ways in throws.items():
                for face in range(1, 7):
                    shown[count + (face in (value, 1))] += ways
            throws = shown
        for amount in range(1, len(own) + hidden + 1):
            good = sum(ways for count, ways in throws.items() if count >= amount)
            odds[amount, value] = Fraction(good, 6**hidden)
    return odds


COMPARE: dict[str, Callable[[int], None]] = {
    "hands": compare_hands,
    "sheets": compare_sheets,
    "racks": compare_racks,
    "cups": compare_cups,
}


def differ(what: str, seed: int) -> str | None:
    """What is different in a position, if anything is."""
    try:
        COMPARE[what](seed)
    except AssertionError as different:
        return f"{what} {seed}: {different}"
    return None


def main(
    hands: Annotated[int, typer.Option(help="Positions of Think Str8!")] = 10_000,
    sheets: Annotated[int, typer.Option(help="Paper sheets of Think Str8!")] = 2_000,
    racks: Annotated[int, typer.Option(help="Positions of Tricoda.")] = 2_000,
    cups: Annotated[int, typer.Option(help="Positions of Thinkaboxin.")] = 2_000,
    seed: Annotated[int, typer.Option(help="The first of the random numbers.")] = 1,
    workers: Annotated[int, typer.Option(help="How many processes.")] = 2,
) -> None:
    console, wrong = Console(), 0
    with get_context("spawn").Pool(workers) as pool:
        for what, positions in (("hands", hands), ("sheets", sheets), ("racks", racks), ("cups", cups)):
            begun, seeds = time.monotonic(), range(seed, seed + positions)
            told = pool.imap_unordered(partial(differ, what), seeds, 10)
            for different in track(told, f"{what:6}", positions, console=console):
                if different:
                    wrong += 1
                    console.print(different, markup=False, highlight=False)
            console.print(f"{positions:,} {what}: {(time.monotonic() - begun) / 60:.1f} minutes, {wrong} differ so far")
    raise typer.Exit(1 if wrong else 0)


if __name__ == "__main__":
    typer.run(main)
