"""The Awesome theme, and themes that inherit from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sphinx_docsnav.themes.base import (
    ALL_TOCTREES,
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


class Awesome(Adapter):
    """Tabs in the theme's header; the rest in its sidebar, the drawer of narrow screens."""

    themes = ("sphinxawesome_theme",)
    navigation_options = list_theme_options(
        "show_breadcrumbs",
        "show_prev_next",
        "main_nav_links",
        globaltoc_includehidden=ALL_TOCTREES,
    )
    style = "style.css"
    modes = Modes(
        keys=("_x_darkMode",),
        button=r"header button[\@click^=darkMode]",
        dark=("html.dark body",),
        values=("false", "true"),
    )
    page = PageArea(variables=("--color-background",), fonts=("--font-sans", ""))
    # The theme has no keyboard support for it.
    drawers = (
        Drawer(
            media="(max-width: 767.98px)",
            panel="#left-sidebar",
            opener=r"[\@click='showSidebar = true']",
            closer=r"[\@click='showSidebar = false']",
            open="#left-sidebar.translate-x-0",
        ),
    )
    overlays = "overlays"
    tabs = "head-nav"
    links = "header-links"
    eyebrow = "breadcrumbs"

    @classmethod
    def logo_settings(cls, brand: Brand) -> BrandSettings:
        """Return the theme's logos for light and dark pages."""
        # The logo of docs.json holds the name, which the theme would show beside it.
        named = {"html_context": {"docsnav_logo_has_name": True}} if brand.logo_light else {}
        if not brand.is_pair:
            return named | make_logo_setting(brand.logo_light)
        logos = {"logo_light": brand.logo_light, "logo_dark": brand.logo_dark}
        return {**named, "html_logo": "", "html_theme_options": logos}

    @classmethod
    def brand_settings(cls, brand: Brand) -> BrandSettings:
        """Return the logos, and a small permalink."""
        # The theme shows Sphinx's own sign large beside every heading, other signs on hovering.
        return {"html_permalinks_icon": "<span>#</span>", **cls.logo_settings(brand)}

    def sidebars(self, names: list[str], *, own: bool) -> list[str]:  # noqa: ARG002 -- both alike
        """Put switches, tabs (for the drawer) and anchors above the table of contents."""
        above = (
            "docsnav/reachable.html",
            "docsnav/switch.html",
            "docsnav/drawer.html",
            "docsnav/anchors.html",
        )
        placed = insert_beside(names, ("sidebar_toc.html", "docsnav/sidebar.html"), above)
        return placed or usual_place(names, (*above, "docsnav/sidebar.html"))

    def inputs(self, context: Context, page: PageView) -> None:
        """Use the table of contents as the sidebar; by default, show previous and next links."""
        context["toctree"] = lambda **_options: page.part("sidebar")
        # Only the theme's default is changed; a value that the project sets has priority.
        if "show_prev_next" not in self.options:
            context["theme_show_prev_next"] = True

    def colour_rules(self, colours: Colours) -> str:
        """Return the theme's primary colour."""
        links = "body #content a:not(.headerlink,.docsnav-action,.docsnav-option)"
        return (
            f":root:root{{--docsnav-accent:{colours.light}}}"
            f".dark:root,.dark body{{--docsnav-accent:{colours.dark}}}"
            f"html {links}{{color:{colours.light}}}"
            f".dark {links}{{color:{colours.dark}}}"
        )

    def extras(self, options: Mapping[str, Any]) -> dict[str, Any]:  # noqa: ARG002 -- needs none
        """Mark parts by elements: the theme removes comments from finished pages."""
        return {"guest_mark": '<template data-docsnav="{}"></template>'}

    def finished(self, env: Any, changed: Iterable[str], has_file: Callable[[str], bool]) -> None:  # noqa: ANN401 -- the theme's list is in it
        """Complete the list of files that the theme changes, and remove those that do not exist."""
        listed: list[str] = getattr(env, "awesome_changed_docs", [])
        # Change the list in place: the theme reads the same object after the build.
        listed[:] = filter(has_file, dict.fromkeys([*listed, *changed]))
