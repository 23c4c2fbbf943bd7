"""Paragraphs and underlined headings without indented code.

markdown-it takes lines indented by four or more for continuations without
asking whether they start something else; in MDX, where everything inside a
component is indented, they mostly do.
"""

from __future__ import annotations

from markdown_it.rules_block import StateBlock

from sphinx_docsnav.mdx.syntax.dispatch import rules_at

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
