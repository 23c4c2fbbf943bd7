"""JavaScript in braces, without JavaScript: a closed subset, read and evaluated here.

Literals, objects, arrays, templates, regular expressions, operators, spread, own
members, the methods of strings and arrays, elements, and functions with
variables, branches and loops. Nothing is handed to a JavaScript engine: there is
no access to anything but the data in the scope, nothing outlives the evaluation
but its value, and every evaluation has a `Budget`, so that it ends.
"""

from sphinx_docsnav.mdx.expressions.budget import Budget
from sphinx_docsnav.mdx.expressions.evaluate import evaluate, evaluate_function, expand
from sphinx_docsnav.mdx.expressions.values import (
    UNDEFINED,
    FunctionPosition,
    JsxComponent,
    JsxValue,
    Opaque,
    Unsupported,
    Value,
    is_nothing,
    to_text,
    truthy,
)

__all__ = [
    "UNDEFINED",
    "Budget",
    "FunctionPosition",
    "JsxComponent",
    "JsxValue",
    "Opaque",
    "Unsupported",
    "Value",
    "evaluate",
    "evaluate_function",
    "expand",
    "is_nothing",
    "to_text",
    "truthy",
]
