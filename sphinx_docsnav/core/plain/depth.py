"""A limit to nested indentation in formats with lines of a fixed width."""

from __future__ import annotations

import re

from docutils import nodes

MAX_DEPTH = 12
"""Indentations of quotes, lists, definitions and admonitions; Sphinx's text has 70 columns."""
_LONG = re.compile(r"\S{400}(?=\S)")
"""A part of a word that is some lines long."""
_INDENTED = (nodes.block_quote, nodes.list_item, nodes.definition, nodes.Admonition)
_BOXES = (
    nodes.block_quote,
    nodes.bullet_list,
    nodes.enumerated_list,
    nodes.definition_list,
    nodes.Admonition,
)
_PARTS = (nodes.list_item, nodes.definition_list_item, nodes.definition)


def limit_depth(node: nodes.Element, depth: int = 0) -> None:
    """Put the content of quotes, lists and boxes beyond `MAX_DEPTH` into what is around them."""
    index = 0
    while index < len(node.children):
        child = node.children[index]
        if depth >= MAX_DEPTH and isinstance(child, _BOXES):
            node[index : index + 1] = _without_box(child)
            continue
        if isinstance(child, nodes.Element) and not isinstance(child, nodes.TextElement):
            limit_depth(child, depth + isinstance(child, _INDENTED))
        index += 1


def break_words(document: nodes.document) -> None:
    """Divide words that are too long to be wrapped: docutils takes the square of their length."""
    for text in list(document.findall(nodes.Text)):
        if _LONG.search(text) and not isinstance(text.parent, nodes.FixedTextElement):
            text.parent.replace(text, nodes.Text(_LONG.sub(r"\g<0> ", text)))


def _without_box(box: nodes.Element) -> list[nodes.Node]:
    """Return the blocks of *box*, titles and terms as paragraphs."""
    found: list[nodes.Node] = []
    for child in box.children:
        if isinstance(child, _PARTS):
            found += _without_box(child)
        elif isinstance(child, (nodes.title, nodes.term, nodes.classifier)):
            found.append(nodes.paragraph("", "", *child.children, ids=child["ids"]))
        else:
            found.append(child)
    if box["ids"]:
        found.insert(0, nodes.target("", "", ids=box["ids"]))
    return found
