"""The guard around resolving, storing and writing the pages that our parser read.

Sphinx has no event around the writing of a page. The methods of this build's
builder and environment are wrapped while documents are written, and only in
builds that have a page of our parser.

An extension can put something into a doctree that pickle cannot store. Sphinx names no page
then, and a worker process loses all pages of its chunk. It cannot store a part of the
environment either; that stops the build with a message that names the part.
"""

from __future__ import annotations

import io
import pickle
import traceback
from collections.abc import Callable, Mapping
from functools import partial, update_wrapper
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.epub3 import Epub3Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment
from sphinx.errors import SphinxParallelError, ThemeError
from sphinx.util import get_filetype
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.compat.entries import (
    DUMP_INDEX,
    GET_DOCTREE,
    INDEX_PAGE,
    PACK_EPUB,
    RESOLVE_DOCTREE,
    STORE_DOCTREE,
    WRITE_BOOK,
    WRITE_PAGE,
    SphinxName,
    replace_until_end,
)
from sphinx_docsnav.core.events import connect_always
from sphinx_docsnav.core.guard import SOURCE_SHOWN, PageGuard, guard_of, locate, plain_doctree
from sphinx_docsnav.core.log import sphinx_report
from sphinx_docsnav.core.settings import metadata
from sphinx_docsnav.core.state import build_state
from sphinx_docsnav.faults import Fault, FaultKind, Severity

CANNOT_WRITE = "the page cannot be written"


def is_read_by_us(app: Sphinx, docname: str) -> bool:
    """Return whether our parser has read *docname*."""
    return docname in app.env.all_docs and is_page_of_ours(app, docname)


def is_page_of_ours(app: Sphinx, docname: str) -> bool:
    """Return whether *docname* is for our parser to read."""
    return get_filetype(app.config.source_suffix, Path(app.env.doc2path(docname))) == "mdx"


def guard_writing(app: Sphinx, builder: Builder) -> None:
    """Wrap the methods that resolve and write documents (``write-started``)."""
    if not any(is_read_by_us(app, docname) for docname in app.env.all_docs):
        return
    guarded = _GuardedWriting(app, builder)
    book = WRITE_BOOK.name
    if getattr(type(builder), book, None) is not getattr(Builder, book, None):
        guarded.wrap(builder, WRITE_BOOK, guarded.write_book)
        guarded.wrap(app.env, GET_DOCTREE, guarded.get_doctree)
    else:
        guarded.wrap(builder, WRITE_PAGE, guarded.write_page)
        guarded.wrap(builder, INDEX_PAGE, guarded.write_serialized)
        guarded.wrap(app.env, RESOLVE_DOCTREE, guarded.resolve)
    if isinstance(builder, Epub3Builder):
        guarded.wrap(builder, PACK_EPUB, guarded.pack)
    elif isinstance(builder, StandaloneHTMLBuilder):
        guarded.wrap(builder, DUMP_INDEX, guarded.dump_index)


class _GuardedWriting:
    """The wrappers of one build."""

    def __init__(self, app: Sphinx, builder: Builder) -> None:
        self.app = app
        self.builder = builder
        self.guard: PageGuard = guard_of(app)

    def wrap(
        self, owner: Builder | BuildEnvironment, entry: SphinxName, wrapper: Callable[..., object]
    ) -> None:
        """Replace a method of one object by *wrapper*, which takes the method first."""

        def wrapped(method: Callable[..., object]) -> Callable[..., object]:
            # With the signature of the method: what it takes differs between versions of Sphinx.
            return update_wrapper(partial(wrapper, method), method)

        replace_until_end(build_state(self.app).restorations, owner, entry, wrapped)

    def resolve(
        self,
        method: Callable[..., nodes.document],
        docname: str,
        *arguments: object,
        **options: object,
    ) -> nodes.document:
        """Resolve the references of a document; if that fails, of its plain form."""
        try:
            return method(docname, *arguments, **options)
        except Exception as error:
            if not is_read_by_us(self.app, docname):
                raise
            self._report(error, docname, "the page cannot be resolved")
            return self._plain(docname)

    def write_page(
        self, method: Callable[..., None], docname: str, doctree: nodes.document
    ) -> None:
        """Write a page; if that fails, its plain form, and that without navigation if need be."""
        try:
            method(docname, doctree)
        except Exception as error:
            if not is_read_by_us(self.app, docname):
                raise
            self._report(error, docname, CANNOT_WRITE)
            self._write_plainly(method, docname, from_template=isinstance(error, ThemeError))

    def _write_plainly(
        self, method: Callable[..., None], docname: str, *, from_template: bool
    ) -> None:
        for bare in (False, True) if from_template else (False,):
            if bare:
                self.guard.bare.add(docname)
            try:
                method(docname, self._plain(docname))
            except Exception as error:  # noqa: BLE001 -- other pages can be built
                last = error
            else:
                return
        outcome = "the page is missing from the output"
        self.guard.report(last, docname, "the page cannot be written even in a plain form", outcome)

    def write_serialized(
        self, method: Callable[..., None], docname: str, doctree: nodes.document
    ) -> None:
        """Do what Sphinx does for a page in the main process: index it for the search."""
        try:
            method(docname, doctree)
        except Exception as error:
            if not is_read_by_us(self.app, docname):
                raise
            failure = "the page cannot be indexed"
            self.guard.report(error, docname, failure, "the search does not find it")

    def dump_index(self, method: Callable[[], None]) -> None:
        """Write the search index; an earlier one stays if that fails."""
        try:
            method()
        except Exception as error:  # noqa: BLE001 -- whatever it is, the pages are there
            failure, outcome = "the search index cannot be written", "the search is an old one"
            self.guard.report(error, "", failure, outcome)

    def pack(self, method: Callable[[], None]) -> None:
        """Write the lists of an EPUB and its archive; remove what is there of it if that fails."""
        try:
            method()
        except Exception as error:  # noqa: BLE001 -- whatever it is, the chapters are there
            outcome = "the file is missing, its chapters are in the output folder"
            self.guard.report(error, "", "the EPUB cannot be packed", outcome)
            config = self.app.config
            Path(self.app.outdir, f"{config.epub_basename}.epub").unlink(missing_ok=True)

    def write_book(self, method: Callable[..., None], *arguments: object) -> None:
        """Write a book of many documents; those that fail in their plain form."""
        while True:
            try:
                method(*arguments)
            except Exception as error:
                docname = self._culprit(error)
                if not docname or docname in self.guard.plain:
                    raise
                self._report(error, docname, CANNOT_WRITE)
                self.guard.plain.add(docname)
            else:
                return

    def get_doctree(self, method: Callable[[str], nodes.document], docname: str) -> nodes.document:
        """Return a stored document; the plain form of one that failed."""
        doctree = method(docname)
        if docname not in self.guard.plain:
            return doctree
        return plain_doctree(self.app.env, docname, doctree, with_toctrees=True)

    def _report(self, error: Exception, docname: str, failure: str) -> None:
        place = locate(error)
        own = str(self.app.env.doc2path(docname))
        inside = place.line if place.file == own else None
        self.guard.report(error, docname, failure, SOURCE_SHOWN, line=inside)

    def _culprit(self, error: Exception) -> str:
        """Return the document of a book in which *error* occurred; empty if unknown."""
        place = locate(error)
        docname = place.docname or self.app.env.path2doc(place.file or "") or ""
        return docname if is_read_by_us(self.app, docname) else ""

    def _plain(self, docname: str) -> nodes.document:
        env = self.app.env
        doctree = plain_doctree(env, docname, env.get_doctree(docname), with_toctrees=False)
        env.apply_post_transforms(doctree, docname)
        return doctree


def guard_storing(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Wrap the method that stores doctrees (``env-before-read-docs``)."""
    if not any(is_page_of_ours(app, docname) for docname in docnames):
        return

    def store(
        method: Callable[..., None], docname: str, doctree: nodes.document, **options: object
    ) -> None:
        """Store a doctree; if that fails, its plain form."""
        try:
            method(docname, doctree, **options)
        except Exception as error:
            if not is_read_by_us(app, docname):
                raise
            guard_of(app).report(error, docname, "the page cannot be stored", SOURCE_SHOWN)
            method(docname, plain_doctree(env, docname, doctree, with_toctrees=True), **options)

    def wrapped(method: Callable[..., None]) -> Callable[..., None]:
        return update_wrapper(partial(store, method), method)

    replace_until_end(build_state(app).restorations, app.builder, STORE_DOCTREE, wrapped)


def name_unstorable(app: Sphinx, error: Exception | None) -> None:
    """Report which part of the environment pickle could not store (``build-finished``).

    Only a build that this stopped pays for the search. The environment of a worker process is
    not known here; without ``-j``, the page is named.

    Faults: ``page_failed``.
    """
    if isinstance(error, OSError) or str(error).startswith("OSError"):
        return  # such as a full disk, which says so itself
    report = sphinx_report(Path(app.srcdir))
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
        "env-before-read-docs",
        950,
        guard_storing,
        "wraps a method of the builder that other handlers may have replaced",
    )
    connect_always(
        app,
        "write-started",
        950,
        guard_writing,
        "wraps methods of the builder that other handlers have replaced",
    )
    connect_always(
        app,
        "build-finished",
        998,
        name_unstorable,
        "what the build replaced is restored; `finish_guard` at 999 counts what it reports",
    )
    return metadata()
