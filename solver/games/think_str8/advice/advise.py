"""What to do now: where the game stands for a seat, which question that is, and its answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from solver.engine.worlds import solve
from solver.english import Ask, Saying, all_of, any_of, remark, with_option
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
    WIN,
    BetAdvice,
    ByReading,
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
from solver.games.think_str8.rules import NAME
from solver.games.think_str8.sheet import USUAL_TOKENS, find_gaps
from solver.games.think_str8.table import Round, Table
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
        return f"{line}; reading the bets, {self.reading.move.short}" if self.reading and self.reading.differs else line

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


def make_advice(table: Table, seat: str, wish: Wish, trust: float = 0.0) -> Advice:
    """Answer the question the seat has now; a wish that cannot be granted is raised as a Fault.

    `trust` is how far the others' bets are believed.
    """
    aim, taken = read_aim(wish.get("aim"), len(table.colours)), _read_taken(table, wish.get("taken"))
    known = know(table, seat, solve(make_puzzle(table, seat)))
    phase, misheard = find_phase(table, seat, wish), tell_misheard(table, seat)
    if not known.total:
        ask = Ask("check", seat=None if seat == table.me else seat)
        hint = remark("`", ask, "` shows which lines contradict each other.")
        waiting = Waiting("No hand fits this log, so there is nothing to go by.", hint)
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
        return _wait(table, seat, phase)

    content = answer(known)
    beliefs = read_table(table, seat, known, trust) if phase in DECISIONS else None
    reading = compare(beliefs, trust, content, answer(beliefs.weighed, patience=0)) if beliefs else None
    told = [remark(f"{told} `", Ask("check"), "` shows the lines.") for told in misheard]
    gaps = [gap for gap in find_gaps(table, seat) if gap != USUAL_TOKENS and phase != "over"]
    notes = (*_notes(table, seat, phase, wish, aim), *told, *gaps)
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
        problem = f"The dice of round {this.number} are typed already (line {this.line.number})."
        hint = remark(
            "To ask which die to turn, delete that line; without `", with_option("dice"), "` you get the bet."
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


def _wait(table: Table, seat: str, phase: str) -> Waiting:
    mine, you = seat == table.me, "You" if seat == table.me else seat
    if phase == "over":
        before = Ask("advise", round=table.round, again=True)
        hint = remark("`", before, "` goes back to before the final bets, a smaller number further.")
        return Waiting("The game is over: the final bets are made.", hint)
    if phase == "answer":
        bet = table.rounds[-1].bets[seat]
        whose_bet = "your" if mine else f"{seat}'s"
        answers = ("hit", "miss") if bet.length == min(table.tokens) else ("hit", "low", "high")
        told = any_of(f"told {'' if mine else seat + ' '}{answer}" for answer in answers)
        return Waiting(f"The answer to {whose_bet} bet {bet.low}-{bet.high} is still missing.", f"Type it: {told}")
    thrower = table.track.last() if not table.round_open else None
    number = table.round + 1
    if thrower == seat:
        text = f"{you} throw{'' if mine else 's'} the dice of round {number}."
        hint = remark("Which die to turn: ", Ask("advise", options=(("dice", "y g b"),)), " (the dice as thrown).")
        return Waiting(text, hint, thrower)
    who = f"{'You throw' if thrower == table.me else f'{thrower} throws'}" if thrower else "Who throws is not known"
    text = f"The dice of round {number} come next. {who}."
    return Waiting(text, "Type the dice once they are set: dice yellow green blue", thrower)


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
        problem = f"{thrower} throws the dice of round {table.round + 1} and may turn one."
        there = Ask("advise", seat=thrower, again=True)
        raise against_rules(None, problem, remark("Ask without the dice, or from that seat: ", there))
    thrown = read_dice(text)
    free = _free(table, tuple(sorted(table.tokens)), taken)
    options = rank_dice(known, thrown, Stakes(table.tokens, free, table.piles()))
    return DiceAdvice(thrown, options, sum_chances(known, options[0].dice))


def _final_now(known: Known) -> float:
    return expected_points(known, bets_for_points(weigh_colours(known)))


def _free(table: Table, free: tuple[int, ...], taken: frozenset[int]) -> tuple[int, ...]:
    left = tuple(length for length in free if length not in taken)
    if not left:
        hint = remark("Check `", with_option("taken"), "` and the bets of this round.")
        raise against_rules(None, f"All {len(table.tokens)} tokens are taken.", hint)
    return left


def _read_taken(table: Table, text: str | None) -> frozenset[int]:
    lengths, words = {str(length): length for length in sorted(table.tokens)}, (text or "").replace(",", " ").split()
    bad = [word for word in words if word not in lengths]
    if bad:
        problem = remark(with_option("taken", bad[0]), ": no token has that length.")
        raise unreadable(None, problem, remark(f"Lengths are {all_of(lengths)}: ", with_option("taken", "7,5")))
    return frozenset(lengths[word] for word in words)


# What the answer rests on.


def _notes(table: Table, seat: str, phase: str, wish: Wish, aim: str) -> list[Saying]:
    leans = phase in ("bet", "dice") or (phase == "final" and aim == WIN)
    notes: list[Saying] = [USUAL_TOKENS] if leans and not table.tokens_typed else []
    if phase == "bet":
        notes += _untyped_bets(table, seat)
    if phase == "dice":
        notes += ["What the dice do for the others is not counted."]
        notes += ["Who throws is not known from the log."] * (table.round_open or table.track.last() is None)
    if phase == "final" and aim == WIN:
        notes += _standing_notes(table)
    if phase == "final" and not wish.get("aim") and table.round == table.round_count:
        notes.append(remark("The bets with the best chance to win may be others: ", with_option("aim", "win")))
    if phase not in ("bet", "dice") and wish.get("taken"):
        notes.append(remark("`", with_option("taken"), "` matters only before a bet."))
    if phase != "final" and wish.get("aim"):
        both = Ask("advise", options=(("final", ""), ("aim", wish["aim"])))
        notes.append(remark("An aim is for the final bets; as if the game ended now: ", both))
    if phase == "final" and wish.get("dice"):
        notes.append(remark("`", with_option("dice"), "` matters only before a throw."))
    return notes


def _untyped_bets(table: Table, seat: str) -> list[Saying]:
    this = table.rounds[-1]
    before = this.order[: this.order.index(seat)] if this.order else ()
    untyped = [player for player in before if player not in this.bets]
    who = "you" if seat == table.me else seat
    free = f"{all_of(untyped)} bet before {who}: type those bets first, or say which tokens are gone with `"
    return [remark(free, with_option("taken", "7,5"), "`.")] * bool(untyped)


def _standing_notes(table: Table) -> list[str]:
    notes = []
    if table.track.order() is None:
        notes.append("Which stone lies on top is not known: a tie that depends on it counts as not won.")
    if table.round_open:
        players = all_of(table.unanswered(table.rounds[-1]))
        notes.append(f"No answer is typed for {players} in round {table.round}: the track counts as it stands.")
    return notes
