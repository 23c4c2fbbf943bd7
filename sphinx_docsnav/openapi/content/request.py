"""An HTTP request as plain values, and rules for media types, form parts and headers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import quote

_SAFE_IN_QUERIES = ":/?#[]@!$&'()*+,;=%~"
"""Characters that `Request.uri` does not encode in a query; percent signs stand for escapes."""

HEADER_NAME = re.compile(r"[\w!#$%&'*+.^`|~-]+", re.ASCII)
"""The names that headers can have."""

URLENCODED = "application/x-www-form-urlencoded"

_TEXT_SUFFIXES = (
    "json",
    "xml",
    "yaml",
    "yml",
    "javascript",
    "graphql",
    "csv",
    "toml",
    "sql",
    "html",
)
"""Endings of media types that contain text, besides ``text/*`` and forms."""

_JSON_LINES_TYPES = ("jsonl", "ndjson", "x-ndjson", "jsonlines", "x-jsonlines", "json-lines")
"""Subtypes with one JSON value on each line."""

_TYPES_BY_RANGE = {
    "*/*": "application/json",
    "application/*": "application/json",
    "text/*": "text/plain",
    "image/*": "image/png",
    "multipart/*": "multipart/form-data",
}
"""The media type that is sent for a range."""

FORBIDDEN_METHODS = ("TRACE", "CONNECT", "TRACK")
"""Methods that ``fetch`` refuses."""

_FORBIDDEN_HEADERS = frozenset(
    {
        "accept-charset",
        "accept-encoding",
        "access-control-request-headers",
        "access-control-request-method",
        "connection",
        "content-length",
        "cookie",
        "cookie2",
        "date",
        "dnt",
        "expect",
        "host",
        "keep-alive",
        "origin",
        "referer",
        "set-cookie",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
        "via",
    }
)
"""Request headers that a script cannot set. Source: the Fetch standard, "forbidden request-
header"."""


@dataclass(frozen=True, slots=True)
class JsonBody:
    """A body of valid JSON."""

    text: str
    """The JSON text."""


@dataclass(frozen=True, slots=True)
class TextBody:
    """A body of any other text."""

    text: str
    """The serialized text."""


@dataclass(frozen=True, slots=True)
class FormBody:
    """A body of type ``application/x-www-form-urlencoded``."""

    pairs: tuple[tuple[str, str], ...]
    """Names and values, not encoded yet; a name may occur several times."""


@dataclass(frozen=True, slots=True)
class FileBody:
    """The content of a file, as the body or as a piece of it."""

    name: str
    """The file's name."""


@dataclass(frozen=True, slots=True)
class FormPart:
    """A part of a multipart body."""

    name: str
    """The field's name; empty for a part without a name."""
    value: str
    """The text, or the file's name."""
    is_file: bool = False
    """Whether the content is that of a file."""
    content_type: str = ""
    """The part's media type; empty for plain text, and for files of any type."""
    headers: tuple[tuple[str, str], ...] = ()
    """Further headers of the part."""


@dataclass(frozen=True, slots=True)
class MultipartBody:
    """A multipart body."""

    parts: tuple[FormPart, ...]
    """Its parts in order."""


RequestBody = JsonBody | TextBody | FormBody | FileBody | MultipartBody


@dataclass(frozen=True, slots=True)
class Request:
    """One HTTP request."""

    method: str
    """The method in upper case."""
    address: str
    """The URL without query, percent-encoded; unknown path parameters are in braces."""
    query: tuple[tuple[str, str | None], ...] = ()
    """Percent-encoded names and values; None for a name without an equals sign."""
    headers: tuple[tuple[str, str], ...] = ()
    """Names and values, each name once, without ``Cookie`` and ``Content-Type``."""
    cookies: tuple[tuple[str, str], ...] = ()
    """Names and values as the header ``Cookie`` contains them."""
    body: RequestBody | None = None
    """The body, ``None`` if there is none."""
    media_type: str = ""
    """The type of the body; empty without a body."""

    @property
    def url(self) -> str:
        """The address with its query."""
        pairs = (name if value is None else f"{name}={value}" for name, value in self.query)
        query = "&".join(pairs)
        return f"{self.address}?{query}" if query else self.address

    @property
    def uri(self) -> str:
        """The URL for class libraries that refuse braces: parameters are written as ``:name``."""
        path, _, query = self.url.partition("?")
        # Only parameters of the path have braces here.
        path = re.sub(r"\{([^{}/]+)\}", r":\1", path)
        return f"{path}?{quote(query, safe=_SAFE_IN_QUERIES)}" if query else path

    @property
    def sent_headers(self) -> tuple[tuple[str, str], ...]:
        """The headers with ``Cookie`` and without ``Content-Type``."""
        if not self.cookies:
            return self.headers
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies)
        return (*self.headers, ("Cookie", cookies))

    @property
    def all_headers(self) -> tuple[tuple[str, str], ...]:
        """The headers with ``Cookie`` and ``Content-Type``."""
        content_type = (("Content-Type", self.media_type),) if self.media_type else ()
        return (*self.sent_headers, *content_type)

    @property
    def is_plain_form(self) -> bool:
        """Whether the body is ``multipart/form-data`` whose parts all have a name."""
        return (
            isinstance(self.body, MultipartBody)
            and strip_parameters(self.media_type) == "multipart/form-data"
            and all(part.name for part in self.body.parts)
        )


def strip_parameters(media_type: str) -> str:
    """Return a media type in lower case without its parameters."""
    return media_type.partition(";")[0].strip().lower()


def is_json(media_type: str) -> bool:
    """Return whether a media type is JSON, by its name or by ``+json``; ranges count as JSON."""
    name = strip_parameters(media_type)
    return name.endswith(("/json", "+json", "/*")) or name == "*"


def is_json_lines(media_type: str) -> bool:
    """Return whether a media type contains one JSON value on each line."""
    return strip_parameters(media_type).rpartition("/")[2] in _JSON_LINES_TYPES


def is_json_sequence(media_type: str) -> bool:
    """Return whether a media type is a sequence of JSON texts (RFC 7464)."""
    return strip_parameters(media_type).endswith(("/json-seq", "+json-seq"))


def is_xml(media_type: str) -> bool:
    """Return whether the type is XML."""
    return strip_parameters(media_type).endswith(("/xml", "+xml"))


def is_form(media_type: str) -> bool:
    """Return whether a media type consists of fields: URL-encoded or multipart."""
    name = strip_parameters(media_type)
    return name == URLENCODED or name.startswith("multipart/")


def is_textual(media_type: str) -> bool:
    """Return whether a media type is known to be text."""
    name = strip_parameters(media_type)
    return (
        name.startswith("text/")
        or name.endswith(_TEXT_SUFFIXES)
        or is_form(name)
        or is_json(name)
        or is_json_lines(name)
        or is_json_sequence(name)
    )


def choose_concrete_type(media_type: str) -> str:
    """Return a media type that can be sent: for ``image/*``, a common type of the range."""
    name = strip_parameters(media_type)
    if "*" not in name:
        return media_type
    return _TYPES_BY_RANGE.get(name, "application/octet-stream")


def is_file_schema(keywords: dict[str, object], types: tuple[str, ...]) -> bool:
    """Return whether a schema describes the content of a file.

    OpenAPI 3.0 uses ``format: binary``; later versions have ``contentMediaType`` and no
    ``contentEncoding``.

    :param keywords: the keywords of the schema with plain values.
    :param types: its JSON types; empty for any.
    """
    if types not in ((), ("string",)) or "contentEncoding" in keywords:
        return False
    # Text types are no files, because a sample can show them.
    content_type = keywords.get("contentMediaType")
    return keywords.get("format") == "binary" or (
        isinstance(content_type, str) and not is_textual(content_type)
    )


Chunk = str | FileBody
"""A piece of a body."""


def split_multipart(body: MultipartBody, media_type: str) -> tuple[str, tuple[Chunk, ...]]:
    """Return the media type of a multipart body with its boundary, and the body in pieces.

    Text between two files is one piece.
    """
    # A boundary must not occur in any part.
    boundary, number = "boundary", 1
    while any(boundary in part.value for part in body.parts):
        number += 1
        boundary = f"boundary{number}"
    chunks: list[Chunk] = []
    text = ""
    for part in body.parts:
        headers = (f"{name}: {value}\r\n" for name, value in list_part_headers(part))
        text += "".join((f"--{boundary}\r\n", *headers, "\r\n"))
        # A file ends the current piece of text, and the next one starts behind it.
        if part.is_file:
            chunks += [text, FileBody(part.value)]
            text = ""
        else:
            text += part.value
        text += "\r\n"
    chunks.append(f"{text}--{boundary}--\r\n")
    return f"{strip_parameters(media_type)}; boundary={boundary}", tuple(chunks)


def list_part_headers(part: FormPart) -> tuple[tuple[str, str], ...]:
    """Return all headers of a part of a multipart body."""
    headers = []
    if part.name:
        file = f'; filename="{_quote_part_name(part.value)}"' if part.is_file else ""
        headers.append(
            ("Content-Disposition", f'form-data; name="{_quote_part_name(part.name)}"{file}')
        )
    # A file without a type is any sequence of bytes.
    content_type = part.content_type or ("application/octet-stream" if part.is_file else "")
    return (*headers, *((("Content-Type", content_type),) if content_type else ()), *part.headers)


def _quote_part_name(name: str) -> str:
    """Return a name for use in quotes; what would end them is percent-encoded, as browsers do."""
    return "".join(quote(c) if c in '"\r\n' else c for c in name)


def is_forbidden_header(name: str) -> bool:
    """Return whether browsers ignore a header that a script sets."""
    return name.lower() in _FORBIDDEN_HEADERS or name.lower().startswith(("proxy-", "sec-"))
