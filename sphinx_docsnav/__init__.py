"""Sphinx navigation from docs.json."""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the core and the features; called by Sphinx."""
    app.setup_extension("sphinx_docsnav.core.extension")
    app.setup_extension("sphinx_docsnav.features")
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
