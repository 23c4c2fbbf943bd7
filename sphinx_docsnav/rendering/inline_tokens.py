"""Inline tokens -> docutils nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_docsnav.components.component_nodes import attach
from sphinx_docsnav.components.markup import LineBreakNode, make_marked
from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.rendering.code_blocks import formula_node
from sphinx_docsnav.rendering.links import mark_unnamed

if TYPE_CHECKING:
    from markdown_it.token import Token

    from sphinx_docsnav.rendering.renderer import Renderer, TokenRule

_LONG_NAME = 30
"""Characters from which a name in code may break inside a line of a narrow window."""


def _text(out: Renderer, token: Token) -> None:
    if token.content:
        attach(out.writing.current, nodes.Text(token.content))


def _softbreak(out: Renderer, _token: Token) -> None:
    out.line += 1
    attach(out.writing.current, nodes.Text("\n"))


def _hardbreak(out: Renderer, _token: Token) -> None:
    out.line += 1
    attach(out.writing.current, LineBreakNode())


def _code(out: Renderer, token: Token) -> None:
    content = token.content
    literal = nodes.literal(content)
    attach(literal, nodes.Text(content))
    if len(content) > _LONG_NAME and max(map(len, content.split()), default=0) > _LONG_NAME:
        literal["classes"].append("docsnav-long")
    attach(out.writing.current, literal)


def _math(out: Renderer, token: Token) -> None:
    attach(out.writing.current, formula_node(out, token, inline=True))


def _em(out: Renderer, _token: Token) -> None:
    out.open(nodes.emphasis())


def _strong(out: Renderer, _token: Token) -> None:
    out.open(nodes.strong())


def _deleted(out: Renderer, _token: Token) -> None:
    out.open(make_marked("del"))


def _close(out: Renderer, _token: Token) -> None:
    out.close()


def _link_open(out: Renderer, token: Token) -> None:
    out.links.append(token)
    out.writing.stack.append(nodes.inline())


def _link_close(out: Renderer, _token: Token) -> None:
    words = out.writing.stack.pop()
    opening = out.links.pop()
    line = opening.meta.get("line", out.line)
    out.spot = line, opening.meta.get("column", 1)
    href = str(opening.attrs.get("href", ""))
    if not href.strip():
        message, hint = "this link has no address; shown as text", "write '\\[' for a bracket"
        out.warn(FaultKind.LINK_MISSING, message, line, hint=hint)
    title = str(opening.attrs.get("title", ""))
    for node in out.link(href, words.children, line=line, title=title):
        attach(out.writing.current, node)


def _image(out: Renderer, token: Token) -> None:
    line = token.meta.get("line", out.line)
    out.spot = line, token.meta.get("column", 1)
    breaks = ("softbreak", "hardbreak")
    children = token.children or ()
    alt = "".join(" " if child.type in breaks else child.content for child in children)
    source = str(token.attrs.get("src", ""))
    if not source.strip():
        shown = "its alternative text is shown" if alt else "nothing is shown"
        out.warn(FaultKind.IMAGE_MISSING, f"this image has no address; {shown}", line)
    attributes = {"title": str(token.attrs["title"])} if token.attrs.get("title") else {}
    for node in out.image(source, alt, line=line, attributes=attributes):
        mark_unnamed(node, is_named=bool(alt.strip()))
        attach(out.writing.current, node)


def _footnote_ref(out: Renderer, token: Token) -> None:
    label = str(token.meta.get("label", ""))
    order = out.writing.footnote_order
    if label not in order:
        order.append(label)
    number = str(order.index(label) + 1)
    reference = nodes.footnote_reference(f"[^{label}]", number, docsnav_label=label)
    out.writing.claim_ids(reference, [out.writing.serial()])
    attach(out.writing.current, reference)


def _nothing(_out: Renderer, _token: Token) -> None:
    """Skip a token that shows nothing."""


RULES: dict[str, TokenRule] = {
    "text": _text,
    "text_special": _text,
    "softbreak": _softbreak,
    "hardbreak": _hardbreak,
    "code_inline": _code,
    "math_inline": _math,
    "em_open": _em,
    "em_close": _close,
    "strong_open": _strong,
    "strong_close": _close,
    "s_open": _deleted,
    "s_close": _close,
    "link_open": _link_open,
    "link_close": _link_close,
    "image": _image,
    "footnote_ref": _footnote_ref,
    "footnote_anchor": _nothing,
}
