"""FEATURE listings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsnav.core.events import SHOWN, connect
from sphinx_docsnav.core.settings import metadata
from sphinx_docsnav.features.listings.listings import add_listing, shown_listings

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    connect(
        app,
        "doctree-resolved",
        500,
        add_listing,
        "the links of the listing need no resolution",
    )
    connect(app, SHOWN, 500, shown_listings, "pages show titles of the pages in their group")
    return metadata()
