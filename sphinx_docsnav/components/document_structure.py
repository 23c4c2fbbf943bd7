"""What writers expect of a whole document: paragraphs around text, footnotes that are used.

docutils' writers expect inline nodes inside text elements: the HTML writer fails at
a link between paragraphs. `wrap_runs` corrects a whole tree; `replace_node` replaces
a node in such a tree.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from docutils import nodes

from sphinx_docsnav.components.component_nodes import BlockComponent, block_children, is_loose

_CONTAINERS = (
    BlockComponent,
    nodes.Admonition,
    nodes.block_quote,
    nodes.citation,
    nodes.compound,
    nodes.container,
    nodes.definition,
    nodes.description,
    nodes.document,
    nodes.entry,
    nodes.field_body,
    nodes.figure,
    nodes.footnote,
    nodes.legend,
    nodes.list_item,
    nodes.section,
    nodes.sidebar,
    nodes.topic,
)
"""What holds blocks and nothing else."""


def wrap_runs(below: Sequence[Any]) -> None:
    """Put each run of inline nodes that a block container holds into a paragraph.

    :param below: the nodes of a tree; see `nodes_below`.
    """
    for container in below:
        if container.children:
            wrap_children(container)


def nodes_below(root: nodes.Node) -> list[Any]:
    """Return *root* and all nodes below it, level by level; `findall` takes five times as long."""
    found: list[Any] = [root]
    for node in found:
        found += node.children
    return found


def replace_node(node: nodes.Element, replacement: Sequence[nodes.Node]) -> None:
    """Put *replacement* in the place of *node*, in a paragraph where that is needed."""
    parent: nodes.Element = node.parent
    place = parent.index(node)
    parent[place : place + 1] = list(replacement)
    while isinstance(parent, nodes.Inline):  # a link between blocks may now hold words
        parent = parent.parent
    wrap_children(parent)


def wrap_children(container: nodes.Element) -> None:
    """Put each run of inline nodes in *container* into a paragraph, if it holds blocks."""
    kind: Any = type(container)  # mypy takes the hash of an element for that of its class
    if not _is_container(kind) or not any(map(is_loose, container.children)):
        return
    parts = block_children(container.children)
    for part in parts:
        if isinstance(part, nodes.paragraph) and part.line is None:
            part.source, part.line = container.source, container.line
    container[:] = parts


@cache
def _is_container(kind: type[nodes.Node]) -> bool:
    return issubclass(kind, _CONTAINERS) and not issubclass(kind, nodes.TextElement)


Key = tuple[Any, Any]
"""The document and the id of a footnote; a book has many documents."""


class FootnoteLinks:
    """The references to footnotes in a document, apart from those in footnotes themselves."""

    def __init__(self, document: nodes.document) -> None:
        notes = [note for note in document.findall(nodes.footnote) if note["ids"]]
        holders = {  # the innermost footnote comes last
            id(reference): _key(note)
            for note in notes
            for reference in note.findall(nodes.footnote_reference)
        }
        self.notes = {_key(note) for note in notes}
        """The footnotes of the document."""
        self.in_text: list[nodes.footnote_reference] = []
        """The references outside of footnotes."""
        self._in_notes: dict[Key, list[nodes.footnote_reference]] = defaultdict(list)
        for reference in document.findall(nodes.footnote_reference):
            holder = holders.get(id(reference))
            place = self.in_text if holder is None else self._in_notes[holder]
            place.append(reference)

    @property
    def in_notes(self) -> Iterator[nodes.footnote_reference]:
        """The references in footnotes."""
        for references in self._in_notes.values():
            yield from references

    def leads_to_note(self, reference: nodes.footnote_reference) -> bool:
        """Return whether the footnote of a reference is in the document."""
        return _target(reference) in self.notes

    def further(self) -> list[tuple[nodes.footnote_reference, list[nodes.footnote_reference]]]:
        """Return references in text, with those in footnotes by which one gets from it to others.

        Each footnote that the text refers to only through others is reached once, by the first
        way to it.
        """
        seen = {_target(reference) for reference in self.in_text}
        followed: set[Key] = set()
        found = []
        for reference in self.in_text:
            ways: list[nodes.footnote_reference] = []
            queue = [_target(reference)]
            for key in queue:
                if key in followed:
                    continue
                followed.add(key)
                for inner in self._in_notes.get(key, ()):
                    target = _target(inner)
                    if target in self.notes and target not in seen:
                        seen.add(target)
                        queue.append(target)
                        ways.append(inner)
            if ways:
                found.append((reference, ways))
        return found

    def unreached(self) -> set[str]:
        """Return the ids of the footnotes to which no way leads from the text."""
        ways = [way for _, ways in self.further() for way in ways]
        reached = {_target(reference) for reference in (*self.in_text, *ways)}
        return {name for _, name in self.notes - reached}


def _key(note: nodes.Element) -> Key:
    return note.get("docname"), note["ids"][0]


def _target(reference: nodes.Element) -> Key:
    return reference.get("docname"), reference.get("refid")
