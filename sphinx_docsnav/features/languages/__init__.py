"""Each page in its language: the texts of Sphinx, of its domains and of the theme, and dates.

Domains translate the labels of their fields and object types when Sphinx loads them, into the
language of the project. Here, they become lazy strings, which are translated when they are used.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from functools import partial
from pathlib import Path
from typing import Any, cast

from babel.messages.mofile import read_mo
from docutils import nodes
from sphinx import locale
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.gettext import MessageCatalogBuilder, MsgOrigin
from sphinx.config import Config
from sphinx.domains.changeset import versionlabels
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.i18n import format_date
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.language import CATALOGUES, DOMAIN, list_language_codes, sphinx_language_of
from sphinx_docsnav.core.pages.template_texts import mark_names
from sphinx_docsnav.core.private_names import BuilderFeature, extend_builders, override
from sphinx_docsnav.core.settings import metadata
from sphinx_docsnav.core.state import app_of, build_state, find_state, reading_of
from sphinx_docsnav.navigation.tree import list_bar_texts, list_navigation_texts
from sphinx_docsnav.sitefiles.languages import make_browser_code
from sphinx_docsnav.themes.base import Context

FIRST_PRIORITY = 0
"""The priority of a transform that runs before all others."""
SYNONYMS = {"Next": "next", "Previous": "previous", "On this page": "Contents"}
"""Texts of themes that most catalogues lack, and similar texts in the catalogues of Sphinx."""


class PageLanguageTransform(SphinxPostTransform):
    """Sets the language of the page while its references are resolved."""

    default_priority = FIRST_PRIORITY

    def run(self, **_options: object) -> None:
        """Set the language; `use_project_language` resets it."""
        language_switch = sphinx_language_of(app_of(self.env))
        language_switch.switch_to(language_switch.of(self.env.docname))


def use_page_language(app: Sphinx, docname: str, _source: list[str]) -> None:
    """Set the language of a page before it is read (``source-read``)."""
    language_switch = sphinx_language_of(app)
    language_switch.switch_to(language_switch.of(docname))


def use_project_language(app: Sphinx, *_event: object) -> None:
    """Set the language of the project again (``doctree-read``, ``doctree-resolved``)."""
    language_switch = sphinx_language_of(app)
    language_switch.switch_to(language_switch.book_language or language_switch.project_language)


class LanguageWriter(BuilderFeature):
    """Writes each page in its language; Sphinx has no event before a page's body is written."""

    overrides = (
        override(
            Builder,
            "write_doc",
            2,
            "The language of Sphinx's own texts is switched while a page is written.",
            "the texts of Sphinx in pages are in the project's language",
        ),
    )

    def write_doc(self, docname: str, doctree: nodes.document) -> None:
        """Write a page."""
        builder = cast("Builder", self)
        language_switch = sphinx_language_of(app_of(builder.env))
        with language_switch.switched_to(language_switch.of(docname)):
            cast("Builder", super()).write_doc(docname, doctree)


def has_other_languages(app: Sphinx) -> bool:
    """Return whether docs.json has a language other than the project's."""
    docs = reading_of(app).docs
    project_code = make_browser_code(app.config.language)
    codes = list_language_codes(docs.navigation.children) if docs else ()
    return any(make_browser_code(code) != project_code for code in codes)


def extend_for_languages(app: Sphinx, _config: Config) -> None:
    """Extend builders if the site has other languages (``config-inited``)."""
    if has_other_languages(app):
        extend_builders(app, LanguageWriter)


def restore_language(app: Sphinx, _exception: Exception | None) -> None:
    """Set the language of the project again, also after an exception (``build-finished``)."""
    sphinx_language_of(app).end_book()


def map_english_texts(app: Sphinx) -> dict[str, str]:
    """Return the English texts of Sphinx by their translations in the project's language."""
    return build_state(app).slot(_read_english_texts)


def make_labels_lazy(
    app: Sphinx,
    _env: BuildEnvironment,
    _added: AbstractSet[str],
    _changed: AbstractSet[str],
    _removed: AbstractSet[str],
) -> tuple[()]:
    """Replace the labels of domains by lazy strings (``env-get-outdated``).

    The labels are global variables. This event is the first after which Sphinx always emits
    ``build-finished``, which restores them.
    """
    if not has_other_languages(app):
        return ()
    english_by_text = map_english_texts(app)
    translators = dict(locale.translators)
    # Sphinx returns lazy strings while it has no catalogue.
    locale.translators.clear()
    try:
        for holder, name in _find_labels(app):
            _make_lazy(app, holder.__dict__, name, english_by_text)
        for kind in versionlabels:
            _make_lazy(app, versionlabels, kind, english_by_text)
    finally:
        locale.translators.update(translators)
    return ()


def _make_lazy(
    app: Sphinx, holder: dict[str, Any], name: str, english_by_text: dict[str, str]
) -> None:
    text = holder.get(name)
    if isinstance(text, str) and text:
        build_state(app).restorations.callback(holder.__setitem__, name, text)
        # Catalogues are by English text, but the label may already be translated.
        holder[name] = locale._(english_by_text.get(text, text))


def _read_english_texts(app: Sphinx) -> dict[str, str]:
    file = gettext.find("sphinx", CATALOGUES, [app.config.language])
    if file is None:
        return {}
    with Path(file).open("rb") as stream:
        catalogue = read_mo(stream)
    return {
        entry.string: entry.id
        for entry in catalogue
        if isinstance(entry.id, str) and entry.id and isinstance(entry.string, str)
    }


def _find_labels(app: Sphinx) -> Iterator[tuple[object, str]]:
    """Yield the objects of domains that have a label, and the name of this attribute."""
    for name in app.registry.domains:
        domain = app.env.get_domain(name)
        for directive in domain.directives.values():
            for field in getattr(directive, "doc_field_types", ()):
                yield field, "label"
        for kind in domain.object_types.values():
            yield kind, "lname"


def translate_context(
    app: Sphinx, _pagename: str, _templatename: str, context: Context, _doctree: object
) -> None:
    """Set the language of the templates and the date of the page (``html-page-context``)."""
    code = context.pop("docsnav_language", "")
    if not code:
        return
    language_switch = sphinx_language_of(app)
    language = language_switch.find_code(code)
    if language == language_switch.project_language:
        context["language"] = make_browser_code(language)
    catalogue = language_switch.translations(language)
    context["_"] = context["gettext"] = _add_synonyms(catalogue.gettext)
    context["ngettext"] = catalogue.ngettext
    _translate_shared_values(app, context, language)
    # Sphinx has formatted the date in the language of the project.
    if context.get("last_updated") and app.config.html_last_updated_fmt is not None:
        context["last_updated"] = format_date(
            app.config.html_last_updated_fmt or catalogue.gettext("%b %d, %Y"),
            language=language,
            local_time=not app.config.html_last_updated_use_utc,
        )


def _add_synonyms(translate: Callable[[str], str]) -> Callable[[str], str]:
    """Return *translate*, extended by the texts of `SYNONYMS`."""

    def translate_synonym(word: str) -> str:
        translation, synonym = translate(word), SYNONYMS.get(word)
        if translation != word or synonym is None:
            return translation
        other_translation = translate(synonym)
        return (
            word
            if other_translation == synonym
            else other_translation[:1].upper() + other_translation[1:]
        )

    return translate_synonym


def _translate_shared_values(app: Sphinx, context: Context, language: str) -> None:
    """Translate the values that Sphinx computes once for all pages: titles, links to indexes."""
    language_switch = sphinx_language_of(app)
    catalogue = language_switch.translations(language)
    english_by_text = map_english_texts(app)

    def translate_again(word: str) -> str:
        return catalogue.gettext(english_by_text.get(word, word))

    # The default title contains texts of Sphinx.
    with language_switch.switched_to(language):
        context["docstitle"] = app.config.html_title
        context["shorttitle"] = app.config.html_short_title
    mark_names(app, context)
    # Rows of documents have their titles; the others lead to indexes, which Sphinx has named.
    context["rellinks"] = [
        row
        if row[0] in app.env.all_docs
        else (row[0], translate_again(row[1]), row[2], translate_again(row[3]))
        for row in context.get("rellinks", ())
    ]


def extract_texts(app: Sphinx, builder: Builder) -> None:
    """Add the texts of docs.json to the catalogues of the gettext builder (``write-started``)."""
    state = find_state(app)
    if state is None or not isinstance(builder, MessageCatalogBuilder):
        return
    if reading_of(app).from_toctrees:
        # Captions of toctrees are in the catalogues of their documents.
        return
    source = state.docs.source
    texts = list(list_navigation_texts(state.navigation.root))
    if state.docs.banner is not None:
        texts.append((state.docs.banner.content, "/banner/content"))
    texts += list_bar_texts(state.docs, state.navigation.root)
    for text, pointer in texts:
        line = source.position(pointer).line
        builder.catalogs[DOMAIN].add(text, MsgOrigin(str(source.file(pointer)), line))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    listen = partial(connect, app)
    listen("config-inited", 950, extend_for_languages, "needs docs.json, and precedes the builder")
    listen(
        "env-get-outdated",
        500,
        make_labels_lazy,
        "the first event after which Sphinx emits build-finished even if the build fails",
    )
    listen(
        "source-read",
        0,
        use_page_language,
        "everything that other extensions read for the page is in its language",
    )
    listen(
        "doctree-read",
        999,
        use_project_language,
        "the handlers of other extensions still see the language of the page",
    )
    listen("write-started", 500, extract_texts, "the builder writes its catalogues at the end")
    listen(
        "doctree-resolved",
        999,
        use_project_language,
        "the handlers of other extensions still see the language of the page",
    )
    listen("html-page-context", 410, translate_context, "set_theme_inputs sets the language")
    listen(
        "build-finished", 0, restore_language, "runs even if the handler of another extension fails"
    )
    return metadata()
