"""The base of renderers: a walk over the tokens of a file, and Markdown that is not MDX.

A `Renderer` goes once over the tokens of one file and calls the rule for the type of each.
Functions that write into a renderer call it *out*. Snippets have renderers of their own, which
write into the same `PageState`.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from docutils import nodes
from markdown_it.token import Token

from sphinx_docsnav.components.component_nodes import are_adjacent_components, attach
from sphinx_docsnav.faults import Fault, FaultKind, Position
from sphinx_docsnav.mdx.description_tokens import MarkdownProfile, get_markdown_parser
from sphinx_docsnav.mdx.expressions import UNDEFINED, Unsupported, Value, evaluate
from sphinx_docsnav.messages import quote
from sphinx_docsnav.rendering.html_policy import check_style
from sphinx_docsnav.rendering.page_state import OpenElement, PageState, Scope
from sphinx_docsnav.sitefiles.hidden_characters import describe_hidden_characters, make_visible_name
from sphinx_docsnav.vocabulary.html_names import BLOCK_ELEMENTS, PHRASING_ELEMENTS

_MARKED = re.compile(r"[*_`~\[\]\\&!\n]")
"""Characters that Markdown may have a meaning for."""

_HTML_NAMES = "|".join(sorted(PHRASING_ELEMENTS | BLOCK_ELEMENTS))
_TAG = re.compile(rf"</?({_HTML_NAMES})(?:\s[^<>]*)?/?>|<!--(?:(?!<!--).)*?-->")
"""A tag of HTML, or a comment."""

_MAX_UNKNOWN_NAMES = 20
"""The maximum number of names without a value in one expression of a snippet."""


def is_marked(text: str) -> bool:
    """Return whether *text* may contain Markdown; otherwise it is plain text."""
    return bool(_MARKED.search(text))


@functools.lru_cache(maxsize=2048)
def parse_inline(text: str) -> tuple[Token, ...]:
    """Return the tokens of one line of Markdown."""
    return tuple(
        child
        for token in get_markdown_parser(MarkdownProfile.SNIPPET).parseInline(text)
        for child in token.children or ()
    )


def render_plain_text(text: str, *, html: bool = False) -> str:
    """Return a line of Markdown without its markup; an image becomes its alternative text.

    :param html: whether HTML tags are markup, as in descriptions of specifications, or text.
    """
    # Most texts are plain and need no parser.
    if not is_marked(text):
        return _remove_html(text) if html else text
    return "".join(_get_token_text(token, html=html) for token in parse_inline(text))


def _get_token_text(token: Token, *, html: bool) -> str:
    """Return the text of an inline token."""
    if token.type in {"softbreak", "hardbreak"}:
        return " "
    return _remove_html(token.content) if html and token.type == "text" else token.content


def _remove_html(text: str) -> str:
    """Return *text* without comments and HTML tags; other angle brackets stay."""
    return _TAG.sub(lambda tag: _replace_tag(tag[1]), text) if "<" in text else text


def _replace_tag(name: str | None) -> str:
    """Return a space for a tag that separates words, else ``""``."""
    return " " if not name or name in BLOCK_ELEMENTS or name == "br" else ""


def make_literal_text(text: str) -> nodes.Text:
    """Return *text* without typographic quotes and dashes, so that ``--flag`` keeps its hyphens."""
    node = nodes.Text(text)
    node.support_smartquotes = False  # type: ignore[attr-defined]  # Sphinx reads it
    return node


def make_value_token(value: Value, line: int) -> Token:
    """Return the token of a value that is written in place of an expression in *line*."""
    return Token("mdx_value", "", 0, meta={"value": value, "line": line})


TokenRule = Callable[["Renderer", "Token"], None]
"""A function that writes one token."""


class BlockContainer(nodes.Element):
    """A node that collects the children of a component between blocks."""


class InlineContainer(nodes.TextElement):
    """A node that collects the children of a component in a line of text."""


class Renderer:
    """A walk over the tokens of one file."""

    is_description: ClassVar[bool] = False
    """Whether the tokens are of a description in a specification."""

    def __init__(
        self,
        page: PageState,
        path: Path,
        scope: Scope,
        folders: tuple[str, ...],
        rules: Mapping[str, TokenRule],
    ) -> None:
        self.rules = rules
        """The rule for each type of token."""
        self.page = page
        """The page that is rendered."""
        self.path = path
        """The file of the tokens, which warnings name."""
        self.source = str(path)
        """The source of nodes: the name of the file, or of a specification."""
        self.scope = scope
        """The names of the file and their values."""
        self.folders = folders
        """The folders that relative addresses start in, best first."""
        self.line = 1
        """The line of the current token."""
        self.position = (0, 1)
        """Line and column of the last tag, expression, link or picture; see `get_column`."""
        self.links: list[Token] = []
        """The opening tokens of open links."""
        self.frames: list[OpenElement] = []
        """The open tags."""
        self.fixed_line = 0
        """The line of all nodes, if the tokens do not have the lines of this file; else 0."""
        self.verbatim = 0
        """The number of open tags that keep braces as text."""

    def run(self, tokens: Iterable[Token]) -> None:
        """Write *tokens* by the rules for their types."""
        rules = self.rules
        for token in tokens:
            if token.map and token.block and not self.fixed_line:
                self.line = token.map[0] + 1
            rules.get(token.type, _write_unknown)(self, token)

    def open(self, node: nodes.Element) -> None:
        """Add *node*, and write what follows into it until `close`."""
        self.place(node)
        self.page.stack.append(node)

    def close(self) -> nodes.Element:
        """End the innermost open node, and return it."""
        return self.page.stack.pop()

    def place(self, node: nodes.Node) -> None:
        """Add *node*; an inline node between blocks is put into a paragraph."""
        # Messages of Sphinx and translations need the source of each node.
        if node.line is None and isinstance(node, nodes.Element):
            node.source, node.line = self.source, self.line
        current = self.page.current
        if not isinstance(current, (nodes.TextElement, BlockContainer)) and is_inline_node(node):
            paragraph = self._get_inline_paragraph(current)
            # Tags on lines of their own are separate words.
            if paragraph.children and (
                self.page.is_separate or are_adjacent_components(paragraph.children[-1], node)
            ):
                attach(paragraph, nodes.Text(" "))
            self.page.is_separate = False
            attach(paragraph, node)
        else:
            self.page.add(node)

    def _get_inline_paragraph(self, current: nodes.Element) -> nodes.Element:
        """Return the paragraph for inline nodes at the end of *current*; create it if needed."""
        last = current.children[-1] if current.children else None
        if isinstance(last, nodes.paragraph) and last in self.page.inline_paragraphs:
            return last
        paragraph = nodes.paragraph()
        paragraph.source, paragraph.line = self.source, self.line
        self.page.inline_paragraphs.add(paragraph)
        attach(current, paragraph)
        return paragraph

    def open_section(self, level: int, title: nodes.title) -> nodes.section:
        """Begin a section, which ends before the next heading of the same or a higher level."""
        sections = self.page.sections
        # The first heading of a page without a title is its title, whatever its level.
        if len(sections) == 1 and sections[0][0] < 0:
            level = 0
        # Sections of the same or a lower level end here.
        while len(sections) > 1 and sections[-1][0] >= level:
            sections.pop()
        section = nodes.section("", title)
        for node in (section, title):
            node.source, node.line = self.source, self.line
        sections[-1][1].append(section)
        sections.append((level, section))
        return section

    def collect(self, write: Callable[[], None], *, inline: bool = False) -> list[nodes.Node]:
        """Return the nodes that *write* writes, instead of adding them."""
        container = InlineContainer() if inline else self.make_container()
        self.page.stack.append(container)
        write()
        return self.page.stack.pop().children

    def evaluate(self, source: str) -> Value:
        """Return the value of the expression *source* in this file.

        A name that a snippet uses and that the page does not give to it is ``undefined`` in an
        operation, such as ``{name ?? "you"}``; an expression that then has no value stays refused.
        """
        value = evaluate(source, self.scope, self.page.reserve.make_budget())
        if isinstance(value, Unsupported) and self.scope.lenient:
            value = self._evaluate_without_names(source, value)
        self.report_date(self.line)
        return value

    def _evaluate_without_names(self, source: str, refused: Unsupported) -> Value:
        """Return the value of *source* with its unknown names undefined, or else *refused*."""
        names, unbound = dict(self.scope), refused.unbound
        # Each refusal names a single name.
        for _ in range(_MAX_UNKNOWN_NAMES):
            if not unbound or unbound in names:
                break
            names[unbound] = UNDEFINED
            value = evaluate(source, names, self.page.reserve.make_budget())
            if not isinstance(value, Unsupported):
                return value
            unbound = value.unbound
        return refused

    def report_date(self, line: int) -> None:
        """Report once per page that an expression used the current date."""
        if self.page.reserve.is_dated:
            self.page.reserve.is_dated = False
            message = "'Date' is the day of the build here, also for who reads the page later"
            hint = "write the date as text"
            self.warn(FaultKind.EXPRESSION, message, line, once="date", hint=hint)

    def render_inline(self, value: object, line: int) -> list[nodes.Node]:
        """Return the inline nodes of a property: text is Markdown, other values are shown."""
        # Most properties are plain text, for which no parser is needed.
        if isinstance(value, str) and not is_marked(value):
            make = make_literal_text if "--" in value else nodes.Text
            return [make(value)] if value else []
        tokens = parse_inline(value) if isinstance(value, str) else (make_value_token(value, line),)
        return self.collect(lambda: self.run(tokens), inline=True)

    def get_plain_text(self, value: str) -> str:
        """Return the text of a property that may be Markdown."""
        if not is_marked(value):
            return value
        return "".join(node.astext() for node in self.render_inline(value, self.line))

    def render_markdown(self, text: str, line: int) -> list[nodes.Node]:
        """Return the block nodes of a Markdown text that is not MDX."""
        tokens = get_markdown_parser(MarkdownProfile.SNIPPET).parse(text)
        return self.render_tokens(tokens, line)

    def render_tokens(
        self, tokens: Iterable[Token], line: int, *, inline: bool = False
    ) -> list[nodes.Node]:
        """Return the nodes of *tokens* from outside the file; all get the line *line*."""
        self.line = line
        self.page.stack.append(InlineContainer() if inline else BlockContainer())
        line_before, self.fixed_line = self.fixed_line, line
        self.run(tokens)
        self.line, self.fixed_line = line, line_before
        return self.page.stack.pop().children

    def create_inner(self, path: Path, scope: Scope) -> Renderer:
        """Return a renderer for the snippet at *path* that writes into the same page."""
        root = self.page.host.root
        own_folder = path.parent.relative_to(root).as_posix() if path.is_relative_to(root) else ""
        # Relative links of a snippet begin in its own folder, or in the page's.
        folders = tuple(dict.fromkeys((own_folder.removeprefix("."), *self.folders)))
        inner = Renderer(self.page, path, scope, folders, self.rules)
        inner.verbatim = self.verbatim
        return inner

    def report(self, problems: Iterable[Fault]) -> None:
        """Report the problems that were found when the file was parsed."""
        for problem in problems:
            self.page.host.report(replace(problem, path=self.path))

    def is_inline(self) -> bool:
        """Return whether the next node is added to a line of text."""
        return isinstance(self.page.current, nodes.TextElement)

    def make_container(self) -> nodes.Element:
        """Return an element that collects the children of a tag."""
        return InlineContainer() if self.is_inline() else BlockContainer()

    def warn(  # noqa: PLR0913 -- a warning and all that is known of it
        self,
        kind: FaultKind,
        message: str,
        line: int | None = None,
        *,
        at: tuple[int, int] | None = None,
        once: str = "",
        hint: str = "",
        target: str = "",
    ) -> None:
        """Report a warning in this file; for equal *once*, only the first on the page.

        :param at: line and column, such as those of an attribute; by default, the column is that of
            what is rendered now.
        :param target: see `Fault`.
        """
        first_line, column = at or self.position
        line = self.fixed_line or (at[0] if at else line) or self.line
        position = Position(line, column if first_line == line else 1)
        self.page.warn(kind, message, self.path, position, once=once, hint=hint, target=target)

    def get_allowed_style(self, style: object, position: tuple[int, int]) -> str:
        """Return the part of a style that a page may have, as CSS.

        :param style: text, or an object of JSX.
        :param position: line and column of the attribute.

        Faults: ``html_dropped``, once per property and page.
        """
        text, dropped = check_style(style)
        for declaration in dropped:
            name, value = quote(declaration.name), quote(declaration.value)
            if declaration.has_known_name:
                message = f"the value {value} of {name} is not allowed in a style; left out"
            else:
                message = f"the property {name} is not allowed in a style; left out"
            hint = "an element can load nothing, and stays in its place on the page"
            once = f"style {declaration.name}"
            # The message is at the attribute, not at the tag.
            self.warn(FaultKind.HTML_DROPPED, message, at=position, once=once, hint=hint)
        return text

    def report_hidden_characters(self, file: Path, line: int | None = None) -> None:
        """Report once hidden characters in the name of *file*, which its copy does not have.

        Faults: ``page_name``.
        """
        if hidden := describe_hidden_characters(file.name, make_visible_name(file.name)):
            message = f"the file name {file.name!r} has {hidden}, which the output leaves out"
            self.warn(FaultKind.PAGE_NAME, message, line, once=file.name, hint="rename the file")

    def get_column(self, line: int) -> int:
        """Return the column of what is rendered now, if it begins in *line*; else 1."""
        return self.position[1] if self.position[0] == line else 1


def _write_unknown(out: Renderer, token: Token) -> None:
    """Write the content of a token without a rule, as newer plugins may have other tokens."""
    if token.children:
        out.run(token.children)
    elif token.content:
        out.place(nodes.Text(token.content))


def is_inline_node(node: nodes.Node) -> bool:
    """Return whether *node* belongs in a line of text; of images, only icons do."""
    if isinstance(node, nodes.image):
        return "docsnav-glyph-image" in node["classes"]
    return isinstance(node, (nodes.Text, nodes.Inline))
