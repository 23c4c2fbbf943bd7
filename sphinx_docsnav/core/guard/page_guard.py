"""The guard of one build: it reports each failure and counts the pages that had one."""

from __future__ import annotations

import logging as standard_logging
import traceback
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from sphinx.util import logging

from sphinx_docsnav.core.guard.failures import (
    is_guarded,
    reason_of,
    report_address,
    shows_traceback,
)
from sphinx_docsnav.core.log import line_of
from sphinx_docsnav.core.state import build_state
from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity

if TYPE_CHECKING:
    from sphinx.application import Sphinx

P = ParamSpec("P")
T = TypeVar("T")

logger = logging.getLogger(__name__)
_MARK = "docsnav_failed_page"
"""The attribute of a log record that names the page; worker processes send their records."""


class PageGuard:
    """Reports failures of pages; one per build."""

    def __init__(self, app: Sphinx) -> None:
        self._app = app
        self._counter = _Counter()
        self.plain: set[str] = set()
        """Documents of a book that are written as their source text."""
        self.bare: set[str] = set()
        """Pages that are written without navigation."""

    @property
    def failures(self) -> frozenset[tuple[str, str]]:
        """The page (empty for the site) and the message of each failure of the build so far."""
        return frozenset(self._counter.failures)

    def start(self) -> None:
        """Count what is logged from now on, that of worker processes included."""
        standard_logging.getLogger(logging.NAMESPACE).addHandler(self._counter)

    def end_build(self) -> None:
        """Set the exit code after failures, and remove the doctrees of the failed pages."""
        standard_logging.getLogger(logging.NAMESPACE).removeHandler(self._counter)
        if self.failures:
            self._app.statuscode = 1
        for docname, _ in self.failures:
            if docname:
                Path(self._app.doctreedir, f"{docname}.doctree").unlink(missing_ok=True)

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
        :raises Exception: *error* itself, if it is none that a page is to blame for.
        """
        if not is_guarded(self._app, error):
            raise error
        path = Path(file) if file else self._path(docname)
        if path is None and docname:
            failure = f"page '{docname}': {failure}"
        fault = Fault(
            FaultKind.PAGE_FAILED,
            Severity.ERROR,
            f"{failure}: {reason_of(error)}; {outcome}",
            path,
            Position(line) if path is not None and line else None,
            hint=f"this is a bug; please report it to {report_address()}",
        )
        text = line_of(fault, Path(self._app.srcdir))
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

    def _path(self, docname: str) -> Path | None:
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
    """Count the failures of the build from here on (``builder-inited``)."""
    guard_of(app).start()


def finish_guard(app: Sphinx, _exception: Exception | None) -> None:
    """Set the exit code and prepare rereading of failed pages (``build-finished``)."""
    guard_of(app).end_build()


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
