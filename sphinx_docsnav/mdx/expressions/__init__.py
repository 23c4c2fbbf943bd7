"""JavaScript in braces, without JavaScript: a closed subset, read and evaluated here.

Literals, objects, arrays, templates, operators, spread, own members, the pure
methods of strings and arrays, elements, and functions that are static
templates. Nothing is executed: there is no loop, no assignment, no access to
anything but the data in the scope, and every evaluation has a `Budget`.
"""

from sphinx_docsnav.mdx.expressions.budget import Budget
from sphinx_docsnav.mdx.expressions.evaluate import evaluate, evaluate_function, expand
from sphinx_docsnav.mdx.expressions.values import (
    UNDEFINED,
    Component,
    JsxValue,
    Unsupported,
    Value,
    is_nothing,
    to_text,
    truthy,
)

__all__ = [
    "UNDEFINED",
    "Budget",
    "Component",
    "JsxValue",
    "Unsupported",
    "Value",
    "evaluate",
    "evaluate_function",
    "expand",
    "is_nothing",
    "to_text",
    "truthy",
]
