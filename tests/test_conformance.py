"""Every game keeps the contract: each method, each view, each command in the shell and a session, each kind of fault.

The suite runs over all games that are installed, those of other packages too. A game lays its logs in examples/: sound
ones, one of them the table's own (`me nobody`), and below a folder `faulty` one for every kind of fault; and a whole
session in tests/playthroughs or beside its logs (`playthrough.txt`).
"""

from __future__ import annotations

import inspect
import io
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from itertools import pairwise, product
from pathlib import Path

import pytest
from rich.console import Console

from cli.games import look_of
from cli.look import Look, ShowsHints, ShowsQuestions, show_reviewed, show_suggested
from cli.play.inquiries import INQUIRIES
from cli.play.orders import COMMANDS
from cli.simulate import lab_of
from cli.views.console import Screen
from cli.views.page import make_page
from solver import commands
from solver.english import nearest, say_ask
from solver.game import (
    Game,
    HasData,
    Hints,
    NextStep,
    Opened,
    RanksQuestions,
    Reads,
    Recounts,
    Repairs,
    SetupQuestion,
    Sheet,
)
from solver.games import every_game, find_game, open_log
from solver.gate import extract
from solver.grammar import OPENING, Aid, Withheld, Words
from solver.log import Fault, Kind, Log, LogError, parse_line, parse_log
from solver.replay import READ, REPLAYED
from solver.session import State, cover, next_question
from tests.conftest import Deduce
from tests.test_play import session
from tests.test_playthroughs import PLAYTHROUGHS
from tests.test_playthroughs import replay as replay_session

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
SHARED = {"game", "seat", "round", "consistent"}
SHEET_KEYS = {  # what interface.md promises of a sheet on top
    "think-str8": {"rounds", "hands", "cards", "scores", "thrower"},
    "tricoda": {"ways", "codes", "stones"},
    "thinkaboxin": {"hidden_dice", "bid", "odds"},
}
KEYS = {  # and of the other answers
    "why": {"claim", "verdict", "because"},
    "check": {"consistent", "conflict", "repairs", "crosses"},
    "advise": {"phase"},
    "review": {"game", "seat", "consistent"},
    "hint": {"notes"},
}
NAMED = re.compile(r"(^|[\s`(])--[a-z]|\bdeduce [a-z]+")  # a flag, or a command line


def load(path: Path) -> Log:
    return parse_log(path.read_text(encoding="utf-8", errors="replace"), path.name)


@cache
def logs_of(game: Game, faulty: bool = False) -> tuple[Path, ...]:
    """The logs of a game in examples/, by what their first line says."""
    paths = (path for path in sorted(EXAMPLES.rglob("*.game")) if ("faulty" in path.parts) == faulty)
    return tuple(path for path in paths if find_game(load(path)) is game)


@cache
def opened_by_path(game: Game, faulty: bool = False) -> dict[Path, Opened]:
    """The logs of players that can be read and replayed: the table's own are another matter."""
    found = {path: open_log(load(path)) for path in logs_of(game, faulty)}
    broken = [path.name for path, opened in found.items() if not isinstance(opened, Opened)]
    assert faulty or not broken, f"examples of {game.title} do not open: {', '.join(broken)}"
    return {path: one for path, one in found.items() if isinstance(one, Opened) and not one.opening.of_table}


def opened_logs(game: Game) -> tuple[Opened, ...]:
    return tuple(opened_by_path(game).values())


def first_log(game: Game) -> Path:
    return next(iter(opened_by_path(game)))


@pytest.fixture(params=every_game(), ids=lambda game: game.name)
def game(request: pytest.FixtureRequest) -> Game:
    found = request.param
    assert isinstance(found, Game)
    assert opened_logs(found), f"{found.title} has no log in examples/: add one"
    return found


def screen() -> tuple[Console, io.StringIO]:
    shown = io.StringIO()
    return Screen(say_ask, file=shown, width=80), shown


def strings(data: object) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from (key, *strings(value))
    elif isinstance(data, list | tuple):
        for value in data:
            yield from strings(value)


def check_told(told: HasData, what: str) -> None:
    """An answer for other programs: plain JSON, in words that fit every front end."""
    data = told.data()
    assert json.loads(json.dumps(data)), f"{what} hands nothing over"
    for text in strings(data):
        assert not NAMED.search(text), f"{what} names a flag or a command line, which only a front end may: {text}"


def reasons(opened: Opened, seat: str) -> Iterator[HasData]:
    for claim in opened.game.claims:
        with suppress(Fault):  # not every example can be asked about everything
            yield from opened.why(seat, claim.split())


# The methods. Each must be here, so that a new one in the contract is asked of every game.


def _next_step(opened: Opened) -> None:
    step = opened.next_step()
    assert isinstance(step, NextStep)
    assert step.title, "the next step has no title for the prompt"
    assert step.offer in ("", *INQUIRIES), f"the step offers `{step.offer}`, which nobody can ask"


def _awaited(opened: Opened) -> None:
    verbs = [verb.name for verb in opened.game.verbs]
    for awaited in opened.awaited():
        assert awaited.verb in verbs, f"a line is awaited that begins with no verb: {awaited.verb}"


def _next_question(opened: Opened) -> None:
    question = opened.next_question(())
    assert question is None or isinstance(question, SetupQuestion)


def _words(opened: Opened) -> None:
    parts = " ".join(verb.form for verb in opened.game.verbs)
    for part in opened.words():
        assert part in (*parts.replace("|", " ").split(), "PLAYER"), f"no verb's form has the part {part}"


def _seen_from(opened: Opened) -> None:
    for player in opened.opening.players:
        for event in opened.seen_from(player):
            assert opened.game.format_event(event)


def _complete(opened: Opened) -> None:
    for event in opened.reading.events:
        line = opened.game.format_event(event)
        words = line.split()
        seat = opened.opening.players[0]
        full = opened.complete(line, seat).removeprefix(f"says {seat} ")
        assert full.split()[:2] == words[:2], f"what was sent is another line: {full}"


def _as_seen(opened: Opened) -> None:
    for event, player in product(opened.reading.events, opened.opening.players):
        seen = opened.as_seen(event, player)
        assert seen is None or opened.game.format_event(seen)


def _with_events(opened: Opened) -> None:
    assert opened.with_events(opened.reading.events[:3]).reading.events == opened.reading.events[:3]


def _out_of_turn(opened: Opened) -> None:
    """At every moment of a log that was kept as it happened."""
    for event in opened.reading.events:
        fault = opened.out_of_turn(event)
        assert fault is None or (str(fault.problem).endswith(".") and str(fault.hint).endswith("."))


def _left_to_table(opened: Opened) -> None:
    for event in opened.reading.events:
        assert opened.left_to_table(opened.game.format_event(event)) is None, "a whole line leaves nothing to the table"


def _stands(opened: Opened) -> None:
    assert not any(map(opened.stands, opened.reading.events[:3]))


def _laid_open(opened: Opened) -> None:
    """Less may be shown of an event, never another one."""
    assert all(type(opened.laid_open(event)) is type(event) for event in opened.reading.events)


def _scene(opened: Opened) -> None:
    assert json.dumps(opened.scene()) != "{}", "nothing lies on the table"


def _tell(opened: Opened) -> None:
    """A line as it is told when it is typed, the last one of the log so far; of each kind the first few."""
    events, told = opened.reading.events, Counter[str]()
    for count in range(3, len(events) + 1):
        verb = opened.game.format_event(events[count - 1]).split()[0]
        told[verb] += 1
        if told[verb] > 6:
            continue
        so_far = opened.at(count)
        assert so_far
        assert so_far.tell(events[count - 1]).endswith("."), f"not a sentence: {so_far.tell(events[count - 1])}"


def _at(opened: Opened) -> None:
    """At any place a log is what its lines up to there are, read alone; and any event can be another, or not be."""
    log, timeline = opened.reading.log, opened.timeline
    for place in range(len(OPENING), len(timeline.events), max(5, len(timeline.events) // 16)):
        event, then = timeline.events[place], opened.at(place + 1)
        events = (*timeline.events[:place], *timeline.events[place + 1 :])
        changed = [timeline.instead(place, event), timeline.instead(place)]
        READ.forget()
        REPLAYED.forget()
        alone = open_log(log._replace(lines=log.lines[: event.line.number]))
        without = opened.game.replay(opened.reading._replace(events=events))
        found = [one.table if isinstance(one, Opened) else None for one in (alone, without)]
        assert [then and then.table, *changed] == [found[0], timeline.table, found[1]], f"{log.name}, place {place}"


def _tell_news(opened: Opened) -> None:
    begun, sheet = opened.game.replay(opened.reading, 0), opened.show(opened.me)
    assert isinstance(begun, Opened)
    news = [*opened.tell_news(begun.show(opened.me), sheet), *opened.tell_news(None, sheet)]
    for sentence in news:
        assert sentence.endswith("."), f"not a sentence: {sentence}"


def _answers(ask: Callable[[Opened, str], HasData]) -> Callable[[Opened], None]:
    """From every seat, since everyone may ask about everyone."""

    def check_answers(opened: Opened) -> None:
        for seat in opened.opening.players:
            check_told(ask(opened, seat), f"{opened.game.title}, {ask.__name__} as {seat}")

    return check_answers


def _why(opened: Opened) -> None:
    for told in reasons(opened, opened.me):
        check_told(told, f"{opened.game.title}: why")


def _say(opened: Opened) -> None:
    for seat in opened.opening.players:
        for saying in (*opened.doubts(seat), *opened.misheard(seat)):
            assert not NAMED.search(str(saying)), f"a sentence names a flag or a command line: {saying}"


def _holds_together(opened: Opened) -> None:
    for seat in opened.opening.players:
        fits = opened.show(seat).consistent and not opened.misheard(seat)
        assert opened.holds_together(seat) == fits, f"{opened.reading.log.name} as {seat}"


def _said_anew(opened: Opened) -> None:
    assert opened.said_anew() is opened, "in the language in which it was opened"


def _under(opened: Opened) -> None:
    """With less than all help only the pad is shown, and nothing is advised."""
    seat, full = opened.me, commands.show(opened.under(Aid.FULL), opened.me).data()
    pad = commands.show(opened.under(Aid.PAD), seat).data()
    assert pad == opened.show(seat).pad_data() | {"aid": "pad"}
    assert pad.keys() < full.keys() | {"aid", "crossed"}, f"the pad of {opened.game.title} has what the sheet has not"
    assert "consistent" not in pad, "whether a hand fits is worked out"
    with pytest.raises(Withheld):
        commands.advise(opened.under(Aid.HINTS), seat, {})


def _tell_change(opened: Opened) -> None:
    """A line that was meant otherwise is told in words, whatever the two lines are."""
    for old, new in pairwise(opened.reading.events):
        assert opened.tell_change(old, new).strip()


def _put_right(opened: Opened) -> None:
    """What a line says puts that line right without changing it, and what it makes of another can be written down."""
    events = opened.reading.events
    for event in events:
        better = opened.put_right(event, event)
        assert better in (None, event)
    for old, new in pairwise(events):
        better = opened.put_right(old, new)
        assert better is None or opened.game.format_event(better)
        assert opened.stays_true(new) in (True, False)


def _may_mean(opened: Opened) -> None:
    """Whatever is offered is told in two ways, and a line put in or changed can be written down."""
    for event in opened.reading.events:
        for meaning in opened.may_mean(event):
            assert meaning.told
            assert meaning.covered
            assert meaning.line or meaning.instead is not None
            assert meaning.instead is None or opened.game.format_event(meaning.instead)


def _in_public(opened: Opened) -> None:
    """What all may know is a log of its own, line for line; at least what is common to all games is in it."""
    state = State(opened.reading.log, opened, (), None)
    public = cover(state)
    assert public.opened is not None, f"what is public of {state.log.name} is no log"
    assert len(public.log.lines) == len(state.log.lines)
    assert public.opened.opening == opened.opening


def _at_a_table(opened: Opened) -> None:
    """Whatever was entered can be told, asked about and sent again, and everything stands in some round."""
    rounds = opened.rounds_of_events()
    assert len(rounds) == len(opened.reading.events)
    assert list(rounds) == sorted(rounds)
    for event in opened.reading.events:
        assert opened.tell_entry(event).strip()
        assert opened.ask_back(event).endswith("?")
        assert type(opened.as_entered(event)) is type(event)
        assert type(opened.in_common(event, event)) is type(event)
        assert opened.closed(event) in (True, False)


def _aloud(opened: Opened) -> None:
    """Everything is said in a tone that pages know, and nothing is said twice."""
    aloud = list(opened.said_aloud())
    assert len({one.about for one in aloud}) == len(aloud)
    for one in aloud:
        assert one.words().strip()
        assert one.tone in ("hit", "wrong", "won", "plain")
    assert opened.learnt() == opened.learnt().strip()


def _waits_for(opened: Opened) -> None:
    assert set(opened.waits_for(opened)) <= {*opened.opening.players, ""}


OPENED: dict[str, Callable[[Opened], None]] = {
    "show": _answers(commands.show),
    "why": _why,
    "check": _answers(commands.check),
    "advise": _answers(lambda opened, seat: commands.advise(opened, seat, {})),
    "doubts": _say,
    "misheard": _say,
    "holds_together": _holds_together,
    "seen_from": _seen_from,
    "in_public": _in_public,
    "complete": _complete,
    "as_seen": _as_seen,
    "laid_open": _laid_open,
    "with_events": _with_events,
    "out_of_turn": _out_of_turn,
    "left_to_table": _left_to_table,
    "stands": _stands,
    "scene": _scene,
    "tell": _tell,
    "tell_change": _tell_change,
    "put_right": _put_right,
    "stays_true": _put_right,
    "may_mean": _may_mean,
    "tell_news": _tell_news,
    "next_step": _next_step,
    "awaited": _awaited,
    "next_question": _next_question,
    "words": _words,
    "under": _under,
    "at": _at,
    "said_anew": _said_anew,
    "closed": _at_a_table,
    "as_entered": _at_a_table,
    "tell_entry": _at_a_table,
    "ask_back": _at_a_table,
    "in_common": _at_a_table,
    "rounds_of_events": _at_a_table,
    "said_aloud": _aloud,
    "learnt": _aloud,
    "waits_for": _waits_for,
}


def _public(kind: type) -> set[str]:
    return {name for name, _ in inspect.getmembers(kind, inspect.isfunction) if not name.startswith("_")}


def test_every_method_of_an_opened_log_is_asked_for() -> None:
    assert _public(Opened) == OPENED.keys(), "this suite must ask for every method of Opened"


@pytest.mark.parametrize("method", OPENED)
def test_an_opened_log_answers(game: Game, method: str) -> None:
    for opened in opened_logs(game):
        OPENED[method](opened)


# The game itself.


def test_no_name_is_a_slip_away_from_one_of_the_contract(game: Game) -> None:
    """What is abstract cannot be misspelt; where the contract has a default, mypy does not see that it is used."""
    opened, look = opened_logs(game)[0], look_of(game)
    for thing, contract in ((game, Game), (opened, Opened), (look, Look)):
        declared = {
            name for base in type(thing).__mro__[1:] for name in (*vars(base), *vars(base).get("__annotations__", ()))
        }
        for name in vars(type(thing)):
            meant = None if name.startswith("_") or name in declared else nearest(name, declared)
            assert meant is None, f"{type(thing).__name__}.{name} is not in {contract.__name__}: `{meant}` is"


def test_the_game_says_who_it_is(game: Game) -> None:
    for name in ("name", "title", "seating", "legend", "claims", "counts"):
        assert getattr(game, name, None), f"{game.name} does not say its {name}"
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", game.name), f"`{game.name}` cannot be typed as the name of a game"
    for option in game.options:
        assert option.means, f"the option {option.name} of {game.title} does not say what it means"


def test_lines_read_back_as_they_are_written(game: Game) -> None:
    for opened in opened_logs(game):
        text = "".join(f"{game.format_event(event)}\n" for event in opened.reading.events)
        again = game.read(parse_log(text))
        assert again.events == opened.reading.events, (
            f"{opened.reading.log.name} is another log once it is written again"
        )


def test_every_verb_has_an_example_that_can_be_read(game: Game) -> None:
    """In the opening of some log: a name or a setting may be needed."""
    openings = [opened.opening for opened in opened_logs(game)]
    for verb in game.notation().verbs:
        assert verb.examples, f"the verb `{verb.name}` has no example"
        for example in verb.examples:
            line = parse_line(1, example)
            assert any(_reads(verb.read, Words(line, verb, opening)) for opening in openings), (
                f"the example `{example}` of {game.title} cannot be read"
            )


def _reads(read: Callable[[Words], object], words: Words) -> bool:
    with suppress(Fault):
        return read(words) is not None
    return False


def test_several_logs_are_reviewed_or_refused_with_a_remedy(game: Game) -> None:
    opened = opened_logs(game)[0]
    try:
        check_told(game.review([opened, opened], opened.me), f"{game.title}: a review of two logs")
    except Fault as fault:
        refused = (fault.problem, fault.hint)
        assert all(map(str, refused)), f"two logs of {game.title} are refused without a word"


def test_every_claim_named_as_an_example_can_be_asked(game: Game) -> None:
    for claim in game.claims:
        answered = any(_answers_claim(opened, claim.split()) for opened in opened_logs(game))
        assert answered, f"`why {claim}` is named as an example, but no log of {game.title} answers it"


def _answers_claim(opened: Opened, claim: Sequence[str]) -> bool:
    with suppress(Fault):
        return bool(opened.why(opened.me, claim))
    return False


def test_what_the_sheet_and_the_table_both_tell_is_the_same(game: Game) -> None:
    """A page gets each key once."""
    for opened in opened_logs(game):
        sheet, scene = opened.show(opened.me).data(), opened.scene()
        assert [key for key in scene if key in sheet and scene[key] != sheet[key]] == []


def test_a_round_can_be_gone_back_to(game: Game) -> None:
    for opened in opened_logs(game):
        for upto in range(opened.table.round + 1):
            earlier = game.replay(opened.reading, upto)
            assert isinstance(earlier, Opened), f"{opened.reading.log.name} has no {game.counts} {upto}"
            assert earlier.table.round == upto


def test_a_new_log_is_set_up_by_questions(game: Game) -> None:
    """From an empty file: which game, who plays, who am I, and what the game itself wants to know."""
    opening = opened_logs(game)[0].opening
    answers = {"game": game.name, "players": " ".join(opening.players), "me": str(opening.me)}
    text, skipped = "", set[str]()
    for _ in range(40):
        question = next_question(parse_log(text), skipped)
        if question is None:
            break
        line = question.line(answers.get(question.key) or question.default) if question.key in answers else None
        text += f"{line}\n" if line else ""
        skipped.add(question.key)
        if not line and not question.skippable:
            text += f"{question.line(question.default)}\n"
    assert isinstance(open_log(parse_log(text)), Opened), f"the questions of {game.title} do not lead to a log: {text}"


def test_the_table_s_own_log_is_parted_among_its_seats(game: Game) -> None:
    tables = [one for one in (open_log(load(path)) for path in logs_of(game)) if isinstance(one, Opened)]
    tables = [one for one in tables if one.opening.of_table]
    assert tables, f"{game.title} has no table's own log in examples/: add one with `me nobody`"
    for opened in tables:
        for player in opened.opening.players:
            own = open_log(parse_log(extract(opened, player)))
            assert isinstance(own, Opened), f"what {player} saw is not a sound log: {own}"
            assert own.me == player
            assert own.show(player).consistent, f"what {player} saw contradicts itself"


# What a game may have.


def test_what_a_game_can_do_has_its_look(game: Game) -> None:
    can = (game, opened_logs(game)[0])
    for ability, shows in ((Hints, ShowsHints), (RanksQuestions, ShowsQuestions)):
        if any(isinstance(one, ability) for one in can):
            assert isinstance(look_of(game), shows), (
                f"{game.title} has {ability.__name__}, its look not {shows.__name__}"
            )


def test_hints_in_three_levels(game: Game) -> None:
    look, (console, shown) = look_of(game), screen()
    for opened in opened_logs(game):
        for level in range(3) if isinstance(opened, Hints) else ():
            assert isinstance(opened, Hints)
            hint = opened.hint(opened.me, level)
            if hint is not None:
                check_told(hint, f"{game.title}: hint {level}")
                assert isinstance(look, ShowsHints)
                look.show_hint(console, hint)
                assert shown.getvalue().strip(), "a hint shows nothing"


def test_what_the_table_suggests(game: Game) -> None:
    console, shown = screen()
    for opened in opened_logs(game):
        reading = opened.suggest(opened.me) if isinstance(opened, Reads) else None
        if reading is not None:
            check_told(reading, f"{game.title}: what the table suggests")
            show_suggested(console, reading)
            assert reading.sentences, "a reading says nothing"
            assert reading.assumes in " ".join(shown.getvalue().split()), "a reading does not say what it assumes"


def test_a_game_that_mends_does_so_for_every_broken_rule(game: Game) -> None:
    for path in logs_of(game, faulty=True) if isinstance(game, Repairs) else ():
        log = load(path)
        errors = open_log(log)
        if game.read(log).opening.of_table:
            continue  # no seat may know all of its cards, so its repairs are not weighed
        if not isinstance(errors, Opened) and all(error.kind is Kind.AGAINST_RULES for error in errors):
            verdict = commands.check_broken(log, errors, None)
            assert verdict is not None
            check_told(verdict, f"{game.title}: the repairs of {path.name}")


def test_a_game_can_be_simulated(game: Game, deduce: Deduce) -> None:
    if lab_of(game):
        run = deduce("simulate", game.name, "--games", "1", "--workers", "1", "--json")
        assert run.exit_code == 0, run.stderr
        assert json.loads(run.stdout)


# The views.


def views(opened: Opened, look: Look) -> dict[str, Callable[[Console], object]]:
    """Every view of a look, on this log."""
    me = opened.me
    sheet, check = opened.show(me), opened.check(me)
    found: dict[str, Callable[[Console], object]] = {
        "show_sheet": lambda console: list(map(partial(look.show_sheet, console, sheet), (False, True))),
        "show_compact": lambda console: [look.show_compact(console, sheet, old, pad) for old, pad in _compact(sheet)],
        "show_exercise": lambda console: look.show_exercise(console, sheet),
        "show_public": lambda console: look.show_public(console, opened),
        "show_progress": lambda console: [look.show_progress(console, sheet, pad) for pad in (False, True)],
        "show_answers": lambda console: look.show_answers(console, list(reasons(opened, me))),
        "show_verdict": lambda console: look.show_verdict(console, check),
        "show_choice": lambda console: look.show_choice(console, check, opened.doubts(me), 20),
        "show_repairs": lambda console: look.show_repairs(console, check),
        "show_best_repair": lambda console: look.show_best_repair(console, check),
        "show_advice": lambda console: _show_advice(console, look, opened),
    }
    return found


def _compact(sheet: Sheet) -> list[tuple[Sheet | None, bool]]:
    return [(before, pad) for before in (None, sheet) for pad in (False, True)]


def _show_advice(console: Console, look: Look, opened: Opened) -> None:
    advised = commands.advise(opened, opened.me, {})
    for every in (False, True) if advised.advice.refusal is None else ():
        look.show_advice(console, advised.advice, every)


def test_every_view_shows_something_in_80_columns(game: Game) -> None:
    look, empty = look_of(game), _public(Look)
    for opened in opened_logs(game):
        for name, view in views(opened, look).items():
            console, shown = screen()
            view(console)
            assert max(map(len, shown.getvalue().splitlines()), default=0) <= 80, f"{game.title}: {name} is too wide"
            if shown.getvalue().strip():
                empty.discard(name)
    silent = empty - {
        "show_choice",
        "show_repairs",
        "show_best_repair",
    }  # these are for logs that contradict themselves
    assert not silent, f"{game.title} shows nothing by {', '.join(sorted(silent))}"


def test_every_view_of_a_look_is_looked_at() -> None:
    assert _public(Look) == views(opened_logs(every_game()[0])[0], look_of(every_game()[0])).keys()


@pytest.mark.seldom
def test_a_review_in_80_columns(game: Game) -> None:
    for opened in opened_logs(game):
        console, shown = screen()
        show_reviewed(console, [opened], game.review([opened], opened.me))
        assert shown.getvalue().strip(), f"{game.title} shows nothing of a review: derive it from Recounts"
        assert max(map(len, shown.getvalue().splitlines())) <= 80


def test_a_page_of_a_review(game: Game) -> None:
    if isinstance(game, Recounts):
        opened = opened_logs(game)[0]
        story = game.recount([opened], game.review([opened], opened.me))
        page = make_page(story)
        assert page.startswith("<!doctype html>")
        assert all(f'id="line-{line.number}"' in page for line in opened.reading.log.lines)


# The commands, in the shell and in a session.


def test_every_command_in_the_shell(game: Game, deduce: Deduce) -> None:
    path = first_log(game)
    asked: dict[str, tuple[str, ...]] = dict.fromkeys(INQUIRIES, ()) | {"why": tuple(game.claims[0].split())}
    del asked["questions"]  # of a session only
    for command, words in asked.items():
        plain, told = deduce(command, path, *words), deduce(command, path, *words, "--json")
        if command == "hint" and not isinstance(opened_logs(game)[0], Hints):
            assert plain.exit_code == told.exit_code == 2, "a game without hints must say so"
            continue
        assert plain.exit_code == told.exit_code, f"`{command}` of {game.title} ends otherwise with --json"
        assert plain.exit_code in (0, 1), f"`{command}` of {game.title} fails: {plain.stdout}{plain.stderr}"
        assert plain.stdout.strip(), f"`{command}` of {game.title} prints nothing"
        assert max(map(len, plain.stdout.splitlines())) <= 80, f"`{command}` of {game.title} is too wide"
        keys = SHARED | SHEET_KEYS.get(game.name, set()) if command == "show" else KEYS[command]
        lacking = keys - json.loads(told.stdout).keys()
        assert not lacking, f"`{command} --json` of {game.title} lacks the keys {', '.join(sorted(lacking))}"


def test_reasons_name_their_lines(game: Game, deduce: Deduce) -> None:
    told = json.loads(deduce("why", first_log(game), *game.claims[0].split(), "--json").stdout)
    assert told["verdict"] in ("impossible", "certain", "possible")
    assert all(reason.keys() >= {"line", "text"} for reason in told["because"])


def test_an_option_of_another_game_is_refused(game: Game) -> None:
    with pytest.raises(Fault, match=re.escape(game.title)):
        commands.advise(opened_logs(game)[0], opened_logs(game)[0].me, {"nobody-has-this": ""})


def test_every_command_in_a_session(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = first_log(game).read_text(encoding="utf-8")
    asked = [f"why {claim}" for claim in game.claims] + [name for name in INQUIRIES if name != "why"]
    last = len(text.splitlines())
    orders = {"edit": f"edit {last}", "what": "what if # nothing", "save": f"save as {tmp_path / 'b.game'}"}
    lines = [*asked, *(orders.get(name, name) for name in COMMANDS)]
    path = tmp_path / "a.game"
    path.write_text(text, encoding="utf-8")
    said = session(path, lines, monkeypatch)
    answers = re.split(r"^> ", said, flags=re.MULTILINE)[1:]
    assert not (named := NAMED.search(answers_of(said))), f"an answer in a session names a flag or a command: {named}"
    for line, answer in zip(lines, answers, strict=False):
        assert len(answer.splitlines()) > 1, f"`{line}` in a session of {game.title} is answered by nothing"
    assert len(answers) >= len(asked), answers


def test_there_is_a_playthrough(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of our own games are replayed by their own test; one that lies beside the logs is replayed here."""
    own = sorted({path.parent / "playthrough.txt" for path in logs_of(game)})
    texts = {path: path.read_text(encoding="utf-8") for path in own if path.exists()}
    ours = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "playthroughs").rglob("*.txt"))
    assert texts or f"game {game.name}" in ours or game.title in ours, (
        f"{game.title} has no playthrough: type a session and keep it in tests/playthroughs"
    )
    for text in texts.values():
        assert replay_session(text, tmp_path, monkeypatch) == text


def answers_of(said: str) -> str:
    """What a session answers, without what was typed and without the farewell, which is said to somebody in a shell."""
    answers = " ".join(line for line in said.splitlines() if not line.startswith(">"))
    return re.sub(r"Saved. Go on with: deduce play \S+", "", " ".join(answers.split()))


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_no_answer_of_a_session_names_a_flag_or_a_command_line(path: Path) -> None:
    parts = re.split(r"^\$ ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for said in (part.partition("\n")[2] for part in parts if part.startswith("deduce play")):
        assert not NAMED.search(answers_of(said)), NAMED.search(answers_of(said))


# Faults.


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.MISSING])
def test_a_faulty_log_for_every_kind_of_fault(game: Game, kind: Kind) -> None:
    logs = map(load, (*logs_of(game, faulty=True), *logs_of(game)))
    found = [error for log in logs for error in faults_of(log) if error.kind is kind]
    assert found, f"{game.title} has no log in examples/ with a fault of the kind `{kind}`"
    for error in found:
        assert error.problem.strip(), f"a fault says nothing: {error}"
        assert error.hint.strip(), f"a fault has no remedy: {error}"
        assert not NAMED.search(f"{error.problem} {error.hint}"), f"a fault names a flag or a command line: {error}"
        assert 1 <= error.column <= max(1, len(error.text)) or not error.line, f"a fault marks nothing: {error}"


def faults_of(log: Log) -> Sequence[LogError]:
    opened = open_log(log)
    return opened.table.warnings if isinstance(opened, Opened) else opened


def test_a_fault_ends_every_command_alike(game: Game, deduce: Deduce) -> None:
    for path in logs_of(game, faulty=True):
        if isinstance(open_log(load(path)), Opened):
            continue
        told = deduce("show", path, "--json")
        assert told.exit_code == 2, path.name
        for error in json.loads(told.stdout)["errors"]:
            assert error.keys() >= {"line", "column", "kind", "problem", "hint"}
        assert deduce("check", path).exit_code == deduce("review", path).exit_code == 2, path.name


@pytest.mark.seldom
def test_a_contradiction_ends_every_command_alike(game: Game, deduce: Deduce) -> None:
    logs = opened_by_path(game) | opened_by_path(game, faulty=True)
    found = [path for path, opened in logs.items() if not opened.show(opened.me).consistent]
    assert found, f"{game.title} has no log in examples/ that contradicts itself: add one"
    for path in found[:3]:
        for command in ("show", "check", "review"):
            assert deduce(command, path).exit_code == 1, f"`{command}` does not say that {path.name} contradicts itself"
        assert json.loads(deduce("check", path, "--json").stdout)["conflict"], f"{path.name}: no line is named"
