"""What others do at twin tables meanwhile: in secret at one of them, or what all hear at both, slips and all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from tests.attack.phones import Phone, Reply
from tests.attack.twins import State, Twins, awaited

APART = "apart"  # the others know what the twins differ in, and have done different things: there is nothing to compare
COLOURS = ("blue", "green", "yellow", "purple", "red", "grey")
Tables = Sequence[dict[str, Phone]]
LATEST = 1_000_000_000  # no phone is late for what it says in secret


def act_beside(rng: Random, twins: Twins, phones: Tables, state: State, rest: list[str]) -> str:
    """Something that others do, how it is told; or APART."""
    deeds = [_cross, _mistake, _mistake, _hide, _go_on, _go_on, _go_on, _go_on, _slip, _take_back, _agree]
    return rng.choice(deeds)(rng, twins, phones, state, rest)


# At one table only, or another thing at each: no other seat hears of it.


def _cross(rng: Random, twins: Twins, phones: Tables, state: State, rest: list[str]) -> str:  # noqa: ARG001
    if twins.game == "thinkaboxin":
        return "/nothing"
    who, at = rng.choice(twins.others), rng.choice(phones)
    mark = f"{rng.choice(COLOURS)} {rng.randrange(8)}" if twins.game == "think-str8" else str(rng.randint(1, 7))
    for _ in range(rng.choice((1, 1, 1, 1, 1, 45))):
        _send(at[who], f"{rng.choice(('cross', 'uncross'))} {mark}")
    return f"/{who} crosses"


def _mistake(rng: Random, twins: Twins, phones: Tables, state: State, rest: list[str]) -> str:  # noqa: ARG001
    """Somebody enters what the seat has, or enters it anew, as long as nobody was told what follows from it."""
    told = state["sheet"] | state["table"]
    if twins.game == "think-str8":
        bets = [one["bets"].get(twins.seat) for one in told["history"]]
        seen = [(holder, colour, number) for holder, hand in told["holders"].items() for colour, number in hand.items()]
        colour = rng.choice(told["colours"])
        taken = {number for _, one, number in seen if one == colour} | {*told["laid_off"].get(colour, ())}
        free = [number for number in range(8) if number not in taken]
        what = f"{colour} {rng.choice(free)}" if free and not any(bets) else ""
    elif twins.game == "tricoda":
        what = rng.choice(("g1", "y2 b3", "r5 b5 p6", "y7", "b7 p7 g6")) if not told["asked"] else ""
    else:
        what = ""
    if not what or state["prompt"]["over"]:
        return "/nothing"
    who, at = rng.choice(twins.others), rng.choice(phones)
    line, entries = f"see {twins.seat} {what}", at[who].fetch("/api/state").data["entries"]
    mine = [one["id"] for one in entries if (one["kind"], one["player"]) == ("see", twins.seat)]
    if not mine or rng.random() < 0.3:
        _send(at[who], line)
    elif rng.random() < 0.3:
        at[who].post("/api/undo", id=rng.choice(mine))
    else:
        at[who].post("/api/lines", line=line, version=LATEST, instead=rng.choice(mine))
    return f"/{who} {line}"


def _hide(rng: Random, twins: Twins, phones: Tables, state: State, rest: list[str]) -> str:  # noqa: ARG001
    """Final bets, or dice under a cup: others than at the other table."""
    who, lines = rng.choice(twins.others), awaited(state)
    if twins.game == "thinkaboxin":
        many = rng.randint(2, 4)
        texts = [f"roll {' '.join(str(rng.randint(1, 6)) for _ in range(many))}" for _ in phones]
    elif twins.game == "think-str8" and "final" in lines and len(state["waiting"]) > 1:
        texts = [f"final {''.join(str(rng.randrange(8)) for _ in range(6))}" for _ in phones]
    else:
        return "/nothing"
    replies = [_send(each[who], text) for each, text in zip(phones, texts, strict=True)]
    return f"/{who} {texts}" if _same(replies) else APART


# At both tables, for all to hear.


def _go_on(rng: Random, twins: Twins, phones: Tables, state: State, rest: list[str]) -> str:  # noqa: ARG001
    """The next line as it was at the first table, from whoever may enter it."""
    if not rest:
        return "/nothing"
    line = rest.pop(0)
    words = line.split()
    who = words[1] if words[1:2] and words[1] in twins.others and words[0] != "see" else rng.choice(twins.others)
    return line if _same([_send(each[who], line) for each in phones]) else APART


def _slip(rng: Random, twins: Twins, phones: Tables, state: State, rest: list[str]) -> str:
    """A line of the game that is not the next one, or with another number."""
    if not rest:
        return "/nothing"
    words = rng.choice(rest).split()
    places = [place for place, word in enumerate(words) if word.isdigit()]
    for place in places[-1:]:
        words[place] = str(rng.randrange(8))
    return _go_on(rng, twins, phones, state, [" ".join(words)])


def _take_back(rng: Random, twins: Twins, phones: Tables, state: State, rest: list[str]) -> str:  # noqa: ARG001
    """Somebody else takes an entry back or changes its number, and may ask for it if that is the same at both."""
    who, ask, back, number = rng.choice(twins.others), rng.random() < 0.3, rng.random() < 0.5, rng.randrange(8)
    both = [list(_own_entries(twins, each[who])) for each in phones]
    if not both[0] or [line for _, line in both[0]] != [line for _, line in both[1]]:
        return "/nothing"
    place = rng.randrange(len(both[0]))
    line = both[0][place][1].rpartition(" ")[0] + f" {number}"
    changes = [
        (each[who], {"id": one[place][0]} if back else {"instead": one[place][0]})
        for each, one in zip(phones, both, strict=True)
    ]

    def send(**more: object) -> list[Reply]:
        path, said = ("/api/undo", {}) if back else ("/api/lines", {"line": line, "version": LATEST})
        return [phone.post(path, **said, **change, **more) for phone, change in changes]

    replies = send()
    if ask and _same(replies) and replies[0].status == 409:
        falls = [[fall["text"] for fall in reply.data.get("falls", ())] for reply in replies]
        replies = send(ask=True) if falls[0] == falls[1] else replies
    return f"/{who} {'takes back' if back else 'changes'} {line}" if _same(replies) else APART


def _own_entries(twins: Twins, phone: Phone) -> Iterator[tuple[int, str]]:
    """What everybody sees of it."""
    for one in phone.fetch("/api/state").data["entries"]:
        if one["kind"] in ("dice", "bet", "bid", "tally", "donkey", "score") or (
            one["kind"] == "see" and one["player"] not in (None, twins.seat)
        ):
            yield one["id"], one["line"]


def _agree(rng: Random, twins: Twins, phones: Tables, state: State, rest: list[str]) -> str:  # noqa: ARG001
    """Somebody else says what they think of a change that is asked for."""
    who, yes = rng.choice(twins.others), rng.random() < 0.7
    asked = [each[who].fetch("/api/state").data["asked"] for each in phones]
    if not all(asked):
        return "/nothing"
    replies = [
        each[who].post("/api/agree", id=those[0]["id"], agree=yes) for each, those in zip(phones, asked, strict=True)
    ]
    return "/agree" if _same(replies) else APART


def _send(phone: Phone, line: str) -> Reply:
    return phone.post("/api/lines", line=line, version=LATEST)


def _same(replies: Sequence[Reply]) -> bool:
    """Whether it was taken at both tables, or at none."""
    return len({reply.status for reply in replies}) == 1
