"""Card, Tile, GitHub.Repo, CardGroup, Columns, Column, Frame and Panel."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any

from docutils import nodes

from sphinx_docsnav.components.component_nodes import (
    BlockComponent,
    block_children,
    content_of,
    definition,
    make_title,
    title_of,
)
from sphinx_docsnav.components.property_values import CssColor, StyleName, one_of
from sphinx_docsnav.components.registry import ComponentServices, ComponentType, Props

_MOST_COLUMNS = 4
_REPOSITORY = re.compile(
    r"(?:https?://(?:www\.)?github\.com/)?([\w.-]+/[\w.-]+?)(?:\.git)?/?", re.ASCII
)
_ICONS: Mapping[str, str] = {
    "info": "info",
    "note": "info",
    "tip": "lightbulb",
    "warning": "triangle-exclamation",
    "danger": "circle-exclamation",
    "check": "check",
}
"""The icon of a card of each type, unless it names one."""


class CardProps(Props):
    """Properties of Card and Tile."""

    title: Any = None
    """Inline Markdown or JSX."""
    href: str = ""
    """Where the whole card leads."""
    icon: Any = None
    """An icon's name, URL, site file or JSX."""
    icon_type: StyleName = ""
    """The icon's style."""
    color: CssColor = ""
    """The icon's colour."""
    img: str = ""
    """A picture on top."""
    description: Any = None
    """A Tile's second line."""
    cta: str = ""
    """The words of a link at the end."""
    horizontal: bool = False
    """Icon and text side by side."""
    arrow: bool | None = None
    """Whether an arrow is shown; by default, on links to other sites."""

    type: Annotated[str, one_of(*_ICONS, "error")] = ""
    """``info``, ``warning`` …: drawn like the callout of that name."""


class RepositoryProps(Props):
    """Properties of GitHub.Repo."""

    repo: str = ""
    """``owner/name``, or its address on GitHub."""


class GroupProps(Props):
    """Properties of CardGroup and Columns."""

    cols: int = 2
    """Columns where there is room, 1 to 4."""


class CardNode(BlockComponent):
    """A box with a title; a link stretched over it makes the whole of it clickable."""

    def plain(self) -> list[nodes.Node]:
        """Return a definition: the title with its link, then the text."""
        title = title_of(self)
        for words in list(self.findall(nodes.paragraph)):
            if "docsnav-card-cta" in words["classes"]:
                words.parent.remove(words)  # the title is the link
        return [definition(title, content_of(self))] if title else content_of(self)


class CardGroupNode(BlockComponent):
    """Boxes side by side."""

    def html_attributes(self) -> dict[str, str]:
        """Return the number of columns as a variable for the stylesheet."""
        return {"style": f"--docsnav-columns: {self['columns']}"}


class ColumnNode(BlockComponent):
    """One of several columns, or a part of a card."""


def build_card(
    context: ComponentServices, props: CardProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a card; its title is the link, or its whole text if it has no title."""
    box = CardNode("", classes=["docsnav-card"])
    kind = "danger" if props.type == "error" else props.type
    if kind in _ICONS:
        box["classes"] += ["docsnav-card-typed", f"docsnav-card-{kind}"]
    if props.horizontal:
        box["classes"].append("docsnav-card-horizontal")
    if context.tag == "Tile":
        box["classes"].append("docsnav-tile")
    picture = context.image(props.img) if props.img else []
    if context.tag == "Tile":
        picture, children = [*picture, *children], []
    if picture:
        box += ColumnNode("", *block_children(picture), classes=["docsnav-card-image"])
    name = props.icon if props.icon is not None else _ICONS.get(kind)
    icon = context.icon(name, style=props.icon_type, color=props.color)
    if icon:
        box += make_title(icon, "docsnav-card-icon")
    title = context.text(props.title)
    link = props.href and context.link(props.href, title or [nodes.Text(props.cta or props.href)])
    if title or link:
        points = "://" in props.href if props.arrow is None else props.arrow
        arrow = " docsnav-card-arrow" if points else ""
        hidden = "" if title else " docsnav-card-untitled"
        box += make_title(link or title, f"docsnav-card-title{arrow}{hidden}")
    body = block_children([*children, *_description(context, props)])
    if props.cta and title and link:
        body.append(nodes.paragraph(props.cta, props.cta, classes=["docsnav-card-cta"]))
    if body:
        box += ColumnNode("", *body, classes=["docsnav-card-body"])
    return [box]


def _description(context: ComponentServices, props: CardProps) -> list[nodes.Node]:
    words = context.text(props.description)
    return [nodes.paragraph("", "", *words)] if words else []


def build_repository(
    context: ComponentServices, props: RepositoryProps, _children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a card that leads to the repository, without numbers, which need a request."""
    found = _REPOSITORY.fullmatch(props.repo.strip())
    if found is None:
        context.warn(f"expected a repository such as 'owner/name', found {props.repo!r}; left out")
        return []
    address = f"https://github.com/{found[1]}"
    icon = {"name": "github", "library": "fontawesome", "style": "brands"}
    return build_card(context, CardProps(title=found[1], href=address, icon=icon), [])


def build_group(
    context: ComponentServices, props: GroupProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a grid of up to four columns, fewer on narrow screens."""
    columns = min(max(props.cols, 1), _MOST_COLUMNS)
    if columns != props.cols:
        context.warn(
            f"expected 1 to {_MOST_COLUMNS} as 'cols', found {props.cols}; {columns} is used"
        )
    body = block_children(children)
    return [CardGroupNode("", *body, classes=["docsnav-cards"], columns=columns)]


def build_column(
    _context: ComponentServices, _props: Props, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return one cell of a grid."""
    return [ColumnNode("", *block_children(children), classes=["docsnav-column"])]


class FrameProps(Props):
    """Properties of Frame."""

    caption: Any = None
    """Inline Markdown below the content."""
    hint: Any = None
    """Inline Markdown above the content."""


class FrameNode(BlockComponent):
    """A picture or a video with a caption."""

    html_tag = "figure"

    def plain(self) -> list[nodes.Node]:
        """Return a figure if there is one picture, else the content and its caption."""
        content, caption = content_of(self), title_of(self)
        if len(content) == 1 and isinstance(content[0], nodes.image):
            words = [nodes.caption("", "", *caption)] if caption else []
            return [nodes.figure("", content[0], *words)]
        return content + (
            [nodes.paragraph("", "", nodes.emphasis("", "", *caption))] if caption else []
        )


class PanelNode(BlockComponent):
    """Content in a box; no landmark of the page, as it has no name."""

    html_tag = "div"


def build_frame(
    context: ComponentServices, props: FrameProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a framed figure with its caption."""
    node = FrameNode("", classes=["docsnav-frame"])
    hint, caption = context.text(props.hint), context.text(props.caption)
    node += [nodes.paragraph("", "", *hint, classes=["docsnav-frame-hint"])] if hint else []
    node += [_bare_picture(child) for child in block_children(children)]
    if caption:
        node += make_title(caption, "docsnav-frame-caption", tag="figcaption")
    return [node]


def _bare_picture(node: nodes.Node) -> nodes.Node:
    """Return the image of a paragraph that holds nothing else."""
    if isinstance(node, nodes.paragraph) and len(node) == 1 and isinstance(node[0], nodes.image):
        picture = node[0]
        node.remove(picture)
        return picture
    return node


def build_panel(
    _context: ComponentServices, _props: Props, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a box beside the text, or below it on narrow screens."""
    return [PanelNode("", *block_children(children), classes=["docsnav-panel"])]


TYPES = (
    ComponentType("Card", build_card, CardProps),
    ComponentType("Tile", build_card, CardProps, needs=("title", "href")),
    ComponentType("GitHub.Repo", build_repository, RepositoryProps, without_effect=("variant",)),
    ComponentType("CardGroup", build_group, GroupProps),
    ComponentType("Columns", build_group, GroupProps),
    ComponentType("TileGroup", build_group, GroupProps),
    ComponentType("Column", build_column),
    ComponentType("Frame", build_frame, FrameProps),
    ComponentType("Panel", build_panel),
)
NODES: tuple[type[nodes.Element], ...] = (CardNode, CardGroupNode, ColumnNode, FrameNode, PanelNode)
