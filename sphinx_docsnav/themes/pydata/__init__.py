"""The PyData theme, the Sphinx Book theme, and themes that inherit from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar

from markupsafe import escape

from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.themes.base import (
    ALL_TOCTREES,
    CLOSED,
    Adapter,
    Context,
    Instead,
    Modes,
    PageArea,
    insert_beside,
    list_theme_options,
    read_level_option,
    usual_place,
)
from sphinx_docsnav.themes.brand import Brand, BrandSettings, Colours, make_logo_setting
from sphinx_docsnav.themes.page_view import PageView


class PydataFamily(Adapter):
    """Tabs in the theme's header, versions and languages at its end, the rest in its sidebar.

    The theme shows its header's items once more in the drawer of narrow screens.
    """

    modes = Modes(
        keys=("mode", "theme"),
        button=".theme-switch-button",
        dark=("html[data-theme=dark] body",),
    )
    page = PageArea(
        variables=("--pst-color-background",),
        fonts=("--pst-font-family-base", "--pst-font-family-heading"),
    )
    style = "style.css"
    overlays = "overlays"
    tabs: ClassVar[str] = "navbar"
    links: ClassVar[str] = "header-links"
    side: ClassVar[tuple[str, ...]] = ("places", "products", "anchors", "sidebar")
    edit_settings = (("use_edit_page_button",),)
    search_button = ".search-button__button"
    hide_headings: ClassVar[Mapping[str, str]] = {"html_theme.sidebar_secondary.remove": "true"}
    important_classes = True  # of Bootstrap
    tree: ClassVar[tuple[str, ...]] = ("sidebar-nav-bs", "docsnav/sidebar")
    """Sidebar templates that show the table of contents."""
    above: ClassVar[tuple[str, ...]] = ("docsnav/products.html", "docsnav/anchors.html")
    """Templates of ours directly above the table of contents."""

    navigation_options = list_theme_options(
        "show_nav_level",
        "show_toc_level",
        "show_prev_next",
        "header_links_before_dropdown",
        "header_dropdown_text",
        "navbar_start",
        "navbar_center",
        "navbar_end",
        "navbar_align",
        "article_header_start",
        "primary_sidebar_end",
        "navigation_with_keys",
        "navigation_depth",
        collapse_navigation=CLOSED,
        sidebar_includehidden=ALL_TOCTREES,
    )
    open_option: ClassVar[str] = "show_nav_level"
    """The option that says how many levels of the sidebar are open."""
    depth_option: ClassVar[str] = "navigation_depth"
    """The option that says how many levels the sidebar has."""

    @classmethod
    def logo_settings(cls, brand: Brand) -> BrandSettings:
        """Return the theme's logos for light and dark pages."""
        if not brand.is_pair:
            return make_logo_setting(brand.logo_light)
        logo = {"image_light": brand.logo_light, "image_dark": brand.logo_dark}
        return {"html_logo": "", "html_theme_options": {"logo": logo}}

    def required_on(self, context: Context, page: PageView) -> tuple[str, ...]:
        """Omit the parts that a page without the theme's primary sidebar does not show."""
        hidden: tuple[str, ...] = ()
        # The author of the page has removed the whole sidebar with the theme's own metadata.
        if "html_theme.sidebar_primary.remove" in (context.get("meta") or {}):
            hidden = ("products", "anchors", "sidebar")
        elif self._is_in_no_tab(context, page):
            hidden = ("sidebar",)
        required = super().required_on(context, page)
        return tuple(name for name in required if name not in hidden)

    def _is_in_no_tab(self, context: Context, page: PageView) -> bool:
        """Return whether a page, such as the front page, is in no tab: it has no sidebar then."""
        # The root document counts as outside even if a tab lists it, unless it has an entry there.
        is_outside = context["pagename"] == context.get("root_doc") or not page.frame.is_in_tree
        in_tabs = any(each.kind is Kind.TAB for each in page.frame.chain)
        return bool(self.links) and in_tabs and is_outside and not page.place.has_entry

    def extras(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the theme's classes and open levels of the sidebar, and the size of the header."""
        before_more = str(options.get("header_links_before_dropdown", 5))
        open_levels = str(options.get(self.open_option, 1))
        return {
            "banner": "div",
            "sidebar": "bd-docs-nav bd-links",
            "max_level": read_level_option(options, self.depth_option),
            "open_levels": int(open_levels) if open_levels.isdigit() else 1,
            "more": str(options.get("header_dropdown_text", "")),
            "cutoff": int(before_more) if before_more.isdigit() else 5,
        }

    def sidebars(self, names: list[str], *, own: bool) -> list[str]:  # noqa: ARG002 -- both alike
        """Add switches and anchors above the sidebar, which replaces the theme's."""
        # Replace the theme's tree by ours in the same position, and then look for that position.
        swapped = [
            # A theme that inherits from this one may have a tree of another name.
            "docsnav/sidebar.html"
            if _strip_suffix(name) in self.tree or _strip_suffix(name).endswith("sidebar-nav")
            else name
            for name in names
        ]
        placed = insert_beside(swapped, ("docsnav/sidebar.html",), self.above)
        return placed or usual_place(swapped, (*self.above, "docsnav/sidebar.html"))

    def inputs(self, context: Context, page: PageView) -> None:
        """Replace the theme's top-level links by the tabs, and add the switches at the end.

        The theme's breadcrumbs can contain a parent without a URL.
        """
        self._name_parents(context, page)
        if context.get("sidebars") and self._is_in_no_tab(context, page):
            # A page in no tab keeps the parts above the sidebar if they show anything.
            kept = (name for name in context["sidebars"] if name != "docsnav/sidebar.html")
            context["sidebars"] = [
                name
                for name in kept
                if name not in self.above or page.part(_strip_suffix(name).removeprefix("docsnav/"))
            ]
        tabs = {"navbar-nav": "docsnav/navbar.html"}
        context["theme_navbar_center"] = _swap_names(
            _list_templates(context, "theme_navbar_center"), tabs
        )
        ends = _list_templates(context, "theme_navbar_end")
        # A project that lists the template itself has chosen its position.
        if "docsnav/places.html" not in ends:
            context["theme_navbar_end"] = [
                "docsnav/places.html",
                "docsnav/header-links.html",
                *ends,
            ]
        self._set_eyebrow(context)
        context["theme_announcement"] = context.get("theme_announcement") or page.part("banner")

    @staticmethod
    def _name_parents(context: Context, page: PageView) -> None:
        if page.place.has_entry:
            context["parents"] = page.parents(with_unlinked=True)

    def _set_eyebrow(self, context: Context) -> None:
        """Keep the theme's breadcrumbs unless docs.json replaces them by the group of the page."""
        start = _list_templates(context, "theme_article_header_start")
        if context["docsnav"]["eyebrow"] == "section":
            ours = {"breadcrumbs": "docsnav/breadcrumbs.html"}
            context["theme_article_header_start"] = _swap_names(start, ours)
        elif context["docsnav"]["eyebrow"] == "breadcrumbs" and "breadcrumbs" not in map(
            _strip_suffix, start
        ):
            context["theme_article_header_start"] = [*start, "breadcrumbs.html"]

    def outputs(self, context: Context, page: PageView) -> None:
        """Show the sidebar if it has entries; pass our tree to other templates that need one."""
        # These are the functions of the theme's templates; they take arguments that have no use
        # here.
        hidden = not page.frame.runs or self._is_in_no_tab(context, page)
        context["suppress_sidebar_toctree"] = lambda *_args, **_options: hidden
        context["generate_toctree_html"] = lambda *_args, **_options: page.part("sidebar")
        context["generate_header_nav_html"] = lambda *_args, **_options: page.part("navbar")

    def colour_rules(self, colours: Colours) -> str:
        """Return the theme's primary and link colours."""
        names = ("--pst-color-primary", "--pst-color-link", "--pst-color-inline-code-links")
        light = "".join(f"{name}:{colours.light};" for name in names)
        dark = "".join(f"{name}:{colours.dark};" for name in names)
        return f"html:root:root{{{light}}}html[data-theme=dark]:root:root{{{dark}}}"


def _strip_suffix(name: str) -> str:
    return name.removesuffix(".html")


def _list_templates(context: Context, option: str) -> list[str]:
    """Return an option that lists templates, which may be text: ``"a, b"``."""
    value = context.get(option) or []
    listed: Iterable[str] = value.split(",") if isinstance(value, str) else value
    return [name.strip() for name in listed if name.strip()]


def _swap_names(names: Iterable[str], others: Mapping[str, str]) -> list[str]:
    return [others.get(_strip_suffix(name), name) for name in names]


class Pydata(PydataFamily):
    """The PyData theme, with its header."""

    themes = ("pydata_sphinx_theme",)
    style = "header.css"
    script = "tabs.js"
    page_files: ClassVar[Mapping[Path, tuple[str, ...]]] = {Path(__file__).with_name("more.js"): ()}


class SphinxBook(PydataFamily):
    """The Sphinx Book theme, which has no header: tabs above the article, else the sidebar."""

    themes = ("sphinx_book_theme",)
    navigation_options = list_theme_options(
        *("show_navbar_depth", "max_navbar_depth"),
        *("show_toc_level", "show_prev_next", "toc_title"),
        collapse_navbar=CLOSED,
        home_page_in_toc=Instead("the root document where docs.json lists it"),
    )
    style = "book.css"
    script = "book.js"
    overlays = "book_overlays"
    tabs = "bar"
    links = ""
    side = ("switch", "anchors", "sidebar")
    tree = ("sbt-sidebar-nav", "sidebar-nav-bs", "docsnav/sidebar")
    above = ("docsnav/switch.html", "docsnav/drawer.html", "docsnav/anchors.html")
    open_option = "show_navbar_depth"
    depth_option = "max_navbar_depth"

    @classmethod
    def escape_texts(cls, context: Context) -> None:
        """Escape the titles of the page, in the view for printing, and of the root."""
        for name in ("pagetitle", "root_title"):
            if name in context:
                context[name] = escape(context[name])

    def inputs(self, context: Context, page: PageView) -> None:
        """Show the banner as the announcement; overlays contain everything else."""
        self._name_parents(context, page)
        context["theme_announcement"] = context.get("theme_announcement") or page.part("banner")
