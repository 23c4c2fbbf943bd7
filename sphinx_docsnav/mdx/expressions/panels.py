"""All that a component with state can show, as one value that never changes.

The component is rendered, each of its handlers is called as a reader would call
it, and it is rendered again with the states that this set. The renderings are
then laid over each other: what is the same in all stands once, what only one
has is kept in its place, and where they differ the contents become tabs, titled
by what a reader clicks, or follow one another. Before, its effects run as far as they
need no browser.
"""

from __future__ import annotations

from collections.abc import Mapping

from sphinx_docsnav.mdx.expressions.budget import MAX_STEPS, MAX_WEIGHT, Budget, Reserve
from sphinx_docsnav.mdx.expressions.component_reader import ComponentReader
from sphinx_docsnav.mdx.expressions.evaluator import ComponentState
from sphinx_docsnav.mdx.expressions.folds import Folding, find_folds
from sphinx_docsnav.mdx.expressions.merging import Merge, block
from sphinx_docsnav.mdx.expressions.state_search import LOADS, Exploration, Opening
from sphinx_docsnav.mdx.expressions.values import (
    UNDEFINED,
    JsxComponent,
    JsxValue,
    RefusalError,
    StateNote,
    Value,
)

UNFINISHED = StateNote("has more states than can be tried; what only those show is left out")
"""Contents may be missing."""


def show_all(
    component: JsxComponent,
    props: Mapping[str, Value],
    reserve: Reserve | None = None,
    steps: int = MAX_STEPS,
) -> tuple[Value, list[StateNote]]:
    """Return what *component* shows at first and can show later, and notes if that is not clear.

    :param reserve: steps that components of a page share if they need more than most.
    :param steps: how many steps of its own each part of the work has.
    :raises RefusalError: the first rendering is refused.
    """

    def budget() -> Budget:
        return Budget(steps, reserve=reserve)

    first = ComponentReader(component, props, budget()).render(ComponentState())
    is_box, notes = False, list[StateNote]()
    if first.state.effects:
        opening = Opening(component, props, budget())
        first = opening.settled(first)
        is_box, notes = opening.is_box(first), opening.notes(first)
    value, replaced = first.value, frozenset[int]()
    if first.state.count:
        found = Exploration(component, props, budget())
        unfinished = not found.try_all(first)
        merge = Merge(component, props, budget(), controls=found.controls)
        try:
            value, replaced = merge.settled(merge.merged(found.shown)), merge.replaced
            if folds := list(find_folds(found)) if "Accordion" not in component.scope else []:
                value = Folding(component, props, budget(), folds=folds).placed(value)
        except (RefusalError, RecursionError):
            unfinished = True
        notes += filter(None, [UNFINISHED if unfinished else merge.note])
    last = ComponentReader(component, props, Budget(MAX_WEIGHT))
    if is_box and LOADS not in notes and not any(last.words(value)):
        notes.insert(0, LOADS)
    if LOADS in notes and not any(last.texts(value)):
        known = (block(props.get("title", UNDEFINED)), props.get("children", UNDEFINED))
        return JsxValue("", {}, known), [LOADS]
    return last.without_handlers(value, replaced), notes
