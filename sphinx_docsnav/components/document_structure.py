"""Structure that writers expect of a document: text in paragraphs, footnotes with references.

docutils' writers expect inline nodes inside text elements; the HTML writer fails at a link between
paragraphs. `wrap_runs` corrects a tree, and `replace_node` replaces a node in a corrected tree.
`make_node_warning` is for what is wrong with a single node.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.utils import get_source_line

from sphinx_docsnav.components.component_nodes import (
    BlockComponent,
    needs_paragraph,
    wrap_inline_children,
)
from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity

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
"""Elements that contain blocks and nothing else."""


def wrap_runs(all_nodes: Sequence[Any]) -> None:
    """Put inline nodes that are direct children of block containers into paragraphs.

    :param all_nodes: the nodes of a tree; see `collect_nodes`.
    """
    for container in all_nodes:
        if container.children:
            wrap_children(container)


def collect_nodes(root: nodes.Node) -> list[Any]:
    """Return *root* and all nodes below it, level by level; five times as fast as `findall`."""
    collected: list[Any] = [root]
    for node in collected:
        collected += node.children
    return collected


def replace_node(node: nodes.Element, replacement: Sequence[nodes.Node]) -> None:
    """Replace *node*; inline nodes are put into a paragraph where that is needed."""
    parent: nodes.Element = node.parent
    index = parent.index(node)
    parent[index : index + 1] = list(replacement)
    # A link between blocks may now contain text.
    while isinstance(parent, nodes.Inline):
        parent = parent.parent
    wrap_children(parent)


def wrap_children(container: nodes.Element) -> None:
    """Put inline nodes that are children of the block container *container* into paragraphs."""
    # Any, as mypy confuses the hash of an element with that of its class.
    kind: Any = type(container)
    if not _is_container(kind) or not any(map(needs_paragraph, container.children)):
        return
    parts = wrap_inline_children(container.children)
    for part in parts:
        if isinstance(part, nodes.paragraph) and part.line is None:
            part.source, part.line = container.source, container.line
    # Assigning the slice sets the parents of the nodes.
    container[:] = parts


@cache
def _is_container(kind: type[nodes.Node]) -> bool:
    """Return whether nodes of this class contain only blocks."""
    return issubclass(kind, _CONTAINERS) and not issubclass(kind, nodes.TextElement)


Key = tuple[Any, Any]
"""The document and id of a footnote; a book has several documents."""


class FootnoteLinks:
    """The references to footnotes in a document, in its text and in its footnotes."""

    def __init__(self, document: nodes.document) -> None:
        notes = [note for note in document.findall(nodes.footnote) if note["ids"]]
        # Of nested footnotes, the innermost comes last and is kept.
        note_by_reference = {
            id(reference): _get_key(note)
            for note in notes
            for reference in note.findall(nodes.footnote_reference)
        }
        self.notes = {_get_key(note) for note in notes}
        """The keys of the footnotes in the document."""
        self.in_text: list[nodes.footnote_reference] = []
        """The references outside footnotes."""
        self._in_notes: dict[Key, list[nodes.footnote_reference]] = defaultdict(list)
        for reference in document.findall(nodes.footnote_reference):
            note_key = note_by_reference.get(id(reference))
            references = self.in_text if note_key is None else self._in_notes[note_key]
            references.append(reference)

    @property
    def in_notes(self) -> Iterator[nodes.footnote_reference]:
        """The references inside footnotes."""
        for references in self._in_notes.values():
            yield from references

    def leads_to_note(self, reference: nodes.footnote_reference) -> bool:
        """Return whether the footnote of *reference* is in the document."""
        return _get_target(reference) in self.notes

    def further(self) -> list[tuple[nodes.footnote_reference, list[nodes.footnote_reference]]]:
        """Return references in the text that lead to footnotes with references to others.

        :returns: each such reference with the references in footnotes that lead on from it. Each
            footnote that is only reached through others is reached once, by the first way.
        """
        # Footnotes that the text refers to directly need no other way.
        seen = {_get_target(reference) for reference in self.in_text}
        followed: set[Key] = set()
        result = []
        for reference in self.in_text:
            onward_references: list[nodes.footnote_reference] = []
            queue = [_get_target(reference)]
            # The queue grows while footnotes with further references are found.
            for key in queue:
                if key in followed:
                    continue
                followed.add(key)
                for inner in self._in_notes.get(key, ()):
                    target = _get_target(inner)
                    if target in self.notes and target not in seen:
                        seen.add(target)
                        queue.append(target)
                        onward_references.append(inner)
            if onward_references:
                result.append((reference, onward_references))
        return result

    def unreached(self) -> set[str]:
        """Return the ids of the footnotes that no reference in the text leads to."""
        onward = [inner for _, references in self.further() for inner in references]
        reached = {_get_target(reference) for reference in (*self.in_text, *onward)}
        return {name for _, name in self.notes - reached}


def _get_key(note: nodes.Element) -> Key:
    """Return the key of a footnote."""
    return note.get("docname"), note["ids"][0]


def _get_target(reference: nodes.Element) -> Key:
    """Return the key of the footnote that *reference* refers to."""
    return reference.get("docname"), reference.get("refid")


def make_node_warning(
    node: nodes.Element, kind: FaultKind, message: str, *, hint: str, problem: str = ""
) -> Fault:
    """Return a warning at the position of *node* in the sources."""
    source, line = get_source_line(node)
    path, position = Path(source) if source else None, Position(line) if line else None
    return Fault(kind, Severity.WARNING, message, path, position, hint=hint, problem=problem)
