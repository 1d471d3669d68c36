"""Plain English: words that read as translated stay out of messages, docstrings, comments, help and pages."""

from __future__ import annotations

import io
import re
import tokenize
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TRANSLATED = {  # and what to write instead
    r"\b[Mm]end(s|ed|ing)?\b": "correct",
    r"\banew\b": "again",
    r"\bthe how manieth\b": "which",
    r"\b(the|of) own\b": "your own, their own",
    r"(?<!here )\bis no (colour|number|answer|token|range|bid|die|bet|game|line|word|name)\b": "is not a …",
    r"\bis none of the choices\b": "is not one of the choices",
    r"\bthereof\b": "of it",
    r"\bnothing else but\b": "only",
    r"\b(my|your|owner's|seat's|Anna's) form\b": "sheet",
    r"\bhangs (only )?on\b": "depends on",
    r"\bleans? on\b": "rests on",
    r"\bonce they lie\b": "once they are set",
    r"\bstill to turn the cards\b": "Turn over your cards",
}
CODE = sorted(path for room in ("solver", "cli", "examples/mastermind") for path in (ROOT / room).rglob("*.py"))
TEXTS = sorted(
    path
    for pattern in ("*.md", "solver/**/*.md", "tests/playthroughs/*.txt", "tests/*/faulty/*.txt", "cli/**/*.html")
    for path in ROOT.glob(pattern)
)


@cache
def words_of(path: Path) -> str:
    """All strings, docstrings and comments of a module; of another file all of it."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return text
    kinds = {tokenize.STRING, tokenize.COMMENT, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}
    return "\n".join(
        token.string for token in tokenize.generate_tokens(io.StringIO(text).readline) if token.type in kinds
    )


@pytest.mark.parametrize("word", TRANSLATED)
def test_no_word_reads_as_translated(word: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}: {match.group()} → {TRANSLATED[word]}"
        for path in (*CODE, *TEXTS)
        for match in re.finditer(word, words_of(path))
    ]
    assert not found, "\n".join(found)


def test_the_search_sees_strings_docstrings_and_comments(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text('"""Mend it."""\nmends = f"mended {1}"  # mending\n', encoding="utf-8")
    assert len(re.findall(r"[Mm]end(?:s|ed|ing)?\b", words_of(path))) == 3, "names in the code are not words"
