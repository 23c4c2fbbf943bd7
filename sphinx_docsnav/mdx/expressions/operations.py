"""Operators, and the methods of strings, numbers and arrays; no other method can be called.

A method gets the value, the arguments, the budget, and ``call`` for callbacks.
"""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Context, Decimal

from sphinx_docsnav.mdx.expressions.budget import MAX_ITEMS, MAX_NESTING, Budget, check_weight
from sphinx_docsnav.mdx.expressions.values import (
    SPACES,
    UNDEFINED,
    BuiltIn,
    JsxComponent,
    JsxValue,
    RefusalError,
    Value,
    format_number,
    from_units,
    is_nothing,
    is_number,
    is_truthy,
    loosely_equal,
    strictly_equal,
    to_integer,
    to_number,
    to_text,
    to_units,
)

_COMPARE: dict[str, Callable[[Value, Value], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}
"""The comparisons."""
CallFunction = Callable[[Value, list[Value]], Value]
"""A function that calls a function value with arguments."""
Method = Callable[[Value, list[Value], Budget, CallFunction], Value]
"""A method: it gets the value, the arguments, the budget, and `CallFunction`."""
_EXACTLY = Context(prec=400, rounding=ROUND_HALF_UP)
"""Decimal arithmetic that is exact for all numbers of JavaScript."""


def apply_unary(sign: str, value: Value) -> Value:
    """Return the value of ``sign value``."""
    if sign == "!":
        return not is_truthy(value)
    if sign == "typeof":
        return get_type_name(value)
    number = to_number(value)
    # Minus zero is a float in Python, as `int` has none.
    return to_integer(-number or -float(number)) if sign == "-" else number


def get_type_name(value: Value) -> str:
    """Return the value of ``typeof value``."""
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, str):
        return "string"
    if is_number(value):
        return "number"
    if value is UNDEFINED:
        return "undefined"
    if isinstance(value, BuiltIn):
        return "function" if value.function else "object"
    return "function" if isinstance(value, JsxComponent) else "object"


def apply_binary(sign: str, left: Value, right: Value, budget: Budget) -> Value:
    """Return the value of ``left sign right`` for operators that always use both sides."""
    if sign in ("===", "!=="):
        return strictly_equal(left, right) == (sign == "===")
    if sign in ("==", "!="):
        return loosely_equal(left, right) == (sign == "==")
    if sign in _COMPARE:
        return _compare(sign, left, right, budget)
    # ``+`` concatenates unless both sides are numbers or become numbers.
    if sign == "+" and not (_is_numeric(left) and _is_numeric(right)):
        return _concatenate(left, right, budget)
    return _calculate(sign, to_number(left), to_number(right))


def _is_numeric(value: Value) -> bool:
    """Return whether ``+`` uses *value* as a number."""
    return value is None or value is UNDEFINED or isinstance(value, (bool, int, float))


def _concatenate(left: Value, right: Value, budget: Budget) -> str:
    """Return both values as one text."""
    texts = []
    for value in (left, right):
        if isinstance(value, (JsxValue, JsxComponent)):
            raise RefusalError("an element cannot be added to text")
        check_weight(value)
        texts.append(to_text(value))
    budget.check_length(len(texts[0]) + len(texts[1]))
    budget.pay((len(texts[0]) + len(texts[1])) // 1000)
    return texts[0] + texts[1]


def _compare(sign: str, left: Value, right: Value, budget: Budget) -> bool:
    """Return the result of a comparison: two texts are compared by their units."""
    if isinstance(left, str) and isinstance(right, str):
        return _COMPARE[sign](
            to_units(budget.pay_for_units(left)), to_units(budget.pay_for_units(right))
        )
    return _COMPARE[sign](to_number(left), to_number(right))


def _calculate(  # noqa: PLR0911  # one line per operator
    sign: str, left: float, right: float
) -> int | float:
    """Return the result as in JavaScript, which has NaN and infinity instead of errors."""
    try:
        if sign == "+":
            return to_integer(left + right)
        if sign == "-":
            return to_integer(left - right)
        if sign == "*":
            # The product of a negative number and zero is minus zero.
            return to_integer(left * right or float(left) * float(right))
        if sign == "**":
            return to_integer(raise_to_power(left, right))
        if sign == "/":
            return to_integer(left / right)
        return to_integer(math.fmod(left, right))
    except ZeroDivisionError:
        # Division by zero has a sign.
        if left == 0 or math.isnan(left):
            return math.nan
        return math.copysign(math.inf, left) * math.copysign(1.0, right)
    except (OverflowError, ValueError, TypeError):
        return math.nan


def raise_to_power(left: float, right: float) -> float:
    """Return ``left ** right``."""
    # Python returns 1 where JavaScript has NaN.
    if abs(left) == 1 and not math.isfinite(right):
        return math.nan
    try:
        return math.pow(left, right)
    except (OverflowError, ValueError):
        if left < 0 and not float(right).is_integer():
            return math.nan
        return math.copysign(math.inf, left) if right % 2 == 1 else math.inf


def get_whole_number(arguments: list[Value], index: int, default: int) -> int:
    """Return an argument as a whole number; *default* if it is missing."""
    if index >= len(arguments) or arguments[index] is UNDEFINED:
        return default
    number = to_number(arguments[index])
    if isinstance(number, float):
        if math.isnan(number):
            return 0
        # No index or count needs more, and infinity becomes finite.
        number = max(-1e9, min(1e9, number))
    return max(-(10**9), min(10**9, int(number)))


def get_text(arguments: list[Value], index: int, default: str = "undefined") -> str:
    """Return an argument as text; *default* if it is missing."""
    return to_text(arguments[index]) if index < len(arguments) else default


def take_slice(value: Value, arguments: list[Value], *_: object) -> Value:
    """Return ``value.slice(start, stop)`` of a string or an array."""
    start, stop = get_whole_number(arguments, 0, 0), get_whole_number(arguments, 1, len(value))
    return value[start:stop]


def take_at(value: Value, arguments: list[Value], *_: object) -> Value:
    """Return ``value.at(index)`` of a string or an array."""
    index = get_whole_number(arguments, 0, 0)
    return value[index] if -len(value) <= index < len(value) else UNDEFINED


# --- strings --------------------------------------------------------------------------------


def _substring(value: str, arguments: list[Value], *_: object) -> str:
    size = len(value)
    start = min(max(get_whole_number(arguments, 0, 0), 0), size)
    stop = min(max(get_whole_number(arguments, 1, size), 0), size)
    return value[min(start, stop) : max(start, stop)]


def _with_units(method: Callable[..., Value]) -> Method:
    """Return *method* for a text in the units in which JavaScript counts."""

    def counted(value: str, arguments: list[Value], budget: Budget, call: CallFunction) -> Value:
        converted = [to_units(to_text(a)) if isinstance(a, (str, list)) else a for a in arguments]
        result = method(to_units(value), converted, budget, call)
        if isinstance(result, list):
            return list(map(from_units, result))
        return from_units(result) if isinstance(result, str) else result

    return counted


def _get_search_start(value: str, arguments: list[Value]) -> int:
    """Return the index where a search in *value* starts."""
    return min(max(get_whole_number(arguments, 1, 0), 0), len(value))


def _find_text(value: str, arguments: list[Value], *_: object) -> int:
    return value.find(get_text(arguments, 0), _get_search_start(value, arguments))


def _split(value: str, arguments: list[Value], budget: Budget, *_: object) -> list[Value]:
    if not arguments or arguments[0] is UNDEFINED:
        return [value]
    separator = to_text(arguments[0])
    limit = get_whole_number(arguments, 1, 10**9) & 0xFFFFFFFF
    return budget.check_items((value.split(separator) if separator else list(value))[:limit])


def _replace_times(
    value: str, arguments: list[Value], budget: Budget, call: CallFunction, count: int
) -> str:
    """Return *value* with up to *count* matches replaced; all if *count* is -1."""
    old = get_text(arguments, 0)
    text, target = to_units(value), to_units(old)
    new = arguments[1] if len(arguments) > 1 else UNDEFINED
    is_text = isinstance(new, str) or is_nothing(new)
    if isinstance(new, str):
        # Of the special sequences, only ``$$`` and ``$&`` are supported.
        if "$`" in new or "$'" in new:
            raise RefusalError("'$`' and \"$'\" are not supported in a replacement")
        new = new.replace("$$", "\0").replace("$&", old).replace("\0", "$")
    parts: list[str] = []
    length = end = 0
    position = text.find(target)
    while position >= 0 and count:
        budget.pay()
        parts += [
            text[end:position],
            to_text(new if is_text else call(new, [old, position, value])),
        ]
        length += len(parts[-1]) + len(parts[-2])
        budget.check_length(length)
        end, count = position + len(target), count - 1
        position = text.find(target, max(end, position + 1))
    return from_units("".join([*parts, text[end:]]))


def _repeat(value: str, arguments: list[Value], budget: Budget, *_: object) -> str:
    count = get_whole_number(arguments, 0, 0)
    if count < 0:
        raise RefusalError("repeat() of a negative number")
    budget.check_length(len(value) * count)
    return value * count


def _char_at(value: str, arguments: list[Value], *_: object) -> str:
    index = get_whole_number(arguments, 0, 0)
    return value[index] if 0 <= index < len(value) else ""


STRING: dict[str, Method] = {
    "toUpperCase": lambda value, *_: value.upper(),
    "toLowerCase": lambda value, *_: value.lower(),
    "trim": lambda value, *_: value.strip(SPACES),
    "trimStart": lambda value, *_: value.lstrip(SPACES),
    "trimEnd": lambda value, *_: value.rstrip(SPACES),
    "toString": lambda value, *_: value,
    "slice": _with_units(take_slice),
    "substring": _with_units(_substring),
    "split": _with_units(_split),
    "replace": functools.partial(_replace_times, count=1),
    "replaceAll": functools.partial(_replace_times, count=-1),
    "repeat": _repeat,
    "at": _with_units(take_at),
    "charAt": _with_units(_char_at),
    "includes": _with_units(lambda value, arguments, *_: _find_text(value, arguments) >= 0),
    "startsWith": _with_units(
        lambda value, arguments, *_: value.startswith(
            get_text(arguments, 0), _get_search_start(value, arguments)
        )
    ),
    "endsWith": _with_units(
        lambda value, arguments, *_: value[
            : max(get_whole_number(arguments, 1, len(value)), 0)
        ].endswith(get_text(arguments, 0))
    ),
    "indexOf": _with_units(_find_text),
}
"""Methods of strings."""

# --- numbers --------------------------------------------------------------------------------


def _to_fixed(value: float, arguments: list[Value], *_: object) -> str:
    digits = get_whole_number(arguments, 0, 0)
    if not 0 <= digits <= 100:  # noqa: PLR2004  # JavaScript's own limit
        raise RefusalError(f"a number is written with up to 100 digits, not with {digits}")
    if not abs(value) < 1e21:  # noqa: PLR2004  # JavaScript's own limit
        return format_number(value)
    return f"{_EXACTLY.quantize(Decimal(value or 0), Decimal(1).scaleb(-digits)):f}"


def _to_text(value: float, arguments: list[Value], *_: object) -> str:
    """Return *value* as text; another base than ten is refused."""
    if arguments and arguments[0] != 10:  # noqa: PLR2004  # ten
        raise RefusalError("'toString()' of a number in another base is not supported")
    return format_number(value)


def _to_locale(value: float, arguments: list[Value], *_: object) -> str:
    """Return the value of ``toLocaleString()`` in American English.

    :raises RefusalError: if options or another language are given.
    """
    if arguments[1:] or any(language not in (UNDEFINED, "en", "en-US") for language in arguments):
        raise RefusalError("'toLocaleString()' of another language, or with options")
    if not math.isfinite(value):
        return format_number(value).replace("Infinity", "∞")
    # JavaScript rounds halves away from zero.
    amount = _EXACTLY.quantize(Decimal(repr(float(value))), Decimal("0.001"))
    return f"{amount:,}".rstrip("0").rstrip(".")


NUMBER: dict[str, Method] = {
    "toFixed": _to_fixed,
    "toString": _to_text,
    "toLocaleString": _to_locale,
}
"""Methods of numbers."""


def _push(value: list[Value], arguments: list[Value], budget: Budget, *_: object) -> int:
    value += arguments
    # An array that code fills item by item is not paid for at each item.
    _check_length(value, budget)
    return len(value)


def _pop(value: list[Value], *_: object) -> Value:
    return value.pop() if value else UNDEFINED


def _reverse(value: list[Value], _arguments: list[Value], budget: Budget, *_: object) -> Value:
    budget.pay(len(value) // 16)
    value.reverse()
    return value


def _sort(value: list[Value], arguments: list[Value], budget: Budget, call: CallFunction) -> Value:
    """Sort as JavaScript does: as text unless a function compares; ``undefined`` comes last."""
    missing = [item for item in value if item is UNDEFINED]
    items = [item for item in value if item is not UNDEFINED]
    budget.pay(len(items))
    if arguments and not is_nothing(arguments[0]):

        def compare(left: Value, right: Value) -> int:
            budget.pay()
            order = to_number(call(arguments[0], [left, right]))
            return (order > 0) - (order < 0)

        items.sort(key=functools.cmp_to_key(compare))
    else:
        # Texts are compared by their units.
        items.sort(key=lambda item: to_units(budget.pay_for_units(to_text(item))))
    value[:] = items + missing
    return value


def _check_length(value: list[Value], budget: Budget) -> None:
    """Refuse an array that is too long; cheaper than `Budget.check_items` for each added item."""
    if len(value) > MAX_ITEMS:
        budget.check_items(value)


CHANGING: dict[str, Method] = {
    "push": _push,
    "pop": _pop,
    "reverse": _reverse,
    "sort": _sort,
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
        budget.pay()
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


def _join(value: list[Value], arguments: list[Value], budget: Budget, *_: object) -> str:
    separator = get_text(arguments, 0, ",") if arguments and arguments[0] is not UNDEFINED else ","
    budget.pay(len(value) // 16)
    parts = ["" if is_nothing(item) else to_text(item) for item in value]
    budget.check_length(sum(map(len, parts)) + len(separator) * len(parts))
    return separator.join(parts)


def _flatten(items: list[Value], depth: int, budget: Budget) -> list[Value]:
    """Return *items* with arrays in them replaced by their items, down to *depth* levels."""
    flat: list[Value] = []
    for item in items:
        budget.pay()
        if isinstance(item, list) and depth > 0:
            flat += _flatten(item, depth - 1, budget)
        else:
            flat.append(item)
        # The result is checked while it grows.
        budget.check_items(flat)
    return flat


def _flat(value: list[Value], arguments: list[Value], budget: Budget, *_: object) -> list[Value]:
    return _flatten(value, min(get_whole_number(arguments, 0, 1), MAX_NESTING), budget)


def _concat(value: list[Value], arguments: list[Value], budget: Budget, *_: object) -> list[Value]:
    return budget.check_items(value + _flatten(arguments, 1, budget))


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
        budget.pay()
        result = call(arguments[0] if arguments else UNDEFINED, [result, item, index, value])
    return result


def _index_of(value: list[Value], arguments: list[Value], budget: Budget, *_: object) -> int:
    budget.pay(len(value) // 16)
    target = arguments[0] if arguments else UNDEFINED
    start = slice(get_whole_number(arguments, 1, 0), None).indices(len(value))[0]
    indexes = range(start, len(value))
    return next((index for index in indexes if strictly_equal(value[index], target)), -1)


def _includes_nan(value: list[Value], arguments: list[Value]) -> bool:
    """Return whether NaN is searched and found, which is not equal to itself."""
    return all(any(item != item for item in items) for items in (value, arguments[:1]))  # noqa: PLR0124  # NaN alone


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
    "forEach": _for_each,
    "toString": lambda value, _arguments, budget, call: _join(value, [], budget, call),
}
"""The other methods of arrays, by name."""
FRESH = frozenset({"map", "filter", "flatMap", "slice", "flat", "concat", "split", "match"})
"""Methods of arrays and texts that return a new array."""
