"""Sphinx's pyramid theme, and themes that inherit from it."""

from __future__ import annotations

from sphinx_docsnav.themes.generic.adapter import Basic


class Pyramid(Basic):
    """A light sidebar, whose own text is white."""

    themes = ("pyramid",)
    style = "style.css"
