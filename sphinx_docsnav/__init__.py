"""Sphinx navigation from docs.json."""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the extension; called by Sphinx."""
    from sphinx_docsnav.core.extension import (  # noqa: PLC0415 -- the core runs without Sphinx
        setup_extension,
    )

    return setup_extension(app, __version__)
