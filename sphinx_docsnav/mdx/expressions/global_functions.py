"""The few functions that every page can call: ``Object.keys()``, ``Math.max()``, React's hooks.

A page never changes: hooks give the initial state, and effects do not run.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from typing import Final
from urllib.parse import quote, unquote

from sphinx_docsnav.mdx.expressions import syntax_tree as nodes
from sphinx_docsnav.mdx.expressions.budget import MAX_ITEMS, Budget, check_weight
from sphinx_docsnav.mdx.expressions.sets_and_maps import make_map, make_set
from sphinx_docsnav.mdx.expressions.text_methods import CallFunction, text_argument, whole
from sphinx_docsnav.mdx.expressions.values import (
    UNDEFINED,
    JsxComponent,
    RefusalError,
    Value,
    is_number,
    tidy,
    to_number,
    to_text,
    truthy,
)

Hook = Callable[[list[Value], CallFunction], Value]
"""Takes the arguments and a function that calls functions."""

NOTHING: Final = JsxComponent(nodes.Function((), "", ()), {})
"""A function that does nothing: it changes a state that is never shown."""


def _first(arguments: list[Value]) -> Value:
    return arguments[0] if arguments else UNDEFINED


def _use_state(arguments: list[Value], call: CallFunction) -> Value:
    first = _first(arguments)
    return [call(first, []) if isinstance(first, JsxComponent) else first, NOTHING]


def _use_reducer(arguments: list[Value], call: CallFunction) -> Value:
    _reducer, state, start, *_ = (*arguments, UNDEFINED, UNDEFINED, UNDEFINED)
    return [call(start, [state]) if isinstance(start, JsxComponent) else state, NOTHING]


def _no_effect(_arguments: list[Value], _call: CallFunction) -> Value:
    return UNDEFINED


HOOKS: dict[str, Hook] = {
    "useState": _use_state,
    "useReducer": _use_reducer,
    "useMemo": lambda arguments, call: call(_first(arguments), []),
    "useCallback": lambda arguments, _call: _first(arguments),
    "useRef": lambda arguments, _call: {"current": _first(arguments)},
    "useEffect": _no_effect,
    "useLayoutEffect": _no_effect,
    "useInsertionEffect": _no_effect,
}
"""By name; the same names follow ``React.``."""


GlobalFunction = Callable[[list[Value], Budget, CallFunction], Value]
"""Takes the arguments, what the evaluation may cost, and a function that calls functions."""

_NUMBER = re.compile(r"\s*([+-]?(?:\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+))")
_WHOLE = re.compile(r"\s*([+-]?\d{1,300})")


def _dictionary(arguments: list[Value]) -> dict[str, Value]:
    value = arguments[0] if arguments else UNDEFINED
    if isinstance(value, list):
        return {str(index): item for index, item in enumerate(value)}
    if not isinstance(value, dict):
        raise RefusalError("expected an object")
    return value


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
    if isinstance(value, list):
        return [None if item is UNDEFINED else _plain(item) for item in value]
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items() if item is not UNDEFINED}
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if value is None or isinstance(value, (str, int, float)):
        return value
    raise RefusalError("JSON.stringify() of something that is not data")


def _stringify(arguments: list[Value], budget: Budget, _call: CallFunction) -> Value:
    value = arguments[0] if arguments else UNDEFINED
    if value is UNDEFINED:
        return UNDEFINED
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
    try:
        return json.loads(text)
    except ValueError:
        raise RefusalError("JSON.parse() of a text that is not JSON") from None


def _read_number(pattern: re.Pattern[str], text: str) -> int | float:
    found = pattern.match(text)
    return tidy(float(found[1])) if found else math.nan


def _numbers(arguments: list[Value]) -> list[int | float]:
    return [to_number(argument) for argument in arguments]


def _rounding(operation: Callable[[float], float]) -> GlobalFunction:
    def rounded(arguments: list[Value], _budget: Budget, _call: CallFunction) -> Value:
        number = to_number(arguments[0]) if arguments else math.nan
        return tidy(operation(number)) if math.isfinite(number) else number

    return rounded


def _is_integer(value: Value) -> bool:
    return is_number(value) and float(value).is_integer()


GLOBAL: dict[str, GlobalFunction] = {
    "new Set": make_set,
    "new Map": make_map,
    "String": lambda arguments, *_: text_argument(arguments, 0, ""),
    "Number": lambda arguments, *_: to_number(arguments[0]) if arguments else 0,
    "Boolean": lambda arguments, *_: truthy(_first(arguments)),
    "Array": _array,
    "parseInt": lambda arguments, *_: _read_number(_WHOLE, text_argument(arguments, 0)),
    "parseFloat": lambda arguments, *_: _read_number(_NUMBER, text_argument(arguments, 0)),
    "isNaN": lambda arguments, *_: math.isnan(to_number(_first(arguments))),
    "encodeURIComponent": lambda arguments, *_: quote(
        text_argument(arguments, 0), safe="-_.!~*'()"
    ),
    "decodeURIComponent": lambda arguments, *_: unquote(text_argument(arguments, 0)),
    "encodeURI": lambda arguments, *_: quote(
        text_argument(arguments, 0), safe="-_.!~*'();/?:@&=+$,#"
    ),
    "Object.keys": lambda arguments, *_: list(_dictionary(arguments)),
    "Object.values": lambda arguments, *_: list(_dictionary(arguments).values()),
    "Object.entries": lambda arguments, *_: [
        [key, value] for key, value in _dictionary(arguments).items()
    ],
    "Object.fromEntries": _from_entries,
    "Object.freeze": lambda arguments, *_: _first(arguments),
    "Array.isArray": lambda arguments, *_: isinstance(_first(arguments), list),
    "Array.from": _array_from,
    "Array.of": lambda arguments, *_: list(arguments),
    "JSON.stringify": _stringify,
    "JSON.parse": _parse,
    "Number.isInteger": lambda arguments, *_: _is_integer(_first(arguments)),
    "Number.isNaN": lambda arguments, *_: is_number(_first(arguments)) and math.isnan(arguments[0]),
    "Number.parseInt": lambda arguments, *_: _read_number(_WHOLE, text_argument(arguments, 0)),
    "Number.parseFloat": lambda arguments, *_: _read_number(_NUMBER, text_argument(arguments, 0)),
    "String.fromCharCode": lambda arguments, *_: "".join(
        chr(code)
        for code in (whole([item], 0, 0) for item in arguments)
        if 0 < code < 0xD800  # noqa: PLR2004  # no surrogates
    ),
    "console.log": lambda *_: UNDEFINED,
    "console.warn": lambda *_: UNDEFINED,
    "console.error": lambda *_: UNDEFINED,
    "Math.max": lambda arguments, *_: max(_numbers(arguments), default=-math.inf),
    "Math.min": lambda arguments, *_: min(_numbers(arguments), default=math.inf),
    "Math.abs": _rounding(abs),
    "Math.floor": _rounding(math.floor),
    "Math.ceil": _rounding(math.ceil),
    "Math.round": _rounding(lambda number: math.floor(number + 0.5)),
    "Math.trunc": _rounding(math.trunc),
    "Math.sign": _rounding(lambda number: (number > 0) - (number < 0)),
    "Math.sqrt": _rounding(lambda number: math.sqrt(number) if number >= 0 else math.nan),
}
"""By full name."""
