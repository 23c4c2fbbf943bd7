"""Search: an index of our own, its dialog and its pages; pages that no search finds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, cast

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment
from sphinx.search import IndexBuilder
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.events import SHOWN, connect, connect_always
from sphinx_docsnav.core.settings import Setting, add_settings, metadata
from sphinx_docsnav.core.site.env_record import hidden_pages, is_unsearched, record_of
from sphinx_docsnav.core.site.generate import SUFFIX
from sphinx_docsnav.core.site.scopes import left_out
from sphinx_docsnav.core.state import find_state, reading_of, state_of
from sphinx_docsnav.features.search.page_entries import (
    forget_entries,
    merge_entries,
    note_entries,
)
from sphinx_docsnav.features.search.search_index import (
    extend_for_search,
    replace_search,
    write_index,
    writes_index,
)
from sphinx_docsnav.features.search.search_pages import (
    add_dialog_files,
    add_search_dialog,
    name_pages,
    remove_search_pages,
    search_pages,
    set_search_context,
    shown_scopes,
)
from sphinx_docsnav.navigation.page_facts import page_facts

if TYPE_CHECKING:
    from sphinx.domains.index import IndexDomain

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
    """Make Sphinx's index, if it is written, that of a clean build (``html-collect-pages``)."""
    builder = app.builder
    index, state = getattr(builder, "indexer", None), find_state(app)
    if not isinstance(builder, StandaloneHTMLBuilder) or not isinstance(index, IndexBuilder):
        return []
    if state is None or writes_index(app) or not builder.indexer_dumps_unicode:
        return []
    index.prune(app.env.all_docs.keys() - record_of(app.env).unsearchable)
    path = Path(builder.outdir, builder.searchindex_filename)
    last: dict[str, Any] = {}
    if path.is_file():
        with suppress(ValueError):  # another version's or a theme's, as Sphinx ignores
            last = builder.indexer_format.loads(path.read_text("utf-8"))
    file_names = {docname: f"{docname}{SUFFIX}" for docname in state.generated}
    builder.indexer_format = _TidyFormat(builder.indexer_format, app.env, last, file_names)
    return []


class _TidyFormat:
    """The format of Sphinx's index, which is made that of a clean build when it is written.

    Words that no page has any more are removed; index entries of pages that were not written now
    are taken from the last build; file names of generated documents have no local paths.
    """

    def __init__(
        self,
        file_format: Any,  # noqa: ANN401 -- a module or an object with ``dump`` and ``loads``
        env: BuildEnvironment,
        last: Mapping[str, Any],
        file_names: Mapping[str, str],
    ) -> None:
        self._format = file_format
        self._last = last
        """The index of the last build, as it is stored."""
        self._file_names = file_names
        """The file name to show for documents that have no source file."""
        self._with_entries = {name for name, entries in index_entries(env).items() if entries}
        """The documents that have index entries now, written or not."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 -- any member of the format
        return getattr(self._format, name)

    def dump(self, frozen: dict[str, Any], stream: IO[str]) -> None:
        """Write the index *frozen* to *stream*."""
        if "docnames" not in frozen:  # the index of a theme, such as Immaterial's
            self._format.dump(frozen, stream)
            return
        names = frozen["docnames"]
        files = zip(names, frozen["filenames"], strict=True)
        tidied = {
            **frozen,
            "filenames": [self._file_names.get(docname, file) for docname, file in files],
            "indexentries": self._all_entries(frozen),
        }
        for table in ("terms", "titleterms"):
            tidied[table] = {word: pages for word, pages in frozen[table].items() if pages != []}
        self._format.dump(tidied, stream)

    def _all_entries(self, frozen: Mapping[str, Any]) -> dict[str, list[tuple[int, str, bool]]]:
        """Return the index entries of all pages; each with page, anchor, and whether it is main."""
        numbers = {docname: number for number, docname in enumerate(frozen["docnames"])}
        rows = {
            (entry, number, anchor, main)
            for entry, places in frozen["indexentries"].items()
            for number, anchor, main in places
        }
        written = {number for _entry, number, _anchor, _main in rows}
        names = self._last.get("docnames", ())
        for entry, places in self._last.get("indexentries", {}).items():
            for last_number, anchor, main in places:
                number = numbers.get(names[last_number], -1)
                if number not in {-1, *written} and names[last_number] in self._with_entries:
                    rows.add((entry, number, anchor, bool(main)))
        entries: dict[str, list[tuple[int, str, bool]]] = {}
        for entry, number, anchor, main in sorted(rows):
            entries.setdefault(entry, []).append((number, anchor, main))
        return entries


def index_entries(env: BuildEnvironment) -> Mapping[str, Sequence[object]]:
    """Return the entries of index directives in each document."""
    entries: Mapping[str, Sequence[object]] = cast("IndexDomain", env.get_domain("index")).entries
    return entries


SETTINGS = (
    Setting(
        "docsnav_search",
        True,  # noqa: FBT003 -- the default of a switch
        "Whether pages have the search of this extension, divided by version and language, with a "
        "dialog on ``/`` and Ctrl+K. If ``False``, they have the search of Sphinx or of the theme.",
        rebuild="html",
    ),
)
"""The settings of the feature."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    add_settings(app, SETTINGS)
    every = partial(connect_always, app)
    connect(app, SHOWN, 500, shown_scopes, "pages name the page of their search")
    every("config-inited", 950, extend_for_search, "needs docs.json, and precedes the builder")
    every("builder-inited", 900, replace_search, "themes change their templates at 500")
    every("doctree-read", 900, note_entries, "titles and metadata of the page are collected")
    every("env-purge-doc", 500, forget_entries, "the page is read again or has gone")
    every("env-merge-info", 500, merge_entries, "a reading process has noted its pages")
    every("env-updated", 500, keep_hidden_out, "all pages are read, and none is indexed")
    every("html-collect-pages", 500, search_pages, "adds a search page per scope")
    every("html-collect-pages", 500, tidy_index, "Sphinx's index is complete, and not written")
    every("html-page-context", 350, set_search_context, "themes wrap pathto from 400 on")
    every(
        "html-page-context",
        430,
        add_search_dialog,
        "needs pathto from set_search_context and the words from translate_context",
    )
    every("build-finished", 500, write_index, "all pages are known")
    every("env-get-updated", 500, name_pages, "no page of a scope is written")
    every("build-finished", 500, remove_search_pages, "the pages of all scopes are written")
    add_dialog_files(app)
    return metadata()
