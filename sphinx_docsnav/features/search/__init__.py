"""FEATURE search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsnav.core.events import SHOWN, connect
from sphinx_docsnav.core.settings import Setting, add_settings, metadata
from sphinx_docsnav.features.search.hidden_pages import keep_hidden_out, tidy_index
from sphinx_docsnav.features.search.page_entries import (
    forget_entries,
    merge_entries,
    note_entries,
)
from sphinx_docsnav.features.search.scoped_index import (
    cache_stems,
    extend_for_scopes,
    find_unindexed,
    index_other_pages,
    shown_scopes,
)
from sphinx_docsnav.features.search.search_dialog import (
    add_dialog_files,
    add_search_dialog,
)
from sphinx_docsnav.features.search.search_index import write_index
from sphinx_docsnav.features.search.search_pages import (
    remove_stale_search,
    search_pages,
    set_search_context,
)

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

SETTINGS = (
    Setting(
        "docsnav_search_dialog",
        True,  # noqa: FBT003 -- the default of a switch
        "Open a search dialog on ``/`` and Ctrl+K in themes that have none.",
        rebuild="html",
    ),
)
"""The settings of the feature."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    add_settings(app, SETTINGS)
    connect(
        app, "config-inited", 950, extend_for_scopes, "needs docs.json, and precedes the builder"
    )
    connect(
        app,
        "env-updated",
        500,
        keep_hidden_out,
        "all pages are read, and none is indexed",
        without_navigation=True,
    )
    connect(app, "write-started", 500, cache_stems, "the builder has no search index yet")
    connect(app, "html-page-context", 350, set_search_context, "themes wrap pathto from 400 on")
    connect(
        app,
        "html-page-context",
        430,
        add_search_dialog,
        "needs pathto from set_search_context and the words from translate_context",
        without_navigation=True,
    )
    connect(
        app,
        "html-collect-pages",
        500,
        tidy_index,
        "all pages are indexed; the index is not saved",
        without_navigation=True,
    )
    connect(app, "html-collect-pages", 500, search_pages, "adds a search page per scope")
    connect(app, "build-finished", 500, remove_stale_search, "the files of all scopes are written")
    connect(app, SHOWN, 500, shown_scopes, "pages name the files of their search")
    connect(app, "env-updated", 500, find_unindexed, "`keep_hidden_out` has marked hidden pages")
    connect(
        app,
        "html-collect-pages",
        400,
        index_other_pages,
        "tidy_index at 500 needs the complete index",
    )
    connect(
        app,
        "doctree-read",
        900,
        note_entries,
        "titles and metadata of the page are collected",
        without_navigation=True,
    )
    connect(
        app,
        "env-purge-doc",
        500,
        forget_entries,
        "the page is read again or has gone",
        without_navigation=True,
    )
    connect(
        app,
        "env-merge-info",
        500,
        merge_entries,
        "a reading process has noted its pages",
        without_navigation=True,
    )
    connect(
        app,
        "build-finished",
        500,
        write_index,
        "all pages are known",
        without_navigation=True,
    )
    add_dialog_files(app)
    return metadata()
