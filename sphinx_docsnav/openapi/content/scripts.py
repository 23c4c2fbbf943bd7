"""Requests for the shell and for scripting languages."""

from __future__ import annotations

import json

from sphinx_docsnav.openapi.content.request import Request


def quoted(text: str) -> str:
    """Return *text* as a string that JSON, Python, JavaScript, Java, Go and C# all read."""
    plain = json.dumps(text, ensure_ascii=False)
    return (
        plain.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029").replace("\x7f", "\\u007f")
    )


def single(text: str) -> str:
    """Return *text* in single quotes for PHP and Ruby, where nothing in it has a meaning."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _shell(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def curl(request: Request) -> str:
    """Return a curl command."""
    lines = [f"curl --request {request.method}", f"--url {_shell(request.url)}"]
    lines += [f"--header {_shell(f'{name}: {value}')}" for name, value in request.headers]
    for name, value, is_file in request.form:
        part = f"{name}=@{value}" if is_file else f"{name}={value}"
        lines.append(f"--form {_shell(part)}")
    if request.file:
        lines.append(f"--data-binary {_shell('@' + request.file)}")
    elif request.body:
        lines.append(f"--data {_shell(request.body)}")
    return " \\\n  ".join(lines)


def http(request: Request) -> str:
    """Return the request as it is sent."""
    host, _, path = request.url.partition("://")[2].partition("/")
    lines = [f"{request.method} /{path} HTTP/1.1", f"Host: {host}"]
    lines += [f"{name}: {value}" for name, value in request.headers]
    return "\n".join([*lines, "", request.body]).rstrip("\n")


def python(request: Request) -> str:
    """Return Python with the requests library."""
    lines = ["import requests", "", f"url = {quoted(request.url)}"]
    arguments = ["url"]
    if request.json:
        lines.append(f"payload = {_python_literal(json.loads(request.body))}")
        arguments.append("json=payload")
    elif request.body:
        lines.append(f"payload = {quoted(request.body)}")
        arguments.append("data=payload")
    elif request.file:
        arguments.append(f'data=open({quoted(request.file)}, "rb")')
    if request.form:
        files = [(n, v) for n, v, is_file in request.form if is_file]
        fields = [(n, v) for n, v, is_file in request.form if not is_file]
        arguments += [f"data={_pairs(fields)}"] if fields else []
        inside = ", ".join(f'{quoted(n)}: open({quoted(v)}, "rb")' for n, v in files)
        arguments += [f"files={{{inside}}}"] if files else []
    headers = [pair for pair in request.headers if not (request.json and pair[0] == "Content-Type")]
    if headers:
        lines.append(f"headers = {_python_literal(dict(headers))}")
        arguments.append("headers=headers")
    method = request.method.lower()
    known = method in {"get", "post", "put", "patch", "delete", "head", "options"}
    call = method if known else "request"
    first = "" if known else f'"{request.method}", '
    lines += ["", f"response = requests.{call}({first}{', '.join(arguments)})"]
    return "\n".join([*lines, "", "print(response.text)"])


def _pairs(fields: list[tuple[str, str]]) -> str:
    return "{" + ", ".join(f"{quoted(name)}: {quoted(value)}" for name, value in fields) + "}"


def _python_literal(value: object, indent: str = "") -> str:
    """Return a JSON value as Python source, laid out over lines."""
    inner = indent + "    "
    if isinstance(value, dict) and value:
        rows = [f"{inner}{quoted(str(k))}: {_python_literal(v, inner)}" for k, v in value.items()]
        return "{\n" + ",\n".join(rows) + f"\n{indent}}}"
    if isinstance(value, list) and value:
        rows = [inner + _python_literal(item, inner) for item in value]
        return "[\n" + ",\n".join(rows) + f"\n{indent}]"
    if isinstance(value, str):
        return quoted(value)
    return repr(value)


def javascript(request: Request) -> str:
    """Return JavaScript with fetch."""
    lines, options = [], [f"  method: {quoted(request.method)},"]
    if request.headers:
        inside = "\n".join(f"    {quoted(n)}: {quoted(v)}," for n, v in request.headers)
        options.append(f"  headers: {{\n{inside}\n  }},")
    if request.form:
        lines = ["const form = new FormData();"]
        for name, value, is_file in request.form:
            given = "fileInput.files[0]" if is_file else quoted(value)
            lines.append(f"form.append({quoted(name)}, {given});")
        lines.append("")
        options.append("  body: form,")
    elif request.file:
        options.append("  body: fileInput.files[0],")
    elif request.json:
        laid = json.dumps(json.loads(request.body), indent=2, ensure_ascii=False)
        options.append("  body: JSON.stringify(" + laid.replace("\n", "\n  ") + "),")
    elif request.body:
        options.append(f"  body: {quoted(request.body)},")
    inside = "\n".join(options)
    lines.append(f"const response = await fetch({quoted(request.url)}, {{\n{inside}\n}});")
    return "\n".join([*lines, "", "console.log(await response.text());"])


def php(request: Request) -> str:
    """Return PHP with its curl functions."""
    options = [
        "  CURLOPT_RETURNTRANSFER => true,",
        f"  CURLOPT_CUSTOMREQUEST => {single(request.method)},",
    ]
    if request.headers:
        inside = "\n".join(f"    {single(f'{n}: {v}')}," for n, v in request.headers)
        options.append(f"  CURLOPT_HTTPHEADER => [\n{inside}\n  ],")
    if request.form:
        rows = [
            f"    {single(n)} => " + (f"new CURLFile({single(v)})," if is_file else f"{single(v)},")
            for n, v, is_file in request.form
        ]
        options.append("  CURLOPT_POSTFIELDS => [\n" + "\n".join(rows) + "\n  ],")
    elif request.file:
        options.append(f"  CURLOPT_POSTFIELDS => file_get_contents({single(request.file)}),")
    elif request.body:
        options.append(f"  CURLOPT_POSTFIELDS => {single(request.body)},")
    inside = "\n".join(options)
    return (
        f"<?php\n\n$curl = curl_init({single(request.url)});\n"
        f"curl_setopt_array($curl, [\n{inside}\n]);\n\necho curl_exec($curl);"
    )


def ruby(request: Request) -> str:
    """Return Ruby with Net::HTTP."""
    lines = ["require 'net/http'", "", f"uri = URI({single(request.url)})"]
    sends = "true" if request.body or request.form or request.file else "false"
    new = f"Net::HTTPGenericRequest.new({single(request.method)}, {sends}, true, uri)"
    lines.append(f"request = {new}")
    lines += [f"request[{single(name)}] = {single(value)}" for name, value in request.headers]
    if request.form:
        rows = [
            f"  [{single(n)}, " + (f"File.open({single(v)})]" if is_file else f"{single(v)}]")
            for n, v, is_file in request.form
        ]
        lines.append("request.set_form([\n" + ",\n".join(rows) + "\n], 'multipart/form-data')")
    elif request.file:
        lines.append(f"request.body = File.binread({single(request.file)})")
    elif request.body:
        lines.append(f"request.body = {single(request.body)}")
    call = "Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https') do |http|"
    lines += ["", f"response = {call}", "  http.request(request)", "end", "puts response.body"]
    return "\n".join(lines)


def powershell(request: Request) -> str:
    """Return PowerShell with Invoke-RestMethod."""
    lines = []
    call = [
        f"Invoke-RestMethod -Uri {_powershell(request.url)}",
        f"-CustomMethod {_powershell(request.method)}",
    ]
    if request.headers:
        rows = "\n".join(f"  {_powershell(n)} = {_powershell(v)}" for n, v in request.headers)
        lines += [f"$headers = @{{\n{rows}\n}}"]
        call.append("-Headers $headers")
    if request.form:
        rows = "\n".join(
            f"  {_powershell(n)} = " + (f"Get-Item {_powershell(v)}" if is_file else _powershell(v))
            for n, v, is_file in request.form
        )
        lines += [f"$form = @{{\n{rows}\n}}"]
        call.append("-Form $form")
    elif request.file:
        call.append(f"-InFile {_powershell(request.file)}")
    elif request.body:
        lines.append(f"$body = {_powershell(request.body)}")
        call.append("-Body $body")
    return "\n".join([*lines, " `\n  ".join(call)])


def _powershell(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
