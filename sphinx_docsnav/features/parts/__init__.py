"""FEATURE parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.settings import metadata
from sphinx_docsnav.features.parts.selection import (
    drop_unwritten,
    extend_for_parts,
    record_unwritten_pages,
    select_part,
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
        extend_for_parts,
        "needs docs.json, and precedes the builder",
    )
    connect(
        app,
        "source-read",
        500,
        drop_unwritten,
        "the document before this one is read completely",
    )
    connect(
        app,
        "write-started",
        500,
        select_part,
        "the pages to write have not been prepared yet",
    )
    connect(
        app,
        "build-finished",
        400,
        record_unwritten_pages,
        "save_fingerprints at 500 needs to know the pages that were not written",
    )
    return metadata()
