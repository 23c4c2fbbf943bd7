"""Plain JSON values: text to data within limits, pointers (RFC 6901), lenient readers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, final
from urllib.parse import unquote

from sphinx_docsnav.faults import Position

Keys = tuple[str, ...]
"""The keys that lead to a value; items of lists by their number."""


@final
class Missing:
    """Marks a missing value, where ``None`` is a valid one."""


MISSING: Final = Missing()
"""The only `Missing`."""
_INDEX = re.compile(r"[0-9]{1,9}\Z")


def parse_fragment(fragment: str) -> Keys | None:
    """Return the keys of ``/components/schemas/Pet``; ``None`` if it is no pointer."""
    if fragment == "":
        return ()
    if not fragment.startswith("/"):
        return None
    parts = unquote(fragment).split("/")[1:]
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in parts)


def pointer_text(keys: Iterable[str]) -> str:
    """Return *keys* as a JSON pointer."""
    return "".join("/" + key.replace("~", "~0").replace("/", "~1") for key in keys)


def value_at(value: object, keys: Keys) -> object:
    """Return what *keys* lead to in *value*, `MISSING` if they lead nowhere."""
    for key in keys:
        if isinstance(value, dict):
            value = value.get(key, MISSING)
        elif isinstance(value, list) and _INDEX.match(key):
            value = value[int(key)] if int(key) < len(value) else MISSING
        else:
            return MISSING
    return value


def as_object(value: object) -> Mapping[str, object]:
    """Return *value* if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def as_list(value: object) -> list[object]:
    """Return *value* if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def as_text(value: object) -> str:
    """Return *value* if it is text, a number as its text, else ``""``."""
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else ""


def kind_of(value: object) -> str:
    """Return what *value* is, in JSON's words."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, (int, float)):
        return "a number"
    return (
        "an object" if isinstance(value, dict) else "a list" if isinstance(value, list) else "text"
    )


MAX_BYTES = 64 * 1024 * 1024
"""Largest file that is read, in bytes; the largest public API's has 13 million."""

MAX_DEPTH = 200
"""Deepest nesting of objects and lists; real specifications reach about 40."""

MAX_ALIASED = 500_000
"""How many values YAML aliases may add to what the file spells out."""

MAX_PROBLEMS = 1_000
"""Maximum number of reported problems per file; one message says that there are more."""

TOO_DEEP = f"expected at most {MAX_DEPTH} levels of nesting, found more"
"""Message for deeper data."""

NOT_YAML = "expected JSON or YAML: "
"""Start of the message for text that is neither."""


@dataclass(frozen=True, slots=True)
class DataProblem:
    """A problem in a file that could nevertheless be read."""

    message: str
    """What was found and what was done about it."""
    position: Position
    """Where in the file."""


@dataclass(slots=True)
class Data:
    """What a file holds."""

    value: object
    """Objects, lists, text, numbers, booleans and ``None``; the keys of objects are text."""
    problems: list[DataProblem] = field(default_factory=list)
    """What was odd; at most `MAX_PROBLEMS` and one about the rest."""


class DataError(Exception):
    """The text cannot be read as data."""

    def __init__(self, message: str, position: Position | None = None) -> None:
        super().__init__(message)
        self.position = position
        """Where reading stopped; ``None`` where the whole file is meant."""
