"""FEATURE utility_classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.settings import Setting, add_settings, metadata
from sphinx_docsnav.features.utility_classes.utility_styles import add_utility_rules, note_classes

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

SETTINGS = (
    Setting(
        "docsnav_utility_classes",
        True,  # noqa: FBT003 -- the default of a switch
        "Generate style rules for the utility classes of MDX pages (``grid gap-4 "
        "md:grid-cols-2``).",
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
        999,
        note_classes,
        "other handlers may add classes",
    )
    connect(
        app,
        "html-page-context",
        407,
        add_utility_rules,
        "set_theme_inputs gives the page its end",
    )
    return metadata()
