"""Sphinx navigation from docs.json."""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set the extension up: settings, reader, and one handler per event, in build order."""
    from sphinx_docsnav.sphinx_ext.events import connect  # noqa: PLC0415 -- the core does without Sphinx

    return connect(app, __version__)
