"""Requests in Swift, Rust and Dart."""

from __future__ import annotations

from sphinx_docsnav.openapi.content.requests.request import (
    FileBody,
    FormBody,
    FormPart,
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
from sphinx_docsnav.openapi.content.samples.string_literals import (
    braced_string,
    commented,
    dollar_string,
    rust_string,
)


def swift(request: Request) -> str:
    """Return Swift with URLSession."""
    if request.method == "GET" and request.body:
        return commented(
            "URLSession sends no body with GET; send this with another client:\n\n" + http(request),
            "//",
        )
    lines = [
        "import Foundation",
        "",
        f"var request = URLRequest(url: URL(string: {braced_string(request.url)})!)",
        f"request.httpMethod = {braced_string(request.method)}",
    ]
    lines += [
        f"request.setValue({braced_string(value)}, forHTTPHeaderField: {braced_string(name)})"
        for name, value in chunk_headers(request)
    ]
    pieces = [
        f"Data({braced_string(chunk)}.utf8)"
        if isinstance(chunk, str)
        else f"try Data(contentsOf: URL(fileURLWithPath: {braced_string(chunk.name)}))"
        for chunk in body_chunks(request)
    ]
    if len(pieces) > 1:
        lines += ["", "var body = Data()", *(f"body.append({piece})" for piece in pieces)]
        pieces = ["body"]
    lines += [f"request.httpBody = {piece}" for piece in pieces]
    return "\n".join(
        [
            *lines,
            "",
            "let (data, _) = try await URLSession.shared.data(for: request)",
            "print(String(decoding: data, as: UTF8.self))",
        ]
    )


def rust(request: Request) -> str:
    """Return Rust with reqwest."""
    method = f"reqwest::Method::from_bytes(b{braced_string(request.method)})?"
    body, is_form = request.body, has_simple_parts(request)
    headers = request.sent_headers if is_form else chunk_headers(request)
    steps = [f".header({rust_string(name)}, {rust_string(value)})" for name, value in headers]
    text = body_text(request)
    if isinstance(body, MultipartBody) and is_form:
        parts = "".join(f"\n            {_rust_part(part)}" for part in body.parts)
        steps.append(f".multipart(reqwest::multipart::Form::new(){parts})")
    elif isinstance(body, FormBody) and body.pairs:
        rows = "".join(
            f"\n            ({rust_string(n)}, {rust_string(v)})," for n, v in body.pairs
        )
        steps.append(f".form(&[{rows}\n        ])")
    elif isinstance(body, FileBody):
        steps.append(f".body(std::fs::read({rust_string(body.name)})?)")
    elif text is not None:
        steps.append(f".body({rust_string(text)})")
    elif body is not None:
        pieces = (
            f"{rust_string(chunk)}.as_bytes().to_vec()"
            if isinstance(chunk, str)
            else f"std::fs::read({rust_string(chunk.name)})?"
            for chunk in body_chunks(request)
        )
        inside = ",\n            ".join(pieces)
        steps.append(f".body([\n            {inside},\n        ].concat())")
    chain = "".join(f"\n        {step}" for step in [*steps, ".send()", ".await?"])
    return (
        "#[tokio::main]\nasync fn main() -> Result<(), Box<dyn std::error::Error>> {\n"
        "    let response = reqwest::Client::new()\n"
        f"        .request({method}, {rust_string(request.url)})"
        f'{chain};\n    println!("{{}}", response.text().await?);\n    Ok(())\n}}'
    )


def _rust_part(part: FormPart) -> str:
    name, value = rust_string(part.name), rust_string(part.value)
    if not part.content_type:
        return f".file({name}, {value}).await?" if part.is_file else f".text({name}, {value})"
    made = f"reqwest::multipart::Part::text({value})"
    if part.is_file:
        made = f"reqwest::multipart::Part::file({value}).await?"
    return f".part({name}, {made}.mime_str({rust_string(part.content_type)})?)"


def dart(request: Request) -> str:
    """Return Dart with the http package."""
    body, is_form = request.body, has_simple_parts(request)
    kind = "MultipartRequest" if is_form else "Request"
    uri = f"Uri.parse({dollar_string(request.url)})"
    imports = ["import 'package:http/http.dart' as http;"]
    lines = [f"  final request = http.{kind}({dollar_string(request.method)}, {uri});"]
    headers = request.sent_headers if is_form else chunk_headers(request)
    lines += [f"  request.headers[{dollar_string(n)}] = {dollar_string(v)};" for n, v in headers]
    if isinstance(body, MultipartBody) and is_form:
        lines += [f"  request.files.add({_dart_part(part)});" for part in body.parts]
        if any(part.content_type for part in body.parts):
            imports.append("import 'package:http_parser/http_parser.dart';")
    elif body is not None:
        chunks = body_chunks(request)
        pieces = (
            f"utf8.encode({dollar_string(chunk)})"
            if isinstance(chunk, str)
            else f"await File({dollar_string(chunk.name)}).readAsBytes()"
            for chunk in chunks
        )
        rows = "".join(f"    ...{piece},\n" for piece in pieces)
        lines.append(f"  request.bodyBytes = [\n{rows}  ];")
        if any(isinstance(chunk, str) for chunk in chunks):
            imports.insert(0, "import 'dart:convert';")
        if any(not isinstance(chunk, str) for chunk in chunks):
            imports.insert(0, "import 'dart:io';")
    return "\n".join(
        [
            *sorted(imports),
            "",
            "void main() async {",
            *lines,
            "  final response = await http.Response.fromStream(await request.send());",
            "  print(response.body);",
            "}",
        ]
    )


def _dart_part(part: FormPart) -> str:
    """Return a part; ``request.fields`` would hold each name once."""
    made, wait = ("fromPath", "await ") if part.is_file else ("fromString", "")
    kind = f", contentType: MediaType.parse({dollar_string(part.content_type)})"
    return (
        f"{wait}http.MultipartFile.{made}({dollar_string(part.name)}, {dollar_string(part.value)}"
        f"{kind if part.content_type else ''})"
    )
