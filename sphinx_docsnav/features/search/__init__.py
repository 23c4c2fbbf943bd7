"""Search: an index of our own, its dialog and its pages."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sphinx_docsnav.core.events import SHOWN, connect
from sphinx_docsnav.core.settings import Setting, add_settings, metadata
from sphinx_docsnav.features.search.hidden_pages import keep_hidden_out, tidy_index
from sphinx_docsnav.features.search.page_entries import (
    forget_entries,
    merge_entries,
    note_entries,
)
from sphinx_docsnav.features.search.search_dialog import (
    add_dialog_files,
    add_search_dialog,
)
from sphinx_docsnav.features.search.search_index import (
    extend_for_search,
    replace_search,
    write_index,
)
from sphinx_docsnav.features.search.search_pages import (
    remove_stale_pages,
    search_pages,
    set_search_context,
    shown_scopes,
)

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

SETTINGS = (
    Setting(
        "docsnav_search_dialog",
        True,  # noqa: FBT003 -- the default of a switch
        "Have the search of this extension, with a dialog on ``/`` and Ctrl+K; if ``False``, pages "
        "have the search of Sphinx or the theme.",
        rebuild="html",
    ),
)
"""The settings of the feature."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    add_settings(app, SETTINGS)
    every = partial(connect, app, without_navigation=True)
    connect(app, SHOWN, 500, shown_scopes, "pages name the page of their search")
    every("config-inited", 950, extend_for_search, "needs docs.json, and precedes the builder")
    every("builder-inited", 900, replace_search, "themes change their templates at 500")
    every("doctree-read", 900, note_entries, "titles and metadata of the page are collected")
    every("env-purge-doc", 500, forget_entries, "the page is read again or has gone")
    every("env-merge-info", 500, merge_entries, "a reading process has noted its pages")
    every("env-updated", 500, keep_hidden_out, "all pages are read, and none is indexed")
    every("html-collect-pages", 500, search_pages, "adds a search page per scope")
    every("html-collect-pages", 500, tidy_index, "Sphinx's index is complete, and not written")
    every("html-page-context", 350, set_search_context, "themes wrap pathto from 400 on")
    every(
        "html-page-context",
        430,
        add_search_dialog,
        "needs pathto from set_search_context and the words from translate_context",
    )
    every("build-finished", 500, write_index, "all pages are known")
    every("build-finished", 500, remove_stale_pages, "the pages of all scopes are written")
    add_dialog_files(app)
    return metadata()
