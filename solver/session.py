"""A log while it is being typed: what a new line would do, before anything is saved. For every front end that types."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from solver import grammar
from solver.english import fold, match_beginning
from solver.game import CopiesPaper, Opened, Reads, SetupQuestion, Sheet, Unclear
from solver.games import every_game, find_game, fitting_games, open_log
from solver.grammar import AND, MEANING, OPENING, Aid, Event, Me, Says, Verb
from solver.language import as_typed, say
from solver.log import (
    Fault,
    Kind,
    Line,
    Log,
    LogError,
    decode_log,
    parse_line,
    parse_log,
    text_before,
    with_line,
    with_line_changed,
    with_line_inserted,
)
from solver.proof.conflicts import Repair
from solver.tongues import meaning_of, part_meaning, understood, word_for

MOST_LEFT_OUT = 3  # lines without which the rest is tried, where a log contradicts itself
HIDDEN = "# …"  # what stands in a covered log for a line that is the owner's alone


@dataclass(frozen=True, slots=True)
class State:
    """A log as far as it is typed: opened and, once judged, with its owner's sheet, or with all that is wrong with it.

    The table's own log has no owner: every seat has its own sheet, behind the gate.
    """

    log: Log
    opened: Opened | None
    errors: tuple[LogError, ...]
    sheet: Sheet | None
    conflicts: tuple[str, ...] = ()  # what cannot be, a sentence each

    @property
    def text(self) -> str:
        return self.log.text

    @property
    def unjudged(self) -> bool:
        """Whether there is a sheet that is still to be worked out."""
        return self.opened is not None and self.sheet is None and not self.opened.opening.of_table

    @property
    def faults(self) -> tuple[LogError, ...]:
        """What is wrong, apart from opening lines that are still to come."""
        return tuple(error for error in self.errors if not error.unfinished)

    @property
    def last_event(self) -> Line | None:
        return next((line for line in reversed(self.log.lines) if line.words), None)


def read_state(text: str, name: str) -> State:
    """Read and replay a log, which takes no time; to judge it may."""
    read = decode_log(text.encode("utf-8", "surrogatepass"), name)
    log = parse_log(text, name) if isinstance(read, LogError) else read
    opened = (read,) if isinstance(read, LogError) else open_log(log)
    return State(log, opened, (), None) if isinstance(opened, Opened) else State(log, None, opened, None)


def judge(state: State) -> State:
    """Work out the owner's sheet, and what cannot be."""
    opened = state.opened
    if opened is None or not state.unjudged:
        return state
    sheet = opened.show(opened.me)
    none_left = () if sheet.fits else (say("Nothing you could hold fits the log."),)
    misheard = opened.misheard(opened.me)
    if isinstance(opened, Reads) and opened.aid.covers(Aid.FULL):
        opened.keep_up(opened.me)
    return replace(state, sheet=sheet, conflicts=(*none_left, *misheard))


def add_line(state: State, line: str) -> State:
    """What the log would be if the line were added."""
    return read_state(with_line(state.text, line), state.log.name)


def expand(state: State, text: str) -> tuple[str, ...]:
    """The full lines that a typed line can mean at this moment: itself, unless a verb or a player is left out.

    A verb written out is never taken for anything else. Of several readings only those count that the rules allow; if
    more than one is left, the person must say which is meant.
    """
    line = parse_line(len(state.log.lines) + 1, text)
    if state.opened is None or not line.words:
        return (text,)
    verbs = {verb.name: verb for verb in state.opened.game.verbs}
    attempt = grammar.read_line(line, verbs, state.opened.opening)
    line, full = attempt.line, attempt.event
    if line.words[0].key in verbs and line.words[0].key != "me" and len(line.words) > 1:
        return (text,)
    readings = [] if full is None or _is_anothers(state.opened, line) else [(text, full)]
    for candidate in _fill_in(state.opened, line):
        event = read_line(state.opened, verbs, candidate)
        if event is not None and event not in [other for _, other in readings]:
            readings.append((state.opened.game.format_event(event), event))
    if len(readings) > 1:
        timeline = state.opened.timeline
        sound = [one for one in readings if timeline.instead(len(timeline.events), one[1]) is not None]
        readings = sound or readings[:1]
    if len(readings) > 1:
        return tuple(state.opened.game.format_event(event) for _, event in readings)
    return tuple(reading for reading, _ in readings) or (text if full else _guess(state.opened, line) or text,)


def _is_anothers(opened: Opened, line: Line) -> bool:
    """Whether a verb alone, which in a file is about the owner, is awaited of others only."""
    awaited = [one.players for one in opened.awaited() if one.verb == line.words[0].key]
    return len(line.words) == 1 and any(awaited) and not any(opened.me in players for players in awaited)


def _guess(opened: Opened, line: Line) -> str:
    """What a short line that cannot be read was most likely to be, so that it is told what is wrong with that."""
    first, proposed = line.words[0], "".join(opened.next_step().proposals[:1]).partition(" ")[0]
    awaited = next((one for one in opened.awaited() if one.verb == proposed), None)
    named = match_beginning(first.key, ("me", *opened.opening.players))
    if awaited is None or not (first.text[0].isdecimal() or (len(named) == 1 and len(line.words) > 1)):
        return next(filter(partial(_breaks_a_rule, opened), _fill_in(opened, line)), "")
    player, said = (named[0], line.event[len(first.text) :]) if named else (next(iter(awaited.next), ""), line.event)
    return " ".join(f"{awaited.verb} {player} {said}".split())


def _breaks_a_rule(opened: Opened, text: str) -> bool:
    """Whether a line is refused for what it says, as of a stone that the box does not have, and not for how."""
    verbs = {verb.name: verb for verb in opened.game.verbs}
    fault = grammar.read_line(parse_line(0, text), verbs, opened.opening).fault
    return isinstance(fault, Fault) and fault.kind is Kind.AGAINST_RULES


def _fill_in(opened: Opened, line: Line) -> Iterator[str]:
    """What is typed, with every verb that is awaited and whom it may be about."""
    first, typed = line.words[0], line.event
    for awaited in opened.awaited():
        named = match_beginning(first.key.rstrip(":"), dict.fromkeys(("me", *opened.opening.players, *awaited.players)))
        if first.key == awaited.verb:
            typed = line.event[len(first.text) :].strip()
        for player in awaited.next:
            yield " ".join(word for word in (awaited.verb, player, typed) if word)
        meant = not awaited.of_these or (named and named[0] in (*awaited.players, "me"))
        if awaited.players and len(named) == 1 and meant:
            said = line.event[len(first.text) :].lstrip(" ,")
            verb, rest = part_meaning(said, (awaited.verb,))  # `Ben bet 4-9`, `Ben tippt 4-9`
            yield f"{awaited.verb} {named[0]} {rest if verb else said}"
        elif not awaited.players and len(named) == 1:
            verb, rest = part_meaning(line.event[len(first.text) :], (awaited.verb,))  # `Ben würfelt gelb rot grau`
            yield from [f"{verb} {rest}"] if verb else ()


def read_line(opened: Opened, verbs: Mapping[str, Verb], text: str) -> Event | None:
    """The event of a line; None if it cannot be read."""
    return grammar.read_line(parse_line(0, text), verbs, opened.opening).event


def in_english(opened: Opened, text: str) -> str:
    """A line with English words in place of those of other languages, as far as it is understood."""
    line = parse_line(0, text)
    attempt = grammar.read_line(line, {verb.name: verb for verb in opened.game.verbs}, opened.opening)
    short = (one.english for one in understood(line) if opened.left_to_table(one.english))
    return attempt.line.english if attempt.event else next(short, text)


def change_line(state: State, number: int, event: str | None) -> State:
    """What the log would be if line `number` said something else, or were taken out."""
    return read_state(with_line_changed(state.text, number, event), state.log.name)


def insert_line(state: State, number: int, text: str) -> State:
    """What the log would be with a line put in before line `number`; it may be as short as it could have been then."""
    full = expand(state_before(state, number), text)[0]
    return read_state(with_line_inserted(state.text, number, full), state.log.name)


def state_before(state: State, number: int) -> State:
    """The log as it stood when line `number` was still to come."""
    return read_state(text_before(state.log, number), state.log.name)


def line_after_round(state: State, round_: int) -> int | None:
    """The number of the line before which a forgotten line of that round goes; None if there is no such round."""
    if state.opened is None or not 0 < round_ <= state.opened.table.round:
        return None
    events = state.opened.reading.events
    place = state.opened.timeline.end_of(round_)
    return events[place].line.number if place < len(events) else len(state.log.lines) + 1


def cover(state: State) -> State:
    """The log as anybody at the table may know it: line for line, and nothing that is the owner's alone.

    All that is said while the screen is covered is said about this log, so that nothing else can be on the screen.
    """
    opened = state.opened
    events = {event.line.number: event for event in opened.reading.events} if opened else {}
    rows = (_cover_line(opened, line, events.get(line.number)) for line in state.log.lines)
    return read_state("".join(f"{row}\n" for row in rows), state.log.name)


def _cover_line(opened: Opened | None, line: Line, event: Event | None) -> str:
    """Comments are notes to oneself; of a line that cannot be read nobody knows what it tells."""
    if opened is None or event is None:
        opening = line.words and meaning_of(line.words[0].text, {verb.name for verb in OPENING})
        return line.event if opening else HIDDEN if line.text.strip() else ""
    public = None if isinstance(event, Says) else opened.in_public(event)
    if public is None:
        return f"# {line.words[0].text} …"
    return line.event if public == event else opened.game.format_event(public)


def mask_line(state: State, text: str) -> str:
    """A typed line as anybody at the table may know it; nothing of it if one of several lines that it can be hides."""
    if text.startswith("#"):
        return "# …"
    readings = expand(state, text) if state.opened else ()
    hidden = [public for line in readings if (public := _hide(state, line))]
    return text if not hidden else hidden[0] if len(readings) == 1 else "…"


def _hide(state: State, full: str) -> str:
    """A line as anybody may know it, if it says more than that."""
    after = add_line(state, full)
    if after.opened is None:
        return ""
    line, event = after.log.lines[-1], after.opened.reading.events[-1]
    public = _cover_line(after.opened, line, event)
    shown = after.opened.game.format_event(event) if any(word.meant for word in event.line.words) else line.event
    return mask_words(shown, public) if says_more(line, public) else ""


def mask_words(event: str, public: str) -> str:
    """A line as it was typed, without the words that not everybody may know."""
    if public.startswith("#"):
        return public.removeprefix("# ")
    known = public.split()
    return " ".join(word if word in known else "…" for word in event.split())


def says_more(line: Line, public: str) -> bool:
    """Whether a line says more than the same line as anybody may know it."""
    return public.startswith("#") or not set(line.event.split()) <= set(public.split())


def new_conflicts(before: State, after: State) -> tuple[str, ...]:
    """What has become impossible."""
    return tuple(conflict for conflict in after.conflicts if conflict not in before.conflicts)


def leave_out_conflicts(state: State) -> State | None:
    """The log without lines that contradict others, those first that are likeliest wrong; the rest keep their numbers.

    None if what is left would break a rule, or if too many lines would have to go.
    """
    for _ in range(MOST_LEFT_OUT):
        if not state.conflicts or state.opened is None:
            return state
        verdict = state.opened.check(state.opened.me)
        blamed = [*(repair.line for repair in verdict.repairs), *(verdict.conflict.lines if verdict.conflict else ())]
        texts = (with_line_changed(state.text, line.number, "") for line in dict.fromkeys(blamed))
        without = [judge(rest) for text in texts if not (rest := read_state(text, state.log.name)).errors]
        if not without:
            return None
        state = next((rest for rest in without if not rest.conflicts), without[0])
    return None if state.conflicts else state


def tell_repair(state: State, repair: Repair) -> str:
    """A repair as people say it at the table: in which round, what was so and not as typed."""
    opened, number = state.opened, repair.line.number
    if opened is None:
        return repair.instead
    new = read_line(opened, {verb.name: verb for verb in opened.game.verbs}, repair.instead)
    numbers = [event.line.number for event in opened.reading.events]
    if number not in numbers or new is None:
        return repair.instead
    place = numbers.index(number)
    old, round_ = opened.reading.events[place], opened.timeline.at(place + 1).round
    return opened.game.tell_when(round_, opened.tell_change(old, new))


def next_question(log: Log, skipped: Collection[str]) -> SetupQuestion | None:
    """What a log that is only begun asks for next: the opening lines, then what its game wants to know."""
    if not any(line.words for line in log.lines):
        names = tuple(game.name for game in every_game())
        listed = ", ".join(f"{place} {name}" for place, name in enumerate(names, 1))
        ask = say("Which game? ({games})", games=listed)
        return SetupQuestion("game", ask, _game_line, names[0], choices=names)
    game = find_game(log)
    if isinstance(game, LogError):
        return None
    reading = game.read(log)
    if any(not error.unfinished for error in reading.errors):
        return None
    if not reading.opening.players:
        ask = say("Who plays? Type all names, {seating}.", seating=say(game.seating))
        return SetupQuestion("players", ask, _players_line, example=say("such as Anna Ben Cleo"))
    if reading.opening.me is None:
        ask = say("Which of them are you?")
        return SetupQuestion("me", ask, lambda answer: f"me {answer}", choices=reading.opening.players)
    opened = game.replay(reading)
    if isinstance(opened, CopiesPaper) and (question := opened.ask_kind(skipped)):
        return question
    if "aid" not in skipped and isinstance(reading.events[-1], Me):
        ask = say("How much help do you want? ({levels})", levels=", ".join(map(word_for, Aid)))
        means = {str(level): say(told) for level, told in MEANING.items()}
        return SetupQuestion("aid", ask, _aid_line, Aid.FULL, skippable=True, choices=tuple(Aid), means=means)
    return opened.next_question(skipped) if isinstance(opened, Opened) else None


def _players_line(answer: str) -> str:
    """As people say it: Anna, Ben and Cleo."""
    names = answer.replace(",", " ").split()
    return f"players {' '.join(name for name in names if fold(name) not in AND) or answer}"


def _aid_line(answer: str) -> str | None:
    """Full help is what a log has without a line."""
    found = match_beginning(meaning_of(answer, as_typed("pad check hints full")) or fold(answer), Aid)
    if len(found) != 1:
        raise Unclear
    return None if found[0] == Aid.FULL else f"aid {found[0]}"


def _game_line(answer: str) -> str:
    """A part of a name will do if it fits one game only, and so will its number in the list."""
    names = [game.name for game in every_game()]
    numbered = answer.isdecimal() and 0 < int(answer[:3]) <= len(names)
    found = names[int(answer) - 1 :][:1] if numbered else fitting_games(answer)
    return f"game {found[0] if len(found) == 1 else answer}"
