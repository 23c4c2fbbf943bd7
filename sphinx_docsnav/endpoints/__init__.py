"""The page of an operation as docutils nodes.

`operation_nodes` is what the reader of MDX pages calls for a page of an
operation; `OperationContext` is what it needs of the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_docsnav.endpoints.address_bar import endpoint_bar
from sphinx_docsnav.endpoints.columns import LayoutEndNode, LayoutStartNode
from sphinx_docsnav.endpoints.description_markdown import inline_nodes, markdown_nodes, plain_nodes
from sphinx_docsnav.endpoints.endpoint_texts import Words
from sphinx_docsnav.endpoints.field_list import FieldWriter
from sphinx_docsnav.endpoints.markup_parts import NODES
from sphinx_docsnav.endpoints.sample_tabs import SampleWriter
from sphinx_docsnav.endpoints.sections import SectionWriter
from sphinx_docsnav.openapi.content.operation_content import read_operation
from sphinx_docsnav.openapi.content.page_content import Content
from sphinx_docsnav.openapi.content.sample_requests import DEFAULT_LANGUAGES
from sphinx_docsnav.openapi.content.value_reader import Tell
from sphinx_docsnav.sitefiles.safe_urls import is_safe

if TYPE_CHECKING:
    from sphinx_docsnav.openapi.operation import Operation

__all__ = [
    "NODES",
    "OperationContext",
    "content_nodes",
    "operation_anchor",
    "operation_nodes",
]


_LONGEST_ID = 100
MAX_MARKDOWN = 300_000
"""How many characters of one page are read as Markdown; what follows is shown as it stands."""


@dataclass(frozen=True, slots=True)
class OperationContext:
    """What a page gives to the operation that it shows."""

    document: nodes.document
    """The page; ids are made unique in it."""
    serial: Callable[[], str]
    """Returns a name that nothing else on the site has, fit for an id."""
    tell: Tell
    """Told of everything odd in the specification: a message and the value."""
    languages: tuple[str, ...] = DEFAULT_LANGUAGES
    """Languages of the request samples (``api.examples.languages``)."""
    expanded: bool = False
    """Every schema starts open (``api.params.expanded: all``)."""
    language: str = "en"
    """The language of the page, as docs.json or Sphinx writes it."""
    described: bool = False
    """The page shows the operation's description already."""


def operation_nodes(operation: Operation, context: OperationContext) -> list[nodes.Node]:
    """Return what a page shows of *operation*, after its own title and text.

    The last nodes are sections and what ends them; they belong right into the
    page's section.
    """
    content = read_operation(operation, context.tell, languages=context.languages)
    path = operation.document.path
    result = content_nodes(content, context, source=str(path or operation.document.name))
    start = result[0]
    if isinstance(start, LayoutStartNode):
        start["operation"] = operation.name
        start["operation_id"] = content.operation_id
        start["title"] = content.summary
        start["tag"] = operation.tag
        start["specification"] = operation.specification.name
        start["ids"] = _claim(context.document, operation_anchor(operation.name))
    return result


def operation_anchor(name: str) -> str:
    """Return the id of the operation ``GET /pets/{id}`` on its page: ``get-pets-id``."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def content_nodes(content: Content, context: OperationContext, *, source: str) -> list[nodes.Node]:
    """Return the nodes of *content*; *source* names the specification, for translators."""
    room = MAX_MARKDOWN

    def markdown(text: str) -> list[nodes.Node]:
        nonlocal room
        room -= len(text)
        return (markdown_nodes if room > 0 else plain_nodes)(text, source, 1)

    def claim(wanted: str) -> list[str]:
        return _claim(context.document, wanted)

    words = Words(context.language)
    fields = FieldWriter(markdown, claim, open_all=context.expanded, words=words)
    result: list[nodes.Node] = [LayoutStartNode(), endpoint_bar(content)]
    if content.deprecated:
        text = words.say("This operation is deprecated.")
        result.append(
            nodes.warning("", nodes.paragraph(text, text), classes=["docsnav-endpoint-deprecated"])
        )
    if not context.described:
        result += markdown(content.description)
    result += _footing(content)
    result += SectionWriter(fields).write(content)
    samples = SampleWriter(context.serial, words).write(content)
    ids = claim("examples") if samples else []
    result.append(LayoutEndNode("", *samples, ids=ids, title=words.say("Examples")))
    return result


def _footing(content: Content) -> list[nodes.Node]:
    """Return the link to further documentation, what the only server is, the operation's id."""
    url, words = content.docs
    line = nodes.paragraph("", "", classes=["docsnav-endpoint-more"])
    if url and is_safe(url):
        label = inline_nodes(words) or [nodes.Text("Documentation")]
        line += nodes.reference("", "", *label, refuri=url)
    if len(content.servers) == 1 and content.servers[0].description:
        line += nodes.Text(" · " if line.children else "")
        line += [nodes.Text("Server: "), *inline_nodes(content.servers[0].description)]
    if content.operation_id:
        line += nodes.Text(" · " if line.children else "")
        line += nodes.Text("Operation ")
        line += nodes.literal(content.operation_id, content.operation_id)
    return [line] if line.children else []


def _claim(document: nodes.document, wanted: str) -> list[str]:
    """Return *wanted* as an id that nothing in *document* has, in a list.

    Sphinx writes ids into links as they are, so nothing but letters, digits,
    dashes and dots may be in them.
    """
    stem = re.sub(r"[^\w.-]+", "-", wanted.lower()).strip("-")[:_LONGEST_ID] or "part"
    name, number = stem, 1
    while name in document.ids:
        number += 1
        name = f"{stem}-{number}"
    document.ids[name] = document  # taken; its node does not exist yet
    return [name]
