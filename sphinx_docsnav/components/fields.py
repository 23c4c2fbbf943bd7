"""ParamField and ResponseField: a parameter or property with its type."""

from __future__ import annotations

from typing import Any

from docutils import nodes

from sphinx_docsnav.components.component_nodes import (
    BlockComponent,
    Word,
    get_content_nodes,
    get_title_nodes,
    make_definition,
    make_title,
    wrap_inline_children,
)
from sphinx_docsnav.components.registry import ComponentServices, ComponentType, Props
from sphinx_docsnav.messages import join_names

_PLACES = ("path", "query", "header", "body", "cookie")
"""The parts of a request that can have parameters."""


class FieldProps(Props):
    """Properties of ParamField and ResponseField."""

    name: str = ""
    """The name of the property, on ResponseField."""
    path: str = ""
    """The name of a parameter in the path."""
    query: str = ""
    """The name of a query parameter."""
    header: str = ""
    """The name of a header."""
    body: str = ""
    """The name of a property of the body."""
    cookie: str = ""
    """The name of a cookie."""
    type: Any = None
    """The type, as text, or a list of types."""
    default: Any = None
    """The default value."""
    placeholder: Any = None
    """An example value."""
    required: bool = False
    """Whether it must be given."""
    deprecated: bool = False
    """Whether it should no longer be used."""
    pre: Any = None
    """Labels before the name."""
    post: Any = None
    """Labels after the name."""


class FieldNode(BlockComponent):
    """A field: a line with its name and facts, and a description."""

    def plain(self) -> list[nodes.Node]:
        """Return a definition: the name with its facts, then the description."""
        parts = [child for child in get_title_nodes(self) if not isinstance(child, nodes.Text)]
        names = [part for part in parts[:1] if isinstance(part, nodes.literal)]
        facts = ", ".join(fact.astext() for fact in parts[len(names) :])
        # The facts are no classifier: Sphinx's text writer fails for nested ones.
        emphasis = [nodes.Text(" ")] * bool(names) + [nodes.emphasis(facts, facts)] if facts else []
        return [make_definition([*names, *emphasis], get_content_nodes(self))]


def make_field(head: list[nodes.Node], body: list[nodes.Node]) -> FieldNode:
    """Return a field with the nodes *head* as its title line."""
    node = FieldNode("", classes=["docsnav-field"])
    node += make_title(head, "docsnav-field-head")
    node += wrap_inline_children(body)
    return node


def make_head(name: str, facts: list[tuple[str, str]]) -> list[nodes.Node]:
    """Return a title line: *name*, unless it is empty, then each fact, a pair of class and text."""
    head: list[nodes.Node] = []
    if name:
        head.append(nodes.literal(name, name, classes=["docsnav-field-name"]))
    for css, text in facts:
        head += [nodes.Text(" ")] * bool(head)
        options = {"classes": [f"docsnav-field-{css}"], "support_smartquotes": False}
        head.append(nodes.inline(text, text, **options))
    return head


def build_field(
    context: ComponentServices, props: FieldProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a field: its name, type and other facts in one line, and its description below."""
    location = next((location for location in _PLACES if getattr(props, location)), "")
    name = props.name or (getattr(props, location) if location else "")
    if not name:
        places = "'name'" if context.tag == "ResponseField" else join_names(_PLACES, "or")
        context.warn(f"expected the name of the field in {places}; shown without a name")
    # The facts are in the order in which they are shown.
    facts = [("label", label) for label in _list_texts(context, props.pre)]
    if types := _list_texts(context, props.type):
        facts.append(("type", " | ".join(types)))
    # For properties of a body, the place is clear from the section.
    if location and location != "body":
        facts.append(("place", location))
    labelled_values: tuple[tuple[Word, object], ...] = (
        ("default", props.default),
        ("example", props.placeholder),
    )
    for word, value in labelled_values:
        text = context.plain_text(value)
        facts += [(word, f"{context.translate(word)}: {text}")] if text else []
    facts += [("required", context.translate("required"))] if props.required else []
    facts += [("deprecated", context.translate("deprecated"))] if props.deprecated else []
    facts += [("label", label) for label in _list_texts(context, props.post)]
    node = make_field(make_head(name, facts), children)
    node["ids"] = context.ids
    return [node]


def _list_texts(context: ComponentServices, value: object) -> list[str]:
    """Return the text of a property, or the texts in its list; none of them is empty."""
    values = value if isinstance(value, list) else [value]
    return [text for item in values if (text := context.plain_text(item))]


TYPES = (
    ComponentType(
        "ParamField",
        build_field,
        FieldProps,
        without_effect=("optional",),
        id_from=("id", "name", *_PLACES),
        id_prefixes={
            "name": ("param-",),
            **dict.fromkeys(_PLACES, ("param-", "parameter-")),
            "body": ("param-", "body-"),
        },
    ),
    ComponentType(
        "ResponseField",
        build_field,
        FieldProps,
        without_effect=("optional",),
        id_from=("id", "name"),
        id_prefixes={"name": ("param-", "response-")},
    ),
)
NODES: tuple[type[nodes.Element], ...] = (FieldNode,)
