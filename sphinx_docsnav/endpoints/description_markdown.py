"""The Markdown of descriptions -> docutils nodes.

Descriptions are CommonMark, not MDX, and come from strangers: html becomes
nodes for a few harmless tags and text otherwise, links keep safe schemes only,
pictures become links. Most descriptions are one line of plain words, which
need no parser.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_docsnav.components.code import lexer_name
from sphinx_docsnav.components.markdown_nodes import make_marked, take_alert
from sphinx_docsnav.endpoints.html_tags import MAX_NESTED, apply_tag, html_nodes
from sphinx_docsnav.mdx.markdown_profiles import MarkdownProfile, markdown_parser
from sphinx_docsnav.sitefiles.safe_urls import is_safe

if TYPE_CHECKING:
    from markdown_it.token import Token

MAX_LENGTH = 50_000
"""Longer descriptions are shown as plain text; those of public APIs have 5,000 characters."""
MAX_TAGS = 2_000
"""Descriptions with more ``<`` are shown as plain text: parsers look for the end of each."""

_MARKUP = re.compile(r"[\\`*_\[\]<>&~|!\n]|^\s*(?:[-+#=]|\d+[.)])|://")
_MIN_LISTED_COLUMNS = 1


def markdown_nodes(text: str, source: str, line: int) -> list[nodes.Node]:
    """Return block nodes of *text* from *line* of *source*.

    Paragraphs carry their place, so that translations find them.
    """
    text = text.strip()
    if not text:
        return []
    too_much = len(text) > MAX_LENGTH or text.count("<") > MAX_TAGS
    if too_much or not _MARKUP.search(text):
        return plain_nodes(text, source, line)
    return _DescriptionWriter(source, line).write(
        markdown_parser(MarkdownProfile.DESCRIPTION).parse(text)
    )


def plain_nodes(text: str, source: str, line: int) -> list[nodes.Node]:
    """Return *text* unchanged, in a paragraph that carries its place."""
    paragraph = nodes.paragraph(text, text)
    paragraph.source, paragraph.line = source, line
    return [paragraph] if text else []


def inline_nodes(text: str) -> list[nodes.Node]:
    """Return the nodes of *text* as one line; blocks are joined by blanks."""
    result: list[nodes.Node] = []
    for block in markdown_nodes(text, "", 0):
        if result:
            result.append(nodes.Text(" "))
        if isinstance(block, nodes.paragraph):
            result += block.children
        else:
            result.append(nodes.Text(" ".join(block.astext().split())))
    return result


class _DescriptionWriter:
    """Builds nodes from tokens."""

    def __init__(self, source: str, line: int) -> None:
        self.source = source
        self.line = line
        self.stack: list[nodes.Element] = [nodes.Element()]

    def write(self, tokens: list[Token]) -> list[nodes.Node]:
        """Return the nodes of *tokens*."""
        for token in tokens:
            self.take(token)
        return self.stack[0].children

    def take(self, token: Token) -> None:
        """Take the next block token."""
        kind = token.type
        if kind == "inline":
            self.inline(token.children or [])
        elif kind in _BLOCKS:
            self.open(_BLOCKS[kind](token))
        elif kind.endswith("_close"):
            self.close()
        elif kind in ("fence", "code_block"):
            self.stack[-1] += _code(token)
        elif kind == "hr":
            self.stack[-1] += nodes.transition() if len(self.stack) == 1 else nodes.paragraph()
        elif kind == "html_block":
            self.stack[-1] += html_nodes(token.content, is_safe)
        elif kind.endswith("_open"):
            self.open(nodes.Element())

    def open(self, node: nodes.Element) -> None:
        """Start *node*."""
        if isinstance(node, nodes.TextElement):
            node.source, node.line = self.source, self.line
        self.stack.append(node)

    def close(self) -> None:
        """End the innermost node and put it into the one around it."""
        node = self.stack.pop()
        for finish in (_wrapped_entry, _alert, _finished_table):
            node = finish(node)
        if type(node) is nodes.Element:
            self.stack[-1] += node.children
        else:
            node.rawsource = node.astext() if isinstance(node, nodes.TextElement) else ""
            self.stack[-1] += node

    def inline(self, tokens: list[Token]) -> None:
        """Add a line of text to the innermost node."""
        base, too_deep = len(self.stack), 0
        for token in tokens:
            kind = token.type
            if kind in _INLINES:
                if len(self.stack) < base + MAX_NESTED:
                    self.stack.append(_INLINES[kind](token))
                else:
                    too_deep += 1
            elif kind.endswith("_close"):
                if too_deep:
                    too_deep -= 1
                elif len(self.stack) > base:
                    self.end()
            elif kind == "html_inline":
                apply_tag(self.stack, base, token.content, is_safe)
            else:
                self.stack[-1] += _leaf(token)
        while len(self.stack) > base:
            self.end()

    def end(self) -> None:
        """End the innermost inline node."""
        inner = self.stack.pop()
        inner.attributes.pop("docsnav_tag", None)  # a tag that was never closed
        self.stack[-1] += inner


def _code(token: Token) -> nodes.literal_block:
    language = token.info.split()[0] if token.info.split() else "text"
    text = token.content.rstrip("\n")
    return nodes.literal_block(text, text, language=lexer_name(language), force=True)


def _leaf(token: Token) -> nodes.Node:
    if token.type == "code_inline":
        return nodes.literal(token.content, token.content)
    if token.type == "softbreak":
        return nodes.Text("\n")
    if token.type == "hardbreak":
        return nodes.Text("\n")
    if token.type == "image":
        url = str(token.attrs.get("src", ""))
        words = token.content or url
        return nodes.reference(words, words, refuri=url) if is_safe(url) else nodes.Text(words)
    return nodes.Text(token.content)


def _link(token: Token) -> nodes.Element:
    url = str(token.attrs.get("href", ""))
    return nodes.reference("", "", refuri=url) if is_safe(url) else nodes.inline()


def _enumerated(token: Token) -> nodes.Element:
    listing = nodes.enumerated_list(enumtype="arabic", prefix="", suffix=".")
    start = token.attrs.get("start", 1)
    if start != 1:
        listing["start"] = int(start)
    return listing


_INLINES: dict[str, Callable[[Token], nodes.Element]] = {
    "em_open": lambda _: nodes.emphasis(),
    "strong_open": lambda _: nodes.strong(),
    "s_open": lambda _: make_marked("del"),
    "link_open": _link,
}
_BLOCKS: dict[str, Callable[[Token], nodes.Element]] = {
    "paragraph_open": lambda _: nodes.paragraph(),
    "heading_open": lambda _: nodes.rubric(),
    "bullet_list_open": lambda _: nodes.bullet_list(bullet="-"),
    "ordered_list_open": _enumerated,
    "list_item_open": lambda _: nodes.list_item(),
    "blockquote_open": lambda _: nodes.block_quote(),
    "table_open": lambda _: nodes.table(classes=["docutils"]),
    "thead_open": lambda _: nodes.thead(),
    "tbody_open": lambda _: nodes.tbody(),
    "tr_open": lambda _: nodes.row(),
    "th_open": lambda _: nodes.entry(),
    "td_open": lambda _: nodes.entry(),
}


def _wrapped_entry(node: nodes.Element) -> nodes.Element:
    """Return a table's entry with its text in a paragraph."""
    if isinstance(node, nodes.entry) and node.children:
        text = nodes.paragraph("", "", *node.children)
        node.children = []
        node += text
    return node


def _alert(node: nodes.Element) -> nodes.Element:
    """Return GitHub's ``> [!NOTE]`` quotes as admonitions."""
    cls = take_alert(node) if isinstance(node, nodes.block_quote) else None
    return cls("", *node.children) if cls else node


def _finished_table(node: nodes.Element) -> nodes.Element:
    """Return a table with the column group that docutils requires."""
    if not isinstance(node, nodes.table):
        return node
    rows = list(node.findall(nodes.row))
    columns = max((len(row.children) for row in rows), default=0)
    if columns < _MIN_LISTED_COLUMNS:
        return nodes.Element()
    group = nodes.tgroup("", cols=columns)
    group += [nodes.colspec("", colwidth=100 // columns) for _ in range(columns)]
    group += node.children
    return nodes.table("", group, classes=["docutils"])
