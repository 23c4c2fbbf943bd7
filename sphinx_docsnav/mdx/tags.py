"""A JSX tag with its attributes and positions, and the scanner that reads it at a known offset.

Tokens carry a `Tag` in ``token.meta["tag"]``; it is immutable and shared between documents. The
scanner knows the grammar of tags and nothing of Markdown; `braces` finds the ends of expressions. A
`TextOrigin` converts an offset in a piece of text to a line and column of the file.
"""

from __future__ import annotations

import bisect
import enum
import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter
from typing import Protocol

from sphinx_docsnav.mdx.braces import ScanLimit, scan_braces
from sphinx_docsnav.vocabulary.html_names import VOID_ELEMENTS

MAX_ATTRIBUTES = 1_000
"""The maximum number of attributes of one tag; hostile pages have more."""
_IDENTIFIER = r"(?:[^\W\d]|\$)[\w$\u200c\u200d-]*"
_OPENING = re.compile(
    rf"<(?P<close>\s*/)?\s*(?P<name>{_IDENTIFIER}(?:(?:\s*\.\s*{_IDENTIFIER})+|\s*:\s*{_IDENTIFIER})?)?"
)
_SKIP = re.compile(r"(?:\s|/\*.*?\*/|(?<=\s)//[^\n>]*\n)*", re.DOTALL)
"""White space and comments between attributes."""
_ATTRIBUTE = re.compile(rf"({_IDENTIFIER}(?:\s*:\s*{_IDENTIFIER})?)(?:\s*(=)\s*)?")
_SPACE = re.compile(r"\s+")
_UNQUOTED = re.compile(r"[^\s\"'<>{}=`]+")
"""The value of an attribute without quotation marks, as HTML allows it."""
_REFERENCE = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
"""A character reference: ``&amp;``, ``&#39;``, ``&#x27;``."""


@dataclass(frozen=True, slots=True)
class Expression:
    """JavaScript between braces, as written and not evaluated."""

    source: str
    """The text between the braces, with its white space."""
    line: int
    """Line of the opening brace, counted from 1."""
    column: int
    """Column of the opening brace, counted from 1."""


@dataclass(frozen=True, slots=True)
class Attribute:
    """``name``, ``name="text"`` or ``name={expression}``."""

    name: str
    """As written: ``className``, ``data-x``, ``xlink:href``."""
    value: str | Expression | None
    """Text with its character references decoded; ``None`` for an attribute without a value."""
    line: int
    """Line of the name."""
    column: int
    """Column of the name."""


@dataclass(frozen=True, slots=True)
class SpreadAttribute:
    """``{...expression}`` among the attributes."""

    expression: Expression
    """The expression after the three dots."""


class Form(enum.Enum):
    """The three forms of a tag."""

    OPEN = 1
    """``<Note>``"""
    CLOSE = -1
    """``</Note>``"""
    SELF_CLOSING = 0
    """``<Note />``"""


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag of a component, an html element or a fragment."""

    name: str
    """``Note``, ``Tree.File``, ``my-element``; ``""`` for a fragment."""
    form: Form
    """Opening, closing or self-closing."""
    attributes: tuple[Attribute | SpreadAttribute, ...]
    """In the order written; empty on closing tags."""
    line: int
    """Line of ``<``, counted from 1 in the file."""
    column: int
    """Column of ``<``, counted from 1."""

    def get(self, name: str) -> Attribute | None:
        """Return the last attribute called *name*, as JSX does with equal names."""
        for attribute in reversed(self.attributes):
            if isinstance(attribute, Attribute) and attribute.name == name:
                return attribute
        return None


class TextOrigin(Protocol):
    """The position in a file that a piece of text was taken from."""

    def locate(self, offset: int) -> tuple[int, int]:
        """Return the line and column in the file, counted from 1, of *offset* in the piece."""
        ...


class SourceOrigin:
    """The origin of text that is a part of the file itself: offsets count in the whole file."""

    __slots__ = ("_base", "_line", "_src")

    def __init__(self, src: str, base: int, line: int) -> None:
        """Count lines from *base*, the offset of the first character of *line* (counted from 0)."""
        self._src = src
        self._base = base
        self._line = line

    def locate(self, offset: int) -> tuple[int, int]:
        """Return the line and column of *offset*, counted from 1."""
        line = self._line + 1 + self._src.count("\n", self._base, offset)
        return line, offset - self._src.rfind("\n", 0, offset)


class ContentOrigin:
    """The origin of text whose lines lost a prefix: a paragraph, a cell, the lines of a quote."""

    __slots__ = ("_content", "_first", "_line_starts", "_lines", "_skip")

    def __init__(self, content: str, lines: list[str], first: int, skip: int = 0) -> None:
        """Take *content*, whose first line is in ``lines[first]``, at column *skip* or later."""
        self._content = content
        self._lines = lines
        self._first = first
        self._skip = skip
        self._line_starts: list[tuple[int, int]] = []

    def locate(self, offset: int) -> tuple[int, int]:
        """Return line and column, counted from 1.

        The lost prefix is found by the end of each line, which is the same in the content and in
        the file.
        """
        # Most pieces have no position that is asked for, so their lines are found on first use.
        if not self._line_starts:
            self._line_starts = list(self._find_line_starts())
        starts = self._line_starts
        index = bisect.bisect_right(starts, offset, key=itemgetter(0)) - 1
        start, prefix = starts[index]
        return self._first + index + 1, prefix + offset - start + 1

    def _find_line_starts(self) -> Iterator[tuple[int, int]]:
        """Yield the offset of each line in the content, and its column in the source."""
        start = 0
        for index, line in enumerate(self._content.split("\n"), self._first):
            source_line = self._lines[index] if index < len(self._lines) else ""
            text = line.rstrip()
            column = source_line.find(text, self._skip) if text else len(source_line.rstrip())
            yield start, max(0, column)
            start += len(line) + 1


@dataclass(frozen=True, slots=True)
class ScanFailure:
    """The reason why no tag begins at an offset."""

    offset: int
    """The offset of the first character that fits no tag."""
    message: str
    """What was expected and what was found there."""
    incomplete: bool = False
    """Whether the text ended too early, so that more text could complete a tag."""
    hint: str = ""
    """The remedy, if it is a special one."""


@dataclass(frozen=True, slots=True)
class ScannedTag:
    """A tag and the offset where it ends."""

    tag: Tag
    """The tag."""
    end: int
    """The offset after ``>``."""
    remarks: tuple[tuple[int, str], ...] = ()
    """Offset and message of what MDX would reject, but was accepted."""


def is_handler(name: str) -> bool:
    """Return whether an attribute called *name* has code that an event starts: ``onClick``."""
    return name.startswith("on") and name[2:3].isupper()


def decode_references(text: str) -> str:
    """Return *text* with its character references decoded if they end with ``;``."""
    if "&" not in text:
        return text
    return _REFERENCE.sub(lambda match: html.unescape(match[0]), text)


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of text to scan, and its origin."""

    src: str
    """The text."""
    end: int
    """The offset where scanning stops."""
    origin: TextOrigin
    """Converts offsets to lines and columns."""
    limit: ScanLimit
    """The budget for scans that fail."""
    more: bool = False
    """Whether text after *end* is available."""


def scan_tag(piece: Piece, pos: int) -> ScannedTag | ScanFailure:  # noqa: PLR0911  # each return has its own reason
    """Return the tag that begins with the ``<`` at *pos*, or the reason why none does."""
    src, end = piece.src, piece.end
    opening = _OPENING.match(src, pos, end)
    if opening is None:  # pragma: no cover - callers look first
        return ScanFailure(pos, "expected '<'")
    line, column = piece.origin.locate(pos)
    name = _SPACE.sub("", opening["name"] or "")
    # ``<BR>`` is HTML; other names in capitals are components.
    if name.isupper() and name.lower() in VOID_ELEMENTS:
        name = name.lower()
    at = opening.end()
    # A closing tag has no attributes.
    if opening["close"]:
        at = _skip_space(piece, at)
        if at >= end:
            return ScanFailure(at, "the closing tag is not finished", incomplete=True)
        if src[at] != ">":
            return ScanFailure(at, f"expected '>' to end '</{name}', found {src[at]!r}")
        return ScannedTag(Tag(name, Form.CLOSE, (), line, column), at + 1)
    # Without a name, only a fragment ``<>`` is possible.
    if not name:
        if src.startswith(">", at) and at < end:
            return ScannedTag(Tag("", Form.OPEN, (), line, column), at + 1)
        return ScanFailure(at, "expected a name after '<'", incomplete=at >= end)
    reader = _AttributeReader(piece)
    after = reader.read(at)
    if isinstance(after, ScanFailure):
        return after
    form = Form.SELF_CLOSING if reader.is_self_closing else Form.OPEN
    tag = Tag(name, form, tuple(reader.attributes), line, column)
    return ScannedTag(tag, after, tuple(reader.remarks))


class _AttributeReader:
    """A reader of the attributes of one tag, up to its ``>``."""

    def __init__(self, piece: Piece) -> None:
        self.piece = piece
        self.src = piece.src
        self.end = piece.end
        self.origin = piece.origin
        self.attributes: list[Attribute | SpreadAttribute] = []
        self.remarks: list[tuple[int, str]] = []
        self.is_self_closing = False

    def read(self, at: int) -> int | ScanFailure:
        """Read attributes from offset *at* on; return the offset after ``>``."""
        src, end = self.src, self.end
        while True:
            at = _skip_space(self.piece, at)
            if at >= end:
                return ScanFailure(at, "the tag is not finished: expected '>'", incomplete=True)
            char = src[at]
            if char == ">":
                return at + 1
            if char == "/":
                # Only ``>`` may follow the slash.
                after = _skip_space(self.piece, at + 1)
                if after < end and src[after] == ">":
                    self.is_self_closing = True
                    return after + 1
                return ScanFailure(after, "expected '>' after '/'", incomplete=after >= end)
            if len(self.attributes) >= MAX_ATTRIBUTES:
                return ScanFailure(at, f"the tag has more than {MAX_ATTRIBUTES} attributes")
            following = self._read_spread(at) if char == "{" else self._read_attribute(at)
            if isinstance(following, ScanFailure):
                return following
            at = following

    def _read_expression(self, at: int) -> tuple[Expression, int] | ScanFailure:
        """Return the expression whose ``{`` is at *at*, and the offset after its ``}``."""
        stop = scan_braces(self.src, at, self.end, self.piece.limit, more=self.piece.more)
        if stop is None:
            return ScanFailure(at, "'{' is not closed", incomplete=True)
        return Expression(self.src[at + 1 : stop - 1], *self.origin.locate(at)), stop

    def _read_spread(self, at: int) -> int | ScanFailure:
        """Read ``{...value}`` or a comment at *at*; return the offset after it."""
        scanned = self._read_expression(at)
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

    def _read_attribute(self, at: int) -> int | ScanFailure:
        """Read the attribute at *at*; return the offset after it."""
        match = _ATTRIBUTE.match(self.src, at, self.end)
        if match is None:
            # The value before it ends at a quotation mark that was meant to be part of it.
            if any(_ends_with_backslash(attribute) for attribute in self.attributes):
                message = "a backslash keeps no quotation mark in a value"
                return ScanFailure(at, message, hint="write '&quot;' or '&apos;'")
            return ScanFailure(at, f"expected an attribute or '>', found {self.src[at]!r}")
        name = _SPACE.sub("", match[1])
        position = self.origin.locate(at)
        if not match[2]:
            self.attributes.append(Attribute(name, None, *position))
            return match.end(1)
        at = match.end()
        value = self._read_value(at)
        if isinstance(value, ScanFailure):
            return value
        self.attributes.append(Attribute(name, value[0], *position))
        return value[1]

    def _read_value(self, at: int) -> tuple[str | Expression, int] | ScanFailure:
        """Return the value at *at*, after the ``=`` of an attribute, and the offset after it."""
        src, end = self.src, self.end
        if at >= end:
            return ScanFailure(at, "expected a value after '='", incomplete=True)
        char = src[at]
        if char == "{":
            return self._read_expression(at)
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
        # The slash of ``<a href=x/>`` ends the tag.
        if text.endswith("/") and src.startswith(">", stop):
            text, stop = text[:-1], stop - 1
        self.remarks.append((at, f"the value {text!r} needs quotes; read as if it had them"))
        return text, stop


def _ends_with_backslash(attribute: Attribute | SpreadAttribute) -> bool:
    """Return whether the value of *attribute* is text that ends with a backslash."""
    value = attribute.value if isinstance(attribute, Attribute) else None
    return isinstance(value, str) and value.endswith("\\")


def _skip_space(piece: Piece, at: int) -> int:
    """Return the offset after the white space and comments at *at*."""
    match = _SKIP.match(piece.src, at, piece.end)
    at = match.end() if match else at
    # A comment that nothing closes was searched to the end.
    if piece.src.startswith("/*", at):
        piece.limit.charge(piece.end - at)
    return at
