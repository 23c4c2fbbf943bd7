"""The mistakes in JSON text: their messages, remedies, and how the text is read nevertheless."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from sphinx_docsnav.data_files.json_values import (
    DEEP_RECOVERY,
    MAX_DIGITS,
    TOO_DEEP,
    DataProblem,
)
from sphinx_docsnav.faults import Position
from sphinx_docsnav.messages import shorten

WORD = re.compile(r"[^\s\[\]{},:;\"/#]+")
"""Characters that a message quotes as one word if they are not JSON."""

LEAST_FILE = 'the minimum is {"navigation": {"pages": ["index"]}}'
"""The hint for an empty file."""

NOT_FINITE = frozenset({"NaN", "Infinity", "-Infinity"})
"""The notations in Python and JavaScript of numbers that JSON does not have."""

_CONFLICT = re.compile(r"^(?:<{7}|>{7}|={7})(?:\s|$)", re.MULTILINE)
_TYPOGRAPHIC_QUOTES = "\u201c\u201d\u201e\u2018\u2019"
_WRITE_STRAIGHT_QUOTES = "write straight double quotes"
_HINTS_FOR_WORDS = {
    "True": "write true",
    "False": "write false",
    "None": "write null, or leave the field out",
    "undefined": "leave the field out",
}


class JsonMistake(NamedTuple):
    """A mistake in JSON text."""

    offset: int
    """Its offset in the text."""
    message: str
    """What was expected and found."""
    hint: str = ""
    """The remedy, as a clause."""
    recovery: str = ""
    """How the text can be read nevertheless, as a clause; empty if it cannot."""
    is_repeated_key: bool = False
    """Whether it is a repeated key, which the grammar allows."""

    def at(self, position: Position) -> DataProblem:
        """Return the problem of a file with this mistake at *position*."""
        return DataProblem(self.message, position, self.hint, self.recovery, self.is_repeated_key)


@dataclass(frozen=True, slots=True)
class OpenContainer:
    """The list or object that contains a mistake."""

    line: int
    """The line of its opening bracket."""
    is_list: bool
    """Whether it is a list instead of an object."""

    @property
    def close(self) -> str:
        """The character that ends it."""
        return "]" if self.is_list else "}"

    def __str__(self) -> str:
        return f"the {'list' if self.is_list else 'object'} of line {self.line}"


def merge_conflict(text: str) -> JsonMistake | None:
    """Return the mistake for a conflict that git left in *text*; ``None`` without one."""
    marker = _CONFLICT.search(text)
    if marker is None:
        return None
    message = f"found the merge conflict marker '{marker[0].strip()}' of git"
    hint = "keep one of the two versions and remove the lines with <<<<<<<, ======= and >>>>>>>"
    return JsonMistake(marker.start(), message, hint)


def empty_file() -> JsonMistake:
    """Return the mistake for text of white space only."""
    message = "expected an object with 'navigation', found an empty file"
    return JsonMistake(0, message, LEAST_FILE)


def text_after_end(text: str, offset: int) -> JsonMistake:
    """Return the mistake for more text after the value."""
    message = f"expected the end of the file, found {_describe(text, offset)}"
    if text[offset] in "]}":
        return JsonMistake(offset, message, "a bracket too many")
    return JsonMistake(offset, message, "a JSON file holds one value; remove the rest")


def comment(offset: int) -> JsonMistake:
    """Return the mistake for ``//``, ``/* */`` and ``#``."""
    hint = "remove it; JSON has no comments"
    return JsonMistake(offset, "expected JSON, found a comment", hint, "it is ignored")


def trailing_comma(offset: int, container: OpenContainer) -> JsonMistake:
    """Return the mistake for a comma before the closing bracket."""
    entry = "entry" if container.is_list else "field"
    message = f"expected another {entry} after ',', found '{container.close}'"
    return JsonMistake(offset, message, "remove the comma", "the comma is ignored")


def no_comma(text: str, offset: int, container: OpenContainer) -> JsonMistake:
    """Return the mistake for text where a comma or the closing bracket is expected."""
    actual = _describe(text, offset)
    character = text[offset : offset + 1]
    # A wrong bracket or the end: probably the bracket of this container is missing, not a comma.
    if not character or character in "]}":
        message = f"expected '{container.close}' to close {container}, found {actual}"
        return JsonMistake(offset, message)
    message = f"expected ',' or '{container.close}', found {actual}"
    return JsonMistake(offset, message, "" if character in ":;" else "a comma is missing before it")


def no_key(text: str, offset: int, container: OpenContainer) -> JsonMistake:
    """Return the mistake for text where a field name is expected."""
    actual = _describe(text, offset)
    character = text[offset : offset + 1]
    # The same with a list's bracket: no field name was meant here.
    if not character or character == "]":
        return JsonMistake(offset, f"expected '}}' to close {container}, found {actual}")
    hint = "remove the comma" if character == "," else "put field names in double quotes"
    if character in _TYPOGRAPHIC_QUOTES:
        hint = _WRITE_STRAIGHT_QUOTES
    return JsonMistake(offset, f"expected a field name, found {actual}", hint)


def no_colon(text: str, offset: int) -> JsonMistake:
    """Return the mistake for anything but a colon after a field name."""
    actual = _describe(text, offset)
    return JsonMistake(offset, f"expected ':' after the field name, found {actual}")


def repeated_key(offset: int, key: str, line: int) -> JsonMistake:
    """Return the mistake for a second field of the same name.

    :param line: the line of the first one.
    """
    return JsonMistake(
        offset,
        f"field '{shorten(key)}' is already in this object, on line {line}",
        "keep one of them",
        "the last one is used",
        is_repeated_key=True,
    )


def no_value(text: str, offset: int, container: OpenContainer | None) -> JsonMistake:
    """Return the mistake for text where a value is expected."""
    message = f"expected a value, found {_describe(text, offset)}"
    character = text[offset : offset + 1]
    match = WORD.match(text, offset)
    word = match[0] if match else ""
    # From the most specific cause to the most general one.
    if word in _HINTS_FOR_WORDS:
        hint = _HINTS_FOR_WORDS[word]
    elif not character:
        hint = f"{container} is not closed" if container else ""
    elif character in "]}":
        hint = "a value is missing before it"
    elif character == ",":
        hint = "remove the comma"
    elif character in _TYPOGRAPHIC_QUOTES:
        hint = _WRITE_STRAIGHT_QUOTES
    # Plain words at the start are no JSON file at all, such as a web page of an error.
    elif container is None and word:
        hint = "a JSON file begins with '{'"
    elif character.isdigit() or character in "+-.":
        hint = "write numbers like 5, -5 or 0.5"
    else:
        hint = "put text in double quotes" if word else ""
    return JsonMistake(offset, message, hint)


def not_finite(offset: int, number: str) -> JsonMistake:
    """Return the mistake for a number that is infinite, too large, or none."""
    message = f"expected a finite number, found '{shorten(number)}'"
    return JsonMistake(offset, message, "JSON has no such number", "it is read as text")


def long_number(offset: int, digits: int) -> JsonMistake:
    """Return the mistake for a number of more digits than programs read."""
    message = f"expected a number of at most {MAX_DIGITS} digits, found {digits}"
    return JsonMistake(offset, message, "", "it is read as text")


def too_deep(offset: int, *, is_closed: bool) -> JsonMistake:
    """Return the mistake for a list or object inside of more than `MAX_DEPTH` others.

    :param is_closed: whether its closing bracket was found, so that the text after it can be read.
    """
    return JsonMistake(offset, TOO_DEEP, "", DEEP_RECOVERY if is_closed else "")


def open_string(text: str, start: int, end: int) -> JsonMistake:
    """Return the mistake for a string that ends with the line or the file."""
    if end < len(text):
        hint = "a line break inside a string is written \\n"
        return JsonMistake(start, "expected '\"' before the end of the line, found none", hint)
    return JsonMistake(start, "expected '\"' to close the string, found the end of the file")


def control_character(text: str, offset: int) -> JsonMistake:
    """Return the mistake for a character in a string that has to be escaped."""
    # A tab is the only one that authors write on purpose, so it has its own name.
    name, escape = f"the control character {ord(text[offset]):#04x}", f"\\u{ord(text[offset]):04x}"
    if text[offset] == "\t":
        name, escape = "a tab", "\\t"
    message = f"expected plain text in the string, found {name}"
    return JsonMistake(offset, message, f"write it as {escape}")


def unknown_escape(text: str, offset: int) -> JsonMistake:
    """Return the mistake for a backslash before a character that cannot be escaped."""
    actual = text[offset : offset + 2].rstrip()
    message = f"expected an escape such as \\n or \\u00e9, found '{actual}'"
    return JsonMistake(offset, message, "write a backslash as \\\\")


def half_character(text: str, offset: int) -> JsonMistake:
    """Return the mistake for one half of a surrogate pair."""
    message = f"expected a character, found half of one, '{text[offset : offset + 6]}'"
    hint = "write the character itself, or both halves of its pair"
    return JsonMistake(offset, message, hint, "it is left out of texts")


def _describe(text: str, offset: int) -> str:
    """Return a short description of the text at *offset*, from its line only."""
    character = text[offset : offset + 1]
    if not character:
        return "the end of the file"
    if character == '"':
        # Quote up to the end of the line at most: an unclosed string would reach to the next quote.
        literal = re.match(r'"(?:[^"\\\n\r]|\\.)*"?', text[offset:])
        return f"the string {shorten(literal[0])}" if literal else character
    if character == "'":
        return "a single quote"
    word = WORD.match(text, offset)
    return f"'{shorten(word[0])}'" if word else f"'{character}'"
