"""Navigation from the toctrees of a project (``docsnav_config = "toctree"``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsnav.core.events import RESOLVE, connect
from sphinx_docsnav.core.settings import metadata
from sphinx_docsnav.features.toctrees.outline_of_toctrees import resolve_toctrees

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    connect(app, RESOLVE, 500, resolve_toctrees, "the toctrees of all documents are known")
    return metadata()
