"""One JSON file of docs.json: its value, or faults with line and column."""

from __future__ import annotations

import codecs
from functools import cached_property
from pathlib import Path
from typing import cast

from sphinx_docsnav.data_files.data_reader import find_nearest
from sphinx_docsnav.data_files.file_text import decode_text, read_bytes
from sphinx_docsnav.data_files.json_reader import JsonPositions, measure_depth, read_json
from sphinx_docsnav.data_files.json_values import (
    DataError,
    DataProblem,
    ValuePosition,
    split_pointer,
)
from sphinx_docsnav.docs_json.phrases import Json
from sphinx_docsnav.faults import Fault, FaultKind, Position, Report, Severity


class JsonFile:
    """The text of a JSON file, its value, and the positions of all values in the text."""

    def __init__(self, path: Path, text: str, value: Json = None) -> None:
        self.path = path
        """The file."""
        self.text = text
        """Its text, which is JSON."""
        self.value = value
        """Its value."""

    @cached_property
    def depth(self) -> int:
        """The levels of lists and objects in it."""
        return measure_depth(self.value)

    def position(self, pointer: str, *, of_key: bool = False) -> Position:
        """Return where the value at *pointer* starts, or its field name.

        A pointer to nothing gives the position of its nearest existing parent.
        """
        position = find_nearest(self._positions, split_pointer(pointer)) or self._start
        return position.key if of_key else position.value

    @cached_property
    def _positions(self) -> JsonPositions:
        return JsonPositions(self.text)

    @property
    def _start(self) -> ValuePosition:
        """The position of the whole value."""
        return self._positions.find(()) or ValuePosition(Position(1), Position(1))


def read_json_file(path: Path, report: Report) -> JsonFile | None:
    """Return the file at *path*; ``None`` if it is not JSON, after faults with the reason.

    Repeated keys are faults; the value of the last one is used.
    """
    try:
        text = _read_text(path)
        data = read_json(text)
    except DataError as error:
        _report_problems(path, error.problems, report)
        return None
    _report_problems(path, data.problems, report)
    # Comments and trailing commas are recoverable, but the specification requires strict JSON.
    if not all(problem.is_repeated_key for problem in data.problems):
        return None
    return JsonFile(path, text, cast("Json", data.value))


def _read_text(path: Path) -> str:
    content = read_bytes(path, "a JSON file")
    # `decode_text` would remove the mark, but other readers of docs.json reject it (RFC 8259).
    if content.startswith(codecs.BOM_UTF8):
        hint = "save the file as UTF-8 without a byte order mark"
        message = "expected JSON, found a byte order mark"
        raise DataError(DataProblem(message, Position(1, 1), hint))
    return decode_text(content)


def _report_problems(
    path: Path, problems: tuple[DataProblem, ...] | list[DataProblem], report: Report
) -> None:
    for problem in problems:
        kind = FaultKind.DUPLICATE_KEY if problem.is_repeated_key else FaultKind.SYNTAX
        position, hint = problem.position, problem.hint
        report(Fault(kind, Severity.ERROR, problem.message, path, position, hint=hint))
