"""Read one JSON file: bytes to a value, or to faults with line and column."""

from __future__ import annotations

import codecs
import json
import re
import stat
from functools import cached_property
from pathlib import Path
from typing import Any

from sphinx_docsnav.docs_json.positions import Lines
from sphinx_docsnav.docs_json.scanner import MAX_DEPTH, MAX_DIGITS, Place, Scan, scan
from sphinx_docsnav.faults import Fault, FaultKind, Position, Report, Severity


class JsonFile:
    """The text of a JSON file, its value, and where in the text everything stands."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        """The file."""
        self.text = text
        """Its text."""
        self.value: Any = None
        """Its value, once parsed."""
        self.lines = Lines(text)
        """Offsets as lines and columns."""

    @cached_property
    def scan(self) -> Scan:
        """The text read again for places; costs nothing until a fault needs one."""
        return scan(self.text)

    def position(self, pointer: str, *, of_key: bool = False) -> Position:
        """Return where the value at *pointer* starts, or its field name.

        A pointer to nothing gives the nearest place above it.
        """
        place = self.scan.places.get(pointer)
        while place is None and pointer:
            pointer = pointer.rpartition("/")[0]
            place = self.scan.places.get(pointer)
        place = place or Place(0, 0)
        return self.lines.position(place.key if of_key else place.value)


def read_json_file(path: Path, report: Report) -> JsonFile | None:
    """Return the file at *path*; ``None`` after faults that say why it is not JSON.

    A file with equal keys has faults and a value, that of the last of them.
    """
    data = _read_bytes(path, report)
    text = None if data is None else _decode(path, data, report)
    if text is None:
        return None
    file = JsonFile(path, text)
    return file if _parse(file, report) else None


class _StrictError(ValueError):
    """Python's ``json`` would take what JSON does not have."""


def _parse(file: JsonFile, report: Report) -> bool:
    try:
        file.value = _load(file.text)
    except (ValueError, RecursionError):
        problems = file.scan.problems
        for problem in problems:
            kind = FaultKind.DUPLICATE_KEY if problem.repeated_key else FaultKind.SYNTAX
            position = file.lines.position(problem.offset)
            error = Severity.ERROR
            report(Fault(kind, error, problem.message, file.path, position, hint=problem.hint))
        if not problems:  # the scanner must agree with json; a fault all the same, if it does not
            report(Fault(FaultKind.SYNTAX, Severity.ERROR, "expected JSON", file.path))
        if not problems or not all(problem.repeated_key for problem in problems):
            return False
        file.value = json.loads(file.text)
    return True


def _load(text: str) -> Any:
    """Return the value of strict JSON without equal keys.

    Raises ``ValueError`` or ``RecursionError``; the scanner then finds the place.
    """
    if _SURROGATE.search(text):
        _refuse_lone_surrogates(text)
    value = json.loads(text, object_pairs_hook=_object, parse_constant=_refuse, parse_int=_integer)
    if _is_too_deep(value):
        raise _StrictError
    return value


def _is_too_deep(value: Any) -> bool:
    level = [[value]]
    for _ in range(MAX_DEPTH + 1):
        level = [
            item
            for container in level
            for item in (container.values() if isinstance(container, dict) else container)
            if isinstance(item, (dict, list))
        ]
        if not level:
            return False
    return True


_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def _refuse_lone_surrogates(text: str) -> None:
    if scan(text).problems:
        raise _StrictError


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise _StrictError
    return value


def _refuse(constant: str) -> Any:
    raise _StrictError(constant)


def _integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise _StrictError
    return int(digits)


def _read_bytes(path: Path, report: Report) -> bytes | None:
    """Return the file's bytes, or ``None`` after a fault; never waits for a pipe."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISREG(mode):
            return path.read_bytes()
        found = "a directory" if stat.S_ISDIR(mode) else "something that is no file"
    except FileNotFoundError:
        found = "none"
    except (OSError, ValueError) as error:
        found = getattr(error, "strerror", None) or str(error)
        message = f"expected a file that can be read, found: {found.lower()}"
        report(Fault(FaultKind.SYNTAX, Severity.ERROR, message, path))
        return None
    report(Fault(FaultKind.SYNTAX, Severity.ERROR, f"expected a JSON file, found {found}", path))
    return None


_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def _decode(path: Path, data: bytes, report: Report) -> str | None:
    """Return the text of UTF-8 bytes, or ``None`` after a fault."""
    start, hint = Position(1, 1), "save the file as UTF-8 without a byte order mark"
    message = ""
    if data.startswith(codecs.BOM_UTF8):
        message = "expected JSON, found a byte order mark"
    elif data.startswith(_UTF_16) or b"\0" in data[:4]:
        message = "expected a file in UTF-8, found UTF-16 or UTF-32"
    if not message:
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError as error:
            before = data[: error.start].decode("utf-8")
            start = Lines(before).position(len(before))
            message = f"expected a file in UTF-8, found the byte {data[error.start]:#04x}"
            hint = "the file looks like Latin-1 or Windows-1252; save it as UTF-8"
    report(Fault(FaultKind.SYNTAX, Severity.ERROR, message, path, start, hint=hint))
    return None
