"""Our messages in Sphinx's log: once each, similar ones grouped, in a chosen format.

Worker processes send their log records to the main process, so the filters here see
the messages of all processes. Sphinx counts a message between our two filters: one
that several processes report counts once, one that is grouped counts as any other,
and one that ``suppress_warnings`` names never reaches the grouping.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from sphinx.application import Sphinx
from sphinx.errors import SphinxError
from sphinx.util.logging import LEVEL_NAMES, NAMESPACE, getLogger

from sphinx_docsnav.faults import DocsNavError, Fault, fault_text, shown_path
from sphinx_docsnav.messages import (
    Grouping,
    MachineMessage,
    MessageFormat,
    machine_line,
    machine_message,
    message_format,
)

logger = getLogger(__name__)
FAULT = "docsnav_fault"
"""The attribute of a log record that holds the fault it reports."""
_SPHINX_FAILED = 2
"""The exit code of sphinx-build after an exception."""
_PLACE = re.compile(r"(?P<file>.+?)(?::(?P<line>\d+))?:?")


def setup_message_log(app: Sphinx) -> None:
    """Install filters and format in the handlers of Sphinx's log."""
    for handler in logging.getLogger(NAMESPACE).handlers:
        handler.filters.insert(0, RepetitionFilter())
        if app.verbosity <= 0 and message_format.get() is MessageFormat.TEXT:
            handler.addFilter(GroupingFilter(Path(app.srcdir)))
        if handler.level >= logging.WARNING:
            handler.setFormatter(FaultFormatter(app, handler.formatter))


class RepetitionFilter(logging.Filter):
    """Lets each fault through once, as several processes may find the same.

    So it does with the messages that are logged with ``once=True``, of which Sphinx
    repeats those that are no warnings.
    """

    def __init__(self) -> None:
        super().__init__()
        self._seen: set[Fault | str] = set()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether *record* is new, or may be repeated."""
        fault = getattr(record, FAULT, None)
        if isinstance(fault, Fault):
            message: Fault | str = fault
        elif getattr(record, "once", False):
            message = record.getMessage()
        else:
            return True
        if message in self._seen:
            return False
        self._seen.add(message)
        return True


class GroupingFilter(logging.Filter):
    """Lets the first places of a problem through and counts the others."""

    def __init__(self, srcdir: Path) -> None:
        super().__init__()
        self.grouping = Grouping(srcdir)
        """Counts the messages that are not shown."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether *record* is shown."""
        fault = getattr(record, FAULT, None)
        return not isinstance(fault, Fault) or self.grouping.admit(fault)


def report_grouped(srcdir: Path) -> None:
    """Write the numbers of what was not shown; these lines count as no warnings."""
    for handler in logging.getLogger(NAMESPACE).handlers:
        for grouping_filter in [f for f in handler.filters if isinstance(f, GroupingFilter)]:
            # Sent to the handler itself: through the log, the filter would group them again.
            for fault in grouping_filter.grouping.rest():
                handler.emit(_record(fault, srcdir))
            grouping_filter.grouping = Grouping(srcdir)


def stop_build(error: SphinxError, srcdir: Path, outcome: str = "nothing was built") -> NoReturn:
    """End the build with the text of *error*, and *outcome*, as the last line.

    Sphinx's own command line answers an exception with its versions, its extensions
    and a traceback; so much text would push the messages about docs.json off the
    screen. There, the process ends without one.

    :raises SphinxError: *error*, if another program runs Sphinx.
    """
    report_grouped(srcdir)
    if not _is_sphinx_command():
        raise error from None
    logger.error("%s: %s; %s", error.category, error, outcome)
    raise SystemExit(_SPHINX_FAILED) from None


def _is_sphinx_command() -> bool:
    """Return whether this process is ``sphinx-build``, ``python -m sphinx`` or the like."""
    program = Path(sys.argv[0])
    if len(program.parts) < 2:  # noqa: PLR2004 -- the preview, which reports such errors itself
        return False
    names = {"sphinx-build", "sphinx-build-script"}  # Windows has the second one
    is_module = program.name in {"__main__.py", "build.py"} and "sphinx" in program.parts[-3:-1]
    return program.stem in names or is_module


def _record(fault: Fault, srcdir: Path) -> logging.LogRecord:
    text = f"{fault_text(fault, srcdir)}; -v shows all"
    record = logging.LogRecord(NAMESPACE, LEVEL_NAMES[fault.severity], "", 0, text, None, None)
    setattr(record, FAULT, fault)
    return record


class FaultFormatter(logging.Formatter):
    """Formats records as `message_format` says."""

    def __init__(self, app: Sphinx, text: logging.Formatter | None) -> None:
        super().__init__()
        self._app = app
        self._text = text or logging.Formatter()

    def format(self, record: logging.LogRecord) -> str:
        """Return *record* as text, or in a format for programs."""
        output_format = message_format.get()
        if output_format is MessageFormat.TEXT:
            return self._text.format(record)
        return machine_line(make_machine_message(record, Path(self._app.srcdir)), output_format)


def make_machine_message(record: logging.LogRecord, root: Path) -> MachineMessage:
    """Return what *record* says, for programs; paths are relative to *root*."""
    fault = getattr(record, FAULT, None)
    return (
        machine_message(fault, root)
        if isinstance(fault, Fault)
        else _convert_sphinx_record(record, root)
    )


def _convert_sphinx_record(record: logging.LogRecord, root: Path) -> MachineMessage:
    """Return a message of Sphinx, or of another extension, for programs."""
    location = getattr(record, "location", None)
    position = _PLACE.fullmatch(location) if isinstance(location, str) else None
    kinds = [getattr(record, name, "") for name in ("type", "subtype")]
    return MachineMessage(
        level="error" if record.levelno >= logging.ERROR else "warning",
        type=".".join(filter(None, kinds)) or None,
        file=shown_path(Path(position["file"]), root) if position else None,
        line=int(position["line"]) if position and position["line"] else None,
        column=None,
        pointer=None,
        message=logging.LogRecord.getMessage(record),
        hint=None,
    )


class SiteError(SphinxError):
    """The site cannot be built; shown as one line without a traceback."""

    category = "docs.json error"


def log_fault(fault: Fault, srcdir: Path, extra: Mapping[str, object]) -> None:
    """Log *fault* as one line, paths relative to *srcdir*.

    The message has the type ``docsnav.<kind>``, so ``suppress_warnings`` takes it.
    The same one of several processes is shown once, and similar ones are grouped;
    see `setup_message_log`.

    :param extra: further attributes of the log record.
    """
    logger.log(
        fault.severity,
        "%s",
        format_fault(fault, srcdir),
        type="docsnav",
        subtype=fault.kind.value,
        extra={FAULT: fault, **extra},
    )


def format_fault(fault: Fault, srcdir: Path) -> str:
    """Return *fault* as Sphinx shows it, without the type at the end, which Sphinx adds itself.

    The place is part of the text because Sphinx has no form for a line and
    column, nor for a file that is no document; it adds no level to a text that
    has it already.
    """
    return fault_text(fault, srcdir).removesuffix(f" [docsnav.{fault.kind}]")


def make_site_error(error: DocsNavError, errors: Sequence[Fault], srcdir: Path) -> SiteError:
    """Return what stops the build: the first fault again, and how many others there were."""
    first = error.fault or (errors[0] if errors else None)
    text = str(error) if first is None else format_fault(first, srcdir).replace("ERROR: ", "", 1)
    return SiteError(f"{text} (and {len(errors) - 1} more)" if len(errors) > 1 else text)
