"""Read one JSON file: bytes to a value, or to faults with line and column."""

from __future__ import annotations

import codecs
import json
import re
import stat
from functools import cached_property
from pathlib import Path

from sphinx_docsnav.docs_json.json_scanner import (
    MAX_DEPTH,
    MAX_DIGITS,
    Lines,
    Scan,
    ValueOffsets,
    scan,
)
from sphinx_docsnav.docs_json.mistakes import merge_conflict
from sphinx_docsnav.docs_json.phrases import Json
from sphinx_docsnav.faults import Fault, FaultKind, Position, Report, Severity


class JsonFile:
    """The text of a JSON file, its value, and the positions of all values in the text."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        """The file."""
        self.text = text
        """Its text."""
        self.value: Json = None
        """Its value, once parsed."""
        self.lines = Lines(text)
        """Offsets as lines and columns."""

    @cached_property
    def scan(self) -> Scan:
        """The text read again for places; costs nothing until a fault needs one."""
        return scan(self.text)

    @cached_property
    def depth(self) -> int:
        """The levels of lists and objects in it."""
        return _depth(self.value)

    def position(self, pointer: str, *, of_key: bool = False) -> Position:
        """Return where the value at *pointer* starts, or its field name.

        A pointer to nothing gives the nearest place above it.
        """
        place = self.scan.places.get(pointer)
        while place is None and pointer:
            pointer = pointer.rpartition("/")[0]
            place = self.scan.places.get(pointer)
        place = place or ValueOffsets(0, 0)
        return self.lines.position(place.key if of_key else place.value)


def read_json_file(path: Path, report: Report) -> JsonFile | None:
    """Return the file at *path*; ``None`` if it is not JSON, after faults with the reason.

    Equal keys are faults; the value of the last one is used.
    """
    data = _read_bytes(path, report)
    text = None if data is None else _decode(path, data, report)
    if text is None:
        return None
    file = JsonFile(path, text)
    return file if _parse(file, report) else None


def _parse(file: JsonFile, report: Report) -> bool:
    """Give *file* its value; return ``False`` if it has none."""
    try:
        file.value = _load(file.text)
    except (ValueError, RecursionError):
        conflict = merge_conflict(file.text)
        problems = [conflict] if conflict else file.scan.problems
        for problem in problems:
            kind = FaultKind.DUPLICATE_KEY if problem.is_repeated_key else FaultKind.SYNTAX
            position, error = file.lines.position(problem.offset), Severity.ERROR
            report(Fault(kind, error, problem.message, file.path, position, hint=problem.hint))
        if not all(problem.is_repeated_key for problem in problems):
            return False
        file.value = json.loads(file.text)
    return True


class _StrictError(ValueError):
    """Python's ``json`` takes what JSON does not have, or what is not read here."""


_HALF = re.compile(r"\\u[dD][89a-fA-F]")


def _load(text: str) -> Json:
    """Return the value of strict JSON without equal keys.

    Raises ``ValueError`` or ``RecursionError``; the scanner then finds the place.
    """
    if _HALF.search(text) and scan(text).problems:
        raise _StrictError
    value: Json = json.loads(
        text, object_pairs_hook=_object, parse_constant=_refuse, parse_int=_integer
    )
    if _depth(value) > MAX_DEPTH:
        raise _StrictError
    return value


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise _StrictError
    return value


def _refuse(constant: str) -> Json:
    raise _StrictError(constant)


def _integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise _StrictError
    return int(digits)


def _depth(value: Json) -> int:
    """Return how many levels of lists and objects there are, as far as `MAX_DEPTH` and one."""
    level = [value] if isinstance(value, (dict, list)) else []
    for depth in range(MAX_DEPTH + 1):
        if not level:
            return depth
        level = [
            item
            for container in level
            for item in (container.values() if isinstance(container, dict) else container)
            if isinstance(item, (dict, list))
        ]
    return MAX_DEPTH + 1


def _read_bytes(path: Path, report: Report) -> bytes | None:
    """Return the file's bytes, or ``None`` after a fault; never waits for a pipe."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISREG(mode):
            return path.read_bytes()
        found = "a directory" if stat.S_ISDIR(mode) else "no file"
    except FileNotFoundError:
        found = "no file of that name"
    except OSError as error:
        found = f"one that cannot be read ({(error.strerror or str(error)).lower()})"
    report(Fault(FaultKind.SYNTAX, Severity.ERROR, f"expected a JSON file, found {found}", path))
    return None


def _decode(path: Path, data: bytes, report: Report) -> str | None:
    """Return the text of UTF-8 bytes, or ``None`` after a fault."""
    start, hint = Position(1, 1), "save the file as UTF-8 without a byte order mark"
    if data.startswith(codecs.BOM_UTF8):
        message = "expected JSON, found a byte order mark"
    elif data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or b"\0" in data[:4]:
        message = "expected a file in UTF-8, found UTF-16 or UTF-32"
        hint = "save the file as UTF-8"
    else:
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError as error:
            before = data[: error.start].decode("utf-8")
            start = Lines(before).position(len(before))
            message = f"expected a file in UTF-8, found the byte {data[error.start]:#04x}"
            hint = "if it was saved as Latin-1 or Windows-1252, save it as UTF-8"
    report(Fault(FaultKind.SYNTAX, Severity.ERROR, message, path, start, hint=hint))
    return None
