"""Requests in Java and Kotlin."""

from __future__ import annotations

from collections.abc import Callable

from sphinx_docsnav.openapi.content.requests.request import Request
from sphinx_docsnav.openapi.content.samples.http_text import body_chunks, chunk_headers
from sphinx_docsnav.openapi.content.samples.string_literals import c_string, dollar_string


def java(request: Request) -> str:
    """Return Java with java.net.http."""
    return (
        f"HttpRequest request = HttpRequest.newBuilder()\n{_built(request, c_string)};\n"
        "HttpResponse<String> response = HttpClient.newHttpClient()\n"
        "    .send(request, HttpResponse.BodyHandlers.ofString());\n"
        "System.out.println(response.body());"
    )


def kotlin(request: Request) -> str:
    """Return Kotlin with java.net.http."""
    return (
        f"val request = HttpRequest.newBuilder()\n{_built(request, dollar_string)}\n"
        "val response = HttpClient.newHttpClient()\n"
        "    .send(request, HttpResponse.BodyHandlers.ofString())\n"
        "println(response.body())"
    )


def _built(request: Request, quote: Callable[[str], str]) -> str:
    """Return the calls that make the request, up to ``build()``."""
    headers = "".join(f"    .header({quote(n)}, {quote(v)})\n" for n, v in chunk_headers(request))
    return (
        f"    .uri(URI.create({quote(request.url)}))\n{headers}"
        f"    .method({quote(request.method)}, {_publisher(request, quote)})\n"
        "    .build()"
    )


def _publisher(request: Request, quote: Callable[[str], str]) -> str:
    """Return what publishes the body; the class library has nothing that makes forms."""
    pieces = [
        f"HttpRequest.BodyPublishers.ofString({quote(chunk)})"
        if isinstance(chunk, str)
        else f"HttpRequest.BodyPublishers.ofFile(Path.of({quote(chunk.name)}))"
        for chunk in body_chunks(request)
    ]
    if len(pieces) > 1:
        inside = ",\n        ".join(pieces)
        return f"HttpRequest.BodyPublishers.concat(\n        {inside})"
    return pieces[0] if pieces else "HttpRequest.BodyPublishers.noBody()"
