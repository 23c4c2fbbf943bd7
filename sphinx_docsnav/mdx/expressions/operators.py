"""Unary and binary operators."""

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
    RefusalError,
    RegexValue,
    Value,
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
_ALL_BITS = 0xFFFFFFFF


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
    return int(number) & _ALL_BITS if math.isfinite(number) else 0


def _get_signed(bits: int) -> int:
    """Return *bits* as a signed number of 32 bits."""
    bits &= _ALL_BITS
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
    budget.step((len(texts[0]) + len(texts[1])) // 1000)
    return texts[0] + texts[1]


def _compare(sign: str, left: Value, right: Value, budget: Budget) -> bool:
    """Return the result of a comparison: two texts are compared by their units."""
    if isinstance(left, str) and isinstance(right, str):
        return _COMPARE[sign](to_units(budget.counted(left)), to_units(budget.counted(right)))
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
