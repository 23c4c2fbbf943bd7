"""Immaterial, the adaptation of Material for MkDocs, and themes that inherit from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from markupsafe import Markup, escape
from sphinx.application import Sphinx

from sphinx_docsnav.themes.base import (
    Adapter,
    Context,
    Drawer,
    Modes,
    PageArea,
    ShownHeadings,
    list_theme_options,
)
from sphinx_docsnav.themes.brand import Brand, BrandSettings, Colours, make_logo_setting
from sphinx_docsnav.themes.page_view import PageView
from sphinx_docsnav.themes.variable import Choice

TABS = "navigation.tabs"
"""The theme's feature that shows a bar of tabs."""
FOOTER = "navigation.footer"
"""The theme's feature that shows the neighbours below a page."""
PALETTE_OPTION = "palette"
"""The theme's option without which it has one mode."""
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
def list_languages() -> frozenset[str]:
    """Return the languages into which the theme is translated, by the names of its files."""
    folder = files("sphinx_immaterial") / "partials" / "languages"
    return frozenset(file.name.removesuffix(".html") for file in folder.iterdir())


def find_translation(code: str) -> str:
    """Return the theme's translation for a BCP 47 code: itself, a wider one, or English."""
    parts = code.split("-")
    # `zh-Hant-TW`, then `zh-Hant`, then `zh`: the most specific translation comes first.
    wider = ("-".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((name for name in wider if name in list_languages()), "en")


def _mark_language(choice: Choice) -> Markup:
    """Return the name of a language as markup with ``lang`` and ``dir``."""
    template = Markup('<span lang="{}" dir="{}">{}</span>')
    return template.format(choice["code"], choice["direction"], choice["label"])


class Nav(list[Any]):
    """The navigation as the theme's templates expect it: a list with a ``homepage``."""

    homepage: dict[str, str]
    """The link of the logo, with the key ``url``."""


class Immaterial(Adapter):
    """Tabs and languages in the positions of the theme; the rest in the frame of its navigation."""

    themes = ("sphinx_immaterial",)
    navigation_options = list_theme_options(
        "features",
        "toc_title",
        "toc_title_is_page_title",
        "globaltoc_collapse",  # the theme itself sets it
    )
    style = "style.css"
    modes = Modes(
        keys=(".__palette",),
        button=".md-header [data-md-component=palette]",
        dark=("html body[data-md-color-scheme=slate]",),
        values=(
            '{"index":0,"color":{"scheme":"default"}}',
            '{"index":1,"color":{"scheme":"slate"}}',
        ),
    )
    page = PageArea(variables=("--md-default-bg-color",), fonts=("--md-text-font-family", ""))
    # The theme has no keyboard support for it.
    drawers = (
        Drawer(
            media="(max-width: 76.2344em)",
            panel=".md-sidebar--primary",
            opener=".md-header [for='__drawer']",
            closer=".md-header [for='__drawer']",
            open="#__drawer:checked",
        ),
    )
    overlays = "overlays"
    edit_settings = (("repo_url", "edit_uri"),)
    tabs = "md-tabs"
    links = "header-links"
    side = ("divisions", "anchors", "sidebar")
    search_button = ".md-header [for='__search']"
    search_overlays = "search"

    def one_mode(self, settings: Mapping[str, object]) -> str:
        """Return that pages have one mode if the project has not set the option of both."""
        if PALETTE_OPTION in self.options:
            return ""
        theme = str(settings.get("html_theme", ""))
        return f"theme {theme!r} has one mode without the option {PALETTE_OPTION!r}"

    def handlers(self) -> Iterator[tuple[str, int, Callable[..., object], str]]:
        """Make the theme add its style sheets and scripts, also in a build that reads no document.

        The theme adds them at ``env-check-consistency``, which Sphinx omits in such a build.
        """
        # One list for each application, so that two builds in one process do not mix.
        checked: list[object] = []

        def note_check(_app: Sphinx, env: object) -> None:
            checked.append(env)

        def check_before_writing(app: Sphinx, _builder: object) -> None:
            # Emit the event for all handlers: those of the theme cannot be called alone.
            if not checked:
                app.emit("env-check-consistency", app.env)

        yield "env-check-consistency", 999, note_check, "the theme adds its files at 500"
        yield "write-started", 400, check_before_writing, "the first page is written afterwards"

    @classmethod
    def logo_settings(cls, brand: Brand) -> BrandSettings:
        """Return the logo for the theme's coloured header."""
        # The logo of docs.json holds the name, which the theme shows beside it on wide screens,
        # and alone on narrow ones.
        named = {"html_context": {"docsnav_logo_has_name": True}} if brand.logo_dark else {}
        return make_logo_setting(brand.logo_dark) | named

    @classmethod
    def brand_settings(cls, brand: Brand) -> BrandSettings:
        """Return the theme's extension, the logo, a dark mode, system fonts, and copy buttons."""
        options = {"font": False, PALETTE_OPTION: PALETTE, "features": ["content.code.copy"]}
        return {
            **cls.logo_settings(brand),
            "extensions": ["sphinx_immaterial"],
            "html_theme_options": options,
        }

    def extras(self, options: Mapping[str, Any]) -> dict[str, Any]:  # noqa: ARG002 -- needs none
        """Return the element of the banner, which the theme frames, and what its sidebar shows."""
        return {"banner": "div", "headings": ShownHeadings.LEADING, "has_plain_titles": True}

    @classmethod
    def escape_texts(cls, context: Context) -> None:
        """Escape the contents of ``meta`` elements, and the title in ``title``.

        The theme removes the escaping of the page's title there, but not that of a title in the
        page's metadata, which overrides it.
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

        The theme prints the canonical URL of a page, but does not set it.
        """
        if context.get("pageurl"):
            context["page"]["canonical_url"] = escape(context["pageurl"])
        # The templates only test whether the list is empty; overlays print the entries.
        nav = Nav([{}])
        nav.homepage = getattr(context.get("nav"), "homepage", {"url": context.get("content_root")})
        context["nav"] = nav
        # Copies, because pages of a build can share these dicts.
        config = dict(context.get("config", {}))
        theme = dict(config.get("theme") or {})
        features = list(theme.get("features") or [])
        wanted = [TABS] if page.has_tabs else []
        # The project's features stay in front; ours follow, each once.
        theme["features"] = list(dict.fromkeys([*features, *wanted, FOOTER]))
        theme["direction"] = theme.get("direction") or page.frame.language["direction"]
        extra = dict(config.get("extra") or {})
        # A language menu that the project configures itself takes precedence over docs.json.
        extra["alternate"] = extra.get("alternate") or [
            {"name": _mark_language(choice), "link": choice["url"], "lang": choice["code"]}
            for choice in page.choices("languages")
        ]
        # Templates of languages that the theme has not would stop the build.
        context["language"] = find_translation(str(context.get("language") or "en"))
        context["config"] = config | {"theme": theme, "extra": extra}

    def colour_rules(self, colours: Colours) -> str:
        """Return the theme's primary, accent and link colours."""
        names = ("--md-primary-fg-color", "--md-accent-fg-color", "--md-typeset-a-color")
        light = "".join(f"{name}:{colours.light};" for name in names)
        dark = "".join(f"{name}:{colours.dark};" for name in names[1:])
        slate = ":root:root body[data-md-color-scheme=slate]"
        return f":root:root,:root:root body{{{light}}}{slate}{{{dark}}}"
