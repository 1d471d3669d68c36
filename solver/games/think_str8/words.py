"""What a session says between two lines: what was understood, what is missing, what comes next.

Nothing is guessed, and answers that rest on a decision of ours say so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial

from solver.english import Ask, Saying, all_of, remark, whose
from solver.game import Awaited, Question, Step, ask_yes_no
from solver.games.think_str8.notation import format_cards
from solver.games.think_str8.referee import opening_whose
from solver.games.think_str8.rules import (
    SUMS,
    TOKENS,
    Bet,
    Card,
    Cross,
    Dice,
    Final,
    Reveal,
    Score,
    See,
    Swap,
    Tokens,
    Told,
    Uncross,
    Without,
)
from solver.games.think_str8.table import Placed, Round, Table
from solver.grammar import Event, Players, tell_common


def tell(event: Event, table: Table) -> str:
    """What the program understood, as a sentence to the log's owner."""
    match event:
        case Players():
            first = event.names[0]
            return f"{all_of(event.names)} play {table.round_count} rounds; {first} is on top and throws first."
        case Without():
            return f"Played without {event.colour}: {all_of(table.colours)}."
        case Tokens():
            return "Tokens, spaces:points: " + ", ".join(f"{length}:{points}" for length, points in event.points) + "."
        case See():
            return f"{event.holder}: {format_cards(event.cards)}."
        case Dice():
            return f"Round {table.round} of {table.round_count}: {all_of(event.colours)}.{_left_open(table)}"
        case Bet() | Told():
            return _tell_bet(table.rounds[-1].bets[event.player], table)
        case Swap():
            return _tell_swap(table.rounds[-1].swaps[event.player], table)
        case Cross():
            owner = f"{event.player}'s" if event.player else "your"
            return f"Crossed out on {owner} pad: {format_cards(event.cards)}."
        case Uncross():
            return f"No longer crossed out: {format_cards(event.cards)}."
        case Score():
            return f"{'You stand' if event.player == table.me else f'{event.player} stands'} on {event.points}."
        case Final():
            return f"{opening_whose(event.player, table.me)} final bets: {format_cards(event.cards) or 'none'}."
        case Reveal():
            points = table.final_points[event.player]
            won = "" if points is None else f" Final bets: {points:+d} points."
            return f"{opening_whose(event.player, table.me)} cards: {format_cards(event.cards)}.{won}"
    return tell_common(event)


def _left_open(table: Table) -> str:
    """What the round before lacks, said at once, while people still remember."""
    before = table.rounds[-2] if table.round > 1 else None
    lacking = table.unanswered(before) if before else ()
    if before is None or not lacking:
        return ""
    names = all_of(whose(player, table.me) for player in lacking)
    return f" Round {before.number} lacks {names} bet or answer: `round {before.number}: …` puts it in."


def _tell_bet(bet: Placed, table: Table) -> str:
    who, bets = ("You", "bet") if bet.player == table.me else (bet.player, "bets")
    points, score = table.tokens[bet.length], table.track.space(bet.player)
    worth, stands = f"{points} point{'s' * (points != 1)}", "" if score is None else f", now on {score}"
    if bet.total is not None:
        found = f"a hit, +{points}{stands}" if bet.answer == "hit" else ANSWERS[bet.answer]
        return f"{who}: {bet.total}, {found}."
    if bet.answer is None:
        return f"{who} {bets} on {bet.span}: {bet.length} space{'s' * (bet.length > 1)} for {worth}."
    told = {
        "hit": f"hit, the sum is {bet.span}; {worth}{stands}",
        "miss": f"wrong, the sum is not {bet.span}",
        "low": f"sum above {bet.high}, so {bet.high + 1} to {SUMS[-1]}",
        "high": f"sum below {bet.low}, so 0 to {bet.low - 1}",
    }
    return f"{who}: {told[bet.answer]}."


def _tell_swap(swap: Swap, table: Table) -> str:
    colour, left = swap.old.colour, table.pile(swap.old.colour)
    pile = f"{left} {colour} card{'s' * (left != 1)} left to draw"
    if swap.player == table.me:
        return f"You laid off {swap.old}; your new {colour} card is unknown ({pile})."
    shows = f" and now shows {swap.new.number}" if swap.new else " and drew a new card"
    return f"{swap.player} laid off {swap.old}{shows} ({pile})."


# What was so, and not as typed.

ANSWERS = {"hit": "a hit", "low": "too low", "high": "too high", "miss": "wrong", None: "not answered"}


def tell_change(old: Event, new: Event, table: Table) -> str:
    """Empty if the two lines are not about the same thing."""
    if isinstance(old, Dice) and isinstance(new, Dice):
        return f"the dice were {all_of(new.colours)}, not {all_of(old.colours)}"
    if isinstance(old, Bet) and isinstance(new, Bet):
        return _change_bet(old, new, table)
    if isinstance(old, Told) and isinstance(new, Told) and old.player == new.player:
        return f"{whose(new.player, table.me)} bet was {ANSWERS[new.answer]}, not {ANSWERS[old.answer]}"
    if isinstance(old, See) and isinstance(new, See) and old.holder == new.holder:
        return _change_cards(f"{old.holder}'s", old.cards, new.cards)
    if isinstance(old, Swap) and isinstance(new, Swap) and old.player == new.player:
        owner = whose(old.player, table.me)
        if old.old == new.old and old.new and new.new:
            return _change_cards(f"{owner} new", (old.new,), (new.new,))
        return _change_cards(f"{owner} old", (old.old,), (new.old,))
    return ""


def _change_bet(old: Bet, new: Bet, table: Table) -> str:
    owner, span = whose(new.player, table.me), f"{new.low}-{new.high}"
    if old.player != new.player:
        return f"{span} was {owner} bet, not {whose(old.player, table.me)}"
    if (old.low, old.high) != (new.low, new.high):
        return f"{owner} bet was {span}, not {old.low}-{old.high}"
    return f"{owner} {span} was {ANSWERS[new.answer]}, not {ANSWERS[old.answer]}"


def _change_cards(owner: str, old: tuple[Card, ...], new: tuple[Card, ...]) -> str:
    """`Cleo's grey is 5, not 4`; empty if it is about cards of other colours too."""
    was = {card.colour: card.number for card in old}
    changed = [card for card in new if was.get(card.colour) != card.number]
    if was.keys() != {card.colour for card in new}:
        return ""
    return all_of(f"{owner} {card.colour} is {card.number}, not {was[card.colour]}" for card in changed)


# What the log does not tell.


USUAL_TOKENS = "Scores use the usual token points, 1:7 to 7:1; a `tokens` line changes them."


def find_gaps(table: Table, seat: str, looking_back: bool = False) -> tuple[Saying, ...]:
    """Sentences about what is missing, the weightiest for this seat's cards first.

    Somebody who looks back on the game need not be told that the cards are turned over.
    """
    return (
        *_unswapped(table, seat),
        *_unseen(table, seat),
        *_unanswered(table, seat, (seat,)),
        *_unanswered(table, seat, [player for player in table.players if player != seat]),
        *_unswapped_others(table, seat),
        *(() if looking_back else _turned(table)),
        *_unfinished(table, seat),
        *_leaning(table),
    )


def find_doubts(table: Table, seat: str) -> tuple[str, ...]:
    """What could make an answer about this seat's cards wrong, and not only poorer."""
    return tuple(_unswapped(table, seat)) if seat == table.me else ()


def _wrong_without_swap(table: Table, player: str) -> list[int]:
    """Rounds that should have ended with a swap of the player."""
    answers = {this.number: this.bets[player].answer for this in table.rounds if player in this.bets}
    return [number for number in table.lacking_swaps(player) if answers.get(number)]


def _unswapped(table: Table, seat: str) -> Iterator[str]:
    wrong, gaps = _wrong_without_swap(table, seat), table.lacking_swaps(seat)
    if wrong and seat == table.me:
        yield (
            f"After your wrong bet in {_rounds(wrong)} no swap is typed: it is assumed that you laid off no card. "
            f"If you did, add it there (swap yellow 2)."
        )
    elif gaps and seat != table.me:
        yield (
            f"A swap of {seat} may be missing in {_rounds(gaps)}: what {seat} heard up to round {gaps[-1]} "
            f"is left out, since it may be about other cards."
        )


def _unseen(table: Table, seat: str) -> Iterator[str]:
    for holder in table.holders:
        unseen = table.unknown(holder)
        if holder == seat or not unseen:
            continue
        cards = "cards" if unseen == table.colours else all_of(unseen)
        if holder == table.me:
            yield f"{seat} sees {holder}'s {cards}, but this log does not: {seat} may know more than is written here."
        else:
            yield f"Not typed: {holder}'s {cards} (see {holder} …)."


def _unanswered(table: Table, seat: str, players: Iterable[str]) -> Iterator[str]:
    for player in players:
        open_rounds = [this.number for this in table.closed_rounds if player in table.unanswered(this)]
        if open_rounds:
            owner, score = whose(player, table.you(seat)), table.track.space(player)
            lost = " (a `score` line helps)" if score is None else ""
            yield f"Not typed: {owner} bet or its answer in {_rounds(open_rounds)}{lost}."


def _unswapped_others(table: Table, seat: str) -> Iterator[str]:
    for player in table.players:
        wrong = _wrong_without_swap(table, player)
        if wrong and player != seat:
            yield f"Not typed: {whose(player, table.you(seat))} swap after the wrong bet in {_rounds(wrong)}."


def _turned(table: Table) -> Iterator[Saying]:
    if table.finished and all(table.current(table.me, colour).shown for colour in table.colours):
        yield remark(
            "Your cards are turned over; `", Ask("show", round=table.round), "` shows the sheet as it was before."
        )


def _unfinished(table: Table, seat: str) -> Iterator[str]:
    if not table.finished:
        return
    if table.round < table.round_count:
        yield f"The final bets are typed, but only {table.round} of {table.round_count} rounds."
    for player in table.players:
        if player not in table.finals:
            yield f"Not typed: {whose(player, table.you(seat))} final bets."
        elif table.final_points[player] is None:
            yield f"Not typed: {whose(player, table.you(seat))} cards at the end (reveal …)."


def _leaning(table: Table) -> Iterator[str]:
    hits = any(bet.answer == "hit" for this in table.rounds for bet in this.bets.values())
    if hits and not table.tokens_typed:
        yield USUAL_TOKENS


def _rounds(numbers: Sequence[int]) -> str:
    return f"round{'s' * (len(numbers) > 1)} {all_of(numbers)}"


def next_step(table: Table) -> Step:
    """Who is awaited: bets in the order of choosing, then answers, then swaps, then the next throw."""
    if not table.rounds:
        return Step(f"Round 1 of {table.round_count} · {_throws(table)}", ("dice ",))
    this = table.rounds[-1]
    if table.finished:
        return _ending(table)
    title = f"Round {this.number} of {table.round_count} · {' '.join(this.dice or ())}"
    for waiting, what, line in _awaited(table, this):
        if waiting:
            unknown = " (the order is not known)" if len(waiting) > 1 and this.order is None else ""
            return Step(f"{title} · Still to {what}: {_list(table, waiting)}{unknown}", _begin(table, line, waiting))
    if this.number == table.round_count:
        return Step("All rounds are played · final bets", ("final ",), "advise", _final_example(table))
    return Step(f"Round {this.number} is over · {_throws(table)}", ("dice ",))


def _awaited(table: Table, this: Round) -> list[tuple[list[str], str, str]]:
    order = this.order or sorted(table.players, key=lambda player: player == table.me)  # bets that lie can be read
    open_players = [player for player in order if player in table.unanswered(this)]
    wrong = [player for player in order if player in this.bets and this.bets[player].answer not in (None, "hit")]
    return [
        ([player for player in open_players if player not in this.bets], "bet", "bet"),
        ([player for player in open_players if player in this.bets], "hear the answer", "told"),
        ([player for player in wrong if player not in this.swaps and table.piles()], "lay off a card", "swap"),
    ]


def list_awaited(table: Table) -> tuple[Awaited, ...]:
    """The lines of the moment; a new throw is always one of them, since what others did need not be typed."""
    if table.finished or (table.round == table.round_count and not _open(table)):
        betting = [player for player in _mine_first(table) if player not in table.finals]
        turning = [player for player in _mine_first(table) if table.final_points.get(player) is None]
        return (Awaited("final", tuple(betting)),) if betting else (Awaited("reveal", tuple(turning)),)
    hidden = [holder for holder in table.holders if holder != table.me and table.unknown(holder)]
    seeing = (Awaited("see", tuple(hidden)),) if hidden else ()
    if not table.rounds:
        return (*seeing, Awaited("dice"))
    return (*_list_open(table, table.rounds[-1]), *seeing, Awaited("dice"))


def _open(table: Table) -> bool:
    return bool(table.rounds) and any(waiting for waiting, _, _ in _awaited(table, table.rounds[-1]))


def _list_open(table: Table, this: Round) -> Iterator[Awaited]:
    (betting, *_), (told, *_), (laying_off, *_) = _awaited(table, this)
    known = this.order is not None
    if betting:
        yield Awaited("bet", tuple(betting), in_order=known or len(betting) == 1)
    heard = sorted(told, key=lambda player: player != table.me)
    worked_out = [player for player, bet in this.bets.items() if player not in told and not bet.typed]
    if heard or worked_out:
        mine = heard[:1] == [table.me] or len(heard) == 1
        yield Awaited("told", (*heard, *worked_out), in_order=mine)
    if laying_off:
        yield Awaited("swap", tuple(laying_off), in_order=known or len(laying_off) == 1)


def _mine_first(table: Table) -> list[str]:
    return sorted(table.players, key=lambda player: player != table.me)


def _ending(table: Table) -> Step:
    without = [player for player in table.players if player not in table.finals]
    if without:
        title = f"Final bets · Still to bet: {_list(table, without)}"
        return Step(title, _begin(table, "final", without), example=_final_example(table))
    hidden = [player for player in table.players if table.final_points[player] is None]
    if hidden:
        whose = "Turn over your cards" if table.me in hidden else f"Still to turn over: {_list(table, hidden)}"
        example = f"{'316027'[: len(table.colours)]} (blue 3, green 1, and so on)"
        return Step(f"The final bets are made · {whose}", _begin(table, "reveal", hidden), example=example)
    first = all_of(table.winner)
    wins = f" · {first} wins" if len(table.winner) == 1 else f" · a tie of {first}" if table.winner else ""
    return Step(f"The game is over{wins}", offer="review")


def _final_example(table: Table) -> str:
    groups = ("26", "0", "1", "02", "2", "23")[: len(table.colours)]
    return f"{' '.join(groups)} (blue 2 or 6, green 0, and so on)"


def _begin(table: Table, verb: str, players: list[str]) -> tuple[str, ...]:
    return tuple(f"{verb} " if player == table.me else f"{verb} {player} " for player in players)


def _list(table: Table, players: list[str]) -> str:
    return ", ".join("you" if player == table.me else player for player in players)


def _throws(table: Table) -> str:
    thrower = table.thrower
    if thrower is None:
        return "who throws is not known"
    return "you throw" if thrower == table.me else f"{thrower} throws"


def next_question(table: Table, skipped: Collection[str]) -> Question | None:
    """What a new log still lacks before the first throw; answers given or skipped are not asked for again."""
    if table.rounds or table.finished:
        return None
    if not table.tokens_typed:
        if "grey" not in skipped and "grey" in table.colours:
            return ask_yes_no("grey", "Introductory game without grey?", "without grey")
        usual = " ".join(f"{length}:{points}" for length, points in TOKENS.items())
        ask = "What is on the tokens? (length:points)"
        return Question("tokens", ask, lambda answer: f"tokens {answer}", usual)
    for holder in table.holders:
        if holder != table.me and holder not in skipped and table.unknown(holder) == table.colours:
            whose = f"{holder}'s cards" if holder in table.players else _name_neutral(holder)
            ask = f"{whose}, {' '.join(table.colours)} (such as {'316027'[: len(table.colours)]})"
            return Question(holder, ask, partial("see {} {}".format, holder), skippable=True)
    return None


def _name_neutral(holder: str) -> str:
    return "Second neutral cards" if holder.endswith("2") else "The neutral cards"


def words(table: Table) -> dict[str, tuple[str, ...]]:
    """What the parts of a verb's form can be, for completion."""
    return {"COLOUR": table.colours, "PLAYER": table.neutrals}
