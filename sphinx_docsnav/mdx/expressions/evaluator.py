"""From the syntax tree to values.

There is no access to anything but data: an object's own keys, an array's items,
``length``; and nothing outlives the evaluation but its value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from sphinx_docsnav.mdx.expressions import syntax_tree as nodes
from sphinx_docsnav.mdx.expressions.array_methods import ARRAY, CHANGING, FRESH
from sphinx_docsnav.mdx.expressions.budget import Budget, check_weight
from sphinx_docsnav.mdx.expressions.dates import DATE_METHODS
from sphinx_docsnav.mdx.expressions.global_functions import (
    EFFECTS,
    FRAGMENT,
    GLOBALS,
    OBJECT_METHODS,
    TIMERS,
)
from sphinx_docsnav.mdx.expressions.memory import Environment, own_member
from sphinx_docsnav.mdx.expressions.operators import binary, unary
from sphinx_docsnav.mdx.expressions.regular_expressions import REGEX, REGEX_STRING, make_regex
from sphinx_docsnav.mdx.expressions.sets_and_maps import CHANGES, MAP, SET
from sphinx_docsnav.mdx.expressions.statements import Calls
from sphinx_docsnav.mdx.expressions.text_methods import NUMBER, STRING, CallFunction, Method
from sphinx_docsnav.mdx.expressions.values import (
    ELEMENTS,
    UNDEFINED,
    BuiltIn,
    DateValue,
    ErrorValue,
    FunctionPosition,
    JsxComponent,
    JsxValue,
    MapList,
    RefusalError,
    RegexValue,
    SetList,
    ThrownError,
    Unsupported,
    Value,
    is_nothing,
    is_number,
    to_text,
    truthy,
    unknown_function,
    unknown_name,
)


class _Caller(Protocol):
    """What calls functions: the evaluator."""

    def call(self, function: Value, arguments: list[Value]) -> Value:
        """Call *function*."""


class ComponentState:
    """The states of one component, in the order of its hooks."""

    __slots__ = ("changed", "count", "effects", "setters", "ticking", "timers", "values")

    def __init__(self, values: dict[int, Value] | None = None) -> None:
        self.values: dict[int, Value] = dict(values or {})
        """The value of each hook that is known."""
        self.count = 0
        """How many hooks of this rendering were reached."""
        self.changed: dict[int, Value] = {}
        """What was set since the rendering began."""
        self.effects: list[tuple[Value, Value]] = []
        """The functions of ``useEffect`` of this rendering, each with what it depends on."""
        self.setters: list[tuple[int, BuiltIn]] = []
        """What sets a state, with the number of its hook."""
        self.timers: list[Value] = []
        """Functions that run later, once."""
        self.ticking: list[Value] = []
        """Functions that run again and again."""

    def begin(self) -> None:
        """Take what was set as the state of the next rendering."""
        self.values |= self.changed
        self.count, self.changed, self.effects, self.setters = 0, {}, [], []

    def hook(self, name: str, arguments: list[Value]) -> bool:
        """Keep what a page leaves to a browser; return whether *name* is such a function."""
        first, second, *_ = (*arguments, UNDEFINED, UNDEFINED)
        if name in EFFECTS:
            self.effects.append((first, second))
        elif name in TIMERS:
            (self.ticking if name == "setInterval" else self.timers).append(first)
        return name in EFFECTS or name in TIMERS

    def state(self, caller: _Caller, arguments: list[Value]) -> list[Value]:
        """Return the value and the setter of ``useState(first)``."""
        first = arguments[0] if arguments else UNDEFINED
        index = self._next(lambda: caller.call(first, []) if _is_function(first) else first)

        def put(given: list[Value], _budget: Budget, call: CallFunction) -> Value:
            new = given[0] if given else UNDEFINED
            now = self.changed.get(index, self.values[index])
            self.changed[index] = call(new, [now]) if _is_function(new) else new
            return UNDEFINED

        self.setters.append((index, BuiltIn("setState", put)))
        return [self.values[index], self.setters[-1][1]]

    def reduced(self, caller: _Caller, arguments: list[Value]) -> list[Value]:
        """Return the value and the function of ``useReducer(reducer, first, start)``."""
        reducer, first, start, *_ = (*arguments, UNDEFINED, UNDEFINED, UNDEFINED)
        index = self._next(lambda: caller.call(start, [first]) if _is_function(start) else first)

        def dispatch(given: list[Value], _budget: Budget, call: CallFunction) -> Value:
            now = self.changed.get(index, self.values[index])
            self.changed[index] = call(reducer, [now, given[0] if given else UNDEFINED])
            return UNDEFINED

        self.setters.append((index, BuiltIn("dispatch", dispatch)))
        return [self.values[index], self.setters[-1][1]]

    def _next(self, first: Callable[[], Value]) -> int:
        index = self.count
        self.count += 1
        if index not in self.values:
            self.values[index] = first()
        return index


def _is_function(value: Value) -> bool:
    return isinstance(value, (BuiltIn, JsxComponent))


def is_chained(node: nodes.ExpressionNode) -> bool:
    """Return whether ``?.`` occurs earlier in the same chain."""
    while isinstance(node, (nodes.MemberAccess, nodes.Call)):
        if node.optional:
            return True
        node = node.value if isinstance(node, nodes.MemberAccess) else node.callee
    return False


def described_call(node: nodes.MemberAccess) -> str:
    """Return how a message names the method *node* of a name."""
    owner = node.value.name if isinstance(node.value, nodes.Name) else ""
    return f"{owner}.{node.key.value}" if isinstance(node.key, nodes.Literal) else owner


def _mistake(reason: str, value: Value, key: str) -> ThrownError:
    """Return an error of the page's code, which its own ``catch`` may take."""
    error = ThrownError(reason)
    message = f"Cannot read properties of {value_name(value)} (reading '{key}')"
    error.value = ErrorValue(name="TypeError", message=message)
    return error


def _unknown_method(callee: nodes.MemberAccess, value: Value, key: str) -> RefusalError:
    if isinstance(value, BuiltIn):
        return unknown_function(f"{value.name}.{key}", value.name, known=True)
    if is_nothing(value):
        name = described(callee.value)
        reason = f"'{key}()' of {name} is called, which is {value_name(value)}"
        return _mistake(reason, value, key)
    return RefusalError(f"the method '{key}()' is not supported")


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
) -> tuple[Method | None, bool]:
    """Return the method of *value* called *name*, and whether it changes *value*."""
    if isinstance(value, str):
        if arguments and isinstance(arguments[0], RegexValue):
            return REGEX_STRING.get(name), False
        return STRING.get(name), False
    if isinstance(value, SetList):
        return SET.get(name), name in CHANGES
    if isinstance(value, MapList):
        return MAP.get(name), name in CHANGES
    if isinstance(value, list):
        return CHANGING.get(name) or ARRAY.get(name), name in CHANGING
    if isinstance(value, RegexValue):
        return REGEX.get(name), False
    if isinstance(value, DateValue):
        return DATE_METHODS.get(name), False
    if isinstance(value, dict):
        return None if name in value else OBJECT_METHODS.get(name), False
    return (NUMBER.get(name) if is_number(value) else None), False


_LOGICAL = ("&&", "||", "??")
_GLOBAL_THIS = "globalThis"
_RANDOM = ("Math", "random")
"""What components make ids of; any number that React may render is right, and 0 is."""


class Evaluator(Calls):
    """One evaluation, with what it may still cost."""

    def __init__(self, budget: Budget, place: FunctionPosition) -> None:
        super().__init__(budget, place)
        self.global_this: dict[str, Value] = dict(GLOBALS)
        """``globalThis``; what a page puts there ends with the evaluation."""
        self.component = ComponentState()
        """The state of the component that is rendered."""
        self.has_handlers = False
        """Whether elements keep their handlers, ``onClick``; nobody else calls them."""

    def value(  # noqa: C901, PLR0911, PLR0912  # one line per kind of node
        self, node: nodes.ExpressionNode, scope: Mapping[str, Value]
    ) -> Value:
        """Return the value of *node*."""
        self.budget.step()
        match node:
            case nodes.Literal():
                return node.value
            case nodes.Name():
                return self._name(node.name, scope)
            case nodes.MemberAccess():
                return self._member(node, scope)
            case nodes.Template():
                return self._template(node, scope)
            case nodes.Array():
                return self.changes.made(self.items(node.items, scope))
            case nodes.Object():
                return self.changes.made(self._object(node, scope))
            case nodes.Call():
                return self.called(node, scope)
            case nodes.Unary():
                return self._unary(node, scope)
            case nodes.Binary():
                return self._binary(node, scope)
            case nodes.Conditional():
                return self.value(
                    node.yes if truthy(self.value(node.test, scope)) else node.no, scope
                )
            case nodes.Function():
                return JsxComponent(node, scope, place=self.place)
            case nodes.JsxElement():
                return self._element(node, scope)
            case nodes.Regex():
                return make_regex(node.pattern, node.flags)
            case nodes.Assign():
                return self._assign(node, scope)
            case nodes.New():
                return self._new(node, scope)
            case nodes.Sequence():
                return [self.value(item, scope) for item in node.items][-1]
            case nodes.Delete():
                owner = self.value(node.target.value, scope)
                return self.changes.delete(owner, self.value(node.target.key, scope))
            case nodes.Refused():
                raise RefusalError(f"{node.construct} is not supported")

    def _name(self, name: str, scope: Mapping[str, Value]) -> Value:
        if name in scope:
            value = scope[name]
            if isinstance(value, Unsupported):
                refusal = RefusalError(f"'{name}' has no value here: {value.reason}")
                refusal.place = value.place
                raise refusal
            return self.changes.current(value)
        known = self.changes.current(self.global_this)
        if name in known:
            return self.changes.current(known[name])
        if name == _GLOBAL_THIS:
            return known
        if name in ELEMENTS:
            return name
        raise unknown_name(name)

    def _knows(self, name: str, scope: Mapping[str, Value]) -> bool:
        known = self.changes.current(self.global_this)
        return name in scope or name in known or name == _GLOBAL_THIS

    def _assign(self, node: nodes.Assign, scope: Mapping[str, Value]) -> Value:
        target = node.target
        before: Value = UNDEFINED
        if node.operator and not isinstance(target, nodes.AssignmentParts):
            before = self.value(target, scope)
        if node.operator in _LOGICAL:
            value = self._logical(node.operator, before, node.value, scope)
        elif node.operator:
            right = self.value(node.value, scope)
            value = binary(node.operator, before, right, self.budget)
        else:
            value = self.value(node.value, scope)
        self._put(target, value, scope)
        return before if node.is_postfix else value

    def _put(
        self, target: nodes.AssignmentTarget, value: Value, scope: Mapping[str, Value]
    ) -> None:
        """Assign *value* to a variable, a member, or to several of these."""
        self.budget.step()
        if isinstance(target, nodes.AssignmentParts):
            self._put_parts(target, value, scope)
        elif isinstance(target, nodes.MemberAccess):
            owner = self.value(target.value, scope)
            self.changes.set_member(owner, self.value(target.key, scope), value)
        elif isinstance(scope, Environment):
            scope.assign(target.name, value)
        else:
            raise RefusalError("a value can only be assigned inside of a function")

    def _put_parts(
        self, target: nodes.AssignmentParts, value: Value, scope: Mapping[str, Value]
    ) -> None:
        if is_nothing(value):
            raise RefusalError("undefined or null cannot be destructured")
        value = self.changes.current(value)
        if target.is_array and isinstance(value, str):
            value = list(value)
        if isinstance(value, (list, dict)) and target.rest:
            self.budget.step(len(value) // 16)
        taken = []
        for key_node, part, default in target.entries:
            key = self.value(key_node, scope)
            taken.append(to_text(key))
            item = self.changes.current(own_member(value, key))
            if item is UNDEFINED and default is not None:
                item = self.value(default, scope)
            self._put(part, item, scope)
        if target.rest is None:
            return
        left: Value = {}
        if target.is_array:
            left = value[target.rest_from :] if isinstance(value, list) else []
        elif isinstance(value, dict):
            left = {key: item for key, item in value.items() if key not in taken}
        self._put(target.rest, self.changes.made(left), scope)

    def _logical(
        self, operator: str, left: Value, right: nodes.ExpressionNode, scope: Mapping[str, Value]
    ) -> Value:
        """Return ``left operator right``, where *right* may be left alone."""
        if operator == "&&":
            return self.value(right, scope) if truthy(left) else left
        if operator == "||":
            return left if truthy(left) else self.value(right, scope)
        return self.value(right, scope) if is_nothing(left) else left

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
        return {} if isinstance(value, ErrorValue) else value

    def _member(self, node: nodes.MemberAccess, scope: Mapping[str, Value]) -> Value:
        value = self.value(node.value, scope)
        if is_nothing(value):
            if node.optional or is_chained(node.value):
                return UNDEFINED
            reason = f"a member of {described(node.value)} is read, which is {value_name(value)}"
            raise _mistake(reason, value, to_text(self.value(node.key, scope)))
        self._count(value)
        key = self.value(node.key, scope)
        return self.changes.current(own_member(value, key))

    def _count(self, value: Value) -> None:
        """Pay for reading a text as JavaScript counts its characters."""
        if isinstance(value, str):
            self.budget.counted(value)

    def _unary(self, node: nodes.Unary, scope: Mapping[str, Value]) -> Value:
        if (
            node.operator == "typeof"
            and isinstance(node.value, nodes.Name)
            and not self._knows(node.value.name, scope)
        ):
            return "undefined"
        return unary(node.operator, self.value(node.value, scope))

    def _binary(self, node: nodes.Binary, scope: Mapping[str, Value]) -> Value:
        left = self.value(node.left, scope)
        if node.operator in _LOGICAL:
            return self._logical(node.operator, left, node.right, scope)
        right = self.value(node.right, scope)
        return binary(node.operator, left, right, self.budget)

    def _attribute(
        self, name: str, node: nodes.ExpressionNode, scope: Mapping[str, Value]
    ) -> Value:
        """Return the value of an attribute; a handler that cannot be read does nothing."""
        if not (name.startswith("on") and name[2:3].isupper()):
            return self.value(node, scope)
        try:
            return self.value(node, scope) if self.has_handlers else UNDEFINED
        except RefusalError:
            self.budget.step()  # it ends here if nothing is left
            return UNDEFINED

    def _element(self, node: nodes.JsxElement, scope: Mapping[str, Value]) -> JsxValue:
        props: dict[str, Value] = {}
        for attribute in node.attributes:
            if isinstance(attribute, nodes.Spread):
                props.update(self._spread(attribute, scope))
            else:
                props[attribute[0]] = self._attribute(attribute[0], attribute[1], scope)
        children = tuple(self.value(child, scope) for child in node.children)
        given = props.pop("children", None)
        if not children and given is not None:
            children = (given,)
        first, *rest = node.name.split(".")
        target = scope.get(first) if rest or not first.islower() else None
        for part in rest:
            known = target.members if isinstance(target, BuiltIn) else target
            target = known.get(part) if isinstance(known, Mapping) else None
        if target is FRAGMENT:
            return JsxValue("", props, children)
        if isinstance(target, str):  # const Tag = big ? "h2" : Card
            return JsxValue(target, props, children)
        return JsxValue(node.name, props, children, target)

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
        if isinstance(node.callee, nodes.MemberAccess):
            return self._method_call(node.callee, node, scope)
        function = self.value(node.callee, scope)
        if node.optional and is_nothing(function):
            return UNDEFINED
        return self.call(function, self.items(node.arguments, scope))

    def call_built_in(self, function: BuiltIn, arguments: list[Value]) -> Value:
        """Call a function that every page knows."""
        if function.function is None:
            raise RefusalError(f"'{function.name}()' is not supported")
        self.budget.step(8 + sum(len(item) // 16 for item in arguments if isinstance(item, list)))
        if function.name == "Object.assign":
            return self.changes.merge(arguments)
        if function.name == "useState":
            return self.component.state(self, arguments)
        if function.name == "useReducer":
            return self.component.reduced(self, arguments)
        if self.component.hook(function.name, arguments):
            return UNDEFINED
        result = function.function(arguments, self.budget, self.call)
        return self.budget.text(result) if isinstance(result, str) else self.changes.current(result)

    def _new(self, node: nodes.New, scope: Mapping[str, Value]) -> Value:
        first, *rest = node.name.split(".")
        found = scope[first] if first in scope else GLOBALS.get(first)
        for part in rest:
            found = found.members.get(part) if isinstance(found, BuiltIn) else None
        if not isinstance(found, BuiltIn) or found.function is None:
            raise unknown_name(node.name, f"new {node.name}()")
        return self.call_built_in(found, self.items(node.arguments, scope))

    def _method_call(
        self, callee: nodes.MemberAccess, node: nodes.Call, scope: Mapping[str, Value]
    ) -> Value:
        owner = callee.value
        if isinstance(owner, nodes.Name) and not self._knows(owner.name, scope):
            raise unknown_function(described_call(callee), owner.name)
        value = self.value(owner, scope)
        if is_nothing(value) and (callee.optional or is_chained(callee.value)):
            return UNDEFINED
        key = to_text(self.value(callee.key, scope))
        arguments = self.items(node.arguments, scope)
        method, is_changing = _method(value, key, arguments)
        if method is not None:
            self._count(value)
            self.budget.step(
                8 + sum(len(item) // 16 for item in arguments if isinstance(item, list))
            )
            if is_changing:
                value = self.changes.own(value)
            result = method(value, arguments, self.budget, self.call)
            if key in FRESH and isinstance(value, (list, str)):
                return self.changes.made(result)
            return (
                self.budget.text(result)
                if isinstance(result, str)
                else self.changes.current(result)
            )
        member = own_member(value, key) if isinstance(value, (dict, list)) else None
        if isinstance(value, BuiltIn):
            member = value.members.get(key)
        if isinstance(member, (BuiltIn, JsxComponent)):
            return self.call(member, arguments)
        if node.optional:
            return UNDEFINED
        if self.has_handlers and isinstance(value, BuiltIn) and (value.name, key) == _RANDOM:
            return 0
        raise _unknown_method(callee, value, key)
