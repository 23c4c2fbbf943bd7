"""Calling functions that a page wrote: binding parameters, running static bodies."""

from __future__ import annotations

from collections.abc import Mapping

from sphinx_docsnav.mdx.expressions import syntax_tree as nodes
from sphinx_docsnav.mdx.expressions.budget import Budget, RefusalError
from sphinx_docsnav.mdx.expressions.values import (
    UNDEFINED,
    Component,
    Value,
    is_nothing,
    to_text,
    truthy,
)


class _Returned(Exception):  # noqa: N818  # it carries a value and is no error
    def __init__(self, value: Value) -> None:
        super().__init__()
        self.value = value


class Calls:
    """The part of the evaluator that knows functions."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        """What the evaluation may still cost."""

    def value(self, node: nodes.Node, scope: Mapping[str, Value]) -> Value:
        """Return the value of *node*."""
        raise NotImplementedError  # pragma: no cover - the evaluator has it

    def call(self, function: Value, arguments: list[Value]) -> Value:
        """Call a function value."""
        if not isinstance(function, Component):
            raise RefusalError("only functions written on the page can be called")
        if self.budget.calls <= 0:
            raise RefusalError("functions call each other too deeply")
        self.budget.step()
        self.budget.calls -= 1
        try:
            return self._body(function, arguments)
        finally:
            self.budget.calls += 1

    def _body(self, component: Component, arguments: list[Value]) -> Value:
        function = component.function
        scope = dict(component.scope)
        self.budget.step(len(scope) // 16)
        for index, pattern in enumerate(function.parameters):
            self._bind(pattern, arguments[index] if index < len(arguments) else UNDEFINED, scope)
        if function.rest:
            scope[function.rest] = arguments[len(function.parameters) :]
        try:
            self._run(function.body, scope)
        except _Returned as returned:
            return returned.value
        return UNDEFINED

    def _run(self, statements: tuple[nodes.Statement, ...], scope: dict[str, Value]) -> None:
        for statement in statements:
            self.budget.step()
            if isinstance(statement, nodes.Return):
                raise _Returned(self.value(statement.value, scope))
            if isinstance(statement, nodes.Declare):
                self._bind(statement.pattern, self.value(statement.value, scope), scope)
            elif truthy(self.value(statement.test, scope)):
                self._run(statement.yes, dict(scope))
            else:
                self._run(statement.no, dict(scope))

    def _bind(self, pattern: nodes.Pattern, value: Value, scope: dict[str, Value]) -> None:
        """Bind the names of *pattern* in *scope*."""
        self.budget.step()
        if value is UNDEFINED and pattern.default is not None:
            value = self.value(pattern.default, scope)
        if pattern.name:
            scope[pattern.name] = value
            return
        if is_nothing(value):
            raise RefusalError("nothing cannot be taken apart")
        for key, part in pattern.entries:
            self._bind(part, own_member(value, key), scope)
        if pattern.rest:
            taken = {str(key) for key, _part in pattern.entries}
            if pattern.is_array:
                scope[pattern.rest] = (
                    value[len(pattern.entries) :] if isinstance(value, list) else []
                )
            elif isinstance(value, dict):
                scope[pattern.rest] = {key: item for key, item in value.items() if key not in taken}


def own_member(value: Value, key: Value) -> Value:
    """Return an object's own key, an item, or ``length``; never a prototype's member."""
    if isinstance(value, dict):
        return value.get(to_text(key), UNDEFINED)
    if isinstance(value, (list, str)):
        if key == "length":
            return len(value)
        text = to_text(key)
        index = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1  # noqa: PLR2004
        return value[index] if 0 <= index < len(value) else UNDEFINED
    if isinstance(value, (bool, int, float)):
        return UNDEFINED
    raise RefusalError("only data has members here")
