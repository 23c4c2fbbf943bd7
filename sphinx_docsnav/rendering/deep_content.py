"""Content that nests deeper than Python can store or write.

Each step of reading limits its own nesting, but marks, snippets and components inside
each other add up.
"""

from __future__ import annotations

from docutils import nodes

MAX_DEPTH = 150
"""Levels of a document. Sphinx stores documents with pickle, which recurses five times a level
and reaches Python's default limit of 1,000 before 200 levels."""

_HOLDERS = (
    *(nodes.TextElement, nodes.list_item, nodes.block_quote, nodes.entry, nodes.container),
    *(nodes.section, nodes.document),
)
"""Elements whose content can be replaced by text."""


def flatten_deep_content(document: nodes.document) -> int:
    """Replace what is deeper than `MAX_DEPTH` by its text; return its line, 0 if nothing is."""
    level: list[nodes.Node] = [document]
    for _ in range(MAX_DEPTH):
        level = [child for node in level if node.children for child in node.children]
        if not level:
            return 0
    line = 0
    for node in level:
        above = _ancestors(node)
        if not node.children or above[-1] is not document:
            continue
        holder = next(parent for parent in above if isinstance(parent, _HOLDERS))
        text = nodes.Text(_text(holder))
        is_line = isinstance(holder, nodes.TextElement)
        holder.children = []
        holder.append(text if is_line else nodes.paragraph("", "", text))
        line = line or next((parent.line for parent in above if parent.line), 1)
    return line


def _ancestors(node: nodes.Node) -> list[nodes.Node]:
    """Return *node* and what it is in, up to the document or to an element that was emptied."""
    found = [node]
    while (parent := found[-1].parent) is not None and found[-1] in parent.children:
        found.append(parent)
    return found


def _text(node: nodes.Node) -> str:
    """Return the text below *node*; docutils' own method would recurse."""
    words: list[str] = []
    rest: list[nodes.Node] = [node]
    while rest:
        current = rest.pop()
        if isinstance(current, nodes.Text):
            words.append(str(current))
        else:
            rest += reversed(current.children)
    return "".join(words)
