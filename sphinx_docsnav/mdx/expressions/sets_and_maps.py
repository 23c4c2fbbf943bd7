"""``Set`` and ``Map`` as a page first has them: what is in them can be read, not changed."""

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
    wanted = _identity(arguments[0] if arguments else UNDEFINED)
    keys = (pair[0] for pair in value) if isinstance(value, MapList) else value
    return any(_identity(key) == wanted for key in keys)


def _get(value: list[Value], arguments: list[Value], budget: Budget, _call: CallFunction) -> Value:
    budget.step(len(value) // 16)
    wanted = _identity(arguments[0] if arguments else UNDEFINED)
    return next((pair[1] for pair in value if _identity(pair[0]) == wanted), UNDEFINED)


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


SET: dict[str, Method] = {
    "has": _has,
    "forEach": _for_each,
    "values": lambda value, *_: list(value),
    "keys": lambda value, *_: list(value),
    "entries": lambda value, *_: [[item, item] for item in value],
}
"""The methods of a ``Set`` that do not change it."""
MAP: dict[str, Method] = {
    "has": _has,
    "get": _get,
    "forEach": _for_each,
    "values": lambda value, *_: [pair[1] for pair in value],
    "keys": lambda value, *_: [pair[0] for pair in value],
    "entries": lambda value, *_: [list(pair) for pair in value],
}
"""The methods of a ``Map`` that do not change it."""
