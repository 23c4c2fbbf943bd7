"""Base classes of component nodes: their HTML, and their form in other formats.

A component's node has two forms. `open_html` and `close_html` write it for the
HTML builders. `plain` returns it as docutils nodes; a post-transform
(`sphinx_docsnav.core.plain`) replaces the node by them for
LaTeX, text, man, Texinfo and all other builders. One plain form works for all of
them; visitors would be needed for each format, and cannot be added for formats
of other packages.

Nodes hold plain attributes only, so that a doctree can be pickled.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping, Sequence
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
"""What a word is for."""
TABLE = TranslationTable(Path(__file__).with_name("component_texts.txt"), Word.__args__)  # type: ignore[attr-defined]  # of every Literal
"""The words by language."""


class HtmlOutput(Protocol):
    """What a node needs of Sphinx's HTML translator."""

    body: list[str]
    """The pieces of the page so far."""
    context: list[str]
    """A stack for what an end must know of its start."""

    builder: Any
    """Sphinx's builder."""
    document: nodes.document
    """The document that is written."""

    def visit_image(self, node: nodes.image) -> None:
        """Write a picture."""

    def depart_image(self, node: nodes.image) -> None:
        """Finish a picture."""

    def visit_table(self, node: nodes.table) -> None:
        """Write the start of a table."""

    def depart_table(self, node: nodes.table) -> None:
        """Finish a table."""

    def visit_literal_block(self, node: nodes.literal_block) -> None:
        """Write a block of code whole; raises `nodes.SkipNode`."""

    def encode(self, text: str) -> str:
        """Return *text* with HTML's special characters escaped."""

    def starttag(
        self, node: nodes.Element, tagname: str, suffix: str = "\n", **attributes: str
    ) -> str:
        """Return a start tag with the node's ids and classes, everything escaped."""


class Component(nodes.Element):
    """A component of a page, in two forms."""

    html_tag: ClassVar[str] = "div"
    """The HTML element of the component."""

    def setup_child(self, child: nodes.Node) -> None:
        """Make this the parent of *child*; see `attach`."""
        child.parent = self

    def html_attributes(self) -> dict[str, str]:
        """Return attributes beside id and class; the writer escapes the values."""
        return {}

    def open_html(self, out: HtmlOutput) -> None:
        """Write what comes before the children."""
        out.body.append(out.starttag(self, self.html_tag, "", **self.html_attributes()))

    def write_html(self, out: HtmlOutput) -> None:
        """Write what comes before the children, with the style that the page gives to it."""
        start = len(out.body)
        self.open_html(out)
        style = html.escape(self.get("docsnav_style", ""))
        if style and len(out.body) > start:
            out.body[start] = _TAG.sub(partial(_styled, style), out.body[start], count=1)

    def close_html(self, out: HtmlOutput) -> None:
        """Write what comes after the children."""
        out.body.append(f"</{self.html_tag}>")

    def plain(self) -> list[nodes.Node]:
        """Return the component in docutils' own nodes; the children, if not overridden."""
        return list(self.children)


_TAG = re.compile(r'(<[\w-]+)([^>]*? style=")?')


def _styled(style: str, tag: re.Match[str]) -> str:
    """Return the start of a tag with *style*, followed by the one that it has."""
    name, others = tag.groups()
    return f"{name}{others}{style}; " if others else f'{name} style="{style}"'


def attach(parent: nodes.Element, child: nodes.Node) -> None:
    """Append *child* to *parent*.

    `nodes.Element.append` looks for the document several times, which takes twenty times as
    long. A node finds its document by its parents.
    """
    child.parent = parent
    parent.children.append(child)


class BlockComponent(Component, nodes.container):
    """A block component; other extensions see a `container`."""

    def absorb(self, sibling: nodes.Node) -> bool:  # noqa: ARG002 - for subclasses
        """Take the sibling that follows into this one and return true, or return false."""
        return False

    def close_html(self, out: HtmlOutput) -> None:
        """Write the end tag and start a new line."""
        out.body.append(f"</{self.html_tag}>\n")


class ItemComponent(BlockComponent):
    """An item of a list, which HTML has nowhere else; outside of one, it gets a list of its own."""

    html_tag = "li"
    lists: ClassVar[tuple[type[BlockComponent], ...]]
    """The components that it is an item of; the first is the list of an item alone."""
    list_class: ClassVar[str]
    """The class of that list."""

    @property
    def _is_alone(self) -> bool:
        return not isinstance(self.parent, self.lists)

    def open_html(self, out: HtmlOutput) -> None:
        """Open the item."""
        if self._is_alone:
            out.body.append(start_tag(self.lists[0].html_tag, {"class": self.list_class}))
        super().open_html(out)

    def close_html(self, out: HtmlOutput) -> None:
        """Close the item."""
        super().close_html(out)
        if self._is_alone:
            out.body.append(f"</{self.lists[0].html_tag}>\n")


class InlineComponent(Component, nodes.inline):
    """An inline component."""

    html_tag: ClassVar[str] = "span"


def start_tag(name: str, attributes: Mapping[str, str]) -> str:
    """Return ``<name …>`` with the values escaped; the names must be safe.

    A void element is written ``<name … />``, which is HTML and XML: EPUB chapters
    are XML, and some themes read headings as XML.
    """
    parts = [f' {key}="{html.escape(value)}"' for key, value in attributes.items()]
    return f"<{name}{''.join(parts)}{' /' if name in VOID_ELEMENTS else ''}>"


class TitleNode(Component, nodes.TextElement):
    """The title of a component: inline nodes.

    The component that creates it sets the HTML element (``tag``) and its
    attributes (``html``).
    """

    def open_html(self, out: HtmlOutput) -> None:
        """Write the start tag that the component chose."""
        out.body.append(out.starttag(self, self["tag"], "", **self["html"]))

    def close_html(self, out: HtmlOutput) -> None:
        """Write the end tag."""
        out.body.append(f"</{self['tag']}>" + ("" if self["tag"] == "span" else "\n"))

    def plain(self) -> list[nodes.Node]:
        """Return a paragraph in bold type."""
        return [strong_paragraph(self.children)]


def make_title(
    children: Sequence[nodes.Node],
    css: str,
    *,
    tag: str = "div",
    attributes: Mapping[str, str] | None = None,
) -> TitleNode:
    """Return a title of *children* as HTML element *tag* with the classes *css*."""
    title = TitleNode("", "", *children, classes=css.split(), tag=tag, html=dict(attributes or {}))
    title.rawsource = title.astext()
    return title


def title_of(node: nodes.Element) -> list[nodes.Node]:
    """Return the inline nodes of a component's titles; nothing if it has none."""
    return [
        part for child in node.children if isinstance(child, TitleNode) for part in child.children
    ]


def content_of(node: nodes.Element) -> list[nodes.Node]:
    """Return a component's children that are no titles."""
    return [child for child in node.children if not isinstance(child, TitleNode)]


def strong_paragraph(children: Iterable[nodes.Node]) -> nodes.paragraph:
    """Return a paragraph with *children* in bold type."""
    return nodes.paragraph("", "", nodes.strong("", "", *children))


def definition(term: Sequence[nodes.Node], body: Sequence[nodes.Node]) -> nodes.definition_list:
    """Return a definition list of one item: the plain form of titled boxes."""
    item = nodes.definition_list_item(
        "", nodes.term("", "", *term), nodes.definition("", *block_children(body))
    )
    return nodes.definition_list("", item)


def block_children(children: Iterable[nodes.Node]) -> list[nodes.Node]:
    """Return *children* with each run of text wrapped in a paragraph.

    White space between blocks is removed, and restored between inline components;
    images outside paragraphs stay outside.
    """
    result: list[nodes.Node] = []
    run: list[nodes.Node] = []
    for child in children:
        if isinstance(child, (nodes.Text, nodes.Inline)):
            if run and are_beside(run[-1], child):
                run.append(nodes.Text(" "))
            run.append(child)
        else:
            if run:
                result.extend(_wrapped(run))
                run = []
            result.append(child)
    if run:
        result.extend(_wrapped(run))
    return result


def are_beside(first: nodes.Node, second: nodes.Node) -> bool:
    """Return whether both are inline components: MDX drops the white space between their tags."""
    return isinstance(first, InlineComponent) and isinstance(second, InlineComponent)


def _wrapped(run: list[nodes.Node]) -> list[nodes.Node]:
    words = [node for node in run if not (isinstance(node, nodes.Text) and not node.strip())]
    if not any(map(is_loose, words)):
        return words
    paragraph = nodes.paragraph("", "", *run)
    paragraph.rawsource = paragraph.astext()
    return [paragraph]


def is_loose(node: nodes.Node) -> bool:
    """Return whether *node* must be inside a paragraph, not between blocks."""
    if isinstance(node, nodes.Text):
        return True
    anywhere = isinstance(node, (nodes.Invisible, nodes.raw)) or _is_picture(node)
    return isinstance(node, nodes.Inline) and not anywhere


_LINKS = frozenset({"pending_xref", "reference"})
"""The tags of links; Sphinx resolves the first ones when it writes."""


def is_in_link(node: nodes.Node) -> bool:
    """Return whether a link is around *node*; no link can contain another one."""
    above = node.parent
    while above is not None and above.tagname not in _LINKS:
        above = above.parent
    return above is not None


def _is_picture(node: nodes.Node) -> bool:
    """Return whether *node* is an image, linked or not: images may be between blocks."""
    if isinstance(node, nodes.reference):  # docutils' HTML writer takes one picture and no more
        return len(node) == 1 and isinstance(node[0], nodes.image)
    return isinstance(node, nodes.image)
