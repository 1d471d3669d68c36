"""What to do now: where the game stands for a seat, which question that is, and its answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from solver.engine.worlds import solve
from solver.english import FollowUp, Saying, all_of, say_remark, with_option
from solver.game import Wish
from solver.games.think_str8.advice.bets import (
    BetOption,
    Stakes,
    rank_bets,
    rank_dice,
    rank_swaps,
    read_dice,
    sum_chances,
)
from solver.games.think_str8.advice.final_bets import PATIENCE, bets_for_points, expected_points, weigh_colours
from solver.games.think_str8.advice.moves import (
    BetAdvice,
    Content,
    DiceAdvice,
    SwapAdvice,
    Waiting,
    advise_final,
    compare,
    line_of,
    read_aim,
)
from solver.games.think_str8.beliefs import read_table
from solver.games.think_str8.facts import Known, know, make_puzzle, tell_misheard
from solver.games.think_str8.reader import People
from solver.games.think_str8.rules import NAME
from solver.games.think_str8.table import Round, Table
from solver.games.think_str8.words.advice import find_notes, tell_waiting
from solver.games.think_str8.words.gaps import USUAL_TOKENS, find_gaps
from solver.games.think_str8.words.readings import ByReading
from solver.language import later, say
from solver.log import against_rules, unreadable

DECISIONS = ("bet", "dice", "swap", "final")


@dataclass(frozen=True, slots=True)
class Advice:
    """What `advise` says. With `hands` 0 the log contradicts itself and nothing is advised."""

    table: Table
    seat: str
    phase: str  # bet, dice, swap, final, throw, answer, over, contradiction
    hands: int
    content: Content
    notes: tuple[Saying, ...]
    misheard: tuple[str, ...]  # what others were told that cannot be true, a sentence each
    reading: ByReading | None = None

    @property
    def consistent(self) -> bool:
        return self.hands > 0 and not self.misheard

    @property
    def refusal(self) -> tuple[Saying, Saying] | None:
        content = self.content
        return (content.text, content.hint) if isinstance(content, Waiting) and not self.hands else None

    @property
    def move(self) -> str:
        line = line_of(self.content)
        if self.reading is None or not self.reading.differs:
            return line
        other = self.reading.instead_of.short
        return say("{line}; by the hands alone {other}", line=self.reading.move.line, other=other)

    def data(self) -> dict[str, object]:
        """The advice under the keys that outside programs rely on."""
        return {
            "game": NAME,
            "seat": self.seat,
            "round": self.table.round,
            "rounds": self.table.round_count,
            "phase": self.phase,
            "consistent": self.consistent,
            "hands": self.hands,
            **self.content.data(),
            **({"reading": self.reading.data()} if self.reading else {}),
            "notes": list(map(str, self.notes)),
        }


def make_advice(table: Table, seat: str, wish: Wish, trust: float = 0.0, people: People = ()) -> Advice:
    """Answer the question the seat has now; a wish that cannot be granted is raised as a Fault.

    `trust` is how far the others' bets are believed.
    """
    aim, taken = read_aim(wish.get("aim"), len(table.colours)), _read_taken(table, wish.get("taken"))
    known = know(table, seat, solve(make_puzzle(table, seat)))
    phase, misheard = find_phase(table, seat, wish), tell_misheard(table, seat)
    if not known.total:
        ask = FollowUp("check", seat=None if seat == table.me else seat)
        hint = say_remark("`{ask}` shows which lines contradict each other.", ask=ask)
        waiting = Waiting(say("No hand fits this log, so there is nothing to go by."), hint)
        return Advice(table, seat, "contradiction", 0, waiting, (), misheard)

    def answer(known: Known, patience: float = PATIENCE) -> Content:
        if phase == "bet":
            return _advise_bet(table, known, taken)
        if phase == "dice":
            return _advise_dice(table, seat, known, wish.get("dice", ""), taken)
        if phase == "swap":
            return SwapAdvice(rank_swaps(known, table.piles()), _final_now(known))
        if phase == "final":
            return advise_final(table, seat, known, aim, patience)
        return tell_waiting(table, seat, phase)

    content = answer(known)
    beliefs = read_table(table, seat, known, trust, people) if phase in DECISIONS else None
    reading = compare(beliefs, trust, content, answer(beliefs.weighed, patience=0)) if beliefs else None
    told = [say_remark("{told} `{ask}` shows the lines.", told=one, ask=FollowUp("check")) for one in misheard]
    gaps = [gap for gap in find_gaps(table, seat) if gap != say(USUAL_TOKENS) and phase != "over"]
    notes = (*find_notes(table, seat, phase, wish, aim), *told, *gaps)
    return Advice(table, seat, phase, known.total, content, notes, misheard, reading)


# Where the game stands.


def find_phase(table: Table, seat: str, wish: Wish) -> str:
    """The question of the moment. Only the seat's own lines count: what others did may be missing."""
    if table.finished:
        return "over"
    if "final" in wish:
        return "final"
    waits_for = _own_part(table, seat, table.rounds[-1]) if table.rounds else None
    if waits_for == "bet" and wish.get("dice"):
        this = table.rounds[-1]
        places = {"round": this.number, "line": this.line.number}
        problem = say("The dice of round {round} are typed already (line {line}).", **places)
        hint = say_remark(
            "To ask which die to turn, delete that line; without `{ask}` you get the bet.", ask=with_option("dice")
        )
        raise against_rules(None, problem, hint)
    if waits_for:
        return waits_for
    if table.round == table.round_count:
        return "final"
    return "dice" if wish.get("dice") else "throw"


def _own_part(table: Table, seat: str, this: Round) -> str | None:
    """What the seat still has to do in a round: bet, hear the answer, swap; None if all is done."""
    bet = this.bets.get(seat)
    if seat in this.swaps or (bet and bet.answer == "hit"):
        return None
    if bet is None:
        return "bet"
    if bet.answer is None:
        return "answer"
    return "swap" if table.piles() else None


# What can be asked.


def _advise_bet(table: Table, known: Known, taken: frozenset[int]) -> BetAdvice:
    dice = table.rounds[-1].dice or ()
    free = _free(table, table.free_tokens(), taken)
    options = rank_bets(known, dice, Stakes(table.tokens, free, table.piles()))
    return BetAdvice(dice, free, sum_chances(known, dice), options, _name_bets(options), _final_now(known))


def _name_bets(options: Sequence[BetOption]) -> dict[str, BetOption]:
    words = {
        "safe": max(options, key=lambda option: round(option.hit, 9)),
        "sharp": max(options, key=lambda option: round(option.expected, 9)),
    }
    if teaching := [option for option in options if option.open]:
        words["curious"] = max(teaching, key=lambda option: round(option.final, 9))
    return words


def _advise_dice(table: Table, seat: str, known: Known, text: str, taken: frozenset[int]) -> DiceAdvice:
    thrower = table.track.last() if not table.round_open else None
    if thrower is not None and thrower != seat:
        told = later("{player} throws the dice of round {round} and may turn one.")
        problem = say(told, player=thrower, round=table.round + 1)
        there = FollowUp("advise", seat=thrower, again=True)
        hint = say_remark("Ask without the dice, or from that seat: {ask}", ask=there)
        raise against_rules(None, problem, hint)
    thrown = read_dice(text)
    free = _free(table, tuple(sorted(table.tokens)), taken)
    options = rank_dice(known, thrown, Stakes(table.tokens, free, table.piles()))
    return DiceAdvice(thrown, options, sum_chances(known, options[0].dice))


def _final_now(known: Known) -> float:
    return expected_points(known, bets_for_points(weigh_colours(known)))


def _free(table: Table, free: tuple[int, ...], taken: frozenset[int]) -> tuple[int, ...]:
    left = tuple(length for length in free if length not in taken)
    if not left:
        hint = say_remark("Check `{ask}` and the bets of this round.", ask=with_option("taken"))
        raise against_rules(None, say("All {tokens} tokens are taken.", tokens=len(table.tokens)), hint)
    return left


def _read_taken(table: Table, text: str | None) -> frozenset[int]:
    lengths, words = {str(length): length for length in sorted(table.tokens)}, (text or "").replace(",", " ").split()
    bad = [word for word in words if word not in lengths]
    if bad:
        problem = say_remark("{ask}: no token has that length.", ask=with_option("taken", bad[0]))
        told = later("Lengths are {lengths}: {ask}")
        raise unreadable(None, problem, say_remark(told, lengths=all_of(lengths), ask=with_option("taken", "7,5")))
    return frozenset(lengths[word] for word in words)
