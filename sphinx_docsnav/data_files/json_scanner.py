"""Find the mistakes in JSON text, all of them in one run.

Python's ``json`` reads valid text, and stops at the first mistake without a remedy. This scanner
reads such text again. It continues after comments, trailing commas, repeated keys and numbers
that JSON does not have; it keeps its own stack, so that deep text cannot overflow Python's.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass, field

from sphinx_docsnav.data_files import json_mistakes as mistakes
from sphinx_docsnav.data_files.json_mistakes import NOT_FINITE, WORD, JsonMistake, OpenContainer
from sphinx_docsnav.data_files.json_values import MAX_DEPTH, MAX_DIGITS
from sphinx_docsnav.data_files.text_lines import Lines

_BLANK = re.compile(r"[ \t\n\r]*")
_COMMENT = re.compile(r"//[^\n\r]*|/\*.*?(?:\*/|\Z)|\#[^\n\r]*", re.DOTALL)
_COMMENT_START = frozenset("/#")
_PLAIN = re.compile(r'[^"\\\x00-\x1f]*')
_ESCAPE = re.compile(r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})')
SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
SURROGATE_PAIR = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)((?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)")
_BRACKET = re.compile(
    r"(?P<open>[\[{])|(?P<close>[\]}])"
    r'|"(?:[^"\\]|\\.)*+(?:"|\Z)|//[^\n\r]*|/\*.*?(?:\*/|\Z)|\#[^\n\r]*',
    re.DOTALL,
)
"""A bracket, or a string or comment, in which brackets have no meaning."""
_CONSTANTS = frozenset({"true", "false", "null"})
_VISIBLE = re.compile(r"[^\n\r]")


@dataclass(slots=True)
class JsonScan:
    """The result of a scan."""

    mistakes: list[JsonMistake] = field(default_factory=list)
    """The mistakes in the order of the text; only the last one can have ended the scan."""
    additions: list[tuple[int, int]] = field(default_factory=list)
    """Start and end of comments, trailing commas, and the content of too deep containers."""


def scan_json(text: str) -> JsonScan:
    """Return the mistakes in *text*; there are none if and only if it is strict JSON."""
    scanner = _Scanner(text)
    try:
        scanner.scan_text()
    except _StopScanError as stop:
        scanner.result.mistakes.append(stop.mistake)
    return scanner.result


def blank_additions(text: str, scan: JsonScan) -> str:
    """Return *text* with spaces in place of what the scan has added to `JsonScan.additions`.

    Everything else keeps its offset.
    """
    pieces, position = [], 0
    for start, end in sorted(scan.additions):
        pieces += [text[position:start], _VISIBLE.sub(" ", text[start:end])]
        position = end
    return "".join([*pieces, text[position:]])


class _StopScanError(Exception):
    """The scanner cannot tell how the text continues."""

    def __init__(self, mistake: JsonMistake) -> None:
        super().__init__(mistake.message)
        self.mistake = mistake


@dataclass(slots=True)
class _Container:
    """A list or object whose closing bracket has not been read yet."""

    start: int
    """Offset of its opening bracket."""
    key_offsets: dict[str, int] | None
    """Offsets of the field names so far; ``None`` in a list."""
    size: int = 0
    """The number of entries so far."""


class _Scanner:
    """One scan of a text; the stack holds the open containers, the innermost last."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = Lines(text)
        self.offset = 0
        self.stack: list[_Container] = []
        self.result = JsonScan()

    def scan_text(self) -> None:
        """Scan the one value of the text."""
        self.skip_blanks()
        # A file of comments only is not called empty: each comment has its message already.
        if self.offset == len(self.text) and not self.result.mistakes:
            raise _StopScanError(mistakes.empty_file())
        self.scan_value()
        # A container only puts itself on the stack, so its entries are read here.
        while self.stack:
            self.scan_entry(self.stack[-1])
        self.skip_blanks()
        if self.offset < len(self.text):
            raise _StopScanError(mistakes.text_after_end(self.text, self.offset))

    def scan_entry(self, container: _Container) -> None:
        """Scan one entry of the innermost container, or its closing bracket."""
        self.skip_blanks()
        # A comma is valid only between two entries; its offset is kept in case none follows.
        comma = -1
        if container.size and self.peek() == ",":
            comma = self.offset
            self.offset += 1
            self.skip_blanks()
        if self.peek() == ("]" if container.key_offsets is None else "}"):
            if comma >= 0:
                self.result.mistakes.append(
                    mistakes.trailing_comma(comma, self.describe(container))
                )
                self.result.additions.append((comma, comma + 1))
            self.offset += 1
            self.stack.pop()
            return
        # What follows without a comma can be anything, so the scan cannot continue.
        if container.size and comma < 0:
            described = self.describe(container)
            raise _StopScanError(mistakes.no_comma(self.text, self.offset, described))
        if container.key_offsets is not None:
            self.scan_key(container, container.key_offsets)
        container.size += 1
        self.scan_value()

    def scan_key(self, container: _Container, key_offsets: dict[str, int]) -> None:
        """Scan a field name and its colon."""
        start = self.offset
        if self.peek() != '"':
            raise _StopScanError(mistakes.no_key(self.text, start, self.describe(container)))
        key = self.scan_string()
        self.skip_blanks()
        if self.peek() != ":":
            raise _StopScanError(mistakes.no_colon(self.text, self.offset))
        self.offset += 1
        self.skip_blanks()
        # Keys are compared as values: an escape can write the same key in another way.
        if key in key_offsets:
            line = self.lines.position(key_offsets[key]).line
            self.result.mistakes.append(mistakes.repeated_key(start, key, line))
        # Keep the first position: each repetition is reported with the line of the first.
        key_offsets.setdefault(key, start)

    def scan_value(self) -> None:
        """Scan a whole scalar, or the opening bracket of a list or object."""
        start = self.offset
        character = self.peek()
        if character == '"':
            self.scan_string()
        elif character and character in "[{":
            if len(self.stack) >= MAX_DEPTH:
                self.skip_deep_container(start)
                return
            self.stack.append(_Container(start, {} if character == "{" else None))
            self.offset += 1
        else:
            self.scan_word(start)

    def skip_deep_container(self, start: int) -> None:
        """Skip the list or object at *start*, which is too deep; its brackets remain."""
        depth = 0
        for match in _BRACKET.finditer(self.text, start):
            depth += (match.lastgroup == "open") - (match.lastgroup == "close")
            if depth == 0:
                self.offset = match.end()
                self.result.mistakes.append(mistakes.too_deep(start, is_closed=True))
                self.result.additions.append((start + 1, self.offset - 1))
                return
        raise _StopScanError(mistakes.too_deep(start, is_closed=False))

    def scan_word(self, start: int) -> None:
        """Scan a number, ``true``, ``false`` or ``null``."""
        match = WORD.match(self.text, start)
        # Take the whole word first, so that a message quotes `True` or `12px`, not half of it.
        word = match[0] if match else ""
        number = _NUMBER.fullmatch(word)
        if word in NOT_FINITE or (number and number[1] and math.isinf(float(word))):
            self.result.mistakes.append(mistakes.not_finite(start, word))
        elif number and len(word) > MAX_DIGITS:
            self.result.mistakes.append(mistakes.long_number(start, len(word)))
        elif number is None and word not in _CONSTANTS:
            container = self.describe(self.stack[-1]) if self.stack else None
            raise _StopScanError(mistakes.no_value(self.text, start, container))
        self.offset = start + len(word)

    def scan_string(self) -> str:
        """Scan a string and return its value."""
        start = self.offset
        end = self.skip_plain(start + 1)
        # Most strings have no escapes and are their own value.
        if self.text[end : end + 1] == '"':
            self.offset = end + 1
            return self.text[start + 1 : end]
        while self.text[end : end + 1] != '"':
            end = self.skip_plain(self.check_escape(start, end))
        self.offset = end + 1
        # All escapes are valid here, so that the decoder cannot fail.
        return str(json.loads(self.text[start : end + 1]))

    def skip_plain(self, offset: int) -> int:
        """Return the offset after the plain text of a string at *offset*."""
        match = _PLAIN.match(self.text, offset)
        return match.end() if match else offset

    def check_escape(self, start: int, offset: int) -> int:
        """Return the offset after the escape at *offset*, in the string that begins at *start*."""
        character = self.text[offset : offset + 1]
        # A line break inside of a string is most often a missing quote; the message says so.
        if not character or character in "\n\r":
            raise _StopScanError(mistakes.open_string(self.text, start, offset))
        if character != "\\":
            raise _StopScanError(mistakes.control_character(self.text, offset))
        match = _ESCAPE.match(self.text, offset)
        if match is None:
            raise _StopScanError(mistakes.unknown_escape(self.text, offset))
        if not SURROGATE.match(self.text, offset):
            return match.end()
        pair = SURROGATE_PAIR.match(self.text, offset)
        if pair is None:
            self.result.mistakes.append(mistakes.half_character(self.text, offset))
        return (pair or match).end()

    def skip_blanks(self) -> None:
        """Skip white space and comments; record the comments."""
        while True:
            blank = _BLANK.match(self.text, self.offset)
            self.offset = blank.end() if blank else self.offset
            if self.text[self.offset : self.offset + 1] not in _COMMENT_START:
                return
            comment = _COMMENT.match(self.text, self.offset)
            if comment is None:
                return
            self.result.mistakes.append(mistakes.comment(self.offset))
            self.result.additions.append(comment.span())
            self.offset = comment.end()

    def peek(self) -> str:
        """Return the next character, empty at the end of the text."""
        return self.text[self.offset : self.offset + 1]

    def describe(self, container: _Container) -> OpenContainer:
        """Return *container* in the form for messages."""
        line = self.lines.position(container.start).line
        return OpenContainer(line, container.key_offsets is None)
