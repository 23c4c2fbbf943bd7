"""From an offset in a piece of a file to the line and column in the file."""

from __future__ import annotations

import bisect
from collections.abc import Iterator
from typing import Protocol


class TextOrigin(Protocol):
    """Where a piece of text came from."""

    def at(self, offset: int) -> tuple[int, int]:
        """Return line and column, counted from 1, of *offset* in the piece."""
        ...


class SourcePlace:
    """A stretch of the file itself: offsets count in the whole text."""

    __slots__ = ("_base", "_line", "_src")

    def __init__(self, src: str, base: int, line: int) -> None:
        self._src = src
        self._base = base
        self._line = line

    def at(self, offset: int) -> tuple[int, int]:
        """Return line and column; *line* given to the constructor is that of *base*, from 0."""
        line = self._line + 1 + self._src.count("\n", self._base, offset)
        return line, offset - self._src.rfind("\n", 0, offset)


class ContentPlace:
    """Text whose lines lost their prefix: a paragraph, a cell, lines of a quote."""

    __slots__ = ("_content", "_first", "_known", "_lines", "_skip")

    def __init__(self, content: str, lines: list[str], first: int, skip: int = 0) -> None:
        self._content = content
        self._lines = lines
        self._first = first
        self._skip = skip
        self._known: list[tuple[int, int]] = []

    def at(self, offset: int) -> tuple[int, int]:
        """Return line and column: each line of content ends as its source line does."""
        if not self._known:
            self._known = list(self._starts())
        known = self._known
        index = bisect.bisect_right(known, offset, key=_start) - 1
        start, prefix = known[index]
        return self._first + index + 1, prefix + offset - start + 1

    def _starts(self) -> Iterator[tuple[int, int]]:
        """Yield the offset of each line in the content, and its column in the source."""
        start = 0
        for index, line in enumerate(self._content.split("\n"), self._first):
            source = self._lines[index] if index < len(self._lines) else ""
            text = line.rstrip()
            found = source.find(text, self._skip) if text else len(source.rstrip())
            yield start, max(0, found)
            start += len(line) + 1


def _start(line: tuple[int, int]) -> int:
    return line[0]
