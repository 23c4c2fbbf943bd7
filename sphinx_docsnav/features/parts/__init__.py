"""Build a part of the site: the divisions that ``docsnav_only`` names.

Titles, links, inventory and switches are those of the whole site; what costs most and what takes
room, reading the text of pages and writing them, is done for the part alone, and for pages that its
indexes contain. Of other pages, the front matter is read, and the text if a page of the part links
to a heading in it. Outputs of parts laid over each other are the output of one whole build: a file
that two parts write is the same in both.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from itertools import chain
from typing import cast

from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.compat.entries import BuilderFeature, SphinxName, extend_builders
from sphinx_docsnav.core.compat.private_names import keep_doctrees
from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.settings import metadata
from sphinx_docsnav.core.site.env_record import record_of
from sphinx_docsnav.core.site.parts import (
    CurrentPart,
    OutlinedPages,
    SitePart,
    named_docnames,
    part_of,
    touches,
)
from sphinx_docsnav.core.site.scopes import left_out, make_scopes
from sphinx_docsnav.core.state import app_of, build_state, find_state, reading_of, state_of

WHOLE = frozenset({"epub"})
"""HTML builders that make one file of all pages."""


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
        state, found = state_of(app), app.env.found_docs
        self.docnames = named_docnames(state.site, app.config.docsnav_only, found)
        """The documents of the part."""
        self.read: AbstractSet[str] = found
        """Those of which the text is read."""
        if not reading_of(app).from_toctrees:
            part = SitePart(self.docnames)
            out = state.generated.keys() - state.site.listed.keys() | left_out(app)
            scopes = make_scopes(state.site, found - out)
            indexed = (scope.docnames for scope in scopes if touches(scope, part))
            self.read = self.docnames.union(state.generated, *indexed)


def needed(app: Sphinx) -> AbstractSet[str]:
    """Return the documents of which the text is read."""
    is_part = isinstance(app.builder, PartBuilder)
    return build_state(app).slot(_WantedPages).read if is_part else app.env.found_docs


def read_left_out(app: Sphinx, env: BuildEnvironment, *_changes: set[str]) -> list[str]:
    """Return the documents that an earlier build has outlined and this one needs."""
    record_of(env).outlined &= env.found_docs
    return sorted(record_of(env).outlined & needed(app))


def choose_outlines(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Have the documents outlined that the part does not need (``env-before-read-docs``)."""
    chosen = set(docnames) - needed(app)
    build_state(app).slot(OutlinedPages).docnames = chosen
    record_of(env).outlined = record_of(env).outlined.difference(docnames) | chosen


def read_linked_headings(app: Sphinx, env: BuildEnvironment) -> None:
    """Read the text of documents that the part links to a heading of (``env-updated``)."""
    record = record_of(env)
    links = (record.links[name].anchored for name in needed(app) & record.links.keys())
    linked = record.outlined.intersection(chain.from_iterable(links))
    record.outlined -= linked
    build_state(app).slot(OutlinedPages).docnames -= linked
    for docname in sorted(linked):
        app.emit("env-purge-doc", env, docname)
        env.clear_doc(docname)
        app.builder.read_doc(docname)


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


def extend_for_parts(app: Sphinx, config: Config) -> None:
    """Have HTML builders write a part, if there is one to write (``config-inited``)."""
    if config.docsnav_only and reading_of(app).docs is not None:
        extend_builders(app, PartBuilder)


def record_unwritten_pages(app: Sphinx, exception: Exception | None) -> None:
    """Remember that what was left out has to be written one day (``build-finished``)."""
    part = part_of(app)
    state = find_state(app)
    if exception is None and part is not None and state is not None:
        build_state(app).forget_pages(part.left)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    connect(
        app, "config-inited", 950, extend_for_parts, "needs docs.json, and precedes the builder"
    )
    connect(app, "env-get-outdated", 600, read_left_out, "the documents of the site are known")
    connect(
        app, "env-before-read-docs", 500, choose_outlines, "worker processes have not begun to read"
    )
    connect(
        app, "env-updated", 100, read_linked_headings, "all links are known, and no page is written"
    )
    connect(
        app, "source-read", 500, drop_unwritten, "the document before this one is read completely"
    )
    connect(app, "write-started", 500, select_part, "the pages to write have not been prepared yet")
    connect(
        app,
        "build-finished",
        400,
        record_unwritten_pages,
        "keep_page_keys at 500 needs to know the pages that were not written",
    )
    return metadata()
