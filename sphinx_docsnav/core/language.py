"""The language of a page, the translations of docs.json, and Sphinx's labels in any language.

Sphinx uses one table, ``sphinx.locale.translators``, and one setting,
``language``, for all its labels: titles of admonitions, "Parameters",
"Fig. 1", dates, the catalogues of ``locale/``. While a page is read, resolved
or written, both are its language's; between pages they are the project's. The
work of a page begins and ends in one process, so that ``-j`` changes nothing.
"""

from __future__ import annotations

import gettext
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from gettext import NullTranslations
from pathlib import Path
from typing import TYPE_CHECKING

import sphinx
from sphinx import locale
from sphinx.application import Sphinx
from sphinx.util.i18n import CatalogRepository

from sphinx_docsnav.core.state import build_state, find_state, state_of
from sphinx_docsnav.docs_json.kinds import Kind, PageEntry
from sphinx_docsnav.navigation import Site
from sphinx_docsnav.navigation.tree import Translate
from sphinx_docsnav.sitefiles.languages import find_catalog_code, make_browser_code
from sphinx_docsnav.themes.base import Context
from sphinx_docsnav.themes.variable import PageLanguage

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json import ElementModel

CATALOGUES = Path(sphinx.__file__).parent / "locale"
"""Sphinx's message catalogues."""
FOLDERS = ("locale", "locales", "theme/*/static/locales")
"""Folders of the catalogues of extensions and themes, beside their module."""
FIGURES = {
    "section": "Section %s",
    "figure": "Fig. %s",
    "table": "Table %s",
    "code-block": "Listing %s",
}
"""Sphinx's default ``numfig_format``."""

DOMAIN = "docsnav"
"""The name of the catalogue with the texts of docs.json."""

Translators = dict[tuple[str, str], NullTranslations]
"""The translations of Sphinx, by namespace and catalogue."""


def find_page_code(site: Site, docname: str) -> str:
    """Return the language of docs.json that a document is in, as docs.json writes it, or ``""``."""
    place = site.place(docname)
    divisions = reversed(place.divisions) if place else ()
    return next((element.code for element in divisions if element.kind is Kind.LANGUAGE), "")


def find_language(app: Sphinx, docname: str) -> str:
    """Return the language of a document in docs.json; without one, that of the project."""
    return find_page_code(state_of(app).site, docname) or str(app.config.language)


class SphinxLanguage:
    """Switches the language of the text that Sphinx generates."""

    def __init__(self, app: Sphinx) -> None:
        self.app = app
        self.project_language = app.config.language
        """The project's language."""
        self.current = self.project_language
        """The language in use."""
        self.translators_by_language: dict[str, Translators] = {}
        """The translators of the languages that have been used."""
        self.book_language = ""
        """The language of a document that combines many pages, such as a book."""
        self.figures: dict[str, str] = {}
        """``numfig_format`` in the project's language."""

    def of(self, docname: str) -> str:
        """Return Sphinx's code of a document's language."""
        if self.book_language:
            return self.book_language
        state = find_state(self.app)
        site = state.located if state else None
        code = find_page_code(site, docname) if site else ""
        return self.find_code(code) if code else self.project_language

    def find_code(self, code: str) -> str:
        """Return Sphinx's code for a language of docs.json; the project's own if it is that.

        With ``-D language=de`` and catalogues in ``locale/de``, the pages of the
        site's first language are what the catalogues translate; so those are German.
        """
        tag = make_browser_code(code)
        # The project's own language keeps its translators, also if `-D language` names it.
        same = tag == make_browser_code(self.project_language) or tag == self.translated
        return self.project_language if same else find_catalog_code(code)

    @cached_property
    def translated(self) -> str:
        """The language of docs.json that this build shows in the project's own, else empty."""
        state = find_state(self.app)
        site = state.located if state else None
        if "language" not in self.app.config.overrides or site is None:
            return ""
        first = site.first_page(site.root)
        if first is None or not any(self._make_repository(self.project_language).catalogs):
            return ""
        return make_browser_code(find_page_code(site, first.docname))

    def switch_to(self, language: str) -> None:
        """Generate text in *language* from now on."""
        if language == self.current:
            return
        # Sphinx looks words up in one global dict, so its content is exchanged.
        self.translators_by_language[self.current] = dict(locale.translators)
        translators = self.translators(language)
        locale.translators.clear()
        locale.translators.update(translators)
        config = self.app.config
        # The project's own formats are remembered when its language is left.
        if self.current == self.project_language:
            self.figures = config.numfig_format
        self.current = language
        config.language = language
        config.numfig_format = self._translate_figure_labels(language)
        if getattr(self.app, "env", None) is not None:
            self.app.env.settings["language_code"] = language

    @contextmanager
    def switched_to(self, language: str) -> Iterator[None]:
        """Generate text in *language* inside the ``with`` block."""
        before = self.current
        self.switch_to(language)
        try:
            yield
        finally:
            self.switch_to(before)

    def begin_book(self, code: str) -> None:
        """Use one language for all pages until `end_book`, as for a book that combines them.

        :param code: the language as docs.json writes it; empty for the project's.
        """
        self.book_language = self.find_code(code) if code else self.project_language
        self.switch_to(self.book_language)

    def end_book(self) -> None:
        """Use the language of each page again."""
        self.book_language = ""
        self.switch_to(self.project_language)

    def translators(self, language: str) -> Translators:
        """Return the translators of *language*, loaded on first use."""
        if language == self.current:
            return locale.translators
        if language not in self.translators_by_language:
            self.translators_by_language[language] = self._load(language)
        return self.translators_by_language[language]

    def translations(self, language: str) -> NullTranslations:
        """Return the catalogue of Sphinx and of the theme in *language*."""
        return self.translators(language).get(("general", "sphinx")) or NullTranslations()

    def _load(self, language: str) -> Translators:
        """Read the catalogues as Sphinx does at its start, for another language."""
        before = dict(locale.translators)
        project_translators = self.translators_by_language.get(self.project_language, before)
        locale.translators.clear()
        try:
            # Messages on the console stay in the language of the user.
            locale.translators.update(
                {key: value for key, value in project_translators.items() if key[0] == "console"}
            )
            folders = self._make_repository(language).locale_dirs
            locale.init([None, CATALOGUES, *map(Path, folders)], language)
            for folder, catalogue in self._list_extension_catalogues(language):
                locale.init([folder], language, catalogue)
            # A catalogue without this language must not fall back to the project's language.
            for key in project_translators.keys() - locale.translators.keys():
                locale.translators[key] = NullTranslations()
            return dict(locale.translators)
        finally:
            locale.translators.clear()
            locale.translators.update(before)

    def _make_repository(self, language: str) -> CatalogRepository:
        config = self.app.config
        return CatalogRepository(
            self.app.srcdir, config.locale_dirs, language, config.source_encoding
        )

    def _list_extension_catalogues(self, language: str) -> Iterator[tuple[Path, str]]:
        """Yield the folders and catalogues of *language* in extensions and themes."""
        for extension in self.app.extensions.values():
            file = getattr(sys.modules.get(extension.name), "__file__", None)
            for name in FOLDERS if file else ():
                # Extensions have their catalogues beside their module.
                catalogues = Path(str(file)).parent.glob(f"{name}/{language}/LC_MESSAGES/*.mo")
                for path in sorted(catalogues):
                    yield path.parents[2], path.stem

    def _translate_figure_labels(self, language: str) -> dict[str, str]:
        """Return ``numfig_format``: Sphinx's default texts translated, the project's own kept."""
        if language == self.project_language:
            return self.figures
        translate_own = self.translations(self.project_language).gettext
        translate = self.translations(language).gettext
        # Only texts that the project has not changed are translated.
        defaults = {kind: (translate_own(text), translate(text)) for kind, text in FIGURES.items()}
        return {
            kind: defaults[kind][1] if defaults.get(kind, ("",))[0] == text else text
            for kind, text in self.figures.items()
        }


def sphinx_language_of(app: Sphinx) -> SphinxLanguage:
    """Return the translations of Sphinx in this build."""
    return build_state(app).slot(SphinxLanguage)


def list_language_codes(elements: Iterable[ElementModel | PageEntry]) -> Iterator[str]:
    """Yield the code of every language in docs.json."""
    for element in elements:
        if not isinstance(element, PageEntry):
            if element.kind is Kind.LANGUAGE:
                yield element.label
            yield from list_language_codes(element.children)


def set_language(context: Context, language: PageLanguage) -> None:
    """Set the language of a page; the feature for languages translates its templates."""
    context["language"] = language["code"]
    context["docsnav_language"] = language["code"]


def find_catalog(app: Sphinx) -> Translate:
    """Return a function that translates texts of docs.json into the project's language."""
    translations: gettext.NullTranslations = gettext.NullTranslations()
    if app.config.language:
        # The first folder wins, so the others become its fallbacks.
        for folder in reversed(app.config.locale_dirs):
            path = Path(app.srcdir, folder)
            catalog = gettext.translation(
                DOMAIN, path, languages=[app.config.language], fallback=True
            )
            catalog.add_fallback(translations)
            translations = catalog
    return translations.gettext
