"""YAML text -> plain data, from libyaml's events.

YAML is read by its core schema, not PyYAML's 1.1: ``on``, ``yes`` and
``2024-01-01`` are text; so are ``0321`` and ``+49``, which are no numbers of JSON but codes
and telephone numbers. Every key is text, as JSON has it (``200`` is
``"200"``). Tags are not obeyed, so none can make anything but plain data.
Nothing recurses, so depth costs no stack, and building from events is faster
than PyYAML's own constructor.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from typing import Protocol

import yaml

from sphinx_docsnav.faults import Position
from sphinx_docsnav.openapi.json_values import (
    MAX_ALIASED,
    MAX_DEPTH,
    MAX_PROBLEMS,
    NOT_YAML,
    TOO_DEEP,
    Data,
    DataError,
    DataProblem,
)

_LIBYAML_TOO_DEEP = "exceeded maximum nesting depth"
"""What libyaml says beyond 1,000 levels, which it reads before it tells of the first."""

PositionRecorder = Callable[[tuple[str, ...], Position], None]
"""Takes the keys that lead to a value, and where the value, or its key, starts."""


def read_yaml(
    text: str,
    *,
    place: PositionRecorder | None = None,
    scalar: Callable[[str], object] | None = None,
    max_aliased: int = MAX_ALIASED,
) -> Data:
    """Return the first document of *text*.

    Infinite numbers are read as text, as no JSON can hold them, with a `DataProblem`.
    Equal keys: the last one counts, and a `DataProblem` is recorded. Merge keys
    (``<<``) are followed.

    :param place: called with the start of every key and list item.
    :param scalar: returns the value of a plain scalar; by default, by the core schema.
    :param max_aliased: maximum number of values that aliases may add.
    :raises DataError: the text is no YAML, is too deep, or its aliases grow
        beyond *max_aliased*.
    """
    reader = _Reader(place, scalar or _scalar, max_aliased)
    events = yaml.parse(text, Loader=_LOADER)
    try:
        for event in events:
            if isinstance(event, yaml.DocumentEndEvent):
                break
            reader.take(event)
    except yaml.MarkedYAMLError as error:
        began = error.context_mark if str(error.context) in _UNENDED else None
        position = _position(began or error.problem_mark or error.context_mark)
        if error.problem == _LIBYAML_TOO_DEEP:
            raise DataError(TOO_DEEP, position) from None
        hint = _UNENDED[str(error.context)] if began else _HINTS.get(str(error.problem), "")
        raise DataError(f"{NOT_YAML}{error.problem}{hint}", position) from None
    except yaml.YAMLError as error:  # a character that YAML forbids
        found = str(error).splitlines()[0]
        raise DataError(f"{NOT_YAML}{found}") from None
    except UnicodeEncodeError:  # half of a surrogate pair, for libyaml
        raise DataError(f"{NOT_YAML}it has a character that UTF-8 cannot encode") from None
    return Data(reader.value, [*reader.problems, *_text_after_end(events)])


def _text_after_end(events: Iterator[yaml.Event]) -> Iterator[DataProblem]:
    """Yield a problem if *events*, those after the first document, are not the end of the text."""
    try:
        event = next(events, None)
        mark = None if isinstance(event, yaml.StreamEndEvent | None) else event.start_mark
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
    except yaml.YAMLError:  # a character that YAML forbids, without a place
        return
    if mark is not None:
        message = "text after the end of the first document is ignored; remove it"
        yield DataProblem(message, _position(mark))


_HINTS = {
    "mapping values are not allowed in this context": " (put a value with ': ' in quotes)",
    "did not find expected key": " (put the value in quotes, or align the line with others)",
    "found character that cannot start any token": " (indent with spaces instead of tabs, and put a"
    " value that begins with '@', '`' or '%' in quotes)",
}
"""The way out of mistakes that YAML's own words do not explain."""

_UNENDED = {
    "while scanning a quoted scalar": " (the quotation mark here is not closed)",
    "while parsing a flow sequence": " (the bracket here is not closed)",
    "while parsing a flow mapping": " (the brace here is not closed)",
}
"""What begins at the place of the context; the mistake is found only far below."""

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_INT = re.compile(r"-?(?:0|[1-9][0-9]*)\Z")
_OTHER_INT = re.compile(r"0(?:o[0-7]+|x[0-9a-fA-F]+)\Z")
_FLOAT = re.compile(
    r"(?![-+]?0[0-9])(?!\+?[0-9]+\Z)[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z"
)
_NAMED: dict[str, object] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **{f"{sign}.{name}": float(f"{sign}inf") for sign in ("", "+", "-") for name in ("inf", "Inf")},
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
}
_NUMBER_START = frozenset("+-.0123456789")
_MAX_DIGITS = 3500
"""Longer numbers are text: Python prints no integer of more than 4,300 decimal digits."""


_CONSTANTS = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}


def json_scalar(text: str) -> object:
    """Return what a plain scalar means in text that was written as JSON by Python or JavaScript."""
    return _CONSTANTS.get(text) or _scalar(text)


def _scalar(text: str) -> object:
    """Return what a plain scalar means in YAML's core schema."""
    if text in _NAMED:
        return _NAMED[text]
    if text[0] not in _NUMBER_START or len(text) > _MAX_DIGITS:
        return text
    if _INT.match(text):
        return int(text)
    if _OTHER_INT.match(text):
        return int(text, 0)
    return float(text) if _FLOAT.match(text) else text


class _Open:
    """A list or object whose end has not been read yet."""

    __slots__ = ("anchor", "key", "keys", "merged", "size", "value")

    def __init__(self, value: dict[str, object] | list[object], anchor: str | None) -> None:
        self.value = value
        self.anchor = anchor
        self.key: str | None = None
        self.keys: set[str] = set()
        self.merged: list[object] = []
        self.size = 1

    def merge(self) -> None:
        """Add the values of merge keys for keys that the object does not have."""
        for source in self.merged:
            if isinstance(self.value, dict) and isinstance(source, dict):
                for key, value in source.items():
                    self.value.setdefault(key, value)


class _Reader:
    """Builds values from events."""

    def __init__(
        self, place: PositionRecorder | None, scalar: Callable[[str], object], max_aliased: int
    ) -> None:
        self.document: list[object] = []
        self.stack = [_Open(self.document, None)]
        self.anchors: dict[str, tuple[object, int]] = {}
        self.aliased = 0
        self.problems: list[DataProblem] = []
        self.place = place
        self.scalar = scalar
        self.max_aliased = max_aliased

    @property
    def value(self) -> object:
        """The document, ``None`` if it is empty."""
        return self.document[0] if self.document else None

    def take(self, event: yaml.Event) -> None:
        """Take the next event of the document."""
        if isinstance(event, yaml.ScalarEvent):
            self._scalar(event)
        elif isinstance(event, yaml.MappingStartEvent):
            self._open(_Open({}, event.anchor), event)
        elif isinstance(event, yaml.SequenceStartEvent):
            self._open(_Open([], event.anchor), event)
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            self._close(event)
        elif isinstance(event, yaml.AliasEvent):
            self._alias(event)

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        self._tell_item(event)
        text: str = event.value
        value = self.scalar(text) if event.implicit[0] and not event.style else text
        if isinstance(value, float) and not math.isfinite(value):
            message = (
                f"JSON has no number such as {text}; it is read as text; write a finite number"
            )
            self._problem(message, event)
            value = text
        if event.anchor is not None:
            self.anchors[event.anchor] = (value, 1)
        self._add(value, 1, event, text)

    def _open(self, opened: _Open, event: yaml.Event) -> None:
        self._tell_item(event)
        if len(self.stack) > MAX_DEPTH:
            raise DataError(TOO_DEEP, _position(event.start_mark))
        if opened.anchor is not None:
            self.anchors.pop(opened.anchor, None)
        self.stack.append(opened)

    def _close(self, event: yaml.Event) -> None:
        done = self.stack.pop()
        done.merge()
        if done.anchor is not None:
            self.anchors[done.anchor] = (done.value, done.size)
        self._add(done.value, done.size, event, None)

    def _alias(self, event: yaml.AliasEvent) -> None:
        self._tell_item(event)
        position = _position(event.start_mark)
        if event.anchor not in self.anchors:
            message = (
                f"alias *{event.anchor} refers to nothing before it, or to a value that contains it"
            )
            raise DataError(message, position)
        value, size = self.anchors[event.anchor]
        self.aliased += size
        if self.aliased > self.max_aliased:
            raise DataError(f"aliases repeat more than {self.max_aliased} values", position)
        self._add(value, size, event, value if isinstance(value, str) else None)

    def _add(self, value: object, size: int, event: yaml.Event, text: str | None) -> None:
        """Put *value* where it belongs: next item, key or value of the innermost open one."""
        top = self.stack[-1]
        top.size += size
        if isinstance(top.value, list):
            top.value.append(value)
        elif top.key is None:
            self._add_key(top, text, event)
        else:
            key, top.key = top.key, None
            if key == "<<" and isinstance(value, (dict, list)):
                top.merged.extend(value if isinstance(value, list) else [value])
            else:
                top.value[key] = value

    def _add_key(self, top: _Open, key: str | None, event: yaml.Event) -> None:
        if key is None:
            self._problem("expected text as a key, found a list or object; read as ''", event)
            key = ""
        if key in top.keys and key != "<<":
            self._problem(f"key {key!r} occurs twice in one object; the last one is used", event)
        top.keys.add(key)
        top.key = key
        if self.place is not None:
            self.place((*self._keys(), key), _position(event.start_mark))

    def _tell_item(self, event: yaml.Event) -> None:
        top = self.stack[-1]
        if self.place is not None and isinstance(top.value, list) and len(self.stack) > 1:
            self.place((*self._keys(), str(len(top.value))), _position(event.start_mark))

    def _keys(self) -> list[str]:
        """Return the keys that lead to the innermost open list or object."""
        above = self.stack[1:-1]
        return [str(len(o.value)) if isinstance(o.value, list) else (o.key or "") for o in above]

    def _problem(self, message: str, event: yaml.Event) -> None:
        if len(self.problems) == MAX_PROBLEMS:
            message = f"more than {MAX_PROBLEMS:,} problems in this file; the rest is not reported"
        if len(self.problems) <= MAX_PROBLEMS:
            self.problems.append(DataProblem(message, _position(event.start_mark)))


class _Mark(Protocol):
    """What libyaml's and PyYAML's own marks have in common."""

    line: int
    column: int


def _position(mark: _Mark | None) -> Position:
    return Position(mark.line + 1, mark.column + 1) if mark else Position(1)
