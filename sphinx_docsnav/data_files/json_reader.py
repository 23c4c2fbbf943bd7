"""Read JSON text: its value with all mistakes in it, and the positions of keys and values."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator
from typing import NoReturn

from sphinx_docsnav.data_files.json_mistakes import merge_conflict
from sphinx_docsnav.data_files.json_scanner import (
    SURROGATE,
    SURROGATE_PAIR,
    blank_additions,
    scan_json,
)
from sphinx_docsnav.data_files.json_values import (
    MAX_DEPTH,
    MAX_DIGITS,
    Data,
    DataError,
    Keys,
    ValuePosition,
    limit_problems,
)
from sphinx_docsnav.data_files.text_lines import Lines

_BLANK = re.compile(r"[ \t\r\n]*")

_decode = json.JSONDecoder(parse_int=str, parse_float=str).raw_decode
"""Returns a value and the offset of its end; numbers are skipped, and need no conversion."""

_Members = dict[str, tuple[int, int]]
"""By key, or by the number of a list item: the offsets of the key and of the value."""


def read_json(text: str) -> Data:
    """Return the value of *text*, and the mistakes that do not prevent reading it.

    These are comments, trailing commas, repeated keys, halves of characters, numbers that are
    infinite or too long, and lists and objects that are too deep, which are read as empty. All of
    them are problems of the result; a caller may refuse any.

    :raises DataError: the text is not JSON; with all mistakes up to that one.
    """
    # Nearly all files are valid, and Python's own decoder reads them much faster than the scanner.
    try:
        return Data(_load_strictly(text))
    except (ValueError, RecursionError):
        pass
    scan = scan_json(text)
    # In a file with a conflict, most other mistakes are consequences of it.
    conflict = merge_conflict(text)
    mistakes = [conflict] if conflict else scan.mistakes
    lines = Lines(text)
    problems = [mistake.at(lines.position(mistake.offset)) for mistake in mistakes]
    if not all(mistake.recovery for mistake in mistakes):
        raise DataError(*problems)
    return Data(_load_leniently(blank_additions(text, scan)), limit_problems(problems))


def measure_depth(value: object) -> int:
    """Return how many levels of lists and objects *value* has, at most `MAX_DEPTH` and one."""
    # Level by level instead of recursively, so that deep values cannot overflow the stack.
    level = [value] if isinstance(value, (dict, list)) else []
    for depth in range(MAX_DEPTH + 1):
        if not level:
            return depth
        level = [
            item
            for container in level
            for item in (container.values() if isinstance(container, dict) else container)
            if isinstance(item, (dict, list))
        ]
    return MAX_DEPTH + 1


class JsonPositions:
    """The positions of the values in JSON text.

    Python's decoder skips values much faster than a scanner in Python. So a list or object is
    read when a position in it is asked for, and only the offsets of its own members are kept.
    """

    def __init__(self, text: str) -> None:
        """Prepare to read *text*: JSON, perhaps with numbers that JSON does not have."""
        self._text = text
        self._lines = Lines(text)
        self._members: dict[int, _Members] = {}

    def find(self, keys: Keys) -> ValuePosition | None:
        """Return the positions of the value at *keys*; ``None`` if there is no such value.

        :raises ValueError: the text is not JSON.
        """
        key = value = self._skip(0)
        for step in keys:
            members = self._list_members(value)
            if step not in members:
                return None
            key, value = members[step]
        return ValuePosition(self._lines.position(key), self._lines.position(value))

    def _list_members(self, start: int) -> _Members:
        """Return the members of the object or list at *start*; none if neither is there."""
        # Faults usually come from neighbouring values, whose containers are read only once.
        if start not in self._members:
            opening = self._text[start : start + 1]
            read: Callable[[int], Iterator[tuple[str, tuple[int, int]]]] | None
            read = {"{": self._scan_object, "[": self._scan_list}.get(opening)
            self._members[start] = dict(read(start)) if read else {}
        return self._members[start]

    def _scan_object(self, start: int) -> Iterator[tuple[str, tuple[int, int]]]:
        offset = self._skip(start + 1)
        while not self._text.startswith("}", offset):
            key, end = _decode(self._text, offset)
            # `_find_next` skips a nested value as a whole; the members in it are read on demand.
            value = self._skip(self._find_after(":", end))
            yield key, (offset, value)
            offset = self._find_next(value, "}")

    def _scan_list(self, start: int) -> Iterator[tuple[str, tuple[int, int]]]:
        offset, number = self._skip(start + 1), 0
        while not self._text.startswith("]", offset):
            yield str(number), (offset, offset)
            offset, number = self._find_next(offset, "]"), number + 1

    def _find_next(self, value: int, closing: str) -> int:
        """Return the start of the member after *value*, or of the *closing* bracket."""
        end = self._skip(_decode(self._text, value)[1])
        return (
            end if self._text.startswith(closing, end) else self._skip(self._find_after(",", end))
        )

    def _find_after(self, sign: str, start: int) -> int:
        offset = self._skip(start)
        if not self._text.startswith(sign, offset):
            raise json.JSONDecodeError(f"expected {sign!r}", self._text, offset)
        return offset + 1

    def _skip(self, start: int) -> int:
        blank = _BLANK.match(self._text, start)
        return blank.end() if blank else start


class _StrictError(ValueError):
    """Python's ``json`` accepts something that JSON does not have, or that is not read here."""


def _load_strictly(text: str) -> object:
    """Return the value of *text*.

    :raises ValueError, RecursionError: there is a mistake; the scanner then finds all of them.
    """
    # Python accepts halves of surrogate pairs. Counting is fast but also finds those after an
    # escaped backslash, which are plain text; the scanner then decides.
    halves, pairs = len(SURROGATE.findall(text)), len(SURROGATE_PAIR.findall(text))
    if halves != 2 * pairs and scan_json(text).mistakes:
        raise _StrictError
    value = json.loads(
        text,
        object_pairs_hook=_check_unique_keys,
        parse_constant=_refuse,
        parse_int=_parse_integer,
        parse_float=_parse_finite_number,
    )
    # Python reads up to its recursion limit; later steps rely on the lower limit.
    if measure_depth(value) > MAX_DEPTH:
        raise _StrictError
    return value


def _check_unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    # A repeated key is lost in the dict, so that the length differs.
    if len(value) != len(pairs):
        raise _StrictError
    return value


def _refuse(constant: str) -> NoReturn:
    raise _StrictError(constant)


def _parse_integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise _StrictError
    return int(digits)


def _parse_finite_number(text: str) -> float:
    value = float(text)
    if len(text) > MAX_DIGITS or math.isinf(value):
        raise _StrictError
    return value


def _load_leniently(text: str) -> object:
    """Return the value of *text*: the last of repeated keys, and text for unusable numbers."""
    return json.loads(
        text, parse_constant=str, parse_int=_integer_or_text, parse_float=_number_or_text
    )


def _integer_or_text(digits: str) -> int | str:
    return int(digits) if len(digits) <= MAX_DIGITS else digits


def _number_or_text(text: str) -> float | str:
    value = float(text)
    return value if len(text) <= MAX_DIGITS and math.isfinite(value) else text
