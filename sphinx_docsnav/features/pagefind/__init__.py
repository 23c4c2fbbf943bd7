"""FEATURE pagefind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsnav.core.events import FILES, SEARCH_FILES, connect
from sphinx_docsnav.core.settings import Setting, add_settings, metadata
from sphinx_docsnav.features.pagefind.pagefind import (
    extend_dialog,
    mark_for_pagefind,
    name_headings,
    name_script,
    write_pagefind_index,
)

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

SETTINGS = (
    Setting(
        "docsnav_pagefind",
        False,  # noqa: FBT003 -- the default of a switch
        "Mark the content of pages for Pagefind, with the filters ``language``, ``version`` and "
        "``product``. Write its index, which the search dialog then uses, if it is installed as a "
        "Python package.",
        rebuild="html",
    ),
)
"""The settings of the feature."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    add_settings(app, SETTINGS)
    connect(
        app,
        "doctree-resolved",
        600,
        name_headings,
        "leave_out_title at 400 removes headings",
    )
    connect(
        app,
        "html-page-context",
        415,
        mark_for_pagefind,
        "the version notice at 420 must stay outside of the marked content",
    )
    connect(
        app,
        "build-finished",
        600,
        write_pagefind_index,
        "all pages and redirects are written",
    )
    connect(app, SEARCH_FILES, 500, name_script, "the dialog asks Pagefind first")
    connect(app, FILES, 500, extend_dialog, "the script of the search dialog is there")
    return metadata()
