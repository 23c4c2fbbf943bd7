"""The page with all endpoints of an API below each other, to search in and to print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from docutils import nodes
from sphinx import addnodes

from sphinx_docsnav.endpoints.inline_parts import make_operation_link, make_page_link
from sphinx_docsnav.endpoints.markup_parts import LayoutEndNode
from sphinx_docsnav.endpoints.operation_page import make_content_nodes, make_operation_anchor
from sphinx_docsnav.endpoints.page_writer import OperationContext, claim_id
from sphinx_docsnav.openapi import Operation, read_operation

_IN_PAGES = "builder_html or builder_dirhtml"
"""The outputs that have a page for each document; in others, the endpoints follow each other."""


class ListedEndpoint(NamedTuple):
    """An endpoint to show."""

    tag: str
    """The label of its group; ``""`` for none."""
    title: str
    """The title of its own page."""
    operation: Operation
    """The operation."""


def make_all_endpoints_nodes(
    endpoints: Iterable[ListedEndpoint], context: OperationContext
) -> list[nodes.Node]:
    """Return a section for each group of endpoints, and in it one for each endpoint.

    Outside of HTML pages, a link to the page about the API takes their place, because such an
    output has the pages of all endpoints already.
    """
    runs = [
        (tag, list(run))
        for tag, run in groupby(endpoints, lambda endpoint: endpoint.operation.group)
    ]
    sections: list[nodes.Node] = []
    for tag, run in runs:
        inner = [_make_endpoint_section(endpoint, context) for endpoint in run]
        # A heading for the only group would repeat the title of the page.
        if tag and len(runs) > 1:
            ids = claim_id(context.document, f"tag-{tag}")
            sections.append(nodes.section("", nodes.title(tag, tag), *inner, ids=ids))
        else:
            sections += inner
    docname, title = context.introduction
    link = nodes.paragraph("", "", make_page_link(title, docname))
    return [
        addnodes.only("", *sections, expr=_IN_PAGES),
        addnodes.only("", link, expr=f"not ({_IN_PAGES})"),
    ]


def _make_endpoint_section(endpoint: ListedEndpoint, context: OperationContext) -> nodes.section:
    """Return what the page of an endpoint shows, with a heading that leads to it."""
    operation = endpoint.operation
    source = str(operation.document.path or operation.document.name)
    ids = claim_id(context.document, make_operation_anchor(operation.name))
    # One request sample, and no form: the page of the endpoint has the others.
    samples = replace(context.samples, languages=context.samples.languages[:1])
    context = replace(
        context, samples=samples, try_it=False, introduction=("", ""), id_prefix=f"{ids[0]}."
    )
    content = read_operation(
        operation, context.report_problem, samples=samples, pages=context.schema_pages
    )
    link = make_operation_link(operation.name, operation.specification.name)
    link.clear()
    link += nodes.Text(endpoint.title)
    title = nodes.title(endpoint.title, "", link)
    body = list(_remove_choices(make_content_nodes(content, context, source=source, api="")))
    return nodes.section("", title, *body, ids=ids, classes=["docsnav-listed-endpoint"])


def _remove_choices(content_nodes: Iterable[nodes.Node]) -> Iterator[nodes.Node]:
    """Yield *content_nodes*; the samples have nothing that the script lets a reader fill in."""
    for node in content_nodes:
        if isinstance(node, LayoutEndNode):
            node["servers"], node["choices"] = [], {}
        yield node
