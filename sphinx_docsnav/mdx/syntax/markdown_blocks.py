"""Paragraphs, headings with a line under them, lists and tables, without indented code.

markdown-it takes lines indented by four or more for continuations without
asking whether they start something else; in MDX, where everything inside a
component is indented, they mostly do. An item of a list may start at any indent:
the rules are CommonMark's (sections 5.2 and 5.3) without those about four or more
spaces. Task markers (GFM 5.3) are read here, too. A table (GFM 4.10) needs a bar
or a colon in its second line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from markdown_it.rules_block import StateBlock
from markdown_it.rules_block import table as markdown_table
from markdown_it.rules_block.table import escapedSplit
from markdown_it.token import Token

from sphinx_docsnav.mdx.syntax.dispatch import rules_at
from sphinx_docsnav.mdx.syntax.parser_state import reading_of

_SPACE = " \t\n\r\v\f"


def paragraph(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:  # noqa: ARG001  # markdown-it's signature
    """Read lines up to an empty one, an underline, or one that starts another block."""
    old_parent = state.parentType
    state.parentType = "paragraph"
    end, marker = _end_of_paragraph(state, start_line)
    state.parentType = old_parent
    content = state.getLines(start_line, end, state.blkIndent, False).strip(_SPACE)
    state.line = end + 1 if marker else end
    type_, tag = ("heading", "h1" if marker == "=" else "h2") if marker else ("paragraph", "p")
    opening = state.push(f"{type_}_open", tag, 1)
    opening.map = [start_line, state.line]
    opening.markup = marker
    token = state.push("inline", "", 0)
    token.content = content
    token.map = [start_line, end]
    token.children = []
    state.push(f"{type_}_close", tag, -1).markup = marker
    return True


def _end_of_paragraph(state: StateBlock, start_line: int) -> tuple[int, str]:
    """Return the line after the text, and ``=`` or ``-`` if that line underlines it."""
    last = state.lineMax
    line = start_line + 1
    while line < last and not state.isEmpty(line):
        marker = _underline(state, line)
        if marker:
            return line, marker
        # a negative count marks a lazy line, which the rule of the quote has checked
        if state.sCount[line] >= 0:
            for rule in rules_at(state, line, "paragraph"):
                if rule(state, line, last, True):
                    return line, ""
        line += 1
    return line, ""


def _underline(state: StateBlock, line: int) -> str:
    """Return ``=`` or ``-`` if *line* underlines a heading, else ``""``."""
    begin, end = state.bMarks[line] + state.tShift[line], state.eMarks[line]
    marker = state.src[begin]
    if marker not in "-=" or state.sCount[line] < state.blkIndent:
        return ""
    return "" if state.src[begin:end].rstrip(" \t").strip(marker) else marker


_MARKER = re.compile(r"([-+*]|([0-9]{1,9})[.)])(?=[ \t]|$)")
_TASK = re.compile(r"\[([ \txX])\](?=[ \t]+\S)")


@dataclass(frozen=True, slots=True)
class _Marker:
    """A list item's marker."""

    sign: str
    """``-``, ``+``, ``*``, ``.`` or ``)``: items of one list have the same."""
    number: str
    """Digits of an ordered item; ``""`` for a bullet."""
    end: int
    """Offset after the marker."""


def _marker(state: StateBlock, line: int) -> _Marker | None:
    begin, end = state.bMarks[line] + state.tShift[line], state.eMarks[line]
    if begin >= end or state.src[begin] not in "-+*0123456789":
        return None
    match = _MARKER.match(state.src[begin : min(end, begin + 12)])
    if match is None:
        return None
    return _Marker(match[1][-1], match[2] or "", begin + match.end())


def list_block(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Read a bullet or ordered list."""
    marker = _marker(state, start_line)
    if marker is None:
        return False
    interrupts = (
        silent and state.parentType == "paragraph" and state.sCount[start_line] >= state.blkIndent
    )
    if interrupts:
        empty = not state.src[marker.end : state.eMarks[start_line]].strip(" \t")
        if empty or (marker.number and int(marker.number) != 1):
            return False
    if silent:
        return True
    _read_list(state, start_line, end_line, marker)
    return True


def _read_list(state: StateBlock, start_line: int, end_line: int, first: _Marker) -> None:
    """Read items until the list ends."""
    kind, tag = ("ordered_list", "ol") if first.number else ("bullet_list", "ul")
    index = len(state.tokens)
    opening = state.push(f"{kind}_open", tag, 1)
    opening.markup = first.sign
    if first.number and int(first.number) != 1:
        opening.attrs = {"start": int(first.number)}
    old_parent, state.parentType = state.parentType, "list"
    tight, ended_empty = True, False
    line = start_line
    marker: _Marker | None = first
    while marker is not None:
        item_tight, following = _read_item(state, line, end_line, marker)
        tight = tight and item_tight and not ended_empty
        ended_empty = following - line > 1 and state.isEmpty(following - 1)
        line = following
        marker = _next_marker(state, line, end_line, first)
    state.parentType = old_parent
    closing = state.push(f"{kind}_close", tag, -1)
    closing.markup = first.sign
    opening.map = [start_line, line]
    state.line = line
    if tight:
        _hide_paragraphs(state, index)


def _next_marker(state: StateBlock, line: int, end_line: int, first: _Marker) -> _Marker | None:
    """Return the marker of the next item of the same list, if *line* starts one."""
    if line >= end_line or state.sCount[line] < state.blkIndent:
        return None
    for rule in rules_at(state, line, "list"):
        if rule(state, line, end_line, True):
            return None
    marker = _marker(state, line)
    if marker is None or marker.sign != first.sign or bool(marker.number) != bool(first.number):
        return None
    return marker


def _content_indent(state: StateBlock, line: int, marker: _Marker) -> tuple[int, int, int]:
    """Return the item's content offset, its first line's indent, and where its text starts."""
    begin = state.bMarks[line] + state.tShift[line]
    initial = offset = state.sCount[line] + marker.end - begin
    pos, end = marker.end, state.eMarks[line]
    while pos < end and state.src[pos] in " \t":
        offset += 4 - (offset + state.bsCount[line]) % 4 if state.src[pos] == "\t" else 1
        pos += 1
    return (initial + 1 if pos >= end else offset), offset, pos


def _read_item(state: StateBlock, line: int, end_line: int, marker: _Marker) -> tuple[bool, int]:
    """Read one item; return whether it is tight, and the line after it."""
    indent, offset, text = _content_indent(state, line, marker)
    opening = state.push("list_item_open", "li", 1)
    opening.markup, opening.info = marker.sign, marker.number
    task = _TASK.match(state.src, text, state.eMarks[line])
    saved = (
        state.tight,
        state.bMarks[line],
        state.tShift[line],
        state.sCount[line],
        state.listIndent,
    )
    state.listIndent, old_indent = state.blkIndent, state.blkIndent
    state.blkIndent, state.tight = indent, True
    state.tShift[line], state.sCount[line] = text - state.bMarks[line], offset
    if task:
        _take_task(state, line, opening, task)
    if text >= state.eMarks[line] and state.isEmpty(min(line + 1, state.lineMax)):
        state.line = min(line + 2, end_line)  # an item that starts with two empty lines is empty
    else:
        state.md.block.tokenize(state, line, end_line)
    tight, state.blkIndent = state.tight, old_indent
    state.tight, state.bMarks[line], state.tShift[line], state.sCount[line], state.listIndent = (
        saved
    )
    state.push("list_item_close", "li", -1).markup = marker.sign
    opening.map = [line, state.line]
    return tight, state.line


def _take_task(state: StateBlock, line: int, opening: Token, task: re.Match[str]) -> None:
    """Take ``[x]`` and the white space after it off the item's first line."""
    opening.meta = {"checked": task[1] in "xX"}
    pos = task.end()
    while state.src[pos] in " \t":
        pos += 1
    state.bMarks[line] = pos
    state.tShift[line] = 0


def _hide_paragraphs(state: StateBlock, index: int) -> None:
    """Mark the paragraphs directly in the items of a tight list as hidden."""
    level = state.level + 2
    tokens = state.tokens
    for position in range(index + 2, len(tokens) - 2):
        token = tokens[position]
        if token.type == "paragraph_open" and token.level == level:
            token.hidden = True
            tokens[position + 2].hidden = True


def table(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Read a table; ``a |`` above ``---`` is a heading."""
    following = start_line + 1
    if following >= end_line:
        return False
    begin = state.bMarks[following] + state.tShift[following]
    if begin >= state.eMarks[following] or state.src[begin] not in "|-:":
        return False
    rule = state.src[begin : state.eMarks[following]]
    if "|" not in rule and ":" not in rule:
        return False
    before = len(state.tokens)
    found = markdown_table(state, start_line, end_line, silent)
    if found and not silent:
        columns = sum(token.type == "th_open" for token in state.tokens[before:])
        for line in range(following + 1, state.line):
            _check_row(state, line, columns)
    return found


def _check_row(state: StateBlock, line: int, columns: int) -> None:
    """Report text after the last column; GFM ignores it.

    A bar inside code ends the cell: the backtick before it has a message.
    """
    begin = state.bMarks[line] + state.tShift[line]
    row = state.src[begin : state.eMarks[line]].rstrip()
    if row.count("|") <= columns:
        return
    cells = escapedSplit(row)
    first = columns if cells[0] else columns + 1
    if any(cell.count("`") % 2 for cell in cells[:first]):
        return
    for number, cell in enumerate(cells[first:], first):
        if cell.strip():
            before = sum(len(other) + 1 for other in cells[:number])
            place = begin + row.find(cell.strip(), before)
            message = f"cell {cell.strip()[:40]!r} is in none of {columns} columns; left out"
            hint = "give the table's first row a cell for it"
            column = place - state.src.rfind("\n", 0, place)
            reading_of(state.env).problem(line + 1, column, message, hint)
            return
