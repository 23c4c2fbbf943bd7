"""Badge, Tooltip and Icon: components in a line of text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from docutils import nodes

from sphinx_docsnav.components.component_nodes import (
    HtmlOutput,
    InlineComponent,
    content_of,
    make_title,
    title_of,
)
from sphinx_docsnav.components.property_values import (
    CssColor,
    Pixels,
    StyleName,
    one_of,
    safe_color,
)
from sphinx_docsnav.components.registry import ComponentServices, ComponentType, Props
from sphinx_docsnav.docs_json.kinds import Icon
from sphinx_docsnav.icons import icon_svg

_BADGE_COLORS = (
    *("gray", "blue", "green", "yellow", "orange", "red", "purple"),
    *("white", "surface", "white-destructive", "surface-destructive"),
)


class IconProps(Props):
    """Properties of Icon."""

    icon: Any = None
    """Its name, URL or site file."""
    name: Any = None
    """The same."""
    icon_type: StyleName = ""
    """``solid``, ``regular``, ``brands`` …"""
    icon_library: str = ""
    """The library, if not the site's."""
    library: str = ""
    """The same."""
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
    """The words of a link below it."""
    href: str = ""
    """Where the link leads."""


class BadgeProps(Props):
    """Properties of Badge."""

    color: Annotated[str, one_of(*_BADGE_COLORS)] = ""
    """``green``, ``red`` …"""
    size: Annotated[str, one_of("xs", "sm", "md", "lg")] = ""
    """``xs`` to ``lg``."""
    shape: Annotated[str, one_of("rounded", "pill")] = ""
    """``rounded`` or ``pill``."""
    stroke: bool = False
    """Only an outline."""
    disabled: bool = False
    """Faded."""
    icon: Any = None
    """An icon before the text."""
    icon_type: StyleName = ""
    """The icon's style."""


class IconNode(InlineComponent):
    """An icon of a library, drawn while the page is written; only HTML shows it."""

    def open_html(self, out: HtmlOutput) -> None:
        """Write the drawing inline; a name that no library has was reported while reading."""
        drawing = icon_svg(
            Icon(self["name"], self["style"], self["icon_library"]),
            self["library"] or "fontawesome",
        )
        style = "".join(
            f"{name}: {self[key]};"
            for name, key in (("color", "color"), ("font-size", "size"))
            if self[key]
        )
        attributes = {"style": style} if style else {}
        out.body.append(out.starttag(self, "span", drawing or "", **attributes))

    def plain(self) -> list[nodes.Node]:
        """Return nothing: icons are hidden from those who can't see them."""
        return []


class BadgeNode(InlineComponent):
    """A small label."""


class TooltipNode(InlineComponent):
    """A word with an explanation that shows under the pointer and on focus."""

    def html_attributes(self) -> dict[str, str]:
        """Return what makes it reachable by keyboard."""
        return {"tabindex": "0"}

    def plain(self) -> list[nodes.Node]:
        """Return the word and the explanation in brackets."""
        words, tip = content_of(self), title_of(self)
        return [*words, nodes.Text(" ("), *tip, nodes.Text(")")] if tip else words


def make_icon(  # noqa: PLR0913 - an icon and its options
    name: str, *, style: str = "", own: str = "", library: str = "", color: str = "", size: str = ""
) -> IconNode:
    """Return an icon's node: *own* is the library it names, *library* the site's."""
    node = IconNode("", classes=["docsnav-glyph"], name=name, style=style)
    node["icon_library"], node["library"] = own, library
    node["color"] = safe_color(color)
    node["size"] = f"{size}px" if re.fullmatch(r"\d{1,3}(?:\.\d+)?", size) else ""
    return node


def build_icon(
    context: ComponentServices, props: IconProps, _children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return an icon, drawn as SVG in the page."""
    found = context.icon(
        props.icon or props.name,
        style=props.icon_type,
        library=props.icon_library or props.library,
        color=props.color,
    )
    if re.fullmatch(r"\d{1,3}(?:\.\d+)?", props.size):
        size = f"{props.size}px"
        for node in found:
            if isinstance(node, IconNode):
                node["size"] = size
            elif isinstance(node, nodes.image):
                node["style"] = f"width: {size}; height: {size}"
    return found


def build_badge(
    context: ComponentServices, props: BadgeProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a small coloured label."""
    words = [props.color, props.size, props.shape]
    words += ["stroke"] if props.stroke else []
    words += ["disabled"] if props.disabled else []
    css = [f"docsnav-badge-{word.lower()}" for word in words if word]
    drawn = context.icon(props.icon, style=props.icon_type)
    words_in_line = _in_line(children)
    return [BadgeNode("", "", *drawn, *words_in_line, classes=["docsnav-badge", *css])]


def _in_line(children: Iterable[nodes.Node]) -> Iterator[nodes.Node]:
    """Yield *children* with the content of paragraphs in their place.

    A tag on lines of its own contains paragraphs, which cannot be in a line of text.
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
    """Return a word with an explanation that shows under the pointer and on focus."""
    tip = context.text(props.tip)
    headline = context.text(props.headline)
    if headline:
        tip = [nodes.strong("", "", *headline), nodes.Text(" "), *tip]
    if props.href and props.cta:
        tip += [nodes.Text(" "), *context.link(props.href, context.text(props.cta))]
    if not tip:
        context.warn("expected the explanation in 'tip'; shown as usual text")
        return children
    told = make_title(tip, "docsnav-tooltip-tip", tag="span", attributes={"role": "tooltip"})
    return [TooltipNode("", "", *_in_line(children), told, classes=["docsnav-tooltip"])]


TYPES = (
    ComponentType("Icon", build_icon, IconProps, phrasing=True, needs=("icon", "name")),
    ComponentType("Badge", build_badge, BadgeProps, phrasing=True),
    ComponentType("Tooltip", build_tooltip, TooltipProps, phrasing=True),
)
NODES: tuple[type[nodes.Element], ...] = (IconNode, BadgeNode, TooltipNode)
