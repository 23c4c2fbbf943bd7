"""Note, Info, Tip, Warning, Danger, Check and Callout.

They are docutils' admonitions, so every theme draws them in its own way;
only a callout with a colour or an icon of its own draws itself.
"""

from __future__ import annotations

import functools
from typing import Annotated, Any

from docutils import nodes
from sphinx.locale import admonitionlabels

from sphinx_docsnav.components.component_nodes import Component, HtmlOutput, Word, block_children
from sphinx_docsnav.components.property_values import CssColor, StyleName, one_of
from sphinx_docsnav.components.registry import ComponentServices, ComponentType, Props

_KNOWN: dict[str, tuple[type[nodes.Element], str, Word | None]] = {
    # name: docutils' class, class for the theme, our word for a title where docutils has none
    "Note": (nodes.note, "note", None),
    "Info": (nodes.admonition, "note", "info"),
    "Tip": (nodes.tip, "tip", None),
    "Warning": (nodes.warning, "warning", None),
    "Danger": (nodes.danger, "danger", None),
    "Check": (nodes.admonition, "tip", "check"),
}
_TYPES = {name.lower(): name for name in _KNOWN} | {"success": "Check", "error": "Danger"}
"""The admonition that each type of a callout names."""


class AdmonitionProps(Props):
    """Properties of an admonition."""

    title: Any = None
    """Its title instead of the usual one."""
    icon: Any = None
    """An icon beside the title."""
    icon_type: StyleName = ""
    """The icon's style."""
    color: CssColor = ""
    """``#rrggbb`` or a colour's name, on callouts."""
    type: Annotated[str, one_of(*_TYPES)] = ""
    """``info``, ``warning`` …: a callout that is an alias of another one."""


class CalloutNode(Component, nodes.admonition):
    """An admonition with a colour or an icon of its own; other formats see an admonition."""

    def open_html(self, out: HtmlOutput) -> None:
        """Write the box; the colour is a variable for the stylesheet."""
        style = {"style": f"--docsnav-callout: {self['color']}"} if self["color"] else {}
        out.body.append(out.starttag(self, "div", "", CLASS="admonition", **style))

    def close_html(self, out: HtmlOutput) -> None:
        """Close the box."""
        out.body.append("</div>\n")

    def plain(self) -> list[nodes.Node]:
        """Return a common admonition; one without a title gets none but its text in a quote."""
        if not self.children:
            return []
        if not isinstance(self.children[0], nodes.title):
            return [nodes.block_quote("", *self.children)]
        return [nodes.admonition("", *self.children, classes=list(self["classes"]))]


def build_admonition(
    name: str, context: ComponentServices, props: AdmonitionProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return an admonition in the theme's style."""
    if props.color or props.icon:
        return _build_callout(_KNOWN[name][1], name, context, props, children)
    cls, css, word = _KNOWN[name]
    usual = [nodes.Text(context.translate(word))] if word else []
    words = context.text(props.title) if props.title else usual
    body = block_children(children)
    if not words:
        return [cls("", *body)]
    classes = [css, f"docsnav-{name.lower()}"]
    return [nodes.admonition("", nodes.title("", "", *words), *body, classes=classes)]


def build_callout(
    context: ComponentServices, props: AdmonitionProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a box with its own colour, icon and title, or the admonition that ``type`` names."""
    name = _TYPES.get(props.type.lower())
    if name:
        return build_admonition(name, context, props, children)
    return _build_callout("", "Note", context, props, children)


class BannerProps(AdmonitionProps):
    """Properties of Banner."""

    content: Any = None
    """Its text, in place of children."""


def build_banner(
    context: ComponentServices, props: BannerProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a box in its place of the page; the banner of all pages is that of docs.json."""
    text = context.text(props.content) if props.content else []
    return build_callout(
        context, props, [*([nodes.paragraph("", "", *text)] if text else []), *children]
    )


def _build_callout(
    css: str,
    name: str,
    context: ComponentServices,
    props: AdmonitionProps,
    children: list[nodes.Node],
) -> list[nodes.Node]:
    icon = context.icon(props.icon, style=props.icon_type)
    title = context.text(props.title) if props.title else _usual_title(context, name, css)
    box = CalloutNode("", classes=["docsnav-callout", *([css] if css else [])], color=props.color)
    if title:
        box += nodes.title("", "", *icon, *([nodes.Text(" ")] if icon else []), *title)
    body = block_children(children)
    if icon and not title:
        box["classes"].append("docsnav-callout-untitled")
        body = [_with_icon(icon, body), *body[1:]] if body else [nodes.paragraph("", "", *icon)]
    box += body
    return [box]


def _usual_title(context: ComponentServices, name: str, css: str) -> list[nodes.Node]:
    """Return the title of the known admonition that a callout's icon selects."""
    if not css:
        return []
    word = _KNOWN[name][2]
    return [nodes.Text(context.translate(word) if word else admonitionlabels[name.lower()])]


def _with_icon(icon: list[nodes.Node], body: list[nodes.Node]) -> nodes.Node:
    if isinstance(body[0], nodes.paragraph):
        body[0].insert(0, [*icon, nodes.Text(" ")])
        return body[0]
    return nodes.compound("", nodes.paragraph("", "", *icon), body[0])


TYPES = (
    *(
        ComponentType(name, functools.partial(build_admonition, name), AdmonitionProps)
        for name in _KNOWN
    ),
    ComponentType("Callout", build_callout, AdmonitionProps),
    ComponentType("Banner", build_banner, BannerProps, without_effect=("dismissible",)),
)
NODES: tuple[type[nodes.Element], ...] = (CalloutNode,)
