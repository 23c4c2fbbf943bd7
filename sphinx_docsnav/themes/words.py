"""The few words of our own that a reader or a screen reader meets, by language.

Sphinx's own catalogues have the rest (Next, Search …).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from sphinx_docsnav.themes.languages import browser_code

NAMES = (
    "tabs",
    "sidebar",
    "anchors",
    "products",
    "dropdowns",
    "versions",
    "languages",
    "breadcrumbs",
    "close",
    "deprecated",
    "menu",
    "more",
    "banner",
)
"""What the words are for, in the order of `words.txt`."""


def words(code: str) -> Mapping[str, str]:
    """Return the words of a language by `NAMES`; English where a language is not known."""
    tag = browser_code(code or "en")
    known = _table()
    if tag == "zh-TW":
        tag = "zh-Hant"
    return known.get(tag) or known.get(tag.partition("-")[0]) or known["en"]


@cache
def _table() -> Mapping[str, Mapping[str, str]]:
    table: dict[str, Mapping[str, str]] = {}
    for line in (Path(__file__).parent / "words.txt").read_text(encoding="utf-8").splitlines():
        code, found, listed = line.partition(" = ")
        if found:
            table[code] = dict(zip(NAMES, listed.split(" | "), strict=True))
    return table
