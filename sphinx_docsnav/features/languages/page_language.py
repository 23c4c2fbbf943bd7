"""Sphinx's labels in the language of each page, in one build.

Sphinx uses one table, ``sphinx.locale.translators``, and one setting,
``language``, for all its labels: titles of admonitions, "Parameters",
"Fig. 1", dates, the catalogues of ``locale/``. While a page is read, resolved
or written, both are its language's; between pages they are the project's. The
work of a page begins and ends in one process, so that ``-j`` changes nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from gettext import NullTranslations
from pathlib import Path
from typing import TYPE_CHECKING, cast

import sphinx
from sphinx import locale
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.i18n import CatalogRepository

from sphinx_docsnav.core.compat.builder_classes import BuilderFeature, extend_builders
from sphinx_docsnav.core.compat.entries import SphinxName
from sphinx_docsnav.core.site.config_pass import reading_of
from sphinx_docsnav.core.state import app_of, build_state, find_state
from sphinx_docsnav.docs_json import ElementModel
from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.sitefiles.languages import browser_code, catalog_code

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.config import Config

    from sphinx_docsnav.docs_json import PageEntry
    from sphinx_docsnav.navigation import Site

CATALOGUES = Path(sphinx.__file__).parent / "locale"
"""Sphinx's message catalogues."""
FOLDERS = ("locale", "locales")
"""Folders of the catalogues of extensions and themes, beside their module."""
FIRST = 0
"""The priority of a transform that runs before all others."""

FIGURES = {
    "section": "Section %s",
    "figure": "Fig. %s",
    "table": "Table %s",
    "code-block": "Listing %s",
}
"""Sphinx's default ``numfig_format``."""

Translators = dict[tuple[str, str], NullTranslations]
"""The translations of Sphinx, by namespace and catalogue."""


def page_code(site: Site, docname: str) -> str:
    """Return the language of docs.json that a document is in, as docs.json writes it, or ``""``."""
    trail = site.trail(docname)
    divisions = reversed(trail.divisions) if trail else ()
    return next((element.code for element in divisions if element.kind is Kind.LANGUAGE), "")


@dataclass
class SphinxLanguage:
    """Switches the language of the text that Sphinx generates."""

    app: Sphinx
    """The application."""
    own: str
    """The project's language."""
    now: str
    """The language in use."""
    kept: dict[str, Translators] = field(default_factory=dict)
    """The translators of the languages that have been used."""
    whole: str = ""
    """The language of a document that combines many pages, such as a book."""
    figures: dict[str, str] = field(default_factory=dict)
    """``numfig_format`` in the project's language."""

    def of(self, docname: str) -> str:
        """Return Sphinx's code of a document's language."""
        if self.whole:
            return self.whole
        state = find_state(self.app)
        site = state.located if state else None
        code = page_code(site, docname) if site else ""
        return self.known(code) if code else self.own

    def known(self, code: str) -> str:
        """Return Sphinx's code for a language of docs.json; the project's own if it is that.

        With ``-D language=de`` and catalogues in ``locale/de``, the pages of the
        site's first language are what the catalogues translate; so those are German.
        """
        tag = browser_code(code)
        same = tag == browser_code(self.own) or tag == self.translated
        return self.own if same else catalog_code(code)

    @cached_property
    def translated(self) -> str:
        """The language of docs.json that this build shows in the project's own, else empty."""
        state = find_state(self.app)
        site = state.located if state else None
        if "language" not in self.app.config.overrides or site is None:
            return ""
        first = site.first_page(site.root)
        if first is None or not any(self._repository(self.own).catalogs):
            return ""
        return browser_code(page_code(site, first.docname))

    def use(self, language: str) -> None:
        """Generate text in *language* from now on."""
        if language == self.now:
            return
        self.kept[self.now] = dict(locale.translators)
        translators = self.translators(language)
        locale.translators.clear()
        locale.translators.update(translators)
        config = self.app.config
        if self.now == self.own:
            self.figures = config.numfig_format
        self.now = language
        config.language = language
        config.numfig_format = self._figures(language)
        if getattr(self.app, "env", None) is not None:
            self.app.env.settings["language_code"] = language

    @contextmanager
    def using(self, language: str) -> Iterator[None]:
        """Generate text in *language* inside the ``with`` block."""
        before = self.now
        self.use(language)
        try:
            yield
        finally:
            self.use(before)

    @contextmanager
    def writing_whole(self, code: str) -> Iterator[None]:
        """Use one language for all pages: that of the document that combines them.

        :param code: the language as docs.json writes it; empty for the project's.
        """
        self.begin_whole(code)
        try:
            yield
        finally:
            self.end_whole()

    def begin_whole(self, code: str) -> None:
        """Use one language for all pages until `end_whole`; parameter as in `writing_whole`."""
        self.whole = self.known(code) if code else self.own
        self.use(self.whole)

    def end_whole(self) -> None:
        """Use the language of each page again."""
        self.whole = ""
        self.use(self.own)

    def translators(self, language: str) -> Translators:
        """Return what words of *language* are looked up in."""
        if language == self.now:
            return locale.translators
        if language not in self.kept:
            self.kept[language] = self._load(language)
        return self.kept[language]

    def translations(self, language: str) -> NullTranslations:
        """Return the catalogue of Sphinx and of the theme in *language*."""
        return self.translators(language).get(("general", "sphinx")) or NullTranslations()

    def _load(self, language: str) -> Translators:
        """Read the catalogues as Sphinx does at its start, for another language."""
        before = dict(locale.translators)
        own = self.kept.get(self.own, before)
        locale.translators.clear()
        try:
            locale.translators.update(_console(own))
            locale.init([None, CATALOGUES, *self._project_folders(language)], language)
            for folder, catalogue in self._extension_catalogues(language):
                locale.init([folder], language, catalogue)
            for key in own.keys() - locale.translators.keys():
                if key[1] not in self._documents(language):
                    locale.translators[key] = own[key]
            return dict(locale.translators)
        finally:
            locale.translators.clear()
            locale.translators.update(before)

    def _repository(self, language: str) -> CatalogRepository:
        config = self.app.config
        return CatalogRepository(
            self.app.srcdir, config.locale_dirs, language, config.source_encoding
        )

    def _project_folders(self, language: str) -> list[Path]:
        return [Path(folder) for folder in self._repository(language).locale_dirs]

    def _documents(self, language: str) -> set[str]:
        """Return the catalogues that translate documents: never another language's."""
        repositories = (self._repository(code) for code in (language, self.own))
        return {catalogue.domain for each in repositories for catalogue in each.catalogs}

    def _extension_catalogues(self, language: str) -> Iterator[tuple[Path, str]]:
        """Yield the folders and catalogues of *language* in extensions and themes."""
        for extension in self.app.extensions.values():
            file = getattr(sys.modules.get(extension.name), "__file__", None)
            for name in FOLDERS if file else ():
                folder = Path(str(file)).parent / name
                for path in sorted((folder / language / "LC_MESSAGES").glob("*.mo")):
                    yield folder, path.stem

    def _figures(self, language: str) -> dict[str, str]:
        """Return ``numfig_format``: Sphinx's default texts translated, the project's own kept."""
        if language == self.own:
            return self.figures
        own, words = self.translations(self.own).gettext, self.translations(language).gettext
        defaults = {kind: (own(text), words(text)) for kind, text in FIGURES.items()}
        return {
            kind: defaults[kind][1] if defaults.get(kind, ("",))[0] == text else text
            for kind, text in self.figures.items()
        }


def _console(translators: Translators) -> Translators:
    """Return Sphinx's translations for messages, in the user's language."""
    return {key: value for key, value in translators.items() if key[0] == "console"}


def sphinx_language_of(app: Sphinx) -> SphinxLanguage:
    """Return the translations of Sphinx in this build."""
    return build_state(app).slot(_project_speech)


def _project_speech(app: Sphinx) -> SphinxLanguage:
    own = app.config.language
    return SphinxLanguage(app, own, own)


class PageLanguageTransform(SphinxPostTransform):
    """Uses the page's language while its references are resolved."""

    default_priority = FIRST

    def run(self, **_options: object) -> None:
        """Begin; `use_project_language` ends it."""
        language_switch = sphinx_language_of(app_of(self.env))
        language_switch.use(language_switch.of(self.env.docname))


def use_page_language(app: Sphinx, docname: str, source: list[str]) -> None:  # noqa: ARG001 -- an event
    """Use the page's language while the page is read (``source-read``)."""
    language_switch = sphinx_language_of(app)
    language_switch.use(language_switch.of(docname))


def use_project_language(app: Sphinx, *_event: object) -> None:
    """Use the project's language again (``doctree-read``, ``doctree-resolved``)."""
    language_switch = sphinx_language_of(app)
    language_switch.use(language_switch.whole or language_switch.own)


class LanguageWriter(BuilderFeature):
    """Writes each page in its language; Sphinx has no event before a page's body is written."""

    overrides = (
        SphinxName(
            "sphinx.builders",
            "Builder",
            "write_doc",
            "The language of Sphinx's own texts is switched while a page is written.",
            "the texts of Sphinx in pages are in the project's language",
            2,
        ),
    )

    def write_doc(self, docname: str, doctree: nodes.document) -> None:
        """Write a page."""
        builder = cast("Builder", self)
        language_switch = sphinx_language_of(app_of(builder.env))
        with language_switch.using(language_switch.of(docname)):
            cast("Builder", super()).write_doc(docname, doctree)


def language_codes(elements: Iterable[ElementModel | PageEntry]) -> Iterator[str]:
    """Yield the code of every language in docs.json."""
    for element in elements:
        if isinstance(element, ElementModel):
            if element.kind is Kind.LANGUAGE:
                yield element.label
            yield from language_codes(element.children)


def has_other_languages(app: Sphinx) -> bool:
    """Return whether docs.json has a language other than the project's."""
    docs = reading_of(app).docs
    own = browser_code(app.config.language)
    codes = language_codes(docs.navigation.children) if docs else ()
    return any(browser_code(code) != own for code in codes)


def write_in_page_languages(app: Sphinx, config: Config) -> None:  # noqa: ARG001 -- an event
    """Have builders write each page in its language (``config-inited``)."""
    if has_other_languages(app):
        extend_builders(app, LanguageWriter)


def restore_language(app: Sphinx, _exception: Exception | None) -> None:
    """Use the project's language again, also after an exception (``build-finished``)."""
    sphinx_language_of(app).end_whole()


def setup_languages(app: Sphinx) -> None:
    """Add the transform that switches to the language of each page."""
    app.add_post_transform(PageLanguageTransform)
