"""Tables (GFM 4.10), which need a bar or a colon in their second line."""

from __future__ import annotations

from markdown_it.rules_block import StateBlock
from markdown_it.rules_block import table as markdown_table


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
    return markdown_table(state, start_line, end_line, silent)
