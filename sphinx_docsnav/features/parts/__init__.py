"""Build of a part of the site: the divisions that ``docsnav_only`` names.

Titles, links, the inventory and switches are those of the whole site. Only the pages of the part,
and pages in its search indexes, are read completely and written. Of other pages, only the front
matter is read, or the text if a page of the part links to a heading in it. The outputs of all
parts, copied into one folder, are the output of a whole build: a file that several parts write is
the same in each of them.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from functools import partial
from itertools import chain
from typing import cast

from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.events import connect
from sphinx_docsnav.core.private_names import (
    BuilderFeature,
    extend_builders,
    keep_doctrees,
    override,
)
from sphinx_docsnav.core.settings import metadata
from sphinx_docsnav.core.site.divisions import (
    find_part_docnames,
    find_unlisted_pages,
    make_scopes,
    touches,
)
from sphinx_docsnav.core.site.env_record import record_of
from sphinx_docsnav.core.state import build_state, find_state, reading_of, state_of

BOOK_BUILDERS = frozenset({"epub"})
"""HTML builders that write all pages into one file."""


def drop_cached_doctree(app: Sphinx, _docname: str, _source: list[str]) -> None:
    """Drop the doctree of the previous document if it will not be written (``source-read``).

    Sphinx caches doctrees until they are written, and those of a whole site may exceed the memory.
    All doctrees are also stored in files.
    """
    if isinstance(app.builder, PartBuilder):
        keep_doctrees(app.env, build_state(app).slot(_PagesToRead).docnames)


class _PagesToRead:
    """The documents that the build reads completely, and those that it writes."""

    def __init__(self, app: Sphinx) -> None:
        state, all_docnames = state_of(app), app.env.found_docs
        self.docnames = find_part_docnames(state.site, app.config.docsnav_only, all_docnames)
        """The documents of the part."""
        self.read: AbstractSet[str] = all_docnames
        """The documents whose text is read."""
        if not reading_of(app).from_toctrees:
            # An index contains the words of its pages, so these pages are read completely.
            excluded = state.generated.keys() - state.site.listed.keys() | find_unlisted_pages(app)
            scopes = make_scopes(state.site, all_docnames - excluded)
            indexed = (scope.docnames for scope in scopes if touches(scope, self.docnames))
            self.read = self.docnames.union(state.generated, *indexed)


def find_pages_to_read(app: Sphinx) -> AbstractSet[str]:
    """Return the documents whose text is read."""
    is_part = isinstance(app.builder, PartBuilder)
    return build_state(app).slot(_PagesToRead).read if is_part else app.env.found_docs


def list_outlined_pages(app: Sphinx, env: BuildEnvironment, *_changes: set[str]) -> list[str]:
    """Return the documents that this build must read again (``env-get-outdated``).

    Of these, an earlier build has read only the front matter.
    """
    record_of(env).outlined &= env.found_docs
    return sorted(record_of(env).outlined & find_pages_to_read(app))


def choose_outlined_pages(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Choose the documents of which only an outline is read (``env-before-read-docs``)."""
    outlined = set(docnames) - find_pages_to_read(app)
    build_state(app).outlined = outlined
    record_of(env).outlined = record_of(env).outlined.difference(docnames) | outlined


def read_linked_headings(app: Sphinx, env: BuildEnvironment) -> None:
    """Read outlined documents if the part links to a heading in them (``env-updated``)."""
    record = record_of(env)
    links = (record.links[name].anchored for name in find_pages_to_read(app) & record.links.keys())
    linked = record.outlined.intersection(chain.from_iterable(links))
    record.outlined -= linked
    build_state(app).outlined -= linked
    for docname in sorted(linked):
        # The steps in which Sphinx reads a changed document.
        app.emit("env-purge-doc", env, docname)
        env.clear_doc(docname)
        app.builder.read_doc(docname)


def select_part(app: Sphinx, builder: Builder) -> None:
    """Select the part that the builder writes (``write-started``)."""
    names = app.config.docsnav_only
    state = find_state(app)
    if state is not None and isinstance(builder, PartBuilder):
        build_state(app).part = find_part_docnames(state.site, names, app.env.found_docs)


class PartBuilder(BuilderFeature):
    """Writes the documents of a part; Sphinx has no event in which documents can be skipped."""

    base = StandaloneHTMLBuilder
    overrides = (
        override(
            StandaloneHTMLBuilder,
            "prepare_writing",
            1,
            "It is given the set of documents that are written afterwards.",
            "'docsnav_only' has no effect and the whole site is written",
        ),
    )

    @classmethod
    def fits(cls, builder: type[Builder]) -> bool:
        """Return whether *builder* writes a file for each page."""
        is_book = issubclass(builder, SingleFileHTMLBuilder) or builder.name in BOOK_BUILDERS
        return super().fits(builder) and not is_book

    def prepare_writing(self, docnames: set[str]) -> None:
        """Prepare the writing of the part, and remove other documents from *docnames*."""
        builder = cast("StandaloneHTMLBuilder", self)
        build = build_state(builder.env)
        if build.part is not None:
            # A later build has to write the others.
            build.forget_pages(docnames - build.part)
            # Change the set itself: Sphinx writes the documents in it afterwards.
            docnames &= build.part
        cast("StandaloneHTMLBuilder", super()).prepare_writing(docnames)


def extend_for_parts(app: Sphinx, config: Config) -> None:
    """Extend HTML builders if the build is one of a part (``config-inited``)."""
    if config.docsnav_only and reading_of(app).docs is not None:
        extend_builders(app, PartBuilder)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    listen = partial(connect, app)
    listen("config-inited", 950, extend_for_parts, "needs docs.json, and precedes the builder")
    listen("env-get-outdated", 600, list_outlined_pages, "the documents of the site are known")
    listen(
        "env-before-read-docs",
        500,
        choose_outlined_pages,
        "worker processes have not begun to read",
    )
    listen("env-updated", 100, read_linked_headings, "all links are known, and no page is written")
    listen(
        "source-read", 500, drop_cached_doctree, "the document before this one is read completely"
    )
    listen("write-started", 500, select_part, "the pages to write have not been prepared yet")
    return metadata()
