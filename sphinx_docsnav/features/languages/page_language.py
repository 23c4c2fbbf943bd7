"""Each page in its language: Sphinx's labels while a page is read, resolved and written."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_docsnav.core.compat.builder_classes import BuilderFeature, extend_builders
from sphinx_docsnav.core.compat.entries import SphinxName
from sphinx_docsnav.core.language import language_codes, sphinx_language_of
from sphinx_docsnav.core.state import app_of, reading_of
from sphinx_docsnav.sitefiles.languages import browser_code

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.config import Config

FIRST = 0
"""The priority of a transform that runs before all others."""


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
