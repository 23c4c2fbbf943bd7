"""The few words of our own that a reader or a screen reader meets, by language.

Sphinx's own catalogues have the rest (Next, Search …).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from sphinx_docsnav.sitefiles.languages import TranslationTable

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
    "header",
    "footer",
    "copy",
    "copied",
    "markdown",
    "edit",
    "filter",
    "contents",
    "mode",
    "skip",
    "copy_code",
)
"""What the words are for, in the order of `theme_texts.txt`."""
TABLE = TranslationTable(Path(__file__).with_name("theme_texts.txt"), NAMES)
"""The words by language."""


def words(code: str) -> Mapping[str, str]:
    """Return the words of a language by `NAMES`; English where a language is not known."""
    return TABLE.of(code)
