"""The page of an operation with the form that sends its request, and that with all operations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from docutils import nodes
from sphinx import addnodes

from sphinx_docsnav.endpoints.endpoint_texts import EndpointTexts
from sphinx_docsnav.endpoints.inline_parts import (
    join_blocks,
    make_endpoint_bar,
    make_operation_link,
    make_page_link,
)
from sphinx_docsnav.endpoints.markup_parts import (
    LayoutEndNode,
    LayoutStartNode,
    LayoutTextNode,
    TryItLinkNode,
    TryItNode,
)
from sphinx_docsnav.endpoints.page_writer import OperationContext, PageWriter, claim_id
from sphinx_docsnav.endpoints.sample_tabs import SampleWriter
from sphinx_docsnav.endpoints.sections import SectionWriter
from sphinx_docsnav.navigation.endpoint_pages import EndpointPage
from sphinx_docsnav.openapi import Content, Operation, read_operation
from sphinx_docsnav.openapi.content.request_form import list_sample_choices, make_request_form
from sphinx_docsnav.sitefiles.languages import TranslationTable

SCRIPT_TEXTS: Mapping[str, str] = {
    "send": "Send",
    "cancel": "Cancel",
    "sending": "Sending …",
    "download": "Download",
    "user": "User name",
    "password": "Password",
    "lines": "JSON, or one value per line",
    "invalid": "This is not valid JSON.",
    "address": "The address must begin with https:// or http://.",
    "direct": "Your browser sends this straight to the server. Credentials stay in this tab.",
    "proxied": "Your browser sends this through {proxy}. Credentials stay in this tab.",
    "blocked": "Browsers do not let a page send: {names}. The samples do.",
    "cors": "The server answers, but it does not allow requests from {origin} (CORS, "
    "Access-Control-Allow-Origin). Use the samples, which need no permission, or allow this "
    "origin on the server.",
    "down": "No response: the server is down, or its name is unknown. Check the address and your "
    "connection.",
    "late": "No response within {seconds} seconds. Try again later.",
    "missing": "Fill in: {names}.",
    "file": "Few servers allow requests from local files. Open this page from a web server.",
    "mixed": "Pages loaded over https cannot send requests to http addresses. Use the samples, or "
    "an https address.",
}
"""The texts of ``try_it.js`` by their names in the script, which contains them in English."""
_TITLE = "Try it"
TABLE = TranslationTable(
    Path(__file__).with_name("try_it_texts.txt"), (_TITLE, *SCRIPT_TEXTS.values())
)
"""The texts by language."""
_LABELS = {
    "path": "Path parameters",
    "query": "Query parameters",
    "querystring": "Query string",
    "header": "Headers",
    "body": "Request body",
    "security": "Authorization",
    "server": "Server",
    "answer": "Response",
    "required": "required",
}
"""The texts that the script shares with the rest of the page."""
_IN_PAGES = "builder_html or builder_dirhtml"
"""The outputs that have a page for each document; in others, the endpoints follow each other."""


def make_try_it_nodes(
    content: Content, context: OperationContext, texts: EndpointTexts, *, anchor: str
) -> tuple[TryItLinkNode, TryItNode]:
    """Return the form of an operation, and the link to it.

    :param anchor: the id of the form.
    """
    translations, english = TABLE.of(context.language), TABLE.of("en")
    form = make_request_form(content, prefill=context.samples.prefill)
    # Labels that the page has already; other texts only if they are not English.
    form["labels"] = {name: texts.translate(label) for name, label in _LABELS.items()}
    if context.proxy:
        form["proxy"] = context.proxy
    if translations is not english:
        form["words"] = {name: translations[text] for name, text in SCRIPT_TEXTS.items()}
    title = translations[_TITLE]
    return (
        TryItLinkNode(title=title, target=anchor),
        TryItNode(title=title, form=form, ids=[anchor]),
    )


def make_operation_nodes(operation: Operation, context: OperationContext) -> list[nodes.Node]:
    """Return what a page shows of *operation* after its title and its own text.

    The last nodes are sections, so all nodes have to be direct children of the page's section.
    """
    content = read_operation(
        operation, context.report_problem, samples=context.samples, pages=context.schema_pages
    )
    specification = operation.specification
    # The domain and the search read the operation from these attributes.
    start = LayoutStartNode(
        operation=operation.name,
        operation_id=content.operation_id,
        title=content.summary,
        tag=operation.group and specification.tags.label(operation.group),
        specification=specification.name,
    )
    page = PageWriter(context, operation.document.source)
    result = make_content_nodes(
        content, page, start, badges=operation.badges, api=specification.identity
    )
    # Last, so that sections and fields keep the ids of the hosted service.
    start["ids"] = claim_id(context.document, make_operation_anchor(operation.name))
    return result


def make_operation_anchor(name: str) -> str:
    """Return the id of an operation on its page: ``get-pets-id`` for ``GET /pets/{id}``."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def make_content_nodes(
    content: Content,
    page: PageWriter,
    start: LayoutStartNode,
    *,
    badges: Sequence[str] = (),
    api: str = "",
) -> list[nodes.Node]:
    """Return the nodes of *content*.

    :param start: the first node, with the attributes of the operation.
    :param badges: labels that follow method and path.
    :param api: the identity of the specification, by which browsers remember what readers fill in
        for the samples; empty if they can fill in nothing.
    """
    context, texts = page.context, page.texts
    start["words"] = texts.script_texts
    bar = make_endpoint_bar(content)
    result: list[nodes.Node] = [start, bar]
    introduced, deprecated_since = content.since
    if introduced:
        text = texts.translate("new in {0}").replace("{0}", introduced)
        bar += [nodes.Text(" "), _make_badge(text)]
    if badges:
        line = nodes.paragraph("", "", _make_badge(badges[0]), classes=["docsnav-endpoint-tags"])
        for badge in badges[1:]:
            line += [nodes.Text(" "), _make_badge(badge)]
        result.append(line)
    if content.deprecated:
        result.append(_make_deprecation_warning(deprecated_since, texts))
    result.append(LayoutTextNode())
    if content.path_summary:
        result.append(nodes.paragraph(content.path_summary, content.path_summary))
    # Front matter may have the description, or one of its own.
    if not context.has_description:
        result += page.render_markdown(content.description)
    result += _write_footer(content, page)
    result += SectionWriter(page).write(content)
    # All fields have their ids now.
    page.fields.resolve_links()
    form: list[nodes.Node] = []
    # Nobody but the API sends a webhook.
    if context.try_it and not content.webhook:
        anchor = page.claim_id("try-it")[0]
        link, fold = make_try_it_nodes(content, context, texts, anchor=anchor)
        bar += link
        form = [fold]
    return [*result, _make_sample_column(content, page, form, api)]


def _make_badge(text: str) -> nodes.inline:
    """Return a label such as a tag of the operation."""
    return nodes.inline(text, text, classes=["docsnav-tag"])


def _make_sample_column(
    content: Content, page: PageWriter, form: list[nodes.Node], api: str
) -> LayoutEndNode:
    """Return the column with the samples, and the form before the responses.

    :param api: as for `make_content_nodes`.
    """
    samples = SampleWriter(page).write(content, form)
    ids = page.claim_id("examples") if samples else []
    title = page.texts.translate("Examples")
    end = LayoutEndNode("", *samples, ids=ids, title=title, servers=[], choices={}, api=api)
    if api:
        # Readers choose among servers with a host; relative ones cannot be called.
        end["servers"] = [s.example for s in content.servers if "://" in s.example]
        end["choices"] = list_sample_choices(content)
    return end


def _make_deprecation_warning(since: str, texts: EndpointTexts) -> nodes.warning:
    """Return the warning of a deprecated operation.

    :param since: the version that has deprecated it; empty if no older version is known.
    """
    text = texts.translate("This operation is deprecated.")
    if since:
        since_text = texts.translate("deprecated since {0}").replace("{0}", since)
        text = f"{text} ({since_text})"
    return nodes.warning("", nodes.paragraph(text, text), classes=["docsnav-endpoint-deprecated"])


def _write_footer(content: Content, page: PageWriter) -> list[nodes.Node]:
    """Return one line: documentation, description of a single server, operation id, the API."""
    texts, documentation = page.texts, page.fields.link_documentation(content.docs)
    parts = [documentation] if documentation else []
    # Several servers have a section of their own.
    if len(content.servers) == 1 and content.servers[0].description:
        server_description = join_blocks(page.render_markdown(content.servers[0].description))
        parts.append([nodes.Text(f"{texts.translate('Server')}: "), *server_description])
    if content.operation_id:
        literal = nodes.literal(content.operation_id, content.operation_id)
        parts.append([nodes.Text(f"{texts.translate('Operation')} "), literal])
    docname, title = page.context.introduction
    # Alone in the line, the name of the only API says nothing; pages of tags lead to it, too.
    if docname and (parts or not page.context.is_only_api):
        parts.append([nodes.Text("API: "), make_page_link(title, docname)])
    line = nodes.paragraph("", "", classes=["docsnav-endpoint-more"])
    for number, part in enumerate(parts):
        line += [nodes.Text(" · "), *part] if number else part
    return [line] if parts else []


def make_all_endpoints_nodes(
    endpoints: Iterable[EndpointPage], context: OperationContext
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


def _make_endpoint_section(endpoint: EndpointPage, context: OperationContext) -> nodes.section:
    """Return what the page of an endpoint shows, with a heading that leads to it."""
    operation = endpoint.operation
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
    page = PageWriter(context, operation.document.source)
    body = make_content_nodes(content, page, LayoutStartNode())
    return nodes.section("", title, *body, ids=ids, classes=["docsnav-listed-endpoint"])
