"""What can be asked of an opened log, and the answer as a value: show, why, check, hint, advise, review.

Every front end calls these and shows what they return; none goes through another. An answer knows whether the log is
`consistent` (a shell says it by its exit code) and has `data` for other programs. A question that cannot be answered as
it is put raises a Fault.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from solver import game as contract
from solver.english import FollowUp, Saying, say_remark
from solver.evenings import KeepsEvenings
from solver.game import Data, HasData, Hints, Opened, RanksQuestions, Reads, Recounts, Repairs, Sheet, Suggested, Wish
from solver.games import find_game, open_log
from solver.grammar import Aid
from solver.language import as_typed, say
from solver.log import Fault, Kind, Log, LogError, parse_log, unreadable, with_line
from solver.tongues import without_small

if TYPE_CHECKING:
    from solver.chronicle import Chronicle
    from solver.proof.conflicts import Check  # loads what only `check` needs


def open_at(log: Log, upto: int | None) -> Opened | tuple[LogError, ...]:
    """A log as things stood at the end of a round, or all that is wrong with it; without a round, as it stands."""
    opened = open_log(log, upto)
    if upto is None or not isinstance(opened, Opened) or opened.table.round >= upto:
        return opened
    problem, hint = opened.game.tell_rounds(opened.table.round)
    return (LogError(log.name, 0, 0, 0, Kind.MISSING, problem, hint),)


class ShownSheet(NamedTuple):
    """A sheet; where the log contradicts itself, with the verdict on that; and apart what the table suggests.

    Where the log asks for less than all help, only the `pad` of it may be shown: nothing that was worked out, not even
    whether anything fits.
    """

    sheet: Sheet
    verdict: Check | None = None
    reading: Suggested | None = None
    aid: Aid = Aid.FULL

    @property
    def pad(self) -> bool:
        return not self.aid.covers(Aid.FULL)

    @property
    def consistent(self) -> bool:
        return self.pad or self.sheet.consistent

    def data(self) -> Data:
        if self.pad:
            return self.sheet.pad_data() | {"aid": str(self.aid)}
        repairs = {"repairs": self.verdict.data()["repairs"]} if self.verdict else {}
        return self.sheet.data() | repairs | ({"reading": self.reading.data()} if self.reading else {})


def show(opened: Opened, seat: str) -> ShownSheet:
    opened = opened.said_anew()
    sheet = opened.show(seat)
    if not opened.aid.covers(Aid.FULL):
        return ShownSheet(sheet, aid=opened.aid)
    if not sheet.consistent:
        return ShownSheet(sheet, opened.check(seat))
    return ShownSheet(sheet, reading=opened.suggest(seat) if isinstance(opened, Reads) else None)


class Reasons(NamedTuple):
    """Answers to `why`; if nothing fits the log there are none, only the verdict. `notes` are what they rest on."""

    answers: Sequence[HasData]
    verdict: Check | None
    consistent: bool
    notes: tuple[Saying, ...]

    def data(self) -> Data:
        found = [answer.data() for answer in self.answers]
        answer = self.verdict.data() if self.verdict else found[0] if len(found) == 1 else {"claims": found}
        return answer | {"consistent": self.consistent, "notes": list(map(str, self.notes))}


def why(opened: Opened, seat: str, claim: Sequence[str]) -> Reasons:
    """`not red 0` asks the same as `red 0`: the answer says which of the two is true."""
    opened.aid.allow(Aid.HINTS)
    answers = _answer(opened, seat, claim)
    if not answers:
        return Reasons((), opened.check(seat), False, tuple(opened.doubts(seat)))
    return Reasons(answers, None, not opened.misheard(seat), _leaning(opened, seat))


def _answer(opened: Opened, seat: str, claim: Sequence[str]) -> Sequence[HasData]:
    """What was asked; if it cannot be read, without the words that say nothing: `kann rot nicht 6 sein?`."""
    try:
        return opened.why(seat, claim)
    except Fault:
        bare = without_small(claim, *as_typed("not"))
        if bare == list(claim):
            raise
        return opened.why(seat, bare)


class Checked(NamedTuple):
    """Whether all fits together, and the owner's crosses are justified."""

    verdict: Check
    notes: tuple[Saying, ...]

    @property
    def consistent(self) -> bool:
        return self.verdict.fine

    def data(self) -> Data:
        return self.verdict.data() | {"notes": list(map(str, self.notes))}


def check(opened: Opened, seat: str) -> Checked:
    opened.aid.allow(Aid.CHECK)
    opened = opened.said_anew()
    return Checked(opened.check(seat), tuple(opened.doubts(seat)))


def check_broken(log: Log, errors: Sequence[LogError], upto: int | None) -> Check | None:
    """What would correct a log that breaks a rule, where its game can tell.

    Repairs of the table's own log are not weighed, since no seat may know all of its cards; nor where no help is
    wanted. If only a round was asked for that is not typed, there is nothing to correct.
    """
    game = find_game(log)
    if isinstance(game, LogError) or not isinstance(game, Repairs) or isinstance(open_log(log, upto), Opened):
        return None
    reading = game.read(log)
    mute = reading.opening.of_table or not reading.opening.aid.covers(Aid.CHECK)
    return None if mute else game.check_broken(reading, errors, upto)


class Hinted(NamedTuple):
    """The easiest deduction not made yet; if nothing fits the log, the verdict on that."""

    hint: HasData | None
    verdict: Check | None
    consistent: bool
    notes: tuple[Saying, ...]

    def data(self) -> Data:
        told = self.hint or self.verdict
        consistent = {"consistent": self.consistent}
        return (told.data() if told else {}) | consistent | {"notes": list(map(str, self.notes))}


def hint(opened: Opened, seat: str, level: int) -> Hinted:
    """`level` is how much to tell: 0 where to look, 1 what follows, 2 why."""
    opened.aid.allow(Aid.HINTS)
    if not isinstance(opened, Hints):
        try_instead = say_remark("Try: {ask}", ask=FollowUp("advise"))
        raise unreadable(None, say("There are no hints for {game}.", game=opened.game.title), try_instead)
    found = opened.hint(seat, min(level, 2))
    if found is None:
        return Hinted(None, opened.check(seat), False, tuple(opened.doubts(seat)))
    return Hinted(found, None, not opened.misheard(seat), _leaning(opened, seat))


def questions(opened: Opened, seat: str) -> HasData:
    """What each question card would tell now."""
    opened.aid.allow(Aid.FULL)
    if not isinstance(opened, RanksQuestions):
        problem = say("{game} has no question cards.", game=opened.game.title)
        raise unreadable(None, problem, say_remark("Try: {ask}", ask=FollowUp("advise")))
    found = None if opened.over else opened.questions(seat)
    if found is None:
        over = say("The game is over: no question is read any more.")
        try_instead = say_remark("Try: {ask}", ask=FollowUp("review" if opened.over else "check"))
        raise unreadable(None, over if opened.over else say("Nothing fits this log."), try_instead)
    return found


class Advised(NamedTuple):
    """What is advised. `line` takes it, in the log that was asked; empty if no line does, or not before others act."""

    advice: contract.Advice
    consistent: bool
    line: str = ""

    def data(self) -> Data:
        return self.advice.data() | {"consistent": self.consistent}


def advise(opened: Opened, seat: str, wish: Wish) -> Advised:
    opened.aid.allow(Aid.FULL)
    check_wish(opened.game, wish)
    opened = opened.said_anew()
    advice = opened.advise(seat, wish)
    return Advised(advice, advice.consistent and not opened.misheard(seat), _find_line(opened, seat, advice))


def _find_line(opened: Opened, seat: str, advice: contract.Advice) -> str:
    line, log = advice.move.partition(";")[0].strip(), opened.reading.log  # what follows is said about it
    if not line or seat != opened.me or opened.upto is not None:
        return ""
    return line if isinstance(open_log(parse_log(with_line(log.text, line), log.name)), Opened) else ""


def check_wish(game: contract.Game, wish: Wish) -> None:
    """An option of another game is refused by a sentence that says what there is."""
    known = [option.name for option in game.options]
    for name in wish:
        if name not in known:
            there = say("It has {options}.", options=", ".join(known)) if known else say("It takes no options.")
            problem = say("{game} has no option `{option}` for advice.", game=game.title, option=name)
            raise unreadable(None, problem, there)


def review(logs: Sequence[Opened], seat: str) -> contract.Review:
    if len({log.game.name for log in logs}) > 1:
        problem = say("These logs are of different games.")
        raise unreadable(None, problem, say("Review the logs of one game at a time."))
    for log in logs:
        log.aid.allow(Aid.PAD if log.over else Aid.FULL)
    return logs[0].game.review(logs, seat)


def know_people(opened: Opened, earlier: Sequence[Opened]) -> Opened:
    """The same log, read by what its people did on evenings before; of a game in which nobody is read, a Fault."""
    if not isinstance(opened, Reads):
        raise unreadable(None, say("In {game} nobody is read.", game=opened.game.title), say("Leave --people out."))
    return opened.knowing([log for log in earlier if log.game is opened.game and log.over])


def review_evenings(logs: Sequence[Opened], heard: Callable[[int], None]) -> contract.Review:
    """Look back on many evenings of a game that adds them up, on all cores; `heard` is told how many are done."""
    from solver.season import gather_evenings

    game = logs[0].game
    if len({log.game.name for log in logs}) > 1 or not isinstance(game, KeepsEvenings):
        return review(logs, logs[0].me)
    for log in logs:
        log.aid.allow(Aid.PAD if log.over else Aid.FULL)
    return gather_evenings(game, logs, os.cpu_count() or 1, heard)


class TableReview(NamedTuple):
    """The reviews of all seats of one table, and their story."""

    seats: Mapping[str, contract.Review]
    story: Chronicle

    @property
    def consistent(self) -> bool:
        return all(review.consistent for review in self.seats.values())

    def data(self) -> Data:
        return {"players": {seat: review.data() for seat, review in self.seats.items()}, "consistent": self.consistent}


def review_table(seats: Mapping[str, Opened]) -> TableReview:
    """Look back on a whole table, from what each of its seats had."""
    from solver.chronicle import gather

    game = next(iter(seats.values())).game
    if not isinstance(game, Recounts):
        hint = say_remark("Ask from a seat: {ask}", ask=FollowUp("", seat=next(iter(seats)), again=True))
        raise unreadable(None, say("{game} has no review of a whole table.", game=game.title), hint)
    reviews = {seat: review([opened], seat) for seat, opened in seats.items()}
    stories = {seat: game.recount([seats[seat]], reviews[seat]) for seat in seats}
    return TableReview(reviews, gather(stories, game.compare(reviews)))


def _leaning(opened: Opened, seat: str) -> tuple[Saying, ...]:
    """What an answer rests on: what others heard that cannot be, and what may be missing."""
    told, ask = opened.misheard(seat), FollowUp("check")
    return (*(say_remark("{told} `{ask}` shows the lines.", told=one, ask=ask) for one in told), *opened.doubts(seat))
