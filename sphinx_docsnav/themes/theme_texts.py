"""The translated texts of the user interface that this extension adds to pages.

Texts that Sphinx also uses, such as "Next" and "Search", are in Sphinx's own catalogues.
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
"""The names of the texts, in the order of the columns of `theme_texts.txt`."""
TABLE = TranslationTable(Path(__file__).with_name("theme_texts.txt"), NAMES)
"""The texts by language."""


def find_texts(code: str) -> Mapping[str, str]:
    """Return the texts in a language by name; in English if the language has no translation."""
    return TABLE.of(code)
