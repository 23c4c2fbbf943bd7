"""The text of a description in a specification -> tokens.

Descriptions are CommonMark with html. The tags of html that a reader expects
to see applied become the tokens that tags of pages have (see
`sphinx_docsnav.mdx.source`), well nested; every other tag is text, as braces
and the names of components are.

The parsers of other Markdown that is no page are here, too; pages have one of their own
(`sphinx_docsnav.mdx.syntax`), with the same tables and strikethrough.
"""

from __future__ import annotations

import enum
import functools
from html.parser import HTMLParser

from markdown_it import MarkdownIt
from markdown_it.token import Token

from sphinx_docsnav.mdx.syntax.flow import TOKEN_TYPES
from sphinx_docsnav.mdx.syntax.parser_state import ParserState
from sphinx_docsnav.mdx.tags import Attribute, Form, Tag
from sphinx_docsnav.mdx.unravel import nest
from sphinx_docsnav.vocabulary.html_names import (
    DESCRIPTION_BLOCKS,
    DESCRIPTION_PHRASING,
    VOID_ELEMENTS,
)

_BLOCK_RULES = ["table", "strikethrough"]
_LINE_RULES = ["emphasis", "strikethrough", "backticks", "link", "autolink", "escape", "entity"]


class MarkdownProfile(enum.Enum):
    """The position of a Markdown text."""

    SNIPPET = "snippet"
    """A title or another attribute of a component, front matter; tags are text."""
    DESCRIPTION = "description"
    """A description of a specification."""
    BANNER = "banner"
    """The content of a banner in docs.json: one line with marks, code and links."""


@functools.cache
def markdown_parser(profile: MarkdownProfile) -> MarkdownIt:
    """Return the parser of *profile*."""
    if profile is MarkdownProfile.BANNER:
        return MarkdownIt("zero").enable(_LINE_RULES)
    has_tags = profile is MarkdownProfile.DESCRIPTION
    return MarkdownIt("commonmark", {"html": has_tags}).enable(_BLOCK_RULES)


MAX_MARKS = 30
"""Nesting depth of emphasis and links in a line; deeper marks are left out."""


def _names(words: str) -> frozenset[str]:
    return frozenset(words.split())


_DROPPED = _names("script style")
"""Elements that a renderer leaves out with their content."""
_HEADINGS = _names("h1 h2 h3 h4 h5 h6")
_OTHER_NAMES = {"big": "span", "font": "span", "strike": "s", "tt": "code"}
"""Elements of old html, and what they are today."""
_KNOWN = DESCRIPTION_PHRASING | DESCRIPTION_BLOCKS | _DROPPED | _HEADINGS

_CELLS = _names("td th")
_ROW_PARTS = _CELLS | {"tr"}
_ENDS: dict[str, frozenset[str]] = {
    "li": frozenset({"li"}),
    **dict.fromkeys(("dt", "dd"), _names("dt dd")),
    **dict.fromkeys(("td", "th"), _CELLS),
    "tr": _ROW_PARTS,
    **dict.fromkeys(("thead", "tbody", "tfoot"), _ROW_PARTS | _names("thead tbody tfoot")),
}
"""Elements whose end tag html lets an author leave out: tag -> those that it ends."""
_BOUNDS = _names("blockquote details div dl ol section table ul")
"""Elements that a tag inside of them never ends."""


def parse_description(text: str) -> list[Token]:
    """Return the tokens of *text*; the caller may change them."""
    tokens = markdown_parser(MarkdownProfile.DESCRIPTION).parse(text)
    for token in tokens:
        if token.type == "inline":
            token.children = _limited(token.children or [])
    if "<" not in text:
        return tokens
    reading = ParserState(text, lenient=True)
    result: list[Token] = []
    for token in tokens:
        if token.type == "html_block":
            reader = _HtmlReader(reading)
            result += reader.read_block(token.content)
            continue
        if token.type == "inline":
            _read_line(token, reading)
        result.append(token)
    return nest(result, reading)


def _limited(children: list[Token]) -> list[Token]:
    """Return *children* without the marks that nest more than `MAX_MARKS` deep."""
    if len(children) <= MAX_MARKS:
        return children
    result, depth = [], 0
    for child in children:
        depth += max(child.nesting, 0)
        if not child.nesting or depth <= MAX_MARKS:
            result.append(child)
        depth += min(child.nesting, 0)
    return result


def _read_line(token: Token, reading: ParserState) -> None:
    """Replace the html among the children of *token* by tokens of tags, or by text."""
    children: list[Token] = []
    for child in token.children or ():
        if child.type == "html_inline":
            children += _HtmlReader(reading).read_tag(child.content)
        else:
            children.append(child)
    token.children = children
    if any(child.type.startswith("mdx_jsx") for child in children):
        reading.tagged.add(id(token))


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)


class _HtmlReader(HTMLParser):
    """Reads html: a block of it, or one tag in a line of text."""

    def __init__(self, reading: ParserState) -> None:
        super().__init__(convert_charrefs=True)
        self._reading = reading
        self._in_line = False
        self._lines: list[str] = []
        self._tokens: list[Token] = []
        self._run: list[Token] = []
        """The text and the phrasing tags since the last block tag."""
        self._open: list[str] = []
        """The block elements that the block has opened, outermost first."""

    def read_block(self, source: str) -> list[Token]:
        """Return the tokens of a block; elements that it leaves open stay open."""
        self._reading.has_flow = True
        self._lines = source.split("\n")
        self.feed(source)
        self.close()
        while self._open and self._open[-1] in _HEADINGS | {"p"}:
            self._end(self._open[-1])
        self._flush()
        return self._tokens

    def read_tag(self, source: str) -> list[Token]:
        """Return the tokens of one tag in a line of text."""
        self._in_line = True
        self._lines = source.split("\n")
        self.feed(source)
        self.close()
        return self._run

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take a start tag."""
        name = _OTHER_NAMES.get(tag, tag)
        if name not in _KNOWN:
            self._run.append(_text(self.get_starttag_text() or ""))
        elif self._in_line or name in DESCRIPTION_PHRASING:
            self._phrase(name, attrs)
        else:
            self._begin(name, attrs)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take ``<br/>``; the slash says nothing in html."""
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        """Take an end tag."""
        name = _OTHER_NAMES.get(tag, tag)
        if name in VOID_ELEMENTS:
            return
        if name not in _KNOWN:
            self._run.append(_text(self._written()))
        elif self._in_line or name in DESCRIPTION_PHRASING:
            self._phrase_end(name)
        else:
            self._end(name)

    def _written(self) -> str:
        """Return the end tag that is being read, as the author wrote it."""
        line, column = self.getpos()
        rest = self._lines[line - 1][column:]
        return rest[: rest.find(">") + 1] or rest

    def handle_data(self, data: str) -> None:
        """Take text; line ends in it are kept in preformatted text only."""
        if "pre" not in self._open:
            data = " ".join(data.split("\n"))
        self._run.append(_text(data))

    def _phrase(self, name: str, attrs: list[tuple[str, str | None]]) -> None:
        if name == "p":
            self._run.append(Token("hardbreak", "br", 0))
            return
        name = "strong" if name in _HEADINGS else name
        form = Form.SELF_CLOSING if name in VOID_ELEMENTS else Form.OPEN
        self._run.append(_tag_token(form, name, attrs, block=False))

    def _phrase_end(self, name: str) -> None:
        if name == "p":
            self._run.append(Token("hardbreak", "br", 0))
            return
        name = "strong" if name in _HEADINGS else name
        self._run.append(_tag_token(Form.CLOSE, name, [], block=False))

    def _begin(self, name: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a block element, after those that end where it begins."""
        if self._open and self._open[-1] in _HEADINGS | {"p"}:
            self._end(self._open[-1])
        self._end_implied(_ENDS.get(name, frozenset()))
        self._flush()
        if name in _HEADINGS:
            self._tokens.append(Token("heading_open", name, 1, block=True))
        elif name in VOID_ELEMENTS:
            self._tokens.append(_tag_token(Form.SELF_CLOSING, name, attrs, block=True))
            return
        else:
            self._tokens.append(_tag_token(Form.OPEN, name, attrs, block=True))
        self._open.append(name)

    def _end_implied(self, ended: frozenset[str]) -> None:
        """End the elements that a tag ends, up to the element around them."""
        for name in reversed(self._open):
            if name in _BOUNDS:
                return
            if name in ended:
                self._end(name)
                if name not in _CELLS:
                    return

    def _end(self, name: str) -> None:
        if name not in self._open:
            self._flush()  # it may end an element of an earlier block
            if name not in _HEADINGS:
                self._tokens.append(_tag_token(Form.CLOSE, name, [], block=True))
            return
        while self._open:
            last = self._open[-1]
            self._flush()
            self._open.pop()
            if last in _HEADINGS:
                self._tokens.append(Token("heading_close", last, -1, block=True))
            else:
                self._tokens.append(_tag_token(Form.CLOSE, last, [], block=True))
            if last == name:
                return

    def _flush(self) -> None:
        """Write the text since the last block tag: a paragraph, unless an element is open."""
        run, self._run = self._run, []
        preformatted = "pre" in self._open
        is_heading = bool(self._open) and self._open[-1] in _HEADINGS
        shown = any(token.type.startswith("mdx_jsx") or token.content.strip() for token in run)
        if not shown and not is_heading:
            return
        if not preformatted and run:
            for end, strip in ((0, str.lstrip), (-1, str.rstrip)):
                if run[end].type == "text":
                    run[end].content = strip(run[end].content)
        content = "".join(token.content for token in run)
        inline = Token("inline", "", 0, children=run, content=content, block=True)
        if any(token.type.startswith("mdx_jsx") for token in run):
            self._reading.tagged.add(id(inline))
        if self._open:
            self._tokens.append(inline)
        else:
            opening = Token("paragraph_open", "p", 1, block=True)
            self._tokens += [opening, inline, Token("paragraph_close", "p", -1, block=True)]


def _tag_token(
    form: Form, name: str, attributes: list[tuple[str, str | None]], *, block: bool
) -> Token:
    given = tuple(Attribute(key, value, 1, 1) for key, value in attributes)
    meta = {"tag": Tag(name, form, given, 1, 1), "line": 1, "column": 1}
    return Token(TOKEN_TYPES[form], name, 0, meta=meta, block=block)
