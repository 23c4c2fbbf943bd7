"""React's hooks on a page that never changes: the initial state, and no effects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sphinx_docsnav.mdx.expressions import syntax_tree as nodes
from sphinx_docsnav.mdx.expressions.methods import CallFunction
from sphinx_docsnav.mdx.expressions.values import UNDEFINED, JsxComponent, Value

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
