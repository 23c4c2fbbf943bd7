"""Requests in Go, Java, Kotlin, C#, Swift, Rust and Dart."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sphinx_docsnav.openapi.content.request import (
    FileBody,
    FormBody,
    FormPart,
    MultipartBody,
    Request,
    part_headers,
)
from sphinx_docsnav.openapi.content.sample_text import (
    body_chunks,
    body_text,
    braced_string,
    c_string,
    chunk_headers,
    commented,
    dollar_string,
    go_string,
    has_simple_parts,
    http,
    rust_string,
)

_BASE = ("fmt", "io", "net/http")


def go(request: Request) -> str:
    """Return Go with net/http."""
    body, headers = request.body, chunk_headers(request)
    text = body_text(request)
    imports: list[str] = []
    setup: list[str] = []
    after: list[str] = []
    given = "nil"
    if isinstance(body, MultipartBody) and has_simple_parts(request):
        imports, setup = _form(body)
        headers, given = request.sent_headers, "&body"
        after = ['req.Header.Add("Content-Type", form.FormDataContentType())']
    elif isinstance(body, FormBody):
        imports, given = ["net/url", "strings"], "strings.NewReader(form.Encode())"
        setup = ["form := url.Values{}"]
        setup += [f"form.Add({c_string(n)}, {c_string(v)})" for n, v in body.pairs]
    elif isinstance(body, FileBody):
        imports, given = ["os"], "body"
        setup = [f"body, _ := os.Open({c_string(body.name)})"]
    elif text:
        imports, given = ["strings"], "body"
        setup = [f"body := strings.NewReader({go_string(text)})"]
    elif body is not None and text is None:
        imports, setup, given = ["bytes"], ["var body bytes.Buffer"], "&body"
        for number, chunk in enumerate(body_chunks(request)):
            if isinstance(chunk, str):
                setup.append(f"body.WriteString({c_string(chunk)})")
            else:
                imports.append("os")
                setup.append(f"file{number}, _ := os.ReadFile({c_string(chunk.name)})")
                setup.append(f"body.Write(file{number})")
    new = f"http.NewRequest({c_string(request.method)}, {c_string(request.url)}, {given})"
    setup += [f"req, _ := {new}"]
    setup += [f"req.Header.Add({c_string(name)}, {c_string(value)})" for name, value in headers]
    return _program(imports, [*setup, *after])


def _form(body: MultipartBody) -> tuple[list[str], list[str]]:
    """Return imports and lines that make a form; a part with a media type has its own headers."""
    imports = ["bytes", "mime/multipart"]
    setup = ["var body bytes.Buffer", "form := multipart.NewWriter(&body)"]
    for number, part in enumerate(body.parts):
        if not part.is_file and not part.content_type:
            setup.append(f"form.WriteField({c_string(part.name)}, {c_string(part.value)})")
            continue
        made = f"CreateFormFile({c_string(part.name)}, {c_string(part.value)})"
        if part.content_type:
            imports.append("net/textproto")
            rows = "".join(
                f"\t\t{c_string(name)}: {{{c_string(value)}}},\n"
                for name, value in part_headers(part)
            )
            made = f"CreatePart(textproto.MIMEHeader{{\n{rows}\t}})"
        setup.append(f"part{number}, _ := form.{made}")
        if part.is_file:
            imports.append("os")
            setup.append(f"file{number}, _ := os.Open({c_string(part.value)})")
            setup.append(f"io.Copy(part{number}, file{number})")
        else:
            setup.append(f"io.WriteString(part{number}, {go_string(part.value)})")
    return imports, [*setup, "form.Close()"]


def _program(imports: list[str], setup: list[str]) -> str:
    listed = "\n".join(f'\t"{name}"' for name in sorted({*imports, *_BASE}))
    steps = [
        *setup,
        "",
        "res, _ := http.DefaultClient.Do(req)",
        "defer res.Body.Close()",
        "text, _ := io.ReadAll(res.Body)",
        "fmt.Println(string(text))",
    ]
    inside = "\n".join(f"\t{step}" if step else "" for step in steps)
    return f"package main\n\nimport (\n{listed}\n)\n\nfunc main() {{\n{inside}\n}}"


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
        f"    .uri(URI.create({quote(request.uri)}))\n{headers}"
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
        kind = part.content_type or ("application/octet-stream" if part.is_file else "")
        if kind:
            yield f"var part{number} = {made};"
            made = f"part{number}"
            parsed = f"MediaTypeHeaderValue.Parse({c_string(kind)})"
            yield f"{made}.Headers.ContentType = {parsed};"
        yield f"form.Add({made}, {name}{f', {value}' if part.is_file else ''});"


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
        f"var request = URLRequest(url: URL(string: {braced_string(request.uri)})!)",
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
