"""The page of an operation as plain values, read from its specification."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from sphinx_docsnav.openapi.content.access import (
    Requirement,
    Server,
    base_url,
    read_security,
    read_servers,
)
from sphinx_docsnav.openapi.content.build_request import (
    body_choices,
    make_request,
    used_parameters,
)
from sphinx_docsnav.openapi.content.comparison import marks_of
from sphinx_docsnav.openapi.content.layout import Layout
from sphinx_docsnav.openapi.content.media import Media, read_content
from sphinx_docsnav.openapi.content.members import Mode
from sphinx_docsnav.openapi.content.parameters import Parameter, read_headers, read_parameters
from sphinx_docsnav.openapi.content.request import Request
from sphinx_docsnav.openapi.content.sample_requests import (
    DEFAULT_SAMPLES,
    Sample,
    SampleSettings,
    own_samples,
    write_samples,
)
from sphinx_docsnav.openapi.content.value_reader import Reader, Tell, check_fields
from sphinx_docsnav.openapi.endpoint_names import METHODS
from sphinx_docsnav.openapi.json_values import Keys, parse_fragment
from sphinx_docsnav.openapi.spec_document import Located
from sphinx_docsnav.openapi.specification import Operation


@dataclass(frozen=True, slots=True)
class Body:
    """What is sent with a request."""

    description: str
    """Markdown."""
    required: bool
    """It must be sent."""
    contents: tuple[Media, ...]
    """By media type."""


@dataclass(frozen=True, slots=True)
class Link:
    """What a response can be used for next."""

    name: str
    """Its name."""
    operation: str
    """The operation it leads to: its id, method and path, or a reference to another file."""
    description: str
    """Markdown."""
    parameters: tuple[tuple[str, str], ...]
    """Parameters to send, with where each value comes from; a server of its own."""


@dataclass(frozen=True, slots=True)
class Response:
    """An answer."""

    status: str
    """``200``, ``4XX`` or ``default``."""
    summary: str
    """A few words (OpenAPI 3.2), else empty."""
    description: str
    """Markdown."""
    headers: tuple[Parameter, ...]
    """Headers that it has."""
    contents: tuple[Media, ...]
    """By media type."""
    links: tuple[Link, ...]
    """Where it leads."""


@dataclass(frozen=True, slots=True)
class Callback:
    """A request that the API makes later."""

    name: str
    """Its name."""
    expression: str
    """The address, with where its parts come from."""
    content: Content
    """The request and the answers expected to it."""


@dataclass(frozen=True, slots=True)
class Content:
    """The page of an operation."""

    method: str
    """In capitals."""
    path: str
    """With parameters in braces; the name of a webhook; the address of a callback."""
    webhook: bool
    """The API calls, the reader answers."""
    summary: str
    """One line."""
    path_summary: str
    """The summary of the path item, one line."""
    description: str
    """Markdown."""
    deprecated: bool
    """``deprecated: true``."""
    operation_id: str
    """``operationId``."""
    docs: tuple[str, str]
    """External documentation: URL and description; empty if there is none."""
    servers: tuple[Server, ...]
    """Where it is served."""
    security: tuple[Requirement, ...]
    """What a caller must prove: any one of these."""
    parameters: tuple[Parameter, ...]
    """By place, then in file order."""
    body: Body | None
    """What is sent with it."""
    responses: tuple[Response, ...]
    """The answers."""
    callbacks: tuple[Callback, ...]
    """Requests that follow from it."""
    samples: tuple[Sample, ...]
    """The request in several languages."""
    since: tuple[str, str] = ("", "")
    """The versions since which it is there, and deprecated; empty if the oldest one has it so."""
    request: Request | None = None
    """The request of the samples; None for what the reader does not send."""


MAX_RESPONSES = 60
"""How many responses of one operation are shown."""
MAX_ALTERNATIVES = 20
"""With how many credentials and bodies, each with each, a request is written."""
_STATUS = re.compile(r"[1-5](?:[0-9]{2}|XX)|default", re.IGNORECASE)
_REQUEST_BUDGET = 80
_RESPONSE_BUDGET = 20
"""Many operations return the same objects: the page of a schema has what is inside them."""
_NESTED_CALLBACKS = 2
_KEYS_TO_OPERATION = 3


def read_operation(
    operation: Operation,
    tell: Tell,
    *,
    samples: SampleSettings = DEFAULT_SAMPLES,
    pages: Mapping[int, str] = MappingProxyType({}),
    is_sent: bool = False,
) -> Content:
    """Return the content of the page of *operation*.

    :param tell: called for each problem in the specification.
    :param samples: what the site wants of the request samples.
    :param pages: docnames of the pages of schemas, by the identity of a value.
    :param is_sent: only the request is wanted, and schemas are not laid out.
    """
    specification = operation.specification
    flats = specification.flats_of(pages)
    layout = Layout(Reader(specification.resolver, tell), pages=pages, flats=flats)
    layout.has_views = not is_sent
    layout.marks = marks_of(specification)
    layout.only_required = samples.defaults == "required"
    page = _Page(layout, Located(specification.value, specification.document, ()), samples)
    located = Located(operation.value, operation.document, operation.keys)
    item = Located(operation.path_item, operation.document, operation.item_keys)
    method = operation.method.upper()
    return page.content(located, item, (method, operation.path), webhook=operation.webhook)


class _Page:
    """Reads one page."""

    def __init__(self, layout: Layout, root: Located, wanted: SampleSettings) -> None:
        self.reader = layout.reader
        self.root = root
        self.wanted = wanted
        self.layout = layout

    def content(
        self,
        operation: Located,
        item: Located,
        name: tuple[str, str],
        *,
        webhook: bool = False,
        depth: int = 0,
    ) -> Content:
        """Return the content of an operation, of a webhook or of a callback."""
        reader = self.reader
        method, path = name
        check_fields(reader, operation, "operation")
        check_fields(reader, item, "path item")
        base = self.root.document.name if "://" in self.root.document.name else ""
        incoming = webhook or depth > 0
        servers = () if incoming else read_servers(reader, (operation, item, self.root), base)
        security = () if incoming else read_security(reader, operation, self.root)
        self.layout.budget, self.layout.sends = _REQUEST_BUDGET, not incoming
        self.layout.most = sys.maxsize
        parameters = read_parameters(self.layout, (item, operation))
        # The API sends what an incoming request has, so that is what it returns elsewhere.
        asked, answered = Mode.REQUEST, Mode.RESPONSE
        asked, answered = (answered, asked) if incoming else (asked, answered)
        body = self.body(operation, asked)
        responses = tuple(self.responses(operation, answered)) if self.layout.has_views else ()
        samples = own_samples(reader, operation)
        first: Request | None = None
        if not incoming:
            address = base_url(servers) + (path if path.startswith("/") else f"/{path}")
            used = used_parameters(parameters, self.wanted.defaults)
            bodies = [media for _, media in body_choices(method, body.contents if body else ())]
            first, *others = [
                make_request(method, address, parameters=used, credentials=needed, media=media)
                for media in bodies or (None,)
                for needed in security or ((),)
            ][:MAX_ALTERNATIVES]
            written = {sample.label for sample in samples}
            languages = self.wanted.languages if self.wanted.generated else ()
            generated = write_samples(first, languages, tuple(others))
            samples += tuple(sample for sample in generated if sample.label not in written)
        docs = reader.child(operation, "externalDocs")
        return Content(
            method,
            path,
            webhook,
            " ".join(reader.text(operation, "summary").split()),
            "" if depth else " ".join(reader.text(item, "summary").split()),
            "\n\n".join(filter(None, self.descriptions(operation, item, is_page=not depth))),
            reader.flag(operation, "deprecated"),
            reader.text(operation, "operationId"),
            (reader.text(docs, "url"), reader.text(docs, "description")) if docs else ("", ""),
            servers,
            security,
            parameters,
            body,
            responses,
            tuple(self.callbacks(operation, depth)) if self.layout.has_views else (),
            samples,
            self.layout.since(operation),
            first,
        )

    def descriptions(self, operation: Located, item: Located, *, is_page: bool) -> Iterator[str]:
        """Yield the descriptions of the operation, then those of its path.

        :param is_page: the page has the summary of the path already.
        """
        yield self.reader.text(operation, "description")
        summary = self.reader.text(item, "summary")
        if not is_page and summary != self.reader.text(operation, "summary"):
            yield summary
        yield self.reader.text(item, "description")

    def body(self, operation: Located, mode: Mode) -> Body | None:
        """Return the request body, None if there is none."""
        body = self.reader.child(operation, "requestBody")
        if body is None:
            return None
        check_fields(self.reader, body, "request body")
        return Body(
            self.reader.text(body, "description"),
            self.reader.flag(body, "required"),
            read_content(self.layout, body, mode),
        )

    def responses(self, operation: Located, mode: Mode) -> Iterator[Response]:
        """Yield the responses in file order."""
        for number, (status, entry) in enumerate(self.reader.entries(operation, "responses")):
            if status.startswith("x-"):
                continue
            if number >= MAX_RESPONSES:
                self.reader.odd(f"more than {MAX_RESPONSES} responses, the rest left out", entry)
                return
            if not _STATUS.fullmatch(status):
                message = f"{status!r} is no status of a response; shown as written"
                self.reader.odd(f"{message}; write '200', '2XX' or 'default'", entry)
            check_fields(self.reader, entry, "response")
            # Errors are the same for all operations, and few readers look at their fields here.
            is_error = mode is Mode.RESPONSE and status[:1] not in "123"
            self.layout.budget = self.layout.most = 0 if is_error else _RESPONSE_BUDGET
            yield Response(
                status,
                self.reader.text(entry, "summary"),
                self.reader.text(entry, "description"),
                read_headers(self.layout, entry),
                read_content(self.layout, entry, mode),
                tuple(self.links(entry)),
            )

    def links(self, response: Located) -> Iterator[Link]:
        """Yield the links of a response."""
        for name, entry in self.reader.entries(response, "links"):
            parameters = entry.child("parameters")
            pairs = parameters.value if parameters and isinstance(parameters.value, dict) else {}
            sent = [(str(key), str(value)) for key, value in pairs.items()]
            if isinstance(entry.value, dict) and "requestBody" in entry.value:
                sent.append(("the body", str(entry.value["requestBody"])))
            server = self.reader.child(entry, "server")
            if server is not None and self.reader.text(server, "url"):
                sent.append(("server", self.reader.text(server, "url")))
            yield Link(
                name,
                self.reader.text(entry, "operationId")
                or _operation_name(self.reader.text(entry, "operationRef")),
                self.reader.text(entry, "description"),
                tuple(sent),
            )

    def callbacks(self, operation: Located, depth: int) -> Iterator[Callback]:
        """Yield each request of each callback; callbacks of callbacks only so deep."""
        if depth >= _NESTED_CALLBACKS:
            return
        for name, callback in self.reader.entries(operation, "callbacks"):
            for expression, item in self.entries_of(callback):
                for method in self.methods(item):
                    inner = self.reader.child(item, method)
                    if inner is not None:
                        words = (method.upper(), expression)
                        content = self.content(inner, item, words, depth=depth + 1)
                        yield Callback(name, expression, content)

    def entries_of(self, callback: Located) -> Iterator[tuple[str, Located]]:
        """Yield the path items of a callback by their expressions."""
        if isinstance(callback.value, dict):
            for expression in callback.value:
                child = callback.child(expression)
                found = self.reader.follow(child) if child else None
                if found is not None and isinstance(found.value, dict):
                    yield str(expression), found

    def methods(self, item: Located) -> Keys:
        """Return the methods of a path item."""
        return tuple(m for m in METHODS if isinstance(item.value, dict) and m in item.value)


def _operation_name(reference: str) -> str:
    """Return ``GET /pets`` for ``#/paths/~1pets/get``; other references as they are."""
    keys = parse_fragment(reference.removeprefix("#")) if reference.startswith("#/paths/") else ()
    return f"{keys[2].upper()} {keys[1]}" if keys and len(keys) == _KEYS_TO_OPERATION else reference
