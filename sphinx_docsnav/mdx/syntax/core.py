"""Core rules: depth, heading ids, and inline content that knows its place."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

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


def install(md: MarkdownIt) -> None:
    """Replace markdown-it's inline step."""
    md.core.ruler.at("inline", _inline)
    md.core.ruler.before("inline", "heading_ids", _heading_ids)


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
