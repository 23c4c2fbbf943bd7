"""What pages about an API show, as plain values.

The readers of this package return these values, and ``endpoints`` turns them into docutils nodes.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass

from sphinx_docsnav.openapi.content.request import Request
from sphinx_docsnav.openapi.content.serialization import FormField


@dataclass(frozen=True, slots=True)
class Sentence:
    """A text that can be translated, with inserted names and values."""

    template: str
    """The English text with placeholders: ``{0} is at least {1}``."""
    parts: tuple[Sentence | str, ...] = ()
    """What is inserted: names and values as written, and other sentences."""

    def translated(self, translate: Callable[[str], str] = str) -> str:
        """Return the text; *translate* is called with each template."""
        return translate(self.template).format(
            *(translate_text(part, translate) for part in self.parts)
        )


def translate_text(text: Sentence | str, translate: Callable[[str], str] = str) -> str:
    """Return *text* translated if it is a `Sentence`, else unchanged."""
    return text if isinstance(text, str) else text.translated(translate)


@dataclass(frozen=True, slots=True)
class Fact:
    """A limit, default or rule of a value: ``length`` ``1 to 63``."""

    label: Sentence | str
    """What the fact is about: a translatable text, or a name from the specification."""
    values: tuple[str, ...] = ()
    """One value, or the values to choose from; shown as code."""
    kind: str = ""
    """``const``, ``enum`` or ``example`` if the values are valid or typical ones, else empty."""
    is_range: bool = False
    """Whether the two values are a lower and an upper limit."""
    hidden_count: int = 0
    """Number of values that are not in *values*."""


class Mode(enum.StrEnum):
    """The side that sends a value.

    Read-only fields are not part of requests, and write-only fields not of responses.
    """

    REQUEST = "request"
    RESPONSE = "response"
    BOTH = "both"
    """Either side: all fields are listed."""


class Role(enum.StrEnum):
    """The relation of a field to its schema."""

    PROPERTY = "property"
    PATTERN = "pattern"
    """Properties whose names match a pattern; the field's name is the pattern."""
    OTHER = "other"
    """Any property without an entry of its own."""
    ITEM = "item"
    """An item of an array."""
    OPTION = "option"
    """One of the schemas to choose from."""
    RULE = "rule"
    """A schema that applies under a condition, or must not apply."""


@dataclass(frozen=True, slots=True)
class SchemaLink:
    """A link to the fields of a component that are shown elsewhere."""

    name: str
    """The component's name; may be empty."""
    docname: str = ""
    """The page of the component; empty if the fields are on the same page."""
    anchor_key: str = ""
    """`FieldView.anchor_key` of the schema with the fields on the same page."""


@dataclass(frozen=True, slots=True)
class FieldView:
    """What a page shows of a schema."""

    type: str
    """The type: ``array of string or null``."""
    name: str = ""
    """The component's name; empty if the schema is no component."""
    docname: str = ""
    """The page of the component; empty if it has none."""
    title: str = ""
    """The schema's ``title``; empty if it repeats the name."""
    description: str = ""
    """Markdown."""
    facts: tuple[Fact, ...] = ()
    """Limits, defaults, rules and examples."""
    deprecated: bool = False
    """``deprecated: true``."""
    access: str = ""
    """``read-only``, ``write-only`` or empty."""
    fields: tuple[Field, ...] = ()
    """The fields inside the value."""
    choices: tuple[SchemaChoice, ...] = ()
    """The options of the value."""
    anchor_key: str = ""
    """A name that links on the page use for this schema; empty if nothing links to it."""
    links: tuple[SchemaLink, ...] = ()
    """Links to fields that are shown elsewhere."""
    count: int = 0
    """Number of fields and options, here and behind links."""
    recursive: bool = False
    """Whether the value contains another value of the same schema."""
    hidden_count: int = 0
    """Number of fields that no page shows, because there are too many."""
    docs: tuple[str, str] = ("", "")
    """External documentation: URL and description."""
    since: tuple[str, str] = ("", "")
    """The version that introduced the part, and the one that deprecated it; empty if unknown or the
    oldest."""


@dataclass(frozen=True, slots=True)
class Field:
    """A named part of a schema: a property, an item, an option or a rule."""

    name: str
    """The property, the pattern, or the label of an option."""
    role: Role
    """The relation to the schema."""
    view: FieldView
    """The value of the field."""
    required: bool = False
    """Whether the field is required."""
    generic: Sentence | None = None
    """A translatable name for something unnamed, such as ``Option 2``; ``None`` if it has a
    name."""


@dataclass(frozen=True, slots=True)
class SchemaChoice:
    """A choice between schemas."""

    label: Sentence
    """``One of`` or ``Any of``, with the property that decides."""
    options: tuple[Field, ...]
    """The schemas to choose from."""


@dataclass(frozen=True, slots=True)
class Example:
    """An example of a body or of a value."""

    name: str
    """Its summary, else its name; may be empty."""
    value: object
    """The value; `MISSING` if only its text or URL is known."""
    text: str
    """The serialized example; empty if only its URL is known."""
    language: str
    """The name of the Pygments lexer."""
    description: str = ""
    """Markdown."""
    url: str = ""
    """The URL of an external example."""
    is_generated: bool = False
    """Whether it was generated from the schema."""
    summary: str = ""
    """The summary in one line."""


@dataclass(frozen=True, slots=True)
class PartEncoding:
    """How a part of a form is sent."""

    name: str
    """The name of the part, or its position in words."""
    media_type: str
    """The media types that it may have, as written; empty for the default."""
    remarks: str
    """Its headers and its style in words; may be empty."""


@dataclass(frozen=True, slots=True)
class Media:
    """A body in one media type."""

    type: str
    """``application/json`` …"""
    view: FieldView | None
    """The schema; ``None`` if there is none."""
    is_stream: bool
    """Whether the schema is that of each item of a stream (``itemSchema``)."""
    examples: tuple[Example, ...]
    """The specification's examples, else generated ones."""
    encodings: tuple[PartEncoding, ...]
    """How the parts of a form are sent."""
    fields: tuple[FormField, ...] = ()
    """For a form in a request: how its fields are sent."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a request, or a header of a response."""

    name: str
    """The name."""
    location: str
    """``path``, ``query``, ``querystring``, ``header`` or ``cookie``."""
    required: bool
    """Whether it is required."""
    view: FieldView
    """The schema, with the description and the deprecation of the parameter."""
    example: object
    """An example value, `MISSING` if there is none."""
    has_own_example: bool
    """Whether the example is from the specification."""
    media: str = ""
    """The media type of the value if it is described by ``content``."""
    style: str = ""
    """How lists and objects are written: ``form``, ``simple`` …"""
    explode: bool = False
    """Whether each item of a list or object is written separately."""
    allow_reserved: bool = False
    """Whether reserved characters are not encoded."""
    serialized: str = ""
    """The serialized example, if the specification has no other one."""
    fields: tuple[FormField, ...] = ()
    """How the fields are sent, if the value is a form."""


@dataclass(frozen=True, slots=True)
class ServerVariable:
    """A part of a server's URL that callers choose."""

    name: str
    """The name without braces."""
    default: str
    """The default value."""
    values: tuple[str, ...]
    """The values to choose from; empty for any."""
    description: str
    """Markdown."""


@dataclass(frozen=True, slots=True)
class Server:
    """A server object."""

    url: str
    """The URL with variables in braces."""
    example: str
    """The URL with the defaults of the variables, without a slash at the end."""
    name: str
    """The name (OpenAPI 3.2); may be empty."""
    description: str
    """Markdown."""
    variables: tuple[ServerVariable, ...]
    """The variables of the URL."""


@dataclass(frozen=True, slots=True)
class Flow:
    """An OAuth flow."""

    name: str
    """``authorization code``, ``client credentials`` …"""
    addresses: tuple[tuple[str, str], ...]
    """Label and URL of each endpoint: authorization, token, refresh."""
    scopes: tuple[tuple[str, str], ...]
    """All scopes of the flow with their descriptions."""


@dataclass(frozen=True, slots=True)
class Scheme:
    """A security scheme and what an operation requires of it."""

    name: str
    """The name in the specification."""
    type: str
    """``apiKey``, ``http``, ``oauth2``, ``openIdConnect`` or ``mutualTLS``; empty if unknown."""
    summary: str
    """What to send: ``bearer token in the Authorization header``."""
    description: str
    """Markdown."""
    location: str = ""
    """For an API key: ``query``, ``header`` or ``cookie``."""
    field: str = ""
    """For an API key: the name of the parameter, header or cookie."""
    http: str = ""
    """For ``http``: ``bearer``, ``basic`` … in lower case."""
    scopes: tuple[tuple[str, str], ...] = ()
    """The scopes that the operation requires, with their descriptions."""
    flows: tuple[Flow, ...] = ()
    """For ``oauth2``: the flows."""
    deprecated: bool = False
    """``deprecated: true`` (OpenAPI 3.2)."""
    url: str = ""
    """For ``openIdConnect`` the discovery document, for ``oauth2`` the metadata document."""


Requirement = tuple[Scheme, ...]
"""Schemes that are required together; empty for anonymous calls."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A request in one language."""

    label: str
    """The language as readers see it: ``Python``."""
    language: str
    """The name of the Pygments lexer."""
    code: str
    """The source code."""
    title: str = ""
    """The author's title; empty if it repeats the language."""
    quoting: str = ""
    """The kind of string literals, see `SampleLanguage.quoting`; empty for an author's sample."""
    others: tuple[str, ...] = ()
    """The source code for the other bodies and credentials, in the order of the page."""


@dataclass(frozen=True, slots=True)
class Body:
    """A request body."""

    description: str
    """Markdown."""
    required: bool
    """Whether it is required."""
    contents: tuple[Media, ...]
    """The body in each media type."""


@dataclass(frozen=True, slots=True)
class Link:
    """What a response can be used for next."""

    name: str
    """The name."""
    operation: str
    """The linked operation: its id, method and path, or a reference to another file."""
    description: str
    """Markdown."""
    parameters: tuple[tuple[str, str], ...]
    """Parameters of the linked operation with the expressions for their values; also its body and
    server."""


@dataclass(frozen=True, slots=True)
class Response:
    """A response."""

    status: str
    """``200``, ``4XX`` or ``default``."""
    summary: str
    """The summary (OpenAPI 3.2); may be empty."""
    description: str
    """Markdown."""
    headers: tuple[Parameter, ...]
    """Its headers."""
    contents: tuple[Media, ...]
    """The body in each media type."""
    links: tuple[Link, ...]
    """What it can be used for."""


@dataclass(frozen=True, slots=True)
class Callback:
    """A request that the API sends."""

    name: str
    """The name."""
    expression: str
    """The URL, an expression with values of the original request."""
    content: Content
    """The request, and the responses that the API expects."""


@dataclass(frozen=True, slots=True)
class Content:
    """The page of an operation."""

    method: str
    """The method in upper case."""
    path: str
    """The path with parameters in braces, the name of a webhook, or the URL of a callback."""
    webhook: bool
    """Whether the API sends the request and the reader's server answers it."""
    summary: str
    """The summary in one line."""
    path_summary: str
    """The summary of the path item in one line."""
    description: str
    """Markdown."""
    deprecated: bool
    """``deprecated: true``."""
    operation_id: str
    """``operationId``."""
    docs: tuple[str, str]
    """External documentation: URL and description; empty if there is none."""
    servers: tuple[Server, ...]
    """The servers of the operation."""
    security: tuple[Requirement, ...]
    """Alternatives, each with the schemes that it requires."""
    parameters: tuple[Parameter, ...]
    """The parameters by location, then in file order."""
    body: Body | None
    """The request body, ``None`` if there is none."""
    responses: tuple[Response, ...]
    """The responses in file order."""
    callbacks: tuple[Callback, ...]
    """The requests that the API sends later."""
    samples: tuple[Sample, ...]
    """The request in several languages."""
    since: tuple[str, str] = ("", "")
    """The version that introduced the operation, and the one that deprecated it; empty if unknown
    or the oldest."""
    request: Request | None = None
    """The request of the samples; ``None`` for requests that the reader does not send."""

    @property
    def absolute_path(self) -> str:
        """The path with a slash at its start, which some authors omit."""
        return self.path if self.path.startswith("/") else f"/{self.path}"


@dataclass(frozen=True, slots=True)
class SchemaContent:
    """The page of a schema."""

    name: str
    """The name."""
    view: FieldView
    """The fields, including read-only and write-only ones."""
    examples: tuple[Example, ...]
    """Valid values."""
    operations: tuple[str, ...]
    """The operations that use it directly: ``GET /pets``."""
    titles: tuple[str, ...]
    """The titles of these operations."""
    users: tuple[tuple[str, str], ...]
    """Name and docname of each schema that uses it directly; without a page, the docname is
    empty."""


@dataclass(frozen=True, slots=True)
class SpecificationTag:
    """A tag of operations."""

    name: str
    """The name that operations use."""
    label: str
    """The title of the group."""
    description: str
    """Markdown."""
    docs: tuple[str, str]
    """External documentation: URL and description."""


@dataclass(frozen=True, slots=True)
class Introduction:
    """The introduction of a specification."""

    summary: str
    """``info.summary``."""
    description: str
    """``info.description``, Markdown."""
    version: str
    """``info.version``."""
    terms: str
    """The URL of the terms of service."""
    contact: tuple[str, str, str]
    """Name, URL and e-mail address."""
    licence: tuple[str, str]
    """Name with its SPDX identifier, and URL."""
    docs: tuple[str, str]
    """External documentation: URL and description."""
    servers: tuple[Server, ...]
    """The servers of the API."""
    schemes: tuple[Scheme, ...]
    """All security schemes."""
    tags: tuple[SpecificationTag, ...]
    """Tags in the order of the list ``tags``, then others in the order of operations."""
