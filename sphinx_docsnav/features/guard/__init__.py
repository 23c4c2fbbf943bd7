"""The guard around resolving, storing and writing the pages that our parser read.

Sphinx has no event around the writing of a page, so builders get methods that catch exceptions;
the builders of projects without a page of our parser stay those of Sphinx. Resolving is a method of
the environment, which no extension can derive from: that one method is wrapped.

An extension can put something into a doctree that pickle cannot store. Sphinx names no page
then, and a worker process loses all pages of its chunk. It cannot store a part of the
environment either; that stops the build with a message that names the part.
"""

from __future__ import annotations

import io
import logging
import pickle
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial, update_wrapper
from pathlib import Path
from typing import Any, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.epub3 import Epub3Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.errors import SphinxParallelError, ThemeError
from sphinx.util import get_filetype
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.compat.entries import (
    RESOLVE_DOCTREE,
    BuilderFeature,
    SphinxName,
    extend_builders,
    replace_until_end,
)
from sphinx_docsnav.core.compat.private_names import forget_cached_doctree
from sphinx_docsnav.core.events import connect_always
from sphinx_docsnav.core.guard import (
    SOURCE_SHOWN,
    Location,
    guard_of,
    location_of,
    location_of_error,
    plain_doctree,
)
from sphinx_docsnav.core.settings import metadata
from sphinx_docsnav.core.site.document_messages import sphinx_report
from sphinx_docsnav.core.state import app_of, build_state, reading_of
from sphinx_docsnav.faults import Fault, FaultKind, Severity

CANNOT_WRITE = "the page cannot be written"
_NO_EVENT = "Sphinx has no event around this, so an exception in a page cannot be caught."
_UNGUARDED = "an exception while a page is written stops the build"
_WHOLE = "an exception while the output is completed stops the build"
_WRITES_BOOK = "write_documents" if hasattr(Builder, "write_documents") else "write"
"""The method that builders of one file override; the second is that of Sphinx 8.1."""


def is_read_by_us(app: Sphinx, docname: str) -> bool:
    """Return whether our parser has read *docname*."""
    return docname in app.env.all_docs and is_page_of_ours(app, docname)


def is_page_of_ours(app: Sphinx, docname: str) -> bool:
    """Return whether *docname* is for our parser to read."""
    return get_filetype(app.config.source_suffix, Path(app.env.doc2path(docname))) == "mdx"


def guard_builders(app: Sphinx, _config: Config) -> None:
    """Let builders catch exceptions, if the project has a page of ours (``config-inited``)."""
    if reading_of(app).may_have_pages:
        for feature in (GuardedStoring, GuardedPages, GuardedBook, GuardedIndex, GuardedEpub):
            extend_builders(app, feature)


def _app_of(builder: BuilderFeature) -> Sphinx:
    return app_of(cast("Builder", builder).env)


class GuardedStoring(BuilderFeature):
    """Stores the plain form of a page that cannot be stored; finds where a translator failed."""

    overrides = (
        SphinxName(
            "sphinx.builders",
            "Builder",
            "write_doctree",
            _NO_EVENT,
            "a page that cannot be stored stops the build, and no message names it",
            2,
        ),
        SphinxName(
            "sphinx.builders",
            "Builder",
            "create_translator",
            "A translator does not tell which node it is at.",
            "an exception while a page is written is reported without its line",
            0,
        ),
    )

    def write_doctree(self, docname: str, doctree: nodes.document, **options: Any) -> None:  # noqa: ANN401 -- those of Sphinx
        """Store a doctree; if that fails, its plain form."""
        write = cast("Builder", super()).write_doctree
        try:
            write(docname, doctree, **options)
        except Exception as error:
            app = _app_of(self)
            if not is_read_by_us(app, docname):
                raise
            guard_of(app).report(error, docname, "the page cannot be stored", SOURCE_SHOWN)
            plain = plain_doctree(app.env, docname, doctree, with_toctrees=True)
            write(docname, plain, **options)

    def create_translator(self, *arguments: Any) -> nodes.NodeVisitor:  # noqa: ANN401 -- those of Sphinx
        """Return a translator, which notes the nodes that it visits while a failure is sought."""
        translator = cast("Builder", super()).create_translator(*arguments)
        build_state(_app_of(self)).slot(_VisitedNode).follow(translator)
        return translator


class _VisitedNode:
    """The node that the translators of a build visited last, noted while a failure is sought."""

    def __init__(self, _app: Sphinx) -> None:
        self.node: nodes.Node | None = None
        self._is_sought = False

    def follow(self, translator: nodes.NodeVisitor) -> None:
        """Note what *translator* visits."""
        if not self._is_sought:
            return  # most translators never fail, and a reference to each would keep it alive
        visit, depart = translator.dispatch_visit, translator.dispatch_departure

        def visit_and_note(node: nodes.Node) -> None:
            self.node = node
            visit(node)

        def depart_and_note(node: nodes.Node) -> None:
            depart(node)
            if isinstance(node, nodes.document):
                self.node = None  # written completely, so that a later failure is another one's

        for name, method in (
            ("dispatch_visit", visit_and_note),
            ("dispatch_departure", depart_and_note),
        ):
            setattr(translator, name, method)

    @contextmanager
    def sought(self) -> Iterator[None]:
        """Note nodes inside of the context."""
        self.node, self._is_sought = None, True
        try:
            yield
        finally:
            self._is_sought = False


@contextmanager
def silenced() -> Iterator[None]:
    """Log nothing inside of the context: what is done there has been done before."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


def _locate(app: Sphinx, error: Exception, write_again: Callable[[], None]) -> Location:
    """Return where *error* occurred: where it says so, or where writing fails once more."""
    location = location_of_error(error)
    if location is not None:
        return location
    visited = build_state(app).slot(_VisitedNode)
    with visited.sought(), silenced(), suppress(Exception):
        write_again()
    return location_of(visited.node)


class GuardedPages(BuilderFeature):
    """Writes the plain form of pages that fail, with builders of a file for each page."""

    overrides = tuple(
        SphinxName("sphinx.builders", "Builder", name, _NO_EVENT, _UNGUARDED, 2)
        for name in ("write_doc", "write_doc_serialized")
    )

    @classmethod
    def fits(cls, builder: type[Builder]) -> bool:
        """Return whether *builder* leaves it to Sphinx which documents are written."""
        own = getattr(Builder, _WRITES_BOOK, None)
        return super().fits(builder) and getattr(builder, _WRITES_BOOK, None) is own

    def write_doc(self, docname: str, doctree: nodes.document) -> None:
        """Write a page; if that fails, its plain form, and that without navigation if need be."""
        write = cast("Builder", super()).write_doc
        try:
            write(docname, doctree)
        except Exception as error:
            app = _app_of(self)
            if not is_read_by_us(app, docname):
                raise
            place = _locate(app, error, lambda: write(docname, _resolved(app, docname)))
            inside = place.line if place.file == str(app.env.doc2path(docname)) else None
            guard_of(app).report(error, docname, CANNOT_WRITE, SOURCE_SHOWN, line=inside)
            _write_plainly(app, write, docname, from_template=isinstance(error, ThemeError))

    def write_doc_serialized(self, docname: str, doctree: nodes.document) -> None:
        """Do what Sphinx does for a page in the main process: index it for the search."""
        try:
            cast("Builder", super()).write_doc_serialized(docname, doctree)
        except Exception as error:
            app = _app_of(self)
            if not is_read_by_us(app, docname):
                raise
            failure = "the page cannot be indexed"
            guard_of(app).report(error, docname, failure, "the search does not find it")


def _write_plainly(
    app: Sphinx,
    write: Callable[[str, nodes.document], None],
    docname: str,
    *,
    from_template: bool,
) -> None:
    """Write the plain form of a page; one that a template cannot show, without navigation."""
    guard = guard_of(app)
    for bare in (False, True) if from_template else (False,):
        if bare:
            guard.bare.add(docname)
        try:
            write(docname, _plain(app, docname))
        except Exception as error:  # noqa: BLE001 -- other pages can be built
            last = error
        else:
            return
    outcome = "the page is missing from the output"
    guard.report(last, docname, "the page cannot be written even in a plain form", outcome)


def _resolved(app: Sphinx, docname: str) -> nodes.document:
    """Return the stored document with its references resolved, without its toctrees."""
    doctree = app.env.get_doctree(docname)
    for toctree in list(doctree.findall(addnodes.toctree)):
        toctree.parent.remove(toctree)
    app.env.apply_post_transforms(doctree, docname)
    return doctree


def _plain(app: Sphinx, docname: str) -> nodes.document:
    env = app.env
    doctree = plain_doctree(env, docname, env.get_doctree(docname), with_toctrees=False)
    env.apply_post_transforms(doctree, docname)
    return doctree


def guard_resolving(app: Sphinx, builder: Builder) -> None:
    """Wrap the method that resolves documents (``write-started``)."""
    if not isinstance(builder, GuardedPages):
        return

    def resolve(
        method: Callable[..., nodes.document],
        docname: str,
        *arguments: object,
        **options: object,
    ) -> nodes.document:
        """Resolve the references of a document; if that fails, of its plain form."""
        try:
            return method(docname, *arguments, **options)
        except Exception as error:
            if not is_read_by_us(app, docname):
                raise
            place = location_of_error(error)
            line = place.line if place is not None else None
            failure = "the page cannot be resolved"
            guard_of(app).report(error, docname, failure, SOURCE_SHOWN, line=line)
            return _plain(app, docname)

    def wrapped(method: Callable[..., nodes.document]) -> Callable[..., nodes.document]:
        # With the signature of the method: what it takes differs between versions of Sphinx.
        return update_wrapper(partial(resolve, method), method)

    replace_until_end(build_state(app).restorations, app.env, RESOLVE_DOCTREE, wrapped)


class GuardedBook(BuilderFeature):
    """Puts pages that fail into a book in their plain form."""

    overrides = (
        SphinxName(
            "sphinx.builders",
            "Builder",
            _WRITES_BOOK,
            _NO_EVENT,
            _UNGUARDED,
            1 if _WRITES_BOOK == "write_documents" else 2,
        ),
    )

    @classmethod
    def fits(cls, builder: type[Builder]) -> bool:
        """Return whether *builder* writes one file of many documents."""
        return super().fits(builder) and not GuardedPages.fits(builder)

    if _WRITES_BOOK == "write_documents":

        def write_documents(self, docnames: set[str]) -> None:
            """Write a book."""
            write = cast("Builder", super()).write_documents
            _write_book(_app_of(self), lambda: write(docnames))

    else:

        def write(self, *arguments: object) -> None:
            """Write a book."""
            write = cast("Any", super()).write
            _write_book(_app_of(self), lambda: write(*arguments))


def _write_book(app: Sphinx, write: Callable[[], None]) -> None:
    """Write a book, again with the plain form of each page that fails."""
    plain: set[str] = set()
    while True:
        try:
            write()
        except Exception as error:
            place = _locate(app, error, write)
            docname = _culprit(app, place)
            if not docname or docname in plain:
                raise
            inside = place.line if place.file == str(app.env.doc2path(docname)) else None
            guard_of(app).report(error, docname, CANNOT_WRITE, SOURCE_SHOWN, line=inside)
            plain.add(docname)
            _store_plainly(app, docname)
        else:
            return


def _culprit(app: Sphinx, place: Location) -> str:
    """Return the document of a book in which an exception occurred; empty if unknown."""
    docname = place.docname or app.env.path2doc(place.file or "") or ""
    if docname:
        return docname if is_read_by_us(app, docname) else ""
    # No node is known: a transform of another extension may fail for one document alone.
    with silenced():
        for candidate in sorted(app.env.found_docs):
            if is_read_by_us(app, candidate):
                try:
                    _resolved(app, candidate)
                except Exception:  # noqa: BLE001 -- that is what is sought
                    return candidate
    return ""


def _store_plainly(app: Sphinx, docname: str) -> None:
    """Store the plain form of a document, which the book then takes; `finish_guard` removes it."""
    env = app.env
    doctree = plain_doctree(env, docname, env.get_doctree(docname), with_toctrees=True)
    app.builder.write_doctree(docname, doctree)
    forget_cached_doctree(env, docname)


class GuardedIndex(BuilderFeature):
    """Keeps an earlier search index if a new one cannot be written."""

    base = StandaloneHTMLBuilder
    overrides = (
        SphinxName(
            "sphinx.builders.html",
            "StandaloneHTMLBuilder",
            "dump_search_index",
            _NO_EVENT,
            _WHOLE,
            0,
        ),
    )

    def dump_search_index(self) -> None:
        """Write the search index; an earlier one stays if that fails."""
        try:
            cast("StandaloneHTMLBuilder", super()).dump_search_index()
        except Exception as error:  # noqa: BLE001 -- whatever it is, the pages are there
            failure, outcome = "the search index cannot be written", "the search is an old one"
            guard_of(_app_of(self)).report(error, "", failure, outcome)


class GuardedEpub(BuilderFeature):
    """Leaves no incomplete EPUB."""

    base = Epub3Builder
    overrides = (
        SphinxName("sphinx.builders.epub3", "Epub3Builder", "handle_finish", _NO_EVENT, _WHOLE, 0),
    )

    def handle_finish(self) -> None:
        """Write the lists of an EPUB and its archive; remove what is there of it if that fails."""
        try:
            cast("Epub3Builder", super()).handle_finish()
        except Exception as error:  # noqa: BLE001 -- whatever it is, the chapters are there
            app = _app_of(self)
            outcome = "the file is missing, its chapters are in the output folder"
            guard_of(app).report(error, "", "the EPUB cannot be packed", outcome)
            Path(app.outdir, f"{app.config.epub_basename}.epub").unlink(missing_ok=True)


def name_unstorable(app: Sphinx, error: Exception | None) -> None:
    """Report which part of the environment pickle could not store (``build-finished``).

    Only a build that this stopped pays for the search. The environment of a worker process is
    not known here; without ``-j``, the page is named.

    Faults: ``page_failed``.
    """
    if isinstance(error, OSError) or str(error).startswith("OSError"):
        return  # such as a full disk, which says so itself
    report = sphinx_report(app)
    failed, error_kind = FaultKind.PAGE_FAILED, Severity.ERROR
    if isinstance(error, SphinxParallelError) and _STORES in error.traceback:
        message = f"what worker processes have read cannot be stored: {error}"
        hint = "build without -j, and this message names the page"
        report(Fault(failed, error_kind, message, hint=hint))
    if error is None or _STORES not in "".join(traceback.format_tb(error.__traceback__)):
        return
    env = app.env
    for name, value in env.__getstate__().items():
        if name == "config" or _is_storable(value, env):
            continue  # Sphinx leaves out of the configuration what cannot be stored
        keys, found = _unstorable_part(value, env)
        where = f"env.{name}" + "".join(f"[{key!r}]" for key in keys)
        docname = next((key for key in keys if key in env.found_docs), "")
        path = Path(env.doc2path(docname)) if docname else None
        kind = f"{type(found).__module__}.{type(found).__qualname__}".removeprefix("builtins.")
        message = f"the build stops, as {where} holds a value that cannot be stored ({kind})"
        hint = "an extension has put it there; disable it, or report it to its authors"
        report(Fault(failed, error_kind, message, path, hint=hint))


_STORES = "pickle.dump"
"""What a line of Sphinx contains that stores or sends the environment."""
_DEEPEST = 10


def _unstorable_part(value: object, env: BuildEnvironment) -> tuple[tuple[object, ...], object]:
    """Return the innermost part that pickle cannot store, and the keys that lead to it."""
    keys: list[object] = []
    while isinstance(value, Mapping) and len(keys) < _DEEPEST:
        inside = ((key, part) for key, part in value.items() if not _is_storable(part, env))
        found = next(inside, None)
        if found is None:
            break
        keys.append(found[0])
        value = found[1]
    return tuple(keys), value


class _Pickler(pickle.Pickler):
    """Stores a part of the environment, without following references to the whole."""

    def __init__(self, env: BuildEnvironment) -> None:
        super().__init__(io.BytesIO(), pickle.HIGHEST_PROTOCOL)
        self._env = env

    def persistent_id(self, value: object) -> str | None:
        """Return a name for the environment itself, for no other object."""
        return "env" if value is self._env else None


def _is_storable(value: object, env: BuildEnvironment) -> bool:
    try:
        _Pickler(env).dump(value)
    except Exception:  # noqa: BLE001 -- each object decides what it raises
        return False
    return True


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    connect_always(
        app,
        "config-inited",
        990,
        guard_builders,
        "the methods of other features run inside of these",
    )
    connect_always(
        app,
        "write-started",
        950,
        guard_resolving,
        "wraps a method that other handlers may have replaced",
    )
    connect_always(
        app,
        "build-finished",
        998,
        name_unstorable,
        "what the build replaced is restored; `finish_guard` at 999 counts what it reports",
    )
    return metadata()
