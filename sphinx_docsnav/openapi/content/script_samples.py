"""Requests for shells, and in Python, PHP, Ruby and JavaScript."""

from __future__ import annotations

import json
from collections.abc import Iterator
from urllib.parse import quote

from sphinx_docsnav.openapi.content.request import (
    FORBIDDEN_METHODS,
    FileBody,
    FormBody,
    FormPart,
    JsonBody,
    MultipartBody,
    Request,
    essence,
)
from sphinx_docsnav.openapi.content.sample_text import (
    body_chunks,
    body_text,
    c_string,
    chunk_headers,
    commented,
    has_plain_parts,
    has_simple_parts,
    http,
    json_source,
    php_string,
    powershell_string,
    python_literal,
    ruby_string,
    shell_string,
)

_PYTHON_FUNCTIONS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")

_HTTPX_BODY_FUNCTIONS = ("POST", "PUT", "PATCH")

_LARGEST = 2**53

_BROWSER_FILE = "fileInput.files[0]"

_NODE_FILE = "file"


def curl(request: Request) -> str:
    """Return a curl command."""
    method = "--head" if request.method == "HEAD" else f"--request {request.method}"
    lines = [f"curl {method}", f"--url {shell_string(request.url)}"]
    if any(c in request.url for c in "[]{}"):
        lines.append("--globoff")
    is_form = isinstance(request.body, MultipartBody) and request.is_plain_form
    for name, value in request.sent_headers if is_form else request.all_headers:
        lines.append("--header " + shell_string(f"{name}: {value}" if value else f"{name};"))
    if isinstance(request.body, MultipartBody):
        lines += [_curl_part(part) for part in request.body.parts]
    elif isinstance(request.body, FormBody):
        lines += [
            "--data-urlencode " + shell_string(f"{quote(name, safe='[]')}={value}")
            for name, value in request.body.pairs
        ]
    elif isinstance(request.body, FileBody):
        lines.append(f"--data-binary {shell_string('@' + request.body.name)}")
    elif text := body_text(request):
        lines.append(f"--data-raw {shell_string(text)}")
    return " \\\n  ".join(lines)


def _curl_part(part: FormPart) -> str:
    """Return the option for a part; what follows ``=`` in ``--form`` has a meaning to curl."""
    name = part.name.replace("=", "%3D")
    more = f";type={part.content_type}" if part.content_type else ""
    more += "".join(f";headers={_curl_quoted(f'{n}: {v}')}" for n, v in part.headers)
    if part.is_file:
        return "--form " + shell_string(f"{name}=@{part.value}{more}")
    if more or not name:
        return "--form " + shell_string(f"{name}={_curl_quoted(part.value)}{more}")
    return "--form-string " + shell_string(f"{name}={part.value}")


def _curl_quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def wget(request: Request) -> str:
    """Return a wget command."""
    chunks = body_chunks(request)
    lines = [f"wget --quiet --output-document=- --method={request.method}"]
    lines += [
        f"--header={shell_string(f'{name}: {value}')}" for name, value in chunk_headers(request)
    ]
    note = ""
    if isinstance(request.body, FileBody):
        lines.append(f"--body-file={shell_string(request.body.name)}")
    elif any(not isinstance(chunk, str) for chunk in chunks):
        lines.append("--body-file='body'")
        note = commented("wget sends no files in forms; write the form to the file 'body':", "#")
        note += "\n" + commented("".join(map(_chunk_text, chunks)), "#") + "\n"
    elif chunks:
        lines.append(f"--body-data={shell_string(''.join(map(_chunk_text, chunks)))}")
    return note + " \\\n  ".join([*lines, shell_string(request.url)])


def _chunk_text(chunk: object) -> str:
    return chunk if isinstance(chunk, str) else "(content of the file)"


def powershell(request: Request) -> str:
    """Return PowerShell with Invoke-RestMethod."""
    lines = []
    call = [
        f"Invoke-RestMethod -Uri {powershell_string(request.url)}",
        f"-CustomMethod {powershell_string(request.method)}",
    ]
    is_form = isinstance(request.body, MultipartBody) and request.is_plain_form
    headers = request.sent_headers if is_form else chunk_headers(request)
    named = [(n, v) for n, v in headers if n != "Content-Type"]
    if named:
        rows = "\n".join(f"  {powershell_string(n)} = {powershell_string(v)}" for n, v in named)
        lines.append(f"$headers = @{{\n{rows}\n}}")
        call.append("-Headers $headers")
    call += [f"-ContentType {powershell_string(v)}" for n, v in headers if n == "Content-Type"]
    text = body_text(request)
    if isinstance(request.body, MultipartBody):
        lines += _powershell_form(request.body) if is_form else _powershell_bytes(request)
        call.append("-Body $body")
    elif isinstance(request.body, FileBody):
        call.append(f"-InFile {powershell_string(request.body.name)}")
    elif text:
        # Bytes, because a text would be sent in the character set of the Content-Type.
        lines.append(f"$body = [Text.Encoding]::UTF8.GetBytes({powershell_string(text)})")
        call.append("-Body $body")
    return "\n".join([*lines, " `\n  ".join(call)])


def _powershell_form(body: MultipartBody) -> list[str]:
    lines = ["$body = [Net.Http.MultipartFormDataContent]::new()"]
    for part in body.parts:
        value, name = powershell_string(part.value), powershell_string(part.name)
        made = f"[Net.Http.StringContent]::new({value})"
        if part.is_file:
            made = f"[Net.Http.StreamContent]::new([IO.File]::OpenRead({value}))"
        lines.append(f"$part = {made}")
        if part.content_type:
            lines.append(f"$part.Headers.ContentType = {powershell_string(part.content_type)}")
        elif not part.is_file:
            lines.append("$part.Headers.ContentType = $null")
        lines += [
            f"$part.Headers.Add({powershell_string(n)}, {powershell_string(v)})"
            for n, v in part.headers
        ]
        lines.append(f"$body.Add($part, {name}{f', {value}' if part.is_file else ''})")
    return lines


def _powershell_bytes(request: Request) -> list[str]:
    lines = ["$body = [byte[]]@()"]
    for chunk in body_chunks(request):
        made = (
            f"[Text.Encoding]::UTF8.GetBytes({powershell_string(chunk)})"
            if isinstance(chunk, str)
            else f"[IO.File]::ReadAllBytes({powershell_string(chunk.name)})"
        )
        lines.append(f"$body += {made}")
    return lines


def python(request: Request) -> str:
    """Return Python with the requests library."""
    return _python(request, "requests", "data", _PYTHON_FUNCTIONS)


def httpx(request: Request) -> str:
    """Return Python with the httpx library."""
    functions = _HTTPX_BODY_FUNCTIONS if request.body else _PYTHON_FUNCTIONS
    return _python(request, "httpx", "content", functions)


def _python(request: Request, library: str, keyword: str, functions: tuple[str, ...]) -> str:
    lines = [f"import {library}", "", f"url = {c_string(request.url)}"]
    arguments = ["url"]
    body, headers = request.body, request.all_headers
    is_form = isinstance(body, MultipartBody) and request.is_plain_form
    text = body_text(request)
    if isinstance(body, MultipartBody) and is_form:
        headers = request.sent_headers
        rows = "".join(f"    {_python_part(part)},\n" for part in body.parts)
        lines.append(f"files = [\n{rows}]")
        arguments.append("files=files")
    elif isinstance(body, FormBody) and library == "requests":
        rows = "".join(f"    ({c_string(n)}, {c_string(v)}),\n" for n, v in body.pairs)
        lines.append(f"payload = [\n{rows}]" if rows else 'payload = ""')
        arguments.append("data=payload")
    elif isinstance(body, JsonBody) and json.loads(body.text) is not None:
        lines.append(f"payload = {python_literal(json.loads(body.text))}")
        arguments.append("json=payload")
        if request.media_type == "application/json":
            headers = request.sent_headers
    elif text is not None:
        lines.append(f"payload = {c_string(text)}{'' if text.isascii() else '.encode()'}")
        arguments.append(f"{keyword}=payload")
    elif isinstance(body, FileBody):
        arguments.append(f'{keyword}=open({c_string(body.name)}, "rb")')
    elif body is not None:
        headers = chunk_headers(request)
        rows = "".join(
            f"    {c_string(chunk)}.encode(),\n"
            if isinstance(chunk, str)
            else f'    open({c_string(chunk.name)}, "rb").read(),\n'
            for chunk in body_chunks(request)
        )
        lines.append(f'payload = b"".join([\n{rows}])')
        arguments.append(f"{keyword}=payload")
    if headers:
        lines.append(f"headers = {python_literal(dict(headers))}")
        arguments.append("headers=headers")
    known = request.method in functions
    call = request.method.lower() if known else "request"
    first = "" if known else f"{c_string(request.method)}, "
    lines += ["", f"response = {library}.{call}({first}{', '.join(arguments)})"]
    return "\n".join([*lines, "", "print(response.text)"])


def _python_part(part: FormPart) -> str:
    """Return name and content of a part; text has None for a file name."""
    opened = f'open({c_string(part.value)}, "rb")'
    content = f"{c_string(part.value)}, {opened}" if part.is_file else _python_text(part.value)
    content_type = part.content_type or ("application/octet-stream" if part.is_file else "")
    kind = f", {c_string(content_type)}" if content_type else ""
    if part.headers:
        rows = ", ".join(f"{c_string(n)}: {c_string(v)}" for n, v in part.headers)
        kind = f"{kind or ', None'}, {{{rows}}}"
    return f"({c_string(part.name)}, ({content}{kind}))"


def _python_text(text: str) -> str:
    return f"None, {c_string(text)}"


def php(request: Request) -> str:
    """Return PHP with its curl functions."""
    options = [
        "  CURLOPT_RETURNTRANSFER => true,",
        f"  CURLOPT_CUSTOMREQUEST => {php_string(request.method)},",
    ]
    if request.method == "HEAD":
        options[1] = "  CURLOPT_NOBODY => true,"
    body, headers = request.body, chunk_headers(request)
    text = body_text(request)
    names = [part.name for part in body.parts] if isinstance(body, MultipartBody) else []
    if isinstance(body, MultipartBody) and has_plain_parts(request) and len(names) == len({*names}):
        headers = request.sent_headers
        rows = [f"    {php_string(part.name)} => {_php_part(part)}," for part in body.parts]
        options.append("  CURLOPT_POSTFIELDS => [\n" + "\n".join(rows) + "\n  ],")
    elif isinstance(body, FileBody):
        options.append(f"  CURLOPT_POSTFIELDS => file_get_contents({php_string(body.name)}),")
    elif text:
        options.append(f"  CURLOPT_POSTFIELDS => {php_string(text)},")
    elif body is not None and text is None:
        pieces = (
            php_string(chunk)
            if isinstance(chunk, str)
            else f"file_get_contents({php_string(chunk.name)})"
            for chunk in body_chunks(request)
        )
        options.append("  CURLOPT_POSTFIELDS =>\n    " + " .\n    ".join(pieces) + ",")
    if headers:
        rows = [f"    {php_string(f'{n}: {v}' if v else f'{n};')}," for n, v in headers]
        options.insert(2, "  CURLOPT_HTTPHEADER => [\n" + "\n".join(rows) + "\n  ],")
    inside = "\n".join(options)
    return (
        f"<?php\n\n$curl = curl_init({php_string(request.url)});\n"
        f"curl_setopt_array($curl, [\n{inside}\n]);\n\necho curl_exec($curl);"
    )


def _php_part(part: FormPart) -> str:
    if not part.is_file:
        return php_string(part.value)
    kind = f", {php_string(part.content_type)}" if part.content_type else ""
    return f"new CURLFile({php_string(part.value)}{kind})"


def ruby(request: Request) -> str:
    """Return Ruby with Net::HTTP."""
    lines = ["require 'net/http'", "", f"uri = URI({ruby_string(request.uri)})"]
    sends = "true" if request.body else "false"
    answer = "false" if request.method == "HEAD" else "true"
    new = f"Net::HTTPGenericRequest.new({ruby_string(request.method)}, {sends}, {answer}, uri)"
    body, headers = request.body, chunk_headers(request)
    text, is_form = body_text(request), has_plain_parts(request)
    headers = request.sent_headers if is_form else headers
    lines.append(f"request = {new}")
    lines += [f"request[{ruby_string(name)}] = {ruby_string(value)}" for name, value in headers]
    if isinstance(body, MultipartBody) and is_form:
        rows = ",\n".join(f"  {_ruby_part(part)}" for part in body.parts)
        lines.append(f"request.set_form([\n{rows}\n], {ruby_string(essence(request.media_type))})")
    elif isinstance(body, FileBody):
        lines.append(f"request.body = File.binread({ruby_string(body.name)})")
    elif text is not None:
        lines.append(f"request.body = {ruby_string(text)}")
    elif body is not None:
        pieces = (
            f"{ruby_string(chunk)}.b"
            if isinstance(chunk, str)
            else f"File.binread({ruby_string(chunk.name)})"
            for chunk in body_chunks(request)
        )
        lines.append("request.body = [\n  " + ",\n  ".join(pieces) + "\n].join")
    call = "Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https') do |http|"
    lines += ["", f"response = {call}", "  http.request(request)", "end", "puts response.body"]
    return "\n".join(lines)


def _ruby_part(part: FormPart) -> str:
    if not part.is_file:
        return f"[{ruby_string(part.name)}, {ruby_string(part.value)}]"
    kind = f", {{content_type: {ruby_string(part.content_type)}}}" if part.content_type else ""
    return f"[{ruby_string(part.name)}, File.open({ruby_string(part.value)}){kind}]"


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
