"""The methods of strings and numbers.

Each takes the value, its arguments, the budget, and ``call`` for callbacks.
Nothing else can be called.
"""

from __future__ import annotations

import math
import string
import unicodedata
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal

from sphinx_docsnav.mdx.expressions.budget import Budget
from sphinx_docsnav.mdx.expressions.values import (
    UNDEFINED,
    RefusalError,
    Value,
    is_nothing,
    number_text,
    to_number,
    to_text,
)

_FORMS = ("NFC", "NFD", "NFKC", "NFKD")
CallFunction = Callable[[Value, list[Value]], Value]
Method = Callable[[Value, list[Value], Budget, CallFunction], Value]


def whole(arguments: list[Value], index: int, default: int) -> int:
    """Return an argument as a whole number, *default* if it is missing."""
    if index >= len(arguments) or arguments[index] is UNDEFINED:
        return default
    number = to_number(arguments[index])
    if isinstance(number, float):
        if math.isnan(number):
            return 0
        number = max(-1e9, min(1e9, number))
    return max(-(10**9), min(10**9, int(number)))


def text_argument(arguments: list[Value], index: int, default: str = "undefined") -> str:
    """Return an argument as text, *default* if it is missing."""
    return to_text(arguments[index]) if index < len(arguments) else default


def take_slice(value: Value, arguments: list[Value], _budget: Budget, _call: CallFunction) -> Value:
    """Return ``value.slice(start, stop)`` of a string or an array."""
    start, stop = whole(arguments, 0, 0), whole(arguments, 1, len(value))
    return value[start:stop]


def take_at(value: Value, arguments: list[Value], _budget: Budget, _call: CallFunction) -> Value:
    """Return ``value.at(index)`` of a string or an array."""
    index = whole(arguments, 0, 0)
    return value[index] if -len(value) <= index < len(value) else UNDEFINED


# --- strings --------------------------------------------------------------------------------


def _substring(value: str, arguments: list[Value], _budget: Budget, _call: CallFunction) -> str:
    size = len(value)
    start = min(max(whole(arguments, 0, 0), 0), size)
    stop = min(max(whole(arguments, 1, size), 0), size)
    return value[min(start, stop) : max(start, stop)]


def _split(value: str, arguments: list[Value], budget: Budget, _call: CallFunction) -> list[Value]:
    if not arguments or arguments[0] is UNDEFINED:
        return [value]
    separator = to_text(arguments[0])
    limit = whole(arguments, 1, 10**9)
    return budget.items((value.split(separator) if separator else list(value))[:limit])


def _replace(value: str, arguments: list[Value], budget: Budget, call: CallFunction) -> str:
    return _replaced(value, arguments, budget, call, 1)


def _replace_all(value: str, arguments: list[Value], budget: Budget, call: CallFunction) -> str:
    return _replaced(value, arguments, budget, call, -1)


def _replaced(
    value: str, arguments: list[Value], budget: Budget, call: CallFunction, count: int
) -> str:
    old = text_argument(arguments, 0)
    new = arguments[1] if len(arguments) > 1 else UNDEFINED
    if isinstance(new, str):
        new = new.replace("$$", "\0").replace("$&", old).replace("\0", "$")
    elif not is_nothing(new):
        new = call(new, [old])
    found = value.count(old) if count < 0 else min(1, value.count(old))
    budget.room(len(value) + found * len(to_text(new)))
    return value.replace(old, to_text(new), count)


def _repeat(value: str, arguments: list[Value], budget: Budget, _call: CallFunction) -> str:
    count = whole(arguments, 0, 0)
    if count < 0:
        raise RefusalError("repeat() of a negative number")
    budget.room(len(value) * count)
    return value * count


def _pad(value: str, arguments: list[Value], budget: Budget, *, start: bool) -> str:
    length, fill = whole(arguments, 0, 0), text_argument(arguments, 1, " ")
    missing = length - len(value)
    if missing <= 0 or not fill:
        return value
    budget.room(length)
    padding = (fill * (missing // len(fill) + 1))[:missing]
    return padding + value if start else value + padding


def _char_at(value: str, arguments: list[Value], _budget: Budget, _call: CallFunction) -> str:
    index = whole(arguments, 0, 0)
    return value[index] if 0 <= index < len(value) else ""


def _code_at(
    value: str, arguments: list[Value], _budget: Budget, _call: CallFunction
) -> int | float:
    index = whole(arguments, 0, 0)
    return ord(value[index]) if 0 <= index < len(value) else math.nan


def _normalized(value: str, form: str) -> str:
    if form not in _FORMS:
        raise RefusalError(f"normalize() knows no form '{form}'")
    return unicodedata.normalize(form, value)  # type: ignore[arg-type]  # checked above


def _compared(value: str, arguments: list[Value], _budget: Budget, _call: CallFunction) -> int:
    """Compare as most languages sort: letters before their case and accents."""
    other = text_argument(arguments, 0)
    left, right = ((_bare(text), text.swapcase()) for text in (value, other))
    return (left > right) - (left < right)


def _bare(text: str) -> str:
    """Return *text* without case and accents."""
    return "".join(
        char
        for char in unicodedata.normalize("NFD", text.casefold())
        if not unicodedata.combining(char)
    )


STRING: dict[str, Method] = {
    "toUpperCase": lambda value, *_: value.upper(),
    "toLowerCase": lambda value, *_: value.lower(),
    "toLocaleUpperCase": lambda value, *_: value.upper(),
    "toLocaleLowerCase": lambda value, *_: value.lower(),
    "trim": lambda value, *_: value.strip(),
    "trimStart": lambda value, *_: value.lstrip(),
    "trimEnd": lambda value, *_: value.rstrip(),
    "toString": lambda value, *_: value,
    "slice": take_slice,
    "substring": _substring,
    "split": _split,
    "replace": _replace,
    "replaceAll": _replace_all,
    "repeat": _repeat,
    "at": take_at,
    "charAt": _char_at,
    "padStart": lambda value, arguments, budget, _call: _pad(value, arguments, budget, start=True),
    "padEnd": lambda value, arguments, budget, _call: _pad(value, arguments, budget, start=False),
    "includes": lambda value, arguments, *_: text_argument(arguments, 0) in value,
    "startsWith": lambda value, arguments, *_: value.startswith(text_argument(arguments, 0)),
    "endsWith": lambda value, arguments, *_: value.endswith(text_argument(arguments, 0)),
    "indexOf": lambda value, arguments, *_: value.find(text_argument(arguments, 0)),
    "lastIndexOf": lambda value, arguments, *_: value.rfind(text_argument(arguments, 0)),
    "search": lambda value, arguments, *_: value.find(text_argument(arguments, 0)),
    "charCodeAt": _code_at,
    "codePointAt": _code_at,
    "normalize": lambda value, arguments, *_: _normalized(
        value, text_argument(arguments, 0, "NFC")
    ),
    "localeCompare": _compared,
    "concat": lambda value, arguments, budget, _call: budget.text(
        value + "".join(to_text(item) for item in arguments)
    ),
}
"""Methods of strings."""

# --- numbers --------------------------------------------------------------------------------


def _to_fixed(value: float, arguments: list[Value], _budget: Budget, _call: CallFunction) -> str:
    digits = whole(arguments, 0, 0)
    if not 0 <= digits <= 100 or not math.isfinite(value):  # noqa: PLR2004  # JavaScript's own limit
        return number_text(value)
    return f"{value:.{digits}f}"


def _to_precision(value: float, arguments: list[Value], budget: Budget, call: CallFunction) -> str:
    digits = whole(arguments, 0, 0)
    if not 1 <= digits <= 100 or not math.isfinite(value):  # noqa: PLR2004  # JavaScript's own limit
        return number_text(value)
    exponent = math.floor(math.log10(abs(value))) if value else 0
    if exponent >= digits or exponent < -6:  # noqa: PLR2004  # where JavaScript changes to exponents
        mantissa, _, power = f"{value:.{digits - 1}e}".partition("e")
        return f"{mantissa}e{int(power):+d}"
    return _to_fixed(value, [digits - 1 - exponent], budget, call)


def _in_base(value: float, arguments: list[Value], _budget: Budget, _call: CallFunction) -> str:
    base = whole(arguments, 0, 10)
    if base == 10 or not isinstance(value, int) or base not in range(2, 37):  # noqa: PLR2004  # ten
        return number_text(value)
    left, digits = abs(value), ""
    while left:
        left, digit = divmod(left, base)
        digits = string.digits[digit] + digits if digit < 10 else chr(87 + digit) + digits  # noqa: PLR2004  # letters follow
    return ("-" if value < 0 else "") + (digits or "0")


def to_locale(value: float, arguments: list[Value], _budget: Budget, _call: CallFunction) -> str:
    """Return ``toLocaleString()`` in American English.

    :raises RefusalError: it is to be written as something else than a number.
    """
    options = arguments[1] if len(arguments) > 1 else UNDEFINED
    options = options if isinstance(options, dict) else {}
    style = options.get("style", "decimal")
    if set(options) - _LOCALE_OPTIONS or style not in ("decimal", "percent", "currency"):
        raise RefusalError("these options of 'toLocaleString()' are not supported")
    if not math.isfinite(value):
        return number_text(value).replace("Infinity", "∞")
    code = str(options.get("currency", "")).upper() if style == "currency" else ""
    sign = "%" if style == "percent" else ""
    digits = 2 if code and code not in _WHOLE_CURRENCIES else 0
    least = min(max(whole([options.get("minimumFractionDigits", digits)], 0, digits), 0), 20)
    usual = max(0 if sign else digits if code else 3, least)
    most = min(max(whole([options.get("maximumFractionDigits", usual)], 0, usual), least), 20)
    amount = Decimal(repr(float(value * 100 if sign else value)))
    if abs(amount) < _EXACT:
        amount = amount.quantize(Decimal(1).scaleb(-most), ROUND_HALF_UP)  # as JavaScript does
    text = f"{amount:,.{most}f}"
    if "." in text:
        number, _, fraction = text.partition(".")
        fraction = fraction.rstrip("0").ljust(least, "0")
        text = f"{number}.{fraction}" if fraction else number
    if code:
        mark = _CURRENCIES.get(code, f"{code}\N{NO-BREAK SPACE}")
        return f"-{mark}{text[1:]}" if text.startswith("-") else f"{mark}{text}"
    return text + sign


_EXACT = 10**7
_LOCALE_OPTIONS = {"minimumFractionDigits", "maximumFractionDigits", "style", "currency"}
_CURRENCIES = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹", "CNY": "CN¥", "KRW": "₩"}
_CURRENCIES |= {"BRL": "R$", "CAD": "CA$", "AUD": "A$", "MXN": "MX$", "ILS": "₪", "VND": "₫"}
"""The signs of currencies in American English; others have their code."""
_WHOLE_CURRENCIES = {"JPY", "KRW", "VND", "CLP"}

NUMBER: dict[str, Method] = {
    "toFixed": _to_fixed,
    "toPrecision": _to_precision,
    "toString": _in_base,
    "toLocaleString": to_locale,
}
"""Methods of numbers."""
