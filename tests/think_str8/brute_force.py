"""The naive third opinion: reads a plain log line by line and tries every hand. Uses nothing of `solver`."""

from __future__ import annotations

from itertools import product

from tests.think_str8.random_games import COLOURS


def count_hands(text: str, upto: int | None = None, seat: str | None = None) -> dict[str, dict[int, int]]:
    """In how many hands of the seat that fit a colour has each number. Understands what `random_games` writes.

    Black boxes and ranges are those of the log's owner, and the seat must be that one. At an earlier round a card that
    the owner lays off only later was not black.
    """
    colours, me = list(COLOURS), ""
    seen: dict[str, set[int]] = {colour: set() for colour in COLOURS}
    held: dict[str, int] = {}
    past: list[dict[str, int]] = []
    sums: list[tuple[dict[str, int], list[str], str, str]] = []
    rounds, dice = 0, [""]
    text = text if upto is None else _without_later(text, upto)
    unanswered: tuple[dict[str, int], list[str], str, str] | None = None
    for words in (line.replace(",", "").split() for line in text.splitlines()):
        verb, rest = words[0], words[1:]
        if verb == "me":
            me = seat or rest[0]
        elif verb == "without":
            colours.remove("grey")
        elif verb == "see" and rest[0] != me:
            for colour, digit in zip(rest[1::2], rest[2::2], strict=True):
                seen[colour].add(int(digit))
        elif verb == "seen":
            for colour, group in _by_colour(rest):
                seen[colour] |= group
        elif verb == "sum" or verb == "not" or verb[0].isdigit():
            told_as = words[1:] if verb == "sum" else words
            wrong = told_as[0] == "not"
            sums.append((past[-1], dice, told_as[-1], "miss" if wrong else "hit"))
        elif verb == "dice":
            rounds += 1
            if upto is not None and rounds > upto:
                break
            dice, unanswered = rest, None
            past.append({})
        elif verb == "bet" and rest[0] == me and len(rest) == 3:
            sums.append((past[-1], dice, rest[1], rest[2]))
        elif verb == "bet" and rest[0] == me:
            unanswered = (past[-1], dice, rest[1], "miss")
        elif verb == "swap":
            if rest[0] == me and unanswered:
                sums.append(unanswered)  # who lays off a card was told to be wrong
            seen[rest[1]].add(int(rest[2]))
            if rest[0] == me:
                for earlier in past:  # rounds in which the card laid off was still held
                    earlier.setdefault(rest[1], int(rest[2]))
            elif len(rest) == 4:
                seen[rest[1]].add(int(rest[3]))
        elif verb in ("final", "reveal"):
            if upto is not None:
                break
            turned = dict(zip(colours, map(int, rest[1:]), strict=True)) if verb == "reveal" else {}
            if rest[0] == me:
                held = held | turned
            else:
                for colour, number in turned.items():
                    seen[colour].add(number)
    counts: dict[str, dict[int, int]] = {colour: {} for colour in colours}
    choices = [[n for n in range(8) if n not in seen[c] and held.get(c, n) == n] for c in colours]
    told = [
        (
            [colours.index(colour) for colour in thrown if colour not in known],
            {
                total - sum(known.get(colour, 0) for colour in thrown)
                for total in range(22)
                if _agrees(total, bet, answer)
            },
        )
        for known, thrown, bet, answer in sums
    ]
    for numbers in product(*choices):
        if all(sum([numbers[place] for place in places]) in totals for places, totals in told):
            for colour, number in zip(colours, numbers, strict=True):
                counts[colour][number] = counts[colour].get(number, 0) + 1
    return {colour: dict(sorted(count.items())) for colour, count in counts.items()}


def _by_colour(words: list[str]) -> list[tuple[str, set[int]]]:
    """`blue 1 3 red 0`"""
    groups: list[tuple[str, set[int]]] = []
    for word in words:
        if word.isdigit():
            groups[-1][1].add(int(word))
        else:
            groups.append((word, set()))
    return groups


def _without_later(text: str, upto: int) -> str:
    """The boxes without what the owner lays off after that round."""
    owner = next(line.split()[1] for line in text.splitlines() if line.startswith("me "))
    rounds, later = 0, set[tuple[str, int]]()
    for words in (line.split() for line in text.splitlines()):
        rounds += words[0] == "dice"
        if words[0] == "swap" and words[1] == owner and rounds > upto:
            later.add((words[2], int(words[3])))
    lines = []
    for line in text.splitlines():
        if line.startswith("seen "):
            groups = [(c, {n for n in group if (c, n) not in later}) for c, group in _by_colour(_plain(line))]
            line = f"seen {', '.join(f'{c} {_digits(group)}' for c, group in groups if group)}"
        lines += [line] if line != "seen " else []
    return "\n".join(lines)


def _plain(line: str) -> list[str]:
    return line.replace(",", "").split()[1:]


def _digits(group: set[int]) -> str:
    return " ".join(map(str, sorted(group)))


def _agrees(total: int, bet: str, answer: str) -> bool:
    low, high = map(int, (bet if "-" in bet else f"{bet}-{bet}").split("-"))
    if answer == "hit":
        return low <= total <= high
    if answer == "miss":
        return not low <= total <= high
    return total > high if answer == "low" else total < low
