"""What the pages of an API show, as plain values: the result of the readers of this package."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass

from sphinx_docsnav.openapi.content.request import Request
from sphinx_docsnav.openapi.content.serialization import FormField


@dataclass(frozen=True, slots=True)
class Sentence:
    """A rule in words that can be translated."""

    template: str
    """The English text, with ``{0}`` for the first part."""
    parts: tuple[Sentence | str, ...] = ()
    """Sentences, and names and values as written."""

    def translated(self, translate: Callable[[str], str] = str) -> str:
        """Return the text; *translate* gets each template."""
        return translate(self.template).format(
            *(translate_text(part, translate) for part in self.parts)
        )


def translate_text(text: Sentence | str, translate: Callable[[str], str] = str) -> str:
    """Return a text that can be translated, or a name as it is."""
    return text if isinstance(text, str) else text.translated(translate)


@dataclass(frozen=True, slots=True)
class Fact:
    """A limit or default of a value: ``length`` ``1`` to ``63``."""

    label: Sentence | str
    """What it says: a text that can be translated, or a name of the specification."""
    values: tuple[str, ...] = ()
    """What of it: one value, or the values to choose from; shown as code."""
    kind: str = ""
    """``const``, ``enum`` or ``example`` if it says which values are valid or usual."""
    is_range: bool = False
    """The values are the least and the greatest one."""
    hidden_count: int = 0
    """How many values are left out."""


class Mode(enum.StrEnum):
    """Who sends the value; read-only fields are left out of requests, write-only of responses."""

    REQUEST = "request"
    RESPONSE = "response"
    BOTH = "both"
    """Nobody in particular: nothing is left out."""


class Role(enum.StrEnum):
    """What a field is in its schema."""

    PROPERTY = "property"
    PATTERN = "pattern"
    """A property whose name matches the pattern that is its name."""
    OTHER = "other"
    """Any property without an entry of its own."""
    ITEM = "item"
    """An item at a fixed place of an array."""
    OPTION = "option"
    """One of the schemas to choose from."""
    RULE = "rule"
    """A schema that holds under a condition, or must not hold."""


@dataclass(frozen=True, slots=True)
class SchemaLink:
    """Where the fields of a component are, if not here."""

    name: str
    """The component's name; may be empty."""
    docname: str = ""
    """The page of the schema; empty if another place of this page shows the fields."""
    anchor_key: str = ""
    """What that place is called in `View.place`."""


@dataclass(frozen=True, slots=True)
class FieldView:
    """The display values of a schema."""

    type: str
    """The type in a few words."""
    name: str = ""
    """The component's name."""
    docname: str = ""
    """The page of the component; empty if it has none."""
    title: str = ""
    """The schema's ``title``, if it differs from the name."""
    description: str = ""
    """Markdown."""
    facts: tuple[Fact, ...] = ()
    """Limits, defaults, choices."""
    deprecated: bool = False
    """``deprecated: true``."""
    access: str = ""
    """``read-only``, ``write-only`` or nothing."""
    fields: tuple[Field, ...] = ()
    """What is in it."""
    choices: tuple[SchemaChoice, ...] = ()
    """What to choose from."""
    anchor_key: str = ""
    """A name for this place, if others link to it."""
    links: tuple[SchemaLink, ...] = ()
    """Where the fields that are not here are shown."""
    count: int = 0
    """How many fields and options it has, shown here or behind a link."""
    recursive: bool = False
    """The value is inside another of its kind."""
    hidden_count: int = 0
    """How many fields are shown nowhere, because no page could hold them."""
    docs: tuple[str, str] = ("", "")
    """External documentation: URL and description."""
    since: tuple[str, str] = ("", "")
    """The versions since which it is there, and deprecated; empty if the oldest one has it so."""


@dataclass(frozen=True, slots=True)
class Field:
    """A named place in a schema."""

    name: str
    """The property's name, the pattern, the item's number or the option's label."""
    role: Role
    """What it is."""
    view: FieldView
    """The value there."""
    required: bool = False
    """It must be there."""
    generic: Sentence | None = None
    """The name, to be translated, of what the schema does not name: ``Option 2``."""


@dataclass(frozen=True, slots=True)
class SchemaChoice:
    """Schemas to choose from."""

    label: Sentence
    """``One of`` or ``Any of``, and the property that decides."""
    options: tuple[Field, ...]
    """The schemas."""


@dataclass(frozen=True, slots=True)
class Example:
    """An example of a content."""

    name: str
    """Its name or summary; empty for an example without one."""
    value: object
    """The value; `MISSING` where only the text or the address is known."""
    text: str
    """The serialized example; empty if only its URL is known."""
    language: str
    """Pygments' name for the text's language."""
    description: str = ""
    """Markdown."""
    url: str = ""
    """Where the example is, if it is not here."""
    is_generated: bool = False
    """It was made from the schema."""
    summary: str = ""
    """Its summary, one line."""


@dataclass(frozen=True, slots=True)
class Media:
    """What is sent under one media type."""

    type: str
    """``application/json`` …"""
    view: FieldView | None
    """The schema; None if there is none."""
    is_stream: bool
    """The schema is that of each item of a stream (``itemSchema``)."""
    examples: tuple[Example, ...]
    """The specification's examples, else one made from the schema."""
    encoding: tuple[tuple[str, str], ...]
    """Names of parts, each with how it is encoded."""
    fields: tuple[FormField, ...] = ()
    """Of a form in a request: how its fields are sent."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter, or a header of a response."""

    name: str
    """Its name."""
    location: str
    """One of `PLACES`."""
    required: bool
    """It must be sent."""
    view: FieldView
    """Its schema; description and deprecation are the parameter's own where it has them."""
    example: object
    """An example value, `MISSING` if there is none."""
    has_own_example: bool
    """The example is the specification's own."""
    media: str = ""
    """The media type it is written in, if it is one of ``content``."""
    style: str = ""
    """How lists and objects are written, ``form`` …; the usual style of the place if unset."""
    explode: bool = False
    """Lists and objects are spread over several parameters."""
    allow_reserved: bool = False
    """Reserved characters are not encoded."""
    serialized: str = ""
    """The serialized example, if the specification has no other form."""
    fields: tuple[FormField, ...] = ()
    """How the fields of a form are sent, if the parameter is one."""


@dataclass(frozen=True, slots=True)
class ServerVariable:
    """A part of an address that a caller chooses."""

    name: str
    """Its name in the address, without braces."""
    default: str
    """The default value."""
    values: tuple[str, ...]
    """What may be chosen; empty for anything."""
    description: str
    """Markdown."""


@dataclass(frozen=True, slots=True)
class Server:
    """A server object."""

    url: str
    """The address, variables in braces."""
    example: str
    """The address with the variables' defaults, without a slash at its end."""
    name: str
    """Its name (OpenAPI 3.2), else empty."""
    description: str
    """Markdown."""
    variables: tuple[ServerVariable, ...]
    """The variables of the address."""


@dataclass(frozen=True, slots=True)
class Flow:
    """A way to get an OAuth token."""

    name: str
    """``authorization code`` …"""
    addresses: tuple[tuple[str, str], ...]
    """Words and URL: where to authorise, to get a token, to refresh one."""
    scopes: tuple[tuple[str, str], ...]
    """Every scope of the flow with its description."""


@dataclass(frozen=True, slots=True)
class Scheme:
    """A security scheme, as one operation needs it."""

    name: str
    """Its name in the specification."""
    type: str
    """``apiKey``, ``http``, ``oauth2``, ``openIdConnect`` or ``mutualTLS``; empty if unknown."""
    summary: str
    """What to send, in a few words: ``bearer token in the Authorization header``."""
    description: str
    """Markdown."""
    location: str = ""
    """Of an API key: ``query``, ``header`` or ``cookie``."""
    field: str = ""
    """Of an API key: the parameter's name."""
    http: str = ""
    """Of ``http``: ``bearer``, ``basic`` …, in lower case."""
    scopes: tuple[tuple[str, str], ...] = ()
    """Scopes that the operation needs, with their descriptions in the flows."""
    flows: tuple[Flow, ...] = ()
    """Of ``oauth2``: the ways to a token."""
    deprecated: bool = False
    """``deprecated: true`` (OpenAPI 3.2)."""
    url: str = ""
    """Of ``openIdConnect``: the discovery document; of ``oauth2``: the metadata."""


Requirement = tuple[Scheme, ...]
"""Schemes that are needed together; empty: the call may be anonymous."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A request in one language."""

    label: str
    """The language, as the reader chooses it: ``Python``."""
    language: str
    """Pygments' name for it."""
    code: str
    """The source text."""
    title: str = ""
    """What the author calls it, if that is not its language."""
    quoting: str = ""
    """How its strings are written (`SampleLanguage.quoting`); empty for an author's sample."""
    others: tuple[str, ...] = ()
    """The source text with the other credentials that are enough, in the page's order."""


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


@dataclass(frozen=True, slots=True)
class SchemaContent:
    """The page of a schema."""

    name: str
    """Its name."""
    view: FieldView
    """Its fields, as both sides see them."""
    examples: tuple[Example, ...]
    """Values that fit it."""
    operations: tuple[str, ...]
    """The operations that use it directly: ``GET /pets``."""
    titles: tuple[str, ...]
    """Their titles."""
    users: tuple[tuple[str, str], ...]
    """Names and docnames of the schemas that use it directly; without a page, the name alone."""


@dataclass(frozen=True, slots=True)
class SpecificationTag:
    """A group of operations."""

    name: str
    """As operations name it."""
    label: str
    """What the group is called."""
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
    """The address of the terms of service."""
    contact: tuple[str, str, str]
    """Name, URL and e-mail address."""
    licence: tuple[str, str]
    """Name with its SPDX identifier, and URL."""
    docs: tuple[str, str]
    """External documentation: URL and description."""
    servers: tuple[Server, ...]
    """Where it is served."""
    schemes: tuple[Scheme, ...]
    """Every security scheme."""
    tags: tuple[SpecificationTag, ...]
    """In the order of the list of tags, then as operations name them."""
