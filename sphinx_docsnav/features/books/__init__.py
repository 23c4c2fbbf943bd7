"""LaTeX and EPUB: one book for each version in each language."""

from __future__ import annotations

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.events import FILES, connect, connect_always
from sphinx_docsnav.core.settings import Setting, add_settings, metadata
from sphinx_docsnav.features.books.epub import (
    add_chapter_titles,
    exclude_doctrees,
    extend_epub,
    finish_book,
    remove_forbidden_styles,
    select_book,
)
from sphinx_docsnav.features.books.latex import (
    choose_engine,
    extend_latex,
    raise_list_limit,
    write_books,
)

SETTINGS = (
    Setting(
        "docsnav_books",
        "division",
        "Books in LaTeX and EPUB builds: one per language, version and product (``division``), of "
        "which an EPUB build writes the first that ``docsnav_only`` names; or ``one`` book with "
        "everything. A project that sets ``latex_documents`` gets those documents.",
        choices=("division", "one"),
    ),
)
"""The settings of the feature."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    add_settings(app, SETTINGS)
    connect(app, "config-inited", 950, choose_engine, "needs docs.json, which is read at 900")
    connect(app, "config-inited", 950, extend_latex, "needs docs.json, and precedes the builder")
    connect(app, "config-inited", 950, extend_epub, "needs docs.json, and precedes the builder")
    connect(app, "write-started", 500, write_books, "the LaTeX builder has not written yet")
    connect(app, "write-started", 500, select_book, "the EPUB builder has not written yet")
    connect(app, "doctree-resolved", 900, raise_list_limit, "nothing adds lists any more")
    connect(app, "html-page-context", 500, add_chapter_titles, "EPUB has no theme that reads these")
    connect_always(
        app,
        "html-collect-pages",
        500,
        exclude_doctrees,
        "the last event before the EPUB is packed",
    )
    connect(
        app,
        "build-finished",
        400,
        finish_book,
        "keep_page_keys at 500 needs to know the pages that were not written",
    )
    connect(app, FILES, 500, remove_forbidden_styles, "every style sheet of the book is there")
    return metadata()
