"""Generated groups in the order of a specification's ``tags``, below its ``x-tagGroups``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.navigation.tree import Element
from sphinx_docsnav.openapi.operation import as_list, as_object, as_text
from sphinx_docsnav.openapi.specification import Specification


def by_tags(specification: Specification, groups: Iterable[Element]) -> list[Element]:
    """Return *groups* in the order of ``tags``; those of ``x-tagGroups`` in a group of each.

    A group whose tag is in no list comes after the others.
    """
    names = [
        as_text(as_object(tag).get("name")) for tag in as_list(specification.value.get("tags"))
    ]
    order = {
        specification.group_label(name): place for place, name in reversed([*enumerate(names)])
    }
    ordered = sorted(groups, key=lambda group: order.get(group.label, len(order)))
    above = list(_above(specification, {group.label: group for group in ordered}))
    inside = {id(group) for parent in above for group in parent.children}
    return [*above, *(group for group in ordered if id(group) not in inside)]


def _above(specification: Specification, groups: dict[str, Element]) -> Iterator[Element]:
    """Yield the groups of ``x-tagGroups``; a tag counts in the first that names it."""
    taken: set[str] = set()
    for entry in as_list(specification.value.get("x-tagGroups")):
        labels = dict.fromkeys(
            specification.group_label(as_text(tag)) for tag in as_list(as_object(entry).get("tags"))
        )
        held = [label for label in labels if label in groups and label not in taken]
        taken.update(held)
        name = as_text(as_object(entry).get("name"))
        if held and name:
            yield Element(Kind.GROUP, name, tuple(groups[label] for label in held))
