"""The themes that come with Sphinx, and themes that inherit from them."""

from __future__ import annotations

from typing import ClassVar

from sphinx_docsnav.themes.base import ALL_TOCTREES, CLOSED, beside, theme_options
from sphinx_docsnav.themes.brand import Brand, BrandSettings, put_logo
from sphinx_docsnav.themes.generic import SHOWING_TOCTREE, Basic


class FixedWidth(Basic):
    """Themes from before phones: columns of a fixed width, which narrow windows stack."""

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
    style = "fixed_width.css"


class Alabaster(Basic):
    """Sphinx's default theme."""

    themes = ("alabaster",)
    navigation_options = theme_options(
        "fixed_sidebar",
        "extra_nav_links",
        "show_relbars",
        sidebar_collapse=CLOSED,
        sidebar_includehidden=ALL_TOCTREES,
    )
    style = "alabaster.css"
    page_covers = "div.body"

    def sidebars(self, names: list[str], *, own: bool) -> list[str]:
        """Add the headings of the page, which the theme's table of contents shows."""
        listed = super().sidebars(names, own=own)
        if "localtoc.html" in listed:
            return listed
        return beside(listed, SHOWING_TOCTREE, (), ("docsnav/headings.html",)) or listed

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


class Classic(FixedWidth):
    """Sphinx's former default theme, whose sidebar is dark."""

    themes = ("classic",)
    navigation_options = theme_options(
        *("rightsidebar", "stickysidebar", "collapsiblesidebar"), **Basic.navigation_options
    )
    style = "classic.css"

    @classmethod
    def logo_settings(cls, brand: Brand) -> BrandSettings:
        """Return the logo for the theme's dark sidebar."""
        return put_logo(brand.logo_dark)


class Pyramid(FixedWidth):
    """Pyramid, and pylons of pylons-sphinx-themes: a light sidebar, whose own text is white."""

    themes = ("pyramid", "pylons")
    style = "pyramid.css"
