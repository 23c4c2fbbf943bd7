"""Reports of text that is meant as more than plain text or code.

MDX has no directives. A table needs a line of dashes with one cell for each column. A heading needs
a space after its marks, and so does an item of a list: ``-item`` and ``1.item`` are reported if at
least two lines look like this, as one alone may be an option, a suffix or a number. The text stays
on the page as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from markdown_it.token import Token
from pygments.lexers import find_lexer_class_by_name
from pygments.util import ClassNotFound

from sphinx_docsnav.mdx.codemeta import find_misspelled_options
from sphinx_docsnav.mdx.syntax.parser_state import ParserState
from sphinx_docsnav.messages import did_you_mean, shorten

ITEM_STARTS = "-+*0123456789"
"""Characters that can begin an item; other paragraphs can have items in later lines only."""
_JOINED = re.compile(r"\n[ \t]*+(?:[-+*]|\d{1,9}[.)])[^\s\d.)-]")
"""A later line that may be an item without a space."""
_ITEM = re.compile(
    r"""[ \t]*+((?:[-+*]|(\d{1,9})[.)]))([ \t]*+)"""
    r"""(?=[^\W\d_]|[`\[(<"'\u201c\u2018\u00ab]|(?<!\*)\*)(?![xX]\b)"""
)
"""The marker of an item, its number, and the space after it."""
_OPTION = re.compile(
    r"-(?:[A-Za-z](?!\w)|[^\s=]*=|"
    r"[a-z][\w-]*+(?:[,:]|[ \t]*$|\t|[ \t]{2}|[ \t][-\u2013\u2014:=]))"
)
"""An option of a command, or a suffix."""
_SUFFIX = re.compile(r"[ \t]*-[a-z]")
_MARKS = re.compile(r"[ \t]*(#++)(?![\d!]+(?:\s|$))([ \t]*)(\S.*)")
"""A line that begins like a heading: its marks, the space after them, and its text."""
_LEVELS = 6
"""The number of levels of headings."""
_HASHTAG = re.compile(r"\s#\w")
"""A tag as in social networks."""
_TASK = re.compile(r"[ \t>]*(?:[-+*]|\d{1,9}[.)])[ \t]+(\[[ xX]?\])([ \t]*)([^\s(\[:].*)")
"""An item that begins like a task: its box, the space after it, and its text."""
_COLONS = re.compile(r":{3,}[ \t]*\{?([A-Za-z][\w-]*)(?![\w:])")
"""The first line of a directive: ``:::note``, ``::: tip Title``, ``:::{warning}``."""
_POINTS = re.compile(r"(?:!!!|\?\?\?\+?)[ \t]+([a-z][\w-]*)")
"""The first line of an admonition of MkDocs: ``!!! note "Title"``, ``???+ tip``."""
_BRACES = re.compile(r"\{([A-Za-z][\w:-]*)\}")
"""The directive of a fence: ```` ```{note} ````."""
_AROUND = " \t>"
"""Characters before the marks of a fence, in a list or a quotation."""
_OPENING_FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,})[ \t]*[A-Za-z][^`~]*")
"""A line that begins a fence with the name of a language."""
_DASHES = re.compile(r"[ \t]*+\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?[ \t]*+")
"""The second line of a table; possessive, since a long line of blanks would take very long."""
_ROW = re.compile(r"[ \t]*\|.*\|[ \t]*")
_BULLET = re.compile(r"(?<=[^\s\\])[ \t]?\n(?=[ \t]*(\u2022.*))")
"""A line that begins with a bullet, as in a word processor, after a line with text."""
_MARKED = re.compile(r"(?<![=\w])==(?![\s=])[^=\n]*[^=\s]==(?![=\w])")
"""Highlighted text as in Obsidian."""
_FIELDS = ("title:", "description:", "sidebarTitle:", "icon:", "slug:")
"""The usual first keys of front matter."""
_MAX_INFO = 1000
"""The maximum length of an info string whose options are checked."""
_BARS = 3
"""The minimum number of bars in a row; ``|x|`` may be a formula."""
_TAGS = {
    "note": "Note",
    "important": "Note",
    "example": "Note",
    "question": "Note",
    "seealso": "Note",
    "info": "Info",
    "abstract": "Info",
    "tip": "Tip",
    "hint": "Tip",
    "success": "Check",
    "warning": "Warning",
    "caution": "Warning",
    "attention": "Warning",
    "danger": "Danger",
    "error": "Danger",
    "failure": "Danger",
    "bug": "Danger",
    "details": "Accordion",
    "dropdown": "Accordion",
    "tabs": "Tabs",
    "tab-set": "Tabs",
}
"""The component that does what a directive of another tool does."""


@dataclass(frozen=True, slots=True)
class _ItemLine:
    """A line that begins like an item."""

    sign: str
    """Its marker without the number."""
    number: int
    """0 for a bullet."""
    joined: bool
    """Whether the space after the marker is missing."""

    def follows(self, other: _ItemLine | None) -> bool:
        """Return whether it is the next item of the list that *other* belongs to."""
        if other is None or other.sign != self.sign:
            return False
        return self.sign in "-+*" or self.number == other.number + 1


def _match_item(line: str) -> _ItemLine | None:
    """Return the item that *line* begins like; ``None`` for other text, options and emphasis."""
    match = _ITEM.match(line)
    if match is None:
        return None
    marker, number, space = match.groups()
    if not space and (
        _OPTION.match(line, match.start(1))
        or (marker == "*" and line.count("*") > 1)
        or line.endswith(("  ", "\\"))
    ):
        return None
    return _ItemLine(marker[-1], int(number or 0), not space)


def report_items(tokens: Sequence[Token], index: int, document: ParserState) -> None:
    """Report the first item without a space in the paragraph whose text is ``tokens[index]``."""
    content, first = tokens[index].content, (tokens[index].map or [0])[0]
    # Most paragraphs have no such line.
    if content[0] not in ITEM_STARTS and not _JOINED.search(content):
        return
    lines = content.split("\n")
    items = [_match_item(line) for line in lines]
    # The marker before the paragraph, and the list after it, count as neighbours of its lines.
    around = tokens[index - 2] if index > 1 else None
    if (
        around is not None
        and around.type == "list_item_open"
        and _is_indented_alike(document, first)
    ):
        items[0] = _ItemLine(around.markup, int(around.info or 0), joined=False)
        if len(lines) > 1 and _SUFFIX.match(lines[1]):
            items[0] = None  # more likely the rest of the text
    items.append(_find_next_item(tokens[index + 2 : index + 4], first + len(lines)))
    for number, item in enumerate(items):
        if item is None or not item.joined:
            continue
        previous = items[number - 1] if number else None
        following = items[number + 1]
        # A line is meant as an item if the line before or after it is one, too.
        if item.follows(previous) or (following is not None and following.follows(item)):
            _report_joined(document, first + number, lines[number])
            return


def _find_next_item(after: Sequence[Token], line: int) -> _ItemLine | None:
    """Return the item that begins in *line*, directly after a paragraph."""
    for token in after:
        if token.type in ("bullet_list_open", "ordered_list_open", "list_item_open"):
            if token.map and token.map[0] == line:
                number = token.info or token.attrs.get("start", 1)
                is_bullet = token.markup in "-+*"
                return _ItemLine(token.markup, 0 if is_bullet else int(number), joined=False)
            return None
    return None


def _is_indented_alike(document: ParserState, line: int) -> bool:
    """Return whether the line after *line* is not indented more."""
    indents = [len(text) - len(text.lstrip(" \t>")) for text in document.lines[line : line + 2]]
    return indents[-1] <= indents[0]


def _report_joined(document: ParserState, line: int, text: str) -> None:
    """Report that the marker at the beginning of *text* needs a space."""
    match = _ITEM.match(text)
    if match is None:
        return
    marker = match[1]
    message = f"no item of a list: there is no space after '{marker}'; shown as text"
    hint = f"write '{marker} {shorten(text[match.end() :].rstrip())}'"
    hint += f", or '{marker[:-1]}\\{marker[-1]}' for the character"
    column = document.lines[line].find(text.strip()) + 1 if line < len(document.lines) else 1
    document.report(line + 1, max(column, 1), message, hint)


def report_text(token: Token, document: ParserState) -> None:
    """Report headings, tasks, bullets, directives and tables that a paragraph has as text."""
    first = token.map[0] if token.map else 0
    if token.content.startswith("#") and first < len(document.lines):
        _report_heading(document.lines[first], first, document)
    elif token.content.startswith("[") and first < len(document.lines):
        _report_task(document.lines[first], first, document)
    elif (match := _POINTS.match(token.content)) and match[1] in _TAGS:
        message = f"'{match[0]}' is no syntax of MDX; shown as text"
        _report_line(document, first, match[0], message, _suggest_component(match[1]))
    text = token.content
    _report_foreign(token, first, document)
    # Most paragraphs have nothing that the checks of single lines look for.
    if ":::" not in text and "|" not in text and "\n##" not in text:
        return
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if number and line.startswith("##") and first + number < len(document.lines):
            _report_heading(document.lines[first + number], first + number, document)
        match = _COLONS.match(line)
        if match is not None:
            hint = _suggest_component(match[1])
            message = f"':::{match[1]}' is no syntax of MDX; shown as text"
            _report_line(document, first + number, line, message, hint)
    if "|" in token.content:
        _report_table(lines, first, document)


def _report_foreign(token: Token, first: int, document: ParserState) -> None:
    """Report front matter inside a page, ``•`` before items, and ``==`` around words."""
    text = token.content
    if text.startswith(_FIELDS) and first > 1 and document.lines[first - 1].rstrip() == "---":
        message = "front matter in the middle of a page is text; shown as it is"
        hint = "move its fields to the first lines of the page, or remove it"
        # Front matter is at the very beginning of a file, on the service, too.
        if not document.front_lines and not "".join(document.lines[: first - 1]).strip():
            message = "front matter below an empty line is text; shown as it is"
            hint = "remove the empty line above it"
        _report_line(document, first, text.split("\n", 1)[0], message, hint)
    if "\u2022" in text and (match := _BULLET.search(text)) is not None:
        line = first + text.count("\n", 0, match.start(1))
        message = "'\u2022' is no item of a list in MDX; shown as text"
        _report_line(document, line, match[1], message, "write '- ' before each item")
        # A hard line break keeps each item on its line.
        token.content = _BULLET.sub("  \n", text)
    if "==" in text and (match := _MARKED.search(text)) is not None:
        line = first + text.count("\n", 0, match.start())
        message = f"'{shorten(match[0])}' is no syntax of MDX; shown as text"
        _report_line(document, line, match[0], message, "write <mark>…</mark>")


def report_fence(token: Token, document: ParserState) -> None:
    """Report a fence that is not closed, one that is a directive, and misspelled options."""
    first, after = token.map or (0, 0)
    opening = document.lines[first]
    directive = _BRACES.match(token.info.strip())
    if directive is not None:
        message = f"directive '{directive[0]}' is no syntax of MDX; shown as code"
        hint = _suggest_fence(token.markup, directive[1])
        _report_line(document, first, token.markup, message, hint)
    has_options = " " in token.info and len(token.info) < _MAX_INFO
    for name, option, is_title in find_misspelled_options(token.info) if has_options else ():
        effect = "shown as the title" if is_title else "it is ignored"
        message = f"a block of code has no option {name!r}; {effect}"
        column = opening.find(name, opening.find(token.info.strip())) + 1
        document.report(first + 1, max(column, 1), message, did_you_mean(option))
    _report_swallowed_fence(token, document)
    last = (
        document.lines[after - 1].strip(_AROUND) if first + 1 < after <= len(document.lines) else ""
    )
    if len(last) >= len(token.markup) and not last.strip(token.markup[0]):
        return
    message = f"'{token.markup}' is not closed; the rest of the block is code"
    longer = token.markup + token.markup[0]
    hint = f"end it with a line '{token.markup}'"
    if not token.info.strip():
        hint += f", or begin and end code that contains '{token.markup}' with '{longer}'"
    column = opening.find(token.markup) + 1
    document.report(first + 1, column, message, hint)


def _report_swallowed_fence(token: Token, document: ParserState) -> None:
    """Report the start of another fence in the code of *token*, whose own end is missing.

    Code that shows a fence has more marks around it than the fence.
    """
    first, after = token.map or (0, 0)
    opening = document.lines[first]
    for number in range(first + 1, min(after, len(document.lines))):
        inner = _OPENING_FENCE.match(document.lines[number])
        if inner and inner[1].startswith(token.markup):
            outer_text, inner_text = opening.strip(_AROUND), inner[0].strip(_AROUND)
            message = f"'{outer_text}' is not closed before '{inner_text}' in line {number + 1}"
            message = f"{message}; all between them is code"
            longer = token.markup + token.markup[0]
            hint = f"end it with a line '{token.markup}', or begin and end it with '{longer}'"
            document.report(first + 1, opening.find(token.markup) + 1, message, hint)
            return


def _suggest_fence(marks: str, name: str) -> str:
    """Return the hint for a fence with the directive *name*, such as ``{python}`` of Quarto."""
    try:
        find_lexer_class_by_name(name)
    except ClassNotFound:
        return _suggest_component(name)
    return f"write '{marks}{name}'"


def _suggest_component(name: str) -> str:
    """Return the hint for a directive called *name*."""
    tag = _TAGS.get(name.lower())
    return f"write <{tag}>…</{tag}>" if tag else "write it with a component, such as <Note>"


def _report_heading(line: str, number: int, document: ParserState) -> None:
    """Report a line that is no heading, as its space is missing or it has too many marks."""
    match = _MARKS.fullmatch(line)
    if match is None:
        return
    marks, space, text = match.groups()
    if len(marks) > _LEVELS:
        message = f"a heading has at most {_LEVELS} '#', this line has {len(marks)}; shown as text"
        _report_line(document, number, marks, message, f"write '{marks[:_LEVELS]} …'")
    elif not space and (len(marks) > 1 or _is_heading_text(text)):
        message = f"no heading: there is no space after '{marks}'; shown as text"
        title = shorten(text.rstrip())
        _report_line(
            document, number, marks, message, f"write '{marks} {title}', or '\\#' for a '#'"
        )


def _is_heading_text(text: str) -> bool:
    """Return whether *text* after one ``#`` is a title, not a hashtag or a sentence."""
    first = text[0]
    is_capitalized = first.isalpha() and not first.islower()
    return (
        is_capitalized
        and not text.rstrip().endswith((".", ",", ";", ":"))
        and not _HASHTAG.search(text)
    )


def _report_task(line: str, number: int, document: ParserState) -> None:
    """Report an item that is no task, as a space is missing in its box or after it."""
    match = _TASK.fullmatch(line)
    if match is None or (match[1] != "[]" and match[2]):
        return
    box, where = ("[ ]", "inside") if match[1] == "[]" else (match[1], "after it")
    message = f"no task: '{match[1]}' needs a space {where}; shown as text"
    hint = f"write '- {box} {shorten(match[3].rstrip())}'"
    document.report(number + 1, match.start(1) + 1, message, hint)


def _report_table(lines: list[str], first: int, document: ParserState) -> None:
    """Report lines that look like a table without a matching line of dashes."""
    for number, line in enumerate(lines[1:], 1):
        head = lines[number - 1]
        if "-" in line and "|" in head and _DASHES.fullmatch(line):
            columns, dashes_count = _count_cells(head), _count_cells(line)
            message = (
                f"no table: its first line has {columns} cells, its line of dashes {dashes_count}; "
                "shown as text"
            )
            hint = "give both the same number of cells"
            _report_line(document, first + number - 1, head, message, hint)
            return
    # Without a line of dashes, all lines must look like rows.
    rows = [line for line in lines if _ROW.fullmatch(line)]
    if len(rows) == len(lines) and (len(rows) > 1 or rows[0].count("|") >= _BARS):
        dashes = "| --- " * _count_cells(rows[0]) + "|"
        message = "no table: there is no line of dashes after its first line; shown as text"
        hint = f"write '{dashes}' there, or remove the blank line before a row"
        _report_line(document, first, rows[0], message, hint)


def _count_cells(line: str) -> int:
    """Return the number of cells in a row."""
    return line.strip().removeprefix("|").removesuffix("|").replace("\\|", "").count("|") + 1


def _report_line(document: ParserState, line: int, text: str, message: str, hint: str) -> None:
    """Report *message* at the position of *text* in a line, counted from 0."""
    column = document.lines[line].find(text.strip()) + 1 if line < len(document.lines) else 1
    document.report(line + 1, max(column, 1), message, hint)
