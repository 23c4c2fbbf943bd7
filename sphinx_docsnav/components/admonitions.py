"""Note, Info, Tip, Warning, Danger, Check, Callout and Banner.

They become docutils' admonitions, which each theme displays in its own way. Only a callout with a
colour or icon of its own is styled by this package.
"""

from __future__ import annotations

import functools
from typing import Annotated, Any

from docutils import nodes
from sphinx.locale import admonitionlabels

from sphinx_docsnav.components.component_nodes import (
    Component,
    HtmlOutput,
    Word,
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

_ADMONITIONS: dict[str, tuple[type[nodes.Element], str, Word | None]] = {
    "Note": (nodes.note, "note", None),
    "Info": (nodes.admonition, "note", "info"),
    "Tip": (nodes.tip, "tip", None),
    "Warning": (nodes.warning, "warning", None),
    "Danger": (nodes.danger, "danger", None),
    "Check": (nodes.admonition, "tip", "check"),
}
"""The class of docutils, the class for the theme, and our word for a title that docutils lacks."""
_CALLOUT_TYPES = {name.lower(): name for name in _ADMONITIONS} | {
    "success": "Check",
    "error": "Danger",
}
"""The component for each value of ``type`` of a callout."""

UNTITLED = "docsnav-untitled"
"""The class of a callout whose author gives no title: its icon is beside the text."""


class AdmonitionProps(Props):
    """Properties of an admonition."""

    title: Any = None
    """A title instead of the default one."""
    icon: Any = None
    """An icon beside the title."""
    icon_type: StyleName = ""
    """The style of the icon."""
    color: CssColor = ""
    """The colour of a callout: ``#rrggbb`` or a name."""
    type: Annotated[str, require_one_of(*_CALLOUT_TYPES)] = ""
    """``info``, ``warning`` …: makes a callout the same as that component."""


class CalloutNode(Component, nodes.admonition):
    """An admonition with a colour or an icon of its own; an admonition in other formats."""

    def open_html(self, out: HtmlOutput) -> None:
        """Write the start of the box, with its colour as a variable for the style sheet."""
        style = {"style": f"--docsnav-callout: {self['color']}"} if self["color"] else {}
        out.body.append(out.starttag(self, "div", "", CLASS="admonition", **style))

    def close_html(self, out: HtmlOutput) -> None:
        """Write the end of the box."""
        out.body.append("</div>\n")

    def plain(self) -> list[nodes.Node]:
        """Return an admonition, or a quote if there is no title."""
        if not self.children:
            return []
        # docutils' admonition needs a title.
        if not isinstance(self.children[0], nodes.title):
            return [nodes.block_quote("", *self.children)]
        return [nodes.admonition("", *self.children, classes=list(self["classes"]))]


def build_admonition(
    name: str, context: ComponentServices, props: AdmonitionProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return an admonition in the style of the theme."""
    # Themes have neither colours nor icons of an author.
    if props.color or props.icon:
        return _build_callout(_ADMONITIONS[name][1], name, context, props, children)
    admonition_class, css, word = _ADMONITIONS[name]
    default_title = [nodes.Text(context.translate(word))] if word else []
    title = context.text(props.title) if props.title else default_title
    body = wrap_inline_children(children)
    untitled = [] if props.title else [UNTITLED]
    # docutils' own classes have a title in the language of the page.
    if not title:
        return [admonition_class("", *body, classes=untitled)]
    classes = [*untitled, css, f"docsnav-{name.lower()}"]
    return [nodes.admonition("", nodes.title("", "", *title), *body, classes=classes)]


def build_callout(
    context: ComponentServices, props: AdmonitionProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a box with its own colour, icon and title, or the admonition that ``type`` names."""
    name = _CALLOUT_TYPES.get(props.type.lower())
    if name:
        return build_admonition(name, context, props, children)
    return _build_callout("", "Note", context, props, children)


class BannerProps(AdmonitionProps):
    """Properties of Banner."""

    content: Any = None
    """Its text, instead of children."""


def build_banner(
    context: ComponentServices, props: BannerProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a box at its position in the page; the banner of all pages is in docs.json."""
    text = context.text(props.content) if props.content else []
    paragraphs = [nodes.paragraph("", "", *text)] if text else []
    return build_callout(context, props, [*paragraphs, *children])


def _build_callout(
    css: str,
    name: str,
    context: ComponentServices,
    props: AdmonitionProps,
    children: list[nodes.Node],
) -> list[nodes.Node]:
    """Return a box with an icon; *css* and *name* are those of a known admonition, if it is one."""
    icon = context.icon(props.icon, style=props.icon_type)
    title = (
        context.text(props.title) if props.title else _get_default_title_nodes(context, name, css)
    )
    classes = ["docsnav-callout", *([css] if css else [])]
    classes += [UNTITLED] if title and not props.title else []
    box = CalloutNode("", classes=classes, color=props.color)
    if title:
        box += nodes.title("", "", *icon, *([nodes.Text(" ")] if icon else []), *title)
    body = wrap_inline_children(children)
    # Without a title, the icon is beside the first line of the text.
    if icon and not title:
        box["classes"].append("docsnav-callout-untitled")
        body = [_insert_icon(icon, body), *body[1:]] if body else [nodes.paragraph("", "", *icon)]
    box += body
    return [box]


def _get_default_title_nodes(context: ComponentServices, name: str, css: str) -> list[nodes.Node]:
    """Return the default title of the admonition that a callout is; nothing for other callouts."""
    if not css:
        return []
    word = _ADMONITIONS[name][2]
    return [nodes.Text(context.translate(word) if word else admonitionlabels[name.lower()])]


def _insert_icon(icon: list[nodes.Node], body: list[nodes.Node]) -> nodes.Node:
    """Return the first block of *body* with the icon before it."""
    if isinstance(body[0], nodes.paragraph):
        body[0].insert(0, [*icon, nodes.Text(" ")])
        return body[0]
    return nodes.compound("", nodes.paragraph("", "", *icon), body[0])


TYPES = (
    *(
        ComponentType(name, functools.partial(build_admonition, name), AdmonitionProps)
        for name in _ADMONITIONS
    ),
    ComponentType("Callout", build_callout, AdmonitionProps),
    ComponentType("Banner", build_banner, BannerProps, without_effect=("dismissible",)),
)
NODES: tuple[type[nodes.Element], ...] = (CalloutNode,)
