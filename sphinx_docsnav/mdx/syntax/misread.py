"""Report what reads as plain text or code, but is meant as more.

MDX has no directives, a table needs a line of dashes with one cell for each
column, a heading needs a space after its marks, and so does an item of a list
(``-item``, ``1.item``); one such line alone may be an option, a suffix or a number.
All of them remain on the page as they are written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from markdown_it.token import Token

from sphinx_docsnav.docs_json.phrases import shorten
from sphinx_docsnav.mdx.codemeta import misspelled_options
from sphinx_docsnav.mdx.syntax.parser_state import ParserState

ITEM_STARTS = "-+*0123456789"
"""The characters that an item can begin with: of other paragraphs, only further lines matter."""
_JOINED = re.compile(r"\n[ \t]*+(?:[-+*]|\d{1,9}[.)])[^\s\d.)-]")
"""A further line that may be such an item."""
_ITEM = re.compile(
    r"""[ \t]*+((?:[-+*]|(\d{1,9})[.)]))([ \t]*+)"""
    r"""(?=[^\W\d_]|[`\[(<"'\u201c\u2018\u00ab]|(?<!\*)\*)(?![xX]\b)"""
)
"""The mark of an item, its number, the space after it."""
_OPTION = re.compile(
    r"-(?:[A-Za-z](?!\w)|[^\s=]*=|"
    r"[a-z][\w-]*+(?:[,:]|[ \t]*$|\t|[ \t]{2}|[ \t][-\u2013\u2014:=]))"
)
"""An option of a command, or a suffix."""
_SUFFIX = re.compile(r"[ \t]*-[a-z]")


@dataclass(frozen=True, slots=True)
class _Item:
    """A line that begins like an item."""

    sign: str
    """Its mark without a number."""
    number: int
    """0 for a bullet."""
    joined: bool
    """There is no space after the mark."""

    def follows(self, other: _Item | None) -> bool:
        """Return whether it is the next item of the list that *other* is in."""
        if other is None or other.sign != self.sign:
            return False
        return self.sign in "-+*" or self.number == other.number + 1


def _item(line: str) -> _Item | None:
    found = _ITEM.match(line)
    if found is None:
        return None
    mark, number, space = found.groups()
    if not space and (
        _OPTION.match(line, found.start(1))
        or (mark == "*" and line.count("*") > 1)
        or line.endswith(("  ", "\\"))
    ):
        return None
    return _Item(mark[-1], int(number or 0), not space)


def report_items(tokens: Sequence[Token], index: int, reading: ParserState) -> None:
    """Report the first item without a space in the paragraph whose text is ``tokens[index]``."""
    content, first = tokens[index].content, (tokens[index].map or [0])[0]
    if content[0] not in ITEM_STARTS and not _JOINED.search(content):
        return
    lines = content.split("\n")
    items = [_item(line) for line in lines]
    around = tokens[index - 2] if index > 1 else None
    if around is not None and around.type == "list_item_open" and _is_level(reading, first):
        items[0] = _Item(around.markup, int(around.info or 0), joined=False)
        if len(lines) > 1 and _SUFFIX.match(lines[1]):
            items[0] = None  # more likely the rest of the text
    items.append(_next_item(tokens[index + 2 : index + 4], first + len(lines)))
    for number, item in enumerate(items):
        if item is None or not item.joined:
            continue
        previous = items[number - 1] if number else None
        following = items[number + 1]
        if item.follows(previous) or (following is not None and following.follows(item)):
            _report_joined(reading, first + number, lines[number])
            return


def _next_item(after: Sequence[Token], line: int) -> _Item | None:
    """Return the item of a list that begins in *line*, directly after a paragraph."""
    for token in after:
        if token.type in ("bullet_list_open", "ordered_list_open", "list_item_open"):
            if token.map and token.map[0] == line:
                number = token.info or token.attrs.get("start", 1)
                is_bullet = token.markup in "-+*"
                return _Item(token.markup, 0 if is_bullet else int(number), joined=False)
            return None
    return None


def _is_level(reading: ParserState, line: int) -> bool:
    """Return whether the line after *line* is indented no more."""
    indents = [len(text) - len(text.lstrip(" \t>")) for text in reading.lines[line : line + 2]]
    return indents[-1] <= indents[0]


def _report_joined(reading: ParserState, line: int, text: str) -> None:
    found = _ITEM.match(text)
    if found is None:
        return
    mark = found[1]
    message = f"no item of a list: there is no space after '{mark}'; shown as text"
    hint = f"write '{mark} {shorten(text[found.end() :].rstrip())}'"
    hint += f", or '{mark[:-1]}\\{mark[-1]}' for the character"
    column = reading.lines[line].find(text.strip()) + 1 if line < len(reading.lines) else 1
    reading.problem(line + 1, max(column, 1), message, hint)


_MARKS = re.compile(r"[ \t]*(#++)(?![\d!]+(?:\s|$))([ \t]*)(\S.*)")
"""A line that begins like a heading: its marks, the space after them, its text."""
_LEVELS = 6
_HASHTAG = re.compile(r"\s#\w")
_TASK = re.compile(r"[ \t>]*(?:[-+*]|\d{1,9}[.)])[ \t]+(\[[ xX]?\])([ \t]*)([^\s(\[:].*)")
"""An item of a list that begins like a task: its box, the space after it, its text."""
_COLONS = re.compile(r":{3,}[ \t]*\{?([A-Za-z][\w-]*)(?![\w:])")
"""The first line of a directive: ``:::note``, ``::: tip Title``, ``:::{warning}``."""
_POINTS = re.compile(r"(?:!!!|\?\?\?\+?)[ \t]+([a-z][\w-]*)")
"""The first line of an admonition of MkDocs: ``!!! note "Title"``, ``???+ tip``."""
_BRACES = re.compile(r"\{([A-Za-z][\w:-]*)\}")
"""The directive of a fence: ```` ```{note} ````."""
_DASHES = re.compile(r"[ \t]*+\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?[ \t]*+")
"""The second line of a table; possessive, as a long line of blanks would take very long."""
_ROW = re.compile(r"[ \t]*\|.*\|[ \t]*")
_BULLET = re.compile(r"(?<=[^\s\\])[ \t]?\n(?=[ \t]*(\u2022.*))")
"""A line that begins like an item in a word processor, after one that does not end there."""
_MARKED = re.compile(r"(?<![=\w])==(?![\s=])[^=\n]*[^=\s]==(?![=\w])")
"""Words that Obsidian and others mark."""
_FIELDS = ("title:", "description:", "sidebarTitle:", "icon:", "slug:")
"""What front matter mostly begins with."""
_LONGEST_INFO = 1000
"""Options of a longer first line of a fence are not compared with those that exist."""
_BARS = 3
"""A line with fewer of them may be a formula such as ``|x|``."""
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
"""The component that does what a directive does elsewhere."""


def report_text(token: Token, reading: ParserState) -> None:
    """Report headings, tasks, bullets, directives and tables that a paragraph holds as text."""
    first = token.map[0] if token.map else 0
    if token.content.startswith("#") and first < len(reading.lines):
        _report_heading(reading.lines[first], first, reading)
    elif token.content.startswith("[") and first < len(reading.lines):
        _report_task(reading.lines[first], first, reading)
    elif (found := _POINTS.match(token.content)) and found[1] in _TAGS:
        message = f"'{found[0]}' is no syntax of MDX; shown as text"
        _report(reading, first, found[0], message, _directive_hint(found[1]))
    text = token.content
    _report_foreign(token, first, reading)
    if ":::" not in text and "|" not in text and "\n##" not in text:
        return
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if number and line.startswith("##") and first + number < len(reading.lines):
            _report_heading(reading.lines[first + number], first + number, reading)
        found = _COLONS.match(line)
        if found is not None:
            hint = _directive_hint(found[1])
            message = f"':::{found[1]}' is no syntax of MDX; shown as text"
            _report(reading, first + number, line, message, hint)
    if "|" in token.content:
        _report_table(lines, first, reading)


def _report_foreign(token: Token, first: int, reading: ParserState) -> None:
    """Report front matter in mid-page, ``•`` before items, and ``==`` around marked words."""
    text = token.content
    if text.startswith(_FIELDS) and first > 1 and reading.lines[first - 1].rstrip() == "---":
        message = "front matter in the middle of a page is text; shown as it is"
        hint = "move its fields to the first lines of the page, or remove it"
        _report(reading, first, text.split("\n", 1)[0], message, hint)
    if "\u2022" in text and (found := _BULLET.search(text)) is not None:
        line = first + text.count("\n", 0, found.start(1))
        message = "'\u2022' is no item of a list in MDX; shown as text"
        _report(reading, line, found[1], message, "write '- ' before each item")
        token.content = _BULLET.sub("  \n", text)  # a hard break: each keeps its line
    if "==" in text and (found := _MARKED.search(text)) is not None:
        line = first + text.count("\n", 0, found.start())
        message = f"'{shorten(found[0])}' is no syntax of MDX; shown as text"
        _report(reading, line, found[0], message, "write <mark>…</mark>")


def report_fence(token: Token, reading: ParserState) -> None:
    """Report a fence that nothing closes, one that is a directive, and misspelled options."""
    first, after = token.map or (0, 0)
    opening = reading.lines[first]
    found = _BRACES.match(token.info.strip())
    if found is not None:
        message = f"directive '{found[0]}' is no syntax of MDX; shown as code"
        _report(reading, first, token.markup, message, _directive_hint(found[1]))
    has_options = " " in token.info and len(token.info) < _LONGEST_INFO
    for name, near, is_title in misspelled_options(token.info) if has_options else ():
        shown = "shown as the title" if is_title else "it is ignored"
        message = f"a block of code has no option {name!r}; {shown}"
        column = opening.find(name, opening.find(token.info.strip())) + 1
        reading.problem(first + 1, max(column, 1), message, f"did you mean {near!r}?")
    last = reading.lines[after - 1].strip(" \t>") if first + 1 < after <= len(reading.lines) else ""
    if len(last) >= len(token.markup) and not last.strip(token.markup[0]):
        return
    message = f"'{token.markup}' is not closed; the rest of the block is code"
    longer = token.markup + token.markup[0]
    hint = f"end it with a line '{token.markup}'"
    if not token.info.strip():
        hint += f", or begin and end code that contains '{token.markup}' with '{longer}'"
    column = opening.find(token.markup) + 1
    reading.problem(first + 1, column, message, hint)


def _directive_hint(name: str) -> str:
    tag = _TAGS.get(name.lower())
    return f"write <{tag}>…</{tag}>" if tag else "write it with a component, such as <Note>"


def _report_heading(line: str, number: int, reading: ParserState) -> None:
    """Report a first line that is no heading, as a space is missing or it has too many marks."""
    found = _MARKS.fullmatch(line)
    if found is None:
        return
    marks, space, text = found.groups()
    if len(marks) > _LEVELS:
        message = f"a heading has at most {_LEVELS} '#', this line has {len(marks)}; shown as text"
        _report(reading, number, marks, message, f"write '{marks[:_LEVELS]} …'")
    elif not space and (len(marks) > 1 or _is_title(text)):
        message = f"no heading: there is no space after '{marks}'; shown as text"
        shown = shorten(text.rstrip())
        _report(reading, number, marks, message, f"write '{marks} {shown}', or '\\#' for a '#'")


def _is_title(text: str) -> bool:
    """Return whether *text* after one ``#`` is a title, not hashtags or a sentence."""
    first = text[0]
    plain = first.isalpha() and not first.islower()
    return plain and not text.rstrip().endswith((".", ",", ";", ":")) and not _HASHTAG.search(text)


def _report_task(line: str, number: int, reading: ParserState) -> None:
    """Report an item that is no task, as there is no space inside or after its box."""
    found = _TASK.fullmatch(line)
    if found is None or (found[1] != "[]" and found[2]):
        return
    box, where = ("[ ]", "inside") if found[1] == "[]" else (found[1], "after it")
    message = f"no task: '{found[1]}' needs a space {where}; shown as text"
    hint = f"write '- {box} {shorten(found[3].rstrip())}'"
    reading.problem(number + 1, found.start(1) + 1, message, hint)


def _report_table(lines: list[str], first: int, reading: ParserState) -> None:
    for number, line in enumerate(lines[1:], 1):
        head = lines[number - 1]
        if "-" in line and "|" in head and _DASHES.fullmatch(line):
            columns, given = _cells(head), _cells(line)
            message = (
                f"no table: its first line has {columns} cells, its line of dashes {given}; "
                "shown as text"
            )
            hint = "give both the same number of cells"
            _report(reading, first + number - 1, head, message, hint)
            return
    rows = [line for line in lines if _ROW.fullmatch(line)]
    if len(rows) == len(lines) and (len(rows) > 1 or rows[0].count("|") >= _BARS):
        dashes = "| --- " * _cells(rows[0]) + "|"
        message = "no table: there is no line of dashes after its first line; shown as text"
        hint = f"write '{dashes}' there, or remove the blank line before a row"
        _report(reading, first, rows[0], message, hint)


def _cells(line: str) -> int:
    return line.strip().removeprefix("|").removesuffix("|").replace("\\|", "").count("|") + 1


def _report(reading: ParserState, line: int, text: str, message: str, hint: str) -> None:
    column = reading.lines[line].find(text.strip()) + 1 if line < len(reading.lines) else 1
    reading.problem(line + 1, max(column, 1), message, hint)
