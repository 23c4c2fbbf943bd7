"""Tables (GFM 4.10), which need a bar or a colon in their second line."""

from __future__ import annotations

from markdown_it.rules_block import StateBlock
from markdown_it.rules_block import table as markdown_table
from markdown_it.rules_block.table import escapedSplit

from sphinx_docsnav.mdx.syntax.parser_state import reading_of


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
