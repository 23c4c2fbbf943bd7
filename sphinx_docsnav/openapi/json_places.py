"""Positions of values in JSON text, found without scanning unrelated values in detail.

A file of 13 MB takes ten seconds to read with the position of every value; finding
one value takes a fraction of a second, and the next ones less.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from sphinx_docsnav.faults import Position
from sphinx_docsnav.openapi.pointer import Keys

_BLANK = re.compile(r"[ \t\r\n]*")
_Members = dict[str, tuple[int, int]]
"""By key: the position of the key, or of the list item, and the start of its value."""


class JsonPlaces:
    """Finds the places of values by the keys that lead to them."""

    def __init__(self, text: str) -> None:
        """Nothing is read yet; *text* must be JSON."""
        self._text = text
        self._decode = json.JSONDecoder().raw_decode
        self._members: dict[int, _Members] = {}

    def position(self, keys: Keys) -> Position | None:
        """Return the position of the last of *keys*, or of the last one that exists.

        :returns: None if not even the first key is there.
        :raises ValueError: the text is no JSON.
        """
        found: int | None = None
        value = self._skip(0)
        for key in keys:
            members = self._members_at(value)
            if key not in members:
                break
            found, value = members[key]
        return None if found is None else self._position(found)

    def _position(self, offset: int) -> Position:
        line = self._text.count("\n", 0, offset) + 1
        return Position(line, offset - self._text.rfind("\n", 0, offset))

    def _members_at(self, start: int) -> _Members:
        """Return what the object or list at *start* holds; nothing if neither is there."""
        if start not in self._members:
            opening = self._text[start : start + 1]
            found = self._object(start) if opening == "{" else ()
            self._members[start] = dict(self._list(start) if opening == "[" else found)
        return self._members[start]

    def _object(self, start: int) -> Iterator[tuple[str, tuple[int, int]]]:
        at = self._skip(start + 1)
        while not self._text.startswith("}", at):
            key, end = self._decode(self._text, at)
            value = self._skip(self._after(":", end))
            yield key, (at, value)
            at = self._next(value, "}")

    def _list(self, start: int) -> Iterator[tuple[str, tuple[int, int]]]:
        at, number = self._skip(start + 1), 0
        while not self._text.startswith("]", at):
            yield str(number), (at, at)
            at, number = self._next(at, "]"), number + 1

    def _next(self, value: int, closing: str) -> int:
        """Return the start of the member after *value*, or of the *closing* bracket."""
        end = self._skip(self._decode(self._text, value)[1])
        return end if self._text.startswith(closing, end) else self._skip(self._after(",", end))

    def _after(self, sign: str, start: int) -> int:
        at = self._skip(start)
        if not self._text.startswith(sign, at):
            raise json.JSONDecodeError(f"expected {sign!r}", self._text, at)
        return at + 1

    def _skip(self, start: int) -> int:
        found = _BLANK.match(self._text, start)
        return found.end() if found else start
