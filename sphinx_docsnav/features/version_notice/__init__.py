"""FEATURE version_notice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsnav.core.events import INDEXED, connect
from sphinx_docsnav.core.settings import Setting, add_settings, metadata
from sphinx_docsnav.features.version_notice.version_notice import (
    add_version_notice,
    has_own_address,
)

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

SETTINGS = (
    Setting(
        "docsnav_version_notice",
        True,  # noqa: FBT003 -- the default of a switch
        "Show a notice on pages of old versions that links to the same page of the version with "
        "``default: true``.",
        rebuild="html",
    ),
    Setting(
        "docsnav_old_versions",
        "own",
        "How search engines treat pages of old versions: as separate pages (``own``), as copies of"
        " the same page in the default version (``canonical``, requires ``html_baseurl``), or not "
        "at all (``noindex``).",
        choices=("own", "canonical", "noindex"),
        rebuild="html",
    ),
)
"""The settings of the feature."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    add_settings(app, SETTINGS)
    connect(
        app,
        "html-page-context",
        420,
        add_version_notice,
        "themes read the address of the page at 500",
    )
    connect(app, INDEXED, 500, has_own_address, "old versions may count as copies, or not at all")
    return metadata()
