"""The Read the Docs theme, and themes that inherit from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sphinx_docsnav.themes.base import (
    ALL_TOCTREES,
    CLOSED,
    Adapter,
    Context,
    Drawer,
    PageArea,
    choose_headings,
    list_theme_options,
    read_level_option,
)
from sphinx_docsnav.themes.brand import Brand, BrandSettings, Colours, make_logo_setting
from sphinx_docsnav.themes.page_view import PageView

TINT = "#474343"
"""The background of the current page in the dark sidebar, as in the style sheet."""


class ReadTheDocs(Adapter):
    """Tabs above the page; everything else in the dark sidebar, the drawer of narrow screens.

    Versions and languages are below the project's name, as on Read the Docs.
    """

    themes = ("sphinx_rtd_theme",)
    style = "style.css"
    page = PageArea(
        selector=".wy-nav-content-wrap",
        covers=".wy-nav-content",
        text=("#404040", "#404040"),  # always light
    )
    overlays = "overlays"
    edit_settings = (("display_github",), ("display_gitlab",), ("display_bitbucket",))
    side = ("places", "products", "anchors", "sidebar")
    # The theme has no keyboard support for it.
    drawers = (
        Drawer(
            media="(max-width: 768px)",
            panel=".wy-nav-side",
            opener="[data-toggle='wy-nav-top']",
            closer="[data-toggle='wy-nav-top']",
            open=".wy-nav-side.shift",
        ),
    )
    navigation_options = list_theme_options(
        "titles_only",
        "sticky_navigation",
        "prev_next_buttons_location",
        "navigation_depth",
        collapse_navigation=CLOSED,
        includehidden=ALL_TOCTREES,
    )

    @classmethod
    def logo_settings(cls, brand: Brand) -> BrandSettings:
        """Return the logo for the coloured header, without the project name, which it contains."""
        settings = make_logo_setting(brand.logo_dark)
        return {**settings, "html_theme_options": {"logo_only": True}} if settings else settings

    def extras(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Use other classes than toctrees, which the theme shades by their depth."""
        return {
            "level": "docsnav-l",
            "headings": choose_headings(options, "collapse_navigation", "titles_only"),
            "max_level": read_level_option(options, "navigation_depth"),
        }

    def inputs(self, context: Context, page: PageView) -> None:
        """Use the sidebar of the division as the menu."""
        context["toctree"] = lambda **_options: page.part("sidebar")

    def colour_rules(self, colours: Colours) -> str:
        """Return the colours of the theme's blue areas, and of its links."""
        return (
            f"html body :is(.wy-side-nav-search,.wy-nav-top){{background-color:{colours.light}}}"
            "html body .wy-nav-content a:not(.btn,.docsnav-action,.docsnav-option)"
            f"{{color:{colours.light}}}"
            f":root:root{{--docsnav-accent:{colours.light}}}"
            # The sidebar is dark in a theme without a dark mode, so it needs the shade for dark
            # pages.
            f":root:root .wy-nav-side{{--docsnav-accent:{colours.on_dark(TINT)}}}"
        )
