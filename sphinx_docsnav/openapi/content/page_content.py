"""The page of an operation as plain values."""

from __future__ import annotations

from dataclasses import dataclass

from sphinx_docsnav.openapi.content.media import Media
from sphinx_docsnav.openapi.content.parameters import Parameter
from sphinx_docsnav.openapi.content.sample_requests import Sample
from sphinx_docsnav.openapi.content.security_schemes import Requirement
from sphinx_docsnav.openapi.content.servers import Server


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
