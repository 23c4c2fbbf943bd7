"""The guard: an exception that one page causes loses this page alone."""

from __future__ import annotations

import errno
import logging as standard_logging
import os
import re
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from docutils import nodes
from docutils.utils import get_source_line
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import ExtensionError, SphinxError, SphinxParallelError, ThemeError
from sphinx.util import logging

from sphinx_docsnav.core.log import format_fault, report_grouped, stop_build
from sphinx_docsnav.core.state import build_state, find_state
from sphinx_docsnav.faults import Position, shown_path
from sphinx_docsnav.messages import (
    SOURCE_SHOWN,
    describe_exception,
    make_defect_fault,
    shorten_reason,
)
from sphinx_docsnav.sitefiles.safe_files import drop_forbidden_characters

RAISE = "SPHINX_DOCSNAV_RAISE"
"""The environment variable that switches the guard off: each exception stops the build.

The tests set it, so that the guard hides no defect from them.
"""
_NO_FAULT_OF_A_PAGE = frozenset(
    {
        errno.EDQUOT,
        errno.EIO,
        errno.EMFILE,
        errno.ENFILE,
        errno.ENOMEM,
        errno.ENOSPC,
        errno.EROFS,
    }
)
"""Errors of the operating system that every other page would meet as well."""
_TRACEBACK_OPTION = re.compile(r"--show-traceback|--traceback|-[aEnNqQvTW]*T[aEnNqQvTW]*")
_GONE = re.compile(r"(?:FileNotFound|Permission|IsADirectory|NotADirectory)Error: ")
"""The beginning of the text of an exception that a file deleted during the build causes."""
P = ParamSpec("P")
T = TypeVar("T")
logger = logging.getLogger(__name__)
_MARK = "docsnav_failed_page"
"""The attribute of a log record that names the page; worker processes send their records."""
ID = "page-title"
"""The id of the only section; renderers of pages use it where a title has no letters."""


@dataclass(frozen=True, slots=True)
class Location:
    """Position in the sources of the node at which an exception occurred."""

    docname: str = ""
    """The document that is part of a book; empty outside of books."""
    file: str = ""
    """The source file of the current node."""
    line: int | None = None
    """The line of that node."""


def is_guarded(app: Sphinx, error: Exception) -> bool:
    """Return whether *error* is reported for its page; any other one stops the build as usual.

    Sphinx's own errors are messages for users; those that only wrap an exception of a
    handler or a template count as that exception.
    """
    if os.environ.get(RAISE) or getattr(app, "pdb", False):
        return False
    cause = find_cause(error)
    if isinstance(cause, OSError) and cause.errno in _NO_FAULT_OF_A_PAGE:
        return False
    # A deleted file ends the build with one message; see `stop_without_file`.
    if find_missing_file(app, error) is not None:
        return False
    # Sphinx wraps what a handler or a template raises; other errors of Sphinx are for users.
    wraps = isinstance(error, (ExtensionError, ThemeError)) and cause is not error
    return not isinstance(error, MemoryError) and (wraps or not isinstance(error, SphinxError))


def find_cause(error: BaseException) -> BaseException:
    """Return the exception that Sphinx has wrapped in *error*, else *error* itself."""
    inner = getattr(error, "orig_exc", None) or (
        error.__cause__ if isinstance(error, ThemeError) else None
    )
    # Jinja's errors reach a theme's error as context only.
    if isinstance(error, ThemeError) and inner is None:
        inner = error.__context__
    return find_cause(inner) if isinstance(inner, Exception) else error


def find_missing_file(app: Sphinx, error: BaseException) -> Path | None:
    """Return the file of the project or the output that *error* could not open, if it says so.

    That of a worker process is known by its text alone.
    """
    cause = find_cause(error)
    text = str(cause)
    # The error of a worker process is its text; others have the file as an attribute.
    if not isinstance(cause, SphinxParallelError):
        text = f"{type(cause).__name__}: {getattr(cause, 'filename', None) or text}"
    if not _GONE.match(text):
        return None
    folders = (getattr(app, name, "") for name in ("srcdir", "confdir", "outdir", "doctreedir"))
    roots = "|".join(re.escape(str(folder)) for folder in folders if folder)
    path = re.search(rf"(?:{roots})(?:[\\/][^'\"\n]*?)?(?=['\"\n]| does |$)", text)
    return Path(path[0]) if path and roots else None


class FileGoneError(SphinxError):
    """A file was deleted, moved or made unreadable while the site was built."""

    category = "File error"


def count_messages(app: Sphinx, _error: Exception | None) -> None:
    """Report how many messages were not shown (``build-finished``)."""
    report_grouped(Path(app.srcdir))


def stop_without_file(app: Sphinx, error: Exception | None) -> None:
    """End a build that lacks a file with one message (``build-finished``)."""
    srcdir = Path(app.srcdir)
    path = find_missing_file(app, error) if error is not None else None
    if path is not None and error is not None and not shows_traceback(app):
        problem = f"{shown_path(path, srcdir)} cannot be opened: {describe_error(error)}"
        outcome = "if it was deleted or moved during the build, build again"
        stop_build(FileGoneError(problem), srcdir, outcome)


def describe_error(error: Exception) -> str:
    """Return the type and the message of *error* in one line."""
    cause = find_cause(error)
    # The text of this error is the type and the message of the one in the worker process.
    in_worker = isinstance(cause, SphinxParallelError)
    return shorten_reason(str(cause)) if in_worker else describe_exception(cause)


class NodeError(Exception):
    """An exception while a node was processed."""

    def __init__(self, node: nodes.Element, error: Exception) -> None:
        super().__init__(str(error))
        self.node = node
        self.orig_exc = error
        """The exception itself, under the name that `ExtensionError` has for it."""


def find_error_location(error: BaseException) -> Location | None:
    """Return where *error* occurred, if a `NodeError` says so."""
    inner: BaseException | None = error
    # Sphinx may have wrapped it several times.
    while inner is not None and not isinstance(inner, NodeError):
        inner = getattr(inner, "orig_exc", None)
    return find_location(inner.node) if inner is not None else None


def find_location(node: nodes.Node | None) -> Location:
    """Return the position of *node* in the sources."""
    if node is None:
        return Location()
    source, line = get_source_line(node)
    return Location(_find_docname(node), source or "", line)


def _find_docname(node: nodes.Node) -> str:
    """Return the document of *node* in a book, which holds many."""
    current: nodes.Node | None = node
    while current is not None:
        if isinstance(current, addnodes.start_of_file):
            return str(current["docname"])
        current = current.parent
    return ""


def shows_traceback(app: Sphinx) -> bool:
    """Return whether tracebacks are requested: ``-T``, ``-v`` or ``--traceback``.

    Sphinx does not expose ``-T``, so the command line is checked.
    """
    return app.verbosity > 0 or any(_TRACEBACK_OPTION.fullmatch(word) for word in sys.argv[1:])


class PageGuard:
    """Reports failures of pages; one per build."""

    def __init__(self, app: Sphinx) -> None:
        self._app = app
        self.counter = _Counter()
        self.bare: set[str] = set()
        """Pages that are written without navigation."""

    @property
    def failures(self) -> frozenset[tuple[str, str]]:
        """The page (empty for the site) and the message of each failure of the build so far."""
        return frozenset(self.counter.failures)

    def report(  # noqa: PLR0913 -- a failure and all that is known of it
        self,
        error: Exception,
        docname: str,
        failure: str,
        outcome: str,
        *,
        file: str = "",
        line: int | None = None,
    ) -> None:
        """Report *error* as the failure of a page; call it where the exception is caught.

        :param docname: the page; empty for what belongs to no page.
        :param failure: what could not be done, as a clause.
        :param outcome: what the reader will see instead, as a clause.
        :raises Exception: *error* itself, unless a page caused it.
        """
        if not is_guarded(self._app, error):
            raise error
        # The position of the node, if it is known, else the page.
        path = Path(file) if file else self._find_path(docname)
        if path is None and docname:
            failure = f"page '{docname}': {failure}"
        position = Position(line) if path is not None and line else None
        fault = make_defect_fault(failure, describe_error(error), outcome, path, position)
        text = format_fault(fault, Path(self._app.srcdir))
        trace = ""
        if shows_traceback(self._app):
            trace = "\n" + "".join(traceback.format_exception(error)).rstrip()
        logger.error(
            "%s",
            text + trace,
            type="docsnav",
            subtype=fault.kind.value,
            extra={_MARK: (docname, text)},
        )

    def _find_path(self, docname: str) -> Path | None:
        env = self._app.env
        return Path(env.doc2path(docname)) if docname in env.project.docnames else None

    def protect(
        self, function: Callable[P, T], docname: str, failure: str, outcome: str, fallback: T
    ) -> Callable[P, T]:
        """Return *function* with *fallback* as its result if it fails, after a report."""

        @wraps(function)
        def guarded(*args: P.args, **kwargs: P.kwargs) -> T:
            try:
                return function(*args, **kwargs)
            except Exception as error:  # noqa: BLE001 -- whatever it is, other pages can be built
                self.report(error, docname, failure, outcome)
                return fallback

        return guarded


def guard_of(app: Sphinx) -> PageGuard:
    """Return the guard of the build; a new one the first time."""
    return build_state(app).slot(PageGuard)


def start_guard(app: Sphinx) -> None:
    """Count what is logged from here on, that of worker processes included (``builder-inited``)."""
    standard_logging.getLogger(logging.NAMESPACE).addHandler(guard_of(app).counter)


def finish_guard(app: Sphinx, _exception: Exception | None) -> None:
    """Set the exit code, and remove the doctrees of failed pages (``build-finished``)."""
    guard = guard_of(app)
    standard_logging.getLogger(logging.NAMESPACE).removeHandler(guard.counter)
    if guard.failures:
        app.statuscode = 1
    for docname, _ in guard.failures:
        if docname:
            # A document without a doctree is read again by the next build.
            Path(app.doctreedir, f"{docname}.doctree").unlink(missing_ok=True)


class _Counter(standard_logging.Handler):
    """Collects the failures among the records of Sphinx's log.

    Sphinx holds records back and handles them again, so that one may come twice.
    """

    def __init__(self) -> None:
        super().__init__(standard_logging.ERROR)
        self.failures: set[tuple[str, str]] = set()

    def emit(self, record: standard_logging.LogRecord) -> None:
        failure = getattr(record, _MARK, None)
        if failure is not None:
            self.failures.add(failure)


def clear_document(document: nodes.document) -> None:
    """Remove everything from *document* that the parser has added."""
    empty = nodes.document(document.settings, document.reporter, source=document.get("source", ""))
    document.__dict__.update({**empty.__dict__, "transformer": document.transformer})
    document.note_source(document.get("source", ""), -1)


def fill_plainly(
    document: nodes.document, env: BuildEnvironment, docname: str, title: str, text: str
) -> None:
    """Write *title* and the literal *text* into the empty *document*.

    A generated page has no source text; its operation is named.
    """
    content = find_operation_label(env, docname) if _is_generated(env, docname) else text
    content, _ = drop_forbidden_characters(content)
    section = nodes.section("", nodes.title(title, title), ids=[ID])
    document.ids[ID] = section
    literal = nodes.literal_block(content, content, language="text")
    for node in (section, *section.children, literal):
        node.source, node.line = str(env.doc2path(docname)), 1
    section += literal
    document += section


def make_plain_doctree(
    env: BuildEnvironment, docname: str, doctree: nodes.document, *, with_toctrees: bool
) -> nodes.document:
    """Return *doctree*, the stored one of a document, as its plain form.

    :param with_toctrees: keep the toctrees, which hold the chapters of a book together.
    """
    toctrees = list(doctree.findall(addnodes.toctree)) if with_toctrees else []
    title = env.titles.get(docname)
    clear_document(doctree)
    fill_plainly(
        doctree,
        env,
        docname,
        title.astext() if title is not None else docname,
        Path(env.doc2path(docname)).read_text("utf-8", errors="replace"),
    )
    for toctree in toctrees:
        wrapper = nodes.compound("", toctree, classes=["toctree-wrapper"])
        doctree.children[0].append(wrapper)  # type: ignore[attr-defined]  # the section
    return doctree


def find_operation_label(env: BuildEnvironment, docname: str) -> str:
    """Return ``GET /pets`` for the page of an operation; empty for other pages."""
    state = find_state(env)
    operation = state.operation(docname, "") if state is not None else None
    return operation.name if operation is not None else ""


def _is_generated(env: BuildEnvironment, docname: str) -> bool:
    state = find_state(env)
    return state is not None and docname in state.generated


def read_plainly(
    document: nodes.document, env: BuildEnvironment, docname: str, title: str, text: str
) -> None:
    """Make *document* the plain form of a page, and forget what was recorded of the page."""
    metadata = dict(env.metadata[docname])
    # Other extensions forget what they have noted while the page was read.
    env.events.emit("env-purge-doc", env, docname)
    env.clear_doc(docname)
    env.metadata[docname].update(metadata)
    clear_document(document)
    fill_plainly(document, env, docname, title, text)


def guard_transforms(
    document: nodes.document,
    guard: PageGuard,
    docname: str,
    start_again: Callable[[], None],
) -> None:
    """Have a failing transform of *document* reported, and run the transforms on a plain page.

    Sphinx has no event around transforms, so the method of this document's
    transformer is wrapped; handlers of ``doctree-read`` run in it, too.

    :param start_again: makes *document* the plain form of the page.
    """
    transformer: Any = getattr(document, "transformer", None)
    if transformer is None:
        return
    apply_transforms = transformer.apply_transforms

    def apply() -> None:
        del transformer.apply_transforms  # else they refer to each other, and stay until collected
        # Transforms that have run are not run again on the plain page.
        todo = [entry for entry in transformer.transforms if entry[2] is None]
        try:
            apply_transforms()
        except Exception as error:  # noqa: BLE001 -- whatever it is, other pages can be built
            guard.report(error, docname, "the page cannot be processed", SOURCE_SHOWN)
            document.reporter.detach_observer(document.note_transform_message)
            start_again()
            transformer.transforms[:] = todo
            transformer.sorted = 0
            apply_transforms()

    transformer.apply_transforms = apply
