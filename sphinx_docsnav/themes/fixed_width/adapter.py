"""Sphinx's own themes from before phones, and themes that inherit from them."""

from __future__ import annotations

from typing import ClassVar

from sphinx_docsnav.themes.generic.adapter import Basic


class FixedWidth(Basic):
    """Columns of a fixed width, which narrow windows get below each other."""

    themes: ClassVar[tuple[str, ...]] = (
        "agogo",
        "bizstyle",
        "haiku",
        "nature",
        "nonav",
        "scrolls",
        "sphinxdoc",
        "traditional",
    )
    style = "style.css"
