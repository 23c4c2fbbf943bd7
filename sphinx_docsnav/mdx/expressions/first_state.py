"""A component of a page as a static value: what it shows first, without its handlers.

React renders a component again when a handler, an effect or a timer sets a state. None of these run
here, so a page has the first rendering only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from sphinx_docsnav.mdx.expressions.budget import (
    MAX_WEIGHT,
    Budget,
    Reserve,
    check_weight,
)
from sphinx_docsnav.mdx.expressions.evaluator import Evaluator
from sphinx_docsnav.mdx.expressions.global_functions import SET_STATE
from sphinx_docsnav.mdx.expressions.values import (
    UNDEFINED,
    JsxComponent,
    JsxValue,
    Value,
    is_function,
    is_nothing,
)
from sphinx_docsnav.mdx.tags import is_handler

_CONTENT = frozenset({"alt", "dangerouslySetInnerHTML", "href", "src", "srcDoc", "value"})
"""Attributes of HTML that are content."""
_NAME = re.compile(r"[^\W\d][\w$]*")
"""A name in code."""


def render_first_state(
    component: JsxComponent,
    props: Mapping[str, Value],
    reserve: Reserve | None,
    steps: int,
) -> Value:
    """Return what *component* shows before code runs in a browser.

    `Reserve.has_state` is set if code could change it later. The content that the page gives to
    such a component is part of the result; its title is if the component shows nothing.

    :param reserve: steps that the components of a page share if they need more than their own.
    :param steps: the number of steps that the component has of its own.
    :raises RefusalError: if it cannot be evaluated.
    """
    evaluator = Evaluator(Budget(steps, reserve=reserve), component.position)
    evaluator.allows_random = True
    value = evaluator.changes.replace_changed(evaluator.call(component, [dict(props)]))
    check_weight(value)
    title, children = props.get("title", UNDEFINED), props.get("children", UNDEFINED)
    is_blank = not _has_content(value)
    # An effect may fill an empty element; one without an element only counts visits.
    is_box = is_blank and not (_shows_nothing(value) and _shows_nothing(children))
    budget = Budget(MAX_WEIGHT)
    functions = [*evaluator.effects, *_list_functions(value)]
    if (is_box and evaluator.effects) or any(_sets_state(one, budget) for one in functions):
        if reserve is not None:
            reserve.has_state = True
        if is_blank:
            paragraph = JsxValue("p", {}, (title,)) if isinstance(title, str) and title else title
            return JsxValue("", {}, (paragraph, children))
        # Content that the page gives to the component is shown, also what a click would open.
        missing = _find_missing(value, children if isinstance(children, list) else [children])
        value = JsxValue("", {}, (value, *missing)) if missing else value
    return _replace_handlers(value, budget)


def _shows_nothing(value: Value) -> bool:
    """Return whether *value* is one that React does not show."""
    return is_nothing(value) or isinstance(value, bool) or value in ("", [])


def _has_content(value: Value) -> bool:
    """Return whether *value* has text, a picture, or an element that another component shows."""
    if isinstance(value, list):
        return any(map(_has_content, value))
    if not isinstance(value, JsxValue):
        return not _shows_nothing(value) and not is_function(value)
    is_html = value.name.islower() or not value.name
    if value.whole is not None or not is_html or value.name == "svg":
        return True
    attributes = (item for name, item in value.props.items() if name in _CONTENT)
    return any(map(_has_content, (*attributes, *value.children)))


def _find_missing(value: Value, children: list[Value]) -> list[Value]:
    """Return those of the page's *children* that are not in *value*, nor a copy of them."""
    shown_ids: set[int] = set()
    pending = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, JsxValue):
            shown_ids.add(id(item.whole))
            pending += item.children
        elif isinstance(item, list):
            pending += item
        else:
            shown_ids.add(id(item))
    elements = (child for child in children if isinstance(child, JsxValue))
    return [one for one in elements if shown_ids.isdisjoint(map(id, (one.whole, *one.children)))]


def _list_functions(value: Value) -> Iterator[Value]:
    """Yield the functions that are attributes of the elements in *value*."""
    if isinstance(value, list):
        for item in value:
            yield from _list_functions(item)
    elif isinstance(value, JsxValue):
        yield from filter(is_function, value.props.values())
        yield from _list_functions(list(value.children))


def _replace_handlers(value: Value, budget: Budget) -> Value:
    """Return *value* with the text of handlers in their place.

    Handlers that set a state are left out: the message about the component stands for them.
    """
    if isinstance(value, list):
        return [_replace_handlers(item, budget) for item in value]
    if not isinstance(value, JsxValue):
        return value
    handlers = {
        name: _get_source(item, budget)
        for name, item in value.props.items()
        if is_handler(name) and is_function(item)
    }
    children = tuple(_replace_handlers(child, budget) for child in value.children)
    return JsxValue(value.name, value.props | handlers, children, value.target, value.whole)


def _get_source(handler: Value, budget: Budget) -> Value:
    """Return the text of *handler*; `UNDEFINED` if it sets a state."""
    if not isinstance(handler, JsxComponent) or _sets_state(handler, budget):
        return UNDEFINED
    # A handler of the component around it that sets a state was left out there.
    calls_outer = UNDEFINED in _find_named_values(handler, set(), budget)
    return UNDEFINED if calls_outer else handler.function.source


def _sets_state(function: Value, budget: Budget) -> bool:
    """Return whether *function* sets a state, or a function that it names does."""
    return function is SET_STATE or SET_STATE in _find_named_values(function, set(), budget)


def _find_named_values(function: Value, seen: set[int], budget: Budget) -> Iterator[Value]:
    """Yield the values that *function* names, and those that the functions among them name.

    Of an object, such as the properties of a component, the members are yielded.
    """
    if not isinstance(function, JsxComponent) or id(function.function) in seen:
        return
    # Functions can name each other.
    seen.add(id(function.function))
    for name in set(_NAME.findall(function.function.source)):
        budget.pay()
        if name in function.scope:
            value = function.scope[name]
            yield from value.values() if isinstance(value, dict) else [value]
            yield from _find_named_values(value, seen, budget)
