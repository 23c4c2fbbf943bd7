"""Each page in its language: the words of Sphinx, its domains and the theme, and dates; gettext.

A domain has looked up the labels of its fields and kinds of objects when Sphinx loads it, in the
project's language; here they become strings that are looked up when they are used.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any, cast

from babel.messages.mofile import read_mo
from docutils import nodes
from sphinx import locale
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.gettext import MessageCatalogBuilder, MsgOrigin
from sphinx.config import Config
from sphinx.domains import Domain
from sphinx.domains.changeset import versionlabels
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.i18n import format_date
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.compat.entries import BuilderFeature, SphinxName, extend_builders
from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.language import CATALOGUES, DOMAIN, language_codes, sphinx_language_of
from sphinx_docsnav.core.pages.site_name import mark_names
from sphinx_docsnav.core.settings import metadata
from sphinx_docsnav.core.state import app_of, build_state, find_state, reading_of
from sphinx_docsnav.navigation.navigation_texts import bar_texts, navigation_texts
from sphinx_docsnav.sitefiles.languages import browser_code
from sphinx_docsnav.themes.base import Context

FIRST = 0
"""The priority of a transform that runs before all others."""


class PageLanguageTransform(SphinxPostTransform):
    """Uses the page's language while its references are resolved."""

    default_priority = FIRST

    def run(self, **_options: object) -> None:
        """Begin; `use_project_language` ends it."""
        language_switch = sphinx_language_of(app_of(self.env))
        language_switch.use(language_switch.of(self.env.docname))


def use_page_language(app: Sphinx, docname: str, _source: list[str]) -> None:
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


def write_in_page_languages(app: Sphinx, _config: Config) -> None:
    """Have builders write each page in its language (``config-inited``)."""
    if has_other_languages(app):
        extend_builders(app, LanguageWriter)


def restore_language(app: Sphinx, _exception: Exception | None) -> None:
    """Use the project's language again, also after an exception (``build-finished``)."""
    sphinx_language_of(app).end_whole()


def english_texts(app: Sphinx) -> dict[str, str]:
    """Return the English for each of Sphinx's texts in the project's language."""
    return build_state(app).slot(_english_texts)


def translate_late(
    app: Sphinx,
    _env: BuildEnvironment,
    _added: AbstractSet[str],
    _changed: AbstractSet[str],
    _removed: AbstractSet[str],
) -> tuple[()]:
    """Replace the texts of all domains by lazy strings, if pages have other languages.

    The texts are globals of Sphinx. The event ``env-get-outdated`` is the first
    one after which Sphinx emits ``build-finished`` whatever happens.
    """
    if not has_other_languages(app):
        return ()
    english = english_texts(app)
    known = dict(locale.translators)
    locale.translators.clear()  # Sphinx returns lazy strings while it has no catalogue
    try:
        for holder, name in _labels(app):
            _make_late(app, holder.__dict__, name, english)
        for kind in versionlabels:
            _make_late(app, versionlabels, kind, english)
    finally:
        locale.translators.update(known)
    return ()


def _make_late(app: Sphinx, holder: dict[str, Any], name: str, english: dict[str, str]) -> None:
    text = holder.get(name)
    if isinstance(text, str) and text:
        build_state(app).restorations.callback(holder.__setitem__, name, text)
        holder[name] = locale._(english.get(text, text))


def _english_texts(app: Sphinx) -> dict[str, str]:
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


def _labels(app: Sphinx) -> Iterator[tuple[object, str]]:
    """Yield the objects of domains that have a word, with the attribute that has it."""
    for domain in _domains(app):
        for directive in domain.directives.values():
            for field in getattr(directive, "doc_field_types", ()):
                yield field, "label"
        for kind in domain.object_types.values():
            yield kind, "lname"


def _domains(app: Sphinx) -> list[Domain]:
    return [app.env.get_domain(name) for name in app.registry.domains]


KNOWN_AS = {"Next": "next", "Previous": "previous", "On this page": "Contents"}
"""Words of themes that few catalogues have, and what Sphinx's catalogues have instead."""


def translate_context(
    app: Sphinx, _pagename: str, _templatename: str, context: Context, _doctree: object
) -> None:
    """Translate words and the date of the last update (``html-page-context``)."""
    code = context.pop("docsnav_language", "")
    if not code:
        return
    language_switch = sphinx_language_of(app)
    language = language_switch.known(code)
    if language == language_switch.own:
        context["language"] = browser_code(language)
    words = language_switch.translations(language)
    context["_"] = context["gettext"] = _with_known_names(words.gettext)
    context["ngettext"] = words.ngettext
    _speak_shared(app, context, language)
    if context.get("last_updated") and app.config.html_last_updated_fmt is not None:
        context["last_updated"] = format_date(
            app.config.html_last_updated_fmt or words.gettext("%b %d, %Y"),
            language=language,
            local_time=not app.config.html_last_updated_use_utc,
        )


def _with_known_names(translate: Callable[[str], str]) -> Callable[[str], str]:
    """Return a function that translates the words of `KNOWN_AS`, too."""

    def translated(word: str) -> str:
        found, known = translate(word), KNOWN_AS.get(word)
        if found != word or known is None:
            return found
        other = translate(known)
        return word if other == known else other[:1].upper() + other[1:]

    return translated


def _speak_shared(app: Sphinx, context: Context, language: str) -> None:
    """Translate what Sphinx prepares once for all pages: the site's title, links to indexes."""
    language_switch = sphinx_language_of(app)
    words = language_switch.translations(language)
    english = english_texts(app)

    def again(word: str) -> str:
        return words.gettext(english.get(word, word))

    with language_switch.using(language):  # titles that conf.py does not set have words of Sphinx
        context["docstitle"] = app.config.html_title
        context["shorttitle"] = app.config.html_short_title
    mark_names(app, context)
    context["rellinks"] = [
        row if row[0] in app.env.all_docs else (row[0], again(row[1]), row[2], again(row[3]))
        for row in context.get("rellinks", ())
    ]


def extract_texts(app: Sphinx, builder: Builder) -> None:
    """Add the texts of docs.json to the catalogues of the gettext builder (``write-started``)."""
    state = find_state(app)
    if state is None or not isinstance(builder, MessageCatalogBuilder):
        return
    if reading_of(app).from_toctrees:
        return  # captions of toctrees are in the catalogues of their documents
    source = state.docs.source
    texts = list(navigation_texts(state.navigation.root))
    if state.docs.banner is not None:
        texts.append((state.docs.banner.content, "/banner/content"))
    texts += bar_texts(state.docs, state.navigation.root)
    for text, pointer in texts:
        line = source.position(pointer).line
        builder.catalogs[DOMAIN].add(text, MsgOrigin(str(source.file(pointer)), line))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    connect(
        app,
        "config-inited",
        950,
        write_in_page_languages,
        "needs docs.json, and precedes the builder",
    )
    connect(
        app,
        "env-get-outdated",
        500,
        translate_late,
        "the first event after which Sphinx emits build-finished even if the build fails",
    )
    connect(
        app,
        "source-read",
        0,
        use_page_language,
        "everything that other extensions read for the page is in its language",
    )
    connect(
        app,
        "doctree-read",
        999,
        use_project_language,
        "the handlers of other extensions still see the language of the page",
    )
    connect(
        app, "write-started", 500, extract_texts, "the builder writes its catalogues at the end"
    )
    connect(
        app,
        "doctree-resolved",
        999,
        use_project_language,
        "the handlers of other extensions still see the language of the page",
    )
    connect(app, "html-page-context", 410, translate_context, "set_theme_inputs sets the language")
    connect(
        app,
        "build-finished",
        0,
        restore_language,
        "runs even if the handler of another extension fails",
    )
    return metadata()
