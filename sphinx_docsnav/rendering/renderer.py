"""Tokens -> docutils nodes: the walk over one file's tokens, and Markdown that is no MDX.

A `Renderer` walks the tokens of one file once and hands each to the rule for
its type. Snippets are walked by renderers of their own that write into the
same `Writing`.
"""

from __future__ import annotations

import functools
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from markdown_it.token import Token

from sphinx_docsnav.components.component_nodes import are_beside, attach
from sphinx_docsnav.docs_json.phrases import quote
from sphinx_docsnav.faults import Fault, FaultKind, Position
from sphinx_docsnav.mdx.description_tokens import MarkdownProfile, get_markdown_parser
from sphinx_docsnav.mdx.expressions import Value, evaluate
from sphinx_docsnav.rendering.page_state import Writing
from sphinx_docsnav.rendering.scope import OpenElement, Scope
from sphinx_docsnav.rendering.style_policy import check_style
from sphinx_docsnav.sitefiles.hidden_characters import hidden_characters, visible_name
from sphinx_docsnav.vocabulary.html_names import BLOCK_ELEMENTS, PHRASING_ELEMENTS

_MARKED = re.compile(r"[*_`~\[\]\\&!\n]")

_HTML_NAMES = "|".join(sorted(PHRASING_ELEMENTS | BLOCK_ELEMENTS))
_TAG = re.compile(rf"</?({_HTML_NAMES})(?:\s[^<>]*)?/?>|<!--(?:(?!<!--).)*?-->")


def is_marked(text: str) -> bool:
    """Return whether *text* may contain Markdown; if not, it is plain text."""
    return bool(_MARKED.search(text))


@functools.lru_cache(maxsize=2048)
def inline_tokens(text: str) -> tuple[Token, ...]:
    """Return the tokens of a line of Markdown."""
    return tuple(
        child
        for token in get_markdown_parser(MarkdownProfile.SNIPPET).parseInline(text)
        for child in token.children or ()
    )


def plain_text(text: str, *, html: bool = False) -> str:
    """Return a line of Markdown without its marks; of a picture, its alternative text.

    :param html: tags of HTML are marks, too, as in descriptions of specifications; else text.
    """
    if not is_marked(text):
        return _without_tags(text) if html else text
    return "".join(_word(token, html=html) for token in inline_tokens(text))


def _word(token: Token, *, html: bool) -> str:
    if token.type in {"softbreak", "hardbreak"}:
        return " "
    return _without_tags(token.content) if html and token.type == "text" else token.content


def _without_tags(text: str) -> str:
    """Return *text* without comments and the tags of HTML; other angle brackets stay."""
    return _TAG.sub(lambda tag: _instead_of(tag[1]), text) if "<" in text else text


def _instead_of(name: str | None) -> str:
    return " " if not name or name in BLOCK_ELEMENTS or name == "br" else ""


@functools.lru_cache(maxsize=512)
def block_tokens(text: str) -> tuple[Token, ...]:
    """Return the tokens of a Markdown text."""
    return tuple(get_markdown_parser(MarkdownProfile.SNIPPET).parse(text))


TokenRule = Callable[["Renderer", "Token"], None]
"""Writes one token."""


class Holder(nodes.Element):
    """Collects the children of a component between blocks."""


class InlineHolder(nodes.TextElement):
    """Collects the children of a component in a line of text."""


class Renderer(ABC):
    """Walks the tokens of one file; what its rules need of each other is abstract here."""

    rules: ClassVar[Mapping[str, TokenRule]]
    """The rule of each type of token."""

    def __init__(
        self, writing: Writing, path: Path, scope: Scope, folders: tuple[str, ...]
    ) -> None:
        self.writing = writing
        """The document that is written."""
        self.path = path
        """The file the tokens come from, used as the source of warnings."""
        self.source = str(path)
        """Its name, the source of nodes."""
        self.scope = scope
        """What names mean."""
        self.folders = folders
        """Where relative addresses start, best first."""
        self.line = 1
        """The line of the current token."""
        self.spot = (0, 1)
        """Line and column of the last tag, expression, link or picture; see `column_of`."""
        self.links: list[Token] = []
        """The opening tokens of open links."""
        self.frames: list[OpenElement] = []
        """The open tags."""
        self.fixed_line = 0
        """Whether the tokens' lines are of another file; nodes then have the line of the tag."""
        self.verbatim = 0
        """How many open tags keep braces as text."""

    def run(self, tokens: Iterable[Token]) -> None:
        """Write *tokens*."""
        rules = self.rules
        for token in tokens:
            if token.map and token.block and not self.fixed_line:
                self.line = token.map[0] + 1
            rules.get(token.type, _unknown)(self, token)

    def open(self, node: nodes.Element) -> None:
        """Append *node* and write what follows into it."""
        self.place(node)
        self.writing.stack.append(node)

    def close(self) -> nodes.Element:
        """End what `open` began."""
        return self.writing.stack.pop()

    def place(self, node: nodes.Node) -> None:
        """Append *node*; inline nodes between blocks get a paragraph."""
        if node.line is None and isinstance(node, nodes.Element):
            node.source, node.line = self.source, self.line
        current = self.writing.current
        if not isinstance(current, (nodes.TextElement, Holder)) and is_line(node):
            line = self._line_of_text(current)
            if line.children and (self.writing.apart or are_beside(line.children[-1], node)):
                attach(line, nodes.Text(" "))
            self.writing.apart = False
            attach(line, node)
        else:
            self.writing.add(node)

    def _line_of_text(self, current: nodes.Element) -> nodes.Element:
        last = current.children[-1] if current.children else None
        if isinstance(last, nodes.paragraph) and last in self.writing.lines:
            return last
        line = nodes.paragraph()
        line.source, line.line = self.source, self.line
        self.writing.lines.add(line)
        attach(current, line)
        return line

    def open_section(self, level: int, title: nodes.title) -> nodes.section:
        """Start a section; it ends when a heading of its level or a higher one comes."""
        sections = self.writing.sections
        if len(sections) == 1 and sections[0][0] < 0:
            level = 0
        while len(sections) > 1 and sections[-1][0] >= level:
            sections.pop()
        section = nodes.section("", title)
        for node in (section, title):
            node.source, node.line = self.source, self.line
        sections[-1][1].append(section)
        sections.append((level, section))
        return section

    @abstractmethod
    def fence(self, token: Token) -> None:
        """Write a block of code."""

    @abstractmethod
    def link(
        self, url: str, words: Iterable[nodes.Node], *, line: int, title: str = ""
    ) -> list[nodes.Node]:
        """Return *words* as a link to *url*."""

    @abstractmethod
    def image(
        self, url: str, alt: str, *, line: int, attributes: Mapping[str, Any] | None = None
    ) -> list[nodes.Node]:
        """Return an image; a missing one as its *alt* text."""

    @abstractmethod
    def begin(
        self, name: str, values: dict[str, Any], line: int, target: Value = None
    ) -> OpenElement:
        """Return a tag's element, for tags in expressions."""

    @abstractmethod
    def write_element(self, element: OpenElement, children: list[nodes.Node]) -> None:
        """Write an element with its children."""

    def collect(self, write: Callable[[], None], *, inline: bool = False) -> list[nodes.Node]:
        """Return what *write* writes, instead of writing it here."""
        holder = InlineHolder() if inline else self.holder()
        self.writing.stack.append(holder)
        write()
        return self.writing.stack.pop().children

    def evaluate(self, source: str) -> Value:
        """Return the value of an expression in this file."""
        value = evaluate(source, self.scope, self.writing.reserve.budget())
        self.tell_date(self.line)
        return value

    def tell_date(self, line: int) -> None:
        """Report that the page shows the day of the build, if it does."""
        if self.writing.reserve.is_dated:
            self.writing.reserve.is_dated = False
            message = "'Date' is the day of the build here, also for who reads the page later"
            hint = "write the date as text"
            self.warn(FaultKind.EXPRESSION, message, line, once="date", hint=hint)

    @abstractmethod
    def inline_nodes(self, value: object, line: int) -> list[nodes.Node]:
        """Return inline nodes of a property: Markdown if it is text, else what it shows."""

    def plain(self, value: str) -> str:
        """Return the words of a property that may be Markdown."""
        if not is_marked(value):
            return value
        return "".join(node.astext() for node in self.inline_nodes(value, self.line))

    def markdown(self, text: str, line: int) -> list[nodes.Node]:
        """Return the blocks of a Markdown text that is no MDX."""
        return self.written(block_tokens(text), line)

    def written(
        self, tokens: Iterable[Token], line: int, *, inline: bool = False
    ) -> list[nodes.Node]:
        """Return what *tokens* show, which are not of the file and stand for *line* of it."""
        self.line = line
        self.writing.stack.append(InlineHolder() if inline else Holder())
        before, self.fixed_line = self.fixed_line, line
        self.run(tokens)
        self.line, self.fixed_line = line, before
        return self.writing.stack.pop().children

    @abstractmethod
    def inside(self, path: Path, scope: Scope) -> Renderer:
        """Return a renderer for a snippet that writes to the same place."""

    def report(self, problems: Iterable[Fault]) -> None:
        """Report what was wrong with the file when it was read."""
        for problem in problems:
            self.writing.host.report(replace(problem, path=self.path))

    def is_inline(self) -> bool:
        """Return whether the next node is added to a text element."""
        return isinstance(self.writing.current, nodes.TextElement)

    def holder(self) -> nodes.Element:
        """Return an element to collect the children of a tag in."""
        return InlineHolder() if self.is_inline() else Holder()

    def warn(
        self,
        kind: FaultKind,
        message: str,
        line: int | None = None,
        *,
        once: str = "",
        hint: str = "",
    ) -> None:
        """Report a warning in this file."""
        line = self.fixed_line or line or self.line
        position = Position(line, self.column_of(line))
        self.writing.warn(kind, message, self.path, position, once=once, hint=hint)

    def allowed_style(self, style: object, place: tuple[int, int]) -> str:
        """Return the part of a style that a page may have, as text of CSS.

        :param style: what the page has written, text or an object.
        :param place: line and column of the attribute.
        Faults: ``html_dropped``, once for each property and page.
        """
        text, dropped = check_style(style)
        before, self.spot = self.spot, place
        for declaration in dropped:
            name, value = quote(declaration.name), quote(declaration.value)
            if declaration.has_known_name:
                message = f"the value {value} of {name} is not allowed in a style; left out"
            else:
                message = f"the property {name} is not allowed in a style; left out"
            hint = "an element can load nothing, and stays in its place on the page"
            once = f"style {declaration.name}"
            self.warn(FaultKind.HTML_DROPPED, message, place[0], once=once, hint=hint)
        self.spot = before
        return text

    def warn_of_name(self, file: Path, line: int | None = None) -> None:
        """Report once hidden characters in the name of a file, which its copy in the output lacks.

        Faults: ``page_name``.
        """
        if hidden := hidden_characters(file.name, visible_name(file.name)):
            message = f"the file name {file.name!r} has {hidden}, which the output leaves out"
            self.warn(FaultKind.PAGE_NAME, message, line, once=file.name, hint="rename the file")

    def column_of(self, line: int) -> int:
        """Return the column of what is written now, if it begins in *line*; else 1."""
        return self.spot[1] if self.spot[0] == line else 1


def _unknown(out: Renderer, token: Token) -> None:
    """Write the content of a token that has no rule: a plugin's newer version may make some."""
    if token.children:
        out.run(token.children)
    elif token.content:
        out.place(nodes.Text(token.content))


def is_line(node: nodes.Node) -> bool:
    """Return whether *node* belongs in a text element; an image that is no icon may be outside."""
    if isinstance(node, nodes.image):
        return "docsnav-glyph-image" in node["classes"]
    return isinstance(node, (nodes.Text, nodes.Inline))
