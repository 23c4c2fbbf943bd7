"""Exceptions that one page is to blame for: which they are, and where in the page they arose."""

from __future__ import annotations

import errno
import os
import re
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from typing import TYPE_CHECKING

from docutils import nodes
from docutils.utils import get_source_line
from sphinx.errors import ExtensionError, SphinxError, ThemeError

if TYPE_CHECKING:
    from sphinx.application import Sphinx

RAISE = "SPHINX_DOCSNAV_RAISE"
"""The environment variable that switches the guard off: each exception stops the build.

The tests set it, so that the guard hides no defect from them.
"""
DISTRIBUTION = "sphinx-docsnav"
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
_LONGEST_REASON = 200
_NODE_NAMES = ("node", "self", "child", "parent")
"""Local variables that hold the current node in docutils, in Sphinx and here."""


@dataclass(frozen=True, slots=True)
class Location:
    """Position in the sources where an exception occurred, from the traceback."""

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
    cause = cause_of(error)
    if isinstance(cause, OSError) and cause.errno in _NO_FAULT_OF_A_PAGE:
        return False
    wraps = isinstance(error, (ExtensionError, ThemeError)) and cause is not error
    return not isinstance(error, MemoryError) and (wraps or not isinstance(error, SphinxError))


def cause_of(error: BaseException) -> BaseException:
    """Return the exception that Sphinx wrapped in *error*, or *error* itself."""
    inner = getattr(error, "orig_exc", None) or (
        error.__cause__ if isinstance(error, ThemeError) else None
    )
    if isinstance(error, ThemeError) and inner is None:
        inner = error.__context__
    return cause_of(inner) if isinstance(inner, Exception) else error


def reason_of(error: Exception) -> str:
    """Return the type and the message of *error* in one line."""
    last = traceback.format_exception_only(cause_of(error))[-1]
    reason = " ".join(last.split())
    return reason if len(reason) <= _LONGEST_REASON else f"{reason[:_LONGEST_REASON]}…"


def locate(error: Exception) -> Location:
    """Return the position of the innermost node in the traceback of *error*."""
    for node in _nodes_in(cause_of(error)):
        source, line = get_source_line(node)
        docname = _docname(node)
        if source or docname:
            return Location(docname, source or "", line)
    return Location()


def _nodes_in(error: BaseException) -> Iterator[nodes.Element]:
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    for frame in reversed(frames):
        for name in _NODE_NAMES:
            value = frame.f_locals.get(name)
            if isinstance(value, nodes.Element) and not isinstance(value, nodes.document):
                yield value


def _docname(node: nodes.Element) -> str:
    """Return the document of *node* in a book, which holds many."""
    current: nodes.Element | None = node
    while current is not None:
        if current.tagname == "start_of_file":
            return str(current["docname"])
        current = current.parent
    return ""


def report_address() -> str:
    """Return to whom a defect is reported: the tracker in the package's metadata, if it has one."""
    try:
        urls = metadata.metadata(DISTRIBUTION).get_all("Project-URL") or []
    except metadata.PackageNotFoundError:
        urls = []
    for entry in urls:
        label, _, url = str(entry).partition(",")
        if label.strip().lower() in {"issues", "issue tracker", "tracker", "bug tracker"}:
            return url.strip()
    return f"the maintainers of {DISTRIBUTION}"


def shows_traceback(app: Sphinx) -> bool:
    """Return whether tracebacks are requested: ``-T``, ``-v`` or ``--traceback``.

    Sphinx does not expose ``-T``, so the command line is checked.
    """
    asked = bool(app.config.docsnav_traceback) or app.verbosity > 0
    return asked or any(_TRACEBACK_OPTION.fullmatch(word) for word in sys.argv[1:])
