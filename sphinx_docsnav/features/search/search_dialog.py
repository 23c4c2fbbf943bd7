"""A search dialog for themes without one: the attributes of a page with the files to load.

The script of the navigation opens the dialog on ``/`` and Ctrl+K, and from the
theme's own search field. Only then the browser loads the dialog, Sphinx's
``searchtools.js``, the index of the page's scope and the divisions of all pages.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from html import escape
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.locale import get_translation
from sphinxcontrib.serializinghtml import SerializingHTMLBuilder

from sphinx_docsnav.core.events import SEARCH_FILES
from sphinx_docsnav.core.pages.assets import Asset, NavigationSource, assets_of
from sphinx_docsnav.core.pages.theme_choice import adapter_of
from sphinx_docsnav.core.site.scopes import KINDS, scopes_of
from sphinx_docsnav.core.state import find_state
from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.features.search.scoped_index import SiteIndex
from sphinx_docsnav.features.search.search_pages import INDEX, PAGE, STEMMER, scope_of
from sphinx_docsnav.sitefiles.write import write_if_changed
from sphinx_docsnav.themes.theme_texts import words

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_docsnav.navigation import Site
    from sphinx_docsnav.themes.base import Adapter, Context

NOTHING = (
    "Your search did not match any documents. Please make sure that all words are spelled "
    "correctly and that you've selected enough categories."
)
"""Texts of Sphinx's own search, which its catalogues translate."""
_HERE = Path(__file__).parent
SEPARATOR = " \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} "
"""What is between the divisions of a result."""
_ELEMENT = "docsnav-search"
"""The id of the element with the data."""
STYLE, SCRIPT = "docsnav-search.css", "docsnav-search.js"
"""The files of the dialog."""
DIVISIONS = "docsnav-divisions.js"
"""The file with the divisions of all pages."""


def add_dialog_files(app: Sphinx) -> None:
    """Add the files of the dialog, which no page loads before a reader opens it."""

    def is_written(app: Sphinx) -> bool:
        adapter = adapter_of(app)
        plain = isinstance(app.builder, SerializingHTMLBuilder)
        return adapter is not None and not plain and opens_dialog(app, adapter)

    style, script = (_HERE / "search_dialog.css",), (_HERE / "search_dialog.js",)
    assets_of(app).pages += [
        Asset(STYLE, style, is_written=is_written, in_books=False),
        Asset(SCRIPT, script, is_written=is_written),
    ]
    assets_of(app).navigation += [
        NavigationSource(_HERE / "search_field.css", opens_dialog),
        NavigationSource(_HERE / "search_keys.js", opens_dialog),
    ]


def opens_dialog(app: Sphinx, adapter: Adapter) -> bool:
    """Return whether pages open our search dialog: the theme has none, and it is not off."""
    return adapter.search_dialog and bool(app.config.docsnav_search_dialog)


def has_search_dialog(app: Sphinx) -> bool:
    """Return whether pages of this build open our search dialog."""
    adapter, builder = adapter_of(app), app.builder
    return (
        find_state(app) is not None
        and adapter is not None
        and opens_dialog(app, adapter)
        and isinstance(builder, StandaloneHTMLBuilder)
        and not isinstance(builder, SerializingHTMLBuilder)
        and builder.name != "epub"
        and builder.search
    )


def add_search_dialog(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: Context,
    doctree: object,  # noqa: ARG001 -- an event
) -> None:
    """Name the files of the dialog in the page (``html-page-context``)."""
    builder = app.builder
    if not has_search_dialog(app):
        return
    text = context.get("_") or get_translation("sphinx")
    address = context["pathto"](PAGE)
    link = f'<a href="{escape(address)}">{escape(text("Search"))}</a>'
    context["docsnav_search"] = address, f'<div class="docsnav-find" role="search">{link}</div>'
    if templatename == "search.html":
        return  # the search page has loaded the same scripts for itself
    pathto = context["pathto"]
    files = {
        "divisions": f"_static/{DIVISIONS}",
        "style": f"_static/{STYLE}",
        "tools": "_static/searchtools.js",
        "words": STEMMER,
        "index": INDEX,
    }
    scopes = scopes_of(app)
    own = scope_of(scopes, pagename, document=pagename in app.env.all_docs)
    app.emit(SEARCH_FILES, files)
    index = getattr(builder, "indexer", None)
    if isinstance(index, SiteIndex) and index.scopes.whole:
        files["first"] = f"_static/{own.named('search-first.js')}"
    data = {
        **{name: pathto(file, True) for name, file in files.items()},  # noqa: FBT003 -- Sphinx's signature
        "scope": own.named(PAGE) if scopes.all[1:] else "",
        "page": pathto(PAGE),
        "root": context.get("content_root", ""),
        "search": text("Search"),
        "nothing": text(NOTHING),
        "close": words(str(context.get("language") or "en"))["close"],
    }
    body = json.dumps(data, sort_keys=True).replace("</", "<\\/")
    app.add_js_file(None, body=body, type="application/json", id=_ELEMENT)


def write_divisions(app: Sphinx, exception: Exception | None) -> None:
    """Write the divisions of the pages, which the dialog shows beside its results.

    The docnames are sorted as a browser sorts them, so that pages in the same division that
    follow each other take one row (``build-finished``).
    """
    if exception is not None or not has_search_dialog(app):
        return
    scopes = scopes_of(app)
    left_out = {Kind.LANGUAGE} if scopes.whole else KINDS  # the same for all results of a search
    names = sorted(app.env.all_docs, key=lambda name: name.encode("utf-16-be"))
    data = division_rows((name, division_label(scopes.site, name, left_out)) for name in names)
    text = json.dumps(data, separators=(",", ":")).replace("</", "<\\/")
    write_if_changed(Path(app.outdir, "_static", DIVISIONS), f"docsnavDivisions={text}\n")


def division_label(site: Site, docname: str, left_out: Collection[Kind]) -> str:
    """Return the divisions of a document from the outermost; empty where docs.json has none."""
    trail = site.trail(docname)
    if trail is None or trail.page is None:
        return ""
    shown = (element for element in trail.divisions if element.kind not in left_out)
    return SEPARATOR.join(element.label.strip() for element in shown if element.label.strip())


def division_rows(labels: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Return ``{"names": [label…], "starts": [[docname, number of its label]…]}``.

    :param labels: docnames in order, with the label of each.
    :returns: a row for each document whose label differs from that of the one before.
    """
    starts = [(label, next(rows)[0]) for label, rows in groupby(labels, key=itemgetter(1))]
    numbers = {
        label: number for number, label in enumerate(dict.fromkeys(row[0] for row in starts))
    }
    return {"names": [*numbers], "starts": [[name, numbers[label]] for label, name in starts]}
