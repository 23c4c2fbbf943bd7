"""The words for what breaks the grammar of JSON, with the way out of each mistake."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from sphinx_docsnav.docs_json.phrases import shorten

WORD = re.compile(r"[^\s\[\]{},:;\"/#]+")
"""What a reader takes for one word where JSON has none."""


class JsonMistake(NamedTuple):
    """A mistake in the text of a JSON file."""

    offset: int
    """Its position in the text."""
    message: str
    """Expected and found."""
    hint: str = ""
    """The way out."""
    is_repeated_key: bool = False
    """Whether it is a repeated key, which the grammar allows."""


@dataclass(frozen=True, slots=True)
class OpenContainer:
    """The list or object that contains a mistake."""

    line: int
    """The line it begins on."""
    is_list: bool
    """It is a list, not an object."""

    @property
    def close(self) -> str:
        """The character that ends it."""
        return "]" if self.is_list else "}"

    def __str__(self) -> str:
        return f"the {'list' if self.is_list else 'object'} of line {self.line}"


def found(text: str, offset: int) -> str:
    """Return a short description of the text at *offset*, from its line only."""
    character = text[offset : offset + 1]
    if not character:
        return "the end of the file"
    if character == '"':
        literal = re.match(r'"(?:[^"\\\n\r]|\\.)*"?', text[offset:])
        return f"the string {shorten(literal[0])}" if literal else character
    if character == "'":
        return "a single quote"
    word = WORD.match(text, offset)
    return f"'{shorten(word[0])}'" if word else f"'{character}'"


_CONFLICT = re.compile(r"^(?:<{7}|>{7}|={7})(?:\s|$)", re.MULTILINE)


def merge_conflict(text: str) -> JsonMistake | None:
    """Refuse what git leaves in a file that it could not merge; ``None`` without it."""
    marker = _CONFLICT.search(text)
    if marker is None:
        return None
    message = f"found the merge conflict marker '{marker[0].strip()}' of git"
    hint = "keep one of the two versions and remove the lines with <<<<<<<, ======= and >>>>>>>"
    return JsonMistake(marker.start(), message, hint)


def empty_file() -> JsonMistake:
    """Refuse nothing but blanks."""
    message = "expected an object with 'navigation', found an empty file"
    return JsonMistake(0, message, LEAST_FILE)


LEAST_FILE = 'the minimum is {"navigation": {"pages": ["index"]}}'
"""A hint for whoever has not begun."""


def text_after_end(text: str, offset: int) -> JsonMistake:
    """Refuse more text after the value."""
    message = f"expected the end of the file, found {found(text, offset)}"
    if text[offset] in "]}":
        return JsonMistake(offset, message, "a bracket too many")
    return JsonMistake(offset, message, "a JSON file holds one value; remove the rest")


def comment(offset: int) -> JsonMistake:
    """Refuse ``//``, ``/* */`` and ``#``."""
    return JsonMistake(offset, "expected JSON, found a comment", "remove it; JSON has no comments")


def trailing_comma(offset: int, container: OpenContainer) -> JsonMistake:
    """Refuse a comma before the closing bracket."""
    entry = "entry" if container.is_list else "field"
    message = f"expected another {entry} after ',', found '{container.close}'"
    return JsonMistake(offset, message, "remove the comma")


def no_comma(text: str, offset: int, container: OpenContainer) -> JsonMistake:
    """Report text where a comma or the closing bracket is expected."""
    what = found(text, offset)
    character = text[offset : offset + 1]
    if not character or character in "]}":
        message = f"expected '{container.close}' to close {container}, found {what}"
        return JsonMistake(offset, message)
    message = f"expected ',' or '{container.close}', found {what}"
    return JsonMistake(offset, message, "" if character in ":;" else "a comma is missing before it")


def no_key(text: str, offset: int, container: OpenContainer) -> JsonMistake:
    """Report text where a field name is expected."""
    what = found(text, offset)
    character = text[offset : offset + 1]
    if not character or character == "]":
        return JsonMistake(offset, f"expected '}}' to close {container}, found {what}")
    hint = "remove the comma" if character == "," else "put field names in double quotes"
    if character in _TYPOGRAPHIC:
        hint = _STRAIGHT
    return JsonMistake(offset, f"expected a field name, found {what}", hint)


_TYPOGRAPHIC = "\u201c\u201d\u201e\u2018\u2019"
_STRAIGHT = "write straight double quotes"


def no_colon(text: str, offset: int) -> JsonMistake:
    """Refuse something else after a field name."""
    return JsonMistake(offset, f"expected ':' after the field name, found {found(text, offset)}")


def repeated_key(offset: int, key: str, line: int) -> JsonMistake:
    """Refuse a second field of the same name."""
    message = f"field '{shorten(key)}' is already in this object, on line {line}"
    return JsonMistake(offset, message, "keep one of them", is_repeated_key=True)


_WORD_HINTS = {
    "True": "write true",
    "False": "write false",
    "None": "write null, or leave the field out",
    "undefined": "leave the field out",
    "NaN": "JSON has no such number",
    "Infinity": "JSON has no such number",
    "-Infinity": "JSON has no such number",
}


def no_value(text: str, offset: int, container: OpenContainer | None) -> JsonMistake:
    """Report text where a value is expected."""
    message = f"expected a value, found {found(text, offset)}"
    character = text[offset : offset + 1]
    match = WORD.match(text, offset)
    word = match[0] if match else ""
    if word in _WORD_HINTS:
        hint = _WORD_HINTS[word]
    elif not character:
        hint = f"{container} is not closed" if container else ""
    elif character in "]}":
        hint = "a value is missing before it"
    elif character == ",":
        hint = "remove the comma"
    elif character in _TYPOGRAPHIC:
        hint = _STRAIGHT
    elif container is None and word:
        hint = "a JSON file begins with '{'"
    elif character.isdigit() or character in "+-.":
        hint = "write numbers like 5, -5 or 0.5"
    else:
        hint = "put text in double quotes" if word else ""
    return JsonMistake(offset, message, hint)


def long_number(offset: int, digits: int, limit: int) -> JsonMistake:
    """Refuse a number that no program reads."""
    return JsonMistake(offset, f"expected a number of at most {limit} digits, found {digits}")


def too_deep(offset: int, limit: int) -> JsonMistake:
    """Refuse more open brackets than are read."""
    return JsonMistake(offset, f"expected at most {limit} levels of lists and objects, found more")


def open_string(text: str, start: int, end: int) -> JsonMistake:
    """Refuse a string that ends with the line or the file."""
    if end < len(text):
        hint = "a line break inside a string is written \\n"
        return JsonMistake(start, "expected '\"' before the end of the line, found none", hint)
    return JsonMistake(start, "expected '\"' to close the string, found the end of the file")


def control_character(text: str, offset: int) -> JsonMistake:
    """Refuse a character in a string that has to be escaped."""
    name, written = f"the control character {ord(text[offset]):#04x}", f"\\u{ord(text[offset]):04x}"
    if text[offset] == "\t":
        name, written = "a tab", "\\t"
    message = f"expected plain text in the string, found {name}"
    return JsonMistake(offset, message, f"write it as {written}")


def unknown_escape(text: str, offset: int) -> JsonMistake:
    """Refuse a backslash before something that needs none."""
    what = text[offset : offset + 2].rstrip()
    message = f"expected an escape such as \\n or \\u00e9, found '{what}'"
    return JsonMistake(offset, message, "write a backslash as \\\\")


def half_character(text: str, offset: int) -> JsonMistake:
    """Refuse one half of a surrogate pair."""
    message = f"expected a character, found half of one, '{text[offset : offset + 6]}'"
    return JsonMistake(offset, message, "write the character itself, or both halves of its pair")
