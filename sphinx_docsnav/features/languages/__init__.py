"""Each page in its language: labels, dates, and docs.json in gettext catalogues."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.builders.gettext import MessageCatalogBuilder, MsgOrigin

from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.language import DOMAIN
from sphinx_docsnav.core.settings import metadata
from sphinx_docsnav.core.state import find_state, reading_of
from sphinx_docsnav.features.languages.page_language import (
    restore_language,
    translate_context,
    translate_late,
    use_page_language,
    use_project_language,
    write_in_page_languages,
)
from sphinx_docsnav.navigation.navigation_texts import bar_texts, navigation_texts

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.util.typing import ExtensionMetadata


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
