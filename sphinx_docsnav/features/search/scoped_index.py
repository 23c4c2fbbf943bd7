"""Sphinx's search index, one for each scope, and each with the stemmer of its language.

A site with one scope has Sphinx's own index. With several, the builder still has
one index: that of the first scope, which passes documents on to the others.
"""

from __future__ import annotations

import io
import operator
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import lru_cache, partial
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, TypeVar, cast

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.search import IndexBuilder, SearchLanguage, languages
from sphinxcontrib.serializinghtml import SerializingHTMLBuilder

from sphinx_docsnav.core.compat import index_data
from sphinx_docsnav.core.compat.builder_classes import BuilderFeature, extend_builders
from sphinx_docsnav.core.compat.entries import GET_OBJECTS, SphinxName, replace_until_end
from sphinx_docsnav.core.language import sphinx_language_of
from sphinx_docsnav.core.pages.theme_choice import adapter_of
from sphinx_docsnav.core.site.parts import part_of, resolved, touches
from sphinx_docsnav.core.site.scopes import KINDS, Scopes, SearchScope, scopes_of
from sphinx_docsnav.core.state import app_of, build_state, find_state, reading_of
from sphinx_docsnav.docs_json import ElementModel
from sphinx_docsnav.sitefiles.write import write_if_changed
from sphinx_docsnav.themes.generic.adapter import Generic

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

    from sphinx_docsnav.docs_json import PageEntry


ListObjects = Callable[[], Iterable[tuple[Any, ...]]]
"""Returns the objects of a domain."""


class ObjectLists:
    """Lists the objects of each domain once for a language.

    Each index asks for all objects of the site and takes those of its documents, so that the
    time grows with the number of versions times that of pages.
    """

    def __init__(self, env: BuildEnvironment) -> None:
        self._env = env
        self._language: str | None = None
        self._lists: dict[str, list[tuple[Any, ...]]] = {}

    @contextmanager
    def used(self, language: str) -> Iterator[None]:
        """Have the domains return their lists; their names can be in *language*."""
        if language != self._language:
            self._language, self._lists = language, {}
        with ExitStack() as restorations:
            for domain in self._env.domains.sorted():
                make = partial(partial, self._listed, domain.name)
                replace_until_end(restorations, domain, GET_OBJECTS, make)
            yield

    def forget(self) -> None:
        """Release the lists."""
        self._language, self._lists = None, {}

    def _listed(self, name: str, list_objects: ListObjects) -> list[tuple[Any, ...]]:
        if name not in self._lists:
            self._lists[name] = sorted(list_objects())  # as the index sorts them each time
        return self._lists[name]


AnyIndex = TypeVar("AnyIndex", bound="ScopeIndex")
"""A kind of index."""
_STEMS = 100_000
"""How many stems are cached."""
IMMATERIAL = "sphinx_immaterial"
"""The extension whose theme searches in a window, with an index of its own."""


class ScopeIndex(IndexBuilder):
    """The index of one scope."""

    def __init__(self, builder: StandaloneHTMLBuilder, scope: SearchScope) -> None:
        config = builder.config
        language_switch = sphinx_language_of(app_of(builder.env))
        language = language_switch.known(scope.language) if scope.language else language_switch.own
        super().__init__(
            builder.env,
            config.html_search_language or language,
            config.html_search_options,
            config.html_search_scorer,
        )
        self._builder = builder
        self.env = builder.env
        self.scope = scope
        """What it finds."""
        self.language = language
        """The language of its pages, as Sphinx writes it."""
        index_data.clear(self)

    def load(self, stream: Any, format: Any) -> None:  # noqa: A002, ANN401 -- Sphinx's signature
        """Read what an earlier build has found, entries of the index included."""
        text = stream.read()
        super().load(io.StringIO(text), format)
        frozen = format.load(io.StringIO(text))
        docnames = frozen.get("docnames") or self._named(frozen["docurls"])
        index_data.restore_entries(self, frozen, docnames)

    def _named(self, urls: Iterable[str]) -> list[str]:
        """Return the documents at *urls*, by which Immaterial's index calls them."""
        names = {self._builder.get_target_uri(name): name for name in self.env.all_docs}
        return [names.get(url, url) for url in urls]

    def missing(self) -> set[str]:
        """Return the documents that it should have and has not."""
        return set(self.scope.docnames - index_data.indexed(self))


class SiteIndex(ScopeIndex, index_data.IndexGroup):
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
        self._speech = sphinx_language_of(app_of(builder.env))
        self._objects = ObjectLists(builder.env)
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
            if path.is_file():  # else all its documents are written; see `find_unindexed`
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
            write_if_changed(self._outdir / scope.named(self._file), text.getvalue())
        self._objects.forget()

    @contextmanager
    def _speaking(self, index: ScopeIndex) -> Iterator[None]:
        """Let the names of objects be in the language of an index."""
        with self._speech.using(index.language), self._objects.used(index.language):
            yield

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
        """Return the serialized index, also if it is empty."""
        index_data.fill_if_empty(self, "")
        frozen: dict[str, Any] = super().freeze()
        return frozen


def upon(base: type[IndexBuilder], kind: type[AnyIndex]) -> type[AnyIndex]:
    """Return *kind* of index made upon *base*: Sphinx's, or one that a theme puts in its place."""
    return kind if issubclass(kind, base) else type(kind.__name__, (kind, base), {})


def shown_scopes(app: Sphinx) -> Callable[[str], object]:
    """Return the names of a document's search page and indexes (``docsnav-shown``)."""
    return scopes_of(app).names


def find_unindexed(app: Sphinx, _env: BuildEnvironment) -> list[str]:
    """Return the documents of scopes whose index is not in the output (``env-updated``)."""
    builder = app.builder
    if not isinstance(builder, StandaloneHTMLBuilder) or not builder.search:
        return []
    names = {scope: scope.named(builder.searchindex_filename) for scope in scopes_of(app).indexes}
    missing = [scope for scope, name in names.items() if not Path(app.outdir, name).is_file()]
    return sorted({docname for scope in missing for docname in scope.docnames})


class ScopedSearchBuilder(BuilderFeature):
    """Makes an index for each scope; Sphinx has no event when it makes its index."""

    base = StandaloneHTMLBuilder
    overrides = (
        SphinxName(
            "sphinx.builders.html",
            "StandaloneHTMLBuilder",
            "load_indexer",
            "The search of a version, language or product finds its own pages only.",
            "a search finds the pages of all versions, languages and products",
            1,
        ),
        SphinxName(
            "sphinx.builders.html",
            "StandaloneHTMLBuilder",
            "dump_search_index",
            "A build of a part of the site leaves the search indexes of other parts as they are.",
            "a search finds the pages of all versions, languages and products",
            0,
        ),
    )

    @classmethod
    def fits(cls, builder: type[Builder]) -> bool:
        """Return whether *builder* writes a search index for pages in a browser."""
        return super().fits(builder) and not issubclass(builder, SerializingHTMLBuilder)

    def load_indexer(self, docnames: set[str]) -> None:
        """Read the indexes of the last build, without *docnames*."""
        builder = cast("StandaloneHTMLBuilder", self)
        index, app = builder.indexer, app_of(builder.env)
        if isinstance(index, IndexBuilder) and _needs_site_index(app, index):
            builder.indexer = index = upon(type(index), SiteIndex)(builder, scopes_of(app))
        has_file = Path(app.outdir, builder.searchindex_filename).is_file()
        if not isinstance(index, SiteIndex) or has_file:
            cast("StandaloneHTMLBuilder", super()).load_indexer(docnames)
        else:  # written whole in this build, or not at all; Sphinx would warn
            index.load_others(builder.indexer_format)
            index.prune(app.env.all_docs.keys() - docnames)

    def dump_search_index(self) -> None:
        """Write the search indexes that have pages of the part."""
        builder = cast("StandaloneHTMLBuilder", self)
        part, index = part_of(app_of(builder.env)), builder.indexer
        if part and isinstance(index, SiteIndex):
            index.leave_out([each for each in index.every() if not touches(each.scope, part)])
            if not touches(index.scope, part):
                index.dump_others(builder.indexer_format)
                return
        cast("StandaloneHTMLBuilder", super()).dump_search_index()


def index_other_pages(app: Sphinx) -> list[Any]:
    """Let indexes of the part find pages outside of it too (``html-collect-pages``).

    An index is whole or not there at all.
    """
    builder = app.builder
    part = part_of(app)
    if part is None or not isinstance(builder, StandaloneHTMLBuilder):
        return []
    index = builder.indexer
    if not isinstance(index, SiteIndex):
        return []
    wanted: set[str] = set()
    for each in index.every():
        if touches(each.scope, part):
            wanted |= (part.left & each.scope.docnames) | each.missing()
    index.prune(app.env.all_docs.keys() - wanted)
    for docname in sorted(wanted):
        doctree = resolved(app.env, docname, builder)
        builder.write_doc_serialized(docname, doctree)
    return []


def _needs_site_index(app: Sphinx, index: IndexBuilder) -> bool:
    if find_state(app) is None or isinstance(index, SiteIndex):
        return False
    one = len(scopes_of(app).all) == 1
    return not one or bool(app.config.docsnav_only) or IMMATERIAL in app.extensions


def extend_for_scopes(app: Sphinx, config: Config) -> None:
    """Have HTML builders make an index for each scope, if there are some (``config-inited``)."""
    docs = reading_of(app).docs
    if docs is None:
        return
    divided = any(_has_scopes(element) for element in docs.navigation.children)
    if divided or config.docsnav_only or IMMATERIAL in app.extensions:
        extend_builders(app, ScopedSearchBuilder)


def _has_scopes(element: ElementModel | PageEntry) -> bool:
    """Return whether there is a division of `KINDS` here."""
    return isinstance(element, ElementModel) and (
        element.kind in KINDS or any(map(_has_scopes, element.children))
    )


def cache_stems(app: Sphinx, builder: Builder) -> None:
    """Add search languages that cache stems from page to page (``write-started``).

    Without them stemming takes a seventh of a build.
    """
    if not isinstance(builder, StandaloneHTMLBuilder) or find_state(app) is None:
        return
    restorations, replaced = build_state(app).restorations, set[str]()
    codes = {app.config.html_search_language or app.config.language}
    if issubclass(type(builder), ScopedSearchBuilder) and not app.config.html_search_language:
        language_switch = sphinx_language_of(app)
        codes |= {
            language_switch.known(scope.language) for scope in scopes_of(app).all if scope.language
        }
    for code in codes:
        name = code if code in languages else code.partition("_")[0]
        known = languages.get(name)
        if known is not None and name not in replaced:
            replaced.add(name)
            restorations.callback(operator.setitem, languages, name, known)
            app.add_search_language(_with_cache(known, name))


def _with_cache(known: type[SearchLanguage] | str, code: str) -> type[SearchLanguage]:
    """Return a search language whose stems are cached."""
    base: Any = resolve_name(known) if isinstance(known, str) else known
    return type(base.__name__, (base,), {"lang": code, "stem": lru_cache(_STEMS)(base.stem)})
