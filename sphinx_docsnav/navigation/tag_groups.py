"""Generated groups of endpoints: by tag, in the order of ``tags``, nested as tags are."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from sphinx_docsnav.data_files.json_values import as_list, as_object, as_text
from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.navigation.tree import Element, Page
from sphinx_docsnav.openapi import Operation, Specification

MAX_UNFOLDED = 25
"""The groups of a specification with more operations fold; fewer fit into a window."""


def generated_groups(
    specification: Specification,
    entries: Iterable[tuple[Operation, Page]],
    *,
    in_order_of_tags: bool = False,
) -> list[Element]:
    """Return the groups of a specification: one for each first tag of an operation.

    Groups of tags with a ``parent`` (OpenAPI 3.2) are in that of their parent.

    :param entries: every operation with its page; hidden ones are in no group, and
        count for the order of groups, as in the service.
    :param in_order_of_tags: the groups have the order of ``tags`` and are below
        ``x-tagGroups``; otherwise they have the order of ``paths``, as in the service.
    """
    pages_by_label: dict[str, list[Page]] = {}
    for operation, page in entries:
        # The first tag of an operation decides; hidden operations count for the order of groups.
        label = specification.tags.label(operation.groups[0] if operation.groups else "")
        pages_by_label.setdefault(label, []).extend([] if operation.hidden else [page])
    groups = [
        Element(Kind.GROUP, label, tuple(pages)) for label, pages in pages_by_label.items() if pages
    ]
    groups = _add_parents(specification, groups)
    nest = sort_by_tags if in_order_of_tags else _nest_groups
    ordered = nest(specification, groups)
    if sum(len(pages) for pages in pages_by_label.values()) <= MAX_UNFOLDED or len(ordered) == 1:
        return ordered
    return [replace(group, folds=True) if holds_pages(group) else group for group in ordered]


def holds_pages(group: Element) -> bool:
    """Return whether a generated group is that of a tag; others hold such groups."""
    return any(isinstance(child, Page) for child in group.children)


def link_group_titles(element: Element, pages: Mapping[Element, str]) -> Element:
    """Return *element* with its generated groups leading to the *pages* about them."""
    if not pages:
        return element
    children = tuple(
        link_group_titles(child, pages) if isinstance(child, Element) else child
        for child in element.children
    )
    return replace(element, children=children, about=pages.get(element, ""))


def sort_by_tags(specification: Specification, groups: Iterable[Element]) -> list[Element]:
    """Return *groups* in the order of ``tags``; those of ``x-tagGroups`` in a group of each.

    A group whose tag is in no list comes after the others.
    """
    names = [
        as_text(as_object(tag).get("name")) for tag in as_list(specification.value.get("tags"))
    ]
    order = {
        specification.tags.label(name): position for position, name in reversed([*enumerate(names)])
    }
    by_position = sorted(groups, key=lambda group: order.get(group.label, len(order)))
    ordered = _nest_groups(specification, by_position)
    sections = list(_make_outer_groups(specification, {group.label: group for group in ordered}))
    placed = {id(group) for parent in sections for group in parent.children}
    return [*sections, *(group for group in ordered if id(group) not in placed)]


def _add_parents(specification: Specification, groups: Iterable[Element]) -> list[Element]:
    """Return *groups* with those of parents that no operation names, before their children."""
    tag_groups = list(groups)
    groups_by_label: dict[str, Element] = {group.label: group for group in tag_groups}
    ordered: list[Element] = []
    for group in tag_groups:
        missing = []
        parent = specification.tags.parents.get(group.label, "")
        # Parents that no operation names have no group yet: make them up to the first that has.
        while parent and parent not in groups_by_label:
            groups_by_label[parent] = Element(Kind.GROUP, parent)
            missing.append(groups_by_label[parent])
            parent = specification.tags.parents.get(parent, "")
        ordered += [*reversed(missing), group]
    return ordered


def _nest_groups(specification: Specification, groups: Collection[Element]) -> list[Element]:
    """Return *groups* with each inside the group of its tag's parent, after its pages."""
    children_by_parent: dict[str, list[Element]] = {}
    for group in groups:
        children_by_parent.setdefault(specification.tags.parents.get(group.label, ""), []).append(
            group
        )

    def whole(group: Element) -> Element:
        below = tuple(whole(child) for child in children_by_parent.get(group.label, ()))
        return replace(group, children=(*group.children, *below)) if below else group

    return [whole(group) for group in children_by_parent.get("", ())]


def _make_outer_groups(
    specification: Specification, groups: dict[str, Element]
) -> Iterator[Element]:
    """Yield the groups of ``x-tagGroups``; a tag counts in the first that names it."""
    placed: set[str] = set()
    for entry in as_list(specification.value.get("x-tagGroups")):
        labels = dict.fromkeys(
            specification.tags.label(as_text(tag)) for tag in as_list(as_object(entry).get("tags"))
        )
        # A tag is in the first group that names it.
        members = [label for label in labels if label in groups and label not in placed]
        placed.update(members)
        name = as_text(as_object(entry).get("name"))
        if members and name:
            yield Element(Kind.GROUP, name, tuple(groups[label] for label in members))
