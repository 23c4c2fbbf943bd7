"""Calling functions that a page wrote: parameters, and the statements of their bodies."""

from __future__ import annotations

from collections.abc import Mapping

from sphinx_docsnav.mdx.expressions import syntax_tree as nodes
from sphinx_docsnav.mdx.expressions.budget import Budget
from sphinx_docsnav.mdx.expressions.memory import Changes, Environment, own_member
from sphinx_docsnav.mdx.expressions.values import (
    UNDEFINED,
    BuiltIn,
    FunctionPosition,
    JsxComponent,
    Opaque,
    RefusalError,
    ThrownError,
    Value,
    in_order,
    is_nothing,
    strictly_equal,
    truthy,
    units,
)

_BREAK, _CONTINUE = "break", "continue"


class _Returned:
    """How a body ended: with a value."""

    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        self.value = value


_End = _Returned | str | None
"""How statements ended: with a value, with the word of a jump, or at their end."""


class Calls:
    """The part of the evaluator that knows functions."""

    def __init__(self, budget: Budget, place: FunctionPosition) -> None:
        self.budget = budget
        """What the evaluation may still cost."""
        self.place = place
        """Where the source that is evaluated starts."""
        self.changes = Changes(budget)
        """What the evaluation has made and changed."""

    def value(self, node: nodes.ExpressionNode, scope: Mapping[str, Value]) -> Value:
        """Return the value of *node*."""
        raise NotImplementedError  # pragma: no cover - the evaluator has it

    def call_built_in(self, function: BuiltIn, arguments: list[Value]) -> Value:
        """Call a function that every page knows."""
        raise NotImplementedError  # pragma: no cover - the evaluator has it

    def call(self, function: Value, arguments: list[Value]) -> Value:
        """Call a function value."""
        if isinstance(function, Opaque):
            raise RefusalError(f"a function that is called {function.reason}")
        if isinstance(function, BuiltIn):
            return self.call_built_in(function, arguments)
        if not isinstance(function, JsxComponent):
            raise RefusalError("only functions written on the page can be called")
        if function.function.refusal:
            refusal = RefusalError(function.function.refusal)
            refusal.place = _moved(function.place, function.function.line)
            raise refusal
        if self.budget.calls <= 0:
            raise RefusalError("functions call each other too deeply")
        self.budget.step()
        self.budget.calls -= 1
        before, self.place = self.place, function.place
        try:
            return self._body(function, arguments)
        finally:
            self.place = before
            self.budget.calls += 1

    def _body(self, component: JsxComponent, arguments: list[Value]) -> Value:
        function = component.function
        scope = Environment(component.scope, is_function=True)
        if function.name:
            scope.declare(function.name, component)
        for index, pattern in enumerate(function.parameters):
            given = arguments[index] if index < len(arguments) else UNDEFINED
            self._bind(pattern, given, scope, "let")
        if function.rest:
            scope.declare(function.rest, self.changes.made(arguments[len(function.parameters) :]))
        end = self._run(function.body, scope)
        return end.value if isinstance(end, _Returned) else UNDEFINED

    def _run(self, body: nodes.FunctionBody, scope: Environment) -> _End:
        """Run *body*; functions that it declares are known from its start."""
        for statement in body:
            if isinstance(statement, nodes.Declare) and statement.kind == "function":
                self._declare(statement, scope)
        for statement in body:
            self.budget.step()
            try:
                end = self._statement(statement, scope)
            except RefusalError as refusal:
                refusal.place = refusal.place or _moved(self.place, statement.line)
                raise
            if end is not None:
                return end
        return None

    def _statement(  # noqa: C901, PLR0911  # one line per kind of statement
        self, statement: nodes.Statement, scope: Environment
    ) -> _End:
        match statement:
            case nodes.Return():
                return _Returned(self.value(statement.value, scope))
            case nodes.Declare():
                if statement.kind != "function":
                    self._declare(statement, scope)
            case nodes.Evaluate():
                self.value(statement.value, scope)
            case nodes.Block():
                return self._run(statement.body, Environment(scope))
            case nodes.If():
                return self._if(statement, scope)
            case nodes.Switch():
                return self._switch(statement, scope)
            case nodes.ForEach():
                return self._each(statement, scope)
            case nodes.Loop():
                return self._loop(statement, scope)
            case nodes.Throw():
                raise self._thrown(statement, scope)
            case nodes.Try():
                return self._try(statement, scope)
            case nodes.Jump():
                return statement.word
        return None

    def _thrown(self, statement: nodes.Throw, scope: Environment) -> ThrownError:
        error = ThrownError("'throw' is not supported")
        error.value = self.value(statement.value, scope)
        return error

    def _try(self, statement: nodes.Try, scope: Environment) -> _End:
        """Run ``try``; its ``catch`` takes what the page threw, no refusal of the evaluator."""
        try:
            end = self._run(statement.body, Environment(scope))
        except ThrownError as error:
            if statement.handler is None:
                raise
            inner = Environment(scope)
            if statement.name:
                self._bind(statement.name, error.value, inner, "let")
            end = self._run(statement.handler, inner)
        last = self._run(statement.last, Environment(scope))
        return last or end

    def _declare(self, statement: nodes.Declare, scope: Environment) -> None:
        value = self.value(statement.value, scope)
        self._bind(statement.pattern, value, scope, statement.kind)

    def _if(self, statement: nodes.If, scope: Environment) -> _End:
        for test, body in statement.branches:
            if truthy(self.value(test, scope)):
                return self._run(body, Environment(scope))
        return self._run(statement.otherwise, Environment(scope))

    def _switch(self, statement: nodes.Switch, scope: Environment) -> _End:
        value = self.value(statement.value, scope)
        inner = Environment(scope)
        first = default = len(statement.cases)
        for index, (test, _body) in enumerate(statement.cases):
            if test is None:
                default = index
            elif strictly_equal(value, self.value(test, inner)):
                first = index
                break
        else:
            first = default
        for _test, body in statement.cases[first:]:
            end = self._run(body, inner)
            if end is not None:
                return None if end == _BREAK else end
        return None

    def _each(self, statement: nodes.ForEach, scope: Environment) -> _End:
        value = self.changes.current(self.value(statement.value, scope))
        if statement.keys:
            items = list(in_order(value)) if isinstance(value, dict) else []
            listed = units(value) if isinstance(value, str) else value
            items = list(map(str, range(len(listed)))) if isinstance(listed, (list, str)) else items
        elif isinstance(value, (list, str)):
            items = list(value)
        else:
            raise RefusalError("only an array can be looped over")
        for item in items:
            inner = Environment(scope)
            self._bind(statement.pattern, item, inner, "let")
            end = self._run(statement.body, inner)
            if end == _BREAK:
                return None
            if isinstance(end, _Returned):
                return end
        return None

    def _loop(self, statement: nodes.Loop, scope: Environment) -> _End:
        inner = Environment(scope)
        self._run(statement.start, inner)
        test, asked = statement.test, not statement.at_least_once
        while True:
            self.budget.step()
            if asked and test is not None and not truthy(self.value(test, inner)):
                return None
            asked = True
            end = self._run(statement.body, Environment(inner))
            if end == _BREAK:
                return None
            if isinstance(end, _Returned):
                return end
            inner = inner.copy()
            self._run(statement.step, inner)

    def _bind(
        self, pattern: nodes.BindingPattern, value: Value, scope: Environment, kind: str
    ) -> None:
        """Bind the names of *pattern* in *scope*."""
        self.budget.step()
        if value is UNDEFINED and pattern.default is not None:
            value = self.value(pattern.default, scope)
        if pattern.name:
            scope.declare(pattern.name, value, kind)
            return
        if is_nothing(value):
            raise RefusalError("undefined or null cannot be destructured")
        value = self.changes.current(value)
        if pattern.is_array and isinstance(value, str):
            value = list(value)
        for key, part in pattern.entries:
            self._bind(part, own_member(value, key), scope, kind)
        if pattern.rest:
            scope.declare(pattern.rest, self.changes.made(_left_over(pattern, value)), kind)


def _left_over(pattern: nodes.BindingPattern, value: Value) -> Value:
    if pattern.is_array:
        return value[pattern.rest_from :] if isinstance(value, list) else []
    taken = {str(key) for key, _part in pattern.entries}
    pairs = value.items() if isinstance(value, dict) else ()
    return {key: item for key, item in pairs if key not in taken}


def _moved(place: FunctionPosition, lines: int) -> FunctionPosition:
    return FunctionPosition(place.file, place.line + lines)
