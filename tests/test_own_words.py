"""What families type in their own words, as they would say it: understood as the plain line or order is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("babel", reason="what compiles catalogues is not here")

from cli.play.session import ORDERS
from solver import commands
from solver.game import Opened
from solver.games import open_log
from solver.language import CATALOGUES, typed_in
from solver.log import LogError, parse_log
from solver.session import expand, read_state
from solver.tongues import part_meaning
from tests.catalogues import COMPLETE, open_catalogue
from tests.conftest import Deduce

BEGUN = """game think-str8
players Anna Ben Cleo
me Anna
see Ben blue 6, green 0, yellow 7, purple 1, red 4, grey 5
dice green yellow blue
"""
LINES = {
    "bet Anna 13-19 hit": """
        ich tippe auf 13-19, Treffer | Mein Tipp: 13-19 richtig | 13-19 war richtig | 13-19 liegt drin | 13 bis 19 passt
        von 13 bis 19: Treffer! | zwischen 13 und 19, Treffer | 13-19 ja! | 13-19 stimmt | Ich: 13-19 getroffen
        je parie sur 13-19, juste | mon hypothèse 13-19 juste | 13-19 c'est juste | 13 à 19 juste ! | 13-19 touché !
        entre 13 et 19 : juste | 13-19 bien placée | 13-19 oui | 13-19 c'est bon | hypothèse 13-19 bonne
        ik gok op 13-19, raak | mijn gok 13-19 goed | 13-19 is goed | 13 tot 19 raak! | van 13 tot 19 goed
        tussen 13 en 19: goed | 13 t/m 19 goed | 13-19 klopt | 13-19 juist | ik: 13-19 geraakt
        I bet 13-19 hit | 13 to 19 hit | between 13 and 19: hit! | 13-19 was right | Anna: 13-19, hit""",
    "bet Ben 4-9 low": """
        Ben tippt auf 4-9: zu tief | Ben sagt 4-9 zu niedrig | Ben nimmt 4-9, zu klein | Ben: 4-9 leider zu tief
        Ben 4-9 viel zu tief | Ben 4 bis 9 zu-tief | Ben 4-9 zuniedrig
        Ben parie sur 4-9, trop bas | Ben propose 4-9 trop bas | Ben : 4-9 trop bas | Ben 4-9 trop faible
        Ben 4-9 est trop bas | Ben a parié 4-9 trop bas
        Ben gokt op 4-9: te laag | Ben zegt 4-9 te laag | Ben: 4-9 helaas te laag | Ben 4-9 telaag
        Ben wedt op 4-9 te laag | Ben: 4-9 too low | Ben 4-9: low""",
    "bet Ben 8-8 miss": """
        Ben 8 daneben! | Ben: 8-8 leider daneben | Ben 8-8 ist falsch
        Ben 8-8 raté ! | Ben 8-8 mal placée | Ben 8 perdu | Ben 8-8 c'est faux
        Ben 8 mis! | Ben 8-8 niet goed | Ben 8-8 is fout""",
    "dice yellow red grey": """
        Würfel: gelb, rot, grau | gewürfelt: gelb rot grau | gelb, rot und grau | Ben würfelt gelb rot grau
        ich würfle gelb, rot und grau | Wurf gelb rot grau.
        dés : jaune, rouge, gris | jaune, rouge et gris | Ben lance jaune rouge gris | les dés jaune rouge gris
        dobbelstenen: geel, rood, grijs | geel, rood en grijs | Ben gooit geel rood grijs | worp: geel rood grijs
        dice: yellow, red and grey""",
    "cross red 5 7": """
        streiche rot 5 und 7 | durchstreichen rot 5 7 | barre le rouge 5 et 7 | raye rouge 5 7
        streep rood 5 en 7 | weggestreept rood 5 7 | cross red 5 and 7""",
}
CLAIMS = {
    "red 6": """
        rot 6? | ist rot 6 nicht möglich? | kann rot nicht 6 sein? | ist rot keine 6 | nicht die rot 6
        rouge 6 ? | pas le rouge 6 ? | le rouge n'est pas 6 | rouge ne peut pas être 6
        rood 6? | is rood geen 6 | kan rood geen 6 zijn? | niet rood 6
        is red not 6 | can red be 6? | not red 6""",
}
ASKED = {
    "advise": """was jetzt? | was soll ich tun? | que faire ? | que dois-je faire ? | un conseil ?
        wat nu? | wat moet ik doen?""",
    "hint": "gib mir einen Tipp! | Hinweis bitte | un indice | donne-moi un indice ! | geef een hint | tip?",
    "check": "stimmt alles? | alles richtig? | prüfe! | vérifie tout | klopt alles? | kijk na",
    "help": "Hilf mir! | Spielregeln | aide-moi ! | règles | spelregels | hulp!",
    "quit": "fertig | tschüss! | au revoir | c'est fini | klaar | doei!",
    "undo": "zurück! | rückgängig | retour | annule | terug | ongedaan maken",
    "show": "meine Karten | zeig meine Karten! | ma feuille | mes cartes | mijn kaarten | laat zien",
    "why": "kann rot 6 sein? | est-ce que rouge 6 ? | kan rood 6 zijn? | wieso rot 6",
}


def every(table: dict[str, str]) -> Iterator[tuple[str, str]]:
    for meaning, said in table.items():
        for typed in said.replace("\n", "|").split("|"):
            if typed.strip():
                yield typed.strip(), meaning


@pytest.mark.parametrize(("typed", "plain"), list(every(LINES)))
def test_a_line_is_understood_as_it_is_said(typed: str, plain: str) -> None:
    state = read_state(BEGUN, "a.game")
    (full,) = expand(state, typed)
    assert last_event(full) == last_event(plain)


def last_event(line: str) -> object:
    opened = open_log(parse_log(f"{BEGUN}{line}\n"))
    assert isinstance(opened, Opened), opened
    return opened.reading.events[-1]


@pytest.mark.parametrize(("typed", "plain"), list(every(CLAIMS)))
def test_a_claim_is_understood_as_it_is_said(typed: str, plain: str) -> None:
    opened = open_log(parse_log(BEGUN))
    assert isinstance(opened, Opened)
    asked, known = (commands.why(opened, "Anna", claim.split()).data() for claim in (typed, plain))
    assert asked == known


@pytest.mark.parametrize(("typed", "order"), list(every(ASKED)))
def test_an_order_is_understood_as_it_is_said(typed: str, order: str) -> None:
    assert part_meaning(typed, ORDERS)[0] == order


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("t", False), ("nimm", False), ("reprends", False), ("weghalen", False), ("keep", True), ("behalten", True)],
)
def test_what_cannot_be_is_kept_or_taken_back_in_every_language(
    typed: str, kept: bool, deduce: Deduce, tmp_path: Path
) -> None:
    log = tmp_path / "a.game"
    log.write_text(BEGUN, encoding="utf-8")
    deduce("play", log, text=f"bet Ben 4-9 high\n{typed}\n")
    assert (log.read_text("utf-8") != BEGUN) is kept


@pytest.mark.parametrize("language", COMPLETE)
def test_what_a_language_says_to_type_is_understood(language: str) -> None:
    """What stands in backquotes is the English word, or one that is typed for it."""
    words = {meaning: said.split(", ") for meaning, said in typed_in(language)}
    others = 0
    for message in open_catalogue(CATALOGUES / f"{language}.po"):
        english = message.id[-1] if isinstance(message.id, tuple) else message.id
        said = message.string[-1] if isinstance(message.string, tuple) else message.string
        for plain, quoted in zip(quotes(english), quotes(said), strict=True):
            if quoted not in quotes(english):
                assert quoted in words[plain], f"{said}: {quoted}"
                others += 1
    assert others > 10


def quotes(sentence: str) -> list[str]:
    """What is to be typed, names of things aside: `save as NAME`."""
    return [re.sub(r"[A-Z]{2,}", "…", quoted) for quoted in re.findall(r"`([^`]+)`", sentence)]


@pytest.mark.parametrize(("typed", "marked"), [("bet Ben 4-9 zu rot", "zu"), ("cross red 5 und 9", "9")])
def test_what_is_left_out_hides_no_fault(typed: str, marked: str) -> None:
    errors = open_log(parse_log(f"{BEGUN}{typed}\n"))
    assert isinstance(errors, tuple)
    (error,) = errors
    assert isinstance(error, LogError)
    assert typed[error.column - 1 :][: error.width] == marked


def test_a_name_that_could_say_nothing_stays_a_name() -> None:
    opened = open_log(parse_log(f"{BEGUN.replace('Ben', 'Van')}bet Van 4 bis 9 zu tief\n"))
    assert isinstance(opened, Opened)
    assert opened.game.format_event(opened.reading.events[-1]) == "bet Van 4-9 low"
