"""Strict HTML: no error that the theme's own pages do not have."""

from __future__ import annotations

from pathlib import Path

import html5lib
import pytest
from themes.conftest import Build
from themes.test_matrix import THEMES

PAGES = (
    "index",
    "guides/deep",
    "sdk/client",
    "ar/guides/intro",
    "de/feed",
    "api-reference/add-a-plant",
    "docsnav-endpoints",
    "search",
    "genindex",
)
"""One page of every kind."""


def errors(path: Path) -> set[str]:
    """Return the kinds of errors that a strict parser finds in a file."""
    parser = html5lib.HTMLParser()
    parser.parse(path.read_text("utf-8"))
    return {
        f"{code} {' '.join(f'{key}={value}' for key, value in sorted(about.items()))}".strip()
        for _position, code, about in parser.errors
    }


@pytest.mark.parametrize("theme", THEMES)
def test_pages_have_no_errors_that_the_theme_alone_has_not(build: Build, theme: str) -> None:
    known: set[str] = set()
    if theme != "docsnav":  # ours, which has none of its own
        plain = build(theme, "plain").out
        known = known.union(*(errors(path) for path in plain.rglob("*.html")))
    garden = build(theme).out
    pages = [name for name in PAGES if (theme, name) != ("sphinx_immaterial", "search")]
    found = {name: errors(garden / f"{name}.html") - known for name in pages}
    assert {name: new for name, new in found.items() if new} == {}
