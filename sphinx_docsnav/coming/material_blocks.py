"""Rules for the blocks of MkDocs Material: boxes, tabs, HTML, formulas and Python objects.

Definition lists and footnotes are parsed by plugins of mdit-py-plugins. Its plugin for admonitions
ends them at two empty lines, which code in them may have.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, html_block
from markdown_it.token import Token

from sphinx_docsnav.coming.config_file import read_tables
from sphinx_docsnav.coming.material_inline import TAG, Attributes, Nesting, read_title
from sphinx_docsnav.mdx.syntax import INTERRUPTS
from sphinx_docsnav.mdx.syntax.parser_state import get_document
from sphinx_docsnav.vocabulary.html_names import BLOCK_ELEMENTS, VOID_ELEMENTS

_BOX = re.compile(
    r"(?P<sign>!!!|\?\?\?\+?)[ \t]*+(?=[\w\"-])(?P<types>[\w-]++(?:[ ]++[\w-]++)*+)?+[ \t]*+"
    r"(?:\"(?P<title>.*)\")?[ \t]*"
)
_BOXES = {
    kind: name for name, kinds in read_tables()["material"]["boxes"].items() for kind in kinds
}
"""The component for each type of an admonition."""
_TAB = re.compile(r"===([!+]*)[ \t]+(\"[^\n]*\"|'[^\n]*')[ \t]*")
_INDENT = 4
"""The number of columns by which the content of a box or a tab is indented."""
_OPENING_TAG = re.compile(
    r"<([a-z][\w-]*)(?=[\s>/])((?:\"[^\"<]*\"|'[^'<]*'|[^<>\"'])*)>", re.IGNORECASE
)
_GRID = re.compile(r"\sclass=[\"']?(?:[^\"'>]*\s)?grid(\s+cards)?(?=[\"'\s>])")
_MARKDOWN = re.compile(r"\smarkdown(?:=[\"']?(?:1|block|span)[\"']?)?(?=[\s/]|$)")
_FORMULA = re.compile(r"(?:\\\[|\\begin\{(?P<name>\w+\*?)\}).*")
_MAX_FORMULA = 50
"""The maximum number of lines of a formula."""
_OBJECT = re.compile(r"(#{1,6}[ \t]+)?:::[ \t]*([A-Za-z_][\w.]{0,200})[ \t]*")


def install_block_rules(md: MarkdownIt) -> None:
    """Add the rules to *md*."""
    ruler = md.block.ruler
    ruler.before("fence", "box", _make_rule(_BOX, _push_box), INTERRUPTS)
    ruler.before("fence", "tabs", _make_rule(_TAB, _push_tabs), INTERRUPTS)
    ruler.before("fence", "python_object", _make_rule(_OBJECT, _push_object), INTERRUPTS)
    ruler.before("fence", "bracket_formula", _make_rule(_FORMULA, _push_formula), INTERRUPTS)
    ruler.at("html_block", _parse_html, INTERRUPTS)


def _make_rule(
    pattern: re.Pattern[str], push: Callable[[StateBlock, re.Match[str], int, int], int]
) -> Callable[[StateBlock, int, int, bool], bool]:
    """Return a rule for a block whose first line *pattern* matches.

    :param push: adds its tokens; is called with the match, the first line of the block and the end
        of its container, and returns the line after the block, or 0 if there is no such block.
    """

    def parse(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
        match = pattern.fullmatch(_get_line(state, start_line))
        if match is None or silent:
            return match is not None
        last = push(state, match, start_line, end_line)
        state.line = last or start_line
        return last > 0

    return parse


def _get_line(state: StateBlock, line: int) -> str:
    """Return *line* without its indent; empty if it is indented as code is."""
    if state.is_code_block(line):
        return ""
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]


def _push_tag(
    state: StateBlock, name: str, nesting: Nesting, line: int, attributes: Attributes | None = None
) -> None:
    """Add the token of a tag."""
    token = state.push(TAG, name, nesting)
    token.map, token.meta = [line, line + 1], attributes or {}


def _push_box(state: StateBlock, match: re.Match[str], start_line: int, end_line: int) -> int:
    """Add the box of ``!!! note``, or the fold of ``??? note``."""
    kind = (match["types"] or "note").split()[0].lower()
    name, title = _BOXES.get(kind, "Note"), match["title"]
    is_fold = match["sign"][0] == "?"
    attributes: Attributes = read_title(title) if title else {}
    if title is None and (is_fold or name.lower() != kind):
        attributes["title"] = kind.replace("-", " ").capitalize()
    if is_fold:
        name = "Accordion"
        attributes |= {"defaultOpen": None} if match["sign"] == "???+" else {}
    elif title == "":
        name = "Callout"  # the only one that can be without a title
    return _push_container(state, name, attributes, start_line, end_line)


def _push_container(
    state: StateBlock, name: str, attributes: Attributes, first: int, end_line: int
) -> int:
    """Add the tag *name* around the indented lines after *first*; return the line after them."""
    last = _find_last_line(state, first, end_line)
    _push_tag(state, name, 1, first, attributes)
    _parse_inside(state, first + 1, last, state.blkIndent + _INDENT)
    _push_tag(state, name, -1, first)
    return last


def _find_last_line(state: StateBlock, start_line: int, end_line: int) -> int:
    """Return the line after the indented lines that follow *start_line*."""
    indent = state.blkIndent + _INDENT
    line = last = start_line + 1
    while line < end_line and (state.isEmpty(line) or state.sCount[line] >= indent):
        line += 1
        # Empty lines at the end are not a part of it.
        last = last if state.isEmpty(line - 1) else line
    return last


def _push_tabs(state: StateBlock, match: re.Match[str], start_line: int, end_line: int) -> int:
    """Add the set of ``=== "Title"`` and the tabs that follow it; ``!`` begins another set."""
    _push_tag(state, "Tabs", 1, start_line)
    tab: re.Match[str] | None = match
    line = last = start_line
    while tab is not None and ("!" not in tab[1] or line == start_line):
        last = _push_container(state, "Tab", read_title(tab[2][1:-1]), line, end_line)
        line = state.skipEmptyLines(last)
        tab = _TAB.fullmatch(_get_line(state, line)) if line < end_line else None
    _push_tag(state, "Tabs", -1, start_line)
    return last


def _parse_inside(state: StateBlock, first: int, last: int, indent: int) -> None:
    """Parse the lines of a container by themselves, so that no block continues behind it."""
    saved = state.parentType, state.lineMax, state.blkIndent
    state.parentType, state.lineMax, state.blkIndent = "admonition", last, indent
    state.md.block.tokenize(state, first, last)
    state.parentType, state.lineMax, state.blkIndent = saved


def _push_object(state: StateBlock, match: re.Match[str], start_line: int, end_line: int) -> int:
    """Add the object of ``::: package.module`` of mkdocstrings, with the options below it."""
    last = _find_last_line(state, start_line, end_line)
    if match[1]:
        tag = f"h{match[1].count('#')}"
        state.push("heading_open", tag, 1).map = [start_line, start_line + 1]
        _push_text(state, "inline", f"`{match[2]}`", start_line)
        state.push("heading_close", tag, -1)
    token = _push_text(state, "python_object", match[2], start_line)
    token.info = state.getLines(start_line, last, state.blkIndent, False)
    return last


def _push_formula(state: StateBlock, match: re.Match[str], first: int, end_line: int) -> int:
    r"""Add the formula of ``\[…\]`` or ``\begin{…}…\end{…}`` on lines of their own."""
    close = f"\\end{{{match['name']}}}" if match["name"] else "\\]"
    for line in range(first, min(end_line, first + _MAX_FORMULA)):
        if state.isEmpty(line):
            break
        if _get_line(state, line).rstrip().endswith(close):
            content = state.getLines(first, line + 1, state.blkIndent, False).strip()
            _push_text(state, "math_block", content if match["name"] else content[2:-2], first)
            return line + 1
    return 0


def _parse_html(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Parse a block of HTML as Python-Markdown does: it ends with its element.

    What is inside is Markdown if the element has the attribute ``markdown``.
    """
    match = _OPENING_TAG.match(_get_line(state, start_line))
    name = match[1].lower() if match else ""
    last = None
    if not silent and name in BLOCK_ELEMENTS - VOID_ELEMENTS:
        last = _find_end(state, name, start_line, end_line)
    if match is None or last is None:
        return html_block(state, start_line, end_line, silent)
    if _MARKDOWN.search(match[2]) is None:
        content = state.getLines(start_line, last, state.blkIndent, True)
        _push_text(state, "html_block", content, start_line)
    elif last == start_line + 1 or _get_line(state, last - 1).startswith("</"):
        _push_element(state, match, start_line, last)
    else:
        return html_block(state, start_line, end_line, silent)
    state.line = last
    return True


def _push_element(state: StateBlock, match: re.Match[str], first: int, last: int) -> None:
    """Add the element with the start tag *match*, and what the lines in it contain."""
    grid = _GRID.search(match[0])
    name = "CardGroup" if grid and grid[1] else "Columns"
    end_tag = f"</{match[1]}>"
    if grid:
        _push_tag(state, name, 1, first)
    else:
        _push_text(state, "html_block", match[0], first)
    start, level = len(state.tokens), state.level
    if content := match.string[match.end() :].strip().removesuffix(end_tag):
        _push_text(state, "inline", content, first)
    # The content may be indented as a whole.
    inner = [line for line in range(first + 1, last - 1) if not state.isEmpty(line)]
    indent = min((state.sCount[line] for line in inner), default=state.blkIndent)
    _parse_inside(state, first + 1, last - 1, indent)
    if grid:
        if grid[1]:
            state.tokens[start:] = _make_cards(state.tokens[start:], level)
        _push_tag(state, name, -1, last - 1)
    else:
        closing = end_tag if last == first + 1 else _get_line(state, last - 1)
        _push_text(state, "html_block", closing, last - 1)


def _make_cards(tokens: Iterable[Token], level: int) -> Iterator[Token]:
    """Yield *tokens* with the items of the lists at *level* as cards."""
    for token in tokens:
        if token.level == level + 1 and token.type.startswith("list_item"):
            token.type, token.tag, token.meta = TAG, "Card", {}
        if token.level != level or "_list_" not in token.type:
            yield token


def _push_text(state: StateBlock, kind: str, content: str, line: int) -> Token:
    """Add a token with text, which begins in *line*."""
    token = state.push(kind, "", 0)
    token.content, token.children, token.map = content, [], [line, line + 1]
    return token


def _find_end(state: StateBlock, name: str, start_line: int, end_line: int) -> int | None:
    """Return the line after the end tag of the element that begins in *start_line*.

    :returns: ``None`` if nothing closes it.
    """
    limit = get_document(state.env).limit
    tag = re.compile(rf"<(/?){name}(?=[\s>/])", re.IGNORECASE)
    depth = 0
    for line in range(start_line, end_line):
        if limit.spent or (state.sCount[line] < state.blkIndent and not state.isEmpty(line)):
            return None
        text = state.src[state.bMarks[line] : state.eMarks[line]]
        depth += sum(-1 if match[1] else 1 for match in tag.finditer(text))
        if depth <= 0:
            return line + 1
    limit.charge(state.eMarks[end_line - 1] - state.bMarks[start_line])
    return None
