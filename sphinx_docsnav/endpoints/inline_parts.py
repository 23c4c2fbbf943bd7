"""Parts of API pages: ids of fields, links, and the bar with method and path.

Ids of fields are those of the hosted service, so that links into a site that moves keep working:
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
"""The prefix of ids of parameters in all locations."""

BODY = "body"
"""The prefix of ids of fields of a request body."""

RESPONSE = "response"
"""The prefix of ids of fields of the first response with content."""

_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
"""Positions between the words of a camel-case name."""

_OTHERS = re.compile(r"[\W_]+")
"""Characters that ids do not have."""

_PARAMETER = re.compile(r"(\{[^{}]*\})")
"""A parameter in a path."""


def to_kebab_case(name: str) -> str:
    """Return a name in lower case with dashes: ``attributesToCrop`` -> ``attributes-to-crop``."""
    return _OTHERS.sub("-", _HUMPS.sub("-", name)).strip("-").lower()


def make_field_id(prefix: str, name: str) -> str:
    """Return the id of the field *name* with a prefix."""
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
    """Return *blocks* as one line for a link; links inside become text."""
    label = nodes.inline("", "", *join_blocks(blocks))
    # HTML does not allow a link inside a link.
    has_link = any("reftarget" in node or "refuri" in node for node in label.findall(nodes.Element))
    return [nodes.Text(label.astext())] if has_link else label.children


def make_page_link(text: str, docname: str) -> SchemaLinkNode:
    """Return a link to a page about an API."""
    return SchemaLinkNode("", nodes.Text(text), docname=docname)


def make_operation_link(operation: str, specification: str = "") -> addnodes.pending_xref:
    """Return a link to the page of an operation; its name if no page shows it.

    :param operation: ``GET /pets``, or an operation id.
    :param specification: the name of the specification, to accept only its operations.
    """
    # Not a warning if it is missing: docs.json decides which operations have pages.
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
    """Return method and path; the URL of the server is before the path if it is known."""
    # The URL of a webhook is the reader's own.
    if not content.webhook:
        servers = [server.url for server in content.servers[:1]]
        return make_address_bar(content.method, content.path, servers)
    bar = _make_bar("WEBHOOK")
    bar += nodes.literal(content.path, content.path, classes=["docsnav-endpoint-path"])
    return bar


def _make_bar(method: str) -> nodes.paragraph:
    """Return the paragraph for an address with the method in it, as a badge with a colour."""
    name = method.lower()
    # Only known methods have a class: the method of a page may be any word.
    colour = [f"docsnav-{name}"] if name in {*METHODS, WEBHOOK} else []
    badge = nodes.inline(method, method, classes=["docsnav-method", *colour])
    return nodes.paragraph("", "", badge, nodes.Text(" "), classes=["docsnav-endpoint-bar"])


def make_address_bar(method: str, path: str, servers: Iterable[str]) -> nodes.paragraph:
    """Return method and path, the URLs of *servers* before the path, with parameters marked."""
    bar, address = _make_bar(method), nodes.literal("", "", classes=["docsnav-endpoint-path"])
    for server in servers:
        base = server.rstrip("/")
        address += nodes.inline(
            base, "", *_split_at_slashes(base), classes=["docsnav-endpoint-base"]
        )
    # The pattern has a group, so the parameters are part of the result.
    for part in _PARAMETER.split(path):
        if part.startswith("{") and part.endswith("}"):
            address += nodes.inline(part, part, classes=["docsnav-endpoint-parameter"])
        else:
            address += _split_at_slashes(part)
    bar += address
    return bar


def _split_at_slashes(text: str) -> Iterator[nodes.Node]:
    """Yield *text* with a possible line break before each slash, except in ``https://``."""
    # Long paths break at slashes; elsewhere they would break words.
    first, *steps = re.split(r"(?<![:/])(?=/)", text)
    yield nodes.Text(first)
    for step in steps:
        yield BreakNode()
        yield nodes.Text(step)
