"""FEATURE languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.settings import metadata
from sphinx_docsnav.features.languages.domain_texts import translate_late
from sphinx_docsnav.features.languages.html_texts import translate_context
from sphinx_docsnav.features.languages.navigation_catalog import extract_texts
from sphinx_docsnav.features.languages.page_language import (
    restore_language,
    use_page_language,
    use_project_language,
    write_in_page_languages,
)

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


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
