"""A search dialog for themes without one: the attributes of a page with the files to load.

The script of the navigation opens the dialog on ``/`` and Ctrl+K, and from the
theme's own search field. Only then the browser loads the dialog and the directory of the
index of the page's language and version.
"""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.locale import get_translation

from sphinx_docsnav.core.events import SEARCH_FILES
from sphinx_docsnav.core.pages.assets import (
    STATIC,
    TOKENS,
    Asset,
    NavigationSource,
    assets_of,
)
from sphinx_docsnav.core.site.scopes import scopes_of
from sphinx_docsnav.core.state import state_of
from sphinx_docsnav.features.search.search_index import (
    FOLDER,
    is_alone,
    search_adapter,
    writes_index,
)
from sphinx_docsnav.features.search.search_index import INDEX as DIRECTORY
from sphinx_docsnav.features.search.search_pages import PAGE, scope_of
from sphinx_docsnav.sitefiles.languages import TranslationTable
from sphinx_docsnav.themes.theme_texts import words

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_docsnav.themes.base import Adapter, Context

NOTHING = (
    "Your search did not match any documents. Please make sure that all words are spelled "
    "correctly and that you've selected enough categories."
)
"""Texts of Sphinx's own search, which its catalogues translate."""
_HERE = Path(__file__).parent
TEXTS = TranslationTable(_HERE / "search_texts.txt", ("recent", "every", "nearest", "results"))
"""The texts of the dialog that Sphinx's catalogues do not have, by language."""
_ELEMENT = "docsnav-search"
"""The id of the element with the data."""
_PAGE_ELEMENT = "docsnav-search-page"
"""The same on the search page."""
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

    def is_alone_here(app: Sphinx) -> bool:
        return has_search_dialog(app) and is_alone(app)

    tokens = STATIC / TOKENS
    alone = (tokens, _HERE / "search_field.css")
    keys = (_HERE / "search_alone.js", _HERE / "search_keys.js")
    style = (_HERE / "search_dialog.css",)
    index = (_HERE / "search_engine.js", _HERE / "search_index.js")
    script, page = (*index, _HERE / "search_dialog.js"), (*index, _HERE / "search_page.js")
    assets_of(app).pages += [
        Asset(STYLE, style, is_written=has_search_dialog, in_books=False),
        Asset(SCRIPT, script, is_written=has_search_dialog),
        Asset(PAGE_SCRIPT, page, is_written=has_search_dialog),
        Asset(KEYS_STYLE, alone, lambda _page: True, is_alone_here, in_books=False),
        Asset(KEYS_SCRIPT, keys, lambda _page: True, is_alone_here, in_books=False),
    ]
    assets_of(app).navigation += [
        NavigationSource(
            _HERE / "search_field.css",
            lambda app, adapter: opens_dialog(app, adapter) and not adapter.bundles,
        ),
        NavigationSource(_HERE / "search_keys.js", opens_dialog),
    ]


def opens_dialog(app: Sphinx, adapter: Adapter) -> bool:
    """Return whether pages open our search dialog: the theme has none, and it is not off."""
    return adapter.search_dialog and bool(app.config.docsnav_search_dialog)


def has_search_dialog(app: Sphinx) -> bool:
    """Return whether pages of this build open our search dialog."""
    adapter = search_adapter(app)
    return adapter is not None and opens_dialog(app, adapter) and writes_index(app)


def _prompt(app: Sphinx) -> str:
    """Return what docs.json writes into the empty field (``search.prompt``), or nothing."""
    return state_of(app).docs.search.prompt


def add_search_dialog(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: Context,
    doctree: object,  # noqa: ARG001 -- an event
) -> None:
    """Name the files of the dialog in the page (``html-page-context``)."""
    if not has_search_dialog(app):
        return
    text = context.get("_") or get_translation("sphinx")
    address = context["pathto"](PAGE)
    link = f'<a href="{escape(address)}">{escape(text("Search"))}</a>'
    context["docsnav_search"] = address, f'<div class="docsnav-find" role="search">{link}</div>'
    element = _ELEMENT
    if templatename == "search.html":
        element = _PAGE_ELEMENT  # its own field does not open the dialog
        app.add_css_file(STYLE, priority=AFTER_NAVIGATION)
        app.add_js_file(PAGE_SCRIPT, priority=AFTER_NAVIGATION, loading_method="defer")
    pathto = context["pathto"]
    files = {
        "style": f"_static/{STYLE}",
        "folder": f"_static/{FOLDER}",
    }
    scopes = scopes_of(app)
    own = scope_of(scopes, pagename, document=pagename in app.env.all_docs)
    app.emit(SEARCH_FILES, files)
    language, adapter = str(context.get("language") or "en"), search_adapter(app)
    data = {
        **{name: pathto(file, True) for name, file in files.items()},  # noqa: FBT003 -- Sphinx's signature
        "scope": own.named(PAGE) if scopes.all[1:] else "",
        "directory": own.named(DIRECTORY),
        "first": bool(scopes.whole),
        "page": pathto(PAGE),
        "root": context.get("content_root", ""),
        "search": text("Search"),
        "prompt": _prompt(app),
        "nothing": text(NOTHING),
        "button": adapter.search_button if adapter else "",
        "close": words(language)["close"],
        "pages": words(language)["sidebar"],
        **TEXTS.of(language),
    }
    body = json.dumps(data, sort_keys=True).replace("</", "<\\/")
    app.add_js_file(None, body=body, type="application/json", id=element)
