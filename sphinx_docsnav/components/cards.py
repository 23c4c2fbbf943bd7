"""Card, Tile, GitHub.Repo, CardGroup, Columns, Column, Frame and Panel."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any

from docutils import nodes

from sphinx_docsnav.components.component_nodes import (
    BlockComponent,
    get_content_nodes,
    get_title_nodes,
    make_definition,
    make_title,
    wrap_inline_children,
)
from sphinx_docsnav.components.registry import (
    ComponentServices,
    ComponentType,
    CssColor,
    Props,
    StyleName,
    require_one_of,
)

_MAX_COLUMNS = 4
_REPOSITORY = re.compile(
    r"(?:https?://(?:www\.)?github\.com/)?([\w.-]+/[\w.-]+?)(?:\.git)?/?", re.ASCII
)
"""The name of a repository, or its address on GitHub."""
_ICONS: Mapping[str, str] = {
    "info": "info",
    "note": "info",
    "tip": "lightbulb",
    "warning": "triangle-exclamation",
    "danger": "circle-exclamation",
    "check": "check",
}
"""The icon of a card of each type that does not name one."""


class CardProps(Props):
    """Properties of Card and Tile."""

    title: Any = None
    """Inline Markdown or JSX."""
    href: str = ""
    """The address that the whole card links to."""
    icon: Any = None
    """The name of an icon, a URL, a file of the site, or JSX."""
    icon_type: StyleName = ""
    """The style of the icon."""
    color: CssColor = ""
    """The colour of the icon."""
    img: str = ""
    """An image at the top."""
    description: Any = None
    """The second line of a Tile."""
    cta: str = ""
    """The text of a link at the end."""
    horizontal: bool = False
    """Whether the icon is beside the text."""
    arrow: bool | None = None
    """Whether an arrow is shown; by default, on links to other sites."""

    type: Annotated[str, require_one_of(*_ICONS, "error")] = ""
    """``info``, ``warning`` …: styled like the callout of that name."""


class RepositoryProps(Props):
    """Properties of GitHub.Repo."""

    repo: str = ""
    """``owner/name``, or the address on GitHub."""


class GroupProps(Props):
    """Properties of CardGroup and Columns."""

    cols: int = 2
    """The number of columns on wide screens, 1 to 4."""


class CardNode(BlockComponent):
    """A box with a title, whose link covers the whole box."""

    def plain(self) -> list[nodes.Node]:
        """Return a definition: the title with its link, then the text."""
        title = get_title_nodes(self)
        for paragraph in list(self.findall(nodes.paragraph)):
            if "docsnav-card-cta" in paragraph["classes"]:
                # The title is the link already.
                paragraph.parent.remove(paragraph)
        return (
            [make_definition(title, get_content_nodes(self))] if title else get_content_nodes(self)
        )


class CardGroupNode(BlockComponent):
    """A grid of boxes."""

    def html_attributes(self) -> dict[str, str]:
        """Return the number of columns as a variable for the style sheet."""
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
    image = context.image(props.img) if props.img else []
    if context.tag == "Tile":
        image, children = [*image, *children], []
    if image:
        box += ColumnNode("", *wrap_inline_children(image), classes=["docsnav-card-image"])
    # An empty icon turns off the one of the type.
    name = props.icon if props.icon is not None else _ICONS.get(kind)
    icon = context.icon(name, style=props.icon_type, color=props.color)
    if icon:
        box += make_title(icon, "docsnav-card-icon")
    title = context.text(props.title)
    # A card without a title needs a text for its link.
    link = props.href and context.link(props.href, title or [nodes.Text(props.cta or props.href)])
    if title or link:
        has_arrow = "://" in props.href if props.arrow is None else props.arrow
        arrow = " docsnav-card-arrow" if has_arrow else ""
        hidden = "" if title else " docsnav-card-untitled"
        box += make_title(link or title, f"docsnav-card-title{arrow}{hidden}")
    description = context.text(props.description)
    content = [*children, *([nodes.paragraph("", "", *description)] if description else [])]
    body = wrap_inline_children(content)
    # Without a title, the text is the link already.
    if props.cta and title and link:
        body.append(nodes.paragraph(props.cta, props.cta, classes=["docsnav-card-cta"]))
    if body:
        box += ColumnNode("", *body, classes=["docsnav-card-body"])
    return [box]


def build_repository(
    context: ComponentServices, props: RepositoryProps, _children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a card that links to a repository, without its numbers, which need a request."""
    match = _REPOSITORY.fullmatch(props.repo.strip())
    if match is None:
        context.warn(f"expected a repository such as 'owner/name', found {props.repo!r}; left out")
        return []
    address = f"https://github.com/{match[1]}"
    icon = {"name": "github", "library": "fontawesome", "style": "brands"}
    return build_card(context, CardProps(title=match[1], href=address, icon=icon), [])


def build_card_group(
    context: ComponentServices, props: GroupProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a grid of up to four columns, fewer on narrow screens."""
    # The style sheet has rules for up to four columns.
    columns = min(max(props.cols, 1), _MAX_COLUMNS)
    if columns != props.cols:
        context.warn(
            f"expected 1 to {_MAX_COLUMNS} as 'cols', found {props.cols}; {columns} is used"
        )
    body = wrap_inline_children(children)
    return [CardGroupNode("", *body, classes=["docsnav-cards"], columns=columns)]


def build_column(
    _context: ComponentServices, _props: Props, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return one cell of a grid."""
    return [ColumnNode("", *wrap_inline_children(children), classes=["docsnav-column"])]


class FrameProps(Props):
    """Properties of Frame."""

    caption: Any = None
    """Inline Markdown below the content."""
    hint: Any = None
    """Inline Markdown above the content."""


class FrameNode(BlockComponent):
    """An image or a video with a caption."""

    html_tag = "figure"

    def plain(self) -> list[nodes.Node]:
        """Return a figure if the content is one image, otherwise the content and its caption."""
        content, caption = get_content_nodes(self), get_title_nodes(self)
        # docutils' figure contains a single image.
        if len(content) == 1 and isinstance(content[0], nodes.image):
            caption_nodes = [nodes.caption("", "", *caption)] if caption else []
            return [nodes.figure("", content[0], *caption_nodes)]
        return content + (
            [nodes.paragraph("", "", nodes.emphasis("", "", *caption))] if caption else []
        )


class PanelNode(BlockComponent):
    """Content in a box. It is no landmark, as it has no name."""

    html_tag = "div"


def build_frame(
    context: ComponentServices, props: FrameProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a framed figure with its caption."""
    node = FrameNode("", classes=["docsnav-frame"])
    hint, caption = context.text(props.hint), context.text(props.caption)
    node += [nodes.paragraph("", "", *hint, classes=["docsnav-frame-hint"])] if hint else []
    node += [_unwrap_image(child) for child in wrap_inline_children(children)]
    if caption:
        node += make_title(caption, "docsnav-frame-caption", tag="figcaption")
    return [node]


def _unwrap_image(node: nodes.Node) -> nodes.Node:
    """Return the image of a paragraph that contains nothing else."""
    if isinstance(node, nodes.paragraph) and len(node) == 1 and isinstance(node[0], nodes.image):
        image = node[0]
        node.remove(image)
        return image
    return node


def build_panel(
    _context: ComponentServices, _props: Props, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a box beside the text, or below it on narrow screens."""
    return [PanelNode("", *wrap_inline_children(children), classes=["docsnav-panel"])]


TYPES = (
    ComponentType("Card", build_card, CardProps),
    ComponentType("Tile", build_card, CardProps, needs=("title", "href")),
    ComponentType("GitHub.Repo", build_repository, RepositoryProps, without_effect=("variant",)),
    ComponentType("CardGroup", build_card_group, GroupProps),
    ComponentType("Columns", build_card_group, GroupProps),
    ComponentType("TileGroup", build_card_group, GroupProps),
    ComponentType("Column", build_column),
    ComponentType("Frame", build_frame, FrameProps),
    ComponentType("Panel", build_panel),
)
NODES: tuple[type[nodes.Element], ...] = (CardNode, CardGroupNode, ColumnNode, FrameNode, PanelNode)
