"""FEATURE redirects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.settings import Setting, add_settings, metadata
from sphinx_docsnav.features.redirects.redirects import write_redirects

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

SETTINGS = (
    Setting(
        "docsnav_redirects",
        True,  # noqa: FBT003 -- the default of a switch
        "Write a redirect page for each entry of ``redirects`` in docs.json, unless a page has "
        "that URL (builders ``html`` and ``dirhtml``).",
    ),
)
"""The settings of the feature."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    add_settings(app, SETTINGS)
    connect(
        app,
        "build-finished",
        500,
        write_redirects,
        "no redirect may replace a page",
    )
    return metadata()
