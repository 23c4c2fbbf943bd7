"""A search dialog for themes without one: the attributes of a page with the files to load.

The script of the navigation opens the dialog on ``/`` and Ctrl+K. Only then the
browser loads the dialog, Sphinx's ``searchtools.js`` and the index of the page's scope.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.locale import get_translation
from sphinxcontrib.serializinghtml import SerializingHTMLBuilder

from sphinx_docsnav.sphinx_ext.build.state import find_state
from sphinx_docsnav.sphinx_ext.html.theme_choice import adapter_of
from sphinx_docsnav.sphinx_ext.search.scoped_index import SiteIndex
from sphinx_docsnav.sphinx_ext.search.search_pages import INDEX, PAGE, STEMMER, scope_of
from sphinx_docsnav.themes.theme_texts import words

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_docsnav.themes.base import Context

NOTHING = (
    "Your search did not match any documents. Please make sure that all words are spelled "
    "correctly and that you've selected enough categories."
)
"""Texts of Sphinx's own search, which its catalogues translate."""
_ELEMENT = "docsnav-search"
"""The id of the element with the data."""


def add_search_dialog(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: Context,
    doctree: object,  # noqa: ARG001 -- an event
) -> None:
    """Name the files of the dialog in the page (``html-page-context``)."""
    adapter = adapter_of(app)
    builder = app.builder
    if find_state(app) is None or adapter is None or not adapter.search_dialog:
        return
    if not app.config.docsnav_search_dialog or not isinstance(builder, StandaloneHTMLBuilder):
        return
    if isinstance(builder, SerializingHTMLBuilder):
        return
    if builder.name == "epub" or not builder.search or templatename == "search.html":
        return  # the search page has loaded the same scripts for itself
    pathto = context["pathto"]
    text = context.get("_") or get_translation("sphinx")
    files = {
        "script": "_static/docsnav-search.js",
        "style": "_static/docsnav-search.css",
        "tools": "_static/searchtools.js",
        "words": STEMMER,
        "index": INDEX,
    }
    index = builder.indexer
    if isinstance(index, SiteIndex) and index.scopes.whole:
        scope = scope_of(index.scopes, pagename, document=pagename in app.env.all_docs)
        files["first"] = f"_static/{scope.named('search-first.js')}"
    data = {
        **{name: pathto(file, True) for name, file in files.items()},  # noqa: FBT003 -- Sphinx's signature
        "page": pathto(PAGE),
        "root": context.get("content_root", ""),
        "search": text("Search"),
        "nothing": text(NOTHING),
        "close": words(str(context.get("language") or "en"))["close"],
    }
    body = json.dumps(data, sort_keys=True).replace("</", "<\\/")
    app.add_js_file(None, body=body, type="application/json", id=_ELEMENT)
