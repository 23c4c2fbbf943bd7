"""Plain JSON values: pointers to them (RFC 6901), and lenient readers of one value."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, final
from urllib.parse import unquote

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
