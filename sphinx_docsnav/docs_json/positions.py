"""Offsets of a text as lines and columns."""

from __future__ import annotations

import bisect
import re
from functools import cached_property

from sphinx_docsnav.faults import Position

_LINE_END = re.compile(r"\r\n|\n|\r")


class Lines:
    """The lines of a text, found on first use.

    A line ends with LF, CR LF or CR, as editors count.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        """The text whose lines these are."""

    def position(self, offset: int) -> Position:
        """Return the line and column of *offset*, columns in characters."""
        line = bisect.bisect_right(self._starts, offset)
        return Position(line, offset - self._starts[line - 1] + 1)

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(match.end() for match in _LINE_END.finditer(self.text))]


def escape_key(key: str) -> str:
    """Return *key* as one step of a JSON pointer (RFC 6901)."""
    if "~" in key or "/" in key:
        return key.replace("~", "~0").replace("/", "~1")
    return key
