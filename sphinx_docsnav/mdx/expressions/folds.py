"""Controls that only show and hide one part of a component: accordions."""

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
"""What turns when a part opens."""


@dataclass(frozen=True, slots=True)
class Fold:
    """A control that shows and hides one part, and nothing else."""

    control: Control
    title: str
    is_open: bool
    """Whether the part shows before a reader uses the control."""
    part: Counter[str]
    """The words of the part."""
    others: Counter[str]
    """The words that stay."""


@dataclass
class Folding(ComponentReader):
    """Puts an accordion in the place of each control that folds a part."""

    folds: list[Fold] = field(default_factory=list)

    def placed(self, value: Value, parent: str = "") -> Value:
        """Return *value* with an accordion for each fold whose part stands beside its control."""
        is_list = isinstance(value, list)
        if not is_list and not isinstance(value, JsxValue):
            return value
        parent = parent if is_list else value.name or parent
        row = list(value if is_list else value.children)
        if parent not in PARTS or parent in CELLS:
            said = [place for place, item in enumerate(row) if any(self.texts(item))]
            pairs = list(pairwise(said))
            for control, part in [*pairs, *(pair[::-1] for pair in pairs)]:
                fold = self._fold_of(row[control])
                if fold is not None and self._is_part(row[part], fold):
                    props = {"title": JsxValue("", {}, (fold.title,)), "defaultOpen": fold.is_open}
                    row[control] = JsxValue("Accordion", props, (row[part],))
                    row[part] = UNDEFINED
        row = [self.placed(item, parent) for item in row]
        if is_list:
            return row
        return JsxValue(value.name, value.props, tuple(row), value.target, value.whole)

    def _fold_of(self, item: Value) -> Fold | None:
        """Return the fold whose control is all that *item* says."""
        functions = {id(prop) for one in self.elements(item) for prop in one.props.values()}
        fold = next((fold for fold in self.folds if id(fold.control.handler) in functions), None)
        words = " ".join(" ".join(self.texts(item)).split())
        return fold if fold is not None and words == fold.control.title else None

    def _is_part(self, item: Value, fold: Fold) -> bool:
        """Return whether *item* is what *fold* shows, with or without what others show in it."""
        name = next((one.name for one in self.elements(item) if one.name), "")
        words = Counter(self.words(item))
        return name not in CELLS and fold.part <= words and not (words - fold.part) & fold.others


def find_folds(found: Exploration) -> Iterator[Fold]:
    """Yield the controls that only show and hide one part."""
    known: set[str] = set()
    try:
        for before in found.tried:
            controls = list(found.controls_in(before.value))
            for index, control in enumerate(controls):
                is_new = control.title not in known and control.is_title
                if is_new and _WORD.search(control.title):
                    yield from _fold(found, before, index, control)
            known.update(control.title for control in controls)
    except (RefusalError, RecursionError):
        return


def _fold(found: Exploration, before: Rendering, index: int, control: Control) -> Iterator[Fold]:
    """Yield what *control* shows and hides, if it shows one of two states in turn."""
    once = found.after(before, index)
    if once is None or once is before or (twice := found.after(once, index)) is None:
        return
    again = found.after(twice, index)
    if again is None or again.key != once.key:
        return
    first, second = (Counter(filter(_WORD.search, found.words(one.value))) for one in (once, twice))
    is_open = first < second
    if not is_open and not second < first:
        return
    opened, closed = (twice, once) if is_open else (once, twice)
    marks, words = (
        list(found.controls_in(one.value))[index].title.split() for one in (opened, closed)
    )
    title = " ".join(word for word in words if word in marks or _WORD.search(word))
    both, opens = first & second, is_open and twice.key == before.key
    yield Fold(control, title.strip(_ARROWS), opens, part=(first | second) - both, others=both)
