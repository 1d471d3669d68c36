"""What the log does not tell: in sentences, as the line that comes next, and as the questions that set a new log up.

Nothing is guessed, and answers that rest on a decision of ours say so.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from solver.english import Ask, Saying, all_of, remark, whose
from solver.game import Awaited, Question, Step, ask_yes_no
from solver.games.think_str8.rules import TOKENS
from solver.games.think_str8.table import Round, Table

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
    for holder, colours in table.holders.items():
        unseen = [colour for colour, cards in colours.items() if cards[-1].number is None]
        if holder == seat or not unseen:
            continue
        cards = "cards" if len(unseen) == len(colours) else f"{all_of(unseen)}"
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
        return Step("All rounds are played · final bets", ("final ",), offer="advise")
    return Step(f"Round {this.number} is over · {_throws(table)}", ("dice ",))


def _awaited(table: Table, this: Round) -> list[tuple[list[str], str, str]]:
    order = this.order or table.players
    open_players = [player for player in order if player in table.unanswered(this)]
    wrong = [player for player in order if player in this.bets and this.bets[player].answer not in (None, "hit")]
    piles = any(table.pile(colour) for colour in table.colours)
    return [
        ([player for player in open_players if player not in this.bets], "bet", "bet"),
        ([player for player in open_players if player in this.bets], "hear the answer", "told"),
        ([player for player in wrong if player not in this.swaps and piles], "lay off a card", "swap"),
    ]


def list_awaited(table: Table) -> tuple[Awaited, ...]:
    """The lines of the moment; a new throw is always one of them, since what others did need not be typed."""
    if table.finished or (table.round == table.round_count and not _open(table)):
        betting = [player for player in _mine_first(table) if player not in table.finals]
        turning = [player for player in _mine_first(table) if table.final_points.get(player) is None]
        return (Awaited("final", tuple(betting)),) if betting else (Awaited("reveal", tuple(turning)),)
    hidden = [holder for holder in table.holders if holder != table.me and _lacks_cards(table, holder)]
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


def _lacks_cards(table: Table, holder: str) -> bool:
    return any(held[-1].number is None for held in table.holders[holder].values())


def _no_card_seen(table: Table, holder: str) -> bool:
    return all(held[-1].number is None for held in table.holders[holder].values())


def _ending(table: Table) -> Step:
    without = [player for player in table.players if player not in table.finals]
    if without:
        return Step(f"Final bets · Still to bet: {_list(table, without)}", _begin(table, "final", without))
    hidden = [player for player in table.players if table.final_points[player] is None]
    if hidden:
        whose = "Turn over your cards" if table.me in hidden else f"Still to turn over: {_list(table, hidden)}"
        return Step(f"The final bets are made · {whose}", _begin(table, "reveal", hidden))
    first = all_of(table.winner)
    wins = f" · {first} wins" if len(table.winner) == 1 else f" · a tie of {first}" if table.winner else ""
    return Step(f"The game is over{wins}", offer="review")


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
        ask = "What is printed on the tokens (spaces:points)"
        return Question("tokens", ask, lambda answer: f"tokens {answer}", usual)
    for holder in table.holders:
        if holder != table.me and holder not in skipped and _no_card_seen(table, holder):
            whose = f"{holder}'s cards" if holder in table.players else f"Cards of {holder}"
            example = "316027"[: len(table.colours)]
            return Question(holder, f"{whose}, {' '.join(table.colours)} ({example})", _see(holder), skippable=True)
    return None


def _see(holder: str) -> Callable[[str], str]:
    return lambda answer: f"see {holder} {answer}"


def words(table: Table) -> dict[str, tuple[str, ...]]:
    """What the parts of a verb's form can be, for completion."""
    return {"COLOUR": table.colours, "PLAYER": table.neutrals}
