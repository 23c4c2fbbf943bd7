"""FEATURE mathml."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.settings import metadata
from sphinx_docsnav.features.mathml.mathml import register_renderer

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    connect(
        app,
        "config-inited",
        950,
        register_renderer,
        "Sphinx looks for it at builder-inited",
        without_navigation=True,
    )
    return metadata()
