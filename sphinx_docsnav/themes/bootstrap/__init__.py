"""The Bootstrap theme, and themes that inherit from it."""

from __future__ import annotations

from sphinx_docsnav.themes.generic import Basic


class Bootstrap(Basic):
    """A theme of Bootstrap 3, whose header is fixed and whose root has ten pixels."""

    themes = ("bootstrap",)
    style = "style.css"
    important_classes = True
