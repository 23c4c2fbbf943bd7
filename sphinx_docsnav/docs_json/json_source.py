"""From a file to a JSON value that knows where each of its parts was written."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from sphinx_docsnav.docs_json.jsonfile import read_json_file
from sphinx_docsnav.docs_json.phrases import Json
from sphinx_docsnav.docs_json.references import Merged, merge_references
from sphinx_docsnav.faults import Fault, FaultKind, Position, Report, Severity


class JsonSource:
    """A JSON file with what its ``$ref`` name put in place.

    JSON pointers address the merged value; places are those in the files that
    its parts were written in.
    """

    def __init__(self, path: Path, merged: Merged, *, is_written: bool = True) -> None:
        self.path = path
        """The file that was read first."""
        self.is_written = is_written
        """An author wrote it; else, it is made of toctrees or settings."""
        self._merged = merged
        self._left_out: dict[str, list[int]] = {}

    @property
    def value(self) -> Json:
        """The merged value."""
        return self._merged.value

    @property
    def files(self) -> tuple[Path, ...]:
        """Every file read; the value depends on all of them."""
        return tuple(file.path for file in self._merged.files.values())

    def leave_out(self, entries: Iterable[str]) -> None:
        """Note the pointers of the entries that lists are read without."""
        for entry in entries:
            parent, _, number = entry.rpartition("/")
            self._left_out.setdefault(parent, []).append(int(number))

    def written(self, pointer: str) -> str:
        """Return the pointer in the file to what is at *pointer* in the lists as they are read."""
        found = ""
        for step in pointer.split("/")[1:]:
            number = step
            if found in self._left_out:
                at = int(step)
                for left in sorted(self._left_out[found]):
                    at += left <= at
                number = str(at)
            found = f"{found}/{number}"
        return found

    def file(self, pointer: str) -> Path:
        """Return the file in which the value at *pointer* was written."""
        return self._merged.origin(pointer).file.path

    def position(self, pointer: str) -> Position:
        """Return where the value at *pointer* starts in that file."""
        origin = self._merged.origin(pointer)
        return origin.file.position(origin.pointer)

    def key_position(self, pointer: str) -> Position:
        """Return where the field name of the value at *pointer* starts in that file.

        The value of a whole file has no field name there; it gives its own start.
        """
        origin = self._merged.origin(pointer)
        return origin.file.position(origin.pointer, of_key=True)

    def error(self, kind: FaultKind, pointer: str, message: str, hint: str = "") -> Fault:
        """Return an error at the value at *pointer*."""
        return self.fault(kind, Severity.ERROR, pointer, message, hint)

    def warning(self, kind: FaultKind, pointer: str, message: str, hint: str = "") -> Fault:
        """Return a warning at the value at *pointer*."""
        return self.fault(kind, Severity.WARNING, pointer, message, hint)

    def fault(
        self, kind: FaultKind, severity: Severity, pointer: str, message: str, hint: str
    ) -> Fault:
        """Return a fault at the value at *pointer*, in the file where that was written."""
        path, position = self.file(pointer), self.position(pointer)
        return Fault(kind, severity, message, path, position, pointer, hint)


def read_json(path: Path, report: Report) -> JsonSource | None:
    """Return the JSON file at *path*; ``None`` after faults that leave nothing to go on with."""
    file = read_json_file(path, report)
    merged = merge_references(file, report) if file else None
    return None if merged is None or merged.is_broken else JsonSource(path, merged)
