"""How a log gets broken: by a slip of the pen, by a stray paste, by an editor, by somebody who means harm."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

NASTY = [
    "\x00", "\x07", "\x08", "\x0b", "\x0c", "\x1b[31m", "\x1b]0;owned\x07", "\x1b[2J", "\x7f", "\x85", "\x9b31m", "\r",
    "\u200b", "\u202e", "\u2028", "\u2066", "\ufeff", "\ufffe", "\u0301", "\U000e0041", "\xad",
    "[bold red]", "[/]", ":smile:", "<script data-attack>alert(1)</script>", '"><img data-attack src=x>', "&lt;",
    "%s%n", "{0}", "\\", "`", "'", '"', "$(reboot)", "--json", "-", "?", "²", "٣", "３", "Ⅷ", "🂡", "é", "İ", "ß", "ﬁ",
]  # fmt: skip
NUMBERS = [
    "-1", "0", "00", "007", "8", "9", "21", "22", "99", "1000", "99999999999999999999", "1e3", "0x7", "3.5", "٣",
    "²",
]  # fmt: skip
WORDS = [
    "game", "players", "me", "nobody", "neutral", "neutral2", "see", "dice", "bet", "told", "swap", "cross",
    "uncross", "score", "final", "reveal", "without", "grey", "tokens", "ask", "declare", "was", "mix", "card",
    "at-most", "mode", "nuggets", "goldrush", "sheriff", "raise", "free", "set", "stake", "knockout", "roll",
    "bid", "lift", "cup", "donkey", "tally", "pool", "hit", "low", "high", "miss", "higher", "right", "wrong",
    "first", "second", "same", "blue", "green", "yellow", "purple", "red", "b", "g", "gyb", "black", "pink",
    "brown", "Ben", "Anna", "9-15", "15-9", "8-8", "0-21", "3x5", "24x1", "0x0", "aid", "pad", "full", "#", ",",
    "?", "-",
]  # fmt: skip

TOLD = ("ask", "bet", "told", "declare", "lift")  # lines that end with what others said


def break_text(rng: Random, lines: list[str]) -> bytes:
    """A few slips, nearly always small ones, and now and then something that is no text at all."""
    lines = list(lines)
    for _ in range(rng.choice([1, 1, 1, 2, 3, 8])):
        rng.choices(SLIPS, WEIGHTS)[0](rng, lines)
    data = "\n".join(lines).encode("utf-8", "surrogatepass") + b"\n"
    return _break_bytes(rng, data) if rng.random() < 0.05 else data


def mishear(rng: Random, lines: list[str]) -> list[str]:
    """Up to three answers are one more or less, or others of this log: all can be read, and often not all be true."""
    rows = [line.split() for line in lines]
    told = [row for row in rows if row[0] in TOLD and len(row) > 2]
    for row in rng.sample(told, min(len(told), rng.randint(1, 3))):
        if row[-1].isdecimal():
            row[-1] = str(abs(int(row[-1]) + rng.choice([-1, 1])))
        else:
            row[-1] = rng.choice([other[-1] for other in told if other[0] == row[0] and not other[-1].isdecimal()])
    return [" ".join(row) for row in rows]


def _break_bytes(rng: Random, data: bytes) -> bytes:
    at = rng.randint(0, len(data))
    return rng.choice(
        [
            data[:at],
            data[:at] + bytes([rng.randint(128, 255)]) + data[at:],
            data[:at] + b"\xed\xa0\x80" + data[at:],
            data.decode("utf-8", "replace").encode("utf-16"),
            data.replace(b"\n", b"\r"),
            b"\xef\xbb\xbf" * 2 + data,
            data[:at] + bytes(rng.randint(0, 255) for _ in range(20)) + data[at:],
        ]
    )


# Each slip changes the lines in place.


def _place(rng: Random, lines: list[str]) -> int:
    """Rather not in the opening lines: a log that is refused at once tries little."""
    return rng.randrange(len(lines)) if len(lines) < 5 or rng.random() < 0.1 else rng.randrange(3, len(lines))


def _lose_line(rng: Random, lines: list[str]) -> None:
    if len(lines) > 1:
        del lines[_place(rng, lines)]


def _double_line(rng: Random, lines: list[str]) -> None:
    lines.insert(_place(rng, lines), rng.choice(lines))


def _move_line(rng: Random, lines: list[str]) -> None:
    line = lines.pop(_place(rng, lines))
    lines.insert(rng.randint(0, len(lines)), line)


def _invent_line(rng: Random, lines: list[str]) -> None:
    words = [rng.choice(WORDS if rng.random() < 0.7 else NUMBERS) for _ in range(rng.randint(1, 6))]
    lines.insert(_place(rng, lines), " ".join(words))


def _cut_end(rng: Random, lines: list[str]) -> None:
    del lines[rng.randint(1, len(lines)) :]
    lines[-1] = lines[-1][: rng.randint(0, len(lines[-1]))]


def _other_number(rng: Random, lines: list[str]) -> None:
    """A digit misread: the commonest slip, and the one that makes contradictions."""
    at = _place(rng, lines)
    digits = list(re.finditer(r"\d", lines[at]))
    if digits:
        spot = rng.choice(digits).start()
        lines[at] = f"{lines[at][:spot]}{rng.randint(0, 9)}{lines[at][spot + 1 :]}"


def _other_word(rng: Random, lines: list[str]) -> None:
    """A word misheard: another that belongs somewhere in this log, or anywhere."""
    at = _place(rng, lines)
    words = lines[at].split()
    if words:
        known = [word for line in lines for word in line.split()]
        words[rng.randrange(len(words))] = rng.choice(rng.choice([known, known, WORDS, NUMBERS]))
        lines[at] = " ".join(words)


def _lose_word(rng: Random, lines: list[str]) -> None:
    at = _place(rng, lines)
    words = lines[at].split()
    if words:
        del words[rng.randrange(len(words))]
        lines[at] = " ".join(words)


def _shuffle_words(rng: Random, lines: list[str]) -> None:
    at = _place(rng, lines)
    words = lines[at].split()
    lines[at] = " ".join([*words[:1], *rng.sample(words[1:], len(words[1:]))])


def _mistype(rng: Random, lines: list[str]) -> None:
    at = _place(rng, lines)
    spot = rng.randint(0, len(lines[at]))
    drop = rng.choice([0, 1])
    lines[at] = lines[at][:spot] + rng.choice(["", "e", "x", "-", ",", ":", "#"]) + lines[at][spot + drop :]


def _slip_in_nasty(rng: Random, lines: list[str]) -> None:
    at = rng.randrange(len(lines))
    spot = rng.randint(0, len(lines[at]))
    lines[at] = lines[at][:spot] + rng.choice(["", "", "# "]) + rng.choice(NASTY) + lines[at][spot:]


def _nasty_name(rng: Random, lines: list[str]) -> None:
    """A player is called otherwise, everywhere."""
    names = lines[1].split()[1:] if len(lines) > 1 and lines[1].startswith("players") else []
    if names:
        old, new = rng.choice(names), rng.choice([*NASTY, *WORDS, *NUMBERS, "N" * rng.choice([39, 40, 41, 300])])
        lines[:] = [re.sub(rf"(?<!\S){re.escape(old)}(?!\S)", lambda _: new, line) for line in lines]


def _make_long(rng: Random, lines: list[str]) -> None:
    """A very long word, line or log."""
    at, times = _place(rng, lines), rng.choice([300, 3000, 30_000])
    kind = rng.choice(["word", "line", "log", "digits"])
    if kind == "word":
        lines[at] += rng.choice(["x", " x", "é", "́"]) * times
    elif kind == "digits":
        lines[at] += " " + "7" * times
    elif kind == "line":
        lines[at] = " ".join([lines[at]] * (times // 30))
    else:
        lines[at:at] = [lines[at]] * (times // 30)


SLIPS: list[Callable[[Random, list[str]], None]] = [
    _lose_line, _double_line, _move_line, _invent_line, _cut_end, _other_number, _other_word, _lose_word,
    _shuffle_words, _mistype, _slip_in_nasty, _nasty_name, _make_long,
]  # fmt: skip
WEIGHTS = [6, 3, 6, 3, 2, 20, 12, 6, 3, 6, 4, 2, 0.3]
