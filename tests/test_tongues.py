"""What is typed in German, French or Dutch means what the English words mean, and English means what it always did."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from gettext import NullTranslations
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("babel", reason="what compiles catalogues is not here")

from cli.logfile import LogFile
from cli.play.inquiries import INQUIRIES
from cli.play.orders import COMMANDS
from cli.play.session import EDITING, ORDERS
from cli.serve.room import Room
from hatch_build import compile_catalogues
from solver.english import fold, match_beginning
from solver.game import Game, Opened, ask_yes_no
from solver.games import GAMES, open_log
from solver.games.think_str8.rules import find_colour
from solver.language import CATALOGUES, catalogue, languages, speaking, typed_in
from solver.log import Kind, LogError, Word, parse_log
from solver.session import add_line, mask_line, read_state
from solver.tongues import meaning_of, meanings_of, part_meaning
from tests.attack.true_logs import make_log
from tests.catalogues import save, template
from tests.conftest import EXAMPLES, Deduce
from tests.translating import fill, list_open

ROOT = Path(__file__).parent.parent
ALONE = NullTranslations()


@cache
def words_in(language: str) -> dict[str, tuple[str, ...]]:
    """What is typed in a language for English words."""
    return {meaning: tuple(word.strip() for word in words.split(",")) for meaning, words in typed_in(language)}


LANGUAGES = tuple(one for one in languages()[1:] if words_in(one))
COLOURS = ("blue", "green", "yellow", "purple", "red", "grey", "black", "brown", "pink")


def colours_in(language: str) -> dict[str, str]:
    """As the program says them: so what is read on a screen can be typed."""
    return {colour: catalogue(language).gettext(colour) for colour in COLOURS}


def translate(line: str, language: str, players: tuple[str, ...], choose: Callable[[tuple[str, ...]], str]) -> str:
    """A line in its canonical form as somebody types it who speaks that language."""
    words, colours = words_in(language), colours_in(language)

    def say(word: str) -> str:
        bare, comma = word.rstrip(","), "," * word.endswith(",")
        if bare in players:
            return word
        return colours.get(bare, choose(words[bare]) if bare in words else bare) + comma

    verb, *rest = line.split(" ")
    return " ".join((choose(words[verb]), *map(say, rest)))


def events_of(text: str) -> tuple[object, ...]:
    opened = open_log(parse_log(text))
    assert isinstance(opened, Opened), opened
    return opened.reading.events


@pytest.mark.parametrize("seed", range(24))
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_every_event_reads_back_in_every_language(game: str, language: str, seed: int) -> None:
    rng = Random(f"{game} {seed}")
    log = make_log(rng, game)
    opened = open_log(parse_log("".join(f"{line}\n" for line in log.lines)))
    assert isinstance(opened, Opened)
    english = [opened.game.format_event(event) for event in opened.reading.events]
    foreign = [translate(line, language, (*log.players, game), rng.choice) for line in english]
    assert foreign[:3] != english[:3]
    assert events_of("\n".join(foreign)) == opened.reading.events


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """From when it is called, there are only the languages of a folder outside of the project."""

    def go() -> None:
        compile_catalogues(tmp_path)
        catalogue.cache_clear()
        monkeypatch.setattr("solver.language.CATALOGUES", tmp_path)

    yield go
    catalogue.cache_clear()


def read(text: str, name: str) -> tuple[object, ...]:
    """The events and all that is wrong, whatever the log is called."""
    opened = open_log(parse_log(text, name))
    if isinstance(opened, Opened):
        return opened.reading.events, tuple(error._replace(file="") for error in opened.table.warnings)
    return tuple(error._replace(file="") for error in opened)


@pytest.mark.parametrize("path", sorted((ROOT / "examples").rglob("*.game")), ids=lambda path: path.stem)
def test_no_english_log_changes_its_meaning(path: Path, outside: Callable[[], None]) -> None:
    text = path.read_text(encoding="utf-8", errors="replace")
    now = read(text, "now.game")
    outside()
    assert now == read(text, "alone.game")


@pytest.mark.parametrize("seed", range(48))
@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_nor_does_any_log_however_it_is_spelt(game: str, seed: int, outside: Callable[[], None]) -> None:
    text = "".join(f"{line}\n" for line in make_log(Random(f"{game} {seed}"), game).lines)
    now = read(text, "now.game")
    outside()
    assert now == read(text, "alone.game")


ABROAD = """
game think-str8
players Anna Ben Cleo
me Anna
dice gyb
"""
SAID = {  # what people say at the table
    "hit": "Treffer, richtig, ja, juste, oui, exact, raak, goed, juist, trifft, correct, passt",
    "low": "zu tief, zu niedrig, zu klein, trop bas, trop basse, trop petit, te laag, te klein, ZU TIEF, Trop Bas",
    "high": "zu hoch, zu groß, zu gross, trop haut, trop élevé, trop eleve, trop grand, te hoog, te groot, zu  hoch",
    "miss": "daneben, falsch, nein, raté, rate, faux, non, mis, fout, nee, verfehlt, à côté, ernaast",
}


@pytest.mark.parametrize(
    ("typed", "answer"), [(typed.strip(), answer) for answer, words in SAID.items() for typed in words.split(",")]
)
def test_answers_are_understood_as_they_are_said(typed: str, answer: str) -> None:
    width = 8 if answer == "miss" else 9
    for verb in ("bet", "tippt", "pari", "gok"):
        *_, bet = events_of(f"{ABROAD}{verb} Ben 8-{width} {typed}\n")
        assert vars_of(bet, "answer") == answer


def vars_of(event: object, name: str) -> object:
    return getattr(event, name)


@pytest.mark.parametrize(("language", "yes"), [("en", "y"), ("de", "j"), ("fr", "o"), ("nl", "j")])
def test_yes_may_be_cut_short_as_the_question_says(language: str, yes: str) -> None:
    with speaking(language):
        asked = ask_yes_no("grey", "Without grey?", "without grey")
        assert f"({yes} " in asked.text
        assert (asked.line(yes), asked.line("n")) == ("without grey", None)


@pytest.mark.parametrize("typed", ["höher", "plus haut", "hoger", "tiefer", "plus bas", "lager", "niedriger"])
def test_what_could_mean_the_bet_or_the_sum_is_refused(typed: str) -> None:
    (error,) = faults_of(f"{ABROAD}bet Ben 4-9 {typed}\n")
    assert error.problem == f"`{typed}` could mean the bet or the sum."
    assert (error.column, error.width) == (len("bet Ben 4-9 ") + 1, len(typed))


def faults_of(text: str) -> tuple[LogError, ...]:
    opened = open_log(parse_log(text))
    assert not isinstance(opened, Opened)
    return opened


def test_a_fault_is_marked_where_it_is_as_typed() -> None:
    (error,) = faults_of(f"{ABROAD}tippt Ben 9-4 zu hoch\n")
    assert (error.kind, error.column, error.width, error.text) == (
        Kind.AGAINST_RULES,
        len("tippt Ben ") + 1,
        len("9-4"),
        "tippt Ben 9-4 zu hoch",
    )


def test_names_of_players_stay_names() -> None:
    log = "game think-str8\nplayers Ja Nein Mis\nme Ja\ndice gyb\n"
    *_, first, second, third = events_of(f"{log}tippt Ja 4-9 ja\ntippt Nein 4-8 zu tief\ngok Mis 3-3 mis\n")
    assert [(vars_of(bet, "player"), vars_of(bet, "answer")) for bet in (first, second, third)] == [
        ("Ja", "hit"),
        ("Nein", "low"),
        ("Mis", "miss"),
    ]


def test_a_word_of_another_language_is_no_beginning_of_a_name() -> None:
    (error,) = faults_of("game think-str8\nplayers Yesmin Ben\nme Ben\ndice gyb\nbet ja 4-9\n")
    assert error.problem == "Nobody here is called `ja`."


TWO_TONGUES = """
msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=utf-8\\n"

msgctxt "typed"
msgid "{english}"
msgstr "{typed}"
"""


def test_what_means_two_things_in_two_languages_is_asked_about(tmp_path: Path, outside: Callable[[], None]) -> None:
    for language, english in (("la", "low"), ("eo", "high")):
        text = TWO_TONGUES.format(language=language, english=english, typed="vix")
        (tmp_path / f"{language}.po").write_text(text, encoding="utf-8")
    outside()
    (error,) = faults_of(f"{ABROAD}bet Ben 4-9 vix\n")
    assert error.kind is Kind.AMBIGUOUS
    assert error.problem == "`bet Ben 4-9 vix` could be `bet Ben 4-9 high` or `bet Ben 4-9 low`."


# At every door.


@pytest.mark.parametrize("call", [["show"], ["check"], ["why", "red 6"], ["hint"], ["review"]])
def test_english_opens_no_catalogue(call: list[str], deduce: Deduce, monkeypatch: pytest.MonkeyPatch) -> None:
    """So to understand other languages costs an English table nothing, at the start least of all."""

    def refuse(language: str) -> None:
        raise AssertionError(f"the catalogue of {language} is opened")

    monkeypatch.setattr("solver.language.catalogue", lambda language: refuse(language) if language != "en" else ALONE)
    log = EXAMPLES / "evening.game"
    assert deduce(call[0], log, *call[1:]).exit_code == 0


@pytest.mark.parametrize(
    "claim",
    ["rot 6", "nicht rot 6", "rouge 6", "pas rouge 6", "rood 6", "rot 6 Runde 2", "rouge 6 tour 2", "rood 6 ronde 2"],
)
def test_claims_are_understood_in_the_shell(claim: str, deduce: Deduce) -> None:
    english = f"red 6{' round 2' * claim.endswith('2')}"
    log = EXAMPLES / "evening.game"
    assert deduce("why", log, *claim.split()).stdout == deduce("why", log, *english.split()).stdout != ""


def test_a_file_by_hand_in_german_is_read_as_it_is(deduce: Deduce, tmp_path: Path) -> None:
    english = (EXAMPLES / "notation.game").read_text(encoding="utf-8")
    lines = [line.partition("#")[0].strip() for line in english.splitlines()]
    foreign = [translate(line, "de", ("Anna", "Ben", "Cleo", "think-str8"), min) for line in lines if line]
    log = tmp_path / "abend.game"
    log.write_text("\n".join(foreign), encoding="utf-8")
    shown, again = (deduce("show", path, "--json").stdout for path in (log, EXAMPLES / "notation.game"))
    assert json.loads(shown)["cards"] == json.loads(again)["cards"]
    assert log.read_text(encoding="utf-8") == "\n".join(foreign)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_cannot_be_has_the_same_repairs(language: str, deduce: Deduce, tmp_path: Path) -> None:
    english = EXAMPLES / "faulty" / "contradiction.game"
    lines = [line.partition("#")[0].strip() for line in english.read_text(encoding="utf-8").splitlines()]
    foreign = [translate(line, language, ("Anna", "Ben", "Bea", "think-str8"), min) if line else "" for line in lines]
    log = tmp_path / "a.game"
    log.write_text("\n".join(foreign), encoding="utf-8")
    one, other = (json.loads(deduce("check", path, "--json").stdout)["repairs"] for path in (log, english))
    assert [repair["line"] for repair in one] == [repair["line"] for repair in other]
    assert [repair["hands"] for repair in one] == [repair["hands"] for repair in other]
    assert [repair["text"] for repair in one] == [foreign[repair["line"] - 1] for repair in one]
    for repair in one:
        changed = "\n".join([*foreign[: repair["line"] - 1], repair["instead"], *foreign[repair["line"] :]])
        log.write_text(changed, encoding="utf-8")
        assert deduce("check", log).exit_code == 0


@pytest.mark.parametrize(
    "lines",
    [
        (["Wurf grün gelb blau", "tippt 0-1", "tippt Ben 19-21", "Cleo 4-8", "tausche gelb"]),
        (["dés vert jaune bleu", "parie 0-1", "pari Ben 19-21", "Cleo 4-8", "échange jaune"]),
        (["worp groen geel blauw", "gok 0-1", "gok Ben 19-21", "Cleo 4-8", "ruil geel"]),
    ],
)
def test_phones_understand_what_is_typed(lines: list[str], tmp_path: Path) -> None:
    path = tmp_path / "table.game"
    path.write_text(TABLE, encoding="utf-8")
    file = LogFile(path)
    room = Room(file, 1)
    for line in lines:
        room.write("Anna", line, room.view("Anna").version)
    file.close()
    assert events_of(path.read_text(encoding="utf-8")) == events_of(TABLE + ENTERED)


TABLE = """game think-str8
players Anna Ben Cleo
me nobody
see Anna 607145
see Ben 134403
see neutral 226726
see Cleo 015251
"""
ENTERED = """dice green yellow blue
bet Anna 0-1
bet Ben 19-21
bet Cleo 4-8
swap Anna yellow 7
"""


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_a_covered_line_hides_the_same_in_every_language(game: str, seed: int) -> None:
    rng = Random(f"{game} {seed}")
    log = make_log(rng, game)
    for place in rng.sample(range(3, len(log.lines)), min(6, len(log.lines) - 3)):
        before = read_state("".join(f"{line}\n" for line in log.lines[:place]), "a.game")
        after = add_line(before, log.lines[place])
        if before.opened is None or after.opened is None:
            continue
        english = before.opened.game.format_event(after.opened.reading.events[-1])
        for language in LANGUAGES:
            foreign = translate(english, language, log.players, rng.choice)
            shown, hidden = mask_line(before, foreign), mask_line(before, english)
            if foreign != english:
                assert ("…" in shown) == ("…" in hidden), (english, foreign, hidden, shown)
                assert numbers_in(shown) <= numbers_in(hidden), (english, foreign, hidden, shown)


def numbers_in(line: str) -> Counter[str]:
    return Counter(re.findall(r"\d", line))


def test_notation_lists_the_words_of_the_language(deduce: Deduce) -> None:
    shown = deduce("notation", "think-str8", "--lang", "de").stdout
    assert "`low` = zu tief, zu niedrig" in shown
    assert "`bet` = tippt" in shown
    assert " = " not in deduce("notation", "think-str8").stdout.replace("10-15=", "")


@pytest.mark.seldom
@pytest.mark.parametrize("order", ["Ende", "quitter", "stop"])
def test_practice_takes_its_orders_too(order: str, deduce: Deduce, tmp_path: Path) -> None:
    deduce.monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    log = EXAMPLES / "four_players.game"
    english = deduce("practice", log, "--count", "1", "--seed", "1", text="hint\nquit\n").output
    hint = {"Ende": "Hinweis", "quitter": "indice", "stop": "aanwijzing"}[order]
    assert (
        deduce("practice", log, "--count", "1", "--seed", "1", text=f"{hint}\n{order}\n")
        .output.replace(f"{hint}\n", "hint\n")
        .replace(f"{order}\n", "quit\n")
        == english
    )


@pytest.mark.seldom
def test_a_fifth_language_is_understood_from_one_file(tmp_path: Path, outside: Callable[[], None]) -> None:
    """As CONTRIBUTING.md says: a new catalogue, filled, compiled; nothing else anywhere."""
    made = template("eo")
    filled, refused = fill(made, [one | {"text": backwards(one)} for one in list_open(made) if "ctxt" in one])
    assert (filled, refused) == (len(set(words_in("de"))), [])
    save(made, tmp_path / "eo.po")
    outside()
    text = "emagx think-str8\nsreyalpx Anna Ben\nemx Anna\necidx gyb\ntebx Ben 4-9 wolx\ntebx 3-5 hgihx\n"
    *_, first, second = events_of(text)
    assert (vars_of(first, "answer"), vars_of(second, "answer")) == ("low", "high")
    assert faults_of(f"{ABROAD}bet Ben 4-9 zu tief\n"), "ours are not there"


def backwards(one: dict[str, object]) -> str:
    return f"{one['id']}"[::-1] + "x"


# The words themselves.


def every_word() -> Iterator[tuple[str, str, str]]:
    """Each word with its language and the English word that it means."""
    for language in LANGUAGES:
        for meaning, words in words_in(language).items():
            yield from ((language, word, meaning) for word in words)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_word_is_the_beginning_of_an_english_verb(game: Game) -> None:
    """Such a word would be taken for that verb. A phrase is looked for only where its first word leads nowhere."""
    verbs = [verb.name for verb in game.verbs]
    for language, word, meaning in every_word():
        begun = match_beginning(fold(word), verbs) if " " not in word else []
        assert begun in ([], [meaning]), f"{language}: {word} ({meaning}) would be {begun}"


def test_no_word_is_an_english_order() -> None:
    orders = (*COMMANDS, *INQUIRIES, *EDITING)
    for language, word, meaning in every_word():
        if meaning in ORDERS:
            assert fold(word) not in orders or fold(word) == meaning, f"{language}: {word} is the order {fold(word)}"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_word_means_two_verbs_of_a_game_or_two_orders(game: Game) -> None:
    verbs = [verb.name for verb in game.verbs]
    for language, word, _ in every_word():
        for known in (verbs, ORDERS):
            assert sum(meaning in known for meaning in meanings_of(word)) < 2, f"{language}: {word}"


def test_every_order_has_words_in_every_language() -> None:
    assert set(ORDERS) >= {*COMMANDS, *INQUIRIES, "quit"} - {*EDITING[1:], "?"}
    for language in LANGUAGES:
        assert set(ORDERS) <= words_in(language).keys()
        assert {verb.name for game in GAMES for verb in game.verbs} <= words_in(language).keys()


def test_no_word_is_a_colour() -> None:
    for language, word, meaning in every_word():
        assert find_colour(Word(word, 0)) is None, f"{language}: {word} ({meaning})"


def test_meanings_are_found_with_and_without_accents() -> None:
    for typed in ("prüfe", "PRÜFE", "prufe", "pruefe", "vérifie", "verifie", "controleer"):
        assert meaning_of(typed, ORDERS) == "check"
    assert part_meaning("was wäre wenn tippt 4-9", ORDERS) == ("what", "tippt 4-9")
    assert part_meaning("was, wäre  wenn tippt 4-9", ORDERS) == ("what", "tippt 4-9")
    assert part_meaning("why red 6", ORDERS) == ("why", "red 6")
    assert part_meaning("nobody says this", ORDERS) == ("", "nobody says this")
    assert part_meaning("", ORDERS) == ("", "")


def test_the_languages_of_the_rule_sheets_are_there() -> None:
    assert set(LANGUAGES) >= {"de", "fr", "nl"}
    assert {path.stem for path in CATALOGUES.glob("*.po")} >= set(LANGUAGES)
