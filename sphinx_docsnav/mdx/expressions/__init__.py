"""An interpreter for a closed subset of JavaScript, used for expressions in braces.

The subset has literals, objects, arrays, templates, regular expressions, operators, spread, own
members, the methods of strings and arrays, elements, and functions with variables, branches and
loops. No JavaScript engine is involved: code has access to the data in its scope only, nothing but
its value outlives the evaluation, and each evaluation has a `Budget`, so that it ends.

The rest of `mdx` and the layers above use three functions: `evaluate` for an expression,
`bind_exports` for the exports of a file, and `expand` for a component. The other public names are
the values that these take and return. Nothing outside imports a module of this folder. The
functions import the parser and the evaluator, which most pages do not need.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from sphinx_docsnav.mdx.esm import Export
from sphinx_docsnav.mdx.expressions.budget import MAX_STEPS, Budget, Reserve, check_weight
from sphinx_docsnav.mdx.expressions.cursor import ExpressionError, parse_number
from sphinx_docsnav.mdx.expressions.values import (
    ELEMENTS,
    UNDEFINED,
    DateValue,
    DisplayValue,
    FunctionPosition,
    JsxComponent,
    JsxValue,
    Opaque,
    RefusalError,
    RegexValue,
    Unsupported,
    Value,
    is_function,
    refuse_name,
    to_text,
)

if TYPE_CHECKING:
    from sphinx_docsnav.mdx.expressions import syntax_tree as nodes

__all__ = [
    "UNDEFINED",
    "DateValue",
    "DisplayValue",
    "JsxComponent",
    "JsxValue",
    "Opaque",
    "RefusalError",
    "RegexValue",
    "Reserve",
    "Unsupported",
    "Value",
    "bind_exports",
    "evaluate",
    "expand",
    "is_function",
    "parse_number",
    "to_text",
]


def evaluate(
    source: str | nodes.ExpressionNode,
    scope: Mapping[str, Value],
    budget: Budget | None = None,
    position: FunctionPosition | None = None,
) -> Value:
    """Return the value of the expression *source* in *scope*.

    :param position: the position of *source*, for functions in it and for messages.
    :returns: `UNDEFINED` for a comment; `Unsupported` for code that is not in the subset, costs too
        much, or uses a name that is not in *scope*.
    """
    from sphinx_docsnav.mdx.expressions.evaluator import Evaluator
    from sphinx_docsnav.mdx.expressions.expression_parser import parse_expression
    from sphinx_docsnav.mdx.expressions.syntax_tree import Name

    text = source if isinstance(source, str) else ""
    position = position or FunctionPosition()
    try:
        node = parse_expression(source) if isinstance(source, str) else source
        if node is None:
            return UNDEFINED
        if isinstance(node, Name) and node.name in ELEMENTS and node.name not in scope:
            # A word in braces is more likely a placeholder than a component.
            raise refuse_name(node.name)
        evaluator = Evaluator(budget or Budget(), position)
        value = evaluator.changes.replace_changed(evaluator.evaluate(node, scope))
        # A small value can be shown as a large one if it shares its parts.
        check_weight(value)
    except ExpressionError as fault:
        return _make_unsupported(fault, text, position)
    except RefusalError as refusal:
        return Unsupported(
            refusal.reason, refusal.unbound, text, refusal.position, refusal.is_reported
        )
    # Python's limit is the last resort: the parser and the budget have lower ones.
    except RecursionError:
        return Unsupported("it nests too deeply", source=text, position=position)
    return value


def _make_unsupported(
    fault: ExpressionError, source: str, position: FunctionPosition
) -> Unsupported:
    """Return the result for code that cannot be parsed, with the line of the mistake."""
    line = (
        None if fault.line is None else FunctionPosition(position.file, position.line + fault.line)
    )
    return Unsupported(str(fault), source=source, position=line)


def evaluate_function(
    source: str,
    scope: Mapping[str, Value],
    name: str = "",
    position: FunctionPosition | None = None,
) -> JsxComponent | Unsupported:
    """Return the function whose *source*, at *position*, begins with its parameter list."""
    from sphinx_docsnav.mdx.expressions.expression_parser import parse_function

    position = position or FunctionPosition()
    try:
        return JsxComponent(parse_function(source), scope, name, position)
    except ExpressionError as fault:
        return _make_unsupported(fault, source, position)
    except RecursionError:
        return Unsupported("it nests too deeply", source=source, position=position)


def expand(
    component: JsxComponent,
    props: Mapping[str, Value],
    reserve: Reserve | None = None,
    *,
    nested: bool = False,
) -> Value:
    """Return what *component* returns for *props*, which include ``children``.

    A component with state is shown in its first state; see `Reserve.has_state`.

    :param reserve: steps that the components of a page share if they need more than their own.
    :param nested: whether another component shows it. Then all steps are from *reserve*, since
        components that show each other can double with each level.
    :returns: usually a `JsxValue`; `Unsupported` if the component needs JavaScript.
    """
    from sphinx_docsnav.mdx.expressions.first_state import render_first_state

    try:
        return render_first_state(component, props, reserve, 0 if nested else MAX_STEPS)
    except RefusalError as refusal:
        return Unsupported(
            refusal.reason,
            refusal.unbound,
            position=refusal.position or component.position,
            is_reported=refusal.is_reported,
        )
    except RecursionError:
        return Unsupported("it nests too deeply", position=component.position)


def bind_exports(
    exports: Sequence[Export],
    scope: MutableMapping[str, Value],
    file: str = "",
    reserve: Reserve | None = None,
) -> list[tuple[Export, Unsupported]]:
    """Add the value of each of *exports* to *scope*.

    Functions keep *scope* itself, so that they can use names that are bound later. A value that
    cannot be computed is bound as `Unsupported`: its name is then known, and a tag of that name is
    an opaque component.

    :param file: the file with the exports, for messages.
    :param reserve: steps that the evaluations of a page share if they need more than their own.
    :returns: the exports without a value and the reasons, in order.
    """
    refused = []
    for export in exports:
        position = FunctionPosition(file, export.value_line)
        if export.is_function:
            value = evaluate_function(export.source, scope, export.name, position)
        else:
            value = evaluate(export.source, scope, Budget(reserve=reserve), position)
            if isinstance(value, JsxComponent) and not value.name:
                # An arrow function gets the name that it is exported under, for messages.
                value = replace(value, name=export.name)
        # Also a refusal is bound, so that the name is not taken for unknown.
        scope[export.name] = value
        if isinstance(value, Unsupported):
            refused.append((export, value))
    return refused
