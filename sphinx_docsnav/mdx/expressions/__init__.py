"""JavaScript in braces, without JavaScript: a closed subset, read and evaluated here.

Literals, objects, arrays, templates, regular expressions, operators, spread, own
members, the methods of strings and arrays, elements, and functions with
variables, branches and loops. Nothing is handed to a JavaScript engine: there is
no access to anything but the data in the scope, nothing outlives the evaluation
but its value, and every evaluation has a `Budget`, so that it ends.

The rest of `mdx` and the layers above use three functions: `evaluate` an
expression, `bind_exports` of a file to their names, `expand` a component; the
other names here are the values that these take and return. Nothing outside
imports a module of this folder. The parser and the evaluator, which most pages do without,
are imported by the functions.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from sphinx_docsnav.mdx.esm import Export
from sphinx_docsnav.mdx.expressions.budget import MAX_STEPS, Budget, Reserve, check_weight
from sphinx_docsnav.mdx.expressions.cursor import ExpressionError, number_of
from sphinx_docsnav.mdx.expressions.values import (
    ELEMENTS,
    UNDEFINED,
    FunctionPosition,
    JsxComponent,
    JsxValue,
    Opaque,
    RefusalError,
    Shown,
    StateNote,
    Unsupported,
    Value,
    to_text,
    unknown_name,
)

if TYPE_CHECKING:
    from sphinx_docsnav.mdx.expressions import syntax_tree as nodes

__all__ = [
    "UNDEFINED",
    "JsxComponent",
    "JsxValue",
    "Opaque",
    "Reserve",
    "Shown",
    "StateNote",
    "Unsupported",
    "Value",
    "bind_exports",
    "evaluate",
    "expand",
    "number_of",
    "to_text",
]


def evaluate(
    source: str | nodes.ExpressionNode,
    scope: Mapping[str, Value],
    budget: Budget | None = None,
    place: FunctionPosition | None = None,
) -> Value:
    """Return the value of *source*, an expression, in *scope*.

    :param place: where *source* starts, for functions in it and for messages.
    :returns: `UNDEFINED` for a comment; `Unsupported` for what is not in the
        subset, costs too much, or names what *scope* does not know.
    """
    from sphinx_docsnav.mdx.expressions.evaluator import Evaluator
    from sphinx_docsnav.mdx.expressions.expression_parser import parse_expression
    from sphinx_docsnav.mdx.expressions.syntax_tree import Name

    text = source if isinstance(source, str) else ""
    place = place or FunctionPosition()
    try:
        node = parse_expression(source) if isinstance(source, str) else source
        if node is None:
            return UNDEFINED
        if isinstance(node, Name) and node.name in ELEMENTS and node.name not in scope:
            raise unknown_name(node.name)  # a word in braces
        evaluator = Evaluator(budget or Budget(), place)
        value = evaluator.changes.settled(evaluator.value(node, scope))
        check_weight(value)
    except ExpressionError as fault:
        return _unreadable(fault, text, place)
    except RefusalError as refusal:
        return Unsupported(refusal.reason, refusal.unbound, text, refusal.place)
    except RecursionError:
        return Unsupported("it nests too deeply", source=text, place=place)
    return value


def _unreadable(fault: ExpressionError, source: str, place: FunctionPosition) -> Unsupported:
    line = None if fault.line is None else FunctionPosition(place.file, place.line + fault.line)
    return Unsupported(str(fault), source=source, place=line)


def evaluate_function(
    source: str, scope: Mapping[str, Value], name: str = "", place: FunctionPosition | None = None
) -> JsxComponent | Unsupported:
    """Return the function whose *source*, at *place*, starts with its parameter list."""
    from sphinx_docsnav.mdx.expressions.expression_parser import parse_function

    place = place or FunctionPosition()
    try:
        return JsxComponent(parse_function(source), scope, name, place)
    except ExpressionError as fault:
        return _unreadable(fault, source, place)
    except RecursionError:
        return Unsupported("it nests too deeply", source=source, place=place)


def expand(
    component: JsxComponent,
    props: Mapping[str, Value],
    reserve: Reserve | None = None,
    notes: list[StateNote] | None = None,
    *,
    nested: bool = False,
) -> Value:
    """Return what *component* makes of *props* (``children`` among them).

    Effects run as far as they need no browser. What a component with state shows after a click
    is part of the result.

    :param reserve: steps that components of a page share if they need more than most.
    :param notes: takes what a message has to say of the component's states.
    :param nested: another component shows it: its steps are all of *reserve*, since components
        that show each other can double with each level.
    :returns: usually a `JsxValue`; `Unsupported` if the component needs
        JavaScript.
    """
    from sphinx_docsnav.mdx.expressions.panels import show_all

    try:
        value, found = show_all(component, props, reserve, 0 if nested else MAX_STEPS)
        check_weight(value)
        if notes is not None:
            notes += found
    except RefusalError as refusal:
        return Unsupported(refusal.reason, refusal.unbound, place=refusal.place or component.place)
    except RecursionError:
        return Unsupported("it nests too deeply", place=component.place)
    return value


def bind_exports(
    exports: Sequence[Export],
    scope: MutableMapping[str, Value],
    file: str = "",
    reserve: Reserve | None = None,
) -> list[tuple[Export, Unsupported]]:
    """Put the value of each of *exports* into *scope*.

    Functions see *scope* itself, so that they find what is bound later, too. A
    value that cannot be computed is bound as `Unsupported`: naming it is then no
    unbound name, and a tag of that name is an opaque component.

    :param file: the file with the exports, as messages name it.
    :param reserve: steps that the evaluations of a page share if they need more than most.
    :returns: the exports without a value, and why, in order.
    """
    refused = []
    for export in exports:
        place = FunctionPosition(file, export.value_line)
        if export.is_function:
            value = evaluate_function(export.source, scope, export.name, place)
        else:
            value = evaluate(export.source, scope, Budget(reserve=reserve), place)
            if isinstance(value, JsxComponent) and not value.name:
                value = replace(value, name=export.name)
        scope[export.name] = value
        if isinstance(value, Unsupported):
            refused.append((export, value))
    return refused
