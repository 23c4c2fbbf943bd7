"""Update: an entry of a changelog."""

from __future__ import annotations

from typing import Any

from docutils import nodes

from sphinx_docsnav.components.component_nodes import (
    BlockComponent,
    block_children,
    content_of,
    make_title,
    strong_paragraph,
    title_of,
)
from sphinx_docsnav.components.registry import ComponentServices, ComponentType, Props


class UpdateProps(Props):
    """Properties of Update."""

    label: Any = None
    """What the entry is called: a version or a date."""
    description: Any = None
    """A second line, often a version."""
    date: Any = None
    """When it was."""
    tags: Any = None
    """Words to filter by."""


class UpdateNode(BlockComponent):
    """A changelog entry; "On this page" lists it by its label (attribute ``toc``)."""

    html_tag = "section"

    def plain(self) -> list[nodes.Node]:
        """Return label, description and tags in bold type, then the content."""
        head: list[nodes.Node] = []
        for part in self.children[0].children if self.children else []:
            words = title_of(part) if isinstance(part, UpdatePartNode) else []
            head += ([nodes.Text(" - ")] if head and words else []) + words
        content = self.children[1:]
        return [*([strong_paragraph(head)] if head else []), *content]


class UpdatePartNode(BlockComponent):
    """The head of an entry, or one line of the head."""

    def plain(self) -> list[nodes.Node]:
        """Return the lines."""
        return content_of(self)


def build_update(
    context: ComponentServices, props: UpdateProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return the entry: label, description and tags beside the content."""
    node = UpdateNode("", classes=["docsnav-update"], ids=context.ids)
    label = context.text(props.label)
    node["level"] = 1  # the headings in it come below
    node["toc"] = nodes.inline("", "", *label).astext()
    head = UpdatePartNode("", classes=["docsnav-update-head"])
    head += [_line(label, "label")] if label else []
    for value in (props.description, props.date):
        words = context.text(value)
        head += [_line(words, "description")] if words else []
    tags = props.tags if isinstance(props.tags, list) else [props.tags] if props.tags else []
    for tag in tags:
        head += _line([nodes.Text(context.plain_text(tag))], "tag")
    node += head
    node += UpdatePartNode("", *block_children(children), classes=["docsnav-update-body"])
    return [node]


def _line(words: list[nodes.Node], css: str) -> nodes.Node:
    title = make_title(words, f"docsnav-update-{css}")
    return UpdatePartNode("", title, classes=["docsnav-update-line"])


TYPES = (
    ComponentType(
        "Update",
        build_update,
        UpdateProps,
        id_from=("id", "label"),
        without_effect=("rss",),
        needs=("label", "description", "date"),
    ),
)
NODES: tuple[type[nodes.Element], ...] = (UpdateNode, UpdatePartNode)
