"""The lines of a text, for positions in messages."""

from __future__ import annotations

import bisect
import re
from functools import cached_property

from sphinx_docsnav.faults import Position

_LINE_END = re.compile(r"\r\n|\n|\r")


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
