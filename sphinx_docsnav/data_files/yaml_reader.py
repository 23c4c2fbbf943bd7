"""Read YAML text: its value from libyaml's events, and the positions of keys and values.

YAML is read by its core schema, not by that of PyYAML, which is YAML 1.1: ``on``, ``yes`` and
``2024-01-01`` are text; so are ``0321`` and ``+49``, which are codes and telephone numbers and no
numbers of JSON. Every key is text, as JSON has it (``200`` is ``"200"``). Tags have no effect, so
that no text can create anything but plain data. No function calls itself, so that deep text
cannot overflow the stack, and building from events is faster than PyYAML's own constructor.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from typing import Protocol

import yaml

from sphinx_docsnav.data_files import json_mistakes as mistakes
from sphinx_docsnav.data_files.json_mistakes import NOT_FINITE, JsonMistake
from sphinx_docsnav.data_files.json_values import (
    MAX_ALIASED,
    MAX_DEPTH,
    MAX_DIGITS,
    MAX_PROBLEMS,
    NOT_YAML,
    TOO_DEEP,
    Data,
    DataError,
    DataProblem,
    Keys,
    ValuePosition,
    limit_problems,
)
from sphinx_docsnav.faults import Position

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_MAX_SKIPPED_DEPTH = 1_000
"""The maximum nesting of what is skipped; deeper text takes quadratic time, and is refused."""

_LIBYAML_TOO_DEEP = "exceeded maximum nesting depth"
"""libyaml's message for more levels than that, which it reads before its first event."""

_HINTS = {
    "mapping values are not allowed in this context": " (put a value with ': ' in quotes)",
    "did not find expected key": " (put the value in quotes, or align the line with others)",
    "found character that cannot start any token": " (indent with spaces instead of tabs, and put a"
    " value that begins with '@', '`' or '%' in quotes)",
}
"""Remedies for messages of libyaml that do not name one."""

_UNCLOSED = {
    "while scanning a quoted scalar": " (the quotation mark here is not closed)",
    "while parsing a flow sequence": " (the bracket here is not closed)",
    "while parsing a flow mapping": " (the brace here is not closed)",
}
"""Contexts of libyaml's messages whose start is the mistake; libyaml notices it far below."""

_INT = re.compile(r"-?(?:0|[1-9][0-9]*)\Z")
_OTHER_INT = re.compile(r"0(?:o[0-7]+|x[0-9a-fA-F]+)\Z")
_FLOAT = re.compile(
    r"(?![-+]?0[0-9])(?!\+?[0-9]+\Z)[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z"
)
_SPECIAL_SCALARS: dict[str, object] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **{f"{sign}.{name}": float(f"{sign}inf") for sign in ("", "+", "-") for name in ("inf", "Inf")},
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
}
_PAIR = re.compile(
    r"(?<!\\)((?:\\\\)*)\\(u[dD][89abAB][0-9a-fA-F]{2})\\(u[dD][c-fC-F][0-9a-fA-F]{2})"
)
"""The escapes of two surrogates, after an even number of backslashes."""
_PRIVATE_USE = range(0xE000, 0xF900)
"""Characters without a meaning, which YAML allows everywhere in text."""
_NUMBER_START = frozenset("+-.0123456789")

_MarkNumbers = tuple[int, int, int, int]
"""Line and column of a key, then of its value, counted from 0 as libyaml counts."""


def read_yaml(
    text: str,
    *,
    first_line: int = 1,
    scalar: Callable[[str], object] | None = None,
    max_aliased: int = MAX_ALIASED,
) -> Data:
    """Return the first document of *text*.

    Mistakes that do not prevent reading are problems of the result: numbers that JSON cannot hold
    are text, the last of repeated keys is used, and lists and objects that are too deep are empty.
    Merge keys (``<<``) are followed.

    :param first_line: the number of the first line of *text* in its file.
    :param scalar: returns the value of a plain scalar; by default, by the core schema.
    :param max_aliased: maximum number of values that aliases may add.
    :raises DataError: the text is not YAML, nests more than `_MAX_SKIPPED_DEPTH` levels, or its
        aliases grow beyond *max_aliased*.
    """
    reader = _YamlReader(first_line, scalar or resolve_core_scalar, max_aliased)
    events = _read_document(text, reader)
    problems = [*reader.problems, *_find_text_after_end(events, reader)]
    return Data(reader.value, limit_problems(problems))


class YamlPositions:
    """The positions of the values in YAML text."""

    def __init__(self, text: str, *, first_line: int = 1) -> None:
        """Read the whole *text*; of text that is not YAML, what precedes the mistake.

        :param first_line: the number of the first line of *text* in its file.
        """
        self._first_line = first_line
        self._marks: dict[Keys, _MarkNumbers] = {}
        reader = _YamlReader(first_line, str, MAX_ALIASED, self._marks)
        try:
            _read_document(text, reader)
        except DataError:
            return

    def find(self, keys: Keys) -> ValuePosition | None:
        """Return the positions of the value at *keys*; ``None`` if there is no such value."""
        marks = self._marks.get(keys)
        if marks is None:
            return None
        key_line, key_column, line, column = marks
        first = self._first_line
        key = Position(key_line + first, key_column + 1)
        return ValuePosition(key, Position(line + first, column + 1))


def resolve_json_scalar(text: str) -> object:
    """Return what a plain scalar means in text that was written as JSON by Python or JavaScript."""
    return float(text) if text in NOT_FINITE else resolve_core_scalar(text)


def resolve_core_scalar(text: str) -> object:
    """Return what a plain scalar means in YAML's core schema; infinity for too long a number."""
    if text in _SPECIAL_SCALARS:
        return _SPECIAL_SCALARS[text]
    if text[0] not in _NUMBER_START:
        return text
    # `int` takes quadratic time, and Python refuses very long numbers; callers report infinity.
    if len(text) > MAX_DIGITS:
        return math.inf if _INT.match(text) or _FLOAT.match(text) else text
    if _INT.match(text):
        return int(text)
    if _OTHER_INT.match(text):
        return int(text, 0)
    return float(text) if _FLOAT.match(text) else text


def _read_document(text: str, reader: _YamlReader) -> Iterator[yaml.Event]:
    """Let *reader* take the events of the first document; return the iterator of the others."""
    events = _parse_events(text)
    try:
        for event in events:
            if isinstance(event, yaml.DocumentEndEvent):
                break
            reader.take(event)
    except yaml.MarkedYAMLError as error:
        # An unclosed quote or bracket is noticed at the end of the file; point to its start
        # instead.
        start = error.context_mark if str(error.context) in _UNCLOSED else None
        position = reader.position(start or error.problem_mark or error.context_mark)
        if error.problem == _LIBYAML_TOO_DEEP:
            raise DataError(DataProblem(TOO_DEEP, position)) from None
        remedy = _UNCLOSED[str(error.context)] if start else _HINTS.get(str(error.problem), "")
        raise DataError(DataProblem(f"{NOT_YAML}{error.problem}{remedy}", position)) from None
    except yaml.YAMLError as error:  # a character that YAML forbids
        reason = str(error).splitlines()[0]
        raise DataError(DataProblem(f"{NOT_YAML}{reason}")) from None
    except UnicodeEncodeError:  # half of a surrogate pair, for libyaml
        message = f"{NOT_YAML}it has a character that UTF-8 cannot encode"
        raise DataError(DataProblem(message)) from None
    return events


def _parse_events(text: str) -> Iterator[yaml.Event]:
    """Yield libyaml's events of *text*, with each character that JSON escapes as two surrogates.

    YAML 1.2 contains JSON, but libyaml refuses these escapes, which are in texts that programs
    have written as JSON.
    """
    substitute = ""
    if "\\ud" in text or "\\uD" in text:
        substitute = next((char for char in map(chr, _PRIVATE_USE) if char not in text), "")
    if not substitute:
        yield from yaml.parse(text, Loader=_LOADER)
        return
    # Only libyaml knows which scalars are in double quotes. Until then, another character stands
    # for the backslashes, so that no position changes.
    text = _PAIR.sub(rf"\g<1>{substitute}\g<2>{substitute}\g<3>", text)
    pair = re.compile(f"{substitute}u([0-9a-fA-F]{{4}})" * 2)
    for event in yaml.parse(text, Loader=_LOADER):
        if isinstance(event, yaml.ScalarEvent):
            if event.style == '"':
                event.value = pair.sub(_join_pair, event.value)
            else:
                event.value = event.value.replace(substitute, "\\")
        yield event


def _join_pair(pair: re.Match[str]) -> str:
    """Return the character of two surrogates."""
    high, low = (int(unit, 16) for unit in pair.groups())
    return chr(0x10000 + (high - 0xD800) * 0x400 + low - 0xDC00)


def _find_text_after_end(
    events: Iterator[yaml.Event], reader: _YamlReader
) -> Iterator[DataProblem]:
    """Yield a problem if *events*, those after the first document, are not the end of the text."""
    try:
        event = next(events, None)
        mark = None if isinstance(event, yaml.StreamEndEvent | None) else event.start_mark
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
    except yaml.YAMLError:  # a character that YAML forbids, without a position
        return
    if mark is not None:
        message = "text after the end of the first document is ignored"
        yield DataProblem(message, reader.position(mark), "remove it")


class _OpenContainer:
    """A list or object whose end has not been read yet."""

    __slots__ = ("anchor", "key", "key_lines", "key_mark", "merged", "path", "size", "value")

    def __init__(
        self, value: dict[str, object] | list[object], anchor: str | None, path: Keys
    ) -> None:
        self.value = value
        self.anchor = anchor
        self.path = path
        """The keys that lead to it."""
        self.key: str | None = None
        """The key whose value follows; ``None`` where a key follows, and in a list."""
        self.key_mark: _Mark | None = None
        """Where that key starts."""
        self.key_lines: dict[str, int] = {}
        """The line of each key so far."""
        self.merged: list[object] = []
        """The values of its merge keys."""
        self.size = 1
        """The number of values in it, itself included; an alias repeats all of them."""

    def merge(self) -> None:
        """Add the values of merge keys for keys that the object does not have."""
        for source in self.merged:
            if isinstance(self.value, dict) and isinstance(source, dict):
                for key, value in source.items():
                    self.value.setdefault(key, value)


class _YamlReader:
    """Builds the value of a document from its events."""

    def __init__(
        self,
        first_line: int,
        scalar: Callable[[str], object],
        max_aliased: int,
        marks: dict[Keys, _MarkNumbers] | None = None,
    ) -> None:
        """Prepare to build a document.

        :param marks: receives the marks of each value; without it, none are stored.
        """
        self.document: list[object] = []
        # The document is the only item of a list, so that it needs no case of its own.
        self.stack = [_OpenContainer(self.document, None, ())]
        self.anchors: dict[str, tuple[object, int]] = {}
        self.aliased = 0
        self.skipped_levels = 0
        """The number of open lists and objects from the one that is too deep on."""
        self.problems: list[DataProblem] = []
        self.first_line = first_line
        self.scalar = scalar
        self.max_aliased = max_aliased
        self.marks = marks

    @property
    def value(self) -> object:
        """The document, ``None`` if it is empty."""
        return self.document[0] if self.document else None

    def take(self, event: yaml.Event) -> None:
        """Take the next event of the document."""
        if self.skipped_levels:
            self._skip(event)
        elif isinstance(event, yaml.ScalarEvent):
            self._take_scalar(event)
        elif isinstance(event, yaml.MappingStartEvent):
            self._open({}, event)
        elif isinstance(event, yaml.SequenceStartEvent):
            self._open([], event)
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            self._close(event)
        elif isinstance(event, yaml.AliasEvent):
            self._take_alias(event)

    def position(self, mark: _Mark | None) -> Position:
        """Return *mark* as a position in the file; the first line if there is none."""
        line, column = _find_line_and_column(mark)
        return Position(line + self.first_line, column + 1)

    def _take_scalar(self, event: yaml.ScalarEvent) -> None:
        self._record_marks(event)
        text: str = event.value
        value: object = text
        # Only plain scalars without a tag have a type; quoted ones and block scalars are text.
        if event.implicit[0] and not event.style:
            value = self.scalar(text)
            if isinstance(value, float) and not math.isfinite(value):
                is_long = len(text) > MAX_DIGITS
                mistake = (
                    mistakes.long_number(0, len(text)) if is_long else mistakes.not_finite(0, text)
                )
                self._add_problem(mistake, event)
                value = text
        # An alias may repeat a scalar, too; its size is one value.
        if event.anchor is not None:
            self.anchors[event.anchor] = (value, 1)
        self._add(value, 1, event, text)

    def _open(
        self,
        value: dict[str, object] | list[object],
        event: yaml.MappingStartEvent | yaml.SequenceStartEvent,
    ) -> None:
        self._record_marks(event)
        path = () if self.marks is None else self._make_path()
        if len(self.stack) > MAX_DEPTH:
            self._add_problem(mistakes.too_deep(0, is_closed=True), event)
            self._add(value, 1, event, None)
            self.skipped_levels = 1
            return
        # An alias inside of the value cannot refer to it.
        if event.anchor is not None:
            self.anchors.pop(event.anchor, None)
        self.stack.append(_OpenContainer(value, event.anchor, path))

    def _skip(self, event: yaml.Event) -> None:
        """Take an event inside of a list or object that is too deep."""
        if isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
            self.skipped_levels += 1
            if len(self.stack) + self.skipped_levels > _MAX_SKIPPED_DEPTH:
                raise DataError(DataProblem(TOO_DEEP, self.position(event.start_mark)))
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            self.skipped_levels -= 1

    def _close(self, event: yaml.Event) -> None:
        container = self.stack.pop()
        container.merge()
        if container.anchor is not None:
            # Only now complete: an alias to it shares the object, and counts all values in it.
            self.anchors[container.anchor] = (container.value, container.size)
        self._add(container.value, container.size, event, None)

    def _take_alias(self, event: yaml.AliasEvent) -> None:
        self._record_marks(event)
        position = self.position(event.start_mark)
        if event.anchor not in self.anchors:
            message = (
                f"alias *{event.anchor} refers to nothing before it, or to a value that contains it"
            )
            raise DataError(DataProblem(message, position))
        value, size = self.anchors[event.anchor]
        # Aliases share objects in memory, but every later step walks through each repetition.
        self.aliased += size
        if self.aliased > self.max_aliased:
            message = f"aliases repeat more than {self.max_aliased} values"
            raise DataError(DataProblem(message, position))
        self._add(value, size, event, value if isinstance(value, str) else None)

    def _add(self, value: object, size: int, event: yaml.Event, text: str | None) -> None:
        """Add *value* to the innermost container, as its next item, key or value.

        :param text: the value as a key; ``None`` if it cannot be one.
        """
        container = self.stack[-1]
        container.size += size
        if isinstance(container.value, list):
            container.value.append(value)
        elif container.key is None:
            self._add_key(container, text, event)
        else:
            key, container.key = container.key, None
            # Merge keys of YAML 1.1, which specifications use although YAML 1.2 has dropped them.
            if key == "<<" and isinstance(value, (dict, list)):
                container.merged.extend(value if isinstance(value, list) else [value])
            else:
                container.value[key] = value

    def _add_key(self, container: _OpenContainer, key: str | None, event: yaml.Event) -> None:
        if key is None:
            message = "expected text as a key, found a list or object"
            self._add_problem(JsonMistake(0, message, "", "it is read as ''"), event)
            key = ""
        # Not in the object itself: values of merge keys get there only at its end.
        earlier_line = container.key_lines.get(key)
        if earlier_line is None:
            container.key_lines[key] = _find_line_and_column(event.start_mark)[0]
        elif key != "<<":
            line = earlier_line + self.first_line
            self._add_problem(mistakes.repeated_key(0, key, line), event)
        container.key = key
        container.key_mark = event.start_mark

    def _record_marks(self, event: yaml.Event) -> None:
        """Store the positions of the value that *event* begins and of its key; ignore keys."""
        if self.marks is None:
            return
        container = self.stack[-1]
        is_key = container.key is None and isinstance(container.value, dict)
        if is_key or len(self.stack) == 1:
            return
        mark = event.start_mark
        key_mark = container.key_mark or mark
        self.marks[self._make_path()] = (
            *_find_line_and_column(key_mark),
            *_find_line_and_column(mark),
        )

    def _make_path(self) -> Keys:
        """Return the keys that lead to the value that is read next."""
        container = self.stack[-1]
        if len(self.stack) == 1:
            return ()
        items = container.value
        step = str(len(items)) if isinstance(items, list) else container.key or ""
        return (*container.path, step)

    def _add_problem(self, mistake: JsonMistake, event: yaml.Event) -> None:
        """Add *mistake*, at the start of *event*; one more than are reported is enough."""
        if len(self.problems) <= MAX_PROBLEMS:
            self.problems.append(mistake.at(self.position(event.start_mark)))


class _Mark(Protocol):
    """The attributes that marks of libyaml and of PyYAML have in common."""

    line: int
    column: int


def _find_line_and_column(mark: _Mark | None) -> tuple[int, int]:
    """Return the line and column of *mark*, counted from 0; the start of the text without one."""
    return (mark.line, mark.column) if mark else (0, 0)
