"""Inline nodes around blocks -> blocks of inline nodes, as formats other than HTML need them.

LaTeX ends a link, a title or bold words at the end of a paragraph, and stops there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeGuard

from docutils import nodes

_BLANK_LINE = re.compile(r"\n\s*\n")
_LINE_END = re.compile(r"\s*\n\s*")
_SPACES = " \t\n"
_LINES = (nodes.title, nodes.subtitle, nodes.term, nodes.caption, nodes.rubric, nodes.field_name)
"""What is one line of text."""


def separate_blocks(parent: nodes.Element) -> None:
    """Divide paragraphs and inline nodes below *parent* at the blocks that they contain."""
    index = 0
    while index < len(parent.children):
        child = parent.children[index]
        if isinstance(child, (nodes.paragraph, nodes.Inline)) and _has_block(child):
            parent[index : index + 1] = _blocks(child, ())
            continue  # what it is now may have to be divided again
        if isinstance(child, _LINES) and _has_block(child):
            child[:] = _trimmed(_inline(child))
        elif isinstance(child, nodes.Element) and not isinstance(child, nodes.TextElement):
            separate_blocks(child)
        index += 1


def join_paragraphs(document: nodes.document) -> None:
    """Put text with blank lines into one line."""
    for node in document.findall(nodes.Element):
        texts = [child for child in node.children if isinstance(child, nodes.Text)]
        if isinstance(node, nodes.FixedTextElement) or not any("\n" in text for text in texts):
            continue
        if _BLANK_LINE.search(node.astext()):
            node[:] = _spaced(
                nodes.Text(_LINE_END.sub(" ", child)) if isinstance(child, nodes.Text) else child
                for child in node.children
            )


def move_ids(document: nodes.document) -> None:
    """Give ids of places to the code, table or figure after it; LaTeX looks for them there."""
    for node in document.findall(nodes.Element):
        for index in reversed(range(len(node.children) - 1)):
            place, after = node.children[index : index + 2]
            if isinstance(place, nodes.target) and place["ids"] and _has_own_place(after):
                after["ids"] += place["ids"]
                del node[index]


def _has_own_place(node: nodes.Node) -> TypeGuard[nodes.Element]:
    """Return whether Sphinx ignores a place right before a node."""
    captioned = isinstance(node, nodes.container) and "literal_block" in node
    return captioned or isinstance(node, (nodes.figure, nodes.literal_block, nodes.table))


def _spaced(run: Iterable[nodes.Node], *, before: bool = False) -> list[nodes.Node]:
    """Return *run* with one space between words, and none at its start if one is *before* it."""
    found: list[nodes.Node] = []
    for node in run:
        if isinstance(node, nodes.Text):
            text = node.astext().lstrip(_SPACES if before else "")
            found += [nodes.Text(text)] if text else []
            before = text[-1].isspace() if text else before
        else:
            found.append(node)
            before = before and isinstance(node, nodes.Invisible)
    return found


def _trimmed(run: Iterable[nodes.Node]) -> list[nodes.Node]:
    """Return *run* with one space between words, and none at its ends."""
    found = _spaced(run, before=True)
    if found and isinstance(found[-1], nodes.Text):
        found[-1] = nodes.Text(found[-1].rstrip(_SPACES))
    return found


def _is_block(node: nodes.Node) -> bool:
    """Return whether a node is a block of docutils; other extensions may have theirs in a line."""
    own = isinstance(node, nodes.Element) and type(node).__module__ == nodes.__name__
    return own and not isinstance(node, (nodes.Inline, nodes.Invisible))


def _has_block(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Element) and any(
        _is_block(child) or _has_block(child) for child in node.children
    )


def _blocks(node: nodes.Element, around: Sequence[nodes.Element]) -> list[nodes.Node]:
    """Return the content of *node* as blocks, whose text has *node* and *around* around it."""
    if isinstance(node, nodes.Inline):
        around = (*around, node)
    found: list[nodes.Node] = []
    run: list[nodes.Node] = []
    for child in [*node.children, None]:
        if child is not None and not _is_block(child) and not _has_block(child):
            run.append(child)
            continue
        if any(map(_is_visible, run)):
            found.append(nodes.paragraph("", "", *_wrapped(_trimmed(run), around)))
        else:
            found += [part for part in run if isinstance(part, nodes.Element)]
        run = []
        if isinstance(child, nodes.Element) and _is_block(child):
            _wrap_text(child, around)
            found.append(child)
        elif isinstance(child, nodes.Element):
            found += _blocks(child, around)
    if node["ids"]:  # no text has them
        found.insert(0, nodes.target("", "", ids=node["ids"]))
    for block in found:
        if isinstance(block, nodes.Element) and block.line is None:
            block.source, block.line = node.source, node.line
    return found


def _is_visible(node: nodes.Node) -> bool:
    if isinstance(node, nodes.Text):
        return bool(node.strip())
    return not isinstance(node, nodes.Invisible)


def _wrap_text(block: nodes.Element, around: Sequence[nodes.Element]) -> None:
    """Put *around* around each text in *block*, but for code."""
    if isinstance(block, nodes.FixedTextElement):
        return
    if isinstance(block, nodes.TextElement):
        block[:] = _wrapped(block.children, around)
        return
    for child in block.children:
        if isinstance(child, nodes.Element):
            _wrap_text(child, around)


def _wrapped(run: Sequence[nodes.Node], around: Sequence[nodes.Element]) -> list[nodes.Node]:
    """Return *run* in a copy of each node of *around*, of which the first has the ids."""
    content = list(run)
    for node in reversed(around):
        copied = node.copy()
        copied += content
        node["ids"] = []
        content = [copied]
    return content


def _inline(node: nodes.Element) -> Iterator[nodes.Node]:
    """Yield the content of *node* without blocks, with spaces around what was one."""
    for child in node.children:
        if not isinstance(child, nodes.Element) or not (_is_block(child) or _has_block(child)):
            yield child
        elif isinstance(child, nodes.Inline):
            child[:] = list(_inline(child))
            yield child
        else:
            yield nodes.Text(" ")
            if isinstance(child, nodes.FixedTextElement):
                yield nodes.literal("", child.astext())
            else:
                yield from _inline(child)
            yield nodes.Text(" ")
