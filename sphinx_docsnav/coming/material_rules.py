"""Rules for the syntax of MkDocs Material: boxes, tabs, HTML, attributes, icons, keys and marks.

Each becomes a token `TAG` for a tag that MDX pages have, such as ``<Note>`` or ``<mark>``. Plugins
of mdit-py-plugins parse definition lists and footnotes. Its plugin for admonitions ends them at two
empty lines, which code in them may have; its `attrs` accepts neither ``{: .name }`` nor an
attribute without a value, and Python-Markdown reads both.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import resources
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, html_block, table
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from sphinx_docsnav.coming.config_file import read_tables
from sphinx_docsnav.icons import MATERIAL_ICON, read_material_icon
from sphinx_docsnav.mdx.syntax.dispatch import INTERRUPTS
from sphinx_docsnav.mdx.syntax.parser_state import get_document
from sphinx_docsnav.vocabulary.html_names import BLOCK_ELEMENTS, VOID_ELEMENTS

Attributes = dict[str, str | None]
"""Names and values; ``None`` for a name alone."""
Nesting = Literal[-1, 0, 1]
"""What markdown-it has for an end tag, a tag by itself and a start tag."""

TAG = "material_tag"
"""The type of a token for a tag: ``tag`` is its name, ``meta`` its attributes, ``map`` its line."""
TABLE = read_tables()["material"]
"""What the syntax of MkDocs Material is called here, and what to do about what is not read."""
_ELEMENT_ENDS = frozenset(")]*_`>=^~+:")
"""The last characters of elements that can have attributes behind them."""
ATTRIBUTES = re.compile(r"\{:?[ ]*([#.\w][^{}\n]{0,999})\}")
"""Attributes in braces, such as ``{ .card #start }``."""
_ATTRIBUTE = re.compile(r"""([#.])([^\s="'{}]+)|([\w:-]+)(?:=("[^"]*"|'[^']*'|[^\s"'{}]+))?""")
"""An id or a class, or a name and its value."""
_ICON = re.compile(f":{MATERIAL_ICON.pattern}:")
_EMOJI = re.compile(r"(?<![\w:]):([\w+-]{1,80}):(?![\w:])")
_KEYS = re.compile(
    r"""\+\+((?:[\w-]{1,40}|"[^"\n]{1,60}"|'[^'\n]{1,60}')(?:\+(?:[\w-]{1,40}|"[^"\n]{1,60}"|'[^'\n]{1,60}')){0,9})\+\+"""
)
_MARK = re.compile(r"(==|\^\^|~~)(?!\s)(.{1,1000}?)(?<!\s)\1", re.DOTALL)
_WORD_MARK = re.compile(r"([\^~])((?:\\ |(?!\1)\S){1,200})\1")
"""Raised and lowered text, which is one word; spaces in it are escaped."""
_MARKS = {"==": "mark", "^^": "ins", "~~": "del", "^": "sup", "~": "sub"}
"""The element of marked text, by what encloses it."""
_INLINE_FORMULA = re.compile(r"\\\((?!\s*\\\))(.{1,1000}?)\\\)", re.DOTALL)
r"""A formula between ``\(`` and ``\)``."""
_BOX = re.compile(
    r"(?P<sign>!!!|\?\?\?\+?)[ \t]*+(?=[\w\"-])(?P<types>[\w-]++(?:[ ]++[\w-]++)*+)?+[ \t]*+"
    r"(?:\"(?P<title>.*)\")?[ \t]*"
)
_BOXES = {kind: name for name, kinds in TABLE["boxes"].items() for kind in kinds}
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
_CODE = re.compile(r"(?<![\\`])(?:\\\\)*+(`++)[^\n]{1,1000}?(?<!`)\1(?!`)")
"""Code in a line of text; a backslash before its first mark makes it text."""
_CODE_BAR = "\x01"
"""The character in place of ``|`` in code while a table is parsed; no page can have it."""
_TABLE_SOURCE = "docsnav_table_source"
"""The key, in markdown-it's ``env``, of the source with `_CODE_BAR` in its code."""
_OBJECT = re.compile(r"(#{1,6}[ \t]+)?:::[ \t]*([A-Za-z_][\w.]{0,200})[ \t]*")


def install_rules(md: MarkdownIt) -> None:
    """Add the rules to *md*; they come before those of CommonMark for the same characters."""
    block, inline = md.block.ruler, md.inline.ruler
    block.before("fence", "box", _make_block_rule(_BOX, _push_box), INTERRUPTS)
    block.before("fence", "tabs", _make_block_rule(_TAB, _push_tabs), INTERRUPTS)
    block.before("fence", "python_object", _make_block_rule(_OBJECT, _push_object), INTERRUPTS)
    # An empty line is before a formula: in a paragraph, ``\[`` is a bracket.
    block.before("fence", "bracket_formula", _make_block_rule(_FORMULA, _push_formula))
    block.at("html_block", _parse_html, INTERRUPTS)
    block.at("table", _parse_table, {"alt": ["paragraph", "reference"]})
    formula_rule = _make_inline_rule(_INLINE_FORMULA, _push_inline_formula)
    inline.before("escape", "bracket_formula", formula_rule)
    inline.before("emphasis", "attributes", _parse_attributes)
    inline.before("emphasis", "icon", _make_inline_rule(_ICON, _push_icon))
    inline.before("emphasis", "keys", _make_inline_rule(_KEYS, _push_keys))
    inline.before("emphasis", "mark", _make_inline_rule(_MARK, _push_mark))
    inline.before("emphasis", "word_mark", _make_inline_rule(_WORD_MARK, _push_mark))


def _make_block_rule(
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
    state: StateBlock | StateInline,
    name: str,
    nesting: Nesting,
    line: int,
    **attributes: str | None,
) -> None:
    """Add the token of a tag in *line*."""
    token = state.push(TAG, name, nesting)
    token.map, token.meta = [line, line + 1], attributes


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
    indent = state.blkIndent + _INDENT
    line = last = first + 1
    while line < end_line and (state.isEmpty(line) or state.sCount[line] >= indent):
        line += 1
        # Empty lines at the end are not a part of it.
        last = last if state.isEmpty(line - 1) else line
    _push_tag(state, name, 1, first, **attributes)
    _parse_inside(state, first + 1, last, indent)
    _push_tag(state, name, -1, first)
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
    last = start_line + 1
    while last < end_line and not state.isEmpty(last) and state.is_code_block(last):
        last += 1
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


def _parse_table(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Parse a table; ``|`` in its code ends no cell, as in Python-Markdown."""
    source, first = state.src, len(state.tokens)
    if _TABLE_SOURCE not in state.env:
        hidden = _CODE.sub(lambda code: code[0].replace("|", _CODE_BAR), source)
        state.env[_TABLE_SOURCE] = hidden
    state.src = state.env[_TABLE_SOURCE]
    is_table = table(state, start_line, end_line, silent)
    state.src = source
    for token in state.tokens[first:]:
        token.content = token.content.replace(_CODE_BAR, "|")
    return is_table


def _parse_html(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Parse a block of HTML as Python-Markdown does: it ends with its element.

    What is inside is Markdown if the element has the attribute ``markdown``.
    """
    match = _OPENING_TAG.match(_get_line(state, start_line))
    if silent or match is None or match[1].lower() not in BLOCK_ELEMENTS - VOID_ELEMENTS:
        return html_block(state, start_line, end_line, silent)
    last = _find_end(state, match[1], start_line, end_line)
    is_markdown = _MARKDOWN.search(match[2]) is not None
    if last and is_markdown:
        _push_element(state, match, start_line, last)
    elif last or is_markdown:
        # What follows a tag that nothing closes is Markdown, too.
        last = last or start_line + 1
        content = state.getLines(start_line, last, state.blkIndent, True)
        _push_text(state, "html_block", content, start_line)
    else:
        return html_block(state, start_line, end_line, silent)
    state.line = last
    return True


def _push_element(state: StateBlock, match: re.Match[str], first: int, last: int) -> None:
    """Add the element with the start tag *match*, and what the lines in it contain."""
    grid = _GRID.search(match[0])
    name = "CardGroup" if grid and grid[1] else "Columns"
    if grid:
        _push_tag(state, name, 1, first)
    else:
        _push_text(state, "html_block", match[0], first)
    start, level = len(state.tokens), state.level
    # Without an end tag at the beginning of a line, the element has one paragraph.
    closing, end_tag = _get_line(state, last - 1), f"</{match[1]}>"
    is_text = last == first + 1 or not closing.startswith("</")
    text = state.getLines(first, last if is_text else first + 1, state.blkIndent, False).lstrip()
    if content := text[len(match[0]) :].strip().removesuffix(end_tag):
        _push_text(state, "inline", content, first)
    # The content may be indented as a whole.
    inner = range(first + 1, first + 1 if is_text else last - 1)
    indents = [state.sCount[line] for line in inner if not state.isEmpty(line)]
    _parse_inside(state, inner.start, inner.stop, min(indents, default=state.blkIndent))
    if grid:
        if grid[1]:
            state.tokens[start:] = _make_cards(state.tokens[start:], level)
        _push_tag(state, name, -1, last - 1)
    else:
        _push_text(state, "html_block", end_tag if is_text else closing, last - 1)


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


def _make_inline_rule(
    pattern: re.Pattern[str], push: Callable[[StateInline, re.Match[str], int], None]
) -> Callable[[StateInline, bool], bool]:
    """Return a rule for what *pattern* matches.

    :param push: adds its tokens; is called with the match and its line.
    """

    def parse(state: StateInline, silent: bool) -> bool:
        match = pattern.match(state.src, state.pos, state.posMax)
        if match is not None:
            if not silent:
                push(state, match, get_document(state.env).position(state.pos)[0] - 1)
            state.pos = match.end()
        return match is not None

    return parse


def split_attributes(text: str) -> Attributes:
    """Return the attributes between two braces, with all classes in one."""
    attributes: Attributes = {}
    for sign, word, name, value in _ATTRIBUTE.findall(text):
        key = {".": "class", "#": "id"}.get(sign, name)
        content = word or (value.strip("\"'") if value else None)
        if key == "class" and key in attributes:
            content = f"{attributes[key]} {content}"
        attributes[key] = content
    return attributes


def make_tag_of(token: Token, attributes: Attributes) -> None:
    """Turn *token*, of an image or of one end of a link, into that of a tag with *attributes*."""
    own: Attributes = {name: str(value) for name, value in token.attrs.items() if value}
    classes = str(attributes.get("class") or "").split()
    if token.type == "image":
        own["alt"] = "".join(child.content for child in token.children or ())
        address, _mark, fragment = str(token.attrs["src"]).partition("#")
        if fragment in TABLE["classes"]:
            own["src"] = address
            classes.append(fragment)
    classes += [TABLE["classes"][name] for name in classes if name in TABLE["classes"]]
    line = token.meta.get("line", 0)
    token.map = [line - 1, line] if line else None
    token.type, token.children, token.content = TAG, None, ""
    token.meta = {**own, **attributes, **({"class": " ".join(classes)} if classes else {})}


def replace_emoji(text: str) -> str:
    """Return *text* with characters in place of the names of emoji, such as ``:heart:``."""
    if ":" not in text:
        return text
    return _EMOJI.sub(lambda match: _read_emoji().get(match[1], match[0]), text)


@functools.cache
def _read_emoji() -> Mapping[str, str]:
    """Return the emoji by their names."""
    table = resources.files(__package__).joinpath("emoji.txt").read_text("utf-8")
    rows = (line.split(" ") for line in table.splitlines()[1:])
    return {name: character for character, *names in rows for name in names}


def _parse_attributes(state: StateInline, silent: bool) -> bool:
    """Parse ``{ .class }`` behind an element; a link or an image gets the attributes."""
    match = ATTRIBUTES.match(state.src, state.pos, state.posMax)
    is_behind = state.tokens and not state.pending and state.src[state.pos - 1] in _ELEMENT_ENDS
    if match is None or not is_behind:
        return False
    state.pos = match.end()
    last = state.tokens[-1]
    if not silent and last.type in {"image", "link_close"}:
        start = "link_open" if last.type == "link_close" else "image"
        opening = next(token for token in reversed(state.tokens) if token.type == start)
        # ``[](){ #id }`` is the usual way to write an anchor.
        make_tag_of(opening, split_attributes(match[1]))
        if last is not opening:
            make_tag_of(last, {})
    return True


def _push_icon(state: StateInline, match: re.Match[str], line: int) -> None:
    """Add the icon of ``:material-clock:``, which is looked for in the installed packs."""
    _push_tag(state, "Icon", 0, line, **_make_icon(match))


def read_title(title: str) -> Attributes:
    """Return the attributes of a tab or a box with *title*, which may begin with an icon."""
    icon = _ICON.match(title)
    text = ATTRIBUTES.sub("", title[icon.end() :], count=1) if icon else title
    return {**(_make_icon(icon) if icon else {}), "title": text.strip()}


def _make_icon(match: re.Match[str]) -> Attributes:
    """Return the attributes of the icon that *match* names."""
    name, style = read_material_icon(match)
    return {"icon": name, "iconType": style} if style else {"icon": name}


def _push_keys(state: StateInline, match: re.Match[str], line: int) -> None:
    """Add the keys of ``++ctrl+alt+del++`` with plus signs between them."""
    for number, key in enumerate(match[1].split("+")):
        if number:
            state.push("text", "", 0).content = "+"
        _push_tag(state, "kbd", 1, line)
        # A key in quotes is shown as written.
        name = key.strip("\"'") if key[0] in "\"'" else key.replace("-", " ").title()
        state.push("text", "", 0).content = TABLE["keys"].get(key, name)
        _push_tag(state, "kbd", -1, line)


def _push_mark(state: StateInline, match: re.Match[str], line: int) -> None:
    """Add marked, inserted, deleted, raised or lowered text."""
    end, first = state.posMax, len(state.tokens) + 1
    _push_tag(state, _MARKS[match[1]], 1, line)
    state.pos, state.posMax = match.span(2)
    state.md.inline.tokenize(state)
    state.posMax = end
    _push_tag(state, _MARKS[match[1]], -1, line)
    for token in state.tokens[first:]:
        token.content = token.content.replace("\\ ", " ")


def _push_inline_formula(state: StateInline, match: re.Match[str], _line: int) -> None:
    r"""Add the formula of ``\(…\)``."""
    state.push("math_inline", "math", 0).content = match[1]
