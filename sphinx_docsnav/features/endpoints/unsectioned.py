"""Sections inside of other text become headings without a place in the table of contents."""

from __future__ import annotations

from collections.abc import Iterator

from docutils import nodes


def without_sections(node: nodes.Node) -> Iterator[nodes.Node]:
    """Yield *node*; of a section, its title as a rubric with its ids, then its content."""
    if not isinstance(node, nodes.section):
        yield node
        return
    for child in list(node.children):
        if isinstance(child, nodes.title):
            text = child.rawsource or child.astext()
            yield nodes.rubric(text, "", *child.children, ids=node["ids"], classes=node["classes"])
        else:
            yield from without_sections(child)
