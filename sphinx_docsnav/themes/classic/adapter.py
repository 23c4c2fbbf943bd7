"""Sphinx's classic theme, and themes that inherit from it."""

from __future__ import annotations

from sphinx_docsnav.themes.brand import Brand, BrandSettings, put_logo
from sphinx_docsnav.themes.fixed_width.adapter import FixedWidth


class Classic(FixedWidth):
    """Sphinx's former default theme, whose sidebar is dark."""

    themes = ("classic",)
    style = "style.css"

    @classmethod
    def logo_settings(cls, brand: Brand) -> BrandSettings:
        """Return the logo for the theme's dark sidebar."""
        return put_logo(brand.logo_dark)
