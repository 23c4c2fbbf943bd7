"""Lists without indented code: an item may start at any indent.

The rules are CommonMark's (sections 5.2 and 5.3) without those
about four or more spaces; task markers (GFM 5.3) are read here, too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

from sphinx_docsnav.mdx.syntax.dispatch import rules_at

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
