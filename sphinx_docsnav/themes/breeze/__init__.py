"""Breeze, and themes that inherit from it."""

from __future__ import annotations

from typing import Any, ClassVar

from sphinx_docsnav.themes.base import Context
from sphinx_docsnav.themes.brand import Brand, BrandSettings, Colours, put_logo
from sphinx_docsnav.themes.generic import Basic
from sphinx_docsnav.themes.page_view import PageView

PRIMARY = "theme_sidebar_primary"


"""The theme's option that lists the templates of its sidebar."""


class Breeze(Basic):
    """A bar below the theme's header in the place of its own tabs; the rest in its sidebar."""

    themes = ("breeze",)
    style = "style.css"
    overlays = "overlays"
    hide_headings: ClassVar[dict[str, str]] = {"hide-sidebar-secondary": "true"}

    @classmethod
    def logo_settings(cls, brand: Brand) -> BrandSettings:
        """Return the theme's logos for light and dark pages."""
        if not brand.is_pair:
            return put_logo(brand.logo_light)
        options: dict[str, Any] = {"light_logo": brand.light_name, "dark_logo": brand.dark_name}
        return {"html_static_path": brand.static_files, "html_theme_options": options}

    def inputs(self, context: Context, page: PageView) -> None:
        """Show our tabs, not those that list every page; show our sidebar."""
        super().inputs(context, page)
        context["theme_header_tabs"] = "false"
        listed = context.get(PRIMARY) or ""
        names = listed.split(",") if isinstance(listed, str) else listed
        context[PRIMARY] = self.sidebars([name.strip() for name in names], own=True)

    def sidebars(self, names: list[str], *, own: bool) -> list[str]:  # noqa: ARG002 -- both alike
        """Put ours in the place of the theme's table of contents."""
        ours = ["docsnav/switch.html", "docsnav/anchors.html", "docsnav/sidebar.html"]
        rest = [name for name in names if name not in {"sidebar-nav.html", *ours}]
        return [*ours, *rest]

    def colour_rules(self, colours: Colours) -> str:
        """Return the theme's primary colour."""
        name = "--bz-color-primary"
        return (
            f":root:root{{{name}:{colours.light}}}:root[data-theme=dark]{{{name}:{colours.dark}}}"
        )
