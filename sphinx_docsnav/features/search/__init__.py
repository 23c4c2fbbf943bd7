"""Search: the index of this extension, its dialog and pages; documents that no search lists."""

from __future__ import annotations

from collections.abc import Mapping
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
from sphinx_docsnav.core.site.divisions import find_unlisted_pages
from sphinx_docsnav.core.site.env_record import find_hidden_pages, is_unsearched, record_of
from sphinx_docsnav.core.site.generate import SUFFIX
from sphinx_docsnav.core.state import find_state, reading_of, state_of
from sphinx_docsnav.features.search.page_entries import (
    forget_entries,
    merge_entries,
    store_entries,
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
    claim_search_pages,
    describe_scopes,
    list_search_pages,
    remove_search_pages,
    set_search_context,
)
from sphinx_docsnav.navigation.page_facts import extract_page_facts

if TYPE_CHECKING:
    from sphinx.domains.index import IndexDomain

NO_SEARCH = "nosearch"
"""The metadata field that keeps a document's words out of Sphinx's index."""


def update_unsearchable(app: Sphinx, env: BuildEnvironment) -> None:
    """Exclude hidden pages from search (``env-updated``)."""
    state = state_of(app)
    if reading_of(app).has_navigation:
        unsearched = {name for name, meta in env.metadata.items() if is_unsearched(meta)}
        hidden = find_hidden_pages(state.site, state.facts) | find_unlisted_pages(app) | unsearched
        hidden &= env.all_docs.keys()
    else:
        generated = state.generated
        hidden = {name for name in generated if extract_page_facts(dict(env.metadata[name])).hidden}
    record = record_of(env)
    # Pages that were hidden in the last build, but no longer are, must be found again.
    for docname in (record.unsearchable & env.all_docs.keys()) - hidden:
        env.metadata[docname].pop(NO_SEARCH, None)
    for docname in hidden:
        # Sphinx only checks whether the field exists; an author may have set a value.
        env.metadata[docname].setdefault(NO_SEARCH, "")
    record.unsearchable = hidden


def normalize_sphinx_index(app: Sphinx) -> list[tuple[str, dict[str, Any], str]]:
    """Make Sphinx's index, if it is written, equal that of a clean build (``html-collect-pages``).

    The index is a file that Sphinx loads, extends by the pages that it writes, and dumps.
    """
    builder = app.builder
    indexer, state = getattr(builder, "indexer", None), find_state(app)
    if not isinstance(builder, StandaloneHTMLBuilder) or not isinstance(indexer, IndexBuilder):
        return []
    if state is None or writes_index(app) or not builder.indexer_dumps_unicode:
        return []
    indexer.prune(app.env.all_docs.keys() - record_of(app.env).unsearchable)
    path = Path(builder.outdir, builder.searchindex_filename)
    last_index: dict[str, Any] = {}
    if path.is_file():
        # Sphinx ignores an index that it cannot read, such as that of a theme.
        with suppress(ValueError):
            last_index = builder.indexer_format.loads(path.read_text("utf-8"))
    file_names = {docname: f"{docname}{SUFFIX}" for docname in state.generated}
    builder.indexer_format = _NormalizingFormat(
        builder.indexer_format, app.env, last_index, file_names
    )
    return []


class _NormalizingFormat:
    """The format of Sphinx's index; it dumps what a clean build would dump.

    Words that no page contains any more are removed; index entries of pages that this build has
    not written are taken from the last build; generated documents have no local path.
    """

    def __init__(
        self,
        file_format: Any,  # noqa: ANN401 -- a module or an object with ``dump`` and ``loads``
        env: BuildEnvironment,
        last: Mapping[str, Any],
        file_names: Mapping[str, str],
    ) -> None:
        self._format = file_format
        self._last_index = last
        """The index of the last build, as it is stored."""
        self._file_names = file_names
        """The file names of documents that have no source file, by docname."""
        domain = cast("IndexDomain", env.get_domain("index"))
        self._docnames_with_entries = {name for name, rows in domain.entries.items() if rows}
        """The documents that have index entries now, whether this build writes them or not."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 -- any member of the format
        return getattr(self._format, name)

    def dump(self, frozen: dict[str, Any], stream: IO[str]) -> None:
        """Write the index *frozen* to *stream*."""
        # The index of a theme, such as Immaterial's, has another structure.
        if "docnames" not in frozen:
            self._format.dump(frozen, stream)
            return
        names = frozen["docnames"]
        files = zip(names, frozen["filenames"], strict=True)
        normalized = {
            **frozen,
            "filenames": [self._file_names.get(docname, file) for docname, file in files],
            "indexentries": self._merge_entries(frozen),
        }
        # `prune` leaves words without pages, and Sphinx writes them as empty lists.
        for table in ("terms", "titleterms"):
            normalized[table] = {
                word: pages for word, pages in frozen[table].items() if pages != []
            }
        self._format.dump(normalized, stream)

    def _merge_entries(self, frozen: Mapping[str, Any]) -> dict[str, list[tuple[int, str, bool]]]:
        """Return the index entries of all pages, each with its locations.

        :returns: by entry, a list of page number, anchor, and whether it is a main entry.
        """
        numbers_by_docname = {docname: number for number, docname in enumerate(frozen["docnames"])}
        rows = {
            (entry, number, anchor, main)
            for entry, locations in frozen["indexentries"].items()
            for number, anchor, main in locations
        }
        # Pages that this build has written are complete. Take the entries of others from the last
        # index.
        written_numbers = {number for _entry, number, _anchor, _main in rows}
        last_docnames = self._last_index.get("docnames", ())
        for entry, locations in self._last_index.get("indexentries", {}).items():
            for last_number, anchor, main in locations:
                number = numbers_by_docname.get(last_docnames[last_number], -1)
                if (
                    number not in {-1, *written_numbers}
                    and last_docnames[last_number] in self._docnames_with_entries
                ):
                    rows.add((entry, number, anchor, bool(main)))
        entries: dict[str, list[tuple[int, str, bool]]] = {}
        for entry, number, anchor, main in sorted(rows):
            entries.setdefault(entry, []).append((number, anchor, main))
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
    listen = partial(connect_always, app)
    connect(app, SHOWN, 500, describe_scopes, "pages name the page of their search")
    listen("config-inited", 950, extend_for_search, "needs docs.json, and precedes the builder")
    listen("builder-inited", 900, replace_search, "themes change their templates at 500")
    listen("doctree-read", 900, store_entries, "titles and metadata of the page are collected")
    listen("env-purge-doc", 500, forget_entries, "the page is read again or has gone")
    listen("env-merge-info", 500, merge_entries, "a reading process has noted its pages")
    listen("env-updated", 500, update_unsearchable, "all pages are read, and none is indexed")
    listen("html-collect-pages", 500, list_search_pages, "adds a search page per scope")
    listen(
        "html-collect-pages",
        500,
        normalize_sphinx_index,
        "Sphinx's index is complete, and not written",
    )
    listen("html-page-context", 350, set_search_context, "themes wrap pathto from 400 on")
    listen(
        "html-page-context",
        430,
        add_search_dialog,
        "needs pathto from set_search_context and the words from translate_context",
    )
    listen("build-finished", 500, write_index, "all pages are known")
    listen("env-get-updated", 500, claim_search_pages, "no page of a scope is written")
    listen("build-finished", 500, remove_search_pages, "the pages of all scopes are written")
    add_dialog_files(app)
    return metadata()
