"""Sphinx's pyramid theme, and themes that inherit from it."""

from __future__ import annotations

from sphinx_docsnav.themes.fixed_width.adapter import FixedWidth


class Pyramid(FixedWidth):
    """A light sidebar, whose own text is white."""

    themes = ("pyramid",)
    style = "style.css"
