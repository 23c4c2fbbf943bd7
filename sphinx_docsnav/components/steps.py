"""Steps and Step; Update, an entry of a changelog."""

from __future__ import annotations

from typing import Annotated, Any

from docutils import nodes

from sphinx_docsnav.components.component_nodes import (
    BlockComponent,
    ItemComponent,
    TitleNode,
    get_content_nodes,
    get_title_nodes,
    make_strong_paragraph,
    make_title,
    wrap_inline_children,
)
from sphinx_docsnav.components.markup import UpdateNode, UpdatePartNode
from sphinx_docsnav.components.registry import (
    ComponentServices,
    ComponentType,
    Props,
    StyleName,
    require_one_of,
)

TitleSize = Annotated[str, require_one_of("p", "h2", "h3", "h4")]
"""The element of a title, which sets its size."""
STEPS = "docsnav-steps"
"""The class of a list of steps."""


class StepsProps(Props):
    """Properties of Steps."""

    title_size: TitleSize = "p"
    """The size of the titles: ``p``, ``h2``, ``h3`` or ``h4``."""


class StepProps(Props):
    """Properties of Step."""

    title: Any = None
    """Inline Markdown or JSX."""
    icon: Any = None
    """An icon instead of the number."""
    icon_type: StyleName = ""
    """The style of the icon."""
    step_number: int | None = None
    """A number instead of the counted one."""
    title_size: TitleSize = ""
    """The size of the title: ``p``, ``h2``, ``h3`` or ``h4``; by default, that of the list."""


class StepListNode(BlockComponent):
    """A list of steps."""

    html_tag = "ol"

    def plain(self) -> list[nodes.Node]:
        """Return a numbered list, or several if the numbers are not consecutive."""
        lists: list[nodes.enumerated_list] = []
        expected = 1
        for item in self.children:
            if isinstance(item, StepNode):
                number = expected if item["number"] is None else item["number"]
                # A numbered list of docutils has only a first number.
                if not lists or number != expected:
                    lists.append(_make_step_list(number))
                lists[-1] += _make_step_item(item)
                expected = number + 1
        return list(lists)


class StepNode(ItemComponent):
    """A step."""

    lists = (StepListNode,)
    list_class = STEPS

    def html_attributes(self) -> dict[str, str]:
        """Return the number if it is not the counted one."""
        number = self["number"]
        if number is None:
            return {}
        return {"value": str(number), "style": f"counter-set: docsnav-step {number}"}

    def plain(self) -> list[nodes.Node]:
        """Return the title and the content; only called for a step outside a list."""
        return _make_step_item(self).children


def _make_step_list(start: int) -> nodes.enumerated_list:
    """Return an empty numbered list that begins at *start*."""
    listing = nodes.enumerated_list("", enumtype="arabic", prefix="", suffix=".")
    if start != 1:
        listing["start"] = start
    return listing


def _make_step_item(item: nodes.Element) -> nodes.list_item:
    """Return a step as an item of a list, with its ids on a target."""
    title = get_title_nodes(item)
    head: list[nodes.Node] = [make_strong_paragraph(title)] if title else []
    if item["ids"]:
        head.insert(0, nodes.target("", "", ids=item["ids"]))
        item["ids"] = []
    return nodes.list_item("", *head, *get_content_nodes(item))


def build_step(
    context: ComponentServices, props: StepProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return an item with its title; the id of the step leads to it."""
    item = StepNode("", classes=["docsnav-step"], number=props.step_number, ids=context.ids)
    item["sized"] = bool(props.title_size)
    icon = context.icon(props.icon, style=props.icon_type)
    if icon:
        item["classes"].append("docsnav-step-icon")
        item += make_title(icon, "docsnav-step-marker")
    title = context.text(props.title)
    if title:
        item += make_title(title, "docsnav-step-title", tag=props.title_size or "p")
    item += wrap_inline_children(children)
    return [item]


def build_steps(
    context: ComponentServices, props: StepsProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a list of steps; content outside the steps becomes a step without a title."""
    items: list[StepNode] = []
    if not any(next(child.findall(StepNode), None) for child in children):
        hint = "write each step as <Step title='…'>"
        context.warn(f"there is no <Step> directly inside; shown without a title; {hint}")
    for child in wrap_inline_children(children):
        if isinstance(child, StepNode):
            items.append(child)
        # Text after a step belongs to it.
        elif items:
            items[-1] += child
        else:
            items += build_step(context, StepProps(), [child])  # type: ignore[arg-type]  # one step
    # Steps without a title size of their own get that of the list.
    for item in items:
        for title in item.children:
            if isinstance(title, TitleNode) and title["tag"] == "p" and not item["sized"]:
                title["tag"] = props.title_size
    return [StepListNode("", *items, classes=[STEPS])] if items else []


class UpdateProps(Props):
    """Properties of Update."""

    label: Any = None
    """The name of the entry: a version or a date."""
    description: Any = None
    """A second line, often the version."""
    date: Any = None
    """The date of the entry."""
    tags: Any = None
    """Words that readers can filter by."""
    rss: Any = None
    """``title`` and ``description`` of the entry in the feed of the page."""


def build_update(
    context: ComponentServices, props: UpdateProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return an entry: label, description and tags beside the content."""
    node = UpdateNode("", classes=["docsnav-update"], ids=context.ids)
    label = context.text(props.label)
    if isinstance(props.rss, dict):
        texts = {name: context.plain_text(value) for name, value in props.rss.items()}
        node["rss"] = {name: texts[name] for name in ("title", "description") if texts.get(name)}
    # Headings inside the entry are below it in the table of contents.
    node["level"] = 1
    node["toc"] = nodes.inline("", "", *label).astext()
    head = UpdatePartNode("", classes=["docsnav-update-head"])
    head += [_make_update_line(label, "label")] if label else []
    for value in (props.description, props.date):
        content = context.text(value)
        head += [_make_update_line(content, "description")] if content else []
    # A single tag may be written without a list.
    tags = props.tags if isinstance(props.tags, list) else [props.tags] if props.tags else []
    for tag in tags:
        head += _make_update_line([nodes.Text(context.plain_text(tag))], "tag")
    node += head
    node += UpdatePartNode("", *wrap_inline_children(children), classes=["docsnav-update-body"])
    return [node]


def _make_update_line(children: list[nodes.Node], css: str) -> nodes.Node:
    """Return a line of the head of an entry."""
    title = make_title(children, f"docsnav-update-{css}")
    return UpdatePartNode("", title, classes=["docsnav-update-line"])


TYPES = (
    ComponentType("Steps", build_steps, StepsProps),
    ComponentType(
        "Step",
        build_step,
        StepProps,
        id_from=("id", "title"),
        without_effect=("noAnchor",),
        part_of=("Steps",),
    ),
    ComponentType(
        "Update",
        build_update,
        UpdateProps,
        id_from=("id", "label"),
        needs=("label", "description", "date"),
    ),
)
NODES: tuple[type[nodes.Element], ...] = (StepListNode, StepNode, UpdateNode, UpdatePartNode)
