"""Give tags their nesting: find which ``<Note>`` a ``</Note>`` closes.

Tags pair inside one container: a list item, a quote, a cell, an emphasis. What
MDX refuses is repaired with a problem:

- a tag that nothing closes ends where its parent ends, or before the next heading;
- a closing tag without an opening one is left out;
- ``<Note>`` on its own line closed at the end of a paragraph, or opened in a
  paragraph and closed after it, encloses the whole blocks;
- closed inside a list or quote that began after it, it ends after that;
- a void html element (``<br>``) needs no end.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from markdown_it.token import Token

from sphinx_docsnav.mdx.syntax.parser_state import ParserState
from sphinx_docsnav.mdx.tags import Form, Tag
from sphinx_docsnav.vocabulary.html_names import PHRASING_ELEMENTS, VOID_ELEMENTS


@dataclass(eq=False, slots=True)
class Mark:
    """A tag on its way to its partner."""

    tag: Tag
    """The tag."""
    index: int
    """Index of its token among the page's."""
    child: int = -1
    """Index in the inline token's children; -1 for a block tag."""
    heading: int = -1
    """Index of the first heading directly inside an opening block tag."""
    origin: Mark | None = None
    """The closing tag inside the list or quote that ends at *index*."""

    @property
    def inline(self) -> bool:
        """Whether the tag is inside a paragraph."""
        return self.child >= 0


@dataclass(slots=True)
class Plan:
    """What to do when the tokens are written out."""

    ends_before: dict[int, list[Tag]] = field(default_factory=dict)
    """Token index -> tags to close before that token, innermost first."""
    dropped: set[int] = field(default_factory=set)
    """Indexes of closing block tags without a partner."""
    lifted: dict[int, dict[int, Mark]] = field(default_factory=dict)
    """Token index of a paragraph's content -> tags in it that enclose blocks."""
    void: set[int] = field(default_factory=set)
    """Indexes of opening block tags that need no end."""


def tag_of(token: Token) -> Tag:
    """Return the tag of an ``mdx_jsx…`` token."""
    tag: Tag = token.meta["tag"]
    return tag


def closing_token(tag: Tag, *, block: bool) -> Token:
    """Return a token that closes *tag*, at the opening tag's position."""
    closing = Tag(tag.name, Form.CLOSE, (), tag.line, tag.column)
    return Token(
        "mdx_jsx_close",
        tag.name,
        -1,
        meta={"tag": closing, "line": tag.line, "column": tag.column},
        block=block,
    )


def name_of(tag: Tag) -> str:
    """Return the tag as a reader knows it."""
    return f"</{tag.name}>" if tag.form is Form.CLOSE else f"<{tag.name}>"


def plan_blocks(tokens: list[Token], strays: dict[int, list[Mark]], reading: ParserState) -> Plan:
    """Pair block tags, and paragraphs' unpaired ones, container by container."""
    plan = Plan()
    frames: list[list[Mark]] = [[]]
    for index, token in enumerate(tokens):
        if token.type in ("mdx_jsx_open", "mdx_jsx_close"):
            frames[-1].append(Mark(tag_of(token), index))
        elif token.type == "inline":
            frames[-1 if _alone(tokens, index) else -2] += strays.get(index, ())
        elif token.nesting > 0:
            if token.type == "heading_open":
                frames[-1].append(Mark(_HEADING, index))
            frames.append([])
        elif token.nesting < 0:
            strange = _pair_frame(frames.pop(), index, plan, reading)
            if token.type in _PERMEABLE:
                frames[-1] += [
                    Mark(mark.tag, index, origin=mark.origin or mark) for mark in strange
                ]
            else:
                _leave_out(strange, plan, reading)
    _leave_out(_pair_frame(frames.pop(), len(tokens), plan, reading), plan, reading)
    return plan


_HEADING = Tag("#", Form.SELF_CLOSING, (), 0, 0)
_PERMEABLE = frozenset(
    ("list_item_close", "bullet_list_close", "ordered_list_close", "blockquote_close")
)


def _alone(tokens: list[Token], index: int) -> bool:
    """Return whether the content at *index* is no paragraph's: a heading's or a cell's."""
    return tokens[index - 1].type != "paragraph_open"


def _leave_out(strange: list[Mark], plan: Plan, reading: ParserState) -> None:
    """Report closing tags that close nothing, and leave them out."""
    for mark in strange:
        written = mark.origin or mark
        report_stray(written.tag, reading)
        if not written.inline:
            plan.dropped.add(written.index)


def _pair_frame(marks: list[Mark], end: int, plan: Plan, reading: ParserState) -> list[Mark]:
    """Pair the tags of one container that ends at token index *end*.

    :returns: closing tags without an opening one.
    """
    stack: list[Mark] = []
    strange: list[Mark] = []
    for mark in marks:
        if mark.tag is _HEADING:
            hard = next((opened for opened in reversed(stack) if not opened.inline), None)
            if hard is not None and hard.heading < 0:
                hard.heading = mark.index
        elif mark.tag.form is Form.OPEN:
            stack.append(mark)
        elif not _close(stack, mark, plan, reading):
            strange.append(mark)
    _abandon(stack, end, plan, reading)
    return strange


def _close(stack: list[Mark], closing: Mark, plan: Plan, reading: ParserState) -> bool:
    """Find the opening tag of *closing*, and discard open tags between them."""
    at = find_opening(stack, closing.tag, reading)
    if at < 0:
        return False
    opening, origin = stack[at], closing.origin
    end = closing.index + 1 if origin else closing.index - closing.inline
    _abandon(stack[at + 1 :], end, plan, reading)
    del stack[at:]
    if origin:
        plan.ends_before.setdefault(end, []).append(opening.tag)
        if not origin.inline:
            plan.dropped.add(origin.index)
    for mark in (opening, closing):
        if mark.inline:
            plan.lifted.setdefault(mark.index, {})[mark.child] = mark
    if opening.inline or closing.inline or origin:
        other = closing.tag
        reading.problem(
            other.line,
            other.column,
            f"{name_of(opening.tag)} of line {opening.tag.line} and {name_of(other)} are not "
            "in the same block; read as if each were on a separate line",
        )
    return True


def find_opening(stack: list[Mark], closing: Tag, reading: ParserState) -> int:
    """Return the place in *stack* of the tag that *closing* closes; -1 if there is none.

    Upper and lower case may differ if nothing else fits, with a message.
    """
    names = [mark.tag.name for mark in stack]
    if closing.name in names:
        return len(names) - 1 - names[::-1].index(closing.name)
    folded = closing.name.casefold()
    at = next((i for i in reversed(range(len(names))) if names[i].casefold() == folded), -1)
    if at >= 0:
        message = f"{name_of(closing)} closes {name_of(stack[at].tag)} of line {stack[at].tag.line}"
        hint = f"write '</{names[at]}>'"
        reading.problem(closing.line, closing.column, message, hint)
    return at


def _abandon(stack: list[Mark], end: int, plan: Plan, reading: ParserState) -> None:
    """End the opening tags of *stack*, which nothing closes, before token *end*."""
    for mark in reversed(stack):
        if mark.inline:
            continue
        if mark.tag.name in VOID_ELEMENTS:
            plan.void.add(mark.index)
            report_void(mark.tag, reading)
            continue
        before = mark.heading if mark.heading >= 0 else end
        plan.ends_before.setdefault(before, []).append(mark.tag)
        where = "before the next heading" if mark.heading >= 0 else "with the enclosing text"
        message = f"{name_of(mark.tag)} is not closed; it ends {where}"
        hint = f"close it with '</{mark.tag.name}>'"
        reading.problem(mark.tag.line, mark.tag.column, message, hint)


def report_stray(tag: Tag, reading: ParserState) -> None:
    """Note a closing tag that closes nothing."""
    if not (reading.lenient and tag.name in VOID_ELEMENTS):
        reading.problem(tag.line, tag.column, f"{name_of(tag)} closes nothing here; left out")


def report_void(tag: Tag, reading: ParserState) -> None:
    """Note ``<br>`` without a slash, which html has and MDX has not."""
    if not reading.lenient:
        reading.problem(
            tag.line,
            tag.column,
            f"<{tag.name}> is not closed; read as <{tag.name} />",
            f"write '<{tag.name} />'",
        )


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
            begin = _close_inline(frames, child, result, reading)
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


def _close_inline(
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
    if tag.name in VOID_ELEMENTS:
        token.type, token.nesting = "mdx_jsx", 0
        report_void(tag, reading)
        return True
    if not tag.attributes and tag.name not in PHRASING_ELEMENTS:
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
