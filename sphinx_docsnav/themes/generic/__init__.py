"""Sphinx's ``basic`` theme, every theme that inherits from it, and any other theme."""

from __future__ import annotations

from html import escape
from typing import ClassVar

from sphinx.locale import _

from sphinx_docsnav.themes.base import (
    ALL_LEVELS,
    ALL_TOCTREES,
    CLOSED,
    Adapter,
    Context,
    beside,
    theme_options,
    usual_place,
)
from sphinx_docsnav.themes.page_view import PageView

SHOWING_TOCTREE = ("navigation.html", "globaltoc.html", "docsnav/sidebar.html")


"""Sidebar templates that show the whole table of contents."""


class Generic(Adapter):
    """A bar above the page; the sidebar where the theme lists sidebars or calls ``toctree()``."""

    style = "style.css"
    overlays = "overlays"

    def sidebars(self, names: list[str], *, own: bool) -> list[str]:
        """Add switches and anchors above the table of contents; add one if there is none."""
        above = ("docsnav/start.html", "docsnav/switch.html", "docsnav/anchors.html")
        ours = (*above, "docsnav/sidebar.html")
        placed = beside(names, SHOWING_TOCTREE, above)
        return placed or (usual_place(names, ours) if own else [*ours, *names])

    def inputs(self, context: Context, page: PageView) -> None:
        """Let the theme's table of contents be the sidebar of the division."""
        context["toctree"] = lambda **_options: page.part("sidebar")


class Basic(Generic):
    """Sphinx's own themes; their ``layout.html`` has the blocks of the overlays."""

    # The theme of Python's own documentation inherits from classic, but has a light sidebar.
    themes: ClassVar[tuple[str, ...]] = ("basic", "python_docs_theme")
    navigation_options = theme_options(
        "nosidebar",
        "navigation_with_keys",
        globaltoc_maxdepth=ALL_LEVELS,
        globaltoc_collapse=CLOSED,
        globaltoc_includehidden=ALL_TOCTREES,
    )

    def inputs(self, context: Context, page: PageView) -> None:
        """Let the links above and below the page follow the tree as well."""
        super().inputs(context, page)
        if page.standing.page is None:
            return
        around = {"N": ("next", page.standing.next), "P": ("previous", page.standing.previous)}
        kept = [link for link in context.get("rellinks", ()) if link[2] not in around]
        context["rellinks"] = kept + [
            (neighbour.docname, escape(neighbour.page_title or neighbour.title), key, _(word))
            for key, (word, neighbour) in around.items()
            if neighbour is not None
        ]
