"""Markdown in specifications and other texts that are no pages -> tokens.

Descriptions are CommonMark with HTML, in which plain addresses are links. HTML elements with a
meaning for readers become the tokens of tags that pages have (see `sphinx_docsnav.mdx.source`),
properly nested; other tags, braces and the names of components are text.

The parsers of titles, attributes and banners are here, too. Pages have a parser of their own
(`sphinx_docsnav.mdx.syntax`) with the same tables and strikethrough.
"""

from __future__ import annotations

import enum
import functools
from collections.abc import Iterable
from dataclasses import dataclass
from html.parser import HTMLParser

from markdown_it import MarkdownIt
from markdown_it.token import Token

from sphinx_docsnav.mdx.nesting import nest
from sphinx_docsnav.mdx.syntax.flow import TOKEN_TYPES
from sphinx_docsnav.mdx.syntax.inline_marks import install_autolinks
from sphinx_docsnav.mdx.syntax.parser_state import ParserState
from sphinx_docsnav.mdx.tags import Attribute, Form, Tag
from sphinx_docsnav.vocabulary.html_names import (
    DESCRIPTION_BLOCKS,
    DESCRIPTION_PHRASING,
    VOID_ELEMENTS,
)

_BLOCK_RULES = ["table", "strikethrough"]
"""Rules that all texts but banners have beyond CommonMark."""
_LINE_RULES = ["emphasis", "strikethrough", "backticks", "link", "autolink", "escape", "entity"]
"""The rules of banners."""
MAX_MARKS = 30
"""The maximum depth of emphasis and links in a line; deeper ones are left out."""
_DROPPED = frozenset({"script", "style"})
"""Elements that a renderer leaves out with their content."""
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_OTHER_NAMES = {
    "big": "span",
    "font": "span",
    "strike": "s",
    "tt": "code",
}
"""Obsolete elements, and what replaces them (HTML Standard, 16.2)."""
_TERMS = frozenset({"dd", "dt"})
_CELLS = frozenset({"td", "th"})
_ROW_PARTS = _CELLS | {"tr"}
_TABLE_PARTS = _ROW_PARTS | {"tbody", "tfoot", "thead"}
_ENDS: dict[str, frozenset[str]] = {
    "dd": _TERMS,
    "dt": _TERMS,
    "li": frozenset({"li"}),
    "tbody": _TABLE_PARTS,
    "td": _CELLS,
    "tfoot": _TABLE_PARTS,
    "th": _CELLS,
    "thead": _TABLE_PARTS,
    "tr": _ROW_PARTS,
}
"""Elements with an optional end tag (HTML Standard, 13.1.2.4) -> the open elements that their start
tag ends."""
_BOUNDS = frozenset(
    {
        "blockquote",
        "details",
        "div",
        "dl",
        "ol",
        "section",
        "table",
        "ul",
    }
)
"""Elements whose content does not end an element around them."""


class MarkdownProfile(enum.Enum):
    """The kinds of Markdown text outside pages."""

    SNIPPET = "snippet"
    """A title, another attribute of a component, or front matter; tags are text."""
    DESCRIPTION = "description"
    """A description in a specification."""
    BANNER = "banner"
    """The content of a banner in docs.json: one line with emphasis, code and links."""


@dataclass(frozen=True, slots=True)
class HtmlNames:
    """The elements of HTML that a kind of text may have; the tags of others are text."""

    phrasing: frozenset[str]
    """Elements in a line of text."""
    blocks: frozenset[str]
    """Elements that begin a block, and those that a renderer leaves out."""


_DESCRIPTION_NAMES = HtmlNames(DESCRIPTION_PHRASING, DESCRIPTION_BLOCKS | _DROPPED | _HEADINGS)


def parse_description(text: str) -> list[Token]:
    """Parse *text*, a description; the caller may change the tokens."""
    tokens = get_markdown_parser(MarkdownProfile.DESCRIPTION).parse(text)
    for token in tokens:
        if token.type == "inline":
            token.children = _limit_marks(token.children or [])
    # Text without tags is finished, as most is.
    if "<" not in text:
        return tokens
    return nest_html(tokens, ParserState(text, lenient=True))


def nest_html(
    tokens: Iterable[Token],
    document: ParserState,
    names: HtmlNames = _DESCRIPTION_NAMES,
    *,
    has_lines: bool = False,
) -> list[Token]:
    """Return *tokens* with the tokens of properly nested tags in the place of HTML.

    :param names: the elements that the text may have.
    :param has_lines: whether the lines of *tokens* are those of a file, for messages.
    """
    result: list[Token] = []
    line = 0
    for token in tokens:
        line = token.map[0] + 1 if has_lines and token.map else line
        # Blocks of HTML and tags in lines become tokens of tags, whose nesting `nest` repairs.
        if token.type == "html_block":
            result += HtmlReader(document, names, line).read_block(token.content)
            continue
        if token.type == "inline":
            _replace_html_tokens(token, document, names, line)
        result.append(token)
    return nest(result, document)


@functools.cache
def get_markdown_parser(profile: MarkdownProfile) -> MarkdownIt:
    """Return the parser for texts of this *profile*; it may be shared."""
    if profile is MarkdownProfile.BANNER:
        return MarkdownIt("zero").enable(_LINE_RULES)
    if profile is MarkdownProfile.SNIPPET:
        return MarkdownIt("commonmark", {"html": False}).enable(_BLOCK_RULES)
    md = MarkdownIt("commonmark", {"html": True}).enable(_BLOCK_RULES)
    install_autolinks(md)
    return md


def _limit_marks(children: list[Token]) -> list[Token]:
    """Return *children* without the marks that are nested more than `MAX_MARKS` deep."""
    if len(children) <= MAX_MARKS:
        return children
    result, depth = [], 0
    for child in children:
        depth += max(child.nesting, 0)
        # A closing mark is kept if its opening one was.
        if not child.nesting or depth <= MAX_MARKS:
            result.append(child)
        depth += min(child.nesting, 0)
    return result


def _replace_html_tokens(
    token: Token, document: ParserState, names: HtmlNames, first_line: int
) -> None:
    """Replace the HTML among the children of *token* by tokens of tags, or by text.

    Parameters as for `HtmlReader`.
    """
    children: list[Token] = []
    for child in token.children or ():
        if child.type == "html_inline":
            children += HtmlReader(document, names, first_line).read_tag(child.content)
        else:
            children.append(child)
    token.children = children
    if any(child.type.startswith("mdx_jsx") for child in children):
        document.tagged.add(id(token))


class HtmlReader(HTMLParser):
    """A parser of one block of HTML, or of one tag in a line of text."""

    def __init__(self, document: ParserState, names: HtmlNames, first_line: int) -> None:
        """Create a reader.

        :param names: the elements that the text may have.
        :param first_line: the line of the HTML in its file, counted from 1; 0 if it has none, as
            in descriptions.
        """
        super().__init__(convert_charrefs=True)
        self._document = document
        self._names = names
        self._first_line = first_line
        self._is_in_line = False
        self._lines: list[str] = []
        self._tokens: list[Token] = []
        self._run: list[Token] = []
        """The text and the phrasing tags since the last block tag."""
        self._open: list[str] = []
        """The open block elements of this block of HTML, outermost first."""
        self._preformatted = 0
        """The number of open ``<pre>``, in which line ends are kept; counted, as hostile text opens
        thousands."""

    def read_block(self, source: str) -> list[Token]:
        """Return the tokens of a block; the elements that it leaves open stay open."""
        self._document.has_flow = True
        self._lines = source.split("\n")
        self.feed(source)
        self.close()
        # Headings and paragraphs end with their block; containers can go on.
        while self._open and self._open[-1] in _HEADINGS | {"p"}:
            self._end_block(self._open[-1])
        self._flush()
        return self._tokens

    def read_tag(self, source: str) -> list[Token]:
        """Return the tokens of one tag in a line of text."""
        self._is_in_line = True
        self._lines = source.split("\n")
        self.feed(source)
        self.close()
        return self._run

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Add a start tag, or its text if the element is not supported."""
        name = _OTHER_NAMES.get(tag, tag)
        if not self._is_supported(name):
            self._run.append(Token("text", "", 0, content=self.get_starttag_text() or ""))
        elif self._is_in_line or name in self._names.phrasing:
            form = Form.SELF_CLOSING if name in VOID_ELEMENTS else Form.OPEN
            self._add_phrasing(form, name, attrs)
        else:
            self._begin_block(name, attrs)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Add ``<br/>`` as a start tag: the slash has no meaning in HTML."""
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        """Add an end tag, or its text if the element is not supported."""
        name = _OTHER_NAMES.get(tag, tag)
        if name in VOID_ELEMENTS:
            return
        if not self._is_supported(name):
            self._run.append(Token("text", "", 0, content=self._get_end_tag_text()))
        elif self._is_in_line or name in self._names.phrasing:
            self._add_phrasing(Form.CLOSE, name, [])
        else:
            self._end_block(name)

    def _is_supported(self, name: str) -> bool:
        """Return whether the element becomes a tag; otherwise, its tags are text."""
        return name in self._names.phrasing or name in self._names.blocks

    def _get_end_tag_text(self) -> str:
        """Return the end tag that is being parsed as the author wrote it."""
        line, column = self.getpos()
        rest = self._lines[line - 1][column:]
        return rest[: rest.find(">") + 1] or rest

    def handle_data(self, data: str) -> None:
        """Add text; its line ends are kept in preformatted text only."""
        if not self._preformatted:
            data = " ".join(data.split("\n"))
        self._run.append(Token("text", "", 0, content=data))

    def _add_phrasing(self, form: Form, name: str, attrs: list[tuple[str, str | None]]) -> None:
        """Add a tag of a phrasing element; in a line, that of a paragraph becomes a line break."""
        if name == "p":
            self._run.append(Token("hardbreak", "br", 0))
            return
        name = "strong" if name in _HEADINGS else name
        self._run.append(self._make_tag(form, name, attrs, block=False))

    def _begin_block(self, name: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a block element, after ending the elements that it ends."""
        if self._open and self._open[-1] in _HEADINGS | {"p"}:
            self._end_block(self._open[-1])
        self._end_implied(_ENDS.get(name, frozenset()))
        # The text before it becomes a paragraph.
        self._flush()
        if name in _HEADINGS:
            self._tokens.append(Token("heading_open", name, 1, block=True))
        elif name in VOID_ELEMENTS:
            self._tokens.append(self._make_tag(Form.SELF_CLOSING, name, attrs, block=True))
            return
        else:
            self._tokens.append(self._make_tag(Form.OPEN, name, attrs, block=True))
        self._open.append(name)
        self._preformatted += name == "pre"

    def _end_implied(self, ended: frozenset[str]) -> None:
        """End the innermost of the elements *ended*, up to an element that bounds the search.

        A row ends its cell and the row before, so the search goes on after a cell.
        """
        for name in reversed(self._open):
            if name in _BOUNDS:
                return
            if name in ended:
                self._end_block(name)
                if name not in _CELLS:
                    return

    def _end_block(self, name: str) -> None:
        """End an element, and the elements inside it that are still open."""
        if name not in self._open:
            # The element may have begun in an earlier block of HTML.
            self._flush()
            if name not in _HEADINGS:
                self._tokens.append(self._make_tag(Form.CLOSE, name, [], block=True))
            return
        while self._open:
            last = self._open[-1]
            self._flush()
            self._open.pop()
            self._preformatted -= last == "pre"
            if last in _HEADINGS:
                self._tokens.append(Token("heading_close", last, -1, block=True))
            else:
                self._tokens.append(self._make_tag(Form.CLOSE, last, [], block=True))
            if last == name:
                return

    def _flush(self) -> None:
        """Write the text since the last block tag, as a paragraph unless an element is open."""
        run, self._run = self._run, []
        preformatted = self._preformatted > 0
        is_heading = bool(self._open) and self._open[-1] in _HEADINGS
        has_content = any(
            token.type.startswith("mdx_jsx") or token.content.strip() for token in run
        )
        if not has_content and not is_heading:
            return
        # White space at both ends is that between tags.
        if not preformatted and run:
            for end, strip in ((0, str.lstrip), (-1, str.rstrip)):
                if run[end].type == "text":
                    run[end].content = strip(run[end].content)
        content = "".join(token.content for token in run)
        inline = Token("inline", "", 0, children=run, content=content, block=True)
        if any(token.type.startswith("mdx_jsx") for token in run):
            self._document.tagged.add(id(inline))
        if self._open:
            self._tokens.append(inline)
        else:
            opening = Token("paragraph_open", "p", 1, block=True)
            self._tokens += [opening, inline, Token("paragraph_close", "p", -1, block=True)]

    def _make_tag(
        self, form: Form, name: str, attributes: list[tuple[str, str | None]], *, block: bool
    ) -> Token:
        """Return a token of a tag, in the first column of its line."""
        line = self._first_line + self.getpos()[0] - 1 if self._first_line else 1
        return make_tag_token(form, name, attributes, line, block=block)


def make_tag_token(
    form: Form,
    name: str,
    attributes: Iterable[tuple[str, str | None]],
    line: int,
    *,
    block: bool,
) -> Token:
    """Return the token of a tag that begins in the first column of *line*, counted from 1."""
    tag_attributes = tuple(Attribute(key, value, line, 1) for key, value in attributes)
    meta = {"tag": Tag(name, form, tag_attributes, line, 1), "line": line, "column": 1}
    return Token(TOKEN_TYPES[form], name, 0, meta=meta, block=block)
