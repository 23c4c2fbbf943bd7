"""Read a file that can be JSON or YAML: its bytes, its text, its value and its positions."""

from __future__ import annotations

import codecs
import re
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsnav.data_files.json_reader import JsonPositions, read_json
from sphinx_docsnav.data_files.json_scanner import blank_additions, scan_json
from sphinx_docsnav.data_files.json_values import (
    Data,
    DataError,
    DataProblem,
    Keys,
    ValuePosition,
)
from sphinx_docsnav.data_files.text_lines import Lines
from sphinx_docsnav.faults import Position

if TYPE_CHECKING:
    from sphinx_docsnav.data_files.yaml_reader import YamlPositions

MAX_BYTES = 64 * 1024 * 1024
"""The largest file that is read, in bytes; that of the largest public API has 13 million."""
_OPENING_BRACKET = re.compile(r"\s*[\[{]")


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


def read_data(text: str) -> Data:
    """Return the value of *text*: JSON if it begins with a bracket, else YAML.

    Mistakes that do not prevent reading are problems of the result; see `read_json`. Text that
    begins with a bracket and is no JSON can still be YAML, as with field names without quotes.

    :raises DataError: neither JSON nor YAML, too deep, or grown by aliases beyond the limit.
    """
    text = text.removeprefix("\ufeff")
    if not _OPENING_BRACKET.match(text):
        from sphinx_docsnav.data_files.yaml_reader import read_yaml

        return read_yaml(text)
    try:
        # YAML contains JSON, but this reader is faster and describes mistakes better.
        return read_json(text)
    except DataError as json_error:
        from sphinx_docsnav.data_files.yaml_reader import read_yaml, resolve_json_scalar

        # YAML does not know `//` comments; blanks in their place keep all positions.
        blanked = blank_additions(text, scan_json(text))
        try:
            data = read_yaml(blanked, scalar=resolve_json_scalar)
        except DataError:
            # Neither format: the bracket says that JSON was meant, so its message helps more.
            raise json_error from None
        # The mistake that ended the JSON reader is none in YAML; those before it remain.
        ignored = [problem for problem in json_error.problems if problem.recovery]
        return Data(data.value, [*ignored, *data.problems])


class DataPositions:
    """The positions of the values in text that `read_data` can read."""

    def __init__(self, text: str) -> None:
        """Prepare to read *text* when the first position is requested."""
        self._text = text
        self._positions: JsonPositions | YamlPositions
        if _OPENING_BRACKET.match(text):
            self._positions = JsonPositions(text)
        else:
            self._positions = self._read_yaml_positions(text)

    def find(self, keys: Keys) -> ValuePosition | None:
        """Return the positions of the value at *keys*; ``None`` if there is no such value."""
        try:
            return self._positions.find(keys)
        # Comments, trailing commas, very deep values, or YAML that begins with a bracket.
        except (ValueError, RecursionError):
            scan = scan_json(self._text)
            blanked = blank_additions(self._text, scan)
            # Blanked text is JSON unless a mistake ended the scan, as in YAML flow style.
            is_json = all(mistake.recovery for mistake in scan.mistakes)
            self._positions = (
                JsonPositions(blanked) if is_json else self._read_yaml_positions(blanked)
            )
            return self._positions.find(keys)

    @staticmethod
    def _read_yaml_positions(text: str) -> YamlPositions:
        from sphinx_docsnav.data_files.yaml_reader import YamlPositions

        return YamlPositions(text)


def find_nearest_position(
    positions: DataPositions | JsonPositions | YamlPositions, keys: Keys
) -> ValuePosition | None:
    """Return the positions of the value at *keys*, else those of its nearest existing parent.

    :returns: ``None`` if only the whole file is left, or if nothing exists.
    """
    while keys:
        position = positions.find(keys)
        if position is not None:
            return position
        keys = keys[:-1]
    return None
