"""Request samples in Go, Java, Kotlin, C#, Swift, Rust and Dart."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sphinx_docsnav.openapi.content.request import (
    FileBody,
    FormBody,
    FormPart,
    MultipartBody,
    Request,
    list_part_headers,
)
from sphinx_docsnav.openapi.content.sample_text import (
    find_body_text,
    has_simple_parts,
    list_headers,
    quote_braced,
    quote_c,
    quote_dollar,
    quote_go,
    quote_rust,
    split_body,
    write_comment,
    write_http,
    write_pieces,
)

_GO_IMPORTS = ("fmt", "io", "net/http")
"""Packages that every Go sample imports."""


def write_go(request: Request) -> str:
    """Return a Go program with net/http."""
    body, headers = request.body, list_headers(request)
    text = find_body_text(request)
    imports: list[str] = []
    setup: list[str] = []
    header_lines: list[str] = []
    body_expression = "nil"
    # Each kind of body needs other imports and lines.
    if isinstance(body, MultipartBody) and has_simple_parts(request):
        imports, setup = _write_go_form(body)
        headers, body_expression = request.sent_headers, "&body"
        header_lines = ['req.Header.Add("Content-Type", form.FormDataContentType())']
    elif isinstance(body, FormBody):
        imports, body_expression = ["net/url", "strings"], "strings.NewReader(form.Encode())"
        setup = ["form := url.Values{}"]
        setup += [f"form.Add({quote_c(n)}, {quote_c(v)})" for n, v in body.pairs]
    elif isinstance(body, FileBody):
        imports, body_expression = ["os"], "body"
        setup = [f"body, _ := os.Open({quote_c(body.name)})"]
    elif text:
        imports, body_expression = ["strings"], "body"
        setup = [f"body := strings.NewReader({quote_go(text)})"]
    # Other multipart bodies are written to a buffer piece by piece.
    elif body is not None and text is None:
        imports, setup, body_expression = ["bytes"], ["var body bytes.Buffer"], "&body"
        for number, chunk in enumerate(split_body(request)):
            if isinstance(chunk, str):
                setup.append(f"body.WriteString({quote_c(chunk)})")
            else:
                imports.append("os")
                setup.append(f"file{number}, _ := os.ReadFile({quote_c(chunk.name)})")
                setup.append(f"body.Write(file{number})")
    new_request = (
        f"http.NewRequest({quote_c(request.method)}, {quote_c(request.url)}, {body_expression})"
    )
    setup += [f"req, _ := {new_request}"]
    setup += [f"req.Header.Add({quote_c(name)}, {quote_c(value)})" for name, value in headers]
    return _write_go_program(imports, [*setup, *header_lines])


def _write_go_form(body: MultipartBody) -> tuple[list[str], list[str]]:
    """Return imports and lines that make a form; a part with a media type needs headers."""
    imports = ["bytes", "mime/multipart"]
    setup = ["var body bytes.Buffer", "form := multipart.NewWriter(&body)"]
    for number, part in enumerate(body.parts):
        # A plain text needs one call.
        if not part.is_file and not part.content_type:
            setup.append(f"form.WriteField({quote_c(part.name)}, {quote_c(part.value)})")
            continue
        part_call = f"CreateFormFile({quote_c(part.name)}, {quote_c(part.value)})"
        if part.content_type:
            imports.append("net/textproto")
            rows = "".join(
                f"\t\t{quote_c(name)}: {{{quote_c(value)}}},\n"
                for name, value in list_part_headers(part)
            )
            part_call = f"CreatePart(textproto.MIMEHeader{{\n{rows}\t}})"
        setup.append(f"part{number}, _ := form.{part_call}")
        if part.is_file:
            imports.append("os")
            setup.append(f"file{number}, _ := os.Open({quote_c(part.value)})")
            setup.append(f"io.Copy(part{number}, file{number})")
        else:
            setup.append(f"io.WriteString(part{number}, {quote_go(part.value)})")
    return imports, [*setup, "form.Close()"]


def _write_go_program(imports: list[str], setup: list[str]) -> str:
    """Return the source of a program whose main function runs *setup* and sends ``req``."""
    import_lines = "\n".join(f'\t"{name}"' for name in sorted({*imports, *_GO_IMPORTS}))
    steps = [
        *setup,
        "",
        "res, _ := http.DefaultClient.Do(req)",
        "defer res.Body.Close()",
        "text, _ := io.ReadAll(res.Body)",
        "fmt.Println(string(text))",
    ]
    statements = "\n".join(f"\t{step}" if step else "" for step in steps)
    return f"package main\n\nimport (\n{import_lines}\n)\n\nfunc main() {{\n{statements}\n}}"


def write_java(request: Request) -> str:
    """Return Java code with java.net.http."""
    return (
        "HttpRequest request = HttpRequest.newBuilder()\n"
        f"{_write_builder_calls(request, quote_c)};\n"
        "HttpResponse<String> response = HttpClient.newHttpClient()\n"
        "    .send(request, HttpResponse.BodyHandlers.ofString());\n"
        "System.out.println(response.body());"
    )


def write_kotlin(request: Request) -> str:
    """Return Kotlin code with java.net.http."""
    return (
        f"val request = HttpRequest.newBuilder()\n{_write_builder_calls(request, quote_dollar)}\n"
        "val response = HttpClient.newHttpClient()\n"
        "    .send(request, HttpResponse.BodyHandlers.ofString())\n"
        "println(response.body())"
    )


def _write_builder_calls(request: Request, quote: Callable[[str], str]) -> str:
    """Return the calls that build a request, up to ``build()``; *quote* writes string literals."""
    headers = "".join(f"    .header({quote(n)}, {quote(v)})\n" for n, v in list_headers(request))
    # Java and Kotlin share the class library and differ in string literals.
    return (
        f"    .uri(URI.create({quote(request.uri)}))\n{headers}"
        f"    .method({quote(request.method)}, {_write_body_publisher(request, quote)})\n"
        "    .build()"
    )


def _write_body_publisher(request: Request, quote: Callable[[str], str]) -> str:
    """Return the expression for the body; the class library has none for forms."""
    publishers = "HttpRequest.BodyPublishers"
    pieces = write_pieces(
        request, quote, f"{publishers}.ofString({{}})", f"{publishers}.ofFile(Path.of({{}}))"
    )
    if len(pieces) > 1:
        arguments = ",\n        ".join(pieces)
        return f"{publishers}.concat(\n        {arguments})"
    return pieces[0] if pieces else f"{publishers}.noBody()"


def write_csharp(request: Request) -> str:
    """Return C# code with HttpClient."""
    method = f"new HttpMethod({quote_c(request.method)})"
    lines = [
        "using var client = new HttpClient();",
        f"using var request = new HttpRequestMessage({method}, {quote_c(request.url)});",
    ]
    lines += [
        f"request.Headers.TryAddWithoutValidation({quote_c(name)}, {quote_c(value)});"
        for name, value in request.sent_headers
    ]
    body, is_form = request.body, has_simple_parts(request)
    if isinstance(body, MultipartBody) and is_form:
        lines += ["var form = new MultipartFormDataContent();", *_write_csharp_parts(body)]
        lines.append("request.Content = form;")
    elif isinstance(body, FormBody) and body.pairs:
        rows = ",\n".join(f"    new({quote_c(n)}, {quote_c(v)})" for n, v in body.pairs)
        pairs = f"new KeyValuePair<string, string>[] {{\n{rows}\n}}"
        lines.append(f"request.Content = new FormUrlEncodedContent({pairs});")
    elif isinstance(body, FileBody):
        file = f"File.OpenRead({quote_c(body.name)})"
        lines.append(f"request.Content = new StreamContent({file});")
    elif isinstance(body, MultipartBody):
        pieces = write_pieces(
            request, quote_c, "Encoding.UTF8.GetBytes({})", "File.ReadAllBytes({})"
        )
        rows = ",\n".join(f"    {piece}" for piece in pieces)
        content = f"new[] {{\n{rows}\n}}.SelectMany(bytes => bytes).ToArray()"
        lines.append(f"request.Content = new ByteArrayContent({content});")
    elif body is not None:
        lines.append(
            f"request.Content = new StringContent({quote_c(find_body_text(request) or '')});"
        )
    content_type = dict(list_headers(request)).get("Content-Type")
    if content_type and not is_form:
        parsed = f"MediaTypeHeaderValue.Parse({quote_c(content_type)})"
        lines.append(f"request.Content.Headers.ContentType = {parsed};")
    return "\n".join(
        [
            *lines,
            "using var response = await client.SendAsync(request);",
            "Console.WriteLine(await response.Content.ReadAsStringAsync());",
        ]
    )


def _write_csharp_parts(body: MultipartBody) -> Iterator[str]:
    """Yield the statements that add the parts of a form."""
    for number, part in enumerate(body.parts):
        value, name = quote_c(part.value), quote_c(part.name)
        content = f"new StringContent({value})"
        if part.is_file:
            content = f"new StreamContent(File.OpenRead({value}))"
        content_type = part.content_type or ("application/octet-stream" if part.is_file else "")
        if content_type:
            yield f"var part{number} = {content};"
            content = f"part{number}"
            parsed = f"MediaTypeHeaderValue.Parse({quote_c(content_type)})"
            yield f"{content}.Headers.ContentType = {parsed};"
        yield f"form.Add({content}, {name}{f', {value}' if part.is_file else ''});"


def write_swift(request: Request) -> str:
    """Return Swift code with URLSession."""
    # Samples for other clients are better than code that fails.
    if request.method == "GET" and request.body:
        return write_comment(
            "URLSession sends no body with GET; send this with another client:\n\n"
            + write_http(request),
            "//",
        )
    lines = [
        "import Foundation",
        "",
        f"var request = URLRequest(url: URL(string: {quote_braced(request.uri)})!)",
        f"request.httpMethod = {quote_braced(request.method)}",
    ]
    lines += [
        f"request.setValue({quote_braced(value)}, forHTTPHeaderField: {quote_braced(name)})"
        for name, value in list_headers(request)
    ]
    file_form = "try Data(contentsOf: URL(fileURLWithPath: {}))"
    pieces = write_pieces(request, quote_braced, "Data({}.utf8)", file_form)
    # One piece is assigned directly; several are appended to a variable.
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


def write_rust(request: Request) -> str:
    """Return Rust code with reqwest."""
    method = f"reqwest::Method::from_bytes(b{quote_braced(request.method)})?"
    body, is_form = request.body, has_simple_parts(request)
    headers = request.sent_headers if is_form else list_headers(request)
    steps = [f".header({quote_rust(name)}, {quote_rust(value)})" for name, value in headers]
    text = find_body_text(request)
    if isinstance(body, MultipartBody) and is_form:
        parts = "".join(f"\n            {_write_rust_part(part)}" for part in body.parts)
        steps.append(f".multipart(reqwest::multipart::Form::new(){parts})")
    elif isinstance(body, FormBody) and body.pairs:
        rows = "".join(f"\n            ({quote_rust(n)}, {quote_rust(v)})," for n, v in body.pairs)
        steps.append(f".form(&[{rows}\n        ])")
    elif isinstance(body, FileBody):
        steps.append(f".body(std::fs::read({quote_rust(body.name)})?)")
    elif text is not None:
        steps.append(f".body({quote_rust(text)})")
    # Pieces of text and files are joined as bytes.
    elif body is not None:
        pieces = write_pieces(request, quote_rust, "{}.as_bytes().to_vec()", "std::fs::read({})?")
        elements = ",\n            ".join(pieces)
        steps.append(f".body([\n            {elements},\n        ].concat())")
    chain = "".join(f"\n        {step}" for step in [*steps, ".send()", ".await?"])
    return (
        "#[tokio::main]\nasync fn main() -> Result<(), Box<dyn std::error::Error>> {\n"
        "    let response = reqwest::Client::new()\n"
        f"        .request({method}, {quote_rust(request.url)})"
        f'{chain};\n    println!("{{}}", response.text().await?);\n    Ok(())\n}}'
    )


def _write_rust_part(part: FormPart) -> str:
    """Return the call that adds one part of a form."""
    name, value = quote_rust(part.name), quote_rust(part.value)
    if not part.content_type:
        return f".file({name}, {value}).await?" if part.is_file else f".text({name}, {value})"
    part_expression = f"reqwest::multipart::Part::text({value})"
    if part.is_file:
        part_expression = f"reqwest::multipart::Part::file({value}).await?"
    return f".part({name}, {part_expression}.mime_str({quote_rust(part.content_type)})?)"


def write_dart(request: Request) -> str:
    """Return Dart code with the http package."""
    body, is_form = request.body, has_simple_parts(request)
    request_class = "MultipartRequest" if is_form else "Request"
    uri = f"Uri.parse({quote_dollar(request.url)})"
    imports = ["import 'package:http/http.dart' as http;"]
    lines = [f"  final request = http.{request_class}({quote_dollar(request.method)}, {uri});"]
    headers = request.sent_headers if is_form else list_headers(request)
    lines += [f"  request.headers[{quote_dollar(n)}] = {quote_dollar(v)};" for n, v in headers]
    if isinstance(body, MultipartBody) and is_form:
        lines += [f"  request.files.add({_write_dart_part(part)});" for part in body.parts]
        # Media types need a second package.
        if any(part.content_type for part in body.parts):
            imports.append("import 'package:http_parser/http_parser.dart';")
    elif body is not None:
        file_form = "await File({}).readAsBytes()"
        pieces = write_pieces(request, quote_dollar, "utf8.encode({})", file_form)
        rows = "".join(f"    ...{piece},\n" for piece in pieces)
        lines.append(f"  request.bodyBytes = [\n{rows}  ];")
        chunks = split_body(request)
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


def _write_dart_part(part: FormPart) -> str:
    """Return the expression for one part; ``request.fields`` cannot repeat a name."""
    constructor, wait = ("fromPath", "await ") if part.is_file else ("fromString", "")
    kind = f", contentType: MediaType.parse({quote_dollar(part.content_type)})"
    return (
        f"{wait}http.MultipartFile.{constructor}({quote_dollar(part.name)}, "
        f"{quote_dollar(part.value)}"
        f"{kind if part.content_type else ''})"
    )
