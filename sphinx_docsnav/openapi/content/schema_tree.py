"""Decides which fields of a schema one page shows, and which are behind a link.

The tree grows level by level. A component that has a page of its own is opened
where what is left of the page's budget holds its fields, the smaller ones
first, and is linked where not. What a caller must send is opened whatever it
costs, and so is what has no page to be linked to.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from sphinx_docsnav.openapi.content.field_view import Mode, Role, SchemaLink
from sphinx_docsnav.openapi.content.members import Member, levels, members, open_choices
from sphinx_docsnav.openapi.content.schema import ChoiceSet, Flat, FlatOf, Parts

MAX_DEPTH = 40
"""How many levels of fields one page shows."""
MAX_REQUIRED = 600
"""How many fields a request shows before what must be sent is linked, too."""
MAX_FIELDS = 1_500
"""How many fields one schema shows at most on one page."""
SMALL = 6
"""Components with at most so many fields, none of which has fields itself, are never linked."""


class SchemaPages(Protocol):
    """The layout of a page, as used by the tree."""

    @property
    def budget(self) -> int:
        """How many fields one schema may have before components are linked."""

    @property
    def pages(self) -> Mapping[int, str]:
        """Docnames of the pages of components, by the identity of their values."""

    @property
    def sends(self) -> bool:
        """Whether the reader is who sends requests."""

    @property
    def places(self) -> dict[tuple[Mode, int], str]:
        """Names of the places that show a component, by mode and identity."""

    def flat(self, parts: Parts) -> Flat:
        """Return the flat form of a schema."""

    def own(self, parts: Parts) -> Flat:
        """Return the flat form of a schema without the components that have pages."""

    def place(self, name: str) -> str:
        """Return a new name for a place that shows the component *name*."""


@dataclass(slots=True, eq=False)
class SchemaTreeNode:
    """A schema at one place of a page."""

    levels: tuple[Parts, ...]
    """The schema, and those inside it down to the one whose fields are shown."""
    flat: Flat
    core: Flat
    depth: int = 0
    must: bool = False
    above: frozenset[int] = frozenset()
    """Identities of the schemas around it."""
    chosen: frozenset[int] = frozenset()
    """Identities of the choices around it."""
    count: int = 0
    fields: list[tuple[Member, SchemaTreeNode]] = field(default_factory=list)
    choices: list[tuple[ChoiceSet, list[SchemaTreeNode]]] = field(default_factory=list)
    place: str = ""
    links: tuple[SchemaLink, ...] = ()
    recursive: bool = False
    left_out: int = 0


class SchemaTree:
    """The tree of one schema."""

    def __init__(self, layout: SchemaPages, mode: Mode) -> None:
        self.layout = layout
        self.mode = mode
        self.used = 0
        self.is_full = False
        """Some fields are shown nowhere."""
        self._waiting: list[tuple[bool, int, int, int, SchemaTreeNode]] = []
        self._serial = 0

    def grow(self, parts: Parts) -> SchemaTreeNode:
        """Return the tree of *parts*."""
        root = self._node(parts, SchemaTreeNode((), Flat(), Flat(), depth=-1))
        root.must = self.mode is Mode.REQUEST and self.layout.sends
        self._open(root, root.core)
        while self._waiting:
            self._settle(heapq.heappop(self._waiting)[-1])
        return root

    def _node(self, parts: Parts, above: SchemaTreeNode, *, must: bool = False) -> SchemaTreeNode:
        layout = self.layout
        inside = levels(layout.flat, parts)
        flat, core = layout.flat(parts), layout.flat(inside[-1])
        node = SchemaTreeNode(inside, flat, core, above.depth + 1, must)
        node.above = above.above | above.core.identity
        node.chosen = above.chosen
        node.count = self._count(node, node.core)
        return node

    def _settle(self, node: SchemaTreeNode) -> None:
        """Open a schema or link to it."""
        core, layout = node.core, self.layout
        known = layout.places.get((self.mode, core.key), "") if core.key else ""
        links = tuple(
            SchemaLink(name, layout.pages[key]) for name, key in core.bases if key in layout.pages
        )
        node.recursive = bool(core.identity & node.above)
        if node.recursive or (known and not self._is_small(node)):
            if links:
                self._link(node, links)
            elif known or node.recursive:
                node.links = (SchemaLink(core.name, place=known),) if known else ()
            else:
                self._open(node, core)
        elif links and not self._fits(node):
            self._link(node, links)
        else:
            self._open(node, core)

    def _fits(self, node: SchemaTreeNode) -> bool:
        """Return whether a schema is shown here, although it could be linked."""
        if self._is_small(node):
            return True
        if node.must:
            return self.used + node.count <= MAX_REQUIRED
        return node.count <= self.layout.budget - self.used

    def _is_small(self, node: SchemaTreeNode) -> bool:
        if node.count > SMALL:
            return False
        flat_of = self.layout.flat
        below = [parts for _, _, parts, _ in members(flat_of, node.core, self.mode)]
        below += [o for c in open_choices(flat_of, node.core) for o in c.options]
        return not any(has_inside(flat_of, parts, self.mode) for parts in below)

    def _link(self, node: SchemaTreeNode, links: tuple[SchemaLink, ...]) -> None:
        """Show links, and what the schema adds to the components that they lead to."""
        node.links = links
        own = self.layout.own(node.levels[-1])
        if not (node.recursive and own.identity & node.above):
            self._open(node, own)

    def _open(self, node: SchemaTreeNode, flat: Flat) -> None:
        """Give a node its fields and choices."""
        layout, core = self.layout, node.core
        if flat is core and core.key and (self.mode, core.key) not in layout.places and node.count:
            node.place = layout.places[self.mode, core.key] = layout.place(core.name)
        for member in members(layout.flat, flat, self.mode):
            _, role, parts, required = member
            must = node.must and (required or role is Role.ITEM)
            child = self._add(parts, node, must=must)
            if child is not None:
                node.fields.append((member, child))
        for choices in open_choices(layout.flat, flat):
            key = id(choices.options[0][0].value)
            if key in node.chosen:
                continue
            node.chosen |= {key}
            options = (self._add(parts, node, must=node.must) for parts in choices.options)
            node.choices.append((choices, [option for option in options if option is not None]))

    def _add(self, parts: Parts, above: SchemaTreeNode, *, must: bool) -> SchemaTreeNode | None:
        """Return a node below *above*, None if the page is full."""
        if self.used >= MAX_FIELDS or above.depth >= MAX_DEPTH:
            above.left_out += 1
            self.is_full = True
            return None
        self.used += 1
        child = self._node(parts, above, must=must)
        self._serial += 1
        if child.count:
            key = (not must, child.depth, child.count, self._serial)
            heapq.heappush(self._waiting, (*key, child))
        return child

    def _count(self, node: SchemaTreeNode, flat: Flat) -> int:
        """Return how many fields and options a schema has."""
        flat_of = self.layout.flat
        count = sum(1 for _ in members(flat_of, flat, self.mode))
        return count + sum(
            len(choices.options)
            for choices in open_choices(flat_of, flat)
            if id(choices.options[0][0].value) not in node.chosen
        )


def has_inside(flat_of: FlatOf, parts: Parts, mode: Mode) -> bool:
    """Return whether a schema has fields or options."""
    core = flat_of(levels(flat_of, parts)[-1])
    return any(True for _ in members(flat_of, core, mode)) or any(
        True for _ in open_choices(flat_of, core)
    )
