"""Write the paired tokens: nesting, repairs, and dissolved paragraphs.

``<Note>text</Note>`` on one line is a paragraph to Markdown; MDX dissolves a
paragraph that holds only tags, expressions and white space, so that the Note
is a block. A paragraph of phrasing html alone stays one.
"""

from __future__ import annotations

from markdown_it.token import Token

from sphinx_docsnav.mdx.pair import (
    Mark,
    Plan,
    closing_token,
    pair_inline,
    plan_blocks,
    settle,
    tag_of,
)
from sphinx_docsnav.mdx.syntax.parser_state import ParserState
from sphinx_docsnav.mdx.tags import Tag
from sphinx_docsnav.vocabulary.html_names import PHRASING_ELEMENTS

TAGS_ONLY = "tags_only"
"""The key of ``meta`` that says if a paragraph that was not dissolved holds tags alone."""
MAX_DEPTH = 60
"""Components nest no deeper; the tags of deeper ones are left out, their content stays."""


def nest(tokens: list[Token], reading: ParserState) -> list[Token]:
    """Return the page's tokens with every tag paired."""
    strays: dict[int, list[Mark]] = {}
    for index, token in enumerate(tokens):
        if id(token) in reading.tagged:
            found = pair_inline(token, index, reading)
            if found:
                strays[index] = found
    plan = plan_blocks(tokens, strays, reading) if reading.has_flow or strays else Plan()
    for index, marks in strays.items():
        settle(tokens[index], marks, plan.lifted.get(index, {}), reading)
    return _TagWriter(plan, strays, reading).write(tokens)


class _TagWriter:
    """Writes tokens in order, keeping count of the depth."""

    def __init__(self, plan: Plan, strays: dict[int, list[Mark]], reading: ParserState) -> None:
        self.plan = plan
        self.strays = strays
        self.reading = reading
        self.result: list[Token] = []
        self.kept: list[bool] = []

    def write(self, tokens: list[Token]) -> list[Token]:
        """Return the tokens of the page."""
        plan = self.plan
        ends = plan.ends_before
        index, count = 0, len(tokens)
        while index < count:
            token = tokens[index]
            if index in ends:
                self._end(ends[index])
            if token.type == "paragraph_open":
                self._paragraph(tokens[index : index + 3], plan.lifted.get(index + 1))
                index += 3
                continue
            if not token.type.startswith("mdx_jsx"):
                self._other(token)
            elif index not in plan.dropped:
                if index in plan.void:
                    token.type = "mdx_jsx"
                self._tag(token)
            index += 1
        if count in ends:
            self._end(ends[count])
        return self.result

    def _other(self, token: Token) -> None:
        if token.type == "inline" and token.children:
            token.children = self._limited(token.children)
        elif token.type.startswith("footnote_reference"):
            token.block = True
        self.result.append(token)

    def _end(self, tags: list[Tag]) -> None:
        for tag in tags:
            self._tag(closing_token(tag, block=True))

    def _tag(self, token: Token) -> None:
        """Write a block tag unless it is too deep; a closing one follows its opening one."""
        token.block = True
        if token.type == "mdx_jsx_open":
            token.nesting = 1
            keep = len(self.kept) < MAX_DEPTH
            self.kept.append(keep)
            if not keep:
                self._too_deep(token)
        elif token.type == "mdx_jsx_close":
            token.nesting = -1
            keep = self.kept.pop()
        else:
            keep = True
        if keep:
            self.result.append(token)

    def _too_deep(self, token: Token) -> None:
        message = (
            f"components nest more than {MAX_DEPTH} deep; "
            "the tags below are left out, their content stays"
        )
        if not any(key[2] == message for key in self.reading.problems):
            self.reading.problem(token.meta["line"], token.meta["column"], message)

    def _limited(self, children: list[Token]) -> list[Token]:
        """Leave out tags of one line that nest too deeply."""
        if len(children) <= 2 * (MAX_DEPTH - len(self.kept)):
            return children
        result: list[Token] = []
        kept = 0
        for child in children:
            if child.type == "mdx_jsx_open":
                kept += 1
            if not child.type.startswith("mdx_jsx_") or kept + len(self.kept) <= MAX_DEPTH:
                result.append(child)
            elif child.type == "mdx_jsx_open":
                self._too_deep(child)
            if child.type == "mdx_jsx_close":
                kept -= 1
        return result

    def _paragraph(self, tokens: list[Token], lifted: dict[int, Mark] | None) -> None:
        """Write a paragraph: whole, dissolved, or cut where a tag encloses blocks."""
        children = tokens[1].children or []
        if lifted is None:
            if len(children) == 1 and children[0].type == "text":
                self.result += tokens
            else:
                self._piece(tokens, children)
            return
        begin = 0
        for at in sorted(lifted):
            self._piece(tokens, children[begin:at], copy=True)
            children[at].map = tokens[0].map
            self._tag(children[at])
            begin = at + 1
        self._piece(tokens, children[begin:], copy=True)

    def _piece(self, tokens: list[Token], children: list[Token], *, copy: bool = False) -> None:
        opening, content, closing = tokens
        if copy:
            content = content.copy(children=_trimmed(children), content="")
            children = content.children or []
        if not any(map(_is_shown, children)):
            return
        if is_dissolved(children):
            self._dissolve(children, content)
            return
        content.children = self._limited(children)
        opening.meta[TAGS_ONLY] = _tags(children) is not None
        self.result += [opening, content, closing]

    def _dissolve(self, children: list[Token], content: Token) -> None:
        """Write tags and expressions as blocks, and what they hold in one piece."""
        for kind, piece in _top_level(children):
            if kind == "blank":
                continue
            first, last = piece[0], piece[-1]
            first.map = list(content.map or [])
            if kind == "single":
                if first.type == "mdx_expression":
                    first.block = True
                    self.result.append(first)
                else:
                    self._tag(first)
                continue
            self._tag(first)
            self._inside(piece[1:-1], content)
            last.map = list(content.map or [])
            self._tag(last)

    def _inside(self, children: list[Token], content: Token) -> None:
        inner = _trimmed(children)
        if not inner:
            return
        if len(self.kept) < MAX_DEPTH and is_dissolved(inner):
            self._dissolve(inner, content)
        else:
            self.result.append(content.copy(children=self._limited(inner), content="", meta={}))


def is_dissolved(children: list[Token]) -> bool:
    """Return whether a paragraph of *children* holds only tags and expressions.

    One that is a mere phrase of html is none.
    """
    return any(
        child.type == "mdx_expression" or tag_of(child).name not in PHRASING_ELEMENTS
        for child in _tags(children) or ()
    )


def _tags(children: list[Token]) -> list[Token] | None:
    """Return the outer tags and expressions of *children*; ``None`` if there is text, too."""
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


def _is_shown(token: Token) -> bool:
    return not _is_blank(token)


def _is_blank(token: Token) -> bool:
    return token.type == "softbreak" or (token.type == "text" and not token.content.strip())


def _trimmed(children: list[Token]) -> list[Token]:
    """Return *children* without white space at both ends."""
    begin, end = 0, len(children)
    while begin < end and _is_blank(children[begin]):
        begin += 1
    while end > begin and _is_blank(children[end - 1]):
        end -= 1
    return children[begin:end]


def _top_level(children: list[Token]) -> list[tuple[str, list[Token]]]:
    """Cut *children* into elements, single tokens and white space."""
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
