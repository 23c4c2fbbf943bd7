"""Style sheets and scripts: one of each for the navigation, others on pages that need them.

``docsnav.css`` is put together from the design tokens, the navigation and the
style of the theme in use, so that a page loads one file and no output has
files of other themes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_docsnav.core.builders import renders_pages
from sphinx_docsnav.core.events import FILES
from sphinx_docsnav.core.pages.theme_choice import adapter_of
from sphinx_docsnav.core.reading.component_setup import use_components
from sphinx_docsnav.core.site.output_ledger import ledger_of
from sphinx_docsnav.core.state import SiteState, build_state, derive, find_state, state_of
from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.navigation.tree import Element
from sphinx_docsnav.themes.adapter_registry import find_adapter_class
from sphinx_docsnav.themes.base import Adapter, Context, list_adapter_files, make_drawer_rule

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json.site_settings import Footer, Navbar

STATIC = Path(__file__).parents[2] / "static"
"""Style sheets and scripts that all themes share."""
OWNER = "style sheets and scripts"
"""The owner of these files in the ledger of outputs."""
AFTER_THEME_STYLES = 700
"""Priority of our style sheets; themes add theirs at 200 to 600."""
NAVIGATION = ("docsnav.css", "docsnav.js")
"""The files of every page that shows the navigation."""
TOKENS = "tokens.css"
"""The design tokens, which everything else is written with."""
BADGES = "badges.css"
"""The badges of the navigation and of endpoint pages."""
COMPONENT_STYLES = "docsnav-components.css"
"""The style sheet of components."""
COMPONENT_SCRIPT = "docsnav-components.js"
"""The script of components."""
ROLE = "xref "
"""The beginning of the classes of a role; references need no files."""
DRAWER_SCRIPT = "docsnav-drawer.js"
"""The script of drawers, which begins with what the theme has."""
ZOOM_SIGN = "data-docsnav-zoom"
"""The attribute of a picture that can be enlarged."""
_CLASSES = re.compile(r'class="(?<=\sclass=")([^"]*)"')  # begins with what `re` looks for fast
_CLASS_SELECTOR = re.compile(r"\.(docsnav-[\w-]+)")
_RULE = re.compile(r"([^{};]*)\{([^{}]*)\}")
_EMPTY_BLOCK = re.compile(r"@[^{};]*\{\s*\}")
_ONLY_TOKENS = re.compile(r"(?:\s*--docsnav-[\w-]+:[^;]*;?)+\s*")
_COMMENT = re.compile(r"""("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|/\*.*?\*/""", re.DOTALL)
_LINE_START = re.compile(r"^(?:\s+|/\*[^*]*(?:\*(?!/)[^*]*)*\*/)+", re.MULTILINE)
_SPACE = re.compile(
    r"""("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')"""
    r"""|;?\s+(?=\})|;(?=\})|(?<=[{};,])\s+|(\s*\n\s*)|\s(?=[{>~!])|(?<=[>~])\s"""
    r"""|(?<=[:,])[ ]|(?<![\w.])0(?=\.\d)"""
)
"""A string; space and zeros that mean nothing; a line break between two words."""
_REM = re.compile(r"calc\(([\d.]+) \* var\(--docsnav-rem\)\)")
"""A length; in a theme of ours, which leaves the size of the root as it is, it is simply in rem."""


@dataclass(frozen=True, slots=True)
class PageBody:
    """The properties of a page that determine its files."""

    name: str
    """The page, with or without a document."""
    html: str
    """The body; empty for some pages without a document."""
    classes: frozenset[str]
    """The classes in it that begin an attribute of elements."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A style sheet or script that some pages load."""

    name: str
    """Its file below ``_static``."""
    sources: tuple[Path, ...]
    """The files whose content it joins."""
    is_used: Callable[[PageBody], bool] = lambda _page: False
    """Whether a page loads it at once; by default, a script loads it when a reader needs it."""
    is_written: Callable[[Sphinx], bool] = lambda _app: True
    """Whether this build has it."""
    order: int = 500
    """The place among the files of a page; lower is first."""
    replaces: str = ""
    """The file that it contains, which the page does not load then."""
    is_common: bool = False
    """A theme of ours has it in the files of the navigation."""
    in_books: bool = True
    """Whether a book has it; a book has no scripts."""


@dataclass(frozen=True, slots=True)
class NavigationSource:
    """A part of the style sheet or of the script of the navigation."""

    file: Path
    """The source, ``.css`` or ``.js``."""
    is_used: Callable[[Sphinx, Adapter], bool]
    """Whether the pages of this build need it."""


class Assets:
    """The style sheets and scripts of one build."""

    def __init__(self, _app: Sphinx) -> None:
        self.pages: list[Asset] = []
        """The files that some pages load."""
        self.needs: list[Callable[[Sphinx], bool]] = [_has_components]
        """Whether pages of this build may hold components."""
        self.navigation: list[NavigationSource] = []
        """The sources that features add to the files of the navigation."""

    def of(self, page: PageBody, app: Sphinx) -> list[Asset]:
        """Return what a page loads at once, in order."""
        used_assets = {
            asset.name: asset for asset in derive(app, _list_files) if asset.is_used(page)
        }
        # A file that contains another one replaces it on this page.
        contained = {asset.replaces for asset in used_assets.values()}
        loaded = (asset for asset in used_assets.values() if asset.name not in contained)
        return sorted(loaded, key=lambda asset: asset.order)

    def files(self, app: Sphinx) -> Iterator[Asset]:
        """Yield the files of pages in this build, without what the navigation's files contain."""
        bundled = (
            {*_list_common_sources(app, ".css"), *_list_common_sources(app, ".js")}
            if bundles_assets(app)
            else set()
        )
        for asset in self.pages:
            sources = tuple(source for source in asset.sources if source not in bundled)
            # A file whose sources are all in the files of the navigation is not needed.
            if (sources or not asset.sources) and asset.is_written(app):
                yield replace(asset, sources=sources)
        adapter = adapter_of(app)
        if adapter is not None and _has_navigation(app):
            for path, marks in adapter.page_files.items():
                if marks or _has_tabs(app):
                    yield Asset(f"docsnav-{path.name}", (path,), partial(_has_mark, marks))

    def page_classes(self) -> frozenset[str]:
        """Return the classes of what pages hold, as opposed to what is around them."""
        sheets = (asset.sources for asset in self.pages if asset.name.endswith(".css"))
        return frozenset[str]().union(*map(find_classes, sheets))


def _list_files(app: Sphinx) -> tuple[Asset, ...]:
    """Return the files of pages, which depend on the whole site; found once for it."""
    return tuple(assets_of(app).files(app))


def bundles_assets(app: Sphinx) -> bool:
    """Return whether the files of the navigation contain what pages commonly load."""
    adapter = adapter_of(app)
    return adapter is not None and adapter.bundles


def assets_of(app: Sphinx) -> Assets:
    """Return the style sheets and scripts of the build, for features to add theirs."""
    return build_state(app).slot(Assets)


def setup_assets(app: Sphinx) -> None:
    """Add the files of the core."""
    styles, script = (STATIC / "components.css",), (STATIC / "components.js",)
    more = (STATIC / "components_more.css",)

    def has_class_of(sources: tuple[Path, ...]) -> Callable[[PageBody], bool]:
        return lambda page: not page.classes.isdisjoint(find_classes(sources))

    def has_more(page: PageBody) -> bool:
        return has_class_of(more)(page) or _has_zoom(page)

    is_needed = shows_components
    assets_of(app).pages += [
        # Where the navigation has no style sheet, the first one has the design tokens of both.
        Asset(
            COMPONENT_STYLES, styles, has_class_of(styles + more), is_needed, 100, is_common=True
        ),
        Asset("docsnav-components-more.css", more, has_more, is_needed, 110),
        Asset(COMPONENT_SCRIPT, script, has_class_of(script), is_needed, 800, is_common=True),
        Asset("docsnav-zoom.js", (STATIC / "zoom.js",), _has_zoom, is_needed, 900),
        Asset("docsnav-filter.js", (STATIC / "filter.js",), is_written=_has_menus),
        Asset("docsnav-find.js", (STATIC / "find.js",), is_written=_may_find_endpoints),
        Asset("docsnav-place.js", (STATIC / "place.js",), is_written=_has_repeats),
        Asset(DRAWER_SCRIPT, (STATIC / "drawer.js",), is_written=_has_drawers),
    ]


def shows_components(app: Sphinx) -> bool:
    """Return whether pages of this build may hold components or endpoints."""
    return any(needs(app) for needs in assets_of(app).needs)


def _has_components(app: Sphinx) -> bool:
    """Return whether the site has pages of our reader, generated ones, or lists of groups."""
    state = state_of(app)
    if state.inventory.pages or state.generated or state.navigation.references.all:
        return True
    items = (state.site.root, *state.site.root.walk())
    return any(isinstance(item, Element) and item.listing for item in items)


def _has_menus(app: Sphinx) -> bool:
    """Return whether pages may show a menu of divisions, which has a field if it is long."""
    return _has_navigation(app) and next(_walk_divisions(state_of(app).site.root), None) is not None


def _has_tabs(app: Sphinx) -> bool:
    divisions = _walk_divisions(state_of(app).site.root)
    return any(division.kind is Kind.TAB for division in divisions)


def _may_find_endpoints(app: Sphinx) -> bool:
    """Return whether a sidebar may have many endpoints, and so a field to find one."""
    return _has_navigation(app) and _lists_endpoints(state_of(app))


def _lists_endpoints(state: SiteState) -> bool:
    """Return whether the site has endpoints, of specifications or with front matter ``api``."""
    pages = state.site.root.pages()
    return bool(state.navigation.references.all) or any(page.operation for page in pages)


def _has_zoom(page: PageBody) -> bool:
    return ZOOM_SIGN in page.html


def _has_mark(marks: tuple[str, ...], page: PageBody) -> bool:
    # An index has no body here: it may contain all that the theme has files for.
    return bool(marks) and (not page.html or any(mark in page.html for mark in marks))


def _has_navigation(app: Sphinx) -> bool:
    """Return whether pages of this build load the files of the navigation."""
    return adapter_of(app) is not None and renders_pages(app.builder)


def _has_repeats(app: Sphinx) -> bool:
    """Return whether addresses may name the entry of a page that is listed several times."""
    return _has_navigation(app) and state_of(app).site.repeats


def _has_drawers(app: Sphinx) -> bool:
    adapter = adapter_of(app)
    return _has_navigation(app) and adapter is not None and bool(adapter.drawers)


def compact(style: str) -> str:
    """Return a style sheet without its comments, and without space that separates nothing."""
    # Comments first: they may contain quotation marks and braces.
    bare = _COMMENT.sub(lambda match: match[1] or "", style)
    return _SPACE.sub(lambda match: match[1] or "\n" * bool(match[2]), bare).strip() + "\n"


def compact_script(script: str) -> str:
    """Return a script without its indentation and the comments that begin a line.

    No script of ours has a text of several lines.
    """
    return _LINE_START.sub("", script)


def _list_added_files(app: Sphinx, adapter: Adapter, suffix: str) -> list[Path]:
    """Return what features add to a file of the navigation."""
    parts = (part for part in assets_of(app).navigation if part.file.suffix == suffix)
    return [part.file for part in parts if part.is_used(app, adapter)]


def make_navigation_style(app: Sphinx, adapter: Adapter) -> str:
    """Return the style sheet of the navigation in the theme of this build."""
    added, theme_files = (
        _list_added_files(app, adapter, ".css"),
        list_adapter_files(type(adapter), "style"),
    )
    if adapter.bundles:
        common = _list_common_sources(app, ".css")
        docs = state_of(app).docs
        style = join_sources((STATIC / BADGES, *common, *added, *theme_files))
        # A theme of ours does not change the size of the root, so lengths are plain rem.
        return _REM.sub(r"\1rem", style) + adapter.added_rules(vars(docs.colors))
    names = [TOKENS, BADGES, "navigation.css", *list_optional_styles(state_of(app))]
    style = join_sources((*(STATIC / name for name in names), *added, *theme_files))
    return style + "".join(map(make_drawer_rule, adapter.drawers))


def _list_common_sources(app: Sphinx, suffix: str) -> list[Path]:
    """Return the sources of what a theme of ours has in the files of the navigation."""
    return [
        source
        for asset in assets_of(app).pages
        if asset.is_common
        for source in asset.sources
        if source.suffix == suffix
    ]


def list_optional_styles(state: SiteState) -> list[str]:
    """Return the style sheets of what this site shows and others do not.

    Pages carry a digest of ``docsnav.css``, so all are written when these change.
    """
    docs, divisions = state.docs, [*_walk_divisions(state.site.root)]
    bars = (
        docs.navbar,
        docs.footer,
        *(bar for division in divisions for bar in (division.navbar, division.footer)),
    )
    with_bars = any(map(_holds, bars))
    with_banner = docs.banner or any(division.banner for division in divisions)
    chosen = (
        ("bars.css", with_bars),
        ("banner.css", with_banner),
        ("find.css", _lists_endpoints(state)),
    )
    return [name for name, is_used in chosen if is_used]


def _holds(bar: Navbar | Footer | None) -> bool:
    return bar is not None and any(vars(bar).values())


def _walk_divisions(element: Element) -> Iterator[Element]:
    for division in element.divisions:
        yield division
        yield from _walk_divisions(division)


def make_navigation_script(app: Sphinx, adapter: Adapter) -> str:
    """Return the script of the navigation, with what this site and its theme need."""
    files = [STATIC / "navigation.js"]
    if "banner.css" in list_optional_styles(state_of(app)):
        files.append(STATIC / "banners.js")
    files += _list_added_files(app, adapter, ".js")
    files += _list_common_sources(app, ".js") if adapter.bundles else []
    before = ""
    if adapter.drawers:
        files.append(STATIC / "drawer_openers.js")
        openers = ",".join(drawer["opener"] for drawer in adapter.drawers)
        before = f"var docsnavOpeners={json.dumps(openers)};\n"
    return before + join_sources((*files, *list_adapter_files(type(adapter), "script")))


def write_assets(app: Sphinx, builder: object) -> None:
    """Write the files into the output, where they differ (``write-started``)."""
    if find_state(app) is None:
        return
    if shows_components(app):
        # Writers have to know all nodes before the first page is written.
        use_components(app)  # doctrees of an earlier build may have their nodes
    if not isinstance(builder, StandaloneHTMLBuilder):
        return
    texts = (
        _make_book_files(app, builder) if builder.name == "epub" else _make_page_files(app, builder)
    )
    app.emit(FILES, texts)
    ledger = ledger_of(app)
    for name, text in texts.items():
        ledger.write(OWNER, f"_static/{name}", text)
    ledger.finish(OWNER)


def _make_book_files(app: Sphinx, builder: StandaloneHTMLBuilder) -> dict[str, str]:
    """Return the style sheets of a book, by their names; it runs no scripts."""
    style_sheets = (a for a in assets_of(app).pages if a.in_books and a.name.endswith(".css"))
    texts = {
        asset.name: join_sources(asset.sources) for asset in style_sheets if asset.is_written(app)
    }
    _add_tokens(app, builder, texts)
    return texts


def _make_page_files(app: Sphinx, builder: StandaloneHTMLBuilder) -> dict[str, str]:
    """Return the style sheets and scripts of pages, by their names."""
    texts = {asset.name: join_sources(asset.sources) for asset in derive(app, _list_files)}
    adapter = adapter_of(app)
    if adapter is None:
        _add_tokens(app, builder, texts)
    elif _has_navigation(app):
        texts["docsnav.css"] = make_navigation_style(app, adapter)
        texts["docsnav.js"] = make_navigation_script(app, adapter)
        if adapter.drawers:
            drawers = json.dumps(adapter.drawers)
            texts[DRAWER_SCRIPT] = f"var docsnavDrawers={drawers};\n{texts[DRAWER_SCRIPT]}"
    return texts


def _add_tokens(app: Sphinx, builder: StandaloneHTMLBuilder, texts: dict[str, str]) -> None:
    """Add what pages without our navigation need from its style sheet."""
    token_rules = (
        join_sources((STATIC / TOKENS,)),
        _find_theme_rules(app, builder),
        join_sources((STATIC / BADGES,)),
    )
    if COMPONENT_STYLES in texts:
        texts[COMPONENT_STYLES] = "".join((*token_rules, texts[COMPONENT_STYLES]))


def _find_theme_rules(app: Sphinx, builder: StandaloneHTMLBuilder) -> str:
    """Return the rules of the theme's style for tokens and for what pages hold."""
    folders = (Path(folder).name for folder in builder.theme.get_theme_dirs())
    adapter = find_adapter_class(folders)(app.config.html_theme_options)
    files = list_adapter_files(type(adapter), "style")
    page_classes = assets_of(app).page_classes()
    return "".join(select_page_rules(join_sources((file,)), page_classes) for file in files)


def select_page_rules(style: str, page_classes: frozenset[str]) -> str:
    """Return the rules of a style sheet without those of the navigation.

    They give design tokens other values, or select parts of pages alone.

    :param page_classes: the classes of parts of pages.
    """
    page_rules = _RULE.sub(partial(_select_page_rule, page_classes), style)
    return _EMPTY_BLOCK.sub("", page_rules).strip() + "\n"


def _select_page_rule(page_classes: frozenset[str], rule: re.Match[str]) -> str:
    # Rules without classes set design tokens, or are for the theme around the page.
    selected = set(_CLASS_SELECTOR.findall(rule[1]))
    if not selected:
        return rule[0] if _ONLY_TOKENS.fullmatch(rule[2]) else ""
    return rule[0] if selected <= page_classes else ""


@cache
def join_sources(sources: tuple[Path, ...]) -> str:
    """Return the text of one file made of *sources*, without comments."""
    texts = ((file.suffix, file.read_text("utf-8")) for file in sources)
    return "".join((compact if kind == ".css" else compact_script)(text) for kind, text in texts)


@cache
def find_classes(sources: tuple[Path, ...]) -> frozenset[str]:
    """Return the classes of ours that a style sheet or a script selects."""
    return frozenset(_CLASS_SELECTOR.findall(join_sources(sources)))


def name_assets(
    app: Sphinx, pagename: str, _templatename: str, context: Context, _doctree: object
) -> None:
    """Let a page load the files that it uses (``html-page-context``)."""
    if find_state(app) is None:
        return
    if adapter_of(app) is not None:
        app.add_css_file("docsnav.css", priority=AFTER_THEME_STYLES)
        app.add_js_file("docsnav.js", priority=AFTER_THEME_STYLES, loading_method="defer")
    body = context.get("body") or ""
    attributes = (value for value in set(_CLASSES.findall(body)) if not value.startswith(ROLE))
    # Only the classes that begin an attribute: components have theirs first.
    classes = frozenset[str]().union(*map(str.split, attributes))
    for asset in assets_of(app).of(PageBody(pagename, body, classes), app):
        if asset.name.endswith(".css"):
            app.add_css_file(asset.name)
        elif app.builder.name != "epub":
            app.add_js_file(asset.name, loading_method="defer")
