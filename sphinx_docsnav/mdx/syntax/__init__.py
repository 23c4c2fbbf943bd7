"""The rules that turn markdown-it into a reader of MDX's Markdown.

`make_parser` builds the parser; each other module holds the rules of one kind.
Flow tags and expressions are leaves while blocks are found; `pair` gives them
their nesting afterwards, container by container, as MDX does.
"""

from __future__ import annotations

import functools
import re

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from mdit_py_plugins.footnote import footnote_plugin

from sphinx_docsnav.mdx.syntax import (
    core,
    dispatch,
    flow,
    formulas,
    inline_marks,
    markdown_blocks,
    open_marks,
    text,
)

INTERRUPTS: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
"""What a flow tag or expression can end."""

_PLAIN_LINK = re.compile(r"(?!//)[a-zA-Z0-9/._#-]*")


class _MdxMarkdown(MarkdownIt):
    """A parser that accepts every URL, as MDX does; the renderer checks links."""

    def validateLink(self, url: str) -> bool:  # noqa: ARG002, N802 -- markdown-it's name
        """Accept *url*: text would hide from the author that the address is refused."""
        return True

    def normalizeLink(self, url: str) -> str:  # noqa: N802 -- markdown-it's name
        """Return *url* with other characters encoded; most paths and anchors have none."""
        return url if _PLAIN_LINK.fullmatch(url) else super().normalizeLink(url)


@functools.lru_cache(maxsize=8)
def make_parser(*, math: bool) -> MarkdownIt:
    """Return the parser; it holds no state of a document and may be shared."""
    md = _MdxMarkdown(
        "js-default", {"maxNesting": core.MAX_LEVEL + 20, "html": False, "linkify": False}
    )
    dispatch.install(md)
    md.enable(["table", "strikethrough"])
    md.disable(
        [
            "normalize",  # `parse_mdx` has done so
            "code",
            "lheading",
            "html_block",
            "html_inline",
            "autolink",
            "linkify",
            "replacements",
            "smartquotes",
        ]
    )
    block, inline = md.block.ruler, md.inline.ruler
    block.at("paragraph", markdown_blocks.paragraph)
    block.at("list", markdown_blocks.list_block, {"alt": ["paragraph", "reference", "blockquote"]})
    block.at("table", markdown_blocks.table, {"alt": ["paragraph", "reference"]})
    block.before("table", "too_deep", core.too_deep)
    block.before("table", "mdx_esm", flow.esm)
    block.before("table", "mdx_flow", flow.flow, INTERRUPTS)
    block.before("table", "html_comment", flow.html_comment, INTERRUPTS)
    inline.before("html_inline", "mdx_angle", text.angle)
    inline.before("html_inline", "mdx_expression", text.expression)
    md.use(footnote_plugin, inline=False, move_to_end=False, always_match_refs=False)
    inline.after("footnote_ref", "bracket", text.report_bracket)
    if math:
        formulas.install(md)
    inline_marks.install_strike(md)
    open_marks.install(md)
    inline_marks.install_entities(md)
    text.locate_links(md)
    inline_marks.install_autolinks(md)
    core.install(md)
    dispatch.freeze(md)
    return md
