"""The few html tags that descriptions of operations may use, as docutils nodes.

Every other tag, and whatever is wrong, is shown as the text it is.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from html import unescape

from docutils import nodes

from sphinx_docsnav.components.markdown_nodes import make_marked

MAX_NESTED = 30
"""Maximum nesting depth of tags; deeper ones are text."""

IsSafe = Callable[[str], bool]
"""Returns whether a link may have a URL."""

_TAG = re.compile(
    r"<(?P<end>/?)(?P<name>[a-zA-Z][a-zA-Z0-9]*)(?P<rest>(?:[^>\"']|\"[^\"]*\"|'[^']*')*)>"
)
_HREF = re.compile(r"\bhref\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))", re.IGNORECASE)
_INLINE: dict[str, Callable[[], nodes.Element]] = {
    "b": nodes.strong,
    "strong": nodes.strong,
    "i": nodes.emphasis,
    "em": nodes.emphasis,
    "code": nodes.literal,
    "kbd": nodes.literal,
    "sub": nodes.subscript,
    "sup": nodes.superscript,
    "span": nodes.inline,
    **{
        tag: functools.partial(make_marked, tag)
        for tag in ("mark", "del", "s", "ins", "u", "small")
    },
}
_BLOCK: dict[str, Callable[[], nodes.Element]] = {
    "p": nodes.paragraph,
    "div": nodes.paragraph,
    "ul": lambda: nodes.bullet_list(bullet="-"),
    "ol": lambda: nodes.enumerated_list(enumtype="arabic", prefix="", suffix="."),
    "li": nodes.list_item,
    "blockquote": nodes.block_quote,
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), nodes.rubric),
}
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


def apply_tag(stack: list[nodes.Element], base: int, source: str, is_safe: IsSafe) -> None:
    """Apply an inline tag to the open nodes above *base*; an unknown one is added as text."""
    found = _TAG.fullmatch(source)
    name = found["name"].lower() if found else ""
    if found is None or (name not in _INLINE and name not in ("a", "br")):
        stack[-1] += nodes.Text("" if _COMMENT.fullmatch(source) else source)
    elif name == "br":
        stack[-1] += nodes.Text("\n")
    elif not found["end"]:
        if len(stack) >= base + MAX_NESTED:
            stack[-1] += nodes.Text(source)
            return
        node = _anchor(found["rest"], is_safe) if name == "a" else _INLINE[name]()
        node["docsnav_tag"] = name
        stack.append(node)
    elif len(stack) > base and stack[-1].get("docsnav_tag") == name:
        node = stack.pop()
        del node["docsnav_tag"]
        stack[-1] += node


def _anchor(rest: str, is_safe: IsSafe) -> nodes.Element:
    found = _HREF.search(rest)
    url = unescape(next(filter(None, found.groups()), "")) if found else ""
    return nodes.reference("", "", refuri=url) if url and is_safe(url) else nodes.inline()


def html_nodes(source: str, is_safe: IsSafe) -> list[nodes.Node]:
    """Return the block nodes of an html block."""
    writer = _HtmlWriter(is_safe)
    place = 0
    text = _COMMENT.sub("", source)
    for found in _TAG.finditer(text):
        writer.text(text[place : found.start()])
        writer.tag(found)
        place = found.end()
    writer.text(text[place:])
    return writer.finish()


class _HtmlWriter:
    """Builds nodes from tags and text; lines of text outside of blocks become paragraphs."""

    def __init__(self, is_safe: IsSafe) -> None:
        self.is_safe = is_safe
        self.stack: list[nodes.Element] = [nodes.Element()]

    def tag(self, found: re.Match[str]) -> None:
        """Take a tag."""
        name = found["name"].lower()
        if len(self.stack) > MAX_NESTED and not found["end"]:
            self.text(found[0])
        elif name not in _BLOCK:
            if name in _INLINE or name in ("a", "br"):
                self._text_place()
                apply_tag(self.stack, 1, found[0], self.is_safe)
            else:
                self.text(found[0])
        elif found["end"]:
            if any(node.get("docsnav_tag") == name for node in self.stack):
                while self.stack[-1].get("docsnav_tag") != name:
                    self.close()
                self.close()
        else:
            while isinstance(self.stack[-1], (nodes.TextElement)):
                self.close()
            node = _BLOCK[name]()
            node["docsnav_tag"] = name
            self.stack.append(node)

    def text(self, text: str) -> None:
        """Take text between tags."""
        if text.strip():
            self._text_place()
        if isinstance(self.stack[-1], nodes.TextElement):
            self.stack[-1] += nodes.Text(unescape(" ".join(text.split("\n"))))

    def finish(self) -> list[nodes.Node]:
        """Close what is open and return the blocks."""
        while len(self.stack) > 1:
            self.close()
        return self.stack[0].children

    def close(self) -> None:
        """End the innermost node; a list keeps its items only."""
        node = self.stack.pop()
        node.attributes.pop("docsnav_tag", None)
        if isinstance(node, (nodes.bullet_list, nodes.enumerated_list)):
            node.children = [c for c in node.children if isinstance(c, nodes.list_item)]
        if isinstance(node, nodes.list_item) and not isinstance(
            self.stack[-1], (nodes.bullet_list, nodes.enumerated_list)
        ):
            self.stack[-1] += node.children
        elif node.children:
            self.stack[-1] += node

    def _text_place(self) -> None:
        if not isinstance(self.stack[-1], nodes.TextElement):
            self.stack.append(nodes.paragraph())
