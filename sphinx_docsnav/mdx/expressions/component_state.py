"""What hooks of one component hold: the states that handlers change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from sphinx_docsnav.mdx.expressions.budget import Budget
from sphinx_docsnav.mdx.expressions.text_methods import CallFunction
from sphinx_docsnav.mdx.expressions.values import UNDEFINED, BuiltIn, JsxComponent, Value


class _Caller(Protocol):
    """What calls functions: the evaluator."""

    def call(self, function: Value, arguments: list[Value]) -> Value:
        """Call *function*."""


class ComponentState:
    """The states of one component, in the order of its hooks."""

    __slots__ = ("changed", "count", "values")

    def __init__(self, values: dict[int, Value] | None = None) -> None:
        self.values: dict[int, Value] = dict(values or {})
        """The value of each hook that is known."""
        self.count = 0
        """How many hooks of this rendering were reached."""
        self.changed: dict[int, Value] = {}
        """What was set since the rendering began."""

    def state(self, caller: _Caller, arguments: list[Value]) -> list[Value]:
        """Return the value and the setter of ``useState(first)``."""
        first = arguments[0] if arguments else UNDEFINED
        index = self._next(lambda: caller.call(first, []) if _is_function(first) else first)

        def put(given: list[Value], _budget: Budget, call: CallFunction) -> Value:
            new = given[0] if given else UNDEFINED
            now = self.changed.get(index, self.values[index])
            self.changed[index] = call(new, [now]) if _is_function(new) else new
            return UNDEFINED

        return [self.values[index], BuiltIn("setState", put)]

    def reduced(self, caller: _Caller, arguments: list[Value]) -> list[Value]:
        """Return the value and the function of ``useReducer(reducer, first, start)``."""
        reducer, first, start, *_ = (*arguments, UNDEFINED, UNDEFINED, UNDEFINED)
        index = self._next(lambda: caller.call(start, [first]) if _is_function(start) else first)

        def dispatch(given: list[Value], _budget: Budget, call: CallFunction) -> Value:
            now = self.changed.get(index, self.values[index])
            self.changed[index] = call(reducer, [now, given[0] if given else UNDEFINED])
            return UNDEFINED

        return [self.values[index], BuiltIn("dispatch", dispatch)]

    def _next(self, first: Callable[[], Value]) -> int:
        index = self.count
        self.count += 1
        if index not in self.values:
            self.values[index] = first()
        return index


def _is_function(value: Value) -> bool:
    return isinstance(value, (BuiltIn, JsxComponent))
