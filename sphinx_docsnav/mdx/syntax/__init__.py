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
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin

from sphinx_docsnav.mdx.syntax import (
    dispatch,
    flow,
    formulas,
    inline_marks,
    markdown_blocks,
    open_marks,
    text,
)
from sphinx_docsnav.mdx.syntax.dispatch import STOP
from sphinx_docsnav.mdx.syntax.flow import TOKEN_TYPES
from sphinx_docsnav.mdx.syntax.misread import ITEM_STARTS, report_fence, report_items, report_text
from sphinx_docsnav.mdx.syntax.open_marks import report_open_marks
from sphinx_docsnav.mdx.syntax.parser_state import ParserState, reading_of
from sphinx_docsnav.mdx.syntax.text import FORMULA
from sphinx_docsnav.mdx.tag_scanner import ContentPlace
from sphinx_docsnav.mdx.tags import Form

MAX_LEVEL = 60
"""Quotes and lists nest no deeper; what is deeper is kept as text."""

_HEADING_ID = re.compile(r"(?:^|[ \t]*)\\?\{#([^\s{}\\]+)\\?\}[ \t]*$")


def too_deep(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Keep what is nested too deeply as one paragraph of plain text."""
    if silent or state.level < MAX_LEVEL:
        return False
    reading = reading_of(state.env)
    reading.problem(
        start_line + 1, 1, f"quotes and lists nest more than {MAX_LEVEL} deep; kept as text"
    )
    line = start_line
    while line < end_line and (state.sCount[line] >= state.blkIndent or state.isEmpty(line)):
        line += 1
    line = max(line, start_line + 1)
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


def _heading_ids(state: StateCore) -> None:
    """Take ``{#id}`` off headings; the service rewrites it before MDX sees it."""
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
            column = reading_of(state.env).lines[first].rfind(f"{{#{match[1]}") + 1
            token.meta = {"id": match[1], "column": max(column, 1)}
            content.content = content.content[: match.start()]


def _inline(state: StateCore) -> None:
    """Read inline content, each piece with its place in the file."""
    reading = reading_of(state.env)
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
                _fence(token, reading)
            continue
        if row is None and token.content:
            report_text(token, reading)
            if token.content[0] in ITEM_STARTS or "\n" in token.content:
                report_items(state.tokens, index, reading)
        if STOP.search(token.content) is None:
            token.children = [Token("text", "", 0, content=token.content)] if token.content else []
            continue
        reading.in_row, reading.in_formula = row is not None, in_formula
        _read(state, token, reading, column)
        first = token.map[0] if token.map else 0
        if row is not None and first < len(reading.lines):
            found = reading.lines[first].find(token.content, column)
            column = found + len(token.content) if found >= 0 else column
    reading.place = None
    report_open_marks(reading)


def _fence(token: Token, reading: ParserState) -> None:
    report_fence(token, reading)
    first = token.map[0] if token.map else 0
    token.meta["column"] = reading.lines[first].find(token.info) + 1


def _read(state: StateCore, token: Token, reading: ParserState, column: int) -> None:
    """Read the content of *token*, which is at *column* or after it."""
    first = token.map[0] if token.map else 0
    reading.place = ContentPlace(token.content, reading.lines, first, column)
    reading.text = token.content
    reading.brackets = token.content.count("[")
    token.children = token.children or []
    tags = reading.tags
    state.md.inline.parse(token.content, state.md, state.env, token.children)
    if reading.tags != tags:
        reading.tagged.add(id(token))


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
    md = _MdxMarkdown("js-default", {"maxNesting": MAX_LEVEL + 20, "html": False, "linkify": False})
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
    block.before("table", "too_deep", too_deep)
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
    md.core.ruler.at("inline", _inline)
    md.core.ruler.before("inline", "heading_ids", _heading_ids)
    dispatch.freeze(md)
    return md
