"""JavaScript in braces, without JavaScript: a closed subset, read and evaluated here.

Literals, objects, arrays, templates, regular expressions, operators, spread, own
members, the methods of strings and arrays, elements, and functions with
variables, branches and loops. Nothing is handed to a JavaScript engine: there is
no access to anything but the data in the scope, nothing outlives the evaluation
but its value, and every evaluation has a `Budget`, so that it ends.

The rest of `mdx` and the layers above use three functions: `evaluate` an
expression, `bind_exports` of a file to their names, `expand` a component; the
other names here are the values that these take and return. Nothing outside
imports a module of this folder.
"""

from sphinx_docsnav.mdx.expressions.budget import Reserve
from sphinx_docsnav.mdx.expressions.cursor import number_of
from sphinx_docsnav.mdx.expressions.evaluation import bind_exports, evaluate, expand
from sphinx_docsnav.mdx.expressions.panels import StateNote
from sphinx_docsnav.mdx.expressions.values import (
    UNDEFINED,
    JsxComponent,
    JsxValue,
    Opaque,
    Unsupported,
    Value,
    to_text,
)

__all__ = [
    "UNDEFINED",
    "JsxComponent",
    "JsxValue",
    "Opaque",
    "Reserve",
    "StateNote",
    "Unsupported",
    "Value",
    "bind_exports",
    "evaluate",
    "expand",
    "number_of",
    "to_text",
]
