"""Requests in C#."""

from __future__ import annotations

from collections.abc import Iterator

from sphinx_docsnav.openapi.content.requests.request import (
    FileBody,
    FormBody,
    MultipartBody,
    Request,
)
from sphinx_docsnav.openapi.content.samples.http_text import (
    body_chunks,
    body_text,
    chunk_headers,
    has_simple_parts,
)
from sphinx_docsnav.openapi.content.samples.string_literals import (
    c_string,
)


def csharp(request: Request) -> str:
    """Return C# with HttpClient."""
    method = f"new HttpMethod({c_string(request.method)})"
    lines = [
        "using var client = new HttpClient();",
        f"using var request = new HttpRequestMessage({method}, {c_string(request.url)});",
    ]
    lines += [
        f"request.Headers.TryAddWithoutValidation({c_string(name)}, {c_string(value)});"
        for name, value in request.sent_headers
    ]
    body, is_form = request.body, has_simple_parts(request)
    if isinstance(body, MultipartBody) and is_form:
        lines += ["var form = new MultipartFormDataContent();", *_csharp_parts(body)]
        lines.append("request.Content = form;")
    elif isinstance(body, FormBody) and body.pairs:
        rows = ",\n".join(f"    new({c_string(n)}, {c_string(v)})" for n, v in body.pairs)
        pairs = f"new KeyValuePair<string, string>[] {{\n{rows}\n}}"
        lines.append(f"request.Content = new FormUrlEncodedContent({pairs});")
    elif isinstance(body, FileBody):
        file = f"File.OpenRead({c_string(body.name)})"
        lines.append(f"request.Content = new StreamContent({file});")
    elif isinstance(body, MultipartBody):
        pieces = (
            f"Encoding.UTF8.GetBytes({c_string(chunk)})"
            if isinstance(chunk, str)
            else f"File.ReadAllBytes({c_string(chunk.name)})"
            for chunk in body_chunks(request)
        )
        rows = ",\n".join(f"    {piece}" for piece in pieces)
        content = f"new[] {{\n{rows}\n}}.SelectMany(bytes => bytes).ToArray()"
        lines.append(f"request.Content = new ByteArrayContent({content});")
    elif body is not None:
        lines.append(f"request.Content = new StringContent({c_string(body_text(request) or '')});")
    kind = dict(chunk_headers(request)).get("Content-Type")
    if kind and not is_form:
        parsed = f"MediaTypeHeaderValue.Parse({c_string(kind)})"
        lines.append(f"request.Content.Headers.ContentType = {parsed};")
    return "\n".join(
        [
            *lines,
            "using var response = await client.SendAsync(request);",
            "Console.WriteLine(await response.Content.ReadAsStringAsync());",
        ]
    )


def _csharp_parts(body: MultipartBody) -> Iterator[str]:
    for number, part in enumerate(body.parts):
        value, name = c_string(part.value), c_string(part.name)
        made = f"new StringContent({value})"
        if part.is_file:
            made = f"new StreamContent(File.OpenRead({value}))"
        if part.content_type:
            yield f"var part{number} = {made};"
            made = f"part{number}"
            kind = f"MediaTypeHeaderValue.Parse({c_string(part.content_type)})"
            yield f"{made}.Headers.ContentType = {kind};"
        yield f"form.Add({made}, {name}{f', {value}' if part.is_file else ''});"
