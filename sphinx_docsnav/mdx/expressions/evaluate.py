"""From source text to values: total, budgeted, and nothing is executed."""

from __future__ import annotations

from collections.abc import Mapping

from sphinx_docsnav.mdx.expressions import syntax_tree as nodes
from sphinx_docsnav.mdx.expressions.budget import Budget, RefusalError, check_weight
from sphinx_docsnav.mdx.expressions.cursor import ExpressionError
from sphinx_docsnav.mdx.expressions.evaluator import Evaluator
from sphinx_docsnav.mdx.expressions.expression_parser import parse_expression, parse_function
from sphinx_docsnav.mdx.expressions.values import UNDEFINED, Component, Unsupported, Value


def evaluate(
    source: str | nodes.Node, scope: Mapping[str, Value], budget: Budget | None = None
) -> Value:
    """Return the value of *source*, an expression, in *scope*.

    :returns: `UNDEFINED` for a comment; `Unsupported` for what is not in the
        subset, costs too much, or names what *scope* does not know.
    """
    text = source if isinstance(source, str) else ""
    try:
        node = parse_expression(source) if isinstance(source, str) else source
        value = UNDEFINED if node is None else Evaluator(budget or Budget()).value(node, scope)
        check_weight(value)
    except ExpressionError as fault:
        return Unsupported(str(fault), source=text)
    except RefusalError as refusal:
        return Unsupported(refusal.reason, refusal.unbound, source=text)
    except RecursionError:
        return Unsupported("it nests too deeply", source=text)
    return value


def evaluate_function(
    source: str, scope: Mapping[str, Value], name: str = ""
) -> Component | Unsupported:
    """Return the function whose *source* starts with its parameter list."""
    try:
        return Component(parse_function(source), scope, name)
    except ExpressionError as fault:
        return Unsupported(str(fault), source=source)
    except RecursionError:
        return Unsupported("it nests too deeply", source=source)


def expand(component: Component, props: Mapping[str, Value], budget: Budget | None = None) -> Value:
    """Return what *component* makes of *props* (``children`` among them).

    :returns: usually a `JsxValue`; `Unsupported` if the component needs more
        than a static template, hooks for example.
    """
    try:
        value = Evaluator(budget or Budget()).call(component, [dict(props)])
        check_weight(value)
    except RefusalError as refusal:
        return Unsupported(refusal.reason, refusal.unbound)
    except RecursionError:
        return Unsupported("it nests too deeply")
    return value
