"""Sphinx's search index, one for each scope, and each with the stemmer of its language.

The builder goes on with one index as ever: that of the first scope, which
passes on to the others what is theirs.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.search import IndexBuilder
from sphinxcontrib.serializinghtml import SerializingHTMLBuilder

from sphinx_docsnav.sphinx_ext.build.state import app_of, find_state
from sphinx_docsnav.sphinx_ext.html.theme_choice import adapter_of
from sphinx_docsnav.sphinx_ext.languages.page_language import speech_of
from sphinx_docsnav.sphinx_ext.search.scopes import Scope, Scopes, scopes_of
from sphinx_docsnav.themes.generic.adapter import Generic

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

AnyIndex = TypeVar("AnyIndex", bound="ScopeIndex")
"""A kind of index."""
_STEMS = 100_000
"""How many words' stems are remembered from page to page."""


class ScopeIndex(IndexBuilder):
    """The index of one scope."""

    def __init__(self, builder: StandaloneHTMLBuilder, scope: Scope) -> None:
        config = builder.config
        speech = speech_of(app_of(builder.env))
        language = speech.known(scope.language) if scope.language else speech.own
        super().__init__(
            builder.env,
            config.html_search_language or language,
            config.html_search_options,
            config.html_search_scorer,
        )
        # Sphinx forgets after each page what took a seventh of a build to work out.
        self.lang.stem = lru_cache(_STEMS)(self.lang.stem)  # type: ignore[method-assign]  # on purpose
        self._builder = builder
        self.env = builder.env
        self.scope = scope
        """What it finds."""
        self.language = language
        """The language of its pages, as Sphinx writes it."""
        self._titles, self._filenames = {}, {}
        self._mapping, self._title_mapping = {}, {}
        self._all_titles, self._index_entries = {}, {}
        self._objtypes, self._objnames = {}, {}

    def load(self, stream: Any, format: Any) -> None:  # noqa: A002, ANN401 -- Sphinx's signature
        """Read what an earlier build has found, entries of the index included."""
        text = stream.read()
        super().load(io.StringIO(text), format)
        frozen = format.load(io.StringIO(text))
        docnames = frozen.get("docnames") or self._named(frozen["docurls"])
        self._index_entries = {}
        for entry, found in frozen["indexentries"].items():
            for number, anchor, main in found:
                docname = docnames[number]
                row = (entry, anchor, "main" if main else "")
                self._index_entries.setdefault(docname, []).append(row)

    def _named(self, urls: Iterable[str]) -> list[str]:
        """Return the documents at *urls*, by which Immaterial's index calls them."""
        names = {self._builder.get_target_uri(name): name for name in self.env.all_docs}
        return [names.get(url, url) for url in urls]

    def missing(self) -> set[str]:
        """Return the documents that it should have and has not."""
        return set(self.scope.docnames - self._titles.keys())

    def tidy(self) -> None:
        """Forget words that no page has any more, and entries of pages that are gone."""
        for words in (self._mapping, self._title_mapping):
            for word in [word for word, docnames in words.items() if not docnames]:
                del words[word]
        self._index_entries = {
            docname: sorted(
                (entry.lower(), anchor, main if main == "main" else "")
                for entry, anchor, main in self._index_entries[docname]
            )
            for docname in sorted(self._index_entries.keys() & self._titles.keys())
        }

    def name_files(self, names: dict[str, str]) -> None:
        """Give documents another file name than that of their source."""
        for docname in self._filenames.keys() & names.keys():
            self._filenames[docname] = names[docname]


class SiteIndex(ScopeIndex):
    """The index of the first scope, with those of the others beside it."""

    def __init__(self, builder: StandaloneHTMLBuilder, scopes: Scopes) -> None:
        super().__init__(builder, scopes.indexes[0])
        self.scopes = scopes
        """All of them."""
        kind = upon(self._base(), ScopeIndex)
        self.others = {scope: kind(builder, scope) for scope in scopes.indexes[1:]}
        """The indexes of the other scopes."""
        self.languages = {scope: index.language for scope, index in self.others.items()}
        """Their languages, also of those that are left out."""
        self._outdir = Path(builder.outdir)
        self._file = builder.searchindex_filename
        self._speech = speech_of(app_of(builder.env))
        self.adapter = adapter_of(app_of(builder.env)) or Generic({})
        """What is known of the theme whose pages search it."""

    def _base(self) -> type[IndexBuilder]:
        """Return the kind of index that it is made upon."""
        kinds = (kind for kind in type(self).__mro__ if not issubclass(kind, ScopeIndex))
        return next(kind for kind in kinds if issubclass(kind, IndexBuilder))

    def every(self) -> Iterator[ScopeIndex]:
        """Yield all indexes, this one first."""
        yield self
        yield from self.others.values()

    def load(self, stream: Any, format: Any) -> None:  # noqa: A002, ANN401 -- Sphinx's signature
        """Read what earlier builds have found, of every scope that there was."""
        super().load(stream, format)
        self.load_others(format)

    def load_others(self, format: Any) -> None:  # noqa: A002, ANN401 -- Sphinx's signature
        """Read what earlier builds have found, but of this scope."""
        for scope, index in self.others.items():
            path = self._outdir / scope.named(self._file)
            if path.is_file():  # else all its documents are written; see `unindexed`
                index.load(io.StringIO(path.read_text("utf-8")), format)

    def dump(self, stream: Any, format: Any) -> None:  # noqa: A002, ANN401 -- Sphinx's signature
        """Write every index to its file."""
        with self._speaking(self):
            super().dump(stream, format)
        self.dump_others(format)

    def leave_out(self, indexes: Iterable[ScopeIndex]) -> None:
        """Do not write *indexes*; a build of another part does."""
        for index in indexes:
            self.others.pop(index.scope, None)

    def dump_others(self, format: Any) -> None:  # noqa: A002, ANN401 -- Sphinx's signature
        """Write the indexes of the other scopes."""
        for scope, index in self.others.items():
            text = io.StringIO()
            with self._speaking(index):
                index.dump(text, format)
            path = self._outdir / scope.named(self._file)
            if not path.is_file() or path.read_text("utf-8") != text.getvalue():
                path.write_text(text.getvalue(), "utf-8")

    def _speaking(self, index: ScopeIndex) -> AbstractContextManager[None]:
        """Let the names of objects be in the language of an index."""
        return self._speech.speaking(index.language)

    def feed(self, docname: str, filename: Any, title: str, doctree: nodes.document) -> None:  # noqa: ANN401 -- str or a path, as Sphinx has it
        """Take a document into the indexes of its scopes."""
        for scope in self.scopes.finding(docname):
            if scope is self.scope:
                super().feed(docname, filename, title, doctree)
            else:
                self.others[scope].feed(docname, filename, title, doctree)

    def prune(self, docnames: Iterable[str]) -> None:
        """Forget documents but *docnames*, and those that a scope no longer finds."""
        kept = set(docnames)
        super().prune(kept & self.scope.docnames)
        for scope, index in self.others.items():
            index.prune(kept & scope.docnames)

    def freeze(self) -> dict[str, Any]:
        """Return the index as it is written, also if nothing is found."""
        if not self._titles:
            self._titles[""] = ""  # Sphinx cannot write an index of nothing
            self._filenames[""] = ""
        frozen: dict[str, Any] = super().freeze()
        return frozen


def upon(base: type[IndexBuilder], kind: type[AnyIndex]) -> type[AnyIndex]:
    """Return *kind* of index made upon *base*: Sphinx's, or one that a theme puts in its place."""
    return kind if issubclass(kind, base) else type(kind.__name__, (kind, base), {})


def unindexed(app: Sphinx) -> set[str]:
    """Return the documents of scopes whose index is not in the output."""
    builder = app.builder
    if not isinstance(builder, StandaloneHTMLBuilder) or not builder.search:
        return set()
    names = {scope: scope.named(builder.searchindex_filename) for scope in scopes_of(app).indexes}
    missing = [scope for scope, name in names.items() if not Path(app.outdir, name).is_file()]
    return {docname for scope in missing for docname in scope.docnames}


def split_search_index(app: Sphinx, builder: Builder) -> None:
    """Let the builder's index be one for each scope (``write-started``)."""
    plain = isinstance(builder, SerializingHTMLBuilder)
    if plain or not isinstance(builder, StandaloneHTMLBuilder) or find_state(app) is None:
        return
    load_indexer = builder.load_indexer

    def load(docnames: set[str]) -> None:
        index = builder.indexer
        if isinstance(index, IndexBuilder) and not isinstance(index, SiteIndex):
            builder.indexer = index = upon(type(index), SiteIndex)(builder, scopes_of(app))
        if (
            not isinstance(index, SiteIndex)
            or Path(app.outdir, builder.searchindex_filename).is_file()
        ):
            load_indexer(docnames)
        else:  # written whole in this build, or not at all; Sphinx would warn
            index.load_others(builder.indexer_format)
            index.prune(app.env.all_docs.keys() - docnames)

    builder.__dict__["load_indexer"] = load  # Sphinx makes its index where no event is near
