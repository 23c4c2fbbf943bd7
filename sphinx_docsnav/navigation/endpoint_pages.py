"""Pages made for operations, one address each, however often docs.json names it, and their groups.

Groups are made by tag, in the order of ``tags``, nested as tags are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from sphinx_docsnav.data_files.json_values import as_list, as_object, as_text
from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.navigation.page_facts import PageFacts, extract_page_facts
from sphinx_docsnav.navigation.tree import Element, Page
from sphinx_docsnav.openapi import Operation, Specification
from sphinx_docsnav.openapi.endpoint_names import make_page_title
from sphinx_docsnav.sitefiles.hidden_characters import make_visible_title

MAX_TITLE = 300
"""Longer summaries are cut where they are titles."""
MAX_DESCRIPTION = 50_000
"""Longer descriptions stay where the operation is shown, and are not the page's own."""
MAX_UNFOLDED = 25
"""The groups of a specification with more operations fold; fewer fit into a window."""


@dataclass(frozen=True, eq=False)
class EndpointPage:
    """A page to make for an operation."""

    docname: str
    """Its address: no other endpoint page has it."""
    operation: Operation
    """The operation it shows."""

    @property
    def title(self) -> str:
        """The page's title: ``x-mint``'s, else the operation's."""
        return self.facts.title

    @cached_property
    def front_matter(self) -> Mapping[str, object]:
        """The front matter of its text: what any reader needs to make the page."""
        operation = self.operation
        matter: dict[str, object] = {"title": self._title}
        # The service names such a page after its address in the sidebar.
        if operation.href and operation.summary:
            matter["sidebarTitle"] = make_page_title(self.docname)
        if 0 < len(operation.description) <= MAX_DESCRIPTION:
            matter["description"] = operation.description
        if operation.deprecated:
            matter["deprecated"] = True
        # `x-mint` overrides what the operation says of itself.
        matter.update(operation.metadata)
        if not matter["title"]:
            matter["title"] = self._title
        matter["title"] = make_visible_title(str(matter["title"]))
        return {**matter, "openapi": operation.reference}

    @cached_property
    def facts(self) -> PageFacts:
        """The facts of the page."""
        return extract_page_facts(dict(self.front_matter))

    @property
    def _title(self) -> str:
        """Return the title; that of a webhook with a summary is spelled as its address.

        The service does so, and a webhook's summary is often a sentence.
        """
        operation = self.operation
        if operation.webhook and operation.summary:
            return make_page_title(self.docname)
        title = operation.title
        return title if len(title) <= MAX_TITLE else f"{title[: MAX_TITLE - 1]}…"


class EndpointPages:
    """Makes endpoint pages and gives each its address.

    An operation has one page in a directory, which several entries may list. Different operations
    never share an address: the later one in docs.json gets ``-1``, ``-2`` …
    """

    def __init__(self) -> None:
        self.pages: list[EndpointPage] = []
        """All pages, in the order in which docs.json lists them first."""
        self.directories: list[str | None] = []
        """The directory of each page, as docs.json has it."""
        self._pages_by_key: dict[tuple[Operation, str | None], EndpointPage] = {}
        self._claimed_docnames: set[str] = set()
        self._last_numbers: dict[str, int] = {}

    def add_entry(self, operation: Operation, directory: str | None, pointer: str = "") -> Page:
        """Return an entry for the page of an operation; the first entry makes the page.

        :param directory: the folder of the page in docs.json; ``None`` without one.
        :param pointer: the position of the entry in docs.json; empty in generated groups.
        """
        # An operation that names its address has one page, whatever directory lists it.
        key = (operation, None if operation.href else directory)
        if key not in self._pages_by_key:
            docname = self.claim_docname(operation.docname(directory))
            self._pages_by_key[key] = EndpointPage(docname, operation)
            self.pages.append(self._pages_by_key[key])
            self.directories.append(directory)
        page = self._pages_by_key[key]
        return Page(page.docname, pointer, operation=operation.name)

    def claim_docname(self, docname: str) -> str:
        """Return *docname*, with ``-1``, ``-2`` … if another generated page has it."""
        number = self._last_numbers.get(docname, 0)
        candidate = docname
        # Count from the number of the last page with this name, so that numbers ascend.
        while candidate in self._claimed_docnames:
            number += 1
            candidate = f"{docname}-{number}"
        self._last_numbers[docname] = number
        self._claimed_docnames.add(candidate)
        return candidate


def make_tag_groups(
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
