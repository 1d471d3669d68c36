"""Putting things right: an earlier line changed or taken out, a forgotten one put in, what a refused line may mean.

Later lines stay as long as they can still be true; those that cannot are named, and `undo` brings them back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

from rich.console import Console

from cli.play.choices import choose_one
from cli.play.entries import choose, compare_lines, enter, is_odd, leave_line, refuse, settle
from cli.play.keyboard import Prompt
from cli.play.session import EDITING, IS_GONE, Play, leaves
from cli.views.console import clean, put
from cli.views.reasons import name_line
from solver.corrections import Corrected, change, put_in, take_out
from solver.english import all_of
from solver.game import CopiesPaper
from solver.language import as_typed, later, say
from solver.log import Line, unreadable
from solver.offers import Offer, find_line, find_offers, find_said, say_instead
from solver.session import (
    State,
    add_line,
    change_line,
    cover,
    expand,
    insert_line,
    line_after_round,
    mask_words,
    read_state,
    says_more,
    state_before,
)
from solver.tongues import meaning_of

STOPPED = later("Stopped; the change is saved.")
PUT_IN = later("Put in as line {number}: {line}")
TAKEN_OUT = later("Taken out: {line}")
SAYS_IT = later("Line {number} says that already: {line}")
LEAVES_IT = later("{numbers}? Enter leaves it.")
ADDS_IT = later("{numbers}? Enter adds it as typed.")


def edit(play: Play, rest: str) -> None:
    """`edit 14 8-14` changes line 14, `edit 14` asks for it; `fix ben yellow 4` finds the line that it is about."""
    number, _, event = _without_word(rest, *as_typed("line")).partition(" ")
    if number.rstrip(":").isdecimal() or not rest:
        change_to(play, find_numbered(play, number.rstrip(":")), event.strip(), rest)
        return
    round_, typed = _read_round(play, rest)
    if round_ is not None and play.copying:
        change_row(play, round_, typed, rest)
        return
    found = find_line(play.state, typed, round_)
    if found is None and round_ is None and offer(play, typed, adds=False):
        return
    if found is None:
        raise unreadable(
            None,
            _no_line(play, round_, clean(play.mask(typed))),
            say("Type its number: edit 14 and the line (`log` lists them)."),
        )
    line, better = found
    change_to(play, line, better, rest)


def change_row(play: Play, row: int, typed: str, rest: str) -> None:
    """`edit row 3 gyb 9-15 y2` types a row of a paper sheet again, `edit row 3 y2` only the number laid off."""
    opened = play.state.opened
    assert isinstance(opened, CopiesPaper)

    def put(said: str) -> State:
        return read_state(opened.put_row(row, said), play.state.log.name)

    after = put(typed)
    wrong = [error for error in after.faults if error not in play.state.faults]
    if wrong:
        refuse(play, wrong, f"edit {rest}", lambda _: after)
        return
    chosen = choose(play, play.judge(after, STOPPED), f"edit {rest}", put)
    if chosen is not None:
        for now, then in compare_lines(play.state, chosen):
            if now is not None:
                play.note_change(now, then, chosen)
        _keep(play, chosen)


def _no_line(play: Play, round_: int | None, typed: str) -> str:
    if round_ is None:
        return say("There is no line about `{typed}`.", typed=typed)
    if _counts(play) == "question":
        return say("There is no line in question {number} about `{typed}`.", number=round_, typed=typed)
    return say("There is no line in round {number} about `{typed}`.", number=round_, typed=typed)


def _without_word(text: str, word: str) -> str:
    first, _, rest = text.partition(" ")
    return rest.strip() if meaning_of(first, (word,)) else text


def _counts(play: Play) -> str:
    return play.state.opened.game.counts if play.state.opened else "round"


def _read_round(play: Play, rest: str) -> tuple[int | None, str]:
    """`round 2 ina 8-13<`, or `r2 …`: the round, if one is named, and what is said of it."""
    counts = _counts(play)
    named = re.fullmatch(rf"(?:round|row|r|{counts}|{counts[0]})\s*(\d{{1,9}}):?\s+(\S.*)", rest, re.IGNORECASE)
    return (int(named[1]), named[2]) if named else (None, rest)


def find_numbered(play: Play, number: str) -> Line:
    for line in play.state.log.lines:
        if line.words and str(line.number) == number:
            return line
    problem = say("There is no line `{number}` to edit.", number=number) if number else say("Which line?")
    raise unreadable(None, problem, say("Type its number: edit 14 (`log` lists them)."))


def change_to(play: Play, line: Line, event: str, typed: str) -> None:
    """Line `line` says something else; without words for it the person is asked."""
    if not event:
        try:
            event = _ask_for(play, line)
        except KeyboardInterrupt:
            return
    full = settle(play, f"edit {typed}", say_instead(play.state, line, event)) if event else ""
    if full is None:
        return
    if line.event in (event, full):
        play.console.print(say("Line {number} stays as it is.", number=line.number))
        return
    better = partial(corrects, play.state, line.number)
    done = partial(_change, line.number)
    chosen = _weigh(play, f"edit {line.number} {event}".strip(), full, done, better)
    if chosen is not None:
        play.note_change(line, chosen.log.lines[line.number - 1] if full else None, chosen)
        _keep(play, chosen)


def _ask_for(play: Play, line: Line) -> str:
    """The line as it should be. While the screen is covered the old one does not stand there to be changed."""
    covered = play.covers(line)
    masked = clean(play.public.log.lines[line.number - 1].text.removeprefix("# ")) if covered else ""
    title = (
        say(
            "Line {number} ({line}): type it as it should be; Enter leaves it as it is.",
            number=line.number,
            line=masked,
        )
        if covered
        else say("Line {number}: change it, or empty it to delete it; Ctrl-C leaves it as it is.", number=line.number)
    )
    prompt = Prompt(title, "" if covered else line.event, suggest=play.suggest_line, mask=play.mask)
    event = play.ask_person(prompt)
    word, _, rest = event.partition(" ")
    if word.lower() in EDITING and rest.partition(" ")[0] == str(line.number):
        event = rest.partition(" ")[2].strip()  # the whole order once more
    return event if event or not covered else line.event


def _change(number: int, state: State, event: str) -> Corrected:
    if state.opened is None:
        whole = change_line(state, number, event or None)
        return Corrected(whole, whole)
    return change(state, number, event) if event else take_out(state, number)


def _put_in(number: int, state: State, event: str) -> Corrected:
    if state.opened is None:
        whole = insert_line(state, number, event)
        return Corrected(whole, whole)
    return put_in(state, number, event)


def _weigh(
    play: Play,
    typed: str,
    event: str,
    make: Callable[[State, str], Corrected],
    allows: Callable[[State], bool] = lambda _: False,
) -> State | None:
    """The log as a change leaves it, or as the person chooses if nothing fits any more; None if it breaks a rule.

    `allows` says of a log with new faults whether it is better than before all the same.
    """
    after = make(play.state, event)
    wrong = [error for error in after.state.faults if error not in play.state.faults] or list(after.errors)
    if wrong and not allows(after.state):
        refuse(play, wrong, typed, lambda log: make(log, event).whole)
        return None
    state = after.whole if after.whole.opened is not None else after.state
    if state is not after.whole and not wrong and not _may_fall(play, typed, after):
        return None
    return choose(play, play.judge(state, STOPPED), typed, lambda text: make(play.state, text).whole)


def _may_fall(play: Play, typed: str, after: Corrected) -> bool:
    """Later lines that would break a rule are named, and go only if the person says so."""
    answer = choose_one(play, ("1",), partial(_show_fallen, play, after), LEAVES_IT)
    if leaves(answer):
        leave_line(play, typed)
    if answer == "1":
        return True
    if answer:
        play.pasted.insert(0, answer)
    else:
        play.draft = typed
    return False


def _show_fallen(play: Play, after: Corrected, covered: bool, console: Console) -> None:
    put(console, say("That cannot be true together with what was typed later:"))
    for line, error in after.fallen:
        shown = line.event if not covered else play.public.log.lines[line.number - 1].text.removeprefix("# ")
        put(console, clean(shown), mark=f"  {name_line(line.number)}  ")
        if error and not covered:
            put(console, str(error.problem), indent=12)
    take_out_too = (
        say("take it out, and change the line") if len(after.fallen) == 1 else say("take them out, and change the line")
    )
    put(console, take_out_too, mark="  1 ")


def _keep(play: Play, chosen: State) -> None:
    play.changed.append((play.state.text, chosen.text))
    play.keep(chosen)


def insert(play: Play, rest: str) -> None:
    """`insert 20 bet Ben 4-9` puts a forgotten line in before line 20."""
    number, _, event = rest.partition(" ")
    most = len(play.state.log.lines) + 1
    if not number.isdecimal() or not event.strip():
        example = say("Type the number of the line it comes before: {example}", example="insert 20 bet Ben 4-9")
        raise unreadable(None, say("Which line goes where?"), example)
    if not 0 < int(number[:9]) <= most:
        problem = say(
            "The log has {count} lines, so nothing can go before line {number}.", count=most - 1, number=number
        )
        raise unreadable(None, problem, say("`log` lists the lines."))
    put_line_in(play, int(number), event.strip(), f"insert {rest}")


def add_to_round(play: Play, rest: str) -> None:
    """`round 2: told Cleo hit` puts a forgotten line at the end of round 2."""
    number, colon, event = rest.partition(":")
    counts = _counts(play)
    if not number.strip().isdecimal() or not colon or not event.strip():
        problem = (
            say("What was forgotten in which question?")
            if counts == "question"
            else say("What was forgotten in which round?")
        )
        raise unreadable(None, problem, say("Type: {example} and the line", example=f"{counts} 2:"))
    place = line_after_round(play.state, int(number.strip()[:9]))
    if place is None:
        problem = (
            say("There is no question {number} in the log.", number=number.strip())
            if counts == "question"
            else say("There is no round {number} in the log.", number=number.strip())
        )
        lists = say("`heard` lists what there is.") if counts == "question" else say("`rounds` lists what there is.")
        raise unreadable(None, problem, lists)
    put_line_in(play, place, event.strip(), f"{counts} {rest}")


def put_line_in(play: Play, number: int, event: str, typed: str) -> None:
    """A forgotten line in its place; what an earlier line denies may be meant to put that one right."""
    before = state_before(play.state, number)
    full = settle(play, typed, expand(before, event))
    if full is None:
        return
    chosen = _weigh(play, typed, full, partial(_put_in, number))
    if chosen is not None:
        tell_put_in(play, number, chosen)
        _keep(play, chosen)


def tell_put_in(play: Play, number: int, after: State) -> None:
    """A line put in, and as what it was understood at its moment; covered, what everybody may know of that."""
    line, then = after.log.lines[number - 1], state_before(after, number + 1)
    public = cover(then)
    play.note(
        say(PUT_IN, number=number, line=line.event),
        covered=say(PUT_IN, number=number, line=mask_words(line.event, public.log.lines[-1].text)),
    )
    play.note(_tell_last(then), covered=_tell_last(public))


def _tell_last(state: State) -> str:
    if state.opened is None or not state.opened.reading.events:
        return ""
    event = state.opened.reading.events[-1]
    return state.opened.tell(event) if event.line.number == len(state.log.lines) else ""


def corrects(before: State, number: int, after: State) -> bool:
    """Whether fewer faults are left, or the line's own is gone: faults elsewhere were only hidden by it."""
    if any(not error.line for error in after.faults):
        return False  # it could not even be read as a log
    own = [{error.line for error in state.faults} & {number} for state in (before, after)]
    return len(after.faults) < len(before.faults) or own == [{number}, set()]


# What a line that was refused may mean.


def offer(play: Play, line: str, adds: bool = True) -> bool:
    """Offer what a line that an earlier one denies may be meant to put right; False if nothing is known of that.

    A line that is only odd is added as it is if the person wants it so, unless it was typed to put something right.
    """
    offers = find_offers(play.state, line)
    if not offers:
        return _tell_said(play, line)
    numbers = [str(place) for place in range(1, len(offers) + 1)]
    odd = adds and is_odd(add_line(play.state, expand(play.state, line)[0]))
    answer = choose_one(play, numbers, partial(_show_offers, play, offers), ADDS_IT if odd else LEAVES_IT)
    if leaves(answer):
        leave_line(play, line)
    play.draft = "" if answer or odd else line
    if odd and not answer:
        enter(play, line, sure=True)
    elif answer in numbers:
        _accept(play, line, offers[int(answer) - 1])
    elif answer:
        play.pasted.insert(0, answer)  # another line instead
    return True


def _tell_said(play: Play, line: str) -> bool:
    """Whoever types what stands there already hears where."""
    there = find_said(play.state, line)
    if there is not None:
        play.draft = ""
        play.note_line(SAYS_IT, there, play.state)
    return there is not None


def _show_offers(play: Play, offers: Sequence[Offer], covered: bool, console: Console) -> None:
    """What stands there, and what can be made of it; while the screen is covered only where it stands."""
    there = next((offer.number for offer in offers if 0 < offer.number <= len(play.state.log.lines)), 0)
    line = play.state.log.lines[there - 1] if there else None
    if line and not (covered and says_more(line, play.public.log.lines[there - 1].text)):
        put(console, say("Line {number} says: {line}", number=there, line=clean(line.event)))
    for place, one in enumerate(offers, 1):
        told, fallen = one.covered if covered else one.told, one.after.fallen if one.after else ()
        if fallen:
            lines = all_of(say("line {number}", number=row.line.number) for row in fallen)
            told = (
                say("{offer}; {lines} cannot be true then and goes", offer=told, lines=lines)
                if len(fallen) == 1
                else say("{offer}; {lines} cannot be true then and go", offer=told, lines=lines)
            )
        put(console, clean(told), mark=f"{place:>3} ")


def _accept(play: Play, line: str, chosen: Offer) -> None:
    if chosen.after is None:
        before = play.state.text
        change_to(play, find_numbered(play, str(chosen.number)), "", str(chosen.number))
        if play.state.text != before:
            play.pasted.insert(0, line)
        return
    state = play.judge(chosen.after.state, STOPPED)
    kept = choose(play, state, line, lambda text: add_line(play.state, expand(play.state, text)[0]))
    if kept is None:
        return
    fallen = {one.line.number for one in chosen.after.fallen} if kept is state else set[int]()
    last = len(kept.log.lines)
    for now, then in compare_lines(play.state, kept):
        if now and then:
            play.note_change(now, then, kept)
        elif now and now.number not in fallen:
            play.note_line(TAKEN_OUT, now, play.state)
        elif then and then.number != last:
            tell_put_in(play, then.number, kept)
    for one in chosen.after.fallen if fallen else ():
        play.note_line(IS_GONE, one.line, play.state)
    added = last > 0 and kept.log.lines[-1].text not in [row.text for row in play.state.log.lines]
    play.changed.append((play.state.text, kept.text))
    play.keep(kept, added)
