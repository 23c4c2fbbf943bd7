"""The search dialog, a search page for each scope, and what themes load for Sphinx's search.

The page is ours in every theme: a field, the results, and the titles of all pages, which is what a
reader without JavaScript has. Themes call ``pathto`` for the search page; it returns that of the
page's scope.

The script of the navigation opens the dialog on ``/`` and Ctrl+K, and from the theme's own search
field. Only then the browser loads the dialog and the directory of the index of the page's language
and version.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
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
from sphinx_docsnav.core.site.output_ledger import ledger_of
from sphinx_docsnav.core.site.scopes import SEARCH_PAGE, Scopes, SearchScope, scopes_of
from sphinx_docsnav.core.state import state_of
from sphinx_docsnav.features.search.page_entries import entries_of
from sphinx_docsnav.features.search.search_index import (
    FOLDER,
    is_alone,
    path_label,
    search_adapter,
    writes_index,
)
from sphinx_docsnav.features.search.search_index import INDEX as DIRECTORY
from sphinx_docsnav.sitefiles.languages import TranslationTable
from sphinx_docsnav.themes.base import Context
from sphinx_docsnav.themes.theme_texts import words

_HERE = Path(__file__).parent
TEXTS = TranslationTable(
    _HERE / "search_texts.txt", ("recent", "every", "nearest", "results", "nothing")
)
"""The texts of the dialog that Sphinx's catalogues do not have, by language."""
OWNER = "search pages"
"""The owner of the pages in the ledger of outputs."""
_ELEMENT = "docsnav-search"
"""The id of the element with the data."""
STYLE, SCRIPT = "docsnav-search.css", "docsnav-search.js"
"""The files of the dialog."""
KEYS_STYLE, KEYS_SCRIPT = "docsnav-search-keys.css", "docsnav-search-keys.js"
"""The files of each page in a project without navigation of ours."""
PAGE_SCRIPT = "docsnav-search-page.js"
"""The script of the search page."""
AFTER_NAVIGATION = 750
"""Priority of that script; it uses functions of ``docsnav.js``."""


def add_dialog_files(app: Sphinx) -> None:
    """Add the files of the dialog, which no page loads before a reader opens it."""
    tokens = STATIC / TOKENS
    alone = (tokens, _HERE / "search_field.css")
    keys = (_HERE / "search_alone.js", _HERE / "search_keys.js")
    style = (_HERE / "search_dialog.css",)
    index = (_HERE / "search_engine.js", _HERE / "search_index.js")
    script, page = (*index, _HERE / "search_dialog.js"), (*index, _HERE / "search_page.js")
    assets_of(app).pages += [
        Asset(STYLE, style, is_written=writes_index, in_books=False),
        Asset(SCRIPT, script, is_written=writes_index),
        Asset(PAGE_SCRIPT, page, is_written=writes_index),
        Asset(EMPTY, (), is_written=_names_search),
        Asset(KEYS_STYLE, alone, lambda _page: True, is_alone, in_books=False),
        Asset(KEYS_SCRIPT, keys, lambda _page: True, is_alone, in_books=False),
    ]
    assets_of(app).navigation += [
        NavigationSource(
            _HERE / "search_field.css",
            lambda app, adapter: writes_index(app) and not adapter.bundles,
        ),
        NavigationSource(_HERE / "search_keys.js", lambda app, _adapter: writes_index(app)),
    ]


def add_search_dialog(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: Context,
    doctree: object,
) -> str | None:
    """Name the files of the dialog in the page; fill in a search page (``html-page-context``).

    :returns: the template of a search page.
    """
    if not writes_index(app):
        return None
    scopes = scopes_of(app)
    own = scope_of(scopes, pagename, document=doctree is not None)
    # Again, for pages whose function sphinx-notfound-page has replaced at 400.
    pathto = context["pathto"] = _leading(context["pathto"], own.named(SEARCH_PAGE))
    text = context.get("_") or get_translation("sphinx")
    address = pathto(SEARCH_PAGE)
    link = f'<a href="{escape(address)}">{escape(text("Search"))}</a>'
    context["docsnav_search"] = address, f'<div class="docsnav-find" role="search">{link}</div>'
    if templatename == TEMPLATE:
        fill_search_page(app, own, context)
        app.add_css_file(STYLE, priority=AFTER_NAVIGATION)
        app.add_js_file(PAGE_SCRIPT, priority=AFTER_NAVIGATION, loading_method="defer")
    files = {"style": f"_static/{STYLE}", "folder": f"_static/{FOLDER}"}
    language, adapter = str(context.get("language") or "en"), search_adapter(app)
    in_folders = isinstance(app.builder, DirectoryHTMLBuilder)
    data = {
        **{name: pathto(file, True) for name, file in files.items()},  # noqa: FBT003 -- Sphinx's signature
        "scope": own.named(SEARCH_PAGE) if scopes.all[1:] else "",
        "directory": own.named(DIRECTORY),
        "page": pathto(SEARCH_PAGE),
        "root": context.get("content_root", ""),
        "suffix": "" if in_folders else getattr(app.builder, "link_suffix", ".html"),
        "search": text("Search"),
        "prompt": state_of(app).docs.search.prompt,
        "button": adapter.search_button if adapter else "",
        "close": words(language)["close"],
        "pages": words(language)["sidebar"],
        **TEXTS.of(language),
    }
    body = json.dumps(data, sort_keys=True).replace("</", "<\\/")
    app.add_js_file(None, body=body, type="application/json", id=_ELEMENT)
    return "page.html" if templatename == TEMPLATE else None


TEMPLATE = "search.html"
"""Sphinx's template of a search page."""
EMPTY = "docsnav-no-search.js"
"""What a page loads where its theme names a file of Sphinx's search."""
UNUSED = dict.fromkeys(
    ("searchindex.js", "_static/searchtools.js", "_static/language_data.js"), f"_static/{EMPTY}"
)


def _names_search(app: Sphinx) -> bool:
    """Return whether a template for other than search pages names a file of Sphinx's search."""
    if not writes_index(app) or not isinstance(app.builder, StandaloneHTMLBuilder):
        return False
    own = (Path(app.confdir, name) for name in app.config.templates_path)
    folders = [*app.builder.theme.get_theme_dirs(), *own]
    templates = (path for folder in folders for path in Path(folder).rglob("*.html"))
    texts = (path.read_text("utf-8", "replace") for path in templates if path.name != TEMPLATE)
    return any(name in text for text in texts for name in UNUSED)


def shown_scopes(app: Sphinx) -> Callable[[str], object]:
    """Return the name of a document's search page (``docsnav-shown``)."""
    scopes = scopes_of(app)
    return lambda docname: scopes.of(docname).slug


def search_pages(app: Sphinx) -> list[tuple[str, dict[str, Any], str]]:
    """Return the search page of each scope (``html-collect-pages``).

    The first one too: a theme whose own script searches has switched Sphinx's search page off.
    """
    if not writes_index(app):
        return []
    return [(scope.named(SEARCH_PAGE), {}, TEMPLATE) for scope in scopes_of(app).all]


def name_pages(app: Sphinx, _env: object) -> list[str]:
    """Name the search page of each scope in the ledger of outputs (``env-get-updated``)."""
    builder = app.builder
    if writes_index(app) and isinstance(builder, StandaloneHTMLBuilder):
        pages = (scope.named(SEARCH_PAGE) for scope in scopes_of(app).all)
        files = (Path(builder.get_outfilename(page)) for page in pages)
        ledger_of(app).claim(OWNER, (file.relative_to(app.outdir).as_posix() for file in files))
    return []


def remove_search_pages(app: Sphinx, exception: Exception | None) -> None:
    """Remove the search pages of scopes that are no more (``build-finished``)."""
    if exception is None:
        ledger_of(app).finish(OWNER)


def scope_of(scopes: Scopes, pagename: str, *, document: bool) -> SearchScope:
    """Return the scope that a page of the output searches."""
    if document:
        return scopes.of(pagename)
    pages = {scope.named(SEARCH_PAGE): scope for scope in scopes.all}
    return pages.get(pagename, scopes.default)


def set_search_context(
    app: Sphinx, pagename: str, _templatename: str, context: Context, doctree: object
) -> None:
    """Let a page lead to the search of its scope (``html-page-context``)."""
    if writes_index(app):
        scope = scope_of(scopes_of(app), pagename, document=doctree is not None)
        context["pathto"] = _leading(context["pathto"], scope.named(SEARCH_PAGE))


def fill_search_page(app: Sphinx, scope: SearchScope, context: Context) -> None:
    """Put the field, a place for the results, and the titles of all pages into a search page."""
    text = context.get("_") or get_translation("sphinx")
    # A project's own template of pages may expect what Sphinx knows of documents.
    context.setdefault("meta", {})
    context["pagename"] = SEARCH_PAGE  # themes know the search page by its name
    context["title"] = label = escape(text("Search"))
    context["body"] = (
        f'<section id="docsnav-search-form">\n<h1>{label}</h1>\n'
        f'<form class="docsnav-search-form" role="search" method="get">'
        f'<input type="search" name="q" aria-label="{label}" autocomplete="off"> '
        f'<button type="submit">{escape(text("search"))}</button></form>\n'
        f'<div id="search-results"></div>\n<ul id="docsnav-titles">\n'
        f"{''.join(_titles(app, scope, context['pathto']))}</ul>\n</section>\n"
    )


def _titles(app: Sphinx, scope: SearchScope, pathto: Callable[..., str]) -> Iterator[str]:
    """Yield links to the pages of a scope, in the order of their titles."""
    entries, scopes = entries_of(app.env), scopes_of(app)
    found = ((entries[name].entries[0].heading, name) for name in scope.docnames & entries.keys())
    for title, docname in sorted(found, key=lambda each: (each[0].casefold(), each[1])):
        place = escape(path_label(scopes, docname))
        place = f'<div class="docsnav-search-path">{place}</div>' if place else ""
        link = f'<a href="{escape(pathto(docname))}">{escape(title or docname)}</a>'
        yield f"<li>{link}{place}</li>\n"


def _leading(pathto: Callable[..., str], page: str) -> Callable[..., str]:
    """Return *pathto* leading to a scope's own search."""

    def leading(otheruri: str, resource: bool = False, *base: str, **options: str) -> str:  # noqa: FBT001, FBT002 -- Sphinx's signature
        if resource:
            otheruri = UNUSED.get(otheruri, otheruri)
        elif otheruri == SEARCH_PAGE:
            otheruri = page
        return pathto(otheruri, resource, *base, **options)

    return leading
