"""One HTTP request as plain values, which every language writes out."""

from __future__ import annotations

from dataclasses import dataclass


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
