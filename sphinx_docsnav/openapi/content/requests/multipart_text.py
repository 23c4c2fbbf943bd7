"""Multipart bodies as they are sent, for languages without a library that makes them."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from sphinx_docsnav.openapi.content.requests.request import FormPart, MultipartBody, essence


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
