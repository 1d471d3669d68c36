"""Which language is spoken, and that what is said is said in it."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from rich.cells import cell_len

pytest.importorskip("babel", reason="what compiles catalogues is not here")

from cli.language import code_of, of_machine, of_phone, part_language, sentences_of_page, words_of_page
from cli.views.console import WIDTH
from hatch_build import compile_catalogues
from solver import commands
from solver.english import FollowUp, all_of, any_of, format_chance, say_remark
from solver.game import Opened
from solver.games import open_log
from solver.games.think_str8.rules import COLOURS
from solver.language import CATALOGUES, TYPED, catalogue, languages, say, say_count, say_number, say_percent, speaking
from solver.log import parse_log
from tests.catalogues import (
    COMPLETE,
    IN_SIGNS,
    find_faults,
    find_missing,
    find_wrong,
    open_catalogue,
    save,
    sentences_in_signs,
    template,
)
from tests.conftest import EXAMPLES, ROOT, Deduce
from tests.pseudo import CALLS, EXAMPLE, PSEUDO, build, run, turn, words_left
from tests.test_playthroughs import EVENINGS, PLAYTHROUGHS, replay
from tests.translating import fill, list_open

FAULTY_LOGS = sorted((ROOT / "examples").glob("*/faulty/*.game"))
OF_A_LOG = ("show {log}", "show {log} --pad", "check {log}", "hint {log} --full", "advise {log}", "review {log}")
CODE = "examples/tricoda/evening.game"
SCREENS = (  # of the other games; those of Think Str8! are in `CALLS`
    *(call for call in CALLS if " - " not in f"{call} " and not call.startswith("review")),
    *(f"notation {game}" for game in ("tricoda", "thinkaboxin")),
    *(f"{call} --round 5" for call in (f"show {CODE}", f"advise {CODE}", f"hint {CODE} --full", f"why {CODE} 6")),
    "check examples/tricoda/false_answer.game",
    "show examples/tricoda/false_answer.game",
    *(f"{call} examples/thinkaboxin/in_progress.game" for call in ("show", "advise", "check")),
    "check examples/thinkaboxin/clash.game",
    "check examples/paper/inka.game --which",
)
LATIN = """
msgid ""
msgstr ""
"Language: la\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n<5 ? 1 : 2);\\n"

msgid "1,234.5"
msgstr "1'234,5"

msgid "{number}%"
msgstr "{number} %"

msgid "{some} and {last}"
msgstr "{some} et {last}"

msgid "{player} is next."
msgstr "Sequitur {player}."

msgid "{count} hand"
msgid_plural "{count} hands"
msgstr[0] "{count} manus"
msgstr[1] "{count} manūs"
msgstr[2] "{count} manuum"
"""


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for catalogues outside of the project."""
    monkeypatch.setattr("solver.language.CATALOGUES", tmp_path)
    catalogue.cache_clear()
    yield tmp_path
    catalogue.cache_clear()


@pytest.fixture
def latin(outside: Path) -> str:
    (outside / "la.po").write_text(LATIN, encoding="utf-8")
    compile_catalogues(outside)
    return "la"


def test_english_is_said_as_it_is_written() -> None:
    assert say("{player} is next.", player="Ben") == "Ben is next."
    assert [say_count("{count} hand", "{count} hands", count) for count in (0, 1, 1296)] == [
        "0 hands",
        "1 hand",
        "1,296 hands",
    ]
    assert (say_number(0.5, ".2f"), say_number(1234567), say_percent(0.243)) == ("0.50", "1,234,567", "24%")
    assert (format_chance(0.001), format_chance(0.999)) == ("<1%", ">99%")


def test_another_language_has_its_own_order_counts_and_figures(latin: str) -> None:
    with speaking(latin):
        assert say("{player} is next.", player="Ben") == "Sequitur Ben."
        said = [say_count("{count} hand", "{count} hands", count) for count in (1, 2, 1296)]
        assert said == ["1 manus", "2 manūs", "1'296 manuum"]
        assert (say_number(0.5, ".2f"), say_number(1234567), say_percent(0.243)) == ("0,50", "1'234'567", "24 %")
        assert all_of("abc") == "a, b et c"
        assert any_of("ab") == "a or b", "what is not translated is said in English"
    assert say("{player} is next.", player="Ben") == "Ben is next."


def test_what_is_spoken_here_is_not_spoken_there(latin: str) -> None:
    heard: list[str] = []

    def listen() -> None:
        heard.append(say("{player} is next.", player="Ben"))

    with speaking(latin):
        other = Thread(target=listen)
        other.start()
        other.join()
        listen()
    assert heard == ["Ben is next.", "Sequitur Ben."]


def test_suggestions_stand_where_the_language_wants_them(latin: str) -> None:
    ask = FollowUp("check")
    assert say_remark("{player} asks {ask}.", player="Ben", ask=ask).parts == ("", "Ben", " asks ", ask, ".")
    with speaking(latin):
        assert str(say_remark("{player} is next.", player=ask)) == "Sequitur check."


@pytest.mark.parametrize(
    ("environ", "spoken"),
    [
        ({}, "en"),
        ({"LANG": "la_VA.UTF-8"}, "la"),
        ({"LANG": "la", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en", "LC_ALL": "la"}, "la"),
        ({"LC_ALL": "la", "DEDUCE_LANG": "en"}, "en"),
        ({"LC_ALL": "C", "LANG": "la"}, "en"),
        ({"LC_ALL": "", "LANG": "la"}, "la"),
        ({"LANG": "tlh"}, "en"),
    ],
)
def test_the_language_of_a_machine(environ: dict[str, str], spoken: str, latin: str) -> None:
    assert latin == "la"
    assert of_machine(environ) == spoken


@pytest.mark.parametrize(
    ("chosen", "accepted", "spoken"),
    [
        (None, None, "en"),
        (None, "la-VA,la;q=0.9,en;q=0.8", "la"),
        (None, "tlh,en;q=0.5,la;q=0.7", "la"),
        (None, "en-GB,la;q=0.5", "en"),
        ("la", "en", "la"),
        ("nonsense", "la", "la"),
        (None, "la;q=much, ;;,", "la"),
    ],
)
def test_the_language_of_a_phone(chosen: str | None, accepted: str | None, spoken: str, latin: str) -> None:
    assert latin == "la"
    assert of_phone(chosen, accepted) == spoken


def test_a_language_is_asked_for_anywhere_in_a_call() -> None:
    assert part_language(["--lang", "de", "show", "a.game"]) == ("de", ["show", "a.game"])
    assert part_language(["show", "a.game", "--lang=de"]) == ("de", ["show", "a.game"])
    assert part_language(["show", "--", "--lang", "de"]) == (None, ["show", "--", "--lang", "de"])
    assert part_language(["show", "--lang"]) == ("", ["show"])
    assert code_of("de_AT.UTF-8") == code_of("DE-ch") == "de"


def test_a_language_that_we_lack_is_refused(deduce: Deduce) -> None:
    for call in (["show", "a.game", "--lang", "tlh"], ["show", "a.game", "--lang"]):
        done = deduce(*call)
        assert done.exit_code == 2
        assert done.stderr.splitlines()[0].startswith("  `--lang` needs a language: en")


@pytest.mark.seldom
def test_the_machine_decides_where_the_call_does_not(deduce: Deduce, outside: Path) -> None:
    build(outside)
    deduce.monkeypatch.setenv("DEDUCE_LANG", PSEUDO)
    assert turn("The sheet: what is still possible") in deduce("show", "--help").stdout
    assert "The sheet: what is still possible" in deduce("show", "--help", "--lang", "en").stdout


@pytest.mark.seldom
def test_a_fifth_language_is_one_file(deduce: Deduce, outside: Path) -> None:
    build(outside)
    assert languages() == ("en", PSEUDO)
    assert not find_faults(open_catalogue(outside / f"{PSEUDO}.po"))
    shown = deduce("show", EXAMPLES / "evening.game", "--lang", PSEUDO)
    assert shown.exit_code == 0, shown.output
    assert "%" in shown.stdout


@pytest.fixture(scope="session")
def turned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Catalogues of the language that turns letters over, its words longer than ours."""
    folder = tmp_path_factory.mktemp("turned")
    build(folder, longer=True)
    return folder


@pytest.fixture
def speak_turned(turned: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("solver.language.CATALOGUES", turned)
    monkeypatch.chdir(ROOT)
    catalogue.cache_clear()
    yield
    catalogue.cache_clear()


@pytest.mark.seldom
@pytest.mark.usefixtures("speak_turned")
@pytest.mark.parametrize("call", CALLS)
def test_a_command_says_all_in_one_language_and_long_words_fit(call: str) -> None:
    shown = run(call)
    assert not list(words_left(shown, call.split()))
    assert not re.search(r"[^\W\dA-Z]…", shown), "something was cut off"
    assert max(map(cell_len, shown.splitlines())) <= WIDTH


@pytest.mark.parametrize("call", SCREENS)
@pytest.mark.parametrize(
    "language", [pytest.param(one, marks=[pytest.mark.seldom] * (one != "de")) for one in languages()[1:]]
)
def test_a_screen_fits_in_every_language(language: str, call: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    shown = run(call, language).splitlines()
    assert max(map(cell_len, shown)) <= WIDTH
    assert not [row for row in shown if re.search(r"[^\W\dA-Z]…", row)], "something was cut off"
    assert not [row for row in shown if re.match(r"\s*[:;»%](\s|$)", row) and "  " not in row.strip()], "a torn row"


def test_every_complete_language_has_its_evening() -> None:
    assert [path.stem for path in EVENINGS] == sorted(COMPLETE)


def test_a_die_on_a_page_says_its_colour_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    page = run(f"review {EXAMPLE} --round 2 --html -", "de")
    assert ">grün<" in page
    assert "grün<small>" not in page


@pytest.mark.seldom
@pytest.mark.usefixtures("speak_turned")
@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_a_session_says_all_in_one_language(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEDUCE_LANG", PSEUDO)
    shown = replay(path.read_text("utf-8"), tmp_path, monkeypatch)
    assert not list(words_left(shown, ()))


def test_what_is_wrong_with_a_catalogue_is_found() -> None:
    found = template("la")
    found.add("{player} sleeps.", "{playr} dormit.")
    found.add(("{count} sock", "{count} socks"), ("una calcea", "{count} calceae"))
    faults = find_faults(found)
    assert "'{player} sleeps.' has the places ['player'], its translation ['playr']" in faults
    assert not [fault for fault in faults if "sock'" in fault], "one need not be counted"
    assert [fault for fault in faults if fault.endswith("is not translated")]


def test_a_proof_may_be_said_in_signs() -> None:
    module = ast.parse('say("{hat} is at most {number}", hat=hat, number=4, signs=f"{hat} ≤ 4")')
    assert list(sentences_in_signs(module)) == ["{hat} is at most {number}"]
    found = template("la")
    found.add("{hat} is at most {number}", "{signs}", auto_comments=[IN_SIGNS])
    found.add("{hat} of {player}", "{signs}")
    found.add("{hat} was {number}", "{signs} {numero}", auto_comments=[IN_SIGNS])
    faults = " ".join(find_faults(found))
    assert "'{hat} is at most {number}' has" not in faults
    assert "'{hat} of {player}' has" in faults, "it is handed no signs"
    assert "'{hat} was {number}' has" in faults


IN_ARITHMETIC = {
    "Round {round} ({lines}): {cards} is {sums}.": "R{round}: {signs}.",
    "The first less the second: {cards} is {sums}.": "{signs}.",
    "{cards} is at least {reckoned}": "{signs}",
    "purple": "lila",
    "red": "rot",
}


def test_a_language_says_a_proof_in_signs(outside: Path) -> None:
    texts = "".join(f'\nmsgid "{said}"\nmsgstr "{signs}"\n' for said, signs in IN_ARITHMETIC.items())
    (outside / "la.po").write_text(LATIN + texts, encoding="utf-8")
    compile_catalogues(outside)
    opened = open_log(parse_log((EXAMPLES / "four_players.game").read_text(encoding="utf-8")))
    assert isinstance(opened, Opened)
    with speaking("la"):
        steps = commands.why(opened, opened.me, ["purple", "1"]).data()["steps"]
    assert steps == ["R2: lila + green + yellow ≥ 8. R1: yellow + green + rot ≤ 6. lila - rot ≥ 2. Lila ≥ 2."]


@pytest.mark.seldom
def test_what_is_said_in_signs_once_is_handed_them_everywhere() -> None:
    modules = [ast.parse(path.read_text("utf-8")) for room in ("solver", "cli") for path in (ROOT / room).rglob("*.py")]
    in_signs = {sentence for module in modules for sentence in sentences_in_signs(module)}
    calls = [node for module in modules for node in ast.walk(module) if isinstance(node, ast.Call) and node.args]
    without = [call for call in calls if "signs" not in {word.arg for word in call.keywords}]
    said = {word.value for call in without for word in call.args[:2] if isinstance(word, ast.Constant)}
    assert len(in_signs) > 10
    assert not in_signs & said


@pytest.mark.seldom
def test_a_catalogue_is_filled_from_a_list(tmp_path: Path) -> None:
    found = template("nl")
    left = list_open(found)
    assert len(left) == len(found)
    assert list_open(found, 5, 3) == left[5:8], "in the order of the files, so that numbers stay"
    counted = next(one for one in left if "plural" in one and one["places"])
    typed = next(one for one in left if one.get("ctxt") == TYPED and one["id"] == "bet")
    plain = next(one for one in left if "places" not in one and "plural" not in one and "ctxt" not in one)
    given: list[dict[str, object]] = [
        plain | {"text": "  slaapt"},
        plain | {"text": "slaapt {hier}"},
        plain | {"text": "slaapt"},
        counted | {"texts": ["een"]},
        typed | {"text": "wed, "},
        typed | {"text": "wed, ik wed"},
        {"id": "nobody says this", "text": "x"},
    ]
    taken, refused = fill(found, given)
    assert (taken, len(refused)) == (2, 5), refused
    assert len(list_open(found)) == len(left) - 2
    save(found, tmp_path / "nl.po")
    assert open_catalogue(tmp_path / "nl.po").get("bet", TYPED).string == "wed, ik wed"
    assert not open_catalogue(tmp_path / "nl.po").get("bet").string, "what is said is another message"
    assert not find_wrong(found)


@pytest.mark.parametrize("path", sorted(CATALOGUES.glob("*.po")), ids=lambda path: path.stem)
def test_a_catalogue_has_what_it_must_have(path: Path) -> None:
    found = open_catalogue(path)
    assert not find_wrong(found)
    if path.stem in COMPLETE:
        assert not find_missing(found)
        said = {(one.id, one.context) for one in found}
        assert {(one.id, one.context) for one in template()} <= said, "bring it up to date: python -m tests.catalogues"


def test_a_page_is_given_what_it_says(latin: str) -> None:
    script = (
        """say("{player} is next.", { player: "Ben" }); sayCount("{count} hand", "{count} hands", 5); say(other);"""
    )
    assert sentences_of_page(script) == ["{player} is next.", ("{count} hand", "{count} hands")]
    assert words_of_page([script]) == {}
    with speaking(latin):
        words = words_of_page([script])
    assert words["say"] == {"{player} is next.": "Sequitur {player}."}
    assert words["count"] == {"{count} hand": ["{count} manus", "{count} manūs", "{count} manuum"]}
    assert words["forms"] == [1, 0, 1, 1, 1, *[2] * 195]


def test_english_reads_no_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.language.CATALOGUES", Path(os.devnull))
    with speaking("en"):
        assert say("{player} is next.", player="Ben") == "Ben is next."


@pytest.mark.seldom
@pytest.mark.usefixtures("speak_turned")
@pytest.mark.parametrize("log", FAULTY_LOGS, ids=lambda log: f"{log.parent.parent.name} {log.stem}")
def test_what_is_wrong_with_a_log_is_said_in_one_language(log: Path) -> None:
    told = [row for row in run(f"show {log}").splitlines() if not re.match(r" {4}\S| *\^", row)]
    players = re.search(r"^players (.*)$", log.read_text("utf-8", "replace"), re.MULTILINE)
    assert not list(words_left("\n".join(told), players[1].split() if players else ()))


OTHER_CALLS = [  # by the games other than Think Str8!, for each of their logs
    (call.format(log=log.relative_to(ROOT).as_posix()), log)
    for game, claims in (("tricoda", ("{log} 7", "{log} 2 7 7")), ("thinkaboxin", ("{log} 3x5", "{log} 99x1")))
    for log in sorted((EXAMPLES.parent / game).glob("*.game"))
    for call in (*OF_A_LOG, *(f"why {claim}" for claim in claims))
]


@pytest.mark.seldom
@pytest.mark.usefixtures("speak_turned")
@pytest.mark.parametrize(("call", "log"), OTHER_CALLS, ids=[call for call, _ in OTHER_CALLS])
def test_the_other_games_say_all_in_one_language(call: str, log: Path) -> None:
    players = re.search(r"^players (.*)$", log.read_text("utf-8"), re.MULTILINE)
    assert players
    assert not list(words_left(run(call), players[1].split()))


@pytest.mark.seldom
@pytest.mark.usefixtures("speak_turned")
@pytest.mark.parametrize("log", ["four_players", "faulty/six_tokens", "faulty/missing_swap", "faulty/contradiction"])
def test_a_log_that_is_open_is_told_in_every_language(log: str) -> None:
    """What was said once in English is not kept: neither in the log nor in anything that is remembered of it."""
    path = EXAMPLES / f"{log}.game"
    opened = open_log(parse_log(path.read_text(encoding="utf-8")))
    assert isinstance(opened, Opened)
    english = list(_tell_all(opened))
    with speaking(PSEUDO):
        turned = list(_tell_all(opened))
    assert len(turned) == len(english) > 3
    assert not list(words_left("\n".join(turned), opened.opening.players))
    assert list(_tell_all(opened)) == english


@pytest.mark.seldom
@pytest.mark.usefixtures("speak_turned")
@pytest.mark.parametrize("log", ["tricoda/false_answer", "tricoda/three_players", "thinkaboxin/clash"])
def test_a_log_of_another_game_is_told_in_every_language(log: str) -> None:
    opened = open_log(parse_log((EXAMPLES.parent / f"{log}.game").read_text(encoding="utf-8")))
    assert isinstance(opened, Opened)
    english = list(_tell_others(opened))
    with speaking(PSEUDO):
        turned = list(_tell_others(opened))
    assert len(turned) == len(english) > 3
    assert not list(words_left("\n".join(turned), opened.opening.players))
    assert list(_tell_others(opened)) == english


def _tell_others(opened: Opened) -> Iterator[str]:
    yield from opened.misheard(opened.me)
    for found in (commands.show(opened, opened.me), commands.check(opened, opened.me)):
        yield from map(str, _told(found.data(), "problem", "hint", "missing", "misheard", "steps", "notes"))
    yield from map(
        str, _told(commands.advise(opened, opened.me, {}).data(), "reason", "notes", "text", "hint", "missing")
    )
    for place in range(4, len(opened.reading.events)):
        then = opened.at(place)
        assert then
        yield then.tell(then.reading.events[-1])
        yield then.next_step().title


def _tell_all(opened: Opened) -> Iterator[str]:
    yield from map(str, _told(commands.show(opened, opened.me).data(), "problem", "hint", "missing"))
    yield from map(str, _told(commands.check(opened, opened.me).data(), "steps", "notes"))
    yield from map(str, _told(commands.advise(opened, opened.me, {}).data(), "notes", "text", "hint"))
    for colour in COLOURS:
        yield from map(str, _told(commands.why(opened, opened.me, [colour]).data(), "steps", "notes"))
    for place in range(4, len(opened.reading.events), 5):
        then = opened.at(place)
        assert then
        yield then.tell(then.reading.events[-1])
        yield then.next_step().title


def _told(data: object, *keys: str) -> Iterator[object]:
    """The sentences under these keys, however deep."""
    for key, value in data.items() if isinstance(data, dict) else ():
        if key in keys:
            yield from value if isinstance(value, list) else [value]
        else:
            yield from _told(value, *keys)
    for value in data if isinstance(data, list) else ():
        yield from _told(value, *keys)
