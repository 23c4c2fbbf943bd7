"""Sphinx's pyramid theme, pylons of pylons-sphinx-themes, and themes that inherit from them."""

from __future__ import annotations

from sphinx_docsnav.themes.generic.adapter import Basic


class Pyramid(Basic):
    """A light sidebar, whose own text is white."""

    themes = ("pyramid", "pylons")
    style = "style.css"
