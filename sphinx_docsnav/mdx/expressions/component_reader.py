"""A component of a page as a reader sees it: rendered, with its words and its controls."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from sphinx_docsnav.mdx.expressions.budget import Budget, check_weight
from sphinx_docsnav.mdx.expressions.evaluator import ComponentState, Evaluator
from sphinx_docsnav.mdx.expressions.values import (
    UNDEFINED,
    BuiltIn,
    JsxComponent,
    JsxValue,
    RefusalError,
    Value,
    is_nothing,
    is_number,
    to_text,
)

_UNDOES = re.compile(r"on(?:\w*Leave|\w*Out|Blur|Key\w*|Scroll|Error|Load)\Z")
WIDGETS = frozenset({"button", "input", "label", "option", "select", "summary", "textarea"})
"""Elements whose words name what a click does."""
_LOOKS = frozenset(
    {"class", "className", "disabled", "hidden", "id", "key", "ref", "role", "style"}
)
"""Attributes that change how an element looks, and not what it says."""
_SPEAKING = frozenset({"alt", "dangerouslySetInnerHTML", "href", "src", "srcDoc", "value"})
"""Attributes of HTML that say something."""
_DRAWINGS = frozenset({"svg", "Icon"})
_HIDING = frozenset({"hidden", "sr-only", "invisible"})
_NAME = re.compile(r"[^\W\d][\w$]*")
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(slots=True)
class Control:
    """What a reader can use: an element, its handler and what the handler is told."""

    handler: Value
    event: Value
    title: str
    is_title: bool
    """Whether the element says nothing but its title."""
    leads_to: int = -1
    """The rendering that follows; -1 if nothing changes."""


@dataclass(slots=True)
class Rendering:
    """What a component shows in one state."""

    run: Evaluator
    state: ComponentState
    value: Value

    @property
    def key(self) -> str:
        """What equal states have in common."""
        return state_key(self.state.values)


@dataclass
class ComponentReader:
    """Renders a component and reads what it shows; one budget pays for all."""

    component: JsxComponent
    props: Mapping[str, Value]
    budget: Budget
    _written: str = ""

    def render(self, state: ComponentState) -> Rendering:
        """Return what the component shows in *state*."""
        run = Evaluator(self.budget, self.component.place)
        run.component, run.has_handlers = state, True
        value = run.changes.settled(run.call(self.component, [dict(self.props)]))
        check_weight(value)
        return Rendering(run, state, value)

    def try_render(self, state: ComponentState) -> Rendering | None:
        """Return what the component shows in *state*, if that is not refused."""
        try:
            return self.render(state)
        except RefusalError:
            self.budget.step()  # it ends all of this if nothing is left
            return None

    def inside(self, element: JsxValue) -> Rendering | None:
        """Return what a component of the page makes of the properties of *element*."""
        if not isinstance(element.target, JsxComponent):
            return None
        props = dict(element.props)
        if element.children:
            props["children"] = as_one(element.children)
        return ComponentReader(element.target, props, self.budget).try_render(ComponentState())

    def used(self, before: Rendering, control: Control) -> dict[int, Value]:
        """Return the states after a reader used *control*; code for a browser ends there."""
        before.state.changed = {}
        before.run.budget, dated = self.budget, self.budget.is_dated
        try:
            before.run.call(control.handler, [control.event])
        except RefusalError:
            self.budget.step()
        self.budget.is_dated = dated  # the time of a click is not shown
        return {**before.state.values, **before.state.changed}

    def controls_in(self, value: Value) -> Iterator[Control]:
        """Yield what a reader can use in *value*."""
        for element in self.elements(value):
            if element.props.get("disabled") is True:
                continue
            functions = [prop for prop in element.props.values() if _is_function(prop)]
            if functions and (inside := self.inside(element)) is not None:
                yield from self.controls_in(inside.value)
                continue
            for name, handler in handlers_of(element):
                if _UNDOES.match(name):
                    continue
                words = " ".join(" ".join(self.texts(element)).split())
                for target, title in self._targets(element):
                    event = {"target": target, "currentTarget": target, **_EVENT}
                    is_title = element.name == "select" or words == title
                    yield Control(handler, event, title, is_title)

    def _targets(self, element: JsxValue) -> Iterable[tuple[dict[str, Value], str]]:
        """Return the values that an element can be given, each with its title."""
        if element.name == "select":
            inner = self.elements(list(element.children))
            return [self._target(option) for option in inner if option.name == "option"]
        if element.props.get("type") == "checkbox":
            return [({"checked": checked}, "") for checked in (True, False)]
        return [self._target(element)]

    def _target(self, element: JsxValue) -> tuple[dict[str, Value], str]:
        names = ("aria-label", "title", "label")
        named = next((element.props[name] for name in names if name in element.props), "")
        words = " ".join(" ".join(self.texts(JsxValue("", {}, element.children))).split())
        title = words or (named if isinstance(named, str) else "")
        value = element.props.get("value", title)
        return {"value": value, "checked": True, "textContent": title}, title

    def elements(self, value: Value) -> Iterator[JsxValue]:
        """Yield the elements in *value*, each before those inside."""
        left = [value]
        while left:
            self.budget.step()
            item = left.pop()
            if isinstance(item, list):
                left += reversed(item)
            elif isinstance(item, JsxValue):
                yield item
                left += reversed(item.children)

    def words(self, value: Value, *, plain: bool = False, apart: bool = False) -> Iterator[str]:
        """Yield the texts of a rendering that are no titles of controls; no addresses if *plain*.

        What a component of the page is given is one word, or one for each text if *apart*.
        """
        self.budget.step()
        if isinstance(value, JsxValue):
            if value.name in WIDGETS or is_hidden(value):
                return
            is_own = isinstance(value.target, JsxComponent)
            if is_own or not plain:
                said = list(self.texts(list(said_values(value))))
                yield from ["|".join(said)] if is_own and not apart else said
            for child in value.children:
                yield from self.words(child, plain=plain, apart=apart)
        elif isinstance(value, list):
            for item in value:
                yield from self.words(item, plain=plain, apart=apart)
        else:
            yield from self.texts(value)

    def inner_words(self, value: Value) -> Iterator[tuple[bool, str]]:
        """Yield the words of *value*, and as shown those that components of the page in it show."""
        yield from ((False, word) for word in self.words(value, apart=True))
        for element in self.elements(value):
            if isinstance(element.target, JsxComponent):
                inside = self.inside(element)
                shown = inside.value if inside else element
                yield from ((True, word) for word in self.words(shown))

    def texts(self, value: Value) -> Iterator[str]:
        """Yield what *value* says: its texts, and the attributes that say something."""
        left = [value]
        while left:
            self.budget.step()  # what is shared is read as often as it shows
            item = left.pop()
            if isinstance(item, list):
                left += reversed(item)
            elif isinstance(item, JsxValue):
                if item.name not in _DRAWINGS:
                    self.budget.step(len(item.children) // 4)
                    left += reversed(list(_runs(item.children)))
                    left += said_values(item)
            elif isinstance(item, dict):
                left += item.values()
            elif not is_empty(item) and not _is_function(item):
                yield to_text(item) if isinstance(item, str) or is_number(item) else f"#{id(item)}"

    def is_written(self, word: str) -> bool:
        """Return whether *word* stands in the component's code or data; a number as an item."""
        if not self._written:
            values = [self.component, *self.named(self.component, set()), dict(self.props)]
            sources = [one.function.source for one in values if isinstance(one, JsxComponent)]
            self._written = "\n".join([*sources, *self.texts(values)]).replace("\\", "")
        self.budget.step(1 + len(self._written) // 256)
        if _LETTER.search(word):
            return word in self._written
        item = rf"[\[,:\n][ \t]*{re.escape(word)}[ \t]*(?:[,\]}}\n]|\Z)"
        return re.search(item, self._written) is not None

    def without_handlers(self, value: Value, replaced: frozenset[int]) -> Value:
        """Return *value* without code, and without the elements whose handlers are *replaced*."""
        if isinstance(value, list):
            return [self.without_handlers(item, replaced) for item in value]
        if not isinstance(value, JsxValue):
            return value
        handlers = dict(handlers_of(value))
        if any(id(handler) in replaced for handler in handlers.values()):
            return UNDEFINED
        children = tuple(self.without_handlers(child, replaced) for child in value.children)
        before, after = list(value.children), list(children)
        if replaced and any(self.texts(before)) and not any(self.texts(after)):
            return UNDEFINED  # an item of a list that only held a control
        props = {**value.props, **dict.fromkeys(handlers, UNDEFINED)}
        return JsxValue(value.name, props, children, value.target, value.whole)

    def named(self, function: Value, seen: set[int]) -> Iterator[Value]:
        """Yield what *function* names, and what the functions name that it names."""
        if not isinstance(function, JsxComponent) or id(function.function) in seen:
            return
        seen.add(id(function.function))
        for name in set(_NAME.findall(function.function.source)):
            self.budget.step()
            if name in function.scope:
                yield function.scope[name]
                yield from self.named(function.scope[name], seen)


def state_key(value: Value, depth: int = 0) -> str:
    """Return a text that equal states have in common."""
    if isinstance(value, dict) and depth < 8:  # noqa: PLR2004  # states are small
        members = (f"{key!r}:{state_key(value[key], depth + 1)}" for key in value)
        return "{" + ",".join(members) + "}"
    if isinstance(value, list) and depth < 8:  # noqa: PLR2004  # states are small
        return "[" + ",".join(state_key(item, depth + 1) for item in value) + "]"
    if isinstance(value, (str, int, float)) or is_nothing(value):
        return repr(value)
    return f"#{id(value)}"


def handlers_of(element: JsxValue) -> Iterator[tuple[str, Value]]:
    """Yield the names and functions of the attributes of *element* that are handlers."""
    for name, value in element.props.items():
        if name.startswith("on") and name[2:3].isupper() and _is_function(value):
            yield name, value


def _is_function(value: Value) -> bool:
    return isinstance(value, (BuiltIn, JsxComponent))


_EVENT: dict[str, Value] = {
    name: BuiltIn(name, lambda *_given: UNDEFINED)
    for name in ("preventDefault", "stopPropagation", "persist")
}


def is_empty(value: Value) -> bool:
    """Return whether *value* shows nothing."""
    return is_nothing(value) or isinstance(value, bool) or value in ("", [])


def _runs(children: tuple[Value, ...]) -> Iterator[Value]:
    """Yield *children*, texts beside each other as one: ``{1}. Why``."""
    shown = (child for child in children if not is_empty(child))
    for is_text, group in groupby(shown, lambda one: isinstance(one, str) or is_number(one)):
        if is_text:
            yield "".join(map(to_text, group))
        else:
            yield from group


def said_values(element: JsxValue) -> Iterator[Value]:
    """Yield the values of the attributes of *element* that say something."""
    is_own = isinstance(element.target, JsxComponent)
    for name, value in element.props.items():
        if name in _LOOKS or name.startswith(("on", "aria-", "data-")) or value == "#":
            continue
        if element.name.islower() and name not in _SPEAKING:
            continue
        if isinstance(value, bool) and is_own:
            yield f"{name}={value}"
        elif not isinstance(value, (bool, BuiltIn, JsxComponent)):
            yield value


def is_hidden(value: Value) -> bool:
    """Return whether *value* is an element that its attributes hide."""
    if not isinstance(value, JsxValue):
        return False
    style, names = value.props.get("style"), value.props.get("className")
    return (
        (isinstance(style, dict) and style.get("display") == "none")
        or value.props.get("hidden") is True
        or (isinstance(names, str) and not _HIDING.isdisjoint(names.split()))
    )


def as_one(values: tuple[Value, ...]) -> Value:
    """Return *values* as one."""
    return values[0] if len(values) == 1 else JsxValue("", {}, values)
