"""Block rules: tags and expressions on lines of their own, import and export, HTML comments."""

from __future__ import annotations

import re
from dataclasses import dataclass

from markdown_it.rules_block import StateBlock

from sphinx_docsnav.mdx.braces import scan_braces
from sphinx_docsnav.mdx.esm import has_closed_brackets, scan_esm
from sphinx_docsnav.mdx.syntax.parser_state import ParserState, get_document
from sphinx_docsnav.mdx.tags import (
    ContentOrigin,
    Form,
    Piece,
    ScanFailure,
    SourceOrigin,
    Tag,
    TextOrigin,
    scan_tag,
)

MAX_LINES = 3_000
"""The maximum number of lines of a tag or expression."""
TOKEN_TYPES = {Form.OPEN: "mdx_jsx_open", Form.CLOSE: "mdx_jsx_close", Form.SELF_CLOSING: "mdx_jsx"}
"""The token type of each form of a tag."""
_OPEN_QUOTE = re.compile(r"""\b(?:from|import)\s+(?:"[^"\n]*|'[^'\n]*)$""")
"""The path of an import without a second quotation mark."""


@dataclass(frozen=True, slots=True)
class FlowLine:
    """Tags and expressions that fill one or more lines."""

    items: tuple[tuple[Tag | str, int, int], ...]
    """Each tag, or the source of each expression, with its line and column."""
    line_count: int
    """The number of lines that they fill."""
    remarks: tuple[tuple[int, int, str], ...]
    """Line, column and message of what MDX would reject, but was accepted."""


def parse_flow(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Parse ``<Note>``, ``</Note>``, ``<Card />`` or ``{…}`` that fill their lines."""
    at = state.bMarks[start_line] + state.tShift[start_line]
    if at >= state.eMarks[start_line] or state.src[at] not in "<{":
        return False
    document = get_document(state.env)
    flow_line = _scan_flow(state, start_line, end_line, at, document)
    if flow_line is None:
        return False
    if silent:
        return True
    for line, column, message in flow_line.remarks:
        document.report(line, column, message)
    for item, line, column in flow_line.items:
        if isinstance(item, Tag):
            document.has_flow = True
            token = state.push(TOKEN_TYPES[item.form], item.name, 0)
            token.meta = {"tag": item, "line": line, "column": column}
        else:
            token = state.push("mdx_expression", "", 0)
            token.content = item
            token.meta = {"line": line, "column": column}
        token.map = [start_line, start_line + flow_line.line_count]
    state.line = start_line + flow_line.line_count
    return True


def _scan_flow(
    state: StateBlock, line: int, end_line: int, at: int, document: ParserState
) -> FlowLine | None:
    """Return the tags and expressions that fill lines from *line* on, if nothing else does."""
    key = (at, end_line, state.blkIndent)
    # Paragraphs ask whether this line ends them before it is parsed.
    if key in document.scanned:
        cached: FlowLine | None = document.scanned[key]
        return cached
    stop = state.eMarks[line]
    has_more = line + 1 < end_line
    origin = SourceOrigin(state.src, state.bMarks[line], line)
    # Most tags end in their first line; only an unfinished one needs the lines after it.
    scan = _FlowScan(Piece(state.src, stop, origin, document.limit, has_more), at)
    if scan.incomplete and has_more and not document.limit.spent:
        scan = _scan_container(state, line, end_line, at, document)
    result = scan.get_result()
    document.scanned[key] = result
    return result


def _scan_container(
    state: StateBlock, line: int, end_line: int, at: int, document: ParserState
) -> _FlowScan:
    """Scan all lines from *line* on that belong to its container."""
    indent = min(state.blkIndent, state.sCount[line])
    last = line + 1
    stop = min(end_line, line + MAX_LINES)
    while last < stop and (state.sCount[last] >= indent or state.isEmpty(last)):
        last += 1
    begin = state.bMarks[line]
    # Outside quotes the lines are those of the file, and need not be copied.
    if begin == 0 or state.src[begin - 1] == "\n":
        origin: TextOrigin = SourceOrigin(state.src, begin, line)
        scan = _FlowScan(Piece(state.src, state.eMarks[last - 1], origin, document.limit), at)
        document.limit.charge(0 if scan.stop is not None else state.eMarks[last - 1] - at)
        return scan
    # In quotes each line loses its prefix.
    content = state.getLines(line, last, indent, False)
    shift = len(content) - len(content.lstrip(" \t"))
    origin = ContentOrigin(content, document.lines, line)
    document.limit.charge(len(content))
    return _FlowScan(Piece(content, len(content), origin, document.limit), shift)


class _FlowScan:
    """A scan for tags and expressions one after another, up to the end of a line."""

    def __init__(self, piece: Piece, pos: int) -> None:
        self.piece = piece
        self.start = pos
        self.items: list[tuple[Tag | str, int, int]] = []
        self.remarks: list[tuple[int, int, str]] = []
        self.incomplete = False
        self.stop = self._scan_items(pos)

    def get_result(self) -> FlowLine | None:
        """Return the tags and expressions if they fill their lines."""
        if self.stop is None:
            return None
        count = self.piece.src.count("\n", self.start, self.stop) + 1
        return FlowLine(tuple(self.items), count, tuple(self.remarks))

    def _scan_items(self, at: int) -> int | None:
        """Scan up to the end of a line; return its offset, or ``None`` if other text is there."""
        src, end = self.piece.src, self.piece.end
        after_expression = False
        while True:
            char = src[at] if at < end else "\n"
            if char == "\n":
                return at if self.items else None
            if char == "<":
                following = self._scan_tag(at)
            # Two expressions in a row are text: ``{a}{b}``.
            elif char == "{" and not after_expression:
                following = self._scan_expression(at)
            else:
                return None
            if following is None:
                return None
            after_expression = char == "{"
            at = following
            while at < end and src[at] in " \t":
                at += 1

    def _scan_tag(self, at: int) -> int | None:
        """Scan the tag at *at*; return the offset after it, or ``None`` if there is none."""
        src = self.piece.src
        if src[at + 1 : at + 2].isspace() or src.startswith("<!", at):
            return None
        scanned = scan_tag(self.piece, at)
        if isinstance(scanned, ScanFailure):
            self.incomplete = scanned.incomplete
            return None
        self.items.append((scanned.tag, scanned.tag.line, scanned.tag.column))
        self.remarks += [
            (*self.piece.origin.locate(offset), message) for offset, message in scanned.remarks
        ]
        return scanned.end

    def _scan_expression(self, at: int) -> int | None:
        """Scan the expression at *at*; return the offset after it, or ``None`` without an end."""
        piece = self.piece
        stop = scan_braces(piece.src, at, piece.end, piece.limit, more=piece.more)
        if stop is None:
            self.incomplete = True
            return None
        self.items.append((piece.src[at + 1 : stop - 1], *piece.origin.locate(at)))
        return stop


def parse_html_comment(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Skip ``<!-- … -->`` on lines of its own; MDX has ``{/* … */}`` for it."""
    at = state.bMarks[start_line] + state.tShift[start_line]
    if not state.src.startswith("<!--", at):
        return False
    limit = get_document(state.env).limit
    close = -1 if limit.spent else state.src.find("-->", at + 4, state.eMarks[end_line - 1])
    # Each ``<!--`` without an end is searched through the whole text.
    if close < 0:
        limit.charge((len(state.src) - at) // 8)
        return False
    line = start_line + state.src.count("\n", at, close)
    # A comment of several lines must stay in its quote, and nothing may follow it.
    if any(state.sCount[between] < 0 for between in range(start_line, line + 1)):
        return False
    if state.src[close + 3 : state.eMarks[line]].strip():
        return False
    if silent:
        return True
    document = get_document(state.env)
    if not document.lenient:
        message = "expected '{/* … */}', found an HTML comment; left out"
        document.report(*SourceOrigin(state.src, at, start_line).locate(at), message)
    state.line = line + 1
    return True


def parse_esm_block(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Parse ``import`` and ``export`` statements at the left margin of the page."""
    at = state.bMarks[start_line]
    src = state.src
    if silent or state.level or src[at : at + 1] not in ("i", "e"):
        return False
    if not src.startswith(("import", "export"), at):
        return False
    document = get_document(state.env)
    stop = scan_esm(src, at, state.eMarks[end_line - 1], document.limit)
    word = src[at : at + 6]
    # Prose can begin with these words, so only what looks like a statement is reported.
    if stop is None:
        if src[at + 6 : at + 7] in (" ", "\t") and not document.lenient:
            message = f"'{word}' starts no statement here; kept as text"
            hint = "begin the line with another word"
            if _OPEN_QUOTE.search(src, at, state.eMarks[start_line]):
                message = f"the quotation mark of this '{word}' is not closed; kept as text"
                hint = "close it after the path"
            document.report(start_line + 1, 1, message, hint)
        return False
    token = state.push("mdx_esm", "", 0)
    token.content = src[at:stop]
    state.line = start_line + token.content.count("\n") + 1
    token.map = [start_line, state.line]
    token.meta = {"line": start_line + 1, "column": 1}
    # The statement ended at a blank line instead.
    if not has_closed_brackets(token.content):
        document.report(start_line + 1, 1, f"this '{word}' has a bracket that is not closed")
    following = state.bMarks[state.line]
    if not state.isEmpty(state.line) and not src.startswith(("import ", "export "), following):
        message = f"expected an empty line after '{word}', found text; the statement ends here"
        document.report(state.line + 1, 1, message)
    return True
