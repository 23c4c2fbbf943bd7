"""Sphinx's pyramid theme, pylons of pylons-sphinx-themes, and themes that inherit from them."""

from __future__ import annotations

from sphinx_docsnav.themes.fixed_width.adapter import FixedWidth


class Pyramid(FixedWidth):
    """A light sidebar, whose own text is white."""

    themes = ("pyramid", "pylons")
    style = "style.css"
