"""Rules for the blocks of MkDocs Material: boxes, tabs, HTML, abbreviations and Python objects.

Definition lists and footnotes are parsed by plugins of mdit-py-plugins. Its plugin for admonitions
ends them at two empty lines, which code in them may have.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock, html_block
from markdown_it.token import Token

from sphinx_docsnav.coming.config_file import read_table
from sphinx_docsnav.coming.material_inline import Attributes, read_title
from sphinx_docsnav.mdx.description_tokens import make_tag_token
from sphinx_docsnav.mdx.syntax.parser_state import get_document
from sphinx_docsnav.mdx.tags import Form
from sphinx_docsnav.vocabulary.html_names import BLOCK_ELEMENTS, VOID_ELEMENTS

ABBREVIATIONS = "docsnav_abbreviations"
"""The key of the abbreviations in markdown-it's ``env``: words and what they stand for."""
_BOX = re.compile(
    r"(?P<sign>!!!|\?\?\?\+?)[ \t]*+(?=[\w\"-])(?P<types>[\w-]++(?:[ ]++[\w-]++)*+)?+[ \t]*+"
    r"(?:\"(?P<title>.*)\")?[ \t]*"
)
_BOXES = {kind: name for name, kinds in read_table("material")["boxes"].items() for kind in kinds}
"""The component for each type of an admonition."""
_TAB = re.compile(r"===([!+]*)[ \t]+(\"[^\n]*\"|'[^\n]*')[ \t]*")
_INDENT = 4
"""The number of columns by which the content of a box or a tab is indented."""
_ABBREVIATION = re.compile(r"\*\[([^\]\n]{1,100})\]:[ \t]*(.*)")
_MAX_ABBREVIATIONS = 500
_OPENING_TAG = re.compile(
    r"<([a-z][\w-]*)(?=[\s>/])((?:\"[^\"<]*\"|'[^'<]*'|[^<>\"'])*)>", re.IGNORECASE
)
_GRID = re.compile(r"\sclass=[\"']?(?:[^\"'>]*\s)?grid(\s+cards)?(?=[\"'\s>])")
_MARKDOWN = re.compile(r"\smarkdown(?:=[\"']?(?:1|block|span)[\"']?)?(?=[\s/]|$)")
_FORMULA_BLOCK = re.compile(r"\\\[|\\begin\{(\w+\*?)\}")
_OBJECT = re.compile(r"(#{1,6}[ \t]+)?:::[ \t]*([A-Za-z_][\w.]{0,200})[ \t]*")
_INTERRUPTS: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}


def install_block_rules(md: MarkdownIt) -> None:
    """Add the rules to *md*."""
    ruler = md.block.ruler
    ruler.before("fence", "box", _make_rule(_BOX, _push_box), _INTERRUPTS)
    ruler.before("fence", "tabs", _make_rule(_TAB, _push_tabs), _INTERRUPTS)
    ruler.before("fence", "python_object", _make_rule(_OBJECT, _push_object), _INTERRUPTS)
    ruler.before("fence", "abbreviation", _make_rule(_ABBREVIATION, _add_abbreviation), _INTERRUPTS)
    ruler.before("fence", "bracket_formula", _parse_formula, _INTERRUPTS)
    ruler.at("html_block", _parse_html, _INTERRUPTS)


def _make_rule(
    pattern: re.Pattern[str], push: Callable[[StateBlock, re.Match[str], int, int], int]
) -> Callable[[StateBlock, int, int, bool], bool]:
    """Return a rule for a block whose first line *pattern* matches.

    :param push: adds its tokens; is called with the match, the first line of the block and the end
        of its container, and returns the line after the block.
    """

    def parse(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
        match = pattern.fullmatch(_get_line(state, start_line))
        if match is not None and not silent:
            state.line = push(state, match, start_line, end_line)
        return match is not None

    return parse


def _get_text(state: StateBlock, line: int) -> str:
    """Return *line* without its indent."""
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]


def _get_line(state: StateBlock, line: int) -> str:
    """Return *line* without its indent; empty if it is indented as code is."""
    return "" if state.is_code_block(line) else _get_text(state, line)


def _push_box(state: StateBlock, match: re.Match[str], start_line: int, end_line: int) -> int:
    """Add the box of ``!!! note``, or the fold of ``??? note``."""
    kind = (match["types"] or "note").split()[0].lower()
    name = _BOXES.get(kind, "Note")
    is_fold = match["sign"][0] == "?"
    attributes: Attributes = {}
    if match["title"]:
        attributes = read_title(match["title"])
    elif match["title"] == "":
        name = "Callout"  # the only one that can be without a title
    elif is_fold or name.lower() != kind:
        attributes = {"title": kind.replace("-", " ").capitalize()}
    if is_fold:
        name = "Accordion"
        attributes |= {"defaultOpen": None} if match["sign"] == "???+" else {}
    last = _find_last_line(state, start_line, end_line)
    _push_container(state, name, attributes, start_line, last)
    return last


def _push_container(
    state: StateBlock, name: str, attributes: Attributes, first: int, last: int
) -> None:
    """Add the tag *name* around what the indented lines after *first* contain."""
    _push_tag(state, Form.OPEN, name, attributes, first)
    _parse_inside(state, first + 1, last, state.blkIndent + _INDENT)
    _push_tag(state, Form.CLOSE, name, {}, first)


def _find_last_line(state: StateBlock, start_line: int, end_line: int) -> int:
    """Return the line after the indented lines that follow *start_line*."""
    indent = state.blkIndent + _INDENT
    line = last = start_line + 1
    while line < end_line and (state.isEmpty(line) or state.sCount[line] >= indent):
        line += 1
        # Empty lines at the end are not a part of it.
        last = last if state.isEmpty(line - 1) else line
    return last


def _push_tabs(state: StateBlock, _match: re.Match[str], start_line: int, end_line: int) -> int:
    """Add the set of ``=== "Title"`` and the tabs that follow it."""
    tabs = list(_find_tabs(state, start_line, end_line))
    selected = next((index for index, tab in enumerate(tabs) if "+" in tab[0]), 0)
    _push_tag(state, Form.OPEN, "Tabs", {"defaultTabIndex": str(selected)}, start_line)
    for _signs, title, first, last in tabs:
        _push_container(state, "Tab", read_title(title), first, last)
    _push_tag(state, Form.CLOSE, "Tabs", {}, start_line)
    return tabs[-1][3]


def _parse_inside(state: StateBlock, first: int, last: int, indent: int) -> None:
    """Parse the lines of a container by themselves, so that no block continues behind it."""
    saved = state.parentType, state.lineMax, state.blkIndent
    state.parentType, state.lineMax, state.blkIndent = "admonition", last, indent
    state.level += 1
    state.md.block.tokenize(state, first, last)
    state.level -= 1
    state.parentType, state.lineMax, state.blkIndent = saved


def _find_tabs(state: StateBlock, line: int, end_line: int) -> Iterator[tuple[str, str, int, int]]:
    """Yield the signs, title, first line and end of each tab of a set; ``!`` begins another set."""
    first = line
    while line < end_line:
        match = _TAB.fullmatch(_get_line(state, line))
        if match is None or ("!" in match[1] and line > first):
            return
        last = _find_last_line(state, line, end_line)
        yield match[1], match[2][1:-1], line, last
        line = state.skipEmptyLines(last)


def _push_tag(state: StateBlock, form: Form, name: str, attributes: Attributes, line: int) -> None:
    """Add the tag as a token, which `mdx.nesting` pairs."""
    get_document(state.env).has_flow = True
    token = make_tag_token(form, name, attributes.items(), line + 1, block=True)
    token.map, token.level = [line, line + 1], state.level
    state.tokens.append(token)


def _push_object(state: StateBlock, match: re.Match[str], start_line: int, end_line: int) -> int:
    """Add the object of ``::: package.module`` of mkdocstrings, with the options below it."""
    last = start_line + 1
    while last < end_line and not state.isEmpty(last) and state.is_code_block(last):
        last += 1
    if match[1]:
        tag, position = f"h{match[1].count('#')}", [start_line, start_line + 1]
        state.push("heading_open", tag, 1).map = position
        token = state.push("inline", "", 0)
        token.content, token.children, token.map = f"`{match[2]}`", [], position
        state.push("heading_close", tag, -1)
    token = state.push("python_object", "", 0)
    token.content = match[2]
    token.info = state.getLines(start_line, last, state.blkIndent, False)
    token.map = [start_line, last]
    return last


def _add_abbreviation(state: StateBlock, match: re.Match[str], line: int, _end_line: int) -> int:
    """Record ``*[HTML]: Hyper Text Markup Language``."""
    abbreviations = state.env.setdefault(ABBREVIATIONS, {})
    if len(abbreviations) < _MAX_ABBREVIATIONS:
        abbreviations[match[1]] = match[2][:500].strip()
    return line + 1


def _parse_formula(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    r"""Parse ``\[…\]`` and ``\begin{…}…\end{…}`` on lines of their own."""
    opening = _FORMULA_BLOCK.match(_get_line(state, start_line))
    limit = get_document(state.env).limit
    if opening is None or limit.spent:
        return False
    close = f"\\end{{{opening[1]}}}" if opening[1] else "\\]"
    line = start_line
    while line < end_line and not state.isEmpty(line):
        text = state.src[state.bMarks[line] : state.eMarks[line]].rstrip()
        line += 1
        if text.endswith(close):
            if not silent:
                content = state.getLines(start_line, line, state.blkIndent, False).strip()
                token = state.push("math_block", "math", 0)
                token.content = content if opening[1] else content[2:-2]
                token.map = [start_line, line]
                state.line = line
            return True
    limit.charge(state.eMarks[line - 1] - state.bMarks[start_line])
    return False


def _parse_html(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Parse a block of HTML as Python-Markdown does.

    It ends with its element. What is inside is Markdown if the element has the attribute
    ``markdown``.
    """
    text = _get_line(state, start_line)
    match = _OPENING_TAG.match(text)
    name = match[1].lower() if match else ""
    if match is None or name not in BLOCK_ELEMENTS - VOID_ELEMENTS:
        return html_block(state, start_line, end_line, silent)
    if silent:
        return True
    is_markdown = _MARKDOWN.search(match[2]) is not None
    last = _find_end(state, name, start_line, end_line, is_markdown=is_markdown)
    if not is_markdown:
        if last is None:
            return html_block(state, start_line, end_line, silent)
        _push_html(state, state.getLines(start_line, last, state.blkIndent, True), start_line, last)
        return True
    end_tag, rest = f"</{name}>", text[match.end() :].strip()
    if not rest and last is not None and _get_text(state, last - 1).startswith(end_tag):
        _push_element(state, match[0], start_line, last)
        return True
    # The tags are HTML, and what is between them is parsed next, or as a line of text.
    _push_html(state, match[0], start_line, start_line + 1)
    if content := rest.removesuffix(end_tag).strip():
        token = state.push("inline", "", 0)
        token.content, token.children = content, []
        token.map = [start_line, start_line + 1]
    if rest.endswith(end_tag):
        _push_html(state, end_tag, start_line, start_line + 1)
    return True


def _push_element(state: StateBlock, tag: str, first: int, last: int) -> None:
    """Add the element with the start tag *tag*, and what the lines in it contain."""
    # The content may be indented as a whole.
    inner = [line for line in range(first + 1, last - 1) if not state.isEmpty(line)]
    indent = min((state.sCount[line] for line in inner), default=state.blkIndent)
    grid = _GRID.search(tag)
    if grid is None:
        _push_html(state, tag, first, first + 1)
        _parse_inside(state, first + 1, last - 1, indent)
        _push_html(state, _get_text(state, last - 1), last - 1, last)
        return
    name = "CardGroup" if grid[1] else "Columns"
    _push_tag(state, Form.OPEN, name, {}, first)
    start, level = len(state.tokens), state.level + 1
    _parse_inside(state, first + 1, last - 1, indent)
    if grid[1]:
        state.tokens[start:] = _make_cards(state.tokens[start:], level)
    _push_tag(state, Form.CLOSE, name, {}, last - 1)
    state.line = last


def _make_cards(tokens: Iterable[Token], level: int) -> Iterator[Token]:
    """Yield *tokens* with the items of the lists at *level* as cards."""
    line = 1
    for token in tokens:
        line = token.map[0] + 1 if token.map else line
        if token.level == level + 1 and token.type.startswith("list_item"):
            form = Form.OPEN if token.nesting > 0 else Form.CLOSE
            yield make_tag_token(form, "Card", (), line, block=True)
        elif token.level != level or "_list_" not in token.type:
            yield token


def _push_html(state: StateBlock, content: str, first: int, last: int) -> None:
    """Add a block of HTML."""
    token = state.push("html_block", "", 0)
    token.content = content
    token.map = [first, last]
    state.line = last


def _find_end(
    state: StateBlock, name: str, start_line: int, end_line: int, *, is_markdown: bool
) -> int | None:
    """Return the line after the end tag of the element that begins in *start_line*.

    :returns: ``None`` if nothing closes it, or if it is HTML with Markdown inside.
    """
    limit = get_document(state.env).limit
    tag = re.compile(rf"<(/?){name}(?=[\s>/])|\smarkdown(?=[\s=>])", re.IGNORECASE)
    depth = 0
    for line in range(start_line, end_line):
        if limit.spent or (state.sCount[line] < state.blkIndent and not state.isEmpty(line)):
            return None
        for match in tag.finditer(state.src, state.bMarks[line], state.eMarks[line]):
            if match[1] is not None:
                depth += -1 if match[1] else 1
            elif not is_markdown:
                return None
        if depth <= 0:
            return line + 1
    limit.charge(state.eMarks[end_line - 1] - state.bMarks[start_line])
    return None
