"""Sphinx's own themes, others that add little to ``basic``, and any other theme."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from sphinx.locale import _

from sphinx_docsnav.themes.base import (
    ALL_TOCTREES,
    CLOSED,
    Adapter,
    Context,
    PageArea,
    choose_headings,
    insert_beside,
    list_theme_options,
    read_level_option,
    usual_place,
)
from sphinx_docsnav.themes.brand import Brand, BrandSettings, Colours, make_logo_setting
from sphinx_docsnav.themes.page_view import PageView

SHOWING_TOCTREE = ("navigation.html", "globaltoc.html", "docsnav/sidebar.html")
"""Sidebar templates that show the whole table of contents."""
ABOVE_CONTENTS = ("switch", "anchors")
"""The parts above the sidebar."""
LOGO_OPTIONS = ("theme_light_logo", "theme_dark_logo")
"""The template variables of Breeze and others for logos, which are files in ``_static``."""
NO_ENTRIES = '<ul class="docsnav-no-entries"></ul>'
"""An empty list for scripts of themes that move overflowing entries into a menu."""
BASIC_OPTIONS = list_theme_options(
    "nosidebar",
    "navigation_with_keys",
    "globaltoc_maxdepth",
    globaltoc_collapse=CLOSED,
    globaltoc_includehidden=ALL_TOCTREES,
)
"""The navigation options that themes inherit from ``basic``."""


class Basic(Adapter):
    """A bar above the page; the sidebar where the theme lists sidebars or calls ``toctree()``.

    The layouts of Sphinx's own themes have the blocks of the overlays.
    """

    style = "style.css"
    overlays = "overlays"
    navigation_options = BASIC_OPTIONS

    def sidebars(self, names: list[str], *, own: bool) -> list[str]:
        """Add switches and anchors above the table of contents; add one if there is none."""
        above = ("docsnav/start.html", "docsnav/switch.html", "docsnav/anchors.html")
        ours = (*above, "docsnav/sidebar.html")
        placed = insert_beside(names, SHOWING_TOCTREE, above)
        return placed or (usual_place(names, ours) if own else [*ours, *names])

    def extras(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the number of levels of Sphinx's global table of contents."""
        return {"max_level": read_level_option(options, "globaltoc_maxdepth")}

    def inputs(self, context: Context, page: PageView) -> None:
        """Use the sidebar as the table of contents; let related links follow the navigation."""
        context["toctree"] = lambda **_options: page.part("sidebar")
        if not page.place.has_entry:
            return
        # The keys are the access keys of Sphinx's related links: N for next, P for previous.
        around = {"N": ("next", "next", page.next), "P": ("prev", "previous", page.previous)}
        # Links such as the general index stay; only the neighbours come from docs.json.
        kept = [link for link in context.get("rellinks", ()) if link[2] not in around]
        context["rellinks"] = kept + [
            (neighbour.docname, context[name]["title"], key, _(word))
            for key, (name, word, neighbour) in around.items()
            if neighbour is not None
        ]


class Generic(Basic):
    """Every other theme: parts that its templates do not show are added to its pages."""

    # The theme of Python's own documentation inherits from classic, but has a light sidebar.
    themes: ClassVar[tuple[str, ...]] = ("basic", "python_docs_theme")
    style = "measured.css"
    script = "script.js"
    navigation_options = BASIC_OPTIONS
    search_button = (
        ":is(button,label,summary):is([class*=search i],[id*=search i],[for*=search i],"
        "[aria-label*=search i]):not([class*=docsnav-],[class*=docsnav-] *)"
    )

    @classmethod
    def logo_settings(cls, brand: Brand) -> BrandSettings:
        """Return the logo, with that for dark pages in case the theme has an option for it."""
        settings = make_logo_setting(brand.logo_light)
        if brand.is_pair:
            names = [brand.light_name, brand.dark_name]
            settings["html_static_path"] = [brand.logo_dark]
            settings["html_context"] = {"docsnav_logos": names}
        return settings

    def one_mode(self, settings: Mapping[str, object]) -> str:
        """Return that the modes of a theme are not known, unless it is one of `themes`."""
        theme = str(settings.get("html_theme", ""))
        if theme in self.themes:
            return super().one_mode(settings)
        return f"it is not known how theme {theme!r} switches to dark pages"

    def inputs(self, context: Context, page: PageView) -> None:
        """Set the theme's options for a pair of logos, which several themes call the same."""
        super().inputs(context, page)
        logos = context.get("docsnav_logos", ())
        # A theme that declares the options has empty values, unless the project sets one.
        if logos and all(context.get(name) == "" for name in LOGO_OPTIONS):
            context.update(zip(LOGO_OPTIONS, logos, strict=True))

    def outputs(self, context: Context, page: PageView) -> None:
        """Answer the theme's calls of ``toctree()``, also if it has replaced the function.

        A list of one level is a row of tabs. What the theme's sidebar has not shown by then
        is above the contents.
        """

        def toctree(**options: object) -> str:
            # A theme that asks for one level prints a row in its header. Ours scrolls, so that a
            # script that counts entries gets a list without any.
            if options.get("maxdepth") == 1:
                return NO_ENTRIES + page.part("bar")
            # Parts that the sidebar templates have already shown are not repeated.
            above = [name for name in ABOVE_CONTENTS if name not in page.inserted_parts]
            return "".join(map(page.part, (*above, "sidebar")))

        context["toctree"] = toctree

    def colour_rules(self, colours: Colours) -> str:
        """Return the accent for light pages, and that for pages that the script finds dark."""
        light, dark = (f"{{--docsnav-accent:{each}}}" for each in (colours.light, colours.dark))
        return f":root{light}:root.docsnav-dark{dark}"


class FixedWidth(Basic):
    """Themes older than mobile browsers: columns of a fixed width, stacked in narrow windows."""

    themes: ClassVar[tuple[str, ...]] = (
        "agogo",
        "bizstyle",
        "haiku",
        "nature",
        "nonav",
        "scrolls",
        "sphinxdoc",
        "traditional",
    )
    style = "fixed_width.css"

    def extras(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Show the headings that Sphinx's global table of contents shows."""
        headings = choose_headings(options, "globaltoc_collapse")
        return {**super().extras(options), "headings": headings}


class Alabaster(Basic):
    """Sphinx's default theme."""

    themes = ("alabaster",)
    navigation_options = list_theme_options(
        *("fixed_sidebar", "extra_nav_links", "show_relbars"),
        sidebar_collapse=CLOSED,
        sidebar_includehidden=ALL_TOCTREES,
    )
    style = "alabaster.css"
    page = PageArea(covers="div.body, div.documentwrapper")

    def extras(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Show the headings that the theme's table of contents shows."""
        return {"headings": choose_headings(options, "sidebar_collapse")}

    def sidebars(self, names: list[str], *, own: bool) -> list[str]:
        """Add the headings of the page, which the theme's table of contents shows."""
        listed = super().sidebars(names, own=own)
        if "localtoc.html" in listed:
            return listed
        return insert_beside(listed, SHOWING_TOCTREE, (), ("docsnav/headings.html",)) or listed

    @classmethod
    def logo_settings(cls, brand: Brand) -> BrandSettings:
        """Return the theme's own option for a file, else Sphinx's setting."""
        if not brand.is_local:
            return make_logo_setting(brand.logo_light)
        return {
            "html_static_path": [brand.logo_light],
            "html_logo": "",
            "html_theme_options": {"logo": brand.light_name},
        }


class Classic(FixedWidth):
    """Sphinx's former default theme, whose sidebar is dark."""

    themes = ("classic",)
    navigation_options = list_theme_options(
        *("rightsidebar", "stickysidebar", "collapsiblesidebar"), **BASIC_OPTIONS
    )
    style = "classic.css"

    @classmethod
    def logo_settings(cls, brand: Brand) -> BrandSettings:
        """Return the logo for the theme's dark sidebar."""
        return make_logo_setting(brand.logo_dark)


class Pyramid(FixedWidth):
    """Pyramid, and pylons of pylons-sphinx-themes: a light sidebar, whose own text is white."""

    themes = ("pyramid", "pylons")
    style = "pyramid.css"


class Bootstrap(Basic):
    """A theme of Bootstrap 3, whose header is fixed and whose root has ten pixels."""

    themes = ("bootstrap",)
    style = "bootstrap.css"
    important_classes = True


class Material(Basic):
    """Tabs instead of the theme's links to parents; the rest in its sidebar."""

    themes = ("sphinx_material",)
    style = "material.css"
    overlays = "material_overlays"

    @classmethod
    def logo_settings(cls, brand: Brand) -> BrandSettings:
        """Return the logo for the theme's coloured header."""
        return make_logo_setting(brand.logo_dark)
