"""What people read at the table: what a line was understood to say, what the log lacks, and what comes next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator

from solver import english
from solver.english import Saying, all_of, capital, remark, who, whose
from solver.game import Awaited, Question, Step, ask_yes_no
from solver.games.tricoda.rules import (
    COLOURS,
    POINTS_TO_WIN,
    Ask,
    Cross,
    Declare,
    Edition,
    Mix,
    Named,
    Reveal,
    See,
    Uncross,
    Was,
    format_answer,
    format_code,
    say_answer,
)
from solver.games.tricoda.table import Table
from solver.grammar import Event, Players, tell_common

# What was understood.


def tell(event: Event, table: Table) -> str:
    """What the program understood, as a sentence to the log's owner."""
    match event:
        case Players(names):
            return f"{all_of(names)} play to {POINTS_TO_WIN} points; {names[0]} reads first."
        case Edition():
            return f"Card 2 counts {table.question(2).text}."
        case See(holder, stones):
            return f"{holder}: {all_of(stones)}."
        case Ask():
            return _tell_question(event, table)
        case Declare():
            return _tell_declaration(event, table)
        case Was(player, stones):
            return f"Beside the pile: {whose(player, table.me)} {all_of(stones)}."
        case Mix():
            return "The stones beside the pile are mixed in again."
        case Reveal(player, stones):
            return f"{capital(whose(player, table.me))} stones: {all_of(stones)}."
        case Cross(marks, player):
            return f"Crossed out on {whose(player or table.me, table.me)} sheet: {all_of(marks)}."
        case Uncross(marks):
            return f"No longer crossed out: {all_of(marks)}."
    return tell_common(event)


def _tell_question(event: Ask, table: Table) -> str:
    question = table.question(event.card)
    answer = next((asked.answer for asked in table.asked if asked.line == event.line), event.answer)
    if answer is None:
        return f"Card {event.card}: {question.text}. The answer follows once all stones in sight are typed."
    sees = "you see" if event.player == table.me else f"{event.player} sees"
    return f"Card {event.card}: {sees} {say_answer(question, answer)}."


def _tell_declaration(event: Declare, table: Table) -> str:
    right = next((claim.right for claim in table.declared if claim.line == event.line), event.right)
    outcome = f"right, {table.points[event.player]} of {POINTS_TO_WIN} points" if right else "wrong"
    declared = f"{who(event.player, table.me, 'You')} declared {format_code(event.code)}"
    return f"{declared}: {outcome}. {capital(whose(event.player, table.me))} rack is new."


# What was so, and not as typed.


def tell_change(old: Event, new: Event, table: Table) -> str:
    """`Ben answered 2, not 3`; empty if the two lines are not about the same thing."""
    match old, new:
        case Ask(), Ask() if old.card == new.card:
            return _change_question(old, new, table)
        case See(), See() if old.holder == new.holder:
            return _change_stones(f"{old.holder} has", old.stones, new.stones)
        case Was() | Reveal(), Was() | Reveal() if old.player == new.player:
            return _change_stones(f"{who(old.player, table.me)} had", old.stones, new.stones)
        case Declare(), Declare() if old.player == new.player and old.code != new.code:
            return f"{who(new.player, table.me)} declared {format_code(new.code)}, not {format_code(old.code)}"
        case Declare(), Declare() if old.player == new.player:
            right, wrong = ("right", "wrong") if new.right else ("wrong", "right")
            return f"{whose(new.player, table.me)} {format_code(new.code)} was {right}, not {wrong}"
    return ""


def _change_question(old: Ask, new: Ask, table: Table) -> str:
    if old.player != new.player:
        return f"card {new.card} was read by {who(new.player, table.me)}, not by {who(old.player, table.me)}"
    if old.answer is None or new.answer is None:
        return ""
    said, typed = (format_answer(table.question(new.card), answer) for answer in (new.answer, old.answer))
    return f"{who(new.player, table.me)} answered {said}, not {typed}"


def _change_stones(has: str, old: tuple[Named, ...], new: tuple[Named, ...]) -> str:
    """Only the stones that differ; empty if one of the two lines just has more."""
    was, now = (Counter(named.stone for named in stones) for stones in (old, new))
    other, typed = (all_of(f"a {stone}" for stone in stones.elements()) for stones in (now - was, was - now))
    return f"{has} {other}, not {typed}" if now - was and was - now else ""


# What the log does not tell.


def find_gaps(table: Table, seat: str) -> tuple[Saying, ...]:
    """Sentences about what is missing, the weightiest for this seat's rack first."""
    return (
        *_unfilled(table, seat),
        *_unseen(table, seat),
        *_unshown(table, seat),
        *_skipped(table),
        *_revealed(table, seat),
    )


def _unfilled(table: Table, seat: str) -> Iterator[str]:
    for holder, history in table.racks.items():
        if history[-1].short:
            owner = "your" if holder == seat == table.me else f"{holder}'s"
            yield (
                f"The pile could not fill {owner} rack: it is assumed that the stones beside it were mixed in again. "
                f"If the game goes on, type `mix`."
            )


def _unseen(table: Table, seat: str) -> Iterator[str]:
    for holder, history in table.racks.items():
        lacking = [rack for rack in history if not rack.known]
        if holder == seat or not lacking:
            continue
        if holder == table.me:
            yield f"{seat} sees {holder}'s stones, but this log does not: {seat} may know more than is written here."
            continue
        now = lacking[-1].until is None
        which = "stones" if len(history) == 1 else "new stones" if now else "earlier stones"
        verb = "see" if now else "was"
        use = "answers about them are used only as far as they are sure"
        yield f"Not typed: {holder}'s {which} ({verb} {holder} …); {use}."


def _unshown(table: Table, seat: str) -> Iterator[str]:
    lacking = [rack for rack in table.racks[seat][:-1] if not rack.known]
    if lacking:
        lines = [rack.declared.line.number for rack in lacking if rack.declared]
        typed = f"(was {'' if seat == table.me else seat + ' '}…)"
        use = "chances weigh what they may have been"
        yield f"Not typed: the stones {who(seat, table.me)} had at line {all_of(lines)} {typed}; {use}."


def _skipped(table: Table) -> Iterator[str]:
    """A question that must have been read in between."""
    for before, after in zip(table.asked, table.asked[1:], strict=False):
        turn = table.players[(table.players.index(before.reader) + 1) % len(table.players)]
        if after.reader != turn:
            yield f"Before line {after.line.number} it was {whose(turn, table.me)} turn to read: is a question missing?"
            return


def _revealed(table: Table, seat: str) -> Iterator[Saying]:
    if table.current(seat).revealed:
        yield remark(
            "This rack was revealed; `", english.Ask("show", round=table.round), "` shows the sheet as it was before."
        )


def next_step(table: Table) -> Step:
    """New stones to be typed come first, then the player whose turn it is reads a question."""
    if table.winner:
        title = f"{table.winner} wins with {POINTS_TO_WIN} points"
        lacking = table.me in table.racks and table.current(table.me).shown is None
        return Step(title, ("reveal ",)) if lacking else Step(title, offer="review")
    if table.players and all(table.current(player).revealed for player in table.players):
        return Step("All racks are turned over", offer="review")  # the pile may be empty before anybody has won
    title = f"Question {table.round + 1}"
    for holder, history in table.racks.items():
        if holder != table.me and len(history) > 1 and not history[-1].stones:
            return Step(f"{title} · {holder} has new stones", (f"see {holder} ", "ask "))
    own = table.racks.get(table.me, ())
    if len(own) > 1 and not own[-2].stones and own[-2].until == table.round:
        return Step(f"{title} · which stones did you have?", ("was ", "ask "))
    reader = table.reader or table.me
    if reader == table.me:
        return Step(f"{title} · you read", ("ask ", "declare "))
    return Step(f"{title} · {reader} reads", (f"ask {reader} ", "declare "))


def list_awaited(table: Table) -> tuple[Awaited, ...]:
    """The lines of the moment: stones to be typed, a question by whose turn it is, a declaration of mine."""
    if table.winner:
        return (Awaited("reveal", (table.me,)),)
    unseen = [holder for holder, history in table.racks.items() if holder != table.me and not history[-1].stones]
    own = table.racks.get(table.me, ())
    seeing = (Awaited("see", tuple(unseen)),) if unseen else ()
    had = (Awaited("was", (table.me,)),) if len(own) > 1 and not own[-2].stones else ()
    reader = (table.reader,) if table.reader else table.players
    return (*seeing, *had, Awaited("ask", reader, in_order=len(reader) == 1), Awaited("declare", (table.me,)))


def next_question(table: Table, skipped: Collection[str]) -> Question | None:
    """What a new log still lacks before the first question; answers given or skipped are not asked for again."""
    if table.asked or table.declared:
        return None
    if "card" not in skipped and not table.at_most and not any(rack[0].stones for rack in table.racks.values()):
        return ask_yes_no("card", "Does your card 2 ask for '12 or less'?", "card 2 at-most")
    for holder, history in table.racks.items():
        if holder != table.me and holder not in skipped and not history[0].stones:
            whose = f"{holder}'s stones" if holder in table.players else _name_neutral(holder)
            return Question(
                holder, f"{whose} (such as green 1, blue 7, blue 7 or g1 b7 b7)", _see(holder), skippable=True
            )
    return None


def _name_neutral(holder: str) -> str:
    return "Second neutral stones" if holder.endswith("2") else "The neutral stones"


def _see(holder: str) -> Callable[[str], str]:
    return lambda answer: f"see {holder} {answer}"


def words(table: Table) -> dict[str, tuple[str, ...]]:
    """What the parts of a verb's form can be, for completion."""
    return {"COLOUR": COLOURS, "PLAYER": table.neutrals}
