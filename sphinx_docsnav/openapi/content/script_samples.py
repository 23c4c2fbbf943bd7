"""Request samples for shells, and for Python, PHP, Ruby and JavaScript."""

from __future__ import annotations

import json
from urllib.parse import quote

from sphinx_docsnav.openapi.content.request import (
    FORBIDDEN_METHODS,
    FileBody,
    FormBody,
    FormPart,
    JsonBody,
    MultipartBody,
    Request,
    strip_parameters,
)
from sphinx_docsnav.openapi.content.sample_text import (
    find_body_text,
    has_plain_parts,
    has_simple_parts,
    list_headers,
    quote_c,
    quote_php,
    quote_powershell,
    quote_ruby,
    quote_shell,
    split_body,
    write_comment,
    write_http,
    write_literal,
    write_pieces,
)

Headers = tuple[tuple[str, str], ...]
"""Names and values."""

_PYTHON_FUNCTIONS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")
"""Methods with a function of their own in requests and httpx."""

_HTTPX_BODY_FUNCTIONS = ("POST", "PUT", "PATCH")
"""Methods whose function in httpx takes a body."""

_FIRST_UNSAFE_INTEGER = 2**53
"""The first integer that JavaScript's numbers cannot distinguish from the next one."""

_BROWSER_FILE = "fileInput.files[0]"
"""The expression for a file that a reader has chosen on the page."""

_NODE_FILE = "file"
"""The variable for a file that was opened."""


def write_curl(request: Request) -> str:
    """Return a curl command."""
    method = "--head" if request.method == "HEAD" else f"--request {request.method}"
    lines = [f"curl {method}", f"--url {quote_shell(request.url)}"]
    # curl expands brackets and braces in URLs unless told not to.
    if any(c in request.url for c in "[]{}"):
        lines.append("--globoff")
    # curl writes the Content-Type of a form itself, with its boundary.
    is_form = isinstance(request.body, MultipartBody) and request.is_plain_form
    for name, value in request.sent_headers if is_form else request.all_headers:
        lines.append("--header " + quote_shell(f"{name}: {value}" if value else f"{name};"))
    if isinstance(request.body, MultipartBody):
        lines += [_write_curl_part(part) for part in request.body.parts]
    elif isinstance(request.body, FormBody):
        lines += [
            "--data-urlencode " + quote_shell(f"{quote(name, safe='[]')}={value}")
            for name, value in request.body.pairs
        ]
    elif isinstance(request.body, FileBody):
        lines.append(f"--data-binary {quote_shell('@' + request.body.name)}")
    elif text := find_body_text(request):
        lines.append(f"--data-raw {quote_shell(text)}")
    return " \\\n  ".join(lines)


def _write_curl_part(part: FormPart) -> str:
    """Return the option for one part of a form."""
    name = part.name.replace("=", "%3D")
    options = f";type={part.content_type}" if part.content_type else ""
    options += "".join(f";headers={_quote_curl(f'{n}: {v}')}" for n, v in part.headers)
    # --form reads a file after "@" and options after ";"; --form-string takes text as it is.
    if part.is_file:
        return "--form " + quote_shell(f"{name}=@{part.value}{options}")
    if options or not name:
        return "--form " + quote_shell(f"{name}={_quote_curl(part.value)}{options}")
    return "--form-string " + quote_shell(f"{name}={part.value}")


def _quote_curl(text: str) -> str:
    """Return a value of ``--form`` in quotes, where semicolons have no meaning."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def write_wget(request: Request) -> str:
    """Return a wget command."""
    chunks = split_body(request)
    lines = [f"wget --quiet --output-document=- --method={request.method}"]
    lines += [
        f"--header={quote_shell(f'{name}: {value}')}" for name, value in list_headers(request)
    ]
    note = ""
    if isinstance(request.body, FileBody):
        lines.append(f"--body-file={quote_shell(request.body.name)}")
    # wget cannot combine files and text, so the reader has to write the body to a file.
    elif any(not isinstance(chunk, str) for chunk in chunks):
        lines.append("--body-file='body'")
        note = write_comment(
            "wget sends no files in forms; write the form to the file 'body':", "#"
        )
        note += "\n" + write_comment("".join(map(_show_chunk, chunks)), "#") + "\n"
    elif chunks:
        lines.append(f"--body-data={quote_shell(''.join(map(_show_chunk, chunks)))}")
    return note + " \\\n  ".join([*lines, quote_shell(request.url)])


def _show_chunk(chunk: object) -> str:
    """Return a piece of a body as text, a placeholder for a file."""
    return chunk if isinstance(chunk, str) else "(content of the file)"


def write_powershell(request: Request) -> str:
    """Return PowerShell code with Invoke-RestMethod."""
    lines = []
    call = [
        f"Invoke-RestMethod -Uri {quote_powershell(request.url)}",
        f"-CustomMethod {quote_powershell(request.method)}",
    ]
    is_form = isinstance(request.body, MultipartBody) and request.is_plain_form
    headers = request.sent_headers if is_form else list_headers(request)
    headers_without_type = [(n, v) for n, v in headers if n != "Content-Type"]
    if headers_without_type:
        rows = "\n".join(
            f"  {quote_powershell(n)} = {quote_powershell(v)}" for n, v in headers_without_type
        )
        lines.append(f"$headers = @{{\n{rows}\n}}")
        call.append("-Headers $headers")
    # Invoke-RestMethod refuses Content-Type among the headers.
    call += [f"-ContentType {quote_powershell(v)}" for n, v in headers if n == "Content-Type"]
    text = find_body_text(request)
    if isinstance(request.body, MultipartBody):
        lines += (
            _write_powershell_form(request.body) if is_form else _write_powershell_bytes(request)
        )
        call.append("-Body $body")
    elif isinstance(request.body, FileBody):
        call.append(f"-InFile {quote_powershell(request.body.name)}")
    elif text:
        # Bytes, because a text would be sent in the character set of the Content-Type.
        lines.append(f"$body = [Text.Encoding]::UTF8.GetBytes({quote_powershell(text)})")
        call.append("-Body $body")
    return "\n".join([*lines, " `\n  ".join(call)])


def _write_powershell_form(body: MultipartBody) -> list[str]:
    """Return lines that build a form with .NET classes."""
    lines = ["$body = [Net.Http.MultipartFormDataContent]::new()"]
    for part in body.parts:
        value, name = quote_powershell(part.value), quote_powershell(part.name)
        content = f"[Net.Http.StringContent]::new({value})"
        if part.is_file:
            content = f"[Net.Http.StreamContent]::new([IO.File]::OpenRead({value}))"
        lines.append(f"$part = {content}")
        if part.content_type:
            lines.append(f"$part.Headers.ContentType = {quote_powershell(part.content_type)}")
        # StringContent sets a type by default, which the request does not have.
        elif not part.is_file:
            lines.append("$part.Headers.ContentType = $null")
        lines += [
            f"$part.Headers.Add({quote_powershell(n)}, {quote_powershell(v)})"
            for n, v in part.headers
        ]
        lines.append(f"$body.Add($part, {name}{f', {value}' if part.is_file else ''})")
    return lines


def _write_powershell_bytes(request: Request) -> list[str]:
    """Return lines that concatenate the pieces of a body as bytes."""
    text_form, file_form = "[Text.Encoding]::UTF8.GetBytes({})", "[IO.File]::ReadAllBytes({})"
    pieces = write_pieces(request, quote_powershell, text_form, file_form)
    return ["$body = [byte[]]@()", *(f"$body += {piece}" for piece in pieces)]


def write_python_requests(request: Request) -> str:
    """Return Python code with the requests library."""
    return _write_python(request, "requests", "data", _PYTHON_FUNCTIONS)


def write_python_httpx(request: Request) -> str:
    """Return Python code with the httpx library."""
    functions = _HTTPX_BODY_FUNCTIONS if request.body else _PYTHON_FUNCTIONS
    return _write_python(request, "httpx", "content", functions)


def _write_python(request: Request, library: str, keyword: str, functions: tuple[str, ...]) -> str:
    """Return Python code with one of the two libraries.

    :param keyword: the argument for a body of bytes or text.
    :param functions: methods with a function of their own; others use ``request()``.
    """
    statements, arguments, headers = (
        _write_python_body(request, library, keyword)
        if request.body
        else ([], [], request.all_headers)
    )
    lines = [f"import {library}", "", f"url = {quote_c(request.url)}", *statements]
    if headers:
        lines.append(f"headers = {write_literal(dict(headers), '    ', repr)}")
        arguments.append("headers=headers")
    has_function = request.method in functions
    call = request.method.lower() if has_function else "request"
    first = "" if has_function else f"{quote_c(request.method)}, "
    lines += ["", f"response = {library}.{call}({first}{', '.join(['url', *arguments])})"]
    return "\n".join([*lines, "", "print(response.text)"])


def _write_python_body(
    request: Request, library: str, keyword: str
) -> tuple[list[str], list[str], Headers]:
    """Return the statements for the body, the arguments that pass it, and the headers to set.

    :param keyword: as for `_write_python`.
    """
    body, headers = request.body, request.all_headers
    text = find_body_text(request)
    if isinstance(body, MultipartBody) and request.is_plain_form:
        rows = "".join(f"    {_write_python_part(part)},\n" for part in body.parts)
        return [f"files = [\n{rows}]"], ["files=files"], request.sent_headers
    # httpx takes a form as a dictionary only, which cannot repeat a name; it gets the encoded text.
    if isinstance(body, FormBody) and library == "requests":
        rows = "".join(f"    ({quote_c(n)}, {quote_c(v)}),\n" for n, v in body.pairs)
        return [f"payload = [\n{rows}]" if rows else 'payload = ""'], ["data=payload"], headers
    if isinstance(body, JsonBody) and json.loads(body.text) is not None:
        # The argument "json" sets this Content-Type.
        if request.media_type == "application/json":
            headers = request.sent_headers
        payload = write_literal(json.loads(body.text), "    ", repr)
        return [f"payload = {payload}"], ["json=payload"], headers
    if text is not None:
        encoded = f"{quote_c(text)}{'' if text.isascii() else '.encode()'}"
        return [f"payload = {encoded}"], [f"{keyword}=payload"], headers
    if isinstance(body, FileBody):
        return [], [f'{keyword}=open({quote_c(body.name)}, "rb")'], headers
    # Nested multipart bodies and the like are put together from their pieces.
    pieces = write_pieces(request, quote_c, "{}.encode()", 'open({}, "rb").read()')
    rows = "".join(f"    {piece},\n" for piece in pieces)
    return [f'payload = b"".join([\n{rows}])'], [f"{keyword}=payload"], list_headers(request)


def _write_python_part(part: FormPart) -> str:
    """Return the tuple for one part of a form; text has ``None`` as its file name."""
    opened = f'open({quote_c(part.value)}, "rb")'
    value = quote_c(part.value)
    content = f"{value}, {opened}" if part.is_file else f"None, {value}"
    content_type = part.content_type or ("application/octet-stream" if part.is_file else "")
    kind = f", {quote_c(content_type)}" if content_type else ""
    if part.headers:
        rows = ", ".join(f"{quote_c(n)}: {quote_c(v)}" for n, v in part.headers)
        kind = f"{kind or ', None'}, {{{rows}}}"
    return f"({quote_c(part.name)}, ({content}{kind}))"


def write_php(request: Request) -> str:
    """Return PHP code with its curl functions."""
    options = [
        "  CURLOPT_RETURNTRANSFER => true,",
        f"  CURLOPT_CUSTOMREQUEST => {quote_php(request.method)},",
    ]
    if request.method == "HEAD":
        options[1] = "  CURLOPT_NOBODY => true,"
    body, headers = request.body, list_headers(request)
    text = find_body_text(request)
    names = [part.name for part in body.parts] if isinstance(body, MultipartBody) else []
    # An array has each key once, so it cannot hold a form that repeats a name.
    if isinstance(body, MultipartBody) and has_plain_parts(request) and len(names) == len({*names}):
        headers = request.sent_headers
        rows = [f"    {quote_php(part.name)} => {_write_php_part(part)}," for part in body.parts]
        options.append("  CURLOPT_POSTFIELDS => [\n" + "\n".join(rows) + "\n  ],")
    elif isinstance(body, FileBody):
        options.append(f"  CURLOPT_POSTFIELDS => file_get_contents({quote_php(body.name)}),")
    elif text:
        options.append(f"  CURLOPT_POSTFIELDS => {quote_php(text)},")
    elif body is not None and text is None:
        pieces = write_pieces(request, quote_php, "{}", "file_get_contents({})")
        options.append("  CURLOPT_POSTFIELDS =>\n    " + " .\n    ".join(pieces) + ",")
    if headers:
        rows = [f"    {quote_php(f'{n}: {v}' if v else f'{n};')}," for n, v in headers]
        options.insert(2, "  CURLOPT_HTTPHEADER => [\n" + "\n".join(rows) + "\n  ],")
    option_lines = "\n".join(options)
    return (
        f"<?php\n\n$curl = curl_init({quote_php(request.url)});\n"
        f"curl_setopt_array($curl, [\n{option_lines}\n]);\n\necho curl_exec($curl);"
    )


def _write_php_part(part: FormPart) -> str:
    """Return the value of one field of a form."""
    if not part.is_file:
        return quote_php(part.value)
    kind = f", {quote_php(part.content_type)}" if part.content_type else ""
    return f"new CURLFile({quote_php(part.value)}{kind})"


def write_ruby(request: Request) -> str:
    """Return Ruby code with Net::HTTP."""
    lines = ["require 'net/http'", "", f"uri = URI({quote_ruby(request.uri)})"]
    sends = "true" if request.body else "false"
    receives = "false" if request.method == "HEAD" else "true"
    new = f"Net::HTTPGenericRequest.new({quote_ruby(request.method)}, {sends}, {receives}, uri)"
    body, headers = request.body, list_headers(request)
    text, is_form = find_body_text(request), has_plain_parts(request)
    headers = request.sent_headers if is_form else headers
    lines.append(f"request = {new}")
    lines += [f"request[{quote_ruby(name)}] = {quote_ruby(value)}" for name, value in headers]
    if isinstance(body, MultipartBody) and is_form:
        rows = ",\n".join(f"  {_write_ruby_part(part)}" for part in body.parts)
        lines.append(
            f"request.set_form([\n{rows}\n], {quote_ruby(strip_parameters(request.media_type))})"
        )
    elif isinstance(body, FileBody):
        lines.append(f"request.body = File.binread({quote_ruby(body.name)})")
    elif text is not None:
        lines.append(f"request.body = {quote_ruby(text)}")
    elif body is not None:
        pieces = write_pieces(request, quote_ruby, "{}.b", "File.binread({})")
        lines.append("request.body = [\n  " + ",\n  ".join(pieces) + "\n].join")
    call = "Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https') do |http|"
    lines += ["", f"response = {call}", "  http.request(request)", "end", "puts response.body"]
    return "\n".join(lines)


def _write_ruby_part(part: FormPart) -> str:
    """Return the array for one part of a form."""
    if not part.is_file:
        return f"[{quote_ruby(part.name)}, {quote_ruby(part.value)}]"
    kind = f", {{content_type: {quote_ruby(part.content_type)}}}" if part.content_type else ""
    return f"[{quote_ruby(part.name)}, File.open({quote_ruby(part.value)}){kind}]"


def write_browser_javascript(request: Request) -> str:
    """Return JavaScript for browsers; a file comes from an ``<input type="file">``."""
    code = _write_javascript(request, _BROWSER_FILE)
    if not request.cookies or code.startswith("//"):
        return code
    return f"// Browsers leave this Cookie header out and send the cookies they have.\n{code}"


def write_node_javascript(request: Request) -> str:
    """Return JavaScript for Node.js; a file comes from the disk."""
    code = _write_javascript(request, _NODE_FILE)
    names = {chunk.name for chunk in split_body(request) if not isinstance(chunk, str)}
    if not names or code.startswith("//"):
        return code
    opened = f"const {_NODE_FILE} = await openAsBlob({quote_c(min(names))});"
    return f'import {{ openAsBlob }} from "node:fs";\n\n{opened}\n{code}'


def _write_javascript(request: Request, file: str) -> str:
    """Return JavaScript with ``fetch``.

    :param file: the expression for the content of a file.
    """
    if request.method in FORBIDDEN_METHODS or (request.method == "GET" and request.body):
        refused = "a body with GET" if request.method == "GET" else request.method
        return write_comment(
            f"fetch refuses to send {refused}; send this with another client:\n\n"
            + write_http(request),
            "//",
        )
    setup, body = _write_javascript_body(request, file)
    options = [f"  method: {quote_c(request.method)},"]
    is_form = has_simple_parts(request)
    headers = request.sent_headers if is_form else list_headers(request)
    if headers:
        inside = "\n".join(f"    {quote_c(n)}: {quote_c(v)}," for n, v in headers)
        options.append(f"  headers: {{\n{inside}\n  }},")
    if body:
        options.append(f"  body: {body},")
    inside = "\n".join(options)
    call = f"const response = await fetch({quote_c(request.url)}, {{\n{inside}\n}});"
    return "\n".join([*setup, call, "", "console.log(await response.text());"])


def _write_javascript_body(request: Request, file: str) -> tuple[list[str], str]:
    """Return the statements before the call, and the expression of the body, if any."""
    body = request.body
    if isinstance(body, MultipartBody) and has_simple_parts(request):
        values = ((quote_c(part.name), _write_form_value(part, file)) for part in body.parts)
        calls = (f"form.append({name}, {value});" for name, value in values)
        return ["const form = new FormData();", *calls, ""], "form"
    if isinstance(body, FormBody) and body.pairs:
        rows = "".join(f"    [{quote_c(n)}, {quote_c(v)}],\n" for n, v in body.pairs)
        return [], f"new URLSearchParams([\n{rows}  ])"
    if isinstance(body, FileBody):
        return [], file
    if isinstance(body, JsonBody) and _survives_javascript(body.text):
        literal = write_literal(json.loads(body.text), "  ", json.dumps, indent="  ")
        return [], f"JSON.stringify({literal})"
    text = find_body_text(request)
    if text is not None:
        return [], quote_c(text)
    pieces = (quote_c(c) if isinstance(c, str) else file for c in split_body(request))
    return ([], "new Blob([\n    " + ",\n    ".join(pieces) + ",\n  ])") if body else ([], "")


def _write_form_value(part: FormPart, file: str) -> str:
    """Return the value of a field of a form; only a ``Blob`` can have a media type."""
    if not part.is_file and not part.content_type:
        return quote_c(part.value)
    content = file if part.is_file else quote_c(part.value)
    kind = f", {{ type: {quote_c(part.content_type)} }}" if part.content_type else ""
    blob = f"new Blob([{content}]{kind})" if kind else content
    return f"{blob}, {quote_c(part.value)}" if part.is_file else blob


def _survives_javascript(text: str) -> bool:
    """Return whether a JSON text is the same after JavaScript has parsed and serialized it."""
    # A literal with the key __proto__ sets the prototype instead of a property.
    return '"__proto__"' not in text and _has_safe_numbers(json.loads(text))


def _has_safe_numbers(value: object) -> bool:
    """Return whether JavaScript can represent all integers in a value."""
    if isinstance(value, dict):
        return all(_has_safe_numbers(item) for item in value.values())
    if isinstance(value, list):
        return all(_has_safe_numbers(item) for item in value)
    return not isinstance(value, int) or abs(value) < _FIRST_UNSAFE_INTEGER
