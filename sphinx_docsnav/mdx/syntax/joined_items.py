"""Report items of a list without a space after their marks, as in ``-item`` and ``1.item``.

They stay in their paragraph, one after another. One such line alone may be an option, a
suffix or a number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from markdown_it.token import Token

from sphinx_docsnav.docs_json.phrases import shorten
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
            _report(reading, first + number, lines[number])
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


def _report(reading: ParserState, line: int, text: str) -> None:
    found = _ITEM.match(text)
    if found is None:
        return
    mark = found[1]
    message = f"no item of a list: there is no space after '{mark}'; shown as text"
    hint = f"write '{mark} {shorten(text[found.end() :].rstrip())}'"
    hint += f", or '{mark[:-1]}\\{mark[-1]}' for the character"
    column = reading.lines[line].find(text.strip()) + 1 if line < len(reading.lines) else 1
    reading.problem(line + 1, max(column, 1), message, hint)
