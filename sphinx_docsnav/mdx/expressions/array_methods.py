"""The methods of arrays. Each gets the array, the arguments, the budget, and ``call``."""

from __future__ import annotations

import functools

from sphinx_docsnav.mdx.expressions.budget import MAX_ITEMS, MAX_NESTING, Budget
from sphinx_docsnav.mdx.expressions.text_methods import (
    CallFunction,
    Method,
    get_text,
    get_whole_number,
    take_at,
    take_slice,
)
from sphinx_docsnav.mdx.expressions.values import (
    UNDEFINED,
    RefusalError,
    Value,
    is_nothing,
    is_truthy,
    strictly_equal,
    to_number,
    to_text,
    to_units,
)


def _push(value: list[Value], arguments: list[Value], budget: Budget, _call: CallFunction) -> int:
    value += arguments
    # An array that code fills item by item is not paid for at each item.
    _check_length(value, budget)
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
    start = get_whole_number(arguments, 0, 0)
    start = max(size + start, 0) if start < 0 else min(start, size)
    count = min(max(get_whole_number(arguments, 1, size), 0), size - start) if arguments else 0
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
    """Sort as JavaScript does: as text unless a function compares; ``undefined`` comes last."""
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
        # Texts are compared by their units.
        items.sort(key=lambda item: to_units(budget.counted(to_text(item))))
    value[:] = items + missing
    return value


def _fill(value: list[Value], arguments: list[Value], budget: Budget, _call: CallFunction) -> Value:
    start, stop, _ = slice(
        get_whole_number(arguments, 1, 0), get_whole_number(arguments, 2, len(value))
    ).indices(len(value))
    budget.step(len(value) // 16)
    item = arguments[0] if arguments else UNDEFINED
    value[start:stop] = [item] * max(stop - start, 0)
    return value


def _check_length(value: list[Value], budget: Budget) -> None:
    """Refuse an array that is too long; cheaper than `Budget.items` for each added item."""
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
"""The methods that change their array, by name; they get an array that may be changed."""


def _map(
    value: list[Value], arguments: list[Value], budget: Budget, call: CallFunction
) -> list[Value]:
    """Return the results of the callback for all items."""
    if not arguments:
        raise RefusalError("a function is missing")
    results = []
    for index, item in enumerate(value):
        budget.step()
        # Callbacks get the item, its index and the array.
        results.append(call(arguments[0], [item, index, value]))
    return results


def _filter(
    value: list[Value], arguments: list[Value], budget: Budget, call: CallFunction
) -> list[Value]:
    flags = _map(value, arguments, budget, call)
    return [item for item, keep in zip(value, flags, strict=True) if is_truthy(keep)]


def _find(value: list[Value], arguments: list[Value], budget: Budget, call: CallFunction) -> Value:
    return next(iter(_filter(value, arguments, budget, call)), UNDEFINED)


def _find_index(
    value: list[Value], arguments: list[Value], budget: Budget, call: CallFunction
) -> int:
    flags = _map(value, arguments, budget, call)
    return next((index for index, keep in enumerate(flags) if is_truthy(keep)), -1)


def _join(value: list[Value], arguments: list[Value], budget: Budget, _call: CallFunction) -> str:
    separator = get_text(arguments, 0, ",") if arguments and arguments[0] is not UNDEFINED else ","
    budget.step(len(value) // 16)
    parts = ["" if is_nothing(item) else to_text(item) for item in value]
    budget.check_length(sum(map(len, parts)) + len(separator) * len(parts))
    return separator.join(parts)


def _flatten(items: list[Value], depth: int, budget: Budget) -> list[Value]:
    """Return *items* with arrays in them replaced by their items, down to *depth* levels."""
    flat: list[Value] = []
    for item in items:
        budget.step()
        if isinstance(item, list) and depth > 0:
            flat += _flatten(item, depth - 1, budget)
        else:
            flat.append(item)
        # The result is checked while it grows.
        budget.items(flat)
    return flat


def _flat(
    value: list[Value], arguments: list[Value], budget: Budget, _call: CallFunction
) -> list[Value]:
    return _flatten(value, min(get_whole_number(arguments, 0, 1), MAX_NESTING), budget)


def _concat(
    value: list[Value], arguments: list[Value], budget: Budget, _call: CallFunction
) -> list[Value]:
    return budget.items(value + _flatten(arguments, 1, budget))


def _reduce(
    value: list[Value], arguments: list[Value], budget: Budget, call: CallFunction
) -> Value:
    items = list(enumerate(value))
    if len(arguments) > 1:
        result = arguments[1]
    elif items:
        # Without a first value, the first item is it.
        result = items.pop(0)[1]
    else:
        raise RefusalError("reduce() of an empty array without a first value")
    for index, item in items:
        budget.step()
        result = call(arguments[0] if arguments else UNDEFINED, [result, item, index, value])
    return result


def _index_of(
    value: list[Value], arguments: list[Value], budget: Budget, _call: CallFunction
) -> int:
    budget.step(len(value) // 16)
    target = arguments[0] if arguments else UNDEFINED
    start = max(_get_start(value, arguments, 0), 0)
    indexes = range(start, len(value))
    return next((index for index in indexes if strictly_equal(value[index], target)), -1)


def _last_index_of(
    value: list[Value], arguments: list[Value], budget: Budget, _call: CallFunction
) -> int:
    budget.step(len(value) // 16)
    target = arguments[0] if arguments else UNDEFINED
    last = len(value) - 1
    start = min(_get_start(value, arguments, last), last)
    # The search goes backwards from the start.
    indexes = range(start, -1, -1)
    return next((index for index in indexes if strictly_equal(value[index], target)), -1)


def _get_start(value: list[Value], arguments: list[Value], default: int) -> int:
    """Return the index where a search starts; a negative one counts from the end."""
    start = get_whole_number(arguments, 1, default)
    return start if start >= 0 or len(arguments) < 2 else max(start + len(value), -1)  # noqa: PLR2004


def _includes_nan(value: list[Value], arguments: list[Value]) -> bool:
    """Return whether NaN is searched and found, which is not equal to itself."""
    return all(any(item != item for item in items) for items in (value, arguments[:1]))  # noqa: PLR0124  # NaN alone


def _to_spliced(
    value: list[Value], arguments: list[Value], budget: Budget, call: CallFunction
) -> list[Value]:
    copied = list(value)
    _splice(copied, arguments, budget, call)
    return copied


def _with(
    value: list[Value], arguments: list[Value], _budget: Budget, _call: CallFunction
) -> list[Value]:
    index = get_whole_number(arguments, 0, 0)
    if not -len(value) <= index < len(value):
        raise RefusalError(f"an array has no index '{index}' to replace")
    copied = list(value)
    copied[index] = arguments[1] if len(arguments) > 1 else UNDEFINED
    return copied


def _for_each(
    value: list[Value], arguments: list[Value], budget: Budget, call: CallFunction
) -> Value:
    _map(list(value), arguments, budget, call)
    return UNDEFINED


ARRAY: dict[str, Method] = {
    "map": _map,
    "filter": _filter,
    "find": _find,
    "findIndex": _find_index,
    "some": lambda *parts: any(is_truthy(item) for item in _map(*parts)),
    "every": lambda *parts: all(is_truthy(item) for item in _map(*parts)),
    "flatMap": lambda value, arguments, budget, call: _flatten(
        _map(value, arguments, budget, call), 1, budget
    ),
    "reduce": _reduce,
    "join": _join,
    "slice": take_slice,
    "at": take_at,
    "flat": _flat,
    "concat": _concat,
    "includes": lambda *parts: _index_of(*parts) >= 0 or _includes_nan(*parts[:2]),
    "indexOf": _index_of,
    "findLastIndex": lambda value, arguments, budget, call: max(
        (at for at, keep in enumerate(_map(value, arguments, budget, call)) if is_truthy(keep)),
        default=-1,
    ),
    "findLast": lambda value, arguments, budget, call: _find(value[::-1], arguments, budget, call),
    "lastIndexOf": _last_index_of,
    "forEach": _for_each,
    "keys": lambda value, *_: list(range(len(value))),
    "values": lambda value, *_: list(value),
    "entries": lambda value, *_: [[index, item] for index, item in enumerate(value)],
    "reduceRight": lambda value, arguments, budget, call: _reduce(
        value[::-1], arguments, budget, call
    ),
    "toReversed": lambda value, *_: value[::-1],
    "toSorted": lambda value, *rest: CHANGING["sort"](list(value), *rest),
    "toSpliced": _to_spliced,
    "with": _with,
    "toString": lambda value, _arguments, budget, call: _join(value, [], budget, call),
}
"""The other methods of arrays, by name."""
FRESH = frozenset(
    """
    map filter flatMap slice flat concat toReversed toSorted toSpliced with split
    match matchAll splice keys values entries
    """.split()  # noqa: SIM905  # a list of words
)
"""Methods of arrays and texts that return a new array."""
