"""Operators, and the methods of strings, numbers and arrays; no other method can be called.

A method gets the value, the arguments, the budget, and ``call`` for callbacks.
"""

from __future__ import annotations

import functools
import math
import operator
import string
import unicodedata
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Context, Decimal

from sphinx_docsnav.mdx.expressions.budget import MAX_ITEMS, MAX_NESTING, Budget, check_weight
from sphinx_docsnav.mdx.expressions.values import (
    SPACES,
    UNDEFINED,
    BuiltIn,
    DateValue,
    ErrorValue,
    JsxComponent,
    JsxValue,
    RefusalError,
    RegexValue,
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
ALL_BITS = 0xFFFFFFFF
"""The bits of a number as bitwise operators and the limit of ``split()`` use it."""
CallFunction = Callable[[Value, list[Value]], Value]
"""A function that calls a function value with arguments."""
Method = Callable[[Value, list[Value], Budget, CallFunction], Value]
"""A method: it gets the value, the arguments, the budget, and `CallFunction`."""
_MARKS = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$"
"""Punctuation in the order of dictionaries, before digits and letters."""
_EXACTLY = Context(prec=400, rounding=ROUND_HALF_UP)
"""Decimal arithmetic that is exact for all numbers of JavaScript."""

# --- operators ------------------------------------------------------------------------------


def apply_unary(sign: str, value: Value) -> Value:
    """Return the value of ``sign value``."""
    if sign == "!":
        return not is_truthy(value)
    if sign == "void":
        return UNDEFINED
    if sign == "typeof":
        return get_type_name(value)
    number = to_number(value)
    if sign == "~":
        return _get_signed(~_get_bits(number))
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


def apply_binary(  # noqa: PLR0911  # one line per group of operators
    sign: str, left: Value, right: Value, budget: Budget
) -> Value:
    """Return the value of ``left sign right`` for operators that always use both sides."""
    if sign in ("===", "!=="):
        return strictly_equal(left, right) == (sign == "===")
    if sign in ("==", "!="):
        return loosely_equal(left, right) == (sign == "==")
    if sign in _COMPARE:
        return _compare(sign, left, right, budget)
    if sign == "instanceof":
        return _is_instance(left, right)
    if sign == "in":
        if not isinstance(right, dict):
            raise RefusalError("'in' of something that is not an object is not supported")
        return to_text(left) in right
    # ``+`` concatenates unless both sides are numbers or become numbers.
    if sign == "+" and not (_is_numeric(left) and _is_numeric(right)):
        return _concatenate(left, right, budget)
    numbers = to_number(left), to_number(right)
    return (
        _BITWISE[sign](*map(_get_bits, numbers)) if sign in _BITWISE else _calculate(sign, *numbers)
    )


def _is_instance(value: Value, kind: Value) -> bool:
    """Return ``value instanceof kind``; pages have no classes of their own."""
    if not isinstance(kind, BuiltIn):
        raise RefusalError("'instanceof' is not supported")
    if kind.name.endswith("Error"):
        return isinstance(value, ErrorValue) and kind.name in ("Error", value["name"])
    if kind.name == "Object":
        return isinstance(value, (list, dict))
    python_types = {"Array": list, "Date": DateValue, "RegExp": RegexValue}
    return isinstance(value, python_types.get(kind.name, ()))


def _get_bits(number: float) -> int:
    """Return *number* as the 32 bits that bitwise operators use."""
    return int(number) & ALL_BITS if math.isfinite(number) else 0


def _get_signed(bits: int) -> int:
    """Return *bits* as a signed number of 32 bits."""
    bits &= ALL_BITS
    return bits - (1 << 32) if bits >> 31 else bits


_BITWISE: dict[str, Callable[[int, int], int]] = {
    "&": lambda left, right: _get_signed(left & right),
    "|": lambda left, right: _get_signed(left | right),
    "^": lambda left, right: _get_signed(left ^ right),
    "<<": lambda left, right: _get_signed(left << (right & 31)),
    ">>": lambda left, right: _get_signed(left) >> (right & 31),
    ">>>": lambda left, right: left >> (right & 31),
}
"""The bitwise operators."""


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


# --- arguments, and methods of strings and arrays -------------------------------------------


def get_first(arguments: list[Value], *_: object) -> Value:
    """Return the first argument; `UNDEFINED` if it is missing."""
    return arguments[0] if arguments else UNDEFINED


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


def _substr(value: str, arguments: list[Value], *_: object) -> str:
    start = slice(get_whole_number(arguments, 0, 0), None).indices(len(value))[0]
    return value[start : start + max(get_whole_number(arguments, 1, len(value)), 0)]


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


def _find_last_text(value: str, arguments: list[Value], *_: object) -> int:
    target = get_text(arguments, 0)
    return value.rfind(target, 0, max(get_whole_number(arguments, 1, len(value)), 0) + len(target))


def _split(value: str, arguments: list[Value], budget: Budget, *_: object) -> list[Value]:
    if not arguments or arguments[0] is UNDEFINED:
        return [value]
    separator = to_text(arguments[0])
    limit = get_whole_number(arguments, 1, 10**9) & ALL_BITS
    return budget.check_items((value.split(separator) if separator else list(value))[:limit])


def _replace_times(
    value: str, arguments: list[Value], budget: Budget, call: CallFunction, count: int
) -> str:
    """Return *value* with up to *count* matches replaced; all if *count* is -1."""
    old = get_text(arguments, 0)
    text, target = to_units(value), to_units(old)
    new = get_first(arguments[1:])
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


def _pad(value: str, arguments: list[Value], budget: Budget, *_: object, start: bool) -> str:
    """Return *value* with padding at its start or end."""
    length, filler = get_whole_number(arguments, 0, 0), get_text(arguments, 1, " ")
    missing = length - len(value)
    if missing <= 0 or not filler:
        return value
    budget.check_length(length)
    padding = (filler * (missing // len(filler) + 1))[:missing]
    return padding + value if start else value + padding


def _char_at(value: str, arguments: list[Value], *_: object) -> str:
    index = get_whole_number(arguments, 0, 0)
    return value[index] if 0 <= index < len(value) else ""


def _compare_in_locale(value: str, arguments: list[Value], *_: object) -> int:
    """Compare as most languages sort: by letters first, then by case and accents."""
    other = get_text(arguments, 0)
    if any(not is_nothing(argument) and argument != {} for argument in arguments[2:]):
        raise RefusalError("the options of 'localeCompare()' are not supported")
    # If the letters are equal, lower case comes before upper case.
    left, right = ((_get_sort_key(text), text.swapcase()) for text in (value, other))
    return (left > right) - (left < right)


def _get_sort_key(text: str) -> list[tuple[int, str]]:
    """Return what *text* is sorted by first: its characters without case and accents."""
    return [
        (_MARKS.find(char) if char in _MARKS else len(_MARKS), char)
        for char in unicodedata.normalize("NFD", text.casefold())
        if not unicodedata.combining(char)
    ]


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
    "padStart": _with_units(functools.partial(_pad, start=True)),
    "padEnd": _with_units(functools.partial(_pad, start=False)),
    "substr": _with_units(_substr),
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
    "lastIndexOf": _with_units(_find_last_text),
    "search": _with_units(lambda value, arguments, *_: value.find(get_text(arguments, 0))),
    "localeCompare": _compare_in_locale,
    "concat": lambda value, arguments, budget, _call: budget.check_text(
        value + "".join(to_text(item) for item in arguments)
    ),
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


def _format_in_base(value: float, arguments: list[Value], *_: object) -> str:
    """Return *value* in another base."""
    base = get_whole_number(arguments, 0, 10)
    if base not in range(2, 37):
        raise RefusalError("'toString()' of a number in another base than 2 to 36")
    if base == 10 or not (value and math.isfinite(value)):  # noqa: PLR2004  # ten
        return format_number(value)
    if not isinstance(value, int):
        raise RefusalError("'toString()' of a fraction in another base is not supported")
    remaining, digits = abs(value), ""
    # The digits are found from the last to the first.
    while remaining:
        remaining, digit = divmod(remaining, base)
        digits = string.digits[digit] + digits if digit < 10 else chr(87 + digit) + digits  # noqa: PLR2004  # letters follow
    return ("-" if value < 0 else "") + (digits or "0")


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
    "toString": _format_in_base,
    "toLocaleString": _to_locale,
}
"""Methods of numbers."""

# --- arrays ---------------------------------------------------------------------------------


def _push(value: list[Value], arguments: list[Value], budget: Budget, *_: object) -> int:
    value += arguments
    # An array that code fills item by item is not paid for at each item.
    if len(value) > MAX_ITEMS:
        budget.check_items(value)
    return len(value)


def _unshift(value: list[Value], arguments: list[Value], budget: Budget, *_: object) -> int:
    value[:0] = arguments
    budget.check_items(value)
    return len(value)


def _pop(value: list[Value], *_: object) -> Value:
    return value.pop() if value else UNDEFINED


def _shift(value: list[Value], _arguments: list[Value], budget: Budget, *_: object) -> Value:
    budget.pay(len(value) // 64)
    return value.pop(0) if value else UNDEFINED


def _splice(value: list[Value], arguments: list[Value], budget: Budget, *_: object) -> list[Value]:
    size = len(value)
    start = get_whole_number(arguments, 0, 0)
    start = max(size + start, 0) if start < 0 else min(start, size)
    count = min(max(get_whole_number(arguments, 1, size), 0), size - start) if arguments else 0
    removed = value[start : start + count]
    value[start : start + count] = arguments[2:]
    budget.check_items(value)
    return removed


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


def _fill(value: list[Value], arguments: list[Value], budget: Budget, *_: object) -> Value:
    start, stop, _step = slice(
        get_whole_number(arguments, 1, 0), get_whole_number(arguments, 2, len(value))
    ).indices(len(value))
    budget.pay(len(value) // 16)
    item = get_first(arguments)
    value[start:stop] = [item] * max(stop - start, 0)
    return value


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
        result = call(get_first(arguments), [result, item, index, value])
    return result


def _index_of(value: list[Value], arguments: list[Value], budget: Budget, *_: object) -> int:
    budget.pay(len(value) // 16)
    target = get_first(arguments)
    start = max(_get_start(value, arguments, 0), 0)
    indexes = range(start, len(value))
    return next((index for index in indexes if strictly_equal(value[index], target)), -1)


def _last_index_of(value: list[Value], arguments: list[Value], budget: Budget, *_: object) -> int:
    budget.pay(len(value) // 16)
    target = get_first(arguments)
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


def _with(value: list[Value], arguments: list[Value], *_: object) -> list[Value]:
    index = get_whole_number(arguments, 0, 0)
    if not -len(value) <= index < len(value):
        raise RefusalError(f"an array has no index '{index}' to replace")
    copied = list(value)
    copied[index] = get_first(arguments[1:])
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
