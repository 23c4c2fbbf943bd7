"""The rules that make markdown-it read MDX.

`make_parser` builds the parser; each other module has the rules of one kind. Block tags and
expressions are tokens without nesting while blocks are parsed; `mdx.nesting` pairs them afterwards,
container by container, as MDX does.
"""

from __future__ import annotations

import functools
import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin

from sphinx_docsnav.mdx.syntax import (
    dispatch,
    flow,
    formula_rules,
    inline_marks,
    markdown_blocks,
    text,
)
from sphinx_docsnav.mdx.syntax.dispatch import INTERRUPTS, STOP
from sphinx_docsnav.mdx.syntax.flow import TOKEN_TYPES
from sphinx_docsnav.mdx.syntax.inline_marks import report_open_marks
from sphinx_docsnav.mdx.syntax.misread import ITEM_STARTS, report_fence, report_items, report_text
from sphinx_docsnav.mdx.syntax.parser_state import ParserState, get_document
from sphinx_docsnav.mdx.syntax.text import FORMULA
from sphinx_docsnav.mdx.tags import ContentOrigin, Form

MAX_LEVEL = 60
"""The maximum depth of quotes and lists; deeper ones are kept as text."""

_HEADING_ID = re.compile(r"(?<![ \t])[ \t]*\\?\{#([^\s{}\\]+)\\?\}[ \t]*$")
"""The id at the end of a heading, with or without backslashes."""
_PLAIN_LINK = re.compile(r"(?!//)[a-zA-Z0-9/._#-]*")
"""An address in which no character has to be encoded."""


@functools.lru_cache(maxsize=8)
def make_parser(*, math: bool) -> MarkdownIt:
    """Return the parser for pages; it has no state of a document and is shared.

    :param math: whether ``$…$`` is mathematics.
    """
    md = _MdxMarkdown("js-default", {"maxNesting": MAX_LEVEL + 20, "html": False, "linkify": False})
    dispatch.install_parsers(md)
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
    # Rules of MDX come before those of Markdown that begin with the same characters.
    block, inline = md.block.ruler, md.inline.ruler
    block.at("paragraph", markdown_blocks.parse_paragraph)
    block.at("table", markdown_blocks.parse_table, {"alt": ["paragraph", "reference"]})
    add_shared_rules(md, math=math)
    block.before("table", "mdx_esm", flow.parse_esm_block)
    block.before("table", "mdx_flow", flow.parse_flow, INTERRUPTS)
    block.before("table", "html_comment", flow.parse_html_comment, INTERRUPTS)
    inline.before("html_inline", "mdx_angle", text.parse_angle)
    inline.before("html_inline", "mdx_expression", text.parse_inline_expression)
    inline.after("footnote_ref", "bracket", text.report_bracket)
    inline_marks.install_strikethrough(md)
    inline_marks.install_open_marks(md)
    inline_marks.install_entities(md)
    md.core.ruler.at("inline", _parse_inline_tokens)
    md.core.ruler.before("inline", "heading_ids", _take_heading_ids)
    dispatch.freeze(md)
    return md


def add_shared_rules(md: MarkdownIt, *, math: bool) -> None:
    """Add the rules that MDX and MkDocs Material have.

    These are lists with tasks, footnotes, formulas, links with positions, plain addresses as links,
    and the limit of the depth of blocks.

    :param math: whether ``$…$`` is mathematics.
    """
    block = md.block.ruler
    block.at("list", markdown_blocks.parse_list, {"alt": ["paragraph", "reference", "blockquote"]})
    block.before("table", "too_deep", keep_deep_text)
    md.use(footnote_plugin, inline=False, move_to_end=False, always_match_refs=False)
    if math:
        formula_rules.add_formula_rules(md)
    text.install_links(md)
    inline_marks.install_autolinks(md)


class _MdxMarkdown(MarkdownIt):
    """A parser that accepts every URL, as MDX does; the renderer decides about links."""

    def validateLink(self, url: str) -> bool:  # noqa: ARG002, N802 -- markdown-it's name
        """Accept *url*: a rejected link would become text, and the author would not learn why."""
        return True

    def normalizeLink(self, url: str) -> str:  # noqa: N802 -- markdown-it's name
        """Return *url* with special characters encoded; most paths and anchors have none."""
        return url if _PLAIN_LINK.fullmatch(url) else super().normalizeLink(url)


def keep_deep_text(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Keep quotes and lists that are nested too deeply as one paragraph of plain text."""
    if silent or state.level < MAX_LEVEL:
        return False
    document = get_document(state.env)
    document.report(
        start_line + 1, 1, f"quotes and lists nest more than {MAX_LEVEL} deep; kept as text"
    )
    line = start_line
    while line < end_line and (state.sCount[line] >= state.blkIndent or state.isEmpty(line)):
        line += 1
    line = max(line, start_line + 1)
    # The children are set here, so that the text is not parsed as inline content.
    state.push("paragraph_open", "p", 1).map = [start_line, line]
    token = state.push("inline", "", 0)
    token.map = [start_line, line]
    text = Token("text", "", 0)
    text.content = state.getLines(start_line, line, state.blkIndent, False)
    token.children = [text]
    token.meta = {"plain": True}
    state.push("paragraph_close", "p", -1)
    state.line = line
    return True


def _take_heading_ids(state: StateCore) -> None:
    """Remove ``{#id}`` from headings; it would be an expression in MDX."""
    tokens = state.tokens
    for index, token in enumerate(tokens):
        if token.type != "heading_open":
            continue
        content = tokens[index + 1]
        if not content.content.endswith("}"):
            continue
        match = _HEADING_ID.search(content.content)
        if match is not None:
            first = token.map[0] if token.map else 0
            column = get_document(state.env).lines[first].rfind(f"{{#{match[1]}") + 1
            token.meta = {"id": match[1], "column": max(column, 1)}
            content.content = content.content[: match.start()]


def _parse_inline_tokens(state: StateCore) -> None:
    """Parse the inline content of each block, with its origin in the file."""
    document = get_document(state.env)
    # The line of the current row of a table, and the column after the cell parsed last.
    row: list[int] | None = None
    column = 0
    in_formula = False
    for index, token in enumerate(state.tokens):
        if token.type != "inline" or token.meta.get("plain"):
            if token.tag == "tr":
                row, column = (token.map if token.nesting > 0 else None), 0
            elif token.tag == FORMULA:
                in_formula = token.type == TOKEN_TYPES[Form.OPEN]
            elif token.type == "fence":
                _check_fence(token, document)
            continue
        # Cells and plain tokens are not checked for misread blocks.
        if row is None and token.content:
            report_text(token, document)
            if token.content[0] in ITEM_STARTS or "\n" in token.content:
                report_items(state.tokens, index, document)
        # Text without any special character needs no parser.
        if STOP.search(token.content) is None:
            token.children = [Token("text", "", 0, content=token.content)] if token.content else []
            continue
        document.in_row, document.in_formula = row is not None, in_formula
        parse_content(state, token, document, column)
        first = token.map[0] if token.map else 0
        # The next cell is to the right of this one.
        if row is not None and first < len(document.lines):
            start = document.lines[first].find(token.content, column)
            column = start + len(token.content) if start >= 0 else column
    document.origin = None
    report_open_marks(document)


def _check_fence(token: Token, document: ParserState) -> None:
    """Report mistakes in a fence, and record the column of its info string."""
    report_fence(token, document)
    first = token.map[0] if token.map else 0
    token.meta["column"] = document.lines[first].find(token.info) + 1


def parse_content(state: StateCore, token: Token, document: ParserState, column: int) -> None:
    """Parse the inline content of *token*, which is at *column* of its first line or after it."""
    first = token.map[0] if token.map else 0
    document.origin = ContentOrigin(token.content, document.lines, first, column)
    document.text = token.content
    document.brackets = token.content.count("[")
    token.children = token.children or []
    tags_before = document.tags
    state.md.inline.parse(token.content, state.md, state.env, token.children)
    if document.tags != tags_before:
        document.tagged.add(id(token))
