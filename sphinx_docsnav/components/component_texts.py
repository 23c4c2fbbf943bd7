"""Labels that components add: titles of callouts and folds, facts of a field."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from sphinx_docsnav.sitefiles.languages import TranslationTable

Word = Literal[
    "info",
    "check",
    "details",
    "attributes",
    "code",
    "default",
    "example",
    "required",
    "deprecated",
    "expand",
]
"""What a word is for."""
TABLE = TranslationTable(Path(__file__).with_name("component_texts.txt"), Word.__args__)  # type: ignore[attr-defined]  # of every Literal
"""The words by language."""
