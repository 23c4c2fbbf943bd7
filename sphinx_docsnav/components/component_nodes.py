"""Base classes of component nodes: their HTML, and their form in other formats.

The node of a component has two forms. `open_html` and `close_html` write it for HTML builders.
`plain` returns it as docutils' nodes; a post-transform (`sphinx_docsnav.core.plain`) uses them for
LaTeX, text, man, Texinfo and all other builders. One plain form serves all of them; visitors would
be needed for each format, and could not be added for formats of other packages.

Nodes have plain attributes only, so that a doctree can be pickled.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Literal, Protocol

from docutils import nodes

from sphinx_docsnav.sitefiles.languages import TranslationTable
from sphinx_docsnav.vocabulary.html_names import VOID_ELEMENTS

Word = Literal[
    "info",
    "check",
    "details",
    "attributes",
    "code",
    "default",
    "example",
    "required",
    "deprecated",
    "expand",
]
"""The words of components that are translated."""
TABLE = TranslationTable(Path(__file__).with_name("component_texts.txt"), Word.__args__)  # type: ignore[attr-defined]  # of every Literal
"""The translations of these words."""
_START_TAG = re.compile(r'(<[\w-]+)([^>]*? style=")?')
"""A start tag up to its style."""
_LINK_TAGS = frozenset({"pending_xref", "reference"})
"""The tag names of links; Sphinx resolves those of the first kind when it writes a page."""


class HtmlOutput(Protocol):
    """What nodes need from Sphinx's HTML translator."""

    body: list[str]
    """The parts of the page that are written so far."""
    context: list[str]
    """A stack of values that the end of an element needs from its start."""

    builder: Any
    """Sphinx's builder."""
    document: nodes.document
    """The document that is being written."""

    def visit_image(self, node: nodes.image) -> None:
        """Write an image."""

    def depart_image(self, node: nodes.image) -> None:
        """Write the end of an image."""

    def visit_table(self, node: nodes.table) -> None:
        """Write the start of a table."""

    def depart_table(self, node: nodes.table) -> None:
        """Write the end of a table."""

    def visit_literal_block(self, node: nodes.literal_block) -> None:
        """Write a whole code block.

        :raises nodes.SkipNode: always, as nothing is left to write.
        """

    def add_permalink_ref(self, node: nodes.Element, title: str) -> None:
        """Write the link to *node*, if the site has such links; *title* is its tooltip."""

    def encode(self, text: str) -> str:
        """Return *text* with HTML's special characters escaped."""

    def starttag(
        self, node: nodes.Element, tagname: str, suffix: str = "\n", **attributes: str
    ) -> str:
        """Return a start tag with the ids and classes of *node*; everything is escaped."""


class Component(nodes.Element):
    """A component of a page."""

    html_tag: ClassVar[str] = "div"
    """The HTML element of the component."""

    def setup_child(self, child: nodes.Node) -> None:
        """Set this node as the parent of *child*; see `attach`."""
        child.parent = self

    def html_attributes(self) -> dict[str, str]:
        """Return attributes other than id and class; the writer escapes their values."""
        return {}

    def open_html(self, out: HtmlOutput) -> None:
        """Write what precedes the children."""
        out.body.append(out.starttag(self, self.html_tag, "", **self.html_attributes()))

    def write_html(self, out: HtmlOutput) -> None:
        """Write what precedes the children, with the style that the page gives to the component."""
        start = len(out.body)
        self.open_html(out)
        style = html.escape(self.get("docsnav_style", ""))
        # Components that write nothing of their own have no tag for the style.
        if style and len(out.body) > start:
            out.body[start] = _START_TAG.sub(partial(_add_style, style), out.body[start], count=1)

    def close_html(self, out: HtmlOutput) -> None:
        """Write what follows the children."""
        out.body.append(f"</{self.html_tag}>")

    def plain(self) -> list[nodes.Node]:
        """Return the component as docutils' nodes: its children, unless a class overrides this."""
        return list(self.children)


def _add_style(style: str, tag: re.Match[str]) -> str:
    """Return the start of a tag with *style* before the style that it has."""
    name, before_style = tag.groups()
    return f"{name}{before_style}{style}; " if before_style else f'{name} style="{style}"'


def attach(parent: nodes.Element, child: nodes.Node) -> None:
    """Append *child* to *parent*.

    This is twenty times as fast as `nodes.Element.append`, which searches for the document several
    times. A node finds its document by its parents.
    """
    child.parent = parent
    parent.children.append(child)


class BlockComponent(Component, nodes.container):
    """A block component, which other extensions see as a `container`."""

    def absorb(self, sibling: nodes.Node) -> bool:  # noqa: ARG002 - for subclasses
        """Return whether this component takes the content of the *sibling* that follows it."""
        return False

    def close_html(self, out: HtmlOutput) -> None:
        """Write the end tag and start a new line."""
        out.body.append(f"</{self.html_tag}>\n")


class ItemComponent(BlockComponent):
    """An item of a list; outside one, it gets a list of its own, which HTML requires."""

    html_tag = "li"
    lists: ClassVar[tuple[type[BlockComponent], ...]]
    """The components that have such items; the first is used for an item outside a list."""
    list_class: ClassVar[str]
    """The class of that list."""

    @property
    def _is_alone(self) -> bool:
        return not isinstance(self.parent, self.lists)

    def open_html(self, out: HtmlOutput) -> None:
        """Write the start of the item."""
        # Browsers accept an item only in a list.
        if self._is_alone:
            out.body.append(start_tag(self.lists[0].html_tag, {"class": self.list_class}))
        super().open_html(out)

    def close_html(self, out: HtmlOutput) -> None:
        """Write the end of the item."""
        super().close_html(out)
        if self._is_alone:
            out.body.append(f"</{self.lists[0].html_tag}>\n")


class InlineComponent(Component, nodes.inline):
    """An inline component."""

    html_tag: ClassVar[str] = "span"


def start_tag(name: str, attributes: Mapping[str, str]) -> str:
    """Return ``<name …>`` with escaped values; the names must be safe.

    A void element is written as ``<name … />``, which is valid HTML and XML: EPUB chapters are XML,
    and some themes parse headings as XML.
    """
    parts = [f' {key}="{html.escape(value)}"' for key, value in attributes.items()]
    return f"<{name}{''.join(parts)}{' /' if name in VOID_ELEMENTS else ''}>"


class TitleNode(Component, nodes.TextElement):
    """The title of a component.

    The component that creates it sets the HTML element (``tag``) and its attributes (``html``).
    """

    def open_html(self, out: HtmlOutput) -> None:
        """Write the start tag of the element that the component chose."""
        out.body.append(out.starttag(self, self["tag"], "", **self["html"]))

    def close_html(self, out: HtmlOutput) -> None:
        """Write the end tag."""
        out.body.append(f"</{self['tag']}>" + ("" if self["tag"] == "span" else "\n"))

    def plain(self) -> list[nodes.Node]:
        """Return a paragraph in bold type."""
        return [make_strong_paragraph(self.children)]


def make_title(
    children: Sequence[nodes.Node],
    css: str,
    *,
    tag: str = "div",
    attributes: Mapping[str, str] | None = None,
) -> TitleNode:
    """Return a title with *children*, as HTML element *tag* with the classes *css*."""
    title = TitleNode("", "", *children, classes=css.split(), tag=tag, html=dict(attributes or {}))
    title.rawsource = title.astext()
    return title


def get_title_nodes(node: nodes.Element) -> list[nodes.Node]:
    """Return the inline nodes of a component's titles; an empty list if it has none."""
    return [
        part for child in node.children if isinstance(child, TitleNode) for part in child.children
    ]


def get_content_nodes(node: nodes.Element) -> list[nodes.Node]:
    """Return the children of a component that are not titles."""
    return [child for child in node.children if not isinstance(child, TitleNode)]


def make_strong_paragraph(children: Iterable[nodes.Node]) -> nodes.paragraph:
    """Return a paragraph with *children* in bold type."""
    return nodes.paragraph("", "", nodes.strong("", "", *children))


def make_definition(
    term: Sequence[nodes.Node], body: Sequence[nodes.Node]
) -> nodes.definition_list:
    """Return a definition list of one item, the plain form of boxes with a title."""
    item = nodes.definition_list_item(
        "", nodes.term("", "", *term), nodes.definition("", *wrap_inline_children(body))
    )
    return nodes.definition_list("", item)


def wrap_inline_children(children: Iterable[nodes.Node]) -> list[nodes.Node]:
    """Return *children* with each run of inline nodes in a paragraph.

    White space between blocks is removed, and added between inline components. Images outside
    paragraphs stay outside.
    """
    result: list[nodes.Node] = []
    run: list[nodes.Node] = []
    for child in children:
        if isinstance(child, (nodes.Text, nodes.Inline)):
            if run and are_adjacent_components(run[-1], child):
                run.append(nodes.Text(" "))
            run.append(child)
        else:
            if run:
                result.extend(_wrap_run(run))
                run = []
            result.append(child)
    if run:
        result.extend(_wrap_run(run))
    return result


def are_inline(children: Iterable[nodes.Node]) -> bool:
    """Return whether *children* are a line of text: inline nodes, and no block."""
    return all(isinstance(child, (nodes.Text, nodes.Inline)) for child in children)


def are_adjacent_components(first: nodes.Node, second: nodes.Node) -> bool:
    """Return whether both are inline components, between which MDX drops white space."""
    return isinstance(first, InlineComponent) and isinstance(second, InlineComponent)


def _wrap_run(run: list[nodes.Node]) -> list[nodes.Node]:
    """Return a run of inline nodes as a paragraph; nodes that need none stay as they are."""
    content = [node for node in run if not (isinstance(node, nodes.Text) and not node.strip())]
    # Images and invisible nodes may be between blocks.
    if not any(map(needs_paragraph, content)):
        return content
    paragraph = nodes.paragraph("", "", *run)
    paragraph.rawsource = paragraph.astext()
    return [paragraph]


def needs_paragraph(node: nodes.Node) -> bool:
    """Return whether *node* must be in a paragraph instead of between blocks."""
    if isinstance(node, nodes.Text):
        return True
    can_be_block = isinstance(node, (nodes.Invisible, nodes.raw)) or _is_image(node)
    return isinstance(node, nodes.Inline) and not can_be_block


def is_in_link(node: nodes.Node) -> bool:
    """Return whether *node* is inside a link, so that it must not contain another one."""
    return has_ancestor(node, lambda ancestor: ancestor.tagname in _LINK_TAGS)


def has_ancestor(node: nodes.Node, matches: Callable[[nodes.Element], bool]) -> bool:
    """Return whether *node* is inside an element that matches."""
    ancestor = node.parent
    while ancestor is not None and not matches(ancestor):
        ancestor = ancestor.parent
    return ancestor is not None


def _is_image(node: nodes.Node) -> bool:
    """Return whether *node* is an image, with or without a link, which may be between blocks."""
    # docutils' HTML writer accepts a link there only around a single image.
    if isinstance(node, nodes.reference):
        return len(node) == 1 and isinstance(node[0], nodes.image)
    return isinstance(node, nodes.image)
