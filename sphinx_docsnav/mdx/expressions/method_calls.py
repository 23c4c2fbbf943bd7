"""Calling methods and the functions that every page knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sphinx_docsnav.mdx.expressions import syntax_tree as nodes
from sphinx_docsnav.mdx.expressions.calls import Calls
from sphinx_docsnav.mdx.expressions.changing_methods import CHANGING
from sphinx_docsnav.mdx.expressions.collections_of_pages import MAP, SET
from sphinx_docsnav.mdx.expressions.global_functions import GLOBAL
from sphinx_docsnav.mdx.expressions.hooks import HOOKS
from sphinx_docsnav.mdx.expressions.list_methods import ARRAY, FRESH
from sphinx_docsnav.mdx.expressions.methods import NUMBER, STRING, Method
from sphinx_docsnav.mdx.expressions.regex_methods import REGEX, REGEX_STRING
from sphinx_docsnav.mdx.expressions.values import (
    UNDEFINED,
    JsxComponent,
    MapList,
    RefusalError,
    RegexValue,
    SetList,
    Value,
    is_nothing,
    is_number,
    to_text,
    unknown_function,
)


class MethodCalls(Calls):
    """The part of the evaluator that finds out what is called."""

    def items(
        self, parts: Iterable[nodes.ExpressionNode | nodes.Spread], scope: Mapping[str, Value]
    ) -> list[Value]:
        """Return the values of *parts*, with what is spread among them."""
        items: list[Value] = []
        for part in parts:
            if isinstance(part, nodes.Spread):
                spread = self.value(part.value, scope)
                if not isinstance(spread, (list, str)):
                    raise RefusalError("only an array can be spread here")
                items += spread
                self.budget.items(items)
            else:
                items.append(self.value(part, scope))
        return self.budget.items(items)

    def called(self, node: nodes.Call, scope: Mapping[str, Value]) -> Value:
        """Return what a call gives."""
        callee = node.callee
        name = _global_name(callee, scope)
        if name == "Object.assign":
            return self.changes.merge(self.items(node.arguments, scope))
        if name in GLOBAL:
            arguments = self.items(node.arguments, scope)
            return GLOBAL[name](arguments, self.budget, self.call)
        if name.removeprefix("React.") in HOOKS:
            arguments = self.items(node.arguments, scope)
            return HOOKS[name.removeprefix("React.")](arguments, self.call)
        if isinstance(callee, nodes.MemberAccess):
            owner = callee.value
            if isinstance(owner, nodes.Name) and owner.name not in scope:
                raise unknown_function(name, owner.name)
            return self._method_call(callee, node, scope)
        function = self.value(callee, scope)
        if node.optional and is_nothing(function):
            return UNDEFINED
        return self.call(function, self.items(node.arguments, scope))

    def _method_call(
        self, callee: nodes.MemberAccess, node: nodes.Call, scope: Mapping[str, Value]
    ) -> Value:
        value = self.value(callee.value, scope)
        if is_nothing(value) and (callee.optional or is_chained(callee.value)):
            return UNDEFINED
        key = to_text(self.value(callee.key, scope))
        arguments = self.items(node.arguments, scope)
        method = _method(value, key, arguments)
        if method is not None:
            self.budget.step(
                8 + sum(len(item) // 16 for item in arguments if isinstance(item, list))
            )
            if method is CHANGING.get(key):
                value = self.changes.own(value)
            result = method(value, arguments, self.budget, self.call)
            if key in FRESH and isinstance(value, (list, str)):
                return self.changes.made(result)
            return (
                self.budget.text(result)
                if isinstance(result, str)
                else self.changes.current(result)
            )
        if isinstance(value, dict) and isinstance(value.get(key), JsxComponent):
            return self.call(value[key], arguments)
        if node.optional:
            return UNDEFINED
        if is_nothing(value):
            raise RefusalError(
                f"'{key}()' of {described(callee.value)} is called, which is {value_name(value)}"
            )
        raise RefusalError(f"the method '{key}()' is not supported")


def is_chained(node: nodes.ExpressionNode) -> bool:
    """Return whether ``?.`` occurs earlier in the same chain."""
    while isinstance(node, (nodes.MemberAccess, nodes.Call)):
        if node.optional:
            return True
        node = node.value if isinstance(node, nodes.MemberAccess) else node.callee
    return False


def _global_name(callee: nodes.ExpressionNode, scope: Mapping[str, Value]) -> str:
    """Return the name of what may be a global function, ``""`` if the page defines it."""
    if isinstance(callee, nodes.Name):
        return "" if callee.name in scope else callee.name
    if (
        isinstance(callee, nodes.MemberAccess)
        and isinstance(callee.value, nodes.Name)
        and isinstance(callee.key, nodes.Literal)
        and callee.value.name not in scope
    ):
        return f"{callee.value.name}.{callee.key.value}"
    return ""


def described(node: nodes.ExpressionNode) -> str:
    """Return how a message names the value of *node*."""
    if isinstance(node, nodes.Name):
        return f"'{node.name}'"
    if isinstance(node, nodes.MemberAccess) and isinstance(node.key, nodes.Literal):
        return f"'{node.key.value}'"
    return "a value"


def value_name(value: Value) -> str:
    """Return ``null`` or ``undefined``."""
    return "null" if value is None else "undefined"


def _method(  # noqa: PLR0911  # one line per kind of value
    value: Value, name: str, arguments: list[Value]
) -> Method | None:
    """Return the method of *value* called *name*."""
    if isinstance(value, str):
        if arguments and isinstance(arguments[0], RegexValue):
            return REGEX_STRING.get(name)
        return STRING.get(name)
    if isinstance(value, SetList):
        return SET.get(name)
    if isinstance(value, MapList):
        return MAP.get(name)
    if isinstance(value, list):
        return CHANGING.get(name) or ARRAY.get(name)
    if isinstance(value, RegexValue):
        return REGEX.get(name)
    return NUMBER.get(name) if is_number(value) else None
