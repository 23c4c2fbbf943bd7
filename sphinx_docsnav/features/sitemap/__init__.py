"""FEATURE sitemap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.settings import Setting, add_settings, metadata
from sphinx_docsnav.features.sitemap.sitemap import write_sitemap

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

SETTINGS = (
    Setting(
        "docsnav_sitemap",
        False,  # noqa: FBT003 -- the default of a switch
        "Write ``sitemap.xml`` with the languages of each page. Requires ``html_baseurl``. "
        "``sphinx-docsnav build`` and ``serve`` enable this for a site without ``conf.py``.",
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
        write_sitemap,
        "a project may have its own, which is kept",
    )
    return metadata()
