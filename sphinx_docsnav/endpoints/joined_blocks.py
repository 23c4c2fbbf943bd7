"""Descriptions where a page has room for one line of text."""

from __future__ import annotations

from collections.abc import Iterable

from docutils import nodes


def join_blocks(blocks: Iterable[nodes.Node]) -> list[nodes.Node]:
    """Return *blocks* as inline nodes with blanks between them."""
    result: list[nodes.Node] = []
    for block in blocks:
        if result:
            result.append(nodes.Text(" "))
        if isinstance(block, nodes.paragraph):
            result += block.children
        else:
            result.append(nodes.Text(" ".join(block.astext().split())))
    return result


def link_label(blocks: Iterable[nodes.Node]) -> list[nodes.Node]:
    """Return *blocks* as the label of a link: one line without links of its own."""
    found = nodes.inline("", "", *join_blocks(blocks))
    has_link = any("reftarget" in node or "refuri" in node for node in found.findall(nodes.Element))
    return [nodes.Text(found.astext())] if has_link else found.children
