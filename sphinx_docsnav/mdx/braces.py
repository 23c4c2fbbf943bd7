"""A search for the end of ``{…}`` that skips JavaScript without parsing it.

Braces inside strings, templates, comments, regular expressions and the text of JSX do not count. If
the search fails, as it does after an apostrophe in prose, all braces are counted.
"""

from __future__ import annotations

import re

_JS = re.compile(r"[{}\"'`/<]")
"""Characters that begin or end something in JavaScript."""
_TEMPLATE = re.compile(r"[`\\]|\$\{")
"""What ends a template, begins an expression in it, or escapes its next character."""
_TAG = re.compile(r"[\"'{>]")
"""Characters that begin or end something in a tag."""
_CHILDREN = re.compile(r"[{<]")
"""Characters that begin something in the text of an element."""
_BRACE = re.compile(r"[{}]")
_STRING = {
    '"': re.compile(r'"(?:[^"\\\n]|\\.)*"', re.DOTALL),
    "'": re.compile(r"'(?:[^'\\\n]|\\.)*'", re.DOTALL),
}
_REGEX = re.compile(r"/(?![*/])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.){0,500}+\]){1,500}+/[a-z]*")
"""A regular expression; its length is limited, because each slash may seem to begin one."""
_LINE_COMMENT = re.compile(r"""(?:[^"'`/\n]|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|/(?!/))*+//""")
"""A line up to the slashes that begin its comment; slashes in strings begin none."""
_ELEMENT = re.compile(r"<(?:[^\W\d]|[$>])")
"""The beginning of a tag or fragment."""
_WORD_BEFORE = re.compile(r"(?:return|typeof|case|default|in|of|delete|void|do|else)\Z")
"""Keywords that are followed by a value."""


class ScanLimit:
    """A budget of characters for scans that fail, per document.

    A scan that succeeds moves on, so its characters are not scanned again. Only a failing scan can
    be repeated at every character of a hostile page.
    """

    __slots__ = ("left",)

    def __init__(self, length: int) -> None:
        self.left = 500_000 + 4 * length
        """The number of characters that are left."""

    def charge(self, characters: int) -> None:
        """Take *characters* that were scanned without a result from the budget."""
        self.left -= characters + 8

    @property
    def spent(self) -> bool:
        """Whether the budget is used up, so that nothing more should be scanned."""
        return self.left < 0


def scan_braces(
    src: str, pos: int, end: int, limit: ScanLimit, *, more: bool = False
) -> int | None:
    """Return the offset after the ``}`` that closes the ``{`` at *pos*.

    :param more: whether there is text after *end*; the caller can then retry with that text, and
        braces are not counted.
    :returns: ``None`` if nothing closes it before *end*.
    """
    if limit.spent or src.find("}", pos, end) < 0:
        return None
    close = _scan_javascript(src, pos, end)
    if close is None:
        limit.charge(end - pos)
    # An apostrophe in prose looks like a string without an end; then all braces are counted.
    if close is None and not more:
        close = _count_braces(src, pos, end)
        if close is None:
            limit.charge(end - pos)
    return close


def _count_braces(src: str, pos: int, end: int) -> int | None:
    """Return the offset after the matching ``}``, whatever the braces are a part of."""
    depth = 0
    for match in _BRACE.finditer(src, pos, end):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return match.end()
    return None


def _scan_javascript(src: str, pos: int, end: int) -> int | None:
    """Return the offset after the ``}`` that closes the ``{`` at *pos* in JavaScript."""
    # The enclosing constructs: ``{`` JavaScript, ````` a template, ``<`` a tag, ``>`` the text of
    # an element.
    stack = ["{"]
    pos += 1
    while pos < end:
        following = _STEPS[stack[-1]](src, pos, end, stack)
        if following is None:
            return None
        if not stack:
            return following
        pos = following
    return None


def is_in_jsx(src: str, pos: int, end: int) -> bool:
    """Return whether *end* is inside an element of the JavaScript that begins at *pos*."""
    stack, at = ["{"], pos
    while at < end and stack:
        following = _STEPS[stack[-1]](src, at, end, stack)
        if following is None:
            break
        at = following
    return bool(stack) and stack[-1] in "<>"


def find_outer_commas(src: str) -> list[int]:
    """Return the offsets of the commas in *src* that are outside brackets, strings and elements."""
    stack, at, depth, commas = ["{"], 0, 0, []
    while at < len(src) and stack:
        start, is_outside = at, len(stack) == 1
        following = _STEPS[stack[-1]](src, at, len(src), stack)
        at = len(src) if following is None else following
        # A step may skip a string or an element: only what precedes it is looked at.
        if is_outside:
            special = _JS.search(src, start, at)
            for offset in range(start, special.start() if special else at):
                depth += (src[offset] in "([") - (src[offset] in ")]")
                if src[offset] == "," and depth == 0:
                    commas.append(offset)
    return commas


def find_regex_end(src: str, at: int, end: int) -> int | None:
    """Return the end of the regular expression at *at*; ``None`` if the slash begins none.

    The slashes of the tags ``</a>`` and ``<br />`` begin none either.
    """
    if src[at - 1 : at] == "<" or src[at + 1 : at + 2] == ">" or not expects_operand(src, at):
        return None
    regex = _REGEX.match(src, at, end)
    return regex.end() if regex else None


def expects_operand(src: str, at: int) -> bool:
    """Return whether a value may begin at *at*, as none ends before it.

    ``<`` and ``/`` are operators after a value; elsewhere they begin an element and a regular
    expression.
    """
    last = _find_before_space(src, at)
    if last < 0:
        return True
    char = src[last]
    if char.isalnum() or char in "_$":
        return _WORD_BEFORE.search(src, max(0, last - 8), last + 1) is not None
    return char not in ")]}\"'`"


def _step_javascript(src: str, pos: int, end: int, stack: list[str]) -> int | None:
    """Skip to the next construct of JavaScript and enter it, or leave the innermost one.

    Like the other steps, it updates *stack*, and returns where to go on, or ``None`` where the text
    ends too early.
    """
    match = _JS.search(src, pos, end)
    if match is None:
        return None
    at, char = match.start(), match[0]
    if char == "{":
        stack.append("{")
    elif char == "}":
        stack.pop()
    elif char == "`":
        stack.append("`")
    elif char == "/":
        return _skip_slash(src, at, end)
    elif char == "<":
        if _ELEMENT.match(src, at, end) and expects_operand(src, at):
            stack.append("<")
            return at + 1
    else:
        string = _STRING[char].match(src, at, end)
        return string.end() if string else None
    return at + 1


def _skip_slash(src: str, at: int, end: int) -> int | None:
    """Return the offset after the comment, regular expression or division sign at *at*."""
    if src.startswith("//", at):
        newline = src.find("\n", at, end)
        return newline + 1 if newline >= 0 else None
    if src.startswith("/*", at):
        close = src.find("*/", at + 2, end)
        return close + 2 if close >= 0 else None
    regex = _REGEX.match(src, at, end) if expects_operand(src, at) else None
    return regex.end() if regex else at + 1


def _step_template(src: str, pos: int, end: int, stack: list[str]) -> int | None:
    """Skip to the next expression in a template, or past the template's end."""
    match = _TEMPLATE.search(src, pos, end)
    if match is None:
        return None
    if match[0] == "\\":
        return match.end() + 1
    if match[0] == "`":
        stack.pop()
    else:
        stack.append("{")
    return match.end()


def _step_tag(src: str, pos: int, end: int, stack: list[str]) -> int | None:
    """Skip to the next expression in a tag, or past the tag's end."""
    match = _TAG.search(src, pos, end)
    if match is None:
        return None
    at, char = match.start(), match[0]
    if char == "{":
        stack.append("{")
    elif char == ">":
        if src[at - 1] == "/":
            stack.pop()
        else:
            stack[-1] = ">"
    else:
        close = src.find(char, at + 1, end)
        return close + 1 if close >= 0 else None
    return at + 1


def _step_children(src: str, pos: int, end: int, stack: list[str]) -> int | None:
    """Skip to the next element or expression in the text of an element, or past its closing tag."""
    match = _CHILDREN.search(src, pos, end)
    if match is None:
        return None
    at = match.start()
    if match[0] == "{":
        stack.append("{")
    elif src.startswith("</", at):
        close = src.find(">", at, end)
        if close < 0:
            return None
        stack.pop()
        return close + 1
    else:
        stack.append("<")
    return at + 1


def _find_before_space(src: str, at: int) -> int:
    """Return the offset of the last character before *at* that is not white space or a comment."""
    offset = at if src.startswith("\n", at) else at - 1
    while offset >= 0:
        # The line may end with a comment, which is only recognized from the start of the line.
        if src[offset] == "\n":
            line = src.rfind("\n", 0, offset) + 1
            comment = _LINE_COMMENT.match(src, line, offset)
            offset = comment.end() - 3 if comment else offset - 1
        elif src[offset].isspace():
            offset -= 1
        elif src.endswith("*/", 0, offset + 1):
            offset = src.rfind("/*", 0, offset - 1) - 1
        else:
            break
    return offset


_STEPS = {"{": _step_javascript, "`": _step_template, "<": _step_tag, ">": _step_children}
"""The function that skips inside each construct, by the construct's sign on the stack."""
