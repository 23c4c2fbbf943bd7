"""From `nodes` to values.

There are no side effects, no loops but the arrays' own, no access to anything
but data: an object's own keys, an array's items, ``length``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from sphinx_docsnav.mdx.expressions import syntax_tree as nodes
from sphinx_docsnav.mdx.expressions.budget import RefusalError, check_weight
from sphinx_docsnav.mdx.expressions.calls import Calls, own_member
from sphinx_docsnav.mdx.expressions.list_methods import ARRAY
from sphinx_docsnav.mdx.expressions.methods import GLOBAL, NUMBER, STRING, Method
from sphinx_docsnav.mdx.expressions.operators import binary, unary
from sphinx_docsnav.mdx.expressions.values import (
    UNDEFINED,
    Component,
    JsxValue,
    Unsupported,
    Value,
    is_nothing,
    is_number,
    to_text,
    truthy,
)

_NUMBERS: dict[str, float] = {"NaN": math.nan, "Infinity": math.inf}


class Evaluator(Calls):
    """One evaluation, with what it may still cost."""

    def value(  # noqa: C901, PLR0911  # one line per kind of node
        self, node: nodes.Node, scope: Mapping[str, Value]
    ) -> Value:
        """Return the value of *node*."""
        self.budget.step()
        match node:
            case nodes.Literal():
                return node.value
            case nodes.Name():
                return self._name(node.name, scope)
            case nodes.Member():
                return self._member(node, scope)
            case nodes.Template():
                return self._template(node, scope)
            case nodes.Array():
                return self._items(node.items, scope)
            case nodes.Object():
                return self._object(node, scope)
            case nodes.Call():
                return self._call(node, scope)
            case nodes.Unary():
                return self._unary(node, scope)
            case nodes.Binary():
                return self._binary(node, scope)
            case nodes.Conditional():
                return self.value(
                    node.yes if truthy(self.value(node.test, scope)) else node.no, scope
                )
            case nodes.Function():
                return Component(node, scope)
            case nodes.Element():
                return self._element(node, scope)

    def _name(self, name: str, scope: Mapping[str, Value]) -> Value:
        if name in scope:
            value = scope[name]
            if isinstance(value, Unsupported):
                raise RefusalError(f"'{name}' has no value here: {value.reason}")
            return value
        if name in _NUMBERS:
            return _NUMBERS[name]
        raise RefusalError(f"'{name}' is not known here", name)

    def _template(self, node: nodes.Template, scope: Mapping[str, Value]) -> str:
        parts = [
            part if isinstance(part, str) else self.text(self.value(part, scope))
            for part in node.parts
        ]
        self.budget.room(sum(map(len, parts)))
        return "".join(parts)

    def text(self, value: Value) -> str:
        """Return *value* as text, if there is not too much of it."""
        if isinstance(value, list):
            check_weight(value)
        return to_text(value)

    def _items(
        self, parts: Iterable[nodes.Node | nodes.Spread], scope: Mapping[str, Value]
    ) -> list[Value]:
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

    def _object(self, node: nodes.Object, scope: Mapping[str, Value]) -> dict[str, Value]:
        found: dict[str, Value] = {}
        for entry in node.entries:
            if isinstance(entry, nodes.Spread):
                found.update(self._spread(entry, scope))
            else:
                found[self.text(self.value(entry[0], scope))] = self.value(entry[1], scope)
        return found

    def _spread(self, entry: nodes.Spread, scope: Mapping[str, Value]) -> dict[str, Value]:
        value = self.value(entry.value, scope)
        if is_nothing(value) or isinstance(value, bool):
            return {}
        if isinstance(value, list):
            return {str(index): item for index, item in enumerate(value)}
        if not isinstance(value, dict):
            raise RefusalError("only an object can be spread here")
        self.budget.step(len(value))
        return value

    def _member(self, node: nodes.Member, scope: Mapping[str, Value]) -> Value:
        if isinstance(node.value, nodes.Name) and node.value.name not in scope:
            raise RefusalError(f"'{node.value.name}' is not known here", node.value.name)
        value = self.value(node.value, scope)
        if is_nothing(value):
            if node.optional or _is_chained(node.value):
                return UNDEFINED
            raise RefusalError("nothing has no members")
        key = self.value(node.key, scope)
        return own_member(value, key)

    def _call(self, node: nodes.Call, scope: Mapping[str, Value]) -> Value:
        callee = node.callee
        if isinstance(callee, nodes.Name) and callee.name not in scope and callee.name in GLOBAL:
            return GLOBAL[callee.name](self._items(node.arguments, scope))
        if isinstance(callee, nodes.Member):
            owner = callee.value
            if isinstance(owner, nodes.Name) and owner.name not in scope:
                return self._global_method(owner.name, callee, node, scope)
            return self._method_call(callee, node, scope)
        function = self.value(callee, scope)
        if node.optional and is_nothing(function):
            return UNDEFINED
        return self.call(function, self._items(node.arguments, scope))

    def _global_method(
        self, owner: str, callee: nodes.Member, node: nodes.Call, scope: Mapping[str, Value]
    ) -> Value:
        name = f"{owner}.{callee.key.value}" if isinstance(callee.key, nodes.Literal) else ""
        if name not in GLOBAL:
            raise RefusalError(f"'{owner}' is not known here", owner)
        return GLOBAL[name](self._items(node.arguments, scope))

    def _method_call(
        self, callee: nodes.Member, node: nodes.Call, scope: Mapping[str, Value]
    ) -> Value:
        value = self.value(callee.value, scope)
        if is_nothing(value) and (callee.optional or _is_chained(callee.value)):
            return UNDEFINED
        key = self.value(callee.key, scope)
        arguments = self._items(node.arguments, scope)
        method = _method(value, key)
        if method is not None:
            self.budget.step(8)
            result = method(value, arguments, self.budget, self.call)
            return self.budget.text(result) if isinstance(result, str) else result
        if isinstance(value, dict) and isinstance(value.get(to_text(key)), Component):
            return self.call(value[to_text(key)], arguments)
        if node.optional:
            return UNDEFINED
        raise RefusalError(f"'{to_text(key)}()' is not evaluated")

    def _unary(self, node: nodes.Unary, scope: Mapping[str, Value]) -> Value:
        if (
            node.operator == "typeof"
            and isinstance(node.value, nodes.Name)
            and node.value.name not in scope
        ):
            return "undefined"
        return unary(node.operator, self.value(node.value, scope))

    def _binary(self, node: nodes.Binary, scope: Mapping[str, Value]) -> Value:
        left = self.value(node.left, scope)
        if node.operator == "&&":
            return self.value(node.right, scope) if truthy(left) else left
        if node.operator == "||":
            return left if truthy(left) else self.value(node.right, scope)
        if node.operator == "??":
            return self.value(node.right, scope) if is_nothing(left) else left
        right = self.value(node.right, scope)
        return binary(node.operator, left, right, self.budget)

    def _element(self, node: nodes.Element, scope: Mapping[str, Value]) -> JsxValue:
        props: dict[str, Value] = {}
        for attribute in node.attributes:
            if isinstance(attribute, nodes.Spread):
                props.update(self._spread(attribute, scope))
            else:
                props[attribute[0]] = self.value(attribute[1], scope)
        children = tuple(self.value(child, scope) for child in node.children)
        given = props.pop("children", None)
        if not children and given is not None:
            children = (given,)
        first, *rest = node.name.split(".")
        target = scope.get(first)
        for part in rest:
            target = target.get(part) if isinstance(target, dict) else None
        return JsxValue(node.name, props, children, target)


def _is_chained(node: nodes.Node) -> bool:
    """Return whether ``?.`` stands somewhere before in the same chain."""
    while isinstance(node, (nodes.Member, nodes.Call)):
        if node.optional:
            return True
        node = node.value if isinstance(node, nodes.Member) else node.callee
    return False


def _method(value: Value, key: Value) -> Method | None:
    """Return the pure method of *value* called *key*."""
    name = to_text(key)
    if isinstance(value, str):
        return STRING.get(name)
    if isinstance(value, list):
        return ARRAY.get(name)
    return NUMBER.get(name) if is_number(value) else None
