"""The methods of strings and numbers.

Each takes the value, its arguments, the budget, and ``call`` for callbacks.
Nothing else can be called.
"""

from __future__ import annotations

import math
import re
import string
import unicodedata
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Context, Decimal
from functools import partial
from typing import Literal

from babel import Locale, UnknownLocaleError, numbers

from sphinx_docsnav.mdx.expressions.budget import Budget
from sphinx_docsnav.mdx.expressions.values import (
    SPACES,
    UNDEFINED,
    RefusalError,
    Value,
    characters,
    combined,
    is_nothing,
    number_text,
    to_number,
    to_text,
    units,
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


def _substr(value: str, arguments: list[Value], _budget: Budget, _call: CallFunction) -> str:
    start = slice(whole(arguments, 0, 0), None).indices(len(value))[0]
    return value[start : start + max(whole(arguments, 1, len(value)), 0)]


def _counting(method: Callable[..., Value]) -> Method:
    """Return *method* such that it counts the characters of texts as JavaScript does."""

    def counted(value: str, arguments: list[Value], budget: Budget, call: CallFunction) -> Value:
        given = [units(to_text(a)) if isinstance(a, (str, list)) else a for a in arguments]
        found = method(units(value), given, budget, call)
        if isinstance(found, list):
            return list(map(characters, found))
        return characters(found) if isinstance(found, str) else found

    return counted


def _start(value: str, arguments: list[Value]) -> int:
    """Return where a search in *value* starts."""
    return min(max(whole(arguments, 1, 0), 0), len(value))


def _find(value: str, arguments: list[Value], *_: object) -> int:
    return value.find(text_argument(arguments, 0), _start(value, arguments))


def _find_last(value: str, arguments: list[Value], *_: object) -> int:
    wanted = text_argument(arguments, 0)
    return value.rfind(wanted, 0, max(whole(arguments, 1, len(value)), 0) + len(wanted))


def _split(value: str, arguments: list[Value], budget: Budget, _call: CallFunction) -> list[Value]:
    if not arguments or arguments[0] is UNDEFINED:
        return [value]
    separator = to_text(arguments[0])
    limit = whole(arguments, 1, 10**9) & 0xFFFFFFFF
    return budget.items((value.split(separator) if separator else list(value))[:limit])


def _replace(value: str, arguments: list[Value], budget: Budget, call: CallFunction) -> str:
    return _replaced(value, arguments, budget, call, 1)


def _replace_all(value: str, arguments: list[Value], budget: Budget, call: CallFunction) -> str:
    return _replaced(value, arguments, budget, call, -1)


def _replaced(
    value: str, arguments: list[Value], budget: Budget, call: CallFunction, count: int
) -> str:
    old = text_argument(arguments, 0)
    text, wanted = units(value), units(old)
    new = arguments[1] if len(arguments) > 1 else UNDEFINED
    is_text = isinstance(new, str) or is_nothing(new)
    if isinstance(new, str):
        if "$`" in new or "$'" in new:
            raise RefusalError("'$`' and \"$'\" are not supported in a replacement")
        new = new.replace("$$", "\0").replace("$&", old).replace("\0", "$")
    parts: list[str] = []
    length = end = 0
    at = text.find(wanted)
    while at >= 0 and count:
        budget.step()
        parts += [text[end:at], to_text(new if is_text else call(new, [old, at, value]))]
        length += len(parts[-1]) + len(parts[-2])
        budget.room(length)
        end, count = at + len(wanted), count - 1
        at = text.find(wanted, max(end, at + 1))
    return characters("".join([*parts, text[end:]]))


def _repeat(value: str, arguments: list[Value], budget: Budget, _call: CallFunction) -> str:
    count = whole(arguments, 0, 0)
    if count < 0:
        raise RefusalError("repeat() of a negative number")
    budget.room(len(value) * count)
    return value * count


def _pad(
    value: str, arguments: list[Value], budget: Budget, _call: CallFunction, *, start: bool
) -> str:
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


def _code_point_at(
    value: str, arguments: list[Value], _budget: Budget, _call: CallFunction
) -> Value:
    index = whole(arguments, 0, 0)
    return ord(combined(value[index : index + 2])[0]) if 0 <= index < len(value) else UNDEFINED


def _normalized(value: str, form: str) -> str:
    if form not in _FORMS:
        raise RefusalError(f"normalize() knows no form '{form}'")
    return unicodedata.normalize(form, value)  # type: ignore[arg-type]  # checked above


def _compared(value: str, arguments: list[Value], _budget: Budget, _call: CallFunction) -> int:
    """Compare as most languages sort: letters before their case and accents."""
    other = text_argument(arguments, 0)
    if any(not is_nothing(argument) and argument != {} for argument in arguments[2:]):
        raise RefusalError("the options of 'localeCompare()' are not supported")
    left, right = ((_bare(text), text.swapcase()) for text in (value, other))
    return (left > right) - (left < right)


def _bare(text: str) -> list[tuple[int, str]]:
    """Return what *text* is sorted by first: its characters without case and accents."""
    return [
        (_MARKS.find(char) if char in _MARKS else len(_MARKS), char)
        for char in unicodedata.normalize("NFD", text.casefold())
        if not unicodedata.combining(char)
    ]


_MARKS = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$"
"""Marks in the order of dictionaries, before digits and letters."""


def _cased(change: Callable[[str], str]) -> Method:
    """Return a method that changes the case, in languages that do so as most do."""

    def method(value: str, arguments: list[Value], _budget: Budget, _call: CallFunction) -> str:
        if arguments and str(locale_of(arguments)).startswith(("tr", "az", "lt", "el")):
            raise RefusalError("the case of letters of this language is not supported")
        return change(value)

    return method


STRING: dict[str, Method] = {
    "toUpperCase": lambda value, *_: value.upper(),
    "toLowerCase": lambda value, *_: value.lower(),
    "toLocaleUpperCase": _cased(str.upper),
    "toLocaleLowerCase": _cased(str.lower),
    "trim": lambda value, *_: value.strip(SPACES),
    "trimStart": lambda value, *_: value.lstrip(SPACES),
    "trimEnd": lambda value, *_: value.rstrip(SPACES),
    "toString": lambda value, *_: value,
    "slice": _counting(take_slice),
    "substring": _counting(_substring),
    "split": _counting(_split),
    "replace": _replace,
    "replaceAll": _replace_all,
    "repeat": _repeat,
    "at": _counting(take_at),
    "charAt": _counting(_char_at),
    "padStart": _counting(partial(_pad, start=True)),
    "padEnd": _counting(partial(_pad, start=False)),
    "substr": _counting(_substr),
    "includes": _counting(lambda value, arguments, *_: _find(value, arguments) >= 0),
    "startsWith": _counting(
        lambda value, arguments, *_: value.startswith(
            text_argument(arguments, 0), _start(value, arguments)
        )
    ),
    "endsWith": _counting(
        lambda value, arguments, *_: value[: max(whole(arguments, 1, len(value)), 0)].endswith(
            text_argument(arguments, 0)
        )
    ),
    "indexOf": _counting(_find),
    "lastIndexOf": _counting(_find_last),
    "search": _counting(lambda value, arguments, *_: value.find(text_argument(arguments, 0))),
    "charCodeAt": _counting(_code_at),
    "codePointAt": _counting(_code_point_at),
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
    _check_digits(digits, 0)
    if not abs(value) < 1e21:  # noqa: PLR2004  # JavaScript's own limit
        return number_text(value)
    return f"{_EXACTLY.quantize(Decimal(value or 0), Decimal(1).scaleb(-digits)):f}"


def _to_precision(value: float, arguments: list[Value], budget: Budget, call: CallFunction) -> str:
    digits = whole(arguments, 0, 0)
    if not (arguments and math.isfinite(value)):
        return number_text(value)
    _check_digits(digits, 1)
    exponent = _rounded(value, digits).adjusted() if value else 0
    if exponent >= digits or exponent < -6:  # noqa: PLR2004  # where JavaScript changes to exponents
        return _to_exponential(value, [digits - 1], budget, call)
    return _to_fixed(value, [digits - 1 - exponent], budget, call)


def _to_exponential(value: float, arguments: list[Value], *_: object) -> str:
    digits = whole(arguments, 0, -1)
    if not math.isfinite(value):
        return number_text(value)
    _check_digits(digits, -1)
    value = value or 0
    exact = Decimal(repr(value)).normalize() if digits < 0 else _rounded(value, digits + 1)
    mantissa, _sign, power = f"{exact:.{max(digits, len(exact.as_tuple().digits) - 1)}e}".partition(
        "e"
    )
    return f"{mantissa}e{int(power):+d}"


def _check_digits(digits: int, least: int) -> None:
    if not least <= digits <= 100:  # noqa: PLR2004  # JavaScript's own limit
        raise RefusalError(f"a number is written with up to 100 digits, not with {digits}")


_EXACTLY = Context(prec=400, rounding=ROUND_HALF_UP)


def _rounded(value: float, digits: int) -> Decimal:
    return Context(prec=digits, rounding=ROUND_HALF_UP).create_decimal(Decimal(value))


def _in_base(value: float, arguments: list[Value], _budget: Budget, _call: CallFunction) -> str:
    base = whole(arguments, 0, 10)
    if base not in range(2, 37):
        raise RefusalError("'toString()' of a number in another base than 2 to 36")
    if base == 10 or not (value and math.isfinite(value)):  # noqa: PLR2004  # ten
        return number_text(value)
    if not isinstance(value, int):
        raise RefusalError("'toString()' of a fraction in another base is not supported")
    left, digits = abs(value), ""
    while left:
        left, digit = divmod(left, base)
        digits = string.digits[digit] + digits if digit < 10 else chr(87 + digit) + digits  # noqa: PLR2004  # letters follow
    return ("-" if value < 0 else "") + (digits or "0")


def to_locale(value: float, arguments: list[Value], _budget: Budget, _call: CallFunction) -> str:
    """Return ``toLocaleString()``, in American English if no language is given.

    :raises RefusalError: it is to be written as something else than a number.
    """
    options = arguments[1] if len(arguments) > 1 else UNDEFINED
    options = options if isinstance(options, dict) else {}
    style = options.get("style", "decimal")
    is_known = style in ("decimal", "percent", "currency") and options.get("notation") in _NOTATIONS
    if set(options) - _LOCALE_OPTIONS or not is_known:
        raise RefusalError("these options of 'toLocaleString()' are not supported")
    if not math.isfinite(value):
        return number_text(value).replace("Infinity", "∞")
    locale = locale_of(arguments)
    if options.get("notation") == "compact":
        return _compact(value, locale, options.get("compactDisplay") == "long")
    code = str(options.get("currency", "")).upper() if style == "currency" else ""
    digits = numbers.get_currency_precision(code) if code else 0
    least = min(max(whole([options.get("minimumFractionDigits", digits)], 0, digits), 0), 20)
    usual = max(digits if style != "decimal" else 3, least)
    most = min(max(whole([options.get("maximumFractionDigits", usual)], 0, usual), least), 20)
    amount = Decimal(repr(float(value)))
    places = most + 2 if style == "percent" else most
    if abs(amount) < _EXACT:
        amount = amount.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)  # as JavaScript does
    known = {
        "decimal": locale.decimal_formats[None],
        "percent": locale.percent_formats[None],
        "currency": locale.currency_formats["standard"],
    }[style]
    fraction = "." + "0" * least + "#" * (most - least) if most else ""
    whole_part = r"\1" if options.get("useGrouping", True) else "0"
    pattern = _DIGITS.sub(whole_part + fraction, known.pattern)
    if code and pattern[0] == "¤" and numbers.get_currency_symbol(code, locale)[-1].isalpha():
        pattern = f"¤\N{NO-BREAK SPACE}{pattern[1:]}"
    written = numbers.parse_pattern(pattern)
    return str(written.apply(amount, locale, currency=code or None, currency_digits=False))


def locale_of(arguments: list[Value]) -> Locale:
    """Return the language that the first of *arguments* names.

    :raises RefusalError: it is none.
    """
    name = arguments[0] if arguments else UNDEFINED
    name = name[0] if isinstance(name, list) and name else name
    try:
        return Locale.parse(name if isinstance(name, str) else "en-US", sep="-")
    except (ValueError, UnknownLocaleError):
        raise RefusalError(f"the language '{name}' is not known") from None


def _compact(value: float, locale: Locale, is_long: bool) -> str:  # noqa: FBT001  # its name is long
    scaled, places = abs(value), 0
    while scaled >= 999.5:  # noqa: PLR2004  # 1,000 when rounded
        scaled, places = scaled / 1000, places - 3
    form: Literal["long", "short"] = "long" if is_long else "short"
    digits = 0 if scaled >= 9.95 else 1  # noqa: PLR2004  # two digits when rounded
    return numbers.format_compact_decimal(
        round(value, places + digits), format_type=form, locale=locale, fraction_digits=digits
    )


_NOTATIONS = (None, UNDEFINED, "standard", "compact")
_EXACT = 10**7
_DIGITS = re.compile(r"([#,0]*0)(?:\.[0#]+)?")
_LOCALE_OPTIONS = frozenset(
    """
    minimumFractionDigits maximumFractionDigits style currency notation compactDisplay useGrouping
    """.split()  # noqa: SIM905  # a list of words
)

NUMBER: dict[str, Method] = {
    "toFixed": _to_fixed,
    "toPrecision": _to_precision,
    "toExponential": _to_exponential,
    "toString": _in_base,
    "toLocaleString": to_locale,
}
"""Methods of numbers."""
