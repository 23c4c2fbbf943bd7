"""Merging of several renderings: contents that differ become tabs, or follow one another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from sphinx_docsnav.mdx.expressions.component_reader import (
    WIDGETS,
    ComponentReader,
    Control,
    get_content_values,
    get_handlers,
    is_empty,
    is_hidden,
    join_values,
)
from sphinx_docsnav.mdx.expressions.values import UNDEFINED, JsxValue, StateNote, Value, is_number

SEVERAL = StateNote(
    "shows several contents in turn when a reader clicks; they are shown one after another"
)
"""The note for contents without titles for tabs."""
_INLINE = frozenset("a abbr b code em i kbd mark q s small span strong sub sup u var".split())  # noqa: SIM905  # a list of words
"""Elements of a line of text."""
CELLS = frozenset("caption dd dt g li tbody td text tfoot th thead tr tspan".split())  # noqa: SIM905  # a list of words
"""Elements that are only allowed in certain others."""
PARTS = _INLINE | CELLS | {*"cite del figcaption h1 h2 h3 h4 h5 h6 ins p pre samp".split()}  # noqa: SIM905  # a list of words
"""Elements that are kept whole in each content, so that no sentence is torn apart."""
_LONGEST_TITLE = 80
"""The maximum length of the title of a tab."""
_Split: TypeAlias = frozenset[frozenset[int]]
"""The sets of renderings that show each content of a choice."""


@dataclass(slots=True)
class _Choice:
    """Contents of which each rendering shows one, with the numbers of these renderings."""

    options: list[tuple[set[int], Value]]


@dataclass
class Merge(ComponentReader):
    """A merge of the renderings of one component."""

    controls: list[Control] = field(default_factory=list)
    """The controls by which a reader switches between the renderings."""
    note: StateNote | None = None
    """The note about contents that could not become tabs."""
    replaced: frozenset[int] = frozenset()
    """The `id` of each handler whose element became the title of a tab."""
    _splits: dict[int, tuple[Value, _Split]] = field(default_factory=dict)
    """Values that contain exactly one choice, and its split, by their `id`."""

    def merge_variants(self, variants: dict[int, Value]) -> Value | _Choice:
        """Return the merged value of *variants*, the values by the number of their rendering."""
        self.budget.step(len(variants))
        # What some renderings do not show is kept if others show it.
        present = {number: value for number, value in variants.items() if not is_empty(value)}
        if not present:
            return next(iter(variants.values()))
        # Lists and elements are merged part by part; other values become a choice.
        options = self._get_options(present)
        values = list(present.values())
        first = values[0]
        if all(isinstance(value, list) for value in values):
            return self._merge_lists(present)
        if all(isinstance(value, JsxValue) for value in values):
            # The same rendered child of the page is in all variants.
            if all(value.whole and value.whole is first.whole for value in values):
                return first
            if all((value.name, value.target) == (first.name, first.target) for value in values):
                return self._merge_elements(present)
        with_text = [option for option in options.options if any(self.texts(option[1]))]
        if len(with_text) <= 1:
            return with_text[0][1] if with_text else first
        return _Choice(with_text)

    def _get_options(self, present: Mapping[int, Value]) -> _Choice:
        """Return the different contents in *present*, in order."""
        options: dict[tuple[str, ...], tuple[set[int], Value]] = {}
        for number, value in present.items():
            options.setdefault(tuple(self.texts(value)), (set(), value))[0].add(number)
        return _Choice(list(options.values()))

    def _merge_lists(self, present: dict[int, list[Value]]) -> Value | _Choice:
        """Merge arrays: items with the same key, or else with the same index.

        If no two renderings share a key, the arrays are the contents of a choice.
        """
        items: dict[object, dict[int, Value]] = {}
        order: list[object] = []
        first: set[object] | None = None
        differ = False
        for number, values in present.items():
            # Keys of later renderings are inserted after the key that precedes them there.
            keys = list(_get_item_keys(values))
            first = set(keys) if first is None else first
            differ = differ or not (first.issubset(keys) or first.issuperset(keys))
            position = next((order.index(key) for key in keys if key in items), len(order))
            for key, item in zip(keys, values, strict=True):
                self.budget.step()
                if key in items:
                    position = order.index(key) + 1
                else:
                    items[key] = {}
                    order.insert(position, key)
                    position += 1
                items[key][number] = item
        if len(present) > 1 and all(len(variants) == 1 for variants in items.values()):
            return self._keep_whole(present)
        self.note = SEVERAL if differ else self.note
        slots = [self.merge_variants(items[key]) for key in order]
        parts = {n: [items[key].get(n, UNDEFINED) for key in order] for n in present}
        return self._join_slots(slots, parts)

    def _merge_elements(self, present: dict[int, JsxValue]) -> Value | _Choice:
        """Merge elements of the same name: their children one by one, or the whole elements."""
        elements = list(present.values())
        first = elements[0]
        if first.name in WIDGETS:
            return first
        texts = [tuple(self.texts(list(get_content_values(one)))) for one in elements]
        sizes = {len(one.children) for one in elements}
        if len(set(texts)) > 1 or len(sizes) > 1:
            # A component of the page with different properties is merged by what it renders.
            inner = {number: self.render_inner(one) for number, one in present.items()}
            if all(inner.values()):
                return self.merge_variants({n: one.value for n, one in inner.items() if one})
            return self._keep_whole(present)
        slots = [
            self.merge_variants({number: one.children[index] for number, one in present.items()})
            for index in range(sizes.pop())
        ]
        visible = next((one for one in elements if not is_hidden(one)), first)
        # A line of text stays in one piece.
        stays_whole = first.name in PARTS or _is_text_only(first)
        if stays_whole and any(isinstance(slot, _Choice) for slot in slots):
            return first if any(get_handlers(first)) else self._keep_whole(present)
        joined = self._join_slots(slots, {n: list(one.children) for n, one in present.items()})
        element = JsxValue(first.name, visible.props, tuple(joined), first.target)
        if (split_entry := self._splits.get(id(joined))) is not None:
            self._splits[id(element)] = (element, split_entry[1])
        return element

    def _join_slots(
        self, slots: list[Value | _Choice], parts: Mapping[int, list[Value]]
    ) -> list[Value]:
        """Return *slots* with one choice for all slots that differ, from the first to the last.

        A value that contains a choice belongs to it if it differs in the same renderings.

        :param parts: the values of *slots* in each rendering.
        """
        splits = {
            index: split for index, slot in enumerate(slots) if (split := self._get_split(slot))
        }
        # If all differ in the same renderings, they are one choice.
        kinds = set(splits.values())
        choices = [index for index in splits if isinstance(slots[index], _Choice)]
        chosen = list(splits) if len(kinds) == 1 and len(splits) > 1 else choices
        if chosen:
            start, stop = chosen[0], chosen[-1] + 1
            several = {number: join_values(tuple(row[start:stop])) for number, row in parts.items()}
            slots[start:stop] = [self.settle_choice(self._get_options(several))]
        joined = [self.settle_choice(slot) for slot in slots]
        if len(kinds) == 1:
            self._splits[id(joined)] = (joined, kinds.pop())
        return joined

    def _get_split(self, slot: Value | _Choice) -> _Split | None:
        """Return how the renderings differ in *slot*; ``None`` if they do not."""
        if isinstance(slot, _Choice):
            return frozenset(frozenset(numbers) for numbers, _value in slot.options)
        return self._splits.get(id(slot), (slot, None))[1]

    def _keep_whole(self, present: Mapping[int, Value]) -> Value | _Choice:
        """Return a choice of the whole values, or the value itself if they are all equal."""
        choice = self._get_options(present)
        return choice if len(choice.options) > 1 else choice.options[0][1]

    def settle_choice(self, value: Value | _Choice) -> Value:
        """Return *value*, with a choice as tabs or as contents that follow one another."""
        if not isinstance(value, _Choice):
            return value
        options = [option for option in value.options if any(self.texts(option[1]))]
        tab_controls: list[Control] = []
        for numbers, _content in options:
            control = next(
                (candidate for candidate in self.controls if candidate.leads_to in numbers), None
            )
            # Long titles are sentences rather than labels.
            if control is not None and 0 < len(control.title) <= _LONGEST_TITLE:
                tab_controls.append(control)
        # Tabs need a title for each content, and no component of the page by that name.
        titles = {control.title for control in tab_controls}
        is_free = "Tabs" not in self.component.scope and "Tab" not in self.component.scope
        if len(options) > 1 and len(tab_controls) == len(options) == len(titles) and is_free:
            # The controls that became titles of tabs are left out of the result.
            self.replaced |= {id(control.handler) for control in tab_controls if control.is_title}
            order = {id(control): index for index, control in enumerate(self.controls)}
            # Tabs have the order of the controls on the page.
            pairs = sorted(
                zip(tab_controls, options, strict=True), key=lambda pair: order[id(pair[0])]
            )
            tabs = [
                JsxValue("Tab", {"title": control.title}, (content,))
                for control, (_numbers, content) in pairs
            ]
            return JsxValue("Tabs", {}, tuple(tabs))
        self.note = SEVERAL if len(options) > 1 else self.note
        return JsxValue("", {}, tuple(wrap_text(content) for _numbers, content in options))


def _get_item_keys(values: list[Value]) -> Iterator[object]:
    """Yield a key for each item of an array: React's key, or its index."""
    counts = Counter[object]()
    for index, item in enumerate(values):
        has_key = isinstance(item, JsxValue) and "key" in item.props
        key = item.props["key"] if has_key else index
        name = (has_key, type(key), key if isinstance(key, (str, int, float)) else id(key))
        counts[name] += 1
        # Items with the same key are told apart by their number.
        yield *name, counts[name]


def _is_text_only(element: JsxValue) -> bool:
    """Return whether *element* contains only text and inline elements."""
    return all(
        child.name in _INLINE if isinstance(child, JsxValue) else not isinstance(child, list)
        for child in element.children
    )


def wrap_text(content: Value) -> Value:
    """Return *content*, with text in a paragraph."""
    is_text = isinstance(content, str) or is_number(content)
    return JsxValue("p", {}, (content,)) if is_text else content
