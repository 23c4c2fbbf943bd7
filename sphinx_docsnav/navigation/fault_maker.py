"""A fault at an element or entry of docs.json."""

from __future__ import annotations

from sphinx_docsnav.docs_json.json_source import JsonSource
from sphinx_docsnav.faults import Fault, FaultKind, Severity


class FaultMaker:
    """Makes faults whose place is a JSON pointer into docs.json."""

    def __init__(self, source: JsonSource) -> None:
        self._source = source

    def error(self, kind: FaultKind, pointer: str, message: str, hint: str = "") -> Fault:
        """Return an error."""
        return self.fault(kind, Severity.ERROR, pointer, message, hint)

    def warning(self, kind: FaultKind, pointer: str, message: str, hint: str = "") -> Fault:
        """Return a warning."""
        return self.fault(kind, Severity.WARNING, pointer, message, hint)

    def fault(
        self, kind: FaultKind, severity: Severity, pointer: str, message: str, hint: str
    ) -> Fault:
        """Return a fault at *pointer*, in the file where that was written."""
        path, position = self._source.file(pointer), self._source.position(pointer)
        return Fault(kind, severity, message, path, position, pointer, hint)
