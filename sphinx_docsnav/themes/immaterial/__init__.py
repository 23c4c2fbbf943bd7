"""Immaterial, the adaptation of Material for MkDocs, and themes that inherit from it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from markupsafe import Markup, escape

from sphinx_docsnav.themes.base import Adapter, Context, Drawer, theme_options
from sphinx_docsnav.themes.brand import Brand, BrandSettings, Colours, put_logo
from sphinx_docsnav.themes.page_view import PageView
from sphinx_docsnav.themes.variable import Choice

TABS = "navigation.tabs"
"""The theme's feature that shows a bar of tabs."""
FOOTER = "navigation.footer"
"""The theme's feature that shows the neighbours below a page."""
PALETTE = [
    {
        "media": f"(prefers-color-scheme: {mode})",
        "scheme": scheme,
        "toggle": {"icon": icon, "name": f"Switch to {other} mode"},
    }
    for mode, scheme, icon, other in (
        ("light", "default", "material/weather-sunny", "dark"),
        ("dark", "slate", "material/weather-night", "light"),
    )
]
"""Light and dark mode, the first by the reader's system, with a button."""


@cache
def languages() -> frozenset[str]:
    """Return the languages that the theme has words in, as it names them."""
    folder = files("sphinx_immaterial") / "partials" / "languages"
    return frozenset(file.name.removesuffix(".html") for file in folder.iterdir())


def spoken(code: str) -> str:
    """Return the language of the theme's words for a BCP 47 code: it, a wider one, else English."""
    parts = code.split("-")
    wider = ("-".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((name for name in wider if name in languages()), "en")


def _in_its_language(choice: Choice) -> Markup:
    """Return the name of a language, marked as a word of that language."""
    template = Markup('<span lang="{}" dir="{}">{}</span>')
    return template.format(choice["code"], choice["direction"], choice["label"])


class Nav(list[Any]):
    """What the theme's templates take for its navigation: a list with a ``homepage``."""

    homepage: dict[str, str]
    """Where the logo leads."""


DRAWERS = (
    Drawer(
        media="(max-width: 76.2344em)",
        panel=".md-sidebar--primary",
        opener=".md-header [for='__drawer']",
        closer=".md-header [for='__drawer']",
        open="#__drawer:checked",
    ),
)
"""Its drawers in narrow windows, which have no keys."""


class Immaterial(Adapter):
    """Tabs and languages in the theme's own places; its navigation's frame holds the rest."""

    themes = ("sphinx_immaterial",)
    navigation_options = theme_options(
        "features",
        "toc_title",
        "toc_title_is_page_title",
        "globaltoc_collapse",  # the theme itself sets it
    )
    style = "style.css"
    dark = ("html body[data-md-color-scheme=slate]",)
    mode_keys = (".__palette",)
    mode_values = (
        '{"index":0,"color":{"scheme":"default"}}',
        '{"index":1,"color":{"scheme":"slate"}}',
    )
    mode_toggle = ".md-header [data-md-component=palette]"
    mode_options = ("palette",)
    mode_needs = "palette"
    font_variables = ("--md-text-font-family", "")
    page_variables = ("--md-default-bg-color",)
    drawers = DRAWERS
    overlays = "overlays"
    edit_settings = (("repo_url", "edit_uri"),)
    tabs = "md-tabs"
    links = "header-links"
    side = ("divisions", "anchors", "sidebar")
    extensions = ("sphinx_immaterial",)
    adds_files_when_checked = True
    search_button = ".md-header [for='__search']"
    search_overlays = "search"

    @classmethod
    def logo_settings(cls, brand: Brand) -> BrandSettings:
        """Return the logo for the theme's coloured header."""
        # The logo of docs.json holds the name, which the theme shows beside it on wide screens,
        # and alone on narrow ones.
        named = {"html_context": {"docsnav_logo_has_name": True}} if brand.logo_dark else {}
        return put_logo(brand.logo_dark) | named

    @classmethod
    def brand_settings(cls, brand: Brand) -> BrandSettings:
        """Return the logo, a dark mode, the fonts of the system, and copy buttons on code."""
        options = {"font": False, "palette": PALETTE, "features": ["content.code.copy"]}
        return {**cls.logo_settings(brand), "html_theme_options": options}

    def extras(self, options: Mapping[str, Any]) -> dict[str, Any]:  # noqa: ARG002 -- needs none
        """Return the element of the banner; the theme frames the banner itself."""
        return {"banner": "div"}

    @classmethod
    def escape_texts(cls, context: Context) -> None:
        """Escape the contents of ``meta`` elements, and the title in ``title``.

        The theme takes the escaping off from the page's title there, but not from a title of the
        page's metadata, which it prefers.
        """
        page = context.get("page") or {}
        meta = page.get("meta") or {}
        meta["meta"] = [
            {escape(name): escape(value) for name, value in tag.items()}
            for tag in meta.get("meta", ())
        ]
        if page.get("title") and not page.get("is_homepage"):
            meta["title"] = escape(page["title"])

    def outputs(self, context: Context, page: PageView) -> None:
        """Replace the navigation that the theme has computed; show its tabs and neighbours.

        The theme has a place for the page's canonical address, and leaves it empty.
        """
        if context.get("pageurl"):
            context["page"]["canonical_url"] = escape(context["pageurl"])
        nav = Nav([{}])  # its templates only test whether it is empty
        nav.homepage = getattr(context.get("nav"), "homepage", {"url": context.get("content_root")})
        context["nav"] = nav
        config = dict(context.get("config", {}))
        theme = dict(config.get("theme") or {})
        features = list(theme.get("features") or [])
        wanted = [TABS] if page.offers("tabs") else []
        theme["features"] = list(dict.fromkeys([*features, *wanted, FOOTER]))
        theme["direction"] = theme.get("direction") or page.frame.language["direction"]
        extra = dict(config.get("extra") or {})
        extra["alternate"] = extra.get("alternate") or [
            {"name": _in_its_language(choice), "link": choice["url"], "lang": choice["code"]}
            for choice in page.choices("languages")
        ]
        # Templates of languages that the theme has not would stop the build.
        context["language"] = spoken(str(context.get("language") or "en"))
        context["config"] = config | {"theme": theme, "extra": extra}

    def colour_rules(self, colours: Colours) -> str:
        """Return the theme's primary, accent and link colours."""
        names = ("--md-primary-fg-color", "--md-accent-fg-color", "--md-typeset-a-color")
        light = "".join(f"{name}:{colours.light};" for name in names)
        dark = "".join(f"{name}:{colours.dark};" for name in names[1:])
        slate = ":root:root body[data-md-color-scheme=slate]"
        return f":root:root,:root:root body{{{light}}}{slate}{{{dark}}}"
