"""Material for Sphinx, and themes that inherit from it."""

from __future__ import annotations

from sphinx_docsnav.themes.brand import Brand, BrandSettings, put_logo
from sphinx_docsnav.themes.generic import Basic


class Material(Basic):
    """A bar in the place of the theme's links to parents; the rest in its sidebar."""

    themes = ("sphinx_material",)
    style = "style.css"
    overlays = "overlays"

    @classmethod
    def logo_settings(cls, brand: Brand) -> BrandSettings:
        """Return the logo for the theme's coloured header."""
        return put_logo(brand.logo_dark)
