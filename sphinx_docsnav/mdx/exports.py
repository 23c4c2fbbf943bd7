"""A page's ``export``s as names that its expressions and tags can use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sphinx_docsnav.mdx.esm import Export
from sphinx_docsnav.mdx.expressions import (
    FunctionPosition,
    JsxComponent,
    Unsupported,
    evaluate,
    evaluate_function,
)


def bind_exports(
    exports: Sequence[Export], scope: dict[str, Any], file: str = ""
) -> list[tuple[Export, Unsupported]]:
    """Put the value of each of *exports* into *scope*.

    Functions see *scope* itself, so that they find what is bound later, too. A
    value that cannot be computed is bound as `Unsupported`: naming it is then no
    unbound name, and a tag of that name is an opaque component.

    :param file: the file with the exports, as messages name it.
    :returns: the exports without a value, and why, in order.
    """
    refused = []
    for export in exports:
        place = FunctionPosition(file, export.value_line)
        if export.is_function:
            value = evaluate_function(export.source, scope, export.name, place)
        else:
            value = evaluate(export.source, scope, place=place)
            if isinstance(value, JsxComponent) and not value.name:
                value = JsxComponent(value.function, scope, export.name, place)
        scope[export.name] = value
        if isinstance(value, Unsupported):
            refused.append((export, value))
    return refused
