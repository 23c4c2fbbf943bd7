"""Style sheets and scripts: one of each for the navigation, others on pages that need them.

``docsnav.css`` is put together from the design tokens, the navigation and the
style of the theme in use, so that a page loads one file and no output has
files of other themes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinxcontrib.serializinghtml import SerializingHTMLBuilder

from sphinx_docsnav.core.pages.theme_choice import adapter_of
from sphinx_docsnav.core.state import find_state, state_of
from sphinx_docsnav.features.books.epub_files import style_of_book
from sphinx_docsnav.sitefiles.write import write_if_changed
from sphinx_docsnav.themes.adapter_registry import adapter_for
from sphinx_docsnav.themes.base import adapter_files

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_docsnav.core.state import SiteState
    from sphinx_docsnav.docs_json.site_settings import Footer, Navbar
    from sphinx_docsnav.navigation.tree import Element
    from sphinx_docsnav.themes.base import Adapter, Context

STATIC = Path(__file__).parents[2] / "static"
"""Style sheets and scripts that all themes share."""
AFTER_THEME_STYLES = 700
"""Priority of our style sheets; themes add theirs at 200 to 600."""
NAVIGATION = ("docsnav.css", "docsnav.js")
"""The files of every page that shows the navigation."""
TOKENS = "tokens.css"
"""The design tokens, which everything else is written with."""
BADGES = "badges.css"
"""The badges of the navigation and of endpoint pages."""
PARTS = {
    "docsnav-components.css": ("components.css",),
    "docsnav-endpoint.css": ("endpoint.css",),
    "docsnav-components.js": ("components.js",),
    "docsnav-endpoint.js": ("components.js", "endpoint.js"),
    "docsnav-endpoint-index.js": ("endpoint_index.js",),
    "docsnav-zoom.js": ("zoom.js",),
}
"""The files of pages with components, of endpoint pages and of their index, and their sources."""
DIALOG = {
    "docsnav-search.css": ("search_dialog.css",),
    "docsnav-search.js": ("search_dialog.js",),
}
"""The files of the search dialog, which no page loads before a reader opens it."""
FILTER = {"docsnav-filter.js": ("filter.js",)}
"""The field in long lists, which no page loads before a reader opens such a list."""
DRAWERS = {"docsnav-drawer.js": ("drawer.js",)}
"""The keys of a theme's drawer, which no page loads before a reader opens it."""
TRY_IT = {
    "docsnav-try-it.css": ("try_it.css",),
    "docsnav-try-it.js": ("try_it.js",),
}
"""The files of pages whose requests readers can send."""
TRY_IT_SIGN = "docsnav-try-it"
"""The class of the form on such a page."""
ENDPOINT_SIGN = "docsnav-endpoint"
"""What the body of an endpoint page has in a class."""
ROLE_SIGN = "xref docsnav docsnav-"
"""The classes of references to endpoints and schemas, which need no files."""
ZOOM_SIGN = "data-docsnav-zoom"
"""The attribute of a picture that can be enlarged."""
ENDPOINT_INDEX = "docsnav-endpoints"
"""The page that lists all endpoints."""
_OF_PAGES = ("components.css", "endpoint.css", "try_it.css")
"""The style sheets of what pages hold, as opposed to what is around them."""
_CLASSES = re.compile(r'class="(?<=\sclass=")([^"]*)"')  # begins with what `re` looks for fast
_CLASS_SELECTOR = re.compile(r"\.(docsnav-[\w-]+)")
_RULE = re.compile(r"([^{};]*)\{([^{}]*)\}")
_EMPTY_BLOCK = re.compile(r"@[^{};]*\{\s*\}")
_ONLY_TOKENS = re.compile(r"(?:\s*--docsnav-[\w-]+:[^;]*;?)+\s*")
_COMMENT = re.compile(r"""("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|/\*.*?\*/""", re.DOTALL)
_LINE_START = re.compile(r"^(?:\s+|/\*[^*]*(?:\*(?!/)[^*]*)*\*/)+", re.MULTILINE)
_SPACE = re.compile(
    r"""("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')"""
    r"""|;?\s*\n\s*(?=\})|(?<=[{};,])\s*\n\s*|(\s*\n\s*)|\s(?=\{)"""
    r"""|(?<=[:,])[ ]|(?<![\w.])0(?=\.\d)"""
)
"""A string; space and zeros that mean nothing; a line break between two words."""


def compact(style: str) -> str:
    """Return a style sheet without its comments, and without space that separates nothing."""
    bare = _COMMENT.sub(lambda found: found[1] or "", style)
    return _SPACE.sub(lambda found: found[1] or "\n" * bool(found[2]), bare).strip() + "\n"


def compact_script(script: str) -> str:
    """Return a script without its indentation and the comments that begin a line.

    No script of ours has a text of several lines.
    """
    return _LINE_START.sub("", script)


def navigation_style(app: Sphinx) -> str:
    """Return the style sheet of the navigation in the theme of this build."""
    adapter = adapter_of(app)
    own = adapter_files(type(adapter), "style") if adapter else []
    names = [TOKENS, BADGES, "navigation.css", *optional_styles(state_of(app))]
    if adapter and opens_dialog(app, adapter):
        names.append("search_field.css")
    files = [*(STATIC / name for name in names), *own]
    return "".join(compact(file.read_text("utf-8")) for file in files)


def optional_styles(state: SiteState) -> list[str]:
    """Return the style sheets of what this site shows and others do not.

    Pages carry a digest of ``docsnav.css``, so all are written when these change.
    """
    docs, inside = state.docs, [*_all_divisions(state.site.root)]
    bars = (
        docs.navbar,
        docs.footer,
        *(bar for each in inside for bar in (each.navbar, each.footer)),
    )
    with_bars = any(map(_holds, bars))
    with_banner = docs.banner or any(each.banner for each in inside)
    chosen = (("bars.css", with_bars), ("banner.css", with_banner))
    return [name for name, is_used in chosen if is_used]


def _holds(bar: Navbar | Footer | None) -> bool:
    return bar is not None and bar != type(bar)()


def _all_divisions(element: Element) -> Iterator[Element]:
    for division in element.divisions:
        yield division
        yield from _all_divisions(division)


def navigation_script(app: Sphinx) -> str:
    """Return the script of the navigation, with what this site and its theme need."""
    adapter = adapter_of(app)
    names, own = ["navigation.js"], list[Path]()
    if "banner.css" in optional_styles(state_of(app)):
        names.append("banners.js")
    before = ""
    if adapter:
        own = adapter_files(type(adapter), "script")
        names += ["search_keys.js"] * opens_dialog(app, adapter)
        if adapter.drawers:
            names.append("drawer_openers.js")
            before = f"var docsnavDrawers={json.dumps(adapter.drawers)};\n"
    files = [*(STATIC / name for name in names), *own]
    return before + "".join(compact_script(file.read_text("utf-8")) for file in files)


def opens_dialog(app: Sphinx, adapter: Adapter) -> bool:
    """Return whether pages open our search dialog: the theme has none, and it is not off."""
    return adapter.search_dialog and bool(app.config.docsnav_search_dialog)


def write_assets(app: Sphinx, builder: object) -> None:
    """Write the files into the output, where they differ (``write-started``)."""
    if not isinstance(builder, StandaloneHTMLBuilder) or find_state(app) is None:
        return
    texts = _book_files(app, builder) if builder.name == "epub" else _page_files(app, builder)
    folder = Path(app.outdir, "_static")
    for name, text in texts.items():
        write_if_changed(folder / name, text)


def _book_files(app: Sphinx, builder: StandaloneHTMLBuilder) -> dict[str, str]:
    """Return the style sheets of a book, by their names; it runs no scripts."""
    texts = {name: _joined(sources) for name, sources in PARTS.items() if name.endswith(".css")}
    _add_tokens(app, builder, texts)
    return {name: style_of_book(text) for name, text in texts.items()}


def _page_files(app: Sphinx, builder: StandaloneHTMLBuilder) -> dict[str, str]:
    """Return the style sheets and scripts of pages, by their names."""
    texts = {name: _joined(sources) for name, sources in PARTS.items()}
    if app.config.docsnav_try_it:
        texts |= {name: _joined(sources) for name, sources in TRY_IT.items()}
    adapter = adapter_of(app)
    if adapter is None:
        _add_tokens(app, builder, texts)
    elif not isinstance(builder, SerializingHTMLBuilder):
        texts["docsnav.css"] = navigation_style(app)
        texts["docsnav.js"] = navigation_script(app)
        texts |= {name: _joined(sources) for name, sources in FILTER.items()}
        if adapter.drawers:
            texts |= {name: _joined(sources) for name, sources in DRAWERS.items()}
        if opens_dialog(app, adapter):
            texts |= {name: _joined(sources) for name, sources in DIALOG.items()}
            if app.config.docsnav_pagefind:
                before = _joined(("search_pagefind.js",))
                texts["docsnav-search.js"] = before + texts["docsnav-search.js"]
    return texts


def _add_tokens(app: Sphinx, builder: StandaloneHTMLBuilder, texts: dict[str, str]) -> None:
    """Add what pages without our navigation need from its style sheet."""
    own = (_joined((TOKENS,)), _theme_rules(app, builder), _joined((BADGES,)))
    texts["docsnav-components.css"] = "".join((*own, texts["docsnav-components.css"]))


def _theme_rules(app: Sphinx, builder: StandaloneHTMLBuilder) -> str:
    """Return the rules of the theme's style for tokens and for what pages hold."""
    folders = (Path(folder).name for folder in builder.theme.get_theme_dirs())
    adapter = adapter_for(folders, app.config.html_theme_options)
    files = adapter_files(type(adapter), "style")
    return "".join(rules_of_pages(compact(file.read_text("utf-8"))) for file in files)


def rules_of_pages(style: str) -> str:
    """Return the rules of a style sheet without those of the navigation.

    They give design tokens other values, or select parts of pages alone.
    """
    kept = _RULE.sub(_kept_rule, style)
    return _EMPTY_BLOCK.sub("", kept).strip() + "\n"


def _kept_rule(rule: re.Match[str]) -> str:
    selected = set(_CLASS_SELECTOR.findall(rule[1]))
    if not selected:
        return rule[0] if _ONLY_TOKENS.fullmatch(rule[2]) else ""
    known = frozenset[str]().union(*map(_named_in, _OF_PAGES))
    return rule[0] if selected <= known else ""


def _joined(sources: tuple[str, ...]) -> str:
    texts = ((STATIC / name).read_text("utf-8") for name in sources)
    return "".join(map(compact if sources[0].endswith(".css") else compact_script, texts))


def name_assets(
    app: Sphinx,
    pagename: str,
    templatename: str,  # noqa: ARG001 -- an event
    context: Context,
    doctree: object,  # noqa: ARG001 -- an event
) -> None:
    """Let a page load the files that it uses (``html-page-context``)."""
    if find_state(app) is None:
        return
    if adapter_of(app) is not None:
        app.add_css_file("docsnav.css", priority=AFTER_THEME_STYLES)
        app.add_js_file("docsnav.js", priority=AFTER_THEME_STYLES, loading_method="defer")
    body = (context.get("body") or "").replace(ROLE_SIGN, "")
    classes = set().union(*map(str.split, set(_CLASSES.findall(body))))
    endpoint = any(name.startswith(ENDPOINT_SIGN) for name in classes)
    index = pagename == ENDPOINT_INDEX  # which has no body
    epub = app.builder.name == "epub"
    if endpoint or index or not classes.isdisjoint(_named_in("components.css")):
        app.add_css_file("docsnav-components.css")
    if endpoint or index:
        app.add_css_file("docsnav-endpoint.css")
    if index and not epub:
        app.add_js_file("docsnav-endpoint-index.js", loading_method="defer")
    if TRY_IT_SIGN in classes:
        app.add_css_file("docsnav-try-it.css")
        app.add_js_file("docsnav-try-it.js", loading_method="defer")
    if endpoint and not epub:
        app.add_js_file("docsnav-endpoint.js", loading_method="defer")
    elif not classes.isdisjoint(_named_in("components.js")) and not epub:
        app.add_js_file("docsnav-components.js", loading_method="defer")
    if ZOOM_SIGN in body and not epub:
        app.add_js_file("docsnav-zoom.js", loading_method="defer")


@cache
def _named_in(source: str) -> frozenset[str]:
    """Return the classes of ours that a style sheet or a script selects."""
    return frozenset(_CLASS_SELECTOR.findall(_joined((source,))))
