"""ParamField and ResponseField: a parameter or property with its type."""

from __future__ import annotations

from typing import Any

from docutils import nodes

from sphinx_docsnav.components.component_nodes import (
    BlockComponent,
    Word,
    block_children,
    content_of,
    definition,
    make_title,
    title_of,
)
from sphinx_docsnav.components.registry import ComponentServices, ComponentType, Props
from sphinx_docsnav.docs_json.phrases import listing

_PLACES = ("path", "query", "header", "body", "cookie")


class FieldProps(Props):
    """Properties of ParamField and ResponseField."""

    name: str = ""
    """The property's name, on ResponseField."""
    path: str = ""
    """The name of a parameter in the path; the next four likewise for their places."""
    query: str = ""
    """A query parameter."""
    header: str = ""
    """A header."""
    body: str = ""
    """A property of the body."""
    cookie: str = ""
    """A cookie."""
    type: Any = None
    """The type, as text."""
    default: Any = None
    """The value if none is given."""
    placeholder: Any = None
    """An example."""
    required: bool = False
    """Must be given."""
    deprecated: bool = False
    """Should not be used any more."""
    pre: Any = None
    """Labels before the name."""
    post: Any = None
    """Labels after the name."""


class FieldNode(BlockComponent):
    """A field: a title line and a description."""

    def plain(self) -> list[nodes.Node]:
        """Return a definition: the name with its facts, then the text."""
        name, *facts = (child for child in title_of(self) if not isinstance(child, nodes.Text))
        words = ", ".join(fact.astext() for fact in facts)
        # No classifier: Sphinx's text writer loses pages with one inside of another.
        about = [nodes.Text(" "), nodes.emphasis(words, words)] if words else []
        return [definition([name, *about], content_of(self))]


def make_field(head: list[nodes.Node], body: list[nodes.Node]) -> FieldNode:
    """Return a field titled *head*."""
    node = FieldNode("", classes=["docsnav-field"])
    node += make_title(head, "docsnav-field-head")
    node += block_children(body)
    return node


def make_head(name: str, facts: list[tuple[str, str]]) -> list[nodes.Node]:
    """Return a title line: *name*, then each fact as class and words."""
    head: list[nodes.Node] = [nodes.literal(name, name, classes=["docsnav-field-name"])]
    for css, words in facts:
        head.append(nodes.Text(" "))
        about = {"classes": [f"docsnav-field-{css}"], "support_smartquotes": False}
        head.append(nodes.inline(words, words, **about))
    return head


def build_field(
    context: ComponentServices, props: FieldProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a field: name, type and other facts in one line, and its text below."""
    place = next((place for place in _PLACES if getattr(props, place)), "")
    name = props.name or (getattr(props, place) if place else "")
    if not name:
        places = "'name'" if context.tag == "ResponseField" else listing(_PLACES, "or")
        context.warn(f"expected the name of the field in {places}; shown without a name")
    facts = [("label", label) for label in _labels(context, props.pre)]
    if props.type is not None:
        facts.append(("type", context.plain_text(props.type)))
    if place and place != "body":
        facts.append(("place", place))
    given: tuple[tuple[Word, object], ...] = (
        ("default", props.default),
        ("example", props.placeholder),
    )
    for word, value in given:
        text = context.plain_text(value)
        facts += [(word, f"{context.translate(word)}: {text}")] if text else []
    facts += [("required", context.translate("required"))] if props.required else []
    facts += [("deprecated", context.translate("deprecated"))] if props.deprecated else []
    facts += [("label", label) for label in _labels(context, props.post)]
    node = make_field(make_head(name, facts), children)
    node["ids"] = context.ids
    return [node]


def _labels(context: ComponentServices, value: object) -> list[str]:
    values = value if isinstance(value, list) else [value]
    return [words for item in values if (words := context.plain_text(item))]


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
