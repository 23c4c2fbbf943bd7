"""Requests in JavaScript with fetch, for browsers and for Node.js."""

from __future__ import annotations

import json
from collections.abc import Iterator

from sphinx_docsnav.openapi.content.requests.browser_rules import FORBIDDEN_METHODS
from sphinx_docsnav.openapi.content.requests.request import (
    FileBody,
    FormBody,
    FormPart,
    JsonBody,
    MultipartBody,
    Request,
)
from sphinx_docsnav.openapi.content.samples.http_text import (
    body_chunks,
    body_text,
    chunk_headers,
    has_simple_parts,
    http,
)
from sphinx_docsnav.openapi.content.samples.string_literals import c_string, commented, json_source

_LARGEST = 2**53
_BROWSER_FILE = "fileInput.files[0]"
_NODE_FILE = "file"


def javascript(request: Request) -> str:
    """Return JavaScript for browsers; a file comes from an ``<input type="file">``."""
    code = _javascript(request, _BROWSER_FILE)
    if not request.cookies or code.startswith("//"):
        return code
    return f"// Browsers leave this Cookie header out and send the cookies they have.\n{code}"


def node(request: Request) -> str:
    """Return JavaScript for Node.js; a file comes from the disk."""
    code = _javascript(request, _NODE_FILE)
    names = {chunk.name for chunk in body_chunks(request) if not isinstance(chunk, str)}
    if not names or code.startswith("//"):
        return code
    opened = f"const {_NODE_FILE} = await openAsBlob({c_string(min(names))});"
    return f'import {{ openAsBlob }} from "node:fs";\n\n{opened}\n{code}'


def _javascript(request: Request, file: str) -> str:
    if request.method in FORBIDDEN_METHODS or (request.method == "GET" and request.body):
        what = "a body with GET" if request.method == "GET" else request.method
        return commented(
            f"fetch refuses to send {what}; send this with another client:\n\n{http(request)}", "//"
        )
    before, given = _body(request, file)
    options = [f"  method: {c_string(request.method)},"]
    is_form = has_simple_parts(request)
    headers = request.sent_headers if is_form else chunk_headers(request)
    if headers:
        inside = "\n".join(f"    {c_string(n)}: {c_string(v)}," for n, v in headers)
        options.append(f"  headers: {{\n{inside}\n  }},")
    if given:
        options.append(f"  body: {given},")
    inside = "\n".join(options)
    call = f"const response = await fetch({c_string(request.url)}, {{\n{inside}\n}});"
    return "\n".join([*before, call, "", "console.log(await response.text());"])


def _body(request: Request, file: str) -> tuple[list[str], str]:
    """Return the lines before the call, and the body as an expression."""
    body = request.body
    if isinstance(body, MultipartBody) and has_simple_parts(request):
        return ["const form = new FormData();", *_appended(body, file), ""], "form"
    if isinstance(body, FormBody) and body.pairs:
        rows = "".join(f"    [{c_string(n)}, {c_string(v)}],\n" for n, v in body.pairs)
        return [], f"new URLSearchParams([\n{rows}  ])"
    if isinstance(body, FileBody):
        return [], file
    if isinstance(body, JsonBody) and _keeps(body.text):
        return [], f"JSON.stringify({json_source(json.loads(body.text), '  ')})"
    text = body_text(request)
    if text is not None:
        return [], c_string(text)
    pieces = (c_string(c) if isinstance(c, str) else file for c in body_chunks(request))
    return ([], "new Blob([\n    " + ",\n    ".join(pieces) + ",\n  ])") if body else ([], "")


def _appended(body: MultipartBody, file: str) -> Iterator[str]:
    for part in body.parts:
        yield f"form.append({c_string(part.name)}, {_appended_value(part, file)});"


def _appended_value(part: FormPart, file: str) -> str:
    """Return the value of a field; only a ``Blob`` can have a media type."""
    if not part.is_file and not part.content_type:
        return c_string(part.value)
    content = file if part.is_file else c_string(part.value)
    kind = f", {{ type: {c_string(part.content_type)} }}" if part.content_type else ""
    blob = f"new Blob([{content}]{kind})" if kind else content
    return f"{blob}, {c_string(part.value)}" if part.is_file else blob


def _keeps(text: str) -> bool:
    """Return whether JavaScript's numbers and objects preserve the JSON."""
    return '"__proto__"' not in text and _numbers_keep(json.loads(text))


def _numbers_keep(value: object) -> bool:
    if isinstance(value, dict):
        return all(_numbers_keep(item) for item in value.values())
    if isinstance(value, list):
        return all(_numbers_keep(item) for item in value)
    return not isinstance(value, int) or abs(value) < _LARGEST
