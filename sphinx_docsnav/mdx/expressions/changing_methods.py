"""The methods of arrays that change them."""

from __future__ import annotations

import functools

from sphinx_docsnav.mdx.expressions.budget import MAX_ITEMS, Budget
from sphinx_docsnav.mdx.expressions.methods import CallFunction, Method, whole
from sphinx_docsnav.mdx.expressions.values import UNDEFINED, Value, is_nothing, to_number, to_text


def _push(value: list[Value], arguments: list[Value], budget: Budget, _call: CallFunction) -> int:
    value += arguments
    _check(value, budget)
    return len(value)


def _unshift(
    value: list[Value], arguments: list[Value], budget: Budget, _call: CallFunction
) -> int:
    value[:0] = arguments
    budget.items(value)
    return len(value)


def _pop(
    value: list[Value], _arguments: list[Value], _budget: Budget, _call: CallFunction
) -> Value:
    return value.pop() if value else UNDEFINED


def _shift(
    value: list[Value], _arguments: list[Value], budget: Budget, _call: CallFunction
) -> Value:
    budget.step(len(value) // 64)
    return value.pop(0) if value else UNDEFINED


def _splice(
    value: list[Value], arguments: list[Value], budget: Budget, _call: CallFunction
) -> list[Value]:
    size = len(value)
    start = whole(arguments, 0, 0)
    start = max(size + start, 0) if start < 0 else min(start, size)
    count = min(max(whole(arguments, 1, size), 0), size - start) if arguments else 0
    removed = value[start : start + count]
    value[start : start + count] = arguments[2:]
    budget.items(value)
    return removed


def _reverse(
    value: list[Value], _arguments: list[Value], budget: Budget, _call: CallFunction
) -> Value:
    budget.step(len(value) // 16)
    value.reverse()
    return value


def _sort(value: list[Value], arguments: list[Value], budget: Budget, call: CallFunction) -> Value:
    """Sort as JavaScript does: ``undefined`` last, texts unless a function compares."""
    missing = [item for item in value if item is UNDEFINED]
    items = [item for item in value if item is not UNDEFINED]
    budget.step(len(items))
    if arguments and not is_nothing(arguments[0]):

        def compare(left: Value, right: Value) -> int:
            budget.step()
            order = to_number(call(arguments[0], [left, right]))
            return (order > 0) - (order < 0)

        items.sort(key=functools.cmp_to_key(compare))
    else:
        items.sort(key=to_text)
    value[:] = items + missing
    return value


def _fill(value: list[Value], arguments: list[Value], budget: Budget, _call: CallFunction) -> Value:
    start, stop, _ = slice(whole(arguments, 1, 0), whole(arguments, 2, len(value))).indices(
        len(value)
    )
    budget.step(len(value) // 16)
    item = arguments[0] if arguments else UNDEFINED
    value[start:stop] = [item] * max(stop - start, 0)
    return value


def _check(value: list[Value], budget: Budget) -> None:
    if len(value) > MAX_ITEMS:
        budget.items(value)


CHANGING: dict[str, Method] = {
    "push": _push,
    "unshift": _unshift,
    "pop": _pop,
    "shift": _shift,
    "splice": _splice,
    "reverse": _reverse,
    "sort": _sort,
    "fill": _fill,
}
"""By name; each is given an array that may be changed."""
