"""Parts that pages of an API share: ids of fields, links, the line with method and path.

Ids of fields follow the service's rule, so that links into a site that moves keep working:
``#body-attributes-to-crop``, ``#response-created-at``, ``#parameter-action-type``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from docutils import nodes
from sphinx import addnodes

from sphinx_docsnav.endpoints.markup_parts import BreakNode, OperationNameNode, SchemaLinkNode
from sphinx_docsnav.openapi import Content
from sphinx_docsnav.openapi.endpoint_names import METHODS, WEBHOOK

PARAMETER = "parameter"
"""Before the names of parameters of every place."""

BODY = "body"
"""Before the names of properties of a request's body."""

RESPONSE = "response"
"""Before the names of properties of the first response with content."""

_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")

_OTHERS = re.compile(r"[\W_]+")

_PARAMETER = re.compile(r"(\{[^{}]*\})")


def to_kebab_case(name: str) -> str:
    """Return a name in lower case with dashes: ``attributesToCrop`` -> ``attributes-to-crop``."""
    return _OTHERS.sub("-", _HUMPS.sub("-", name)).strip("-").lower()


def make_field_id(prefix: str, name: str) -> str:
    """Return the id of the field *name* inside *prefix*."""
    return f"{prefix}-{to_kebab_case(name)}".rstrip("-")


def join_blocks(blocks: Iterable[nodes.Node]) -> list[nodes.Node]:
    """Return *blocks* as inline nodes with blanks between them."""
    result: list[nodes.Node] = []
    for block in blocks:
        if result:
            result.append(nodes.Text(" "))
        if isinstance(block, nodes.paragraph):
            result += block.children
        else:
            result.append(nodes.Text(" ".join(block.astext().split())))
    return result


def make_link_label(blocks: Iterable[nodes.Node]) -> list[nodes.Node]:
    """Return *blocks* as the label of a link: one line without links of its own."""
    found = nodes.inline("", "", *join_blocks(blocks))
    has_link = any("reftarget" in node or "refuri" in node for node in found.findall(nodes.Element))
    return [nodes.Text(found.astext())] if has_link else found.children


def make_page_link(words: str, docname: str) -> SchemaLinkNode:
    """Return a link to a page of the reference."""
    return SchemaLinkNode("", nodes.Text(words), docname=docname)


def make_operation_link(operation: str, specification: str = "") -> addnodes.pending_xref:
    """Return a link to the page of an operation, its name alone if no page shows it.

    :param operation: ``GET /pets``, or an operation's id.
    :param specification: the specification's name, if only that one's is meant.
    """
    return addnodes.pending_xref(
        "",
        OperationNameNode(operation, operation),
        refdomain="docsnav",
        reftype="endpoint",
        reftarget=operation,
        refexplicit=True,
        refwarn=False,
        docsnav_optional=True,
        docsnav_specification=specification,
    )


def make_endpoint_bar(content: Content) -> nodes.paragraph:
    """Return method and path with its parameters marked, after the server's address if known."""
    if not content.webhook:
        servers = [server.url for server in content.servers[:1]]
        return make_address_bar(content.method, content.path, servers)
    bar = _make_bar("WEBHOOK")
    bar += nodes.literal(content.path, content.path, classes=["docsnav-endpoint-path"])
    return bar


def _make_bar(method: str) -> nodes.paragraph:
    parts = make_method_badge(method), nodes.Text(" ")
    return nodes.paragraph("", "", *parts, classes=["docsnav-endpoint-bar"])


def make_address_bar(method: str, path: str, servers: Iterable[str]) -> nodes.paragraph:
    """Return method and path with its parameters marked, after the addresses of *servers*."""
    bar, address = _make_bar(method), nodes.literal("", "", classes=["docsnav-endpoint-path"])
    for server in servers:
        base = server.rstrip("/")
        address += nodes.inline(
            base, "", *_split_at_slashes(base), classes=["docsnav-endpoint-base"]
        )
    for part in _PARAMETER.split(path):
        if part.startswith("{") and part.endswith("}"):
            address += nodes.inline(part, part, classes=["docsnav-endpoint-parameter"])
        else:
            address += _split_at_slashes(part)
    bar += address
    return bar


def _split_at_slashes(text: str) -> Iterator[nodes.Node]:
    """Yield *text* with a break before each slash but those of ``https://``."""
    first, *steps = re.split(r"(?<![:/])(?=/)", text)
    yield nodes.Text(first)
    for step in steps:
        yield BreakNode()
        yield nodes.Text(step)


def make_method_badge(method: str) -> nodes.inline:
    """Return a method as a badge: its word, and a colour from the stylesheet."""
    name = method.lower()
    colour = [f"docsnav-{name}"] if name in {*METHODS, WEBHOOK} else []
    return nodes.inline(method, method, classes=["docsnav-method", *colour])
