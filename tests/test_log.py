"""Text and lines: nothing typed is lost, words know their places, and what is no log is told apart."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.english import fold
from solver.log import LARGEST, Kind, Log, LogError, decode_log, parse_line, parse_log
from tests.conftest import CHARACTERS, EXAMPLES, Deduce

PIECES = st.sampled_from(
    [
        "bet",
        "9-15",
        "Żółw",
        "#",
        "# note",
        " ",
        "\t",
        ",",
        "\r\n",
        "\n",
        "\r",
        "\ufeff",
        "\x0c",
        "\x1b[31m",
        "é",
        "e\u0301",
    ]
)
TEXTS = st.lists(PIECES | st.text(CHARACTERS, max_size=4), max_size=40).map("".join)


@given(TEXTS)
def test_reading_and_writing_changes_no_byte(text: str) -> None:
    data = text.encode("utf-8", "surrogatepass")
    log = decode_log(data)
    if isinstance(log, Log):
        assert log.text.encode("utf-8") == data


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.game")), ids=lambda path: path.stem)
def test_examples_round_trip(path: Path) -> None:
    log = decode_log(path.read_bytes())
    assert isinstance(log, Log)
    assert log.text.encode() == path.read_bytes()


@given(TEXTS)
def test_every_word_stands_where_it_says(text: str) -> None:
    for line in parse_log(text).lines:
        for word in line.words:
            assert line.text[word.start : word.end] == word.text
            assert not any(sign.isspace() or sign in "#," for sign in word.text)


@given(st.lists(st.text(alphabet="ab, #\t", max_size=8), max_size=6), st.sampled_from(["\n", "\r\n", "\r"]))
def test_line_ends_and_a_byte_order_mark_do_not_matter(rows: list[str], end: str) -> None:
    plain = parse_log("".join(row + "\n" for row in rows))
    other = parse_log("\ufeff" + "".join(row + end for row in rows))
    assert plain.lines == other.lines
    assert [line.text for line in plain.lines] == rows


def test_words_are_parted_by_blanks_tabs_and_commas_up_to_the_comment() -> None:
    line = parse_line(7, "  see Ben\tblue 6,green 0, # blue 9")
    assert [word.text for word in line.words] == ["see", "Ben", "blue", "6", "green", "0"]
    assert line.event == "see Ben\tblue 6,green 0"
    assert parse_line(1, " # nothing").words == ()


def test_upper_case_and_accents_typed_in_two_ways_are_the_same() -> None:
    assert fold("RENÉE") == fold("rene\u0301e") == "renée"
    assert fold("Straße") == fold("STRASSE")


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"x" * (LARGEST + 1), "more than"),
        ("game think-str8".encode("utf-16-le").join([b"\xff\xfe", b""]), "UTF-16"),
        ("game think-str8".encode("utf-16-be").join([b"\xfe\xff", b""]), "UTF-16"),
        (b"game\0", "not a text file"),
        (b"game think-str8\nplayers Ren\xe9", "line 2 is not UTF-8"),
        (b"game think-str8\nplayers Ren\xc3", "line 2 is not UTF-8"),
    ],
)
def test_what_is_no_log_is_said(data: bytes, problem: str) -> None:
    error = decode_log(data, "x.game")
    assert isinstance(error, LogError)
    assert (error.file, error.line, error.kind) == ("x.game", 0, Kind.UNREADABLE)
    assert problem in error.problem
    assert error.hint


def test_the_largest_log_is_read() -> None:
    assert isinstance(decode_log(b"#" * LARGEST), Log)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_log_or_a_fault(data: bytes) -> None:
    assert isinstance(decode_log(data), Log | LogError)


def test_names_of_scripts_whose_letters_join(deduce: Deduce, tmp_path: Path) -> None:
    """Such a name may hold a sign that is not seen; two that look alike are one."""
    name, log = "می\u200cنا", tmp_path / "a.game"
    log.write_text(f"game think-str8\nplayers {name} Ben Cleo\nme Ben\nsee {name} 607145\nsee Cleo 226726\n")
    assert deduce("show", log, "--as", name).exit_code == 0
    shown = deduce("show", log)
    assert (shown.exit_code, name in shown.stdout) == (0, True)
    log.write_text(f"game think-str8\nplayers {name} {name.replace(chr(0x200C), '')}\nme Ben\n")
    assert "Two players are called" in deduce("show", log).stderr
