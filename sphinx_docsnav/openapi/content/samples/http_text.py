"""Requests as they are sent."""

from __future__ import annotations

from urllib.parse import urlencode

from sphinx_docsnav.openapi.content.requests.request import (
    Chunk,
    FileBody,
    FileChunk,
    FormBody,
    JsonBody,
    MultipartBody,
    Request,
    TextBody,
    multipart_chunks,
)


def http(request: Request) -> str:
    """Return the text of the HTTP request."""
    scheme, _, rest = request.url.rpartition("://")
    host, slash, path = rest.partition("/")
    if not slash:
        host, mark, path = rest.partition("?")
        path = mark + path
    body = "".join(
        chunk if isinstance(chunk, str) else f"(content of {chunk.name!r})"
        for chunk in body_chunks(request)
    )
    lines = [f"{request.method} /{path} HTTP/1.1", f"Host: {host if scheme else rest}"]
    lines += [f"{name}: {value}" for name, value in chunk_headers(request)]
    return "\n".join([*lines, "", body.replace("\r\n", "\n")]).rstrip("\n")


def body_text(request: Request) -> str | None:
    """Return a body that is text; None if it is a file, has parts, or is none."""
    body = request.body
    if isinstance(body, (JsonBody, TextBody)):
        return body.text
    return form_text(body) if isinstance(body, FormBody) else None


def form_text(body: FormBody) -> str:
    """Return the serialized form."""
    return urlencode(body.pairs)


def body_chunks(request: Request) -> tuple[Chunk, ...]:
    """Return any body in pieces of text and files."""
    if isinstance(request.body, MultipartBody):
        return multipart_chunks(request.body, request.media_type)[1]
    if isinstance(request.body, FileBody):
        return (FileChunk(request.body.name),)
    text = body_text(request)
    return () if text is None else (text,)


def chunk_headers(request: Request) -> tuple[tuple[str, str], ...]:
    """Return all headers for a body that is written in pieces."""
    if isinstance(request.body, MultipartBody):
        kind = multipart_chunks(request.body, request.media_type)[0]
        return (*request.sent_headers, ("Content-Type", kind))
    return request.all_headers


def has_plain_parts(request: Request) -> bool:
    """Return whether a form has text without a media type, and files, without further headers."""
    return (
        isinstance(request.body, MultipartBody)
        and request.is_plain_form
        and not any(p.headers or (p.content_type and not p.is_file) for p in request.body.parts)
    )


def has_simple_parts(request: Request) -> bool:
    """Return whether a form has no parts with further headers."""
    return (
        isinstance(request.body, MultipartBody)
        and request.is_plain_form
        and not any(part.headers for part in request.body.parts)
    )
