"""``Set`` and ``Map``, as lists of their items or pairs in the order in which they were added."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from sphinx_docsnav.mdx.expressions.budget import Budget
from sphinx_docsnav.mdx.expressions.text_methods import CallFunction, Method
from sphinx_docsnav.mdx.expressions.values import (
    UNDEFINED,
    MapList,
    RefusalError,
    SetList,
    Value,
    is_nothing,
    is_number,
)


def _get_items(arguments: list[Value], budget: Budget) -> Iterable[Value]:
    """Return the items that a collection is created from."""
    value = arguments[0] if arguments else None
    if is_nothing(value):
        return ()
    if not isinstance(value, (list, str)):
        raise RefusalError("a collection of something that is not an array")
    budget.step(len(value) // 4)
    return value


def construct_set(arguments: list[Value], budget: Budget, _call: CallFunction) -> SetList:
    """Return ``new Set(items)``."""
    # The first of equal items is kept, at its position.
    unique = {_get_identity(item): item for item in reversed(list(_get_items(arguments, budget)))}
    keys = {_get_identity(item): None for item in _get_items(arguments, budget)}
    return SetList(unique[key] for key in keys)


def construct_map(arguments: list[Value], budget: Budget, _call: CallFunction) -> MapList:
    """Return ``new Map(pairs)``."""
    pairs_by_key: dict[Hashable, list[Value]] = {}
    for pair in _get_items(arguments, budget):
        if not isinstance(pair, list):
            raise RefusalError("a Map of something that is not a list of pairs")
        # A later pair with the same key replaces the value, at the position of the first.
        key = pair[0] if pair else UNDEFINED
        pairs_by_key[_get_identity(key)] = [key, pair[1] if len(pair) > 1 else UNDEFINED]
    return MapList(pairs_by_key.values())


def _has_item(
    value: list[Value], arguments: list[Value], budget: Budget, _call: CallFunction
) -> bool:
    budget.step(len(value) // 16)
    return _find_key_index(value, arguments[0] if arguments else UNDEFINED) >= 0


def _get_item(
    value: list[Value], arguments: list[Value], budget: Budget, _call: CallFunction
) -> Value:
    budget.step(len(value) // 16)
    index = _find_key_index(value, arguments[0] if arguments else UNDEFINED)
    return value[index][1] if index >= 0 else UNDEFINED


def _call_for_each(
    value: list[Value], arguments: list[Value], budget: Budget, call: CallFunction
) -> Value:
    """Call a function for each item, or value and key; return ``undefined``."""
    if not arguments:
        raise RefusalError("a function is missing")
    for item in value:
        budget.step()
        # JavaScript passes the value before the key, and the item of a set twice.
        pair = [item[1], item[0]] if isinstance(value, MapList) else [item, item]
        call(arguments[0], [*pair, value])
    return UNDEFINED


def _find_key_index(value: list[Value], key: Value) -> int:
    """Return the index of an item, or of the pair with a key; -1 if there is none."""
    identity = _get_identity(key)
    keys = (pair[0] for pair in value) if isinstance(value, MapList) else value
    return next((index for index, item in enumerate(keys) if _get_identity(item) == identity), -1)


def _add_item(
    value: list[Value], arguments: list[Value], budget: Budget, _call: CallFunction
) -> Value:
    budget.step(len(value) // 16)
    item = arguments[0] if arguments else UNDEFINED
    if _find_key_index(value, item) < 0:
        value.append(item)
        budget.items(value)
    return value


def _set_item(
    value: list[Value], arguments: list[Value], budget: Budget, _call: CallFunction
) -> Value:
    budget.step(len(value) // 16)
    key, item, *_ = (*arguments, UNDEFINED, UNDEFINED)
    index = _find_key_index(value, key)
    if index < 0:
        value.append([key, item])
        budget.items(value)
    else:
        value[index] = [key, item]
    return value


def _delete_item(
    value: list[Value], arguments: list[Value], budget: Budget, _call: CallFunction
) -> bool:
    budget.step(len(value) // 16)
    index = _find_key_index(value, arguments[0] if arguments else UNDEFINED)
    if index >= 0:
        del value[index]
    return index >= 0


def _clear_items(
    value: list[Value], _arguments: list[Value], _budget: Budget, _call: CallFunction
) -> Value:
    value.clear()
    return UNDEFINED


SET: dict[str, Method] = {
    "add": _add_item,
    "delete": _delete_item,
    "clear": _clear_items,
    "has": _has_item,
    "forEach": _call_for_each,
    "values": lambda value, *_: list(value),
    "keys": lambda value, *_: list(value),
    "entries": lambda value, *_: [[item, item] for item in value],
}
"""The methods of a ``Set``."""
MAP: dict[str, Method] = {
    "set": _set_item,
    "delete": _delete_item,
    "clear": _clear_items,
    "has": _has_item,
    "get": _get_item,
    "forEach": _call_for_each,
    "values": lambda value, *_: [pair[1] for pair in value],
    "keys": lambda value, *_: [pair[0] for pair in value],
    "entries": lambda value, *_: [list(pair) for pair in value],
}
"""The methods of a ``Map``."""
CHANGES = frozenset({"add", "set", "delete", "clear"})
"""Methods that change the collection they are called on."""


def _get_identity(value: Value) -> Hashable:
    """Return a key that is equal for values which a collection treats as the same."""
    if is_number(value):
        return ("number", float(value))
    # Texts and numbers are compared by value, arrays and objects by identity.
    return (type(value).__name__, value) if isinstance(value, (str, bool)) else id(value)
