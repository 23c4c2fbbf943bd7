"""The line with the method and the path of an operation."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docutils import nodes

from sphinx_docsnav.endpoints.markup_parts import BreakNode
from sphinx_docsnav.openapi.content.page_content import Content
from sphinx_docsnav.openapi.endpoint_reference import METHODS, WEBHOOK

_PARAMETER = re.compile(r"(\{[^{}]*\})")


def endpoint_bar(content: Content) -> nodes.paragraph:
    """Return method and path with its parameters marked, after the server's address if known."""
    method = "WEBHOOK" if content.webhook else content.method
    bar = nodes.paragraph(
        "", "", method_badge(method), nodes.Text(" "), classes=["docsnav-endpoint-bar"]
    )
    if content.webhook:
        bar += nodes.literal(content.path, content.path, classes=["docsnav-endpoint-path"])
        return bar
    address = nodes.literal("", "", classes=["docsnav-endpoint-path"])
    if content.servers:
        base = content.servers[0].url.rstrip("/")
        address += nodes.inline(base, "", *_breakable(base), classes=["docsnav-endpoint-base"])
    for part in _PARAMETER.split(content.path):
        if part.startswith("{") and part.endswith("}"):
            address += nodes.inline(part, part, classes=["docsnav-endpoint-parameter"])
        else:
            address += _breakable(part)
    bar += address
    return bar


def _breakable(text: str) -> Iterator[nodes.Node]:
    """Yield *text* with a break before each slash but those of ``https://``."""
    first, *steps = re.split(r"(?<![:/])(?=/)", text)
    yield nodes.Text(first)
    for step in steps:
        yield BreakNode()
        yield nodes.Text(step)


def method_badge(method: str) -> nodes.inline:
    """Return a method as a badge: its word, and a colour from the stylesheet."""
    name = method.lower()
    colour = [f"docsnav-{name}"] if name in {*METHODS, WEBHOOK} else []
    return nodes.inline(method, method, classes=["docsnav-method", *colour])
