"""Controls that only show and hide one part of a component: they become accordions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from sphinx_docsnav.mdx.expressions.component_reader import ComponentReader, Control, Rendering
from sphinx_docsnav.mdx.expressions.merging import CELLS, PARTS
from sphinx_docsnav.mdx.expressions.state_search import Exploration
from sphinx_docsnav.mdx.expressions.values import UNDEFINED, JsxValue, RefusalError, Value

_WORD = re.compile(r"\w")
_ARROWS = " ▲△▴▶▷▸►▼▽▾◀◁◂◄⌃⌄"
"""Characters that turn when a part opens."""


@dataclass(frozen=True, slots=True)
class Fold:
    """A control that does nothing but show and hide one part."""

    control: Control
    title: str
    is_open: bool
    """Whether the part is shown before a reader uses the control."""
    part: Counter[str]
    """The words of the part, with their counts."""
    others: Counter[str]
    """The words that are shown in both states."""


@dataclass
class Folding(ComponentReader):
    """A pass that replaces controls and their parts by accordions."""

    folds: list[Fold] = field(default_factory=list)

    def insert_accordions(self, value: Value, parent: str = "") -> Value:
        """Return *value* with an accordion for each fold whose part is beside its control."""
        is_list = isinstance(value, list)
        if not is_list and not isinstance(value, JsxValue):
            return value
        parent = parent if is_list else value.name or parent
        row = list(value if is_list else value.children)
        if parent not in PARTS or parent in CELLS:
            with_text = [index for index, item in enumerate(row) if any(self.texts(item))]
            # A part follows its control or precedes it, with nothing that has text between them.
            pairs = list(pairwise(with_text))
            for control, part in [*pairs, *(pair[::-1] for pair in pairs)]:
                fold = self._find_fold(row[control])
                if fold is not None and self._is_part(row[part], fold):
                    props = {"title": JsxValue("", {}, (fold.title,)), "defaultOpen": fold.is_open}
                    row[control] = JsxValue("Accordion", props, (row[part],))
                    row[part] = UNDEFINED
        row = [self.insert_accordions(item, parent) for item in row]
        if is_list:
            return row
        return JsxValue(value.name, value.props, tuple(row), value.target, value.whole)

    def _find_fold(self, item: Value) -> Fold | None:
        """Return the fold whose title is the whole text of *item*."""
        functions = {id(prop) for element in self.elements(item) for prop in element.props.values()}
        fold = next((fold for fold in self.folds if id(fold.control.handler) in functions), None)
        text = " ".join(" ".join(self.texts(item)).split())
        return fold if fold is not None and text == fold.control.title else None

    def _is_part(self, item: Value, fold: Fold) -> bool:
        """Return whether *item* is the part that *fold* shows, which may contain other folds."""
        name = next((element.name for element in self.elements(item) if element.name), "")
        words = Counter(self.words(item))
        return name not in CELLS and fold.part <= words and not (words - fold.part) & fold.others


def find_folds(exploration: Exploration) -> Iterator[Fold]:
    """Yield the controls that only show and hide one part."""
    seen_titles: set[str] = set()
    try:
        for before in exploration.tried:
            controls = list(exploration.controls_in(before.value))
            for index, control in enumerate(controls):
                is_new = control.title not in seen_titles and control.is_title
                if is_new and _WORD.search(control.title):
                    yield from _test_control(exploration, before, index, control)
            seen_titles.update(control.title for control in controls)
    except (RefusalError, RecursionError):
        return


def _test_control(
    exploration: Exploration, before: Rendering, index: int, control: Control
) -> Iterator[Fold]:
    """Yield the fold that *control* is, if it switches between exactly two states."""
    # The third click must lead to the same state as the first.
    once = exploration.after(before, index)
    if once is None or once is before or (twice := exploration.after(once, index)) is None:
        return
    again = exploration.after(twice, index)
    if again is None or again.key != once.key:
        return
    # One state must have all words of the other.
    first, second = (
        Counter(filter(_WORD.search, exploration.words(rendering.value)))
        for rendering in (once, twice)
    )
    is_open = first < second
    if not is_open and not second < first:
        return
    opened, closed = (twice, once) if is_open else (once, twice)
    open_words, closed_words = (
        list(exploration.controls_in(rendering.value))[index].title.split()
        for rendering in (opened, closed)
    )
    title = " ".join(word for word in closed_words if word in open_words or _WORD.search(word))
    both, opens = first & second, is_open and twice.key == before.key
    yield Fold(control, title.strip(_ARROWS), opens, part=(first | second) - both, others=both)
