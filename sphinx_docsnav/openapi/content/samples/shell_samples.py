"""Requests for shells."""

from __future__ import annotations

from urllib.parse import quote

from sphinx_docsnav.openapi.content.request import (
    FileBody,
    FormBody,
    FormPart,
    MultipartBody,
    Request,
)
from sphinx_docsnav.openapi.content.samples.sample_text import (
    body_chunks,
    body_text,
    chunk_headers,
    commented,
    powershell_string,
    shell_string,
)


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
