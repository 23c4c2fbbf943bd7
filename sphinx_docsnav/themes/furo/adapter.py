"""Furo, and themes that inherit from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sphinx_docsnav.themes.base import Adapter, Context, beside
from sphinx_docsnav.themes.colours import Colours
from sphinx_docsnav.themes.page_view import PageView


class Furo(Adapter):
    """A bar above Furo's three columns; on narrow screens all of it is in the drawer."""

    themes = ("furo",)
    overlays = "furo"
    stylesheets = ("docsnav.css", "docsnav-furo.css")

    def extras(self, options: Mapping[str, Any]) -> dict[str, Any]:  # noqa: ARG002 -- needs none
        """Say that the theme frames the banner itself."""
        return {"banner": "div"}

    def sidebars(self, names: list[str], *, own: bool) -> list[str]:  # noqa: ARG002 -- both alike
        """Put switches above the search, tabs (for the drawer) and anchors above the tree."""
        placed = beside(
            names,
            ("sidebar/navigation.html", "docsnav/sidebar.html"),
            ("docsnav/drawer.html", "docsnav/anchors.html"),
        )
        if placed is None:
            return names
        switch = ("docsnav/switch.html",)
        return beside(placed, ("sidebar/search.html", "docsnav/drawer.html"), switch) or placed

    def inputs(self, context: Context, page: PageView) -> None:
        """Announce the banner; spare Furo the parsing of a table of contents it will not show."""
        context["toctree"] = lambda **_options: ""
        context["theme_announcement"] = context.get("theme_announcement") or page.part("banner")

    def outputs(self, context: Context, page: PageView) -> None:
        """Show the division's sidebar; give the other templates their ``toctree`` back."""
        context["furo_navigation_tree"] = page.part("sidebar")
        context["toctree"] = lambda **_options: page.part("sidebar")

    def colour_rules(self, colours: Colours) -> str:
        """Return Furo's brand colours."""
        light = f"--color-brand-primary:{colours.light};--color-brand-content:{colours.light}"
        dark = f"--color-brand-primary:{colours.dark};--color-brand-content:{colours.dark}"
        return (
            f"html body{{{light}}}"
            f"@media not print{{html body[data-theme=dark]{{{dark}}}"
            "@media(prefers-color-scheme:dark){"
            f"html body:not([data-theme=light]){{{dark}}}"
            "}}"
        )
