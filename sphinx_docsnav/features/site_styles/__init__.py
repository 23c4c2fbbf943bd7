"""FEATURE site_styles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.settings import Setting, add_settings, metadata
from sphinx_docsnav.features.site_styles.site_styles import (
    find_site_styles,
    name_site_styles,
    write_site_styles,
)

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

SETTINGS = (
    Setting(
        "docsnav_site_styles",
        False,  # noqa: FBT003 -- the default of a switch
        "Load the style sheets (``*.css``) beside docs.json on every page, after all others. "
        "``sphinx-docsnav build`` sets it. Scripts are never included.",
        rebuild="html",
    ),
    # Changes with the files, so that Sphinx writes all pages again.
    Setting(
        "docsnav_site_style_digests",
        (),
        "The style sheets that ``docsnav_site_styles`` has found, with digests; the extension "
        "sets it.",
        rebuild="html",
    ),
)
"""The settings of the feature."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    add_settings(app, SETTINGS)
    connect(
        app,
        "config-inited",
        950,
        find_site_styles,
        "a later change of a setting counts each time",
    )
    connect(
        app,
        "write-started",
        500,
        write_site_styles,
        "the pages carry the digests of the files",
    )
    connect(
        app,
        "html-page-context",
        500,
        name_site_styles,
        "their priority places them after all",
    )
    return metadata()
