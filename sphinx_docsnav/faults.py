"""What can be wrong with a site, where, and how a message says so.

Every room of the core takes a ``report`` callable and hands it a `Fault` for
each thing it finds; tests pass ``faults.append``, Sphinx passes its logger.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


class Severity(enum.StrEnum):
    """How much a fault matters."""

    ERROR = "ERROR"
    """The specification forbids it; the build stops, or leaves the element out."""
    WARNING = "WARNING"
    """Built all the same; the message says as what."""
    INFO = "INFO"
    """Worth knowing, never a failure."""


class FaultKind(enum.StrEnum):
    """The types of message, each usable in ``suppress_warnings`` as ``docsnav.<kind>``."""

    SYNTAX = "syntax"
    """The file is not JSON, or cannot be read at all."""


@dataclass(frozen=True, slots=True)
class Position:
    """A place in a text file."""

    line: int
    """Line, counted from 1."""
    column: int = 1
    """Column in characters, counted from 1."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One finding: place, level, pointer, what was expected and found, and a way out."""

    kind: FaultKind
    """The type of the message."""
    severity: Severity
    """ERROR, WARNING or INFO."""
    message: str
    """Expected and found, in one line without a final full stop."""
    path: Path | None = None
    """The file the fault is in; ``None`` if it is in no file."""
    position: Position | None = None
    """Where in the file; ``None`` if the file as a whole is meant."""
    pointer: str = ""
    """JSON pointer (RFC 6901) into the file's merged value, ``""`` for none."""
    hint: str = ""
    """The way out, as a clause: ``did you mean 'icon'?``."""


Report = Callable[[Fault], None]
"""Takes each fault as it is found."""


class DocsNavError(Exception):
    """Work cannot go on; the faults have been reported, the first is repeated here."""

    def __init__(self, message: str, *, fault: Fault | None = None) -> None:
        super().__init__(message)
        self.fault = fault
        """The fault that stopped the work, if it was one."""
