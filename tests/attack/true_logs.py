"""Logs of games that really happened, as people keep them: any seat, any moment, lines forgotten, spelt in any way.

Whatever comes from here is true, so the program may neither refuse it nor call it contradictory, nor rule out what its
owner holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random

from tests.attack import think_str8_games, thinkaboxin_games, tricoda_games
from tests.attack.simulated import SEATS, simulated_game

Holds = dict[str, list[str]]  # what everybody holds; nobody if that is not known
Typed = tuple[str, Holds]  # a line, and what is held after it
PLAY: dict[str, tuple[Callable[[Random, list[str]], dict[str, list[Typed]]], int]] = {
    "think-str8": (think_str8_games.play_game, 4),
    "tricoda": (tricoda_games.play_game, 4),
    "thinkaboxin": (thinkaboxin_games.play_game, 6),
}
TABLES = [
    ["Anna", "Ben", "Cleo", "Dirk", "Emma", "Finn"],
    ["An", "Anna", "Annabel", "B", "Be", "Ben"],
    ["Zoë", "Łukasz", "Øyvind", "小林", "O'Neil", "D’Arcy-Lee"],
    ["Hit", "Low", "Blue", "Red", "Mix", "Was"],
    ["Max", "ANNE", "mia", "Noah2", "x", "Ümit"],
    ["R", "G", "Bl", "Y", "P", "E"],
    ["Green", "yel", "gr", "Neu", "nob", "Blu"],
]
OPENING = ("game", "players", "me", "without", "tokens", "card", "mode", "raise", "aid")


@dataclass(frozen=True, slots=True)
class TrueLog:
    """A log of one seat, or the table's own if that is `nobody`.

    It is `whole` if nothing was left out of it but its end, nor any lift left open.
    """

    game: str
    seat: str
    players: tuple[str, ...]
    typed: tuple[Typed, ...]
    whole: bool = True

    @property
    def of_table(self) -> bool:
        return self.seat == "nobody"

    @property
    def terse(self) -> bool:
        """A simulated table writes no more than it must: all else is worked out from it, so nothing can be missing."""
        return self.of_table and not self.holds and self.game in SEATS

    @property
    def lines(self) -> list[str]:
        return [line for line, _ in self.typed]

    @property
    def holds(self) -> Holds:
        """What everybody holds at the end of the log."""
        return self.typed[-1][1]


def make_log(rng: Random, game: str) -> TrueLog:
    """A log of the game from a random seat, often cut off where the game stood at some moment."""
    log = _simulated(rng, game) if game in SEATS and rng.random() < 0.2 else _naive(rng, game)
    if rng.random() < 0.08:
        aid = (f"aid {rng.choice(['pad', 'check', 'hints', 'full'])}", log.typed[2][1])
        log = replace(log, typed=(*log.typed[:3], aid, *log.typed[3:]))
    if rng.random() < 0.6:
        log = replace(log, typed=log.typed[: rng.randint(min(3, len(log.typed)), len(log.typed))])
    return log


def _naive(rng: Random, game: str) -> TrueLog:
    play, most = PLAY[game]
    names = rng.choices(TABLES, [10, *[1] * (len(TABLES) - 1)])[0]
    players = rng.sample(names, rng.randint(2, most))
    logs = play(rng, players)
    seat = rng.choice(players) if rng.random() < 0.85 else "nobody"
    lines = [line.split() for line, _ in logs[seat]]
    left_open = any(
        this[0] == "lift" and this[-1] not in ("right", "wrong") and after[0] != "cup"
        for this, after in zip(lines, [*lines[1:], ["end"]], strict=True)
    )
    return TrueLog(game, seat, tuple(players), tuple(logs[seat]), whole=not left_open)


def _simulated(rng: Random, game: str) -> TrueLog:
    lines = simulated_game(rng, game)
    words = {line.split()[0]: line.split()[1:] for line in lines[:3]}
    return TrueLog(game, words["me"][0], tuple(words["players"]), tuple((line, {}) for line in lines))


# Lines left out, and lines made short.


def may_be_missing(log: TrueLog, line: str) -> bool:
    """What the notation says need not be typed. The throw, declarations and everybody's swaps in their own log must.

    Of what ends a round and the dice that begin the next one must be typed, or nothing would part the two.
    """
    verb, *rest = line.split()
    if verb in OPENING or log.terse:
        return False
    if log.game == "think-str8":
        others_swap = verb == "swap" and rest[0] in log.players and rest[0] != log.seat and not log.of_table
        return verb not in ("dice", "swap") or others_swap
    if log.game == "tricoda":
        return verb not in ("declare", "mix")
    return verb in ("roll", "cup", "tally")


def leave_out(log: TrueLog, drop: Callable[[int], bool]) -> TrueLog:
    """The log without the lines that `drop` picks among those that may be missing, and without what leans on them."""
    kept: list[Typed] = []
    laid: set[str] = set()  # whose bet of this round is typed
    for place, (line, holds) in enumerate(log.typed):
        verb, *rest = line.split()
        who = rest[0] if rest and rest[0] in log.players else log.seat
        laid = set() if verb == "dice" else laid
        may = may_be_missing(log, line) and not (verb == "roll" and _parts_rounds(kept))
        if (may and drop(place)) or (verb == "told" and who not in laid):
            continue
        laid |= {who} if verb == "bet" else set()
        kept.append((line, holds))
    return replace(log, typed=tuple(kept), whole=False)


def _parts_rounds(before: list[Typed]) -> bool:
    """Whether the last round has no end: then the first dice typed are all that tells of the next."""
    verbs = (line.split()[0] for line, _ in reversed(before))
    return next((verb for verb in verbs if verb != "tally"), "") == "bid"


def _leave_out_lifts(rng: Random, log: TrueLog, chance: float) -> TrueLog:
    """Lifts with their cups, where dice or a set begin what comes next, and bids before the one that was doubted.

    In the table's own log dice begin the next round only if those of the same player are typed in this one.
    """
    verbs = [line.split()[0] for line in log.lines]
    kept, ended, rolled = list[Typed](), False, set[str]()
    for place, typed in enumerate(log.typed):
        rolled |= {typed[0].split()[1]} if verbs[place] == "roll" else set()
        after = [line for line in log.lines[place + 1 :] if line.split()[0] not in ("cup", "lift", "tally")][:1]
        if verbs[place] == "lift":
            ended = ended or (_begins_round(log, after, rolled) and rng.random() < chance)
        rolled = set() if verbs[place] in ("lift", "donkey") else rolled
        ended = ended and verbs[place] in ("lift", "cup")
        skipped = verbs[place : place + 2] == ["bid", "bid"] and rng.random() < chance
        kept += [] if ended or skipped else [typed]
    return replace(log, typed=tuple(kept))


def _begins_round(log: TrueLog, after: list[str], rolled: set[str]) -> bool:
    verb, *rest = after[0].split() if after else ["end"]
    return verb not in ("bid", "donkey") and (verb != "roll" or not log.of_table or rest[0] in rolled)


def forget(rng: Random, log: TrueLog) -> TrueLog:
    """Lines left out at random, and answers and outcomes that nobody typed."""
    if log.terse:
        return log
    chance = rng.choice([0.05, 0.2, 0.5, 0.9])
    log = leave_out(log, lambda _: rng.random() < chance)
    if log.game == "thinkaboxin" and rng.random() < 0.5:
        log = _leave_out_lifts(rng, log, rng.choice([0.1, 0.5]))
    return replace(log, typed=tuple(_shorten_some(rng, log, chance)))


def abbreviate(rng: Random, log: TrueLog) -> TrueLog:
    """A whole log without what it determines: answers, cards that others lay off, whether a declaration was right."""
    if not log.holds or not log.whole or log.game == "thinkaboxin" or any("?" in line for line in log.lines):
        return log
    typed: list[Typed] = []
    for line, holds in log.typed:
        words = _drop_determined(log, line.split()) if rng.random() < 0.7 else line.split()
        typed += [(" ".join(words), holds)] if words else []
    return replace(log, typed=tuple(typed))


def _drop_determined(log: TrueLog, words: list[str]) -> list[str]:
    verb, name = words[0], words[1] if len(words) > 1 else ""
    others = name in log.players and name != log.seat
    if verb == "told" and others:
        return []
    if verb == "swap" and others:
        return words[:3] + words[4:]
    mine = verb == "ask" and (log.of_table or not others)
    theirs = verb in ("bet", "declare") and others
    return words[:-1] if mine or (theirs and not words[-1][-1].isdigit()) else words


def _shorten_some(rng: Random, log: TrueLog, chance: float) -> Iterator[Typed]:
    """A second `lift` of a round is nothing but the outcome, so that one stays as it is."""
    lifted = False
    for line, holds in log.typed:
        again = lifted and line.startswith("lift")
        yield (line if again or rng.random() >= chance else _shorten(rng, log, line)), holds
        lifted = line.startswith("lift") or (lifted and line.startswith("cup"))


def _shorten(rng: Random, log: TrueLog, line: str) -> str:
    words = line.split()
    if words[0] == "lift" and words[-1] in ("right", "wrong"):
        return " ".join(words[:-1])
    if words[0] == "bet" and not words[-1][-1].isdigit():
        return " ".join(words[:-1])
    if words[0] == "see" and "," in line and log.game == "think-str8":
        cards = " ".join(words[2:]).split(", ")
        return f"see {words[1]} {', '.join(rng.sample(cards, rng.randint(1, len(cards))))}"
    return line


# Spelling.


def cut_names(rng: Random, log: TrueLog) -> list[str]:
    """The lines with names, where a line begins with one, cut to any beginning that fits only one."""
    lines = []
    for line in log.lines:
        verb, *rest = line.split(" ")
        if rest and rest[0] in log.players and verb not in OPENING and rng.random() < 0.8:
            cuts = [rest[0][:length] for length in range(1, len(rest[0]))]
            rest[0] = rng.choice([rest[0], *(cut for cut in cuts if _fits_one(cut, log.players))])
        lines.append(" ".join((verb, *rest)))
    return lines


def _fits_one(cut: str, names: tuple[str, ...]) -> bool:
    return sum(name.casefold().startswith(cut.casefold()) for name in names) == 1


def spell(rng: Random, log: TrueLog) -> str:
    """The log with other case, blanks, comments and line ends, which mean nothing, and with names cut short."""
    rows: list[str] = []
    shout, end = rng.random() < 0.1, rng.choice(["\n", "\n", "\r\n"])
    for line in cut_names(rng, log) if rng.random() < 0.2 else log.lines:
        row = line.upper() if shout and line.split()[0] not in ("players", "me") else line
        if rng.random() < 0.1:
            row = f"{rng.choice(['', '  ', chr(9)])}{row.replace(' ', rng.choice(['  ', chr(9), ', ']))} "
        rows.append(row + rng.choice(["", "", "", "", "  # so she said: 5-9, hit?", "#", " # ✓ ça va"]))
        rows += rng.choice([[]] * 9 + [[""], ["# nothing"], ["   "]])
    return rng.choice(["", "", "", "\ufeff"]) + end.join(rows) + rng.choice([end, ""])
