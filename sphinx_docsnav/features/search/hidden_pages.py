"""Sphinx's search index: without hidden pages, equal after clean and incremental builds."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.search import IndexBuilder
from sphinxcontrib.serializinghtml import SerializingHTMLBuilder

from sphinx_docsnav.core.compat import index_data
from sphinx_docsnav.core.events import FOUND_AS
from sphinx_docsnav.core.site.document_facts import hidden_pages, is_unsearched
from sphinx_docsnav.core.site.env_record import record_of
from sphinx_docsnav.core.site.generate import SUFFIX
from sphinx_docsnav.core.state import Markdown, find_state, reading_of, state_of
from sphinx_docsnav.features.search.scoped_index import SiteIndex
from sphinx_docsnav.navigation.page_facts import page_facts

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


NO_SEARCH = "nosearch"
"""The metadata field that keeps a document's words out of Sphinx's index."""


def keep_out_of_search(env: BuildEnvironment, hidden: AbstractSet[str]) -> set[str]:
    """Mark *hidden* in the environment; return the documents for which that changed."""
    record = record_of(env)
    before = record.unsearchable & env.all_docs.keys()
    for docname in before - hidden:
        env.metadata[docname].pop(NO_SEARCH, None)
    for docname in hidden:
        env.metadata[docname].setdefault(NO_SEARCH, "")
    record.unsearchable = set(hidden)
    return before ^ hidden


def keep_hidden_out(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Keep hidden pages out of search; return those to write again (``env-updated``)."""
    state = state_of(app)
    if reading_of(app).has_navigation:
        hidden = hidden_pages(state.site, state.facts) | _left_out(app) | _unsearched(env)
        hidden &= env.all_docs.keys()
    else:
        generated = state.generated
        hidden = {name for name in generated if page_facts(dict(env.metadata[name])).hidden}
    return sorted(keep_out_of_search(env, hidden))


def _unsearched(env: BuildEnvironment) -> set[str]:
    """Return the pages with ``searchable: false``, which only the search of the site leaves out."""
    return {name for name, meta in env.metadata.items() if is_unsearched(meta)}


def _left_out(app: Sphinx) -> set[str]:
    """Return the pages that docs.json does not list, in a site without conf.py.

    They have an address, but no search finds them unless ``seo.indexing`` is ``all``.
    """
    state = state_of(app)
    if reading_of(app).markdown is not Markdown.ALL or state.docs.seo.indexing == "all":
        return set()
    return set(state.site.unlisted)


def tidy_index(app: Sphinx) -> list[tuple[str, dict[str, Any], str]]:
    """Tidy the index before it is written (``html-collect-pages``); adds no page.

    Hidden documents are removed, with their names. Words that no page has any more are
    removed: Sphinx keeps them, but a clean build does not have them. The file names of
    generated documents are replaced by ones without local paths.
    """
    builder = app.builder
    index = getattr(builder, "indexer", None)
    if not isinstance(index, IndexBuilder) or not isinstance(builder, StandaloneHTMLBuilder):
        return []
    if find_state(app) is None or isinstance(builder, SerializingHTMLBuilder):
        return []
    index.prune(set(app.env.all_docs) - record_of(app.env).unsearchable)
    names = {docname: f"{docname}{SUFFIX}" for docname in state_of(app).generated}
    if isinstance(index, SiteIndex):
        for each in index.every():
            _tidy(app, each, names)
    else:
        _restore_entries(builder, index)
        _tidy(app, index, names)
        index_data.fill_if_empty(index, app.config.root_doc)
    return []


def _tidy(app: Sphinx, index: IndexBuilder, names: Mapping[str, str]) -> None:
    """Tidy one index; a page of an operation is found as ``GET /pets: List pets``."""
    for docname in index_data.indexed(index):
        found = app.emit_firstresult(FOUND_AS, docname)
        if found is not None:
            heading, anchor = found
            index_data.rename(index, docname, heading, anchor)
    index_data.tidy(index, names)


def _restore_entries(builder: StandaloneHTMLBuilder, index: IndexBuilder) -> None:
    """Take the index entries of pages that were not written now from the last build."""
    path = Path(builder.outdir, builder.searchindex_filename)
    if builder.indexer_dumps_unicode and path.is_file():
        with suppress(ValueError):  # an index of another version, which Sphinx has ignored
            frozen = builder.indexer_format.loads(path.read_text("utf-8"))
            index_data.restore_entries(index, frozen, _docnames(builder, frozen))


def _docnames(builder: StandaloneHTMLBuilder, frozen: Mapping[str, Any]) -> list[str]:
    """Return the documents of a written index; Immaterial writes their URLs instead."""
    if "docurls" not in frozen:
        return list(frozen["docnames"])
    documents = {builder.get_target_uri(docname): docname for docname in builder.env.all_docs}
    return [documents.get(url, url) for url in frozen["docurls"]]
