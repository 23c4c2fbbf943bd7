"""Scan JSON text without recursion: positions of all values, and syntax errors.

Python's ``json`` reads valid files; this module reads a file again when a fault
needs a position. It continues after comments, trailing commas and equal keys, so
that one run reports all of them.
"""

from __future__ import annotations

import bisect
import json
import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from sphinx_docsnav.docs_json import mistakes
from sphinx_docsnav.docs_json.mistakes import WORD, JsonMistake, OpenContainer
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


MAX_DEPTH = 200
"""Levels of lists and objects that are read; real files have about 30."""

MAX_DIGITS = 400
"""Digits of a number that are read; the largest ``float`` has 309."""


class ValueOffsets(NamedTuple):
    """The offsets of a value in the text."""

    value: int
    """Offset of the value's first character."""
    key: int
    """Offset of its field name; for an entry of a list, of the value."""


@dataclass(slots=True)
class Scan:
    """The result of a scan."""

    places: dict[str, ValueOffsets] = field(default_factory=dict)
    """Every value's place by its JSON pointer."""
    problems: list[JsonMistake] = field(default_factory=list)
    """What is wrong, in file order; only the last can have ended the walk."""


def scan(text: str) -> Scan:
    """Return the places of all values of *text* and the mistakes in it."""
    scanner = _Scanner(text)
    try:
        scanner.run()
    except _StopScanError as stop:
        scanner.result.problems.append(stop.problem)
    return scanner.result


class _StopScanError(Exception):
    """The walk cannot go on."""

    def __init__(self, problem: JsonMistake) -> None:
        super().__init__(problem.message)
        self.problem = problem


@dataclass(slots=True)
class _Container:
    """A list or object that is still open."""

    start: int
    """Offset of its bracket."""
    pointer: str
    """Its JSON pointer."""
    keys: dict[str, int] | None
    """Offsets of the field names so far; ``None`` in a list."""
    size: int = 0
    """How many entries it has so far."""


_BLANK = re.compile(r"[ \t\n\r]*")
_COMMENT = re.compile(r"//[^\n\r]*|/\*.*?(?:\*/|\Z)|\#[^\n\r]*", re.DOTALL)
_PLAIN = re.compile(r'[^"\\\x00-\x1f]*')
_ESCAPE = re.compile(r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})')
_HALF = re.compile(r"\\u[dD][89a-fA-F]")
_PAIR = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}")
_SCALAR = re.compile(r"(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)|true|false|null")


class _Scanner:
    """One walk; the stack holds what is open."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = Lines(text)
        self.offset = 0
        self.stack: list[_Container] = []
        self.result = Scan()

    def run(self) -> None:
        self.skip()
        if self.offset == len(self.text) and not self.result.problems:
            raise _StopScanError(mistakes.empty_file())
        self.value("", self.offset)
        while self.stack:
            self.entry(self.stack[-1])
        self.skip()
        if self.offset < len(self.text):
            raise _StopScanError(mistakes.text_after_end(self.text, self.offset))

    def entry(self, container: _Container) -> None:
        """Read one entry of the innermost container, or its end."""
        self.skip()
        comma = -1
        if container.size and self.peek() == ",":
            comma = self.offset
            self.offset += 1
            self.skip()
        if self.peek() == ("]" if container.keys is None else "}"):
            if comma >= 0:
                self.note(mistakes.trailing_comma(comma, self.named(container)))
            self.offset += 1
            self.stack.pop()
            return
        if container.size and comma < 0:
            named = self.named(container)
            raise _StopScanError(mistakes.no_comma(self.text, self.offset, named))
        start, step = self.offset, str(container.size)
        if container.keys is not None:
            step = escape_key(self.key(container, container.keys))
        container.size += 1
        self.value(f"{container.pointer}/{step}", start)

    def key(self, container: _Container, keys: dict[str, int]) -> str:
        """Read a field name and its colon."""
        start = self.offset
        if self.peek() != '"':
            raise _StopScanError(mistakes.no_key(self.text, start, self.named(container)))
        key = self.string()
        self.skip()
        if self.peek() != ":":
            raise _StopScanError(mistakes.no_colon(self.text, self.offset))
        self.offset += 1
        self.skip()
        if key in keys:
            line = self.lines.position(keys[key]).line
            self.note(mistakes.repeated_key(start, key, line))
        keys.setdefault(key, start)
        return key

    def value(self, pointer: str, key_offset: int) -> None:
        """Read a scalar whole, or the opening of a list or object."""
        start = self.offset
        self.result.places[pointer] = ValueOffsets(start, key_offset)
        character = self.peek()
        if character == '"':
            self.string()
        elif character and character in "[{":
            if len(self.stack) >= MAX_DEPTH:
                raise _StopScanError(mistakes.too_deep(start, MAX_DEPTH))
            self.stack.append(_Container(start, pointer, {} if character == "{" else None))
            self.offset += 1
        else:
            self.scalar(start)

    def scalar(self, start: int) -> None:
        match = _SCALAR.match(self.text, start)
        word = WORD.match(self.text, start)
        if match is None or word is None or match.end() != word.end():
            inside = self.named(self.stack[-1]) if self.stack else None
            raise _StopScanError(mistakes.no_value(self.text, start, inside))
        if match[1] and len(match[1]) > MAX_DIGITS:
            raise _StopScanError(mistakes.long_number(start, len(match[1]), MAX_DIGITS))
        self.offset = match.end()

    def string(self) -> str:
        """Read a string and return its value."""
        start = self.offset
        end = self.plain(start + 1)
        while self.text[end : end + 1] != '"':
            end = self.plain(self.escape(start, end))
        self.offset = end + 1
        return str(json.loads(self.text[start : end + 1]))

    def plain(self, offset: int) -> int:
        match = _PLAIN.match(self.text, offset)
        return match.end() if match else offset

    def escape(self, start: int, offset: int) -> int:
        """Check what is not plain text in a string and return the offset behind it."""
        character = self.text[offset : offset + 1]
        if not character or character in "\n\r":
            raise _StopScanError(mistakes.open_string(self.text, start, offset))
        if character != "\\":
            raise _StopScanError(mistakes.control_character(self.text, offset))
        match = _ESCAPE.match(self.text, offset)
        if match is None:
            raise _StopScanError(mistakes.unknown_escape(self.text, offset))
        if not _HALF.match(self.text, offset):
            return match.end()
        pair = _PAIR.match(self.text, offset)
        if pair is None:
            self.note(mistakes.half_character(self.text, offset))
        return (pair or match).end()

    def skip(self) -> None:
        """Skip white space and comments; record that there were comments."""
        while True:
            blank = _BLANK.match(self.text, self.offset)
            self.offset = blank.end() if blank else self.offset
            comment = _COMMENT.match(self.text, self.offset)
            if comment is None:
                return
            self.note(mistakes.comment(self.offset))
            self.offset = comment.end()

    def peek(self) -> str:
        return self.text[self.offset : self.offset + 1]

    def named(self, container: _Container) -> OpenContainer:
        return OpenContainer(self.lines.position(container.start).line, container.keys is None)

    def note(self, problem: JsonMistake) -> None:
        self.result.problems.append(problem)
