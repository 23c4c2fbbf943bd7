"""The search dialog: the attributes of a page with the files to load.

The script of the navigation opens the dialog on ``/`` and Ctrl+K, and from the
theme's own search field. Only then the browser loads the dialog and the directory of the
index of the page's language and version.
"""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.builders.dirhtml import DirectoryHTMLBuilder
from sphinx.locale import get_translation

from sphinx_docsnav.core.pages.assets import (
    STATIC,
    TOKENS,
    Asset,
    NavigationSource,
    assets_of,
)
from sphinx_docsnav.core.site.scopes import SEARCH_PAGE, scopes_of
from sphinx_docsnav.core.state import state_of
from sphinx_docsnav.features.search.search_index import (
    FOLDER,
    is_alone,
    search_adapter,
    tab_of,
    writes_index,
)
from sphinx_docsnav.features.search.search_index import INDEX as DIRECTORY
from sphinx_docsnav.features.search.search_pages import EMPTY, TEMPLATE, fill_search_page, scope_of
from sphinx_docsnav.sitefiles.languages import TranslationTable
from sphinx_docsnav.themes.theme_texts import words

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_docsnav.themes.base import Context

_HERE = Path(__file__).parent
TEXTS = TranslationTable(
    _HERE / "search_texts.txt", ("recent", "every", "nearest", "results", "nothing")
)
"""The texts of the dialog that Sphinx's catalogues do not have, by language."""
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
        Asset(EMPTY, (), is_written=writes_index),
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
    text = context.get("_") or get_translation("sphinx")
    address = context["pathto"](SEARCH_PAGE)
    link = f'<a href="{escape(address)}">{escape(text("Search"))}</a>'
    context["docsnav_search"] = address, f'<div class="docsnav-find" role="search">{link}</div>'
    scopes = scopes_of(app)
    own = scope_of(scopes, pagename, document=doctree is not None)
    if templatename == TEMPLATE:
        fill_search_page(app, own, context)
        app.add_css_file(STYLE, priority=AFTER_NAVIGATION)
        app.add_js_file(PAGE_SCRIPT, priority=AFTER_NAVIGATION, loading_method="defer")
    pathto = context["pathto"]
    files = {"style": f"_static/{STYLE}", "folder": f"_static/{FOLDER}"}
    language, adapter = str(context.get("language") or "en"), search_adapter(app)
    in_folders = isinstance(app.builder, DirectoryHTMLBuilder)
    data = {
        **{name: pathto(file, True) for name, file in files.items()},  # noqa: FBT003 -- Sphinx's signature
        "scope": own.named(SEARCH_PAGE) if scopes.all[1:] else "",
        "directory": own.named(DIRECTORY),
        "first": bool(scopes.whole),
        "tab": tab_of(scopes.site, pagename) if doctree is not None else "",
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
