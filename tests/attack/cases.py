"""One case of the attack: a log, the calls made on it, and what must hold of their answers.

Exit codes are 0 to 2; JSON parses; nothing from a log but letters reaches a terminal or a page; all commands agree on
whether the log is refused and whether it contradicts itself; a true log is neither, and what its owner holds stays
possible; each call keeps within its bound. A log typed into `play` arrives there, and can always be read.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from tests.attack.calls import Answer, Call, ask, opened_once
from tests.attack.mutations import break_text, mishear
from tests.attack.sessions import count_typed, hold_session, judge_session, make_session
from tests.attack.true_logs import PLAY, TrueLog, abbreviate, forget, make_log, spell

CLAIMS = {
    "think-str8": ["red 6", "blue", "green 3", "yellow 0 round 2", "red 6, blue 1", "grey 7", "purple"],
    "tricoda": ["7", "blue 7", "4 5 5", "red 5", "1", "green 6", "2 3 4"],
    "thinkaboxin": ["3x5", "1x1", "24x6", "2x3", "9x2"],
}
WHOLE_TABLE: list[tuple[str, ...]] = [(), ("--json",), ("--html", "-")]
HINTS: list[tuple[str, ...]] = [(), ("--more",), ("--full",)]
NONSENSE = [
    "",
    "-1",
    "0",
    "nobody",
    "me",
    "7" * 5000,
    "ÿ",
    "\x1b[2J",
    "[bold]",
    "red 6 round 99",
    "b b b b",
    "7,7",
    "win",
]
ADVICE: dict[str, list[tuple[str, ...]]] = {
    "think-str8": [
        *((), (), ("--final",), ("--final", "--aim", "win"), ("--final", "--aim", "12"), ("--dice", "y", "g", "b")),
        *(("--taken", "7,5"), ("--all",), ("--dice", "grey", "grey", "red")),
    ],
    "tricoda": [()],
    "thinkaboxin": [(), ("--trust", "0"), ("--trust", "1")],
}
LINES, SECONDS, MEGABYTES = 200, 2.0, 500.0  # the bound of one call; for a longer log in proportion
SHOWN = re.compile(r"\x1b\[[0-9;]*m")  # what the program itself sends to a terminal


@dataclass(frozen=True, slots=True)
class Case:
    """A log and the calls on it, one tuple for each point of view. `true` is what the log was written from.

    The calls share the opened log if `shared`, as in `play` and `serve`; else each opens its own, as in a shell.
    """

    game: str
    log: bytes
    true: TrueLog | None
    views: tuple[tuple[Call, ...], ...]
    shared: bool = False

    @property
    def lines(self) -> int:
        return max(1, len(self.log.splitlines()))


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that must not be. Findings of one `kind`, `game` and `place` have one cause, by all we know."""

    kind: str
    game: str
    call: Call
    place: str
    told: str = ""

    @property
    def cause(self) -> str:
        return " | ".join((self.kind, self.game, self.place))


def make_case(seed: int, number: int) -> Case:
    """The case of that number: the same for ever, as long as the generators stay as they are."""
    rng = Random(f"{seed}/{number}")
    game = rng.choice(list(PLAY))
    log = make_log(rng, game)
    kind = rng.choice(["whole", "gaps", "broken", "broken", "misheard"])
    if kind == "gaps" or (kind != "whole" and rng.random() < 0.3):
        log = forget(rng, log)
    elif rng.random() < 0.3:
        log = abbreviate(rng, log)
    if kind == "misheard":
        data = "\n".join(mishear(rng, log.lines)).encode()
    else:
        data = break_text(rng, log.lines) if kind == "broken" else spell(rng, log).encode()
    seats = [("--as", player) for player in log.players]
    own = rng.choice(seats) if log.of_table else ()
    views = [_choose_calls(rng, game, own)]
    if rng.random() < 0.4:
        views.append(_choose_some(rng, game, rng.choice(seats)))
    if rng.random() < 0.3:
        views.append(_choose_some(rng, game, (*own, "--round", str(rng.randint(0, 9)))))
    if rng.random() < 0.1:
        views.append(_choose_nonsense(rng, game))
    if log.of_table:
        seat = rng.choice(log.players)
        views.append((Call("show", ("--json", "--as", seat)), Call("extract", (seat,))))
    rng = Random(f"{seed}/{number}/more")  # on its own, so that all else stays what it was without it
    if rng.random() < 0.1 and len(data.splitlines()) <= LINES:
        views.append((make_session(rng, data),))
    if log.of_table:
        views.append((Call("review", rng.choice(WHOLE_TABLE)),))
    return Case(game, data, log if kind in ("whole", "gaps") else None, tuple(views), shared=rng.random() < 0.75)


def _choose_calls(rng: Random, game: str, view: tuple[str, ...]) -> tuple[Call, ...]:
    """All commands from one point of view, half of them in JSON."""
    words: dict[str, tuple[str, ...]] = {
        "show": (),
        "check": (),
        "why": tuple(rng.choice(CLAIMS[game]).split()),
        "hint": rng.choice(HINTS),
        "advise": rng.choice(ADVICE[game]),
        "review": ("--html", "-") if rng.random() < 0.2 else (),
    }
    calls = []
    for command, options in words.items():
        as_json = command == "check" or (rng.random() < 0.5 and "--html" not in options)
        calls.append(Call(command, (*options, *view, *(("--json",) if as_json else ())), rng.random() < 0.2))
    return tuple(calls)


def _choose_some(rng: Random, game: str, view: tuple[str, ...]) -> tuple[Call, ...]:
    """`show`, which is the measure, and two of the others: by its first view every log goes through every command."""
    show, *others = _choose_calls(rng, game, view)
    return (show, *rng.sample(others, 2))


def _choose_nonsense(rng: Random, game: str) -> tuple[Call, ...]:
    """Calls that nobody means: to be refused with a sentence, or answered."""
    word, other = rng.choice(NONSENSE), rng.choice(NONSENSE)
    return (
        Call("why", ("--", word, other)),
        Call("advise", (rng.choice(["--aim", "--taken", "--dice", "--trust", "--as", "--round"]), word)),
        Call("notation", rng.choice([(), (game,), ("--", word)])),
        Call("extract", ("--", word)),
    )


def attack(case: Case, timed: bool = False, begin: Callable[[Call], None] = lambda _: None) -> list[Finding]:
    """All that is wrong with the answers; `begin` is told of every call before it is made."""
    with opened_once() if case.shared else nullcontext():
        return [finding for view in case.views for finding in _attack_view(case, view, timed, begin)]


def _attack_view(case: Case, view: tuple[Call, ...], timed: bool, begin: Callable[[Call], None]) -> Iterator[Finding]:
    answers = []
    for call in view:
        begin(call)
        if call.command == "play":
            answer, saved = hold_session(call, case.log)
            for kind, told in judge_session(case.log, answer, saved, case.true is not None):
                yield Finding(kind, case.game, call, "", told)
            answers.append(answer)
        else:
            answers.append(ask(call, case.log))
    for answer in answers:
        yield from judge_answer(case, answer)
        if timed:
            yield from judge_cost(case, answer)
    yield from judge_agreement(case, answers)
    yield from judge_truth(case, answers) if case.true else ()
    yield from judge_extract(case, answers)
    yield from judge_reasons(case, answers)


# What must hold of one answer.


def judge_answer(case: Case, answer: Answer) -> Iterator[Finding]:
    call = answer.call
    if answer.crash:
        yield Finding("crash", case.game, call, answer.crash.partition(":")[0], answer.crash)
        return
    if answer.code not in (0, 1, 2):
        yield Finding("exit code", case.game, call, f"{call.command} {answer.code}", answer.err)
    if call.in_json and read_json(answer) is None and (answer.out or answer.code != 2):
        yield Finding("no JSON", case.game, call, f"{call.command} {answer.code}", answer.out[:300])
    if answer.code == 2 and not answer.out and not answer.err.strip():
        yield Finding("silence", case.game, call, call.command)
    if "--html" in call.options and answer.code != 2:
        if "data-attack" in re.sub(r"&lt;.*?&gt;", "", answer.out):
            yield Finding("markup on the page", case.game, call, "page")
        return
    shown = SHOWN.sub("", answer.out + answer.err) if call.coloured else answer.out + answer.err
    fine = "\n\t\ufeff" if call.command == "extract" else "\n"  # one's own log is handed over as it was typed
    stray = sorted({repr(sign) for sign in shown if not sign.isprintable() and sign not in fine})
    if stray:
        yield Finding("control sign", case.game, call, call.command, " ".join(stray))


def judge_cost(case: Case, answer: Answer) -> Iterator[Finding]:
    share, place = max(1.0, case.lines / LINES), costly(answer.call)
    if answer.call.command == "play":
        share += count_typed(answer.call, case.log) / 5  # some of what is typed is a question like any other call
    told = f"{answer.seconds:.1f} s, {answer.megabytes:.0f} MB, {case.lines} lines"
    if answer.seconds > SECONDS * share:
        yield Finding("slow", case.game, answer.call, place, told)
    if answer.megabytes > MEGABYTES * share:
        yield Finding("large", case.game, answer.call, place, told)


def costly(call: Call) -> str:
    """What the cost of a call depends on, but for the log."""
    return " ".join((call.command, *(word for word in call.options if word in ("--final", "win", "--full", "--dice"))))


def read_json(answer: Answer) -> dict[str, Any] | None:
    try:
        data = json.loads(answer.out)
    except ValueError:
        return None
    return data if isinstance(data, dict) else None


# What must hold of all answers from one point of view.


def judge_extract(case: Case, answers: Sequence[Answer]) -> Iterator[Finding]:
    """A seat's answer from the table's own log is byte for byte the one from the log extracted for it."""
    extracts = [answer for answer in answers if answer.call.command == "extract" and answer.code == 0]
    shows = [answer for answer in answers if answer.call.command == "show" and not answer.crash]
    for extract, show in zip(extracts, shows, strict=False):
        again = ask(Call("show", ("--json",)), extract.out.encode())
        if (again.code, again.out) != (show.code, show.out):
            told = f"{again.code} {again.out[:300]} / {show.code} {show.out[:300]}"
            yield Finding("extract differs", case.game, extract.call, "", told)


def judge_agreement(case: Case, answers: Sequence[Answer]) -> Iterator[Finding]:
    """`show` is the measure: what it refuses all refuse, what contradicts itself there does so everywhere."""
    whole, reserved = [answer for answer in answers if not answer.crash], b"aid" in case.log.lower()
    for show in (answer for answer in whole if answer.call.command == "show"):
        for other in whole:
            name, told = other.call.command, f"show {show.code}, {other.call.command} {other.code}: {other.err[:200]}"
            # These may be refused for their own words, as there is no such claim; others if the log asks for less help.
            # Then `show` is no more than the pad, and does not say whether a line can be true.
            picky = name in ("why", "hint", "advise") or reserved
            if (show.code == 2 and other.code != 2) or (show.code != 2 and other.code == 2 and not picky):
                yield Finding("commands disagree", case.game, other.call, f"show and {name}: refused", told)
            elif other.code != 2 and name != "extract" and not reserved and contradicts(show) != contradicts(other):
                yield Finding("commands disagree", case.game, other.call, f"show and {name}: contradiction", told)


def judge_reasons(case: Case, answers: Sequence[Answer]) -> Iterator[Finding]:
    """`why` comes to what the sheet says, both in JSON."""
    told = {answer.call.command: data for answer in answers if answer.code == 0 and (data := read_json(answer))}
    if "show" not in told or "verdict" not in told.get("why", {}) or "aid" in told["show"]:
        return  # where the log asks for less help, the sheet is only the pad
    claim, verdict = told["why"]["claim"], told["why"]["verdict"]
    if (by_sheet := read_sheet(case.game, claim, told["show"])) not in (None, verdict):
        call = next(answer.call for answer in answers if answer.call.command == "why")
        yield Finding("why and show differ", case.game, call, verdict, f"{claim}: {verdict}, by the sheet {by_sheet}")


def read_sheet(game: str, claim: str, sheet: dict[str, Any]) -> str | None:
    """Whether a simple claim is impossible, possible or certain by the sheet."""
    words = claim.split()
    if game == "think-str8" and len(words) == 2:
        counts = sheet["cards"].get(words[0], {}).get("count")
        chances = None if counts is None else counts.get(words[1], 0) / sheet["hands"]
    elif game == "tricoda" and len(words) == 2:
        chances = sheet["stones"][claim]
    elif game == "tricoda":
        fits = [guess for guess in sheet["codes"] if not Counter(map(int, words)) - Counter(guess["numbers"])]
        chances = sum(guess["ways"] for guess in fits) / sheet["ways"]
    else:
        bids = {f"{bid['amount']}x{bid['value']}": Fraction(bid["fraction"]) for bid in sheet.get("odds", ())}
        chances = bids.get(claim)
    if chances is None:
        return None
    return "impossible" if chances == 0 else "certain" if chances == 1 else "possible"


def contradicts(answer: Answer) -> bool:
    """`check` leaves with 1 for a cross that is not justified as well."""
    data = read_json(answer) if answer.call.in_json else None
    said = data.get("consistent") if data else None
    if answer.call.command == "check" and isinstance(said, bool):
        return not said
    return answer.code == 1


def judge_truth(case: Case, answers: Sequence[Answer]) -> Iterator[Finding]:
    """Nothing true is refused, called contradictory or ruled out. A round that the log lacks may be refused, help that
    it does not ask for, and to look back on a whole table before the game is over.
    """
    for answer in answers:
        if answer.crash or answer.call.command == "notation":
            continue
        if contradicts(answer):
            yield Finding("true log contradictory", case.game, answer.call, "", answer.out[:400])
        said = answer.out + answer.err
        no_round = "--round" in answer.call.options and "This log has" in said
        no_help = "asks for less help" in said and case.true and any(line.startswith("aid") for line in case.true.lines)
        no_end = answer.call.options in WHOLE_TABLE and "it belongs to no seat" in said
        excused = no_round or no_help or no_end
        if answer.code == 2 and answer.call.command in ("show", "check", "review") and not excused:
            yield Finding("true log refused", case.game, answer.call, without_details(case.true, said), said[:600])
        data = read_json(answer) if answer.call.command == "show" else None
        if data and answer.code != 2 and "--round" not in answer.call.options:
            yield from judge_possible(case, answer, data)
            for warning in data.get("warnings", ()) if case.true and case.true.whole else ():
                place = without_details(case.true, json.dumps(warning, ensure_ascii=False))
                yield Finding("warning about a true log", case.game, answer.call, place, str(warning))


def without_details(log: TrueLog | None, said: str) -> str:
    """The sentence of a refusal without names, numbers and colours, so that one cause is told once."""
    found = re.search(r'"problem": "([^"]*)|^  (\S.*)$', said, re.MULTILINE)
    sentence = (found[1] or found[2]) if found else said[:80]
    for name in log.players if log else ():
        sentence = sentence.replace(name, "NAME")
    return re.sub(r"\d+", "N", re.sub("blue|green|yellow|purple|red|grey|black|pink|brown", "COLOUR", sentence))


def judge_possible(case: Case, answer: Answer, data: dict[str, Any]) -> Iterator[Finding]:
    """What the seat holds is still possible by the sheet. Where lines are missing, only its owner's swaps are known."""
    log = case.true
    if log is None or not (log.whole or data["seat"] == log.seat) or any(line.startswith("aid") for line in log.lines):
        return
    holds = log.holds.get(data["seat"], []) if data.get("consistent") else []
    if case.game == "think-str8":
        pairs = [stone.split() for stone in holds]
        gone = [f"{colour} {n}" for colour, n in pairs if int(n) not in data["cards"][colour]["possible"]]
    elif case.game == "tricoda" and holds:
        code = sorted(int(stone.split()[1]) for stone in holds)
        gone = [stone for stone in holds if not data["stones"][stone]]
        gone += [] if code in [guess["numbers"] for guess in data["codes"]] else [str(code)]
    else:
        gone = []
    if gone:
        yield Finding("truth ruled out", case.game, answer.call, "", ", ".join(gone))
