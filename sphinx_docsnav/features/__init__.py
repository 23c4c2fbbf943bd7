"""The features of the extension: each is a Sphinx extension in a folder of its own.

A feature has its own ``setup``, settings, handlers and files, and can be left out. It imports
the core and no other feature; features meet in the events of `sphinx_docsnav.core.events`.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.settings import Setting, metadata

FEATURES = (
    "toctrees",
    "python_reference",
    "books",
    "parts",
    "search",
    "languages",
    "mathml",
    "mermaid",
    "site_styles",
    "speed",
    "validation",
    "endpoints",
    "guard",
    "page_modes",
    "listings",
    "utility_classes",
    "version_notice",
    "git_part",
    "page_actions",
    "markdown_copies",
    "redirects",
    "sitemap",
    "search_engines",
    "not_found",
    "appearance",
    "look",
    "page_end",
    "feeds",
    "thumbnails",
)
"""The features in the order of their ``setup``, which is that of handlers of equal priority."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up every feature; called by Sphinx."""
    for feature in FEATURES:
        app.setup_extension(extension_name(feature))
    return metadata()


def extension_name(feature: str) -> str:
    """Return the name by which Sphinx loads a feature."""
    return f"{__name__}.{feature}"


def feature_settings() -> Iterator[Setting]:
    """Yield the settings of all features."""
    for feature in FEATURES:
        yield from getattr(import_module(extension_name(feature)), "SETTINGS", ())
