"""Calls of functions of a page: parameters, and the statements of their bodies."""

from __future__ import annotations

from collections.abc import Mapping

from sphinx_docsnav.mdx.expressions import syntax_tree as nodes
from sphinx_docsnav.mdx.expressions.budget import Budget
from sphinx_docsnav.mdx.expressions.memory import Changes, Environment, get_own_member
from sphinx_docsnav.mdx.expressions.values import (
    UNDEFINED,
    BuiltIn,
    FunctionPosition,
    JsxComponent,
    Opaque,
    RefusalError,
    ThrownError,
    Value,
    is_nothing,
    is_truthy,
    sort_members,
    strictly_equal,
    to_units,
)

_BREAK, _CONTINUE = "break", "continue"


class _ReturnedValue:
    """The end of a body by ``return``."""

    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        self.value = value


_End = _ReturnedValue | str | None
"""How statements end: with a value, with ``break`` or ``continue``, or normally."""


class FunctionCalls:
    """The part of the evaluator that calls functions."""

    def __init__(self, budget: Budget, position: FunctionPosition) -> None:
        self.budget = budget
        """What the evaluation may still use."""
        self.position = position
        """The position of the source that is being evaluated."""
        self.changes = Changes(budget)
        """The values that the evaluation has created and changed."""

    def value(self, node: nodes.ExpressionNode, scope: Mapping[str, Value]) -> Value:
        """Return the value of *node*."""
        raise NotImplementedError  # pragma: no cover - the evaluator has it

    def call_built_in(self, function: BuiltIn, arguments: list[Value]) -> Value:
        """Call a function that is known to all pages."""
        raise NotImplementedError  # pragma: no cover - the evaluator has it

    def call(self, function: Value, arguments: list[Value]) -> Value:
        """Call *function*, and return its value.

        :raises RefusalError: if it is not a function, or cannot be evaluated.
        """
        if isinstance(function, Opaque):
            raise RefusalError(f"a function that is called {function.reason}")
        if isinstance(function, BuiltIn):
            return self.call_built_in(function, arguments)
        if not isinstance(function, JsxComponent):
            raise RefusalError("only functions written on the page can be called")
        # Functions outside the subset are refused only when they are called.
        if function.function.refusal:
            refusal = RefusalError(function.function.refusal)
            refusal.position = _move_lines(function.position, function.function.line)
            raise refusal
        if self.budget.calls <= 0:
            raise RefusalError("functions call each other too deeply")
        self.budget.step()
        # The depth is limited below Python's own limit.
        self.budget.calls -= 1
        place_before, self.position = self.position, function.position
        try:
            return self._run_body(function, arguments)
        finally:
            self.position = place_before
            self.budget.calls += 1

    def _run_body(self, component: JsxComponent, arguments: list[Value]) -> Value:
        """Bind the arguments and run the body of *component*; return its value."""
        function = component.function
        scope = Environment(component.scope, is_function=True)
        # A named function expression can call itself.
        if function.name:
            scope.declare(function.name, component)
        for index, pattern in enumerate(function.parameters):
            argument = arguments[index] if index < len(arguments) else UNDEFINED
            self._bind(pattern, argument, scope, "let")
        if function.rest:
            scope.declare(
                function.rest, self.changes.register(arguments[len(function.parameters) :])
            )
        end = self._run_statements(function.body, scope)
        return end.value if isinstance(end, _ReturnedValue) else UNDEFINED

    def _run_statements(self, body: nodes.FunctionBody, scope: Environment) -> _End:
        """Run *body*; functions declared in it are known from its beginning."""
        for statement in body:
            if isinstance(statement, nodes.Declare) and statement.kind == "function":
                self._declare(statement, scope)
        for statement in body:
            self.budget.step()
            try:
                end = self._run_statement(statement, scope)
            except RefusalError as refusal:
                # The innermost statement names the line.
                refusal.position = refusal.position or _move_lines(self.position, statement.line)
                raise
            if end is not None:
                return end
        return None

    def _run_statement(  # noqa: C901, PLR0911  # one line per kind of statement
        self, statement: nodes.Statement, scope: Environment
    ) -> _End:
        """Run one statement; return how it ended."""
        match statement:
            case nodes.Return():
                return _ReturnedValue(self.value(statement.value, scope))
            case nodes.Declare():
                if statement.kind != "function":
                    self._declare(statement, scope)
            case nodes.Evaluate():
                self.value(statement.value, scope)
            case nodes.Block():
                return self._run_statements(statement.body, Environment(scope))
            case nodes.If():
                return self._run_if(statement, scope)
            case nodes.Switch():
                return self._run_switch(statement, scope)
            case nodes.ForEach():
                return self._run_for_each(statement, scope)
            case nodes.Loop():
                return self._run_loop(statement, scope)
            case nodes.Throw():
                raise self._make_error(statement, scope)
            case nodes.Try():
                return self._run_try(statement, scope)
            case nodes.Jump():
                return statement.word
        return None

    def _make_error(self, statement: nodes.Throw, scope: Environment) -> ThrownError:
        """Return the error that ``throw`` raises."""
        error = ThrownError("'throw' is not supported")
        error.value = self.value(statement.value, scope)
        return error

    def _run_try(self, statement: nodes.Try, scope: Environment) -> _End:
        """Run ``try``; its ``catch`` handles errors of the page, not refusals of the evaluator."""
        try:
            end = self._run_statements(statement.body, Environment(scope))
        except ThrownError as error:
            if statement.handler is None:
                raise
            inner = Environment(scope)
            if statement.name:
                self._bind(statement.name, error.value, inner, "let")
            end = self._run_statements(statement.handler, inner)
        # ``finally`` may end the function in place of the body.
        last = self._run_statements(statement.last, Environment(scope))
        return last or end

    def _declare(self, statement: nodes.Declare, scope: Environment) -> None:
        """Bind the names of a declaration."""
        value = self.value(statement.value, scope)
        self._bind(statement.pattern, value, scope, statement.kind)

    def _run_if(self, statement: nodes.If, scope: Environment) -> _End:
        """Run the first branch whose condition is true."""
        for test, body in statement.branches:
            if is_truthy(self.value(test, scope)):
                return self._run_statements(body, Environment(scope))
        return self._run_statements(statement.otherwise, Environment(scope))

    def _run_switch(self, statement: nodes.Switch, scope: Environment) -> _End:
        """Run the cases from the matching one on, until a ``break``."""
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
        # Without ``break``, the following cases are run, too.
        for _test, body in statement.cases[first:]:
            end = self._run_statements(body, inner)
            if end is not None:
                return None if end == _BREAK else end
        return None

    def _run_for_each(self, statement: nodes.ForEach, scope: Environment) -> _End:
        """Run a loop over items, or over keys."""
        value = self.changes.get_current(self.value(statement.value, scope))
        if statement.keys:
            items = list(sort_members(value)) if isinstance(value, dict) else []
            listed = to_units(value) if isinstance(value, str) else value
            items = list(map(str, range(len(listed)))) if isinstance(listed, (list, str)) else items
        elif isinstance(value, (list, str)):
            items = list(value)
        else:
            raise RefusalError("only an array can be looped over")
        for item in items:
            inner = Environment(scope)
            self._bind(statement.pattern, item, inner, "let")
            end = self._run_statements(statement.body, inner)
            if end == _BREAK:
                return None
            if isinstance(end, _ReturnedValue):
                return end
        return None

    def _run_loop(self, statement: nodes.Loop, scope: Environment) -> _End:
        """Run a loop with a condition."""
        inner = Environment(scope)
        self._run_statements(statement.start, inner)
        test, checks_condition = statement.test, not statement.at_least_once
        while True:
            self.budget.step()
            if checks_condition and test is not None and not is_truthy(self.value(test, inner)):
                return None
            checks_condition = True
            end = self._run_statements(statement.body, Environment(inner))
            if end == _BREAK:
                return None
            if isinstance(end, _ReturnedValue):
                return end
            # Each round has variables of its own, which functions created in it keep.
            inner = inner.copy()
            self._run_statements(statement.step, inner)

    def _bind(
        self, pattern: nodes.BindingPattern, value: Value, scope: Environment, kind: str
    ) -> None:
        """Bind the names of *pattern* to *value* in *scope*."""
        self.budget.step()
        if value is UNDEFINED and pattern.default is not None:
            value = self.value(pattern.default, scope)
        if pattern.name:
            scope.declare(pattern.name, value, kind)
            return
        if is_nothing(value):
            raise RefusalError("undefined or null cannot be destructured")
        value = self.changes.get_current(value)
        # A text is taken apart by characters.
        if pattern.is_array and isinstance(value, str):
            value = list(value)
        for key, part in pattern.entries:
            self._bind(part, get_own_member(value, key), scope, kind)
        if pattern.rest:
            scope.declare(pattern.rest, self.changes.register(_get_rest(pattern, value)), kind)


def _get_rest(pattern: nodes.BindingPattern, value: Value) -> Value:
    """Return the items or members that the pattern's other parts do not take."""
    if pattern.is_array:
        return value[pattern.rest_from :] if isinstance(value, list) else []
    taken = {str(key) for key, _part in pattern.entries}
    pairs = value.items() if isinstance(value, dict) else ()
    return {key: item for key, item in pairs if key not in taken}


def _move_lines(position: FunctionPosition, lines: int) -> FunctionPosition:
    """Return the position that is *lines* lines below *position*."""
    return FunctionPosition(position.file, position.line + lines)
