"""Badge, Tooltip and Icon: components in a line of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from docutils import nodes

from sphinx_docsnav.components.component_nodes import (
    HtmlOutput,
    InlineComponent,
    get_content_nodes,
    get_title_nodes,
    make_title,
)
from sphinx_docsnav.components.registry import (
    ComponentServices,
    ComponentType,
    CssColor,
    Pixels,
    Props,
    StyleName,
    check_color,
    require_one_of,
)

_BADGE_COLORS = (
    *("gray", "blue", "green", "yellow", "orange", "red", "purple"),
    *("white", "surface", "white-destructive", "surface-destructive"),
)
"""The colours that the style sheet has for badges."""


class IconProps(Props):
    """Properties of Icon."""

    icon: Any = None
    """Its name, a URL, or a file of the site."""
    name: Any = None
    """The same as *icon*."""
    icon_type: StyleName = ""
    """``solid``, ``regular``, ``brands`` …"""
    icon_library: str = ""
    """The library, if it is not that of the site."""
    library: str = ""
    """The same as *icon_library*."""
    color: CssColor = ""
    """Its colour."""
    size: Pixels = ""
    """Its height in pixels."""


class TooltipProps(Props):
    """Properties of Tooltip."""

    tip: Any = None
    """The text of the tooltip."""
    headline: Any = None
    """A line above it."""
    cta: Any = None
    """The text of a link below it."""
    href: str = ""
    """The address of the link."""


class BadgeProps(Props):
    """Properties of Badge."""

    color: Annotated[str, require_one_of(*_BADGE_COLORS)] = ""
    """``green``, ``red`` …"""
    size: Annotated[str, require_one_of("xs", "sm", "md", "lg")] = ""
    """``xs`` to ``lg``."""
    shape: Annotated[str, require_one_of("rounded", "pill")] = ""
    """``rounded`` or ``pill``."""
    stroke: bool = False
    """Whether only the outline is drawn."""
    disabled: bool = False
    """Whether it is faded."""
    icon: Any = None
    """An icon before the text."""
    icon_type: StyleName = ""
    """The style of the icon."""


class IconNode(InlineComponent):
    """An icon of a set, with its drawing; only HTML shows it."""

    def open_html(self, out: HtmlOutput) -> None:
        """Write the drawing inline."""
        style = "".join(
            f"{name}: {self[key]};"
            for name, key in (("color", "color"), ("font-size", "size"))
            if self[key]
        )
        attributes = {"style": style} if style else {}
        out.body.append(out.starttag(self, "span", self["drawing"], **attributes))

    def plain(self) -> list[nodes.Node]:
        """Return nothing: icons are decoration."""
        return []


class BadgeNode(InlineComponent):
    """A small label."""


class TooltipNode(InlineComponent):
    """A word with an explanation that is shown on hover and focus."""

    def html_attributes(self) -> dict[str, str]:
        """Return the attribute that makes it reachable by keyboard."""
        return {"tabindex": "0"}

    def plain(self) -> list[nodes.Node]:
        """Return the word, and the explanation in brackets."""
        content, tip = get_content_nodes(self), get_title_nodes(self)
        return [*content, nodes.Text(" ("), *tip, nodes.Text(")")] if tip else content


def make_icon(name: str, drawing: str, *, color: str = "") -> IconNode:
    """Return the node of an icon.

    :param drawing: an ``<svg>`` element, as `SiteIcons.svg` returns it.
    """
    node = IconNode("", classes=["docsnav-glyph"], name=name, drawing=drawing)
    node["color"], node["size"] = check_color(color), ""
    return node


def build_icon(
    context: ComponentServices, props: IconProps, _children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return an icon, drawn as SVG in the page."""
    icons = context.icon(
        props.icon or props.name,
        style=props.icon_type,
        library=props.icon_library or props.library,
        color=props.color,
    )
    # An image has no font size.
    if props.size:
        size = f"{props.size}px"
        for node in icons:
            if isinstance(node, IconNode):
                node["size"] = size
            elif isinstance(node, nodes.image):
                node["style"] = f"width: {size}; height: {size}"
    return icons


def build_badge(
    context: ComponentServices, props: BadgeProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a small coloured label."""
    modifiers = [props.color, props.size, props.shape]
    modifiers += ["stroke"] if props.stroke else []
    modifiers += ["disabled"] if props.disabled else []
    css = [f"docsnav-badge-{modifier.lower()}" for modifier in modifiers if modifier]
    icon = context.icon(props.icon, style=props.icon_type)
    content = _unwrap_paragraph_content(children)
    return [BadgeNode("", "", *icon, *content, classes=["docsnav-badge", *css])]


def _unwrap_paragraph_content(children: Iterable[nodes.Node]) -> Iterator[nodes.Node]:
    """Yield *children* with paragraphs replaced by their content.

    A tag on lines of its own contains paragraphs, which must not be in a line of text.
    """
    is_first = True
    for child in children:
        if not isinstance(child, nodes.paragraph):
            yield child
            continue
        if not is_first:
            yield nodes.Text(" ")
        yield from child.children
        is_first = False


def build_tooltip(
    context: ComponentServices, props: TooltipProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a word with an explanation that is shown on hover and focus."""
    tip = context.text(props.tip)
    headline = context.text(props.headline)
    if headline:
        tip = [nodes.strong("", "", *headline), nodes.Text(" "), *tip]
    if props.href and props.cta:
        tip += [nodes.Text(" "), *context.link(props.href, context.text(props.cta))]
    # Without an explanation, the word is ordinary text.
    if not tip:
        context.warn("expected the explanation in 'tip'; shown as usual text")
        return children
    tip_node = make_title(tip, "docsnav-tooltip-tip", tag="span", attributes={"role": "tooltip"})
    return [
        TooltipNode(
            "", "", *_unwrap_paragraph_content(children), tip_node, classes=["docsnav-tooltip"]
        )
    ]


TYPES = (
    ComponentType("Icon", build_icon, IconProps, phrasing=True, needs=("icon", "name")),
    ComponentType("Badge", build_badge, BadgeProps, phrasing=True),
    ComponentType("Tooltip", build_tooltip, TooltipProps, phrasing=True),
)
NODES: tuple[type[nodes.Element], ...] = (IconNode, BadgeNode, TooltipNode)
