"""What every page knows by name: ``Object.keys()``, ``Math.PI``, ``new Map()``, React's hooks.

Everything here is a value like any other: it can be taken apart, handed on and
called, but not changed.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Callable, Mapping
from functools import partial
from urllib.parse import quote, unquote, urljoin, urlsplit

from sphinx_docsnav.mdx.expressions.budget import MAX_ITEMS, Budget, check_weight
from sphinx_docsnav.mdx.expressions.dates import DATE, date_text, formatted_date, new_date
from sphinx_docsnav.mdx.expressions.memory import own_member
from sphinx_docsnav.mdx.expressions.operators import power
from sphinx_docsnav.mdx.expressions.regular_expressions import make_regex
from sphinx_docsnav.mdx.expressions.sets_and_maps import make_map, make_set
from sphinx_docsnav.mdx.expressions.text_methods import (
    CallFunction,
    Method,
    text_argument,
    to_locale,
    whole,
)
from sphinx_docsnav.mdx.expressions.values import (
    SPACES,
    UNDEFINED,
    BuiltIn,
    DateValue,
    ErrorValue,
    JsxComponent,
    JsxValue,
    MapList,
    RefusalError,
    RegexValue,
    SetList,
    ThrownError,
    Value,
    characters,
    in_order,
    is_minus_zero,
    is_nothing,
    is_number,
    number_text,
    strictly_equal,
    tidy,
    to_number,
    to_text,
    truthy,
)

GlobalFunction = Callable[[list[Value], Budget, CallFunction], Value]
"""Takes the arguments, what the evaluation may cost, and a function that calls functions."""

_NUMBER = re.compile(r"[+-]?(?:Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)", re.ASCII)
_WHOLE = re.compile(r"([+-]?)(0[xX])?([0-9a-zA-Z]{1,300})")


def _first(arguments: list[Value]) -> Value:
    return arguments[0] if arguments else UNDEFINED


def _dictionary(arguments: list[Value]) -> dict[str, Value]:
    value = arguments[0] if arguments else UNDEFINED
    if isinstance(value, (SetList, MapList)):
        return {}
    if isinstance(value, list):
        return {str(index): item for index, item in enumerate(value)}
    if not isinstance(value, dict):
        raise RefusalError("expected an object")
    return in_order(value)


def _from_entries(arguments: list[Value], budget: Budget, _call: CallFunction) -> dict[str, Value]:
    pairs = arguments[0] if arguments else UNDEFINED
    if not isinstance(pairs, list):
        raise RefusalError("Object.fromEntries() of something that is not an array")
    budget.step(len(pairs))
    return {to_text(pair[0]): pair[1] for pair in pairs if isinstance(pair, list) and len(pair) > 1}


def _array_from(arguments: list[Value], budget: Budget, call: CallFunction) -> list[Value]:
    value = arguments[0] if arguments else UNDEFINED
    if isinstance(value, dict):
        items: list[Value] = [UNDEFINED] * min(
            max(whole([value.get("length", 0)], 0, 0), 0), MAX_ITEMS + 1
        )
    elif isinstance(value, (list, str)):
        items = list(value)
    else:
        raise RefusalError("Array.from() of something that is not an array")
    budget.items(items)
    if len(arguments) > 1:
        return [call(arguments[1], [item, index]) for index, item in enumerate(items)]
    return items


def _array(arguments: list[Value], budget: Budget, _call: CallFunction) -> list[Value]:
    if len(arguments) == 1 and is_number(arguments[0]):
        return budget.items([UNDEFINED] * min(max(whole(arguments, 0, 0), 0), MAX_ITEMS + 1))
    return list(arguments)


def _plain(value: Value) -> Value:
    """Return *value* for JSON."""
    if isinstance(value, list) and not isinstance(value, (SetList, MapList)):
        return [None if _is_left_out(item) else _plain(item) for item in value]
    if isinstance(value, DateValue):
        return date_text(value)
    if isinstance(value, (dict, list)):
        items = _dictionary([value]).items()
        return {key: _plain(item) for key, item in items if not _is_left_out(item)}
    if isinstance(value, float):
        return _plain_number(value)
    if value is None or isinstance(value, (str, int, float)):
        return value
    raise RefusalError("JSON.stringify() of something that is not data")


def _plain_number(value: float) -> int | float | None:
    """Return *value* such that JSON has it as JavaScript writes it."""
    text = number_text(value)
    if text.lstrip("-").isdigit():
        return int(text)
    if math.isfinite(value) and repr(value) != text:
        raise RefusalError("JSON.stringify() of so small a number is not supported")
    return value if math.isfinite(value) else None


def _is_left_out(value: Value) -> bool:
    return value is UNDEFINED or isinstance(value, (BuiltIn, JsxComponent))


def _stringify(arguments: list[Value], budget: Budget, _call: CallFunction) -> Value:
    value, chosen = _first(arguments), _first(arguments[1:])
    if _is_left_out(value):
        return UNDEFINED
    if isinstance(chosen, (BuiltIn, JsxComponent)):
        raise RefusalError("JSON.stringify() with a function is not supported")
    if isinstance(chosen, list) and isinstance(value, dict):
        value = {key: value[key] for key in map(to_text, chosen) if key in value}
    check_weight(value)
    budget.step(len(to_text(value)) // 16)
    given = arguments[2] if len(arguments) > 2 else 0  # noqa: PLR2004  # the third
    indent = given if isinstance(given, str) else min(max(whole([given], 0, 0), 0), 10)
    separators = None if indent else (",", ":")
    plain = _plain(value)
    return budget.text(
        json.dumps(plain, ensure_ascii=False, indent=indent or None, separators=separators)
    )


def _parse(arguments: list[Value], budget: Budget, _call: CallFunction) -> Value:
    text = budget.text(text_argument(arguments, 0))
    budget.step(len(text) // 16)
    if isinstance(_first(arguments[1:]), (BuiltIn, JsxComponent)):
        raise RefusalError("JSON.parse() with a function is not supported")
    try:
        value = json.loads(text, parse_int=_json_number, parse_constant=_no_constant)
    except ValueError:
        error = ThrownError("JSON.parse() of a text that is not JSON")
        error.value = ErrorValue(name="SyntaxError", message=None)
        raise error from None
    if "\\u" in text:
        characters(json.dumps(value, ensure_ascii=False))  # half of a character is refused
    return value


def _json_number(text: str) -> int | float:
    return tidy(float(text))


def _no_constant(text: str) -> Value:
    raise ValueError(text)


def _parse_float(arguments: list[Value], _budget: Budget, _call: CallFunction) -> Value:
    found = _NUMBER.match(text_argument(arguments, 0).lstrip(SPACES))
    return tidy(float(found[0])) if found else math.nan


def _parse_int(arguments: list[Value], _budget: Budget, _call: CallFunction) -> Value:
    found = _WHOLE.match(text_argument(arguments, 0).lstrip(SPACES))
    base = whole(arguments, 1, 0)
    if found is None or base not in range(37) or base == 1:
        return math.nan
    sign, prefix, letters = found.groups()
    if prefix and base not in (0, 16):
        return 0
    base = base or (16 if prefix else 10)
    digits = ""
    for letter in letters:
        if not letter.isascii() or int(letter, 36) >= base:
            break
        digits += letter
    number = tidy(int(digits, base)) if digits else math.nan
    return tidy(-float(number)) if sign == "-" else number


def _numbers(arguments: list[Value]) -> list[int | float]:
    return [to_number(argument) for argument in arguments]


def _rounding(operation: Callable[[float], float]) -> GlobalFunction:
    def rounded(arguments: list[Value], _budget: Budget, _call: CallFunction) -> Value:
        number = to_number(arguments[0]) if arguments else math.nan
        if not math.isfinite(number):
            return number
        return tidy(math.copysign(operation(number), number))  # minus zero, too

    return rounded


def _nearest(number: float) -> int:
    return math.floor(number) + (number - math.floor(number) >= 0.5)  # noqa: PLR2004  # a half


def _sign(number: float) -> float:
    return math.copysign(1, number) if number and not math.isnan(number) else number


def _is_integer(value: Value) -> bool:
    return is_number(value) and float(value).is_integer()


def _is_safe(value: Value) -> bool:
    return _is_integer(value) and abs(value) < 2**53


def _real(operation: Callable[..., float], count: int | None = 1) -> GlobalFunction:
    """Return a function of numbers that is NaN or infinite where *operation* has no value.

    :param count: how many arguments it looks at; ``None`` for all.
    """

    def calculated(arguments: list[Value], _budget: Budget, _call: CallFunction) -> Value:
        numbers = [float(number) for number in _numbers(arguments[:count])]
        try:
            return tidy(float(operation(*numbers)))
        except OverflowError:
            return math.inf
        except (TypeError, ValueError):
            return math.nan

    return calculated


def _logarithm(operation: Callable[[float], float]) -> Callable[[float], float]:
    return lambda number: -math.inf if number == 0 else operation(number)


def _has_own(arguments: list[Value], _budget: Budget, _call: CallFunction) -> bool:
    owner, key, *_ = (*arguments, UNDEFINED, UNDEFINED)
    return (
        to_text(key) in owner
        if isinstance(owner, dict)
        else own_member(owner, key) is not UNDEFINED
    )


def _is_same(arguments: list[Value], _budget: Budget, _call: CallFunction) -> bool:
    left: Value
    right: Value
    left, right, *_ = (*arguments, UNDEFINED, UNDEFINED)
    if is_number(left) and is_number(right):
        are_nan = math.isnan(left) and math.isnan(right)
        return are_nan or (left == right and is_minus_zero(left) == is_minus_zero(right))
    return strictly_equal(left, right)


def _is_array(value: Value) -> bool:
    return isinstance(value, list) and not isinstance(value, (SetList, MapList))


def _extreme(choose: Callable[..., float], arguments: list[Value], empty: float) -> int | float:
    numbers = _numbers(arguments)
    return (
        math.nan
        if any(map(math.isnan, numbers))
        else choose(numbers, default=empty, key=lambda number: (number, not is_minus_zero(number)))
    )


def _grouped(arguments: list[Value], budget: Budget, call: CallFunction) -> dict[str, Value]:
    items, function, *_ = (*arguments, UNDEFINED, UNDEFINED)
    if not isinstance(items, list):
        raise RefusalError("Object.groupBy() of something that is not an array")
    found: dict[str, Value] = {}
    for index, item in enumerate(items):
        budget.step()
        found.setdefault(to_text(call(function, [item, index])), []).append(item)
    return found


def _error(name: str, arguments: list[Value], _budget: Budget, _call: CallFunction) -> ErrorValue:
    message = "" if _first(arguments) is UNDEFINED else to_text(arguments[0])
    return ErrorValue(name=name, message=message)


def _new_regex(arguments: list[Value], _budget: Budget, _call: CallFunction) -> RegexValue:
    given = _first(arguments)
    if isinstance(given, RegexValue):
        return make_regex(given.pattern, text_argument(arguments, 1, given.flags))
    return make_regex(text_argument(arguments, 0, "(?:)"), text_argument(arguments, 1, ""))


def _number_format(arguments: list[Value], _budget: Budget, _call: CallFunction) -> Value:
    def formatted(given: list[Value], budget: Budget, call: CallFunction) -> str:
        return to_locale(to_number(_first(given)), arguments, budget, call)

    return {"format": BuiltIn("format", formatted)}


def _structured_clone(arguments: list[Value], budget: Budget, _call: CallFunction) -> Value:
    budget.step(check_weight(_first(arguments)) // 16)
    return _cloned(_first(arguments))


def _cloned(value: Value) -> Value:
    if isinstance(value, list):
        items = type(value)()
        items += map(_cloned, value)
        return items
    if isinstance(value, dict):
        return type(value)({key: _cloned(item) for key, item in value.items()})
    return value


def _date_format(arguments: list[Value], _budget: Budget, _call: CallFunction) -> Value:
    def formatted(given: list[Value], budget: Budget, call: CallFunction) -> Value:
        return formatted_date(new_date(given, budget, call), arguments, budget, call)

    return {"format": BuiltIn("format", formatted)}


def _url(arguments: list[Value], budget: Budget, _call: CallFunction) -> dict[str, Value]:
    """Return the parts of an address, as ``new URL(address, base)`` names them."""
    address = budget.text(text_argument(arguments, 0)).strip()
    try:
        base = text_argument(arguments, 1) if len(arguments) > 1 else ""
        parts = urlsplit(urljoin(base, address) if base else address)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if not parts.scheme:
        error = ThrownError("new URL() of a text that is no address")
        error.value = ErrorValue(name="TypeError", message="Invalid URL")
        raise error
    name = parts.hostname or ""
    host = f"{name}:{port}" if port else name
    path = parts.path or ("/" if host else "")
    search = f"?{parts.query}" if parts.query else ""
    fragment = f"#{parts.fragment}" if parts.fragment else ""
    start = f"{parts.scheme}://{host}" if host else f"{parts.scheme}:"
    return {
        "href": f"{start}{path}{search}{fragment}",
        "origin": start if host else "null",
        "protocol": f"{parts.scheme}:",
        "host": host,
        "hostname": name,
        "port": str(port or ""),
        "pathname": path,
        "search": search,
        "hash": fragment,
    }


# --- React ----------------------------------------------------------------------------------


def _children(arguments: list[Value], budget: Budget) -> list[Value]:
    """Return what is in ``children`` as a flat list, without what shows nothing."""
    flat: list[Value] = []
    left = [_first(arguments)]
    while left:
        budget.step()
        item = left.pop()
        if isinstance(item, list):
            left += reversed(item)
        elif not is_nothing(item) and not isinstance(item, bool):
            flat.append(item)
    return flat


def _map_children(arguments: list[Value], budget: Budget, call: CallFunction) -> list[Value]:
    function = arguments[1] if len(arguments) > 1 else UNDEFINED
    children = _children(arguments, budget)
    return budget.items([call(function, [item, index]) for index, item in enumerate(children)])


def _each_child(arguments: list[Value], budget: Budget, call: CallFunction) -> Value:
    _map_children(arguments, budget, call)
    return UNDEFINED


def _create_element(arguments: list[Value], _budget: Budget, _call: CallFunction) -> JsxValue:
    kind, given, *children = (*arguments, UNDEFINED, UNDEFINED)[: max(len(arguments), 2)]
    props = dict(given) if isinstance(given, dict) else {}
    inside = props.pop("children", UNDEFINED)
    if not children and inside is not UNDEFINED:
        children = [inside]
    if isinstance(kind, str):
        return JsxValue(kind, props, tuple(children))
    name = kind.name if isinstance(kind, JsxComponent) else ""
    return JsxValue(name, props, tuple(children), None if kind is FRAGMENT else kind or None)


def _clone_element(arguments: list[Value], _budget: Budget, _call: CallFunction) -> Value:
    element, given, *children = (*arguments, UNDEFINED, UNDEFINED)[: max(len(arguments), 2)]
    if not isinstance(element, JsxValue):
        raise RefusalError("React.cloneElement() of something that is not an element")
    props = {**element.props, **(given if isinstance(given, dict) else {})}
    return JsxValue(element.name, props, tuple(children) or element.children, element.target)


def _context(arguments: list[Value], _budget: Budget, _call: CallFunction) -> dict[str, Value]:
    return {"value": _first(arguments), "Provider": FRAGMENT, "Consumer": UNDEFINED}


def _context_value(arguments: list[Value], _budget: Budget, _call: CallFunction) -> Value:
    given = _first(arguments)
    return given.get("value", UNDEFINED) if isinstance(given, dict) else UNDEFINED


def _same(arguments: list[Value], _budget: Budget, _call: CallFunction) -> Value:
    return _first(arguments)


def _nothing(_arguments: list[Value], _budget: Budget, _call: CallFunction) -> Value:
    return UNDEFINED


FRAGMENT = BuiltIn("Fragment")
"""``<Fragment>`` as a value."""


def _namespace(
    name: str,
    functions: Mapping[str, GlobalFunction],
    constants: Mapping[str, Value] | None = None,
    function: GlobalFunction | None = None,
) -> BuiltIn:
    members: dict[str, Value] = dict(constants or {})
    members |= {key: BuiltIn(f"{name}.{key}", made) for key, made in functions.items()}
    return BuiltIn(name, function, members)


EFFECTS = ("useEffect", "useLayoutEffect", "useInsertionEffect")
TIMERS = ("setTimeout", "setInterval", "requestAnimationFrame")
_HOOKS: dict[str, GlobalFunction] = {
    "useState": _nothing,  # the evaluator has the states
    "useReducer": _nothing,
    "useMemo": lambda arguments, _budget, call: call(_first(arguments), []),
    "useCallback": _same,
    "useRef": lambda arguments, *_: {"current": _first(arguments)},
    "useContext": _context_value,
    "useId": lambda *_: "id",
    **dict.fromkeys(EFFECTS, _nothing),  # the evaluator keeps them
    "useDeferredValue": _same,
    "useTransition": lambda *_: [False, BuiltIn("startTransition", _nothing)],
    "useSyncExternalStore": lambda arguments, _budget, call: call(
        arguments[-1] if arguments else UNDEFINED, []
    ),
}
_REACT: dict[str, GlobalFunction] = {
    "createElement": _create_element,
    "cloneElement": _clone_element,
    "isValidElement": lambda arguments, *_: isinstance(_first(arguments), JsxValue),
    "createContext": _context,
    "memo": _same,
    "forwardRef": _same,
}
_CHILDREN: dict[str, GlobalFunction] = {
    "map": _map_children,
    "forEach": _each_child,
    "toArray": lambda arguments, budget, _call: _children(arguments, budget),
    "count": lambda arguments, budget, _call: len(_children(arguments, budget)),
    "only": _same,
}


def _cube_root(number: float) -> float:
    root = math.cbrt(number)
    exact = round(root) if math.isfinite(root) else 0
    return exact if exact and exact**3 == number else root


_MATH: dict[str, GlobalFunction] = {
    "max": lambda arguments, *_: _extreme(max, arguments, -math.inf),
    "min": lambda arguments, *_: _extreme(min, arguments, math.inf),
    "abs": _real(abs),
    "floor": _rounding(math.floor),
    "ceil": _rounding(math.ceil),
    "round": _rounding(_nearest),
    "trunc": _rounding(math.trunc),
    "sign": _real(_sign),
    "sqrt": _real(math.sqrt),
    "pow": _real(power, 2),
    "hypot": _real(math.hypot, None),
    "cbrt": _real(_cube_root),
    "log": _real(_logarithm(math.log)),
    "log2": _real(_logarithm(math.log2)),
    "log10": _real(_logarithm(math.log10)),
    "log1p": _real(lambda number: -math.inf if number == -1 else math.log1p(number)),
    "atan2": _real(math.atan2, 2),
    **{
        name: _real(getattr(math, name))
        for name in ("exp", "expm1", "sin", "cos", "tan", "atan", "asin", "acos")
    },
}
_NUMBER_FUNCTIONS: dict[str, GlobalFunction] = {
    "isInteger": lambda arguments, *_: _is_integer(_first(arguments)),
    "isSafeInteger": lambda arguments, *_: _is_safe(_first(arguments)),
    "isFinite": lambda arguments, *_: is_number(_first(arguments)) and math.isfinite(arguments[0]),
    "isNaN": lambda arguments, *_: is_number(_first(arguments)) and math.isnan(arguments[0]),
    "parseInt": _parse_int,
    "parseFloat": _parse_float,
}
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
_OBJECT: dict[str, GlobalFunction] = {
    "keys": lambda arguments, *_: list(_dictionary(arguments)),
    "values": lambda arguments, *_: list(_dictionary(arguments).values()),
    "entries": lambda arguments, *_: [[key, item] for key, item in _dictionary(arguments).items()],
    "fromEntries": _from_entries,
    "assign": _nothing,  # the evaluator knows what may be changed
    "freeze": _same,
    "hasOwn": _has_own,
    "is": _is_same,
    "groupBy": _grouped,
}


def _of_codes(arguments: list[Value], _budget: Budget, _call: CallFunction) -> str:
    return characters("".join(chr(whole([item], 0, 0) & 0xFFFF) for item in arguments))


def _of_points(arguments: list[Value], _budget: Budget, _call: CallFunction) -> str:
    points = _numbers(arguments)
    if not all(_is_integer(point) and 0 <= point <= sys.maxunicode for point in points):
        raise RefusalError("String.fromCodePoint() of a number without a character")
    return characters("".join(map(chr, map(int, points))))


def _decoded(arguments: list[Value], _budget: Budget, _call: CallFunction) -> str:
    text = text_argument(arguments, 0)
    try:
        if not _BAD_PERCENT.search(text):
            return unquote(text, errors="strict")
    except UnicodeDecodeError:
        pass
    error = ThrownError("decodeURIComponent() of a text that is not encoded")
    error.value = ErrorValue(name="URIError", message="URI malformed")
    raise error


_RESERVED = re.compile("%(?=2[346BCF]|3[ABDF]|40)", re.IGNORECASE)
_BAD_PERCENT = re.compile("%(?![0-9a-fA-F]{2})")


def _plain_functions(functions: Mapping[str, GlobalFunction]) -> dict[str, Value]:
    return {name: BuiltIn(name, function) for name, function in functions.items()}


GLOBALS: dict[str, Value] = {
    **_plain_functions(_HOOKS),
    **_plain_functions(
        {
            **dict.fromkeys((*TIMERS, "clearTimeout", "clearInterval"), _nothing),
            "Boolean": lambda arguments, *_: truthy(_first(arguments)),
            "parseInt": _parse_int,
            "parseFloat": _parse_float,
            "isNaN": lambda arguments, *_: math.isnan(to_number(_first(arguments))),
            "isFinite": lambda arguments, *_: math.isfinite(to_number(_first(arguments))),
            "encodeURIComponent": lambda arguments, *_: quote(
                text_argument(arguments, 0), safe="-_.!~*'()"
            ),
            "decodeURIComponent": _decoded,
            "decodeURI": lambda arguments, *rest: _decoded(
                [_RESERVED.sub("%25", text_argument(arguments, 0))], *rest
            ),
            "encodeURI": lambda arguments, *_: quote(
                text_argument(arguments, 0), safe="-_.!~*'();/?:@&=+$,#"
            ),
            "RegExp": _new_regex,
            **{name: partial(_error, name) for name in ("Error", "TypeError", "RangeError")},
            "URL": _url,
            "structuredClone": _structured_clone,
            "Set": make_set,
            "Map": make_map,
        }
    ),
    "NaN": math.nan,
    "Infinity": math.inf,
    "Number": _namespace(
        "Number",
        _NUMBER_FUNCTIONS,
        _NUMBER_CONSTANTS,
        lambda arguments, *_: to_number(arguments[0]) if arguments else 0,
    ),
    "String": _namespace(
        "String",
        {"fromCharCode": _of_codes, "fromCodePoint": _of_points},
        function=lambda arguments, *_: text_argument(arguments, 0, ""),
    ),
    "Object": _namespace("Object", _OBJECT),
    "Array": _namespace(
        "Array",
        {
            "isArray": lambda arguments, *_: _is_array(_first(arguments)),
            "from": _array_from,
            "of": lambda arguments, *_: list(arguments),
        },
        function=_array,
    ),
    "JSON": _namespace("JSON", {"stringify": _stringify, "parse": _parse}),
    "Math": _namespace(
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
    "Date": _namespace("Date", DATE, function=new_date),
    "Intl": _namespace("Intl", {"NumberFormat": _number_format, "DateTimeFormat": _date_format}),
    "console": _namespace(
        "console", dict.fromkeys(("log", "warn", "error", "info", "debug"), _nothing)
    ),
    "React": _namespace(
        "React",
        _REACT,
        {
            **_plain_functions(_HOOKS),
            "Children": _namespace("React.Children", _CHILDREN),
            "Fragment": FRAGMENT,
        },
    ),
    "Fragment": FRAGMENT,
}
"""By name. Assigning to ``globalThis`` changes a copy."""
OBJECT_METHODS: dict[str, Method] = {
    "hasOwnProperty": lambda value, arguments, *_: to_text(_first(arguments)) in value,
    "toString": lambda value, *_: to_text(value),
}
"""The methods of objects."""
