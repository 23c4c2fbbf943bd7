"""Fences -> blocks of code; formulas between dollars -> mathematics."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_docsnav.components.code import CodeBlockOptions, make_code
from sphinx_docsnav.components.misc import make_math, make_mermaid
from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.mdx.codemeta import read_fence_info
from sphinx_docsnav.mdx.expressions import to_text
from sphinx_docsnav.rendering.component_context import TagContext
from sphinx_docsnav.rendering.scope import OpenElement

if TYPE_CHECKING:
    from markdown_it.token import Token

    from sphinx_docsnav.rendering.renderer import Renderer

_PROPERTY = re.compile(r"\{\s*(?:props\.)?([A-Za-z_$][\w$]*)\s*\}")


def fence_nodes(out: Renderer, token: Token) -> list[nodes.Node]:
    """Return the nodes of a fence: a diagram, or code with the options of its first line."""
    text = token.content.removesuffix("\n")
    if out.scope.lenient and "{" in text:
        text = _filled(out, text)
    meta = read_fence_info(token.info)
    if meta.language == "mermaid":
        return [make_mermaid(text)]
    if meta.language == "math":
        return [formula_node(out, token, inline=False)]
    look = CodeBlockOptions(
        meta.language,
        meta.title,
        meta.numbers,
        highlight=meta.highlight,
        focus=meta.focus,
        wrap=meta.wrap,
        expandable=meta.expandable,
    )
    out.spot = out.line, token.meta.get("column", 1) + max(0, token.info.find(meta.icon))
    context = TagContext(out, OpenElement("```", {}, out.line, inline=False))
    icon, more = context.icon(meta.icon), context.translate("expand")
    serial = context.serial() if look.expandable else ""
    block = make_code(text, look, icon=icon, serial=serial, more=more)
    for node in [block, *block.findall(nodes.literal_block)]:
        node.source, node.line = out.source, out.line
    return [block]


def _filled(out: Renderer, text: str) -> str:
    """Return *text* with the properties of a snippet in place of ``{name}``."""

    def fill(match: re.Match[str]) -> str:
        value = out.scope.get(match[1])
        simple = isinstance(value, (str, int, float)) and not isinstance(value, bool)
        return to_text(value) if simple else match.group()

    return _PROPERTY.sub(fill, text)


def formula_node(out: Renderer, token: Token, *, inline: bool) -> nodes.Element:
    """Return the formula of *token*, as text if TeX may not see it.

    Faults: ``formula``.
    """
    return make_math(
        token.content.strip(), lambda message: out.warn(FaultKind.FORMULA, message), inline=inline
    )
