"""Rules for paragraphs, underlined headings, lists and tables, without indented code.

markdown-it takes lines that are indented by four or more spaces for continuations without checking
whether they begin another block; in MDX, where everything inside a component is indented, they
mostly do. An item of a list may begin at any indent: the rules are CommonMark's (sections 5.2 and
5.3) without those about four or more spaces. Task markers (GFM 5.3) are parsed here, too. A table
(GFM 4.10) needs a bar or a colon in its second line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from markdown_it.rules_block import StateBlock
from markdown_it.rules_block import table as markdown_table
from markdown_it.rules_block.table import escapedSplit
from markdown_it.token import Token

from sphinx_docsnav.mdx.syntax.dispatch import get_rules_at
from sphinx_docsnav.mdx.syntax.parser_state import get_document

_SPACE = " \t\n\r\v\f"
"""The white space that is removed from both ends of a paragraph."""
_MARKER = re.compile(r"([-+*]|([0-9]{1,9})[.)])(?=[ \t]|$)")
"""The marker of an item, and the number of an ordered one."""
_TASK = re.compile(r"\[([ \txX])\](?=[ \t]+\S)")
"""The box of a task."""


def parse_paragraph(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:  # noqa: ARG001  # markdown-it's signature
    """Parse lines up to an empty line, an underline, or a line that begins another block."""
    old_parent = state.parentType
    state.parentType = "paragraph"
    end, marker = _find_paragraph_end(state, start_line)
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


def _find_paragraph_end(state: StateBlock, start_line: int) -> tuple[int, str]:
    """Return the line after the text, and ``=`` or ``-`` if that line underlines it."""
    last = state.lineMax
    line = start_line + 1
    while line < last and not state.isEmpty(line):
        marker = _get_underline(state, line)
        if marker:
            return line, marker
        # A negative count marks a lazy continuation, which the rule of quotes has checked.
        if state.sCount[line] >= 0:
            for rule in get_rules_at(state, line, "paragraph"):
                if rule(state, line, last, True):
                    return line, ""
        line += 1
    return line, ""


def _get_underline(state: StateBlock, line: int) -> str:
    """Return ``=`` or ``-`` if *line* underlines a heading, else ``""``."""
    begin, end = state.bMarks[line] + state.tShift[line], state.eMarks[line]
    marker = state.src[begin]
    if marker not in "-=" or state.sCount[line] < state.blkIndent:
        return ""
    return "" if state.src[begin:end].rstrip(" \t").strip(marker) else marker


@dataclass(frozen=True, slots=True)
class _ItemMarker:
    """The marker of a list item."""

    sign: str
    """``-``, ``+``, ``*``, ``.`` or ``)``, which is the same for all items of a list."""
    number: str
    """The digits of an ordered item; ``""`` for a bullet."""
    end: int
    """The offset after the marker."""


def _match_marker(state: StateBlock, line: int) -> _ItemMarker | None:
    """Return the marker at the beginning of *line*; ``None`` if there is none."""
    begin, end = state.bMarks[line] + state.tShift[line], state.eMarks[line]
    if begin >= end or state.src[begin] not in "-+*0123456789":
        return None
    match = _MARKER.match(state.src[begin : min(end, begin + 12)])
    if match is None:
        return None
    return _ItemMarker(match[1][-1], match[2] or "", begin + match.end())


def parse_list(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Parse a bullet or ordered list."""
    marker = _match_marker(state, start_line)
    if marker is None:
        return False
    interrupts = (
        silent and state.parentType == "paragraph" and state.sCount[start_line] >= state.blkIndent
    )
    # Only an item with text, and of ordered lists only number 1, can end a paragraph.
    if interrupts:
        is_empty = not state.src[marker.end : state.eMarks[start_line]].strip(" \t")
        if is_empty or (marker.number and int(marker.number) != 1):
            return False
    if silent:
        return True
    _parse_items(state, start_line, end_line, marker)
    return True


def _parse_items(state: StateBlock, start_line: int, end_line: int, first: _ItemMarker) -> None:
    """Parse items until the list ends."""
    kind, tag = ("ordered_list", "ol") if first.number else ("bullet_list", "ul")
    opening_index = len(state.tokens)
    opening = state.push(f"{kind}_open", tag, 1)
    opening.markup = first.sign
    if first.number and int(first.number) != 1:
        opening.attrs = {"start": int(first.number)}
    old_parent, state.parentType = state.parentType, "list"
    is_tight, ends_empty = True, False
    line = start_line
    marker: _ItemMarker | None = first
    while marker is not None:
        item_tight, next_line = _parse_item(state, line, end_line, marker)
        is_tight = is_tight and item_tight and not ends_empty
        ends_empty = next_line - line > 1 and state.isEmpty(next_line - 1)
        line = next_line
        marker = _find_next_marker(state, line, end_line, first)
    state.parentType = old_parent
    closing = state.push(f"{kind}_close", tag, -1)
    closing.markup = first.sign
    opening.map = [start_line, line]
    state.line = line
    if is_tight:
        _hide_paragraphs(state, opening_index)


def _find_next_marker(
    state: StateBlock, line: int, end_line: int, first: _ItemMarker
) -> _ItemMarker | None:
    """Return the marker of the next item of the same list, if *line* begins one."""
    if line >= end_line or state.sCount[line] < state.blkIndent:
        return None
    # A rule or a directive that begins here ends the list.
    for rule in get_rules_at(state, line, "list"):
        if rule(state, line, end_line, True):
            return None
    marker = _match_marker(state, line)
    # Another sign begins another list.
    if marker is None or marker.sign != first.sign or bool(marker.number) != bool(first.number):
        return None
    return marker


def _measure_item(state: StateBlock, line: int, marker: _ItemMarker) -> tuple[int, int, int]:
    """Return the indent of an item's content, that of its first line, and where its text begins."""
    begin = state.bMarks[line] + state.tShift[line]
    initial = offset = state.sCount[line] + marker.end - begin
    pos, end = marker.end, state.eMarks[line]
    # Tabs extend to the next multiple of four columns.
    while pos < end and state.src[pos] in " \t":
        offset += 4 - (offset + state.bsCount[line]) % 4 if state.src[pos] == "\t" else 1
        pos += 1
    return (initial + 1 if pos >= end else offset), offset, pos


def _parse_item(
    state: StateBlock, line: int, end_line: int, marker: _ItemMarker
) -> tuple[bool, int]:
    """Parse one item; return whether it is tight, and the line after it."""
    indent, offset, text_start = _measure_item(state, line, marker)
    opening = state.push("list_item_open", "li", 1)
    opening.markup, opening.info = marker.sign, marker.number
    task = _TASK.match(state.src, text_start, state.eMarks[line])
    saved = (
        state.tight,
        state.bMarks[line],
        state.tShift[line],
        state.sCount[line],
        state.listIndent,
    )
    # The first line is parsed as if it began after the marker, as all others do.
    state.listIndent, old_indent = state.blkIndent, state.blkIndent
    state.blkIndent, state.tight = indent, True
    state.tShift[line], state.sCount[line] = text_start - state.bMarks[line], offset
    if task:
        _parse_task(state, line, opening, task)
    if text_start >= state.eMarks[line] and state.isEmpty(min(line + 1, state.lineMax)):
        # An item that begins with two empty lines is empty.
        state.line = min(line + 2, end_line)
    else:
        state.md.block.tokenize(state, line, end_line)
    tight, state.blkIndent = state.tight, old_indent
    state.tight, state.bMarks[line], state.tShift[line], state.sCount[line], state.listIndent = (
        saved
    )
    state.push("list_item_close", "li", -1).markup = marker.sign
    opening.map = [line, state.line]
    return tight, state.line


def _parse_task(state: StateBlock, line: int, opening: Token, task: re.Match[str]) -> None:
    """Record the box of a task, and remove it from the item's first line."""
    opening.meta = {"checked": task[1] in "xX"}
    pos = task.end()
    while state.src[pos] in " \t":
        pos += 1
    state.bMarks[line] = pos
    state.tShift[line] = 0


def _hide_paragraphs(state: StateBlock, index: int) -> None:
    """Mark the paragraphs directly in the items of a tight list as hidden."""
    # A direct paragraph is two levels below the list: the item and the paragraph.
    level = state.level + 2
    tokens = state.tokens
    for position in range(index + 2, len(tokens) - 2):
        token = tokens[position]
        if token.type == "paragraph_open" and token.level == level:
            token.hidden = True
            tokens[position + 2].hidden = True


def parse_table(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Parse a table; without a bar or colon in its second line, ``a |`` is a heading."""
    following = start_line + 1
    if following >= end_line:
        return False
    begin = state.bMarks[following] + state.tShift[following]
    if begin >= state.eMarks[following] or state.src[begin] not in "|-:":
        return False
    dashes = state.src[begin : state.eMarks[following]]
    # Dashes alone underline a heading.
    if "|" not in dashes and ":" not in dashes:
        return False
    token_count = len(state.tokens)
    is_table = markdown_table(state, start_line, end_line, silent)
    if is_table and not silent:
        columns = sum(token.type == "th_open" for token in state.tokens[token_count:])
        lines = range(following + 1, state.line)
        _report_extra_cells(state, {n: _find_extra_cell(state, n, columns) for n in lines}, columns)
    return is_table


def _report_extra_cells(
    state: StateBlock, cells_by_line: Mapping[int, tuple[int, str] | None], columns: int
) -> None:
    """Report the first cell after the last column of a table, and how many rows have such a cell.

    :param cells_by_line: the position and the text of the first such cell of each row.
    """
    extra_cells = [(line, cell) for line, cell in cells_by_line.items() if cell is not None]
    if not extra_cells:
        return
    line, (offset, text) = extra_cells[0]
    message = f"cell {text[:40]!r} is in none of {columns} columns; left out"
    if others := len(extra_cells) - 1:
        rows = "row has such a cell" if others == 1 else "rows have such cells"
        message = f"{message}; {others} more {rows}"
    column = offset - state.src.rfind("\n", 0, offset)
    hint = "write '\\|' for a bar in a cell, or give the table's first row a cell for it"
    get_document(state.env).report(line + 1, column, message, hint)


def _find_extra_cell(state: StateBlock, line: int, columns: int) -> tuple[int, str] | None:
    """Return the position and the text of the first cell after the last column, which GFM drops.

    None of a row with a bar inside code: the unclosed backtick before it has a message.
    """
    begin = state.bMarks[line] + state.tShift[line]
    row = state.src[begin : state.eMarks[line]].rstrip()
    if row.count("|") < columns:
        return None
    cells = escapedSplit(row)
    first = columns if cells[0] else columns + 1
    if any(cell.count("`") % 2 for cell in cells[:first]):
        return None
    for number, cell in enumerate(cells[first:], first):
        if cell.strip():
            before = sum(len(other) + 1 for other in cells[:number])
            return begin + row.find(cell.strip(), before), cell.strip()
    return None
