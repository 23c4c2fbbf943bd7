"""Accordion, AccordionGroup and Expandable; ``details`` and ``summary`` of HTML."""

from __future__ import annotations

from typing import Any

from docutils import nodes

from sphinx_docsnav.components.component_nodes import (
    BlockComponent,
    HtmlOutput,
    TitleNode,
    get_content_nodes,
    get_title_nodes,
    make_definition,
    make_title,
    wrap_inline_children,
)
from sphinx_docsnav.components.registry import ComponentServices, ComponentType, Props, StyleName

_SECOND = "docsnav-details-description"
"""The class of the description in a title."""
_MANY = 4
"""The number of sections from which a group has a button that opens all."""


class FoldProps(Props):
    """Properties of Accordion and Expandable."""

    title: Any = None
    """Inline Markdown or JSX."""
    summary: Any = None
    """The same, by its name in HTML."""
    description: Any = None
    """A second line of the title."""
    icon: Any = None
    """An icon before the title."""
    icon_type: StyleName = ""
    """The style of the icon."""
    default_open: bool = False
    """Whether it is open at first."""
    open: bool = False
    """The same, by its name in HTML."""


class FoldNode(BlockComponent):
    """A title that opens and closes its content."""

    html_tag = "details"

    def html_attributes(self) -> dict[str, str]:
        """Return the attribute that opens it at first."""
        return {"open": "open"} if self["open"] else {}

    def open_html(self, out: HtmlOutput) -> None:
        """Write the start tag; ids after the first are in the title, which must come first."""
        ids, title = self["ids"], self.children[0]
        if isinstance(title, TitleNode):
            self["ids"], title["ids"] = ids[:1], ids[1:]
        super().open_html(out)
        # A node can be written more than once.
        self["ids"] = ids

    def plain(self) -> list[nodes.Node]:
        """Return a definition: the title, then its description and the content."""
        title, content = get_title_nodes(self), get_content_nodes(self)
        # The description is the last node of the title, after a space.
        if title and isinstance(title[-1], nodes.inline) and _SECOND in title[-1]["classes"]:
            content = [nodes.paragraph("", "", title[-1]), *content]
            title = title[:-2]
        return [make_definition(title, content)]


class FoldGroupNode(BlockComponent):
    """A group of folds."""

    def html_attributes(self) -> dict[str, str]:
        """Return the label of the button that opens all, if the group has one."""
        label = self.get("expand")
        return {"data-docsnav-expand": label} if label else {}


class FoldBodyNode(BlockComponent):
    """The content of a fold."""


def make_fold(
    title: list[nodes.Node], body: list[nodes.Node], css: str, *, opened: bool
) -> FoldNode:
    """Return a fold with the class *css* of its component."""
    node = FoldNode("", classes=["docsnav-details", css], open=opened)
    # HTML requires the summary to be the first child.
    node += make_title(title, "docsnav-details-title", tag="summary")
    node += FoldBodyNode("", *wrap_inline_children(body), classes=["docsnav-details-body"])
    return node


def build_fold(
    context: ComponentServices, props: FoldProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a section that can be folded. A link to its title opens it."""
    default_title = context.translate("attributes" if context.tag == "Expandable" else "details")
    named = context.text(props.title) or context.text(props.summary)
    title = named or [nodes.Text(default_title)]
    icon = context.icon(props.icon, style=props.icon_type)
    description = context.text(props.description)
    if description:
        description_node = nodes.inline("", "", *description, classes=[_SECOND])
        description = [nodes.Text(" "), description_node]
    css = "docsnav-expandable" if context.tag == "Expandable" else "docsnav-accordion"
    node = make_fold(
        [*icon, *title, *description], children, css, opened=props.default_open or props.open
    )
    node["ids"] = context.ids
    return [node]


def build_accordion_group(
    context: ComponentServices, _props: Props, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return foldable sections in one frame."""
    node = FoldGroupNode("", *wrap_inline_children(children), classes=["docsnav-details-group"])
    # Few sections are opened as quickly one by one.
    if sum(isinstance(child, FoldNode) for child in node) >= _MANY:
        node["expand"] = context.translate("expand")
    return [node]


TYPES = (
    ComponentType(
        "Accordion",
        build_fold,
        FoldProps,
        id_from=("id", "title", "summary"),
        needs=("title", "summary"),
    ),
    ComponentType("Expandable", build_fold, FoldProps),
    ComponentType("AccordionGroup", build_accordion_group),
)
NODES: tuple[type[nodes.Element], ...] = (FoldNode, FoldGroupNode, FoldBodyNode)
