"""FEATURE page_modes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.settings import metadata
from sphinx_docsnav.features.page_modes.page_modes import (
    apply_page_mode,
    leave_out_title,
    write_mode_style,
)

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    connect(
        app,
        "write-started",
        500,
        write_mode_style,
        "the pages carry the digest of the file",
    )
    connect(
        app,
        "doctree-resolved",
        400,
        leave_out_title,
        "other handlers see the page as it is written",
    )
    connect(
        app,
        "html-page-context",
        310,
        apply_page_mode,
        "themes read the list of headings at 500",
    )
    return metadata()
