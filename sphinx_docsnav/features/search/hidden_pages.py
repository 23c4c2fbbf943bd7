"""Pages that no search finds."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.search import IndexBuilder

from sphinx_docsnav.core.compat import index_data
from sphinx_docsnav.core.site.env_record import hidden_pages, is_unsearched, record_of
from sphinx_docsnav.core.site.generate import SUFFIX
from sphinx_docsnav.core.site.scopes import left_out
from sphinx_docsnav.core.state import find_state, reading_of, state_of
from sphinx_docsnav.features.search.search_index import writes_index
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
        hidden = hidden_pages(state.site, state.facts) | left_out(app) | _unsearched(env)
        hidden &= env.all_docs.keys()
    else:
        generated = state.generated
        hidden = {name for name in generated if page_facts(dict(env.metadata[name])).hidden}
    return sorted(keep_out_of_search(env, hidden))


def _unsearched(env: BuildEnvironment) -> set[str]:
    """Return the pages with ``searchable: false``, which only the search of the site leaves out."""
    return {name for name, meta in env.metadata.items() if is_unsearched(meta)}


def tidy_index(app: Sphinx) -> list[tuple[str, dict[str, Any], str]]:
    """Make Sphinx's index, if it is written, that of a clean build (``html-collect-pages``).

    Hidden pages are removed, and words that no page has any more; entries of pages that were not
    written now are taken from the last build. File names of generated documents are replaced by
    ones without local paths.
    """
    builder = app.builder
    index, state = getattr(builder, "indexer", None), find_state(app)
    if not isinstance(builder, StandaloneHTMLBuilder) or not isinstance(index, IndexBuilder):
        return []
    if state is None or writes_index(app) or not builder.indexer_dumps_unicode:
        return []
    index.prune(app.env.all_docs.keys() - record_of(app.env).unsearchable)
    path = Path(builder.outdir, builder.searchindex_filename)
    if path.is_file():
        with suppress(ValueError, KeyError):  # another version's or a theme's, as Sphinx ignores
            frozen = builder.indexer_format.loads(path.read_text("utf-8"))
            index_data.restore_entries(index, frozen, list(frozen["docnames"]))
    index_data.tidy(index, {docname: f"{docname}{SUFFIX}" for docname in state.generated})
    return []
