"""One tag of JSX at a known offset: ``<Note>``, ``</Note>``, ``<Icon name="x" />``.

The scanner knows the grammar of tags and nothing of Markdown; braces are left
to `braces`.
`TextOrigin` tells from an offset in a piece of a file the line and column in the file.
"""

from __future__ import annotations

import bisect
import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from sphinx_docsnav.mdx.braces import ScanLimit, scan_braces
from sphinx_docsnav.mdx.tags import Attribute, Expression, Form, SpreadAttribute, Tag
from sphinx_docsnav.vocabulary.html_names import VOID_ELEMENTS


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


MAX_ATTRIBUTES = 1_000
"""More attributes on one tag are an attack."""

_IDENTIFIER = r"(?:[^\W\d]|\$)[\w$\u200c\u200d-]*"
_OPENING = re.compile(
    rf"<(?P<close>\s*/)?\s*(?P<name>{_IDENTIFIER}(?:(?:\s*\.\s*{_IDENTIFIER})+|\s*:\s*{_IDENTIFIER})?)?"
)
_SKIP = re.compile(r"(?:\s|/\*.*?\*/|(?<=\s)//[^\n>]*\n)*", re.DOTALL)
_ATTRIBUTE = re.compile(rf"({_IDENTIFIER}(?:\s*:\s*{_IDENTIFIER})?)(?:\s*(=)\s*)?")
_SPACE = re.compile(r"\s+")
_UNQUOTED = re.compile(r"[^\s\"'<>{}=`]+")
_REFERENCE = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")


@dataclass(frozen=True, slots=True)
class ScanFailure:
    """Why there is no tag."""

    offset: int
    """Where the grammar was left."""
    message: str
    """What was expected and found."""
    incomplete: bool = False
    """The text ended too early; with more text there may be a tag."""


@dataclass(frozen=True, slots=True)
class ScannedTag:
    """A tag and where it ends."""

    tag: Tag
    """The tag."""
    end: int
    """Offset after ``>``."""
    remarks: tuple[tuple[int, str], ...] = ()
    """Offset and message of what MDX would refuse but was read."""


def decode_references(text: str) -> str:
    """Return *text* with its ``;``-terminated character references decoded."""
    if "&" not in text:
        return text
    return _REFERENCE.sub(lambda match: html.unescape(match[0]), text)


@dataclass(frozen=True, slots=True)
class Piece:
    """Text to scan, and where it came from."""

    src: str
    """The text."""
    end: int
    """Where scanning stops."""
    place: TextOrigin
    """From offsets to lines and columns."""
    limit: ScanLimit
    """What may be scanned in vain."""
    more: bool = False
    """Whether text after *end* is available."""


def scan_tag(piece: Piece, pos: int) -> ScannedTag | ScanFailure:  # noqa: PLR0911  # each return has its own reason
    """Return the tag that starts with the ``<`` at *pos*."""
    src, end = piece.src, piece.end
    opening = _OPENING.match(src, pos, end)
    if opening is None:  # pragma: no cover - callers look first
        return ScanFailure(pos, "expected '<'")
    line, column = piece.place.at(pos)
    name = _SPACE.sub("", opening["name"] or "")
    if name.isupper() and name.lower() in VOID_ELEMENTS:
        name = name.lower()
    at = opening.end()
    if opening["close"]:
        at = _skip(src, at, end)
        if at >= end:
            return ScanFailure(at, "the closing tag is not finished", incomplete=True)
        if src[at] != ">":
            return ScanFailure(at, f"expected '>' to end '</{name}', found {src[at]!r}")
        return ScannedTag(Tag(name, Form.CLOSE, (), line, column), at + 1)
    if not name:
        if src.startswith(">", at) and at < end:
            return ScannedTag(Tag("", Form.OPEN, (), line, column), at + 1)
        return ScanFailure(at, "expected a name after '<'", incomplete=at >= end)
    reader = _AttributeReader(piece)
    result = reader.read(at)
    if isinstance(result, ScanFailure):
        return result
    form = Form.SELF_CLOSING if reader.closed else Form.OPEN
    tag = Tag(name, form, tuple(reader.attributes), line, column)
    return ScannedTag(tag, result, tuple(reader.remarks))


def _skip(src: str, at: int, end: int) -> int:
    match = _SKIP.match(src, at, end)
    return match.end() if match else at


class _AttributeReader:
    """Reads from after a tag's name to after its ``>``."""

    def __init__(self, piece: Piece) -> None:
        self.piece = piece
        self.src = piece.src
        self.end = piece.end
        self.place = piece.place
        self.attributes: list[Attribute | SpreadAttribute] = []
        self.remarks: list[tuple[int, str]] = []
        self.closed = False

    def read(self, at: int) -> int | ScanFailure:  # each return has its own reason
        """Return the offset after ``>``."""
        src, end = self.src, self.end
        while True:
            at = _skip(src, at, end)
            if at >= end:
                return ScanFailure(at, "the tag is not finished: expected '>'", incomplete=True)
            char = src[at]
            if char == ">":
                return at + 1
            if char == "/":
                after = _skip(src, at + 1, end)
                if after < end and src[after] == ">":
                    self.closed = True
                    return after + 1
                return ScanFailure(after, "expected '>' after '/'", incomplete=after >= end)
            if len(self.attributes) >= MAX_ATTRIBUTES:
                return ScanFailure(at, f"the tag has more than {MAX_ATTRIBUTES} attributes")
            following = self._spread(at) if char == "{" else self._attribute(at)
            if isinstance(following, ScanFailure):
                return following
            at = following

    def _expression(self, at: int) -> tuple[Expression, int] | ScanFailure:
        stop = scan_braces(self.src, at, self.end, self.piece.limit, more=self.piece.more)
        if stop is None:
            return ScanFailure(at, "'{' is not closed", incomplete=True)
        return Expression(self.src[at + 1 : stop - 1], *self.place.at(at)), stop

    def _spread(self, at: int) -> int | ScanFailure:
        scanned = self._expression(at)
        if isinstance(scanned, ScanFailure):
            return scanned
        expression, stop = scanned
        source = expression.source.strip()
        if source.startswith("..."):
            self.attributes.append(
                SpreadAttribute(Expression(source[3:].strip(), expression.line, expression.column))
            )
        elif source and not (source.startswith("/*") and source.endswith("*/")):
            self.remarks.append((at, "expected '{...value}' among attributes; left out"))
        return stop

    def _attribute(self, at: int) -> int | ScanFailure:
        match = _ATTRIBUTE.match(self.src, at, self.end)
        if match is None:
            found = self.src[at]
            return ScanFailure(at, f"expected an attribute or '>', found {found!r}")
        name = _SPACE.sub("", match[1])
        position = self.place.at(at)
        if not match[2]:
            self.attributes.append(Attribute(name, None, *position))
            return match.end(1)
        at = match.end()
        value = self._value(at)
        if isinstance(value, ScanFailure):
            return value
        self.attributes.append(Attribute(name, value[0], *position))
        return value[1]

    def _value(self, at: int) -> tuple[str | Expression, int] | ScanFailure:
        src, end = self.src, self.end
        if at >= end:
            return ScanFailure(at, "expected a value after '='", incomplete=True)
        char = src[at]
        if char == "{":
            return self._expression(at)
        if char in "\"'":
            close = src.find(char, at + 1, end)
            if close < 0:
                return ScanFailure(at, f"the value's {char} is not closed", incomplete=True)
            return decode_references(src[at + 1 : close]), close + 1
        match = _UNQUOTED.match(src, at, end)
        if match is None:
            return ScanFailure(at, f"expected a value after '=', found {char!r}")
        text = match[0]
        stop = match.end()
        if text.endswith("/") and src.startswith(">", stop):
            text, stop = text[:-1], stop - 1
        self.remarks.append((at, f"the value {text!r} needs quotes; read as if it had them"))
        return text, stop
