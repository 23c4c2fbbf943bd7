"""The methods of arrays."""

from __future__ import annotations

import functools

from sphinx_docsnav.mdx.expressions.budget import MAX_ITEMS, MAX_NESTING, Budget
from sphinx_docsnav.mdx.expressions.text_methods import (
    CallFunction,
    Method,
    take_at,
    take_slice,
    text_argument,
    whole,
)
from sphinx_docsnav.mdx.expressions.values import (
    UNDEFINED,
    RefusalError,
    Value,
    is_nothing,
    strictly_equal,
    to_number,
    to_text,
    truthy,
    units,
)


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
        items.sort(key=lambda item: units(budget.counted(to_text(item))))
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


def _each(
    value: list[Value], arguments: list[Value], budget: Budget, call: CallFunction
) -> list[Value]:
    """Return the callback's result for each item."""
    if not arguments:
        raise RefusalError("a function is missing")
    results = []
    for index, item in enumerate(value):
        budget.step()
        results.append(call(arguments[0], [item, index, value]))
    return results


def _filter(
    value: list[Value], arguments: list[Value], budget: Budget, call: CallFunction
) -> list[Value]:
    kept = _each(value, arguments, budget, call)
    return [item for item, keep in zip(value, kept, strict=True) if truthy(keep)]


def _find(value: list[Value], arguments: list[Value], budget: Budget, call: CallFunction) -> Value:
    return next(iter(_filter(value, arguments, budget, call)), UNDEFINED)


def _find_index(
    value: list[Value], arguments: list[Value], budget: Budget, call: CallFunction
) -> int:
    kept = _each(value, arguments, budget, call)
    return next((index for index, keep in enumerate(kept) if truthy(keep)), -1)


def _join(value: list[Value], arguments: list[Value], budget: Budget, _call: CallFunction) -> str:
    separator = (
        text_argument(arguments, 0, ",") if arguments and arguments[0] is not UNDEFINED else ","
    )
    budget.step(len(value) // 16)
    parts = ["" if is_nothing(item) else to_text(item) for item in value]
    budget.room(sum(map(len, parts)) + len(separator) * len(parts))
    return separator.join(parts)


def _flatten(items: list[Value], depth: int, budget: Budget) -> list[Value]:
    flat: list[Value] = []
    for item in items:
        budget.step()
        if isinstance(item, list) and depth > 0:
            flat += _flatten(item, depth - 1, budget)
        else:
            flat.append(item)
        budget.items(flat)
    return flat


def _flat(
    value: list[Value], arguments: list[Value], budget: Budget, _call: CallFunction
) -> list[Value]:
    return _flatten(value, min(whole(arguments, 0, 1), MAX_NESTING), budget)


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
    wanted = arguments[0] if arguments else UNDEFINED
    start = max(_place(value, arguments, 0), 0)
    places = range(start, len(value))
    return next((index for index in places if strictly_equal(value[index], wanted)), -1)


def _last_index_of(
    value: list[Value], arguments: list[Value], budget: Budget, _call: CallFunction
) -> int:
    budget.step(len(value) // 16)
    wanted = arguments[0] if arguments else UNDEFINED
    last = len(value) - 1
    start = min(_place(value, arguments, last), last)
    places = range(start, -1, -1)
    return next((index for index in places if strictly_equal(value[index], wanted)), -1)


def _place(value: list[Value], arguments: list[Value], usual: int) -> int:
    """Return the index where a search starts; a negative one counts from the end."""
    given = whole(arguments, 1, usual)
    return given if given >= 0 or len(arguments) < 2 else max(given + len(value), -1)  # noqa: PLR2004


def _is_nan_among(value: list[Value], arguments: list[Value]) -> bool:
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
    index = whole(arguments, 0, 0)
    if not -len(value) <= index < len(value):
        raise RefusalError(f"an array has no index '{index}' to replace")
    copied = list(value)
    copied[index] = arguments[1] if len(arguments) > 1 else UNDEFINED
    return copied


def _for_each(
    value: list[Value], arguments: list[Value], budget: Budget, call: CallFunction
) -> Value:
    _each(list(value), arguments, budget, call)
    return UNDEFINED


ARRAY: dict[str, Method] = {
    "map": _each,
    "filter": _filter,
    "find": _find,
    "findIndex": _find_index,
    "some": lambda *parts: any(truthy(item) for item in _each(*parts)),
    "every": lambda *parts: all(truthy(item) for item in _each(*parts)),
    "flatMap": lambda value, arguments, budget, call: _flatten(
        _each(value, arguments, budget, call), 1, budget
    ),
    "reduce": _reduce,
    "join": _join,
    "slice": take_slice,
    "at": take_at,
    "flat": _flat,
    "concat": _concat,
    "includes": lambda *parts: _index_of(*parts) >= 0 or _is_nan_among(*parts[:2]),
    "indexOf": _index_of,
    "findLastIndex": lambda value, arguments, budget, call: max(
        (at for at, keep in enumerate(_each(value, arguments, budget, call)) if truthy(keep)),
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
"""Methods of arrays."""
FRESH = frozenset(
    """
    map filter flatMap slice flat concat toReversed toSorted toSpliced with split
    match matchAll splice keys values entries
    """.split()  # noqa: SIM905  # a list of words
)
"""Methods of arrays and texts that give an array nobody else has."""
