"""An HTTP request as plain values, and the rules for media types, parts and browsers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import quote

_QUERY_SAFE = ":/?#[]@!$&'()*+,;=%~"

HEADER_NAME = re.compile(r"[\w!#$%&'*+.^`|~-]+", re.ASCII)
"""The names that headers can have."""

URLENCODED = "application/x-www-form-urlencoded"

_TEXT_ENDS = ("json", "xml", "yaml", "yml", "javascript", "graphql", "csv", "toml", "sql", "html")

_LINES = ("jsonl", "ndjson", "x-ndjson", "jsonlines", "x-jsonlines", "json-lines")

_CONCRETE = {
    "*/*": "application/json",
    "application/*": "application/json",
    "text/*": "text/plain",
    "image/*": "image/png",
    "multipart/*": "multipart/form-data",
}

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
    """The content of a file as the body."""

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
    """The content is that of a file."""
    content_type: str = ""
    """Its media type; empty for the default: plain text, or any file."""
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
    """In capitals."""
    address: str
    """Server and path, percent-encoded; placeholders are in braces."""
    query: tuple[tuple[str, str | None], ...] = ()
    """Percent-encoded names and values; None for a name without an equals sign."""
    headers: tuple[tuple[str, str], ...] = ()
    """Names and values but ``Cookie`` and ``Content-Type``; no name occurs twice."""
    cookies: tuple[tuple[str, str], ...] = ()
    """Names and values as written in the header."""
    body: RequestBody | None = None
    """What is sent."""
    media_type: str = ""
    """The type of the body; empty without a body."""

    @property
    def url(self) -> str:
        """The address with the query."""
        pairs = (name if value is None else f"{name}={value}" for name, value in self.query)
        query = "&".join(pairs)
        return f"{self.address}?{query}" if query else self.address

    @property
    def uri(self) -> str:
        """The URL for languages that refuse braces and angle brackets, of placeholders."""
        path, _, query = self.url.partition("?")
        path = re.sub(r"\{([^{}/]+)\}", r":\1", path)
        return f"{path}?{quote(query, safe=_QUERY_SAFE)}" if query else path

    @property
    def sent_headers(self) -> tuple[tuple[str, str], ...]:
        """Headers with ``Cookie``, without ``Content-Type``."""
        if not self.cookies:
            return self.headers
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies)
        return (*self.headers, ("Cookie", cookies))

    @property
    def all_headers(self) -> tuple[tuple[str, str], ...]:
        """Headers with ``Cookie`` and ``Content-Type``."""
        kind = (("Content-Type", self.media_type),) if self.media_type else ()
        return (*self.sent_headers, *kind)

    @property
    def is_plain_form(self) -> bool:
        """Whether the body is ``multipart/form-data`` that the usual libraries can make."""
        return (
            isinstance(self.body, MultipartBody)
            and essence(self.media_type) == "multipart/form-data"
            and all(part.name for part in self.body.parts)
        )


def essence(media_type: str) -> str:
    """Return a media type in lower case without its parameters."""
    return media_type.partition(";")[0].strip().lower()


def is_json(media_type: str) -> bool:
    """Return whether the type is JSON, by its own name or by its suffix; ranges are JSON."""
    name = essence(media_type)
    return name.endswith(("/json", "+json", "/*")) or name == "*"


def is_json_lines(media_type: str) -> bool:
    """Return whether the type is a JSON value on each line."""
    return essence(media_type).rpartition("/")[2] in _LINES


def is_json_sequence(media_type: str) -> bool:
    """Return whether the type is a sequence of JSON texts (RFC 7464)."""
    return essence(media_type).endswith(("/json-seq", "+json-seq"))


def is_xml(media_type: str) -> bool:
    """Return whether the type is XML."""
    return essence(media_type).endswith(("/xml", "+xml"))


def is_form(media_type: str) -> bool:
    """Return whether the type has fields: URL-encoded or multipart."""
    name = essence(media_type)
    return name == URLENCODED or name.startswith("multipart/")


def is_textual(media_type: str) -> bool:
    """Return whether the type is known to be text."""
    name = essence(media_type)
    return (
        name.startswith("text/")
        or name.endswith(_TEXT_ENDS)
        or is_form(name)
        or is_json(name)
        or is_json_lines(name)
        or is_json_sequence(name)
    )


def concrete(media_type: str) -> str:
    """Return a type that can be sent: of a range its usual member."""
    name = essence(media_type)
    if "*" not in name:
        return media_type
    return _CONCRETE.get(name, "application/octet-stream")


def is_file_schema(keywords: dict[str, object], types: tuple[str, ...]) -> bool:
    """Return whether a schema, by its plain keywords, describes the content of a file.

    OpenAPI 3.0 uses ``format: binary``; later versions name a ``contentMediaType`` and
    no ``contentEncoding``.
    """
    if types not in ((), ("string",)) or "contentEncoding" in keywords:
        return False
    kind = keywords.get("contentMediaType")
    return keywords.get("format") == "binary" or (isinstance(kind, str) and not is_textual(kind))


@dataclass(frozen=True, slots=True)
class FileChunk:
    """The place of a file's content in a body."""

    name: str
    """The file's name."""


Chunk = str | FileChunk


def multipart_chunks(body: MultipartBody, media_type: str) -> tuple[str, tuple[Chunk, ...]]:
    """Return the media type with a boundary, and the body in pieces."""
    boundary, number = "boundary", 1
    while any(boundary in part.value for part in body.parts):
        number += 1
        boundary = f"boundary{number}"
    chunks: list[Chunk] = []
    text = ""
    for part in body.parts:
        text += f"--{boundary}\r\n" + _lines(part) + "\r\n"
        if part.is_file:
            chunks += [text, FileChunk(part.value)]
            text = ""
        else:
            text += part.value
        text += "\r\n"
    chunks.append(f"{text}--{boundary}--\r\n")
    return f"{essence(media_type)}; boundary={boundary}", tuple(chunks)


def part_headers(part: FormPart) -> tuple[tuple[str, str], ...]:
    """Return all headers of a part."""
    headers = []
    if part.name:
        file = f'; filename="{_quoted(part.value)}"' if part.is_file else ""
        headers.append(("Content-Disposition", f'form-data; name="{_quoted(part.name)}"{file}'))
    kind = part.content_type or ("application/octet-stream" if part.is_file else "")
    return (*headers, *((("Content-Type", kind),) if kind else ()), *part.headers)


def _quoted(name: str) -> str:
    return "".join(quote(c) if c in '"\r\n' else c for c in name)


def _lines(part: FormPart) -> str:
    return "".join(f"{name}: {value}\r\n" for name, value in part_headers(part))


def is_forbidden_header(name: str) -> bool:
    """Return whether ``fetch`` leaves a header out that a page gives it."""
    return name.lower() in _FORBIDDEN_HEADERS or name.lower().startswith(("proxy-", "sec-"))
