"""Bytes of a file to text, and offsets in a text to lines and columns."""

from __future__ import annotations

import bisect
import codecs
import re
import stat
from functools import cached_property
from pathlib import Path

from sphinx_docsnav.data_files.json_values import DataError, DataProblem
from sphinx_docsnav.faults import Position

MAX_BYTES = 64 * 1024 * 1024
"""The largest file that is read, in bytes; that of the largest public API has 13 million."""

_LINE_END = re.compile(r"\r\n|\n|\r")


def read_bytes(path: Path, expected: str) -> bytes:
    """Return the bytes of the file at *path*; never wait for a pipe.

    :param expected: what messages name as expected: ``a JSON file``.
    :raises DataError: there is no such file, it is too large, or it cannot be read.
    """
    try:
        # Check before opening: reading a named pipe would wait for a writer, and a device never
        # end.
        status = path.stat()
        if stat.S_ISREG(status.st_mode) and status.st_size <= MAX_BYTES:
            return path.read_bytes()
        if stat.S_ISREG(status.st_mode):
            expected, actual = f"{expected} of at most {MAX_BYTES:,} bytes", "a larger one"
        else:
            actual = "a directory" if stat.S_ISDIR(status.st_mode) else "no file"
    except FileNotFoundError:
        actual = "no file of that name"
    except OSError as error:
        actual = f"one that cannot be read ({(error.strerror or str(error)).lower()})"
    raise DataError(DataProblem(f"expected {expected}, found {actual}"))


def decode_text(content: bytes) -> str:
    """Return the text of *content*, which is UTF-8, without a byte order mark.

    :raises DataError: it is not UTF-8; with the position of the first wrong byte.
    """
    # ASCII text in UTF-16 or UTF-32 has a zero byte in its first four, with or without a mark.
    is_utf_16 = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    if is_utf_16 or b"\0" in content[:4]:
        message = "expected a file in UTF-8, found UTF-16 or UTF-32"
        raise DataError(DataProblem(message, Position(1, 1), "save the file as UTF-8"))
    content = content.removeprefix(codecs.BOM_UTF8)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        # The bytes before the wrong one are valid, and their text gives its line and column.
        before = content[: error.start].decode("utf-8")
        message = f"expected a file in UTF-8, found the byte {content[error.start]:#04x}"
        hint = "if it was saved as Latin-1 or Windows-1252, save it as UTF-8"
        raise DataError(DataProblem(message, Lines(before).position(len(before)), hint)) from None


class Lines:
    """The lines of a text; a line ends with LF, CR LF or CR, as editors count."""

    def __init__(self, text: str) -> None:
        self._text = text

    def position(self, offset: int) -> Position:
        """Return the line and column of *offset*, columns in characters."""
        line = bisect.bisect_right(self._starts, offset)
        return Position(line, offset - self._starts[line - 1] + 1)

    @cached_property
    def _starts(self) -> list[int]:
        """The offset of the first character of each line."""
        return [0, *(match.end() for match in _LINE_END.finditer(self._text))]
