"""Unary and binary operators."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable

from sphinx_docsnav.mdx.expressions.budget import Budget, check_weight
from sphinx_docsnav.mdx.expressions.values import (
    UNDEFINED,
    BuiltIn,
    JsxComponent,
    JsxValue,
    RefusalError,
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
