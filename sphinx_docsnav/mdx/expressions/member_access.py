"""The members of values that can be read: own ones only."""

from __future__ import annotations

from sphinx_docsnav.mdx.expressions.values import (
    UNDEFINED,
    MapList,
    MatchList,
    Opaque,
    RefusalError,
    RegexValue,
    SetList,
    Value,
    to_text,
)

_MAX_DIGITS = 9


def own_member(value: Value, key: Value) -> Value:  # noqa: PLR0911  # one line per kind of value
    """Return an object's own key, an item, or ``length``; never a prototype's member."""
    if isinstance(value, dict):
        return value.get(to_text(key), UNDEFINED)
    if isinstance(value, (SetList, MapList)):
        return len(value) if key == "size" else UNDEFINED
    if isinstance(value, (list, str)):
        if key == "length":
            return len(value)
        text = to_text(key)
        if isinstance(value, MatchList) and text in value.members:
            return value.members[text]
        index = array_index(text)
        return value[index] if index is not None and index < len(value) else UNDEFINED
    if isinstance(value, (bool, int, float)):
        return UNDEFINED
    if isinstance(value, RegexValue):
        known = {"source": value.pattern, "flags": value.flags, "lastIndex": value.last_index}
        return known.get(to_text(key), UNDEFINED)
    if isinstance(value, Opaque):
        raise RefusalError(f"a name whose members are read {value.reason}")
    raise RefusalError("only data has members here")


def array_index(text: str) -> int | None:
    """Return the index that *text* writes, ``None`` if it is another key."""
    is_index = text.isascii() and text.isdigit() and len(text) <= _MAX_DIGITS
    return int(text) if is_index else None
