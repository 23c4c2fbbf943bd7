"""Accordion, AccordionGroup and Expandable; details and summary of html."""

from __future__ import annotations

from typing import Any

from docutils import nodes

from sphinx_docsnav.components.component_nodes import (
    BlockComponent,
    HtmlOutput,
    TitleNode,
    block_children,
    content_of,
    definition,
    make_title,
    title_of,
)
from sphinx_docsnav.components.property_values import StyleName
from sphinx_docsnav.components.registry import ComponentServices, ComponentType, Props

_SECOND = "docsnav-details-description"
_MANY = 4
"""From so many sections on, a group has a button that opens all."""


class FoldProps(Props):
    """Properties of Accordion and Expandable."""

    title: Any = None
    """Inline Markdown or JSX."""
    description: Any = None
    """A second line of the title."""
    icon: Any = None
    """An icon before the title."""
    icon_type: StyleName = ""
    """The icon's style."""
    default_open: bool = False
    """Starts open."""
    open: bool = False
    """The same, as html spells it."""


class FoldNode(BlockComponent):
    """A title that opens its content."""

    html_tag = "details"

    def html_attributes(self) -> dict[str, str]:
        """Return whether it starts open."""
        return {"open": "open"} if self["open"] else {}

    def open_html(self, out: HtmlOutput) -> None:
        """Write the start tag; ids after the first are in the title, as it has to come first."""
        ids, title = self["ids"], self.children[0]
        if isinstance(title, TitleNode):
            self["ids"], title["ids"] = ids[:1], ids[1:]
        super().open_html(out)
        self["ids"] = ids

    def plain(self) -> list[nodes.Node]:
        """Return a definition: the title, then its second line and the content."""
        title, content = title_of(self), content_of(self)
        if title and isinstance(title[-1], nodes.inline) and _SECOND in title[-1]["classes"]:
            content = [nodes.paragraph("", "", title[-1]), *content]
            title = title[:-2]
        return [definition(title, content)]


class FoldGroupNode(BlockComponent):
    """Folds one below the other."""

    def html_attributes(self) -> dict[str, str]:
        """Return the label of the button that opens all, in a group that has one."""
        label = self.get("expand")
        return {"data-docsnav-expand": label} if label else {}


class FoldBodyNode(BlockComponent):
    """What a fold shows when it is open."""


def make_fold(
    title: list[nodes.Node], body: list[nodes.Node], css: str, *, opened: bool
) -> FoldNode:
    """Return a fold with class *css*, and ``css-title`` and ``css-body`` on its parts."""
    node = FoldNode("", classes=["docsnav-details", css], open=opened)
    node += make_title(title, "docsnav-details-title", tag="summary")
    node += FoldBodyNode("", *block_children(body), classes=["docsnav-details-body"])
    return node


def build_fold(
    context: ComponentServices, props: FoldProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a section that can be folded; a link to its title opens it."""
    title = context.text(props.title) or [nodes.Text(_untitled(context))]
    icon = context.icon(props.icon, style=props.icon_type)
    second = context.text(props.description)
    if second:
        words = nodes.inline("", "", *second, classes=[_SECOND])
        second = [nodes.Text(" "), words]
    css = "docsnav-expandable" if context.tag == "Expandable" else "docsnav-accordion"
    node = make_fold(
        [*icon, *title, *second], children, css, opened=props.default_open or props.open
    )
    node["ids"] = context.ids
    return [node]


def _untitled(context: ComponentServices) -> str:
    return context.translate("attributes" if context.tag == "Expandable" else "details")


def build_group(
    context: ComponentServices, _props: Props, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return foldable sections in one frame."""
    node = FoldGroupNode("", *block_children(children), classes=["docsnav-details-group"])
    if sum(isinstance(child, FoldNode) for child in node) >= _MANY:
        node["expand"] = context.translate("expand")
    return [node]


TYPES = (
    ComponentType("Accordion", build_fold, FoldProps, id_from=("id", "title"), needs=("title",)),
    ComponentType("Expandable", build_fold, FoldProps),
    ComponentType("AccordionGroup", build_group),
)
NODES: tuple[type[nodes.Element], ...] = (FoldNode, FoldGroupNode, FoldBodyNode)
