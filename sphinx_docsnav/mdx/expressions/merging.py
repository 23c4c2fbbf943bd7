"""One value of several renderings: what differs becomes tabs, or follows one another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from sphinx_docsnav.mdx.expressions.component_reader import (
    WIDGETS,
    ComponentReader,
    Control,
    as_one,
    handlers_of,
    is_empty,
    is_hidden,
    said_values,
)
from sphinx_docsnav.mdx.expressions.values import UNDEFINED, JsxValue, StateNote, Value, is_number

SEVERAL = StateNote(
    "shows several contents in turn when a reader clicks; they are shown one after another"
)
"""No titles for tabs were found."""
_INLINE = frozenset("a abbr b code em i kbd mark q s small span strong sub sup u var".split())  # noqa: SIM905  # a list of words
CELLS = frozenset("caption dd dt g li tbody td text tfoot th thead tr tspan".split())  # noqa: SIM905  # a list of words
"""Elements that stand in others of their kind only."""
PARTS = _INLINE | CELLS | {*"cite del figcaption h1 h2 h3 h4 h5 h6 ins p pre samp".split()}  # noqa: SIM905  # a list of words
"""Elements that stand as a whole in each content, so that no words are torn apart."""
_LONGEST_TITLE = 80
_Split: TypeAlias = frozenset[frozenset[int]]
"""The renderings that show each content of a choice."""


@dataclass(slots=True)
class _Choice:
    """Contents of which a rendering shows one, each with the renderings that show it."""

    options: list[tuple[set[int], Value]]


@dataclass
class Merge(ComponentReader):
    """Lays the renderings of one component over each other."""

    controls: list[Control] = field(default_factory=list)
    """What a reader can use to change between them."""
    note: StateNote | None = None
    replaced: frozenset[int] = frozenset()
    """The handlers whose elements became titles of tabs, by identity."""
    _splits: dict[int, tuple[Value, _Split]] = field(default_factory=dict)
    """By identity the values that hold one choice, and its split."""

    def merged(self, variants: dict[int, Value]) -> Value | _Choice:
        """Return what *variants*, the value in each rendering, have in common."""
        self.budget.step(len(variants))
        present = {number: value for number, value in variants.items() if not is_empty(value)}
        if not present:
            return next(iter(variants.values()))
        options = self._options(present)
        values = list(present.values())
        first = values[0]
        if all(isinstance(value, list) for value in values):
            return self._list(present)
        if all(isinstance(value, JsxValue) for value in values):
            if all(value.whole and value.whole is first.whole for value in values):
                return first
            if all((value.name, value.target) == (first.name, first.target) for value in values):
                return self._element(present)
        said = [option for option in options.options if any(self.texts(option[1]))]
        if len(said) <= 1:
            return said[0][1] if said else first
        return _Choice(said)

    def _options(self, present: Mapping[int, Value]) -> _Choice:
        """Return the different contents of *present*, in order."""
        found: dict[tuple[str, ...], tuple[set[int], Value]] = {}
        for number, value in present.items():
            found.setdefault(tuple(self.texts(value)), (set(), value))[0].add(number)
        return _Choice(list(found.values()))

    def _list(self, present: dict[int, list[Value]]) -> Value | _Choice:
        """Merge arrays: items with the same key, else at the same index; a choice if none have."""
        items: dict[object, dict[int, Value]] = {}
        order: list[object] = []
        first: set[object] | None = None
        differ = False
        for number, values in present.items():
            keys = list(_keys(values))
            first = set(keys) if first is None else first
            differ = differ or not (first.issubset(keys) or first.issuperset(keys))
            at = next((order.index(key) for key in keys if key in items), len(order))
            for key, item in zip(keys, values, strict=True):
                self.budget.step()
                if key in items:
                    at = order.index(key) + 1
                else:
                    items[key] = {}
                    order.insert(at, key)
                    at += 1
                items[key][number] = item
        if len(present) > 1 and all(len(found) == 1 for found in items.values()):
            return self._whole(present)
        self.note = SEVERAL if differ else self.note
        slots = [self.merged(items[key]) for key in order]
        parts = {n: [items[key].get(n, UNDEFINED) for key in order] for n in present}
        return self._joined(slots, parts)

    def _element(self, present: dict[int, JsxValue]) -> Value | _Choice:
        elements = list(present.values())
        first = elements[0]
        if first.name in WIDGETS:
            return first
        said = [tuple(self.texts(list(said_values(one)))) for one in elements]
        sizes = {len(one.children) for one in elements}
        if len(set(said)) > 1 or len(sizes) > 1:
            inside = {number: self.inside(one) for number, one in present.items()}
            if all(inside.values()):
                return self.merged({n: one.value for n, one in inside.items() if one})
            return self._whole(present)
        slots = [
            self.merged({number: one.children[index] for number, one in present.items()})
            for index in range(sizes.pop())
        ]
        visible = next((one for one in elements if not is_hidden(one)), first)
        is_whole = first.name in PARTS or _is_line(first)
        if is_whole and any(isinstance(slot, _Choice) for slot in slots):
            return first if any(handlers_of(first)) else self._whole(present)
        joined = self._joined(slots, {n: list(one.children) for n, one in present.items()})
        element = JsxValue(first.name, visible.props, tuple(joined), first.target)
        if (found := self._splits.get(id(joined))) is not None:
            self._splits[id(element)] = (element, found[1])
        return element

    def _joined(
        self, slots: list[Value | _Choice], parts: Mapping[int, list[Value]]
    ) -> list[Value]:
        """Return *slots* with one choice for all that differ, from the first to the last.

        What holds a choice is a part of that if the same renderings differ in it.

        :param parts: the values of *slots* in each rendering.
        """
        splits = {index: split for index, slot in enumerate(slots) if (split := self._split(slot))}
        kinds = set(splits.values())
        own = [index for index in splits if isinstance(slots[index], _Choice)]
        chosen = list(splits) if len(kinds) == 1 and len(splits) > 1 else own
        if chosen:
            start, stop = chosen[0], chosen[-1] + 1
            several = {number: as_one(tuple(row[start:stop])) for number, row in parts.items()}
            slots[start:stop] = [self.settled(self._options(several))]
        joined = [self.settled(slot) for slot in slots]
        if len(kinds) == 1:
            self._splits[id(joined)] = (joined, kinds.pop())
        return joined

    def _split(self, slot: Value | _Choice) -> _Split | None:
        """Return which renderings differ in *slot*."""
        if isinstance(slot, _Choice):
            return frozenset(frozenset(numbers) for numbers, _value in slot.options)
        return self._splits.get(id(slot), (slot, None))[1]

    def _whole(self, present: Mapping[int, Value]) -> Value | _Choice:
        found = self._options(present)
        return found if len(found.options) > 1 else found.options[0][1]

    def settled(self, value: Value | _Choice) -> Value:
        """Return *value*; a choice as tabs, or as its contents one after another."""
        if not isinstance(value, _Choice):
            return value
        options = [option for option in value.options if any(self.texts(option[1]))]
        used: list[Control] = []
        for numbers, _content in options:
            control = next((one for one in self.controls if one.leads_to in numbers), None)
            if control is not None and 0 < len(control.title) <= _LONGEST_TITLE:
                used.append(control)
        titles = {control.title for control in used}
        is_free = "Tabs" not in self.component.scope and "Tab" not in self.component.scope
        if len(options) > 1 and len(used) == len(options) == len(titles) and is_free:
            self.replaced |= {id(control.handler) for control in used if control.is_title}
            places = {id(control): place for place, control in enumerate(self.controls)}
            pairs = sorted(zip(used, options, strict=True), key=lambda pair: places[id(pair[0])])
            tabs = [
                JsxValue("Tab", {"title": control.title}, (content,))
                for control, (_numbers, content) in pairs
            ]
            return JsxValue("Tabs", {}, tuple(tabs))
        self.note = SEVERAL if len(options) > 1 else self.note
        return JsxValue("", {}, tuple(block(content) for _numbers, content in options))


def _keys(values: list[Value]) -> Iterator[object]:
    """Yield what tells each item of an array from the others: its key, or its place."""
    seen = Counter[object]()
    for index, item in enumerate(values):
        known = isinstance(item, JsxValue) and "key" in item.props
        key = item.props["key"] if known else index
        name = (known, type(key), key if isinstance(key, (str, int, float)) else id(key))
        seen[name] += 1
        yield *name, seen[name]


def _is_line(element: JsxValue) -> bool:
    """Return whether *element* holds nothing but text."""
    return all(
        child.name in _INLINE if isinstance(child, JsxValue) else not isinstance(child, list)
        for child in element.children
    )


def block(content: Value) -> Value:
    """Return *content*, a text as a paragraph."""
    is_text = isinstance(content, str) or is_number(content)
    return JsxValue("p", {}, (content,)) if is_text else content
