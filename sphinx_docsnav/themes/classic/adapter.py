"""Sphinx's classic theme, and themes that inherit from it."""

from __future__ import annotations

from sphinx_docsnav.themes.generic.adapter import Basic


class Classic(Basic):
    """Sphinx's former default theme, whose sidebar is dark."""

    themes = ("classic",)
    style = "style.css"
