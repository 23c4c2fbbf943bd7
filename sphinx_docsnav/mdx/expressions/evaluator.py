"""The evaluator: from the syntax tree to values.

Code has access to data only: the own keys of objects, the items of arrays, ``length``. Nothing but
its value outlives an evaluation.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from sphinx_docsnav.mdx.expressions import syntax_tree as nodes
from sphinx_docsnav.mdx.expressions.budget import Budget, check_weight
from sphinx_docsnav.mdx.expressions.dates import DATE_METHODS
from sphinx_docsnav.mdx.expressions.global_functions import (
    EFFECTS,
    FRAGMENT,
    GLOBALS,
    OBJECT_METHODS,
)
from sphinx_docsnav.mdx.expressions.memory import Changes, Environment, get_own_member
from sphinx_docsnav.mdx.expressions.operations import (
    ARRAY,
    CHANGING,
    FRESH,
    NUMBER,
    STRING,
    Method,
    apply_binary,
    apply_unary,
)
from sphinx_docsnav.mdx.expressions.regular_expressions import REGEX, REGEX_STRING, make_regex
from sphinx_docsnav.mdx.expressions.values import (
    ELEMENTS,
    UNDEFINED,
    BuiltIn,
    DateValue,
    ErrorValue,
    FunctionPosition,
    JsxComponent,
    JsxValue,
    Opaque,
    RefusalError,
    RegexValue,
    ThrownError,
    Unsupported,
    Value,
    is_nothing,
    is_number,
    is_truthy,
    refuse_function,
    refuse_name,
    sort_members,
    strictly_equal,
    to_text,
    to_units,
)
from sphinx_docsnav.mdx.tags import is_handler

_LOGICAL = ("&&", "||", "??")
_GLOBAL_THIS = "globalThis"
_RANDOM = ("Math", "random")
"""The function by which components create ids; 0 is as good as any number."""
_BREAK = "break"


class _ReturnedValue:
    """The end of a body by ``return``."""

    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        self.value = value


_End = _ReturnedValue | str | None
"""How statements end: with a value, with ``break`` or ``continue``, or normally."""


def has_optional_access(node: nodes.ExpressionNode) -> bool:
    """Return whether ``?.`` occurs earlier in the same chain."""
    while isinstance(node, (nodes.MemberAccess, nodes.Call)):
        if node.optional:
            return True
        node = node.value if isinstance(node, nodes.MemberAccess) else node.callee
    return False


def describe_method(node: nodes.MemberAccess) -> str:
    """Return the name of the method *node* for messages."""
    owner = node.value.name if isinstance(node.value, nodes.Name) else ""
    return f"{owner}.{node.key.value}" if isinstance(node.key, nodes.Literal) else owner


def _make_type_error(reason: str, value: Value, key: str) -> ThrownError:
    """Return an error of the page's code, which its own ``catch`` can handle."""
    error = ThrownError(reason)
    message = f"Cannot read properties of {get_nothing_name(value)} (reading '{key}')"
    error.value = ErrorValue(name="TypeError", message=message)
    return error


def _refuse_method(callee: nodes.MemberAccess, value: Value, key: str) -> RefusalError:
    """Return the refusal of a method that *value* does not have."""
    if isinstance(value, BuiltIn):
        return refuse_function(f"{value.name}.{key}", value.name, is_known_owner=True)
    if is_nothing(value):
        name = describe_value(callee.value)
        reason = f"'{key}()' of {name} is called, which is {get_nothing_name(value)}"
        return _make_type_error(reason, value, key)
    return RefusalError(f"the method '{key}()' is not supported")


def describe_value(node: nodes.ExpressionNode) -> str:
    """Return what messages call the value of *node*."""
    if isinstance(node, nodes.Name):
        return f"'{node.name}'"
    if isinstance(node, nodes.MemberAccess) and isinstance(node.key, nodes.Literal):
        return f"'{node.key.value}'"
    return "a value"


def get_nothing_name(value: Value) -> str:
    """Return ``null`` or ``undefined``."""
    return "null" if value is None else "undefined"


def _find_method(  # noqa: PLR0911  # one line per kind of value
    value: Value, name: str, arguments: list[Value]
) -> tuple[Method | None, bool]:
    """Return the method *name* of *value*, and whether it changes *value*."""
    if isinstance(value, str):
        if arguments and isinstance(arguments[0], RegexValue):
            return REGEX_STRING.get(name), False
        return STRING.get(name), False
    if isinstance(value, list):
        return CHANGING.get(name) or ARRAY.get(name), name in CHANGING
    if isinstance(value, RegexValue):
        return REGEX.get(name), False
    if isinstance(value, DateValue):
        return DATE_METHODS.get(name), False
    if isinstance(value, dict):
        return None if name in value else OBJECT_METHODS.get(name), False
    return (NUMBER.get(name) if is_number(value) else None), False


class Evaluator:
    """One evaluation, with its budget and its changes."""

    def __init__(self, budget: Budget, position: FunctionPosition) -> None:
        self.budget = budget
        """What the evaluation may still use."""
        self.position = position
        """The position of the source that is being evaluated."""
        self.changes = Changes(budget)
        """The values that the evaluation has created and changed."""
        self.global_this: dict[str, Value] = dict(GLOBALS)
        """``globalThis``; what a page adds to it is dropped after the evaluation."""
        self.effects: list[Value] = []
        """The functions that hooks would run in a browser."""
        self.allows_random = False
        """Whether ``Math.random()`` is 0 instead of refused: components make ids with it."""

    def evaluate(  # noqa: C901, PLR0911, PLR0912  # one line per kind of node
        self, node: nodes.ExpressionNode, scope: Mapping[str, Value]
    ) -> Value:
        """Return the value of *node*."""
        self.budget.pay()
        match node:
            case nodes.Literal():
                return node.value
            case nodes.Name():
                return self._get_name(node.name, scope)
            case nodes.MemberAccess():
                return self._get_member(node, scope)
            case nodes.Template():
                return self._fill_template(node, scope)
            case nodes.Array():
                return self.changes.register(self.evaluate_items(node.items, scope))
            case nodes.Object():
                return self.changes.register(self._make_object(node, scope))
            case nodes.Call():
                return self.evaluate_call(node, scope)
            case nodes.Unary():
                return self._apply_unary(node, scope)
            case nodes.Binary():
                return self._apply_binary(node, scope)
            case nodes.Conditional():
                return self.evaluate(
                    node.yes if is_truthy(self.evaluate(node.test, scope)) else node.no, scope
                )
            case nodes.Function():
                return JsxComponent(node, scope, position=self.position)
            case nodes.JsxElement():
                return self._make_element(node, scope)
            case nodes.Regex():
                return make_regex(node.pattern, node.flags)
            case nodes.Assign():
                return self._assign(node, scope)
            case nodes.New():
                return self._construct(node, scope)
            case nodes.Sequence():
                return [self.evaluate(item, scope) for item in node.items][-1]
            case nodes.Delete():
                owner = self.evaluate(node.target.value, scope)
                return self.changes.delete(owner, self.evaluate(node.target.key, scope))
            case nodes.Refused():
                raise RefusalError(f"{node.construct} is not supported")

    def _get_name(self, name: str, scope: Mapping[str, Value]) -> Value:
        """Return the value of a name: in the scope, of JavaScript, or of a component."""
        if name in scope:
            value = scope[name]
            # An export without a value is refused with its own reason and line.
            if isinstance(value, Unsupported):
                raise RefusalError(
                    f"'{name}' has no value here: {value.reason}",
                    position=value.position,
                    is_reported=value.is_reported,
                )
            return self.changes.get_current(value)
        globals_ = self.changes.get_current(self.global_this)
        if name in globals_:
            return self.changes.get_current(globals_[name])
        if name == _GLOBAL_THIS:
            return globals_
        # Names of the format's components are values that code can choose from.
        if name in ELEMENTS:
            return name
        raise refuse_name(name)

    def _is_known(self, name: str, scope: Mapping[str, Value]) -> bool:
        """Return whether *name* has a value."""
        globals_ = self.changes.get_current(self.global_this)
        return name in scope or name in globals_ or name == _GLOBAL_THIS

    def _assign(self, node: nodes.Assign, scope: Mapping[str, Value]) -> Value:
        """Evaluate an assignment, and return its value."""
        target = node.target
        before: Value = UNDEFINED
        if node.operator and not isinstance(target, nodes.AssignmentParts):
            before = self.evaluate(target, scope)
        # ``a ||= b`` evaluates its right side only if it is needed.
        if node.operator in _LOGICAL:
            value = self._apply_logical(node.operator, before, node.value, scope)
        elif node.operator:
            right = self.evaluate(node.value, scope)
            value = apply_binary(node.operator, before, right, self.budget)
        else:
            value = self.evaluate(node.value, scope)
        self._assign_to(target, value, scope)
        return before if node.is_postfix else value

    def _assign_to(
        self, target: nodes.AssignmentTarget, value: Value, scope: Mapping[str, Value]
    ) -> None:
        """Assign *value* to a variable, to a member, or to several of these."""
        self.budget.pay()
        if isinstance(target, nodes.AssignmentParts):
            self._assign_parts(target, value, scope)
        elif isinstance(target, nodes.MemberAccess):
            owner = self.evaluate(target.value, scope)
            self.changes.set_member(owner, self.evaluate(target.key, scope), value)
        elif isinstance(scope, Environment):
            scope.assign(target.name, value)
        else:
            raise RefusalError("a value can only be assigned inside of a function")

    def _assign_parts(
        self, target: nodes.AssignmentParts, value: Value, scope: Mapping[str, Value]
    ) -> None:
        """Assign the parts of *value* to the targets of ``[a, b] = …`` or ``({a, b} = …)``."""
        if is_nothing(value):
            raise RefusalError("undefined or null cannot be destructured")
        value = self.changes.get_current(value)
        if target.is_array and isinstance(value, str):
            value = list(value)
        # The rest is a copy, which is paid for.
        if isinstance(value, (list, dict)) and target.rest:
            self.budget.pay(len(value) // 16)
        taken_keys = []
        for key_node, part, default in target.entries:
            key = self.evaluate(key_node, scope)
            taken_keys.append(to_text(key))
            item = self.changes.get_current(get_own_member(value, key))
            if item is UNDEFINED and default is not None:
                item = self.evaluate(default, scope)
            self._assign_to(part, item, scope)
        if target.rest is None:
            return
        rest = _get_rest(target, value, taken_keys)
        self._assign_to(target.rest, self.changes.register(rest), scope)

    def _apply_logical(
        self, operator: str, left: Value, right: nodes.ExpressionNode, scope: Mapping[str, Value]
    ) -> Value:
        """Return ``left operator right``; *right* is only evaluated if it is needed."""
        if operator == "&&":
            return self.evaluate(right, scope) if is_truthy(left) else left
        if operator == "||":
            return left if is_truthy(left) else self.evaluate(right, scope)
        return self.evaluate(right, scope) if is_nothing(left) else left

    def _fill_template(self, node: nodes.Template, scope: Mapping[str, Value]) -> str:
        """Return the text of a template."""
        parts = [
            part if isinstance(part, str) else self.make_text(self.evaluate(part, scope))
            for part in node.parts
        ]
        self.budget.check_length(sum(map(len, parts)))
        return "".join(parts)

    def make_text(self, value: Value) -> str:
        """Return *value* as text if it is not too long."""
        if isinstance(value, list):
            check_weight(value)
        return to_text(value)

    def _make_object(self, node: nodes.Object, scope: Mapping[str, Value]) -> dict[str, Value]:
        """Return the value of an object literal."""
        members: dict[str, Value] = {}
        for entry in node.entries:
            if isinstance(entry, nodes.Spread):
                members.update(self._get_spread_members(entry, scope))
            else:
                members[self.make_text(self.evaluate(entry[0], scope))] = self.evaluate(
                    entry[1], scope
                )
        return members

    def _get_spread_members(
        self, entry: nodes.Spread, scope: Mapping[str, Value]
    ) -> dict[str, Value]:
        """Return the members that ``...value`` adds to an object."""
        value = self.evaluate(entry.value, scope)
        # JavaScript spreads nothing for null, undefined and booleans.
        if is_nothing(value) or isinstance(value, bool):
            return {}
        if isinstance(value, list):
            return {str(index): item for index, item in enumerate(value)}
        if not isinstance(value, dict):
            raise RefusalError("only an object can be spread here")
        self.budget.pay(len(value))
        return {} if isinstance(value, ErrorValue) else value

    def _get_member(self, node: nodes.MemberAccess, scope: Mapping[str, Value]) -> Value:
        """Return a member of a value; `UNDEFINED` after ``?.`` on nothing."""
        value = self.evaluate(node.value, scope)
        if is_nothing(value):
            if node.optional or has_optional_access(node.value):
                return UNDEFINED
            owner, nothing = describe_value(node.value), get_nothing_name(value)
            reason = f"a member of {owner} is read, which is {nothing}"
            raise _make_type_error(reason, value, to_text(self.evaluate(node.key, scope)))
        self._pay_for_units(value)
        key = self.evaluate(node.key, scope)
        return self.changes.get_current(get_own_member(value, key))

    def _pay_for_units(self, value: Value) -> None:
        """Pay for converting a text to the units in which JavaScript counts."""
        if isinstance(value, str):
            self.budget.pay_for_units(value)

    def _apply_unary(self, node: nodes.Unary, scope: Mapping[str, Value]) -> Value:
        """Return the value of a unary operation; ``typeof`` accepts unknown names."""
        if (
            node.operator == "typeof"
            and isinstance(node.value, nodes.Name)
            and not self._is_known(node.value.name, scope)
        ):
            return "undefined"
        return apply_unary(node.operator, self.evaluate(node.value, scope))

    def _apply_binary(self, node: nodes.Binary, scope: Mapping[str, Value]) -> Value:
        """Return the value of a binary or logical operation."""
        left = self.evaluate(node.left, scope)
        if node.operator in _LOGICAL:
            return self._apply_logical(node.operator, left, node.right, scope)
        right = self.evaluate(node.right, scope)
        return apply_binary(node.operator, left, right, self.budget)

    def _evaluate_attribute(
        self, name: str, node: nodes.ExpressionNode, scope: Mapping[str, Value]
    ) -> Value:
        """Return the value of an attribute; a handler that cannot be evaluated does nothing."""
        if not is_handler(name):
            return self.evaluate(node, scope)
        try:
            return self.evaluate(node, scope)
        except RefusalError:
            # If the budget is used up, this ends the evaluation.
            self.budget.pay()
            return UNDEFINED

    def _make_element(self, node: nodes.JsxElement, scope: Mapping[str, Value]) -> JsxValue:
        """Return the value of an element."""
        props: dict[str, Value] = {}
        for attribute in node.attributes:
            if isinstance(attribute, nodes.Spread):
                props.update(self._get_spread_members(attribute, scope))
            else:
                props[attribute[0]] = self._evaluate_attribute(attribute[0], attribute[1], scope)
        children = tuple(self.evaluate(child, scope) for child in node.children)
        children_prop = props.pop("children", None)
        if not children and children_prop is not None:
            children = (children_prop,)
        first, *rest = node.name.split(".")
        # In JSX, a lower-case name is an HTML element.
        target = scope.get(first) if rest or not first.islower() else None
        for part in rest:
            members = target.members if isinstance(target, BuiltIn) else target
            target = members.get(part) if isinstance(members, Mapping) else None
        # ``React.Fragment`` may have another name in the scope.
        if target is FRAGMENT:
            return JsxValue("", props, children)
        # ``const Tag = big ? "h2" : Card`` gives an element another name.
        if isinstance(target, str):
            return JsxValue(target, props, children)
        return JsxValue(node.name, props, children, target)

    def evaluate_items(
        self, parts: Iterable[nodes.ExpressionNode | nodes.Spread], scope: Mapping[str, Value]
    ) -> list[Value]:
        """Return the values of *parts*, with the items of spread values."""
        items: list[Value] = []
        for part in parts:
            if isinstance(part, nodes.Spread):
                spread = self.evaluate(part.value, scope)
                if not isinstance(spread, (list, str)):
                    raise RefusalError("only an array can be spread here")
                items += spread
                self.budget.check_items(items)
            else:
                items.append(self.evaluate(part, scope))
        return self.budget.check_items(items)

    def evaluate_call(self, node: nodes.Call, scope: Mapping[str, Value]) -> Value:
        """Return the value of a call."""
        if isinstance(node.callee, nodes.MemberAccess):
            return self._call_method(node.callee, node, scope)
        function = self.evaluate(node.callee, scope)
        if node.optional and is_nothing(function):
            return UNDEFINED
        return self.call(function, self.evaluate_items(node.arguments, scope))

    def call_built_in(self, function: BuiltIn, arguments: list[Value]) -> Value:
        """Call a function that is known to all pages."""
        if function.function is None:
            raise RefusalError(f"'{function.name}()' is not supported")
        self._pay_for_arguments(arguments)
        if function.name == "Object.assign":
            # Only the evaluator knows which values may be changed.
            return self.changes.merge(arguments)
        if function.name in EFFECTS:
            self.effects += arguments[:1]
        return self._check_result(function.function(arguments, self.budget, self.call))

    def _pay_for_arguments(self, arguments: list[Value]) -> None:
        """Pay for a call of a function or method that is built in; long arrays cost more."""
        self.budget.pay(8 + sum(len(item) // 16 for item in arguments if isinstance(item, list)))

    def _check_result(self, result: Value) -> Value:
        """Return what a built-in function returned, in its current form; refuse a long text."""
        is_text = isinstance(result, str)
        return self.budget.check_text(result) if is_text else self.changes.get_current(result)

    def _construct(self, node: nodes.New, scope: Mapping[str, Value]) -> Value:
        """Return the value of ``new Name(…)``."""
        first, *rest = node.name.split(".")
        constructor = scope[first] if first in scope else GLOBALS.get(first)
        for part in rest:
            constructor = (
                constructor.members.get(part) if isinstance(constructor, BuiltIn) else None
            )
        # Pages have no classes of their own.
        if not isinstance(constructor, BuiltIn) or constructor.function is None:
            raise refuse_name(node.name, f"new {node.name}()")
        return self.call_built_in(constructor, self.evaluate_items(node.arguments, scope))

    def _call_method(
        self, callee: nodes.MemberAccess, node: nodes.Call, scope: Mapping[str, Value]
    ) -> Value:
        """Return the value of a call of a method."""
        owner = callee.value
        if isinstance(owner, nodes.Name) and not self._is_known(owner.name, scope):
            raise refuse_function(describe_method(callee), owner.name)
        value = self.evaluate(owner, scope)
        if is_nothing(value) and (callee.optional or has_optional_access(callee.value)):
            return UNDEFINED
        key = to_text(self.evaluate(callee.key, scope))
        arguments = self.evaluate_items(node.arguments, scope)
        method, is_changing = _find_method(value, key, arguments)
        if method is not None:
            self._pay_for_units(value)
            self._pay_for_arguments(arguments)
            # Shared data is copied before it is changed.
            if is_changing:
                value = self.changes.get_changeable(value)
            result = method(value, arguments, self.budget, self.call)
            # The result is a new array, which may be changed.
            if key in FRESH and isinstance(value, (list, str)):
                return self.changes.register(result)
            return self._check_result(result)
        # A function that is a member of data can be called, too.
        member = get_own_member(value, key) if isinstance(value, (dict, list)) else None
        if isinstance(value, BuiltIn):
            member = value.members.get(key)
        if isinstance(member, (BuiltIn, JsxComponent)):
            return self.call(member, arguments)
        if node.optional:
            return UNDEFINED
        if self.allows_random and isinstance(value, BuiltIn) and (value.name, key) == _RANDOM:
            return 0
        raise _refuse_method(callee, value, key)

    # --- functions of the page, and their statements

    def call(self, function: Value, arguments: list[Value]) -> Value:
        """Call *function*, and return its value.

        :raises RefusalError: if it is not a function, or cannot be evaluated.
        """
        if isinstance(function, Opaque):
            raise function.refuse("a function that is called")
        if isinstance(function, BuiltIn):
            return self.call_built_in(function, arguments)
        if not isinstance(function, JsxComponent):
            raise RefusalError("only functions written on the page can be called")
        # Functions outside the subset are refused only when they are called.
        if function.function.refusal:
            position = _move_lines(function.position, function.function.line)
            raise RefusalError(function.function.refusal, position=position)
        if self.budget.calls <= 0:
            raise RefusalError("functions call each other too deeply")
        self.budget.pay()
        # The depth is limited below Python's own limit.
        self.budget.calls -= 1
        position_before, self.position = self.position, function.position
        try:
            return self._run_body(function, arguments)
        finally:
            self.position = position_before
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
            self.budget.pay()
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
                return _ReturnedValue(self.evaluate(statement.value, scope))
            case nodes.Declare():
                if statement.kind != "function":
                    self._declare(statement, scope)
            case nodes.Evaluate():
                self.evaluate(statement.value, scope)
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
        error.value = self.evaluate(statement.value, scope)
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
        value = self.evaluate(statement.value, scope)
        self._bind(statement.pattern, value, scope, statement.kind)

    def _run_if(self, statement: nodes.If, scope: Environment) -> _End:
        """Run the first branch whose condition is true."""
        for test, body in statement.branches:
            if is_truthy(self.evaluate(test, scope)):
                return self._run_statements(body, Environment(scope))
        return self._run_statements(statement.otherwise, Environment(scope))

    def _run_switch(self, statement: nodes.Switch, scope: Environment) -> _End:
        """Run the cases from the matching one on, until a ``break``."""
        value = self.evaluate(statement.value, scope)
        inner = Environment(scope)
        first = default = len(statement.cases)
        for index, (test, _body) in enumerate(statement.cases):
            if test is None:
                default = index
            elif strictly_equal(value, self.evaluate(test, inner)):
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
        value = self.changes.get_current(self.evaluate(statement.value, scope))
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
            self.budget.pay()
            if checks_condition and test is not None and not is_truthy(self.evaluate(test, inner)):
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
        self.budget.pay()
        if value is UNDEFINED and pattern.default is not None:
            value = self.evaluate(pattern.default, scope)
        if pattern.name:
            scope.declare(pattern.name, value, kind)
            return
        if is_nothing(value):
            raise RefusalError("undefined or null cannot be destructured")
        value = self.changes.get_current(value)
        # A string is destructured by characters.
        if pattern.is_array and isinstance(value, str):
            value = list(value)
        for key, part in pattern.entries:
            self._bind(part, get_own_member(value, key), scope, kind)
        if pattern.rest:
            rest = _get_rest(pattern, value, [str(key) for key, _part in pattern.entries])
            scope.declare(pattern.rest, self.changes.register(rest), kind)


def _get_rest(
    pattern: nodes.BindingPattern | nodes.AssignmentParts, value: Value, taken: Collection[str]
) -> Value:
    """Return the items after the others, or the members whose names are not *taken*."""
    if pattern.is_array:
        return value[pattern.rest_from :] if isinstance(value, list) else []
    pairs = value.items() if isinstance(value, dict) else ()
    return {key: item for key, item in pairs if key not in taken}


def _move_lines(position: FunctionPosition, lines: int) -> FunctionPosition:
    """Return the position that is *lines* lines below *position*."""
    return FunctionPosition(position.file, position.line + lines)
