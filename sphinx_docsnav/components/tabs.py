"""Tabs, Tab, View and Variation; the tab set that code groups use, too.

Each tab is a radio button followed by its label and its panel. The style sheet puts the labels in a
row and shows the panel after the checked button, so tabs work with the keyboard and without
scripts. A script makes tabs of the same name change together, and opens the tab that a link leads
to.
"""

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
    start_tag,
    wrap_inline_children,
)
from sphinx_docsnav.components.registry import ComponentServices, ComponentType, Props, StyleName


class TabProps(Props):
    """Properties of Tab and View."""

    title: Any = None
    """Inline Markdown or JSX."""
    icon: Any = None
    """An icon before the title."""
    icon_type: StyleName = ""
    """The style of the icon."""


class TabsProps(Props):
    """Properties of Tabs."""

    default_tab_index: int = 0
    """The index of the tab that is shown at first, counted from 0."""
    sync: bool = True
    """Whether tabs and code groups with the same titles change together."""
    border_bottom: bool = False
    """A line below the tabs."""


class TabSetNode(BlockComponent):
    """A set of panels, one of which is shown."""

    def absorb(self, sibling: nodes.Node) -> bool:
        """Add the panels of the next sibling if both are sets of views."""
        views = "docsnav-views"
        if not isinstance(sibling, TabSetNode) or views not in sibling["classes"]:
            return False
        # Only views are joined; ordinary tab sets stay separate.
        if views not in self["classes"]:
            return False
        first = self.next_node(TabPanelNode)
        # Only the first panel of the joined set is selected.
        for panel in sibling.findall(TabPanelNode):
            if panel.parent is sibling and first is not None:
                panel["set"], panel["selected"] = first["set"], False
        self += sibling.children
        return True


class TabPanelNode(BlockComponent):
    """A panel with its title; its attribute ``button`` is the id of the radio button."""

    def open_html(self, out: HtmlOutput) -> None:
        """Write nothing: the title writes the button, the label and the start of the panel."""

    def close_html(self, out: HtmlOutput) -> None:
        """Write the end of the panel."""
        out.body.append("</div>\n")

    def plain(self) -> list[nodes.Node]:
        """Return a definition: the title, then the content."""
        return [make_definition(get_title_nodes(self), get_content_nodes(self))]


class TabLabelNode(TitleNode):
    """The title of a panel, written as a radio button and its label."""

    def open_html(self, out: HtmlOutput) -> None:
        """Write the button and the start of the label."""
        panel = self.parent
        checked = {"checked": "checked"} if panel["selected"] else {}
        button = {"type": "radio", "name": panel["set"], "id": panel["button"], **checked}
        label = {"for": panel["button"], "data-docsnav-sync": panel["sync"]}
        out.body.append(start_tag("input", {"class": "docsnav-tab-button", **button}))
        out.body.append(start_tag("label", {"class": "docsnav-tab-label", **label}))

    def close_html(self, out: HtmlOutput) -> None:
        """Write the end of the label and the start of the panel."""
        out.body.append("</label>")
        out.body.append(out.starttag(self.parent, "div", "\n"))


def make_panel(
    label: list[nodes.Node], body: list[nodes.Node], *, sync: str, button: str
) -> TabPanelNode:
    """Return a panel with the title *label*; panels with equal *sync* change together."""
    title = TabLabelNode("", "", *label)
    title.rawsource = title.astext()
    panel = TabPanelNode("", title, *body, classes=["docsnav-tab-panel"])
    panel["sync"], panel["button"] = sync, button
    return panel


def make_tab_set(name: str, panels: list[TabPanelNode], *css: str, first: int = 0) -> TabSetNode:
    """Return a set of *panels*, of which the one with index *first* is shown.

    :param name: a name that is unique on the site, for the radio buttons.
    """
    for number, panel in enumerate(panels):
        panel["set"], panel["selected"] = name, number == first
    return TabSetNode("", *panels, classes=["docsnav-tabs", *css])


def build_tab(
    context: ComponentServices, props: TabProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a panel, which the tab set around it completes."""
    return [_build_panel(context, props, children)]


def _build_panel(
    context: ComponentServices, props: TabProps, children: list[nodes.Node]
) -> TabPanelNode:
    """Return the panel of a tab, named by its title."""
    label = context.text(props.title) or [nodes.Text(context.tag)]
    text = nodes.inline("", "", *label).astext()
    icon = context.icon(props.icon, style=props.icon_type)
    panel = make_panel(
        [*icon, *label],
        wrap_inline_children(children),
        sync=text.casefold(),
        button=context.serial(),
    )
    panel["ids"] = context.ids
    # A panel outside a set is shown by itself.
    panel["set"], panel["selected"] = panel["button"], True
    return panel


def build_tabs(
    context: ComponentServices, props: TabsProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return the set of the panels among *children*, after the other content."""
    panels = [child for child in children if isinstance(child, TabPanelNode)]
    others = wrap_inline_children(
        child for child in children if not isinstance(child, TabPanelNode)
    )
    if not panels:
        if any(next(other.findall(TabPanelNode), None) for other in others):
            # Tabs that are not directly inside have messages of their own.
            return others
        hint = "write each part as <Tab title='…'>"
        context.warn(f"there is no <Tab> directly inside; shown without tabs; {hint}")
        return others
    first = props.default_tab_index
    if first not in range(len(panels)):
        context.warn(f"'defaultTabIndex' is {first}, but there are {len(panels)} tabs; 0 is used")
        first = 0
    # Panels whose keys are unique do not change with others.
    if not props.sync:
        for panel in panels:
            panel["sync"] = panel["button"]
    css = ["docsnav-tabs-bordered"] if props.border_bottom else []
    return [*others, make_tab_set(context.serial(), panels, *css, first=first)]


def build_view(
    context: ComponentServices, props: TabProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a tab set of one panel; `TabSetNode.absorb` joins it with its neighbours."""
    return [
        make_tab_set(context.serial(), [_build_panel(context, props, children)], "docsnav-views")
    ]


class VariationProps(TabProps):
    """Properties of Variation."""

    id: str = ""
    """The name in ``variations`` of docs.json."""
    label: Any = None
    """The title, if *title* is not given."""


def build_variation(
    context: ComponentServices, props: VariationProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a view. Variations that follow each other are tabs and change together."""
    title = props.title or props.label or props.id.replace("-", " ").capitalize()
    return build_view(context, props.model_copy(update={"title": title}), children)


TYPES = (
    ComponentType("Tabs", build_tabs, TabsProps),
    ComponentType(
        "Tab", build_tab, TabProps, id_from=("id", "title"), needs=("title",), part_of=("Tabs",)
    ),
    ComponentType("View", build_view, TabProps, needs=("title",)),
    ComponentType("Variation", build_variation, VariationProps, needs=("id", "title", "label")),
)
NODES: tuple[type[nodes.Element], ...] = (TabSetNode, TabPanelNode, TabLabelNode)
