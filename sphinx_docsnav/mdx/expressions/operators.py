"""Unary and binary operators on values."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable

from sphinx_docsnav.mdx.expressions.budget import Budget, check_weight
from sphinx_docsnav.mdx.expressions.values import (
    UNDEFINED,
    BuiltIn,
    DateValue,
    ErrorValue,
    JsxComponent,
    JsxValue,
    MapList,
    RefusalError,
    RegexValue,
    SetList,
    Value,
    is_number,
    loosely_equal,
    strictly_equal,
    tidy,
    to_number,
    to_text,
    truthy,
    units,
)

_COMPARE: dict[str, Callable[[Value, Value], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}


def unary(sign: str, value: Value) -> Value:
    """Return ``sign value``."""
    if sign == "!":
        return not truthy(value)
    if sign == "void":
        return UNDEFINED
    if sign == "typeof":
        return type_name(value)
    number = to_number(value)
    if sign == "~":
        return _signed(~_bits(number))
    return tidy(-number or -float(number)) if sign == "-" else number


def type_name(value: Value) -> str:
    """Return the result of ``typeof``."""
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


def binary(  # noqa: PLR0911  # one line per group of operators
    sign: str, left: Value, right: Value, budget: Budget
) -> Value:
    """Return ``left sign right`` for operators that look at both sides."""
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
    if sign == "+" and not (_adds(left) and _adds(right)):
        return _concatenated(left, right, budget)
    numbers = to_number(left), to_number(right)
    return _BITWISE[sign](*map(_bits, numbers)) if sign in _BITWISE else _arithmetic(sign, *numbers)


def _is_instance(value: Value, kind: Value) -> bool:
    """Return ``value instanceof kind``: pages have no classes of their own."""
    if not isinstance(kind, BuiltIn):
        raise RefusalError("'instanceof' is not supported")
    kinds: dict[str, object] = {"Set": SetList, "Map": MapList, "Date": DateValue}
    if kind.name == "Array":
        return isinstance(value, list) and not isinstance(value, (SetList, MapList))
    if kind.name == "RegExp":
        return isinstance(value, RegexValue)
    if kind.name.endswith("Error"):
        return isinstance(value, ErrorValue) and kind.name in ("Error", value["name"])
    if kind.name == "Object":
        return isinstance(value, (list, dict))
    found = kinds.get(kind.name)
    return isinstance(found, type) and isinstance(value, found)


def _bits(number: float) -> int:
    """Return *number* as the 32 bits that bitwise operators see."""
    return int(number) & _ALL_BITS if math.isfinite(number) else 0


def _signed(bits: int) -> int:
    bits &= _ALL_BITS
    return bits - (1 << 32) if bits >> 31 else bits


_ALL_BITS = 0xFFFFFFFF
_BITWISE: dict[str, Callable[[int, int], int]] = {
    "&": lambda left, right: _signed(left & right),
    "|": lambda left, right: _signed(left | right),
    "^": lambda left, right: _signed(left ^ right),
    "<<": lambda left, right: _signed(left << (right & 31)),
    ">>": lambda left, right: _signed(left) >> (right & 31),
    ">>>": lambda left, right: left >> (right & 31),
}


def _adds(value: Value) -> bool:
    """Return whether ``+`` takes *value* for a number."""
    return value is None or value is UNDEFINED or isinstance(value, (bool, int, float))


def _concatenated(left: Value, right: Value, budget: Budget) -> str:
    texts = []
    for value in (left, right):
        if isinstance(value, (JsxValue, JsxComponent)):
            raise RefusalError("an element cannot be added to text")
        check_weight(value)
        texts.append(to_text(value))
    budget.room(len(texts[0]) + len(texts[1]))
    budget.step((len(texts[0]) + len(texts[1])) // 1000)
    return texts[0] + texts[1]


def _compare(sign: str, left: Value, right: Value, budget: Budget) -> bool:
    if isinstance(left, str) and isinstance(right, str):
        return _COMPARE[sign](units(budget.counted(left)), units(budget.counted(right)))
    return _COMPARE[sign](to_number(left), to_number(right))


def _arithmetic(  # noqa: PLR0911  # one line per operator
    sign: str, left: float, right: float
) -> int | float:
    """Calculate as JavaScript does: no error, but NaN and Infinity."""
    try:
        if sign == "+":
            return tidy(left + right)
        if sign == "-":
            return tidy(left - right)
        if sign == "*":
            return tidy(left * right or float(left) * float(right))
        if sign == "**":
            return tidy(power(left, right))
        if sign == "/":
            return tidy(left / right)
        return tidy(math.fmod(left, right))
    except ZeroDivisionError:
        if left == 0 or math.isnan(left):
            return math.nan
        return math.copysign(math.inf, left) * math.copysign(1.0, right)
    except (OverflowError, ValueError, TypeError):
        return math.nan


def power(left: float, right: float) -> float:
    """Return ``left ** right``."""
    if abs(left) == 1 and not math.isfinite(right):
        return math.nan
    try:
        return math.pow(left, right)
    except (OverflowError, ValueError):
        if left < 0 and not float(right).is_integer():
            return math.nan
        return math.copysign(math.inf, left) if right % 2 == 1 else math.inf
