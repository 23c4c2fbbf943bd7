"""The methods of strings and numbers.

Each gets the value, the arguments, the budget, and ``call`` for callbacks. No other method can be
called.
"""

from __future__ import annotations

import math
import string
import unicodedata
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Context, Decimal
from functools import partial

from sphinx_docsnav.mdx.expressions.budget import Budget
from sphinx_docsnav.mdx.expressions.values import (
    SPACES,
    UNDEFINED,
    RefusalError,
    Value,
    format_number,
    from_units,
    is_nothing,
    to_number,
    to_text,
    to_units,
)

CallFunction = Callable[[Value, list[Value]], Value]
"""A function that calls a function value with arguments."""
Method = Callable[[Value, list[Value], Budget, CallFunction], Value]
"""A method: it gets the value, the arguments, the budget, and `CallFunction`."""
_MARKS = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$"
"""Punctuation in the order of dictionaries, before digits and letters."""
_EXACTLY = Context(prec=400, rounding=ROUND_HALF_UP)
"""Decimal arithmetic that is exact for all numbers of JavaScript."""


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


def take_slice(value: Value, arguments: list[Value], _budget: Budget, _call: CallFunction) -> Value:
    """Return ``value.slice(start, stop)`` of a string or an array."""
    start, stop = get_whole_number(arguments, 0, 0), get_whole_number(arguments, 1, len(value))
    return value[start:stop]


def take_at(value: Value, arguments: list[Value], _budget: Budget, _call: CallFunction) -> Value:
    """Return ``value.at(index)`` of a string or an array."""
    index = get_whole_number(arguments, 0, 0)
    return value[index] if -len(value) <= index < len(value) else UNDEFINED


# --- strings --------------------------------------------------------------------------------


def _substring(value: str, arguments: list[Value], _budget: Budget, _call: CallFunction) -> str:
    size = len(value)
    start = min(max(get_whole_number(arguments, 0, 0), 0), size)
    stop = min(max(get_whole_number(arguments, 1, size), 0), size)
    return value[min(start, stop) : max(start, stop)]


def _substr(value: str, arguments: list[Value], _budget: Budget, _call: CallFunction) -> str:
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


def _split(value: str, arguments: list[Value], budget: Budget, _call: CallFunction) -> list[Value]:
    if not arguments or arguments[0] is UNDEFINED:
        return [value]
    separator = to_text(arguments[0])
    limit = get_whole_number(arguments, 1, 10**9) & 0xFFFFFFFF
    return budget.items((value.split(separator) if separator else list(value))[:limit])


def _replace(value: str, arguments: list[Value], budget: Budget, call: CallFunction) -> str:
    return _replace_times(value, arguments, budget, call, 1)


def _replace_all(value: str, arguments: list[Value], budget: Budget, call: CallFunction) -> str:
    return _replace_times(value, arguments, budget, call, -1)


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
        budget.step()
        parts += [
            text[end:position],
            to_text(new if is_text else call(new, [old, position, value])),
        ]
        length += len(parts[-1]) + len(parts[-2])
        budget.check_length(length)
        end, count = position + len(target), count - 1
        position = text.find(target, max(end, position + 1))
    return from_units("".join([*parts, text[end:]]))


def _repeat(value: str, arguments: list[Value], budget: Budget, _call: CallFunction) -> str:
    count = get_whole_number(arguments, 0, 0)
    if count < 0:
        raise RefusalError("repeat() of a negative number")
    budget.check_length(len(value) * count)
    return value * count


def _pad(
    value: str, arguments: list[Value], budget: Budget, _call: CallFunction, *, start: bool
) -> str:
    """Return *value* with padding at its start or end."""
    length, filler = get_whole_number(arguments, 0, 0), get_text(arguments, 1, " ")
    missing = length - len(value)
    if missing <= 0 or not filler:
        return value
    budget.check_length(length)
    padding = (filler * (missing // len(filler) + 1))[:missing]
    return padding + value if start else value + padding


def _char_at(value: str, arguments: list[Value], _budget: Budget, _call: CallFunction) -> str:
    index = get_whole_number(arguments, 0, 0)
    return value[index] if 0 <= index < len(value) else ""


def _compare_in_locale(
    value: str, arguments: list[Value], _budget: Budget, _call: CallFunction
) -> int:
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
    "replace": _replace,
    "replaceAll": _replace_all,
    "repeat": _repeat,
    "at": _with_units(take_at),
    "charAt": _with_units(_char_at),
    "padStart": _with_units(partial(_pad, start=True)),
    "padEnd": _with_units(partial(_pad, start=False)),
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
    "concat": lambda value, arguments, budget, _call: budget.text(
        value + "".join(to_text(item) for item in arguments)
    ),
}
"""Methods of strings."""

# --- numbers --------------------------------------------------------------------------------


def _to_fixed(value: float, arguments: list[Value], _budget: Budget, _call: CallFunction) -> str:
    digits = get_whole_number(arguments, 0, 0)
    if not 0 <= digits <= 100:  # noqa: PLR2004  # JavaScript's own limit
        raise RefusalError(f"a number is written with up to 100 digits, not with {digits}")
    if not abs(value) < 1e21:  # noqa: PLR2004  # JavaScript's own limit
        return format_number(value)
    return f"{_EXACTLY.quantize(Decimal(value or 0), Decimal(1).scaleb(-digits)):f}"


def _format_in_base(
    value: float, arguments: list[Value], _budget: Budget, _call: CallFunction
) -> str:
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
    if arguments[1:] or _get_language(arguments) not in ("en", "en-US"):
        raise RefusalError("'toLocaleString()' of another language, or with options")
    if not math.isfinite(value):
        return format_number(value).replace("Infinity", "∞")
    # JavaScript rounds halves away from zero.
    amount = _EXACTLY.quantize(Decimal(repr(float(value))), Decimal("0.001"))
    return f"{amount:,}".rstrip("0").rstrip(".")


def _get_language(arguments: list[Value]) -> Value:
    """Return the first of *arguments*, else American English."""
    return arguments[0] if arguments and arguments[0] is not UNDEFINED else "en-US"


NUMBER: dict[str, Method] = {
    "toFixed": _to_fixed,
    "toString": _format_in_base,
    "toLocaleString": _to_locale,
}
"""Methods of numbers."""
