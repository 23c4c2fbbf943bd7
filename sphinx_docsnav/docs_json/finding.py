"""A fault before its place in the file is known."""

from __future__ import annotations

from dataclasses import dataclass

from sphinx_docsnav.faults import FaultKind, Severity


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong at a JSON pointer; line and column are found when it is reported."""

    kind: FaultKind
    """The type of the message."""
    pointer: str
    """The value that is wrong."""
    message: str
    """Expected and found."""
    hint: str = ""
    """The way out."""
    severity: Severity = Severity.ERROR
    """ERROR, WARNING or INFO."""
    at_key: bool = False
    """The place is the field name, not the value."""
    stopped_hint: str = ""
    """A way out that is of use only where errors stop the build."""
    built: str = ""
    """Of an error: what is built with ``keep_going``, if not everything except the element."""
