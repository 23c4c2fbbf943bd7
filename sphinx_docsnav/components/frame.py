"""Frame and Panel."""

from __future__ import annotations

from typing import Any

from docutils import nodes

from sphinx_docsnav.components.component_nodes import (
    BlockComponent,
    block_children,
    content_of,
    make_title,
    title_of,
)
from sphinx_docsnav.components.registry import ComponentServices, ComponentType, Props


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
    ComponentType("Frame", build_frame, FrameProps),
    ComponentType("Panel", build_panel),
)
NODES: tuple[type[nodes.Element], ...] = (FrameNode, PanelNode)
