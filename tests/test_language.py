"""Documentation, messages, docstrings and comments use standard technical English."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

BANNED = {
    r"that there (is|are) not\b": "that does not exist",
    r"who knows no better": "name who it is",
    r"(is|are|be) to be had": "is available",
    r"all the same\b(?! \w)": "nevertheless",
    r"goes on working": "still works",
    r"hang(s)? together": "belong together",
    r"costs? (a|one) (warning|message)": "gives a warning",
    r"as ever\b": "as before",
    r"and their like\b": "and similar ones",
    r"such as it can be": "say what it is",
    r"beside the tree": "in no sidebar",
    r"falls? silent": "stops",
    r"no more than it has to": "as little as possible",
    r"(the|an|each|every|this|its own|one) rooms?\b(?! for\b)": "package, space",
    r"\brooms of\b": "packages of",
    r"\bwishes\b": "wants, settings",
    r"words that (stand|say)\b": "text that",
    r"\bgoes? with it silently\b": "is removed without a warning",
    r"\bwhat is made\b": "the output",
    r"\bhas no business\b": "does not belong",
    r"\bmade anew\b": "generated",
    r"\bpassed over\b": "ignored, skipped",
    r"\bcannot be had\b": "is not available",
    r"\bstands? for itself\b": "say what it is",
    r"\b(its|their) likes?\b(?! \w)": "similar ones",
    r"\bspeaks? the language\b": "is in the language",
    r"\bnothing of nothing\b": "say what it is",
    r"\bas it is to be\b": "say how",
}
"""Patterns of phrases that readers had to ask about, each with a better wording."""

BETWEEN_WORDS = r"(?: |\n[ \t]*(?:#:? )?)"
"""A phrase may continue on the next line, after the sign of a comment."""

COMPILED = [
    (re.compile(rf"\b{phrase}".replace(" ", BETWEEN_WORDS, 99), re.IGNORECASE), better)
    for phrase, better in BANNED.items()
]

ALLOWED = frozenset(
    {
        "tests/test_language.py",  # the patterns themselves
    }
)


def sources() -> list[Path]:
    folders = {"sphinx_docsnav": "*.py", "docs": "*.rst", "docs/": "*.mdx", "docs/_ext": "*.py"}
    found = [path for folder, glob in folders.items() for path in (ROOT / folder).rglob(glob)]
    found += [ROOT / "README.rst", *(ROOT / ".github").rglob("*.md")]
    return sorted(path for path in found if path.exists() and "_build" not in path.parts)


def violations(text: str) -> list[str]:
    """Return the banned phrases in *text*, each with its line and a better wording."""
    return [
        f"{text.count(chr(10), 0, match.start()) + 1}: {' '.join(match[0].split())!r}: {better}"
        for pattern, better in COMPILED
        for match in pattern.finditer(text)
    ]


def test_no_text_has_a_phrase_that_readers_have_to_ask_about() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{violation}"
        for path in sources()
        if path.relative_to(ROOT).as_posix() not in ALLOWED
        for violation in violations(path.read_text("utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("A page that there is not.", "that there is not"),
        ("# Built all the\n# same; see below.", "all the"),
        ("Every room of the core", "every room"),
    ],
)
def test_a_banned_phrase_is_found_also_across_lines(text: str, phrase: str) -> None:
    (violation,) = violations(text)
    assert phrase in violation.lower()


@pytest.mark.parametrize(
    "text", ["There is not a page.", "all the same kind", "there is room for it", "the room for it"]
)
def test_ordinary_english_is_accepted(text: str) -> None:
    assert violations(text) == []
