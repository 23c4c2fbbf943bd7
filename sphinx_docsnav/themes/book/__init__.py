"""The Sphinx Book theme, and themes that inherit from it."""

from __future__ import annotations

from markupsafe import escape

from sphinx_docsnav.themes.base import ALL_LEVELS, CLOSED, Context, Instead, theme_options
from sphinx_docsnav.themes.page_view import PageView
from sphinx_docsnav.themes.pydata import Pydata


class SphinxBook(Pydata):
    """The Sphinx Book theme, which has no header: tabs above the article, else the sidebar."""

    themes = ("sphinx_book_theme",)
    style = "style.css"
    script = "script.js"
    overlays = "overlays"
    tabs = "bar"
    links = ""
    side = ("switch", "anchors", "sidebar")
    tree = ("sbt-sidebar-nav", "sidebar-nav-bs", "docsnav/sidebar")
    above = ("docsnav/switch.html", "docsnav/drawer.html", "docsnav/anchors.html")
    open_option = "show_navbar_depth"
    navigation_options = theme_options(
        "show_navbar_depth",
        "show_toc_level",
        "show_prev_next",
        "toc_title",
        max_navbar_depth=ALL_LEVELS,
        collapse_navbar=CLOSED,
        home_page_in_toc=Instead("the root document where docs.json lists it"),
    )

    @classmethod
    def escape_texts(cls, context: Context) -> None:
        """Escape the titles of the page, in the view for printing, and of the root."""
        for name in ("pagetitle", "root_title"):
            if name in context:
                context[name] = escape(context[name])

    def inputs(self, context: Context, page: PageView) -> None:
        """Announce the banner; the overlays do the rest."""
        context["theme_announcement"] = context.get("theme_announcement") or page.part("banner")
