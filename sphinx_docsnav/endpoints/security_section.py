"""The authorization of an operation: which schemes, and whether together or instead."""

from __future__ import annotations

from collections.abc import Iterator

from docutils import nodes

from sphinx_docsnav.endpoints.endpoint_texts import EndpointTexts
from sphinx_docsnav.endpoints.field_list import FieldWriter, make_facts
from sphinx_docsnav.endpoints.joined_blocks import join_blocks
from sphinx_docsnav.endpoints.markup_parts import FieldsNode, OperationFieldNode, make_head
from sphinx_docsnav.openapi.content.page_content import Content
from sphinx_docsnav.openapi.content.schema_phrases import Fact
from sphinx_docsnav.openapi.content.security_schemes import Flow, Requirement, Scheme
from sphinx_docsnav.openapi.content.sentences import Sentence
from sphinx_docsnav.sitefiles.safe_urls import is_safe


def security_nodes(content: Content, fields: FieldWriter) -> list[nodes.Node]:
    """Return the schemes of an operation; alternatives as a list, each with all it needs."""
    alternatives = content.security
    if alternatives == ((),):
        text = fields.texts.translate("No authorization is needed.")
        return [nodes.paragraph(text, text)]
    if len(alternatives) == 1:
        return _together(alternatives[0], fields)
    text = fields.texts.translate("One of these is enough:")
    listing = nodes.bullet_list("", bullet="-", classes=["docsnav-alternatives"])
    for requirement in alternatives:
        listing += nodes.list_item("", *_together(requirement, fields))
    return [nodes.paragraph(text, text), listing]


def _together(requirement: Requirement, fields: FieldWriter) -> list[nodes.Node]:
    """Return the schemes that are needed at once."""
    if not requirement:
        text = fields.texts.translate("No authorization is needed.")
        return [nodes.paragraph(text, text)]
    rows = FieldsNode(
        "", *(scheme_field(s, fields) for s in requirement), classes=["docsnav-fields", "simple"]
    )
    if len(requirement) == 1:
        return [rows]
    text = fields.texts.translate("All of these together:")
    return [nodes.paragraph(text, text), rows]


def scheme_field(scheme: Scheme, fields: FieldWriter) -> OperationFieldNode:
    """Return a security scheme as a field."""
    marks = [("deprecated", fields.texts.translate("deprecated"))] if scheme.deprecated else []
    head = make_head(scheme.name, scheme.name, scheme.summary, marks=marks)
    row = OperationFieldNode(
        "", head, *fields.markdown(scheme.description), classes=["docsnav-field"]
    )
    if scheme.scopes:
        needed = Fact(Sentence("scopes needed"), tuple(name for name, _ in scheme.scopes))
        row += make_facts([needed], fields.texts)
    for flow in scheme.flows:
        row += _flow(flow, fields.texts)
        row += _scopes(scheme, flow, fields)
    if scheme.url:
        row += nodes.paragraph(
            "", "", nodes.Text(f"{fields.texts.translate('Discovery')}: "), _link(scheme.url)
        )
    return row


def _flow(flow: Flow, said: EndpointTexts) -> nodes.paragraph:
    line = nodes.paragraph("", "", nodes.Text(f"{said.translate('Flow')} “{flow.name}”"))
    for number, (words, url) in enumerate(flow.addresses):
        line += [nodes.Text(f"{', ' if number else ': '}{words} "), _link(url)]
    return line


def _link(url: str) -> nodes.Node:
    literal = nodes.literal(url, url)
    leads = "://" in url and is_safe(url)  # others are relative to the API's server
    return nodes.reference("", "", literal, refuri=url) if leads else literal


def _scopes(scheme: Scheme, flow: Flow, fields: FieldWriter) -> Iterator[nodes.Node]:
    """Yield the scopes with their descriptions in the flow: the required ones, else all."""
    wanted = {name for name, _ in scheme.scopes}
    every = not wanted
    told = [(name, text) for name, text in flow.scopes if every or (name in wanted and text)]
    if told:
        listing = nodes.bullet_list("", bullet="-")
        for name, text in told:
            words = [
                nodes.literal(name, name),
                nodes.Text(": "),
                *join_blocks(fields.markdown(text)),
            ]
            listing += nodes.list_item("", nodes.paragraph("", "", *words))
        yield listing
