"""Wrap inline nodes that are direct children of a block container in paragraphs.

docutils' writers expect inline nodes inside text elements: the HTML writer fails at
a link between paragraphs. `wrap_runs` corrects a whole tree; `replace_node` replaces
a node in such a tree.
"""

from __future__ import annotations

from collections.abc import Sequence
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
