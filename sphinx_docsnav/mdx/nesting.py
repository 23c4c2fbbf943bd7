"""Nesting of tags: find which ``<Note>`` a ``</Note>`` closes, and write the paired tokens.

Tags pair inside one container: a list item, a quote, a cell, an emphasis. What MDX rejects is
repaired and reported:

- a tag that nothing closes ends where its parent ends, or before the next heading;
- a closing tag without an opening one is left out;
- ``<Note>`` on its own line closed at the end of a paragraph, or opened in a paragraph and closed
  after it, encloses the whole blocks;
- closed inside a list or quote that began after it, it ends after that;
- a void HTML element (``<br>``) needs no end.

``<Note>text</Note>`` on one line is a paragraph in Markdown. MDX dissolves a paragraph that holds
only tags, expressions and white space, so that the Note is a block. A paragraph whose tags are all
phrasing HTML is kept.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from markdown_it.token import Token

from sphinx_docsnav.mdx.syntax.parser_state import ParserState
from sphinx_docsnav.mdx.tags import Form, Tag
from sphinx_docsnav.vocabulary.html_names import PHRASING_ELEMENTS, VOID_ELEMENTS

TAGS_ONLY = "tags_only"
"""A key of ``token.meta``: whether a paragraph that was not dissolved consists of tags alone."""
MAX_DEPTH = 60
"""The maximum depth of components; the tags of deeper ones are left out, their content stays."""
_HEADING = Tag("#", Form.SELF_CLOSING, (), 0, 0)
"""The mark of a heading among the tags of a container."""
_PERMEABLE = frozenset(
    ("list_item_close", "bullet_list_close", "ordered_list_close", "blockquote_close")
)
"""Tokens that end a container in which a tag from outside can be closed."""


def nest(tokens: list[Token], document: ParserState) -> list[Token]:
    """Return the tokens of a page with every tag paired; repair and report unpaired tags."""
    # Tags in a paragraph are paired with each other first.
    unpaired: dict[int, list[TagMark]] = {}
    for index, token in enumerate(tokens):
        if id(token) in document.tagged:
            unpaired_marks = pair_inline(token, index, document)
            if unpaired_marks:
                unpaired[index] = unpaired_marks
    # The rest can have a partner among the block tags, so that it encloses whole blocks.
    has_tags = document.has_flow or unpaired
    plan = plan_blocks(tokens, unpaired, document) if has_tags else PairingPlan()
    for index, marks in unpaired.items():
        settle_unpaired(tokens[index], marks, plan.lifted.get(index, {}), document)
    return _TagWriter(plan, unpaired, document).write(tokens)


@dataclass(eq=False, slots=True)
class TagMark:
    """A tag that is waiting for its partner."""

    tag: Tag
    """The tag."""
    index: int
    """Index of its token among the page's tokens."""
    child: int = -1
    """Index among the children of that inline token; -1 for a block tag."""
    heading: int = -1
    """Index of the first heading directly inside; -1 if there is none."""
    nested_closing: TagMark | None = None
    """The closing tag in the list or quote that ends at *index*, for which this mark stands."""

    @property
    def inline(self) -> bool:
        """Whether the tag is in the text of a paragraph."""
        return self.child >= 0


@dataclass(slots=True)
class PairingPlan:
    """Repairs to make while the tokens are written."""

    ends_before: dict[int, list[Tag]] = field(default_factory=dict)
    """Token index -> tags to close before that token, innermost first."""
    dropped: set[int] = field(default_factory=set)
    """Indexes of closing block tags that are left out, as they close nothing."""
    lifted: dict[int, dict[int, TagMark]] = field(default_factory=dict)
    """Token index of a paragraph's content -> tags in it that enclose blocks, by child index."""
    void: set[int] = field(default_factory=set)
    """Indexes of opening tags of void elements, which have no end."""


def pair_inline(token: Token, index: int, document: ParserState) -> list[TagMark]:
    """Pair the tags among the children of *token*, which has this *index* in the page.

    :returns: the tags directly in the content that have no partner, in order. Unpaired tags in
        emphasis, links or strikethrough are repaired at once.
    """
    children = token.children or []
    result: list[Token] = []
    # Each frame has the open tags that are directly in one mark, such as emphasis.
    frames: list[list[TagMark]] = [[]]
    unpaired: list[TagMark] = []
    for child in children:
        if child.type == "mdx_jsx_open":
            frames[-1].append(TagMark(get_tag(child), index, len(result)))
        elif child.type == "mdx_jsx_close":
            begin = _close_inline(frames, child, result, document)
            if begin >= 0:
                unpaired = _drop_enclosed(unpaired, begin, result, document)
            elif len(frames) > 1:
                report_stray_tag(get_tag(child), document)
                continue
            else:
                unpaired.append(TagMark(get_tag(child), index, len(result)))
        elif child.nesting > 0:
            frames.append([])
        elif child.nesting < 0 and len(frames) > 1:
            _end_open_tags(frames.pop(), result, document)
        result.append(child)
    while len(frames) > 1:
        _end_open_tags(frames.pop(), result, document)
    token.children = result
    return sorted(unpaired + frames[0], key=lambda mark: mark.child)


def _close_inline(
    frames: list[list[TagMark]], child: Token, result: list[Token], document: ParserState
) -> int:
    """Close the nearest open tag of the same name in the innermost frame.

    :returns: the opening tag's index in *result*; -1 if there is none.
    """
    stack = frames[-1]
    position = find_opening(stack, get_tag(child), document)
    if position < 0:
        return -1
    begin = stack[position].child
    _end_open_tags(stack[position + 1 :], result, document)
    result[begin].nesting = 1
    child.nesting = -1
    del stack[position:]
    return begin


def _drop_enclosed(
    unpaired: list[TagMark], begin: int, result: list[Token], document: ParserState
) -> list[TagMark]:
    """Leave out the unpaired closing tags in the element that begins at *begin* and ends here.

    If they closed a tag outside that element, the two elements would overlap.

    :returns: the other unpaired tags.
    """
    for mark in unpaired:
        if mark.child > begin:
            report_stray_tag(mark.tag, document)
            result[mark.child] = Token("text", "", 0)  # so that the other marks' indexes stay right
    return [mark for mark in unpaired if mark.child < begin]


def _end_open_tags(stack: list[TagMark], result: list[Token], document: ParserState) -> None:
    """End the tags of *stack*, innermost first, where the mark or element around them ends."""
    for mark in reversed(stack):
        end_tag(mark, result, document)


def plan_blocks(
    tokens: list[Token], unpaired: dict[int, list[TagMark]], document: ParserState
) -> PairingPlan:
    """Pair the block tags, and the tags that paragraphs leave unpaired, container by container."""
    plan = PairingPlan()
    # Each frame has the tags that are directly in one container.
    frames: list[list[TagMark]] = [[]]
    for index, token in enumerate(tokens):
        if token.type in ("mdx_jsx_open", "mdx_jsx_close"):
            frames[-1].append(TagMark(get_tag(token), index))
        elif token.type == "inline":
            # Tags of a heading or cell stay in it; those of a paragraph can enclose blocks around.
            in_paragraph = tokens[index - 1].type == "paragraph_open"
            frames[-2 if in_paragraph else -1] += unpaired.get(index, ())
        elif token.nesting > 0:
            if token.type == "heading_open":
                frames[-1].append(TagMark(_HEADING, index))
            frames.append([])
        elif token.nesting < 0:
            unmatched = _pair_frame(frames.pop(), index, plan, document)
            # A tag opened before a list or quote can be closed in it; its end is then that of the
            # list.
            if token.type in _PERMEABLE:
                frames[-1] += [
                    TagMark(mark.tag, index, nested_closing=mark.nested_closing or mark)
                    for mark in unmatched
                ]
            else:
                _drop_unmatched(unmatched, plan, document)
    _drop_unmatched(_pair_frame(frames.pop(), len(tokens), plan, document), plan, document)
    return plan


def _pair_frame(
    marks: list[TagMark], end: int, plan: PairingPlan, document: ParserState
) -> list[TagMark]:
    """Pair the tags of one container, which ends at token index *end*.

    :returns: the closing tags that close nothing in it.
    """
    stack: list[TagMark] = []
    unmatched: list[TagMark] = []
    for mark in marks:
        if mark.tag is _HEADING:
            # A tag that is never closed ends before the first heading inside it.
            opening = next((opened for opened in reversed(stack) if not opened.inline), None)
            if opening is not None and opening.heading < 0:
                opening.heading = mark.index
        elif mark.tag.form is Form.OPEN:
            stack.append(mark)
        elif not _close_block(stack, mark, plan, document):
            unmatched.append(mark)
    _end_open_blocks(stack, end, plan, document)
    return unmatched


def _close_block(
    stack: list[TagMark], closing: TagMark, plan: PairingPlan, document: ParserState
) -> bool:
    """Pair *closing* with the nearest open tag of its name, and end the tags between them.

    :returns: whether there is one.
    """
    position = find_opening(stack, closing.tag, document)
    if position < 0:
        return False
    opening, nested = stack[position], closing.nested_closing
    # A tag in a paragraph ends before that paragraph; one in a list, after the list.
    end = closing.index + 1 if nested else closing.index - closing.inline
    _end_open_blocks(stack[position + 1 :], end, plan, document)
    del stack[position:]
    # The closing tag itself moves out of the list or quote.
    if nested:
        plan.ends_before.setdefault(end, []).append(opening.tag)
        if not nested.inline:
            plan.dropped.add(nested.index)
    # Tags in paragraphs are taken out of them by the writer.
    for mark in (opening, closing):
        if mark.inline:
            plan.lifted.setdefault(mark.index, {})[mark.child] = mark
    if opening.inline or closing.inline or nested:
        other = closing.tag
        document.report(
            other.line,
            other.column,
            f"{describe_tag(opening.tag)} of line {opening.tag.line} and {describe_tag(other)} "
            "are not in the same block; read as if each were on a separate line",
        )
    return True


def find_opening(stack: list[TagMark], closing: Tag, document: ParserState) -> int:
    """Return the index in *stack* of the tag that *closing* closes; -1 if there is none.

    Names that differ in upper and lower case only are accepted with a message, if no other fits.
    """
    names = [mark.tag.name for mark in stack]
    # The innermost tag of the name is closed.
    if closing.name in names:
        return len(names) - 1 - names[::-1].index(closing.name)
    folded = closing.name.casefold()
    candidates = reversed(range(len(names)))
    position = next((index for index in candidates if names[index].casefold() == folded), -1)
    if position >= 0:
        opening = stack[position].tag
        message = f"{describe_tag(closing)} closes {describe_tag(opening)} of line {opening.line}"
        hint = f"write '</{names[position]}>'"
        document.report(closing.line, closing.column, message, hint)
    return position


def _end_open_blocks(
    stack: list[TagMark], end: int, plan: PairingPlan, document: ParserState
) -> None:
    """End the tags of *stack*, which nothing closes, before token *end*."""
    for mark in reversed(stack):
        if mark.inline:
            continue
        if mark.tag.name in VOID_ELEMENTS:
            plan.void.add(mark.index)
            report_void_tag(mark.tag, document)
            continue
        before = mark.heading if mark.heading >= 0 else end
        plan.ends_before.setdefault(before, []).append(mark.tag)
        where = "before the next heading" if mark.heading >= 0 else "with the enclosing text"
        message = f"{describe_tag(mark.tag)} is not closed; it ends {where}"
        hint = f"close it with '</{mark.tag.name}>'"
        document.report(mark.tag.line, mark.tag.column, message, hint)


def _drop_unmatched(unmatched: list[TagMark], plan: PairingPlan, document: ParserState) -> None:
    """Report the closing tags *unmatched*, and leave them out."""
    for mark in unmatched:
        closing = mark.nested_closing or mark
        report_stray_tag(closing.tag, document)
        if not closing.inline:
            plan.dropped.add(closing.index)


def settle_unpaired(
    token: Token, unpaired: list[TagMark], lifted: dict[int, TagMark], document: ParserState
) -> None:
    """Repair the tags in *token* that have no partner in the blocks around it either."""
    result = token.children or []
    remaining = [mark for mark in unpaired if mark.child not in lifted]
    for mark in reversed(remaining):
        tag = mark.tag
        if tag.form is Form.OPEN:
            if not lifted:
                end_tag(mark, result, document)
                continue
            if _settle_without_end(mark, result, document):
                continue
            message, hint = f"{describe_tag(tag)} is not closed; left out", f"write '</{tag.name}>'"
            document.report(tag.line, tag.column, message, hint)
        result[mark.child] = Token("text", "", 0)  # so that the other marks' indexes stay right


def end_tag(mark: TagMark, result: list[Token], document: ParserState) -> None:
    """End one open tag at the end of *result*, or make it void or text."""
    if _settle_without_end(mark, result, document):
        return
    tag = mark.tag
    result[mark.child].nesting = 1
    result.append(make_closing_token(tag, block=False))
    message = f"{describe_tag(tag)} is not closed; it ends with the enclosing text"
    document.report(tag.line, tag.column, message, f"close it with '</{tag.name}>'")


def _settle_without_end(mark: TagMark, result: list[Token], document: ParserState) -> bool:
    """Make an open tag void or text if it needs no end; return whether it did.

    ``List<String>`` in prose is text.
    """
    token, tag = result[mark.child], mark.tag
    # ``<br>`` is complete without an end.
    if tag.name in VOID_ELEMENTS:
        token.type, token.nesting = "mdx_jsx", 0
        report_void_tag(tag, document)
        return True
    if not tag.attributes and tag.name not in PHRASING_ELEMENTS:
        token.type, token.tag, token.content, token.meta = "text", "", describe_tag(tag), {}
        message = f"{describe_tag(tag)} is not closed; kept as text"
        hint = f"close it with '</{tag.name}>', or write '\\{describe_tag(tag)}'"
        document.report(tag.line, tag.column, message, hint)
        return True
    return False


def report_stray_tag(tag: Tag, document: ParserState) -> None:
    """Report a closing tag that closes nothing; plain Markdown files may have ``</br>``."""
    if not (document.lenient and tag.name in VOID_ELEMENTS):
        document.report(tag.line, tag.column, f"{describe_tag(tag)} closes nothing here; left out")


def report_void_tag(tag: Tag, document: ParserState) -> None:
    """Report ``<br>`` without a slash, which MDX does not allow but plain Markdown does."""
    if not document.lenient:
        document.report(
            tag.line,
            tag.column,
            f"<{tag.name}> is not closed; read as <{tag.name} />",
            f"write '<{tag.name} />'",
        )


def describe_tag(tag: Tag) -> str:
    """Return the tag as messages show it: ``<Note>`` or ``</Note>``."""
    return f"</{tag.name}>" if tag.form is Form.CLOSE else f"<{tag.name}>"


def get_tag(token: Token) -> Tag:
    """Return the tag of a token of the type ``mdx_jsx``, ``mdx_jsx_open`` or ``mdx_jsx_close``."""
    tag: Tag = token.meta["tag"]
    return tag


def make_closing_token(tag: Tag, *, block: bool) -> Token:
    """Return a new token that closes *tag* and has the position of the opening tag."""
    closing = Tag(tag.name, Form.CLOSE, (), tag.line, tag.column)
    return Token(
        "mdx_jsx_close",
        tag.name,
        -1,
        meta={"tag": closing, "line": tag.line, "column": tag.column},
        block=block,
    )


class _TagWriter:
    """A writer of a page's tokens in order, which applies the plan."""

    def __init__(
        self, plan: PairingPlan, unpaired: dict[int, list[TagMark]], document: ParserState
    ) -> None:
        self.plan = plan
        self.unpaired = unpaired
        self.document = document
        self.result: list[Token] = []
        self.written_tags: list[bool] = []
        """For each open element, outermost first: whether its tags are written."""

    def write(self, tokens: list[Token]) -> list[Token]:
        """Return the tokens of the page with the repairs of the plan."""
        plan = self.plan
        ends = plan.ends_before
        index, count = 0, len(tokens)
        while index < count:
            token = tokens[index]
            if index in ends:
                self._end_tags(ends[index])
            # A paragraph is three tokens: its start, its content, its end.
            if token.type == "paragraph_open":
                self._write_paragraph(tokens[index : index + 3], plan.lifted.get(index + 1))
                index += 3
                continue
            if not token.type.startswith("mdx_jsx"):
                self._write_other(token)
            elif index not in plan.dropped:
                if index in plan.void:
                    token.type = "mdx_jsx"
                self._write_tag(token)
            index += 1
        # The last elements end after the last token.
        if count in ends:
            self._end_tags(ends[count])
        return self.result

    def _write_other(self, token: Token) -> None:
        """Write a token that is no tag."""
        if token.type == "inline" and token.children:
            token.children = self._limit_depth(token.children)
        elif token.type.startswith("footnote_reference"):
            token.block = True
        self.result.append(token)

    def _end_tags(self, tags: list[Tag]) -> None:
        """Write closing tokens for *tags*, which no closing tag of the author ends."""
        for tag in tags:
            self._write_tag(make_closing_token(tag, block=True))

    def _write_tag(self, token: Token) -> None:
        """Write a block tag, unless its element is too deep."""
        token.block = True
        if token.type == "mdx_jsx_open":
            token.nesting = 1
            keep = len(self.written_tags) < MAX_DEPTH
            self.written_tags.append(keep)
            if not keep:
                self._report_depth(token)
        elif token.type == "mdx_jsx_close":
            token.nesting = -1
            # A closing tag is written if its opening tag was.
            keep = self.written_tags.pop()
        else:
            keep = True
        if keep:
            self.result.append(token)

    def _report_depth(self, token: Token) -> None:
        """Report once per page that components are too deep."""
        message = (
            f"components nest more than {MAX_DEPTH} deep; "
            "the tags below are left out, their content stays"
        )
        if not any(key[2] == message for key in self.document.problems):
            self.document.report(token.meta["line"], token.meta["column"], message)

    def _limit_depth(self, children: list[Token]) -> list[Token]:
        """Return the content of a line without the tags that nest too deeply."""
        if len(children) <= 2 * (MAX_DEPTH - len(self.written_tags)):
            return children
        result: list[Token] = []
        depth = 0
        for child in children:
            if child.type == "mdx_jsx_open":
                depth += 1
            if not child.type.startswith("mdx_jsx_") or depth + len(self.written_tags) <= MAX_DEPTH:
                result.append(child)
            elif child.type == "mdx_jsx_open":
                self._report_depth(child)
            if child.type == "mdx_jsx_close":
                depth -= 1
        return result

    def _write_paragraph(self, tokens: list[Token], lifted: dict[int, TagMark] | None) -> None:
        """Write a paragraph: whole, dissolved, or divided by tags that enclose blocks."""
        children = tokens[1].children or []
        if lifted is None:
            # Most paragraphs are plain text, and are written as they are.
            if len(children) == 1 and children[0].type == "text":
                self.result += tokens
            else:
                self._write_piece(tokens, children)
            return
        # Each tag with a partner outside the paragraph becomes a block between two paragraphs.
        begin = 0
        for child_index in sorted(lifted):
            self._write_piece(tokens, children[begin:child_index], copy=True)
            children[child_index].map = tokens[0].map
            self._write_tag(children[child_index])
            begin = child_index + 1
        self._write_piece(tokens, children[begin:], copy=True)

    def _write_piece(
        self, tokens: list[Token], children: list[Token], *, copy: bool = False
    ) -> None:
        """Write *children* as the content of a paragraph, or as blocks where MDX dissolves it."""
        opening, content, closing = tokens
        if copy:
            content = content.copy(children=_trim_blank(children), content="")
            children = content.children or []
        if all(map(_is_blank, children)):
            return
        if _is_dissolved(children):
            self._dissolve_paragraph(children, content)
            return
        content.children = self._limit_depth(children)
        opening.meta[TAGS_ONLY] = _get_outer_tags(children) is not None
        self.result += [opening, content, closing]

    def _dissolve_paragraph(self, children: list[Token], content: Token) -> None:
        """Write tags and expressions as blocks, and the content of each element in one piece."""
        for kind, piece in _split_top_level(children):
            if kind == "blank":
                continue
            first, last = piece[0], piece[-1]
            first.map = list(content.map or [])
            if kind == "single":
                if first.type == "mdx_expression":
                    first.block = True
                    self.result.append(first)
                else:
                    self._write_tag(first)
                continue
            self._write_tag(first)
            self._write_content(piece[1:-1], content)
            last.map = list(content.map or [])
            self._write_tag(last)

    def _write_content(self, children: list[Token], content: Token) -> None:
        """Write the content of an element whose paragraph was dissolved."""
        trimmed = _trim_blank(children)
        if not trimmed:
            return
        # Content that consists of tags is dissolved, too: ``<Card><Note>text</Note></Card>``.
        if len(self.written_tags) < MAX_DEPTH and _is_dissolved(trimmed):
            self._dissolve_paragraph(trimmed, content)
        else:
            self.result.append(
                content.copy(children=self._limit_depth(trimmed), content="", meta={})
            )


def _is_dissolved(children: list[Token]) -> bool:
    """Return whether MDX dissolves a paragraph of *children*: it holds only tags and expressions.

    A paragraph whose tags are all phrasing HTML is kept.
    """
    return any(
        child.type == "mdx_expression" or get_tag(child).name not in PHRASING_ELEMENTS
        for child in _get_outer_tags(children) or ()
    )


def _get_outer_tags(children: list[Token]) -> list[Token] | None:
    """Return the outermost tags and expressions of *children*; ``None`` if there is other text."""
    first = children[0].type
    if not first.startswith("mdx_") and not _is_blank(children[0]):
        return None
    tags: list[Token] = []
    depth = 0
    for child in children:
        if child.type == "mdx_jsx_close":
            depth -= 1
        elif depth == 0:
            if child.type.startswith("mdx_"):
                tags.append(child)
            elif not _is_blank(child):
                return None
        if child.type == "mdx_jsx_open":
            depth += 1
    return tags


def _is_blank(token: Token) -> bool:
    """Return whether *token* is white space or a line end."""
    return token.type == "softbreak" or (token.type == "text" and not token.content.strip())


def _trim_blank(children: list[Token]) -> list[Token]:
    """Return *children* without white space at both ends."""
    begin, end = 0, len(children)
    while begin < end and _is_blank(children[begin]):
        begin += 1
    while end > begin and _is_blank(children[end - 1]):
        end -= 1
    return children[begin:end]


def _split_top_level(children: list[Token]) -> list[tuple[str, list[Token]]]:
    """Return *children* divided into elements, single tokens and white space.

    :returns: for each piece, ``element``, ``single`` or ``blank``, and its tokens.
    """
    pieces: list[tuple[str, list[Token]]] = []
    depth, begin = 0, 0
    for index, child in enumerate(children):
        if child.type == "mdx_jsx_open":
            if depth == 0:
                begin = index
            depth += 1
        elif child.type == "mdx_jsx_close":
            depth -= 1
            if depth == 0:
                pieces.append(("element", children[begin : index + 1]))
        elif depth == 0:
            pieces.append(("blank" if _is_blank(child) else "single", [child]))
    return pieces
