"""JSON pointers (RFC 6901), as keys and as text."""

from __future__ import annotations

import re
from collections.abc import Iterable
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
