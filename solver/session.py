"""A log while it is being typed: what a new line would do, before anything is saved. For every front end that types."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from solver.english import fold, match_beginning
from solver.game import Opened, Question, Reads, Sheet, Unclear
from solver.games import every_game, find_game, fitting_games, open_log
from solver.grammar import MEANING, OPENING, Aid, Event, Me, Unnamed, Verb, Words, find_verb
from solver.log import (
    Fault,
    Line,
    Log,
    LogError,
    decode_log,
    parse_line,
    parse_log,
    with_line,
    with_line_changed,
    with_line_inserted,
)
from solver.proof.conflicts import Repair

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
    none_left = () if sheet.fits else ("Nothing you could hold fits the log.",)
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
    full = _read_line(state.opened, verbs, text)
    if line.words[0].key in verbs and line.words[0].key != "me" and len(line.words) > 1:
        return (text,)
    readings = [] if full is None or _is_anothers(state.opened, line) else [(text, full)]
    for candidate in _fill_in(state.opened, line):
        event = _read_line(state.opened, verbs, candidate)
        if event is not None and event not in [other for _, other in readings]:
            readings.append((state.opened.game.format_event(event), event))
    if len(readings) > 1:
        sound = [one for one in readings if isinstance(open_log(parse_log(with_line(state.text, one[0]))), Opened)]
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
        return ""
    player, said = (named[0], line.event[len(first.text) :]) if named else (next(iter(awaited.next), ""), line.event)
    return " ".join(f"{awaited.verb} {player} {said}".split())


def _fill_in(opened: Opened, line: Line) -> Iterator[str]:
    """What is typed, with every verb that is awaited and whom it may be about."""
    first, typed = line.words[0], line.event
    for awaited in opened.awaited():
        named = match_beginning(first.key, dict.fromkeys(("me", *opened.opening.players, *awaited.players)))
        if first.key == awaited.verb:
            typed = line.event[len(first.text) :].strip()
        for player in awaited.next:
            yield " ".join(word for word in (awaited.verb, player, typed) if word)
        if awaited.players and len(named) == 1:
            yield f"{awaited.verb} {named[0]} {line.event[len(first.text) :].lstrip(' ,')}"


def _read_line(opened: Opened, verbs: Mapping[str, Verb], text: str) -> Event | None:
    """The event of a line; None if it cannot be read."""
    line = parse_line(0, text)
    try:
        verb = find_verb(line.words[0], verbs)
        return verb.read(Words(line, verb, opened.opening))
    except (Fault, Unnamed):
        return None


def change_line(state: State, number: int, event: str | None) -> State:
    """What the log would be if line `number` said something else, or were taken out."""
    return read_state(with_line_changed(state.text, number, event), state.log.name)


def insert_line(state: State, number: int, text: str) -> State:
    """What the log would be with a line put in before line `number`; it may be as short as it could have been then."""
    full = expand(state_before(state, number), text)[0]
    return read_state(with_line_inserted(state.text, number, full), state.log.name)


def state_before(state: State, number: int) -> State:
    """The log as it stood when line `number` was still to come."""
    before = "".join(f"{line.text}\n" for line in state.log.lines[: number - 1])
    return read_state(before, state.log.name)


def end_of_round(state: State, round_: int) -> int | None:
    """The number of the line before which a forgotten line of that round goes; None if there is no such round.

    Rounds only grow, line by line, so the first line of the next one is found by halving.
    """
    if state.opened is None or not 0 < round_ <= state.opened.table.round:
        return None
    low, high = 1, len(state.log.lines) + 1
    while low < high:
        middle = (low + high) // 2
        before = open_log(parse_log("".join(f"{line.text}\n" for line in state.log.lines[:middle])))
        if isinstance(before, Opened) and before.table.round > round_:
            high = middle
        else:
            low = middle + 1
    return low


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
        opening = line.words and line.words[0].key in {verb.name for verb in OPENING}
        return line.event if opening else HIDDEN if line.text.strip() else ""
    public = opened.in_public(event)
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
    line = after.log.lines[-1]
    public = _cover_line(after.opened, line, after.opened.reading.events[-1])
    return public.removeprefix("# ") if says_more(line, public) else ""


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
    new = _read_line(opened, {verb.name: verb for verb in opened.game.verbs}, repair.instead)
    old = next((event for event in opened.reading.events if event.line.number == number), None)
    if old is None or new is None:
        return repair.instead
    then, counts = state_before(state, number + 1).opened, opened.game.counts
    round_ = then.table.round if then else 0
    where = f"{counts.capitalize()} {round_}" if round_ else f"Before {counts} 1"
    return f"{where}: {opened.tell_change(old, new)}"


def next_question(log: Log, skipped: Collection[str]) -> Question | None:
    """What a log that is only begun asks for next: the opening lines, then what its game wants to know."""
    if not any(line.words for line in log.lines):
        names = tuple(game.name for game in every_game())
        listed = ", ".join(f"{place} {name}" for place, name in enumerate(names, 1))
        return Question("game", f"Which game? ({listed})", _game_line, names[0], choices=names)
    game = find_game(log)
    if isinstance(game, LogError):
        return None
    reading = game.read(log)
    if any(not error.unfinished for error in reading.errors):
        return None
    if not reading.opening.players:
        ask = f"Who plays? Type all names, {game.seating}."
        return Question("players", ask, lambda answer: f"players {answer}", example="such as Anna Ben Cleo")
    if reading.opening.me is None:
        return Question("me", "Which of them are you?", lambda answer: f"me {answer}", choices=reading.opening.players)
    if "aid" not in skipped and isinstance(reading.events[-1], Me):
        ask = f"How much help do you want? ({', '.join(Aid)})"
        means = {str(level): told for level, told in MEANING.items()}
        return Question("aid", ask, _aid_line, Aid.FULL, skippable=True, choices=tuple(Aid), means=means)
    opened = game.replay(reading)
    return opened.next_question(skipped) if isinstance(opened, Opened) else None


def _aid_line(answer: str) -> str | None:
    """Full help is what a log has without a line."""
    found = match_beginning(fold(answer), Aid)
    if len(found) != 1:
        raise Unclear
    return None if found[0] == Aid.FULL else f"aid {found[0]}"


def _game_line(answer: str) -> str:
    """A part of a name will do if it fits one game only, and so will its number in the list."""
    names = [game.name for game in every_game()]
    numbered = answer.isdecimal() and 0 < int(answer[:3]) <= len(names)
    found = names[int(answer) - 1 :][:1] if numbered else fitting_games(answer)
    return f"game {found[0] if len(found) == 1 else answer}"
