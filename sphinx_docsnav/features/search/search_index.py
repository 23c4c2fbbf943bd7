"""The search index of a build: one for each language and version, written when pages are."""

from __future__ import annotations

import json
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.search import IndexBuilder
from sphinxcontrib.serializinghtml import SerializingHTMLBuilder

from sphinx_docsnav.core.language import sphinx_language_of
from sphinx_docsnav.core.site.fingerprints import digest
from sphinx_docsnav.core.site.parts import part_of, touches
from sphinx_docsnav.core.site.scopes import Scopes, SearchScope, scopes_of
from sphinx_docsnav.core.state import find_state, reading_of
from sphinx_docsnav.features.search.index_writer import IndexLanguage, index_files, script
from sphinx_docsnav.features.search.page_entries import PageEntries, entries_of
from sphinx_docsnav.sitefiles.write import write_if_changed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinx.application import Sphinx

FOLDER = "docsnav-search"
"""The folder of the index below ``_static``."""
INDEX = "index"
"""The name of the directory of the first scope; those of others have their names after it."""


def writes_index(app: Sphinx) -> bool:
    """Return whether this build writes our index."""
    builder = app.builder
    return (
        isinstance(builder, StandaloneHTMLBuilder)
        and not isinstance(builder, SerializingHTMLBuilder)
        and builder.name != "epub"
        and builder.search
        and find_state(app) is not None
    )


def index_language(app: Sphinx, code: str, stems: dict[str, str]) -> IndexLanguage:
    """Return the stems and frequent words of a language, as Sphinx's search has them.

    :param stems: stems that are known; new ones are added.
    """
    config = app.config
    builder = IndexBuilder(
        app.env, config.html_search_language or code, config.html_search_options, ""
    )
    language = builder.lang

    def stem(word: str) -> str:
        found = stems.get(word)
        if found is None:
            found = stems[word] = language.stem(word) if word.isalpha() else word
        return found

    return IndexLanguage(code, stem, frozenset(language.stopwords))


def write_index(app: Sphinx, exception: Exception | None) -> None:
    """Write the index where pages have changed (``build-finished``)."""
    if exception is not None or not writes_index(app):
        return
    folder = Path(app.outdir, "_static", FOLDER)
    record = Path(app.doctreedir, "_docsnav", f"search-index-{digest(str(app.outdir))}.json")
    known: dict[str, Any] = json.loads(record.read_text("utf-8")) if record.is_file() else {}
    entries, part = entries_of(app.env), part_of(app)
    scopes = scopes_of(app)
    digests: dict[str, str] = dict(known.get("digests", {}))
    stems: dict[str, dict[str, str]] = known.get("stems", {})
    files: set[str] = set()
    for scope in scopes.indexes:
        name = scope.named(INDEX)
        pages = {docname: entries[docname] for docname in scope.docnames if docname in entries}
        if part is not None and not touches(scope, part):
            continue
        language = _language_of(app, scope)
        own = _digest(pages, language, app.config.html_search_language)
        if digests.get(name) == own and (folder / f"{name}.js").is_file():
            continue
        known_stems: dict[str, str] = {}
        _write_one(folder, scope, pages, index_language(app, language, known_stems))
        digests[name] = own
    del files, stems
    for docname in sorted({name for scope in scopes.indexes for name in scope.docnames}):
        if docname in entries:
            write_if_changed(folder / "pages" / f"{docname}.js", page_script(docname, entries[docname]))
    write_if_changed(record, json.dumps({"digests": digests}))


def _write_one(folder: Path, scope: SearchScope, pages: Mapping[str, PageEntries], language: IndexLanguage) -> None:
    name = scope.named(INDEX)
    for file, text in index_files(name, pages, language, {}):
        write_if_changed(folder / f"{file}.js", text)


def _language_of(app: Sphinx, scope: SearchScope) -> str:
    language = sphinx_language_of(app)
    return language.known(scope.language) if scope.language else language.own


def _digest(pages: Mapping[str, PageEntries], *more: object) -> str:
    made = blake2b(repr(more).encode(), digest_size=16)
    for docname in sorted(pages):
        page = pages[docname]
        made.update(f"{docname}\n{len(page.entries)} {page.factor}\n{page.impacts}\n\n".encode())
    return made.hexdigest()


def page_script(docname: str, page: PageEntries) -> str:
    """Return the file with the texts of a page."""
    rows = [[each.anchor, each.heading, each.kind, each.text] for each in page.entries]
    return script(f"pages/{docname}", {"operation": page.operation, "entries": rows})
