"""Shibuya, and themes that inherit from it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Any

from markupsafe import Markup

from sphinx_docsnav.themes.base import (
    ALL_TOCTREES,
    CLOSED,
    Adapter,
    Context,
    Drawer,
    Modes,
    PageArea,
    choose_headings,
    list_theme_options,
    read_level_option,
)
from sphinx_docsnav.themes.brand import Brand, BrandSettings, Colours, make_logo_setting
from sphinx_docsnav.themes.page_view import PageView

WIDTH = "content_max_width"
"""The metadata of a page that the theme writes into a style sheet."""
_LENGTH = re.compile(r"[\w\s.,%()+*/-]*")
"""A CSS value that cannot end the rule in which it is written."""
DEFAULT_LAYOUT = "default"
"""The layout of pages with a sidebar; a page or the project can have another one."""
ABOVE_CONTENTS = ("products", "anchors")
"""The parts above the sidebar, in the same column."""


def _find_contents(page: PageView, **_options: object) -> str:
    """Return the global table of contents: the sidebar, with what should be above it.

    The template of the parts above is one that projects replace: what it has not shown comes here.
    """
    names = [*(name for name in ABOVE_CONTENTS if name not in page.inserted_parts), "sidebar"]
    return "".join(map(page.part, names))


class Shibuya(Adapter):
    """Tabs, versions and languages in the theme's header; the rest above its global contents."""

    themes = ("shibuya",)
    navigation_options = list_theme_options(
        "nav_links",
        "nav_links_align",
        "hide_breadcrumbs",
        "toctree_maxdepth",
        "toctree_titles_only",
        toctree_collapse=CLOSED,
        globaltoc_expand_depth=CLOSED,
        toctree_includehidden=ALL_TOCTREES,
    )
    modes = Modes(keys=("_theme",), button=".js-theme", dark=("html.dark body",))
    page = PageArea(
        selector="html", variables=("--sy-c-background",), fonts=("--sy-f-text", "--sy-f-heading")
    )
    style = "style.css"
    overlays = "overlays"
    edit_settings = (("source_edit_template",), ("source_user", "source_repo"))
    tabs = "head-links"
    links = "header-links"
    side = ("places", "products", "anchors", "sidebar")
    # The theme has no keyboard support for them.
    drawers = (
        Drawer(
            media="(max-width: 767.98px)",
            panel="#head-nav",
            opener="button[aria-controls='head-nav']",
            closer="button[aria-controls='head-nav']",
            open="body[data-expanded~='head-nav']",
        ),
        Drawer(
            media="(max-width: 767.98px)",
            panel="#lside",
            opener="button[aria-controls='lside']",
            closer="button[aria-controls='lside']",
            open="body[data-expanded~='lside']",
        ),
        Drawer(
            media="(max-width: 1279.98px)",
            panel="#rside",
            opener="main button[aria-controls='rside']",
            closer=".rside-close",
            open="body[data-expanded~='rside']",
        ),
    )

    @classmethod
    def logo_settings(cls, brand: Brand) -> BrandSettings:
        """Return the theme's logos for light and dark pages."""
        if not brand.is_pair:
            return make_logo_setting(brand.logo_light)
        names = {"light_logo": brand.light_name, "dark_logo": brand.dark_name}
        return {
            "html_static_path": brand.static_files,
            "html_logo": "",
            "html_theme_options": {key: f"_static/{name}" for key, name in names.items()},
        }

    def extras(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Use other classes than toctrees, whose lists the script of the theme folds."""
        return {
            "level": "docsnav-l",
            "headings": choose_headings(options, "toctree_collapse", "toctree_titles_only"),
            "max_level": read_level_option(options, "toctree_maxdepth"),
        }

    @classmethod
    def escape_texts(cls, context: Context) -> None:
        """Drop a width of the page that is more than a length; leave the description as text.

        The theme's templates filter the description before they escape it.
        """
        meta = context.get("meta") or {}
        # A page of an untrusted author could otherwise add rules of its own to the style sheet.
        if WIDTH in meta and not _LENGTH.fullmatch(str(meta[WIDTH])):
            context["meta"] = meta = {name: meta[name] for name in meta if name != WIDTH}
        if isinstance(description := meta.get("description"), Markup):
            context["meta"] = {**meta, "description": description.unescape()}

    def required_on(self, context: Context, page: PageView) -> tuple[str, ...]:
        """Return the parts that a page must show; only the default layout has a sidebar."""
        parts = super().required_on(context, page)
        layout = (context.get("meta") or {}).get("layout") or context.get("theme_page_layout")
        has_sidebar = layout in {None, DEFAULT_LAYOUT}
        in_sidebar = {*ABOVE_CONTENTS, "sidebar"}
        return parts if has_sidebar else tuple(part for part in parts if part not in in_sidebar)

    def inputs(self, context: Context, page: PageView) -> None:
        """Use the sidebar as the global table of contents; show the tabs in the header."""
        context["toctree"] = partial(_find_contents, page)
        own = context.get("theme_nav_links") or []
        context["docsnav_own_links"] = own
        # The header is rendered only if the option lists something; the overlay prints the tabs
        # then.
        context["theme_nav_links"] = own or (["tabs"] if page.has_tabs else [])

    def colour_rules(self, colours: Colours) -> str:
        """Return the theme's accent."""
        rules = []
        for mode, colour in (("light", colours.light), ("dark", colours.dark)):
            names = ("--accent-9", "--accent-10", "--accent-11", "--accent-a10", "--accent-a11")
            values = "".join(f"{name}:{colour};" for name in names)
            soft = f"--accent-a3:color-mix(in srgb,{colour} 12%,transparent);"
            # `:root` twice outweighs the theme's own rules, whatever the order of style sheets.
            rules.append(f"html.{mode}:root:root{{{values}{soft}}}")
        return "".join(rules)
