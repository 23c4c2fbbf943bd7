"""Block rules: tags and expressions on lines of their own, import and export, html comments."""

from __future__ import annotations

import re
from dataclasses import dataclass

from markdown_it.rules_block import StateBlock

from sphinx_docsnav.mdx.braces import scan_braces
from sphinx_docsnav.mdx.esm import is_closed, scan_esm
from sphinx_docsnav.mdx.syntax.parser_state import ParserState, reading_of
from sphinx_docsnav.mdx.tag_scanner import (
    ContentPlace,
    Piece,
    ScanFailure,
    SourcePlace,
    TextOrigin,
    scan_tag,
)
from sphinx_docsnav.mdx.tags import Form, Tag

MAX_LINES = 3_000
"""A tag or expression longer than this is not looked for."""
TOKEN_TYPES = {Form.OPEN: "mdx_jsx_open", Form.CLOSE: "mdx_jsx_close", Form.SELF_CLOSING: "mdx_jsx"}
"""Token type by the form of a tag."""


@dataclass(frozen=True, slots=True)
class FlowLine:
    """Tags and expressions that fill whole lines."""

    items: tuple[tuple[Tag | str, int, int], ...]
    """Each tag, or each expression's source, with line and column."""
    line_count: int
    """Lines they take."""
    remarks: tuple[tuple[int, int, str], ...]
    """Line, column and message of what MDX would refuse."""


_OPEN_QUOTE = re.compile(r"""\b(?:from|import)\s+(?:"[^"\n]*|'[^'\n]*)$""")
"""The path of an import that has no second quotation mark."""


def flow(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Read ``<Note>``, ``</Note>``, ``<Card />`` or ``{…}`` that fill their lines."""
    at = state.bMarks[start_line] + state.tShift[start_line]
    if at >= state.eMarks[start_line] or state.src[at] not in "<{":
        return False
    reading = reading_of(state.env)
    found = _flow_line(state, start_line, end_line, at, reading)
    if found is None:
        return False
    if silent:
        return True
    for line, column, message in found.remarks:
        reading.problem(line, column, message)
    for item, line, column in found.items:
        if isinstance(item, Tag):
            reading.has_flow = True
            token = state.push(TOKEN_TYPES[item.form], item.name, 0)
            token.meta = {"tag": item, "line": line, "column": column}
        else:
            token = state.push("mdx_expression", "", 0)
            token.content = item
            token.meta = {"line": line, "column": column}
        token.map = [start_line, start_line + found.line_count]
    state.line = start_line + found.line_count
    return True


def _flow_line(
    state: StateBlock, line: int, end_line: int, at: int, reading: ParserState
) -> FlowLine | None:
    """Scan the first line alone, then as many as its container has."""
    key = (at, end_line, state.blkIndent)
    if key in reading.scanned:
        known: FlowLine | None = reading.scanned[key]
        return known
    stop = state.eMarks[line]
    more = line + 1 < end_line
    place = SourcePlace(state.src, state.bMarks[line], line)
    scan = _Scan(Piece(state.src, stop, place, reading.limit, more), at)
    if scan.incomplete and more and not reading.limit.spent:
        scan = _longer_scan(state, line, end_line, at, reading)
    result = scan.result()
    reading.scanned[key] = result
    return result


def _longer_scan(
    state: StateBlock, line: int, end_line: int, at: int, reading: ParserState
) -> _Scan:
    """Scan over all lines that belong to the container of *line*."""
    indent = min(state.blkIndent, state.sCount[line])
    last = line + 1
    stop = min(end_line, line + MAX_LINES)
    while last < stop and (state.sCount[last] >= indent or state.isEmpty(last)):
        last += 1
    begin = state.bMarks[line]
    if begin == 0 or state.src[begin - 1] == "\n":
        place: TextOrigin = SourcePlace(state.src, begin, line)
        scan = _Scan(Piece(state.src, state.eMarks[last - 1], place, reading.limit), at)
        reading.limit.charge(0 if scan.stop is not None else state.eMarks[last - 1] - at)
        return scan
    content = state.getLines(line, last, indent, False)
    shift = len(content) - len(content.lstrip(" \t"))
    place = ContentPlace(content, reading.lines, line)
    reading.limit.charge(len(content))
    return _Scan(Piece(content, len(content), place, reading.limit), shift)


class _Scan:
    """Tags and expressions one after another up to a line's end."""

    def __init__(self, piece: Piece, pos: int) -> None:
        self.piece = piece
        self.start = pos
        self.items: list[tuple[Tag | str, int, int]] = []
        self.remarks: list[tuple[int, int, str]] = []
        self.incomplete = False
        self.stop = self._run(pos)

    def result(self) -> FlowLine | None:
        """Return what was found if it fills its lines."""
        if self.stop is None:
            return None
        count = self.piece.src.count("\n", self.start, self.stop) + 1
        return FlowLine(tuple(self.items), count, tuple(self.remarks))

    def _run(self, at: int) -> int | None:
        src, end = self.piece.src, self.piece.end
        after_expression = False
        while True:
            char = src[at] if at < end else "\n"
            if char == "\n":
                return at if self.items else None
            if char == "<":
                following = self._tag(at)
            elif char == "{" and not after_expression:
                following = self._expression(at)
            else:
                return None
            if following is None:
                return None
            after_expression = char == "{"
            at = following
            while at < end and src[at] in " \t":
                at += 1

    def _tag(self, at: int) -> int | None:
        src = self.piece.src
        if src[at + 1 : at + 2].isspace() or src.startswith("<!", at):
            return None
        scanned = scan_tag(self.piece, at)
        if isinstance(scanned, ScanFailure):
            self.incomplete = scanned.incomplete
            return None
        self.items.append((scanned.tag, scanned.tag.line, scanned.tag.column))
        self.remarks += [
            (*self.piece.place.at(offset), message) for offset, message in scanned.remarks
        ]
        return scanned.end

    def _expression(self, at: int) -> int | None:
        piece = self.piece
        stop = scan_braces(piece.src, at, piece.end, piece.limit, more=piece.more)
        if stop is None:
            self.incomplete = True
            return None
        self.items.append((piece.src[at + 1 : stop - 1], *piece.place.at(at)))
        return stop


def html_comment(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Leave out ``<!-- … -->`` on lines of its own; MDX has ``{/* … */}``."""
    at = state.bMarks[start_line] + state.tShift[start_line]
    if not state.src.startswith("<!--", at):
        return False
    limit = reading_of(state.env).limit
    close = -1 if limit.spent else state.src.find("-->", at + 4, state.eMarks[end_line - 1])
    if close < 0:
        limit.charge((len(state.src) - at) // 8)
        return False
    line = start_line + state.src.count("\n", at, close)
    if any(state.sCount[between] < 0 for between in range(start_line, line + 1)):
        return False
    if state.src[close + 3 : state.eMarks[line]].strip():
        return False
    if silent:
        return True
    reading = reading_of(state.env)
    if not reading.lenient:
        message = "expected '{/* … */}', found an HTML comment; left out"
        reading.problem(*SourcePlace(state.src, at, start_line).at(at), message)
    state.line = line + 1
    return True


def esm(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Read ``import`` and ``export`` at the left edge of the page."""
    at = state.bMarks[start_line]
    src = state.src
    if silent or state.level or src[at : at + 1] not in ("i", "e"):
        return False
    if not src.startswith(("import", "export"), at):
        return False
    reading = reading_of(state.env)
    stop = scan_esm(src, at, state.eMarks[end_line - 1], reading.limit)
    word = src[at : at + 6]
    if stop is None:
        if src[at + 6 : at + 7] in (" ", "\t") and not reading.lenient:
            message = f"'{word}' starts no statement here; kept as text"
            hint = "begin the line with another word"
            if _OPEN_QUOTE.search(src, at, state.eMarks[start_line]):
                message = f"the quotation mark of this '{word}' is not closed; kept as text"
                hint = "close it after the path"
            reading.problem(start_line + 1, 1, message, hint)
        return False
    token = state.push("mdx_esm", "", 0)
    token.content = src[at:stop]
    state.line = start_line + token.content.count("\n") + 1
    token.map = [start_line, state.line]
    token.meta = {"line": start_line + 1, "column": 1}
    if not is_closed(token.content):
        reading.problem(start_line + 1, 1, f"this '{word}' has a bracket that is not closed")
    following = state.bMarks[state.line]
    if not state.isEmpty(state.line) and not src.startswith(("import ", "export "), following):
        message = f"expected an empty line after '{word}', found text; the statement ends here"
        reading.problem(state.line + 1, 1, message)
    return True
