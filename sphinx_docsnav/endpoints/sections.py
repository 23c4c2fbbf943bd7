"""The sections of an operation's page: authorization, parameters, body, responses, callbacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from http import HTTPStatus

from docutils import nodes

from sphinx_docsnav.endpoints.address_bar import endpoint_bar
from sphinx_docsnav.endpoints.field_ids import BODY, PARAMETER, RESPONSE, kebab_case
from sphinx_docsnav.endpoints.field_list import FieldWriter, make_facts
from sphinx_docsnav.endpoints.markup_parts import FieldsNode, OperationFieldNode, make_head
from sphinx_docsnav.endpoints.operation_links import operation_link
from sphinx_docsnav.endpoints.security_section import security_nodes
from sphinx_docsnav.openapi.content.media import Media
from sphinx_docsnav.openapi.content.page_content import Callback, Content, Link, Response
from sphinx_docsnav.openapi.content.parameters import Parameter
from sphinx_docsnav.openapi.content.schema_phrases import Fact, default_fact, one_of
from sphinx_docsnav.openapi.content.servers import Server

_PLACES = {
    "path": "Path parameters",
    "query": "Query parameters",
    "querystring": "Query string",
    "header": "Headers",
    "cookie": "Cookies",
}


class SectionWriter:
    """Writes the sections of one page."""

    def __init__(self, fields: FieldWriter) -> None:
        self.fields = fields

    def write(self, content: Content, prefix: str = "") -> Iterator[nodes.section]:
        """Yield the sections of *content*; *prefix* is the prefix of a callback's ids."""
        if content.security:
            yield self.section("Authorization", prefix, security_nodes(content, self.fields))
        if _worth_a_section(content.servers):
            yield self.section("Servers", prefix, [server_fields(content.servers, self.fields)])
        for place, title in _PLACES.items():
            here = [p for p in content.parameters if p.place == place]
            if here:
                yield self.section(title, prefix, self.parameters(here, f"{prefix}{PARAMETER}"))
        if content.body is not None:
            mark = "required" if content.body.required else "optional"
            words = content.body.description
            says_more = words.strip(" .\n").casefold() != "request body"
            body = self.fields.markdown(words) if says_more else []
            body += self.contents(content.body.contents, f"{prefix}{BODY}", mark=mark)
            yield self.section("Request body", prefix, body)
        if content.responses:
            main = next((r for r in content.responses if r.contents), None)
            answers = [self.response(r, prefix, main=r is main) for r in content.responses]
            yield self.section("Responses", prefix, answers)
        if content.callbacks:
            calls = [self.callback(c, prefix) for c in content.callbacks]
            yield self.section("Callbacks", prefix, calls)

    def section(self, title: str, prefix: str, body: Sequence[nodes.Node]) -> nodes.section:
        """Return a section with an id by its title."""
        said = self.fields.texts.translate(title)
        heading = nodes.title(said, said)
        wanted = prefix + title.lower().replace(" ", "-")
        return nodes.section("", heading, *body, ids=self.fields.claim(wanted))

    def parameters(self, parameters: list[Parameter], prefix: str) -> list[nodes.Node]:
        """Return parameters of one place."""
        return [self.fields.parameters(parameters, prefix)]

    def contents(
        self, contents: tuple[Media, ...], prefix: str, *, mark: str = ""
    ) -> list[nodes.Node]:
        """Return the body by media type; *mark* is the label for required or optional."""
        result: list[nodes.Node] = []
        for number, media in enumerate(contents, 1):
            line = nodes.paragraph("", "", nodes.literal(media.type, media.type))
            line["classes"] = ["docsnav-media-type"]
            if mark:
                said = self.fields.texts.translate(mark)
                words = nodes.inline(said, said, classes=[f"docsnav-field-{mark}"])
                line += [nodes.Text(" "), words]
            if media.stream:
                line += nodes.Text(f" {self.fields.texts.translate('stream, each item:')}")
            result.append(line)
            if media.view is not None:
                name = prefix if number == 1 else f"{prefix}-{kebab_case(media.type)}"
                result += self.fields.schema(media.view, name)
            if media.encoding:
                sent = self.fields.texts.translate("sent as")
                facts = [Fact(f"{name}: {sent}", (how,)) for name, how in media.encoding if how]
                result += [make_facts(facts, self.fields.texts)] if facts else []
        return result

    def response(self, response: Response, prefix: str, *, main: bool) -> nodes.section:
        """Return the section of an answer; fields of the *main* one have ids without status."""
        body: list[nodes.Node] = []
        if response.description.strip() != _reason(response.status):
            body += self.fields.markdown(response.description)
        name = f"{prefix}response-{response.status.lower()}"
        if response.headers:
            body.append(_label(self.fields.texts.translate("Headers")))
            body.append(self.fields.parameters(response.headers, f"{name}-header"))
        body += self.contents(response.contents, f"{prefix}{RESPONSE}" if main else name)
        if response.links:
            body.append(_label(self.fields.texts.translate("Links")))
            body.append(self.links(response.links))
        words = response.summary or _reason(response.status)
        title = nodes.title("", "", nodes.literal(response.status, response.status))
        title += [nodes.Text(f" {words}")] if words else []
        title.rawsource = title.astext()
        return nodes.section(
            "", title, *body, ids=self.fields.claim(name), classes=["docsnav-response"]
        )

    def links(self, links: tuple[Link, ...]) -> FieldsNode:
        """Return what a response can be used for."""
        rows = []
        for link in links:
            row = OperationFieldNode("", make_head(link.name, link.name, ""))
            row["classes"] = ["docsnav-field"]
            if link.operation:
                words = nodes.Text(f"{self.fields.texts.translate('leads to')} ")
                row += nodes.paragraph("", "", words, operation_link(link.operation))
            row += self.fields.markdown(link.description)
            if link.parameters:
                sent = (Fact(name, (value,)) for name, value in link.parameters)
                row += make_facts(sent, self.fields.texts)
            rows.append(row)
        return FieldsNode("", *rows, classes=["docsnav-fields", "simple"])

    def callback(self, callback: Callback, prefix: str) -> nodes.section:
        """Return the section of a callback with sections of its own."""
        content = callback.content
        title = nodes.title(callback.name, callback.name)
        name = f"{prefix}callback-{callback.name}-{content.method}".lower().replace(" ", "-")
        ids = self.fields.claim(name)
        words = content.description or content.summary
        body = [endpoint_bar(content), *self.fields.markdown(words)]
        return nodes.section("", title, *body, *self.write(content, f"{name}-"), ids=ids)


def server_fields(servers: tuple[Server, ...], fields: FieldWriter) -> FieldsNode:
    """Return the addresses of servers with their variables."""
    rows = []
    for server in servers:
        row = OperationFieldNode("", make_head(server.url, server.url, server.name))
        row["classes"] = ["docsnav-field"]
        row += fields.markdown(server.description)
        for variable in server.variables:
            facts = [Fact(f"{{{variable.name}}}")]
            facts += [one_of(variable.values)] if variable.values else []
            facts += [default_fact(variable.default)] if variable.default else []
            row += make_facts(facts, fields.texts)
            row += fields.markdown(variable.description)
        rows.append(row)
    return FieldsNode("", *rows, classes=["docsnav-fields", "simple"])


def _label(text: str) -> nodes.rubric:
    return nodes.rubric(text, text, classes=["docsnav-endpoint-label"])


def _reason(status: str) -> str:
    """Return what HTTP calls a status: ``Not Found``; empty for ranges and unknown ones."""
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
    known = {str(entry.value): entry.phrase for entry in HTTPStatus}
    return known.get(status, "")


def _worth_a_section(servers: tuple[Server, ...]) -> bool:
    """Return whether there is more than one URL, which the address bar shows."""
    return len(servers) > 1 or any(server.variables for server in servers)
