"""Walk through JSON text without recursion: where everything stands, and what breaks the grammar.

Python's own ``json`` reads good files; this reads a file again when a fault
needs a place. It goes on after comments and trailing commas, so that one run
reports all of them.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sphinx_docsnav.docs_json.positions import Lines, escape_key

MAX_DEPTH = 200
"""Levels of lists and objects that are read; real files have about 30."""

MAX_DIGITS = 400
"""Digits of a number that are read; more than the largest ``float`` has."""


class Problem(NamedTuple):
    """A mistake in the text of a JSON file."""

    offset: int
    """Where it stands in the text."""
    message: str
    """Expected and found."""
    hint: str = ""
    """The way out."""
    repeated_key: bool = False
    """Grammatical, but a field of that name stands in the object already."""


class Place(NamedTuple):
    """Where a value stands in the text."""

    value: int
    """Offset of the value's first character."""
    key: int
    """Offset of its field name; for an entry of a list, of the value."""


@dataclass(slots=True)
class _Container:
    """A list or object that is still open."""

    start: int
    pointer: str
    keys: dict[str, int] | None
    """Offsets of the field names so far; ``None`` in a list."""
    size: int = 0
    key: str = ""
    key_offset: int = 0

    @property
    def close(self) -> str:
        return "]" if self.keys is None else "}"

    @property
    def noun(self) -> str:
        return "list" if self.keys is None else "object"


@dataclass(slots=True)
class Scan:
    """What a walk through the text found."""

    places: dict[str, Place] = field(default_factory=dict)
    """Every value's place by its JSON pointer."""
    problems: list[Problem] = field(default_factory=list)
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
    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


_BLANK = re.compile(r"[ \t\n\r]*")
_COMMENT = re.compile(r"//[^\n\r]*|/\*.*?(?:\*/|\Z)|\#[^\n\r]*", re.DOTALL)
_STRING_PART = re.compile(r'[^"\\\x00-\x1f]*')
_ESCAPE = re.compile(r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})')
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")
_PAIR = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}")
_SCALAR = re.compile(r"(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)|true|false|null")
_WORD = re.compile(r"[^\s\[\]{},:\"/#]+")

_WORD_HINTS = {
    "True": "write true",
    "False": "write false",
    "None": "write null, or remove the field",
    "undefined": "remove the field",
    "NaN": "JSON has no such number",
    "Infinity": "JSON has no such number",
    "-Infinity": "JSON has no such number",
}


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
        if self.offset == len(self.text):
            self.stop(0, "expected a JSON object, found an empty file")
        self.value("")
        while self.stack:
            self.entry(self.stack[-1])
        self.skip()
        if self.offset < len(self.text):
            self.stop(self.offset, f"expected the end of the file, found {self.found()}")

    def entry(self, container: _Container) -> None:
        """Read one entry of the innermost container, or its end."""
        self.skip()
        comma = -1
        if container.size and self.peek() == ",":
            comma = self.offset
            self.offset += 1
            self.skip()
        if self.peek() == container.close:
            self.end(container, comma)
            return
        if container.size and comma < 0:
            self.no_comma(container)
        if container.keys is not None:
            self.key(container, container.keys)
        pointer = f"{container.pointer}/{self.step(container)}"
        container.size += 1
        self.value(pointer, container.key_offset if container.keys is not None else None)

    def end(self, container: _Container, comma: int) -> None:
        """Leave the innermost container."""
        if comma >= 0:
            noun = "entry" if container.keys is None else "field"
            message = f"expected another {noun} after ',', found '{container.close}'"
            self.result.problems.append(Problem(comma, message, "remove the comma"))
        self.offset += 1
        self.stack.pop()

    def no_comma(self, container: _Container) -> None:
        """Say that a comma is missing, or what else stands in its place."""
        found = self.found()
        message = f"expected ',' or '{container.close}', found {found}"
        if self.peek() in "]})" or not self.peek():
            line = self.lines.position(container.start).line
            message = f"expected '{container.close}' to close the {container.noun} of line {line}"
            self.stop(self.offset, f"{message}, found {found}")
        hint = "a comma is missing before it" if self.peek() not in ":;" else ""
        self.stop(self.offset, message, hint)

    def key(self, container: _Container, keys: dict[str, int]) -> None:
        """Read a field name and its colon."""
        start = self.offset
        if self.peek() != '"':
            self.wrong_key(container)
        key = self.string()
        self.skip()
        if self.peek() != ":":
            self.stop(self.offset, f"expected ':' after the field name, found {self.found()}")
        self.offset += 1
        self.skip()
        if key in keys:
            line = self.lines.position(keys[key]).line
            message = f"field '{key}' stands in this object already, on line {line}"
            self.result.problems.append(Problem(start, message, "keep one of them", True))
        keys[key] = start
        container.key, container.key_offset = key, start

    def wrong_key(self, container: _Container) -> None:
        found, after = self.found(), self.peek()
        if not after or after in "])":
            line = self.lines.position(container.start).line
            message = f"expected '}}' to close the object of line {line}, found {found}"
            self.stop(self.offset, message)
        hint = "a comma too many" if after == "," else "field names stand in double quotes"
        self.stop(self.offset, f"expected a field name, found {found}", hint)

    def step(self, container: _Container) -> str:
        return str(container.size) if container.keys is None else escape_key(container.key)

    def value(self, pointer: str, key_offset: int | None = None) -> None:
        """Read a scalar whole, or the opening of a list or object."""
        start = self.offset
        self.result.places[pointer] = Place(start, start if key_offset is None else key_offset)
        character = self.peek()
        if character == '"':
            self.string()
        elif character and character in "[{":
            self.open(start, pointer, character)
        else:
            self.scalar(start)

    def open(self, start: int, pointer: str, character: str) -> None:
        if len(self.stack) >= MAX_DEPTH:
            message = f"expected at most {MAX_DEPTH} levels of lists and objects, found more"
            self.stop(start, message)
        self.stack.append(_Container(start, pointer, {} if character == "{" else None))
        self.offset += 1

    def scalar(self, start: int) -> None:
        match = _SCALAR.match(self.text, start)
        word = _WORD.match(self.text, start)
        if match is None or word is None or match.end() != word.end():
            self.wrong_value(word[0] if word else "")
            return
        if match[1] and len(match[1]) > MAX_DIGITS:
            message = f"expected a number of at most {MAX_DIGITS} digits, found {len(match[1])}"
            self.stop(start, message)
        self.offset = match.end()

    def wrong_value(self, word: str) -> None:
        """Stop at what is no JSON value."""
        character = self.peek()
        message = f"expected a value, found {self.found()}"
        if not character and self.stack:
            container = self.stack[-1]
            line = self.lines.position(container.start).line
            message += f"; the {container.noun} of line {line} is not closed"
        if character == "'":
            self.stop(self.offset, message, "strings stand in double quotes")
        if character == ",":
            self.stop(self.offset, message, "a comma too many")
        if word and (word[0].isdigit() or word[0] in "+-."):
            hint = "JSON numbers are written like 5, -5 or 0.5"
            self.stop(self.offset, message, _WORD_HINTS.get(word, hint))
        default = "strings stand in double quotes" if word else ""
        self.stop(self.offset, message, _WORD_HINTS.get(word, default))

    def string(self) -> str:
        """Read a string and return its value."""
        start = self.offset
        end = start + 1
        while True:
            part = _STRING_PART.match(self.text, end)
            end = part.end() if part else end
            character = self.text[end : end + 1]
            if character == '"':
                break
            end = self.escape(start, end, character)
        self.offset = end + 1
        value: Any = json.loads(self.text[start : end + 1])
        return str(value)

    def escape(self, start: int, end: int, character: str) -> int:
        """Check what is not plain text in a string and return the offset behind it."""
        if character != "\\":
            self.broken_string(start, end, character)
        match = _ESCAPE.match(self.text, end)
        if match is None:
            found = self.text[end : end + 2].rstrip()
            message = f"expected an escape that JSON has, found '{found}'"
            self.stop(end, message, "a backslash itself is written '\\\\'")
            return end
        if not _SURROGATE.match(self.text, end):
            return match.end()
        pair = _PAIR.match(self.text, end)
        if pair is None:
            message = f"expected a character, found half of one, '{match[0]}'"
            hint = "write the character itself, or both halves of its surrogate pair"
            self.result.problems.append(Problem(end, message, hint))
            return match.end()
        return pair.end()

    def broken_string(self, start: int, end: int, character: str) -> None:
        line = self.lines.position(start).line
        if not character or character in "\n\r":
            found = "the end of the line" if character else "the end of the file"
            message = f"expected '\"' to close the string of line {line}, found {found}"
            hint = "a line break in a string is written '\\n'" if character else ""
            self.stop(start, message, hint)
        written = "\\t" if character == "\t" else f"\\u{ord(character):04x}"
        name = "a tab" if character == "\t" else f"the control character {ord(character):#04x}"
        self.stop(end, f"expected no {name[2:] if name == 'a tab' else 'control character'} "
                  f"inside a string, found {name}", f"write it as '{written}'")

    def skip(self) -> None:
        """Pass over blanks; comments are noted and passed over, too."""
        while True:
            blank = _BLANK.match(self.text, self.offset)
            self.offset = blank.end() if blank else self.offset
            comment = _COMMENT.match(self.text, self.offset)
            if comment is None:
                return
            message = "expected JSON, found a comment"
            hint = "JSON has no comments, remove it"
            self.result.problems.append(Problem(self.offset, message, hint))
            self.offset = comment.end()

    def peek(self) -> str:
        return self.text[self.offset : self.offset + 1]

    def found(self) -> str:
        """Name what stands here."""
        character = self.peek()
        if not character:
            return "the end of the file"
        word = _WORD.match(self.text, self.offset)
        if character == '"':
            end = self.text.find('"', self.offset + 1)
            literal = self.text[self.offset : end + 1 if 0 < end < self.offset + 40 else self.offset + 40]
            return f"the string {literal.splitlines()[0]}"
        if word and len(word[0]) > 1:
            return f"'{word[0][:40]}'"
        return f"'{character}'"

    def stop(self, offset: int, message: str, hint: str = "") -> None:
        raise _StopScanError(Problem(offset, message, hint))
