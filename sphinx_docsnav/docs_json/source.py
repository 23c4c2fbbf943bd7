"""From a file to a JSON value that knows where each of its parts was written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sphinx_docsnav.docs_json.jsonfile import read_json_file
from sphinx_docsnav.docs_json.references import Merged, merge_references
from sphinx_docsnav.faults import Fault, FaultKind, Position, Report, Severity


class JsonSource:
    """A JSON file with what its ``$ref`` name put in place.

    JSON pointers address the merged value; places are those in the files the
    parts were written in.
    """

    def __init__(self, path: Path, merged: Merged) -> None:
        self.path = path
        """The file that was read first."""
        self._merged = merged

    @property
    def value(self) -> Any:
        """The merged value."""
        return self._merged.value

    @property
    def files(self) -> tuple[Path, ...]:
        """Every file read; the value depends on all of them."""
        return tuple(file.path for file in self._merged.files.values())

    def file(self, pointer: str) -> Path:
        """Return the file in which the value at *pointer* was written."""
        return self._merged.origin(pointer).file.path

    def position(self, pointer: str) -> Position:
        """Return where the value at *pointer* starts in that file."""
        origin = self._merged.origin(pointer)
        return origin.file.position(origin.pointer)

    def key_position(self, pointer: str) -> Position:
        """Return where the field name of the value at *pointer* starts, in the same file."""
        origin = self._merged.origin(pointer)
        if not origin.pointer:
            return origin.file.position("")
        return origin.file.position(origin.pointer, of_key=True)

    def fault(  # noqa: PLR0913 - the parts of a fault, each said by its name
        self,
        kind: FaultKind,
        severity: Severity,
        message: str,
        *,
        pointer: str,
        hint: str = "",
        at_key: bool = False,
    ) -> Fault:
        """Return a fault at *pointer*, or at its field name."""
        position = self.key_position(pointer) if at_key else self.position(pointer)
        return Fault(kind, severity, message, self.file(pointer), position, pointer, hint)


def read_json(path: Path, report: Report) -> JsonSource | None:
    """Return the JSON file at *path*; ``None`` after faults that leave nothing to go on with."""
    file = read_json_file(path, report)
    if file is None:
        return None
    merged = merge_references(file, report)
    return None if merged.broken else JsonSource(path, merged)
