"""Pair the tags inside one paragraph, heading or cell."""

from __future__ import annotations

from markdown_it.token import Token

from sphinx_docsnav.mdx.html_names import PHRASING, VOID
from sphinx_docsnav.mdx.pair import (
    Mark,
    closing_token,
    find_opening,
    name_of,
    report_stray,
    report_void,
    tag_of,
)
from sphinx_docsnav.mdx.syntax.parser_state import ParserState
from sphinx_docsnav.mdx.tags import Form


def pair_inline(token: Token, index: int, reading: ParserState) -> list[Mark]:
    """Pair the tags among the children of *token*, the page's token *index*.

    :returns: tags directly in the content without a partner, in order; tags in
        an emphasis, a link or a deletion are repaired at once.
    """
    children = token.children or []
    result: list[Token] = []
    frames: list[list[Mark]] = [[]]
    strays: list[Mark] = []
    for child in children:
        if child.type == "mdx_jsx_open":
            frames[-1].append(Mark(tag_of(child), index, len(result)))
        elif child.type == "mdx_jsx_close":
            begin = _close(frames, child, result, reading)
            if begin >= 0:
                strays = _outside(strays, begin, result, reading)
            elif len(frames) > 1:
                report_stray(tag_of(child), reading)
                continue
            else:
                strays.append(Mark(tag_of(child), index, len(result)))
        elif child.nesting > 0:
            frames.append([])
        elif child.nesting < 0 and len(frames) > 1:
            _end(frames.pop(), result, reading)
        result.append(child)
    while len(frames) > 1:
        _end(frames.pop(), result, reading)
    token.children = result
    return sorted(strays + frames[0], key=lambda mark: mark.child)


def _outside(
    strays: list[Mark], begin: int, result: list[Token], reading: ParserState
) -> list[Mark]:
    """Remove the closing tags inside the element that begins at *begin* and ends here.

    They must not close an element outside of it: elements would overlap.

    :returns: the others.
    """
    for mark in strays:
        if mark.child > begin:
            report_stray(mark.tag, reading)
            result[mark.child] = Token("text", "", 0)  # so that the other marks' indexes stay right
    return [mark for mark in strays if mark.child < begin]


def _close(
    frames: list[list[Mark]], child: Token, result: list[Token], reading: ParserState
) -> int:
    """Close the nearest open tag of the same name in this frame, if there is one.

    :returns: the opening tag's index in *result*; -1 if there is none.
    """
    stack = frames[-1]
    at = find_opening(stack, tag_of(child), reading)
    if at < 0:
        return -1
    begin = stack[at].child
    _end(stack[at + 1 :], result, reading)
    result[begin].nesting = 1
    child.nesting = -1
    del stack[at:]
    return begin


def _end(stack: list[Mark], result: list[Token], reading: ParserState) -> None:
    """End the tags of *stack* here: their emphasis, link or parent ends."""
    for mark in reversed(stack):
        end_here(mark, result, reading)


def end_here(mark: Mark, result: list[Token], reading: ParserState) -> None:
    """End one tag at the end of *result*, make it void, or take it for a word."""
    if _needs_no_end(mark, result, reading):
        return
    tag = mark.tag
    result[mark.child].nesting = 1
    result.append(closing_token(tag, block=False))
    message = f"{name_of(tag)} is not closed; it ends with the enclosing text"
    reading.problem(tag.line, tag.column, message, f"close it with '</{tag.name}>'")


def _needs_no_end(mark: Mark, result: list[Token], reading: ParserState) -> bool:
    """Make a tag void, or take it for a word; return whether it is one of both.

    ``List<String>`` in prose is no element.
    """
    token, tag = result[mark.child], mark.tag
    if tag.name in VOID:
        token.type, token.nesting = "mdx_jsx", 0
        report_void(tag, reading)
        return True
    if not tag.attributes and tag.name not in PHRASING:
        token.type, token.tag, token.content, token.meta = "text", "", name_of(tag), {}
        message = f"{name_of(tag)} is not closed; kept as text"
        hint = f"close it with '</{tag.name}>', or write '\\{name_of(tag)}'"
        reading.problem(tag.line, tag.column, message, hint)
        return True
    return False


def settle(token: Token, strays: list[Mark], lifted: dict[int, Mark], reading: ParserState) -> None:
    """End or leave out the tags that found no partner outside either."""
    result = token.children or []
    rest = [mark for mark in strays if mark.child not in lifted]
    for mark in reversed(rest):
        tag = mark.tag
        if tag.form is Form.OPEN:
            if not lifted:
                end_here(mark, result, reading)
                continue
            if _needs_no_end(mark, result, reading):
                continue
            message, hint = f"{name_of(tag)} is not closed; left out", f"write '</{tag.name}>'"
            reading.problem(tag.line, tag.column, message, hint)
        result[mark.child] = Token("text", "", 0)  # so that the other marks' indexes stay right
