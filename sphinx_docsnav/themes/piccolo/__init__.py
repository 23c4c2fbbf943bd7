"""Piccolo, and themes that inherit from it."""

from __future__ import annotations

from html import escape

from sphinx_docsnav.themes.base import Context, Drawer, Modes, PageArea
from sphinx_docsnav.themes.brand import Brand, BrandSettings, Colours, put_logo
from sphinx_docsnav.themes.generic import Basic
from sphinx_docsnav.themes.page_view import PageView

DRAWERS = (
    Drawer(
        media="(max-width: 50rem)",
        panel=".sphinxsidebar",
        opener="#toggle_sidebar a",
        closer="#toggle_sidebar a",
        open=".sphinxsidebar[style*='block']",
    ),
)
"""Its drawers in narrow windows, which have no keys."""


class Piccolo(Basic):
    """A theme whose header and sidebar are fixed, with a dark mode of its own."""

    themes = ("piccolo_theme",)
    style = "style.css"
    modes = Modes(
        keys=("piccoloThemeMode",),
        button="#mode_toggle",
        dark=(
            # The theme names the mode, the root and an attribute of the body in its own rules.
            ":root:root:root[data-mode=dark] body",
            ":root:root:root[data-mode=darkest] body",
        ),
    )
    page = PageArea(variables=("--mainBackgroundColor", "--sidebarColor"))
    drawers = DRAWERS

    @classmethod
    def logo_settings(cls, brand: Brand) -> BrandSettings:
        """Return the logo for the theme's coloured header."""
        return put_logo(brand.logo_dark)

    def inputs(self, context: Context, page: PageView) -> None:
        """Name the logo: the theme's template writes nothing but its address, and as it is."""
        super().inputs(context, page)
        if url := context.get("logo_url"):
            name = escape(context.get("logo_alt") or context.get("project") or "")
            context["logo_url"] = f'{escape(url)}" alt="{name}'

    def colour_rules(self, colours: Colours) -> str:
        """Return the colours of the header and of links."""
        names = ("--linkColor", "--docsnav-accent")
        light = "".join(f"{name}:{colours.light};" for name in ("--mainNavColor", *names))
        dark = "".join(f"{name}:{colours.dark};" for name in names)
        return f":root:root{{{light}}}:root:root:is([data-mode=dark],[data-mode=darkest]){{{dark}}}"
