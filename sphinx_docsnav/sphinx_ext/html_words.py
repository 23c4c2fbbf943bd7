"""A theme's own words (Next, Search …) in the language of the page."""

from __future__ import annotations

import gettext
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import sphinx

from sphinx_docsnav.themes.languages import catalog_code

if TYPE_CHECKING:
    from sphinx_docsnav.themes.base import Context
    from sphinx_docsnav.themes.data import Language

CATALOGUES = Path(sphinx.__file__).parent / "locale"
"""Sphinx's message catalogues, from which themes take most of their words."""


@cache
def _translations(code: str) -> gettext.NullTranslations:
    languages = [catalog_code(code), catalog_code(code).partition("_")[0]]
    return gettext.translation("sphinx", CATALOGUES, languages, fallback=True)


def speak(context: Context, language: Language) -> None:
    """Let the templates of a page speak *language*."""
    words = _translations(language["code"])
    context["language"] = language["code"]
    context["_"] = context["gettext"] = words.gettext
    context["ngettext"] = words.ngettext
