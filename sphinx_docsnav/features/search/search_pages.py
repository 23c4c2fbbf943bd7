"""The search dialog, and a search page for each scope (language, version, product).

The search page is the same in every theme: a field, the results, and the titles of all pages for
readers without JavaScript. Themes call ``pathto`` to link to the search page; it returns the page
of the scope.

The script of the navigation opens the dialog on ``/`` and Ctrl+K, and from the theme's own search
field. Only then does the browser load the dialog and the directory of the index.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.builders.dirhtml import DirectoryHTMLBuilder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.locale import get_translation

from sphinx_docsnav.core.pages.assets import (
    STATIC,
    TOKENS,
    Asset,
    NavigationSource,
    assets_of,
)
from sphinx_docsnav.core.site.divisions import SEARCH_PAGE, Scopes, SearchScope, scopes_of
from sphinx_docsnav.core.site.env_record import record_of
from sphinx_docsnav.core.site.output_ledger import ledger_of, page_file
from sphinx_docsnav.core.state import state_of
from sphinx_docsnav.data_files.json_values import make_script_data
from sphinx_docsnav.features.search.page_entries import page_entries_of
from sphinx_docsnav.features.search.search_index import (
    FOLDER,
    is_search_only,
    make_path_label,
    search_adapter,
    writes_index,
)
from sphinx_docsnav.features.search.search_index import INDEX as DIRECTORY
from sphinx_docsnav.sitefiles.languages import TranslationTable
from sphinx_docsnav.themes.base import Context
from sphinx_docsnav.themes.part_markup import PART_TEXTS

_SOURCES = Path(__file__).parent
TEXTS = TranslationTable(
    _SOURCES / "search_texts.txt",
    ("recent", "every", "nearest", "results", "nothing", "suggested", "select", "open"),
)
"""The texts of the dialog that are not in Sphinx's catalogues, by language."""
SEARCH_PAGES_OWNER = "search pages"
"""The owner of the search pages in the ledger of outputs."""
_DATA_ID = "docsnav-search"
"""The id of the element with the JSON data that the scripts read."""
STYLE, SCRIPT = "docsnav-search.css", "docsnav-search.js"
"""The files of the dialog."""
KEYS_STYLE, KEYS_SCRIPT = "docsnav-search-keys.css", "docsnav-search-keys.js"
"""The files that open the dialog in a project without a docs.json."""
PAGE_SCRIPT = "docsnav-search-page.js"
"""The script of the search page."""
AFTER_NAVIGATION = 750
"""Priority of the files of the search page: their script uses functions of ``docsnav.js``."""
TEMPLATE = "search.html"
"""Sphinx's template of a search page."""
EMPTY = "docsnav-no-search.js"
"""An empty script, which pages load in place of `REPLACED_FILES`."""
REPLACED_FILES = dict.fromkeys(
    ("searchindex.js", "_static/searchtools.js", "_static/language_data.js"), f"_static/{EMPTY}"
)
"""The files of Sphinx's search, which this build does not write, and what replaces them."""


def add_dialog_files(app: Sphinx) -> None:
    """Add the styles and scripts of the search to the assets of the build."""
    tokens = STATIC / TOKENS
    standalone_style = (tokens, _SOURCES / "search_field.css")
    standalone_script = (_SOURCES / "search_alone.js", _SOURCES / "search_keys.js")
    dialog_style = (_SOURCES / "search_dialog.css",)
    index_scripts = (_SOURCES / "search_engine.js", _SOURCES / "search_index.js")
    dialog_script, page_script = (
        (*index_scripts, _SOURCES / "search_dialog.js"),
        (*index_scripts, _SOURCES / "search_page.js"),
    )
    assets_of(app).pages += [
        Asset(STYLE, dialog_style, is_written=writes_index, in_books=False),
        Asset(SCRIPT, dialog_script, is_written=writes_index),
        Asset(PAGE_SCRIPT, page_script, is_written=writes_index),
        Asset(EMPTY, (), is_written=_needs_empty_script),
        Asset(KEYS_STYLE, standalone_style, lambda _page: True, is_search_only, in_books=False),
        Asset(KEYS_SCRIPT, standalone_script, lambda _page: True, is_search_only, in_books=False),
    ]
    # The field and the keys belong to the files that every page loads; the dialog is loaded later.
    assets_of(app).navigation += [
        NavigationSource(
            _SOURCES / "search_field.css",
            lambda app, adapter: writes_index(app) and not adapter.bundles,
        ),
        NavigationSource(_SOURCES / "search_keys.js", lambda app, _adapter: writes_index(app)),
    ]


def add_search_dialog(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: Context,
    doctree: object,
) -> str | None:
    """Add the data of the dialog to a page, and the body to a search page (``html-page-context``).

    :returns: the template of a search page; ``None`` for other pages.
    """
    if not writes_index(app):
        return None
    scope = find_scope(scopes_of(app), pagename, document=doctree is not None)
    # `set_search_context` has done so, but sphinx-notfound-page replaces the function at 400.
    pathto = context["pathto"] = _redirect_search(context["pathto"], scope.named(SEARCH_PAGE))
    translate = context.get("_") or get_translation("sphinx")
    address = pathto(SEARCH_PAGE)
    link = f'<a href="{escape(address)}">{escape(translate("Search"))}</a>'
    context["docsnav_search"] = address, f'<div class="docsnav-find" role="search">{link}</div>'
    if templatename == TEMPLATE:
        fill_search_page(app, scope, context)
        app.add_css_file(STYLE, priority=AFTER_NAVIGATION)
        app.add_js_file(PAGE_SCRIPT, priority=AFTER_NAVIGATION, loading_method="defer")
    # The scripts read all that they need from one element.
    data = _list_dialog_data(app, scope, context)
    data |= _list_own_texts(str(context.get("language") or "en"), translate("Search"))
    body = make_script_data(json.dumps(data, sort_keys=True))
    app.add_js_file(None, body=body, type="application/json", id=_DATA_ID)
    return "page.html" if templatename == TEMPLATE else None


def _list_dialog_data(app: Sphinx, scope: SearchScope, context: Context) -> dict[str, str]:
    """Return the values of a page for the scripts by name; empty ones are left out."""
    pathto, adapter = context["pathto"], search_adapter(app)
    files = {"style": f"_static/{STYLE}", "folder": f"_static/{FOLDER}"}
    in_folders = isinstance(app.builder, DirectoryHTMLBuilder)
    data = {
        **{name: pathto(file, True) for name, file in files.items()},  # noqa: FBT003 -- Sphinx's signature
        "scope": scope.named(SEARCH_PAGE) if scopes_of(app).all[1:] else "",
        "directory": scope.named(DIRECTORY),
        "page": pathto(SEARCH_PAGE),
        "root": context.get("content_root", ""),
        "suffix": "" if in_folders else getattr(app.builder, "link_suffix", ".html"),
        "prompt": state_of(app).docs.search.prompt,
        "button": adapter.search_button if adapter else "",
    }
    return {name: value for name, value in data.items() if value}


@cache
def _list_own_texts(language: str, search: str) -> Mapping[str, str]:
    """Return the texts that differ from the English ones, which the script has itself."""
    english = list_texts("en", "Search")
    texts = list_texts(language, search)
    return {name: text for name, text in texts.items() if text != english[name]}


def list_texts(language: str, search: str) -> dict[str, str]:
    """Return the texts of the dialog and the search page by their names in the script."""
    theme_texts = PART_TEXTS.of(language)
    return {
        "search": search,
        "close": theme_texts["close"],
        "pages": theme_texts["sidebar"],
        **TEXTS.of(language),
    }


def _needs_empty_script(app: Sphinx) -> bool:
    """Return whether the template of other than search pages loads a file of Sphinx's search."""
    if not writes_index(app) or not isinstance(app.builder, StandaloneHTMLBuilder):
        return False
    project_folders = (Path(app.confdir, name) for name in app.config.templates_path)
    folders = [*app.builder.theme.get_theme_dirs(), *project_folders]
    # The template of the search page is not used; see `add_search_dialog`.
    templates = (path for folder in folders for path in Path(folder).rglob("*.html"))
    texts = (path.read_text("utf-8", "replace") for path in templates if path.name != TEMPLATE)
    return any(name in text for text in texts for name in REPLACED_FILES)


def describe_scopes(app: Sphinx) -> Callable[[str], object]:
    """Return a function from a docname to its scope and whether it is found (``docsnav-shown``).

    Sphinx adds a page to its index while it writes the page.
    """
    scopes, unsearchable = scopes_of(app), record_of(app.env).unsearchable
    return lambda docname: (scopes.of(docname).slug, docname in unsearchable)


def list_search_pages(app: Sphinx) -> list[tuple[str, dict[str, Any], str]]:
    """Return the search page of each scope (``html-collect-pages``).

    The page of the first scope is included, because a theme with a search of its own switches
    Sphinx's search page off.
    """
    if not writes_index(app):
        return []
    return [(scope.named(SEARCH_PAGE), {}, TEMPLATE) for scope in scopes_of(app).all]


def claim_search_pages(app: Sphinx, _env: object) -> list[str]:
    """Claim the search page of each scope in the ledger of outputs (``env-get-updated``)."""
    builder = app.builder
    if writes_index(app) and isinstance(builder, StandaloneHTMLBuilder):
        pages = (scope.named(SEARCH_PAGE) for scope in scopes_of(app).all)
        ledger_of(app).claim(SEARCH_PAGES_OWNER, (page_file(builder, page) for page in pages))
    return []


def remove_search_pages(app: Sphinx, exception: Exception | None) -> None:
    """Remove the search pages of scopes that no longer exist (``build-finished``)."""
    if exception is None:
        ledger_of(app).finish(SEARCH_PAGES_OWNER)


def find_scope(scopes: Scopes, pagename: str, *, document: bool) -> SearchScope:
    """Return the scope in which a page of the output searches.

    :param document: whether the page has a document.
    """
    if document:
        return scopes.of(pagename)
    # A page without a document, such as the general index, searches the default scope.
    pages = {scope.named(SEARCH_PAGE): scope for scope in scopes.all}
    return pages.get(pagename, scopes.default)


def set_search_context(
    app: Sphinx, pagename: str, _templatename: str, context: Context, doctree: object
) -> None:
    """Make a page link to the search page of its scope (``html-page-context``)."""
    if writes_index(app):
        scope = find_scope(scopes_of(app), pagename, document=doctree is not None)
        context["pathto"] = _redirect_search(context["pathto"], scope.named(SEARCH_PAGE))


def fill_search_page(app: Sphinx, scope: SearchScope, context: Context) -> None:
    """Fill a search page with the field, an element for results, and the titles of all pages."""
    translate = context.get("_") or get_translation("sphinx")
    # A project's own page template may expect the metadata that Sphinx sets for documents.
    context.setdefault("meta", {})
    # Themes recognize the search page by this name.
    context["pagename"] = SEARCH_PAGE
    context["title"] = label = escape(translate("Search"))
    context["body"] = (
        f'<section id="docsnav-search-form">\n<h1>{label}</h1>\n'
        f'<form class="docsnav-search-form" role="search" method="get">'
        f'<input type="search" name="q" aria-label="{label}" autocomplete="off"> '
        f'<button type="submit">{label}</button></form>\n'
        f'<div id="search-results"></div>\n<ul id="docsnav-titles">\n'
        f"{''.join(_list_titles(app, scope, context['pathto']))}</ul>\n</section>\n"
    )


def _list_titles(app: Sphinx, scope: SearchScope, pathto: Callable[..., str]) -> Iterator[str]:
    """Yield links to the pages of a scope, in the order of their titles."""
    entries, scopes = page_entries_of(app.env), scopes_of(app)
    titles = ((entries[name].entries[0].heading, name) for name in scope.docnames & entries.keys())
    for title, docname in sorted(titles, key=lambda row: (row[0].casefold(), row[1])):
        label = escape(make_path_label(scopes, docname))
        path = f'<div class="docsnav-search-path">{label}</div>' if label else ""
        link = f'<a href="{escape(pathto(docname))}">{escape(title or docname)}</a>'
        yield f"<li>{link}{path}</li>\n"


def _redirect_search(pathto: Callable[..., str], page: str) -> Callable[..., str]:
    """Return *pathto* with *page* in place of Sphinx's search page.

    It replaces the files of Sphinx's search, too, which this build does not write.
    """

    def pathto_own_search(otheruri: str, resource: bool = False, *base: str, **options: str) -> str:  # noqa: FBT001, FBT002 -- Sphinx's signature
        # Sphinx passes file names with `resource`, and page names without it.
        if resource:
            otheruri = REPLACED_FILES.get(otheruri, otheruri)
        elif otheruri == SEARCH_PAGE:
            otheruri = page
        return pathto(otheruri, resource, *base, **options)

    return pathto_own_search
