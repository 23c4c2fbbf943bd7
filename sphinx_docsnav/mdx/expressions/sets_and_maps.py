"""``Set`` and ``Map``: lists of their items and pairs, in the order they were added."""

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


def _identity(value: Value) -> Hashable:
    """Return what two values have in common that a collection takes for the same."""
    if is_number(value):
        return ("number", float(value))
    return (type(value).__name__, value) if isinstance(value, (str, bool)) else id(value)


def _given(arguments: list[Value], budget: Budget) -> Iterable[Value]:
    value = arguments[0] if arguments else None
    if is_nothing(value):
        return ()
    if not isinstance(value, (list, str)):
        raise RefusalError("a collection of something that is not an array")
    budget.step(len(value) // 4)
    return value


def make_set(arguments: list[Value], budget: Budget, _call: CallFunction) -> SetList:
    """Return ``new Set(items)``."""
    unique = {_identity(item): item for item in reversed(list(_given(arguments, budget)))}
    kept = {_identity(item): None for item in _given(arguments, budget)}
    return SetList(unique[key] for key in kept)


def make_map(arguments: list[Value], budget: Budget, _call: CallFunction) -> MapList:
    """Return ``new Map(pairs)``."""
    found: dict[Hashable, list[Value]] = {}
    for pair in _given(arguments, budget):
        if not isinstance(pair, list):
            raise RefusalError("a Map of something that is not a list of pairs")
        key = pair[0] if pair else UNDEFINED
        found[_identity(key)] = [key, pair[1] if len(pair) > 1 else UNDEFINED]
    return MapList(found.values())


def _has(value: list[Value], arguments: list[Value], budget: Budget, _call: CallFunction) -> bool:
    budget.step(len(value) // 16)
    return _found(value, arguments[0] if arguments else UNDEFINED) >= 0


def _get(value: list[Value], arguments: list[Value], budget: Budget, _call: CallFunction) -> Value:
    budget.step(len(value) // 16)
    index = _found(value, arguments[0] if arguments else UNDEFINED)
    return value[index][1] if index >= 0 else UNDEFINED


def _for_each(
    value: list[Value], arguments: list[Value], budget: Budget, call: CallFunction
) -> Value:
    if not arguments:
        raise RefusalError("a function is missing")
    for item in value:
        budget.step()
        pair = [item[1], item[0]] if isinstance(value, MapList) else [item, item]
        call(arguments[0], [*pair, value])
    return UNDEFINED


def _found(value: list[Value], key: Value) -> int:
    """Return the index of an item or of a pair's key, -1 if there is none."""
    wanted = _identity(key)
    keys = (pair[0] for pair in value) if isinstance(value, MapList) else value
    return next((index for index, item in enumerate(keys) if _identity(item) == wanted), -1)


def _add(value: list[Value], arguments: list[Value], budget: Budget, _call: CallFunction) -> Value:
    budget.step(len(value) // 16)
    item = arguments[0] if arguments else UNDEFINED
    if _found(value, item) < 0:
        value.append(item)
        budget.items(value)
    return value


def _set(value: list[Value], arguments: list[Value], budget: Budget, _call: CallFunction) -> Value:
    budget.step(len(value) // 16)
    key, item, *_ = (*arguments, UNDEFINED, UNDEFINED)
    index = _found(value, key)
    if index < 0:
        value.append([key, item])
        budget.items(value)
    else:
        value[index] = [key, item]
    return value


def _delete(
    value: list[Value], arguments: list[Value], budget: Budget, _call: CallFunction
) -> bool:
    budget.step(len(value) // 16)
    index = _found(value, arguments[0] if arguments else UNDEFINED)
    if index >= 0:
        del value[index]
    return index >= 0


def _clear(
    value: list[Value], _arguments: list[Value], _budget: Budget, _call: CallFunction
) -> Value:
    value.clear()
    return UNDEFINED


SET: dict[str, Method] = {
    "add": _add,
    "delete": _delete,
    "clear": _clear,
    "has": _has,
    "forEach": _for_each,
    "values": lambda value, *_: list(value),
    "keys": lambda value, *_: list(value),
    "entries": lambda value, *_: [[item, item] for item in value],
}
"""The methods of a ``Set``."""
MAP: dict[str, Method] = {
    "set": _set,
    "delete": _delete,
    "clear": _clear,
    "has": _has,
    "get": _get,
    "forEach": _for_each,
    "values": lambda value, *_: [pair[1] for pair in value],
    "keys": lambda value, *_: [pair[0] for pair in value],
    "entries": lambda value, *_: [list(pair) for pair in value],
}
"""The methods of a ``Map``."""
CHANGES = frozenset({"add", "set", "delete", "clear"})
"""Methods that change what they are called on."""
