"""The end of ``{…}``: JavaScript is skipped, not parsed.

A brace inside a string, a template, a comment, a regular expression or the
text of JSX does not count. If no end is found that way (as after
an apostrophe in prose), only braces are counted.
"""

from __future__ import annotations

import re

_JS = re.compile(r"[{}\"'`/<]")
_TEMPLATE = re.compile(r"[`\\]|\$\{")
_TAG = re.compile(r"[\"'{>]")
_CHILDREN = re.compile(r"[{<]")
_BRACE = re.compile(r"[{}]")
_STRING = {
    '"': re.compile(r'"(?:[^"\\\n]|\\.)*"', re.DOTALL),
    "'": re.compile(r"'(?:[^'\\\n]|\\.)*'", re.DOTALL),
}
_REGEX = re.compile(r"/(?![*/])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
_LINE_COMMENT = re.compile(r"""(?:[^"'`/\n]|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|/(?!/))*+//""")
"""A line up to the slashes of its comment; those in strings begin none."""
_ELEMENT = re.compile(r"<(?:[^\W\d]|[$>])")
_WORD_BEFORE = re.compile(r"(?:return|typeof|case|default|in|of|delete|void|do|else)\Z")


class ScanLimit:
    """How many characters of a document may be looked at in vain.

    Scans that succeed move on and cost nothing twice; only failures can be
    repeated at every character of a hostile page.
    """

    __slots__ = ("left",)

    def __init__(self, length: int) -> None:
        self.left = 500_000 + 4 * length
        """Characters that may still be wasted."""

    def charge(self, characters: int) -> None:
        """Note that *characters* were looked at without a result."""
        self.left -= characters + 8

    @property
    def spent(self) -> bool:
        """True when scanning should no longer be tried."""
        return self.left < 0


def scan_braces(
    src: str, pos: int, end: int, limit: ScanLimit, *, more: bool = False
) -> int | None:
    """Return the offset after the ``}`` that closes the ``{`` at *pos*.

    :param more: whether text after *end* is available; then braces are not counted if
        JavaScript finds no end.
    :returns: ``None`` if there is none before *end*.
    """
    if limit.spent or src.find("}", pos, end) < 0:
        return None
    found = _scan_javascript(src, pos, end)
    if found is None:
        limit.charge(end - pos)
    if found is None and not more:
        found = _count_braces(src, pos, end)
        if found is None:
            limit.charge(end - pos)
    return found


def _count_braces(src: str, pos: int, end: int) -> int | None:
    depth = 0
    for match in _BRACE.finditer(src, pos, end):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return match.end()
    return None


def _scan_javascript(src: str, pos: int, end: int) -> int | None:
    """Skip from the ``{`` at *pos*; *stack* has the enclosing constructs.

    ``{`` JavaScript, `````` ` `````` a template, ``<`` a tag, ``>`` the text
    between tags.
    """
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
    """Return whether the JavaScript from *pos* to *end* stops inside of an element."""
    stack, at = ["{"], pos
    while at < end and stack:
        following = _STEPS[stack[-1]](src, at, end, stack)
        if following is None:
            break
        at = following
    return bool(stack) and stack[-1] in "<>"


def outer_commas(src: str) -> list[int]:
    """Return the offsets of the commas in JavaScript that are in no brackets, text or element."""
    stack, at, depth, found = ["{"], 0, 0, []
    while at < len(src) and stack:
        start, is_outside = at, len(stack) == 1
        following = _STEPS[stack[-1]](src, at, len(src), stack)
        at = len(src) if following is None else following
        if is_outside:
            special = _JS.search(src, start, at)
            for place in range(start, special.start() if special else at):
                depth += (src[place] in "([") - (src[place] in ")]")
                if src[place] == "," and depth == 0:
                    found.append(place)
    return found


def _step_javascript(src: str, pos: int, end: int, stack: list[str]) -> int | None:
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
        return _after_slash(src, at, end, pos)
    elif char == "<":
        if _ELEMENT.match(src, at, end) and expects_operand(src, at):
            stack.append("<")
            return at + 1
    else:
        string = _STRING[char].match(src, at, end)
        return string.end() if string else None
    return at + 1


def _after_slash(src: str, at: int, end: int, _start: int) -> int | None:
    """Skip a comment, a regular expression or a division sign."""
    if src.startswith("//", at):
        newline = src.find("\n", at, end)
        return newline + 1 if newline >= 0 else None
    if src.startswith("/*", at):
        close = src.find("*/", at + 2, end)
        return close + 2 if close >= 0 else None
    regex = _REGEX.match(src, at, end) if expects_operand(src, at) else None
    return regex.end() if regex else at + 1


def expects_operand(src: str, at: int) -> bool:
    """Return whether a value may start at *at*: no value ends just before it."""
    before = _before_space(src, at)
    if before < 0:
        return True
    char = src[before]
    if char.isalnum() or char in "_$":
        return _WORD_BEFORE.search(src, max(0, before - 8), before + 1) is not None
    return char not in ")]}\"'`"


def _before_space(src: str, at: int) -> int:
    """Return the offset of the last character before *at* that is in no white space or comment."""
    before = at if src.startswith("\n", at) else at - 1
    while before >= 0:
        if src[before] == "\n":
            line = src.rfind("\n", 0, before) + 1
            comment = _LINE_COMMENT.match(src, line, before)
            before = comment.end() - 3 if comment else before - 1
        elif src[before].isspace():
            before -= 1
        elif src.endswith("*/", 0, before + 1):
            before = src.rfind("/*", 0, before - 1) - 1
        else:
            break
    return before


def regex_end(src: str, at: int, end: int) -> int | None:
    """Return the end of the regular expression at *at*; ``None`` if the slash is another one.

    The slashes of tags, ``</a>`` and ``<br />``, begin none.
    """
    if src[at - 1 : at] == "<" or src[at + 1 : at + 2] == ">" or not expects_operand(src, at):
        return None
    regex = _REGEX.match(src, at, end)
    return regex.end() if regex else None


def _step_template(src: str, pos: int, end: int, stack: list[str]) -> int | None:
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


_STEPS = {"{": _step_javascript, "`": _step_template, "<": _step_tag, ">": _step_children}
"""How to go on inside of each construct."""
