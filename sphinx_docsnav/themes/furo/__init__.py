"""Furo, and themes that inherit from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from sphinx_docsnav.themes.base import (
    Adapter,
    Context,
    Drawer,
    Modes,
    PageArea,
    insert_beside,
    list_theme_options,
    usual_place,
)
from sphinx_docsnav.themes.brand import Brand, BrandSettings, Colours, make_logo_setting
from sphinx_docsnav.themes.page_view import PageView


class Furo(Adapter):
    """A bar above Furo's three columns; on narrow screens all of it is in the drawer."""

    themes = ("furo",)
    navigation_options = list_theme_options(
        "navigation_with_keys",
        "sidebar_hide_name",
    )
    modes = Modes(
        keys=("theme",),
        button=".theme-toggle-container",
        dark=("html body[data-theme=dark]",),
        dark_by_system="html body:not([data-theme=light])",
    )
    page = PageArea(
        variables=("--color-background-primary",), fonts=("--font-stack", "--font-stack--headings")
    )
    style = "style.css"
    overlays = "overlays"
    hide_headings: ClassVar[Mapping[str, str]] = {"hide-toc": "true"}
    # The theme has no keyboard support for it.
    drawers = (
        Drawer(
            media="(max-width: 63em)",
            panel=".sidebar-drawer",
            opener=".nav-overlay-icon",
            closer=".nav-overlay-icon",
            open="#__navigation:checked",
        ),
        Drawer(
            media="(max-width: 82em)",
            panel=".toc-drawer",
            opener=".toc-overlay-icon",
            closer=".toc-overlay-icon",
            open="#__toc:checked",
        ),
    )
    edit_settings = (
        ("source_edit_link",),
        ("source_repository", "source_branch"),
        ("READTHEDOCS", "conf_py_path", "github_user", "github_repo", "github_version"),
    )

    @classmethod
    def logo_settings(cls, brand: Brand) -> BrandSettings:
        """Return the theme's logos for light and dark pages."""
        options: BrandSettings = {}
        settings = make_logo_setting(brand.logo_light)
        if brand.is_pair:
            settings = {"html_static_path": brand.static_files, "html_logo": ""}
            options = {"light_logo": brand.light_name, "dark_logo": brand.dark_name}
        if brand.logo_light:
            # Logos of docs.json sites hold the name already, and are made for a header.
            options["sidebar_hide_name"] = True
            options["light_css_variables"] = {"docsnav-logo": "4rem"}
        return {**settings, "html_theme_options": options} if options else settings

    def sidebars(self, names: list[str], *, own: bool) -> list[str]:  # noqa: ARG002 -- both alike
        """Put switches above the search, tabs (for the drawer) and anchors above the tree."""
        above = ("docsnav/drawer.html", "docsnav/anchors.html")
        # The first call places what belongs to the contents, the second what belongs to the search.
        placed = insert_beside(names, ("sidebar/navigation.html", "docsnav/sidebar.html"), above)
        if placed is None:
            placed = usual_place(names, (*above, "docsnav/sidebar.html"))
        switch = ("docsnav/switch.html",)
        return (
            insert_beside(placed, ("sidebar/search.html", "docsnav/drawer.html"), switch) or placed
        )

    def inputs(self, context: Context, page: PageView) -> None:  # noqa: ARG002 -- a hook
        """Give Furo an empty table of contents, as parsing one that is not shown takes time."""
        context["toctree"] = lambda **_options: ""

    def outputs(self, context: Context, page: PageView) -> None:
        """Show the sidebar of the division, also for other templates that call ``toctree``."""
        context["furo_navigation_tree"] = page.part("sidebar")
        context["toctree"] = lambda **_options: page.part("sidebar")

    def colour_rules(self, colours: Colours) -> str:
        """Return Furo's brand colours."""
        light = f"--color-brand-primary:{colours.light};--color-brand-content:{colours.light}"
        dark = f"--color-brand-primary:{colours.dark};--color-brand-content:{colours.dark}"
        return (
            f"html body{{{light}}}"
            f"@media not print{{html body[data-theme=dark]{{{dark}}}"
            # Furo follows the system unless the reader has chosen a mode, so both cases have a
            # rule.
            "@media(prefers-color-scheme:dark){"
            f"html body:not([data-theme=light]){{{dark}}}"
            "}}"
        )
