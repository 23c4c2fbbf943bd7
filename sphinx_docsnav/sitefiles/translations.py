"""Translations of our labels; Sphinx's catalogues have its own (Note, Next …).

A package with labels has a table, ``words.txt``, with a line per language::

    en = Info | Details
    de = Info | Einzelheiten

and reads it once::

    TABLE = TranslationTable(Path(__file__).with_name("words.txt"), ("info", "details"))

``TABLE.of(code)["details"]`` is the word in the language *code*, as docs.json or Sphinx writes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

from sphinx_docsnav.sitefiles.languages import browser_code

_SAME = {"zh-TW": "zh-Hant", "zh-HK": "zh-Hant"}
"""Regions that imply a script."""


class TranslationTable:
    """The translated texts of one package, in all supported languages."""

    def __init__(self, file: Path, names: Sequence[str]) -> None:
        self.file = file
        """The table."""
        self.names = tuple(names)
        """What the words are for, in the order of the table's columns."""

    def of(self, code: str) -> Mapping[str, str]:
        """Return the words of a language by name; English where a language is not known."""
        tag = browser_code(code or "en")
        tag = _SAME.get(tag, tag)
        rows = self.rows
        return rows.get(tag) or rows.get(tag.partition("-")[0]) or rows["en"]

    @cached_property
    def rows(self) -> Mapping[str, Mapping[str, str]]:
        """The words by language.

        :raises ValueError: a line has more or fewer words than there are names.
        """
        rows: dict[str, Mapping[str, str]] = {}
        for line in self.file.read_text(encoding="utf-8").splitlines():
            code, found, listed = line.partition(" = ")
            if found and not line.startswith("#"):
                rows[code] = dict(zip(self.names, listed.split(" | "), strict=True))
        return rows
