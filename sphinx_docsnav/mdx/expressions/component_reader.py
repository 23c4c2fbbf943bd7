"""A component of a page as a reader sees it: its rendering, its words and its controls."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from sphinx_docsnav.mdx.expressions.budget import Budget, check_weight
from sphinx_docsnav.mdx.expressions.evaluator import SETTER, ComponentState, Evaluator
from sphinx_docsnav.mdx.expressions.values import (
    UNDEFINED,
    BuiltIn,
    JsxComponent,
    JsxValue,
    RefusalError,
    Value,
    is_function,
    is_nothing,
    is_number,
    to_text,
)

_UNDOES = re.compile(r"on(?:\w*Leave|\w*Out|Blur|Key\w*|Scroll|Error|Load)\Z")
"""Handlers that undo what others do, or that a click does not call."""
WIDGETS = frozenset({"button", "input", "label", "option", "select", "summary", "textarea"})
"""Elements whose text is the name of what a click does."""
_LOOKS = frozenset(
    {"class", "className", "disabled", "hidden", "id", "key", "ref", "role", "style"}
)
"""Attributes that change the look of an element, not its content."""
_SPEAKING = frozenset({"alt", "dangerouslySetInnerHTML", "href", "src", "srcDoc", "value"})
"""Attributes of HTML that are content."""
_DRAWINGS = frozenset({"svg", "Icon"})
"""Elements without text."""
_HIDING = frozenset({"hidden", "sr-only", "invisible"})
"""Classes that hide an element."""
_NAME = re.compile(r"[^\W\d][\w$]*")
"""A name in code."""
_LETTER = re.compile(r"[^\W\d_]")
_EVENT: dict[str, Value] = {
    name: BuiltIn(name, lambda *_given: UNDEFINED)
    for name in ("preventDefault", "stopPropagation", "persist")
}
"""The methods of an event, which do nothing here."""


@dataclass(slots=True)
class Control:
    """An element that a reader can use: its handler, and the event that the handler gets."""

    handler: Value
    event: Value
    title: str
    is_title: bool
    """Whether the element has no text but its title."""
    leads_to: int = -1
    """The number of the rendering that follows; -1 if nothing changes."""


@dataclass(slots=True)
class Rendering:
    """What a component shows in one state."""

    run: Evaluator
    state: ComponentState
    value: Value

    @property
    def key(self) -> str:
        """A text that is equal for equal states."""
        return get_state_key(self.state.values)


@dataclass
class ComponentReader:
    """Renders a component and reads the result; one budget pays for everything."""

    component: JsxComponent
    props: Mapping[str, Value]
    budget: Budget
    _written: str = ""

    def render(self, state: ComponentState) -> Rendering:
        """Return what the component shows in *state*.

        :raises RefusalError: if it cannot be evaluated.
        """
        run = Evaluator(self.budget, self.component.position)
        run.component, run.numbers_ids = state, True
        value = run.changes.replace_changed(run.call(self.component, [dict(self.props)]))
        check_weight(value)
        return Rendering(run, state, value)

    def try_render(self, state: ComponentState) -> Rendering | None:
        """Return what the component shows in *state*; ``None`` if it cannot be evaluated."""
        try:
            return self.render(state)
        except RefusalError:
            # If the budget is used up, this ends the whole search.
            self.budget.step()
            return None

    def render_inner(self, element: JsxValue) -> Rendering | None:
        """Return what the component of the page called by *element* shows; ``None`` for others."""
        if not isinstance(element.target, JsxComponent):
            return None
        children = {"children": join_values(element.children)} if element.children else {}
        inner = ComponentReader(element.target, {**element.props, **children}, self.budget)
        return inner.try_render(ComponentState())

    def get_states_after(self, rendering: Rendering, control: Control) -> dict[int, Value]:
        """Return the states after a reader used *control*; code that needs a browser ends there."""
        rendering.state.changed = {}
        rendering.run.budget, was_dated = self.budget, self.budget.is_dated
        try:
            rendering.run.call(control.handler, [control.event])
        except RefusalError:
            self.budget.step()
        # The time of a click is not part of what the page shows.
        self.budget.is_dated = was_dated
        # The states that were set override those of the rendering.
        return {**rendering.state.values, **rendering.state.changed}

    def controls_in(self, value: Value) -> Iterator[Control]:
        """Yield the controls in *value*."""
        for element in self.elements(value):
            if element.props.get("disabled") is True:
                continue
            functions = [prop for prop in element.props.values() if is_function(prop)]
            # The controls of a component of the page are in what it renders.
            if functions and (inner := self.render_inner(element)) is not None:
                yield from self.controls_in(inner.value)
                continue
            for name, handler in get_handlers(element):
                # What leaving or blurring an element shows was shown before.
                if _UNDOES.match(name):
                    continue
                text = " ".join(" ".join(self.texts(element)).split())
                for target, title in self._get_targets(element):
                    event = {"target": target, "currentTarget": target, **_EVENT}
                    is_title = element.name == "select" or text == title
                    yield Control(handler, event, title, is_title)

    def _get_targets(self, element: JsxValue) -> Iterable[tuple[dict[str, Value], str]]:
        """Return the event targets by which a reader can use *element*, with their titles."""
        # A select is used once for each of its options.
        if element.name == "select":
            return [
                self._get_target(option)
                for option in self.elements(list(element.children))
                if option.name == "option"
            ]
        # A checkbox is used in both ways.
        if element.props.get("type") == "checkbox":
            return [({"checked": checked}, "") for checked in (True, False)]
        return [self._get_target(element)]

    def _get_target(self, element: JsxValue) -> tuple[dict[str, Value], str]:
        """Return the event target of *element*, and its title."""
        props = element.props
        label = props.get("aria-label", props.get("title", props.get("label", "")))
        text = " ".join(" ".join(self.texts(JsxValue("", {}, element.children))).split())
        title = text or (label if isinstance(label, str) else "")
        return {
            "value": props.get("value", title),
            "checked": True,
            "textContent": title,
        }, title

    def elements(self, value: Value) -> Iterator[JsxValue]:
        """Yield the elements in *value*, each before those inside it."""
        pending = [value]
        while pending:
            self.budget.step()
            item = pending.pop()
            if isinstance(item, list):
                pending += reversed(item)
            elif isinstance(item, JsxValue):
                yield item
                pending += reversed(item.children)

    def words(self, value: Value, *, plain: bool = False, apart: bool = False) -> Iterator[str]:
        """Yield the texts of a rendering that are not titles of controls; no addresses if *plain*.

        The properties of a component of the page are one word, or one for each text if *apart*.
        """
        self.budget.step()
        if isinstance(value, JsxValue):
            if value.name in WIDGETS or is_hidden(value):
                return
            is_own = isinstance(value.target, JsxComponent)
            if is_own or not plain:
                texts = list(self.texts(list(get_content_values(value))))
                yield from ["|".join(texts)] if is_own and not apart else texts
            for child in value.children:
                yield from self.words(child, plain=plain, apart=apart)
        elif isinstance(value, list):
            for item in value:
                yield from self.words(item, plain=plain, apart=apart)
        else:
            yield from self.texts(value)

    def inner_words(self, value: Value) -> Iterator[tuple[bool, str]]:
        """Yield the words of *value*, then those that the page's components in it show.

        :returns: whether a component shows the word, and the word.
        """
        yield from ((False, word) for word in self.words(value, apart=True))
        for element in self.elements(value):
            if isinstance(element.target, JsxComponent):
                inner = self.render_inner(element)
                shown = inner.value if inner else element
                yield from ((True, word) for word in self.words(shown))

    def texts(self, value: Value) -> Iterator[str]:
        """Yield the texts in *value*, and the attributes that are content."""
        pending = [value]
        while pending:
            # Shared values are read as often as they are shown.
            self.budget.step()
            item = pending.pop()
            if isinstance(item, list):
                pending += reversed(item)
            elif isinstance(item, JsxValue):
                if item.name not in _DRAWINGS:
                    self.budget.step(len(item.children) // 4)
                    pending += reversed(list(_join_texts(item.children)))
                    pending += get_content_values(item)
            elif isinstance(item, dict):
                pending += item.values()
            elif not is_empty(item) and not is_function(item):
                yield to_text(item) if isinstance(item, str) or is_number(item) else f"#{id(item)}"

    def is_written(self, word: str) -> bool:
        """Return whether *word* is in the component's code or data; a number must be an item."""
        # The sources are collected once, when the first word is asked for.
        if not self._written:
            values = [
                self.component,
                *self.find_named_values(self.component, set()),
                dict(self.props),
            ]
            sources = [value.function.source for value in values if isinstance(value, JsxComponent)]
            self._written = "\n".join([*sources, *self.texts(values)]).replace("\\", "")
        self.budget.step(1 + len(self._written) // 256)
        if _LETTER.search(word):
            return word in self._written
        number = rf"[\[,:\n][ \t]*{re.escape(word)}[ \t]*(?:[,\]}}\n]|\Z)"
        return re.search(number, self._written) is not None

    def replace_handlers(self, value: Value, replaced: frozenset[int]) -> Value:
        """Return *value* with the text of handlers in their place.

        Handlers that set a state are left out, as the search for states has called them, and so are
        elements whose handlers are *replaced*.
        """
        if isinstance(value, list):
            return [self.replace_handlers(item, replaced) for item in value]
        if not isinstance(value, JsxValue):
            return value
        handlers = dict(get_handlers(value))
        if any(id(handler) in replaced for handler in handlers.values()):
            return UNDEFINED
        children = tuple(self.replace_handlers(child, replaced) for child in value.children)
        had_text = replaced and any(self.texts(list(value.children)))
        if had_text and not any(self.texts(list(children))):
            # For example an item of a list that contained only a control.
            return UNDEFINED
        props = value.props | {name: self._get_text(item) for name, item in handlers.items()}
        return JsxValue(value.name, props, children, value.target, value.whole)

    def _get_text(self, handler: Value) -> Value:
        """Return the text of *handler*; `UNDEFINED` if it sets a state."""
        if not isinstance(handler, JsxComponent):
            return UNDEFINED
        named_values = [
            member
            for value in self.find_named_values(handler, set())
            for member in (value.values() if isinstance(value, dict) else [value])
        ]
        # A handler of the component around it that sets a state was left out.
        sets_state = UNDEFINED in named_values or any(
            isinstance(value, BuiltIn) and value.name == SETTER for value in named_values
        )
        return UNDEFINED if sets_state else handler.function.source

    def find_named_values(self, function: Value, seen: set[int]) -> Iterator[Value]:
        """Yield the values that *function* names, and those that the functions among them name."""
        if not isinstance(function, JsxComponent) or id(function.function) in seen:
            return
        # Functions can name each other.
        seen.add(id(function.function))
        for name in set(_NAME.findall(function.function.source)):
            self.budget.step()
            if name in function.scope:
                yield function.scope[name]
                yield from self.find_named_values(function.scope[name], seen)


def get_state_key(value: Value, depth: int = 0) -> str:
    """Return a text that is equal for equal states."""
    if isinstance(value, dict) and depth < 8:  # noqa: PLR2004  # states are small
        members = (f"{key!r}:{get_state_key(value[key], depth + 1)}" for key in value)
        return "{" + ",".join(members) + "}"
    if isinstance(value, list) and depth < 8:  # noqa: PLR2004  # states are small
        return "[" + ",".join(get_state_key(item, depth + 1) for item in value) + "]"
    if isinstance(value, (str, int, float)) or is_nothing(value):
        return repr(value)
    # Functions and elements are compared by identity.
    return f"#{id(value)}"


def get_handlers(element: JsxValue) -> Iterator[tuple[str, Value]]:
    """Yield the names and functions of the attributes of *element* that are handlers."""
    for name, value in element.props.items():
        if name.startswith("on") and name[2:3].isupper() and is_function(value):
            yield name, value


def is_empty(value: Value) -> bool:
    """Return whether *value* shows nothing."""
    return is_nothing(value) or isinstance(value, bool) or value in ("", [])


def _join_texts(children: tuple[Value, ...]) -> Iterator[Value]:
    """Yield *children*, with adjacent texts as one: ``{1}. Why``."""
    visible = (child for child in children if not is_empty(child))
    for is_text, group in groupby(visible, lambda item: isinstance(item, str) or is_number(item)):
        if is_text:
            yield "".join(map(to_text, group))
        else:
            yield from group


def get_content_values(element: JsxValue) -> Iterator[Value]:
    """Yield the values of the attributes of *element* that are content."""
    is_own = isinstance(element.target, JsxComponent)
    for name, value in element.props.items():
        if name in _LOOKS or name.startswith(("on", "aria-", "data-")) or value == "#":
            continue
        # Most attributes of HTML are not content; those of components mostly are.
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


def join_values(values: tuple[Value, ...]) -> Value:
    """Return *values* as one value."""
    return values[0] if len(values) == 1 else JsxValue("", {}, values)
