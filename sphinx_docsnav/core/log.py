"""Sphinx's log as a place where the core reports its faults."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.errors import SphinxError
from sphinx.util import logging

from sphinx_docsnav.core.message_log import FAULT, LEVELS
from sphinx_docsnav.faults import DocsNavError, Fault, fault_text

if TYPE_CHECKING:
    from sphinx_docsnav.faults import Report

logger = logging.getLogger(__name__)


class SiteError(SphinxError):
    """The site cannot be built; shown as one line without a traceback."""

    category = "docs.json error"


def sphinx_report(srcdir: Path) -> Report:
    """Return a report that logs each fault as one line, paths relative to *srcdir*.

    The message has the type ``docsnav.<kind>``, so ``suppress_warnings`` takes it.
    The same one of several reading processes is shown once, and similar ones are grouped;
    see `sphinx_docsnav.core.message_log`.
    """

    def report(fault: Fault) -> None:
        logger.log(
            LEVELS[fault.severity],
            "%s",
            line_of(fault, srcdir),
            type="docsnav",
            subtype=fault.kind.value,
            extra={FAULT: fault},
        )

    return report


def line_of(fault: Fault, srcdir: Path) -> str:
    """Return *fault* as Sphinx shows it, without the type at the end, which Sphinx adds itself.

    The place is part of the text because Sphinx has no form for a line and
    column, nor for a file that is no document; it adds no level to a text that
    has it already.
    """
    return fault_text(fault, srcdir).removesuffix(f" [docsnav.{fault.kind}]")


def site_error(error: DocsNavError, errors: Sequence[Fault], srcdir: Path) -> SiteError:
    """Return what stops the build: the first fault again, and how many others there were."""
    first = error.fault or (errors[0] if errors else None)
    text = str(error) if first is None else line_of(first, srcdir).replace("ERROR: ", "", 1)
    return SiteError(f"{text} (and {len(errors) - 1} more)" if len(errors) > 1 else text)
