"""The sections of an operation's page: authorization, parameters, bodies, responses, callbacks."""

from __future__ import annotations

from collections.abc import Iterator
from http import HTTPStatus

from docutils import nodes

from sphinx_docsnav.endpoints.endpoint_texts import EndpointTexts
from sphinx_docsnav.endpoints.field_list import FieldWriter, make_facts_node
from sphinx_docsnav.endpoints.inline_parts import (
    BODY,
    PARAMETER,
    RESPONSE,
    join_blocks,
    make_endpoint_bar,
    make_operation_link,
    to_kebab_case,
)
from sphinx_docsnav.endpoints.markup_parts import (
    FieldsNode,
    OperationFieldNode,
    make_field_list,
    make_head,
)
from sphinx_docsnav.endpoints.page_writer import PageWriter
from sphinx_docsnav.openapi import Content
from sphinx_docsnav.openapi.content.page_values import (
    Callback,
    Fact,
    Flow,
    Link,
    Media,
    Requirement,
    Response,
    Scheme,
    Sentence,
    Server,
)
from sphinx_docsnav.openapi.content.schema_phrases import make_choice_fact, make_default_fact
from sphinx_docsnav.sitefiles.safe_urls import is_safe

_SECTION_TITLES = {
    "path": "Path parameters",
    "query": "Query parameters",
    "querystring": "Query string",
    "header": "Headers",
    "cookie": "Cookies",
}
"""The title of the section for each location of parameters."""


def make_security_nodes(content: Content, fields: FieldWriter) -> list[nodes.Node]:
    """Return the security schemes of an operation; alternatives are a list."""
    alternatives = content.security
    # The only alternative requires nothing.
    if alternatives == ((),):
        text = fields.texts.translate("No authorization is needed.")
        return [nodes.paragraph(text, text)]
    # A single alternative needs no list.
    if len(alternatives) == 1:
        return _write_requirement(alternatives[0], fields)
    text = fields.texts.translate("One of these is enough:")
    listing = nodes.bullet_list("", bullet="-", classes=["docsnav-alternatives"])
    for requirement in alternatives:
        listing += nodes.list_item("", *_write_requirement(requirement, fields))
    return [nodes.paragraph(text, text), listing]


def _write_requirement(requirement: Requirement, fields: FieldWriter) -> list[nodes.Node]:
    """Return the schemes that are required together."""
    if not requirement:
        text = fields.texts.translate("No authorization is needed.")
        return [nodes.paragraph(text, text)]
    rows = make_field_list(make_scheme_field(scheme, fields) for scheme in requirement)
    if len(requirement) == 1:
        return [rows]
    text = fields.texts.translate("All of these together:")
    return [nodes.paragraph(text, text), rows]


def make_scheme_field(scheme: Scheme, fields: FieldWriter) -> OperationFieldNode:
    """Return a security scheme as a field."""
    marks = [("deprecated", fields.texts.translate("deprecated"))] if scheme.deprecated else []
    head = make_head(scheme.name, scheme.name, scheme.summary, marks=marks)
    row = OperationFieldNode(
        "", head, *fields.render_markdown(scheme.description), classes=["docsnav-field"]
    )
    if scheme.scopes:
        required_scopes = Fact(Sentence("scopes needed"), tuple(name for name, _ in scheme.scopes))
        row += make_facts_node([required_scopes], fields.texts)
    # Scopes are listed with the flow that describes them.
    for flow in scheme.flows:
        row += _write_flow(flow, fields.texts)
        row += _write_scopes(scheme, flow, fields)
    if scheme.url:
        row += nodes.paragraph(
            "",
            "",
            nodes.Text(f"{fields.texts.translate('Discovery')}: "),
            _make_url_link(scheme.url),
        )
    return row


def _write_flow(flow: Flow, texts: EndpointTexts) -> nodes.paragraph:
    """Return an OAuth flow with its URLs."""
    line = nodes.paragraph("", "", nodes.Text(f"{texts.translate('Flow')} “{flow.name}”"))
    for number, (label, url) in enumerate(flow.addresses):
        line += [nodes.Text(f"{', ' if number else ': '}{label} "), _make_url_link(url)]
    return line


def _make_url_link(url: str) -> nodes.Node:
    """Return a URL as a link; a relative one refers to the API's server and remains text."""
    literal = nodes.literal(url, url)
    is_link = "://" in url and is_safe(url)
    return nodes.reference("", "", literal, refuri=url) if is_link else literal


def _write_scopes(scheme: Scheme, flow: Flow, fields: FieldWriter) -> Iterator[nodes.Node]:
    """Yield a list of scopes with descriptions: the required ones, or all if none is required."""
    required = {name for name, _ in scheme.scopes}
    shows_all = not required
    scopes = [
        (name, text) for name, text in flow.scopes if shows_all or (name in required and text)
    ]
    if scopes:
        listing = nodes.bullet_list("", bullet="-")
        for name, text in scopes:
            line = nodes.paragraph("", "", nodes.literal(name, name))
            if text:
                line += [nodes.Text(": "), *join_blocks(fields.render_markdown(text))]
            listing += nodes.list_item("", line)
        yield listing


class SectionWriter:
    """Writes the sections of one page."""

    def __init__(self, page: PageWriter) -> None:
        self.fields = page.fields
        self.make_section = page.make_section

    def write(self, content: Content, prefix: str = "") -> Iterator[nodes.section]:
        """Yield the sections of *content*.

        :param prefix: the prefix of ids, for callbacks.
        """
        if content.security:
            security = make_security_nodes(content, self.fields)
            yield self.make_section("Authorization", *security, prefix=prefix)
        # The bar shows the URL of a single server.
        if len(content.servers) > 1 or any(server.variables for server in content.servers):
            servers = make_server_fields(content.servers, self.fields)
            yield self.make_section("Servers", servers, prefix=prefix)
        for location, title in _SECTION_TITLES.items():
            parameters = [p for p in content.parameters if p.location == location]
            if parameters:
                fields = self.fields.write_parameters(parameters, f"{prefix}{PARAMETER}")
                yield self.make_section(title, fields, prefix=prefix)
        if content.body is not None:
            mark = "required" if content.body.required else "optional"
            description = content.body.description
            # Many generators write "Request body" as its description.
            has_description = description.strip(" .\n").casefold() != "request body"
            body = self.fields.render_markdown(description) if has_description else []
            body += self.write_contents(content.body.contents, f"{prefix}{BODY}", mark=mark)
            # A body that describes nothing has no section.
            if body:
                yield self.make_section("Request body", *body, prefix=prefix)
        if content.responses:
            # Fields of the first response with content have short ids.
            main = next((r for r in content.responses if r.contents), None)
            responses = [self.write_response(r, prefix, main=r is main) for r in content.responses]
            yield self.make_section("Responses", *responses, prefix=prefix)
        if content.callbacks:
            callbacks = [self.write_callback(c, prefix) for c in content.callbacks]
            yield self.make_section("Callbacks", *callbacks, prefix=prefix)

    def write_contents(
        self, contents: tuple[Media, ...], prefix: str, *, mark: str = ""
    ) -> list[nodes.Node]:
        """Return a body in each media type; *mark* says whether it is required."""
        result: list[nodes.Node] = []
        for number, media in enumerate(contents, 1):
            line = nodes.paragraph("", "", nodes.literal(media.type, media.type))
            line["classes"] = ["docsnav-media-type"]
            if mark:
                mark_text = self.fields.texts.translate(mark)
                mark_node = nodes.inline(mark_text, mark_text, classes=[f"docsnav-field-{mark}"])
                line += [nodes.Text(" "), mark_node]
            if media.is_stream:
                line += nodes.Text(f" {self.fields.texts.translate('stream, each item:')}")
            result.append(line)
            if media.view is not None:
                # The first media type has the short ids of the hosted service.
                name = prefix if number == 1 else f"{prefix}-{to_kebab_case(media.type)}"
                result += self.fields.write_schema(media.view, name)
            facts = list(_list_encoding_facts(media, self.fields.texts.translate("sent as")))
            result += [make_facts_node(facts, self.fields.texts)] if facts else []
        return result

    def write_response(self, response: Response, prefix: str, *, main: bool) -> nodes.section:
        """Return the section of a response; ids of fields in the *main* one have no status."""
        body: list[nodes.Node] = []
        # A description such as "OK" repeats the title.
        if response.description.strip() != _find_reason(response.status):
            body += self.fields.render_markdown(response.description)
        name = f"{prefix}response-{response.status.lower()}"
        if response.headers:
            body.append(_make_label(self.fields.texts.translate("Headers")))
            body.append(self.fields.write_parameters(response.headers, f"{name}-header"))
        body += self.write_contents(response.contents, f"{prefix}{RESPONSE}" if main else name)
        if response.links:
            body.append(_make_label(self.fields.texts.translate("Links")))
            body.append(self.write_links(response.links))
        reason = response.summary or _find_reason(response.status)
        title = nodes.title("", "", nodes.literal(response.status, response.status))
        title += [nodes.Text(f" {reason}")] if reason else []
        # Translators get the title as text.
        title.rawsource = title.astext()
        return nodes.section(
            "", title, *body, ids=self.fields.claim_id(name), classes=["docsnav-response"]
        )

    def write_links(self, links: tuple[Link, ...]) -> FieldsNode:
        """Return the links of a response as fields."""
        rows = []
        for link in links:
            row = OperationFieldNode("", make_head(link.name, link.name, ""))
            row["classes"] = ["docsnav-field"]
            if link.operation:
                label = nodes.Text(f"{self.fields.texts.translate('leads to')} ")
                row += nodes.paragraph("", "", label, make_operation_link(link.operation))
            row += self.fields.render_markdown(link.description)
            if link.parameters:
                values = (Fact(name, (value,)) for name, value in link.parameters)
                row += make_facts_node(values, self.fields.texts)
            rows.append(row)
        return make_field_list(rows)

    def write_callback(self, callback: Callback, prefix: str) -> nodes.section:
        """Return the section of a callback, with sections of its own."""
        content = callback.content
        title = nodes.title(callback.name, callback.name)
        name = f"{prefix}callback-{callback.name}-{content.method}".lower().replace(" ", "-")
        ids = self.fields.claim_id(name)
        # Summary and description are often equal.
        texts = dict.fromkeys((content.summary, content.description))
        body = [
            make_endpoint_bar(content),
            *(n for text in texts for n in self.fields.render_markdown(text)),
        ]
        return nodes.section("", title, *body, *self.write(content, f"{name}-"), ids=ids)


def make_server_fields(servers: tuple[Server, ...], fields: FieldWriter) -> FieldsNode:
    """Return servers with their variables as fields."""
    rows = []
    for server in servers:
        row = OperationFieldNode("", make_head(server.url, server.url, server.name))
        row["classes"] = ["docsnav-field"]
        row += fields.render_markdown(server.description)
        for variable in server.variables:
            facts = [Fact(f"{{{variable.name}}}")]
            facts += [make_choice_fact(variable.values)] if variable.values else []
            facts += [make_default_fact(variable.default)] if variable.default else []
            row += make_facts_node(facts, fields.texts)
            row += fields.render_markdown(variable.description)
        rows.append(row)
    return make_field_list(rows)


def _list_encoding_facts(media: Media, sent_as: str) -> Iterator[Fact]:
    """Yield media type and remarks of each part of a form; *sent_as* is a translated label."""
    for part in media.encodings:
        if part.media_type:
            yield Fact(f"{part.name}: {sent_as}", (part.media_type,))
        if part.remarks:
            yield Fact(f"{part.name}: {part.remarks}")


def _make_label(text: str) -> nodes.rubric:
    """Return a label above a list."""
    return nodes.rubric(text, text, classes=["docsnav-endpoint-label"])


def _find_reason(status: str) -> str:
    """Return the reason phrase of a status: ``Not Found``; ``""`` if it is unknown."""
    ranges = {
        "1XX": "Informational",
        "2XX": "Success",
        "3XX": "Redirection",
        "4XX": "Client error",
        "5XX": "Server error",
        "DEFAULT": "Any other response",
    }
    if not status.isdigit():
        return ranges.get(status.upper(), "")
    phrases = {str(entry.value): entry.phrase for entry in HTTPStatus}
    return phrases.get(status, "")
