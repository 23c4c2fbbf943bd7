"""Build a part of the site: the divisions that ``docsnav_only`` names.

Every document is read, so that titles, links, inventory and switches are those
of the whole site; what costs most and what takes room, writing, is done for the
part alone. Outputs of parts laid over each other are the output of one whole
build: a file that two parts write is the same in both.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.builders.singlehtml import SingleFileHTMLBuilder

from sphinx_docsnav.core.compat.builder_classes import BuilderFeature, extend_builders
from sphinx_docsnav.core.compat.entries import SphinxName
from sphinx_docsnav.core.compat.private_names import keep_doctrees
from sphinx_docsnav.core.log import SiteError
from sphinx_docsnav.core.site.config_pass import reading_of
from sphinx_docsnav.core.site.scopes import SearchScope
from sphinx_docsnav.core.state import app_of, build_state, find_state, state_of
from sphinx_docsnav.features.search.scoped_index import SiteIndex
from sphinx_docsnav.navigation.shares import UnknownPartError, part_docnames

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

    from sphinx_docsnav.navigation import Site

WHOLE = frozenset({"epub"})
"""HTML builders that make one file of all pages."""


@dataclass(slots=True)
class SitePart:
    """What one build writes."""

    docnames: frozenset[str]
    """The documents of the part."""
    left: set[str] = field(default_factory=set)
    """The documents that this build would have written, were they in the part."""


class CurrentPart:
    """The part that one build writes, if it writes a part."""

    def __init__(self, _app: Sphinx) -> None:
        self.part: SitePart | None = None
        """The part; ``None`` for the whole site."""


def part_of(app: Sphinx) -> SitePart | None:
    """Return the part that the build of *app* writes; ``None`` for the whole site."""
    return build_state(app).slot(CurrentPart).part


def named_docnames(site: Site, names: Iterable[str], docnames: Iterable[str]) -> frozenset[str]:
    """Return the documents of a part; see `sphinx_docsnav.navigation.shares`.

    :raises SiteError: no division has one of *names*.
    """
    try:
        return part_docnames(site, names, docnames)
    except UnknownPartError as error:
        raise SiteError(f"docsnav_only: {error}") from error


def drop_unwritten(app: Sphinx, _docname: str, _source: list[str]) -> None:
    """Drop the tree of the document read before if it will not be written (``source-read``).

    Sphinx keeps every tree that it has read until it is written; the trees of a
    whole site may need more memory than there is. All are in files as well.
    """
    if isinstance(app.builder, PartBuilder):
        keep_doctrees(app.env, build_state(app).slot(_WantedPages).docnames)


class _WantedPages:
    """The documents that the build writes, known before they are read."""

    def __init__(self, app: Sphinx) -> None:
        site, names = state_of(app).site, app.config.docsnav_only
        self.docnames = named_docnames(site, names, app.env.found_docs)
        """The documents of the part."""


def select_part(app: Sphinx, builder: Builder) -> None:
    """Let the builder write the part only (``write-started``)."""
    names = app.config.docsnav_only
    state = find_state(app)
    if state is not None and isinstance(builder, PartBuilder):
        part = SitePart(named_docnames(state.site, names, app.env.found_docs))
        build_state(app).slot(CurrentPart).part = part


class PartBuilder(BuilderFeature):
    """Writes the documents of a part; Sphinx has no event where documents can be left out."""

    base = StandaloneHTMLBuilder
    overrides = (
        SphinxName(
            "sphinx.builders.html",
            "StandaloneHTMLBuilder",
            "prepare_writing",
            "It is given the set of documents that are written afterwards.",
            "'docsnav_only' has no effect and the whole site is written",
            1,
        ),
        SphinxName(
            "sphinx.builders.html",
            "StandaloneHTMLBuilder",
            "dump_search_index",
            "The search index of another part is left as it is.",
            "'docsnav_only' has no effect and the whole site is written",
            0,
        ),
    )

    @classmethod
    def fits(cls, builder: type[Builder]) -> bool:
        """Return whether *builder* writes a file for each page."""
        whole = issubclass(builder, SingleFileHTMLBuilder) or builder.name in WHOLE
        return super().fits(builder) and not whole

    def prepare_writing(self, docnames: set[str]) -> None:
        """Prepare the documents of the part, and remove the others from *docnames*."""
        builder = cast("StandaloneHTMLBuilder", self)
        part = part_of(app_of(builder.env))
        if part:
            part.left = docnames - part.docnames
            docnames &= part.docnames
        cast("StandaloneHTMLBuilder", super()).prepare_writing(docnames)

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


def extend_for_parts(app: Sphinx, config: Config) -> None:
    """Have HTML builders write a part, if there is one to write (``config-inited``)."""
    if config.docsnav_only and reading_of(app).docs is not None:
        extend_builders(app, PartBuilder)


def touches(scope: SearchScope, part: SitePart) -> bool:
    """Return whether a scope contains pages of the part."""
    return not scope.divided or not scope.divided.isdisjoint(part.docnames)


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


def resolved(env: BuildEnvironment, docname: str, builder: Builder) -> Any:  # noqa: ANN401 -- a doctree
    """Return a document's doctree for writing; Sphinx 8.1 has no parameter ``tags``."""
    takes = inspect.signature(type(env).get_and_resolve_doctree).parameters
    options: dict[str, Any] = {"tags": builder.tags} if "tags" in takes else {}
    return env.get_and_resolve_doctree(docname, builder, **options)


def record_unwritten_pages(app: Sphinx, exception: Exception | None) -> None:
    """Remember that what was left out has to be written one day (``build-finished``)."""
    part = part_of(app)
    state = find_state(app)
    if exception is None and part is not None and state is not None:
        state.forget_fingerprints(part.left)
