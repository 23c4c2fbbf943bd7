"""Alabaster, and themes that inherit from it."""

from __future__ import annotations

from sphinx_docsnav.themes.brand import Brand, BrandSettings, put_logo
from sphinx_docsnav.themes.generic.adapter import Basic


class Alabaster(Basic):
    """Sphinx's default theme."""

    themes = ("alabaster",)
    style = "style.css"

    @classmethod
    def logo_settings(cls, brand: Brand) -> BrandSettings:
        """Return the theme's own option for a file, else Sphinx's setting."""
        if not brand.is_local:
            return put_logo(brand.logo_light)
        return {
            "html_static_path": [brand.logo_light],
            "html_logo": "",
            "html_theme_options": {"logo": brand.light_name},
        }
