"""Texts that are made to match a pattern."""

from __future__ import annotations

import re

import pytest

from sphinx_docsnav.openapi.content.example import matching


@pytest.mark.parametrize(
    ("pattern", "least", "text"),
    [
        ("^#([0-9a-f]{6})$", 0, "#000000"),
        ("^[A-Z]{2}[0-9]{2}$", 0, "AA00"),
        ("^[a-z]+$", 4, "aaaa"),
        (r"^\d{4}-\d{2}$", 0, "1111-11"),
        ("^(yes|no)?$", 0, "yes"),
        ("^[^a0-9]$", 0, "A"),
        (r"^[^\s/]{2}\.\w$", 0, "aa.a"),
        ("x|y", 0, "x"),
        (r"^\S{1,100}@\S{1,100}$", 0, "a@a"),
        ("^(ab){2,}c*$", 0, "ababc"),
        ("^[a-z]{300}$", 0, None),
        ("^(?=a)a$", 0, None),
        (r"^(a)\1$", 0, None),
        (r"\p{L}", 0, None),
        ("(", 0, None),
        ("^" + "(a|aa)*" * 50 + "$", 0, None),
        ("(" * 200, 0, None),
    ],
)
def test_text_that_matches_a_pattern(pattern: str, least: int, text: str | None) -> None:
    assert matching(pattern, least) == text
    if text is not None:
        assert re.search(pattern, text)
