"""The names that all pages know: ``Object.keys()``, ``Math.PI``, ``new Map()``, React's hooks.

They are values like any other: code can destructure, pass and call them, but not change them.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from functools import partial
from urllib.parse import quote

from sphinx_docsnav.mdx.expressions.budget import MAX_ITEMS, Budget, check_weight
from sphinx_docsnav.mdx.expressions.dates import DATE, construct_date, get_iso_text
from sphinx_docsnav.mdx.expressions.memory import get_own_member
from sphinx_docsnav.mdx.expressions.operations import (
    CallFunction,
    Method,
    get_first,
    get_text,
    get_whole_number,
    raise_to_power,
)
from sphinx_docsnav.mdx.expressions.regular_expressions import make_regex
from sphinx_docsnav.mdx.expressions.values import (
    SPACES,
    UNDEFINED,
    BuiltIn,
    DateValue,
    ErrorValue,
    JsxComponent,
    JsxValue,
    RefusalError,
    RegexValue,
    ThrownError,
    Value,
    format_number,
    from_units,
    is_function,
    is_minus_zero,
    is_nothing,
    is_number,
    is_truthy,
    sort_members,
    strictly_equal,
    to_integer,
    to_number,
    to_text,
)

GlobalFunction = Callable[[list[Value], Budget, CallFunction], Value]
"""A function that gets the arguments, the budget, and a function that calls functions."""

_NUMBER = re.compile(r"[+-]?(?:Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)", re.ASCII)
"""A number at the beginning of a text."""
_WHOLE = re.compile(r"([+-]?)(0[xX])?([0-9a-zA-Z]{1,300})")
"""A whole number at the beginning of a text: sign, prefix and digits."""
FRAGMENT = BuiltIn("Fragment")
"""``<Fragment>`` as a value."""
EFFECTS = ("useEffect", "useLayoutEffect", "useInsertionEffect")
"""Hooks whose functions run in a browser, after a rendering."""
_TIMERS = ("setTimeout", "setInterval", "requestAnimationFrame", "clearTimeout", "clearInterval")
"""Functions of a browser that do nothing here."""


def _get_members(arguments: list[Value]) -> dict[str, Value]:
    """Return the members of the first argument in JavaScript's order."""
    value = get_first(arguments)
    if isinstance(value, list):
        return {str(index): item for index, item in enumerate(value)}
    if not isinstance(value, dict):
        raise RefusalError("expected an object")
    return sort_members(value)


def _from_entries(arguments: list[Value], budget: Budget, *_: object) -> dict[str, Value]:
    pairs = get_first(arguments)
    if not isinstance(pairs, list):
        raise RefusalError("Object.fromEntries() of something that is not an array")
    budget.pay(len(pairs))
    return {to_text(pair[0]): pair[1] for pair in pairs if isinstance(pair, list) and len(pair) > 1}


def _array_from(arguments: list[Value], budget: Budget, call: CallFunction) -> list[Value]:
    value = get_first(arguments)
    if isinstance(value, dict):
        items: list[Value] = [UNDEFINED] * min(
            max(get_whole_number([value.get("length", 0)], 0, 0), 0), MAX_ITEMS + 1
        )
    elif isinstance(value, (list, str)):
        items = list(value)
    else:
        raise RefusalError("Array.from() of something that is not an array")
    budget.check_items(items)
    if len(arguments) > 1:
        return [call(arguments[1], [item, index]) for index, item in enumerate(items)]
    return items


def _construct_array(arguments: list[Value], budget: Budget, *_: object) -> list[Value]:
    if len(arguments) == 1 and is_number(arguments[0]):
        return budget.check_items(
            [UNDEFINED] * min(max(get_whole_number(arguments, 0, 0), 0), MAX_ITEMS + 1)
        )
    return list(arguments)


def _to_json_value(value: Value) -> Value:
    """Return *value* for Python's JSON."""
    if isinstance(value, list):
        return [None if _is_left_out(item) else _to_json_value(item) for item in value]
    if isinstance(value, DateValue):
        return get_iso_text(value)
    if isinstance(value, dict):
        items = _get_members([value]).items()
        return {key: _to_json_value(item) for key, item in items if not _is_left_out(item)}
    if isinstance(value, float):
        return _to_json_number(value)
    if value is None or isinstance(value, (str, int, float)):
        return value
    raise RefusalError("JSON.stringify() of something that is not data")


def _to_json_number(value: float) -> int | float | None:
    """Return *value* such that Python writes it as JavaScript does."""
    text = format_number(value)
    if text.lstrip("-").isdigit():
        return int(text)
    # Python and JavaScript differ in how they write such a number.
    if math.isfinite(value) and repr(value) != text:
        raise RefusalError("JSON.stringify() of so small a number is not supported")
    return value if math.isfinite(value) else None


def _is_left_out(value: Value) -> bool:
    """Return whether JSON leaves *value* out."""
    return value is UNDEFINED or isinstance(value, (BuiltIn, JsxComponent))


def _stringify(arguments: list[Value], budget: Budget, *_: object) -> Value:
    """Return the value of ``JSON.stringify()``."""
    value, selected_keys = get_first(arguments), get_first(arguments[1:])
    if _is_left_out(value):
        return UNDEFINED
    if isinstance(selected_keys, (BuiltIn, JsxComponent)):
        raise RefusalError("JSON.stringify() with a function is not supported")
    # A list selects the keys, and their order.
    if isinstance(selected_keys, list) and isinstance(value, dict):
        value = {key: value[key] for key in map(to_text, selected_keys) if key in value}
    check_weight(value)
    budget.pay(len(to_text(value)) // 16)
    indent_option = arguments[2] if len(arguments) > 2 else 0  # noqa: PLR2004  # the third
    indent = (
        indent_option
        if isinstance(indent_option, str)
        else min(max(get_whole_number([indent_option], 0, 0), 0), 10)
    )
    separators = None if indent else (",", ":")
    plain = _to_json_value(value)
    return budget.check_text(
        json.dumps(plain, ensure_ascii=False, indent=indent or None, separators=separators)
    )


def _parse_json(arguments: list[Value], budget: Budget, *_: object) -> Value:
    """Return the value of ``JSON.parse()``; a text that is not JSON throws."""
    text = budget.check_text(get_text(arguments, 0))
    budget.pay(len(text) // 16)
    if isinstance(get_first(arguments[1:]), (BuiltIn, JsxComponent)):
        raise RefusalError("JSON.parse() with a function is not supported")
    try:
        value = json.loads(
            text,
            parse_int=lambda digits: to_integer(float(digits)),
            parse_constant=_refuse_constant,
        )
    except ValueError:
        error = ThrownError("JSON.parse() of a text that is not JSON")
        error.value = ErrorValue(name="SyntaxError", message=None)
        raise error from None
    if "\\u" in text:
        from_units(json.dumps(value, ensure_ascii=False))  # half of a character is refused
    return value


def _refuse_constant(text: str) -> Value:
    raise ValueError(text)


def _parse_float(arguments: list[Value], *_: object) -> Value:
    match = _NUMBER.match(get_text(arguments, 0).lstrip(SPACES))
    return to_integer(float(match[0])) if match else math.nan


def _parse_int(arguments: list[Value], *_: object) -> Value:
    match = _WHOLE.match(get_text(arguments, 0).lstrip(SPACES))
    base = get_whole_number(arguments, 1, 0)
    if match is None or base not in range(37) or base == 1:
        return math.nan
    sign, prefix, letters = match.groups()
    # With another base, the number ends after the zero of ``0x``.
    if prefix and base not in (0, 16):
        return 0
    base = base or (16 if prefix else 10)
    digits = ""
    for letter in letters:
        # The number ends before the first character that is no digit.
        if not letter.isascii() or int(letter, 36) >= base:
            break
        digits += letter
    number = to_integer(int(digits, base)) if digits else math.nan
    return to_integer(-float(number)) if sign == "-" else number


def _get_numbers(arguments: list[Value]) -> list[int | float]:
    return [to_number(argument) for argument in arguments]


def _make_rounding(operation: Callable[[float], float]) -> GlobalFunction:
    """Return a function that rounds by *operation*."""

    def rounded(arguments: list[Value], *_: object) -> Value:
        number = to_number(arguments[0]) if arguments else math.nan
        if not math.isfinite(number):
            return number
        # The sign of zero is kept.
        return to_integer(math.copysign(operation(number), number))

    return rounded


def _round_half_up(number: float) -> int:
    return math.floor(number) + (number - math.floor(number) >= 0.5)  # noqa: PLR2004  # a half


def _sign(number: float) -> float:
    return math.copysign(1, number) if number and not math.isnan(number) else number


def _is_integer(value: Value) -> bool:
    return is_number(value) and float(value).is_integer()


def _is_safe(value: Value) -> bool:
    return _is_integer(value) and abs(value) < 2**53


def _make_number_function(operation: Callable[..., float], count: int | None = 1) -> GlobalFunction:
    """Return a function of numbers; it is NaN or infinite where *operation* has no value.

    :param count: the number of arguments that are used; ``None`` for all.
    """

    def calculated(arguments: list[Value], *_: object) -> Value:
        numbers = [float(number) for number in _get_numbers(arguments[:count])]
        try:
            return to_integer(float(operation(*numbers)))
        except OverflowError:
            return math.inf
        except (TypeError, ValueError):
            return math.nan

    return calculated


def _make_logarithm(operation: Callable[[float], float]) -> Callable[[float], float]:
    return lambda number: -math.inf if number == 0 else operation(number)


def _has_own(arguments: list[Value], *_: object) -> bool:
    owner, key, *_others = (*arguments, UNDEFINED, UNDEFINED)
    return (
        to_text(key) in owner
        if isinstance(owner, dict)
        else get_own_member(owner, key) is not UNDEFINED
    )


def _is_same(arguments: list[Value], *_: object) -> bool:
    left: Value
    right: Value
    left, right, *_others = (*arguments, UNDEFINED, UNDEFINED)
    if is_number(left) and is_number(right):
        are_nan = math.isnan(left) and math.isnan(right)
        return are_nan or (left == right and is_minus_zero(left) == is_minus_zero(right))
    return strictly_equal(left, right)


def _find_extreme(
    choose: Callable[..., float], arguments: list[Value], empty: float
) -> int | float:
    """Return the largest or smallest argument; NaN if one is NaN."""
    numbers = _get_numbers(arguments)
    return (
        math.nan
        if any(map(math.isnan, numbers))
        else choose(numbers, default=empty, key=lambda number: (number, not is_minus_zero(number)))
    )


def _construct_error(name: str, arguments: list[Value], *_: object) -> ErrorValue:
    message = "" if get_first(arguments) is UNDEFINED else to_text(arguments[0])
    return ErrorValue(name=name, message=message)


def _construct_regex(arguments: list[Value], *_: object) -> RegexValue:
    pattern = get_first(arguments)
    if isinstance(pattern, RegexValue):
        return make_regex(pattern.pattern, get_text(arguments, 1, pattern.flags))
    return make_regex(get_text(arguments, 0, "(?:)"), get_text(arguments, 1, ""))


# --- React ----------------------------------------------------------------------------------


def _flatten_children(arguments: list[Value], budget: Budget) -> list[Value]:
    """Return the items of ``children`` as a flat list, without those that show nothing."""
    flat: list[Value] = []
    pending = [get_first(arguments)]
    while pending:
        budget.pay()
        item = pending.pop()
        if isinstance(item, list):
            pending += reversed(item)
        elif not is_nothing(item) and not isinstance(item, bool):
            flat.append(item)
    return flat


def _map_children(arguments: list[Value], budget: Budget, call: CallFunction) -> list[Value]:
    function = get_first(arguments[1:])
    children = _flatten_children(arguments, budget)
    return budget.check_items(
        [call(function, [item, index]) for index, item in enumerate(children)]
    )


def _for_each_child(arguments: list[Value], budget: Budget, call: CallFunction) -> Value:
    _map_children(arguments, budget, call)
    return UNDEFINED


def _create_element(arguments: list[Value], *_: object) -> JsxValue:
    """Return the value of ``React.createElement()``."""
    kind, given_props, *children = (*arguments, UNDEFINED, UNDEFINED)[: max(len(arguments), 2)]
    props = dict(given_props) if isinstance(given_props, dict) else {}
    children_prop = props.pop("children", UNDEFINED)
    # The property ``children`` is used if there are no arguments for it.
    if not children and children_prop is not UNDEFINED:
        children = [children_prop]
    if isinstance(kind, str):
        return JsxValue(kind, props, tuple(children))
    name = kind.name if isinstance(kind, JsxComponent) else ""
    return JsxValue(name, props, tuple(children), None if kind is FRAGMENT else kind or None)


def _clone_element(arguments: list[Value], *_: object) -> Value:
    """Return the value of ``React.cloneElement()``."""
    element, given_props, *children = (*arguments, UNDEFINED, UNDEFINED)[: max(len(arguments), 2)]
    if not isinstance(element, JsxValue):
        raise RefusalError("React.cloneElement() of something that is not an element")
    props = {**element.props, **(given_props if isinstance(given_props, dict) else {})}
    return JsxValue(element.name, props, tuple(children) or element.children, element.target)


def _use_context(arguments: list[Value], *_: object) -> Value:
    context = get_first(arguments)
    return context.get("value", UNDEFINED) if isinstance(context, dict) else UNDEFINED


def _return_undefined(*_: object) -> Value:
    return UNDEFINED


SET_STATE = BuiltIn("setState", _return_undefined)
"""The function by which code sets a state."""


def _use_state(arguments: list[Value], _budget: Budget, call: CallFunction) -> list[Value]:
    """Return the value and the setter of ``useState(first)``."""
    first = get_first(arguments)
    return [call(first, []) if is_function(first) else first, SET_STATE]


def _use_reducer(arguments: list[Value], _budget: Budget, call: CallFunction) -> list[Value]:
    """Return the value and the setter of ``useReducer(reducer, first, start)``."""
    _reducer, first, start, *_ = (*arguments, UNDEFINED, UNDEFINED, UNDEFINED)
    return [call(start, [first]) if is_function(start) else first, SET_STATE]


def _make_namespace(
    name: str,
    functions: Mapping[str, GlobalFunction],
    constants: Mapping[str, Value] | None = None,
    function: GlobalFunction | None = None,
) -> BuiltIn:
    """Return an object with these functions and constants, which may be a function itself."""
    members: dict[str, Value] = dict(constants or {})
    members |= {key: BuiltIn(f"{name}.{key}", member) for key, member in functions.items()}
    return BuiltIn(name, function, members)


_HOOKS: dict[str, GlobalFunction] = {
    "useState": _use_state,
    "useReducer": _use_reducer,
    "useMemo": lambda arguments, _budget, call: call(get_first(arguments), []),
    "useCallback": get_first,
    "useRef": lambda arguments, *_: {"current": get_first(arguments)},
    "useContext": _use_context,
    "useId": lambda *_: "id",
    **dict.fromkeys(EFFECTS, _return_undefined),
    "useDeferredValue": get_first,
    "useTransition": lambda *_: [False, BuiltIn("startTransition", _return_undefined)],
    "useSyncExternalStore": lambda arguments, _budget, call: call(get_first(arguments[-1:]), []),
}
"""React's hooks. Their functions do not run, so that a component stays in its first state."""
_REACT: dict[str, GlobalFunction] = {
    "createElement": _create_element,
    "cloneElement": _clone_element,
    "isValidElement": lambda arguments, *_: isinstance(get_first(arguments), JsxValue),
    "createContext": lambda arguments, *_: {
        "value": get_first(arguments),
        "Provider": FRAGMENT,
        "Consumer": UNDEFINED,
    },
    "memo": get_first,
    "forwardRef": get_first,
}
"""Functions of React."""
_CHILDREN: dict[str, GlobalFunction] = {
    "map": _map_children,
    "forEach": _for_each_child,
    "toArray": lambda arguments, budget, _call: _flatten_children(arguments, budget),
    "count": lambda arguments, budget, _call: len(_flatten_children(arguments, budget)),
    "only": get_first,
}
"""Functions of ``React.Children``."""


def _cube_root(number: float) -> float:
    """Return the cube root, exact for cubes."""
    root = math.cbrt(number)
    exact = round(root) if math.isfinite(root) else 0
    return exact if exact and exact**3 == number else root


_MATH: dict[str, GlobalFunction] = {
    "max": lambda arguments, *_: _find_extreme(max, arguments, -math.inf),
    "min": lambda arguments, *_: _find_extreme(min, arguments, math.inf),
    "abs": _make_number_function(abs),
    "floor": _make_rounding(math.floor),
    "ceil": _make_rounding(math.ceil),
    "round": _make_rounding(_round_half_up),
    "trunc": _make_rounding(math.trunc),
    "sign": _make_number_function(_sign),
    "sqrt": _make_number_function(math.sqrt),
    "pow": _make_number_function(raise_to_power, 2),
    "hypot": _make_number_function(math.hypot, None),
    "cbrt": _make_number_function(_cube_root),
    "log": _make_number_function(_make_logarithm(math.log)),
    "log2": _make_number_function(_make_logarithm(math.log2)),
    "log10": _make_number_function(_make_logarithm(math.log10)),
    "log1p": _make_number_function(
        lambda number: -math.inf if number == -1 else math.log1p(number)
    ),
    "atan2": _make_number_function(math.atan2, 2),
    **{
        name: _make_number_function(getattr(math, name))
        for name in ("exp", "expm1", "sin", "cos", "tan", "atan", "asin", "acos")
    },
}
"""Functions of ``Math``."""
_NUMBER_FUNCTIONS: dict[str, GlobalFunction] = {
    "isInteger": lambda arguments, *_: _is_integer(get_first(arguments)),
    "isSafeInteger": lambda arguments, *_: _is_safe(get_first(arguments)),
    "isFinite": lambda arguments, *_: (
        is_number(get_first(arguments)) and math.isfinite(arguments[0])
    ),
    "isNaN": lambda arguments, *_: is_number(get_first(arguments)) and math.isnan(arguments[0]),
    "parseInt": _parse_int,
    "parseFloat": _parse_float,
}
"""Functions of ``Number``."""
_NUMBER_CONSTANTS: dict[str, Value] = {
    "MAX_SAFE_INTEGER": 2**53 - 1,
    "MIN_SAFE_INTEGER": 1 - 2**53,
    "MAX_VALUE": 1.7976931348623157e308,
    "MIN_VALUE": 5e-324,
    "EPSILON": 2**-52,
    "POSITIVE_INFINITY": math.inf,
    "NEGATIVE_INFINITY": -math.inf,
    "NaN": math.nan,
}
"""Constants of ``Number``."""
_OBJECT: dict[str, GlobalFunction] = {
    "keys": lambda arguments, *_: list(_get_members(arguments)),
    "values": lambda arguments, *_: list(_get_members(arguments).values()),
    "entries": lambda arguments, *_: [[key, item] for key, item in _get_members(arguments).items()],
    "fromEntries": _from_entries,
    "assign": _return_undefined,  # the evaluator knows what may be changed
    "freeze": get_first,
    "hasOwn": _has_own,
    "is": _is_same,
}
"""Functions of ``Object``. The evaluator handles ``assign``, as it knows what may be changed."""


def _make_built_ins(functions: Mapping[str, GlobalFunction]) -> dict[str, Value]:
    return {name: BuiltIn(name, function) for name, function in functions.items()}


GLOBALS: dict[str, Value] = {
    **_make_built_ins(_HOOKS),
    **_make_built_ins(
        {
            **dict.fromkeys(_TIMERS, _return_undefined),
            "Boolean": lambda arguments, *_: is_truthy(get_first(arguments)),
            "parseInt": _parse_int,
            "parseFloat": _parse_float,
            "isNaN": lambda arguments, *_: math.isnan(to_number(get_first(arguments))),
            "isFinite": lambda arguments, *_: math.isfinite(to_number(get_first(arguments))),
            "encodeURIComponent": lambda arguments, *_: quote(
                get_text(arguments, 0), safe="-_.!~*'()"
            ),
            "encodeURI": lambda arguments, *_: quote(
                get_text(arguments, 0), safe="-_.!~*'();/?:@&=+$,#"
            ),
            "RegExp": _construct_regex,
            **{
                name: partial(_construct_error, name)
                for name in ("Error", "TypeError", "RangeError")
            },
        }
    ),
    "NaN": math.nan,
    "Infinity": math.inf,
    "Number": _make_namespace(
        "Number",
        _NUMBER_FUNCTIONS,
        _NUMBER_CONSTANTS,
        lambda arguments, *_: to_number(arguments[0]) if arguments else 0,
    ),
    "String": _make_namespace(
        "String",
        {},
        function=lambda arguments, *_: get_text(arguments, 0, ""),
    ),
    "Object": _make_namespace("Object", _OBJECT),
    "Array": _make_namespace(
        "Array",
        {
            "isArray": lambda arguments, *_: isinstance(get_first(arguments), list),
            "from": _array_from,
            "of": lambda arguments, *_: list(arguments),
        },
        function=_construct_array,
    ),
    "JSON": _make_namespace("JSON", {"stringify": _stringify, "parse": _parse_json}),
    "Math": _make_namespace(
        "Math",
        _MATH,
        {
            "PI": math.pi,
            "E": math.e,
            "SQRT2": math.sqrt(2),
            "LN2": math.log(2),
            "LN10": math.log(10),
        },
    ),
    "Date": _make_namespace("Date", DATE, function=construct_date),
    "console": _make_namespace(
        "console", dict.fromkeys(("log", "warn", "error", "info", "debug"), _return_undefined)
    ),
    "React": _make_namespace(
        "React",
        _REACT,
        {
            **_make_built_ins(_HOOKS),
            "Children": _make_namespace("React.Children", _CHILDREN),
            "Fragment": FRAGMENT,
        },
    ),
    "Fragment": FRAGMENT,
}
"""The known names and their values. Assigning to ``globalThis`` changes a copy."""
OBJECT_METHODS: dict[str, Method] = {
    "hasOwnProperty": lambda value, arguments, *_: to_text(get_first(arguments)) in value,
    "toString": lambda value, *_: to_text(value),
}
"""The methods of objects."""
