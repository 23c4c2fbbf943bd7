"""The contents that a component with state can show, as one static value.

The component is rendered, each of its handlers is called as a click would call it, and it is
rendered again with the states that this sets. The renderings are then merged: what is the same in
all of them appears once, what only one has is kept in its place, and contents that differ become
tabs, titled by what a reader clicks, or follow one another. Before that, effects run as far as they
need no browser.
"""

from __future__ import annotations

from collections.abc import Mapping

from sphinx_docsnav.mdx.expressions.budget import MAX_STEPS, MAX_WEIGHT, Budget, Reserve
from sphinx_docsnav.mdx.expressions.component_reader import ComponentReader
from sphinx_docsnav.mdx.expressions.evaluator import ComponentState
from sphinx_docsnav.mdx.expressions.folds import Folding, find_folds
from sphinx_docsnav.mdx.expressions.merging import Merge, wrap_text
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
"""The note for a component whose contents may be incomplete."""


def show_all_states(
    component: JsxComponent,
    props: Mapping[str, Value],
    reserve: Reserve | None = None,
    steps: int = MAX_STEPS,
) -> tuple[Value, list[StateNote]]:
    """Return what *component* shows at first and after clicks, and notes about what is uncertain.

    :param reserve: steps that the components of a page share if they need more than their own.
    :param steps: the number of steps that each part of the work has of its own.
    :raises RefusalError: if the first rendering is refused.
    """

    def budget() -> Budget:
        return Budget(steps, reserve=reserve)

    first = ComponentReader(component, props, budget()).render(ComponentState())
    is_box, notes = False, list[StateNote]()
    # Effects and timers run first: a reader sees the page after them.
    if first.state.effects:
        opening = Opening(component, props, budget())
        first = opening.settle(first)
        is_box, notes = opening.is_box(first), opening.notes(first)
    # Then the handlers are tried, and the renderings are merged.
    value, replaced = first.value, frozenset[int]()
    if first.state.count:
        exploration = Exploration(component, props, budget())
        unfinished = not exploration.try_all(first)
        merge = Merge(component, props, budget(), controls=exploration.controls)
        try:
            value = merge.settle_choice(merge.merge_variants(exploration.shown))
            replaced = merge.replaced
            # A component of the page with this name would be shown instead of an accordion.
            if folds := list(find_folds(exploration)) if "Accordion" not in component.scope else []:
                value = Folding(component, props, budget(), folds=folds).insert_accordions(value)
        except (RefusalError, RecursionError):
            unfinished = True
        notes += filter(None, [UNFINISHED if unfinished else merge.note])
    # An empty result is replaced by the content that the page gives to the component.
    reader = ComponentReader(component, props, Budget(MAX_WEIGHT))
    if is_box and LOADS not in notes and not any(reader.words(value)):
        notes.insert(0, LOADS)
    if LOADS in notes and not any(reader.texts(value)):
        props_only = (wrap_text(props.get("title", UNDEFINED)), props.get("children", UNDEFINED))
        return JsxValue("", {}, props_only), [LOADS]
    return reader.replace_handlers(value, replaced), notes
