"""Handling of exceptions while pages of the MDX parser are resolved, stored and written.

Sphinx has no event around the writing of a page, so builders are extended by methods that catch
exceptions; projects without pages of the MDX parser have the builders of Sphinx. Resolving is a
method of the environment, whose class an extension cannot replace, so this method is wrapped.

An extension can put an object into a doctree that pickle cannot store. Sphinx does not name the
page then, and a worker process loses all pages of its chunk. If pickle cannot store a part of the
environment, the build stops with a message that names this part.
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
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.errors import SphinxParallelError, ThemeError
from sphinx.util import get_filetype
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.events import connect_always
from sphinx_docsnav.core.guard import (
    Location,
    find_error_location,
    find_location,
    guard_of,
    make_plain_doctree,
)
from sphinx_docsnav.core.private_names import (
    RESOLVE_DOCTREE,
    BuilderFeature,
    extend_builders,
    forget_cached_doctree,
    override,
    replace_until_end,
)
from sphinx_docsnav.core.settings import metadata
from sphinx_docsnav.core.site.document_messages import make_report
from sphinx_docsnav.core.state import app_of, build_state, reading_of
from sphinx_docsnav.faults import Fault, FaultKind, Severity
from sphinx_docsnav.messages import SOURCE_SHOWN

WRITE_FAILURE = "the page cannot be written"
_OVERRIDE_REASON = "Sphinx has no event around this, so an exception in a page cannot be caught."
_PAGE_FALLBACK = "an exception while a page is written stops the build"
_WRITE_METHOD = "write_documents" if hasattr(Builder, "write_documents") else "write"
"""The method that builders of one file override; in Sphinx 8.1, it is ``write``."""
_STORING_LINE = "pickle.dump"
"""The call in a traceback that stores or sends the environment."""
_MAX_KEYS = 10
"""Number of nested mappings that are searched for an object that cannot be stored."""


def is_read_by_our_parser(app: Sphinx, docname: str) -> bool:
    """Return whether the MDX parser has read *docname*."""
    if docname not in app.env.all_docs:
        return False
    return get_filetype(app.config.source_suffix, Path(app.env.doc2path(docname))) == "mdx"


def guard_builders(app: Sphinx, _config: Config) -> None:
    """Extend builders if the project may have pages of the MDX parser (``config-inited``)."""
    if reading_of(app).may_have_pages:
        for feature in (GuardedStoring, GuardedPages, GuardedBook):
            extend_builders(app, feature)


def _find_app(builder: BuilderFeature) -> Sphinx:
    return app_of(cast("Builder", builder).env)


class GuardedStoring(BuilderFeature):
    """Stores the plain form of a page that cannot be stored, and observes translators."""

    overrides = (
        override(
            Builder,
            "write_doctree",
            2,
            _OVERRIDE_REASON,
            "a page that cannot be stored stops the build, and no message names it",
        ),
        override(
            Builder,
            "create_translator",
            0,
            "A translator does not tell which node it is at.",
            "an exception while a page is written is reported without its line",
        ),
    )

    def write_doctree(self, docname: str, doctree: nodes.document, **options: Any) -> None:  # noqa: ANN401 -- those of Sphinx
        """Store a doctree; if this fails, store its plain form."""
        write = cast("Builder", super()).write_doctree
        try:
            write(docname, doctree, **options)
        except Exception as error:
            app = _find_app(self)
            if not is_read_by_our_parser(app, docname):
                raise
            guard_of(app).report(error, docname, "the page cannot be stored", SOURCE_SHOWN)
            plain = make_plain_doctree(app.env, docname, doctree, with_toctrees=True)
            write(docname, plain, **options)

    def create_translator(self, *arguments: Any) -> nodes.NodeVisitor:  # noqa: ANN401 -- those of Sphinx
        """Return a translator; while a failure is located, it records the nodes that it visits."""
        translator = cast("Builder", super()).create_translator(*arguments)
        build_state(_find_app(self)).slot(_VisitedNode).observe(translator)
        return translator


class _VisitedNode:
    """The node that the translators of a build visited last, while a failure is located."""

    def __init__(self, _app: Sphinx) -> None:
        self.node: nodes.Node | None = None
        self._is_recording = False

    def observe(self, translator: nodes.NodeVisitor) -> None:
        """Record the nodes that *translator* visits, if nodes are recorded now."""
        # Most translators never fail, and a reference to each would keep it alive.
        if not self._is_recording:
            return
        visit, depart = translator.dispatch_visit, translator.dispatch_departure

        def visit_and_note(node: nodes.Node) -> None:
            self.node = node
            visit(node)

        def depart_and_note(node: nodes.Node) -> None:
            depart(node)
            if isinstance(node, nodes.document):
                # The document is complete, so a later failure has another cause.
                self.node = None

        for name, method in (
            ("dispatch_visit", visit_and_note),
            ("dispatch_departure", depart_and_note),
        ):
            setattr(translator, name, method)

    @contextmanager
    def record_nodes(self) -> Iterator[None]:
        """Record nodes within the context."""
        self.node, self._is_recording = None, True
        try:
            yield
        finally:
            self._is_recording = False


@contextmanager
def disable_logging() -> Iterator[None]:
    """Disable logging within the context, for steps that have been logged before."""
    # Another extension may have disabled a level; restore it afterwards.
    previous_level = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(previous_level)


def _locate(app: Sphinx, error: Exception, write_again: Callable[[], None]) -> Location:
    """Return where *error* occurred: the location in the error, or where writing fails again."""
    location = find_error_location(error)
    if location is not None:
        return location
    visited = build_state(app).slot(_VisitedNode)
    # The failure has been logged already, so the second attempt must not log it again.
    with visited.record_nodes(), disable_logging(), suppress(Exception):
        write_again()
    return find_location(visited.node)


class GuardedPages(BuilderFeature):
    """Writes the plain form of pages that fail, in builders that write a file for each page."""

    overrides = tuple(
        override(Builder, name, 2, _OVERRIDE_REASON, _PAGE_FALLBACK)
        for name in ("write_doc", "write_doc_serialized")
    )

    @classmethod
    def fits(cls, builder: type[Builder]) -> bool:
        """Return whether *builder* does not override the method that writes all documents."""
        # A builder with its own method writes one file; `GuardedBook` handles that.
        own = getattr(Builder, _WRITE_METHOD, None)
        return super().fits(builder) and getattr(builder, _WRITE_METHOD, None) is own

    def write_doc(self, docname: str, doctree: nodes.document) -> None:
        """Write a page; if this fails, write its plain form."""
        write = cast("Builder", super()).write_doc
        try:
            write(docname, doctree)
        except Exception as error:
            app = _find_app(self)
            if not is_read_by_our_parser(app, docname):
                raise
            # The failed attempt may have changed the doctree, so load it again.
            location = _locate(app, error, lambda: write(docname, _load_resolved(app, docname)))
            # The failure may be in a snippet, whose lines are not those of the page.
            line = location.line if location.file == str(app.env.doc2path(docname)) else None
            guard_of(app).report(error, docname, WRITE_FAILURE, SOURCE_SHOWN, line=line)
            _write_plain_form(app, write, docname, from_template=isinstance(error, ThemeError))

    def write_doc_serialized(self, docname: str, doctree: nodes.document) -> None:
        """Index a page for the search, which Sphinx does in the main process."""
        try:
            cast("Builder", super()).write_doc_serialized(docname, doctree)
        except Exception as error:
            app = _find_app(self)
            if not is_read_by_our_parser(app, docname):
                raise
            failure = "the page cannot be indexed"
            guard_of(app).report(error, docname, failure, "the search does not find it")


def _write_plain_form(
    app: Sphinx,
    write: Callable[[str, nodes.document], None],
    docname: str,
    *,
    from_template: bool,
) -> None:
    """Write the plain form of a page; after an error in a template, also without navigation."""
    guard = guard_of(app)
    # An error in a template may come from the navigation, which the plain form still has.
    for without_navigation in (False, True) if from_template else (False,):
        if without_navigation:
            guard.bare.add(docname)
        try:
            write(docname, _make_plain_form(app, docname))
        except Exception as error:  # noqa: BLE001 -- other pages can be built
            last_error = error
        else:
            return
    outcome = "the page is missing from the output"
    guard.report(last_error, docname, "the page cannot be written even in a plain form", outcome)


def _load_resolved(app: Sphinx, docname: str) -> nodes.document:
    """Return the stored doctree with resolved references; writers skip its toctrees."""
    doctree = app.env.get_doctree(docname)
    app.env.apply_post_transforms(doctree, docname)
    return doctree


def _make_plain_form(app: Sphinx, docname: str) -> nodes.document:
    """Return the plain form of a document with resolved references."""
    env = app.env
    doctree = make_plain_doctree(env, docname, env.get_doctree(docname), with_toctrees=False)
    env.apply_post_transforms(doctree, docname)
    return doctree


def guard_resolving(app: Sphinx, builder: Builder) -> None:
    """Wrap the method of the environment that resolves documents (``write-started``)."""
    if not isinstance(builder, GuardedPages):
        return

    def resolve(
        method: Callable[..., nodes.document],
        docname: str,
        *arguments: object,
        **options: object,
    ) -> nodes.document:
        """Resolve a document; if this fails, return its plain form."""
        try:
            return method(docname, *arguments, **options)
        except Exception as error:
            if not is_read_by_our_parser(app, docname):
                raise
            location = find_error_location(error)
            line = location.line if location is not None else None
            failure = "the page cannot be resolved"
            guard_of(app).report(error, docname, failure, SOURCE_SHOWN, line=line)
            return _make_plain_form(app, docname)

    # The signature of the method differs between versions of Sphinx.
    replace_until_end(
        build_state(app).restorations,
        app.env,
        RESOLVE_DOCTREE,
        lambda method: update_wrapper(partial(resolve, method), method),
    )


class GuardedBook(BuilderFeature):
    """Writes pages that fail in their plain form, in builders that write one file."""

    overrides = (
        override(
            Builder,
            _WRITE_METHOD,
            1 if _WRITE_METHOD == "write_documents" else 2,
            _OVERRIDE_REASON,
            _PAGE_FALLBACK,
        ),
    )

    @classmethod
    def fits(cls, builder: type[Builder]) -> bool:
        """Return whether *builder* writes many documents into one file."""
        return super().fits(builder) and not GuardedPages.fits(builder)

    if _WRITE_METHOD == "write_documents":

        def write_documents(self, docnames: set[str]) -> None:
            """Write a book."""
            write = cast("Builder", super()).write_documents
            _write_book(_find_app(self), lambda: write(docnames))

    else:

        def write(self, *arguments: object) -> None:
            """Write a book."""
            write = cast("Any", super()).write
            _write_book(_find_app(self), lambda: write(*arguments))


def _write_book(app: Sphinx, write: Callable[[], None]) -> None:
    """Write a book; repeat this with the plain form of each page that fails."""
    plain_docnames: set[str] = set()
    while True:
        try:
            write()
        except Exception as error:
            location = _locate(app, error, write)
            docname = _find_failed_document(app, location)
            # The plain form fails as well: without progress, the loop would not end.
            if not docname or docname in plain_docnames:
                raise
            line = location.line if location.file == str(app.env.doc2path(docname)) else None
            guard_of(app).report(error, docname, WRITE_FAILURE, SOURCE_SHOWN, line=line)
            plain_docnames.add(docname)
            # `finish_guard` removes it later.
            env = app.env
            doctree = make_plain_doctree(env, docname, env.get_doctree(docname), with_toctrees=True)
            app.builder.write_doctree(docname, doctree)
            # Sphinx keeps doctrees in memory, and would write the failed one again.
            forget_cached_doctree(env, docname)
        else:
            return


def _find_failed_document(app: Sphinx, location: Location) -> str:
    """Return the docname of the document that caused an exception in a book; empty if unknown."""
    docname = location.docname or app.env.path2doc(location.file or "") or ""
    if docname:
        return docname if is_read_by_our_parser(app, docname) else ""
    # Without a node, a transform may have failed: resolve each document until one fails.
    with disable_logging():
        for candidate in sorted(app.env.found_docs):
            if is_read_by_our_parser(app, candidate):
                try:
                    _load_resolved(app, candidate)
                except Exception:  # noqa: BLE001 -- any exception identifies the document
                    return candidate
    return ""


def report_unstorable(app: Sphinx, error: Exception | None) -> None:
    """Report which part of the environment pickle could not store (``build-finished``).

    The environment is searched only if the build has stopped for this reason. That of a worker
    process is not available here; a build without ``-j`` names the page.

    Faults: ``page_failed``.
    """
    # The message of an `OSError`, such as a full disk, already names the cause.
    if isinstance(error, OSError) or str(error).startswith("OSError"):
        return
    report = make_report(app)
    fault_kind, severity = FaultKind.PAGE_FAILED, Severity.ERROR
    if isinstance(error, SphinxParallelError) and _STORING_LINE in error.traceback:
        message = f"what worker processes have read cannot be stored: {error}"
        hint = "build without -j, and this message names the page"
        report(Fault(fault_kind, severity, message, hint=hint))
    # Other failures also stop a build; the traceback shows whether pickle was at work.
    if error is None or _STORING_LINE not in "".join(traceback.format_tb(error.__traceback__)):
        return
    env = app.env
    for name, value in env.__getstate__().items():
        if name == "config" or _is_storable(value, env):
            # Sphinx itself excludes values of the configuration that cannot be stored.
            continue
        keys, part = _find_unstorable(value, env)
        path_in_env = f"env.{name}" + "".join(f"[{key!r}]" for key in keys)
        docname = next((key for key in keys if key in env.found_docs), "")
        path = Path(env.doc2path(docname)) if docname else None
        type_name = f"{type(part).__module__}.{type(part).__qualname__}".removeprefix("builtins.")
        message = (
            f"the build stops, as {path_in_env} holds a value that cannot be stored ({type_name})"
        )
        hint = "an extension has put it there; disable it, or report it to its authors"
        report(Fault(fault_kind, severity, message, path, hint=hint))


def _find_unstorable(value: object, env: BuildEnvironment) -> tuple[tuple[object, ...], object]:
    """Return the keys to the innermost part that pickle cannot store, and this part."""
    keys: list[object] = []
    # Most values are mappings by docname, so the keys name the page.
    while isinstance(value, Mapping) and len(keys) < _MAX_KEYS:
        unstorable_items = (
            (key, part) for key, part in value.items() if not _is_storable(part, env)
        )
        item = next(unstorable_items, None)
        if item is None:
            break
        keys.append(item[0])
        value = item[1]
    return tuple(keys), value


class _Pickler(pickle.Pickler):
    """A pickler that does not follow references to the environment."""

    def __init__(self, env: BuildEnvironment) -> None:
        super().__init__(io.BytesIO(), pickle.HIGHEST_PROTOCOL)
        self._env = env

    def persistent_id(self, value: object) -> str | None:
        """Return a placeholder for the environment, and ``None`` for other objects."""
        # Values may refer to the environment, which would be pickled with each of them.
        return "env" if value is self._env else None


def _is_storable(value: object, env: BuildEnvironment) -> bool:
    try:
        _Pickler(env).dump(value)
    except Exception:  # noqa: BLE001 -- each object decides what it raises
        return False
    return True


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    listen = partial(connect_always, app)
    listen(
        "config-inited", 990, guard_builders, "the methods of other features run inside of these"
    )
    listen(
        "write-started",
        950,
        guard_resolving,
        "wraps a method that other handlers may have replaced",
    )
    listen(
        "build-finished",
        998,
        report_unstorable,
        "what the build replaced is restored; `finish_guard` at 999 counts what it reports",
    )
    return metadata()
